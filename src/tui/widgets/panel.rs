//! Parts of the panel: boxes with a heading, and the rows that are left.

use super::label;
use super::outline::{Pen, draw_box};
use crate::text::Phrase;
use crate::tui::context::Context;
use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect, Size};

/// What is left of `area` below its first `rows` rows.
pub(crate) fn below(area: Rect, rows: u16) -> Rect {
    let rows = rows.min(area.height);
    Rect::new(area.x, area.y + rows, area.width, area.height - rows)
}

/// The first `rows` rows of `area`, and the others.
pub(crate) fn split(area: Rect, rows: u16) -> (Rect, Rect) {
    let rows = rows.min(area.height);
    let top = Rect::new(area.x, area.y, area.width, rows);
    (top, below(area, rows))
}

/// Draws a box with a heading; returns the inside.
pub(crate) fn framed(heading: Phrase, area: Rect, ctx: &Context, buffer: &mut Buffer) -> Rect {
    let theme = ctx.theme();
    let pen = if theme.ascii { Pen::ASCII } else { Pen::ROUND };
    draw_box(area, pen, theme.dim(), buffer);
    let inner = area.inner(Margin::new(1, 1));
    for at in inner.positions() {
        buffer[at].set_char(' ').set_style(theme.dim());
    }
    // Two corners, two blanks, and at least one character of the line behind the name.
    let room = area.width.saturating_sub(5);
    let short = match heading {
        Phrase::MapOf => Phrase::MapShort,
        Phrase::BoundsOverTime | Phrase::DistanceDotted => Phrase::DistanceToGoal,
        Phrase::SolutionDoubted => Phrase::NotShortest,
        Phrase::SpaceOf => Phrase::MapShort,
        Phrase::NeckHere => Phrase::NeckShort,
        heading => heading,
    };
    let names = [heading, short].map(|name| name.words(ctx.lang()));
    let fits = |name: &&str| label::width(name) <= room.into();
    let name = names.into_iter().find(fits).unwrap_or(names[1]);
    let mut words = format!(" {name} ");
    // Headings hold arrows, for which a terminal of plain characters has no glyph.
    if theme.ascii {
        words = words.replace('→', ">").replace('↑', "^");
    }
    let words = label::cut(&words, area.width.saturating_sub(3), theme);
    buffer.set_string(area.x + 1, area.y, words, theme.dim());
    inner
}

/// Names the size there is and the size that is needed, as far as that fits.
pub(crate) fn too_small(ctx: &Context, least: Size, area: Rect, buffer: &mut Buffer) {
    let lang = ctx.lang();
    let words = |s: Size| format!("{}x{}", s.width, s.height);
    let (is, needs) = (words(area.as_size()), words(least));
    let sizes = Phrase::TooSmallSizes.with(lang, &[&is, &needs]);
    let mut lines = label::wrapped(Phrase::TooSmall.words(lang), area.width);
    lines.extend(label::wrapped(&sizes, area.width));
    if lines.len() > area.height.into() {
        lines = vec![format!("{is} < {needs}")];
    }
    lines.truncate(area.height.into());
    let top = area.y + (area.height - lines.len() as u16) / 2;
    for (y, line) in (top..).zip(lines) {
        let line = label::cut(&line, area.width, ctx.theme());
        let left = (area.width - label::width(&line) as u16) / 2;
        buffer.set_string(area.x + left, y, line, ctx.theme().strong());
    }
}
