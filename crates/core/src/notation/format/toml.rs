//! TOML packs: one or many puzzles with names, locks, waypoints, labels and claims.

use super::toml_fields::Fields;
use super::{Format, collection, grid};
use crate::notation::detect::{Clues, Evidence};
use crate::notation::draft::Draft;
use crate::notation::entry::{Claim, Claims, Entry, Pack, Text};
use crate::notation::error::{Flaw, MAX_ERRORS};
use crate::notation::moves;
use crate::notation::printable::excerpt;
use crate::notation::read_any;
use crate::notation::source::{Index, SrcChar, TextPos};
use crate::notation::write::Feature;
use crate::puzzle::{Axis, Metric, Path, PieceId, Puzzle};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;
use toml::de::DeTable;

/// The longest pack that is read, in bytes. The parser needs many times the memory of the text.
const MAX_PACK_BYTES: usize = 4 << 20;

/// The most marks `[`, `{`, `=` and `,` in a pack: each may begin a value, and a value of one byte takes far more in memory.
const MAX_MARKS: usize = 500_000;

/// The keys of a pack.
const PACK_KEYS: [&str; 2] = ["title", "puzzle"];

/// The keys of a puzzle.
const PUZZLE_KEYS: [&str; 19] = [
    "id",
    "name",
    "about",
    "author",
    "source",
    "metric",
    "board",
    "goal",
    "gates",
    "lengthwise",
    "locked",
    "via",
    "lift",
    "interchangeable",
    "parts",
    "labels",
    "optimal",
    "solution",
    "difficulty",
];

/// Those that change the rules of the board.
const RULES: [&str; 7] =
    ["gates", "lengthwise", "locked", "via", "lift", "interchangeable", "parts"];

/// The words for locks.
const LOCKS: [(&str, Axis); 3] =
    [("horizontal", Axis::Horizontal), ("vertical", Axis::Vertical), ("fixed", Axis::Fixed)];

/// Packs.
pub(crate) struct Toml;

impl Format for Toml {
    /// Its first line is a table or a key with a value, or some line begins a puzzle.
    fn evidence(&self, clues: &Clues<'_>) -> Option<Evidence> {
        let is_table = |line: &str| {
            let inner = line.split('#').next().unwrap_or_default().trim();
            let inner = inner.trim_start_matches('[').trim_end_matches(']').trim();
            line.starts_with('[') && line.contains(']') && is_key(inner)
        };
        let is_setting = |line: &str| {
            let parts = line.split_once('=');
            // The `=` of `=>` is the arrow of a drawing and sets no key.
            parts.is_some_and(|(key, value)| is_key(key.trim_end()) && !value.starts_with('>'))
        };
        let mut lines = clues.text.lines().map(str::trim);
        let first = lines.clone().find(|line| !line.is_empty() && !line.starts_with(['#', ';']));
        let is_toml = first.is_some_and(|line| is_table(line) || is_setting(line))
            || lines.any(|line| line == "[[puzzle]]");
        is_toml.then_some(Evidence::Toml)
    }

    fn max_bytes(&self) -> usize {
        MAX_PACK_BYTES
    }

    fn read(&self, text: &str) -> Result<Pack, Vec<Flaw>> {
        read(text)
    }

    fn lacks(&self) -> &'static [Feature] {
        &[]
    }

    /// A pack of the one puzzle, with what the entry says about it.
    fn write(&self, entry: &Entry) -> Result<String, String> {
        let puzzle = &entry.puzzle;
        let mut out = String::from("[[puzzle]]\n");
        let mut set = |key: &str, value: String| {
            writeln!(out, "{key} = {value}").expect("a string takes every text");
        };
        if !entry.id.is_empty() {
            set("id", quote(&entry.id));
        }
        for (key, text) in [("name", Some(&entry.name)), ("about", entry.about.as_ref())] {
            match text {
                Some(Text { zh: Some(zh), en }) => {
                    set(key, format!("{{ en = {}, zh = {} }}", quote(en), quote(zh)));
                }
                Some(Text { en, .. }) if !en.is_empty() => set(key, quote(en)),
                Some(Text { .. }) | None => {}
            }
        }
        for (key, value) in [("author", &entry.author), ("source", &entry.source)] {
            value.iter().for_each(|value| set(key, quote(value)));
        }
        entry.metric.iter().for_each(|metric| set("metric", quote(metric.name())));
        set("board", quote_lines(&grid::draw(puzzle, puzzle.start())));
        grid::draw_goal(puzzle).iter().for_each(|goal| set("goal", quote_lines(goal)));
        // The board shows the gates that no piece stands on.
        if Feature::HiddenGate.obstacle(puzzle, puzzle.start()).is_some() {
            set("gates", quote_lines(&grid::draw_gates(puzzle)));
        }
        let locked = puzzle.pieces().iter().filter_map(|p| {
            let (word, _) = LOCKS.into_iter().find(|&(_, axis)| axis == p.axis())?;
            Some((p.name(), quote(word)))
        });
        inline_table(locked).iter().for_each(|table| set("locked", table.clone()));
        if !puzzle.via().is_empty() {
            let boards: Vec<String> = puzzle
                .via()
                .iter()
                .map(|via| quote_lines(&grid::draw_targets(puzzle, via)))
                .collect();
            set("via", format!("[{}]", boards.join(", ")));
        }
        if puzzle.lift() {
            set("lift", "true".to_owned());
        }
        let joined = |ids: Vec<PieceId>| -> String {
            ids.into_iter().map(|id| puzzle.piece(id).name()).collect()
        };
        let in_parts = |id: &PieceId| !puzzle.piece(*id).shape().is_connected();
        let parts = puzzle.piece_ids().filter(in_parts).map(|id| vec![id]).collect();
        for (key, groups) in [("interchangeable", puzzle.interchangeable()), ("parts", parts)] {
            let groups: Vec<String> = groups.into_iter().map(|ids| quote(&joined(ids))).collect();
            if !groups.is_empty() {
                set(key, format!("[{}]", groups.join(", ")));
            }
        }
        let labels = entry.labels.iter().map(|(name, label)| (name.as_str(), quote(label)));
        inline_table(labels).iter().for_each(|table| set("labels", table.clone()));
        let claims = entry.claims.iter().map(|(metric, claim)| (metric.name(), claim.to_string()));
        inline_table(claims).iter().for_each(|table| set("optimal", table.clone()));
        if let Some(solution) = &entry.solution {
            set("solution", quote(&moves::write(puzzle, puzzle.start(), solution)));
        }
        entry.difficulty.iter().for_each(|number| set("difficulty", number.to_string()));
        Ok(out)
    }
}

/// Whether a word could be a key of TOML.
fn is_key(word: &str) -> bool {
    let is_inner = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '"');
    word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '"') && word.chars().all(is_inner)
}

/// Reads a pack.
fn read(text: &str) -> Result<Pack, Vec<Flaw>> {
    // The marks are counted before the text is parsed, since the parser would already have taken the memory.
    let marks = text.bytes().filter(|byte| b"[{=,".contains(byte)).count();
    if marks > MAX_MARKS {
        let found = format!("{marks} of the marks [ {{ = and ,");
        let most = format!("at most {MAX_MARKS} in one pack");
        return Err(Flaw::new(TextPos::FIRST, found, most).into());
    }
    let index = Index::new(text);
    // This parser goes on after an error, so that all errors of a pack are told at once.
    let (table, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        let flaw = |error: &toml::de::Error| {
            let at = error.span().map_or(TextPos::FIRST, |span| index.spot(span.start));
            Flaw::parsing(at, "TOML", error.message())
        };
        return Err(errors.iter().take(MAX_ERRORS).map(flaw).collect());
    }
    let mut fields = Fields::new(&index, table.get_ref(), TextPos::FIRST);
    fields.check_keys(&PACK_KEYS);
    let title = fields.text("title").unwrap_or_default();
    let puzzles = fields.tables("puzzle");
    if puzzles.is_empty() && fields.flaws.is_empty() {
        fields.flaw(TextPos::FIRST, "a pack without puzzles", "a table [[puzzle]]");
    }
    let mut flaws = std::mem::take(&mut fields.flaws);
    let entries = entries(&index, puzzles, &mut flaws);
    flaws.is_empty().then_some(Pack { title, entries }).ok_or(flaws)
}

/// The puzzles that can be read, and the flaws of the others.
fn entries(
    index: &Index<'_>,
    puzzles: Vec<(&DeTable<'_>, TextPos)>,
    flaws: &mut Vec<Flaw>,
) -> Vec<Entry> {
    let mut ids: HashMap<String, TextPos> = HashMap::new();
    let mut entries = Vec::new();
    let mut pieces = 0;
    for (table, at) in puzzles {
        let mut fields = Fields::new(index, table, at);
        let id = id(&mut fields, &mut ids);
        let entry = entry(&mut fields, id);
        flaws.append(&mut fields.flaws);
        pieces += entry.as_ref().map_or(0, |entry| entry.puzzle.pieces().len());
        entries.extend(entry);
        if flaws.len() > MAX_ERRORS {
            break;
        }
        if let Err(flaw) = collection::check_limits(entries.len(), pieces, "pack", at) {
            flaws.push(flaw);
            break;
        }
    }
    entries
}

/// The puzzle's id, which no other puzzle of the pack may have.
fn id(fields: &mut Fields<'_, '_>, ids: &mut HashMap<String, TextPos>) -> String {
    let Some((id, at)) = fields.string("id") else {
        return String::new();
    };
    let good = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if id.is_empty() || id.starts_with('-') || !id.chars().all(good) {
        let expected = "letters, digits and '-', with a letter or digit first";
        fields.flaw(at, format!("the id {}", excerpt(id)), expected);
    } else if let Some(first) = ids.insert(id.to_owned(), at) {
        let found = format!("the id {} again (first in line {})", excerpt(id), first.line);
        fields.flaw(at, found, "an id of its own for each puzzle");
    }
    id.to_owned()
}

/// One puzzle, if nothing is wrong with it; its flaws are left in `fields`.
fn entry(fields: &mut Fields<'_, '_>, id: String) -> Option<Entry> {
    fields.check_keys(&PUZZLE_KEYS);
    let name = fields.text("name").unwrap_or_default();
    let about = fields.text("about");
    let author = fields.line("author");
    let source = fields.line("source");
    let metric = metric(fields);
    let solution = fields.string("solution");
    let difficulty = difficulty(fields);
    let draft = draft(fields);
    let claims = claims(fields, draft.as_ref().and_then(Draft::claims_itself));
    // The labels are read before a faulty board ends this, so that their flaws are told along with its own.
    let labels = labels(fields, draft.as_ref());
    let puzzle = match draft?.build() {
        Ok(puzzle) => puzzle,
        Err(flaws) => {
            fields.flaws.extend(flaws);
            return None;
        }
    };
    let solution = match solution {
        Some((text, at)) => Some(solved(fields, &puzzle, text, at)?),
        None => None,
    };
    let entry = Entry {
        id,
        name,
        about,
        author,
        source,
        metric,
        labels,
        claims,
        solution,
        difficulty,
        puzzle,
    };
    Some(entry)
}

/// A solution from the start, which must be legal and lead to the goal.
fn solved(fields: &mut Fields<'_, '_>, puzzle: &Puzzle, text: &str, at: TextPos) -> Option<Path> {
    let moves = match moves::read(puzzle, puzzle.start(), text) {
        Ok(moves) => moves,
        Err(error) => {
            fields.flaw(at, format!("the solution: {}", error.found), error.expected);
            return None;
        }
    };
    let mut end = puzzle.start().clone();
    let is_legal = moves.iter().all(|step| end.play(puzzle, step).is_ok());
    if !is_legal || !puzzle.is_solved(&end) {
        fields.flaw(at, "a solution that ends elsewhere", "moves from the start to the goal");
        return None;
    }
    Some(moves)
}

/// The metric that play counts in.
fn metric(fields: &mut Fields<'_, '_>) -> Option<Metric> {
    let (word, at) = fields.string("metric")?;
    let known = word.parse().ok();
    if known.is_none() {
        fields.flaw(at, format!("the metric {}", excerpt(word)), "\"step\", \"slide\" or \"move\"");
    }
    known
}

/// The claimed difficulty.
fn difficulty(fields: &mut Fields<'_, '_>) -> Option<u32> {
    let expected = format!("a whole number from 0 to {}", u32::MAX);
    let (number, at) = fields.integer("difficulty", &expected)?;
    let difficulty = u32::try_from(number).ok();
    if difficulty.is_none() {
        fields.flaw(at, format!("the difficulty {number}"), expected);
    }
    difficulty
}

/// The claimed optima, with that of the board's own form.
fn claims(fields: &mut Fields<'_, '_>, inside: Option<(Metric, u32)>) -> Claims {
    let mut claims = Claims::default();
    if let Some((metric, moves)) = inside {
        claims.set(metric, Claim::Moves(moves));
    }
    let Some(mut inner) = fields.table("optimal") else {
        return claims;
    };
    inner.check_keys(&Metric::ALL.map(Metric::name));
    let most = u32::MAX;
    let expected =
        format!("a number of moves up to {most}, -1 for unsolvable, or two bounds like [18, 223]");
    for metric in Metric::ALL {
        let Some((numbers, at)) = inner.integers(metric.name(), &expected) else {
            continue;
        };
        let moves: Vec<Option<u32>> = numbers.iter().map(|&n| u32::try_from(n).ok()).collect();
        let claim = match (&numbers[..], &moves[..]) {
            ([-1], _) => Claim::Unsolvable,
            (_, &[Some(moves)]) => Claim::Moves(moves),
            (_, &[Some(least), Some(most)]) if least < most => Claim::Open { least, most },
            (_, bounds) => {
                let claim = numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
                let expected = match bounds {
                    [Some(_), Some(_)] => "a number before a greater one, like [18, 223]",
                    _ => &expected,
                };
                inner.flaw(at, format!("the claim {claim}"), expected);
                continue;
            }
        };
        if let Some(inside) = claims.get(metric).filter(|&inside| inside != claim) {
            let found = format!("the claim {claim} for a board that claims {inside} itself");
            inner.flaw(at, found, "the same number of moves");
        }
        claims.set(metric, claim);
    }
    fields.flaws.append(&mut inner.flaws);
    claims
}

/// Board, goal, waypoints and locks.
fn draft(fields: &mut Fields<'_, '_>) -> Option<Draft> {
    let Some((board, at)) = fields.board("board") else {
        if !fields.has("board") {
            fields.flaw(fields.at, "a puzzle without a board", "the key \"board\"");
        }
        return None;
    };
    let read = match fields.board("goal") {
        Some((goal, goal_at)) => both(&board, at, &goal, goal_at),
        None => read_any(&board, at),
    };
    let mut draft = read.map_err(|flaws| fields.flaws.extend(flaws)).ok()?;
    // What a form says of its board is not said of the board with other rules.
    if RULES.iter().any(|key| fields.has(key)) {
        draft.claim = None;
    }
    if let Some((rows, at)) = fields.board("gates") {
        let read = rows_of(&rows, at).and_then(|rows| grid::read_gates(&mut draft, &rows, at));
        read.unwrap_or_else(|flaws| fields.flaws.extend(flaws));
    }
    for (rows, at) in fields.boards("via") {
        let read = rows_of(&rows, at).and_then(|rows| grid::read_waypoint(&mut draft, &rows, at));
        read.unwrap_or_else(|flaws| fields.flaws.extend(flaws));
    }
    if fields.flag("lengthwise") {
        draft.lengthwise();
    }
    draft.setup.lift = fields.flag("lift");
    draft.setup.interchangeable = names(fields, "interchangeable", &mut draft);
    draft.setup.parts = names(fields, "parts", &mut draft).concat();
    // This comes after `lengthwise`, so that the lock of a single piece has the last word.
    locks(fields, &mut draft);
    Some(draft)
}

/// Reads a board whose goal is in a key of its own.
fn both(
    board: &[SrcChar],
    at: TextPos,
    goal: &[SrcChar],
    goal_at: TextPos,
) -> Result<Draft, Vec<Flaw>> {
    let board = rows_of(board, at)?;
    let goal = rows_of(goal, goal_at)?;
    grid::read_boards(&board, Some(&goal), at)
}

/// The rows of one board without a goal.
fn rows_of(text: &[SrcChar], at: TextPos) -> Result<grid::Rows<'_>, Vec<Flaw>> {
    match grid::parts(text) {
        (rows, None) => Ok(rows),
        (_, Some(_)) => {
            let expected = "\"=>\" only in a board without the key \"goal\"";
            Err(Flaw::new(at, "a second goal after \"=>\"", expected).into())
        }
    }
}

/// The pieces of the board that the strings of an array name, a character each.
fn names(fields: &mut Fields<'_, '_>, key: &str, draft: &mut Draft) -> Vec<Vec<String>> {
    let mut groups = Vec::new();
    // A board has a thousand pieces at most, and a string may have millions of characters.
    let mut seen = HashSet::new();
    for (text, at) in fields.strings(key) {
        let mut names = Vec::new();
        let odd = text.chars().find(|&c| {
            let is_one = draft.piece(&c.to_string()).is_some() && seen.insert(c);
            names.extend(is_one.then(|| c.to_string()));
            !is_one
        });
        match odd {
            Some(c) => {
                let why = if seen.contains(&c) { "again" } else { "which is not on the board" };
                let found = format!("the piece {}, {why}", excerpt(&c.to_string()));
                fields.flaw(at, found, "pieces of the board, each once");
            }
            None => groups.push(names),
        }
    }
    groups
}

/// Locks single pieces.
fn locks(fields: &mut Fields<'_, '_>, draft: &mut Draft) {
    let Some(mut inner) = fields.table("locked") else {
        return;
    };
    for (name, at) in inner.keys() {
        let Some(piece) = draft.piece(&name) else {
            let name = excerpt(&name);
            let found = format!("a lock for the piece {name}, which is not on the board");
            inner.flaw(at, found, "a piece of the board");
            continue;
        };
        let Some((word, at)) = inner.string(&name) else {
            continue;
        };
        match LOCKS.into_iter().find(|&(lock, _)| lock == word) {
            Some((_, axis)) => piece.axis = axis,
            None => {
                let expected = "\"horizontal\", \"vertical\" or \"fixed\"";
                inner.flaw(at, format!("the lock {}", excerpt(word)), expected);
            }
        }
    }
    fields.flaws.append(&mut inner.flaws);
}

/// What pieces show when there is room.
fn labels(fields: &mut Fields<'_, '_>, draft: Option<&Draft>) -> BTreeMap<String, String> {
    let mut labels = BTreeMap::new();
    let Some(mut inner) = fields.table("labels") else {
        return labels;
    };
    for (name, at) in inner.keys() {
        if draft.is_some_and(|d| d.setup.pieces.iter().all(|p| p.name != name)) {
            let name = excerpt(&name);
            let found = format!("a label for the piece {name}, which is not on the board");
            inner.flaw(at, found, "a piece of the board");
        } else if let Some(label) = inner.line(&name) {
            labels.insert(name, label);
        }
    }
    fields.flaws.append(&mut inner.flaws);
    labels
}

/// A table on one line, or `None` for an empty one.
fn inline_table<'a>(pairs: impl Iterator<Item = (&'a str, String)>) -> Option<String> {
    let bare = |key: &str| !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric());
    let pair = |(key, value)| match bare(key) {
        true => format!("{key} = {value}"),
        false => format!("{} = {value}", quote(key)),
    };
    let pairs: Vec<String> = pairs.map(pair).collect();
    (!pairs.is_empty()).then(|| format!("{{ {} }}", pairs.join(", ")))
}

/// A literal for a text of one line.
fn quote(text: &str) -> String {
    ::toml::Value::String(text.to_owned()).to_string()
}

/// A literal for a text of several lines, each with its end; without escapes if the text allows it.
fn quote_lines(text: &str) -> String {
    if !text.contains(['"', '\\']) {
        format!("\"\"\"\n{text}\"\"\"")
    } else if !text.contains('\'') {
        format!("'''\n{text}'''")
    } else {
        let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
        format!("\"\"\"\n{escaped}\"\"\"")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn quoted_lines_are_read_back(lines in prop::collection::vec("[a-c'\"\\\\.=]{1,6}", 1..5)) {
            let text = lines.join("\n") + "\n";
            let table: ::toml::Table = format!("x = {}\n", quote_lines(&text)).parse().unwrap();
            prop_assert_eq!(table["x"].as_str(), Some(text.as_str()));
        }
    }
}
