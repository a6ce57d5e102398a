//! Work on a range, shared by threads.

use super::limits::{Stop, Watch};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Time between two looks at threads that are not done yet.
const A_LOOK: Duration = Duration::from_micros(200);

/// Runs `work` on as many parts of `range` as there are threads, and returns the results in the order of the parts.
/// This thread does the first part, and watches the limits for all.
pub(super) fn in_shares<R: Send>(
    range: Range<usize>,
    watch: &mut Watch<'_>,
    work: impl Fn(Range<usize>, &mut dyn FnMut() -> Result<(), Stop>) -> Result<R, Stop> + Sync,
) -> Result<Vec<R>, Stop> {
    let threads = watch.limits().threads.clamp(1, range.len().max(1));
    let bound = |i: usize| range.start + range.len() * i / threads;
    let stopped = AtomicBool::new(false);
    let obey = || match stopped.load(Ordering::Relaxed) {
        true => Err(Stop::Cancelled),
        false => Ok(()),
    };
    std::thread::scope(|scope| {
        let work = &work;
        let others: Vec<_> = (1..threads)
            .map(|i| (bound(i)..bound(i + 1), obey))
            .map(|(part, mut obey)| scope.spawn(move || work(part, &mut obey)))
            .collect();
        let mut watched = || {
            watch
                .check()
                .inspect_err(|_| stopped.store(true, Ordering::Relaxed))
        };
        let first = work(bound(0)..bound(1), &mut watched);
        while first.is_ok() && !others.iter().all(|other| other.is_finished()) {
            watched()?;
            std::thread::sleep(A_LOOK);
        }
        let mut results = vec![first?];
        for other in others {
            results.push(
                other
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))?,
            );
        }
        Ok(results)
    })
}
