//! The distance to the goal over the whole game, as a row of bars.

use crate::tui::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// Eighths of a character, from none to all.
const EIGHTHS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Draws a bar for each value, as high as it is beside the highest; the latest on the right, the newest ones if there
/// are more than columns. Values that are not known have no bar.
pub(super) fn draw(values: &[Option<u32>], area: Rect, theme: Theme, buffer: &mut Buffer) {
    let shown = &values[values.len().saturating_sub(area.width.into())..];
    let highest = shown.iter().flatten().copied().max().unwrap_or(0).max(1);
    for (x, value) in (area.x..).zip(shown) {
        let Some(value) = value else { continue };
        let full = u32::from(area.height) * 8;
        let eighths = (value * full).div_ceil(highest);
        bar(x, eighths, area, theme, buffer);
    }
}

/// One bar of so many eighths of a row.
fn bar(x: u16, eighths: u32, area: Rect, theme: Theme, buffer: &mut Buffer) {
    for (i, y) in (area.top()..area.bottom()).rev().enumerate() {
        let here = eighths.saturating_sub(8 * i as u32).min(8) as usize;
        let glyph = match (theme.ascii, here) {
            (false, _) => EIGHTHS[here],
            (true, 0..=2) => ' ',
            (true, 3..=5) => '.',
            (true, _) => '#',
        };
        buffer.set_string(x, y, glyph.to_string(), style(theme));
    }
}

fn style(theme: Theme) -> Style {
    theme.accent()
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
        let area = Rect::new(0, 0, 4, 2);
        let mut buffer = Buffer::empty(area);
        let values = [Some(9), Some(16), None, Some(4), Some(0)];
        draw(&values, area, theme, &mut buffer);
        let row = |y| -> String { (0..4).map(|x| buffer[(x, y)].symbol()).collect() };
        assert_eq!((row(0), row(1)), ("█   ".to_owned(), "█ ▄ ".to_owned()));
    }
}
