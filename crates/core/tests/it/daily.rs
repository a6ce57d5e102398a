//! The boards of some days, which no version may change.

use huarong_core::generate::{Daily, Day};
use huarong_core::notation::Claim;
use huarong_core::puzzle::{Family, Metric};
use huarong_core::solver::{NoMonitor, Request, solve};

fn day(text: &str) -> Day {
    text.parse().unwrap()
}

/// A board in a line: the names of the pieces row by row, `.` for an empty cell; and its fewest moves.
fn line(daily: Daily, on: &str) -> String {
    let entry = daily.of(day(on));
    let puzzle = &entry.puzzle;
    let name = |cell| {
        let piece = puzzle.piece_at(puzzle.start(), cell);
        piece.map_or(".", |id| puzzle.piece(id).name())
    };
    let drawing: String = puzzle.size().cells().map(name).collect();
    match entry.claims.get(daily.metric()) {
        Some(Claim::Moves(moves)) => format!("{drawing} {moves}"),
        claim => panic!("{claim:?}"),
    }
}

#[test]
fn the_boards_of_a_day_are_the_same_for_ever() {
    let boards = ["2026-11-21", "2027-01-01", "2028-02-29"]
        .map(|on| Daily::ALL.map(|daily| line(daily, on)));
    // The number puzzles were also drawn by a program in another language from the description alone.
    assert_eq!(
        boards,
        [
            ["78.251634 24", "SSabSSacd.ecfgghfi.h 71", "..B...C.B.DDC.AAEFC...EFGGHHHIJJ...I 20"],
            ["3147268.5 23", "a.bcadefghhfg.SSiiSS 52", "B.CCD.B.EFD.AAEF..GGHFII.JHKKL.JMM.L 21"],
            ["74.861352 22", "SSabSSabcdeeffgg.h.i 62", "...B....CB..AACDEFGGHDEF.IHJJK.I.LLK 20"],
        ]
    );
}

#[test]
fn every_board_is_what_the_rules_of_the_draw_say() {
    for on in ["2026-12-01", "2026-12-02", "2026-12-03", "2026-12-04"] {
        for daily in Daily::ALL {
            let entry = daily.of(day(on));
            let size = entry.puzzle.size().to_string();
            let Some(Claim::Moves(moves)) = entry.claims.get(daily.metric()) else {
                panic!("{on} {daily:?}");
            };
            assert_eq!(entry.id, format!("daily-{on}-{}", daily.name()));
            match daily {
                Daily::Numbers => {
                    assert_eq!((size.as_str(), entry.puzzle.family()), ("3x3", Family::Numbers));
                    assert!((18..=31).contains(&moves));
                }
                Daily::Blocks => assert!(size == "4x5" && (40..=90).contains(&moves)),
                Daily::Rush => {
                    assert!(size == "6x6" && (20..=45).contains(&moves));
                    let (puzzle, request) = (&entry.puzzle, Request::new(Metric::Slide));
                    let found = solve(puzzle, puzzle.start(), &request, &mut NoMonitor);
                    assert_eq!(found.verdict.optimum(), Some(moves as usize));
                }
            }
        }
    }
}

#[test]
fn another_day_has_other_boards() {
    for daily in Daily::ALL {
        let (a, b) = (daily.of(day("2026-11-21")), daily.of(day("2026-11-22")));
        assert_ne!(a.puzzle, b.puzzle);
    }
}
