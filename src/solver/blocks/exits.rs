//! The directions of all groups in one list, in the form in which they are tested for every state.

use super::bits::Bits;
use super::group::Group;

/// One direction of one group, with all that decides which of its pieces can step that way.
pub(super) struct Exit<B> {
    pub(super) group: usize,
    /// Its number in the group's list.
    pub(super) way: usize,
    from: B,
    /// The first two cells that a step enters, relative to the anchor; twice the same if there is only one.
    enters: [i32; 2],
    /// The other cells.
    rest: Vec<i32>,
}

/// All exits of all groups, those of one group together, for pieces that are not at one of the places `without`.
pub(super) fn of<K: Bits, B: Bits>(
    groups: &[Group<K, B>],
    without: impl Fn(&Group<K, B>) -> B,
) -> Vec<Exit<B>> {
    let of_group = |(index, group): (usize, &Group<K, B>)| {
        let wanted = !without(group);
        let ways = group.ways.iter().enumerate();
        let exits = ways.filter_map(move |(number, way)| {
            let (&first, others) = way.enters.split_first()?;
            let (&second, rest) = others.split_first().unwrap_or((&first, &[]));
            let exit = Exit {
                group: index,
                way: number,
                from: way.from & wanted,
                enters: [first, second],
                rest: rest.to_vec(),
            };
            (!exit.from.is_zero()).then_some(exit)
        });
        exits.collect::<Vec<_>>()
    };
    groups.iter().enumerate().flat_map(of_group).collect()
}

impl<B: Bits> Exit<B> {
    /// The anchors of this group whose pieces can take this exit, of all groups' `anchors`.
    #[inline]
    pub(super) fn movable(&self, anchors: &[B], empty: B) -> B {
        let open = empty.turned(self.enters[0]) & empty.turned(self.enters[1]);
        let turned = |open: B, &cell: &i32| open & empty.turned(cell);
        let open = self.rest.iter().fold(open, turned);
        anchors[self.group] & self.from & open
    }
}
