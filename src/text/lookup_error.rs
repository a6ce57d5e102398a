//! Why something that was typed cannot be opened, and what the system says about files.

use super::Lang;
use crate::library;
use crate::lookup::LookupError;
use crate::notation::{nearest, printable};
use crate::puzzle::MAX_NUMBER_SIDE;
use std::io::{Error, ErrorKind};

/// Why a text stands for no puzzle; what is nearly the name of one, or one of these `commands`, is told so. What is wrong inside a file
/// is said in English, as always.
pub fn lookup_error(lang: Lang, wrong: &LookupError, commands: &[&str]) -> String {
    match wrong {
        LookupError::Size(width, height) => {
            let most = MAX_NUMBER_SIDE;
            lang.pick(
                format!("a number puzzle of {width}x{height}; expected two cells to {most}x{most}"),
                format!("没有 {width}x{height} 的数字题；最小两格，最大 {most}x{most}"),
            )
        }
        LookupError::Seed(rest) => {
            let rest = printable::escaped(rest);
            lang.pick(
                format!("no seed: {rest}; expected a number, or digits and letters like k3f9"),
                format!("{rest} 不是种子；应为数字，或像 k3f9 的数字和字母"),
            )
        }
        LookupError::Missing(name) => missing(lang, name, commands),
        LookupError::Unreadable(name, error) => {
            let (name, why) = (printable::escaped(name), system(lang, error));
            lang.pick(format!("{name} cannot be read: {why}"), format!("无法读取 {name}：{why}"))
        }
        LookupError::NotAFile(name) => {
            let name = printable::escaped(name);
            lang.pick(format!("{name}: not a file"), format!("{name} 不是文件"))
        }
        LookupError::NotInFile { file, name, count, near } => {
            let (file, name) = (printable::escaped(file), printable::escaped(name));
            let s = if *count == 1 { "" } else { "s" };
            let said = lang.pick(
                format!("{file} holds {count} puzzle{s}, but no \"{name}\""),
                format!("{file} 有 {count} 道题目，没有“{name}”"),
            );
            said + &match near {
                Some(near) => lang.pick(
                    format!("; did you mean {file}#{near}?"),
                    format!("；是不是 {file}#{near}？"),
                ),
                None => lang.pick(
                    format!("; expected an id, or a number up to {count}"),
                    format!("；应为 id，或不大于 {count} 的序号"),
                ),
            }
        }
        // Whoever has typed a board on one line looks for a character, not for a line of a file.
        LookupError::Board(error) if error.line == 1 => {
            let (at, said) = (error.column, error.without_place());
            lang.pick(format!("character {at}: {said}"), format!("第 {at} 个字符：{said}"))
        }
        LookupError::Board(error) | LookupError::Text(error) => error.to_string(),
    }
}

fn missing(lang: Lang, name: &str, commands: &[&str]) -> String {
    let shown = printable::escaped(name);
    let said = lang.pick(
        format!("no built-in puzzle and no file is called \"{shown}\""),
        format!("没有名为“{shown}”的内置题目或文件"),
    );
    let first = name.split_whitespace().next().unwrap_or_default();
    if let Some(near) = nearest(first, commands) {
        // The command itself becomes a name where options stand before it.
        let (en, zh) = match near == first {
            true => (", with its options after it", "，选项写在它后面"),
            false => ("", ""),
        };
        return said
            + &lang.pick(
                format!("; did you mean `huarong {near}`{en}?"),
                format!("；是不是 huarong {near}{zh}？"),
            );
    }
    let known: Vec<&str> = library::names().collect();
    // Names are written with capitals, which nobody needs to type.
    let small: Vec<String> = known.iter().map(|known| known.to_lowercase()).collect();
    let small: Vec<&str> = small.iter().map(String::as_str).collect();
    let near = nearest(&name.to_lowercase(), &small);
    let near = near.and_then(|near| small.iter().position(|small| *small == near));
    match near.map(|at| known[at]) {
        Some(near) => {
            said + &lang.pick(format!("; did you mean {near}?"), format!("；是不是 {near}？"))
        }
        None if commands.is_empty() => said,
        None => {
            said + lang
                .pick("; `huarong list` shows the built-in ones", "；huarong list 列出内置题目")
        }
    }
}

/// What the system says is wrong with a file, without the system's number of it.
pub fn system(lang: Lang, error: &Error) -> String {
    let english = || {
        let said = error.to_string();
        let end = said.find(" (os error ").unwrap_or(said.len());
        said[..end].to_owned()
    };
    let chinese = match error.kind() {
        _ if lang == Lang::En => return english(),
        ErrorKind::NotFound => "文件或目录不存在",
        ErrorKind::PermissionDenied => "没有权限",
        ErrorKind::AlreadyExists => "文件已存在",
        ErrorKind::IsADirectory => "这是一个目录",
        ErrorKind::NotADirectory => "路径中有一部分不是目录",
        ErrorKind::StorageFull => "磁盘已满",
        ErrorKind::QuotaExceeded => "磁盘配额已用完",
        ErrorKind::FileTooLarge => "文件太大",
        ErrorKind::ReadOnlyFilesystem => "磁盘是只读的",
        ErrorKind::InvalidFilename => "文件名不合规定",
        ErrorKind::UnexpectedEof => "文件不完整",
        ErrorKind::InvalidData => "内容不是文本",
        ErrorKind::Interrupted => "操作被中断",
        ErrorKind::TimedOut => "操作超时",
        _ => return english(),
    };
    chinese.to_owned()
}

/// The same of what the system has said already.
pub fn system_said(lang: Lang, said: &str) -> String {
    let number = said.rsplit_once("(os error ").and_then(|(_, rest)| rest.strip_suffix(')'));
    match number.and_then(|number| number.parse().ok()) {
        Some(number) => system(lang, &Error::from_raw_os_error(number)),
        None => said.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_nearly_a_name_or_a_command_is_told_so() {
        let said = |lang, name: &str| {
            lookup_error(lang, &LookupError::Missing(name.to_owned()), &["solve"])
        };
        for (name, near) in [
            ("slove", "did you mean `huarong solve`?"),
            ("sole 4x4", "did you mean `huarong solve`?"),
            ("solve 4x4", "did you mean `huarong solve`, with its options after it?"),
            ("hengdaolma", "did you mean hengdaolima?"),
            ("a great retinu", "did you mean A Great Retinue?"),
            ("横刀力马", "did you mean 横刀立马?"),
        ] {
            assert!(said(Lang::En, name).ends_with(near), "{}", said(Lang::En, name));
        }
        assert_eq!(
            said(Lang::Zh, "hengdaolma"),
            "没有名为“hengdaolma”的内置题目或文件；是不是 hengdaolima？"
        );
    }

    #[test]
    fn a_puzzle_that_a_file_does_not_hold_is_told_in_both_languages() {
        let near = Some("corner".to_owned());
        let (file, name) = ("a.toml".to_owned(), "cornr".to_owned());
        let wrong = LookupError::NotInFile { file, name, count: 2, near };
        assert_eq!(
            lookup_error(Lang::En, &wrong, &[]),
            "a.toml holds 2 puzzles, but no \"cornr\"; did you mean a.toml#corner?"
        );
        assert_eq!(
            lookup_error(Lang::Zh, &wrong, &[]),
            "a.toml 有 2 道题目，没有“cornr”；是不是 a.toml#corner？"
        );
    }

    #[test]
    fn the_system_speaks_both_languages() {
        let error = std::fs::read("/no/such/file").unwrap_err();
        assert_eq!(system(Lang::En, &error), "No such file or directory");
        assert_eq!(system(Lang::Zh, &error), "文件或目录不存在");
        assert_eq!(system_said(Lang::Zh, &error.to_string()), "文件或目录不存在");
        assert_eq!(system_said(Lang::Zh, "who knows"), "who knows");
    }
}
