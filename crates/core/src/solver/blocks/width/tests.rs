//! The board of lists of cells against the rules, and what the searches from above make of boards of every kind.

use super::beam::Beam;
use super::board::{Board, Owners, PieceStep};
use super::novelty::Facts;
use super::shorten::without_needless;
use super::{End, Order, Variant, WidthSearch};
use crate::puzzle::{
    Axis, Cell, CellSet, Direction, Family, Metric, Position, Puzzle, Setup, SetupPiece, Target,
};
use crate::solver::blocks::layout;
use crate::solver::blocks::lower::{Blocks, Purpose};
use crate::solver::budget::{Budget, Monitor, StopReason, unwatched};
use crate::solver::lowered::Lowered;
use crate::solver::request::Limits;
use crate::solver::search::{Algorithm, Search, search};
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, IteratorRandom};
use rand::{Rng, RngExt, SeedableRng};
use std::collections::HashSet;

/// A piece of up to four cells, grown from a free one.
fn grown(rng: &mut impl Rng, free: &CellSet) -> Option<CellSet> {
    let mut piece: CellSet = [free.iter().choose(rng)?].into_iter().collect();
    for _ in 1..rng.random_range(1..=4) {
        let around = piece.iter().flat_map(|c| Direction::ALL.map(|d| c.step(d)));
        let next = around.flatten().filter(|&c| free.contains(c) && !piece.contains(c));
        piece.insert(next.choose(rng)?);
    }
    Some(piece)
}

/// A piece where it fits between walls.
fn target(rng: &mut impl Rng, piece: &SetupPiece, floor: &CellSet) -> Target {
    let cells: CellSet = piece.cells.iter().copied().collect();
    let shifts = (-6..=6).flat_map(|dx| (-6..=6).map(move |dy| (dx, dy)));
    let there = shifts.filter_map(|(dx, dy)| cells.shifted(dx, dy));
    let there = there.filter(|there| there.is_subset(floor)).choose(rng).unwrap_or(cells);
    Target { name: piece.name.clone(), cells: there.iter().collect() }
}

/// A board with walls, gates, locks, pieces of two parts, several goals, interchangeable ones, waypoints or lifting.
pub(crate) fn random(seed: u64) -> Option<Puzzle> {
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let (width, height) = (rng.random_range(3..=6), rng.random_range(2..=5));
    let mut setup = Setup::empty(Family::Blocks, width, height);
    let mut free = CellSet::full(crate::puzzle::Size::new(width, height)?);
    for _ in 0..rng.random_range(0..=2) {
        let wall = free.iter().choose(rng)?;
        free.remove(wall);
        setup.walls.push(wall);
    }
    let floor = free;
    if rng.random_bool(0.3) {
        let gate = free.iter().choose(rng)?;
        free.remove(gate);
        setup.gates.push(gate);
    }
    let empty = rng.random_range(2..=4);
    for name in 'a'..='z' {
        let Some(cells) = grown(rng, &free).filter(|c| free.len() >= c.len() + empty) else {
            break;
        };
        free = free - cells;
        let locks = [Axis::Horizontal, Axis::Vertical, Axis::Fixed];
        let axis = locks.choose(rng).copied().filter(|_| rng.random_bool(0.2));
        let (name, cells) = (name.to_string(), cells.iter().collect());
        setup.pieces.push(SetupPiece { name, cells, axis: axis.unwrap_or_default() });
    }
    if setup.pieces.len() > 2 && rng.random_bool(0.2) {
        let last = setup.pieces.pop()?;
        setup.pieces[0].cells.extend(last.cells);
        setup.parts.push(setup.pieces[0].name.clone());
    }
    let goals = rng.random_range(1..=3);
    for piece in setup.pieces.clone().iter().sample(rng, goals) {
        setup.goal.push(target(rng, piece, &floor));
    }
    if rng.random_bool(0.3) {
        let piece = setup.pieces.choose(rng)?.clone();
        setup.via.push(vec![target(rng, &piece, &floor)]);
    }
    setup.lift = rng.random_bool(0.15);
    let shape = |piece: &SetupPiece| (piece.cells.len() == 1, piece.axis);
    let alike = setup.pieces.iter().filter(|p| shape(p) == (true, Axis::Free));
    let alike: Vec<String> = alike.map(|p| p.name.clone()).collect();
    if alike.len() > 1 && setup.goal.iter().any(|goal| alike.contains(&goal.name)) {
        setup.interchangeable.push(alike);
    }
    setup.build().ok()
}

/// What can be reached by one move or step, by the anchors of all pieces and the waypoints passed.
type Places = HashSet<(Vec<Cell>, usize)>;

fn places(positions: impl Iterator<Item = Position>) -> Places {
    positions.map(|position| (position.anchors().to_vec(), position.stage())).collect()
}

#[test]
fn the_steps_of_the_board_are_those_of_the_rules() {
    let (mut boards, mut lifted, mut staged) = (0, 0, 0);
    for seed in 0..300 {
        let Some(puzzle) = random(seed) else { continue };
        let Some(board) = Board::new(&puzzle) else { continue };
        boards += 1;
        lifted += usize::from(puzzle.lift());
        staged += usize::from(!puzzle.via().is_empty());
        let mut position = puzzle.start().clone();
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        for _ in 0..20 {
            let moves = puzzle.moves(&position, Metric::Step);
            let after = |mv: &_| {
                let mut after = position.clone();
                after.play(&puzzle, mv).unwrap();
                after
            };
            let expected = places(moves.iter().map(after));
            let anchors = board.anchors(&position).unwrap();
            let mut owners = Owners::new(&board);
            owners.set(&board, &anchors);
            let mut steps = Vec::new();
            board.each_step(&anchors, &owners, |go| steps.push(go));
            let mut found = Vec::new();
            for &go in &steps {
                assert!(board.allows(&anchors, &owners, go), "{seed}");
                let next = after(&board.raise(&position, go).unwrap());
                let mut anchors = anchors.clone();
                anchors[usize::from(go.piece)] = go.to;
                assert_eq!(board.anchors(&next), Some(anchors.clone()), "{seed}");
                let stage = board.passed(position.stage(), &anchors);
                assert_eq!(stage, next.stage(), "{seed}");
                assert_eq!(board.is_solved(stage, &anchors), puzzle.is_solved(&next), "{seed}");
                found.push(next);
            }
            assert_eq!(found.len(), expected.len(), "{seed}");
            assert_eq!(places(found.into_iter()), expected, "{seed}");
            let Some(mv) = moves.choose(&mut rng) else { break };
            position.play(&puzzle, mv).unwrap();
        }
    }
    assert!(boards > 150 && lifted > 15 && staged > 30, "{boards} {lifted} {staged}");
}

/// A small board, lowered to two words.
pub(crate) fn lowered(
    puzzle: &Puzzle,
    how: (Metric, Purpose),
    budget: &mut Budget<'_>,
) -> Blocks<u128, u64> {
    let plan = layout::plan(puzzle, budget).unwrap();
    Blocks::new(puzzle, plan, how, budget).unwrap()
}

/// The fewest moves, if there is a solution at all; of a board that is too large to be walked, nothing.
pub(crate) fn optimum(puzzle: &Puzzle, metric: Metric) -> Option<Option<usize>> {
    let budget = &mut unwatched(Limits { memory: Some(1 << 20), ..Limits::default() });
    let blocks = lowered(puzzle, (metric, Purpose::BreadthFirst), budget);
    let start = blocks.state(puzzle.start()).unwrap();
    match search(&blocks, start, (Algorithm::Bfs, u32::MAX), budget) {
        Search::Path(states) => Some(Some(states.len() - 1)),
        Search::Exhausted => Some(None),
        Search::Stopped { .. } => None,
    }
}

fn variants() -> impl Iterator<Item = Variant> {
    let facts = [Facts::Kinds, Facts::Pieces, Facts::Empty].into_iter();
    facts.flat_map(|facts| [Order::Distance, Order::Sum].map(|order| Variant { facts, order }))
}

/// How a search ends that nothing stops.
fn searched(puzzle: &Puzzle, board: &Board, variant: Variant) -> End {
    let mut budget = unwatched(Limits::default());
    let anchors = board.anchors(puzzle.start()).unwrap();
    let start = (&anchors[..], puzzle.start().stage());
    let mut search = WidthSearch::new(board, variant, start, &mut budget).unwrap();
    search.run(u64::MAX, &mut budget).unwrap()
}

/// Plays steps by the rules; where they lead to.
fn played(puzzle: &Puzzle, board: &Board, way: &[PieceStep]) -> Position {
    let mut position = puzzle.start().clone();
    for &go in way {
        let mv = board.raise(&position, go).unwrap();
        position.play(puzzle, &mv).unwrap();
    }
    position
}

#[test]
fn every_variant_finds_a_solution_exactly_where_there_is_one() {
    let (mut solved, mut unsolvable) = (0, 0);
    for seed in 1000..1200 {
        let Some(puzzle) = random(seed) else { continue };
        let Some(board) = Board::new(&puzzle) else { continue };
        let Some(optimum) = optimum(&puzzle, Metric::Step) else { continue };
        for variant in variants() {
            match searched(&puzzle, &board, variant) {
                End::Found(way) => {
                    solved += 1;
                    let end = played(&puzzle, &board, &way);
                    assert!(puzzle.is_solved(&end), "{seed} {variant:?}");
                    assert!(Some(way.len()) >= optimum && optimum.is_some(), "{seed}");
                }
                End::Nothing => {
                    unsolvable += 1;
                    assert_eq!(optimum, None, "{seed} {variant:?}");
                }
                End::Paused => panic!("{seed}: nothing stops it"),
            }
        }
    }
    assert!(solved > 200 && unsolvable > 20, "{solved} {unsolvable}");
}

/// Where nearly all cells hold equal pieces, pieces are everywhere soon, and what is new is where none is.
#[test]
fn what_is_empty_leads_through_a_dense_crowd() {
    let mut setup = Setup::empty(Family::Blocks, 12, 12);
    let is_empty = |cell: &Cell| cell.row > 8 && cell.column.is_multiple_of(3);
    let cells = (0..144).map(|number| Cell::new(number % 12, number / 12));
    for cell in cells.filter(|cell| !is_empty(cell) && *cell != Cell::new(11, 11)) {
        let name = format!("p{}", setup.pieces.len());
        setup.pieces.push(SetupPiece { name, cells: vec![cell], axis: Axis::Free });
    }
    setup.goal.push(Target { name: "p0".to_owned(), cells: vec![Cell::new(11, 11)] });
    let puzzle = setup.build().unwrap();
    let board = Board::new(&puzzle).unwrap();
    let anchors = board.anchors(puzzle.start()).unwrap();
    let [by_kinds, by_empty_cells] = [Facts::Kinds, Facts::Empty].map(|facts| {
        let variant = Variant { facts, order: Order::Sum };
        let budget = &mut unwatched(Limits::default());
        let mut search = WidthSearch::new(&board, variant, (&anchors, 0), budget).unwrap();
        let End::Found(way) = search.run(u64::MAX, budget).unwrap() else { panic!("no way") };
        assert!(puzzle.is_solved(&played(&puzzle, &board, &way)));
        search.expanded()
    });
    assert!(20 * by_empty_cells < by_kinds, "{by_kinds} {by_empty_cells}");
}

#[test]
fn a_wide_beam_finds_a_shortest_solution_in_every_metric() {
    let (mut solved, mut lifted, mut staged) = (0, 0, 0);
    for seed in 1000..1200 {
        let Some(puzzle) = random(seed) else { continue };
        let Some(board) = Board::new(&puzzle) else { continue };
        for metric in Metric::ALL {
            let Some(optimum) = optimum(&puzzle, metric) else { continue };
            let mut budget = unwatched(Limits::default());
            let anchors = board.anchors(puzzle.start()).unwrap();
            let start = (&anchors[..], puzzle.start().stage());
            if puzzle.is_solved(puzzle.start()) {
                continue;
            }
            let mut search = |most| {
                let beam = Beam::new(&board, metric, start, usize::MAX, most, &mut budget);
                let mut beam = beam.unwrap();
                loop {
                    let end = beam.advance(&mut budget).unwrap();
                    if end != End::Paused {
                        break end;
                    }
                }
            };
            match (search(usize::MAX), optimum) {
                (End::Found(way), Some(optimum)) => {
                    assert!(puzzle.is_solved(&played(&puzzle, &board, &way)), "{seed} {metric}");
                    // A waypoint may be passed within a move, which a beam does not look for.
                    if puzzle.via().is_empty() {
                        assert_eq!(search(optimum - 1), End::Nothing, "{seed} {metric}");
                        assert_ne!(search(optimum), End::Nothing, "{seed} {metric}");
                    }
                    solved += 1;
                    lifted += usize::from(puzzle.lift());
                    staged += usize::from(!puzzle.via().is_empty());
                }
                (end, optimum) => assert_eq!((end, optimum), (End::Nothing, None), "{seed}"),
            }
        }
    }
    assert!(solved > 100 && lifted > 30 && staged > 20, "{solved} {lifted} {staged}");
}

#[test]
fn steps_that_nothing_needs_are_left_out() {
    // `b` goes right and back and then out of the way, and `c` moves for nothing.
    let puzzle = Setup::blocks(&["a.b.", "...c"], &["..a.", "...."]).build().unwrap();
    let board = Board::new(&puzzle).unwrap();
    let anchors = board.anchors(puzzle.start()).unwrap();
    let go = |piece: &str, to| PieceStep { piece: puzzle.piece_named(piece).unwrap().0, to };
    let way = vec![go("b", 3), go("b", 2), go("c", 6), go("b", 3), go("a", 1), go("a", 2)];
    assert!(puzzle.is_solved(&played(&puzzle, &board, &way)));
    let mut budget = unwatched(Limits::default());
    let short = without_needless(&board, (&anchors, 0), way, &mut budget).unwrap();
    assert_eq!(short, [go("b", 3), go("a", 1), go("a", 2)]);
}

/// Says stop when it has been asked so many times.
struct Impatient(std::cell::Cell<usize>);

impl Monitor for Impatient {
    fn cancelled(&self) -> bool {
        self.0.set(self.0.get().saturating_sub(1));
        self.0.get() == 0
    }
}

/// A board with millions of positions, of which none solves it: a piece that never moves stands where another shall.
fn endless() -> Puzzle {
    let rows = ["abbc.d", "eff.gg", "hij.kk", "lmn.op", "qrstu."];
    let mut setup = Setup::blocks(&rows, &["......", "......", "......", "......", "a....."]);
    let fixed = setup.pieces.iter_mut().find(|piece| piece.name == "q").unwrap();
    fixed.axis = Axis::Fixed;
    setup.build().unwrap()
}

#[test]
fn a_search_hears_stop_and_keeps_its_memory() {
    let puzzle = endless();
    let board = Board::new(&puzzle).unwrap();
    let anchors = board.anchors(puzzle.start()).unwrap();
    for variant in variants() {
        let mut monitor = Impatient(std::cell::Cell::new(100));
        let mut budget = Budget::new(&mut monitor, Limits::default());
        let mut search = WidthSearch::new(&board, variant, (&anchors, 0), &mut budget).unwrap();
        assert_eq!(search.run(u64::MAX, &mut budget), Err(StopReason::Cancelled));
        // A look a fraction of a millisecond, and hundreds of positions between two of them.
        assert!((100..200_000).contains(&search.expanded()), "{}", search.expanded());

        let memory = Some(8 << 20);
        let mut budget = unwatched(Limits { memory, ..Limits::default() });
        let mut search = WidthSearch::new(&board, variant, (&anchors, 0), &mut budget).unwrap();
        assert_eq!(search.run(u64::MAX, &mut budget), Err(StopReason::Memory));
        assert!(search.bytes() <= 8 << 20 && search.bytes() > 3 << 20, "{}", search.bytes());
    }
}

/// Each of many pieces that a goal names is measured before the first position is looked at.
#[test]
fn searches_hear_stop_while_they_are_made() {
    let mut setup = Setup::empty(Family::Blocks, 16, 16);
    for number in 0..120 {
        let (name, cell) = (format!("p{number}"), Cell::new(number % 16, number / 16));
        let there = if number == 0 { Cell::new(15, 15) } else { cell };
        setup.goal.push(Target { name: name.clone(), cells: vec![there] });
        setup.pieces.push(SetupPiece { name, cells: vec![cell], axis: Axis::Free });
    }
    let puzzle = setup.build().unwrap();
    let board = Board::new(&puzzle).unwrap();
    let anchors = board.anchors(puzzle.start()).unwrap();
    let limits = Limits::default();
    // One look for each 1024 cells: thirty for the targets, and as many for the pieces.
    for looks in [1, 29, 45] {
        let mut monitor = Impatient(std::cell::Cell::new(looks));
        let budget = &mut Budget::new(&mut monitor, limits);
        let variant = variants().next().unwrap();
        let made = WidthSearch::new(&board, variant, (&anchors, 0), budget);
        assert_eq!(made.err(), Some(StopReason::Cancelled), "{looks}");
    }
    for looks in [1, 29] {
        let mut monitor = Impatient(std::cell::Cell::new(looks));
        let budget = &mut Budget::new(&mut monitor, limits);
        let made = Beam::new(&board, Metric::Step, (&anchors, 0), 1 << 10, 1000, budget);
        assert_eq!(made.err(), Some(StopReason::Cancelled), "{looks}");
    }
}

#[test]
fn a_beam_hears_stop_and_keeps_its_memory() {
    let puzzle = endless();
    let board = Board::new(&puzzle).unwrap();
    let anchors = board.anchors(puzzle.start()).unwrap();
    let run = |beam: &mut Beam<'_>, budget: &mut Budget<'_>| {
        loop {
            budget.progress.bytes = 0;
            match beam.advance(budget) {
                Ok(End::Paused) => {}
                end => break end,
            }
        }
    };
    for metric in Metric::ALL {
        let mut monitor = Impatient(std::cell::Cell::new(100));
        let mut budget = Budget::new(&mut monitor, Limits::default());
        let beam = Beam::new(&board, metric, (&anchors, 0), 1 << 20, 1000, &mut budget);
        let mut beam = beam.unwrap();
        assert_eq!(run(&mut beam, &mut budget), Err(StopReason::Cancelled));
        assert!((100..200_000).contains(&budget.progress.expanded), "{metric}");

        let memory = Some(8 << 20);
        let mut budget = unwatched(Limits { memory, ..Limits::default() });
        let beam = Beam::new(&board, metric, (&anchors, 0), 1 << 20, 1000, &mut budget);
        let mut beam = beam.unwrap();
        assert_eq!(run(&mut beam, &mut budget), Err(StopReason::Memory));
        let held = budget.progress.bytes;
        assert!(held <= 8 << 20 && held > 2 << 20, "{metric}: {held}");
    }
}
