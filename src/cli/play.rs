//! `huarong`, `huarong PUZZLE`: the game.

use super::limits::MachineArgs;
use super::picture::PictureArgs;
use super::preferences::{Colors, Preferences};
use super::status::{Failure, Status};
use super::{limits, puzzles};
use crate::generate::{Daily, Day};
use crate::notation::Entry;
use crate::puzzle::{Family, Metric, Path};
use crate::storage::{Dirs, Records};
use crate::text::Lang;
use crate::tui::{Depth, Graphics, Launch, Options, Palette, Playlist, Theme};
use crate::{generate, library, plain, tui};
use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::env;
use std::io::{self, IsTerminal};
use std::time::Duration;

/// Why `-` names no puzzle where lines are typed.
const FROM_INPUT: &str = "the lines of --plain come from standard input, so that no puzzle can";

/// What is played, and how.
#[derive(clap::Args, Default, Debug)]
pub(crate) struct Args {
    /// A built-in's id (hengdaolima), a size (4x4), a file, a puzzle written out, or - for standard input
    #[arg(value_name = "PUZZLE")]
    puzzle: Option<String>,
    /// What counts as one move [default: the puzzle's own]
    #[arg(long, value_parser = limits::metric())]
    metric: Option<Metric>,
    /// The language [default: the locale's]
    #[arg(long, value_enum)]
    lang: Option<Language>,
    /// The colours
    #[arg(long, value_parser = theme(), value_name = "NAME")]
    theme: Option<Palette>,
    /// Whether to use colours
    #[arg(long, value_enum, value_name = "WHEN")]
    color: Option<Colors>,
    /// Draw with plain characters alone
    #[arg(long)]
    ascii: bool,
    /// Leave the mouse to the terminal
    #[arg(long)]
    no_mouse: bool,
    /// Let nothing move by itself
    #[arg(long)]
    no_anim: bool,
    #[command(flatten)]
    picture: PictureArgs,
    /// Play by typed lines and sentences, for screen readers, plain terminals and pipes
    #[arg(long)]
    plain: bool,
    /// What a size like 4x4 is shuffled from
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    machine: MachineArgs,
    /// The day whose puzzles are offered
    #[arg(skip)]
    day: Option<Day>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Language {
    En,
    Zh,
}

/// Reads the name of a palette, and lists them all in the help.
fn theme() -> impl TypedValueParser<Value = Palette> {
    let names = Palette::ALL.map(Palette::name);
    let named = |name: String| Palette::named(&name).expect("the parser lets no other name pass");
    PossibleValuesParser::new(names).map(named)
}

impl Language {
    fn meant(self) -> Lang {
        match self {
            Language::En => Lang::En,
            Language::Zh => Lang::Zh,
        }
    }
}

impl Args {
    /// Plays until the player leaves. The terminal is touched only when all else is in order.
    pub(crate) fn run(self) -> Result<Status, Failure> {
        if self.plain {
            return self.talk();
        }
        if self.puzzle.as_deref() != Some("-") && !io::stdin().is_terminal() {
            let reason = "the game needs a terminal, and standard input is none; \
                          a puzzle that comes from there is opened with `huarong -`, \
                          and `huarong --plain` plays by typed lines";
            return Err(Failure::input(reason));
        }
        self.open(|records| self.start(records))
    }

    /// Plays by typed lines until there are no more.
    fn talk(&self) -> Result<Status, Failure> {
        if self.puzzle.as_deref() == Some("-") {
            return Err(Failure::input(FROM_INPUT));
        }
        let mut records = Records::open(Dirs::of_environment());
        let mut options = self.options(&Preferences::read(&mut records));
        // Labels in another script than the language's are hard to read aloud.
        options.theme.ascii |= options.lang == Lang::En;
        let start = self.start(records)?;
        let mut open = |name: &str, seed: Option<u64>| match name {
            "-" => Err(vec![FROM_INPUT.to_owned()]),
            name => of_name(name, seed).map_err(Failure::reasons),
        };
        let ended = plain::play(start, &options, &mut open)?;
        let unkept = ended.unkept.map_or(Ok(Status::Fine), |said| Err(Failure::input(said)));
        match ended.signal {
            Some(signal) => {
                // The signal decides the status.
                let _ = unkept.map_err(Failure::report);
                std::process::exit(128 + signal)
            }
            None => unkept,
        }
    }

    /// Opens the game on what `begin` makes of the records.
    fn open(
        &self,
        begin: impl FnOnce(Records) -> Result<Launch, Failure>,
    ) -> Result<Status, Failure> {
        let mut records = Records::open(Dirs::of_environment());
        let mut options = self.options(&Preferences::read(&mut records));
        options.picture = self.picture.read()?;
        options.graphics = self.picture.graphics()?;
        let start = begin(records)?;
        if self.picture.is_given() && start.playlist.current().puzzle.family() != Family::Numbers {
            return Err(Failure::input("--picture is for number puzzles, like 4x4"));
        }
        if !io::stdout().is_terminal() {
            let reason = "the game needs a terminal; `huarong solve` works without one";
            return Err(Failure::input(reason));
        }
        tui::play(start, options).map_err(Failure::input)?;
        Ok(Status::Fine)
    }

    /// What was asked for; if nothing was, the game that was left, or else the first built-in puzzle not yet solved.
    fn start(&self, mut records: Records) -> Result<Launch, Failure> {
        if self.puzzle.is_some() {
            return Ok(Launch { playlist: self.playlist()?, left: None, records, shown: None });
        }
        let Some(saved) = records.left() else {
            let bests = records.bests();
            let is_open = |at: &usize| {
                let entry = library::alone(*at);
                entry.is_some_and(|entry| bests.get(&entry.puzzle, entry.metric()).is_none())
            };
            return Ok(Launch {
                playlist: built_in((0..library::count()).find(is_open).unwrap_or(0)),
                left: None,
                records,
                shown: None,
            });
        };
        Ok(Launch {
            playlist: beginning_with(saved.entry),
            left: Some((saved.metric, saved.session)),
            records,
            shown: None,
        })
    }

    /// What was asked for, and what comes after it: the built-in puzzles in order, new boards of a size without end, or
    /// what the file holds.
    fn playlist(&self) -> Result<Playlist, Failure> {
        match &self.puzzle {
            Some(argument) => of_name(argument, self.seed),
            None => Ok(built_in(0)),
        }
    }

    /// What the arguments say, else what the settings do, else what the environment does.
    fn options(&self, preferred: &Preferences) -> Options {
        let var = |name: &str| env::var(name).ok();
        let lang = self.lang.map(Language::meant).or(preferred.lang);
        let palette = self.theme.or(preferred.palette);
        let colors = self.color.or(preferred.colors).unwrap_or(Colors::Auto);
        Options {
            lang: lang.unwrap_or_else(|| Lang::of_locale(&locale(var))),
            theme: Theme {
                palette: palette.unwrap_or_default(),
                depth: colors.depth(var),
                ascii: self.ascii || preferred.ascii.unwrap_or(false),
            },
            mouse: !self.no_mouse && preferred.mouse.unwrap_or(true),
            animated: !self.no_anim && preferred.animation.unwrap_or(true),
            metric: self.metric.or(preferred.metric),
            keymap: preferred.keymap.clone(),
            show: preferred.show,
            ghost: preferred.ghost,
            clock: preferred.clock.unwrap_or(true),
            move_blank: preferred.move_blank,
            picture: None,
            graphics: Graphics::default(),
            inspection: preferred.inspection.map(Duration::from_secs),
            epoch: generate::now(),
            today: Some(generate::today()),
            day: Some(self.day.unwrap_or_else(generate::today)),
            limits: self.machine.limits(),
        }
    }
}

/// Opens the player on moves from a puzzle's start, with the settings as they are.
pub(crate) fn show(entry: Entry, moves: Path, metric: Option<Metric>) -> Result<Status, Failure> {
    let args = Args { metric, ..Args::default() };
    args.open(|records| {
        Ok(Launch { playlist: beginning_with(entry), left: None, records, shown: Some(moves) })
    })
}

/// How the game is drawn into a file: as the settings say, in all colours.
pub(crate) fn drawn(metric: Option<Metric>) -> Options {
    let args = Args { metric, ..Args::default() };
    let mut records = Records::open(Dirs::of_environment());
    let mut options = args.options(&Preferences::read(&mut records));
    options.theme.depth = Depth::True;
    options
}

/// What an argument stands for, and what comes after it.
fn of_name(argument: &str, seed: Option<u64>) -> Result<Playlist, Failure> {
    if let Some(size) = puzzles::dimensions(argument) {
        return boards(size, seed.unwrap_or_else(generate::any_seed));
    }
    if let Some(at) = library::place_of(argument) {
        return Ok(built_in(at));
    }
    let asked = puzzles::read(&[argument.to_owned()], seed)?;
    let entries: Vec<Entry> = asked.into_iter().map(|asked| asked.entry).collect();
    let first = entries.first().cloned();
    let first = first.expect("what is read holds a puzzle at least");
    let place = (1, entries.len() + library::count());
    Ok(Playlist::begun(first, Some(place), move || {
        let list = Playlist::collections(entries, library::packs(), 0);
        list.expect("there is the first")
    }))
}

/// Opens the game on the first puzzle of `day` that is not solved yet, or on the game of one of them that was left.
pub(crate) fn daily(day: Day) -> Result<Status, Failure> {
    let args = Args { day: Some(day), ..Args::default() };
    args.open(|mut records| {
        let is_daily = |entry: &Entry| Daily::ALL.iter().any(|daily| entry.id == daily.id(day));
        let left = records.left().filter(|saved| is_daily(&saved.entry));
        let open = |daily: &&Daily| records.days().score(day, **daily).is_none();
        let first = Daily::ALL.iter().find(open).unwrap_or(&Daily::Numbers);
        let (entry, left) = match left {
            Some(saved) => (saved.entry, Some((saved.metric, saved.session))),
            None => (first.of(day), None),
        };
        Ok(Launch { playlist: beginning_with(entry), left, records, shown: None })
    })
}

/// All built-in puzzles, the one at `at` first; the others are not read yet.
fn built_in(at: usize) -> Playlist {
    let first = library::alone(at).expect("there is a built-in puzzle there");
    Playlist::begun(first, Some((at + 1, library::count())), move || all_from(at))
}

/// All built-in puzzles, the one at `at` first.
fn all_from(at: usize) -> Playlist {
    let list = Playlist::collections([], library::packs(), at);
    list.expect("there are built-in puzzles")
}

/// All built-in puzzles, this one first; if it is not one of them, they come after it.
fn beginning_with(entry: Entry) -> Playlist {
    let same = |at: &usize| library::alone(*at).is_some_and(|known| known.puzzle == entry.puzzle);
    if let Some(at) = library::place_of(&entry.id).filter(same) {
        return built_in(at);
    }
    let place = (1, 1 + library::count());
    Playlist::begun(entry.clone(), Some(place), move || {
        // A puzzle may have another id than when it was left.
        match library::all().position(|known| known.puzzle == entry.puzzle) {
            Some(at) => all_from(at),
            None => Playlist::collections([entry], library::packs(), 0).expect("there is one"),
        }
    })
}

/// New boards of a size, from one seed after the other.
fn boards(size: (usize, usize), first: u64) -> Result<Playlist, Failure> {
    puzzles::shuffled(size, first).map_err(Failure::Input)?;
    let mut seeds = (0..).map(move |n| first.wrapping_add(n));
    let mut make = move || -> Entry {
        let seed = seeds.next().expect("there are seeds without end");
        puzzles::shuffled(size, seed).expect("the first board of this size could be made")
    };
    let first = make();
    Ok(Playlist::begun(first.clone(), None, move || Playlist::made(first, make, library::packs())))
}

/// The locale that text is in, by the usual order of precedence.
fn locale(var: impl Fn(&str) -> Option<String>) -> String {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"];
    let set = names.into_iter().filter_map(var).find(|value| !value.is_empty());
    set.unwrap_or_default()
}

impl Colors {
    /// How many colours there are; `always` means it, whatever the environment says.
    fn depth(self, var: impl Fn(&str) -> Option<String>) -> Depth {
        match self {
            Colors::Auto => Depth::of_environment(var),
            Colors::Never => Depth::None,
            Colors::Always => {
                let without_veto = |name: &str| var(name).filter(|_| name != "NO_COLOR");
                Depth::of_environment(without_veto).max(Depth::Ansi)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_forced_and_forbidden() {
        let no_color = |name: &str| (name == "NO_COLOR").then(|| "1".to_owned());
        assert_eq!(Colors::Auto.depth(no_color), Depth::None);
        assert_eq!(Colors::Always.depth(no_color), Depth::Ansi);
        assert_eq!(Colors::Never.depth(|_| Some("truecolor".to_owned())), Depth::None);
    }

    #[test]
    fn the_first_locale_that_is_set_counts() {
        let var = |name: &str| match name {
            "LC_ALL" => Some(String::new()),
            "LANG" => Some("zh_CN.UTF-8".to_owned()),
            _ => None,
        };
        assert_eq!(locale(var), "zh_CN.UTF-8");
    }

    #[test]
    fn boards_follow_each_other_by_seed() {
        let mut list = boards((3, 3), u64::MAX).unwrap();
        list.complete();
        assert_eq!(list.current().name.en, format!("3x3 --seed {}", u64::MAX));
        assert_eq!(list.advance().unwrap().name.en, "3x3 --seed 0");
        assert!(boards((99, 3), 0).is_err());
    }
}
