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
pub(crate) fn step(
    puzzle: &Puzzle,
    position: &Position,
    selected: Option<PieceId>,
    direction: Direction,
) -> Intent {
    let of = |id| Intent::Moves(id, Move::of(id, &[direction]));
    let movers = puzzle.movers(position, direction);
    match (selected.filter(|id| movers.contains(id)), &movers[..]) {
        (Some(id), _) | (None, &[id]) => of(id),
        (None, []) => Intent::Blocked,
        (None, &[first, ..]) if puzzle.family() == Family::Numbers => of(first),
        _ => Intent::Ambiguous,
    }
}

/// Where the selected piece is set down when it is lifted in `direction`: the nearest place that way where it fits, one
/// in its own row or column before any other.
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
    let places = puzzle.lift_places(position, piece).into_iter();
    match places.filter_map(|to| Some((way(to)?, to))).min() {
        Some((_, to)) => Intent::Moves(piece, Move::Lift { piece, to }),
        None => Intent::Blocked,
    }
}

/// What going on in `direction` until something is in the way means: for blocks the same piece as [`step`] names; of
/// tiles the whole run between the blank and the edge.
pub(crate) fn far(
    puzzle: &Puzzle,
    position: &Position,
    selected: Option<PieceId>,
    direction: Direction,
) -> Intent {
    let one = step(puzzle, position, selected, direction);
    let Intent::Moves(piece, _) = one else {
        return one;
    };
    let push = match puzzle.family() {
        Family::Numbers => {
            let tail = puzzle.run(position, piece, direction.opposite())[0];
            puzzle.pushes(position, tail, direction).next()
        }
        Family::Blocks => {
            let cells = puzzle.reach(position, piece, direction);
            Some(Move::of(piece, &vec![direction; cells]))
        }
    };
    // A run that a locked tile holds back goes by its foremost tile alone.
    push.map_or(one, |push| Intent::Moves(piece, push))
}

/// The piece `by` places after `selected` among those that can move; the first or last of them if none is selected.
pub(crate) fn cycle(
    puzzle: &Puzzle,
    position: &Position,
    selected: Option<PieceId>,
    by: isize,
) -> Option<PieceId> {
    let free = puzzle.movable(position);
    let count = isize::try_from(free.len()).ok().filter(|&n| n > 0)?;
    let at = selected.and_then(|id| free.iter().position(|&f| f == id));
    let next = match at {
        Some(at) => (at as isize + by).rem_euclid(count),
        None if by < 0 => count - 1,
        None => 0,
    };
    free.get(usize::try_from(next).ok()?).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Setup;

    /// A board from a drawing whose piece `a` wants to stay.
    fn blocks(rows: &[&str]) -> Puzzle {
        let goal: Vec<String> = rows.iter().map(|row| row.replace(|c| c != 'a', ".")).collect();
        let goal: Vec<&str> = goal.iter().map(String::as_str).collect();
        Setup::blocks(rows, &goal).build().unwrap()
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
        let pushed = |name| puzzle.push(puzzle.start(), puzzle.piece_named(name).unwrap());
        assert_eq!(pushed("4"), Some(action));
        assert_eq!(pushed("1"), None);
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
