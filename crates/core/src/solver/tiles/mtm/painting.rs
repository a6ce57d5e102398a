//! Which tiles share a colour.
//!
//! Which ones matters far more than how many colours there are, and nothing but a search tells: the mean of the bounds does not.

use super::sequence::{COLOURS, Ranking};
use crate::solver::tiles::pdb::grid::Grid;
use crate::solver::tiles::pdb::store::Fingerprint;

/// A colour for each cell of the goal; that of the blank's cell means nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Painting {
    pub(crate) colours: Vec<u8>,
    pub(crate) blank: usize,
    /// Whether it is the second of two.
    pub(crate) is_second: bool,
    /// What the table must have to be taken from a file.
    pub(crate) print: Option<Fingerprint>,
}

/// How large tables may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Size {
    /// With two colours: next to no memory.
    Least,
    /// Built in no time.
    Small,
    /// Built in seconds.
    Large,
}

/// Sequences of the largest table that is small.
const SMALL: u64 = 800_000;

/// Drawn paintings by how large their tables are, two of each size, whose bounds are seldom poor on the same boards: together they need a fifth to
/// a tenth of the nodes that the best single painting of as many positions did. Of some three hundred that were tried the best for their size.
const DRAWN: [(Size, &str, Option<Fingerprint>); 4] = [
    (Size::Small, ".111/0111/0222/0222", None),
    (Size::Small, ".221/0021/0021/0001", None),
    (
        Size::Large,
        ".113/1022/0002/0003",
        Some(Fingerprint([0x3ecb_0c0e_156b_403a, 0x4ca5_899b_32ba_c814])),
    ),
    (
        Size::Large,
        ".111/0111/0022/0033",
        Some(Fingerprint([0x3e07_2850_fb74_ec59, 0xc2e2_d1ac_5d21_597e])),
    ),
];

/// What large tables in strips must have on 4x4, by the blank's goal and whether the strips go along the rows.
const STRIPS: [(usize, bool, Fingerprint); 3] = [
    (1, true, Fingerprint([0xdb86_acf6_055d_1c93, 0xfb49_4897_57a4_540e])),
    (1, false, Fingerprint([0xd47a_0322_f328_6fce, 0xcf64_036a_0d6a_e962])),
    (5, true, Fingerprint([0x3faa_d2fa_5441_9611, 0x3c9a_0b00_b285_edef])),
];

impl Painting {
    /// Those whose bounds are used together on boards whose blank ends on `blank`: one or two where the board and its reflection can be
    /// looked up in them, else one along the rows and one along the columns.
    pub(crate) fn of(grid: &Grid, blank: usize, size: Size) -> Vec<Painting> {
        let mirrored = grid.transposed().is_some_and(|map| map[blank] == blank);
        let drawn = DRAWN.iter().filter(|drawn| drawn.0 == size);
        let drawn = drawn.filter_map(|(_, drawing, print)| read(grid, blank, drawing, *print));
        let mut paintings: Vec<Painting> = drawn.collect();
        if paintings.is_empty() {
            let along_rows: &[bool] = if mirrored { &[true] } else { &[true, false] };
            let strips = along_rows.iter().map(|&along_rows| strips(grid, blank, size, along_rows));
            paintings.extend(strips);
        }
        for painting in paintings.iter_mut().skip(1) {
            painting.is_second = true;
        }
        paintings
    }

    /// How many slides the machine against duplicates of its table looks back. One that looks far costs more than the least tables do; each
    /// slide more takes three times as long and as much memory to build, and on 4x4 saves a tenth of the nodes of long searches from eight on.
    pub(crate) fn look_back(&self, size: Size) -> usize {
        match size {
            // The machine is of the board, and where there are two tables that of the first serves.
            _ if self.is_second => 1,
            Size::Least => 1,
            Size::Small => 7,
            Size::Large => 9,
        }
    }

    /// How many tiles have each colour.
    pub(crate) fn tiles(&self) -> [usize; COLOURS] {
        let mut tiles = [0; COLOURS];
        for (_, &colour) in (0..).zip(&self.colours).filter(|&(cell, _)| cell != self.blank) {
            tiles[usize::from(colour)] += 1;
        }
        tiles
    }
}

/// The painting of a drawing, if it is of this board and this blank.
fn read(grid: &Grid, blank: usize, drawing: &str, print: Option<Fingerprint>) -> Option<Painting> {
    let rows: Vec<&str> = drawing.split('/').collect();
    let fits = rows.len() == grid.height && rows.iter().all(|row| row.len() == grid.width);
    let cells = rows.concat().into_bytes();
    let colours = || cells.iter().map(|&digit| digit.saturating_sub(b'0')).collect();
    (fits && cells[blank] == b'.').then(|| Painting {
        colours: colours(),
        blank,
        is_second: false,
        print,
    })
}

/// The tiles along the rows or along the columns, cut into colours of about the same number.
fn strips(grid: &Grid, blank: usize, size: Size, rows: bool) -> Painting {
    let (width, height) = (grid.width, grid.height);
    let by_column = (0..width).flat_map(|x| (0..height).map(move |y| y * width + x));
    let order: Vec<usize> = if rows { (0..grid.area()).collect() } else { by_column.collect() };
    let tiles: Vec<usize> = order.into_iter().filter(|&cell| cell != blank).collect();
    let fits = |count: usize| Ranking::sequences(even(tiles.len(), count)) <= SMALL;
    let count = match size {
        Size::Least => 2,
        Size::Small => (2..=COLOURS).rev().find(|&count| fits(count)).unwrap_or(2),
        Size::Large => COLOURS,
    };
    let mut colours = vec![0; grid.area()];
    let mut rest = tiles.into_iter();
    for (colour, share) in (0..).zip(even(rest.len(), count)) {
        rest.by_ref().take(share).for_each(|cell| colours[cell] = colour);
    }
    let is_kept = size == Size::Large && (width, height) == (4, 4);
    let known = STRIPS.iter().find(|strips| is_kept && (strips.0, strips.1) == (blank, rows));
    Painting { colours, blank, is_second: false, print: known.map(|strips| strips.2) }
}

/// So many tiles shared by so many colours.
fn even(tiles: usize, colours: usize) -> [usize; COLOURS] {
    std::array::from_fn(|i| match i < colours {
        true => tiles * (i + 1) / colours - tiles * i / colours,
        false => 0,
    })
}
