//! The tools around the solver as whole processes: generate, analyze, replay, check, convert and list.

use crate::process::{command, printed, printed_of, refused, run, run_command, run_with};
use serde_json::Value;

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&printed(args)).unwrap()
}

#[test]
fn generate_makes_a_pack_that_check_proves() {
    let kinds: [&[&str]; 4] = [
        &["--kind", "rush", "--size", "5x5", "--min-moves", "12"],
        &["--kind", "blocks", "--size", "4x4", "--min-moves", "10"],
        &["--kind", "blocks", "--concave", "--min-moves", "30"],
        &["--kind", "numbers", "--size", "3x3", "--min-moves", "20"],
    ];
    for kind in kinds {
        let args = [&["generate", "--seed", "5", "--count", "3"], kind].concat();
        let pack = printed(&args);
        assert_eq!(pack.matches("[[puzzle]]").count(), 3, "{pack}");
        assert_eq!(pack, printed(&args), "the same seed, the same boards");
        let proofs = printed_of(&["check", "-"], &pack);
        assert!(proofs.lines().count() >= 3, "{proofs}");
        let (claims, summary) = proofs.trim_end().rsplit_once('\n').unwrap();
        assert!(claims.lines().all(|line| line.ends_with(": proven")), "{proofs}");
        assert!(summary.ends_with("refuted: 0, not proven: 0"), "{summary}");
    }
}

#[test]
fn generate_says_what_it_cannot_make() {
    let err = refused(&["generate", "--kind", "rush", "--size", "3x3"], "");
    assert_eq!(err, "huarong: a board of 3x3 for rush; expected sides of 4 to 8\n");
    let err = refused(&["generate", "--kind", "rush", "--concave"], "");
    assert_eq!(err, "huarong: --concave is for --kind blocks alone\n");
    let few = ["generate", "--kind", "numbers", "--size", "2x2", "--seed", "1"];
    let short = run(&[&few[..], &["--min-moves", "7"]].concat());
    assert_eq!(short.status, 3);
    let err = short.err;
    assert!(err.starts_with("huarong: 0 of 1 boards; no other board"), "{err}");
}

#[test]
fn drawings_of_new_boards_are_read_back_with_their_locks() {
    let kinds = [("rush", "6x6"), ("rush", "6x5"), ("blocks", "4x5"), ("numbers", "3x3")];
    for (kind, size) in kinds {
        let args = ["generate", "--grid", "--seed", "3", "--min-moves", "5", "--count", "2"];
        let drawn = printed(&[&args[..], &["--kind", kind, "--size", size]].concat());
        let metric = match kind {
            "rush" => "slide",
            "blocks" => "move",
            _ => "step",
        };
        let claims = drawn.lines().filter(|line| line.ends_with(&format!(" {metric}s")));
        let claims: Vec<&str> =
            claims.filter_map(|line| line.split_whitespace().rev().nth(1)).collect();
        let solved = printed_of(&["solve", "-q", "--metric", metric, "-"], &drawn);
        assert_eq!(solved.lines().collect::<Vec<_>>(), claims, "{drawn}");
    }
}

#[test]
fn analyze_measures_heng_dao_li_ma() {
    let text = printed(&["analyze", "--metric", "step", "hengdaolima"]);
    for row in [
        "reachable states      25955\n",
        "solved states         964\n",
        "optimal solution      116 steps\n",
        "greatest distance     126 steps\n",
        "\na hardest start, 126 steps\n",
    ] {
        assert!(text.contains(row), "{row:?} is not in:\n{text}");
    }
    assert!(text.lines().filter(|line| line.ends_with('#')).count() >= 20);
    let hardest = text.split("126 steps\n").last().unwrap();
    let solved = printed_of(&["solve", "-q", "--metric", "step", "-"], hardest);
    assert_eq!(solved, "126\n");
    let record = json(&["analyze", "--json", "--metric", "step", "hengdaolima"]);
    assert_eq!(record["states"], 25_955);
    assert_eq!(record["solved"], 964);
    assert_eq!(record["greatest"], 126);
    assert_eq!(record["length"], 116);
    assert_eq!(record["histogram"].as_array().unwrap().len(), 127);
    assert_eq!(record["hardest"], hardest);
    assert!(record["mean_branching"].as_f64().unwrap() > 1.0);
    assert!(record["optimal_solutions"].as_u64().unwrap() > 0);
    // Each neck is a board from which so many steps solve it, and every solution passes one of the cut.
    assert!(text.contains("\nshortest ones share   115 110-103 94-90 "), "{text}");
    assert!(text.contains("\nall solutions pass    one of 4 positions, "), "{text}");
    let necks = record["necks"].as_array().unwrap();
    assert_eq!((necks.len(), record["cut"].as_array().unwrap().len()), (72, 4));
    for neck in necks.iter().step_by(20) {
        let solve = ["solve", "-q", "--metric", "step", "-"];
        let solved = printed_of(&solve, neck["board"].as_str().unwrap());
        assert_eq!(solved.trim(), neck["distance"].to_string());
    }
}

/// The map is drawn as the game shows it, in dark and in light; the film turns it once and ends.
#[test]
fn analyze_draws_the_map_in_space() {
    let home = tempfile::tempdir().unwrap();
    let file = |name: &str| home.path().join(name).to_str().unwrap().to_owned();
    let board = "[[4,1,2],[5,0,3]]";
    let (dark, light, film) = (file("dark.svg"), file("light.svg"), file("map.cast"));
    printed(&["analyze", "--svg", &dark, "--cast", &film, board]);
    printed(&["analyze", "--svg", &light, "--light", board]);
    let read = |name: &str| std::fs::read_to_string(name).unwrap();
    for (picture, ground) in [(read(&dark), "#16181d"), (read(&light), "#fbfbf8")] {
        assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"), "{picture}");
        assert!(picture.contains(&format!("rx=\"6\" fill=\"{ground}\"")), "{picture}");
        assert!(picture.contains('◆') && picture.contains('⣿'), "{picture}");
    }
    let film = read(&film);
    let frames = film.lines().skip(1).collect::<Vec<_>>();
    assert!((200..300).contains(&frames.len()), "{}", frames.len());
    let at = |frame: &str| {
        let event: serde_json::Value = serde_json::from_str(frame).unwrap();
        event[0].as_f64().unwrap()
    };
    assert!(frames.windows(2).all(|pair| at(pair[0]) <= at(pair[1])));
    assert_eq!(at(frames[frames.len() - 1]), 26.0);
    let out = printed(&["analyze", "--svg", "-", board]);
    assert_eq!(out, read(&dark));
    let err = refused(&["analyze", "--svg", "-", "--cast", "-", board], "");
    assert!(err.contains("only one of"), "{err}");
}

#[test]
fn analyze_measures_numbers_in_slides_and_keeps_locks() {
    let record = json(&["analyze", "--json", "--metric", "slide", "[[4,1,2],[5,0,3]]"]);
    assert_eq!(record["states"], 360);
    assert_eq!(record["solved"], 1);
    let rush = "oooooo\noooooo\nAAooBo\nooooBo\nCCoooo\noooooo\n";
    let text = printed_of(&["analyze", "--metric", "slide", "-"], rush);
    let row = text.lines().find(|l| l.starts_with("greatest")).unwrap();
    let hardest = text.split("slides\n").last().unwrap();
    let solved = printed_of(&["solve", "-q", "--metric", "slide", "-"], hardest);
    assert!(row.ends_with(&format!(" {} slides", solved.trim())), "{text}");
}

#[test]
fn replay_names_the_first_illegal_move_with_its_index_and_reason() {
    let err = refused(&["replay", "hengdaolima", "h:R", "S:U"], "");
    assert!(err.contains("move 2") && err.contains("leave the board"), "{err}");
    let text = printed(&["replay", "[[1,2,3],[4,0,5]]", "L"]);
    assert!(text.contains("1 2 3\n4 5 0\n"), "{text}");
    assert!(text.ends_with(": solved after 1 step\n"), "{text}");
}

/// The film plays in a terminal of the size that it names, and ends with what the picture shows.
#[test]
fn replay_writes_a_film_and_a_picture() {
    let home = tempfile::tempdir().unwrap();
    let file = |name: &str| home.path().join(name).to_str().unwrap().to_owned();
    let (cast, svg) = (file("a.cast"), file("a.svg"));
    let asked = ["replay", "--cast", &cast, "--svg", &svg, "[[1,2,3],[0,4,5]]", "LL"];
    assert_eq!(printed(&asked), "");
    let film = std::fs::read_to_string(&cast).unwrap();
    let mut lines = film.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let header = lines.next().unwrap();
    assert_eq!(
        (&header["version"], &header["width"], &header["height"]),
        (&2.into(), &80.into(), &24.into())
    );
    let size = |n| std::num::NonZeroU16::new(n).unwrap();
    let mut parser = vt100::Parser::new(size(24), size(80), 0);
    let (mut last, mut seen) = (-1.0, Vec::new());
    for event in lines {
        let (time, kind, output) =
            (event[0].as_f64().unwrap(), &event[1], event[2].as_str().unwrap());
        assert!(time >= last && kind == "o", "{event}");
        last = time;
        parser.process(output.as_bytes());
        let contents = parser.screen().contents();
        let counts = ["0/2", "1/2", "2/2"].into_iter().filter(|count| contents.contains(count));
        seen.extend(counts);
    }
    seen.dedup();
    assert_eq!(seen, ["0/2", "1/2", "2/2"], "{}", parser.screen().contents());
    assert!((2.0..10.0).contains(&last) && !parser.screen().hide_cursor());
    let picture = std::fs::read_to_string(&svg).unwrap();
    assert!(picture.starts_with("<svg ") && picture.contains("2/2"), "{picture}");
    let names = std::fs::read_dir(home.path()).unwrap().count();
    assert_eq!(names, 2, "nothing else is left");
}

#[test]
fn check_reports_every_error_of_a_pack_at_once() {
    let pack = "[[puzzle]]\nid = \"a\"\nbord = \"ab\"\n\n[[puzzle]]\nid = \"b\"\nboard = \"a.\"\ngoals = \".a\"\n";
    let err = refused(&["check", "-"], pack);
    for part in ["bord", "\"board\"", "goals", "\"goal\""] {
        assert!(err.contains(part), "{part} is not in:\n{err}");
    }
}

#[test]
fn convert_goes_through_every_form_and_back() {
    let same = |to: &[&str], from: &str, answer: &str| {
        let mut text = from.to_owned();
        for form in to {
            text = printed_of(&["convert", "--to", form, "-"], &text);
            let solved = printed_of(&["solve", "-q", "--metric", "slide", "-"], &text);
            assert_eq!(solved, answer, "{form}:\n{text}");
        }
    };
    let blocks = ["json", "code", "twenty", "tatham", "toml", "grid"];
    same(&blocks, "aSSb/aSSb/cdde/cfge/h..i\n", "90\n");
    let numbers = ["slide", "tatham", "toml", "grid", "leetcode"];
    same(&numbers, "[[4,1,2],[5,0,3]]\n", "4\n");
    let rush = "oooooo\noooooo\nAAooBo\nooooBo\nCCoooo\noooooo\n";
    same(&["toml", "json", "rush"], rush, "2\n");
    let err = refused(&["convert", "--to", "grid", "-"], rush);
    assert!(err.contains("has no locked pieces"), "{err}");
}

#[test]
fn list_gives_an_object_for_each_puzzle() {
    let rows = printed(&["list", "--json"]);
    let rows: Vec<Value> = rows.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let find = |id: &str| rows.iter().find(|row| row["id"] == id).unwrap();
    let row = find("hengdaolima");
    assert_eq!((&row["step"], &row["slide"], &row["move"]), (&116.into(), &90.into(), &81.into()));
    assert_eq!((&row["kind"], &row["best"]), (&"blocks".into(), &Value::Null));
    for (id, moves) in [
        ("century", 99),
        ("super-century", 138),
        ("mas-puzzle", 23),
        ("pennant", 59),
        ("ane-rouge", 81),
    ] {
        assert_eq!(find(id)["move"], moves, "{id}");
    }
    let kinds = ["numbers", "blocks", "rush"].map(|kind| {
        let rows = printed(&["list", "--json", "--kind", kind]);
        rows.lines().count()
    });
    assert_eq!(kinds.iter().sum::<usize>(), rows.len());
}

/// Every reason why a form cannot hold a puzzle, word for word.
#[test]
fn convert_says_why_a_form_cannot_hold_a_puzzle() {
    let pack =
        |rest: &str| format!("[[puzzle]]\nboard = \"ab./...\"\ngoal = \".../.a.\"\n{rest}\n");
    let cases = [
        (pack("lift = true"), "grid", "cannot say that pieces may be lifted"),
        (pack("via = [\".a./...\"]"), "grid", "has no waypoints"),
        (pack("locked = { b = \"fixed\" }"), "grid", "has no locked pieces"),
        (pack(""), "leetcode", "is for numbers, not for blocks"),
        (FIVE.to_owned(), "json", "is for blocks, not for numbers"),
        (FIVE.to_owned(), "code", "is for blocks, not for numbers"),
        ("1 2\n# 0\n".to_owned(), "leetcode", "has no walls"),
        ("1 2\n3 0\n=>\n0 1\n2 3\n".to_owned(), "slide", "has no goal but the ascending one"),
    ];
    for (text, form, reason) in cases {
        let err = refused(&["convert", "--to", form, "-"], &text);
        let expected = format!("the form {form} {reason}; the form toml can hold the puzzle\n");
        assert!(err.ends_with(&expected), "{err}");
    }
}

const FIVE: &str = "[[4,1,2],[5,0,3]]\n";

/// A form that claims something itself does so in a pack as well, unless the pack gives its board other rules.
#[test]
fn check_proves_what_the_form_of_a_board_in_a_pack_claims() {
    let board = |moves: u32| format!("{moves} IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332");
    let says = |moves: u32, rest: &str| {
        let pack = format!("[[puzzle]]\nid = 'p'\nboard = '{}'\n{rest}\n", board(moves));
        let run = run_with(&["check", "-"], &pack);
        (run.status, run.out.lines().next().unwrap_or(&run.err).to_owned())
    };
    let proven = || (0, "p: 60 moves: proven".to_owned());
    assert_eq!(says(60, ""), proven());
    assert_eq!(says(60, "metric = 'step'\noptimal = { move = 60 }"), proven());
    assert_eq!(says(61, ""), (1, "p: 61 moves: REFUTED, the optimum is 60 moves".to_owned()));
    assert_eq!(says(61, "lift = true"), (0, "p: readable, nothing claimed".to_owned()));
}

/// A puzzle whose fewest moves nobody knows has two bounds: a search proves the one, a solution in the pack the other.
#[test]
fn check_proves_bounds() {
    let says = |board: &str, rest: &str| {
        let pack = format!("[[puzzle]]\nid = 'p'\nboard = '{board}'\n{rest}\n");
        let run = run_with(&["check", "-"], &pack);
        (run.status, run.out.lines().next().unwrap_or(&run.err).to_owned())
    };
    let small = "4 1 2/5 0 3";
    let of_small = |claim: &str, finding: &str| format!("p: {claim} steps: {finding}");
    let (status, said) = says(small, "solution = 'RDLLU'\noptimal = { step = [3, 9] }");
    assert_eq!((status, said), (0, of_small("3 to 9", "proven")));
    let (status, said) = says(small, "optimal = { step = [6, 9] }");
    assert_eq!((status, said), (1, of_small("6 to 9", "REFUTED, the optimum is 5 steps")));
    // One that no search ends on in a test: a solution that is not given is found, and both bounds hold.
    let large = "12 3 9 22 1/18 24 4 14 19/21 5 15 0 10/8 13 6 2 17/7 23 16 20 11";
    let (status, said) = says(large, "optimal = { step = [40, 200] }");
    assert_eq!((status, said), (0, of_small("40 to 200", "proven")));
    let (status, said) = says(small, "optimal = { step = [0, 5] }");
    assert_eq!((status, said), (0, of_small("0 to 5", "proven")));
    let (status, said) = says("1 2/3 0", "goal = '2 1/3 0'\noptimal = { step = [0, 9] }");
    assert_eq!((status, said), (1, of_small("0 to 9", "REFUTED, it is unsolvable")));
    let (status, said) = says("1 0 2", "solution = 'L'\noptimal = { step = [0, 2] }");
    assert_eq!((status, said), (0, of_small("0 to 2", "proven")));
}

/// A puzzle of a file is named by its id, or by its number as `check` prints it; a file that is called so comes first.
#[test]
fn one_puzzle_of_a_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (pack, other) = (file("pack.toml"), file("pack.toml#3"));
    let puzzle = |id: &str, board: &str| format!("[[puzzle]]\n{id}board = '{board}'\n");
    let five = "[[4,1,2],[5,0,3]]";
    // The id that is a number goes before the number.
    let boards =
        [("id = 'two'\n", "[[1,2,3],[4,0,5]]"), ("", five), ("id = '1'\n", "[[0,1],[3,2]]")];
    let text: String = boards.iter().map(|(id, board)| puzzle(id, board)).collect();
    std::fs::write(&pack, text).unwrap();
    let solved = |name: &str| printed(&["solve", "-q", &format!("{pack}#{name}")]);
    assert_eq!([solved("two"), solved("2"), solved("3")], ["1\n", "5\n", "2\n"]);
    assert_eq!(solved("1"), solved("3"));
    let second = format!("{pack}#2");
    let checked = printed(&["check", &second]);
    assert!(checked.starts_with(&format!("{second}: readable, nothing claimed\n")), "{checked}");
    assert_eq!(printed(&["convert", "--to", "leetcode", &second]), format!("{five}\n"));
    assert!(printed(&["analyze", &second]).contains("5 steps"));
    assert!(printed(&["replay", "-q", &second, "RDLLU"]).ends_with(": solved after 5 steps\n"));
    std::fs::write(&other, "[[1,2],[0,3]]").unwrap();
    assert_eq!([solved("3"), solved("3#1")], ["1\n", "1\n"]);
    // A board that is written out may begin like the name of a file.
    std::fs::write(file("a.#=>.a"), five).unwrap();
    let mut written = command(folder.path());
    let run = run_command(written.args(["solve", "-q", "a.#=>.a#"]).current_dir(folder.path()));
    assert_eq!((run.out.as_str(), run.err.as_str()), ("1\n", ""));
}
