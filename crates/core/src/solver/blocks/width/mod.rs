//! Best-first width search: some solution, soon, where shortest ones are far out of reach (Lipovetzky and Geffner, "Best-First Width
//! Search", AAAI 2017).
//!
//! What is new among positions of equal measures comes first, then what is near the goal, then what is least in its way; in the
//! order of discovery among equals. Nothing that it says is proven: positions are known by a hash, and the rules replay what it finds.

pub(crate) mod board;
mod measure;
pub(crate) mod novelty;
pub(crate) mod shorten;
#[cfg(test)]
pub(crate) mod tests;

use crate::solver::budget::{Budget, Progress, StopReason};
use board::{Board, Go, Owners};
use measure::{Measure, Measures};
use novelty::{Facts, Novelty, Width};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, VecDeque};

/// In which order positions that are equally new are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    /// The nearest goal first.
    Distance,
    /// The least sum of distance and obstacles first.
    Sum,
}

/// One of the ways to search: what one does not find in a minute, another may find at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Variant {
    pub(crate) facts: Facts,
    pub(crate) order: Order,
    /// The piece whose moves come first.
    pub(crate) first: usize,
}

/// How a part of a search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// It has found a solution.
    Found(Vec<Go>),
    /// There is nothing left to look at.
    Nothing,
    /// It has looked at as many positions as it was to.
    Paused,
}

/// What has been found and not been looked at: a position by the one before it, and the step that led to it.
#[derive(Clone, Copy)]
struct Node {
    parent: u32,
    go: Go,
}

/// A position that has been looked at.
struct Expanded {
    node: Node,
    stage: u16,
    depth: u32,
}

/// By what the open positions are sorted.
type Key = (Width, u32, u32);

/// The search, which can be paused.
pub(crate) struct WidthSearch<'a> {
    board: &'a Board,
    variant: Variant,
    measure: Measure,
    novelty: Novelty<Measures>,
    open: BTreeMap<Key, VecDeque<Node>>,
    waiting: usize,
    /// Hashes of all positions that were found, in parts, so that none takes long to grow.
    closed: Vec<FxHashSet<u64>>,
    found: usize,
    expanded: Vec<Expanded>,
    /// The anchors of the positions that have been looked at, so many of them together.
    positions: Vec<Vec<u16>>,
    owners: Owners,
    solution: Option<Vec<Go>>,
    /// Solutions with more steps are not wanted.
    bound: u32,
    /// What others hold and have done.
    base: Progress,
    /// Positions found and looked at, as far as the progress has counted them.
    counted: (u64, u64),
    /// Lookups so far, but those of the measure, and how many they were with those when the limits were looked at last.
    work: u64,
    checked: u64,
}

/// Parts of the closed list.
const PARTS: usize = 256;

/// Positions whose anchors are kept together.
const TOGETHER: usize = 1024;

/// Cells and pairs that are looked up between two looks at the limits: a fraction of a millisecond.
const A_CHECK: u64 = 1 << 15;

/// More positions than are looked at between two looks at the limits.
const SOME: usize = 1 << 12;

/// The most bytes for what has been seen, and the part of the memory that it may take.
const NOVELTY: u64 = 1 << 28;
const NOVELTY_SHARE: u64 = 8;

/// No parent.
const NONE: u32 = u32::MAX;

impl<'a> WidthSearch<'a> {
    /// A search from `anchors`, where `stage` waypoints have been passed, for solutions of up to `bound` steps.
    pub(crate) fn new(
        board: &'a Board,
        variant: Variant,
        (anchors, stage): (&[u16], usize),
        bound: u32,
        budget: &Budget<'_>,
    ) -> WidthSearch<'a> {
        let bytes = budget.limits().memory.map_or(NOVELTY, |all| NOVELTY.min(all / NOVELTY_SHARE));
        let mut search = WidthSearch {
            board,
            variant,
            measure: Measure::new(board),
            novelty: Novelty::new(board, variant.facts, bytes),
            open: BTreeMap::new(),
            waiting: 0,
            closed: vec![FxHashSet::default(); PARTS],
            found: 0,
            expanded: Vec::new(),
            positions: Vec::new(),
            owners: Owners::new(board),
            solution: None,
            bound,
            base: Progress::default(),
            counted: (0, 0),
            work: 0,
            checked: 0,
        };
        search.begin(anchors, stage);
        search
    }

    fn begin(&mut self, anchors: &[u16], stage: usize) {
        self.owners.set(self.board, anchors);
        let Some(measures) = self.measure.of(self.board, stage, anchors, &self.owners) else {
            return;
        };
        if measures.distance == 0 {
            self.solution = Some(Vec::new());
        }
        for (piece, &to) in (0..).zip(anchors) {
            self.novelty.rate(measures, Go { piece, to }, anchors);
        }
        self.is_new(self.hash(anchors, stage));
        // No step leads to the start, so that what its node says of one is never read.
        let node =
            Node { parent: NONE, go: Go { piece: 0, to: anchors.first().copied().unwrap_or(0) } };
        self.positions.push(anchors.to_vec());
        self.expanded.push(Expanded { node, stage: stage as u16, depth: 0 });
        self.open.entry((Width::One, 0, 0)).or_default().push_back(node);
        self.waiting = 1;
    }

    /// Positions that have been looked at.
    pub(crate) fn expanded(&self) -> u64 {
        self.expanded.len() as u64
    }

    /// Positions that have been found.
    pub(crate) fn states(&self) -> u64 {
        self.found as u64
    }

    /// Bytes held, a little more rather than less.
    pub(crate) fn bytes(&self) -> u64 {
        // A set of hashes is between seven sixteenths and seven eighths full, and has a control byte for each slot.
        let closed = self.found * 20 + PARTS * size_of::<FxHashSet<u64>>();
        let open = 2 * self.waiting * size_of::<Node>();
        let anchors = self.positions.len() * TOGETHER * self.board.kinds.len() * size_of::<u16>();
        let expanded = self.expanded.capacity() * size_of::<Expanded>();
        (closed + open + anchors + expanded) as u64 + self.novelty.bytes() + self.measure.bytes()
    }

    /// Looks at up to `most` more positions. What the progress counts at the beginning is what others hold and have done.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(crate) fn run(&mut self, most: u64, budget: &mut Budget<'_>) -> Result<End, StopReason> {
        self.base = budget.progress;
        // What it has done itself is counted already, if it has been paused.
        self.base.states = self.base.states.saturating_sub(self.counted.0);
        self.base.expanded = self.base.expanded.saturating_sub(self.counted.1);
        self.checked = 0;
        let mut anchors = Vec::new();
        for _ in 0..most {
            if let Some(solution) = self.solution.take() {
                return Ok(End::Found(solution));
            }
            self.look_up(budget)?;
            let Some(node) = self.pop() else { return Ok(End::Nothing) };
            let number = self.look_at(node, &mut anchors);
            self.expand(number, &mut anchors, budget)?;
        }
        Ok(match self.solution.take() {
            Some(solution) => End::Found(solution),
            None => End::Paused,
        })
    }

    /// Looks at the limits when enough work has been done since it has looked at them last.
    // The clock is read rarely, because that takes as long as a position does on some systems.
    fn look_up(&mut self, budget: &mut Budget<'_>) -> Result<(), StopReason> {
        let work = self.work + self.measure.work();
        if self.checked > 0 && work < self.checked + A_CHECK {
            return Ok(());
        }
        self.checked = work.max(1);
        budget.progress.bytes = self.base.bytes + self.bytes();
        self.counted = (self.states(), self.expanded());
        budget.progress.states = self.base.states + self.counted.0;
        budget.progress.expanded = self.base.expanded + self.counted.1;
        budget.check()?;
        // What doubles when it is full is the list of what was looked at, and it is short.
        let rows = A_CHECK / self.board.kinds.len().max(1) as u64 + 1;
        budget.room(rows * self.novelty.row_bytes() + self.growth())
    }

    /// Bytes by which the list of what has been looked at is about to grow.
    fn growth(&self) -> u64 {
        let full = self.expanded.len() + SOME > self.expanded.capacity();
        if full { (self.expanded.capacity() * size_of::<Expanded>()) as u64 } else { 0 }
    }

    /// The best of the open positions.
    fn pop(&mut self) -> Option<Node> {
        let mut first = self.open.first_entry()?;
        let node = first.get_mut().pop_front();
        if first.get().is_empty() {
            first.remove();
        }
        self.waiting -= 1;
        node
    }

    /// Puts the position of a node among those that have been looked at, and its anchors into `anchors`.
    fn look_at(&mut self, node: Node, anchors: &mut Vec<u16>) -> u32 {
        let number = self.expanded.len();
        // The start is there from the beginning.
        if node.parent == NONE {
            anchors.clone_from(&self.positions[0]);
            return 0;
        }
        let parent = &self.expanded[node.parent as usize];
        let (stage, depth) = (usize::from(parent.stage), parent.depth + 1);
        let pieces = self.board.kinds.len();
        let at = node.parent as usize % TOGETHER * pieces;
        anchors.clear();
        anchors.extend(&self.positions[node.parent as usize / TOGETHER][at..at + pieces]);
        anchors[usize::from(node.go.piece)] = node.go.to;
        if number.is_multiple_of(TOGETHER) {
            self.positions.push(Vec::with_capacity(TOGETHER * pieces));
        }
        self.positions[number / TOGETHER].extend(&*anchors);
        let stage = self.board.passed(stage, anchors) as u16;
        self.expanded.push(Expanded { node, stage, depth });
        number as u32
    }

    /// Finds the positions one step from one that is looked at.
    fn expand(
        &mut self,
        number: u32,
        anchors: &mut [u16],
        budget: &mut Budget<'_>,
    ) -> Result<(), StopReason> {
        let board = self.board;
        let Expanded { stage, depth, .. } = self.expanded[number as usize];
        let stage = usize::from(stage);
        self.owners.set(board, anchors);
        let Some(own) = self.measure.of(board, stage, anchors, &self.owners) else {
            return Ok(());
        };
        let hash = self.hash(anchors, stage);
        let mut steps = Vec::new();
        board.each_step(anchors, &self.owners, self.variant.first, |go| steps.push(go));
        // Those that leave the measures as they are come first: the measure remembers one position only.
        let (mut changing, depth) = (Vec::new(), depth + 1);
        self.work += anchors.len() as u64 * if board.lift { board.cells() as u64 } else { 4 };
        for go in steps {
            // Where pieces are lifted a position may have thousands of steps.
            self.look_up(budget)?;
            let (kind, from) = self.of(go, anchors);
            let changes = self.measure.depends_on(board, kind, from)
                || self.measure.depends_on(board, kind, go.to);
            if changes || stage + 1 < board.stages.len() {
                changing.push(go);
            } else if self.is_new(hash ^ token(kind, from) ^ token(kind, go.to)) {
                self.add(own, Node { parent: number, go }, anchors, depth);
            }
        }
        for go in changing {
            self.look_up(budget)?;
            let (kind, from) = self.of(go, anchors);
            let back = Go { piece: go.piece, to: from };
            self.owners.take(board, back);
            self.owners.put(board, go);
            anchors[usize::from(go.piece)] = go.to;
            let after = board.passed(stage, anchors);
            let next = hash ^ token(kind, from) ^ token(kind, go.to);
            if self.is_new(next ^ stage_token(stage) ^ stage_token(after)) {
                let measures = self.measure.of(board, after, anchors, &self.owners);
                if let Some(measures) = measures {
                    self.add(measures, Node { parent: number, go }, anchors, depth);
                }
            }
            self.owners.take(board, go);
            self.owners.put(board, back);
            anchors[usize::from(go.piece)] = from;
        }
        Ok(())
    }

    /// The kind of a piece that goes, and where it is.
    fn of(&self, go: Go, anchors: &[u16]) -> (u16, u16) {
        (self.board.kinds[usize::from(go.piece)], anchors[usize::from(go.piece)])
    }

    /// Notes a position, and whether it solves the puzzle.
    fn add(&mut self, measures: Measures, node: Node, anchors: &[u16], depth: u32) {
        let Measures { distance, obstacles } = measures;
        if depth.saturating_add(distance & 0xFFFF) > self.bound {
            return;
        }
        if distance == 0 && self.solution.is_none() {
            self.solution = Some(self.way(node));
        }
        let width = self.novelty.rate(measures, node.go, anchors);
        self.work += anchors.len() as u64;
        let key = match self.variant.order {
            Order::Distance => (width, distance, obstacles),
            Order::Sum => (width, distance + obstacles, distance),
        };
        self.open.entry(key).or_default().push_back(node);
        self.waiting += 1;
    }

    /// The steps from the start to a node.
    fn way(&self, node: Node) -> Vec<Go> {
        let mut way = Vec::new();
        let mut at = node;
        while at.parent != NONE {
            way.push(at.go);
            at = self.expanded[at.parent as usize].node;
        }
        way.reverse();
        way
    }

    fn is_new(&mut self, hash: u64) -> bool {
        // The set's own hash uses other bits, so that each part is as evenly filled as one for all would be.
        let is_new = self.closed[(hash % PARTS as u64) as usize].insert(hash);
        self.found += usize::from(is_new);
        is_new
    }

    /// A hash of a position that is the same for those that differ in which piece of a kind stands where (Zobrist).
    fn hash(&self, anchors: &[u16], stage: usize) -> u64 {
        let tokens = self.board.kinds.iter().zip(anchors).map(|(&kind, &at)| token(kind, at));
        tokens.fold(stage_token(stage), |hash, token| hash ^ token)
    }
}

/// What a piece of a kind at an anchor puts into a hash.
fn token(kind: u16, anchor: u16) -> u64 {
    mixed(u64::from(kind) << 16 | u64::from(anchor))
}

/// What the waypoints passed put into a hash.
fn stage_token(stage: usize) -> u64 {
    mixed((stage as u64) << 32)
}

/// A number from which the argument cannot be guessed (the finalizer of SplitMix64).
fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ (number >> 31)
}
