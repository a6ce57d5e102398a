//! Ways of a tile or two among blanks on any floor, all other tiles being alike.
//!
//! While these tiles stand still, the blanks on each side of them go where they like there: positions in which the tiles are on the same cells
//! and as many blanks on each side are alike (D. Kornhauser, G. Miller and P. Spirakis, "Coordinating pebble motion on graphs", FOCS 1984).
//! Of those that are, the one is kept that takes the fewest steps, unless another has been gone on from. They are so few that a way is found wherever there is one, over corridors
//! of any length.

use super::row_by_row::shortest_way;
use super::{TileStep, blanks_to};
use crate::solver::budget::{Budget, StopReason};
use crate::solver::tiles::board::TileBoard;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// Bytes of the positions that a search keeps.
const MOST_BYTES: u64 = 1 << 26;

/// The sides of some tiles are kept for so many of their places, a megabyte at the most.
const MOST_SIDES: usize = 4_096;

/// By cell, the number of its side; for those that are on none, the tiles among them, that beyond all others.
type Sides = Vec<u8>;

/// Positions of the blanks and of a tile or two, the least estimate first.
pub(super) struct BySides<'a> {
    board: &'a TileBoard,
    tiles: usize,
    /// A part of a side gets at most so many blanks, or all that it could but at most so many.
    few: usize,
    found: Vec<Found>,
    /// The best of those that are alike.
    known: FxHashMap<Vec<u8>, usize>,
    open: BinaryHeap<Reverse<(u32, usize)>>,
    sides: FxHashMap<Vec<u8>, Sides>,
}

struct Found {
    /// The cells of the tiles, and how many blanks are on each of their sides.
    alike: Vec<u8>,
    /// The last is where the tile was that went last.
    blanks: Vec<u8>,
    /// The position before, and how many steps there are from the start.
    before: usize,
    count: u32,
    is_done: bool,
}

impl<'a> BySides<'a> {
    /// From these cells of tiles and of blanks.
    pub(super) fn of(
        board: &'a TileBoard,
        tiles: &[usize],
        blanks: impl Iterator<Item = usize>,
        few: usize,
    ) -> BySides<'a> {
        let (found, known, sides) = (Vec::new(), FxHashMap::default(), FxHashMap::default());
        let open = BinaryHeap::new();
        let mut search = BySides { board, tiles: tiles.len(), few, found, known, open, sides };
        let tiles: Vec<u8> = tiles.iter().map(|&tile| tile as u8).collect();
        let blanks: Vec<u8> = blanks.map(|blank| blank as u8).collect();
        let alike = search.alike(&tiles, &blanks);
        search.add(Found { alike, blanks, before: 0, count: 0, is_done: false }, 0);
        search
    }

    /// The next position, if there is one and room for more.
    pub(super) fn next(&mut self, budget: &mut Budget<'_>) -> Result<Option<usize>, StopReason> {
        budget.check_after(self.board.cells().len())?;
        // What is alike is also in the map.
        let bytes = 3 * size_of::<Found>() + self.found[0].blanks.len();
        if (self.found.len() * bytes) as u64 > MOST_BYTES.min(budget.left() / 2) {
            return Ok(None);
        }
        while let Some(Reverse((_, at))) = self.open.pop() {
            // A better one may have been found since.
            if self.known[&self.found[at].alike] == at {
                self.found[at].is_done = true;
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// The cells of the tiles.
    pub(super) fn tiles(&self, at: usize) -> &[u8] {
        &self.found[at].alike[..self.tiles]
    }

    /// Whether blanks can come to two cells, or one of them if they are the same, while the tiles stand still.
    pub(super) fn have_blanks(&mut self, at: usize, cells: [usize; 2]) -> bool {
        let tiles = self.tiles(at).to_vec();
        let sides = self.sides(&tiles);
        let [one, other] = cells.map(|cell| usize::from(sides[cell]));
        let count = |side: usize| self.found[at].alike.get(self.tiles + side).map_or(0, |&n| n);
        if one == other { count(one) > 1 } else { count(one) > 0 && count(other) > 0 }
    }

    /// The steps to a position, and then of blanks to some cells while the tiles stand still.
    pub(super) fn way(&self, at: usize, blanks: &[usize]) -> Vec<TileStep> {
        let mut parts = vec![self.gathered(at, blanks)];
        let mut now = at;
        while now > 0 {
            let before = self.found[now].before;
            let tiles = self.tiles(before).iter().zip(self.tiles(now));
            let step = tiles.map(|(&from, &to)| (from, to)).find(|(from, to)| from != to);
            parts.extend(step.map(|step| self.step(before, step, &self.found[now].blanks)));
            now = before;
        }
        parts.reverse();
        parts.concat()
    }

    /// Adds what a step of each tile leads to, with the blanks where they may be wanted next.
    pub(super) fn expand(
        &mut self,
        at: usize,
        mut estimate: impl FnMut(&[u8]) -> u32,
        budget: &mut Budget<'_>,
    ) -> Result<(), StopReason> {
        let tiles = self.tiles(at).to_vec();
        let sides = self.sides(&tiles).clone();
        for (which, &from) in tiles.iter().enumerate() {
            for to in self.board.near(from.into()).filter(|&to| !tiles.contains(&(to as u8))) {
                let mut then = tiles.clone();
                then[which] = to as u8;
                let (here, elsewhere) = self.found[at]
                    .blanks
                    .iter()
                    .partition(|&&blank| sides[usize::from(blank)] == sides[to]);
                for chosen in self.choices(&tiles, to, here) {
                    // There may be thousands, each with blanks that go to where they are wanted.
                    budget.check_after(self.board.cells().len())?;
                    let blanks = [&elsewhere[..], &chosen[..], &[from]].concat();
                    let (alike, before) = (self.alike(&then, &blanks), self.found[at].count);
                    let best = self.known.get(&alike).map(|&best| &self.found[best]);
                    if best.is_some_and(|best| best.is_done || best.count <= before + 1) {
                        continue;
                    }
                    let count = before + self.step(at, (from, to as u8), &blanks).len() as u32;
                    if best.is_none_or(|best| count < best.count) {
                        let cost = count + estimate(&then);
                        self.add(Found { alike, blanks, before: at, count, is_done: false }, cost);
                    }
                }
            }
        }
        Ok(())
    }

    /// Where the blanks of a side may be but for one that goes to a cell of it.
    fn choices(&self, tiles: &[u8], to: usize, blanks: Vec<u8>) -> Vec<Vec<u8>> {
        let Some(others) = blanks.len().checked_sub(1) else { return Vec::new() };
        let is_blank = |cell: usize| blanks.contains(&(cell as u8));
        if self.is_parted(tiles, to) {
            let pieces = self.pieces(tiles, to);
            let rooms: Vec<usize> = pieces.iter().map(Vec::len).collect();
            let shares = shares(others, &rooms, self.few);
            let chosen = |shares: &Vec<usize>| {
                let pieces = pieces.iter().zip(shares);
                pieces.flat_map(|(piece, &share)| chosen(piece, share, is_blank)).collect()
            };
            return shares.iter().map(chosen).collect();
        }
        // The nearest goes.
        let way = shortest_way(to, is_blank, |at| self.near(tiles, at));
        let nearest = way.and_then(|way| way.last().copied());
        vec![blanks.into_iter().filter(|&blank| Some(blank.into()) != nearest).collect()]
    }

    fn add(&mut self, found: Found, cost: u32) {
        self.known.insert(found.alike.clone(), self.found.len());
        self.open.push(Reverse((cost, self.found.len())));
        self.found.push(found);
    }

    /// What says of a position all that matters.
    fn alike(&mut self, tiles: &[u8], blanks: &[u8]) -> Vec<u8> {
        let sides = self.sides(tiles);
        let mut alike = tiles.to_vec();
        for &blank in blanks {
            let at = tiles.len() + usize::from(sides[usize::from(blank)]);
            // Those on other floors are on none.
            if at < tiles.len() + usize::from(u8::MAX) {
                alike.resize(alike.len().max(at + 1), 0);
                alike[at] += 1;
            }
        }
        alike
    }

    fn sides(&mut self, tiles: &[u8]) -> &Sides {
        if self.sides.len() >= MOST_SIDES && !self.sides.contains_key(tiles) {
            self.sides.clear();
        }
        let board = self.board;
        self.sides.entry(tiles.to_vec()).or_insert_with(|| {
            let mut sides = vec![u8::MAX; board.cells().len()];
            let is_tile = |cell: usize| tiles.contains(&(cell as u8));
            let mut count = 0;
            for first in tiles.iter().flat_map(|&tile| board.near(tile.into())) {
                if is_tile(first) || sides[first] != u8::MAX {
                    continue;
                }
                let mut open = vec![first];
                sides[first] = count;
                while let Some(cell) = open.pop() {
                    for next in board.near(cell) {
                        if sides[next] == u8::MAX && !is_tile(next) {
                            sides[next] = count;
                            open.push(next);
                        }
                    }
                }
                count += 1;
            }
            sides
        })
    }

    /// The cells next to one past the tiles.
    fn near<'b>(&'b self, tiles: &'b [u8], cell: usize) -> impl Iterator<Item = usize> + 'b {
        self.board.near(cell).filter(|&next| !tiles.contains(&(next as u8)))
    }

    /// Whether not all cells of a side hang together without one of them. Mostly a few around it say so.
    fn is_parted(&self, tiles: &[u8], cell: usize) -> bool {
        let mut beside: Vec<usize> = self.near(tiles, cell).collect();
        let mut open = VecDeque::from_iter(beside.pop());
        let mut seen = vec![false; self.board.cells().len()];
        open.iter().chain([&cell]).for_each(|&at| seen[at] = true);
        while let (Some(at), false) = (open.pop_front(), beside.is_empty()) {
            for next in self.near(tiles, at) {
                if !std::mem::replace(&mut seen[next], true) {
                    beside.retain(|&other| other != next);
                    open.push_back(next);
                }
            }
        }
        !beside.is_empty()
    }

    /// What a cell parts its side into, each from its nearest cell to its farthest.
    fn pieces(&self, tiles: &[u8], cell: usize) -> Vec<Vec<usize>> {
        let near = |at: usize| self.near(tiles, at).filter(move |&next| next != cell);
        // By cell, the piece that it is of.
        let mut of = vec![None; self.board.cells().len()];
        let mut count = 0;
        for first in near(cell) {
            let mut open = vec![first];
            count += usize::from(of[first].is_none());
            while let Some(at) = open.pop() {
                if of[at].is_none() {
                    of[at] = Some(count - 1);
                    open.extend(near(at));
                }
            }
        }
        let mut pieces = vec![Vec::new(); count];
        let mut open: VecDeque<usize> = near(cell).collect();
        while let Some(at) = open.pop_front() {
            if let Some(piece) = of[at].take() {
                pieces[piece].push(at);
                open.extend(near(at));
            }
        }
        pieces
    }

    /// A step of a tile, after which these are the blanks, and those of others before it.
    fn step(&self, at: usize, (from, to): (u8, u8), blanks: &[u8]) -> Vec<TileStep> {
        let others = &blanks[..blanks.len() - 1];
        let cells: Vec<usize> = others.iter().chain([&to]).map(|&cell| cell.into()).collect();
        let mut steps = self.gathered(at, &cells);
        steps.push((from.into(), to.into()));
        steps
    }

    /// The steps that bring blanks to all of these cells while the tiles stand still.
    fn gathered(&self, at: usize, cells: &[usize]) -> Vec<TileStep> {
        let (found, tiles) = (&self.found[at], self.tiles(at));
        let mut held = vec![1; self.board.cells().len()];
        found.blanks.iter().for_each(|&blank| held[usize::from(blank)] = 0);
        blanks_to(|cell| self.near(tiles, cell), cells, &held)
    }
}

/// The ways in which so many blanks can be on pieces of so many cells, on each but the last `few` of them or nearly all.
fn shares(blanks: usize, rooms: &[usize], few: usize) -> Vec<Vec<usize>> {
    let Some((&room, rest)) = rooms.split_first() else {
        return if blanks == 0 { vec![Vec::new()] } else { Vec::new() };
    };
    let most = room.min(blanks);
    let here = (0..=most).filter(|&here| here <= few || most - here <= few);
    let all = here.flat_map(|here| {
        let others = shares(blanks - here, rest, few).into_iter();
        others.map(move |others| [&[here], &others[..]].concat())
    });
    all.collect()
}

/// So many cells of a piece: those farthest from its beginning of more that are empty, or all of these and the nearest of the others.
fn chosen(
    piece: &[usize],
    share: usize,
    is_empty: impl Fn(usize) -> bool,
) -> impl Iterator<Item = u8> {
    let (empty, full): (Vec<usize>, Vec<usize>) = piece.iter().partition(|&&cell| is_empty(cell));
    let (leave, more) = (empty.len().saturating_sub(share), share.saturating_sub(empty.len()));
    let cells = empty.into_iter().skip(leave).chain(full.into_iter().take(more));
    cells.map(|cell| cell as u8)
}
