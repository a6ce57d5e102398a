//! Drawn boards with a goal.
#![no_main]

#[path = "common/mod.rs"]
mod common;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| common::check(&format!("{text}\n=>\n{text}")));
