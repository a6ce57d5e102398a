//! The landscape of all positions: how far from the start is how far to the right, how far from the goal is how high up.
//!
//! Positions that are equally far from both are one spot, so that drawing takes as long as there are spots and not as there
//! are positions: a million positions are a few thousand spots.

use super::braille;
use super::braille::Sheet;
use crate::solver::{Bucket, StateSpace};
use crate::tui::play::game::Game;
use crate::tui::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use std::ops::Range;

/// The newest turns of a line that are drawn.
// Each turn is looked up and drawn in every frame, which must not take longer the longer a game is.
const MOST_TURNS: usize = 1000;

/// A landscape on a part of the screen.
pub(crate) struct Plot<'a> {
    land: &'a StateSpace,
    area: Rect,
    /// Different distances from the start and to the goal.
    distances: (usize, usize),
}

impl<'a> Plot<'a> {
    /// The landscape where `area` is.
    pub(crate) fn new(land: &'a StateSpace, area: Rect) -> Plot<'a> {
        let from = land.spots().iter().map(|spot| spot.from as usize).max();
        let to = land.spots().iter().filter_map(|spot| spot.to).max();
        Plot { land, area, distances: (from.unwrap_or(0) + 1, to.unwrap_or(0) as usize + 1) }
    }

    /// Draws all positions, the corridor of the shortest solutions, the way of the game and where it stands.
    pub(crate) fn draw(&self, game: &Game, theme: Theme, buffer: &mut Buffer) {
        if self.area.is_empty() {
            return;
        }
        let (cloud, corridor) = (self.cloud(|_| true), self.cloud(|spot| self.is_optimal(spot)));
        let way = self.way(game);
        for (row, y) in (self.area.top()..self.area.bottom()).enumerate() {
            for (column, x) in (self.area.left()..self.area.right()).enumerate() {
                let at = (column as u16, row as u16);
                let (way, corridor) = (way.dots(at.0, at.1), corridor.dots(at.0, at.1));
                let cloud = cloud.dots(at.0, at.1);
                // A character has one colour: the way of the game covers the corridor, and that covers the cloud.
                let (glyph, style) = match (way, corridor) {
                    (1.., _) if theme.ascii => ('+', theme.accent()),
                    (1.., _) => (braille::glyph(way, theme), theme.accent()),
                    (0, 1..) if theme.ascii => ('=', theme.good()),
                    (0, 1..) => (braille::glyph(corridor | cloud, theme), theme.good()),
                    (0, 0) => (braille::glyph(cloud, theme), theme.dim()),
                };
                buffer[(x, y)].set_char(glyph).set_style(style);
            }
        }
        self.marks(game, theme, buffer);
    }

    /// Marks a spot.
    pub(crate) fn choose(&self, spot: (u32, u32), theme: Theme, buffer: &mut Buffer) {
        self.mark(self.middle(spot), theme.glyph('◇', 'x'), theme.accent(), buffer);
    }

    /// The spot that is drawn nearest to the character at this column and row: its distances from the start and to the goal.
    pub(crate) fn nearest(&self, (x, y): (u16, u16)) -> Option<(u32, u32)> {
        let dot = (usize::from(x - self.area.x) * 2, usize::from(y - self.area.y) * 4);
        let off = |spot: &(u32, u32)| {
            let (column, row) = self.middle(*spot);
            // A character is two dots wide and four high; its first dot and its last are equally near.
            let across = (2 * column).abs_diff(2 * dot.0 + 1);
            across + (2 * row).abs_diff(2 * dot.1 + 3)
        };
        let spots = self.land.spots().iter();
        let spots = spots.filter_map(|spot| Some((spot.from, spot.to?)));
        spots.min_by_key(off)
    }

    fn is_optimal(&self, spot: &Bucket) -> bool {
        let whole = spot.to.map(|to| spot.from + to);
        whole.is_some() && whole == self.land.survey().optimum
    }

    /// The dots of the spots that are wanted: each has a block of its own, the fuller the more positions there are.
    fn cloud(&self, wanted: impl Fn(&Bucket) -> bool) -> Sheet {
        let mut sheet = Sheet::new(self.area.width, self.area.height);
        let spots = self.land.spots().iter();
        let most = spots.clone().map(|spot| spot.states).max().unwrap_or(1);
        for spot in spots.filter(|spot| wanted(spot)) {
            let Some(to) = spot.to else { continue };
            let (columns, rows) = self.block((spot.from, to));
            // Spots differ by powers of ten: on a plain scale nearly all of them would have a single dot.
            let share = (1.0 + spot.states as f64).log2() / (1.0 + most as f64).log2();
            scatter(&mut sheet, columns, rows, share);
        }
        sheet
    }

    /// The way of the game since the line began.
    fn way(&self, game: &Game) -> Sheet {
        let mut sheet = Sheet::new(self.area.width, self.area.height);
        let done = game.session.done();
        let first = game.session.line_begin().max(done.saturating_sub(MOST_TURNS));
        let places = (first..=done).filter_map(|turn| self.dot(game, turn));
        let mut before = None;
        for here in places {
            sheet.line(before.unwrap_or(here), here);
            before = Some(here);
        }
        sheet
    }

    /// The start, and where the game stands.
    fn marks(&self, game: &Game, theme: Theme, buffer: &mut Buffer) {
        let start = self.land.place(game.puzzle().start());
        let start = start.and_then(|(from, to)| Some(self.middle((from, to?))));
        let here = self.dot(game, game.session.done());
        for (dot, glyph, style) in [
            (start, theme.glyph('○', 'o'), theme.strong()),
            (here, theme.glyph('◆', '@'), theme.strong()),
        ] {
            if let Some(dot) = dot {
                self.mark(dot, glyph, style, buffer);
            }
        }
    }

    fn mark(&self, (x, y): (usize, usize), glyph: char, style: Style, buffer: &mut Buffer) {
        let at = (self.area.x + x as u16 / 2, self.area.y + y as u16 / 4);
        // What the cloud has drawn there would otherwise show through, for a style only adds to the one below.
        let marked = Style::reset().patch(style);
        buffer[at].set_char(glyph).set_style(marked);
    }

    /// Where the position after so many turns is drawn.
    fn dot(&self, game: &Game, turn: usize) -> Option<(usize, usize)> {
        let (from, to) = self.land.place(game.session.position_at(turn))?;
        Some(self.middle((from, to?)))
    }

    fn middle(&self, spot: (u32, u32)) -> (usize, usize) {
        let (columns, rows) = self.block(spot);
        ((columns.start + columns.end) / 2, (rows.start + rows.end) / 2)
    }

    /// The columns and rows of dots that a spot has.
    fn block(&self, (from, to): (u32, u32)) -> (Range<usize>, Range<usize>) {
        let (width, height) = (usize::from(self.area.width) * 2, usize::from(self.area.height) * 4);
        let columns = share(from as usize, self.distances.0, width);
        let rows = share(to as usize, self.distances.1, height);
        (columns, height - rows.end..height - rows.start)
    }
}

/// The part of `dots` that the value `at` of so many values has: at least one.
fn share(at: usize, values: usize, dots: usize) -> Range<usize> {
    let begin = at * dots / values;
    let end = ((at + 1) * dots / values).max(begin + 1);
    // Nobody draws in an empty area, so that there is at least one dot.
    begin.min(dots - 1)..end.min(dots)
}

/// Sets a share of the dots of a block, from none to all, without a pattern; at least one.
fn scatter(sheet: &mut Sheet, columns: Range<usize>, rows: Range<usize>, share: f64) {
    let size = columns.len() * rows.len();
    let wanted = ((size as f64 * share).ceil() as usize).clamp(1, size.max(1));
    let dots = rows.flat_map(|y| columns.clone().map(move |x| (x, y)));
    let mut dots: Vec<(usize, usize)> = dots.collect();
    if wanted < dots.len() {
        // The noise depends on the place alone: the dots are those of the frame before, and nothing flickers.
        dots.sort_unstable_by_key(|&(x, y)| noise(x, y));
    }
    for (x, y) in dots.into_iter().take(wanted) {
        sheet.set(x, y);
    }
}

/// A number without pattern for each dot (the finalizer of splitmix64).
fn noise(x: usize, y: usize) -> u64 {
    let n = (x as u64) << 32 | y as u64;
    let n = (n ^ (n >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let n = (n ^ (n >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ (n >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Entry;
    use crate::puzzle::{Metric, Setup};
    use crate::solver::{Limits, NoMonitor};
    use crate::tui::theme::{Depth, Palette};
    use std::sync::Arc;

    #[test]
    fn values_share_all_dots_among_them() {
        assert_eq!((0..3).map(|at| share(at, 3, 7)).collect::<Vec<_>>(), [0..2, 2..4, 4..7]);
        assert_eq!(share(99, 100, 10), 9..10);
        assert_eq!(share(0, 100, 10), 0..1);
    }

    #[test]
    fn more_than_a_million_positions_are_drawn_as_a_few_thousand_spots() {
        let numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0];
        let puzzle = Setup::numbers(5, 2, &numbers).build().unwrap();
        let land = StateSpace::build(&puzzle, Metric::Step, &Limits::default(), &mut NoMonitor);
        let land = land.unwrap();
        assert_eq!(land.survey().states, 1_814_400);
        assert!(land.spots().len() < 60 * 60, "{}", land.spots().len());
        let area = Rect::new(0, 0, 118, 36);
        let mut buffer = Buffer::empty(area);
        let theme = Theme { palette: Palette::Dark, depth: Depth::True, ascii: false };
        let game = Game::new(Arc::new(Entry::of(puzzle)), Metric::Step);
        let began = std::time::Instant::now();
        for _ in 0..20 {
            Plot::new(&land, area).draw(&game, theme, &mut buffer);
        }
        println!("a frame takes {:?}", began.elapsed() / 20);
    }

    #[test]
    fn a_frame_draws_spots_and_not_positions() {
        let puzzle = Setup::numbers(3, 3, &[8, 6, 7, 2, 5, 4, 3, 0, 1]).build().unwrap();
        let land = StateSpace::build(&puzzle, Metric::Step, &Limits::default(), &mut NoMonitor);
        let land = land.unwrap();
        assert_eq!(land.survey().states, 181_440);
        assert!(land.spots().len() < 32 * 32, "{}", land.spots().len());
        let area = Rect::new(0, 0, 40, 10);
        let plot = Plot::new(&land, area);
        let mut buffer = Buffer::empty(area);
        let theme = Theme { palette: Palette::Mono, depth: Depth::None, ascii: true };
        let game = Game::new(Arc::new(Entry::of(puzzle)), Metric::Step);
        plot.draw(&game, theme, &mut buffer);
        let symbols: String = area.positions().map(|p| buffer[p].symbol()).collect();
        // This start is as far from the goal as can be, so that its corridor goes from the top left to the bottom right.
        assert_eq!(symbols.chars().next(), Some('@'));
        assert_eq!(symbols.chars().last(), Some('='));
        assert!(symbols.contains('#') && symbols.is_ascii());
    }
}
