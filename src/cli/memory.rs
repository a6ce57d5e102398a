//! Amounts of memory: read from the command line, written for people, and how much is free.

use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// The units that an amount may end with, each 1024 times the one before.
const UNITS: [char; 5] = ['K', 'M', 'G', 'T', 'P'];

/// Reads an amount like `4G`, `256M`, `1.5g`, `64MiB` or `1000000` (bytes) into bytes.
///
/// # Errors
/// Says what an amount looks like.
pub(crate) fn parse(text: &str) -> Result<u64, String> {
    let wrong =
        || format!("{text:?} is no amount of memory; expected one like 4G, 256M or 65536 (bytes)");
    let upper = text.trim().to_ascii_uppercase();
    let number = upper.strip_suffix("IB").or_else(|| upper.strip_suffix('B'));
    let number = number.unwrap_or(&upper);
    let unit = UNITS.iter().position(|&unit| number.ends_with(unit));
    let digits = unit.map_or(number, |_| &number[..number.len() - 1]);
    if !digits.bytes().all(|b| b.is_ascii_digit() || b == b'.') {
        return Err(wrong());
    }
    let amount: f64 = digits.parse().map_err(|_| wrong())?;
    let factor = unit.map_or(0, |unit| 10 * (unit as i32 + 1));
    let bytes = amount * 2f64.powi(factor);
    if bytes >= 1.0 && bytes < u64::MAX as f64 { Ok(bytes as u64) } else { Err(wrong()) }
}

/// `bytes` with a unit, as `parse` reads it: at most three digits before the point and one behind it.
pub(crate) fn display(bytes: u64) -> String {
    let mut amount = bytes as f64;
    let mut unit = None;
    for next in UNITS {
        if amount < 999.95 {
            break;
        }
        amount /= 1024.0;
        unit = Some(next);
    }
    match unit {
        Some(unit) => format!("{amount:.1}{unit}"),
        None => bytes.to_string(),
    }
}

/// Three quarters of what the machine (or the control group that we run in) has free, or `None` where it does not tell.
pub(crate) fn default_limit() -> Option<u64> {
    let what = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(what);
    let group = system.cgroup_limits().map_or(u64::MAX, |limits| limits.free_memory);
    let free = system.available_memory().min(group);
    (free > 0).then_some(free / 4 * 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_with_and_without_units() {
        assert_eq!(parse("4G"), Ok(4 << 30));
        assert_eq!(parse("256m"), Ok(256 << 20));
        assert_eq!(parse("1.5K"), Ok(1536));
        assert_eq!(parse("64MiB"), Ok(64 << 20));
        assert_eq!(parse("65536"), Ok(65536));
    }

    #[test]
    fn what_is_no_amount_is_refused() {
        for wrong in ["", "G", "-1G", "4X", "1e3", "0", "nan", "inf", "999999999P", "四G"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn amounts_are_written_as_they_are_read() {
        assert_eq!(display(999), "999");
        assert_eq!(display(1000), "1.0K");
        assert_eq!(display(3 << 29), "1.5G");
        assert_eq!(parse(&display(256 << 20)), Ok(256 << 20));
    }

    #[test]
    fn this_machine_has_memory() {
        assert!(default_limit().is_some_and(|bytes| bytes > 1 << 20));
    }
}
