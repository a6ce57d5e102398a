//! Where solutions come together, against slow searches over the rules themselves: positions are taken away, and it is seen whether there
//! is still a way.

use crate::packs;
use crate::random_boards::{component, distances, key, random_setup, seeds};
use huarong_core::notation;
use huarong_core::puzzle::{Axis, Cell, CellSet, Metric, Position, Puzzle};
use huarong_core::solver::{Limits, Necks, NoMonitor, StateSpace};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use std::collections::BTreeSet;

fn read(text: &str) -> Puzzle {
    let pack = notation::read("test", text);
    pack.unwrap_or_else(|errors| panic!("{}", errors[0])).entries.remove(0).puzzle
}

fn found(puzzle: &Puzzle, metric: Metric) -> Necks {
    let limits = Limits::default();
    let space = StateSpace::build(puzzle, metric, &limits, &mut NoMonitor).unwrap();
    let links = space.links(&limits, &mut NoMonitor).unwrap();
    space.necks(&links, &limits, &mut NoMonitor).unwrap()
}

/// What a position looks like after one of the eight ways to turn the board: for each piece its lock and its cells.
fn look(puzzle: &Puzzle, position: &Position, turn: u8) -> BTreeSet<(u8, Vec<Cell>)> {
    let (width, height) = (puzzle.size().width() as u8, puzzle.size().height() as u8);
    let turned = |cell: Cell| {
        let column = if turn & 1 != 0 { width - 1 - cell.column } else { cell.column };
        let row = if turn & 2 != 0 { height - 1 - cell.row } else { cell.row };
        if turn & 4 != 0 { Cell::new(row, column) } else { Cell::new(column, row) }
    };
    let piece = |id| {
        let cells: CellSet = puzzle.cells_of(position, id).iter().map(turned).collect();
        let lock = match (puzzle.piece(id).axis(), turn & 4 != 0) {
            (Axis::Free, _) => 0,
            (Axis::Horizontal, false) | (Axis::Vertical, true) => 1,
            (Axis::Vertical, false) | (Axis::Horizontal, true) => 2,
            _ => 3,
        };
        (lock, cells.iter().collect())
    };
    puzzle.piece_ids().map(piece).collect()
}

fn is_image(puzzle: &Puzzle, one: &Position, other: &Position) -> bool {
    let is_square = puzzle.size().width() == puzzle.size().height();
    let wanted = look(puzzle, other, 0);
    (1..if is_square { 8 } else { 4 }).any(|turn| look(puzzle, one, turn) == wanted)
}

/// The component as the rules make it.
struct Slow {
    states: Vec<Position>,
    onward: Vec<Vec<usize>>,
    to: Vec<Option<u32>>,
}

impl Slow {
    fn of(puzzle: &Puzzle, metric: Metric, most: usize) -> Option<Slow> {
        let (states, into) = component(puzzle, metric)?;
        let mut onward = vec![vec![]; states.len()];
        for (to, from) in into.iter().enumerate() {
            from.iter().for_each(|&from| onward[from].push(to));
        }
        let to = distances(puzzle, &states, &into);
        (states.len() <= most).then_some(Slow { states, onward, to })
    }

    /// Whether a solved position is reached without any of `gone`; and how many positions cannot reach one without them.
    fn without(&self, gone: &[usize]) -> bool {
        let mut seen = vec![false; self.states.len()];
        let mut open = vec![0];
        while let Some(at) = open.pop() {
            if std::mem::replace(&mut seen[at], true) || gone.contains(&at) {
                continue;
            }
            if self.to[at] == Some(0) {
                return true;
            }
            open.extend(&self.onward[at]);
        }
        false
    }

    /// How many positions have a way to a solved one without any of `gone`.
    fn beyond(&self, gone: &[usize]) -> usize {
        let mut near: Vec<bool> = self.to.iter().map(|to| *to == Some(0)).collect();
        loop {
            let mut grown = false;
            for at in 0..near.len() {
                let is_near = !gone.contains(&at) && self.onward[at].iter().any(|&to| near[to]);
                grown |= is_near && !near[at];
                near[at] |= is_near;
            }
            if !grown {
                return near.iter().filter(|near| **near).count();
            }
        }
    }

    /// All sets of `size` positions between the ends without which there is no way.
    fn cuts(&self, size: usize) -> Vec<Vec<usize>> {
        let inner: Vec<usize> =
            (1..self.states.len()).filter(|&at| self.to[at] != Some(0)).collect();
        let mut found = Vec::new();
        let mut chosen: Vec<usize> = (0..size).collect();
        while size <= inner.len() {
            let gone: Vec<usize> = chosen.iter().map(|&i| inner[i]).collect();
            if !self.without(&gone) {
                found.push(gone);
            }
            // The next choice in the order of the alphabet.
            let next = |i: &usize| chosen[*i] + size - i < inner.len();
            let Some(at) = (0..size).rev().find(next) else { break };
            let first = chosen[at] + 1;
            (at..size).for_each(|i| chosen[i] = first + i - at);
        }
        found
    }

    /// The layers of the shortest solutions between their ends.
    fn layers(&self) -> Vec<Vec<usize>> {
        let mut layers = vec![vec![0]];
        for to in (1..self.to[0].unwrap_or(0)).rev() {
            let next = layers.concat().into_iter().flat_map(|at| self.onward[at].clone());
            let mut layer: Vec<usize> = next.filter(|&at| self.to[at] == Some(to)).collect();
            layer.retain(|at| layers.last().unwrap().iter().any(|&b| self.onward[b].contains(at)));
            layer.sort_unstable();
            layer.dedup();
            layers.push(layer);
        }
        layers.remove(0);
        layers
    }
}

/// What the necks of the shortest solutions must be: layers of one position, or of images. Returns how many of each there are.
fn agree_on_shortest(puzzle: &Puzzle, slow: &Slow, necks: &Necks, board: &str) -> (usize, usize) {
    let (mut single, mut merged) = (0, 0);
    let mut listed = necks.shortest.iter().peekable();
    for (from, layer) in (1..).zip(slow.layers()) {
        let neck = listed.next_if(|neck| neck.from == from);
        match (layer.len(), neck) {
            (1, Some(neck)) => {
                single += 1;
                let position = &slow.states[layer[0]];
                assert_eq!(look(puzzle, &neck.position, 0), look(puzzle, position, 0), "{board}");
            }
            (1, None) => panic!("{board}: the only position of layer {from} is no neck"),
            (_, None) => {}
            (_, Some(neck)) => {
                merged += 1;
                let positions = layer.iter().map(|&at| &slow.states[at]);
                let mut others =
                    positions.filter(|p| look(puzzle, p, 0) != look(puzzle, &neck.position, 0));
                assert!(others.all(|other| is_image(puzzle, &neck.position, other)), "{board}");
            }
        }
        if let Some(neck) = neck {
            assert_eq!(Some(neck.from + neck.to), slow.to[0], "{board}");
        }
    }
    assert_eq!(listed.next(), None, "{board}");
    (single, merged)
}

/// What the smallest cut must be: as small as any, and of those as small the one nearest to the goal. Returns its size.
fn agree_on_cut(puzzle: &Puzzle, slow: &Slow, necks: &Necks, board: &str) -> usize {
    let numbers = |cut: &Vec<Position>| -> Vec<usize> {
        // Not by the look: of pieces of one look the goal may tell some apart and others not.
        let number = |p: &Position| {
            let wanted = key(puzzle, p);
            slow.states.iter().position(|other| key(puzzle, other) == wanted).unwrap()
        };
        cut.iter().map(number).collect()
    };
    let size = necks.cut.as_ref().map_or(Necks::MOST + 1, Vec::len);
    for smaller in 1..size.min(3) {
        assert_eq!(slow.cuts(smaller), Vec::<Vec<usize>>::new(), "{board}");
    }
    let Some(cut) = &necks.cut else { return 0 };
    let gone = numbers(cut);
    assert!(!slow.without(&gone), "{board}: there is a way past {gone:?}");
    if size <= 2 {
        let beyond = slow.beyond(&gone);
        let all = slow.cuts(size);
        assert!(all.iter().any(|other| BTreeSet::from_iter(other) == BTreeSet::from_iter(&gone)));
        assert!(all.iter().all(|other| slow.beyond(other) >= beyond), "{board}");
    }
    size
}

#[test]
fn necks_of_random_boards_are_those_of_a_slow_search() {
    let (mut single, mut sizes, mut boards) = (0, [0; Necks::MOST + 1], 0);
    for seed in seeds(800) {
        let Ok(puzzle) = random_setup(&mut ChaCha8Rng::seed_from_u64(seed)).build() else {
            continue;
        };
        for metric in [Metric::Step, Metric::Move] {
            let Some(slow) = Slow::of(&puzzle, metric, 200) else { continue };
            if slow.to[0].is_none_or(|moves| moves < 2) {
                let necks = found(&puzzle, metric);
                assert!(necks.shortest.is_empty() && necks.cut.is_none(), "board {seed}");
                continue;
            }
            let necks = found(&puzzle, metric);
            let board = format!("board {seed}, {metric}");
            single += agree_on_shortest(&puzzle, &slow, &necks, &board).0;
            sizes[agree_on_cut(&puzzle, &slow, &necks, &board)] += 1;
            boards += 1;
        }
    }
    let is_one = std::env::var_os("HUARONG_SEED").is_some();
    let is_rich = boards > 60 && single > 60 && sizes[1] > 20 && sizes[2] > 10;
    assert!(is_rich || is_one, "{boards} boards, {single} necks, cuts {sizes:?}");
}

/// Board and goal are symmetric, so that every way has an image: two positions a layer are one, and the cut has pairs.
#[test]
fn mirror_images_are_one_neck() {
    let boards = [
        "..S..\n..#..\n.....\n=>\n.....\n..#..\n..S..\n",
        "a.S.b\n..#..\n.....\n=>\n.....\n..#..\n..S..\n",
        ".SS.\n.SS.\na##b\n....\n....\n=>\n....\n....\n.##.\n.SS.\n.SS.\n",
        "S..\n.#.\n...\n=>\n...\n.#.\n..S\n",
    ];
    let mut all = 0;
    for board in boards {
        let puzzle = read(board);
        for metric in Metric::ALL {
            let Some(slow) = Slow::of(&puzzle, metric, 3000) else { panic!("{board}") };
            all += agree_on_shortest(&puzzle, &slow, &found(&puzzle, metric), board).1;
        }
    }
    assert!(all > 3, "{all}");
}

/// A wall with two doors, whichever way one goes: both must be taken away, and one is not enough.
#[test]
fn the_doors_of_a_wall_are_the_cut() {
    let puzzle = read("a.#..\n.....\n..#..\n.....\n..#..\n=>\n..#.a\n.....\n..#..\n.....\n..#..\n");
    let cut = found(&puzzle, Metric::Step).cut.unwrap();
    let places: Vec<Cell> =
        cut.iter().map(|p| p.anchor(puzzle.piece_ids().next().unwrap())).collect();
    let rows: BTreeSet<u8> = places.iter().map(|cell| cell.row).collect();
    assert_eq!((places.len(), rows.len()), (2, 2), "{places:?}");
}

#[test]
fn heng_dao_li_ma_has_no_cut_of_one() {
    let puzzle = &packs::find("hengdaolima").puzzle;
    let necks = found(puzzle, Metric::Step);
    assert!(necks.cut.as_ref().is_none_or(|cut| cut.len() > 1), "{:?}", necks.cut);
    let steps: Vec<u32> = necks.shortest.iter().map(|neck| neck.from).collect();
    assert!(steps.windows(2).all(|pair| pair[0] < pair[1]) && !steps.is_empty(), "{steps:?}");
}
