//! Why a drawing is no puzzle yet. The rules say it in English themselves, as every error of a file is said.

use super::Lang;
use crate::puzzle::{Cell, Fault, Location, MAX_WAYPOINTS, Reason, Section};

/// What is wrong, where, and what would be right.
pub fn fault(lang: Lang, fault: &Fault) -> String {
    match lang {
        Lang::En => fault.to_string(),
        Lang::Zh => {
            // What is missing is said in one sentence, as a player would.
            let whole = match fault.reason {
                Reason::NoGoal => Some("目标里至少要有一块"),
                Reason::NoPieces => Some("棋盘上至少要有一块"),
                Reason::NoBlank => Some("棋盘上至少要有一个空格"),
                _ => None,
            };
            if let Some(whole) = whole {
                return whole.to_owned();
            }
            let (problem, expected) = (problem(&fault.reason), expected(&fault.reason));
            format!("{}{problem}；应为{expected}", place(fault.at))
        }
    }
}

/// What is wrong and where, without what would be right.
pub fn problem_of(lang: Lang, fault: &Fault) -> String {
    match lang {
        Lang::En => {
            let whole = fault.to_string();
            let tail = format!("; expected {}", fault.reason.expected());
            whole.strip_suffix(&tail).unwrap_or(&whole).to_owned()
        }
        Lang::Zh => format!("{}{}", place(fault.at), problem(&fault.reason)),
    }
}

fn at(cell: Cell) -> String {
    format!("第 {} 行第 {} 列", cell.row + 1, cell.column + 1)
}

fn place(place: Option<Location>) -> String {
    let Some(Location { board, cell }) = place else {
        return String::new();
    };
    let cell = at(cell);
    match board {
        Section::Start => format!("{cell}："),
        Section::Goal => format!("目标{cell}："),
        Section::Via(i) => format!("途经局面 {}，{cell}：", i + 1),
    }
}

fn problem(reason: &Reason) -> String {
    match reason {
        Reason::BadSize { width, height, .. } => format!("棋盘有 {width} 列 {height} 行"),
        Reason::SecondPiece(name) => format!("又有一块“{name}”"),
        Reason::OffBoard { piece, cell, .. } => {
            format!("块“{piece}”的{}不在棋盘上", at(*cell))
        }
        Reason::NoCells(name) => format!("块“{name}”没有格子"),
        Reason::Apart { piece, first, other } => {
            format!("块“{piece}”分成两处，{}和{}", at(*first), at(*other))
        }
        Reason::NumberTwice(number) => format!("数字 {number} 出现两次"),
        Reason::GoalLacks(number) => format!("目标缺少数字 {number}"),
        Reason::NoGoal => "目标里没有块".to_owned(),
        Reason::Unknown(name) => format!("块“{name}”不在开局盘上"),
        Reason::Overlap(one, other) => format!("块“{one}”和“{other}”重叠"),
        Reason::WantedOnWall(name) => format!("块“{name}”要停在墙上"),
        Reason::OtherShape(name) => format!("块“{name}”的形状与开局不同"),
        Reason::NamedTwice(name) => format!("块“{name}”出现两次"),
        Reason::NotInterchangeable(name) => format!("块“{name}”不能互换"),
        Reason::OnWall(name) => format!("块“{name}”在墙上"),
        Reason::OnGate(name) => format!("块“{name}”在门上"),
        Reason::NoPieces => "棋盘上没有块".to_owned(),
        Reason::NoBlank => "棋盘上没有空格".to_owned(),
        Reason::Waypoints(count) => format!("途经局面有 {count} 个"),
    }
}

fn expected(reason: &Reason) -> String {
    let words = match reason {
        Reason::BadSize { most, .. } => return format!("各 1 到 {most}"),
        Reason::OffBoard { size, .. } => return format!(" {size} 棋盘上的格子"),
        Reason::SecondPiece(_) => "每个名称一块",
        Reason::NoCells(_) => "至少一格",
        Reason::Apart { .. } => "边与边相连的格子",
        Reason::NumberTwice(_) => "每个数字一次",
        Reason::GoalLacks(_) => "与开局相同的数字",
        Reason::NoGoal => "目标里至少一块",
        Reason::Unknown(_) => "开局盘上的块",
        Reason::Overlap(..) => "每格一块",
        Reason::WantedOnWall(_) | Reason::OnWall(_) => "地面上的位置",
        Reason::OtherShape(_) => "此块原来的形状",
        Reason::NamedTwice(_) => "每块一次",
        Reason::NotInterchangeable(_) => "形状和锁都相同的块，其中有目标或途经局面里的块",
        Reason::OnGate(_) => "门上只停目标里的块",
        Reason::NoPieces => "至少一块",
        Reason::NoBlank => "至少一个空格",
        Reason::Waypoints(_) => return format!("最多 {MAX_WAYPOINTS} 个"),
    };
    words.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Setup;

    /// What is wrong with a board, in both languages.
    fn faults(start: &[&str], goal: &[&str]) -> [Vec<String>; 2] {
        let found = Setup::blocks(start, goal).build().unwrap_err();
        Lang::ALL.map(|lang| found.iter().map(|one| fault(lang, one)).collect())
    }

    #[test]
    fn each_language_says_where_what_and_what_would_be_right() {
        let [en, zh] = faults(&["#a.", "a.."], &["...", "..b"]);
        assert_eq!(
            en,
            [
                "row 2, column 1: piece \"a\" is in two parts, at row 1, column 2 and at row 2, \
             column 1; expected cells that touch along edges",
                "goal, row 2, column 3: piece \"b\" is not on the board; expected a piece of the start",
            ]
        );
        assert_eq!(
            zh,
            [
                "第 2 行第 1 列：块“a”分成两处，第 1 行第 2 列和第 2 行第 1 列；应为边与边相连的格子",
                "目标第 2 行第 3 列：块“b”不在开局盘上；应为开局盘上的块",
            ]
        );
        let [_, zh] = faults(&["#..", "..."], &[]);
        assert_eq!(zh, ["目标里至少要有一块", "棋盘上至少要有一块"]);
    }

    #[test]
    fn nothing_is_said_in_english_to_who_reads_chinese() {
        let name = || "x".to_owned();
        let (first, other) = (Cell::new(0, 0), Cell::new(1, 1));
        let size = crate::puzzle::Size::new(3, 2).unwrap();
        let reasons = [
            Reason::BadSize { width: 33, height: 1, most: 32 },
            Reason::SecondPiece(name()),
            Reason::OffBoard { piece: name(), cell: other, size },
            Reason::NoCells(name()),
            Reason::Apart { piece: name(), first, other },
            Reason::NumberTwice(name()),
            Reason::GoalLacks(name()),
            Reason::NoGoal,
            Reason::Unknown(name()),
            Reason::Overlap(name(), name()),
            Reason::WantedOnWall(name()),
            Reason::OtherShape(name()),
            Reason::NamedTwice(name()),
            Reason::NotInterchangeable(name()),
            Reason::OnWall(name()),
            Reason::OnGate(name()),
            Reason::NoPieces,
            Reason::NoBlank,
            Reason::Waypoints(101),
        ];
        for reason in reasons {
            let words = problem(&reason) + &expected(&reason);
            let letters = words.chars().filter(char::is_ascii_alphabetic);
            assert!(letters.clone().all(|c| c == 'x'), "{words}");
            assert!(!reason.problem().is_empty() && !reason.expected().is_empty());
        }
    }
}
