//! Many tasks on all threads, one each, and their results in order.

use super::{QuietMonitor, Watcher};
use crate::cli::memory;
use crate::cli::status::Failure;
use crate::solver::{Limits, Monitor};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Does tasks on as many threads as are allowed, one each, while there are more of them than threads, and tells the results in their
/// order; how many were told. It ends early before a task of which `tell` says `false`: its share of the memory was not enough, so that
/// it is to be done alone.
pub(crate) fn side_by_side<T: Sync, R: Send>(
    tasks: &[T],
    limits: Limits,
    watcher: &Watcher,
    work: impl Fn(&T, Limits, &mut QuietMonitor) -> R + Sync,
    tell: impl FnMut(&T, R) -> Result<bool, Failure>,
) -> Result<usize, Failure> {
    let threads = limits.threads;
    // The last ones are done by all threads, so that none waits long for another.
    let enough = tasks.len().saturating_sub(threads);
    if threads < 2 || enough < threads || watcher.is_interrupted() {
        return Ok(0);
    }
    let memory = limits.memory.map(|bytes| bytes / threads as u64);
    let share = Limits { threads: 1, memory, ..limits };
    memory::forget_peak();
    let (next, silent) = (AtomicUsize::new(0), watcher.silent());
    let (send, done) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads {
            let (send, next, work, mut silent) = (send.clone(), &next, &work, silent.clone());
            scope.spawn(move || {
                while !silent.cancelled() {
                    // Relaxed: the tasks were there before the threads began.
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(task) = tasks[..enough].get(number) else { return };
                    if send.send((number, work(task, share, &mut silent))).is_err() {
                        return;
                    }
                }
            });
        }
        // Only those of the threads are left, so that the list of results ends with them.
        drop(send);
        let told = tell_in_order(tasks, &done, tell);
        // After an error, or before one that has to be done alone, nobody waits for the results of others.
        silent.give_up();
        told
    })
}

/// Tells the results in their order as they come, as long as `tell` says so; how many.
fn tell_in_order<T, R>(
    tasks: &[T],
    done: &mpsc::Receiver<(usize, R)>,
    mut tell: impl FnMut(&T, R) -> Result<bool, Failure>,
) -> Result<usize, Failure> {
    let (mut waiting, mut told) = (BTreeMap::new(), 0);
    for (number, result) in done {
        waiting.insert(number, result);
        while let Some(result) = waiting.remove(&told) {
            if !tell(&tasks[told], result)? {
                return Ok(told);
            }
            told += 1;
        }
    }
    Ok(told)
}
