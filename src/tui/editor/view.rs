//! The screen of the editor: the drawing, the tools, the fewest moves, and every reason why it is no puzzle yet.

use super::canvas::{Canvas, lock_sign};
use super::draft::Layer;
use super::layout::{LEAST, Places, Tool, tools};
use super::optima::Optimum;
use super::prompts::{Export, Naming};
use super::verdict::Verdict;
use super::{Brush, Editor, EditorScreen, Mode};
use crate::notation::printable;
use crate::puzzle::{Metric, Puzzle};
use crate::text::{Phrase, counted_by};
use crate::tui::context::Context;
use crate::tui::keys::Scope;
use crate::tui::screen::Component;
use crate::tui::widgets::{bars, label, panel};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use std::sync::Arc;

/// Draws the screen of the editor.
pub(crate) fn draw(
    screen: &EditorScreen,
    editor: &Editor,
    ctx: &Context,
    area: Rect,
    buffer: &mut Buffer,
) {
    if let Mode::Export(export) = &screen.mode {
        return forms(ctx, export, area, buffer);
    }
    let Some(places) = Places::new(editor, area.as_size()) else {
        return panel::too_small(ctx, LEAST, area, buffer);
    };
    title(ctx, editor, places.layout.title, buffer);
    Canvas::new(editor, &places.layout, ctx.theme()).draw(buffer);
    tool_rows(ctx, editor, places.tools, buffer);
    let verdict = Verdict::new(ctx, editor, &places);
    // Words that had no other room stand in the place of the optima. Of a scramble in play these would tell what is hidden on its board.
    let own = ctx.game.puzzle();
    let is_own = |drawn: &Arc<Puzzle>| (drawn.size(), drawn.goal()) == (own.size(), own.goal());
    let is_kept_back = ctx.is_kept_back() && editor.built().is_ok_and(is_own);
    if !verdict.area.intersects(places.optima) && !is_kept_back {
        optima(ctx, editor, places.optima, buffer);
    }
    for (row, line) in verdict.area.rows().zip(&verdict.lines) {
        put(line, row, verdict.style, ctx, buffer);
    }
    if let Mode::Name(naming) = &screen.mode {
        prompt(ctx, naming, places.layout.footer, buffer);
    }
    bars::footer(ctx, screen.scope(), places.layout.footer, buffer);
}

/// What is drawn, its size, and whether it is saved.
fn title(ctx: &Context, editor: &Editor, row: Rect, buffer: &mut Buffer) {
    let (width, height) = editor.draft().size();
    let (back, on) = editor.steps();
    let star = if editor.is_changed() { "*" } else { "" };
    let words = Phrase::EditorTitle.words(ctx.lang());
    let dot = if ctx.theme().ascii { " - " } else { " · " };
    let (done, all) = (back.to_string(), (back + on).to_string());
    let changes = match back + on {
        0 => String::new(),
        _ => format!("{dot}{}", Phrase::Change.with(ctx.lang(), &[&done, &all])),
    };
    let whole = format!("{words}{dot}{width}x{height}{star}{changes}");
    put(&whole, row, ctx.theme().accent(), ctx, buffer);
}

fn put(words: &str, row: Rect, style: Style, ctx: &Context, buffer: &mut Buffer) {
    if row.is_empty() {
        return;
    }
    let words = label::cut(words, row.width.saturating_sub(1), ctx.theme());
    buffer.set_string(row.x + 1, row.y, words, style);
}

/// The tools, the one in hand marked.
fn tool_rows(ctx: &Context, editor: &Editor, area: Rect, buffer: &mut Buffer) {
    let (theme, lang) = (ctx.theme(), ctx.lang());
    for (row, tool) in area.rows().zip(tools(editor)) {
        let in_hand = tool == Tool::Brush(editor.brush);
        let mark = if in_hand { theme.glyph('▸', '>') } else { ' ' };
        let words = match tool {
            Tool::Brush(Brush::Piece(name)) => {
                let lock = lock_sign(editor.draft().lock(name), theme);
                format!("{} {name}{lock}", Phrase::PieceInHand.words(lang))
            }
            Tool::Brush(Brush::New) => Phrase::NewPiece.words(lang).to_owned(),
            Tool::Brush(Brush::Erase) => Phrase::Erase.words(lang).to_owned(),
            Tool::Brush(Brush::Wall) => Phrase::Wall.words(lang).to_owned(),
            Tool::Brush(Brush::Gate) => Phrase::Gate.words(lang).to_owned(),
            Tool::Layer => match editor.layer {
                Layer::Start => Phrase::BoardStart.words(lang).to_owned(),
                Layer::Goal => Phrase::BoardGoal.words(lang).to_owned(),
            },
        };
        let style = match (in_hand, tool) {
            (true, _) => theme.accent(),
            (false, Tool::Layer) => theme.strong(),
            (false, _) => Style::new(),
        };
        put(&format!("{mark}{words}"), row, style, ctx, buffer);
    }
}

/// The fewest moves in each metric.
fn optima(ctx: &Context, editor: &Editor, area: Rect, buffer: &mut Buffer) {
    let (theme, lang) = (ctx.theme(), ctx.lang());
    for (row, metric) in area.rows().zip(Metric::ALL) {
        let name = counted_by(metric).words(lang);
        let least = if theme.ascii { ">=" } else { "≥" };
        let (value, style) = match (editor.built(), editor.optimum(metric)) {
            (Err(_), _) => ("-".to_owned(), theme.dim()),
            (_, Optimum::Waits) => ("…".to_owned(), theme.dim()),
            (_, Optimum::Searched(lower, None)) => (format!("{least} {lower} …"), theme.dim()),
            (_, Optimum::Searched(lower, Some(upper))) => {
                (format!("{lower}..{upper} …"), theme.dim())
            }
            (_, Optimum::Exact(moves)) => (moves.to_string(), theme.good()),
            (_, Optimum::Never) => (Phrase::Unsolvable.words(lang).to_owned(), theme.bad()),
            (_, Optimum::AtLeast(lower)) => (format!("{least} {lower}"), theme.strong()),
        };
        let value = match theme.ascii {
            true => value.replace('…', ".."),
            false => value,
        };
        put(&format!(" {name} {value}"), row, style, ctx, buffer);
    }
}

/// The name that is typed, in the row above the footer; above it what is wrong with it, or the folder.
fn prompt(ctx: &Context, naming: &Naming, footer: Rect, buffer: &mut Buffer) {
    let (theme, lang) = (ctx.theme(), ctx.lang());
    let blank = " ".repeat(footer.width.into());
    let row = Rect { y: footer.y.saturating_sub(1), ..footer };
    let above = Rect { y: footer.y.saturating_sub(2), ..footer };
    let said = match (&naming.error, naming.exists) {
        (Some(error), _) => Some(printable::masked(error)),
        (None, true) => Some(Phrase::ReplaceFile.words(lang).to_owned()),
        (None, false) => None,
    };
    // Without the blanks what stands in these rows of the drawing would be seen behind short words.
    for row in [above, row] {
        buffer.set_string(row.x, row.y, &blank, Style::reset());
    }
    match said {
        Some(said) => put(&said, above, theme.bad(), ctx, buffer),
        None => {
            let folder = Phrase::SaveFolder.with(lang, &[&printable::masked(&naming.folder)]);
            put(&folder, above, theme.dim(), ctx, buffer);
        }
    }
    let words = Phrase::SavePrompt.words(lang);
    put(words, row, theme.accent(), ctx, buffer);
    let x = row.x + 2 + label::width(words) as u16;
    let room = row.right().saturating_sub(x + 1);
    let room = Rect { x: x.min(row.right()), width: room, ..row };
    naming.typed.draw(room, theme.strong(), buffer);
}

/// The forms on the left, the text of the chosen one on the right.
fn forms(ctx: &Context, export: &Export, area: Rect, buffer: &mut Buffer) {
    let (theme, lang) = (ctx.theme(), ctx.lang());
    let (head, rest) = panel::split(area, 1);
    let (body, foot) = panel::split(rest, rest.height.saturating_sub(1));
    put(Phrase::ExportTitle.words(lang), head, theme.accent(), ctx, buffer);
    let names = Rect { width: body.width.min(FORMS), ..body };
    let top = (export.chosen + 1).saturating_sub(body.height.into());
    let shown = export.forms.iter().enumerate().skip(top);
    for (row, (i, (form, text))) in names.rows().zip(shown) {
        let mark = if i == export.chosen { theme.glyph('▸', '>') } else { ' ' };
        let style = match (i == export.chosen, text) {
            (true, _) => theme.accent(),
            (false, Ok(_)) => Style::new(),
            (false, Err(_)) => theme.dim(),
        };
        put(&format!("{mark}{form}"), row, style, ctx, buffer);
    }
    let right = Rect::new(names.right(), body.y, body.width - names.width, body.height);
    let (lines, style) = match export.shown().1 {
        Ok(text) => (text.lines().map(printable::masked).collect(), Style::new()),
        Err(reason) => {
            let columns = right.width.saturating_sub(2);
            (label::wrapped(&printable::masked(reason), columns), theme.bad())
        }
    };
    let lines: Vec<String> = lines;
    for (row, line) in right.rows().zip(&lines) {
        put(line, row, style, ctx, buffer);
    }
    bars::footer(ctx, Scope::Export, foot, buffer);
}

/// Columns of the forms' names.
const FORMS: u16 = 12;
