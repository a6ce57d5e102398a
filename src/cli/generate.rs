//! `huarong generate`: new boards of any kind, each with its proven optimum.

use super::answer::counted;
use super::limits::LimitArgs;
use super::puzzles;
use super::status::{Failure, Status, say};
use super::watch::Watcher;
use crate::generate::{Kind, Maker, Order, Shortage, any_seed};
use crate::lookup::dimensions;
use crate::notation;
use crate::notation::{Entry, Form};
use clap::ValueEnum;
use std::io::{self, Write};

/// Make new boards with proven optima
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Boards come as a pack in TOML, no two of them equal or mirror images; the same \
options give the same boards on every machine that has half a gigabyte free. \
Number boards of more than 20 cells take minutes each, as every optimum is proven.

Exit status: 0 all made, 2 bad usage, 3 fewer than asked for were found.

Example:
  huarong generate --kind rush --min-moves 30 --count 3 --seed 1 > rush.toml")]
pub(crate) struct Args {
    /// The kind of board
    #[arg(long)]
    kind: Sort,
    /// Columns and rows [default: 4x4 numbers, 4x5 blocks, 6x6 rush]
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<(usize, usize)>,
    /// The fewest moves that a board must take (numbers: steps, rush: slides)
    #[arg(long, value_name = "N", default_value_t = 1)]
    min_moves: u32,
    /// How hard the boards are for people, from 1 (easy) to 5
    #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(1..=5))]
    difficulty: Option<u8>,
    /// How many boards
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: u32,
    /// What the boards are drawn from [default: another one each time]
    #[arg(long, value_name = "SEED", value_parser = puzzles::seed)]
    seed: Option<u64>,
    /// Among blocks, pieces of three cells around a corner too
    #[arg(long)]
    concave: bool,
    /// Print boards as drawn, each after a comment, and not a pack; cars as a
    /// square of Rush Hour, or as a pack where the board is no square
    #[arg(long)]
    grid: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

/// The kinds by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Sort {
    /// Number tiles, 2 to 16 a side
    Numbers,
    /// Blocks that go any way, 3 to 8 a side
    Blocks,
    /// Blocks that all keep to an axis, 4 to 8 a side
    Rush,
}

impl Sort {
    fn name(self) -> &'static str {
        match self {
            Sort::Numbers => "numbers",
            Sort::Blocks => "blocks",
            Sort::Rush => "rush",
        }
    }

    fn usual_size(self) -> (usize, usize) {
        match self {
            Sort::Numbers => (4, 4),
            Sort::Blocks => (4, 5),
            Sort::Rush => (6, 6),
        }
    }
}

impl Args {
    /// Prints the boards as they are found.
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        if self.concave && self.kind != Sort::Blocks {
            let reason = "--concave is for --kind blocks alone";
            return Err(Failure::input(reason.to_owned()));
        }
        let seed = self.seed.unwrap_or_else(any_seed);
        let order = self.order(seed);
        let mut maker = Maker::new(order);
        let mut watcher = Watcher::listen()?;
        for number in 1..=self.count {
            let limits = self.limits.limits();
            let made = match self.difficulty {
                Some(level) => maker.make_rated(level, &limits, &mut watcher),
                None => maker.make(&limits, &mut watcher),
            };
            watcher.clear();
            match made {
                Ok(entry) => self.write(number, self.described(entry, order, number))?,
                Err(Shortage::Size(least, most)) => {
                    let (kind, width, height) = (self.kind.name(), order.width, order.height);
                    let reason = format!(
                        "a board of {width}x{height} for {kind}; expected sides of {least} to {most}"
                    );
                    return Err(Failure::input(reason));
                }
                Err(shortage) => {
                    say(format_args!(
                        "huarong: {} of {} boards; {}",
                        number - 1,
                        self.count,
                        why(shortage, self.difficulty.is_some())
                    ));
                    return Ok(Status::Unknown);
                }
            }
        }
        Ok(Status::Fine)
    }

    fn order(&self, seed: u64) -> Order {
        let (width, height) = self.size.unwrap_or(self.kind.usual_size());
        let kind = match self.kind {
            Sort::Numbers => Kind::Numbers,
            Sort::Blocks => Kind::Blocks { concave: self.concave },
            Sort::Rush => Kind::Rush,
        };
        Order { kind, width, height, min_moves: self.min_moves, seed }
    }

    /// The board with an id, a name, and how it can be had again.
    fn described(&self, mut entry: Entry, order: Order, number: u32) -> Entry {
        let Order { width, height, min_moves, seed, .. } = order;
        let kind = self.kind.name();
        let concave = if self.concave { " --concave" } else { "" };
        let level = self.difficulty.map(|level| format!(" --difficulty {level}"));
        let level = level.unwrap_or_default();
        entry.id = format!("{kind}-{width}x{height}-{seed}-{number}");
        entry.name.en = format!("{kind} {width}x{height}, No. {number} of seed {seed}");
        entry.source = Some(format!(
            "huarong generate --kind {kind} --size {width}x{height} --min-moves {min_moves} --seed {seed}{concave}{level}"
        ));
        entry
    }

    fn write(&self, number: u32, entry: Entry) -> Result<(), Failure> {
        let text = if self.grid {
            let moves = entry.claims.get(entry.metric());
            let claim = match moves {
                Some(notation::Claim::Moves(moves)) => counted(moves as usize, entry.metric()),
                _ => String::new(),
            };
            let drawn = notation::drawing(&entry, entry.puzzle.start());
            let drawn = drawn.map_err(Failure::input)?;
            // Comments begin with `;` in a drawn board, where `#` is a wall, and with `#` in a pack.
            let remark = if drawn.contains("[[puzzle]]") { '#' } else { ';' };
            format!("{remark} {}: {claim}\n{drawn}", entry.name.en)
        } else {
            notation::write(Form::Toml, &entry, entry.puzzle.start()).map_err(Failure::input)?
        };
        let gap = if number > 1 { "\n" } else { "" };
        let mut out = io::stdout().lock();
        out.write_all(format!("{gap}{text}").as_bytes())?;
        // The next board may take long, and this one is not to wait for it.
        Ok(out.flush()?)
    }
}

/// Why there are no more boards, of a difficulty or not.
fn why(shortage: Shortage, is_rated: bool) -> String {
    let words = match shortage {
        Shortage::Stopped(stop) => return stop.to_string(),
        Shortage::NotFound if is_rated => {
            "no board of this difficulty was found; try another --seed or --size"
        }
        _ => "no other board as hard as that was found; try another --seed, or a lower --min-moves",
    };
    words.to_owned()
}

/// Reads columns and rows.
fn size(text: &str) -> Result<(usize, usize), String> {
    dimensions(text).ok_or_else(|| format!("{text:?} is no size like 4x5"))
}
