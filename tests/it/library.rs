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
    assert_eq!(pack("Block Puzzles").len(), 25);
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
    assert_eq!(library::count(), library::all().count());
    for (at, entry) in library::all().enumerate() {
        assert_eq!(library::alone(at).as_ref(), Some(entry));
        assert_eq!(library::place_of(&entry.id), Some(at), "{}", entry.id);
    }
    assert_eq!(library::place_of("none"), None);
    assert_eq!(library::place_of(""), None);
}
