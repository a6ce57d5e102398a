//! The corners of a cube, whose layers are known.

use super::*;
use crate::solver::budget::{Monitor, NoMonitor, Progress, unwatched};
use crate::solver::request::Limits;
use std::ops::ControlFlow;

/// The corners of a cube of this many dimensions; an edge turns one bit.
#[derive(Clone, Copy)]
struct Cube(u32, Order);

/// Whether layers are sorted.
#[derive(Clone, Copy, PartialEq)]
enum Order {
    None,
    Sorted,
}

impl Space<u64> for Cube {
    fn is_goal(&self, state: &u64) -> bool {
        state.count_ones() == self.0
    }

    fn is_faster_in_order(&self) -> bool {
        self.1 == Order::Sorted
    }

    fn expand_all(&self, states: &[u64], children: &mut Vec<u64>) {
        for state in states {
            children.extend((0..self.0).map(|bit| state ^ (1 << bit)));
        }
    }
}

fn limits(threads: usize, memory: Option<u64>) -> Limits {
    Limits { threads, memory, ..Limits::default() }
}

/// From the corners with no bit and with one: among the successors of these is the start, which stands for an empty slot of a table.
fn layers(cube: &Cube) -> ParallelLayers<u64> {
    layers_with(cube, Older::States)
}

fn layers_with(cube: &Cube, older: Older) -> ParallelLayers<u64> {
    let layer = |ones| (0..1u64 << cube.0).filter(move |corner| corner.count_ones() == ones);
    let layers: Vec<Vec<u64>> = (0..=1).map(|ones| layer(ones).collect()).collect();
    ParallelLayers::new(layers, older)
}

/// The partitions of all layers, and the way to the far corner.
fn walk(cube: &Cube, limits: Limits) -> (Vec<Vec<Vec<u64>>>, Vec<u64>) {
    let mut budget = unwatched(limits);
    let mut layers = layers(cube);
    loop {
        match layers
            .advance(cube, Wanted::Goal { within: u32::MAX, estimate: None }, &mut budget)
            .unwrap()
        {
            Layer::Found(goal) => {
                let trail = layers.trail(cube, goal, layers.layers.len());
                let list = |part: &Partition<u64>| part.list(&mut Vec::new()).to_vec();
                let lists = |layer: &Partitions<u64>| layer.iter().map(list).collect();
                return (layers.layers.iter().map(lists).collect(), trail);
            }
            Layer::Full => {}
            Layer::Empty => panic!("the far corner was missed"),
        }
    }
}

#[test]
fn the_layers_of_a_cube_are_those_of_pascal_s_triangle() {
    for order in [Order::None, Order::Sorted] {
        let (layers, trail) = walk(&Cube(18, order), limits(1, None));
        let mut expected = 1;
        for (ones, layer) in (0..).zip(&layers) {
            let size: u32 = layer.iter().map(|part| part.len() as u32).sum();
            assert_eq!(size, expected, "corners with {ones} bits");
            assert!(layer.iter().flatten().all(|c| c.count_ones() == ones));
            expected = expected * (18 - ones) / (ones + 1);
        }
        let most = layers.iter().max_by_key(|layer| layer.len()).unwrap();
        assert!(most.len() > 1, "no layer was split");
        let sorted = most.iter().all(|part| part.is_sorted());
        assert_eq!(sorted, order == Order::Sorted);
        assert_eq!(trail.len(), 19);
        for (one, next) in trail.iter().zip(&trail[1..]) {
            assert_eq!((one ^ next).count_ones(), 1);
        }
    }
}

#[test]
fn the_order_is_the_same_on_any_number_of_threads() {
    for order in [Order::None, Order::Sorted] {
        let cube = Cube(17, order);
        let one = walk(&cube, limits(1, None));
        for threads in [2, 3, 7] {
            assert_eq!(walk(&cube, limits(threads, None)), one);
        }
    }
}

#[test]
fn little_memory_means_more_rounds_and_the_same_layers() {
    let cubes = [Order::None, Order::Sorted].map(|order| Cube(18, order));
    let sorted = |(layers, _): (Vec<Vec<Vec<u64>>>, _)| -> Vec<Vec<u64>> {
        let sort = |layer: &Vec<Vec<u64>>| {
            let mut states = layer.concat();
            states.sort_unstable();
            states
        };
        layers.iter().map(sort).collect()
    };
    let all = sorted(walk(&cubes[0], limits(2, None)));
    for cube in cubes {
        assert_eq!(sorted(walk(&cube, limits(2, Some(6 << 20)))), all);
    }
}

/// States that are short of room are packed, although they are not faster in order, and take less of it.
#[test]
fn layers_that_take_much_of_the_memory_are_packed() {
    let cube = Cube(20, Order::None);
    let most = |older, memory| {
        let mut budget = unwatched(limits(2, memory));
        let mut layers = layers_with(&cube, older);
        while layers.depth() < 10 {
            assert!(matches!(layers.advance(&cube, Wanted::Nothing, &mut budget), Ok(Layer::Full)));
        }
        let is_packed = |part: &Partition<u64>| matches!(part, Partition::Packed(_));
        (layers.states, layers.bytes, layers.last().iter().all(is_packed))
    };
    let (all, plain, is_packed) = most(Older::Traces, None);
    assert!(!is_packed);
    // All corners with up to ten of twenty bits.
    assert_eq!(all, (1 << 19) + 184_756 / 2);
    let (states, packed, is_packed) = most(Older::Traces, Some(12 << 20));
    assert!(is_packed);
    assert_eq!(states, all);
    assert!(packed * 2 < plain, "{packed} of {plain} bytes");
    let (_, _, is_packed) = most(Older::States, Some(24 << 20));
    assert!(!is_packed, "all would be unpacked in the end");
}

#[test]
fn traces_of_older_layers_lead_back_by_the_same_way_in_less_memory() {
    let cube = Cube(18, Order::None);
    let way = |older, threads| {
        let mut budget = unwatched(limits(threads, None));
        let mut layers = layers_with(&cube, older);
        loop {
            if let Layer::Found(goal) = layers
                .advance(&cube, Wanted::Goal { within: u32::MAX, estimate: None }, &mut budget)
                .unwrap()
            {
                return (layers.trail(&cube, goal, layers.layers.len()), layers.bytes);
            }
        }
    };
    let (expected, all) = way(Older::States, 1);
    for threads in [1, 2] {
        let (found, bytes) = way(Older::Traces, threads);
        assert_eq!(found, expected);
        assert!(bytes * 3 < all * 2, "{bytes} of {all}");
    }
}

#[test]
fn a_trace_that_is_that_of_another_state_does_not_mislead() {
    let cube = Cube(18, Order::None);
    let mut budget = unwatched(limits(1, None));
    let mut layers = layers_with(&cube, Older::Traces);
    while layers.depth() < 9 {
        assert!(matches!(layers.advance(&cube, Wanted::Nothing, &mut budget), Ok(Layer::Full)));
    }
    // The states one layer on are taken for some of this one, too.
    let beyond = (0..1u64 << 18).filter(|corner| matches!(corner.count_ones(), 6 | 8));
    let layer: Vec<u64> = beyond.collect();
    let past = vec![Past::UNKNOWN; layer.len()];
    let by = Partitioning { bits: 3, alike: 0 };
    layers.by[6] = by;
    let parts =
        split((vec![Partition::Listed(layer)], vec![past]), by, false, &mut budget).unwrap().0;
    layers.traces[6] =
        parts.iter().map(|part| Traces::of(part.list(&mut Vec::new()), KEPT)).collect();
    let state = (1 << 10) - 1;
    let trail = layers.trail(&cube, state, layers.layers.len());
    assert_eq!(trail.len(), 11);
    let ones: Vec<u32> = trail.iter().map(|state| state.count_ones()).collect();
    assert_eq!(ones, (0..=10).rev().collect::<Vec<_>>());
}

#[test]
fn limits_and_the_monitor_stop_it_on_every_thread() {
    struct Never;
    impl Monitor for Never {
        fn progress(&mut self, _: &Progress) -> ControlFlow<()> {
            ControlFlow::Break(())
        }
    }
    let cube = Cube(16, Order::None);
    let stop = |monitor: &mut dyn Monitor, memory| {
        let mut budget = Budget::new(monitor, limits(3, memory));
        let mut layers = layers(&cube);
        loop {
            if let Err(stop) = layers.advance(&cube, Wanted::Nothing, &mut budget) {
                return stop;
            }
        }
    };
    assert_eq!(stop(&mut Never, None), StopReason::Cancelled);
    assert_eq!(stop(&mut NoMonitor, Some(100_000)), StopReason::Memory);
}
