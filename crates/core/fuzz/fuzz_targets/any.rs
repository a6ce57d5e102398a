//! Any bytes at all.
#![no_main]

#[path = "common/mod.rs"]
mod common;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = huarong_core::notation::decode("fuzz", bytes) {
        common::check(text);
    }
});
