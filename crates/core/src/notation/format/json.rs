//! The JSON of jeantimex's Klotski solver: rectangular blocks, the first of which must reach `escapePoint`; every pair is a row
//! and a column; directions are 0 down, 1 right, 2 up, 3 left.

use super::Format;
use crate::notation::detect::{Clues, Evidence};
use crate::notation::draft::{Draft, names};
use crate::notation::entry::{Entry, Pack};
use crate::notation::error::{Flaw, count};
use crate::notation::source::{Index, TextPos};
use crate::notation::write::{Feature, only_target, pieces_in_order};
use crate::puzzle::{Axis, Cell, Family, MAX_SIDE, Section, Size};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// A game as it is read. Blocks are kept as text, so that an error can point at the one that it is about.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Game<'a> {
    #[serde(borrow)]
    blocks: Vec<&'a RawValue>,
    board_size: [usize; 2],
    escape_point: [usize; 2],
}

/// A block.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Block {
    shape: [usize; 2],
    position: [usize; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    directions: Option<Vec<u8>>,
}

/// A game as it is written.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Written {
    blocks: Vec<Block>,
    board_size: [usize; 2],
    escape_point: [usize; 2],
}

/// Games of jeantimex's solver.
pub(crate) struct Json;

impl Format for Json {
    fn evidence(&self, clues: &Clues<'_>) -> Option<Evidence> {
        let inner = clues.text.trim_start().strip_prefix('{')?;
        let is_json =
            clues.first.trim_start().starts_with('{') && inner.trim_start().starts_with(['"', '}']);
        is_json.then_some(Evidence::Brace)
    }

    fn read(&self, text: &str) -> Result<Pack, Vec<Flaw>> {
        read(text)?.pack()
    }

    fn lacks(&self) -> &'static [Feature] {
        &[Feature::Lifting, Feature::Waypoints, Feature::Numbers]
    }

    /// The block to bring home is written first.
    fn write(&self, entry: &Entry) -> Result<String, String> {
        let puzzle = &entry.puzzle;
        let (hero, to) = only_target(puzzle)?;
        if !puzzle.walls().is_empty() || !puzzle.gates().is_empty() {
            return Err("has no walls and no gates".to_owned());
        }
        let mut pieces = pieces_in_order(puzzle);
        // The solver aims its first block; the others stay row by row.
        if let Some(at) = pieces.iter().position(|&(id, _)| id == hero) {
            pieces[..=at].rotate_right(1);
        }
        let mut blocks = Vec::with_capacity(pieces.len());
        for (id, cells) in pieces {
            let piece = puzzle.piece(id);
            let (width, height) = (piece.shape().width(), piece.shape().height());
            if width * height != cells.len() {
                return Err("has rectangular blocks only".to_owned());
            }
            let directions = match piece.axis() {
                Axis::Free => vec![0, 1, 2, 3],
                Axis::Vertical => vec![0, 2],
                Axis::Horizontal => vec![1, 3],
                Axis::Fixed => return Err("has no blocks that never move".to_owned()),
            };
            blocks.push(Block {
                shape: [height, width],
                position: row_first(cells[0]),
                directions: Some(directions),
            });
        }
        let board_size = [puzzle.size().height(), puzzle.size().width()];
        let game = Written { blocks, board_size, escape_point: row_first(to) };
        serde_json::to_string(&game).map(|json| json + "\n").map_err(|e| e.to_string())
    }
}

/// Reads one puzzle.
fn read(text: &str) -> Result<Draft, Vec<Flaw>> {
    let index = Index::new(text);
    let game: Game<'_> = serde_json::from_str(text).map_err(|e| flaw(&index, 0, &e))?;
    let whole = index.spot(text.len() - text.trim_start().len());
    let [rows, columns] = game.board_size;
    let size = Size::new(columns, rows).ok_or_else(|| {
        let (rows, columns) = (count(rows, "row"), count(columns, "column"));
        let found = format!("a boardSize of {rows} and {columns}");
        Flaw::new(whole, found, format!("1 to {MAX_SIDE} of each"))
    })?;
    if game.blocks.is_empty() || game.blocks.len() > size.area() {
        let blocks = count(game.blocks.len(), "block");
        let found = format!("{blocks} on a board of {}", count(size.area(), "cell"));
        let expected = "at least one block, and no more than there are cells";
        return Err(Flaw::new(whole, found, expected).into());
    }
    let mut draft = Draft::new(Family::Blocks, size, whole);
    let mut flaws = Vec::new();
    for (raw, name) in game.blocks.iter().zip(names()) {
        // The block borrows from the text, so that the distance of their first bytes is its offset.
        let offset = raw.get().as_ptr() as usize - text.as_ptr() as usize;
        let block = serde_json::from_str(raw.get()).map_err(|e| flaw(&index, offset, &e));
        let at = index.spot(offset);
        let added = block.and_then(|block| add(&mut draft, &block, &name.to_string(), size, at));
        flaws.extend(added.err());
    }
    if !flaws.is_empty() {
        return Err(flaws);
    }
    // This comes before the sort, since the first block of the text is the one to aim.
    escape(&mut draft, game.escape_point)?;
    draft.setup.sort_pieces();
    Ok(draft)
}

/// What serde_json says about the part of the text that begins at `offset`.
fn flaw(index: &Index<'_>, offset: usize, error: &serde_json::Error) -> Flaw {
    let part = &index.text[offset..];
    let line_start: usize =
        part.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let at = index.spot(offset + line_start + error.column().saturating_sub(1));
    let message = error.to_string();
    // The parser counts lines from the beginning of its part; the flaw has the place in the whole text.
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
    Flaw::parsing(at, "JSON", message)
}

/// Puts a block on the board.
fn add(draft: &mut Draft, block: &Block, name: &str, size: Size, at: TextPos) -> Result<(), Flaw> {
    let ([height, width], [row, column]) = (block.shape, block.position);
    let fits = |at: usize, n: usize, most: usize| {
        n >= 1 && at.checked_add(n).is_some_and(|end| end <= most)
    };
    if !fits(row, height, size.height()) || !fits(column, width, size.width()) {
        let sides = |height, width| [count(height, "row"), count(width, "column")].join(" and ");
        let found = format!("a block of {} at row {row}, column {column}", sides(height, width));
        let board = sides(size.height(), size.width());
        let expected = format!("a block on the board of {board}, counted from 0");
        return Err(Flaw::new(at, found, expected));
    }
    for y in row..row + height {
        for x in column..column + width {
            let cell = crate::notation::draft::cell(x, y);
            draft.mark(Section::Start, cell, at);
            draft.cover(name, cell);
        }
    }
    let axis = axis(block.directions.as_deref()).ok_or_else(|| {
        let found = format!("the directions {:?}", block.directions.as_deref().unwrap_or_default());
        let expected = "[0, 2] for up and down, [1, 3] for left and right, or all of 0, 1, 2, 3";
        Flaw::new(at, found, expected)
    })?;
    if let Some(piece) = draft.piece(name) {
        piece.axis = axis;
    }
    Ok(())
}

/// The lock that leaves a block these directions.
fn axis(directions: Option<&[u8]>) -> Option<Axis> {
    let mut sorted = directions.unwrap_or(&[0, 1, 2, 3]).to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    match sorted[..] {
        [0, 2] => Some(Axis::Vertical),
        [1, 3] => Some(Axis::Horizontal),
        [0, 1, 2, 3] => Some(Axis::Free),
        _ => None,
    }
}

/// Aims the first block at the escape point.
fn escape(draft: &mut Draft, [row, column]: [usize; 2]) -> Result<(), Flaw> {
    let Some(first) = draft.setup.pieces.first() else {
        return Ok(());
    };
    let (name, from) = (first.name.clone(), first.cells.first().copied().unwrap_or_default());
    let way = |to: usize, from: u8| i32::try_from(to).unwrap_or(i32::MAX / 2) - i32::from(from);
    if draft.aim(&name, way(column, from.column), way(row, from.row)) {
        return Ok(());
    }
    let found = format!("an escapePoint at row {row}, column {column}");
    Err(Flaw::new(draft.whole, found, "a place on the board, counted from 0"))
}

fn row_first(cell: Cell) -> [usize; 2] {
    [usize::from(cell.row), usize::from(cell.column)]
}
