//! The puzzle on the board: its session, the selected piece, and what the solver knows about it.

use super::ending::Achievements;
use super::input;
use super::input::Intent;
use crate::engine::knowledge::Knowledge;
use crate::generate::Scramble;
use crate::notation::Entry;
use crate::notation::printable;
use crate::puzzle::{Cell, Direction, Family, Metric, Move, Path, PieceId, Position, Puzzle};
use crate::session::Session;
use crate::text::{Lang, latin};
use crate::tui::list::playlist::name_of;
use crate::tui::map::chapters::Chapter;
use crate::tui::map::plot::CloudCache;
use crate::tui::map::space::WayCache;
use crate::tui::map::state::{Findings, MapData};
use std::sync::Arc;
use std::time::Duration;

/// Help that was asked for before the solver had it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Awaited {
    /// The next optimal move.
    Hint,
    /// A whole solution.
    Solution,
}

/// How much a hint tells, each time more while nothing is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HintLevel {
    /// Whether the last move was good.
    Verdict,
    /// Which piece goes next.
    Piece,
    /// Which way it goes, on the board too.
    Way,
    /// Where it will stand, and the moves after it.
    Ghost,
    /// Where every shortest solution comes by.
    Neck,
}

/// A puzzle in play.
#[derive(Debug)]
pub struct Game {
    /// The puzzle's names and claims.
    pub entry: Arc<Entry>,
    /// What it was drawn from, if it is a random number puzzle.
    pub scramble: Option<Scramble>,
    /// What was played.
    pub session: Session,
    /// The piece that directions move; always `None` for number puzzles, unless their tiles may be lifted.
    pub selected: Option<PieceId>,
    /// What the solver has said.
    pub knowledge: Knowledge,
    /// The next moves that a hint shows on the board, until something is played.
    pub hint: Path,
    /// How much was told about the next move.
    pub hint_level: Option<HintLevel>,
    /// What the player waits for.
    pub awaited: Option<Awaited>,
    /// What was new about it when it was solved.
    pub(crate) feats: Achievements,
    /// The moves of the best game before this one was won, in the order of [`Metric::ALL`].
    pub(crate) beaten: [Option<Arc<str>>; 3],
    /// The map of everything that can be reached.
    pub map_data: MapData,
    /// What was found out about it.
    pub findings: Findings,
    /// How the map was drawn last.
    pub(crate) cloud: CloudCache,
    /// Where the way of the game was last, on the map in space.
    pub(crate) way: WayCache,
    /// What remained after so many turns, where it is known; filled by [`Game::refresh`].
    pub(crate) trail: Vec<Option<u32>>,
    /// What was known when the trail was filled last.
    pub(crate) learned: u64,
}

impl Game {
    /// A new game of `entry`, counted in `metric`.
    pub fn new(entry: Arc<Entry>, metric: Metric) -> Game {
        // The puzzle is copied to an address of its own, by which late news of an earlier game's survey is told from this one's.
        let session = Session::new(Arc::new(entry.puzzle.clone()));
        Game::resumed(entry, metric, session)
    }

    /// A game of `entry` that goes on, counted in `metric`.
    pub fn resumed(entry: Arc<Entry>, metric: Metric, session: Session) -> Game {
        let mut game = Game {
            knowledge: Knowledge::new(session.puzzle().clone(), metric)
                .with_solution(entry.solution.as_ref()),
            session,
            scramble: Scramble::of(&entry),
            entry,
            selected: None,
            hint: Path::new(),
            hint_level: None,
            awaited: None,
            feats: Achievements::default(),
            beaten: Default::default(),
            map_data: MapData::default(),
            findings: Findings::default(),
            cloud: CloudCache::default(),
            way: WayCache::default(),
            trail: Vec::new(),
            learned: 0,
        };
        game.select_first();
        game
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        self.session.puzzle()
    }

    /// What counts as one move.
    pub fn metric(&self) -> Metric {
        self.knowledge.metric()
    }

    /// The moves that count: those of the line, or of a scramble counted in steps also those that were taken back.
    pub fn count(&self) -> usize {
        match (self.scramble, self.metric()) {
            (Some(_), Metric::Step) => self.session.steps(),
            (_, metric) => self.session.count(metric),
        }
    }

    /// What `id` shows when there is room: a name in the player's language, if it has one there.
    pub fn label(&self, id: PieceId, lang: Lang, ascii: bool) -> String {
        printable::masked(self.label_of(id, lang, ascii))
    }

    fn label_of(&self, id: PieceId, lang: Lang, ascii: bool) -> &str {
        let name = self.puzzle().piece(id).name();
        let label = self.entry.labels.get(name).map_or(name, String::as_str);
        let label = latin(label).filter(|_| lang == Lang::En).unwrap_or(label);
        if ascii && !label.is_ascii() { name } else { label }
    }

    /// What `id` is called: a character or a number.
    pub fn short(&self, id: PieceId) -> String {
        printable::masked(self.puzzle().piece(id).name())
    }

    /// What `id` is called in a sentence: its label, and its character too, which is all that a small board shows.
    pub fn called(&self, id: PieceId, lang: Lang, ascii: bool) -> String {
        let (label, name) = (self.label(id, lang, ascii), self.short(id));
        // Letters run together where neither of them is wide.
        let gap = if label.is_ascii() { " " } else { "" };
        if label != name { format!("{label}{gap}{name}") } else { label }
    }

    /// What `id` is called in a list: its label, and its character too if others have the same label.
    pub fn told(&self, id: PieceId, lang: Lang, ascii: bool) -> String {
        let label = |id| self.label_of(id, lang, ascii);
        let mut others = self.puzzle().piece_ids().filter(|&other| other != id);
        // Characters are all different, and so are the numbers of hundreds of tiles.
        match !self.entry.labels.is_empty() && others.any(|other| label(other) == label(id)) {
            true => self.called(id, lang, ascii),
            false => self.label(id, lang, ascii),
        }
    }

    /// The puzzle's name, or its size if it has none.
    pub fn name(&self, lang: Lang) -> String {
        name_of(&self.entry, lang)
    }

    /// Whether pieces are selected: tiles only where they may be lifted.
    pub fn selects(&self) -> bool {
        self.puzzle().family() == Family::Blocks || self.puzzle().lift()
    }

    /// Selects the piece of the goal if it can move, else the first that can.
    pub fn select_first(&mut self) {
        if !self.selects() {
            self.selected = None;
            return;
        }
        let free = self.puzzle().movable(self.session.position());
        let goal = self.puzzle().goal().places().first().map(|&(id, _)| id);
        let first = free.iter().copied().find(|&id| Some(id) == goal);
        self.selected = first.or(free.first().copied());
    }

    /// Selects the piece `by` places on among those that can move.
    pub fn cycle(&mut self, by: isize) {
        if self.selects() {
            let position = self.session.position();
            self.selected = input::cycle(self.puzzle(), position, self.selected, by);
        }
    }

    /// The piece called `name`, in the case typed or the other.
    pub fn piece_called(&self, name: &str) -> Option<PieceId> {
        let other = match name.chars().any(char::is_uppercase) {
            true => name.to_lowercase(),
            false => name.to_uppercase(),
        };
        // The case that was typed goes first, for a board may have pieces of both.
        let puzzle = self.puzzle();
        puzzle.piece_named(name).or_else(|| puzzle.piece_named(&other))
    }

    /// Selects the piece called `name`, in the case typed or the other. Returns whether there is one.
    pub fn pick(&mut self, name: char) -> bool {
        let found = self.piece_called(&name.to_string());
        if found.is_some() && self.selects() {
            self.selected = found;
        }
        found.is_some()
    }

    /// What pushing in `direction` comes to, a cell or as `far` as it goes; the move is played if there is one.
    pub fn push(&mut self, direction: Direction, far: bool, now: Duration) -> Intent {
        let push = match (self.puzzle().lift(), far) {
            (true, _) => input::lifted,
            (false, true) => input::far,
            (false, false) => input::step,
        };
        let position = self.session.position();
        let push = push(self.puzzle(), position, self.selected, direction);
        match &push {
            &Intent::Moves(_, Move::Lift { piece, to }) => {
                self.carry(piece, to, now);
            }
            Intent::Moves(piece, action) => {
                self.select(*piece);
                self.play(action.clone(), now);
            }
            Intent::Blocked | Intent::Ambiguous => {}
        }
        push
    }

    /// Sets a piece down elsewhere. One that was set down just before is still in hand: it is the same move that goes on,
    /// unless it passed a waypoint where it was set down. Returns whether the piece fits there.
    pub fn carry(&mut self, piece: PieceId, to: Cell, now: Duration) -> bool {
        let lift = Move::Lift { piece, to };
        if !self.puzzle().lift_places(self.session.position(), piece).contains(&to) {
            return false;
        }
        let done = self.session.done();
        let last = self.session.last_move(done);
        let in_hand = matches!(last, Some(Move::Lift { piece: held, .. }) if *held == piece);
        if in_hand {
            let before = self.session.position_at(done - 1).clone();
            if before.stage() == self.session.position().stage() {
                self.turn_back(|session| session.undo(now));
                if before.anchor(piece) == to {
                    return true;
                }
            }
        }
        self.select(piece);
        self.play(lift, now)
    }

    /// Selects a block.
    pub fn select(&mut self, piece: PieceId) {
        if self.selects() {
            self.selected = Some(piece);
        }
    }

    /// Plays a move, if it is legal, and notes what follows from it.
    pub fn play(&mut self, action: Move, now: Duration) -> bool {
        let before = self.session.position().clone();
        let turn = self.session.done();
        if self.session.play(action.clone(), now).is_err() {
            return false;
        }
        // Turns that had been taken back are forgotten by the move, and so is what was noted of them.
        self.trail.truncate(turn + 1);
        let after = self.session.position().clone();
        self.knowledge.infer(&before, &action, &after);
        self.forget_hint();
        true
    }

    /// Undo, redo or restart; a hint for the position left behind goes away, and the piece that moved is selected.
    pub fn turn_back(&mut self, turn: impl FnOnce(&mut Session) -> bool) -> bool {
        let (before, begin) = (self.session.position().clone(), self.session.line_begin());
        let turned = turn(&mut self.session);
        if turned {
            // Of another line nothing was noted.
            if self.session.line_begin() != begin {
                self.trail.clear();
            }
            self.trail.truncate(self.session.done());
            self.forget_hint();
            self.select_what_moved(&before);
        }
        turned
    }

    /// Counts in another metric from now on; what the solver said about the old one is forgotten.
    pub fn set_metric(&mut self, metric: Metric) {
        self.knowledge = Knowledge::new(self.session.puzzle().clone(), metric)
            .with_solution(self.entry.solution.as_ref());
        self.map_data = MapData::default();
        self.findings = Findings::default();
        self.trail.clear();
        self.forget_hint();
    }

    /// How much the next hint tells: first whether the last move was good, if there is one.
    pub fn to_tell(&self) -> HintLevel {
        match self.hint_level {
            None if self.last_change().is_some() => HintLevel::Verdict,
            None | Some(HintLevel::Verdict) => HintLevel::Piece,
            Some(HintLevel::Piece) => HintLevel::Way,
            Some(HintLevel::Ghost) if self.has_neck_ahead() => HintLevel::Neck,
            Some(HintLevel::Way | HintLevel::Ghost | HintLevel::Neck) => HintLevel::Ghost,
        }
    }

    fn has_neck_ahead(&self) -> bool {
        Chapter::of(self).is_some_and(|at| at.next().is_some())
    }

    fn forget_hint(&mut self) {
        self.hint.clear();
        self.hint_level = None;
    }

    fn select_what_moved(&mut self, before: &Position) {
        let now = self.session.position();
        let mut ids = self.puzzle().piece_ids();
        let mut moved = ids.by_ref().filter(|&id| now.anchor(id) != before.anchor(id));
        // After a restart several pieces may have moved, and none of them is the one that the player has in mind.
        if let (Some(only), None) = (moved.next(), moved.next()) {
            self.select(only);
        }
    }
}
