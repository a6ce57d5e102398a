//! The command line: a file a subcommand.
//!
//! Results go to standard output and nothing else does; errors, notes and the line of progress go to standard error. All
//! that can be wrong with arguments and files is found before anything is solved or drawn.

mod analyze;
mod answer;
mod check;
mod completions;
mod convert;
mod daily;
mod generate;
mod keys;
mod limits;
mod list;
mod man;
mod memory;
mod paths;
mod picture;
mod play;
mod puzzles;
mod replay;
mod settings;
mod solve;
mod status;
mod times;
mod watch;

use crate::notation::printable;
use crate::solver;
use crate::storage::Dirs;
use clap::{Parser, Subcommand};
pub use status::{Failure, Status};
use std::process::ExitCode;

/// The help of the program itself, which fits one screen; that of each command is laid out as usual.
const HELP: &str = "{about-with-newline}\n{usage-heading} {usage}\n\n{subcommands}{after-help}";

/// The options of the game, in little room.
const OPTIONS: &str = "\
PUZZLE: an id (hengdaolima), a size (4x4, random), a file, a puzzle written out
('[[4,1,2],[5,0,3]]'), or - for standard input. Options (also COMMAND --help):
  --metric step|slide|move --seed N --lang en|zh --ascii --no-mouse --no-anim
  --color auto|always|never --memory SIZE --threads N --picture FILE --plain -V
  --theme dark|light|color-blind|mono --graphics auto|kitty|sixel|blocks";

/// What the arguments ask for.
///
/// ```
/// use clap::Parser;
/// use huarong::cli::Cli;
/// assert!(Cli::try_parse_from(["huarong", "solve", "--quiet", "4x4"]).is_ok());
/// assert!(Cli::try_parse_from(["huarong", "solve", "--metric", "miles", "4x4"]).is_err());
/// ```
#[derive(Parser, Debug)]
#[command(
    name = "huarong",
    version,
    about = "Sliding puzzles in the terminal, with an optimal solver",
    long_about = None,
    max_term_width = 80,
    color = clap::ColorChoice::Never,
    args_conflicts_with_subcommands = true,
    subcommand_help_heading = "Commands",
    disable_help_subcommand = true,
    override_usage = "huarong [OPTIONS] [PUZZLE]... | huarong COMMAND",
    help_template = HELP,
    after_help = OPTIONS
)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    play: play::Args,
}

#[derive(Subcommand, Debug)]
enum Command {
    Solve(solve::Args),
    Check(check::Args),
    Analyze(analyze::Args),
    Generate(generate::Args),
    Replay(replay::Args),
    Convert(convert::Args),
    List(list::Args),
    Daily(daily::Args),
    Times(times::Args),
    Settings(settings::Args),
    Keys(keys::Args),
    Paths(paths::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// Makes a file that may grow no larger (`ulimit -f`) an error of the write, which is told; by itself the system's signal ends the
/// program at once, with the terminal as the game has set it.
pub fn survive_file_limits() {
    #[cfg(unix)]
    {
        use signal_hook::consts::SIGXFSZ;
        // Nobody asks for the flag: that the signal is heard at all is what matters. Without it, all is as the system has it.
        let _ = signal_hook::flag::register(SIGXFSZ, std::sync::Arc::default());
    }
}

impl Cli {
    /// What the process was asked for. Help and version are printed, and end it.
    ///
    /// # Errors
    /// The arguments are wrong; that has been said, without anything in it that a terminal would obey.
    pub fn of_arguments() -> Result<Cli, ExitCode> {
        Cli::try_parse().map_err(|told| {
            // Help and version are no errors: they go to standard output and end the process well.
            if !told.use_stderr() {
                told.exit();
            }
            // Errors repeat what was typed, which may hold escape sequences.
            for line in told.to_string().lines() {
                eprintln!("{}", printable::escaped(line));
            }
            ExitCode::from(2)
        })
    }

    /// Does what was asked for.
    ///
    /// # Errors
    /// Arguments or input that cannot be used, or output that cannot be written.
    pub fn run(self) -> Result<Status, Failure> {
        if let Some(dirs) = Dirs::of_environment() {
            solver::keep_tables_in(dirs.tables());
        }
        match self.command {
            Some(Command::Solve(args)) => args.run(),
            Some(Command::Check(args)) => args.run(),
            Some(Command::Analyze(args)) => args.run(),
            Some(Command::Generate(args)) => args.run(),
            Some(Command::Replay(args)) => args.run(),
            Some(Command::Convert(args)) => args.run(),
            Some(Command::List(args)) => args.run(),
            Some(Command::Daily(args)) => args.run(),
            Some(Command::Times(args)) => args.run(),
            Some(Command::Settings(args)) => args.run(),
            Some(Command::Keys(args)) => args.run(),
            Some(Command::Paths(args)) => args.run(),
            Some(Command::Completions(args)) => args.run(),
            Some(Command::Man(args)) => args.run(),
            None => self.play.run(),
        }
    }
}
