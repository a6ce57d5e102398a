//! Speed-solving on the screen: what is said of a solve, and the list of times.

use super::state::{TimesScreen, average};
use super::view;
use crate::puzzle::Metric;
use crate::text::Phrase;
use crate::tui::context::Context;
use crate::tui::keys::{Action, Scope};
use crate::tui::message::{Gesture, Pointer};
use crate::tui::notice::{Part, Tone, say};
use crate::tui::screen::{Component, Event, Response};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

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
        let first = || ctx.stopwatch.times().sizes().next().map(str::to_owned);
        let size = played.or_else(first);
        if size.is_none() {
            say(ctx, Phrase::NoTimes, vec![], Tone::Plain);
        }
        size.map(|size| TimesScreen { size, first: 0 })
    }

    /// Goes to another size that has times, round and round.
    fn go_size(&mut self, ctx: &Context, by: isize) {
        let sizes: Vec<&str> = ctx.stopwatch.times.sizes().collect();
        let at = sizes.iter().position(|&size| size == self.size);
        // A place was found only where there is a size, so that the remainder is never one by zero.
        let at = at.map_or(0, |at| (at as isize + by).rem_euclid(sizes.len() as isize));
        if let Some(&size) = sizes.get(at as usize) {
            *self = TimesScreen { size: size.to_owned(), first: 0 };
        }
    }

    fn scroll(&mut self, ctx: &Context, by: i16) -> Response {
        let most = view::most_first(self, ctx);
        self.first = self.first.saturating_add_signed(by.into()).min(most);
        Response::Draw
    }
}

impl Component for TimesScreen {
    fn scope(&self) -> Scope {
        Scope::Times
    }

    fn update(&mut self, ctx: &mut Context, event: Event) -> Response {
        match event {
            Event::Act(Action::Scroll(by))
            | Event::Mouse(Pointer { gesture: Gesture::Wheel(by), .. }) => self.scroll(ctx, by),
            Event::Act(action @ (Action::NextPiece | Action::PreviousPiece)) => {
                self.go_size(ctx, if action == Action::NextPiece { 1 } else { -1 });
                Response::Draw
            }
            Event::Act(_) => Response::Close,
            _ => Response::Ignored,
        }
    }

    fn view(&self, ctx: &Context, area: Rect, buffer: &mut Buffer) {
        view::draw(self, ctx, area, buffer);
    }
}
