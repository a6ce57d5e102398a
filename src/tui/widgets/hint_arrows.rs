//! Moves shown in advance on the board: the cells that they go into, and, where they are several, which comes when.

use super::label;
use super::raster::Raster;
use crate::puzzle::{Cell, CellSet, Direction, Move, Position, Puzzle};
use crate::text::arrow;
use crate::tui::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::style::{Modifier, Style};

/// One of the moves.
struct Ghost {
    /// What its piece comes to cover.
    entered: CellSet,
    /// Where its mark stands.
    at: Cell,
    /// The way it goes last; nothing of a piece that is lifted.
    way: Option<Direction>,
}

/// Draws `moves`, which are played from `position` on, over the pieces.
pub(crate) fn draw(
    puzzle: &Puzzle,
    position: &Position,
    moves: &[Move],
    raster: &Raster,
    theme: Theme,
    buffer: &mut Buffer,
) {
    let ghosts = ghosts(puzzle, position, moves);
    shade(&ghosts, raster, theme, buffer);
    if ghosts.len() > 1 {
        mark(&ghosts, raster, theme, buffer);
    }
}

/// The moves as far as they are legal.
fn ghosts(puzzle: &Puzzle, position: &Position, moves: &[Move]) -> Vec<Ghost> {
    let mut here = position.clone();
    let of_move = |action: &Move| {
        let piece = action.piece()?;
        let before = puzzle.cells_of(&here, piece);
        here.play(puzzle, action).ok()?;
        let entered = puzzle.cells_of(&here, piece) - before;
        Some(Ghost {
            at: entered.first()?,
            entered,
            way: action.steps().last().map(|step| step.direction),
        })
    };
    moves.iter().map_while(of_move).collect()
}

/// Fills the free cells; the next move stands out.
fn shade(ghosts: &[Ghost], raster: &Raster, theme: Theme, buffer: &mut Buffer) {
    let glyph = theme.glyph('░', '%');
    let mut filled = CellSet::EMPTY;
    for (number, ghost) in ghosts.iter().enumerate() {
        let style = if number == 0 { theme.good() } else { theme.dim() };
        // A cell that several moves enter keeps the look of the first of them, which is played first.
        for cell in (ghost.entered - filled).iter() {
            // A piece that still stands there stays to be seen; the mark tells where the move goes.
            if raster.piece_at(cell).is_none() {
                raster.fill(buffer, cell, glyph, style);
            }
        }
        filled = filled | ghost.entered;
    }
}

/// A number and an arrow in a cell of each move, beside what is written there if there is room.
fn mark(ghosts: &[Ghost], raster: &Raster, theme: Theme, buffer: &mut Buffer) {
    // Reset first: otherwise the mark would take on the colours of the piece that it is written on.
    let style =
        Style::reset().patch(theme.good()).add_modifier(Modifier::BOLD | Modifier::REVERSED);
    let mut marked = CellSet::EMPTY;
    for (number, ghost) in (1..).zip(ghosts) {
        let mut words = format!("{number}");
        words.extend(ghost.way.map(|way| arrow(way, theme.ascii)));
        let spots = spots(raster, ghost.at, label::width(&words));
        let is_free = |&&(x, y): &&(i32, i32)| raster.is_unwritten(buffer, x, y, &words);
        // What is written on a piece gives way, but no move that comes before.
        let last = spots.first().filter(|_| !marked.contains(ghost.at));
        if let Some(&(x, y)) = spots.iter().find(is_free).or(last) {
            for (x, glyph) in (x..).zip(words.chars()) {
                raster.put(buffer, x, y, glyph, style);
            }
        }
        marked.insert(ghost.at);
    }
}

/// Where something so wide may begin in a cell: in the middle of one that is free, at the rim of one that is not.
fn spots(raster: &Raster, cell: Cell, width: i32) -> Vec<(i32, i32)> {
    let (columns, rows) = raster.cell;
    let (left, top) = (raster.left(cell), raster.top(cell));
    let at = |x: i32, y: i32| (left + x.clamp(0, (columns - width).max(0)), top + y);
    if raster.piece_at(cell).is_none() {
        let middle = (columns - width + 1) / 2;
        return vec![at(middle, rows / 2), at(middle, rows - 1), at(middle, 0)];
    }
    let (near, far) = (1, columns - width - 1);
    [rows - 1, 0].into_iter().flat_map(|y| [at(far, y), at(near, y)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Setup;

    #[test]
    fn each_move_begins_where_the_one_before_it_ends() {
        let puzzle = Setup::numbers(3, 2, &[1, 2, 3, 0, 4, 5]).build().unwrap();
        let tile = |name| puzzle.piece_named(name).unwrap();
        let left = |name| Move::of(tile(name), &[Direction::Left]);
        let found = ghosts(&puzzle, puzzle.start(), &[left("4"), left("5"), left("1")]);
        let cells: Vec<Cell> = found.iter().map(|ghost| ghost.at).collect();
        assert_eq!(cells, [Cell::new(0, 1), Cell::new(1, 1)]);
        assert!(found.iter().all(|ghost| ghost.way == Some(Direction::Left)));
    }
}
