//! The program: its commands as whole processes, its screens in memory, and the order of its sources.

#![expect(clippy::unwrap_used, reason = "where a test cannot go on, it fails")]

mod cli;
mod disk;
mod errors;
#[path = "../../crates/core/tests/it/golden.rs"]
mod golden;
mod library;
mod many;
mod memory;
mod plain;
mod process;
mod reel;
mod screen;
mod soak;
mod system;
mod tidy;
mod tools;
