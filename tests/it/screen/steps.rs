//! The first steps, the journey, boards that are made at random, and what comes after a puzzle of the day.

use super::*;
use huarong::generate::{Daily, Day};
use huarong::solver::level;
use huarong::storage::{Bests, Dirs, Records};
use huarong::tui::Course;

/// The game as somebody new has it, at this size.
fn new_player(width: u16, height: u16) -> Stage {
    Stage::new(Playlist::from_first(Course::FirstSteps), &options(), width, height)
}

/// The last row of the screen.
fn last_row(stage: &Stage) -> String {
    stage.text().lines().last().expect("the screen has rows").to_owned()
}

fn id(stage: &Stage) -> String {
    stage.app.model().game.entry.id.clone()
}

/// Plays the solver's own solution.
fn solve(stage: &mut Stage) {
    for _ in 0..2000 {
        if stage.app.model().game.solution().is_some() {
            break;
        }
        stage.app.turn(Some(Duration::from_millis(10))).expect("it is drawn");
    }
    let path = stage.app.model().game.solution().expect("it is known");
    stage.send(Message::Play(path));
    assert!(stage.app.model().game.session.is_solved());
}

#[test]
fn somebody_new_solves_the_first_board_by_reading_one_line() {
    for (width, height) in [(80, 24), (60, 20), (40, 15), (120, 40)] {
        let mut stage = new_player(width, height);
        assert!(last_row(&stage).contains("→ drives the red car."), "{}", stage.text());
        stage.press(Key::Arrow(Direction::Right));
        assert!(!last_row(&stage).contains("drives"), "{}", stage.text());
        stage.press(Key::Arrow(Direction::Right));
        stage.press(Key::Arrow(Direction::Right));
        let session = &stage.app.model().game.session;
        assert!(session.is_solved() && session.count(Metric::Step) == 3);
        stage.press(Key::Enter);
        assert_eq!(id(&stage), "first-steps-2");
    }
}

/// Other keys leave the sentence where it is; in Chinese it names the same key.
#[test]
fn the_sentence_goes_when_its_key_was_pressed_and_not_before() {
    let mut stage = new_player(80, 24);
    stage.press(Key::Tab);
    assert!(last_row(&stage).contains("→ drives the red car."), "{}", stage.text());
    stage.type_in("L");
    assert!(last_row(&stage).contains("→"), "{}", stage.text());
    stage.press(Key::Arrow(Direction::Right));
    assert!(!last_row(&stage).contains("开动"), "{}", stage.text());
}

/// Whatever was moved or selected before, the key that the sentence names drives the car that it names.
#[test]
fn the_first_sentence_is_true_whatever_is_selected() {
    for before in [Key::Tab, Key::Arrow(Direction::Down), Key::Arrow(Direction::Left)] {
        let mut stage = new_player(80, 24);
        stage.press(before);
        assert!(last_row(&stage).contains("drives the red car"), "{}", stage.text());
        let game = &stage.app.model().game;
        let red = game.piece_called("A").expect("it is there");
        let column = game.session.position().anchor(red).column;
        stage.press(Key::Arrow(Direction::Right));
        let game = &stage.app.model().game;
        assert_eq!(game.session.position().anchor(red).column, column + 1, "{before:?}");
        assert_eq!(game.selected, Some(red));
    }
}

/// Beside the sentence stands how one gets help and leaves.
#[test]
fn who_reads_the_first_sentence_sees_help_and_the_way_out() {
    for (width, wanted) in [(80, &["Esc leave", "? help", "q quit"][..]), (40, &["? help"])] {
        let stage = new_player(width, 24);
        let row = last_row(&stage);
        assert!(row.contains("→ drives the red car."), "{row}");
        assert!(wanted.iter().all(|words| row.contains(words)), "{row}");
    }
    let mut stage = new_player(80, 24);
    stage.point(Gesture::Press, spot(&stage, "? help"));
    assert_eq!(stage.app.model().scope(), Scope::Help);
}

#[test]
fn five_boards_lead_on_to_the_journey() {
    let mut stage = new_player(80, 24);
    for (number, step) in library::first_steps().enumerate() {
        assert_eq!(id(&stage), step);
        assert!(stage.text().contains(&format!("#{}/5", number + 1)), "{}", stage.text());
        solve(&mut stage);
        // `N` goes on after a solution: it leaves only what is not solved.
        stage.press(if number % 2 == 0 { Key::Enter } else { Key::Char('N') });
    }
    let first = library::journey().next().expect("there is a journey");
    assert_eq!(id(&stage), first);
    assert!(stage.text().contains("#1/60"), "{}", stage.text());
}

#[test]
fn n_and_esc_leave_the_first_steps_for_the_journey() {
    let first = library::journey().next().expect("there is a journey");
    for key in [Key::Char('N'), Key::Esc] {
        let mut stage = new_player(80, 24);
        stage.press(key);
        assert_eq!((id(&stage).as_str(), stage.app.model().scope()), (first, Scope::Play));
        assert_eq!(stage.app.model().playlist.course(), Course::Journey);
    }
}

#[test]
fn the_journey_goes_on_and_back_and_says_how_far_it_is() {
    let ids: Vec<&str> = library::journey().collect();
    let mut stage = Stage::new(Playlist::on_journey(&Bests::default()), &options(), 80, 24);
    let about = library::find(ids[0]).and_then(|entry| entry.about.as_ref());
    let about = about.expect("it has a sentence").en.as_str();
    assert!(last_row(&stage).contains(about), "{}", stage.text());
    stage.type_in("N");
    assert_eq!(id(&stage), ids[1]);
    stage.type_in("PP");
    assert_eq!(id(&stage), ids[59]);
    stage.type_in("N");
    solve(&mut stage);
    // The card comes when the end has been seen.
    stage.pass(Duration::from_secs(2));
    assert!(stage.text().contains("Journey  1 of 60"), "{}", stage.text());
    stage.press(Key::Enter);
    stage.press(Key::Esc);
    stage.press(Key::Home);
    assert!(stage.text().contains("Journey  1/60"), "{}", stage.text());
    // Another puzzle of the list leaves the journey, and its row comes back to the first one that is not solved.
    stage.type_in("hengdaolima");
    stage.press(Key::Enter);
    assert_eq!(stage.app.model().playlist.course(), Course::List);
    stage.type_in("N");
    assert_ne!(stage.app.model().playlist.course(), Course::Journey);
    stage.press(Key::Esc);
    stage.press(Key::Home);
    stage.press(Key::Arrow(Direction::Down));
    stage.press(Key::Enter);
    assert_eq!(id(&stage), ids[1]);
}

/// The list shows what a row leads to before it is chosen: a puzzle's board, or else a sentence.
#[test]
fn beside_a_command_stands_what_it_leads_to() {
    let mut stage = Stage::new(Playlist::on_journey(&Bests::default()), &options(), 80, 24);
    stage.type_in("N");
    stage.press(Key::Esc);
    stage.press(Key::Home);
    let beside = |stage: &Stage| {
        let text = stage.text();
        text.lines().flat_map(|line| line.chars().skip(52)).collect::<String>()
    };
    // What goes on is the second puzzle, and the journey's next one is still the first.
    let second = beside(&stage);
    assert!(second.contains('╭'), "{}", stage.text());
    stage.press(Key::Arrow(Direction::Down));
    let first = beside(&stage);
    assert!(first.contains('╭') && first != second, "{}", stage.text());
    let words = [
        ("Against the clock: 3x3", "averages"),
        ("Against the clock: any size", "16x16"),
        ("Random by difficulty", "dots"),
        ("Draw a puzzle", "Paint"),
        ("Open", "written"),
        ("Settings", "Themes"),
        ("Help", "figures"),
    ];
    for (name, word) in words {
        let row = format!("▸  {name}");
        let chosen = |stage: &Stage| stage.text().contains(&row);
        for _ in 0..12 {
            if !chosen(&stage) {
                stage.press(Key::Arrow(Direction::Down));
            }
        }
        assert!(chosen(&stage), "{name}:\n{}", stage.text());
        assert!(stage.text().contains(word), "{name}:\n{}", stage.text());
        assert!(!stage.text().contains('╭'), "no board that it does not play:\n{}", stage.text());
    }
}

/// Turns until another game than the one before was begun.
fn until_another(stage: &mut Stage, before: &str) {
    for _ in 0..6000 {
        if stage.app.model().game.name(Lang::En) != before {
            return;
        }
        stage.app.turn(Some(Duration::from_millis(10))).expect("it is drawn");
    }
    panic!("no board came:\n{}", stage.text());
}

#[test]
fn a_board_is_made_on_the_spot_by_difficulty() {
    let mut stage = Stage::new(Playlist::on_journey(&Bests::default()), &options(), 80, 24);
    stage.press(Key::Esc);
    stage.press(Key::Home);
    let row = |stage: &Stage| {
        let text = stage.text();
        text.lines().find(|line| line.contains("Random by difficulty")).map(str::to_owned)
    };
    let far = spot(&stage, "Random by difficulty").1 - spot(&stage, "Continue").1;
    for _ in 0..far {
        stage.press(Key::Arrow(Direction::Down));
    }
    stage.press(Key::Arrow(Direction::Right));
    assert!(row(&stage).is_some_and(|row| row.contains("← ●●●○○ →")), "{}", stage.text());
    // It can be stopped, and then nothing comes.
    stage.press(Key::Enter);
    stage.press(Key::Esc);
    assert_eq!(stage.app.model().scope(), Scope::Home);
    assert!(row(&stage).is_some_and(|row| row.contains("← ●●●○○ →")), "{}", stage.text());
    stage.press(Key::Arrow(Direction::Left));
    let before = stage.app.model().game.name(Lang::En);
    stage.press(Key::Enter);
    until_another(&mut stage, &before);
    let model = stage.app.model();
    assert_eq!((model.scope(), model.playlist.course()), (Scope::Play, Course::Random(2)));
    let difficulty = model.game.entry.difficulty.expect("it is known");
    assert_eq!(level(difficulty), 2);
    // The next one is of the same level.
    let before = model.game.name(Lang::En);
    stage.type_in("N");
    until_another(&mut stage, &before);
    let model = stage.app.model();
    assert_eq!(model.playlist.course(), Course::Random(2));
    assert_eq!(model.game.entry.difficulty.map(level), Some(2));
    stage.turn();
    assert!(!last_row(&stage).contains("being made"), "{}", stage.text());
    stage.type_in("P");
    assert_eq!(stage.app.model().game.name(Lang::En), before);
}

#[test]
fn n_after_a_puzzle_of_the_day_waits_for_the_next_one() {
    let home = tempfile::tempdir().unwrap();
    let day: Day = "2026-11-21".parse().unwrap();
    let options = Options { today: Some(day), day: Some(day), ..options() };
    let list = Playlist::beginning(vec![huarong::lookup::asked(Daily::Numbers.of(day), "")], 0);
    let mut stage = Stage::new(list, &options, 80, 24);
    stage.app = stage.app.with_records(Records::open(Some(Dirs::at(home.path()))), None);
    stage.type_in("N");
    let before = "8-puzzle, 2026-11-21";
    until_another(&mut stage, before);
    assert_eq!(id(&stage), Daily::ALL[1].id(day));
    stage.type_in("N");
    assert_eq!(id(&stage), Daily::ALL[2].id(day));
}

/// The next one in order that is not solved, round the end, and none when all are.
#[test]
fn after_a_solved_board_comes_the_next_open_one() {
    let ids: Vec<&str> = library::journey().collect();
    let mut bests = Bests::default();
    let note = |bests: &mut Bests, id: &str| {
        let entry = library::find(id).expect("it is built in");
        bests.note(&entry.puzzle, [1; 3], Duration::ZERO, ("", ""));
    };
    let next = |bests: &Bests, after: &str| {
        let list = Playlist::on_course(Course::Journey, bests, after)?;
        Some((list.current().id.clone(), list.place().expect("it is listed").0))
    };
    let at = |number: usize| Some((ids[number].to_owned(), number + 1));
    assert_eq!((next(&bests, ""), next(&bests, ids[59])), (at(0), at(0)));
    note(&mut bests, ids[1]);
    assert_eq!((next(&bests, ids[0]), next(&bests, "elsewhere")), (at(2), at(0)));
    ids.iter().for_each(|id| note(&mut bests, id));
    assert_eq!(next(&bests, ids[0]), None);
    assert_eq!(Playlist::on_journey(&bests).current().id, ids[0]);
    // The same within a collection.
    let last = library::place_of("rush-60").expect("it is built in");
    let list = Playlist::on_collection(last, &Bests::default()).expect("none is solved");
    assert_eq!(list.current().id, "rush-6");
}
