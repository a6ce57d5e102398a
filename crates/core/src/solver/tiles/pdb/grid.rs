//! The plain rectangle that pattern databases are built for: neighbours, edges, and what its symmetries do to cells.

/// The most cells that pattern databases are built for.
pub(crate) const MOST: usize = 25;

/// Room for a value a cell, rounded up so that indices can be masked.
pub(crate) const ROOM: usize = 32;

/// No cell, or no edge.
pub(crate) const NONE: u8 = u8::MAX;

/// A rectangle of at most [`MOST`] cells, counted row by row.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// The cell above, below, to the left and to the right of each, or [`NONE`].
    pub(crate) near: [[u8; 4]; ROOM],
    /// The edges to them, or [`NONE`].
    pub(crate) edge: [[u8; 4]; ROOM],
    /// Both cells of each edge, the smaller first.
    pub(crate) edges: Vec<(u8, u8)>,
}

impl Grid {
    /// A grid of `width` columns and `height` rows.
    pub(crate) fn new(width: usize, height: usize) -> Grid {
        assert!(width * height <= MOST, "pattern databases are for boards of up to {MOST} cells");
        let mut grid = Grid {
            width,
            height,
            near: [[NONE; 4]; ROOM],
            edge: [[NONE; 4]; ROOM],
            edges: Vec::new(),
        };
        for cell in 0..grid.area() {
            if cell % width + 1 < width {
                grid.join(cell, cell + 1, 3);
            }
            if cell + width < grid.area() {
                grid.join(cell, cell + width, 1);
            }
        }
        grid
    }

    /// Notes that `there` lies in `direction` of `here`, and the way back.
    fn join(&mut self, here: usize, there: usize, direction: usize) {
        let number = self.edges.len() as u8;
        self.edges.push((here as u8, there as u8));
        // Opposite directions differ in the lowest bit alone.
        for (from, to, direction) in [(here, there, direction), (there, here, direction ^ 1)] {
            self.near[from][direction] = to as u8;
            self.edge[from][direction] = number;
        }
    }

    /// How many cells.
    pub(crate) fn area(&self) -> usize {
        self.width * self.height
    }

    /// The cells of `free` that hang together with `cell`, as bits.
    pub(crate) fn region(&self, free: u32, cell: usize) -> u32 {
        let mut found = 1 << cell;
        loop {
            let wider = self.spread(found) & free | found;
            if wider == found {
                return found;
            }
            found = wider;
        }
    }

    /// All neighbours of `cells`, as bits; some bits beyond the board may be set.
    fn spread(&self, cells: u32) -> u32 {
        let column: u32 = (0..self.height).map(|row| 1 << (row * self.width)).sum();
        let last = column << (self.width - 1);
        // The outer columns are masked, so that no cell spreads from the end of a row to the next row.
        (cells & !last) << 1 | (cells & !column) >> 1 | cells << self.width | cells >> self.width
    }

    /// Where each cell goes when the board is reflected about its main diagonal; only a square has one.
    pub(crate) fn transposed(&self) -> Option<Vec<usize>> {
        (self.width == self.height).then(|| {
            let side = self.width;
            (0..self.area()).map(|c| c % side * side + c / side).collect()
        })
    }

    /// The reflections and rotations that keep the board's sides, each as where every cell goes.
    pub(crate) fn symmetries(&self) -> Vec<Vec<usize>> {
        let (w, h) = (self.width, self.height);
        let flips = [(false, false), (true, false), (false, true), (true, true)];
        let straight = flips.map(|(across, down)| {
            let flip = |c: usize| {
                let (x, y) = (c % w, c / w);
                (if down { h - 1 - y } else { y }) * w + if across { w - 1 - x } else { x }
            };
            (0..self.area()).map(flip).collect::<Vec<usize>>()
        });
        let mut all = straight.to_vec();
        if let Some(turn) = self.transposed() {
            all.extend(straight.map(|map| map.iter().map(|&c| turn[c]).collect()));
        }
        all
    }
}
