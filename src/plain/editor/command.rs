//! A line that is typed in the editor, and what it asks for.

use super::cells;
use crate::notation::printable;
use crate::plain::command::{Command, find, not_understood};
use crate::puzzle::{Axis, Cell, Family, MAX_NUMBER_SIDE, MAX_SIDE};
use crate::text::{Lang, Spoken};
use crate::tui::{Action, Draft, Layer, Spot};

/// What a command of the editor does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Task {
    Editor,
    Board,
    Goal,
    Row,
    Column,
    Cell,
    Size,
    Empty,
    Numbers,
    Lock,
    Load,
    Check,
    Undo,
    Redo,
    Play,
    Save,
    Export,
    Language,
    Return,
    Help,
    Quit,
}

impl Task {
    /// The command that does what a key of the editor does, if there is one.
    pub(crate) fn of(action: Action) -> Option<Task> {
        Some(match action {
            Action::Undo => Task::Undo,
            Action::Redo => Task::Redo,
            Action::FromGame => Task::Load,
            Action::Save => Task::Save,
            Action::Export => Task::Export,
            Action::Language => Task::Language,
            Action::Help => Task::Help,
            Action::Editor => Task::Return,
            Action::Quit => Task::Quit,
            _ => return None,
        })
    }
}

/// All of them, in the order of the help.
pub(crate) const COMMANDS: &[Command<Task>] = &[
    (Task::Editor, "editor", "编辑器", Spoken::EEditor),
    (Task::Board, "board", "盘面", Spoken::EBoard),
    (Task::Row, "row", "行", Spoken::ERow),
    (Task::Column, "column", "列", Spoken::EColumn),
    (Task::Cell, "cell", "格", Spoken::ECell),
    (Task::Goal, "goal", "目标", Spoken::EGoal),
    (Task::Size, "size", "大小", Spoken::ESize),
    (Task::Empty, "empty", "清空", Spoken::EEmpty),
    (Task::Numbers, "numbers", "数字盘", Spoken::ENumbers),
    (Task::Lock, "lock", "锁", Spoken::ELock),
    (Task::Load, "load", "载入", Spoken::ELoad),
    (Task::Check, "check", "检查", Spoken::ECheck),
    (Task::Undo, "undo", "撤销", Spoken::EUndo),
    (Task::Redo, "redo", "重做", Spoken::ERedo),
    (Task::Play, "play", "开始", Spoken::EPlay),
    (Task::Save, "save", "保存", Spoken::ESave),
    (Task::Export, "export", "导出", Spoken::EExport),
    (Task::Language, "language", "语言", Spoken::CLanguage),
    (Task::Return, "return", "返回", Spoken::CReturn),
    (Task::Help, "help", "帮助", Spoken::CHelp),
    (Task::Quit, "quit", "退出", Spoken::CQuit),
];

/// What a line asks for.
#[derive(Debug)]
pub(crate) enum Typed {
    /// Nothing: say once more what the drawing is worth.
    Nothing,
    /// Tell one of the boards.
    Tell(Layer),
    /// This is the drawing from now on.
    Draw(Box<Draft>),
    /// What a command says, with what follows it.
    Do(Task, String),
}

/// What the line means for this drawing.
///
/// # Errors
/// What is wrong with it, in words.
pub(crate) fn read(line: &str, draft: &Draft, lang: Lang) -> Result<Typed, String> {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    if first.is_empty() {
        return Ok(Typed::Nothing);
    }
    let Some(task) = find(COMMANDS, first) else {
        return Err(not_understood(COMMANDS, line, lang));
    };
    let reader = Reader { draft, lang };
    let drawn = match task {
        Task::Board => return Ok(Typed::Tell(Layer::Launch)),
        Task::Goal if rest.is_empty() => return Ok(Typed::Tell(Layer::Goal)),
        Task::Goal => reader.goal(rest),
        Task::Row | Task::Column => reader.line(Layer::Launch, task, rest),
        Task::Cell => reader.cell(rest),
        Task::Size | Task::Empty | Task::Numbers => reader.size(task, rest),
        Task::Lock => reader.lock(rest),
        _ => return Ok(Typed::Do(task, rest.to_owned())),
    };
    drawn.map(|draft| Typed::Draw(Box::new(draft)))
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
    fn line(&self, layer: Layer, task: Task, rest: &str) -> Result<Draft, String> {
        let (width, height) = self.draft.size();
        let (number, words) = rest
            .split_once(char::is_whitespace)
            .ok_or_else(|| self.needs(name(task), Spoken::ALineOfCells))?;
        let line: Vec<Cell> = match task {
            Task::Row => {
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
        cells::put(&mut draft, Layer::Launch, cell, spot);
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
        match words[..] {
            ["clear" | "清空"] => {
                for cell in self.draft.cells() {
                    draft.paint(Layer::Goal, cell, Spot::Empty);
                }
                draft.drop_waypoints();
                return Ok(draft);
            }
            ["row" | "行" | "column" | "列", _, ..] => {
                let (first, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                let task = match first {
                    "row" | "行" => Task::Row,
                    _ => Task::Column,
                };
                return self.line(Layer::Goal, task, rest.trim());
            }
            _ => {}
        }
        let name = words.first().and_then(|word| cells::piece(word, &draft));
        let there = |name| {
            let mut cells = self.draft.cells();
            cells.any(|cell| self.draft.piece(Layer::Launch, cell) == Some(name))
        };
        match (name.filter(|name| there(*name)), &words[1..]) {
            (Some(name), ["off" | "无"]) => draft.take_home(name),
            (Some(name), [column, row]) => draft.bring(name, self.at(column, row)?),
            _ => return Err(self.needs("goal", Spoken::AGoal)),
        };
        Ok(draft)
    }

    /// `size 4 5` and the like: columns and rows.
    fn size(&self, task: Task, rest: &str) -> Result<Draft, String> {
        let sides: Vec<Option<usize>> = rest
            .split([' ', 'x'])
            .filter(|side| !side.is_empty())
            .map(|side| side.parse().ok())
            .collect();
        let is_tiles = match task {
            Task::Size => self.draft.family() == Family::Numbers,
            _ => task == Task::Numbers,
        };
        let most = if is_tiles { MAX_NUMBER_SIDE } else { MAX_SIDE };
        let (now_wide, now_high) = self.draft.size();
        let (width, height) = match sides[..] {
            [Some(width), Some(height)] => (width, height),
            [] if task != Task::Size => (now_wide.into(), now_high.into()),
            _ => return Err(self.needs(name(task), Spoken::ASize)),
        };
        if !(1..=most).contains(&width) || !(1..=most).contains(&height) {
            return Err(Spoken::SidesAre.with(self.lang, &[&most.to_string()]));
        }
        Ok(match task {
            Task::Empty => Draft::empty(width, height),
            Task::Numbers => Draft::numbers(width, height),
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
        let called = |axis: &Axis| {
            let word = lock_word(*axis).unwrap_or(Spoken::Free);
            Lang::ALL.into_iter().any(|lang| word.words(lang) == lock)
        };
        let wanted = axes.into_iter().find(called);
        let name = cells::piece(piece, self.draft);
        let mut cells = self.draft.cells();
        let is_there = cells.any(|cell| {
            let there = self.draft.piece(Layer::Launch, cell);
            there.is_some() && there == name
        });
        let (Some(name), Some(wanted), true) = (name, wanted, is_there) else {
            return Err(self.needs("lock", Spoken::ALock));
        };
        let mut draft = self.draft.clone();
        while draft.lock(name) != wanted {
            draft.turn_lock(name);
        }
        Ok(draft)
    }
}

/// The English word of a command.
fn name(task: Task) -> &'static str {
    let found = COMMANDS.iter().find(|(command, ..)| *command == task);
    found.map_or("", |&(_, en, ..)| en)
}
