//! Looking at something else than the own board: a solution step by step, the own game in review, the map.

use super::driver::{Driver, LONG_PATIENCE};
use super::status::{standing, words};
use crate::puzzle::{Move, Path, Position};
use crate::session::{Replay, Turn};
use crate::text::{Phrase, Spoken, amount, grouped};
use crate::tui::{Action, Game, HintLevel, Message, Model, Player, Screen, ScreenKey};
use std::io;

/// The solution that is shown.
fn player(model: &Model) -> Option<&Player> {
    match &model.screen {
        Screen::Player(player) => Some(player),
        _ => None,
    }
}

/// The position that is looked at.
pub(crate) fn position(model: &Model) -> &Position {
    model.screen.shown(model).1
}

/// The moves that a hint tells, if it tells any; as the screen, not more than was asked for.
pub(crate) fn hinted(model: &Model) -> &[Move] {
    match model.game.hint_level {
        Some(HintLevel::Way | HintLevel::Ghost) => &model.game.hint,
        _ => &[],
    }
}

/// Says that there is a solution, and how it is gone through.
pub(crate) fn solution(model: &Model) -> Option<String> {
    let (game, lang) = (&model.game, model.lang());
    let moves = player(model)?.replay.moves().len();
    let whole = amount(lang, moves, game.metric());
    Some(Spoken::SolutionHas.with(lang, &[&whole]))
}

/// Where the walk stands, and the move that led there.
pub(crate) fn step(model: &Model) -> String {
    let lang = model.lang();
    let Some(replay) = player(model).map(|player| &player.replay) else {
        return Spoken::NoSolution.words(lang).to_owned();
    };
    let all = replay.moves().len().to_string();
    match replay.behind().last() {
        None => Spoken::AtStart.with(lang, &[&all]),
        Some(last) => {
            let (at, told) = (replay.cursor().to_string(), words(model).action(last));
            Spoken::StepIs.with(lang, &[&at, &all, &told])
        }
    }
}

/// Every move of what is shown.
pub(crate) fn moves(model: &Model) -> Vec<String> {
    let replay = player(model).map(|player| &player.replay);
    numbered(model, replay.map_or(&[], Replay::moves))
}

/// Every move of the own game.
pub(crate) fn own_moves(model: &Model) -> Vec<String> {
    let line = model.game.session.line().iter();
    numbered(model, &line.filter_map(Turn::played).cloned().collect::<Path>())
}

fn numbered(model: &Model, moves: &[Move]) -> Vec<String> {
    let words = words(model);
    let told = (1..).zip(moves).map(|(number, action): (usize, _)| {
        let parts = [number.to_string(), words.action(action)];
        Spoken::ListedMove.with(model.lang(), &parts)
    });
    told.collect()
}

/// The own game in review: which moves lost distance.
pub(crate) fn review(model: &Model) -> Vec<String> {
    let (lang, words) = (model.lang(), words(model));
    let Some((replay, own)) = player(model).and_then(|p| Some((&p.replay, p.own.as_ref()?))) else {
        return Vec::new();
    };
    let whole = amount(lang, replay.moves().len(), model.game.metric());
    let whole = Spoken::ReviewHas.with(lang, &[&whole]);
    if !model.is_shown() {
        return vec![whole];
    }
    let lost = (1..).zip(own.losses.iter().zip(replay.moves()));
    let lost = lost.filter(|(_, (lost, _))| **lost);
    let lost: Vec<String> = lost
        .map(|(number, (_, action)): (usize, _)| format!("{number} ({})", words.action(action)))
        .collect();
    let is_known = own.remaining.iter().all(Option::is_some);
    let second = match lost.is_empty() {
        true => is_known.then(|| Spoken::NoneLost.words(lang).to_owned()),
        false => Some(Spoken::Lost.with(lang, &[&words.listed(&lost)])),
    };
    [whole].into_iter().chain(second).collect()
}

/// Goes through what is shown, or leaves it.
pub(crate) fn act(driver: &mut Driver, command: &str, rest: &str) -> io::Result<Vec<String>> {
    let Some(at) = player(driver.model()).map(|player| player.replay.cursor()) else {
        return Ok(vec![driver.say(Spoken::NoSolution)]);
    };
    match command {
        "accept" | "return" => {
            let action = match command {
                "accept" => Action::PlayOn,
                _ => Action::Back,
            };
            driver.press(action)?;
            driver.settle()?;
            let mut lines = vec![driver.say(Spoken::BackInGame), standing(driver.model())];
            lines.extend(driver.notice());
            return Ok(lines);
        }
        "on" => driver.press(Action::StepOn)?,
        "back" => driver.press(Action::StepBack)?,
        _ => match rest.parse::<usize>() {
            Ok(wanted) => go(driver, at, wanted)?,
            Err(_) => {
                return Ok(driver.needs("go", Spoken::ANumber));
            }
        },
    }
    let now = player(driver.model()).map(|player| player.replay.cursor());
    let still = matches!(command, "on" | "back") && now == Some(at);
    Ok(match still {
        true => vec![driver.say(Spoken::NoStep)],
        false => vec![step(driver.model())],
    })
}

/// Goes step by step to the step that is wanted, or to the last one.
fn go(driver: &mut Driver, at: usize, wanted: usize) -> io::Result<()> {
    let most = player(driver.model()).map_or(0, |player| player.replay.moves().len());
    let wanted = wanted.min(most);
    let action = match wanted > at {
        true => Action::StepOn,
        false => Action::StepBack,
    };
    let steps = (0..wanted.abs_diff(at)).map(|_| Message::Act(action));
    driver.send(steps)
}

/// The map's figures, or play from one of its positions.
pub(crate) fn map(driver: &mut Driver, command: &str, rest: &str) -> io::Result<Vec<String>> {
    let lang = driver.lang();
    let distance = rest.parse::<u32>();
    // Before the map is asked for, since that may take long.
    if command == "random" && distance.is_err() {
        return Ok(driver.needs("random", Spoken::ANumber));
    }
    driver.press(Action::Show(ScreenKey::Map))?;
    if !matches!(driver.model().screen, Screen::Map(_)) {
        // It is not to be seen yet, which was said.
        return Ok(driver.notice());
    }
    driver.wait(LONG_PATIENCE, |model| model.game.map_data.is_final())?;
    let lines = match (figures(driver.model()), command) {
        (None, _) if !driver.model().game.map_data.is_final() => {
            vec![driver.say(Spoken::StillAtWork)]
        }
        (None, _) => vec![Phrase::NoMap.words(lang).to_owned()],
        (Some(lines), "map") => lines,
        (Some(_), "distances") => distances(driver.model()),
        (Some(_), "hardest") => {
            driver.press(Action::Hardest)?;
            begun(driver)?
        }
        (Some(_), _) => {
            choose(driver, distance.unwrap_or(0))?;
            begun(driver)?
        }
    };
    driver.come_back()?;
    Ok(lines)
}

fn figures(model: &Model) -> Option<Vec<String>> {
    let (game, lang): (&Game, _) = (&model.game, model.lang());
    let survey = game.map_data.space()?.survey();
    let counts = [grouped(survey.states), grouped(survey.solved)];
    let branching = format!("{:.2}", survey.mean_branching);
    let mut lines =
        vec![Spoken::MapHas.with(lang, &counts), Spoken::MapWays.with(lang, &[&branching])];
    if survey.hopeless() > 0 {
        lines.push(Spoken::MapDead.with(lang, &[&grouped(survey.hopeless())]));
    }
    if let Some(greatest) = survey.greatest() {
        let hardest = amount(lang, greatest as usize, game.metric());
        let ways = survey.optimal_solutions.to_string();
        lines.push(Spoken::MapMore.with(lang, &[&hardest, &ways]));
    }
    Some(lines)
}

/// How many distances a line tells of.
const TOLD_AT_ONCE: usize = 10;

/// How many positions there are at each distance from solved.
fn distances(model: &Model) -> Vec<String> {
    let lang = model.lang();
    let space = model.game.map_data.space();
    let counts = space.map_or(&[][..], |space| &space.survey().histogram);
    let mut lines = vec![Spoken::DistancesAre.words(lang).to_owned()];
    for (i, counts) in counts.chunks(TOLD_AT_ONCE).enumerate() {
        let first = i * TOLD_AT_ONCE;
        let last = first + counts.len() - 1;
        let counts: Vec<String> = counts.iter().map(|&count| grouped(count)).collect();
        let counts = counts.join(Spoken::Comma.words(lang));
        lines.push(Spoken::FromTo.with(lang, &[first.to_string(), last.to_string(), counts]));
    }
    lines
}

/// Chooses a distance on the map and plays from there.
fn choose(driver: &mut Driver, distance: u32) -> io::Result<()> {
    let Screen::Map(view) = &driver.model().screen else {
        return Ok(());
    };
    let by = i64::from(view.chosen) - i64::from(distance);
    let by = by.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
    let messages = [Action::Scroll(by), Action::PlayOn].map(Message::Act);
    driver.send(messages)
}

/// Tells the board that was begun from, or that there is none.
fn begun(driver: &mut Driver) -> io::Result<Vec<String>> {
    // The map is left only when a game has begun from it.
    if let Screen::Map(_) = driver.model().screen {
        return Ok(vec![driver.say(Spoken::NoneSoFar)]);
    }
    let mut lines = driver.notice();
    driver.settle()?;
    let model = driver.model();
    lines.extend(words(model).board(model.game.session.position()));
    lines.push(standing(model));
    Ok(lines)
}
