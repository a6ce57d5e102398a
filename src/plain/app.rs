//! One line after the other: what it asks for is done by the game's own loop, and what came of it is told.

use super::describe::joined;
use super::driver::{Driver, LONG_PATIENCE};
use super::parse::{Far, Line};
use super::status::{bests, introduction, standing, status, words};
use super::{daily_times_ghost, editor, lists, parse, replay};
use crate::puzzle::{Metric, PieceId};
use crate::session::Turn;
use crate::storage::{Show, words_of};
use crate::text::{self, Lang, Phrase, Spoken};
use crate::tui::{Action, Chord, Message, Playlist, Screen, ScreenKey};
use std::io;
use std::sync::Arc;

impl Driver {
    /// What there is to say before the first line.
    pub(crate) fn greeting(&mut self) -> io::Result<Vec<String>> {
        self.settle()?;
        let mut lines = self.notice();
        lines.extend(introduction(self.model()));
        lines.push(self.say(Spoken::HelpIs));
        Ok(lines)
    }

    /// Does what a line asks for, and returns what came of it.
    pub(crate) fn hear(&mut self, line: &str) -> io::Result<Vec<String>> {
        // It may be later than it was, or another day.
        self.send([])?;
        if matches!(self.model().screen, Screen::Editor(_)) {
            return editor::hear(self, line);
        }
        let was_solved = self.model().game.session.is_solved();
        let mut told = match parse::read(line, self.model()) {
            Ok(line) => self.obey(line)?,
            Err(wrong) => vec![wrong],
        };
        if !was_solved && self.model().game.session.is_solved() {
            // What is praised is on the disk: a program that is killed after that takes no result away.
            told.extend(self.app.unkept());
        }
        Ok(told)
    }

    fn obey(&mut self, line: Line) -> io::Result<Vec<String>> {
        match line {
            Line::Nothing if self.shows_solution() => Ok(vec![replay::step(self.model())]),
            Line::Nothing => {
                self.settle()?;
                Ok(vec![standing(self.model())])
            }
            Line::Push(way, Far::End) => self.moved(vec![Message::Act(Action::GoFar(way))]),
            Line::Push(way, Far::Cells(cells)) => {
                let step = || Message::Act(Action::Go(way));
                self.moved((0..cells).map(|_| step()).collect())
            }
            Line::Play(moves) => self.moved(vec![Message::Play(moves)]),
            Line::Select(piece) => self.select(piece),
            Line::Do(command, rest) => self.act(command, &rest),
        }
    }

    /// Waits until what was asked for is there.
    fn await_help(&mut self) -> io::Result<bool> {
        self.wait(LONG_PATIENCE, |model| model.game.awaited.is_none())?;
        Ok(self.model().game.awaited.is_none())
    }

    /// Has the loop play moves; tells which were played, and how the game stands then.
    fn moved(&mut self, messages: Vec<Message>) -> io::Result<Vec<String>> {
        self.come_back()?;
        let before = self.model().game.session.done();
        self.send(messages)?;
        let session = &self.model().game.session;
        let turns = session.turns().get(before..session.done()).unwrap_or_default();
        let moves: Vec<_> = turns.iter().filter_map(Turn::played).cloned().collect();
        if moves.is_empty() {
            return Ok(self.notice());
        }
        let stop = Spoken::FullStop.words(self.lang());
        let mut lines = vec![words(self.model()).actions(&moves) + stop];
        lines.extend(self.stands()?);
        Ok(lines)
    }

    /// How the game stands when the solver has had its say.
    fn stands(&mut self) -> io::Result<Vec<String>> {
        self.settle()?;
        let mut lines = vec![standing(self.model())];
        lines.extend(self.notice());
        Ok(lines)
    }

    fn select(&mut self, piece: PieceId) -> io::Result<Vec<String>> {
        self.come_back()?;
        let name = self.model().game.puzzle().piece(piece).name().chars().next();
        let key = name.map(|name| Message::Key(Chord::char(name)));
        // The same two keys as at the screen: the one that picks, then the letter of the piece.
        self.send([Message::Act(Action::PickPiece)].into_iter().chain(key))?;
        let words = words(self.model());
        let parts = [words.name(piece), words.can(piece)];
        Ok(vec![Spoken::Selected.with(self.lang(), &parts)])
    }

    fn act(&mut self, command: &str, rest: &str) -> io::Result<Vec<String>> {
        let game = &self.model().game;
        Ok(match command {
            "board" => words(self.model()).board(replay::position(self.model())),
            "pieces" => words(self.model()).pieces(),
            "goal" => words(self.model()).goal(),
            "status" => {
                self.settle()?;
                status(self.model())
            }
            "best" => bests(self.model()),
            "share" => daily_times_ghost::share(self.model()),
            "times" => daily_times_ghost::times(self.model(), rest),
            "ghost" => daily_times_ghost::ghost(self, rest)?,
            "code" => self.line(),
            "moves" if self.shows_solution() => replay::moves(self.model()),
            "moves" if game.session.line().is_empty() => vec![self.say(Spoken::NoMoves)],
            "moves" => replay::own_moves(self.model()),
            "save" => vec![self.app.unkept().unwrap_or_else(|| self.say(Spoken::KeptIs))],
            "help" => lists::help(self.model()),
            "list" => lists::puzzles(self.model(), rest),
            "on" | "back" | "go" | "accept" | "return" => {
                return replay::act(self, command, rest);
            }
            "quit" => {
                self.left = true;
                Vec::new()
            }
            // The commands above tell of what is shown or go through it; all others need the own board.
            _ => {
                self.come_back()?;
                return self.change(command, rest);
            }
        })
    }

    /// The board as one line; that of the day before it, where one of its puzzles has been solved.
    fn line(&self) -> Vec<String> {
        let (model, lang) = (self.model(), self.lang());
        let day = model.day_line();
        let mut lines: Vec<String> =
            day.map(|line| Spoken::ShareIs.with(lang, &[&line])).into_iter().collect();
        lines.push(match model.line() {
            Some(line) => Spoken::LineIs.with(lang, &[line]),
            None => Phrase::NoLine.words(lang).to_owned(),
        });
        lines
    }

    /// What changes the own game, or leaves it for another.
    fn change(&mut self, command: &str, rest: &str) -> io::Result<Vec<String>> {
        match command {
            "undo" => self.turn_back(Action::Undo),
            "redo" => self.turn_back(Action::Redo),
            "restart" => self.turn_back(Action::Restart),
            "hint" => self.hint(),
            "solve" => self.solve(),
            "review" => {
                self.press(Action::Show(ScreenKey::Player))?;
                Ok(match self.shows_solution() {
                    true => replay::review(self.model()),
                    false => self.notice(),
                })
            }
            "metric" => self.metric(rest),
            "language" => self.language(rest),
            "blind" => self.blind(rest),
            "next" => self.another(|driver| driver.press(Action::Next)),
            "previous" => self.another(|driver| driver.press(Action::Previous)),
            "open" if rest.is_empty() => Ok(self.needs("open", Spoken::AName)),
            "open" => match lists::place_of(self.model(), rest) {
                Some(place) => self.choose(place),
                None => self.start(rest, None),
            },
            "daily" => daily_times_ghost::daily(self, rest),
            "scramble" => daily_times_ghost::scramble(self, rest),
            "editor" => editor::open(self),
            "map" | "distances" | "hardest" | "random" => replay::map(self, command, rest),
            unknown => unreachable!("{unknown} is in the table, and a test has tried all of it"),
        }
    }

    /// When the solver's figures are told: as a word says, or else the next way.
    fn blind(&mut self, rest: &str) -> io::Result<Vec<String>> {
        match Show::named(rest) {
            Some(show) => self.send([Message::Figures(show)])?,
            None if rest.is_empty() => self.press(Action::Blind)?,
            None => {
                let words = joined(&words_of("show"), Spoken::Or, self.lang());
                return Ok(vec![Spoken::Needs.with(self.lang(), &["blind", &words])]);
            }
        }
        Ok(self.notice())
    }

    /// Opens a puzzle by its name, a size from this seed.
    pub(crate) fn start(&mut self, name: &str, seed: Option<u64>) -> io::Result<Vec<String>> {
        if name == "-" {
            return Ok(vec![self.say(Spoken::NotFromInput)]);
        }
        let lang = self.lang();
        match Playlist::named(name, seed) {
            Ok(playlist) => self.another(|driver| driver.send([Message::Launch(playlist)])),
            Err(wrong) => {
                Ok(wrong.iter().map(|wrong| text::lookup_error(lang, wrong, &[])).collect())
            }
        }
    }

    /// Plays the puzzle at a place of the list.
    pub(crate) fn choose(&mut self, place: usize) -> io::Result<Vec<String>> {
        self.another(|driver| driver.send([Message::Choose(place)]))
    }

    fn turn_back(&mut self, action: Action) -> io::Result<Vec<String>> {
        let before = self.model().game.session.changes();
        self.press(action)?;
        match self.model().game.session.changes() == before {
            true => Ok(self.notice()),
            false => self.stands(),
        }
    }

    /// A little more than the hint before. What the screen shows in arrows is told in words.
    fn hint(&mut self) -> io::Result<Vec<String>> {
        self.press(Action::Hint)?;
        if !self.await_help()? {
            return Ok(vec![self.say(Spoken::StillAtWork)]);
        }
        let moves = replay::hinted(self.model());
        Ok(match moves.is_empty() {
            true => self.notice(),
            false => {
                let told = words(self.model()).actions(moves);
                vec![Spoken::HintGoes.with(self.lang(), &[&told])]
            }
        })
    }

    fn solve(&mut self) -> io::Result<Vec<String>> {
        self.press(Action::Solve)?;
        if !self.await_help()? {
            // Otherwise the solver would show its solution later, among the answers to other lines.
            self.press(Action::Back)?;
            return Ok(vec![self.say(Spoken::StillAtWork)]);
        }
        let mut lines = self.notice();
        lines.extend(replay::solution(self.model()));
        Ok(lines)
    }

    fn metric(&mut self, rest: &str) -> io::Result<Vec<String>> {
        let here = self.model().game.metric();
        // After the last metric comes the first, as with the key.
        let next = Metric::ALL[(here as usize + 1) % Metric::ALL.len()];
        let Ok(wanted) = rest.parse::<Metric>().or(rest.is_empty().then_some(next).ok_or(()))
        else {
            return Ok(self.needs("metric", Spoken::AMetric));
        };
        // The key goes round all metrics, so that this ends.
        while self.model().game.metric() != wanted {
            self.press(Action::SwitchMetric)?;
        }
        let mut lines = self.notice();
        self.settle()?;
        lines.push(standing(self.model()));
        Ok(lines)
    }

    fn language(&mut self, rest: &str) -> io::Result<Vec<String>> {
        if !self.speak(rest)? {
            return Ok(self.needs("language", Spoken::ALanguage));
        }
        self.settle()?;
        Ok(vec![standing(self.model()), self.say(Spoken::HelpIs)])
    }

    /// Goes on in the language of this name, or in the other one if none is named. Returns whether there is one.
    pub(crate) fn speak(&mut self, name: &str) -> io::Result<bool> {
        let asked = Lang::named(name).or(name.is_empty().then_some(self.lang().other()));
        if asked.is_some_and(|wanted| wanted != self.lang()) {
            self.press(Action::Language)?;
        }
        Ok(asked.is_some())
    }

    /// Goes to another puzzle and introduces it; tells why not if there is none.
    pub(crate) fn another(
        &mut self,
        go: impl FnOnce(&mut Self) -> io::Result<()>,
    ) -> io::Result<Vec<String>> {
        let before = Arc::clone(&self.model().game.entry);
        go(self)?;
        if Arc::ptr_eq(&before, &self.model().game.entry) {
            let said = self.notice();
            return Ok(match said.is_empty() {
                true => vec![standing(self.model())],
                false => said,
            });
        }
        // That the first steps are left, or that a game goes on, is said before the board as at the start.
        let mut lines = self.notice();
        self.settle()?;
        lines.extend(introduction(self.model()));
        Ok(lines)
    }
}
