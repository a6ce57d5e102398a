//! What is seen: colours, languages, sizes, the help, the mouse.

use crate::tty::{TWO_LEFT, Tty, cells, command, home, steps};
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

/// Every colour code in `bytes`: parameters of `m` that choose one, but not those that go back to the default.
fn colour_codes(bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes);
    let codes = text.split("\x1b[").skip(1).filter_map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_digit() && !";:".contains(c))?;
        rest[end..].starts_with('m').then(|| rest[..end].to_owned())
    });
    let colour = |code: &str| {
        let first = code.split([';', ':']).next().unwrap_or_default();
        matches!(first.parse(), Ok(30..=38 | 40..=48 | 90..=107))
    };
    codes.filter(|code| colour(code)).collect()
}

#[test]
fn no_color_means_none() {
    // The game that is left goes on, so that each has a home of its own.
    let (first, second) = (home(), home());
    let mut without = command(first.path(), &[TWO_LEFT]);
    without.env("NO_COLOR", "1");
    let codes = |command| {
        let mut tty = Tty::start(command, 80, 24);
        tty.until_known(2);
        tty.press("j");
        tty.until_seen("+1 away");
        tty.press("q");
        colour_codes(&tty.end().bytes)
    };
    assert_eq!(codes(without), [""; 0]);
    assert_ne!(codes(command(second.path(), &[TWO_LEFT])), [""; 0]);
}

#[test]
fn a_dumb_terminal_gets_no_colours() {
    let home = home();
    let mut dumb = command(home.path(), &[TWO_LEFT]);
    dumb.env("TERM", "dumb");
    let mut tty = Tty::start(dumb, 80, 24);
    tty.until_known(2);
    tty.press("j");
    tty.until_seen("+1 away");
    tty.press("q");
    let end = tty.end();
    end.assert_restored(0);
    assert_eq!(colour_codes(&end.bytes), [""; 0]);
}

#[test]
fn the_locale_chooses_the_language_and_wide_characters_do_not_drift() {
    for (locale, word) in [("C", "remaining"), ("zh_CN.UTF-8", "剩余")] {
        let home = home();
        std::fs::write(home.path().join("settings.toml"), "clock = false\n").unwrap();
        let mut spoken = command(home.path(), &["hengdaolima"]);
        spoken.env("LANG", locale);
        let mut tty = Tty::start(spoken, 100, 30);
        tty.until_seen(word);
        tty.until("the number that remains", |screen| screen.contents().contains("81"));
        for keys in ["\t", "?", "?", "M", "M", "L", "L"] {
            let written = tty.bytes.len();
            tty.press(keys);
            tty.until_written(written);
        }
        tty.until_silent(Duration::from_millis(300));
        // The frame of the board stands in two columns, whatever is written on the pieces.
        let (_, columns) = tty.parser.screen().size();
        let framed = cells(tty.parser.screen()).into_iter().enumerate();
        let framed = framed.filter(|(_, (character, _))| character == "┃");
        let framed: BTreeSet<_> = framed.map(|(at, _)| at % usize::from(columns.get())).collect();
        assert_eq!(framed.len(), 2, "{}", tty.text());
        // What was drawn change by change is what is drawn as a whole.
        let characters = |tty: &Tty| -> Vec<String> {
            let cells = cells(tty.parser.screen()).into_iter();
            cells.map(|(character, _)| character).collect()
        };
        let (before, text) = (characters(&tty), tty.text());
        let written = tty.bytes.len();
        tty.press("\x0c");
        tty.until_silent(Duration::from_millis(300));
        assert!(tty.bytes.len() > written, "nothing is drawn anew");
        assert!(characters(&tty) == before, "{text}\n{}", tty.text());
        tty.signal("TERM");
        tty.end().assert_restored(128 + 15);
    }
}

#[test]
fn after_small_and_smaller_windows_the_picture_is_as_before() {
    let home = home();
    let mut tty = Tty::game(&home, &["hengdaolima"], 120, 40);
    tty.until_known(81);
    tty.until_silent(Duration::from_millis(300));
    let before = cells(tty.parser.screen());
    tty.resize(20, 5);
    tty.until_seen("It is 20x5; this");
    tty.resize(1, 1);
    tty.until("one cell", |screen| screen.contents().trim() == "…");
    tty.resize(120, 40);
    tty.until("the picture before", |screen| cells(screen) == before);
    tty.leave();
}

#[test]
fn the_help_can_be_read_to_its_last_line_in_a_small_window() {
    let home = home();
    let mut tty = Tty::game(&home, &[TWO_LEFT], 40, 12);
    tty.until_seen("remaining");
    tty.press("?");
    tty.until("the help", |screen| screen.contents().contains("par: the fewest"));
    assert!(!tty.text().contains("Ctrl-C"), "{}", tty.text());
    tty.press(&"\x1b[B".repeat(299));
    tty.until_seen("Ctrl-C");
    tty.press("?");
    tty.until_seen("Huarong");
    tty.leave();
}

#[test]
fn the_mouse_pushes_tiles_and_drags_cars() {
    let home = home();
    let mut tty = Tty::start(command(home.path(), &["[[1,2,3],[0,4,5]]"]), 80, 24);
    tty.until_known(2);
    for number in ["4", "5"] {
        let (row, column) = find(&tty, number);
        // Press and release of the left button, counted from 1 (SGR).
        tty.press(&format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"));
        tty.until("the tile elsewhere", |screen| {
            screen
                .contents()
                .lines()
                .nth(row - 1)
                .is_none_or(|line| line.chars().nth(column - 1) != number.chars().next())
        });
    }
    tty.until_seen("Solved");
    tty.leave();

    let board = "AA...o\np..q.o\npXXq.o\np..q..\nb...cc\nb.rrr.\n=>\n......\n......\n....XX\n......\n......\n......\n";
    let file = home.path().join("rush.txt");
    std::fs::write(&file, board).unwrap();
    let mut tty = Tty::game(&home, &[&file.display().to_string()], 80, 24);
    tty.until_seen("remaining");
    let (row, column) = find(&tty, "A");
    tty.press(&format!("\x1b[<0;{column};{row}M\x1b[<32;{};{row}M\x1b[<0;{0};{row}m", column + 7));
    // In the list of moves: A went right.
    tty.until_seen("A→");
    tty.leave();
}

/// Row and column, from 1, of the first piece labelled so.
fn find(tty: &Tty, label: &str) -> (usize, usize) {
    let text = tty.text();
    let wanted = format!(" {label} ");
    // The title and the aim name pieces too.
    let lines = text.lines().enumerate().skip(2);
    let mut hits = lines.filter_map(|(row, line)| {
        let board: String = line.chars().take(50).collect();
        let at = board.find(&wanted)?;
        Some((row + 1, board[..at].chars().count() + 2))
    });
    hits.next().expect("the piece is there")
}

/// What would disturb a terminal: escape sequences, marks that turn the direction of writing, characters without a width.
const EVIL: [&str; 7] =
    ["\u{1b}[31m", "\u{9b}", "\u{202e}", "\u{2066}", "\u{200b}", "\u{301}", "\u{feff}"];

#[test]
fn nothing_of_a_hostile_file_reaches_the_terminal() {
    let home = home();
    let evil = EVIL.concat();
    let escape = |c| format!("\\u{:04x}", u32::from(c));
    let escaped: String = evil.chars().map(escape).collect();
    let pack = format!("title = \"{escaped}\"\n[[puzzle]]\nid = \"{escaped}\"\n");
    let run = |name: &str, text: &str| {
        let file = home.path().join(format!("{evil}{name}"));
        std::fs::write(&file, text).unwrap();
        Tty::game(&home, &[&file.display().to_string()], 120, 40)
    };
    let mut tty = run("good.txt", TWO_LEFT);
    tty.until_known(2);
    for keys in ["?", "?", "\u{1b}"] {
        tty.press(keys);
        tty.until_silent(Duration::from_millis(300));
    }
    tty.signal("TERM");
    let mut shown = vec![tty.end().bytes];
    for (name, text) in [("bad.txt", &format!("A{evil}\nB\n")), ("pack.toml", &pack)] {
        let refused = run(name, text).end();
        assert_eq!(refused.status, 2);
        shown.push(refused.bytes);
    }
    for bytes in shown {
        let text = String::from_utf8(bytes).unwrap();
        for evil in EVIL {
            assert!(!text.contains(evil), "{evil:?} in {text:?}");
        }
    }
}

/// What a key has chosen is there again at the next start, and nothing else of the settings is other than before.
#[test]
fn the_theme_and_the_language_that_were_chosen_last() {
    let home = home();
    let file = home.path().join("settings.toml");
    std::fs::write(&file, "# mine\nclock = false # calm\n").unwrap();
    let mut tty = Tty::start(command(home.path(), &["hengdaolima"]), 80, 24);
    tty.until_seen("remaining");
    tty.press("T");
    tty.until_seen("Theme: light");
    tty.press("L");
    tty.until_seen("剩余");
    tty.leave();
    let text = std::fs::read_to_string(&file).unwrap();
    let wanted = "# mine\nclock = false # calm\ntheme = \"light\"\nlang = \"zh\"\n";
    // What is chosen while the disk is slow is written at once with what comes after it, in the order of the settings.
    let together = "# mine\nclock = false # calm\nlang = \"zh\"\ntheme = \"light\"\n";
    assert!(text == wanted || text == together, "{text}");
    let mut tty = Tty::start(command(home.path(), &["hengdaolima"]), 80, 24);
    tty.until_seen("剩余");
    tty.press("T");
    tty.until_seen("色盲");
    tty.leave();
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text.replace("light", "color-blind"));
}

/// In the settings arrows choose, the theme is seen at once, and the mouse is given back to the terminal and taken again; F1 helps.
#[test]
fn settings_are_changed_in_play_and_the_mouse_with_them() {
    let home = home();
    let mut tty = Tty::start(command(home.path(), &["hengdaolima", "--theme", "light"]), 80, 24);
    tty.until_known(81);
    tty.press("o");
    tty.until_seen("theme *");
    let has_mouse =
        |screen: &vt100::Screen| screen.mouse_protocol_mode() != vt100::MouseProtocolMode::None;
    assert!(has_mouse(tty.parser.screen()));
    // From the language down to the mouse.
    tty.press(&"\x1b[B".repeat(4));
    tty.until_seen("▸ mouse");
    tty.press("\r");
    tty.until("the mouse is given back", |screen| !has_mouse(screen));
    tty.press("\x1b[D");
    tty.until("the mouse is taken again", has_mouse);
    tty.press("\x1b[A\x1b[A\x1b[A\x1b[C");
    tty.until_seen("theme = \"color-blind\"");
    tty.press("\x1bOP");
    tty.until_seen("In the settings");
    // The last row comes last.
    tty.until_seen("Esc close");
    // A click on the words of the last row closes the help, and then the settings.
    let text = tty.text();
    let (before, _) = text.lines().last().and_then(|row| row.split_once("Esc")).unwrap();
    let column = before.chars().count() + 1;
    tty.press(&format!("\x1b[<0;{column};24M\x1b[<0;{column};24m"));
    tty.until_seen("▸ theme");
    tty.press("\x1b");
    tty.until_seen("distance to goal");
    tty.leave();
    let text = std::fs::read_to_string(home.path().join("settings.toml")).unwrap();
    // What is chosen and taken back while the disk is slow need not be written at all.
    assert!(text.ends_with("theme = \"color-blind\"\n") && !text.contains("false"), "{text}");
}

/// What asks for the last of the sixteen colours.
const LAST_COLOUR: &str = "\x1b]4;15;?\x07";

/// The game in the light theme in a terminal of this kind, asked or not.
fn light(home: &TempDir, term: &str) -> Tty {
    std::fs::write(home.path().join("settings.toml"), "clock = false\ntheme = \"light\"\n")
        .unwrap();
    let mut light = command(home.path(), &[TWO_LEFT, "--no-anim"]);
    light.env("TERM", term);
    let mut tty = Tty::start(light, 80, 24);
    tty.until_known(2);
    tty.until_silent(Duration::from_millis(300));
    tty
}

/// Solarized Light: its words have 4.1:1 on their ground. Where there are sixteen colours, it is asked what they look like, and the
/// words are in the one that can be read; what it answers is no key, and keys in between are.
#[test]
fn words_are_in_the_one_of_sixteen_colours_that_can_be_read() {
    let home = home();
    let mut tty = light(&home, "xterm");
    let bytes = String::from_utf8_lossy(&tty.bytes).into_owned();
    let (before, _) = bytes.split_once("\x1b]").expect("it is asked");
    assert!(before.contains("Huarong"), "asked before the first frame");
    assert!(bytes.contains(LAST_COLOUR));
    // Not answered, words stay the terminal's own.
    let words = |screen: &vt100::Screen| -> BTreeSet<String> {
        let written = cells(screen)
            .into_iter()
            .filter(|(character, _)| character.chars().any(char::is_alphanumeric));
        written.map(|(_, [words, _])| format!("{words:?}")).collect()
    };
    assert!(words(tty.parser.screen()).contains("Default"));
    let sixteen = [
        "073642", "dc322f", "859900", "b58900", "268bd2", "d33682", "2aa198", "eee8d5", "002b36",
        "cb4b16", "586e75", "657b83", "839496", "6c71c4", "93a1a1", "fdf6e3",
    ];
    let spec = |hex: &str| format!("rgb:{0}{0}/{1}{1}/{2}{2}", &hex[..2], &hex[2..4], &hex[4..]);
    let ground = format!("\x1b]10;{}\x07\x1b]11;{}\x07", spec("657b83"), spec("fdf6e3"));
    let named = sixteen.iter().enumerate();
    let named: String = named.map(|(n, hex)| format!("\x1b]4;{n};{}\x1b\\", spec(hex))).collect();
    tty.press(&format!("h{ground}u{named}h"));
    // 586e75, in which Solarized writes what it emphasizes, and no red, which has 4.3:1.
    let readable = BTreeSet::from(["Idx(10)".to_owned()]);
    tty.until("words that can be read", |screen| {
        words(screen).iter().all(|colour| readable.contains(colour))
    });
    tty.until("the steps", |screen| steps(screen) == Some(1));
    tty.leave();
}

/// The Linux console would take the question for others, and where there are more colours none is asked.
#[test]
fn who_would_not_understand_or_has_more_colours_is_not_asked() {
    for term in ["linux", "vt220", "xterm-256color"] {
        let home = home();
        let tty = light(&home, term);
        assert!(!String::from_utf8_lossy(&tty.bytes).contains("\x1b]"), "{term}");
        tty.leave();
    }
}

/// Writes a square picture with such pixels, by column and row.
pub(crate) fn write_png(file: &Path, side: u8, pixel: impl Fn(u8, u8) -> [u8; 3]) {
    let pixels = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
    let pixels: Vec<u8> = pixels.flat_map(|(x, y)| pixel(x, y)).collect();
    let out = std::fs::File::create(file).unwrap();
    let mut encoder = png::Encoder::new(out, side.into(), side.into());
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
}

/// A picture that is none is an error before the terminal is touched; one that can be read is on the tiles.
#[test]
fn a_picture_is_read_before_the_terminal_is_touched() {
    let home = home();
    let file = home.path().join("a.png");
    std::fs::write(&file, b"\x89PNG\r\n\x1a\nand no more").unwrap();
    let name = file.to_str().unwrap();
    for args in [["4x4", "--picture", name], ["hengdaolima", "--picture", name]] {
        let end = Tty::game(&home, &args, 80, 24).end();
        assert_eq!(end.status, 2);
        assert!(!end.has_escapes(), "{:?}", String::from_utf8_lossy(&end.bytes));
    }
    write_png(&file, 8, |_, _| [200, 30, 30]);
    let mut shown = command(home.path(), &[TWO_LEFT, "--picture", name]);
    shown.env("COLORTERM", "truecolor");
    let mut tty = Tty::start(shown, 80, 24);
    tty.until_known(2);
    assert!(tty.text().contains("▀▀"), "{}", tty.text());
    tty.leave();
    let refused = Tty::game(&home, &["hengdaolima", "--picture", name], 80, 24).end();
    let said = String::from_utf8_lossy(&refused.bytes).into_owned();
    assert!(refused.status == 2 && said.contains("number puzzles"), "{said}");
}
