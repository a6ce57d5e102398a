//! TOML packs: one or many puzzles with names, locks, waypoints, labels and claims. The way back is here too.

use super::toml_fields::{Fields, Index};
use super::toml_strings::{quote, quote_lines};
use super::{collection, grid};
use crate::notation::draft::Draft;
use crate::notation::entry::{Claim, Claims, Entry, Pack, Text};
use crate::notation::error::{Flaw, MAX_ERRORS};
use crate::notation::printable::excerpt;
use crate::notation::read_any;
use crate::notation::source::{SrcChar, TextPos};
use crate::puzzle::{Axis, Metric, Puzzle};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use toml::de::DeTable;

/// The longest pack that is read, in bytes: a pack's text is held in memory many times over while it is read.
pub(crate) const MAX_PACK_BYTES: usize = 4 << 20;

/// The most marks of TOML in a pack: each may begin a value, and a value takes far more memory than its text.
const MAX_MARKS: usize = 500_000;

/// The keys of a pack.
const PACK_KEYS: [&str; 2] = ["title", "puzzle"];

/// The keys of a puzzle.
const PUZZLE_KEYS: [&str; 13] = [
    "id",
    "name",
    "author",
    "source",
    "metric",
    "board",
    "goal",
    "lengthwise",
    "locked",
    "via",
    "lift",
    "labels",
    "optimal",
];

/// The words for locks.
const LOCKS: [(&str, Axis); 3] =
    [("horizontal", Axis::Horizontal), ("vertical", Axis::Vertical), ("fixed", Axis::Fixed)];

/// Reads a pack.
pub(crate) fn read(text: &str) -> Result<Pack, Vec<Flaw>> {
    let marks = text.bytes().filter(|byte| b"[{=,".contains(byte)).count();
    if marks > MAX_MARKS {
        let found = format!("{marks} of the marks [ {{ = and ,");
        let most = format!("at most {MAX_MARKS} in one pack");
        return Err(vec![Flaw::new(TextPos::FIRST, found, most)]);
    }
    let index = Index::new(text);
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
        fields.flaws.push(Flaw::new(
            TextPos::FIRST,
            "a pack without puzzles",
            "a table [[puzzle]]",
        ));
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
        if entries.len() > collection::MAX_PUZZLES || pieces > collection::MAX_PIECES {
            let most = format!(
                "at most {} puzzles and {} pieces in one pack",
                collection::MAX_PUZZLES,
                collection::MAX_PIECES
            );
            flaws.push(Flaw::new(
                at,
                format!("{} puzzles of {pieces} pieces", entries.len()),
                most,
            ));
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
        fields.flaw(
            at,
            format!("the id {}", excerpt(id)),
            "letters, digits and '-', with a letter or digit first",
        );
    } else if let Some(first) = ids.insert(id.to_owned(), at) {
        fields.flaw(
            at,
            format!("the id {} again (first in line {})", excerpt(id), first.line),
            "an id of its own for each puzzle",
        );
    }
    id.to_owned()
}

/// One puzzle, if nothing is wrong with it; its flaws are left in `fields`.
fn entry(fields: &mut Fields<'_, '_>, id: String) -> Option<Entry> {
    fields.check_keys(&PUZZLE_KEYS);
    let name = fields.text("name").unwrap_or_default();
    let author = fields.line("author");
    let source = fields.line("source");
    let metric = metric(fields);
    let claims = claims(fields);
    let draft = draft(fields);
    let labels = labels(fields, draft.as_ref());
    let puzzle = match draft?.build() {
        Ok(puzzle) => puzzle,
        Err(flaws) => {
            fields.flaws.extend(flaws);
            return None;
        }
    };
    Some(Entry { id, name, author, source, metric, labels, claims, puzzle })
}

/// The metric that play counts in.
fn metric(fields: &mut Fields<'_, '_>) -> Option<Metric> {
    let (word, at) = fields.string("metric")?;
    let known = Metric::ALL.into_iter().find(|m| m.name() == word);
    if known.is_none() {
        fields.flaw(at, format!("the metric {}", excerpt(word)), "\"step\", \"slide\" or \"move\"");
    }
    known
}

/// The claimed optima.
fn claims(fields: &mut Fields<'_, '_>) -> Claims {
    let mut claims = Claims::default();
    let Some(mut inner) = fields.table("optimal") else {
        return claims;
    };
    inner.check_keys(&Metric::ALL.map(Metric::name));
    for metric in Metric::ALL {
        let Some((number, at)) = inner.integer(metric.name()) else {
            continue;
        };
        match (number, u32::try_from(number)) {
            (-1, _) => claims.set(metric, Claim::Unsolvable),
            (_, Ok(moves)) => claims.set(metric, Claim::Moves(moves)),
            _ => inner.flaw(
                at,
                format!("the claim {number}"),
                "a number of moves, or -1 for unsolvable",
            ),
        }
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
    for (rows, at) in fields.boards("via") {
        let read = rows_of(&rows, at).and_then(|rows| grid::read_waypoint(&mut draft, &rows, at));
        if let Err(flaws) = read {
            fields.flaws.extend(flaws);
        }
    }
    if fields.flag("lengthwise") {
        draft.lengthwise();
    }
    draft.setup.lift = fields.flag("lift");
    locks(fields, &mut draft);
    Some(draft)
}

/// A board and its goal from strings of their own.
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
            let found = "a second goal after \"=>\"";
            Err(vec![Flaw::new(at, found, "\"=>\" only in a board without the key \"goal\"")])
        }
    }
}

/// Locks single pieces.
fn locks(fields: &mut Fields<'_, '_>, draft: &mut Draft) {
    let Some(mut inner) = fields.table("locked") else {
        return;
    };
    for (name, at) in inner.keys() {
        let Some(piece) = draft.piece(&name) else {
            inner.flaw(
                at,
                format!("a lock for the piece {}, which is not on the board", excerpt(&name)),
                "a piece of the board",
            );
            continue;
        };
        let Some((word, at)) = inner.string(&name) else {
            continue;
        };
        match LOCKS.into_iter().find(|&(lock, _)| lock == word) {
            Some((_, axis)) => piece.axis = axis,
            None => inner.flaw(
                at,
                format!("the lock {}", excerpt(word)),
                "\"horizontal\", \"vertical\" or \"fixed\"",
            ),
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
            inner.flaw(
                at,
                format!("a label for the piece {}, which is not on the board", excerpt(&name)),
                "a piece of the board",
            );
        } else if let Some(label) = inner.line(&name) {
            labels.insert(name, label);
        }
    }
    fields.flaws.append(&mut inner.flaws);
    labels
}

/// Writes a pack of the one puzzle `puzzle` with what `entry` says about it.
pub(crate) fn write(entry: &Entry, puzzle: &Puzzle, claims: Claims) -> String {
    let mut out = String::from("[[puzzle]]\n");
    let mut set = |key: &str, value: String| {
        writeln!(out, "{key} = {value}").expect("a string takes every text");
    };
    if !entry.id.is_empty() {
        set("id", quote(&entry.id));
    }
    match &entry.name {
        Text { zh: Some(zh), en } => {
            set("name", format!("{{ en = {}, zh = {} }}", quote(en), quote(zh)))
        }
        Text { en, .. } if !en.is_empty() => set("name", quote(en)),
        Text { .. } => {}
    }
    for (key, value) in [("author", &entry.author), ("source", &entry.source)] {
        value.iter().for_each(|value| set(key, quote(value)));
    }
    entry.metric.iter().for_each(|metric| set("metric", quote(metric.name())));
    set("board", quote_lines(&grid::draw(puzzle, puzzle.start())));
    grid::draw_goal(puzzle).iter().for_each(|goal| set("goal", quote_lines(goal)));
    let locked = puzzle.pieces().iter().filter_map(|p| {
        let (word, _) = LOCKS.into_iter().find(|&(_, axis)| axis == p.axis())?;
        Some((p.name(), quote(word)))
    });
    inline_table(locked).iter().for_each(|table| set("locked", table.clone()));
    if !puzzle.via().is_empty() {
        let boards: Vec<String> =
            puzzle.via().iter().map(|via| quote_lines(&grid::draw_targets(puzzle, via))).collect();
        set("via", format!("[{}]", boards.join(", ")));
    }
    if puzzle.lift() {
        set("lift", "true".to_owned());
    }
    let labels = entry.labels.iter().map(|(name, label)| (name.as_str(), quote(label)));
    inline_table(labels).iter().for_each(|table| set("labels", table.clone()));
    let claims = claims.iter().map(|(metric, claim)| (metric.name(), claim.to_string()));
    inline_table(claims).iter().for_each(|table| set("optimal", table.clone()));
    out
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
