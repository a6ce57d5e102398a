//! The game: what its keys do, on the own board and wherever else it goes on.

use super::game::Awaited;
use super::input::Intent;
use super::slide::Slide;
use super::view::Parts;
use super::{hints, lesson, mouse, view};
use crate::notation::Entry;
use crate::puzzle::{Direction, Family, Metric, Move};
use crate::session::Session;
use crate::storage::{Settings, Show};
use crate::text::{Phrase, counted_by};
use crate::tui::context::Context;
use crate::tui::keys::chord::{Chord, Key};
use crate::tui::keys::{Action, Scope};
use crate::tui::list::course::Course;
use crate::tui::list::playlist::Playlist;
use crate::tui::list::state::List;
use crate::tui::message::{Gesture, Pointer};
use crate::tui::notice::{Part, Tone, after_move, say};
use crate::tui::screen::{Component, Event, Response};
use crate::tui::widgets::sparkline;
use crate::tui::{Screen, ScreenKey, ghost, share};
use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use std::sync::Arc;
use std::time::Duration;

/// The screen of the own board. All that it shows is the game.
#[derive(Debug)]
pub(crate) struct PlayScreen;

impl Component for PlayScreen {
    fn scope(&self) -> Scope {
        Scope::Play
    }

    fn update(&mut self, ctx: &mut Context, event: Event) -> Response {
        match event {
            Event::Mouse(pointer) => point(ctx, pointer),
            // The clock stands still while nothing of the board is to be seen, and so does the game: only other screens are left.
            Event::Act(action)
                if !self.is_watched(ctx) && !matches!(action, Action::Back | Action::Show(_)) =>
            {
                Response::Ignored
            }
            event => update(ctx, event),
        }
    }

    fn view(&self, ctx: &Context, area: Rect, buffer: &mut Buffer) {
        view::draw(ctx, area, buffer);
    }

    fn plays(&self) -> bool {
        true
    }

    fn is_watched(&self, ctx: &Context) -> bool {
        ctx.layout(ctx.window).is_some()
    }

    fn has_footer(&self, ctx: &Context) -> bool {
        self.is_watched(ctx)
    }

    fn deadline(&self, ctx: &Context) -> Option<Duration> {
        next_tick(ctx)
    }
}

/// Does what an event means for the game, the mouse aside.
pub(crate) fn update(ctx: &mut Context, event: Event) -> Response {
    match event {
        Event::Key(chord) if ctx.picking => pick(ctx, chord),
        Event::Act(action) => act(ctx, action),
        Event::Tick(true) => Response::Draw,
        _ => Response::Ignored,
    }
}

/// When the clock shows something else next, or what is left of the time that a scramble may still be looked at.
pub(crate) fn next_tick(ctx: &Context) -> Option<Duration> {
    let session = &ctx.game.session;
    if session.is_running() && (ctx.settings.clock || ctx.settings.ghost.is_timed()) {
        // Against the clock tenths are shown.
        let unit = if ctx.game.scramble.is_some() { 100_000_000 } else { 1_000_000_000 };
        let into = ctx.game.session.elapsed(ctx.now).subsec_nanos() % unit;
        return Some(ctx.now + Duration::from_nanos((unit - into).into()));
    }
    // The next whole second of what is left, and its end.
    let left = ctx.stopwatch.left(session, ctx.now)?.as_nanos();
    let part = left.checked_sub(1).map_or(0, |left| left % 1_000_000_000 + 1);
    Some(ctx.now + Duration::from_nanos(u64::try_from(part).unwrap_or(0)))
}

/// Does what a key of the game means.
pub(crate) fn act(ctx: &mut Context, action: Action) -> Response {
    let now = ctx.now;
    match action {
        Action::Go(direction) => push(ctx, direction, false),
        Action::GoFar(direction) => push(ctx, direction, true),
        Action::NextPiece => ctx.game.cycle(1),
        Action::PreviousPiece => ctx.game.cycle(-1),
        Action::PickPiece => {
            ctx.picking = true;
            say(ctx, Phrase::PickPrompt, vec![], Tone::Plain);
        }
        Action::Undo => turn_back(ctx, Phrase::NothingToUndo, |s| s.undo(now)),
        Action::Redo => turn_back(ctx, Phrase::NothingToRedo, |s| s.redo(now)),
        Action::Restart => restart(ctx),
        Action::Next => go_on(ctx),
        Action::Previous => go_to(ctx, Playlist::retreat, Phrase::FirstPuzzle),
        Action::PlayOn if ctx.game.session.is_solved() => go_on(ctx),
        Action::PlayOn => {
            let words = match lesson::leaves(ctx, Scope::Play, Action::Next) {
                true => Phrase::NotSolvedStep,
                false => Phrase::NotSolvedYet,
            };
            say(ctx, words, vec![], Tone::Plain);
        }
        Action::Hint => return hints::ask_for(ctx, Awaited::Hint),
        Action::Solve => return hints::ask_for(ctx, Awaited::Solution),
        Action::SwitchMetric => switch_metric(ctx),
        Action::Ghost => ghost::update::switch(ctx),
        Action::Blind => switch_show(ctx),
        Action::Copy => share::copy(ctx),
        Action::Numbers if ctx.picture.shown(ctx.theme()).is_some() => {
            ctx.picture.numbered = !ctx.picture.numbered;
        }
        Action::Numbers => say(ctx, ctx.picture.why_none(), vec![], Tone::Plain),
        // While help is waited for, the key gives up waiting instead of leaving the board.
        Action::Back if ctx.game.awaited.is_some() => ctx.game.awaited = None,
        Action::Back if ctx.board_maker.is_busy() => ctx.board_maker.stop(),
        // The first steps are left for good: there is nothing in the list for somebody who has never moved a piece.
        Action::Back if lesson::leaves(ctx, Scope::Play, action) => leave_steps(ctx),
        Action::Back => return Response::Show(Box::new(Screen::List(List::open(ctx)))),
        Action::Show(key) => return Screen::open(ctx, key),
        _ => return Response::Ignored,
    }
    Response::Draw
}

/// Plays what comes next: on the course that the puzzle is part of.
fn go_on(ctx: &mut Context) {
    let is_solved = ctx.game.session.is_solved();
    match ctx.playlist.course() {
        // They are left for good by who does not want them, and lead on to the journey.
        Course::FirstSteps if !is_solved => leave_steps(ctx),
        Course::FirstSteps if ctx.playlist.is_last() => ctx.set_out(),
        Course::Random(level) if !ctx.playlist.was_left_again() => {
            ctx.board_maker.order(level);
            say(ctx, Phrase::BoardMade, vec![], Tone::Plain);
        }
        _ if ctx.today.is_awaited(&ctx.game.entry) => {
            ctx.today.goes_on = true;
            say(ctx, Phrase::DailyMade, vec![], Tone::Plain);
        }
        _ => go_to(ctx, Playlist::advance, Phrase::OnlyPuzzle),
    }
}

/// Leaves the first steps for the journey.
fn leave_steps(ctx: &mut Context) {
    ctx.set_out();
    say(ctx, Phrase::StepsLeft, vec![], Tone::Plain);
}

/// Plays another puzzle of the list; says `nothing` if there is none.
fn go_to(
    ctx: &mut Context,
    other: impl FnOnce(&mut Playlist) -> Option<Arc<Entry>>,
    nothing: Phrase,
) {
    match other(&mut ctx.playlist) {
        Some(entry) => ctx.start(entry),
        None => say(ctx, nothing, vec![], Tone::Plain),
    }
}

/// Plays moves on the own board, up to the first that is not legal.
pub(crate) fn play_all(ctx: &mut Context, moves: &[Move]) {
    ctx.notice = None;
    ctx.slide = None;
    let now = ctx.now;
    // `all` stops at the first move that is not legal; those before it stay played.
    let legal = moves.iter().all(|action| ctx.game.play(action.clone(), now));
    after_move(ctx);
    if !legal {
        say(ctx, Phrase::Blocked, vec![], Tone::Plain);
    }
}

fn push(ctx: &mut Context, direction: Direction, far: bool) {
    // A key that is held when the last piece arrives must not spoil what was won.
    // A piece that is lifted may pass the goal on its way.
    if ctx.game.session.is_solved() && !ctx.game.puzzle().lift() {
        return say_solved(ctx);
    }
    let tiles = ctx.game.puzzle().family() == Family::Numbers;
    // The blank goes right when a tile goes left: for those who steer the blank, every direction is turned round.
    let direction = match ctx.settings.move_blank && tiles {
        true => direction.opposite(),
        false => direction,
    };
    match ctx.game.push(direction, far, ctx.now) {
        Intent::Moves(_, action) => {
            let slide = || Slide::new(action, ctx.now);
            ctx.slide = ctx.settings.animation.then(slide);
            after_move(ctx);
        }
        Intent::Blocked => say(ctx, Phrase::Blocked, vec![], Tone::Plain),
        Intent::Ambiguous => say(ctx, Phrase::Ambiguous, vec![], Tone::Plain),
    }
}

/// Goes back to the start: a new try. The first try of a scramble that counts ends with it, as it does for another puzzle.
fn restart(ctx: &mut Context) {
    let now = ctx.now;
    let gives_up = ctx.give_up();
    turn_back(ctx, Phrase::JustBegun, |session| session.restart(now));
    if gives_up {
        let name = Part::Text(ctx.game.name(ctx.lang()));
        say(ctx, Phrase::ScrambleGivenUp, vec![name], Tone::Plain);
    }
}

/// Says that there is nothing more to move, and what goes on.
pub(crate) fn say_solved(ctx: &mut Context) {
    say(ctx, Phrase::SolvedKeys, vec![], Tone::Plain);
}

/// Changes which turns are in force; says `nothing` if none can be changed so.
pub(crate) fn turn_back(
    ctx: &mut Context,
    nothing: Phrase,
    turn: impl FnOnce(&mut Session) -> bool,
) {
    ctx.game.awaited = None;
    if ctx.game.turn_back(turn) {
        after_move(ctx);
    } else {
        say(ctx, nothing, vec![], Tone::Plain);
    }
}

/// The key after the one that starts picking names a piece; anything but a character gives up.
fn pick(ctx: &mut Context, chord: Chord) -> Response {
    ctx.picking = false;
    ctx.notice = None;
    match chord {
        Chord { key: Key::Char(name), ctrl: false, .. } => {
            if !ctx.game.pick(name) {
                say(ctx, Phrase::NoSuchPiece, vec![], Tone::Plain);
            }
            Response::Draw
        }
        // Escape gives up and does nothing else; any other key gives up too, and then does what it means.
        Chord { key: Key::Esc, .. } => Response::Draw,
        _ => Response::Ignored,
    }
}

/// Switches between showing what the solver says, showing it at the end only, and not showing it at all.
fn switch_show(ctx: &mut Context) {
    let next = match ctx.settings.show {
        // Against the clock, what is hidden is shown by the first press, and hidden again by the second.
        _ if ctx.is_kept_back() => Show::Always,
        Show::Always => Show::Untimed,
        Show::Untimed => Show::End,
        Show::End => Show::Never,
        Show::Never => Show::Always,
    };
    set_show(ctx, next);
}

/// Has the solver's figures shown at this time, and says so.
pub(crate) fn set_show(ctx: &mut Context, show: Show) {
    let words = match show {
        Show::Always => Phrase::ShowAlways,
        Show::Untimed if ctx.game.scramble.is_none() => Phrase::ShowUntimed,
        Show::Untimed | Show::End => Phrase::ShowEnd,
        Show::Never => Phrase::ShowNever,
    };
    ctx.set(Settings { show, ..ctx.settings.clone() });
    say(ctx, words, vec![], Tone::Plain);
}

fn switch_metric(ctx: &mut Context) {
    let at = ctx.game.metric() as usize;
    let next = Metric::ALL[(at + 1) % Metric::ALL.len()];
    ctx.count_in(next);
    let by = Part::Phrase(counted_by(next));
    say(ctx, Phrase::MetricIs, vec![by], Tone::Plain);
}

/// The mouse: a press on the small map opens it, one on the row of distances goes back to that moment.
fn point(ctx: &mut Context, pointer: Pointer) -> Response {
    let layout = ctx.layout(ctx.window);
    let place = (pointer.x, pointer.y).into();
    // A drag that began on the board must not press what it passes over in the panel.
    let parts = layout.filter(|_| pointer.gesture == Gesture::Press);
    if let Some(parts) = parts.map(|layout| Parts::new(ctx, &layout)) {
        if parts.map.contains(place) {
            return Screen::open(ctx, ScreenKey::Map);
        }
        let inside = parts.distances.inner(Margin::new(1, 1));
        let column = inside.contains(place).then(|| usize::from(pointer.x - inside.x));
        let turn = column.and_then(|column| sparkline::turns(ctx, inside.width).nth(column));
        if let Some(turn) = turn {
            go_back(ctx, turn);
            return Response::Draw;
        }
    }
    mouse::update(ctx, layout, pointer)
}

/// Goes back to the moment after so many turns; the later ones can be played again.
fn go_back(ctx: &mut Context, turn: usize) {
    let now = ctx.now;
    ctx.notice = None;
    ctx.game.turn_back(|session| {
        session.go_to(turn, now);
        true
    });
    after_move(ctx);
}
