//! The legal moves of a position in each metric.

use super::grid::Direction;
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

    /// Those of [`Puzzle::moves`] that may go on with a move that was just played: of the same block, or of tiles of the
    /// same row or column in the same direction. Whether the two count as one is for [`Puzzle::count`] to say; two others
    /// never do.
    #[must_use]
    pub fn moves_like(&self, last: &Move, position: &Position, metric: Metric) -> Vec<Move> {
        let Some(&Step { piece, direction }) = last.steps().last().filter(|_| !self.lift) else {
            return Vec::new();
        };
        let lane = |id: PieceId| match direction {
            Direction::Left | Direction::Right => position.anchor(id).row,
            Direction::Up | Direction::Down => position.anchor(id).column,
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

    /// Every piece with every direction.
    fn every_way(&self) -> impl Iterator<Item = (PieceId, Direction)> + use<> {
        self.piece_ids().flat_map(|piece| Direction::ALL.map(|d| (piece, d)))
    }

    /// All moves of one piece by one cell.
    fn single_steps(&self, position: &Position) -> Vec<Move> {
        self.piece_ids()
            .flat_map(|piece| Direction::ALL.map(|d| Move::of(piece, &[d])))
            .filter(|mv| self.is_legal(position, mv))
            .collect()
    }

    /// All straight slides of one piece, of those pieces in those directions.
    fn slides(
        &self,
        position: &Position,
        ways: impl IntoIterator<Item = (PieceId, Direction)>,
    ) -> Vec<Move> {
        let mut found = Vec::new();
        for (piece, direction) in ways {
            let mut path = vec![direction];
            while self.is_legal(position, &Move::of(piece, &path)) {
                found.push(Move::of(piece, &path));
                path.push(direction);
            }
        }
        found
    }

    /// All places (and waypoint counts) that one of those pieces can reach alone, each by a shortest walk.
    fn walks(&self, position: &Position, pieces: impl IntoIterator<Item = PieceId>) -> Vec<Move> {
        let mut found = Vec::new();
        for piece in pieces {
            let mut seen = HashSet::from([(position.anchor(piece), position.stage)]);
            let mut open = VecDeque::from([(position.clone(), Vec::new())]);
            while let Some((here, path)) = open.pop_front() {
                for direction in Direction::ALL {
                    let mut next = here.clone();
                    let played = next.play(self, &Move::of(piece, &[direction]));
                    if played.is_ok() && seen.insert((next.anchor(piece), next.stage)) {
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
        let mut found = Vec::new();
        for (tail, direction) in tails {
            let run = self.run(position, tail, direction);
            let mut steps: Vec<Step> = Vec::new();
            loop {
                steps.extend(run.iter().map(|&piece| Step { piece, direction }));
                let mv = Move::Steps(steps.clone());
                if !self.is_legal(position, &mv) {
                    break;
                }
                found.push(mv);
            }
        }
        found
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

    /// Every piece set down at every place where it fits.
    fn lifts(&self, position: &Position) -> Vec<Move> {
        self.piece_ids()
            .filter(|&id| self.piece(id).axis() != Axis::Fixed)
            .flat_map(|piece| self.size.cells().map(move |to| Move::Lift { piece, to }))
            .filter(|mv| self.is_legal(position, mv))
            .collect()
    }

    fn is_legal(&self, position: &Position, mv: &Move) -> bool {
        position.clone().play(self, mv).is_ok()
    }
}
