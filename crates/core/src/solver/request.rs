//! The question to the solver: what counts as a move, which search, and how much it may use.

use super::search::Algorithm;
use crate::puzzle::Metric;
use std::time::Duration;

/// How much a search may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Wall time from the start of the call; `None` for no limit.
    pub time: Option<Duration>,
    /// Bytes for everything the search stores; `None` for no limit.
    pub memory: Option<u64>,
    /// Threads to search with, from 1 to 64.
    pub threads: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { time: None, memory: None, threads: 1 }
    }
}

/// The question to [`solve`](super::solve).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Request {
    /// What counts as one move.
    pub metric: Metric,
    /// Which search.
    pub algorithm: Algorithm,
    /// How much it may use.
    pub limits: Limits,
    /// Take the best solution found within the limits instead of insisting on an optimum. Number puzzles of up to 16 cells nearly always
    /// have an optimum all the same; the first one of a process comes sooner, from smaller tables.
    pub anytime: bool,
    /// A bound that the caller has proven: no solution has fewer moves. 0 if nothing is known. In play it is the optimum
    /// before the last move, less one. It is believed: one that is false makes answers false, or a search panic.
    pub lower_bound: u32,
    /// The length of a solution that the caller has. Searches of number puzzles of up to 16 cells and breadth-first searches of blocks then
    /// look for shorter ones only: where there is none they end with [`Verdict::Unknown`](super::Verdict::Unknown) and a bound of this length, which proves the
    /// caller's. All others may ignore it.
    pub upper_bound: Option<u32>,
}

impl Request {
    /// An optimum in `metric` by the fastest way, without limits, on one thread.
    #[must_use]
    pub fn new(metric: Metric) -> Request {
        Request {
            metric,
            algorithm: Algorithm::Auto,
            limits: Limits::default(),
            anytime: false,
            lower_bound: 0,
            upper_bound: None,
        }
    }
}
