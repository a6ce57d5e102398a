//! Positions of block puzzles as codes: equal pieces are equal by construction, so that the code is the state.

use super::bitslice::move_lists::MoveLists;
use super::bitslice::plane::Words;
use super::by_empty_cells::ByEmptyCells;
use super::decoder::Decoder;
use super::expand::Scratch;
use super::field::{Field, FieldMove};
use super::goals::{self, Leaving};
use super::group::{Group, Token};
use super::plan::{Plan, Style};
use super::symmetry;
use crate::puzzle::{Goal, Metric, PieceId, Position, Puzzle};
use crate::solver::budget::{Budget, StopReason};
use crate::solver::search::bits::Bits;
use std::sync::{Arc, Mutex, OnceLock};

/// A block puzzle lowered to codes of type `K` and cell masks of type `B`.
///
/// A code holds a field for each region of each kind of piece. Cells are numbered row by row in the rectangle that the
/// pieces can reach; a piece is known by the cell of its anchor, the top-left corner of its bounding box.
pub(crate) struct Blocks<K, B> {
    pub(crate) puzzle: Puzzle,
    pub(crate) plan: Plan,
    pub(crate) metric: Metric,
    pub(crate) lift: bool,
    /// Cells that some piece can enter.
    pub(crate) floor: B,
    pub(crate) groups: Vec<Group<B>>,
    /// The moves of all places, made when they are first asked for.
    pub(super) move_lists: OnceLock<Arc<MoveLists<K>>>,
    /// Room for positions that are expanded together, kept for the next ones.
    pub(crate) scratch: Mutex<Vec<Scratch<K, Words>>>,
    pub(crate) fields: Vec<Field<B>>,
    /// The fields as tables, which are faster to read.
    pub(crate) decoder: Decoder<K, B>,
    /// The bits that decide whether the puzzle is solved, and their values when it is.
    pub(crate) goal: (K, K),
    /// For each waypoint the bits that decide whether it is met, and their values when it is.
    pub(crate) via: Vec<(K, K)>,
    /// Waypoints and goal as single pieces' places, in order.
    pub(crate) targets: Vec<Vec<Target>>,
    /// For each of `targets`, what the pieces need that it does not name to get out of its cells: group, and moves by anchor.
    pub(crate) in_the_way: Vec<Leaving>,
    /// The ways to map the board onto itself.
    pub(crate) symmetries: Vec<Mirror>,
    /// Whether all codes can be changed by tokens alone.
    pub(crate) direct: bool,
    /// Whether the decoder makes the code of the only mirror image.
    images_decoded: bool,
    /// The moves that each set of empty cells allows, where they are listed.
    pub(crate) by_empty_cells: Option<ByEmptyCells<K>>,
}

/// What a puzzle is lowered for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// To find everything that can be reached: mirror images are different states.
    Survey,
    /// To be searched: mirror images are one state.
    Search,
    /// To be searched breadth-first: moves are listed by empty cells, too, if those are few.
    BreadthFirst,
}

/// Where a goal wants a piece.
pub(crate) struct Target {
    pub(crate) group: usize,
    pub(crate) anchor: u32,
    /// By anchor: the moves that the piece would need if it were alone on the board.
    pub(crate) alone: Vec<u16>,
}

/// One way to map the board onto itself that keeps walls, gates, goals and what the pieces can do: by group, the group
/// that its pieces become, and by anchor the anchor there.
pub(crate) struct Mirror(pub(crate) Vec<(usize, Vec<u32>)>);

impl<K: Bits, B: Bits> Blocks<K, B> {
    /// The lowered puzzle.
    pub(crate) fn new(
        puzzle: &Puzzle,
        plan: Plan,
        (metric, purpose): (Metric, Purpose),
        budget: &mut Budget<'_>,
    ) -> Result<Blocks<K, B>, StopReason> {
        let mut groups: Vec<Group<B>> = Vec::with_capacity(plan.groups.len());
        for index in 0..plan.groups.len() {
            budget.check_after(puzzle.size().area())?;
            groups.push(Group::new(puzzle, &plan, index, &groups));
        }
        let mut fields: Vec<Field<B>> = Vec::with_capacity(plan.fields.len());
        for field in &plan.fields {
            budget.check_after(puzzle.size().area())?;
            fields.push(Field::new(field));
        }
        budget.reserve(groups.iter().map(Group::bytes).sum())?;
        let places = groups.iter().map(|group| (group, group.places));
        let covered = |(group, places): (&Group<B>, B)| {
            let cells = |all: B, &offset: &u32| all | places << offset;
            group.offsets.iter().fold(B::ZERO, cells)
        };
        let mut blocks = Blocks {
            metric,
            lift: puzzle.lift(),
            floor: places.map(covered).fold(B::ZERO, |all, cells| all | cells),
            direct: groups.iter().all(|group| group.direct),
            // A search that expands states one by one or by empty cells never needs these lists.
            move_lists: OnceLock::new(),
            scratch: Mutex::new(Vec::new()),
            decoder: Decoder::new(&[], &[], |_, _| K::ZERO),
            groups,
            fields,
            goal: (K::ZERO, K::ZERO),
            via: Vec::new(),
            targets: Vec::new(),
            in_the_way: Vec::new(),
            symmetries: Vec::new(),
            images_decoded: false,
            by_empty_cells: None,
            puzzle: puzzle.clone(),
            plan,
        };
        blocks.set_goals();
        blocks.targets = goals::targets(&blocks, budget)?;
        blocks.in_the_way = goals::in_the_way(&blocks, budget)?;
        if purpose != Purpose::Survey {
            blocks.set_symmetries(budget)?;
            blocks.images_decoded = blocks.decodes_images();
        }
        // The decoder copies the images from the tokens, so that it is made after the symmetries.
        let image = |group: usize, set| blocks.part_of_image(group, set);
        blocks.decoder = Decoder::new(&blocks.groups, &blocks.fields, image);
        if purpose == Purpose::BreadthFirst {
            blocks.by_empty_cells = ByEmptyCells::new(&blocks, budget)?;
        }
        Ok(blocks)
    }

    /// Finds the mirror images, and what the tokens are in the image where there is just one.
    fn set_symmetries(&mut self, budget: &mut Budget<'_>) -> Result<(), StopReason> {
        self.symmetries = symmetry::mirrors(&self.puzzle, &self.plan, budget)?;
        if let [mirror] = &self.symmetries[..] {
            let images: Vec<Vec<Token>> = (mirror.0.iter())
                .map(|(onto, map)| {
                    let token = |&anchor: &u32| self.groups[*onto].tokens[anchor as usize].own;
                    map.iter().map(token).collect()
                })
                .collect();
            for (group, images) in self.groups.iter_mut().zip(images) {
                for (token, image) in group.tokens.iter_mut().zip(images) {
                    token.image = image;
                }
            }
        }
        Ok(())
    }

    /// Lowers goal and waypoints. What a piece can never reach is a pattern that no code has.
    fn set_goals(&mut self) {
        // The mask leaves out the bit that the value has, so that no code can match.
        let never = (K::ZERO, K::bit(K::BITS - 1));
        let pattern = |goal| self.pattern(goal).unwrap_or(never);
        let via = self.puzzle.via().iter().map(pattern).collect();
        let mut goal = pattern(self.puzzle.goal());
        let stages = self.puzzle.via().len() as u64;
        if stages > 0 {
            let all = u64::MAX >> stages.leading_zeros();
            goal.0 = goal.0 | K::place(all, self.plan.stage_shift);
            goal.1 = goal.1 | K::place(stages, self.plan.stage_shift);
        }
        self.goal = goal;
        self.via = via;
    }

    /// The bits that say where the pieces of `goal` are and their values there; `None` if one can never be there.
    fn pattern(&self, goal: &Goal) -> Option<(K, K)> {
        let mut pattern = (K::ZERO, K::ZERO);
        for &(piece, cell) in goal.places() {
            let group = usize::from(self.puzzle.piece(piece).kind().0);
            let planned = &self.plan.groups[group];
            if !planned.reach.contains(cell) {
                return None;
            }
            let anchor = self.plan.number(cell);
            let token: K = self.groups[group].tokens[anchor as usize].own.alone();
            let fields = &self.plan.fields[self.groups[group].fields.clone()];
            let field = fields.iter().find(|field| field.anchors.contains(&anchor))?;
            let mask = match field.count {
                1 => K::low(field.bits) << field.shift,
                // A bit an anchor: that of this one says that some piece of the kind is there.
                _ => token,
            };
            // One piece cannot be at two places.
            if field.count == 1 && pattern.0 & mask != K::ZERO {
                return None;
            }
            pattern.0 = pattern.0 | mask;
            pattern.1 = pattern.1 | token;
        }
        Some(pattern)
    }

    /// Whether the puzzle is solved.
    #[inline]
    pub(crate) fn solved(&self, code: K) -> bool {
        code & self.goal.0 == self.goal.1
    }

    /// Where every piece of a group is.
    #[inline]
    pub(crate) fn anchors(&self, code: K, group: &Group<B>) -> B {
        let mut anchors = B::ZERO;
        for field in &self.fields[group.fields.clone()] {
            anchors = anchors | field.read(code);
        }
        anchors
    }

    /// The moves of all places.
    pub(crate) fn move_lists(&self) -> &Arc<MoveLists<K>> {
        let make = || {
            let mirror = if self.has_one_image() { self.symmetries.first() } else { None };
            Arc::new(MoveLists::new(self.metric, &self.groups, &self.fields, mirror))
        };
        self.move_lists.get_or_init(make)
    }

    /// The cells that nothing covers, and the code of the mirror image, where there is just one and codes are made of
    /// tokens.
    // Always inlined: many callers use only one of the two results, and the work for the other then goes away.
    #[inline(always)]
    pub(crate) fn empty_and_image(&self, code: K) -> (B, K) {
        let (mut covered, mut image) = (B::ZERO, K::ZERO);
        let field = |number: usize| self.fields[number].read(code);
        self.decoder.read(code, &self.groups, field, |decoded| {
            covered = covered | decoded.cells;
            image = image ^ decoded.image;
        });
        (self.floor & !covered, image)
    }

    /// The code after a piece of `group` went from one anchor to another.
    #[inline]
    pub(crate) fn moved(&self, code: K, group: usize, from: u32, to: u32) -> K {
        let group = &self.groups[group];
        if group.direct {
            let code = group.tokens[from as usize].own.flip(code);
            group.tokens[to as usize].own.flip(code)
        } else {
            self.going(group, from, to).of(code)
        }
    }

    /// A piece of a group that goes from one anchor to another, where a field may be a rank or a list.
    #[inline]
    pub(crate) fn going(&self, group: &Group<B>, from: u32, to: u32) -> FieldMove<'_, B> {
        let fields = &self.fields[group.fields.clone()];
        let inside = |field: &&Field<B>| fields.len() == 1 || field.has(from);
        let field = fields.iter().find(inside);
        field.expect("a piece stays in its region").going(from, to)
    }

    /// The code of a position.
    pub(crate) fn lower(&self, position: &Position) -> Option<K> {
        let mut anchors = vec![B::ZERO; self.groups.len()];
        for (index, piece) in self.puzzle.pieces().iter().enumerate() {
            let cell = position.anchor(PieceId(index as u16));
            let group = usize::from(piece.kind().0);
            if !self.plan.groups[group].places.contains(cell) {
                return None;
            }
            anchors[group].insert(self.plan.number(cell));
        }
        let mut code = K::place(position.stage() as u64, self.plan.stage_shift);
        for (group, &anchors) in self.groups.iter().zip(&anchors) {
            for field in &self.fields[group.fields.clone()] {
                let inside = anchors & field.places;
                if inside.count() != field.count {
                    return None;
                }
                self.put(&mut code, (group, field), inside);
            }
        }
        Some(code)
    }

    /// Puts pieces at these anchors into a code that has nothing in the field yet.
    pub(crate) fn put(&self, code: &mut K, (group, field): (&Group<B>, &Field<B>), anchors: B) {
        if group.direct {
            for anchor in anchors.ones() {
                *code = group.tokens[anchor as usize].own.flip(*code);
            }
        } else {
            *code = field.write(*code, anchors);
        }
    }

    /// Writes the anchors of all groups into a code.
    pub(crate) fn encode(&self, anchors: &[B], stage: u64) -> K {
        let mut code = K::place(stage, self.plan.stage_shift);
        for (group, &anchors) in self.groups.iter().zip(anchors) {
            for field in &self.fields[group.fields.clone()] {
                self.put(&mut code, (group, field), anchors & field.places);
            }
        }
        code
    }

    /// Every field: its group, its region, and how many pieces it has.
    pub(crate) fn field_places(&self) -> impl Iterator<Item = (usize, B, u32)> + '_ {
        self.groups.iter().enumerate().flat_map(|(index, group)| {
            let fields = self.fields[group.fields.clone()].iter();
            fields.map(move |field| (index, field.places, field.count))
        })
    }

    /// How many waypoints a code has passed.
    #[inline]
    pub(crate) fn stage(&self, code: K) -> usize {
        if self.via.is_empty() { 0 } else { (code >> self.plan.stage_shift).word(0) as usize }
    }

    /// The smallest of the codes that the symmetries make of one: the same for mirror images.
    pub(crate) fn canonical(&self, code: K) -> K {
        if self.has_one_image() {
            return code.min(self.empty_and_image(code).1);
        }
        let images = self.symmetries.iter().map(|mirror| self.image(mirror, code));
        images.fold(code, K::min)
    }

    /// Whether there is one mirror image, whose code the decoder makes.
    #[inline]
    pub(crate) fn has_one_image(&self) -> bool {
        self.symmetries.len() == 1 && self.images_decoded && self.via.is_empty()
    }

    /// Whether the decoder has a table for each rank, and all else is made of tokens, also in the image.
    fn decodes_images(&self) -> bool {
        let [Mirror(onto)] = &self.symmetries[..] else { return false };
        let ranked = |group: &Group<B>| {
            let mut fields = self.fields[group.fields.clone()].iter();
            K::BITS <= u128::BITS
                && B::BITS <= u128::BITS
                && fields.all(|field| field.style == Style::Rank)
        };
        let told = |(group, (onto, _)): (&Group<B>, &(usize, Vec<u32>))| {
            ranked(group) && ranked(&self.groups[*onto])
                || group.direct && self.groups[*onto].direct
        };
        self.groups.iter().zip(onto).all(told)
    }

    /// What the pieces of a group at these anchors, all those of one region, put into the code of the only mirror image.
    fn part_of_image(&self, group: usize, set: B) -> K {
        let [Mirror(onto)] = &self.symmetries[..] else { return K::ZERO };
        let (onto, map) = &onto[group];
        let set = B::from_ones(set.ones().map(|anchor| map[anchor as usize]));
        let fields = &self.fields[self.groups[*onto].fields.clone()];
        let inside = fields.iter().find(|field| !(field.places & set).is_zero());
        inside.map_or(K::ZERO, |field| field.write(K::ZERO, set))
    }

    /// The code of a mirror image.
    pub(crate) fn image(&self, Mirror(onto): &Mirror, code: K) -> K {
        let mut anchors = vec![B::ZERO; self.groups.len()];
        for (group, (onto, map)) in self.groups.iter().zip(onto) {
            for anchor in self.anchors(code, group).ones() {
                anchors[*onto].insert(map[anchor as usize]);
            }
        }
        self.encode(&anchors, self.stage(code) as u64)
    }
}
