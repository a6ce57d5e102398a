//! The end of a game: what it has won, and the card that tells so in the panel's place.

use super::game::Game;
use super::stats::{self, Figure, figure};
use crate::storage::Bests;
use crate::text::{Phrase, amount, counted, counted_by};
use crate::tui::ScreenKey;
use crate::tui::context::Context;
use crate::tui::keys::{Action, Scope};
use crate::tui::list::playlist::text_in;
use crate::tui::widgets::{label, panel};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use std::time::Duration;

/// What is new about a game that was just won without help.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Achievements {
    /// The puzzle had never been solved so.
    first: bool,
    /// In fewer moves than ever before.
    fewest: bool,
    /// In less time than ever before.
    fastest: bool,
}

impl Achievements {
    /// What is new about a game that took so long, measured by the results before it.
    pub(crate) fn of(game: &Game, bests: &Bests, time: Duration) -> Achievements {
        let (puzzle, metric) = (game.puzzle(), game.metric());
        let Some(best) = bests.get(puzzle, metric) else {
            return Achievements { first: true, ..Achievements::default() };
        };
        let least = bests.fastest(puzzle).map(u128::from);
        Achievements {
            first: false,
            fewest: game.session.count(metric) < best.moves as usize,
            fastest: least.is_some_and(|least| time.as_millis() < least),
        }
    }
}

/// How many stars a solved game has: one, two within a tenth of the fewest moves, three for the fewest.
fn stars(game: &Game) -> usize {
    let count = game.count();
    match game.par().map(|par| par as usize) {
        Some(par) if count <= par => 3,
        Some(par) if 10 * count <= 11 * par => 2,
        _ => 1,
    }
}

/// Stars that are won, hollow where there was help, and a dot for each that is not.
fn star_words(ctx: &Context, hollow: bool) -> String {
    let theme = ctx.theme();
    let star = match hollow {
        true => theme.glyph('☆', 'o'),
        false => theme.glyph('★', '*'),
    };
    let won = stars(&ctx.game);
    (0..3).map(|i| if i < won { star } else { theme.glyph('·', '.') }).collect()
}

/// A row of the card.
enum Row {
    Words(String, Style),
    Figure(Figure),
    Key(String, &'static str),
    Blank,
}

/// The columns from which on the card has a frame, and whole sentences.
const WIDE: u16 = 22;
/// The columns of a figure in a wide card.
const FIGURE: u16 = 30;

/// Whether the card is to be seen: the puzzle is solved, and that has been seen.
pub(crate) fn is_due(ctx: &Context) -> bool {
    ctx.game.session.is_solved() && !ctx.is_ending()
}

/// The rows that the card takes at the top of `area`: none while it is not due.
pub(crate) fn rows(ctx: &Context, area: Rect) -> u16 {
    if !is_due(ctx) {
        return 0;
    }
    let frame = if area.width >= WIDE { 2 } else { 0 };
    let inside = Rect { width: area.width.saturating_sub(frame), ..area };
    (card(ctx, inside.width).len() as u16 + frame).min(area.height)
}

/// Draws the card.
pub(crate) fn draw(ctx: &Context, area: Rect, buffer: &mut Buffer) {
    if area.is_empty() {
        return;
    }
    let inside = match area.width >= WIDE {
        true => panel::framed(Phrase::CardSolved, area, ctx, buffer),
        false => area,
    };
    let mut rows = card(ctx, inside.width);
    // Where not all has room, blank rows go first, and the keys at the end stay.
    let too_many = |rows: &Vec<Row>| rows.len() > inside.height.into();
    while let Some(at) =
        rows.iter().position(|row| matches!(row, Row::Blank)).filter(|_| too_many(&rows))
    {
        rows.remove(at);
    }
    let keys = rows.iter().filter(|row| matches!(row, Row::Key(..))).count();
    while too_many(&rows) && rows.len() > keys + 2 {
        rows.remove(rows.len() - keys - 1);
    }
    for (place, row) in inside.rows().zip(&rows) {
        draw_row(row, ctx, place, buffer);
    }
}

fn draw_row(row: &Row, ctx: &Context, place: Rect, buffer: &mut Buffer) {
    let theme = ctx.theme();
    match row {
        Row::Words(words, style) => {
            buffer.set_string(place.x, place.y, label::cut(words, place.width, theme), *style);
        }
        Row::Figure(figure) => {
            let place = Rect { width: place.width.min(FIGURE), ..place };
            stats::column(std::slice::from_ref(figure), place, ctx, buffer);
        }
        Row::Key(key, words) => {
            buffer.set_string(place.x, place.y, key, theme.accent());
            let taken = label::width(key) as u16 + 1;
            let words = label::cut(words, place.width.saturating_sub(taken), theme);
            buffer.set_string(place.x + taken, place.y, words, Style::new());
        }
        Row::Blank => {}
    }
}

/// All rows of the card in so many columns.
fn card(ctx: &Context, columns: u16) -> Vec<Row> {
    let (theme, lang) = (ctx.theme(), ctx.lang());
    let is_wide = columns + 2 >= WIDE;
    let mut rows = vec![Row::Words(star_words(ctx, !is_clean(ctx)), theme.exit())];
    if is_wide {
        let words = match stars(&ctx.game) {
            3 if ctx.game.session.is_from_start() => {
                Phrase::CardFewest.with(lang, &[counted_by(ctx.game.metric()).words(lang)])
            }
            _ => Phrase::CardPlain.words(lang).to_owned(),
        };
        rows.extend(wrapped(&words, columns, theme.good()));
        rows.push(Row::Blank);
    }
    rows.extend(figures(ctx, is_wide).into_iter().map(Row::Figure));
    rows.extend(news(ctx, columns));
    rows.extend(progress(ctx, columns));
    rows.push(Row::Blank);
    rows.extend(keys(ctx, is_wide).map(|(key, words)| Row::Key(key, words)));
    rows
}

/// Whether the game counts among the results.
fn is_clean(ctx: &Context) -> bool {
    ctx.game.session.hints() == 0 && ctx.game.session.is_from_start()
}

fn wrapped(words: &str, columns: u16, style: Style) -> impl Iterator<Item = Row> {
    label::wrapped(words, columns).into_iter().map(move |line| Row::Words(line, style))
}

/// Moves beside the fewest, time and hints.
fn figures(ctx: &Context, is_wide: bool) -> Vec<Figure> {
    let (game, lang) = (&ctx.game, ctx.lang());
    let count = game.count().to_string();
    let moves = match game.par() {
        Some(par) if is_wide => {
            // In Chinese a number of moves has its word of measure.
            let whole = amount(lang, par as usize, game.metric());
            let par = lang.pick(par.to_string(), whole);
            Phrase::CardOfPar.with(lang, &[&count, &par])
        }
        Some(par) => format!("{count}/{par}"),
        None => count,
    };
    let mut figures = vec![figure(counted(game.metric()), moves, ctx.theme().strong())];
    if ctx.settings.clock {
        figures.push(stats::time(ctx));
    }
    figures.push(figure(Phrase::Hints, game.session.hints(), Style::new()));
    figures
}

/// What is new, or that it could not be kept; of a game that does not count, why, and what one without help would earn.
fn news(ctx: &Context, columns: u16) -> Vec<Row> {
    let (theme, lang) = (ctx.theme(), ctx.lang());
    let (game, feats) = (&ctx.game, ctx.game.feats);
    if !game.session.is_from_start() {
        return wrapped(Phrase::CardElsewhere.words(lang), columns, theme.dim()).collect();
    }
    if game.session.hints() > 0 {
        let (why, clean) = match columns + 2 >= WIDE {
            true => (Phrase::CardHelped, Phrase::CardClean),
            false => (Phrase::ShortHelped, Phrase::ShortClean),
        };
        let why = wrapped(why.words(lang), columns, theme.dim());
        let clean = clean.with(lang, &[&star_words(ctx, false)]);
        return why.chain(wrapped(&clean, columns, Style::new())).collect();
    }
    let moves = Phrase::FewestEver.with(lang, &[counted_by(game.metric()).words(lang)]);
    let all = [
        (feats.first, Phrase::FirstTime.words(lang).to_owned()),
        (feats.fewest, moves),
        (feats.fastest, Phrase::FastestEver.words(lang).to_owned()),
    ];
    let new: Vec<String> = all.into_iter().filter(|(is_so, _)| *is_so).map(|(_, w)| w).collect();
    if new.is_empty() {
        return Vec::new();
    }
    // A record is one only if it can be kept.
    if !ctx.is_kept {
        return wrapped(Phrase::NotKept.words(lang), columns, theme.bad()).collect();
    }
    let comma = lang.pick(", ", "，");
    let words = Phrase::CardNew.with(lang, &[&new.join(comma)]);
    wrapped(&words, columns, theme.good()).collect()
}

/// How far the collection is, and its name where there is room.
fn progress(ctx: &Context, columns: u16) -> Option<Row> {
    let (name, entries) = ctx.playlist.whole()?;
    let solved = entries.iter().filter(|entry| ctx.bests.is_solved(&entry.puzzle)).count();
    let numbers = [solved, entries.len()].map(|n| n.to_string());
    let words = Phrase::CardProgress.with(ctx.lang(), &numbers);
    let named = format!("{}  {words}", text_in(&name, ctx.lang()));
    let fits = label::width(&named) <= columns.into();
    Some(Row::Words(if fits { named } else { words }, ctx.theme().dim()))
}

/// The keys that go on from here.
fn keys(ctx: &Context, is_wide: bool) -> impl Iterator<Item = (String, &'static str)> {
    let all = [
        (Action::PlayOn, if is_wide { Phrase::CardNext } else { Phrase::ShortNext }),
        (Action::Show(ScreenKey::Player), Phrase::CardReview),
        (Action::Restart, Phrase::CardAgain),
    ];
    all.into_iter().map(|(action, words)| {
        let key = ctx.keymap.label(Scope::Play, action, ctx.theme().ascii);
        (key, words.words(ctx.lang()))
    })
}

/// The end in a row or a few, where there is no room for a card: the keys first.
pub(crate) fn strip(ctx: &Context, area: Rect, buffer: &mut Buffer) {
    let theme = ctx.theme();
    let star = [(star_words(ctx, !is_clean(ctx)), theme.exit())];
    let figures = figures(ctx, false).into_iter();
    let figures = figures.map(|f| (format!("{} {}", f.name.words(ctx.lang()), f.value), f.style));
    let keys = keys(ctx, false).map(|(key, words)| (format!("{key} {words}"), theme.accent()));
    let all = star.into_iter().chain(keys).chain(figures);
    stats::flow_spans(all.map(|span| vec![span]), area, buffer);
}
