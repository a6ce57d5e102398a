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
mod saved;
mod settings;
mod settings_file;
#[cfg(test)]
mod tests;
mod times;

use crate::notation::Entry;
use crate::puzzle::Metric;
use crate::session::Session;
pub use best::{Best, Bests, Line};
pub use days::{Days, Score};
pub use drawing::Drawing;
pub use files::{Dirs, FileProblem};
use merged_table::MergedTable;
pub use saved::Saved;
use saved::Words;
pub use settings::{Changes, Colors, Ghost, Palette, Settings, Show, one_of};
pub use settings_file::no_such;
use std::time::Duration;
pub use times::{Mark, Pace, Solve, Span, Times};

/// The files of one player, or none: then everything is forgotten at the end.
#[derive(Debug, Default)]
pub struct Records {
    folder: Option<Dirs>,
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
    /// Reads what is in `folder`; nothing there is nothing wrong.
    #[must_use]
    pub fn open(folder: Option<Dirs>) -> Records {
        let mut problems = Vec::new();
        folder.iter().for_each(files::sweep);
        Records {
            bests: MergedTable::read(folder.as_ref(), &mut problems),
            days: MergedTable::read(folder.as_ref(), &mut problems),
            times: MergedTable::read(folder.as_ref(), &mut problems),
            folder,
            drawing: None,
            settings: Settings::default(),
            problems,
            words: Words::default(),
        }
    }

    /// The best results.
    #[must_use]
    pub fn bests(&self) -> &Bests {
        self.bests.table()
    }

    /// How the puzzles of each day went.
    #[must_use]
    pub fn days(&self) -> &Days {
        self.days.table()
    }

    /// The times of scrambled number puzzles.
    #[must_use]
    pub fn times(&self) -> &Times {
        self.times.table()
    }

    /// What went wrong so far; it is told once.
    pub fn problems(&mut self) -> Vec<FileProblem> {
        std::mem::take(&mut self.problems)
    }

    /// The game that was left, if it was not solved.
    pub fn left(&mut self) -> Option<Saved> {
        let folder = self.folder.as_ref()?;
        let path = folder.game();
        files::recover(&path, &folder.next_game(), |text| Saved::of_text(text).is_ok());
        match files::read(&path, Saved::of_text) {
            Ok(None) => None,
            Ok(Some((saved, words))) => {
                self.words = words;
                (!saved.session.is_solved()).then_some(saved)
            }
            Err(problem) => {
                self.problems.push(problem);
                None
            }
        }
    }

    /// What was being drawn when the program ended.
    pub fn drawing(&mut self) -> Option<Drawing> {
        let path = self.folder.as_ref()?.drawing();
        match files::read(&path, Drawing::of_text) {
            Ok(read) => self.drawing.clone_from(&read),
            Err(problem) => self.problems.push(problem),
        }
        self.drawing.clone()
    }

    /// Keeps what is being drawn. Where nothing is, or it was saved, the file goes away.
    ///
    /// # Errors
    /// The file cannot be written or removed.
    pub fn keep_drawing(&mut self, drawing: Option<&Drawing>) -> Result<(), FileProblem> {
        let Some(folder) = self.folder.as_ref().filter(|_| drawing != self.drawing.as_ref()) else {
            return Ok(());
        };
        match drawing.map(Drawing::text) {
            Some(Some(text)) => files::write(&folder.drawing(), &text)?,
            Some(None) => return Ok(()),
            None => files::remove(&folder.drawing())?,
        }
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
        let Some(path) = self.folder.as_ref().map(Dirs::settings) else { return usual };
        match files::read(&path, |text| Settings::of_text(text, &usual, &wrong)) {
            Ok(None) => usual,
            Ok(Some((settings, odd))) => {
                if !odd.is_empty() {
                    let what = odd.join("; ");
                    self.problems.push(FileProblem::Ignored { file: path, what });
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
        self.settings = settings.lasting();
    }

    /// Keeps the game as it stands. A game in which nothing was played is not worth keeping.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn keep_game(
        &mut self,
        entry: &Entry,
        metric: Metric,
        session: &Session,
        now: Duration,
    ) -> Result<(), FileProblem> {
        self.keep_game_soon(entry, metric, session, now, &|| ())
    }

    /// The same, and calls `safe` as soon as the end of this program cannot take the game away any more.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn keep_game_soon(
        &mut self,
        entry: &Entry,
        metric: Metric,
        session: &Session,
        now: Duration,
        safe: &dyn Fn(),
    ) -> Result<(), FileProblem> {
        let (Some(folder), false) = (&self.folder, session.turns().is_empty()) else {
            return Ok(());
        };
        match saved::text(entry, metric, session, now, &mut self.words) {
            Some(text) => files::write_soon(&folder.game(), &folder.next_game(), &text, safe),
            None => Ok(()),
        }
    }

    /// Writes what was changed in play into the settings file, which is otherwise left as it is.
    ///
    /// # Errors
    /// The file cannot be read or written, or somebody has made nonsense of it since it was read: then it is left alone.
    pub fn keep_settings(&mut self, settings: &Settings) -> Result<(), FileProblem> {
        let settings = settings.lasting();
        let Some(folder) = self.folder.as_ref().filter(|_| settings != self.settings) else {
            return Ok(());
        };
        files::change(&folder.settings(), |text| settings.put_into(&self.settings, text))?;
        self.settings = settings;
        Ok(())
    }

    /// Keeps the best results, together with those that another game has written in the meantime.
    ///
    /// # Errors
    /// The file cannot be written, or one that is there cannot be read; it is tried again the next time.
    pub fn keep_bests(&mut self, bests: &Bests) -> Result<(), FileProblem> {
        let folder = self.folder.as_ref();
        self.bests.keep(folder, bests, &mut self.problems)
    }

    /// Keeps how the puzzles of each day went, in the same way.
    ///
    /// # Errors
    /// As for [`Records::keep_bests`].
    pub fn keep_days(&mut self, days: &Days) -> Result<(), FileProblem> {
        let folder = self.folder.as_ref();
        self.days.keep(folder, days, &mut self.problems)
    }

    /// Keeps the times of scrambled number puzzles, in the same way.
    ///
    /// # Errors
    /// As for [`Records::keep_bests`].
    pub fn keep_times(&mut self, times: &Times) -> Result<(), FileProblem> {
        let folder = self.folder.as_ref();
        self.times.keep(folder, times, &mut self.problems)
    }
}
