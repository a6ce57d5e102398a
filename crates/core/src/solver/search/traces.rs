//! What is kept of states that are no longer needed themselves: enough to tell which of a few may have been among them.

use super::hash;
use super::partition::Partition;
use super::pool::Pool;
use super::space::State;
use crate::solver::budget::{Budget, StopReason};

/// Two bytes of the hash of each state of a list, sorted into small bins by other bits of it.
///
/// A state of the list is always found. Another one is taken for one of them once in about two thousand times, with bins of 32.
pub(crate) struct Traces {
    /// Where each bin ends.
    ends: Box<[u32]>,
    prints: Box<[u16]>,
}

/// About how many states are in a bin: so many where traces are kept, and fewer where each is looked up for all states of a layer.
pub(crate) const KEPT: usize = 32;
pub(crate) const LOOKED_UP: usize = 4;

impl Traces {
    /// The traces of these states, with about so many in a bin.
    pub(crate) fn of<S: State>(states: &[S], in_a_bin: usize) -> Traces {
        let bins = states.len().div_ceil(in_a_bin);
        let mut ends = vec![0u32; bins];
        for state in states {
            ends[trace(state, bins).0] += 1;
        }
        let mut begin = 0;
        for end in &mut ends {
            // First it is where the bin begins; each state that is put there moves it on.
            begin += std::mem::replace(end, begin);
        }
        let mut prints = vec![0; states.len()];
        for state in states {
            let (bin, print) = trace(state, bins);
            prints[ends[bin] as usize] = print;
            ends[bin] += 1;
        }
        Traces { ends: ends.into(), prints: prints.into() }
    }

    /// Whether a state may have been in the list.
    pub(crate) fn may_have<S: State>(&self, state: &S) -> bool {
        if self.ends.is_empty() {
            return false;
        }
        let (bin, print) = trace(state, self.ends.len());
        let begin = bin.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.prints[begin as usize..self.ends[bin] as usize].contains(&print)
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        (size_of_val(&*self.ends) + size_of_val(&*self.prints)) as u64
    }
}

/// The traces of each partition of a layer, with about so many states in a bin.
pub(crate) fn traces<S: State>(
    (layer, in_a_bin): (&[Partition<S>], usize),
    pool: &Pool,
    budget: &mut Budget<'_>,
) -> Result<Vec<Traces>, StopReason> {
    let shares = pool.in_shares(0..layer.len(), budget, |parts, check| {
        let mut room = Vec::new();
        let trace =
            |part: &Partition<S>| check().map(|()| Traces::of(part.list(&mut room), in_a_bin));
        layer[parts].iter().map(trace).collect::<Result<Vec<_>, _>>()
    })?;
    Ok(shares.into_iter().flatten().collect())
}

/// The bin of a state, of so many, and what is kept of it.
fn trace<S: State>(state: &S, bins: usize) -> (usize, u16) {
    let mixed = hash::mixed(state);
    let bin = ((mixed >> 32) * bins as u64) >> 32;
    (bin as usize, (mixed >> 16) as u16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::search::partition_set::Partitioning;

    #[test]
    fn what_was_there_is_found_and_little_else() {
        let by = Partitioning { bits: 10, alike: 0 };
        let here = (0..1u64 << 27).filter(|state| by.of(state) == 5);
        let states: Vec<u64> = here.collect();
        let (list, others) = states.split_at(states.len() / 2);
        for in_a_bin in [KEPT, LOOKED_UP] {
            let traces = Traces::of(list, in_a_bin);
            assert!(list.iter().all(|state| traces.may_have(state)));
            let wrong = others.iter().filter(|state| traces.may_have(*state)).count();
            assert!(others.len() > 50_000 && wrong * 1000 < others.len(), "{wrong}");
            // Two bytes of each state, and four for each bin.
            assert!(traces.bytes() <= (2 * list.len() + 4 * list.len() / in_a_bin + 4) as u64);
        }
        assert!(!Traces::of::<u64>(&[], KEPT).may_have(&7_u64));
    }
}
