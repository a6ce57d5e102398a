//! Best-first width search: some solution, soon, where shortest ones are far out of reach (Lipovetzky and Geffner, "Best-First Width
//! Search", AAAI 2017).
//!
//! What is new among positions of equal measures comes first, then what is near the goal, then what is least in its way; in the
//! order of discovery among equals. Nothing that it says is proven: positions are known by a hash, and the rules replay what it finds.

pub(crate) mod beam;
pub(crate) mod board;
mod measure;
pub(crate) mod novelty;
pub(crate) mod one_by_one;
mod seen;
pub(crate) mod shorten;
#[cfg(test)]
pub(crate) mod tests;

use crate::solver::budget::{Budget, Progress, StopReason};
use crate::solver::search::pool::give_back;
use board::{Board, Owners, PieceStep};
use measure::{Measure, Measures};
use novelty::{Facts, Novelty, Width};
use seen::{Seen, hash, stage_token, token};
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
}

/// How a part of a search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// It has found a solution.
    Found(Vec<PieceStep>),
    /// There is nothing left to look at.
    Nothing,
    /// It has looked at as many positions as it was to.
    Paused,
}

/// What has been found and not been looked at: a position by the one before it, and the step that led to it.
#[derive(Clone, Copy)]
struct Node {
    parent: u32,
    go: PieceStep,
}

/// A position that has been looked at.
struct Expanded {
    node: Node,
    stage: u16,
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
    /// All positions that were found.
    found: Seen,
    expanded: Vec<Expanded>,
    /// The anchors of the positions that have been looked at, so many of them together.
    positions: Vec<Vec<u16>>,
    owners: Owners,
    solution: Option<Vec<PieceStep>>,
    /// What others hold and have done.
    base: Progress,
    /// Positions found and looked at, as far as the progress has counted them.
    counted: (u64, u64),
    /// Lookups so far, but those of the measure and of what is new, and how many there were with those when the limits were looked at last.
    work: u64,
    checked: u64,
}

/// Positions whose anchors are kept together.
const TOGETHER: usize = 1024;

/// Cells and pairs that are looked up between two looks at the limits: a fraction of a millisecond.
const A_CHECK: u64 = 1 << 15;

/// What it takes to find a position, beside what it shows, in cells.
const A_POSITION: u64 = 16;

/// More positions than are looked at between two looks at the limits.
const SOME: usize = 1 << 12;

/// The most bytes for what has been seen, and the part of the memory that it may take.
const NOVELTY: u64 = 1 << 28;
const NOVELTY_SHARE: u64 = 8;

/// No parent.
const NONE: u32 = u32::MAX;

impl Drop for WidthSearch<'_> {
    fn drop(&mut self) {
        let bytes = self.bytes();
        let positions = (std::mem::take(&mut self.positions), std::mem::take(&mut self.found));
        let nodes = (std::mem::take(&mut self.open), std::mem::take(&mut self.expanded));
        give_back((positions, nodes, self.novelty.take()), bytes);
    }
}

impl<'a> WidthSearch<'a> {
    /// A search from `anchors`, where `stage` waypoints have been passed.
    pub(crate) fn new(
        board: &'a Board,
        variant: Variant,
        (anchors, stage): (&[u16], usize),
        budget: &mut Budget<'_>,
    ) -> Result<WidthSearch<'a>, StopReason> {
        let bytes = budget.limits().memory.map_or(NOVELTY, |all| NOVELTY.min(all / NOVELTY_SHARE));
        let mut search = WidthSearch {
            board,
            variant,
            measure: Measure::new(board, budget)?,
            novelty: Novelty::new(board, variant.facts, bytes),
            open: BTreeMap::new(),
            waiting: 0,
            found: Seen::default(),
            expanded: Vec::new(),
            positions: Vec::new(),
            owners: Owners::new(board),
            solution: None,
            base: Progress::default(),
            counted: (0, 0),
            work: 0,
            checked: 0,
        };
        search.begin(anchors, stage, budget)?;
        Ok(search)
    }

    fn begin(
        &mut self,
        anchors: &[u16],
        stage: usize,
        budget: &mut Budget<'_>,
    ) -> Result<(), StopReason> {
        self.owners.set(self.board, anchors);
        let Some(measures) = self.measure.of(self.board, stage, anchors, &self.owners) else {
            return Ok(());
        };
        if measures.distance == 0 {
            self.solution = Some(Vec::new());
        }
        self.novelty.stand(&self.owners);
        self.novelty.begin(measures, self.board, anchors, budget)?;
        self.found.insert(hash(self.board, anchors, stage));
        // No step leads to the start, so that what its node says of one is never read.
        let node = Node {
            parent: NONE,
            go: PieceStep { piece: 0, to: anchors.first().copied().unwrap_or(0) },
        };
        self.positions.push(anchors.to_vec());
        self.expanded.push(Expanded { node, stage: stage as u16 });
        self.open.entry((Width::One, 0, 0)).or_default().push_back(node);
        self.waiting = 1;
        Ok(())
    }

    /// Positions that have been looked at.
    pub(crate) fn expanded(&self) -> u64 {
        self.expanded.len() as u64
    }

    /// Positions that have been found.
    pub(crate) fn states(&self) -> u64 {
        self.found.len() as u64
    }

    /// Bytes held, a little more rather than less.
    pub(crate) fn bytes(&self) -> u64 {
        let open = 2 * self.waiting * size_of::<Node>();
        let anchors = self.positions.len() * TOGETHER * self.board.kinds.len() * size_of::<u16>();
        let expanded = self.expanded.capacity() * size_of::<Expanded>();
        let lists = (open + anchors + expanded) as u64;
        lists + self.found.bytes() + self.novelty.bytes() + self.measure.bytes()
    }

    /// Cells and facts looked up so far, and what took as long.
    pub(crate) fn work(&self) -> u64 {
        self.work + self.measure.work() + self.novelty.work()
    }

    /// Looks at more positions until that has taken `most` lookups. What the progress counts at the beginning is what others hold and have done.
    pub(crate) fn run(&mut self, most: u64, budget: &mut Budget<'_>) -> Result<End, StopReason> {
        self.base = budget.progress;
        // What it has done itself is counted already, if it has been paused.
        self.base.states = self.base.states.saturating_sub(self.counted.0);
        self.base.expanded = self.base.expanded.saturating_sub(self.counted.1);
        self.checked = 0;
        let mut anchors = Vec::new();
        let most = self.work().saturating_add(most);
        while self.work() < most {
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
        let work = self.work();
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
        let stage = usize::from(parent.stage);
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
        self.expanded.push(Expanded { node, stage });
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
        let Expanded { stage, .. } = self.expanded[number as usize];
        let stage = usize::from(stage);
        self.owners.set(board, anchors);
        let Some(own) = self.measure.of(board, stage, anchors, &self.owners) else {
            return Ok(());
        };
        self.novelty.stand(&self.owners);
        let hash = hash(board, anchors, stage);
        let mut steps = Vec::new();
        board.each_step(anchors, &self.owners, |go| steps.push(go));
        // Those that leave the measures as they are come first: the measure remembers one position only.
        let mut changing = Vec::new();
        self.work += anchors.len() as u64 * if board.lift { board.cells() as u64 } else { 4 };
        for go in steps {
            // Where pieces are lifted a position may have thousands of steps.
            self.look_up(budget)?;
            let (kind, from) = board.of(go, anchors);
            let changes = self.measure.depends_on(board, kind, from)
                || self.measure.depends_on(board, kind, go.to);
            if changes || stage + 1 < board.stages.len() {
                changing.push(go);
            } else if self.found.insert(hash ^ token(kind, from) ^ token(kind, go.to)) {
                self.add(own, Node { parent: number, go }, from, anchors);
            }
        }
        for go in changing {
            self.look_up(budget)?;
            let (kind, from) = board.of(go, anchors);
            let back = PieceStep { piece: go.piece, to: from };
            self.owners.take(board, back);
            self.owners.put(board, go);
            anchors[usize::from(go.piece)] = go.to;
            let after = board.passed(stage, anchors);
            let next = hash ^ token(kind, from) ^ token(kind, go.to);
            if self.found.insert(next ^ stage_token(stage) ^ stage_token(after)) {
                let measures = self.measure.of(board, after, anchors, &self.owners);
                if let Some(measures) = measures {
                    self.add(measures, Node { parent: number, go }, from, anchors);
                }
            }
            self.owners.take(board, go);
            self.owners.put(board, back);
            anchors[usize::from(go.piece)] = from;
        }
        Ok(())
    }

    /// Notes a position that a step from `from` leads to, and whether it solves the puzzle.
    fn add(&mut self, measures: Measures, node: Node, from: u16, anchors: &[u16]) {
        let Measures { distance, obstacles } = measures;
        if distance == 0 && self.solution.is_none() {
            self.solution = Some(self.way(node));
        }
        let width = self.novelty.rate(measures, self.board, (from, node.go), anchors);
        self.work += A_POSITION;
        let key = match self.variant.order {
            Order::Distance => (width, distance, obstacles),
            Order::Sum => (width, distance + obstacles, distance),
        };
        self.open.entry(key).or_default().push_back(node);
        self.waiting += 1;
    }

    /// The steps from the start to a node.
    fn way(&self, node: Node) -> Vec<PieceStep> {
        let mut way = Vec::new();
        let mut at = node;
        while at.parent != NONE {
            way.push(at.go);
            at = self.expanded[at.parent as usize].node;
        }
        way.reverse();
        way
    }
}
