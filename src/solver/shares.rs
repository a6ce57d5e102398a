//! Work on a range, shared by threads.

use super::limits::{Stop, Watch};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// Time between two looks at the limits while other threads are not done yet.
const A_LOOK: Duration = Duration::from_millis(2);

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
    let done = AtomicUsize::new(0);
    let watcher = thread::current();
    let obey = || match stopped.load(Ordering::Relaxed) {
        true => Err(Stop::Cancelled),
        false => Ok(()),
    };
    thread::scope(|scope| {
        let (work, done, watcher) = (&work, &done, &watcher);
        let others: Vec<_> = (1..threads)
            .map(|i| (bound(i)..bound(i + 1), obey))
            .map(|(part, mut obey)| {
                scope.spawn(move || {
                    let result = work(part, &mut obey);
                    done.fetch_add(1, Ordering::Release);
                    watcher.unpark();
                    result
                })
            })
            .collect();
        let mut watched = || {
            watch
                .check()
                .inspect_err(|_| stopped.store(true, Ordering::Relaxed))
        };
        let first = work(bound(0)..bound(1), &mut watched);
        // One that panics is finished without being done.
        let waiting = || {
            done.load(Ordering::Acquire) < others.len()
                && !others.iter().all(|other| other.is_finished())
        };
        while first.is_ok() && waiting() {
            watched()?;
            thread::park_timeout(A_LOOK);
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
