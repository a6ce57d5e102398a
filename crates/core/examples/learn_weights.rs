//! Learns the corrections by which boards without pattern databases are weighed, and prints them, as they stand in
//! `src/solver/tiles/beam/corrections.txt`: `cargo run --release -p huarong-core --example learn_weights > corrections.txt`, some minutes. With `places`
//! the corrections are those for tiles on cells of 5x5, as they stand beside them in `places.bin`.
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
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::io::Write;

/// Sides of boards, how many there are, and of how many layers one is taken.
type Boards = &'static [(usize, usize, usize)];

/// The boards of each round.
const BOARDS: [Boards; 5] = [&[(6, 120, 3), (7, 24, 4), (8, 10, 4)]; 5];

/// States of a layer.
const WIDTH: usize = 1000;

/// The same for places. Many boards teach more than many layers or wide beams: what is learned of pairs on 300 boards does not hold on others.
const BOARDS_OF_PLACES: [Boards; 2] = [&[(5, 1500, 4)], &[(5, 4500, 4)]];
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

/// How far a correction moves at first, in moves.
const RATE: f32 = 0.05;

/// What a board weighs without corrections, in moves, and how often it has what each correction is for.
type Features = (f32, Vec<(u16, u8)>);

/// The features of a state on the way, and after it those of others of its layer.
type Example = Vec<Features>;

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
    Distances(Vec<u16>),
    Places(places::Numbers),
}

impl Numbers {
    /// That of a tile on a cell.
    fn of_tile(&self, side: usize, tile: usize, cell: usize) -> u16 {
        match self {
            Numbers::Distances(_) => {
                let [down, across] = away(side, tile, cell).map(|lines| lines.unsigned_abs());
                of_tile(down as usize, across as usize) as u16
            }
            Numbers::Places(numbers) => {
                let (tile, cell) = turned(tile, cell);
                numbers.tiles[tile * places::AREA + cell]
            }
        }
    }

    /// Those of all pairs, how many a tile on a cell has by one offset, and how many such there are.
    fn of_pairs(&self) -> (&[u16], usize, usize) {
        match self {
            Numbers::Distances(numbers) => (numbers, CODES, CODES),
            Numbers::Places(numbers) => (&numbers.pairs, places::AREA, places::AREA * places::AREA),
        }
    }

    /// What tells the first tile of a pair from others, and the second.
    fn codes(&self, side: usize, tile: usize, cell: usize) -> (usize, usize) {
        match self {
            Numbers::Distances(_) => {
                let [down, across] = away(side, tile, cell);
                (code(down, across).into(), code(down, across).into())
            }
            Numbers::Places(_) => {
                let (tile, cell) = turned(tile, cell);
                (tile * places::AREA + cell, tile)
            }
        }
    }

    /// Which offset stands for another.
    fn offset(&self, offset: usize) -> usize {
        match self {
            Numbers::Distances(_) => offset,
            // The board is turned by half.
            Numbers::Places(_) => opposite(offset),
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
fn turned(tile: usize, cell: usize) -> (usize, usize) {
    (places::AREA - tile, places::AREA - 1 - cell)
}

/// The weights of boards of one size.
struct Guide<'a> {
    side: usize,
    numbers: &'a Numbers,
    keys: Vec<u64>,
    /// Where the other tile of each pair with a cell stands, and by which offset.
    around: Vec<Vec<(usize, usize)>>,
    /// By tile and cell: what it is as the first and as the second of a pair.
    codes: Vec<(usize, usize)>,
    singles: Vec<i32>,
    together: Vec<i32>,
    /// How many of those a tile on a cell has by one offset, and how many such there are.
    columns: usize,
    rows: usize,
    conflict: i32,
    /// States of a layer.
    width: usize,
}

fn main() {
    let of_places = std::env::args().nth(1).is_some_and(|word| word == "places");
    let (distances, count) = of_pairs();
    let distances = Numbers::Distances(distances);
    if !of_places {
        let corrections = learned(vec![0.0; count], &distances, &BOARDS, WIDTH, KEPT);
        for line in corrections.chunks(16) {
            let line = line.iter().map(|c| (c * MOVE as f32).round().to_string());
            println!("{}", line.collect::<Vec<_>>().join(" "));
        }
        return;
    }
    let numbers = places::numbers();
    let first = without_places(&distances, &numbers);
    let corrections = learned(
        first,
        &Numbers::Places(numbers),
        &BOARDS_OF_PLACES,
        WIDTH_OF_PLACES,
        KEPT_OF_PLACES,
    );
    let whole = |c: &f32| (c * MOVE as f32 / places::UNIT as f32).round() as i8;
    let bytes: Vec<u8> = corrections.iter().map(|c| whole(c).cast_unsigned()).collect();
    std::io::stdout().write_all(&bytes).expect("the file can be written");
}

/// The corrections for places that are those without.
fn without_places(distances: &Numbers, numbers: &places::Numbers) -> Vec<f32> {
    let known: Vec<f32> = WITHOUT_PLACES
        .split_ascii_whitespace()
        .filter_map(|word| word.parse::<f32>().ok())
        .map(|c| c / MOVE as f32)
        .collect();
    let mut corrections = vec![0.0; numbers.count];
    corrections[OF_CONFLICT] = known[OF_CONFLICT];
    let (pairs, columns, rows) = distances.of_pairs();
    for (tile, cell) in (1..places::AREA).flat_map(|t| (0..places::AREA).map(move |c| (t, c))) {
        let (there, from) = turned(tile, cell);
        corrections[usize::from(numbers.tiles[there * places::AREA + from])] =
            known[usize::from(distances.of_tile(places::SIDE, tile, cell))];
        for (offset, &lines) in OFFSETS.iter().enumerate() {
            let Some(beside) = places::at(from, lines) else { continue };
            for other in (1..places::AREA).filter(|&other| other != there) {
                let (second, place) = turned(other, beside);
                let number = numbers.pairs[places::pair(offset, there, from, other)];
                let first = distances.codes(places::SIDE, tile, cell).0;
                let second = distances.codes(places::SIDE, second, place).1;
                let offset = opposite(offset);
                corrections[usize::from(number)] =
                    known[usize::from(pairs[(offset * rows + first) * columns + second])];
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
    let mut rounds: Vec<Vec<Example>> = Vec::new();
    for (round, boards_of_round) in (0_u64..).zip(boards_of) {
        let mut examples = Vec::new();
        for &(side, boards, stride) in *boards_of_round {
            let guide = Guide::new(side, &corrections, numbers, width);
            let of_board = |board: usize| {
                let seed = (round << 32) + (side << 16) as u64 + board as u64;
                guide.examples(stride, &mut ChaCha8Rng::seed_from_u64(seed))
            };
            let of_boards: Vec<Vec<Example>> = (0..boards).into_par_iter().map(of_board).collect();
            examples.extend(of_boards.into_iter().flatten());
        }
        rounds.push(examples);
        let last: Vec<&Example> =
            rounds[rounds.len().saturating_sub(kept)..].iter().flatten().collect();
        let loss = learn(&mut corrections, last, round);
        eprintln!("round {round}: loss {loss:.4}");
    }
    corrections
}

/// Changes the corrections so that the first state of each example becomes more likely (Duchi, Hazan and Singer, "Adaptive subgradient
/// methods", Journal of Machine Learning Research 12, 2011), and takes the mean of what they were on the last pass.
fn learn(corrections: &mut [f32], mut examples: Vec<&Example>, seed: u64) -> f32 {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut squares = vec![1e-2; corrections.len()];
    let mut sums = vec![0.0; corrections.len()];
    let (mut loss, mut counted) = (0.0, 0);
    for pass in 1..=PASSES {
        loss = 0.0;
        examples.shuffle(&mut random);
        for (number, example) in examples.iter().enumerate() {
            let weight = |(formula, features): &Features| -> f32 {
                let corrected =
                    |&(n, times): &(u16, u8)| corrections[usize::from(n)] * f32::from(times);
                formula + features.iter().map(corrected).sum::<f32>()
            };
            let weights: Vec<f32> = example.iter().map(weight).collect();
            let least = weights.iter().copied().fold(f32::MAX, f32::min);
            let shares: Vec<f32> = weights.iter().map(|weight| (least - weight).exp()).collect();
            let all: f32 = shares.iter().sum();
            loss -= (shares[0] / all).ln();
            let mut slopes: HashMap<u16, f32> = HashMap::default();
            for (place, (share, (_, features))) in shares.iter().zip(example.iter()).enumerate() {
                let slope = f32::from(u8::from(place == 0)) - share / all;
                for &(n, times) in features {
                    *slopes.entry(n).or_default() += slope * f32::from(times);
                }
            }
            for (n, slope) in slopes {
                let n = usize::from(n);
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

impl<'a> Guide<'a> {
    fn new(side: usize, corrections: &[f32], numbers: &'a Numbers, width: usize) -> Guide<'a> {
        let area = side * side;
        let mut random = ChaCha8Rng::seed_from_u64(side as u64);
        let weight =
            |number: usize| corrections.get(number).map_or(0, |c| (c * MOVE as f32).round() as i32);
        let (pairs, columns, rows) = numbers.of_pairs();
        let mut guide = Guide {
            side,
            numbers,
            keys: (0..area * area).map(|_| random.random()).collect(),
            around: vec![Vec::new(); area],
            codes: vec![(0, 0); area * area],
            singles: vec![0; area * area],
            together: pairs.iter().map(|&number| weight(number.into())).collect(),
            columns,
            rows,
            conflict: CONFLICT + weight(OF_CONFLICT),
            width,
        };
        let on_board = |line: i32| (0..side as i32).contains(&line);
        for cell in 0..area {
            let (row, column) = ((cell / side) as i32, (cell % side) as i32);
            for (number, (down, across)) in OFFSETS.into_iter().enumerate() {
                let (y, x) = (row + down, column + across);
                if on_board(y) && on_board(x) {
                    guide.around[cell].push((y as usize * side + x as usize, number));
                }
            }
            for tile in 1..area {
                guide.codes[tile * area + cell] = numbers.codes(side, tile, cell);
                let [down, across] = away(side, tile, cell).map(|lines| lines.unsigned_abs());
                guide.singles[tile * area + cell] = by_formula(down as usize, across as usize)
                    + weight(numbers.of_tile(side, tile, cell).into());
            }
        }
        guide
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
        let mine = self.codes[self.at(cells[cell], cell)].0;
        let others = self.around[cell].iter().filter(|(other, _)| cells[*other] != 0);
        others.map(move |&(other, offset)| {
            let code = self.codes[self.at(cells[other], other)].1;
            (other, (self.numbers.offset(offset) * self.rows + mine) * self.columns + code)
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
            let (row, column) = ((tile - 1) / side, (tile - 1) % side);
            let (goal, end) = if is_row { (row, 1 << column) } else { (column, 1 << row) };
            if goal == line {
                home += 1;
                let later = ends & !(end - 1);
                ends = ends & !(later & later.wrapping_neg()) | end;
            }
        }
        home - ends.count_ones() as i32
    }

    fn start(&self, random: &mut ChaCha8Rng) -> State {
        let area = self.area();
        let mut cells = [0; 64];
        (0..area).for_each(|cell| cells[cell] = cell as u8);
        cells[..area].shuffle(random);
        let tiles: Vec<u8> = cells[..area].iter().copied().filter(|&tile| tile != 0).collect();
        let larger = |place: usize| tiles[..place].iter().filter(|&&t| t > tiles[place]).count();
        let inversions: usize = (0..tiles.len()).map(larger).sum();
        let cell_of = |cells: &[u8; 64], tile| (0..area).find(|&c| cells[c] == tile).unwrap_or(0);
        let blank = cell_of(&cells, 0);
        let rows = if self.side.is_multiple_of(2) { self.side - 1 - blank / self.side } else { 0 };
        if (inversions + rows) % 2 == 1 {
            // Half of all orders cannot be solved; two tiles exchanged make the other half.
            let (a, b) = (cell_of(&cells, tiles[0]), cell_of(&cells, tiles[1]));
            cells.swap(a, b);
        }
        let mut state = State { cells, blank, hash: 0, weight: 0, before: blank };
        for cell in (0..area).filter(|&cell| cell != blank) {
            let at = self.at(cells[cell], cell);
            state.hash ^= self.keys[at];
            state.weight += self.singles[at];
            let pairs = self.pairs_of(&cells, cell).filter(|&(other, _)| other > cell);
            state.weight += pairs.map(|(_, place)| self.together[place]).sum::<i32>();
        }
        let lines = (0..self.side).flat_map(|line| [(line, true), (line, false)]);
        let conflicts: i32 = lines.map(|(line, is_row)| self.conflicts(&cells, line, is_row)).sum();
        state.weight += self.conflict * conflicts;
        state
    }

    /// The state after the blank goes to a cell beside it.
    fn step(&self, state: &State, from: usize) -> State {
        let (side, to, tile) = (self.side, state.blank, state.cells[from]);
        let mut next = State { blank: from, before: to, ..*state };
        let around = |cells: &[u8; 64], cell: usize| -> i32 {
            self.pairs_of(cells, cell).map(|(_, place)| self.together[place]).sum()
        };
        let is_row = from / side != to / side;
        let home = usize::from(tile - 1);
        let line = if is_row { home / side } else { home % side };
        next.weight -= around(&state.cells, from) + self.singles[self.at(tile, from)];
        next.cells.swap(from, to);
        next.weight += around(&next.cells, to) + self.singles[self.at(tile, to)];
        let conflicts = |cells: &[u8; 64]| self.conflicts(cells, line, is_row);
        next.weight += self.conflict * (conflicts(&next.cells) - conflicts(&state.cells));
        next.hash ^= self.keys[self.at(tile, from)] ^ self.keys[self.at(tile, to)];
        next
    }

    /// The cells beside a cell.
    fn beside(&self, cell: usize) -> impl Iterator<Item = usize> {
        self.around[cell].iter().filter(|(_, offset)| *offset < 4).map(|&(other, _)| other)
    }

    /// The layers of a beam from a random board to the goal, if it gets there, and the place of the goal in the last.
    fn beam(&self, random: &mut ChaCha8Rng) -> Option<(Vec<Layer>, usize)> {
        let tiles = 1..self.area() as u8;
        let goal = tiles.fold(0, |hash, t| hash ^ self.keys[self.at(t, usize::from(t) - 1)]);
        let mut layers: Vec<Layer> = vec![vec![(self.start(random), 0)]];
        let mut known = HashSet::default();
        // Beams that get lost go on for ever.
        for _ in 0..SIDE * self.area() {
            let last = &layers[layers.len() - 1];
            let mut next: Vec<(State, usize)> = Vec::with_capacity(3 * last.len());
            for (place, (state, _)) in last.iter().enumerate() {
                let steps = self.beside(state.blank).filter(|&from| from != state.before);
                next.extend(steps.map(|from| (self.step(state, from), place)));
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
            layers.push(next);
            if let Some(place) = found {
                return Some((layers, place));
            }
            if layers[layers.len() - 1].is_empty() {
                return None;
            }
        }
        None
    }

    /// What a random board teaches.
    fn examples(&self, stride: usize, random: &mut ChaCha8Rng) -> Vec<Example> {
        let Some((layers, mut place)) = self.beam(random) else { return Vec::new() };
        let first = random.random_range(0..stride);
        let mut examples = Vec::new();
        for (depth, layer) in layers.iter().enumerate().rev() {
            let (state, parent) = &layer[place];
            if depth % stride == first && layer.len() > OTHERS {
                let others = (0..OTHERS).map(|_| &layer[random.random_range(0..layer.len())].0);
                let others = others.filter(|other| other.hash != state.hash);
                examples
                    .push(std::iter::once(state).chain(others).map(|s| self.features(s)).collect());
            }
            place = *parent;
        }
        examples
    }

    fn features(&self, state: &State) -> Features {
        let mut formula = 0;
        let mut times: HashMap<u16, u8> = HashMap::default();
        let (pairs, ..) = self.numbers.of_pairs();
        let side = self.side;
        for cell in (0..self.area()).filter(|&cell| cell != state.blank) {
            let home = usize::from(state.cells[cell]) - 1;
            let down = (home / side).abs_diff(cell / side);
            let across = (home % side).abs_diff(cell % side);
            formula += by_formula(down, across);
            let tile = usize::from(state.cells[cell]);
            *times.entry(self.numbers.of_tile(side, tile, cell)).or_default() += 1;
            for (_, place) in self.pairs_of(&state.cells, cell).filter(|&(other, _)| other > cell) {
                *times.entry(pairs[place]).or_default() += 1;
            }
        }
        let lines = (0..side).flat_map(|line| [(line, true), (line, false)]);
        let conflicts: i32 =
            lines.map(|(line, is_row)| self.conflicts(&state.cells, line, is_row)).sum();
        formula += CONFLICT * conflicts;
        *times.entry(OF_CONFLICT as u16).or_default() += conflicts as u8;
        let mut features: Vec<_> = times.into_iter().collect();
        features.sort_unstable_by_key(|&(number, _)| number);
        (formula as f32 / MOVE as f32, features)
    }
}
