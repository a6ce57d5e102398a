//! The screen of play: board, figures, the distances so far and the moves.

use super::{ending, stats};
use crate::text::Phrase;
use crate::tui::context::Context;
use crate::tui::ghost;
use crate::tui::keys::Scope;
use crate::tui::layout::Layout;
use crate::tui::map::plot::Plot;
use crate::tui::widgets::board::Board;
use crate::tui::widgets::target::Target;
use crate::tui::widgets::{bars, moves, panel, sparkline};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// Draws it.
pub(crate) fn draw(ctx: &Context, area: Rect, buffer: &mut Buffer) {
    let Some(layout) = &ctx.layout(area.as_size()) else {
        return panel::too_small(ctx, Layout::least(ctx.game.puzzle()), area, buffer);
    };
    bars::head(ctx, layout.title, buffer);
    Board::of_game(ctx).draw(layout, buffer);
    if let Some(shine) = ctx.shine {
        shine.draw(layout.board, ctx.now, buffer);
    }
    if layout.panel.is_empty() && ctx.game.session.is_solved() {
        ending::strip(ctx, layout.strip, buffer);
    } else if layout.panel.is_empty() {
        strip(ctx, layout.strip, buffer);
    } else {
        beside(ctx, layout.panel, buffer);
    }
    bars::footer(ctx, Scope::Play, layout.footer, buffer);
}

/// The most important figures below the board.
fn strip(ctx: &Context, area: Rect, buffer: &mut Buffer) {
    let mut figures = stats::of_game(ctx);
    // Settings may hide all figures but one.
    let at = figures.len().min(2);
    figures.splice(at..at, stats::last_move(ctx));
    stats::flow(&figures, area, ctx, buffer);
}

/// The parts of the panel beside the board.
pub(crate) struct Parts {
    /// What was won, once the puzzle is solved, in the place of the figures.
    card: Rect,
    figures: Rect,
    verdict: Rect,
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
    /// Where everything goes in `area`. A part that has no room is empty.
    pub(crate) fn new(ctx: &Context, area: Rect) -> Parts {
        let (card, rest) = panel::split(area, ending::rows(ctx, area));
        let (figures, verdict) = match card.is_empty() {
            true => (stats::table_rows(stats::of_game(ctx).len(), area), 1),
            false => (0, 0),
        };
        let (figures, rest) = panel::split(rest, figures);
        let (verdict, rest) = panel::split(rest, verdict);
        let rest = panel::below(rest, 1);
        let (ghost, rest) = panel::split(rest, ghost::view::rows(ctx, rest));
        let rest = if rest.width >= 20 && rest.height >= 4 { rest } else { Rect::ZERO };
        let target = Target::of(&ctx.game);
        let (target, rest) = panel::split(rest, target.map_or(0, |target| target.rows(rest)));
        let has_map = ctx.is_shown() && ctx.game.ground.land().is_some();
        let (top, middle) = match (rest.height, has_map) {
            (..4, _) => (0, 0),
            (..10, _) => (rest.height, 0),
            (10..14, _) | (_, false) => (6, 0),
            (height, true) => (4, height - 8),
        };
        let (distances, rest) = panel::split(rest, top);
        let (map, rest) = panel::split(rest, middle);
        let moves = if rest.height >= 4 { rest } else { Rect::ZERO };
        Parts { card, figures, verdict, target, ghost, distances, map, moves }
    }
}

/// Figures, distances, the map and the moves beside the board.
fn beside(ctx: &Context, area: Rect, buffer: &mut Buffer) {
    let parts = Parts::new(ctx, area);
    ending::draw(ctx, parts.card, buffer);
    stats::table(&stats::of_game(ctx), parts.figures, ctx, buffer);
    if let Some((words, style)) = stats::verdict(ctx).filter(|_| !parts.verdict.is_empty()) {
        let words = crate::tui::widgets::label::cut(&words, parts.verdict.width, ctx.theme());
        buffer.set_string(parts.verdict.x, parts.verdict.y, words, style);
    }
    if let Some(target) = Target::of(&ctx.game).filter(|_| !parts.target.is_empty()) {
        target.draw(parts.target, ctx, buffer);
    }
    ghost::view::draw(ctx, parts.ghost, buffer);
    if !parts.distances.is_empty() && ctx.is_shown() {
        let inside = panel::framed(Phrase::DistanceToGoal, parts.distances, ctx, buffer);
        sparkline::of_game(ctx, inside, buffer);
    }
    if let Some(land) = ctx.game.ground.land().filter(|_| !parts.map.is_empty()) {
        let inside = panel::framed(Phrase::MapOf, parts.map, ctx, buffer);
        Plot::new(land, inside).draw(&ctx.game, ctx.theme(), buffer);
    }
    if !parts.moves.is_empty() {
        moves(ctx, parts.moves, buffer);
    }
}

/// The moves of the line.
fn moves(ctx: &Context, area: Rect, buffer: &mut Buffer) {
    let game = &ctx.game;
    let inside = panel::framed(Phrase::YourLine, area, ctx, buffer);
    let most = usize::from(inside.width) * usize::from(inside.height);
    let line = game.session.line();
    let words = moves::together(game, &line[line.len().saturating_sub(most)..], ctx.theme());
    moves::flow(&words, None, inside, ctx.theme(), buffer);
}
