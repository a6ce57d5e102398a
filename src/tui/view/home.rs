//! The list of puzzles: names on the left, the chosen one's board and facts on the right.

use super::board::Board;
use super::{bars, label, panel};
use crate::notation::{Claim, Entry, Text};
use crate::puzzle::Metric;
use crate::text::{Lang, Phrase, clock, counted, harmless};
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

/// A row of the list.
enum Row {
    /// The name of a collection, and how much of it is solved.
    Heading(String),
    /// The match at this place.
    Puzzle(usize),
}

/// The names, each collection under its own, scrolled so that the chosen one is in the middle.
fn list(model: &Model, home: &Home, area: Rect, buffer: &mut Buffer) {
    let rows = rows(model, home);
    let at = rows
        .iter()
        .position(|row| matches!(row, Row::Puzzle(i) if *i == home.chosen()));
    let height = usize::from(area.height);
    let last_top = rows.len().saturating_sub(height);
    let top = at.unwrap_or(0).saturating_sub(height / 2).min(last_top);
    if rows.is_empty() && !area.is_empty() {
        let words = label::cut(Phrase::NothingFound.words(model.lang()), area.width);
        buffer.set_string(area.x, area.y, words, model.theme().dim());
    }
    for (place, row) in area.rows().zip(&rows[top..]) {
        let (words, style) = match row {
            Row::Heading(words) => (format!(" {words}"), model.theme().dim()),
            Row::Puzzle(i) => puzzle(model, home, *i),
        };
        let words = label::cut(&words, place.width.saturating_sub(1));
        buffer.set_string(place.x, place.y, words, style);
    }
}

fn rows(model: &Model, home: &Home) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut before = None;
    for (i, &index) in home.matches().iter().enumerate() {
        let collection = model.playlist().collection(index);
        let first = collection.as_ref().map(|(_, range)| range.start);
        if let Some((name, range)) = collection.filter(|_| first != before) {
            rows.push(Row::Heading(heading(model, name, range)));
        }
        before = first;
        rows.push(Row::Puzzle(i));
    }
    rows
}

/// The name of a collection, how many of its puzzles are solved, and how many in the fewest moves.
fn heading(model: &Model, name: &Text, range: std::ops::Range<usize>) -> String {
    let entries = &model.playlist().entries()[range];
    let medals: Vec<Medal> = entries.iter().map(|entry| medal(model, entry)).collect();
    let solved = medals.iter().filter(|&&m| m != Medal::None).count();
    let stars = medals.iter().filter(|&&m| m == Medal::Star).count();
    let zh = name.zh.as_ref().filter(|_| model.lang() == Lang::Zh);
    let name = harmless(zh.unwrap_or(&name.en));
    let star = model.theme().glyph('★', '*');
    format!("{name}  {solved}/{} {star}{stars}", entries.len())
}

fn puzzle(model: &Model, home: &Home, i: usize) -> (String, Style) {
    let entry = &model.playlist().entries()[home.matches()[i]];
    let theme = model.theme();
    let medal = match medal(model, entry) {
        Medal::None => ' ',
        Medal::Tick => theme.glyph('✓', '+'),
        Medal::Star => theme.glyph('★', '*'),
    };
    let (mark, style) = match i == home.chosen() {
        true => (theme.glyph('▸', '>'), theme.accent()),
        false => (' ', Style::new()),
    };
    (
        format!("{mark}{medal} {}", name_of(entry, model.lang())),
        style,
    )
}

/// What was won.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Medal {
    /// Not solved yet.
    None,
    /// Solved.
    Tick,
    /// Solved in the fewest moves.
    Star,
}

fn medal(model: &Model, entry: &Entry) -> Medal {
    let metric = entry.metric();
    match model.bests().get(&entry.puzzle, metric) {
        None => Medal::None,
        Some(best) if entry.claims.get(metric) == Some(Claim::Moves(best.moves)) => Medal::Star,
        Some(_) => Medal::Tick,
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
            slide: None,
            exit: Phrase::Exit.words(model.lang()),
        }
        .draw(&layout, buffer);
    }
    for (row, words) in panel::below(below, 1).rows().zip(facts) {
        let words = label::cut(&words, row.width.saturating_sub(2));
        buffer.set_string(row.x + 1, row.y, words, model.theme().dim());
    }
}

/// Size, fewest moves in each metric, how hard it is, the best result, author.
fn facts(model: &Model, entry: &Entry) -> Vec<String> {
    let lang = model.lang();
    let comma = if model.theme().ascii { ", " } else { " · " };
    let claims = Metric::ALL.into_iter().filter_map(|metric| {
        let counted = counted(metric).words(lang);
        match entry.claims.get(metric)? {
            Claim::Moves(moves) => Some(format!("{moves} {counted}")),
            Claim::Unsolvable => Some(Phrase::Unsolvable.words(lang).to_owned()),
        }
    });
    let size = [entry.puzzle.size().to_string()];
    let whole: Vec<String> = size.into_iter().chain(claims).collect();
    let mut lines = vec![whole.join(comma)];
    let mut second: Vec<String> = hardness(model, entry).into_iter().collect();
    second.extend(best(model, entry));
    if !second.is_empty() {
        lines.push(second.join(comma));
    }
    let author = entry.author.iter();
    lines.extend(
        author.map(|author| format!("{} {}", Phrase::Author.words(lang), harmless(author))),
    );
    lines
}

/// One to five dots by the fewest moves.
fn hardness(model: &Model, entry: &Entry) -> Option<String> {
    let Some(Claim::Moves(moves)) = entry.claims.get(entry.metric()) else {
        return None;
    };
    let full = 1 + [10, 25, 50, 90]
        .iter()
        .filter(|&&least| moves >= least)
        .count();
    let theme = model.theme();
    let dots = (0..5).map(|i| match i < full {
        true => theme.glyph('●', '*'),
        false => theme.glyph('○', '.'),
    });
    let words = Phrase::Hardness.words(model.lang());
    Some(format!("{words} {}", dots.collect::<String>()))
}

/// The player's best result, and how long it took.
fn best(model: &Model, entry: &Entry) -> Option<String> {
    let best = model.bests().get(&entry.puzzle, entry.metric())?;
    let time = clock(std::time::Duration::from_millis(best.millis));
    let words = Phrase::Best.words(model.lang());
    Some(format!("{words} {} ({time})", best.moves))
}
