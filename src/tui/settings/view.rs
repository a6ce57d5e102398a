//! The settings in a panel beside the game, or over its right side where there is no room for both.

use super::state::SettingsScreen;
use crate::notation::printable;
use crate::storage::{SETTINGS, Values};
use crate::text::Phrase;
use crate::tui::context::Context;
use crate::tui::keys::Scope;
use crate::tui::play;
use crate::tui::widgets::{bars, label, panel};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::Style;

/// Columns of the panel, in which every value has room beside what it is called.
const PANEL: u16 = 46;
/// The fewest columns of a panel beside a board.
const LEAST: u16 = 38;
/// From so many columns on the game has room beside the panel with all its figures.
const GAME: u16 = 60;

/// Draws it.
pub(crate) fn draw(screen: SettingsScreen, ctx: &Context, area: Rect, buffer: &mut Buffer) {
    let places = Places::new(ctx, area.as_size());
    play::view::body(ctx, places.game, buffer);
    cover(places.covered, buffer);
    if places.panel.width > 5 && places.panel.height > 2 {
        panel::framed(Phrase::SettingsTitle, places.panel, ctx, buffer);
    }
    // The window may be another one than when the screen last heard of anything.
    for (row, i) in places.rows.rows().zip(top(screen, ctx)..SETTINGS.len()) {
        setting(screen, i, row, ctx, buffer);
    }
    words(screen, places.words, ctx, buffer);
    cover(places.footer, buffer);
    bars::footer(ctx, Scope::Settings, places.footer, buffer);
}

/// Where everything goes.
struct Places {
    game: Rect,
    /// What of the game is not to be seen.
    covered: Rect,
    /// The panel with its frame.
    panel: Rect,
    rows: Rect,
    /// What the chosen setting is for.
    words: Rect,
    footer: Rect,
}

impl Places {
    fn new(ctx: &Context, window: Size) -> Places {
        let whole = Rect::new(0, 0, window.width, window.height);
        let (body, footer) = panel::split(whole, window.height.saturating_sub(1));
        let width = PANEL.min(window.width);
        let beside = window.width - width;
        let (game, width) = match beside >= GAME {
            true => (Rect { width: beside, ..whole }, width),
            // The board stays in sight where the panel can stand beside it, in the place of the game's own.
            false => (whole, beside_board(ctx, window).unwrap_or(width)),
        };
        let words = words_rows(ctx, width.saturating_sub(2));
        let wanted = SETTINGS.len() as u16 + words + 3;
        let height = wanted.min(body.height);
        // The first row stays that of the title where there is one to spare.
        let y = u16::from(height < body.height);
        let panel = Rect::new(window.width - width, y, width, height);
        let covered = match game.width < window.width {
            true => panel,
            false => Rect { y, height: body.height - y, ..panel },
        };
        let inside = panel.inner(ratatui::layout::Margin::new(1, 1));
        // The rows of the table go first; those that have no room scroll.
        let least = inside.height.min(3);
        let words = (words + 1).min(inside.height - least);
        let (rows, below) = panel::split(inside, inside.height - words);
        let words = panel::below(below, 1);
        Places { game, covered, panel, rows, words, footer }
    }
}

/// The columns beside the board, if the panel has room in them.
fn beside_board(ctx: &Context, window: Size) -> Option<u16> {
    let board = ctx.layout(window)?.board;
    let columns = window.width.saturating_sub(board.right() + 1);
    (LEAST..=GAME).contains(&columns).then_some(columns)
}

/// The rows of the longest words in so many columns, so that nothing moves from one setting to the next.
fn words_rows(ctx: &Context, columns: u16) -> u16 {
    let rows = (0..SETTINGS.len()).map(|i| lines(i, ctx, columns, true).len());
    rows.max().unwrap_or(0) as u16
}

/// What a setting is for, how the file says it, and whether the command line said it; in lines of so many columns.
fn lines(i: usize, ctx: &Context, columns: u16, is_given: bool) -> Vec<(String, Style)> {
    let (theme, lang, setting) = (ctx.theme(), ctx.lang(), &SETTINGS[i]);
    let wrapped = |words: &str, style: Style| {
        label::wrapped(words, columns).into_iter().map(move |line| (line, style))
    };
    let mut lines: Vec<(String, Style)> =
        wrapped(setting.about.words(lang), Style::new()).collect();
    if setting.values != Values::Keys {
        let file = format!("{} = {}", setting.name, ctx.settings.value(setting));
        lines.extend(wrapped(&file, theme.dim()));
    }
    if is_given {
        lines.extend(wrapped(Phrase::GivenForThisRun.words(lang), theme.accent()));
    }
    lines
}

/// Writes what the chosen setting is for; behind that of the keys those that are changed, as far as there is room.
fn words(screen: SettingsScreen, area: Rect, ctx: &Context, buffer: &mut Buffer) {
    let is_given = ctx.given.contains(&screen.setting().name);
    let mut lines = lines(screen.chosen, ctx, area.width, is_given);
    if screen.setting().values == Values::Keys {
        let all = ctx.settings.keys.iter();
        let changed = all.flat_map(|(scope, actions)| {
            actions.iter().map(move |(action, keys)| {
                printable::masked(&format!("{scope}.{action}: {}", keys.join(" ")))
            })
        });
        let cut = |line: String| (label::cut(&line, area.width, ctx.theme()), ctx.theme().dim());
        lines.extend(changed.map(cut));
    }
    for (row, (line, style)) in area.rows().zip(lines) {
        buffer.set_string(row.x, row.y, line, style);
    }
}

/// A row: what the setting is called, and what it is; between arrows where they change it.
fn setting(screen: SettingsScreen, i: usize, row: Rect, ctx: &Context, buffer: &mut Buffer) {
    let (theme, lang, setting) = (ctx.theme(), ctx.lang(), &SETTINGS[i]);
    let is_chosen = i == screen.chosen;
    let (mark, style) = match is_chosen {
        true => (theme.glyph('▸', '>'), theme.accent()),
        false => (' ', Style::new()),
    };
    let value = value(i, ctx);
    let [before, behind] = arrows(screen, i, ctx);
    let value = format!("{before} {value} {behind}");
    let taken = label::width(&value) as u16;
    // In this run it is not what the file says.
    let star = if ctx.given.contains(&setting.name) { " *" } else { "" };
    let title = format!("{mark} {}{star}", setting.title.words(lang));
    let room = row.width.saturating_sub(taken);
    buffer.set_string(row.x, row.y, label::cut(&title, room, theme), style);
    let value = label::cut(&value, row.width, theme);
    let x = row.right().saturating_sub(label::width(&value) as u16);
    buffer.set_string(x, row.y, value, if is_chosen { style } else { theme.strong() });
}

/// What a setting is, in words; of the keys, how many are changed.
fn value(i: usize, ctx: &Context) -> String {
    let (setting, lang) = (&SETTINGS[i], ctx.lang());
    let words = ctx.settings.in_words(setting, lang);
    match setting.values {
        Values::Keys if ctx.settings.keys.is_empty() => Phrase::AsUsual.words(lang).to_owned(),
        Values::Keys => Phrase::KeysChanged.with(lang, &[&words]),
        _ => words,
    }
}

/// What stands before and behind the value of a row.
fn arrows(screen: SettingsScreen, i: usize, ctx: &Context) -> [char; 2] {
    let theme = ctx.theme();
    match i == screen.chosen && SETTINGS[i].values != Values::Keys {
        true => [theme.glyph('◂', '<'), theme.glyph('▸', '>')],
        false => [' ', ' '],
    }
}

/// Makes an area blank; of a wide character that reaches into it nothing stays.
fn cover(area: Rect, buffer: &mut Buffer) {
    for at in area.positions() {
        buffer[at].reset();
    }
    let before = area.rows().filter_map(|row| Some((row.x.checked_sub(1)?, row.y)));
    for at in before {
        if label::is_wide(buffer[at].symbol()) {
            buffer[at].set_symbol(" ");
        }
    }
}

/// The first row that is seen: the one seen last, unless the chosen one would not be seen then.
pub(crate) fn top(screen: SettingsScreen, ctx: &Context) -> usize {
    let height = usize::from(Places::new(ctx, ctx.window).rows.height).max(1);
    let top = screen.top.min(SETTINGS.len().saturating_sub(height));
    top.max((screen.chosen + 1).saturating_sub(height)).min(screen.chosen)
}

/// What is on the screen at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Under {
    /// A row of the table.
    Row(usize),
    /// The arrow before the value of the chosen row.
    Before,
}

/// What is on the screen at a column and a row.
pub(crate) fn under(screen: SettingsScreen, ctx: &Context, (x, y): (u16, u16)) -> Option<Under> {
    let rows = Places::new(ctx, ctx.window).rows;
    let inside = rows.contains((x, y).into());
    let i = inside.then(|| top(screen, ctx) + usize::from(y - rows.y))?;
    let taken = label::width(&value(screen.chosen, ctx)) as u16 + 4;
    let arrow = rows.right().saturating_sub(taken);
    // The arrow is small, so that the blanks around it count too.
    match i == screen.chosen && (arrow.saturating_sub(1)..=arrow + 1).contains(&x) {
        true => Some(Under::Before),
        false => (i < SETTINGS.len()).then_some(Under::Row(i)),
    }
}
