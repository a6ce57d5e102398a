//! The program in a real pseudo-terminal that answers nothing: what it shows, what it leaves behind, how it exits.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "where a test cannot go on, it fails")]

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, SlavePty, native_pty_system};
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::process::Command;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long anything may take on a machine that is busy with other things.
const PATIENCE: Duration = Duration::from_secs(60);
/// The 2x3 board that is solved by 4 and 5 going left.
const TWO_LEFT: &str = "[[1,2,3],[0,4,5]]";

/// The program at a terminal of its own.
struct Tty {
    master: Option<Box<dyn MasterPty + Send>>,
    slave: Option<Box<dyn SlavePty + Send>>,
    child: Box<dyn Child + Send + Sync>,
    keyboard: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    parser: vt100::Parser,
    bytes: Vec<u8>,
    modes: String,
}

/// What is left when the program has ended.
struct End {
    status: u32,
    bytes: Vec<u8>,
    screen: vt100::Screen,
}

fn size(columns: u16, rows: u16) -> PtySize {
    PtySize {
        rows,
        cols: columns,
        pixel_width: 0,
        pixel_height: 0,
    }
}

fn count(number: u16) -> NonZeroU16 {
    NonZeroU16::new(number).expect("a window has rows and columns")
}

/// The terminal's modes, in words.
fn modes(master: &dyn MasterPty) -> String {
    format!("{:?}", master.get_termios().expect("a terminal has modes"))
}

fn command(home: &Path, args: &[&str]) -> CommandBuilder {
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_huarong"));
    command.args(args);
    for name in ["NO_COLOR", "COLORTERM", "LC_ALL", "LC_MESSAGES"] {
        command.env_remove(name);
    }
    command.env("TERM", "xterm-256color");
    command.env("LANG", "C.UTF-8");
    command.env("HUARONG_HOME", home);
    command
}

impl Tty {
    /// Starts the program at a terminal of so many columns and rows.
    fn start(command: CommandBuilder, columns: u16, rows: u16) -> Tty {
        let pair = native_pty_system().openpty(size(columns, rows)).unwrap();
        let modes = modes(&*pair.master);
        let child = pair.slave.spawn_command(command).unwrap();
        let mut reader = pair.master.try_clone_reader().unwrap();
        let (sender, output) = mpsc::channel();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            // A terminal whose other end is closed reports an error in place of an end.
            while let Ok(length @ 1..) = reader.read(&mut buffer) {
                if sender.send(buffer[..length].to_vec()).is_err() {
                    return;
                }
            }
        });
        Tty {
            keyboard: pair.master.take_writer().unwrap(),
            master: Some(pair.master),
            slave: Some(pair.slave),
            child,
            output,
            parser: vt100::Parser::new(count(rows), count(columns), 0),
            bytes: Vec::new(),
            modes,
        }
    }

    fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
        self.keyboard.flush().unwrap();
    }

    fn resize(&mut self, columns: u16, rows: u16) {
        self.parser.set_size(count(rows), count(columns));
        let master = self.master.as_ref().expect("the terminal is open");
        master.resize(size(columns, rows)).unwrap();
    }

    fn signal(&self, name: &str) {
        let id = self.child.process_id().unwrap().to_string();
        let sent = Command::new("kill").args(["-s", name, &id]).status();
        assert!(sent.unwrap().success());
    }

    fn take(&mut self, bytes: &[u8]) {
        self.parser.process(bytes);
        self.bytes.extend_from_slice(bytes);
    }

    fn text(&self) -> String {
        self.parser.screen().contents()
    }

    /// Reads until the screen is as `wanted`.
    fn until(&mut self, what: &str, wanted: impl Fn(&vt100::Screen) -> bool) {
        let end = Instant::now() + PATIENCE;
        while !wanted(self.parser.screen()) {
            let left = end.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(bytes) => self.take(&bytes),
                Err(why) => panic!("{what} never came ({why}):\n{}", self.text()),
            }
        }
    }

    fn until_seen(&mut self, words: &str) {
        self.until(words, |screen| screen.contents().contains(words));
    }

    /// Waits for the board and for the solver's word on it, so that nothing is to come by itself.
    fn until_known(&mut self, remaining: u32) {
        self.until("the number that remains", |screen| {
            let text = screen.contents();
            let mut behind = text.split("remaining").skip(1);
            let number = behind.next().and_then(|t| t.split_whitespace().next());
            number == Some(&remaining.to_string())
        });
    }

    /// Reads until nothing has come for `silence`.
    fn until_silent(&mut self, silence: Duration) {
        let end = Instant::now() + PATIENCE;
        loop {
            match self.output.recv_timeout(silence) {
                Ok(bytes) => self.take(&bytes),
                Err(RecvTimeoutError::Timeout) => return,
                Err(why) => panic!("the program is gone ({why})"),
            }
            assert!(Instant::now() < end, "it is never silent");
        }
    }

    /// Waits until the program has ended, and checks that the terminal's modes are as they were before.
    fn end(mut self) -> End {
        let status = self.wait();
        if let Some(master) = &self.master {
            assert_eq!(modes(&**master), self.modes);
        }
        drop(self.slave.take());
        while let Ok(bytes) = self.output.recv_timeout(PATIENCE) {
            self.take(&bytes);
        }
        End {
            status,
            screen: self.parser.screen().clone(),
            bytes: std::mem::take(&mut self.bytes),
        }
    }

    fn wait(&mut self) -> u32 {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                assert_eq!(status.signal(), None);
                return status.exit_code();
            }
            assert!(Instant::now() < end, "it never ends:\n{}", self.text());
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Tty {
    /// No failed test leaves a game behind.
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(None)) {
            let _ = self.child.kill();
        }
    }
}

impl End {
    /// Checks that the main screen is shown, with the cursor and without the mouse.
    fn assert_restored(&self, status: u32) {
        assert_eq!(self.status, status, "{}", self.screen.contents());
        assert_restored(&self.screen);
    }

    fn has_escapes(&self) -> bool {
        self.bytes.contains(&0x1b)
    }
}

fn assert_restored(screen: &vt100::Screen) {
    assert!(
        !screen.alternate_screen(),
        "the alternate screen is left up"
    );
    assert!(!screen.hide_cursor(), "the cursor is left hidden");
    let mouse = screen.mouse_protocol_mode();
    assert_eq!(mouse, vt100::MouseProtocolMode::None);
}

fn home() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// The game of the board that two moves solve, its number known.
fn two_left(home: &TempDir) -> Tty {
    let mut tty = Tty::start(command(home.path(), &[TWO_LEFT]), 80, 24);
    tty.until_known(2);
    tty
}

#[test]
fn it_opens_on_a_playable_board_and_q_leaves() {
    let home = home();
    let mut tty = Tty::start(command(home.path(), &[]), 80, 24);
    tty.until_seen("remaining");
    assert!(tty.parser.screen().alternate_screen());
    assert!(tty.parser.screen().hide_cursor());
    let mouse = tty.parser.screen().mouse_protocol_mode();
    assert_eq!(mouse, vt100::MouseProtocolMode::ButtonMotion);
    tty.press("q");
    tty.end().assert_restored(0);
}

#[test]
fn nothing_is_asked_of_the_terminal() {
    let home = home();
    let mut tty = two_left(&home);
    tty.press("q");
    let bytes = tty.end().bytes;
    // Cursor, size, attributes, keyboard: every question would stop the first frame where nothing answers.
    for question in [
        "\x1b[6n", "\x1b[c", "\x1b[?u", "\x1b[5n", "\x1b[14t", "\x1b[18t",
    ] {
        let found = bytes
            .windows(question.len())
            .any(|w| w == question.as_bytes());
        assert!(!found, "{question:?} was asked");
    }
}

#[test]
fn signals_leave_the_terminal_as_it_was() {
    for (name, number) in [("TERM", 15), ("HUP", 1), ("INT", 2)] {
        let home = home();
        let mut tty = two_left(&home);
        tty.press("h");
        tty.until_known(1);
        tty.signal(name);
        tty.end().assert_restored(128 + number);
    }
}

#[test]
fn a_signal_in_the_middle_of_a_search_ends_it() {
    let home = home();
    let hard = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";
    let mut tty = Tty::start(command(home.path(), &[hard]), 80, 24);
    tty.until_seen("states/s");
    tty.signal("TERM");
    tty.end().assert_restored(128 + 15);
}

#[test]
fn a_closed_terminal_leaves_no_orphan() {
    let home = home();
    let mut tty = two_left(&home);
    // The thread that reads holds an end of the terminal, until it finds that nobody listens to it.
    tty.output = mpsc::channel().1;
    tty.press("?");
    tty.keyboard = Box::new(std::io::sink());
    drop((tty.master.take(), tty.slave.take()));
    assert_eq!(tty.wait(), 128 + 1);
}

#[test]
fn an_idle_game_writes_nothing() {
    let home = home();
    let mut tty = two_left(&home);
    tty.until_silent(Duration::from_secs(2));
    tty.press("hh");
    tty.until_seen("Solved");
    tty.until_silent(Duration::from_secs(2));
}

#[test]
fn what_cannot_be_read_is_said_without_an_escape() {
    let home = home();
    let bad = home.path().join("bad.txt");
    std::fs::write(&bad, "[[1,2,3],[5,\x1b[2J,0]]").unwrap();
    let bad = bad.to_str().unwrap();
    let missing = "no-such-puzzle";
    for args in [
        &[bad][..],
        &[missing],
        &["--no-such-option"],
        &["--metric", "miles"],
    ] {
        let end = Tty::start(command(home.path(), args), 80, 24).end();
        assert_eq!(end.status, 2, "{args:?}");
        let text = String::from_utf8_lossy(&end.bytes).into_owned();
        assert!(!end.has_escapes(), "{args:?}: {text:?}");
        assert!(!text.trim().is_empty(), "{args:?}");
    }
}

/// Every colour code in `bytes`: parameters of `m` that choose one, but not those that go back to the default.
fn colour_codes(bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes);
    let codes = text.split("\x1b[").skip(1).filter_map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_digit() && !";:".contains(c))?;
        rest[end..].starts_with('m').then(|| rest[..end].to_owned())
    });
    let colour = |code: &str| {
        let first = code.split([';', ':']).next().unwrap_or_default();
        matches!(first.parse(), Ok(30..=38 | 40..=48 | 90..=107))
    };
    codes.filter(|code| colour(code)).collect()
}

#[test]
fn no_color_means_none() {
    let home = home();
    let mut without = command(home.path(), &[TWO_LEFT]);
    without.env("NO_COLOR", "1");
    let codes = |command| {
        let mut tty = Tty::start(command, 80, 24);
        tty.until_known(2);
        tty.press("j");
        tty.until_seen("+1 away");
        tty.press("q");
        colour_codes(&tty.end().bytes)
    };
    assert_eq!(codes(without), [""; 0]);
    assert_ne!(codes(command(home.path(), &[TWO_LEFT])), [""; 0]);
}

/// What every cell shows: its character, a blank where there is none, and its colours.
fn cells(screen: &vt100::Screen) -> Vec<(String, [vt100::Color; 2])> {
    let (rows, columns) = screen.size();
    let places = (0..rows.get()).flat_map(|y| (0..columns.get()).map(move |x| (y, x)));
    let shown = places.filter_map(|(y, x)| screen.cell(y, x)).map(|cell| {
        let colours = [cell.fgcolor(), cell.bgcolor()];
        (cell.contents().trim().to_owned(), colours)
    });
    shown.collect()
}

#[test]
fn after_small_and_smaller_windows_the_picture_is_as_before() {
    let home = home();
    let mut tty = Tty::start(command(home.path(), &["hengdaolima"]), 120, 40);
    tty.until_known(81);
    tty.until_silent(Duration::from_millis(300));
    let before = cells(tty.parser.screen());
    tty.resize(20, 5);
    tty.until_seen("20x5 <");
    tty.resize(1, 1);
    tty.until("one cell", |screen| screen.contents().trim() == "1");
    tty.resize(120, 40);
    tty.until("the picture before", |screen| cells(screen) == before);
    tty.press("q");
    tty.end().assert_restored(0);
}

/// Whether the process is stopped, as the system tells.
#[cfg(target_os = "linux")]
fn is_stopped(tty: &Tty) -> bool {
    let id = tty.child.process_id().unwrap();
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap();
    let state = stat.rsplit(')').next().unwrap_or_default();
    state.trim_start().starts_with('T')
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_z_gives_the_terminal_back_and_fg_takes_it_again() {
    let home = home();
    let mut tty = two_left(&home);
    for round in 0..3 {
        tty.press("\x1a");
        tty.until("the main screen", |screen| !screen.alternate_screen());
        let end = Instant::now() + PATIENCE;
        while !is_stopped(&tty) {
            assert!(Instant::now() < end, "it never stops");
            thread::sleep(Duration::from_millis(5));
        }
        tty.until_silent(Duration::from_millis(50));
        assert_restored(tty.parser.screen());
        assert_eq!(modes(&**tty.master.as_ref().unwrap()), tty.modes);
        tty.resize(100 - round, 30);
        tty.signal("CONT");
        tty.until("the board", |screen| {
            screen.alternate_screen() && screen.contents().contains("remaining")
        });
        tty.until_known(2);
    }
    tty.press("h");
    tty.until_known(1);
    tty.press("q");
    tty.end().assert_restored(0);
}

#[test]
fn a_key_that_is_held_leaves_nothing_behind() {
    let home = home();
    let mut tty = two_left(&home);
    tty.press(&"jk".repeat(250));
    tty.press("q");
    tty.end().assert_restored(0);
}

/// What is behind `name` on the screen.
fn figure(tty: &Tty, name: &str) -> Option<String> {
    let text = tty.text();
    let (_, behind) = text.rsplit_once(name)?;
    behind.split_whitespace().next().map(str::to_owned)
}

#[test]
fn after_a_kill_the_board_and_its_history_come_back() {
    let home = home();
    let mut tty = two_left(&home);
    tty.press("jk");
    tty.until_known(2);
    tty.press("h");
    tty.until_known(1);
    // The file of the last move is written before its frame is drawn.
    tty.signal("KILL");
    let mut again = Tty::start(command(home.path(), &[]), 80, 24);
    again.until_known(1);
    assert_eq!(
        figure(&again, "steps"),
        Some("3".to_owned()),
        "{}",
        again.text()
    );
    again.press("u");
    again.until_known(2);
    again.press("uu");
    again.until("the start", |screen| {
        screen.contents().contains("steps                0")
    });
    again.press("UUU");
    again.until_known(1);
    again.press("h");
    again.until_seen("Solved");
    again.press("q");
    again.end().assert_restored(0);
}

#[test]
fn garbage_in_the_place_of_a_game_is_set_aside_and_said() {
    let home = home();
    let game = home.path().join("game.json");
    std::fs::write(&game, "{\"version\":1,\"tur").unwrap();
    let mut tty = Tty::start(command(home.path(), &[]), 120, 24);
    tty.until_seen("could not be understood");
    tty.press("q");
    tty.end().assert_restored(0);
    let kept = std::fs::read_to_string(home.path().join("game.json.bad-1"));
    assert_eq!(kept.unwrap(), "{\"version\":1,\"tur");
}

#[test]
fn the_best_result_is_kept_and_shown() {
    let home = home();
    let board = "[[1,2,3],[0,4,5]]";
    for (keys, best) in [("jkhh", 4), ("hh", 2), ("jkhh", 2)] {
        let mut tty = two_left(&home);
        tty.press(keys);
        tty.until_seen(&format!("best {best}"));
        tty.press("q");
        tty.end().assert_restored(0);
    }
    let mut tty = Tty::start(command(home.path(), &[board]), 80, 24);
    tty.until_seen("best 2");
    tty.press("q");
    tty.end().assert_restored(0);
}

#[test]
fn a_home_that_cannot_be_written_is_said_once_and_play_goes_on() {
    let home = home();
    let file = home.path().join("file");
    std::fs::write(&file, "in the way").unwrap();
    let mut tty = Tty::start(command(&file, &[TWO_LEFT]), 120, 24);
    tty.until_known(2);
    tty.press("j");
    tty.until_seen("cannot be written");
    tty.press("khh");
    tty.until_seen("Solved");
    tty.press("q");
    tty.end().assert_restored(0);
}

#[test]
fn a_disk_without_room_is_said_once_and_the_old_files_stay() {
    let home = home();
    let mut tty = two_left(&home);
    tty.press("jkhh");
    tty.until_seen("best 4");
    tty.press("q");
    tty.end().assert_restored(0);
    let read = |name: &str| std::fs::read_to_string(home.path().join(name)).unwrap();
    let names = || {
        let names = std::fs::read_dir(home.path()).unwrap();
        let mut names: Vec<_> = names.map(|file| file.unwrap().file_name()).collect();
        names.sort();
        names
    };
    let before = (read("game.json"), read("records.json"), names());
    // No file can be given a single byte; that is an error and not a signal, as on a disk that is full.
    let mut full = CommandBuilder::new("sh");
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"";
    full.args(["-c", script, env!("CARGO_BIN_EXE_huarong"), TWO_LEFT]);
    full.env("TERM", "xterm-256color");
    full.env("LANG", "C.UTF-8");
    full.env("HUARONG_HOME", home.path());
    let mut tty = Tty::start(full, 120, 24);
    tty.until_known(2);
    tty.press("h");
    tty.until_seen("cannot be written");
    tty.press("h");
    tty.until_seen("Solved");
    tty.press("q");
    tty.end().assert_restored(0);
    assert_eq!((read("game.json"), read("records.json"), names()), before);
}

#[test]
fn the_help_can_be_read_to_its_last_line_in_a_small_window() {
    let home = home();
    let mut tty = Tty::start(command(home.path(), &[TWO_LEFT]), 40, 12);
    tty.until_seen("remaining");
    tty.press("?");
    tty.until("the help", |screen| {
        !screen.contents().contains("remaining")
    });
    assert!(!tty.text().contains("Ctrl-C"), "{}", tty.text());
    tty.press(&"\x1b[B".repeat(60));
    tty.until_seen("Ctrl-C");
    tty.press("?");
    tty.until_seen("remaining");
    tty.press("q");
    tty.end().assert_restored(0);
}

#[test]
fn a_dumb_terminal_gets_no_colours() {
    let home = home();
    let mut dumb = command(home.path(), &[TWO_LEFT]);
    dumb.env("TERM", "dumb");
    let mut tty = Tty::start(dumb, 80, 24);
    tty.until_known(2);
    tty.press("j");
    tty.until_seen("+1 away");
    tty.press("q");
    let end = tty.end();
    end.assert_restored(0);
    assert_eq!(colour_codes(&end.bytes), [""; 0]);
}

#[test]
fn the_locale_chooses_the_language_and_wide_characters_do_not_drift() {
    for (locale, word) in [("C", "remaining"), ("zh_CN.UTF-8", "剩余")] {
        let home = home();
        std::fs::write(home.path().join("settings.toml"), "clock = false\n").unwrap();
        let mut spoken = command(home.path(), &["hengdaolima"]);
        spoken.env("LANG", locale);
        let mut tty = Tty::start(spoken, 100, 30);
        tty.until_seen(word);
        tty.until("the number that remains", |screen| {
            screen.contents().contains("81")
        });
        for keys in ["\t", "?", "?", "M", "M", "L", "L"] {
            tty.press(keys);
            tty.until_silent(Duration::from_millis(300));
        }
        // What was drawn change by change is what is drawn as a whole.
        let characters = |tty: &Tty| -> Vec<String> {
            let cells = cells(tty.parser.screen()).into_iter();
            cells.map(|(character, _)| character).collect()
        };
        let (before, text) = (characters(&tty), tty.text());
        let written = tty.bytes.len();
        tty.press("\x0c");
        tty.until_silent(Duration::from_millis(300));
        assert!(tty.bytes.len() > written, "nothing is drawn anew");
        assert!(characters(&tty) == before, "{text}\n{}", tty.text());
        tty.signal("TERM");
        tty.end().assert_restored(128 + 15);
    }
}

/// How often the threads of the program have gone to sleep by themselves so far.
#[cfg(target_os = "linux")]
fn wake_ups(tty: &Tty) -> u64 {
    let id = tty.child.process_id().unwrap();
    let tasks = std::fs::read_dir(format!("/proc/{id}/task")).unwrap();
    let of_task = |task: std::fs::DirEntry| {
        let status = std::fs::read_to_string(task.path().join("status")).unwrap();
        let line = status
            .lines()
            .find(|l| l.starts_with("voluntary_ctxt_switches"));
        let number = line.and_then(|l| l.split_whitespace().nth(1));
        number.unwrap().parse::<u64>().unwrap()
    };
    tasks.map(|task| of_task(task.unwrap())).sum()
}

#[cfg(target_os = "linux")]
#[test]
fn with_the_clock_hidden_an_idle_game_writes_nothing_and_does_not_wake() {
    let home = home();
    std::fs::write(home.path().join("settings.toml"), "clock = false\n").unwrap();
    let mut tty = two_left(&home);
    tty.press("j");
    tty.until_known(3);
    tty.until_silent(Duration::from_millis(500));
    let (written, woken) = (tty.bytes.len(), wake_ups(&tty));
    thread::sleep(Duration::from_secs(3));
    tty.until_silent(Duration::from_millis(10));
    assert_eq!((tty.bytes.len(), wake_ups(&tty)), (written, woken));
    tty.press("q");
    tty.end().assert_restored(0);
}

#[test]
fn the_first_frame_waits_for_no_answer_and_no_key() {
    let home = home();
    let mut tty = Tty::start(command(home.path(), &[]), 80, 24);
    tty.until_seen("remaining");
    let text = tty.text();
    assert!(text.contains("Huarong"), "{text}");
    // Everything up to the board: the modes that are set, and no question among them.
    assert!(
        tty.bytes.starts_with(b"\x1b[?1049h"),
        "{:?}",
        &tty.bytes[..20]
    );
    tty.press("q");
    tty.end().assert_restored(0);
}

#[test]
fn settings_that_make_no_sense_are_set_aside_and_said() {
    let home = home();
    let file = home.path().join("settings.toml");
    std::fs::write(&file, "theme = \"pink\"\n").unwrap();
    let mut tty = Tty::start(command(home.path(), &[TWO_LEFT]), 120, 24);
    tty.until_seen("settings.toml was put aside: there is no theme");
    tty.press("q");
    tty.end().assert_restored(0);
    assert!(!file.exists());
    assert!(home.path().join("settings.toml.bad-1").exists());
}

#[test]
fn the_mouse_pushes_tiles_and_drags_cars() {
    let home = home();
    let mut tty = Tty::start(command(home.path(), &["[[1,2,3],[0,4,5]]"]), 80, 24);
    tty.until_known(2);
    for number in ["4", "5"] {
        let (row, column) = find(&tty, number);
        // Press and release of the left button, counted from 1 (SGR).
        tty.press(&format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"));
        tty.until("the tile elsewhere", |screen| {
            screen
                .contents()
                .lines()
                .nth(row - 1)
                .is_none_or(|line| line.chars().nth(column - 1) != number.chars().next())
        });
    }
    tty.until_seen("Solved");
    tty.press("q");
    tty.end().assert_restored(0);

    let board = "AA...o\np..q.o\npXXq.o\np..q..\nb...cc\nb.rrr.\n=>\n......\n......\n....XX\n......\n......\n......\n";
    let file = home.path().join("rush.txt");
    std::fs::write(&file, board).unwrap();
    let mut tty = Tty::start(command(home.path(), &[&file.display().to_string()]), 80, 24);
    tty.until_seen("remaining");
    let (row, column) = find(&tty, "A");
    tty.press(&format!(
        "\x1b[<0;{column};{row}M\x1b[<32;{};{row}M\x1b[<0;{0};{row}m",
        column + 7
    ));
    tty.until("a move", |screen| {
        screen.contents().contains("moves                1")
            || screen.contents().contains("moves     1")
    });
    tty.press("q");
    tty.end().assert_restored(0);
}

/// Row and column, from 1, of the first piece labelled so.
fn find(tty: &Tty, label: &str) -> (usize, usize) {
    let text = tty.text();
    let wanted = format!(" {label} ");
    let lines = text.lines().enumerate().skip(1);
    let mut hits = lines.filter_map(|(row, line)| {
        let board: String = line.chars().take(50).collect();
        let at = board.find(&wanted)?;
        Some((row + 1, board[..at].chars().count() + 2))
    });
    hits.next().expect("the piece is there")
}
