//! The picture of the README: the program is started in a pseudo-terminal, keys are pressed, and what the terminal shows is
//! written as SVG to standard output.
//!
//! `cargo run --example picture -- target/release/huarong > assets/screen.svg`

#[path = "../tests/terminal/pipe.rs"]
mod pipe;

use huarong::tui::svg;
use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use std::error::Error;
use std::io::Write;
use std::num::NonZeroU16;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};
use vt100::{Cell, Screen};

const COLUMNS: u16 = 80;
const ROWS: u16 = 24;
/// What is pressed, and the words that must then be on the screen.
const SCRIPT: [(&str, &str); 5] = [
    ("", "remaining           81"),
    ("S", "0/81"),
    ("5", "40/81"),
    ("\r", "remaining           41"),
    ("HHH", "Hint"),
];

fn main() -> Result<(), Box<dyn Error>> {
    let program = std::env::args().nth(1).ok_or("which program?")?;
    let program = std::fs::canonicalize(program)?;
    let home = tempfile::tempdir()?;
    let size = PtySize { rows: ROWS, cols: COLUMNS, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size)?;
    let mut command = CommandBuilder::new(program);
    command.args(["hengdaolima", "--no-anim", "--lang", "en"]);
    command.env("HUARONG_HOME", home.path());
    command.env("TERM", "xterm-256color");
    command.env("COLORTERM", "truecolor");
    let mut child = pair.slave.spawn_command(command)?;
    let output = pipe::listen(pair.master.try_clone_reader()?);
    let mut keyboard = pair.master.take_writer()?;
    let count = |n: u16| NonZeroU16::new(n).ok_or("no rows");
    let mut parser = vt100::Parser::new(count(ROWS)?, count(COLUMNS)?, 0);
    for (keys, words) in SCRIPT {
        keyboard.write_all(keys.as_bytes())?;
        keyboard.flush()?;
        until(&mut parser, &output, words)?;
    }
    // The map comes when it is ready, and the board may still be drawn.
    while let Ok(bytes) = output.recv_timeout(Duration::from_millis(700)) {
        parser.process(&bytes);
    }
    print!("{}", svg(&buffer(parser.screen())));
    keyboard.write_all(b"q")?;
    child.wait()?;
    Ok(())
}

fn until(
    parser: &mut vt100::Parser,
    output: &Receiver<Vec<u8>>,
    words: &str,
) -> Result<(), Box<dyn Error>> {
    let end = Instant::now() + Duration::from_secs(30);
    while !parser.screen().contents().contains(words) {
        let left = end.saturating_duration_since(Instant::now());
        let bytes = output.recv_timeout(left).map_err(|_| {
            let screen = parser.screen().contents();
            format!("{words:?} never came:\n{screen}")
        })?;
        parser.process(&bytes);
    }
    Ok(())
}

/// The screen as the game's own drawing has it, so that its picture is made as the program makes pictures.
fn buffer(screen: &Screen) -> Buffer {
    let mut buffer = Buffer::empty(Rect::new(0, 0, COLUMNS, ROWS));
    for at in buffer.area.positions() {
        if let Some(cell) = screen.cell(at.y, at.x) {
            let drawn = &mut buffer[at];
            if cell.has_contents() {
                drawn.set_symbol(cell.contents());
            }
            drawn.set_style(style(cell));
        }
    }
    buffer
}

fn style(cell: &Cell) -> Style {
    let color = |color| match color {
        vt100::Color::Default => Color::Reset,
        vt100::Color::Idx(n) => Color::Indexed(n),
        vt100::Color::Rgb(r, g, b) => Color::Rgb(r, g, b),
    };
    let style = Style::new().fg(color(cell.fgcolor())).bg(color(cell.bgcolor()));
    let modifiers = [
        (cell.bold(), Modifier::BOLD),
        (cell.dim(), Modifier::DIM),
        (cell.inverse(), Modifier::REVERSED),
    ];
    let set = modifiers.into_iter().filter(|(is_set, _)| *is_set);
    set.fold(style, |style, (_, modifier)| style.add_modifier(modifier))
}
