//! The whole state of the program on the screen: what all screens share, and the one that is shown.

use super::Options;
use super::Screen;
use super::context::Context;
use super::editor::Editor;
use super::help::Help;
use super::keys::Scope;
use super::list::playlist::Playlist;
use super::play::update::PlayScreen;
use super::screen::{Component, Event, Response};
use super::share::{self, Code};
use crate::engine::knowledge::SolverTask;
use crate::puzzle::{Metric, Position, Puzzle};
use crate::storage::Settings;
use ratatui::Frame;
use ratatui::buffer::Cell;
use ratatui::layout::Size;
use ratatui::style::Color;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

/// How long the solver works on without a key.
const ALONE: Duration = Duration::from_secs(60);

/// The whole state of the program on the screen. What all screens share is read through it.
#[derive(Debug)]
pub struct Model {
    pub(crate) context: Context,
    /// What is shown below the help.
    pub(crate) screen: Screen,
    /// The list, if the screen was opened from it.
    list: Option<Screen>,
    /// The help, if it is shown over the screen.
    pub(crate) help: Option<Help>,
}

impl Deref for Model {
    type Target = Context;

    fn deref(&self) -> &Context {
        &self.context
    }
}

impl Model {
    /// A new game of the first of `playlist` in a window of this size.
    pub fn new(playlist: Playlist, options: &Options, window: Size) -> Model {
        let context = Context::new(playlist, options, window);
        Model { context, screen: Screen::Play(PlayScreen), list: None, help: None }
    }

    /// What keys and mouse go to, and what is drawn: the help over any screen.
    fn top(&self) -> &dyn Component {
        match &self.help {
            Some(help) => help,
            None => &*self.screen,
        }
    }

    /// Gives what is on top to be changed, and beside it what all screens share.
    pub(crate) fn top_mut(&mut self) -> (&mut dyn Component, &mut Context) {
        let top: &mut dyn Component = match &mut self.help {
            Some(help) => help,
            None => &mut *self.screen,
        };
        (top, &mut self.context)
    }

    /// Shows another screen.
    pub(crate) fn show(&mut self, screen: Screen) {
        // Elsewhere nobody hears the button go up, or the character that names a piece: both would wait for ever.
        if !screen.plays() {
            self.context.drag = None;
            self.context.picking = false;
        }
        self.screen = screen;
        self.list = None;
    }

    /// Shows the list as it was if the screen was opened from it, else the game.
    fn go_back(&mut self) {
        match self.list.take() {
            Some(list) => {
                self.show(list);
                // It has not heard of what came in between.
                self.screen.update(&mut self.context, Event::Relisted);
            }
            None => self.show_game(),
        }
    }

    /// Shows the game.
    pub(crate) fn show_game(&mut self) {
        self.show(Screen::Play(PlayScreen));
    }

    /// Does what came of an event that the screen has heard of. Returns whether anything is to be drawn.
    pub(crate) fn respond(&mut self, response: Response) -> bool {
        match response {
            Response::Ignored => return false,
            Response::Draw => {}
            Response::Show(screen) => {
                let before = std::mem::replace(&mut self.screen, Screen::Play(PlayScreen));
                self.show(*screen);
                self.list = Some(before).filter(|before| matches!(before, Screen::List(_)));
            }
            Response::Back => self.go_back(),
            Response::Close => self.show_game(),
            Response::Help => self.switch_help(),
        }
        true
    }

    /// Which keys hold.
    pub fn scope(&self) -> Scope {
        self.top().scope()
    }

    /// Which keys hold, and after them those of the game where it goes on: a key that has no meaning yet is looked up there.
    pub(crate) fn scopes(&self) -> impl Iterator<Item = Scope> {
        let game = self.top().plays().then_some(Scope::Play);
        [self.scope()].into_iter().chain(game)
    }

    /// Shows the help, or the screen below it again.
    pub(crate) fn switch_help(&mut self) {
        self.help = match self.help {
            Some(_) => None,
            None => Some(Help::on(self.screen.scope(), &self.context)),
        };
        self.context.drag = None;
    }

    /// Whether the last row names the keys.
    pub(crate) fn has_footer(&self) -> bool {
        self.top().has_footer(self)
    }

    /// Whether the own board is in view, so that the clock may run.
    pub fn is_watched(&self) -> bool {
        self.top().is_watched(self)
    }

    /// Draws the screen.
    pub(crate) fn draw(&self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let buffer = frame.buffer_mut();
        self.top().view(self, area, buffer);
        // Whatever a view leaves to the terminal is done here once, so that no view can forget it.
        let is_left = |cell: &&mut Cell| (cell.fg, cell.bg) == (Color::Reset, Color::Reset);
        for cell in buffer.content.iter_mut().filter(is_left) {
            cell.set_style(self.theme().words());
        }
    }

    /// When something changes by itself next: the clock's second, or the player's move.
    pub fn deadline(&self) -> Option<Duration> {
        let slide = self.slide.as_ref().map(|slide| slide.due(self.now));
        let finale = self.finale.and_then(|finale| finale.due(self.now));
        // The screen is asked even below the help, for a replay goes on there.
        let rest = self.is_solver_busy().then(|| self.rest_due());
        // What only looks nice nobody sees below the help.
        let frame = self.screen.next_frame(self).filter(|_| self.help.is_none());
        [slide, finale, rest, frame, self.screen.deadline(self)].into_iter().flatten().min()
    }

    /// What the map is wanted of, or is there already.
    pub fn to_survey(&self) -> Option<(Arc<Puzzle>, Metric)> {
        let wanted = self.screen.wants_map() || self.game.knowledge.is_small();
        let subject = || (self.game.session.puzzle().clone(), self.game.metric());
        // A survey that has ended stays the subject: without one, the worker would begin it anew when the map is opened again.
        (wanted || self.game.map_data.is_final()).then(subject)
    }

    /// Whether the positions are wanted in space, and are not there yet.
    pub(crate) fn wants_shape(&self) -> bool {
        self.screen.wants_shape() && self.game.findings.shape.is_none()
    }

    /// What is to be done about the solver.
    pub fn solver_task(&self) -> SolverTask {
        match (self.rest_due() <= self.now, self.is_solver_busy()) {
            (true, true) => SolverTask::Cancel,
            (true, false) => SolverTask::None,
            (false, _) => self.screen.solver_task(self),
        }
    }

    /// When the solver rests because nobody plays; never while its help is waited for.
    fn rest_due(&self) -> Duration {
        match self.game.awaited {
            Some(_) => Duration::MAX,
            None => self.touched + ALONE,
        }
    }

    fn is_solver_busy(&self) -> bool {
        let draws = self.editor().is_some_and(|editor| editor.optima.busy);
        draws || self.game.knowledge.is_busy()
    }

    /// Notes under which number the solver was asked about `position`.
    pub fn asked(&mut self, request: u64, position: Position) {
        self.screen.asked(&mut self.context, request, position);
    }

    /// Notes that the solver was told to stop.
    pub fn cancelled(&mut self) {
        // The game and the drawing share one solver: whichever had asked, the search has ended for both.
        if let Some(editor) = &mut self.context.editor {
            editor.optima.cancelled();
        }
        self.context.game.knowledge.cancelled();
    }

    /// The line that holds the board as it is shown, if there is one.
    pub fn line(&self) -> Option<&str> {
        self.code.text()
    }

    /// Forgets the line if another board is shown than before.
    pub(crate) fn renew_line(&mut self) {
        let (entry, position) = self.screen.shown(&self.context);
        if !self.code.is_of(entry, position) {
            self.context.code = Code::of(entry, position);
        }
    }

    /// The line that tells others how the day went, where one of its puzzles has been solved.
    pub fn day_line(&self) -> Option<String> {
        let is_play = matches!(self.screen, Screen::Play(_));
        share::day_line(self).filter(|_| is_play)
    }

    /// What is other than before when there is something to be kept.
    pub fn save_version(&self) -> SaveVersion {
        let drawn = self.editor().map_or(0, Editor::changes);
        SaveVersion {
            game: self.games,
            metric: self.game.metric(),
            changes: [self.game.session.changes(), self.noted, drawn],
            settings: self.settings.clone(),
        }
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

impl SaveVersion {
    /// The number of the game, and how often it changed.
    pub(crate) fn of_game(&self) -> (u64, u64) {
        (self.game, self.changes[0])
    }
}
