//! Writes the moving picture of the README to standard output.
//!
//! `cargo run --example picture > assets/play.svg`

#![expect(clippy::expect_used, reason = "the picture is made whole or not at all")]

#[path = "../tests/it/reel.rs"]
mod reel;

fn main() {
    print!("{}", reel::picture());
}
