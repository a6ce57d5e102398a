//! The sentence of a puzzle, in the footer until the key that it names was pressed.

use crate::tui::context::Context;
use crate::tui::keys::{Action, Scope};
use crate::tui::list::course::Course;
use crate::tui::list::playlist::text_in;

/// The sentence with the keys that it names, while it is to be read: of a puzzle of a course, until it is solved.
pub(crate) fn words(ctx: &Context) -> Option<String> {
    words_with(ctx, |action| label(ctx, action))
}

/// The same sentence, with what `called` says in the place of each action that it names: where lines are typed, no key is pressed.
pub(crate) fn words_with(ctx: &Context, called: impl Fn(Action) -> String) -> Option<String> {
    let is_led = matches!(ctx.playlist.course(), Course::FirstSteps | Course::Journey);
    let is_due = ctx.lesson && is_led && !ctx.game.session.is_solved();
    let about = ctx.game.entry.about.as_ref().filter(|_| is_due)?;
    Some(with_names(&text_in(about, ctx.lang()), called))
}

/// A sentence with the keys of the actions that it has in braces.
pub(crate) fn with_keys(ctx: &Context, sentence: &str) -> String {
    with_names(sentence, |action| label(ctx, action))
}

/// A sentence with what the actions that it has in braces are called.
fn with_names(sentence: &str, called: impl Fn(Action) -> String) -> String {
    let parts = parts(sentence).into_iter().map(|part| match part {
        Ok(action) => called(action),
        Err(words) => words,
    });
    parts.collect()
}

/// Whether an action on the board leaves the first steps.
pub(crate) fn leaves(ctx: &Context, scope: Scope, action: Action) -> bool {
    let ends = ctx.playlist.is_last() || !ctx.game.session.is_solved();
    scope == Scope::Play
        && ctx.playlist.course() == Course::FirstSteps
        && (action == Action::Back || action == Action::Next && ends)
}

/// The key was pressed: the one that the sentence names, or any if it names none.
pub(crate) fn hear(ctx: &mut Context, action: Action) {
    let is_read = words(ctx).is_some();
    let Some(about) = &ctx.game.entry.about else { return };
    let named: Vec<Action> = parts(&about.en).into_iter().filter_map(Result::ok).collect();
    // The sentence speaks of the piece that the puzzle is about, whichever was selected while it was read.
    if is_read && named.contains(&action) && matches!(action, Action::Go(_) | Action::GoFar(_)) {
        ctx.game.select_first();
    }
    if named.is_empty() || named.contains(&action) {
        ctx.lesson = false;
    }
}

/// Whether the sentence names a key, and means nothing where keys are not pressed.
pub(crate) fn names_a_key(about: &str) -> bool {
    parts(about).iter().any(Result::is_ok)
}

/// The key of an action on the board.
fn label(ctx: &Context, action: Action) -> String {
    let ascii = ctx.theme().ascii;
    let keys = [Scope::Play, Scope::Always].map(|scope| ctx.keymap.label(scope, action, ascii));
    keys.into_iter().find(|key| !key.is_empty()).unwrap_or_default()
}

/// The sentence cut at its actions in braces; what is no action is words.
fn parts(about: &str) -> Vec<Result<Action, String>> {
    let mut parts = Vec::new();
    let mut rest = about;
    while let Some((before, action, after)) = first(rest) {
        parts.extend([Err(before.to_owned()), Ok(action)]);
        rest = after;
    }
    parts.push(Err(rest.to_owned()));
    parts
}

/// What stands before the first action, the action, and the rest.
fn first(text: &str) -> Option<(&str, Action, &str)> {
    let braces = text.match_indices('{');
    braces.into_iter().find_map(|(at, _)| {
        let (name, after) = text[at + 1..].split_once('}')?;
        Some((&text[..at], Action::named(name)?, after))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_found_and_other_braces_are_words() {
        let words = |words: &str| Err(words.to_owned());
        let cut = parts("a {nothing} {undo}{");
        assert_eq!(cut, [words("a {nothing} "), Ok(Action::Undo), words("{")]);
        assert!(!names_a_key("{nothing}") && names_a_key("{up}"));
    }
}
