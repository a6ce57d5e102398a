//! How far a position is from solved, in two numbers: the way of the goal pieces if they were alone, and what stands in that way.

use super::board::{Board, NOWHERE, Owners};
use crate::solver::search::pool::give_back;
use crate::solver::{Budget, StopReason};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Measures {
    /// Steps that the goal pieces would need alone; waypoints that are still to be passed count [`A_STAGE`] each.
    pub(crate) distance: u32,
    /// Steps that the pieces in their way would need alone to get out of it, and the pieces in the way of those.
    pub(crate) obstacles: u32,
}

/// What a waypoint counts that has not been passed.
const A_STAGE: u32 = 1 << 16;

/// What a piece counts that can never get out of the way.
const NEVER: u16 = 64;

/// Bytes of lists beyond which a piece in the way counts 1.
const MOST: u64 = 1 << 26;

/// How many times as long as one list it takes to give back short ones of as many bytes, about.
const SHORT: u64 = 16;

/// Shortest ways of one kind to some of its places on a board without other pieces.
struct Ways {
    /// By anchor.
    distance: Vec<u16>,
    /// By anchor: the next one on a shortest way.
    towards: Vec<u16>,
    /// By anchor: the cells that the piece covers on that way, each once; empty until they are asked for.
    swept: Vec<Box<[u16]>>,
}

/// Where a stage wants a piece of some kind.
struct Target {
    kind: u16,
    ways: Ways,
}

/// Measures positions of one board.
pub(crate) struct Measure {
    stages: Vec<Vec<Target>>,
    /// By kind: its pieces.
    pieces: Vec<Vec<u16>>,
    /// The ways of a kind out of the way of a target's piece at an anchor: by stage, target, that anchor, and kind.
    clearings: FxHashMap<(u16, u16, u16, u16), Ways>,
    bytes: u64,
    /// Cells looked up so far.
    work: u64,
    /// By cell and by piece: the number of the call that has seen it last.
    seen: Vec<u32>,
    counted: Vec<u32>,
    taken: Vec<u32>,
    call: u32,
    /// The pieces in the way, with their targets and those targets' pieces' anchors.
    blockers: Vec<(u16, u16, u16)>,
}

impl Drop for Measure {
    fn drop(&mut self) {
        let ways = (std::mem::take(&mut self.stages), std::mem::take(&mut self.clearings));
        // Short lists, which take much longer than as many bytes in one.
        give_back(ways, self.bytes * SHORT);
    }
}

impl Measure {
    /// Nothing is measured yet.
    pub(crate) fn new(board: &Board, budget: &mut Budget<'_>) -> Result<Measure, StopReason> {
        let mut target = |&(kind, anchor): &(u16, u16)| {
            // Hundreds of them take milliseconds.
            budget.check_after(board.cells())?;
            Ok(Target { kind, ways: Ways::new(board, kind, |place| place == anchor) })
        };
        let stages = board.stages.iter().map(|stage| stage.iter().map(&mut target).collect());
        let stages = stages.collect::<Result<_, _>>()?;
        let mut pieces = vec![Vec::new(); board.places.len()];
        for (piece, &kind) in (0..).zip(&board.kinds) {
            pieces[usize::from(kind)].push(piece);
        }
        Ok(Measure {
            stages,
            pieces,
            clearings: FxHashMap::default(),
            bytes: 0,
            work: 0,
            seen: vec![0; board.cells()],
            counted: vec![0; board.kinds.len()],
            taken: vec![0; board.kinds.len()],
            call: 0,
            blockers: Vec::new(),
        })
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Cells looked up so far.
    pub(crate) fn work(&self) -> u64 {
        self.work
    }

    /// Measures a position; `None` if a goal piece can never come to where it shall. Until the next call [`Measure::depends_on`]
    /// is about this position.
    pub(crate) fn of(
        &mut self,
        board: &Board,
        stage: usize,
        anchors: &[u16],
        owners: &Owners,
    ) -> Option<Measures> {
        self.call += 1;
        self.blockers.clear();
        let mut distance = (self.stages.len() - 1 - stage) as u32 * A_STAGE;
        for target in 0..self.stages[stage].len() {
            distance += self.follow(board, (stage, target), anchors, owners)?;
        }
        let mut obstacles = 0;
        for number in 0..self.blockers.len() {
            obstacles += self.clear(board, stage, self.blockers[number], anchors, owners);
        }
        Some(Measures { distance, obstacles })
    }

    /// The distance of the piece that is nearest to a target, and notes what is in its way.
    fn follow(
        &mut self,
        board: &Board,
        (stage, target): (usize, usize),
        anchors: &[u16],
        owners: &Owners,
    ) -> Option<u32> {
        let Target { kind, ways } = &mut self.stages[stage][target];
        let free = self.pieces[usize::from(*kind)].iter().copied();
        let free = free.filter(|&piece| self.taken[usize::from(piece)] != self.call);
        let at = |piece: u16| anchors[usize::from(piece)];
        let piece = free.min_by_key(|&piece| ways.distance[usize::from(at(piece))])?;
        let distance = ways.distance[usize::from(at(piece))];
        if distance == u16::MAX {
            return None;
        }
        self.taken[usize::from(piece)] = self.call;
        self.counted[usize::from(piece)] = self.call;
        self.work += self.pieces[usize::from(*kind)].len() as u64;
        let swept = ways.swept(board, *kind, at(piece), &mut self.bytes);
        self.work += swept.len() as u64;
        for &cell in swept {
            self.seen[usize::from(cell)] = self.call;
            let Some(owner) = owners.at(cell.into()) else { continue };
            if std::mem::replace(&mut self.counted[usize::from(owner)], self.call) != self.call {
                self.blockers.push((owner, target as u16, at(piece)));
            }
        }
        Some(u32::from(distance))
    }

    /// What a piece in the way counts.
    fn clear(
        &mut self,
        board: &Board,
        stage: usize,
        (piece, target, goal_piece): (u16, u16, u16),
        anchors: &[u16],
        owners: &Owners,
    ) -> u32 {
        let kind = board.kinds[usize::from(piece)];
        let key = (stage as u16, target, goal_piece, kind);
        if !self.clearings.contains_key(&key) {
            if self.bytes > MOST {
                return 1;
            }
            let ways = self.clearing(board, key);
            self.work += 8 * ways.distance.len() as u64;
            self.bytes += (ways.distance.len() * 20) as u64;
            self.clearings.insert(key, ways);
        }
        let Some(ways) = self.clearings.get_mut(&key) else { return 1 };
        let from = anchors[usize::from(piece)];
        let mut counted = u32::from(ways.distance[usize::from(from)].min(NEVER));
        let swept = ways.swept(board, kind, from, &mut self.bytes);
        self.work += swept.len() as u64;
        for &cell in swept {
            self.seen[usize::from(cell)] = self.call;
            let Some(owner) = owners.at(cell.into()) else { continue };
            let before = std::mem::replace(&mut self.counted[usize::from(owner)], self.call);
            counted += u32::from(before != self.call);
        }
        counted
    }

    /// The ways of a kind to where it is out of the way.
    fn clearing(
        &self,
        board: &Board,
        (stage, target, goal_piece, kind): (u16, u16, u16, u16),
    ) -> Ways {
        let Target { kind: wanted, ways } = &self.stages[usize::from(stage)][usize::from(target)];
        let mut way = vec![false; board.cells()];
        for cell in ways.from(goal_piece).flat_map(|anchor| board.covered(*wanted, anchor)) {
            way[cell] = true;
        }
        Ways::new(board, kind, |place| board.covered(kind, place).all(|cell| !way[cell]))
    }

    /// Whether the measures of the last position may change when a piece of `kind` comes to `anchor` or leaves it.
    pub(crate) fn depends_on(&self, board: &Board, kind: u16, anchor: u16) -> bool {
        board.covered(kind, anchor).any(|cell| self.seen[cell] == self.call)
    }
}

impl Ways {
    /// The ways of `kind` to those of its places that are `home`.
    fn new(board: &Board, kind: u16, home: impl Fn(u16) -> bool) -> Ways {
        let cells = board.cells();
        let mut ways = Ways {
            distance: vec![u16::MAX; cells],
            towards: vec![NOWHERE; cells],
            swept: vec![Box::default(); cells],
        };
        let places = &board.places[usize::from(kind)];
        let mut open: VecDeque<u16> = places.iter().copied().filter(|&place| home(place)).collect();
        open.iter().for_each(|&place| ways.distance[usize::from(place)] = 0);
        if board.lift {
            // Of many places to be set down at none is the one that others must make way at.
            let next = if open.len() == 1 { open[0] } else { NOWHERE };
            for &place in places.iter().filter(|_| !open.is_empty()) {
                if ways.distance[usize::from(place)] != 0 {
                    ways.distance[usize::from(place)] = 1;
                    ways.towards[usize::from(place)] = next;
                }
            }
            return ways;
        }
        while let Some(at) = open.pop_front() {
            let farther = ways.distance[usize::from(at)].saturating_add(1);
            // A lock allows a step in both directions or in none, so that the ways there are those back.
            for &to in board.neighbours(kind, at).iter().filter(|&&to| to != NOWHERE) {
                if ways.distance[usize::from(to)] == u16::MAX {
                    ways.distance[usize::from(to)] = farther;
                    ways.towards[usize::from(to)] = at;
                    open.push_back(to);
                }
            }
        }
        ways
    }

    /// The cells that a piece of `kind` covers on its way from `anchor`; `bytes` counts what is kept of them.
    fn swept(&mut self, board: &Board, kind: u16, anchor: u16, bytes: &mut u64) -> &[u16] {
        if self.swept[usize::from(anchor)].is_empty() {
            let cells = self.from(anchor).flat_map(|at| board.covered(kind, at));
            let mut cells: Vec<u16> = cells.map(|cell| cell as u16).collect();
            cells.sort_unstable();
            cells.dedup();
            *bytes += size_of_val(&*cells) as u64;
            self.swept[usize::from(anchor)] = cells.into();
        }
        &self.swept[usize::from(anchor)]
    }

    /// The anchors of a shortest way from `anchor` on, its own first.
    fn from(&self, anchor: u16) -> impl Iterator<Item = u16> + '_ {
        std::iter::successors(Some(anchor), |&at| {
            Some(self.towards[usize::from(at)]).filter(|&next| next != NOWHERE)
        })
    }
}
