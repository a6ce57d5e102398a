//! What of a board decides its weight: how far tiles are from home, each and in pairs.
//!
//! Each of these weighs as much as a formula says, plus a learned correction. The program that learns the corrections
//! (`examples/learn_weights.rs`) takes in this very file, so that it and the search mean the same by a number.

/// What weighs as much as one move.
// Weights are whole numbers: they are kept step by step without rounding, and candidates are counted by weight.
pub(crate) const MOVE: i32 = 64;

/// What a linear conflict weighs by the formula: it costs more than the two moves that are proven.
pub(crate) const CONFLICT: i32 = 300;

/// The longest side.
pub(crate) const SIDE: usize = 16;

/// From so many rows or columns on, distances have one correction.
const FAR: usize = 7;

/// From so many rows or columns on, tiles of a pair are equally far from home.
const REACH: i32 = 3;

/// Rows, or columns, from home that are told apart in a pair.
const SPAN: i32 = 2 * REACH + 1;

/// Ways from home that are told apart in a pair.
pub(crate) const CODES: usize = (SPAN * SPAN) as usize;

/// Where the other tile of a pair stands, in rows and columns: beside the first, two cells on, or diagonally.
pub(crate) const OFFSETS: [(i32, i32); 12] = [
    (0, 1),
    (1, 0),
    (0, -1),
    (-1, 0),
    (0, 2),
    (2, 0),
    (0, -2),
    (-2, 0),
    (1, 1),
    (1, -1),
    (-1, 1),
    (-1, -1),
];

/// What a tile weighs by the formula that is so many rows and columns from home.
///
/// It costs little while others go the same way, and much if it is left to go alone: then the blank runs round it at each step.
/// Weights that grow faster than distances make the beam take all tiles along. The power and the factors come from a search of some
/// hundred steps on boards of 6x6 with 800 and 4,000 states a layer.
pub(crate) fn by_formula(down: usize, across: usize) -> i32 {
    let apart = |lines: usize| (10.0 * (lines as f64).powf(2.6)).round() as i32;
    let (moves, askew) = ((down + across) as i32, (down * across) as i32);
    MOVE * moves + apart(down) + apart(across) + 16 * askew
}

/// The number of the correction for a linear conflict.
pub(crate) const OF_CONFLICT: usize = 0;

/// The number of the correction for a tile so many rows and columns from home.
pub(crate) fn of_tile(down: usize, across: usize) -> usize {
    let (down, across) = (down.min(FAR), across.min(FAR));
    // Rows and columns are alike.
    let (more, less) = (down.max(across), down.min(across));
    1 + more * (more + 1) / 2 + less
}

/// What tells apart how far from home a tile of a pair is.
// For every tile on every cell, many times a second: a call would take longer.
#[inline]
pub(crate) fn code(down: i32, across: i32) -> u8 {
    let within = |lines: i32| lines.clamp(-REACH, REACH) + REACH;
    (within(down) * SPAN + within(across)) as u8
}

/// The numbers of the corrections for all pairs, by the offset of the other tile and the codes of both, and how many corrections there
/// are in all.
pub(crate) fn of_pairs() -> (Vec<u16>, usize) {
    let codes = || 0..CODES as i32;
    let away = |code: i32| (code / SPAN - REACH, code % SPAN - REACH);
    let mut count = of_tile(FAR, FAR) + 1;
    let mut known = std::collections::HashMap::new();
    let mut numbers = Vec::with_capacity(OFFSETS.len() * CODES * CODES);
    for offset in OFFSETS {
        for (a, b) in codes().flat_map(|a| codes().map(move |b| (a, b))) {
            // Pairs that are images of each other, or the same with the other tile first, are one.
            let number = *known.entry(alike(offset, away(a), away(b))).or_insert(count);
            count = count.max(number + 1);
            numbers.push(number as u16);
        }
    }
    (numbers, count)
}

type Lines = (i32, i32);

/// A pair that stands for all that are alike by reflection and exchange.
fn alike(offset: Lines, first: Lines, second: Lines) -> [Lines; 3] {
    let images = (0..8).flat_map(|image| {
        let reflected = |(mut down, mut across): Lines| {
            if image & 1 != 0 {
                down = -down;
            }
            if image & 2 != 0 {
                across = -across;
            }
            if image & 4 != 0 { (across, down) } else { (down, across) }
        };
        let [offset, first, second] = [offset, first, second].map(reflected);
        [[offset, first, second], [(-offset.0, -offset.1), second, first]]
    });
    images.max().unwrap_or([offset, first, second])
}
