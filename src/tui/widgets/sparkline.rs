//! The distance to the goal over the whole game, as a row of bars.

use crate::tui::context::Context;
use crate::tui::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// Eighths of a character, from none to all.
const EIGHTHS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// A proven lower bound, and the upper one if there is one; equal if the number is known.
type Bounds = (u32, Option<u32>);

/// The turn that each of so many columns shows: all turns of the line, or of a line with more of them than columns evenly
/// chosen ones, the first and the last always.
pub(crate) fn turns(ctx: &Context, columns: u16) -> impl Iterator<Item = usize> {
    let session = &ctx.game.session;
    let (first, last) = (session.line_begin(), session.done());
    let shown = (0..columns).map(move |x| first + moment(x, columns, last - first + 1));
    shown.take_while(move |&turn| turn <= last)
}

/// Which moment a column shows: each has its own if there are enough, else the columns share them evenly.
pub(crate) fn moment(column: u16, columns: u16, moments: usize) -> usize {
    let (column, last) = (usize::from(column), usize::from(columns).saturating_sub(1));
    match moments <= usize::from(columns) {
        true => column,
        // A single column has no last one to divide by.
        false => column * (moments - 1) / last.max(1),
    }
}

/// Draws what is known of the distance after every move of the line.
pub(crate) fn of_game(ctx: &Context, area: Rect, buffer: &mut Buffer) {
    let values: Vec<Option<Bounds>> =
        turns(ctx, area.width).map(|turn| ctx.game.bounds_after(turn)).collect();
    draw(&values, area, ctx.theme(), buffer);
}

/// Draws a bar for each value, as high as it is beside the highest; the latest on the right. A bar is full up to what
/// is proven and light up to what is possible.
fn draw(values: &[Option<Bounds>], area: Rect, theme: Theme, buffer: &mut Buffer) {
    let tops = values.iter().flatten().map(|(lower, upper)| upper.unwrap_or(*lower));
    let highest = tops.max().unwrap_or(0).max(1);
    let full = u32::from(area.height) * 8;
    // Rounded up, so that every value above 0 has a bar that can be seen.
    let eighths = |value: u32| (value * full).div_ceil(highest);
    for (x, value) in (area.left()..area.right()).zip(values) {
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
pub(crate) fn bar(
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
        let theme = Theme::new(Palette::Dark, Depth::None, false);
        let area = Rect::new(0, 0, 5, 2);
        let mut buffer = Buffer::empty(area);
        let exact = |n| Some((n, Some(n)));
        let values = [exact(16), None, Some((8, Some(16))), exact(0), exact(4)];
        draw(&values, area, theme, &mut buffer);
        let row = |y| -> String { (0..5).map(|x| buffer[(x, y)].symbol()).collect() };
        assert_eq!((row(0), row(1)), ("█ ░  ".to_owned(), "█ █ ▄".to_owned()));
    }

    #[test]
    fn the_first_and_the_last_moment_are_always_there() {
        let moments =
            |columns, of| -> Vec<usize> { (0..columns).map(|x| moment(x, columns, of)).collect() };
        assert_eq!(moments(3, 3), [0, 1, 2]);
        assert_eq!(moments(3, 101), [0, 50, 100]);
        assert_eq!(moments(1, 9), [0]);
    }
}
