//! The background solver answers, forgets what is stale, and uses what it knows.

use super::*;
use crate::puzzle::Setup;
use crate::solver::NoMonitor;
use std::sync::mpsc;

fn asked(puzzle: Puzzle) -> Query {
    let position = puzzle.start().clone();
    Query { position, puzzle: Arc::new(puzzle), metric: Metric::Step, beside: None }
}

fn query(numbers: &[u32]) -> Query {
    let puzzle = Setup::numbers(3, 2, numbers).build().unwrap();
    asked(puzzle)
}

fn worker() -> (Worker, mpsc::Receiver<SolverEvent>) {
    let (send, receive) = mpsc::channel();
    let worker = Worker::spawn(move |news| drop(send.send(news)), Limits::default());
    (worker, receive)
}

#[test]
fn a_question_is_answered_and_distances_follow() {
    let (worker, news) = worker();
    let request = worker.ask(query(&[4, 1, 2, 5, 0, 3]));
    let (mut answer, mut distances) = (None, None);
    while answer.is_none() || distances.is_none() {
        match news.recv().unwrap() {
            SolverEvent { request: number, report: Report::Answer(outcome) }
                if number == request =>
            {
                answer = outcome.verdict.optimum()
            }
            SolverEvent { report: Report::Distances(puzzle, table), .. } => {
                distances = table.remaining(puzzle.start())
            }
            _ => {}
        }
    }
    assert_eq!((answer, distances), (Some(5), Some(5)));
}

/// Whose puzzle is a copy, and so another one for who compares pointers.
#[test]
fn a_new_game_of_the_same_puzzle_hears_of_the_distances_too() {
    let (worker, news) = worker();
    let heard_of = |game: &Query| {
        worker.ask(game.clone());
        let distances = news.iter().find_map(|news| match news.report {
            Report::Distances(puzzle, _) => Some(puzzle),
            _ => None,
        });
        assert!(Arc::ptr_eq(&distances.unwrap(), &game.puzzle));
    };
    heard_of(&query(&[4, 1, 2, 5, 0, 3]));
    heard_of(&query(&[4, 1, 2, 5, 0, 3]));
}

#[test]
fn the_newest_question_is_the_last_to_be_answered() {
    let (worker, news) = worker();
    let puzzle = query(&[4, 1, 2, 5, 0, 3]);
    let last = (0..100).map(|_| worker.ask(puzzle.clone())).max().unwrap();
    let mut before = 0;
    let answered = news.iter().find(|n| {
        assert!(n.request >= before, "news of an older question came later");
        before = n.request;
        n.request == last && matches!(n.report, Report::Answer(_))
    });
    assert!(answered.is_some());
}

fn fifteen() -> Query {
    let board = [13, 6, 8, 12, 15, 14, 0, 10, 11, 7, 4, 5, 9, 1, 3, 2];
    let puzzle = Setup::numbers(4, 4, &board).build().unwrap();
    asked(puzzle)
}

/// The answer to a question.
fn answer_to(worker: &Worker, news: &mpsc::Receiver<SolverEvent>, query: &Query) -> Outcome {
    let request = worker.ask(query.clone());
    let answer = news.iter().find_map(|news| match news.report {
        Report::Answer(outcome) if news.request == request => Some(outcome),
        _ => None,
    });
    answer.unwrap()
}

/// Along a known solution nothing is searched; after a move off it, fewer nodes than without what is known.
#[test]
fn what_is_known_of_a_solution_is_used() {
    let (worker, news) = worker();
    let mut query = fifteen();
    let first = answer_to(&worker, &news, &query);
    let path = first.verdict.path().unwrap().clone();
    assert!(first.stats.states > 1000);
    for (made, action) in path[..20].iter().enumerate() {
        query.position.play(&query.puzzle, action).unwrap();
        let next = answer_to(&worker, &news, &query);
        assert_eq!(next.verdict.path(), Some(&path[made + 1..].to_vec()));
        assert_eq!(next.stats.states, 0);
    }
    let (puzzle, mut off) = (Arc::clone(&query.puzzle), query.clone());
    for action in puzzle.moves(&query.position, Metric::Step) {
        off.position = query.position.clone();
        off.position.play(&puzzle, &action).unwrap();
        let plain = solve(&puzzle, &off.position, &Request::new(Metric::Step), &mut NoMonitor);
        let here = answer_to(&worker, &news, &off);
        assert_eq!(here.verdict.optimum(), plain.verdict.optimum());
        assert!(here.stats.states <= plain.stats.states);
        answer_to(&worker, &news, &query);
    }
}

/// While nobody asks, what the next key may ask is answered, with the optimum that a search finds.
#[test]
fn the_next_key_is_answered_before_it_comes() {
    let query = fifteen();
    let puzzle = Arc::clone(&query.puzzle);
    let mut off = query.clone();
    let (last, news) = worker();
    let first = answer_to(&last, &news, &query).verdict.path().unwrap()[0].clone();
    let moves = puzzle.moves(&query.position, Metric::Step);
    let other = moves.into_iter().find(|action| *action != first).unwrap();
    off.position.play(&puzzle, &other).unwrap();
    let plain = solve(&puzzle, &off.position, &Request::new(Metric::Step), &mut NoMonitor);
    // How long it takes is not told, but at some time it must have been.
    let known = (0..12).find_map(|doubled| {
        // One that has answered the other board would know it from there.
        let (worker, news) = worker();
        answer_to(&worker, &news, &query);
        std::thread::sleep(Duration::from_millis(1 << doubled));
        let here = answer_to(&worker, &news, &off);
        assert_eq!(here.verdict.optimum(), plain.verdict.optimum());
        (here.stats.states == 0).then_some(())
    });
    assert_eq!(known, Some(()));
}

/// What is asked beside the position where the game stands takes nothing away from what is known there.
#[test]
fn a_question_beside_the_game_leaves_its_solution() {
    let (worker, news) = worker();
    let mut query = fifteen();
    let path = answer_to(&worker, &news, &query).verdict.path().unwrap().clone();
    let puzzle = Arc::clone(&query.puzzle);
    let mut on_it = vec![query.position.clone()];
    for action in &path {
        let mut next = on_it[on_it.len() - 1].clone();
        next.play(&puzzle, action).unwrap();
        on_it.push(next);
    }
    let moves = puzzle.moves(&on_it[20], Metric::Step).into_iter();
    let mut off = moves.map(|action| {
        let mut next = on_it[20].clone();
        next.play(&puzzle, &action).unwrap();
        next
    });
    let position = off.find(|next| !on_it.contains(next)).unwrap();
    let beside = Query { position, beside: Some(query.position.clone()), ..query.clone() };
    assert!(answer_to(&worker, &news, &beside).verdict.optimum().is_some());
    query.position.play(&puzzle, &path[0]).unwrap();
    let next = answer_to(&worker, &news, &query);
    assert_eq!((next.verdict.path(), next.stats.states), (Some(&path[1..].to_vec()), 0));
}

#[test]
fn to_let_a_worker_go_waits_for_no_search() {
    let (begun, has_begun) = mpsc::channel();
    let hold = Arc::new(Mutex::new(()));
    let held = hold.lock().unwrap();
    let holding = Arc::clone(&hold);
    let busy = move |_| {
        let _ = begun.send(());
        drop(holding.lock());
    };
    let worker = Worker::spawn(busy, Limits::default());
    worker.ask(query(&[4, 1, 2, 5, 0, 3]));
    has_begun.recv().unwrap();
    // Its threads cannot end before `held` is given back.
    drop(worker);
    drop(held);
}
