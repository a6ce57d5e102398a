//! `huarong daily`: the three puzzles of a day.

use super::play::{self, GameArgs};
use super::status::{Failure, Status};
use super::warn;
use crate::generate::{Daily, Day};
use crate::notation::Form;
use crate::storage::{Dirs, Records};
use crate::{generate, notation};
use std::io::{self, Write};

/// Play the three puzzles of the day, the same for everyone
#[derive(clap::Args, Debug)]
#[command(after_help = "\
They are an 8-puzzle, a 4x5 board and a rush board, drawn from the date alone, the \
same on every machine and in every version. The day is that of Universal Time (UTC), \
so that they change everywhere at the same moment. A day on which all three were \
solved without help adds to the streak; only the day's own puzzles count.

Example:
  huarong daily --share")]
pub(crate) struct Args {
    /// The puzzles of another day, which do not count
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = str::parse::<Day>)]
    date: Option<Day>,
    /// Print the puzzles as a pack in TOML instead of playing them
    #[arg(long)]
    print: bool,
    /// Print how the day went, in a line that tells nobody how to solve them
    #[arg(long, conflicts_with = "print")]
    share: bool,
    #[command(flatten)]
    game: GameArgs,
}

impl Args {
    /// Plays or prints the puzzles of the day.
    pub(crate) fn run(self) -> Result<Status, Failure> {
        let day = self.date.unwrap_or_else(generate::today);
        if self.print {
            return print(day);
        }
        if self.share {
            return share(day);
        }
        play::daily(day, self.game)
    }
}

fn print(day: Day) -> Result<Status, Failure> {
    let mut out = io::stdout().lock();
    for (number, daily) in Daily::ALL.into_iter().enumerate() {
        let entry = daily.of(day);
        let text = notation::write(Form::Toml, &entry, entry.puzzle.start());
        let gap = if number > 0 { "\n" } else { "" };
        out.write_all(format!("{gap}{}", text.map_err(Failure::input)?).as_bytes())?;
    }
    // An error that comes only at the end of the process would be told to nobody.
    Ok(out.flush().map(|()| Status::Fine)?)
}

fn share(day: Day) -> Result<Status, Failure> {
    let mut records = Records::open(Dirs::of_environment());
    warn(&mut records);
    writeln!(io::stdout().lock(), "{}", records.days().shared(day))?;
    Ok(Status::Fine)
}
