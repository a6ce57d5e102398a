//! The shortest line that holds a board: what one player sends another.

use super::write::{holds, obstacle, standing};
use super::{Entry, Form};
use crate::puzzle::Position;

/// The shortest text of one line that is read back as the puzzle of `entry` as it stands in `position`, but for the names of
/// its pieces; `None` if no form of one line can hold it.
///
/// ```
/// use huarong_core::notation;
/// let pack = notation::read("example", "aSSb/aSSb/ceed/cfgd/h..i").expect("it is a puzzle");
/// let entry = &pack.entries[0];
/// assert_eq!(notation::line(entry, entry.puzzle.start()).as_deref(), Some("1A9BF0C00"));
///
/// let pack = notation::read("example", "ab.\nab.\n=>\n.ab\n.ab\n").expect("it is a puzzle");
/// let entry = &pack.entries[0];
/// assert_eq!(notation::line(entry, entry.puzzle.start()).as_deref(), Some("ab./ab.=>.ab/.ab"));
/// ```
#[must_use]
pub fn line(entry: &Entry, position: &Position) -> Option<String> {
    let here = standing(entry, position);
    let can = |form: &Form| obstacle(*form, &entry.puzzle, position).is_none();
    let forms = Form::ALL.into_iter().filter(can);
    let mut lines: Vec<String> = forms.filter_map(|form| form.format().write_line(&here)).collect();
    // Writing is cheap and reading back is not, so only as many are read back as it takes to find one that holds.
    lines.sort_by_cached_key(|line| line.chars().count());
    lines.into_iter().find(|line| holds(line, &here.puzzle))
}
