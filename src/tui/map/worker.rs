//! The thread that surveys a puzzle for its map, one puzzle at a time.

use super::state::Ground;
use crate::engine::caught;
use crate::engine::fault_injection;
use crate::puzzle::{Metric, Puzzle};
use crate::solver::{Limits, Monitor, Progress, StateSpace};
use crate::tui::message::Message;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

/// Bytes that a map may take: enough for some ten million positions.
const MOST: u64 = 512 << 20;

/// The name of the thread; its panics are caught.
const NAME: &str = "map";

/// Surveys what it is told to, until it is told something else.
pub(crate) struct MapWorker {
    sender: Sender<Message>,
    limits: Limits,
    at: Option<Job>,
}

/// What is being surveyed, or has been.
struct Job {
    puzzle: Arc<Puzzle>,
    metric: Metric,
    stop: Arc<AtomicBool>,
    /// Nothing is sent here: the thread hears when the job is over.
    _over: Sender<()>,
}

impl MapWorker {
    /// Sends what it finds to `sender`.
    pub(crate) fn new(sender: Sender<Message>, limits: Limits) -> MapWorker {
        let memory = Some(limits.memory.map_or(MOST, |bytes| bytes.min(MOST)));
        MapWorker { sender, limits: Limits { memory, ..limits }, at: None }
    }

    /// Goes on with `subject` if that is what it is at, else stops and begins with it.
    pub(crate) fn survey(&mut self, subject: Option<(Arc<Puzzle>, Metric)>) {
        let same = |job: &Job| {
            subject.as_ref().is_some_and(|(puzzle, metric)| {
                // Each game has its puzzle at an address of its own, and a new game of a puzzle has to be told of the map anew.
                Arc::ptr_eq(puzzle, &job.puzzle) && *metric == job.metric
            })
        };
        if self.at.as_ref().is_some_and(same) {
            return;
        }
        self.stop();
        if let Some((puzzle, metric)) = subject {
            self.begin(puzzle, metric);
        }
    }

    fn begin(&mut self, puzzle: Arc<Puzzle>, metric: Metric) {
        let stop = Arc::new(AtomicBool::new(false));
        let mut teller = Teller {
            sender: self.sender.clone(),
            subject: (puzzle.clone(), metric),
            stop: stop.clone(),
        };
        let limits = self.limits;
        let (over, ended) = mpsc::channel();
        let work = move || {
            let (puzzle, metric) = teller.subject.clone();
            let surveyed = caught(|| {
                fault_injection::panic_if_asked();
                StateSpace::build(&puzzle, metric, &limits, &mut teller)
            });
            let ground = match surveyed {
                Ok(result) => Ground::of(result.map(Arc::new)),
                Err(said) => Ground::Broken(said),
            };
            let land = ground.land().cloned();
            teller.tell(ground);
            // To give back so much memory takes longer than a frame may: this thread does it when all others have.
            if land.is_some() {
                let _ = ended.recv();
            }
        };
        // Without the thread there is no map, and the game goes on.
        let _ = thread::Builder::new().name(NAME.to_owned()).spawn(work);
        self.at = Some(Job { puzzle, metric, stop, _over: over });
    }

    fn stop(&mut self) {
        if let Some(job) = self.at.take() {
            // The thread is not waited for, and no other memory goes with the flag: it stops soon, and from now on tells nothing.
            job.stop.store(true, Ordering::Relaxed);
        }
    }
}

impl Drop for MapWorker {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Tells the loop how far the survey has come.
struct Teller {
    sender: Sender<Message>,
    subject: (Arc<Puzzle>, Metric),
    stop: Arc<AtomicBool>,
}

impl Teller {
    fn tell(&self, ground: Ground) {
        let (puzzle, metric) = self.subject.clone();
        if !self.stop.load(Ordering::Relaxed) {
            // When the loop has ended nobody listens, and nothing is lost.
            let _ = self.sender.send(Message::Surveyed(puzzle, metric, ground));
        }
    }
}

impl Monitor for Teller {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.tell(Ground::Surveyed(progress.states));
        // Whether to stop is asked by `cancelled`, which is there for that alone.
        ControlFlow::Continue(())
    }

    fn cancelled(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
