//! Which tiles share a colour.
//!
//! Which ones matters far more than how many colours there are, and nothing but a search tells: the mean of the bounds does not.

use super::sequence::{COLOURS, Ranking};
use crate::solver::tiles::pdb::Size;
use crate::solver::tiles::pdb::grid::Grid;
use crate::solver::tiles::pdb::store::Fingerprint;

/// A colour for each cell of the goal; that of the blank's cell means nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Colouring {
    pub(crate) colours: Vec<u8>,
    pub(crate) blank: usize,
    /// Its place among those that are used together.
    pub(crate) number: usize,
    /// What the table must have to be taken from a file.
    pub(crate) print: Option<Fingerprint>,
}

/// Sequences of the largest table that is small.
const SMALL: u64 = 800_000;

/// Colourings that are used together on boards of one size, for tables of one size.
struct ColouringSet {
    size: Size,
    /// Columns and rows.
    sides: (usize, usize),
    drawings: &'static [&'static str],
}

/// Those whose bounds are seldom poor on the same boards. Two of 4x4 together need a third to a tenth of the nodes that single ones with about
/// as many positions did, of some three hundred that were tried; four of the others, which have no reflections, need far fewer than strips
/// (`docs/measurements.md`). They are drawn for a blank that ends in the corner; the tile whose cell another blank has takes its place.
const COLOURINGS: [ColouringSet; 5] = [
    ColouringSet {
        size: Size::Small,
        sides: (4, 4),
        drawings: &[".111/0111/0222/0222", ".221/0021/0021/0001"],
    },
    ColouringSet {
        size: Size::Large,
        sides: (4, 4),
        drawings: &[".113/1022/0002/0003", ".111/0111/0022/0033"],
    },
    ColouringSet {
        size: Size::Large,
        sides: (5, 3),
        drawings: &[
            ".1111/11103/30022",
            ".3323/22130/22202",
            ".0113/01113/21122",
            ".3122/02222/00023",
        ],
    },
    ColouringSet {
        size: Size::Large,
        sides: (2, 8),
        drawings: &[
            ".0/01/00/11/11/22/20/22",
            ".2/01/00/21/12/02/10/12",
            ".0/02/02/11/21/01/02/12",
            ".2/13/33/30/12/11/11/11",
        ],
    },
    ColouringSet {
        size: Size::Large,
        sides: (2, 7),
        drawings: &[
            ".1/11/02/13/30/21/22",
            ".1/11/13/23/20/20/21",
            ".1/32/22/00/20/00/31",
            ".1/01/02/02/02/12/12",
        ],
    },
];

/// What large tables of 4x4 must have, by the blank's goal and the number of the colouring. Every goal is symmetric to one of these.
const PRINTS: [(usize, &[Fingerprint]); 3] = [
    (
        0,
        &[
            Fingerprint([0x3ecb_0c0e_156b_403a, 0x4ca5_899b_32ba_c814]),
            Fingerprint([0x3e07_2850_fb74_ec59, 0xc2e2_d1ac_5d21_597e]),
        ],
    ),
    (
        1,
        &[
            Fingerprint([0xb127_f56a_10c0_26d0, 0xcd7a_6cf3_ab7e_0990]),
            Fingerprint([0xafb1_d033_af03_53da, 0x81bc_7d1d_1574_2756]),
            Fingerprint([0xf723_afdd_81fc_3d4b, 0xb80d_35bb_f233_cda0]),
            Fingerprint([0xecab_17b4_1e90_bd09, 0xdad8_1bb3_ef7b_fa67]),
        ],
    ),
    (
        5,
        &[
            Fingerprint([0xe21d_00d9_b7d5_a06a, 0x3d3f_b7d1_875c_70b4]),
            Fingerprint([0xe7e2_3718_0bbc_489d, 0x179d_a3b5_90a1_47d7]),
        ],
    ),
];

impl Colouring {
    /// Those whose bounds are used together on boards whose blank ends on `blank`. Where the goal is its own reflection, the board and its
    /// reflection can be looked up in each; else those of 4x4 come with their reflections, and strips along the rows with strips along the
    /// columns. A board of 3x5 has the drawings of 5x3, turned.
    pub(crate) fn of(grid: &Grid, blank: usize, size: Size) -> Vec<Colouring> {
        let transposed = grid.transposed();
        let mirrored = transposed.as_ref().is_some_and(|map| map[blank] == blank);
        let drawn: Vec<Vec<u8>> =
            COLOURINGS.iter().flat_map(|drawn| drawn.of(grid, size)).collect();
        let is_kept = size == Size::Large && !drawn.is_empty() && transposed.is_some();
        let colours = match transposed {
            _ if drawn.is_empty() && mirrored => vec![strips(grid, blank, size, true)],
            _ if drawn.is_empty() => {
                [true, false].map(|rows| strips(grid, blank, size, rows)).into()
            }
            Some(map) if !mirrored => {
                let both = drawn.into_iter().flat_map(|colours| {
                    let reflected = (0..colours.len()).map(|cell| colours[map[cell]]).collect();
                    [colours, reflected]
                });
                both.map(|colours| without(blank, colours)).collect()
            }
            _ => drawn.into_iter().map(|colours| without(blank, colours)).collect(),
        };
        let known = PRINTS.iter().find(|prints| is_kept && prints.0 == blank);
        let colouring = |(number, colours)| {
            let print = known.and_then(|(_, prints)| prints.get(number)).copied();
            Colouring { colours, blank, number, print }
        };
        (0..).zip(colours).map(colouring).collect()
    }

    /// How many slides the machine against duplicates of its table looks back. One that looks far costs more than the least tables do; each
    /// slide more takes three times as long and as much memory to build, and on 4x4 saves a tenth of the nodes of long searches from eight on.
    pub(crate) fn look_back(&self, size: Size) -> usize {
        match size {
            // The machine is of the board, and where there are more tables than one that of the first serves.
            _ if self.number > 0 => 1,
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

impl ColouringSet {
    /// The colours of its drawings on a board of so many columns and rows, or of so many rows and columns; none on others.
    fn of(&self, grid: &Grid, size: Size) -> Vec<Vec<u8>> {
        let (columns, rows) = self.sides;
        let colours = |drawing: &&str| -> Vec<u8> {
            let cells = drawing.bytes().filter(|&byte| byte != b'/');
            cells.map(|byte| byte.saturating_sub(b'0')).collect()
        };
        let turned = |colours: Vec<u8>| {
            (0..columns)
                .flat_map(|x| (0..rows).map(move |y| y * columns + x))
                .map(|cell| colours[cell])
                .collect()
        };
        let drawings = self.drawings.iter().map(colours);
        match (grid.width, grid.height) {
            _ if size != self.size => Vec::new(),
            sides if sides == (columns, rows) => drawings.collect(),
            sides if sides == (rows, columns) => drawings.map(turned).collect(),
            _ => Vec::new(),
        }
    }
}

/// The colours of a drawing whose blank ends on the first cell, for one that ends elsewhere.
fn without(blank: usize, mut colours: Vec<u8>) -> Vec<u8> {
    colours.swap(0, blank);
    colours
}

/// The tiles along the rows or along the columns, cut into colours of about the same number.
fn strips(grid: &Grid, blank: usize, size: Size, rows: bool) -> Vec<u8> {
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
    colours
}

/// So many tiles shared by so many colours.
fn even(tiles: usize, colours: usize) -> [usize; COLOURS] {
    std::array::from_fn(|i| match i < colours {
        true => tiles * (i + 1) / colours - tiles * i / colours,
        false => 0,
    })
}
