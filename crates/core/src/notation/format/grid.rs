//! Grid text: a board as one would draw it, of blocks or of numbers, and its goal after `=>`.
//!
//! A character in a block board is a cell: `.` or `_` floor, `#` wall, `-` gate, anything else that a terminal can show a
//! piece. A board whose every word is a number, `0`, `_`, `.` or `#` is a number puzzle if some row has several words, if
//! all words are one character long, or if their lengths differ; otherwise digits are pieces like any other character.
//! Rows are lines, or on a text of one line parts between `/`; a line that begins with `;` is a comment.

use super::{Format, klotski, numbers};
use crate::notation::detect::{Clues, Evidence, is_number, is_passed_over};
use crate::notation::draft::{self, Draft, cell, what};
use crate::notation::entry::Entry;
use crate::notation::error::{Flaw, count};
use crate::notation::printable::{excerpt, is_printable};
use crate::notation::source::{SrcChar, TextPos, around_arrow, lines, plain, start, trim};
use crate::notation::write::Feature;
use crate::puzzle::{
    Cell, CellSet, Family, Goal, MAX_SIDE, MAX_WAYPOINTS, Position, Puzzle, Section, Shape, Size,
    Target,
};

/// The rows of a board, none of them empty.
pub(crate) type Rows<'a> = Vec<&'a [SrcChar]>;

/// What a board without a goal is told.
const ADD_A_GOAL: &str = "write \"=>\" on a line of its own after the board, and then the board once more with only the\n\
     pieces that must reach a place (\".\" means anything), or in a pack use the key \"goal\"; for example:\n";

/// Whether the line is a comment.
pub(crate) fn is_comment(line: &[SrcChar]) -> bool {
    line.first().is_some_and(|g| g.c == ';')
}

/// Drawn boards.
pub(crate) struct Grid;

impl Format for Grid {
    fn evidence(&self, clues: &Clues<'_>) -> Option<Evidence> {
        let is_code = |line: &str| klotski::Code.is_line(line.trim());
        if clues.text.lines().any(|line| line.trim() == "=>") || is_number_grid(clues) {
            Some(Evidence::Drawing)
        } else if clues.rectangle() == Some((4, 5)) {
            Some(Evidence::Shape)
        } else if is_code(clues.first)
            && !clues.text.lines().all(|line| is_passed_over(line) || is_code(line))
        {
            Some(Evidence::Rows)
        } else {
            None
        }
    }

    fn is_line(&self, line: &str) -> bool {
        line.contains('/') || line.contains("=>")
    }

    fn line_words(&self) -> Option<&'static str> {
        Some("rows joined by \"/\" with the goal after \"=>\"")
    }

    fn board(&self, text: &[SrcChar], whole: TextPos) -> Result<Draft, Vec<Flaw>> {
        let (board, goal) = parts(text);
        let whole = board.first().map_or(whole, |row| start(row, whole));
        read_boards(&board, goal.as_deref(), whole)
    }

    fn lacks(&self) -> &'static [Feature] {
        use Feature::{HiddenGate, Lifting, Locks, Waypoints};
        &[HiddenGate, Lifting, Waypoints, Locks]
    }

    fn write(&self, entry: &Entry) -> Result<String, String> {
        Ok(write(&entry.puzzle, entry.puzzle.start()))
    }

    /// Rows between `/`, where there is a goal; without one, a board of several rows is none on one line.
    fn write_line(&self, entry: &Entry) -> Option<String> {
        let joined = |rows: &str| rows.lines().map(str::trim).collect::<Vec<_>>().join("/");
        let board = draw(&entry.puzzle, entry.puzzle.start());
        match draw_goal(&entry.puzzle) {
            Some(goal) => Some(format!("{}=>{}", joined(&board), joined(&goal))),
            None => (board.lines().count() == 1).then(|| board.trim_end().to_owned()),
        }
    }
}

/// Whether every line is a row of numbers, and they are not a list of codes: some row has several, or none is longer than
/// the numbers of a board.
fn is_number_grid(clues: &Clues<'_>) -> bool {
    // A word of nine digits may be a Klotski code.
    let is_word = |word: &str| matches!(word, "_" | "." | "#") || word.len() < 9 && is_number(word);
    clues.rows().all(|row| row.split_whitespace().all(is_word))
        && (clues.rows().any(|row| row.split_whitespace().nth(1).is_some())
            // The greatest number of the largest board, 16x16, has three digits.
            || clues.rows().all(|row| row.trim().len() <= 3))
        && clues.text.contains(|c: char| c.is_ascii_digit())
}

/// The rows of the board, and those of the goal if there is one.
pub(crate) fn parts(text: &[SrcChar]) -> (Rows<'_>, Option<Rows<'_>>) {
    let content: Rows =
        lines(text).filter(|line| !is_comment(line) && !trim(line).is_empty()).collect();
    if let [line] = content[..] {
        return match around_arrow(line) {
            Some((board, goal)) => (split(board), Some(split(goal))),
            None => (split(line), None),
        };
    }
    match content.iter().position(|line| plain(trim(line)) == "=>") {
        Some(i) => (content[..i].to_vec(), Some(content[i + 1..].to_vec())),
        None => (content, None),
    }
}

/// The rows of a board on one line.
fn split(line: &[SrcChar]) -> Rows<'_> {
    line.split(|g| g.c == '/').map(trim).collect()
}

/// Reads a board and its goal from their rows.
pub(crate) fn read_boards(
    board: &[&[SrcChar]],
    goal: Option<&[&[SrcChar]]>,
    whole: TextPos,
) -> Result<Draft, Vec<Flaw>> {
    if board.is_empty() {
        return Err(Flaw::new(whole, "no board", "rows of cells").into());
    }
    if numbers::is_number_board(board) {
        return numbers::read_boards(board, goal, whole);
    }
    let width = board.first().map_or(0, |row| cells(row).len());
    let size = draft::size("a board", width, board.len(), MAX_SIDE, whole)?;
    let mut reading = Reading { size, flaws: Vec::new() };
    let mut draft = reading.start(board, whole);
    match goal {
        Some(goal) => {
            let after = board.last().and_then(|row| row.last()).map_or(whole, |g| g.at);
            draft.setup.goal = reading.targets(&mut draft, Section::Goal, goal, after);
        }
        None => reading.classic_goal(&mut draft),
    }
    reading.flaws.is_empty().then_some(draft).ok_or(reading.flaws)
}

/// Reads a waypoint in the form of a goal into a draft.
pub(crate) fn read_waypoint(
    draft: &mut Draft,
    rows: &[&[SrcChar]],
    at: TextPos,
) -> Result<(), Vec<Flaw>> {
    let board = Section::Via(draft.setup.via.len());
    let targets = if draft.setup.family == Family::Numbers {
        numbers::targets(draft, board, rows, at)?
    } else {
        let size = Size::new(draft.setup.width, draft.setup.height);
        let mut reading = Reading { size: size.expect("a draft has a size"), flaws: Vec::new() };
        let targets = reading.targets(draft, board, rows, at);
        if !reading.flaws.is_empty() {
            return Err(reading.flaws);
        }
        targets
    };
    if targets.is_empty() || draft.setup.via.len() >= MAX_WAYPOINTS {
        let found = if targets.is_empty() {
            "a waypoint that names no piece"
        } else {
            "a waypoint too many"
        };
        let expected = format!("at least one piece in each of at most {MAX_WAYPOINTS} waypoints");
        return Err(Flaw::new(at, found, expected).into());
    }
    draft.setup.via.push(targets);
    Ok(())
}

/// Reads a drawing of the gates into a draft, those under pieces too, which its board cannot show.
pub(crate) fn read_gates(
    draft: &mut Draft,
    rows: &[&[SrcChar]],
    at: TextPos,
) -> Result<(), Vec<Flaw>> {
    if draft.setup.family == Family::Numbers {
        let expected = "gates only on a board of blocks: every number is in the goal";
        return Err(Flaw::new(at, "gates of a number puzzle", expected).into());
    }
    let size = Size::new(draft.setup.width, draft.setup.height).expect("a draft has a size");
    let mut reading = Reading { size, flaws: Vec::new() };
    for (cell, ch) in reading.board("gates", rows, at) {
        match ch.c {
            '.' | '_' => {}
            '#' if draft.setup.walls.contains(&cell) => {}
            '-' if draft.setup.walls.contains(&cell) => {
                reading.flaw(ch.at, "a gate where the board has a wall", "\".\"");
            }
            '-' if draft.setup.gates.contains(&cell) => {}
            '-' => draft.setup.gates.push(cell),
            other => {
                let found = format!("the character {}", excerpt(&other.to_string()));
                reading.flaw(ch.at, found, "\"-\" for a gate, \".\" for any other cell");
            }
        }
    }
    reading.flaws.is_empty().then_some(()).ok_or(reading.flaws)
}

/// The characters of a row without blanks at its end.
fn cells(row: &[SrcChar]) -> &[SrcChar] {
    let end = row.iter().rposition(|g| !g.c.is_whitespace());
    &row[..end.map_or(0, |end| end + 1)]
}

/// A walk through the characters of a block board and its goals.
struct Reading {
    size: Size,
    flaws: Vec<Flaw>,
}

impl Reading {
    fn flaw(&mut self, at: TextPos, found: impl Into<String>, expected: impl Into<String>) {
        self.flaws.push(Flaw::new(at, found, expected));
    }

    /// The board that play starts on.
    fn start(&mut self, rows: &[&[SrcChar]], whole: TextPos) -> Draft {
        let mut draft = Draft::new(Family::Blocks, self.size, whole);
        for (cell, ch) in self.grid(rows, whole) {
            draft.mark(Section::Start, cell, ch.at);
            match ch.c {
                '.' | '_' => {}
                '#' => draft.setup.walls.push(cell),
                '-' => draft.setup.gates.push(cell),
                piece => draft.cover(&piece.to_string(), cell),
            }
        }
        draft
    }

    /// The places that a goal or waypoint names.
    fn targets(
        &mut self,
        draft: &mut Draft,
        board: Section,
        rows: &[&[SrcChar]],
        after: TextPos,
    ) -> Vec<Target> {
        let mut targets: Vec<Target> = Vec::new();
        for (cell, ch) in self.board(what(board), rows, after) {
            draft.mark(board, cell, ch.at);
            match ch.c {
                '.' | '_' => continue,
                // A goal may repeat the walls and gates of its board, as a copy of the board does, and may add none.
                '#' if draft.setup.walls.contains(&cell) => continue,
                '-' if draft.setup.gates.contains(&cell) => continue,
                '#' => self.flaw(ch.at, "a wall that the board does not have", "\".\" or a piece"),
                '-' => self.flaw(ch.at, "a gate that the board does not have", "\".\" or a piece"),
                _ => {}
            }
            let name = ch.c.to_string();
            match targets.iter_mut().find(|t| t.name == name) {
                Some(target) => target.cells.push(cell),
                None => targets.push(Target { name, cells: vec![cell] }),
            }
        }
        targets
    }

    /// The cells of a further drawing of the board, which errors call `what`; a flaw and none if it has another number of rows.
    fn board(&mut self, what: &str, rows: &[&[SrcChar]], after: TextPos) -> Vec<(Cell, SrcChar)> {
        let whole = rows.first().map_or(after, |row| start(row, after));
        if rows.len() == self.size.height() {
            return self.grid(rows, whole);
        }
        let found = format!("{what} of {}", count(rows.len(), "row"));
        self.flaw(whole, found, format!("{} as the board has", count(self.size.height(), "row")));
        Vec::new()
    }

    /// The cells and their characters, with a flaw for each row of another length and each character that is none.
    fn grid(&mut self, rows: &[&[SrcChar]], whole: TextPos) -> Vec<(Cell, SrcChar)> {
        let mut found = Vec::with_capacity(self.size.area());
        for (y, row) in rows.iter().enumerate() {
            let row = cells(row);
            if row.len() != self.size.width() {
                let at = row.get(self.size.width()).map_or(start(row, whole), |g| g.at);
                let expected = format!("{} as in the first row of the board", self.size.width());
                self.flaw(at, format!("a row of {}", count(row.len(), "cell")), expected);
                continue;
            }
            for (x, &ch) in row.iter().enumerate() {
                if ch.c.is_whitespace() {
                    self.flaw(ch.at, "a blank", "\".\" for floor, or a piece");
                } else if !is_printable(ch.c) {
                    let character = excerpt(&ch.c.to_string());
                    self.flaw(ch.at, format!("the character {character}"), "one that can be seen");
                } else {
                    found.push((cell(x, y), ch));
                }
            }
        }
        found
    }

    /// The goal of a 4x5 board with one 2x2 piece: that piece at the bottom centre. A flaw for any other board.
    fn classic_goal(&mut self, draft: &mut Draft) {
        if !self.flaws.is_empty() {
            return;
        }
        // The board is without flaws by now: one that was misread may lack its 2x2 piece for that reason alone.
        let goal = classic_goal(draft);
        if goal.is_empty() {
            let example = example_goal(draft, self.size);
            let flaw =
                Flaw::new(draft.whole, "a board of blocks without a goal", "a goal after \"=>\"");
            self.flaws.push(flaw.hint(format!("{ADD_A_GOAL}{example}")));
        }
        draft.setup.goal = goal;
    }
}

/// The classic goal, if the draft is a 4x5 board with exactly one 2x2 piece.
pub(crate) fn classic_goal(draft: &Draft) -> Vec<Target> {
    let square: CellSet =
        [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| Cell::new(x, y)).into_iter().collect();
    let is_square = |cells: &[Cell]| {
        Shape::of(&cells.iter().copied().collect())
            .is_some_and(|(shape, _)| *shape.cells() == square)
    };
    let mut squares = draft.setup.pieces.iter().filter(|p| is_square(&p.cells));
    match (draft.setup.width, draft.setup.height, squares.next(), squares.next()) {
        (4, 5, Some(piece), None) => vec![Target {
            name: piece.name.clone(),
            cells: square.iter().filter_map(|c| c.offset(1, 3)).collect(),
        }],
        _ => Vec::new(),
    }
}

/// An example of a goal, for the hint: dots and the largest piece where it is.
fn example_goal(draft: &Draft, size: Size) -> String {
    let largest = draft.setup.pieces.iter().max_by_key(|p| p.cells.len());
    let mut rows = vec![vec!['.'; size.width()]; size.height()];
    for cell in largest.iter().flat_map(|p| &p.cells) {
        let name = largest.and_then(|p| p.name.chars().next());
        rows[usize::from(cell.row)][usize::from(cell.column)] = name.unwrap_or('.');
    }
    let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    format!("=>\n{}", rows.join("\n"))
}

/// Writes the puzzle as it stands in `position`, with its goal; a number puzzle's only if it is not the ascending one.
///
/// Leaves out locks, waypoints and lifting, and does not check that the text can be read back; use
/// [`write`](crate::notation::write()) where that matters.
#[must_use]
pub fn write(puzzle: &Puzzle, position: &Position) -> String {
    let board = draw(puzzle, position);
    match draw_goal(puzzle) {
        Some(goal) => format!("{board}=>\n{goal}"),
        None => board,
    }
}

/// Writes the board alone as it stands in `position`, one line for each row.
///
/// ```
/// use huarong_core::notation::grid;
/// use huarong_core::puzzle::Setup;
/// let puzzle = Setup::numbers(4, 3, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 10, 11]).build().expect("it is playable");
/// assert_eq!(
///     grid::draw(&puzzle, puzzle.start()),
///     " 1  2  3  4\n 5  6  7  8\n 9  0 10 11\n"
/// );
/// ```
#[must_use]
pub fn draw(puzzle: &Puzzle, position: &Position) -> String {
    let cells =
        puzzle.piece_ids().map(|id| (puzzle.piece(id).name(), puzzle.cells_of(position, id)));
    paint(puzzle, cells, true)
}

/// Writes the goal alone, or `None` for the ascending order of a number puzzle.
#[must_use]
pub fn draw_goal(puzzle: &Puzzle) -> Option<String> {
    if puzzle.family() == Family::Numbers && numbers::is_ascending(puzzle) {
        return None;
    }
    Some(draw_targets(puzzle, puzzle.goal()))
}

/// Writes where a goal or waypoint wants its pieces.
pub(crate) fn draw_targets(puzzle: &Puzzle, goal: &Goal) -> String {
    let places = goal.places().iter().map(|&(id, anchor)| {
        let piece = puzzle.piece(id);
        (piece.name(), piece.shape().at(anchor).unwrap_or_default())
    });
    paint(puzzle, places, puzzle.family() == Family::Numbers)
}

/// Writes the gates alone.
pub(crate) fn draw_gates(puzzle: &Puzzle) -> String {
    paint(puzzle, [("-", *puzzle.gates())].into_iter(), false)
}

/// Paints pieces on the board, with walls and gates if asked for.
fn paint<'a>(
    puzzle: &Puzzle,
    pieces: impl Iterator<Item = (&'a str, CellSet)>,
    ground: bool,
) -> String {
    let size = puzzle.size();
    let numbers = puzzle.family() == Family::Numbers;
    let mut names = vec![if numbers { "0" } else { "." }; size.area()];
    if ground {
        puzzle.gates().iter().for_each(|c| names[size.index(c)] = "-");
        puzzle.walls().iter().for_each(|c| names[size.index(c)] = "#");
    }
    for (name, cells) in pieces {
        cells.iter().for_each(|c| names[size.index(c)] = name);
    }
    // The width is used for numbers alone, whose digits take a byte and a column each.
    let width = names.iter().map(|name| name.len()).max().unwrap_or(1);
    let mut out = String::new();
    for row in names.chunks(size.width()) {
        let row: Vec<String> = row
            .iter()
            .map(|name| if numbers { format!("{name:>width$}") } else { (*name).to_owned() })
            .collect();
        out.push_str(&row.join(if numbers { " " } else { "" }));
        out.push('\n');
    }
    out
}
