//! The board: frame and exit, walls, gates, the places of the goal, and the pieces.

use super::hint_arrows::HintArrows;
use super::label;
use super::outline::Links;
use super::painter::Painter;
use super::picture_tile::PictureTile;
use super::raster::Raster;
use crate::puzzle::{Axis, Cell, CellSet, Direction, Family, Goal, PieceId, Position, Puzzle};
use crate::text::{Lang, Phrase};
use crate::tui::context::Context;
use crate::tui::layout::{Layout, is_bordered};
use crate::tui::play::finale::{Finale, Place};
use crate::tui::play::game::{Game, HintLevel};
use crate::tui::play::slide::Slide;
use crate::tui::theme::{Slot, Theme};
use ratatui::buffer::Buffer;
use ratatui::style::Style;
use std::time::Duration;

/// What is drawn: a position of a game's puzzle.
pub(crate) struct Board<'a> {
    /// Names and labels.
    pub(crate) game: &'a Game,
    /// Where the pieces stand.
    pub(crate) position: &'a Position,
    /// The piece to be marked.
    pub(crate) selected: Option<PieceId>,
    /// Moves to be shown in advance.
    pub(crate) ahead: HintArrows<'a>,
    /// Colours and glyphs.
    pub(crate) theme: Theme,
    /// How far a piece still is from where it goes, in characters to the right and down, while it slides.
    pub(crate) slide: Option<(&'a Slide, Duration)>,
    /// What is seen of a board which was just solved.
    pub(crate) finale: Option<(Finale, Duration)>,
    /// Whether pieces are called by the characters that select them, whatever their labels are.
    pub(crate) letters: bool,
    /// The language of the names and of the word at the exit.
    pub(crate) lang: Lang,
    /// What the tiles show.
    pub(crate) picture_tile: Option<PictureTile<'a>>,
}

impl<'a> Board<'a> {
    /// The own board as it stands.
    pub(crate) fn of_game(ctx: &'a Context) -> Board<'a> {
        let game = &ctx.game;
        Board {
            ahead: HintArrows {
                moves: &game.hint,
                targets: game.hint_level != Some(HintLevel::Way),
            },
            slide: ctx.slide.as_ref().map(|slide| (slide, ctx.now)),
            finale: ctx.finale.map(|finale| (finale, ctx.now)),
            letters: ctx.picking,
            ..Board::of(game, ctx)
        }
    }

    /// The board of `game`, which may be another than that in play, and nothing more.
    pub(crate) fn of(game: &'a Game, ctx: &'a Context) -> Board<'a> {
        let is_shown = game.puzzle().family() == Family::Numbers;
        let picture_tile = ctx.picture.shown(ctx.theme()).map(|picture| PictureTile {
            picture,
            numbered: ctx.picture.numbered,
            lined: !ctx.picture.numbered && !game.session.is_solved(),
            theme: ctx.theme(),
            canvas: ctx.picture.canvas,
        });
        Board {
            picture_tile: picture_tile.filter(|_| is_shown),
            game,
            position: game.session.position(),
            selected: game.selected,
            ahead: HintArrows::default(),
            theme: ctx.theme(),
            slide: None,
            finale: None,
            letters: false,
            lang: ctx.lang(),
        }
    }

    /// Draws the board where `layout` puts it.
    pub(crate) fn draw(&self, layout: &Layout, buffer: &mut Buffer) {
        let raster = Raster::new(self.puzzle(), self.position, layout);
        self.frame(&raster, buffer);
        let marked = self.marked();
        for cell in self.puzzle().size().cells() {
            self.ground(&raster, cell, &marked, buffer);
        }
        self.name_exit(&raster, buffer);
        // What slides is drawn last, so that nothing that stands is drawn over a piece on its way.
        let (sliding, standing): (Vec<_>, Vec<_>) = self
            .puzzle()
            .piece_ids()
            .map(|id| (id, self.place(&raster, id)))
            .partition(|(_, place)| place.is_some());
        for (id, place) in standing.into_iter().chain(sliding) {
            match place {
                None => self.piece(&raster, id, buffer),
                Some(Place::OnItsWay(x, y)) => self.piece(&raster.shifted((x, y)), id, buffer),
                Some(Place::Gone) => {}
            }
        }
        // On a solved board the blank shows its own part too, so that the picture is whole.
        if let Some(tile) = self.picture_tile.filter(|_| self.puzzle().is_solved(self.position)) {
            for cell in self.puzzle().empty_cells(self.position).iter() {
                tile.draw(&raster, (cell, cell), "", buffer);
            }
        }
        self.ahead.draw((self.puzzle(), self.position), &raster, self.theme, buffer);
    }

    /// Where a piece is that does not stand still. One with a wide label goes by two columns, so that its characters keep to theirs.
    fn place(&self, raster: &Raster, id: PieceId) -> Option<Place> {
        let slides = || {
            let (slide, now) = self.slide?;
            let can_slide = self.picture_tile.is_none_or(|tile| tile.can_slide());
            let (x, y) = slide.behind(id, raster.cell, now).filter(|_| can_slide)?;
            Some(Place::OnItsWay(x, y))
        };
        let ends = || self.finale.and_then(|(finale, now)| finale.place(id, raster, now));
        let is_wide = !self.game.label(id, self.lang, self.theme.ascii).is_ascii();
        match slides().or_else(ends)? {
            Place::OnItsWay(x, y) if is_wide => Some(Place::OnItsWay(x / 2 * 2, y)),
            place => Some(place),
        }
    }

    fn puzzle(&self) -> &Puzzle {
        self.game.puzzle()
    }

    fn painter<'b>(&self, raster: &'b Raster, buffer: &'b mut Buffer) -> Painter<'b> {
        Painter { raster, theme: self.theme, buffer }
    }

    /// The frame; where the goal touches it, it is open. Of a board that is seen in part, the edges beyond which it goes on
    /// are marked.
    fn frame(&self, raster: &Raster, buffer: &mut Buffer) {
        self.painter(raster, buffer).frame();
        for (cell, side) in exits(self.puzzle()) {
            self.open(raster, cell, side, buffer);
        }
        self.mark_edges(raster, buffer);
    }

    /// An arrow every few characters along each edge beyond which the board goes on.
    fn mark_edges(&self, raster: &Raster, buffer: &mut Buffer) {
        let (frame, [left, top, right, bottom]) = (raster.frame(), raster.hidden());
        let arrow = |fancy, plain| self.theme.glyph(fancy, plain);
        let mut mark = |x: u16, y: u16, glyph: char| {
            buffer[(x, y)].set_char(glyph).set_style(self.theme.accent());
        };
        // A character is about twice as high as wide, so that every third row and every sixth column are about equally far apart.
        for y in (frame.top() + 1..frame.bottom() - 1).filter(|y| y % 3 == 0) {
            if left {
                mark(frame.left(), y, arrow('◂', '<'));
            }
            if right {
                mark(frame.right() - 1, y, arrow('▸', '>'));
            }
        }
        for x in (frame.left() + 1..frame.right() - 1).filter(|x| x % 6 == 0) {
            if top {
                mark(x, frame.top(), arrow('▴', '^'));
            }
            if bottom {
                mark(x, frame.bottom() - 1, arrow('▾', 'v'));
            }
        }
    }

    /// Opens the frame beside `cell`.
    fn open(&self, raster: &Raster, cell: Cell, side: Direction, buffer: &mut Buffer) {
        let glyph = match side.is_horizontal() {
            true => self.theme.glyph('┆', ':'),
            false => self.theme.glyph('┄', '.'),
        };
        let (dx, dy) = side.delta();
        for (x, y) in raster.chars_of(cell) {
            let beyond = (x + dx, y + dy);
            let (width, height) = raster.chars();
            let inside = (0..width).contains(&beyond.0) && (0..height).contains(&beyond.1);
            // The character beyond may belong to another cell of the board, where there is no frame to be opened.
            if !inside {
                raster.put_frame(buffer, beyond.0, beyond.1, glyph, self.theme.exit());
            }
        }
    }

    /// Names each opening of the frame in its middle by a word and an arrow. At the bottom or the top both stand in the frame, where
    /// they have room. On the left or the right the frame is a column wide, so that the word stands on the board beside it, and
    /// downwards in the frame as long as a piece is there.
    fn name_exit(&self, raster: &Raster, buffer: &mut Buffer) {
        let open = exits(self.puzzle());
        for side in Direction::ALL {
            let cells = || open.iter().filter(|(_, its)| *its == side).map(|(cell, _)| *cell);
            let (Some(first), Some(last)) = (cells().min(), cells().max()) else {
                continue;
            };
            let (arrow, style) = (self.theme.way_out(side), self.theme.exit());
            let (width, height) = raster.chars();
            let (from, to) = (raster.left(first), raster.left(last) + raster.cell.0);
            let (top, bottom) = (raster.top(first), raster.top(last) + raster.cell.1);
            let exit = Phrase::Exit.words(self.lang);
            if side.is_horizontal() {
                let (word, y) = (format!(" {exit} "), top + (bottom - top - 1) / 2);
                let wide = label::width(&word);
                let (x, left) =
                    if side == Direction::Right { (width, width - wide) } else { (-1, 0) };
                raster.put_frame(buffer, x, y, arrow, style);
                let goal = cells_of(self.puzzle(), self.puzzle().goal());
                let chars: Vec<_> = goal.iter().flat_map(|cell| raster.chars_of(cell)).collect();
                let is_free = |x| chars.contains(&(x, y)) && raster.at(x, y).is_none();
                if (left..left + wide).all(is_free) {
                    raster.text(buffer, left, y, &word, style);
                } else {
                    self.sign(raster, side, (top, bottom), buffer);
                }
                continue;
            }
            let y = if side == Direction::Down { height } else { -1 };
            let words = [format!(" {exit} {arrow} "), format!(" {exit} ")];
            let fits = |word: &String| label::width(word) <= to - from;
            let word = words.into_iter().find(fits).unwrap_or_else(|| arrow.to_string());
            let left = from + (to - from - label::width(&word)) / 2;
            raster.text_frame(buffer, left, y, &word, style);
        }
    }

    /// The word at an exit on the left or the right from row `top` to `bottom`, written downwards in the frame: above the opening, or
    /// below it where that is nearer to the frame's end than the word is long.
    fn sign(
        &self,
        raster: &Raster,
        side: Direction,
        (top, bottom): (i32, i32),
        buffer: &mut Buffer,
    ) {
        let letters = Phrase::Exit.words(self.lang);
        let (rows, (width, height)) = (letters.chars().count() as i32, raster.chars());
        let Some(first) =
            [top - rows, bottom].into_iter().find(|y| (0..=height - rows).contains(y))
        else {
            return;
        };
        for (y, letter) in (first..).zip(letters.chars()) {
            // Outside of the frame a blank column is between the board and what stands beside it.
            let letter = letter.to_string();
            let x = if side == Direction::Right { width } else { -label::width(&letter) };
            raster.text_beside(buffer, x, y, &letter, self.theme.exit());
        }
    }

    /// What lies under the pieces.
    fn ground(&self, raster: &Raster, cell: Cell, marked: &CellSet, buffer: &mut Buffer) {
        if self.puzzle().walls().contains(cell) {
            self.painter(raster, buffer).wall(cell);
        } else if self.puzzle().gates().contains(cell) {
            self.painter(raster, buffer).gate(cell);
        } else if marked.contains(cell) {
            self.mark(raster, cell, buffer);
        }
    }

    /// The cells on which the next waypoint, or else the goal, wants blocks.
    fn marked(&self) -> CellSet {
        let puzzle = self.puzzle();
        match puzzle.family() {
            Family::Numbers => CellSet::EMPTY,
            Family::Blocks => {
                let next = puzzle.via().get(self.position.stage());
                cells_of(puzzle, next.unwrap_or(puzzle.goal()))
            }
        }
    }

    fn mark(&self, raster: &Raster, cell: Cell, buffer: &mut Buffer) {
        let dot = self.theme.glyph('·', '.');
        let style = self.theme.exit();
        let (width, height) = raster.cell;
        for (x, y) in raster.chars_of(cell) {
            let (column, row) = (x.rem_euclid(width), y.rem_euclid(height));
            // Dots with gaps do not look like a piece; a cell of two columns has no room for gaps.
            if column % 2 == 1 && (row % 2 == 1 || height < 3) || width < 3 {
                raster.put(buffer, x, y, dot, style);
            }
        }
    }

    fn piece(&self, raster: &Raster, id: PieceId, buffer: &mut Buffer) {
        if let Some((tile, home)) = self.picture_tile.zip(self.home(id)) {
            let here = self.position.anchor(id);
            return tile.draw(raster, (home, here), &self.game.short(id), buffer);
        }
        if is_bordered(raster.size()) {
            self.bordered(raster, id, buffer);
        } else {
            self.solid(raster, id, buffer);
        }
    }

    /// Where a tile belongs, if the goal says so.
    fn home(&self, id: PieceId) -> Option<Cell> {
        let places = self.puzzle().goal().places();
        places.iter().find(|(tile, _)| *tile == id).map(|&(_, home)| home)
    }

    /// A piece with its outline and its label in the middle.
    fn bordered(&self, raster: &Raster, id: PieceId, buffer: &mut Buffer) {
        let chosen = self.selected == Some(id);
        let slot = Slot::of(self.puzzle(), id);
        let cells = self.puzzle().cells_of(self.position, id);
        let chars = self.painter(raster, buffer).bordered(id, cells.iter(), slot, chosen);
        let style = self.theme.label(slot, chosen);
        self.label(raster, id, &chars, style, buffer);
    }

    /// Writes the label across, or else downwards, by its words or its characters; where it does not fit, the letter.
    fn label(
        &self,
        raster: &Raster,
        id: PieceId,
        chars: &[(i32, i32, Links)],
        style: Style,
        buffer: &mut Buffer,
    ) {
        let name = self.game.short(id);
        let words = match self.letters {
            true => name.clone(),
            false => self.game.label(id, self.lang, self.theme.ascii),
        };
        let parts = label::parts(&words);
        if label::spot(chars, &words).is_none()
            && let Some((x, y)) = label::tall_spot(chars, &parts)
        {
            let most = parts.iter().map(|part| label::width(part)).max().unwrap_or(0);
            for (y, part) in (y..).zip(&parts) {
                raster.text(buffer, x + (most - label::width(part)) / 2, y, part, style);
            }
        } else {
            self.painter(raster, buffer).label(chars, &[&words, &name], style);
        }
    }

    /// A piece as runs of its letter, or a number.
    fn solid(&self, raster: &Raster, id: PieceId, buffer: &mut Buffer) {
        let name = self.game.short(id);
        let width = raster.cell.0;
        // One number that fills its cell is enough to run into its neighbour, so that all tiles are asked.
        let mut names = self.puzzle().pieces().iter().map(|piece| piece.name().len());
        let style = self.solid_style(id, names.any(|length| length as i32 >= width));
        let cells = self.puzzle().cells_of(self.position, id);
        let family = self.puzzle().family();
        let chosen = self.selected == Some(id);
        self.painter(raster, buffer).solid(cells.iter(), &name, family, style, chosen);
    }

    /// Numbers that fill their cells run together, unless every other tile looks different.
    fn solid_style(&self, id: PieceId, full: bool) -> Style {
        let chosen = self.selected == Some(id);
        let slot = Slot::of(self.puzzle(), id);
        let cell = self.position.anchor(id);
        let odd = (cell.row + cell.column) % 2 == 1;
        if full && odd && self.puzzle().family() == Family::Numbers {
            return self.theme.other(slot);
        }
        if chosen { self.theme.chosen_run(slot) } else { self.theme.piece(slot, false) }
    }
}

/// The cells that blocks must come to cover.
fn cells_of(puzzle: &Puzzle, goal: &Goal) -> CellSet {
    let places = goal.places().iter();
    places
        .filter_map(|&(id, anchor)| puzzle.piece(id).shape().at(anchor))
        .fold(CellSet::EMPTY, |all, cells| all | cells)
}

/// Where the frame is open: beside the place of a single goal piece, on the sides to which it can go.
pub(crate) fn exits(puzzle: &Puzzle) -> Vec<(Cell, Direction)> {
    let [(id, _)] = puzzle.goal().places() else {
        return Vec::new();
    };
    // The goal of a number puzzle is an order within the frame, even where it names a single tile.
    if puzzle.family() == Family::Numbers {
        return Vec::new();
    }
    let axis = puzzle.piece(*id).axis();
    let on_board = |cell: Option<Cell>| cell.is_some_and(|c| puzzle.size().contains(c));
    let sides = Direction::ALL.into_iter().filter(|&side| axis != Axis::Fixed && axis.allows(side));
    let cells = cells_of(puzzle, puzzle.goal());
    sides
        .flat_map(|side| {
            let beside = cells.iter().filter(move |c| !on_board(c.step(side)));
            beside.map(move |c| (c, side)).collect::<Vec<_>>()
        })
        .collect()
}
