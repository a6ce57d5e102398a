//! The program in a real pseudo-terminal that answers nothing, or only what a picture is asked for: what it shows, what it leaves behind, how it exits.

#![expect(clippy::unwrap_used, reason = "where a test cannot go on, it fails")]

mod attacks;
mod cells;
mod coming_back;
mod drawing;
mod endings;
mod files;
mod looks;
mod pace;
mod pipe;
mod pipes;
mod pixels;
mod tty;
mod turns;
