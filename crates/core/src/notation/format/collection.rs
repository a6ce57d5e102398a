//! Collections: a puzzle a line, perhaps with a name before it and claimed optima after it, between tabs; or drawings, each after a comment.

use super::Form;
use crate::notation::detect::{is_number, is_passed_over, of_line};
use crate::notation::entry::{Claim, Claims, Entry, Pack, Text};
use crate::notation::error::{Flaw, MAX_ERRORS};
use crate::notation::printable::{excerpt, is_printable};
use crate::notation::source::{SrcChar, TextPos, plain, source_chars, start, trim};
use crate::notation::write::Feature;
use crate::notation::{MAX_PUZZLE_BYTES, at_most, read_any};
use crate::puzzle::Metric;

/// The most puzzles that one text may hold.
pub const MAX_PUZZLES: usize = 20_000;

/// The most pieces that all puzzles of one text may have together.
// A piece takes well over a hundred bytes, 128 of them for its shape, so that these stay near a hundred megabytes.
pub const MAX_PIECES: usize = 500_000;

/// Says what a line may hold: first the formats that can hold numbers, then those of blocks only.
fn forms() -> String {
    let formats = || Form::ALL.into_iter().map(Form::format);
    let words = |numbers: bool| {
        let wanted = formats().filter(move |f| f.lacks().contains(&Feature::Numbers) != numbers);
        wanted.filter_map(|format| format.line_words())
    };
    let mut all: Vec<&str> = words(true).chain(words(false)).collect();
    let last = all.pop().unwrap_or_default();
    let after = "; a name may stand before it\nand claimed optima after it, with tabs between";
    ["a line holds ", &all.join(", "), " or ", last, after].concat()
}

/// A flaw at `at` if the puzzles so far are too many for one `whole`, a text or a pack.
pub(crate) fn check_limits(
    entries: usize,
    pieces: usize,
    whole: &str,
    at: TextPos,
) -> Result<(), Flaw> {
    if entries <= MAX_PUZZLES && pieces <= MAX_PIECES {
        return Ok(());
    }
    let found = format!("{entries} puzzles of {pieces} pieces");
    let most = format!("at most {MAX_PUZZLES} puzzles and {MAX_PIECES} pieces in one {whole}");
    Err(Flaw::new(at, found, most))
}

/// Reads all puzzles of a text.
pub(crate) fn read(text: &str) -> Result<Pack, Vec<Flaw>> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !is_passed_over(line));
    let pack = pack(lines.map(|(line, text)| (TextPos { line, column: 1 }, text)), entry)?;
    if pack.entries.is_empty() {
        let flaw = Flaw::new(TextPos::FIRST, "a text without a puzzle", "a puzzle");
        return Err(flaw.hint(forms()).into());
    }
    Ok(pack)
}

/// Reads drawings on several lines, of which each but the first begins after a blank line with a comment, as `huarong generate --grid` writes them.
/// `None` if there are not several, or the first is none by itself.
pub(crate) fn drawings(text: &str) -> Option<Result<Pack, Vec<Flaw>>> {
    let parts = parts(text);
    let draft = |part: &str, from| {
        at_most(MAX_PUZZLE_BYTES, part.len(), from)?;
        read_any(&source_chars(part, from), from)
    };
    let (from, first) = parts[0];
    let are_several = parts.len() > 1 && draft(first, from).is_ok();
    are_several.then(|| pack(parts.into_iter(), |part, from| draft(part, from)?.entry()))
}

/// The puzzles of the parts of a text, as far as they are not too many.
fn pack<'t>(
    parts: impl Iterator<Item = (TextPos, &'t str)>,
    entry: impl Fn(&str, TextPos) -> Result<Entry, Vec<Flaw>>,
) -> Result<Pack, Vec<Flaw>> {
    let (mut entries, mut flaws, mut pieces) = (Vec::new(), Vec::new(), 0);
    for (from, part) in parts {
        match entry(part, from) {
            Ok(entry) => {
                pieces += entry.puzzle.pieces().len();
                entries.push(entry);
            }
            Err(more) => flaws.extend(more),
        }
        if let Err(flaw) = check_limits(entries.len(), pieces, "text", from) {
            flaws.push(flaw);
            break;
        }
        // One more than are shown is enough for the last one to say that there are more.
        if flaws.len() > MAX_ERRORS {
            break;
        }
    }
    flaws.is_empty().then_some(Pack { title: Text::default(), entries }).ok_or(flaws)
}

/// The parts of a text that may each be a drawing, and where they begin; no more than one too many.
fn parts(text: &str) -> Vec<(TextPos, &str)> {
    let (mut parts, mut begins, mut from) = (Vec::new(), 0, TextPos::FIRST);
    // The rows that are still to come. They are passed once, since a text may be nothing but comments.
    let is_drawn = |row: &str| !row.is_empty() && !row.starts_with(';');
    let mut drawn = (1..).zip(text.lines().map(str::trim)).filter(|(_, row)| is_drawn(row));
    let mut next = drawn.next();
    // The last row of the part, and whether blank lines have followed it.
    let (mut last, mut is_apart, mut at) = ("", false, 0);
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let row = line.trim();
        while next.is_some_and(|(there, _)| there < number) {
            next = drawn.next();
        }
        // A comment before a goal stands inside a drawing, and so does one after which nothing comes.
        let is_comment = row.starts_with(';');
        if is_comment
            && is_apart
            && last != "=>"
            && parts.len() < MAX_PUZZLES
            && next.is_some_and(|(_, row)| row != "=>")
        {
            parts.push((from, &text[begins..at]));
            (begins, from, last) = (at, TextPos { line: number, column: 1 }, "");
        }
        match row {
            "" => is_apart = !last.is_empty(),
            _ if is_comment => is_apart = false,
            row => (last, is_apart) = (row, false),
        }
        at += line.len();
    }
    parts.push((from, &text[begins..]));
    parts
}

/// The puzzle of a line.
fn entry(line: &str, from: TextPos) -> Result<Entry, Vec<Flaw>> {
    at_most(MAX_PUZZLE_BYTES, line.len(), from)?;
    let chars = source_chars(line.trim_end(), from);
    let fields: Vec<&[SrcChar]> = chars.split(|g| g.c == '\t').map(trim).collect();
    let (name, board, claims) = columns(&fields);
    let Some(form) = of_line(&plain(board)) else {
        let flaw = Flaw::new(start(board, from), excerpt(&plain(board)), "a puzzle");
        return Err(flaw.hint(forms()).into());
    };
    let mut entry = form.format().board(board, start(board, from))?.entry()?;
    entry.name = name_of(name)?;
    if !claims.is_empty() {
        let own = entry.metric();
        let inside = entry.claims.get(own);
        entry.claims = claims_of(claims, own)?;
        let outside = entry.claims.get(own);
        if let (Some(inside), Some(outside)) = (inside, outside)
            && inside != outside
        {
            let at = claims.get(own as usize).unwrap_or(&claims[0]);
            let found = format!("the claim {outside} after a puzzle that claims {inside} itself");
            return Err(Flaw::new(start(at, from), found, "the same number of moves").into());
        }
    }
    Ok(entry)
}

/// Which fields are the name, the board and the claims.
fn columns<'a, 'b>(
    fields: &'b [&'a [SrcChar]],
) -> (&'a [SrcChar], &'a [SrcChar], &'b [&'a [SrcChar]]) {
    // Numbers too great for a claim are meant as one all the same.
    let is_claim = |word: &str| word == "-1" || !word.is_empty() && is_number(word);
    let numeric = |fields: &[&[SrcChar]]| fields.iter().all(|f| is_claim(&plain(f)));
    match fields {
        [] => (&[], &[], &[]),
        [board] => (&[], board, &[]),
        [board, claims @ ..]
            if matches!(claims.len(), 1 | 3)
                && numeric(claims)
                // After a name, a board of digits (a Klotski code) would pass for a claim: then the first field is no board.
                && of_line(&plain(board)).is_some() =>
        {
            (&[], board, claims)
        }
        // Not a name before a code of digits, but a board and as many claims as there cannot be, which is then told.
        [board, claims @ ..] if numeric(claims) && is_board(board) => (&[], board, claims),
        [name, board, claims @ ..] => (name, board, claims),
    }
}

/// Whether the field is a puzzle by itself.
fn is_board(field: &[SrcChar]) -> bool {
    let read = |form: Form| form.format().board(field, TextPos::FIRST)?.entry();
    of_line(&plain(field)).is_some_and(|form| read(form).is_ok())
}

/// What a field claims.
fn claim(field: &[SrcChar]) -> Option<Claim> {
    match plain(field).as_str() {
        "-1" => Some(Claim::Unsolvable),
        moves if is_number(moves) => moves.parse().ok().map(Claim::Moves),
        _ => None,
    }
}

/// One claim in the puzzle's own metric, or one in each.
fn claims_of(fields: &[&[SrcChar]], own: Metric) -> Result<Claims, Flaw> {
    let at = |field: &[SrcChar]| {
        start(field, fields.iter().find_map(|f| f.first()).map_or(TextPos::FIRST, |g| g.at))
    };
    let metrics: &[Metric] = match fields.len() {
        1 => &[own],
        3 => &Metric::ALL,
        n => {
            let expected = "one, or three for step, slide and move";
            return Err(Flaw::new(at(fields[0]), format!("{n} claims"), expected));
        }
    };
    let mut claims = Claims::default();
    for (field, &metric) in fields.iter().zip(metrics) {
        let claim = claim(field).ok_or_else(|| {
            let found = format!("the claim {}", excerpt(&plain(field)));
            let expected = format!("a number of moves up to {}, or -1 for unsolvable", u32::MAX);
            Flaw::new(at(field), found, expected)
        })?;
        claims.set(metric, claim);
    }
    Ok(claims)
}

/// The name, which a terminal must be able to show.
fn name_of(field: &[SrcChar]) -> Result<Text, Flaw> {
    match field.iter().find(|g| !is_printable(g.c)) {
        None => Ok(Text::from(plain(field).as_str())),
        Some(bad) => {
            let found = format!("the character {} in a name", excerpt(&bad.c.to_string()));
            Err(Flaw::new(bad.at, found, "characters that can be seen"))
        }
    }
}
