//! Screens as a picture, still or moving: SVG that any browser draws, with the terminal's characters as text.

use super::theme::{Palette, Rgb};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::ops::Range;
use std::time::Duration;
use unicode_width::UnicodeWidthStr;

/// Pixels of a character.
// The letters of most fixed fonts are 0.6 as wide as they are high: 8.4 pixels at the font size of 14.
const CELL: (f32, f32) = (8.4, 18.0);
/// What a terminal has where no colour is asked for.
#[derive(Clone, Copy)]
struct Paper {
    ink: &'static str,
    ground: &'static str,
}

const DARK: Paper = Paper { ink: "#d6d9e0", ground: "#16181d" };
const LIGHT: Paper = Paper { ink: "#24282f", ground: "#fbfbf8" };

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
pub fn svg(screen: &Buffer) -> String {
    svg_on(screen, Palette::Dark)
}

/// The picture of a screen on a terminal whose ground is the one that a palette is made for.
pub(crate) fn svg_on(screen: &Buffer, palette: Palette) -> String {
    let paper = if palette.scheme().is_light { LIGHT } else { DARK };
    let [grounds, texts] = elements(screen, paper);
    head(screen.area, paper) + &grounds.concat() + &texts.concat() + "</svg>\n"
}

/// A picture that moves: screens of one size, each with the time for which it is seen, over and over. What several of them have in
/// common is written once.
pub fn animated(frames: &[(Buffer, Duration)]) -> String {
    let mut svg = head(frames.first().map_or(Rect::ZERO, |(screen, _)| screen.area), DARK);
    let elements: Vec<[Vec<String>; 2]> =
        frames.iter().map(|(screen, _)| elements(screen, DARK)).collect();
    let times: Vec<Duration> = frames.iter().map(|(_, time)| *time).collect();
    // All grounds lie below all letters.
    for layer in 0..2 {
        // When each element is seen, in the order in which they are seen first.
        let mut seen: Vec<(&str, Vec<bool>)> = Vec::new();
        let mut at: HashMap<&str, usize> = HashMap::new();
        for (frame, elements) in elements.iter().enumerate() {
            for element in &elements[layer] {
                let index = *at.entry(element).or_insert_with(|| {
                    seen.push((element, vec![false; frames.len()]));
                    seen.len() - 1
                });
                seen[index].1[frame] = true;
            }
        }
        let mut groups: Vec<(Vec<bool>, String)> = Vec::new();
        let mut group_of: HashMap<Vec<bool>, usize> = HashMap::new();
        for (element, when) in seen {
            let group = *group_of.entry(when.clone()).or_insert_with(|| {
                groups.push((when, String::new()));
                groups.len() - 1
            });
            groups[group].1 += element;
        }
        for (when, elements) in groups {
            group(&mut svg, &when, &times, &elements);
        }
    }
    svg + "</svg>\n"
}

/// Elements that are seen in the same frames; those that always are need no animation.
fn group(svg: &mut String, when: &[bool], times: &[Duration], elements: &str) {
    if when.iter().all(|&is_seen| is_seen) {
        *svg += elements;
        return;
    }
    let whole: Duration = times.iter().sum();
    let (mut values, mut starts) = (Vec::new(), Vec::new());
    let mut start = Duration::ZERO;
    for (frame, (&is_seen, time)) in when.iter().zip(times).enumerate() {
        if frame == 0 || when[frame - 1] != is_seen {
            values.push(if is_seen { "visible" } else { "hidden" });
            starts.push(format!("{:.4}", start.as_secs_f64() / whole.as_secs_f64()));
        }
        start += *time;
    }
    // Who does not animate shows the first frame. Writing to a string cannot fail.
    let _ = writeln!(
        svg,
        "<g visibility=\"{}\">\n{elements}<animate attributeName=\"visibility\" \
         calcMode=\"discrete\" dur=\"{}s\" repeatCount=\"indefinite\" values=\"{}\" \
         keyTimes=\"{}\"/>\n</g>",
        values[0],
        whole.as_secs_f64(),
        values.join(";"),
        starts.join(";")
    );
}

/// The beginning of a picture of so many characters.
fn head(area: Rect, paper: Paper) -> String {
    let (width, height) = (f32::from(area.width) * CELL.0, f32::from(area.height) * CELL.1);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.1} {height:.1}\" font-family=\"ui-monospace, 'DejaVu Sans Mono', \
         Menlo, Consolas, 'Noto Sans Mono CJK SC', monospace\" font-size=\"14\" fill=\"{}\" \
         xml:space=\"preserve\">\n<rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"{}\"/>\n",
        paper.ink, paper.ground
    )
}

/// What a screen consists of: grounds, and letters.
fn elements(screen: &Buffer, paper: Paper) -> [Vec<String>; 2] {
    let rows = || screen.area.rows().map(|row| row.y);
    let grounds = rows().flat_map(|y| grounds(screen, y, paper));
    let texts = rows().flat_map(|y| {
        runs(screen, y).into_iter().filter_map(move |run| text(screen, y, run, paper))
    });
    [grounds.collect(), texts.collect()]
}

/// The colours of letters and ground.
fn colors(cell: &Cell, paper: Paper) -> (String, String) {
    let (ink, ground) = (hex(cell.fg, paper.ink), hex(cell.bg, paper.ground));
    if cell.modifier.contains(Modifier::REVERSED) { (ground, ink) } else { (ink, ground) }
}

/// The grounds of a row that are not the terminal's.
fn grounds(screen: &Buffer, y: u16, paper: Paper) -> Vec<String> {
    let columns: Vec<u16> = (0..screen.area.width).collect();
    let is_wide = |x: u16| screen[(x, y)].symbol().width() > 1;
    // The second half of a wide character has the colours of the first.
    let first = |x: u16| x.checked_sub(1).filter(|&x| is_wide(x)).unwrap_or(x);
    let ground = |&x: &u16| colors(&screen[(first(x), y)], paper).1;
    let runs = columns.chunk_by(|a, b| ground(a) == ground(b));
    let colored = runs.filter(|run| ground(&run[0]) != paper.ground);
    let rect = |run: &[u16]| {
        format!(
            "<rect x=\"{:.1}\" y=\"{}\" width=\"{:.1}\" height=\"{}\" fill=\"{}\"/>\n",
            f32::from(run[0]) * CELL.0,
            f32::from(y) * CELL.1,
            // Neighbours overlap a little, or a seam would show between them when the picture is scaled.
            run.len() as f32 * CELL.0 + 0.3,
            CELL.1 + 0.3,
            ground(&run[0])
        )
    };
    colored.map(rect).collect()
}

/// Columns of a row that look alike; what is no plain letter stands with its equals alone, so that it keeps its place in any font.
fn runs(screen: &Buffer, y: u16) -> Vec<Range<u16>> {
    let mut runs: Vec<Range<u16>> = Vec::new();
    let mut x = 0;
    while x < screen.area.width {
        let cell = &screen[(x, y)];
        let width = (cell.symbol().width() as u16).clamp(1, screen.area.width - x);
        let is_blank = |cell: &Cell| cell.symbol() == " ";
        // A single blank between words goes with them; more of them part what changes from what stays.
        let next = (x + 1 < screen.area.width).then(|| &screen[(x + 1, y)]);
        let is_last = next.is_none_or(|next| is_blank(next) || look(next) != look(cell));
        // Browsers take what is no ASCII from other fonts, whose widths are not those of the cells.
        let plain = |cell: &Cell| cell.symbol().is_ascii();
        let alike = |run: &Range<u16>| {
            let (first, last) = (&screen[(run.start, y)], &screen[(run.end - 1, y)]);
            let is_even = match (is_blank(first), is_blank(cell)) {
                (true, is_blank) => is_blank,
                (false, true) => plain(first) && !is_blank(last) && !is_last,
                (false, false) => plain(first) && plain(cell) || first.symbol() == cell.symbol(),
            };
            look(first) == look(cell) && is_even
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

/// The letters of a run, if there are any.
fn text(screen: &Buffer, row: u16, run: Range<u16>, paper: Paper) -> Option<String> {
    let cell = &screen[(run.start, row)];
    let has = |modifier| cell.modifier.contains(modifier);
    let (x, y) = (f32::from(run.start) * CELL.0, f32::from(row) * CELL.1);
    let width = f32::from(run.end - run.start) * CELL.0;
    // Behind a wide character stands the cell of its second half, which has nothing to be drawn.
    let step = cell.symbol().width().max(1);
    let text: String = run.step_by(step).map(|x| screen[(x, row)].symbol()).collect();
    if text.trim().is_empty() {
        return None;
    }
    let (ink, _) = colors(cell, paper);
    let fill = if ink == paper.ink { String::new() } else { format!(" fill=\"{ink}\"") };
    let weight = if has(Modifier::BOLD) { " font-weight=\"bold\"" } else { "" };
    let faint = if has(Modifier::DIM) { " opacity=\"0.6\"" } else { "" };
    // The letters of a fixed font need only be moved; lines and blocks from other fonts must meet, and are stretched.
    let adjust = if text.is_ascii() { "" } else { " lengthAdjust=\"spacingAndGlyphs\"" };
    // The ampersand goes first, or it would be escaped again in what replaces the other.
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;");
    Some(format!(
        "<text x=\"{x:.1}\" y=\"{:.1}\"{fill}{weight}{faint} textLength=\"{width:.1}\"{adjust}>{escaped}</text>\n",
        y + CELL.1 * 0.75
    ))
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
        assert!(texts[2].contains("x=\"42.0\"") && texts[2].contains(">ab c<"), "{picture}");
        // What is one in colour is one ground, the second halves too.
        assert_eq!(picture.matches("width=\"33.9\" height=\"18.3\" fill=\"#ff0000\"").count(), 1);
    }

    /// What is seen at a time is the frame of that time, and what does not change is written once.
    #[test]
    fn a_moving_picture_shows_each_frame_at_its_time() {
        let frames: Vec<(Buffer, Duration)> =
            [("one  same", 1), ("two  same", 2), ("one  same", 1)]
                .map(|(words, seconds)| (Buffer::with_lines([words]), Duration::from_secs(seconds)))
                .into();
        let picture = animated(&frames);
        assert_eq!(picture.matches("<text").count(), 3, "{picture}");
        assert_eq!(picture.matches("same").count(), 1, "{picture}");
        let animation = |values| format!("dur=\"4s\" repeatCount=\"indefinite\" values=\"{values}");
        assert!(picture.contains(&animation("visible;hidden;visible")), "{picture}");
        assert!(picture.contains(&animation("hidden;visible;hidden")), "{picture}");
        assert_eq!(picture.matches("keyTimes=\"0.0000;0.2500;0.7500\"").count(), 2, "{picture}");
        let plain = Buffer::with_lines(["a < b"]);
        assert_eq!(animated(&[(plain.clone(), Duration::from_secs(1))]), svg(&plain));
    }
}
