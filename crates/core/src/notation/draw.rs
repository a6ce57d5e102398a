//! Boards drawn as grid text.

use super::numbers;
use crate::puzzle::{CellSet, Family, Goal, Position, Puzzle};

/// Writes the puzzle as it stands in `position`, with its goal; a number puzzle's only if it is not the ascending one.
///
/// The text is always written; whether it can be read back, and what it leaves out (locks, waypoints, lifting), is what
/// [`write`](super::write) checks.
#[must_use]
pub fn write(puzzle: &Puzzle, position: &Position) -> String {
    let board = draw(puzzle, position);
    match draw_goal(puzzle) {
        Some(goal) => format!("{board}=>\n{goal}"),
        None => board,
    }
}

/// Writes the board alone as it stands in `position`, a line a row.
///
/// ```
/// use huarong_core::notation::grid;
/// use huarong_core::puzzle::Setup;
/// let puzzle = Setup::numbers(4, 3, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 10, 11]).build().expect("it is playable");
/// assert_eq!(
///     grid::draw(&puzzle, puzzle.start()),
///     " 1  2  3  4\n 5  6  7  8\n 9  0 10 11\n"
/// );
/// ```
#[must_use]
pub fn draw(puzzle: &Puzzle, position: &Position) -> String {
    let cells =
        puzzle.piece_ids().map(|id| (puzzle.piece(id).name(), puzzle.cells_of(position, id)));
    paint(puzzle, cells, true)
}

/// Writes the goal alone, or `None` for the ascending order of a number puzzle.
#[must_use]
pub fn draw_goal(puzzle: &Puzzle) -> Option<String> {
    if puzzle.family() == Family::Numbers && numbers::is_ascending(puzzle) {
        return None;
    }
    Some(draw_targets(puzzle, puzzle.goal()))
}

/// Writes where a goal or waypoint wants its pieces.
pub(super) fn draw_targets(puzzle: &Puzzle, goal: &Goal) -> String {
    let places = goal.places().iter().map(|&(id, anchor)| {
        let piece = puzzle.piece(id);
        (piece.name(), piece.shape().at(anchor).unwrap_or_default())
    });
    paint(puzzle, places, puzzle.family() == Family::Numbers)
}

/// Paints pieces on the board, with walls and gates if asked for.
fn paint<'a>(
    puzzle: &Puzzle,
    pieces: impl Iterator<Item = (&'a str, CellSet)>,
    ground: bool,
) -> String {
    let size = puzzle.size();
    let numbers = puzzle.family() == Family::Numbers;
    let mut names = vec![if numbers { "0" } else { "." }; size.area()];
    if ground {
        puzzle.gates().iter().for_each(|c| names[size.index(c)] = "-");
        puzzle.walls().iter().for_each(|c| names[size.index(c)] = "#");
    }
    for (name, cells) in pieces {
        cells.iter().for_each(|c| names[size.index(c)] = name);
    }
    let width = names.iter().map(|name| name.len()).max().unwrap_or(1);
    let mut out = String::new();
    for row in names.chunks(size.width()) {
        let row: Vec<String> = row
            .iter()
            .map(|name| if numbers { format!("{name:>width$}") } else { (*name).to_owned() })
            .collect();
        out.push_str(&row.join(if numbers { " " } else { "" }));
        out.push('\n');
    }
    out
}
