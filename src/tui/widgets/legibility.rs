//! Every built-in board in every theme: pieces can be told apart, and wide characters stand whole.

use super::board::Board;
use super::hint_arrows::HintArrows;
use super::label;
use crate::library;
use crate::notation::Entry;
use crate::puzzle::{Cell, Direction, Family, PieceId, Position, Puzzle};
use crate::text::Lang;
use crate::tui::layout::{Layout, is_bordered};
use crate::tui::play::game::Game;
use crate::tui::play::slide::Slide;
use crate::tui::theme::{Depth, Palette, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

/// Every palette with every number of colours, drawn finely and plainly; one of those that show no colours, since they draw alike.
fn themes() -> Vec<Theme> {
    let depths = [Depth::None, Depth::Ansi, Depth::Cube, Depth::True];
    let all = Palette::ALL.into_iter().flat_map(|palette| {
        depths
            .into_iter()
            .flat_map(move |depth| [false, true].map(|ascii| Theme::new(palette, depth, ascii)))
    });
    let first = |theme: &Theme| (theme.palette, theme.depth) == (Palette::ALL[0], Depth::None);
    all.filter(|theme| theme.has_color() || first(theme)).collect()
}

/// A board drawn in a window, and where its cells are.
struct Drawn<'a> {
    game: &'a Game,
    layout: Layout,
    buffer: Buffer,
    ascii: bool,
}

fn game(entry: &Entry) -> Game {
    Game::new(Arc::new(entry.clone()), entry.metric())
}

fn drawn<'a>(
    game: &'a Game,
    window: Rect,
    theme: Theme,
    moved: Option<(&Position, &Slide, Duration)>,
) -> Option<Drawn<'a>> {
    let puzzle = game.puzzle();
    let layout = Layout::preview(puzzle, window)?;
    let mut buffer = Buffer::empty(window);
    Board {
        picture_tile: None,
        game,
        position: moved.map_or(puzzle.start(), |moved| moved.0),
        selected: None,
        ahead: HintArrows::default(),
        theme,
        finale: None,
        slide: moved.map(|moved| (moved.1, moved.2)),
        letters: false,
        lang: Lang::En,
    }
    .draw(&layout, &mut buffer);
    Some(Drawn { game, layout, buffer, ascii: theme.ascii })
}

impl Drawn<'_> {
    fn piece(&self, cell: Cell) -> Option<PieceId> {
        let puzzle = self.game.puzzle();
        puzzle.piece_at(puzzle.start(), cell)
    }

    /// The character of `cell` in the middle of its edge on this side; of a wide one both halves are it.
    fn edge(&self, cell: Cell, side: Direction) -> &str {
        let (width, height) = self.layout.cell;
        let (dx, dy) = side.delta();
        let along = |size: u16, d: i32| match d {
            -1 => 0,
            1 => size - 1,
            _ => size / 2,
        };
        let inside = self.layout.inside();
        let x = inside.x + u16::from(cell.column) * width + along(width, dx);
        let y = inside.y + u16::from(cell.row) * height + along(height, dy);
        let before = self.buffer[(x - 1, y)].symbol();
        match label::width(before) {
            2 => before,
            _ => self.buffer[(x, y)].symbol(),
        }
    }

    /// The words of a cell, whether reversed, and the ground.
    fn words(&self, cell: Cell) -> (String, bool, ratatui::style::Color) {
        let (width, height) = self.layout.cell;
        let inside = self.layout.inside();
        let (x, y) =
            (inside.x + u16::from(cell.column) * width, inside.y + u16::from(cell.row) * height);
        let text = (x..x + width).map(|x| self.buffer[(x, y)].symbol()).collect();
        let first = &self.buffer[(x, y)];
        (text, first.modifier.contains(Modifier::REVERSED), first.bg)
    }

    /// Whether two neighbours that belong to different pieces, `a` and `b`, look so, and two of one piece look like one.
    fn is_right(&self, (cell, a): (Cell, PieceId), (next, b): (Cell, PieceId)) -> bool {
        let side = if cell.row == next.row { Direction::Right } else { Direction::Down };
        if !is_bordered(self.layout.cell) {
            let (left, right) = (self.words(cell), self.words(next));
            let apart = left.0.trim() != right.0.trim()
                && (left.0.contains(' ') || right.0.starts_with(' ') || left != right);
            let tiles = self.game.puzzle().family() == Family::Numbers;
            let tight = tiles && side == Direction::Right && !right.0.starts_with(' ');
            let hint_level = !tight || (left.1, left.2) != (right.1, right.2);
            return if a == b { left.0 == right.0 } else { apart && hint_level };
        }
        let line = |cell, side: Direction| {
            let symbol = self.edge(cell, side);
            let is_line = if side.is_horizontal() {
                "│║|#+╭╮╰╯╔╗╚╝".contains(symbol)
            } else {
                symbol != " "
            };
            is_line && symbol != " "
        };
        // A piece without a row inside has its label in its upper border; the lower one of the piece above is there all the same.
        let is_open = |cell| self.layout.cell.1 == 2 && self.edge(cell, Direction::Up) == " ";
        match a == b {
            // A corner of a concave piece stands in the middle of it.
            true => !side.is_horizontal() || !self.is_rectangle(a) || !line(cell, side),
            false => {
                line(cell, side)
                    && (line(next, side.opposite()) || !side.is_horizontal() && is_open(next))
            }
        }
    }

    fn is_rectangle(&self, id: PieceId) -> bool {
        let cells = self.game.puzzle().piece(id).shape().cells();
        cells.bounds().is_some_and(|(first, last)| {
            let side = |a: u8, b: u8| usize::from(b - a) + 1;
            side(first.row, last.row) * side(first.column, last.column) == cells.len()
        })
    }

    fn text(&self) -> String {
        let rows = self.buffer.area.rows();
        let row = |row: Rect| -> String {
            row.positions().map(|at| self.buffer[at].symbol()).chain(["\n"]).collect()
        };
        rows.map(row).collect()
    }

    /// The characters of a piece with their looks, counted from its top left cell; where it stands is not in it.
    fn picture(&self, id: PieceId) -> Vec<(i32, i32, &str, Style)> {
        let puzzle = self.game.puzzle();
        let cells = puzzle.cells_of(puzzle.start(), id);
        let first = puzzle.start().anchor(id);
        let (width, height) = self.layout.cell;
        let inside = self.layout.inside();
        let mut picture = Vec::new();
        for cell in cells.iter() {
            for (dx, dy) in (0..height).flat_map(|dy| (0..width).map(move |dx| (dx, dy))) {
                let (column, row) = (u16::from(cell.column), u16::from(cell.row));
                let at =
                    &self.buffer[(inside.x + column * width + dx, inside.y + row * height + dy)];
                let x = (i32::from(column) - i32::from(first.column)) * i32::from(width);
                let y = (i32::from(row) - i32::from(first.row)) * i32::from(height);
                let (x, y) = (x + i32::from(dx), y + i32::from(dy));
                picture.push((x, y, at.symbol(), at.style()));
            }
        }
        picture
    }

    /// Of any two pieces that are called differently, each looks like itself. Those that are called alike and have one shape may
    /// trade places, and only their borders tell them apart.
    fn check_pairs(&self, what: &str) {
        let puzzle = self.game.puzzle();
        let is_bordered = is_bordered(self.layout.cell);
        let called = |id| match is_bordered {
            true => self.game.label(id, Lang::En, self.ascii),
            false => self.game.short(id),
        };
        let ids: Vec<PieceId> = puzzle.piece_ids().collect();
        let pictures: Vec<_> = ids.iter().map(|&id| self.picture(id)).collect();
        for (i, &a) in ids.iter().enumerate() {
            for (j, &b) in ids.iter().enumerate().skip(i + 1) {
                let apart = pictures[i] != pictures[j] || called(a) == called(b);
                assert!(apart, "{what}: {} and {}\n{}", called(a), called(b), self.text());
            }
        }
    }

    fn check(&self, what: &str) {
        let cells = self.game.puzzle().size().cells();
        let taken: BTreeMap<Cell, PieceId> =
            cells.filter_map(|c| Some((c, self.piece(c)?))).collect();
        for (&cell, &piece) in &taken {
            for next in [Direction::Right, Direction::Down].map(|side| cell.step(side)) {
                if let Some((next, other)) = next.and_then(|next| taken.get_key_value(&next)) {
                    let right = self.is_right((cell, piece), (*next, *other));
                    assert!(right, "{what} at {cell} and {next}:\n{}", self.text());
                }
            }
        }
    }

    /// Whether no wide character is cut off or written over.
    fn is_whole(&self) -> bool {
        let area = self.buffer.area;
        area.positions().all(|at| {
            let symbol = self.buffer[at].symbol();
            let narrow = label::width(symbol) < 2;
            narrow || at.x + 1 < area.right() && self.buffer[(at.x + 1, at.y)].symbol() == " "
        })
    }
}

/// Windows from one in which the cells are smallest to one in which they are largest; one of those in which they are equal, since the
/// board is drawn alike.
fn windows(puzzle: &Puzzle) -> Vec<Rect> {
    let sizes = [(24, 13), (34, 14), (46, 24), (60, 20), (80, 24), (120, 60)];
    let mut cells = BTreeSet::new();
    let windows = sizes.map(|(width, height)| Rect::new(0, 0, width, height)).into_iter();
    windows
        .filter(|&area| Layout::preview(puzzle, area).is_some_and(|it| cells.insert(it.cell)))
        .collect()
}

/// Checks how a board looks in every window and theme; how many pictures that were.
fn look_at(entry: &Entry) -> usize {
    let mut seen = 0;
    let game = game(entry);
    for window in windows(&entry.puzzle) {
        // The largest window costs as much as all others together; there nothing but lines and letters is looked at.
        let is_large = window.width >= 120;
        for theme in themes().into_iter().filter(|theme| !is_large || !theme.has_color()) {
            let Some(drawn) = drawn(&game, window, theme, None) else {
                continue;
            };
            seen += 1;
            let what = format!("{} {window} {theme:?}", entry.id);
            drawn.check(&what);
            drawn.check_pairs(&what);
            let plain = drawn.buffer.content().iter().all(|c| c.symbol().is_ascii());
            assert!(plain || !theme.ascii, "{}", entry.id);
        }
    }
    seen
}

#[test]
fn every_piece_can_be_told_apart_in_every_theme() {
    // Two threads, since few of these tests take so long.
    let seen: usize = std::thread::scope(|scope| {
        let halves = [0, 1].map(|first| {
            let half = library::all().skip(first).step_by(2);
            scope.spawn(|| half.map(look_at).sum::<usize>())
        });
        halves.map(|half| half.join().expect("what is wrong has been printed")).iter().sum()
    });
    assert!(seen > 10_000, "{seen}");
}

#[test]
fn wide_characters_stand_whole_even_while_they_slide() {
    let theme = themes()[0];
    for entry in library::all() {
        let mut after = entry.puzzle.start().clone();
        let moves = entry.puzzle.moves(&after, entry.metric());
        let Some(action) = moves.last() else { continue };
        after.play(&entry.puzzle, action).unwrap();
        let slide = Slide::new(action.clone(), Duration::ZERO);
        let game = game(entry);
        // In the largest window only the lines are longer.
        for window in windows(&entry.puzzle).into_iter().filter(|window| window.width < 120) {
            for millis in [0, 13, 29, 47, 66, 80] {
                let moved = (&after, &slide, Duration::from_millis(millis));
                if let Some(drawn) = drawn(&game, window, theme, Some(moved)) {
                    let (id, text) = (&entry.id, drawn.text());
                    assert!(drawn.is_whole(), "{id} {window} {millis}:\n{text}");
                }
            }
        }
    }
}
