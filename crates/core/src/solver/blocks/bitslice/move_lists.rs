//! The moves of a puzzle as lists over all places of all kinds of piece, for positions that are expanded many at a time.

use crate::puzzle::{Direction, Metric};
use crate::solver::blocks::field::{Field, index_mask};
use crate::solver::blocks::group::Group;
use crate::solver::blocks::lower::Mirror;
use crate::solver::blocks::plan::Style;
use crate::solver::search::bits::Bits;
use crate::solver::search::space::Past;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::OnceLock;

/// The lists that decide about every move, made once a puzzle.
pub(crate) struct MoveLists<K> {
    /// Where the code's fields have what.
    pub(crate) sources: Vec<Source>,
    /// Every place of every kind of piece.
    pub(crate) places: Vec<Place<K>>,
    /// By place: that of the mirror image, or the same again where there is none.
    pub(crate) images: Vec<u32>,
    /// The fields, in the order of their places.
    pub(crate) fields: Vec<PlacesOfField>,
    /// The bits that are left of a code, and of that of its mirror image, when a piece is lifted off the board.
    pub(crate) lifted: Vec<(K, K)>,
    /// From each place, each way.
    runs: Vec<Run>,
    steps: Vec<Step>,
    /// Sets of cells that some step enters, each once.
    clearances: Vec<Range<u32>>,
    /// Cells, in ranges that others point to.
    cells: Vec<u32>,
    metric: Metric,
    /// Whether every walk has a number of its own as a last move: pieces walk, and there are not too many walks.
    numbers_walks: bool,
    /// By place: what the number of a walk from there as a last move is, less that of the place that it ends at; it may wrap.
    walks: Vec<u32>,
    /// What it means that a numbered step or walk was the last move, found when it is first asked for.
    last_moves: OnceLock<LastMoves>,
    /// By last move, what it is in the mirror image; found when it is first asked for.
    past_images: OnceLock<Vec<Past>>,
    /// Cells of the board.
    pub(crate) area: usize,
}

/// Where a field has its pieces' places.
pub(crate) enum Source {
    /// The first bit is set if a piece is at the place of the second number.
    Bits(Vec<(u32, u32)>),
    /// At bit `shift` there is a number, counted from that of place `first`.
    Number { shift: u32, low: u64, first: u32 },
    /// From bit `shift` on there are `count` numbers of as many bits as `low` has, counted from that of place `first`.
    List { shift: u32, low: u64, count: u32, first: u32 },
    /// At bit `shift` there is the rank of a set; the numbers of the places of all sets, `count` each, one set after the other.
    Rank { shift: u32, low: u64, count: usize, places: Vec<u32> },
}

/// The places of a field.
pub(crate) struct PlacesOfField {
    pub(crate) places: Range<u32>,
    /// If it has a single piece, what is left of codes without it: an index in [`MoveLists::lifted`].
    pub(crate) lifted: Option<u32>,
}

/// A place of a kind of piece.
pub(crate) struct Place<K> {
    pub(crate) group: usize,
    pub(crate) field: usize,
    pub(crate) anchor: u32,
    /// Whether the field is neither a rank nor a list, so that these tokens tell all.
    pub(crate) direct: bool,
    /// What a piece there puts into a code, and into that of the mirror image.
    pub(crate) own: K,
    pub(crate) image: K,
    cells: Range<u32>,
    runs: Range<u32>,
}

/// A way from a place: steps one after the other.
struct Run {
    direction: Direction,
    steps: Range<u32>,
}

/// Moves that were the last ones, by number.
#[derive(Default)]
pub(crate) struct LastMoves {
    pub(crate) all: Vec<LastMove>,
    /// Ways of the piece that moved, by number of run, that lead nowhere new; none at all for walks.
    pub(crate) barred: Vec<[Option<u32>; 2]>,
    /// Cells that pieces have left, in ranges that moves point to.
    cells: Vec<u16>,
}

/// A move that was the last one.
pub(crate) struct LastMove {
    pub(crate) from: u32,
    pub(crate) to: u32,
    left: Range<u32>,
}

/// Walks beyond which only the end of each is numbered: with the cells that they leave they take some thirty bytes each.
const MOST_WALKS: usize = 1 << 15;

/// A step of a run.
pub(crate) struct Step {
    /// The place that it leads to.
    pub(crate) to: u32,
    /// The number of the set of cells that it enters.
    pub(crate) clearance: u32,
}

/// The numbers of sets of cells.
type Clearances = FxHashMap<Vec<u32>, u32>;

fn indices(range: &Range<u32>) -> Range<usize> {
    range.start as usize..range.end as usize
}

impl LastMoves {
    fn add<'a>(&mut self, from: u32, to: u32, left: impl Iterator<Item = &'a u32>) {
        let begin = self.cells.len() as u32;
        self.cells.extend(left.map(|&cell| cell as u16));
        self.all.push(LastMove { from, to, left: begin..self.cells.len() as u32 });
    }

    /// The cells that the piece covered on the way and no longer does. A walk may have gone another way; if these cells are empty, this is one too.
    #[inline]
    pub(crate) fn left(&self, last: &LastMove) -> &[u16] {
        &self.cells[indices(&last.left)]
    }
}

impl<K: Bits> MoveLists<K> {
    /// The lists for pieces that move by this metric.
    pub(crate) fn new<B: Bits>(
        metric: Metric,
        groups: &[Group<B>],
        fields: &[Field<B>],
        mirror: Option<&Mirror>,
    ) -> MoveLists<K> {
        let mut move_lists = MoveLists {
            sources: Vec::new(),
            places: Vec::new(),
            images: Vec::new(),
            fields: Vec::new(),
            lifted: Vec::new(),
            runs: Vec::new(),
            steps: Vec::new(),
            clearances: Vec::new(),
            cells: Vec::new(),
            metric,
            numbers_walks: false,
            walks: Vec::new(),
            last_moves: OnceLock::new(),
            past_images: OnceLock::new(),
            area: groups.first().map_or(0, |group| group.cells.len()),
        };
        let mut clearances = Clearances::default();
        for (index, group) in groups.iter().enumerate() {
            let first = move_lists.places.len();
            let mut numbers = vec![0; move_lists.area];
            for number in group.fields.clone() {
                let begin = move_lists.places.len() as u32;
                for (place, &anchor) in (begin..).zip(&fields[number].anchors) {
                    numbers[anchor as usize] = place;
                    move_lists.add_place((index, group), (number, &fields[number]), anchor);
                }
                move_lists.add_source(&fields[number], &numbers);
                move_lists.add_field(&fields[number], begin);
            }
            for place in first..move_lists.places.len() {
                move_lists.add_runs(group, place, (&numbers, &mut clearances));
            }
        }
        move_lists.add_images(mirror);
        move_lists.number_walks();
        move_lists
    }

    fn add_place<B: Bits>(
        &mut self,
        (index, group): (usize, &Group<B>),
        (number, field): (usize, &Field<B>),
        anchor: u32,
    ) {
        let token = group.tokens[anchor as usize];
        let cells = self.add_cells(group.cells[anchor as usize].ones());
        self.places.push(Place {
            group: index,
            field: number,
            anchor,
            direct: !matches!(field.style, Style::Rank | Style::List { .. }),
            own: token.own.alone(),
            image: token.image.alone(),
            cells,
            // Runs are added when all places of the group have numbers, because their steps lead to those.
            runs: 0..0,
        });
    }

    /// Adds a field whose places are those from `begin` on.
    fn add_field<B: Bits>(&mut self, field: &Field<B>, begin: u32) {
        let places = begin..self.places.len() as u32;
        let of_field = &self.places[indices(&places)];
        let lifted = (field.count == 1 && of_field.iter().all(|place| place.direct)).then(|| {
            let all = of_field.iter().fold((K::ZERO, K::ZERO), |(own, image), place| {
                (own | place.own, image | place.image)
            });
            // No other piece has a part in these bits.
            self.lifted.push((!all.0, !all.1));
            self.lifted.len() as u32 - 1
        });
        self.fields.push(PlacesOfField { places, lifted });
    }

    fn add_cells(&mut self, cells: impl Iterator<Item = u32>) -> Range<u32> {
        let begin = self.cells.len() as u32;
        self.cells.extend(cells);
        begin..self.cells.len() as u32
    }

    /// The number of a set of cells, a new one if it has none.
    fn clearance(&mut self, cells: Vec<u32>, clearances: &mut Clearances) -> u32 {
        if let Some(&clearance) = clearances.get(&cells) {
            return clearance;
        }
        let clearance = self.clearances.len() as u32;
        let range = self.add_cells(cells.iter().copied());
        self.clearances.push(range);
        clearances.insert(cells, clearance);
        clearance
    }

    fn add_source<B: Bits>(&mut self, field: &Field<B>, numbers: &[u32]) {
        let shift = field.shift;
        let numbered = field.anchors.iter().map(|&anchor| numbers[anchor as usize]);
        self.sources.push(match field.style {
            Style::Tight => Source::Bits((shift..).zip(numbered).collect()),
            Style::Mask => {
                let bits = field.anchors.iter().map(|anchor| shift + anchor - field.first);
                Source::Bits(bits.zip(numbered).collect())
            }
            Style::Index => Source::Number {
                shift,
                low: index_mask(field.anchors.len()),
                first: numbers[field.anchors[0] as usize],
            },
            Style::List { .. } => Source::List {
                shift,
                low: index_mask(field.anchors.len()),
                count: field.count,
                first: numbers[field.anchors[0] as usize],
            },
            Style::Rank => Source::Rank {
                shift,
                low: index_mask(field.sets.len()),
                count: field.count as usize,
                places: (field.sets.iter())
                    .flat_map(|set| set.ones().map(|anchor| numbers[anchor as usize]))
                    .collect(),
            },
        });
    }

    fn add_runs<B: Bits>(
        &mut self,
        group: &Group<B>,
        place: usize,
        (numbers, clearances): (&[u32], &mut Clearances),
    ) {
        let begin = self.runs.len() as u32;
        let own = group.cells[self.places[place].anchor as usize];
        for way in &group.ways {
            let mut at = self.places[place].anchor;
            let first = self.steps.len() as u32;
            while way.from.has(at) {
                let cells = way.enters.iter().map(|&offset| at.wrapping_add_signed(offset));
                // A piece with a gap may come back to cells that it covered when it set out.
                let others = cells.filter(|&cell| !own.has(cell));
                let clearance = self.clearance(others.collect(), clearances);
                at = way.next(at);
                let to = numbers[at as usize];
                self.steps.push(Step { to, clearance });
                // A walk is put together from single steps as it goes, so that only slides need the whole line.
                if self.metric != Metric::Slide {
                    break;
                }
            }
            if first < self.steps.len() as u32 {
                self.runs
                    .push(Run { direction: way.direction, steps: first..self.steps.len() as u32 });
            }
        }
        self.places[place].runs = begin..self.runs.len() as u32;
    }

    /// Finds the images of all places. Each has one, because a symmetry maps the regions of a kind onto those of its counterpart.
    fn add_images(&mut self, mirror: Option<&Mirror>) {
        let at = |place: &Place<K>| (place.group, place.anchor);
        let numbers: FxHashMap<(usize, u32), u32> = self.places.iter().map(at).zip(0..).collect();
        let image = |place: &Place<K>| {
            let at = at(place);
            let Some(Mirror(onto)) = mirror else { return numbers[&at] };
            let (group, anchors) = &onto[at.0];
            numbers[&(*group, anchors[at.1 as usize])]
        };
        self.images = self.places.iter().map(image).collect();
    }

    /// Gives each walk from one place to another of its field a number; or only its end, after all steps, if there are too many.
    fn number_walks(&mut self) {
        let count = self.fields.iter().map(|field| field.places.len().pow(2)).sum::<usize>();
        self.numbers_walks = self.metric == Metric::Move && count <= MOST_WALKS;
        if !self.numbers_walks {
            self.walks = vec![self.steps.len() as u32; self.places.len()];
            return;
        }
        let mut number: u32 = 0;
        for field in &self.fields {
            for _ in field.places.clone() {
                self.walks.push(number.wrapping_sub(field.places.start));
                number += field.places.len() as u32;
            }
        }
    }

    /// Every walk from one place to another of its field, in the order of their numbers.
    fn all_walks(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let pairs = |places: Range<u32>| {
            places.clone().flat_map(move |from| places.clone().map(move |to| (from, to)))
        };
        self.fields.iter().flat_map(move |field| pairs(field.places.clone()))
    }

    /// What a last move is in the mirror image.
    pub(crate) fn past_image(&self, past: Past) -> Past {
        let make = || {
            if self.numbers_walks {
                let image = |place: u32| self.images[place as usize];
                let images =
                    self.all_walks().map(|(from, to)| self.past_walk(image(from), image(to)));
                return std::iter::once(Past::UNKNOWN).chain(images).collect();
            }
            let steps = self.places.iter().zip(&self.images).flat_map(|(from, &image)| {
                let image = &self.places[image as usize];
                self.runs(from).flat_map(move |(_, _, steps)| {
                    let to = self.images[steps[0].to as usize];
                    let same_way = self.runs(image).find(|(.., steps)| steps[0].to == to);
                    let first = same_way.map(|(_, first, _)| first);
                    (0..steps.len() as u32).map(move |number| match first {
                        Some(first) => self.past_step(first + number),
                        None => Past::UNKNOWN,
                    })
                })
            });
            // Of walks only the end is numbered.
            let walks = self.images.iter().map(|&image| self.past_walk(image, image));
            std::iter::once(Past::UNKNOWN).chain(steps).chain(walks).collect()
        };
        self.past_images.get_or_init(make)[usize::from(past.0)]
    }

    /// What each step means as the last move; or each walk, if all of them have numbers.
    pub(crate) fn last_moves(&self) -> &LastMoves {
        self.last_moves.get_or_init(|| {
            let mut last_moves = LastMoves::default();
            for from in 0..self.places.len() as u32 {
                match self.numbers_walks {
                    true => self.add_walks(from, &mut last_moves),
                    false => self.add_steps(from, &mut last_moves),
                }
            }
            last_moves
        })
    }

    /// The walks from a place to all places of its field, each by one of the shortest ways on the board without other pieces.
    // For each pair of places, so that it must be cheap: sets of cells are short lists here.
    fn add_walks(&self, from: u32, last_moves: &mut LastMoves) {
        let places = self.fields[self.places[from as usize].field].places.clone();
        let index = |place: u32| (place - places.start) as usize;
        let covered = |place: u32| self.covered(&self.places[place as usize]);
        // By place: the cells that are covered on the way, none where no way leads.
        let mut passed = vec![Vec::new(); places.len()];
        passed[index(from)] = covered(from).to_vec();
        let (mut order, mut at) = (vec![from], 0);
        while let Some(&place) = order.get(at) {
            for (_, _, steps) in self.runs(&self.places[place as usize]) {
                let to = steps[0].to;
                if passed[index(to)].is_empty() {
                    let before = &passed[index(place)];
                    let more = covered(to).iter().filter(|cell| !before.contains(cell));
                    passed[index(to)] = before.iter().chain(more).copied().collect();
                    order.push(to);
                }
            }
            at += 1;
        }
        for (to, passed) in places.clone().zip(passed) {
            last_moves.add(from, to, passed.iter().filter(|cell| !covered(to).contains(cell)));
        }
    }

    /// The steps from a place.
    fn add_steps(&self, from: u32, last_moves: &mut LastMoves) {
        let place = &self.places[from as usize];
        for run in &self.runs[indices(&place.runs)] {
            let mut passed = BTreeSet::from_iter(self.covered(place));
            for step in &self.steps[indices(&run.steps)] {
                let now = self.covered(&self.places[step.to as usize]);
                let left = passed.iter().copied().filter(|cell| !now.contains(cell));
                last_moves.add(from, step.to, left);
                last_moves.barred.push(self.barred(run.direction, step.to));
                passed.extend(now);
            }
        }
    }

    /// The ways on from a place that lead nowhere new after a move in a direction led there: back where it came from, in a
    /// slide also further on.
    fn barred(&self, direction: Direction, to: u32) -> [Option<u32>; 2] {
        let back = |other: Direction| match self.metric {
            Metric::Step => other == direction.opposite(),
            Metric::Slide => other == direction.opposite() || other == direction,
            // A walk keeps to no line; there a piece that moved last does not go again at all.
            Metric::Move => false,
        };
        let runs = self.places[to as usize].runs.clone();
        let mut barred = runs.filter(|&run| back(self.runs[run as usize].direction));
        [barred.next(), barred.next()]
    }

    /// The cells that a piece at a place covers.
    pub(crate) fn covered(&self, place: &Place<K>) -> &[u32] {
        &self.cells[indices(&place.cells)]
    }

    /// The runs from a place: each with its number, and the number of its first step.
    #[inline]
    pub(crate) fn runs(
        &self,
        place: &Place<K>,
    ) -> impl Iterator<Item = (usize, u32, &[Step])> + '_ {
        indices(&place.runs).map(|number| {
            let steps = &self.runs[number].steps;
            (number, steps.start, &self.steps[indices(steps)])
        })
    }

    /// How many runs there are.
    pub(crate) fn count_runs(&self) -> usize {
        self.runs.len()
    }

    /// Whether every last move has a number.
    pub(crate) fn has_past(&self) -> bool {
        self.numbers_walks || self.steps.len() + self.places.len() < usize::from(u16::MAX)
    }

    /// That the last move was a step or slide to the end of this step.
    #[inline]
    pub(crate) fn past_step(&self, step: u32) -> Past {
        // With too many steps the number wraps; then [`MoveLists::has_past`] says so, and nobody reads it.
        Past((step as u16).wrapping_add(1))
    }

    /// That the last move was a walk between these places.
    #[inline]
    pub(crate) fn past_walk(&self, from: u32, to: u32) -> Past {
        Past((self.walks[from as usize].wrapping_add(to) + 1) as u16)
    }

    /// Whether where a walk began is part of its number as a last move.
    #[inline]
    pub(crate) fn numbers_walks(&self) -> bool {
        self.numbers_walks
    }

    /// That the last move was a walk of this single step between these places.
    #[inline]
    pub(crate) fn past_single(&self, step: u32, from: u32, to: u32) -> Past {
        if self.numbers_walks { self.past_walk(from, to) } else { self.past_step(step) }
    }

    /// The cells of each gate.
    #[inline]
    pub(crate) fn clearances(&self) -> impl Iterator<Item = &[u32]> {
        self.clearances.iter().map(|cells| &self.cells[indices(cells)])
    }

    /// The cells of one gate.
    #[inline]
    pub(crate) fn gate_cells(&self, clearance: u32) -> &[u32] {
        &self.cells[indices(&self.clearances[clearance as usize])]
    }
}
