//! What the rules allow in a position: how far a piece can go, and the legal moves in each metric.
//!
//! Nobody outside this folder plays a move to find out whether it can be played: the questions are here.

use super::cells::CellSet;
use super::grid::{Cell, Direction};
use super::moves::{Metric, Move, Step};
use super::piece::{Axis, PieceId};
use super::position::Position;
use super::{Family, Puzzle};
use std::collections::{HashSet, VecDeque};

impl Puzzle {
    /// Every legal move of `position` that counts as one in `metric`, each to a different position, a shortest way each.
    #[must_use]
    pub fn moves(&self, position: &Position, metric: Metric) -> Vec<Move> {
        if self.lift {
            return self.lifts(position);
        }
        match (self.family, metric) {
            (_, Metric::Step) => self.single_steps(position),
            (Family::Numbers, _) => self.runs(position, self.every_way()),
            (Family::Blocks, Metric::Slide) => self.slides(position, self.every_way()),
            (Family::Blocks, Metric::Move) => self.walks(position, self.piece_ids()),
        }
    }

    /// Those of [`Puzzle::moves`] that may continue a move that was just played: of the same block, or of tiles of the
    /// same row or column in the same direction. [`Puzzle::count`] says whether the two count as one; two others never do.
    #[must_use]
    pub fn moves_like(&self, last: &Move, position: &Position, metric: Metric) -> Vec<Move> {
        let Some(&Step { piece, direction }) = last.steps().last().filter(|_| !self.lift) else {
            return Vec::new();
        };
        let lane = |id: PieceId| match direction.is_horizontal() {
            true => position.anchor(id).row,
            false => position.anchor(id).column,
        };
        match (self.family, metric) {
            (_, Metric::Step) => Vec::new(),
            (Family::Numbers, _) => {
                let tails = self.piece_ids().filter(|&id| lane(id) == lane(piece));
                self.runs(position, tails.map(|tail| (tail, direction)))
            }
            (Family::Blocks, Metric::Slide) => self.slides(position, [(piece, direction)]),
            (Family::Blocks, Metric::Move) => self.walks(position, [piece]),
        }
    }

    /// How many cells `piece` can go straight in `direction` while all others stay.
    #[must_use]
    pub fn reach(&self, position: &Position, piece: PieceId, direction: Direction) -> usize {
        self.reach_among(position, piece, direction, &self.empty_cells(position))
    }

    /// The pieces that can go one cell in `direction`, in their order.
    #[must_use]
    pub fn movers(&self, position: &Position, direction: Direction) -> Vec<PieceId> {
        let empty = self.empty_cells(position);
        // A piece that goes comes to some empty cell at once: of hundreds most do not, which is soon seen.
        let before: CellSet =
            empty.iter().filter_map(|cell| cell.step(direction.opposite())).collect();
        let is_beside = |&id: &PieceId| {
            let mut rows = self.piece(id).shape.rows(position.anchor(id)).into_iter().flatten();
            rows.any(|(row, cells)| before.row(row) & cells != 0)
        };
        let can = |id: &PieceId| self.reach_among(position, *id, direction, &empty) > 0;
        self.piece_ids().filter(is_beside).filter(can).collect()
    }

    /// The pieces that have a legal move, in the order in which they stand on the board.
    #[must_use]
    pub fn movable(&self, position: &Position) -> Vec<PieceId> {
        let mut movable: Vec<PieceId> = match self.lift {
            true => {
                self.piece_ids().filter(|&id| !self.lift_places(position, id).is_empty()).collect()
            }
            false => Direction::ALL.into_iter().flat_map(|d| self.movers(position, d)).collect(),
        };
        // Two concave pieces may have the same anchor: without the id equal entries might not lie side by side for `dedup`.
        movable.sort_unstable_by_key(|&id| (position.anchor(id), id));
        movable.dedup();
        movable
    }

    /// The anchors at which `piece` can be set down when it is lifted, row by row; none in a puzzle without lifting.
    #[must_use]
    pub fn lift_places(&self, position: &Position, piece: PieceId) -> Vec<Cell> {
        if !self.lift || self.piece(piece).axis == Axis::Fixed {
            return Vec::new();
        }
        let room = self.room(position, piece, &self.empty_cells(position));
        let fits = |&to: &Cell| {
            let there = self.piece(piece).shape.at(to);
            // To set a piece down where it stands is no move, and `Position::lift` refuses it too.
            to != position.anchor(piece) && there.is_some_and(|cells| cells.is_subset(&room))
        };
        self.size.cells().filter(fits).collect()
    }

    /// The push that brings `tile`, with the tiles between, one cell towards a blank of its row or column.
    #[must_use]
    pub fn push(&self, position: &Position, tile: PieceId) -> Option<Move> {
        Direction::ALL.into_iter().find_map(|way| self.pushes(position, tile, way).next())
    }

    /// The pushes of the run of tiles that ends with `tail`, by one cell, by two, and so on.
    pub fn pushes(
        &self,
        position: &Position,
        tail: PieceId,
        direction: Direction,
    ) -> impl Iterator<Item = Move> + use<> {
        self.pushes_among(position, tail, direction, &self.empty_cells(position))
    }

    /// The tiles from `tail` on in `direction` up to the first cell that holds none, the foremost first.
    #[must_use]
    pub fn run(&self, position: &Position, tail: PieceId, direction: Direction) -> Vec<PieceId> {
        let mut run = vec![tail];
        let mut cell = position.anchor(tail).step(direction);
        while let Some(next) = cell.and_then(|cell| self.piece_at(position, cell)) {
            run.push(next);
            cell = cell.and_then(|cell| cell.step(direction));
        }
        run.reverse();
        run
    }

    /// The cells that a piece may cover while the others stay: its own and the `empty` ones, less walls and closed gates.
    pub(crate) fn room(&self, position: &Position, id: PieceId, empty: &CellSet) -> CellSet {
        (*empty | self.cells_of(position, id)) & *self.floor_for(self.piece(id))
    }

    /// [`Puzzle::reach`] with the empty cells of `position` at hand: finding them is most of the work on a large board.
    fn reach_among(
        &self,
        position: &Position,
        id: PieceId,
        direction: Direction,
        empty: &CellSet,
    ) -> usize {
        let (piece, from) = (self.piece(id), position.anchor(id));
        if !piece.axis.allows(direction) {
            return 0;
        }
        // Row by row, since this is asked of each piece of a board that may have hundreds.
        let (shape, floor) = (&piece.shape, self.floor_for(piece));
        let own = |row: usize| shape.rows(from)?.find(|own| own.0 == row).map(|own| own.1);
        let room = |row: usize| (empty.row(row) | own(row).unwrap_or(0)) & floor.row(row);
        let fits = |&to: &Cell| {
            shape.rows(to).is_some_and(|mut rows| rows.all(|(row, cells)| cells & !room(row) == 0))
        };
        let ahead = |at: &Cell| at.step(direction).filter(fits);
        // Cell by cell, so that a free place behind an obstacle does not count.
        std::iter::successors(ahead(&from), ahead).count()
    }

    /// [`Puzzle::pushes`] with the empty cells of `position` at hand.
    fn pushes_among(
        &self,
        position: &Position,
        tail: PieceId,
        direction: Direction,
        empty: &CellSet,
    ) -> impl Iterator<Item = Move> + use<> {
        let run = self.run(position, tail, direction);
        // The foremost tile makes way for those behind it, so only a lock can stop them.
        let is_free = run.iter().all(|&tile| self.piece(tile).axis.allows(direction));
        let most = if is_free { self.reach_among(position, run[0], direction, empty) } else { 0 };
        let layer: Vec<Step> = run.iter().map(|&piece| Step { piece, direction }).collect();
        (1..=most).map(move |cells| Move::Steps(layer.repeat(cells)))
    }

    /// Every piece with every direction.
    fn every_way(&self) -> impl Iterator<Item = (PieceId, Direction)> + use<> {
        self.piece_ids().flat_map(|piece| Direction::ALL.map(|d| (piece, d)))
    }

    /// All moves of one piece by one cell.
    fn single_steps(&self, position: &Position) -> Vec<Move> {
        let empty = self.empty_cells(position);
        let can = |&(id, way): &_| self.reach_among(position, id, way, &empty) > 0;
        self.every_way().filter(can).map(|(piece, way)| Move::of(piece, &[way])).collect()
    }

    /// All straight slides of one piece, of those pieces in those directions.
    fn slides(
        &self,
        position: &Position,
        ways: impl IntoIterator<Item = (PieceId, Direction)>,
    ) -> Vec<Move> {
        let empty = self.empty_cells(position);
        let slides = |(piece, direction)| {
            let most = self.reach_among(position, piece, direction, &empty);
            (1..=most).map(move |cells| Move::of(piece, &vec![direction; cells]))
        };
        ways.into_iter().flat_map(slides).collect()
    }

    /// All places (and waypoint counts) that one of those pieces can reach alone, each by a shortest walk.
    fn walks(&self, position: &Position, pieces: impl IntoIterator<Item = PieceId>) -> Vec<Move> {
        let mut found = Vec::new();
        for piece in pieces {
            // The stage is part of the key: a walk may pass a waypoint and come back to a cell where it was before.
            let mut seen = HashSet::from([(position.anchor(piece), position.stage)]);
            // First in, first out: so the first walk to a place is a shortest one.
            let mut open = VecDeque::from([(position.clone(), Vec::new())]);
            while let Some((here, path)) = open.pop_front() {
                for direction in Direction::ALL {
                    let mut next = here.clone();
                    let stepped = next.step(self, Step { piece, direction });
                    if stepped.is_ok() && seen.insert((next.anchor(piece), next.stage)) {
                        let mut path = path.clone();
                        path.push(direction);
                        found.push(Move::of(piece, &path));
                        open.push_back((next, path));
                    }
                }
            }
        }
        found
    }

    /// All pushes of a run of number tiles from those tails in those directions, by every distance that is free ahead of it.
    fn runs(
        &self,
        position: &Position,
        tails: impl IntoIterator<Item = (PieceId, Direction)>,
    ) -> Vec<Move> {
        let empty = self.empty_cells(position);
        let pushes = |(tail, way)| self.pushes_among(position, tail, way, &empty);
        tails.into_iter().flat_map(pushes).collect()
    }

    /// Every piece set down at every place where it fits.
    fn lifts(&self, position: &Position) -> Vec<Move> {
        let places =
            |piece| self.lift_places(position, piece).into_iter().map(move |to| (piece, to));
        self.piece_ids().flat_map(places).map(|(piece, to)| Move::Lift { piece, to }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Setup, Target};
    use rand::rngs::ChaCha8Rng;
    use rand::seq::{IndexedRandom, SliceRandom};
    use rand::{RngExt, SeedableRng};

    /// A board of blocks of any shape: a cell goes on with the piece above it or on its left, or begins another.
    fn random_blocks(rng: &mut ChaCha8Rng) -> Setup {
        let (width, height) = (rng.random_range(2..=5), rng.random_range(2..=5));
        let mut rows: Vec<Vec<char>> = Vec::new();
        let mut names = 'a'..='z';
        for _ in 0..height {
            let mut row = Vec::new();
            for x in 0..width {
                let left = row.last().copied().unwrap_or('.');
                let above = rows.last().map_or('.', |above| above[x]);
                let new = if rng.random_bool(0.1) { '#' } else { names.next().unwrap_or('.') };
                row.push(*['.', '.', left, above, new].choose(rng).unwrap());
            }
            rows.push(row);
        }
        let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let mut setup = Setup::blocks(&rows, &[]);
        // A piece of the goal passes the gates, and so may start on one.
        let Some(piece) = setup.pieces.choose(rng) else { return setup };
        setup.goal = vec![Target { name: piece.name.clone(), cells: piece.cells.clone() }];
        let cells = (0..height as u8).flat_map(|y| (0..width as u8).map(move |x| Cell::new(x, y)));
        setup.gates = cells.filter(|_| rng.random_bool(0.1)).collect();
        let covered: Vec<Cell> = setup.pieces.iter().flat_map(|p| p.cells.clone()).collect();
        setup.gates.retain(|gate| !covered.contains(gate) || setup.goal[0].cells.contains(gate));
        setup
    }

    /// Tiles in any order with one blank or more, some of which are walls.
    fn random_numbers(rng: &mut ChaCha8Rng) -> Setup {
        let (width, height) = (rng.random_range(1..=4), rng.random_range(2..=4));
        let blanks = rng.random_range(1..=3_usize).min(width * height - 1);
        let tiles = (width * height - blanks) as u32;
        let mut held: Vec<u32> = (1..=tiles).chain([0, 0, 0]).take(width * height).collect();
        held.shuffle(rng);
        let mut setup = Setup::numbers(width, height, &held);
        let mut empty: Vec<usize> = (0..held.len()).filter(|&i| held[i] == 0).collect();
        empty.truncate(rng.random_range(0..blanks));
        setup.walls = { empty }
            .into_iter()
            .map(|i| Cell::new((i % width) as u8, (i / width) as u8))
            .collect();
        setup
    }

    /// A random playable board with locks, a waypoint and lifting as they come.
    fn random_puzzle(rng: &mut ChaCha8Rng) -> Option<Puzzle> {
        let mut setup = if rng.random_bool(0.5) { random_blocks(rng) } else { random_numbers(rng) };
        for piece in &mut setup.pieces {
            let locks = [Axis::Free, Axis::Free, Axis::Free, Axis::Horizontal, Axis::Vertical];
            piece.axis = if rng.random_bool(0.05) { Axis::Fixed } else { *locks.choose(rng)? };
        }
        if rng.random_bool(0.3) {
            let piece = setup.pieces.choose(rng)?;
            let cells = piece.cells.iter().map(|c| c.step(Direction::Right));
            let (name, cells) = (piece.name.clone(), cells.collect::<Option<_>>()?);
            setup.via.push(vec![Target { name, cells }]);
        }
        setup.lift = rng.random_bool(0.2);
        setup.build().ok()
    }

    /// Whether all pieces may stand where they are when `id` has gone to `to`.
    fn holds(puzzle: &Puzzle, position: &Position, id: PieceId, to: Option<Cell>) -> bool {
        let mut anchors = position.anchors.clone();
        to.is_some_and(|to| {
            anchors[id.index()] = to;
            puzzle.position(&anchors, position.stage()).is_some()
        })
    }

    fn plays(puzzle: &Puzzle, position: &Position, mv: &Move) -> bool {
        position.clone().play(puzzle, mv).is_ok()
    }

    fn check_steps(puzzle: &Puzzle, position: &Position, id: PieceId) {
        for way in Direction::ALL {
            let step = Move::of(id, &[way]);
            let can = puzzle.reach(position, id, way) > 0;
            let to = position.anchor(id).step(way);
            assert_eq!(can, puzzle.piece(id).axis.allows(way) && holds(puzzle, position, id, to));
            assert_eq!(can, plays(puzzle, position, &step));
            assert_eq!(can, puzzle.movers(position, way).contains(&id));
            let slides = (1..).map(|n| Move::of(id, &vec![way; n]));
            let reach = slides.take_while(|mv| plays(puzzle, position, mv)).count();
            assert_eq!(puzzle.reach(position, id, way), reach);
            if puzzle.family == Family::Numbers {
                let run = puzzle.run(position, id, way);
                let layer = run.iter().map(|&piece| Step { piece, direction: way });
                let layer: Vec<Step> = layer.collect();
                let pushes = (1..).map(|n| Move::Steps(layer.repeat(n)));
                let pushes: Vec<Move> =
                    pushes.take_while(|mv| plays(puzzle, position, mv)).collect();
                assert!(puzzle.pushes(position, id, way).eq(pushes));
            }
        }
    }

    fn check_lifts(puzzle: &Puzzle, position: &Position, id: PieceId) {
        let places = puzzle.lift_places(position, id);
        for to in puzzle.size.cells() {
            let can = places.contains(&to);
            assert_eq!(can, plays(puzzle, position, &Move::Lift { piece: id, to }));
            let may = puzzle.lift && puzzle.piece(id).axis != Axis::Fixed;
            let goes = may && to != position.anchor(id);
            assert_eq!(can, goes && holds(puzzle, position, id, Some(to)));
        }
    }

    #[test]
    fn the_answers_are_what_playing_on_a_clone_shows() {
        let mut checked = 0;
        for seed in 0..400 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let Some(puzzle) = random_puzzle(&mut rng) else { continue };
            let mut position = puzzle.start().clone();
            for _ in 0..6 {
                for id in puzzle.piece_ids() {
                    check_steps(&puzzle, &position, id);
                    check_lifts(&puzzle, &position, id);
                }
                for metric in Metric::ALL {
                    let moves = puzzle.moves(&position, metric);
                    assert!(moves.iter().all(|mv| plays(&puzzle, &position, mv)), "board {seed}");
                }
                let steps = puzzle.moves(&position, Metric::Step);
                let can_go = |id: &PieceId| steps.iter().any(|mv| mv.piece() == Some(*id));
                let mut movable: Vec<PieceId> = puzzle.piece_ids().filter(can_go).collect();
                movable.sort_by_key(|&id| position.anchor(id));
                assert_eq!(puzzle.movable(&position), movable, "board {seed}");
                let moves = puzzle.moves(&position, Metric::Move);
                let Some(mv) = moves.choose(&mut rng) else { break };
                position.play(&puzzle, mv).unwrap();
            }
            checked += 1;
        }
        assert!(checked > 100, "only {checked} boards could be played");
    }
}
