//! The picture of the README: the program is started in a pseudo-terminal, keys are pressed, and what the terminal shows is
//! written as SVG to standard output.
//!
//! `cargo run --example picture -- target/release/huarong > assets/screen.svg`

#[path = "../tests/common/pipe.rs"]
mod pipe;

use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use std::error::Error;
use std::fmt::Write as _;
use std::io::Write;
use std::num::NonZeroU16;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};
use vt100::{Cell, Color, Screen};

const COLUMNS: u16 = 80;
const ROWS: u16 = 24;
/// Pixels of a character.
const CELL: (f32, f32) = (8.4, 18.0);
/// What a terminal has where no colour is asked for: letters and ground.
const DEFAULT: (&str, &str) = ("#d6d9e0", "#16181d");
/// The sixteen colours that have names.
const NAMED: [&str; 16] = [
    "#16181d", "#e0605a", "#7fb96a", "#d9b352", "#6a9fd8", "#b68ad0", "#5fb8b8", "#c3c7d0",
    "#6c7280", "#f08079", "#9bd386", "#f0cc6e", "#8bb9ec", "#cda6e4", "#7fd0d0", "#f2f4f8",
];

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
    let size = PtySize {
        rows: ROWS,
        cols: COLUMNS,
        pixel_width: 0,
        pixel_height: 0,
    };
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
    print!("{}", svg(parser.screen()));
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

fn svg(screen: &Screen) -> String {
    let (width, height) = (f32::from(COLUMNS) * CELL.0, f32::from(ROWS) * CELL.1);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.1} {height:.1}\" font-family=\"ui-monospace, 'DejaVu Sans Mono', \
         Menlo, Consolas, 'Noto Sans Mono CJK SC', monospace\" font-size=\"14\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"{}\"/>\n",
        DEFAULT.1
    );
    for row in 0..ROWS {
        for run in runs(screen, row) {
            draw(&mut svg, screen, row, run);
        }
    }
    svg + "</svg>\n"
}

/// Columns of a row that look alike.
fn runs(screen: &Screen, row: u16) -> Vec<std::ops::Range<u16>> {
    let mut runs: Vec<std::ops::Range<u16>> = Vec::new();
    for column in 0..COLUMNS {
        let alike = |run: &std::ops::Range<u16>| {
            let (a, b) = (screen.cell(row, run.start), screen.cell(row, column));
            let alone = |cell: Option<&Cell>| cell.is_some_and(|c| !c.contents().is_ascii());
            a.zip(b).is_some_and(|(a, b)| look(a) == look(b)) && !alone(a) && !alone(b)
        };
        match runs.last_mut() {
            Some(run) if alike(run) => run.end = column + 1,
            _ => runs.push(column..column + 1),
        }
    }
    runs
}

type Look = (Color, Color, bool, bool, bool);

fn look(cell: &Cell) -> Look {
    (
        cell.fgcolor(),
        cell.bgcolor(),
        cell.bold(),
        cell.dim(),
        cell.inverse(),
    )
}

fn draw(svg: &mut String, screen: &Screen, row: u16, run: std::ops::Range<u16>) {
    let Some(cell) = screen.cell(row, run.start) else {
        return;
    };
    let (mut ink, mut ground) = (
        hex(cell.fgcolor(), DEFAULT.0),
        hex(cell.bgcolor(), DEFAULT.1),
    );
    if cell.inverse() {
        std::mem::swap(&mut ink, &mut ground);
    }
    let columns = if cell.is_wide() {
        2
    } else {
        run.end - run.start
    };
    let (x, y) = (f32::from(run.start) * CELL.0, f32::from(row) * CELL.1);
    let width = f32::from(columns) * CELL.0;
    if ground != DEFAULT.1 && !cell.is_wide_continuation() {
        let _ = writeln!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{ground}\"/>",
            width + 0.3,
            CELL.1 + 0.3
        );
    }
    let text: String = run
        .filter_map(|column| screen.cell(row, column))
        .map(|cell| {
            if cell.has_contents() {
                cell.contents()
            } else {
                " "
            }
        })
        .collect();
    if text.trim().is_empty() {
        return;
    }
    let weight = if cell.bold() {
        " font-weight=\"bold\""
    } else {
        ""
    };
    let faint = if cell.dim() { " opacity=\"0.6\"" } else { "" };
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;");
    let _ = writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{:.1}\" fill=\"{ink}\"{weight}{faint} textLength=\"{width:.1}\" \
         lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\">{escaped}</text>",
        y + CELL.1 * 0.75
    );
}

fn hex(color: Color, default: &str) -> String {
    match color {
        Color::Default => default.to_owned(),
        Color::Rgb(r, g, b) => format!("#{r:02x}{g:02x}{b:02x}"),
        Color::Idx(n @ 0..16) => NAMED[usize::from(n)].to_owned(),
        Color::Idx(n @ 232..) => format!("#{0:02x}{0:02x}{0:02x}", 8 + (n - 232) * 10),
        Color::Idx(n) => {
            let level = |n: u8| if n == 0 { 0 } else { 55 + 40 * n };
            let n = n - 16;
            format!(
                "#{:02x}{:02x}{:02x}",
                level(n / 36),
                level(n / 6 % 6),
                level(n % 6)
            )
        }
    }
}
