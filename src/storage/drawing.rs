//! What was being drawn when the program ended, playable or not, as a file has it.

use super::json;
use crate::notation;
use crate::notation::printable;
use crate::notation::{Entry, Form};
use crate::puzzle::{Axis, Cell, Family, MAX_NUMBER_SIDE, MAX_SIDE, Setup, SetupPiece, Target};
use serde::{Deserialize, Serialize};

/// The version of the file that is written here.
const VERSION: u32 = 1;

/// A drawing, and the puzzle that it began with.
#[derive(Clone, PartialEq, Debug)]
pub struct Drawing {
    /// What is drawn.
    pub setup: Setup,
    /// What it began with, for its labels and names.
    pub like: Entry,
}

/// The file.
#[derive(Serialize, Deserialize)]
struct File {
    version: u32,
    family: Kind,
    width: usize,
    height: usize,
    lift: bool,
    walls: Vec<(u8, u8)>,
    gates: Vec<(u8, u8)>,
    pieces: Vec<Piece>,
    goal: Vec<Aim>,
    via: Vec<Vec<Aim>>,
    like: String,
}

/// What the rules call a family.
#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Numbers,
    Blocks,
}

/// A piece; its cells are columns and rows from 0.
#[derive(Serialize, Deserialize)]
struct Piece {
    name: String,
    lock: Lock,
    cells: Vec<(u8, u8)>,
}

/// How a piece is locked.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Lock {
    None,
    Horizontal,
    Vertical,
    Fixed,
}

/// Where a piece shall come.
#[derive(Serialize, Deserialize)]
struct Aim {
    name: String,
    cells: Vec<(u8, u8)>,
}

impl Drawing {
    /// As a file has it; `None` if the puzzle that it began with is one that no file can hold.
    pub(crate) fn text(&self) -> Option<String> {
        let setup = &self.setup;
        let piece = |piece: &SetupPiece| Piece {
            name: piece.name.clone(),
            lock: lock_of(piece.axis),
            cells: pairs(&piece.cells),
        };
        let file = File {
            version: VERSION,
            family: match setup.family {
                Family::Numbers => Kind::Numbers,
                Family::Blocks => Kind::Blocks,
            },
            width: setup.width,
            height: setup.height,
            lift: setup.lift,
            walls: pairs(&setup.walls),
            gates: pairs(&setup.gates),
            pieces: setup.pieces.iter().map(piece).collect(),
            goal: setup.goal.iter().map(aim).collect(),
            via: setup.via.iter().map(|via| via.iter().map(aim).collect()).collect(),
            like: notation::write(Form::Toml, &self.like, self.like.puzzle.start()).ok()?,
        };
        serde_json::to_string(&file).ok()
    }

    /// The drawing that a file holds.
    ///
    /// # Errors
    /// Why it holds none, in one line.
    pub(crate) fn of_text(text: &str) -> Result<Drawing, String> {
        let file = json::read(text, VERSION, |file: &File| file.version)?;
        Drawing::of_file(file).ok_or_else(|| "its pieces and sides make no drawing".to_owned())
    }

    fn of_file(file: File) -> Option<Drawing> {
        let most = match file.family {
            Kind::Numbers => MAX_NUMBER_SIDE,
            Kind::Blocks => MAX_SIDE,
        };
        let sides = [file.width, file.height];
        let is_sound = sides.iter().all(|side| (1..=most).contains(side))
            && file.names().all(|name| is_name(file.family, name))
            && file.cells().all(|&cell| is_inside(cell, sides));
        if !is_sound {
            return None;
        }
        let like = notation::read("drawing", &file.like).ok()?.entries.pop()?;
        let setup = file.setup();
        Some(Drawing { setup, like })
    }
}

impl File {
    /// All names of pieces.
    fn names(&self) -> impl Iterator<Item = &str> {
        let aims = self.goal.iter().chain(self.via.iter().flatten());
        let aims = aims.map(|aim| aim.name.as_str());
        self.pieces.iter().map(|piece| piece.name.as_str()).chain(aims)
    }

    /// All cells of the board and its goal. A waypoint may lie off a board that has become smaller.
    fn cells(&self) -> impl Iterator<Item = &(u8, u8)> {
        let pieces = self.pieces.iter().flat_map(|piece| &piece.cells);
        let goal = self.goal.iter().flat_map(|aim| &aim.cells);
        self.walls.iter().chain(&self.gates).chain(pieces).chain(goal)
    }

    fn setup(self) -> Setup {
        let target = |aim: Aim| Target { name: aim.name, cells: cells(&aim.cells) };
        let piece = |piece: Piece| SetupPiece {
            name: piece.name,
            cells: cells(&piece.cells),
            axis: axis_of(piece.lock),
        };
        Setup {
            family: match self.family {
                Kind::Numbers => Family::Numbers,
                Kind::Blocks => Family::Blocks,
            },
            width: self.width,
            height: self.height,
            walls: cells(&self.walls),
            gates: cells(&self.gates),
            pieces: self.pieces.into_iter().map(piece).collect(),
            goal: self.goal.into_iter().map(target).collect(),
            via: self.via.into_iter().map(|via| via.into_iter().map(target).collect()).collect(),
            lift: self.lift,
        }
    }
}

/// Whether a piece may be called so: nothing that a terminal would obey is a name.
fn is_name(family: Kind, name: &str) -> bool {
    match family {
        Kind::Numbers => name.parse::<u16>().is_ok_and(|number| number > 0),
        Kind::Blocks => name.chars().count() == 1 && name.chars().all(printable::is_printable),
    }
}

fn is_inside((column, row): (u8, u8), [width, height]: [usize; 2]) -> bool {
    usize::from(column) < width && usize::from(row) < height
}

fn pairs(cells: &[Cell]) -> Vec<(u8, u8)> {
    cells.iter().map(|cell| (cell.column, cell.row)).collect()
}

fn cells(pairs: &[(u8, u8)]) -> Vec<Cell> {
    let cell = |&(column, row): &(u8, u8)| Cell::new(column, row);
    pairs.iter().map(cell).collect()
}

fn aim(target: &Target) -> Aim {
    Aim { name: target.name.clone(), cells: pairs(&target.cells) }
}

fn lock_of(axis: Axis) -> Lock {
    match axis {
        Axis::Free => Lock::None,
        Axis::Horizontal => Lock::Horizontal,
        Axis::Vertical => Lock::Vertical,
        Axis::Fixed => Lock::Fixed,
    }
}

fn axis_of(lock: Lock) -> Axis {
    match lock {
        Lock::None => Axis::Free,
        Lock::Horizontal => Axis::Horizontal,
        Lock::Vertical => Axis::Vertical,
        Lock::Fixed => Axis::Fixed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawing() -> Drawing {
        let mut setup = Setup::empty(Family::Blocks, 3, 2);
        setup.walls = vec![Cell::new(2, 0)];
        setup.gates = vec![Cell::new(2, 1)];
        setup.pieces = vec![SetupPiece {
            name: "甲".to_owned(),
            cells: vec![Cell::new(0, 0), Cell::new(1, 1)],
            axis: Axis::Fixed,
        }];
        let nowhere = |cell| Target { name: "b".to_owned(), cells: vec![cell] };
        setup.goal = vec![nowhere(Cell::new(0, 1))];
        // The board has become smaller than it was when the waypoint was drawn.
        setup.via = vec![vec![nowhere(Cell::new(7, 7))]];
        let like = Setup::numbers(2, 2, &[1, 2, 0, 3]).build().unwrap();
        Drawing { setup, like: Entry::of(like) }
    }

    #[test]
    fn what_is_no_puzzle_is_kept_as_it_is() {
        let drawing = drawing();
        assert!(drawing.setup.clone().build().is_err());
        let again = Drawing::of_text(&drawing.text().unwrap()).unwrap();
        assert_eq!(again.setup, drawing.setup);
        assert_eq!(again.like.puzzle, drawing.like.puzzle);
    }

    #[test]
    fn what_is_no_drawing_is_none() {
        let text = drawing().text().unwrap();
        let spoilt = [
            ("\"version\":1", "\"version\":2"),
            ("\"width\":3", "\"width\":33"),
            ("\"width\":3", "\"width\":2"),
            ("\"height\":2", "\"height\":0"),
            ("甲", "\\u001b"),
            ("甲", "甲乙"),
            ("\"fixed\"", "\"fix\""),
            ("\"blocks\"", "\"numbers\""),
            ("\"like\":\"", "\"like\":\"x"),
        ];
        assert!(Drawing::of_text(&text).is_ok());
        for (old, new) in spoilt {
            let other = text.replacen(old, new, 1);
            assert_ne!(other, text, "{old}");
            assert!(Drawing::of_text(&other).is_err(), "{other}");
        }
        for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
            assert!(Drawing::of_text(&text[..end]).is_err(), "{end}");
        }
    }
}
