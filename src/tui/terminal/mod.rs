//! The real terminal: taking it, giving it back however the program ends, and reading its events.
//!
//! Whatever happens, the terminal is left as it was found: on return, on error, on a panic of any thread, on the
//! signals that end a program, when the terminal is closed, and while the program is suspended. Nothing is asked of the terminal
//! that it would have to answer, but for one thing: where a picture is wanted, whether it shows pixels. That is asked when the
//! first frame is there. What its sixteen colours look like is asked then too, where there are no others; the answer comes among the
//! keys if there is one, and nobody waits for it.

mod input;

use super::app::unusable;
use super::autosave::SaveHandle;
use super::pictures::{Window, ask, farewell};
use super::{App, Depth, Effect, Launch, Message, Options, Shades};
use crate::engine::fault_injection;
use crate::generate::today_and_rest;
use crate::notation::printable;
use crossterm::clipboard::CopyToClipboard;
use crossterm::cursor::{Hide, Show};
use crossterm::style::Print;
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{execute, queue};
use input::Input;
use ratatui::backend::CrosstermBackend;
use signal_hook::consts::{
    SIGALRM, SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1, SIGUSR2,
};
use signal_hook::iterator::Signals;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;
use std::{env, panic, thread};

/// Reports of pressed and dragged buttons; not of every motion, which the library's own command would turn on too.
const MOUSE_ON: &str = "\x1b[?1000h\x1b[?1002h\x1b[?1006h";
/// Turns off every kind of report that could be on.
const MOUSE_OFF: &str = "\x1b[?1006l\x1b[?1003l\x1b[?1002l\x1b[?1000l";
/// What is pasted comes between marks, so that it is not taken for keys.
const PASTE_ON: &str = "\x1b[?2004h";
const PASTE_OFF: &str = "\x1b[?2004l";
/// The terminal tells when its window gets and loses the keys.
const FOCUS_ON: &str = "\x1b[?1004h";
const FOCUS_OFF: &str = "\x1b[?1004l";

/// Plays on the terminal of the process until the player leaves; the terminal is then as it was before.
///
/// # Errors
/// The terminal cannot be put into the mode that is needed, or cannot be written to; what was played could not be kept.
pub fn play(start: Launch, options: Options) -> io::Result<()> {
    let backend = CrosstermBackend::new(HeldFrame::default());
    let mut app = App::new(start.playlist, &options, backend)?;
    if let Some(moves) = start.shown {
        app = app.showing(moves);
    }
    let mut app = app
        .with_records(start.records, start.left)
        .with_clipboard(copy)
        .with_mouse(switch_mouse)
        .with_calendar(today_and_rest);
    if let Some(saving) = app.saving() {
        // Set once: a program plays once.
        let _ = SAVING.set(saving);
    }
    MOUSE.store(options.settings.mouse, Ordering::SeqCst);
    let screen = TerminalGuard::take().map_err(unusable)?;
    watch_signals(app.sender()).map_err(unusable)?;
    // This turn waits for nothing: it has the first frame drawn before the terminal is asked anything.
    let mut effect = app.turn(Some(Duration::ZERO)).inspect_err(|_| await_hang_up())?;
    // When the first frame is there, and before the thread that reads keys would take answers for keys.
    let window = find_pixels(&options, &app.sender());
    ask_for_shades(&options).map_err(unusable)?;
    read_events(app.sender(), window).map_err(unusable)?;
    while effect != Effect::Quit {
        if effect == Effect::Suspend {
            screen.suspend().map_err(unusable)?;
            app.repaint();
        }
        effect = app.run().inspect_err(|_| await_hang_up())?;
    }
    drop(screen);
    app.unkept().map_or(Ok(()), |said| Err(io::Error::other(said)))
}

/// Hands a text to the terminal for its clipboard (OSC 52), which takes it or not without a word. What cannot be written
/// cannot be drawn either, and then that is said.
fn copy(text: &str) {
    if *ours() {
        let _ = execute!(io::stdout(), CopyToClipboard::to_clipboard_from(text));
    }
}

/// Whether the mouse is for the game, which whoever takes the terminal again has to know, on whichever thread.
static MOUSE: AtomicBool = AtomicBool::new(true);

/// Takes the mouse, or leaves it to the terminal.
fn switch_mouse(on: bool) {
    MOUSE.store(on, Ordering::SeqCst);
    // What cannot be written cannot be drawn either, and then that is said.
    if *ours() {
        let _ = execute!(io::stdout(), Print(if on { MOUSE_ON } else { MOUSE_OFF }));
    }
}

/// What a frame writes, held back until the frame is complete: it goes to the terminal in one piece, and what a panic leaves
/// half drawn never comes there.
#[derive(Default)]
struct HeldFrame(Vec<u8>);

impl Write for HeldFrame {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let written = out.write_all(&self.0).and_then(|()| out.flush());
        self.0.clear();
        written
    }
}

/// What cannot be drawn may be drawn on a terminal that has just been closed: then a signal says so too, and its thread
/// ends the program with the status that tells of it.
fn await_hang_up() {
    thread::sleep(Duration::from_millis(100));
}

/// The terminal while it is ours; it is given back when this is dropped.
struct TerminalGuard;

impl TerminalGuard {
    fn take() -> io::Result<TerminalGuard> {
        restore_on_panic();
        enter()?;
        Ok(TerminalGuard)
    }

    /// Gives the terminal to the shell and stops; goes on when the shell says so.
    fn suspend(&self) -> io::Result<()> {
        give_back();
        // It can only fail for a number that is no signal.
        let _ = signal_hook::low_level::emulate_default_handler(SIGTSTP);
        enter()
    }
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        give_back();
    }
}

/// Takes the terminal.
fn enter() -> io::Result<()> {
    let mut ours = ours();
    *ours = true;
    set_up()
}

/// Takes the terminal once more if it is ours, and was not given back in the meantime.
fn enter_again() -> io::Result<()> {
    let ours = ours();
    if *ours { set_up() } else { Ok(()) }
}

fn set_up() -> io::Result<()> {
    // Where raw mode is thought to be on, turning it on does nothing; a shell may have set its own modes meanwhile. This sets those
    // of before, which are so kept for the end, and does nothing where they are set.
    disable_raw_mode()?;
    enable_raw_mode()?;
    let mut out = io::stdout();
    queue!(out, EnterAlternateScreen, Hide, Print(PASTE_ON), Print(FOCUS_ON))?;
    if MOUSE.load(Ordering::SeqCst) {
        queue!(out, Print(MOUSE_ON))?;
    }
    out.flush()
}

/// Whether the terminal is ours. To leave the alternate screen twice would put the cursor back to where it was before, and
/// what was printed in between would be overwritten. Whoever takes or gives back holds the lock until it is done, and takes
/// it before that of the standard output.
static OURS: Mutex<bool> = Mutex::new(false);

fn ours() -> MutexGuard<'static, bool> {
    OURS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Gives the terminal back if it is ours.
fn give_back() {
    let mut ours = ours();
    if std::mem::take(&mut *ours) {
        restore(&mut io::stdout());
    }
}

/// Writes what gives the terminal back. What cannot be written cannot be helped: the terminal may be gone.
fn restore(out: &mut impl Write) {
    let _ = execute!(
        out,
        Print(farewell()),
        Print(MOUSE_OFF),
        Print(PASTE_OFF),
        Print(FOCUS_OFF),
        LeaveAlternateScreen,
        Show
    );
    // This is tried even where nothing could be written: in raw mode the shell would echo nothing.
    let _ = disable_raw_mode();
}

/// The threads that the game cannot do without, beside that of the loop.
const SIGNALS: &str = "signals";
const KEYS: &str = "keys";

/// A panic of the loop, or of a thread that it cannot do without, gives the terminal back before its message is printed; the
/// program ends with it, which would otherwise wait for that thread in vain. Any other thread works for the solver: whoever
/// started it catches the panic and reports it, and the game goes on.
fn restore_on_panic() {
    let main = thread::current().id();
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let here = thread::current();
        if here.id() == main {
            give_back();
            report(info);
        } else if matches!(here.name(), Some(SIGNALS | KEYS)) {
            end(PANICKED, || report(info));
        }
    }));
}

/// The exit status of a program that panics on its main thread.
const PANICKED: i32 = 101;

/// Ends the program with the terminal restored when a signal says so. The thread must do it all by itself: when the
/// terminal is gone, the one that reads events never comes back.
fn watch_signals(sender: Sender<Message>) -> io::Result<()> {
    let ends = [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2];
    let mut signals = Signals::new(ends.into_iter().chain([SIGTSTP, SIGCONT]))?;
    let name = thread::Builder::new().name(SIGNALS.to_owned());
    name.spawn(move || {
        for signal in signals.forever() {
            fault_injection::panic_if_asked();
            let message = match signal {
                SIGTSTP => Message::Suspend,
                SIGCONT => {
                    // Stopped from outside, the shell may have changed the modes. If this fails, drawing will tell.
                    let _ = enter_again();
                    Message::Continued
                }
                _ => end(128 + signal, || ()),
            };
            if sender.send(message).is_err() {
                return;
            }
        }
    })?;
    Ok(())
}

/// How long a terminal may take to be given back when the program has to end.
const GIVE_UP: Duration = Duration::from_millis(300);

/// What is being kept when the program ends without coming back to the loop.
static SAVING: OnceLock<SaveHandle> = OnceLock::new();

/// Ends with this status after `last`, when what is being kept is on the disk. The lock keeps a frame that is being drawn
/// from coming afterwards.
fn end(status: i32, last: impl FnOnce()) -> ! {
    // A terminal that reads nothing holds whoever writes to it, and with it the locks: it is given up after a moment.
    let (sender, restored) = mpsc::channel();
    thread::spawn(move || {
        let mut ours = ours();
        let mut out = io::stdout().lock();
        if std::mem::take(&mut *ours) {
            restore(&mut out);
        }
        // The locks are held until the process ends, so that no frame comes afterwards.
        let _ = sender.send(());
        loop {
            thread::park();
        }
    });
    if restored.recv_timeout(GIVE_UP).is_err() {
        let _ = disable_raw_mode();
    }
    last();
    if let Some(problem) = SAVING.get().and_then(SaveHandle::finish) {
        // The standard error may be a terminal that is gone.
        let _ = writeln!(io::stderr(), "huarong: {}", printable::masked(&problem.to_string()));
    }
    std::process::exit(status)
}

/// Sends whatever the terminal reports. It ends when nobody listens, or when the terminal is gone.
fn read_events(sender: Sender<Message>, mut window: Option<Window>) -> io::Result<()> {
    let mut input = Input::open()?;
    let name = thread::Builder::new().name(KEYS.to_owned());
    name.spawn(move || {
        loop {
            match input.next() {
                Ok(messages) => {
                    if !messages.is_empty() {
                        fault_injection::panic_if_asked();
                    }
                    let resized = messages.iter().any(|it| matches!(it, Message::Resize(_)));
                    let canvas = window.as_mut().filter(|_| resized).and_then(Window::renewed);
                    let canvas = canvas.map(|canvas| Message::Pixels(Some(canvas)));
                    // The size goes first, so that the model knows the window for which the pixels are.
                    let mut messages = messages.into_iter().chain(canvas);
                    if messages.any(|message| sender.send(message).is_err()) {
                        return;
                    }
                }
                // The terminal is gone: what its hang-up signal would do, whichever comes first.
                Err(_) => end(128 + SIGHUP, || ()),
            }
        }
    })?;
    Ok(())
}

/// Asks the terminal for its pixels, if there is a picture for them, and sends the answer and what was typed meanwhile.
fn find_pixels(options: &Options, sender: &Sender<Message>) -> Option<Window> {
    let has_picture = options.picture.is_some() && options.theme().has_color();
    let (window, keys) = has_picture.then(|| ask(options.graphics, options.settings.ascii))??;
    let pixels = Message::Pixels(window.as_ref().map(|window| window.canvas));
    for message in keys.into_iter().map(Message::Key).chain([pixels]) {
        // The loop listens as long as this thread, which it runs on, is here.
        let _ = sender.send(message);
    }
    window
}

/// Asks the terminal what its sixteen colours look like, if there are no others.
fn ask_for_shades(options: &Options) -> io::Result<()> {
    if options.theme().depth != Depth::Ansi {
        return Ok(());
    }
    let term = env::var("TERM").unwrap_or_default();
    let mut out = io::stdout().lock();
    out.write_all(Shades::question(&term).as_bytes())?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::num::NonZeroU16;

    #[test]
    fn what_a_panic_writes_gives_the_terminal_back() {
        let taken = format!("\x1b[?1049h\x1b[?25l{MOUSE_ON}");
        let mut parser = vt100::Parser::new(NonZeroU16::MIN, NonZeroU16::MIN, 0);
        parser.process(taken.as_bytes());
        assert!(parser.screen().alternate_screen() && parser.screen().hide_cursor());
        let mut out = Vec::new();
        restore(&mut out);
        parser.process(&out);
        assert!(!parser.screen().alternate_screen() && !parser.screen().hide_cursor());
        let mouse = parser.screen().mouse_protocol_mode();
        assert_eq!(mouse, vt100::MouseProtocolMode::None);
    }
}
