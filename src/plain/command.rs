//! The commands: which one a word names, and how the help lists them. They stand in `assets/keys.toml` beside the keys.

use super::parse::name_of;
use crate::notation::nearest;
use crate::notation::printable;
use crate::text::{Lang, Spoken};
use crate::tui::{Action, Command, Scope, commands};

/// The fewest letters that a command may be cut to.
// Commands are read before pieces, so that shorter cuts would hide pieces of one or two characters.
const SHORTEST: usize = 3;

/// The name of the command that `word` means: in full, or cut so that it can be no other.
pub(crate) fn named(commands: &[Command], word: &str) -> Option<&'static str> {
    let word = word.to_lowercase();
    let begins = |it: &&Command| word.len() >= SHORTEST && it.name.starts_with(&word);
    let mut cut = commands.iter().filter(begins);
    let only = match (cut.next(), cut.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    };
    let full = commands.iter().find(|it| it.name == word || it.zh == word);
    // A word in full is never in doubt, even where longer ones begin with it, as `goal` with `go`.
    full.or(only).map(|command| command.name)
}

/// Whether `word` is the command of this name in full, in either language.
pub(crate) fn is(commands: &[Command], name: &str, word: &str) -> bool {
    let mut named = commands.iter().filter(|command| command.name == name);
    named.any(|command| command.name == word || command.zh == word)
}

/// The name of the command that does what a key does, if there is one.
pub(crate) fn of(commands: &[Command], action: Action) -> Option<&'static str> {
    let found = commands.iter().find(|command| command.action == Some(action));
    found.map(|command| command.name)
}

/// What is typed for an action at the board; nothing if no line does it.
pub(crate) fn typed(action: Action, lang: Lang) -> String {
    match action {
        Action::Go(way) => name_of(way).words(lang).to_owned(),
        Action::GoFar(way) => [name_of(way), Spoken::Far].map(|word| word.words(lang)).join(" "),
        Action::NextPiece => Spoken::FindPiece.words(lang).to_owned(),
        _ => {
            let found = commands(Scope::Play).iter().find(|it| it.action == Some(action));
            found.map_or("", |command| lang.pick(command.name, command.zh)).to_owned()
        }
    }
}

/// Every command with its word and what it does.
pub(crate) fn listed(commands: &[Command], lang: Lang) -> Vec<String> {
    let line = |command: &Command| {
        let (name, zh) = (command.name, command.zh);
        let word = lang.pick(name.to_owned(), format!("{zh} ({name})"));
        Spoken::CommandIs.with(lang, &[&word, command.help.words(lang)])
    };
    commands.iter().map(line).collect()
}

/// Says that a line means nothing, and what it may have been meant for.
pub(crate) fn not_understood(commands: &[Command], line: &str, lang: Lang) -> String {
    // A line may be a megabyte long, and nobody wants to hear all of it again.
    let line = printable::masked(&line.chars().take(60).collect::<String>());
    let word = line.split_whitespace().next().unwrap_or_default();
    let known: Vec<&str> = commands.iter().map(|command| command.name).collect();
    // A single character is near to too many words for a guess.
    match nearest(word, &known).filter(|_| word.chars().count() > 1) {
        Some(known) => Spoken::DidYouMean.with(lang, &[&line, known]),
        None => Spoken::NotUnderstood.with(lang, &[&line]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_known_in_both_languages_and_cut_short() {
        for scope in [Scope::Play, Scope::Editor] {
            for Command { name, zh, help, .. } in commands(scope) {
                let find = |word| named(commands(scope), word);
                assert_eq!((find(name), find(zh)), (Some(*name), Some(*name)));
                assert_eq!(find(&name.to_uppercase()), Some(*name));
                assert!(!zh.is_empty() && help.is_whole(), "{name}");
            }
        }
        let find = |word| named(commands(Scope::Play), word);
        assert_eq!((find("rev"), find("re"), find("res")), (Some("review"), None, Some("restart")));
        assert_eq!(find("unknown"), None);
    }

    #[test]
    fn a_slip_is_answered_with_what_was_meant() {
        assert_eq!(
            not_understood(commands(Scope::Play), "slove it", Lang::En),
            "\"slove it\" is not understood; did you mean solve?"
        );
        assert_eq!(
            not_understood(commands(Scope::Play), "\u{1b}[2J", Lang::En),
            "\"?[2J\" is not understood; help lists the commands."
        );
    }
}
