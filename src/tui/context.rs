//! Everything that is on the screen and would not be restored by undo: which screen, which game, what there is to say.

use super::Options;
use super::daily::state::Today;
use super::editor::{Editor, Mode};
use super::ghost::state::Rivalry;
use super::keys::{Keymap, Scope};
use super::layout::{Layout, map_parts};
use super::list::playlist::Playlist;
use super::list::state::Home;
use super::map::state::MapView;
use super::mouse::Drag;
pub(crate) use super::notice::{Notice, Part, Tone};
use super::open::state::{Opening, Wish};
use super::pictures::PictureState;
use super::play::game::Game;
use super::play::slide::Slide;
use super::player::state::Player;
use super::share::Code;
use super::theme::{Depth, Theme};
use super::times::state::{Stopwatch, TimesView};
use crate::engine::knowledge::SolverTask;
use crate::notation::Entry;
use crate::puzzle::{Cell, Metric, Move, Position, Puzzle};
use crate::session::Session;
use crate::storage::{Bests, Settings, Show};
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
    pub(crate) game: Game,
    pub(crate) playlist: Playlist,
    pub(crate) screen: Screen,
    /// The first line of the help that is shown, if it is.
    pub(crate) help: Option<usize>,
    /// Whether the next character names a piece.
    pub(crate) picking: bool,
    /// The block that the mouse holds.
    pub(crate) drag: Option<Drag>,
    pub(crate) notice: Option<Notice>,
    /// The move that is seen to happen.
    pub(crate) slide: Option<Slide>,
    /// How the game looks and behaves; what is changed here goes into the player's file.
    pub(crate) settings: Settings,
    /// How many colours the terminal shows.
    depth: Depth,
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
    /// The puzzles of the day.
    pub(crate) today: Today,
    /// What is being drawn.
    pub(crate) editor: Option<Box<Editor>>,
    /// Times, and the clock before the first move.
    pub(crate) stopwatch: Stopwatch,
    /// The game that one plays against, as far as it is known.
    pub(crate) rivalry: Rivalry,
    /// How often a result was noted that no move tells of.
    pub(crate) noted: u64,
    /// How many games were begun.
    games: u64,
    pub(crate) window: Size,
    pub(crate) now: Duration,
}

impl Model {
    /// A new game of the first of `playlist` in a window of this size.
    #[must_use]
    pub fn new(playlist: Playlist, options: &Options, window: Size) -> Model {
        let entry = playlist.current();
        let settings = &options.settings;
        let metric = settings.metric.unwrap_or(entry.metric());
        let mut model = Model {
            code: Code::of(&entry, entry.puzzle.start()),
            game: Game::new(entry, metric),
            playlist,
            screen: Screen::Play,
            help: None,
            picking: false,
            drag: None,
            notice: PictureState::notice(options),
            slide: None,
            settings: settings.clone(),
            depth: options.depth,
            keymap: Keymap::with(&settings.keys).0,
            picture: PictureState::of(options),
            bests: Bests::default(),
            to_copy: None,
            today: Today::new(options.day, options.today),
            stopwatch: Stopwatch::new(options.epoch, settings.inspection()),
            editor: None,
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
        Theme::of(&self.settings, self.depth)
    }

    /// The language.
    #[must_use]
    pub fn lang(&self) -> Lang {
        self.settings.lang
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
    pub(crate) fn shows_board(&self) -> bool {
        map_parts(self.game.puzzle(), self.window).board.is_some()
    }

    /// Where the own board is, wherever it is to be seen.
    #[must_use]
    pub(crate) fn board_layout(&self) -> Option<Layout> {
        match self.screen {
            Screen::Map(_) => map_parts(self.game.puzzle(), self.window).board,
            _ => self.layout(),
        }
    }

    /// Where everything of the own board goes; `None` if the window is too small.
    #[must_use]
    pub(crate) fn layout(&self) -> Option<Layout> {
        self.layout_in(self.window)
    }

    /// The same in a window of another size.
    pub(crate) fn layout_in(&self, window: Size) -> Option<Layout> {
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
    pub(crate) fn start(&mut self, entry: Arc<Entry>) {
        if !self.game.session.is_solved() && self.stopwatch.note(&self.game, self.now) {
            self.noted += 1;
        }
        let metric = self.settings.metric.unwrap_or(entry.metric());
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
    pub(crate) fn begin(&mut self, playlist: Playlist) {
        let entry = playlist.current();
        self.playlist = playlist;
        self.screen = Screen::Play;
        self.notice = None;
        self.start(entry);
    }

    /// Goes on with a game of the first puzzle of the playlist that was left.
    pub(crate) fn go_on(&mut self, metric: Metric, session: Session) {
        let entry = self.playlist.current();
        self.game = Game::resumed(entry, self.settings.metric.unwrap_or(metric), session);
    }

    /// What the tiles of number puzzles show.
    #[must_use]
    pub fn picture(&self) -> &PictureState {
        &self.picture
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

    /// How the game looks and behaves.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The number of the game since the program began.
    pub(crate) fn number(&self) -> u64 {
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
        match self.settings.show {
            Show::Always => true,
            Show::End => self.game.session.is_solved(),
            Show::Never => false,
        }
    }

    /// Whether the clock is to be seen.
    #[must_use]
    pub fn shows_clock(&self) -> bool {
        self.settings.clock
    }
}

/// The game and its metric, how often it, the results and the drawing changed, and the settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SaveVersion {
    /// The number of the game since the program began.
    pub game: u64,
    metric: Metric,
    changes: [u64; 3],
    settings: Settings,
}

impl Model {
    /// What is other than before when there is something to be kept.
    #[must_use]
    pub fn save_version(&self) -> SaveVersion {
        let drawn = self.editor().map_or(0, Editor::changes);
        SaveVersion {
            game: self.number(),
            metric: self.game.metric(),
            changes: [self.game.session.changes(), self.noted, drawn],
            settings: self.settings.clone(),
        }
    }
}

impl Model {
    /// When something changes by itself next: the clock's second, or the player's move.
    #[must_use]
    pub fn deadline(&self) -> Option<Duration> {
        let slide = self.slide.as_ref().map(|slide| slide.due(self.now));
        [slide, self.next_second()].into_iter().flatten().min()
    }

    /// When the clock's next second or the player's next move comes.
    fn next_second(&self) -> Option<Duration> {
        let session = &self.game.session;
        match &self.screen {
            Screen::Player(player) => player.due(),
            Screen::Play | Screen::Map(_) if session.is_running() && self.ticks() => {
                let into = session.elapsed(self.now).subsec_nanos();
                Some(self.now + Duration::from_secs(1) - Duration::from_nanos(into.into()))
            }
            Screen::Play | Screen::Map(_) => {
                // The next whole second of what is left, and its end.
                let left = self.stopwatch.left(session, self.now)?.as_nanos();
                let part = left.checked_sub(1).map_or(0, |left| left % 1_000_000_000 + 1);
                Some(self.now + Duration::from_nanos(u64::try_from(part).unwrap_or(0)))
            }
            _ => None,
        }
    }

    /// Whether the seconds of the clock change anything on the screen.
    fn ticks(&self) -> bool {
        self.settings.clock || self.settings.ghost.is_timed()
    }
}

impl Model {
    /// What the map is wanted of, or is there already.
    #[must_use]
    pub fn to_survey(&self) -> Option<(Arc<Puzzle>, Metric)> {
        let wanted = matches!(self.screen, Screen::Map(_)) || self.game.knowledge.is_small();
        let subject = || (self.game.session.puzzle().clone(), self.game.metric());
        (wanted || self.game.ground.is_final()).then(subject)
    }

    /// What is to be done about the solver: while the editor is shown, it is the editor's.
    #[must_use]
    pub fn solver_task(&self) -> SolverTask {
        let drawn = self.editor.as_deref().map(|editor| &editor.optima);
        if let (Some(optima), Screen::Editor) = (drawn, &self.screen) {
            return optima.solver_task();
        }
        match self.game.knowledge.solver_task(self.game.session.position()) {
            SolverTask::None if drawn.is_some_and(|optima| optima.is_busy()) => SolverTask::Cancel,
            solver_task => solver_task,
        }
    }

    /// Notes under which number the solver was asked about `position`.
    pub fn asked(&mut self, request: u64, position: Position) {
        match (&mut self.editor, &self.screen) {
            (Some(editor), Screen::Editor) => editor.optima.asked(request),
            _ => {
                self.forget_drawn();
                self.game.knowledge.asked(request, position);
            }
        }
    }

    /// Notes that the solver was told to stop.
    pub fn cancelled(&mut self) {
        self.forget_drawn();
        self.game.knowledge.cancelled();
    }

    /// The solver does not work for the editor any more.
    fn forget_drawn(&mut self) {
        if let Some(editor) = &mut self.editor {
            editor.optima.cancelled();
        }
    }
    /// What is to be looked up among the files; it is asked once.
    pub(crate) fn take_wish(&mut self) -> Option<Wish> {
        match &mut self.screen {
            Screen::Open(opening) => opening.take_wish(),
            Screen::Editor => self.editor.as_deref_mut().and_then(Editor::take_wish),
            _ => None,
        }
    }
}
