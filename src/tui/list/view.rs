//! The list of puzzles: names on the left, the chosen one's board and facts on the right.

use super::command::Command;
use super::playlist::{name_of, text_in};
use super::preview;
use super::state::List;
use crate::generate::Daily;
use crate::notation::{Claim, Entry, Text};
use crate::text::{Lang, Phrase};
use crate::tui::context::Context;
use crate::tui::daily::update::title;
use crate::tui::keys::Scope;
use crate::tui::widgets::{bars, label, panel};
use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::style::Style;

/// Draws it.
pub(crate) fn draw(screen: &List, ctx: &Context, area: Rect, buffer: &mut Buffer) {
    let (head, rest) = panel::split(area, 1);
    let (body, foot) = panel::split(rest, rest.height.saturating_sub(1));
    filter(screen, ctx, head, buffer);
    let (left, right) = columns(ctx, body);
    names(screen, ctx, left, buffer);
    let command = screen.command();
    let chosen = screen.choice().map(|(_, entry)| entry);
    match (chosen.or_else(|| command?.entry(ctx)), command) {
        (Some(entry), _) => preview::draw(ctx, entry, right, buffer),
        (None, Some(command)) => about(command, ctx, right, buffer),
        (None, None) => {}
    }
    bars::footer(ctx, Scope::Home, foot, buffer);
}

/// What a command does, where a puzzle has its board.
fn about(command: Command, ctx: &Context, area: Rect, buffer: &mut Buffer) {
    let area = area.inner(Margin::new(1, 0));
    let lines = label::wrapped(command.about().words(ctx.lang()), area.width);
    for (row, line) in area.rows().zip(lines) {
        buffer.set_string(row.x, row.y, line, ctx.theme().dim());
    }
}

/// Where the names are, and where the board and the facts.
fn columns(ctx: &Context, body: Rect) -> (Rect, Rect) {
    let share = (body.width * 2 / 5).max(body.width.saturating_sub(PREVIEW).min(NAMES));
    // In a wide window the names have as much as they need with their facts, and leave the preview its share.
    let wanted = Column::all(ctx).iter().map(|column| column.width + GAP).sum::<u16>() + MARKS;
    let width = share.max(wanted.min(body.width * 5 / 8));
    let width = width.max(body.width.min(18));
    let names = Rect { width, ..body };
    let right = Rect::new(names.right(), body.y, body.width - width, body.height);
    (names, right)
}

/// Columns that a preview needs, and those that the names take for it, where the window is narrow.
const PREVIEW: u16 = 16;
const NAMES: u16 = 24;

/// The columns before a name: the mark of the chosen one, what was won, a blank.
const MARKS: u16 = 3;
/// The columns between two columns of the list.
const GAP: u16 = 2;

/// A column of the list.
struct Column {
    kind: Kind,
    width: u16,
}

/// What a column of the list says of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Name,
    Size,
    Moves,
    Hardness,
    Best,
}

impl Column {
    /// The name and all that may stand behind it, each as wide as the widest of all puzzles needs.
    fn all(ctx: &Context) -> Vec<Column> {
        let kinds = [Kind::Name, Kind::Size, Kind::Moves, Kind::Hardness, Kind::Best];
        let width = |kind: Kind| {
            let entries = ctx.playlist.entries().iter();
            // Of a sign of two characters the first has room in the gap.
            let needed = |cell: String| label::width(cell.trim_start_matches('<'));
            let cells = entries.map(|entry| needed(kind.cell(ctx, entry)));
            let caption = label::width(kind.caption(ctx.lang()));
            // A result may be longer than any that is there, and the columns stay where they are.
            let widest = if kind == Kind::Best { Some(4) } else { cells.max() };
            caption.max(widest.unwrap_or(0)) as u16
        };
        kinds.map(|kind| Column { kind, width: width(kind) }).into()
    }

    /// Those that fit into so many columns. The name comes first, and is cut only where it stands alone.
    fn fitting(ctx: &Context, columns: u16) -> Vec<Column> {
        let mut room = columns.saturating_sub(MARKS) + GAP;
        let fits = |column: &Column| {
            let taken = column.width + GAP;
            let fits = column.kind == Kind::Name || taken <= room;
            room = room.saturating_sub(taken);
            fits
        };
        let mut all: Vec<Column> = Column::all(ctx).into_iter().take_while(fits).collect();
        let rest: u16 = all.iter().skip(1).map(|column| column.width + GAP).sum();
        // What is left over goes to the name, so that the others stand at the rim.
        all[0].width = columns.saturating_sub(MARKS + rest);
        all
    }
}

impl Kind {
    /// What it says of `entry`.
    fn cell(self, ctx: &Context, entry: &Entry) -> String {
        let metric = ctx.metric_of(entry);
        match self {
            Kind::Name => name_of(entry, ctx.lang()),
            Kind::Size => entry.puzzle.size().to_string(),
            Kind::Moves => match entry.claims.get(metric) {
                Some(Claim::Moves(moves)) => moves.to_string(),
                Some(Claim::Open { most, .. }) => {
                    let most = ctx.bests.best_known(entry, metric).unwrap_or(most);
                    format!("{}{most}", if ctx.theme().ascii { "<=" } else { "≤" })
                }
                Some(Claim::Unsolvable) => ctx.theme().glyph('–', '-').to_string(),
                None => String::new(),
            },
            Kind::Hardness => preview::dots(ctx, entry).unwrap_or_default(),
            Kind::Best => {
                let best = ctx.bests.get(&entry.puzzle, metric);
                best.map_or(String::new(), |best| best.moves.to_string())
            }
        }
    }

    /// What stands above it, where that is not plain to see.
    fn caption(self, lang: Lang) -> &'static str {
        match self {
            Kind::Name | Kind::Size | Kind::Hardness => "",
            Kind::Moves => Phrase::Par.words(lang),
            Kind::Best => Phrase::Best.words(lang),
        }
    }
}

/// What is on the screen at a place.
pub(crate) enum Under {
    /// The row at this place among the commands and the puzzles that match.
    Row(usize),
    /// The preview.
    Preview,
}

/// What is on the screen of the list at a column and a row.
pub(crate) fn under(screen: &List, ctx: &Context, (x, y): (u16, u16)) -> Option<Under> {
    let window = Rect::new(0, 0, ctx.window.width, ctx.window.height);
    let (_, rest) = panel::split(window, 1);
    let (body, _) = panel::split(rest, rest.height.saturating_sub(1));
    let (names, right) = columns(ctx, body);
    if right.contains((x, y).into()) {
        return Some(Under::Preview);
    }
    let at = names.contains((x, y).into()).then(|| usize::from(y - names.y))?;
    match shown(&rows(screen, ctx), screen, names.height).get(at)? {
        Row::Command(i) => Some(Under::Row(*i)),
        Row::Puzzle(i) => Some(Under::Row(screen.commands().len() + i)),
        Row::Heading(..) | Row::Awaited => None,
    }
}

/// The first row that is seen: the one seen last, unless the chosen one would not be seen then.
pub(crate) fn top(screen: &List, ctx: &Context) -> usize {
    first_row(&rows(screen, ctx), screen, body_rows(ctx))
}

/// The first row that is seen where the chosen one is in the middle, as far as that goes.
pub(crate) fn middle_top(screen: &List, ctx: &Context) -> usize {
    let at = place_of_chosen(&rows(screen, ctx), screen).unwrap_or(0);
    at.saturating_sub(usize::from(body_rows(ctx) / 2))
}

/// The rows between the first and the last of the window.
fn body_rows(ctx: &Context) -> u16 {
    ctx.window.height.saturating_sub(2)
}

fn place_of_chosen(rows: &[Row], screen: &List) -> Option<usize> {
    rows.iter().position(|row| match row {
        Row::Command(i) => *i == screen.chosen,
        Row::Puzzle(i) => Some(*i) == screen.chosen_match(),
        Row::Heading(..) | Row::Awaited => false,
    })
}

fn first_row(rows: &[Row], screen: &List, height: u16) -> usize {
    let height = usize::from(height);
    let top = screen.top.min(rows.len().saturating_sub(height));
    let Some(at) = place_of_chosen(rows, screen) else {
        return 0;
    };
    // What stands above the first puzzle can be seen only together with it.
    if screen.chosen == 0 && at < height {
        return 0;
    }
    // The name of a collection covers the first row, so that the chosen one has to be in the second.
    let covered = rows[..at].iter().any(|row| matches!(row, Row::Heading(..)));
    let above = usize::from(covered && height > 1);
    top.max((at + 1).saturating_sub(height)).min(at - above)
}

/// The rows that are to be seen, and in the first one the name of the collection that goes on there.
fn shown<'a>(rows: &'a [Row], screen: &List, height: u16) -> Vec<&'a Row> {
    let top = first_row(rows, screen, height);
    let height = usize::from(height);
    let mut shown: Vec<&Row> = rows[top..].iter().take(height).collect();
    let mut above = rows.iter().take(top).rev();
    let heading = above.find(|row| matches!(row, Row::Heading(..)));
    // The name of the collection covers the first row, but never the puzzle that is chosen.
    if let ([Row::Puzzle(first), ..], Some(heading)) = (&shown[..], heading)
        && Some(*first) != screen.chosen_match()
    {
        shown[0] = heading;
    }
    shown
}

/// The title, and what was typed.
fn filter(screen: &List, ctx: &Context, row: Rect, buffer: &mut Buffer) {
    let (theme, lang) = (ctx.theme(), ctx.lang());
    let place = place(screen, ctx);
    let title = Phrase::Title.words(lang);
    let room = row.width.saturating_sub(label::width(&place) as u16 + 3);
    let title = label::cut(title, room, theme);
    if row.is_empty() {
        return;
    }
    buffer.set_string(row.x + 1, row.y, &title, theme.accent());
    let x = row.x + 3 + label::width(&title) as u16;
    let end = row.right().saturating_sub(label::width(&place) as u16 + 1);
    buffer.set_string(end, row.y, label::cut(&place, row.right() - end, theme), theme.dim());
    let room = end.saturating_sub(x + 1);
    if screen.filter.text().is_empty() {
        let words = label::cut(Phrase::Filter.words(lang), room, theme);
        buffer.set_string(x.min(row.right() - 1), row.y, words, theme.dim());
    } else {
        let room = Rect { x, width: room, ..row };
        screen.filter.draw(room, theme.strong(), buffer);
    }
}

/// Where the chosen one is: the number within its collection, or among those that are found.
fn place(screen: &List, ctx: &Context) -> String {
    let Some((index, _)) = screen.choice() else {
        return String::new();
    };
    let collection = ctx.playlist.collection(*index).filter(|_| screen.filter.text().is_empty());
    match collection {
        Some((name, range)) => {
            let name = text_in(name, ctx.lang());
            format!("{name} {}/{}", index - range.start + 1, range.len())
        }
        // One that was made or is alone is in none.
        None if screen.filter.text().is_empty() => {
            let mut all = 0..ctx.playlist.entries().len();
            let own = all.position(|at| ctx.playlist.collection(at).is_some());
            let own = own.unwrap_or(ctx.playlist.entries().len());
            if own > 1 { format!("{}/{own}", index + 1) } else { String::new() }
        }
        None => {
            let at = screen.chosen_match().map_or(0, |at| at + 1);
            format!("{at}/{}", screen.matches.len())
        }
    }
}

/// A row of the list.
enum Row {
    /// The command at this place.
    Command(usize),
    /// The name of a collection, and how much of it is solved.
    Heading(String, String),
    /// The match at this place.
    Puzzle(usize),
    /// A puzzle of the day that is still being made: it has its place before it is there.
    Awaited,
}

/// The names, each collection under its own, with what is known of each puzzle as far as there is room.
fn names(screen: &List, ctx: &Context, area: Rect, buffer: &mut Buffer) {
    let rows = rows(screen, ctx);
    if screen.matches.is_empty() && !area.is_empty() {
        let words = label::cut(Phrase::NothingFound.words(ctx.lang()), area.width, ctx.theme());
        buffer.set_string(area.x, area.y, words, ctx.theme().dim());
    }
    let room = area.width.saturating_sub(1);
    let columns = Column::fitting(ctx, room);
    for (place, row) in area.rows().zip(shown(&rows, screen, area.height)) {
        let place = Rect { width: room, ..place };
        match row {
            Row::Heading(name, won) => heading((name, won), &columns, place, ctx, buffer),
            Row::Command(i) => command(screen, *i, place, ctx, buffer),
            Row::Puzzle(i) => puzzle(screen, *i, &columns, place, ctx, buffer),
            Row::Awaited => {
                let dots = ctx.theme().glyph('…', '.').to_string();
                buffer.set_string(
                    place.x + MARKS.min(place.width),
                    place.y,
                    dots,
                    ctx.theme().dim(),
                );
            }
        }
    }
}

/// The name of a collection and what was won of it, which is never cut; over the columns behind the names what they say.
fn heading(
    (name, won): (&str, &str),
    columns: &[Column],
    row: Rect,
    ctx: &Context,
    buffer: &mut Buffer,
) {
    let theme = ctx.theme();
    let taken = label::width(won) as u16 + 3;
    let name = label::cut(name, row.width.saturating_sub(taken), theme);
    let words = label::cut(&format!(" {name}  {won}"), row.width, theme);
    buffer.set_string(row.x, row.y, &words, theme.dim());
    let end = row.x + label::width(&words) as u16;
    for (column, right) in columns.iter().zip(right_ends(columns, row)).skip(1) {
        let caption = column.kind.caption(ctx.lang());
        let x = right.saturating_sub(label::width(caption) as u16);
        if x > end {
            buffer.set_string(x, row.y, caption, theme.dim());
        }
    }
}

/// Where each column ends.
fn right_ends(columns: &[Column], row: Rect) -> impl Iterator<Item = u16> {
    let first = row.x + MARKS;
    columns.iter().scan(first, |x, column| {
        let end = *x + column.width;
        *x = end + GAP;
        Some(end)
    })
}

fn rows(screen: &List, ctx: &Context) -> Vec<Row> {
    let mut rows: Vec<Row> = (0..screen.commands().len()).map(Row::Command).collect();
    let mut before = None;
    for (i, &(index, _)) in screen.matches.iter().enumerate() {
        let collection = ctx.playlist.collection(index);
        let first = collection.as_ref().map(|(_, range)| range.start);
        if let Some((name, range)) = collection.filter(|_| first != before) {
            rows.push(collection_row(ctx, name, range));
        }
        before = first;
        rows.push(Row::Puzzle(i));
    }
    let at = rows.iter().position(|row| matches!(row, Row::Heading(..))).unwrap_or(rows.len());
    rows.splice(at..at, awaited(screen, ctx));
    rows
}

/// The rows of the day's puzzles while they are made, so that nothing moves when they are there.
fn awaited(screen: &List, ctx: &Context) -> Vec<Row> {
    let day =
        ctx.today.offer().filter(|(_, made)| made.is_empty() && screen.filter.text().is_empty());
    let Some((day, _)) = day else {
        return Vec::new();
    };
    let all = Daily::ALL.len();
    let heading = Row::Heading(text_in(&title(day), ctx.lang()), format!("0/{all}"));
    [heading].into_iter().chain(Daily::ALL.iter().map(|_| Row::Awaited)).collect()
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

/// What one can do.
fn command(screen: &List, i: usize, row: Rect, ctx: &Context, buffer: &mut Buffer) {
    let theme = ctx.theme();
    let (mark, style) = match i == screen.chosen {
        true => (theme.glyph('▸', '>'), theme.accent()),
        false => (' ', theme.strong()),
    };
    let room = row.width.saturating_sub(MARKS);
    let words = format!("{mark}  {}", screen.commands()[i].words(ctx, room));
    buffer.set_string(row.x, row.y, label::cut(&words, row.width, theme), style);
}

/// A puzzle: what was won, its name, and what is known of it.
fn puzzle(
    screen: &List,
    i: usize,
    columns: &[Column],
    row: Rect,
    ctx: &Context,
    buffer: &mut Buffer,
) {
    let (_, entry) = &screen.matches[i];
    let theme = ctx.theme();
    let medal = match medal(ctx, entry) {
        Medal::None => ' ',
        Medal::Helped => theme.glyph('☆', 'o'),
        Medal::Tick => theme.glyph('✓', '+'),
        Medal::Star => theme.glyph('★', '*'),
    };
    let is_chosen = Some(i) == screen.chosen_match();
    let (mark, style, facts) = match is_chosen {
        true => (theme.glyph('▸', '>'), theme.accent(), theme.accent()),
        false => (' ', Style::new(), theme.dim()),
    };
    let name = columns.first().map_or(0, |name| name.width);
    let name = label::cut(&name_of(entry, ctx.lang()), name, theme);
    let words = label::cut(&format!("{mark}{medal} {name}"), row.width, theme);
    buffer.set_string(row.x, row.y, words, style);
    for (column, right) in columns.iter().zip(right_ends(columns, row)).skip(1) {
        let words = column.kind.cell(ctx, entry);
        let x = right.saturating_sub(label::width(&words) as u16);
        buffer.set_string(x, row.y, words, facts);
    }
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
    let metric = ctx.metric_of(entry);
    match ctx.bests.get(&entry.puzzle, metric) {
        None if ctx.bests.is_solved(&entry.puzzle) => Medal::Helped,
        None => Medal::None,
        Some(best) => match entry.claims.get(metric) {
            Some(Claim::Moves(fewest)) if best.moves <= fewest => Medal::Star,
            // Fewer than anybody is known to have needed.
            Some(Claim::Open { most, .. }) if best.moves < most => Medal::Star,
            _ => Medal::Tick,
        },
    }
}
