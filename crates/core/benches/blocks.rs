//! Times the block engine: `cargo bench --bench blocks`, or one part of it by its name as the argument. Everything that is
//! timed is also asserted.

use huarong_core::notation::{self, Claim, Entry};
use huarong_core::puzzle::{Axis, Cell, Family, Metric, Puzzle, Setup, SetupPiece, Target};
use huarong_core::solver::{
    Algorithm, Distances, Limits, Monitor, NoMonitor, Progress, Request, StateSpace, Verdict, solve,
};
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, IteratorRandom};
use rand::{RngExt, SeedableRng};
use std::cell::Cell as Count;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

fn read(name: &str) -> Vec<Entry> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data").join(name);
    let text = std::fs::read_to_string(path).expect("the boards are in the repository");
    notation::read(name, &text).expect("the boards can be read").entries
}

fn written(text: &str) -> Puzzle {
    let pack = notation::read("bench", text).expect("the board can be read");
    pack.entries[0].puzzle.clone()
}

/// The shortest of `runs` runs, in milliseconds.
fn best(runs: u32, mut run: impl FnMut()) -> f64 {
    let mut best = f64::MAX;
    for _ in 0..runs {
        let started = Instant::now();
        run();
        best = best.min(started.elapsed().as_secs_f64());
    }
    best * 1e3
}

/// Solves one board in one metric and prints the shortest time.
fn time(name: &str, puzzle: &Puzzle, metric: Metric, optimum: usize, runs: u32) {
    let mut states = 0;
    let shortest = best(runs, || {
        let outcome = solve(puzzle, puzzle.start(), &Request::new(metric), &mut NoMonitor);
        assert_eq!(outcome.verdict.optimum(), Some(optimum));
        states = outcome.stats.states;
    });
    println!("{name:12} {metric:6} {optimum:4} moves {states:9} states {shortest:9.3} ms");
}

fn hengdaolima() {
    let puzzle = written("aSSb/aSSb/ceed/cfgd/h..i");
    for (metric, optimum) in Metric::ALL.into_iter().zip([116, 90, 81]) {
        time("hengdaolima", &puzzle, metric, optimum, 50);
    }
    for (metric, optimum) in Metric::ALL.into_iter().zip([116, 90, 81]) {
        let shortest = best(50, || {
            let built = Distances::build(&puzzle, metric, &Limits::default(), &mut NoMonitor);
            let distances = built.expect("there is no limit");
            assert_eq!(distances.remaining(puzzle.start()), Some(optimum));
        });
        println!("distances    {metric:6} of the whole component {shortest:9.3} ms");
    }
}

/// What the map takes once its positions are listed: their moves, where solutions come together, and their places in space.
fn map() {
    for (name, board, states, runs) in [
        ("hengdaolima", "aSSb/aSSb/ceed/cfgd/h..i", 25_955, 20),
        ("8-puzzle", "8 6 7/2 5 4/3 0 1", 181_440, 5),
        ("5x2", "9 2 3 1 5/6 7 8 4 0", 1_814_400, 3),
    ] {
        let (puzzle, limits) = (written(board), Limits::default());
        let space = StateSpace::build(&puzzle, Metric::Step, &limits, &mut NoMonitor);
        let space = space.expect("there is no limit");
        assert_eq!(space.survey().states, states);
        let links = || space.links(&limits, &mut NoMonitor).expect("there is no limit");
        let known = links();
        let linked = best(runs, || assert!(links().bytes() > 4 * states));
        let necked = best(runs, || {
            let necks = space.necks(&known, &limits, &mut NoMonitor).expect("there is no limit");
            assert!(necks.cut.is_some_and(|cut| cut.len() > 1));
        });
        let shaped = best(runs, || {
            let shape = space.shape(&known, &limits, &mut NoMonitor).expect("there is no limit");
            assert!(shape.dots().len() > 25_000);
        });
        println!(
            "map          {name:12} links {linked:9.3} ms, necks {necked:9.3} ms, shape {shaped:9.3} ms"
        );
    }
}

fn klotski530() {
    let entries = read("klotski530.tsv");
    for metric in Metric::ALL {
        let seconds = best(3, || {
            for Entry { puzzle, claims, .. } in &entries {
                let request = Request::new(metric);
                let verdict = solve(puzzle, puzzle.start(), &request, &mut NoMonitor).verdict;
                let found = verdict.optimum().map(|moves| Claim::Moves(moves as u32));
                assert_eq!(found.or(Some(Claim::Unsolvable)), claims.get(metric));
            }
        });
        println!("klotski530   {metric:6} {seconds:9.3} ms");
    }
}

fn rush() {
    let puzzle = written("BCDDE.BCF.EGB.FAAGHHHI.G..JIKKLLJMM.");
    time("rush", &puzzle, Metric::Slide, 51, 50);
}

fn large() {
    let boards = [
        ("agatka", [48, 35, 30]),
        ("fool", [48, 35, 29]),
        ("pennant", [83, 62, 59]),
        ("rome", [60, 44, 38]),
        ("solomon", [51, 38, 29]),
        // Few positions are solved, so that layers are made from them too.
        ("crowd", [62, 33, 32]),
        ("the-time-machine", [91, 67, 39]),
    ];
    for (name, optima) in boards {
        let entries = read(&format!("blocks/{name}.txt"));
        for (metric, optimum) in Metric::ALL.into_iter().zip(optima) {
            time(name, &entries[0].puzzle, metric, optimum, 1);
        }
    }
}

/// Notes when a solution was found first, and how long it was.
struct First {
    started: Instant,
    found: Option<(f64, usize)>,
    /// Whether that is enough.
    only: bool,
}

impl Monitor for First {
    fn found(&mut self, way: &dyn Fn() -> huarong_core::puzzle::Path) {
        let found = || (self.started.elapsed().as_secs_f64(), way().len());
        self.found = self.found.or_else(|| Some(found()));
    }

    fn cancelled(&self) -> bool {
        self.only && self.found.is_some()
    }
}

/// Every board of the folder, or the one that `HUARONG_BOARD` names.
fn boards() -> Vec<(String, Puzzle)> {
    let wanted = std::env::var("HUARONG_BOARD").ok();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/blocks");
    let files = std::fs::read_dir(folder).expect("the boards are in the repository");
    let name = |file: std::io::Result<std::fs::DirEntry>| {
        file.ok()?.file_name().to_str()?.strip_suffix(".txt").map(str::to_owned)
    };
    let mut names: Vec<String> = files.filter_map(name).collect();
    names.retain(|name| wanted.as_ref().is_none_or(|wanted| wanted == name));
    names.sort();
    let board = |name: String| (read(&format!("blocks/{name}.txt")).remove(0).puzzle, name);
    names.into_iter().map(board).map(|(puzzle, name)| (name, puzzle)).collect()
}

/// Pieces of any shape on so many cells, all but `empty` of which they cover, and as the goal a place that one of them has come to by
/// steps at random: boards that are known to be solvable, and nothing more.
fn scrambled(seed: u64, (width, height): (usize, usize), pieces: usize, empty: usize) -> Puzzle {
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let near = |cell: usize, way: usize| {
        let (x, y) = (cell % width, cell / width);
        match way {
            0 => (y > 0).then(|| cell - width),
            1 => (y + 1 < height).then(|| cell + width),
            2 => (x > 0).then(|| cell - 1),
            _ => (x + 1 < width).then(|| cell + 1),
        }
    };
    let mut owners: Vec<usize> = vec![pieces; width * height];
    let seeds = (0..width * height).sample(rng, pieces);
    let mut cells: Vec<Vec<usize>> = seeds.into_iter().map(|cell| vec![cell]).collect();
    cells.iter().enumerate().for_each(|(piece, cells)| owners[cells[0]] = piece);
    let mut covered = pieces;
    for _ in 0..1_000_000 {
        let piece = rng.random_range(0..pieces);
        let from = *cells[piece].choose(rng).expect("a piece has a cell");
        let to = near(from, rng.random_range(0..4)).filter(|&to| owners[to] == pieces);
        if let Some(to) = to.filter(|_| covered + empty < width * height && cells[piece].len() < 8)
        {
            owners[to] = piece;
            cells[piece].push(to);
            covered += 1;
        }
    }
    let corner = |piece: &usize| cells[*piece].iter().map(|c| c % width + c / width).min();
    let hero =
        (0..pieces).filter(|&piece| (3..=6).contains(&cells[piece].len())).min_by_key(corner);
    let hero = hero.expect("some piece has three to six cells");
    let start = cells.clone();
    let mut best = (0, cells[hero].clone());
    let far = |cells: &[usize]| {
        (cells[0] % width).abs_diff(start[hero][0] % width)
            + (cells[0] / width).abs_diff(start[hero][0] / width)
    };
    for _ in 0..10_000_000 {
        let (piece, way) = (rng.random_range(0..pieces), rng.random_range(0..4));
        let next: Option<Vec<usize>> = cells[piece].iter().map(|&c| near(c, way)).collect();
        let is_free = |cell: &usize| owners[*cell] == pieces || owners[*cell] == piece;
        let Some(next) = next.filter(|next| next.iter().all(is_free)) else { continue };
        // The piece goes on more often than back, so that it gets somewhere.
        if piece == hero && far(&next) < far(&cells[piece]) && rng.random_bool(0.98) {
            continue;
        }
        cells[piece].iter().for_each(|&cell| owners[cell] = pieces);
        next.iter().for_each(|&cell| owners[cell] = piece);
        cells[piece] = next;
        best = best.max((far(&cells[hero]), cells[hero].clone()));
    }
    let cell = |&cell: &usize| Cell::new((cell % width) as u8, (cell / width) as u8);
    let mut setup = Setup::empty(Family::Blocks, width, height);
    for (number, cells) in start.iter().enumerate() {
        let (name, cells) = (format!("p{number}"), cells.iter().map(cell).collect());
        setup.pieces.push(SetupPiece { name, cells, axis: Axis::Free });
    }
    setup.goal.push(Target { name: format!("p{hero}"), cells: best.1.iter().map(cell).collect() });
    setup.build().expect("it is playable")
}

/// Thirty boards of a generator, small ones with little room and large ones with many pieces.
fn random() {
    let boards = (0..30).map(|seed| match seed % 3 {
        0 => (format!("8x10 {seed}"), scrambled(seed, (8, 10), 20, 8)),
        1 => (format!("12x12 {seed}"), scrambled(seed, (12, 12), 36, 18)),
        _ => (format!("17x17 {seed}"), scrambled(seed, (17, 17), 60, 40)),
    });
    good(boards, &[Metric::Step], None);
}

/// The number of threads that `HUARONG_THREADS` names.
fn threads() -> Option<usize> {
    std::env::var("HUARONG_THREADS").ok()?.parse().ok()
}

/// How soon there is a solution of any length, on one thread or as many as `HUARONG_THREADS` says; with more seconds, how short the best one is
/// by then.
fn good(
    boards: impl IntoIterator<Item = (String, Puzzle)>,
    metrics: &[Metric],
    seconds: Option<u64>,
) {
    for (name, puzzle) in boards {
        for &metric in metrics {
            let time = Some(Duration::from_secs(seconds.unwrap_or(60)));
            let limits = Limits { time, memory: Some(4 << 30), threads: threads().unwrap_or(1) };
            let request = Request { limits, anytime: true, ..Request::new(metric) };
            let started = Instant::now();
            let mut first = First { started, found: None, only: seconds.is_none() };
            let outcome = solve(&puzzle, puzzle.start(), &request, &mut first);
            let all = started.elapsed().as_secs_f64();
            let (at, length) = first.found.unwrap_or((all, 0));
            let best = outcome.verdict.path().map_or(0, Vec::len);
            let (least, proven) = match outcome.verdict {
                Verdict::Solved { lower_bound, .. } => (lower_bound as usize, "at least"),
                Verdict::Optimal { .. } => (best, "optimal "),
                // It is there, but the time was too short for it.
                _ => (0, "unsolved"),
            };
            println!(
                "{name:20} {metric:6} first {length:4} at {at:7.3} s, best {best:4} {proven} {least:4} \
                 after {all:7.3} s, {} states",
                outcome.stats.states
            );
        }
    }
}

/// What a crowd is made of.
struct Crowd {
    name: &'static str,
    side: usize,
    pieces: usize,
    /// Columns and rows of its pieces.
    shapes: &'static [(u8, u8)],
    walls: usize,
    /// Which pieces the goal names beside the one that goes from corner to corner.
    others: Others,
    /// Whether each piece keeps to its row or column, or is lifted.
    is_locked: bool,
    lift: bool,
}

/// What the goal says of all pieces but one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Others {
    /// Nothing.
    Anywhere,
    /// Each is to be where it began.
    There,
    /// The same, and those of one shape may take each other's places.
    Exchanged,
}

const CROWDS: [Crowd; 11] = {
    use Others::{Anywhere, Exchanged, There};
    const ONE: &[(u8, u8)] = &[(1, 1)];
    const MIXED: &[(u8, u8)] = &[(2, 1), (1, 2), (2, 2)];
    const CARS: &[(u8, u8)] = &[(2, 1), (1, 2), (3, 1), (1, 3)];
    const fn crowd(
        name: &'static str,
        (side, pieces): (usize, usize),
        shapes: &'static [(u8, u8)],
        walls: usize,
        others: Others,
    ) -> Crowd {
        Crowd { name, side, pieces, shapes, walls, others, is_locked: false, lift: false }
    }
    [
        crowd("alike", (32, 400), ONE, 0, Anywhere),
        crowd("alike, walls", (32, 400), ONE, 100, Anywhere),
        crowd("named", (32, 400), ONE, 0, There),
        crowd("named, walls", (32, 400), ONE, 100, There),
        crowd("exchanged", (32, 400), ONE, 0, Exchanged),
        crowd("dense", (32, 900), ONE, 0, Anywhere),
        crowd("mixed 20", (20, 90), MIXED, 0, Anywhere),
        crowd("mixed 32", (32, 200), MIXED, 50, Anywhere),
        crowd("mixed named", (20, 90), MIXED, 0, There),
        Crowd { is_locked: true, ..crowd("cars", (16, 60), CARS, 0, Anywhere) },
        Crowd { lift: true, ..crowd("lifted", (32, 400), ONE, 0, Anywhere) },
    ]
};

/// A board of hundreds of pieces, of which the first is to go from one corner to the other.
fn crowd(of: &Crowd) -> (String, Puzzle) {
    let rng = &mut ChaCha8Rng::seed_from_u64(1);
    let (mut setup, side) = (Setup::empty(Family::Blocks, of.side, of.side), of.side as u8);
    let mut free = vec![true; of.side * of.side];
    let at = |cell: &Cell| usize::from(cell.row) * of.side + usize::from(cell.column);
    let rectangle = |(x, y): (u8, u8), (width, height): (u8, u8)| -> Vec<Cell> {
        (y..y + height).flat_map(|row| (x..x + width).map(move |x| Cell::new(x, row))).collect()
    };
    let hero = of.shapes[of.shapes.len() - 1];
    let hero = if of.is_locked { (2, 1) } else { hero };
    let home = rectangle((side - hero.0, if of.is_locked { 0 } else { side - hero.1 }), hero);
    let mut put = |cells: &[Cell]| {
        let fits = cells.iter().all(|cell| free[at(cell)]);
        cells.iter().filter(|_| fits).for_each(|cell| free[at(cell)] = false);
        fits
    };
    assert!(put(&home));
    let mut lay = |setup: &mut Setup, (width, height): (u8, u8), place: (u8, u8)| {
        let cells = rectangle(place, (width, height));
        if put(&cells) {
            let lock = if width > height { Axis::Horizontal } else { Axis::Vertical };
            let axis = if of.is_locked { lock } else { Axis::Free };
            let name = format!("p{}", setup.pieces.len());
            setup.pieces.push(SetupPiece { name, cells, axis });
        }
    };
    lay(&mut setup, hero, (0, 0));
    while setup.pieces.len() < of.pieces {
        let &shape = of.shapes.choose(rng).expect("there is a shape");
        let place = |length: u8, rng: &mut ChaCha8Rng| rng.random_range(0..=side - length);
        let place = (place(shape.0, rng), place(shape.1, rng));
        // Behind another car of its row the first one would stay for ever.
        if of.is_locked && shape.0 > shape.1 && place.1 == 0 {
            continue;
        }
        lay(&mut setup, shape, place);
    }
    let empty = (0..of.side * of.side).filter(|&cell| free[cell]);
    let wall = |cell| Cell::new((cell % of.side) as u8, (cell / of.side) as u8);
    setup.walls = empty.sample(rng, of.walls).into_iter().map(wall).collect();
    setup.goal.push(Target { name: "p0".to_owned(), cells: home });
    if of.others != Others::Anywhere {
        let there = setup.pieces[1..].iter();
        let there = there.map(|p| Target { name: p.name.clone(), cells: p.cells.clone() });
        setup.goal.extend(there);
    }
    if of.others == Others::Exchanged {
        setup.interchangeable.push(setup.pieces[1..].iter().map(|p| p.name.clone()).collect());
    }
    setup.lift = of.lift;
    (of.name.to_owned(), setup.build().expect("it is playable"))
}

/// Those boards, or the one that `HUARONG_BOARD` names.
fn crowds() -> impl Iterator<Item = (String, Puzzle)> {
    let wanted = std::env::var("HUARONG_BOARD").ok();
    let is_wanted = move |of: &&Crowd| wanted.as_ref().is_none_or(|wanted| wanted == of.name);
    CROWDS.iter().filter(is_wanted).map(crowd)
}

/// Says stop at some instant, and notes how long it was not asked.
struct Stopper {
    at: Instant,
    /// How long this thread had worked when it was asked last, and the most that it worked without asking.
    asked: Count<f64>,
    most: Count<f64>,
}

impl Monitor for Stopper {
    fn cancelled(&self) -> bool {
        let now = worked().unwrap_or(0.0);
        self.most.set(self.most.get().max(now - self.asked.get()));
        self.asked.set(now);
        Instant::now() >= self.at
    }
}

/// How long a search goes on after an instant at random within the first second (or as many as `HUARONG_SECONDS` says) at which it shall
/// stop, and the longest time for which its first thread works without asking. `HUARONG_METRIC` may name one metric, and `HUARONG_MEMORY`
/// says how many megabytes there are, so that what the system counts can be held against it.
fn stop() {
    let variable = |name: &str| std::env::var(name).ok();
    let seconds: f64 = variable("HUARONG_SECONDS").and_then(|t| t.parse().ok()).unwrap_or(1.0);
    let metrics = Metric::ALL.into_iter().filter(|metric| {
        variable("HUARONG_METRIC").is_none_or(|wanted| wanted == metric.to_string())
    });
    let metrics: Vec<Metric> = metrics.collect();
    let megabytes: u64 =
        variable("HUARONG_MEMORY").and_then(|text| text.parse().ok()).unwrap_or(4096);
    let rng = &mut ChaCha8Rng::seed_from_u64(1);
    let numbers = [10, 13, 16].into_iter().map(shuffled);
    let numbers =
        numbers.filter(|(name, _)| variable("HUARONG_BOARD").is_none_or(|wanted| wanted == *name));
    let numbers = numbers.collect::<Vec<_>>();
    for (name, puzzle) in crowds().chain(boards()).chain(numbers) {
        for (&metric, (threads, anytime)) in metrics.iter().flat_map(|metric| {
            [(1, true), (2, true), (1, false), (2, false)].map(|how| (metric, how))
        }) {
            let limits = Limits { time: None, memory: Some(megabytes << 20), threads };
            let request = Request { limits, anytime, ..Request::new(metric) };
            let (mut late, mut unasked) = (0f64, 0f64);
            for _ in 0..2 {
                let at = Instant::now() + Duration::from_secs_f64(rng.random_range(0.0..seconds));
                let [asked, most] = [worked().unwrap_or(0.0), 0.0].map(Count::new);
                let mut stopper = Stopper { at, asked, most };
                solve(&puzzle, puzzle.start(), &request, &mut stopper);
                late = late.max(at.elapsed().as_secs_f64());
                let last = worked().unwrap_or(0.0) - stopper.asked.get();
                unasked = unasked.max(stopper.most.get()).max(last);
            }
            println!(
                "{name:20} {metric:6} {threads} threads, good {anytime:5} {:8.1} ms late, {:8.1} ms without asking",
                late * 1e3,
                unasked * 1e3
            );
        }
    }
}

/// A number board of this side, shuffled by moves at random.
fn shuffled(side: usize) -> (String, Puzzle) {
    let rng = &mut ChaCha8Rng::seed_from_u64(side as u64);
    let mut numbers: Vec<u32> = (1..(side * side) as u32).chain([0]).collect();
    let mut blank = numbers.len() - 1;
    for _ in 0..1_000_000 {
        let (x, y) = (blank % side, blank / side);
        let next = match rng.random_range(0..4) {
            0 if x > 0 => blank - 1,
            1 if x + 1 < side => blank + 1,
            2 if y > 0 => blank - side,
            3 if y + 1 < side => blank + side,
            _ => continue,
        };
        numbers.swap(blank, next);
        blank = next;
    }
    let setup = Setup::numbers(side, side, &numbers);
    (format!("{side}x{side}"), setup.build().expect("it is playable"))
}

/// The most bytes that a search held.
#[derive(Default)]
struct Most(u64);

impl Monitor for Most {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.0 = self.0.max(progress.bytes);
        ControlFlow::Continue(())
    }
}

/// Seconds that the processor has worked for this thread, where the system tells: others may use it too.
fn worked() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(|nanoseconds: f64| nanoseconds / 1e9)
}

/// A board, a metric and a number of threads are walked anew until this has passed.
const LONG_ENOUGH: f64 = 0.3;

/// States a second of every board, walked breadth-first for at most ten seconds (or as many as `HUARONG_SECONDS` says), on one thread
/// and on two, and what a state costs in memory at the most. `HUARONG_METRIC` may name one metric, and `HUARONG_THREADS` a number.
fn rates() {
    let variable = |name: &str| std::env::var(name).ok();
    let seconds = variable("HUARONG_SECONDS").and_then(|text| text.parse().ok());
    let time = Some(Duration::from_secs_f64(seconds.unwrap_or(10.0)));
    let metrics = Metric::ALL.into_iter().filter(|metric| {
        variable("HUARONG_METRIC").is_none_or(|wanted| wanted == metric.to_string())
    });
    let metrics: Vec<Metric> = metrics.collect();
    for (name, puzzle) in boards() {
        for &metric in &metrics {
            for threads in threads().map_or(vec![1, 2], |threads| vec![threads]) {
                let limits = Limits { time, memory: Some(8 << 30), threads };
                // From one end, whatever the goal names: this is about how fast layers are made.
                let algorithm = Algorithm::Bfs;
                let request = Request { algorithm, limits, ..Request::new(metric) };
                rate(&name, &puzzle, &request);
            }
        }
    }
}

fn rate(name: &str, puzzle: &Puzzle, request: &Request) {
    let mut most = Most::default();
    let (started, before, mut runs) = (Instant::now(), worked(), 0);
    let outcome = loop {
        let outcome = solve(puzzle, puzzle.start(), request, &mut most);
        runs += 1;
        if started.elapsed().as_secs_f64() > LONG_ENOUGH {
            break outcome;
        }
    };
    let wall = started.elapsed().as_secs_f64() / f64::from(runs);
    let worked = worked().zip(before);
    let worked = worked.map_or(wall, |(now, before)| (now - before) / f64::from(runs));
    let states = outcome.stats.states as f64;
    println!(
        "{name:20} {:6} {} threads {states:10} states {wall:8.4} s, first thread at work {worked:8.4} s, {:6.2} million a second, \
         {:5.1} bytes a state, {}",
        request.metric,
        request.limits.threads,
        states / worked / 1e6,
        most.0 as f64 / states,
        outcome.verdict.optimum().map_or("open".to_owned(), |moves| moves.to_string()),
    );
}

fn main() {
    let parts = [
        ("hengdaolima", hengdaolima as fn()),
        ("map", map),
        ("rush", rush),
        ("klotski530", klotski530),
        ("large", large),
        ("first", || good(boards(), &Metric::ALL, None)),
        ("random", random),
        ("crowds", || good(crowds(), &Metric::ALL, None)),
        ("stop", stop),
        ("rates", rates),
        ("good", || good(boards(), &Metric::ALL, Some(10))),
    ];
    let asked = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    for (name, part) in parts {
        if asked.as_ref().is_none_or(|asked| asked == name) {
            part();
        }
    }
}
