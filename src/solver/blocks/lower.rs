//! Positions of block puzzles as codes: equal pieces are equal by construction, so that the code is the state.

use super::bits::Bits;
use super::goals::Target;
use super::plan::{FieldPlan, Plan, Style};
use super::symmetry;
use crate::puzzle::{Direction, Goal, Metric, PieceId, Position, Puzzle};

/// A block puzzle lowered to codes of type `K` and cell masks of type `B`.
///
/// A code holds a field for each region of each kind of piece. Cells are numbered row by row in the rectangle that the
/// pieces can reach; a piece is known by the cell of its anchor, the top-left corner of its bounding box.
pub(super) struct Blocks<K, B> {
    pub(super) metric: Metric,
    pub(super) lift: bool,
    /// Cells that some piece can enter.
    pub(super) floor: B,
    pub(super) groups: Vec<Group<K, B>>,
    fields: Vec<Field<B>>,
    /// The bits that decide whether the puzzle is solved, and their values when it is.
    goal: (K, K),
    /// The same for each waypoint.
    pub(super) via: Vec<(K, K)>,
    /// Waypoints and goal as single pieces' places, in order.
    pub(super) targets: Vec<Vec<Target>>,
    pub(super) stage_shift: u32,
    pub(super) symmetries: Vec<symmetry::Mirror<K>>,
    /// Whether all codes can be changed by tokens alone.
    pub(super) direct: bool,
}

/// What the pieces of one kind can do.
pub(super) struct Group<K, B> {
    /// Cells covered, relative to the anchor.
    pub(super) offsets: Vec<u32>,
    /// Where such a piece can ever be.
    pub(super) places: B,
    /// The directions it may go.
    pub(super) ways: Vec<Way<B>>,
    /// By anchor: the cells covered; no cells where it can never be.
    pub(super) cells: Vec<B>,
    /// By anchor: what the code of a position with a piece there has in it, to be combined by XOR.
    tokens: Vec<K>,
    /// The group's fields.
    fields: std::ops::Range<usize>,
    /// Whether a code can be changed by tokens alone: no field is a list.
    pub(super) direct: bool,
}

impl<K: Bits, B: Bits> Group<K, B> {
    /// What a code has in it for a piece of this group at `anchor`.
    pub(super) fn token(&self, anchor: u32) -> K {
        self.tokens[anchor as usize]
    }
}

/// One direction of one group.
pub(super) struct Way<B> {
    pub(super) direction: Direction,
    /// What a step adds to the anchor's number.
    pub(super) delta: i32,
    /// Anchors from which the step leads to another place.
    pub(super) from: B,
    /// Cells that the step enters, relative to the anchor.
    pub(super) enters: Vec<i32>,
}

/// A part of the code.
struct Field<B> {
    style: Style,
    shift: u32,
    count: u32,
    anchors: Vec<u32>,
    /// Of a mask: the first anchor, and the bits after it.
    first: u32,
    span: B,
}

/// Groups whose anchors are kept on the stack while a state is expanded.
pub(super) const USUAL_GROUPS: usize = 16;

impl<K: Bits, B: Bits> Blocks<K, B> {
    pub(super) fn new(puzzle: &Puzzle, plan: &Plan, metric: Metric) -> Blocks<K, B> {
        let mut floor = B::ZERO;
        let mut groups = Vec::with_capacity(plan.groups.len());
        for index in 0..plan.groups.len() {
            let group = group(puzzle, plan, index);
            floor = group.cells.iter().fold(floor, |all, &cells| all | cells);
            groups.push(group);
        }
        let mut blocks = Blocks {
            metric,
            lift: puzzle.lift(),
            floor,
            groups,
            fields: plan.fields.iter().map(Field::new).collect(),
            goal: (K::ZERO, K::ZERO),
            via: Vec::new(),
            targets: Vec::new(),
            stage_shift: plan.stage_shift,
            symmetries: Vec::new(),
            direct: false,
        };
        blocks.direct = blocks.groups.iter().all(|group| group.direct);
        blocks.set_goals(puzzle, plan);
        blocks.symmetries = symmetry::mirrors(puzzle, plan, &blocks);
        blocks
    }

    /// Lowers goal and waypoints. What a piece can never reach is a pattern that no code has.
    fn set_goals(&mut self, puzzle: &Puzzle, plan: &Plan) {
        let never = (K::ZERO, K::bit(K::BITS - 1));
        let pattern = |goal| self.pattern(puzzle, plan, goal).unwrap_or(never);
        let via = puzzle.via().iter().map(pattern).collect();
        let mut goal = pattern(puzzle.goal());
        let stages = puzzle.via().len() as u64;
        if stages > 0 {
            let all = u64::MAX >> stages.leading_zeros();
            goal.0 = goal.0 | K::place(all, plan.stage_shift);
            goal.1 = goal.1 | K::place(stages, plan.stage_shift);
        }
        let goals = puzzle.via().iter().chain([puzzle.goal()]);
        let targets = goals.map(|goal| self.piece_targets(puzzle, plan, goal));
        self.targets = targets.collect();
        self.goal = goal;
        self.via = via;
    }

    /// The targets of the pieces that `goal` names, as far as they can be reached at all.
    fn piece_targets(&self, puzzle: &Puzzle, plan: &Plan, goal: &Goal) -> Vec<Target> {
        let places = goal.places().iter().map(|&(id, cell)| {
            let group = usize::from(puzzle.piece(id).kind().0);
            let reachable = plan.groups[group].places.contains(cell);
            reachable.then(|| self.target(group, plan.number(cell)))
        });
        places.flatten().collect()
    }

    /// The bits that say where the pieces of `goal` are and their values there; `None` if one can never be there.
    fn pattern(&self, puzzle: &Puzzle, plan: &Plan, goal: &Goal) -> Option<(K, K)> {
        let mut pattern = (K::ZERO, K::ZERO);
        for &(piece, cell) in goal.places() {
            let group = usize::from(puzzle.piece(piece).kind().0);
            let planned = &plan.groups[group];
            if !planned.places.contains(cell) {
                return None;
            }
            let token = self.groups[group].tokens[plan.number(cell) as usize];
            let field = &plan.fields[self.groups[group].fields.start];
            pattern.0 = pattern.0 | K::low(field.bits) << field.shift;
            pattern.1 = pattern.1 | token;
        }
        Some(pattern)
    }

    /// Whether the puzzle is solved.
    #[inline]
    pub(super) fn solved(&self, code: K) -> bool {
        code & self.goal.0 == self.goal.1
    }

    /// Whether the goal wants a piece where it can never be.
    pub(super) fn is_hopeless(&self) -> bool {
        self.goal.0 & self.goal.1 != self.goal.1
    }

    /// Where every piece of a group is.
    #[inline]
    pub(super) fn anchors(&self, code: K, group: &Group<K, B>) -> B {
        let mut anchors = B::ZERO;
        for field in &self.fields[group.fields.clone()] {
            anchors = anchors | field.read(code);
        }
        anchors
    }

    /// The code after a piece of `group` went from one anchor to another.
    #[inline]
    pub(super) fn moved(&self, code: K, group: usize, from: u32, to: u32) -> K {
        let group = &self.groups[group];
        if group.direct {
            code ^ group.tokens[from as usize] ^ group.tokens[to as usize]
        } else {
            self.relisted(code, group, from, to)
        }
    }

    /// The same where the region may be a list.
    fn relisted(&self, code: K, group: &Group<K, B>, from: u32, to: u32) -> K {
        let inside = |field: &&Field<B>| field.anchors.binary_search(&from).is_ok();
        let field = self.fields[group.fields.clone()].iter().find(inside);
        let field = field.expect("a piece stays in its region");
        let anchors = field.read(code).without(from) | B::bit(to);
        field.write(code, anchors)
    }

    /// The code of a position.
    pub(super) fn lower(&self, puzzle: &Puzzle, plan: &Plan, position: &Position) -> Option<K> {
        let mut anchors = vec![B::ZERO; self.groups.len()];
        for (index, piece) in puzzle.pieces().iter().enumerate() {
            let cell = position.anchor(PieceId(index as u16));
            let group = usize::from(piece.kind().0);
            if !plan.groups[group].places.contains(cell) {
                return None;
            }
            anchors[group] = anchors[group] | B::bit(plan.number(cell));
        }
        let mut code = K::place(position.stage() as u64, self.stage_shift);
        for (group, &anchors) in self.groups.iter().zip(&anchors) {
            for field in &self.fields[group.fields.clone()] {
                let inside = anchors & field.places();
                if inside.count() != field.count {
                    return None;
                }
                code = field.write(code, inside);
            }
        }
        Some(code)
    }

    /// Writes the anchors of all groups into a code.
    pub(super) fn encode(&self, anchors: &[B], stage: u64) -> K {
        let mut code = K::place(stage, self.stage_shift);
        for (group, &anchors) in self.groups.iter().zip(anchors) {
            for field in &self.fields[group.fields.clone()] {
                code = field.write(code, anchors & field.places());
            }
        }
        code
    }

    /// Every field: its group, its region, and how many pieces it has.
    pub(super) fn field_places(&self) -> impl Iterator<Item = (usize, B, u32)> + '_ {
        self.groups.iter().enumerate().flat_map(|(index, group)| {
            let fields = self.fields[group.fields.clone()].iter();
            fields.map(move |field| (index, field.places(), field.count))
        })
    }

    /// How many waypoints a code has passed.
    #[inline]
    pub(super) fn stage(&self, code: K) -> usize {
        if self.via.is_empty() {
            0
        } else {
            (code >> self.stage_shift).word(0) as usize
        }
    }

    /// The smallest of the codes that the symmetries make of one: the same for mirror images.
    pub(super) fn canonical(&self, code: K) -> K {
        let images = self
            .symmetries
            .iter()
            .map(|mirror| mirror.image(self, code));
        images.fold(code, K::min)
    }
}

impl<B: Bits> Field<B> {
    fn new(plan: &FieldPlan) -> Field<B> {
        let first = plan.anchors.first().copied().unwrap_or(0);
        let last = plan.anchors.last().copied().unwrap_or(0);
        Field {
            style: plan.style,
            shift: plan.shift,
            count: plan.count as u32,
            first,
            span: B::low(last - first + 1),
            anchors: plan.anchors.clone(),
        }
    }

    /// The anchors that the code has in this field.
    #[inline]
    fn read<K: Bits>(&self, code: K) -> B {
        match self.style {
            Style::Index if self.anchors.len() == 1 => B::bit(self.anchors[0]),
            Style::Index => {
                let index = code.word(self.shift) & index_mask(self.anchors.len());
                B::bit(self.anchors[index as usize])
            }
            Style::Mask => {
                let bits = B::from_words(|i| code.word(self.shift + 64 * i));
                (bits & self.span) << self.first
            }
            Style::List { each } => (0..self.count).fold(B::ZERO, |all, i| {
                let index = code.word(self.shift + i * each) & index_mask(self.anchors.len());
                all | B::bit(self.anchors[index as usize])
            }),
        }
    }

    /// The code with this field's part replaced.
    fn write<K: Bits>(&self, code: K, anchors: B) -> K {
        let (bits, value) = match self.style {
            Style::Mask => (self.span.count(), {
                let bits = anchors >> self.first;
                K::from_words(|i| bits.word(64 * i))
            }),
            Style::Index | Style::List { .. } => self.listed(anchors),
        };
        let mask = K::low(bits) << self.shift;
        (code & !mask) | (value << self.shift)
    }

    /// The numbers of the anchors in the region's list, one after the other, and the bits that they take.
    fn listed<K: Bits>(&self, anchors: B) -> (u32, K) {
        let each = index_mask(self.anchors.len()).count_ones();
        let mut value = K::ZERO;
        for (i, anchor) in anchors.ones().enumerate() {
            let index = self.anchors.binary_search(&anchor).unwrap_or(0);
            value = value | K::place(index as u64, i as u32 * each);
        }
        (each * self.count, value)
    }

    /// The region.
    fn places(&self) -> B {
        self.anchors.iter().fold(B::ZERO, |all, &a| all | B::bit(a))
    }
}

/// A mask that holds every number below `n`.
#[inline]
fn index_mask(n: usize) -> u64 {
    match n {
        0 | 1 => 0,
        _ => u64::MAX >> (n as u64 - 1).leading_zeros(),
    }
}

/// Lowers one kind of piece.
fn group<K: Bits, B: Bits>(puzzle: &Puzzle, plan: &Plan, index: usize) -> Group<K, B> {
    let planned = &plan.groups[index];
    let piece = &puzzle.pieces()[planned.piece];
    let mut group = Group {
        offsets: (piece.shape().cells().iter())
            .map(|c| u32::from(c.row) * plan.width + u32::from(c.column))
            .collect(),
        places: B::ZERO,
        ways: Vec::new(),
        cells: vec![B::ZERO; plan.area as usize],
        tokens: vec![K::ZERO; plan.area as usize],
        fields: plan.fields.iter().take_while(|f| f.group < index).count()
            ..plan.fields.iter().take_while(|f| f.group <= index).count(),
        direct: true,
    };
    for anchor in planned.places.iter().map(|cell| plan.number(cell)) {
        group.places = group.places | B::bit(anchor);
        for &offset in &group.offsets {
            let cells = &mut group.cells[anchor as usize];
            *cells = *cells | B::bit(anchor + offset);
        }
    }
    for plan in &plan.fields[group.fields.clone()] {
        group.direct &= !matches!(plan.style, Style::List { .. });
        let field = Field::<B>::new(plan);
        for &anchor in &plan.anchors {
            group.tokens[anchor as usize] = field.write(K::ZERO, B::bit(anchor));
        }
    }
    let allowed = Direction::ALL
        .into_iter()
        .filter(|&d| piece.axis().allows(d));
    group.ways = allowed.map(|d| way(plan, &group, d)).collect();
    group
}

/// One direction of a group.
fn way<K: Bits, B: Bits>(plan: &Plan, group: &Group<K, B>, direction: Direction) -> Way<B> {
    let (dx, dy) = direction.delta();
    let delta = dy * plan.width as i32 + dx;
    let mut from = B::ZERO;
    for anchor in group.places.ones() {
        let next = plan.cell(anchor).offset(dx, dy);
        let inside = |cell| plan.contains(cell) && group.places.has(plan.number(cell));
        if next.is_some_and(inside) {
            from = from | B::bit(anchor);
        }
    }
    // Numbers wrap at the end of a row, but a piece as wide as the board has no sideways step at all.
    let own = |offset: i32| group.offsets.iter().any(|&o| o as i32 == offset);
    let enters = (group.offsets.iter())
        .map(|&offset| offset as i32 + delta)
        .filter(|&offset| !own(offset))
        .collect();
    Way {
        direction,
        delta,
        from,
        enters,
    }
}
