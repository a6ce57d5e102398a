//! The ghost: a small board beside the own one, and how far it is from the goal.

use super::update::standing;
use crate::text::Phrase;
use crate::tui::context::Context;
use crate::tui::layout::Layout;
use crate::tui::play::stats::{Figure, figure};
use crate::tui::widgets::board::Board;
use crate::tui::widgets::{label, panel};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::cmp::Ordering;

/// How many moves the ghost has still to make, and how much farther from the goal it is than the own game.
pub(crate) fn of_game(ctx: &Context) -> Option<Figure> {
    let there = standing(ctx)?;
    let (game, theme) = (&ctx.game, ctx.theme());
    let proven = game.knowledge.remaining(there.position).exact();
    let left = proven.map_or(there.left, |left| left as usize);
    let own = game.remaining().exact().filter(|_| ctx.is_shown());
    let (Some(own), Some(_)) = (own, proven) else {
        return Some(figure(Phrase::Ghost, there.left, theme.dim()));
    };
    let ahead = left as i64 - i64::from(own);
    let style = match ahead.cmp(&0) {
        Ordering::Greater => theme.good(),
        Ordering::Equal => theme.strong(),
        Ordering::Less => theme.bad(),
    };
    let minus = theme.glyph('−', '-').to_string();
    let ahead = format!("{ahead:+}").replace('-', &minus);
    Some(figure(Phrase::Ghost, format!("{left} ({ahead})"), style))
}

/// The rows that the small board takes at the top of `area`; none if there is no ghost, or no room.
pub(crate) fn rows(ctx: &Context, area: Rect) -> u16 {
    let layout = place(ctx, area);
    layout.map_or(0, |layout| layout.board.bottom() - area.y)
}

/// Draws the small board under its name.
pub(crate) fn draw(ctx: &Context, area: Rect, buffer: &mut Buffer) {
    let (Some(there), Some(layout)) = (standing(ctx), place(ctx, area)) else {
        return;
    };
    let words = label::cut(Phrase::Ghost.words(ctx.lang()), area.width, ctx.theme());
    buffer.set_string(area.x, area.y, words, ctx.theme().dim());
    let board = Board { position: there.position, selected: None, ..Board::of(&ctx.game, ctx) };
    board.draw(&layout, buffer);
}

/// Where the small board goes, under a row for its name.
fn place(ctx: &Context, area: Rect) -> Option<Layout> {
    standing(ctx)?;
    Layout::small(ctx.game.puzzle(), panel::below(area, 1))
}
