//! Speed-solving on the screen: what is said of a solve, and the list of times.

use super::state::{Again, TimesScreen, average};
use super::view;
use crate::generate::{Scramble, seed_text};
use crate::lookup::dimensions;
use crate::notation::{Entry, moves};
use crate::puzzle::Metric;
use crate::session::Replay;
use crate::storage::Solve;
use crate::text::Phrase;
use crate::tui::Screen;
use crate::tui::context::Context;
use crate::tui::keys::{Action, Scope};
use crate::tui::list::playlist::Playlist;
use crate::tui::message::{Gesture, Pointer};
use crate::tui::notice::{Part, Tone, say};
use crate::tui::play::game::Game;
use crate::tui::player::state::Player;
use crate::tui::screen::{Component, Event, Response};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::sync::Arc;

/// Notes a scramble that was solved, if it counts, and says how fast that was.
pub(crate) fn note(ctx: &mut Context) {
    let game = &ctx.game;
    if !ctx.stopwatch.note(game, ctx.now) {
        return;
    }
    ctx.noted += 1;
    let size = game.puzzle().size().to_string();
    let solves = ctx.stopwatch.session(&size);
    let Some(solve) = solves.last() else { return };
    let steps = Part::Amount(game.session.steps(), Metric::Step);
    let (time, pace) = (solve.mark().to_string(), solve.pace().to_string());
    let mut parts = vec![steps, Part::Text(time), Part::Text(pace)];
    let phrase = match average(&solves) {
        None => Phrase::SpeedSolved,
        Some((span, mark)) => {
            parts.push(Part::Text(span.name().to_owned()));
            parts.push(Part::Text(mark.to_string()));
            Phrase::SpeedAverage
        }
    };
    say(ctx, phrase, parts, Tone::Good);
}

impl TimesScreen {
    /// The times of the size that is played, or of the first one that has any; if none has, it is said.
    pub(crate) fn open(ctx: &mut Context) -> Option<TimesScreen> {
        let played = ctx.game.scramble.map(|_| ctx.game.puzzle().size().to_string());
        // Where all are deleted, they can still be brought back.
        let known = || ctx.stopwatch.times.sizes().next().or(ctx.stopwatch.deleted());
        let size = played.or_else(|| known().map(str::to_owned));
        if size.is_none() {
            say(ctx, Phrase::NoTimes, vec![], Tone::Plain);
        }
        size.map(TimesScreen::of)
    }

    /// Goes to another size that has times, round and round.
    fn go_size(&mut self, ctx: &Context, by: isize) {
        let sizes: Vec<&str> = ctx.stopwatch.times.sizes().collect();
        let at = sizes.iter().position(|&size| size == self.size);
        // A place was found only where there is a size, so that the remainder is never one by zero.
        let at = at.map_or(0, |at| (at as isize + by).rem_euclid(sizes.len() as isize));
        if let Some(&size) = sizes.get(at as usize) {
            *self = TimesScreen::of(size.to_owned());
        }
    }

    /// Chooses the solve so many places on.
    fn go(&mut self, ctx: &Context, by: i16) {
        self.chosen = self.chosen.saturating_add_signed(by.into());
        self.settle(ctx);
    }

    /// Has a solve chosen that is there, and to be seen.
    pub(crate) fn settle(&mut self, ctx: &Context) {
        let solves = ctx.stopwatch.times.of(&self.size).len();
        self.chosen = self.chosen.min(solves.saturating_sub(1));
        self.top = view::top(self, solves, ctx);
    }

    /// The solve that is chosen.
    pub(crate) fn solve(&self, ctx: &Context) -> Option<Solve> {
        let mut solves = ctx.stopwatch.times.of(&self.size);
        let at = solves.len().checked_sub(self.chosen + 1)?;
        Some(solves.swap_remove(at))
    }

    /// Shows the chosen solve in the player, if its moves are known.
    fn replay(&mut self, ctx: &mut Context) -> Response {
        let Some(solve) = self.solve(ctx) else {
            return Response::Ignored;
        };
        let shown = scramble(&self.size, solve.seed).and_then(|entry| {
            let game = Game::new(Arc::new(entry), Metric::Step);
            let start = game.puzzle().start();
            let path = moves::read(game.puzzle(), start, solve.moves.as_deref()?).ok()?;
            let replay = Replay::new(game.session.puzzle().clone(), start.clone(), path).ok()?;
            Some((game, replay))
        });
        let Some((game, replay)) = shown else {
            say(ctx, Phrase::NoMovesKept, vec![], Tone::Plain);
            return Response::Draw;
        };
        ctx.notice = None;
        let mut player = Player::new(replay, ctx.settings.animation, ctx.now);
        player.again = Some(Box::new(Again { game, solve, from: self.clone() }));
        Response::Show(Box::new(Screen::Player(player)))
    }

    /// Plays the scramble of the chosen solve once more. It counted when it was played first.
    fn retry(&self, ctx: &mut Context) -> Response {
        let Some(solve) = self.solve(ctx) else {
            return Response::Ignored;
        };
        if begin(ctx, &self.size, solve.seed) {
            let name = Part::Text(ctx.game.name(ctx.lang()));
            say(ctx, Phrase::ScrambleAgain, vec![name], Tone::Plain);
        }
        Response::Close
    }

    /// Deletes the chosen solve.
    fn delete(&self, ctx: &mut Context) -> Response {
        let Some(solve) = self.solve(ctx) else {
            return Response::Ignored;
        };
        ctx.stopwatch.delete(&self.size, solve.at);
        ctx.noted += 1;
        let undo = ctx.keymap.label(Scope::Times, Action::Undo, ctx.theme().ascii);
        let parts = [solve.mark().to_string(), undo].map(Part::Text);
        say(ctx, Phrase::SolveDeleted, parts.to_vec(), Tone::Plain);
        Response::Draw
    }

    /// Brings back what was deleted last, and chooses it.
    fn bring_back(&mut self, ctx: &mut Context) -> Response {
        let Some((size, at)) = ctx.stopwatch.bring_back() else {
            say(ctx, Phrase::NothingToUndo, vec![], Tone::Plain);
            return Response::Draw;
        };
        ctx.noted += 1;
        let newest = ctx.stopwatch.times.of(&size).into_iter().rev();
        self.chosen = newest.map(|solve| solve.at).take_while(|&its| its != at).count();
        self.size = size;
        Response::Draw
    }

    /// A click chooses a solve; on the chosen one, it shows it.
    fn click(&mut self, ctx: &mut Context, place: (u16, u16)) -> Response {
        match view::under(self, ctx, place) {
            Some(at) if at == self.chosen => self.replay(ctx),
            Some(at) => {
                self.chosen = at;
                Response::Draw
            }
            None => Response::Ignored,
        }
    }

    /// Does what the event means.
    fn hear(&mut self, ctx: &mut Context, event: Event) -> Response {
        match event {
            Event::Act(Action::Scroll(by))
            | Event::Mouse(Pointer { gesture: Gesture::Wheel(by), .. }) => self.go(ctx, by),
            Event::Act(action @ (Action::NextPiece | Action::PreviousPiece)) => {
                self.go_size(ctx, if action == Action::NextPiece { 1 } else { -1 });
            }
            Event::Act(Action::PlayOn) => return self.replay(ctx),
            Event::Act(Action::Restart) => return self.retry(ctx),
            Event::Act(Action::Erase) => return self.delete(ctx),
            Event::Act(Action::Undo) => return self.bring_back(ctx),
            Event::Act(_) => return Response::Close,
            Event::Mouse(Pointer { gesture: Gesture::Press, x, y }) => {
                return self.click(ctx, (x, y));
            }
            _ => return Response::Ignored,
        }
        Response::Draw
    }
}

/// The scramble of a size such as `4x4` from a seed.
fn scramble(size: &str, seed: u64) -> Option<Entry> {
    let (width, height) = dimensions(size)?;
    Scramble { width, height, seed }.entry()
}

/// Plays the scramble of a size from a seed, and new ones after it. Returns whether there is one.
pub(crate) fn begin(ctx: &mut Context, size: &str, seed: u64) -> bool {
    let list = Playlist::named(&format!("{size} {}", seed_text(seed)), None);
    list.map(|list| ctx.begin(list)).is_ok()
}

impl Component for TimesScreen {
    fn scope(&self) -> Scope {
        Scope::Times
    }

    fn update(&mut self, ctx: &mut Context, event: Event) -> Response {
        let response = self.hear(ctx, event);
        self.settle(ctx);
        response
    }

    fn view(&self, ctx: &Context, area: Rect, buffer: &mut Buffer) {
        view::draw(self, ctx, area, buffer);
    }
}
