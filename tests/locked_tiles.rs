//! Number puzzles with waypoints or locks, which the tile engine does not take: never called optimal where the block
//! engine would count runs of tiles wrongly.

use huarong::notation;
use huarong::puzzle::Metric;
use huarong::solver::{Distances, Limits, Request, Stop, Unwatched, Verdict, solve};

const LOCKED: &str = r#"
[[puzzle]]
id = "locked"
board = """
4 1 2
5 0 3
"""
locked = { 1 = "horizontal" }
"#;

#[test]
fn a_locked_tile_is_searched_by_steps_and_not_by_runs() {
    let pack = notation::read("locked.toml", LOCKED).expect("it is a pack");
    let puzzle = &pack.entries[0].puzzle;
    let verdict = |metric| {
        solve(
            puzzle,
            puzzle.start(),
            &Request::new(metric),
            &mut Unwatched,
        )
        .verdict
    };
    // A lock can only make it harder, and five steps solve it without one.
    assert_eq!(verdict(Metric::Step).optimum(), Some(5));
    for metric in [Metric::Slide, Metric::Move] {
        let why = Stop::NotApplicable;
        assert_eq!(
            verdict(metric),
            Verdict::Unknown {
                lower_bound: 0,
                why
            }
        );
        let built = Distances::build(puzzle, metric, &Limits::default(), &mut Unwatched);
        assert_eq!(built.err(), Some(why));
    }
}
