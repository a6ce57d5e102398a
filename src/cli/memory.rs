//! Amounts of memory: read from the command line, written for people, and how much is free.

use std::fs;
use std::path::{Path, PathBuf};

/// The units that an amount may end with, each 1024 times the one before.
const UNITS: [char; 5] = ['K', 'M', 'G', 'T', 'P'];

/// Reads an amount like `4G`, `256M`, `1.5g`, `64MiB` or `1000000` (bytes) into bytes.
pub(crate) fn parse(text: &str) -> Result<u64, String> {
    let wrong =
        || format!("{text:?} is no amount of memory; expected one like 4G, 256M or 65536 (bytes)");
    let upper = text.trim().to_ascii_uppercase();
    let number = upper.strip_suffix("IB").or_else(|| upper.strip_suffix('B'));
    let number = number.unwrap_or(&upper);
    let unit = UNITS.iter().position(|&unit| number.ends_with(unit));
    let digits = unit.map_or(number, |_| &number[..number.len() - 1]);
    // The parser of numbers would also take `inf`, `nan` and `1e9`.
    if !digits.bytes().all(|b| b.is_ascii_digit() || b == b'.') {
        return Err(wrong());
    }
    let amount: f64 = digits.parse().map_err(|_| wrong())?;
    let factor = unit.map_or(0, |unit| 10 * (unit as i32 + 1));
    let bytes = amount * 2f64.powi(factor);
    // Beyond that, `as` would take the greatest number in silence.
    if bytes >= 1.0 && bytes < u64::MAX as f64 { Ok(bytes as u64) } else { Err(wrong()) }
}

/// `bytes` with a unit, as `parse` reads it: at most three digits before the point and one behind it.
pub(crate) fn display(bytes: u64) -> String {
    let mut amount = bytes as f64;
    let mut unit = None;
    for next in UNITS {
        // From here on one decimal would be rounded up to 1000.0, which has four digits before the point.
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

/// The limit where the free memory is unknown, as it is on macOS and Windows: to ask those takes unsafe calls or a large library.
/// 4 GiB are half of what a small machine has, and enough for nearly every puzzle.
const LIMIT_ELSEWHERE: u64 = 4 << 30;

/// Bytes that the solver may use if nobody has said how many: three quarters of what is free where Linux tells that, else 4 GiB.
pub(crate) fn default_limit() -> u64 {
    // A limit of 0 would stop every search before it begins.
    let free = free(|path| fs::read_to_string(path).ok());
    free.map_or(LIMIT_ELSEWHERE, |free| (free / 4 * 3).max(1))
}

/// Bytes that Linux has free for this process: what the machine has available, or less where one of the control groups that the
/// process is in leaves less, or its own limit of addresses (`ulimit -v`). `read` reads a file, if there is one.
fn free(read: impl Fn(&Path) -> Option<String>) -> Option<u64> {
    // What programs can still take without swapping.
    let machine = kibibytes(&read(Path::new("/proc/meminfo"))?, "MemAvailable:")?;
    let groups = read(Path::new("/proc/self/cgroup")).unwrap_or_default();
    let left = groups.lines().filter_map(|line| left_by_groups(line, &read));
    left.chain([machine]).chain(addresses_left(&read)).min()
}

/// The bytes of addresses that this process may take in all, if `ulimit -v` says so.
fn addresses(read: impl Fn(&Path) -> Option<String>) -> Option<u64> {
    let limits = read(Path::new("/proc/self/limits"))?;
    let limit = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    // Not a number where there is no limit.
    limit.split_whitespace().next()?.parse().ok()
}

/// The most bytes that this process was resident with since [`forget_peak`], the program itself included; `None` where the system
/// does not tell.
pub(crate) fn peak() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    kibibytes(&status, "VmHWM:")
}

/// Begins a new [`peak`], for the next of several puzzles.
pub(crate) fn forget_peak() {
    if cfg!(target_os = "linux") {
        // Where it cannot be written, the peak is that of all puzzles so far.
        let _ = fs::write("/proc/self/clear_refs", "5");
    }
}

/// The bytes in the line that begins so, of `/proc/self/status` or `/proc/meminfo`.
fn kibibytes(text: &str, line: &str) -> Option<u64> {
    let amount = text.lines().find_map(|text| text.strip_prefix(line))?;
    amount.trim().strip_suffix("kB")?.trim_end().parse::<u64>().ok()?.checked_mul(1024)
}

/// What the allocator of glibc reads when a program starts: how many heaps there are.
const HEAPS: (&str, &str) = ("MALLOC_ARENA_MAX", "1");

/// And bytes at the end of a heap from which on they are given back. Where it is set, pieces of as many bytes are always the system's own, and given
/// back at once.
const GIVEN_BACK: (&str, &str) = ("MALLOC_TRIM_THRESHOLD_", "131072");

/// And bytes from which on pieces are the system's own: less than what partitions of layers take where memory is little. It costs a
/// twentieth of the time.
const PIECES: (&str, &str) = ("MALLOC_MMAP_THRESHOLD_", "32768");

/// Less memory than this is little.
const LITTLE: u64 = 256 << 20;

/// With fewer addresses than this there is one heap.
const FEW_ADDRESSES: u64 = 8 << 30;

/// Starts the program anew with other rules for its heaps where that matters.
///
/// Where addresses are few there is one heap for all threads. The allocator would else reserve 64 MiB of them for each thread, and ask the
/// system for every single piece of memory once there are none left, which takes many times as long as the search itself.
///
/// Where `--memory` is given, what is given back really goes back. The allocator would else keep larger and larger pieces, since those that were
/// given back once are expected to be wanted again, and layers of ever other sizes lie between them.
pub fn choose_heaps() {
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::process::CommandExt;
        let limit = addresses(|path| fs::read_to_string(path).ok());
        let few = limit.is_some_and(|limit| limit < FEW_ADDRESSES);
        let words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
        let given = given(&words.collect::<Vec<_>>());
        let is_little = given.is_some_and(|amount| amount.is_some_and(|bytes| bytes < LITTLE));
        let rules = [few.then_some(HEAPS), given.map(|_| GIVEN_BACK), is_little.then_some(PIECES)];
        let rules = rules.into_iter().flatten();
        // Those that are set already were chosen by others, or by this.
        let new: Vec<_> = rules.filter(|(name, _)| std::env::var_os(name).is_none()).collect();
        if !new.is_empty() {
            let Ok(program) = std::env::current_exe() else { return };
            let mut again = std::process::Command::new(program);
            // Only if it cannot be started anew does this come back, and all is as it was.
            let _ = again.args(std::env::args_os().skip(1)).envs(new).exec();
        }
    }
}

/// What `--memory` says among the arguments, if it is there: bytes, if that can be read.
#[cfg(target_os = "linux")]
fn given(words: &[String]) -> Option<Option<u64>> {
    let at = words.iter().position(|word| word.starts_with("--memory"))?;
    let amount = words[at].strip_prefix("--memory=").or(words.get(at + 1).map(String::as_str));
    Some(amount.and_then(|text| parse(text).ok()))
}

/// Half of the bytes of addresses that this process may still take: threads and the allocator take more of them than memory.
fn addresses_left(read: impl Fn(&Path) -> Option<String>) -> Option<u64> {
    let limit = addresses(&read)?;
    let status = read(Path::new("/proc/self/status"))?;
    Some(limit.saturating_sub(kibibytes(&status, "VmSize:")?) / 2)
}

/// Bytes that the control group of a line of `/proc/self/cgroup`, and all that it is part of, leave: the limit of each less
/// what it uses, where caches of files do not count, since they make room. `None` without a limit.
fn left_by_groups(line: &str, read: impl Fn(&Path) -> Option<String>) -> Option<u64> {
    // Number, controllers and path; the second version of control groups has no list of controllers.
    let mut parts = line.splitn(3, ':').skip(1);
    let (controllers, path) = (parts.next()?, parts.next()?);
    let (mount, limit, usage, cache) = match controllers {
        "" => ("/sys/fs/cgroup", "memory.max", "memory.current", "inactive_file "),
        _ if controllers.split(',').any(|name| name == "memory") => (
            "/sys/fs/cgroup/memory",
            "memory.limit_in_bytes",
            "memory.usage_in_bytes",
            "total_inactive_file ",
        ),
        _ => return None,
    };
    // In a container the path may be that of the host, and only the root is there.
    let groups = Path::new(path.trim_start_matches('/')).ancestors();
    let left = |group: PathBuf| {
        let number = |name| read(&group.join(name))?.trim().parse::<u64>().ok();
        let stat = read(&group.join("memory.stat")).unwrap_or_default();
        let cache = stat.lines().find_map(|line| line.strip_prefix(cache)?.parse().ok());
        let used = number(usage)?.saturating_sub(cache.unwrap_or(0));
        Some(number(limit)?.saturating_sub(used))
    };
    groups.filter_map(|group| left(Path::new(mount).join(group))).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn what_the_arguments_say_of_memory_is_known_before_they_are_read() {
        let of = |line: &str| given(&line.split(' ').map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(of("solve --memory 64M 4x4"), Some(Some(64 << 20)));
        assert_eq!(of("solve 4x4 --memory=2G"), Some(Some(2 << 30)));
        assert_eq!(of("solve 4x4 --memory"), Some(None));
        assert_eq!(of("solve --memory much"), Some(None));
        assert_eq!(of("solve 4x4"), None);
    }

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
        assert!(default_limit() > 1 << 20);
    }

    /// What is free where those files have those texts.
    fn free_with(files: &[(&str, &str)]) -> Option<u64> {
        free(|path| {
            let file = files.iter().find(|(name, _)| Path::new(name) == path);
            file.map(|(_, text)| (*text).to_owned())
        })
    }

    const MEMINFO: (&str, &str) = (
        "/proc/meminfo",
        "MemTotal:       24684092 kB\nMemFree:        21445668 kB\nMemAvailable:   23561296 kB\n",
    );

    #[test]
    fn linux_tells_what_the_machine_has_free() {
        assert_eq!(free_with(&[]), None);
        assert_eq!(free_with(&[("/proc/meminfo", "MemTotal: 24684092 kB\n")]), None);
        assert_eq!(free_with(&[MEMINFO]), Some(23_561_296 << 10));
        let alone = ("/proc/self/cgroup", "0::/user.slice\n");
        assert_eq!(free_with(&[MEMINFO, alone]), Some(23_561_296 << 10));
    }

    #[test]
    fn a_limit_of_addresses_counts() {
        let head =
            "Limit                     Soft Limit           Hard Limit           Units     \n";
        let limits = |soft: &str| {
            format!("{head}Max address space         {soft:<21}unlimited            bytes     \n")
        };
        let with = |soft: &str| {
            let limits = limits(soft);
            let status = ("/proc/self/status", "Name:\thuarong\nVmSize:\t   20000 kB\n");
            free_with(&[MEMINFO, ("/proc/self/limits", &limits), status])
        };
        assert_eq!(with("unlimited"), Some(23_561_296 << 10));
        assert_eq!(with("81920000"), Some((81_920_000 - (20_000 << 10)) / 2));
        assert_eq!(with("1000"), Some(0));
    }

    #[test]
    fn every_control_group_up_to_the_root_counts() {
        let files = [
            MEMINFO,
            ("/proc/self/cgroup", "0::/a.slice/b.scope\n"),
            ("/sys/fs/cgroup/a.slice/b.scope/memory.max", "max\n"),
            ("/sys/fs/cgroup/a.slice/b.scope/memory.current", "1000000\n"),
            ("/sys/fs/cgroup/a.slice/memory.max", "8000000000\n"),
            ("/sys/fs/cgroup/a.slice/memory.current", "3000000000\n"),
        ];
        assert_eq!(free_with(&files), Some(5_000_000_000));
        let stat = "anon 1000000000\nfile 2000000000\ninactive_file 1500000000\n";
        let cached = [files.as_slice(), &[("/sys/fs/cgroup/a.slice/memory.stat", stat)]].concat();
        assert_eq!(free_with(&cached), Some(6_500_000_000));
        let full = [
            files.as_slice(),
            &[("/sys/fs/cgroup/memory.max", "5"), ("/sys/fs/cgroup/memory.current", "7")],
        ];
        assert_eq!(free_with(&full.concat()), Some(0));
    }

    #[test]
    fn control_groups_of_the_first_version_count_too() {
        let files = [
            MEMINFO,
            ("/proc/self/cgroup", "8:pids:/x\n4:cpu,memory:/docker/x\n0::/\n"),
            ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "2000000000\n"),
            ("/sys/fs/cgroup/memory/memory.usage_in_bytes", "700000000\n"),
            (
                "/sys/fs/cgroup/memory/memory.stat",
                "inactive_file 5\ntotal_inactive_file 200000000\n",
            ),
        ];
        assert_eq!(free_with(&files), Some(1_500_000_000));
        let unlimited = [
            MEMINFO,
            ("/proc/self/cgroup", "4:memory:/\n"),
            ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n"),
            ("/sys/fs/cgroup/memory/memory.usage_in_bytes", "700000000\n"),
        ];
        assert_eq!(free_with(&unlimited), Some(23_561_296 << 10));
    }
}
