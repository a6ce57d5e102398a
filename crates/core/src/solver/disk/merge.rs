//! Sorted files and lists, read as one in ascending order.

use super::Halt;
use super::sorted_file::Reader;
use crate::solver::search::bits::Bits;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

/// States that are read or merged between two looks at whether to stop.
pub(super) const A_STRETCH: u64 = 1 << 12;

/// What is asked now and then, whether to go on.
pub(super) type Check<'a> = &'a dyn Fn() -> Result<(), Halt>;

/// Ascending states from somewhere.
pub(super) trait Ascending<K> {
    /// The next state; `None` after the last.
    fn next(&mut self) -> Result<Option<K>, Halt>;
}

impl<K: Bits> Ascending<K> for Reader<K> {
    fn next(&mut self) -> Result<Option<K>, Halt> {
        Reader::next(self)
    }
}

impl<K: Copy> Ascending<K> for std::vec::IntoIter<K> {
    fn next(&mut self) -> Result<Option<K>, Halt> {
        Ok(Iterator::next(self))
    }
}

/// The states of many sources, each state once.
pub(super) struct Merge<K, A> {
    sources: Vec<A>,
    /// The next state of each source that has one.
    heads: BinaryHeap<Reverse<(K, usize)>>,
    last: Option<K>,
}

impl<K: Bits, A: Ascending<K>> Merge<K, A> {
    /// Reads from all of these.
    pub(super) fn new(mut sources: Vec<A>) -> Result<Merge<K, A>, Halt> {
        let mut heads = BinaryHeap::with_capacity(sources.len());
        for (number, source) in sources.iter_mut().enumerate() {
            heads.extend(source.next()?.map(|state| Reverse((state, number))));
        }
        Ok(Merge { sources, heads, last: None })
    }

    /// The next state that is not the last one again.
    pub(super) fn next(&mut self) -> Result<Option<K>, Halt> {
        while let Some(mut head) = self.heads.peek_mut() {
            let Reverse((state, number)) = *head;
            match self.sources[number].next()? {
                Some(next) => *head = Reverse((next, number)),
                None => drop(PeekMut::pop(head)),
            }
            if self.last.replace(state) != Some(state) {
                return Ok(Some(state));
            }
        }
        Ok(None)
    }
}

/// A layer against which ascending states are held.
pub(super) struct PastLayer<K> {
    layer: Reader<K>,
    head: Option<K>,
}

impl<K: Bits> PastLayer<K> {
    /// Holds states against this file.
    pub(super) fn new(mut layer: Reader<K>) -> Result<PastLayer<K>, Halt> {
        let head = layer.next()?;
        Ok(PastLayer { layer, head })
    }

    /// Whether the layer has a state; those that are asked for ascend.
    ///
    /// # Errors
    /// The file cannot be read, or what `check` says.
    pub(super) fn has(&mut self, state: K, check: Check<'_>) -> Result<bool, Halt> {
        while self.head.is_some_and(|head| head < state) {
            self.step(check)?;
        }
        Ok(self.head == Some(state))
    }

    /// Reads the rest, behind which stands whether all of it was as it had been written.
    ///
    /// # Errors
    /// The file cannot be read, or it is damaged, or what `check` says.
    pub(super) fn finish(mut self, check: Check<'_>) -> Result<(), Halt> {
        while self.head.is_some() {
            self.step(check)?;
        }
        Ok(())
    }

    fn step(&mut self, check: Check<'_>) -> Result<(), Halt> {
        if self.layer.left().is_multiple_of(A_STRETCH) {
            check()?;
        }
        self.head = self.layer.next()?;
        Ok(())
    }
}
