//! The screen of the player: the board at the cursor, progress, speed and the list of moves.

use super::board::Board;
use super::target::Target;
use super::{bars, label, line, panel};
use crate::puzzle::Move;
use crate::text::{Phrase, counted};
use crate::tui::layout::Layout;
use crate::tui::model::{Model, Screen};
use crate::tui::player::{Own, Player};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// Draws it.
pub(super) fn draw(model: &Model, player: &Player, layout: &Layout, buffer: &mut Buffer) {
    bars::title(model, layout.title, buffer);
    let next = player.replay().moves().get(player.replay().cursor());
    Board {
        position: player.replay().position(),
        selected: next.and_then(Move::piece),
        ghost: next.filter(|_| !player.is_playing()),
        ..Board::of(model.game(), model)
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
    let rest = target(model, player, rest, buffer);
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

/// Draws what is asked for at the cursor at the bottom of `area`, if that needs a picture and leaves room for the moves. Returns
/// what is left.
fn target(model: &Model, player: &Player, area: Rect, buffer: &mut Buffer) -> Rect {
    let Some(target) = Target::at(model.game(), player.replay().position()) else {
        return area;
    };
    let rows = target.rows(area);
    if rows == 0 || rows + 4 > area.height {
        return area;
    }
    let (rest, place) = panel::split(area, area.height - rows);
    target.draw(place, model, buffer);
    rest
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
    buffer.set_string(
        row.x,
        row.y,
        label::cut(&words, row.width, theme),
        theme.strong(),
    );
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
    let bar = bar_of(player, row);
    buffer.set_string(row.x, row.y, count_of(player), theme.strong());
    let filled = usize::from(bar.width) * at / of.max(1);
    for (i, x) in (bar.left()..bar.right()).enumerate() {
        let (glyph, style) = match i < filled {
            true => (theme.glyph('█', '#'), theme.accent()),
            false => (theme.glyph('░', '.'), theme.dim()),
        };
        buffer.set_string(x, row.y, glyph.to_string(), style);
    }
}

/// How many of the moves lie behind.
fn count_of(player: &Player) -> String {
    let (at, of) = (player.replay().cursor(), player.replay().moves().len());
    let digits = of.to_string().len();
    format!("{at:>digits$}/{of} ")
}

/// Where the bar is in the row of the progress.
fn bar_of(player: &Player, row: Rect) -> Rect {
    let taken = (label::width(&count_of(player)) as u16).min(row.width);
    let width = (row.width - taken).saturating_sub(1);
    Rect::new(row.x + taken, row.y, width, row.height.min(1))
}

/// How many moves lie behind where the bar of the progress is under a column and a row of the screen.
pub(in crate::tui) fn moment_under(model: &Model, (x, y): (u16, u16)) -> Option<usize> {
    let Screen::Player(player) = model.screen() else {
        return None;
    };
    let layout = model.layout()?;
    let rest = match layout.panel.is_empty() {
        true => layout.strip,
        false => panel::below(layout.panel, 1),
    };
    let bar = bar_of(player, panel::split(rest, 1).0);
    let at = bar
        .contains((x, y).into())
        .then(|| usize::from(x - bar.x))?;
    let (of, last) = (player.replay().moves().len(), usize::from(bar.width - 1));
    Some((at * of + last / 2) / last.max(1))
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
