//! What the editor says of a drawing: every reason why it is no puzzle, as far as there is room, or that it can be played.
//!
//! In a small window the words go where there is room: below the fewest moves, in their place where there are none, or below
//! the board; and what is said is as short as it must be.

use super::Editor;
use super::layout::Places;
use crate::notation::printable;
use crate::text::{Phrase, fault, problem_of};
use crate::tui::context::Context;
use crate::tui::theme::Theme;
use crate::tui::widgets::label;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// The words in rows, and where they stand.
pub(crate) struct Verdict {
    /// Where they stand.
    pub area: Rect,
    /// A row each.
    pub lines: Vec<String>,
    /// How they look.
    pub style: Style,
}

impl Verdict {
    /// The words that there is room for.
    pub(crate) fn new(ctx: &Context, editor: &Editor, places: &Places) -> Verdict {
        let (theme, lang) = (ctx.theme(), ctx.lang());
        let said = |phrase: Phrase| vec![phrase.words(lang).to_owned()];
        let (wordings, areas, style) = match editor.built() {
            Ok(_) => (
                vec![said(Phrase::Playable), said(Phrase::PlayableShort)],
                vec![places.words, places.below],
                theme.good(),
            ),
            Err(faults) => {
                let count = Phrase::Reasons.with(lang, &[&faults.len().to_string()]);
                let reasons = faults.iter().map(|one| printable::masked(&fault(lang, one)));
                let all: Vec<String> = [count].into_iter().chain(reasons).collect();
                let first = all.get(1).cloned().into_iter().collect();
                let short = faults.first().map(|one| printable::masked(&problem_of(lang, one)));
                (
                    vec![all, first, short.into_iter().collect()],
                    vec![places.words, places.words_alone(), places.below],
                    theme.bad(),
                )
            }
        };
        let (area, lines) = placed(&wordings, &areas, theme);
        Verdict { area, lines, style }
    }
}

/// The first of the wordings that an area holds as far as it matters; if none does, the last one, cut, where most of it is
/// seen.
fn placed(wordings: &[Vec<String>], areas: &[Rect], theme: Theme) -> (Rect, Vec<String>) {
    let fitting = |words: &Vec<String>| {
        let mut areas = areas.iter();
        areas.find_map(|&area| Some((area, fitted(words, area, theme)?)))
    };
    if let Some(found) = wordings.iter().find_map(fitting) {
        return found;
    }
    let room = |area: &&Rect| columns(**area) * area.height;
    let area = areas.iter().max_by_key(room).copied().unwrap_or_default();
    let words = wordings.last().map(|words| words.join(" "));
    let mut lines = label::wrapped(&words.unwrap_or_default(), columns(area));
    let rows = usize::from(area.height);
    if rows > 0 && lines.len() > rows {
        let rest = lines.split_off(rows - 1).join(" ");
        lines.push(label::cut(&rest, columns(area), theme));
    }
    (area, lines)
}

/// The sentences in rows, if the first two of them have room; a mark stands for those that have none.
fn fitted(words: &[String], area: Rect, theme: Theme) -> Option<Vec<String>> {
    let mut lines: Vec<String> = Vec::new();
    let mut needed = 0;
    for (i, sentence) in words.iter().enumerate() {
        lines.extend(label::wrapped(sentence, columns(area)));
        // The head with the number of reasons means little without the first of them.
        if i < 2 {
            needed = lines.len();
        }
    }
    let rows = usize::from(area.height);
    if lines.is_empty() || columns(area) == 0 {
        return None;
    }
    if lines.len() <= rows {
        return Some(lines);
    }
    lines.truncate(rows.checked_sub(1)?);
    lines.push(theme.glyph('…', '~').to_string());
    (needed < rows).then_some(lines)
}

/// A blank is kept free on both sides.
fn columns(area: Rect) -> u16 {
    area.width.saturating_sub(2)
}
