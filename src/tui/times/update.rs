//! Speed-solving on the screen: what is said of a solve, and the list of times.

use super::state::{TimesView, average};
use super::view::most_first;
use crate::puzzle::Metric;
use crate::text::Phrase;
use crate::tui::context::{Model, Screen};
use crate::tui::keys::Action;
use crate::tui::notice::{Notice, Part, Tone};

/// Notes a scramble that was solved, if it counts, and says how fast that was.
pub(crate) fn note(model: &mut Model) {
    let game = &model.game;
    if !model.stopwatch.note(game, model.now) {
        return;
    }
    model.noted += 1;
    let size = game.puzzle().size().to_string();
    let solves = model.stopwatch.session(&size);
    let Some(solve) = solves.last() else { return };
    let steps = Part::Amount(game.session.count(Metric::Step), Metric::Step);
    let (time, pace) = (solve.mark().to_string(), solve.pace().to_string());
    let mut parts = vec![steps, Part::Text(time), Part::Text(pace)];
    let phrase = match average(&solves) {
        None => Phrase::SpeedSolved,
        Some((span, mark)) => {
            parts.push(Part::Text(span.name().to_owned()));
            parts.push(Part::Text(mark.to_string()));
            Phrase::SpeedAverage
        }
    };
    model.notice = Some(Notice::new(phrase, parts, Tone::Good));
}

/// Shows the times of the size that is played, or of the first one that has any.
pub(crate) fn open(model: &mut Model) {
    let played = model.game.scramble.map(|_| model.game.puzzle().size().to_string());
    let first = || model.stopwatch.times().sizes().next().map(str::to_owned);
    model.notice = None;
    match played.or_else(first) {
        Some(size) => model.screen = Screen::Times(TimesView { size, first: 0 }),
        None => model.notice = Some(Notice::new(Phrase::NoTimes, vec![], Tone::Plain)),
    }
}

/// Does what a key of the list of times means.
pub(crate) fn act(model: &mut Model, action: Action) {
    let most = most_first(model);
    let Screen::Times(view) = &mut model.screen else {
        return;
    };
    match action {
        Action::Scroll(by) => view.first = view.first.saturating_add_signed(by.into()).min(most),
        Action::NextPiece => go_size(model, 1),
        Action::PreviousPiece => go_size(model, -1),
        _ => model.screen = Screen::Play,
    }
}

/// Goes to another size that has times, round and round.
fn go_size(model: &mut Model, by: isize) {
    let Screen::Times(view) = &mut model.screen else {
        return;
    };
    let sizes: Vec<&str> = model.stopwatch.times.sizes().collect();
    let Ok(count) = isize::try_from(sizes.len()) else {
        return;
    };
    if count == 0 {
        return;
    }
    let at = sizes.iter().position(|&size| size == view.size);
    let at = at.map_or(0, |at| (at as isize + by).rem_euclid(count));
    let size = sizes[at as usize].to_owned();
    *view = TimesView { size, first: 0 };
}
