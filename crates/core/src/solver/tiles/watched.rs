//! Work on other threads while this one watches the clock and listens to the monitor.

use crate::solver::{Progress, Stop, Watch};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Between two looks at the clock.
const NAP: Duration = Duration::from_millis(2);

/// Runs `work` on a thread of its own, and meanwhile lets `tell` bring the progress up to date and checks the limits. The flag
/// that `work` is given is set when it has to stop.
///
/// # Errors
/// What stopped it.
pub(super) fn watched<T: Send>(
    watch: &mut Watch<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
    mut tell: impl FnMut(&mut Progress),
) -> Result<T, Stop> {
    let stop = AtomicBool::new(false);
    let here = std::thread::current();
    std::thread::scope(|scope| {
        let stop = &stop;
        let worker = scope.spawn(move || {
            let result = work(stop);
            here.unpark();
            result
        });
        let mut verdict = Ok(());
        while !worker.is_finished() {
            std::thread::park_timeout(NAP);
            tell(&mut watch.progress);
            if verdict.is_ok() {
                verdict = watch.check();
                stop.store(verdict.is_err(), Ordering::Relaxed);
            }
        }
        let result = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        verdict.map(|()| result)
    })
}
