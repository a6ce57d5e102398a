//! Blocks whose codes have thousands of bits: each code is kept once, and searches know it by a fingerprint.
//!
//! Searches are compiled for each width of states, and lists of states that have thousands of bits are mostly zeros. So these are searched as
//! states of one word, by the same bodies as others.

use super::lower::Blocks;
use crate::puzzle::{Move, Position};
use crate::solver::budget::Budget;
use crate::solver::lowered::Lowered;
use crate::solver::search::bits::{BigBits, Bits};
use crate::solver::search::hash;
use crate::solver::search::pool::locked;
use crate::solver::search::space::Space;
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

/// As many bits as 1024 pieces of different kinds may need.
pub(crate) type Code = BigBits<256>;

/// Maps that fingerprints are shared out among, so that threads seldom wait for each other.
const SHARDS: usize = 64;

/// Codes by fingerprint.
#[derive(Default)]
struct Shard {
    /// The words of each code up to the last that is not zero, one code after the other.
    // A box for each would take longer to give back than a search may after it was told to stop.
    words: Vec<u64>,
    /// Where a code's words begin, and how many they are.
    places: FxHashMap<u64, (usize, usize)>,
}

impl Shard {
    fn get(&self, state: u64) -> Option<&[u64]> {
        self.places.get(&state).map(|&(begin, count)| &self.words[begin..begin + count])
    }

    fn insert(&mut self, state: u64, words: &[u64]) {
        self.places.insert(state, (self.words.len(), words.len()));
        self.words.extend_from_slice(words);
    }

    fn bytes(&self) -> usize {
        // A byte more for each place of the map, of which one in eight stays empty.
        let places = self.places.capacity() * 8 / 7;
        8 * self.words.capacity() + (size_of::<(u64, (usize, usize))>() + 1) * places
    }
}

/// The space of such blocks.
pub(crate) struct Interned {
    blocks: Blocks<Code, BigBits<16>>,
    codes: [Mutex<Shard>; SHARDS],
    /// Bytes of the codes, which the budget of the search counts too.
    bytes: Arc<AtomicU64>,
}

impl Interned {
    /// The space of `blocks`, whose codes count in the budget.
    pub(crate) fn new(blocks: Blocks<Code, BigBits<16>>, budget: &mut Budget<'_>) -> Interned {
        let bytes = budget.interned();
        Interned { blocks, codes: std::array::from_fn(|_| Mutex::default()), bytes }
    }

    /// Bits of a code.
    pub(crate) fn bits(&self) -> u32 {
        self.blocks.plan.bits
    }

    fn shard(&self, state: u64) -> MutexGuard<'_, Shard> {
        // A panic leaves a shard whole: what is written behind the last code is no part of it.
        locked(&self.codes[state as usize % SHARDS])
    }

    /// The state of a code, which is kept from now on.
    fn state_of(&self, code: Code) -> u64 {
        let used = code.0.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
        let words = &code.0[..used];
        self.keep(hash::mixed(&words) & MOST, words)
    }

    /// The fingerprint of a code if that is free or the code's already, or else the next that is.
    fn keep(&self, fingerprint: u64, words: &[u64]) -> u64 {
        let mut state = fingerprint;
        loop {
            let mut shard = self.shard(state);
            match shard.get(state) {
                Some(known) if known == words => return state,
                // Two codes of one fingerprint: hardly ever, but a proof may not hang on that.
                Some(_) => state = (state + 1) & MOST,
                None => {
                    let before = shard.bytes();
                    shard.insert(state, words);
                    // Relaxed: it guards no other data.
                    self.bytes.fetch_add((shard.bytes() - before) as u64, Ordering::Relaxed);
                    return state;
                }
            }
        }
    }

    /// The code of a state.
    fn code(&self, state: u64) -> Code {
        let shard = self.shard(state);
        let words = shard.get(state).expect("every state is that of a code that was kept");
        let mut code = Code::ZERO;
        code.0[..words.len()].copy_from_slice(words);
        code
    }

    fn add(&self, codes: Vec<Code>, children: &mut Vec<u64>) {
        children.extend(codes.into_iter().map(|code| self.state_of(code)));
    }
}

impl Drop for Interned {
    fn drop(&mut self) {
        // Another space may count with the same budget afterwards.
        let held = self.codes.iter().map(|shard| locked(shard).bytes() as u64).sum();
        self.bytes.fetch_sub(held, Ordering::Relaxed);
    }
}

/// The greatest fingerprint: states of one word have 63 bits.
const MOST: u64 = u64::MAX >> 1;

impl Space<u64> for Interned {
    fn is_goal(&self, state: &u64) -> bool {
        self.blocks.is_goal(&self.code(*state))
    }

    fn expand_all(&self, states: &[u64], children: &mut Vec<u64>) {
        let codes: Vec<Code> = states.iter().map(|&state| self.code(state)).collect();
        let mut next = Vec::new();
        self.blocks.expand_all(&codes, &mut next);
        self.add(next, children);
    }

    fn together(&self) -> usize {
        self.blocks.together()
    }

    fn parts(&self) -> usize {
        self.blocks.parts()
    }

    fn expand_part(&self, state: &u64, part: usize, children: &mut Vec<u64>) {
        let mut next = Vec::new();
        self.blocks.expand_part(&self.code(*state), part, &mut next);
        self.add(next, children);
    }

    fn is_undirected(&self) -> bool {
        self.blocks.is_undirected()
    }

    fn estimate(&self, state: &u64) -> u32 {
        self.blocks.estimate(&self.code(*state))
    }

    fn goals(&self, visit: &mut dyn FnMut(Option<u64>) -> bool) -> bool {
        self.blocks.goals(&mut |code| visit(code.map(|code| self.state_of(code))))
    }
}

impl Lowered<u64> for Interned {
    fn state(&self, position: &Position) -> Option<u64> {
        Some(self.state_of(self.blocks.state(position)?))
    }

    fn position(&self, state: u64) -> Position {
        self.blocks.position(self.code(state))
    }

    fn is_hopeless(&self) -> bool {
        self.blocks.is_hopeless()
    }

    fn put_away(&mut self) {
        self.blocks.put_away();
    }

    fn mv(&self, position: &Position, wanted: &dyn Fn(u64) -> bool) -> Option<Move> {
        self.blocks.mv(position, &|code| wanted(self.state_of(code)))
    }

    fn mv_to(&self, position: &Position, state: u64) -> Option<Move> {
        self.blocks.mv_to(position, self.code(state))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Metric, Puzzle};
    use crate::solver::blocks::width::tests::random;
    use crate::solver::blocks::{Purpose, layout};
    use crate::solver::budget::unwatched;
    use crate::solver::lowered::solve;
    use crate::solver::outcome::Verdict;
    use crate::solver::request::Limits;
    use crate::solver::search::Algorithm;

    fn blocks<K: Bits, B: Bits>(
        puzzle: &Puzzle,
        metric: Metric,
        budget: &mut Budget<'_>,
    ) -> Blocks<K, B> {
        let plan = layout::plan(puzzle, budget).unwrap();
        Blocks::new(puzzle, plan, (metric, Purpose::BreadthFirst), budget).unwrap()
    }

    /// On random boards with locks, gates, waypoints, pieces to lift and pieces in parts.
    #[test]
    fn searches_by_fingerprints_have_the_answers_of_searches_by_codes() {
        let (mut solved, mut unsolvable) = (0, 0);
        for (puzzle, metric) in (0..150).filter_map(random).zip(Metric::ALL.into_iter().cycle()) {
            let budget = &mut unwatched(Limits::default());
            let how = (Algorithm::Bfs, u32::MAX);
            // Of a width that is named: where the width is chosen by the board, searches are compiled for all of them.
            let short: Box<Blocks<u128, u64>> = Box::new(blocks(&puzzle, metric, budget));
            let short = solve(short, &puzzle, puzzle.start(), how, budget);
            // Codes of 256 words take long.
            if budget.progress.states > 1000 {
                continue;
            }
            let long = Box::new(Interned::new(blocks(&puzzle, metric, budget), budget));
            match (short, solve(long, &puzzle, puzzle.start(), how, budget)) {
                (Verdict::Optimal { path: short }, Verdict::Optimal { path: long }) => {
                    assert_eq!(puzzle.count(puzzle.start(), &long, metric), Ok(short.len()));
                    solved += 1;
                }
                (Verdict::Unsolvable, Verdict::Unsolvable) => unsolvable += 1,
                other => panic!("{puzzle:?} {metric}: {other:?}"),
            }
        }
        assert!(solved > 30 && unsolvable > 5, "{solved} {unsolvable}");
    }

    #[test]
    fn codes_of_one_fingerprint_are_told_apart_and_all_are_counted() {
        let puzzle = (0..).find_map(random).unwrap();
        let budget = &mut unwatched(Limits::default());
        let space = Interned::new(blocks(&puzzle, Metric::Step, budget), budget);
        let codes: Vec<[u64; 2]> = (1..100).map(|i| [i, i * i]).collect();
        // The greatest fingerprint is followed by the least.
        let states: Vec<u64> = codes.iter().map(|words| space.keep(MOST - 50, words)).collect();
        for (number, (&state, words)) in states.iter().zip(&codes).enumerate() {
            assert_eq!(state, (MOST - 50 + number as u64) & MOST);
            assert_eq!(space.code(state).0[..2], *words);
            assert_eq!(space.keep(MOST - 50, words), state);
        }
        let held: usize = space.codes.iter().map(|shard| shard.lock().unwrap().bytes()).sum();
        assert!(held > 99 * (16 + 24));
        assert_eq!(space.bytes.load(Ordering::Relaxed), held as u64);
        assert_eq!(u64::MAX - budget.left(), held as u64);
        drop(space);
        assert_eq!(budget.left(), u64::MAX);
    }
}
