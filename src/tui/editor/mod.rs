//! The editor: what is drawn and was drawn before, the brush, what is wrong with it, and the fewest moves.
//!
//! It is kept while the game goes on, so that a drawing can be tried and taken up again. The files of this room:
//! [`draft`] is the drawing itself, [`optima`] asks the solver, [`update`] and [`mouse`] say what is painted, [`prompts`] saves.

pub(crate) mod canvas;
pub(crate) mod draft;
pub(crate) mod layout;
pub(crate) mod mouse;
pub(crate) mod optima;
pub(crate) mod prompts;
pub(crate) mod update;
pub(crate) mod verdict;
pub(crate) mod view;

use crate::notation::Entry;
use crate::puzzle::{Cell, Direction, Fault, Metric, Puzzle};
use crate::storage::Drawing;
use draft::{Draft, Layer, Name, Spot};
use optima::{Optima, Optimum};
use prompts::{Export, Naming};
use std::sync::Arc;

/// Changes to each side of the present drawing that are still there at the next start.
// The file is written after each change, and a drawing of the largest board takes 50 kB.
const MOST_KEPT: usize = 40;

/// What is painted with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Brush {
    /// A piece.
    Piece(Name),
    /// A piece that is not there yet.
    New,
    /// Nothing: what is there goes away.
    Erase,
    /// Walls.
    Wall,
    /// Gates.
    Gate,
}

/// The screen of the editor: what is drawn stays in the context, what is typed and painted just now goes with the screen.
#[derive(Debug, Default)]
pub(crate) struct EditorScreen {
    pub(crate) mode: Mode,
    /// What the mouse paints while its button is held.
    stroke: Option<Stroke>,
}

/// What keys mean.
#[derive(Clone, Debug, Default)]
pub(crate) enum Mode {
    /// They draw.
    #[default]
    Draw,
    /// The next character names a piece.
    Pick,
    /// A file's name is typed.
    Name(Naming),
    /// A form is chosen.
    Export(Export),
}

/// What the mouse paints, and whether it has changed anything yet, so that the whole stroke is one change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stroke {
    spot: Spot,
    joined: bool,
}

/// What is drawn, with every change to it, and what it is drawn with.
#[derive(Debug)]
pub struct Editor {
    /// Everything that was drawn, one change after the other; never empty.
    // Whole drawings and not differences: one is small, and going back to it cannot go wrong.
    steps: Vec<Draft>,
    /// Which of them is in force.
    at: usize,
    /// What was loaded or saved last; none, if the drawing is from an earlier time.
    kept: Option<Draft>,
    /// The file that it was saved in last.
    file: Option<String>,
    /// How often anything changed that is to be kept.
    changes: u64,
    /// What the drawing began with.
    like: Arc<Entry>,
    /// Where keys paint.
    cursor: Cell,
    /// Which board is painted.
    pub(crate) layer: Layer,
    brush: Brush,
    built: Result<Arc<Puzzle>, Vec<Fault>>,
    pub(crate) optima: Optima,
}

impl Editor {
    /// Begins with the start of `entry`.
    pub fn new(entry: &Arc<Entry>) -> Editor {
        let draft = Draft::of(&entry.puzzle).like(entry);
        let mut editor = Editor {
            steps: vec![draft.clone()],
            at: 0,
            kept: Some(draft),
            file: None,
            changes: 0,
            like: Arc::clone(entry),
            cursor: Cell::default(),
            layer: Layer::Start,
            brush: Brush::New,
            built: Err(Vec::new()),
            optima: Optima::default(),
        };
        editor.check();
        editor
    }

    /// Goes on with a drawing of an earlier time.
    pub fn resumed(drawing: Drawing) -> Editor {
        let Drawing { setup, like, before, after } = drawing;
        let at = before.len();
        let steps = before.iter().chain([&setup]).chain(&after);
        let steps = steps.map(|setup| Draft::of_setup(setup).like(&like)).collect();
        let mut editor = Editor { steps, at, ..Editor::new(&Arc::new(like)) };
        editor.kept = None;
        editor.check();
        editor
    }

    /// What is to be there again at the next start, if anything would be lost.
    pub fn drawing(&self) -> Option<Drawing> {
        let setups = |steps: &[Draft]| steps.iter().map(Draft::setup).collect();
        let after = &self.steps[self.at + 1..];
        self.is_changed().then(|| Drawing {
            setup: self.draft().setup(),
            like: self.draft().kept_of(&self.like),
            before: setups(&self.steps[self.at.saturating_sub(MOST_KEPT)..self.at]),
            after: setups(&after[..after.len().min(MOST_KEPT)]),
        })
    }

    /// How often anything changed that is to be kept.
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// What is drawn.
    pub fn draft(&self) -> &Draft {
        &self.steps[self.at]
    }

    /// The puzzle that is drawn, or every reason why it is none.
    pub fn built(&self) -> Result<&Arc<Puzzle>, &[Fault]> {
        self.built.as_ref().map_err(Vec::as_slice)
    }

    /// The puzzle that is drawn with its labels and names.
    pub fn entry(&self) -> Option<Entry> {
        let puzzle = self.built.as_ref().ok()?;
        Some(self.draft().entry(Puzzle::clone(puzzle)))
    }

    /// Where keys paint.
    pub fn cursor(&self) -> Cell {
        self.cursor
    }

    /// How many changes can be taken back, and how many played again.
    pub fn steps(&self) -> (usize, usize) {
        (self.at, self.steps.len() - 1 - self.at)
    }

    /// Whether anything is drawn that was not loaded or saved.
    pub fn is_changed(&self) -> bool {
        self.kept.as_ref() != Some(self.draft())
    }

    /// What is known of the fewest moves in `metric`.
    pub(crate) fn optimum(&self, metric: Metric) -> Optimum {
        self.optima.get(metric)
    }

    /// What is drawn is on the disk, in this file.
    pub(crate) fn note_saved(&mut self, file: String) {
        self.kept = Some(self.draft().clone());
        self.file = Some(file);
        self.changes += 1;
    }

    /// Changes the drawing; one that is `joined` to the change before it is taken back together with that. Returns whether
    /// anything has changed.
    fn change(&mut self, joined: bool, change: impl FnOnce(&mut Draft)) -> bool {
        let mut draft = self.draft().clone();
        change(&mut draft);
        if draft == *self.draft() {
            // A change that changes nothing must not be a step that undo goes through.
            return false;
        }
        // What was taken back cannot be made again once something else is drawn.
        self.steps.truncate(self.at + 1);
        if joined {
            self.steps[self.at] = draft;
        } else {
            self.steps.push(draft);
            self.at += 1;
        }
        self.check();
        true
    }

    /// Takes changes back (negative) or makes them again. Returns whether there was one.
    fn travel(&mut self, by: isize) -> bool {
        let to = self.at.saturating_add_signed(by).min(self.steps.len() - 1);
        let moved = to != self.at;
        self.at = to;
        if moved {
            self.check();
        }
        moved
    }

    /// Checks what is drawn now; the solver's answers about anything else are of no use any more.
    fn check(&mut self) {
        self.changes += 1;
        let (width, height) = self.draft().size();
        // The board may have become smaller than where the cursor is.
        self.cursor = Cell::new(self.cursor.column.min(width - 1), self.cursor.row.min(height - 1));
        self.built = self.draft().build().map(Arc::new);
        self.optima.set(self.built.as_ref().ok().cloned());
    }

    /// Goes a cell on. Returns whether there is one.
    fn go(&mut self, way: Direction) -> bool {
        let (width, height) = self.draft().size();
        let next = self.cursor.step(way);
        let next = next.filter(|cell| cell.column < width && cell.row < height);
        self.cursor = next.unwrap_or(self.cursor);
        next.is_some()
    }

    /// What the brush puts on a cell; a new piece gets its name here, and a second stroke over the same takes it away.
    fn paint_for(&self, cell: Cell) -> Option<Spot> {
        let paint = match self.brush {
            Brush::Piece(name) => Spot::Piece(name),
            Brush::New => Spot::Piece(self.draft().free_name()?),
            Brush::Erase => Spot::Empty,
            Brush::Wall => Spot::Wall,
            Brush::Gate => Spot::Gate,
        };
        let there = self.draft().at(self.layer, cell)?;
        Some(if there == paint { Spot::Empty } else { paint })
    }

    /// Puts something on a cell of the board that is painted. The goal takes whole pieces.
    fn paint(&mut self, cell: Cell, spot: Spot, joined: bool) -> bool {
        let layer = self.layer;
        self.change(joined, |draft| match (layer, spot) {
            (Layer::Start, spot) => {
                draft.paint(layer, cell, spot);
            }
            (Layer::Goal, Spot::Piece(name)) => {
                draft.bring(name, cell);
            }
            (Layer::Goal, _) => {
                if let Some(name) = draft.piece(layer, cell) {
                    draft.take_home(name);
                }
            }
        })
    }

    /// Takes a tool in hand.
    fn take(&mut self, brush: Brush) {
        self.brush = brush;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library;

    #[test]
    fn a_drawing_comes_back_with_what_can_be_undone_and_redone() {
        let entry = Arc::new(library::alone(0).unwrap());
        let mut editor = Editor::new(&entry);
        let first = editor.draft().setup();
        editor.take(Brush::Erase);
        let puzzle = &entry.puzzle;
        for id in puzzle.piece_ids().take(2) {
            let first = puzzle.cells_of(puzzle.start(), id).first().unwrap();
            editor.paint(first, Spot::Empty, false);
        }
        let drawn = editor.steps().0;
        assert_eq!(drawn, 2);
        editor.travel(-1);
        let drawing = Drawing::of_text(&editor.drawing().unwrap().text().unwrap()).unwrap();
        let mut again = Editor::resumed(drawing);
        assert_eq!(
            (again.steps(), again.draft().setup()),
            (editor.steps(), editor.draft().setup())
        );
        assert!(again.travel(1) && !again.travel(1));
        again.travel(-(drawn as isize));
        assert_eq!(again.draft().setup(), first);
    }
}
