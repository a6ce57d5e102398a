//! The order that a number puzzle asks for next, drawn small, where it is not the plain one.

use super::{label, panel};
use crate::puzzle::{Cell, Family, Goal, PieceId, Puzzle};
use crate::text::Phrase;
use crate::tui::game::Game;
use crate::tui::model::Model;
use crate::tui::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::collections::HashMap;

/// The next waypoint, or else a goal that is not simply the numbers in order with the blanks last.
pub(super) struct Target<'a> {
    game: &'a Game,
    places: HashMap<Cell, PieceId>,
    /// What it is called.
    pub(super) heading: Phrase,
    /// Columns of the longest number.
    digits: u16,
}

impl<'a> Target<'a> {
    /// What `game` asks for next; nothing if that needs no picture.
    pub(super) fn of(game: &'a Game) -> Option<Target<'a>> {
        let puzzle = game.puzzle();
        let waypoint = puzzle.via().get(game.session.position().stage());
        let wanted = waypoint.unwrap_or(puzzle.goal());
        let is_odd = waypoint.is_some() || !is_plain(puzzle, wanted);
        let digits = puzzle.piece_ids().map(|id| label::width(&game.short(id)));
        (puzzle.family() == Family::Numbers && is_odd).then(|| Target {
            game,
            places: wanted.places().iter().map(|&(id, at)| (at, id)).collect(),
            heading: waypoint.map_or(Phrase::Target, |_| Phrase::NextWaypoint),
            digits: digits.max().unwrap_or(1) as u16,
        })
    }

    /// Columns between two numbers where it is drawn in so many, if it can be.
    fn gap(&self, columns: u16) -> Option<u16> {
        let width = self.game.puzzle().size().width() as u16;
        let fits = |gap: &u16| width * (self.digits + gap) <= columns + gap;
        [1, 0].into_iter().find(fits)
    }

    /// The rows of its box in `area`: none if it does not fit.
    pub(super) fn rows(&self, area: Rect) -> u16 {
        let rows = self.game.puzzle().size().height() as u16 + 2;
        let fits = rows <= area.height && self.gap(area.width.saturating_sub(2)).is_some();
        if fits { rows } else { 0 }
    }

    /// Draws the box. Numbers that touch differ by turns.
    pub(super) fn draw(&self, area: Rect, model: &Model, buffer: &mut Buffer) {
        let inside = panel::framed(self.heading, area, model, buffer);
        let Some(gap) = self.gap(inside.width) else {
            return;
        };
        let theme = model.theme();
        for cell in self.game.puzzle().size().cells() {
            let (column, row) = (u16::from(cell.column), u16::from(cell.row));
            let style = match (column + row) % 2 {
                1 if gap == 0 => theme.dim(),
                _ => theme.strong(),
            };
            let x = inside.x + column * (self.digits + gap);
            buffer.set_string(x, inside.y + row, self.cell(cell, theme), style);
        }
    }

    /// A line for each row of the board.
    pub(super) fn lines(&self, theme: Theme) -> Vec<String> {
        let size = self.game.puzzle().size();
        let row = |row: usize| {
            let cells = size.cells().filter(|cell| usize::from(cell.row) == row);
            let cells: Vec<String> = cells.map(|cell| self.cell(cell, theme)).collect();
            cells.join(" ")
        };
        (0..size.height()).map(row).collect()
    }

    /// The number on `cell`, flush right.
    fn cell(&self, cell: Cell, theme: Theme) -> String {
        let word = match self.places.get(&cell) {
            Some(&id) => self.game.short(id),
            None if self.game.puzzle().walls().contains(cell) => theme.glyph('█', '#').to_string(),
            None => theme.glyph('·', '.').to_string(),
        };
        format!("{word:>width$}", width = usize::from(self.digits))
    }
}

/// Whether the floor, row by row, begins with all numbers from the least to the greatest.
fn is_plain(puzzle: &Puzzle, goal: &Goal) -> bool {
    let number = |id: PieceId| puzzle.piece(id).name().parse::<u32>().ok();
    let mut places = goal.places().to_vec();
    places.sort_by_key(|&(id, _)| number(id));
    let cells = puzzle.size().cells();
    let floor = cells.filter(|&cell| !puzzle.walls().contains(cell));
    places
        .iter()
        .map(|place| place.1)
        .eq(floor.take(places.len()))
}
