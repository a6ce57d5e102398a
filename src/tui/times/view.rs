//! The times of scrambles of one size: single, means and averages, and every solve, the newest first.

use super::state::{TimesScreen, marks};
use crate::generate::seed_text;
use crate::storage::{Mark, Solve, Span};
use crate::text::{Phrase, Spoken};
use crate::tui::context::Context;
use crate::tui::keys::Scope;
use crate::tui::widgets::{bars, label, panel};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// Rows above the list: the title, the heads of the columns, the figures, a blank one.
const HEAD: u16 = Span::ALL.len() as u16 + 3;

/// Columns of a figure.
const COLUMN: u16 = 10;

/// How many of the newest solves can be above the list at most.
pub(crate) fn most_first(view: &TimesScreen, ctx: &Context) -> usize {
    let rows = ctx.window.height.saturating_sub(HEAD + 1);
    let solves = ctx.stopwatch.times().of(&view.size).len();
    solves.saturating_sub(rows.into())
}

/// Draws it.
pub(crate) fn draw(view: &TimesScreen, ctx: &Context, area: Rect, buffer: &mut Buffer) {
    let (body, foot) = panel::split(area, area.height.saturating_sub(1));
    let (head, rest) = panel::split(body, HEAD);
    figures(ctx, view, head, buffer);
    list(ctx, view, rest, buffer);
    bars::footer(ctx, Scope::Times, foot, buffer);
}

/// The figures: what they are over the last solves, in this session at best, and at best at all.
fn figures(ctx: &Context, view: &TimesScreen, area: Rect, buffer: &mut Buffer) {
    let (theme, lang) = (ctx.theme(), ctx.lang());
    let stopwatch = &ctx.stopwatch;
    let ever = marks(&stopwatch.times().of(&view.size));
    let session = marks(&stopwatch.session(&view.size));
    let mut rows = area.rows();
    let Some(title) = rows.next() else { return };
    let words = Phrase::TimesOf.with(lang, &[&view.size]);
    let words = format!("{words}  {}/{}", session.len(), ever.len());
    put(&words, title.x + 1, title, theme.accent(), ctx, buffer);
    let Some(heads) = rows.next() else { return };
    let columns = [Phrase::NowColumn, Phrase::SessionColumn, Phrase::EverColumn];
    for (i, words) in (0..).zip(columns) {
        right(words.words(lang), i, heads, theme.dim(), ctx, buffer);
    }
    for (row, span) in rows.zip(Span::ALL) {
        let single = Spoken::Single.words(lang).to_lowercase();
        let name = if span == Span::Single { &single } else { span.name() };
        put(name, row.x + 1, row, theme.dim(), ctx, buffer);
        let all = [span.last(&session), span.best(&session), span.best(&ever)];
        for (i, mark) in (0..).zip(all) {
            let words = mark.map_or_else(|| "-".to_owned(), |mark| mark.to_string());
            right(&words, i, row, style_of(mark, ctx), ctx, buffer);
        }
    }
}

fn style_of(mark: Option<Mark>, ctx: &Context) -> Style {
    match mark {
        Some(Mark::Time(_)) => ctx.theme().strong(),
        Some(Mark::Dnf) => ctx.theme().bad(),
        None => ctx.theme().dim(),
    }
}

/// Writes `words` to the right end of the figures' column `i`.
fn right(words: &str, i: u16, row: Rect, style: Style, ctx: &Context, buffer: &mut Buffer) {
    let end = row.x + 8 + (i + 1) * COLUMN;
    let x = end.saturating_sub(label::width(words) as u16);
    put(words, x, row, style, ctx, buffer);
}

fn put(words: &str, x: u16, row: Rect, style: Style, ctx: &Context, buffer: &mut Buffer) {
    if x < row.right() {
        let words = label::cut(words, row.right() - x, ctx.theme());
        buffer.set_string(x, row.y, words, style);
    }
}

/// The solves, each with its number, time, steps, pace and seed.
fn list(ctx: &Context, view: &TimesScreen, area: Rect, buffer: &mut Buffer) {
    let solves = ctx.stopwatch.times().of(&view.size);
    let newest = solves.iter().enumerate().rev().skip(view.first);
    for (row, (i, solve)) in area.rows().zip(newest) {
        let style = match solve.solved {
            true => Style::new(),
            false => ctx.theme().dim(),
        };
        let words = line(i + 1, solve);
        put(&words, row.x + 1, row, style, ctx, buffer);
    }
}

/// A solve.
fn line(number: usize, solve: &Solve) -> String {
    let number = format!("#{number}");
    let (mark, steps, pace) = (solve.mark(), solve.steps, solve.pace());
    format!("{number:<6}{mark:>10}{steps:>5}{pace:>6}/s  {}", seed_text(solve.seed))
}
