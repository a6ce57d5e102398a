//! Against whom a game is played: made when it is first wanted, and again when the game or what is known of it changes.

use super::rival::Rival;
use crate::puzzle::{Metric, Position};
use crate::storage::{Bests, Ghost};
use crate::tui::play::game::Game;
use std::time::Duration;

/// The game that is played against, and what it was made for.
#[derive(Debug, Default)]
pub(crate) struct GhostState {
    made_for: Option<RivalKey>,
    /// The rival, if there is one.
    pub(crate) rival: Option<Rival>,
}

/// When any of this changes, there is another rival.
#[derive(PartialEq, Eq, Debug)]
struct RivalKey {
    /// The number of the game, and how many turns were in force when its line began.
    game: (u64, usize),
    metric: Metric,
    is_optimal: bool,
    start: Position,
    /// What is known of the puzzle, as long as it does not know the line.
    learned: Option<u64>,
}

/// Where the ghost stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Standing<'a> {
    /// Its position.
    pub position: &'a Position,
    /// How many moves it had still to make.
    pub left: usize,
}

impl GhostState {
    /// Makes the rival of the game with this number, unless it is there already.
    pub(crate) fn refresh(&mut self, ghost: Ghost, game: &Game, number: u64, bests: &Bests) {
        if ghost == Ghost::Off {
            *self = GhostState::default();
            return;
        }
        let waits = ghost.is_optimal() && self.rival.is_none();
        let occasion = |learned| RivalKey {
            game: (number, game.session.line_begin()),
            metric: game.metric(),
            is_optimal: ghost.is_optimal(),
            start: game.session.line_start().clone(),
            learned,
        };
        // Only a rival that is still missing depends on what the solver learns; one that is there is not made again at each news.
        let now = occasion(waits.then(|| game.knowledge.learned()));
        if self.made_for.as_ref() == Some(&now) {
            return;
        }
        self.rival = match ghost.is_optimal() {
            true => optimal(game),
            false => best(game, bests),
        };
        let waits = ghost.is_optimal() && self.rival.is_none();
        self.made_for = Some(occasion(waits.then(|| game.knowledge.learned())));
    }

    /// Where the ghost stands at this moment of the game. One whose times are not known stands where it was after as many
    /// moves.
    pub(crate) fn standing(
        &self,
        ghost: Ghost,
        game: &Game,
        now: Duration,
    ) -> Option<Standing<'_>> {
        let rival = self.rival.as_ref()?;
        let moves = game.session.count(game.metric());
        // A line that begins with a restart is a race of its own.
        let since = || {
            let began = game.session.line_began_at();
            game.session.elapsed(now).saturating_sub(began)
        };
        let timed = ghost.is_timed().then(since);
        let begun = game.session.has_begun();
        let made = match timed.and_then(|time| rival.moves_at(time)) {
            Some(made) if begun => made,
            Some(_) => 0,
            None => moves,
        };
        let made = made.min(rival.length());
        Some(Standing { position: rival.position(made), left: rival.length() - made })
    }
}

/// The best game of the puzzle's start.
fn best(game: &Game, bests: &Bests) -> Option<Rival> {
    let puzzle = game.session.puzzle();
    let best = bests.get(puzzle, game.metric())?;
    // After a jump the game begins elsewhere, and the best game from the puzzle's start is no rival for it.
    let is_fair = game.session.is_from_start();
    Rival::best(puzzle, game.metric(), best).filter(|_| is_fair)
}

/// The optimal line from where the line of the game began.
fn optimal(game: &Game) -> Option<Rival> {
    let start = game.session.line_start();
    let path = game.knowledge.path(start)?;
    Rival::steady(game.puzzle(), start, &path)
}
