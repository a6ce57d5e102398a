//! The distances of two games move by move: bars for the one, dots for the other.

use crate::tui::theme::Theme;
use crate::tui::widgets::sparkline;
use crate::tui::widgets::sparkline::moment;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// How many moments the longer of the two has.
pub(crate) fn length(bars: &[Option<u32>], dots: &[u32]) -> usize {
    bars.len().max(dots.len())
}

/// Draws a bar for each moment as high as its distance is beside the greatest, strong up to `cursor`; what is not known has
/// none. A dot stands where the bar of the other game would end.
pub(crate) fn draw(
    bars: &[Option<u32>],
    dots: &[u32],
    cursor: usize,
    area: Rect,
    theme: Theme,
    buffer: &mut Buffer,
) {
    let moments = length(bars, dots);
    let highest = bars.iter().flatten().chain(dots).copied().max();
    let (highest, full) = (highest.unwrap_or(0).max(1), u32::from(area.height) * 8);
    let eighths = |value: u32| (value * full).div_ceil(highest);
    for (column, x) in (0..area.width).zip(area.left()..) {
        let at = moment(column, area.width, moments);
        let style = if at <= cursor { theme.accent() } else { theme.dim() };
        if let Some(&Some(value)) = bars.get(at) {
            sparkline::bar(x, eighths(value), area, (theme, style), buffer);
        }
        if let Some(&value) = dots.get(at) {
            // A bar that fills its last row ends in that row and not in the one above.
            let up = (eighths(value).saturating_sub(1) / 8) as u16;
            let dot = theme.glyph('•', 'o').to_string();
            buffer.set_string(x, area.bottom() - 1 - up, dot, theme.good());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::{Depth, Palette};

    #[test]
    fn bars_and_dots_share_their_columns() {
        let theme = Theme::new(Palette::Dark, Depth::None, false);
        let area = Rect::new(0, 0, 4, 2);
        let mut buffer = Buffer::empty(area);
        draw(&[Some(4), None, Some(2)], &[4, 3, 1, 0], 1, area, theme, &mut buffer);
        let row = |y| -> String { (0..4).map(|x| buffer[(x, y)].symbol()).collect() };
        assert_eq!((row(0), row(1)), ("••  ".to_owned(), "█ ••".to_owned()));
    }
}
