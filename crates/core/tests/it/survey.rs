//! The measures of whole components: known figures, and every measure against a walk through the rules themselves.

use crate::packs;
use huarong_core::notation;
use huarong_core::puzzle::{Cell, Kind, Metric, Position, Puzzle};
use huarong_core::solver::{Limits, NoMonitor, StateSpace, StopReason, Survey, survey};
use std::collections::{BTreeMap, HashMap, VecDeque};

fn measured(puzzle: &Puzzle, metric: Metric) -> Survey {
    survey(puzzle, metric, &Limits::default(), &mut NoMonitor).expect("it is small")
}

fn read(text: &str) -> Puzzle {
    let pack = notation::read("test", text);
    let mut entries = pack.unwrap_or_else(|errors| panic!("{}", errors[0])).entries;
    entries.remove(0).puzzle
}

#[test]
fn heng_dao_li_ma() {
    let puzzle = &packs::find("hengdaolima").puzzle;
    let optima = [(Metric::Step, 116), (Metric::Slide, 90), (Metric::Move, 81)];
    for (metric, optimum) in optima {
        let survey = measured(puzzle, metric);
        assert_eq!((survey.states, survey.solved), (25_955, 964), "{metric}");
        assert_eq!(survey.optimum, Some(optimum), "{metric}");
        assert_eq!(survey.histogram.iter().sum::<u64>(), 25_955);
    }
    assert_eq!(measured(puzzle, Metric::Step).greatest(), Some(126));
}

/// What tells positions apart when pieces of a kind may trade places.
type Key = (Vec<(Kind, Cell)>, usize);

fn key(puzzle: &Puzzle, position: &Position) -> Key {
    let kinds = puzzle.pieces().iter().map(|piece| piece.kind());
    let mut places: Vec<_> = kinds.zip(position.anchors().iter().copied()).collect();
    places.sort_unstable();
    (places, position.stage())
}

/// The component as the rules alone make it: each position once, and where its moves lead.
struct Walked {
    positions: Vec<Position>,
    next: Vec<Vec<usize>>,
}

fn walk(puzzle: &Puzzle, metric: Metric) -> Walked {
    let mut numbers: HashMap<Key, usize> = HashMap::from([(key(puzzle, puzzle.start()), 0)]);
    let mut walked = Walked { positions: vec![puzzle.start().clone()], next: Vec::new() };
    while let Some(position) = walked.positions.get(walked.next.len()).cloned() {
        let mut next = Vec::new();
        for action in puzzle.moves(&position, metric) {
            let mut after = position.clone();
            after.play(puzzle, &action).expect("the rules list legal moves");
            let fresh = numbers.len();
            let number = *numbers.entry(key(puzzle, &after)).or_insert(fresh);
            if number == fresh {
                walked.positions.push(after);
            }
            next.push(number);
        }
        next.sort_unstable();
        next.dedup();
        next.retain(|&number| number != walked.next.len());
        walked.next.push(next);
    }
    walked
}

impl Walked {
    /// By position: moves to the nearest solved one, found backwards from all of them.
    fn distances(&self, puzzle: &Puzzle) -> Vec<Option<u32>> {
        let mut into = vec![Vec::new(); self.next.len()];
        for (from, next) in self.next.iter().enumerate() {
            next.iter().for_each(|&to| into[to].push(from));
        }
        let mut found: Vec<Option<u32>> = vec![None; self.next.len()];
        let solved = |&i: &usize| puzzle.is_solved(&self.positions[i]);
        let mut open: VecDeque<usize> = (0..found.len()).filter(solved).collect();
        open.iter().for_each(|&i| found[i] = Some(0));
        while let Some(at) = open.pop_front() {
            for &from in &into[at] {
                if found[from].is_none() {
                    found[from] = found[at].map(|distance| distance + 1);
                    open.push_back(from);
                }
            }
        }
        found
    }

    /// The shortest ways from a position to a solved one.
    fn ways(&self, at: usize, distances: &[Option<u32>]) -> u128 {
        match distances[at] {
            None => 0,
            Some(0) => 1,
            Some(far) => {
                let nearer = self.next[at].iter().filter(|&&to| distances[to] == Some(far - 1));
                nearer.map(|&to| self.ways(to, distances)).sum()
            }
        }
    }
}

/// Compares a survey with the walk.
fn agrees(puzzle: &Puzzle, metric: Metric) {
    let survey = measured(puzzle, metric);
    let walked = walk(puzzle, metric);
    let distances = walked.distances(puzzle);
    let mut histogram: BTreeMap<u32, u64> = BTreeMap::new();
    for distance in distances.iter().flatten() {
        *histogram.entry(*distance).or_default() += 1;
    }
    assert_eq!(survey.states, walked.positions.len() as u64, "{metric}");
    assert_eq!(survey.histogram, histogram.values().copied().collect::<Vec<_>>(), "{metric}");
    assert_eq!(survey.greatest(), histogram.keys().last().copied(), "{metric}");
    assert_eq!(survey.optimum, distances[0], "{metric}");
    assert_eq!(survey.optimal_solutions, walked.ways(0, &distances), "{metric}");
    let edges: usize = walked.next.iter().map(Vec::len).sum();
    let mean = edges as f64 / walked.positions.len() as f64;
    assert!((survey.mean_branching - mean).abs() < 1e-9, "{metric}");
    let farthest = key(puzzle, &survey.farthest);
    let number = walked.positions.iter().position(|p| key(puzzle, p) == farthest);
    let number = number.expect("the hardest position can be reached");
    assert!(survey.greatest().is_none() || distances[number] == survey.greatest(), "{metric}");
}

#[test]
fn every_measure_of_small_boards_agrees_with_the_rules() {
    let boards = [
        // A mirror image that can be reached, interchangeable pieces, and one that cannot be.
        "aab\ncd.\n=>\n...\n.aa\n",
        "SS..\nSSab\ncdee\n=>\n....\n..SS\n..SS\n",
        "ab.\nab.\n=>\n.ab\n.ab\n",
        "#a.\nbb.\n=>\n#..\nbb.\n",
        "a#b\n.#.\n=>\n.#.\na#.\n",
        // A concave piece, and a gate.
        "aab\na..\n.c.\n=>\n...\n.aa\n.a.\n",
        "ab-\n...\n=>\n..a\n...\n",
        // It cannot be solved.
        "a#b\n.#.\n=>\n.#a\n.#.\n",
        // Numbers: one blank, several, a wall, another goal.
        "1 2 3\n4 0 5\n",
        "1 2 3\n0 0 0\n",
        "0 1 2\n# 3 0\n",
        "1 2\n3 0\n=>\n0 1\n2 3\n",
        "title = \"t\"\n[[puzzle]]\nid = \"x\"\nname = \"x\"\nboard = \"ab./c..\"\ngoal = \".../..a\"\nvia = [\".../a..\", \"..a/...\"]\n",
        "title = \"t\"\n[[puzzle]]\nid = \"x\"\nname = \"x\"\nboard = \"aab/c..\"\ngoal = \".../.aa\"\nlift = true\n",
        "title = \"t\"\n[[puzzle]]\nid = \"x\"\nname = \"x\"\nboard = \"aab/c.b/c..\"\ngoal = \".aa/.../...\"\nlengthwise = true\n",
    ];
    let mut solvable = 0;
    for board in boards {
        let puzzle = read(board);
        for metric in Metric::ALL {
            agrees(&puzzle, metric);
            solvable += usize::from(measured(&puzzle, metric).optimum.is_some());
        }
    }
    assert!(solvable > 20, "{solvable}");
}

#[test]
fn a_limit_is_an_error_and_not_a_number() {
    let puzzle = &packs::find("hengdaolima").puzzle;
    let limits = Limits { memory: Some(10_000), ..Limits::default() };
    let found = survey(puzzle, Metric::Step, &limits, &mut NoMonitor);
    assert_eq!(found, Err(StopReason::Memory));
}

#[test]
fn a_landscape_has_the_figures_of_the_survey_and_true_places() {
    let hengdaolima = &packs::find("hengdaolima").puzzle;
    let numbers = read("[[4,1,2],[5,0,3]]");
    let rush = &packs::find("rush-6").puzzle;
    for (puzzle, metric) in [
        (hengdaolima, Metric::Move),
        (hengdaolima, Metric::Step),
        (&numbers, Metric::Step),
        (rush, Metric::Move),
    ] {
        let space = StateSpace::build(puzzle, metric, &Limits::default(), &mut NoMonitor).unwrap();
        let measured = measured(puzzle, metric);
        assert_eq!(
            (space.survey().states, space.survey().solved, &space.survey().histogram),
            (measured.states, measured.solved, &measured.histogram)
        );
        assert_eq!(space.survey().optimum, measured.optimum);
        assert_eq!(space.survey().optimal_solutions, measured.optimal_solutions);
        assert!((space.survey().mean_branching - measured.mean_branching).abs() < 1e-9);
        let drawn: u64 = space.spots().iter().map(|spot| spot.states).sum();
        assert_eq!(drawn, measured.states);
        let greatest = measured.greatest().unwrap();
        let far = space.nth(greatest, 7).unwrap();
        assert_eq!(space.place(&far).unwrap().1, Some(greatest));
        for action in puzzle.moves(puzzle.start(), metric) {
            let mut next = puzzle.start().clone();
            next.play(puzzle, &action).unwrap();
            assert_eq!(space.place(&next).unwrap().0, 1);
        }
    }
}

#[test]
fn the_landscape_of_slides_is_that_of_all_solvable_boards() {
    let puzzle = read("[[8,6,7],[2,5,4],[3,0,1]]");
    let space = StateSpace::build(&puzzle, Metric::Slide, &Limits::default(), &mut NoMonitor);
    let space = space.unwrap();
    assert_eq!((space.survey().states, space.survey().greatest()), (181_440, Some(24)));
    let (_, to) = space.place(puzzle.start()).unwrap();
    assert_eq!(to, space.survey().optimum);
}

/// How two columns of numbers go together (Pearson).
fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let count = pairs.len() as f64;
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(&|pair| pair.0), mean(&|pair| pair.1));
    let both = mean(&|pair| (pair.0 - x) * (pair.1 - y));
    both / (mean(&|pair| (pair.0 - x).powi(2)) * mean(&|pair| (pair.1 - y).powi(2))).sqrt()
}

/// The positions of 横刀立马 are about as far from the start in space as they are in moves, the way to all of them; and they are where
/// they were the last time.
#[test]
fn in_space_positions_are_as_far_apart_as_in_moves() {
    let puzzle = &packs::find("hengdaolima").puzzle;
    let limits = Limits::default();
    let space = StateSpace::build(puzzle, Metric::Step, &limits, &mut NoMonitor).unwrap();
    let links = space.links(&limits, &mut NoMonitor).unwrap();
    let shape = space.shape(&links, &limits, &mut NoMonitor).unwrap();
    let again = space.shape(&links, &limits, &mut NoMonitor).unwrap();
    assert_eq!((shape.dots(), shape.ribbon()), (again.dots(), again.ribbon()));
    assert_eq!(shape.dots().len() as u64, space.survey().states);
    let start = space.dot_of(&shape, puzzle.start()).unwrap();
    let start = shape.dots()[start].at;
    let pairs: Vec<(f64, f64)> = shape
        .dots()
        .iter()
        .step_by(7)
        .map(|dot| {
            let apart = (0..3).map(|axis| f64::from(dot.at[axis] - start[axis]).powi(2));
            let position = space.position_of(dot);
            let (from, to) = space.place(&position).unwrap();
            assert_eq!(dot.to, to);
            (f64::from(from), apart.sum::<f64>().sqrt())
        })
        .collect();
    let like = correlation(&pairs);
    assert!(like > 0.7, "{like}");
    // Only moves of shortest solutions are on the ribbon, and each of them comes nearer.
    for [from, to] in shape.ribbon() {
        let [from, to] = [from, to].map(|&index| shape.dots()[index as usize]);
        assert!(from.in_corridor && to.in_corridor);
        assert_eq!(from.to, to.to.map(|to| to + 1));
    }
}
