//! What happens: a message changes the model, and what the loop must do about it comes back. No input or output here.

#[cfg(test)]
mod tests;

use super::Screen;
use super::keys::chord::{Chord, Key};
use super::keys::{Action, Scope};
use super::message::{Effect, Gesture, Message, Pointer};
use super::model::Model;
use super::notice::{Part, Tone, say};
use super::play::hints;
use super::screen::{Event, Response};
use super::widgets::bars;
use super::{daily, editor, ghost, map, notice, play};
use crate::engine::worker::SolverEvent;
use crate::notation::Entry;
use crate::storage::Settings;
use crate::text::Phrase;
use crate::tui::list::course::Course;
use crate::tui::list::playlist::Playlist;
use ratatui::layout::{Rect, Size};
use std::time::Duration;

/// Changes the model as the message says.
pub fn update(model: &mut Model, message: Message) -> Effect {
    let effect = take(model, message);
    let is_watched = model.is_watched();
    let ctx = &mut model.context;
    // The clock stands still while the own board cannot be seen.
    match is_watched {
        true => ctx.game.session.resume(ctx.now),
        false => ctx.game.session.pause(ctx.now),
    }
    // A move, an undo and the solver's news all change what is known, so that this follows every message.
    ctx.game.refresh();
    ghost::update::refresh(ctx);
    model.renew_line();
    effect
}

fn take(model: &mut Model, message: Message) -> Effect {
    let ctx = &mut model.context;
    if message.is_of_player() {
        ctx.touched = ctx.now;
    }
    let changed = match message {
        Message::Key(chord) => return key(model, chord),
        Message::Paste(text) => paste(model, &text),
        Message::Act(action) => return act(model, action),
        Message::Continued => return Effect::Repaint,
        Message::Suspend => return Effect::Suspend,
        Message::Closed => return Effect::Quit,
        Message::Pixels(canvas) => {
            if ctx.picture.set_canvas(canvas) {
                say(ctx, Phrase::NoPixels, vec![], Tone::Plain);
            }
            // What the question may have left on a terminal that does not know it is wiped.
            return Effect::Repaint;
        }
        Message::Shade(own, shade) => {
            ctx.shades.set(own, shade);
            true
        }
        Message::Mouse(pointer) => match key_under(model, pointer) {
            // A click on a key's words in the footer presses that key.
            Some(chord) => return key(model, chord),
            None => tell_top(model, Event::Mouse(pointer)),
        },
        Message::Focus(has) => tell(model, Event::Focus(has)),
        Message::Tick(now) => tick(model, now),
        Message::News(news) => hear(model, news),
        Message::Looked(found) => tell(model, Event::Found(found)),
        Message::Resize(size) => resize(model, size),
        Message::Play(moves) => {
            play::update::play_all(ctx, &moves);
            true
        }
        Message::Launch(playlist) => {
            ctx.begin(playlist);
            model.show_game();
            true
        }
        Message::Choose(place) => {
            let found = ctx.choose(place);
            if found {
                model.show_game();
            }
            found
        }
        Message::Figures(show) => {
            play::update::set_show(ctx, show);
            true
        }
        Message::Drawn(draft) => editor::update::replace(ctx, *draft),
        Message::Write(form, name) => {
            if let Screen::Editor(screen) = &mut model.screen {
                screen.write(ctx, form, name);
            }
            true
        }
        Message::FileProblem(problem) => {
            ctx.notice = Some(notice::notice_of(&problem));
            true
        }
        Message::Kept(is_kept) => std::mem::replace(&mut ctx.is_kept, is_kept) != is_kept,
        Message::Surveyed(puzzle, metric, ground) => {
            // A screen that has no use for the survey's progress may still show the map when it is there, as the board does.
            let is_last = ground.is_final();
            map::update::hear(ctx, &puzzle, metric, ground)
                && (tell(model, Event::Surveyed) || is_last)
        }
        Message::Studied(puzzle, metric, finding) => {
            map::update::learn(ctx, &puzzle, metric, finding)
        }
        Message::Date(day) => daily::update::date(ctx, day) && relist(model),
        Message::Made(number, entry) => return made(model, number, entry),
        Message::Daily(day, entries) => daily::update::hear(ctx, day, entries) && relist(model),
    };
    if changed { Effect::Draw } else { Effect::None }
}

/// Pasted text goes where text is typed, character by character; where each would be a key, nothing happens.
fn paste(model: &mut Model, text: &str) -> bool {
    // Nothing that is typed is longer than a board written out, or than the name of a file.
    let typed = text.chars().filter(|c| !c.is_control()).take(4096);
    // Every character is told, whatever became of those before it.
    typed.fold(false, |any, c| tell_top(model, Event::Key(Chord::char(c))) | any)
}

/// Tells what is on top of an event: the help if it is shown, else the screen. Returns whether anything has changed.
fn tell_top(model: &mut Model, event: Event) -> bool {
    let (top, ctx) = model.top_mut();
    match top.update(ctx, event) {
        // Only the help goes: the screen below it has not heard of the key.
        Response::Close if model.help.take().is_some() => true,
        response => model.respond(response),
    }
}

/// Tells the screen of an event, whether there is help over it or not. Returns whether anything has changed.
fn tell(model: &mut Model, event: Event) -> bool {
    let response = model.screen.update(&mut model.context, event);
    model.respond(response)
}

/// A board was made: it is played, unless nobody waits for it any more.
fn made(model: &mut Model, number: u64, entry: Option<Box<Entry>>) -> Effect {
    let ctx = &mut model.context;
    let level = ctx.board_maker.level;
    if !ctx.board_maker.finish(number) {
        return Effect::None;
    }
    match entry {
        Some(entry) => {
            // Those of the same level are before it.
            let is_next = ctx.playlist.course() == Course::Random(level);
            match is_next.then(|| ctx.playlist.add((*entry).clone())).flatten() {
                Some(entry) => {
                    ctx.notice = None;
                    ctx.start(entry);
                }
                None => ctx.begin(Playlist::random(*entry, level)),
            }
            model.show_game();
        }
        None => say(ctx, Phrase::NoBoardMade, vec![], Tone::Bad),
    }
    Effect::Draw
}

/// There is another list of puzzles.
fn relist(model: &mut Model) -> bool {
    tell(model, Event::Relisted);
    true
}

/// The solver says something, of what is drawn or of the game.
fn hear(model: &mut Model, news: SolverEvent) -> bool {
    let is_seen = model.screen.plays();
    let ctx = &mut model.context;
    if ctx.editor.as_mut().is_some_and(|editor| editor.optima.hear(&news)) {
        return true;
    }
    let response = hints::hear(ctx, news, is_seen);
    model.respond(response)
}

/// Time passes: the clock's next second comes, a move has been seen to happen.
fn tick(model: &mut Model, now: Duration) -> bool {
    let ctx = &mut model.context;
    let before = ctx.clock();
    let ended = ctx.is_ending();
    ctx.now = now;
    ctx.stopwatch.tick(&mut ctx.game.session, now);
    // What the clock shows is compared, and not the time: a frame is drawn for a new second only.
    let is_second = ctx.clock() != before;
    let slid = ctx.slide.is_some();
    ctx.slide.take_if(|slide| slide.is_over(now));
    // The tick that ends a slide is drawn too: it shows the piece where it has arrived.
    tell(model, Event::Tick(is_second)) || slid || ended
}

fn resize(model: &mut Model, size: Size) -> bool {
    model.context.window = size;
    true
}

/// A key is a character of what is typed, or means what the table of keys says.
fn key(model: &mut Model, chord: Chord) -> Effect {
    // Where text is typed, the screen takes a character before the table of keys gives it a meaning.
    if tell_top(model, Event::Key(chord)) {
        return Effect::Draw;
    }
    let action = model.scopes().find_map(|scope| model.keymap.action(scope, chord));
    match action {
        Some(action) => act(model, action),
        None => {
            say_meant(model, chord);
            Effect::Draw
        }
    }
}

/// The key that the footer names where the mouse was pressed.
fn key_under(model: &Model, pointer: Pointer) -> Option<Chord> {
    let window = model.window;
    let row = Rect::new(0, window.height.checked_sub(1)?, window.width, 1);
    let is_footer = pointer.gesture == Gesture::Press && pointer.y == row.y && model.has_footer();
    // What is held by the mouse is not let go by pressing it.
    is_footer.then(|| bars::key_under(model, model.scope(), row, pointer.x))?
}

/// Says which key might have been meant by one that means nothing here.
fn say_meant(model: &mut Model, chord: Chord) {
    let scopes: Vec<Scope> = model.scopes().collect();
    let (scope, ctx) = (model.scope(), &mut model.context);
    let named = |action: Action| {
        let of = |scope: &Scope| ctx.keymap.rows(*scope).collect::<Vec<_>>();
        let mut rows = scopes.iter().flat_map(of);
        rows.find_map(|row| {
            let (key, _) = row.keys.iter().find(|(_, its)| *its == action)?;
            Some((key.label(ctx.theme().ascii), row.words.words(ctx.lang()).to_owned()))
        })
    };
    let meaning = |scope: &Scope, chord: Chord| ctx.keymap.action(*scope, chord);
    let other = match chord.key {
        Key::Char(c) if !scope.is_typed() => scopes.iter().find_map(|scope| {
            let mut cases = c.to_uppercase().chain(c.to_lowercase());
            cases.find_map(|c| meaning(scope, Chord { key: Key::Char(c), ..chord }))
        }),
        _ => None,
    };
    // On most keyboards the habit of other programs for undo.
    let undo = matches!(chord.key, Key::Char('z' | 'Z')).then_some(Action::Undo);
    // What is a key of the game is wanted there.
    let of_game = meaning(&Scope::Play, chord).map(|_| Action::Back);
    let guesses = [other, undo, of_game, Some(Action::Help), Some(Action::Back)];
    let Some((key, words)) = guesses.into_iter().flatten().find_map(named) else {
        return;
    };
    let parts = [chord.label(ctx.theme().ascii), key, words].map(Part::Text).to_vec();
    say(ctx, Phrase::KeyUnknown, parts, Tone::Plain);
}

/// Does what holds on every screen, and has the one on top do what else it may be.
fn act(model: &mut Model, action: Action) -> Effect {
    let ctx = &mut model.context;
    ctx.notice = None;
    // A sentence that nobody sees is not followed either.
    let is_seen = model.screen.plays() && model.screen.is_watched(ctx);
    if is_seen && model.help.is_none() {
        play::lesson::hear(ctx, action);
    }
    // The key may take back the very move that is still seen to happen.
    ctx.slide = None;
    match action {
        Action::Quit => return Effect::Quit,
        Action::Suspend => return Effect::Suspend,
        Action::Redraw => return Effect::Repaint,
        Action::Theme => {
            ctx.set(Settings { theme: ctx.settings.theme.next(), ..ctx.settings.clone() });
            let name = ctx.settings.theme.words().words(ctx.lang()).to_owned();
            say(ctx, Phrase::ThemeIs, vec![Part::Text(name)], Tone::Plain);
        }
        Action::Language => {
            ctx.set(Settings { lang: ctx.settings.lang.other(), ..ctx.settings.clone() });
        }
        Action::Help => model.switch_help(),
        _ => {
            let scope = model.scope();
            if !tell_top(model, Event::Act(action)) && model.notice.is_none() {
                let ctx = &mut model.context;
                let key = Part::Text(ctx.keymap.label(scope, action, ctx.theme().ascii));
                say(ctx, Phrase::NothingNow, vec![key], Tone::Plain);
            }
        }
    }
    Effect::Draw
}
