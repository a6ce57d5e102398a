//! The screen of play: board, figures, the distances so far and the moves.

use super::board::Board;
use super::{bars, line, panel, sparkline, stats};
use crate::session::Action;
use crate::text::Phrase;
use crate::tui::layout::Layout;
use crate::tui::model::Model;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// Draws it.
pub(super) fn draw(model: &Model, layout: &Layout, buffer: &mut Buffer) {
    let game = model.game();
    bars::title(model, layout.title, buffer);
    Board {
        game,
        position: game.session.position(),
        selected: game.selected,
        ghost: game.hint.as_ref(),
        theme: model.theme(),
        exit: Phrase::Exit.words(model.lang()),
    }
    .draw(layout, buffer);
    if layout.panel.is_empty() {
        strip(model, layout.strip, buffer);
    } else {
        beside(model, layout.panel, buffer);
    }
    bars::footer(model, layout.footer, buffer);
}

/// The most important figures below the board.
fn strip(model: &Model, area: Rect, buffer: &mut Buffer) {
    let mut figures = stats::of_game(model);
    figures.splice(2..2, stats::last_move(model));
    stats::flow(&figures, area, model, buffer);
}

/// Figures, distances and moves beside the board.
fn beside(model: &Model, area: Rect, buffer: &mut Buffer) {
    let used = stats::table(&stats::of_game(model), area, model, buffer);
    let mut rest = panel::below(area, used);
    if let Some((words, style)) = stats::verdict(model).filter(|_| rest.height > 0) {
        buffer.set_string(rest.x, rest.y, words, style);
    }
    rest = panel::below(rest, 2);
    let wide = rest.width >= 20;
    if !wide || rest.height < 4 {
        return;
    }
    let height = if rest.height >= 10 { 6 } else { rest.height };
    let (top, bottom) = panel::split(rest, height);
    distances(model, top, buffer);
    if bottom.height >= 4 {
        moves(model, bottom, buffer);
    }
}

/// The distance to the goal after every move of the line.
fn distances(model: &Model, area: Rect, buffer: &mut Buffer) {
    let game = model.game();
    let inside = panel::framed(Phrase::DistanceToGoal, area, model, buffer);
    let from = game.session.done() - game.session.line().len();
    let first = from.max(game.session.done().saturating_sub(inside.width.into()));
    let values: Vec<Option<u32>> = (first..=game.session.done())
        .map(|turn| {
            game.oracle
                .remaining(game.session.position_at(turn))
                .exact()
        })
        .collect();
    sparkline::draw(&values, inside, model.theme(), buffer);
}

/// The moves of the line.
fn moves(model: &Model, area: Rect, buffer: &mut Buffer) {
    let game = model.game();
    let inside = panel::framed(Phrase::YourLine, area, model, buffer);
    let most = usize::from(inside.width) * usize::from(inside.height);
    let line = game.session.line();
    let recent = &line[line.len().saturating_sub(most)..];
    let words: Vec<String> = recent
        .iter()
        .filter_map(|turn| match turn.action() {
            Action::Play(action) => Some(line::word(game, action, model.theme())),
            Action::Restart => None,
        })
        .collect();
    line::flow(&words, None, inside, model.theme(), buffer);
}
