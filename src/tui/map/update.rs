//! The map: which distance is chosen, and play from a position so far away.

use super::state::{Camera, Finding, MapData, MapScreen};
use super::{plot, view};
use crate::puzzle::{Direction, Metric, Position, Puzzle};
use crate::solver::StopReason;
use crate::text::Phrase;
use crate::tui::ScreenKey;
use crate::tui::context::Context;
use crate::tui::keys::{Action, Scope};
use crate::tui::layout::map_parts;
use crate::tui::message::{Gesture, Pointer};
use crate::tui::notice::{Part, Tone, say, say_lost};
use crate::tui::play;
use crate::tui::screen::{Component, Event, Response};
use crate::tui::share;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::sync::Arc;
use std::time::Duration;

/// The survey says something. Returns whether it is about the puzzle in play, and not late.
pub(crate) fn hear(
    ctx: &mut Context,
    puzzle: &Arc<Puzzle>,
    metric: Metric,
    map_data: MapData,
) -> bool {
    let ours = Arc::ptr_eq(puzzle, ctx.game.session.puzzle()) && metric == ctx.game.metric();
    // What comes after the last word on it is late.
    if !ours || ctx.game.map_data.is_final() {
        return false;
    }
    if let MapData::Broken(why) = &map_data {
        let why = Part::Text(why.clone());
        say(ctx, Phrase::SolverFailed, vec![why], Tone::Bad);
    }
    ctx.game.map_data = map_data;
    true
}

/// Something was found out about the map. Returns whether it is about the puzzle in play.
pub(crate) fn learn(
    ctx: &mut Context,
    puzzle: &Arc<Puzzle>,
    metric: Metric,
    finding: Finding,
) -> bool {
    let ours = Arc::ptr_eq(puzzle, ctx.game.session.puzzle()) && metric == ctx.game.metric();
    if !ours {
        return false;
    }
    let findings = &mut ctx.game.findings;
    match finding {
        Finding::Necks(necks) => findings.necks = Some(necks),
        Finding::Shape(shape) => findings.shape = Some(shape),
        Finding::Broken(why) => {
            findings.shape = Some(Err(StopReason::Cancelled));
            say(ctx, Phrase::SolverFailed, vec![Part::Text(why)], Tone::Bad);
        }
    }
    true
}

/// How long the map in space turns by itself while no key is pressed: nobody may be looking any more.
const ALONE: Duration = Duration::from_secs(60);

impl MapScreen {
    /// Shows the map to who asks for it, unless it would tell what is not to be seen.
    pub(crate) fn asked(ctx: &mut Context) -> Option<MapScreen> {
        if !ctx.is_shown() {
            let words = if ctx.is_kept_back() { Phrase::ClockWaits } else { Phrase::MapHidden };
            say(ctx, words, vec![], Tone::Plain);
            return None;
        }
        Some(MapScreen::open(ctx))
    }

    /// Shows the map; the distance of the position on the board is chosen.
    pub(crate) fn open(ctx: &Context) -> MapScreen {
        let here = ctx.game.remaining().exact();
        MapScreen { chosen: here.unwrap_or(0), from: None, look: None }
    }

    /// All positions of this distance are meant.
    fn at(chosen: u32) -> MapScreen {
        MapScreen { chosen, from: None, look: None }
    }

    /// Does what a key of the map means. Of a puzzle without a map, up and down move as elsewhere.
    fn act(&mut self, ctx: &mut Context, action: Action) -> Response {
        if let Some(response) = self.turn(ctx, action) {
            return response;
        }
        let greatest = greatest(ctx);
        match (action, greatest) {
            // Up is farther from the goal, as on the map.
            (Action::Scroll(by), Some(most)) => {
                let chosen = self.chosen.saturating_add_signed(-i32::from(by)).min(most);
                *self = MapScreen::at(chosen);
            }
            (Action::PlayOn, Some(_)) => return self.start(ctx),
            (Action::Hardest, Some(most)) => return MapScreen::at(most).start(ctx),
            (Action::Dimensions, Some(_)) => {
                // It turns by itself only where things move by themselves.
                let since = ctx.settings.animation.then_some(ctx.now);
                self.look = Some(Camera { frame: Camera::frame_at(ctx.now), ..Camera::new(since) });
            }
            (Action::PlayOn | Action::Hardest | Action::Dimensions, None) => {
                match ctx.game.map_data {
                    MapData::Mapped(_) => say_lost(ctx),
                    MapData::Endless | MapData::Broken(_) => {
                        say(ctx, Phrase::NoMap, vec![], Tone::Plain)
                    }
                    MapData::Unasked | MapData::Surveyed(_) => {
                        say(ctx, Phrase::NoMapYet, vec![], Tone::Plain);
                    }
                }
            }
            (Action::Scroll(-1), None) => return play::update::act(ctx, Action::Go(Direction::Up)),
            (Action::Scroll(1), None) => {
                return play::update::act(ctx, Action::Go(Direction::Down));
            }
            (Action::Back | Action::Show(ScreenKey::Map), _) => return Response::Close,
            (Action::Copy, _) => share::copy_board(ctx),
            (other, _) => return play::update::act(ctx, other),
        }
        Response::Draw
    }

    /// Does what a key of the map in space means; `None` if it is no such key, or if the map is flat.
    fn turn(&mut self, ctx: &mut Context, action: Action) -> Option<Response> {
        let look = self.look.as_mut()?;
        let now = ctx.now;
        match action {
            Action::Go(direction) => {
                look.stop(now);
                look.turn(match direction {
                    Direction::Left => (-1, 0),
                    Direction::Right => (1, 0),
                    Direction::Up => (0, 1),
                    Direction::Down => (0, -1),
                });
            }
            Action::Nearer(by) => look.come(by),
            Action::PlayPause => match look.since {
                Some(_) => look.stop(now),
                None if ctx.settings.animation => (look.since, look.waits) = (Some(now), false),
                None => return Some(Response::Ignored),
            },
            Action::Dimensions => self.look = None,
            Action::PlayOn => match look.dot {
                Some(_) => return Some(self.start(ctx)),
                None => {
                    look.stop(now);
                    let scene = view::scene(*self, ctx);
                    let middle = scene.and_then(|scene| scene.nearest(scene.middle()));
                    self.choose_dot(ctx, middle);
                }
            },
            _ => return None,
        }
        Some(Response::Draw)
    }

    /// The window gets or loses the keys. Without them nobody looks, so that the map in space waits where it is.
    fn focus(&mut self, now: Duration, has: bool) {
        match &mut self.look {
            Some(look) if has && look.waits => (look.since, look.waits) = (Some(now), false),
            Some(look) if !has && look.since.is_some() => {
                look.stop(now);
                look.waits = true;
            }
            _ => {}
        }
    }

    /// Chooses a dot of the map in space.
    fn choose_dot(&mut self, ctx: &Context, index: Option<usize>) {
        let place = index.and_then(|index| {
            let space = ctx.game.map_data.space()?;
            space.place(&dot_position(ctx, index)?)
        });
        if let (Some(look), Some((from, Some(to)))) = (&mut self.look, place) {
            look.dot = index;
            (self.chosen, self.from) = (to, Some(from));
        }
    }

    /// A click on the map or on the histogram: the first one chooses what is there, the next one plays it.
    fn click(&mut self, ctx: &mut Context, place: (u16, u16)) -> Response {
        if let Some(index) = view::scene(*self, ctx).and_then(|scene| scene.nearest(place)) {
            if self.look.is_some_and(|look| look.dot == Some(index)) {
                return self.start(ctx);
            }
            if let Some(look) = &mut self.look {
                look.stop(ctx.now);
            }
            self.choose_dot(ctx, Some(index));
            return Response::Draw;
        }
        match view::under(*self, ctx, place) {
            Some(found) if found == *self => return self.start(ctx),
            Some(found) => *self = found,
            None => return Response::Ignored,
        }
        Response::Draw
    }

    /// Whether the map in space turns and has come to another frame. It stops when nobody has pressed a key for long.
    fn is_next_frame(&mut self, ctx: &Context) -> bool {
        let is_there = view::scene(*self, ctx).is_some();
        let Some(look) = self.look.as_mut().filter(|look| look.since.is_some() && is_there) else {
            return false;
        };
        if ctx.now >= ctx.touched + ALONE {
            look.stop(ctx.now);
        }
        let frame = Camera::frame_at(ctx.now);
        std::mem::replace(&mut look.frame, frame) != frame
    }

    /// The position of the chosen dot of the map in space.
    pub(crate) fn dot_position(self, ctx: &Context) -> Option<Position> {
        dot_position(ctx, self.look?.dot?)
    }

    /// Plays from one of the positions that are meant; undo takes it back.
    fn start(self, ctx: &mut Context) -> Response {
        let now = ctx.now;
        // The count of changes is mixed in, so that two jumps at the same moment lead to different positions.
        let choice = plot::mixed(now.as_nanos() as u64 ^ ctx.game.session.changes() << 40);
        let dot = self.dot_position(ctx);
        let found = ctx.game.map_data.space().and_then(|space| match self.from {
            _ if dot.is_some() => dot,
            Some(from) => space.nth_at(from, self.chosen, choice),
            None => space.nth(self.chosen, choice),
        });
        let Some(position) = found else {
            return Response::Draw;
        };
        ctx.game.turn_back(|session| {
            session.jump(position, now);
            true
        });
        // A piece that drove out at the end of the game before is on the board again.
        ctx.finale = None;
        ctx.game.select_first();
        let moves = Part::Text(self.chosen.to_string());
        say(ctx, Phrase::Jumped, vec![moves], Tone::Plain);
        Response::Close
    }
}

/// The position of a dot of the map in space.
fn dot_position(ctx: &Context, index: usize) -> Option<Position> {
    let shape = ctx.game.findings.shape.as_ref()?.as_ref().ok()?;
    Some(ctx.game.map_data.space()?.position_of(shape.dots().get(index)?))
}

/// The greatest distance on the map, if it is there and the puzzle can be solved.
fn greatest(ctx: &Context) -> Option<u32> {
    ctx.game.map_data.space()?.survey().greatest()
}

impl Component for MapScreen {
    fn scope(&self) -> Scope {
        if self.look.is_some() { Scope::Space } else { Scope::Map }
    }

    fn update(&mut self, ctx: &mut Context, event: Event) -> Response {
        match event {
            Event::Act(action) => self.act(ctx, action),
            Event::Mouse(Pointer { gesture: Gesture::Wheel(by), .. }) if self.look.is_some() => {
                self.act(ctx, Action::Nearer(if by < 0 { 1 } else { -1 }))
            }
            Event::Mouse(Pointer { gesture: Gesture::Wheel(by), .. })
                if greatest(ctx).is_some() =>
            {
                self.act(ctx, Action::Scroll(by))
            }
            Event::Mouse(pointer) => {
                // The board is asked first: a block that is held there follows the pointer even over the landscape.
                // Not where it shows the position that is chosen in space.
                let is_own = self.dot_position(ctx).is_none();
                let board = map_parts(ctx.game.puzzle(), ctx.window).board.filter(|_| is_own);
                let on_board = play::mouse::update(ctx, board, pointer);
                match on_board {
                    Response::Ignored if pointer.gesture == Gesture::Press => {
                        self.click(ctx, (pointer.x, pointer.y))
                    }
                    on_board => on_board,
                }
            }
            Event::Focus(has) => {
                self.focus(ctx.now, has);
                Response::Ignored
            }
            Event::Tick(is_second) => match self.is_next_frame(ctx) {
                true => Response::Draw,
                false => play::update::update(ctx, Event::Tick(is_second)),
            },
            Event::Surveyed => {
                // A distance that was chosen in another metric may be greater than any in this one.
                if let Some(most) = greatest(ctx).filter(|&most| self.chosen > most) {
                    *self = MapScreen { look: self.look, ..MapScreen::at(most) };
                }
                Response::Draw
            }
            event => play::update::update(ctx, event),
        }
    }

    fn view(&self, ctx: &Context, area: Rect, buffer: &mut Buffer) {
        view::draw(*self, ctx, area, buffer);
    }

    fn plays(&self) -> bool {
        true
    }

    fn has_footer(&self, ctx: &Context) -> bool {
        ctx.window.height > 1
    }

    fn is_watched(&self, ctx: &Context) -> bool {
        let is_own = self.dot_position(ctx).is_none();
        is_own && map_parts(ctx.game.puzzle(), ctx.window).board.is_some()
    }

    fn deadline(&self, ctx: &Context) -> Option<Duration> {
        play::update::next_tick(ctx)
    }

    fn wants_map(&self) -> bool {
        true
    }

    fn wants_shape(&self) -> bool {
        self.look.is_some()
    }

    fn next_frame(&self, ctx: &Context) -> Option<Duration> {
        let look = self.look.filter(|look| look.since.is_some())?;
        view::scene(*self, ctx)?;
        let next = u32::try_from(look.frame + 1).ok()?;
        Some(Camera::FRAME * next)
    }
}
