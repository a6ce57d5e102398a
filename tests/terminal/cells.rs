//! What the terminal holds is what was drawn, cell by cell: the real drawing code draws into memory what the program is to
//! show. That the pieces of every board can be told apart there, in every theme, is asserted where boards are drawn.

use crate::tty::{Tty, command, home};
use huarong::library;
use huarong::solver::Limits;
use huarong::storage::{Settings, Show};
use huarong::text::Lang;
use huarong::tui::{App, Chord, Depth, Key, Message, Options, Palette, Playlist};
use ratatui::backend::TestBackend;
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};
use std::time::Duration;
use unicode_width::UnicodeWidthStr;

/// How a cell looks.
#[derive(PartialEq, Eq, Debug)]
struct Look {
    text: String,
    colours: [vt100::Color; 2],
    /// Bold, dim, italic, underlined, reversed.
    marks: [bool; 5],
}

impl Look {
    /// The same without what cannot be seen: a blank that is not reversed has a ground and perhaps a line below it.
    fn seen(mut self) -> Look {
        let [.., underlined, reversed] = self.marks;
        if self.text.is_empty() && !reversed {
            self.colours[0] = vt100::Color::Default;
            self.marks = [false, false, false, underlined, false];
        }
        self
    }
}

fn drawn(cell: &Cell) -> Look {
    let has = |mark| cell.modifier.contains(mark);
    let marks =
        [Modifier::BOLD, Modifier::DIM, Modifier::ITALIC, Modifier::UNDERLINED, Modifier::REVERSED];
    Look {
        text: cell.symbol().trim().to_owned(),
        colours: [cell.fg, cell.bg].map(colour),
        marks: marks.map(has),
    }
}

fn held(cell: &vt100::Cell) -> Look {
    Look {
        text: cell.contents().trim().to_owned(),
        colours: [cell.fgcolor(), cell.bgcolor()],
        marks: [cell.bold(), cell.dim(), cell.italic(), cell.underline(), cell.inverse()],
    }
}

/// The colour as a terminal knows it: the sixteen that have names are the first of those that have numbers.
fn colour(colour: Color) -> vt100::Color {
    let named = [
        Color::Black,
        Color::Red,
        Color::Green,
        Color::Yellow,
        Color::Blue,
        Color::Magenta,
        Color::Cyan,
        Color::Gray,
        Color::DarkGray,
        Color::LightRed,
        Color::LightGreen,
        Color::LightYellow,
        Color::LightBlue,
        Color::LightMagenta,
        Color::LightCyan,
        Color::White,
    ];
    match colour {
        Color::Reset => vt100::Color::Default,
        Color::Indexed(number) => vt100::Color::Idx(number),
        Color::Rgb(red, green, blue) => vt100::Color::Rgb(red, green, blue),
        name => {
            let number = named.iter().position(|&known| known == name);
            vt100::Color::Idx(u8::try_from(number.unwrap()).unwrap())
        }
    }
}

/// The first cell that the terminal holds otherwise than it was drawn.
fn difference(screen: &vt100::Screen, buffer: &Buffer) -> Option<String> {
    buffer.area.positions().find_map(|at| {
        let cell = screen.cell(at.y, at.x)?;
        let behind_wide = at.x > 0 && buffer[(at.x - 1, at.y)].symbol().width() == 2;
        if behind_wide || cell.is_wide_continuation() {
            let same = behind_wide == cell.is_wide_continuation();
            return (!same).then(|| format!("{at}: half of a wide character"));
        }
        let (wanted, got) = (drawn(&buffer[at]).seen(), held(cell).seen());
        (wanted != got).then(|| format!("{at}: {wanted:?} is {got:?}"))
    })
}

/// How the program is started, and what it is to make of it.
struct Case<'a> {
    env: &'a [(&'a str, &'a str)],
    args: &'a [&'a str],
    lang: Lang,
    palette: Palette,
}

impl Case<'_> {
    fn var(&self, name: &str) -> Option<String> {
        let set = self.env.iter().rfind(|(n, _)| *n == name);
        let usual = (name == "TERM").then_some("xterm-256color");
        set.map(|(_, value)| *value).or(usual).map(str::to_owned)
    }

    /// The same game on a screen of memory.
    fn app(&self, columns: u16, rows: u16) -> App<TestBackend> {
        let at = library::all().position(|entry| entry.id == "hengdaolima");
        let playlist = Playlist::collections([], library::packs(), at.unwrap());
        let options = Options {
            settings: Settings {
                lang: self.lang,
                theme: self.palette,
                ascii: self.args.contains(&"--ascii"),
                animation: false,
                show: Show::Never,
                clock: false,
                ..Settings::default()
            },
            depth: Depth::of_environment(|name| self.var(name)),
            limits: Limits { memory: Some(1 << 28), ..Limits::default() },
            ..Options::default()
        };
        App::new(playlist.unwrap(), &options, TestBackend::new(columns, rows)).unwrap()
    }

    /// Leads both through the same screens and compares them.
    fn check(&self, columns: u16, rows: u16) {
        let home = home();
        // Neither the time nor how far a search has come is the same in both.
        let settings = "clock = false\nshow = \"never\"\nanimation = false\n";
        std::fs::write(home.path().join("settings.toml"), settings).unwrap();
        let args = [&["hengdaolima"], self.args].concat();
        let mut command = command(home.path(), &args);
        for (name, value) in self.env {
            command.env(name, value);
        }
        let mut tty = Tty::start(command, columns, rows);
        let mut app = self.app(columns, rows);
        let known = |app: &App<TestBackend>| app.model().game.remaining().exact().is_some();
        while !known(&app) {
            app.turn(Some(Duration::from_millis(100))).unwrap();
        }
        let keys = [
            ("", None),
            ("\t", Some(Chord::plain(Key::Tab))),
            ("?", Some(Chord::char('?'))),
            ("?", Some(Chord::char('?'))),
            ("d", Some(Chord::char('d'))),
            ("L", Some(Chord::char('L'))),
            ("\x1b", Some(Chord::plain(Key::Esc))),
        ];
        let mut screens = Vec::new();
        for (typed, chord) in keys {
            if let Some(chord) = chord {
                tty.press(typed);
                app.sender().send(Message::Key(chord)).unwrap();
            }
            app.turn(Some(Duration::ZERO)).unwrap();
            // Memory keeps what a wide character has covered, which no terminal does: it is drawn as a whole.
            app.repaint();
            app.turn(Some(Duration::ZERO)).unwrap();
            let buffer = app.backend().buffer().clone();
            let what = format!("{:?} {args:?} after {typed:?}", self.env);
            tty.until_same(&what, |screen| difference(screen, &buffer));
            screens.push(buffer);
        }
        screens.dedup();
        assert!(screens.len() > 4, "the keys lead nowhere");
        tty.signal("TERM");
        tty.end().assert_restored(128 + 15);
    }
}

#[test]
fn the_terminal_holds_what_was_drawn_in_every_language() {
    for (locale, lang) in [("C", Lang::En), ("en_US.UTF-8", Lang::En), ("zh_CN.UTF-8", Lang::Zh)] {
        for args in [&[][..], &["--ascii"]] {
            let case = Case { env: &[("LANG", locale)], args, lang, palette: Palette::default() };
            case.check(100, 30);
            case.check(46, 24);
        }
    }
}

#[test]
fn the_terminal_holds_what_was_drawn_with_every_number_of_colours() {
    let mono = Palette::Mono;
    for (env, args, palette) in [
        (&[("NO_COLOR", "1")][..], &[][..], Palette::default()),
        (&[("TERM", "dumb")], &[], Palette::default()),
        (&[("TERM", "xterm")], &[], Palette::default()),
        (&[("COLORTERM", "truecolor")], &[], Palette::default()),
        (&[], &["--theme", "mono"], mono),
        (&[("NO_COLOR", "1")], &["--theme", "mono", "--ascii"], mono),
    ] {
        let case = Case { env, args, lang: Lang::En, palette };
        case.check(80, 24);
    }
}
