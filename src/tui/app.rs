//! The loop: one queue for keys, the window's size, time and the solver's news; a picture whenever something has changed.

use super::Screen;
use super::autosave::{Autosave, Game as KeptGame, SaveHandle};
use super::editor::Editor;
use super::map::worker::MapWorker;
use super::message::{Effect, Message};
use super::model::{Model, SaveVersion};
use super::play::hints;
use super::postprocess::Postprocess;
use super::{Options, Playlist, daily, notice, open, update};
use crate::engine::fault_injection;
use crate::engine::knowledge::SolverTask;
use crate::engine::worker::Worker;
use crate::generate::Day;
use crate::puzzle::{Metric, Path};
use crate::session::Session;
use crate::solver::Limits;
use crate::storage::Records;
use ratatui::backend::Backend;
use ratatui::{Frame, Terminal};
use std::fmt;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// The loop: the model, the terminal it is drawn on, the queue and the solver.
pub struct App<B: Backend> {
    model: Model,
    terminal: Terminal<B>,
    finish: Postprocess,
    sender: Sender<Message>,
    queue: Receiver<Message>,
    worker: Worker,
    map_worker: MapWorker,
    /// For each board that is made.
    maker_limits: Limits,
    clock: Box<dyn Fn() -> Duration>,
    /// Tells the day that it is and how long it still lasts; without one it is always the day that it was at first.
    calendar: Option<Box<dyn Fn() -> (Day, Duration)>>,
    effect: Effect,
    /// Who keeps the game and the results; nobody, if they are to be forgotten.
    autosave: Option<Autosave>,
    /// Takes what the player wants copied.
    clipboard: Box<dyn FnMut(&str)>,
    /// Turns the mouse on and off, and whether it is on.
    switch_mouse: Box<dyn FnMut(bool)>,
    has_mouse: bool,
    /// The model's stamp when the game was kept last, if it was.
    kept: Option<SaveVersion>,
    /// The game that moves are shown of, until anything is played: the game that was left is still there afterwards.
    looked_at: Option<(u64, u64)>,
}

impl<B: Backend> App<B> {
    /// The loop on `backend`. Nothing is drawn yet.
    ///
    /// # Errors
    /// The backend does not tell its size.
    pub fn new(playlist: Playlist, options: &Options, backend: B) -> io::Result<App<B>> {
        let terminal = Terminal::new(backend).map_err(unusable)?;
        let size = terminal.size().map_err(unusable)?;
        let (sender, queue) = mpsc::channel();
        let news = sender.clone();
        // All of them may be at work at once, and `--memory` holds for the whole process.
        let eighths = |parts: u64| {
            let memory = options.limits.memory.map(|bytes| bytes / 8 * parts);
            Limits { memory, ..options.limits }
        };
        let worker = Worker::spawn(
            move |said| {
                fault_injection::panic_if_asked();
                // When the loop has ended nobody listens, and nothing is lost.
                let _ = news.send(Message::News(said));
            },
            eighths(4),
        );
        let began = Instant::now();
        let model = Model::new(playlist, options, size);
        Ok(App {
            autosave: None,
            clipboard: Box::new(|_| ()),
            switch_mouse: Box::new(|_| ()),
            has_mouse: options.settings.mouse,
            kept: Some(model.save_version()),
            looked_at: None,
            model,
            terminal,
            finish: Postprocess::default(),
            queue,
            worker,
            map_worker: MapWorker::new(sender.clone(), eighths(3)),
            maker_limits: eighths(1),
            sender,
            clock: Box::new(move || began.elapsed()),
            calendar: None,
            effect: Effect::Repaint,
        })
    }

    /// Opens the player on moves from the puzzle's start; as after any help, what is played then is no result of one's own.
    /// Moves that are not legal are not shown.
    pub fn showing(mut self, moves: Path) -> App<B> {
        if let Some(player) = hints::show(&mut self.model.context, moves) {
            self.model.show(Screen::Player(player));
            self.looked_at = Some(self.model.save_version().of_game());
        }
        self
    }

    /// Keeps results and games in `records`, and goes on with the game that was left.
    pub fn with_records(mut self, mut records: Records, left: Option<(Metric, Session)>) -> App<B> {
        let ctx = &mut self.model.context;
        ctx.bests = records.bests().clone();
        ctx.today.days = records.days().clone();
        ctx.stopwatch.times = Arc::new(records.times().clone());
        let drawing = records.drawing();
        ctx.editor = drawing.map(|drawing| Box::new(Editor::resumed(drawing)));
        let goes_on = left.is_some();
        if let Some((metric, session)) = left {
            ctx.go_on(metric, session);
        }
        notice::warn_of_all(ctx, &records.problems());
        records.begin_with(&self.model.settings);
        // A board that was opened is the one that the next start opens, however this one ends.
        self.kept = goes_on.then(|| self.model.save_version());
        let sender = self.sender.clone();
        self.autosave = Some(Autosave::new(records, move |told| {
            // When the loop has ended nobody listens, and nothing can be shown any more.
            let _ = sender.send(told);
        }));
        self
    }

    /// A handle through which the end of the program can wait for what is being kept.
    pub(crate) fn saving(&self) -> Option<SaveHandle> {
        self.autosave.as_ref().map(Autosave::saving)
    }

    /// Waits until all that was played is written. What could not be, and why, in the language of the screen.
    pub fn unkept(&self) -> Option<String> {
        let problem = self.saving()?.finish()?;
        Some(notice::notice_of(&problem).words(self.model.lang()))
    }

    /// Hands what the player wants copied to `clipboard`; without one it goes nowhere.
    pub fn with_clipboard(mut self, clipboard: impl FnMut(&str) + 'static) -> App<B> {
        self.clipboard = Box::new(clipboard);
        self
    }

    /// Has `switch` turn the mouse on and off when the player wants that.
    pub fn with_mouse(mut self, switch: impl FnMut(bool) + 'static) -> App<B> {
        self.switch_mouse = Box::new(switch);
        self
    }

    /// Takes the time from `clock` instead of the system.
    pub fn with_clock(mut self, clock: impl Fn() -> Duration + 'static) -> App<B> {
        self.clock = Box::new(clock);
        self
    }

    /// Takes the day that it is from `calendar`, which also tells how long it still lasts.
    pub fn with_calendar(mut self, calendar: impl Fn() -> (Day, Duration) + 'static) -> App<B> {
        self.calendar = Some(Box::new(calendar));
        self
    }

    /// Where messages are sent to.
    pub fn sender(&self) -> Sender<Message> {
        self.sender.clone()
    }

    /// The backend that is drawn on.
    pub fn backend(&self) -> &B {
        self.terminal.backend()
    }

    /// The backend that is drawn on, to resize it.
    pub fn backend_mut(&mut self) -> &mut B {
        self.terminal.backend_mut()
    }

    /// The model, to be read.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Turn after turn, until the player leaves or the terminal is to be given away.
    pub fn run(&mut self) -> io::Result<Effect> {
        loop {
            let effect = self.turn(None)?;
            if effect >= Effect::Suspend {
                return Ok(effect);
            }
        }
    }

    /// One turn: draws if something has changed, waits for messages (for at most `longest`, if given), and takes in all
    /// that are there. Returns what is to be done: by this loop, or by who runs it where the game is to stop or to end.
    pub fn turn(&mut self, longest: Option<Duration>) -> io::Result<Effect> {
        // The disk is looked at before the frame is drawn, so that the first frame after the key shows what was found.
        if let Some(wish) = self.model.screen.take_wish() {
            self.take(Message::Looked(open::state::look(wish)));
        }
        if let Some(autosave) = &self.autosave {
            // A frame that shows a move promises that the move is kept, so that the disk gets a few milliseconds before it.
            autosave.saving().finish_soon();
        }
        self.draw()?;
        // The player waits for the frame and for nothing else: the solver is asked when the frame is there.
        self.consult();
        if self.complete() {
            self.draw()?;
        }
        let first = self.wait(longest);
        // The clock goes before the message that ended the wait: a key counts at the time it came, not at that of the last turn.
        self.take(Message::Tick((self.clock)()));
        let day = self.calendar.as_ref().map(|calendar| calendar().0);
        if let Some(day) = day.filter(|_| day != self.model.today.today) {
            self.take(Message::Date(day));
        }
        // All messages that wait are taken in before the next frame, so that a key that is held costs one frame and not many.
        let mut next = first;
        while let Some(message) = next {
            if matches!(message, Message::Key(_)) {
                fault_injection::panic_if_asked();
                fault_injection::error_if_asked().map_err(unusable)?;
            }
            self.take(message);
            next = self.queue.try_recv().ok();
        }
        if let Some(text) = self.model.context.to_copy.take() {
            (self.clipboard)(&text);
        }
        let wanted = self.model.settings.mouse;
        if std::mem::replace(&mut self.has_mouse, wanted) != wanted {
            (self.switch_mouse)(wanted);
        }
        if self.effect == Effect::Suspend {
            // Whatever else came in this turn: the clock stands still while the terminal is the shell's.
            self.model.context.game.session.pause(self.model.now);
        }
        self.keep();
        Ok(self.effect)
    }

    /// Goes on after the terminal was away: has everything drawn anew, since whatever is on the screen is not known any more.
    pub fn repaint(&mut self) {
        // First of all, so that the clock goes on from now.
        self.take(Message::Tick((self.clock)()));
        self.effect = Effect::Repaint;
    }

    fn take(&mut self, message: Message) {
        let effect = update(&mut self.model, message);
        // Several messages share a turn: a later draw must not hide an earlier repaint, stop or end.
        self.effect = self.effect.max(effect);
    }

    /// Reads what the first picture did not need, now that it is there. Returns whether the next one shows it.
    fn complete(&mut self) -> bool {
        let playlist = &mut self.model.context.playlist;
        let place = playlist.place();
        playlist.complete();
        let is_seen = playlist.place() != place;
        if is_seen {
            self.effect = self.effect.max(Effect::Draw);
        }
        is_seen
    }

    /// Draws if that is due.
    fn draw(&mut self) -> io::Result<()> {
        let effect = std::mem::take(&mut self.effect);
        if effect == Effect::Repaint {
            // Not `clear`: that asks the terminal for the cursor, and the thread that reads keys steals the answer.
            let size = self.terminal.size().map_err(unusable)?;
            self.terminal.resize(size.into()).map_err(unusable)?;
            self.finish = Postprocess::default();
            // The window may have changed while the terminal was away. The draw that this message asks for follows right here.
            self.take(Message::Resize(size));
            self.effect = Effect::None;
        }
        if effect >= Effect::Draw {
            let (model, finish) = (&self.model, &mut self.finish);
            let picture = |frame: &mut Frame<'_>| {
                model.draw(frame);
                finish.finish(&model.picture, frame.buffer_mut());
            };
            self.terminal.draw(picture).map_err(unusable)?;
        }
        Ok(())
    }

    /// Has the game and the best results kept if the game has changed, and at the end for the sake of the clock. The next picture
    /// shows what not even a kill takes away, unless the machine is slow.
    fn keep(&mut self) {
        let save_version = self.model.save_version();
        let Some(autosave) = &self.autosave else { return };
        if self.kept.as_ref() == Some(&save_version) && self.effect != Effect::Quit {
            return;
        }
        self.looked_at = self.looked_at.filter(|game| *game == save_version.of_game());
        self.kept = Some(save_version);
        let game = &self.model.game;
        // The thread gets copies, for the game goes on while the disk is slow.
        autosave.keep(KeptGame {
            entry: Arc::clone(&game.entry),
            metric: game.metric(),
            session: game.session.clone(),
            is_played: self.looked_at.is_none(),
            now: self.model.now,
            course: self.model.playlist.course().name(),
            bests: self.model.bests.clone(),
            days: self.model.today.days.clone(),
            times: Arc::clone(&self.model.stopwatch.times),
            settings: self.model.settings.clone(),
            drawing: self.model.editor().and_then(Editor::drawing),
        });
        // Nothing is left half done while the program is stopped.
        if self.effect == Effect::Suspend {
            // What goes wrong is told when it goes on.
            let _ = autosave.saving().finish();
        }
    }

    /// Asks the solver and the maker of maps what the model wants to know.
    fn consult(&mut self) {
        self.map_worker.survey(self.model.to_survey());
        if self.model.wants_shape() {
            self.map_worker.place();
        }
        if let Some(day) = self.model.context.today.take_wish() {
            self.make("daily", move || Message::Daily(day, daily::update::make(day)));
        }
        if let Some(job) = self.model.context.board_maker.take_job() {
            let limits = self.maker_limits;
            self.make("maker", move || {
                let (number, entry) = job.run(&limits);
                Message::Made(number, entry.map(Box::new))
            });
        }

        match self.model.solver_task() {
            SolverTask::None => {}
            SolverTask::Cancel => {
                self.worker.cancel();
                self.model.cancelled();
            }
            SolverTask::Ask(query) => {
                let position = query.position.clone();
                let request = self.worker.ask(query);
                self.model.asked(request, position);
            }
        }
    }

    /// Makes puzzles on a thread of their own. Without a thread nothing comes, and the game goes without them.
    fn make(&self, name: &str, made: impl FnOnce() -> Message + Send + 'static) {
        let sender = self.sender.clone();
        let make = move || {
            // When the loop has ended nobody listens, and nothing is lost.
            let _ = sender.send(made());
        };
        let _ = thread::Builder::new().name(name.to_owned()).spawn(make);
    }

    /// The next message, or `None` when it is time for something to change by itself.
    fn wait(&self, longest: Option<Duration>) -> Option<Message> {
        let due = self.model.deadline();
        let due = due.map(|due| due.saturating_sub((self.clock)()));
        // The wait also ends at midnight: the puzzles of the day change then, though no key comes.
        let midnight = self.calendar.as_ref().map(|calendar| calendar().1);
        let Some(wait) = [due, longest, midnight].into_iter().flatten().min() else {
            // Nothing is due: the loop sleeps until a message comes, so that an idle game takes no processor time.
            return Some(self.queue.recv().unwrap_or(Message::Closed));
        };
        match self.queue.recv_timeout(wait) {
            Ok(message) => Some(message),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Message::Closed),
        }
    }
}

/// That the terminal does not take part, as the player is told.
pub(super) fn unusable(error: impl fmt::Display) -> io::Error {
    io::Error::other(format!("the terminal cannot be used: {error}"))
}

/// What the game begins with.
#[derive(Debug)]
pub struct Launch {
    /// What there is to play.
    pub playlist: Playlist,
    /// The game of the first puzzle that goes on, if one was left, and its metric.
    pub left: Option<(Metric, Session)>,
    /// Where results and games are kept.
    pub records: Records,
    /// Moves of the first puzzle, from its start, that the player shows at once.
    pub shown: Option<Path>,
}
