//! Moves shown in advance on the board: arrows, and of several moves their numbers, on the pieces that make them, where these
//! stand now; and where they go, shaded in their colours.

use super::label;
use super::outline::Links;
use super::raster::Raster;
use crate::puzzle::{CellSet, Direction, Family, Move, PieceId, Position, Puzzle};
use crate::text::arrow;
use crate::tui::layout::is_bordered;
use crate::tui::theme::{Slot, Theme};
use ratatui::buffer::Buffer;
use ratatui::style::{Modifier, Style};

/// The moves that are shown.
#[derive(Clone, Copy, Default)]
pub(crate) struct HintArrows<'a> {
    /// Played one after the other from the position that is drawn.
    pub(crate) moves: &'a [Move],
    /// Whether it is shown where they lead, or only which way.
    pub(crate) targets: bool,
}

/// What a piece does: the numbers of its moves, and the ways that it goes in each; none where it is lifted.
struct Arrow {
    piece: PieceId,
    moves: Vec<(usize, Vec<Direction>)>,
}

/// The cells that are free now and into which a piece goes in the move of this number.
struct Ghost {
    number: usize,
    piece: PieceId,
    cells: CellSet,
}

impl HintArrows<'_> {
    /// Draws them over the pieces.
    pub(crate) fn draw(
        self,
        (puzzle, position): (&Puzzle, &Position),
        raster: &Raster,
        theme: Theme,
        buffer: &mut Buffer,
    ) {
        let (marks, ghosts) = self.plan(puzzle, position);
        // A single move needs no number.
        let is_numbered = self.moves.len() > 1;
        for ghost in ghosts.iter().filter(|_| self.targets) {
            let slot = Slot::of(puzzle, ghost.piece);
            // The marks of the goal below it would otherwise lend it their looks.
            let style = Style::reset().patch(theme.ghost(slot));
            shade(ghost, is_numbered, raster, (theme, style), buffer);
        }
        for mark in &marks {
            let is_tile = puzzle.family() == Family::Numbers;
            draw_mark(mark, &mark.wordings(is_numbered, theme), is_tile, raster, theme, buffer);
        }
    }

    /// Which piece goes which way when, as far as the moves are legal. A cell that several of them enter belongs to the first.
    fn plan(self, puzzle: &Puzzle, position: &Position) -> (Vec<Arrow>, Vec<Ghost>) {
        let (mut marks, mut ghosts): (Vec<Arrow>, Vec<Ghost>) = (Vec::new(), Vec::new());
        // A piece that stands in a cell stays to be seen, although it may be gone when another one comes there: its arrow tells.
        let mut free = puzzle.empty_cells(position);
        let mut here = position.clone();
        for (number, action) in (1..).zip(self.moves) {
            let pieces = movers(action);
            if here.play(puzzle, action).is_err() {
                break;
            }
            for (piece, ways) in pieces {
                match marks.iter_mut().find(|mark| mark.piece == piece) {
                    Some(mark) => mark.moves.push((number, ways)),
                    None => marks.push(Arrow { piece, moves: vec![(number, ways)] }),
                }
                let after = puzzle.cells_of(&here, piece);
                let cells: CellSet = after.iter().filter(|cell| free.contains(*cell)).collect();
                free = free - cells;
                if !cells.is_empty() {
                    ghosts.push(Ghost { number, piece, cells });
                }
            }
        }
        (marks, ghosts)
    }
}

/// The pieces that a move moves, and the ways that each goes. Of a run of tiles each goes a cell.
fn movers(action: &Move) -> Vec<(PieceId, Vec<Direction>)> {
    if let Move::Lift { piece, .. } = action {
        return vec![(*piece, Vec::new())];
    }
    let mut movers: Vec<(PieceId, Vec<Direction>)> = Vec::new();
    for step in action.steps() {
        match movers.iter_mut().find(|(piece, _)| *piece == step.piece) {
            Some((_, ways)) => ways.push(step.direction),
            None => movers.push((step.piece, vec![step.direction])),
        }
    }
    movers
}

impl Arrow {
    /// What may be written on the piece, the most telling first: an arrow for each step, one for each stretch, and at last the
    /// number alone. Of a piece that moves again the later numbers follow the first, or a plus sign stands for them.
    fn wordings(&self, is_numbered: bool, theme: Theme) -> Vec<String> {
        let arrows = |ways: &[Direction]| -> String {
            let glyph = |&way: &Direction| match theme.ascii {
                // Letters, which stand for the ways elsewhere, are names of pieces on the board.
                true => theme.way_out(way),
                false => arrow(way, false),
            };
            ways.iter().map(glyph).collect()
        };
        let short = |ways: &[Direction]| {
            let mut ways = ways.to_vec();
            ways.dedup();
            arrows(&ways)
        };
        let first = &self.moves[0];
        if !is_numbered {
            return vec![
                arrows(&first.1),
                short(&first.1),
                arrows(&first.1[..first.1.len().min(1)]),
            ];
        }
        let all = |ways: &dyn Fn(&[Direction]) -> String, between: &str| {
            let words = self.moves.iter().map(|(number, its)| format!("{number}{}", ways(its)));
            words.collect::<Vec<_>>().join(between)
        };
        let mut wordings = vec![all(&arrows, " "), all(&short, " "), all(&short, "")];
        wordings.push(all(&|_| String::new(), ""));
        if self.moves.len() > 1 {
            wordings.push(format!("{}+", first.0));
        }
        wordings.push(first.0.to_string());
        wordings
    }
}

/// Fills the cells of a ghost, its number in the middle.
fn shade(
    ghost: &Ghost,
    is_numbered: bool,
    raster: &Raster,
    (theme, style): (Theme, Style),
    buffer: &mut Buffer,
) {
    let mut chars = Vec::new();
    for cell in ghost.cells.iter() {
        raster.fill(buffer, cell, theme.glyph('░', '%'), style);
        chars.extend(raster.chars_of(cell).map(|(x, y)| (x, y, Links::default())));
    }
    let number = ghost.number.to_string();
    // Blanks part it from the shade where that is wide enough.
    let words = match label::spot(&chars, "     ") {
        Some(_) => format!(" {number} "),
        None => number,
    };
    if let Some((x, y)) = label::spot(&chars, &words).filter(|_| is_numbered) {
        raster.text(buffer, x, y, &words, style.add_modifier(Modifier::BOLD));
    }
}

/// Writes the first of the wordings that the piece has room for beside its label; if there is none, the first one that it has room
/// for at all, over the label.
fn draw_mark(
    mark: &Arrow,
    wordings: &[String],
    is_tile: bool,
    raster: &Raster,
    theme: Theme,
    buffer: &mut Buffer,
) {
    let chars = raster.chars_of_piece(mark.piece);
    // Reset first: otherwise the mark would take on the colours of the piece that it is written on.
    let style =
        Style::reset().patch(theme.good()).add_modifier(Modifier::BOLD | Modifier::REVERSED);
    let is_bordered = is_bordered(raster.size());
    let beside = |words: &str| match is_bordered {
        true => inside(&chars, words, raster, buffer),
        false if is_tile => None,
        false => at_end(&chars, words, true),
    };
    let over = |words: &str| at_end(&chars, words, false);
    let found = wordings.iter().find_map(|words| Some((beside(words)?, words)));
    let found = found.or_else(|| wordings.iter().find_map(|words| Some((over(words)?, words))));
    let Some(((x, y), words)) = found else {
        return;
    };
    // What would be left of a number beside the mark would be read as another number.
    if is_tile && !is_bordered {
        for &(x, y, _) in chars.iter().filter(|(_, row, _)| *row == y) {
            raster.put(buffer, x, y, ' ', Style::reset());
        }
    }
    for (x, glyph) in (x..).zip(words.chars()) {
        raster.put(buffer, x, y, glyph, style);
    }
}

/// Where `words` stand on a piece with a border, a column away from all other writing: within it, else on its lower border, else
/// on its upper one.
fn inside(
    chars: &[(i32, i32, Links)],
    words: &str,
    raster: &Raster,
    buffer: &Buffer,
) -> Option<(i32, i32)> {
    let is_free = |x: i32, y: i32| (x - 1..=x + 1).all(|x| raster.is_unwritten(buffer, x, y));
    let on = |y: i32, x: i32| chars.iter().any(|c| (c.0, c.1) == (x, y));
    let of = |wanted: &dyn Fn(&(i32, i32, Links)) -> bool| {
        let free = chars.iter().filter(|c| wanted(c) && is_free(c.0, c.1)).copied();
        // To `label` every one of these characters is inside.
        let free: Vec<_> = free.map(|(x, y, _)| (x, y, Links::default())).collect();
        label::spot(&free, words)
    };
    let low = |c: &(i32, i32, Links)| !c.2.none() && !on(c.1 + 1, c.0);
    of(&|c| c.2.none())
        .or_else(|| of(&|c| low(c) && c.2.is_flat()))
        .or_else(|| of(&|c| c.2.is_flat() && !on(c.1 - 1, c.0)))
        .or_else(|| of(&low))
}

/// Where `words` stand at the right end of the lowest row of a piece that has room for them: the name and the sign of the chosen
/// piece stand at the left end of the first. With `spared`, only if something of the piece is left.
fn at_end(chars: &[(i32, i32, Links)], words: &str, spared: bool) -> Option<(i32, i32)> {
    let width = label::width(words);
    let is_spared = !spared || chars.len() as i32 > width;
    let holds =
        |&(x, y): &(i32, i32)| (x..x + width).all(|x| chars.iter().any(|c| (c.0, c.1) == (x, y)));
    let spots = chars.iter().map(|&(x, y, _)| (x, y)).filter(holds);
    spots.max_by_key(|&(x, y)| (y, x)).filter(|_| is_spared)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Cell, Setup};
    use crate::tui::theme::{Depth, Palette};

    const THEME: Theme = Theme::new(Palette::Dark, Depth::None, false);

    #[test]
    fn each_move_is_on_the_piece_that_makes_it_and_only_free_cells_are_shaded() {
        let puzzle = Setup::numbers(3, 2, &[1, 2, 3, 0, 4, 5]).build().unwrap();
        let tile = |name| puzzle.piece_named(name).unwrap();
        let left = |name| Move::of(tile(name), &[Direction::Left]);
        let moves = [left("4"), left("5"), left("1")];
        let (marks, ghosts) =
            HintArrows { moves: &moves, targets: true }.plan(&puzzle, puzzle.start());
        let pieces: Vec<PieceId> = marks.iter().map(|mark| mark.piece).collect();
        // The last move is not legal.
        assert_eq!(pieces, [tile("4"), tile("5")]);
        assert_eq!(marks[1].wordings(true, THEME)[0], "2←");
        // The second tile goes where the first one still stands.
        assert_eq!((ghosts.len(), ghosts[0].number), (1, 1));
        assert_eq!(ghosts[0].cells.iter().collect::<Vec<_>>(), [Cell::new(0, 1)]);
    }

    #[test]
    fn a_piece_that_moves_twice_has_both_numbers() {
        use Direction::{Down, Right};
        let mark = |moves| Arrow { piece: PieceId(0), moves };
        let twice = mark(vec![(1, vec![Right, Right]), (3, vec![Down])]);
        let words = ["1→→ 3↓", "1→ 3↓", "1→3↓", "13", "1+", "1"];
        assert_eq!(twice.wordings(true, THEME), words);
        let once = mark(vec![(1, vec![Right, Right, Down])]);
        assert_eq!(once.wordings(false, THEME), ["→→↓", "→↓", "→"]);
        let plain = Theme { ascii: true, ..THEME };
        assert_eq!(once.wordings(true, plain)[1], "1>v");
    }
}
