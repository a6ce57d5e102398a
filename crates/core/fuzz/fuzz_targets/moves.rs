//! Lists of moves, of blocks and of tiles.
#![no_main]

use huarong::library;
use huarong_core::notation::moves;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for id in ["hengdaolima", "2x3-1"] {
        let entry = library::find(id).expect("it is built in");
        let puzzle = &entry.puzzle;
        if let Ok(path) = moves::read(puzzle, puzzle.start(), text) {
            let written = moves::write(puzzle, puzzle.start(), &path);
            let again = moves::read(puzzle, puzzle.start(), &written);
            assert_eq!(again.ok(), Some(path), "{written}");
        }
    }
});
