//! `huarong replay`: a list of moves, checked by the rules and shown board by board.

use super::answer::{counted, write_boards};
use super::status::{Failure, Status};
use super::{limits, picture, play, puzzles};
use crate::notation::Entry;
use crate::puzzle::{Metric, Move, Path, Puzzle};
use crate::tui::Options;
use crate::{notation, tui};
use std::io::{self, Write};
use std::path::PathBuf;

/// Check a list of moves and print each board
#[derive(clap::Args, Debug)]
#[command(after_help = "\
What `huarong solve` prints is read: k:R S:DD for blocks, each a piece and its way \
(S:D2 is S:DD); D2RU3 for numbers, each letter the way of a tile.
Exit status: 0 every move is legal, whether the puzzle is solved or not, 2 bad usage \
or input, or a move that is not legal.

Example:
  huarong replay '[[1,2,3],[4,0,5]]' L
  huarong replay --play hengdaolima \"$(cat moves.txt)\"
  huarong replay --cast game.cast --svg end.svg '[[1,2,3],[4,0,5]]' L")]
pub(crate) struct Args {
    /// A built-in's id or name, a file or one puzzle of it (FILE#NAME), a puzzle
    /// written out, or - for standard input
    #[arg(value_name = "PUZZLE")]
    puzzle: String,
    /// The moves, in one argument or in several
    #[arg(value_name = "MOVES", required = true)]
    moves: Vec<String>,
    /// What counts as one move [default: the puzzle's own]
    #[arg(long, value_parser = limits::by_name(Metric::ALL, Metric::name))]
    metric: Option<Metric>,
    /// Print the last line alone
    #[arg(long, short)]
    quiet: bool,
    /// Show the moves in the game, where they play by themselves or step by step
    #[arg(long, conflicts_with = "quiet")]
    play: bool,
    /// Write what the game shows of the moves as a film for asciinema (asciicast v2); - for standard output
    #[arg(long, value_name = "FILE", conflicts_with = "play")]
    cast: Option<PathBuf>,
    /// Write what the game shows after the moves as a picture in SVG; - for standard output
    #[arg(long, value_name = "FILE", conflicts_with = "play")]
    svg: Option<PathBuf>,
}

impl Args {
    /// Prints the boards, and whether the last one is solved.
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let asked = puzzles::read_one(&self.puzzle, None)?;
        let puzzle = &asked.entry.puzzle;
        let text = self.moves.join(" ");
        let moves = notation::moves::read(puzzle, puzzle.start(), &text)
            .map_err(|error| Failure::Input(vec![error.to_string()]))?;
        let metric = self.metric.unwrap_or_else(|| asked.entry.metric());
        // Moves that the rules do not allow are told before the screen or a file is touched.
        let count = count(puzzle, &moves, metric)?;
        if self.play {
            return play::show(asked.entry, moves, self.metric);
        }
        if self.cast.is_some() || self.svg.is_some() {
            return self.draw(&asked.entry, &moves);
        }
        let mut out = io::stdout().lock();
        if !self.quiet {
            write_boards(&mut out, puzzle, &moves)?;
            writeln!(out)?;
        }
        let solved = if ends_solved(puzzle, &moves) { "solved" } else { "not solved" };
        writeln!(out, "{}: {solved} after {}", asked.label, counted(count, metric))?;
        Ok(Status::Fine)
    }
}

/// What draws moves from the start of a puzzle.
type Draw = fn(Entry, Path, &Options) -> io::Result<String>;

impl Args {
    /// Writes the files that are asked for, each as a whole or not at all.
    fn draw(&self, entry: &Entry, moves: &[Move]) -> Result<Status, Failure> {
        picture::apart(self.cast.as_ref(), self.svg.as_ref())?;
        let options = play::drawn(self.metric);
        let asked: [(_, Draw); 2] = [(&self.cast, tui::cast), (&self.svg, tui::still)];
        for (file, draw) in asked {
            let Some(file) = file else { continue };
            let drawn = draw(entry.clone(), moves.to_vec(), &options)?;
            picture::put(file, &drawn)?;
        }
        Ok(Status::Fine)
    }
}

/// How many moves they come to, or which of them the rules do not allow.
fn count(puzzle: &Puzzle, moves: &[Move], metric: Metric) -> Result<usize, Failure> {
    let counted = puzzle.count(puzzle.start(), moves, metric);
    counted.map_err(|(index, illegal)| Failure::input(format!("move {}: {illegal}", index + 1)))
}

/// Whether the last position of legal moves is a solved one.
fn ends_solved(puzzle: &Puzzle, moves: &[Move]) -> bool {
    let mut position = puzzle.start().clone();
    let legal = moves.iter().all(|action| position.play(puzzle, action).is_ok());
    legal && puzzle.is_solved(&position)
}
