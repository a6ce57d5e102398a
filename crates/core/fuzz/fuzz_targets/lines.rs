//! Collections of one puzzle a line, with names and claims.
#![no_main]

#[path = "common/mod.rs"]
mod common;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| common::check(&format!("a\t[[1,2],[3,0]]\t0\n{text}")));
