//! The thread that surveys a puzzle for its map, one puzzle at a time.

use super::state::{Finding, MapData};
use crate::engine::caught;
use crate::engine::fault_injection;
use crate::puzzle::{Metric, Puzzle};
use crate::solver::{Limits, Links, Monitor, Necks, Progress, StateSpace};
use crate::tui::message::Message;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
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
    /// Has the thread place the positions in space; it hears too when the job is over and this is gone.
    place: Sender<()>,
    /// Whether that was asked for.
    is_placed: bool,
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

    /// Has the positions placed in space when they are surveyed.
    pub(crate) fn place(&mut self) {
        if let Some(job) = self.at.as_mut().filter(|job| !job.is_placed) {
            job.is_placed = true;
            // The thread may have ended without a map.
            let _ = job.place.send(());
        }
    }

    fn begin(&mut self, puzzle: Arc<Puzzle>, metric: Metric) {
        let stop = Arc::new(AtomicBool::new(false));
        let mut teller = SurveyMonitor {
            sender: self.sender.clone(),
            subject: (puzzle.clone(), metric),
            stop: stop.clone(),
        };
        let limits = self.limits;
        let (place, orders) = mpsc::channel();
        let work = move || {
            let (puzzle, metric) = teller.subject.clone();
            let surveyed = caught(|| {
                fault_injection::panic_if_asked();
                StateSpace::build(&puzzle, metric, &limits, &mut teller)
            });
            let map_data = match surveyed {
                Ok(result) => MapData::of(result.map(Arc::new)),
                Err(said) => MapData::Broken(said),
            };
            let space = map_data.space().cloned();
            teller.tell(Message::Surveyed, map_data);
            if let Some(space) = space {
                if let Err(said) = caught(|| study(&space, &limits, &teller, &orders)) {
                    teller.tell(Message::Studied, Finding::Broken(said));
                }
                // To give back so much memory takes longer than a frame may: this thread does it when all others have.
                while orders.recv().is_ok() {}
            }
        };
        // Without the thread there is no map, and the game goes on.
        let _ = thread::Builder::new().name(NAME.to_owned()).spawn(work);
        self.at = Some(Job { puzzle, metric, stop, place, is_placed: false });
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

/// Finds out what else is to be known of a map, first what somebody waits for.
fn study(space: &StateSpace, limits: &Limits, teller: &SurveyMonitor, orders: &Receiver<()>) {
    let links = match space.links(limits, &mut &*teller.stop) {
        Ok(links) => links,
        Err(why) => return teller.tell(Message::Studied, Finding::Shape(Err(why))),
    };
    let is_awaited = orders.try_recv().is_ok();
    if is_awaited {
        teller.tell(Message::Studied, shape(space, &links, limits, teller));
    }
    let necks = space.necks(&links, limits, &mut &*teller.stop);
    // Where there is no room to look for them, there are none to be seen.
    teller.tell(
        Message::Studied,
        Finding::Necks(Arc::new(necks.unwrap_or_else(|_| Necks::default()))),
    );
    if !is_awaited && orders.recv().is_ok() {
        teller.tell(Message::Studied, shape(space, &links, limits, teller));
    }
}

fn shape(space: &StateSpace, links: &Links, limits: &Limits, teller: &SurveyMonitor) -> Finding {
    Finding::Shape(space.shape(links, limits, &mut &*teller.stop).map(Arc::new))
}

/// Tells the loop how far the survey has come.
struct SurveyMonitor {
    sender: Sender<Message>,
    subject: (Arc<Puzzle>, Metric),
    stop: Arc<AtomicBool>,
}

impl SurveyMonitor {
    fn tell<T>(&self, message: fn(Arc<Puzzle>, Metric, T) -> Message, told: T) {
        let (puzzle, metric) = self.subject.clone();
        if !self.stop.load(Ordering::Relaxed) {
            // When the loop has ended nobody listens, and nothing is lost.
            let _ = self.sender.send(message(puzzle, metric, told));
        }
    }
}

impl Monitor for SurveyMonitor {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.tell(Message::Surveyed, MapData::Surveyed(progress.states));
        // Whether to stop is asked by `cancelled`, which is there for that alone.
        ControlFlow::Continue(())
    }

    fn cancelled(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
