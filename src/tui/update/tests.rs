//! Thousands of random messages over every screen, without a terminal, a thread or a file: what must always hold, holds.

mod known;
mod said;

use super::*;
use crate::engine::knowledge::SolverTask;
use crate::engine::worker::{Report, SolverEvent};
use crate::generate::Scramble;
use crate::lookup::{self, LookupError};
use crate::notation;
use crate::puzzle::{Direction, Family, Metric, Move, Position};
use crate::session::{Action as Turned, Replay, Session};
use crate::solver::Progress;
use crate::storage::{FileProblem, ProblemKind, Settings};
use crate::tui::keys::chord::Key;
use crate::tui::map::state::MapData;
use crate::tui::open::state::{Found, Wish};
use crate::tui::{Depth, Gesture, Options, Playlist, Pointer, Scope, TABLE};
use proptest::prelude::*;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use std::collections::BTreeSet;
use std::sync::Arc;

#[path = "../../../tests/it/soak/random_input.rs"]
mod random_input;

/// Messages of one game.
const MESSAGES: usize = 4000;
/// Games, each with a seed of its own.
const GAMES: u64 = 12;

fn options(animated: bool) -> Options {
    Options {
        settings: Settings { animation: animated, inspection: 3, ..Settings::default() },
        depth: Depth::True,
        ..Options::default()
    }
}

/// A player, a clock, and a solver that says true things late, never, or about something else.
struct Storm {
    model: Model,
    random: ChaCha8Rng,
    requests: u64,
    running: Option<(u64, Position)>,
    seen: BTreeSet<String>,
    undone: usize,
}

impl Storm {
    fn new(seed: u64) -> Storm {
        let text = include_str!("../../../tests/data/screen.toml");
        let mut entries = notation::read("screen.toml", text).unwrap().entries;
        let scramble = Scramble { width: 3, height: 2, seed };
        entries.extend(scramble.entry());
        let list = Playlist::collections(entries, [], 0).unwrap();
        Storm {
            model: Model::new(list, &options(seed.is_multiple_of(2)), Size::new(80, 24)),
            random: ChaCha8Rng::seed_from_u64(seed),
            requests: 0,
            running: None,
            seen: BTreeSet::new(),
            undone: 0,
        }
    }

    fn below(&mut self, most: usize) -> usize {
        self.random.random_range(0..most)
    }

    fn any<T: Clone>(&mut self, of: &[T]) -> T {
        random_input::any(&mut self.random, of)
    }

    fn message(&mut self) -> Message {
        match self.below(100) {
            0..45 => Message::Key(random_input::key_of(&mut self.random, self.model.scope())),
            45..60 => Message::Key(random_input::arrow(&mut self.random)),
            60..68 => {
                let all: Vec<char> = "abHMNORSUVq15 /~曹\u{1b}\u{202e}".chars().collect();
                Message::Key(Chord::char(self.any(&all)))
            }
            68..80 => Message::Mouse(random_input::pointer(&mut self.random, self.model.window)),
            80..83 => {
                let (width, height) = self.any(&[&random_input::SIZES[..], &[(0, 0)]].concat());
                Message::Resize(Size::new(width, height))
            }
            83..90 => {
                let millis = self.any(&[1, 40, 300, 2000]);
                Message::Tick(self.model.now + Duration::from_millis(millis))
            }
            90..96 => self.news(),
            96 => self.surveyed(),
            97 => self.looked(),
            98 => Message::FileProblem(FileProblem::new(
                "a\u{1b}[2J".as_ref(),
                ProblemKind::NotRead,
                "\u{202e}why",
            )),
            _ if self.below(2) == 0 => Message::Continued,
            _ => Message::Suspend,
        }
    }

    fn news(&mut self) -> Message {
        let request = self.requests.saturating_sub(self.any(&[0, 0, 0, 1]));
        let progress = Progress { states: 5, lower_bound: 1, ..Progress::default() };
        let puzzle = Arc::clone(self.model.game.session.puzzle());
        let report = match self.below(6) {
            0 => Report::Failed("\u{1b}[31mbroken".to_owned()),
            1 => Report::NoDistances("broken".to_owned()),
            2..4 => known::distances(&self.model.game)
                .map_or(Report::Progress(progress), |distances| {
                    Report::Distances(puzzle, distances)
                }),
            _ => Report::Progress(progress),
        };
        Message::News(SolverEvent { request, report })
    }

    fn surveyed(&mut self) -> Message {
        let game = &self.model.game;
        let (puzzle, metric) = (Arc::clone(game.session.puzzle()), game.metric());
        let map_data = match self.random.random_range(0..4) {
            0 => MapData::Surveyed(7),
            1 => MapData::Broken("\u{1b}c".to_owned()),
            _ => known::state_space(game).map_or(MapData::Endless, MapData::Mapped),
        };
        Message::Surveyed(puzzle, metric, map_data)
    }

    fn looked(&mut self) -> Message {
        let typed = match self.model.screen.take_wish() {
            Some(Wish::List(typed) | Wish::Read(typed)) => typed,
            Some(Wish::Write(file)) => file.name,
            None => "x".to_owned(),
        };
        Message::Looked(match self.below(6) {
            0 => Found::Names { typed, names: vec!["a".to_owned(), "\u{1b}b".to_owned()] },
            1 => Found::Error(vec![LookupError::Missing("1:1: \u{9b}2J".to_owned())]),
            2 => Found::Written(typed),
            3 => Found::Exists,
            4 => Found::NotWritten(typed, std::io::ErrorKind::NotFound.into()),
            _ => {
                let board = lookup::resolve("[[1,2,3],[0,4,5]]", None).unwrap();
                Found::Puzzles(Playlist::beginning(board, 0))
            }
        })
    }

    /// One message, what the loop does about the solver, and everything that holds afterwards.
    fn go(&mut self) {
        let message = self.message();
        let hint_level = format!("{message:?}");
        let before = (self.below(8) == 0).then(|| self.picture());
        let effect = update(&mut self.model, message);
        if let (Some(before), Effect::None) = (before, effect) {
            assert_eq!(before, self.picture(), "it changed without being drawn: {hint_level}");
        }
        match self.model.solver_task() {
            SolverTask::None => {}
            SolverTask::Cancel => {
                self.model.cancelled();
                self.running = None;
            }
            SolverTask::Ask(query) => {
                self.requests += 1;
                self.model.asked(self.requests, query.position.clone());
                self.running = Some((self.requests, query.position));
            }
        }
        self.seen.insert(format!("{:?}", self.model.scope()));
        self.check_game(&hint_level);
        self.check_screen(&hint_level);
    }

    fn picture(&self) -> Buffer {
        let window = self.model.window;
        let mut terminal = Terminal::new(TestBackend::new(window.width, window.height)).unwrap();
        terminal.draw(|frame| self.model.draw(frame)).unwrap();
        terminal.backend().buffer().clone()
    }

    fn check_game(&mut self, hint_level: &str) {
        let game = &self.model.game;
        let (puzzle, session) = (game.puzzle(), &game.session);
        assert!(puzzle.family() != Family::Numbers || game.selected.is_none());
        if let Some(id) = game.selected {
            let (at, size) = (session.position().anchor(id), puzzle.size());
            let inside =
                usize::from(at.column) < size.width() && usize::from(at.row) < size.height();
            assert!(inside, "{hint_level}");
        }
        let mut position = session.position().clone();
        for hint in &game.hint {
            position.play(puzzle, hint).expect("a hint is a legal move");
        }
        assert_eq!(game.trail.len(), session.done() + 1, "{hint_level}");
        assert_history(session);
        if session.done() < 40 || self.requests.is_multiple_of(16) {
            self.undone += assert_undo(session, self.model.now);
        }
    }

    fn check_screen(&self, hint_level: &str) {
        let model = &self.model;
        match &model.screen {
            Screen::List(list) => {
                let rows = list.commands().len() + list.matches.len();
                let inside = list.chosen < rows || list.chosen == 0;
                assert!(inside, "{hint_level}");
            }
            Screen::Player(player) => assert_replay(&player.replay),
            Screen::Map(view) => {
                let greatest = model.game.map_data.space().and_then(|l| l.survey().greatest());
                let inside = greatest.is_none_or(|most| view.chosen <= most);
                assert!(inside, "{hint_level}: {view:?}, {greatest:?}");
            }
            Screen::Open(screen) => {
                let names = screen.names.len();
                assert!(screen.chosen.is_none_or(|at| at < names), "{hint_level}");
            }
            Screen::Times(view) => {
                let solves = model.stopwatch.times.of(&view.size).len();
                let inside = view.chosen < solves || view.chosen == 0;
                assert!(inside && view.top <= view.chosen, "{hint_level}");
            }
            Screen::Settings(view) => {
                assert!(view.top <= view.chosen, "{hint_level}: {view:?}");
            }
            Screen::Editor(_) => {
                let editor = model.editor().expect("it is shown");
                let here = editor.draft().at(editor.layer, editor.cursor());
                assert!(here.is_some(), "{hint_level}: the cursor is off the board");
                let built = editor.draft().build();
                assert_eq!(built.is_ok(), editor.built().is_ok(), "{hint_level}");
            }
            Screen::Play(_) => {}
        }
    }
}

/// The position is what the turns in force lead to, and each count is that of the moves.
fn assert_history(session: &Session) {
    let puzzle = session.puzzle();
    assert!(session.done() <= session.turns().len());
    // What came earlier was checked when it came; a long game is checked as a whole now and then.
    let first = match session.turns().len() % 32 {
        0 => 0,
        _ => session.turns().len().saturating_sub(3),
    };
    for (i, turn) in session.turns().iter().enumerate().skip(first) {
        let mut position = session.position_at(i).clone();
        match turn.action() {
            Turned::Play(action) => position.play(puzzle, action).unwrap(),
            Turned::Restart | Turned::Jump => position = turn.after().clone(),
        }
        assert_eq!(&position, turn.after());
        let valid = puzzle.position(position.anchors(), position.stage());
        assert_eq!(valid.as_ref(), Some(&position));
    }
    let line: Vec<_> = (session.line().iter())
        .map(|turn| match turn.action() {
            Turned::Play(action) => action.clone(),
            Turned::Restart | Turned::Jump => unreachable!("a line is all moves"),
        })
        .collect();
    for metric in Metric::ALL {
        let counted = match (metric, puzzle.family()) {
            (Metric::Move, Family::Blocks) => runs(session, &line),
            _ => puzzle.count(session.line_start(), &line, metric).unwrap(),
        };
        assert_eq!(session.count(metric), counted, "{metric:?}");
    }
}

/// How often a block went elsewhere: all its moves in a row are one, and none if it came back.
fn runs(session: &Session, line: &[Move]) -> usize {
    let mut at = session.line_begin();
    let runs = line.chunk_by(|a, b| a.piece() == b.piece()).map(|run| {
        let before = session.position_at(at);
        at += run.len();
        usize::from(session.position_at(at) != before)
    });
    runs.sum()
}

/// As many turns can be taken back as are in force, down to the start; and all come again. Returns how many.
fn assert_undo(session: &Session, now: Duration) -> usize {
    let mut copy = session.clone();
    let (here, done) = (session.position().clone(), session.done());
    let back = std::iter::repeat_with(|| copy.undo(now)).take_while(|&done| done).count();
    assert_eq!((back, copy.position()), (done, session.puzzle().start()));
    let again = std::iter::repeat_with(|| copy.redo(now)).take_while(|&done| done).count();
    assert_eq!(again, session.turns().len());
    copy.go_to(done, now);
    assert_eq!(copy.position(), &here);
    back
}

/// Where a solution stands is what its moves so far lead to.
fn assert_replay(replay: &Replay) {
    assert!(replay.cursor() <= replay.moves().len());
    let mut start = replay.clone();
    start.seek(0);
    let (puzzle, moves) = (replay.puzzle().clone(), replay.moves().to_vec());
    let mut again = Replay::new(puzzle, start.position().clone(), moves).unwrap();
    again.seek(replay.cursor());
    assert_eq!(again.position(), replay.position());
}

/// Whatever comes, in whatever order, for one seed.
fn weather(seed: u64, messages: usize) -> Storm {
    let mut storm = Storm::new(seed);
    (0..messages).for_each(|_| storm.go());
    storm
}

#[test]
fn whatever_comes_the_game_stays_in_order() {
    let half = |first| {
        let (mut seen, mut undone) = (BTreeSet::new(), 0);
        for seed in (first..GAMES).step_by(2) {
            let storm = weather(seed, MESSAGES);
            seen.extend(storm.seen);
            undone += storm.undone;
        }
        (seen, undone)
    };
    // Two threads, since this is by far the longest of these tests.
    let (mut seen, mut undone) = (BTreeSet::new(), 0);
    std::thread::scope(|scope| {
        let halves = [0, 1].map(|first| scope.spawn(move || half(first)));
        for half in halves {
            let (more, again) = half.join().expect("what is wrong has been printed");
            seen.extend(more);
            undone += again;
        }
    });
    let screens = [
        "Editor", "Export", "Help", "Home", "Map", "Open", "Play", "Player", "Save", "Settings",
        "Space", "Times",
    ];
    assert_eq!(seen.iter().collect::<Vec<_>>(), screens);
    assert!(undone > 100_000, "{undone}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn whatever_comes_to_a_new_game_it_stays_in_order(seed: u64) {
        weather(seed, 200);
    }
}
