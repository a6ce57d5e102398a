//! The notation of speed-solvers.
#![no_main]

#[path = "common/mod.rs"]
mod common;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| common::check(&common::folded(text, "0123456789 /")));
