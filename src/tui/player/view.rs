//! The screen of the player: the board at the cursor, progress, speed and the list of moves.

use super::state::Player;
use crate::puzzle::{Metric, Move, Path};
use crate::text::{Phrase, amount, counted};
use crate::tui::context::Context;
use crate::tui::ghost::race;
use crate::tui::keys::Scope;
use crate::tui::layout::{Layout, focus};
use crate::tui::play::aim::{self, Drawing};
use crate::tui::play::line::OwnLine;
use crate::tui::times::state::Again;
use crate::tui::widgets::board::Board;
use crate::tui::widgets::hint_arrows::HintArrows;
use crate::tui::widgets::target::Target;
use crate::tui::widgets::{bars, label, moves, panel, sparkline};
use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect, Size};
use std::cmp::Ordering;
use std::ops::Range;

/// Draws it.
pub(crate) fn draw(player: &Player, ctx: &Context, area: Rect, buffer: &mut Buffer) {
    let Some(layout) = &layout(player, ctx, area.as_size()) else {
        return panel::too_small(ctx, Layout::least(player.game(ctx).puzzle()), area, buffer);
    };
    match &player.again {
        Some(again) => title(again, ctx, layout.title, buffer),
        None => {
            let target = Parts::new(player, ctx, layout).target;
            let drawing = if target.is_empty() { Drawing::Nowhere } else { Drawing::Beside };
            bars::head(ctx, layout, drawing, buffer);
        }
    }
    let replay = &player.replay;
    let ahead = &replay.moves()[replay.cursor()..];
    let next = ahead.get(..1).unwrap_or_default();
    Board {
        position: player.replay.position(),
        selected: next.first().and_then(Move::piece),
        // While it plays, the move is about to be seen anyway.
        ahead: HintArrows { moves: if player.is_playing() { &[] } else { next }, targets: true },
        ..Board::of(player.game(ctx), ctx)
    }
    .draw(layout, buffer);
    if layout.panel.is_empty() {
        let (top, bottom) = panel::split(layout.strip, 1);
        progress(player, ctx, top, buffer);
        moves(player, ctx, bottom, buffer);
    } else {
        beside(player, ctx, layout, buffer);
    }
    bars::footer(ctx, Scope::Player, layout.footer, buffer);
}

/// The scramble of a solve, and what came of it.
fn title(again: &Again, ctx: &Context, area: Rect, buffer: &mut Buffer) {
    let (theme, lang) = (ctx.theme(), ctx.lang());
    let Some(row) = area.rows().next() else { return };
    let room = row.width.saturating_sub(2);
    let name = label::cut(&again.game.name(lang), room, theme);
    buffer.set_string(row.x + 1, row.y, &name, theme.accent());
    let dot = if theme.ascii { " - " } else { " · " };
    let time = Phrase::TimeAndSteps.with(
        lang,
        &[&again.solve.mark().to_string(), &amount(lang, again.solve.steps as usize, Metric::Step)],
    );
    let taken = label::width(&name) as u16;
    let more = label::cut(&format!("{dot}{time}"), room.saturating_sub(taken), theme);
    buffer.set_string(row.x + 1 + taken, row.y, more, theme.dim());
}

/// Where everything goes in `window`; of a board that is too large, the piece that moves next is seen.
pub(crate) fn layout(player: &Player, ctx: &Context, window: Size) -> Option<Layout> {
    let (replay, puzzle) = (&player.replay, player.game(ctx).puzzle());
    let next = replay.moves().get(replay.cursor()).and_then(Move::piece);
    let focus = focus(puzzle, replay.position(), next);
    Layout::with_aim(puzzle, window, focus, |columns| aim::rows(ctx, columns))
}

/// The parts of the panel beside the board. A part that has no room, or that is not wanted, is empty.
struct Parts {
    head: Rect,
    bar: Rect,
    /// How the best game so far stood at this moment.
    versus: Rect,
    /// The distances of the own game, with their frame.
    chart: Rect,
    lists: Rect,
    /// What is asked for, with its frame.
    target: Rect,
}

impl Parts {
    fn new(player: &Player, ctx: &Context, layout: &Layout) -> Parts {
        let area = layout.panel;
        let lines = heading(player, ctx, area.width);
        let most = if area.width < 20 { 5 } else { 3 };
        let (head, rest) = panel::split(area, (lines.len() as u16).clamp(1, most));
        let (bar, rest) = panel::split(rest, 1);
        let (versus, rest) = panel::split(rest, 1);
        let is_wide = rest.width >= 20;
        let target = Target::at(player.game(ctx), player.replay.position());
        let rows = target.map_or(0, |target| target.rows(rest));
        let rows = if is_wide && rows + 4 <= rest.height { rows } else { 0 };
        let (rest, target) = panel::split(rest, rest.height - rows);
        let is_known = |own: &OwnLine| own.remaining.iter().flatten().count() > 1;
        let charted = is_wide && rest.height >= 13 && player.own.as_ref().is_some_and(is_known);
        let (chart, lists) = panel::split(rest, if charted { 5 } else { 0 });
        let lists = if layout.left.is_empty() { lists } else { layout.left };
        Parts { head, bar, versus, chart, lists, target }
    }
}

fn beside(player: &Player, ctx: &Context, layout: &Layout, buffer: &mut Buffer) {
    let parts = Parts::new(player, ctx, layout);
    let lines = heading(player, ctx, layout.panel.width);
    for (row, words) in parts.head.rows().zip(lines) {
        buffer.set_string(row.x, row.y, words, ctx.theme().strong());
    }
    progress(player, ctx, parts.bar, buffer);
    if parts.lists.height < 4 || parts.lists.width < 20 {
        return moves(player, ctx, parts.lists, buffer);
    }
    if let Some(own) = &player.own {
        versus(ctx, own, player.replay.cursor(), parts.versus, buffer);
        chart(ctx, own, player.replay.cursor(), parts.chart, buffer);
    }
    lists(player, ctx, parts.lists, buffer);
    let target = Target::at(player.game(ctx), player.replay.position());
    if let Some(target) = target.filter(|_| !parts.target.is_empty()) {
        target.draw(parts.target, ctx, buffer);
    }
}

/// The moves; of the own game also a shortest solution and the best game, as far as there is room.
fn lists(player: &Player, ctx: &Context, area: Rect, buffer: &mut Buffer) {
    let own = player.own.as_ref();
    let optimal = own.and_then(|own| own.optimal.as_ref());
    let best = own.and_then(|own| own.best.as_ref()).map(|best| &best.moves);
    let others = [(Phrase::OptimalLine, optimal), (Phrase::YourBest, best)];
    let others: Vec<(Phrase, &Path)> = others
        .into_iter()
        .filter_map(|(name, path)| Some((name, path?)))
        .take(usize::from(area.height / 4).saturating_sub(1))
        .collect();
    let boxes = others.len() as u16 + 1;
    let (top, mut rest) = panel::split(area, area.height.div_ceil(boxes));
    let name = match own {
        Some(_) => Phrase::YourLine,
        None if player.again.is_some() => Phrase::YourLine,
        None if player.doubted => Phrase::SolutionDoubted,
        None => Phrase::Solution,
    };
    let inside = panel::framed(name, top, ctx, buffer);
    moves(player, ctx, inside, buffer);
    for (left, (name, path)) in (1..boxes).rev().zip(others) {
        let (place, below) = panel::split(rest, rest.height.div_ceil(left));
        let inside = panel::framed(name, place, ctx, buffer);
        let cursor = player.replay.cursor().min(path.len());
        let shown = around(cursor, path.len());
        let words = numbered(player, ctx, (path, &[]), (shown.clone(), inside.width));
        moves::flow(&words, Some(cursor - shown.start), inside, ctx.theme(), buffer);
        rest = below;
    }
}

/// How many moves remain at this moment, and how many did after as many moves of the best game.
fn versus(ctx: &Context, own: &OwnLine, cursor: usize, row: Rect, buffer: &mut Buffer) {
    let (Some(best), Some(&Some(here))) = (&own.best, own.remaining.get(cursor)) else {
        return;
    };
    let there = best.remaining.get(cursor).copied().unwrap_or(0);
    let words = Phrase::Versus.with(ctx.lang(), &[&here.to_string(), &there.to_string()]);
    let style = match here.cmp(&there) {
        Ordering::Less => ctx.theme().good(),
        Ordering::Equal => ctx.theme().strong(),
        Ordering::Greater => ctx.theme().bad(),
    };
    let words = label::cut(&words, row.width, ctx.theme());
    buffer.set_string(row.x, row.y, words, style);
}

/// The distances of the own game as bars, those of the best game as dots.
fn chart(ctx: &Context, own: &OwnLine, cursor: usize, area: Rect, buffer: &mut Buffer) {
    if area.is_empty() || !ctx.is_shown() {
        return;
    }
    let heading = match own.best {
        Some(_) => Phrase::DistanceDotted,
        None => Phrase::DistanceToGoal,
    };
    let inside = panel::framed(heading, area, ctx, buffer);
    let dots = own.best.as_ref().map_or(&[][..], |best| &best.remaining);
    race::draw(&own.remaining, dots, cursor, inside, ctx.theme(), buffer);
}

/// Whether it plays and how fast; of the own game, how it compares. In rows of so many columns.
fn heading(player: &Player, ctx: &Context, columns: u16) -> Vec<String> {
    let theme = ctx.theme();
    match &player.own {
        Some(own) => comparison(ctx, own, columns),
        None => {
            let sign = match player.is_playing() {
                true => theme.glyph('▶', '>'),
                false => theme.glyph('■', '='),
            };
            let counted = counted(player.game(ctx).metric()).words(ctx.lang());
            let words = |gap| format!("{sign} {}{gap}{counted}", player.speed());
            // In a narrow panel one blank less saves a row.
            let is_wide = label::width(&words("  ")) <= columns.into();
            label::wrapped(&words(if is_wide { "  " } else { " " }), columns)
        }
    }
}

/// The moves made and those that remain beside the fewest, and how many lost distance: beside each other where there is room.
fn comparison(ctx: &Context, own: &OwnLine, columns: u16) -> Vec<String> {
    let (game, lang) = (&ctx.game, ctx.lang());
    let lost = own.losses.iter().filter(|&&lost| lost).count();
    // A piece that has come back to where its move began has made none.
    let made = game.session.count(game.metric()).max(lost).min(own.losses.len());
    let count = amount(lang, game.session.count(game.metric()), game.metric());
    if !ctx.is_shown() {
        return label::wrapped(&count, columns);
    }
    let short = Phrase::ReviewShort.with(lang, &[&lost.to_string(), &made.to_string()]);
    // Of moves about which nothing is known it is not known whether they led away.
    let is_known = lost > 0 || own.remaining.iter().all(Option::is_some);
    let short = if is_known { short } else { count.clone() };
    let (Some(par), Some(left)) = (game.par(), game.remaining().exact()) else {
        return label::wrapped(&short, columns);
    };
    let fewest = Phrase::Par.words(lang);
    let comma = if ctx.theme().ascii { ", " } else { " · " };
    let both = match left {
        0 => lang.pick(format!("{count}, {fewest} {par}"), format!("{count}，{fewest} {par}")),
        left => {
            let (left, par) = (left.to_string(), par.to_string());
            Phrase::ReviewSoFar.with(lang, &[&count, &left, fewest, &par])
        }
    };
    if !is_known {
        return label::wrapped(&both, columns);
    }
    let beside = format!("{both}{comma}{short}");
    if label::width(&beside) <= columns.into() {
        return vec![beside];
    }
    let parts = [both, short];
    let rows = parts.iter().flat_map(|part| label::wrapped(part, columns));
    rows.collect()
}

/// Draws how many of the moves lie behind, as `17/81 ████░░░░`.
fn progress(player: &Player, ctx: &Context, area: Rect, buffer: &mut Buffer) {
    let Some(row) = area.rows().next() else {
        return;
    };
    let theme = ctx.theme();
    let (at, of) = (player.replay.cursor(), player.replay.moves().len());
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
    let (at, of) = (player.replay.cursor(), player.replay.moves().len());
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
pub(crate) fn moment_under(player: &Player, ctx: &Context, (x, y): (u16, u16)) -> Option<usize> {
    let layout = layout(player, ctx, ctx.window)?;
    let (row, chart) = match layout.panel.is_empty() {
        true => (panel::split(layout.strip, 1).0, Rect::ZERO),
        false => {
            let parts = Parts::new(player, ctx, &layout);
            (parts.bar, parts.chart)
        }
    };
    let inside = chart.inner(Margin::new(1, 1));
    if inside.contains((x, y).into()) {
        let own = player.own.as_ref()?;
        let moves =
            race::length(&own.remaining, own.best.as_ref().map_or(&[], |best| &best.remaining));
        return Some(sparkline::moment(x - inside.x, inside.width, moves));
    }
    let bar = bar_of(player, row);
    let at = bar.contains((x, y).into()).then(|| usize::from(x - bar.x))?;
    let (of, last) = (player.replay.moves().len(), usize::from(bar.width - 1));
    // Half of the divisor rounds to the nearest move; the first column is before all moves and the last one after them.
    Some((at * of + last / 2) / last.max(1))
}

/// The moves, the next one marked.
fn moves(player: &Player, ctx: &Context, area: Rect, buffer: &mut Buffer) {
    if area.is_empty() {
        return;
    }
    let losses = player.own.as_ref().map_or(&[][..], |own| &own.losses);
    let (all, cursor) = (player.replay.moves(), player.replay.cursor());
    let shown = around(cursor, all.len());
    let words = numbered(player, ctx, (all, losses), (shown.clone(), area.width));
    moves::flow(&words, Some(cursor - shown.start), area, ctx.theme(), buffer);
}

/// Moves that are put into words together: on each side of the cursor at least as many, or all.
const TOGETHER: usize = 512;

/// The moves of which some are seen when the list stands at one: of thousands, those far away are not put into words. The first changes
/// seldom, since rows are counted from there.
fn around(cursor: usize, moves: usize) -> Range<usize> {
    let first = (cursor / TOGETHER).saturating_sub(1) * TOGETHER;
    first..moves.min(first + 3 * TOGETHER)
}

/// The moves with their numbers, as short as so many columns need; those that lost distance are marked.
fn numbered(
    player: &Player,
    ctx: &Context,
    (moves, losses): (&[Move], &[bool]),
    (shown, columns): (Range<usize>, u16),
) -> Vec<String> {
    let (game, lang, theme) = (player.game(ctx), ctx.lang(), ctx.theme());
    let word = |i: usize| {
        let lost = losses.get(i).is_some_and(|&lost| lost);
        let mark = if lost { "!" } else { "" };
        let numbered = |word: String| format!("{} {word}{mark}", i + 1);
        let whole = moves::word(game, &moves[i], |id| game.told(id, lang, theme.ascii), theme);
        // One column is for the mark before the next move.
        let whole = Some(numbered(whole)).filter(|word| label::width(word) < columns.into());
        whole.unwrap_or_else(|| numbered(moves::word(game, &moves[i], |id| game.short(id), theme)))
    };
    shown.map(word).collect()
}
