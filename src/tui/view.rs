//! What is seen: one file a screen or a part of one. Everything here only reads the model.

use super::context::{Model, Screen};
use super::layout::Layout;
use crate::text::Phrase;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

/// Draws the screen that the model says.
pub(crate) fn draw(model: &Model, frame: &mut Frame) {
    let area = frame.area();
    let buffer = frame.buffer_mut();
    if let Some(scroll) = model.help() {
        draw_help(model, scroll, area, buffer);
        return;
    }
    match model.screen() {
        Screen::Home(home) => return super::list::view::draw(model, home, area, buffer),
        Screen::Map(view) => return super::map::view::draw(model, *view, area, buffer),
        Screen::Open(opening) => return super::open::view::draw(model, opening, area, buffer),
        Screen::Times(view) => return super::times::view::draw(model, view, area, buffer),
        Screen::Editor => {
            if let Some(editor) = model.editor() {
                super::editor::view::draw(model, editor, area, buffer);
            }
            return;
        }
        Screen::Play | Screen::Player(_) => {}
    }
    let Some(layout) = model.layout_in(area.as_size()) else {
        too_small(model, area, buffer);
        return;
    };
    match model.screen() {
        Screen::Play => super::play::view::draw(model, &layout, buffer),
        Screen::Player(player) => super::player::view::draw(model, player, &layout, buffer),
        Screen::Home(_) | Screen::Map(_) | Screen::Open(_) | Screen::Times(_) | Screen::Editor => {}
    }
}

fn draw_help(model: &Model, scroll: usize, area: Rect, buffer: &mut Buffer) {
    let (body, foot) = super::widgets::panel::split(area, area.height.saturating_sub(1));
    super::help::draw(model, scroll, body, buffer);
    if !foot.is_empty() {
        super::widgets::bars::footer(model, foot, buffer);
    }
}

/// Names the size there is and the size that the board in play needs.
fn too_small(model: &Model, area: Rect, buffer: &mut Buffer) {
    too_small_for(model, Layout::least(model.game().puzzle()), area, buffer);
}

/// Names the size there is and the size that is needed, as far as that fits.
pub(crate) fn too_small_for(model: &Model, least: Size, area: Rect, buffer: &mut Buffer) {
    let lang = model.lang();
    let words = |s: Size| format!("{}x{}", s.width, s.height);
    let (is, needs) = (words(area.as_size()), words(least));
    let sizes = Phrase::TooSmallSizes.with(lang, &[&is, &needs]);
    let mut lines = super::widgets::label::wrapped(Phrase::TooSmall.words(lang), area.width);
    lines.extend(super::widgets::label::wrapped(&sizes, area.width));
    if lines.len() > area.height.into() {
        lines = vec![format!("{is} < {needs}")];
    }
    lines.truncate(area.height.into());
    let top = area.y + (area.height - lines.len() as u16) / 2;
    for (y, line) in (top..).zip(lines) {
        let line = super::widgets::label::cut(&line, area.width, model.theme());
        let left = (area.width - super::widgets::label::width(&line) as u16) / 2;
        buffer.set_string(area.x + left, y, line, model.theme().strong());
    }
}
