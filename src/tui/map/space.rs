//! The map in space: each position where [`Shape`] puts it, turned and seen from the front.
//!
//! A dot is drawn for each position that has a place, so that a frame takes as long as there are dots, which are never more than some
//! hundred thousand.

use super::braille;
use super::braille::Sheet;
use super::cache::Cache;
use super::plot;
use super::state::Camera;
use crate::solver::{Dot, Shape, StateSpace};
use crate::tui::context::Context;
use crate::tui::play::game::Game;
use crate::tui::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use std::sync::Arc;

/// How far the eye is from the middle, in the radius of the whole.
const EYE: f32 = 4.0;

/// What of the width of the whole, and of its height and its width, must fit into the columns and into the rows on either side of the
/// middle, as it leans at first and with what is in front as much larger as it looks.
const ACROSS: f32 = 1.05;
const UP: (f32, f32) = (0.95, 0.3);

/// Each time it is brought nearer it grows by so much.
const CLOSER: f32 = 1.25;

/// How many characters a click may be off.
const REACH: usize = 3;

/// The dots of the way that was drawn last, by the changes of the game: a position that has no dot is looked for, which not every
/// frame has to do again.
pub(crate) type WayCache = Cache<Shape, u64, [usize]>;

/// The map in space on a part of the screen.
pub(crate) struct Scene<'a> {
    space: &'a StateSpace,
    shape: &'a Arc<Shape>,
    area: Rect,
    /// Sine and cosine of how far it is turned, and of how far it leans.
    turned: (f32, f32),
    tilted: (f32, f32),
    /// Dots of the screen from the middle to a place at distance 1.
    scale: f32,
}

/// Where something is on the screen, in dots from the top left, and how near.
#[derive(Clone, Copy)]
struct Seen {
    x: i32,
    y: i32,
    near: f32,
}

impl<'a> Scene<'a> {
    /// The map of the game in play where `area` is, if it is there.
    pub(crate) fn of(ctx: &'a Context, look: Camera, area: Rect) -> Option<Scene<'a>> {
        let space = ctx.game.map_data.space()?;
        let shape = ctx.game.findings.shape.as_ref()?.as_ref().ok()?;
        let angle = |thousandths: i32| (thousandths as f32 / 1000.0).to_radians().sin_cos();
        let (across, up) = half(shape);
        let across = f32::from(area.width) / (ACROSS * across);
        let up = f32::from(area.height) * 2.0 / up;
        (!area.is_empty()).then(|| Scene {
            space,
            shape,
            area,
            turned: angle(look.turned_at(ctx.now)),
            tilted: angle(look.tilted),
            scale: across.min(up) * CLOSER.powi(look.nearer.into()),
        })
    }

    /// Where a place is seen.
    fn seen(&self, [x, y, z]: [f32; 3]) -> Seen {
        let (sin, cos) = self.turned;
        let (x, z) = (x * cos + z * sin, z * cos - x * sin);
        let (sin, cos) = self.tilted;
        let (y, near) = (y * cos - z * sin, z * cos + y * sin);
        // What comes nearer than the eye stays before it.
        let scale = self.scale * EYE / (EYE - near).max(0.1);
        let middle = (f32::from(self.area.width), f32::from(self.area.height) * 2.0);
        Seen {
            x: (middle.0 + x * scale).floor() as i32,
            y: (middle.1 - y * scale).floor() as i32,
            near,
        }
    }

    /// The same in dots of a sheet, if it is on it.
    fn on_sheet(&self, seen: Seen) -> Option<(usize, usize)> {
        let (x, y) = (usize::try_from(seen.x).ok()?, usize::try_from(seen.y).ok()?);
        let is_inside =
            x < usize::from(self.area.width) * 2 && y < usize::from(self.area.height) * 4;
        is_inside.then_some((x, y))
    }

    fn dot(&self, index: usize) -> Option<&Dot> {
        self.shape.dots().get(index)
    }

    /// Draws all positions, the shortest solutions, the way of the game, where solutions come together, and where the game stands.
    pub(crate) fn draw(&self, ctx: &Context, chosen: Option<usize>, buffer: &mut Buffer) {
        let theme = ctx.theme();
        let cloud = Cloud::of(self);
        let mut ribbon = self.sheet();
        self.lines(self.shape.ribbon(), &mut ribbon);
        let way = self.way(&ctx.game);
        for (row, y) in (self.area.top()..self.area.bottom()).enumerate() {
            for (column, x) in (self.area.left()..self.area.right()).enumerate() {
                let dots = |sheet: &Sheet| sheet.dots(column as u16, row as u16);
                let all = dots(&cloud.dots);
                let cell = cloud.cells[row * usize::from(self.area.width) + column];
                let (glyph, style) = match (dots(&way), dots(&ribbon), cell.solved) {
                    (way @ 1.., ..) => plot::way_look(way, theme),
                    (0, ribbon @ 1.., _) => plot::corridor_look(ribbon | all, theme),
                    (0, 0, true) => solved_look(all, theme),
                    (0, 0, false) => (braille::glyph(all, theme), theme.density(cell.share.into())),
                };
                let style = Style::reset().patch(style);
                buffer[(x, y)].set_char(glyph).set_style(style);
            }
        }
        self.marks(ctx, chosen, buffer);
    }

    fn sheet(&self) -> Sheet {
        Sheet::new(self.area.width, self.area.height)
    }

    /// Draws moves between dots, as far as both ends are to be seen.
    fn lines(&self, moves: &[[u32; 2]], sheet: &mut Sheet) {
        for ends in moves {
            let ends =
                ends.map(|index| self.on_sheet(self.seen(self.shape.dots()[index as usize].at)));
            if let [Some(from), Some(to)] = ends {
                sheet.line(from, to);
            }
        }
    }

    /// The way of the game since the line began.
    fn way(&self, game: &Game) -> Sheet {
        let mut sheet = self.sheet();
        let mut before = None;
        let session = &game.session;
        let of = |turn| self.space.dot_of(self.shape, session.position_at(turn));
        let dots = || plot::newest_turns(session).filter_map(of).collect();
        for &index in game.way.get(self.shape, session.changes(), dots).iter() {
            let here = self.dot(index).and_then(|dot| self.on_sheet(self.seen(dot.at)));
            if let Some(here) = here {
                sheet.line(before.unwrap_or(here), here);
            }
            before = here;
        }
        sheet
    }

    /// Where solutions come together, the start, what was chosen, and where the game stands.
    fn marks(&self, ctx: &Context, chosen: Option<usize>, buffer: &mut Buffer) {
        let (game, theme) = (&ctx.game, ctx.theme());
        let of = |position| self.space.dot_of(self.shape, position);
        let mut mark = |index: Option<usize>, (glyph, style): (char, Style)| {
            let dot = index.and_then(|index| self.dot(index));
            if let Some((x, y)) = dot.and_then(|dot| self.on_sheet(self.seen(dot.at))) {
                let at = (self.area.x + x as u16 / 2, self.area.y + y as u16 / 4);
                buffer[at].set_char(glyph).set_style(Style::reset().patch(style));
            }
        };
        for neck in game.findings.gatherings() {
            mark(of(&neck.position), plot::neck_look(theme));
        }
        mark(of(game.puzzle().start()), (theme.glyph('○', 'o'), theme.strong()));
        mark(chosen, (theme.glyph('◇', 'x'), theme.accent()));
        mark(of(game.session.position()), (theme.glyph('◆', '@'), theme.strong()));
    }

    /// The dot that is seen nearest to a character, if there is one near it; of several the one in front.
    pub(crate) fn nearest(&self, (x, y): (u16, u16)) -> Option<usize> {
        let x = usize::from(x.checked_sub(self.area.x)?) * 2;
        let y = usize::from(y.checked_sub(self.area.y)?) * 4;
        let off = |(column, row): (usize, usize)| {
            // Whole characters, or else a dot at the back would win by a hair.
            ((column / 2).abs_diff(x / 2)).max((row / 4).abs_diff(y / 4))
        };
        let mut best: Option<(usize, f32, usize)> = None;
        for (index, dot) in self.shape.dots().iter().enumerate() {
            let seen = self.seen(dot.at);
            let Some(off) = self.on_sheet(seen).map(off).filter(|&off| off <= REACH) else {
                continue;
            };
            let is_better =
                best.is_none_or(|(least, near, _)| off < least || off == least && seen.near > near);
            if is_better {
                best = Some((off, seen.near, index));
            }
        }
        best.map(|(_, _, index)| index)
    }

    /// The character in the middle.
    pub(crate) fn middle(&self) -> (u16, u16) {
        (self.area.x + self.area.width / 2, self.area.y + self.area.height / 2)
    }
}

/// Half of the width of a shape however it is turned, and half of its height as it leans at first; never nothing.
fn half(shape: &Shape) -> (f32, f32) {
    let (mut across, mut up) = (0.0_f32, 0.0_f32);
    for [x, y, z] in shape.dots().iter().map(|dot| dot.at) {
        across = across.max(x * x + z * z);
        up = up.max(y.abs());
    }
    let across = across.sqrt().max(0.01);
    (across, UP.0 * up + UP.1 * across)
}

/// All positions as they are seen.
struct Cloud {
    dots: Sheet,
    cells: Vec<Cell>,
}

/// A character of the cloud: how near to the goal its front is, and whether there is something solved.
#[derive(Clone, Copy)]
struct Cell {
    near: f32,
    share: f32,
    solved: bool,
}

impl Cloud {
    fn of(scene: &Scene<'_>) -> Cloud {
        let mut dots = scene.sheet();
        scene.lines(scene.shape.lines(), &mut dots);
        let width = usize::from(scene.area.width);
        let empty = Cell { near: f32::NEG_INFINITY, share: 0.0, solved: false };
        let mut cells = vec![empty; width * usize::from(scene.area.height)];
        let greatest = scene.space.survey().greatest().unwrap_or(0).max(1) as f32;
        for dot in scene.shape.dots() {
            let seen = scene.seen(dot.at);
            let Some((x, y)) = scene.on_sheet(seen) else { continue };
            dots.set(x, y);
            let cell = &mut cells[y / 4 * width + x / 2];
            // What is in front covers what is behind it; what is solved shines through.
            if seen.near > cell.near {
                cell.near = seen.near;
                cell.share = dot.to.map_or(0.0, |to| 1.0 - to as f32 / greatest);
            }
            cell.solved |= dot.to == Some(0);
        }
        Cloud { dots, cells }
    }
}

/// How solved positions look. Where nothing but brightness would tell them they are no dots.
pub(crate) fn solved_look(dots: u8, theme: Theme) -> (char, Style) {
    let glyph = if theme.ascii || !theme.has_color() { '*' } else { braille::glyph(dots, theme) };
    (glyph, theme.density(1.0).add_modifier(Modifier::BOLD))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Entry;
    use crate::puzzle::{Metric, Setup};
    use crate::solver::{Limits, NoMonitor};
    use crate::tui::map::state::MapData;
    use crate::tui::{Model, Options, Playlist};
    use ratatui::layout::Size;
    use std::time::{Duration, Instant};

    /// A game with its map in space in a window of this size.
    fn model(numbers: &[u32], (width, height): (usize, usize), window: Size) -> Model {
        let puzzle = Setup::numbers(width, height, numbers).build().unwrap();
        let limits = Limits::default();
        let space = StateSpace::build(&puzzle, Metric::Step, &limits, &mut NoMonitor).unwrap();
        let links = space.links(&limits, &mut NoMonitor).unwrap();
        let shape = space.shape(&links, &limits, &mut NoMonitor).unwrap();
        let mut model = Model::new(Playlist::one(Entry::of(puzzle)), &Options::default(), window);
        model.context.game.findings.necks =
            Some(Arc::new(space.necks(&links, &limits, &mut NoMonitor).unwrap()));
        model.context.game.findings.shape = Some(Ok(Arc::new(shape)));
        model.context.game.map_data = MapData::Mapped(Arc::new(space));
        model
    }

    #[test]
    fn a_hundred_thousand_positions_are_a_frame() {
        let area = Rect::new(0, 0, 118, 36);
        let numbers = [8, 6, 7, 2, 5, 4, 3, 0, 1];
        let model = model(&numbers, (3, 3), area.as_size());
        let dots = model.game.findings.shape.clone().unwrap().unwrap().dots().len();
        assert!((90_000..100_000).contains(&dots), "{dots}");
        let mut buffer = Buffer::empty(area);
        let began = Instant::now();
        for turned in 0..20 {
            let look = Camera { turned: turned * 500, ..Camera::new(None) };
            Scene::of(&model, look, area).unwrap().draw(&model, None, &mut buffer);
        }
        println!("a frame of {dots} positions takes {:?}", began.elapsed() / 20);
        let drawn = area.positions().filter(|at| buffer[*at].symbol() != " ").count();
        assert!(drawn > 1000, "{drawn}");
    }

    /// However it is turned and however near it is, what is drawn stays in its place, and what is clicked is what is there.
    #[test]
    fn it_is_drawn_within_its_edges_from_every_side() {
        let model = model(&[4, 1, 2, 5, 0, 3], (3, 2), Size::new(60, 24));
        for area in [Rect::new(3, 2, 40, 15), Rect::new(1, 1, 1, 1), Rect::new(5, 0, 4, 12)] {
            let whole = Rect::new(0, 0, 60, 24);
            for at in 0..40 {
                let mut look = Camera::new(Some(Duration::ZERO));
                look.turn((at * 3, at % 7 - 3));
                look.come(at as i8 % 21 - 10);
                let mut buffer = Buffer::filled(whole, ratatui::buffer::Cell::new("?"));
                let scene = Scene::of(&model, look, area).unwrap();
                scene.draw(&model, Some(7), &mut buffer);
                let outside = whole.positions().filter(|at| !area.contains(*at));
                assert!(outside.into_iter().all(|at| buffer[at].symbol() == "?"), "{look:?}");
                let here = area.positions().find(|at| buffer[*at].symbol() == "◆");
                if let Some(here) = here {
                    assert!(scene.nearest((here.x, here.y)).is_some(), "{look:?}");
                }
            }
        }
    }

    #[test]
    fn a_whole_turn_ends_where_it_began() {
        let mut look = Camera::new(Some(Duration::from_secs(5)));
        let at = |look: &Camera, seconds| look.turned_at(Duration::from_secs(seconds));
        assert_eq!((at(&look, 5), at(&look, 5 + 24), at(&look, 5 + 6)), (0, 0, 90_000));
        look.stop(Duration::from_secs(11));
        assert_eq!((at(&look, 11), at(&look, 99)), (90_000, 90_000));
        look.turn((-20, 99));
        assert_eq!((at(&look, 0), look.tilted), (330_000, 90_000));
    }
}
