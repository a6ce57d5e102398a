//! Number boards: rows of numbers between blanks, as grid text, slide notation, game ids and arrays all have them.

use crate::notation::detect;
use crate::notation::draft::{self, Draft, cell, what};
use crate::notation::error::{Flaw, MAX_ERRORS, count};
use crate::notation::printable::excerpt;
use crate::notation::source::{SrcChar, TextPos, plain, start, words};
use crate::puzzle::{Cell, CellSet, Family, MAX_NUMBER_SIDE, Puzzle, Section, Size, Target};
use std::collections::HashMap;

/// What stands in a cell of a number board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Content {
    Blank,
    Wall,
    Number(u32),
}

impl Content {
    /// What a number stands for: 0 for the blank.
    pub(crate) fn of(number: u32) -> Content {
        if number == 0 { Content::Blank } else { Content::Number(number) }
    }
}

/// A cell's content and where it is written.
pub(crate) type Written = (Content, TextPos);

/// Whether rows of characters are a number board; the rule is in the head of the grid module.
pub(crate) fn is_number_board(rows: &[&[SrcChar]]) -> bool {
    let all: Vec<&[SrcChar]> = rows.iter().flat_map(|row| words(row)).collect();
    let numbers = all.iter().filter(|word| is_number_word(word)).count();
    let some_digit = rows.iter().any(|row| row.iter().any(|g| g.c.is_ascii_digit()));
    let several = rows.iter().any(|row| words(row).nth(1).is_some());
    let uneven = all.iter().any(|w| w.len() != all[0].len()) || all.iter().all(|w| w.len() == 1);
    some_digit && (several && 2 * numbers > all.len() || uneven && numbers == all.len())
}

/// Whether `word` is one that a number board may consist of.
fn is_number_word(word: &[SrcChar]) -> bool {
    matches!(word, [SrcChar { c: '_' | '.' | '#', .. }])
        || word.iter().all(|g| g.c.is_ascii_digit())
}

/// Reads a number board and its goal from rows of words.
pub(crate) fn read_boards(
    board: &[&[SrcChar]],
    goal: Option<&[&[SrcChar]]>,
    whole: TextPos,
) -> Result<Draft, Vec<Flaw>> {
    let mut flaws = Vec::new();
    let rows = board.iter().map(|row| contents(row, &mut flaws)).collect();
    let mut draft = match (draft(rows, whole), flaws.is_empty()) {
        (Ok(draft), true) => draft,
        (Ok(_), false) => return Err(flaws),
        (Err(more), _) => return Err([flaws, more].concat()),
    };
    if let Some(goal) = goal {
        draft.setup.goal = targets(&mut draft, Section::Goal, goal, whole)?;
    }
    Ok(draft)
}

/// The cells of a row of words.
fn contents(row: &[SrcChar], flaws: &mut Vec<Flaw>) -> Vec<Written> {
    let mut cells = Vec::new();
    for word in words(row) {
        let at = start(word, TextPos::FIRST);
        match content(&plain(word)) {
            Some(content) => cells.push((content, at)),
            // A hostile text may consist of flaws, and no more than these are shown.
            None if flaws.len() > MAX_ERRORS => break,
            None => {
                // A blank in its place keeps the row's length, so that one wrong word is one error.
                cells.push((Content::Blank, at));
                let found = format!("{} in a number board", excerpt(&plain(word)));
                let expected = format!("a number from 0 to {}, or _ . #", u32::MAX);
                flaws.push(Flaw::new(at, found, expected));
            }
        }
    }
    cells
}

/// What a word of a number board means.
fn content(word: &str) -> Option<Content> {
    match word {
        "_" | "." => Some(Content::Blank),
        "#" => Some(Content::Wall),
        _ if detect::is_number(word) => word.parse().ok().map(Content::of),
        _ => None,
    }
}

/// A draft of the board that these rows make.
pub(crate) fn draft(rows: Vec<Vec<Written>>, whole: TextPos) -> Result<Draft, Vec<Flaw>> {
    let width = rows.first().map_or(0, Vec::len);
    let size = draft::size("a number board", width, rows.len(), MAX_NUMBER_SIDE, whole)?;
    let mut draft = Draft::new(Family::Numbers, size, whole);
    for (cell, content) in table(&rows, size, Section::Start, whole, &mut draft)? {
        match content {
            Content::Blank => {}
            Content::Wall => draft.setup.walls.push(cell),
            Content::Number(n) => draft.cover(&n.to_string(), cell),
        }
    }
    Ok(draft)
}

/// Where a goal or waypoint wants the numbers.
pub(crate) fn targets(
    draft: &mut Draft,
    board: Section,
    rows: &[&[SrcChar]],
    after: TextPos,
) -> Result<Vec<Target>, Vec<Flaw>> {
    let size = Size::new(draft.setup.width, draft.setup.height).expect("a draft has a size");
    let whole = rows.first().map_or(after, |row| start(row, after));
    if rows.len() != size.height() {
        let found = format!("{} of {}", what(board), count(rows.len(), "row"));
        let expected = format!("{} as the board has", count(size.height(), "row"));
        return Err(Flaw::new(whole, found, expected).into());
    }
    let mut flaws = Vec::new();
    let rows: Vec<Vec<Written>> = rows.iter().map(|row| contents(row, &mut flaws)).collect();
    if !flaws.is_empty() {
        return Err(flaws);
    }
    let mut found = Vec::new();
    for (cell, content) in table(&rows, size, board, whole, draft)? {
        match content {
            Content::Wall if !draft.setup.walls.contains(&cell) => {
                let at = rows[usize::from(cell.row)][usize::from(cell.column)].1;
                let found = "a wall that the board does not have";
                flaws.push(Flaw::new(at, found, "a number or a blank"));
            }
            Content::Number(n) => found.push(Target { name: n.to_string(), cells: vec![cell] }),
            Content::Wall | Content::Blank => {}
        }
    }
    flaws.is_empty().then_some(found).ok_or(flaws)
}

/// The cells with their contents, if all rows are equally long and no number stands twice.
fn table(
    rows: &[Vec<Written>],
    size: Size,
    board: Section,
    whole: TextPos,
    draft: &mut Draft,
) -> Result<Vec<(Cell, Content)>, Vec<Flaw>> {
    let mut flaws = Vec::new();
    let mut seen: HashMap<u32, TextPos> = HashMap::new();
    let mut found = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        if row.len() != size.width() {
            let at = row.get(size.width()).or(row.first()).map_or(whole, |&(_, at)| at);
            let expected = format!("{} as in the first row of the board", size.width());
            flaws.push(Flaw::new(at, format!("a row of {}", count(row.len(), "number")), expected));
            continue;
        }
        for (x, &(content, at)) in row.iter().enumerate() {
            draft.mark(board, cell(x, y), at);
            found.push((cell(x, y), content));
            let Content::Number(n) = content else {
                continue;
            };
            if let Some(first) = seen.insert(n, at) {
                let found = format!(
                    "the number {n} again (first at line {}, column {})",
                    first.line, first.column
                );
                flaws.push(Flaw::new(at, found, "each number once"));
            }
        }
    }
    flaws.is_empty().then_some(found).ok_or(flaws)
}

/// Whether the goal of a number puzzle is the one that it has when none is written: ascending, the blanks last.
pub(crate) fn is_ascending(puzzle: &Puzzle) -> bool {
    let floor = CellSet::full(puzzle.size()) - *puzzle.walls();
    let mut places: Vec<(u64, Cell)> = puzzle
        .goal()
        .places()
        .iter()
        .map(|&(id, cell)| (puzzle.piece(id).name().parse().unwrap_or(u64::MAX), cell))
        .collect();
    places.sort_unstable();
    places.iter().map(|&(_, cell)| cell).eq(floor.iter().take(places.len()))
}
