//! The editor by typed lines: a drawing is made row by row or cell by cell, told in words, judged, played and saved.
//!
//! It is the drawing of the editor on the screen, changed by [`draft`]'s own rules: [`parse`] reads a line, [`cells`] what a
//! line says of cells.
//!
//! [`draft`]: crate::tui::Draft

mod cells;
mod parse;
#[cfg(test)]
mod tests;

use super::command::{self, listed};
use super::describe::rows;
use super::driver::{Driver, LONG_PATIENCE};
use super::status::standing;
use crate::notation;
use crate::notation::Form;
use crate::notation::printable;
use crate::puzzle::{Family, Metric};
use crate::text::{Lang, Phrase, Spoken, counted_by, fault};
use crate::tui::{
    Action, Chord, Draft, Editor, Layer, Message, Model, Naming, Optimum, Scope, Screen, ScreenKey,
    Spot, commands,
};
use parse::Line;
use std::io;

/// Opens the editor.
pub(crate) fn open(driver: &mut Driver) -> io::Result<Vec<String>> {
    driver.press(Action::Show(ScreenKey::Editor))?;
    let mut lines = introduction(driver.model());
    lines.push(driver.say(Spoken::EaselHelpIs));
    Ok(lines)
}

/// Does what a line asks for, and returns what came of it.
pub(crate) fn hear(driver: &mut Driver, line: &str) -> io::Result<Vec<String>> {
    let Some(editor) = driver.model().editor() else {
        driver.come_back()?;
        return Ok(vec![standing(driver.model())]);
    };
    if let Some(command) = key(line, driver.model()) {
        return act(driver, command, "");
    }
    match parse::read(line, editor.draft(), driver.lang()) {
        Err(wrong) => Ok(vec![wrong]),
        Ok(Line::Nothing) => Ok(vec![verdict(driver.model())]),
        Ok(Line::Tell(Layer::Start)) => Ok(told(editor.draft(), Layer::Start, driver.lang())),
        Ok(Line::Tell(Layer::Goal)) => Ok(goal(editor.draft(), driver.lang())),
        Ok(Line::Draw(draft)) => draw(driver, draft),
        Ok(Line::Do(command, rest)) => act(driver, command, &rest),
    }
}

/// What a single character does as a key of the editor.
fn key(line: &str, model: &Model) -> Option<&'static str> {
    let mut letters = line.trim().chars();
    let (letter, None) = (letters.next()?, letters.next()) else {
        return None;
    };
    let action = model.keymap.action(Scope::Editor, Chord::char(letter))?;
    command::of(commands(Scope::Editor), action)
}

/// Takes over a drawing that was changed; tells the rows that are others now, and what it is worth.
fn draw(driver: &mut Driver, draft: Box<Draft>) -> io::Result<Vec<String>> {
    // A copy, since the loop is about to change the drawing with which this one is compared.
    let before = driver.model().editor().map(|editor| editor.draft().clone());
    leave_name(driver)?;
    driver.send([Message::Drawn(draft)])?;
    let mut lines = Vec::new();
    if let (Some(before), Some(editor)) = (before, driver.model().editor()) {
        lines.extend(changed(&before, editor.draft(), driver.lang()));
    }
    lines.push(verdict(driver.model()));
    Ok(lines)
}

/// What is another than before: rows of the start, those of the goal, locks.
fn changed(before: &Draft, draft: &Draft, lang: Lang) -> Vec<String> {
    let other_rows = |layer| {
        let old = told(before, layer, lang);
        let new = told(draft, layer, lang).into_iter();
        new.filter(move |row| !old.contains(row))
    };
    let mut lines: Vec<String> = other_rows(Layer::Start).collect();
    let aims = |draft: &Draft| {
        let cells = draft.cells().map(|cell| draft.piece(Layer::Goal, cell));
        cells.collect::<Vec<_>>()
    };
    if aims(before) != aims(draft) {
        match is_plain(draft) {
            true => lines.extend(goal(draft, lang)),
            false => {
                lines.push(Spoken::GoalNow.words(lang).to_owned());
                lines.extend(other_rows(Layer::Goal));
            }
        }
    }
    let old = locks(before, lang);
    let locks = locks(draft, lang).into_iter();
    lines.extend(locks.filter(|lock| !old.contains(lock)));
    lines
}

fn act(driver: &mut Driver, command: &str, rest: &str) -> io::Result<Vec<String>> {
    match command {
        "editor" => Ok(introduction(driver.model())),
        "check" => check(driver),
        "undo" => change(driver, Action::Undo),
        "redo" => change(driver, Action::Redo),
        "load" => change(driver, Action::FromGame),
        "play" => {
            leave_name(driver)?;
            driver.another(|driver| driver.press(Action::PlayOn))
        }
        "save" if rest.is_empty() => Ok(driver.needs("save", Spoken::AFileName)),
        "save" => save(driver, rest),
        "export" => Ok(export(driver.model(), rest)),
        "language" if driver.speak(rest)? => Ok(vec![verdict(driver.model())]),
        "language" => Ok(driver.needs("language", Spoken::ALanguage)),
        "return" => {
            leave_name(driver)?;
            driver.come_back()?;
            driver.settle()?;
            Ok(vec![driver.say(Spoken::BackInGame), standing(driver.model())])
        }
        "quit" => {
            driver.left = true;
            Ok(Vec::new())
        }
        "help" => {
            let mut lines = vec![driver.say(Spoken::EaselCells)];
            lines.extend(listed(commands(Scope::Editor), driver.lang()));
            Ok(lines)
        }
        unknown => unreachable!("{unknown} is in the table, and a test has tried all of it"),
    }
}

/// Takes a change back, makes it again or loads the game's puzzle; all of the drawing is told, since all of it may be another.
fn change(driver: &mut Driver, action: Action) -> io::Result<Vec<String>> {
    leave_name(driver)?;
    let changes = |driver: &Driver| driver.model().editor().map(Editor::changes);
    let before = changes(driver);
    driver.press(action)?;
    let said = driver.notice();
    Ok(match changes(driver) == before && !said.is_empty() {
        true => said,
        false => introduction(driver.model()),
    })
}

/// The size, the board, the goal, and what the drawing is worth.
fn introduction(model: &Model) -> Vec<String> {
    let lang = model.lang();
    let Some(editor) = model.editor() else {
        return Vec::new();
    };
    let (width, height) = editor.draft().size();
    let size = Spoken::Sized.with(lang, &[width.to_string(), height.to_string()]);
    let mut lines = vec![Spoken::EaselIs.with(lang, &[&size])];
    lines.extend(told(editor.draft(), Layer::Start, lang));
    lines.extend(locks(editor.draft(), lang));
    lines.extend(goal(editor.draft(), lang));
    if editor.draft().waypoints() > 0 {
        lines.push(Spoken::WaypointsAre.with(lang, &[editor.draft().waypoints().to_string()]));
    }
    lines.push(verdict(model));
    lines
}

/// Whether the goal is the order of the numbers, which goes without saying.
fn is_plain(draft: &Draft) -> bool {
    let mut cells = draft.cells();
    let has_none = cells.all(|cell| draft.piece(Layer::Goal, cell).is_none());
    has_none && draft.family() == Family::Numbers
}

/// What the drawing asks for.
fn goal(draft: &Draft, lang: Lang) -> Vec<String> {
    if is_plain(draft) {
        return vec![Phrase::GoalNumbers.words(lang).to_owned()];
    }
    let head = Spoken::GoalNow.words(lang).to_owned();
    [vec![head], told(draft, Layer::Goal, lang)].concat()
}

/// A board of the drawing, a sentence a row.
fn told(draft: &Draft, layer: Layer, lang: Lang) -> Vec<String> {
    let word = |cell| match draft.at(layer, cell) {
        Some(Spot::Piece(name)) => printable::masked(&name.to_string()),
        Some(Spot::Wall) => Spoken::Wall.words(lang).to_owned(),
        Some(Spot::Gate) => Spoken::Gate.words(lang).to_owned(),
        Some(Spot::Empty) | None => Spoken::Floor.words(lang).to_owned(),
    };
    let cells: Vec<String> = draft.cells().map(word).collect();
    rows(&cells, draft.size().0.into(), lang)
}

/// The locks that there are.
fn locks(draft: &Draft, lang: Lang) -> Vec<String> {
    let mut names: Vec<_> =
        draft.cells().filter_map(|cell| draft.piece(Layer::Start, cell)).collect();
    names.sort_unstable();
    names.dedup();
    let locked = names.into_iter().filter_map(|name| {
        let lock = parse::lock_word(draft.lock(name))?.words(lang);
        Some(Spoken::LockIs.with(lang, &[&name.to_string(), lock]))
    });
    locked.collect()
}

/// Whether it can be played, or the first reason why not.
fn verdict(model: &Model) -> String {
    let lang = model.lang();
    match model.editor().map(Editor::built) {
        Some(Err(faults)) => {
            let first = faults.first().map(|first| fault(lang, first));
            let count = faults.len().to_string();
            Spoken::NotYet.with(lang, &[&count, &first.unwrap_or_default()])
        }
        _ => Spoken::CanBePlayed.words(lang).to_owned(),
    }
}

/// Every reason why it is no puzzle; or the fewest moves in every metric.
fn check(driver: &mut Driver) -> io::Result<Vec<String>> {
    let lang = driver.lang();
    if let Some(Err(faults)) = driver.model().editor().map(Editor::built) {
        let mut lines = vec![Phrase::Reasons.with(lang, &[faults.len().to_string()])];
        lines.extend(faults.iter().map(|one| fault(lang, one)));
        return Ok(lines);
    }
    leave_name(driver)?;
    driver.wait(LONG_PATIENCE, |model| {
        let known = |editor: &Editor| Metric::ALL.iter().all(|&m| editor.optimum(m).is_settled());
        model.editor().is_none_or(known)
    })?;
    let optimum = |metric: Metric| {
        let found = driver.model().editor()?.optimum(metric);
        Some(Spoken::Figure.with(lang, &[counted_by(metric).words(lang), &fewest(found, lang)]))
    };
    let mut lines = vec![driver.say(Spoken::FewestAre)];
    lines.extend(Metric::ALL.into_iter().filter_map(optimum));
    Ok(lines)
}

fn fewest(found: Optimum, lang: Lang) -> String {
    match found {
        Optimum::Exact(number) => number.to_string(),
        Optimum::Never => Phrase::Unsolvable.words(lang).to_owned(),
        Optimum::Waits => Spoken::NotKnownYet.words(lang).to_owned(),
        Optimum::Searched(lower, None) | Optimum::AtLeast(lower) => {
            Spoken::AtLeast.with(lang, &[&lower.to_string()])
        }
        Optimum::Searched(lower, Some(upper)) => {
            Spoken::Between.with(lang, &[&lower.to_string(), &upper.to_string()])
        }
    }
}

/// The name that is asked for, if one is.
fn naming(model: &Model) -> Option<&Naming> {
    match &model.screen {
        Screen::Editor(screen) => screen.naming(),
        _ => None,
    }
}

/// Saves it as a pack; where a file of the name is there, only if the same is said once more.
fn save(driver: &mut Driver, name: &str) -> io::Result<Vec<String>> {
    let asked = naming(driver.model());
    // The same command once more stands for the second Enter at the screen.
    match asked.is_some_and(|naming| naming.exists && naming.typed.text() == name) {
        true => driver.press(Action::PlayOn)?,
        false => {
            leave_name(driver)?;
            driver.send([Message::Write(Form::Toml, name.to_owned())])?;
        }
    }
    // What the disk says is heard in the next turn.
    driver.send([])?;
    let Some(naming) = naming(driver.model()) else {
        return Ok(driver.notice());
    };
    if naming.exists {
        let name = printable::masked(name);
        return Ok(vec![Spoken::SaveAgain.with(driver.lang(), &[&name])]);
    }
    let wrong = naming.error.iter().cloned().collect();
    leave_name(driver)?;
    Ok(wrong)
}

/// Leaves the question for a file's name, if it is asked.
fn leave_name(driver: &mut Driver) -> io::Result<()> {
    // As long as a name is asked for, keys mean the name and not the drawing.
    match naming(driver.model()) {
        Some(_) => driver.press(Action::Back),
        None => Ok(()),
    }
}

/// The drawing in a form, as its text; the forms if none is named.
fn export(model: &Model, name: &str) -> Vec<String> {
    let lang = model.lang();
    let Some(entry) = model.editor().and_then(Editor::entry) else {
        return vec![verdict(model)];
    };
    if name.is_empty() {
        let forms = Form::ALL.map(|form| form.to_string());
        let forms = forms.join(Spoken::Comma.words(lang));
        return vec![Spoken::FormsAre.with(lang, &[&forms])];
    }
    let text = match name.parse::<Form>() {
        Ok(form) => notation::write(form, &entry, entry.puzzle.start()),
        Err(wrong) => Err(wrong.to_string()),
    };
    let text = text.unwrap_or_else(|wrong| wrong);
    text.lines().map(str::to_owned).collect()
}
