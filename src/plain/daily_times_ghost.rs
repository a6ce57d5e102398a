//! Against the calendar, the clock and oneself: the puzzles of the day, the times of scrambles, the ghost.

use super::command;
use super::driver::{Driver, LONG_PATIENCE};
use super::status::{beside, words};
use crate::generate::{Daily, Day, seed_named, seed_text};
use crate::notation::printable;
use crate::storage::{Ghost, Mark, Score, Solve, Span, size_name};
use crate::text::{Lang, Phrase, Spoken, amount};
use crate::tui::ghost::update::standing as standing_of_ghost;
use crate::tui::{Action, Model, Scope, Screen, commands, named, with_keys};
use std::io;
use std::sync::Arc;

/// How many solves are listed unless all are asked for.
const NEWEST: usize = 12;
/// The size of a scramble if none is said.
const USUAL_SIZE: &str = "4x4";

/// Tells the puzzles of the day and how they went, or plays one of them.
pub(crate) fn daily(driver: &mut Driver, rest: &str) -> io::Result<Vec<String>> {
    make(driver)?;
    let model = driver.model();
    let Some((day, puzzles)) = model.today.offer() else {
        return Ok(vec![driver.say(Spoken::NoDaily)]);
    };
    if puzzles.is_empty() {
        return Ok(vec![driver.say(Spoken::StillAtWork)]);
    }
    if rest.is_empty() {
        return Ok(days_list(model, day));
    }
    let numbered = |at: usize| (at + 1).to_string() == rest;
    let found = (0..puzzles.len()).find(|&at| Daily::ALL[at].name() == rest || numbered(at));
    let Some(wanted) = found.map(|at| &puzzles[at]) else {
        return Ok(driver.needs("daily", Spoken::ADaily));
    };
    let mut entries = model.playlist.entries().iter();
    match entries.position(|entry| Arc::ptr_eq(entry, wanted)) {
        Some(place) => driver.choose(place),
        None => Ok(vec![driver.say(Spoken::NoDaily)]),
    }
}

/// Has the puzzles of the day made, as the list of puzzles does when it is looked at.
fn make(driver: &mut Driver) -> io::Result<()> {
    let is_there = |model: &Model| model.today.offer().is_none_or(|(_, made)| !made.is_empty());
    if is_there(driver.model()) {
        return Ok(());
    }
    driver.come_back()?;
    while !matches!(driver.model().screen, Screen::List(_)) {
        driver.press(Action::Back)?;
    }
    driver.wait(LONG_PATIENCE, is_there)?;
    driver.come_back()
}

fn days_list(model: &Model, day: Day) -> Vec<String> {
    let (lang, today) = (model.lang(), &model.today);
    let streak = today.days.streak(day).to_string();
    let mut lines = vec![Spoken::DailyIs.with(lang, &[&day.to_string(), &streak])];
    let puzzles = today.offer().map_or(&[][..], |(_, puzzles)| puzzles);
    for (number, (daily, entry)) in (1..).zip(Daily::ALL.into_iter().zip(puzzles)) {
        let number: usize = number;
        let went = match today.days.score(day, daily) {
            None => Spoken::NotSolvedYet.words(lang).to_owned(),
            Some(Score { moves, fewest }) => {
                let moves = amount(lang, moves as usize, daily.metric());
                Spoken::SolvedIn.with(lang, &[&moves, &fewest.to_string()])
            }
        };
        lines.push(Spoken::DailyPuzzle.with(lang, &[number.to_string(), named(entry, lang), went]));
    }
    lines.push(Spoken::DailyHow.words(lang).to_owned());
    lines
}

/// The line that tells others how the day goes.
pub(crate) fn share(model: &Model) -> Vec<String> {
    let lang = model.lang();
    match model.today.offer() {
        Some((day, _)) => vec![Spoken::ShareIs.with(lang, &[&model.today.days.shared(day)])],
        None => vec![Spoken::NoDaily.words(lang).to_owned()],
    }
}

/// A scramble of a size, from a seed if one is said.
pub(crate) fn scramble(driver: &mut Driver, rest: &str) -> io::Result<Vec<String>> {
    let played = driver.model().game.scramble.map(size_name);
    let mut words = rest.split_whitespace();
    let size = words.next().map(str::to_owned).or(played);
    let size = size.unwrap_or_else(|| USUAL_SIZE.to_owned());
    let seed = words.next().map(|word| seed_named(word).ok_or(())).transpose();
    let (true, Ok(seed), None) = (is_size(&size), seed, words.next()) else {
        return Ok(driver.needs("scramble", Spoken::ASizeAndSeed));
    };
    let before = Arc::clone(&driver.model().game.entry);
    let mut lines = driver.start(&size, seed)?;
    if !Arc::ptr_eq(&before, &driver.model().game.entry) {
        lines.push(driver.say(Spoken::ClockStarts));
        let looking = driver.model().stopwatch.inspection;
        lines.extend(looking.map(|time| {
            Spoken::ClockStartsAfter.with(driver.lang(), &[time.as_secs().to_string()])
        }));
    }
    Ok(lines)
}

/// Whether it looks like `4x4`.
fn is_size(text: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    let sides = text.split_once('x');
    sides.is_some_and(|(width, height)| is_number(width) && is_number(height))
}

/// The times of a size: the averages, and the solves, the newest first.
pub(crate) fn times(model: &Model, rest: &str) -> Vec<String> {
    let (lang, stopwatch) = (model.lang(), &model.stopwatch);
    let mut words = rest.split_whitespace();
    let all = |word: &&str| Spoken::All.is(word);
    let asked = words.clone().find(|word| !all(word)).map(str::to_owned);
    let played = model.game.scramble.map(size_name);
    let has_any = |size: &String| !stopwatch.times.of(size).is_empty();
    let first = || stopwatch.times.sizes().next().map(str::to_owned);
    let Some(size) = asked.or(played.filter(has_any)).or_else(first) else {
        return vec![with_keys(model, Phrase::NoTimes.words(lang))];
    };
    let solves = stopwatch.times.of(&size);
    if solves.is_empty() {
        let size = printable::masked(&size);
        return vec![Spoken::NoTimesOf.with(lang, &[&size])];
    }
    let session = stopwatch.session(&size);
    let mut lines = figures(&size, &solves, &session, lang);
    let most = if words.any(|word| all(&word)) { solves.len() } else { NEWEST };
    let newest = solves.iter().enumerate().rev().take(most);
    lines.extend(newest.map(|(at, solve)| one_solve(at + 1, solve, lang)));
    if let Some(more) = solves.len().checked_sub(most).filter(|&more| more > 0) {
        lines.push(Spoken::TimesMore.with(lang, &[&more.to_string(), &size]));
    }
    lines
}

/// How many there are, and every average: now, and at best.
fn figures(size: &str, solves: &[Solve], session: &[Solve], lang: Lang) -> Vec<String> {
    let marks = |solves: &[Solve]| solves.iter().map(Solve::mark).collect::<Vec<Mark>>();
    let (ever, session) = (marks(solves), marks(session));
    let solved = solves.iter().filter(|solve| solve.solved).count();
    let counts = [solved, ever.len(), session.len()].map(|count| count.to_string());
    let head = Spoken::TimesAre.with(lang, &[size, &counts[0], &counts[1], &counts[2]]);
    let span = |span: Span| {
        // An average of more solves than there are is left out.
        let best = span.best(&ever)?;
        let all = [span.last(&session), span.best(&session), Some(best)];
        let [now, session, ever] = all.map(|mark| marked(mark, lang));
        let name = span_name(span).words(lang);
        Some(Spoken::SpanIs.with(lang, &[name, &now, &session, &ever]))
    };
    let spans = Span::ALL.into_iter().filter_map(span);
    [head].into_iter().chain(spans).collect()
}

fn span_name(span: Span) -> Spoken {
    match span {
        Span::Single => Spoken::Single,
        Span::Mean3 => Spoken::Mean3,
        Span::Average5 => Spoken::Average5,
        Span::Average12 => Spoken::Average12,
        Span::Average100 => Spoken::Average100,
    }
}

fn marked(mark: Option<Mark>, lang: Lang) -> String {
    match mark {
        None => Spoken::NoneYet.words(lang).to_owned(),
        Some(Mark::Dnf) => Spoken::NotFinished.words(lang).to_owned(),
        Some(time) => Spoken::Seconds.with(lang, &[&time.to_string()]),
    }
}

fn one_solve(number: usize, solve: &Solve, lang: Lang) -> String {
    let (number, seed) = (number.to_string(), seed_text(solve.seed));
    let mark = marked(Some(solve.mark()), lang);
    let steps = amount(lang, solve.steps as usize, crate::puzzle::Metric::Step);
    let pace = solve.pace().to_string();
    match solve.solved {
        true => Spoken::SolveIs.with(lang, &[&number, &mark, &steps, &pace, &seed]),
        false => Spoken::SolveFailed.with(lang, &[&number, &mark, &seed]),
    }
}

/// Takes the next ghost or the one that is named, or tells the ghost's board.
pub(crate) fn ghost(driver: &mut Driver, rest: &str) -> io::Result<Vec<String>> {
    if command::is(commands(Scope::Play), "board", rest) {
        let model = driver.model();
        return Ok(match standing_of_ghost(model) {
            Some(there) => words(model).board(there.position),
            None => vec![driver.say(Spoken::NoGhost)],
        });
    }
    let wanted = Ghost::ALL.into_iter().find(|&ghost| ghost_name(ghost).is(rest));
    if wanted.is_none() && !rest.is_empty() {
        return Ok(driver.needs("ghost", Spoken::AGhost));
    }
    driver.come_back()?;
    // The key goes round the ghosts, so that after this many presses each has had its turn.
    for _ in Ghost::ALL {
        driver.press(Action::Ghost)?;
        if wanted.is_none_or(|wanted| wanted == driver.model().settings.ghost) {
            break;
        }
    }
    let mut lines = driver.notice();
    let stop = Spoken::FullStop.words(driver.lang());
    lines.extend(beside(driver.model()).map(|words| capitalised(&words) + stop));
    Ok(lines)
}

fn ghost_name(ghost: Ghost) -> Spoken {
    match ghost {
        Ghost::Off => Spoken::GhostOff,
        Ghost::Best => Spoken::GhostBest,
        Ghost::BestTime => Spoken::GhostBestTime,
        Ghost::Optimal => Spoken::GhostOptimal,
        Ghost::OptimalTime => Spoken::GhostOptimalTime,
    }
}

fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}
