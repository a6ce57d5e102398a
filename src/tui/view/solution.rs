//! The screen of the player: the board at the cursor, progress, speed and the list of moves.

use super::board::Board;
use super::{bars, label, line, panel};
use crate::text::{Phrase, counted};
use crate::tui::layout::Layout;
use crate::tui::model::Model;
use crate::tui::player::Player;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// Draws it.
pub(super) fn draw(model: &Model, player: &Player, layout: &Layout, buffer: &mut Buffer) {
    bars::title(model, layout.title, buffer);
    let next = player.replay().moves().get(player.replay().cursor());
    Board {
        game: model.game(),
        position: player.replay().position(),
        selected: next.and_then(crate::puzzle::Move::piece),
        ghost: next.filter(|_| !player.is_playing()),
        theme: model.theme(),
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
    if rest.height >= 4 && rest.width >= 20 {
        let inside = panel::framed(Phrase::Solution, rest, model, buffer);
        moves(model, player, inside, buffer);
    } else {
        moves(model, player, rest, buffer);
    }
}

/// Whether it plays, how fast, and in which metric it is counted.
fn heading(model: &Model, player: &Player, row: Rect, buffer: &mut Buffer) {
    let theme = model.theme();
    let sign = match player.is_playing() {
        true => theme.glyph('▶', '>'),
        false => theme.glyph('■', '='),
    };
    if let Some(losses) = player.losses() {
        let lost = losses.iter().filter(|&&lost| lost).count().to_string();
        let words = Phrase::ReviewShort.with(model.lang(), &[&lost, &losses.len().to_string()]);
        buffer.set_string(row.x, row.y, label::cut(&words, row.width), theme.strong());
        return;
    }
    let counted = counted(model.game().metric()).words(model.lang());
    let words = format!("{sign} {}  {counted}", player.speed());
    buffer.set_string(row.x, row.y, label::cut(&words, row.width), theme.strong());
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
    let words: Vec<String> = player
        .replay()
        .moves()
        .iter()
        .enumerate()
        .map(|(i, action)| {
            let lost = player.losses().is_some_and(|losses| losses[i]);
            format!(
                "{} {}{}",
                i + 1,
                line::word(model.game(), action, model.theme()),
                if lost { "!" } else { "" }
            )
        })
        .collect();
    line::flow(
        &words,
        Some(player.replay().cursor()),
        area,
        model.theme(),
        buffer,
    );
}
