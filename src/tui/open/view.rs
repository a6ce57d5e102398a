//! The screen on which a file is named: what was typed, what begins so, and what is wrong with the file.

use super::state::OpenScreen;
use crate::notation::printable;
use crate::text::{self, Phrase};
use crate::tui::context::Context;
use crate::tui::keys::Scope;
use crate::tui::widgets::{bars, label, panel};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// The rows of the prompt, of the names or errors, and of the keys.
fn parts(area: Rect) -> (Rect, Rect, Rect) {
    let (head, rest) = panel::split(area, 2);
    let (body, foot) = panel::split(rest, rest.height.saturating_sub(1));
    (head, body, foot)
}

/// Draws it.
pub(crate) fn draw(screen: &OpenScreen, ctx: &Context, area: Rect, buffer: &mut Buffer) {
    let (head, body, foot) = parts(area);
    prompt(screen, ctx, head, buffer);
    if screen.typed.text().is_empty() {
        about(screen, ctx, area, buffer);
    }
    if screen.errors.is_empty() && !screen.is_size {
        names(screen, ctx, body, buffer);
    } else {
        errors(screen, ctx, body, buffer);
    }
    bars::footer(ctx, Scope::Open, foot, buffer);
}

/// What was typed; of a long name the end.
fn prompt(screen: &OpenScreen, ctx: &Context, area: Rect, buffer: &mut Buffer) {
    if area.is_empty() {
        return;
    }
    let (theme, lang) = (ctx.theme(), ctx.lang());
    let asked = if screen.is_size { Phrase::SizePrompt } else { Phrase::OpenPrompt };
    let words = format!("{} ", asked.words(lang));
    let words = label::cut(&words, area.width.saturating_sub(1), theme);
    buffer.set_string(area.x + 1, area.y, &words, theme.accent());
    let x = area.x + 1 + label::width(&words) as u16;
    let x = x.min(area.right() - 1);
    let room = Rect { x, width: area.right().saturating_sub(x + 1), ..area };
    screen.typed.draw(room, theme.strong(), buffer);
}

/// What can be typed, below the prompt: in one row where names follow.
fn about(screen: &OpenScreen, ctx: &Context, area: Rect, buffer: &mut Buffer) {
    let (theme, lang) = (ctx.theme(), ctx.lang());
    let columns = area.width.saturating_sub(2);
    let rows = match screen.is_size {
        true => label::wrapped(Phrase::AboutAnySize.words(lang), columns),
        false => vec![label::cut(Phrase::AboutOpen.words(lang), columns, theme)],
    };
    for (row, words) in area.rows().skip(1).zip(rows) {
        buffer.set_string(row.x + 1, row.y, words, theme.dim());
    }
}

fn names(screen: &OpenScreen, ctx: &Context, area: Rect, buffer: &mut Buffer) {
    let theme = ctx.theme();
    if screen.names.is_empty() && !area.is_empty() {
        let rows = label::wrapped(Phrase::NothingThere.words(ctx.lang()), area.width);
        for (row, words) in area.rows().zip(rows) {
            buffer.set_string(row.x, row.y, words, theme.dim());
        }
    }
    let shown = screen.names.iter().enumerate().skip(top(screen, area));
    for (row, (i, name)) in area.rows().zip(shown) {
        let (mark, style) = match screen.chosen == Some(i) {
            true => (theme.glyph('▸', '>'), theme.accent()),
            false if name.ends_with('/') => (' ', theme.strong()),
            false => (' ', Style::new()),
        };
        let words = label::cut(&format!("{mark} {}", printable::masked(name)), row.width, theme);
        buffer.set_string(row.x, row.y, words, style);
    }
}

/// The first name that is to be seen: the chosen one is in the middle, as far as that goes.
fn top(screen: &OpenScreen, area: Rect) -> usize {
    let height = usize::from(area.height);
    let last_top = screen.names.len().saturating_sub(height);
    let chosen = screen.chosen.unwrap_or(0);
    chosen.saturating_sub(height / 2).min(last_top)
}

/// The rows of the names or errors in the window that there is.
fn body(ctx: &Context) -> Rect {
    parts(Rect::new(0, 0, ctx.window.width, ctx.window.height)).1
}

/// Which of the names is in a row of the screen.
pub(crate) fn name_under(screen: &OpenScreen, ctx: &Context, y: u16) -> Option<usize> {
    let body = body(ctx);
    let row = (body.top()..body.bottom()).position(|row| row == y)?;
    let at = top(screen, body) + row;
    (screen.errors.is_empty() && at < screen.names.len()).then_some(at)
}

/// How far the errors can scroll in the window that there is.
pub(crate) fn most_scroll(screen: &OpenScreen, ctx: &Context) -> usize {
    let body = body(ctx);
    let rows = error_rows(screen, ctx, body).len();
    rows.saturating_sub(body.height.into())
}

/// Each error in as many rows as it needs.
fn error_rows(screen: &OpenScreen, ctx: &Context, area: Rect) -> Vec<String> {
    let columns = area.width.saturating_sub(2);
    let said = screen.errors.iter().map(|wrong| text::lookup_error(ctx.lang(), wrong, &[]));
    let rows = |said: String| {
        let lines = said.lines().flat_map(|line| label::wrapped(&printable::masked(line), columns));
        lines.collect::<Vec<_>>()
    };
    said.flat_map(rows).collect()
}

/// The errors from where they are scrolled to; an arrow at the edge says that there are more.
fn errors(screen: &OpenScreen, ctx: &Context, area: Rect, buffer: &mut Buffer) {
    let (theme, rows) = (ctx.theme(), error_rows(screen, ctx, area));
    let height = usize::from(area.height);
    let top = screen.scroll.min(rows.len().saturating_sub(height));
    for (row, words) in area.rows().zip(&rows[top..]) {
        buffer.set_string(row.x + 1, row.y, words, theme.bad());
    }
    let mut more = |row: u16, fancy: char, plain: char| {
        let glyph = theme.glyph(fancy, plain).to_string();
        buffer.set_string(area.right() - 1, row, glyph, theme.accent());
    };
    if top > 0 && height > 0 {
        more(area.top(), '▴', '^');
    }
    if top + height < rows.len() && height > 0 {
        more(area.bottom() - 1, '▾', 'v');
    }
}
