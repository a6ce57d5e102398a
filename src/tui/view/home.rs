//! The list of puzzles: names on the left, the chosen one's board and facts on the right.

use super::board::Board;
use super::{bars, label, panel};
use crate::notation::{Claim, Entry};
use crate::puzzle::Metric;
use crate::text::{Phrase, counted, harmless};
use crate::tui::game::Game;
use crate::tui::home::Home;
use crate::tui::layout::Layout;
use crate::tui::model::Model;
use crate::tui::playlist::name_of;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use std::sync::Arc;

/// Draws it.
pub(super) fn draw(model: &Model, home: &Home, area: Rect, buffer: &mut Buffer) {
    let (head, rest) = panel::split(area, 1);
    let (body, foot) = panel::split(rest, rest.height.saturating_sub(1));
    filter(model, home, head, buffer);
    let names = Rect::new(
        body.x,
        body.y,
        (body.width * 2 / 5).max(body.width.min(18)),
        body.height,
    );
    let right = Rect::new(names.right(), body.y, body.width - names.width, body.height);
    list(model, home, names, buffer);
    let chosen = home.matches().get(home.chosen());
    if let Some(entry) = chosen.and_then(|&i| model.playlist().entries().get(i)) {
        preview(model, entry, right, buffer);
    }
    if !foot.is_empty() {
        bars::footer(model, foot, buffer);
    }
}

/// The title, and what was typed.
fn filter(model: &Model, home: &Home, row: Rect, buffer: &mut Buffer) {
    let (theme, lang) = (model.theme(), model.lang());
    let (words, style) = match home.filter() {
        "" => (Phrase::Filter.words(lang).to_owned(), theme.dim()),
        typed => (format!("{typed}_"), theme.strong()),
    };
    let all = model.playlist().entries().len();
    let title = format!(
        "{} {}/{all}",
        Phrase::Title.words(lang),
        home.matches().len()
    );
    let title = label::cut(&title, row.width.saturating_sub(1));
    if row.is_empty() {
        return;
    }
    buffer.set_string(row.x + 1, row.y, &title, theme.accent());
    let x = row.x + 3 + label::width(&title) as u16;
    let room = row.right().saturating_sub(x);
    buffer.set_string(
        x.min(row.right() - 1),
        row.y,
        label::cut(&words, room),
        style,
    );
}

/// The names, scrolled so that the chosen one is in the middle.
fn list(model: &Model, home: &Home, area: Rect, buffer: &mut Buffer) {
    let height = usize::from(area.height);
    let last_top = home.matches().len().saturating_sub(height);
    let top = home.chosen().saturating_sub(height / 2).min(last_top);
    if home.matches().is_empty() && !area.is_empty() {
        let words = label::cut(Phrase::NothingFound.words(model.lang()), area.width);
        buffer.set_string(area.x, area.y, words, model.theme().dim());
    }
    for (row, (i, &index)) in area.rows().zip(home.matches().iter().enumerate().skip(top)) {
        let entry = &model.playlist().entries()[index];
        let chosen = i == home.chosen();
        let mark = if chosen {
            model.theme().glyph('▸', '>')
        } else {
            ' '
        };
        let style = if chosen {
            model.theme().accent()
        } else {
            Style::new()
        };
        let words = format!(
            "{mark}{}{}",
            medal(model, entry),
            name_of(entry, model.lang())
        );
        buffer.set_string(row.x, row.y, label::cut(&words, row.width), style);
    }
}

/// A star for a puzzle solved in the fewest moves, a tick for one that was solved.
fn medal(model: &Model, entry: &Entry) -> char {
    let metric = entry.metric();
    let Some(best) = model.bests().get(&entry.puzzle, metric) else {
        return ' ';
    };
    let fewest = entry.claims.get(metric) == Some(Claim::Moves(best.moves));
    match fewest {
        true => model.theme().glyph('★', '*'),
        false => model.theme().glyph('✓', '+'),
    }
}

/// The facts, and the board as far as there is room.
fn preview(model: &Model, entry: &Arc<Entry>, area: Rect, buffer: &mut Buffer) {
    let facts = facts(model, entry);
    let rows = facts.len() as u16;
    let (board, below) = panel::split(area, area.height.saturating_sub(rows + 1));
    if let Some(layout) = Layout::preview(&entry.puzzle, board) {
        let game = Game::new(entry.clone(), entry.metric());
        Board {
            game: &game,
            position: entry.puzzle.start(),
            selected: None,
            ghost: None,
            theme: model.theme(),
            exit: Phrase::Exit.words(model.lang()),
        }
        .draw(&layout, buffer);
    }
    for (row, words) in panel::below(below, 1).rows().zip(facts) {
        let words = label::cut(&words, row.width.saturating_sub(2));
        buffer.set_string(row.x + 1, row.y, words, model.theme().dim());
    }
}

/// Size, fewest moves in each metric, author.
fn facts(model: &Model, entry: &Entry) -> Vec<String> {
    let lang = model.lang();
    let claims: Vec<String> = Metric::ALL
        .into_iter()
        .filter_map(|metric| {
            let counted = counted(metric).words(lang);
            match entry.claims.get(metric)? {
                Claim::Moves(moves) => Some(format!("{moves} {counted}")),
                Claim::Unsolvable => Some(Phrase::Unsolvable.words(lang).to_owned()),
            }
        })
        .collect();
    let best = model.bests().get(&entry.puzzle, entry.metric());
    let best = best.map(|best| format!("{} {}", Phrase::Best.words(lang), best.moves));
    let comma = if model.theme().ascii { ", " } else { " · " };
    let mut facts = vec![entry.puzzle.size().to_string()];
    facts.extend(claims);
    facts.extend(best);
    let mut lines = vec![facts.join(comma)];
    lines.extend(
        entry
            .author
            .iter()
            .map(|author| format!("{} {}", Phrase::Author.words(lang), harmless(author))),
    );
    lines
}
