//! What one can do beside choosing a puzzle: the first rows of the list.

use super::course::Course;
use super::playlist::Playlist;
use super::preview;
use crate::notation::Entry;
use crate::text::Phrase;
use crate::tui::context::Context;
use crate::tui::notice::{Tone, say};
use crate::tui::open::state::OpenScreen;
use crate::tui::screen::Response;
use crate::tui::widgets::label;
use crate::tui::{Screen, ScreenKey};
use std::sync::Arc;

/// A row of the list that is no puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    /// Goes on with the game.
    Continue,
    /// Goes on with the journey.
    Journey,
    /// Plays the first of the day's puzzles that is not solved yet.
    Today,
    /// Plays scrambles of this size.
    Clock(&'static str),
    /// Asks for a size.
    AnySize,
    /// Has a board of the chosen difficulty made, and plays it.
    Random,
    /// Opens the editor.
    Draw,
    /// Asks for a file.
    Open,
    /// Shows the settings.
    Settings,
    /// Shows the help.
    Help,
}

impl Command {
    /// All that can be done now.
    pub(crate) fn all(ctx: &Context) -> Vec<Command> {
        let mut all = vec![Command::Continue, Command::Journey];
        all.extend(ctx.today.offer().map(|_| Command::Today));
        all.extend(["3x3", "4x4", "5x5"].map(Command::Clock));
        all.extend([
            Command::AnySize,
            Command::Random,
            Command::Draw,
            Command::Open,
            Command::Settings,
            Command::Help,
        ]);
        all
    }

    /// How it is called in so many columns.
    pub(crate) fn words(self, ctx: &Context, columns: u16) -> String {
        let lang = ctx.lang();
        let phrase = match self {
            Command::Continue => Phrase::CommandContinue,
            Command::Journey => return journey(ctx),
            Command::Random => return random(ctx, columns),
            Command::Today => Phrase::CommandToday,
            Command::Clock(size) => return against_clock(ctx, size, columns),
            Command::AnySize => {
                return against_clock(ctx, Phrase::CommandAnySize.words(lang), columns);
            }
            Command::Draw => Phrase::CommandDraw,
            Command::Open => Phrase::CommandOpen,
            Command::Settings => Phrase::CommandSettings,
            Command::Help => Phrase::CommandHelp,
        };
        phrase.words(lang).to_owned()
    }

    /// The puzzle that it plays, where that is known before.
    pub(crate) fn entry(self, ctx: &Context) -> Option<&Arc<Entry>> {
        match self {
            Command::Continue => Some(&ctx.game.entry),
            Command::Journey => Some(&ctx.playlist.entries()[ctx.next_of_journey()?]),
            Command::Today => next_of_today(ctx),
            _ => None,
        }
    }

    /// What comes of it, in a sentence, where no puzzle can be shown.
    pub(crate) fn about(self) -> Phrase {
        match self {
            Command::Continue | Command::Journey => Phrase::AboutJourney,
            Command::Today => Phrase::AboutToday,
            Command::Clock(_) => Phrase::AboutClock,
            Command::AnySize => Phrase::AboutAnySize,
            Command::Random => Phrase::AboutRandom,
            Command::Draw => Phrase::AboutDraw,
            Command::Open => Phrase::AboutOpen,
            Command::Settings => Phrase::AboutSettings,
            Command::Help => Phrase::AboutHelp,
        }
    }

    /// Does it.
    pub(crate) fn run(self, ctx: &mut Context) -> Response {
        if self != Command::Random {
            ctx.board_maker.stop();
        }
        match self {
            Command::Continue => Response::Close,
            Command::Journey => {
                ctx.set_out();
                Response::Close
            }
            Command::Random => {
                ctx.board_maker.order(ctx.board_maker.level);
                say(ctx, Phrase::BoardMade, vec![], Tone::Plain);
                Response::Draw
            }
            Command::Today => today(ctx),
            Command::Clock(size) => match Playlist::named(size, None) {
                Ok(list) => {
                    ctx.begin(list);
                    Response::Close
                }
                Err(_) => Response::Draw,
            },
            Command::AnySize => Response::Show(Box::new(Screen::Open(OpenScreen::for_size()))),
            Command::Open => Screen::open(ctx, ScreenKey::Open),
            Command::Draw => Screen::open(ctx, ScreenKey::Editor),
            Command::Settings => Screen::open(ctx, ScreenKey::Settings),
            Command::Help => Response::Help,
        }
    }
}

/// The journey, and how far it is.
fn journey(ctx: &Context) -> String {
    let places = ctx.playlist.places(Course::Journey);
    let name = Phrase::Journey.words(ctx.lang());
    if places.is_empty() {
        return name.to_owned();
    }
    let is_solved = |place: &&usize| ctx.bests.is_solved(&ctx.playlist.entries()[**place].puzzle);
    let solved = places.iter().filter(is_solved).count();
    format!("{name}  {solved}/{}", places.len())
}

/// Scrambles of a size.
fn against_clock(ctx: &Context, size: &str, columns: u16) -> String {
    let all = [Phrase::CommandClock, Phrase::ShortClock];
    let [long, short] = all.map(|phrase| phrase.with(ctx.lang(), &[size]));
    if label::width(&long) <= columns.into() { long } else { short }
}

/// Boards by difficulty: the one that is chosen, between the arrows that change it, or that one is being made.
fn random(ctx: &Context, columns: u16) -> String {
    let theme = ctx.theme();
    let dots = preview::level_dots(theme, ctx.board_maker.level);
    let setting = match ctx.board_maker.is_busy() {
        true => format!("{dots} {}", theme.glyph('…', '.')),
        false => format!("{} {dots} {}", theme.glyph('←', '<'), theme.glyph('→', '>')),
    };
    let all = [Phrase::CommandRandom, Phrase::ShortRandom];
    let [long, short] = all.map(|phrase| format!("{}  {setting}", phrase.words(ctx.lang())));
    if label::width(&long) <= columns.into() { long } else { short }
}

/// The first of the day's puzzles without a result, or the first of all; none while they are made.
fn next_of_today(ctx: &Context) -> Option<&Arc<Entry>> {
    let made = ctx.today.offer().map_or(&[][..], |(_, made)| made);
    let open = made.iter().find(|entry| ctx.bests.get(&entry.puzzle, entry.metric()).is_none());
    open.or(made.first())
}

/// Plays the next of the day's puzzles, if there is one already.
fn today(ctx: &mut Context) -> Response {
    let place = next_of_today(ctx).and_then(|wanted| {
        let mut all = ctx.playlist.entries().iter();
        all.position(|entry| Arc::ptr_eq(entry, wanted))
    });
    match place {
        Some(place) if ctx.choose(place) => Response::Close,
        _ => Response::Draw,
    }
}
