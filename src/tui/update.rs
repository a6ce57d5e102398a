//! What happens: a message changes the model, and what the loop must do about it comes back. No input or output here.

use super::chord::{Chord, Key};
use super::game::{Awaited, Game};
use super::keys::{self, Action, Scope};
use super::model::{Model, Notice, Part, Screen, Tone};
use super::player::Player;
use super::steer::Push;
use crate::puzzle::{Direction, Metric, Move};
use crate::session::Replay;
use crate::solver::worker::{News, Report};
use crate::text::{Phrase, arrow, counted};
use ratatui::layout::Size;
use std::time::Duration;

/// What the loop hears of.
#[derive(Debug)]
pub enum Message {
    /// So much time has passed since the program began.
    Tick(Duration),
    /// A key was pressed.
    Key(Chord),
    /// The window has this size now.
    Resize(Size),
    /// The solver says something.
    News(News),
    /// The program was stopped and goes on.
    Continued,
    /// Somebody wants the program to stop for a while.
    Suspend,
    /// There is no more input.
    Closed,
}

/// What the loop must do, the more important the greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Effect {
    /// Nothing.
    #[default]
    None,
    /// Draw what has changed.
    Draw,
    /// Draw everything.
    Repaint,
    /// Give the terminal to the shell until it is given back.
    Suspend,
    /// End.
    Quit,
}

/// Changes the model as the message says.
pub fn update(model: &mut Model, message: Message) -> Effect {
    let effect = match message {
        Message::Tick(now) => tick(model, now),
        Message::Key(chord) => key(model, chord),
        Message::Resize(size) => resize(model, size),
        Message::News(news) => hear(model, news),
        Message::Continued => Effect::Repaint,
        Message::Suspend => Effect::Suspend,
        Message::Closed => Effect::Quit,
    };
    keep_clock(model);
    effect
}

/// Time passes: the player goes on, the clock's next second comes.
fn tick(model: &mut Model, now: Duration) -> Effect {
    let second = |model: &Model| model.game.session.elapsed(model.now).as_secs();
    let before = second(model);
    model.now = now;
    let turned = match &mut model.screen {
        Screen::Player(player) => player.tick(now),
        Screen::Play => second(model) != before,
    };
    if turned { Effect::Draw } else { Effect::None }
}

/// The clock stands still while the own board cannot be seen.
fn keep_clock(model: &mut Model) {
    if model.is_watched() {
        model.game.session.resume(model.now);
    } else {
        model.game.session.pause(model.now);
    }
}

fn resize(model: &mut Model, size: Size) -> Effect {
    model.window = size;
    model.help = model.help.map(|scroll| scroll.min(model.most_scroll()));
    Effect::Draw
}

fn key(model: &mut Model, chord: Chord) -> Effect {
    if model.picking {
        return pick(model, chord);
    }
    let Some(action) = keys::action(model.scope(), chord) else {
        return Effect::None;
    };
    model.notice = None;
    match action {
        Action::Quit => return Effect::Quit,
        Action::Suspend => return Effect::Suspend,
        Action::Redraw => return Effect::Repaint,
        Action::Theme => next_theme(model),
        Action::Language => model.lang = model.lang.other(),
        Action::Help => model.help = Some(0),
        _ => match model.scope() {
            Scope::Help => help(model, action),
            Scope::Player => player(model, action),
            Scope::Play | Scope::Always => play(model, action),
        },
    }
    Effect::Draw
}

fn next_theme(model: &mut Model) {
    model.theme.palette = model.theme.palette.next();
    let name = Part::Text(model.theme.palette.name().to_owned());
    say(model, Phrase::ThemeIs, vec![name], Tone::Plain);
}

fn help(model: &mut Model, action: Action) {
    model.help = match (action, model.help) {
        (Action::Scroll(lines), Some(scroll)) => {
            let moved = scroll.saturating_add_signed(lines.into());
            Some(moved.min(model.most_scroll()))
        }
        _ => None,
    };
}

fn player(model: &mut Model, action: Action) {
    let Screen::Player(player) = &mut model.screen else {
        return;
    };
    match action {
        Action::Back => model.screen = Screen::Play,
        Action::PlayOn => play_on(model),
        _ => player.act(action, model.now),
    }
}

/// Plays the moves shown so far on the own board.
fn play_on(model: &mut Model) {
    let Screen::Player(player) = std::mem::replace(&mut model.screen, Screen::Play) else {
        return;
    };
    for action in player.replay().behind() {
        model.game.play(action.clone(), model.now);
    }
    after_move(model);
}

fn play(model: &mut Model, action: Action) {
    let now = model.now;
    match action {
        Action::Go(direction) => push(model, direction, false),
        Action::GoFar(direction) => push(model, direction, true),
        Action::NextPiece => model.game.cycle(1),
        Action::PreviousPiece => model.game.cycle(-1),
        Action::PickPiece => start_picking(model),
        Action::Undo => turn_back(model, Phrase::NothingToUndo, |s| s.undo(now)),
        Action::Redo => turn_back(model, Phrase::NothingToRedo, |s| s.redo(now)),
        Action::Restart => turn_back(model, Phrase::NothingToUndo, |s| s.restart(now)),
        Action::Next => next_puzzle(model),
        Action::Hint => ask_for(model, Awaited::Hint),
        Action::Solve => ask_for(model, Awaited::Solution),
        Action::SwitchMetric => switch_metric(model),
        Action::Back => model.game.awaited = None,
        _ => {}
    }
}

fn push(model: &mut Model, direction: Direction, far: bool) {
    match model.game.push(direction, far, model.now) {
        Push::Moves(..) => after_move(model),
        Push::Blocked => say(model, Phrase::Blocked, vec![], Tone::Plain),
        Push::Ambiguous => say(model, Phrase::Ambiguous, vec![], Tone::Plain),
    }
}

fn turn_back(
    model: &mut Model,
    nothing: Phrase,
    turn: impl FnOnce(&mut crate::session::Session) -> bool,
) {
    model.game.awaited = None;
    if model.game.turn_back(turn) {
        after_move(model);
    } else {
        say(model, nothing, vec![], Tone::Plain);
    }
}

/// The board has changed: help asked for the position before is no longer wanted; a solution is announced.
fn after_move(model: &mut Model) {
    model.game.awaited = None;
    if model.game.session.is_solved() {
        model.notice = Some(congratulation(&model.game));
    } else {
        warn_if_lost(model);
    }
}

/// Says so when the solver knows that there is no way back to a solution.
fn warn_if_lost(model: &mut Model) {
    if model.game.remaining() == super::oracle::Remaining::Never {
        say(model, Phrase::UnsolvableFromHere, vec![], Tone::Bad);
    }
}

fn congratulation(game: &Game) -> Notice {
    let count = game.session.count(game.metric());
    let number = |n: usize| Part::Text(n.to_string());
    let metric = Part::Phrase(counted(game.metric()));
    match game.par().map(|par| par as usize) {
        Some(par) if par == count => Notice::new(
            Phrase::SolvedOptimally,
            vec![metric, number(count)],
            Tone::Good,
        ),
        Some(par) => Notice::new(
            Phrase::SolvedWith,
            vec![number(count), metric, number(par)],
            Tone::Good,
        ),
        None => Notice::new(Phrase::SolvedPlain, vec![number(count), metric], Tone::Good),
    }
}

fn start_picking(model: &mut Model) {
    model.picking = true;
    say(model, Phrase::PickPrompt, vec![], Tone::Plain);
}

/// The key after the one that starts picking names a piece; anything but a character gives up.
fn pick(model: &mut Model, chord: Chord) -> Effect {
    model.picking = false;
    model.notice = None;
    match chord {
        Chord {
            key: Key::Char(name),
            ctrl: false,
            ..
        } => {
            if !model.game.pick(name) {
                say(model, Phrase::NoSuchPiece, vec![], Tone::Plain);
            }
            Effect::Draw
        }
        Chord { key: Key::Esc, .. } => Effect::Draw,
        _ => key(model, chord),
    }
}

fn next_puzzle(model: &mut Model) {
    match model.playlist.advance() {
        Some(entry) => {
            let metric = model.metric.unwrap_or(entry.metric());
            model.game = Game::new(entry, metric);
        }
        None => say(model, Phrase::OnlyPuzzle, vec![], Tone::Plain),
    }
}

fn switch_metric(model: &mut Model) {
    let at = model.game.metric() as usize;
    let next = Metric::ALL[(at + 1) % Metric::ALL.len()];
    model.metric = Some(next);
    model.game.set_metric(next);
    let counted = Part::Phrase(counted(next));
    say(model, Phrase::MetricIs, vec![counted], Tone::Plain);
}

/// Gives the help at once if the solver has it, else as soon as it does.
fn ask_for(model: &mut Model, wanted: Awaited) {
    if model.game.session.is_solved() {
        return say(model, Phrase::AlreadySolved, vec![], Tone::Plain);
    }
    model.game.awaited = Some(wanted);
    if !deliver(model) {
        let wait = match wanted {
            Awaited::Hint => Phrase::HintWaits,
            Awaited::Solution => Phrase::SolveWaits,
        };
        say(model, wait, vec![], Tone::Plain);
    }
}

/// The solver says something.
fn hear(model: &mut Model, news: News) -> Effect {
    let failure = match &news.report {
        Report::Failed(why) => Some(why.clone()),
        _ => None,
    };
    if !model.game.oracle.hear(news) {
        return Effect::None;
    }
    if let Some(why) = failure {
        say(
            model,
            Phrase::SolverFailed,
            vec![Part::Text(why)],
            Tone::Bad,
        );
    } else {
        warn_if_lost(model);
    }
    deliver(model);
    Effect::Draw
}

/// Gives the help that is waited for, if the solver has it or will never have it. Returns whether nothing is waited for.
fn deliver(model: &mut Model) -> bool {
    let Some(wanted) = model.game.awaited else {
        return true;
    };
    let given = match wanted {
        Awaited::Hint => hint(model),
        Awaited::Solution => open_player(model),
    };
    if !given && !model.game.oracle.is_settled(model.game.session.position()) {
        return false;
    }
    model.game.awaited = None;
    if !given {
        give_up(model);
    }
    true
}

/// Says why there is no help.
fn give_up(model: &mut Model) {
    match model.game.remaining() {
        super::oracle::Remaining::Bounds { lower, .. } => {
            let lower = Part::Text(lower.to_string());
            say(model, Phrase::GaveUp, vec![lower], Tone::Bad);
        }
        _ => say(model, Phrase::UnsolvableFromHere, vec![], Tone::Bad),
    }
}

/// Shows the next optimal move: the piece, the way, and where it will stand.
fn hint(model: &mut Model) -> bool {
    let game = &mut model.game;
    let Some(action) = game.oracle.next(game.session.position()) else {
        return false;
    };
    let Some(piece) = action.piece() else {
        return false;
    };
    let ascii = model.theme.ascii;
    let parts = vec![
        Part::Text(game.label(piece, ascii)),
        Part::Text(way(&action, ascii)),
    ];
    game.session.note_hint();
    game.select(piece);
    game.hint = Some(action);
    say(model, Phrase::HintIs, parts, Tone::Good);
    true
}

/// The directions of a move in arrows.
fn way(action: &Move, ascii: bool) -> String {
    let steps = action.steps().iter();
    steps.map(|s| arrow(s.direction, ascii)).collect()
}

/// Opens the player on an optimal solution from here.
fn open_player(model: &mut Model) -> bool {
    let game = &mut model.game;
    let position = game.session.position().clone();
    let Some(path) = game.oracle.path(&position) else {
        return false;
    };
    let Ok(replay) = Replay::new(game.session.puzzle().clone(), position, path) else {
        return false;
    };
    game.session.note_hint();
    let player = Player::new(replay, model.animated, model.now);
    model.screen = Screen::Player(Box::new(player));
    model.notice = None;
    true
}

fn say(model: &mut Model, phrase: Phrase, parts: Vec<Part>, tone: Tone) {
    model.notice = Some(Notice::new(phrase, parts, tone));
}
