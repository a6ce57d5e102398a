//! The order of what is played, and what is found.

use super::*;
use crate::puzzle::Setup;

fn entry(id: &str, numbers: &[u32]) -> Entry {
    Entry { id: id.to_owned(), ..Entry::of(Setup::numbers(3, 2, numbers).build().unwrap()) }
}

fn ids(list: &Playlist) -> Vec<&str> {
    list.entries().iter().map(|entry| entry.id.as_str()).collect()
}

/// Two puzzles, and a collection of a third one.
fn three() -> (Entry, Entry, Pack) {
    let pack = Pack { title: "later".into(), entries: vec![entry("three", &[1, 2, 0, 4, 5, 3])] };
    let one = entry("one", &[1, 2, 3, 4, 0, 5]);
    (one, entry("two", &[1, 2, 3, 0, 4, 5]), pack)
}

#[test]
fn an_id_is_found_without_its_hyphens_too() {
    let list = Playlist::collections([entry("rush-51", &[1, 2, 3, 4, 0, 5])], [], 0).unwrap();
    for filter in ["rush51", "rush-51", "RUSH 51", "3x2"] {
        assert_eq!(list.matching(filter), [0], "{filter}");
    }
    assert_eq!(list.matching("rush52"), [0; 0]);
}

/// An id may be a word of another language, and names have characters that nothing else reads.
#[test]
fn every_chinese_name_is_found_by_its_pinyin() {
    let list = Playlist::collections([], library::packs(), 0).unwrap();
    for name in list.entries().iter().filter_map(|entry| entry.name.zh.as_deref()) {
        let read = library::pinyin(name);
        assert!(!read.is_empty() && read.is_ascii(), "{name} {read}");
        let is_found = |&place: &usize| list.entries()[place].name.zh.as_deref() == Some(name);
        assert!(list.matching(&read).iter().any(is_found), "{name} {read}");
    }
    let found = |filter| list.matching(filter).into_iter().map(|at| &list.entries()[at].id);
    assert_eq!(found("gutou").collect::<Vec<_>>(), ["bone"]);
}

#[test]
fn a_collection_comes_first_and_takes_in_what_was_alone() {
    let (one, two, pack) = three();
    let mut list = Playlist::collections([two.clone()], [&pack], 0).unwrap();
    let played = list.current();
    let placed = list.put_first("first".into(), vec![one, two]);
    assert_eq!(ids(&list), ["one", "two", "three"]);
    assert!(Arc::ptr_eq(&placed[1], &played) && list.at() == 1);
    let names = |at| list.collection(at).map(|(name, range)| (name.en.as_str(), range));
    assert_eq!(names(0), Some(("first", 0..2)));
    assert_eq!(names(2), Some(("later", 2..3)));
}

#[test]
fn a_collection_goes_away_but_for_the_one_that_is_played() {
    let (one, two, pack) = three();
    for (at, left) in [(0, &["one", "three"][..]), (2, &["three"][..])] {
        let mut list = Playlist::collections([], [&pack], 0).unwrap();
        let placed = list.put_first("first".into(), vec![one.clone(), two.clone()]);
        let played = list.choose(at).unwrap();
        // Another collection is first: nothing goes away.
        list.take_back(&[Arc::new(one.clone())]);
        assert_eq!(list.entries().len(), 3);
        list.take_back(&placed);
        assert_eq!(ids(&list), left);
        assert!(Arc::ptr_eq(&list.current(), &played));
        let last = left.len() - 1;
        let named = list.collection(last).map(|(name, range)| (name.en.as_str(), range));
        assert_eq!(named, Some(("later", last..last + 1)));
    }
}

#[test]
fn boards_that_are_made_stay_before_all_collections() {
    let first = entry("made-1", &[1, 2, 3, 4, 0, 5]);
    let mut made = 1;
    let make = move || {
        made += 1;
        Some(entry(&format!("made-{made}"), &[1, 2, 3, 4, 0, 5]))
    };
    let mut list = Playlist::made(first, make, []);
    list.put_first("first".into(), vec![entry("one", &[1, 2, 3, 0, 4, 5])]);
    assert_eq!((ids(&list), list.at()), (vec!["made-1", "one"], 0));
    assert_eq!(list.advance().map(|entry| entry.id.clone()).as_deref(), Some("made-2"));
}

#[test]
fn boards_that_were_made_come_back_in_their_order() {
    let mut list = Playlist::boards((3, 3), 7).unwrap();
    list.complete();
    let name = |entry: Option<Arc<Entry>>| entry.map(|entry| entry.name.en.clone());
    // Nothing was before the first, and not the last one of the collections either.
    assert_eq!(name(list.retreat()), None);
    let made = [list.advance(), list.advance()].map(name);
    assert_eq!(made.each_ref().map(Option::as_deref), [Some("3x3 8"), Some("3x3 9")]);
    assert_eq!(name(list.retreat()), made[0]);
    assert_eq!(name(list.retreat()).as_deref(), Some("3x3 7"));
    assert_eq!(name(list.retreat()), None);
    assert_eq!([list.advance(), list.advance()].map(name), made);
    assert_eq!(name(list.advance()).as_deref(), Some("3x3 a"));
}

#[test]
fn nothing_is_before_a_board_of_its_own() {
    let mut list = Playlist::random(entry("one", &[1, 2, 3, 4, 0, 5]), 1);
    list.complete();
    assert_eq!(list.retreat(), None);
    let next = list.advance();
    assert_eq!((next.as_deref(), list.at()), (library::all().next(), 1));
    assert_eq!(list.retreat().map(|entry| entry.id.clone()).as_deref(), Some("one"));
}

#[test]
fn boards_that_were_ordered_come_back_in_their_order() {
    let board = |name| entry(name, &[1, 2, 3, 4, 0, 5]);
    let name = |entry: Option<Arc<Entry>>| entry.map(|entry| entry.id.clone()).unwrap_or_default();
    let mut list = Playlist::random(board("one"), 1);
    assert_eq!(name(list.add(board("two"))), "two");
    assert_eq!(name(list.add(board("three"))), "three");
    assert_eq!([list.retreat(), list.retreat()].map(name), ["two", "one"]);
    assert!(list.was_left_again() && list.retreat().is_none());
    assert_eq!(name(list.advance()), "two");
    // What was left again stands before what is new.
    assert_eq!(name(list.add(board("four"))), "four");
    assert!(!list.was_left_again());
    assert_eq!([list.retreat(), list.retreat()].map(name), ["three", "two"]);
    assert_eq!(Playlist::one(board("one")).add(board("two")), None);
}

#[test]
fn boards_follow_each_other_by_seed() {
    let mut list = Playlist::boards((3, 3), u64::MAX).unwrap();
    list.complete();
    assert_eq!(list.current().name.en, "3x3 3w5e11264sgsf");
    assert_eq!(list.advance().unwrap().name.en, "3x3 0");
    assert!(Playlist::boards((99, 3), 0).is_err());
}

#[test]
fn a_list_that_was_begun_is_completed_around_the_one_that_is_played() {
    let entry = library::alone(30).unwrap();
    let whole = || Playlist::collections([], library::packs(), 30).unwrap();
    let mut list = Playlist::begun(entry, Some(library::place_in_pack(30)), whole);
    let (first, place) = (list.current(), list.place());
    assert_eq!(list.entries().len(), 1);
    list.complete();
    assert!(Arc::ptr_eq(&first, &list.current()));
    assert_eq!((list.place(), list.entries().len()), (place, library::all().count()));
    list.complete();
    assert_eq!(list.advance().as_deref(), library::all().nth(31));
}

/// Who opens one puzzle of a file has the others before and after it.
#[test]
fn a_puzzle_of_a_file_stands_among_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pack.txt");
    std::fs::write(&file, "a\t1 2/0 3\nb\t0 1/3 2\nc\t1 0/3 2\n").unwrap();
    let mut list = Playlist::named(&format!("{}#2", file.display()), None).unwrap();
    let name = |entry: Arc<Entry>| entry.name.en.clone();
    assert_eq!((name(list.current()).as_str(), list.place()), ("b", Some((2, 3))));
    list.complete();
    assert_eq!((name(list.current()).as_str(), list.place()), ("b", Some((2, 3))));
    assert_eq!(list.advance().map(name).as_deref(), Some("c"));
    list.retreat();
    assert_eq!(list.retreat().map(name).as_deref(), Some("a"));
    // A path is no name of a built-in puzzle.
    assert!(Playlist::named("./rush-6", None).is_err());
}
