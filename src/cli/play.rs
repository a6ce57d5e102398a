//! `huarong`, `huarong PUZZLE`: the game.

use super::limits::MachineArgs;
use super::picture::PictureArgs;
use super::puzzles;
use super::settings::{self, GivenSettings};
use super::status::{Failure, Status};
use crate::generate::{Daily, Day, Scramble};
use crate::notation::Entry;
use crate::puzzle::{Family, Metric, Path};
use crate::storage::{Colors, Dirs, Records, Settings};
use crate::text::{Lang, Spoken};
use crate::tui::{Course, Depth, Graphics, Launch, Options, Playlist};
use crate::{generate, library, plain, tui};
use std::env;
use std::io::{self, IsTerminal};

/// What is played, and how.
#[derive(clap::Args, Default, Debug)]
pub(crate) struct Args {
    /// A built-in's id or name (hengdaolima, 横刀立马), a size (4x4) and perhaps its seed (4x4 k3f9), a file or
    /// one puzzle of it (FILE#NAME), a puzzle written out, or - for standard input
    #[arg(value_name = "PUZZLE")]
    puzzle: Vec<String>,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    picture: PictureArgs,
    /// What a size like 4x4 is shuffled from
    #[arg(long, value_name = "SEED", value_parser = puzzles::seed)]
    seed: Option<u64>,
    #[command(flatten)]
    machine: MachineArgs,
    /// The metric of another command, which is none of the settings among the arguments
    #[arg(skip)]
    metric: Option<Metric>,
    /// The day whose puzzles are offered
    #[arg(skip)]
    day: Option<Day>,
}

/// How the game is played this time, for every command that opens it.
#[derive(clap::Args, Default, Debug)]
pub(crate) struct GameArgs {
    #[command(flatten)]
    settings: GivenSettings,
    /// Play by typed lines and sentences, for screen readers, plain terminals and pipes
    #[arg(long)]
    plain: bool,
}

impl Args {
    /// Plays until the player leaves. The terminal is touched only when all else is in order.
    pub(crate) fn run(mut self) -> Result<Status, Failure> {
        // The game is what there is without a command; who types one is understood.
        if self.puzzle.first().is_some_and(|first| first == "play") {
            self.puzzle.remove(0);
        }
        let from_input = self.puzzle == ["-"];
        if self.game.plain && from_input {
            return Err(Failure::input(Spoken::NotFromInput.words(Lang::En)));
        }
        self.open(|records| {
            let start = self.start(records)?;
            if !self.game.plain && !from_input && !io::stdin().is_terminal() {
                let reason = "the game needs a terminal, but its input comes from a file or a pipe; \
                              `huarong -` opens a puzzle from there, \
                              and `huarong --plain` plays by typed lines";
                return Err(Failure::input(reason));
            }
            Ok(start)
        })
    }

    /// Opens the game on what `begin` makes of the records.
    fn open(
        &self,
        begin: impl FnOnce(Records) -> Result<Launch, Failure>,
    ) -> Result<Status, Failure> {
        let mut records = Records::open(Dirs::of_environment());
        let mut options = self.options(settings::read(&mut records));
        if self.game.plain {
            return by_lines(begin(records)?, options);
        }
        options.picture = self.picture.read()?;
        options.graphics = self.picture.graphics.unwrap_or_default();
        let start = begin(records)?;
        if options.picture.is_some() && start.playlist.current().puzzle.family() != Family::Numbers
        {
            return Err(Failure::input("--picture is for number puzzles, like 4x4"));
        }
        if !io::stdout().is_terminal() {
            let reason = "the game needs a terminal; `huarong solve` works without one";
            return Err(Failure::input(reason));
        }
        tui::play(start, options).map_err(Failure::input)?;
        Ok(Status::Fine)
    }

    /// What was asked for; if nothing was, the game that was left; after a solved one, what comes next; to
    /// somebody new, the first steps.
    fn start(&self, mut records: Records) -> Result<Launch, Failure> {
        if !self.puzzle.is_empty() {
            let playlist = self.playlist()?;
            // The game of this very puzzle that was left goes on.
            let puzzle = &playlist.current().puzzle;
            let left = records.left().filter(|saved| saved.entry.puzzle == *puzzle);
            let left = left.map(|saved| (saved.metric, saved.session));
            return Ok(Launch { left, ..launch(playlist, records) });
        }
        let Some(saved) = records.last() else {
            let playlist = match records.bests().is_empty() {
                true => Playlist::from_first(Course::FirstSteps),
                false => Playlist::on_journey(records.bests()),
            };
            return Ok(launch(playlist, records));
        };
        let course = Course::named(&saved.course);
        if saved.session.is_solved()
            && let Some(next) = after(&saved.entry, course, &records)
        {
            return Ok(launch(next, records));
        }
        let left = Some((saved.metric, saved.session));
        Ok(Launch { left, ..launch(beginning_with(saved.entry, course), records) })
    }

    /// What was asked for, and what comes after it: the built-in puzzles in order, new boards of a size without end, or
    /// what the file holds.
    fn playlist(&self) -> Result<Playlist, Failure> {
        // Names have blanks, which need no quotation marks.
        named(&self.puzzle.join(" "), self.seed)
    }

    /// `settings` with what the arguments say over them, and what belongs to this run.
    fn options(&self, mut settings: Settings) -> Options {
        self.game.settings.put_over(&mut settings);
        settings.metric = self.metric.or(settings.metric);
        let var = |name: &str| env::var(name).ok();
        Options {
            depth: Depth::of_environment(var),
            // Who forces colours means it, whatever else the environment asks for.
            forced: Depth::of_environment(|name| var(name).filter(|_| name != "NO_COLOR")),
            given: self.game.settings.names(self.metric.is_some()),
            settings,
            picture: None,
            graphics: Graphics::default(),
            epoch: generate::now(),
            today: Some(generate::today()),
            day: Some(self.day.unwrap_or_else(generate::today)),
            limits: self.machine.limits(),
        }
    }
}

/// Plays by typed lines until there are no more.
fn by_lines(start: Launch, mut options: Options) -> Result<Status, Failure> {
    // Labels in another script than the language's are hard to read aloud.
    options.settings.ascii |= options.settings.lang == Lang::En;
    let ended = plain::play(start, &options)?;
    let unkept = ended.unkept.map_or(Ok(Status::Fine), |said| Err(Failure::input(said)));
    match ended.signal {
        Some(signal) => {
            // The signal decides the status.
            let _ = unkept.map_err(Failure::report);
            // This is the status that shells give a process which a signal has ended.
            std::process::exit(128 + signal)
        }
        None => unkept,
    }
}

/// A new game of the first of `playlist`.
fn launch(playlist: Playlist, records: Records) -> Launch {
    Launch { playlist, left: None, records, shown: None }
}

/// Opens the player on moves from a puzzle's start, with the settings as they are.
pub(crate) fn show(entry: Entry, moves: Path, metric: Option<Metric>) -> Result<Status, Failure> {
    let args = Args { metric, ..Args::default() };
    args.open(|records| {
        Ok(Launch { shown: Some(moves), ..launch(beginning_with(entry, Course::List), records) })
    })
}

/// How the game is drawn into a file: as the settings say, in all colours.
pub(crate) fn drawn(metric: Option<Metric>) -> Options {
    let args = Args { metric, ..Args::default() };
    let mut records = Records::open(Dirs::of_environment());
    let mut options = args.options(settings::read(&mut records));
    (options.settings.color, options.depth) = (Colors::Auto, Depth::True);
    options
}

/// What an argument stands for, and what comes after it.
fn named(argument: &str, seed: Option<u64>) -> Result<Playlist, Failure> {
    if argument == "-" {
        return Ok(Playlist::beginning(puzzles::read(&[argument.to_owned()], seed)?, 0));
    }
    Playlist::named(argument, seed).map_err(|wrong| Failure::Input(puzzles::said(&wrong)))
}

/// Opens the game on the first puzzle of `day` that is not solved yet, or on the game of one of them that was left.
pub(crate) fn daily(day: Day, game: GameArgs) -> Result<Status, Failure> {
    let args = Args { day: Some(day), game, ..Args::default() };
    args.open(|mut records| {
        let is_daily = |entry: &Entry| Daily::ALL.iter().any(|daily| entry.id == daily.id(day));
        let left = records.left().filter(|saved| is_daily(&saved.entry));
        let open = |daily: &&Daily| records.days().score(day, **daily).is_none();
        let first = Daily::ALL.iter().find(open).unwrap_or(&Daily::Numbers);
        let (entry, left) = match left {
            Some(saved) => (saved.entry, Some((saved.metric, saved.session))),
            None => (first.of(day), None),
        };
        Ok(Launch { left, ..launch(beginning_with(entry, Course::List), records) })
    })
}

/// Opens the game on the first steps: on the first one that is not solved yet, or on the first of all.
pub(crate) fn learn(game: GameArgs) -> Result<Status, Failure> {
    let course = Course::FirstSteps;
    Args { game, ..Args::default() }.open(|records| {
        let open = Playlist::on_course(course, records.bests(), "");
        Ok(launch(open.unwrap_or_else(|| Playlist::from_first(course)), records))
    })
}

/// What comes after a solved puzzle: the next one that is not solved yet of what was played, and else of the journey. `None` after a
/// board that was made at random: the next one is made when it is wanted.
fn after(entry: &Entry, course: Course, records: &Records) -> Option<Playlist> {
    let (bests, today) = (records.bests(), generate::today());
    let is_daily = Daily::ALL.iter().any(|daily| entry.id == daily.id(today));
    let next = match course {
        Course::Random(_) => return None,
        Course::FirstSteps | Course::Journey => Playlist::on_course(course, bests, &entry.id),
        Course::List if is_daily => {
            let open = |daily: &&Daily| records.days().score(today, **daily).is_none();
            let next = Daily::ALL.iter().find(open).map(|daily| daily.of(today));
            next.map(|entry| beginning_with(entry, course))
        }
        Course::List => match (Scramble::of(entry), library::place_of(&entry.id)) {
            (Some(Scramble { width, height, seed }), _) => {
                Playlist::boards((width, height), seed.wrapping_add(1)).ok()
            }
            (None, Some(at)) => Playlist::on_collection(at, bests),
            (None, None) => None,
        },
    };
    Some(next.unwrap_or_else(|| Playlist::on_journey(bests)))
}

/// All built-in puzzles, this one first as a part of the course; if it is not one of them, they come after it, or boards like it do.
fn beginning_with(entry: Entry, course: Course) -> Playlist {
    let same = |at: &usize| library::alone(*at).is_some_and(|known| known.puzzle == entry.puzzle);
    if let Some(at) = library::place_of(&entry.id).filter(same) {
        return Playlist::back_on(course, at);
    }
    if let Course::Random(level) = course {
        return Playlist::random(entry, level);
    }
    let again = Scramble::of(&entry)
        .and_then(|Scramble { width, height, seed }| Playlist::boards((width, height), seed).ok());
    if let Some(again) = again {
        return again;
    }
    Playlist::begun(entry.clone(), None, move || {
        // A puzzle may have another id than when it was left.
        match library::all().position(|known| known.puzzle == entry.puzzle) {
            Some(at) => Playlist::all_from(at),
            None => Playlist::collections([entry], library::packs(), 0).expect("there is one"),
        }
    })
}
