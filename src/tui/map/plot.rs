//! The landscape of all positions: how far from the start is how far to the right, how far from the goal is how high up.
//!
//! Positions that are equally far from both are one spot, so that drawing takes as long as there are spots and not as there
//! are positions: a million positions are a few thousand spots.

use super::braille;
use super::braille::Sheet;
use super::cache::Cache;
use crate::session::Session;
use crate::solver::StateSpace;
use crate::tui::play::game::Game;
use crate::tui::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::Style;
use std::ops::{Range, RangeInclusive};
use std::rc::Rc;

/// The newest turns of a line that are drawn.
// Each turn is looked up and drawn in every frame, which must not take longer the longer a game is.
const MOST_TURNS: usize = 1000;

/// The newest turns of the line, those that are drawn.
pub(crate) fn newest_turns(session: &Session) -> RangeInclusive<usize> {
    let done = session.done();
    session.line_begin().max(done.saturating_sub(MOST_TURNS))..=done
}

/// A landscape on a part of the screen.
pub(crate) struct Plot<'a> {
    space: &'a StateSpace,
    area: Rect,
    cloud: Rc<Cloud>,
}

/// All that is drawn of a landscape whatever the game does.
#[derive(Debug)]
pub(crate) struct Cloud {
    /// Different distances from the start and to the goal.
    distances: (usize, usize),
    /// All spots, and those of the shortest solutions.
    dots: Sheet,
    corridor: Sheet,
    /// The positions of the fullest spot that a character shows, row by row.
    states: Vec<u64>,
}

/// The cloud that was drawn last, by the size that it has.
pub(crate) type CloudCache = Cache<StateSpace, Size, Cloud>;

impl Cloud {
    fn of(space: &StateSpace, size: Size) -> Cloud {
        let spots = space.spots().iter();
        let from = spots.clone().map(|spot| spot.from as usize).max();
        let to = spots.clone().filter_map(|spot| spot.to).max();
        let mut cloud = Cloud {
            distances: (from.unwrap_or(0) + 1, to.unwrap_or(0) as usize + 1),
            dots: Sheet::new(size.width, size.height),
            corridor: Sheet::new(size.width, size.height),
            states: vec![0; usize::from(size.width) * usize::from(size.height)],
        };
        let most = most_states(space);
        for spot in spots {
            let Some(to) = spot.to else { continue };
            let (columns, rows) = cloud.block((spot.from, to), size);
            // Each spot has a block of its own, the fuller the more positions there are.
            let share = share_of(spot.states, most);
            scatter(&mut cloud.dots, (columns.clone(), rows.clone()), share);
            if space.survey().optimum == Some(spot.from + to) {
                scatter(&mut cloud.corridor, (columns.clone(), rows.clone()), share);
            }
            for row in rows.start / 4..rows.end.div_ceil(4) {
                for column in columns.start / 2..columns.end.div_ceil(2) {
                    let here = &mut cloud.states[row * usize::from(size.width) + column];
                    *here = spot.states.max(*here);
                }
            }
        }
        cloud
    }

    /// The columns and rows of dots that a spot has in so many characters.
    fn block(&self, (from, to): (u32, u32), size: Size) -> (Range<usize>, Range<usize>) {
        let (width, height) = (usize::from(size.width) * 2, usize::from(size.height) * 4);
        let columns = share(from as usize, self.distances.0, width);
        let rows = share(to as usize, self.distances.1, height);
        (columns, height - rows.end..height - rows.start)
    }
}

/// The positions of the fullest spot.
pub(crate) fn most_states(space: &StateSpace) -> u64 {
    space.spots().iter().filter(|spot| spot.to.is_some()).map(|spot| spot.states).max().unwrap_or(1)
}

/// How much so many positions are beside the most that a spot has, from 0 to 1.
// Spots differ by powers of ten: on a plain scale nearly all of them would look alike.
fn share_of(states: u64, most: u64) -> f64 {
    (1.0 + states as f64).log2() / (1.0 + most as f64).log2()
}

impl<'a> Plot<'a> {
    /// The landscape of `game` where `area` is, if it is there.
    pub(crate) fn of(game: &'a Game, area: Rect) -> Option<Plot<'a>> {
        let space = game.map_data.space()?;
        let size = area.as_size();
        let cloud = game.cloud.get(space, size, || Rc::new(Cloud::of(space, size)));
        (!area.is_empty()).then_some(Plot { space, area, cloud })
    }

    /// Draws all positions, the corridor of the shortest solutions, the way of the game, a line at a distance from the goal that was
    /// chosen, and where the game stands.
    pub(crate) fn draw(&self, game: &Game, chosen: Option<u32>, theme: Theme, buffer: &mut Buffer) {
        let (way, across) = (self.way(game), self.across(chosen));
        let most = most_states(self.space);
        let cloud = &self.cloud;
        for (row, y) in (self.area.top()..self.area.bottom()).enumerate() {
            for (column, x) in (self.area.left()..self.area.right()).enumerate() {
                let at = (column as u16, row as u16);
                let dots = |sheet: &Sheet| sheet.dots(at.0, at.1);
                let states = cloud.states[row * usize::from(self.area.width) + column];
                let (all, corridor) = (dots(&cloud.dots), dots(&cloud.corridor));
                // A character has one colour: the way of the game covers the line, that covers the corridor, and that the cloud.
                let (glyph, style) = match (dots(&way), dots(&across), corridor) {
                    (way @ 1.., ..) => way_look(way, theme),
                    (0, 1.., _) if theme.ascii => ('-', theme.strong()),
                    (0, line @ 1.., _) => (braille::glyph(line | all, theme), theme.strong()),
                    (0, 0, 1..) => corridor_look(corridor | all, theme),
                    (0, 0, 0) => {
                        let style = theme.density(share_of(states, most));
                        (braille::glyph(all, theme), style)
                    }
                };
                // A style only adds to the one below, which is that of the frame.
                let style = Style::reset().patch(style);
                buffer[(x, y)].set_char(glyph).set_style(style);
            }
        }
        self.marks(game, theme, buffer);
    }

    /// The line at a distance from the goal.
    fn across(&self, chosen: Option<u32>) -> Sheet {
        let mut sheet = Sheet::new(self.area.width, self.area.height);
        if let Some(to) = chosen.filter(|&to| (to as usize) < self.cloud.distances.1) {
            let (_, y) = self.middle((0, to));
            sheet.line((0, y), (usize::from(self.area.width) * 2 - 1, y));
        }
        sheet
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
        let spots = self.space.spots().iter();
        let spots = spots.filter_map(|spot| Some((spot.from, spot.to?)));
        spots.min_by_key(off)
    }

    /// The way of the game since the line began.
    fn way(&self, game: &Game) -> Sheet {
        let mut sheet = Sheet::new(self.area.width, self.area.height);
        let places = newest_turns(&game.session).filter_map(|turn| self.dot(game, turn));
        let mut before = None;
        for here in places {
            sheet.line(before.unwrap_or(here), here);
            before = Some(here);
        }
        sheet
    }

    /// Where shortest solutions come together, the start, and where the game stands.
    fn marks(&self, game: &Game, theme: Theme, buffer: &mut Buffer) {
        let start = self.space.place(game.puzzle().start());
        let start = start.and_then(|(from, to)| Some(self.middle((from, to?))));
        let here = self.dot(game, game.session.done());
        for neck in game.findings.gatherings() {
            let (glyph, style) = neck_look(theme);
            self.mark(self.middle((neck.from, neck.to)), glyph, style, buffer);
        }
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
        let (from, to) = self.space.place(game.session.position_at(turn))?;
        Some(self.middle((from, to?)))
    }

    fn middle(&self, spot: (u32, u32)) -> (usize, usize) {
        let (columns, rows) = self.block(spot);
        ((columns.start + columns.end) / 2, (rows.start + rows.end) / 2)
    }

    /// The columns and rows of dots that a spot has.
    fn block(&self, spot: (u32, u32)) -> (Range<usize>, Range<usize>) {
        self.cloud.block(spot, self.area.as_size())
    }
}

/// How the way of the game looks. Where nothing but its colour would tell it from the cloud it is no dots.
pub(crate) fn way_look(dots: u8, theme: Theme) -> (char, Style) {
    let glyph = if theme.ascii || !theme.has_color() { '+' } else { braille::glyph(dots, theme) };
    (glyph, theme.accent())
}

/// How the corridor of the shortest solutions looks.
pub(crate) fn corridor_look(dots: u8, theme: Theme) -> (char, Style) {
    let glyph = if theme.ascii || !theme.has_color() { '=' } else { braille::glyph(dots, theme) };
    (glyph, theme.good())
}

/// How a position looks at which shortest solutions come together.
pub(crate) fn neck_look(theme: Theme) -> (char, Style) {
    (theme.glyph('◎', '0'), theme.exit())
}

/// The part of `dots` that the value `at` of so many values has: at least one.
fn share(at: usize, values: usize, dots: usize) -> Range<usize> {
    let begin = at * dots / values;
    let end = ((at + 1) * dots / values).max(begin + 1);
    // Nobody draws in an empty area, so that there is at least one dot.
    begin.min(dots - 1)..end.min(dots)
}

/// Sets a share of the dots of a block, from none to all, without a pattern; at least one.
fn scatter(sheet: &mut Sheet, (columns, rows): (Range<usize>, Range<usize>), share: f64) {
    // The noise depends on the place alone: the dots are those of the frame before, and nothing flickers.
    let limit = share * u64::MAX as f64;
    let mut least = (u64::MAX, columns.start, rows.start);
    for (x, y) in rows.flat_map(|y| columns.clone().map(move |x| (x, y))) {
        let noise = mixed((x as u64) << 32 | y as u64);
        least = least.min((noise, x, y));
        if (noise as f64) < limit {
            sheet.set(x, y);
        }
    }
    sheet.set(least.1, least.2);
}

/// A number without pattern for each number (the finalizer of splitmix64).
pub(crate) fn mixed(n: u64) -> u64 {
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
    use crate::tui::map::state::MapData;
    use crate::tui::theme::{Depth, Palette};
    use ratatui::style::Modifier;
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
        let space = StateSpace::build(&puzzle, Metric::Step, &Limits::default(), &mut NoMonitor);
        let space = space.unwrap();
        assert_eq!(space.survey().states, 1_814_400);
        assert!(space.spots().len() < 60 * 60, "{}", space.spots().len());
        let area = Rect::new(0, 0, 118, 36);
        let mut buffer = Buffer::empty(area);
        let theme = Theme::new(Palette::Dark, Depth::True, false);
        let mut game = Game::new(Arc::new(Entry::of(puzzle)), Metric::Step);
        game.map_data = MapData::Mapped(Arc::new(space));
        let began = std::time::Instant::now();
        for _ in 0..20 {
            Plot::of(&game, area).unwrap().draw(&game, None, theme, &mut buffer);
        }
        println!("a frame takes {:?}", began.elapsed() / 20);
    }

    #[test]
    fn a_frame_draws_spots_and_not_positions() {
        let puzzle = Setup::numbers(3, 3, &[8, 6, 7, 2, 5, 4, 3, 0, 1]).build().unwrap();
        let space = StateSpace::build(&puzzle, Metric::Step, &Limits::default(), &mut NoMonitor);
        let space = space.unwrap();
        assert_eq!(space.survey().states, 181_440);
        assert!(space.spots().len() < 32 * 32, "{}", space.spots().len());
        let area = Rect::new(0, 0, 40, 10);
        let mut buffer = Buffer::empty(area);
        buffer.set_style(area, Style::new().add_modifier(Modifier::DIM));
        let theme = Theme::new(Palette::Mono, Depth::None, true);
        let mut game = Game::new(Arc::new(Entry::of(puzzle)), Metric::Step);
        game.map_data = MapData::Mapped(Arc::new(space));
        Plot::of(&game, area).unwrap().draw(&game, Some(16), theme, &mut buffer);
        let symbols: String = area.positions().map(|p| buffer[p].symbol()).collect();
        // This start is as far from the goal as can be, so that its corridor goes from the top left to the bottom right.
        assert_eq!(symbols.chars().next(), Some('@'));
        assert_eq!(symbols.chars().last(), Some('='));
        assert!(symbols.contains('#') && symbols.is_ascii());
        let row = |y| -> String { (0..40).map(|x| buffer[(x, y)].symbol()).collect() };
        let across: Vec<u16> = (0..10).filter(|&y| row(y) == "-".repeat(40)).collect();
        assert_eq!(across, [4], "half of the greatest distance is half as high");
        // Where there are no colours the weight tells how many positions a dot stands for.
        let (dim, bold) = (Modifier::DIM, Modifier::BOLD);
        let weighs = |weight: Modifier| {
            let cells = buffer.content().iter().filter(|cell| cell.modifier == weight);
            cells.filter(|cell| ".:#".contains(cell.symbol())).count()
        };
        let weights = [dim, Modifier::empty(), bold].map(weighs);
        assert!(weights.iter().all(|&cells| cells > 10), "{weights:?}");
    }
}
