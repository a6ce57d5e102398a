//! What lasts between games: the best results and the game that was left. Text files, each written as a whole or not at all.
//!
//! A file that cannot be understood is set aside under another name and said to be so; the others are not touched. Puzzles
//! are told apart by what they are and not by what they are called, so that a renamed puzzle keeps its results.

mod best;
mod days;
mod drawing;
mod files;
mod json;
mod key;
mod merged_table;
mod palette;
mod saved;
mod settings;
mod settings_file;
#[cfg(test)]
mod tests;
mod times;

use crate::notation::Entry;
use crate::puzzle::Metric;
use crate::session::Session;
pub(crate) use best::millis;
pub use best::{Best, Bests};
pub use days::{Days, Score};
pub use drawing::Drawing;
pub use files::{Dirs, FileProblem, ProblemKind};
use merged_table::MergedTable;
pub use palette::Palette;
pub(crate) use palette::{Ink, Scheme};
pub use saved::Saved;
use saved::Words;
pub(crate) use settings::words_of;
pub use settings::{
    Changes, Colors, Ghost, Setting, Settings, Show, TABLE as SETTINGS, Values, one_of,
};
pub use settings_file::no_such;
use std::time::Duration;
pub(crate) use times::size_name;
pub use times::{Mark, Pace, Solve, Span, Times};

/// The files of one player, or none: then everything is forgotten at the end.
#[derive(Debug, Default)]
pub struct Records {
    dirs: Option<Dirs>,
    bests: MergedTable<Bests>,
    days: MergedTable<Days>,
    times: MergedTable<Times>,
    /// What the file of the drawing holds, as far as is known.
    drawing: Option<Drawing>,
    /// The settings as the game began with them, or as they were written last.
    settings: Settings,
    problems: Vec<FileProblem>,
    /// The turns of the game that was read or written last.
    words: Words,
}

impl Records {
    /// Reads what is in `dirs`; nothing there is nothing wrong.
    pub fn open(dirs: Option<Dirs>) -> Records {
        let mut problems = Vec::new();
        dirs.iter().for_each(files::sweep);
        Records {
            bests: MergedTable::read(dirs.as_ref(), &mut problems),
            days: MergedTable::read(dirs.as_ref(), &mut problems),
            times: MergedTable::read(dirs.as_ref(), &mut problems),
            dirs,
            drawing: None,
            settings: Settings::default(),
            problems,
            words: Words::default(),
        }
    }

    /// The best results.
    pub fn bests(&self) -> &Bests {
        &self.bests.table
    }

    /// How the puzzles of each day went.
    pub fn days(&self) -> &Days {
        &self.days.table
    }

    /// The times of scrambled number puzzles.
    pub fn times(&self) -> &Times {
        &self.times.table
    }

    /// What went wrong so far; it is told once.
    pub fn problems(&mut self) -> Vec<FileProblem> {
        std::mem::take(&mut self.problems)
    }

    /// The game that was left, if it was not solved.
    pub fn left(&mut self) -> Option<Saved> {
        self.last().filter(|saved| !saved.session.is_solved())
    }

    /// The game that was played last, solved or not.
    pub fn last(&mut self) -> Option<Saved> {
        let dirs = self.dirs.as_ref()?;
        let path = dirs.game();
        // A game that was on its way is newer than the one in place, so that it is put there before that is read.
        files::recover(&path, &dirs.next_game(), |text| Saved::of_text(text).is_ok());
        match files::read_own(&path, Saved::of_text) {
            Ok(read) => read.map(|(saved, words)| {
                self.words = words;
                saved
            }),
            Err(problem) => {
                self.problems.push(problem);
                None
            }
        }
    }

    /// What was being drawn when the program ended.
    pub fn drawing(&mut self) -> Option<Drawing> {
        let path = self.dirs.as_ref()?.drawing();
        match files::read_own(&path, Drawing::of_text) {
            Ok(read) => self.drawing.clone_from(&read),
            Err(problem) => self.problems.push(problem),
        }
        self.drawing.clone()
    }

    /// Keeps what is being drawn. Where nothing is, or it was saved, the file goes away.
    pub fn keep_drawing(&mut self, drawing: Option<&Drawing>) -> Result<(), FileProblem> {
        let Some(dirs) = self.dirs.as_ref().filter(|_| drawing != self.drawing.as_ref()) else {
            return Ok(());
        };
        match drawing.map(Drawing::text) {
            Some(Some(text)) => files::write(&dirs.drawing(), &text)?,
            // No file can hold this drawing; the last one that a file could hold is better than none.
            Some(None) => return Ok(()),
            None => files::remove(&dirs.drawing())?,
        }
        // This comes after the write, so that a drawing that could not be written is tried again.
        self.drawing = drawing.cloned();
        Ok(())
    }

    /// `usual` with what the player's file says in its place. Of what means nothing in the file, also of the keys of actions
    /// that `wrong` finds, the player is told: the rest holds, and the file stays as it is. A file that cannot be read at all is
    /// set aside, and all is as usual.
    pub fn settings(
        &mut self,
        usual: Settings,
        wrong: impl Fn(&Changes) -> Vec<String>,
    ) -> Settings {
        let Some(path) = self.dirs.as_ref().map(Dirs::settings) else { return usual };
        match files::read(&path, |text| Settings::of_text(text, &usual, &wrong)) {
            Ok(None) => usual,
            Ok(Some((settings, odd))) => {
                if !odd.is_empty() {
                    let why = odd.join("; ");
                    self.problems.push(FileProblem::new(&path, ProblemKind::Ignored, why));
                }
                settings
            }
            Err(problem) => {
                self.problems.push(problem);
                usual
            }
        }
    }

    /// Takes `settings` as those that the game begins with: only what is changed after that is written.
    pub fn begin_with(&mut self, settings: &Settings) {
        self.settings = settings.clone();
    }

    /// Keeps the game as it stands, also one in which nothing was played yet: its board is what was left, and what it is part of. Calls `safe` as soon
    /// as the end of this program cannot take the game away any more.
    pub fn keep_game(
        &mut self,
        entry: &Entry,
        metric: Metric,
        session: &Session,
        now: Duration,
        course: &str,
        safe: &dyn Fn(),
    ) -> Result<(), FileProblem> {
        let Some(dirs) = &self.dirs else {
            return Ok(());
        };
        let Some(text) = saved::text(entry, metric, session, now, (course, &mut self.words)) else {
            return Ok(());
        };
        let written = files::write_soon(&dirs.game(), &dirs.next_game(), &text, safe);
        // Where nothing was played, nothing is lost.
        if session.turns().is_empty() { Ok(()) } else { written }
    }

    /// Writes what was changed in play into the settings file, which is otherwise left as it is.
    ///
    /// # Errors
    /// The file cannot be read or written, or somebody has made nonsense of it since it was read: then it is left alone.
    pub fn keep_settings(&mut self, settings: &Settings) -> Result<(), FileProblem> {
        let Some(dirs) = self.dirs.as_ref().filter(|_| *settings != self.settings) else {
            return Ok(());
        };
        files::change(&dirs.settings(), |text| settings.put_into(&self.settings, text))?;
        // This comes after the write, so that a change that could not be written is tried again.
        self.settings = settings.clone();
        Ok(())
    }

    /// Keeps the best results, together with those that another game has written in the meantime.
    ///
    /// # Errors
    /// The file cannot be written, or one that is there cannot be read; it is tried again the next time.
    pub fn keep_bests(&mut self, bests: &Bests) -> Result<(), FileProblem> {
        let dirs = self.dirs.as_ref();
        self.bests.keep(dirs, bests, &mut self.problems)
    }

    /// Keeps how the puzzles of each day went, as [`Records::keep_bests`] keeps the best results.
    pub fn keep_days(&mut self, days: &Days) -> Result<(), FileProblem> {
        let dirs = self.dirs.as_ref();
        self.days.keep(dirs, days, &mut self.problems)
    }

    /// Keeps the times of scrambled number puzzles, as [`Records::keep_bests`] keeps the best results.
    pub fn keep_times(&mut self, times: &Times) -> Result<(), FileProblem> {
        let dirs = self.dirs.as_ref();
        self.times.keep(dirs, times, &mut self.problems)
    }
}
