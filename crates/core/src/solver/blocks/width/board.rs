//! The board as lists of cells: one position at a time, every piece by itself, all boards in the same code.

use crate::puzzle::{Cell, Direction, Goal, Metric, Move, PieceId, Position, Puzzle, Setup};
use crate::solver::blocks::plan::Plan;

/// A step of one piece in the board's own numbers: which, and where to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PieceStep {
    pub(crate) piece: u16,
    pub(crate) to: u16,
}

/// What never changes, cells and pieces by number.
pub(crate) struct Board {
    plan: Plan,
    /// By piece.
    pub(crate) kinds: Vec<u16>,
    /// By kind: the cells covered, relative to the anchor.
    pub(crate) offsets: Vec<Vec<u16>>,
    /// By kind: the anchors where such a piece can ever be.
    pub(crate) places: Vec<Vec<u16>>,
    /// By kind: the cells that a step in each direction enters, relative to the anchor.
    enters: Vec<[Vec<i16>; 4]>,
    /// By kind and anchor: the anchor after a step in each direction, or [`NOWHERE`].
    next: Vec<[u16; 4]>,
    /// Waypoints and goal in order: where each wants a piece of which kind.
    pub(crate) stages: Vec<Vec<(u16, u16)>>,
    pub(crate) lift: bool,
}

/// No anchor.
// A board has at most 1024 cells.
pub(crate) const NOWHERE: u16 = u16::MAX;

impl Board {
    /// The board of a puzzle; `None` if a goal wants a piece where it can never be.
    pub(crate) fn new(puzzle: &Puzzle) -> Option<Board> {
        let plan = Plan::new(puzzle, None);
        let number = |cell: Cell| u32::from(cell.row) * plan.width + u32::from(cell.column);
        let groups = || plan.groups.iter();
        let shape = |piece: usize| puzzle.pieces()[piece].shape();
        let offsets = groups()
            .map(|group| shape(group.piece).cells().iter().map(|c| number(c) as u16).collect())
            .collect();
        let places: Vec<Vec<u16>> = groups()
            .map(|group| group.places.iter().map(|cell| plan.number(cell) as u16).collect())
            .collect();
        let stage = |goal: &Goal| {
            let places = goal.places().iter().map(|&(id, cell)| {
                let kind = puzzle.piece(id).kind().0;
                let reachable = plan.groups[usize::from(kind)].reach.contains(cell);
                reachable.then(|| (kind, plan.number(cell) as u16))
            });
            places.collect::<Option<Vec<_>>>()
        };
        let stages = puzzle.goals().map(stage);
        let pieces: Vec<_> = groups().map(|group| &puzzle.pieces()[group.piece]).collect();
        let mut board = Board {
            kinds: puzzle.pieces().iter().map(|piece| piece.kind().0).collect(),
            offsets,
            enters: Vec::new(),
            next: Vec::new(),
            stages: stages.collect::<Option<_>>()?,
            lift: puzzle.lift(),
            places,
            plan,
        };
        // Hundreds of kinds may go alike.
        let mut different: Vec<usize> = Vec::new();
        for (kind, piece) in pieces.iter().enumerate() {
            let places = &board.places;
            let alike =
                |&&other: &&usize| piece.goes_like(pieces[other]) && places[kind] == places[other];
            if let Some(&other) = different.iter().find(alike) {
                board.add_steps_of(other);
                continue;
            }
            different.push(kind);
            let ways = Direction::ALL.map(|way| piece.axis().allows(way).then(|| way.delta()));
            board.add_steps(kind, ways);
        }
        Some(board)
    }

    /// The board of a puzzle at `from` whose goal has only those of its targets that are wanted; `None` if one wants a piece where it can never
    /// be.
    pub(crate) fn of_part(puzzle: &Puzzle, from: &Position, wanted: &[bool]) -> Option<Board> {
        let mut setup = Setup::of(puzzle, from);
        // A step names a piece by its number.
        setup.pieces.sort_by_cached_key(|piece| puzzle.piece_named(&piece.name));
        let mut wanted = wanted.iter();
        setup.goal.retain(|_| wanted.next() == Some(&true));
        let is_wanted = |name: &String| setup.goal.iter().any(|target| target.name == *name);
        setup.interchangeable.retain(|group| group.iter().any(is_wanted));
        Board::new(&setup.build().ok()?)
    }

    /// Lists the steps of one kind, which can go those ways.
    fn add_steps(&mut self, kind: usize, ways: [Option<(i32, i32)>; 4]) {
        let own = &self.offsets[kind];
        let enters = ways.map(|way| {
            let delta = way.map_or(0, |(dx, dy)| dy * self.plan.width as i32 + dx);
            let ahead = own.iter().map(|&offset| (i32::from(offset) + delta) as i16);
            ahead.filter(|&cell| !own.iter().any(|&own| own as i16 == cell)).collect()
        });
        let mut next = vec![[NOWHERE; 4]; self.cells()];
        let mut is_place = vec![false; self.cells()];
        self.places[kind].iter().for_each(|&place| is_place[usize::from(place)] = true);
        for &place in &self.places[kind] {
            next[usize::from(place)] = ways.map(|way| {
                let there = way.and_then(|(dx, dy)| {
                    let cell = self.plan.cell(u32::from(place)).offset(dx, dy)?;
                    self.plan.contains(cell).then(|| self.plan.number(cell) as u16)
                });
                there.filter(|&to| is_place[usize::from(to)]).unwrap_or(NOWHERE)
            });
        }
        self.enters.push(enters);
        self.next.extend(next);
    }

    /// Lists the same steps as those of another kind.
    fn add_steps_of(&mut self, kind: usize) {
        self.enters.push(self.enters[kind].clone());
        self.next.extend_from_within(kind * self.cells()..(kind + 1) * self.cells());
    }

    /// How many cells there are.
    pub(crate) fn cells(&self) -> usize {
        self.plan.area as usize
    }

    /// The cell of an anchor.
    pub(crate) fn cell(&self, anchor: u16) -> Cell {
        self.plan.cell(anchor.into())
    }

    /// Where each piece stands; `None` if one is where it can never come to.
    pub(crate) fn anchors(&self, position: &Position) -> Option<Vec<u16>> {
        let anchors = position.anchors().iter().zip(&self.kinds).map(|(&cell, &kind)| {
            let reachable = self.plan.groups[usize::from(kind)].places.contains(cell);
            reachable.then(|| self.plan.number(cell) as u16)
        });
        anchors.collect()
    }

    /// The anchors one step from `anchor` on a board without other pieces, [`NOWHERE`] among them.
    pub(crate) fn neighbours(&self, kind: u16, anchor: u16) -> &[u16; 4] {
        &self.next[usize::from(kind) * self.cells() + usize::from(anchor)]
    }

    /// The cells of a piece of `kind` at `anchor`.
    pub(crate) fn covered(&self, kind: u16, anchor: u16) -> impl Iterator<Item = usize> + '_ {
        let offsets = self.offsets[usize::from(kind)].iter();
        offsets.map(move |offset| usize::from(anchor + offset))
    }

    /// The kind of a piece that goes, and where it is.
    pub(crate) fn of(&self, go: PieceStep, anchors: &[u16]) -> (u16, u16) {
        (self.kinds[usize::from(go.piece)], anchors[usize::from(go.piece)])
    }

    /// Every step of a position: of pieces at `anchors`, which `owners` tells by cell.
    pub(crate) fn each_step(
        &self,
        anchors: &[u16],
        owners: &Owners,
        mut visit: impl FnMut(PieceStep),
    ) {
        for (piece, (&kind, &anchor)) in (0..).zip(self.kinds.iter().zip(anchors)) {
            if self.lift {
                let to = self.places[usize::from(kind)].iter().copied();
                let fits = |to: u16| self.covered(kind, to).all(|cell| owners.lets(piece, cell));
                to.filter(|&to| to != anchor && fits(to))
                    .for_each(|to| visit(PieceStep { piece, to }));
                continue;
            }
            for to in (0..4).filter_map(|way| self.step(kind, anchor, way, owners)) {
                visit(PieceStep { piece, to });
            }
        }
    }

    /// Where a step leads that way, if it is possible.
    fn step(&self, kind: u16, anchor: u16, way: usize, owners: &Owners) -> Option<u16> {
        let to = self.neighbours(kind, anchor)[way];
        let mut enters = self.enters[usize::from(kind)][way].iter();
        let is_free = |&cell: &i16| owners.is_free(anchor.wrapping_add_signed(cell));
        (to != NOWHERE && enters.all(is_free)).then_some(to)
    }

    /// Every move of a position in a metric, to each place once, is added to `moves`.
    pub(crate) fn each_move(
        &self,
        metric: Metric,
        anchors: &[u16],
        owners: &mut Owners,
        moves: &mut Vec<PieceStep>,
    ) {
        self.each_step(anchors, owners, |go| moves.push(go));
        if self.lift || metric == Metric::Step {
            return;
        }
        // Pieces that cannot step cannot go farther.
        let mut steps = std::mem::take(moves);
        while let Some(&PieceStep { piece, .. }) = steps.last() {
            let first = steps.iter().rposition(|go| go.piece != piece).map_or(0, |at| at + 1);
            let (kind, from) = self.of(steps[first], anchors);
            let own = PieceStep { piece, to: from };
            owners.take(self, own);
            steps.truncate(first);
            if metric == Metric::Move {
                let places = self.walk(kind, from, None, owners).into_iter().skip(1);
                moves.extend(places.map(|(to, _)| PieceStep { piece, to }));
            } else {
                for way in 0..4 {
                    let next = |&place: &u16| self.step(kind, place, way, owners);
                    let places = std::iter::successors(next(&from), next);
                    moves.extend(places.map(|to| PieceStep { piece, to }));
                }
            }
            owners.put(self, own);
        }
    }

    /// Every place that a piece of `kind` comes to from `from` by steps, each with the number of the one before it, in the order of
    /// their distance; no more behind `last`. The piece itself is not among the owners.
    fn walk(&self, kind: u16, from: u16, last: Option<u16>, owners: &Owners) -> Vec<(u16, usize)> {
        let mut is_known = vec![false; self.cells()];
        is_known[usize::from(from)] = true;
        let (mut places, mut at) = (vec![(from, 0)], 0);
        while let Some(&(place, _)) = places.get(at) {
            for to in (0..4).filter_map(|way| self.step(kind, place, way, owners)) {
                if !std::mem::replace(&mut is_known[usize::from(to)], true) {
                    places.push((to, at));
                    if last == Some(to) {
                        return places;
                    }
                }
            }
            at += 1;
        }
        places
    }

    /// The steps of a move, which is possible: a shortest walk.
    pub(crate) fn steps(
        &self,
        anchors: &[u16],
        owners: &mut Owners,
        go: PieceStep,
    ) -> Vec<PieceStep> {
        let (kind, from) = self.of(go, anchors);
        if self.lift || self.neighbours(kind, from).contains(&go.to) {
            return vec![go];
        }
        let own = PieceStep { piece: go.piece, to: from };
        owners.take(self, own);
        let places = self.walk(kind, from, Some(go.to), owners);
        let mut at = places.len() - 1;
        owners.put(self, own);
        let mut steps = Vec::new();
        while let Some(&(to, before)) = places.get(at).filter(|_| at > 0) {
            steps.push(PieceStep { piece: go.piece, to });
            at = before;
        }
        steps.reverse();
        steps
    }

    /// Whether a step may be made in this position.
    pub(crate) fn allows(
        &self,
        anchors: &[u16],
        owners: &Owners,
        PieceStep { piece, to }: PieceStep,
    ) -> bool {
        let (kind, anchor) = (self.kinds[usize::from(piece)], anchors[usize::from(piece)]);
        let is_near = self.lift || self.neighbours(kind, anchor).contains(&to);
        is_near && to != anchor && self.covered(kind, to).all(|cell| owners.lets(piece, cell))
    }

    /// The rules' move for a step.
    pub(crate) fn raise(
        &self,
        position: &Position,
        PieceStep { piece, to }: PieceStep,
    ) -> Option<Move> {
        let (piece, to) = (PieceId(piece), self.plan.cell(u32::from(to)));
        if self.lift {
            return Some(Move::Lift { piece, to });
        }
        let from = position.anchor(piece);
        let way = Direction::ALL.into_iter().find(|&way| from.step(way) == Some(to));
        way.map(|way| Move::of(piece, &[way]))
    }

    /// How many waypoints have been passed when `stage` have been and the pieces stand like this.
    pub(crate) fn passed(&self, mut stage: usize, anchors: &[u16]) -> usize {
        // The last stage is the goal, which is looked at by itself.
        while stage + 1 < self.stages.len() && self.is_met(stage, anchors) {
            stage += 1;
        }
        stage
    }

    /// Whether the puzzle is solved when `stage` waypoints have been passed.
    pub(crate) fn is_solved(&self, stage: usize, anchors: &[u16]) -> bool {
        stage + 1 == self.stages.len() && self.is_met(stage, anchors)
    }

    fn is_met(&self, stage: usize, anchors: &[u16]) -> bool {
        self.stages[stage].iter().all(|&(kind, anchor)| {
            let mut pieces = self.kinds.iter().zip(anchors);
            pieces.any(|(&of, &at)| of == kind && at == anchor)
        })
    }
}

/// By cell: the piece that covers it.
pub(crate) struct Owners(Vec<u16>);

impl Owners {
    /// A board without pieces.
    pub(crate) fn new(board: &Board) -> Owners {
        Owners(vec![NOWHERE; board.cells()])
    }

    /// Puts all pieces on the board.
    pub(crate) fn set(&mut self, board: &Board, anchors: &[u16]) {
        self.0.fill(NOWHERE);
        for (piece, &anchor) in (0..).zip(anchors) {
            self.put(board, PieceStep { piece, to: anchor });
        }
    }

    /// Puts one piece on the board.
    pub(crate) fn put(&mut self, board: &Board, PieceStep { piece, to }: PieceStep) {
        for cell in board.covered(board.kinds[usize::from(piece)], to) {
            self.0[cell] = piece;
        }
    }

    /// Takes the piece at `anchor` off the board.
    pub(crate) fn take(&mut self, board: &Board, PieceStep { piece, to: anchor }: PieceStep) {
        for cell in board.covered(board.kinds[usize::from(piece)], anchor) {
            self.0[cell] = NOWHERE;
        }
    }

    /// The piece that covers a cell.
    pub(crate) fn at(&self, cell: usize) -> Option<u16> {
        Some(self.0[cell]).filter(|&piece| piece != NOWHERE)
    }

    /// The cells that no piece covers, walls among them.
    pub(crate) fn empty(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.0.len()).filter(|&cell| self.0[cell] == NOWHERE)
    }

    fn is_free(&self, cell: u16) -> bool {
        self.0[usize::from(cell)] == NOWHERE
    }

    fn lets(&self, piece: u16, cell: usize) -> bool {
        self.0[cell] == NOWHERE || self.0[cell] == piece
    }
}
