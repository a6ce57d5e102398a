//! Every form read and written: the case files as they are, round trips of any puzzle, golden error messages, and no text
//! that makes the reader panic.

use crate::golden::root;
use huarong_core::notation::{self, Claim, Claims, Entry, Form, Pack};
use huarong_core::puzzle::{Family, Metric, Puzzle, Setup};

/// The text of a file under `tests/data`.
fn data(name: &str) -> String {
    let path = root("tests/data").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The pack in a text that must be right.
fn read(text: &str) -> Pack {
    notation::read("test", text).unwrap_or_else(|errors| panic!("{text:?}: {}", join(&errors)))
}

/// The one puzzle of a text that must be right.
fn one(text: &str) -> Entry {
    let mut pack = read(text);
    assert_eq!(pack.entries.len(), 1, "{text:?}");
    pack.entries.remove(0)
}

/// What is said about a text that must be wrong.
fn complaint(text: &str) -> String {
    join(&notation::read("test", text).expect_err(text))
}

fn join(errors: &[notation::Error]) -> String {
    errors.iter().map(|e| format!("{e}\n")).collect()
}

fn claims(step: u32, slide: u32, r#move: u32) -> Claims {
    let mut claims = Claims::default();
    for (metric, moves) in Metric::ALL.into_iter().zip([step, slide, r#move]) {
        claims.set(metric, Claim::Moves(moves));
    }
    claims
}

/// The line of the one puzzle of a text.
fn line_of(text: &str) -> Option<String> {
    let entry = one(text);
    notation::line(&entry, entry.puzzle.start())
}

#[test]
fn the_shortest_line_that_holds_the_board_is_taken() {
    let lines = [
        ("[[4,1,2],[5,0,3]]", "4 1 2/5 0 3"),
        (
            "oooooo\noooooo\nAAooBo\nooooBo\nCCoooo\noooooo\n",
            "ooooooooooooAAooBoooooBoCCoooooooooo",
        ),
        ("1 2\n# 0\n=>\n2 1\n# 0\n", "1 2/# 0=>2 1/# 0"),
    ];
    for (text, expected) in lines {
        assert_eq!(line_of(text).as_deref(), Some(expected));
    }
}

#[test]
fn what_no_line_can_say_has_none() {
    let lifted = "[[puzzle]]\nboard = \"ab./...\"\ngoal = \".../.a.\"\nlift = true\n";
    assert_eq!(line_of(lifted), None);
}

#[test]
fn the_case_files_are_collections() {
    let counts = [
        ("huarong", 40),
        ("klotski530", 530),
        ("korf100", 100),
        ("hardest15", 17),
        ("korf24", 25),
        ("leetcode", 5),
    ];
    for (name, count) in counts {
        let pack = read(&data(&format!("{name}.tsv")));
        assert_eq!(pack.entries.len(), count, "{name}");
        assert!(pack.entries.iter().all(|e| e.claims.iter().count() >= 1), "{name}");
    }
}

#[test]
fn names_and_claims_of_a_collection_are_read() {
    let huarong = read(&data("huarong.tsv")).entries;
    assert_eq!(huarong[0].name.en, "横刀立马");
    assert_eq!(huarong[0].claims, claims(116, 90, 81));
    assert_eq!(huarong[33].name.en, "走投无路");
    assert_eq!(huarong[33].claims.get(Metric::Move), Some(Claim::Unsolvable));
    let korf = read(&data("korf100.tsv")).entries;
    assert_eq!(korf[0].name.en, "1");
    assert!(korf[0].claims.iter().eq([(Metric::Step, Claim::Moves(57))]));
    let leetcode = read(&data("leetcode.tsv")).entries;
    assert!(leetcode[0].name.en.is_empty());
    assert_eq!(leetcode[1].claims.get(Metric::Step), Some(Claim::Unsolvable));
}

/// The sides of the boards in a text, or the first thing that is wrong with it.
fn sides(text: &str) -> Result<Vec<(usize, usize)>, String> {
    let pack = notation::read("a", text).map_err(|errors| errors[0].to_string())?;
    let sides = pack.entries.iter().map(|entry| entry.puzzle.size());
    Ok(sides.map(|size| (size.width(), size.height())).collect())
}

#[test]
fn a_board_before_too_many_claims_is_no_name() {
    let board = "[[4,1,2],[5,0,3]]";
    let wrong = |fields: &str| sides(&format!("{board}\t{fields}\n")).unwrap_err();
    assert!(wrong("5\t5").contains("2 claims"), "{}", wrong("5\t5"));
    assert!(wrong("5\t5\t5\t5").contains("4 claims"));
    // Digits after what is no board are one, of 4x5.
    assert_eq!(sides("w/o\t1\t9\n"), Ok(vec![(4, 5)]));
}

#[test]
fn drawings_after_comments_are_several() {
    let numbers = "; one\n1 2 3\n4 0 5\n\n; two\n; of three rows\n1 2\n3 4\n5 0\n";
    assert_eq!(sides(numbers), Ok(vec![(3, 2), (2, 3)]));
    let blocks = "aa.\n\n; the goal\n=>\n\n; on the right\n.aa\n\n;\nb..\n=>\n..b\n";
    assert_eq!(sides(blocks), Ok(vec![(3, 1), (3, 1)]));
    let cars = |row| ["oooooo\n", "oooooo\n", row, &"oooooo\n".repeat(3)].concat();
    let two = [&cars("AAoBBo\n"), "\n; next\n\n", &cars("oAAooo\n")].concat();
    assert_eq!(sides(&two), Ok(vec![(6, 6), (6, 6)]));
    // Comments after the last drawing are no other, however many they are.
    let closed = [blocks, "\n; end\n", &"\n;\n".repeat(100_000)].concat();
    assert_eq!(sides(&closed), Ok(vec![(3, 1), (3, 1)]));
    // What is one drawing is one.
    assert_eq!(sides("1 2 3\n\n; the other row\n4 0 5\n"), Ok(vec![(3, 2)]));
    let second = "1 2 3\n4 0 5\n\n; two\n1 2\n3 3\n0 4\n";
    assert!(sides(second).unwrap_err().starts_with("a:6:3: the number 3 again"));
    let first = "1 2 3\n4 6 5\n\n; two\n1 2\n3 0\n";
    assert!(sides(first).unwrap_err().starts_with("a:1:1: the board has no blank"));
    // Where nothing begins with a drawing, what is said is what is wrong with one.
    let none = "1 2 3\n4 0\n\n; two\n1 2\n3 0\n";
    assert!(sides(none).unwrap_err().starts_with("a:2:"), "{:?}", sides(none));
}

#[test]
fn the_block_boards_are_grids() {
    for (name, pieces, goal) in
        [("agatka", 9, 1), ("fool", 13, 1), ("pennant", 9, 1), ("rome", 12, 1), ("solomon", 13, 1)]
    {
        let puzzle = one(&data(&format!("blocks/{name}.txt"))).puzzle;
        assert_eq!((puzzle.pieces().len(), puzzle.goal().places().len()), (pieces, goal), "{name}");
    }
}

/// 横刀立马 in every form that can say it.
const HENGDAO: [&str; 6] = [
    "; a comment\nASSB\nASSB\nCHHD\nCijD\nk..l\n=>\n....\n....\n....\n.SS.\n.SS.\n",
    "aSSb/aSSb/cdde/cfge/h..i",
    "1A9BF0C00",
    "HAAIHAAIJBBKJNOKP@@Q",
    "4x5u:amd1ad4d3d1d4a2d1ad4a2d4ae2a,1,3,81",
    r#"{"blocks":[{"shape":[2,2],"position":[0,1],"directions":[0,1,2,3]},{"shape":[2,1],"position":[0,0]},
    {"shape":[2,1],"position":[0,3]},{"shape":[2,1],"position":[2,0]},{"shape":[1,2],"position":[2,1]},
    {"shape":[2,1],"position":[2,3]},{"shape":[1,1],"position":[3,1]},{"shape":[1,1],"position":[3,2]},
    {"shape":[1,1],"position":[4,0]},{"shape":[1,1],"position":[4,3]}],"boardSize":[5,4],"escapePoint":[3,1]}"#,
];

#[test]
fn one_board_in_six_forms_is_one_game() {
    let first = one(HENGDAO[0]).puzzle;
    for text in HENGDAO {
        assert!(notation::same_game(&one(text).puzzle, &first), "{text}");
    }
    assert_eq!(one(HENGDAO[4]).claims.get(Metric::Move), Some(Claim::Moves(81)));
    let entry = Entry::of(first.clone());
    let written = |form| notation::write(form, &entry, first.start()).unwrap();
    assert_eq!(written(Form::Code), "1A9BF0C00\n");
    assert_eq!(written(Form::Twenty), "HAAIHAAIJBBKJNOKP@@Q\n");
    assert_eq!(written(Form::Tatham), "4x5u:amd1ad4d3d1d4a2d1ad4a2d4ae2a,1,3\n");
}

#[test]
fn codes_may_lack_zeros_at_the_end() {
    let full = one("4FEA13400").puzzle;
    assert!(notation::same_game(&one("4fea134").puzzle, &full));
}

#[test]
fn numbers_in_every_form_are_one_puzzle() {
    let first = one(" 4 1 2\n 5 0 3\n").puzzle;
    assert_eq!(first.family(), Family::Numbers);
    for text in [
        "[[4,1,2],[5,0,3]]",
        "[[4, 1, 2],\n [5, 0, 3]]\n",
        "4 1 2/5 0 3",
        "3x2:4,1,2,5,0,3",
        "4 1 2\n5 _ 3",
        "4 1 2/5 . 3=>1 2 3/4 5 0",
    ] {
        assert_eq!(one(text).puzzle, first, "{text}");
    }
}

#[test]
fn number_boards_may_have_walls_gaps_and_goals() {
    let puzzle = one("# 7 9\n. . 3\n=>\n# 9 3\n7 0 0\n").puzzle;
    assert_eq!(puzzle.walls().len(), 1);
    assert_eq!(puzzle.pieces().len(), 3);
    assert_eq!(puzzle.empty_cells(puzzle.start()).len(), 2);
    let seven = puzzle.piece_named("7").unwrap();
    assert!(
        puzzle.goal().places().iter().any(|&(id, at)| id == seven && (at.row, at.column) == (1, 0))
    );
}

#[test]
fn rush_boards_are_strings_or_squares() {
    let string = "oooooo/oooooo/AAoooB/oooooB/oooooo/oooooo".replace('/', "");
    let rows = string
        .as_bytes()
        .chunks(6)
        .map(|row| String::from_utf8_lossy(row) + "\n")
        .collect::<String>();
    let puzzle = one(&string).puzzle;
    assert_eq!(one(&rows).puzzle, puzzle);
    let claimed = one(&format!("12 {string} 345"));
    assert_eq!(claimed.puzzle, puzzle);
    assert_eq!(claimed.claims.get(Metric::Move), Some(Claim::Moves(12)));
    assert_eq!(
        notation::write(Form::Rush, &Entry::of(puzzle.clone()), puzzle.start()).unwrap(),
        string + "\n"
    );
}

#[test]
fn gnome_maps_are_told_by_their_star_and_dots() {
    let map = "#######\n#ab**c#\n#ad**c#\n#efgh #\n###--##\n    .. \n    .. \n";
    let puzzle = one(map).puzzle;
    assert_eq!(puzzle.gates().len(), 2);
    assert_eq!(puzzle.piece_named("*").map(|id| puzzle.piece(id).shape().area()), Some(4));
    let written = notation::write(Form::Gnome, &Entry::of(puzzle.clone()), puzzle.start()).unwrap();
    assert_eq!(one(&written).puzzle, puzzle);
}

#[test]
fn wide_characters_are_one_cell() {
    let puzzle = one("曹曹卒.\n曹曹..\n=>\n..曹曹\n..曹曹\n").puzzle;
    assert_eq!(puzzle.size().width(), 4);
    assert!(puzzle.piece_named("曹").is_some());
}

#[test]
fn a_text_too_long_is_refused_before_it_is_read() {
    let long = " ".repeat(notation::MAX_BYTES + 1);
    assert_eq!(complaint(&long), "test:1:1: a text of 16777217 bytes; expected at most 16777216\n");
}

#[test]
fn errors_are_bounded() {
    let errors = notation::read("test", &"4 1 2/5 x 3\n".repeat(100_000)).unwrap_err();
    assert!(errors.len() <= notation::MAX_ERRORS);
}

#[test]
fn puzzles_of_one_text_are_bounded() {
    let error = complaint(&"1A9BF0C00\n".repeat(notation::MAX_PUZZLES + 1));
    assert!(
        error.ends_with("expected at most 20000 puzzles and 500000 pieces in one text\n"),
        "{error}"
    );
}

/// What is said about moves of a puzzle.
fn verdict(puzzle: &str, moves: &str) -> String {
    let puzzle = one(puzzle).puzzle;
    match notation::moves::read(&puzzle, puzzle.start(), moves) {
        Ok(path) => notation::moves::write(&puzzle, puzzle.start(), &path),
        Err(error) => error.to_string(),
    }
}

#[test]
fn moves_are_read_as_people_write_them() {
    let blocks = "ab..\nab..\n=>\n..ab\n..ab\n";
    assert_eq!(verdict(blocks, " b:R2\n a:r  b:L1 "), "b:RR a:R b:L");
    assert_eq!(verdict("4 1 2/5 0 3", "DRUL L d"), "DRULLD");
    assert_eq!(verdict("1 2 3/4 5 6/7 8 0", "D2R2 UU"), "D2R2UU");
}

#[test]
fn illegal_moves_are_named_by_their_index() {
    let blocks = "ab.\nab.\n=>\n.ab\n.ab\n";
    let cases = [
        (
            blocks,
            "b:R a:RR",
            "moves:1:5: move 2 is not legal: \"a:RR\": piece \"a\" is blocked at row 1, column 3; expected a legal move",
        ),
        (blocks, "z:R", "moves:1:1: move 1 is \"z:R\"; expected a piece of the board, not \"z\""),
        (
            blocks,
            "b:R\nb",
            "moves:2:1: move 2 is \"b\"; expected a piece, \":\" and its path, such as k:RD",
        ),
        (
            blocks,
            "b:",
            "moves:1:1: move 1 is not legal: \"b:\": the move goes nowhere; expected a legal move",
        ),
        (
            blocks,
            "b:X",
            "moves:1:1: move 1 is \"b:X\"; expected a path over L, R, U, D, each with a count from 1 to 1000000 or without",
        ),
        (
            blocks,
            "b:@3,1",
            "moves:1:1: move 1 is not legal: \"b:@3,1\": this puzzle does not allow lifting; expected a legal move",
        ),
        (
            blocks,
            "b:@3",
            "moves:1:1: move 1 is \"b:@3\"; expected a column and a row from 1, such as k:@3,2",
        ),
        (
            blocks,
            "b:U",
            "moves:1:1: move 1 is not legal: \"b:U\": piece \"b\" would leave the board; expected a legal move",
        ),
        (
            "1 2 3/4 0 5",
            "LU",
            "moves:1:2: move 2 is not legal: no tile can go U; expected a legal move",
        ),
        (
            "1 2 3/4 0 5",
            "L\u{1b}",
            "moves:1:2: move 2 is \"L\\u{1b}\"; expected L, R, U or D, each with a count from 1 to 1000000 or without",
        ),
        (
            "1 0 2/0 0 0",
            "D",
            "moves:1:1: move 1 is not legal: several tiles can go D; expected the tile's number, such as 5:R",
        ),
    ];
    for (puzzle, moves, said) in cases {
        assert_eq!(verdict(puzzle, moves), said);
    }
}

#[test]
fn a_piece_may_be_called_by_a_colon() {
    assert_eq!(verdict(":.\n..\n=>\n..\n.:\n", "::RD"), "::RD");
}

#[test]
fn pieces_are_lifted_to_a_column_and_row() {
    let pack = "[[puzzle]]\nboard = 'aab/...'\ngoal = '.../..b'\nlift = true\n";
    assert_eq!(verdict(pack, "b:@1,2 a:@2,1"), "b:@1,2 a:@2,1");
    let entry = one(pack);
    let why = notation::write(Form::Grid, &entry, entry.puzzle.start()).unwrap_err();
    let reason = "the form grid cannot say that pieces may be lifted";
    assert_eq!(why, format!("{reason}; the form toml can hold the puzzle"));
}

mod random {
    //! Round trips and robustness by property test.

    use super::*;
    use huarong_core::notation::moves;
    use huarong_core::puzzle::{Axis, Cell, Position, Setup, SetupPiece, Shape, Target};
    use proptest::prelude::*;

    /// A board of blocks cut out of random letters: what hangs together is a piece.
    fn blocks() -> impl Strategy<Value = Setup> {
        let sizes = prop_oneof![Just((4, 5)), Just((6, 6)), (1_usize..7, 1_usize..7)];
        let board = sizes.prop_flat_map(|(w, h)| {
            (Just((w, h)), prop::collection::vec(0_u8..12, w * h), any::<u64>())
        });
        board.prop_map(|((width, height), cells, seed)| cut(width, height, &cells, seed))
    }

    // One thing: a board drawn from one random number, a few bits for each choice.
    fn cut(width: usize, height: usize, cells: &[u8], seed: u64) -> Setup {
        let mut setup = Setup::empty(Family::Blocks, width, height);
        let mut seen = vec![false; cells.len()];
        let place = |i: usize| Cell::new((i % width) as u8, (i / width) as u8);
        for i in 0..cells.len() {
            if seen[i] {
                continue;
            }
            match cells[i] {
                0..=2 => {}
                3 if seed & 1 == 0 => setup.walls.push(place(i)),
                4 if seed & 2 == 0 => setup.gates.push(place(i)),
                letter => {
                    let mut open = vec![i];
                    let mut found = Vec::new();
                    while let Some(j) = open.pop() {
                        if cells[j] != letter || std::mem::replace(&mut seen[j], true) {
                            continue;
                        }
                        found.push(place(j));
                        open.extend((j % width > 0).then(|| j - 1));
                        open.extend((j % width + 1 < width).then_some(j + 1));
                        open.extend((j >= width).then(|| j - width));
                        open.extend((j + width < cells.len()).then_some(j + width));
                    }
                    found.sort();
                    let name = char::from(b'A' + (setup.pieces.len() % 26) as u8);
                    let name =
                        if setup.pieces.len() < 26 { name } else { name.to_ascii_lowercase() };
                    let axis = match seed >> (8 + 2 * setup.pieces.len() % 40) & 3 {
                        1 if seed & 4 == 0 => Axis::Horizontal,
                        2 if seed & 4 == 0 => Axis::Vertical,
                        3 if seed & 12 == 0 => Axis::Fixed,
                        _ => Axis::Free,
                    };
                    setup.pieces.push(SetupPiece { name: name.to_string(), cells: found, axis });
                }
            }
        }
        let some = |bits: u64| {
            setup
                .pieces
                .iter()
                .enumerate()
                .filter(move |(i, _)| (bits.rotate_right(*i as u32 * 3)) & 7 == 0)
        };
        let target =
            |(_, p): (usize, &SetupPiece)| Target { name: p.name.clone(), cells: p.cells.clone() };
        let mut goal: Vec<Target> = some(seed).map(target).collect();
        if goal.is_empty() {
            goal.extend(setup.pieces.first().map(|p| target((0, p))));
        }
        let via = if seed & 48 == 0 {
            vec![
                some(seed >> 7)
                    .chain(setup.pieces.iter().enumerate().take(1))
                    .take(1)
                    .map(target)
                    .collect(),
            ]
        } else {
            Vec::new()
        };
        // Under a piece of the goal there may be a gate, which no drawing of the board shows.
        if seed >> 50 & 3 == 0 {
            setup.gates.extend(goal.iter().filter_map(|target| target.cells.first()));
        }
        if seed >> 60 & 3 == 0 && setup.pieces.len() > 2 {
            // The last piece becomes part of the first, if no goal wants either of them.
            let [first, last] = [&setup.pieces[0], &setup.pieces[setup.pieces.len() - 1]];
            let named = goal.iter().chain(via.iter().flatten()).map(|target| &target.name);
            if named.clone().all(|name| *name != first.name && *name != last.name) {
                setup.parts.push(first.name.clone());
                let last = setup.pieces.pop().expect("there are more than two");
                setup.pieces[0].cells.extend(last.cells);
                setup.pieces[0].cells.sort();
            }
        }
        // All pieces like the first one of the goal may take its place.
        let looks = |piece: &SetupPiece| {
            let cells = piece.cells.iter().copied().collect();
            (Shape::of(&cells).map(|(shape, _)| shape), piece.axis)
        };
        let is_wanted = |piece: &&SetupPiece| goal.first().is_some_and(|t| t.name == piece.name);
        if let Some(wanted) = setup.pieces.iter().find(is_wanted).filter(|_| seed >> 52 & 3 == 0) {
            let alike = setup.pieces.iter().filter(|piece| looks(piece) == looks(wanted));
            let alike: Vec<String> = alike.map(|piece| piece.name.clone()).collect();
            setup.interchangeable.extend((alike.len() > 1).then_some(alike));
        }
        Setup { goal, lift: seed & 192 == 0, via, ..setup }
    }

    /// A number board of any size with its numbers in any order, one or two blanks, with the ascending goal or another.
    fn numbers() -> impl Strategy<Value = Setup> {
        let board = (1_usize..6, 1_usize..6, any::<bool>());
        let shuffled = board.prop_flat_map(|(w, h, two)| {
            let blanks = if two { 2 } else { 1 };
            let all: Vec<u32> =
                (0..w * h).map(|i| (i + 1).saturating_sub(blanks) as u32 * 3).collect();
            (
                Just((w, h)),
                Just(all.clone()).prop_shuffle(),
                prop::option::of(Just(all).prop_shuffle()),
            )
        });
        shuffled.prop_map(|((w, h), start, goal)| {
            let goal = goal.map_or_else(Vec::new, |goal| {
                let targets = Setup::numbers(w, h, &goal).pieces.into_iter();
                targets.map(|p| Target { name: p.name, cells: p.cells }).collect()
            });
            Setup { goal, ..Setup::numbers(w, h, &start) }
        })
    }

    fn any_puzzle() -> impl Strategy<Value = Puzzle> {
        prop_oneof![blocks(), numbers()]
            .prop_filter_map("it is playable", |setup| setup.build().ok())
    }

    /// The position after a walk of some random moves.
    fn walk(
        puzzle: &Puzzle,
        metric: Metric,
        choices: &[usize],
    ) -> (Position, Vec<huarong_core::puzzle::Move>) {
        let mut position = puzzle.start().clone();
        let mut path = Vec::new();
        for choice in choices {
            let moves = puzzle.moves(&position, metric);
            let Some(action) = moves.get(choice % moves.len().max(1)) else {
                break;
            };
            position.play(puzzle, action).unwrap();
            path.push(action.clone());
        }
        (position, path)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1500))]

        #[test]
        fn any_puzzle_is_written_to_toml_and_read_back(puzzle in any_puzzle()) {
            let mut entry = Entry::of(puzzle);
            (entry.id, entry.claims) = ("x-1".into(), claims(3, 2, 1));
            let text = notation::write(Form::Toml, &entry, entry.puzzle.start()).unwrap();
            prop_assert_eq!(one(&text), entry);
        }

        #[test]
        fn every_form_holds_the_puzzle_or_says_why_not(puzzle in any_puzzle(), choices in prop::collection::vec(0_usize..100, 0..6)) {
            let (position, _) = walk(&puzzle, Metric::Step, &choices);
            let here = notation::started_at(&puzzle, &position);
            let plain = |id| puzzle.piece(id).shape().is_connected() && puzzle.interchangeable().is_empty();
            let free = puzzle.piece_ids().all(plain) && puzzle.pieces().iter().all(|p| p.axis() == Axis::Free) && !puzzle.lift() && puzzle.via().is_empty() && puzzle.gates().is_subset(&puzzle.empty_cells(&position));
            for form in Form::ALL {
                match notation::write(form, &Entry::of(puzzle.clone()), &position) {
                    Ok(text) => prop_assert!(notation::same_game(&one(&text).puzzle, &here), "{}: {}", form, text),
                    Err(why) => prop_assert!(!(why.is_empty() || form == Form::Toml || free && form == Form::Grid), "{}: {}", form, why),
                }
            }
        }

        #[test]
        fn moves_are_written_and_read_back(puzzle in any_puzzle(), metric in 0_usize..3, choices in prop::collection::vec(0_usize..100, 0..12)) {
            let (_, path) = walk(&puzzle, Metric::ALL[metric], &choices);
            let text = moves::write(&puzzle, puzzle.start(), &path);
            prop_assert_eq!(moves::read(&puzzle, puzzle.start(), &text).map_err(|e| e.to_string()), Ok(path), "{}", text);
        }

        #[test]
        fn no_text_makes_the_reader_panic(text in any::<String>()) {
            check_harmless(text.as_bytes());
        }

        #[test]
        fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            check_harmless(&bytes);
        }

        #[test]
        fn no_near_miss_makes_the_reader_panic(pick in 0_usize..9, cuts in prop::collection::vec((0_usize..400, "[a-zA-Z0-9./=>\\[\\]{}\"#*\n\t -]{0,4}", 0_usize..4), 1..6)) {
            let toml = "[[puzzle]]\nid = \"x\"\nname = { en = \"a\", zh = \"b\" }\nboard = \"\"\"\nab.\n\"\"\"\ngoal = 'ab./'\nvia = ['.ab']\nlocked = { a = \"fixed\" }\noptimal = { step = 1 }\n";
            let gnome = "####\n#a*#\n#--#\n  . \n";
            let texts = [&HENGDAO[..], &[toml, gnome, "3x2:4,1,2,5,0,3"]].concat();
            let mut text: Vec<char> = texts[pick].chars().collect();
            for (at, insert, remove) in cuts {
                let at = at % (text.len() + 1);
                let end = (at + remove).min(text.len());
                text.splice(at..end, insert.chars());
            }
            check_harmless(String::from_iter(text).as_bytes());
        }

        #[test]
        fn no_move_list_makes_the_reader_panic(puzzle in any_puzzle(), text in "([LRUDlrud0-9:@,+A-F ]|\\PC){0,30}") {
            if let Err(error) = moves::read(&puzzle, puzzle.start(), &text) {
                prop_assert!(!error.to_string().contains(|c: char| c.is_control()));
            }
        }
    }

    /// Reads bytes; what is said about them must be safe to print.
    fn check_harmless(bytes: &[u8]) {
        let read = notation::decode("test", bytes)
            .map_err(|e| vec![e])
            .and_then(|text| notation::read("test", text));
        if let Err(errors) = read {
            assert!(!errors.is_empty());
            let said = join(&errors);
            assert!(!said.contains(|c: char| c.is_control() && c != '\n'), "{said:?}");
            assert!(said.len() < 200_000);
        }
    }
}

/// Behind the waypoint nothing names them any more.
#[test]
fn pieces_that_a_waypoint_alone_lets_change_places_are_described_behind_it() {
    let text = "[[puzzle]]\nid = \"z\"\nboard = \"ab.c\"\ngoal = \"..c.\"\nvia = [\".b..\"]\n\
                interchangeable = [\"ab\"]\n";
    let puzzle = one(text).puzzle;
    let mut position = puzzle.start().clone();
    for action in notation::moves::read(&puzzle, &position, "b:R").expect("it is legal") {
        position.play(&puzzle, &action).expect("it is legal");
    }
    let behind = Setup::of(&puzzle, &position).build().expect("a position is a start");
    assert!(behind.interchangeable().is_empty());
    let before = Setup::of(&puzzle, puzzle.start()).build().expect("so is the start");
    assert_eq!(before.interchangeable().len(), 1);
}
