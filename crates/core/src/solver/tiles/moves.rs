//! The moves that ways on a rectangle are made of, steps and slides, and the beams that find such ways on boards of any size.

use super::beam::by_slides;
pub(super) use super::beam::by_slides::Way;
use super::beam::manhattan_heuristic::ManhattanHeuristic;
use super::beam::{Beam, BeamStorage, End, Extent, GoOn};
use super::board::{TileBoard, blank_of};
use super::construct::{self, TileStep};
use super::manhattan::detours;
use crate::puzzle::Path;
use crate::solver::Budget;

/// The way of a blank over these cells, its own first.
pub(super) fn along(cells: &[usize]) -> Way {
    cells.windows(2).map(|pair| [pair[0], pair[1]]).collect()
}

/// The way of the blanks by these steps of tiles.
pub(super) fn by(steps: &[TileStep]) -> Way {
    steps.iter().map(|&(from, to)| [to, from]).collect()
}

/// The steps of the tiles when a blank goes along a row or a column.
pub(super) fn steps(columns: usize, [from, to]: [usize; 2]) -> impl Iterator<Item = TileStep> {
    let stride = if from / columns == to / columns { 1 } else { columns };
    let cell = move |steps: usize| match to > from {
        true => from + steps * stride,
        false => from - steps * stride,
    };
    (1..=from.abs_diff(to) / stride).map(move |steps| (cell(steps), cell(steps - 1)))
}

/// The moves of a way.
pub(super) fn raised(board: &TileBoard, start: &[u8], way: &[[usize; 2]]) -> Path {
    let columns = board.sides().0;
    let steps: Vec<TileStep> = way.iter().flat_map(|&ends| steps(columns, ends)).collect();
    construct::raised(board, start, &steps)
}

/// The cells of the only blank on a way from `start`, its own first.
pub(super) fn stops(start: &[u8], way: &[[usize; 2]]) -> Vec<usize> {
    let blank = blank_of(start);
    std::iter::once(blank).chain(way.iter().map(|ends| ends[1])).collect()
}

/// A way in which moves of one blank one after the other along one line are one, if that is no longer than `longest` cells, and none if they
/// take each other back.
fn joined(way: Way, columns: usize, longest: usize) -> Way {
    let mut kept = Way::with_capacity(way.len());
    for [mut from, to] in way {
        while let Some(&[before, last]) = kept.last()
            && last == from
            && apart(columns, before, to) <= longest
            && [before, from, to].iter().all(|cell| cell / columns == to / columns)
                | [before, from, to].iter().all(|cell| cell % columns == to % columns)
        {
            kept.pop();
            from = before;
        }
        if from != to {
            kept.push([from, to]);
        }
    }
    kept
}

/// The rows and columns between two cells.
fn apart(columns: usize, cell: usize, other: usize) -> usize {
    (cell / columns).abs_diff(other / columns) + (cell % columns).abs_diff(other % columns)
}

/// The moves that ways are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moves {
    /// Of one tile by one cell, where there is one blank.
    Steps,
    /// Of one tile by one cell into any of several blanks.
    StepsOfSeveral,
    /// Of all tiles between a blank and another cell of its row or column.
    Slides,
}

impl Moves {
    /// Cells that a blank goes in one at most.
    fn longest(self) -> usize {
        match self {
            Moves::Steps | Moves::StepsOfSeveral => 1,
            Moves::Slides => usize::MAX,
        }
    }

    /// How many there are in the first windows.
    pub(super) fn first_window(self) -> usize {
        match self {
            Moves::Steps | Moves::StepsOfSeveral => 60,
            Moves::Slides => 24,
        }
    }

    /// States in a layer of the first beams in windows, of the first one from end to end, and of the widest.
    pub(super) fn widths(self) -> [usize; 3] {
        match self {
            Moves::Steps => [60, 256, 1 << 20],
            Moves::StepsOfSeveral | Moves::Slides => [64, 64, 1 << 16],
        }
    }

    /// Layers after which a beam that gets no nearer to the goal is stuck.
    pub(super) fn stuck(self) -> usize {
        match self {
            Moves::Steps | Moves::StepsOfSeveral => 80,
            Moves::Slides => 40,
        }
    }

    /// The way without moves that can be left out where two ways have been joined.
    pub(super) fn joined(self, way: Way, columns: usize) -> Way {
        joined(way, columns, self.longest())
    }
}

/// Beams one after the other towards arrangements of one board.
pub(super) trait Beams: Send {
    /// Bytes of a beam of this width that makes so many moves at most.
    fn bytes(&self, width: usize, moves: usize) -> u64;

    /// Whether there is memory for a beam of this width that makes so many moves at most.
    fn fits(&self, width: usize, moves: usize, budget: &Budget<'_>) -> bool;

    /// Makes room for a beam of this width that makes so many moves at most, and not for a wider one.
    fn make_room(&mut self, width: usize, moves: usize);

    /// Makes room for the next of a series of wider and wider beams.
    fn make_room_for_next(&mut self, width: usize, moves: usize, budget: &Budget<'_>);

    /// From now on the goal of beams is that of the board.
    fn aim_home(&mut self);

    /// From now on it is this arrangement.
    fn aim(&mut self, goal: &[u8]);

    /// From now on tiles on some cells, and on those said before, are to stay.
    fn keep(&mut self, fixed: &[usize]);

    /// Lets all tiles go again.
    fn let_go(&mut self);

    /// The way that a beam finds from `cells`.
    fn search(&mut self, cells: &[u8], extent: Extent, go_on: GoOn<'_>) -> End<Way>;
}

/// Beams by some moves on a board.
pub(super) fn beams(board: &TileBoard, moves: Moves) -> Box<dyn Beams + '_> {
    // States hold their cells in place, and so need a constant size. Each size is compiled by itself; four keep small states
    // small.
    match board.cells().len() {
        0..=36 => Box::new(SizedBeams::<36>::new(board, moves)),
        37..=64 => Box::new(SizedBeams::<64>::new(board, moves)),
        65..=100 => Box::new(SizedBeams::<100>::new(board, moves)),
        _ => Box::new(SizedBeams::<256>::new(board, moves)),
    }
}

/// Beams on a board of at most so many cells.
struct SizedBeams<'a, const N: usize> {
    board: &'a TileBoard,
    moves: Moves,
    /// Steps between any two cells, if walls make them more than rows and columns.
    detours: Option<Vec<u16>>,
    /// What leads beams, once there is a goal.
    heuristic: Option<ManhattanHeuristic<N>>,
    /// The same while some tiles are to stay.
    rest: Option<ManhattanHeuristic<N>>,
    /// Where beams by steps of one blank work.
    storage: Option<BeamStorage<N>>,
}

impl<'a, const N: usize> SizedBeams<'a, N> {
    fn new(board: &'a TileBoard, moves: Moves) -> Self {
        let detours = (!board.is_whole()).then(|| detours(board));
        SizedBeams { board, moves, detours, heuristic: None, rest: None, storage: None }
    }

    fn towards(&self, goal: &[u8]) -> ManhattanHeuristic<N> {
        let mut heuristic = ManhattanHeuristic::towards(self.board.sides(), goal, self.home(goal));
        if let Some(detours) = &self.detours {
            heuristic.take_in(self.board, detours);
        }
        heuristic
    }

    /// Where a blank is to be when all is done: of several, one in a corner if there is one, for which what is known of places holds.
    fn home(&self, goal: &[u8]) -> usize {
        let width = self.board.sides().0;
        let corners = [0, width - 1, goal.len() - width, goal.len() - 1];
        let blanks = || (0..goal.len()).rev().filter(|&cell| goal[cell] == 0);
        let in_corner = blanks().find(|cell| corners.contains(cell));
        in_corner.or_else(|| blanks().next()).unwrap_or_default()
    }
}

impl<const N: usize> Beams for SizedBeams<'_, N> {
    fn bytes(&self, width: usize, moves: usize) -> u64 {
        match self.moves {
            Moves::Steps => BeamStorage::<N>::bytes(width, moves),
            _ => by_slides::bytes::<N>(width, moves, self.board.blanks()),
        }
    }

    fn fits(&self, width: usize, moves: usize, budget: &Budget<'_>) -> bool {
        match self.moves {
            Moves::Steps => BeamStorage::<N>::fits(width, moves, budget),
            _ => budget.room(self.bytes(width, moves)).is_ok(),
        }
    }

    fn make_room(&mut self, width: usize, moves: usize) {
        self.storage = (self.moves == Moves::Steps).then(|| BeamStorage::new(width, moves));
    }

    fn make_room_for_next(&mut self, width: usize, moves: usize, budget: &Budget<'_>) {
        let [.., widest] = self.moves.widths();
        let last = self.storage.take();
        self.storage = (self.moves == Moves::Steps)
            .then(|| BeamStorage::next_of_series(last, (width, widest), moves, budget));
    }

    fn aim_home(&mut self) {
        let goal = self.board.goal();
        let heuristic = match &self.detours {
            Some(_) => self.towards(goal),
            None => ManhattanHeuristic::to_goal(self.board.sides(), goal, self.home(goal)),
        };
        (self.heuristic, self.rest) = (Some(heuristic), None);
    }

    fn aim(&mut self, goal: &[u8]) {
        (self.heuristic, self.rest) = (Some(self.towards(goal)), None);
    }

    fn keep(&mut self, fixed: &[usize]) {
        let before = self.rest.as_ref().or(self.heuristic.as_ref());
        self.rest = before.map(|before| before.within(fixed));
    }

    fn let_go(&mut self) {
        self.rest = None;
    }

    fn search(&mut self, cells: &[u8], extent: Extent, go_on: GoOn<'_>) -> End<Way> {
        let Some(heuristic) = self.rest.as_ref().or(self.heuristic.as_ref()) else {
            return End::Nothing;
        };
        let Some(storage) = &mut self.storage else {
            return by_slides::search(heuristic, cells, (self.moves.longest(), extent), go_on);
        };
        let blank = blank_of(cells);
        let way = |directions: Vec<u8>| along(&self.board.blank_cells(blank, &directions));
        match Beam::new(heuristic, extent).search(cells, storage, go_on) {
            End::Goal(directions) => End::Goal(way(directions)),
            End::Stuck(directions) => End::Stuck(way(directions)),
            End::Nothing => End::Nothing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_along_a_line_are_one_slide() {
        // A board of four columns: right, right, down, and back up again.
        let joined = |cells: &[usize]| Moves::Slides.joined(along(cells), 4);
        assert_eq!(joined(&[0, 1, 2, 6, 10, 9]), along(&[0, 2, 10, 9]));
        assert_eq!(joined(&[0, 1, 5, 1, 2]), [[0, 2]]);
        assert_eq!(joined(&[0, 1, 0]), [[0; 2]; 0]);
        assert_eq!(joined(&[0, 3, 1]), [[0, 1]]);
        // Another blank's slide lies between.
        assert_eq!(Moves::Slides.joined(vec![[0, 1], [8, 9], [1, 2]], 4).len(), 3);
    }
}
