//! Lists of moves, of blocks and of tiles.
#![no_main]

use huarong_core::notation::{self, moves};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for board in ["aSSb/aSSb/ceed/cfgd/h..i", "[[4,1,2],[5,0,3]]"] {
        let pack = notation::read("board", board).expect("it is a puzzle");
        let puzzle = &pack.entries[0].puzzle;
        if let Ok(path) = moves::read(puzzle, puzzle.start(), text) {
            let written = moves::write(puzzle, puzzle.start(), &path);
            let again = moves::read(puzzle, puzzle.start(), &written);
            assert_eq!(again.ok(), Some(path), "{written}");
        }
    }
});
