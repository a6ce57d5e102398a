//! The game by typed lines: whole talks, word for word, and the program at a pipe.

#![expect(clippy::unwrap_used, reason = "the helpers of a test may stop it")]

#[path = "common/process.rs"]
mod process;

use huarong::notation;
use huarong::plain::{self, Heard};
use huarong::records::{Folder, Records, Show};
use huarong::solver::Limits;
use huarong::text::Lang;
use huarong::tui::{Options, Playlist, Start};
use std::collections::VecDeque;
use std::io::{self, Write};
use std::path::Path;
use std::sync::mpsc::{self, Sender};

/// Says the next line of a script whenever it is asked for one, and writes down both sides.
struct Transcript {
    script: VecDeque<&'static str>,
    sender: Option<Sender<Heard>>,
    text: String,
}

impl Write for Transcript {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let said = std::str::from_utf8(bytes).map_err(io::Error::other)?;
        self.text += said;
        if said == "> " {
            match self.script.pop_front() {
                None => drop(self.sender.take()),
                Some(line) => {
                    self.text += &format!("{line}\n");
                    let sender = self.sender.as_ref().expect("it asks no more after the end");
                    sender
                        .send(Heard::Line(line.to_owned()))
                        .expect("it listens");
                }
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What is said when `script` is typed.
fn talk(home: &Path, board: &str, lang: Lang, script: &str) -> String {
    let mut records = Records::open(Some(Folder::at(home)));
    let read = |text: &str| {
        let errors = |errors: Vec<notation::Error>| {
            errors
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<String>>()
        };
        let pack = notation::read("typed", text).map_err(errors)?;
        Ok(Playlist::list(pack.entries, 0).expect("a pack is not empty"))
    };
    let left = records.left();
    let (playlist, left) = match left {
        Some(saved) if board.is_empty() => (
            Playlist::one(saved.entry),
            Some((saved.metric, saved.session)),
        ),
        _ => (read(board).expect("it is playable"), None),
    };
    let start = Start {
        playlist,
        left,
        records,
        shown: None,
    };
    let options = Options {
        lang,
        show: Show::Always,
        clock: false,
        limits: Limits {
            memory: Some(1 << 28),
            ..Limits::default()
        },
        ..Options::default()
    };
    let (sender, heard) = mpsc::channel();
    let lines: Vec<&'static str> = script
        .lines()
        .map(|line| &*line.to_owned().leak())
        .collect();
    let mut transcript = Transcript {
        script: lines.into(),
        sender: Some(sender),
        text: String::new(),
    };
    let mut open = read;
    let ended = plain::run(start, &options, &mut open, &heard, (&mut transcript, true));
    assert_eq!(ended.unwrap(), None);
    assert!(!transcript.text.contains('\u{1b}'));
    transcript.text
}

const BLOCKS: &str = include_str!("data/plain/blocks.txt");

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
    let script = "5\n1\n左\n撤销\n提示\n提示\nlanguage en\nhint\nRDL\nmap\nhardest\nrandom 21\nrandom x\nlist\n\
        list nothing\nopen [[1,2],[3,3]]\nopen 1 2/0 3\nright\nslove\nhelp me\nq";
    let said = talk(home.path(), "[[1,2,3],[4,0,5]]", Lang::Zh, script);
    insta::assert_snapshot!("numbers", said);
}

#[test]
fn the_game_goes_on_where_it_was_left() {
    let home = tempfile::tempdir().unwrap();
    talk(home.path(), BLOCKS, Lang::En, "a down\nS 1");
    let again = talk(home.path(), "", Lang::En, "undo");
    assert!(
        again.starts_with("The game that was left goes on after 1 move.\n"),
        "{again}"
    );
    assert!(again.contains("> undo\n0 moves made, "), "{again}");
}

#[test]
fn what_is_not_proven_is_told_as_bounds() {
    let home = tempfile::tempdir().unwrap();
    let board = "14 21 5 24 0/18 10 9 2 3/11 4 7 6 19/16 13 23 12 1/17 22 20 8 15";
    let said = talk(home.path(), board, Lang::En, "");
    let standing = said
        .lines()
        .find(|line| line.starts_with("0 steps made"))
        .unwrap();
    let bounds = standing.contains("at least ") || standing.contains("between ");
    assert!(bounds && standing.ends_with(" to go."), "{said}");
}

#[test]
fn a_pipe_plays_a_whole_game_and_gets_text_alone() {
    let run = process::run_with(
        &["--plain", "--lang", "en", "[[1,2,3],[0,4,5]]"],
        "4\nnonsense\n5\n",
    );
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert!(
        run.out
            .contains("4 goes left.\n1 step made, 1 step to go, good: 1 nearer.\n"),
        "{}",
        run.out
    );
    assert!(
        run.out
            .ends_with("Solved in the fewest steps: 2! N goes on.\n"),
        "{}",
        run.out
    );
    assert!(
        !run.out.contains(|c: char| c.is_control() && c != '\n'),
        "{:?}",
        run.out
    );
    let refused = process::run_with(&["--plain", "-"], "");
    assert_eq!((refused.status, refused.out.as_str()), (2, ""));
}
