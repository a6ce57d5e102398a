//! Labels on pieces: how wide they are, and where on a piece of any shape they look best.

use super::outline::Links;
use crate::tui::theme::Theme;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Columns that `text` takes.
pub(crate) fn width(text: &str) -> i32 {
    text.width() as i32
}

/// Whether what stands in a cell of the screen takes the next one too.
pub(crate) fn is_wide(symbol: &str) -> bool {
    // No character of one byte is wide: its length spares nearly every cell the look-up of its width.
    symbol.len() > 1 && symbol.width() > 1
}

/// `text` in at most `columns`; what does not fit is left out, and a mark says so.
pub(crate) fn cut(text: &str, columns: u16, theme: Theme) -> String {
    if width(text) <= i32::from(columns) {
        return text.to_owned();
    }
    let Some(room) = columns.checked_sub(1) else {
        return String::new();
    };
    let mut whole = beginning(text, room).to_owned();
    whole.truncate(whole.trim_end().len());
    whole.push(theme.glyph('…', '~'));
    whole
}

/// `text` in at most `columns`, broken where a row may end; what does not fit is left out, and a mark says so.
pub(crate) fn cut_at_word(text: &str, columns: u16, theme: Theme) -> String {
    if width(text) <= i32::from(columns) {
        return text.to_owned();
    }
    let first = wrapped(text, columns.saturating_sub(1)).into_iter().next();
    let mark = theme.glyph('…', '~');
    first.map_or_else(String::new, |first| format!("{first}{mark}"))
}

/// `text` in rows of at most `columns`, broken at blanks, and beside wide characters. Only blanks are lost.
pub(crate) fn wrapped(text: &str, columns: u16) -> Vec<String> {
    let mut rows = Vec::new();
    let mut rest = text.trim();
    while let Some(first) = rest.chars().next().filter(|_| columns > 0) {
        let end = match width(rest) <= i32::from(columns) {
            true => rest.len(),
            // A character that is wider than the row takes a row all the same, or this would never end.
            false => break_before(rest, beginning(rest, columns).len()).max(first.len_utf8()),
        };
        rows.push(rest[..end].trim_end().to_owned());
        rest = rest[end..].trim_start();
    }
    rows
}

/// The last place in the first `most` bytes of `text`, or right after them, where a row may end; `most` if there is none.
fn break_before(text: &str, most: usize) -> usize {
    let is_wide = |c: char| c.width() == Some(2);
    let may_end = |&at: &usize| {
        let (before, after) = (text[..at].chars().next_back(), text[at..].chars().next());
        let (Some(before), Some(after)) = (before, after) else {
            return false;
        };
        let blank = before == ' ' || after == ' ';
        // In Chinese a row neither ends with an opening mark nor begins with a closing one.
        let is_stuck = before == '（' || "，。！：；）".contains(after);
        blank || (is_wide(before) || is_wide(after)) && !is_stuck
    };
    let two_blanks = |most: usize| {
        let bytes = &text.as_bytes()[..most.min(text.len())];
        bytes.windows(2).rposition(|two| two == b"  ")
    };
    // What two blanks part belongs together inside: a piece and its arrow stay in one row, which ends behind the blanks or before them.
    let apart = two_blanks(most).map(|at| at + 2).max(two_blanks(most + 2).filter(|&at| at > 0));
    let mut places = (1..=most).rev().filter(|&at| text.is_char_boundary(at));
    apart.or_else(|| places.find(may_end)).unwrap_or(most)
}

/// As much of the beginning of `text` as fits into `columns`.
pub(crate) fn beginning(text: &str, columns: u16) -> &str {
    let mut room = usize::from(columns);
    let end = text.char_indices().find(|(_, c)| {
        let taken = c.width().unwrap_or(0);
        let fits = taken <= room;
        // This runs for the first character that does not fit too, where a plain subtraction would go below 0.
        room -= taken.min(room);
        !fits
    });
    &text[..end.map_or(text.len(), |(end, _)| end)]
}

/// `name` over and over, exactly `columns` wide; a blank at the end where a wide character does not fit.
pub(crate) fn run(name: &str, columns: i32) -> String {
    let mut text = String::new();
    while width(&text) + width(name) <= columns && !name.is_empty() {
        text.push_str(name);
    }
    while width(&text) < columns {
        text.push(' ');
    }
    text
}

/// Where `text` begins on a piece that consists of these characters: in the middle of the run of free characters that
/// is nearest to the piece's own middle. `None` if it fits nowhere.
pub(crate) fn spot(chars: &[(i32, i32, Links)], text: &str) -> Option<(i32, i32)> {
    Some(best(chars, &runs(chars, |c| c.2.none()), width(text))?.0)
}

/// Where `text` begins on a piece without a row inside, and the run of its upper border, first column and length, in which it
/// stands.
pub(crate) fn open_spot(
    chars: &[(i32, i32, Links)],
    text: &str,
) -> Option<((i32, i32), (i32, i32))> {
    let is_top = |x: i32, y: i32| !chars.iter().any(|c| (c.0, c.1) == (x, y - 1));
    let top = runs(chars, |&(x, y, links)| links.is_flat() && is_top(x, y));
    best(chars, &top, width(text))
}

/// What of `text` stands in a row each when it is written downwards: its words, or of a single word the characters.
pub(crate) fn parts(text: &str) -> Vec<&str> {
    match text.contains(' ') {
        true => text.split_whitespace().collect(),
        false => text.char_indices().map(|(at, c)| &text[at..at + c.len_utf8()]).collect(),
    }
}

/// Where the [`parts`] of a text stand when they are written downwards in the middle of the piece; `None` if they do not fit.
pub(crate) fn tall_spot(chars: &[(i32, i32, Links)], parts: &[&str]) -> Option<(i32, i32)> {
    let needed = parts.iter().map(|part| width(part)).max()?;
    let rows = parts.len() as i32;
    let free = runs(chars, |c| c.2.none());
    let holds = |x: i32, y: i32| {
        free.iter().any(|run| run.1 == y && run.0 <= x && x + needed <= run.0 + run.2)
    };
    let ((x, y), _) = best(chars, &free, needed)?;
    let tops = (y - rows + 1..=y).filter(|&top| (top..top + rows).all(|y| holds(x, y)));
    let middle = chars.iter().map(|c| c.1).min()? + chars.iter().map(|c| c.1).max()?;
    let top = tops.min_by_key(|top| (2 * top + rows - 1 - middle).abs())?;
    Some((x, top))
}

/// First column, row and length of every run of characters that are as wanted.
fn runs(
    chars: &[(i32, i32, Links)],
    wanted: impl Fn(&(i32, i32, Links)) -> bool,
) -> Vec<(i32, i32, i32)> {
    let its = chars.iter().filter(|c| wanted(c));
    let mut places: Vec<(i32, i32)> = its.map(|&(x, y, _)| (y, x)).collect();
    places.sort_unstable();
    let runs = places.chunk_by(|before, next| *next == (before.0, before.1 + 1));
    runs.map(|run| (run[0].1, run[0].0, run.len() as i32)).collect()
}

/// Where a text of `needed` columns begins in the run nearest to the middle that is so long, and that run's column and length.
fn best(
    chars: &[(i32, i32, Links)],
    runs: &[(i32, i32, i32)],
    needed: i32,
) -> Option<((i32, i32), (i32, i32))> {
    let &(x, y, _) = chars.first()?;
    let (mut first, mut last) = ((x, y), (x, y));
    for &(x, y, _) in chars {
        first = (first.0.min(x), first.1.min(y));
        last = (last.0.max(x), last.1.max(y));
    }
    // Everything is doubled, since a middle may lie between two characters.
    let middle = (first.0 + last.0, first.1 + last.1);
    let distance = |&&(x, y, length): &&(i32, i32, i32)| {
        let off_row = (2 * y - middle.1).abs();
        let off_column = (2 * x + length - 1 - middle.0).abs();
        // A row is higher than a column is wide, so that rows weigh more; of two equally near the upper one is taken.
        (3 * off_row + off_column, y)
    };
    let fitting = runs.iter().filter(|run| run.2 >= needed);
    let &(x, y, length) = fitting.min_by_key(distance)?;
    Some(((x + (length - needed) / 2, y), (x, length)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::{Depth, Palette};
    use crate::tui::widgets::outline::links;

    fn chars(width: i32, height: i32) -> Vec<(i32, i32, Links)> {
        let inside = |x: i32, y: i32| (0..width).contains(&x) && (0..height).contains(&y);
        (0..height).flat_map(|y| (0..width).map(move |x| (x, y, links(inside, x, y)))).collect()
    }

    #[test]
    fn a_label_stands_in_the_middle() {
        assert_eq!(spot(&chars(7, 3), "12"), Some((2, 1)));
        assert_eq!(spot(&chars(14, 6), "曹操"), Some((5, 2)));
    }

    #[test]
    fn without_room_inside_it_stands_in_the_upper_border() {
        assert_eq!(spot(&chars(5, 2), "15"), None);
        assert_eq!(open_spot(&chars(5, 2), "15"), Some(((1, 0), (1, 3))));
        assert_eq!(open_spot(&chars(4, 2), "15"), Some(((1, 0), (1, 2))));
        assert_eq!(open_spot(&chars(10, 2), "A"), Some(((4, 0), (1, 8))));
        assert_eq!(open_spot(&chars(4, 2), "255"), None);
    }

    #[test]
    fn a_narrow_high_piece_has_its_label_downwards() {
        assert_eq!(tall_spot(&chars(5, 4), &parts("张飞")), Some((1, 1)));
        assert_eq!(tall_spot(&chars(5, 3), &parts("张飞")), None);
    }

    #[test]
    fn runs_and_cuts_keep_wide_characters_whole() {
        assert_eq!(run("A", 3), "AAA");
        assert_eq!(run("曹", 3), "曹 ");
        assert_eq!(beginning("曹操", 3), "曹");
        let theme = |ascii| Theme::new(Palette::Dark, Depth::None, ascii);
        let cuts = |text, columns| cut(text, columns, theme(false));
        assert_eq!((cuts("曹操", 3), cuts("曹操", 4)), ("曹…".into(), "曹操".into()));
        assert_eq!((cuts("a bc", 3), cuts("ab", 0)), ("a…".into(), String::new()));
        assert_eq!(cut("abc", 2, theme(true)), "a~");
        let whole = |text, columns| cut_at_word(text, columns, theme(false));
        assert_eq!((whole("one two", 7), whole("one two", 6)), ("one two".into(), "one…".into()));
        assert_eq!((whole("曹操马", 5), whole("ab", 0)), ("曹操…".into(), String::new()));
    }

    #[test]
    fn sentences_are_broken_between_words() {
        assert_eq!(wrapped("It is 24x6; this", 12), ["It is 24x6;", "this"]);
        assert_eq!(wrapped("abcdefg h", 3), ["abc", "def", "g h"]);
        assert_eq!(wrapped("窗口太小，现在。", 8), ["窗口太", "小，现", "在。"]);
        assert_eq!(wrapped("按 N 下", 5), ["按 N", "下"]);
        assert_eq!(wrapped("曹操", 1), ["曹", "操"]);
        assert_eq!(wrapped("Next: S ↓  J →  A ↓", 17), ["Next: S ↓  J →", "A ↓"]);
        assert!(wrapped("abc", 0).is_empty() && wrapped(" ", 3).is_empty());
    }
}
