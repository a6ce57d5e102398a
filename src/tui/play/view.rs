//! The screen of play: board, figures, the distances so far and the moves.

use super::aim::Drawing;
use super::game::HintLevel;
use super::{ending, stats};
use crate::puzzle::Family;
use crate::storage::Show;
use crate::text::Phrase;
use crate::tui::context::Context;
use crate::tui::ghost;
use crate::tui::keys::Scope;
use crate::tui::layout::Layout;
use crate::tui::map::chapters::Chapter;
use crate::tui::map::plot::Plot;
use crate::tui::widgets::board::Board;
use crate::tui::widgets::target::Target;
use crate::tui::widgets::{bars, moves, panel, sparkline};
use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::widgets::{Clear, Widget};

/// Draws it.
pub(crate) fn draw(ctx: &Context, area: Rect, buffer: &mut Buffer) {
    body(ctx, area, buffer);
    // The footer comes last: a long notice takes rows above it.
    match ctx.layout(area.as_size()) {
        Some(layout) => bars::footer(ctx, Scope::Play, layout.footer, buffer),
        None => panel::too_small(ctx, Layout::least(ctx.game.puzzle()), area, buffer),
    }
}

/// Draws all but the last row, if there is room for the board.
pub(crate) fn body(ctx: &Context, area: Rect, buffer: &mut Buffer) {
    let Some(layout) = &ctx.layout(area.as_size()) else {
        return;
    };
    let drawing = Parts::new(ctx, layout).drawing();
    bars::head(ctx, layout, drawing, buffer);
    Board::of_game(ctx).draw(layout, buffer);
    if let Some(finale) = ctx.finale {
        finale.draw(layout.board, ctx.now, buffer);
    }
    if layout.panel.is_empty() && ending::is_due(ctx) {
        ending::strip(ctx, layout.strip, buffer);
    } else if layout.panel.is_empty() {
        strip(ctx, layout.strip, buffer);
    } else {
        beside(ctx, layout, buffer);
    }
}

/// The most important figures below the board.
fn strip(ctx: &Context, area: Rect, buffer: &mut Buffer) {
    let mut figures = stats::of_game(ctx);
    figures.extend(stats::searching(ctx));
    // Settings may hide all figures but one.
    let at = figures.len().min(2);
    figures.splice(at..at, stats::last_move(ctx));
    stats::flow(&figures, area, ctx, buffer);
}

/// The figures that stay in any case: moves, what remains, time.
const LEAST_FIGURES: u16 = 3;

/// The parts of the panel beside the board.
pub(crate) struct Parts {
    /// What was won, once the puzzle is solved, in the place of the figures.
    card: Rect,
    figures: Rect,
    verdict: Rect,
    /// How a search is getting on.
    search: Rect,
    /// The whole picture that the tiles show.
    picture: Rect,
    /// The order that is asked for.
    target: Rect,
    /// The ghost's board.
    ghost: Rect,
    /// The distances, with their frame.
    pub(crate) distances: Rect,
    /// The map, with its frame.
    pub(crate) map: Rect,
    moves: Rect,
}

impl Parts {
    /// Where everything goes beside the board. A part that has no room is empty.
    pub(crate) fn new(ctx: &Context, layout: &Layout) -> Parts {
        let area = layout.panel;
        let (card, below_card) = panel::split(area, ending::rows(ctx, area));
        let (figures, verdict) = match card.is_empty() {
            true => (stats::table_rows(stats::of_game(ctx).len(), area), 1),
            false => (0, 0),
        };
        let target = Target::of(&ctx.game);
        let with_figures = |figures| {
            let (figures, rest) = panel::split(below_card, figures);
            let (verdict, rest) = panel::split(rest, verdict);
            let target = target.as_ref().map_or(0, |target| target.rows(rest));
            (figures, verdict, panel::split(rest, target))
        };
        // What to make goes before how well one does it: the last figures make room for a drawing that has none.
        let least = figures.min(LEAST_FIGURES);
        let all = (least..=figures).rev().map(with_figures);
        let drawn = all.into_iter().find(|(.., (target, _))| !target.is_empty());
        let (figures, verdict, (target, rest)) = drawn.unwrap_or_else(|| with_figures(figures));
        // Where no boxes stand below it, a search may have all that is left.
        let has_boxes = rest.width >= 20 && rest.height >= 4;
        let rows = match (has_boxes, may_have_map(ctx)) {
            (false, _) => rest.height,
            (true, false) if area.height >= 20 => 2,
            (true, _) => 1,
        };
        let (search, rest) = panel::split(rest, rows);
        let (ghost, rest) = panel::split(rest, ghost::view::rows(ctx, rest));
        let rest = if has_boxes { rest } else { Rect::ZERO };
        let (picture, rest) = panel::split(rest, picture_rows(ctx, layout, rest));
        // With a panel on each side the moves have the left one.
        let is_one = layout.left.is_empty();
        let few = (rest.height / 5).clamp(4, 8);
        let height = rest.height;
        let (top, middle) = match (height, may_have_map(ctx), is_one) {
            (..4, ..) => (0, 0),
            (8..10, true, _) => (few, height - few),
            (..10, ..) => (height, 0),
            (10..14, _, true) | (_, false, true) => (few.max(6), 0),
            (_, false, false) => (height.min(20), 0),
            (_, true, true) => (few, height - 2 * few),
            (_, true, false) => (few, height - few),
        };
        let (distances, rest) = panel::split(rest, top);
        let (map, rest) = panel::split(rest, middle);
        let rest = if is_one { rest } else { layout.left };
        let moves = if rest.height >= 4 { rest } else { Rect::ZERO };
        Parts { card, figures, verdict, search, picture, target, ghost, distances, map, moves }
    }
}

impl Parts {
    /// Where what is asked for is drawn.
    pub(crate) fn drawing(&self) -> Drawing {
        if self.target.is_empty() { Drawing::Nowhere } else { Drawing::Beside }
    }
}

/// The rows of the whole picture at the top of `area`: none if the tiles show none, or if less than half of the rows would be left.
fn picture_rows(ctx: &Context, layout: &Layout, area: Rect) -> u16 {
    let is_shown = Board::of_game(ctx).picture_tile.is_some() && area.height >= 12;
    let inside = layout.inside();
    let most = u32::from(area.width) * u32::from(inside.height) / u32::from(inside.width);
    if is_shown { most.min(u32::from(area.height) / 2) as u16 } else { 0 }
}

/// Draws the whole picture in the proportions of the board.
fn picture(ctx: &Context, layout: &Layout, area: Rect, buffer: &mut Buffer) {
    if let Some(tile) = Board::of_game(ctx).picture_tile.filter(|_| !area.is_empty()) {
        // The last row is left free.
        let rows = area.height - 1;
        let inside = layout.inside();
        let columns = u32::from(rows) * u32::from(inside.width) / u32::from(inside.height);
        let width = (columns as u16).min(area.width);
        tile.whole(Rect { width, height: rows, ..area }, buffer);
    }
}

/// Whether the map has a place. It comes long after the first frame, and nothing moves for it, so that every puzzle that may have
/// one keeps it free.
fn may_have_map(ctx: &Context) -> bool {
    let puzzle = ctx.game.puzzle();
    // Boards of more tiles have too many positions; of blocks nobody knows how many before they are counted.
    let is_small = puzzle.family() == Family::Blocks || puzzle.size().area() <= 9;
    ctx.settings.show != Show::Never && (is_small || ctx.game.map_data.space().is_some())
}

/// Figures, distances, the map and the moves beside the board.
fn beside(ctx: &Context, layout: &Layout, buffer: &mut Buffer) {
    let parts = Parts::new(ctx, layout);
    ending::draw(ctx, parts.card, buffer);
    stats::table(&stats::of_game(ctx), parts.figures, ctx, buffer);
    if let Some((words, style)) = stats::verdict(ctx).filter(|_| !parts.verdict.is_empty()) {
        let words = crate::tui::widgets::label::cut(&words, parts.verdict.width, ctx.theme());
        buffer.set_string(parts.verdict.x, parts.verdict.y, words, style);
    }
    // These figures begin in the second column of their place, all others in the first one.
    let search = Rect { x: parts.search.x.saturating_sub(1), ..parts.search };
    stats::flow(&stats::searching(ctx), search, ctx, buffer);
    if let Some(target) = Target::of(&ctx.game).filter(|_| !parts.target.is_empty()) {
        target.draw(parts.target, ctx, buffer);
    }
    ghost::view::draw(ctx, parts.ghost, buffer);
    picture(ctx, layout, parts.picture, buffer);
    let covered = neck_ahead(ctx, &parts, layout.panel, buffer);
    let free = |area: Rect| !area.is_empty() && area.intersection(covered).is_empty();
    if free(parts.distances) && ctx.is_shown() {
        let inside = panel::framed(Phrase::DistanceToGoal, parts.distances, ctx, buffer);
        sparkline::of_game(ctx, inside, buffer);
        chapter(ctx, parts.distances, buffer);
    }
    if free(parts.map) && ctx.is_shown() {
        let inside = panel::framed(Phrase::MapOf, parts.map, ctx, buffer);
        if let Some(plot) = Plot::of(&ctx.game, inside) {
            plot.draw(&ctx.game, None, ctx.theme(), buffer);
        }
    }
    if free(parts.moves) {
        moves(ctx, parts.moves, buffer);
    }
}

/// Which chapter of its shortest solutions the game is in, on the lower edge of the distances.
fn chapter(ctx: &Context, area: Rect, buffer: &mut Buffer) {
    // Two corners, and a blank on either side.
    let words = Chapter::of(&ctx.game).and_then(|at| at.words(ctx, area.width.saturating_sub(4)));
    if let Some(words) = words {
        buffer.set_string(area.x + 1, area.bottom() - 1, format!(" {words} "), ctx.theme().dim());
    }
}

/// Draws the position that the hint speaks of, if it speaks of one and there is room: in the place of the map, or of what is below and
/// above it too, or in a small window of all that is beside the board. Returns what it covers.
fn neck_ahead(ctx: &Context, parts: &Parts, all: Rect, buffer: &mut Buffer) -> Rect {
    let game = &ctx.game;
    let is_told = game.hint_level == Some(HintLevel::Neck);
    let next = Chapter::of(game).filter(|_| is_told).and_then(Chapter::next);
    let Some((neck, _)) = next else { return Rect::ZERO };
    let board = Board { position: &neck.position, selected: None, ..Board::of(game, ctx) };
    let (distances, map, moves) = (parts.distances, parts.map, parts.moves);
    for places in [&[map][..], &[map, moves], &[distances, map, moves], &[all]] {
        let mut places = places.iter().filter(|place| !place.is_empty());
        let Some(&first) = places.next() else { continue };
        // In a wide window they stand on both sides of the board.
        let beside = places.filter(|place| (place.x, place.width) == (first.x, first.width));
        let area = beside.fold(first, |all, place| all.union(*place));
        if let Some(layout) = Layout::preview(game.puzzle(), area.inner(Margin::new(1, 1))) {
            panel::framed(Phrase::NeckHere, area, ctx, buffer);
            board.draw(&layout, buffer);
            return area;
        }
    }
    // Where columns are few, the frame goes.
    let Some(layout) = Layout::preview(game.puzzle(), all) else { return Rect::ZERO };
    Clear.render(all, buffer);
    board.draw(&layout, buffer);
    all
}

/// The moves of the line.
fn moves(ctx: &Context, area: Rect, buffer: &mut Buffer) {
    let game = &ctx.game;
    let inside = panel::framed(Phrase::YourLine, area, ctx, buffer);
    let most = usize::from(inside.width) * usize::from(inside.height);
    let line = game.session.line();
    let words =
        moves::together(game, &line[line.len().saturating_sub(most)..], ctx.lang(), ctx.theme());
    moves::flow(&words, None, inside, ctx.theme(), buffer);
}
