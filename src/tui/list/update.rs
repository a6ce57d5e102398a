//! Keys in the list of puzzles.

use super::state::List;
use super::view::{self, Under};
use crate::tui::context::Context;
use crate::tui::keys::{Action, Scope};
use crate::tui::message::{Gesture, Pointer};
use crate::tui::screen::{Component, Event, Response};
use crate::tui::widgets::input::Input;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// The longest filter.
const LONGEST: usize = 40;

impl List {
    /// The whole list; the puzzles of the day are made for it.
    pub(crate) fn open(ctx: &mut Context) -> List {
        ctx.today.want();
        List::new(&ctx.playlist)
    }

    /// Plays the one that is chosen; the game that was left goes on if it is the same.
    fn play(&self, ctx: &mut Context) -> Response {
        match self.choice() {
            Some(&(place, _)) if ctx.choose(place) => Response::Close,
            _ => Response::Draw,
        }
    }

    /// A click on a name chooses it; on the chosen one, or on the preview, it plays.
    fn click(&mut self, ctx: &mut Context, place: (u16, u16)) -> Response {
        match view::under(self, ctx, place) {
            Some(Under::Puzzle(at)) if at != self.chosen() => {
                self.choose(at);
                Response::Draw
            }
            Some(_) => self.play(ctx),
            None => Response::Ignored,
        }
    }
}

impl Component for List {
    fn scope(&self) -> Scope {
        Scope::Home
    }

    fn update(&mut self, ctx: &mut Context, event: Event) -> Response {
        match event {
            // A character that means something here is not typed.
            Event::Key(chord) if ctx.keymap.action(Scope::Home, chord).is_none() => {
                let mut filter = self.filter().clone();
                if !filter.edit(chord, LONGEST) {
                    return Response::Ignored;
                }
                self.set_filter(filter, &ctx.playlist);
            }
            Event::Act(Action::Scroll(by))
            | Event::Mouse(Pointer { gesture: Gesture::Wheel(by), .. }) => self.go(by),
            Event::Act(Action::NextPiece) => self.go_collection(true, &ctx.playlist),
            Event::Act(Action::PreviousPiece) => self.go_collection(false, &ctx.playlist),
            Event::Act(Action::Back) if !self.filter().text().is_empty() => {
                self.set_filter(Input::default(), &ctx.playlist);
            }
            Event::Act(Action::PlayOn) => return self.play(ctx),
            Event::Act(_) => return Response::Close,
            Event::Mouse(Pointer { gesture: Gesture::Press, x, y }) => {
                return self.click(ctx, (x, y));
            }
            Event::Relisted => {
                ctx.today.want();
                self.relist(&ctx.playlist);
            }
            _ => return Response::Ignored,
        }
        Response::Draw
    }

    fn view(&self, ctx: &Context, area: Rect, buffer: &mut Buffer) {
        view::draw(self, ctx, area, buffer);
    }
}
