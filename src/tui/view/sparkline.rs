//! The distance to the goal over the whole game, as a row of bars.

use crate::tui::model::Model;
use crate::tui::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// Eighths of a character, from none to all.
const EIGHTHS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// A proven lower bound, and the upper one if there is one; equal if the number is known.
type Bounds = (u32, Option<u32>);

/// The turns of the line that have a bar in so many columns, first and last: the newest ones.
pub(crate) fn turns(model: &Model, columns: u16) -> std::ops::RangeInclusive<usize> {
    let session = &model.game().session;
    let first = (session.done() + 1).saturating_sub(columns.into());
    session.line_begin().max(first)..=session.done()
}

/// Draws what is known of the distance after every move of the line.
pub(super) fn of_game(model: &Model, area: Rect, buffer: &mut Buffer) {
    let values: Vec<Option<Bounds>> = turns(model, area.width)
        .map(|turn| model.game().bounds_after(turn))
        .collect();
    draw(&values, area, model.theme(), buffer);
}

/// Draws a bar for each value, as high as it is beside the highest; the latest on the right, the newest ones if there
/// are more than columns. A bar is full up to what is proven and light up to what is possible.
fn draw(values: &[Option<Bounds>], area: Rect, theme: Theme, buffer: &mut Buffer) {
    let shown = &values[values.len().saturating_sub(area.width.into())..];
    let tops = shown
        .iter()
        .flatten()
        .map(|(lower, upper)| upper.unwrap_or(*lower));
    let highest = tops.max().unwrap_or(0).max(1);
    let full = u32::from(area.height) * 8;
    let eighths = |value: u32| (value * full).div_ceil(highest);
    for (x, value) in (area.left()..area.right()).zip(shown) {
        let Some((lower, upper)) = *value else {
            continue;
        };
        if upper != Some(lower) {
            let top = eighths(upper.unwrap_or(lower)).div_ceil(8) as u16;
            for y in area.bottom() - top..area.bottom() {
                let light = theme.glyph('░', ':').to_string();
                buffer.set_string(x, y, light, theme.dim());
            }
        }
        let whole = if upper == Some(lower) { 1 } else { 8 };
        // Over light ground a bar ends with a whole row, so that its end is to be seen.
        let height = eighths(lower) / whole * whole;
        bar(x, height, area, (theme, theme.accent()), buffer);
    }
}

/// One bar of so many eighths of a row.
pub(super) fn bar(
    x: u16,
    eighths: u32,
    area: Rect,
    (theme, style): (Theme, Style),
    buffer: &mut Buffer,
) {
    for (i, y) in (area.top()..area.bottom()).rev().enumerate() {
        let here = eighths.saturating_sub(8 * i as u32).min(8) as usize;
        let glyph = match (theme.ascii, here) {
            (_, 0) => continue,
            (false, _) => EIGHTHS[here],
            (true, ..=2) => '_',
            (true, 3..=5) => '.',
            (true, _) => '#',
        };
        buffer.set_string(x, y, glyph.to_string(), style);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::{Depth, Palette};

    #[test]
    fn bars_are_as_high_as_the_distance() {
        let theme = Theme {
            palette: Palette::Dark,
            depth: Depth::None,
            ascii: false,
        };
        let area = Rect::new(0, 0, 5, 2);
        let mut buffer = Buffer::empty(area);
        let exact = |n| Some((n, Some(n)));
        let values = [
            exact(9),
            exact(16),
            None,
            Some((8, Some(16))),
            exact(0),
            exact(4),
        ];
        draw(&values, area, theme, &mut buffer);
        let row = |y| -> String { (0..5).map(|x| buffer[(x, y)].symbol()).collect() };
        assert_eq!((row(0), row(1)), ("█ ░  ".to_owned(), "█ █ ▄".to_owned()));
    }
}
