//! The screen of the player: the board at the cursor, progress, speed and the list of moves.

use super::board::Board;
use super::{bars, label, line, panel};
use crate::puzzle::Move;
use crate::text::{Phrase, counted};
use crate::tui::layout::Layout;
use crate::tui::model::Model;
use crate::tui::player::{Own, Player};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// Draws it.
pub(super) fn draw(model: &Model, player: &Player, layout: &Layout, buffer: &mut Buffer) {
    bars::title(model, layout.title, buffer);
    let next = player.replay().moves().get(player.replay().cursor());
    Board {
        game: model.game(),
        position: player.replay().position(),
        selected: next.and_then(Move::piece),
        ghost: next.filter(|_| !player.is_playing()),
        theme: model.theme(),
        slide: None,
        exit: Phrase::Exit.words(model.lang()),
    }
    .draw(layout, buffer);
    if layout.panel.is_empty() {
        let (top, bottom) = panel::split(layout.strip, 1);
        progress(model, player, top, buffer);
        moves(model, player, bottom, buffer);
    } else {
        beside(model, player, layout.panel, buffer);
    }
    bars::footer(model, layout.footer, buffer);
}

fn beside(model: &Model, player: &Player, area: Rect, buffer: &mut Buffer) {
    let (head, rest) = panel::split(area, 1);
    heading(model, player, head, buffer);
    let (bar, rest) = panel::split(rest, 2);
    progress(model, player, bar, buffer);
    if rest.height < 4 || rest.width < 20 {
        return moves(model, player, rest, buffer);
    }
    let optimal = player.own().and_then(|own| own.optimal.as_ref());
    let (name, half) = match (player.own(), optimal) {
        (None, _) => (Phrase::Solution, rest.height),
        (Some(_), Some(_)) if rest.height >= 8 => (Phrase::YourLine, rest.height.div_ceil(2)),
        (Some(_), _) => (Phrase::YourLine, rest.height),
    };
    let (top, bottom) = panel::split(rest, half);
    let inside = panel::framed(name, top, model, buffer);
    moves(model, player, inside, buffer);
    if let Some(optimal) = optimal.filter(|_| bottom.height >= 4) {
        let inside = panel::framed(Phrase::OptimalLine, bottom, model, buffer);
        let words = numbered(model, optimal, &[]);
        let cursor = player.replay().cursor().min(words.len());
        line::flow(&words, Some(cursor), inside, model.theme(), buffer);
    }
}

/// Whether it plays and how fast; of the own game, how it compares.
fn heading(model: &Model, player: &Player, row: Rect, buffer: &mut Buffer) {
    let theme = model.theme();
    let words = match player.own() {
        Some(own) => comparison(model, own),
        None => {
            let sign = match player.is_playing() {
                true => theme.glyph('▶', '>'),
                false => theme.glyph('■', '='),
            };
            let counted = counted(model.game().metric()).words(model.lang());
            format!("{sign} {}  {counted}", player.speed())
        }
    };
    buffer.set_string(row.x, row.y, label::cut(&words, row.width), theme.strong());
}

/// The moves made and those that remain beside the fewest, and how many lost distance.
fn comparison(model: &Model, own: &Own) -> String {
    let (game, lang) = (model.game(), model.lang());
    let lost = own.losses.iter().filter(|&&lost| lost).count().to_string();
    let short = Phrase::ReviewShort.with(lang, &[&lost, &own.losses.len().to_string()]);
    let (Some(par), Some(left)) = (game.par(), game.remaining().exact()) else {
        return short;
    };
    let whole = game.session.count(game.metric()) + left as usize;
    let fewest = Phrase::Par.words(lang);
    let comma = if model.theme().ascii { ", " } else { " · " };
    format!("{whole}, {fewest} {par}{comma}{short}")
}

/// `17/81 ████░░░░`.
fn progress(model: &Model, player: &Player, area: Rect, buffer: &mut Buffer) {
    let Some(row) = area.rows().next() else {
        return;
    };
    let theme = model.theme();
    let (at, of) = (player.replay().cursor(), player.replay().moves().len());
    let digits = of.to_string().len();
    let words = format!("{at:>digits$}/{of} ");
    let taken = label::width(&words) as u16;
    buffer.set_string(row.x, row.y, &words, theme.strong());
    let room = row.width.saturating_sub(taken + 1);
    let filled = usize::from(room) * at / of.max(1);
    for i in 0..room {
        let full = usize::from(i) < filled;
        let (glyph, style) = match full {
            true => (theme.glyph('█', '#'), theme.accent()),
            false => (theme.glyph('░', '.'), theme.dim()),
        };
        buffer.set_string(row.x + taken + i, row.y, glyph.to_string(), style);
    }
}

/// The moves, the next one marked.
fn moves(model: &Model, player: &Player, area: Rect, buffer: &mut Buffer) {
    if area.is_empty() {
        return;
    }
    let losses = player.own().map_or(&[][..], |own| &own.losses);
    let words = numbered(model, player.replay().moves(), losses);
    line::flow(
        &words,
        Some(player.replay().cursor()),
        area,
        model.theme(),
        buffer,
    );
}

/// The moves with their numbers; those that lost distance are marked.
fn numbered(model: &Model, moves: &[Move], losses: &[bool]) -> Vec<String> {
    let word = |(i, action): (usize, &Move)| {
        let lost = losses.get(i).is_some_and(|&lost| lost);
        let mark = if lost { "!" } else { "" };
        format!(
            "{} {}{mark}",
            i + 1,
            line::word(model.game(), action, model.theme())
        )
    };
    moves.iter().enumerate().map(word).collect()
}
