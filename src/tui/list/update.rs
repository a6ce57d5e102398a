//! Keys in the list of puzzles.

use super::command::Command;
use super::state::List;
use super::view::{self, Under};
use crate::puzzle::Direction;
use crate::tui::context::Context;
use crate::tui::keys::chord::{Chord, Key};
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
        let mut list = List::new(&ctx.playlist, Command::all(ctx));
        list.top = view::middle_top(&list, ctx);
        list
    }

    /// Does what is chosen, or plays it; the game that was left goes on if it is the same.
    fn play(&self, ctx: &mut Context) -> Response {
        if let Some(command) = self.command() {
            return command.run(ctx);
        }
        match self.choice() {
            Some(&(place, _)) if ctx.choose(place) => Response::Close,
            _ => Response::Draw,
        }
    }

    /// A click on a name chooses it; on the chosen one, or on the preview, it plays.
    fn click(&mut self, ctx: &mut Context, place: (u16, u16)) -> Response {
        match view::under(self, ctx, place) {
            Some(Under::Row(at)) if at != self.chosen => {
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
        let response = self.hear(ctx, event);
        // Time that passes while the window is small for once must not forget where the list was in the large one.
        if !matches!(response, Response::Ignored) {
            self.top = view::top(self, ctx);
        }
        response
    }

    fn view(&self, ctx: &Context, area: Rect, buffer: &mut Buffer) {
        view::draw(self, ctx, area, buffer);
    }
}

impl List {
    /// Does what the event means.
    fn hear(&mut self, ctx: &mut Context, event: Event) -> Response {
        match event {
            // A character that means something here is not typed.
            Event::Key(chord) if ctx.keymap.action(Scope::Home, chord).is_none() => {
                let mut filter = self.filter.clone();
                if !filter.edit(chord, LONGEST) {
                    return Response::Ignored;
                }
                self.set_filter(filter, &ctx.playlist);
            }
            Event::Act(Action::Scroll(by))
            | Event::Mouse(Pointer { gesture: Gesture::Wheel(by), .. }) => self.go(by),
            Event::Act(Action::Go(way)) if self.command() == Some(Command::Random) => match way {
                Direction::Left => ctx.board_maker.change(-1),
                Direction::Right => ctx.board_maker.change(1),
                Direction::Up | Direction::Down => return Response::Ignored,
            },
            // Elsewhere these keys go through what is typed.
            Event::Act(Action::Go(way)) => {
                let mut filter = self.filter.clone();
                filter.edit(Chord::plain(Key::Arrow(way)), LONGEST);
                self.set_filter(filter, &ctx.playlist);
            }
            Event::Act(Action::NextPiece) => self.go_collection(true, &ctx.playlist),
            Event::Act(Action::PreviousPiece) => self.go_collection(false, &ctx.playlist),
            Event::Act(Action::Back) if !self.filter.text().is_empty() => {
                self.set_filter(Input::default(), &ctx.playlist);
            }
            Event::Act(Action::Back) if ctx.board_maker.is_busy() => ctx.board_maker.stop(),
            Event::Act(Action::PlayOn) => return self.play(ctx),
            Event::Act(_) => {
                ctx.board_maker.stop();
                return Response::Close;
            }
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
}
