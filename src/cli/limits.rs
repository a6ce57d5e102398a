//! Options that several commands share: the metric, and how much a search may use.

use super::memory;
use crate::solver::Limits;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::time::Duration;

/// `--time`, `--memory` and `--threads`.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(crate) struct LimitArgs {
    /// Stop after this long, a puzzle each
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    #[command(flatten)]
    machine: MachineArgs,
}

/// `--memory` and `--threads`.
#[derive(clap::Args, Clone, Copy, Default, Debug)]
pub(crate) struct MachineArgs {
    /// Bytes for the solver, like 4G or 256M [default: 3/4 of what is free; 4G where that is unknown]
    #[arg(long, value_name = "SIZE", value_parser = memory::parse)]
    memory: Option<u64>,
    /// Threads for the solver, at most one a core [default: as many]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl LimitArgs {
    /// The limits in force.
    pub(crate) fn limits(self) -> Limits {
        Limits { time: self.time, ..self.machine.limits() }
    }
}

impl MachineArgs {
    /// The limits in force, with what was not given taken from the machine.
    pub(crate) fn limits(self) -> Limits {
        // This heeds the quota of a container, which the number of cores of the machine does not.
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Limits {
            time: None,
            memory: Some(self.memory.unwrap_or_else(memory::default_limit)),
            // Those that have no core would only take turns with the others, and their memory.
            threads: self.threads.map_or(cores, |threads| usize::from(threads).min(cores)),
        }
    }
}

/// Reads the name of one of `all`.
pub(crate) fn by_name<T: Copy + Send + Sync + 'static, const N: usize>(
    all: [T; N],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.map(name)).map(move |word| {
        let known = all.into_iter().find(|&one| name(one) == word);
        known.expect("only these names are let through")
    })
}

/// Reads a number of seconds, with or without a fraction.
fn seconds(text: &str) -> Result<Duration, String> {
    // NaN is not above 0 either, and the conversion refuses what is infinite.
    let number: Option<f64> = text.parse().ok().filter(|&seconds| seconds > 0.0);
    let duration = number.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    duration.ok_or_else(|| format!("{text:?} is no number of seconds above 0"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_above_zero_and_finite() {
        assert_eq!(seconds("1.5"), Ok(Duration::from_millis(1500)));
        for wrong in ["0", "-1", "inf", "nan", "1e300", "soon", ""] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}
