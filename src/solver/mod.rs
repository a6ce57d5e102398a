//! Search: which engine, and is its answer true?

mod limits;
mod outcome;
mod space;
pub mod tiles;

pub use limits::{Algorithm, Limits, Monitor, Progress, Request, Stop, Unwatched, Watch};
pub use outcome::{Outcome, Stats, Verdict};
pub use space::{Estimate, Reversible, Space};
