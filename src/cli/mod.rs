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
mod learn;
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

use crate::engine::{caught, fault_injection};
use crate::notation::printable;
use crate::solver;
use crate::storage::{Dirs, Palette, Records};
use clap::{Parser, Subcommand};
pub use memory::choose_heaps;
use serde::Serialize;
use signal_hook::consts::SIGXFSZ;
pub use status::{Failure, Status};
use std::io::{self, Write};
use std::process::ExitCode;

/// The help of the program itself, which fits one screen; that of each command is laid out as usual.
const HELP: &str = "{about-with-newline}\n{usage-heading} {usage}\n\n{subcommands}{after-help}";

/// The options of the game, in little room.
fn options() -> String {
    let themes: Vec<&str> = Palette::WORDS.iter().map(|(word, _)| *word).collect();
    let themes = themes.join("|");
    format!(
        "\
PUZZLE: an id (hengdaolima), a size (4x4), a file, '[[4,1,2],[5,0,3]]', or -
  --metric step|slide|move --seed N --threads N --picture FILE --plain --no-anim
  --color auto|always|never --lang en|zh --memory SIZE --no-mouse -V, --version
  --theme {themes} --ascii --graphics auto|kitty|sixel|blocks"
    )
}

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
    after_help = options()
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
    Learn(learn::Args),
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
    // Nobody asks for the flag: that the signal is heard at all is what matters. Without it, all is as the system has it.
    let _ = signal_hook::flag::register(SIGXFSZ, std::sync::Arc::default());
}

impl Cli {
    /// What the process was asked for. Help and version are printed, and end it.
    ///
    /// # Errors
    /// The arguments are wrong; that has been said, without anything in it that a terminal would obey.
    pub fn of_arguments() -> Result<Cli, ExitCode> {
        Cli::try_parse().map_err(|told| {
            // Help and version are no errors: they go to standard output and end the process well, if they can be written.
            if !told.use_stderr() {
                let printed = told.print().and_then(|()| io::stdout().flush());
                return printed
                    .map_or_else(|e| Failure::Output(e).report(), |()| ExitCode::SUCCESS);
            }
            // Errors repeat what was typed, which may hold escape sequences.
            for line in told.to_string().lines() {
                status::say(printable::escaped(line));
            }
            ExitCode::from(2)
        })
    }

    /// Does what was asked for.
    pub fn run(self) -> Result<Status, Failure> {
        if let Some(dirs) = Dirs::of_environment() {
            solver::keep_tables_in(dirs.tables());
        }
        match self.command {
            // The game gives the terminal back before it tells of a panic.
            None => self.play.run(),
            Some(command) => command.run(),
        }
    }
}

/// Says what is wrong with the player's files.
fn warn(records: &mut Records) {
    for problem in records.problems() {
        status::say(format_args!("huarong: {}", printable::escaped(&problem.to_string())));
    }
}

/// Writes an object as a line.
fn json_line(out: &mut impl Write, record: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, record)?;
    writeln!(out)
}

impl Command {
    /// Does its work. A fault in it is an error like any other reason why there is no answer, after what the panic itself said.
    fn run(self) -> Result<Status, Failure> {
        let done = caught(|| {
            fault_injection::panic_if_asked();
            match self {
                Command::Solve(args) => args.run(),
                Command::Check(args) => args.run(),
                Command::Analyze(args) => args.run(),
                Command::Generate(args) => args.run(),
                Command::Replay(args) => args.run(),
                Command::Convert(args) => args.run(),
                Command::List(args) => args.run(),
                Command::Learn(args) => args.run(),
                Command::Daily(args) => args.run(),
                Command::Times(args) => args.run(),
                Command::Settings(args) => args.run(),
                Command::Keys(args) => args.run(),
                Command::Paths(args) => args.run(),
                Command::Completions(args) => args.run(),
                Command::Man(args) => args.run(),
            }
        });
        done.unwrap_or_else(|said| {
            let said = printable::escaped(&said);
            Err(Failure::input(format!("a fault in the program, which you may report: {said}")))
        })
    }
}
