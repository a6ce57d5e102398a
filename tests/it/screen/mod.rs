//! The game driven through its real loop: keys go in where the terminal would send them, the screen is read back.

use huarong::library;
use huarong::notation;
use huarong::puzzle::{Direction, Metric, Move, Setup};
use huarong::solver::Limits;
use huarong::storage::{Dirs, Palette, Records, Settings, Show};
use huarong::text::Lang;
use huarong::tui::{
    App, Chord, Depth, Effect, Gesture, Key, Message, Options, Playlist, Pointer, Scope,
};
use ratatui::backend::TestBackend;
use ratatui::layout::Size;
use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

mod choosing;
mod drawing;
mod ending;
mod footing;
mod helping;
mod looking;
mod pictures;
mod playing;
mod pointing;
mod racing;
mod steps;
mod turning;

const PACK: &str = include_str!("../../data/screen.toml");

/// What remains of the largest board of the pack.
const LARGE: u32 = 68;

/// The loop on a screen of memory, with a clock that the test turns.
struct Stage {
    app: App<TestBackend>,
    time: Rc<Cell<Duration>>,
}

fn options() -> Options {
    Options {
        depth: Depth::True,
        limits: Limits { memory: Some(1 << 28), ..Limits::default() },
        ..Options::default()
    }
}

/// The usual options with other settings.
fn set(change: impl FnOnce(&mut Settings)) -> Options {
    let mut options = options();
    change(&mut options.settings);
    options
}

/// The puzzles of the pack, `id` first.
fn pack(id: &str) -> Playlist {
    let entries = notation::read("screen.toml", PACK).expect("the pack is right").entries;
    let at = entries.iter().position(|e| e.id == id).expect("the pack has it");
    Playlist::collections(entries, [], at).expect("the pack is not empty")
}

/// The 2x3 board that is solved by 4 and 5 going left.
fn two_by_three() -> Playlist {
    let puzzle = Setup::numbers(3, 2, &[1, 2, 3, 0, 4, 5]).build().expect("it is playable");
    Playlist::one(notation::Entry::of(puzzle))
}

impl Stage {
    fn new(playlist: Playlist, options: &Options, width: u16, height: u16) -> Stage {
        let time = Rc::new(Cell::new(Duration::ZERO));
        let clock = time.clone();
        let app =
            App::new(playlist, options, TestBackend::new(width, height)).expect("it has a size");
        let mut stage = Stage { app: app.with_clock(move || clock.get()), time };
        stage.turn();
        stage
    }

    /// Opens the player on moves.
    fn showing(mut self, moves: Vec<Move>) -> Stage {
        self.app = self.app.showing(moves);
        self
    }

    /// Takes in what is there, and draws.
    fn turn(&mut self) -> Effect {
        let effect = self.app.turn(Some(Duration::ZERO)).expect("it is drawn");
        self.app.turn(Some(Duration::ZERO)).expect("it is drawn");
        effect
    }

    fn send(&mut self, message: Message) -> Effect {
        self.app.sender().send(message).expect("the loop listens");
        self.turn()
    }

    fn press(&mut self, key: Key) -> Effect {
        self.send(Message::Key(Chord::plain(key)))
    }

    /// Presses characters one after the other.
    fn type_in(&mut self, keys: &str) {
        for c in keys.chars() {
            self.press(Key::Char(c));
        }
    }

    /// Plays a move cell by cell; before every cell and at the end the fewest moves are still possible.
    fn app_plays(&mut self, action: &Move) {
        let before = self.app.model().game.remaining().exact();
        let before = before.expect("distances are known");
        for step in action.steps() {
            let name = self.app.model().game.puzzle().piece(step.piece).name().to_owned();
            self.type_in("f");
            self.type_in(&name);
            self.press(Key::Arrow(step.direction));
            let game = &self.app.model().game;
            assert_eq!(game.remaining().exact(), Some(before - 1));
            assert_eq!((game.waste(), game.last_change()), (Some(0), Some(-1)));
        }
    }

    fn pass(&mut self, time: Duration) {
        self.time.set(self.time.get() + time);
        self.turn();
    }

    fn resize(&mut self, width: u16, height: u16) {
        self.app.backend_mut().resize(width, height);
        self.send(Message::Resize(Size::new(width, height)));
    }

    fn point(&mut self, gesture: Gesture, (x, y): (u16, u16)) {
        self.send(Message::Mouse(Pointer { gesture, x, y }));
    }

    fn text(&self) -> String {
        let whole = self.app.backend().to_string();
        // What is hidden behind wide characters depends on the frames before.
        let seen = |line: &str| line.split(" Hidden by").next().map(|line| line.to_owned() + "\n");
        whole.lines().filter_map(seen).collect()
    }

    /// Turns until the screen is as `wanted`.
    fn until(&mut self, wanted: impl Fn(&str) -> bool) {
        for _ in 0..2000 {
            if wanted(&self.text()) {
                return;
            }
            self.app.turn(Some(Duration::from_millis(10))).expect("it is drawn");
        }
        panic!("the screen never became as wanted:\n{}", self.text());
    }

    /// Turns until `words` are on the screen.
    fn until_seen(&mut self, words: &str) {
        self.until(|text| text.contains(words));
    }

    /// Turns until the map is there too, so that nothing more comes by itself.
    fn until_mapped(&mut self, remaining: u32) {
        self.until_known(remaining);
        self.until_land();
    }

    /// Turns until the map is there, and where solutions come together on it.
    fn until_land(&mut self) {
        for _ in 0..2000 {
            if self.app.model().game.findings.necks.is_some() {
                self.turn();
                return;
            }
            let wait = Some(Duration::from_millis(10));
            self.app.turn(wait).expect("it is drawn");
        }
        panic!("the map never came");
    }

    /// Turns until the solver has said the exact number of moves that remain.
    fn until_known(&mut self, remaining: u32) {
        if remaining == 0 {
            // At the end, when that has been seen, the stars of the card stand in the place of the figures.
            self.pass(Duration::from_secs(2));
            return self.until(|text| text.contains(['★', '☆']));
        }
        self.until(|text| figure(text, "remaining") == Some(remaining.to_string()));
    }
}

/// The game of a playlist with records in `home`.
fn kept(playlist: Playlist, options: &Options, home: &tempfile::TempDir) -> Stage {
    let records = Records::open(Some(Dirs::at(home.path())));
    let mut stage = Stage::new(playlist, options, 80, 24);
    stage.app = stage.app.with_records(records, None);
    stage
}

/// The number, bound or time that stands behind `name` on the screen.
fn figure(text: &str, name: &str) -> Option<String> {
    let behind = text.match_indices(name).map(|(at, _)| &text[at + name.len()..]);
    let mut values = behind.filter_map(|rest| rest.split_whitespace().next());
    let value = values.find(|v| v.starts_with(|c: char| c.is_ascii_digit() || c == '≥'))?;
    Some(value.trim_end_matches('"').to_owned())
}

/// The game of a pack of one puzzle.
fn odd(rest: &str) -> Stage {
    let text = format!("[[puzzle]]\n{rest}\n");
    let entry = notation::read("odd", &text).expect("it is right").entries.remove(0);
    Stage::new(Playlist::one(entry), &options(), 100, 30)
}

/// Where `words` stand on the screen: the column and the row of their first character.
fn spot(stage: &Stage, words: &str) -> (u16, u16) {
    let text = stage.text();
    let found = text.lines().enumerate().find_map(|(row, line)| {
        let before = line.split_once(words)?.0;
        Some((before.chars().count() as u16 - 1, row as u16))
    });
    found.unwrap_or_else(|| panic!("no {words} in\n{text}"))
}
