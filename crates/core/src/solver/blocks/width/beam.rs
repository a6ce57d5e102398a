//! A beam: breadth-first search in moves of the metric that keeps so many of each layer's positions, the nearest to the goal.
//!
//! It finds much shorter solutions than a width search, since it counts the moves; but a narrow one may find none where that does.

use super::End;
use super::board::{Board, Owners, PieceStep};
use super::measure::{Measure, Measures};
use super::seen::{Seen, hash, stage_token, token};
use crate::puzzle::Metric;
use crate::solver::budget::{Budget, StopReason};
use std::collections::BTreeMap;

/// A position of a layer, or one that may come into the next: by the one before it, and the move that led to it.
#[derive(Clone, Copy)]
struct Node {
    parent: u32,
    go: PieceStep,
    stage: u16,
}

/// What may come into the next layer.
struct Candidate {
    /// How far it is from solved.
    key: u32,
    hash: u64,
    node: Node,
}

/// The search, which can be paused after every layer.
pub(crate) struct Beam<'a> {
    board: &'a Board,
    metric: Metric,
    /// Positions that are kept of each layer.
    width: usize,
    /// Solutions with more moves are not wanted.
    most: usize,
    measure: Measure,
    owners: Owners,
    start: Vec<u16>,
    /// The anchors of the last layer's positions.
    anchors: Vec<u16>,
    layers: Vec<Vec<Node>>,
    /// Positions that are or were in a layer, and those that may come into the next.
    kept: Seen,
    found: Seen,
    candidates: Vec<Candidate>,
    solution: Option<Node>,
    /// Moves looked up so far, and how much work there had been when the limits were looked at last.
    work: u64,
    checked: u64,
}

/// Cells and moves that are looked up between two looks at the limits: a fraction of a millisecond.
const A_CHECK: u64 = 1 << 14;

/// Candidates that are counted or kept between two looks at the limits.
const A_STRETCH: usize = 1 << 15;

/// Bits of a hash by which equally good positions are chosen.
const LOTS: u32 = 12;

/// Which of the equally good ones of a layer a hash is.
fn lot(hash: u64) -> usize {
    (hash >> (u64::BITS - LOTS)) as usize
}

impl<'a> Beam<'a> {
    /// A beam of some width from `anchors`, where `stage` waypoints have been passed, for solutions of up to `most` moves.
    pub(crate) fn new(
        board: &'a Board,
        metric: Metric,
        (anchors, stage): (&[u16], usize),
        width: usize,
        most: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Beam<'a>, StopReason> {
        let mut beam = Beam {
            board,
            metric,
            width,
            most,
            measure: Measure::new(board, budget)?,
            owners: Owners::new(board),
            start: anchors.to_vec(),
            anchors: anchors.to_vec(),
            // No move leads to the start, so that what its node says of one is never read.
            layers: vec![vec![Node {
                parent: 0,
                go: PieceStep { piece: 0, to: 0 },
                stage: stage as u16,
            }]],
            kept: Seen::default(),
            found: Seen::default(),
            candidates: Vec::new(),
            solution: None,
            work: 0,
            checked: 0,
        };
        beam.kept.insert(hash(board, anchors, stage));
        Ok(beam)
    }

    /// Bytes held, a little more rather than less.
    pub(crate) fn bytes(&self) -> u64 {
        let nodes: usize = self.layers.iter().map(Vec::capacity).sum();
        let lists = nodes * size_of::<Node>()
            + self.anchors.capacity() * size_of::<u16>()
            + self.candidates.capacity() * size_of::<Candidate>();
        lists as u64 + self.kept.bytes() + self.found.bytes() + self.measure.bytes()
    }

    /// Makes the next layer, and returns the steps of a solution if it has one. What the progress counts at the beginning is what
    /// others hold and have done.
    ///
    /// # Errors
    /// The limit that was reached; the beam cannot go on then.
    pub(crate) fn advance(&mut self, budget: &mut Budget<'_>) -> Result<End, StopReason> {
        if self.layers.len() > self.most {
            return Ok(End::Nothing);
        }
        let beside = budget.progress.bytes;
        self.expand(beside, budget)?;
        if let Some(last) = self.solution {
            return Ok(End::Found(self.way(last)));
        }
        self.choose(beside, budget)?;
        let is_empty = self.layers.last().is_none_or(Vec::is_empty);
        Ok(if is_empty { End::Nothing } else { End::Paused })
    }

    /// Finds what may come into the next layer, or a solution.
    fn expand(&mut self, beside: u64, budget: &mut Budget<'_>) -> Result<(), StopReason> {
        let board = self.board;
        let (pieces, last) = (board.kinds.len(), self.layers.len() - 1);
        let (mut anchors, mut moves) = (Vec::new(), Vec::new());
        for parent in 0..self.layers[last].len() {
            anchors.clear();
            anchors.extend(&self.anchors[parent * pieces..(parent + 1) * pieces]);
            let stage = usize::from(self.layers[last][parent].stage);
            self.owners.set(board, &anchors);
            let own = self.measure.of(board, stage, &anchors, &self.owners);
            let Some(own) = own else { continue };
            let hash = hash(board, &anchors, stage);
            moves.clear();
            board.each_move(self.metric, &anchors, &mut self.owners, &mut moves);
            budget.progress.expanded += 1;
            self.work += pieces as u64 * 4;
            // Those that leave the measures as they are come first: the measure remembers one position only.
            let changes = |measure: &Measure, go: PieceStep| {
                let (kind, from) = board.of(go, &anchors);
                stage + 1 < board.stages.len()
                    || measure.depends_on(board, kind, from)
                    || measure.depends_on(board, kind, go.to)
            };
            let begin = moves.len();
            for at in 0..begin {
                // A position of hundreds of pieces may have hundreds of thousands of moves.
                self.work += 4;
                self.look_up(beside, budget)?;
                let go = moves[at];
                if changes(&self.measure, go) {
                    moves.push(go);
                    continue;
                }
                let (kind, from) = board.of(go, &anchors);
                let hash = hash ^ token(kind, from) ^ token(kind, go.to);
                let node = Node { parent: parent as u32, go, stage: stage as u16 };
                self.add(hash, node, budget, |_| Some(own));
            }
            for &go in &moves[begin..] {
                self.look_up(beside, budget)?;
                let (kind, from) = board.of(go, &anchors);
                let back = PieceStep { piece: go.piece, to: from };
                anchors[usize::from(go.piece)] = go.to;
                let after = board.passed(stage, &anchors);
                let changed = stage_token(stage) ^ stage_token(after);
                let hash = hash ^ token(kind, from) ^ token(kind, go.to) ^ changed;
                let node = Node { parent: parent as u32, go, stage: after as u16 };
                self.add(hash, node, budget, |beam| {
                    beam.owners.take(board, back);
                    beam.owners.put(board, go);
                    let measures = beam.measure.of(board, after, &anchors, &beam.owners);
                    beam.owners.take(board, go);
                    beam.owners.put(board, back);
                    measures
                });
                anchors[usize::from(go.piece)] = from;
            }
            self.look_up(beside, budget)?;
            if self.solution.is_some() {
                break;
            }
        }
        Ok(())
    }

    /// Notes a position that may come into the next layer, if it is new and can be solved at all as far as the measure tells.
    fn add(
        &mut self,
        hash: u64,
        node: Node,
        budget: &mut Budget<'_>,
        measures: impl FnOnce(&mut Self) -> Option<Measures>,
    ) {
        if self.kept.contains(hash) || !self.found.insert(hash) {
            return;
        }
        let Some(Measures { distance, obstacles }) = measures(self) else { return };
        budget.progress.states += 1;
        if distance == 0 {
            self.solution = self.solution.or(Some(node));
        }
        self.candidates.push(Candidate { key: distance + obstacles, hash, node });
    }

    /// Makes the best candidates the next layer. Of those that are equally good their hashes choose, that is, chance.
    fn choose(&mut self, beside: u64, budget: &mut Budget<'_>) -> Result<(), StopReason> {
        let candidates = std::mem::take(&mut self.candidates);
        self.found = Seen::default();
        let mut counts = BTreeMap::<u32, usize>::new();
        for some in candidates.chunks(A_STRETCH) {
            budget.check()?;
            some.iter().for_each(|candidate| *counts.entry(candidate.key).or_default() += 1);
        }
        let mut room = self.width;
        // The key of which not all have room, and of them the first lot that has none.
        let worst = counts.into_iter().find_map(|(key, count)| {
            let fits = count <= room;
            room -= if fits { count } else { 0 };
            (!fits).then_some(key)
        });
        let mut lots = vec![0; 1 << LOTS];
        for some in candidates.chunks(A_STRETCH) {
            budget.check()?;
            let worst = some.iter().filter(|candidate| Some(candidate.key) == worst);
            worst.for_each(|candidate| lots[lot(candidate.hash)] += 1);
        }
        let end = lots.iter().position(|&count| {
            let fits = count <= room;
            room -= if fits { count } else { 0 };
            !fits
        });
        let worst = (worst.unwrap_or(u32::MAX), end.unwrap_or(1 << LOTS));
        let pieces = self.board.kinds.len();
        let (mut layer, mut anchors) = (Vec::new(), Vec::new());
        for some in candidates.chunks(A_STRETCH / pieces.max(1) + 1) {
            let bytes = layer.capacity() * size_of::<Node>() + 2 * anchors.capacity();
            let held = candidates.capacity() * size_of::<Candidate>() + bytes;
            budget.progress.bytes = beside + self.bytes() + held as u64;
            budget.check()?;
            // Either list may be about to double.
            budget.room(bytes as u64)?;
            for candidate in some.iter().filter(|c| (c.key, lot(c.hash)) < worst) {
                let Node { parent, go, .. } = candidate.node;
                let (parent, begin) = (parent as usize * pieces, anchors.len());
                anchors.extend(&self.anchors[parent..parent + pieces]);
                anchors[begin + usize::from(go.piece)] = go.to;
                self.kept.insert(candidate.hash);
                layer.push(candidate.node);
            }
        }
        self.anchors = anchors;
        layer.shrink_to_fit();
        self.layers.push(layer);
        budget.progress.bytes = beside + self.bytes();
        Ok(())
    }

    /// Looks at the limits when enough work has been done since it has looked at them last.
    fn look_up(&mut self, beside: u64, budget: &mut Budget<'_>) -> Result<(), StopReason> {
        let work = self.work + self.measure.work();
        if work < self.checked + A_CHECK {
            return Ok(());
        }
        self.checked = work;
        budget.progress.bytes = beside + self.bytes();
        budget.check()?;
        // The list of candidates may be about to double.
        budget.room((self.candidates.capacity() * size_of::<Candidate>()) as u64)
    }

    /// The steps from the start to a solution.
    fn way(&mut self, last: Node) -> Vec<PieceStep> {
        let (mut moves, mut node) = (vec![last.go], last);
        for layer in self.layers[1..].iter().rev() {
            node = layer[node.parent as usize];
            moves.push(node.go);
        }
        let (board, mut anchors, mut steps) = (self.board, self.start.clone(), Vec::new());
        for &go in moves.iter().rev() {
            self.owners.set(board, &anchors);
            steps.extend(board.steps(&anchors, &mut self.owners, go));
            anchors[usize::from(go.piece)] = go.to;
        }
        steps
    }
}
