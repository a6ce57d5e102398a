//! Every algorithm ends soon after its time, on boards of every kind: dense, sparse, large, with goals for one piece or for all.

use huarong_core::puzzle::{
    Axis, Cell, CellSet, Family, Metric, Puzzle, Setup, SetupPiece, Target,
};
use huarong_core::solver::{Algorithm, Limits, NoMonitor, Request, solve};
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, IteratorRandom};
use rand::{Rng, RngExt, SeedableRng};
use std::time::Duration;

/// What a search may take in all where it is given [`TIME`].
const MOST: Duration = Duration::from_millis(300);
const TIME: Duration = Duration::from_millis(50);

/// How long this thread has worked; waiting for a processor on a busy machine is not the search's fault.
#[cfg(target_os = "linux")]
fn worked() -> Duration {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    Duration::from_nanos(stat.split_whitespace().next().unwrap().parse().unwrap())
}

/// A board filled with rectangles until so many cells are left empty.
fn blocks(rng: &mut impl Rng, width: usize, height: usize, filled: f64) -> Setup {
    let mut setup = Setup::empty(Family::Blocks, width, height);
    let mut free: CellSet = (0..height as u8)
        .flat_map(|row| (0..width as u8).map(move |column| Cell::new(column, row)))
        .collect();
    let wanted = (width * height) as f64 * (1.0 - filled);
    let shapes = [(1, 1), (2, 1), (1, 2), (2, 2), (3, 1)];
    for number in 0..2000 {
        if free.len() as f64 <= wanted.max(1.0) {
            break;
        }
        let &(w, h) = shapes.choose(rng).unwrap();
        let Some(at) = free.iter().choose(rng) else { break };
        let cells: Vec<Cell> = (0..h)
            .flat_map(|y| (0..w).map(move |x| Cell::new(at.column + x, at.row + y)))
            .collect();
        if cells.iter().all(|&cell| free.contains(cell)) {
            cells.iter().for_each(|&cell| free.remove(cell));
            let name = format!("p{number}");
            setup.pieces.push(SetupPiece { name, cells, axis: Axis::Free });
        }
    }
    aim(rng, &mut setup);
    setup
}

/// A goal for some pieces or for all: where another stands now, or where they are.
fn aim(rng: &mut impl Rng, setup: &mut Setup) {
    let few = rng.random_range(1..=3);
    let all = setup.pieces.len();
    let aims = if rng.random_bool(0.2) { all } else { few };
    for piece in setup.pieces.clone().into_iter().sample(rng, aims) {
        let there = &setup.pieces.choose(rng).unwrap().cells;
        let cells = if there.len() == piece.cells.len() { there.clone() } else { piece.cells };
        setup.goal.push(Target { name: piece.name, cells });
    }
}

/// Rows of horizontal dominoes with one single cell and one empty one between them: where they can stand otherwise is found only by
/// trying, mostly in vain.
fn dominoes(rng: &mut impl Rng, width: usize, height: usize) -> Setup {
    let mut setup = Setup::empty(Family::Blocks, width, height);
    let hole = rng.random_range(0..width * height / 2);
    for number in 0..width * height / 2 {
        let (column, row) = (number % (width / 2) * 2, number / (width / 2));
        let mut cells = vec![Cell::new(column as u8, row as u8)];
        if number != hole {
            cells.push(Cell::new(column as u8 + 1, row as u8));
        }
        let name = format!("p{number}");
        setup.pieces.push(SetupPiece { name, cells, axis: Axis::Free });
    }
    aim(rng, &mut setup);
    setup
}

fn puzzles() -> Vec<(String, Puzzle)> {
    let sizes = [(4, 5), (6, 6), (8, 8), (31, 5), (16, 16), (32, 32)];
    let mut puzzles = Vec::new();
    for seed in 0..40 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (width, height) = sizes[seed as usize % sizes.len()];
        let filled = *[0.2, 0.6, 0.9, 0.97].choose(&mut rng).unwrap();
        let setup = match seed % 4 {
            0 if width % 2 == 0 => dominoes(&mut rng, width, height),
            _ => blocks(&mut rng, width, height, filled),
        };
        puzzles.extend(setup.build().ok().map(|p| (format!("{width}x{height} {seed}"), p)));
    }
    puzzles
}

#[test]
#[cfg(target_os = "linux")]
fn every_algorithm_ends_soon_after_its_time() {
    let puzzles = puzzles();
    assert!(puzzles.len() >= 20, "{}", puzzles.len());
    for (name, puzzle) in &puzzles {
        for algorithm in Algorithm::ALL {
            for metric in Metric::ALL {
                let limits = Limits { time: Some(TIME), memory: Some(1 << 28), threads: 1 };
                let request = Request { algorithm, limits, ..Request::new(metric) };
                let before = worked();
                let outcome = solve(puzzle, puzzle.start(), &request, &mut NoMonitor);
                let took = worked() - before;
                assert!(took < MOST, "{name} {algorithm:?} {metric}: {took:?} {outcome:?}");
            }
        }
    }
}
