//! A maze of many dimensions, whose layers grow until both ends are wide.

use super::*;
use crate::solver::budget::{Monitor, unwatched};
use crate::solver::request::Limits;
use crate::solver::search::hash::hash;
use std::ops::ControlFlow;

/// Dimensions: a quarter of a million corners, with 48,620 of them in the largest layer.
const BITS: u32 = 18;

/// The corners of a cube, a quarter of which are walls; one move turns over one bit.
struct Maze {
    goals: Vec<u64>,
    /// Whether they can be listed.
    are_listed: bool,
    /// Whether they are goals, or look so from afar alone.
    are_real: bool,
}

impl Maze {
    fn is_wall(&self, corner: u64) -> bool {
        hash(&corner) >> 8 & 3 == 0 && corner != 0 && !self.goals.contains(&corner)
    }
}

impl Space<u64> for Maze {
    fn is_goal(&self, state: &u64) -> bool {
        self.are_real && self.goals.contains(state)
    }

    fn expand_all(&self, states: &[u64], children: &mut Vec<u64>) {
        let next = states.iter().flat_map(|state| (0..BITS).map(move |bit| state ^ 1 << bit));
        children.extend(next.filter(|&corner| !self.is_wall(corner)));
    }

    fn estimate(&self, state: &u64) -> u32 {
        let far = self.goals.iter().map(|goal| (state ^ goal).count_ones());
        far.min().unwrap_or(0)
    }

    fn goals(&self, visit: &mut dyn FnMut(Option<u64>) -> bool) -> bool {
        self.are_listed && self.goals.iter().all(|&goal| visit(Some(goal)))
    }

    /// Up to two moves less than a goal is away.
    fn sharper_estimate(
        &self,
        _start: u64,
        _most: u64,
        _budget: &mut Budget<'_>,
    ) -> Result<Option<Box<Estimate<'_, u64>>>, StopReason> {
        let mut distances = vec![UNREACHABLE; 1 << BITS];
        let (mut layer, mut distance) = (self.goals.clone(), 0);
        while !layer.is_empty() {
            layer.retain(|&corner| {
                let known = std::mem::replace(&mut distances[corner as usize], distance);
                distances[corner as usize] = known.min(distance);
                known == UNREACHABLE
            });
            let mut next = Vec::new();
            self.expand_all(&layer, &mut next);
            (layer, distance) = (next, distance + 1);
        }
        Ok(Some(Box::new(move |corner| {
            let distance = distances[*corner as usize];
            distance.saturating_sub(if distance < UNREACHABLE {
                hash(corner) as u32 % 3
            } else {
                0
            })
        })))
    }
}

/// The way found and how many states were made.
fn searched(maze: &Maze, how: (Ends, u32), limits: Limits) -> (Search<u64>, u64) {
    let mut budget = unwatched(limits);
    let end = search(maze, 0, how, &mut budget);
    if let Search::Path(states) = &end {
        assert_eq!((states[0], maze.is_goal(&states[states.len() - 1])), (0, true));
        let is_move = |pair: &[u64]| (pair[0] ^ pair[1]).is_power_of_two();
        assert!(states.windows(2).all(is_move) && !states.iter().any(|&s| maze.is_wall(s)));
    }
    (end, budget.progress.states)
}

fn moves(end: &Search<u64>) -> Option<usize> {
    match end {
        Search::Path(states) => Some(states.len() - 1),
        _ => None,
    }
}

fn on(threads: usize) -> Limits {
    Limits { threads, ..Limits::default() }
}

/// Goals so far from the start that layers are wide before they meet: one, two, and some beside each other.
fn mazes() -> [Maze; 3] {
    let far = (1 << 13) - 1;
    let beside = (0..9).map(|bit| far ^ 1 << bit).collect();
    [vec![far], vec![far << 1 | 1, far << 5], beside].map(|goals| Maze {
        goals,
        are_listed: true,
        are_real: true,
    })
}

#[test]
fn both_ends_meet_in_the_middle_of_a_shortest_path() {
    for maze in mazes() {
        let (alone, all) = searched(&maze, (Ends::Start, u32::MAX), on(1));
        assert!(moves(&alone).is_some_and(|moves| moves >= 12));
        for ends in [Ends::Both, Ends::Auto] {
            let [one, two] = [1, 2].map(|threads| searched(&maze, (ends, u32::MAX), on(threads)));
            assert_eq!(moves(&one.0), moves(&alone), "{ends:?}");
            assert_eq!(one, two, "{ends:?}");
            assert!(one.1 * 2 < all, "{} of {all}", one.1);
        }
    }
}

#[test]
fn that_nothing_is_shorter_is_proven_from_both_ends() {
    for maze in mazes() {
        let (alone, _) = searched(&maze, (Ends::Start, u32::MAX), on(1));
        let most = moves(&alone).unwrap() as u32;
        for ends in [Ends::Both, Ends::Auto] {
            let (end, _) = searched(&maze, (ends, most - 1), on(2));
            let none = Search::Stopped { lower_bound: most, why: StopReason::Cancelled };
            assert_eq!(end, none, "{ends:?}");
            let (end, _) = searched(&maze, (ends, most), on(2));
            assert_eq!(moves(&end), Some(most as usize), "{ends:?}");
        }
    }
}

/// Says stop when it is asked for the last time of so many.
struct Patient(std::sync::atomic::AtomicU64);

impl Monitor for Patient {
    fn progress(&mut self, _: &Progress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn cancelled(&self) -> bool {
        let left = self.0.load(std::sync::atomic::Ordering::Relaxed);
        self.0.store(left.saturating_sub(1), std::sync::atomic::Ordering::Relaxed);
        left == 0
    }
}

#[test]
fn wherever_it_is_stopped_the_bound_is_proven() {
    for (maze, threads) in mazes().iter().zip([1, 2, 1]) {
        let stopped_after = |checks: u64| {
            let mut patient = Patient(checks.into());
            let mut budget = Budget::new(&mut patient, on(threads));
            let end = search(maze, 0, (Ends::Both, u32::MAX), &mut budget);
            let told = budget.progress.lower_bound;
            (end, told, patient.0.into_inner())
        };
        let (whole, _, left) = stopped_after(u64::MAX);
        let (fewest, checks) = (moves(&whole).unwrap() as u32, u64::MAX - left);
        for part in 0..200 {
            let (end, told, _) = stopped_after(checks * part / 200);
            assert!(told <= fewest, "{told} of {fewest} after {part}");
            match end {
                Search::Stopped { lower_bound, why: StopReason::Cancelled } => {
                    assert!(lower_bound <= fewest, "{lower_bound} of {fewest} after {part}");
                }
                end => assert_eq!(moves(&end), Some(fewest as usize)),
            }
        }
    }
}

#[test]
fn what_the_states_of_a_layer_are_from_a_goal_raises_the_bound() {
    for maze in mazes() {
        let (alone, _) = searched(&maze, (Ends::Start, u32::MAX), on(1));
        let most = moves(&alone).unwrap() as u32;
        let mut budget = unwatched(on(2));
        let mut layers = BreadthFirst::new(&maze, 0, Ends::Start);
        let (mut depth, mut raised) = (0, 0);
        // One more than the optimum, so that the bound is not just what is wanted.
        while layers.advance(most + 1, &mut budget).unwrap().is_none() {
            depth += 1;
            assert!((depth + 1..=most).contains(&layers.lower_bound()), "{depth} of {most}");
            raised += u32::from(layers.lower_bound() > depth + 1);
        }
        assert!(raised > most / 2, "{raised} of {most}");
    }
}

#[test]
fn where_memory_is_short_the_way_is_as_long() {
    let [maze, ..] = mazes();
    let (alone, _) = searched(&maze, (Ends::Start, u32::MAX), on(1));
    let (mut found, mut stopped) = (0, 0);
    for kilobytes in [300, 1000, 2000, 4000, 8000, 16000] {
        let limits = Limits { memory: Some(kilobytes << 10), ..on(2) };
        match searched(&maze, (Ends::Auto, u32::MAX), limits).0 {
            Search::Stopped { lower_bound, why: StopReason::Memory } => {
                assert!(lower_bound as usize <= moves(&alone).unwrap());
                stopped += 1;
            }
            end => {
                assert_eq!(moves(&end), moves(&alone));
                found += 1;
            }
        }
    }
    assert!(found > 1 && stopped > 1, "{found} {stopped}");
}

#[test]
fn goals_that_cannot_be_reached_are_soon_seen_to_be() {
    // Nothing leads to the far corner.
    struct Shut(Maze);
    impl Space<u64> for Shut {
        fn is_goal(&self, state: &u64) -> bool {
            self.0.is_goal(state)
        }
        fn expand_all(&self, states: &[u64], children: &mut Vec<u64>) {
            let goal = self.0.goals[0];
            let (open, from) = (children.len(), states.iter().filter(|&&state| state != goal));
            from.for_each(|state| self.0.expand_all(&[*state], children));
            let kept: Vec<u64> = children.drain(open..).filter(|&child| child != goal).collect();
            children.extend(kept);
        }
        fn goals(&self, visit: &mut dyn FnMut(Option<u64>) -> bool) -> bool {
            self.0.goals(visit)
        }
    }
    let [maze, ..] = mazes();
    let outside = Maze { goals: vec![1 << BITS], ..maze };
    for (space, most) in [(Shut(maze), 1 << 15), (Shut(outside), 1 << 15)] {
        for ends in [Ends::Both, Ends::Auto] {
            let mut budget = unwatched(on(1));
            assert_eq!(search(&space, 0, (ends, u32::MAX), &mut budget), Search::Exhausted);
            assert!(budget.progress.states < most, "{}", budget.progress.states);
        }
    }
}

/// The way found in rounds that begin as soon as layers are wide, how many states were made, and the greatest bound on the way.
fn in_rounds(maze: &Maze, within: u32, limits: Limits) -> (Search<u64>, u64, u32) {
    let mut budget = unwatched(limits);
    let layers = BreadthFirst::new(maze, 0, Ends::Auto);
    let mut layers = BreadthFirst { worth_an_estimate: Some(0), ..layers };
    let mut bound = 0;
    let end = loop {
        match layers.advance(within, &mut budget) {
            Err(why) => break Search::Stopped { lower_bound: layers.lower_bound(), why },
            Ok(Some(end)) => break end,
            Ok(None) => {
                assert!(layers.lower_bound() >= bound, "what was proven is so still");
                bound = layers.lower_bound();
            }
        }
    };
    let has_asked = layers.worth_an_estimate.is_none();
    assert!(has_asked || within < u32::MAX || limits.memory.is_some());
    (end, budget.progress.states, bound)
}

#[test]
fn rounds_end_with_a_shortest_path_in_fewer_states() {
    for maze in mazes().map(|maze| Maze { are_listed: false, ..maze }) {
        let (alone, all) = searched(&maze, (Ends::Start, u32::MAX), on(1));
        let most = moves(&alone).unwrap() as u32;
        let [one, two] = [1, 2].map(|threads| in_rounds(&maze, u32::MAX, on(threads)));
        assert_eq!(one, two);
        let (end, states, bound) = one;
        assert_eq!(moves(&end), Some(most as usize));
        assert!(bound <= most && states < all, "at least {bound} of {most}; {states} of {all}");
        // Where a path is known that is longer.
        for within in [most, most + 1, most + 3] {
            let (end, fewer, bound) = in_rounds(&maze, within, on(2));
            assert_eq!(moves(&end), Some(most as usize));
            assert!(bound <= most && fewer < all, "at least {bound}; {fewer} of {all}");
        }
        let (end, _, _) = in_rounds(&maze, most - 1, on(2));
        let none = Search::Stopped { lower_bound: most, why: StopReason::Cancelled };
        assert_eq!(end, none);
    }
}

#[test]
fn rounds_end_where_there_is_no_goal() {
    for maze in mazes() {
        let (are_listed, are_real) = (false, false);
        let sham = Maze { are_listed, are_real, ..maze };
        assert_eq!(in_rounds(&sham, u32::MAX, on(2)).0, Search::Exhausted);
        // Where states were left out because of a path that is known, nothing is said of longer ones.
        for within in [8, 14] {
            let none = Search::Stopped { lower_bound: within + 1, why: StopReason::Cancelled };
            assert_eq!(in_rounds(&sham, within, on(2)).0, none);
        }
        let none = Maze { goals: Vec::new(), ..sham };
        assert_eq!(in_rounds(&none, u32::MAX, on(2)).0, Search::Exhausted);
    }
}

#[test]
fn rounds_stay_within_their_memory() {
    let [maze, ..] = mazes().map(|maze| Maze { are_listed: false, ..maze });
    let most = moves(&searched(&maze, (Ends::Start, u32::MAX), on(1)).0);
    let (mut found, mut stopped) = (0, 0);
    for kilobytes in [300, 1000, 2000, 4000, 8000, 16000] {
        let limits = Limits { memory: Some(kilobytes << 10), ..on(2) };
        match in_rounds(&maze, u32::MAX, limits).0 {
            Search::Stopped { lower_bound, why: StopReason::Memory } => {
                assert!(lower_bound as usize <= most.unwrap());
                stopped += 1;
            }
            end => {
                assert_eq!(moves(&end), most);
                found += 1;
            }
        }
    }
    assert!(found > 1 && stopped > 1, "{found} {stopped}");
}
