//! The corners of a cube, whose layers are known.

use super::*;
use crate::solver::budget::{Monitor, NoMonitor};
use std::fs;
use std::path::Path;

/// The corners of a cube of this many dimensions: an edge turns one bit, or only sets one.
struct Cube {
    bits: u32,
    goal: u64,
    both_ways: bool,
}

/// To the far corner.
fn cube(both_ways: bool) -> Cube {
    Cube { bits: 8, goal: (1 << 8) - 1, both_ways }
}

impl Space<u64> for Cube {
    fn is_goal(&self, state: &u64) -> bool {
        *state == self.goal
    }

    fn expand_all(&self, states: &[u64], children: &mut Vec<u64>) {
        for state in states {
            assert!(*state < 1 << self.bits, "no corner of the cube");
            let turned = (0..self.bits).map(|bit| state ^ (1 << bit));
            children.extend(turned.filter(|child| self.both_ways || child > state));
        }
    }

    fn together(&self) -> usize {
        2
    }

    fn is_undirected(&self) -> bool {
        self.both_ways
    }
}

/// So little at a time that everything is done several times.
const LITTLE: Sizes = Sizes { many: 20, parts: 3, chunk: 128, run: 512, files: 2 };

fn disk(folder: &Path) -> Disk {
    Disk { folder: folder.to_owned(), limit: None, resume: true }
}

fn searched(
    cube: &Cube,
    (disk, threads): (&Disk, usize),
    monitor: &mut dyn Monitor,
) -> Result<(End<u64>, Vec<u64>), Halt> {
    let limits = Limits { threads, ..Limits::default() };
    let mut search = DiskSearch::open(cube, 0, ("a cube", disk), limits)?;
    search.sizes = LITTLE;
    let end = search.run(&mut Budget::new(monitor, limits))?;
    let files: Vec<_> = fs::read_dir(&disk.folder).unwrap().flatten().collect();
    let bytes = |file: &fs::DirEntry| match file.file_name().to_str().unwrap().contains('-') {
        true => file.metadata().unwrap().len(),
        false => 0,
    };
    // What a search that was stopped has left is counted by the next one, which knows what it needs.
    if !matches!(end, End::Limit(_)) {
        assert_eq!(search.folder.usage.bytes(), files.iter().map(bytes).sum::<u64>());
    }
    assert_eq!(search.counts.held.load(Ordering::Relaxed), 0);
    let layers = search.finished().layers.iter().map(|parts| parts.iter().sum()).collect();
    Ok((end, layers))
}

/// The corners of a cube with 0, 1, 2, ... bits.
fn pascal(bits: u64) -> Vec<u64> {
    let next = |(number, ones): (u64, u64)| (number * (bits - ones) / (ones + 1), ones + 1);
    std::iter::successors(Some((1, 0)), |&last| Some(next(last)))
        .take(bits as usize + 1)
        .map(|(number, _)| number)
        .collect()
}

fn assert_path(end: &End<u64>) {
    let End::Path(path) = end else { panic!("no path") };
    assert_eq!((path.len(), path[0], path[8]), (9, 0, (1 << 8) - 1));
    assert!(path.windows(2).all(|two| (two[0] ^ two[1]).count_ones() == 1));
}

#[test]
fn the_layers_of_a_cube_are_those_of_pascal_s_triangle() {
    for (both_ways, threads) in [(true, 1), (true, 3), (false, 1), (false, 2)] {
        let folder = tempfile::tempdir().unwrap();
        let (end, layers) =
            searched(&cube(both_ways), (&disk(folder.path()), threads), &mut NoMonitor).unwrap();
        assert_path(&end);
        assert_eq!(layers, pascal(8)[..8]);
    }
}

#[test]
fn without_a_goal_everything_is_seen() {
    let folder = tempfile::tempdir().unwrap();
    let cube = Cube { goal: u64::MAX, ..cube(true) };
    let (end, layers) = searched(&cube, (&disk(folder.path()), 2), &mut NoMonitor).unwrap();
    assert!(matches!(end, End::Exhausted));
    assert_eq!((&layers[..9], layers[9]), (&pascal(8)[..], 0));
    let (end, again) = searched(&cube, (&disk(folder.path()), 2), &mut NoMonitor).unwrap();
    assert!(matches!(end, End::Exhausted));
    assert_eq!(again, layers);
}

/// Lets a search look at its limits so many times.
struct Patience(u32);

impl Monitor for Patience {
    fn cancelled(&self) -> bool {
        self.0 == 0
    }
}

/// A search that is stopped in the middle leaves what one leaves that is killed: files that are not finished.
#[test]
fn a_search_that_was_stopped_goes_on() {
    /// Lets the rules of a cube be asked so many times.
    struct Tired(Cube, AtomicU64);
    impl Space<u64> for Tired {
        fn is_goal(&self, state: &u64) -> bool {
            self.0.is_goal(state)
        }
        fn expand_all(&self, states: &[u64], children: &mut Vec<u64>) {
            let left =
                self.1.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1));
            assert!(left.is_ok(), "tired");
            self.0.expand_all(states, children);
        }
        fn together(&self) -> usize {
            40
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let disk = disk(folder.path());
    let mut tries = 0;
    loop {
        tries += 1;
        // A panic is the most sudden end that a test survives.
        let tired = Tired(cube(true), AtomicU64::new(tries));
        let end = std::panic::catch_unwind(|| {
            let mut search =
                DiskSearch::open(&tired, 0, ("a cube", &disk), Limits::default()).unwrap();
            search.sizes = LITTLE;
            search.run(&mut Budget::new(&mut NoMonitor, Limits::default())).unwrap()
        });
        if let Ok(end) = end {
            assert_path(&end);
            break;
        }
    }
    assert!(tries > 3, "it never had to go on");
    let (end, layers) = searched(&cube(true), (&disk, 2), &mut NoMonitor).unwrap();
    assert_path(&end);
    assert_eq!(layers, pascal(8)[..8]);
}

#[test]
fn who_is_told_to_stop_says_so_and_goes_on_later() {
    let folder = tempfile::tempdir().unwrap();
    let disk = disk(folder.path());
    let (end, layers) = searched(&cube(true), (&disk, 2), &mut Patience(0)).unwrap();
    assert!(matches!(end, End::Limit(StopReason::Cancelled)));
    assert!(layers.len() < 8);
    assert_path(&searched(&cube(true), (&disk, 2), &mut NoMonitor).unwrap().0);
}

#[test]
fn files_grow_no_further_than_they_may() {
    let folder = tempfile::tempdir().unwrap();
    let narrow = Disk { limit: Some(700), ..disk(folder.path()) };
    let full = searched(&cube(true), (&narrow, 1), &mut NoMonitor);
    assert!(matches!(full, Err(Halt::Full)));
    let list = fs::read_to_string(folder.path().join("search.json")).unwrap();
    let list: Finished = serde_json::from_str(&list).unwrap();
    let layers: Vec<u64> = list.layers.iter().map(|parts| parts.iter().sum()).collect();
    assert_eq!(layers[..], pascal(8)[..layers.len()]);
    assert!((2..8).contains(&layers.len()), "{layers:?}");
    assert_path(&searched(&cube(true), (&disk(folder.path()), 1), &mut NoMonitor).unwrap().0);
}

fn failure(result: Result<(End<u64>, Vec<u64>), Halt>) -> String {
    match result {
        Err(Halt::Failed(error)) => error.to_string(),
        _ => panic!("it did not fail"),
    }
}

#[test]
fn what_is_not_this_search_or_is_damaged_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let other = folder.path().join("notes.states");
    fs::write(&other, "mine").unwrap();
    let disk = disk(folder.path());
    let cube = cube(true);
    let limits = Limits::default();
    let search = DiskSearch::open(&cube, 0, ("a cube", &disk), limits).unwrap();
    let said = failure(searched(&cube, (&disk, 1), &mut NoMonitor));
    assert!(said.ends_with("another search is at work in this folder"), "{said}");
    drop(search);
    searched(&cube, (&disk, 1), &mut NoMonitor).unwrap();
    let again = Disk { resume: false, ..disk.clone() };
    let said = failure(searched(&cube, (&again, 1), &mut NoMonitor));
    assert!(said.ends_with("which was not asked to be resumed"), "{said}");
    let of_another = DiskSearch::open(&cube, 0, ("a ball", &disk), limits).err().unwrap();
    let said = of_another.reason().unwrap_err().to_string();
    assert!(said.ends_with("the folder holds another search: a cube"), "{said}");
    // The last layer is expanded again, since a goal was found in the middle of it.
    let last = folder.path().join("layer-0007-00.states");
    let bytes = fs::read(&last).unwrap();
    fs::write(&last, &bytes[1..]).unwrap();
    let said = failure(searched(&cube, (&disk, 1), &mut NoMonitor));
    assert!(said.ends_with("layer-0007-00.states: it is damaged"), "{said}");
    fs::write(&last, &bytes).unwrap();
    // A state that there is not, of which nobody is asked for the moves.
    let last = folder.path().join("layer-0007-02.states");
    let mut wrong = fs::read(&last).unwrap();
    wrong[..2].copy_from_slice(&[0xfe, 0xff]);
    fs::write(&last, &wrong).unwrap();
    let said = failure(searched(&cube, (&disk, 1), &mut NoMonitor));
    assert!(said.ends_with("layer-0007-02.states: it is damaged"), "{said}");
    fs::write(folder.path().join("search.json"), "{}").unwrap();
    let said = failure(searched(&cube, (&disk, 1), &mut NoMonitor));
    assert!(said.ends_with("search.json: it is damaged"), "{said}");
    assert_eq!(fs::read_to_string(other).unwrap(), "mine");
}

/// A layer that only leaves out what it has is read to its end as well, where its sum stands.
#[test]
fn damage_in_the_layer_before_the_last_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let narrow = Disk { limit: Some(700), ..disk(folder.path()) };
    assert!(matches!(searched(&cube(true), (&narrow, 1), &mut NoMonitor), Err(Halt::Full)));
    let list = fs::read_to_string(folder.path().join("search.json")).unwrap();
    let list: Finished = serde_json::from_str(&list).unwrap();
    let before = folder.path().join(format!("layer-{:04}-00.states", list.layers.len() - 2));
    let mut bytes = fs::read(&before).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&before, bytes).unwrap();
    let said = failure(searched(&cube(true), (&disk(folder.path()), 1), &mut NoMonitor));
    assert!(said.ends_with("-00.states: it is damaged"), "{said}");
}
