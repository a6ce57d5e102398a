//! What a solver would say of the puzzles that are played, worked out once for all games.

use crate::puzzle::{Metric, Puzzle};
use crate::solver::{Distances, Limits, NoMonitor, StateSpace};
use crate::tui::play::game::Game;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

/// What came of each puzzle in each metric; nothing of those that are too large.
type Known<T> = LazyLock<Mutex<HashMap<(String, usize), Option<Arc<T>>>>>;

static DISTANCES: Known<Distances> = LazyLock::new(Mutex::default);
static SPACES: Known<StateSpace> = LazyLock::new(Mutex::default);

/// Distances of the puzzle in play, if it is small.
pub(crate) fn distances(game: &Game) -> Option<Arc<Distances>> {
    worked_out(&DISTANCES, game, |puzzle, metric| {
        Distances::build(puzzle, metric, &limits(), &mut NoMonitor).ok()
    })
}

/// The map of the puzzle in play, if it is small.
pub(crate) fn state_space(game: &Game) -> Option<Arc<StateSpace>> {
    worked_out(&SPACES, game, |puzzle, metric| {
        StateSpace::build(puzzle, metric, &limits(), &mut NoMonitor).ok()
    })
}

/// Room for the puzzles of the pack; most of those that are drawn are left at once.
fn limits() -> Limits {
    Limits { memory: Some(4 << 20), ..Limits::default() }
}

fn worked_out<T>(
    known: &Known<T>,
    game: &Game,
    work_out: impl FnOnce(&Puzzle, Metric) -> Option<T>,
) -> Option<Arc<T>> {
    let (puzzle, metric) = (game.session.puzzle(), game.metric());
    // What is drawn may begin alike and be another puzzle.
    let name = match crate::library::find(&game.entry.id) {
        Some(known) if known.puzzle == **puzzle => game.entry.id.clone(),
        _ => format!("{puzzle:?}"),
    };
    let mut known = known.lock().unwrap();
    let entry = known.entry((name, metric as usize));
    let worked_out = entry.or_insert_with(|| work_out(puzzle, metric).map(Arc::new));
    worked_out.clone()
}
