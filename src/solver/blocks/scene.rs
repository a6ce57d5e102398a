//! A code taken apart: where the pieces are, which cells are empty, and which pieces can begin to move.

use super::bits::Bits;
use super::exits::Exit;
use super::lower::Blocks;
use super::reader::Glyph;

/// A code taken apart.
pub(super) struct Scene<'a, K, B> {
    /// By group, the anchors of its pieces.
    pub(super) anchors: &'a [B],
    /// Cells that nothing covers.
    pub(super) empty: B,
    /// The code of the mirror image, where there is just one and codes are made of tokens.
    pub(super) image: K,
}

/// A piece that went: its group, where it was and where it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Change {
    pub(super) group: usize,
    pub(super) from: u32,
    pub(super) to: u32,
}

/// Pieces that can begin to move, by exit or by group: room that is used again for every code.
pub(super) struct Movable<B>([(usize, B); AT_A_TIME]);

/// Exits that are tested at a time; a power of two, so that no index into the room has to be checked.
pub(super) const AT_A_TIME: usize = 64;

/// Groups whose anchors are kept on the stack while a state is expanded.
const USUAL_GROUPS: usize = 16;

impl<B: Bits> Movable<B> {
    /// Nothing yet.
    pub(super) fn new() -> Movable<B> {
        Movable([(0, B::ZERO); AT_A_TIME])
    }

    /// Adds an entry at `count` if it is not empty, without a branch, as nobody can tell beforehand whether it is.
    #[inline]
    fn note(&mut self, count: &mut usize, number: usize, anchors: B) {
        self.0[*count % AT_A_TIME] = (number, anchors);
        *count += usize::from(!anchors.is_zero());
    }
}

impl<K: Bits, B: Bits> Blocks<K, B> {
    /// Takes a code apart and hands it on.
    #[inline]
    pub(super) fn with_scene<R>(&self, code: K, read: impl FnOnce(&Scene<'_, K, B>) -> R) -> R {
        let mut usual = [B::ZERO; USUAL_GROUPS];
        let mut many = Vec::new();
        let anchors = if self.groups.len() <= USUAL_GROUPS {
            &mut usual[..self.groups.len()]
        } else {
            many.resize(self.groups.len(), B::ZERO);
            &mut many[..]
        };
        let (mut covered, mut image) = (B::ZERO, K::ZERO);
        self.read(code, |group, glyph| {
            anchors[group] = anchors[group] | glyph.anchors;
            covered = covered | glyph.cells;
            image = image ^ glyph.image;
        });
        let empty = self.floor & !covered;
        read(&Scene {
            anchors,
            empty,
            image,
        })
    }

    /// The empty cells and the code of the mirror image alone.
    #[inline(always)]
    pub(super) fn empty_and_image(&self, code: K) -> (B, K) {
        let (mut covered, mut image) = (B::ZERO, K::ZERO);
        self.read(code, |_, glyph| {
            covered = covered | glyph.cells;
            image = image ^ glyph.image;
        });
        (self.floor & !covered, image)
    }

    #[inline]
    fn read(&self, code: K, mut visit: impl FnMut(usize, &Glyph<K, B>)) {
        let field = |number: usize| self.fields[number].read(code);
        self.reader.read(code, &mut visit);
        self.reader.read_others(&self.groups, field, visit);
    }

    /// Those of `exits` that some piece can take, with the anchors of those pieces.
    #[inline]
    pub(super) fn by_exit<'a>(
        &self,
        scene: &Scene<'_, K, B>,
        exits: &[Exit<B>],
        movable: &'a mut Movable<B>,
    ) -> &'a [(usize, B)] {
        let mut count = 0;
        for (number, exit) in exits.iter().enumerate() {
            movable.note(&mut count, number, exit.movable(scene.anchors, scene.empty));
        }
        &movable.0[..count]
    }

    /// The groups of which some piece can take one of `exits`, with the anchors of those pieces.
    #[inline]
    pub(super) fn by_group<'a>(
        &self,
        scene: &Scene<'_, K, B>,
        exits: &[Exit<B>],
        movable: &'a mut Movable<B>,
    ) -> &'a [(usize, B)] {
        let mut count = 0;
        for of_group in exits.chunk_by(|a, b| a.group == b.group) {
            let exits = of_group.iter();
            let anchors = exits.fold(B::ZERO, |all, exit| {
                all | exit.movable(scene.anchors, scene.empty)
            });
            movable.note(&mut count, of_group[0].group, anchors);
        }
        &movable.0[..count]
    }
}
