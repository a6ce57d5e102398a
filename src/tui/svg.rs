//! A screen as a picture: SVG that any browser draws, with the terminal's characters as text.

use super::theme::Rgb;
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};
use std::fmt::Write as _;
use std::ops::Range;
use unicode_width::UnicodeWidthStr;

/// Pixels of a character.
// The letters of most fixed fonts are 0.6 as wide as they are high: 8.4 pixels at the font size of 14.
const CELL: (f32, f32) = (8.4, 18.0);
/// What a terminal has where no colour is asked for: letters and ground.
const DEFAULT: (&str, &str) = ("#d6d9e0", "#16181d");
/// The sixteen colours that have names.
const NAMED: [&str; 16] = [
    "#16181d", "#e0605a", "#7fb96a", "#d9b352", "#6a9fd8", "#b68ad0", "#5fb8b8", "#c3c7d0",
    "#6c7280", "#f08079", "#9bd386", "#f0cc6e", "#8bb9ec", "#cda6e4", "#7fd0d0", "#f2f4f8",
];
/// The picture of a screen.
///
/// ```
/// use huarong::tui::svg;
/// use ratatui::buffer::Buffer;
/// let picture = svg(&Buffer::with_lines(["a < b"]));
/// assert!(picture.starts_with("<svg ") && picture.contains(">a &lt; b</text>"));
/// ```
#[must_use]
pub fn svg(screen: &Buffer) -> String {
    let (columns, rows) = (screen.area.width, screen.area.height);
    let (width, height) = (f32::from(columns) * CELL.0, f32::from(rows) * CELL.1);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.1} {height:.1}\" font-family=\"ui-monospace, 'DejaVu Sans Mono', \
         Menlo, Consolas, 'Noto Sans Mono CJK SC', monospace\" font-size=\"14\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"{}\"/>\n",
        DEFAULT.1
    );
    for y in 0..rows {
        for run in runs(screen, y) {
            draw(&mut svg, screen, y, run);
        }
    }
    svg + "</svg>\n"
}

/// Columns of a row that look alike; what is no plain letter stands alone, so that it keeps its place in any font.
fn runs(screen: &Buffer, y: u16) -> Vec<Range<u16>> {
    let mut runs: Vec<Range<u16>> = Vec::new();
    let mut x = 0;
    while x < screen.area.width {
        let cell = &screen[(x, y)];
        let width = (cell.symbol().width() as u16).clamp(1, screen.area.width - x);
        // Browsers take what is no ASCII from other fonts, whose widths are not those of the cells.
        let plain = |cell: &Cell| cell.symbol().is_ascii();
        let alike = |run: &Range<u16>| {
            let first = &screen[(run.start, y)];
            look(first) == look(cell) && plain(first) && plain(cell)
        };
        match runs.last_mut() {
            Some(run) if alike(run) => run.end = x + width,
            _ => runs.push(x..x + width),
        }
        x += width;
    }
    runs
}

fn look(cell: &Cell) -> (Color, Color, Modifier) {
    (cell.fg, cell.bg, cell.modifier)
}

fn draw(svg: &mut String, screen: &Buffer, row: u16, run: Range<u16>) {
    let cell = &screen[(run.start, row)];
    let has = |modifier| cell.modifier.contains(modifier);
    let (mut ink, mut ground) = (hex(cell.fg, DEFAULT.0), hex(cell.bg, DEFAULT.1));
    if has(Modifier::REVERSED) {
        std::mem::swap(&mut ink, &mut ground);
    }
    let (x, y) = (f32::from(run.start) * CELL.0, f32::from(row) * CELL.1);
    let width = f32::from(run.end - run.start) * CELL.0;
    // Writing to a string cannot fail.
    if ground != DEFAULT.1 {
        let _ = writeln!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{ground}\"/>",
            // Neighbours overlap a little, or a seam would show between them when the picture is scaled.
            width + 0.3,
            CELL.1 + 0.3
        );
    }
    let plain = cell.symbol().is_ascii();
    // Behind a wide character stands the cell of its second half, which has nothing to be drawn.
    let shown = if plain { run } else { run.start..run.start + 1 };
    let text: String = shown.map(|x| screen[(x, row)].symbol()).collect();
    if text.trim().is_empty() {
        return;
    }
    let weight = if has(Modifier::BOLD) { " font-weight=\"bold\"" } else { "" };
    let faint = if has(Modifier::DIM) { " opacity=\"0.6\"" } else { "" };
    // The ampersand goes first, or it would be escaped again in what replaces the other.
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;");
    let _ = writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{:.1}\" fill=\"{ink}\"{weight}{faint} textLength=\"{width:.1}\" \
         lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\">{escaped}</text>",
        y + CELL.1 * 0.75
    );
}

fn hex(color: Color, default: &str) -> String {
    let rgb = |r: u8, g: u8, b: u8| format!("#{r:02x}{g:02x}{b:02x}");
    match color {
        Color::Rgb(r, g, b) => rgb(r, g, b),
        Color::Indexed(n @ 0..16) => NAMED[usize::from(n)].to_owned(),
        Color::Indexed(n) => {
            let Rgb(r, g, b) = Rgb::fixed(n);
            rgb(r, g, b)
        }
        named => {
            let at = super::pictures::NAMED.iter().position(|&(name, _)| name == named);
            at.map_or(default, |at| NAMED[at]).to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::style::Style;

    #[test]
    fn colours_wide_characters_and_blanks_are_drawn_where_they_stand() {
        let mut screen = Buffer::with_lines(["曹操 ab c"]);
        let style = Style::new().bg(Color::Indexed(196)).add_modifier(Modifier::BOLD);
        screen.set_string(0, 0, "曹操", style);
        let picture = svg(&screen);
        let texts: Vec<&str> = picture.lines().filter(|line| line.starts_with("<text")).collect();
        assert_eq!(texts.len(), 3, "{picture}");
        assert!(texts[0].contains("x=\"0.0\"") && texts[0].contains("bold"), "{picture}");
        assert!(texts[1].contains("x=\"16.8\"") && texts[1].contains(">操<"), "{picture}");
        assert!(texts[2].contains("x=\"33.6\"") && texts[2].contains("> ab c<"), "{picture}");
        assert_eq!(picture.matches("fill=\"#ff0000\"").count(), 2, "{picture}");
    }
}
