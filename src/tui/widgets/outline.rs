//! The outline of a piece of any shape on a raster of characters: which line glyph stands where.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

/// Which of the four neighbours a line goes on to: bit 0 is that above, 1 below, 2 on the left, 3 on the right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Links(u8);

impl Links {
    /// Whether no line passes here.
    pub fn none(self) -> bool {
        self == Links::default()
    }

    /// Whether the line runs straight along the row.
    pub fn is_flat(self) -> bool {
        self.0 == 0b1100
    }
}

/// Sixteen glyphs, one for each way in which lines can meet, by the number of their [`Links`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pen([char; 16]);

impl Pen {
    /// Thin lines with round corners.
    pub const ROUND: Pen =
        Pen([' ', '│', '│', '│', '─', '╯', '╮', '┤', '─', '╰', '╭', '├', '─', '┴', '┬', '┼']);
    /// Double lines.
    pub const DOUBLE: Pen =
        Pen([' ', '║', '║', '║', '═', '╝', '╗', '╣', '═', '╚', '╔', '╠', '═', '╩', '╦', '╬']);
    /// Heavy lines.
    pub const HEAVY: Pen =
        Pen([' ', '┃', '┃', '┃', '━', '┛', '┓', '┫', '━', '┗', '┏', '┣', '━', '┻', '┳', '╋']);
    /// Plain characters.
    pub const ASCII: Pen =
        Pen([' ', '|', '|', '|', '-', '+', '+', '+', '-', '+', '+', '+', '-', '+', '+', '+']);
    /// Plain characters that differ from [`Pen::ASCII`].
    pub const ASCII_BOLD: Pen =
        Pen([' ', '#', '#', '#', '=', '#', '#', '#', '=', '#', '#', '#', '=', '#', '#', '#']);

    /// The glyph for lines that go these ways.
    pub fn glyph(&self, links: Links) -> char {
        self.0[usize::from(links.0)]
    }
}

/// The links of the outline at column `x` and row `y` of the region that `inside` describes.
///
/// Two neighbours within the region are linked when the outline runs along them: when on one of their two sides not
/// both have a neighbour within the region.
pub(crate) fn links(inside: impl Fn(i32, i32) -> bool, x: i32, y: i32) -> Links {
    // One bit for each of the nine characters here, row by row. It is asked of each character that is drawn.
    let mut near = 0;
    for bit in 0..9 {
        near |= i32::from(inside(x + bit % 3 - 1, y + bit / 3 - 1)) << bit;
    }
    let has = |bits: i32| near & bits == bits;
    let linked = |to: i32, a: i32, b: i32| u8::from(has(to) && !(has(a) && has(b)));
    let above = linked(0b000_000_010, 0b000_001_001, 0b000_100_100);
    let below = linked(0b010_000_000, 0b001_001_000, 0b100_100_000);
    let left = linked(0b000_001_000, 0b000_000_011, 0b011_000_000);
    let right = linked(0b000_100_000, 0b000_000_110, 0b110_000_000);
    Links(above | below << 1 | left << 2 | right << 3)
}

/// The characters along the edges of a rectangle of the screen, row by row.
pub(crate) fn edges(area: Rect) -> impl Iterator<Item = Position> + use<> {
    area.rows().flat_map(move |row| {
        let is_whole = row.y == area.top() || row.y + 1 == area.bottom();
        // Of a row between those only the first and the last character.
        let step = if is_whole { 1 } else { usize::from(area.width).max(2) - 1 };
        (row.left()..row.right()).step_by(step).map(move |x| Position::new(x, row.y))
    })
}

/// Draws the outline of a rectangle of the screen.
pub(crate) fn draw_box(area: Rect, pen: Pen, style: Style, buffer: &mut Buffer) {
    let inside = |x: i32, y: i32| {
        x >= 0 && y >= 0 && x < i32::from(area.width) && y < i32::from(area.height)
    };
    for at in edges(area) {
        let links = links(inside, (at.x - area.x).into(), (at.y - area.y).into());
        buffer[at].set_char(pen.glyph(links)).set_style(style);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The outline of the cells marked in `shape`, each `w` by `h` characters.
    fn drawn(shape: &[&str], w: i32, h: i32) -> String {
        let inside = |x: i32, y: i32| {
            let cell = |n: i32, size: i32| usize::try_from(n.div_euclid(size)).ok();
            let row = cell(y, h).and_then(|y| shape.get(y));
            let c = row.and_then(|row| row.as_bytes().get(cell(x, w)?));
            c == Some(&b'#')
        };
        let glyph = |x, y| match inside(x, y) {
            true => Pen::ROUND.glyph(links(inside, x, y)),
            false => '.',
        };
        let width = shape[0].len() as i32 * w;
        let rows = 0..shape.len() as i32 * h;
        rows.map(|y| (0..width).map(|x| glyph(x, y)).collect::<String>() + "\n").collect()
    }

    #[test]
    fn a_cell_is_a_box() {
        assert_eq!(drawn(&["#"], 5, 3), "╭───╮\n│   │\n╰───╯\n");
        assert_eq!(drawn(&["#"], 4, 2), "╭──╮\n╰──╯\n");
    }

    #[test]
    fn a_concave_piece_has_its_inner_corner() {
        let expected = "\
╭──╮....
│  │....
│  ╰───╮
╰──────╯
";
        assert_eq!(drawn(&["#.", "##"], 4, 2), expected);
    }

    #[test]
    fn a_ring_has_two_outlines() {
        let ring = drawn(&["###", "#.#", "###"], 4, 2);
        let rows: Vec<&str> = ring.lines().collect();
        assert_eq!(rows[0], "╭──────────╮");
        assert_eq!(rows[1], "│  ╭────╮  │");
        assert_eq!(rows[2], "│  │....│  │");
        assert_eq!(rows[4], "│  ╰────╯  │");
    }
}
