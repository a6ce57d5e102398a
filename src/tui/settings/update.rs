//! What keys and the mouse do to the settings.

use super::state::SettingsScreen;
use super::view::{self, Under};
use crate::puzzle::Direction;
use crate::storage::Values;
use crate::tui::context::Context;
use crate::tui::keys::chord::{Chord, Key};
use crate::tui::keys::{Action, Scope};
use crate::tui::message::{Gesture, Pointer};
use crate::tui::play::update::next_tick;
use crate::tui::screen::{Component, Event, Response};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::time::Duration;

impl SettingsScreen {
    /// Takes the next value of the chosen setting, or the one before; keys are changed in the file alone.
    fn turn(&mut self, ctx: &mut Context, forward: bool) -> Response {
        self.is_typing = false;
        if self.setting().values == Values::Keys {
            return Response::Ignored;
        }
        ctx.notice = None;
        ctx.set(ctx.settings.turned(self.setting(), forward));
        Response::Draw
    }

    /// A digit of a number, or the key that takes the last one away.
    fn type_in(&mut self, ctx: &mut Context, chord: Chord) -> Response {
        let held = ctx.settings.value(self.setting()).as_integer().unwrap_or(0);
        let seconds = match chord {
            Chord { key: Key::Char(c), ctrl: false, .. } => match c.to_digit(10) {
                Some(digit) if self.is_typing => {
                    held.saturating_mul(10).saturating_add(digit.into())
                }
                Some(digit) => digit.into(),
                None => return Response::Ignored,
            },
            Chord { key: Key::Backspace, .. } => held / 10,
            _ => return Response::Ignored,
        };
        ctx.notice = None;
        ctx.set(ctx.settings.with_seconds(self.setting(), seconds));
        self.is_typing = true;
        Response::Draw
    }

    /// A click on a row chooses it; on the chosen one it takes the next value, or on the left arrow the one before.
    fn click(&mut self, ctx: &mut Context, place: (u16, u16)) -> Response {
        match view::under(*self, ctx, place) {
            Some(Under::Row(row)) if row != self.chosen => {
                self.choose(row);
                Response::Draw
            }
            Some(under) => self.turn(ctx, under != Under::Before),
            None => Response::Ignored,
        }
    }

    /// Does what the event means.
    fn hear(&mut self, ctx: &mut Context, event: Event) -> Response {
        match event {
            Event::Key(chord) if self.is_typed() => return self.type_in(ctx, chord),
            Event::Act(Action::Scroll(by))
            | Event::Mouse(Pointer { gesture: Gesture::Wheel(by), .. }) => self.go(by),
            Event::Act(Action::Go(way)) => return self.turn(ctx, way == Direction::Right),
            Event::Act(Action::PlayOn) => return self.turn(ctx, true),
            Event::Act(Action::Back) => return Response::Back,
            Event::Act(_) => return Response::Close,
            Event::Mouse(Pointer { gesture: Gesture::Press, x, y }) => {
                return self.click(ctx, (x, y));
            }
            _ => return Response::Ignored,
        }
        Response::Draw
    }
}

impl Component for SettingsScreen {
    fn scope(&self) -> Scope {
        Scope::Settings
    }

    fn update(&mut self, ctx: &mut Context, event: Event) -> Response {
        // The game beside shows for how long a scramble may still be looked at. Time that passes while the window is small for once
        // must not forget where the table was in the large one.
        if let Event::Tick(is_second) = event {
            return if is_second { Response::Draw } else { Response::Ignored };
        }
        let response = self.hear(ctx, event);
        if !matches!(response, Response::Ignored) {
            self.top = view::top(*self, ctx);
        }
        response
    }

    fn view(&self, ctx: &Context, area: Rect, buffer: &mut Buffer) {
        view::draw(*self, ctx, area, buffer);
    }

    fn is_watched(&self, ctx: &Context) -> bool {
        // Beside the settings most of the board is in view, from which a scramble could be worked out at leisure.
        ctx.game.scramble.is_some()
    }

    fn deadline(&self, ctx: &Context) -> Option<Duration> {
        next_tick(ctx)
    }
}
