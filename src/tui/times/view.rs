//! The times of scrambles of one size: single, means and averages, every solve, the newest first, and pictures of them.

use super::state::{TimesScreen, marks};
use crate::generate::seed_text;
use crate::storage::{Mark, Solve, Span};
use crate::text::{Phrase, Spoken};
use crate::tui::context::Context;
use crate::tui::keys::Scope;
use crate::tui::widgets::{bars, label, panel, sparkline};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::Style;

/// Rows above the list: the title, the heads of the columns, the figures, a blank one.
const HEAD: u16 = Span::ALL.len() as u16 + 3;

/// Columns of a figure.
const COLUMN: u16 = 10;

/// Columns of the figures and of the list, and the fewest of the pictures beside them.
const LIST: u16 = 41;
const PICTURES: u16 = 18;

/// Where everything goes.
struct Places {
    figures: Rect,
    list: Rect,
    /// The times one after the other, with their frame.
    trend: Rect,
    /// How often each time was, with its frame.
    histogram: Rect,
    footer: Rect,
}

impl Places {
    fn new(window: Size) -> Places {
        let whole = Rect::new(0, 0, window.width, window.height);
        let (body, footer) = panel::split(whole, window.height.saturating_sub(1));
        // The places are those of the window alone, so that nothing moves when there are more times.
        let beside = body.width.saturating_sub(LIST);
        let has_pictures = beside >= PICTURES && body.height >= 12;
        let width = if has_pictures { LIST } else { body.width };
        let (left, right) = (Rect { width, ..body }, Rect { x: width, width: beside, ..body });
        let right = if has_pictures { right } else { Rect::ZERO };
        let (figures, list) = panel::split(left, HEAD);
        let pictures = panel::below(right, 1);
        let (trend, histogram) = panel::split(pictures, pictures.height / 2);
        Places { figures, list, trend, histogram, footer }
    }
}

/// The first solve of the list that is seen: the one seen last, unless the chosen one would not be seen then.
pub(crate) fn top(screen: &TimesScreen, solves: usize, ctx: &Context) -> usize {
    let rows = usize::from(Places::new(ctx.window).list.height).max(1);
    let top = screen.top.min(solves.saturating_sub(rows));
    top.max((screen.chosen + 1).saturating_sub(rows)).min(screen.chosen)
}

/// Which solve, counted from the newest, is at a place of the screen.
pub(crate) fn under(screen: &TimesScreen, ctx: &Context, (x, y): (u16, u16)) -> Option<usize> {
    let list = Places::new(ctx.window).list;
    let row = list.contains((x, y).into()).then(|| usize::from(y - list.y))?;
    let solves = ctx.stopwatch.times.of(&screen.size).len();
    Some(top(screen, solves, ctx) + row).filter(|at| *at < solves)
}

/// Draws it.
pub(crate) fn draw(screen: &TimesScreen, ctx: &Context, area: Rect, buffer: &mut Buffer) {
    let places = Places::new(area.as_size());
    let solves = ctx.stopwatch.times.of(&screen.size);
    figures(ctx, screen, &solves, places.figures, buffer);
    list(ctx, screen, &solves, places.list, buffer);
    let chosen = solves.len().checked_sub(screen.chosen + 1);
    if !places.trend.is_empty() {
        let inside = panel::framed(Phrase::Trend, places.trend, ctx, buffer);
        trend(ctx, &solves, chosen, inside, buffer);
        let inside = panel::framed(Phrase::Histogram, places.histogram, ctx, buffer);
        let chosen = chosen.and_then(|at| solves.get(at));
        histogram(ctx, &solves, chosen, inside, buffer);
    }
    bars::footer(ctx, Scope::Times, places.footer, buffer);
}

/// The figures: what they are over the last solves, in this session at best, and at best at all.
fn figures(ctx: &Context, screen: &TimesScreen, solves: &[Solve], area: Rect, buffer: &mut Buffer) {
    let (theme, lang) = (ctx.theme(), ctx.lang());
    let ever = marks(solves);
    let session = marks(&ctx.stopwatch.session(&screen.size));
    let mut rows = area.rows();
    let Some(title) = rows.next() else { return };
    let words = Phrase::TimesOf.with(lang, &[&screen.size]);
    let words = format!("{words}  {}/{}", session.len(), ever.len());
    put(&words, title.x + 1, title, theme.accent(), ctx, buffer);
    let Some(heads) = rows.next() else { return };
    let columns = [Phrase::NowColumn, Phrase::SessionColumn, Phrase::EverColumn];
    for (i, words) in (0..).zip(columns) {
        right(words.words(lang), i, heads, theme.dim(), ctx, buffer);
    }
    for (row, span) in rows.zip(Span::ALL) {
        let single = Spoken::Single.words(lang).to_lowercase();
        let name = if span == Span::Single { &single } else { span.name() };
        put(name, row.x + 1, row, theme.dim(), ctx, buffer);
        let all = [span.last(&session), span.best(&session), span.best(&ever)];
        for (i, mark) in (0..).zip(all) {
            let words = mark.map_or_else(|| "-".to_owned(), |mark| mark.to_string());
            right(&words, i, row, style_of(mark, ctx), ctx, buffer);
        }
    }
}

fn style_of(mark: Option<Mark>, ctx: &Context) -> Style {
    match mark {
        Some(Mark::Time(_)) => ctx.theme().strong(),
        Some(Mark::Dnf) => ctx.theme().bad(),
        None => ctx.theme().dim(),
    }
}

/// Writes `words` to the right end of the figures' column `i`.
fn right(words: &str, i: u16, row: Rect, style: Style, ctx: &Context, buffer: &mut Buffer) {
    let end = row.x + 8 + (i + 1) * COLUMN;
    let x = end.saturating_sub(label::width(words) as u16);
    put(words, x, row, style, ctx, buffer);
}

fn put(words: &str, x: u16, row: Rect, style: Style, ctx: &Context, buffer: &mut Buffer) {
    if x < row.right() {
        let words = label::cut(words, row.right() - x, ctx.theme());
        buffer.set_string(x, row.y, words, style);
    }
}

/// The solves, each with its number, time, steps, pace and seed.
fn list(ctx: &Context, screen: &TimesScreen, solves: &[Solve], area: Rect, buffer: &mut Buffer) {
    let theme = ctx.theme();
    if let Some(row) = area.rows().next().filter(|_| solves.is_empty()) {
        let words = Phrase::NoSolvesLeft.words(ctx.lang());
        put(words, row.x + 1, row, theme.dim(), ctx, buffer);
    }
    // The window may be another one than when the screen last heard of anything.
    let top = top(screen, solves.len(), ctx);
    let newest = solves.iter().enumerate().rev().enumerate().skip(top);
    for (row, (at, (i, solve))) in area.rows().zip(newest) {
        let (mark, style) = match (at == screen.chosen, solve.solved) {
            (true, _) => (theme.glyph('▸', '>'), theme.accent()),
            (false, true) => (' ', Style::new()),
            (false, false) => (' ', theme.dim()),
        };
        put(&format!("{mark}{}", line(i + 1, solve)), row.x, row, style, ctx, buffer);
    }
}

/// A solve.
fn line(number: usize, solve: &Solve) -> String {
    let number = format!("#{number}");
    let (mark, steps, pace) = (solve.mark(), solve.steps, solve.pace());
    format!("{number:<6}{mark:>10}{steps:>5}{pace:>6}/s  {}", seed_text(solve.seed))
}

/// The times of the last solves as bars, the newest on the right: as high as they are long between the best and the worst.
fn trend(ctx: &Context, solves: &[Solve], chosen: Option<usize>, area: Rect, buffer: &mut Buffer) {
    let (bars, below) = panel::split(area, area.height.saturating_sub(1));
    let first = solves.len().saturating_sub(bars.width.into());
    let shown = &solves[first..];
    let (best, worst) = ends(shown).unwrap_or_default();
    let full = u64::from(bars.height) * 8;
    let theme = ctx.theme();
    for (x, (i, solve)) in (bars.left()..bars.right()).zip((first..).zip(shown)) {
        let style = if chosen == Some(i) { theme.strong() } else { theme.accent() };
        match solve.mark() {
            // The best one has a bar too, and one time alone has half of the height.
            Mark::Time(millis) if worst > best => {
                let eighths = 1 + (millis - best) * full.saturating_sub(1) / (worst - best);
                sparkline::bar(x, eighths as u32, bars, (theme, style), buffer);
            }
            Mark::Time(_) => sparkline::bar(x, full as u32 / 2, bars, (theme, style), buffer),
            Mark::Dnf if bars.height > 0 => {
                let glyph = theme.glyph('×', 'x').to_string();
                buffer.set_string(x, bars.bottom() - 1, glyph, theme.bad());
            }
            Mark::Dnf => {}
        }
    }
    if let Some(row) = below.rows().next().filter(|_| worst > 0) {
        let [best, worst] = [best, worst].map(|millis| Mark::Time(millis).to_string());
        let words = Phrase::TrendOf.with(ctx.lang(), &[&best, &worst, &shown.len().to_string()]);
        put(&words, row.x, row, theme.dim(), ctx, buffer);
    }
}

/// The best and the worst time in milliseconds; nothing where none was solved.
fn ends(solves: &[Solve]) -> Option<(u64, u64)> {
    let times = || solves.iter().filter(|solve| solve.solved).map(|solve| solve.millis);
    Some((times().min()?, times().max()?))
}

/// How many times lie in each span of the same length, a row each, the best above; that of the chosen solve is marked.
fn histogram(
    ctx: &Context,
    solves: &[Solve],
    chosen: Option<&Solve>,
    area: Rect,
    buffer: &mut Buffer,
) {
    let Some((best, worst)) = ends(solves) else { return };
    let step = step(best, worst, area.height.into());
    let spans = best / step..=worst / step;
    let solved = || solves.iter().filter(|solve| solve.solved);
    let counts: Vec<usize> =
        spans.clone().map(|span| solved().filter(|s| s.millis / step == span).count()).collect();
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    let names: Vec<String> = spans.clone().map(|span| name(span * step, step)).collect();
    let named = names.iter().map(|name| label::width(name)).max().unwrap_or(0) as u16;
    let counted = most.to_string().len() as u16;
    let room = area.width.saturating_sub(named + counted + 2);
    let theme = ctx.theme();
    for (row, ((span, name), count)) in area.rows().zip(spans.zip(names).zip(counts)) {
        let is_chosen = chosen.is_some_and(|solve| solve.solved && solve.millis / step == span);
        let style = if is_chosen { theme.strong() } else { theme.accent() };
        put(&format!("{name:>w$}", w = named.into()), row.x, row, theme.dim(), ctx, buffer);
        // Rounded up, so that every time has a bar that can be seen.
        let length = (usize::from(room) * count).div_ceil(most);
        let bar = theme.glyph('█', '#').to_string().repeat(length);
        put(&bar, row.x + named + 1, row, style, ctx, buffer);
        if count > 0 {
            let x = row.x + named + 2 + length as u16;
            put(&count.to_string(), x, row, theme.dim(), ctx, buffer);
        }
    }
}

/// The shortest of the usual lengths, in milliseconds, of which at most so many spans hold all from the best to the worst.
fn step(best: u64, worst: u64, rows: u64) -> u64 {
    let steps = (2..).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_u64.saturating_pow(power)));
    let holds = |step: &u64| worst / step - best / step < rows.max(1);
    // Of the greatest length there is one span at most, so that the search ends.
    let mut steps = steps.take_while(|step| *step < u64::MAX / 8);
    steps.find(holds).unwrap_or(u64::MAX)
}

/// Where a span begins, as exactly as its length asks for.
fn name(from: u64, step: u64) -> String {
    let whole = Mark::Time(from).to_string();
    let digits = if step < 1000 { 2 } else { 4 };
    whole[..whole.len().saturating_sub(digits)].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_as_short_as_there_is_room_for() {
        assert_eq!(step(8_000, 20_000, 20), 1_000);
        assert_eq!(step(8_000, 20_000, 10), 2_000);
        assert_eq!(step(8_000, 20_000, 1), 50_000);
        assert_eq!(step(8_123, 8_123, 5), 100);
        assert_eq!(step(0, u64::MAX, 3), u64::MAX);
        assert_eq!((name(12_000, 1_000), name(62_300, 100)), ("12".into(), "1:02.3".into()));
    }
}
