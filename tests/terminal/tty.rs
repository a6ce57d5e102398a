//! A pseudo-terminal that answers nothing, and the program at it.

use crate::pipe;
use crate::turns::{self, Turn};
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, SlavePty, native_pty_system};
use std::ffi::OsString;
use std::io::Write;
use std::num::NonZeroU16;
use std::path::Path;
use std::process::Command;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long anything may take on a machine that is busy with other things.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);
/// The 2x3 board that is solved by 4 and 5 going left.
pub(crate) const TWO_LEFT: &str = "[[1,2,3],[0,4,5]]";

/// A board that is searched for longer than any test takes.
pub(crate) const HARD: &str = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";

/// The program at a terminal of its own.
pub(crate) struct Tty {
    pub(crate) master: Option<Box<dyn MasterPty + Send>>,
    pub(crate) slave: Option<Box<dyn SlavePty + Send>>,
    pub(crate) child: Box<dyn Child + Send + Sync>,
    pub(crate) keyboard: Box<dyn Write + Send>,
    pub(crate) output: Receiver<Vec<u8>>,
    pub(crate) parser: vt100::Parser,
    pub(crate) bytes: Vec<u8>,
    pub(crate) modes: String,
    _turn: Turn,
}

/// What is left when the program has ended.
pub(crate) struct End {
    pub(crate) status: u32,
    pub(crate) bytes: Vec<u8>,
    pub(crate) screen: vt100::Screen,
}

pub(crate) fn size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

pub(crate) fn count(number: u16) -> NonZeroU16 {
    NonZeroU16::new(number).expect("a window has rows and columns")
}

/// The terminal's modes, in words.
pub(crate) fn modes(master: &dyn MasterPty) -> String {
    format!("{:?}", master.get_termios().expect("a terminal has modes"))
}

/// The program; `HUARONG_BIN` names another build of it.
pub(crate) fn program() -> OsString {
    std::env::var_os("HUARONG_BIN").unwrap_or_else(|| env!("CARGO_BIN_EXE_huarong").into())
}

pub(crate) fn command(home: &Path, args: &[&str]) -> CommandBuilder {
    let mut command = CommandBuilder::new(program());
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
    pub(crate) fn start(command: CommandBuilder, columns: u16, rows: u16) -> Tty {
        let turn = turns::shared();
        let pair = native_pty_system().openpty(size(columns, rows)).unwrap();
        let modes = modes(&*pair.master);
        let child = pair.slave.spawn_command(command).unwrap();
        let output = pipe::listen(pair.master.try_clone_reader().unwrap());
        Tty {
            keyboard: pair.master.take_writer().unwrap(),
            master: Some(pair.master),
            slave: Some(pair.slave),
            child,
            output,
            parser: vt100::Parser::new(count(rows), count(columns), 0),
            bytes: Vec::new(),
            modes,
            _turn: turn,
        }
    }

    /// Starts the game with those arguments.
    pub(crate) fn game(home: &TempDir, args: &[&str], columns: u16, rows: u16) -> Tty {
        Tty::start(command(home.path(), args), columns, rows)
    }

    /// Leaves by a key, and checks what is left behind.
    pub(crate) fn leave(mut self) {
        self.press("q");
        self.end().assert_restored(0);
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
        self.keyboard.flush().unwrap();
    }

    pub(crate) fn resize(&mut self, columns: u16, rows: u16) {
        self.parser.set_size(count(rows), count(columns));
        let master = self.master.as_ref().expect("the terminal is open");
        master.resize(size(columns, rows)).unwrap();
    }

    /// What the system tells of the process.
    #[cfg(target_os = "linux")]
    pub(crate) fn told(&self) -> std::path::PathBuf {
        let id = self.child.process_id().unwrap();
        format!("/proc/{id}").into()
    }

    pub(crate) fn signal(&self, name: &str) {
        let id = self.child.process_id().unwrap().to_string();
        let sent = Command::new("kill").args(["-s", name, &id]).status();
        assert!(sent.unwrap().success());
    }

    pub(crate) fn take(&mut self, bytes: &[u8]) {
        self.parser.process(bytes);
        self.bytes.extend_from_slice(bytes);
    }

    pub(crate) fn text(&self) -> String {
        self.parser.screen().contents()
    }

    /// Reads until the screen is as `wanted`.
    pub(crate) fn until(&mut self, what: &str, wanted: impl Fn(&vt100::Screen) -> bool) {
        let end = Instant::now() + PATIENCE;
        while !wanted(self.parser.screen()) {
            let left = end.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(bytes) => self.take(&bytes),
                Err(why) => panic!("{what} never came ({why}):\n{}", self.text()),
            }
        }
    }

    /// Reads until there is no `difference` any more; the last one is told if there always is.
    pub(crate) fn until_same(
        &mut self,
        what: &str,
        difference: impl Fn(&vt100::Screen) -> Option<String>,
    ) {
        let end = Instant::now() + PATIENCE;
        while let Some(still) = difference(self.parser.screen()) {
            let left = end.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(bytes) => self.take(&bytes),
                Err(_) => panic!("{what}: {still}\n{}", self.text()),
            }
        }
    }

    pub(crate) fn until_seen(&mut self, words: &str) {
        self.until(words, |screen| screen.contents().contains(words));
    }

    /// Waits for the board and for the solver's word on it, so that nothing is to come by itself.
    pub(crate) fn until_known(&mut self, remaining: u32) {
        self.until("the number that remains", |screen| {
            let text = screen.contents();
            let mut behind = text.split("remaining").skip(1);
            let number = behind.next().and_then(|t| t.split_whitespace().next());
            number == Some(&remaining.to_string())
        });
    }

    /// Reads until more bytes have come than these.
    pub(crate) fn until_written(&mut self, bytes: usize) {
        while self.bytes.len() <= bytes {
            match self.output.recv_timeout(PATIENCE) {
                Ok(bytes) => self.take(&bytes),
                Err(why) => panic!("nothing is drawn ({why}):\n{}", self.text()),
            }
        }
    }

    /// Reads until nothing has come for `silence`.
    pub(crate) fn until_silent(&mut self, silence: Duration) {
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
    pub(crate) fn end(mut self) -> End {
        let status = self.wait();
        if let Some(master) = &self.master {
            assert_eq!(modes(&**master), self.modes);
        }
        drop(self.slave.take());
        while let Ok(bytes) = self.output.recv_timeout(PATIENCE) {
            self.take(&bytes);
        }
        End { status, screen: self.parser.screen().clone(), bytes: std::mem::take(&mut self.bytes) }
    }

    pub(crate) fn wait(&mut self) -> u32 {
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
    pub(crate) fn assert_restored(&self, status: u32) {
        assert_eq!(self.status, status, "{}", self.screen.contents());
        assert_restored(&self.screen);
    }

    pub(crate) fn has_escapes(&self) -> bool {
        self.bytes.contains(&0x1b)
    }
}

pub(crate) fn assert_restored(screen: &vt100::Screen) {
    assert!(!screen.alternate_screen(), "the alternate screen is left up");
    assert!(!screen.hide_cursor(), "the cursor is left hidden");
    let mouse = screen.mouse_protocol_mode();
    assert_eq!(mouse, vt100::MouseProtocolMode::None);
}

pub(crate) fn home() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// The game of a board whose search goes on.
pub(crate) fn searching(home: &TempDir) -> Tty {
    let mut tty = Tty::game(home, &[HARD], 80, 24);
    tty.until_seen("states/s");
    tty
}

/// The game of the board that two moves solve, its number known.
pub(crate) fn two_left(home: &TempDir) -> Tty {
    let mut tty = Tty::game(home, &[TWO_LEFT], 80, 24);
    tty.until_known(2);
    tty
}

/// What every cell shows: its character, a blank where there is none, and its colours.
pub(crate) fn cells(screen: &vt100::Screen) -> Vec<(String, [vt100::Color; 2])> {
    let (rows, columns) = screen.size();
    let places = (0..rows.get()).flat_map(|y| (0..columns.get()).map(move |x| (y, x)));
    let shown = places.filter_map(|(y, x)| screen.cell(y, x)).map(|cell| {
        let colours = [cell.fgcolor(), cell.bgcolor()];
        (cell.contents().trim().to_owned(), colours)
    });
    shown.collect()
}

/// The steps that were made, where they are shown.
pub(crate) fn steps(screen: &vt100::Screen) -> Option<usize> {
    number(screen, " steps ")
}

/// The first number that stands behind `name`.
pub(crate) fn number(screen: &vt100::Screen, name: &str) -> Option<usize> {
    let text = screen.contents();
    let mut behind = text.split(name).skip(1);
    behind.find_map(|text| text.split_whitespace().next()?.parse().ok())
}

/// What is behind `name` on the screen.
pub(crate) fn figure(tty: &Tty, name: &str) -> Option<String> {
    let text = tty.text();
    let (_, behind) = text.rsplit_once(name)?;
    behind.split_whitespace().next().map(str::to_owned)
}
