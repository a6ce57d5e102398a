//! A maze of many dimensions, whose layers grow until both ends are wide.

use super::*;
use crate::solver::budget::NoMonitor;
use crate::solver::request::Limits;
use crate::solver::search::hash::hash;

/// Dimensions: a quarter of a million corners, with 48,620 of them in the largest layer.
const BITS: u32 = 18;

/// The corners of a cube, a quarter of which are walls; one move turns over one bit.
struct Maze {
    goals: Vec<u64>,
}

impl Maze {
    fn is_wall(&self, corner: u64) -> bool {
        hash(&corner) >> 8 & 3 == 0 && corner != 0 && !self.is_goal(&corner)
    }
}

impl Space<u64> for Maze {
    fn is_goal(&self, state: &u64) -> bool {
        self.goals.contains(state)
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
        self.goals.iter().all(|&goal| visit(Some(goal)))
    }
}

/// The way found and how many states were made.
fn searched(maze: &Maze, how: (Ends, u32), limits: Limits) -> (Search<u64>, u64) {
    let mut unwatched = NoMonitor;
    let mut budget = Budget::new(&mut unwatched, limits);
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
    [vec![far], vec![far << 1 | 1, far << 5], beside].map(|goals| Maze { goals })
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

#[test]
fn what_the_states_of_a_layer_are_from_a_goal_raises_the_bound() {
    for maze in mazes() {
        let (alone, _) = searched(&maze, (Ends::Start, u32::MAX), on(1));
        let most = moves(&alone).unwrap() as u32;
        let mut unwatched = NoMonitor;
        let mut budget = Budget::new(&mut unwatched, on(2));
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
    let all = 1 << BITS;
    for (space, most) in [(Shut(maze), 1 << 15), (Shut(Maze { goals: vec![all] }), 1 << 15)] {
        for ends in [Ends::Both, Ends::Auto] {
            let mut unwatched = NoMonitor;
            let mut budget = Budget::new(&mut unwatched, on(1));
            assert_eq!(search(&space, 0, (ends, u32::MAX), &mut budget), Search::Exhausted);
            assert!(budget.progress.states < most, "{}", budget.progress.states);
        }
    }
}
