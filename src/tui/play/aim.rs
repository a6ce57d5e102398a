//! The aim of a puzzle in one sentence: what goes where, each piece in its colour.

use crate::puzzle::{Axis, Direction, Family, Goal, PieceId};
use crate::text::Phrase;
use crate::tui::context::Context;
use crate::tui::keys::{Action, Scope};
use crate::tui::theme::Slot;
use crate::tui::widgets::board::exits;
use crate::tui::widgets::label;
use crate::tui::widgets::target::Target;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// Words, each part in its style.
pub(crate) type Spans = Vec<(String, Style)>;

/// The most pieces that are named one by one.
const MOST_NAMED: usize = 4;

/// Where what is asked for stands as a drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Drawing {
    /// On the right of the board.
    Beside,
    /// Right below the words.
    Below,
    /// Nowhere on this screen.
    Nowhere,
}

/// Which aim is put into words, and how.
#[derive(Clone, Copy)]
struct Sort {
    /// The waypoint of this number, or else the goal.
    stage: usize,
    drawing: Drawing,
    /// With what is true of pieces that are alike.
    is_long: bool,
}

/// The aim as it is now, at length and in short.
fn sorts(ctx: &Context, drawing: Drawing) -> [Sort; 2] {
    let stage = ctx.game.session.position().stage();
    [true, false].map(|is_long| Sort { stage, drawing, is_long })
}

/// Writes the aim into a few rows, at length if there is room.
pub(crate) fn draw(ctx: &Context, area: Rect, drawing: Drawing, buffer: &mut Buffer) {
    let all = sorts(ctx, drawing).map(|sort| wrapped(&spans(ctx, sort), area.width));
    let [long, short] = all;
    let lines = if long.len() <= area.height.into() { long } else { short };
    let mut end = (area.x, area.y);
    for (row, line) in area.rows().zip(&lines) {
        end = (write(line, (row.x, row.y), buffer), row.y);
    }
    if lines.len() > area.height.into() && !area.is_empty() {
        let mark = ctx.theme().glyph('…', '~').to_string();
        buffer.set_string(end.0.min(area.right() - 1), end.1, mark, Style::new());
    }
}

/// The aim in one row of at most so many columns, if it fits.
pub(crate) fn in_row(ctx: &Context, columns: u16, drawing: Drawing) -> Option<Spans> {
    let all = sorts(ctx, drawing).map(|sort| spans(ctx, sort));
    all.into_iter().find(|spans| width(spans) <= columns.into())
}

/// The rows that the aim needs in so many columns, whichever waypoint is next and wherever its drawing stands.
pub(crate) fn rows(ctx: &Context, columns: u16) -> u16 {
    let stages = 0..=ctx.game.puzzle().via().len();
    let drawings = [Drawing::Beside, Drawing::Nowhere];
    let sorts = stages
        .flat_map(|stage| drawings.map(move |drawing| Sort { stage, drawing, is_long: false }));
    let rows = sorts.map(|sort| wrapped(&spans(ctx, sort), columns).len());
    rows.max().unwrap_or(0) as u16
}

/// The aim as a sentence, above its drawing if that is needed.
pub(crate) fn words(ctx: &Context) -> String {
    let [long, _] = sorts(ctx, Drawing::Below);
    spans(ctx, long).into_iter().map(|(words, _)| words).collect()
}

/// The columns that words take.
pub(crate) fn width(spans: &Spans) -> i32 {
    spans.iter().map(|(words, _)| label::width(words)).sum()
}

/// Writes words from a column and a row on. Returns the column behind them.
pub(crate) fn write(spans: &Spans, (mut x, y): (u16, u16), buffer: &mut Buffer) -> u16 {
    for (words, style) in spans {
        buffer.set_string(x, y, words, *style);
        x += label::width(words) as u16;
    }
    x
}

/// Words in rows of at most so many columns.
fn wrapped(spans: &Spans, columns: u16) -> Vec<Spans> {
    let text: String = spans.iter().map(|(words, _)| words.as_str()).collect();
    let mut chars = spans.iter().flat_map(|(words, style)| words.chars().map(|c| (c, *style)));
    let lines = label::wrapped(&text, columns).into_iter();
    let styled = lines.map(|line| {
        let mut spans = Spans::new();
        for c in line.chars() {
            // Only blanks are lost between two rows.
            let style = chars.find(|(its, _)| *its == c).map_or(Style::new(), |(_, style)| style);
            match spans.last_mut().filter(|(_, last)| *last == style) {
                Some((words, _)) => words.push(c),
                None => spans.push((c.to_string(), style)),
            }
        }
        spans
    });
    styled.collect()
}

/// What is asked for: a waypoint, or else the goal.
fn spans(ctx: &Context, sort: Sort) -> Spans {
    let puzzle = ctx.game.puzzle();
    let waypoint = puzzle.via().get(sort.stage);
    let wanted = waypoint.unwrap_or(puzzle.goal());
    if puzzle.family() == Family::Numbers {
        return numbers(ctx, sort.drawing, wanted);
    }
    let mut spans = blocks(ctx, sort, wanted, waypoint.is_some());
    let groups = puzzle.interchangeable();
    if sort.is_long
        && wanted.places().iter().any(|(id, _)| groups.iter().any(|group| group.contains(id)))
    {
        spans.extend(plain(Phrase::AimAlike.words(ctx.lang()).to_owned()));
    }
    spans
}

/// Which blocks are wanted where.
fn blocks(ctx: &Context, sort: Sort, wanted: &Goal, is_waypoint: bool) -> Spans {
    let puzzle = ctx.game.puzzle();
    let named = wanted.places().iter().map(|&(id, _)| id);
    let pieces = pieces(ctx, named);
    if is_waypoint {
        let place = format!("{}/{}", sort.stage + 1, puzzle.via().len());
        return filled(ctx, Phrase::AimWaypoint, vec![pieces, plain(place)]);
    }
    let ways = ways(ctx);
    match wanted.places() {
        [(id, _)] if ways.is_empty() || puzzle.lift() => {
            filled(ctx, Phrase::AimPlace, vec![vec![piece(ctx, *id)]])
        }
        [(id, _)] if puzzle.piece(*id).axis() == Axis::Free => {
            let piece = vec![piece(ctx, *id)];
            filled(ctx, Phrase::AimExit, vec![piece, exit(ctx, ways)])
        }
        [(id, _)] => filled(ctx, Phrase::AimDrive, vec![vec![car(ctx, *id)], exit(ctx, ways)]),
        _ if sort.drawing == Drawing::Beside => filled(ctx, Phrase::AimDrawn, vec![]),
        places if places.len() > MOST_NAMED => filled(ctx, Phrase::AimMany, vec![]),
        _ => filled(ctx, Phrase::AimPlaces, vec![pieces]),
    }
}

/// The order of a number puzzle: the first and the last number, or the order that is drawn beside the board.
fn numbers(ctx: &Context, drawing: Drawing, wanted: &Goal) -> Spans {
    if ctx.picture.shown(ctx.theme()).is_some() {
        return filled(ctx, Phrase::AimPicture, vec![]);
    }
    let name = |&(id, _): &(PieceId, _)| ctx.game.short(id).parse::<u32>().ok();
    let numbers: Vec<u32> = wanted.places().iter().filter_map(name).collect();
    match (numbers.iter().min(), numbers.iter().max()) {
        (Some(least), Some(most)) if Target::of(&ctx.game).is_none() => {
            let ends = [least, most].map(|number| plain(number.to_string()));
            filled(ctx, Phrase::AimNumbers, ends.to_vec())
        }
        _ => match drawing {
            Drawing::Beside => filled(ctx, Phrase::AimDrawn, vec![]),
            Drawing::Below => filled(ctx, Phrase::AimOrder, vec![]),
            Drawing::Nowhere => {
                let help = ctx.keymap.label(Scope::Play, Action::Help, ctx.theme().ascii);
                filled(ctx, Phrase::AimInHelp, vec![vec![(help, ctx.theme().accent())]])
            }
        },
    }
}

/// The sides on which the frame is open, each once.
fn ways(ctx: &Context) -> Vec<Direction> {
    let mut ways: Vec<Direction> = Vec::new();
    for (_, side) in exits(ctx.game.puzzle()) {
        if !ways.contains(&side) {
            ways.push(side);
        }
    }
    ways
}

fn exit(ctx: &Context, ways: Vec<Direction>) -> Spans {
    let arrows = ways.into_iter().map(|way| ctx.theme().way_out(way));
    vec![(arrows.collect(), ctx.theme().exit())]
}

/// Several pieces, the last one after an "and".
fn pieces(ctx: &Context, ids: impl Iterator<Item = PieceId>) -> Spans {
    let mut ids = ids.peekable();
    let mut spans = Spans::new();
    while let Some(id) = ids.next() {
        if !spans.is_empty() {
            let last = ids.peek().is_none();
            let between = if last { Phrase::And } else { Phrase::Comma };
            spans.extend(plain(between.words(ctx.lang()).to_owned()));
        }
        spans.push(piece(ctx, id));
    }
    spans
}

/// A piece by its label.
fn piece(ctx: &Context, id: PieceId) -> (String, Style) {
    let theme = ctx.theme();
    let name = match ctx.picking {
        // While a letter is asked for, all pieces show theirs.
        true => ctx.game.short(id),
        false => ctx.game.label(id, ctx.lang(), theme.ascii),
    };
    (name, theme.piece(Slot::of(ctx.game.puzzle(), id), false))
}

/// A block that is locked to a row or a column, by its colour if there are any.
fn car(ctx: &Context, id: PieceId) -> (String, Style) {
    let words = match ctx.theme().has_color() && !ctx.theme().ascii {
        true => Phrase::RedCar.words(ctx.lang()).to_owned(),
        false => Phrase::CarNamed.with(ctx.lang(), &[&ctx.game.short(id)]),
    };
    (words, ctx.theme().piece(Slot::of(ctx.game.puzzle(), id), false))
}

fn plain(words: String) -> Spans {
    vec![(words, Style::new())]
}

/// A sentence with each `{}` replaced by the next of `parts`.
fn filled(ctx: &Context, phrase: Phrase, parts: Vec<Spans>) -> Spans {
    let mut parts = parts.into_iter();
    let mut spans = Spans::new();
    for (i, words) in phrase.words(ctx.lang()).split("{}").enumerate() {
        if i > 0 {
            spans.extend(parts.next().unwrap_or_default());
        }
        spans.extend(plain(words.to_owned()));
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library;
    use crate::notation::Entry;
    use crate::text::Lang;
    use crate::tui::list::playlist::Playlist;
    use crate::tui::options::Options;
    use crate::tui::play::view::{self, Parts};
    use ratatui::layout::Size;

    fn game(entry: &Entry, lang: Lang, (width, height): (u16, u16)) -> Context {
        let mut options = Options::default();
        options.settings.lang = lang;
        Context::new(Playlist::one(entry.clone()), &options, Size::new(width, height))
    }

    /// The rows of the screen without blanks, which a sentence may lose where it is broken and wide characters leave behind.
    fn screen(ctx: &Context) -> Vec<String> {
        let mut buffer = Buffer::empty(Rect::from(ctx.window));
        view::draw(ctx, buffer.area, &mut buffer);
        let row = |row: Rect| {
            let symbols = row.positions().map(|at| buffer[at].symbol());
            symbols.filter(|symbol| *symbol != " ").collect()
        };
        buffer.area.rows().map(row).collect()
    }

    #[test]
    fn every_puzzle_of_the_library_says_what_is_to_be_done() {
        let windows = [(120, 40), (80, 24), (60, 20), (40, 15)];
        for (entry, lang, window) in library::all().flat_map(|entry| {
            let each = Lang::ALL.into_iter();
            each.flat_map(move |lang| windows.map(move |window| (entry, lang, window)))
        }) {
            let ctx = game(entry, lang, window);
            let what = format!("{} {lang:?} {window:?}", entry.id);
            let layout = ctx.layout(ctx.window).expect("every board can be played in it");
            let drawing = Parts::new(&ctx, &layout).drawing();
            let forms = sorts(&ctx, drawing).map(|sort| spans(&ctx, sort));
            let columns = if layout.aim.is_empty() { u16::MAX } else { layout.aim.width };
            let rows = screen(&ctx);
            let is_there = forms.iter().any(|form| {
                let lines = wrapped(form, columns).into_iter();
                let mut lines = lines.map(|line| {
                    let words = line.into_iter().map(|(words, _)| words);
                    words.collect::<String>().replace(' ', "")
                });
                lines.all(|line| rows.iter().any(|row| row.contains(&line)))
            });
            assert!(is_there, "{what}: {rows:#?}");
            // An aim that words do not tell is drawn wherever the window is no smaller than usual.
            let is_drawn = drawing == Drawing::Beside;
            let is_usual = window.0 >= 80;
            assert_eq!(is_drawn && is_usual, Target::of(&ctx.game).is_some() && is_usual, "{what}");
        }
    }
}
