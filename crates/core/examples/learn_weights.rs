//! Learns the corrections by which boards without pattern databases are weighed, and prints them, as they stand in
//! `src/solver/tiles/beam/corrections.txt`: `cargo run --release -p huarong-core --example learn_weights > corrections.txt`, some minutes. With `5x5`,
//! `6x6`, or `7x7` the corrections are those for tiles on cells of such boards, as they stand beside them in `places_5x5.bin` and the like.
//! Those for 7x7 take little more than half an hour on two threads.
//!
//! In a layer of a beam that has reached the goal one state lies on the way that it found, and hardly any other leads there as soon. So
//! that one is to weigh the least of its layer: the corrections are those that make this the most likely, if the likelihood of
//! a state falls exponentially with its weight (conditional logit; McFadden, 1974; for beams: Xu, Fern and Yoon, "Learning linear ranking
//! functions for beam search", Journal of Machine Learning Research 10, 2009). Beams led by them give the next examples, and so on.
//!
//! Corrections for places begin with those for distances, so that the first beams are good ones.
//!
//! The same number of rounds on the same boards gives the same corrections, whatever the number of threads.

#[path = "../src/solver/tiles/beam/features.rs"]
mod features;
#[path = "../src/solver/tiles/beam/places.rs"]
mod places;

use features::{
    CODES, CONFLICT, MOVE, OF_CONFLICT, OFFSETS, SIDE, by_formula, code, of_pairs, of_tile,
};
use places::Square;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;
use rustc_hash::FxHashSet as HashSet;
use std::io::Write;
use std::sync::Arc;

/// Sides of boards, how many there are, and of how many layers one is taken.
type Boards = &'static [(usize, usize, usize)];

/// The boards of each round.
const BOARDS: [Boards; 5] = [&[(6, 120, 3), (7, 24, 4), (8, 10, 4)]; 5];

/// States of a layer.
const WIDTH: usize = 1000;

/// The same for places of 5x5 to 7x7. Many boards teach more than many layers or wide beams: what is learned of pairs on 300 boards does not hold on
/// others.
const BOARDS_OF_PLACES: [&[Boards]; 3] = [
    &[&[(5, 1500, 4)], &[(5, 4500, 4)]],
    &[&[(6, 3000, 6)], &[(6, 9000, 6)], &[(6, 30000, 6)]],
    &[&[(7, 3000, 6)], &[(7, 9000, 6)], &[(7, 30000, 6)]],
];
const WIDTH_OF_PLACES: usize = 250;

/// The corrections without places, which those for places begin with.
const WITHOUT_PLACES: &str = include_str!("../src/solver/tiles/beam/corrections.txt");

/// States of the layer that each state on the way is compared with.
const OTHERS: usize = 10;

/// How many of the last rounds are learned from.
const KEPT: usize = 3;
const KEPT_OF_PLACES: usize = 2;

/// How often each round goes through its examples.
const PASSES: usize = 2;

/// Of how many examples features are kept.
const AT_A_TIME: usize = 1 << 8;

/// How far a correction moves at first, in moves.
const RATE: f32 = 0.05;

/// What a board weighs without corrections, in moves, and how often it has what each correction is for.
type Features = (f32, Vec<(u32, u8)>);

/// A state on the way, and after it others of its layer.
struct Example<'a> {
    board: Arc<Board<'a>>,
    states: Vec<State>,
}

/// A board of a square of cells; the tiles count from 1, and the blank's goal is last.
#[derive(Clone, Copy)]
struct State {
    cells: [u8; 64],
    blank: usize,
    hash: u64,
    weight: i32,
    /// The cell that the blank comes from.
    before: usize,
}

/// A layer's states, and for each the place of its parent.
type Layer = Vec<(State, usize)>;

/// What has a correction of its own.
enum Numbers {
    /// How far tiles are from home: by offset and both codes.
    Distances(Vec<u32>),
    Places(Square, places::Numbers),
}

impl Numbers {
    /// That of a tile on a cell.
    fn of_tile(&self, side: usize, tile: usize, cell: usize) -> u32 {
        match self {
            Numbers::Distances(_) => {
                let [down, across] = away(side, tile, cell).map(|lines| lines.unsigned_abs());
                of_tile(down as usize, across as usize) as u32
            }
            Numbers::Places(square, numbers) => {
                let (tile, cell) = turned(*square, tile, cell);
                numbers.tiles[square.held(tile, cell)]
            }
        }
    }

    /// Those of all pairs, how many a tile on a cell has by one offset, and how many such there are.
    fn of_pairs(&self) -> (&[u32], usize, usize) {
        match self {
            Numbers::Distances(numbers) => (numbers, CODES, CODES),
            Numbers::Places(square, numbers) => {
                let area = square.area();
                (&numbers.pairs, area, area * area)
            }
        }
    }

    /// What tells the first tile of a pair from others, and the second.
    fn codes(&self, side: usize, tile: usize, cell: usize) -> (usize, usize) {
        match self {
            Numbers::Distances(_) => {
                let [down, across] = away(side, tile, cell);
                (code(down, across).into(), code(down, across).into())
            }
            Numbers::Places(square, _) => {
                let (tile, cell) = turned(*square, tile, cell);
                (square.held(tile, cell), tile)
            }
        }
    }

    /// Which offset stands for another.
    fn offset(&self, offset: usize) -> usize {
        match self {
            Numbers::Distances(_) => offset,
            // The board is turned by half.
            Numbers::Places(..) => opposite(offset),
        }
    }
}

/// Rows and columns from a cell to a tile's goal.
fn away(side: usize, tile: usize, cell: usize) -> [i32; 2] {
    let lines = |cell: usize| [cell / side, cell % side].map(|line| line as i32);
    let (goal, place) = (lines(tile - 1), lines(cell));
    [goal[0] - place[0], goal[1] - place[1]]
}

/// The other way.
fn opposite(offset: usize) -> usize {
    let (down, across) = OFFSETS[offset];
    OFFSETS.iter().position(|&other| other == (-down, -across)).unwrap_or(offset)
}

/// A tile and a cell on the board turned by half, which has the blank's goal first.
fn turned(square: Square, tile: usize, cell: usize) -> (usize, usize) {
    (square.area() - tile, square.area() - 1 - cell)
}

/// What has corrections on boards of one size.
struct Board<'a> {
    side: usize,
    numbers: &'a Numbers,
    /// Where the other tile of each pair with a cell stands, and by which offset it is known.
    around: Vec<Vec<(usize, usize)>>,
    /// The cells beside each cell.
    beside: Vec<Vec<usize>>,
    /// By tile: its row and column.
    homes: [[usize; 2]; 64],
    /// By tile and cell: what it is as the first and as the second of a pair.
    codes: Vec<(u16, u8)>,
    /// By tile and cell: what the formula says.
    formulas: Vec<i32>,
    /// How many pairs a tile on a cell has by one offset, and how many such there are.
    columns: usize,
    rows: usize,
}

/// The weights of boards of one size.
struct Heuristic<'a> {
    board: Arc<Board<'a>>,
    keys: Vec<u64>,
    singles: Vec<i32>,
    together: Vec<i16>,
    conflict: i32,
    /// States of a layer.
    width: usize,
}

fn main() {
    let (distances, count) = of_pairs();
    let distances = Numbers::Distances(distances.into_iter().map(u32::from).collect());
    let (side, boards) = match std::env::args().nth(1).as_deref() {
        None => {
            let corrections = learned(vec![0.0; count], &distances, &BOARDS, WIDTH, KEPT);
            for line in corrections.chunks(16) {
                let line = line.iter().map(|c| (c * MOVE as f32).round().to_string());
                println!("{}", line.collect::<Vec<_>>().join(" "));
            }
            return;
        }
        Some("5x5") => (5, BOARDS_OF_PLACES[0]),
        Some("6x6") => (6, BOARDS_OF_PLACES[1]),
        Some("7x7") => (7, BOARDS_OF_PLACES[2]),
        Some(_) => {
            eprintln!("expected nothing, 5x5, 6x6, or 7x7");
            std::process::exit(2);
        }
    };
    let square = Square { side };
    let numbers = square.numbers();
    let first = without_places(&distances, square, &numbers);
    let numbers = Numbers::Places(square, numbers);
    let corrections = learned(first, &numbers, boards, WIDTH_OF_PLACES, KEPT_OF_PLACES);
    let whole = |c: &f32| (c * MOVE as f32 / places::UNIT as f32).round() as i8;
    let bytes: Vec<u8> = corrections.iter().map(|c| whole(c).cast_unsigned()).collect();
    std::io::stdout().write_all(&bytes).expect("the file can be written");
}

/// The corrections for places that are those without.
fn without_places(distances: &Numbers, square: Square, numbers: &places::Numbers) -> Vec<f32> {
    let known: Vec<f32> = WITHOUT_PLACES
        .split_ascii_whitespace()
        .filter_map(|word| word.parse::<f32>().ok())
        .map(|c| c / MOVE as f32)
        .collect();
    let mut corrections = vec![0.0; numbers.count];
    corrections[OF_CONFLICT] = known[OF_CONFLICT];
    let (pairs, columns, rows) = distances.of_pairs();
    for (there, from) in square.tiles() {
        let (tile, cell) = turned(square, there, from);
        corrections[numbers.tiles[square.held(there, from)] as usize] =
            known[distances.of_tile(square.side, tile, cell) as usize];
        for (offset, &lines) in OFFSETS.iter().enumerate() {
            let Some(beside) = square.at(from, lines) else { continue };
            for other in (1..square.area()).filter(|&other| other != there) {
                let (second, place) = turned(square, other, beside);
                let number = numbers.pairs[square.pair(offset, there, from, other)];
                let first = distances.codes(square.side, tile, cell).0;
                let second = distances.codes(square.side, second, place).1;
                let offset = opposite(offset);
                corrections[number as usize] =
                    known[pairs[(offset * rows + first) * columns + second] as usize];
            }
        }
    }
    corrections
}

/// What beams on boards of some rounds teach.
fn learned(
    mut corrections: Vec<f32>,
    numbers: &Numbers,
    boards_of: &[Boards],
    width: usize,
    kept: usize,
) -> Vec<f32> {
    let mut rounds: Vec<Vec<Example<'_>>> = Vec::new();
    for (round, boards_of_round) in (0_u64..).zip(boards_of) {
        let mut examples = Vec::new();
        for &(side, count, stride) in *boards_of_round {
            let heuristic = Heuristic::new(Board::new(side, numbers), &corrections, width);
            let of_board = |board: usize| {
                let seed = (round << 32) + (side << 16) as u64 + board as u64;
                heuristic.examples(stride, &mut ChaCha8Rng::seed_from_u64(seed))
            };
            let of_boards: Vec<(usize, Vec<Example<'_>>)> =
                (0..count).into_par_iter().filter_map(of_board).collect();
            let moves: usize = of_boards.iter().map(|(moves, _)| moves).sum();
            eprintln!(
                "round {round}: {} of {count} boards of side {side}, {:.2} moves",
                of_boards.len(),
                moves as f64 / of_boards.len() as f64
            );
            examples.extend(of_boards.into_iter().flat_map(|(_, examples)| examples));
        }
        rounds.push(examples);
        let last: Vec<&Example<'_>> =
            rounds[rounds.len().saturating_sub(kept)..].iter().flatten().collect();
        let loss = learn(&mut corrections, last, round);
        eprintln!("round {round}: loss {loss:.4}");
    }
    corrections
}

/// Changes the corrections so that the first state of each example becomes more likely (Duchi, Hazan and Singer, "Adaptive subgradient
/// methods", Journal of Machine Learning Research 12, 2011), and takes the mean of what they were on the last pass.
fn learn(corrections: &mut [f32], mut examples: Vec<&Example<'_>>, seed: u64) -> f32 {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut squares = vec![1e-2; corrections.len()];
    let mut sums = vec![0.0; corrections.len()];
    let mut slopes = vec![0.0; corrections.len()];
    let (mut loss, mut counted) = (0.0, 0);
    for pass in 1..=PASSES {
        loss = 0.0;
        examples.shuffle(&mut random);
        // Features take much memory, and so are made again when they are needed, for some examples at a time by all threads.
        let features_of = |some: &[&Example<'_>]| -> Vec<Vec<Features>> {
            let of_example = |example: &&Example<'_>| {
                example.states.iter().map(|state| example.board.features(state)).collect()
            };
            some.par_iter().map(of_example).collect()
        };
        let features = examples.chunks(AT_A_TIME).flat_map(features_of);
        for (number, features) in features.enumerate() {
            let weight = |(formula, features): &Features| -> f32 {
                let corrected =
                    |&(n, times): &(u32, u8)| corrections[n as usize] * f32::from(times);
                formula + features.iter().map(corrected).sum::<f32>()
            };
            let weights: Vec<f32> = features.iter().map(weight).collect();
            let least = weights.iter().copied().fold(f32::MAX, f32::min);
            let shares: Vec<f32> = weights.iter().map(|weight| (least - weight).exp()).collect();
            let all: f32 = shares.iter().sum();
            loss -= (shares[0] / all).ln();
            for (place, (share, (_, features))) in shares.iter().zip(&features).enumerate() {
                let slope = f32::from(u8::from(place == 0)) - share / all;
                for &(n, times) in features {
                    slopes[n as usize] += slope * f32::from(times);
                }
            }
            for n in features.iter().flat_map(|(_, features)| features).map(|&(n, _)| n as usize) {
                // What has been met before in this example is 0 by now.
                let slope = std::mem::take(&mut slopes[n]);
                squares[n] += slope * slope;
                corrections[n] -= RATE * slope / f32::sqrt(squares[n]);
            }
            if pass == PASSES && number % 50 == 0 {
                counted += 1;
                sums.iter_mut().zip(&*corrections).for_each(|(sum, c)| *sum += f64::from(*c));
            }
        }
    }
    let means = sums.iter().map(|sum| (sum / f64::from(counted)) as f32);
    corrections.iter_mut().zip(means).for_each(|(c, mean)| *c = mean);
    loss / examples.len() as f32
}

impl<'a> Board<'a> {
    fn new(side: usize, numbers: &'a Numbers) -> Board<'a> {
        let area = side * side;
        let (_, columns, rows) = numbers.of_pairs();
        let mut board = Board {
            side,
            numbers,
            around: vec![Vec::new(); area],
            beside: vec![Vec::new(); area],
            // The blank's are never asked for.
            homes: std::array::from_fn(|tile| {
                [tile.wrapping_sub(1) / side, tile.wrapping_sub(1) % side]
            }),
            codes: vec![(0, 0); area * area],
            formulas: vec![0; area * area],
            columns,
            rows,
        };
        let on_board = |line: i32| (0..side as i32).contains(&line);
        for cell in 0..area {
            let (row, column) = ((cell / side) as i32, (cell % side) as i32);
            for (number, (down, across)) in OFFSETS.into_iter().enumerate() {
                let (y, x) = (row + down, column + across);
                if on_board(y) && on_board(x) {
                    let other = y as usize * side + x as usize;
                    board.around[cell].push((other, numbers.offset(number)));
                    if down.abs() + across.abs() == 1 {
                        board.beside[cell].push(other);
                    }
                }
            }
            for tile in 1..area {
                let (first, second) = numbers.codes(side, tile, cell);
                board.codes[tile * area + cell] = (first as u16, second as u8);
                let [down, across] = away(side, tile, cell).map(|lines| lines.unsigned_abs());
                board.formulas[tile * area + cell] = by_formula(down as usize, across as usize);
            }
        }
        board
    }

    fn area(&self) -> usize {
        self.side * self.side
    }

    /// The place of a tile on a cell in tables.
    fn at(&self, tile: u8, cell: usize) -> usize {
        usize::from(tile) * self.area() + cell
    }

    /// The pairs of the tile on a cell with those around it: the other's cell, and the place in tables.
    fn pairs_of(&self, cells: &[u8; 64], cell: usize) -> impl Iterator<Item = (usize, usize)> {
        let mine = usize::from(self.codes[self.at(cells[cell], cell)].0);
        let others = self.around[cell].iter().filter(|(other, _)| cells[*other] != 0);
        others.map(move |&(other, offset)| {
            let code = usize::from(self.codes[self.at(cells[other], other)].1);
            (other, (offset * self.rows + mine) * self.columns + code)
        })
    }

    /// How many tiles have to leave a row, or a column.
    fn conflicts(&self, cells: &[u8; 64], line: usize, is_row: bool) -> i32 {
        let side = self.side;
        let (mut ends, mut home) = (0_u32, 0);
        for place in 0..side {
            let cell = if is_row { line * side + place } else { place * side + line };
            let tile = usize::from(cells[cell]);
            if tile == 0 {
                continue;
            }
            let [row, column] = self.homes[tile];
            let (goal, end) = if is_row { (row, 1 << column) } else { (column, 1 << row) };
            if goal == line {
                home += 1;
                let later = ends & !(end - 1);
                ends = ends & !(later & later.wrapping_neg()) | end;
            }
        }
        home - ends.count_ones() as i32
    }

    fn features(&self, state: &State) -> Features {
        let mut formula = 0;
        let mut times: Vec<u32> = Vec::with_capacity(8 * self.area());
        let (pairs, ..) = self.numbers.of_pairs();
        let side = self.side;
        for cell in (0..self.area()).filter(|&cell| cell != state.blank) {
            let tile = usize::from(state.cells[cell]);
            formula += self.formulas[self.at(state.cells[cell], cell)];
            times.push(self.numbers.of_tile(side, tile, cell));
            let after = self.pairs_of(&state.cells, cell).filter(|&(other, _)| other > cell);
            times.extend(after.map(|(_, place)| pairs[place]));
        }
        let lines = (0..side).flat_map(|line| [(line, true), (line, false)]);
        let conflicts: i32 =
            lines.map(|(line, is_row)| self.conflicts(&state.cells, line, is_row)).sum();
        formula += CONFLICT * conflicts;
        times.extend(std::iter::repeat_n(OF_CONFLICT as u32, conflicts as usize));
        times.sort_unstable();
        let features = times.chunk_by(|a, b| a == b).map(|same| (same[0], same.len() as u8));
        (formula as f32 / MOVE as f32, features.collect())
    }
}

impl<'a> Heuristic<'a> {
    fn new(board: Board<'a>, corrections: &[f32], width: usize) -> Heuristic<'a> {
        let (side, area) = (board.side, board.area());
        let mut random = ChaCha8Rng::seed_from_u64(side as u64);
        let weight = |number: u32| {
            corrections.get(number as usize).map_or(0, |c| (c * MOVE as f32).round() as i32)
        };
        let (pairs, ..) = board.numbers.of_pairs();
        let single = |(tile, cell): (usize, usize)| {
            board.formulas[tile * area + cell] + weight(board.numbers.of_tile(side, tile, cell))
        };
        let no_tile = std::iter::repeat_n(0, area);
        let tiles = (1..area).flat_map(|tile| (0..area).map(move |cell| (tile, cell)));
        Heuristic {
            keys: (0..area * area).map(|_| random.random()).collect(),
            singles: no_tile.chain(tiles.map(single)).collect(),
            together: pairs.iter().map(|&number| weight(number) as i16).collect(),
            conflict: CONFLICT + weight(OF_CONFLICT as u32),
            width,
            board: Arc::new(board),
        }
    }

    fn start(&self, random: &mut ChaCha8Rng) -> State {
        let area = self.board.area();
        let mut cells = [0; 64];
        (0..area).for_each(|cell| cells[cell] = cell as u8);
        cells[..area].shuffle(random);
        let tiles: Vec<u8> = cells[..area].iter().copied().filter(|&tile| tile != 0).collect();
        let larger = |place: usize| tiles[..place].iter().filter(|&&t| t > tiles[place]).count();
        let inversions: usize = (0..tiles.len()).map(larger).sum();
        let cell_of = |cells: &[u8; 64], tile| (0..area).find(|&c| cells[c] == tile).unwrap_or(0);
        let blank = cell_of(&cells, 0);
        let rows = if self.board.side.is_multiple_of(2) {
            self.board.side - 1 - blank / self.board.side
        } else {
            0
        };
        if (inversions + rows) % 2 == 1 {
            // Half of all orders cannot be solved; two tiles exchanged make the other half.
            let (a, b) = (cell_of(&cells, tiles[0]), cell_of(&cells, tiles[1]));
            cells.swap(a, b);
        }
        let mut state = State { cells, blank, hash: 0, weight: 0, before: blank };
        for cell in (0..area).filter(|&cell| cell != blank) {
            let at = self.board.at(cells[cell], cell);
            state.hash ^= self.keys[at];
            state.weight += self.singles[at];
            let pairs = self.board.pairs_of(&cells, cell).filter(|&(other, _)| other > cell);
            state.weight += pairs.map(|(_, place)| i32::from(self.together[place])).sum::<i32>();
        }
        let lines = (0..self.board.side).flat_map(|line| [(line, true), (line, false)]);
        let conflicts: i32 =
            lines.map(|(line, is_row)| self.board.conflicts(&cells, line, is_row)).sum();
        state.weight += self.conflict * conflicts;
        state
    }

    /// The state after the blank goes to a cell beside it.
    fn step(&self, state: &State, from: usize) -> State {
        let (side, to, tile) = (self.board.side, state.blank, state.cells[from]);
        let mut next = State { blank: from, before: to, ..*state };
        let around = |cells: &[u8; 64], cell: usize| -> i32 {
            let pairs = self.board.pairs_of(cells, cell);
            pairs.map(|(_, place)| i32::from(self.together[place])).sum()
        };
        let is_row = from / side != to / side;
        let [row, column] = self.board.homes[usize::from(tile)];
        let line = if is_row { row } else { column };
        next.weight -= around(&state.cells, from) + self.singles[self.board.at(tile, from)];
        next.cells.swap(from, to);
        next.weight += around(&next.cells, to) + self.singles[self.board.at(tile, to)];
        let place = |cell: usize| if is_row { cell / side } else { cell % side };
        // No other line has other conflicts than before.
        if line == place(from) || line == place(to) {
            let conflicts = |cells: &[u8; 64]| self.board.conflicts(cells, line, is_row);
            next.weight += self.conflict * (conflicts(&next.cells) - conflicts(&state.cells));
        }
        next.hash ^= self.keys[self.board.at(tile, from)] ^ self.keys[self.board.at(tile, to)];
        next
    }

    /// The layers of a beam from a random board to the goal, if it gets there, and the place of the goal in the last.
    fn beam(&self, random: &mut ChaCha8Rng) -> Option<(Vec<Layer>, usize)> {
        let tiles = 1..self.board.area() as u8;
        let goal = tiles.fold(0, |hash, t| hash ^ self.keys[self.board.at(t, usize::from(t) - 1)]);
        let mut layers: Vec<Layer> = vec![vec![(self.start(random), 0)]];
        let mut known = HashSet::default();
        let mut next: Layer = Vec::new();
        // Beams that get lost go on for ever.
        for _ in 0..SIDE * self.board.area() {
            let last = &layers[layers.len() - 1];
            next.clear();
            for (place, (state, _)) in last.iter().enumerate() {
                let beside = self.board.beside[state.blank].iter();
                let steps = beside.filter(|&&from| from != state.before);
                next.extend(steps.map(|&from| (self.step(state, from), place)));
            }
            next.sort_unstable_by_key(|(state, _)| (state.weight, state.hash));
            next.retain({
                let mut kept = 0;
                let known = &mut known;
                move |(state, _)| {
                    let keep = kept < self.width && known.insert(state.hash);
                    kept += usize::from(keep);
                    keep
                }
            });
            let found = next.iter().position(|(state, _)| state.hash == goal);
            layers.push(next.clone());
            if let Some(place) = found {
                return Some((layers, place));
            }
            if layers[layers.len() - 1].is_empty() {
                return None;
            }
        }
        None
    }

    /// The moves of a solution of a random board and what it teaches, if one is found.
    fn examples(
        &self,
        stride: usize,
        random: &mut ChaCha8Rng,
    ) -> Option<(usize, Vec<Example<'a>>)> {
        let (layers, mut place) = self.beam(random)?;
        let first = random.random_range(0..stride);
        let mut examples = Vec::new();
        for (depth, layer) in layers.iter().enumerate().rev() {
            let (state, parent) = &layer[place];
            if depth % stride == first && layer.len() > OTHERS {
                let others = (0..OTHERS).map(|_| &layer[random.random_range(0..layer.len())].0);
                let others = others.filter(|other| other.hash != state.hash);
                let states = std::iter::once(state).chain(others).copied().collect();
                examples.push(Example { board: Arc::clone(&self.board), states });
            }
            place = *parent;
        }
        Some((layers.len() - 1, examples))
    }
}
