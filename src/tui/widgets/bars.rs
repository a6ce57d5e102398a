//! The first and the last row: what is played, and which keys there are or what there is to say.

use super::label;
use crate::text::{Phrase, amount};
use crate::tui::context::Context;
use crate::tui::keys::chord::{Chord, Key};
use crate::tui::keys::{Action, Row, Scope};
use crate::tui::layout::Layout;
use crate::tui::notice::{Notice, Tone};
use crate::tui::play::aim::{self, Drawing};
use crate::tui::play::lesson;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// The title, and the aim: in the title's row where it has no place of its own.
pub(crate) fn head(ctx: &Context, layout: &Layout, drawing: Drawing, buffer: &mut Buffer) {
    if layout.aim.is_empty() {
        return named_aim(ctx, layout.title, drawing, buffer);
    }
    title(ctx, layout.title, buffer);
    aim::draw(ctx, layout.aim, drawing, buffer);
}

/// The least of the name of a puzzle that is written before its aim.
const LEAST_NAME: u16 = 6;

/// The name of the puzzle and its aim in one row, or the title alone if the aim has no room.
fn named_aim(ctx: &Context, row: Rect, drawing: Drawing, buffer: &mut Buffer) {
    let dot = if ctx.theme().ascii { " - " } else { " · " };
    let columns = row.width.saturating_sub(2);
    let room = columns.saturating_sub(LEAST_NAME + label::width(dot) as u16);
    let Some(words) = aim::in_row(ctx, room, drawing) else {
        return title(ctx, row, buffer);
    };
    let left = i32::from(columns) - aim::width(&words) - label::width(dot);
    let name = label::cut(&ctx.game.name(ctx.lang()), left as u16, ctx.theme());
    let spans = vec![(name, ctx.theme().accent()), (dot.to_owned(), ctx.theme().dim())];
    let x = aim::write(&spans, (row.x + 1, row.y), buffer);
    let x = aim::write(&words, (x, row.y), buffer);
    let place = place(ctx);
    let right = row.right().saturating_sub(label::width(&place) as u16 + 1);
    if x + 2 <= right {
        buffer.set_string(right, row.y, place, ctx.theme().dim());
    }
}

/// The place in the list.
fn place(ctx: &Context) -> String {
    let place = ctx.playlist.place().map(|(at, of)| format!("#{at}/{of}"));
    place.unwrap_or_default()
}

/// The title: the game, the puzzle, its size, par and the place in the list.
pub(crate) fn title(ctx: &Context, row: Rect, buffer: &mut Buffer) {
    let (game, lang) = (&ctx.game, ctx.lang());
    let place = place(ctx);
    let room = row.width.saturating_sub(label::width(&place) as u16 + 3);
    let name = game.name(lang);
    let more = details(ctx);
    let separator = if ctx.theme().ascii { " > " } else { " › " };
    let whole = format!("{}{separator}", Phrase::Title.words(lang));
    let mut x = row.x + 1;
    if label::width(&whole) + label::width(&name) <= i32::from(room) {
        buffer.set_string(x, row.y, &whole, ctx.theme().dim());
        x += label::width(&whole) as u16;
    }
    buffer.set_string(x, row.y, label::cut(&name, room, ctx.theme()), ctx.theme().accent());
    x += label::width(&name) as u16;
    for part in more {
        let width = label::width(&part) as u16;
        if x + width <= row.x + 1 + room {
            buffer.set_string(x, row.y, &part, ctx.theme().dim());
            x += width;
        }
    }
    let right = row.right().saturating_sub(label::width(&place) as u16 + 1);
    buffer.set_string(right, row.y, &place, ctx.theme().dim());
}

/// What follows the name in the title, each part with its separator.
fn details(ctx: &Context) -> Vec<String> {
    let (game, lang) = (&ctx.game, ctx.lang());
    let dot = if ctx.theme().ascii { " - " } else { " · " };
    let size = game.puzzle().size().to_string();
    let mut parts = Vec::new();
    // A shuffled board has its size in its name already.
    if !game.name(lang).starts_with(&size) {
        parts.push(format!("{dot}{size}"));
    }
    // Against the clock par is one of the figures that nobody is told before the end.
    let is_told = game.scramble.is_none() || ctx.is_shown();
    if let Some(par) = game.par().filter(|_| is_told) {
        let amount = amount(lang, par as usize, game.metric());
        parts.push(format!("{dot}{} {amount}", Phrase::Par.words(lang)));
    }
    // Nobody knows the fewest, so that the best that is known stands in its place.
    if let Some(most) = ctx.bests.best_known(&game.entry, game.metric())
        && game.session.is_from_start()
        && game.par().is_none()
    {
        let is_new = ctx.bests.found(game.puzzle(), game.metric()).is_some();
        let words = if is_new { Phrase::BestFound } else { Phrase::BestKnown };
        parts.push(format!("{dot}{}", words.with(lang, &[&most.to_string()])));
    }
    if game.puzzle().lift() {
        parts.push(format!("{dot}{}", Phrase::Lifting.words(lang)));
    }
    // Par is that of where the line began; the best belongs to the puzzle's own start.
    let best = ctx.bests.get(game.puzzle(), game.metric());
    if let Some(best) = best.filter(|_| game.session.is_from_start()) {
        let best = best.moves;
        parts.push(format!("{dot}{} {best}", Phrase::Best.words(lang)));
    }
    parts
}

/// The footer: the latest notice, or else the keys of `scope`. A notice that is too long for the row takes rows above it.
pub(crate) fn footer(ctx: &Context, scope: Scope, row: Rect, buffer: &mut Buffer) {
    if row.is_empty() {
        return;
    }
    let Some(notice) = notice(ctx, row) else {
        for part in parts(ctx, scope, row) {
            buffer.set_string(part.x, row.y, part.text, part.style);
        }
        return;
    };
    let theme = ctx.theme();
    let style = match notice.tone {
        Tone::Plain => theme.strong(),
        Tone::Good => theme.good(),
        Tone::Bad => theme.bad(),
    };
    let columns = row.width.saturating_sub(2);
    let words = lesson::with_keys(ctx, &notice.words(ctx.lang()));
    let mut lines = label::wrapped(&words, columns);
    // A notice never grows beyond the top of the screen, however low the window is.
    let most = MOST_ROWS.min(usize::from(row.y.saturating_sub(buffer.area.y)) + 1);
    if lines.len() > most {
        let rest = lines.split_off(most - 1).join(" ");
        lines.push(label::cut_at_word(&rest, columns, theme));
    }
    let blank = " ".repeat(row.width.into());
    // The last line stands in the footer's own row, so that the notice grows upwards.
    for (y, line) in (0..=row.y).rev().zip(lines.iter().rev()) {
        buffer.set_string(row.x, y, &blank, Style::reset());
        buffer.set_string(row.x + 1, y, line, style);
    }
    let taken = lines.last().map_or(0, |line| label::width(line) as u16);
    if let Some(mark) = unkept(ctx, row.x + taken + 3, row) {
        buffer.set_string(mark.x, row.y, mark.text, mark.style);
    }
}

/// The sentence of the puzzle that is played, as long as it is to be read and where it has room.
fn lesson(ctx: &Context, scope: Scope, row: Rect) -> Option<String> {
    let fits = |words: &String| label::width(words) + 2 <= i32::from(row.width);
    lesson::words(ctx).filter(|_| scope == Scope::Play).filter(fits)
}

/// What is said in a footer of this width.
fn notice(ctx: &Context, row: Rect) -> Option<&Notice> {
    // In a narrow window a sentence of two rows would cover the end of the card, which tells the same.
    let is_twice = |notice: &&Notice| row.width < NARROW && notice.is_on_card();
    ctx.notice.as_ref().filter(|notice| !is_twice(notice))
}

/// The key that a footer names at a column, by its sign or by its words; none while something is said there.
pub(crate) fn key_under(ctx: &Context, scope: Scope, row: Rect, x: u16) -> Option<Chord> {
    if notice(ctx, row).is_some() {
        return None;
    }
    let parts = parts(ctx, scope, row);
    let found = parts.iter().rfind(|part| part.x <= x)?;
    // The blank between a sign and its words belongs to the sign, and the blanks behind the words to nothing.
    let end = found.x + label::width(&found.text) as u16 + u16::from(found.is_sign);
    found.chord.filter(|_| x < end)
}

/// In fewer columns most sentences take two rows.
const NARROW: u16 = 60;

/// The most rows of a notice.
const MOST_ROWS: usize = 3;

/// A piece of the footer, and the key that a click on it stands for.
struct Part {
    x: u16,
    text: String,
    style: Style,
    chord: Option<Chord>,
    is_sign: bool,
}

/// As many keys as fit, the most important ones, in the order of the table; on the right the line that holds the board. A sentence
/// that is to be read goes before them, and leaves only those that help and lead away.
fn parts(ctx: &Context, scope: Scope, row: Rect) -> Vec<Part> {
    let theme = ctx.theme();
    let mut parts = Vec::new();
    let mut x = row.x + 1;
    let sentence = lesson(ctx, scope, row);
    let has_sentence = sentence.is_some();
    if let Some(text) = sentence {
        let width = label::width(&text) as u16;
        parts.push(Part { x, text, style: theme.accent(), chord: None, is_sign: false });
        x += width + 3;
    }
    // What the game cannot keep goes before every key.
    let unkept = unkept(ctx, x, row);
    let end = unkept.as_ref().map_or(row.right(), |part| part.x.saturating_sub(2));
    for (signs, words) in fitting_keys(ctx, scope, end.saturating_sub(x), has_sentence) {
        let only = match &signs[..] {
            [(_, chord)] => *chord,
            _ => None,
        };
        for (text, chord) in signs {
            let width = label::width(&text) as u16;
            parts.push(Part { x, text, style: theme.accent(), chord, is_sign: only.is_some() });
            x += width;
        }
        let text = words.to_owned();
        parts.push(Part { x: x + 1, text, style: theme.dim(), chord: only, is_sign: false });
        x += label::width(words) as u16 + 3;
    }
    // A part of a line that holds a board is no board, so that it is written whole or not at all.
    let (key, line) = line(ctx, scope).filter(|_| !has_sentence).unwrap_or_default();
    let width = label::width(&key) as u16 + label::width(&line) as u16 + 2;
    if !line.is_empty() && x + width <= end {
        let begin = end - width;
        let words = begin + label::width(&key) as u16 + 1;
        let chord = ctx.keymap.chord(scope, Action::Copy);
        let (accent, dim) = (theme.accent(), theme.dim());
        parts.push(Part { x: begin, text: key, style: accent, chord, is_sign: true });
        parts.push(Part { x: words, text: line, style: dim, chord, is_sign: false });
    }
    parts.extend(unkept);
    parts
}

/// That the game could not be kept, at the right end of a footer whose first free column is `x`.
fn unkept(ctx: &Context, x: u16, row: Rect) -> Option<Part> {
    let text = Phrase::NotKept.words(ctx.lang()).to_owned();
    let begin = row.right().checked_sub(label::width(&text) as u16 + 1);
    let begin = begin.filter(|&begin| !ctx.is_kept && x <= begin)?;
    Some(Part { x: begin, text, style: ctx.theme().bad(), chord: None, is_sign: false })
}

/// The line that holds the board, after the key that copies it, if there is one.
fn line(ctx: &Context, scope: Scope) -> Option<(String, String)> {
    let chord = ctx.keymap.chord(scope, Action::Copy)?;
    Some((chord.label(ctx.theme().ascii), ctx.code.text()?.to_owned()))
}

/// What a footer shows of a row of the table: its signs, each with the key that it stands for, and its words.
type Named = (Vec<(String, Option<Chord>)>, &'static str);

/// The keys with their words that fit into so many columns; beside a sentence only those that help and lead away.
fn fitting_keys(ctx: &Context, scope: Scope, columns: u16, has_sentence: bool) -> Vec<Named> {
    let family = ctx.game.puzzle().family();
    let mapped = ctx.game.map_data.space().is_some();
    let mut named: Vec<(usize, u8, Named)> = ctx
        .keymap
        .rows(scope)
        .filter(|row| row.concerns(family) && (mapped || !row.needs_map()))
        .filter(|row| !has_sentence || row.keys.iter().any(|&(_, action)| leads_away(action)))
        .enumerate()
        .filter_map(|(i, binding)| {
            let (rank, words) = binding.footer?;
            let words = match binding.keys.first() {
                Some((_, action)) if lesson::leaves(ctx, scope, *action) => {
                    Phrase::LeaveSteps.words(ctx.lang())
                }
                _ => words.words(ctx.lang()),
            };
            Some((i, rank, (signs(binding, ctx.theme().ascii), words)))
        })
        .collect();
    // The keys of the first ranks take the room first; the sort is stable, so that the table decides among equals.
    named.sort_by_key(|&(_, rank, _)| rank);
    // The last key needs no gap of two columns behind it.
    let mut room = i32::from(columns) + 2;
    named.retain(|(_, _, (signs, words))| {
        let signs: i32 = signs.iter().map(|(sign, _)| label::width(sign)).sum();
        let width = signs + 1 + label::width(words) + 2;
        let fits = width <= room;
        room -= if fits { width } else { 0 };
        fits
    });
    // Back in the order of the table, so that a key keeps its neighbours in every window.
    named.sort_by_key(|&(i, _, _)| i);
    named.into_iter().map(|(_, _, shown)| shown).collect()
}

/// Whether it helps or leaves the screen, so that nobody is lost who knows no other key.
fn leads_away(action: Action) -> bool {
    matches!(action, Action::Back | Action::Help | Action::Quit)
}

/// The first key of a row; arrows that do different things together, and ten keys as a range.
fn signs(row: &Row, ascii: bool) -> Vec<(String, Option<Chord>)> {
    let is_arrow = |chord: &Chord| !chord.shift && matches!(chord.key, Key::Arrow(_));
    // A player may have given an action other keys beside its arrow, or in its place.
    let mut ways: Vec<(Chord, Action)> = Vec::new();
    for &(chord, action) in &row.keys {
        match ways.iter_mut().find(|(_, its)| *its == action) {
            Some((first, _)) if is_arrow(&chord) && !is_arrow(first) => *first = chord,
            Some(_) => {}
            None => ways.push((chord, action)),
        }
    }
    let mut arrows: Vec<Chord> = ways.into_iter().map(|(chord, _)| chord).collect();
    if arrows.iter().filter(|chord| is_arrow(chord)).count() < 2 {
        arrows.clear();
    }
    match (&arrows[..], row.keys.first()) {
        ([first, second], _) if ascii => {
            let second_label = format!("/{}", second.label(ascii));
            vec![(first.label(ascii), Some(*first)), (second_label, Some(*second))]
        }
        ([_, _, ..], _) if ascii => vec![("arrows".to_owned(), None)],
        ([_, _, ..], _) => arrows.iter().map(|key| (key.label(ascii), Some(*key))).collect(),
        _ if row.keys.len() == 10 => vec![(all_keys(row, ascii), None)],
        (_, Some((chord, _))) => vec![(chord.label(ascii), Some(*chord))],
        (_, None) => Vec::new(),
    }
}

/// All keys of a row, as the help lists them; four that belong together without blanks.
pub(crate) fn all_keys(row: &Row, ascii: bool) -> String {
    let labels: Vec<String> = row.keys.iter().map(|(k, _)| k.label(ascii)).collect();
    let groups: Vec<String> = match labels.as_slice() {
        [first, .., last] if labels.len() == 10 => return format!("{first}-{last}"),
        four if four.len().is_multiple_of(4) => four.chunks(4).map(together).collect(),
        few => few.to_vec(),
    };
    groups.join(" ")
}

/// `Shift-←`, `Shift-↑` and so on as `Shift-←↑↓→`.
fn together(labels: &[String]) -> String {
    let head = labels[0].rfind('-').map_or("", |at| &labels[0][..=at]);
    let tails: Vec<&str> = labels.iter().map(|l| &l[head.len()..]).collect();
    let single = tails.iter().all(|t| t.chars().count() == 1);
    format!("{head}{}", tails.join(if single { "" } else { " " }))
}
