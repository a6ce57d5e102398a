//! `huarong times`: the times of scrambled number puzzles.

use super::status::{Failure, Status, say};
use super::warn;
use crate::generate::Day;
use crate::lookup::dimensions;
use crate::storage::{Dirs, Mark, Records, Solve, Span, Times};
use std::io::{self, Write};

/// Print the times of scrambled number puzzles, and their averages
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A scramble (huarong 4x4) counts once: when it is solved without help, or as not \
finished (DNF), which is the worst, when it is begun and left for another puzzle or for \
a new try (R). mo3 is the mean of three in a row; ao5 and ao12 leave out the best and \
the worst, ao100 the five best and the five worst. The columns of --csv: size, number, \
when (UTC), seed, seconds, steps, steps_per_second, result (ok or dnf).

Example:
  huarong times 4x4 --csv > times.csv")]
pub(crate) struct Args {
    /// Only this size, like 4x4
    #[arg(value_name = "SIZE", value_parser = size)]
    size: Option<String>,
    /// Print every solve as a line of CSV
    #[arg(long)]
    csv: bool,
}

impl Args {
    /// Prints the times.
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let mut records = Records::open(Dirs::of_environment());
        warn(&mut records);
        let times = records.times();
        let wanted = |size: &&str| self.size.as_deref().is_none_or(|wanted| wanted == *size);
        let sizes: Vec<&str> = times.sizes().filter(wanted).collect();
        if sizes.is_empty() && !self.csv {
            let size = self.size.as_ref().map(|size| format!(" of {size}"));
            let size = size.unwrap_or_default();
            say(format_args!("huarong: no scrambled number puzzle{size} has been solved yet"));
        }
        let mut out = io::stdout().lock();
        match self.csv {
            true => write_csv(&mut out, times, &sizes)?,
            false => write_figures(&mut out, times, &sizes)?,
        }
        Ok(out.flush().map(|()| Status::Fine)?)
    }
}

/// Every solve, the oldest of each size first.
fn write_csv(out: &mut impl Write, times: &Times, sizes: &[&str]) -> io::Result<()> {
    writeln!(out, "size,number,when,seed,seconds,steps,steps_per_second,result")?;
    for size in sizes {
        for (number, solve) in (1..).zip(times.of(size)) {
            let Solve { seed, millis, steps, .. } = solve;
            let when = moment(solve.at);
            let (seconds, part) = (millis / 1000, millis % 1000);
            let (pace, result) = (solve.pace(), if solve.solved { "ok" } else { "dnf" });
            writeln!(
                out,
                "{size},{number},{when},{seed},{seconds}.{part:03},{steps},{pace},{result}"
            )?;
        }
    }
    Ok(())
}

/// Milliseconds since 1970-01-01 UTC as RFC 3339 writes them, without zeros at the end of a fraction: `2026-11-21T09:30:00.25Z`.
fn moment(millis: i64) -> String {
    let day = Day::at(millis);
    let of_second = millis.rem_euclid(1000);
    // A time before 1970 is negative, and its remainder must not be.
    let seconds = millis.div_euclid(1000).rem_euclid(24 * 60 * 60);
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let fraction = format!(".{of_second:03}");
    let fraction = fraction.trim_end_matches('0').trim_end_matches('.');
    format!("{day}T{hour:02}:{minute:02}:{second:02}{fraction}Z")
}

/// The figures over the last solves and at best.
fn write_figures(out: &mut impl Write, times: &Times, sizes: &[&str]) -> io::Result<()> {
    for size in sizes {
        let marks: Vec<Mark> = times.of(size).iter().map(Solve::mark).collect();
        let solved = marks.iter().filter(|mark| **mark != Mark::Dnf).count();
        writeln!(out, "{size}: {solved} solved of {}", marks.len())?;
        writeln!(out, "  {:<7}{:>12}{:>12}", "", "now", "best")?;
        for span in Span::ALL {
            let words = |mark: Option<Mark>| mark.map_or("-".to_owned(), |mark| mark.to_string());
            let (last, best) = (words(span.last(&marks)), words(span.best(&marks)));
            writeln!(out, "  {:<7}{last:>12}{best:>12}", span.name())?;
        }
    }
    Ok(())
}

/// Reads a size.
fn size(text: &str) -> Result<String, String> {
    let (width, height) =
        dimensions(text).ok_or_else(|| format!("{text:?} is no size like 4x4"))?;
    Ok(format!("{width}x{height}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_in_universal_time() {
        assert_eq!(moment(0), "1970-01-01T00:00:00Z");
        assert_eq!(moment(1_795_253_400_250), "2026-11-21T09:30:00.25Z");
        assert_eq!(moment(1_795_253_405_001), "2026-11-21T09:30:05.001Z");
        assert_eq!(moment(-1), "1969-12-31T23:59:59.999Z");
    }
}
