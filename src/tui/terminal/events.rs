//! Events of the terminal in the game's own terms.

use crate::puzzle::Direction;
use crate::tui::keys::chord::{Chord, Key};
use crate::tui::{Gesture, Message, Pointer};
use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::layout::Size;

/// What the loop is to hear of an event, if it is one that matters.
pub(crate) fn message(event: Event) -> Option<Message> {
    match event {
        Event::Key(key) => chord(key).map(Message::Key),
        Event::Mouse(mouse) => gesture(mouse.kind)
            .map(|gesture| Message::Mouse(Pointer { gesture, x: mouse.column, y: mouse.row })),
        Event::Resize(width, height) => Some(Message::Resize(Size::new(width, height))),
        _ => None,
    }
}

fn gesture(kind: MouseEventKind) -> Option<Gesture> {
    match kind {
        MouseEventKind::Down(MouseButton::Left) => Some(Gesture::Press),
        MouseEventKind::Drag(MouseButton::Left) => Some(Gesture::Drag),
        MouseEventKind::Up(MouseButton::Left) => Some(Gesture::Release),
        MouseEventKind::ScrollUp => Some(Gesture::Wheel(-1)),
        MouseEventKind::ScrollDown => Some(Gesture::Wheel(1)),
        _ => None,
    }
}

/// The key in our own terms. Releases, which some systems report, are no keys; unknown keys are none either.
fn chord(event: KeyEvent) -> Option<Chord> {
    if event.kind == KeyEventKind::Release || event.modifiers.contains(KeyModifiers::ALT) {
        return None;
    }
    let shift = event.modifiers.contains(KeyModifiers::SHIFT);
    let (key, shift) = match event.code {
        KeyCode::Char(c) => (Key::Char(c), false),
        KeyCode::Up => (Key::Arrow(Direction::Up), shift),
        KeyCode::Down => (Key::Arrow(Direction::Down), shift),
        KeyCode::Left => (Key::Arrow(Direction::Left), shift),
        KeyCode::Right => (Key::Arrow(Direction::Right), shift),
        KeyCode::Tab => (Key::Tab, shift),
        // Terminals report Shift and Tab as a key of its own, which tells of the Shift by itself.
        KeyCode::BackTab => (Key::Tab, true),
        KeyCode::Enter => (Key::Enter, false),
        KeyCode::Backspace => (Key::Backspace, false),
        KeyCode::Delete => (Key::Delete, false),
        KeyCode::Home => (Key::Home, false),
        KeyCode::End => (Key::End, false),
        KeyCode::Esc => (Key::Esc, false),
        KeyCode::PageUp => (Key::PageUp, false),
        KeyCode::PageDown => (Key::PageDown, false),
        _ => return None,
    };
    Some(Chord { key, ctrl: event.modifiers.contains(KeyModifiers::CONTROL), shift })
}
