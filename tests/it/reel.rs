//! The moving picture of the README: a short game, played by keys in the real loop, as an animated SVG.

use huarong::puzzle::Direction;
use huarong::solver::Limits;
use huarong::tui::{App, Chord, Depth, Key, Message, Options, Playlist, animated};
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

/// What is played: a short board to its end, and the beginning of the classic one.
const PUZZLES: [&str; 2] = ["rush-2", "hengdaolima"];
/// The window.
const WINDOW: (u16, u16) = (80, 24);
/// Between two frames of what moves by itself.
const FRAME: Duration = Duration::from_millis(66);

/// The loop on a screen of memory, its clock, and what was seen for how long.
struct Reel {
    app: App<TestBackend>,
    time: Rc<Cell<Duration>>,
    frames: Vec<(Buffer, Duration)>,
}

/// The picture.
pub(crate) fn picture() -> String {
    let mut reel = Reel::new();
    reel.see(1500);
    while let Some(action) = reel.app.model().game.next_move() {
        let first = action.steps()[0].piece;
        let game = &reel.app.model().game;
        if game.selected != Some(first) {
            let name = game.short(first);
            reel.keys("f");
            reel.keys(&name);
            reel.see(350);
        }
        for step in action.steps() {
            reel.press(Key::Arrow(step.direction));
            reel.see(450);
        }
    }
    reel.see(3500);
    reel.press(Key::Enter);
    reel.see(1500);
    for _ in 0..3 {
        reel.keys("H");
        reel.see(1700);
    }
    reel.see(1500);
    for way in [Direction::Down, Direction::Left] {
        reel.press(Key::Arrow(way));
        reel.see(700);
    }
    reel.keys("M");
    reel.see(2000);
    for _ in 0..12 {
        reel.press(Key::Arrow(Direction::Down));
        reel.see(120);
    }
    reel.see(2500);
    animated(&reel.frames)
}

impl Reel {
    fn new() -> Reel {
        let entries = PUZZLES.map(|id| huarong::library::find(id).expect("it is built in").clone());
        let list = Playlist::collections(entries, [], 0).expect("there are two");
        let options = Options {
            depth: Depth::True,
            limits: Limits { memory: Some(1 << 28), ..Limits::default() },
            ..Options::default()
        };
        let time = Rc::new(Cell::new(Duration::ZERO));
        let clock = time.clone();
        let screen = TestBackend::new(WINDOW.0, WINDOW.1);
        let app = App::new(list, &options, screen).expect("a screen of memory has a size");
        let mut reel = Reel { app: app.with_clock(move || clock.get()), time, frames: Vec::new() };
        reel.settle();
        reel
    }

    fn turn(&mut self, longest: u64) {
        let longest = Some(Duration::from_millis(longest));
        self.app.turn(longest).expect("a screen of memory can be drawn on");
    }

    /// Turns until the solver has said all it has to say and the map is there, so that nothing depends on how fast it was.
    fn settle(&mut self) {
        for _ in 0..6000 {
            self.turn(0);
            let game = &self.app.model().game;
            let is_known = game.remaining().exact().is_some() && game.findings.necks.is_some();
            if is_known && !game.knowledge.is_busy() {
                self.turn(0);
                return;
            }
            self.turn(10);
        }
        panic!("the solver never came to an end");
    }

    fn press(&mut self, key: Key) {
        let message = Message::Key(Chord::plain(key));
        self.app.sender().send(message).expect("the loop listens");
        self.turn(0);
        self.settle();
    }

    fn keys(&mut self, keys: &str) {
        for key in keys.chars() {
            self.press(Key::Char(key));
        }
    }

    /// Goes on for so many milliseconds; what moves by itself is seen to move.
    fn see(&mut self, millis: u64) {
        let end = self.time.get() + Duration::from_millis(millis);
        while self.time.get() < end {
            let (now, screen) = (self.time.get(), self.app.backend().buffer().clone());
            let due = self.app.model().deadline().unwrap_or(end);
            let next = due.max(now + FRAME).min(end);
            match self.frames.last_mut() {
                Some((last, time)) if *last == screen => *time += next - now,
                _ => self.frames.push((screen, next - now)),
            }
            self.time.set(next);
            self.turn(0);
            self.turn(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `cargo run --example picture > assets/play.svg` writes it anew.
    #[test]
    fn the_picture_of_the_readme_is_what_the_program_shows() {
        let kept = include_str!("../../assets/play.svg");
        let made = picture();
        let other = kept.lines().zip(made.lines()).enumerate().find(|(_, (a, b))| a != b);
        assert!(kept == made, "{other:?}: cargo run --example picture > assets/play.svg");
        assert!(kept.len() < 400_000, "{} bytes", kept.len());
        assert!(!kept.contains("<script") && !kept.contains("href"), "a picture, and no more");
        assert_eq!(kept.matches("<g ").count(), kept.matches("</g>").count());
        assert_eq!(kept.matches("<text ").count(), kept.matches("</text>").count());
        // Moves, a hint, the end and the map are all in it, and the README shows it.
        let seen = ["Drive", "Hint: ", "★★★", "shortest solutions", "Cao Cao"];
        for words in seen {
            assert!(kept.contains(&format!(">{words}")) || kept.contains(words), "{words}");
        }
        assert!(include_str!("../../README.md").contains("(assets/play.svg)"));
    }
}
