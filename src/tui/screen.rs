//! What every screen does: it hears of events, changes itself and what all share, and draws itself.

use super::Screen;
use super::context::Context;
use super::keys::chord::Chord;
use super::keys::{Action, Scope};
use super::message::Pointer;
use super::open::state::{Found, Wish};
use crate::engine::knowledge::SolverTask;
use crate::engine::worker::Query;
use crate::notation::Entry;
use crate::puzzle::Position;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// What a screen hears of.
#[derive(Debug)]
pub(crate) enum Event {
    /// A key was pressed. A screen takes it if it is a character of what is typed there; if it ignores it, what the key
    /// means comes as [`Event::Act`].
    Key(Chord),
    /// What a key means here is to be done.
    Act(Action),
    /// The mouse did something.
    Mouse(Pointer),
    /// Whether the window has the keys now.
    Focus(bool),
    /// Time has passed: whether the game's clock shows another second.
    Tick(bool),
    /// The files say this.
    Found(Found),
    /// The list of puzzles is another one.
    Relisted,
    /// The survey of the puzzle in play has come farther.
    Surveyed,
}

/// What comes of an event.
#[derive(Debug)]
pub(crate) enum Response {
    /// Nothing has changed.
    Ignored,
    /// Something has changed and is to be drawn.
    Draw,
    /// Another screen takes the place of this one.
    Show(Box<Screen>),
    /// The screen goes away, and the one below it is shown: under the help any, else the game.
    Close,
    /// The screen goes away, and the one that it was opened from is shown: the list, or the game.
    Back,
    /// The help is shown over the screen.
    Help,
}

/// A screen.
pub(crate) trait Component: fmt::Debug {
    /// Which keys hold.
    fn scope(&self) -> Scope;

    /// Changes the screen and what it shares with others.
    fn update(&mut self, ctx: &mut Context, event: Event) -> Response;

    /// Draws it over the whole of `area`.
    fn view(&self, ctx: &Context, area: Rect, buffer: &mut Buffer);

    /// Whether the game goes on here: its keys hold where the screen has no use for them, and what the solver says is said.
    fn plays(&self) -> bool {
        false
    }

    /// Whether the board of the game is to be seen, so that the clock runs.
    fn is_watched(&self, _: &Context) -> bool {
        false
    }

    /// Whether the last row names the keys, so that a click there presses them.
    fn has_footer(&self, _: &Context) -> bool {
        true
    }

    /// The puzzle and the position that are shown.
    fn shown<'a>(&'a self, ctx: &'a Context) -> (&'a Arc<Entry>, &'a Position) {
        (&ctx.game.entry, ctx.game.session.position())
    }

    /// When it changes by itself next.
    fn deadline(&self, _: &Context) -> Option<Duration> {
        None
    }

    /// What it wants to know of the files, or to have written; a wish is handed out once.
    fn take_wish(&mut self) -> Option<Wish> {
        None
    }

    /// Whether it shows the map, which then has to be surveyed.
    fn wants_map(&self) -> bool {
        false
    }

    /// Whether it shows the positions in space, which then have to be placed.
    fn wants_shape(&self) -> bool {
        false
    }

    /// When the next frame of a picture is due that moves for as long as one looks at it.
    fn next_frame(&self, _: &Context) -> Option<Duration> {
        None
    }

    /// What the solver is to do while the screen is shown: to work for the game.
    fn solver_task(&self, ctx: &Context) -> SolverTask {
        let busy = ctx.editor().is_some_and(|editor| editor.optima.busy);
        let here = ctx.game.session.position();
        let wanted = ctx.game.in_question();
        match ctx.game.knowledge.solver_task(wanted.as_ref().unwrap_or(here)) {
            SolverTask::Ask(query) if query.position != *here => {
                SolverTask::Ask(Query { beside: Some(here.clone()), ..query })
            }
            // The editor was left during a search of its own, which would go on for nobody.
            SolverTask::None if busy => SolverTask::Cancel,
            task => task,
        }
    }

    /// Notes under which number the solver was asked about `position`.
    fn asked(&self, ctx: &mut Context, request: u64, position: Position) {
        if let Some(editor) = &mut ctx.editor {
            // There is one solver: a question about the game ends the search about the drawing.
            editor.optima.cancelled();
        }
        ctx.game.knowledge.asked(request, position);
    }
}

/// Makes the list of screens. Each is a [`Component`]; most have a key of the game that opens them, with its name in the settings and
/// the function that does so, unless there is nothing to show, which it says.
macro_rules! screens {
    ($(#[doc = $doc:literal] $name:ident($state:ty) $(by $word:literal => $open:expr)?,)+) => {
        keys::named! { ScreenKey, "A screen that has a key of the game." {
            $($($name: $word, $doc;)?)+
        } }

        /// Which screen is shown.
        #[derive(Debug)]
        pub(crate) enum Screen {
            $(#[doc = $doc] $name($state),)+
        }

        impl std::ops::Deref for Screen {
            type Target = dyn screen::Component;

            fn deref(&self) -> &Self::Target {
                match self {
                    $(Screen::$name(screen) => screen,)+
                }
            }
        }

        impl std::ops::DerefMut for Screen {
            fn deref_mut(&mut self) -> &mut Self::Target {
                match self {
                    $(Screen::$name(screen) => screen,)+
                }
            }
        }

        impl Screen {
            /// Opens the screen that a key of the game stands for.
            pub(crate) fn open(ctx: &mut Context, key: ScreenKey) -> screen::Response {
                let screen = match key {
                    $($(ScreenKey::$name => {
                        // The type is written out for the closures, which do not name that of their argument.
                        let open: fn(&mut Context) -> Option<$state> = $open;
                        open(ctx).map(Screen::$name)
                    })?)+
                };
                screen.map_or(screen::Response::Draw, |screen| {
                    screen::Response::Show(Box::new(screen))
                })
            }
        }
    };
}
pub(crate) use screens;
