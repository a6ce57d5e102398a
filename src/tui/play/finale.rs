//! The end as a moment: the piece that the goal is about drives out through the exit, if there is one, and a light goes once over
//! the board. The card comes after it.

use super::game::Game;
use crate::puzzle::{Direction, Family, PieceId};
use crate::tui::widgets::board::exits;
use crate::tui::widgets::raster::Raster;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use std::time::Duration;

/// What happens when a puzzle has just been solved. It stays when it is over: the piece does not come back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Finale {
    since: Duration,
    /// Who drives out, and which way.
    out: Option<(PieceId, Direction)>,
}

/// Where a piece that drives out is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// So many characters to the right and down of where it stood.
    OnItsWay(i32, i32),
    /// Outside.
    Gone,
}

/// How long a piece drives.
const DRIVE: Duration = Duration::from_millis(450);
/// How long the light is on its way.
const LIGHT: Duration = Duration::from_millis(500);
/// Between two frames.
// Half as often as a piece that slides: nobody steers what is seen here.
const FRAME: Duration = Duration::from_millis(33);
/// Columns of the band of light.
const WIDTH: f64 = 6.0;

impl Finale {
    /// The end of a game that is solved, which begins at `since`.
    pub(crate) fn new(game: &Game, since: Duration) -> Finale {
        Finale { since, out: way_out(game) }
    }

    /// When the light sets out.
    fn lit(self) -> Duration {
        self.since + if self.out.is_some() { DRIVE } else { Duration::ZERO }
    }

    /// When the next frame is due; never, when it is over.
    pub(crate) fn due(self, now: Duration) -> Option<Duration> {
        let next = (now + FRAME).max(self.since).min(self.lit() + LIGHT);
        (!self.is_over(now)).then_some(next)
    }

    /// Whether it is over.
    pub(crate) fn is_over(self, now: Duration) -> bool {
        now >= self.lit() + LIGHT
    }

    /// Where `piece` is, if it is the one that drives out and has set out.
    pub(crate) fn place(self, piece: PieceId, raster: &Raster, now: Duration) -> Option<Place> {
        let (_, way) = self.out.filter(|(out, _)| *out == piece)?;
        let part = now.checked_sub(self.since)?.as_secs_f64() / DRIVE.as_secs_f64();
        if part >= 1.0 {
            return Some(Place::Gone);
        }
        let chars = raster.chars_of_piece(piece);
        let (width, height) = raster.chars();
        // As far as its last character has to the frame.
        let whole = match way {
            Direction::Left => chars.iter().map(|c| c.0 + 1).max(),
            Direction::Right => chars.iter().map(|c| width - c.0).max(),
            Direction::Up => chars.iter().map(|c| c.1 + 1).max(),
            Direction::Down => chars.iter().map(|c| height - c.1).max(),
        };
        // It sets out slowly and goes ever faster.
        let gone = (f64::from(whole?) * part * part).round() as i32;
        let (dx, dy) = way.delta();
        Some(Place::OnItsWay(dx * gone, dy * gone))
    }

    /// Turns round the colours of what the light is on.
    pub(crate) fn draw(self, area: Rect, now: Duration, buffer: &mut Buffer) {
        let Some(since) = now.checked_sub(self.lit()).filter(|_| !self.is_over(now)) else {
            return;
        };
        let part = since.as_secs_f64() / LIGHT.as_secs_f64();
        // The band leans: each row is a column behind the one above, so that the way is as much longer.
        let way = f64::from(area.width) + f64::from(area.height) + WIDTH;
        let front = part * way;
        for place in area.positions() {
            let at = f64::from(place.x - area.x) + f64::from(place.y - area.y);
            if at < front && at >= front - WIDTH {
                let style = buffer[place].style();
                buffer[place].set_style(style.add_modifier(Modifier::REVERSED));
            }
        }
    }
}

/// Who drives out and which way: on where it was going if the frame is open there.
fn way_out(game: &Game) -> Option<(PieceId, Direction)> {
    let puzzle = game.puzzle();
    let [(piece, _)] = puzzle.goal().places() else {
        return None;
    };
    if puzzle.family() == Family::Numbers || puzzle.lift() {
        return None;
    }
    let sides: Vec<Direction> = exits(puzzle).into_iter().map(|(_, side)| side).collect();
    let last = game.session.last_move(game.session.done()).and_then(|last| last.steps().last());
    let last = last.map(|step| step.direction);
    let on = last.filter(|way| sides.contains(way)).or(sides.first().copied())?;
    Some((*piece, on))
}
