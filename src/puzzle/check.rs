//! The walk from a [`Setup`] to a [`Puzzle`] that can be played, or to every reason why it cannot.

use super::cells::CellSet;
use super::grid::{Cell, MAX_SIDE, Size};
use super::piece::{Axis, Kind, Piece, PieceId, Shape};
use super::position::Position;
use super::setup::{Board, Fault, MAX_NUMBER_SIDE, Place, Setup, Target};
use super::{Family, Goal, Puzzle};
use std::collections::{BTreeMap, BTreeSet, HashMap};

impl Setup {
    /// The puzzle that this describes.
    ///
    /// # Errors
    /// Every reason why it cannot be played, in the order of the boards; never an empty list.
    pub fn build(self) -> Result<Puzzle, Vec<Fault>> {
        let size = self.size()?;
        let mut check = Check {
            size,
            setup: &self,
            walls: self.walls.iter().copied().collect(),
            gates: self.gates.iter().copied().collect(),
            faults: Vec::new(),
        };
        let puzzle = check.puzzle();
        match puzzle {
            Some(puzzle) if check.faults.is_empty() => Ok(puzzle),
            _ => {
                check
                    .faults
                    .sort_by_key(|f| f.at.map(|p| (p.board, p.cell)));
                Err(check.faults)
            }
        }
    }

    /// The size, if it is within bounds for its family.
    fn size(&self) -> Result<Size, Vec<Fault>> {
        let most = match self.family {
            Family::Numbers => MAX_NUMBER_SIDE,
            Family::Blocks => MAX_SIDE,
        };
        Size::new(self.width, self.height)
            .filter(|s| s.width() <= most && s.height() <= most)
            .ok_or_else(|| {
                vec![Fault {
                    at: None,
                    problem: format!("a board of {} columns and {} rows", self.width, self.height),
                    expected: format!("1 to {most} of each"),
                }]
            })
    }
}

/// The walk through a description that collects what is wrong with it.
struct Check<'a> {
    size: Size,
    setup: &'a Setup,
    walls: CellSet,
    gates: CellSet,
    faults: Vec<Fault>,
}

/// Where pieces must stand, by their place in the list.
type Places = BTreeMap<usize, Cell>;

impl Check<'_> {
    /// The puzzle, as far as it can be told; only good if no fault was found.
    fn puzzle(&mut self) -> Option<Puzzle> {
        let shapes = self.shapes();
        let goal = self.goal(&shapes);
        let via: Vec<Places> = (0..self.setup.via.len())
            .map(|i| self.targets(Board::Via(i), &self.setup.via[i], &shapes))
            .collect();
        self.start(&goal);
        if !self.faults.is_empty() {
            return None;
        }
        let named: BTreeSet<usize> = via
            .iter()
            .chain([&goal])
            .flat_map(Places::keys)
            .copied()
            .collect();
        let pieces = self.pieces(&shapes, &goal, &named)?;
        let via: Vec<Goal> = via.iter().map(as_goal).collect();
        let floor = CellSet::full(self.size) - self.walls;
        let mut start = Position {
            anchors: shapes
                .iter()
                .map(|s| s.map(|(_, anchor)| anchor))
                .collect::<Option<_>>()?,
            stage: 0,
        };
        start.pass_waypoints(&via);
        Some(Puzzle {
            family: self.setup.family,
            size: self.size,
            walls: self.walls,
            gates: self.gates,
            pieces,
            start,
            goal: as_goal(&goal),
            via,
            lift: self.setup.lift,
            floor,
            plain_floor: floor - self.gates,
        })
    }

    fn fault(&mut self, at: Option<(Board, Cell)>, problem: String, expected: impl Into<String>) {
        self.faults.push(Fault {
            at: at.map(|(board, cell)| Place { board, cell }),
            problem,
            expected: expected.into(),
        });
    }

    /// The shape and anchor of each piece; `None` (and a fault) where a piece has none.
    fn shapes(&mut self) -> Vec<Option<(Shape, Cell)>> {
        let setup = self.setup;
        let mut names = HashMap::new();
        for piece in &setup.pieces {
            let first = piece.cells.first().copied();
            if names.insert(&piece.name, first).is_some() {
                let problem = format!("a second piece {:?}", piece.name);
                self.fault(first.map(|c| (Board::Start, c)), problem, "each name once");
            }
        }
        setup
            .pieces
            .iter()
            .map(|piece| self.shape(Board::Start, &piece.name, &piece.cells))
            .collect()
    }

    /// The shape that `cells` make, with faults for cells off the board, parts that do not hang together, and no cells.
    fn shape(&mut self, board: Board, name: &str, cells: &[Cell]) -> Option<(Shape, Cell)> {
        if let Some(&cell) = cells.iter().find(|&&c| !self.size.contains(c)) {
            let expected = format!("cells of the {} board", self.size);
            self.fault(
                None,
                format!("piece {name:?} at {cell} is off the board"),
                expected,
            );
            return None;
        }
        let set: CellSet = cells.iter().copied().collect();
        let Some(first) = set.first() else {
            self.fault(None, format!("piece {name:?} has no cells"), "at least one");
            return None;
        };
        if let Some(other) = (set - set.component(first)).first() {
            let problem = format!("piece {name:?} is in two parts, at {first} and at {other}");
            self.fault(
                Some((board, other)),
                problem,
                "cells that touch along edges",
            );
            return None;
        }
        if self.setup.family == Family::Numbers && set.len() > 1 {
            let second = set.iter().nth(1).unwrap_or(first);
            self.fault(
                Some((board, second)),
                format!("number {name} appears twice"),
                "each number once",
            );
            return None;
        }
        Shape::of(&set)
    }

    /// The goal's places, with a fault where there is none; the ascending order of a number puzzle without one.
    fn goal(&mut self, shapes: &[Option<(Shape, Cell)>]) -> Places {
        let setup = self.setup;
        if setup.family == Family::Numbers && setup.goal.is_empty() {
            return self.ascending();
        }
        let places = self.targets(Board::Goal, &setup.goal, shapes);
        if setup.family == Family::Numbers {
            for (i, piece) in setup.pieces.iter().enumerate() {
                if !setup.goal.iter().any(|t| t.name == piece.name) {
                    debug_assert!(!places.contains_key(&i));
                    let problem = format!("the goal lacks the number {}", piece.name);
                    self.fault(None, problem, "the same numbers as the start");
                }
            }
        } else if setup.goal.is_empty() {
            self.fault(
                None,
                "the goal names no piece".to_owned(),
                "at least one piece in the goal",
            );
        }
        places
    }

    /// The tiles in ascending order over the floor, row by row, the blanks last.
    fn ascending(&self) -> Places {
        let mut order: Vec<usize> = (0..self.setup.pieces.len()).collect();
        order.sort_by_key(|&i| {
            let name = &self.setup.pieces[i].name;
            (name.parse::<u64>().unwrap_or(u64::MAX), name)
        });
        let floor = self.size.cells().filter(|&c| !self.walls.contains(c));
        order.into_iter().zip(floor).collect()
    }

    /// Where a goal or waypoint wants its pieces, with a fault for each that cannot stand there.
    fn targets(
        &mut self,
        board: Board,
        targets: &[Target],
        shapes: &[Option<(Shape, Cell)>],
    ) -> Places {
        let mut places = Places::new();
        let mut covered: HashMap<Cell, &str> = HashMap::new();
        for target in targets {
            let first = target.cells.first().map(|&c| (board, c));
            let Some(i) = self.setup.pieces.iter().position(|p| p.name == target.name) else {
                let problem = format!("piece {:?} is not on the board", target.name);
                self.fault(first, problem, "a piece of the start");
                continue;
            };
            for &cell in &target.cells {
                if let Some(other) = covered.insert(cell, &target.name) {
                    let problem = format!("pieces {other:?} and {:?} overlap", target.name);
                    self.fault(Some((board, cell)), problem, "one piece a cell");
                } else if self.walls.contains(cell) {
                    let problem = format!("piece {:?} would stand on a wall", target.name);
                    self.fault(Some((board, cell)), problem, "a place on the floor");
                }
            }
            let shape = self.shape(board, &target.name, &target.cells);
            if let (Some((wanted, anchor)), Some(Some((shape, _)))) = (shape, shapes.get(i)) {
                if wanted != *shape {
                    let problem = format!(
                        "piece {:?} has another shape than at the start",
                        target.name
                    );
                    self.fault(first, problem, "the piece's own shape");
                } else if places.insert(i, anchor).is_some() {
                    let problem = format!("piece {:?} is named twice", target.name);
                    self.fault(first, problem, "each piece once");
                }
            }
        }
        places
    }

    /// Faults of the start itself: overlaps, pieces on walls and gates, nothing that could move.
    fn start(&mut self, goal: &Places) {
        let setup = self.setup;
        let mut covered: HashMap<Cell, &str> = HashMap::new();
        for (i, piece) in setup.pieces.iter().enumerate() {
            for &cell in &piece.cells {
                let at = Some((Board::Start, cell));
                if let Some(other) = covered.insert(cell, &piece.name) {
                    let problem = format!("pieces {other:?} and {:?} overlap", piece.name);
                    self.fault(at, problem, "one piece a cell");
                } else if self.walls.contains(cell) {
                    self.fault(
                        at,
                        format!("piece {:?} stands on a wall", piece.name),
                        "a place on the floor",
                    );
                } else if self.gates.contains(cell) && !goal.contains_key(&i) {
                    let problem = format!("piece {:?} stands on a gate", piece.name);
                    self.fault(
                        at,
                        problem,
                        "gates free of pieces that the goal does not name",
                    );
                }
            }
        }
        if setup.pieces.is_empty() {
            self.fault(
                None,
                "the board has no pieces".to_owned(),
                "at least one piece",
            );
        } else if setup.family == Family::Numbers
            && covered.len() + self.walls.len() >= self.size.area()
        {
            self.fault(
                None,
                "the board has no blank".to_owned(),
                "at least one blank, written 0, _ or .",
            );
        }
    }

    /// The pieces with their kinds.
    fn pieces(
        &self,
        shapes: &[Option<(Shape, Cell)>],
        goal: &Places,
        named: &BTreeSet<usize>,
    ) -> Option<Vec<Piece>> {
        let mut kinds: HashMap<(Shape, Axis, Option<usize>), u16> = HashMap::new();
        let mut pieces = Vec::with_capacity(shapes.len());
        for (i, piece) in self.setup.pieces.iter().enumerate() {
            let (shape, _) = (*shapes.get(i)?)?;
            let next = u16::try_from(kinds.len()).ok()?;
            let own = named.contains(&i).then_some(i);
            let kind = *kinds.entry((shape, piece.axis, own)).or_insert(next);
            pieces.push(Piece {
                name: piece.name.clone(),
                shape,
                axis: piece.axis,
                kind: Kind(kind),
                passes_gates: goal.contains_key(&i),
            });
        }
        Some(pieces)
    }
}

fn as_goal(places: &Places) -> Goal {
    Goal {
        places: places
            .iter()
            .map(|(&i, &cell)| (PieceId(i as u16), cell))
            .collect(),
    }
}
