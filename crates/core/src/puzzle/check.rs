//! Checks a [`Setup`]: a [`Puzzle`] that can be played, or every reason why it cannot.

use super::cells::CellSet;
use super::fault::{Fault, Reason};
use super::grid::{Cell, MAX_SIDE, MAX_WAYPOINTS, Size};
use super::piece::{Axis, Kind, Piece, PieceId, Shape};
use super::position::Position;
use super::setup::{Location, MAX_NUMBER_SIDE, Section, Setup, Target};
use super::{Family, Goal, Puzzle};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

impl Setup {
    /// The puzzle that this describes.
    ///
    /// # Errors
    /// Every reason why it cannot be played, in the order of the boards; never an empty list.
    pub fn build(self) -> Result<Puzzle, Vec<Fault>> {
        // The size comes first: no cell set can hold a board larger than the largest.
        let size = self.size()?;
        // Off the board all is wall.
        let on_board = |cells: &[Cell]| -> CellSet {
            cells.iter().copied().filter(|&cell| size.contains(cell)).collect()
        };
        let mut check = Check {
            size,
            setup: &self,
            walls: on_board(&self.walls),
            gates: on_board(&self.gates),
            faults: Vec::new(),
        };
        let puzzle = check.puzzle();
        match puzzle {
            Some(puzzle) if check.faults.is_empty() => Ok(puzzle),
            _ => {
                // The sort is stable: faults of one place, and those without a place, stay in the order in which they were found.
                check.faults.sort_by_key(|f| f.at.map(|p| (p.board, p.cell)));
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
                let (width, height) = (self.width, self.height);
                vec![Fault { at: None, reason: Reason::BadSize { width, height, most } }]
            })
    }
}

/// Collects everything that is wrong with a description.
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
    /// The puzzle; to be used only if no fault was found.
    fn puzzle(&mut self) -> Option<Puzzle> {
        if self.setup.via.len() > MAX_WAYPOINTS {
            self.fault(None, Reason::Waypoints(self.setup.via.len()));
            return None;
        }
        let shapes = self.shapes();
        let goal = self.goal(&shapes);
        let via: Vec<Places> = (0..self.setup.via.len())
            .map(|i| self.targets(Section::Via(i), &self.setup.via[i], &shapes))
            .collect();
        self.interchangeable(&shapes, via.iter().chain([&goal]));
        // The goal comes before the start, since only the pieces that it names may stand on a gate.
        let gated = self.gated(&goal);
        self.start(&gated);
        if !self.faults.is_empty() {
            return None;
        }
        // A waypoint tells its piece from others of the same shape as a goal does, so that neither may be exchanged for them.
        let named: BTreeSet<usize> =
            via.iter().chain([&goal]).flat_map(Places::keys).copied().collect();
        let pieces = self.pieces(&shapes, &gated, &named)?;
        let groups = self.groups(&pieces);
        let goal_of = |places: &Places| {
            as_goal(places, |piece| match self.group_of(piece) {
                Some(group) => Arc::clone(&groups[group]),
                None => Arc::default(),
            })
        };
        let via: Vec<Goal> = via.iter().map(goal_of).collect();
        let floor = CellSet::full(self.size) - self.walls;
        let mut start = Position {
            anchors: shapes.iter().map(|s| s.map(|(_, anchor)| anchor)).collect::<Option<_>>()?,
            stage: 0,
        };
        // The start itself may meet the first waypoints; no move would count them later.
        start.pass_waypoints(&via);
        Some(Puzzle {
            family: self.setup.family,
            size: self.size,
            walls: self.walls,
            gates: self.gates,
            start,
            goal: goal_of(&goal),
            pieces,
            via,
            lift: self.setup.lift,
            floor,
            plain_floor: floor - self.gates,
        })
    }

    fn fault(&mut self, at: Option<(Section, Cell)>, reason: Reason) {
        self.faults.push(Fault { at: at.map(|(board, cell)| Location { board, cell }), reason });
    }

    /// The shape and anchor of each piece; `None` (and a fault) where a piece has none.
    fn shapes(&mut self) -> Vec<Option<(Shape, Cell)>> {
        let setup = self.setup;
        let mut names = HashMap::new();
        for piece in &setup.pieces {
            let first = piece.cells.first().copied();
            if names.insert(&piece.name, first).is_some() {
                let at = first.map(|c| (Section::Start, c));
                self.fault(at, Reason::SecondPiece(piece.name.clone()));
            }
        }
        setup
            .pieces
            .iter()
            .map(|piece| self.shape(Section::Start, &piece.name, &piece.cells))
            .collect()
    }

    /// The shape that `cells` make, with faults for cells off the board, parts that do not hang together, and no cells.
    fn shape(&mut self, board: Section, name: &str, cells: &[Cell]) -> Option<(Shape, Cell)> {
        // This comes before the set is made: to insert a cell off the largest board would panic.
        if let Some(&cell) = cells.iter().find(|&&c| !self.size.contains(c)) {
            let (piece, size) = (name.to_owned(), self.size);
            self.fault(None, Reason::OffBoard { piece, cell, size });
            return None;
        }
        let set: CellSet = cells.iter().copied().collect();
        let Some(first) = set.first() else {
            self.fault(None, Reason::NoCells(name.to_owned()));
            return None;
        };
        let other = (set - set.component(first)).first();
        if let Some(other) = other.filter(|_| !self.setup.parts.iter().any(|part| part == name)) {
            let piece = name.to_owned();
            let apart = Reason::Apart { piece, first, other };
            self.fault(Some((board, other)), apart);
            return None;
        }
        if self.setup.family == Family::Numbers && set.len() > 1 {
            let second = set.iter().nth(1).unwrap_or(first);
            self.fault(Some((board, second)), Reason::NumberTwice(name.to_owned()));
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
        let places = self.targets(Section::Goal, &setup.goal, shapes);
        if setup.family == Family::Numbers {
            for (i, piece) in setup.pieces.iter().enumerate() {
                if !setup.goal.iter().any(|t| t.name == piece.name) {
                    debug_assert!(!places.contains_key(&i));
                    self.fault(None, Reason::GoalLacks(piece.name.clone()));
                }
            }
        } else if setup.goal.is_empty() {
            self.fault(None, Reason::NoGoal);
        }
        places
    }

    /// The tiles in ascending order over the floor, row by row, the blanks last.
    fn ascending(&self) -> Places {
        let mut order: Vec<usize> = (0..self.setup.pieces.len()).collect();
        // Names are compared as numbers, since as text 10 comes before 9; whatever is no number comes last.
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
        board: Section,
        targets: &[Target],
        shapes: &[Option<(Shape, Cell)>],
    ) -> Places {
        let mut places = Places::new();
        let mut covered: HashMap<Cell, &str> = HashMap::new();
        for target in targets {
            let first = target.cells.first().map(|&c| (board, c));
            let Some(i) = self.setup.pieces.iter().position(|p| p.name == target.name) else {
                self.fault(first, Reason::Unknown(target.name.clone()));
                continue;
            };
            for &cell in &target.cells {
                if let Some(other) = covered.insert(cell, &target.name) {
                    let overlap = Reason::Overlap(other.to_owned(), target.name.clone());
                    self.fault(Some((board, cell)), overlap);
                } else if self.walls.contains(cell) {
                    let on_wall = Reason::WantedOnWall(target.name.clone());
                    self.fault(Some((board, cell)), on_wall);
                }
            }
            let shape = self.shape(board, &target.name, &target.cells);
            if let (Some((wanted, anchor)), Some(Some((shape, _)))) = (shape, shapes.get(i)) {
                if wanted != *shape {
                    self.fault(first, Reason::OtherShape(target.name.clone()));
                } else if places.insert(i, anchor).is_some() {
                    self.fault(first, Reason::NamedTwice(target.name.clone()));
                }
            }
        }
        places
    }

    /// The group of interchangeable pieces that a piece is in.
    fn group_of(&self, piece: usize) -> Option<usize> {
        let name = &self.setup.pieces[piece].name;
        self.setup.interchangeable.iter().position(|group| group.contains(name))
    }

    /// A fault for the first piece of each group that is none: all must be blocks of one shape and lock and in no other group, and a
    /// goal must name one of them.
    fn interchangeable<'a>(
        &mut self,
        shapes: &[Option<(Shape, Cell)>],
        goals: impl Iterator<Item = &'a Places> + Clone,
    ) {
        let setup = self.setup;
        for (number, group) in setup.interchangeable.iter().enumerate() {
            let piece = |name: &String| setup.pieces.iter().position(|p| p.name == *name);
            let looks = |name: &String| {
                let piece = piece(name)?;
                // Its shape is missing where that is a fault of its own.
                Some((shapes.get(piece)?.map(|(shape, _)| shape), setup.pieces[piece].axis))
            };
            let like_the_first = |name: &&String| {
                let own = piece(name).and_then(|piece| self.group_of(piece));
                own == Some(number) && looks(name) == looks(&group[0])
            };
            let is_named = |name: &String| {
                piece(name).is_some_and(|i| goals.clone().any(|goal| goal.contains_key(&i)))
            };
            let is_one = group.len() > 1 && setup.family == Family::Blocks;
            let mut names = HashSet::new();
            let odd = match is_one && group.iter().any(is_named) {
                true => group.iter().find(|name| !names.insert(*name) || !like_the_first(name)),
                false => group.first(),
            };
            if let Some(name) = odd {
                let at = piece(name).and_then(|i| setup.pieces[i].cells.first());
                let at = at.map(|&cell| (Section::Start, cell));
                self.fault(at, Reason::NotInterchangeable(name.clone()));
            }
        }
    }

    /// The pieces that may enter gates: those that the goal names, and all that may take their places.
    fn gated(&self, goal: &Places) -> BTreeSet<usize> {
        let groups: BTreeSet<usize> = goal.keys().filter_map(|&i| self.group_of(i)).collect();
        let is_alike = |&i: &usize| self.group_of(i).is_some_and(|group| groups.contains(&group));
        (0..self.setup.pieces.len()).filter(|i| goal.contains_key(i) || is_alike(i)).collect()
    }

    /// The pieces of each group.
    fn groups(&self, pieces: &[Piece]) -> Vec<Arc<[PieceId]>> {
        let of = |group: &Vec<String>| {
            let ids = (0..pieces.len()).filter(|&i| group.contains(&pieces[i].name));
            ids.map(|i| PieceId(i as u16)).collect()
        };
        self.setup.interchangeable.iter().map(of).collect()
    }

    /// Faults of the start itself: overlaps, pieces on walls and gates (but for those that are `gated`), nothing that could move.
    fn start(&mut self, gated: &BTreeSet<usize>) {
        let setup = self.setup;
        let mut covered: HashMap<Cell, &str> = HashMap::new();
        for (i, piece) in setup.pieces.iter().enumerate() {
            for &cell in &piece.cells {
                let at = Some((Section::Start, cell));
                if let Some(other) = covered.insert(cell, &piece.name) {
                    let overlap = Reason::Overlap(other.to_owned(), piece.name.clone());
                    self.fault(at, overlap);
                } else if self.walls.contains(cell) {
                    self.fault(at, Reason::OnWall(piece.name.clone()));
                } else if self.gates.contains(cell) && !gated.contains(&i) {
                    self.fault(at, Reason::OnGate(piece.name.clone()));
                }
            }
        }
        if setup.pieces.is_empty() {
            self.fault(None, Reason::NoPieces);
        } else if setup.family == Family::Numbers
            && covered.len() + self.walls.len() >= self.size.area()
        {
            self.fault(None, Reason::NoBlank);
        }
    }

    /// The pieces with their kinds.
    fn pieces(
        &self,
        shapes: &[Option<(Shape, Cell)>],
        gated: &BTreeSet<usize>,
        named: &BTreeSet<usize>,
    ) -> Option<Vec<Piece>> {
        let mut kinds: HashMap<(Shape, Axis, Option<usize>), u16> = HashMap::new();
        let mut pieces = Vec::with_capacity(shapes.len());
        for (i, piece) in self.setup.pieces.iter().enumerate() {
            let (shape, _) = (*shapes.get(i)?)?;
            let next = u16::try_from(kinds.len()).ok()?;
            // Its own index in the key makes a named piece a kind that no other piece shares, and that of its group, behind all of
            // those, one that it shares with its group.
            let group = self.group_of(i).map(|group| shapes.len() + group);
            let own = group.or(named.contains(&i).then_some(i));
            let kind = *kinds.entry((shape, piece.axis, own)).or_insert(next);
            pieces.push(Piece {
                name: piece.name.clone(),
                shape,
                axis: piece.axis,
                kind: Kind(kind),
                passes_gates: gated.contains(&i),
            });
        }
        Some(pieces)
    }
}

/// What goal or waypoint these places are, where those `alike` a piece may take its place.
fn as_goal(places: &Places, alike: impl Fn(usize) -> Arc<[PieceId]>) -> Goal {
    Goal {
        places: places.iter().map(|(&i, &cell)| (PieceId(i as u16), cell)).collect(),
        alike: places.keys().map(|&i| alike(i)).collect(),
    }
}
