//! The game's loop as those need it who play by lines: messages go in, it is waited for, and what it says is read.

use crate::text::{Lang, Spoken};
use crate::tui::{Action, App, Message, Model, Screen, with_keys};
use ratatui::backend::TestBackend;
use std::io;
use std::time::{Duration, Instant};

/// How long an answer of the solver is waited for before what is known so far is told.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long a whole map or a solution is waited for, which was asked for by name.
pub(crate) const LONG_PATIENCE: Duration = Duration::from_secs(20);
/// How much longer is waited for what the last move did, where that is yet to come: after a change of the metric, for example.
const A_MOMENT: Duration = Duration::from_millis(500);
/// How long the loop waits for news at a time.
const A_WHILE: Duration = Duration::from_millis(20);

/// The game's loop, which draws on a screen that nobody sees.
pub(crate) struct Driver {
    pub(crate) app: App<TestBackend>,
    pub(crate) left: bool,
}

impl Driver {
    pub(crate) fn model(&self) -> &Model {
        self.app.model()
    }

    pub(crate) fn lang(&self) -> Lang {
        self.model().lang()
    }

    /// Sends messages to the loop, and has it take them in.
    pub(crate) fn send(&mut self, messages: impl IntoIterator<Item = Message>) -> io::Result<()> {
        let sender = self.app.sender();
        for message in messages {
            // The loop is this very thread's, and listens as long as it is there.
            let _ = sender.send(message);
        }
        // Only what is there already is taken in: to wait here would hold up every command.
        self.app.turn(Some(Duration::ZERO)).map(drop)
    }

    pub(crate) fn press(&mut self, action: Action) -> io::Result<()> {
        self.send([Message::Act(action)])
    }

    /// Runs the loop until `done`, or until patience is at an end.
    pub(crate) fn wait(
        &mut self,
        patience: Duration,
        done: impl Fn(&Model) -> bool,
    ) -> io::Result<()> {
        let began = Instant::now();
        while !done(self.model()) && began.elapsed() < patience {
            self.app.turn(Some(A_WHILE))?;
        }
        Ok(())
    }

    /// Waits until the solver has said what it will say of the position.
    pub(crate) fn settle(&mut self) -> io::Result<()> {
        self.wait(PATIENCE, |model| {
            let game = &model.game;
            let known = game.remaining().exact().is_some();
            // Figures that are hidden are not told, so that nothing is waited for.
            !model.is_shown() || known || game.in_question().is_none()
        })?;
        self.wait(A_MOMENT, |model| {
            let game = &model.game;
            let judged = game.last_change().is_some() || game.session.line().is_empty();
            !model.is_shown() || judged || game.remaining().exact().is_none()
        })
    }

    pub(crate) fn say(&self, spoken: Spoken) -> String {
        spoken.words(self.lang()).to_owned()
    }

    /// What the game says of itself.
    pub(crate) fn notice(&self) -> Vec<String> {
        let notice = self.model().notice.as_ref();
        let words = notice.map(|notice| with_keys(self.model(), &notice.words(self.lang())));
        words.into_iter().collect()
    }

    /// What a command lacks.
    pub(crate) fn needs(&self, command: &str, what: Spoken) -> Vec<String> {
        vec![Spoken::Needs.with(self.lang(), &[command, what.words(self.lang())])]
    }

    pub(crate) fn shows_solution(&self) -> bool {
        matches!(self.model().screen, Screen::Player(_))
    }

    /// Returns to the own board, if something else is shown.
    pub(crate) fn come_back(&mut self) -> io::Result<()> {
        match &self.model().screen {
            Screen::Play(_) => Ok(()),
            _ => self.press(Action::Back),
        }
    }
}
