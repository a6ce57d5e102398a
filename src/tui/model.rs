//! Everything that is on the screen and would not be restored by undo: which screen, which game, what there is to say.

use super::Options;
use super::album::Album;
use super::code::Code;
use super::editor::{Editor, Mode};
use super::game::Game;
use super::ground::MapView;
use super::home::Home;
use super::keys::{Keymap, Scope};
use super::layout::{Layout, map_parts};
use super::naming::Opening;
pub(super) use super::notice::{Notice, Part, Tone};
use super::player::Player;
use super::playlist::Playlist;
use super::pointer::Drag;
use super::rivalry::Rivalry;
use super::slide::Slide;
use super::stopwatch::{Stopwatch, TimesView};
use super::theme::Theme;
use super::today::Today;
use crate::notation::Entry;
use crate::puzzle::{Cell, Metric, Move};
use crate::records::{Bests, Choices, Ghost, Show};
use crate::session::Session;
use crate::text::Lang;
use ratatui::layout::Size;
use std::sync::Arc;
use std::time::Duration;

/// Which screen is shown.
#[derive(Debug)]
pub enum Screen {
    /// The own board.
    Play,
    /// A solution.
    Player(Box<Player>),
    /// The list of puzzles.
    Home(Home),
    /// The map of everything that can be reached.
    Map(MapView),
    /// The question for a file.
    Open(Opening),
    /// The times of scrambles.
    Times(TimesView),
    /// The editor.
    Editor,
}

/// The whole state of the program on the screen.
#[derive(Debug)]
pub struct Model {
    pub(super) game: Game,
    pub(super) playlist: Playlist,
    pub(super) screen: Screen,
    /// The first line of the help that is shown, if it is.
    pub(super) help: Option<usize>,
    /// Whether the next character names a piece.
    pub(super) picking: bool,
    /// The block that the mouse holds.
    pub(super) drag: Option<Drag>,
    pub(super) notice: Option<Notice>,
    /// The move that is seen to happen.
    pub(super) slide: Option<Slide>,
    pub(super) theme: Theme,
    pub(super) lang: Lang,
    pub(super) animated: bool,
    /// The metric asked for, whatever the puzzle's own is.
    pub(super) metric: Option<Metric>,
    /// Which keys there are.
    pub(super) keymap: Keymap,
    /// When the solver's figures are shown.
    pub(super) show: Show,
    /// Whether the clock is shown.
    pub(super) clock: bool,
    /// Whether a direction moves the blank of a number puzzle and not a tile.
    pub(super) move_blank: bool,
    /// What the tiles of number puzzles show.
    pub(super) album: Album,
    /// The best results so far.
    pub(super) bests: Bests,
    /// What was chosen in play and is to last.
    pub(super) choices: Choices,
    /// The line that holds the board as it is shown.
    pub(super) code: Code,
    /// What the loop is to hand to the clipboard.
    pub(super) to_copy: Option<String>,
    /// The puzzles of the day.
    pub(super) today: Today,
    /// What is being drawn.
    pub(super) editor: Option<Box<Editor>>,
    /// Times, and the clock before the first move.
    pub(super) stopwatch: Stopwatch,
    /// What one plays against.
    pub(super) ghost: Ghost,
    /// The game that one plays against, as far as it is known.
    pub(super) rivalry: Rivalry,
    /// How often a result was noted that no move tells of.
    pub(super) noted: u64,
    /// How many games were begun.
    games: u64,
    pub(super) window: Size,
    pub(super) now: Duration,
}

impl Model {
    /// A new game of the first of `playlist` in a window of this size.
    #[must_use]
    pub fn new(playlist: Playlist, options: &Options, window: Size) -> Model {
        let entry = playlist.current();
        let metric = options.metric.unwrap_or(entry.metric());
        let mut model = Model {
            code: Code::of(&entry, entry.puzzle.start()),
            game: Game::new(entry, metric),
            playlist,
            screen: Screen::Play,
            help: None,
            picking: false,
            drag: None,
            notice: Album::notice(options),
            slide: None,
            theme: options.theme,
            lang: options.lang,
            animated: options.animated,
            metric: options.metric,
            keymap: options.keymap.clone(),
            show: options.show,
            clock: options.clock,
            move_blank: options.move_blank,
            album: Album::of(options),
            bests: Bests::default(),
            choices: Choices::default(),
            to_copy: None,
            today: Today::new(options.day, options.today),
            stopwatch: Stopwatch::new(options.epoch, options.inspection),
            editor: None,
            ghost: options.ghost,
            rivalry: Rivalry::default(),
            noted: 0,
            games: 0,
            window,
            now: Duration::ZERO,
        };
        model.stopwatch.show(&model.game, Duration::ZERO);
        model
    }

    /// The puzzle in play.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What there is to play.
    #[must_use]
    pub fn playlist(&self) -> &Playlist {
        &self.playlist
    }

    /// Which screen is shown below the help.
    #[must_use]
    pub fn screen(&self) -> &Screen {
        &self.screen
    }

    /// The first line of the help that is shown, if it is.
    #[must_use]
    pub fn help(&self) -> Option<usize> {
        self.help
    }

    /// The move that is seen to happen.
    #[must_use]
    pub fn slide(&self) -> Option<&Slide> {
        self.slide.as_ref()
    }

    /// What there is to say.
    #[must_use]
    pub fn notice(&self) -> Option<&Notice> {
        self.notice.as_ref()
    }

    /// Colours and glyphs.
    #[must_use]
    pub fn theme(&self) -> Theme {
        self.theme
    }

    /// The language.
    #[must_use]
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// The time since the program began.
    #[must_use]
    pub fn now(&self) -> Duration {
        self.now
    }

    /// The puzzle's place in the list, from 1, and the length of the list.
    #[must_use]
    pub fn place(&self) -> Option<(usize, usize)> {
        self.playlist.place()
    }

    /// Which keys hold.
    #[must_use]
    pub fn scope(&self) -> Scope {
        match (&self.help, &self.screen) {
            (Some(_), _) => Scope::Help,
            (None, Screen::Play) => Scope::Play,
            (None, Screen::Player(_)) => Scope::Player,
            (None, Screen::Home(_)) => Scope::Home,
            (None, Screen::Map(_)) => Scope::Map,
            (None, Screen::Open(_)) => Scope::Open,
            (None, Screen::Times(_)) => Scope::Times,
            (None, Screen::Editor) => match self.editor().map(|editor| &editor.mode) {
                Some(Mode::Name(_)) => Scope::Save,
                Some(Mode::Export(_)) => Scope::Export,
                _ => Scope::Editor,
            },
        }
    }

    /// Whether the own board is in view, so that the clock may run.
    #[must_use]
    pub fn is_watched(&self) -> bool {
        match self.scope() {
            Scope::Play => self.layout().is_some(),
            Scope::Map => self.shows_board(),
            _ => false,
        }
    }

    /// Whether the map leaves room for the board.
    #[must_use]
    pub(super) fn shows_board(&self) -> bool {
        map_parts(self.game.puzzle(), self.window).board.is_some()
    }

    /// Where the own board is, wherever it is to be seen.
    #[must_use]
    pub(super) fn board_layout(&self) -> Option<Layout> {
        match self.screen {
            Screen::Map(_) => map_parts(self.game.puzzle(), self.window).board,
            _ => self.layout(),
        }
    }

    /// Where everything of the own board goes; `None` if the window is too small.
    #[must_use]
    pub(super) fn layout(&self) -> Option<Layout> {
        self.layout_in(self.window)
    }

    /// The same in a window of another size.
    pub(super) fn layout_in(&self, window: Size) -> Option<Layout> {
        Layout::new(self.game.puzzle(), window, self.focus())
    }

    /// The cell that must be seen of a board that is too large: that of the piece in question, or the blank.
    fn focus(&self) -> Cell {
        let puzzle = self.game.puzzle();
        let (position, piece) = match &self.screen {
            Screen::Player(player) => {
                let replay = player.replay();
                let next = replay.moves().get(replay.cursor());
                (replay.position(), next.and_then(Move::piece))
            }
            _ => (self.game.session.position(), self.game.selected),
        };
        let blank = || puzzle.empty_cells(position).first();
        let cell = piece.map(|id| position.anchor(id)).or_else(blank);
        cell.unwrap_or_default()
    }

    /// The size of the window.
    #[must_use]
    pub fn window(&self) -> Size {
        self.window
    }

    /// Begins a new game; the one before it is given up.
    pub(super) fn start(&mut self, entry: Arc<Entry>) {
        if !self.game.session.is_solved() && self.stopwatch.note(&self.game, self.now) {
            self.noted += 1;
        }
        let metric = self.metric.unwrap_or(entry.metric());
        self.game = Game::new(entry, metric);
        if matches!(self.screen, Screen::Player(_)) {
            // What it plays is of the game before.
            self.screen = Screen::Play;
        }
        self.stopwatch.show(&self.game, self.now);
        self.games += 1;
        self.slide = None;
        self.drag = None;
    }

    /// Plays the first puzzle of another list.
    pub(super) fn begin(&mut self, playlist: Playlist) {
        let entry = playlist.current();
        self.playlist = playlist;
        self.screen = Screen::Play;
        self.notice = None;
        self.start(entry);
    }

    /// Goes on with a game of the first puzzle of the playlist that was left.
    pub(super) fn go_on(&mut self, metric: Metric, session: Session) {
        let entry = self.playlist.current();
        self.game = Game::resumed(entry, self.metric.unwrap_or(metric), session);
    }

    /// What the tiles of number puzzles show.
    #[must_use]
    pub fn album(&self) -> &Album {
        &self.album
    }

    /// The best results so far.
    #[must_use]
    pub fn bests(&self) -> &Bests {
        &self.bests
    }

    /// The puzzles of the day, and how each day went.
    #[must_use]
    pub fn today(&self) -> &Today {
        &self.today
    }

    /// Times, and the clock before the first move.
    #[must_use]
    pub fn stopwatch(&self) -> &Stopwatch {
        &self.stopwatch
    }

    /// What is being drawn.
    #[must_use]
    pub fn editor(&self) -> Option<&Editor> {
        self.editor.as_deref()
    }

    /// What was chosen in play and is to last.
    #[must_use]
    pub fn choices(&self) -> Choices {
        self.choices
    }

    /// The number of the game since the program began.
    pub(super) fn number(&self) -> u64 {
        self.games
    }

    /// Which keys there are.
    #[must_use]
    pub fn keymap(&self) -> &Keymap {
        &self.keymap
    }

    /// Whether the solver's figures are to be seen now.
    #[must_use]
    pub fn is_shown(&self) -> bool {
        match self.show {
            Show::Always => true,
            Show::End => self.game.session.is_solved(),
            Show::Never => false,
        }
    }

    /// Whether the clock is to be seen.
    #[must_use]
    pub fn shows_clock(&self) -> bool {
        self.clock
    }
}
