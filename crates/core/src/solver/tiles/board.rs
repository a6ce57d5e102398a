//! A number puzzle with its tiles renumbered by their places in the goal, and the way back to moves of the rules.

use super::packed::Packed;
use crate::puzzle::{Axis, Cell, Direction, Family, Metric, Move, PieceId, Position, Puzzle, Step};
use std::collections::VecDeque;

/// A run of tiles pushed along a line: what one move is in every metric.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Push {
    /// The floor cell of the foremost tile.
    pub(crate) front: usize,
    /// Where it goes.
    pub(crate) direction: Direction,
    /// How many tiles.
    pub(crate) length: usize,
    /// By how many cells.
    pub(crate) distance: usize,
}

/// The cell of the only blank.
pub(crate) fn blank_of(cells: &[u8]) -> usize {
    cells.iter().position(|&tile| tile == 0).unwrap_or(0)
}

/// The board of a number puzzle for search: floor cells counted row by row, and tiles by their places in the goal, so
/// that every goal reads 1, 2, 3 … with gaps where its blanks are.
#[derive(Clone, Debug)]
pub(crate) struct TileBoard {
    puzzle: Puzzle,
    cells: Vec<Cell>,
    near: Vec<[Option<u8>; 4]>,
    /// By tile number less 1.
    pieces: Vec<PieceId>,
    /// By piece.
    numbers: Vec<u8>,
    goal: Vec<u8>,
    metric: Metric,
    /// The lock of each tile, by number less 1.
    axes: Vec<Axis>,
    /// The tile that each waypoint wants on which floor cell. How many are passed is one number more behind those of the cells,
    /// if there are any.
    via: Vec<Vec<(usize, u8)>>,
    /// Whether nothing but walls and fixed tiles is in the way of a tile: neither other locks nor waypoints. It is asked for every state.
    is_free: bool,
    /// Whether it is a full rectangle without walls or fixed tiles.
    is_whole: bool,
}

impl TileBoard {
    /// The lowered form, or `None` for blocks and for tiles that are lifted.
    pub(crate) fn of(puzzle: &Puzzle, metric: Metric) -> Option<TileBoard> {
        let is_tiles = puzzle.family() == Family::Numbers
            && !puzzle.lift()
            && puzzle.goal().places().len() == puzzle.pieces().len();
        is_tiles.then(|| TileBoard::lower(puzzle, metric))
    }

    fn lower(puzzle: &Puzzle, metric: Metric) -> TileBoard {
        let floor = puzzle.size().cells();
        let cells: Vec<Cell> = floor.filter(|&c| !puzzle.walls().contains(c)).collect();
        let mut places = puzzle.goal().places().to_vec();
        places.sort_by_cached_key(|&(_, cell)| puzzle.size().index(cell));
        let mut lowered = TileBoard {
            near: cells.iter().map(|&cell| neighbours(&cells, cell)).collect(),
            pieces: places.iter().map(|&(piece, _)| piece).collect(),
            numbers: vec![0; places.len()],
            goal: Vec::new(),
            metric,
            axes: places.iter().map(|&(piece, _)| puzzle.piece(piece).axis()).collect(),
            via: Vec::new(),
            is_free: puzzle.via().is_empty()
                && puzzle.pieces().iter().all(|p| matches!(p.axis(), Axis::Free | Axis::Fixed)),
            is_whole: cells.len() == puzzle.size().area(),
            cells,
            puzzle: puzzle.clone(),
        };
        for (number, piece) in (1..=u8::MAX).zip(&lowered.pieces) {
            lowered.numbers[piece.index()] = number;
        }
        // Where a tile is fixed nothing else comes to either.
        let start = puzzle.pieces().iter().zip(puzzle.start().anchors());
        let fixed = start.filter(|(piece, _)| piece.axis() == Axis::Fixed);
        let fixed = fixed.filter_map(|(_, cell)| lowered.cells.binary_search(cell).ok());
        lowered.wall_in(&fixed.collect::<Vec<usize>>());
        let wanted = |&(piece, cell): &(PieceId, Cell)| {
            let index = lowered.cells.binary_search(&cell);
            Some((index.ok()?, lowered.numbers[piece.index()]))
        };
        let via = puzzle.via().iter();
        lowered.via = via.map(|goal| goal.places().iter().filter_map(wanted).collect()).collect();
        lowered.goal = lowered.arrange(places.iter().copied(), puzzle.via().len());
        lowered
    }

    /// Whether nothing but walls, fixed tiles and other blanks tells it from the usual puzzle: no other locks, no waypoints.
    #[inline]
    pub(crate) fn is_free(&self) -> bool {
        self.is_free
    }

    /// How many waypoints there are.
    pub(crate) fn waypoints(&self) -> usize {
        self.via.len()
    }

    /// The cells that a waypoint names, and the tiles that it wants there; `None` behind the last one.
    pub(crate) fn waypoint(&self, number: usize) -> Option<&[(usize, u8)]> {
        self.via.get(number).map(Vec::as_slice)
    }

    /// How many waypoints an arrangement has passed.
    pub(crate) fn passed(&self, cells: &[u8]) -> usize {
        cells.get(self.cells.len()).copied().map_or(0, usize::from)
    }

    /// The lock of a tile by its number.
    pub(crate) fn axis(&self, tile: u8) -> Axis {
        self.axes[usize::from(tile) - 1]
    }

    /// Whether some tile may not go every way.
    pub(crate) fn has_locks(&self) -> bool {
        self.axes.iter().any(|&axis| axis != Axis::Free)
    }

    /// Whether some tile may go along one axis only.
    pub(crate) fn has_axis_locks(&self) -> bool {
        self.axes.iter().any(|&axis| !matches!(axis, Axis::Free | Axis::Fixed))
    }

    /// The floor with another goal, with neither locks nor waypoints, but with cells whose tiles stay where they are beside those that do
    /// so anyway.
    pub(crate) fn with_walls(&self, goal: Vec<u8>, walls: &[usize]) -> TileBoard {
        let mut board =
            TileBoard { goal, via: Vec::new(), axes: Vec::new(), is_free: true, ..self.clone() };
        board.wall_in(walls);
        board
    }

    /// What cells hold stays where it is.
    fn wall_in(&mut self, walls: &[usize]) {
        for (cell, near) in self.near.iter_mut().enumerate() {
            let is_wall = |next: u8| walls.contains(&next.into()) || walls.contains(&cell);
            near.iter_mut().for_each(|next| *next = next.filter(|&next| !is_wall(next)));
        }
        self.is_whole &= walls.is_empty();
    }

    /// The rectangle around the floor, on which walls are tiles that cannot move, of numbers beyond those of all others.
    pub(crate) fn framed(&self) -> TileBoard {
        let size = self.puzzle.size();
        let place = |cell: &u8| Some(size.index(self.cells[usize::from(*cell)]) as u8);
        let mut near = vec![[None; 4]; size.area()];
        for (&cell, beside) in self.cells.iter().zip(&self.near) {
            near[size.index(cell)] = beside.map(|next| next.as_ref().and_then(place));
        }
        let wanted = |&(cell, tile): &(usize, u8)| (size.index(self.cells[cell]), tile);
        let via = self.via.iter().map(|goal| goal.iter().map(wanted).collect()).collect();
        let (goal, cells) = (self.frame(&self.goal), size.cells().collect());
        TileBoard { cells, near, goal, via, ..self.clone() }
    }

    /// What the cells of that rectangle hold when the floor holds this.
    pub(crate) fn frame(&self, held: &[u8]) -> Vec<u8> {
        let size = self.puzzle.size();
        let mut framed = vec![None; size.area()];
        for (&cell, &tile) in self.cells.iter().zip(held) {
            framed[size.index(cell)] = Some(tile);
        }
        // There is a blank at least, so that all numbers are those of a byte.
        let mut walls = self.spare_numbers();
        let mut wall = || walls.next().unwrap_or_default() as u8;
        let cells = framed.into_iter().map(|tile| tile.unwrap_or_else(&mut wall));
        cells.chain(held[self.cells.len()..].iter().copied()).collect()
    }

    /// The numbers beyond those of all that the goal names.
    pub(crate) fn spare_numbers(&self) -> impl Iterator<Item = u16> + use<> {
        let last = self.goal().iter().max().map_or(0, |&last| u16::from(last));
        last + 1..
    }

    /// The floor, and what its cells hold, as if all blanks but the first were tiles, of numbers beyond those of tiles.
    pub(crate) fn as_one_blank(&self, held: &[u8]) -> (TileBoard, Vec<u8>) {
        let named = |held: &[u8]| {
            // Tiles, walls of a frame and blanks together are as many as cells, so that there are numbers for all but one.
            let mut numbers = [0].into_iter().chain(self.spare_numbers());
            let mut name = |&tile: &u8| match tile {
                0 => numbers.next().map_or(0, |number| number as u8),
                _ => tile,
            };
            held.iter().map(&mut name).collect::<Vec<u8>>()
        };
        (self.with_walls(named(self.goal()), &[]), named(held))
    }

    /// What each floor cell holds in `position`: the tile's number, or 0. Where there are waypoints, the number of those that are
    /// passed comes behind.
    pub(crate) fn arrangement(&self, position: &Position) -> Vec<u8> {
        let anchors = position.anchors().iter().enumerate();
        self.arrange(anchors.map(|(i, &cell)| (PieceId(i as u16), cell)), position.stage())
    }

    fn arrange(&self, places: impl Iterator<Item = (PieceId, Cell)>, stage: usize) -> Vec<u8> {
        let mut held = vec![0; self.cells.len()];
        for (piece, cell) in places {
            // The floor cells are kept in the order of `Cell`, which allows a binary search.
            if let Ok(index) = self.cells.binary_search(&cell) {
                held[index] = self.numbers[piece.index()];
            }
        }
        if !self.via.is_empty() {
            // A position counts them in one byte too.
            held.push(u8::try_from(stage).unwrap_or(u8::MAX));
        }
        held
    }

    /// The position in which `held` says what each floor cell holds; it must be one that the rules allow.
    pub(crate) fn position(&self, held: impl Fn(usize) -> u8) -> Position {
        // The start only gives the list its length: every tile stands on some cell, so every anchor is overwritten.
        let mut anchors = self.puzzle.start().anchors().to_vec();
        for (index, &cell) in self.cells.iter().enumerate() {
            if let Some(number) = usize::from(held(index)).checked_sub(1) {
                anchors[self.pieces[number].index()] = cell;
            }
        }
        let stage = if self.via.is_empty() { 0 } else { usize::from(held(self.cells.len())) };
        let position = self.puzzle.position(&anchors, stage);
        position.expect("tiles on different floor cells are a position")
    }

    /// The puzzle as the rules have it.
    pub(crate) fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The floor cells, row by row.
    pub(crate) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// What each floor cell holds when the puzzle is solved.
    pub(crate) fn goal(&self) -> &[u8] {
        &self.goal[..self.cells.len()]
    }

    /// [`TileBoard::goal`] as [`TileBoard::arrangement`] has it: behind all waypoints.
    pub(crate) fn end(&self) -> &[u8] {
        &self.goal
    }

    /// What counts as one move.
    pub(crate) fn metric(&self) -> Metric {
        self.metric
    }

    /// Columns and rows of the board.
    pub(crate) fn sides(&self) -> (usize, usize) {
        (self.puzzle.size().width(), self.puzzle.size().height())
    }

    /// Rows and columns between two floor cells.
    #[inline]
    pub(crate) fn apart(&self, cell: usize, other: usize) -> u32 {
        let (a, b) = (self.cells[cell], self.cells[other]);
        u32::from(a.row.abs_diff(b.row)) + u32::from(a.column.abs_diff(b.column))
    }

    /// How many tiles there are.
    pub(crate) fn tiles(&self) -> usize {
        self.pieces.len()
    }

    /// The piece of a tile by its number.
    pub(crate) fn piece(&self, tile: u8) -> PieceId {
        self.pieces[usize::from(tile) - 1]
    }

    /// The number of a piece's tile.
    pub(crate) fn number(&self, piece: PieceId) -> u8 {
        self.numbers[piece.index()]
    }

    /// How many blanks there are.
    pub(crate) fn blanks(&self) -> usize {
        self.goal.iter().take(self.cells.len()).filter(|&&tile| tile == 0).count()
    }

    /// Whether the board is a full rectangle of at least 2x2 cells with exactly one blank, and nothing holds its tiles.
    pub(crate) fn is_plain(&self) -> bool {
        self.is_rectangle() && self.blanks() == 1 && self.is_free()
    }

    /// Whether the board is a full rectangle of at least 2x2 cells.
    pub(crate) fn is_rectangle(&self) -> bool {
        self.is_whole && !self.is_narrow()
    }

    /// Whether the board has but one row, or one column.
    pub(crate) fn is_narrow(&self) -> bool {
        let (width, height) = self.sides();
        width == 1 || height == 1
    }

    /// Whether the board is a full rectangle of any sides: it has neither walls nor fixed tiles.
    pub(crate) fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// The floor cell next to `cell` in `direction`.
    // This runs for every neighbour of every blank of every state, so that a call each time would show.
    #[inline]
    pub(crate) fn next(&self, cell: usize, direction: Direction) -> Option<usize> {
        self.near[cell][direction as usize].map(usize::from)
    }

    /// The blank's cells, its own first, when it goes in `directions`, by their places in [`Direction::ALL`].
    pub(crate) fn blank_cells(&self, blank: usize, directions: &[u8]) -> Vec<usize> {
        let cells = directions.iter().scan(blank, |at, &direction| {
            *at = self.next(*at, Direction::ALL[usize::from(direction)])?;
            Some(*at)
        });
        std::iter::once(blank).chain(cells).collect()
    }

    /// The floor cells next to `cell`.
    pub(crate) fn near(&self, cell: usize) -> impl Iterator<Item = usize> + use<'_> {
        self.near[cell].iter().flatten().copied().map(usize::from)
    }

    /// Steps on the floor from a cell to each; `u16::MAX` where there is no way.
    pub(crate) fn distances(&self, from: usize) -> Vec<u16> {
        let mut all = vec![u16::MAX; self.cells.len()];
        let mut open = VecDeque::from([from]);
        all[from] = 0;
        while let Some(cell) = open.pop_front() {
            for next in self.near(cell) {
                if all[next] == u16::MAX {
                    all[next] = all[cell] + 1;
                    open.push_back(next);
                }
            }
        }
        all
    }

    /// No state has more moves: each blank is where runs of each length may end that come along its row or its column.
    pub(crate) fn most_moves(&self) -> usize {
        let (width, height) = self.sides();
        let of_a_blank = match self.metric {
            Metric::Step => 4,
            Metric::Slide | Metric::Move => 2 * (width + height),
        };
        of_a_blank * self.blanks()
    }

    /// Calls `visit` with every move of `state` and what it leads to, each to a different state.
    ///
    /// They are the moves of [`Puzzle::moves`], which a test compares, found on packed states: asking the rules would mean a
    /// position, a list of moves and a copy of each for every state that is expanded.
    #[inline]
    pub(crate) fn pushes<P: Packed>(&self, state: &P, mut visit: impl FnMut(Push, P)) {
        // Once a state and not once a step: the usual puzzle, of which most states are, asks nothing on its way.
        if self.is_free() {
            self.pushes_by(state, |_, _| true, |_| (), &mut visit);
        } else {
            let may = |tile: u8, way| self.axis(tile).allows(way);
            self.pushes_by(state, may, |state| self.pass_waypoints(state), &mut visit);
        }
    }

    /// [`TileBoard::pushes`], of tiles that `may` go in a direction; `passed` hears of every single step of a tile.
    #[inline]
    fn pushes_by<P: Packed>(
        &self,
        state: &P,
        may: impl Fn(u8, Direction) -> bool + Copy,
        passed: impl Fn(&mut P) + Copy,
        visit: &mut impl FnMut(Push, P),
    ) {
        state.blanks(self.cells.len(), |blank| {
            for direction in Direction::ALL {
                self.pushes_into(state, blank, direction, (may, passed), visit);
            }
        });
    }

    /// Counts the waypoints that are met here, in their order.
    fn pass_waypoints<P: Packed>(&self, state: &mut P) {
        if self.via.is_empty() {
            return;
        }
        let place = self.cells.len();
        let met = |&(cell, tile): &(usize, u8)| state.get(cell) == tile;
        let passed = usize::from(state.get(place));
        let more = self.via[passed..].iter().take_while(|goal| goal.iter().all(met)).count();
        // There are at most as many as were counted when the width of the state was chosen.
        state.set(place, (passed + more) as u8);
    }

    /// The moves in `direction` whose foremost tile enters `blank` first.
    #[inline]
    fn pushes_into<P: Packed>(
        &self,
        state: &P,
        blank: usize,
        direction: Direction,
        (may, passed): (impl Fn(u8, Direction) -> bool + Copy, impl Fn(&mut P) + Copy),
        visit: &mut impl FnMut(Push, P),
    ) {
        let behind = direction.opposite();
        let goes = |cell: &usize| match state.get(*cell) {
            0 => false,
            // A tile that is locked holds all those behind it.
            tile => may(tile, direction),
        };
        let tile_behind = |cell| self.next(cell, behind).filter(goes);
        let Some(front) = tile_behind(blank) else {
            return;
        };
        let mut push = Push { front, direction, length: 1, distance: 1 };
        // The usual metric knows only this one push; it returns before the loops over lengths and distances.
        if self.metric == Metric::Step {
            let mut next = *state;
            next.set(blank, state.get(front));
            next.set(front, 0);
            passed(&mut next);
            return visit(push, next);
        }
        let mut tail = Some(front);
        while let Some(cell) = tail {
            push.distance = 0;
            // A run of another length begins at the same state again, not at the end of the shorter run.
            let mut next = *state;
            let mut ahead = Some(blank);
            while let Some(gap) = ahead.filter(|&c| state.get(c) == 0) {
                self.shift(&mut next, gap, behind, push.length, passed);
                push.distance += 1;
                visit(push, next);
                ahead = self.next(gap, direction);
            }
            push.length += 1;
            tail = tile_behind(cell);
        }
    }

    /// Moves the `length` tiles that lie `behind` the blank `gap` one cell on.
    #[inline]
    fn shift<P: Packed>(
        &self,
        state: &mut P,
        gap: usize,
        behind: Direction,
        length: usize,
        passed: impl Fn(&mut P),
    ) {
        let mut to = gap;
        for _ in 0..length {
            if let Some(from) = self.next(to, behind) {
                state.set(to, state.get(from));
                state.set(from, 0);
                to = from;
                passed(state);
            }
        }
    }

    /// The first move to a state that is `wanted`, as the rules spell it: the foremost tile first, a cell at a time.
    pub(crate) fn mv<P: Packed>(&self, from: &P, wanted: &dyn Fn(P) -> bool) -> Option<Move> {
        self.mv_into(from, &|_, _| true, wanted)
    }

    /// The first move to a state.
    pub(crate) fn mv_to<P: Packed>(&self, from: &P, to: P) -> Option<Move> {
        let changes = |cell| from.get(cell) != to.get(cell);
        // The cell that is entered first or the one before it holds another tile afterwards, or none. A large board with many blanks has too many
        // moves to try them all.
        let may = |blank, direction: Direction| {
            changes(blank) || self.next(blank, direction.opposite()).is_some_and(changes)
        };
        self.mv_into(from, &may, &|next| next == to)
    }

    /// The first move to a state that is `wanted`, of those that enter a blank in a direction in which they `may`.
    fn mv_into<P: Packed>(
        &self,
        from: &P,
        may: &dyn Fn(usize, Direction) -> bool,
        wanted: &dyn Fn(P) -> bool,
    ) -> Option<Move> {
        let is_free = |tile: u8, way| self.axis(tile).allows(way);
        let passed = |state: &mut P| self.pass_waypoints(state);
        let mut found = None;
        from.blanks(self.cells.len(), |blank| {
            for direction in Direction::ALL.into_iter().filter(|&way| may(blank, way)) {
                // It cannot be left early, so the moves after the first wanted one are passed over.
                self.pushes_into(from, blank, direction, (is_free, passed), &mut |push, next| {
                    if found.is_none() && wanted(next) {
                        found = Some(push);
                    }
                });
            }
        });
        let push = found?;
        let behind = push.direction.opposite();
        let cells = std::iter::successors(Some(push.front), |&cell| self.next(cell, behind));
        let run: Vec<Step> = cells
            .take(push.length)
            .map(|cell| Step { piece: self.piece(from.get(cell)), direction: push.direction })
            .collect();
        Some(Move::Steps(run.repeat(push.distance)))
    }
}

/// The places in `cells` of the four neighbours of `cell`, in the order of [`Direction::ALL`].
fn neighbours(cells: &[Cell], cell: Cell) -> [Option<u8>; 4] {
    Direction::ALL.map(|direction| {
        let next = cell.step(direction)?;
        let index = cells.binary_search(&next).ok()?;
        // Boards of at most 16 by 16 cells have no index above 255, so nothing is lost here.
        u8::try_from(index).ok()
    })
}
