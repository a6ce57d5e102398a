//! The player: a solution shown move by move, by hand or at a speed.

use crate::session::Replay;
use crate::tui::context::Context;
use crate::tui::keys::Action;
use crate::tui::play::game::Game;
use crate::tui::play::line::OwnLine;
use crate::tui::times::state::Again;
use std::time::Duration;

/// Moves a minute, slowest first.
const SPEEDS: [u32; 7] = [30, 60, 120, 240, 480, 960, 1920];

/// A solution being shown.
#[derive(Debug)]
pub(crate) struct Player {
    /// The walk through it.
    pub(crate) replay: Replay,
    /// Of the player's own game: what is known of it.
    pub(crate) own: Option<OwnLine>,
    /// Of a solve of the times: its scramble, which need not be what is played.
    pub(crate) again: Option<Box<Again>>,
    /// Whether there may be a better one, for all that is known.
    pub(crate) doubted: bool,
    /// When the next move is due, while it plays.
    pub(crate) due: Option<Duration>,
    speed: usize,
}

impl Player {
    /// Shows `replay` from where it stands; it begins to play at once if `playing`.
    pub(crate) fn new(replay: Replay, playing: bool, now: Duration) -> Player {
        let mut player =
            Player { replay, own: None, again: None, doubted: false, due: None, speed: 2 };
        if playing {
            player.due = Some(now + player.interval());
        }
        player
    }

    /// Shows the player's own game; it stands before the first move that lost distance.
    pub(crate) fn review(mut replay: Replay, own: OwnLine, now: Duration) -> Player {
        let first = own.losses.iter().position(|&lost| lost);
        replay.seek(first.unwrap_or(own.losses.len()));
        Player { own: Some(own), ..Player::new(replay, false, now) }
    }

    /// The game whose moves are shown: that in play, or another one.
    pub(crate) fn game<'a>(&'a self, ctx: &'a Context) -> &'a Game {
        self.again.as_ref().map_or(&ctx.game, |again| &again.game)
    }

    /// Whether it plays by itself.
    pub(crate) fn is_playing(&self) -> bool {
        self.due.is_some()
    }

    /// Moves a second at the speed chosen, in words.
    pub(crate) fn speed(&self) -> String {
        let minute = SPEEDS[self.speed];
        match minute % 60 {
            0 => format!("{}/s", minute / 60),
            _ => format!("1/{} s", 60 / minute),
        }
    }

    /// Shows the moves that are due by `now`. Returns whether anything changed.
    pub(crate) fn tick(&mut self, now: Duration) -> bool {
        let mut changed = false;
        // After a long pause several moves may be due. Each is counted from when it was due, so that the speed holds.
        while let Some(due) = self.due.filter(|&due| due <= now) {
            self.due = Some(due + self.interval());
            self.replay.seek(self.replay.cursor() + 1);
            changed = true;
            if self.replay.at_end() {
                self.due = None;
            }
        }
        changed
    }

    /// Does what a key of the player means; those that leave it are not its own to do.
    pub(crate) fn act(&mut self, action: Action, now: Duration) {
        match action {
            Action::PlayPause => self.toggle(now),
            Action::StepBack => self.go(self.replay.cursor().saturating_sub(1)),
            Action::StepOn => self.go(self.replay.cursor() + 1),
            Action::Scroll(by) => self.go(self.replay.cursor().saturating_add_signed(by.into())),
            Action::Seek(tenths) => {
                self.go(self.replay.moves().len() * usize::from(tenths) / 10);
            }
            Action::Faster => self.set_speed(self.speed + 1, now),
            Action::Slower => self.set_speed(self.speed.saturating_sub(1), now),
            _ => {}
        }
    }

    /// Starts or stops; from the end it starts anew.
    fn toggle(&mut self, now: Duration) {
        if self.due.take().is_some() {
            return;
        }
        if self.replay.at_end() {
            self.replay.seek(0);
        }
        self.due = Some(now + self.interval());
    }

    /// Going somewhere by hand stops the play.
    pub(crate) fn go(&mut self, cursor: usize) {
        self.due = None;
        self.replay.seek(cursor);
    }

    fn set_speed(&mut self, speed: usize, now: Duration) {
        self.speed = speed.min(SPEEDS.len() - 1);
        // The next move is due by the new speed, or the old one would hold up one more move.
        if self.due.is_some() {
            self.due = Some(now + self.interval());
        }
    }

    fn interval(&self) -> Duration {
        Duration::from_secs(60) / SPEEDS[self.speed]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Direction, Move, Setup};
    use std::sync::Arc;

    fn player() -> Player {
        let puzzle = Setup::numbers(4, 1, &[0, 1, 2, 3]).build().unwrap();
        let slide = |name| Move::of(puzzle.piece_named(name).unwrap(), &[Direction::Left]);
        let moves = ["1", "2", "3"].map(slide).to_vec();
        let start = puzzle.start().clone();
        let replay = Replay::new(Arc::new(puzzle), start, moves).unwrap();
        Player::new(replay, true, Duration::ZERO)
    }

    #[test]
    fn it_plays_at_its_speed_and_stops_at_the_end() {
        let mut player = player();
        let at = Duration::from_millis;
        assert!(!player.tick(at(499)));
        assert!(player.tick(at(500)));
        assert_eq!(player.replay.cursor(), 1);
        player.act(Action::Faster, at(500));
        assert!(player.tick(at(1000)));
        assert!(player.replay.at_end() && !player.is_playing());
        player.act(Action::PlayPause, at(1000));
        assert_eq!(player.replay.cursor(), 0);
    }

    #[test]
    fn a_step_by_hand_stops_the_play() {
        let mut player = player();
        player.act(Action::StepOn, Duration::ZERO);
        assert_eq!((player.replay.cursor(), player.due), (1, None));
        player.act(Action::Seek(0), Duration::ZERO);
        player.act(Action::StepBack, Duration::ZERO);
        assert_eq!(player.replay.cursor(), 0);
        player.act(Action::Seek(9), Duration::ZERO);
        assert_eq!(player.replay.cursor(), 2);
    }
}
