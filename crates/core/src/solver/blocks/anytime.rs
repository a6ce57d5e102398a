//! Solutions from above and bounds from below, in turn, until they meet.
//!
//! Layers of a breadth-first search prove that nothing is shorter; best-first width search finds some way, and wider and wider beams
//! find shorter ones, each of which is made shorter still within its neighbourhood. Small boards are solved to the end before any of
//! that begins.
//!
//! All of it is one thing: two searches that share time, memory and what they know of each other.

use super::width::beam::Beam;
use super::width::board::{Board, PieceStep};
use super::width::novelty::Facts;
use super::width::one_by_one::OneByOne;
use super::width::shorten::{solves, with_others_back, without_needless};
use super::width::{End, Order, Variant, WidthSearch};
use crate::puzzle::{Cell, Metric, Move, Path, PieceId, Position, Puzzle};
use crate::solver::budget::{Budget, Progress, StopReason};
use crate::solver::lowered::{Lowered, raise, start};
use crate::solver::outcome::Verdict;
use crate::solver::request::Request;
use crate::solver::search::Algorithm;
use crate::solver::search::Search;
use crate::solver::search::breadth_first::{BreadthFirst, Ends};
use crate::solver::search::neighbourhood::shortened;
use crate::solver::search::space::State;
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::time::Duration;

/// The time that breadth-first search has to itself: it solves most boards in less.
const ALONE: Duration = Duration::from_millis(100);

/// While it has taken no more than this, it may well end soon.
const SOON: Duration = Duration::from_secs(2);

/// How many times as long as the search for solutions it may take: before there is one and afterwards, each while it may end soon and
/// later.
const SHARES: [[f64; 2]; 2] = [[1.0, 0.5], [4.0, 1.0]];

/// How long a part of the moves of one state is expected to take where nothing is known yet.
const A_PART: Duration = Duration::from_millis(1);

/// Lookups of a width search in a turn: some milliseconds. Positions of hundreds of pieces take some searches many times as long as others.
const A_TURN: u64 = 1 << 20;

/// The first searches. How long each takes is a matter of luck on the hardest boards, so that several take turns.
const FIRST: [Variant; 4] = [
    BY_KINDS,
    Variant { facts: Facts::Pieces, order: Order::Distance },
    Variant { facts: Facts::Kinds, order: Order::Sum },
    BY_EMPTY_CELLS,
];

/// Those for a part of the goal.
const OF_A_PART: [Variant; 2] = [BY_KINDS, BY_EMPTY_CELLS];

const BY_KINDS: Variant = Variant { facts: Facts::Kinds, order: Order::Distance };
const BY_EMPTY_CELLS: Variant = Variant { facts: Facts::Empty, order: Order::Sum };

/// How many times as long as another one a search for a part of the goal may take, and one that goes on from there.
const A_PART_MORE: u64 = 8;

/// Lookups, as that counts, before any other search begins: the first position of hundreds of named pieces takes tenths of a second.
const A_START: u64 = 1 << 23;

/// States in the first neighbourhood of a path, and in the largest: their places are numbered in 32 bits.
const NEIGHBOURHOODS: [usize; 2] = [1 << 12, 1 << 30];

/// How many times the states of a solution are held at most: while they are counted, searched around, and joined anew.
const COPIES: usize = 3;

/// Positions of a layer in the first beam, and in the last.
const BEAMS: [usize; 2] = [1 << 9, 1 << 22];

/// What is asked.
struct Question<'a, S> {
    lowered: &'a dyn Lowered<S>,
    puzzle: &'a Puzzle,
    from: &'a Position,
    metric: Metric,
    /// Some solution, if the caller has one.
    known: Option<Path>,
}

/// The best solution that the limits allow.
pub(crate) fn solve<S: State>(
    lowered: &dyn Lowered<S>,
    puzzle: &Puzzle,
    (from, known): (&Position, Option<Path>),
    request: &Request,
    budget: &mut Budget<'_>,
) -> Verdict {
    let start = match start(lowered, from) {
        Ok(start) => start,
        Err(verdict) => return verdict,
    };
    // Most puzzles are solved before it is needed.
    let boards = OnceCell::new();
    let question = Question { lowered, puzzle, from, metric: request.metric, known };
    Turns::new(&question, &boards, start, request.lower_bound).run(budget)
}

/// Two searches that take turns: by layers from below, and for better and better solutions from above.
struct Turns<'a, S: State> {
    question: &'a Question<'a, S>,
    boards: &'a OnceCell<Option<Boards>>,
    /// Until it has run out of memory.
    layers: Option<BreadthFirst<'a, S>>,
    /// How long the moves of each state take in a layer.
    a_state: Duration,
    lower_bound: u32,
    /// From its first turn on.
    above: Option<FromAbove<'a, S>>,
    /// How long either has taken.
    spent: [Duration; 2],
    /// What the search from above has done.
    done: Progress,
    /// What stopped the layers.
    why: StopReason,
}

impl<'a, S: State> Turns<'a, S> {
    /// Nothing has been done yet.
    fn new(
        question: &'a Question<'a, S>,
        boards: &'a OnceCell<Option<Boards>>,
        start: S,
        lower_bound: u32,
    ) -> Turns<'a, S> {
        Turns {
            question,
            boards,
            layers: Some(BreadthFirst::new(question.lowered, start, Ends::Auto)),
            a_state: A_PART.mul_f64(question.lowered.parts() as f64),
            lower_bound,
            above: None,
            spent: [Duration::ZERO; 2],
            done: Progress::default(),
            why: StopReason::NotApplicable,
        }
    }

    /// Searches until the bounds meet or something stops it.
    fn run(mut self, budget: &mut Budget<'_>) -> Verdict {
        loop {
            if self.path().is_some_and(|path| path.len() - 1 <= self.lower_bound as usize) {
                return self.answer(self.why);
            }
            if let Err(why) = budget.check()
                && why != StopReason::Memory
            {
                return self.answer(why);
            }
            if self.is_layers_turn(budget) {
                match self.next_layer(budget) {
                    Ok(Some(Search::Path(states))) => {
                        let path = self.question.raise(&states);
                        budget.algorithm =
                            self.layers.as_ref().map_or(Algorithm::Bfs, BreadthFirst::algorithm);
                        return Verdict::Optimal { path };
                    }
                    Ok(Some(Search::Exhausted)) => return Verdict::Unsolvable,
                    // From nowhere in the last layer is a goal near enough, however few layers there are.
                    Ok(Some(Search::Stopped { lower_bound, .. })) => {
                        self.lower_bound = self.lower_bound.max(lower_bound);
                    }
                    Ok(None) => {}
                    Err(why) => return self.answer(why),
                }
            } else if self.is_over() {
                // The layers have ended, so that there is all of the memory for it.
                if !self.above.as_mut().is_some_and(FromAbove::begin_again) {
                    return self.answer(self.why);
                }
            } else if let Err(why) = self.turn_from_above(budget) {
                return self.answer(why);
            }
        }
    }

    /// The best solution so far.
    fn path(&self) -> Option<&[S]> {
        self.above.as_ref()?.path.as_deref()
    }

    fn is_over(&self) -> bool {
        self.above.as_ref().is_some_and(|above| above.is_over)
    }

    /// What is known when nothing more is done.
    fn answer(&self, why: StopReason) -> Verdict {
        let lower_bound = self.lower_bound;
        // One that was known is not made of states again, which took 0.4 s where it has 25,000.
        let known = self.question.known.as_ref();
        match self.path().filter(|path| known.is_none_or(|known| path.len() <= known.len())) {
            Some(path) if path.len() - 1 <= lower_bound as usize => {
                Verdict::Optimal { path: self.question.raise(path) }
            }
            Some(path) => Verdict::Solved { path: self.question.raise(path), lower_bound },
            // It may have been stopped before the search from above had a turn.
            None => match self.question.known.clone() {
                Some(path) if path.len() <= lower_bound as usize => Verdict::Optimal { path },
                Some(path) => Verdict::Solved { path, lower_bound },
                None => Verdict::Unknown { lower_bound, why },
            },
        }
    }

    /// Whether the next layer comes next.
    fn is_layers_turn(&self, budget: &Budget<'_>) -> bool {
        let Some(layers) = &self.layers else { return false };
        if self.is_over() {
            return true;
        }
        let next = self.a_state.mul_f64(layers.ahead() as f64);
        let after = self.spent[0] + next;
        let is_late = |time: Duration| budget.elapsed() + next > time;
        if after <= ALONE {
            return true;
        }
        let is_found = usize::from(self.path().is_some());
        let share = SHARES[is_found][usize::from(after > SOON)];
        // A layer that cannot be finished proves nothing.
        let is_late = budget.limits().time.is_some_and(is_late);
        after <= self.spent[1].mul_f64(share) && !is_late
    }

    /// Makes a layer.
    fn next_layer(&mut self, budget: &mut Budget<'_>) -> Result<Option<Search<S>>, StopReason> {
        let Some(layers) = &mut self.layers else { return Ok(None) };
        let (begun, bytes) = (budget.elapsed(), self.above.as_ref().map_or(0, FromAbove::bytes));
        let half = budget.limits().memory.filter(|_| self.above.is_some());
        // The search for solutions has half of the memory.
        budget.beside = Progress { bytes: bytes.max(half.unwrap_or(0) / 2), ..self.done };
        // A path that is no shorter than the best one is not wanted.
        let best = self.above.as_ref().and_then(|above| above.path.as_ref());
        let within = best.map_or(u32::MAX, |path| (path.len() as u32).saturating_sub(2));
        let end = layers.advance(within, budget);
        budget.beside = Progress::default();
        if let Some(above) = &mut self.above
            && let Some(known) = layers.known().filter(|known| known.len() as u32 - 1 <= within)
        {
            above.improve(known.to_vec(), budget);
        }
        budget.progress.bytes = layers.bytes() + bytes;
        self.lower_bound = self.lower_bound.max(layers.lower_bound());
        budget.progress.lower_bound = budget.progress.lower_bound.max(self.lower_bound);
        self.spent[0] += budget.elapsed() - begun;
        self.a_state = layers.a_state().unwrap_or(self.a_state);
        match end {
            Err(StopReason::Memory) => {
                (self.layers, self.why) = (None, StopReason::Memory);
                budget.progress.bytes = bytes;
                Ok(None)
            }
            end => end,
        }
    }

    /// Does something for a better solution.
    fn turn_from_above(&mut self, budget: &mut Budget<'_>) -> Result<(), StopReason> {
        let (begun, before) = (budget.elapsed(), budget.progress);
        let (question, boards) = (self.question, self.boards);
        budget.progress.bytes = self.layers.as_ref().map_or(0, BreadthFirst::bytes);
        if self.above.is_none() {
            self.above = Some(FromAbove::new(question, boards, budget)?);
        }
        let Some(above) = &mut self.above else { return Ok(()) };
        let turn = above.turn(budget);
        budget.algorithm = Algorithm::Auto;
        self.done.states += budget.progress.states - before.states;
        self.done.expanded += budget.progress.expanded - before.expanded;
        self.spent[1] += budget.elapsed() - begun;
        turn
    }
}

/// What the searches from above walk on.
struct Boards {
    whole: Board,
    /// Searched first, if there is one.
    rest: Option<Rest>,
}

/// A board with those pieces alone in its goal that are not there yet, where others are named beside them. If hundreds of pieces are to be
/// where they are, those that make way come back more easily afterwards than all are kept in sight of.
struct Rest {
    board: Board,
    /// Those that its goal names.
    pieces: Vec<u16>,
}

impl Boards {
    /// Those of a puzzle that is at `from`; `None` if a goal wants a piece where it can never be.
    fn new(puzzle: &Puzzle, from: &Position) -> Option<Boards> {
        Some(Boards { whole: Board::new(puzzle)?, rest: Rest::of(puzzle, from) })
    }
}

impl Rest {
    /// That of a puzzle at `from`; `None` with waypoints, and if all that are named are there, or none.
    fn of(puzzle: &Puzzle, from: &Position) -> Option<Rest> {
        let is_there = |&(wanted, cell): &(PieceId, Cell)| {
            let kind = puzzle.piece(wanted).kind();
            let mut alike = puzzle.piece_ids().filter(|&id| puzzle.piece(id).kind() == kind);
            alike.any(|id| from.anchor(id) == cell)
        };
        let goal = puzzle.goal().places();
        let open: Vec<bool> = goal.iter().map(|target| !is_there(target)).collect();
        if !puzzle.via().is_empty() || !open.contains(&false) || !open.contains(&true) {
            return None;
        }
        let board = Board::of_part(puzzle, from, &open)?;
        let targets = goal.iter().zip(open).filter(|target| target.1);
        Some(Rest { board, pieces: targets.map(|(target, _)| target.0.0).collect() })
    }
}

/// One of the first searches.
struct First<'a> {
    board: &'a Board,
    variant: Variant,
    /// From its first turn on: to make one of hundreds of kinds takes longer than others may need to find something.
    search: Option<WidthSearch<'a>>,
    /// The steps to where it begins.
    before: Vec<PieceStep>,
    /// If it ends with a part of the goal, another goes on from there.
    part: Option<&'a Rest>,
}

impl First<'_> {
    /// Goes on with it, on a puzzle that is at `from`.
    fn turn(&mut self, from: &Position, budget: &mut Budget<'_>) -> Result<End, StopReason> {
        let search = match self.search.take() {
            Some(search) => search,
            None => {
                let mut anchors = self.board.anchors(from).unwrap_or_default();
                self.before.iter().for_each(|go| anchors[usize::from(go.piece)] = go.to);
                WidthSearch::new(self.board, self.variant, (&anchors, from.stage()), budget)?
            }
        };
        self.search.insert(search).run(A_TURN, budget)
    }

    fn bytes(&self) -> u64 {
        self.search.as_ref().map_or(0, WidthSearch::bytes)
    }

    /// What it has done, as far as it counts when it is asked which comes next.
    fn work(&self) -> u64 {
        let work = self.search.as_ref().map_or(0, WidthSearch::work);
        // Without a way for a part of the goal there is none for all of it, and behind one little is left.
        let is_ahead = self.part.is_some() || !self.before.is_empty();
        match self.variant.facts {
            _ if is_ahead => work / A_PART_MORE,
            // Few boards need it.
            Facts::Empty => 2 * work + A_START,
            Facts::Kinds | Facts::Pieces => work + A_START,
        }
    }
}

/// The search for better and better solutions.
struct FromAbove<'a, S> {
    question: &'a Question<'a, S>,
    board: Option<&'a Board>,
    /// The first searches, until one has found something.
    first: Vec<First<'a>>,
    /// Those for which all together there was no room.
    put_off: Vec<First<'a>>,
    /// Whether they have been put off, so that each of them has all memory in turn.
    is_one_at_a_time: bool,
    /// One more of them, for goals of many pieces.
    one_by_one: Option<OneByOne<'a>>,
    /// The beam that is looking for a shorter solution.
    beam: Option<Beam<'a>>,
    /// Positions of a layer in the next one; none if there is no room for more.
    width: Option<usize>,
    path: Option<Vec<S>>,
    /// States in the next neighbourhood; none if there is no room for more.
    neighbourhood: Option<usize>,
    /// Whether the neighbourhood comes next, and not a beam.
    is_near: bool,
    is_over: bool,
}

impl<'a, S: State> FromAbove<'a, S> {
    fn new(
        question: &'a Question<'a, S>,
        boards: &'a OnceCell<Option<Boards>>,
        budget: &mut Budget<'_>,
    ) -> Result<FromAbove<'a, S>, StopReason> {
        let from = question.from;
        let boards = boards.get_or_init(|| Boards::new(question.puzzle, from)).as_ref();
        let board = boards.map(|boards| &boards.whole);
        // A solution that there is no room for stays as it is.
        let bytes = |known: &&Path| (COPIES * known.len() * size_of::<S>()) as u64;
        let known = question.known.as_ref().filter(|known| budget.room(bytes(known)).is_ok());
        let path = known.map(|known| question.states(known, budget)).transpose()?;
        let (part, whole) = (boards.and_then(|boards| boards.rest.as_ref()), board);
        let part = part
            .into_iter()
            .flat_map(|rest| OF_A_PART.map(|variant| (&rest.board, variant, Some(rest))));
        let whole = whole.into_iter().flat_map(|board| FIRST.map(|variant| (board, variant, None)));
        let is_wanted = |board: &Board| question.known.is_none() && board.anchors(from).is_some();
        let first = part.chain(whole).filter(|(board, ..)| is_wanted(board));
        let first = first.map(|(board, variant, part)| First {
            board,
            variant,
            search: None,
            before: Vec::new(),
            part,
        });
        let first: Vec<First<'a>> = first.collect();
        let one_by_one = match board {
            Some(board) if !first.is_empty() => {
                OneByOne::new((question.puzzle, from, board), budget)?
            }
            _ => None,
        };
        Ok(FromAbove {
            question,
            board,
            // Without a board nothing can be done for a solution that is known either.
            is_over: first.is_empty() && (path.is_none() || board.is_none()),
            first,
            put_off: Vec::new(),
            is_one_at_a_time: false,
            one_by_one,
            beam: None,
            width: Some(BEAMS[0]),
            path,
            neighbourhood: Some(NEIGHBOURHOODS[0]),
            is_near: true,
        })
    }

    /// Bytes held between two turns.
    fn bytes(&self) -> u64 {
        let first: u64 = self.first.iter().map(First::bytes).sum();
        let path = self.path.as_ref().map_or(0, |path| path.capacity() * size_of::<S>());
        first + path as u64 + self.beam.as_ref().map_or(0, Beam::bytes)
    }

    /// Does a little.
    ///
    /// # Errors
    /// What stopped it; want of memory does not, as long as something can be done with less.
    fn turn(&mut self, budget: &mut Budget<'_>) -> Result<(), StopReason> {
        let (Some(board), false) = (self.board, self.is_over) else { return Ok(()) };
        if self.path.is_none() {
            return self.seek(board, budget);
        }
        match self.neighbourhood {
            Some(most) if self.is_near => self.look_around(most, budget),
            _ => self.go_on_with_beam(board, budget),
        }
    }

    /// Goes on with one of the first searches.
    fn seek(&mut self, board: &'a Board, budget: &mut Budget<'_>) -> Result<(), StopReason> {
        // That which has done least is next: one position may take longer than a turn.
        let next = match self.is_one_at_a_time {
            true => self.first.len().checked_sub(1),
            false => (0..self.first.len()).min_by_key(|&first| self.first[first].work()),
        };
        let least = next.map(|next| self.first[next].work());
        let from = self.question.from;
        budget.progress.bytes += self.bytes();
        if let Some(one_by_one) = &mut self.one_by_one
            && least.is_none_or(|least| one_by_one.work() / A_PART_MORE <= least)
        {
            match one_by_one.turn(&OF_A_PART, budget) {
                Ok(End::Paused) => {}
                Ok(End::Nothing) | Err(StopReason::Memory) => {
                    self.one_by_one = None;
                    self.is_over = self.first.is_empty();
                }
                Ok(End::Found(way)) => {
                    let path = self.question.lowered_way(board, from, way, budget)?;
                    self.improve(path, budget);
                }
                Err(why) => return Err(why),
            }
            return Ok(());
        }
        let mut first = self.first.remove(next.unwrap_or(0));
        match first.turn(from, budget) {
            Ok(End::Paused) => self.first.push(first),
            Ok(End::Found(way)) => {
                let mut way = [&first.before[..], &way].concat();
                if let Some(Rest { board: part, pieces }) = first.part {
                    let anchors = board.anchors(from).unwrap_or_default();
                    let start = (&anchors[..], from.stage());
                    // What need not make way has no way back.
                    let there = without_needless(part, start, way, budget)?;
                    way = with_others_back(&anchors, &there, pieces);
                    if !solves(board, start, &way) {
                        let next =
                            First { board, search: None, before: there, part: None, ..first };
                        self.first.insert(0, next);
                        return Ok(());
                    }
                }
                self.first.clear();
                self.one_by_one = None;
                drop(first);
                let path = self.question.lowered_way(board, from, way, budget)?;
                self.improve(path, budget);
            }
            // Another way to search may need less.
            end @ (Ok(End::Nothing) | Err(StopReason::Memory)) => {
                if end.is_err() && !self.is_one_at_a_time {
                    self.put_off.push(First { search: None, ..first });
                }
                self.is_over = self.first.is_empty() && self.one_by_one.is_none();
            }
            Err(why) => return Err(why),
        }
        Ok(())
    }

    /// Has those of the first searches for which there was no room begin anew, one at a time; whether there are any.
    fn begin_again(&mut self) -> bool {
        // The last one comes first.
        self.first.extend(self.put_off.drain(..).rev());
        self.is_one_at_a_time = true;
        self.is_over = self.first.is_empty();
        !self.is_over
    }

    /// Takes a better path.
    fn improve(&mut self, path: Vec<S>, budget: &mut Budget<'_>) {
        budget.improved(path.len() as u32 - 1, || self.question.raise(&path));
        self.path = Some(path);
        self.first.clear();
        self.put_off.clear();
        self.one_by_one = None;
        self.is_near = true;
    }

    /// Looks for a shorter path near the one that is known.
    fn look_around(&mut self, most: usize, budget: &mut Budget<'_>) -> Result<(), StopReason> {
        let Some(path) = &self.path else { return Ok(()) };
        match shortened(self.question.lowered, path, most, budget) {
            Ok(Some(shorter)) => self.improve(shorter, budget),
            Ok(None) => self.is_near = false,
            Err(StopReason::Memory) => self.neighbourhood = None,
            Err(why) => return Err(why),
        }
        Ok(())
    }

    /// Makes the next layer of a beam from the start.
    fn go_on_with_beam(
        &mut self,
        board: &'a Board,
        budget: &mut Budget<'_>,
    ) -> Result<(), StopReason> {
        let beam = match self.beam.take() {
            Some(beam) => Some(beam),
            None => match self.begin(board, budget) {
                Err(StopReason::Memory) => {
                    self.width = None;
                    None
                }
                beam => beam?,
            },
        };
        let Some(mut beam) = beam else {
            self.is_over = self.neighbourhood.is_none();
            self.grow();
            return Ok(());
        };
        let bytes = budget.progress.bytes;
        let end = match beam.advance(budget) {
            Ok(End::Paused) => {
                self.beam = Some(beam);
                return Ok(());
            }
            Err(StopReason::Memory) => {
                self.width = None;
                End::Nothing
            }
            end => end?,
        };
        // It is given up before others need the memory.
        drop(beam);
        budget.progress.bytes = bytes;
        let wider = self.width.map(|width| width * 2);
        self.width = wider.filter(|&width| width <= BEAMS[1]);
        if let End::Found(way) = end {
            let other = self.question.lowered_way(board, self.question.from, way, budget)?;
            // Of tiles it counts a way round a corner as one move, which it is for blocks.
            if self.path.as_ref().is_none_or(|path| other.len() < path.len()) {
                self.improve(other, budget);
                return Ok(());
            }
        }
        self.grow();
        Ok(())
    }

    /// A wider beam; none if there is no room for one, or nothing is shorter than what is known.
    fn begin(
        &self,
        board: &'a Board,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Beam<'a>>, StopReason> {
        let (metric, from) = (self.question.metric, self.question.from);
        let most = self.path.as_ref().and_then(|path| path.len().checked_sub(2));
        let (Some(width), Some(most), Some(anchors)) = (self.width, most, board.anchors(from))
        else {
            return Ok(None);
        };
        Beam::new(board, metric, (&anchors, from.stage()), width, most, budget).map(Some)
    }

    /// The next neighbourhood is twice as large.
    fn grow(&mut self) {
        let larger = self.neighbourhood.map(|most| most * 2);
        self.neighbourhood = larger.filter(|&most| most <= NEIGHBOURHOODS[1]);
        self.is_near = true;
    }
}

impl<S: State> Question<'_, S> {
    /// The moves of a path.
    fn raise(&self, path: &[S]) -> Path {
        raise(self.lowered, self.puzzle, self.from, path)
    }

    /// The states along some moves, the first one's included.
    fn states(&self, path: &[Move], budget: &mut Budget<'_>) -> Result<Vec<S>, StopReason> {
        let mut position = self.from.clone();
        let mut states: Vec<S> = self.lowered.state(&position).into_iter().collect();
        for mv in path {
            match budget.check() {
                // That there is room for them has been asked; the layers may have taken what was left.
                Ok(()) | Err(StopReason::Memory) => {}
                stopped => stopped?,
            }
            position.play(self.puzzle, mv).expect("the moves of a solution are legal");
            states.extend(self.lowered.state(&position));
        }
        Ok(without_detours(states))
    }

    /// A way in steps from a position, without those that it can do without, as states one move apart.
    fn lowered_way(
        &self,
        board: &Board,
        from: &Position,
        way: Vec<PieceStep>,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<S>, StopReason> {
        let anchors = board.anchors(from).unwrap_or_default();
        let way = without_needless(board, (&anchors, from.stage()), way, budget)?;
        let mut position = from.clone();
        let mut states: Vec<S> = self.lowered.state(&position).into_iter().collect();
        let mut last: Option<Move> = None;
        for go in way {
            budget.check()?;
            let mv = board.raise(&position, go).expect("a step of the board is one of the puzzle");
            position.play(self.puzzle, &mv).expect("the steps of a width search are legal");
            if last.is_some_and(|last| self.is_same_move(&last, &mv)) {
                states.pop();
            }
            states.extend(self.lowered.state(&position));
            last = Some(mv);
        }
        Ok(without_detours(states))
    }

    /// Whether a step goes on with the move that the step before it is a part of.
    fn is_same_move(&self, last: &Move, next: &Move) -> bool {
        last.piece() == next.piece()
            && match self.puzzle.equal_metric(self.metric) {
                Metric::Step => false,
                Metric::Slide => last.steps() == next.steps(),
                Metric::Move => true,
            }
    }
}

/// A path that comes to no state twice.
fn without_detours<S: State>(path: Vec<S>) -> Vec<S> {
    let last: FxHashMap<S, usize> = path.iter().copied().zip(0..).collect();
    let mut direct = Vec::new();
    let mut at = 0;
    while let Some(state) = path.get(at) {
        direct.push(*state);
        at = last[state] + 1;
    }
    direct
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Setup;
    use crate::solver::blocks::lower::Purpose;
    use crate::solver::blocks::width::tests::{lowered, optimum, random};
    use crate::solver::budget::unwatched;
    use crate::solver::request::Limits;

    /// No board whose optimum is asked for here has so many positions.
    const EVERYTHING: usize = 1 << 17;

    /// What the search from above finds in so many turns, or until the neighbourhood is everything, without any layers.
    fn above<S: State>(
        lowered: &dyn Lowered<S>,
        (puzzle, metric): (&Puzzle, Metric),
        turns: usize,
        budget: &mut Budget<'_>,
    ) -> Option<Path> {
        let question = Question { lowered, puzzle, from: puzzle.start(), metric, known: None };
        let boards = OnceCell::new();
        let mut above = FromAbove::new(&question, &boards, budget).unwrap();
        for _ in 0..turns {
            above.turn(budget).unwrap();
            if above.neighbourhood.is_none_or(|most| most > EVERYTHING) {
                break;
            }
        }
        above.path.map(|path| question.raise(&path))
    }

    fn from_above(puzzle: &Puzzle, metric: Metric, turns: usize) -> Option<Path> {
        let budget = &mut unwatched(Limits::default());
        let blocks = lowered(puzzle, (metric, Purpose::BreadthFirst), budget);
        above(&blocks, (puzzle, metric), turns, budget)
    }

    fn assert_solves(puzzle: &Puzzle, path: &[Move]) {
        let mut position = puzzle.start().clone();
        for mv in path {
            position.play(puzzle, mv).unwrap();
        }
        assert!(puzzle.is_solved(&position));
    }

    #[test]
    fn on_small_boards_of_every_kind_it_ends_with_a_shortest_solution() {
        let (mut solved, mut lifted, mut staged) = (0, 0, 0);
        for puzzle in (2000..2060).filter_map(random) {
            for metric in Metric::ALL {
                let Some(Some(optimum)) = optimum(&puzzle, metric) else { continue };
                let path = from_above(&puzzle, metric, usize::MAX).unwrap();
                assert_solves(&puzzle, &path);
                assert_eq!(puzzle.count(puzzle.start(), &path, metric), Ok(path.len()));
                // The neighbourhood has grown until it is everything.
                assert_eq!(path.len(), optimum, "{metric} {puzzle:?}");
                solved += 1;
                lifted += usize::from(puzzle.lift());
                staged += usize::from(!puzzle.via().is_empty());
            }
        }
        assert!(solved > 30 && lifted > 5 && staged > 5, "{solved} {lifted} {staged}");
    }

    #[test]
    fn that_a_known_solution_is_a_shortest_one_is_proven() {
        let mut proven = 0;
        for puzzle in (2000..2060).filter_map(random) {
            let Some(Some(optimum)) = optimum(&puzzle, Metric::Step) else { continue };
            let path = from_above(&puzzle, Metric::Step, usize::MAX).unwrap();
            assert_eq!(path.len(), optimum, "{puzzle:?}");
            let limits = Limits { time: Some(Duration::from_secs(10)), ..Limits::default() };
            let budget = &mut unwatched(limits);
            let lowered = lowered(&puzzle, (Metric::Step, Purpose::BreadthFirst), budget);
            let boards = OnceCell::new();
            let known = Some(path);
            let question = Question {
                lowered: &lowered,
                puzzle: &puzzle,
                from: puzzle.start(),
                metric: Metric::Step,
                known,
            };
            // With what is known from the beginning on: layers alone would solve the board before they hear of it.
            let turns = Turns {
                above: Some(FromAbove::new(&question, &boards, budget).unwrap()),
                ..Turns::new(&question, &boards, lowered.state(question.from).unwrap(), 0)
            };
            let verdict = turns.run(budget);
            assert!(matches!(&verdict, Verdict::Optimal { path } if path.len() == optimum));
            proven += 1;
        }
        assert!(proven > 10, "{proven}");
    }

    #[test]
    fn nothing_is_found_where_nothing_is() {
        assert_eq!(
            from_above(&Setup::blocks(&["ab"], &["b."]).build().unwrap(), Metric::Step, 9),
            None
        );
    }
}
