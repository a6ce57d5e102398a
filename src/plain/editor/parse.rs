//! Reads a line that is typed in the editor: a drawing that was changed, or a command.

use super::cells;
use crate::notation::printable;
use crate::plain::command::{is, named, not_understood};
use crate::puzzle::{Axis, Cell, Family, MAX_NUMBER_SIDE, MAX_SIDE};
use crate::text::{Lang, Spoken};
use crate::tui::{Draft, Layer, Scope, Spot, commands};

/// What a line means.
#[derive(Debug)]
pub(crate) enum Line {
    /// Nothing: say once more what the drawing is worth.
    Nothing,
    /// Tell one of the boards.
    Tell(Layer),
    /// This is the drawing from now on.
    Draw(Box<Draft>),
    /// The command of this name, with what follows it.
    Do(&'static str, String),
}

/// What the line means for this drawing.
pub(crate) fn read(line: &str, draft: &Draft, lang: Lang) -> Result<Line, String> {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    if first.is_empty() {
        return Ok(Line::Nothing);
    }
    let Some(command) = named(commands(Scope::Editor), first) else {
        return Err(not_understood(commands(Scope::Editor), line, lang));
    };
    let reader = Reader { draft, lang };
    let drawn = match command {
        "board" => return Ok(Line::Tell(Layer::Start)),
        "goal" if rest.is_empty() => return Ok(Line::Tell(Layer::Goal)),
        "goal" => reader.goal(rest),
        "row" | "column" => reader.line(Layer::Start, command, rest),
        "cell" => reader.cell(rest),
        "size" | "empty" | "numbers" => reader.size(command, rest),
        "lock" => reader.lock(rest),
        _ => return Ok(Line::Do(command, rest.to_owned())),
    };
    drawn.map(|draft| Line::Draw(Box::new(draft)))
}

/// The word for a lock, if it is one.
pub(crate) fn lock_word(axis: Axis) -> Option<Spoken> {
    match axis {
        Axis::Free => None,
        Axis::Horizontal => Some(Spoken::Along),
        Axis::Vertical => Some(Spoken::Across),
        Axis::Fixed => Some(Spoken::Fixed),
    }
}

/// Reads what follows a command.
struct Reader<'a> {
    draft: &'a Draft,
    lang: Lang,
}

impl Reader<'_> {
    fn needs(&self, command: &str, what: Spoken) -> String {
        Spoken::Needs.with(self.lang, &[command, what.words(self.lang)])
    }

    /// A number from 1 on, as the place from 0 among so many.
    fn place(&self, word: &str, count: u8) -> Result<u8, String> {
        let number = word.parse::<u8>().ok();
        let place = number.filter(|number| (1..=count).contains(number));
        place.map(|number| number - 1).ok_or_else(|| {
            let most = count.to_string();
            Spoken::NoPlace.with(self.lang, &[&printable::masked(word), &most])
        })
    }

    /// `row 2 ab..`, `column 3 a, empty, wall`.
    fn line(&self, layer: Layer, command: &str, rest: &str) -> Result<Draft, String> {
        let (width, height) = self.draft.size();
        let (number, words) = rest
            .split_once(char::is_whitespace)
            .ok_or_else(|| self.needs(command, Spoken::ALineOfCells))?;
        let line: Vec<Cell> = match command {
            "row" => {
                let row = self.place(number, height)?;
                (0..width).map(|column| Cell::new(column, row)).collect()
            }
            _ => {
                let column = self.place(number, width)?;
                (0..height).map(|row| Cell::new(column, row)).collect()
            }
        };
        let spots = cells::read(words, line.len(), self.draft, self.lang)?;
        let mut draft = self.draft.clone();
        for (cell, spot) in line.into_iter().zip(spots) {
            cells::put(&mut draft, layer, cell, spot);
        }
        Ok(draft)
    }

    /// `cell 2 3 a`: column, row, what.
    fn cell(&self, rest: &str) -> Result<Draft, String> {
        let words: Vec<&str> = rest.split_whitespace().collect();
        let [column, row, word] = words[..] else {
            return Err(self.needs("cell", Spoken::ACell));
        };
        let cell = self.at(column, row)?;
        let spot = cells::spot(word, self.draft, self.lang)?;
        let mut draft = self.draft.clone();
        cells::put(&mut draft, Layer::Start, cell, spot);
        Ok(draft)
    }

    fn at(&self, column: &str, row: &str) -> Result<Cell, String> {
        let (width, height) = self.draft.size();
        Ok(Cell::new(self.place(column, width)?, self.place(row, height)?))
    }

    /// `goal row 2 .SS.`, `goal S 2 4`, `goal S off`, `goal clear`.
    fn goal(&self, rest: &str) -> Result<Draft, String> {
        let words: Vec<&str> = rest.split_whitespace().collect();
        let mut draft = self.draft.clone();
        if let [word] = words[..]
            && Spoken::Clear.is(word)
        {
            for cell in self.draft.cells() {
                draft.paint(Layer::Goal, cell, Spot::Empty);
            }
            draft.drop_waypoints();
            return Ok(draft);
        }
        if let Some((first, rest)) = rest.split_once(char::is_whitespace) {
            let is_first = |name: &&str| is(commands(Scope::Editor), name, first);
            if let Some(command) = ["row", "column"].into_iter().find(is_first) {
                return self.line(Layer::Goal, command, rest.trim());
            }
        }
        let name = words.first().and_then(|word| cells::piece(word, &draft));
        let there = |name| {
            let mut cells = self.draft.cells();
            cells.any(|cell| self.draft.piece(Layer::Start, cell) == Some(name))
        };
        match (name.filter(|name| there(*name)), &words[1..]) {
            (Some(name), [word]) if Spoken::TakenOut.is(word) => draft.take_home(name),
            (Some(name), [column, row]) => draft.bring(name, self.at(column, row)?),
            _ => return Err(self.needs("goal", Spoken::AGoal)),
        };
        Ok(draft)
    }

    /// `size 4 5` and the like: columns and rows.
    fn size(&self, command: &str, rest: &str) -> Result<Draft, String> {
        let sides: Vec<Option<usize>> = rest
            .split([' ', 'x'])
            .filter(|side| !side.is_empty())
            .map(|side| side.parse().ok())
            .collect();
        let is_tiles = match command {
            "size" => self.draft.family() == Family::Numbers,
            _ => command == "numbers",
        };
        let most = if is_tiles { MAX_NUMBER_SIDE } else { MAX_SIDE };
        let (now_wide, now_high) = self.draft.size();
        let (width, height) = match sides[..] {
            [Some(width), Some(height)] => (width, height),
            [] if command != "size" => (now_wide.into(), now_high.into()),
            _ => return Err(self.needs(command, Spoken::ASize)),
        };
        // `Draft` would bring the sides within its limits in silence; who has typed them is told.
        if !(1..=most).contains(&width) || !(1..=most).contains(&height) {
            return Err(Spoken::SidesAre.with(self.lang, &[&most.to_string()]));
        }
        Ok(match command {
            "empty" => Draft::empty(width, height),
            "numbers" => Draft::numbers(width, height),
            _ => {
                let mut draft = self.draft.clone();
                draft.resize(width, height);
                draft
            }
        })
    }

    /// `lock a across`.
    fn lock(&self, rest: &str) -> Result<Draft, String> {
        let words: Vec<&str> = rest.split_whitespace().collect();
        let [piece, lock] = words[..] else {
            return Err(self.needs("lock", Spoken::ALock));
        };
        let axes = [Axis::Free, Axis::Horizontal, Axis::Vertical, Axis::Fixed];
        let called = |axis: &Axis| lock_word(*axis).unwrap_or(Spoken::Free).is(lock);
        let wanted = axes.into_iter().find(called);
        let name = cells::piece(piece, self.draft);
        let mut cells = self.draft.cells();
        let is_there = cells.any(|cell| {
            let there = self.draft.piece(Layer::Start, cell);
            there.is_some() && there == name
        });
        let (Some(name), Some(wanted), true) = (name, wanted, is_there) else {
            return Err(self.needs("lock", Spoken::ALock));
        };
        let mut draft = self.draft.clone();
        // `turn_lock` goes round all locks of a piece that is there, which was just checked; else this might never end.
        while draft.lock(name) != wanted {
            draft.turn_lock(name);
        }
        Ok(draft)
    }
}
