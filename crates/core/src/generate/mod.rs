//! New boards from a seed, the same on every machine, each with its proven optimum.
//!
//! [`numbers`] shuffles. [`Maker`] makes boards of any kind that are as hard as asked for, no two of them equal or mirror
//! images: hard boards of blocks and cars are not met by luck, but found by changing a board a little again and again, each
//! time at the far end of everything that can be reached from it. [`Daily`] makes the three puzzles of a day.

mod component_cache;
pub mod daily;
mod day;
mod hill_climb;
mod layout;
mod maker;
mod numbers;
mod rng_stream;
mod scramble;

pub use daily::Daily;
pub use day::{Day, now, today, today_and_rest};
pub use maker::{Kind, Maker, Order, Shortage};
pub use numbers::numbers;
pub use scramble::{Scramble, any_seed, seed_named, seed_text};
