//! Games played by hand: what undo restores, what is counted, when the clock runs.

use super::*;
use crate::puzzle::{Direction, Setup};

const NOW: Duration = Duration::ZERO;

fn session() -> Session {
    let puzzle = Setup::numbers(3, 2, &[1, 2, 3, 0, 4, 5]).build().unwrap();
    Session::new(Arc::new(puzzle))
}

fn tile(session: &Session, name: &str, direction: Direction) -> Move {
    let piece = session.puzzle().piece_named(name).unwrap();
    Move::of(piece, &[direction])
}

fn play(session: &mut Session, name: &str, direction: Direction, now: Duration) {
    let action = tile(session, name, direction);
    session.play(action, now).unwrap();
}

#[test]
fn undo_redo_and_restart_go_to_every_position_again() {
    let mut s = session();
    let mut seen = vec![s.position().clone()];
    play(&mut s, "4", Direction::Left, NOW);
    seen.push(s.position().clone());
    play(&mut s, "5", Direction::Left, NOW);
    seen.push(s.position().clone());
    assert!(s.is_solved() && s.restart(NOW));
    seen.push(s.position().clone());
    assert_eq!(s.count(Metric::Step), 0);
    for i in (0..3).rev() {
        assert!(s.undo(NOW));
        assert_eq!(s.position(), &seen[i]);
    }
    assert!(!s.undo(NOW));
    for position in &seen[1..] {
        assert!(s.redo(NOW));
        assert_eq!(s.position(), position);
    }
    assert!(!s.redo(NOW));
}

#[test]
fn a_new_move_forgets_what_was_taken_back() {
    let mut s = session();
    play(&mut s, "4", Direction::Left, NOW);
    s.undo(NOW);
    play(&mut s, "1", Direction::Down, NOW);
    assert!(!s.redo(NOW));
    assert_eq!(s.turns().len(), 1);
}

#[test]
fn tiles_pushed_one_by_one_count_as_the_rules_count_the_whole_line() {
    let setup = crate::puzzle::Setup::numbers(4, 2, &[1, 2, 0, 0, 3, 4, 5, 0]);
    let mut s = Session::new(Arc::new(setup.build().unwrap()));
    let turns = [
        ("2", Direction::Right, 1),
        ("1", Direction::Right, 1),
        ("2", Direction::Right, 2),
        ("1", Direction::Right, 1),
        ("3", Direction::Up, 2),
        ("5", Direction::Right, 3),
        ("4", Direction::Right, 3),
        ("4", Direction::Left, 4),
    ];
    let mut moves = Vec::new();
    for (name, direction, slides) in turns {
        moves.push(tile(&s, name, direction));
        play(&mut s, name, direction, NOW);
        assert_eq!(s.count(Metric::Slide), slides, "{name}");
        for metric in Metric::ALL {
            let whole = s.puzzle().count(s.puzzle().start(), &moves, metric);
            assert_eq!(Ok(s.count(metric)), whole, "{metric} after {name}");
        }
    }
}

#[test]
fn an_illegal_move_changes_nothing() {
    let mut s = session();
    let blocked = tile(&s, "5", Direction::Up);
    assert!(s.play(blocked, NOW).is_err());
    assert!(s.turns().is_empty() && !s.is_running());
}

#[test]
fn the_clock_runs_from_the_first_move_to_the_solution() {
    let at = Duration::from_secs;
    let mut s = session();
    assert_eq!(s.elapsed(at(5)), at(0));
    play(&mut s, "4", Direction::Left, at(10));
    s.pause(at(12));
    s.resume(at(20));
    play(&mut s, "5", Direction::Left, at(21));
    assert_eq!(s.elapsed(at(99)), at(3));
    s.undo(at(30));
    assert_eq!(s.elapsed(at(31)), at(4));
}

#[test]
fn a_jump_begins_a_new_line_and_is_taken_back() {
    let mut s = session();
    play(&mut s, "4", Direction::Left, NOW);
    let there = s.position().clone();
    play(&mut s, "5", Direction::Left, NOW);
    s.jump(there.clone(), NOW);
    assert!(s.line().is_empty() && !s.is_from_start());
    play(&mut s, "5", Direction::Left, NOW);
    assert_eq!((s.count(Metric::Step), s.is_solved()), (1, true));
    assert!(s.restart(NOW));
    assert_eq!(s.position(), &there);
    assert!(s.restart(NOW) && s.is_from_start());
    assert!(!s.restart(NOW));
    for _ in 0..4 {
        assert!(s.undo(NOW));
    }
    assert_eq!((s.line().len(), s.is_solved()), (2, true));
}

#[test]
fn a_restart_is_a_new_try_and_undo_brings_the_old_one_back() {
    let at = Duration::from_secs;
    let mut s = session();
    play(&mut s, "4", Direction::Left, at(10));
    s.note_hint();
    assert!(s.restart(at(15)));
    assert_eq!((s.hints(), s.elapsed(at(20)), s.is_running()), (0, at(0), false));
    assert!(s.was_ever_helped());
    play(&mut s, "4", Direction::Left, at(30));
    assert_eq!((s.elapsed(at(32)), s.steps()), (at(2), 1));
    s.undo(at(32));
    s.undo(at(32));
    assert_eq!((s.hints(), s.elapsed(at(33)), s.done()), (1, at(6), 1));
    assert_eq!(s.steps(), 1);
    s.redo(at(33));
    // One step there and one back in the second try.
    assert_eq!((s.hints(), s.elapsed(at(34)), s.steps()), (0, at(3), 2));
    s.undo(at(34));
    play(&mut s, "5", Direction::Left, at(35));
    assert_eq!(s.tries(at(99)).count(), 1);
}

/// Time and hints that were spent without a move, or with all moves taken back, are of the old try too.
#[test]
fn a_restart_without_a_move_begins_clock_and_hints_anew() {
    let at = Duration::from_secs;
    let mut s = session();
    assert!(!s.restart(at(1)));
    s.note_hint();
    assert!(s.restart(at(2)) && !s.restart(at(3)));
    assert_eq!((s.hints(), s.elapsed(at(4)), s.tries(at(4)).count()), (0, at(0), 2));
    play(&mut s, "4", Direction::Left, at(10));
    s.undo(at(11));
    assert!(s.restart(at(12)));
    assert_eq!((s.elapsed(at(20)), s.is_running(), s.is_from_start()), (at(0), false, true));
    s.undo(at(20));
    assert_eq!((s.elapsed(at(21)), s.hints()), (at(3), 0));
    s.undo(at(21));
    assert_eq!(s.hints(), 1);
}

/// A block that is back where its move began has made none, whatever way it took.
#[test]
fn a_piece_that_comes_back_has_made_no_move() {
    let setup = crate::notation::read(
        "test",
        "[[puzzle]]\nboard = '''\na.b\n...\n'''\ngoal = '''\n...\n..a\n'''",
    );
    let puzzle = setup.unwrap().entries.remove(0).puzzle;
    let mut s = Session::new(Arc::new(puzzle));
    let mut count = |name: &str, way| {
        play(&mut s, name, way, NOW);
        s.count(Metric::Move)
    };
    let round = [Direction::Down, Direction::Right, Direction::Up, Direction::Left];
    assert_eq!(round.map(|way| count("a", way)), [1, 1, 1, 0]);
    assert_eq!(count("a", Direction::Down), 1);
    assert_eq!([Direction::Down, Direction::Up].map(|way| count("b", way)), [2, 1]);
    assert_eq!(count("b", Direction::Left), 2);
}

/// Whether they are made together or one by one; and one that goes back is one more.
#[test]
fn where_pieces_may_be_lifted_every_step_is_a_move() {
    let mut setup = Setup::blocks(&["a...", "b..."], &["...a", "...."]);
    setup.lift = true;
    let mut s = Session::new(Arc::new(setup.build().unwrap()));
    let a = s.puzzle().piece_named("a").unwrap();
    let (left, right) = (Direction::Left, Direction::Right);
    for way in [&[right, right][..], &[right], &[left]] {
        s.play(Move::of(a, way), NOW).unwrap();
    }
    assert_eq!(Metric::ALL.map(|metric| s.count(metric)), [4; 3]);
}

#[test]
fn the_clock_can_start_without_a_move() {
    let setup = Setup::numbers(3, 2, &[1, 2, 3, 0, 4, 5]);
    let mut session = Session::new(Arc::new(setup.build().unwrap()));
    let at = Duration::from_secs;
    session.resume(at(5));
    assert!(!session.has_begun() && !session.is_running());
    session.begin(at(15));
    session.pause(at(16));
    session.resume(at(20));
    assert_eq!((session.has_begun(), session.elapsed(at(22))), (true, at(3)));
    let four = session.puzzle().piece_named("4").unwrap();
    let left = Move::of(four, &[Direction::Left]);
    session.play(left, at(23)).unwrap();
    assert_eq!(session.turns()[0].at(), at(4));
}
