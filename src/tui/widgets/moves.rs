//! Moves in words, and a list of them that flows over rows.

use super::label;
use crate::puzzle::{Direction, Family, Move, PieceId};
use crate::session::Turn;
use crate::text::{Lang, arrow};
use crate::tui::play::game::Game;
use crate::tui::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// `action` in a word: what the piece is called, and its way.
pub(crate) fn word(
    game: &Game,
    action: &Move,
    called: impl Fn(PieceId) -> String,
    theme: Theme,
) -> String {
    let Some(piece) = action.piece() else {
        return String::new();
    };
    let way: Vec<Direction> = match game.puzzle().family() {
        Family::Numbers => action.steps().iter().map(|s| s.direction).take(1).collect(),
        Family::Blocks => action.steps().iter().map(|s| s.direction).collect(),
    };
    let run = action.steps().len();
    // Of tiles that go together the last to step is the one that was pushed; those before it make way.
    let last = action.steps().last().map_or(piece, |s| s.piece);
    let mut word = called(last);
    if theme.ascii {
        word.push(':');
    } else if word.len() > 1 && word.chars().all(|c| c.is_ascii_alphabetic() || c == ' ') {
        // A name of several letters would run into the arrow.
        word.push(' ');
    }
    word.extend(way.iter().map(|&d| arrow(d, theme.ascii)));
    if game.puzzle().family() == Family::Numbers && run > 1 {
        word.push_str(&run.to_string());
    }
    match action {
        Move::Steps(_) => word,
        Move::Lift { to, .. } => format!("{word} {},{}", to.column + 1, to.row + 1),
    }
}

/// The moves in words; turns that count as one move are one word.
pub(crate) fn together(game: &Game, turns: &[Turn], lang: Lang, theme: Theme) -> Vec<String> {
    let metric = game.metric();
    let word = |action: &Move| word(game, action, |id| game.told(id, lang, theme.ascii), theme);
    let one_move = |a: &Turn, b: &Turn| a.count(metric) == b.count(metric);
    let moves = turns.chunk_by(one_move).map(|turns| {
        let steps = turns.iter().filter_map(Turn::played).flat_map(Move::steps);
        // Turns that count as one move are joined, so that the way round a corner is one word.
        let whole = Move::Steps(steps.copied().collect());
        match turns {
            [turn] => turn.played().map(word).unwrap_or_default(),
            _ => word(&whole),
        }
    });
    moves.collect()
}

/// Writes the words over the rows of `area` so that the one at `cursor` is to be seen; a mark stands before it.
pub(crate) fn flow(
    words: &[String],
    cursor: Option<usize>,
    area: Rect,
    theme: Theme,
    buffer: &mut Buffer,
) {
    // The mark needs a column before the first word of a row too.
    let indent = u16::from(cursor.is_some()).min(area.width);
    let rows = wrapped(words, area.width - indent);
    let at = cursor.unwrap_or(words.len().saturating_sub(1));
    let at = at.min(words.len().saturating_sub(1));
    let row_of_cursor = rows.iter().position(|row| row.contains(&at)).unwrap_or(0);
    let height = usize::from(area.height);
    let last_top = rows.len().saturating_sub(height);
    // The row of the cursor stands in the middle, so that what comes before and after it is seen.
    let top = row_of_cursor.saturating_sub(height / 2).min(last_top);
    for (y, row) in (area.y..area.bottom()).zip(&rows[top..]) {
        let mut x = area.x + indent;
        for i in row.clone() {
            let style = match cursor {
                Some(cursor) if cursor == i => theme.accent(),
                Some(cursor) if i < cursor => theme.dim(),
                _ => ratatui::style::Style::new(),
            };
            if cursor == Some(i) && indent > 0 {
                buffer.set_string(x - 1, y, theme.glyph('▸', '>').to_string(), style);
            }
            let room = usize::from(area.right().saturating_sub(x));
            let (shown, _) = buffer.set_stringn(x, y, &words[i], room, style);
            x = shown + 2;
        }
    }
}

/// Which words stand in which row.
fn wrapped(words: &[String], columns: u16) -> Vec<std::ops::Range<usize>> {
    let mut rows = Vec::new();
    let (mut first, mut used) = (0, 0);
    for (i, word) in words.iter().enumerate() {
        let width = label::width(word);
        if used > 0 && used + width > i32::from(columns) {
            rows.push(first..i);
            (first, used) = (i, 0);
        }
        used += width + 2;
    }
    rows.push(first..words.len());
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_flow_over_rows() {
        let words = ["aa", "bbb", "曹操→", "d"].map(str::to_owned);
        assert_eq!(wrapped(&words, 8), [0..2, 2..4]);
        assert_eq!(wrapped(&words, 1), [0..1, 1..2, 2..3, 3..4]);
        assert_eq!(wrapped(&[], 8).len(), 1);
    }
}
