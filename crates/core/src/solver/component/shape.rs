//! The shape of a component: its states placed in space, so that distance there is about distance in moves.
//!
//! Pivot scaling (de Silva and Tenenbaum, "Sparse multidimensional scaling using landmark points", 2004; Brandes and Pich, Graph Drawing
//! 2006): the distances of all states from a few of them, the pivots, each the farthest from those before; squared and centred, their
//! three principal components are the places.

use super::Component;
use super::links::Links;
use crate::solver::budget::{Budget, StopReason};
use std::ops::Range;

/// The positions of a component in space, or, where they are too many to be drawn, some of them.
#[derive(Debug)]
pub struct Shape {
    dots: Vec<Dot>,
    lines: Vec<[u32; 2]>,
    ribbon: Vec<[u32; 2]>,
}

/// A position in space.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Dot {
    /// The number of the position.
    pub(crate) number: u32,
    /// Where it is; nothing is farther than 1 from the middle.
    pub at: [f32; 3],
    /// Moves to the nearest solved position; `None` if there is no way.
    pub to: Option<u32>,
    /// Whether a shortest solution passes it.
    pub in_corridor: bool,
}

/// The most pivots: more of them move hardly any place.
const PIVOTS: usize = 60;

/// The fewest pivots of a large component, for the sake of time.
const FEWEST_PIVOTS: usize = 12;

/// States that all pivots together may walk over.
const WALKED: usize = 20_000_000;

/// Places of which the axes are made: the others have the same ones.
const MOST_FOR_AXES: usize = 10_000;

/// The most positions that are placed, beside those on the shortest solutions.
const MOST: usize = 100_000;

/// The most positions on the shortest solutions that are all placed.
const MOST_IN_CORRIDOR: usize = 20_000;

/// The most positions between which the moves are drawn: beyond, they are so close that the moves show themselves.
const MOST_WITH_LINES: usize = 5_000;

/// States between two looks at the clock.
const A_CHECK: usize = 1 << 12;

/// Not reached yet.
const FAR: u16 = u16::MAX;

impl Shape {
    /// Places the states of a component, `corridor` being those on the shortest solutions.
    pub(crate) fn of(
        component: &dyn Component,
        links: &Links,
        corridor: &[Vec<u32>],
        budget: &mut Budget<'_>,
    ) -> Result<Shape, StopReason> {
        let mut corridor = corridor.concat();
        corridor.sort_unstable();
        let states = links.states();
        let mut drawn: Vec<u32> =
            (0..states as u32).step_by(states.div_ceil(MOST).max(1)).collect();
        if corridor.len() <= MOST_IN_CORRIDOR {
            drawn.extend(&corridor);
            drawn.sort_unstable();
            drawn.dedup();
        }
        let places = places(links, &drawn, budget)?;
        let dot = |(&number, at): (&u32, [f32; 3])| Dot {
            number,
            at,
            to: component.distance(number as usize),
            in_corridor: corridor.binary_search(&number).is_ok(),
        };
        let dots: Vec<Dot> = drawn.iter().zip(places).map(dot).collect();
        let mut lines = Vec::new();
        if states <= MOST_WITH_LINES.min(dots.len()) {
            for number in 0..states {
                links.around(number, |other| {
                    // Each is drawn once, though most can be gone both ways.
                    if number < other as usize {
                        lines.push([number as u32, other]);
                    }
                });
            }
            lines.sort_unstable();
            lines.dedup();
        }
        let ribbon = ribbon(links, &dots, budget)?;
        Ok(Shape { dots, lines, ribbon })
    }

    /// The positions.
    #[must_use]
    pub fn dots(&self) -> &[Dot] {
        &self.dots
    }

    /// The moves between them, by their indices among the dots; none where there are too many to be told apart.
    #[must_use]
    pub fn lines(&self) -> &[[u32; 2]] {
        &self.lines
    }

    /// The moves of the shortest solutions, by the indices of their ends among the dots.
    #[must_use]
    pub fn ribbon(&self) -> &[[u32; 2]] {
        &self.ribbon
    }

    /// The dot of the state of this number, or else that of one a few moves from it.
    pub(crate) fn dot_near(&self, component: &dyn Component, number: usize) -> Option<usize> {
        let (mut open, mut done) = (vec![number as u32], 0);
        // One of a few dozen states is placed; who finds none among so many will find none soon.
        while let Some(&at) = open.get(done).filter(|_| done < A_CHECK) {
            if let Ok(index) = self.dots.binary_search_by_key(&at, |dot| dot.number) {
                return Some(index);
            }
            done += 1;
            let next = component.successors(&[at]);
            let fresh = next.from(0).iter().filter(|other| !open.contains(other));
            let fresh: Vec<u32> = fresh.copied().collect();
            open.extend(fresh);
        }
        None
    }
}

/// The moves from each dot of the shortest solutions to those that are one move nearer.
fn ribbon(
    links: &Links,
    dots: &[Dot],
    budget: &mut Budget<'_>,
) -> Result<Vec<[u32; 2]>, StopReason> {
    let mut ribbon = Vec::new();
    for (index, dot) in dots.iter().enumerate().filter(|(_, dot)| dot.in_corridor) {
        if index % A_CHECK == 0 {
            budget.check()?;
        }
        let nearer = dot.to.and_then(|to| to.checked_sub(1));
        for &other in links.onward.from(dot.number as usize) {
            if let Ok(other) = dots.binary_search_by_key(&other, |dot| dot.number)
                && dots[other].to == nearer
                && nearer.is_some()
            {
                ribbon.push([index as u32, other as u32]);
            }
        }
    }
    Ok(ribbon)
}

/// The places of the states `drawn`.
fn places(
    links: &Links,
    drawn: &[u32],
    budget: &mut Budget<'_>,
) -> Result<Vec<[f32; 3]>, StopReason> {
    let Distances { columns, between } = distances(links, drawn, budget)?;
    let pivots = columns.len();
    // Squared and centred: the mean of each row and of each column is 0.
    let squared = |distance: u16| f64::from(distance).powi(2);
    let mean = |sum: f64, count: usize| sum / count.max(1) as f64;
    let of_columns: Vec<f64> = columns
        .iter()
        .map(|column| mean(column.iter().map(|&d| squared(d)).sum(), column.len()))
        .collect();
    let of_all = mean(of_columns.iter().sum(), pivots);
    let centred = |distances: &mut dyn Iterator<Item = u16>, row: &mut Vec<f64>| {
        row.clear();
        row.extend(distances.map(squared));
        let of_row = mean(row.iter().sum(), pivots);
        for (value, of_column) in row.iter_mut().zip(&of_columns) {
            *value = -0.5 * (*value - of_row - of_column + of_all);
        }
    };
    let row = |at: usize, values: &mut Vec<f64>| {
        centred(&mut columns.iter().map(|column| column[at]), values);
    };
    // How the columns go together.
    let mut together = vec![vec![0.0; pivots]; pivots];
    let mut values = Vec::with_capacity(pivots);
    for (done, at) in (0..drawn.len()).step_by(drawn.len().div_ceil(MOST_FOR_AXES)).enumerate() {
        if done % A_CHECK == 0 {
            budget.check()?;
        }
        row(at, &mut values);
        for (i, sums) in together.iter_mut().enumerate() {
            let value = values[i];
            sums[..=i].iter_mut().zip(&values).for_each(|(sum, other)| *sum += value * other);
        }
    }
    let half = together.clone();
    for (i, sums) in together.iter_mut().enumerate() {
        sums.iter_mut().zip(&half).skip(i + 1).for_each(|(sum, other)| *sum = other[i]);
    }
    // No place in space has distances that go against each other, as some of a ring do: an axis of those is none.
    let mut among = Vec::with_capacity(pivots);
    for distances in &between {
        centred(&mut distances.iter().copied(), &mut values);
        among.push(values.clone());
    }
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let is_real = |vector: &[f64]| {
        let of_pivot = among.iter().zip(vector).map(|(row, x)| x * product(row, vector));
        of_pivot.sum::<f64>() > 0.0
    };
    let axes = principal(together, is_real);
    let mut places = Vec::with_capacity(drawn.len());
    for at in 0..drawn.len() {
        if at % A_CHECK == 0 {
            budget.check()?;
        }
        row(at, &mut values);
        let along = |axis: &Vec<f64>| axis.iter().zip(&values).map(|(a, b)| a * b).sum::<f64>();
        places.push(axes.each_ref().map(along));
    }
    let far = places.iter().map(|place| place.iter().map(|x| x * x).sum::<f64>());
    let far = far.fold(0.0, f64::max).sqrt();
    let scale = if far > 0.0 { far.recip() } else { 0.0 };
    Ok(places.into_iter().map(|place| place.map(|x| (x * scale) as f32)).collect())
}

/// Distances from the pivots, of which the first is the start.
struct Distances {
    /// For each pivot those of the states that are drawn.
    columns: Vec<Vec<u16>>,
    /// For each pivot those of all pivots.
    between: Vec<Vec<u16>>,
}

/// The distances of the states `drawn` from each pivot.
fn distances(
    links: &Links,
    drawn: &[u32],
    budget: &mut Budget<'_>,
) -> Result<Distances, StopReason> {
    let states = links.states();
    let pivots = (WALKED / states).clamp(FEWEST_PIVOTS, PIVOTS).min(states);
    budget.room((states * 8 + drawn.len() * 2 * pivots) as u64)?;
    let mut found = Distances { columns: Vec::new(), between: vec![Vec::new(); pivots] };
    let mut before: Vec<u32> = Vec::new();
    let mut nearest = vec![FAR; states];
    let mut from = vec![FAR; states];
    let mut walk = Walk::new(states);
    let mut pivot = 0;
    for _ in 0..pivots {
        walk.run(links, pivot, &mut from, budget)?;
        let of = |number: &u32| from[*number as usize];
        found.columns.push(drawn.iter().map(of).collect());
        // The way there and back is one.
        let at = before.len();
        before.push(pivot);
        found.between[at] = before.iter().map(of).collect();
        for (other, distance) in found.between[at].clone().into_iter().enumerate().take(at) {
            found.between[other].push(distance);
        }
        let mut farthest = (0, pivot);
        for (number, (nearest, &from)) in nearest.iter_mut().zip(&from).enumerate() {
            *nearest = from.min(*nearest);
            // Of several the first, so that the choice is always the same.
            if *nearest > farthest.0 {
                farthest = (*nearest, number as u32);
            }
        }
        pivot = farthest.1;
    }
    Ok(found)
}

/// A walk over all states, layer by layer. Which of them were reached is written in bits, which a cache holds, and a layer is gone through
/// in the order of its numbers, in which the links lie.
struct Walk {
    reached: Vec<u64>,
    layer: Bits,
    next: Bits,
}

/// A set of states, and which of its words are not empty.
struct Bits {
    words: Vec<u64>,
    span: Range<usize>,
}

/// Of no word, so that any that is added is all of it.
const NO_WORDS: Range<usize> = Range { start: usize::MAX, end: 0 };

impl Bits {
    fn new(states: usize) -> Bits {
        Bits { words: vec![0; states.div_ceil(64)], span: NO_WORDS }
    }

    fn insert(&mut self, number: usize) {
        let word = number / 64;
        self.words[word] |= 1 << (number % 64);
        self.span = self.span.start.min(word)..self.span.end.max(word + 1);
    }
}

impl Walk {
    fn new(states: usize) -> Walk {
        Walk {
            reached: vec![0; states.div_ceil(64)],
            layer: Bits::new(states),
            next: Bits::new(states),
        }
    }

    /// Writes the moves from `start` to each state into `from`, by whichever end a move is taken.
    fn run(
        &mut self,
        links: &Links,
        start: u32,
        from: &mut [u16],
        budget: &mut Budget<'_>,
    ) -> Result<(), StopReason> {
        self.reached.fill(0);
        self.reached[start as usize / 64] |= 1 << (start % 64);
        self.layer.insert(start as usize);
        let (mut depth, mut done) = (0_u16, 0);
        while !self.layer.span.is_empty() {
            for word in self.layer.span.clone() {
                let mut bits = std::mem::take(&mut self.layer.words[word]);
                while bits != 0 {
                    let at = word * 64 + bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    from[at] = depth;
                    links.around(at, |other| {
                        let (other_word, bit) = (other as usize / 64, 1 << (other % 64));
                        if self.reached[other_word] & bit == 0 {
                            self.reached[other_word] |= bit;
                            self.next.insert(other as usize);
                        }
                    });
                }
                done += 64;
                if done >= A_CHECK {
                    done = 0;
                    budget.check()?;
                }
            }
            self.layer.span = NO_WORDS;
            std::mem::swap(&mut self.layer, &mut self.next);
            // What is farther than can be written is as far as that.
            depth = depth.saturating_add(1).min(FAR - 1);
        }
        Ok(())
    }
}

/// The three eigenvectors of a symmetric matrix with the greatest eigenvalues of those that are real axes, the greatest first, each
/// divided by the fourth root of its value: what they give as places is then in the proportions of the distances. The rotations are those
/// of Jacobi (Journal für die reine und angewandte Mathematik 30, 1846); the greatest component of each vector is positive.
fn principal(mut matrix: Vec<Vec<f64>>, is_real: impl Fn(&[f64]) -> bool) -> [Vec<f64>; 3] {
    let size = matrix.len();
    let mut vectors: Vec<Vec<f64>> =
        (0..size).map(|i| (0..size).map(|j| if i == j { 1.0 } else { 0.0 }).collect()).collect();
    // What is so small beside the whole is only rounding.
    let whole: f64 = (0..size).map(|i| matrix[i][i].abs()).sum();
    for _ in 0..ROUNDS {
        for p in 0..size {
            for q in p + 1..size {
                if matrix[p][q].abs() > 1e-15 * whole {
                    rotate(&mut matrix, &mut vectors, p, q);
                }
            }
        }
    }
    let mut order: Vec<usize> = (0..size).collect();
    // The order of equal values is that of their columns.
    order.sort_by(|&a, &b| matrix[b][b].total_cmp(&matrix[a][a]));
    // What is left of rounding is no axis.
    let least = order.first().map_or(0.0, |&at| matrix[at][at] * 1e-12);
    let mut order = order.into_iter().filter(|&at| matrix[at][at] > least && is_real(&vectors[at]));
    std::array::from_fn(|_| {
        let Some(at) = order.next() else {
            return vec![0.0; size];
        };
        let value = matrix[at][at];
        let vector = &vectors[at];
        let greatest = vector.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        let leads = vector.iter().find(|x| x.abs() > 0.999 * greatest);
        let sign = leads.map_or(1.0, |x| x.signum());
        vector.iter().map(|x| sign * x / value.sqrt().sqrt()).collect()
    })
}

/// Rounds of rotations: they bring matrices of any size in use to the precision of the numbers.
const ROUNDS: usize = 10;

/// Turns two axes so that the matrix has 0 where they meet. The vectors are kept as rows.
fn rotate(matrix: &mut [Vec<f64>], vectors: &mut [Vec<f64>], p: usize, q: usize) {
    let meet = matrix[p][q];
    let theta = (matrix[q][q] - matrix[p][p]) / (2.0 * meet);
    let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
    let c = (t * t + 1.0).sqrt().recip();
    let s = t * c;
    let turn = |a: f64, b: f64| (c * a - s * b, s * a + c * b);
    for row in matrix.iter_mut() {
        (row[p], row[q]) = turn(row[p], row[q]);
    }
    for rows in [matrix, vectors] {
        let (before, from_q) = rows.split_at_mut(q);
        for (a, b) in before[p].iter_mut().zip(&mut from_q[0]) {
            (*a, *b) = turn(*a, *b);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::budget::{Monitor, unwatched};
    use crate::solver::request::Limits;

    /// The places of all nodes of a graph, and how its distances go together with theirs (Pearson).
    fn placed(near: &[Vec<u32>]) -> (Vec<[f32; 3]>, f64) {
        let links = Links::undirected(near);
        let mut budget = unwatched(Limits::default());
        let all: Vec<u32> = (0..near.len() as u32).collect();
        let places = places(&links, &all, &mut budget).unwrap();
        let mut pairs = Vec::new();
        let (mut from, mut walk) = (vec![FAR; near.len()], Walk::new(near.len()));
        for start in (0..near.len()).step_by(near.len().div_ceil(40)) {
            walk.run(&links, start as u32, &mut from, &mut budget).unwrap();
            for (other, &moves) in from.iter().enumerate() {
                let apart = |axis: usize| f64::from(places[start][axis] - places[other][axis]);
                let apart = (0..3).map(|axis| apart(axis).powi(2)).sum::<f64>().sqrt();
                pairs.push((f64::from(moves), apart));
            }
        }
        (places, correlation(&pairs))
    }

    fn correlation(pairs: &[(f64, f64)]) -> f64 {
        let count = pairs.len() as f64;
        let mean = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / count;
        let (x, y) = (mean(&|pair| pair.0), mean(&|pair| pair.1));
        let both = mean(&|pair| (pair.0 - x) * (pair.1 - y));
        both / (mean(&|pair| (pair.0 - x).powi(2)) * mean(&|pair| (pair.1 - y).powi(2))).sqrt()
    }

    fn path(nodes: u32) -> Vec<Vec<u32>> {
        let near = |at: u32| {
            at.checked_sub(1).into_iter().chain(Some(at + 1).filter(|&next| next < nodes)).collect()
        };
        (0..nodes).map(near).collect()
    }

    #[test]
    fn a_path_is_straight() {
        let (places, correlation) = placed(&path(200));
        assert!(correlation > 0.999_999, "{correlation}");
        let step = places[1][0] - places[0][0];
        for pair in places.windows(2) {
            assert!((pair[1][0] - pair[0][0] - step).abs() < 1e-5, "{pair:?}");
            assert!(pair[0][1].abs() < 1e-5 && pair[0][2].abs() < 1e-5, "{pair:?}");
        }
    }

    #[test]
    fn a_cycle_is_round_and_a_grid_is_flat() {
        let cycle: Vec<Vec<u32>> =
            (0..200).map(|at| vec![(at + 199) % 200, (at + 1) % 200]).collect();
        let (places, like) = placed(&cycle);
        assert!(like > 0.97, "{like}");
        let radii: Vec<f32> = places.iter().map(|p| (p[0] * p[0] + p[1] * p[1]).sqrt()).collect();
        assert!(radii.iter().all(|radius| (0.8..=1.01).contains(radius)), "{radii:?}");

        let side = 20;
        let node = |x: u32, y: u32| y * side + x;
        let near = |x: u32, y: u32| {
            let mut near = Vec::new();
            if x > 0 {
                near.push(node(x - 1, y));
            }
            if y > 0 {
                near.push(node(x, y - 1));
            }
            if x + 1 < side {
                near.push(node(x + 1, y));
            }
            if y + 1 < side {
                near.push(node(x, y + 1));
            }
            near
        };
        let grid: Vec<_> = (0..side * side).map(|at| near(at % side, at / side)).collect();
        let (_, like) = placed(&grid);
        assert!(like > 0.93, "{like}");
    }

    #[test]
    fn one_node_and_two_have_places() {
        assert_eq!(placed(&[vec![]]).0, [[0.0; 3]]);
        let two = placed(&path(2)).0;
        assert!(
            (two[0][0] + two[1][0]).abs() < 1e-6 && (two[0][0].abs() - 1.0).abs() < 1e-6,
            "{two:?}"
        );
    }

    #[test]
    fn the_axes_of_a_matrix_are_found() {
        // Eigenvalues 16, 1 and 0 along (1, 1, 0), (0, 0, 1) and (1, -1, 0).
        let axes =
            principal(vec![vec![8.0, 8.0, 0.0], vec![8.0, 8.0, 0.0], vec![0.0, 0.0, 1.0]], |_| {
                true
            });
        let half = 0.5_f64.sqrt() / 2.0;
        for (found, wanted) in
            axes.concat().iter().zip([half, half, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0])
        {
            assert!((found - wanted).abs() < 1e-12, "{axes:?}");
        }
    }

    /// Says stop when it has been asked so often.
    struct Impatient(std::cell::Cell<u32>);

    impl Monitor for Impatient {
        fn cancelled(&self) -> bool {
            self.0.set(self.0.get().saturating_sub(1));
            self.0.get() == 0
        }
    }

    #[test]
    fn it_stops_when_it_is_told_to_wherever_it_is() {
        let links = Links::undirected(&path(2_000));
        let all: Vec<u32> = (0..2_000).collect();
        let mut asked = 0;
        for patience in (1..).step_by(137) {
            let mut monitor = Impatient(std::cell::Cell::new(patience));
            let mut budget = Budget::new(&mut monitor, Limits::default());
            match places(&links, &all, &mut budget) {
                Ok(_) => break,
                Err(why) => assert_eq!(why, StopReason::Cancelled),
            }
            asked = patience;
        }
        assert!(asked > 150, "{asked}");
    }
}
