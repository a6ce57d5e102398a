//! How pieces, moves and boards are said: in words that can be read aloud, one sentence a line.

use super::parse::name_of;
use crate::notation::grid;
use crate::puzzle::{Direction, Family, Goal, Move, PieceId, Position, Puzzle};
use crate::text::{Lang, Phrase, Spoken};
use crate::tui::Game;
use std::borrow::Borrow;
use std::fmt::Display;

/// A sentence for each row of so many cells.
pub(crate) fn rows(cells: &[String], width: usize, lang: Lang) -> Vec<String> {
    let rows = (1..).zip(cells.chunks(width));
    let row = |(number, row): (usize, &[String])| {
        let cells = row.join(Spoken::Comma.words(lang));
        Spoken::Row.with(lang, &[&number.to_string(), &cells])
    };
    rows.map(row).collect()
}

/// A game, and the language that it is told in.
#[derive(Clone, Copy)]
pub(crate) struct Words<'a> {
    pub(crate) game: &'a Game,
    pub(crate) lang: Lang,
}

/// Words with commas between them, and this one before the last.
pub(crate) fn joined(words: &[impl Borrow<str> + Display], last: Spoken, lang: Lang) -> String {
    match words {
        [first @ .., end] if !first.is_empty() => {
            format!("{}{}{end}", first.join(Spoken::Comma.words(lang)), last.words(lang))
        }
        _ => words.concat(),
    }
}

impl Words<'_> {
    fn puzzle(&self) -> &Puzzle {
        self.game.puzzle()
    }

    /// What a piece is called: its label in the language, and the name that commands know.
    pub(crate) fn name(&self, id: PieceId) -> String {
        let (short, label) = (self.game.short(id), self.game.label(id, self.lang, false));
        let gap = if label.is_ascii() { " " } else { "" };
        if label != short { format!("{label}{gap}({short})") } else { short }
    }

    /// Words with commas between them, and `and` before the last.
    pub(crate) fn listed(&self, words: &[String]) -> String {
        joined(words, Spoken::And, self.lang)
    }

    /// A move in words: `b goes left 2, then down`; `6 and 5 go right`.
    pub(crate) fn action(&self, action: &Move) -> String {
        let steps = match action {
            Move::Steps(steps) => steps,
            Move::Lift { piece, to } => {
                let (column, row) = (to.column + 1, to.row + 1);
                let parts = [self.name(*piece), column.to_string(), row.to_string()];
                return Spoken::IsSetDown.with(self.lang, &parts);
            }
        };
        let Some(first) = steps.first() else {
            return String::new();
        };
        if steps.iter().all(|step| step.piece == first.piece) {
            let ways: Vec<Direction> = steps.iter().map(|step| step.direction).collect();
            let parts = [self.name(first.piece), self.ways(&ways)];
            return Spoken::Goes.with(self.lang, &parts);
        }
        let names: Vec<String> = steps.iter().map(|step| self.name(step.piece)).collect();
        let way = name_of(first.direction).words(self.lang);
        Spoken::Go.with(self.lang, &[&self.listed(&names), way])
    }

    /// `left 2, then down`.
    fn ways(&self, ways: &[Direction]) -> String {
        let runs = ways.chunk_by(|a, b| a == b).map(|run| {
            let way = name_of(run[0]).words(self.lang);
            match run.len() {
                1 => way.to_owned(),
                more => Spoken::Times.with(self.lang, &[way, &more.to_string()]),
            }
        });
        runs.collect::<Vec<_>>().join(Spoken::Then.words(self.lang))
    }

    /// Several moves, one after the other.
    pub(crate) fn actions(&self, moves: &[Move]) -> String {
        let words: Vec<String> = moves.iter().map(|action| self.action(action)).collect();
        words.join(Spoken::Comma.words(self.lang))
    }

    /// The board, a sentence a row.
    pub(crate) fn board(&self, position: &Position) -> Vec<String> {
        let puzzle = self.puzzle();
        let covers = |cell| puzzle.piece_at(position, cell);
        self.rows(|cell| match covers(cell) {
            Some(id) => self.game.short(id),
            None if puzzle.walls().contains(cell) => self.word(Spoken::Wall),
            None if puzzle.gates().contains(cell) => self.word(Spoken::Gate),
            None => self.empty(),
        })
    }

    fn word(&self, spoken: Spoken) -> String {
        spoken.words(self.lang).to_owned()
    }

    fn empty(&self) -> String {
        self.word(match self.puzzle().family() {
            Family::Numbers => Spoken::Blank,
            Family::Blocks => Spoken::Floor,
        })
    }

    fn rows(&self, word: impl Fn(crate::puzzle::Cell) -> String) -> Vec<String> {
        let size = self.puzzle().size();
        let cells: Vec<String> = size.cells().map(word).collect();
        rows(&cells, size.width(), self.lang)
    }

    /// What the puzzle asks for.
    pub(crate) fn goal(&self) -> Vec<String> {
        let (puzzle, lang) = (self.puzzle(), self.lang);
        let mut lines = Vec::new();
        let all = puzzle.via().len();
        let passed = self.game.session.position().stage();
        for (at, waypoint) in puzzle.via().iter().enumerate().skip(passed) {
            let parts = [(at + 1).to_string(), all.to_string()];
            lines.push(Spoken::WaypointIs.with(lang, &parts));
            lines.extend(self.places(waypoint));
        }
        let is_plain = puzzle.family() == Family::Numbers && grid::draw_goal(puzzle).is_none();
        let sentence = match puzzle.family() {
            Family::Numbers if is_plain => Phrase::GoalNumbers.words(lang),
            Family::Numbers => Phrase::GoalOrder.words(lang),
            Family::Blocks => Spoken::GoalBlocks.words(lang),
        };
        lines.push(sentence.to_owned());
        if !is_plain {
            lines.extend(self.places(puzzle.goal()));
        }
        lines
    }

    /// Where a goal or waypoint wants its pieces.
    fn places(&self, goal: &Goal) -> Vec<String> {
        if self.puzzle().family() == Family::Numbers {
            let tile = |cell| {
                let found = goal.places().iter().find(|place| place.1 == cell);
                found.map_or_else(|| self.empty(), |&(id, _)| self.game.short(id))
            };
            return self.rows(tile);
        }
        let groups = self.puzzle().interchangeable();
        let which = |id: PieceId| match groups.iter().find(|group| group.contains(&id)) {
            Some(group) => {
                let names: Vec<String> = group.iter().map(|&one| self.name(one)).collect();
                Spoken::AnyOf.with(self.lang, &[&self.listed(&names)])
            }
            None => self.name(id),
        };
        let place = |&(id, cell): &(PieceId, crate::puzzle::Cell)| {
            let parts = [which(id), (cell.column + 1).to_string(), (cell.row + 1).to_string()];
            Spoken::GoalTile.with(self.lang, &parts)
        };
        goal.places().iter().map(place).collect()
    }

    /// Every piece: its size, where it is, where it can go.
    pub(crate) fn pieces(&self) -> Vec<String> {
        let puzzle = self.puzzle();
        let piece = |id| {
            let (shape, at) = (puzzle.piece(id).shape(), self.game.session.position().anchor(id));
            let numbers = [
                shape.width(),
                shape.height(),
                usize::from(at.column) + 1,
                usize::from(at.row) + 1,
            ];
            let [wide, high, column, row] = numbers.map(|n| n.to_string());
            let (name, can) = (self.name(id), self.can(id));
            Spoken::PieceIs.with(self.lang, &[&name, &wide, &high, &column, &row, &can])
        };
        puzzle.piece_ids().map(piece).collect()
    }

    /// Which ways a piece can go.
    pub(crate) fn can(&self, id: PieceId) -> String {
        if self.puzzle().lift() {
            return self.word(Spoken::CanLift);
        }
        let position = self.game.session.position();
        let free = |way: &Direction| self.puzzle().reach(position, id, *way) > 0;
        let ways: Vec<String> =
            Direction::ALL.into_iter().filter(free).map(|way| self.word(name_of(way))).collect();
        match ways.is_empty() {
            true => self.word(Spoken::Stuck),
            false => Spoken::CanGo.with(self.lang, &[&self.listed(&ways)]),
        }
    }
}
