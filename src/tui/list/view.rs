//! The list of puzzles: names on the left, the chosen one's board and facts on the right.

use super::playlist::{name_of, text_in};
use super::preview;
use super::state::List;
use crate::notation::{Claim, Entry, Text};
use crate::text::Phrase;
use crate::tui::context::Context;
use crate::tui::keys::Scope;
use crate::tui::theme::Theme;
use crate::tui::widgets::{bars, label, panel};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// Draws it.
pub(crate) fn draw(screen: &List, ctx: &Context, area: Rect, buffer: &mut Buffer) {
    let (head, rest) = panel::split(area, 1);
    let (body, foot) = panel::split(rest, rest.height.saturating_sub(1));
    filter(screen, ctx, head, buffer);
    let (left, right) = columns(body);
    names(screen, ctx, left, buffer);
    if let Some((_, entry)) = screen.choice() {
        preview::draw(ctx, entry, right, buffer);
    }
    bars::footer(ctx, Scope::Home, foot, buffer);
}

/// Where the names are, and where the board and the facts.
fn columns(body: Rect) -> (Rect, Rect) {
    let share = (body.width * 2 / 5).max(body.width.saturating_sub(PREVIEW).min(NAMES));
    let width = share.max(body.width.min(18));
    let names = Rect { width, ..body };
    let right = Rect::new(names.right(), body.y, body.width - width, body.height);
    (names, right)
}

/// Columns that a preview needs, and those that the names take for it, where the window is narrow.
const PREVIEW: u16 = 16;
const NAMES: u16 = 24;

/// What is on the screen at a place.
pub(crate) enum Under {
    /// The puzzle at this place among those that match.
    Puzzle(usize),
    /// The preview.
    Preview,
}

/// What is on the screen of the list at a column and a row.
pub(crate) fn under(screen: &List, ctx: &Context, (x, y): (u16, u16)) -> Option<Under> {
    let window = Rect::new(0, 0, ctx.window.width, ctx.window.height);
    let (_, rest) = panel::split(window, 1);
    let (body, _) = panel::split(rest, rest.height.saturating_sub(1));
    let (names, right) = columns(body);
    if right.contains((x, y).into()) {
        return Some(Under::Preview);
    }
    let at = names.contains((x, y).into()).then(|| usize::from(y - names.y))?;
    match shown(&rows(screen, ctx), screen, names).get(at)? {
        Row::Puzzle(i) => Some(Under::Puzzle(*i)),
        Row::Heading(..) => None,
    }
}

/// The rows that are to be seen: the chosen one in the middle, as far as that goes, and in the first row the name of the
/// collection that goes on there.
fn shown<'a>(rows: &'a [Row], screen: &List, area: Rect) -> Vec<&'a Row> {
    let is_chosen = |row: &Row| matches!(row, Row::Puzzle(i) if *i == screen.chosen());
    let at = rows.iter().position(is_chosen);
    let height = usize::from(area.height);
    let last_top = rows.len().saturating_sub(height);
    let top = at.unwrap_or(0).saturating_sub(height / 2).min(last_top);
    let mut shown: Vec<&Row> = rows[top..].iter().take(height).collect();
    let mut above = rows.iter().take(top).rev();
    let heading = above.find(|row| matches!(row, Row::Heading(..)));
    // The name of the collection covers the first row, but never the puzzle that is chosen.
    if let ([Row::Puzzle(first), ..], Some(heading)) = (&shown[..], heading)
        && *first != screen.chosen()
    {
        shown[0] = heading;
    }
    shown
}

/// The title, and what was typed.
fn filter(screen: &List, ctx: &Context, row: Rect, buffer: &mut Buffer) {
    let (theme, lang) = (ctx.theme(), ctx.lang());
    let all = ctx.playlist.entries().len();
    let title = format!("{} {}/{all}", Phrase::Title.words(lang), screen.matches().len());
    let title = label::cut(&title, row.width.saturating_sub(1), ctx.theme());
    if row.is_empty() {
        return;
    }
    buffer.set_string(row.x + 1, row.y, &title, theme.accent());
    let x = row.x + 3 + label::width(&title) as u16;
    let room = row.right().saturating_sub(x);
    if screen.filter().text().is_empty() {
        let words = label::cut(Phrase::Filter.words(lang), room, theme);
        buffer.set_string(x.min(row.right() - 1), row.y, words, theme.dim());
    } else {
        let room = Rect { x, width: room, ..row };
        screen.filter().draw(room, theme.strong(), buffer);
    }
}

/// A row of the list.
enum Row {
    /// The name of a collection, and how much of it is solved.
    Heading(String, String),
    /// The match at this place.
    Puzzle(usize),
}

/// The names, each collection under its own, scrolled so that the chosen one is in the middle.
fn names(screen: &List, ctx: &Context, area: Rect, buffer: &mut Buffer) {
    let rows = rows(screen, ctx);
    if rows.is_empty() && !area.is_empty() {
        let words = label::cut(Phrase::NothingFound.words(ctx.lang()), area.width, ctx.theme());
        buffer.set_string(area.x, area.y, words, ctx.theme().dim());
    }
    for (place, row) in area.rows().zip(shown(&rows, screen, area)) {
        let room = place.width.saturating_sub(1);
        let (words, style) = match row {
            Row::Heading(name, won) => (heading(name, won, room, ctx.theme()), ctx.theme().dim()),
            Row::Puzzle(i) => puzzle(screen, ctx, *i),
        };
        let words = label::cut(&words, room, ctx.theme());
        buffer.set_string(place.x, place.y, words, style);
    }
}

/// The name of a collection and what was won of it, which is never cut.
fn heading(name: &str, won: &str, room: u16, theme: Theme) -> String {
    let taken = label::width(won) as u16 + 3;
    let name = label::cut(name, room.saturating_sub(taken), theme);
    format!(" {name}  {won}")
}

fn rows(screen: &List, ctx: &Context) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut before = None;
    for (i, &(index, _)) in screen.matches().iter().enumerate() {
        let collection = ctx.playlist.collection(index);
        let first = collection.as_ref().map(|(_, range)| range.start);
        if let Some((name, range)) = collection.filter(|_| first != before) {
            rows.push(collection_row(ctx, name, range));
        }
        before = first;
        rows.push(Row::Puzzle(i));
    }
    rows
}

/// The name of a collection, how many of its puzzles are solved, and how many in the fewest moves.
fn collection_row(ctx: &Context, name: &Text, range: std::ops::Range<usize>) -> Row {
    let entries = &ctx.playlist.entries()[range];
    let medals: Vec<Medal> = entries.iter().map(|entry| medal(ctx, entry)).collect();
    let solved = medals.iter().filter(|&&m| m != Medal::None).count();
    let stars = medals.iter().filter(|&&m| m == Medal::Star).count();
    let name = text_in(name, ctx.lang());
    let star = ctx.theme().glyph('★', '*');
    Row::Heading(name, format!("{solved}/{} {star}{stars}", entries.len()))
}

fn puzzle(screen: &List, ctx: &Context, i: usize) -> (String, Style) {
    let (_, entry) = &screen.matches()[i];
    let theme = ctx.theme();
    let medal = match medal(ctx, entry) {
        Medal::None => ' ',
        Medal::Helped => theme.glyph('☆', 'o'),
        Medal::Tick => theme.glyph('✓', '+'),
        Medal::Star => theme.glyph('★', '*'),
    };
    let (mark, style) = match i == screen.chosen() {
        true => (theme.glyph('▸', '>'), theme.accent()),
        false => (' ', Style::new()),
    };
    (format!("{mark}{medal} {}", name_of(entry, ctx.lang())), style)
}

/// What was won.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Medal {
    /// Not solved yet.
    None,
    /// Solved with help.
    Helped,
    /// Solved.
    Tick,
    /// Solved in the fewest moves.
    Star,
}

fn medal(ctx: &Context, entry: &Entry) -> Medal {
    let metric = entry.metric();
    match ctx.bests.get(&entry.puzzle, metric) {
        None if ctx.bests.is_solved(&entry.puzzle) => Medal::Helped,
        None => Medal::None,
        Some(best) if entry.claims.get(metric) == Some(Claim::Moves(best.moves)) => Medal::Star,
        Some(_) => Medal::Tick,
    }
}
