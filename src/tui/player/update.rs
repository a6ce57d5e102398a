//! What keys and the mouse do in the player, and how it goes on by itself.

use super::state::Player;
use super::view;
use crate::notation::Entry;
use crate::puzzle::Position;
use crate::text::Phrase;
use crate::tui::Screen;
use crate::tui::context::Context;
use crate::tui::keys::{Action, Scope};
use crate::tui::message::{Gesture, Pointer};
use crate::tui::notice::after_move;
use crate::tui::play::update::turn_back;
use crate::tui::screen::{Component, Event, Response};
use crate::tui::{share, times};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::sync::Arc;
use std::time::Duration;

impl Component for Player {
    fn scope(&self) -> Scope {
        Scope::Player
    }

    fn update(&mut self, ctx: &mut Context, event: Event) -> Response {
        match event {
            Event::Act(Action::Back) => return close(self, ctx),
            Event::Act(Action::PlayOn) => {
                play_on(self, ctx);
                return Response::Close;
            }
            Event::Act(Action::Copy) => share::copy_board(ctx),
            Event::Act(action) => self.act(action, ctx.now),
            Event::Mouse(Pointer { gesture: Gesture::Wheel(notches), .. }) => {
                let action = if notches < 0 { Action::StepBack } else { Action::StepOn };
                self.act(action, ctx.now);
            }
            Event::Mouse(Pointer { gesture: Gesture::Press, x, y }) => {
                let Some(cursor) = view::moment_under(self, ctx, (x, y)) else {
                    return Response::Ignored;
                };
                self.go(cursor);
            }
            Event::Tick(_) if self.tick(ctx.now) => {}
            _ => return Response::Ignored,
        }
        Response::Draw
    }

    fn view(&self, ctx: &Context, area: Rect, buffer: &mut Buffer) {
        view::draw(self, ctx, area, buffer);
    }

    fn has_footer(&self, ctx: &Context) -> bool {
        view::layout(self, ctx, ctx.window).is_some()
    }

    fn shown<'a>(&'a self, ctx: &'a Context) -> (&'a Arc<Entry>, &'a Position) {
        (&self.game(ctx).entry, self.replay.position())
    }

    fn deadline(&self, _: &Context) -> Option<Duration> {
        self.due
    }
}

/// Goes back to where it was opened: to the times, or to the game.
fn close(player: &mut Player, ctx: &Context) -> Response {
    let Some(again) = player.again.take() else {
        return Response::Close;
    };
    let mut times = again.from;
    // The window may be another one than when they were left.
    times.settle(ctx);
    Response::Show(Box::new(Screen::Times(times)))
}

/// Plays the moves shown so far on the own board, or of a solve on its scramble, which counts no second time; in review, goes back to the moment that is shown.
fn play_on(player: &Player, ctx: &mut Context) {
    let now = ctx.now;
    if let Some(own) = &player.own {
        let turn = ctx.game.session.line_begin() + own.turns[player.replay.cursor()];
        return turn_back(ctx, Phrase::NothingToUndo, |session| {
            session.go_to(turn, now);
            true
        });
    }
    if let Some(again) = &player.again {
        if !times::update::begin(ctx, &again.from.size, again.solve.seed) {
            return;
        }
        // What was seen is help, as every solution that is shown.
        ctx.game.session.note_hint();
    }
    for action in player.replay.behind() {
        ctx.game.play(action.clone(), now);
    }
    after_move(ctx);
}
