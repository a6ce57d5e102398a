//! How the fields of a code say where their pieces are, so that the code is as short as speed asks for.

use super::plan::{FieldPlan, MOST_SETS, MOST_SETS_FOR_A_WORD, Plan, Style, bits_for};
use super::symmetry;
use crate::puzzle::Puzzle;
use crate::solver::budget::{Budget, StopReason};
use crate::solver::search::ascending;

/// Bits of a code that is a machine word; its top bit is never set.
// The bit that stays free is how a goal that cannot be reached is told: see `Blocks::set_goals`.
const A_WORD: u32 = 63;

/// Bits of a code of two machine words.
const TWO_WORDS: u32 = 127;

/// The layout of codes for a puzzle.
pub(crate) fn plan(puzzle: &Puzzle, budget: &mut Budget<'_>) -> Result<Plan, StopReason> {
    plan_within(puzzle, [A_WORD, TWO_WORDS], budget)
}

/// The layout for a puzzle that has some kinds of pieces of another one, by kind the one that it is there: all fields are the same, without those
/// between them. `None` if pieces can be elsewhere than there.
pub(crate) fn plan_of_some(puzzle: &Puzzle, whole: &Plan, kinds: &[usize]) -> Option<Plan> {
    let mut plan = Plan::new(puzzle, Some(whole));
    for field in &mut plan.fields {
        let same = field.found_in(whole, kinds)?;
        (field.style, field.bits) = (same.style, same.bits);
    }
    plan.line_up(bits_for(puzzle.via().len() + 1));
    Some(plan)
}

/// The layout that tries hard to fit the first number of bits, and otherwise is content with the second.
fn plan_within(
    puzzle: &Puzzle,
    room: [u32; 2],
    budget: &mut Budget<'_>,
) -> Result<Plan, StopReason> {
    let mut plan = Plan::new(puzzle, None);
    plan.assign(puzzle, room, budget)?;
    Ok(plan)
}

impl Plan {
    /// Gives every field its bits.
    fn assign(
        &mut self,
        puzzle: &Puzzle,
        [word, two_words]: [u32; 2],
        budget: &mut Budget<'_>,
    ) -> Result<(), StopReason> {
        let stages = bits_for(puzzle.via().len() + 1);
        // Ranks cannot be changed by tokens, which merging mirror images relies on to be fast.
        let room = word.saturating_sub(stages);
        let ranks = self.field_bits() > room && symmetry::mirrors(puzzle, self, budget)?.is_empty();
        if !self.shorten(room, ranks) {
            // If one word is out of reach, a shorter code gains nothing, and plain fields are the fastest to read.
            self.fields.iter_mut().for_each(FieldPlan::lay_plainly);
            if self.field_bits() + stages > two_words {
                self.fields.iter_mut().for_each(FieldPlan::lay_shortest);
                let room = if self.field_bits() + stages <= word { word } else { two_words };
                self.untie_up_to(room.saturating_sub(stages));
            }
        }
        self.line_up(stages);
        Ok(())
    }

    /// Puts all fields one after the other, and behind them so many bits for the count of waypoints.
    fn line_up(&mut self, stages: u32) {
        let mut shift = 0;
        for field in &mut self.fields {
            field.shift = shift;
            shift += field.bits;
        }
        self.stage_shift = shift;
        self.bits = shift + stages;
    }

    fn field_bits(&self) -> u32 {
        self.fields.iter().map(|field| field.bits).sum()
    }

    /// Makes masks tight, and then some of them ranks, until all fields fit `room`; returns whether they do.
    fn shorten(&mut self, room: u32, ranks: bool) -> bool {
        if self.field_bits() > room {
            for field in &mut self.fields {
                field.try_style(Style::Tight);
            }
        }
        if ranks {
            self.rank_down_to(room);
        }
        self.field_bits() <= room
    }

    /// Gives the pieces of fields that are ranks or lists a bit for each place again, where that costs least first, as long as all
    /// fit `room`: such fields are changed by an XOR, and read many codes at a time.
    fn untie_up_to(&mut self, room: u32) {
        let cost = |field: &FieldPlan| field.bits_as(Style::Tight).saturating_sub(field.bits);
        for index in ascending(self.fields.iter().map(|field| cost(field) as usize)) {
            let field = &self.fields[index];
            if field.count > 1 && self.field_bits() + cost(field) <= room {
                let bits = field.bits_as(Style::Tight);
                (self.fields[index].style, self.fields[index].bits) = (Style::Tight, bits);
            }
        }
    }

    /// Ranks fields, those that shrink most first, until all fit `room`.
    fn rank_down_to(&mut self, room: u32) {
        // Boards of more than 64 cells have no codes of one word.
        let most = if self.area <= u64::BITS { MOST_SETS_FOR_A_WORD } else { MOST_SETS };
        let saved = |field: &FieldPlan| field.bits - field.bits_as_rank(most).min(field.bits);
        for index in ascending(self.fields.iter().map(|field| (u32::MAX - saved(field)) as usize)) {
            if self.field_bits() > room {
                let bits = self.fields[index].bits_as_rank(most);
                self.fields[index].try_bits(Style::Rank, bits);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Axis, Cell, Family, Metric, Setup, SetupPiece, Target};
    use crate::solver::blocks::lower::{Blocks, Purpose};
    use crate::solver::budget::unwatched;
    use crate::solver::component::table::Table;
    use crate::solver::lowered::Lowered;
    use crate::solver::request::Limits;
    use crate::solver::search::space::Space;

    /// A board from rows of letters: `.` is empty, `#` a wall; the goal is a piece's name and its cells.
    fn board(rows: &[&str], (name, cells): (&str, &[(u8, u8)])) -> Puzzle {
        let mut setup = Setup::empty(Family::Blocks, rows[0].len(), rows.len());
        for (row, line) in (0..).zip(rows) {
            for (column, letter) in (0..).zip(line.chars()) {
                let cell = Cell::new(column, row);
                let same = |piece: &&mut SetupPiece| piece.name == letter.to_string();
                match letter {
                    '.' => {}
                    '#' => setup.walls.push(cell),
                    _ => match setup.pieces.iter_mut().find(same) {
                        Some(piece) => piece.cells.push(cell),
                        None => setup.pieces.push(SetupPiece {
                            name: letter.to_string(),
                            cells: vec![cell],
                            axis: Axis::Free,
                        }),
                    },
                }
            }
        }
        setup.goal.push(Target {
            name: name.to_string(),
            cells: cells.iter().map(|&(x, y)| Cell::new(x, y)).collect(),
        });
        setup.build().unwrap()
    }

    /// States, solved states and edges of the component, and the styles that its codes use.
    fn component(puzzle: &Puzzle, metric: Metric, room: [u32; 2]) -> ([usize; 3], Vec<Style>) {
        let mut budget = unwatched(Limits::default());
        let plan = plan_within(puzzle, room, &mut budget).unwrap();
        let styles = plan.fields.iter().map(|field| field.style).collect();
        let how = (metric, Purpose::BreadthFirst);
        let blocks: Blocks<u128, u64> = Blocks::new(puzzle, plan, how, &mut budget).unwrap();
        let start = blocks.state(puzzle.start()).unwrap();
        let table = Table::build(&blocks, start, None, &mut budget).unwrap();
        let (mut solved, mut edges, mut next) = (0, 0, Vec::new());
        for code in (0..table.len()).map(|number| table.state(number)) {
            next.clear();
            blocks.expand_all(&[code], &mut next);
            assert!(next.iter().all(|code| table.find(code).is_some()));
            edges += next.len();
            solved += usize::from(blocks.is_goal(&code));
        }
        ([table.len(), solved, edges], styles)
    }

    #[test]
    fn every_layout_has_the_same_component() {
        let klotski = board(
            &["aSSb", "aSSb", "ceed", "cfgd", "h..i"],
            ("S", &[(1, 3), (2, 3), (1, 4), (2, 4)]),
        );
        let walled = board(&["aab.c", "d#b.c", "dfggh", "SS.ij"], ("S", &[(3, 3), (4, 3)]));
        let open = board(
            &["a.....", ".b....", "..c...", "...d..", "SSSSS."],
            ("S", &[(1, 4), (2, 4), (3, 4), (4, 4), (5, 4)]),
        );
        let cases = [(klotski, Metric::Move), (walled, Metric::Slide), (open, Metric::Step)];
        let mut seen = Vec::new();
        for (puzzle, metric) in &cases {
            let (plain, _) = component(puzzle, *metric, [63, 127]);
            let mut budget = unwatched(Limits::default());
            let almost = plan_within(puzzle, [63, 127], &mut budget).unwrap().bits - 1;
            let tried_hard = [20, 28, 32, 36, almost].map(|bits| [bits, 127]);
            for room in [[0, 0], [0, 127]].into_iter().chain(tried_hard) {
                let (other, styles) = component(puzzle, *metric, room);
                assert_eq!(plain, other, "{metric} {room:?} {styles:?}");
                seen.extend(styles);
            }
        }
        let one_of = |wanted: fn(&Style) -> bool| seen.iter().any(wanted);
        assert!(one_of(|style| *style == Style::Mask));
        assert!(one_of(|style| *style == Style::Tight));
        assert!(one_of(|style| *style == Style::Rank));
        assert!(one_of(|style| matches!(style, Style::List { .. })));
    }
}
