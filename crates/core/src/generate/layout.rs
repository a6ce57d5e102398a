//! A board of blocks or cars while the generator changes it: pieces are sets of cells, without names.

use crate::puzzle::{
    Axis, Cell, CellSet, Family, Position, Puzzle, Setup, SetupPiece, Shape, Target,
};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// Cells of a board of blocks up to which small pieces alone make components that can be walked.
const SMALL: usize = 30;

/// What the boards of one order have in common: size, shapes of pieces, and the goal.
pub(crate) struct PieceSet {
    /// Columns.
    pub(crate) width: u8,
    /// Rows.
    pub(crate) height: u8,
    /// The shapes to draw from, but for the hero's; a shape that is listed twice is drawn twice as often.
    shapes: Vec<CellSet>,
    /// The shape of the hero, the piece that the goal names, and the anchor that it must reach.
    hero: CellSet,
    home: Cell,
    /// Whether pieces slide only the way they are longer.
    pub(super) lengthwise: bool,
    /// Whether boards are drawn with the hero at home: on large ones it can seldom come there from elsewhere.
    is_from_home: bool,
    /// The number of cells that stay empty is drawn between these two.
    empty: (usize, usize),
}

fn drawn(cells: &str) -> CellSet {
    cells.parse().expect("a drawing of cells")
}

impl PieceSet {
    /// Cars of two and three cells. The one that must reach the right edge keeps to the middle row, the upper one of two.
    pub(crate) fn rush(width: u8, height: u8) -> PieceSet {
        let (pair, three) = (["##", "#\n#"], ["###", "#\n#\n#"]);
        let area = usize::from(width) * usize::from(height);
        PieceSet {
            width,
            height,
            shapes: pair.into_iter().chain(pair).chain(three).map(drawn).collect(),
            hero: drawn("##"),
            home: Cell::new(width - 2, (height - 1) / 2),
            lengthwise: true,
            is_from_home: false,
            empty: (area / 4, area / 3),
        }
    }

    /// A square of four cells that must reach the bottom centre, among pieces of one and two cells, and of three around a
    /// corner if `concave`; on boards of more than [`SMALL`] cells, three in a row and other squares too. Two cells stay empty.
    pub(crate) fn blocks(width: u8, height: u8, concave: bool) -> PieceSet {
        let pairs = ["##", "#\n#"];
        let corners = ["##\n#.", "##\n.#", "#.\n##", ".#\n##"];
        let some = if concave { &corners[..] } else { &[] };
        let square = "##\n##";
        let large = ["###", "#\n#\n#", square];
        let is_large = usize::from(width) * usize::from(height) > SMALL;
        let large = if is_large { &large[..] } else { &[] };
        let plain = ["#"].into_iter().chain(pairs).chain(pairs);
        // Twice each: with one of each, a board of 8x8 takes half a minute or more.
        let other = some.iter().chain(large).chain(large);
        PieceSet {
            width,
            height,
            shapes: plain.chain(other.copied()).map(drawn).collect(),
            hero: drawn(square),
            home: Cell::new((width - 2) / 2, height - 2),
            lengthwise: false,
            is_from_home: is_large,
            empty: (2, 2),
        }
    }

    fn board(&self) -> CellSet {
        let columns = |y| (0..self.width).map(move |x| Cell::new(x, y));
        (0..self.height).flat_map(columns).collect()
    }
}

/// The pieces, the hero first.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pieces: Vec<CellSet>,
}

/// Equal for a board and its mirror images: see [`Layout::key`].
pub(crate) type Key = Vec<u8>;

/// Equal for all positions that can be reached from each other: the shapes, each with the line that it cannot leave.
pub(crate) type Stock = Vec<(Shape, Option<u8>)>;

impl Layout {
    /// Pieces that do not overlap, the hero first.
    pub(crate) fn of(pieces: Vec<CellSet>) -> Layout {
        Layout { pieces }
    }

    /// The board row by row: the characters that name the pieces, `.` for an empty cell.
    pub(crate) fn drawing(&self, piece_set: &PieceSet) -> String {
        let puzzle = self.puzzle(piece_set);
        let name = |cell| {
            let piece = puzzle.piece_at(puzzle.start(), cell);
            piece.map_or(".", |id| puzzle.piece(id).name())
        };
        puzzle.size().cells().map(name).collect()
    }

    /// A random board, which need not be solvable.
    pub(crate) fn draw(piece_set: &PieceSet, rng: &mut ChaCha8Rng) -> Layout {
        let at = if piece_set.is_from_home {
            piece_set.home
        } else {
            let rows = if piece_set.lengthwise {
                piece_set.home.row..=piece_set.home.row
            } else {
                0..=piece_set.height - 2
            };
            let column = rng.random_range(0..piece_set.width - 1);
            Cell::new(column, rng.random_range(rows))
        };
        let hero = shifted(&piece_set.hero, at);
        let mut layout = Layout { pieces: vec![hero] };
        layout.fill(piece_set, rng);
        layout
    }

    /// This board with a few pieces taken off and others put on.
    pub(crate) fn changed(&self, piece_set: &PieceSet, rng: &mut ChaCha8Rng) -> Layout {
        let mut layout = self.clone();
        for _ in 0..rng.random_range(1..=3_u32) {
            if layout.pieces.len() > 1 {
                // It begins at 1, because the hero, at 0, stays.
                let which = rng.random_range(1..layout.pieces.len() as u32);
                layout.pieces.swap_remove(which as usize);
            }
        }
        layout.fill(piece_set, rng);
        layout
    }

    /// Adds random pieces until a random number of cells is left empty, or 200 draws in all have not fitted.
    fn fill(&mut self, piece_set: &PieceSet, rng: &mut ChaCha8Rng) {
        let (least, most) = (piece_set.empty.0 as u32, piece_set.empty.1 as u32);
        let empty = rng.random_range(least..=most) as usize;
        let mut failures = 0;
        while failures < 200 {
            let free = self.free(piece_set);
            if free.len() <= empty {
                return;
            }
            let shape =
                piece_set.shapes[rng.random_range(0..piece_set.shapes.len() as u32) as usize];
            let at = Cell::new(
                rng.random_range(0..piece_set.width),
                rng.random_range(0..piece_set.height),
            );
            let piece = shifted(&shape, at);
            let fits = piece.is_subset(&free) && piece.len() + empty <= free.len();
            if fits && !bars(piece_set, &piece) {
                self.pieces.push(piece);
            } else {
                failures += 1;
            }
        }
    }

    fn free(&self, piece_set: &PieceSet) -> CellSet {
        self.pieces.iter().fold(piece_set.board(), |free, &piece| free - piece)
    }

    /// The board as it stands in a position of its own puzzle.
    pub(crate) fn at(puzzle: &Puzzle, position: &Position) -> Layout {
        let hero = puzzle.goal().places().first().map(|&(id, _)| id);
        let others = puzzle.piece_ids().filter(|&id| Some(id) != hero);
        let pieces = hero.into_iter().chain(others);
        Layout { pieces: pieces.map(|id| puzzle.cells_of(position, id)).collect() }
    }

    /// The shapes of the pieces, sorted but for the hero, which stays first.
    pub(crate) fn stock(&self, piece_set: &PieceSet) -> Stock {
        let of = |cells: &CellSet| {
            let (shape, anchor) = Shape::of(cells)?;
            let line = match Axis::lengthwise(&shape) {
                Axis::Horizontal => anchor.row,
                _ => anchor.column,
            };
            Some((shape, piece_set.lengthwise.then_some(line)))
        };
        let mut stock: Stock = self.pieces.iter().filter_map(of).collect();
        stock[1..].sort_unstable();
        stock
    }

    /// This board as a position of a puzzle with the same pieces.
    pub(crate) fn position_in(&self, puzzle: &Puzzle) -> Option<Position> {
        let mut rest: Vec<(Shape, Cell)> = self.pieces.iter().filter_map(Shape::of).collect();
        let home = puzzle.goal().places().first().map(|&(id, _)| id);
        // The hero is taken out first, because another piece may have its shape.
        let (_, hero) = rest.remove(0);
        let anchor = |id| {
            if Some(id) == home {
                return Some(hero);
            }
            let like = |&(shape, _): &(Shape, Cell)| shape == *puzzle.piece(id).shape();
            // Pieces of one shape are of one kind, so that it does not matter which of them is where.
            let which = rest.iter().position(like)?;
            Some(rest.swap_remove(which).1)
        };
        let anchors: Option<Vec<Cell>> = puzzle.piece_ids().map(anchor).collect();
        puzzle.position(&anchors?, 0)
    }

    /// The image upside down (of cars) or left to right (of blocks), if the hero's goal is on the same cells in it.
    pub(crate) fn mirrored(&self, piece_set: &PieceSet) -> Option<Layout> {
        let turn = |cell: Cell| {
            if piece_set.lengthwise {
                Cell::new(cell.column, piece_set.height - 1 - cell.row)
            } else {
                Cell::new(piece_set.width - 1 - cell.column, cell.row)
            }
        };
        let turned = |cells: &CellSet| cells.iter().map(turn).collect::<CellSet>();
        let home = shifted(&piece_set.hero, piece_set.home);
        (turned(&home) == home).then(|| Layout { pieces: self.pieces.iter().map(turned).collect() })
    }

    /// The puzzle, with its pieces named row by row.
    pub(crate) fn puzzle(&self, piece_set: &PieceSet) -> Puzzle {
        let hero = if piece_set.lengthwise { 'A' } else { 'S' };
        let letters = if piece_set.lengthwise { 'A'..='Z' } else { 'a'..='z' };
        let more = if piece_set.lengthwise { 'a'..='z' } else { 'A'..='Z' };
        let mut names = letters.chain(more).filter(|&name| name != hero);
        let mut order: Vec<usize> = (0..self.pieces.len()).collect();
        // Names go by place and not by the order in which pieces were drawn, so that equal boards get equal names.
        order.sort_by_key(|&i| self.pieces[i].first());
        let piece = |i: usize| SetupPiece {
            name: if i == 0 { Some(hero) } else { names.next() }
                .map_or_else(String::new, String::from),
            cells: self.pieces[i].iter().collect(),
            axis: axis(piece_set, &self.pieces[i]),
        };
        let setup = Setup {
            pieces: order.into_iter().map(piece).collect(),
            goal: vec![Target {
                name: hero.to_string(),
                cells: shifted(&piece_set.hero, piece_set.home).iter().collect(),
            }],
            ..Setup::empty(Family::Blocks, piece_set.width.into(), piece_set.height.into())
        };
        setup.build().expect("pieces that lie apart on the board are playable")
    }

    /// Of two boards of cars: how many cars of this one have none like them in the other, or in its image upside down,
    /// where cars are alike if they are as long and keep to the same line.
    pub(crate) fn difference(&self, piece_set: &PieceSet, other: &Layout) -> usize {
        let ours = self.lines(piece_set, false);
        let missing = |mirrored| {
            let mut theirs = other.lines(piece_set, mirrored);
            let mut missing = 0;
            for line in &ours {
                match theirs.iter().position(|theirs| theirs == line) {
                    Some(like) => drop(theirs.swap_remove(like)),
                    None => missing += 1,
                }
            }
            missing
        };
        missing(false).min(missing(true))
    }

    /// By car: whether it goes sideways, its row or column, and its length.
    fn lines(&self, piece_set: &PieceSet, mirrored: bool) -> Vec<(bool, u8, usize)> {
        let row = |row: u8| if mirrored { piece_set.height - 1 - row } else { row };
        let line = |car: &CellSet| {
            let (first, last) = car.bounds()?;
            let sideways = first.row == last.row;
            let line = if sideways { row(first.row) } else { first.column };
            Some((sideways, line, car.len()))
        };
        self.pieces.iter().filter_map(line).collect()
    }

    /// Equal for boards that are equal or mirror images, whatever their pieces are called.
    pub(crate) fn key(&self, piece_set: &PieceSet) -> Key {
        let flips = [(false, false), (true, false), (false, true), (true, true)];
        let keys = flips.map(|(columns, rows)| {
            let turn = |cell: Cell| {
                let column = if columns { piece_set.width - 1 - cell.column } else { cell.column };
                let row = if rows { piece_set.height - 1 - cell.row } else { cell.row };
                Cell::new(column, row)
            };
            self.image(piece_set, turn)
        });
        keys.into_iter().min().unwrap_or_default()
    }

    /// By cell of the turned board: the number of its piece, counted by first cells. Then the first cells of the hero and
    /// of its goal.
    fn image(&self, piece_set: &PieceSet, turn: impl Fn(Cell) -> Cell) -> Key {
        let index = |cell: Cell| {
            usize::from(cell.row) * usize::from(piece_set.width) + usize::from(cell.column)
        };
        let mut key = vec![0; usize::from(piece_set.width) * usize::from(piece_set.height)];
        for (number, piece) in (1..).zip(&self.pieces) {
            piece.iter().for_each(|cell| key[index(turn(cell))] = number);
        }
        let (mut numbers, mut next) = (vec![0; self.pieces.len() + 1], 1);
        for piece in key.iter_mut().filter(|piece| **piece != 0) {
            let number = &mut numbers[usize::from(*piece)];
            if *number == 0 {
                (*number, next) = (next, next + 1);
            }
            *piece = *number;
        }
        let corner =
            |cells: &CellSet| cells.iter().map(|cell| index(turn(cell))).min().unwrap_or(0) as u8;
        // Pieces that lie alike make another board if the hero or its goal is elsewhere.
        key.extend([corner(&self.pieces[0]), corner(&shifted(&piece_set.hero, piece_set.home))]);
        key
    }
}

fn axis(piece_set: &PieceSet, piece: &CellSet) -> Axis {
    let shape = Shape::of(piece).filter(|_| piece_set.lengthwise);
    shape.map_or(Axis::Free, |(shape, _)| Axis::lengthwise(&shape))
}

/// Whether a car lies in the hero's row, which it never leaves: the hero could not pass it.
fn bars(piece_set: &PieceSet, piece: &CellSet) -> bool {
    let in_row = piece.iter().filter(|cell| cell.row == piece_set.home.row).count();
    piece_set.lengthwise && in_row > 1
}

fn shifted(cells: &CellSet, by: Cell) -> CellSet {
    let moved = cells.shifted(i32::from(by.column), i32::from(by.row));
    moved.unwrap_or_default()
}
