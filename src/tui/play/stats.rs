//! The figures of a game: moves, what remains, par, waste, time; and how the last move did.

use super::aim::{self, Spans};
use super::game::Game;
use crate::engine::knowledge::Remaining;
use crate::solver::Progress;
use crate::storage::{Mark, Pace, Show, millis};
use crate::text;
use crate::text::{Lang, Phrase, counted, grouped};
use crate::tui::context::Context;
use crate::tui::keys::{Action, Scope};
use crate::tui::theme::Theme;
use crate::tui::widgets::label;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use std::time::Duration;

/// The figures of the game in play, the most important first.
pub(crate) fn of_game(ctx: &Context) -> Vec<Figure> {
    let (game, theme) = (&ctx.game, ctx.theme());
    let plain = Style::new();
    let moves = figure(counted(game.metric()), game.count(), theme.strong());
    let mut figures = vec![moves];
    // A figure that is not known or not to be seen yet keeps its place, so that none moves when it comes.
    let is_hidden = !ctx.is_shown();
    let seen =
        |figure: Figure| if is_hidden { Figure { value: String::new(), ..figure } } else { figure };
    let is_wanted = ctx.settings.show != Show::Never;
    let left = match ctx.settings.show {
        // Nobody has chosen that, so that the place says which key shows it.
        Show::Untimed if is_hidden => {
            let key = ctx.keymap.label(Scope::Play, Action::Blind, theme.ascii);
            figure(Phrase::Remaining, format!("({key})"), theme.dim())
        }
        _ => seen(remaining(game, theme, ctx.lang())),
    };
    figures.extend(is_wanted.then_some(left));
    if ctx.settings.clock {
        figures.extend(times(ctx));
    }
    if is_wanted {
        figures.extend(of_solver(ctx).map(seen));
    }
    figures.extend(crate::tui::ghost::view::of_game(ctx));
    let waypoints = game.puzzle().via().len();
    if waypoints > 0 {
        let passed = game.session.position().stage();
        figures.push(figure(Phrase::Waypoints, format!("{passed}/{waypoints}"), theme.accent()));
    }
    let hints = Some(game.session.hints()).filter(|&hints| hints > 0);
    figures.push(perhaps(Phrase::Hints, hints, plain));
    figures
}

/// The clock; of a scramble also the pace, and first how long it may still be looked at.
fn times(ctx: &Context) -> Vec<Figure> {
    let (session, plain) = (&ctx.game.session, Style::new());
    let elapsed = ctx.game.session.elapsed(ctx.now);
    if let Some(left) = ctx.stopwatch.left(session, ctx.now) {
        let seconds = left.as_nanos().div_ceil(1_000_000_000);
        let inspection = figure(Phrase::Inspection, seconds, ctx.theme().accent());
        return vec![inspection, perhaps(Phrase::PerSecond, None::<u8>, plain)];
    }
    if ctx.game.scramble.is_none() {
        return vec![time(ctx)];
    }
    // It changes when the tenths of the clock do, and is drawn with them.
    let shown = match session.is_solved() {
        true => elapsed,
        false => Duration::from_millis(millis(elapsed) / 100 * 100),
    };
    let pace = Pace::of(session.steps(), shown);
    vec![time(ctx), figure(Phrase::PerSecond, pace, plain)]
}

/// The clock: of a scramble to the tenth of a second, and to the millisecond when it is solved.
pub(crate) fn time(ctx: &Context) -> Figure {
    let (game, elapsed) = (&ctx.game, ctx.game.session.elapsed(ctx.now));
    let millis = millis(elapsed);
    let time = match (game.scramble.is_some(), game.session.is_solved()) {
        (true, true) => Mark::Time(millis).to_string(),
        (true, false) => format!("{}.{}", text::clock(elapsed), millis / 100 % 10),
        (false, _) => text::clock(elapsed),
    };
    figure(Phrase::Time, time, Style::new())
}

/// What the solver makes of the game.
fn of_solver(ctx: &Context) -> impl Iterator<Item = Figure> {
    let (game, plain) = (&ctx.game, Style::new());
    let percent = efficiency(game).map(|percent| format!("{percent}%"));
    let figures = [
        perhaps(Phrase::Par, game.par(), plain),
        perhaps(Phrase::Waste, game.waste(), plain),
        perhaps(Phrase::Efficiency, percent, plain),
    ];
    figures.into_iter()
}

/// How a search is getting on. These figures come and go, so that they have a place of their own after all others.
pub(crate) fn searching(ctx: &Context) -> Vec<Figure> {
    let game = &ctx.game;
    let progress = game.knowledge.progress_on(game.session.position());
    // Nobody waits any more for a search whose bounds have met.
    let progress = progress.filter(|_| ctx.is_shown() && game.remaining().exact().is_none());
    progress.map_or(Vec::new(), |progress| of_search(progress, ctx.theme()))
}

/// What remains: the number, or its proven bounds.
fn remaining(game: &Game, theme: Theme, lang: Lang) -> Figure {
    let remaining = game.remaining();
    let style = match remaining {
        Remaining::Exact(0) => theme.good(),
        Remaining::Never => theme.bad(),
        _ => theme.accent(),
    };
    figure(Phrase::Remaining, amount(remaining, theme, lang), style)
}

fn amount(remaining: Remaining, theme: Theme, lang: Lang) -> String {
    let least = if theme.ascii { ">=" } else { "≥" };
    match remaining {
        Remaining::Exact(moves) => moves.to_string(),
        Remaining::Never => Phrase::Unsolvable.words(lang).to_owned(),
        Remaining::Bounds { lower, upper: Some(upper) } => format!("{lower}..{upper}"),
        Remaining::Bounds { lower, upper: None } => format!("{least} {lower}"),
    }
}

/// The share of the moves made that were needed.
fn efficiency(game: &Game) -> Option<usize> {
    let whole = game.par()? as usize + game.waste()?;
    let played = game.session.count(game.metric()) > 0 && whole > 0;
    played.then(|| 100 * game.par().unwrap_or(0) as usize / whole)
}

fn of_search(progress: &Progress, theme: Theme) -> Vec<Figure> {
    // A search that has just begun may have taken less than a millisecond, by which nothing can be divided.
    let millis = progress.elapsed.as_millis().max(1) as u64;
    let rate = progress.states.saturating_mul(1000) / millis;
    vec![
        figure(Phrase::Depth, progress.depth, theme.dim()),
        figure(Phrase::States, grouped(progress.states), theme.dim()),
        figure(Phrase::StatesPerSecond, grouped(rate), theme.dim()),
    ]
}

/// What the last move did, in words and sign.
pub(crate) fn verdict(ctx: &Context) -> Option<(String, Style)> {
    let change = ctx.game.last_change().filter(|_| ctx.is_shown())?;
    let theme = ctx.theme();
    let style = match change {
        ..0 => theme.good(),
        0 => theme.dim(),
        1.. => theme.bad(),
    };
    Some((text::verdict(ctx.lang(), change, theme.ascii), style))
}

/// What the last move did, as a figure.
pub(crate) fn last_move(ctx: &Context) -> Option<Figure> {
    let (words, style) = verdict(ctx)?;
    Some(figure(Phrase::LastMove, words, style))
}

/// Writes figures one below the other: names on the left, values on the right. Returns the rows used.
pub(crate) fn column(figures: &[Figure], area: Rect, ctx: &Context, buffer: &mut Buffer) -> u16 {
    let rows = area.rows().zip(figures);
    rows.map(|(row, figure)| pair(figure, row, ctx, buffer)).count() as u16
}

/// Columns of a column of figures.
const COLUMN: u16 = 14;

/// How many columns of figures fit, and how wide each is.
fn columns_of(area: Rect) -> (u16, u16) {
    let columns = ((area.width + 2) / (COLUMN + 2)).max(1);
    (columns, (area.width + 2) / columns - 2)
}

/// The rows of a table of so many figures.
pub(crate) fn table_rows(figures: usize, area: Rect) -> u16 {
    (figures as u16).div_ceil(columns_of(area).0)
}

/// Writes figures in as many columns as fit, row by row.
pub(crate) fn table(figures: &[Figure], area: Rect, ctx: &Context, buffer: &mut Buffer) {
    let (columns, width) = columns_of(area);
    if columns == 1 {
        column(figures, area, ctx, buffer);
        return;
    }
    for (i, figure) in figures.iter().enumerate() {
        let (x, y) = (i as u16 % columns * (width + 2), i as u16 / columns);
        let place = Rect::new(area.x + x, area.y + y, width, 1);
        if y < area.height {
            pair(figure, place, ctx, buffer);
        }
    }
}

fn pair(figure: &Figure, row: Rect, ctx: &Context, buffer: &mut Buffer) {
    if figure.value.is_empty() {
        return;
    }
    let value = label::cut(&figure.value, row.width, ctx.theme());
    let taken = label::width(&value) as u16;
    let room = (row.width - taken).saturating_sub(1);
    let short = match figure.name {
        Phrase::Efficiency => Phrase::EfficiencyShort,
        Phrase::Remaining => Phrase::RemainingShort,
        name => name,
    };
    let names = [figure.name, short].map(|name| name.words(ctx.lang()));
    let fits = |name: &&str| label::width(name) <= room.into();
    let name = names.into_iter().find(fits).map(str::to_owned);
    // A word says without a name what it is about, which a number does not with half of one.
    let is_word = figure.value.chars().all(char::is_alphabetic);
    let half = || if is_word { String::new() } else { label::cut(names[1], room, ctx.theme()) };
    let name = name.unwrap_or_else(half);
    buffer.set_string(row.x, row.y, name, ctx.theme().dim());
    buffer.set_string(row.right() - taken, row.y, value, figure.style);
}

/// Writes figures one behind the other over the rows of `area`, as many as fit.
pub(crate) fn flow(figures: &[Figure], area: Rect, ctx: &Context, buffer: &mut Buffer) {
    let known = figures.iter().filter(|figure| !figure.value.is_empty());
    let spans = known.map(|figure| {
        let name = figure.name.words(ctx.lang()).to_owned();
        let blank = (" ".to_owned(), Style::new());
        vec![(name, ctx.theme().dim()), blank, (figure.value.clone(), figure.style)]
    });
    flow_spans(spans, area, buffer);
}

/// Writes words one behind the other over the rows of `area`, as many as fit.
pub(crate) fn flow_spans(all: impl Iterator<Item = Spans>, area: Rect, buffer: &mut Buffer) {
    let (mut x, mut y) = (area.x + 1, area.y);
    for spans in all {
        let width = aim::width(&spans) as u16;
        if x + width > area.right() {
            (x, y) = (area.x + 1, y + 1);
        }
        if x + width > area.right() || y >= area.bottom() {
            return;
        }
        x = aim::write(&spans, (x, y), buffer) + 2;
    }
}

/// A name, what it amounts to, and how that is drawn; one that amounts to nothing only keeps its place.
#[derive(Clone)]
pub(crate) struct Figure {
    pub(crate) name: Phrase,
    pub(crate) value: String,
    pub(crate) style: Style,
}

/// A figure that may not be known yet.
pub(crate) fn perhaps(name: Phrase, value: Option<impl ToString>, style: Style) -> Figure {
    Figure { name, value: value.map_or(String::new(), |value| value.to_string()), style }
}

/// A figure.
pub(crate) fn figure(name: Phrase, value: impl ToString, style: Style) -> Figure {
    Figure { name, value: value.to_string(), style }
}
