//! The game by typed lines: whole talks, word for word, and the program at a pipe.

use crate::process::{Run, command, printed_of, run_command, run_with};
use huarong::generate::{Daily, Day, Scramble};
use huarong::library;
use huarong::notation::{self, Entry};
use huarong::plain::{self, Ended, Heard};
use huarong::puzzle::Direction;
use huarong::solver::{self, Limits, NoMonitor, Request};
use huarong::storage::{Dirs, Records, Settings};
use huarong::text::Lang;
use huarong::tui::{Launch, Options, Playlist};
use std::cell::Cell;
use std::collections::VecDeque;
use std::io::{self, Write};
use std::path::Path;
use std::rc::Rc;
use std::sync::mpsc::{self, Sender};
use std::time::Duration;

/// Says the next line of a script whenever it is asked for one, and writes down both sides. What is in brackets is not said:
/// so many seconds pass, or it is another day.
struct Transcript {
    script: VecDeque<String>,
    sender: Option<Sender<Heard>>,
    text: String,
    time: Rc<Cell<Duration>>,
    day: Rc<Cell<Day>>,
}

impl Transcript {
    /// The next line to be said.
    fn next(&mut self) -> Option<String> {
        loop {
            let line = self.script.pop_front()?;
            let Some(event) = line.strip_prefix('(').and_then(|line| line.strip_suffix(')')) else {
                return Some(line);
            };
            self.text += &format!("{line}\n> ");
            match event.parse() {
                Ok(seconds) => self.time.set(self.time.get() + Duration::from_secs_f64(seconds)),
                Err(_) => self.day.set(event.parse().expect("it is a day")),
            }
        }
    }
}

impl Write for Transcript {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let said = std::str::from_utf8(bytes).map_err(io::Error::other)?;
        self.text += said;
        if said == "> " {
            match self.next() {
                None => drop(self.sender.take()),
                Some(line) => {
                    self.text += &format!("{line}\n");
                    let sender = self.sender.as_ref().expect("it asks no more after the end");
                    sender.send(Heard::Line(line)).expect("it listens");
                }
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn options(lang: Lang) -> Options {
    Options {
        settings: Settings { lang, clock: false, ..Settings::default() },
        limits: Limits { memory: Some(1 << 28), ..Limits::default() },
        ..Options::default()
    }
}

/// What is said when `script` is typed.
fn talk(home: &Path, board: &str, lang: Lang, script: &str) -> String {
    talk_with(home, board, &options(lang), script)
}

fn talk_with(home: &Path, board: &str, options: &Options, script: &str) -> String {
    let mut records = Records::open(Some(Dirs::at(home)));
    let left = records.left();
    let (playlist, left) = match left {
        Some(saved) if board.is_empty() => {
            (Playlist::one(saved.entry), Some((saved.metric, saved.session)))
        }
        _ => (Playlist::named(board, None).expect("it is playable"), None),
    };
    let start = Launch { playlist, left, records, shown: None };
    let (sender, heard) = mpsc::channel();
    let mut transcript = Transcript {
        script: script.lines().map(str::to_owned).collect(),
        sender: Some(sender),
        text: String::new(),
        time: Rc::default(),
        day: Rc::new(Cell::new(options.today.unwrap_or_else(day))),
    };
    let (time, day) = (Rc::clone(&transcript.time), Rc::clone(&transcript.day));
    let mut app = plain::app(start, options).unwrap();
    app = app.with_clock(move || time.get());
    if options.today.is_some() {
        app = app.with_calendar(move || (day.get(), Duration::from_secs(3600)));
    }
    let ended = plain::run(app, &heard, (&mut transcript, true));
    assert_eq!(ended.unwrap(), Ended::default());
    assert!(!transcript.text.contains('\u{1b}'));
    transcript.text.replace(&home.display().to_string(), "HOME")
}

fn day() -> Day {
    "2026-11-21".parse().unwrap()
}

/// A shortest solution of a number puzzle, a step a line: single letters are keys of the game.
fn solution(entry: &Entry) -> String {
    let puzzle = &entry.puzzle;
    let request = Request::new(entry.metric());
    let outcome = solver::solve(puzzle, puzzle.start(), &request, &mut NoMonitor);
    let path = outcome.verdict.path().expect("it can be solved");
    let steps = path.iter().flat_map(|action| action.steps());
    let line = |direction| match direction {
        Direction::Up => "up\n",
        Direction::Down => "down\n",
        Direction::Left => "left\n",
        Direction::Right => "right\n",
    };
    steps.map(|step| line(step.direction)).collect()
}

const BLOCKS: &str = include_str!("../data/plain/blocks.txt");

#[test]
fn blocks_are_played_in_words() {
    let home = tempfile::tempdir().unwrap();
    let script = "board\npieces\ngoal\n\nS right\na down 3\na left\na down far\nundo\nredo\nhint\nhint\nhint\nhint\n\
        S right far\nu\nsolve\non\non\nback\ngo 2\nmoves\nreturn\nmoves\nreview\nreturn\nmetric step\nstatus\n\
        code\nsolve\naccept\nbest\nrestart\na:DD S:R\nreview\nbest\nquit";
    insta::assert_snapshot!("blocks", talk(home.path(), BLOCKS, Lang::En, script));
}

#[test]
fn numbers_are_played_in_chinese_too() {
    let home = tempfile::tempdir().unwrap();
    let script = "5\n1\n左\n撤销\n提示\n提示\nopen 没有的题\nopen -\nlanguage en\nhint\nRDL\nmap\nhardest\nrandom 21\nrandom x\n\
        list nothing\nopen [[1,2],[3,3]]\nopen 1 2/0 3\nright\nslove\nhelp me\nq";
    let said = talk(home.path(), "[[1,2,3],[4,0,5]]", Lang::Zh, script);
    insta::assert_snapshot!("numbers", said);
}

#[test]
fn every_collection_is_told_with_its_puzzles() {
    let home = tempfile::tempdir().unwrap();
    let said = talk(home.path(), BLOCKS, Lang::En, "list");
    let told = said.lines().filter_map(|line| line.split(' ').rev().nth(1)?.parse::<usize>().ok());
    assert_eq!(told.sum::<usize>(), library::all().count(), "{said}");
    assert!(said.contains("list WORDS names those that match; open NAME plays one.\n"), "{said}");
}

#[test]
fn the_game_goes_on_where_it_was_left() {
    let home = tempfile::tempdir().unwrap();
    talk(home.path(), BLOCKS, Lang::En, "a down\nS 1");
    let again = talk(home.path(), "", Lang::En, "undo");
    assert!(again.starts_with("Your game goes on; R begins anew.\n"), "{again}");
    assert!(again.contains("> undo\n0 moves made, "), "{again}");
}

/// A puzzle that was opened by its name in a file goes on wherever it is met again, and its best is one with that of the whole file.
#[test]
fn a_puzzle_of_a_file_is_kept_like_any_other() {
    let home = tempfile::tempdir().unwrap();
    let pack = "easy\t[[1,2,3],[4,0,5]]\nnext\t[[1,2,3],[0,4,5]]\nlast\t[[1,2,3],[0,5,4]]\n";
    std::fs::write(home.path().join("pack.txt"), pack).unwrap();
    let played = |puzzle: &[&str], typed: &str| {
        let mut program = command(home.path());
        program.args(["--plain", "--lang", "en"]).args(puzzle).current_dir(home.path());
        let run = run_command(program.write_stdin(typed));
        assert_eq!((run.status, run.err.as_str()), (0, ""));
        run.out
    };
    let said = played(&["pack.txt#2"], "4\n");
    assert!(said.starts_with("next, "), "{said}");
    for again in [&[][..], &["pack.txt#2"]] {
        let said = played(again, "");
        assert!(said.starts_with("Your game goes on; R begins anew.\nnext, "), "{said}");
    }
    assert!(played(&["pack.txt#2"], "5\n").contains("Solved in the fewest steps: 2!"));
    let said = played(&["bone"], "open pack.txt\nnext\nbest\nghost\nopen pack.txt#4\n");
    assert!(said.contains("\nnext, "), "{said}");
    assert!(said.contains("Your best in steps: 2, "), "{said}");
    assert!(said.contains("\nGhost: your best game, step for step.\n"), "{said}");
    assert!(said.contains("\npack.txt holds 3 puzzles, but no \"4\"; "), "{said}");
}

#[test]
fn what_is_not_proven_is_told_as_bounds() {
    let home = tempfile::tempdir().unwrap();
    let board = "14 21 5 24 0/18 10 9 2 3/11 4 7 6 19/16 13 23 12 1/17 22 20 8 15";
    let said = talk(home.path(), board, Lang::En, "");
    let standing = said.lines().find(|line| line.starts_with("0 steps made")).unwrap();
    let bounds = standing.contains("at least ") || standing.contains("between ");
    assert!(bounds && standing.ends_with(" to go."), "{said}");
}

#[test]
fn a_pipe_plays_a_whole_game_and_gets_text_alone() {
    let run = run_with(&["--plain", "--lang", "en", "[[1,2,3],[0,4,5]]"], "4\nnonsense\n5\n");
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert!(
        run.out.contains("4 goes left.\n1 step made, 1 step to go, good: 1 nearer.\n"),
        "{}",
        run.out
    );
    assert!(run.out.ends_with("Solved in the fewest steps: 2! N goes on.\n"), "{}", run.out);
    assert!(!run.out.contains(|c: char| c.is_control() && c != '\n'), "{:?}", run.out);
    let named =
        run_with(&["play", "--plain", "--lang", "en", "[[1,2,3],[0,4,5]]"], "4\nnonsense\n5\n");
    assert_eq!((named.status, named.out), (run.status, run.out), "`play` is no command");
    let refused = run_with(&["--plain", "-"], "");
    assert_eq!((refused.status, refused.out.as_str()), (2, ""));
}

#[test]
fn the_first_start_by_lines_teaches_and_leads_on_to_the_journey() {
    let home = tempfile::tempdir().unwrap();
    let said = |args: &[&str], script: &str| {
        let mut command = command(home.path());
        run_command(command.args(args).args(["--plain", "--lang", "en"]).write_stdin(script)).out
    };
    let names = |said: &str| -> Vec<String> {
        let known = ["The Red Car", "Three Tiles", "Rush Hour No. 8", "Side Street"];
        let names = said.lines().filter_map(|line| line.split(", ").next());
        names.filter(|name| known.contains(name)).map(str::to_owned).collect()
    };
    let first = said(&[], "right 3\nnext\nnext\nnext\nprevious\n");
    let [car, tiles, journey, street] =
        ["The Red Car", "Three Tiles", "Rush Hour No. 8", "Side Street"];
    assert_eq!(names(&first), [car, tiles, journey, street, journey], "{first}");
    assert!(first.contains("\nright drives the red car.\n"), "{first}");
    let left = "\nThese were the first steps; huarong learn comes back to them.\nRush Hour No. 8, ";
    assert!(first.contains(left), "{first}");
    assert_eq!(names(&said(&[], "N\nP\n")), [journey, street, journey]);
    assert_eq!(names(&said(&["learn"], "")), [tiles]);
}

#[test]
fn the_day_is_opened_by_lines() {
    let said = printed_of(&["daily", "--date", "2026-11-21", "--plain", "--lang", "en"], "");
    assert!(said.starts_with("8-puzzle, 2026-11-21, 3 columns by 3 rows."), "{said}");
}

/// Each of the words of the setting is in force at once, against the clock too, where the key knows two of them alone.
#[test]
fn the_solver_speaks_when_it_is_told_to() {
    let home = tempfile::tempdir().unwrap();
    let words = ["untimed", "end", "always", "never"];
    let script: String = words.iter().map(|word| format!("blind {word}\nstatus\n")).collect();
    let said = talk(home.path(), BLOCKS, Lang::En, &format!("scramble 3x2 5\n{script}blind x"));
    let told: Vec<&str> = said.lines().filter(|line| line.contains("solver's")).collect();
    let [end, always, never] = [
        "The solver's figures are hidden until the end.",
        "The solver's figures are shown.",
        "The solver's figures are hidden.",
    ];
    assert_eq!(told, [end, end, always, never], "{said}");
    let is_told = said.lines().filter(|line| line.contains(" made")).map(|it| it.contains("to go"));
    assert_eq!(is_told.collect::<Vec<_>>(), [true, false, false, false, true, false], "{said}");
    assert!(said.contains("blind needs untimed, always, end or never.\n"), "{said}");
}

#[test]
fn a_puzzle_is_drawn_by_lines_and_played() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("board.toml");
    let file = file.display();
    let script = format!(
        "editor\nempty 3 3\nrow 1 SSa\nrow 2 SS.\nplay\ngoal S 3 2\ncell 1 3 c\ncell 2 3 gate\nlock c along\n\
         lock c\ncheck\nundo\nredo\ngoal c 1 2\ncheck\ngoal c off\nboard\ngoal\ncolumn 3 a, empty, b\nrow 4 abc\n\
         colunm 1 abc\nexport\nexport grid\nexport rush\nexport word\nsave {file}\nsave {file}\nsave {file}\n\
         save HOME/none/board.toml\n\nplay\nS right\neditor\neditor\nload\nreturn\nhelp"
    );
    let said = talk(home.path(), BLOCKS, Lang::En, &script);
    insta::assert_snapshot!("editor", said);
    let written = std::fs::read_to_string(home.path().join("board.toml")).unwrap();
    assert!(notation::read("board.toml", &written).is_ok(), "{written}");
}

#[test]
fn a_number_puzzle_is_drawn_in_chinese() {
    let home = tempfile::tempdir().unwrap();
    let script = "编辑器\n数字盘 3 2\n行 2 5 4 0\n检查\n目标 1 3 2\n目标 行 2 4，5，空\n检查\n清空 2 2\n行 1 ab\n行 2 ba\n\
        检查\n锁 a 横\n撤销\n行 1 空 墙 门\n行 1 空，墙\n大小 33 2\n帮助\n返回\n棋盘";
    let said = talk(home.path(), "[[1,2,3],[4,0,5]]", Lang::Zh, script);
    insta::assert_snapshot!("editor_zh", said);
}

#[test]
fn what_was_drawn_is_there_again() {
    let home = tempfile::tempdir().unwrap();
    talk(home.path(), BLOCKS, Lang::En, "editor\nempty 2 2\nrow 1 ab");
    let again = talk(home.path(), BLOCKS, Lang::En, "editor");
    assert!(again.contains("Row 1: a, b.\nRow 2: empty, empty.\n"), "{again}");
    talk(home.path(), BLOCKS, Lang::En, "editor\nrow 1 ba");
    let path = home.path().join("drawing.json");
    let kept = std::fs::read(&path).unwrap();
    std::fs::write(&path, &kept[..kept.len() / 2]).unwrap();
    let spoilt = talk(home.path(), BLOCKS, Lang::En, "editor");
    let aside = "drawing.json was put aside as drawing.json.bad-1: line 1, column ";
    assert!(spoilt.starts_with(aside), "{spoilt}");
    assert!(spoilt.contains("Row 1: S, S, a.\n"), "{spoilt}");
}

#[test]
fn scrambles_are_timed_by_lines() {
    let home = tempfile::tempdir().unwrap();
    let solved = |seed| {
        let scramble = Scramble { width: 3, height: 2, seed };
        let lines = solution(&scramble.entry().unwrap());
        lines.lines().map(|line| format!("(0.5)\n{line}\n")).collect::<String>()
    };
    let timed = format!(
        "times\nscramble 3x2 5\n(20)\n{}times\nnext\n{}next\nhint\nhint\nscramble 3x2 7\nscramble 3x2 9\n{}\nscramble 3x2 10\ntimes 3x2 all\ntimes 9x9\n\
         scramble 3x\nscramble 3x2 ?\nstatus",
        solved(5),
        solved(6),
        solved(9).lines().nth(1).unwrap(),
    );
    let said = talk(home.path(), BLOCKS, Lang::En, &timed);
    insta::assert_snapshot!("times", said);
}

#[test]
fn the_day_is_played_by_lines_and_ends() {
    let home = tempfile::tempdir().unwrap();
    let options = Options { today: Some(day()), day: Some(day()), ..options(Lang::En) };
    let script = format!(
        "share\ndaily\ndaily 9\ndaily 1\n{}code\ny\ndaily\ndaily 4x5\ndaily 2\n(2026-11-22)\nstatus\ndaily\nshare\n\
         daily rush",
        solution(&Daily::Numbers.of(day()))
    );
    let said = talk_with(home.path(), BLOCKS, &options, &script);
    insta::assert_snapshot!("daily", said);
}

#[test]
fn the_ghost_is_told_beside_the_game() {
    let home = tempfile::tempdir().unwrap();
    let script = "ghost\nghost off\na:DD\n(2)\nS:R\n(3)\nS:D\nghost best\nrestart\na down\nghost board\na down\nghost best-time\n\
        restart\na down\n(2)\na down\n(9)\na up\nghost 最优\nS right far\nstatus\nghost x\nlanguage zh\n影子 关\ng\n\
         blind never\na down\nblind x\nblind always\nmap\ndistances";
    insta::assert_snapshot!("ghost", talk(home.path(), BLOCKS, Lang::En, script));
}

#[test]
fn a_game_that_cannot_be_kept_is_not_said_to_be() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("file");
    std::fs::write(&file, "in the way").unwrap();
    let said = |args: &[&str], script: &str| {
        let mut command = command(&file);
        command.args(["--plain", BLOCKS]).args(args).write_stdin(script);
        let Run { status, out, err } = run_command(&mut command);
        (status, out, err)
    };
    let why = format!("huarong: {}/game.json cannot be written: ", file.display());
    let (status, out, err) = said(&["--lang", "en"], "a:DD\nsave\nquit\n");
    assert!(out.ends_with("Goodbye; the game could not be kept.\n"), "{out}");
    assert!(!out.contains("kept after every move"), "{out}");
    assert_eq!((status, err.starts_with(&why), err.lines().count()), (2, true, 1), "{err}");
    // The end of the lines is an end too.
    let (status, _, err) = said(&["--lang", "zh"], "a:DD\n");
    assert_eq!((status, err.contains("无法写入")), (2, true), "{err}");
    // Where nothing was played, nothing is lost.
    let (status, out, err) = said(&["--lang", "en"], "quit\n");
    assert!(out.ends_with("Goodbye; the game is kept.\n"), "{out}");
    assert_eq!((status, err.as_str()), (0, ""));
}

#[test]
fn every_file_that_is_set_aside_is_named_and_the_reason_told() {
    let home = tempfile::tempdir().unwrap();
    for (name, text) in [("records.json", "{"), ("days.json", "{\"version\":99}")] {
        std::fs::write(home.path().join(name), text).unwrap();
    }
    let said = talk(home.path(), BLOCKS, Lang::En, "");
    let aside = "records.json (records.json.bad-1), days.json (days.json.bad-1) were put aside: line 1, column 1: EOF while parsing an object; \
                 it was written by a newer version of huarong";
    assert!(said.starts_with(aside), "{said}");
}
