//! The times of scrambles of one size: single, means and averages, and every solve, the newest first.

use super::state::{TimesView, marks};
use crate::storage::{Mark, Solve, Span};
use crate::text::Phrase;
use crate::tui::context::{Model, Screen};
use crate::tui::widgets::{bars, label, panel};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// Rows above the list: the title, the heads of the columns, the figures, a blank one.
const HEAD: u16 = Span::ALL.len() as u16 + 3;

/// Columns of a figure.
const COLUMN: u16 = 10;

/// How many of the newest solves can be above the list at most.
pub(crate) fn most_first(model: &Model) -> usize {
    let Screen::Times(view) = model.screen() else {
        return 0;
    };
    let rows = model.window().height.saturating_sub(HEAD + 1);
    let solves = model.stopwatch().times().of(&view.size).len();
    solves.saturating_sub(rows.into())
}

/// Draws it.
pub(crate) fn draw(model: &Model, view: &TimesView, area: Rect, buffer: &mut Buffer) {
    let (body, foot) = panel::split(area, area.height.saturating_sub(1));
    let (head, rest) = panel::split(body, HEAD);
    figures(model, view, head, buffer);
    list(model, view, rest, buffer);
    if !foot.is_empty() {
        bars::footer(model, foot, buffer);
    }
}

/// The figures: what they are over the last solves, in this session at best, and at best at all.
fn figures(model: &Model, view: &TimesView, area: Rect, buffer: &mut Buffer) {
    let (theme, lang) = (model.theme(), model.lang());
    let stopwatch = model.stopwatch();
    let ever = marks(&stopwatch.times().of(&view.size));
    let session = marks(&stopwatch.session(&view.size));
    let mut rows = area.rows();
    let Some(title) = rows.next() else { return };
    let words = Phrase::TimesOf.with(lang, &[&view.size]);
    let words = format!("{words}  {}/{}", session.len(), ever.len());
    put(&words, title.x + 1, title, theme.accent(), model, buffer);
    let Some(heads) = rows.next() else { return };
    let columns = [Phrase::NowColumn, Phrase::SessionColumn, Phrase::EverColumn];
    for (i, words) in (0..).zip(columns) {
        right(words.words(lang), i, heads, theme.dim(), model, buffer);
    }
    for (row, span) in rows.zip(Span::ALL) {
        put(span.name(), row.x + 1, row, theme.dim(), model, buffer);
        let all = [span.last(&session), span.best(&session), span.best(&ever)];
        for (i, mark) in (0..).zip(all) {
            let words = mark.map_or_else(|| "-".to_owned(), |mark| mark.to_string());
            right(&words, i, row, style_of(mark, model), model, buffer);
        }
    }
}

fn style_of(mark: Option<Mark>, model: &Model) -> Style {
    match mark {
        Some(Mark::Time(_)) => model.theme().strong(),
        Some(Mark::Dnf) => model.theme().bad(),
        None => model.theme().dim(),
    }
}

/// Writes `words` to the right end of the figures' column `i`.
fn right(words: &str, i: u16, row: Rect, style: Style, model: &Model, buffer: &mut Buffer) {
    let end = row.x + 8 + (i + 1) * COLUMN;
    let x = end.saturating_sub(label::width(words) as u16);
    put(words, x, row, style, model, buffer);
}

fn put(words: &str, x: u16, row: Rect, style: Style, model: &Model, buffer: &mut Buffer) {
    if x < row.right() {
        let words = label::cut(words, row.right() - x, model.theme());
        buffer.set_string(x, row.y, words, style);
    }
}

/// The solves, each with its number, time, steps, pace and seed.
fn list(model: &Model, view: &TimesView, area: Rect, buffer: &mut Buffer) {
    let solves = model.stopwatch().times().of(&view.size);
    let newest = solves.iter().enumerate().rev().skip(view.first);
    for (row, (i, solve)) in area.rows().zip(newest) {
        let style = match solve.solved {
            true => Style::new(),
            false => model.theme().dim(),
        };
        let words = line(i + 1, solve, row.width);
        put(&words, row.x + 1, row, style, model, buffer);
    }
}

/// A solve in so many columns; what its seed is for is said where there is room.
fn line(number: usize, solve: &Solve, columns: u16) -> String {
    let number = format!("#{number}");
    let (mark, steps, pace) = (solve.mark(), solve.steps, solve.pace());
    let option = if columns < 64 { "" } else { "--seed " };
    format!("{number:<6}{mark:>10}{steps:>5}{pace:>6}/s  {option}{}", solve.seed)
}
