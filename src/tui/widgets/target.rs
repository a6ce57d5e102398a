//! What a puzzle asks for next, drawn small, where the board does not say it: an order of numbers that is not the plain one,
//! blocks that need more than one place or one without an exit.

use super::board::exits;
use super::{label, panel};
use crate::puzzle::{Cell, CellSet, Family, Goal, PieceId, Position, Puzzle};
use crate::text::{Lang, Phrase};
use crate::tui::context::Context;
use crate::tui::play::game::Game;
use crate::tui::theme::{Slot, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use std::collections::HashMap;

/// The next waypoint, or else a goal that needs a picture.
pub(crate) struct Target<'a> {
    game: &'a Game,
    /// What is to cover each cell.
    pieces: HashMap<Cell, PieceId>,
    /// What it is called.
    pub(crate) heading: Phrase,
    /// Columns of the longest number or letter.
    digits: u16,
}

impl<'a> Target<'a> {
    /// What `game` asks for next; nothing if that needs no picture.
    pub(crate) fn of(game: &'a Game) -> Option<Target<'a>> {
        Target::at(game, game.session.position())
    }

    /// What the puzzle of `game` asks for next at `position`; nothing if that needs no picture.
    pub(crate) fn at(game: &'a Game, position: &Position) -> Option<Target<'a>> {
        let puzzle = game.puzzle();
        let waypoint = puzzle.via().get(position.stage());
        let wanted = waypoint.unwrap_or(puzzle.goal());
        let is_odd = waypoint.is_some()
            || match puzzle.family() {
                Family::Numbers => !is_plain(puzzle, wanted),
                Family::Blocks => exits(puzzle).is_empty(),
            };
        if !is_odd {
            return None;
        }
        let digits = puzzle.piece_ids().map(|id| label::width(&game.short(id)));
        let pieces = wanted.places().iter().flat_map(|&(id, at)| {
            let cells = puzzle.piece(id).shape().at(at).unwrap_or(CellSet::EMPTY);
            cells.iter().map(move |cell| (cell, id)).collect::<Vec<_>>()
        });
        Some(Target {
            game,
            pieces: pieces.collect(),
            heading: waypoint.map_or(Phrase::Target, |_| Phrase::NextWaypoint),
            digits: digits.max().unwrap_or(1) as u16,
        })
    }

    /// Columns between two numbers where it is drawn in so many, if it can be.
    fn gap(&self, columns: u16) -> Option<u16> {
        let width = self.game.puzzle().size().width() as u16;
        // The last number of a row has no gap behind it.
        let fits = |gap: &u16| width * (self.digits + gap) <= columns + gap;
        [1, 0].into_iter().find(fits)
    }

    /// The columns of its box.
    pub(crate) fn columns(&self, lang: Lang) -> u16 {
        let width = self.game.puzzle().size().width() as u16;
        let heading = label::width(self.heading.words(lang)) as u16 + 5;
        (width * (self.digits + 1) + 1).max(heading)
    }

    /// The rows that it takes in `area`, in a box if there is room for one: none if it does not fit.
    pub(crate) fn rows(&self, area: Rect) -> u16 {
        let rows = self.game.puzzle().size().height() as u16;
        let fits = |frame: u16| {
            rows + frame <= area.height && self.gap(area.width.saturating_sub(frame)).is_some()
        };
        [2, 0].into_iter().find(|&frame| fits(frame)).map_or(0, |frame| rows + frame)
    }

    /// Draws it in the rows that it takes.
    pub(crate) fn draw(&self, area: Rect, ctx: &Context, buffer: &mut Buffer) {
        let is_boxed = usize::from(area.height) > self.game.puzzle().size().height();
        let inside = match is_boxed {
            true => panel::framed(self.heading, area, ctx, buffer),
            false => area,
        };
        let Some(gap) = self.gap(inside.width) else {
            return;
        };
        let theme = ctx.theme();
        for cell in self.game.puzzle().size().cells() {
            let (column, row) = (u16::from(cell.column), u16::from(cell.row));
            let style = self.style(cell, gap, theme);
            let x = inside.x + column * (self.digits + gap);
            buffer.set_string(x, inside.y + row, self.cell(cell, theme), style);
        }
    }

    /// Blocks have their colours; numbers that touch differ by turns.
    fn style(&self, cell: Cell, gap: u16, theme: Theme) -> Style {
        let puzzle = self.game.puzzle();
        match (puzzle.family(), self.pieces.get(&cell)) {
            (Family::Blocks, Some(&id)) => theme.piece(Slot::of(puzzle, id), false),
            (Family::Blocks, None) => theme.dim(),
            (Family::Numbers, _) if gap == 0 && (cell.column + cell.row) % 2 == 1 => theme.dim(),
            (Family::Numbers, _) => theme.strong(),
        }
    }

    /// A line for each row of the board.
    pub(crate) fn lines(&self, theme: Theme) -> Vec<String> {
        let size = self.game.puzzle().size();
        let row = |row: usize| {
            let cells = size.cells().filter(|cell| usize::from(cell.row) == row);
            let cells: Vec<String> = cells.map(|cell| self.cell(cell, theme)).collect();
            cells.join(" ")
        };
        (0..size.height()).map(row).collect()
    }

    /// The number or letter on `cell`, flush right.
    fn cell(&self, cell: Cell, theme: Theme) -> String {
        let word = match self.pieces.get(&cell) {
            Some(&id) => self.game.short(id),
            None if self.game.puzzle().walls().contains(cell) => theme.glyph('█', '#').to_string(),
            None => theme.glyph('·', '.').to_string(),
        };
        let blank = i32::from(self.digits) - label::width(&word);
        " ".repeat(usize::try_from(blank).unwrap_or(0)) + &word
    }
}

/// Whether the floor, row by row, begins with all numbers from the least to the greatest.
fn is_plain(puzzle: &Puzzle, goal: &Goal) -> bool {
    let number = |id: PieceId| puzzle.piece(id).name().parse::<u32>().ok();
    let mut places = goal.places().to_vec();
    places.sort_by_cached_key(|&(id, _)| number(id));
    let cells = puzzle.size().cells();
    let floor = cells.filter(|&cell| !puzzle.walls().contains(cell));
    places.iter().map(|place| place.1).eq(floor.take(places.len()))
}
