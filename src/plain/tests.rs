//! Lines that are read, and what is said to them.

use super::driver::Driver;
use super::parse::{Far, Line, read};
use super::status::introduction;
use super::{Heard, LONGEST, listen, say};
use crate::library;
use crate::notation;
use crate::notation::Entry;
use crate::puzzle::{Direction, Move, Setup};
use crate::text::Lang;
use crate::tui::{App, Course, Model, Options, Playlist, Scope, Screen, commands};
use ratatui::backend::TestBackend;
use ratatui::layout::Size;
use std::sync::mpsc;

fn model(entry: Entry) -> Model {
    Model::new(Playlist::one(entry), &Options::default(), Size::new(80, 24))
}

fn blocks() -> Model {
    let read = notation::read("test", "h..\nSS.\nSS.\n=>\n...\n.SS\n.SS\n").unwrap();
    model(read.entries.into_iter().next().unwrap())
}

fn numbers() -> Model {
    model(Entry::of(Setup::numbers(3, 2, &[1, 2, 3, 4, 0, 5]).build().unwrap()))
}

#[test]
fn pieces_go_by_name_and_way() {
    let model = blocks();
    let id = |name| model.game.puzzle().piece_named(name).unwrap();
    let right =
        |name, cells| Ok(Line::Play(vec![Move::of(id(name), &vec![Direction::Right; cells])]));
    let cases = [
        ("h right", right("h", 1)),
        ("h right 2", right("h", 2)),
        ("h right far", right("h", 2)),
        ("h 右 到底", right("h", 2)),
        ("S right far", right("S", 1)),
        ("h:RR", right("h", 2)),
        ("H right", right("h", 1)),
        ("s right far", right("S", 1)),
        ("H:RR", right("h", 2)),
        ("h:rr", right("h", 2)),
        ("H:r2", right("h", 2)),
        ("right far", Ok(Line::Push(Direction::Right, Far::End))),
        ("DOWN 2", Ok(Line::Push(Direction::Down, Far::Cells(2)))),
        ("h", Ok(Line::Push(Direction::Left, Far::Cells(1)))),
        ("f h", Ok(Line::Select(id("h")))),
        ("S", Ok(Line::Do("solve", String::new()))),
        ("h left", Err("h cannot go left.".to_owned())),
        ("h right 3", Err("h can go right only 2 cells.".to_owned())),
        ("S right 2", Err("S can go right only 1 cell.".to_owned())),
        ("h right 0", Err("\"h right 0\" is not understood; help lists the commands.".to_owned())),
    ];
    for (line, wanted) in cases {
        assert_eq!(read(line, &model), wanted, "{line}");
    }
}

/// A piece is understood by everything that it is called.
#[test]
fn pieces_go_by_their_labels() {
    let read_entry = notation::read("test", "h..\nSS.\nSS.\n=>\n...\n.SS\n.SS\n").unwrap();
    let mut entry = read_entry.entries.into_iter().next().unwrap();
    entry.labels.insert("S".into(), "曹操".into());
    let model = model(entry);
    let id = model.game.puzzle().piece_named("S").unwrap();
    for name in ["曹操", "曹操(S)", "Cao Cao", "cao cao", "Cao Cao (S)", "S"] {
        let right = Ok(Line::Play(vec![Move::of(id, &[Direction::Right])]));
        assert_eq!(read(&format!("{name} right"), &model), right, "{name}");
        assert_eq!(read(&format!("{name}  right 1"), &model), right, "{name}");
    }
    assert_eq!(read("Cao Cao", &model), Ok(Line::Select(id)));
    assert!(read("Cao right", &model).is_err());
}

/// They name keys at the screen, and here what is typed.
#[test]
fn the_first_steps_name_what_is_typed() {
    let sentences = |lang| {
        let mut options = Options::default();
        options.settings.lang = lang;
        let said = move |id| {
            let place = library::place_of(id).expect("it is built in");
            let list = Playlist::back_on(Course::FirstSteps, place);
            let model = Model::new(list, &options, Size::new(80, 24));
            introduction(&model).join("\n")
        };
        library::first_steps().map(said).collect::<Vec<String>>()
    };
    let en = [
        "right drives the red car.",
        "up: the tile below goes into the gap.",
        "down far slides all the way.",
        "f with its letter chooses the next piece.",
        "Stuck? undo takes moves back.",
    ];
    let zh = [
        "右：开动红车。",
        "上：下面的数字进入空格。",
        "下 到底：一直滑下去。",
        "f 加字母：选下一块。",
        "走错了？撤销：退回一步。",
    ];
    for (lang, expected) in [(Lang::En, en), (Lang::Zh, zh)] {
        for (said, expected) in sentences(lang).iter().zip(expected) {
            assert!(said.lines().any(|line| line == expected), "{said}");
        }
    }
}

#[test]
fn tiles_are_pushed_by_their_number() {
    let model = numbers();
    for (line, pushed) in [("5", 1), ("4", 1), ("2", 1)] {
        let Ok(Line::Play(moves)) = read(line, &model) else {
            panic!("{line}");
        };
        assert_eq!(moves[0].steps().len(), pushed, "{line}");
    }
    let refused = read("1", &model).unwrap_err();
    assert_eq!(refused, "1 is not in a row or column with the blank.");
    assert!(matches!(read("LR", &model), Ok(Line::Play(moves)) if moves.len() == 2));
    let wrong = read("LLL", &model).unwrap_err();
    assert!(wrong.starts_with("moves:1:"), "{wrong}");
}

#[test]
fn every_command_of_the_table_is_obeyed() {
    let app = App::new(
        Playlist::one(blocks().game.entry.as_ref().clone()),
        &Options::default(),
        TestBackend::new(80, 24),
    );
    let mut driver = Driver { app: app.unwrap(), left: false };
    for scope in [Scope::Play, Scope::Editor] {
        for command in commands(scope) {
            let is_drawing = matches!(driver.model().screen, Screen::Editor(_));
            match (scope, is_drawing) {
                (Scope::Play, true) => drop(driver.hear("return").unwrap()),
                (Scope::Editor, false) => drop(driver.hear("editor").unwrap()),
                _ => {}
            }
            driver.hear(command.name).unwrap();
        }
    }
}

#[test]
fn lines_without_end_and_bytes_that_are_no_text_do_no_harm() {
    let long = vec![b'x'; LONGEST as usize * 2 + 3];
    let input = [b"one\r\n", &long[..], b"\n\xff\n", b"last"].concat();
    let (sender, heard) = mpsc::channel();
    listen(&input[..], &sender);
    let mut heard = heard.try_iter();
    let mut line = || match heard.next() {
        Some(Heard::Line(line)) => line,
        other => format!("{other:?}"),
    };
    let found = [line(), line(), line(), line(), line()];
    assert_eq!(found, ["one", "Some(TooLong)", "\u{fffd}", "last", "Some(End)"]);
}

#[test]
fn nothing_that_a_terminal_obeys_is_written() {
    let mut out = Vec::new();
    say(&mut out, &["a\u{1b}[2Jb\u{202e}\nc".to_owned()]).unwrap();
    assert_eq!(String::from_utf8(out).unwrap(), "a?[2Jb?\nc\n");
}
