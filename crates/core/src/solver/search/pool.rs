//! Work shared by threads, and watched while it is done.

use crate::solver::Progress;
use crate::solver::budget::{Budget, StopReason};
use rayon_core::{ThreadPool, ThreadPoolBuilder};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};
use std::time::Duration;

/// Time between two checks of the limits while this thread waits for others: short enough to stop within 20 ms, and long
/// enough to cost nothing.
const A_LOOK: Duration = Duration::from_millis(2);

/// How often a thread asks whether the others are done before it sleeps: shares are even, and waking takes longer.
const ASKED: usize = 1 << 12;

/// Threads that help with one piece of work after another; to start them for each would take longer than many pieces do.
#[derive(Default)]
pub(crate) struct Pool {
    pool: Option<ThreadPool>,
    /// For how many threads, this one included, the pool was made.
    threads: usize,
}

/// What a part of the work asks now and then, whether to go on.
pub(crate) type Check<'a> = &'a mut dyn FnMut() -> Result<(), StopReason>;

impl Pool {
    /// Starts as many threads as the limits allow; fewer if the system gives no more.
    pub(crate) fn gather(&mut self, threads: usize) {
        if self.threads != threads {
            let others = ThreadPoolBuilder::new().num_threads(threads.saturating_sub(1));
            let others = others.thread_name(|_| "search".to_owned());
            // Without a pool this thread does all the work: a search never fails for want of threads.
            self.pool = (threads > 1).then(|| others.build().ok()).flatten();
            self.threads = threads;
        }
    }

    /// Runs `work` on as many parts of `range` as there are threads, all of the same length, and returns the results in the order of the parts.
    /// This thread does the first part, and watches the limits for all.
    pub(crate) fn in_shares<R: Send + 'static>(
        &self,
        range: Range<usize>,
        budget: &mut Budget<'_>,
        work: impl Fn(Range<usize>, Check<'_>) -> Result<R, StopReason> + Sync,
    ) -> Result<Vec<R>, StopReason> {
        self.in_even_shares(range, |_| 1, budget, work)
    }

    /// [`Pool::in_shares`], with parts of about the same `weight`, which is the sum of those of their numbers.
    pub(crate) fn in_even_shares<R: Send + 'static>(
        &self,
        range: Range<usize>,
        weight: impl Fn(usize) -> usize,
        budget: &mut Budget<'_>,
        work: impl Fn(Range<usize>, Check<'_>) -> Result<R, StopReason> + Sync,
    ) -> Result<Vec<R>, StopReason> {
        // There is no share without a number, for which a thread would be woken; an empty range still has one, that of this thread.
        let shares = match self.pool {
            Some(_) => self.threads.clamp(1, range.len().max(1)),
            None => 1,
        };
        let bounds = even(range, shares, &weight);
        // No thread ever waits for one of these locks, since each share has its own; after a panic nothing of them is used.
        let results: Vec<Mutex<Option<R>>> = (0..shares).map(|_| Mutex::default()).collect();
        let done = self.run(&bounds, budget, &|i, check| {
            let result = work(bounds[i]..bounds[i + 1], check)?;
            *locked(&results[i]) = Some(result);
            Ok(())
        });
        if let Err(why) = done {
            // What others have made may be large.
            give_back(results, u64::MAX);
            return Err(why);
        }
        let results = results.into_iter().map(Mutex::into_inner);
        Ok(results.filter_map(|result| result.unwrap_or_else(PoisonError::into_inner)).collect())
    }

    /// Runs `work` with the number of each share that has `bounds`.
    // Behind a pointer, so that it is compiled once and not for all that is shared out.
    fn run(
        &self,
        bounds: &[usize],
        budget: &mut Budget<'_>,
        work: &(dyn Fn(usize, Check<'_>) -> Result<(), StopReason> + Sync),
    ) -> Result<(), StopReason> {
        let mut watched = || budget.check();
        let shares = bounds.len() - 1;
        let Some(pool) = self.pool.as_ref().filter(|_| shares > 1) else {
            return work(0, &mut watched);
        };
        let stopped = AtomicBool::new(false);
        let rest = Rest::new(shares - 1);
        let mut others = vec![Ok(()); shares - 1];
        let first = pool.in_place_scope(|scope| {
            for (other, i) in others.iter_mut().zip(1..) {
                let (rest, stopped) = (&rest, &stopped);
                scope.spawn(move |_| {
                    // It is made before the work, so that it is dropped after the result is written.
                    let _done = Done(rest);
                    *other = work(i, &mut || obey(stopped));
                });
            }
            let first = work(0, &mut watched).and_then(|()| rest.wait(&mut watched));
            // Relaxed: the flag carries no data, and the scope waits for the threads that read it.
            stopped.store(first.is_err(), Ordering::Relaxed);
            first
        });
        others.into_iter().fold(first, Result::and)
    }
}

/// Where so many parts of a range begin, and where the last ends: each is as heavy as the others, but for the weight of a number.
fn even(range: Range<usize>, parts: usize, weight: &dyn Fn(usize) -> usize) -> Vec<usize> {
    let all: usize = range.clone().map(weight).sum();
    let (mut bounds, mut before) = (vec![range.start], 0);
    for number in range.clone() {
        // A number belongs to the part in which its middle is.
        while bounds.len() < parts
            && (2 * before + weight(number)) * parts >= 2 * all * bounds.len()
        {
            bounds.push(number);
        }
        before += weight(number);
    }
    bounds.resize(parts, range.end);
    bounds.push(range.end);
    bounds
}

fn obey(stopped: &AtomicBool) -> Result<(), StopReason> {
    match stopped.load(Ordering::Relaxed) {
        true => Err(StopReason::Cancelled),
        false => Ok(()),
    }
}

/// The parts that other threads are at, and the thread that waits for them.
struct Rest {
    left: AtomicUsize,
    waiting: Thread,
}

impl Rest {
    fn new(left: usize) -> Rest {
        Rest { left: AtomicUsize::new(left), waiting: thread::current() }
    }

    fn is_done(&self) -> bool {
        // Acquire, with the Release of `Done`: the results of the others are written when this says so.
        self.left.load(Ordering::Acquire) == 0
    }

    /// Returns when the others are done.
    fn wait(&self, check: Check<'_>) -> Result<(), StopReason> {
        for _ in 0..ASKED {
            if self.is_done() {
                return Ok(());
            }
            std::hint::spin_loop();
        }
        while !self.is_done() {
            check()?;
            // The wait has a timeout, because the limits have to be checked while the others work.
            thread::park_timeout(A_LOOK);
        }
        Ok(())
    }
}

/// Says that a part is done when it goes, after a panic too.
struct Done<'a>(&'a Rest);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.left.fetch_sub(1, Ordering::Release);
        self.0.waiting.unpark();
    }
}

/// Runs `work` on so many threads at once, this one included, and returns when all are done.
///
/// They are threads of their own and no pool of the whole process: another search could keep every thread of that one for
/// minutes, and this one would wait for it. `work` is behind a pointer, so that the starting of threads is compiled once.
pub(crate) fn together(threads: usize, work: &(dyn Fn() + Sync)) {
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
}

/// What is behind a lock, also where a thread has panicked with it: it is whole all the same, or nobody uses it any more.
#[inline]
pub(crate) fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does tasks on so many threads; whoever is done with one takes the next. `begin` makes what a thread keeps from task to
/// task. The results are in the order of the tasks.
pub(crate) fn share_out<T: Send, W, R: Send>(
    threads: usize,
    tasks: impl Iterator<Item = T> + Send,
    begin: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, T) -> R + Sync,
) -> Vec<R> {
    let (tasks, done) = (Mutex::new(tasks.enumerate()), Mutex::new(Vec::new()));
    together(threads, &|| {
        let mut kept = begin();
        // A function of its own, so that the lock is free again before the task is done.
        let take = || locked(&tasks).next();
        while let Some((number, task)) = take() {
            let result = work(&mut kept, task);
            // A poisoned lock is no concern: where a thread has panicked, the scope ends with a panic anyway.
            let mut done = locked(&done);
            // Threads finish in any order, but what is made of the results must not depend on how many threads there are.
            while done.len() <= number {
                done.push(None);
            }
            done[number] = Some(result);
        }
    });
    let done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.into_iter().flatten().collect()
}

/// Bytes that are given back in some milliseconds.
const A_LITTLE: u64 = 1 << 25;

/// Gives back so many bytes, on a thread of its own if they are many: a gigabyte takes a tenth of a second, and nobody who has said stop is
/// to wait for that.
pub(crate) fn give_back<T: Send + 'static>(what: T, bytes: u64) {
    if bytes > A_LITTLE {
        give_back_elsewhere(Box::new(what));
    }
}

// Behind a pointer, so that the starting of a thread is compiled once and not for every type: that was a fortieth of all code.
fn give_back_elsewhere(what: Box<dyn Send>) {
    // Where there is no thread to be had, it is given back here.
    let _ = thread::Builder::new().spawn(move || drop(what));
}

/// Runs `work` on a thread of its own, and meanwhile lets `tell` bring the progress up to date and checks the limits. The flag
/// that `work` is given is set when it has to stop.
pub(crate) fn watched<T: Send>(
    budget: &mut Budget<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
    mut tell: impl FnMut(&mut Progress),
) -> Result<T, StopReason> {
    let mut result = None;
    watch(budget, Box::new(|stop| result = Some(work(stop))), &mut tell)?;
    // It is there: a panic on that thread has become one on this.
    result.ok_or(StopReason::Cancelled)
}

// Behind pointers, so that it is compiled once.
fn watch(
    budget: &mut Budget<'_>,
    work: Box<dyn FnOnce(&AtomicBool) + Send + '_>,
    tell: &mut dyn FnMut(&mut Progress),
) -> Result<(), StopReason> {
    let stop = AtomicBool::new(false);
    let here = thread::current();
    thread::scope(|scope| {
        let stop = &stop;
        let worker = scope.spawn(move || {
            work(stop);
            here.unpark();
        });
        let mut verdict = Ok(());
        while !worker.is_finished() {
            thread::park_timeout(A_LOOK);
            tell(&mut budget.progress);
            // The budget is not asked again after it has refused: the first reason is the answer, and the worker needs time to
            // stop.
            if verdict.is_ok() {
                verdict = budget.check();
                // Relaxed: the flag carries no data, and the worker's result comes by its join.
                stop.store(verdict.is_err(), Ordering::Relaxed);
            }
        }
        worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        verdict
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_as_heavy_as_each_other() {
        assert_eq!(even(0..3, 3, &|_| 1), [0, 1, 2, 3]);
        assert_eq!(even(2..6, 2, &|number| [6, 1, 1, 4][number - 2]), [2, 3, 6]);
        assert_eq!(even(0..2, 3, &|number| 9 * number), [0, 1, 2, 2]);
        assert_eq!(even(4..4, 1, &|_| 1), [4, 4]);
        assert_eq!(even(0..2, 2, &|_| 0), [0, 0, 2]);
    }
}
