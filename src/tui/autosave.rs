//! The thread that keeps the game and the best results, so that a slow disk or another game's lock delays no picture.

use crate::engine::caught;
use crate::notation::Entry;
use crate::puzzle::Metric;
use crate::session::Session;
use crate::storage::{Bests, Days, Drawing, FileProblem, ProblemKind, Records, Settings, Times};
use crate::tui::message::Message;
use std::collections::BTreeSet;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// How long a picture may wait for the disk.
// Half a frame at 60 frames a second: nobody sees that wait.
const SOON: Duration = Duration::from_millis(8);
/// How long the end of the program may wait for the disk: one that does not answer at all must not hold it.
const AT_LAST: Duration = Duration::from_secs(5);

/// What is to be kept.
pub(crate) struct Game {
    pub(crate) entry: Arc<Entry>,
    pub(crate) metric: Metric,
    pub(crate) session: Session,
    /// Whether it takes the place of the game that was left.
    pub(crate) is_played: bool,
    pub(crate) now: Duration,
    /// What the game is part of.
    pub(crate) course: String,
    pub(crate) bests: Bests,
    pub(crate) days: Days,
    pub(crate) times: Arc<Times>,
    pub(crate) settings: Settings,
    /// What is being drawn, if it is nowhere else.
    pub(crate) drawing: Option<Drawing>,
}

/// The thread; dropping it finishes what it was given.
pub(crate) struct Autosave {
    shared: Arc<Shared<Game>>,
    thread: Option<JoinHandle<()>>,
}

/// What is being kept, to be waited for.
pub(crate) struct SaveHandle(Arc<Shared<Game>>);

/// What the thread and its owners see.
struct Shared<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
}

struct State<T> {
    /// The newest of what is to be kept; older ones are in it.
    next: Option<T>,
    /// Whether one is being written.
    busy: bool,
    /// Whether the end of the program could still take that one away.
    at_risk: bool,
    /// Why the one before could not be written, if so.
    lost: Option<FileProblem>,
    closed: bool,
}

impl Autosave {
    /// Keeps in `records` what it is given, and tells what goes wrong: that nothing can be written just once, and whether the latest
    /// was written whenever that changes.
    pub(crate) fn new(
        mut records: Records,
        mut tell: impl FnMut(Message) + Send + 'static,
    ) -> Autosave {
        let shared = Arc::new(Shared::new());
        let (mut warned, mut is_kept) = (BTreeSet::new(), true);
        let theirs = Arc::clone(&shared);
        let run = move || {
            theirs.serve(|game, safe| {
                // A panic while writing ends neither this thread nor the saving: it is told like any other reason.
                let kept = caught(|| write(&mut records, game, safe));
                let problems = kept.unwrap_or_else(|said| vec![unwritten(said)]);
                // A full disk fails at every move. It is told once of each file, or the footer would say nothing else.
                let news = problems.iter().filter(|problem| warned.insert(problem.file.clone()));
                let news = records.problems().into_iter().chain(news.cloned());
                news.for_each(|problem| tell(Message::FileProblem(problem)));
                if std::mem::replace(&mut is_kept, problems.is_empty()) != problems.is_empty() {
                    tell(Message::Kept(is_kept));
                }
                problems.into_iter().next()
            });
        };
        let thread = thread::Builder::new().name("autosave".to_owned()).spawn(run);
        Autosave { shared, thread: thread.ok() }
    }

    /// Keeps this in place of what was given before.
    pub(crate) fn keep(&self, game: Game) {
        // Without the thread nobody would take the game, and every frame would wait for it in vain.
        if self.thread.is_some() {
            self.shared.put(game);
        }
    }

    /// A handle through which one waits for what was given.
    pub(crate) fn saving(&self) -> SaveHandle {
        SaveHandle(Arc::clone(&self.shared))
    }
}

impl Drop for Autosave {
    fn drop(&mut self) {
        self.shared.close();
        if let Some(thread) = self.thread.take() {
            // What it panics with is caught and told.
            let _ = thread.join();
        }
    }
}

impl SaveHandle {
    /// Waits until the end of the program cannot take away what was given, but not for longer than a picture may wait.
    pub(crate) fn finish_soon(&self) {
        self.0.finish(SOON, |state| state.at_risk);
    }

    /// Waits until all is written, if the disk answers at all. What could not be written, if that is so.
    pub(crate) fn finish(&self) -> Option<FileProblem> {
        if self.0.finish(AT_LAST, |state| state.busy) {
            return self.0.lock().lost.clone();
        }
        Some(unwritten("the disk does not answer".to_owned()))
    }
}

/// The game is not written, wherever it is.
fn unwritten(why: String) -> FileProblem {
    FileProblem::new("game.json".as_ref(), ProblemKind::NotWritten, why)
}

/// Writes it, the game last: when that is `safe`, all is. What cannot be written.
fn write(records: &mut Records, game: &Game, safe: &dyn Fn()) -> Vec<FileProblem> {
    let keep_game = |records: &mut Records| {
        if !game.is_played {
            safe();
            return Ok(());
        }
        let Game { entry, metric, session, now, course, .. } = game;
        records.keep_game(entry, *metric, session, *now, course, safe)
    };
    // All are tried before the first error is looked for: one file that cannot be written must not keep the others away.
    let kept = [
        records.keep_bests(&game.bests),
        records.keep_days(&game.days),
        records.keep_times(&game.times),
        records.keep_settings(&game.settings),
        records.keep_drawing(game.drawing.as_ref()),
        keep_game(records),
    ];
    kept.into_iter().filter_map(Result::err).collect()
}

impl<T> Shared<T> {
    fn new() -> Shared<T> {
        let state = State { next: None, busy: false, at_risk: false, lost: None, closed: false };
        Shared { state: Mutex::new(state), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        // The state is whole between any two of its changes, so that a panic elsewhere is no reason to stop saving.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put(&self, next: T) {
        // One place and not a queue: the newer game holds all of the older one, and a slow disk never has a backlog.
        self.lock().next = Some(next);
        self.changed.notify_all();
    }

    fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    /// The thread's life: one after the other, the newest next, until it is closed and all is done.
    /// The work says when the end of the program could not take away any more what it has.
    fn serve(&self, mut save: impl FnMut(&T, &dyn Fn()) -> Option<FileProblem>) {
        loop {
            let mut state = self.lock();
            while state.next.is_none() && !state.closed {
                let woken = self.changed.wait(state);
                state = woken.unwrap_or_else(PoisonError::into_inner);
            }
            let Some(next) = state.next.take() else {
                return;
            };
            // The flags change under the lock that takes the game: whoever waits never sees it neither waiting nor being written.
            (state.busy, state.at_risk) = (true, true);
            drop(state);
            let safe = || {
                self.lock().at_risk = false;
                self.changed.notify_all();
            };
            // The lock is free while the disk works, so that `put` never waits for the disk.
            let lost = save(&next, &safe);
            let mut state = self.lock();
            (state.busy, state.lost) = (false, lost);
            drop(state);
            // The work need not have called it, as when there was nothing to be written; nobody may wait for that.
            safe();
        }
    }

    /// Waits until nothing is to be kept any more, and what is being kept is not `held` up, for at most so long. Returns
    /// whether that is so.
    fn finish(&self, longest: Duration, held: impl Fn(&State<T>) -> bool) -> bool {
        let unfinished = |state: &mut State<T>| held(state) || state.next.is_some();
        let state = self.lock();
        let waited = self.changed.wait_timeout_while(state, longest, unfinished);
        let (_state, waited) = waited.unwrap_or_else(PoisonError::into_inner);
        !waited.timed_out()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn a_disk_that_hangs_holds_nobody_and_the_newest_is_written_at_last() {
        let shared = &Shared::new();
        let (begun, seen) = mpsc::channel();
        let (release, held) = mpsc::channel::<()>();
        thread::scope(|scope| {
            scope.spawn(move || {
                shared.serve(|&number: &u32, safe| {
                    begun.send(number).unwrap();
                    held.recv().unwrap();
                    safe();
                    held.recv().unwrap();
                    None
                });
            });
            shared.put(1);
            assert_eq!(seen.recv().unwrap(), 1);
            // The thread hangs; whoever gives it something goes on.
            for number in 2..=9 {
                shared.put(number);
                assert!(!shared.finish(Duration::from_millis(1), |state| state.at_risk));
            }
            release.send(()).unwrap();
            release.send(()).unwrap();
            assert_eq!(seen.recv().unwrap(), 9);
            // What is safe is not yet all that is to be done.
            release.send(()).unwrap();
            assert!(shared.finish(AT_LAST, |state| state.at_risk));
            assert!(!shared.finish(Duration::from_millis(1), |state| state.busy));
            shared.put(10);
            shared.close();
            (0..3).for_each(|_| release.send(()).unwrap());
            assert_eq!(seen.recv().unwrap(), 10);
            assert!(shared.finish(AT_LAST, |state| state.busy));
        });
    }

    #[test]
    fn what_nobody_waits_for_is_finished_before_the_end() {
        let shared = Shared::new();
        shared.put(1);
        shared.put(2);
        shared.close();
        let mut saved = Vec::new();
        shared.serve(|&number: &u32, _| {
            saved.push(number);
            None
        });
        assert_eq!(saved, [2]);
    }
}
