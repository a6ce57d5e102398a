//! A way without the steps that it can do without.

use super::board::{Board, Owners, PieceStep};
use crate::solver::budget::{Budget, StopReason};

/// The way without walks of single pieces that end where they began, or that nothing needs, as long as the rest of it can still be
/// played and solves the puzzle.
pub(crate) fn without_needless(
    board: &Board,
    (anchors, stage): (&[u16], usize),
    mut way: Vec<PieceStep>,
    budget: &mut Budget<'_>,
) -> Result<Vec<PieceStep>, StopReason> {
    let mut replay = Replay::new(board);
    let mut first = 0;
    while first < way.len() {
        let piece = way[first].piece;
        let before = way[..first].iter().rev().find(|go| go.piece == piece);
        let from = before.map_or(anchors[usize::from(piece)], |go| go.to);
        // The longest walk comes first: what can be left out as a whole need not be tried in parts.
        let own = |&at: &usize| way[at].piece == piece;
        let ends: Vec<usize> = (first..way.len()).filter(own).collect();
        let last = ends.last().copied();
        let walks = ends.into_iter().rev().filter(|&end| way[end].to == from || Some(end) == last);
        let mut shorter = None;
        for end in walks {
            budget.check()?;
            let rest = (first..).zip(&way[first..]);
            let kept = rest.filter(|&(at, go)| at > end || go.piece != piece).map(|(_, go)| *go);
            let without: Vec<PieceStep> = way[..first].iter().copied().chain(kept).collect();
            if replay.solves((anchors, stage), &without) {
                shorter = Some(without);
                break;
            }
        }
        match shorter {
            Some(shorter) => way = shorter,
            None => first += 1,
        }
    }
    Ok(way)
}

/// Whether every step of a way can be made, and all of them solve the puzzle.
pub(crate) fn solves(board: &Board, start: (&[u16], usize), way: &[PieceStep]) -> bool {
    Replay::new(board).solves(start, way)
}

/// A way, and then the steps of all pieces but some in reverse: those that made way go back where they came from.
pub(crate) fn with_others_back(anchors: &[u16], way: &[PieceStep], but: &[u16]) -> Vec<PieceStep> {
    let mut at = anchors.to_vec();
    let mut leave = |go: &PieceStep| {
        let from = std::mem::replace(&mut at[usize::from(go.piece)], go.to);
        PieceStep { piece: go.piece, to: from }
    };
    let back: Vec<PieceStep> = way.iter().map(&mut leave).collect();
    let others = back.into_iter().rev().filter(|go| !but.contains(&go.piece));
    way.iter().copied().chain(others).collect()
}

/// Plays ways over again.
struct Replay<'a> {
    board: &'a Board,
    owners: Owners,
    anchors: Vec<u16>,
}

impl Replay<'_> {
    fn new(board: &Board) -> Replay<'_> {
        Replay { board, owners: Owners::new(board), anchors: Vec::new() }
    }

    /// [`solves`].
    fn solves(&mut self, (anchors, mut stage): (&[u16], usize), way: &[PieceStep]) -> bool {
        let board = self.board;
        self.anchors.clear();
        self.anchors.extend(anchors);
        self.owners.set(board, anchors);
        for &go in way {
            if !board.allows(&self.anchors, &self.owners, go) {
                return false;
            }
            let from = std::mem::replace(&mut self.anchors[usize::from(go.piece)], go.to);
            self.owners.take(board, PieceStep { piece: go.piece, to: from });
            self.owners.put(board, go);
            stage = board.passed(stage, &self.anchors);
        }
        board.is_solved(stage, &self.anchors)
    }
}
