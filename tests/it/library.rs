//! The built-in packs: what must be in them, and how they are ordered. That their optima are true is shown in `optimal.rs`.

use huarong::library;
use huarong::notation::{Claim, Entry};
use std::collections::HashSet;

/// The puzzles of the pack with this English title.
fn pack(title: &str) -> &'static [Entry] {
    let found = library::packs().find(|pack| pack.title.en == title);
    &found.unwrap_or_else(|| panic!("no pack {title}")).entries
}

#[test]
fn every_puzzle_has_what_the_game_shows() {
    let mut ids = HashSet::new();
    assert!(library::packs().all(|pack| pack.title.zh.is_some()));
    for entry in library::all() {
        assert!(ids.insert(&entry.id) && !entry.id.is_empty(), "{}", entry.id);
        assert!(
            !entry.name.en.is_empty() && entry.name.zh.is_some() && entry.source.is_some(),
            "{}",
            entry.id
        );
        assert_eq!(entry.claims.iter().count(), 3, "{}", entry.id);
    }
}

#[test]
fn the_packs_hold_what_they_promise() {
    assert_eq!(pack("Huarong Dao").len(), 126);
    assert_eq!(pack("Block Puzzles").len(), 41);
    assert_eq!(pack("Corner Pieces").len(), 20);
    assert!(pack("Rush Hour").len() >= 40);
    let sizes: HashSet<String> =
        pack("Number Puzzles").iter().map(|e| e.puzzle.size().to_string()).collect();
    let wanted = ["3x2", "3x3", "4x4", "5x5", "6x6", "7x7", "8x8", "9x9", "10x10"];
    assert_eq!(sizes, wanted.map(str::to_owned).into());
    let rush = pack("Rush Hour").iter().flat_map(|e| e.puzzle.pieces());
    assert!(rush.into_iter().all(|piece| piece.axis() != huarong::puzzle::Axis::Free));
}

#[test]
fn easier_puzzles_come_first() {
    let difficulty = |entry: &Entry| match entry.claims.get(entry.metric()) {
        Some(Claim::Moves(moves)) => (entry.puzzle.size().area(), moves),
        _ => (entry.puzzle.size().area(), u32::MAX),
    };
    for title in ["Huarong Dao", "Corner Pieces", "Rush Hour", "Number Puzzles"] {
        assert!(pack(title).is_sorted_by_key(difficulty), "{title}");
    }
    let moves = |entry: &Entry| difficulty(entry).1;
    assert!(pack("Block Puzzles").is_sorted_by_key(moves));
}

/// The ranks of the values, equal ones sharing theirs.
fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |value: &f64| {
        let below = values.iter().filter(|other| *other < value).count();
        let same = values.iter().filter(|other| *other == value).count();
        below as f64 + (same - 1) as f64 / 2.0
    };
    values.iter().map(rank).collect()
}

/// Spearman's rank correlation: 1 where two orders agree, 0 where they have nothing to do with each other.
fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let (a, b) = (ranks(a), ranks(b));
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (mean_a, mean_b) = (mean(&a), mean(&b));
    let product = |x: &[f64], y: &[f64], mx: f64, my: f64| {
        x.iter().zip(y).map(|(x, y)| (x - mx) * (y - my)).sum::<f64>()
    };
    let spread = product(&a, &a, mean_a, mean_a) * product(&b, &b, mean_b, mean_b);
    product(&a, &b, mean_a, mean_b) / spread.sqrt()
}

#[test]
fn ranks_that_agree_correlate() {
    assert!((correlation(&[1.0, 2.0, 9.0], &[5.0, 6.0, 7.0]) - 1.0).abs() < 1e-9);
    assert!((correlation(&[1.0, 2.0, 9.0], &[7.0, 6.0, 5.0]) + 1.0).abs() < 1e-9);
    assert!(correlation(&[1.0, 2.0, 3.0, 4.0], &[1.0, 0.0, 0.0, 1.0]).abs() < 1e-9);
}

/// Boards with rooms beside them: so many positions can be reached that nobody waits until all of them are walked.
const VAST: [&str; 7] = [
    "lodzianka",
    "fortune",
    "pelopones",
    "the-time-machine",
    "trail",
    "ambush",
    "from-right-to-left",
];

/// `docs/difficulty.md` has the figures that this prints. That each difficulty is true is proven by `huarong check`.
#[test]
fn difficulty_goes_with_the_order_of_the_collections_but_not_wholly() {
    for pack in library::packs() {
        let rated: Vec<(f64, f64, f64)> = (0..)
            .zip(&pack.entries)
            .filter_map(|(place, entry)| {
                let Some(Claim::Moves(moves)) = entry.claims.get(entry.metric()) else {
                    assert_eq!(entry.difficulty, None, "{}", entry.id);
                    return None;
                };
                let is_vast = VAST.contains(&entry.id.as_str());
                assert_eq!(entry.difficulty.is_none(), is_vast, "{}", entry.id);
                let difficulty = entry.difficulty?;
                Some((f64::from(place), f64::from(moves), f64::from(difficulty)))
            })
            .collect();
        let places: Vec<f64> = rated.iter().map(|(place, ..)| *place).collect();
        let moves: Vec<f64> = rated.iter().map(|(_, moves, _)| *moves).collect();
        let difficulties: Vec<f64> = rated.iter().map(|(.., difficulty)| *difficulty).collect();
        let (by_place, by_moves) =
            (correlation(&places, &difficulties), correlation(&moves, &difficulties));
        println!("{}: {} boards, {by_place:.2}, {by_moves:.2}", pack.title.en, rated.len());
        // Five boards have no ranks worth speaking of.
        assert!(
            rated.len() < 10 || (by_moves > 0.8 && by_moves < 0.999),
            "{}: {by_moves}",
            pack.title.en
        );
    }
}

#[test]
fn the_journey_is_in_the_order_of_the_measure_and_of_all_kinds() {
    let entries: Vec<&Entry> = library::journey()
        .map(|id| library::find(id).unwrap_or_else(|| panic!("no puzzle {id}")))
        .collect();
    let ids: HashSet<&str> = entries.iter().map(|entry| entry.id.as_str()).collect();
    assert_eq!((entries.len(), ids.len()), (60, 60));
    assert!(entries.is_sorted_by_key(|entry| entry.difficulty));
    let moves = entries.iter().map(|entry| match entry.claims.get(entry.metric()) {
        Some(Claim::Moves(moves)) => moves,
        _ => panic!("{} has no solution", entry.id),
    });
    let moves: Vec<u32> = moves.collect();
    assert_eq!((moves.iter().min(), moves.iter().max()), (Some(&3), Some(&138)));
    let others = ["First Steps", "Open Problems"];
    for pack in library::packs().filter(|pack| !others.contains(&pack.title.en.as_str())) {
        let of_it = pack.entries.iter().filter(|entry| ids.contains(entry.id.as_str())).count();
        assert!(of_it >= 4, "{}: {of_it}", pack.title.en);
    }
    for entry in entries {
        let about = entry.about.as_ref().unwrap_or_else(|| panic!("{} has no sentence", entry.id));
        // It has a row of a usual window.
        assert!((10..=76).contains(&about.en.len()) && about.zh.is_some(), "{}", entry.id);
    }
}

/// Their sentences fit into the smallest window, and each names one key.
#[test]
fn the_first_steps_are_five_and_each_names_a_key() {
    let entries: Vec<&Entry> = library::first_steps().filter_map(library::find).collect();
    assert_eq!(entries.len(), 5);
    for entry in entries {
        let about = entry.about.as_ref().expect("it has a sentence");
        for words in [Some(&about.en), about.zh.as_ref()] {
            let words = words.expect("it has both languages");
            assert!(words.matches('{').count() == 1 && words.len() <= 48, "{words}");
        }
    }
}

#[test]
fn labels_are_of_pieces() {
    let hengdaolima = library::find("hengdaolima").unwrap();
    assert_eq!(hengdaolima.labels.len(), hengdaolima.puzzle.pieces().len());
    let cao_cao = hengdaolima.labels.iter().find(|(_, label)| *label == "曹操").unwrap();
    let piece = hengdaolima.puzzle.piece_named(cao_cao.0).unwrap();
    assert_eq!(hengdaolima.puzzle.piece(piece).shape().area(), 4);
}

#[test]
fn each_puzzle_is_the_same_when_it_is_read_alone() {
    for (at, entry) in library::all().enumerate() {
        assert_eq!(library::alone(at).as_ref(), Some(entry));
        assert_eq!(library::place_of(&entry.id), Some(at), "{}", entry.id);
    }
    assert_eq!(library::place_of("none"), None);
    assert_eq!(library::place_of(""), None);
}
