//! The background solver: the newest question wins, and news of it come as they are found.
//!
//! One thread answers questions; a second builds the [`Distances`] of the puzzle that is being asked about, so that
//! later questions are look-ups. A question about another position of the same puzzle does not disturb the second one.

#[cfg(test)]
mod tests;

use super::caught;
use super::trail::Trail;
use crate::puzzle::{Axis, Family, Metric, Path, Position, Puzzle};
use crate::solver::{
    Distances, Limits, Monitor, Outcome, Progress, Request, Stats, Verdict, is_endless, prepare,
    solve,
};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How many moves remain from a position, and what is a best way on?
#[derive(Clone, Debug)]
pub struct Query {
    /// The puzzle; questions about the same game share it.
    pub puzzle: Arc<Puzzle>,
    /// Where it stands.
    pub position: Position,
    /// What counts as one move.
    pub metric: Metric,
    /// Where the game stands, if the question is about another position, where its last move could still end. What the next key may ask
    /// is asked from there.
    pub beside: Option<Position>,
}

/// Something that the solver has to say.
#[derive(Clone, Debug)]
pub struct SolverEvent {
    /// The number of the question that it belongs to; news of older questions are stale.
    pub request: u64,
    /// What it is.
    pub report: Report,
}

/// What the solver has to say.
#[derive(Clone, Debug)]
pub enum Report {
    /// How far the search has come, with the bounds proven so far.
    Progress(Progress),
    /// A solution that is better than those before it; whether there is a better one is not known yet.
    Found(Path),
    /// From now on distances of this puzzle in this metric are look-ups. Never stale while the puzzle is played.
    Distances(Arc<Puzzle>, Arc<Distances>),
    /// The answer.
    Answer(Outcome),
    /// The search broke; a fault of the program, told instead of tearing the game down.
    Failed(String),
    /// The distances could not be built, for the same reason; questions are answered by searches then.
    NoDistances(String),
}

/// A running background solver; dropping it stops its threads, and waits for them a moment.
#[derive(Debug)]
pub struct Worker {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

type Tell = dyn Fn(SolverEvent) + Send + Sync;

/// What the threads and the owner see.
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
    /// The number of the newest question. Outside the lock, since a search compares it at every look at its limits.
    newest: AtomicU64,
    /// The number of the puzzle and metric that distances are wanted of, for the same reason.
    subject: AtomicU64,
    tell: Box<Tell>,
    limits: Limits,
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared").finish_non_exhaustive()
    }
}

#[derive(Default)]
struct State {
    question: Option<(u64, Query)>,
    /// What the second thread shall build.
    wanted: Option<Wanted>,
    subject: Option<(Arc<Puzzle>, Metric)>,
    distances: Option<Arc<Distances>>,
    closed: bool,
}

impl State {
    /// Whether distances are wanted of what `query` is about.
    fn is_of(&self, query: &Query) -> bool {
        // The questions of one game share its puzzle, and such are equal without a look at them.
        self.subject
            .as_ref()
            .is_some_and(|(puzzle, metric)| *puzzle == query.puzzle && *metric == query.metric)
    }
}

/// Distances that are to be built.
struct Wanted {
    /// The number of the subject.
    subject: u64,
    query: Query,
    /// Those that were built before. To give back so much memory takes longer than a frame may, so the second thread does it.
    old: Option<Arc<Distances>>,
}

impl Worker {
    /// Starts the threads. `news` is called on them. `limits` holds for each search; the memory is shared between the
    /// two threads half and half.
    pub fn spawn(news: impl Fn(SolverEvent) + Send + Sync + 'static, limits: Limits) -> Worker {
        let limits = Limits { memory: limits.memory.map(|bytes| bytes / 2), ..limits };
        let shared = Arc::new(Shared {
            state: Mutex::default(),
            changed: Condvar::new(),
            newest: AtomicU64::new(0),
            subject: AtomicU64::new(0),
            tell: Box::new(news),
            limits,
        });
        let start = |name: &str, run: fn(&Shared)| {
            let shared = Arc::clone(&shared);
            let builder = std::thread::Builder::new().name(name.to_owned());
            builder.spawn(move || {
                give_way();
                run(&shared);
            })
        };
        let threads = [start("solver", answer_all), start("distances", build_all)];
        // Where the system starts no thread the game goes on without a solver.
        Worker { threads: threads.into_iter().flatten().collect(), shared }
    }

    /// Asks; a search for an older question stops. Returns the question's number.
    pub fn ask(&self, query: Query) -> u64 {
        // The number moves on before the lock is taken, so that a running search learns at once that it is stale.
        let request = self.shared.newest.fetch_add(1, Ordering::SeqCst) + 1;
        let mut state = self.shared.lock();
        if !state.is_of(&query) {
            let number = self.shared.subject.fetch_add(1, Ordering::SeqCst) + 1;
            state.subject = Some((Arc::clone(&query.puzzle), query.metric));
            // A wish that nobody has taken up may carry old distances, which must still be freed on the second thread.
            let forgotten = state.wanted.take().and_then(|wanted| wanted.old);
            state.wanted = Some(Wanted {
                subject: number,
                query: query.clone(),
                old: state.distances.take().or(forgotten),
            });
        }
        // A new game of the same puzzle has a copy of its own, and has not heard of what is there already.
        let unheard = match &mut state.subject {
            Some((puzzle, _)) if !Arc::ptr_eq(puzzle, &query.puzzle) => {
                *puzzle = Arc::clone(&query.puzzle);
                state.distances.clone()
            }
            _ => None,
        };
        let puzzle = Arc::clone(&query.puzzle);
        state.question = Some((request, query));
        drop(state);
        self.shared.changed.notify_all();
        if let Some(distances) = unheard {
            self.shared.tell(request, Report::Distances(puzzle, distances));
        }
        request
    }

    /// Stops the search that is running and forgets the question.
    pub fn cancel(&self) {
        self.shared.newest.fetch_add(1, Ordering::SeqCst);
        self.shared.lock().question = None;
    }
}

/// How much less of the machine a search asks for than others do where all are busy: it has a third of the weight of a thread that
/// draws.
#[cfg(target_os = "linux")]
const MODEST: i32 = 5;

/// Lets this thread and those that it starts go behind others, so that a key's frame waits for no search. Systems other than Linux
/// know this of whole processes only, and it is not asked for there.
fn give_way() {
    #[cfg(target_os = "linux")]
    // Where it is not allowed the search goes on as it is.
    let _ = rustix::process::nice(MODEST);
}

/// How long a worker that is dropped waits for its threads to end.
// The player has quit and waits for the shell, so that this is short.
const PATIENCE: Duration = Duration::from_millis(200);

/// How long it sleeps before it looks again whether they have ended.
const GLANCE: Duration = Duration::from_millis(1);

impl Drop for Worker {
    fn drop(&mut self) {
        self.shared.newest.fetch_add(1, Ordering::SeqCst);
        self.shared.subject.fetch_add(1, Ordering::SeqCst);
        // The numbers above stop what runs; this keeps the threads from taking up another question.
        self.shared.lock().closed = true;
        self.shared.changed.notify_all();
        // A search sees that it shall stop when it looks at its limits, on the largest boards not at once. Nobody waits for
        // that: what it still finds is told to no one.
        let late = Instant::now() + PATIENCE;
        for thread in self.threads.drain(..) {
            while !thread.is_finished() && Instant::now() < late {
                std::thread::sleep(GLANCE);
            }
            if thread.is_finished() {
                // A thread that panicked has said so already.
                let _ = thread.join();
            }
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // A panic leaves no half-made state behind, since questions and distances are put into it whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, request: u64, report: Report) {
        (self.tell)(SolverEvent { request, report });
    }

    /// Waits until `take` finds something to do; `None` when the worker is closed.
    fn next<T>(&self, mut take: impl FnMut(&mut State) -> Option<T>) -> Option<T> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            if let Some(job) = take(&mut state) {
                return Some(job);
            }
            // One condition wakes both threads, so that a wake-up may be for the other: the loop looks at the state again.
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The distances that are ready for this very puzzle and metric.
    fn ready(&self, query: &Query) -> Option<Arc<Distances>> {
        let state = self.lock();
        state.distances.clone().filter(|_| state.is_of(query))
    }
}

/// Bytes that the distances may take while a puzzle is played: enough for some forty million states.
const MOST: u64 = 1 << 30;

/// Answers one question after the other, until the worker is closed.
fn answer_all(shared: &Shared) {
    let mut trail = None;
    while let Some((request, query)) = shared.next(|state| state.question.take()) {
        let answered = caught(|| {
            answer(shared, request, &query, &mut trail);
            look_ahead(shared, request, &query, &mut trail);
        });
        if let Err(said) = answered {
            shared.tell(request, Report::Failed(said));
        }
    }
}

/// Builds the distances of one puzzle after the other, until the worker is closed.
fn build_all(shared: &Shared) {
    while let Some(wanted) = shared.next(|state| state.wanted.take()) {
        let Wanted { subject, query, old } = wanted;
        drop(old);
        if let Err(said) = caught(|| build(shared, subject, &query)) {
            let request = shared.newest.load(Ordering::SeqCst);
            shared.tell(request, Report::NoDistances(said));
        }
    }
}

fn answer(shared: &Shared, request: u64, query: &Query, trail: &mut Option<Trail>) {
    let started = Instant::now();
    // The cheapest answer comes first: a look-up, then the rest of the last answer, and only then a search.
    let looked_up = shared.ready(query).and_then(|distances| looked_up(&distances, query, started));
    let last = trail.as_ref().filter(|trail| trail.is_of(&query.puzzle, query.metric));
    let optimal = |path| Outcome { verdict: Verdict::Optimal { path }, stats: Stats::default() };
    let known = || last?.rest(&query.position).map(optimal);
    let ahead = || last?.branch(&query.position).map(optimal);
    let answered = looked_up.or_else(known);
    let is_new = answered.is_none();
    let outcome = answered.or_else(ahead).unwrap_or_else(|| {
        let mut teller = SearchMonitor { shared, request };
        searched(shared.limits, query, last, &mut teller)
    });
    // Where the trail itself has answered, the longer one that it is the rest of stays; so does that of where the game stands.
    if let Verdict::Optimal { path } = &outcome.verdict
        && is_new
    {
        let stays =
            |trail: &&mut Trail| query.beside.is_some() && trail.is_of(&query.puzzle, query.metric);
        match trail.as_mut().filter(stays) {
            Some(trail) => trail.note(query.position.clone(), path.clone()),
            None => *trail = Trail::new(&query.puzzle, query.metric, &query.position, path),
        }
    }
    // A search that was stopped for a newer question has no answer worth telling.
    if shared.newest.load(Ordering::SeqCst) == request {
        shared.tell(request, Report::Answer(outcome));
    }
}

/// The answer of a search, which uses what the last one has found.
fn searched(
    limits: Limits,
    query: &Query,
    last: Option<&Trail>,
    monitor: &mut dyn Monitor,
) -> Outcome {
    let (lower_bound, way) = last.and_then(|trail| trail.around(&query.position)).unzip();
    let asked = Request {
        limits,
        lower_bound: lower_bound.unwrap_or_default(),
        upper_bound: way.as_ref().map(|way| way.len() as u32),
        // Of boards that are too large some solution is better than none. The steps of those of numbers have one at once anyway, if they
        // are plain; small ones have their optimum sooner, from the least tables.
        anytime: query.puzzle.family() == Family::Blocks
            || query.metric != Metric::Step
            || is_small(&query.puzzle)
            || !is_plain(&query.puzzle),
        ..Request::new(query.metric)
    };
    let mut outcome = solve(&query.puzzle, &query.position, &asked, monitor);
    match (&outcome.verdict, way) {
        // Nothing shorter has been found where nothing shorter can be.
        (Verdict::Unknown { lower_bound, .. }, Some(path))
            if *lower_bound as usize >= path.len() =>
        {
            outcome.verdict = Verdict::Optimal { path };
        }
        _ => {}
    }
    outcome
}

/// How long a board that nobody has asked about may take.
const AHEAD: Duration = Duration::from_secs(1);

/// Whether searches of a number puzzle use what is known of the board before, and tables that are there soon.
fn is_small(puzzle: &Puzzle) -> bool {
    let size = puzzle.size();
    size.width() * size.height() <= 16
}

/// Whether all cells but one have a tile, each of which goes any way, and nothing has to be passed through before the goal.
fn is_plain(puzzle: &Puzzle) -> bool {
    let pieces = puzzle.pieces();
    pieces.len() + 1 == puzzle.size().cells().count()
        && pieces.iter().all(|piece| piece.axis() == Axis::Free)
        && puzzle.via().is_empty()
}

/// Answers what the next key may ask, until it comes: the player thinks for longer than most searches take.
fn look_ahead(shared: &Shared, request: u64, query: &Query, trail: &mut Option<Trail>) {
    let Some(trail) = trail.as_mut().filter(|trail| trail.is_of(&query.puzzle, query.metric))
    else {
        return;
    };
    if !is_endless(&query.puzzle) || !is_small(&query.puzzle) {
        return;
    }
    let limits = Limits { time: Some(AHEAD), ..shared.limits };
    let mut monitor = Stale { newest: &shared.newest, own: request };
    for position in trail.ahead(query.beside.as_ref().unwrap_or(&query.position)) {
        if shared.newest.load(Ordering::SeqCst) != request {
            return;
        }
        let next = Query { position: position.clone(), ..query.clone() };
        let outcome = searched(limits, &next, Some(trail), &mut monitor);
        if let Verdict::Optimal { path } = outcome.verdict {
            trail.note(position, path);
        }
    }
}

/// The answer from a table.
fn looked_up(distances: &Distances, query: &Query, started: Instant) -> Option<Outcome> {
    let path = distances.path(&query.position)?;
    Some(Outcome {
        verdict: Verdict::Optimal { path },
        stats: Stats {
            states: distances.states(),
            bytes: distances.bytes(),
            elapsed: started.elapsed(),
            ..Stats::default()
        },
    })
}

fn build(shared: &Shared, subject: u64, query: &Query) {
    let mut builder = Stale { newest: &shared.subject, own: subject };
    // Such a puzzle would fill the memory before it failed, at the cost of the search beside it. What its searches gain by is made
    // instead, since a search is given up with every move.
    if is_endless(&query.puzzle) {
        let _ = prepare(&query.puzzle, &query.position, query.metric, &shared.limits, &mut builder);
        return;
    }
    let limits = Limits {
        memory: Some(shared.limits.memory.map_or(MOST, |bytes| bytes.min(MOST))),
        ..shared.limits
    };
    let built = Distances::build(&query.puzzle, query.metric, &limits, &mut builder);
    let Ok(distances) = built.map(Arc::new) else {
        return;
    };
    let mut state = shared.lock();
    // The subject changes under this lock only: distances of a puzzle that is not played any more never get in.
    if shared.subject.load(Ordering::SeqCst) != subject {
        return;
    }
    // They are there before they are told of, so that a question asked upon the news is a look-up already.
    state.distances = Some(Arc::clone(&distances));
    drop(state);
    let request = shared.newest.load(Ordering::SeqCst);
    let puzzle = Arc::clone(&query.puzzle);
    shared.tell(request, Report::Distances(puzzle, distances));
}

/// Tells the owner of a search's progress, and stops it when a newer question has come.
struct SearchMonitor<'a> {
    shared: &'a Shared,
    request: u64,
}

impl Monitor for SearchMonitor<'_> {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.shared.tell(self.request, Report::Progress(*progress));
        ControlFlow::Continue(())
    }

    fn found(&mut self, way: &dyn Fn() -> Path) {
        self.shared.tell(self.request, Report::Found(way()));
    }

    fn cancelled(&self) -> bool {
        // Nothing else is read by it, and to stop a glance later does no harm.
        self.shared.newest.load(Ordering::Relaxed) != self.request
    }
}

/// Stops what nobody waits for when its own number is not the newest any more: a search ahead when a question has come, the
/// building of distances when another puzzle or metric is asked about.
struct Stale<'a> {
    newest: &'a AtomicU64,
    own: u64,
}

impl Monitor for Stale<'_> {
    fn cancelled(&self) -> bool {
        self.newest.load(Ordering::Relaxed) != self.own
    }
}
