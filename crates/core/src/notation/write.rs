//! Puzzles to text: every form that can hold the puzzle, checked by reading it back.

use super::detect::Form;
use super::entry::Entry;
use super::format::{
    gnome, grid, json, klotski_code, klotski_letters, leetcode, rush, slide, tatham, toml,
};
use crate::puzzle::{Axis, Cell, Family, PieceId, Position, Puzzle, Setup};

/// Writes the puzzle of `entry` as it stands in `position` (its start, for the puzzle itself) in the given form, with a
/// line end.
///
/// [`Form::Toml`] holds everything; [`Form::Grid`], [`Form::Gnome`] and those of number puzzles hold the names of pieces,
/// the others the puzzle without them. The claims are written where the form has them and `position` is the start.
///
/// ```
/// use huarong_core::notation::{self, Form};
/// let pack = notation::read("example", "aSSb/aSSb/ceed/cfgd/h..i").expect("it is a puzzle");
/// let entry = &pack.entries[0];
/// let start = entry.puzzle.start();
/// assert_eq!(
///     notation::write(Form::Grid, entry, start)?,
///     "\
/// aSSb
/// aSSb
/// ceed
/// cfgd
/// h..i
/// =>
/// ....
/// ....
/// ....
/// .SS.
/// .SS.
/// "
/// );
/// assert_eq!(notation::write(Form::Code, entry, start)?, "1A9BF0C00\n");
/// assert!(notation::write(Form::LeetCode, entry, start).is_err());
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// Why the form cannot hold the puzzle.
pub fn write(form: Form, entry: &Entry, position: &Position) -> Result<String, String> {
    written(form, entry, position).map_err(|reason| {
        let refusal = format!("the form {form} {reason}");
        match written(Form::Toml, entry, position) {
            Ok(_) => format!("{refusal}; the form toml can hold the puzzle"),
            Err(_) => refusal,
        }
    })
}

/// The same, with the reason as what there is to say about the form.
fn written(form: Form, entry: &Entry, position: &Position) -> Result<String, String> {
    let puzzle = &entry.puzzle;
    if let Some(reason) = obstacle(form, puzzle, position) {
        return Err(reason.to_owned());
    }
    let here = started_at(puzzle, position);
    let claims = if position == puzzle.start() { entry.claims } else { super::Claims::default() };
    let text = match form {
        Form::Grid => grid::write(puzzle, position),
        Form::Toml => toml::write(entry, &here, claims),
        Form::LeetCode => leetcode::write(puzzle, position),
        Form::Slide => slide::write(puzzle, position),
        Form::Rush => rush::write(&here)?,
        Form::Tatham => tatham::write(&here, claims)?,
        Form::Json => json::write(&here)?,
        Form::Gnome => gnome::write(&here)?,
        Form::Code => klotski_code::write(&here)?,
        Form::Twenty => klotski_letters::write(&here)?,
    };
    match super::read("written", &text) {
        Ok(pack) if matches!(&pack.entries[..], [again] if same_game(&again.puzzle, &here)) => {
            Ok(text)
        }
        _ => Err("cannot hold this puzzle so that it is read back as the same one".to_owned()),
    }
}

/// What about the puzzle the form has no way to say.
fn obstacle(form: Form, puzzle: &Puzzle, position: &Position) -> Option<&'static str> {
    let numbers = puzzle.family() == Family::Numbers;
    let locked = puzzle.pieces().iter().any(|p| p.axis() != Axis::Free);
    let hides_a_gate = !puzzle.gates().is_subset(&puzzle.empty_cells(position));
    match form {
        Form::Grid | Form::Toml | Form::Gnome if hides_a_gate => {
            Some("cannot show a gate under a piece")
        }
        Form::Toml => None,
        _ if puzzle.lift() => Some("cannot say that pieces may be lifted"),
        _ if !puzzle.via().is_empty() => Some("has no waypoints"),
        Form::Json | Form::Rush if numbers => Some("is for blocks, not for numbers"),
        Form::Gnome | Form::Code | Form::Twenty if numbers => {
            Some("is for blocks, not for numbers")
        }
        Form::LeetCode | Form::Slide if !numbers => Some("is for numbers, not for blocks"),
        Form::Json | Form::Rush => None,
        _ if locked => Some("has no locked pieces"),
        Form::LeetCode | Form::Slide if !puzzle.walls().is_empty() => Some("has no walls"),
        Form::LeetCode | Form::Slide if !super::format::numbers::is_ascending(puzzle) => {
            Some("has no goal but the ascending one")
        }
        _ => None,
    }
}

/// The puzzle as it stands in `position`, drawn, in the first form that holds all of it: grid text, a square of Rush Hour
/// where cars keep to their axes, or else a pack.
///
/// # Errors
/// Why not even a pack can hold it.
pub fn drawing(entry: &Entry, position: &Position) -> Result<String, String> {
    let rush = |_| write(Form::Rush, entry, position).map(|text| squared(&text, &entry.puzzle));
    write(Form::Grid, entry, position).or_else(rush).or_else(|_| write(Form::Toml, entry, position))
}

/// A string of one character a cell as rows.
fn squared(text: &str, puzzle: &Puzzle) -> String {
    let cells: Vec<char> = text.trim_end().chars().collect();
    let rows = cells.chunks(puzzle.size().width());
    rows.map(|row| String::from_iter(row) + "\n").collect()
}

/// The puzzle that begins where `position` stands: its start, and the waypoints that are still to be passed.
#[must_use]
pub fn started_at(puzzle: &Puzzle, position: &Position) -> Puzzle {
    Setup::of(puzzle, position)
        .build()
        .expect("a legal position of a playable puzzle is a playable start")
}

/// Whether two puzzles are the same but for the names of their pieces (which of a number puzzle are its numbers, and
/// count).
#[must_use]
pub fn same_game(a: &Puzzle, b: &Puzzle) -> bool {
    let nameless = |puzzle: &Puzzle| {
        let mut setup = Setup::of(puzzle, puzzle.start());
        if setup.family == Family::Blocks {
            let names: Vec<String> = setup.pieces.iter().map(|p| p.name.clone()).collect();
            let rename = |name: &mut String| {
                let i = names.iter().position(|n| n == name);
                *name = i.map_or_else(String::new, |i| i.to_string());
            };
            setup.pieces.iter_mut().for_each(|p| rename(&mut p.name));
            setup.goal.iter_mut().for_each(|t| rename(&mut t.name));
            setup.via.iter_mut().flatten().for_each(|t| rename(&mut t.name));
        }
        setup.goal.sort_by(|a, b| a.cells.cmp(&b.cells));
        setup.via.iter_mut().for_each(|via| via.sort_by(|a, b| a.cells.cmp(&b.cells)));
        setup
    };
    nameless(a) == nameless(b)
}

/// The only piece that the goal names, and how far it is from where it must be.
pub(crate) fn only_target(puzzle: &Puzzle) -> Result<(PieceId, Cell), String> {
    match puzzle.goal().places() {
        &[(id, to)] => Ok((id, to)),
        places => Err(format!("has one piece to bring home, the goal names {}", places.len())),
    }
}

/// The pieces of a block board with their cells, in the order of their first cells.
pub(crate) fn pieces_in_order(puzzle: &Puzzle) -> Vec<(PieceId, Vec<Cell>)> {
    let cells = |id| puzzle.cells_of(puzzle.start(), id).iter().collect();
    puzzle.piece_ids().map(|id| (id, cells(id))).collect()
}
