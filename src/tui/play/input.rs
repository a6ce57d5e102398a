//! From a direction to a move: which piece goes, how far, and which piece is selected afterwards.

use crate::puzzle::{Cell, Direction, Family, Move, PieceId, Position, Puzzle};

/// What a direction comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Intent {
    /// This piece makes this move.
    Moves(PieceId, Move),
    /// Nothing can go that way.
    Blocked,
    /// More than one piece could, and the selected one cannot.
    Ambiguous,
}

/// What one step in `direction` means while `selected` is selected: the selected piece if it can go that way, else the
/// only other piece that can. Tiles are never ambiguous: the one nearest to the first blank that lets one in.
#[must_use]
pub(crate) fn step(
    puzzle: &Puzzle,
    position: &Position,
    selected: Option<PieceId>,
    direction: Direction,
) -> Intent {
    let can = |id: &PieceId| is_free(puzzle, position, *id, direction);
    let of = |id| Intent::Moves(id, Move::of(id, &[direction]));
    if let Some(id) = selected.filter(can) {
        return of(id);
    }
    let mut others = puzzle.piece_ids().filter(can);
    match (others.next(), others.next()) {
        (None, _) => Intent::Blocked,
        (Some(only), None) => of(only),
        (Some(first), Some(_)) if puzzle.family() == Family::Numbers => of(first),
        _ => Intent::Ambiguous,
    }
}

/// Where the selected piece is set down when it is lifted in `direction`: the nearest place that way where it fits, one
/// in its own row or column before any other.
#[must_use]
pub(crate) fn lifted(
    puzzle: &Puzzle,
    position: &Position,
    selected: Option<PieceId>,
    direction: Direction,
) -> Intent {
    let Some(piece) = selected else {
        return Intent::Ambiguous;
    };
    let from = position.anchor(piece);
    let off = |a: u8, b: u8| i32::from(a) - i32::from(b);
    let way = |to: Cell| {
        let (dx, dy) = direction.delta();
        let (x, y) = (off(to.column, from.column), off(to.row, from.row));
        let (along, aside) = (x * dx + y * dy, x * dy + y * dx);
        (along > 0).then_some((aside.abs(), along, aside))
    };
    let places = puzzle.size().cells().filter_map(|to| Some((way(to)?, to)));
    let lifts = places.map(|(way, to)| (way, Move::Lift { piece, to }));
    let fits = lifts.filter(|(_, action)| legal(puzzle, position, action.clone()).is_some());
    match fits.min_by_key(|&(way, _)| way) {
        Some((_, action)) => Intent::Moves(piece, action),
        None => Intent::Blocked,
    }
}

/// What going on in `direction` until something is in the way means: for blocks the same piece as [`step`] names; of
/// tiles the whole run between the blank and the edge.
#[must_use]
pub(crate) fn far(
    puzzle: &Puzzle,
    position: &Position,
    selected: Option<PieceId>,
    direction: Direction,
) -> Intent {
    let Intent::Moves(piece, one) = step(puzzle, position, selected, direction) else {
        return step(puzzle, position, selected, direction);
    };
    let action = match puzzle.family() {
        Family::Numbers => whole_run(puzzle, position, piece, direction),
        Family::Blocks => slide(puzzle, position, piece, direction),
    };
    Intent::Moves(piece, action.unwrap_or(one))
}

/// The run of tiles that ends with `head`, pushed a cell in `direction`.
fn whole_run(
    puzzle: &Puzzle,
    position: &Position,
    head: PieceId,
    direction: Direction,
) -> Option<Move> {
    let mut run = vec![head];
    let mut cell = position.anchor(head).step(direction.opposite());
    while let Some(tile) = cell.and_then(|cell| puzzle.piece_at(position, cell)) {
        run.push(tile);
        cell = cell.and_then(|cell| cell.step(direction.opposite()));
    }
    legal(puzzle, position, run_of(&run, direction))
}

/// The tiles of `run`, the foremost first, pushed a cell.
fn run_of(run: &[PieceId], direction: Direction) -> Move {
    Move::Steps(run.iter().map(|&piece| crate::puzzle::Step { piece, direction }).collect())
}

/// `piece` going in `direction` as far as it can.
fn slide(
    puzzle: &Puzzle,
    position: &Position,
    piece: PieceId,
    direction: Direction,
) -> Option<Move> {
    let mut path = Vec::new();
    let mut here = position.clone();
    while here.play(puzzle, &Move::of(piece, &[direction])).is_ok() {
        path.push(direction);
    }
    legal(puzzle, position, Move::of(piece, &path))
}

/// The push that brings the blank of the same row or column to `cell`: what a click on a tile means.
#[must_use]
pub(crate) fn click(puzzle: &Puzzle, position: &Position, cell: Cell) -> Option<Move> {
    let tile = puzzle.piece_at(position, cell)?;
    Direction::ALL.into_iter().find_map(|direction| {
        let run = puzzle.run(position, tile, direction);
        legal(puzzle, position, run_of(&run, direction))
    })
}

/// The pieces that can go anywhere at all, in the order in which they stand on the board.
#[must_use]
pub(crate) fn movable(puzzle: &Puzzle, position: &Position) -> Vec<PieceId> {
    let lifts = |piece| puzzle.size().cells().map(move |to| Move::Lift { piece, to });
    let can_lift = |id| lifts(id).any(|action| legal(puzzle, position, action).is_some());
    let can_go = |id| {
        let mut ways = Direction::ALL.into_iter();
        ways.any(|d| is_free(puzzle, position, id, d))
    };
    let mut free: Vec<PieceId> = puzzle
        .piece_ids()
        .filter(|&id| if puzzle.lift() { can_lift(id) } else { can_go(id) })
        .collect();
    free.sort_by_key(|&id| position.anchor(id));
    free
}

/// The piece `by` places after `selected` among those that can move; the first or last of them if none is selected.
#[must_use]
pub(crate) fn cycle(
    puzzle: &Puzzle,
    position: &Position,
    selected: Option<PieceId>,
    by: isize,
) -> Option<PieceId> {
    let free = movable(puzzle, position);
    let count = isize::try_from(free.len()).ok().filter(|&n| n > 0)?;
    let at = selected.and_then(|id| free.iter().position(|&f| f == id));
    let next = match at {
        Some(at) => (at as isize + by).rem_euclid(count),
        None if by < 0 => count - 1,
        None => 0,
    };
    free.get(usize::try_from(next).ok()?).copied()
}

fn is_free(puzzle: &Puzzle, position: &Position, id: PieceId, direction: Direction) -> bool {
    legal(puzzle, position, Move::of(id, &[direction])).is_some()
}

fn legal(puzzle: &Puzzle, position: &Position, action: Move) -> Option<Move> {
    position.clone().play(puzzle, &action).ok().map(|_| action)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Axis, Setup, SetupPiece, Target};

    /// A board from a drawing, its first piece to be brought to where it is.
    fn blocks(rows: &[&str]) -> Puzzle {
        let mut setup = Setup::empty(Family::Blocks, rows[0].len(), rows.len());
        for (y, row) in rows.iter().enumerate() {
            for (x, c) in row.chars().enumerate().filter(|&(_, c)| c != '.') {
                let cell = Cell::new(x as u8, y as u8);
                let name = c.to_string();
                match setup.pieces.iter_mut().find(|p| p.name == name) {
                    Some(piece) => piece.cells.push(cell),
                    None => {
                        setup.pieces.push(SetupPiece { name, cells: vec![cell], axis: Axis::Free })
                    }
                }
            }
        }
        let first = &setup.pieces[0];
        setup.goal = vec![Target { name: first.name.clone(), cells: first.cells.clone() }];
        setup.build().unwrap()
    }

    #[test]
    fn the_selected_piece_goes_first_then_the_only_other_one() {
        let puzzle = blocks(&["ab.", "c.d"]);
        let start = puzzle.start();
        let id = |name| puzzle.piece_named(name).unwrap();
        let one = |name, d| Intent::Moves(id(name), Move::of(id(name), &[d]));
        let (up, down, right) = (Direction::Up, Direction::Down, Direction::Right);
        assert_eq!(step(&puzzle, start, Some(id("c")), right), one("c", right));
        assert_eq!(step(&puzzle, start, Some(id("a")), right), Intent::Ambiguous);
        assert_eq!(step(&puzzle, start, Some(id("a")), up), one("d", up));
        assert_eq!(step(&puzzle, start, None, down), one("b", down));
        assert_eq!(step(&puzzle, start, None, Direction::Left), one("d", Direction::Left));
    }

    #[test]
    fn far_goes_until_something_is_in_the_way() {
        let puzzle = blocks(&["a...b"]);
        let a = puzzle.piece_named("a").unwrap();
        let right = Direction::Right;
        assert_eq!(
            far(&puzzle, puzzle.start(), Some(a), right),
            Intent::Moves(a, Move::of(a, &[right; 3]))
        );
    }

    #[test]
    fn a_run_of_tiles_goes_as_a_whole() {
        let puzzle = Setup::numbers(3, 2, &[1, 2, 3, 4, 5, 0]).build().unwrap();
        let Intent::Moves(_, action) = far(&puzzle, puzzle.start(), None, Direction::Right) else {
            panic!("two tiles can go right");
        };
        assert_eq!(action.steps().len(), 2);
        let clicked = click(&puzzle, puzzle.start(), Cell::new(0, 1));
        assert_eq!(clicked, Some(action));
        assert_eq!(click(&puzzle, puzzle.start(), Cell::new(0, 0)), None);
    }

    #[test]
    fn tab_goes_round_the_pieces_that_can_move() {
        let puzzle = blocks(&["ab.", "c.d"]);
        let id = |name| puzzle.piece_named(name);
        let next = |selected, by| cycle(&puzzle, puzzle.start(), selected, by);
        assert_eq!(next(None, 1), id("b"));
        assert_eq!(next(id("b"), 1), id("c"));
        assert_eq!(next(id("d"), 1), id("b"));
        assert_eq!(next(id("b"), -1), id("d"));
        assert_eq!(next(id("a"), 1), id("b"));
    }
}
