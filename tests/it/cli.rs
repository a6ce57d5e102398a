//! The command line as a whole process: what it prints, where, and how it exits.

use crate::process::{Run, command, printed, printed_of, refused, run, run_command, run_with};
use serde_json::Value;
use std::fs;

const UNSOLVABLE: &str = "[[1,2,3],[5,4,0]]";
const FIVE: &str = "[[4,1,2],[5,0,3]]";
const HARD: &str = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";

#[test]
fn help_fits_one_screen_and_names_every_command() {
    for help in [printed(&["--help"]), printed(&["-h"])] {
        assert!(help.lines().count() <= 24, "{help}");
        assert!(help.lines().all(|line| line.chars().count() <= 80), "{help}");
        assert!(help.contains(" -V, --version\n"), "{help}");
        for command in COMMANDS {
            assert!(help.contains(&format!("\n  {command} ")), "{command} is missing:\n{help}");
        }
    }
}

const COMMANDS: [&str; 13] = [
    "solve",
    "check",
    "replay",
    "convert",
    "list",
    "learn",
    "daily",
    "times",
    "settings",
    "keys",
    "paths",
    "completions",
    "man",
];

#[test]
fn every_command_has_an_example_in_its_help() {
    for command in COMMANDS {
        let help = printed(&[command, "--help"]);
        assert!(help.contains(&format!("\n  huarong {command}")), "{help}");
        assert!(help.lines().all(|line| line.chars().count() <= 80), "{help}");
    }
}

/// No line of a help is wrapped by hand and then once more: one that ends early is the end of a paragraph or of a row.
#[test]
fn no_help_is_wrapped_twice() {
    for command in COMMANDS {
        let help = printed(&[command, "--help"]);
        let lines: Vec<&str> = help.lines().collect();
        for pair in lines.windows(2) {
            let (line, next) = (pair[0], pair[1].trim_start());
            let is_prose =
                |line: &str| line.starts_with(char::is_alphabetic) && !line.ends_with(':');
            let word = next.split(' ').next().unwrap_or_default();
            let had_room = line.chars().count() + 1 + word.chars().count() <= 80;
            let goes_on = is_prose(line) && next.starts_with(char::is_lowercase);
            assert!(!(goes_on && had_room), "{command}: {line:?} {next:?}");
        }
    }
}

/// Every setting with what it is now and what it can be; what the file says is in force.
#[test]
fn settings_are_printed_as_they_are_in_force() {
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("settings.toml"), "theme = \"mono\"\nmouse = 3\n").unwrap();
    let run = |args: &[&str]| run_command(command(home.path()).args(args));
    let Run { out, err, status } = run(&["settings"]);
    assert_eq!(status, 0);
    assert!(err.contains("line 2: mouse: expected true or false, not 3; the rest holds"), "{err}");
    assert!(
        out.contains("theme       \"mono\"         dark, light, color-blind, mono\n  The colours"),
        "{out}"
    );
    assert!(out.contains("mouse       true           true, false\n"), "{out}");
    let out = run(&["settings", "--json"]).out;
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let names: Vec<&str> = lines.iter().filter_map(|line| line["name"].as_str()).collect();
    let known = huarong::storage::SETTINGS.iter().map(|setting| setting.name);
    assert_eq!(names, known.filter(|name| *name != "keys").collect::<Vec<_>>());
    assert_eq!(lines[1]["value"], "mono");
    assert_eq!(lines[1]["words"][3], "mono");
}

#[test]
fn the_exit_status_tells_how_it_went() {
    assert_eq!(run(&["solve", FIVE]).status, 0);
    assert_eq!(run(&["solve", FIVE, UNSOLVABLE]).status, 1);
    assert_eq!(
        run(&["solve", "--algorithm", "bfs", "--memory", "64K", HARD, UNSOLVABLE]).status,
        3
    );
    assert_eq!(run(&["solve"]).status, 2);
    assert_eq!(run(&["solve", "--metric", "miles", FIVE]).status, 2);
}

#[test]
fn quiet_prints_the_number_alone() {
    let run = run(&["solve", "--quiet", FIVE, UNSOLVABLE, "[[1,2,3],[4,5,0]]"]);
    assert_eq!(run.out, "5\n-1\n0\n");
    assert_eq!(run.err, "");
}

#[test]
fn a_puzzle_is_counted_in_its_own_metric_unless_asked_otherwise() {
    assert_eq!(printed(&["solve", "-q", "hengdaolima"]), "81\n");
    for (metric, number) in [("step", "116\n"), ("slide", "90\n"), ("move", "81\n")] {
        assert_eq!(printed(&["solve", "-q", "--metric", metric, "hengdaolima"]), number);
    }
}

#[test]
fn text_gives_the_answer_and_the_moves() {
    let out = printed(&["solve", "[[1,2,3],[4,0,5]]"]);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(lines[0].starts_with("[[1,2,3],[4,0,5]]: 1 step, optimal ("), "{out}");
    assert_eq!(lines[1], "L");
}

#[test]
fn boards_shows_every_position() {
    let out = printed(&["solve", "--boards", "[[1,2,3],[4,0,5]]"]);
    let (_, boards) = out.split_once('\n').unwrap();
    assert_eq!(boards, "\n1 2 3\n4 0 5\n\n1. L\n1 2 3\n4 5 0\n");
    let json: Value =
        serde_json::from_str(&printed(&["solve", "--json", "--boards", FIVE])).unwrap();
    assert_eq!(json["boards"].as_array().unwrap().len(), 6);
}

/// The keys of an object as they stand in its text, which `Value` would sort.
fn keys(line: &str) -> Vec<&str> {
    let parts: Vec<&str> = line.split('"').collect();
    let is_key = |i: &usize| parts.get(i + 1).is_some_and(|after| after.starts_with(':'));
    (1..parts.len()).step_by(2).filter(is_key).map(|i| parts[i]).collect()
}

#[test]
fn json_is_an_object_a_line_in_the_order_of_the_arguments() {
    let run = run(&["solve", "--json", "hengdaolima", UNSOLVABLE, FIVE]);
    assert_eq!(run.status, 1);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 3);
    for line in &lines {
        let expected = "puzzle metric status length lower_bound moves algorithm states expanded seconds memory_bytes states_per_second depth table_seconds";
        assert_eq!(keys(line), expected.split(' ').collect::<Vec<_>>());
    }
    let [first, second, third] =
        [0, 1, 2].map(|i| serde_json::from_str::<Value>(lines[i]).unwrap());
    assert_eq!((&first["puzzle"], &first["metric"]), (&"hengdaolima".into(), &"move".into()));
    assert_eq!((&first["length"], &first["lower_bound"]), (&81.into(), &81.into()));
    assert_eq!(first["moves"].as_str().unwrap().split(' ').count(), 81);
    assert!(
        first["states"].is_u64() && first["expanded"].is_u64() && first["memory_bytes"].is_u64()
    );
    assert!(first["seconds"].is_f64());
    assert_eq!((&second["status"], &second["length"]), (&"unsolvable".into(), &Value::Null));
    assert_eq!(second["moves"], Value::Null);
    assert_eq!((&third["status"], &third["length"]), (&"optimal".into(), &5.into()));
}

#[test]
fn a_limit_gives_proven_bounds() {
    let run = run(&["solve", "--json", "--algorithm", "bfs", "--memory", "64K", HARD]);
    let json: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(
        (run.status, &json["status"], &json["why"]),
        (3, &"unknown".into(), &"memory".into())
    );
    let bound = json["lower_bound"].as_u64().unwrap();
    assert!((1..=80).contains(&bound), "{bound}");
    assert_eq!((&json["length"], &json["moves"]), (&Value::Null, &Value::Null));
}

#[test]
fn time_is_a_limit_too() {
    let run = run(&["solve", "--quiet", "--time", "0.05", "--seed", "1", "12x12"]);
    assert_eq!((run.status, run.out.as_str()), (3, "?\n"));
}

#[test]
fn a_seed_always_gives_the_same_board() {
    let board = printed(&["convert", "--to", "slide", "--seed", "7", "4x4"]);
    assert_eq!(board, printed(&["convert", "--to", "slide", "--seed", "7", "4x4"]));
    assert_ne!(board, printed(&["convert", "--to", "slide", "--seed", "8", "4x4"]));
}

#[test]
fn standard_input_and_files_are_read() {
    let run = run_with(&["solve", "-q", "-"], "4 1 2\n5 0 3\n");
    assert_eq!((run.status, run.out.as_str()), (0, "5\n"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("boards.txt");
    fs::write(&file, "; two boards\neasy\t[[1,2,3],[4,0,5]]\t1\n\n[[4,1,2],[5,0,3]]\n").unwrap();
    let out = printed(&["solve", "--json", file.to_str().unwrap()]);
    let lengths: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lengths.len(), 2);
    assert_eq!((&lengths[0]["puzzle"], &lengths[0]["length"]), (&"easy".into(), &1.into()));
    assert_eq!(lengths[1]["puzzle"], format!("{}#2", file.display()));
}

#[test]
fn an_unknown_id_is_an_error_that_names_the_nearest() {
    let err = refused(&["solve", "hengdaolma"], "");
    assert_eq!(
        err,
        "huarong: no built-in puzzle and no file is called \"hengdaolma\"; did you mean hengdaolima?\n"
    );
    let err = refused(&["solve", "qqqqqqqqqqqqqqqqq"], "");
    assert!(err.contains("`huarong list` shows"), "{err}");
}

#[test]
fn all_bad_input_is_reported_before_anything_is_solved() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bad.txt");
    fs::write(&file, "1 2 3\n4 x 0\n").unwrap();
    let name = file.to_str().unwrap();
    let err = refused(&["solve", FIVE, name, "-", "0x7"], "a\u{1b}[31mb\n");
    assert!(err.lines().any(|line| line.starts_with(&format!("{name}:2:"))), "{err}");
    assert!(err.lines().any(|line| line.starts_with("standard input:1:")), "{err}");
    assert!(err.contains("a number puzzle of 0x7; expected two cells to 16x16"), "{err}");
}

#[test]
fn files_that_are_no_text_or_not_there_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bad.txt");
    fs::write(&file, b"1 2 3\n4 \xff 0\n").unwrap();
    let err = refused(&["solve", file.to_str().unwrap()], "");
    assert!(err.starts_with(&format!("{}:2:3: ", file.display())), "{err}");
    assert!(refused(&["solve", folder.path().to_str().unwrap()], "").contains("cannot be read"));
    assert!(refused(&["solve", "no/such/file.toml"], "").contains("no file is called"));
    assert!(refused(&["solve", "-"], "").starts_with("standard input:1:1: "));
}

#[test]
fn errors_and_labels_carry_no_control_characters() {
    // `run` itself checks every output.
    refused(&["solve", "\u{1b}]0;title\u{7}"], "");
    refused(&["solve", "[[1,\u{1b}[2J]]"], "");
    let run = run_with(&["solve", "-"], "evil\u{1b}[2J\u{9b}\t[[1,2],[3,0]]\n");
    assert!(run.status == 0 || run.status == 2);
}

#[test]
fn names_and_files_that_are_hostile_are_shown_escaped() {
    // `run` itself checks every output.
    let evil = "\u{1b}[31mA\u{9b}2J\u{202e}B\u{2066}C\u{200b}D\u{301}\u{feff}\u{7}E";
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(format!("{name}{evil}.txt"));
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let escaped = "\\u{1b}[31mA\\u{9b}2J\\u{202e}B\\u{2066}C\\u{200b}D\\u{301}\\u{feff}\\u{7}E";
    let bad = file("bad", &format!("ab\n{evil}\n"));
    // With a bracket in its name it would be a board.
    let name = format!("{}.txt", evil.replace('[', ""));
    let missing = folder.path().join(name).to_str().unwrap().to_owned();
    for command in ["solve", "check", "analyze", "replay", "convert"] {
        for name in [&bad, &missing] {
            let mut args = vec![command, name.as_str()];
            args.extend((command == "replay").then_some("1L"));
            args.extend((command == "convert").then_some("--to=toml"));
            let run = run(&args);
            assert_eq!(run.status, 2, "{args:?}: {}", run.err);
            assert!(
                run.err.replace('[', "").contains(&escaped.replace('[', "")),
                "{args:?}: {}",
                run.err
            );
        }
    }
    refused(&[evil], "");
    refused(&["solve", "--metric", evil, FIVE], "");
    refused(&["list", "--kind", evil], "");
    let good = file("good", "[[4,1,2],[5,0,3]]\n");
    let told = printed(&["solve", &good]);
    assert!(told.contains('5'), "{told}");
    printed(&["solve", "--json", &good]);
    printed(&["check", &good]);
    let named = format!("{evil}\t[[4,1,2],[5,0,3]]\t5\n");
    let table = file("table", &named);
    assert!(run(&["check", &table]).err.contains("\\u{1b}"));
    // JSON and TOML escape on their own; what is read from them must be escaped again.
    let name = "\\u001b[31mA\\u202eB\\u200bD";
    let pack = format!(
        "[[puzzle]]\nid = \"a\"\nname = \"{name}\"\nboard = \"\"\"\n4 1 2\n5 0 3\n\"\"\"\n"
    );
    let pack = file("pack", &pack);
    for args in [
        &["solve", &pack][..],
        &["solve", "--json", &pack],
        &["check", &pack],
        &["solve", "--boards", &pack],
    ] {
        let run = run(args);
        assert!(matches!(run.status, 0 | 2), "{args:?}: {}", run.err);
    }
}

#[test]
fn check_proves_and_refutes() {
    let good = run_with(&["check", "-"], "a\t[[4,1,2],[5,0,3]]\t5\nb\t[[1,2,3],[5,4,0]]\t-1\n");
    assert_eq!(
        (good.status, good.out.as_str()),
        (
            0,
            "a: 5 steps: proven\nb: unsolvable (step): proven\n\
             puzzles: 2; claims proven: 2, refuted: 0, not proven: 0\n"
        )
    );
    let wrong =
        run_with(&["check", "-q", "-"], "a\t[[4,1,2],[5,0,3]]\t4\nb\t[[1,2,3],[4,0,5]]\t1\n");
    assert_eq!(
        (wrong.status, wrong.out.as_str()),
        (1, "a: 4 steps: REFUTED, the optimum is 5 steps\n")
    );
    // That one is false is known, whatever else is not.
    let hard = "b\t[[15,14,13,12],[11,10,9,8],[7,6,5,4],[3,1,2,0]]\t78\n";
    let half = format!("a\t[[4,1,2],[5,0,3]]\t4\n{hard}");
    assert_eq!(run_with(&["check", "-q", "--time", "0.01", "-"], &half).status, 1);
    assert_eq!(run_with(&["check", "-q", "--time", "0.01", "-"], hard).status, 3);
    let bad = run_with(&["check", "-", "[[1]]"], "a\t[[1,2],[3,0]]\t0\n");
    let said = "a: 0 steps: proven\npuzzles: 1; claims proven: 1, refuted: 0, not proven: 0\n";
    assert_eq!((bad.status, bad.out.as_str()), (2, said));
    assert!(!bad.err.is_empty());
}

#[test]
fn replay_checks_what_solve_prints() {
    let solved = printed(&["solve", "hengdaolima"]);
    let moves = solved.lines().nth(1).unwrap();
    let out = printed(&["replay", "hengdaolima", moves]);
    assert!(out.ends_with("\nhengdaolima: solved after 81 moves\n"), "{out}");
    assert_eq!(out.matches("\n\n").count(), 82);
    assert_eq!(
        printed(&["replay", "-q", "[[1,2,3],[4,0,5]]", "R"]),
        "[[1,2,3],[4,0,5]]: not solved after 1 step\n"
    );
    let err = refused(&["replay", "hengdaolima", "S:U"], "");
    assert!(err.contains("move 1"), "{err}");
}

#[test]
fn convert_writes_every_form_that_can_hold_the_puzzle() {
    assert_eq!(printed(&["convert", "--to", "slide", FIVE]), "4 1 2/5 0 3\n");
    assert_eq!(printed(&["convert", "--to", "leetcode", "4 1 2/5 0 3"]), "[[4,1,2],[5,0,3]]\n");
    let grid = printed(&["convert", "--to", "grid", "hengdaolima"]);
    let again = run_with(&["solve", "-q", "-"], &grid);
    assert_eq!(again.out, "81\n");
    assert!(refused(&["convert", "--to", "rush", FIVE], "").contains("the form rush"));
}

#[test]
fn list_shows_every_built_in_puzzle() {
    let table = printed(&["list"]);
    let row = table.lines().find(|line| line.contains("hengdaolima")).unwrap();
    assert_eq!(
        row.split_whitespace().take(5).collect::<Vec<_>>(),
        ["hengdaolima", "4x5", "116", "90", "81"]
    );
    let json = printed(&["list", "--json"]);
    let ids: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(ids.len(), huarong::library::all().count());
    let rush = printed(&["list", "--json", "--kind", "rush"]);
    assert!((5..ids.len()).contains(&rush.lines().count()));
    assert!(rush.lines().all(|line| line.contains("\"kind\":\"rush\"")));
}

#[test]
fn paths_are_those_of_the_folder_that_is_named() {
    let home = tempfile::tempdir().unwrap();
    let text = run_command(command(home.path()).arg("paths")).out;
    let folder = home.path().display();
    let wanted = format!(
        "game     {folder}/game.json\nsettings {folder}/settings.toml\nrecords  {folder}/records.json\ndays     {folder}/days.json\ntimes    {folder}/times.json\ndrawing  {folder}/drawing.json\ntables   {folder}/tables\n"
    );
    assert_eq!(text, wanted);
}

#[test]
fn keys_are_printed_as_the_settings_change_them() {
    let home = tempfile::tempdir().unwrap();
    let keys = |args: &[&str]| {
        let run = run_command(command(home.path()).arg("keys").args(args));
        assert_eq!(run.status, 0);
        (run.out, run.err)
    };
    let line = |text: &str| {
        let mut lines = text.lines();
        lines.find(|line| line.starts_with("play      undo ")).map(str::to_owned)
    };
    let (table, _) = keys(&[]);
    let usual = line(&table).unwrap();
    let columns = [usual.find("undo"), usual.find("u Backspace"), usual.rfind("undo")];
    for line in table.lines() {
        let cells: Vec<char> = line.chars().collect();
        let begins = |at: usize| cells[at - 1] == ' ' && cells[at] != ' ';
        assert!(columns.iter().flatten().all(|&at| begins(at)), "{line}");
    }
    assert_eq!(
        usual.split_whitespace().collect::<Vec<_>>(),
        ["play", "undo", "u", "Backspace", "undo"]
    );
    let file = home.path().join("settings.toml");
    std::fs::write(&file, "[keys.play]\nundo = [\"Backspace\", \"z\"]\n").unwrap();
    let (text, _) = keys(&["--json"]);
    let undo = text.lines().map(|l| serde_json::from_str::<Value>(l).unwrap());
    let undo = undo.into_iter().find(|v| v["scope"] == "play" && v["action"] == "undo").unwrap();
    assert_eq!(undo["keys"], serde_json::json!(["Backspace", "z"]));
    std::fs::write(&file, "[keys.play]\nundo = [\"h\"]\n").unwrap();
    let (text, errors) = keys(&[]);
    assert_eq!(line(&text).as_ref(), Some(&usual));
    assert!(errors.contains("the key h means both left and undo in play"), "{errors}");
}

#[test]
fn completions_and_man_come_from_the_same_table() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(printed(&["completions", shell]).contains("metric"), "{shell}");
    }
    let man = printed(&["man"]);
    assert!(man.contains(".TH huarong 1"), "{man}");
    assert!(
        COMMANDS.iter().all(|command| man.contains(&format!("HUARONG {}", command.to_uppercase())))
    );
    // No page is named that there is none of, and what can be given more than once is told.
    assert!(!man.contains("(1)") && man.contains("<PUZZLE>..."), "{man}");
}

#[test]
fn a_reader_who_leaves_is_no_error() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_huarong"))
        .args(["check"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
#[cfg(target_os = "linux")]
fn an_interrupted_search_reports_what_is_proven() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_huarong"))
        .args(["solve", "--json", "--algorithm", "idastar", "--seed", "1"])
        .args(["10x10", "10x10"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let pid = child.id();
    while !catches_interrupt(pid) {
        assert!(child.try_wait().unwrap().is_none(), "it has ended");
        std::thread::yield_now();
    }
    let kill = Command::new("kill").args(["-INT", &pid.to_string()]).status();
    assert!(kill.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&json["status"], &json["why"]), (&"unknown".into(), &"cancelled".into()));
    assert!(json["lower_bound"].is_u64());
    assert_eq!(output.status.code(), Some(3));
    let note = String::from_utf8(output.stderr).unwrap();
    assert_eq!(note, "huarong: stopped; 1 more not tried\n");
}

/// Whether the process has a handler for the interrupt signal, number 2.
#[cfg(target_os = "linux")]
fn catches_interrupt(pid: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let mask = u64::from_str_radix(caught.unwrap_or("0").trim(), 16).unwrap();
    mask & (1 << (2 - 1)) != 0
}

#[test]
fn the_puzzles_of_a_day_are_printed_with_their_optima() {
    let pack = printed(&["daily", "--date", "2026-11-21", "--print"]);
    let ids = ["8puzzle", "4x5", "rush"].map(|name| format!("id = \"daily-2026-11-21-{name}\""));
    assert!(ids.iter().all(|id| pack.contains(id)), "{pack}");
    let proofs = run_with(&["check", "-"], &pack);
    assert_eq!((proofs.status, proofs.err.as_str()), (0, ""));
    assert_eq!(proofs.out.matches(": proven").count(), 3, "{}", proofs.out);
    let line = printed(&["daily", "--date", "2026-11-21", "--share"]);
    assert_eq!(line, "huarong 2026-11-21  8puzzle -  4x5 -  rush -  streak 0\n");
    for date in ["2026-02-29", "21.11.2026", "2026-11-21T10:00:00", "today"] {
        let err = refused(&["daily", "--date", date], "");
        assert!(err.contains("is no day like 2026-11-21"), "{err}");
    }
}

/// The output of a command in a home with a file of times.
fn with_times(args: &[&str], times: &str) -> (String, String) {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("times.json"), times).unwrap();
    let run = run_command(command(home.path()).args(args));
    assert_eq!(run.status, 0);
    (run.out, run.err)
}

#[test]
fn times_are_averaged_and_exported() {
    let solve = |at: u64, millis: u64, solved: bool| {
        format!(
            "{{\"at\":{at},\"seed\":{at},\"millis\":{millis},\"steps\":80,\"solved\":{solved}}}"
        )
    };
    let solves = [
        solve(0, 10_000, true),
        solve(1_000, 12_345, true),
        solve(2_000, 5_000, false),
        solve(3_000, 11_000, true),
        solve(4_000, 62_000, true),
    ];
    let solves = solves.join(",");
    let times = format!("{{\"version\":1,\"solves\":{{\"4x4\":[{solves}],\"3x3\":[]}}}}");
    let (csv, _) = with_times(&["times", "4x4", "--csv"], &times);
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(
        lines[..4],
        [
            "size,number,when,seed,seconds,steps,steps_per_second,result",
            "4x4,1,1970-01-01T00:00:00Z,0,10.000,80,8.00,ok",
            "4x4,2,1970-01-01T00:00:01Z,1000,12.345,80,6.48,ok",
            "4x4,3,1970-01-01T00:00:02Z,2000,5.000,80,16.00,dnf",
        ]
    );
    let (table, _) = with_times(&["times"], &times);
    assert!(table.contains("4x4: 4 solved of 5\n"), "{table}");
    for row in [
        "  single     1:02.000      10.000",
        "  mo3             DNF         DNF",
        "  ao5          28.448      28.448",
        "  ao12              -           -",
    ] {
        assert!(table.contains(row), "{row}\n{table}");
    }
    let (none, told) = with_times(&["times", "--csv"], "nonsense");
    assert_eq!(none.lines().count(), 1);
    assert!(told.contains("could not be understood"), "{told}");
}

#[test]
fn where_no_scramble_was_solved_that_is_said() {
    let none = |args: &[&str]| with_times(args, "{\"version\":1,\"solves\":{}}");
    let said = "huarong: no scrambled number puzzle has been solved yet\n".to_owned();
    assert_eq!(none(&["times"]), (String::new(), said));
    let said = "huarong: no scrambled number puzzle of 3x3 has been solved yet\n".to_owned();
    assert_eq!(none(&["times", "3x3"]), (String::new(), said));
    let (header, said) = none(&["times", "--csv"]);
    assert_eq!((header.lines().count(), said.as_str()), (1, ""));
}

#[test]
fn a_film_and_a_picture_go_to_standard_output_where_that_is_asked_for() {
    let board = "[[1,2,3],[4,0,5]]";
    let folder = tempfile::tempdir().unwrap();
    for (option, first) in [("--cast", "{\"version\":2"), ("--svg", "<svg")] {
        let mut command = command(&folder.path().join("home"));
        command.args(["replay", option, "-", board, "L"]).current_dir(folder.path());
        let Run { status, out, .. } = run_command(&mut command);
        assert!(status == 0 && out.contains(first), "{out}");
        assert!(!folder.path().join("-").exists());
    }
    let err = refused(&["replay", "--cast", "-", "--svg", "-", board, "L"], "");
    assert!(err.contains("only one of"), "{err}");
}

/// A gate under a piece is in no drawing, so that the hardest start is a pack.
#[test]
fn a_hardest_start_is_the_same_puzzle() {
    let pack = "[[puzzle]]\nboard = '''\naab.\n....\n'''\ngoal = '''\n....\n..aa\n'''\ngates = '-.../...-'\n";
    let args = ["analyze", "--metric", "step", "-"];
    let measured = printed_of(&args, pack);
    let (figures, hardest) = measured.split_once("\na hardest start").unwrap();
    let (_, hardest) = hardest.split_once('\n').unwrap();
    assert!(hardest.contains("gates = "), "{hardest}");
    let again = printed_of(&args, hardest);
    let greatest =
        |text: &str| text.lines().find(|line| line.starts_with("greatest")).map(str::to_owned);
    assert_eq!(greatest(&again), greatest(figures));
}
