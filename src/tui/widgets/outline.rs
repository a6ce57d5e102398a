//! The outline of a piece of any shape on a raster of characters: which line glyph stands where.

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
    // All nine are looked at once: each stands beside up to four of the ways.
    let near = [-1, 0, 1].map(|dy| [-1, 0, 1].map(|dx| inside(x + dx, y + dy)));
    let inside = |dx: i32, dy: i32| near[(1 + dy) as usize][(1 + dx) as usize];
    let linked = |dx: i32, dy: i32| {
        let open = |sx: i32, sy: i32| !(inside(sx, sy) && inside(dx + sx, dy + sy));
        inside(dx, dy) && (open(dy, dx) || open(-dy, -dx))
    };
    let ways = [linked(0, -1), linked(0, 1), linked(-1, 0), linked(1, 0)];
    Links((0..).zip(ways).map(|(bit, is_linked)| u8::from(is_linked) << bit).sum())
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
