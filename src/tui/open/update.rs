//! Keys where a file is named, and what is done with what was found.

use super::state::{Found, LONGEST, OpenScreen, Wish};
use super::view;
use crate::tui::context::Context;
use crate::tui::keys::chord::{Chord, Key};
use crate::tui::keys::{Action, Scope};
use crate::tui::message::{Gesture, Pointer};
use crate::tui::screen::{Component, Event, Response};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

impl OpenScreen {
    /// Asks for a puzzle.
    pub(crate) fn open() -> OpenScreen {
        let mut screen = OpenScreen::default();
        screen.set("");
        screen
    }

    /// Asks for the size of a board.
    pub(crate) fn for_size() -> OpenScreen {
        OpenScreen { is_size: true, ..OpenScreen::default() }
    }

    /// Goes through the names, or through what is wrong with the file.
    fn scroll(&mut self, ctx: &Context, by: i16) {
        if self.errors.is_empty() {
            return self.choose(by);
        }
        let most = view::most_scroll(self, ctx);
        self.scroll = self.scroll.min(most).saturating_add_signed(by.into()).min(most);
    }

    /// Takes in what was found.
    fn hear(&mut self, ctx: &mut Context, found: Found) -> Response {
        match found {
            // Names for what was typed before would be those of another folder or beginning.
            Found::Names { typed, names } if typed == self.typed.text() => self.names = names,
            Found::Error(wrong) => self.hear_errors(wrong),
            Found::Puzzles(playlist) => {
                ctx.begin(playlist);
                return Response::Close;
            }
            Found::Names { .. } | Found::Written(_) | Found::NotWritten(..) | Found::Exists => {
                return Response::Ignored;
            }
        }
        Response::Draw
    }
}

impl Component for OpenScreen {
    fn scope(&self) -> Scope {
        Scope::Open
    }

    fn update(&mut self, ctx: &mut Context, event: Event) -> Response {
        match event {
            // What scrolls goes to its ends; where nothing does, the line that is typed does.
            Event::Key(Chord { key: Key::Home | Key::End, .. })
                if self.chosen.is_some() || !self.errors.is_empty() =>
            {
                return Response::Ignored;
            }
            Event::Key(chord) => {
                let before = self.typed.text().to_owned();
                if !self.typed.edit(chord, LONGEST) {
                    return Response::Ignored;
                }
                if self.typed.text() != before {
                    self.look();
                }
            }
            Event::Act(Action::NextPiece) => self.complete(),
            Event::Act(Action::PlayOn) => self.enter(),
            Event::Act(Action::Scroll(by))
            | Event::Mouse(Pointer { gesture: Gesture::Wheel(by), .. }) => self.scroll(ctx, by),
            Event::Act(Action::Back) => return Response::Back,
            Event::Act(_) => return Response::Close,
            Event::Mouse(Pointer { gesture: Gesture::Press, y, .. }) => {
                let Some(name) = view::name_under(self, ctx, y) else {
                    return Response::Ignored;
                };
                self.click(name);
            }
            Event::Found(found) => return self.hear(ctx, found),
            _ => return Response::Ignored,
        }
        Response::Draw
    }

    fn view(&self, ctx: &Context, area: Rect, buffer: &mut Buffer) {
        view::draw(self, ctx, area, buffer);
    }

    fn take_wish(&mut self) -> Option<Wish> {
        self.wish.take()
    }
}
