//! The puzzles of the day: made on a thread of their own when they are first wanted, and how they went.

use crate::generate::{Daily, Day};
use crate::notation::{Claim, Entry, Text};
use crate::solver::{self, Limits, NoMonitor};
use crate::storage::Score;
use crate::text::{Lang, Phrase};
use crate::tui::context::Context;
use crate::tui::notice::{Part, Tone, say};

/// Has the puzzles made if one of them is played; they are also made for the list of puzzles.
pub(crate) fn want_if_played(ctx: &mut Context) {
    if ctx.today.is_awaited(&ctx.game.entry) {
        ctx.today.want();
    }
}

/// Makes the puzzles of `day`.
pub(crate) fn make(day: Day) -> Vec<Entry> {
    Daily::ALL.iter().map(|daily| rated(daily.of(day))).collect()
}

/// The puzzle with its difficulty.
fn rated(entry: Entry) -> Entry {
    let metric = entry.metric();
    let known = match entry.claims.get(metric) {
        Some(Claim::Moves(moves)) => Some(moves),
        _ => None,
    };
    let rated =
        solver::difficulty(&entry.puzzle, metric, known, &Limits::default(), &mut NoMonitor);
    Entry { difficulty: rated.ok().flatten(), ..entry }
}

/// It is this day. The puzzles that are offered follow the date, unless those of another day were asked for; one that is
/// played goes on. Returns whether it was another day before.
pub(crate) fn date(ctx: &mut Context, day: Day) -> bool {
    if ctx.today.today == Some(day) {
        return false;
    }
    let gone = ctx.today.turn_to(day);
    ctx.playlist.take_back(&gone);
    want_if_played(ctx);
    true
}

/// The puzzles of a day have been made: they are the first collection of the list, if they are still those that are wanted.
/// Returns whether they are.
pub(crate) fn hear(ctx: &mut Context, day: Day, entries: Vec<Entry>) -> bool {
    if ctx.today.offered != Some(day) {
        return false;
    }
    ctx.today.entries = ctx.playlist.put_first(title(day), entries);
    // A game that goes on may be solved before its puzzle is known to be one of the day's.
    if ctx.game.session.is_solved() {
        note(ctx);
    }
    if std::mem::take(&mut ctx.today.goes_on)
        && let Some(entry) = ctx.playlist.advance()
    {
        ctx.notice = None;
        ctx.start(entry);
    }
    true
}

/// There is another list of puzzles, which has to have those of the day too.
pub(crate) fn relist(ctx: &mut Context) {
    let entries: Vec<Entry> = ctx.today.entries.iter().map(|e| Entry::clone(e)).collect();
    if let Some(day) = ctx.today.offered.filter(|_| !entries.is_empty()) {
        ctx.today.entries = ctx.playlist.put_first(title(day), entries);
    }
}

/// The name of the collection of a day.
pub(crate) fn title(day: Day) -> Text {
    let words = |lang| Phrase::DailyOf.with(lang, &[&day.to_string()]);
    Text { en: words(Lang::En), zh: Some(words(Lang::Zh)) }
}

/// Notes that one of today's puzzles was solved without help, and says how the day stands.
pub(crate) fn note(ctx: &mut Context) {
    let Some((day, daily)) = ctx.today.which(&ctx.game.entry) else {
        return;
    };
    let moves = ctx.game.session.count(daily.metric());
    if ctx.today.is_over(day) {
        let parts = vec![Part::Amount(moves, daily.metric()), Part::Text(day.to_string())];
        say(ctx, Phrase::DailyOver, parts, Tone::Plain);
    }
    if ctx.today.today != Some(day) {
        return;
    }
    let session = &ctx.game.session;
    let claim = ctx.game.entry.claims.get(daily.metric());
    let (Some(Claim::Moves(fewest)), 0, true) = (claim, session.hints(), session.is_from_start())
    else {
        return;
    };
    let score = Score { moves: u32::try_from(moves).unwrap_or(u32::MAX), fewest };
    // The moves alone do not tell that there is something new to be kept.
    if ctx.today.days.note(day, daily, score) {
        ctx.noted += 1;
    }
    let shared = Part::Text(ctx.today.days.shared(day));
    let parts = vec![Part::Amount(moves, daily.metric()), shared];
    say(ctx, Phrase::DailySolved, parts, Tone::Good);
}
