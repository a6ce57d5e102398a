//! Puzzles to text, in any form that can hold the puzzle; what is written is read back to make sure of it.

use super::Form;
use super::entry::{Claims, Entry};
use super::format::numbers::is_ascending;
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
        // Not even a pack holds everything, so that it is tried before it is recommended.
        match written(Form::Toml, entry, position) {
            Ok(_) => format!("{refusal}; the form toml can hold the puzzle"),
            Err(_) => refusal,
        }
    })
}

/// Writes the puzzle as [`write`] does, but its reasons leave out the words `the form NAME`.
fn written(form: Form, entry: &Entry, position: &Position) -> Result<String, String> {
    if let Some(reason) = obstacle(form, &entry.puzzle, position) {
        return Err(reason.to_owned());
    }
    let here = standing(entry, position);
    let text = form.format().write(&here)?;
    match holds(&text, &here.puzzle) {
        true => Ok(text),
        false => Err("cannot hold this puzzle so that it is read back as the same one".to_owned()),
    }
}

/// The entry of the puzzle that begins at `position`. It has the claims and its sentence only if that is the start, which they are
/// about.
pub(crate) fn standing(entry: &Entry, position: &Position) -> Entry {
    if position == entry.puzzle.start() {
        return entry.clone();
    }
    Entry {
        puzzle: started_at(&entry.puzzle, position),
        about: None,
        claims: Claims::default(),
        solution: None,
        difficulty: None,
        ..entry.clone()
    }
}

/// Whether a text is read as this puzzle and no other.
pub(crate) fn holds(text: &str, puzzle: &Puzzle) -> bool {
    let read = super::read("written", text);
    read.is_ok_and(|pack| matches!(&pack.entries[..], [it] if same_game(&it.puzzle, puzzle)))
}

/// What a puzzle may have that some formats have no way to say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Feature {
    /// A gate that is under a piece where the puzzle begins.
    HiddenGate,
    /// A place of a goal that any piece of a shape may take.
    Interchangeable,
    /// A piece whose cells do not hang together.
    Parts,
    Lifting,
    Waypoints,
    Numbers,
    Blocks,
    Locks,
    Walls,
    /// A goal of a number puzzle other than the ascending order.
    OtherGoal,
}

impl Feature {
    /// Why a format without it cannot hold the puzzle as it stands in `position`, if the puzzle has it.
    pub(crate) fn obstacle(self, puzzle: &Puzzle, position: &Position) -> Option<&'static str> {
        let numbers = puzzle.family() == Family::Numbers;
        let (has, reason) = match self {
            Feature::HiddenGate => (
                !puzzle.gates().is_subset(&puzzle.empty_cells(position)),
                "cannot show a gate under a piece",
            ),
            Feature::Interchangeable => (
                !puzzle.interchangeable().is_empty(),
                "cannot say that pieces are interchangeable in the goal",
            ),
            Feature::Parts => (
                puzzle.pieces().iter().any(|piece| !piece.shape().is_connected()),
                "has no pieces of several parts",
            ),
            Feature::Lifting => (puzzle.lift(), "cannot say that pieces may be lifted"),
            Feature::Waypoints => (!puzzle.via().is_empty(), "has no waypoints"),
            Feature::Numbers => (numbers, "is for blocks, not for numbers"),
            Feature::Blocks => (!numbers, "is for numbers, not for blocks"),
            Feature::Locks => {
                (puzzle.pieces().iter().any(|p| p.axis() != Axis::Free), "has no locked pieces")
            }
            Feature::Walls => (!puzzle.walls().is_empty(), "has no walls"),
            Feature::OtherGoal => (!is_ascending(puzzle), "has no goal but the ascending one"),
        };
        has.then_some(reason)
    }
}

/// Why the form cannot hold the puzzle, if the puzzle has a feature that the form lacks.
pub(crate) fn obstacle(form: Form, puzzle: &Puzzle, position: &Position) -> Option<&'static str> {
    // What no form but one has need not be said by each of them.
    let rare: &[Feature] = match form {
        Form::Toml => &[],
        _ => &[Feature::Interchangeable, Feature::Parts],
    };
    let lacks = form.format().lacks().iter().chain(rare);
    lacks.into_iter().find_map(|feature| feature.obstacle(puzzle, position))
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

/// Breaks a string with one character per cell into rows.
fn squared(text: &str, puzzle: &Puzzle) -> String {
    let cells: Vec<char> = text.trim_end().chars().collect();
    let rows = cells.chunks(puzzle.size().width());
    rows.map(|row| String::from_iter(row) + "\n").collect()
}

/// The puzzle that begins at `position`, with the waypoints that are still to be passed. Its pieces are numbered as they stand there, so that moves
/// of one puzzle are none of the other.
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
            // A piece's place in the list stands for its name, since the list goes by first cells whatever the pieces are called.
            let names: Vec<String> = setup.pieces.iter().map(|p| p.name.clone()).collect();
            let rename = |name: &mut String| {
                let i = names.iter().position(|n| n == name);
                *name = i.map_or_else(String::new, |i| i.to_string());
            };
            setup.pieces.iter_mut().for_each(|p| rename(&mut p.name));
            setup.goal.iter_mut().for_each(|t| rename(&mut t.name));
            setup.via.iter_mut().flatten().for_each(|t| rename(&mut t.name));
            setup.interchangeable.iter_mut().flatten().chain(&mut setup.parts).for_each(rename);
        }
        // A goal is a set: two texts may name the same targets in different orders.
        for targets in setup.via.iter_mut().chain([&mut setup.goal]) {
            targets.sort_by(|a, b| a.cells.cmp(&b.cells));
        }
        for names in setup.interchangeable.iter_mut().chain([&mut setup.parts]) {
            names.sort_unstable();
        }
        setup.interchangeable.sort_unstable();
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
