//! Searches whose layers lie on a disk: `huarong solve --disk`.

use crate::process::{refused, run_with};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// 横刀立马 on a disk.
fn solve(folder: &Path, more: &[&str]) -> (i32, Value) {
    let folder = folder.to_str().unwrap();
    let args = [&["solve", "--json", "--disk", folder, "hengdaolima"], more].concat();
    let run = run_with(&args, "");
    (run.status, serde_json::from_str(&run.out).unwrap())
}

#[test]
fn layers_on_a_disk_give_the_same_answer() {
    let home = tempfile::tempdir().unwrap();
    for (metric, length) in [("step", 116), ("slide", 90), ("move", 81)] {
        let (status, answer) = solve(&home.path().join(metric), &["--metric", metric]);
        assert_eq!((status, &answer["length"]), (0, &length.into()));
        assert!(answer["disk_bytes"].as_u64() > Some(10_000), "{answer}");
    }
    let folder = home.path().join("move");
    let again = refused(
        &["solve", "--disk", folder.to_str().unwrap(), "--metric", "move", "hengdaolima"],
        "",
    );
    assert!(again.contains("search.json") && again.contains("resumed"), "{again}");
    let other = ["solve", "--disk", folder.to_str().unwrap(), "--resume", "4x4", "--seed", "1"];
    let other = refused(&other, "");
    assert!(other.contains("holds another search: version"), "{other}");
    let (status, answer) = solve(&folder, &["--metric", "move", "--resume"]);
    assert_eq!((status, &answer["length"]), (0, &81.into()));
}

#[test]
fn a_limit_of_the_files_is_said_and_a_resumed_search_goes_on() {
    let home = tempfile::tempdir().unwrap();
    let (status, answer) = solve(home.path(), &["--metric", "move", "--disk-limit", "20K"]);
    assert_eq!((status, &answer["why"]), (3, &"disk".into()));
    let bound = answer["lower_bound"].as_u64().unwrap();
    assert!((20..81).contains(&bound), "{answer}");
    let (status, answer) = solve(home.path(), &["--metric", "move", "--resume"]);
    assert_eq!((status, &answer["length"]), (0, &81.into()));
}

#[test]
fn a_search_that_is_killed_goes_on_where_it_was() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("layers");
    // 3x4 has 239.5 million positions: it is killed long before the end.
    let args = ["solve", "--disk", folder.to_str().unwrap(), "--resume", "4x3", "--seed", "3"];
    let layers = || -> usize {
        let list = fs::read(folder.join("search.json")).unwrap_or_default();
        let list: Value = serde_json::from_slice(&list).unwrap_or_default();
        list["layers"].as_array().map_or(0, Vec::len)
    };
    let mut reached = 1;
    for _ in 0..3 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_huarong"))
            .args(args)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        while layers() <= reached {
            assert!(child.try_wait().unwrap().is_none(), "it has ended");
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        reached = layers();
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let run = run_with(&[&args[..], &["--json", "--time", "0.5"]].concat(), "");
    let answer: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((run.status, &answer["why"]), (3, &"time".into()), "{answer}");
    assert_eq!(run.err, "huarong: with --resume it goes on from here\n");
    assert!(answer["lower_bound"].as_u64().unwrap() >= reached as u64, "{answer}");
}

#[test]
fn what_does_not_go_together_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().to_str().unwrap();
    let two = refused(&["solve", "--disk", folder, "3x3", "3x3"], "");
    assert_eq!(two, "huarong: --disk is for one puzzle\n");
    for more in [&["--good"][..], &["--algorithm", "astar"]] {
        let said = refused(&[&["solve", "--disk", folder, "3x3"], more].concat(), "");
        assert!(said.contains("cannot be used with"), "{said}");
    }
    let said = refused(&["solve", "--resume", "3x3"], "");
    assert!(said.contains("--disk"), "{said}");
    let file = home.path().join("file");
    fs::write(&file, "mine").unwrap();
    let said = refused(&["solve", "--disk", file.to_str().unwrap(), "3x3"], "");
    assert!(said.contains("file: ") && said.starts_with("huarong: "), "{said}");
    assert_eq!(fs::read_to_string(file).unwrap(), "mine");
}
