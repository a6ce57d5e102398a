//! Puts the parts of a lowered puzzle together.

use super::bits::Bits;
use super::lower::Blocks;
use super::plan::Plan;
use super::reader::Reader;
use super::{goals, symmetry};
use crate::puzzle::{Metric, Puzzle};

/// The lowered puzzle with its targets and symmetries.
pub(super) fn lowered<K: Bits, B: Bits>(
    puzzle: &Puzzle,
    plan: &Plan,
    metric: Metric,
) -> Blocks<K, B> {
    let mut blocks = Blocks::unread(puzzle, plan, metric);
    blocks.targets = goals::targets(puzzle, plan, &blocks);
    blocks.symmetries = symmetry::mirrors(puzzle, plan);
    if let [mirror] = &blocks.symmetries[..] {
        let images: Vec<Vec<K>> = (mirror.0.iter())
            .map(|(onto, map)| {
                let token = |&anchor: &u32| blocks.groups[*onto].tokens[anchor as usize].own;
                map.iter().map(token).collect()
            })
            .collect();
        for (group, images) in blocks.groups.iter_mut().zip(images) {
            for (token, image) in group.tokens.iter_mut().zip(images) {
                token.image = image;
            }
        }
    }
    blocks.reader = Reader::new(&blocks.groups, &blocks.fields);
    blocks
}
