//! The first and the last row: what is played, and which keys there are or what there is to say.

use super::label;
use crate::text::{Phrase, counted};
use crate::tui::chord::{Chord, Key};
use crate::tui::keys::{self, Action, Binding};
use crate::tui::model::{Model, Tone};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// The title: the game, the puzzle, its size, par and the place in the list.
pub(super) fn title(model: &Model, row: Rect, buffer: &mut Buffer) {
    let (game, lang) = (model.game(), model.lang());
    let place = model.place().map(|(at, of)| format!("#{at}/{of}"));
    let place = place.unwrap_or_default();
    let room = row.width.saturating_sub(label::width(&place) as u16 + 3);
    let name = game.name(lang);
    let more = details(model);
    let separator = if model.theme().ascii { " > " } else { " › " };
    let whole = format!("{}{separator}", Phrase::Title.words(lang));
    let mut x = row.x + 1;
    if label::width(&whole) + label::width(&name) <= i32::from(room) {
        buffer.set_string(x, row.y, &whole, model.theme().dim());
        x += label::width(&whole) as u16;
    }
    buffer.set_string(x, row.y, label::cut(&name, room), model.theme().accent());
    x += label::width(&name) as u16;
    for part in more {
        let width = label::width(&part) as u16;
        if x + width <= row.x + 1 + room {
            buffer.set_string(x, row.y, &part, model.theme().dim());
            x += width;
        }
    }
    let right = row.right().saturating_sub(label::width(&place) as u16 + 1);
    buffer.set_string(right, row.y, &place, model.theme().dim());
}

/// What follows the name in the title, each part with its separator.
fn details(model: &Model) -> Vec<String> {
    let (game, lang) = (model.game(), model.lang());
    let dot = if model.theme().ascii { " - " } else { " · " };
    let size = game.puzzle().size().to_string();
    let mut parts = Vec::new();
    if game.name(lang) != size {
        parts.push(format!("{dot}{size}"));
    }
    if let Some(par) = game.par() {
        let counted = counted(game.metric()).words(lang);
        parts.push(format!("{dot}{} {par} {counted}", Phrase::Par.words(lang)));
    }
    parts
}

/// The footer: the latest notice, or else the keys.
pub(super) fn footer(model: &Model, row: Rect, buffer: &mut Buffer) {
    let Some(notice) = model.notice() else {
        return footer_keys(model, row, buffer);
    };
    let theme = model.theme();
    let style = match notice.tone {
        Tone::Plain => theme.strong(),
        Tone::Good => theme.good(),
        Tone::Bad => theme.bad(),
    };
    let words = label::cut(&notice.words(model.lang()), row.width.saturating_sub(2));
    buffer.set_string(row.x + 1, row.y, words, style);
}

/// As many keys as fit, the most important ones, in the order of the table.
fn footer_keys(model: &Model, row: Rect, buffer: &mut Buffer) {
    let mut named: Vec<(u8, usize, &Binding)> = keys::rows(model.scope())
        .enumerate()
        .filter_map(|(i, binding)| Some((binding.footer?, i, binding)))
        .collect();
    named.sort_by_key(|&(rank, _, _)| if rank >= 9 { 0 } else { rank });
    let mut room = i32::from(row.width) - 1;
    named.retain(|(_, _, binding)| {
        let width = width_of(binding, model) + 2;
        let fits = width <= room + 2;
        room -= if fits { width } else { 0 };
        fits
    });
    named.sort_by_key(|&(_, i, _)| i);
    let mut x = row.x + 1;
    for (_, _, binding) in named {
        let key = key_words(binding, model.theme().ascii);
        let words = binding.words.words(model.lang());
        buffer.set_string(x, row.y, &key, model.theme().accent());
        x += label::width(&key) as u16 + 1;
        buffer.set_string(x, row.y, words, model.theme().dim());
        x += label::width(words) as u16 + 2;
    }
}

fn width_of(binding: &Binding, model: &Model) -> i32 {
    let key = key_words(binding, model.theme().ascii);
    label::width(&key) + 1 + label::width(binding.words.words(model.lang()))
}

/// The first key of a row; the arrows together.
fn key_words(binding: &Binding, ascii: bool) -> String {
    match binding.keys.first() {
        Some((_, Action::Go(_))) if ascii => "arrows".to_owned(),
        Some((_, Action::Go(_))) => "←↑↓→".to_owned(),
        Some((chord, _)) => chord.label(ascii),
        None => String::new(),
    }
}

/// All keys of a row, as the help lists them.
pub(super) fn all_keys(binding: &Binding, ascii: bool) -> String {
    let whole = |keys: &[Chord]| {
        let labels: Vec<String> = keys.iter().map(|k| k.label(ascii)).collect();
        labels.join(" ")
    };
    let chords: Vec<Chord> = binding.keys.iter().map(|&(chord, _)| chord).collect();
    match (chords.first(), chords.last()) {
        (Some(first), Some(last)) if is_digits(&chords) => {
            format!("{}-{}", first.label(ascii), last.label(ascii))
        }
        _ if chords.len() % 4 == 0 && chords.len() > 4 => {
            let groups = chords.chunks(4).map(compact(ascii));
            groups.collect::<Vec<_>>().join("  ")
        }
        _ => whole(&chords),
    }
}

/// Characters that belong together without blanks, other keys with them.
fn compact(ascii: bool) -> impl Fn(&[Chord]) -> String {
    move |chords| {
        let plain = chords.iter().all(|c| matches!(c.key, Key::Char(_)));
        let labels: Vec<String> = chords.iter().map(|c| c.label(ascii)).collect();
        labels.join(if plain { "" } else { " " })
    }
}

fn is_digits(chords: &[Chord]) -> bool {
    let digit = |c: &Chord| matches!(c.key, Key::Char('0'..='9'));
    chords.len() > 2 && chords.iter().all(digit)
}
