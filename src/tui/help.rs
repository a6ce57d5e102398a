//! The help: every key of the table, by where it holds; it scrolls.

use super::context::Context;
use super::keys::{self, Action, Scope};
use super::message::{Gesture, Pointer};
use super::play::aim;
use super::screen::{Component, Event, Response};
use super::widgets::target::Target;
use super::widgets::{bars, label, panel};
use crate::text::{Phrase, Words};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// Columns of the keys.
const KEYS: u16 = 16;

/// One line of the help.
enum Row {
    /// Where the keys below it hold, if they are keys, and what that is called.
    Heading(Option<Scope>, &'static str),
    /// Keys, and what they do from this column on.
    Key(String, u16, String),
    Words(String),
    Blank,
}

/// The help as it is shown, over any screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Help {
    /// The line that was scrolled to: the first one that is shown, where the window has so many below it.
    scroll: usize,
    /// Which screen it was asked for on.
    scope: Scope,
}

impl Help {
    /// The help for a screen, opened where its keys are; for the game at the beginning, where the aim stands.
    pub(crate) fn on(scope: Scope, ctx: &Context) -> Help {
        Help { scroll: first_row(&rows(ctx), scope), scope }
    }

    /// The last line that can be the first in the window that there is. The keys of the screen that it was asked for on always can.
    fn last(self, rows: &[Row], ctx: &Context) -> usize {
        let height = usize::from(ctx.window.height.saturating_sub(1));
        rows.len().saturating_sub(height).max(first_row(rows, self.scope))
    }

    /// Scrolls by so many lines, as far as there are any.
    fn scroll(&mut self, ctx: &Context, by: i16) {
        let last = self.last(&rows(ctx), ctx);
        self.scroll = self.scroll.min(last).saturating_add_signed(by.into()).min(last);
    }
}

impl Component for Help {
    fn scope(&self) -> Scope {
        Scope::Help
    }

    fn update(&mut self, ctx: &mut Context, event: Event) -> Response {
        match event {
            Event::Act(Action::Scroll(by))
            | Event::Mouse(Pointer { gesture: Gesture::Wheel(by), .. }) => {
                self.scroll(ctx, by);
                Response::Draw
            }
            Event::Act(_) => Response::Close,
            _ => Response::Ignored,
        }
    }

    fn view(&self, ctx: &Context, area: Rect, buffer: &mut Buffer) {
        let (body, foot) = panel::split(area, area.height.saturating_sub(1));
        let rows = rows(ctx);
        let first = self.scroll.min(self.last(&rows, ctx));
        for (row, place) in rows.iter().skip(first).zip(body.rows()) {
            draw_row(row, ctx, place, buffer);
        }
        bars::footer(ctx, Scope::Help, foot, buffer);
    }
}

fn draw_row(row: &Row, ctx: &Context, place: Rect, buffer: &mut Buffer) {
    let theme = ctx.theme();
    let mut put = |x: u16, text: &str, style: Style| {
        let room = place.width.saturating_sub(x + 1);
        buffer.set_string(place.x + x, place.y, label::cut(text, room, theme), style);
    };
    match row {
        Row::Heading(_, words) => put(1, words, theme.accent()),
        Row::Key(keys, column, words) => {
            put(2, keys, theme.strong());
            put(*column, words, Style::new());
        }
        Row::Words(words) => put(1, words, Style::new()),
        Row::Blank => {}
    }
}

/// The row where the keys of a screen begin; the first one of all for the game.
fn first_row(rows: &[Row], scope: Scope) -> usize {
    let is_its = |row: &Row| matches!(row, Row::Heading(Some(its), _) if *its == scope);
    let found = rows.iter().position(is_its).filter(|_| scope != Scope::Play);
    found.unwrap_or(0)
}

/// What is asked for and what the figures mean, the keys screen by screen, the mouse, and the keys that hold everywhere.
fn rows(ctx: &Context) -> Vec<Row> {
    let mut rows = goal(ctx);
    rows.push(Row::Blank);
    for &(scope, heading) in keys::headings() {
        if scope == Scope::Always {
            rows.extend(mouse(ctx));
        }
        rows.extend(section_rows(scope, heading, ctx));
    }
    // Every section ends with a blank row, which the last one does not need.
    rows.pop();
    rows
}

/// The heading, the keys, and a blank row.
fn section_rows(scope: Scope, heading: Words, ctx: &Context) -> Vec<Row> {
    let family = ctx.game.puzzle().family();
    let of_scope = ctx
        .keymap
        .all()
        .iter()
        .filter(|row| row.scope == scope && !row.keys.is_empty() && row.concerns(family));
    let mut rows = vec![Row::Heading(Some(scope), heading.words(ctx.lang()))];
    rows.extend(of_scope.flat_map(|row| key_rows(row, ctx)));
    rows.push(Row::Blank);
    rows
}

/// What the mouse does.
fn mouse(ctx: &Context) -> Vec<Row> {
    let columns = ctx.window.width.saturating_sub(3);
    let sentences = [
        Phrase::MouseBoard,
        Phrase::MouseChart,
        Phrase::MouseMap,
        Phrase::MouseList,
        Phrase::MouseEditor,
        Phrase::MouseFooter,
    ];
    let lines = sentences.map(|words| label::wrapped(words.words(ctx.lang()), columns));
    let lines = lines.into_iter().flatten().map(Row::Words);
    let heading = Row::Heading(None, Phrase::WithMouse.words(ctx.lang()));
    let whole = [heading].into_iter().chain(lines);
    whole.chain([Row::Blank]).collect()
}

/// The keys of a row of the table and what they do, in as many rows as that takes.
fn key_rows(row: &keys::Row, ctx: &Context) -> Vec<Row> {
    let width = ctx.window.width;
    let mut keys = bars::all_keys(row, ctx.theme().ascii);
    let column = KEYS.max(label::width(&keys) as u16 + 1).min(width / 2 + 4) + 2;
    let room = width.saturating_sub(column + 1);
    let mut lines = label::wrapped(row.words.words(ctx.lang()), room);
    if lines.is_empty() {
        // Where no word has room, the keys are still listed.
        lines.push(String::new());
    }
    let rows = lines.into_iter();
    // Only the first row names the keys: the others go on with the words.
    rows.map(|words| Row::Key(std::mem::take(&mut keys), column, words)).collect()
}

/// What the puzzle asks for, with the order of the numbers where it is not the plain one, and what the figures mean.
fn goal(ctx: &Context) -> Vec<Row> {
    let target = Target::of(&ctx.game);
    let lines = target.map(|target| target.lines(ctx.theme()));
    let columns = ctx.window.width.saturating_sub(3);
    let figures =
        [Phrase::WhatRemaining, Phrase::WhatPar, Phrase::WhatWaste, Phrase::WhatEfficiency];
    let figures = figures.map(|words| label::wrapped(words.words(ctx.lang()), columns));
    let figures = figures.into_iter().flatten().map(Row::Words);
    let aim = label::wrapped(&aim::words(ctx), columns).into_iter().map(Row::Words);
    let aim = aim.chain(lines.into_iter().flatten().map(Row::Words));
    aim.chain([Row::Blank]).chain(figures).collect()
}
