//! A player who presses anything at all, seeded: nothing breaks, the screen shows what the model says, and memory stays.
//!
//! `HUARONG_SOAK=100000 cargo test --test it soak` plays longer, `HUARONG_SOAK_SEED=8` otherwise. The real loop, the real solver and the real files of a home
//! that is made for it are used; only the terminal and the clock are not real.

mod random_input;

use huarong::notation::{self, Entry, Pack, Text};
use huarong::puzzle::{Direction, Position};
use huarong::solver::Limits;
use huarong::storage::{Dirs, FileProblem, ProblemKind, Records, Settings};
use huarong::text::{self, Lang};
use huarong::tui::{
    App, Chord, Depth, Effect, Gesture, Key, Message, Options, Playlist, Pointer, Scope, TABLE,
};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use ratatui::backend::{Backend, ClearType, TestBackend, WindowSize};
use ratatui::buffer::Cell as BufferCell;
use ratatui::layout::{Position as Place, Size};
use std::cell::Cell;
use std::collections::HashMap;
use std::convert::Infallible;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::rc::Rc;
use std::time::Duration;
use tempfile::TempDir;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// How many actions are taken when nobody asks for more.
const ACTIONS: u32 = 4000;
/// How much the least resident memory of the last quarter may be above that of the first, in KiB.
const MOST_GROWTH: u64 = 64 << 10;
/// Escape sequences of both sorts, marks that turn the direction of writing, characters without a width.
const EVIL: &str =
    "\u{1b}[31mA\u{9b}2J\u{202e}B\u{2066}C\u{200b}\u{200d}D\u{301}\u{feff}\u{7}\n\tE\u{200f}";

fn options(lang: Lang) -> Options {
    Options {
        settings: Settings { lang, ..Settings::default() },
        depth: Depth::True,
        limits: Limits {
            time: Some(Duration::from_millis(100)),
            memory: Some(48 << 20),
            ..Limits::default()
        },
        ..Options::default()
    }
}

/// The puzzles that the tests of the screen use.
fn playlist() -> Playlist {
    let pack = notation::read("screen.toml", include_str!("../data/screen.toml"));
    let entries = pack.expect("the pack is right").entries;
    Playlist::collections(entries, [], 0).expect("the pack is not empty")
}

/// Files to be opened: good ones, a bad one, one with a name and a text that would disturb a terminal.
fn files() -> TempDir {
    let folder = tempfile::tempdir().expect("there is room");
    let write = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("there is room");
    };
    write("good.txt", "[[1,2,3],[0,4,5]]");
    write("pack.toml", include_str!("../data/screen.toml"));
    write("bad.txt", "ab\nba\n");
    write(&format!("evil{}", EVIL.replace('\n', "")), EVIL);
    folder
}

/// A screen of memory on which half of a wide character cannot stay when the other half is written over, as in a terminal.
struct Window(TestBackend);

impl Window {
    fn new(width: u16, height: u16) -> Window {
        Window(TestBackend::new(width, height))
    }

    fn cell(&self, x: u16, y: u16) -> Option<&BufferCell> {
        self.0.buffer().cell((x, y))
    }

    fn is_wide(&self, x: u16, y: u16) -> bool {
        self.cell(x, y).is_some_and(|cell| cell.symbol().width() > 1)
    }

    fn put(&mut self, x: u16, y: u16, cell: &BufferCell) -> Result<(), Infallible> {
        match self.cell(x, y) {
            Some(_) => self.0.draw([(x, y, cell)].into_iter()),
            None => Ok(()),
        }
    }
}

impl Backend for Window {
    type Error = Infallible;

    fn draw<'a, I>(&mut self, content: I) -> Result<(), Infallible>
    where
        I: Iterator<Item = (u16, u16, &'a BufferCell)>,
    {
        let blank = BufferCell::EMPTY;
        for (x, y, cell) in content {
            if x > 0 && self.is_wide(x - 1, y) {
                self.put(x - 1, y, &blank)?;
            }
            if self.is_wide(x, y) || cell.symbol().width() > 1 {
                self.put(x + 1, y, &blank)?;
            }
            self.put(x, y, cell)?;
        }
        Ok(())
    }

    fn hide_cursor(&mut self) -> Result<(), Infallible> {
        self.0.hide_cursor()
    }

    fn show_cursor(&mut self) -> Result<(), Infallible> {
        self.0.show_cursor()
    }

    fn get_cursor_position(&mut self) -> Result<Place, Infallible> {
        self.0.get_cursor_position()
    }

    fn set_cursor_position<P: Into<Place>>(&mut self, position: P) -> Result<(), Infallible> {
        self.0.set_cursor_position(position)
    }

    fn clear(&mut self) -> Result<(), Infallible> {
        self.0.clear()
    }

    fn clear_region(&mut self, region: ClearType) -> Result<(), Infallible> {
        self.0.clear_region(region)
    }

    fn size(&self) -> Result<Size, Infallible> {
        self.0.size()
    }

    fn window_size(&mut self) -> Result<WindowSize, Infallible> {
        self.0.window_size()
    }

    fn flush(&mut self) -> Result<(), Infallible> {
        self.0.flush()
    }
}

/// Checks that nothing in the buffer would be obeyed by a terminal.
fn assert_harmless(app: &App<Window>) {
    let buffer = app.backend().0.buffer();
    for cell in buffer.content() {
        for c in cell.symbol().chars() {
            let shown = c.width().is_some_and(|width| width > 0) && !c.is_control();
            assert!(shown, "{c:?} in {:?}", cell.symbol());
        }
    }
}

/// The number behind `name` on the screen.
fn figure(app: &App<Window>, name: &str) -> Option<usize> {
    let text = app.backend().0.to_string();
    let (_, behind) = text.split_once(&format!(" {name} "))?;
    behind.split_whitespace().next()?.parse().ok()
}

/// The player.
struct Soak {
    app: App<Window>,
    random: ChaCha8Rng,
    time: Rc<Cell<Duration>>,
    home: TempDir,
    files: TempDir,
    /// What was said to remain, exactly, in the game that is played.
    known: HashMap<Position, u32>,
    save_version: String,
    /// How often the screen was compared with the model, and how often the program was left.
    compared: u32,
    left: u32,
}

impl Soak {
    fn new(seed: u64) -> Soak {
        let home = tempfile::tempdir().expect("there is room");
        let time = Rc::new(Cell::new(Duration::ZERO));
        Soak {
            app: begin(home.path(), &time),
            random: ChaCha8Rng::seed_from_u64(seed),
            time,
            home,
            files: files(),
            known: HashMap::new(),
            save_version: String::new(),
            compared: 0,
            left: 0,
        }
    }

    fn below(&mut self, most: usize) -> usize {
        self.random.random_range(0..most)
    }

    fn any<T: Clone>(&mut self, of: &[T]) -> T {
        random_input::any(&mut self.random, of)
    }

    /// Any action, and the checks that hold after every one.
    fn act(&mut self) {
        match self.below(100) {
            0..50 => self.key_of_the_screen(),
            50..65 => self.arrow(),
            65..75 => self.character(),
            75..87 => self.mouse(),
            87..90 => self.resize(),
            90..93 => self.open(),
            _ => {
                let millis = self.any(&[1, 40, 300, 2000]);
                self.time.set(self.time.get() + Duration::from_millis(millis));
                self.turn();
            }
        }
        self.check();
    }

    fn key_of_the_screen(&mut self) {
        let scope = self.app.model().scope();
        let chord = random_input::key_of(&mut self.random, scope);
        // Drawings are drawn here, and not written to the disk.
        let chord = match (scope, chord.key) {
            (Scope::Save, Key::Enter) => Chord::plain(Key::Esc),
            _ => chord,
        };
        self.send(Message::Key(chord));
    }

    fn arrow(&mut self) {
        let chord = random_input::arrow(&mut self.random);
        self.send(Message::Key(chord));
    }

    fn character(&mut self) {
        let all: Vec<char> =
            "abfhjklsuwxHMNORSUVq159 ,.<>?/~曹\u{1b}\u{202e}\u{301}".chars().collect();
        let c = self.any(&all);
        self.send(Message::Key(Chord::char(c)));
    }

    fn mouse(&mut self) {
        let pointer = random_input::pointer(&mut self.random, self.app.model().window);
        self.send(Message::Mouse(pointer));
    }

    fn resize(&mut self) {
        let (width, height) = self.any(&random_input::SIZES);
        self.app.backend_mut().0.resize(width, height);
        self.send(Message::Resize(Size::new(width, height)));
    }

    /// Names one of the files, from wherever the player is.
    fn open(&mut self) {
        for _ in 0..3 {
            self.send(Message::Key(Chord::plain(Key::Esc)));
        }
        self.send(Message::Key(Chord::char('O')));
        let name = self.any(&["good.txt", "pack.toml", "bad.txt", "ev", "", "none"]);
        let path = format!("{}/{name}", self.files.path().display());
        for c in path.chars() {
            self.send(Message::Key(Chord::char(c)));
        }
        let keys = self.any(&[&[Key::Enter][..], &[Key::Tab, Key::Enter], &[Key::Tab]]);
        for &key in keys {
            self.send(Message::Key(Chord::plain(key)));
        }
    }

    fn send(&mut self, message: Message) {
        self.app.sender().send(message).expect("the loop listens");
        self.turn();
    }

    /// Takes in what is there, and draws. Whoever leaves comes back to the same game.
    fn turn(&mut self) {
        let now = Some(Duration::ZERO);
        let effect = self.app.turn(now).expect("it is drawn");
        match effect {
            Effect::Suspend => self.app.repaint(),
            Effect::Quit => self.leave(),
            _ => {}
        }
        self.app.turn(now).expect("it is drawn");
    }

    fn leave(&mut self) {
        let session = &self.app.model().game.session;
        let played = !session.turns().is_empty() && !session.is_solved();
        let before = (session.position().clone(), session.turns().len());
        // As when a program ends: what it keeps is on the disk before the next one looks there.
        drop(std::mem::replace(&mut self.app, bare(playlist(), &self.time)));
        self.app = begin(self.home.path(), &self.time);
        self.left += 1;
        let session = &self.app.model().game.session;
        if played {
            let after = (session.position().clone(), session.turns().len());
            assert_eq!(after, before, "the game that was left comes back");
        }
    }

    fn check(&mut self) {
        assert_harmless(&self.app);
        self.check_game();
        self.check_screen();
    }

    /// The position is one, and what was known stays so.
    fn check_game(&mut self) {
        let model = self.app.model();
        let game = &model.game;
        let (puzzle, session) = (game.puzzle(), &game.session);
        let position = session.position();
        let valid = puzzle.position(position.anchors(), position.stage());
        assert_eq!(valid.as_ref(), Some(position));
        assert!(session.done() <= session.turns().len());
        let save_version =
            format!("{} {:?} {:?}", self.left, model.save_version().game, game.metric());
        if save_version != self.save_version || self.known.len() > 1000 {
            self.known.clear();
            self.save_version = save_version;
        }
        if let Some(exact) = game.knowledge.remaining(position).exact() {
            let before = self.known.insert(position.clone(), exact);
            assert!(before.is_none_or(|before| before == exact));
            assert_eq!(exact == 0, session.is_solved());
        }
        let bounds = game.remaining().bounds();
        assert!(bounds.is_none_or(|(lower, upper)| upper.is_none_or(|upper| lower <= upper)));
    }

    /// Where the moves are shown, they are those of the model.
    fn check_screen(&mut self) {
        let model = self.app.model();
        let window = self.app.backend().0.buffer().area;
        assert_eq!(model.window, Size::new(window.width, window.height));
        if model.scope() != Scope::Play {
            return;
        }
        let game = &model.game;
        let name = text::counted(game.metric()).words(model.lang());
        if let Some(moves) = figure(&self.app, name) {
            let text = &self.app.backend().0;
            assert_eq!(moves, game.session.count(game.metric()), "{text}");
            self.compared += 1;
        }
    }
}

/// The program as it starts: with the game that was left, or with the first of the pack.
fn begin(home: &Path, time: &Rc<Cell<Duration>>) -> App<Window> {
    let mut records = Records::open(Some(Dirs::at(home)));
    let (playlist, left) = match records.left() {
        Some(saved) => (Playlist::one(saved.entry), Some((saved.metric, saved.session))),
        None => (playlist(), None),
    };
    assert_eq!(records.problems(), []);
    bare(playlist, time).with_records(records, left)
}

/// The program without any files.
fn bare(playlist: Playlist, time: &Rc<Cell<Duration>>) -> App<Window> {
    let backend = Window::new(80, 24);
    let app = App::new(playlist, &options(Lang::En), backend).expect("it has a size");
    let clock = time.clone();
    app.with_clock(move || clock.get())
}

/// The resident memory of this process in KiB, where the system tells.
fn resident() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[test]
fn whatever_is_pressed_nothing_breaks() {
    // Memory is told of a process as a whole, so that no other test may run in it.
    const ALONE: &str = "HUARONG_SOAK_ALONE";
    if std::env::var_os(ALONE).is_none() {
        let this = std::env::current_exe().expect("the tests are a file");
        let name = "soak::whatever_is_pressed_nothing_breaks";
        let alone =
            Command::new(this).args([name, "--exact", "--nocapture"]).env(ALONE, "1").status();
        return assert!(alone.is_ok_and(|status| status.success()));
    }
    let number = |name: &str| std::env::var(name).ok()?.parse().ok();
    let actions = number("HUARONG_SOAK").map_or(ACTIONS, |n| n as u32);
    let seed = number("HUARONG_SOAK_SEED").unwrap_or(7);
    let mut soak = Soak::new(seed);
    let mut memory = Vec::new();
    for action in 1..=actions {
        soak.act();
        if action % (actions / 40).max(1) == 0 {
            memory.extend(resident());
        }
    }
    println!(
        "{actions} actions, left {} times, {} screens compared, KiB {memory:?}",
        soak.left, soak.compared
    );
    assert!(soak.compared > actions / 10, "{}", soak.compared);
    assert!(soak.left > actions / 1000, "{}", soak.left);
    // A search takes its memory for a while; what is never given back is there at every look.
    let least = |part: &[u64]| part.iter().copied().min();
    let quarter = memory.len() / 4;
    let ends = least(&memory[..quarter]).zip(least(&memory[memory.len() - quarter..]));
    assert!(ends.is_none_or(|(early, late)| late < early + MOST_GROWTH), "{memory:?}");
}

/// A puzzle and a collection whose every text would disturb a terminal.
fn evil_playlist() -> Playlist {
    let text = || Text { en: EVIL.to_owned(), zh: Some(EVIL.to_owned()) };
    let read = notation::read("test", "AAc.\nAAB.\n=>\n...c\n....\n");
    let mut entry: Entry = read.expect("it is playable").entries.remove(0);
    entry.id = EVIL.to_owned();
    entry.name = text();
    entry.author = Some(EVIL.to_owned());
    entry.source = Some(EVIL.to_owned());
    for piece in ["A", "B", "c"] {
        entry.labels.insert(piece.to_owned(), EVIL.to_owned());
    }
    let pack = Pack { title: text(), entries: vec![entry.clone()] };
    Playlist::collections([entry], [&pack], 0).expect("there is one")
}

/// Sends the messages one after the other, checks each picture, and returns the last one.
fn shown(app: &mut App<Window>, messages: Vec<Message>) -> String {
    for message in messages {
        app.sender().send(message).expect("the loop listens");
        for _ in 0..2 {
            let soon = Some(Duration::from_millis(5));
            app.turn(soon).expect("it is drawn");
        }
        assert_harmless(app);
    }
    app.backend().0.to_string()
}

fn typed(app: &mut App<Window>, keys: &str) -> String {
    let key = |c| Message::Key(Chord::char(c));
    shown(app, keys.chars().map(key).collect())
}

fn pressed(app: &mut App<Window>, key: Key) -> String {
    shown(app, vec![Message::Key(Chord::plain(key))])
}

/// Presses Escape until `scope` holds.
fn go_to(app: &mut App<Window>, scope: Scope) -> String {
    for _ in 0..6 {
        if app.model().scope() == scope {
            return app.backend().0.to_string();
        }
        pressed(app, Key::Esc);
    }
    panic!("{scope:?} is never reached");
}

#[test]
fn nothing_of_a_hostile_text_reaches_the_terminal() {
    const SHOWN: &str = "A?2J?B?C??D?";
    let files = files();
    for (lang, width, height) in [(Lang::En, 80, 24), (Lang::Zh, 120, 40), (Lang::En, 60, 20)] {
        let backend = Window::new(width, height);
        let app = App::new(evil_playlist(), &options(lang), backend);
        let app = &mut app.expect("it has a size");
        assert!(typed(app, "mHHHHH").contains(SHOWN));
        typed(app, "dSVM");
        go_to(app, Scope::Play);
        typed(app, "M");
        go_to(app, Scope::Play);
        let home = go_to(app, Scope::Home);
        assert!(home.matches(SHOWN).count() > 1, "{home}");
        typed(app, EVIL);
        go_to(app, Scope::Play);
        typed(app, "O");
        typed(app, &format!("{}/", files.path().display()));
        let names = typed(app, "ev");
        assert!(names.contains(SHOWN), "{names}");
        pressed(app, Key::Tab);
        pressed(app, Key::Arrow(Direction::Down));
        let errors = pressed(app, Key::Enter);
        assert!(errors.contains("u{1b}"), "{errors}");
        typed(app, EVIL);
        pressed(app, Key::Enter);
        go_to(app, Scope::Play);
        let problem =
            FileProblem { file: EVIL.into(), kind: ProblemKind::NotRead, why: EVIL.to_owned() };
        let notice = shown(app, vec![Message::FileProblem(problem)]);
        assert!(notice.contains(SHOWN), "{notice}");
    }
}
