//! Cells that have been closed in: their tile is wrong, and every way to them but one leads over tiles that are right.
//!
//! What belongs there can come in only if a right tile makes way for it, which costs far more moves than its distance tells. A beam
//! that pays for such cells seldom closes one in. It is a guess, never a bound.

/// A set of the cells of a board of up to `64 * WORDS` cells.
pub(crate) type Cells<const WORDS: usize> = [u64; WORDS];

/// Cells so near to the blank's goal, in steps of a king, are never paid for: the last tiles turn round each other.
const LAST: usize = 1;

/// Which neighbours of each cell count as ways to it: those no farther from the blank's goal, in steps of a king. What lies
/// farther outside is solved first.
#[derive(Debug)]
pub(crate) struct BlockedCells<const WORDS: usize> {
    width: usize,
    /// The cells that are paid for.
    paid: Cells<WORDS>,
    /// By direction (up, down, left, right): the cells to which the neighbour there is a way.
    open: [Cells<WORDS>; 4],
}

impl<const WORDS: usize> BlockedCells<WORDS> {
    /// For a full rectangle whose blank has its goal on the cell `home`.
    pub(crate) fn new(width: usize, height: usize, home: usize) -> BlockedCells<WORDS> {
        let area = width * height;
        let ring = |cell: usize| {
            let across = (cell % width).abs_diff(home % width);
            across.max((cell / width).abs_diff(home / width))
        };
        let mut closed = BlockedCells { width, paid: [0; WORDS], open: [[0; WORDS]; 4] };
        for cell in 0..area {
            if ring(cell) > LAST {
                insert(&mut closed.paid, cell);
            }
            let near = [
                (cell >= width).then(|| cell - width),
                (cell + width < area).then(|| cell + width),
                (cell % width > 0).then(|| cell - 1),
                (cell % width + 1 < width).then(|| cell + 1),
            ];
            for (open, near) in closed.open.iter_mut().zip(near) {
                if near.is_some_and(|near| ring(near) <= ring(cell)) {
                    insert(open, cell);
                }
            }
        }
        closed
    }

    /// How many cells are closed in, if the tiles on the cells of `wrong` are not those of the goal.
    // `WORDS` is a constant, so that the loop over words is unrolled where this is inlined.
    #[inline(always)]
    pub(crate) fn count(&self, wrong: &Cells<WORDS>) -> u32 {
        let mut count = 0;
        for word in 0..WORDS {
            let open = |direction: usize| {
                self.neighbours(wrong, direction, word) & self.open[direction][word]
            };
            let (up, down, left, right) = (open(0), open(1), open(2), open(3));
            let two = up & down | left & right | (up | down) & (left | right);
            count += (wrong[word] & self.paid[word] & !two).count_ones();
        }
        count
    }

    /// The cells of a word whose neighbour in a direction belongs to `cells`.
    #[inline(always)]
    fn neighbours(&self, cells: &Cells<WORDS>, direction: usize, word: usize) -> u64 {
        // What wraps from one row into the next need not be masked here: `open` holds only cells with a real neighbour.
        match direction {
            0 => shifted_up(cells, word, self.width),
            1 => shifted_down(cells, word, self.width),
            2 => shifted_up(cells, word, 1),
            _ => shifted_down(cells, word, 1),
        }
    }

    /// Whether the blank's cell is closed in, and the only way to it holds a tile that `fits` there: a step makes it right.
    #[inline(always)]
    pub(crate) fn lets_in(
        &self,
        wrong: &Cells<WORDS>,
        blank: usize,
        fits: impl Fn(usize) -> bool,
    ) -> bool {
        if !contains(&self.paid, blank) {
            return false;
        }
        let (mut ways, mut fitting) = (0, false);
        for near in self.ways(blank) {
            if contains(wrong, near) {
                ways += 1;
                fitting |= fits(near);
            }
        }
        ways == 1 && fitting
    }

    /// The neighbours that are ways to a cell.
    fn ways(&self, cell: usize) -> impl Iterator<Item = usize> + use<'_, WORDS> {
        // A neighbour off the board may wrap round. `open` does not hold the cell then, and so the number is never used.
        let by = [cell.wrapping_sub(self.width), cell + self.width, cell.wrapping_sub(1), cell + 1];
        let open = move |&(direction, _): &(usize, usize)| contains(&self.open[direction], cell);
        by.into_iter().enumerate().filter(open).map(|(_, near)| near)
    }
}

/// Puts a cell into a set.
pub(crate) fn insert<const WORDS: usize>(cells: &mut Cells<WORDS>, cell: usize) {
    // No cell lies past the last word; the remainder spares the bounds check.
    cells[cell / 64 % WORDS] |= 1 << (cell % 64);
}

/// Puts a cell into a set or takes it out.
#[inline(always)]
pub(crate) fn assign<const WORDS: usize>(cells: &mut Cells<WORDS>, cell: usize, held: bool) {
    let word = &mut cells[cell / 64 % WORDS];
    *word = *word & !(1 << (cell % 64)) | u64::from(held) << (cell % 64);
}

#[inline(always)]
fn contains<const WORDS: usize>(cells: &Cells<WORDS>, cell: usize) -> bool {
    cells[cell / 64 % WORDS] >> (cell % 64) & 1 == 1
}

/// A word of the set with every cell `places` later, fewer than 64.
#[inline(always)]
fn shifted_up<const WORDS: usize>(cells: &Cells<WORDS>, word: usize, places: usize) -> u64 {
    let before = if word > 0 { cells[word - 1] } else { 0 };
    cells[word] << places | before >> (64 - places)
}

/// A word of the set with every cell `places` earlier, fewer than 64.
#[inline(always)]
fn shifted_down<const WORDS: usize>(cells: &Cells<WORDS>, word: usize, places: usize) -> u64 {
    let after = cells.get(word + 1).copied().unwrap_or(0);
    cells[word] >> places | after << (64 - places)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cells closed in on a drawing whose wrong cells are letters, the blank is `_`, and the tile that fits there is `A`.
    fn closed(width: usize, drawing: &str) -> u32 {
        let cells: Vec<char> = drawing.chars().filter(|c| !c.is_whitespace()).collect();
        let mut wrong = [0; 4];
        for (cell, _) in cells.iter().enumerate().filter(|&(_, &c)| c != '.') {
            insert(&mut wrong, cell);
        }
        let blank = cells.iter().position(|&c| c == '_').unwrap();
        let closed = BlockedCells::new(width, cells.len() / width, cells.len() - 1);
        closed.count(&wrong) - u32::from(closed.lets_in(&wrong, blank, |cell| cells[cell] == 'A'))
    }

    #[test]
    fn two_ways_in_are_enough() {
        assert_eq!(closed(4, ".x.. .... .... ..._"), 1);
        assert_eq!(closed(4, "..xx .... .... ..._"), 2);
        assert_eq!(closed(4, "..xx ..xx .... ..._"), 2);
        assert_eq!(closed(4, "..xx ..xx ..xx ..x_"), 0);
    }

    #[test]
    fn what_lies_outside_is_no_way_in() {
        assert_eq!(closed(5, "..x.. ..x.. ..... ..... ...._"), 2);
        assert_eq!(closed(5, "xxxxx ..x.. ..... ..... ...._"), 3);
    }

    #[test]
    fn the_last_tiles_are_free() {
        assert_eq!(closed(4, ".... .... ..x. ..._"), 0);
    }

    #[test]
    fn a_step_from_right_is_as_good_as_right() {
        assert_eq!(closed(4, ".... .... ._.. .A.."), 1);
        assert_eq!(closed(4, ".... .... ._.. .x.."), 2);
    }

    #[test]
    fn words_of_large_boards_hang_together() {
        let mut drawing = vec!['.'; 256];
        drawing[255] = '_';
        drawing[4 * 16 + 3] = 'x';
        drawing[3 * 16 + 3] = 'x';
        assert_eq!(closed(16, &drawing.iter().collect::<String>()), 2);
        drawing[4 * 16 + 4] = 'x';
        drawing[5 * 16 + 3] = 'x';
        // The cell between the others is open now; those have no other way in.
        assert_eq!(closed(16, &drawing.iter().collect::<String>()), 3);
    }
}
