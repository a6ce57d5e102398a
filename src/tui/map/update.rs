//! The map: which distance is chosen, and play from a position so far away.

use super::state::{Ground, MapScreen};
use super::view;
use crate::puzzle::{Direction, Metric, Puzzle};
use crate::text::Phrase;
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
    ground: Ground,
) -> bool {
    let ours = Arc::ptr_eq(puzzle, ctx.game.session.puzzle()) && metric == ctx.game.metric();
    // What comes after the last word on it is late.
    if !ours || ctx.game.ground.is_final() {
        return false;
    }
    if let Ground::Broken(why) = &ground {
        let why = Part::Text(why.clone());
        say(ctx, Phrase::SolverFailed, vec![why], Tone::Bad);
    }
    ctx.game.ground = ground;
    true
}

impl MapScreen {
    /// Shows the map; the distance of the position on the board is chosen.
    pub(crate) fn open(ctx: &Context) -> MapScreen {
        let here = ctx.game.remaining().exact();
        MapScreen { chosen: here.unwrap_or(0), from: None }
    }

    /// All positions of this distance are meant.
    fn at(chosen: u32) -> MapScreen {
        MapScreen { chosen, from: None }
    }

    /// Does what a key of the map means. Of a puzzle without a map, up and down move as elsewhere.
    fn act(&mut self, ctx: &mut Context, action: Action) -> Response {
        let greatest = greatest(ctx);
        match (action, greatest) {
            // Up is farther from the goal, as on the map.
            (Action::Scroll(by), Some(most)) => {
                let chosen = self.chosen.saturating_add_signed(-i32::from(by)).min(most);
                *self = MapScreen::at(chosen);
            }
            (Action::PlayOn, Some(_)) => return self.start(ctx),
            (Action::Hardest, Some(most)) => return MapScreen::at(most).start(ctx),
            (Action::PlayOn | Action::Hardest, None) => match ctx.game.ground {
                Ground::Mapped(_) => say_lost(ctx),
                Ground::Endless | Ground::Broken(_) => say(ctx, Phrase::NoMap, vec![], Tone::Plain),
                Ground::Unasked | Ground::Surveyed(_) => {
                    say(ctx, Phrase::NoMapYet, vec![], Tone::Plain);
                }
            },
            (Action::Scroll(-1), None) => return play::update::act(ctx, Action::Go(Direction::Up)),
            (Action::Scroll(1), None) => {
                return play::update::act(ctx, Action::Go(Direction::Down));
            }
            (Action::Back | Action::Map, _) => return Response::Close,
            (Action::Copy, _) => share::copy_board(ctx),
            (other, _) => return play::update::act(ctx, other),
        }
        Response::Draw
    }

    /// A click on the map or on the histogram: the first one chooses what is there, the next one plays it.
    fn click(&mut self, ctx: &mut Context, place: (u16, u16)) -> Response {
        match view::under(*self, ctx, place) {
            Some(found) if found == *self => return self.start(ctx),
            Some(found) => *self = found,
            None => return Response::Ignored,
        }
        Response::Draw
    }

    /// Plays from one of the positions that are meant; undo takes it back.
    fn start(self, ctx: &mut Context) -> Response {
        let now = ctx.now;
        // The count of changes is mixed in, so that two jumps at the same moment lead to different positions.
        let choice = mixed(now.as_nanos() as u64 ^ ctx.game.session.changes() << 40);
        let found = ctx.game.ground.land().and_then(|land| match self.from {
            Some(from) => land.nth_at(from, self.chosen, choice),
            None => land.nth(self.chosen, choice),
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

/// The greatest distance on the map, if it is there and the puzzle can be solved.
fn greatest(ctx: &Context) -> Option<u32> {
    ctx.game.ground.land()?.survey().greatest()
}

impl Component for MapScreen {
    fn scope(&self) -> Scope {
        Scope::Map
    }

    fn update(&mut self, ctx: &mut Context, event: Event) -> Response {
        match event {
            Event::Act(action) => self.act(ctx, action),
            Event::Mouse(Pointer { gesture: Gesture::Wheel(by), .. })
                if greatest(ctx).is_some() =>
            {
                self.act(ctx, Action::Scroll(by))
            }
            Event::Mouse(pointer) => {
                // The board is asked first: a block that is held there follows the pointer even over the landscape.
                let board = map_parts(ctx.game.puzzle(), ctx.window).board;
                let on_board = play::mouse::update(ctx, board, pointer);
                match on_board {
                    Response::Ignored if pointer.gesture == Gesture::Press => {
                        self.click(ctx, (pointer.x, pointer.y))
                    }
                    on_board => on_board,
                }
            }
            Event::Surveyed => {
                // A distance that was chosen in another metric may be greater than any in this one.
                if let Some(most) = greatest(ctx).filter(|&most| self.chosen > most) {
                    *self = MapScreen::at(most);
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
        map_parts(ctx.game.puzzle(), ctx.window).board.is_some()
    }

    fn deadline(&self, ctx: &Context) -> Option<Duration> {
        play::update::next_tick(ctx)
    }

    fn wants_map(&self) -> bool {
        true
    }
}

/// A number without pattern for each number (the finalizer of splitmix64).
fn mixed(n: u64) -> u64 {
    let n = (n ^ (n >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let n = (n ^ (n >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ (n >> 31)
}
