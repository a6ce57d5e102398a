//! The commands: one table of words, in both languages, from which lines are read and the help is made.

use crate::notation::nearest;
use crate::notation::printable;
use crate::text::{Lang, Spoken};
use crate::tui::Action;

/// What a command does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verb {
    Board,
    Pieces,
    Goal,
    Status,
    Undo,
    Redo,
    Restart,
    Hint,
    Solve,
    On,
    Back,
    Go,
    Moves,
    Accept,
    Return,
    Review,
    Metric,
    Language,
    Blind,
    Next,
    List,
    Open,
    Daily,
    Share,
    Scramble,
    Times,
    Ghost,
    Best,
    Code,
    Map,
    Distances,
    Hardest,
    Random,
    Editor,
    Save,
    Help,
    Quit,
}

/// A command: what it does, its word in English and in Chinese, what the help says of it.
pub(crate) type Command<V> = (V, &'static str, &'static str, Spoken);

/// All commands, in the order of the help.
pub(crate) const COMMANDS: &[Command<Verb>] = &[
    (Verb::Board, "board", "盘面", Spoken::CBoard),
    (Verb::Pieces, "pieces", "棋子", Spoken::CPieces),
    (Verb::Goal, "goal", "目标", Spoken::CGoal),
    (Verb::Status, "status", "状态", Spoken::CStatus),
    (Verb::Undo, "undo", "撤销", Spoken::CUndo),
    (Verb::Redo, "redo", "重做", Spoken::CRedo),
    (Verb::Restart, "restart", "重来", Spoken::CRestart),
    (Verb::Hint, "hint", "提示", Spoken::CHint),
    (Verb::Solve, "solve", "求解", Spoken::CSolve),
    (Verb::On, "on", "前进", Spoken::COn),
    (Verb::Back, "back", "后退", Spoken::CBack),
    (Verb::Go, "go", "跳到", Spoken::CGo),
    (Verb::Moves, "moves", "走法", Spoken::CMoves),
    (Verb::Accept, "accept", "接着玩", Spoken::CAccept),
    (Verb::Return, "return", "返回", Spoken::CReturn),
    (Verb::Review, "review", "回顾", Spoken::CReview),
    (Verb::Metric, "metric", "计步", Spoken::CMetric),
    (Verb::Language, "language", "语言", Spoken::CLanguage),
    (Verb::Blind, "blind", "盲玩", Spoken::CBlind),
    (Verb::Next, "next", "下一题", Spoken::CNext),
    (Verb::List, "list", "列表", Spoken::CList),
    (Verb::Open, "open", "打开", Spoken::COpen),
    (Verb::Daily, "daily", "每日", Spoken::CDaily),
    (Verb::Share, "share", "分享", Spoken::CShare),
    (Verb::Scramble, "scramble", "打乱", Spoken::CScramble),
    (Verb::Times, "times", "成绩", Spoken::CTimes),
    (Verb::Ghost, "ghost", "幽灵", Spoken::CGhost),
    (Verb::Best, "best", "最佳", Spoken::CBest),
    (Verb::Code, "code", "编码", Spoken::CCode),
    (Verb::Map, "map", "地图", Spoken::CMap),
    (Verb::Distances, "distances", "距离", Spoken::CDistances),
    (Verb::Hardest, "hardest", "最难", Spoken::CHardest),
    (Verb::Random, "random", "随机", Spoken::CRandom),
    (Verb::Editor, "editor", "编辑器", Spoken::CEditor),
    (Verb::Save, "save", "保存", Spoken::CSave),
    (Verb::Help, "help", "帮助", Spoken::CHelp),
    (Verb::Quit, "quit", "退出", Spoken::CQuit),
];

/// The fewest letters that a command may be cut to.
const SHORTEST: usize = 3;

/// The command of the game that a word names: in full, or cut so that it can be no other.
pub(crate) fn verb(word: &str) -> Option<Verb> {
    find(COMMANDS, word)
}

/// The same of any table.
pub(crate) fn find<V: Copy>(commands: &[Command<V>], word: &str) -> Option<V> {
    let word = word.to_lowercase();
    let full = |&&(_, en, zh, _): &&Command<V>| en == word || zh == word;
    let begins = |&&(_, en, ..): &&Command<V>| word.len() >= SHORTEST && en.starts_with(&word);
    let mut cut = commands.iter().filter(begins);
    let only = match (cut.next(), cut.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    };
    let found = commands.iter().find(full).or(only);
    found.map(|&(verb, ..)| verb)
}

/// Every command with its word and what it does.
pub(crate) fn listed<V>(commands: &[Command<V>], lang: Lang) -> Vec<String> {
    let line = |(_, en, zh, what): &Command<V>| {
        let word = lang.pick((*en).to_owned(), format!("{zh} ({en})"));
        Spoken::CommandIs.with(lang, &[&word, what.words(lang)])
    };
    commands.iter().map(line).collect()
}

/// That a line means nothing, and what it may have been meant for.
pub(crate) fn not_understood<V>(commands: &[Command<V>], line: &str, lang: Lang) -> String {
    let line = printable::masked(&line.chars().take(60).collect::<String>());
    let word = line.split_whitespace().next().unwrap_or_default();
    let known: Vec<&str> = commands.iter().map(|&(_, en, ..)| en).collect();
    match nearest(word, &known).filter(|_| word.chars().count() > 1) {
        Some(known) => Spoken::DidYouMean.with(lang, &[&line, known]),
        None => Spoken::NotUnderstood.with(lang, &[&line]),
    }
}

impl Verb {
    /// The command that does what a key of the game does, if there is one.
    pub(crate) fn of(action: Action) -> Option<Verb> {
        Some(match action {
            Action::Undo => Verb::Undo,
            Action::Redo => Verb::Redo,
            Action::Restart => Verb::Restart,
            Action::Next => Verb::Next,
            Action::Hint => Verb::Hint,
            Action::Review => Verb::Review,
            Action::Solve => Verb::Solve,
            Action::Help => Verb::Help,
            Action::Quit => Verb::Quit,
            Action::Language => Verb::Language,
            Action::SwitchMetric => Verb::Metric,
            Action::StepOn => Verb::On,
            Action::StepBack => Verb::Back,
            Action::PlayOn => Verb::Accept,
            Action::Map => Verb::Map,
            Action::Hardest => Verb::Hardest,
            Action::Open => Verb::Open,
            Action::Blind => Verb::Blind,
            Action::Copy => Verb::Code,
            Action::Times => Verb::Times,
            Action::Ghost => Verb::Ghost,
            Action::Editor => Verb::Editor,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_known_in_both_languages_and_cut_short() {
        for &(found, en, zh, _) in COMMANDS {
            assert_eq!((verb(en), verb(zh)), (Some(found), Some(found)), "{en}");
            assert_eq!(verb(&en.to_uppercase()), Some(found));
        }
        assert_eq!(
            (verb("rev"), verb("re"), verb("res")),
            (Some(Verb::Review), None, Some(Verb::Restart))
        );
        assert_eq!(verb("unknown"), None);
    }

    #[test]
    fn a_slip_is_answered_with_what_was_meant() {
        assert_eq!(
            not_understood(COMMANDS, "slove it", Lang::En),
            "\"slove it\" is not understood; did you mean solve?"
        );
        assert_eq!(
            not_understood(COMMANDS, "\u{1b}[2J", Lang::En),
            "\"?[2J\" is not understood; help lists the commands."
        );
    }
}
