//! Watching a search: Ctrl-C stops it, and a terminal is shown how far it has come.

pub(crate) mod side_by_side;

use super::memory;
use crate::solver::{Monitor, Progress};
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The live line on standard error, when it is a terminal, and the ear for Ctrl-C.
pub(crate) struct Watcher {
    interrupted: Arc<AtomicBool>,
    live: bool,
    drawn: Option<Instant>,
    /// Columns of the line that now stands there.
    width: usize,
}

impl Watcher {
    /// How long a search runs before its progress is shown, and how often that changes.
    const DRAW_EVERY: Duration = Duration::from_millis(200);

    /// Listens for Ctrl-C from now on: the first one stops the search, a second one ends the program.
    ///
    /// # Errors
    /// If the system refuses to tell us of signals.
    pub(crate) fn listen() -> io::Result<Watcher> {
        let interrupted = Arc::new(AtomicBool::new(false));
        let signal = signal_hook::consts::SIGINT;
        // In this order: the first Ctrl-C finds the flag down and only raises it; the second finds it up and ends the program.
        signal_hook::flag::register_conditional_shutdown(signal, 130, Arc::clone(&interrupted))?;
        signal_hook::flag::register(signal, Arc::clone(&interrupted))?;
        Ok(Watcher { interrupted, live: io::stderr().is_terminal(), drawn: None, width: 0 })
    }

    /// Whether Ctrl-C was pressed.
    pub(crate) fn is_interrupted(&self) -> bool {
        // Relaxed is enough, since the flag guards no other data.
        self.interrupted.load(Ordering::Relaxed)
    }

    /// An ear for Ctrl-C without a line of its own, for one of several searches at a time.
    pub(crate) fn silent(&self) -> QuietMonitor {
        QuietMonitor { interrupted: Arc::clone(&self.interrupted), given_up: Arc::default() }
    }

    /// Wipes the live line, so that something else can be written.
    pub(crate) fn clear(&mut self) {
        if self.width > 0 {
            // A standard error that cannot be written is no reason to stop solving.
            let _ = write!(io::stderr(), "\r{:1$}\r", "", self.width);
            self.width = 0;
        }
        self.drawn = None;
    }

    fn draw(&mut self, progress: &Progress) {
        let line = line(progress);
        // Padded to the width of the line before, whose end would stay behind a shorter one.
        let _ = write!(io::stderr(), "\r{line:0$}", self.width);
        let _ = io::stderr().flush();
        self.width = line.len();
        self.drawn = Some(Instant::now());
    }
}

/// The progress on one line of plain characters, short enough for 80 columns.
fn line(progress: &Progress) -> String {
    if let Some(percent) = progress.building {
        let memory = memory::display(progress.bytes);
        return format!("building tables: {percent} %  {memory}");
    }
    // At the very beginning no time has passed by which states could be divided.
    let seconds = progress.elapsed.as_secs_f64().max(1e-9);
    let bound = match progress.upper_bound {
        Some(upper) => format!("{}..{upper}", progress.lower_bound),
        None => format!("at least {}", progress.lower_bound),
    };
    let disk = match progress.disk {
        0 => String::new(),
        bytes => format!("  {} on disk", memory::display(bytes)),
    };
    format!(
        "{} states  {}/s  depth {}  {}{disk}  {bound}",
        count(progress.states as f64),
        count(progress.states as f64 / seconds),
        progress.depth,
        memory::display(progress.bytes),
    )
}

/// A number of states in at most six characters.
fn count(number: f64) -> String {
    match number {
        n if n >= 1e9 => format!("{:.2}G", n / 1e9),
        n if n >= 1e6 => format!("{:.1}M", n / 1e6),
        n if n >= 1e4 => format!("{:.0}k", n / 1e3),
        n => format!("{n:.0}"),
    }
}

/// Stops a search at Ctrl-C and shows nothing.
#[derive(Clone)]
pub(crate) struct QuietMonitor {
    interrupted: Arc<AtomicBool>,
    given_up: Arc<AtomicBool>,
}

impl QuietMonitor {
    /// Stops the search, and those of all copies.
    pub(crate) fn give_up(&self) {
        // Relaxed is enough, since the flag guards no other data.
        self.given_up.store(true, Ordering::Relaxed);
    }
}

impl Monitor for QuietMonitor {
    fn cancelled(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed) || self.given_up.load(Ordering::Relaxed)
    }
}

impl Monitor for Watcher {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        let due = match self.drawn {
            None => progress.elapsed >= Self::DRAW_EVERY,
            Some(drawn) => drawn.elapsed() >= Self::DRAW_EVERY,
        };
        if self.live && due {
            self.draw(progress);
        }
        if self.is_interrupted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn cancelled(&self) -> bool {
        self.is_interrupted()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_tells_states_speed_depth_memory_and_bounds() {
        let mut progress = Progress {
            states: 1_234_567,
            depth: 42,
            bytes: 5 << 20,
            lower_bound: 43,
            elapsed: Duration::from_millis(500),
            ..Progress::default()
        };
        assert_eq!(line(&progress), "1.2M states  2.5M/s  depth 42  5.0M  at least 43");
        progress.upper_bound = Some(50);
        assert!(line(&progress).ends_with("43..50"));
        progress.disk = 3 << 40;
        assert!(line(&progress).contains("  5.0M  3.0T on disk  43..50"), "{}", line(&progress));
        progress.states = u64::MAX / 1_000_000;
        assert!(line(&progress).len() < 80);
    }
}
