//! Many puzzles in one call, several of them at a time.

use crate::process::run_with;
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

/// Files of many puzzles are solved on all threads, one puzzle each, with the answers and the counts of one thread in the same order.
#[test]
fn many_puzzles_are_answered_in_their_order_on_any_number_of_threads() {
    let text = fs::read_to_string("tests/data/korf100.tsv").unwrap();
    let hard: Vec<&str> = text.lines().skip(2).take(6).collect();
    let easy = (0..6).map(|_| "[[4,1,2],[5,0,3]]\n[[1,2,3],[5,4,0]]\n");
    let both = hard.iter().zip(easy).map(|(row, easy)| {
        let rows: Vec<String> = row
            .split('\t')
            .nth(1)
            .unwrap()
            .split('/')
            .map(|row| format!("[{}]", row.replace(' ', ",")))
            .collect();
        format!("[{}]\n{easy}", rows.join(","))
    });
    let boards: String = both.collect();
    let answers = |threads: &str| -> Vec<Value> {
        let run =
            run_with(&["solve", "--json", "--threads", threads, "--metric", "step", "-"], &boards);
        assert_eq!(run.status, 1);
        let lines = run.out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let told = ["puzzle", "status", "length", "moves", "states", "depth"];
        lines.map(|line| told.iter().map(|key| line[key].clone()).collect()).collect()
    };
    let one = answers("1");
    assert_eq!(one.len(), 18);
    assert_eq!((&one[0][2], &one[1][2], &one[2][1]), (&57.into(), &5.into(), &"unsolvable".into()));
    assert_eq!(answers("2"), one);
}

/// Ctrl-C ends all searches that run side by side: what they proved is told, in order, and how many puzzles are left.
#[test]
fn an_interrupt_ends_all_searches_that_run_side_by_side() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_huarong"))
        .args(["solve", "--json", "--algorithm", "idastar", "--threads", "2", "--seed", "1"])
        .arg("[[4,1,2],[5,0,3]]")
        .args(["10x10"; 6])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines().map(|line| {
        let answer: Value = serde_json::from_str(&line.unwrap()).unwrap();
        answer
    });
    // The first is solved alone; the others are begun when it is told.
    assert_eq!(answers.next().unwrap()["length"], 5);
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.unwrap().success());
    let stopped: Vec<Value> = answers.collect();
    for answer in &stopped {
        assert_eq!((&answer["status"], &answer["why"]), (&"unknown".into(), &"cancelled".into()));
        assert!(answer["lower_bound"].is_u64(), "{answer}");
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let left = 6 - stopped.len();
    let note = String::from_utf8(output.stderr).unwrap();
    assert_eq!(note, format!("huarong: stopped; {left} more not tried\n"));
}
