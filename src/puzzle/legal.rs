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
            (Family::Numbers, _) => self.runs(position),
            (Family::Blocks, Metric::Slide) => self.slides(position),
            (Family::Blocks, Metric::Move) => self.walks(position),
        }
    }

    /// All moves of one piece by one cell.
    fn single_steps(&self, position: &Position) -> Vec<Move> {
        self.piece_ids()
            .flat_map(|piece| Direction::ALL.map(|d| Move::of(piece, &[d])))
            .filter(|action| self.is_legal(position, action))
            .collect()
    }

    /// All straight slides of one piece.
    fn slides(&self, position: &Position) -> Vec<Move> {
        let mut found = Vec::new();
        for piece in self.piece_ids() {
            for direction in Direction::ALL {
                let mut path = vec![direction];
                while self.is_legal(position, &Move::of(piece, &path)) {
                    found.push(Move::of(piece, &path));
                    path.push(direction);
                }
            }
        }
        found
    }

    /// All places (and waypoint counts) that one piece can reach alone, each by a shortest walk.
    fn walks(&self, position: &Position) -> Vec<Move> {
        let mut found = Vec::new();
        for piece in self.piece_ids() {
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

    /// All pushes of a run of number tiles, by every distance that is free ahead of it.
    fn runs(&self, position: &Position) -> Vec<Move> {
        let mut found = Vec::new();
        for tail in self.piece_ids() {
            for direction in Direction::ALL {
                let run = self.run(position, tail, direction);
                let mut steps: Vec<Step> = Vec::new();
                loop {
                    steps.extend(run.iter().map(|&piece| Step { piece, direction }));
                    let action = Move::Steps(steps.clone());
                    if !self.is_legal(position, &action) {
                        break;
                    }
                    found.push(action);
                }
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
            .filter(|action| self.is_legal(position, action))
            .collect()
    }

    fn is_legal(&self, position: &Position, action: &Move) -> bool {
        position.clone().play(self, action).is_ok()
    }
}
