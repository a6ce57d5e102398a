//! A puzzle that is being drawn: anything that can be painted, playable or not.

mod goal;
mod setup;
#[cfg(test)]
mod tests;

use crate::notation::Entry;
use crate::puzzle::{Axis, Cell, Family, Fault, MAX_NUMBER_SIDE, MAX_SIDE, Metric, Puzzle, Setup};
use std::collections::BTreeMap;

/// What pieces are called: a character, or a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Name {
    /// A block.
    Letter(char),
    /// A tile.
    Number(u16),
}

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Name::Letter(letter) => write!(f, "{letter}"),
            Name::Number(number) => write!(f, "{number}"),
        }
    }
}

/// What a cell of the start is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Spot {
    /// Free.
    #[default]
    Empty,
    /// Nothing enters.
    Wall,
    /// Only pieces of the goal enter.
    Gate,
    /// Part of a piece.
    Piece(Name),
}

/// Which board is painted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Layer {
    /// The start.
    #[default]
    Start,
    /// The goal.
    Goal,
}

/// Everything that is painted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draft {
    /// All but what lies on the boards: the sides, and waypoints and the like, which are kept as they were.
    rest: Setup,
    /// The start, row by row.
    spots: Vec<Spot>,
    /// Gates that lie under a piece of the goal.
    covered: Vec<Cell>,
    /// Which piece must come where, row by row.
    goal: Vec<Option<Name>>,
    /// The locks of those that are not free.
    locks: BTreeMap<Name, Axis>,
    /// What pieces show, and the way to count, of the puzzle that it is drawn from; an empty board has none.
    labels: BTreeMap<String, String>,
    metric: Option<Metric>,
}

impl Draft {
    /// An empty board for blocks; each side is brought within 1 to [`MAX_SIDE`].
    pub fn empty(width: usize, height: usize) -> Draft {
        let (width, height) = (width.clamp(1, MAX_SIDE), height.clamp(1, MAX_SIDE));
        Draft {
            rest: Setup::empty(Family::Blocks, width, height),
            spots: vec![Spot::Empty; width * height],
            covered: Vec::new(),
            goal: vec![None; width * height],
            locks: BTreeMap::new(),
            labels: BTreeMap::new(),
            metric: None,
        }
    }

    /// The tiles of a number puzzle in order, the blank last; sides beyond the longest of a number puzzle are cut.
    pub fn numbers(width: usize, height: usize) -> Draft {
        let mut draft = Draft::empty(width.min(MAX_NUMBER_SIDE), height.min(MAX_NUMBER_SIDE));
        draft.rest.family = Family::Numbers;
        let last = draft.spots.len() - 1;
        for (number, spot) in (1..).zip(&mut draft.spots[..last]) {
            *spot = Spot::Piece(Name::Number(number));
        }
        draft
    }

    /// The start of `puzzle`.
    pub fn of(puzzle: &Puzzle) -> Draft {
        let mut setup = Setup::of(puzzle, puzzle.start());
        let plain = Setup { goal: Vec::new(), ..setup.clone() };
        // The ascending order goes without saying, so that it goes on to fit when tiles are painted.
        if puzzle.family() == Family::Numbers
            && let (Ok(plain), Ok(whole)) = (plain.build(), setup.clone().build())
            && plain.goal() == whole.goal()
        {
            setup.goal.clear();
        }
        Draft::of_setup(&setup)
    }

    /// This drawing with what `entry`, from which it is drawn, says of labels and of the way to count.
    pub fn like(mut self, entry: &Entry) -> Draft {
        self.labels = entry.labels.clone();
        let is_same = entry.puzzle.family() == self.family();
        self.metric = entry.metric.filter(|_| is_same);
        self
    }

    /// The name that `text` is, in a draft of this family.
    pub fn name(&self, text: &str) -> Option<Name> {
        match self.family() {
            Family::Numbers => text.parse().ok().map(Name::Number),
            Family::Blocks => {
                let mut letters = text.chars();
                let only = letters.next().filter(|_| letters.next().is_none());
                only.map(Name::Letter)
            }
        }
    }

    /// Tiles or blocks.
    pub fn family(&self) -> Family {
        self.rest.family
    }

    /// Columns and rows.
    pub fn size(&self) -> (u8, u8) {
        (self.rest.width as u8, self.rest.height as u8)
    }

    /// All cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (width, height) = self.size();
        (0..height).flat_map(move |row| (0..width).map(move |column| Cell::new(column, row)))
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        let (column, row) = (usize::from(cell.column), usize::from(cell.row));
        let inside = column < self.rest.width && row < self.rest.height;
        inside.then_some(row * self.rest.width + column)
    }

    /// What is on `cell`; on the goal's board walls and gates are those of the start. `None` off the board.
    pub fn at(&self, layer: Layer, cell: Cell) -> Option<Spot> {
        let index = self.index(cell)?;
        Some(match (layer, self.spots[index], self.goal[index]) {
            (Layer::Start, spot, _) => spot,
            (Layer::Goal, _, Some(name)) => Spot::Piece(name),
            (Layer::Goal, Spot::Piece(_), None) => Spot::Empty,
            (Layer::Goal, ground, None) => ground,
        })
    }

    /// The piece on `cell` of a board.
    pub fn piece(&self, layer: Layer, cell: Cell) -> Option<Name> {
        match self.at(layer, cell)? {
            Spot::Piece(name) => Some(name),
            _ => None,
        }
    }

    /// Puts `spot` on a cell of the start, or of the goal where only pieces count. A tile leaves the place where it was to
    /// what was here before, so that no number is there twice. Returns whether anything has changed.
    pub fn paint(&mut self, layer: Layer, cell: Cell, spot: Spot) -> bool {
        let before = self.clone();
        let here = self.piece(layer, cell);
        match spot {
            Spot::Piece(name @ Name::Number(_)) => {
                let places: Vec<Cell> = self.cells().collect();
                let old = places.into_iter().find(|&old| self.piece(layer, old) == Some(name));
                if let Some(old) = old {
                    self.put(layer, old, here.map_or(Spot::Empty, Spot::Piece));
                }
                self.put(layer, cell, spot);
            }
            _ => self.put(layer, cell, spot),
        }
        self.forget_locks();
        *self != before
    }

    fn put(&mut self, layer: Layer, cell: Cell, spot: Spot) {
        match (layer, spot) {
            (Layer::Goal, Spot::Piece(name)) => self.put_goal(cell, Some(name)),
            (Layer::Goal, _) => self.put_goal(cell, None),
            (Layer::Start, spot) => {
                if let Some(index) = self.index(cell) {
                    self.spots[index] = spot;
                    // Whatever is painted in the place of a piece replaces the gate below the piece too.
                    if !matches!(spot, Spot::Piece(_)) {
                        self.covered.retain(|&covered| covered != cell);
                    }
                }
            }
        }
    }

    fn put_goal(&mut self, cell: Cell, name: Option<Name>) {
        if let Some(index) = self.index(cell) {
            self.goal[index] = name;
        }
    }

    /// Drops the locks of pieces that are not there any more.
    fn forget_locks(&mut self) {
        let spots = &self.spots;
        self.locks.retain(|name, _| spots.contains(&Spot::Piece(*name)));
    }

    /// The lock of a piece.
    pub fn lock(&self, name: Name) -> Axis {
        self.locks.get(&name).copied().unwrap_or_default()
    }

    /// Gives a piece that is there the next lock: none, along the row, along the column, both.
    pub fn turn_lock(&mut self, name: Name) {
        if !self.spots.contains(&Spot::Piece(name)) {
            return;
        }
        let next = match self.lock(name) {
            Axis::Free => Axis::Horizontal,
            Axis::Horizontal => Axis::Vertical,
            Axis::Vertical => Axis::Fixed,
            Axis::Fixed => Axis::Free,
        };
        match next {
            Axis::Free => self.locks.remove(&name),
            _ => self.locks.insert(name, next),
        };
    }

    /// Brings the board to another size; what lies beyond is lost. Returns whether it is another one.
    pub fn resize(&mut self, width: usize, height: usize) -> bool {
        let most = match self.family() {
            Family::Numbers => MAX_NUMBER_SIDE,
            Family::Blocks => MAX_SIDE,
        };
        let Draft { rest, spots, goal, .. } = Draft::empty(width.min(most), height.min(most));
        let rest = Setup { width: rest.width, height: rest.height, ..self.rest.clone() };
        let mut other = Draft { rest, spots, goal, ..self.clone() };
        for cell in self.cells() {
            if let Some(spot) = self.at(Layer::Start, cell) {
                other.put(Layer::Start, cell, spot);
            }
            other.put_goal(cell, self.piece(Layer::Goal, cell));
        }
        let mut covered = self.covered.clone();
        covered.retain(|&cell| other.piece(Layer::Start, cell).is_some());
        other.covered = covered;
        other.forget_locks();
        let changed = other != *self;
        *self = other;
        changed
    }

    /// A name that no piece has: the first free letter, or the least free number.
    pub fn free_name(&self) -> Option<Name> {
        let used = |name: &Name| {
            self.spots.contains(&Spot::Piece(*name)) || self.goal.contains(&Some(*name))
        };
        let free = |name: &Name| !used(name);
        match self.family() {
            Family::Numbers => (1..=u16::MAX).map(Name::Number).find(free),
            Family::Blocks => {
                let letters = ('A'..='Z').chain('a'..='z').chain('0'..='9');
                // Latin letters with their marks, of which there are as many as a board may need.
                let more = ('À'..='ɏ').filter(|c| c.is_alphabetic());
                letters.chain(more).map(Name::Letter).find(free)
            }
        }
    }

    /// The puzzle, or every reason why it is none.
    ///
    /// # Errors
    /// The reasons, in the order of the boards.
    pub fn build(&self) -> Result<Puzzle, Vec<Fault>> {
        self.setup().build()
    }

    /// The puzzle with its labels and its way to count.
    pub fn entry(&self, puzzle: Puzzle) -> Entry {
        let mut entry = Entry::of(puzzle);
        entry.labels = self.labels_in(&entry.puzzle);
        entry.metric = self.metric;
        entry
    }

    /// `entry`, from which the board was drawn, with those of its labels and ways to count that the drawing has too.
    pub fn kept_of(&self, entry: &Entry) -> Entry {
        Entry { labels: self.labels_in(&entry.puzzle), metric: self.metric, ..entry.clone() }
    }

    /// The labels of the pieces that there are.
    fn labels_in(&self, puzzle: &Puzzle) -> BTreeMap<String, String> {
        let labels = self.labels.iter();
        labels
            .filter(|(name, _)| puzzle.piece_named(name).is_some())
            .map(|(name, label)| (name.clone(), label.clone()))
            .collect()
    }
}
