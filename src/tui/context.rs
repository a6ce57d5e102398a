//! What all screens share and undo does not restore: the game, the lists, what was chosen, what there is to say.

use super::Options;
use super::daily;
use super::daily::state::Today;
use super::editor::Editor;
use super::ghost::state::GhostState;
use super::keys::Keymap;
use super::layout::{Layout, focus};
use super::list::board_maker::BoardMaker;
use super::list::course::Course;
use super::list::playlist::Playlist;
use super::notice::{Notice, Tone, say};
use super::pictures::PictureState;
use super::play::aim;
use super::play::finale::Finale;
use super::play::game::Game;
use super::play::mouse::Drag;
use super::play::slide::Slide;
use super::shades::Shades;
use super::share::Code;
use super::theme::{Depth, Theme};
use super::times::state::Stopwatch;
use crate::notation::Entry;
use crate::puzzle::Metric;
use crate::session::Session;
use crate::storage::{Bests, SETTINGS, Settings, Show};
use crate::text::{Lang, Phrase};
use ratatui::layout::Size;
use std::sync::Arc;
use std::time::Duration;

/// So many games that were left are kept.
const MOST_LEFT: usize = 16;

/// What all screens share. It knows none of them.
#[derive(Debug)]
pub struct Context {
    /// The puzzle in play.
    pub game: Game,
    /// Games of other puzzles that were left with moves made, the latest last.
    left: Vec<Session>,
    /// What there is to play.
    pub playlist: Playlist,
    /// Whether the next character names a piece.
    pub(crate) picking: bool,
    /// The block that the mouse holds.
    pub(crate) drag: Option<Drag>,
    /// The move that is seen to happen.
    pub(crate) slide: Option<Slide>,
    /// What is seen of a board which was just solved.
    pub(crate) finale: Option<Finale>,
    /// What the footer says until the next key.
    pub(crate) notice: Option<Notice>,
    /// Whether the latest of what is to be kept was written, as far as is known.
    pub(crate) is_kept: bool,
    /// How the game looks and behaves; what is changed here goes into the player's file.
    pub settings: Settings,
    /// How many colours the environment promises, and how many there are where they are forced.
    depths: (Depth, Depth),
    /// What the terminal's own colours look like.
    pub(crate) shades: Shades,
    /// The settings that hold for this run alone, by name.
    pub(crate) given: Vec<&'static str>,
    /// What a key has chosen to count, for this run alone.
    counted: Option<Metric>,
    /// Which keys there are, as the settings have them.
    pub(crate) keymap: Keymap,
    /// What the tiles of number puzzles show.
    pub(crate) picture: PictureState,
    /// The best results so far.
    pub(crate) bests: Bests,
    /// The line that holds the board as it is shown.
    pub(crate) code: Code,
    /// What the loop is to hand to the clipboard.
    pub(crate) to_copy: Option<String>,
    /// The puzzles of the day, and how each day went.
    pub today: Today,
    /// The board that is being made.
    pub(crate) board_maker: BoardMaker,
    /// Whether the puzzle's sentence is still to be read.
    pub(crate) lesson: bool,
    /// What is being drawn; it stays while the game goes on.
    pub(crate) editor: Option<Box<Editor>>,
    /// Times, and the clock before the first move.
    pub stopwatch: Stopwatch,
    /// The game that one plays against, as far as it is known.
    pub(crate) ghost: GhostState,
    /// How often a result was noted that no move tells of.
    pub(crate) noted: u64,
    /// How many games were begun.
    pub(crate) games: u64,
    /// The size of the window.
    pub window: Size,
    /// When the player last did something.
    pub(crate) touched: Duration,
    /// The time since the program began.
    pub(crate) now: Duration,
}

impl Context {
    /// A new game of the first of `playlist` in a window of this size.
    pub(crate) fn new(playlist: Playlist, options: &Options, window: Size) -> Context {
        let entry = playlist.current();
        let settings = &options.settings;
        let metric = settings.metric.unwrap_or(entry.metric());
        let mut ctx = Context {
            code: Code::of(&entry, entry.puzzle.start()),
            game: Game::new(entry, metric),
            left: Vec::new(),
            playlist,
            picking: false,
            drag: None,
            slide: None,
            finale: None,
            notice: PictureState::notice(options),
            is_kept: true,
            settings: settings.clone(),
            depths: (options.depth, options.forced),
            shades: Shades::UNKNOWN,
            given: options.given.clone(),
            counted: None,
            keymap: Keymap::with(&settings.keys).0,
            picture: PictureState::of(options),
            bests: Bests::default(),
            to_copy: None,
            today: Today::new(options.day, options.today),
            board_maker: BoardMaker::default(),
            lesson: true,
            stopwatch: Stopwatch::new(options.epoch, settings.inspection()),
            editor: None,
            ghost: GhostState::default(),
            noted: 0,
            games: 0,
            window,
            touched: Duration::ZERO,
            now: Duration::ZERO,
        };
        ctx.stopwatch.show(&ctx.game, Duration::ZERO);
        daily::update::want_if_played(&mut ctx);
        ctx
    }

    /// A scramble that is given up counts as one not solved. Returns whether there was one that counts.
    pub(crate) fn give_up(&mut self) -> bool {
        // A solved one was noted when it was solved.
        let is_noted = !self.game.session.is_solved() && self.stopwatch.note(&self.game, self.now);
        self.noted += u64::from(is_noted);
        is_noted
    }

    /// Begins a new game, or goes on with one of the same puzzle that was left; the one before it is left, and a scramble given up.
    pub(crate) fn start(&mut self, entry: Arc<Entry>) {
        self.give_up();
        let metric = self.metric_of(&entry);
        let before = std::mem::replace(&mut self.game, Game::new(entry, metric));
        self.leave(before);
        let is_its = |session: &Session| **session.puzzle() == self.game.entry.puzzle;
        if let Some(at) = self.left.iter().position(is_its) {
            let entry = Arc::clone(&self.game.entry);
            self.game = Game::resumed(entry, metric, self.left.remove(at));
            self.say_it_goes_on();
        }
        self.stopwatch.show(&self.game, self.now);
        daily::update::want_if_played(self);
        self.games += 1;
        self.lesson = self.game.session.turns().is_empty();
        self.board_maker.stop();
        self.today.goes_on = false;
        self.slide = None;
        self.finale = None;
        self.drag = None;
    }

    /// Keeps a game as long as the program runs if it is one to come back to.
    fn leave(&mut self, game: Game) {
        self.stopwatch.leave(&game);
        let Game { mut session, scramble, .. } = game;
        if scramble.is_some() || session.done() == 0 || session.is_solved() {
            return;
        }
        session.pause(self.now);
        self.left.push(session);
        if self.left.len() > MOST_LEFT {
            self.left.remove(0);
        }
    }

    /// Plays the first puzzle of another list, to which the puzzles of the day are added.
    pub(crate) fn begin(&mut self, playlist: Playlist) {
        let entry = playlist.current();
        self.playlist = playlist;
        self.notice = None;
        self.start(entry);
        daily::update::relist(self);
    }

    /// Goes on with a game of the first puzzle of the playlist that was left.
    pub(crate) fn go_on(&mut self, metric: Metric, session: Session) {
        let entry = self.playlist.current();
        self.lesson = session.turns().is_empty();
        let is_begun = session.done() > 0 && !session.is_solved();
        self.game = Game::resumed(entry, self.settings.metric.unwrap_or(metric), session);
        if is_begun {
            self.say_it_goes_on();
        }
    }

    /// Says that the game was begun before.
    fn say_it_goes_on(&mut self) {
        say(self, Phrase::GoesOn, vec![], Tone::Plain);
    }

    /// Goes on with the journey: plays its next puzzle.
    pub(crate) fn set_out(&mut self) {
        let next = self.next_of_journey();
        match next.and_then(|place| self.playlist.follow(Course::Journey, place)) {
            Some(entry) => self.go_to(entry),
            None => self.begin(Playlist::on_journey(&self.bests)),
        }
    }

    /// The place of the journey's first puzzle that is not solved yet, or else of its first one, in the list.
    pub(crate) fn next_of_journey(&self) -> Option<usize> {
        let is_open = |entry: &Entry| !self.bests.is_solved(&entry.puzzle);
        let places = self.playlist.places(Course::Journey);
        let entries = self.playlist.entries();
        places.iter().find(|&&place| is_open(&entries[place])).or(places.first()).copied()
    }

    /// What is counted in a game of `entry`: what was chosen, or else the puzzle's own metric.
    pub(crate) fn metric_of(&self, entry: &Entry) -> Metric {
        self.counted.or(self.settings.metric).unwrap_or(entry.metric())
    }

    /// Counts in another metric for as long as the program runs, or until what would be counted without that is chosen again.
    pub(crate) fn count_in(&mut self, metric: Metric) {
        self.counted = None;
        let usual = self.metric_of(&self.game.entry);
        self.counted = Some(metric).filter(|chosen| *chosen != usual);
        self.game.set_metric(metric);
    }

    /// Takes other settings, which everything follows at once.
    pub(crate) fn set(&mut self, settings: Settings) {
        let before = std::mem::replace(&mut self.settings, settings);
        if self.settings.metric != before.metric {
            self.counted = None;
            let metric = self.metric_of(&self.game.entry);
            if metric != self.game.metric() {
                self.game.set_metric(metric);
            }
        }
        if self.settings.inspection != before.inspection {
            self.stopwatch.inspection = self.settings.inspection();
            self.stopwatch.show(&self.game, self.now);
        }
        // What was chosen here is no longer what the command line said.
        let is_same = |name: &str| {
            let mut all = SETTINGS.iter();
            let found = all.find(|setting| setting.name == name);
            found.is_some_and(|setting| before.value(setting) == self.settings.value(setting))
        };
        self.given.retain(|name| is_same(name));
    }

    /// Plays the puzzle at a place of the list; the game goes on if it is that already. Returns whether there is one.
    pub(crate) fn choose(&mut self, place: usize) -> bool {
        let Some(entry) = self.playlist.choose(place) else {
            return false;
        };
        self.go_to(entry);
        true
    }

    /// Plays a puzzle of the list; the game goes on if it is that already.
    fn go_to(&mut self, entry: Arc<Entry>) {
        self.notice = None;
        if !Arc::ptr_eq(&entry, &self.game.entry) {
            self.start(entry);
        }
    }

    /// Where everything of the own board goes in `window`; `None` if that is too small.
    pub(crate) fn layout(&self, window: Size) -> Option<Layout> {
        let (puzzle, position) = (self.game.puzzle(), self.game.session.position());
        let focus = focus(puzzle, position, self.game.selected);
        Layout::with_aim(puzzle, window, focus, |columns| aim::rows(self, columns))
    }

    /// What the clock shows: seconds, of a scramble tenths; and the seconds that a scramble may still be looked at.
    pub(crate) fn clock(&self) -> (u128, Option<u128>) {
        let session = &self.game.session;
        let left = self.stopwatch.left(session, self.now);
        // The seconds are rounded up, so that 0 is shown when the time for looking is over and not a second before.
        let left = left.map(|left| left.as_nanos().div_ceil(1_000_000_000));
        let unit = if self.game.scramble.is_some() { 100 } else { 1000 };
        (self.game.session.elapsed(self.now).as_millis() / unit, left)
    }

    /// Whether the end is still a moment, after which the card comes.
    pub(crate) fn is_ending(&self) -> bool {
        self.finale.is_some_and(|finale| !finale.is_over(self.now))
    }

    /// Whether the solver's figures are to be seen now.
    pub fn is_shown(&self) -> bool {
        match self.settings.show {
            Show::Always => true,
            Show::Untimed if self.game.scramble.is_none() => true,
            Show::Untimed | Show::End => self.game.session.is_solved(),
            Show::Never => false,
        }
    }

    /// Whether someone plays against the clock, who is not to know yet how far the goal is.
    pub(crate) fn is_kept_back(&self) -> bool {
        self.game.scramble.is_some() && !self.game.session.is_solved() && !self.is_shown()
    }
}

/// What is read from outside.
impl Context {
    /// Colours and glyphs.
    pub fn theme(&self) -> Theme {
        let (promised, forced) = self.depths;
        let depth = promised.wanted(self.settings.color, forced);
        Theme { shades: self.shades, ..Theme::of(&self.settings, depth) }
    }

    /// The language.
    pub fn lang(&self) -> Lang {
        self.settings.lang
    }

    /// What is being drawn.
    pub fn editor(&self) -> Option<&Editor> {
        self.editor.as_deref()
    }
}
