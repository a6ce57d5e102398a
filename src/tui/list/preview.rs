//! A puzzle of the list: its board, what it asks for, and the facts.

use crate::notation::printable;
use crate::notation::{Claim, Entry};
use crate::puzzle::Metric;
use crate::solver::level;
use crate::text::{Phrase, amount, clock, counted_by};
use crate::tui::context::Context;
use crate::tui::layout::Layout;
use crate::tui::list::playlist::text_in;
use crate::tui::play::game::Game;
use crate::tui::play::lesson;
use crate::tui::theme::Theme;
use crate::tui::widgets::board::Board;
use crate::tui::widgets::target::Target;
use crate::tui::widgets::{label, panel};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::sync::Arc;

/// Draws it. Where not all has room, the board comes first, then the facts, then the picture of the goal.
pub(crate) fn draw(ctx: &Context, entry: &Arc<Entry>, area: Rect, buffer: &mut Buffer) {
    let game = Game::new(entry.clone(), entry.metric());
    let target = Target::of(&game);
    let lines = facts(ctx, entry, area.width.saturating_sub(2));
    let boxed = target.as_ref().map_or(0, |target| target.rows(area));
    let rooms = [(lines.len() as u16, boxed)].into_iter();
    let rooms = rooms.chain((0..=lines.len() as u16).rev().map(|lines| (lines, 0)));
    let mut fitting = rooms.filter_map(|(lines, boxed)| {
        let below = lines + boxed + 1;
        let (board, below) = panel::split(area, area.height.checked_sub(below)?);
        let layout = Layout::preview(&entry.puzzle, board)?;
        Some((Some(layout), below, boxed))
    });
    let alone = (None, area, 0);
    let (layout, below, boxed) = fitting.next().unwrap_or(alone);
    if let Some(layout) = &layout {
        let board =
            Board { position: entry.puzzle.start(), selected: None, ..Board::of(&game, ctx) };
        board.draw(layout, buffer);
    }
    let left = layout.map_or(area.x, |layout| layout.board.x);
    let below = layout.map_or(below, |layout| {
        let used = layout.board.bottom() + 1 - area.y;
        panel::below(area, used)
    });
    let (place, below) = panel::split(below, boxed);
    if let Some(target) = target.filter(|_| boxed > 0) {
        let width = target.columns(ctx.lang()).min(area.right().saturating_sub(left));
        target.draw(Rect { x: left, width, ..place }, ctx, buffer);
    }
    write(&lines, left, below, ctx, buffer);
}

/// Writes the lines, under the board if they are short enough.
fn write(lines: &[String], left: u16, area: Rect, ctx: &Context, buffer: &mut Buffer) {
    let longest = lines.iter().map(|line| label::width(line)).max();
    let is_short = i32::from(left) + longest.unwrap_or(0) < i32::from(area.right());
    let x = if is_short { left } else { area.x + 1 };
    for (row, words) in area.rows().zip(lines) {
        let words = label::cut(words, area.right().saturating_sub(x + 1), ctx.theme());
        buffer.set_string(x, row.y, words, ctx.theme().dim());
    }
}

/// Size, fewest moves in each metric, how hard it is, the best result, author, in lines of at most `columns`.
fn facts(ctx: &Context, entry: &Entry, columns: u16) -> Vec<String> {
    let lang = ctx.lang();
    let claims = Metric::ALL.into_iter().filter_map(|metric| {
        let best_known = ctx.bests.best_known(entry, metric);
        Some(match entry.claims.get(metric)? {
            // In Chinese all three are called steps, so that it is said how they are counted.
            Claim::Moves(moves) => lang.pick(
                amount(lang, moves as usize, metric),
                format!("{} {moves}", counted_by(metric).words(lang)),
            ),
            Claim::Open { least, most } => {
                let most = best_known.unwrap_or(most);
                let words = lang.pick(amount(lang, most as usize, metric), most.to_string());
                let between = Phrase::OpenBetween.with(lang, &[&least.to_string(), &words]);
                lang.pick(between.clone(), format!("{} {between}", counted_by(metric).words(lang)))
            }
            Claim::Unsolvable => Phrase::Unsolvable.words(lang).to_owned(),
        })
    });
    let size = entry.puzzle.size().to_string();
    let first: Vec<String> = [size].into_iter().chain(claims).collect();
    let second =
        hardness(ctx, entry, columns).into_iter().chain(best(ctx, entry)).chain(found(ctx, entry));
    let author = entry.author.iter();
    let author = author
        .map(|author| format!("{} {}", Phrase::Author.words(lang), printable::masked(author)));
    let groups = [first, second.collect(), author.collect()];
    let comma = if ctx.theme().ascii { ", " } else { " · " };
    let lines = groups.iter().flat_map(|group| flowed(group, comma, columns));
    let shared = ctx.today.shared(entry).unwrap_or_default();
    let about = entry.about.as_ref().map(|about| text_in(about, lang));
    let about = about.filter(|about| !lesson::names_a_key(about)).unwrap_or_default();
    let about = if about.is_empty() { Vec::new() } else { label::wrapped(&about, columns) };
    lines.chain(flowed(&shared, "  ", columns)).chain(about).collect()
}

/// The parts with `comma` between them, in lines of at most `columns` if no part is longer.
fn flowed(parts: &[String], comma: &str, columns: u16) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut() {
            Some(line)
                if label::width(line) + label::width(comma) + label::width(part)
                    <= columns.into() =>
            {
                line.push_str(comma);
                line.push_str(part);
            }
            _ => lines.push(part.clone()),
        }
    }
    lines
}

/// One to five dots by the difficulty, with the word for them if so many columns have room for it.
fn hardness(ctx: &Context, entry: &Entry, columns: u16) -> Option<String> {
    let dots = dots(ctx, entry)?;
    let words = format!("{} {dots}", Phrase::Hardness.words(ctx.lang()));
    Some(if label::width(&words) <= columns.into() { words } else { dots })
}

/// One to five dots by the difficulty, where it is known.
pub(crate) fn dots(ctx: &Context, entry: &Entry) -> Option<String> {
    Some(level_dots(ctx.theme(), level(entry.difficulty?)))
}

/// One to five dots.
pub(crate) fn level_dots(theme: Theme, level: u8) -> String {
    let dot = |i| if i < level { theme.glyph('●', '*') } else { theme.glyph('○', '.') };
    (0..5).map(dot).collect()
}

/// The player's best result, and how long it took.
fn best(ctx: &Context, entry: &Entry) -> Option<String> {
    let best = ctx.bests.get(&entry.puzzle, ctx.metric_of(entry))?;
    let time = clock(std::time::Duration::from_millis(best.millis));
    let words = Phrase::Best.words(ctx.lang());
    Some(format!("{words} {} ({time})", best.moves))
}

/// What the solver found of an open puzzle that nobody had known.
fn found(ctx: &Context, entry: &Entry) -> Option<String> {
    let found = ctx.bests.found(&entry.puzzle, ctx.metric_of(entry))?;
    Some(Phrase::BestFound.with(ctx.lang(), &[&found.moves.to_string()]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_flow_over_lines() {
        let parts = ["4x5", "31 steps", "23 slides"].map(str::to_owned);
        assert_eq!(flowed(&parts, " · ", 14), ["4x5 · 31 steps", "23 slides"]);
        assert_eq!(flowed(&parts, ", ", 40), ["4x5, 31 steps, 23 slides"]);
        assert_eq!(flowed(&parts, ", ", 1).len(), 3);
    }
}
