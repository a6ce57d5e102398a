//! What keys and the mouse do in the player, and how it goes on by itself.

use super::state::Player;
use super::view;
use crate::puzzle::Position;
use crate::text::Phrase;
use crate::tui::context::Context;
use crate::tui::keys::{Action, Scope};
use crate::tui::message::{Gesture, Pointer};
use crate::tui::notice::after_move;
use crate::tui::play::update::turn_back;
use crate::tui::screen::{Component, Event, Response};
use crate::tui::share;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::time::Duration;

impl Component for Player {
    fn scope(&self) -> Scope {
        Scope::Player
    }

    fn update(&mut self, ctx: &mut Context, event: Event) -> Response {
        match event {
            Event::Act(Action::Back) => return Response::Close,
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

    fn position<'a>(&'a self, _: &'a Context) -> &'a Position {
        self.replay().position()
    }

    fn deadline(&self, _: &Context) -> Option<Duration> {
        self.due()
    }
}

/// Plays the moves shown so far on the own board; in review, goes back to the moment that is shown.
fn play_on(player: &Player, ctx: &mut Context) {
    let now = ctx.now;
    if let Some(own) = player.own() {
        let turn = ctx.game.session.line_begin() + own.turns[player.replay().cursor()];
        return turn_back(ctx, Phrase::NothingToUndo, |session| {
            session.go_to(turn, now);
            true
        });
    }
    for action in player.replay().behind() {
        ctx.game.play(action.clone(), now);
    }
    after_move(ctx);
}
