//! What happens: a message changes the model, and what the loop must do about it comes back. No input or output here.

#[cfg(test)]
mod tests;

use super::context::{Model, Part, Screen, Tone};
use super::help::most_scroll;
use super::keys::chord::{Chord, Key};
use super::keys::{Action, Scope};
use super::list::state::Home;
use super::message::{Effect, Message};
use super::notice::{after_move, say};
use super::play::game::Awaited;
use super::play::hints;
use super::play::input::Intent;
use super::play::slide::Slide;
use super::player::review;
use super::{daily, editor, ghost, list, map, mouse, notice, open, share, times};
use crate::engine::worker::News;
use crate::puzzle::{Direction, Family, Metric, Move};
use crate::storage::Show;
use crate::text::{Phrase, counted};
use ratatui::layout::Size;
use std::time::Duration;

/// Changes the model as the message says.
pub fn update(model: &mut Model, message: Message) -> Effect {
    let effect = match message {
        Message::Tick(now) => tick(model, now),
        Message::Key(chord) => key(model, chord),
        Message::Act(action) => act(model, action),
        Message::Play(moves) => play_all(model, &moves),
        Message::Launch(playlist) => {
            model.begin(playlist);
            daily::update::relist(model);
            Effect::Draw
        }
        Message::Choose(place) => list::update::enter(model, place),
        Message::Drawn(draft) => editor::update::replace(model, *draft),
        Message::Write(form, name) => editor::prompts::write(model, form, name),
        Message::Mouse(pointer) => mouse::act(model, pointer),
        Message::Resize(size) => resize(model, size),
        Message::News(news) => hear(model, news),
        Message::FileProblem(problem) => notice::warn_of(model, &problem),
        Message::Surveyed(puzzle, metric, ground) => {
            map::update::hear(model, &puzzle, metric, ground)
        }
        Message::Looked(found) => match model.screen {
            Screen::Editor => editor::prompts::hear(model, found),
            _ => open::update::hear(model, found),
        },
        Message::Date(day) => daily::update::date(model, day),
        Message::Daily(day, entries) => daily::update::hear(model, day, entries),
        Message::Pixels(canvas) => {
            if model.picture.set_canvas(canvas) {
                say(model, Phrase::NoPixels, vec![], Tone::Plain);
            }
            // What the question may have left on a terminal that does not know it is wiped.
            Effect::Repaint
        }
        Message::Continued => Effect::Repaint,
        Message::Suspend => Effect::Suspend,
        Message::Closed => Effect::Quit,
    };
    keep_clock(model);
    model.game.refresh();
    share::renew(model);
    daily::update::refresh(model);
    ghost::update::refresh(model);
    effect
}

/// The solver says something, of the game or of what is drawn.
fn hear(model: &mut Model, news: News) -> Effect {
    let editor = model.editor.as_deref_mut();
    match editor.is_some_and(|editor| editor.optima.hear(&news)) {
        true => Effect::Draw,
        false => hints::hear(model, news),
    }
}

/// Time passes: the player goes on, the clock's next second comes.
fn tick(model: &mut Model, now: Duration) -> Effect {
    let second = |model: &Model| {
        let session = &model.game.session;
        let left = model.stopwatch.left(session, model.now);
        let seconds = |left: Duration| left.as_nanos().div_ceil(1_000_000_000);
        (session.elapsed(model.now).as_secs(), left.map(seconds))
    };
    let before = second(model);
    model.now = now;
    model.stopwatch.tick(&mut model.game.session, now);
    let slid = model.slide.is_some();
    if model.slide.as_ref().is_some_and(|slide| slide.is_over(now)) {
        model.slide = None;
    }
    let turned = match &mut model.screen {
        Screen::Player(player) => player.tick(now),
        Screen::Play | Screen::Map(_) => second(model) != before,
        Screen::Home(_) | Screen::Open(_) | Screen::Times(_) | Screen::Editor => false,
    };
    if turned || slid { Effect::Draw } else { Effect::None }
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
    model.help = model.help.map(|scroll| scroll.min(most_scroll(model)));
    Effect::Draw
}

fn key(model: &mut Model, chord: Chord) -> Effect {
    if model.picking {
        return pick(model, chord);
    }
    if list::update::typed(model, chord)
        || open::update::typed(model, chord)
        || editor::update::typed(model, chord)
    {
        return Effect::Draw;
    }
    meant(model, chord).map_or(Effect::None, |action| act(model, action))
}

fn act(model: &mut Model, action: Action) -> Effect {
    model.notice = None;
    model.slide = None;
    match action {
        Action::Quit => return Effect::Quit,
        Action::Suspend => return Effect::Suspend,
        Action::Redraw => return Effect::Repaint,
        Action::Theme => next_theme(model),
        Action::Language => next_language(model),
        Action::Help => model.help = model.help.is_none().then_some(0),
        _ => match model.scope() {
            Scope::Help => help(model, action),
            Scope::Player => player(model, action),
            Scope::Home => return list::update::act(model, action),
            Scope::Map => {
                if let Some(left) = map::update::act(model, action) {
                    play(model, left);
                }
            }
            Scope::Open => open::update::act(model, action),
            Scope::Times => times::update::act(model, action),
            Scope::Editor | Scope::Save | Scope::Export => editor::update::act(model, action),
            Scope::Play | Scope::Always => play(model, action),
        },
    }
    Effect::Draw
}

/// Plays moves on the own board, up to the first that is not legal.
fn play_all(model: &mut Model, moves: &[Move]) -> Effect {
    model.notice = None;
    model.slide = None;
    let now = model.now;
    let legal = moves.iter().all(|action| model.game.play(action.clone(), now));
    after_move(model);
    if !legal {
        say(model, Phrase::Blocked, vec![], Tone::Plain);
    }
    Effect::Draw
}

/// What a key does here. The game goes on while the map is shown: a key that the map has no use for is the game's.
fn meant(model: &Model, chord: Chord) -> Option<Action> {
    let scope = model.scope();
    let here = model.keymap.action(scope, chord);
    here.or_else(|| match scope {
        Scope::Map => model.keymap.action(Scope::Play, chord),
        _ => None,
    })
}

fn next_theme(model: &mut Model) {
    model.settings.theme = model.settings.theme.next();
    let name = Part::Text(model.settings.theme.name().to_owned());
    say(model, Phrase::ThemeIs, vec![name], Tone::Plain);
}

fn next_language(model: &mut Model) {
    model.settings.lang = model.settings.lang.other();
}

fn help(model: &mut Model, action: Action) {
    model.help = match (action, model.help) {
        (Action::Scroll(lines), Some(scroll)) => {
            let moved = scroll.saturating_add_signed(lines.into());
            Some(moved.min(most_scroll(model)))
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
        Action::Copy => share::copy(model),
        _ => player.act(action, model.now),
    }
}

/// Plays the moves shown so far on the own board.
fn play_on(model: &mut Model) {
    let Screen::Player(player) = std::mem::replace(&mut model.screen, Screen::Play) else {
        return;
    };
    if let Some(own) = player.own() {
        let begin = model.game.session.line_begin();
        let turn = begin + own.turns[player.replay().cursor()];
        let now = model.now;
        turn_back(model, Phrase::NothingToUndo, |s| {
            s.go_to(turn, now);
            true
        });
        return;
    }
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
        Action::Hint => hints::ask_for(model, Awaited::Hint),
        Action::Review => review::open(model),
        Action::Solve => hints::ask_for(model, Awaited::Solution),
        Action::SwitchMetric => switch_metric(model),
        Action::Map => map::update::open(model),
        Action::Open => open::update::open(model),
        Action::Times => times::update::open(model),
        Action::Ghost => ghost::update::switch(model),
        Action::Editor => editor::update::open(model),
        Action::Blind => switch_show(model),
        Action::Copy => share::copy(model),
        Action::Numbers if model.picture.shown(model.theme()).is_some() => {
            model.picture.switch_numbers();
        }
        Action::Numbers => say(model, Phrase::NoPicture, vec![], Tone::Plain),
        Action::Back if model.game.awaited.is_some() => model.game.awaited = None,
        Action::Back => model.screen = Screen::Home(Home::new(&model.playlist)),
        _ => {}
    }
}

fn push(model: &mut Model, direction: Direction, far: bool) {
    let tiles = model.game.puzzle().family() == Family::Numbers;
    let direction = match model.settings.move_blank && tiles {
        true => direction.opposite(),
        false => direction,
    };
    match model.game.push(direction, far, model.now) {
        Intent::Moves(_, action) => {
            let slide = || Slide::new(action, model.now);
            model.slide = model.settings.animation.then(slide);
            after_move(model);
        }
        Intent::Blocked => say(model, Phrase::Blocked, vec![], Tone::Plain),
        Intent::Ambiguous => say(model, Phrase::Ambiguous, vec![], Tone::Plain),
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

fn start_picking(model: &mut Model) {
    model.picking = true;
    say(model, Phrase::PickPrompt, vec![], Tone::Plain);
}

/// The key after the one that starts picking names a piece; anything but a character gives up.
fn pick(model: &mut Model, chord: Chord) -> Effect {
    model.picking = false;
    model.notice = None;
    match chord {
        Chord { key: Key::Char(name), ctrl: false, .. } => {
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
        Some(entry) => model.start(entry),
        None => say(model, Phrase::OnlyPuzzle, vec![], Tone::Plain),
    }
}

/// What the solver says is shown, only at the end, or not at all.
fn switch_show(model: &mut Model) {
    let (next, words) = match model.settings.show {
        Show::Always => (Show::End, Phrase::ShowEnd),
        Show::End => (Show::Never, Phrase::ShowNever),
        Show::Never => (Show::Always, Phrase::ShowAlways),
    };
    model.settings.show = next;
    say(model, words, vec![], Tone::Plain);
}

fn switch_metric(model: &mut Model) {
    let at = model.game.metric() as usize;
    let next = Metric::ALL[(at + 1) % Metric::ALL.len()];
    model.settings.metric = Some(next);
    model.game.set_metric(next);
    let counted = Part::Phrase(counted(next));
    say(model, Phrase::MetricIs, vec![counted], Tone::Plain);
}
