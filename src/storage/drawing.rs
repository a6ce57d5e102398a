//! What was being drawn when the program ended, playable or not, as a file has it.

use super::json;
use super::json::Version;
use crate::notation;
use crate::notation::printable;
use crate::notation::{Entry, Form};
use crate::puzzle::{Family, MAX_NUMBER_SIDE, MAX_SIDE, Setup};
use serde::{Deserialize, Serialize};

/// A drawing, and the puzzle that it began with.
#[derive(Clone, PartialEq, Debug)]
pub struct Drawing {
    /// What is drawn.
    pub setup: Setup,
    /// What it began with, for its labels and names.
    pub like: Entry,
    /// What was drawn before, the newest last: what undo brings back.
    pub before: Vec<Setup>,
    /// What was drawn later and taken back, the next first.
    pub after: Vec<Setup>,
}

/// The file: the description's own fields beside the version and the puzzle that the drawing began with.
#[derive(Serialize, Deserialize)]
struct File {
    version: Version,
    #[serde(flatten)]
    setup: Setup,
    /// A pack of one puzzle.
    like: String,
    /// Files of earlier versions have no changes to be taken back.
    #[serde(default)]
    before: Vec<Setup>,
    #[serde(default)]
    after: Vec<Setup>,
}

impl Drawing {
    /// As a file has it; `None` if the puzzle that it began with is one that no file can hold.
    pub(crate) fn text(&self) -> Option<String> {
        let like = notation::write(Form::Toml, &self.like, self.like.puzzle.start()).ok()?;
        let Drawing { setup, before, after, .. } = self.clone();
        let file = File { version: Version::default(), setup, like, before, after };
        serde_json::to_string(&file).ok()
    }

    /// The drawing that a file holds.
    ///
    /// # Errors
    /// Why it holds none, in one line.
    pub(crate) fn of_text(text: &str) -> Result<Drawing, String> {
        let file = json::read::<File>(text)?;
        Drawing::of_file(file).ok_or_else(|| "its pieces and sides make no drawing".to_owned())
    }

    fn of_file(File { setup, like, before, after, .. }: File) -> Option<Drawing> {
        let like = notation::read("drawing", &like).ok()?.entries.pop()?;
        let are_sound = before.iter().chain([&setup]).chain(&after).all(is_sound);
        are_sound.then_some(Drawing { setup, like, before, after })
    }
}

/// Whether the editor can show a description: its sides, the names and the places of its pieces, playable or not.
fn is_sound(setup: &Setup) -> bool {
    let most = match setup.family {
        Family::Numbers => MAX_NUMBER_SIDE,
        Family::Blocks => MAX_SIDE,
    };
    let (width, height) = (setup.width, setup.height);
    let targets = setup.goal.iter().chain(setup.via.iter().flatten());
    let mut names = setup.pieces.iter().map(|p| &p.name).chain(targets.map(|t| &t.name));
    // Not those of waypoints, which may lie off a board that has become smaller.
    let pieces = setup.pieces.iter().map(|piece| &piece.cells);
    let lists = pieces.chain(setup.goal.iter().map(|target| &target.cells));
    let mut cells = lists.chain([&setup.walls, &setup.gates]).flatten();
    [width, height].iter().all(|side| (1..=most).contains(side))
        && names.all(|name| is_name(setup.family, name))
        && cells.all(|c| usize::from(c.column) < width && usize::from(c.row) < height)
}

/// Whether a piece may be called so: nothing that a terminal would obey is a name.
fn is_name(family: Family, name: &str) -> bool {
    match family {
        Family::Numbers => name.parse::<u16>().is_ok_and(|number| number > 0),
        Family::Blocks => name.chars().count() == 1 && name.chars().all(printable::is_printable),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Axis, Cell, SetupPiece, Target};

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
        let before = vec![Setup::empty(Family::Blocks, 3, 2)];
        let after = vec![Setup::empty(Family::Blocks, 1, 1), setup.clone()];
        Drawing { setup, like: Entry::of(like), before, after }
    }

    #[test]
    fn what_is_no_puzzle_is_kept_as_it_is() {
        let drawing = drawing();
        assert!(drawing.setup.clone().build().is_err());
        let again = Drawing::of_text(&drawing.text().unwrap()).unwrap();
        assert_eq!(again, drawing);
    }

    #[test]
    fn a_file_of_the_first_version_is_read() {
        let text = "{\"version\":1,\"family\":\"blocks\",\"width\":2,\"height\":1,\"lift\":false,\
            \"walls\":[[1,0]],\"gates\":[],\"pieces\":[{\"name\":\"a\",\"lock\":\"none\",\"cells\":[[0,0]]}],\
            \"goal\":[],\"via\":[],\"like\":\"a.\\n=>\\n.a\\n\"}";
        let setup = Setup::blocks(&["a#"], &[]);
        let drawing = Drawing::of_text(text).unwrap();
        assert_eq!((drawing.setup, drawing.before.len()), (setup, 0));
    }

    #[test]
    fn what_is_no_drawing_is_none() {
        let text = drawing().text().unwrap();
        let spoilt = [
            ("\"version\":1", "\"version\":2"),
            ("\"width\":3", "\"width\":33"),
            ("\"width\":3", "\"width\":2"),
            ("\"height\":2", "\"height\":0"),
            ("\"width\":1", "\"width\":0"),
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
