//! The settings on the screen: changed by keys and the mouse, seen at once, written with the player's comments kept.

use super::*;
use huarong::storage::{Colors, Dirs, Ghost, Records, SETTINGS};
use ratatui::style::Color;

/// The game with the records of a home, in which the settings file has this text.
fn home_with(text: &str, options: &Options) -> (tempfile::TempDir, Stage) {
    let home = tempfile::tempdir().unwrap();
    std::fs::write(Dirs::at(home.path()).settings(), text).unwrap();
    let records = Records::open(Some(Dirs::at(home.path())));
    let mut stage = Stage::new(pack("hengdaolima"), options, 80, 24);
    stage.app = stage.app.with_records(records, None);
    stage.until_mapped(81);
    (home, stage)
}

/// What the settings file has when all is written.
fn written(stage: &mut Stage, home: &tempfile::TempDir) -> String {
    assert_eq!(stage.app.unkept(), None);
    std::fs::read_to_string(Dirs::at(home.path()).settings()).unwrap()
}

/// Chooses the row of a setting.
fn choose(stage: &mut Stage, name: &str) {
    stage.press(Key::Home);
    let at = SETTINGS.iter().position(|setting| setting.name == name).expect("there is one");
    for _ in 0..at {
        stage.press(Key::Arrow(Direction::Down));
    }
}

/// The grounds of a row of cells of the board, left of the panel.
fn grounds(stage: &Stage) -> Vec<Color> {
    let buffer = stage.app.backend().buffer();
    (2..30).map(|x| buffer[(x, 8)].bg).collect()
}

#[test]
fn settings_are_changed_by_arrows_seen_at_once_and_written_with_comments_kept() {
    let (home, mut stage) =
        home_with("# mine\ntheme = 'dark' # at night\n\nclock = true\n", &options());
    let dark = grounds(&stage);
    stage.type_in("o");
    assert_eq!(stage.app.model().scope(), Scope::Settings);
    insta::assert_snapshot!("settings_80x24", stage.text());
    assert_eq!(grounds(&stage), dark, "the board stays where it was");
    choose(&mut stage, "theme");
    stage.press(Key::Arrow(Direction::Right));
    assert_eq!(stage.app.model().theme().palette, Palette::Light);
    assert_ne!(grounds(&stage), dark, "the theme is seen behind the panel");
    assert!(stage.text().contains("theme = \"light\""), "{}", stage.text());
    let text = written(&mut stage, &home);
    assert_eq!(text, "# mine\ntheme = \"light\" # at night\n\nclock = true\n");
    stage.press(Key::Arrow(Direction::Left));
    stage.press(Key::Arrow(Direction::Left));
    assert_eq!(stage.app.model().theme().palette, Palette::Mono);
    assert_eq!(grounds(&stage), [Color::Reset; 28]);
    choose(&mut stage, "clock");
    stage.press(Key::Enter);
    let text = written(&mut stage, &home);
    assert_eq!(text, "# mine\ntheme = \"mono\" # at night\n\nclock = false\n");
    stage.press(Key::Esc);
    assert_eq!(stage.app.model().scope(), Scope::Play);
    assert!(!stage.text().contains("time "), "{}", stage.text());
}

/// Every setting of the table goes through all of its values, and each is in force and in the file at once.
#[test]
fn every_setting_can_be_changed_on_the_screen() {
    let (home, mut stage) = home_with("", &options());
    stage.type_in("o");
    let first = stage.app.model().settings.clone();
    for setting in &SETTINGS {
        choose(&mut stage, setting.name);
        let before = stage.app.model().settings.clone();
        stage.press(Key::Char(' '));
        let after = stage.app.model().settings.clone();
        if setting.name == "keys" {
            assert_eq!(after, before);
            assert!(stage.text().contains("settings.toml"), "{}", stage.text());
            continue;
        }
        assert_ne!(after.value(setting), before.value(setting), "{}", setting.name);
        let line = format!("{} = {}", setting.name, after.value(setting));
        assert!(written(&mut stage, &home).contains(&line), "{line}");
        stage.press(Key::Arrow(Direction::Left));
    }
    assert_eq!(&stage.app.model().settings, &first);
    // The metric is that of the game at once; a key in play chooses it for this run alone.
    choose(&mut stage, "metric");
    stage.press(Key::Arrow(Direction::Right));
    assert_eq!(stage.app.model().game.metric(), Metric::Step);
    let text = written(&mut stage, &home);
    stage.press(Key::Esc);
    stage.type_in("m");
    assert_eq!(stage.app.model().game.metric(), Metric::Slide);
    assert_eq!(written(&mut stage, &home), text);
}

#[test]
fn a_number_is_typed() {
    let (home, mut stage) = home_with("inspection = 7", &options());
    let seconds = |stage: &Stage| stage.app.model().settings.inspection;
    stage.type_in("o");
    choose(&mut stage, "inspection");
    stage.type_in("15");
    assert_eq!(seconds(&stage), 15);
    assert!(stage.text().contains("◂ 15 s ▸"), "{}", stage.text());
    stage.press(Key::Backspace);
    assert_eq!(seconds(&stage), 1);
    stage.press(Key::Arrow(Direction::Right));
    assert_eq!(seconds(&stage), 2);
    // After another key a digit begins anew.
    stage.type_in("9");
    assert_eq!(seconds(&stage), 9);
    stage.type_in("99999");
    assert_eq!(seconds(&stage), 3600);
    stage.type_in("x");
    assert!(stage.text().contains("x does nothing here"), "{}", stage.text());
    assert!(written(&mut stage, &home).contains("inspection = 3600"));
}

#[test]
fn what_the_command_line_said_is_marked_until_it_is_chosen_otherwise() {
    let mut given = set(|settings| settings.ghost = Ghost::Best);
    given.given = vec!["ghost"];
    let (home, mut stage) = home_with("ghost = \"optimal\" # always\n", &given);
    stage.type_in("o");
    assert!(stage.text().contains("  ghost *"), "{}", stage.text());
    choose(&mut stage, "ghost");
    assert!(stage.text().contains("The command line said so"), "{}", stage.text());
    // Something else is chosen, and the file keeps what it says of this one.
    choose(&mut stage, "ascii");
    stage.press(Key::Enter);
    stage.press(Key::Enter);
    assert!(written(&mut stage, &home).starts_with("ghost = \"optimal\" # always\n"));
    choose(&mut stage, "ghost");
    stage.press(Key::Arrow(Direction::Right));
    assert!(!stage.text().contains("ghost *"), "{}", stage.text());
    assert!(written(&mut stage, &home).starts_with("ghost = \"best-time\" # always\n"));
}

#[test]
fn settings_that_cannot_be_written_are_said() {
    let (home, mut stage) = home_with("", &options());
    let file = Dirs::at(home.path()).settings();
    std::fs::write(&file, "clock = ").unwrap();
    stage.type_in("oL");
    stage.until_seen("settings.toml");
    let said = stage.text();
    assert!(said.contains("无法写入") && said.contains("line 1"), "{said}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "clock = ");
    assert!(stage.app.unkept().is_some());
}

#[test]
fn colours_can_be_forced_and_forbidden_while_it_runs() {
    let mut none = options();
    (none.depth, none.forced) = (Depth::None, Depth::Cube);
    let mut stage = Stage::new(pack("rush"), &none, 80, 24);
    stage.type_in("o");
    choose(&mut stage, "color");
    assert!(!stage.app.model().theme().has_color());
    stage.press(Key::Arrow(Direction::Right));
    assert_eq!(stage.app.model().settings.color, Colors::Always);
    assert_eq!(stage.app.model().theme().depth, Depth::Cube);
    stage.press(Key::Arrow(Direction::Right));
    assert!(!stage.app.model().theme().has_color());
}

#[test]
fn the_mouse_can_be_given_away_and_taken_back() {
    let switched = Rc::new(std::cell::RefCell::new(Vec::new()));
    let heard = switched.clone();
    let mut stage = Stage::new(pack("rush"), &options(), 80, 24);
    stage.app = stage.app.with_mouse(move |on| heard.borrow_mut().push(on));
    stage.type_in("o");
    choose(&mut stage, "mouse");
    stage.press(Key::Enter);
    choose(&mut stage, "theme");
    stage.press(Key::Enter);
    choose(&mut stage, "mouse");
    stage.press(Key::Enter);
    assert_eq!(*switched.borrow(), [false, true]);
}

#[test]
fn settings_are_chosen_and_changed_with_the_mouse() {
    let mut stage = Stage::new(pack("rush"), &options(), 80, 24);
    stage.type_in("o");
    let theme = spot(&stage, "theme");
    let press = |stage: &mut Stage, at| stage.point(Gesture::Press, at);
    press(&mut stage, theme);
    assert_eq!(stage.app.model().theme().palette, Palette::Dark);
    press(&mut stage, theme);
    assert_eq!(stage.app.model().theme().palette, Palette::Light);
    let before = spot(&stage, "◂");
    press(&mut stage, before);
    assert_eq!(stage.app.model().theme().palette, Palette::Dark);
    stage.point(Gesture::Wheel(1), theme);
    assert!(stage.text().contains("▸ colours"), "{}", stage.text());
    let board = (3, 10);
    press(&mut stage, board);
    assert_eq!(stage.app.model().scope(), Scope::Settings);
}

/// In every window that shows a board the chosen setting is in sight, with its value and what it is for.
#[test]
fn the_chosen_setting_is_always_in_sight() {
    for (width, height, lang) in [(40, 15, Lang::Zh), (60, 20, Lang::En), (120, 40, Lang::Zh)] {
        let options = set(|settings| settings.lang = lang);
        let mut stage = Stage::new(pack("hengdaolima"), &options, width, height);
        stage.type_in("o");
        for setting in &SETTINGS {
            choose(&mut stage, setting.name);
            // What the backend keeps behind wide characters goes when all is drawn anew.
            stage.send(Message::Key(Chord::ctrl('l')));
            let text = stage.text();
            let title = format!("▸ {}", setting.title.words(lang));
            assert!(text.contains(&title), "{title}: {text}");
            let about: String = setting.about.words(lang).chars().take(6).collect();
            assert!(text.contains(&about), "{about}: {text}");
        }
        stage.press(Key::PageUp);
        stage.send(Message::Key(Chord::ctrl('l')));
        if (width, lang) != (60, Lang::En) {
            insta::assert_snapshot!(format!("settings_zh_{width}x{height}"), stage.text());
        }
    }
    // The smallest of windows break nothing.
    let mut stage = Stage::new(pack("rush"), &options(), 80, 24);
    stage.type_in("o");
    for (width, height) in [(20, 5), (7, 3), (3, 2), (1, 1), (80, 24)] {
        stage.resize(width, height);
        stage.press(Key::End);
    }
    assert!(stage.text().contains("▸ keys"), "{}", stage.text());
}

#[test]
fn the_list_leads_to_the_settings_and_they_back_to_it() {
    let mut stage = Stage::new(pack("rush"), &options(), 80, 24);
    stage.press(Key::Esc);
    stage.press(Key::Home);
    let settings = spot(&stage, "Settings");
    stage.point(Gesture::Press, settings);
    stage.point(Gesture::Press, settings);
    assert_eq!(stage.app.model().scope(), Scope::Settings);
    // What is opened from the list leads back to it, to the row that it was opened by.
    stage.press(Key::Esc);
    assert_eq!(stage.app.model().scope(), Scope::Home);
    assert!(stage.text().contains("▸  Settings"), "{}", stage.text());
    stage.press(Key::Esc);
    assert_eq!(stage.app.model().scope(), Scope::Play);
    stage.type_in("o");
    stage.press(Key::Esc);
    assert_eq!(stage.app.model().scope(), Scope::Play);
}

#[test]
fn the_list_counts_as_the_game_does() {
    let row = |metric| {
        let options = set(|settings| settings.metric = metric);
        let entry = library::find("corners-2").expect("it is built in").clone();
        let mut stage = Stage::new(Playlist::one(entry), &options, 120, 40);
        stage.press(Key::Esc);
        let text = stage.text();
        text.lines().find(|line| line.contains("Corners No. 2 ")).unwrap_or(&text).to_owned()
    };
    let steps = row(Some(Metric::Step));
    assert!(steps.contains(" 14 "), "{steps}");
    let slides = row(Some(Metric::Slide));
    assert!(slides.contains(" 12 "), "{slides}");
}
