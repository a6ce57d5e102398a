//! Whose turn it is: most tests share the machine, and one that measures how soon something is seen has it alone.

use std::collections::HashMap;
use std::sync::{Condvar, LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

/// The tests, by their threads, that have something running; and the one that is alone, or waits until it is.
#[derive(Default)]
struct Turns {
    running: HashMap<ThreadId, usize>,
    alone: Option<ThreadId>,
}

static TURNS: LazyLock<Mutex<Turns>> = LazyLock::new(Mutex::default);
static CHANGED: Condvar = Condvar::new();

/// A turn, which ends when this is dropped.
pub(crate) struct Turn {
    thread: ThreadId,
    alone: bool,
}

/// Waits until no other test wants to be alone. A test that has a turn gets more of them at once.
pub(crate) fn shared() -> Turn {
    let thread = thread::current().id();
    let mut turns = wait_while(|turns| {
        turns.alone.is_some_and(|alone| alone != thread) && !turns.running.contains_key(&thread)
    });
    *turns.running.entry(thread).or_default() += 1;
    Turn { thread, alone: false }
}

/// Waits until no other test has a turn, and keeps them from beginning.
pub(crate) fn alone() -> Turn {
    let thread = thread::current().id();
    wait_while(|turns| turns.alone.is_some()).alone = Some(thread);
    drop(wait_while(|turns| !turns.running.is_empty()));
    Turn { thread, alone: true }
}

fn wait_while(busy: impl Fn(&Turns) -> bool) -> MutexGuard<'static, Turns> {
    let turns = TURNS.lock().unwrap_or_else(PoisonError::into_inner);
    CHANGED.wait_while(turns, |turns| busy(turns)).unwrap_or_else(PoisonError::into_inner)
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut turns = TURNS.lock().unwrap_or_else(PoisonError::into_inner);
        if self.alone {
            turns.alone = None;
        } else if let Some(count) = turns.running.get_mut(&self.thread) {
            *count -= 1;
            turns.running.retain(|_, count| *count > 0);
        }
        CHANGED.notify_all();
    }
}
