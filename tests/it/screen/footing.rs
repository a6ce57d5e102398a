//! The last row and the keys on every screen: what it names, what a click there does, and what a key says that means nothing.

use super::*;
use huarong::storage::Show;
use huarong::tui::{Action, TABLE};

/// The last row of the screen.
fn footer(stage: &Stage) -> String {
    stage.text().lines().last().unwrap_or_default().trim_matches('"').to_owned()
}

/// The keys that lead from the game to each screen.
const SCREENS: [(&str, Scope); 9] = [
    ("", Scope::Play),
    ("S", Scope::Player),
    ("M", Scope::Map),
    ("t", Scope::Times),
    ("o", Scope::Settings),
    ("E", Scope::Editor),
    ("EX", Scope::Export),
    ("?", Scope::Help),
    ("\u{1b}", Scope::Home),
];

/// A scramble on the screen to which `keys` lead from there, with the figures shown, without which there is no map of it.
fn stage_on(keys: &str, options: &Options, (width, height): (u16, u16)) -> Stage {
    let list = Playlist::named("3x2 1", None).expect("there is one");
    let mut options = options.clone();
    options.settings.show = Show::Always;
    let mut stage = Stage::new(list, &options, width, height);
    stage.until_land();
    if keys == "t" {
        // Begun and left, so that there is a time.
        for way in Direction::ALL {
            stage.press(Key::Arrow(way));
        }
        stage.type_in("N");
        stage.until_land();
    }
    for key in keys.chars() {
        stage.press(if key == '\u{1b}' { Key::Esc } else { Key::Char(key) });
    }
    stage
}

/// At the usual size the most needed keys are there, whole, in both languages.
#[test]
fn the_most_needed_keys_are_named_at_the_usual_size() {
    let blocks = |lang, keys: &str| {
        let options = set(|settings| settings.lang = lang);
        let mut stage = Stage::new(pack("hengdaolima"), &options, 80, 24);
        stage.until_land();
        stage.until_seen("81");
        stage.type_in(keys);
        // What the backend keeps behind wide characters goes when all is drawn anew.
        stage.send(Message::Key(Chord::ctrl('l')));
        footer(&stage)
    };
    for (lang, keys, wanted) in [
        (Lang::En, "", &["←↑↓→ move", "Tab piece", "u undo", "H hint", "Esc list", "? help"][..]),
        (Lang::Zh, "", &["←↑↓→ 移动", "Tab 选块", "u 撤销", "H 提示", "Esc 列表", "? 帮助"]),
        (Lang::En, "S", &["Space play", "Enter play on", "Esc back", "? help"]),
        (Lang::Zh, "S", &["Space 播放", "Enter 接着玩", "Esc 返回", "0-9 跳转"]),
    ] {
        let row = blocks(lang, keys);
        for words in wanted {
            // Behind each wide character of the screen stands a blank that nobody sees.
            let close = |words: &str| words.replace(' ', "");
            assert!(close(&row).contains(&close(words)), "{words} in {row}");
        }
    }
}

/// Of every key that a footer names, sign and words are whole, however narrow the window is.
#[test]
fn no_footer_cuts_a_word() {
    for (keys, scope) in SCREENS {
        for width in [40, 47, 60, 73, 80, 120] {
            let stage = stage_on(keys, &options(), (width, 24));
            assert_eq!(stage.app.model().scope(), scope);
            let row = footer(&stage);
            let rows = || TABLE.iter().filter(|row| [scope, Scope::Always].contains(&row.scope));
            let shown: Vec<&str> =
                row.split("  ").map(str::trim).filter(|w| !w.is_empty()).collect();
            for named in shown {
                let (_, words) = named.split_once(' ').unwrap_or(("", named));
                let is_line = Some(words) == stage.app.model().line();
                let known = rows()
                    .filter_map(|row| row.footer)
                    .any(|(_, its)| its.words(Lang::En) == words);
                assert!(known || is_line, "{named:?} in {row:?}");
            }
        }
    }
}

/// At the usual size and in a small window every screen names a key that leads back, in both languages.
#[test]
fn every_screen_says_how_to_leave() {
    for (keys, scope) in [&SCREENS[..], &[("ES", Scope::Save), ("O", Scope::Open)]].concat() {
        for (size, lang) in [(80, 24), (40, 15)].into_iter().flat_map(|s| Lang::ALL.map(|l| (s, l)))
        {
            let mut stage = stage_on(keys, &set(|settings| settings.lang = lang), size);
            assert_eq!(stage.app.model().scope(), scope);
            stage.send(Message::Key(Chord::ctrl('l')));
            // Behind each wide character of the screen may stand a blank that nobody sees.
            let row = footer(&stage).replace(' ', "");
            let save = lang.pick("Entersave", "Enter保存");
            assert!(row.contains("Esc") && (scope != Scope::Save || row.contains(save)), "{row}");
        }
    }
}

/// Each way has its arrow, whatever other keys a player has given it.
#[test]
fn arrows_are_named_together_beside_other_keys() {
    for (left, signs) in [(&["Left", "a"][..], "←↑↓→"), (&["a", "Left"], "←↑↓→"), (&["z"], "z↑↓→")]
    {
        let play = [("left".to_owned(), left.iter().map(|&key| key.to_owned()).collect())];
        let options = set(|settings| settings.keys = [("play".to_owned(), play.into())].into());
        let mut stage = Stage::new(two_by_three(), &options, 80, 24);
        stage.until_known(2);
        assert!(footer(&stage).contains(&format!(" {signs} move")), "{}", footer(&stage));
    }
}

/// Clicks on what a footer names, on its sign or on the last character of its words.
fn click_on(stage: &mut Stage, words: &str, on_words: bool) {
    let row = stage.app.model().window.height - 1;
    let (x, _) = spot(stage, words);
    let x = if on_words { x + words.chars().count() as u16 - 1 } else { x };
    stage.point(Gesture::Press, (x, row));
    stage.point(Gesture::Release, (x, row));
}

#[test]
fn a_click_on_a_keys_words_does_what_the_key_does() {
    for on_words in [false, true] {
        for (words, scope) in [
            ("M map", Scope::Map),
            ("Esc list", Scope::Home),
            ("? help", Scope::Help),
            ("S solve", Scope::Player),
        ] {
            let mut stage = stage_on("", &options(), (80, 24));
            click_on(&mut stage, words, on_words);
            assert_eq!(stage.app.model().scope(), scope, "{words}");
        }
        // What is said in the last row is no key.
        let mut stage = stage_on("", &options(), (80, 24));
        stage.type_in("u");
        assert!(stage.text().contains("Nothing to take back."));
        let row = 23;
        (0..80).for_each(|x| stage.point(Gesture::Press, (x, row)));
        assert_eq!(stage.app.model().scope(), Scope::Play);
        for (keys, words, scope) in [
            ("S", "Esc back", Scope::Play),
            ("S", "Enter play on", Scope::Play),
            ("M", "Esc back", Scope::Play),
            ("t", "Enter replay", Scope::Player),
            ("o", "Esc back", Scope::Play),
            ("E", "Esc back", Scope::Play),
            ("EX", "Esc back", Scope::Editor),
            ("?", "Esc close", Scope::Play),
            ("\u{1b}", "? help", Scope::Help),
        ] {
            let mut stage = stage_on(keys, &options(), (80, 24));
            click_on(&mut stage, words, on_words);
            assert_eq!(stage.app.model().scope(), scope, "{keys}: {words}");
        }
    }
    let mut stage = stage_on("", &options(), (80, 24));
    assert!(matches!(
        stage.send(Message::Mouse(Pointer {
            gesture: Gesture::Press,
            x: spot(&stage, "q quit").0,
            y: 23
        })),
        Effect::Quit
    ));
}

/// Each arrow of a group is a key of its own; the words behind them name none, and neither does what is empty.
#[test]
fn each_arrow_of_a_footer_is_its_own_key() {
    let mut stage = Stage::new(two_by_three(), &options(), 80, 24);
    stage.until_known(2);
    let (x, row) = spot(&stage, "←↑↓→");
    stage.point(Gesture::Press, (x, row));
    stage.until_known(1);
    stage.point(Gesture::Press, (x + 3, row));
    stage.until_known(2);
    stage.point(Gesture::Press, spot(&stage, "move "));
    stage.point(Gesture::Press, (79, row));
    stage.until_known(2);
    assert_eq!(stage.app.model().game.session.done(), 2);
}

/// On every screen a key that means nothing says so, and which one might have been meant.
#[test]
fn every_key_that_means_nothing_answers_on_every_screen() {
    for (keys, scope) in SCREENS {
        for lang in Lang::ALL {
            let options = set(|settings| settings.lang = lang);
            let mut stage = stage_on(keys, &options, (80, 24));
            assert_eq!(stage.app.model().scope(), scope);
            for key in [Key::F(5), Key::Insert, Key::Char('%')] {
                // In the list every character is typed.
                if key == Key::Char('%') && scope == Scope::Home {
                    continue;
                }
                stage.press(key);
                let (label, row) = (Chord::plain(key).label(false), footer(&stage));
                let said = lang.pick(format!("{label} does nothing here"), format!("按 {label}"));
                assert!(row.replace(' ', "").contains(&said.replace(' ', "")), "{scope:?}: {row}");
                // The answer goes with the next key that means something.
                assert_eq!(stage.app.model().scope(), scope);
            }
        }
    }
    // Where a name is typed, every character is one of it, and other keys answer.
    for keys in ["O", "ES"] {
        let mut stage = stage_on(keys, &options(), (80, 24));
        stage.press(Key::F(5));
        let text = stage.text();
        assert!(text.contains("F5 does nothing here; F1: help"), "{text}");
        stage.press(Key::F(1));
        assert_eq!(stage.app.model().scope(), Scope::Help);
    }
}

#[test]
fn the_answer_names_the_key_that_might_have_been_meant() {
    for (keys, key, wanted) in [
        ("", 'n', "n does nothing here; N: next puzzle."),
        ("", 'z', "z does nothing here; u: undo."),
        ("S", 'Y', "Y does nothing here; y: copy the board as one line."),
        ("S", 'u', "u does nothing here; Esc: back to where you came from."),
        ("t", 'X', "X does nothing here; x: delete it."),
        ("t", 'H', "H does nothing here; Esc: back to your game."),
        ("?", '%', "% does nothing here; ?: help."),
        ("E", 'w', "w does nothing here; W: paint walls."),
    ] {
        let mut stage = stage_on(keys, &options(), (80, 24));
        stage.type_in(&key.to_string());
        assert!(footer(&stage).contains(wanted), "{wanted}: {}", footer(&stage));
    }
    // A key that has a meaning, but nothing to do, answers too.
    let shown = set(|settings| settings.show = Show::Always);
    let mut stage = Stage::new(Playlist::named("5x5 1", None).unwrap(), &shown, 80, 24);
    stage.type_in("M");
    stage.type_in("X");
    let row = footer(&stage);
    assert!(
        row.contains("The map is not there yet.") || row.contains("Too many positions"),
        "{row}"
    );
}

/// The help begins with the aim in play, and elsewhere with the keys of the screen; from there the rest can be read.
#[test]
fn the_help_opens_at_the_screen_that_one_is_on() {
    for (keys, heading) in [
        ("", "Put 1 to 5 in order"),
        ("S", "In the player"),
        ("M", "On the map"),
        ("t", "In the times"),
        ("o", "In the settings"),
        ("E", "In the editor"),
        ("EX", "Where the forms are shown"),
        ("\u{1b}", "In the list of puzzles"),
    ] {
        for key in [Key::Char('?'), Key::F(1)] {
            let mut stage = stage_on(keys, &options(), (80, 24));
            stage.press(key);
            let first = |stage: &Stage| stage.text().lines().next().unwrap_or_default().to_owned();
            assert!(first(&stage).contains(heading), "{heading}: {}", stage.text());
            stage.press(Key::Home);
            assert!(first(&stage).contains("Put 1 to 5 in order"), "{}", stage.text());
            let text = stage.text();
            for words in ["remaining: ", "par: ", "waste: ", "efficiency: "] {
                assert!(text.contains(words), "{words}: {text}");
            }
            stage.press(Key::End);
            let text = stage.text();
            assert!(text.contains("Ctrl-C") || keys == "EX", "{text}");
            stage.press(Key::Esc);
            assert_ne!(stage.app.model().scope(), Scope::Help);
        }
    }
    let mut stage = stage_on("", &options(), (80, 24));
    stage.press(Key::F(1));
    let mut seen = String::new();
    for _ in 0..20 {
        seen += &stage.text();
        stage.press(Key::PageDown);
    }
    for words in ["With the mouse", "In the last row: a click", "drag a piece", "The wheel turns"] {
        assert!(seen.contains(words), "{words}");
    }
}

/// A larger window shows more of the help and nothing below it; in the small one again, it is where it was.
#[test]
fn the_help_ends_with_its_last_line_in_every_window() {
    let mut stage = stage_on("", &options(), (40, 12));
    stage.press(Key::F(1));
    stage.press(Key::End);
    let small = stage.text();
    for (width, height) in [(40, 12), (80, 40), (120, 60), (40, 12)] {
        stage.resize(width, height);
        let text = stage.text();
        // The row above the footer.
        assert!(text.lines().rev().nth(1).is_some_and(|row| row.contains("Ctrl-C")), "{text}");
    }
    assert_eq!(stage.text(), small);
}

/// Home, End, PgUp and PgDn lead to the ends of all that scrolls.
#[test]
fn the_ends_of_all_that_scrolls_can_be_reached() {
    let mut stage = stage_on("S", &options(), (80, 24));
    let moves = stage.app.model().game.solution().expect("it is known").len();
    let position = |stage: &Stage| stage.text().contains(&format!(" {moves}/{moves} "));
    stage.press(Key::End);
    assert!(position(&stage), "{}", stage.text());
    stage.press(Key::Home);
    assert!(stage.text().contains(&format!(" 0/{moves} ")), "{}", stage.text());
    stage.press(Key::PageDown);
    assert!(stage.text().contains(&format!("{}/{moves} ", moves.min(10))), "{}", stage.text());
    stage.press(Key::PageUp);
    assert!(stage.text().contains(&format!(" 0/{moves} ")), "{}", stage.text());

    let mut stage = stage_on("M", &options(), (80, 24));
    let distance = |stage: &Stage| figure(&stage.text(), "chosen distance");
    stage.press(Key::Home);
    assert_eq!(distance(&stage).as_deref(), Some("21"));
    stage.press(Key::End);
    assert_eq!(distance(&stage).as_deref(), Some("0"));

    let mut stage = stage_on("EX", &options(), (80, 24));
    let chosen = |stage: &Stage| spot(stage, "▸").1;
    let first = chosen(&stage);
    stage.press(Key::End);
    assert!(chosen(&stage) > first, "{}", stage.text());
    stage.press(Key::Home);
    assert_eq!(chosen(&stage), first);

    let folder = tempfile::tempdir().unwrap();
    for n in 0..40 {
        std::fs::write(folder.path().join(format!("n{n:02}")), "").unwrap();
    }
    let mut stage = stage_on("O", &options(), (80, 24));
    stage.type_in(&format!("{}/", folder.path().display()));
    stage.until_seen("n00");
    stage.press(Key::Arrow(Direction::Down));
    stage.press(Key::End);
    assert!(stage.text().contains("▸ n39"), "{}", stage.text());
    stage.press(Key::Home);
    assert!(stage.text().contains("▸ n00"), "{}", stage.text());
}

/// A key is named in a footer only where it does something: no rank stands with a key that is not there.
#[test]
fn what_a_footer_names_is_in_the_table() {
    for row in TABLE.iter().filter(|row| row.footer.is_some()) {
        assert!(!row.keys.is_empty(), "{:?}", row.words.words(Lang::En));
    }
    let map = huarong::tui::Keymap::default();
    assert_eq!(map.action(Scope::Play, Chord::plain(Key::F(1))), Some(Action::Help));
}

/// In a narrow window the way back is named before all that is only of use, and a move is told by its letter where its name has no room.
#[test]
fn a_narrow_solution_names_the_way_back_and_whole_moves() {
    let mut stage = Stage::new(pack("hengdaolima"), &options(), 40, 15);
    stage.until_land();
    stage.until_seen("81");
    stage.type_in("S ");
    let text = stage.text();
    for words in [" Esc back ", "▸1 soldier i ↓ ", " 2 soldier l ← ", " 3 D↓ ", " 4 Guan Yu → "]
    {
        assert!(text.contains(words), "{words} in\n{text}");
    }
}
