//! The puzzles of the day: made on a thread of their own when they are first wanted, and how they went.

use crate::generate::{Daily, Day};
use crate::notation::{Claim, Entry, Text};
use crate::storage::Score;
use crate::text::{Lang, Phrase};
use crate::tui::context::{Model, Screen};
use crate::tui::message::Effect;
use crate::tui::notice::{Notice, Part, Tone};
use std::sync::Arc;

/// Has the puzzles made when the list of puzzles is looked at, or one of them is played.
pub(crate) fn refresh(model: &mut Model) {
    let id = &model.game.entry.id;
    let is_played = |day: Day| Daily::ALL.iter().any(|daily| *id == daily.id(day));
    if matches!(model.screen, Screen::Home(_)) || model.today.offered.is_some_and(is_played) {
        model.today.want();
    }
}

/// Makes the puzzles of `day`.
pub(crate) fn make(day: Day) -> Vec<Entry> {
    Daily::ALL.iter().map(|daily| daily.of(day)).collect()
}

/// It is this day. The puzzles that are offered follow the date, unless those of another day were asked for; one that is
/// played goes on.
pub(crate) fn date(model: &mut Model, day: Day) -> Effect {
    if model.today.today == Some(day) {
        return Effect::None;
    }
    let chosen = chosen(model);
    let gone = model.today.turn_to(day);
    model.playlist.take_back(&gone);
    relist_home(model, chosen);
    Effect::Draw
}

/// The puzzle that is chosen in the list, if that is shown.
fn chosen(model: &Model) -> Option<Arc<Entry>> {
    match &model.screen {
        Screen::Home(home) => home.choice(&model.playlist),
        _ => None,
    }
}

fn relist_home(model: &mut Model, chosen: Option<Arc<Entry>>) {
    if let Screen::Home(home) = &mut model.screen {
        home.relist(&model.playlist, chosen);
    }
}

/// The puzzles of a day have been made: they are the first collection of the list, if they are still those that are wanted.
pub(crate) fn hear(model: &mut Model, day: Day, entries: Vec<Entry>) -> Effect {
    if model.today.offered != Some(day) {
        return Effect::None;
    }
    let chosen = chosen(model);
    model.today.entries = model.playlist.put_first(title(day), entries);
    relist_home(model, chosen);
    if model.game.session.is_solved() {
        note(model);
    }
    Effect::Draw
}

/// There is another list of puzzles, which has to have those of the day too.
pub(crate) fn relist(model: &mut Model) {
    let entries: Vec<Entry> = model.today.entries.iter().map(|e| Entry::clone(e)).collect();
    if let Some(day) = model.today.offered.filter(|_| !entries.is_empty()) {
        model.today.entries = model.playlist.put_first(title(day), entries);
    }
}

fn title(day: Day) -> Text {
    let words = |lang| Phrase::DailyOf.with(lang, &[&day.to_string()]);
    Text { en: words(Lang::En), zh: Some(words(Lang::Zh)) }
}

/// Notes that one of today's puzzles was solved without help, and says how the day stands.
pub(crate) fn note(model: &mut Model) {
    let session = &model.game.session;
    let Some((day, daily)) = model.today.which(&model.game.entry) else {
        return;
    };
    if model.today.is_over(day) {
        let moves = Part::Amount(session.count(daily.metric()), daily.metric());
        let parts = vec![moves, Part::Text(day.to_string())];
        model.notice = Some(Notice::new(Phrase::DailyOver, parts, Tone::Plain));
    }
    if model.today.today != Some(day) {
        return;
    }
    let claim = model.game.entry.claims.get(daily.metric());
    let (Some(Claim::Moves(fewest)), 0, true) = (claim, session.hints(), session.is_from_start())
    else {
        return;
    };
    let moves = session.count(daily.metric());
    let score = Score { moves: u32::try_from(moves).unwrap_or(u32::MAX), fewest };
    if model.today.days.note(day, daily, score) {
        model.noted += 1;
    }
    let shared = Part::Text(model.today.days.shared(day));
    let parts = vec![Part::Amount(moves, daily.metric()), shared];
    model.notice = Some(Notice::new(Phrase::DailySolved, parts, Tone::Good));
}
