//! The aim of a puzzle in one line: what goes where, each piece in its colour.

use crate::puzzle::{Axis, Direction, Family, Goal, PieceId};
use crate::text::{Lang, Phrase, latin};
use crate::tui::context::Context;
use crate::tui::theme::Slot;
use crate::tui::widgets::board::exits;
use crate::tui::widgets::label;
use crate::tui::widgets::target::Target;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// Words, each part in its style.
type Spans = Vec<(String, Style)>;

/// The most pieces that are named one by one.
const MOST_NAMED: usize = 4;

/// Writes the aim into a row, if it fits there as a whole.
pub(crate) fn draw(ctx: &Context, row: Rect, buffer: &mut Buffer) {
    if row.is_empty() {
        return;
    }
    let width = |spans: &Spans| spans.iter().map(|(words, _)| label::width(words)).sum::<i32>();
    let room = i32::from(row.width.saturating_sub(2));
    let all = [true, false].map(|is_long| spans(ctx, is_long));
    let Some(spans) = all.into_iter().find(|spans| width(spans) <= room) else {
        return;
    };
    let mut x = row.x + 1;
    for (words, style) in spans {
        buffer.set_string(x, row.y, &words, style);
        x += label::width(&words) as u16;
    }
}

/// The aim as a sentence.
pub(crate) fn words(ctx: &Context) -> String {
    spans(ctx, true).into_iter().map(|(words, _)| words).collect()
}

/// What is asked for next: the waypoint, or else the goal. The long form has names in both scripts.
fn spans(ctx: &Context, is_long: bool) -> Spans {
    let (game, puzzle) = (&ctx.game, ctx.game.puzzle());
    let stage = game.session.position().stage();
    let waypoint = puzzle.via().get(stage);
    let wanted = waypoint.unwrap_or(puzzle.goal());
    if puzzle.family() == Family::Numbers {
        return numbers(ctx, wanted);
    }
    let named = wanted.places().iter().map(|&(id, _)| id);
    let pieces = pieces(ctx, named, is_long);
    if waypoint.is_some() {
        let place = format!("{}/{}", stage + 1, puzzle.via().len());
        return filled(ctx, Phrase::AimWaypoint, vec![pieces, plain(place)]);
    }
    let ways = ways(ctx);
    match wanted.places() {
        [(id, _)] if ways.is_empty() || puzzle.lift() => {
            filled(ctx, Phrase::AimPlace, vec![vec![piece(ctx, *id, is_long)]])
        }
        [(id, _)] if puzzle.piece(*id).axis() == Axis::Free => {
            filled(ctx, Phrase::AimExit, vec![vec![piece(ctx, *id, is_long)], exit(ctx, ways)])
        }
        [(id, _)] => filled(ctx, Phrase::AimDrive, vec![vec![car(ctx, *id)], exit(ctx, ways)]),
        places if places.len() > MOST_NAMED => filled(ctx, Phrase::AimMany, vec![]),
        _ => filled(ctx, Phrase::AimPlaces, vec![pieces]),
    }
}

/// The order of a number puzzle: the first and the last number, or the order that is drawn beside the board.
fn numbers(ctx: &Context, wanted: &Goal) -> Spans {
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
        _ => filled(ctx, Phrase::AimOrder, vec![]),
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
fn pieces(ctx: &Context, ids: impl Iterator<Item = PieceId>, is_long: bool) -> Spans {
    let mut ids = ids.peekable();
    let mut spans = Spans::new();
    while let Some(id) = ids.next() {
        if !spans.is_empty() {
            let last = ids.peek().is_none();
            let between = if last { Phrase::And } else { Phrase::Comma };
            spans.extend(plain(between.words(ctx.lang()).to_owned()));
        }
        spans.push(piece(ctx, id, is_long));
    }
    spans
}

/// A piece by its label; to who reads English also by its Latin name, if it has one.
fn piece(ctx: &Context, id: PieceId, is_long: bool) -> (String, Style) {
    let theme = ctx.theme();
    let label = ctx.game.label(id, false);
    let latin = latin(&label).filter(|_| ctx.lang() == Lang::En);
    let name = match latin {
        // While a letter is asked for, all pieces show theirs.
        _ if ctx.picking => ctx.game.short(id),
        Some(latin) if is_long && !theme.ascii => format!("{label} {latin}"),
        Some(latin) => latin.to_owned(),
        None => ctx.game.label(id, theme.ascii),
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
