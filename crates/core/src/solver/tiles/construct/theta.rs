//! Arrangements on a theta graph: two junctions with three paths between them, and so three circles that go through both.
//!
//! From a junction the blank goes round a circle, and the tiles on it go on by one. A commutator of two short words of such rounds changes
//! nothing but three tiles. Any three can be brought to where it takes them and back, and three at a time make up every even permutation.

use super::row_by_row::shortest_way;
use crate::solver::budget::{Budget, StopReason};
use crate::solver::tiles::board::TileBoard;

/// The letters of the words that are tried. Three are enough for all graphs of this kind that were looked at (paths of up to nine cells, and
/// circles that are even, as those of a floor are).
const LETTERS: usize = 3;

/// Whether the blank can go between these cells as on such a graph.
pub(super) fn is_theta(board: &TileBoard, cells: &[usize]) -> bool {
    let degree = |&cell: &usize| board.near(cell).filter(|next| cells.contains(next)).count();
    let count = |wanted: usize| cells.iter().filter(|cell| degree(cell) == wanted).count();
    count(3) == 2 && count(2) + 2 == cells.len()
}

/// The cells that the blank goes over, its own first, until `cells`, which are such a graph, hold what the goal has there. None if that takes
/// an odd permutation, or more memory than is left.
pub(super) fn solve(
    board: &TileBoard,
    cells: &[usize],
    (held, goal): (&[u8], &[u8]),
    budget: &mut Budget<'_>,
) -> Result<Option<Vec<usize>>, StopReason> {
    let near = |cell: usize| board.near(cell).filter(|next| cells.contains(next));
    let blank = |held: &[u8]| cells.iter().copied().find(|&cell| held[cell] == 0);
    let (Some(from), Some(to)) = (blank(held), blank(goal)) else { return Ok(None) };
    let Some(out) = shortest_way(from, |cell| near(cell).count() == 3, near) else {
        return Ok(None);
    };
    let junction = out[out.len() - 1];
    let Some(mut home) = shortest_way(to, |cell| cell == junction, near) else { return Ok(None) };
    let moved = |held: &[u8], way: &[usize]| {
        let mut held = held.to_vec();
        way.windows(2).for_each(|pair| held.swap(pair[0], pair[1]));
        held
    };
    let (held, goal) = (moved(held, &out), moved(goal, &home));
    let rounds = Rounds::from(junction, near);
    let place = |&cell: &usize| rounds.places.iter().position(|&to| goal[to] == held[cell]);
    let Some(wanted) = rounds.places.iter().map(place).collect::<Option<Vec<usize>>>() else {
        return Ok(None);
    };
    let Some(word) = rounds.word(wanted, budget)? else { return Ok(None) };
    home.reverse();
    let over = word.iter().map(|&letter| &rounds.letters[letter].over[..]);
    Ok(Some([&out[..]].into_iter().chain(over).chain([&home[1..]]).collect::<Vec<_>>().concat()))
}

/// What the blank can do from a junction.
struct Rounds {
    /// All cells but the junction's. Places are counted in this order.
    places: Vec<usize>,
    /// The rounds by the three circles; of each circle one way round and, in the next place, the other.
    letters: Vec<Round>,
}

struct Round {
    /// The cells that the blank goes over; the last is the junction.
    over: Vec<usize>,
    /// By place: where what is there comes to.
    to: Vec<usize>,
}

/// Rounds one after another, and what comes of them, as a round has it.
#[derive(Clone)]
struct Word {
    letters: Vec<usize>,
    to: Vec<usize>,
}

impl Rounds {
    fn from<I: Iterator<Item = usize>>(junction: usize, near: impl Fn(usize) -> I) -> Rounds {
        // Each path to the other junction, which is its last cell.
        let paths: Vec<Vec<usize>> = near(junction)
            .map(|first| {
                let mut path = vec![junction, first];
                while let [.., before, at] = path[..]
                    && near(at).count() == 2
                    && let Some(next) = near(at).find(|&next| next != before)
                {
                    path.push(next);
                }
                path.split_off(1)
            })
            .collect();
        let inner = paths.iter().flat_map(|path| &path[..path.len() - 1]);
        let places: Vec<usize> = inner.chain(paths[0].last()).copied().collect();
        let mut letters = Vec::new();
        for (one, other) in [(0, 1), (1, 0), (1, 2), (2, 1), (0, 2), (2, 0)] {
            let back = paths[other].iter().rev().skip(1);
            let circle: Vec<usize> = paths[one].iter().chain(back).copied().collect();
            let mut to: Vec<usize> = (0..places.len()).collect();
            let place = |cell: usize| places.iter().position(|&place| place == cell).unwrap_or(0);
            for (at, &cell) in circle.iter().enumerate() {
                // The first is pushed to the junction, from which it comes to the last.
                let before = at.checked_sub(1).unwrap_or(circle.len() - 1);
                to[place(cell)] = place(circle[before]);
            }
            letters.push(Round { over: [&circle[..], &[junction]].concat(), to });
        }
        Rounds { places, letters }
    }

    /// Rounds after which everything is at the place that is `wanted` of what is at each.
    fn word(
        &self,
        mut wanted: Vec<usize>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<usize>>, StopReason> {
        let Some(of_three) = self.of_three(budget)? else { return Ok(None) };
        let Some(table) = self.towards(&of_three, budget)? else { return Ok(None) };
        let mut word = Vec::new();
        while let Some(first) = (0..wanted.len()).find(|&place| wanted[place] != place) {
            budget.check()?;
            let second = wanted[first];
            let is_third =
                |&place: &usize| wanted[place] != place && place != first && place != second;
            // Two come home where the third place is wanted by what is at the second.
            let third = [wanted[second]].into_iter().chain(0..wanted.len()).find(is_third);
            let Some(third) = third else { return Ok(None) };
            let there = self.way(&table, [first, second, third]);
            let back: Vec<usize> = there.iter().rev().map(|letter| letter ^ 1).collect();
            word.extend([&there[..], &of_three.letters, &back].concat());
            let of_first = wanted[first];
            (wanted[first], wanted[third], wanted[second]) =
                (wanted[third], wanted[second], of_first);
        }
        Ok(Some(word))
    }

    /// A word that changes three places only: the shortest commutator of words of a few letters.
    fn of_three(&self, budget: &mut Budget<'_>) -> Result<Option<Word>, StopReason> {
        let nothing = Word { letters: Vec::new(), to: (0..self.places.len()).collect() };
        let (mut words, mut from) = (vec![nothing], 0);
        for _ in 0..LETTERS {
            let longer = words[from..].iter().flat_map(|word| {
                let letters = 0..self.letters.len();
                letters.map(move |letter| self.then(word.clone(), &[letter]))
            });
            let longer: Vec<Word> = longer.collect();
            from = words.len();
            words.extend(longer);
        }
        let mut best: Option<Word> = None;
        for one in &words {
            budget.check()?;
            for other in &words {
                let length = 2 * (one.letters.len() + other.letters.len());
                if best.as_ref().is_some_and(|best| best.letters.len() <= length) {
                    continue;
                }
                let inverse = |word: &Word| -> Vec<usize> {
                    word.letters.iter().rev().map(|letter| letter ^ 1).collect()
                };
                let rest = [&other.letters[..], &inverse(one), &inverse(other)].concat();
                let commutator = self.then(one.clone(), &rest);
                if changed(&commutator.to).count() == 3 {
                    best = Some(commutator);
                }
            }
        }
        Ok(best)
    }

    fn then(&self, mut word: Word, letters: &[usize]) -> Word {
        word.letters.extend(letters);
        for &letter in letters {
            word.to.iter_mut().for_each(|place| *place = self.letters[letter].to[*place]);
        }
        word
    }

    /// By three places: the letter that brings what is there nearer to the places that a word changes, in the order in which it does; there
    /// and where there is none, as many as there are letters.
    fn towards(&self, word: &Word, budget: &mut Budget<'_>) -> Result<Option<Vec<u8>>, StopReason> {
        let places = self.places.len();
        // A number of three places takes four bytes.
        if 5 * places.pow(3) as u64 > budget.left() {
            return Ok(None);
        }
        let Some(first) = changed(&word.to).next() else { return Ok(None) };
        let home = [first, word.to[first], word.to[word.to[first]]];
        let none = self.letters.len() as u8;
        let mut table = vec![none; places.pow(3)];
        let (mut open, mut at) = (vec![self.number(home)], 0);
        while let Some(&number) = open.get(at) {
            budget.check_after(1)?;
            let number = number as usize;
            let three = [number / places / places, number / places % places, number % places];
            for letter in 0..self.letters.len() {
                // What the other way round brings from here is brought here by this one.
                let before = three.map(|place| self.letters[letter ^ 1].to[place]);
                let entry = &mut table[self.number(before) as usize];
                if *entry == none && before != home {
                    *entry = letter as u8;
                    open.push(self.number(before));
                }
            }
            at += 1;
        }
        Ok(Some(table))
    }

    /// The letters of a table from three places on.
    fn way(&self, table: &[u8], mut three: [usize; 3]) -> Vec<usize> {
        let mut letters = Vec::new();
        while let Some(round) = self.letters.get(usize::from(table[self.number(three) as usize])) {
            letters.push(table[self.number(three) as usize].into());
            three = three.map(|place| round.to[place]);
        }
        letters
    }

    fn number(&self, three: [usize; 3]) -> u32 {
        three.into_iter().fold(0, |number, place| number * self.places.len() as u32 + place as u32)
    }
}

/// The places that do not keep what they have.
fn changed(to: &[usize]) -> impl Iterator<Item = usize> + use<'_> {
    (0..to.len()).filter(|&place| to[place] != place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Cell, Metric, Setup, Target};
    use crate::solver::budget::unwatched;
    use crate::solver::request::Limits;
    use rand::rngs::ChaCha8Rng;
    use rand::seq::{IndexedRandom, SliceRandom};
    use rand::{RngExt, SeedableRng};

    /// Two rooms of walls side by side, of these widths and one height, and the corridors around them.
    #[test]
    fn every_even_permutation_can_be_had_and_no_odd_one() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for (first, second, height) in
            [(1, 1, 1), (1, 2, 1), (2, 2, 1), (1, 1, 3), (3, 5, 2), (4, 1, 5), (7, 6, 9)]
        {
            let (width, rows) = (first + second + 3, height + 2);
            let mut setup =
                Setup::numbers(width, rows, &[&[1][..], &vec![0; width * rows - 1]].concat());
            let (name, cells) = (setup.pieces[0].name.clone(), vec![Cell::new(0, 0)]);
            setup.goal = vec![Target { name, cells }];
            let inner = |&(column, row): &(usize, usize)| {
                row > 0 && row <= height && ![0, first + 1, width - 1].contains(&column)
            };
            let all = (0..rows).flat_map(|row| (0..width).map(move |column| (column, row)));
            let walls = all.filter(inner);
            setup.walls = walls.map(|(x, y)| Cell::new(x as u8, y as u8)).collect();
            let puzzle = setup.build().unwrap();
            let board = TileBoard::of(&puzzle, Metric::Step).unwrap();
            let cells: Vec<usize> = (0..board.cells().len()).collect();
            assert!(is_theta(&board, &cells));
            for attempt in 0..3 {
                // What is wanted is anything that the blank can do, which goes far enough.
                let mut held: Vec<u8> = (0..cells.len() as u8).collect();
                held.shuffle(&mut rng);
                let (mut goal, mut blank) =
                    (held.clone(), held.iter().position(|&held| held == 0).unwrap());
                for _ in 0..100 * cells.len() + rng.random_range(0..50) {
                    let near: Vec<usize> = board.near(blank).collect();
                    let &next = near.choose(&mut rng).unwrap();
                    goal.swap(blank, next);
                    blank = next;
                }
                if attempt == 2 {
                    let tiles: Vec<usize> = cells.iter().copied().filter(|&c| c != blank).collect();
                    goal.swap(tiles[0], tiles[1]);
                }
                let budget = &mut unwatched(Limits::default());
                let way = solve(&board, &cells, (&held, &goal), budget).unwrap();
                assert_eq!(way.is_some(), attempt < 2);
                for pair in way.unwrap_or_default().windows(2) {
                    assert!(board.near(pair[0]).any(|next| next == pair[1]));
                    held.swap(pair[0], pair[1]);
                }
                assert!(attempt == 2 || held == goal);
            }
        }
    }
}
