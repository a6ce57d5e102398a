//! What is done to a frame when it is drawn, because of what the terminal showed before it.

use super::pictures::{PictureState, PixelWriter};
use super::widgets::label;
use ratatui::buffer::{Buffer, CellDiffOption};
use ratatui::layout::Position;

/// What is known of the last frame.
#[derive(Default)]
pub(crate) struct Postprocess {
    wide_cells: WideCells,
    pixels: PixelWriter,
}

impl Postprocess {
    /// Finishes a frame that was drawn with this picture.
    pub(crate) fn finish(&mut self, picture: &PictureState, frame: &mut Buffer) {
        // Before the pixels, whose escape sequences would be taken for wide characters.
        self.wide_cells.renew(frame);
        if let Some((picture, canvas)) = picture.on_canvas() {
            self.pixels.write(picture, canvas, frame);
        }
    }
}

/// Where the last picture had wide characters, row by row.
#[derive(Debug, Default)]
pub(crate) struct WideCells(Vec<Position>);

impl WideCells {
    /// Has those cells of the next picture drawn that were second halves in the last one.
    pub(crate) fn renew(&mut self, picture: &mut Buffer) {
        let wide = wide(picture);
        for at in std::mem::replace(&mut self.0, wide) {
            // Cells are visited row by row, so that the list is sorted as the search needs it.
            let gone = self.0.binary_search_by_key(&(at.y, at.x), |at| (at.y, at.x));
            let half = picture.cell_mut((at.x + 1, at.y));
            if let (Err(_), Some(half)) = (gone, half) {
                // The diff may find this cell unchanged, while the terminal shows half of a character there that is gone.
                half.set_diff_option(CellDiffOption::AlwaysUpdate);
            }
        }
    }
}

/// The first halves of all wide characters; what lies behind a first half is not seen.
fn wide(picture: &Buffer) -> Vec<Position> {
    let mut wide: Vec<Position> = Vec::new();
    for (index, cell) in picture.content.iter().enumerate() {
        if label::is_wide(cell.symbol()) {
            let at = Position::from(picture.pos_of(index));
            let is_behind = |last: &Position| (last.x + 1, last.y) == (at.x, at.y);
            if !wide.last().is_some_and(is_behind) {
                wide.push(at);
            }
        }
    }
    wide
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::style::{Color, Style};

    /// The cells that are written when `next` follows `last`, by column.
    fn written(last: &Buffer, mut next: Buffer) -> Vec<u16> {
        let mut wide_cells = WideCells::default();
        wide_cells.renew(&mut last.clone());
        wide_cells.renew(&mut next);
        last.diff(&next).iter().map(|&(x, _, _)| x).collect()
    }

    fn picture(x: u16, text: &str, color: Color) -> Buffer {
        let mut buffer = Buffer::with_lines(["        "]);
        buffer.set_string(x, 0, text, Style::new().bg(color));
        buffer
    }

    #[test]
    fn the_half_that_another_wide_character_leaves_is_drawn() {
        let last = picture(3, "曹", Color::Blue);
        let next = picture(2, "操", Color::Reset);
        let left = last.diff(&next);
        assert!(left.iter().all(|&(x, _, _)| x != 4), "no longer needed");
        assert_eq!(written(&last, next), [2, 4]);
    }

    #[test]
    fn what_stays_is_not_drawn_again() {
        let last = picture(3, "曹操", Color::Blue);
        assert_eq!(written(&last, last.clone()), [0; 0]);
        assert_eq!(written(&last, picture(3, "曹  ", Color::Blue)), [5, 6]);
    }
}
