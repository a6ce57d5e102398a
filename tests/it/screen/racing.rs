//! Against others, against the clock and against oneself: the puzzles of the day, times, the ghost. To play against something is one thing.

use super::*;
use huarong::generate::{Daily, Day, Scramble};
use huarong::storage::Ghost;
use std::cell::RefCell;
use std::sync::Arc;

const TODAY: &str = "2026-11-21";

fn day() -> Day {
    TODAY.parse().expect("it is a day")
}

/// Turns until the solver knows the way from here, whatever is shown of it.
fn until_answered(stage: &mut Stage) {
    stage.until(|_| true);
    for _ in 0..2000 {
        if stage.app.model().game.solution().is_some() {
            break;
        }
        let wait = Some(Duration::from_millis(10));
        stage.app.turn(wait).expect("it is drawn");
    }
}

/// Plays a shortest solution of the game, a move every so often.
fn solve(stage: &mut Stage, every: Duration) {
    until_answered(stage);
    let path = stage.app.model().game.solution().expect("it is known");
    for action in path {
        for step in action.steps() {
            stage.press(Key::Arrow(step.direction));
            stage.pass(every);
        }
    }
    assert!(stage.app.model().game.session.is_solved());
}

#[test]
fn the_puzzles_of_the_day_come_first_and_are_counted() {
    let home = tempfile::tempdir().unwrap();
    let options = Options { today: Some(day()), day: Some(day()), ..options() };
    let eight = Daily::Numbers.of(day());
    let list = Playlist::collections([eight], huarong::library::packs(), 0).unwrap();
    let mut stage = kept(list, &options, &home);
    // Playing one of them is reason enough to have them all made.
    for _ in 0..2000 {
        if stage.app.model().playlist.collection(0).is_some() {
            break;
        }
        stage.app.turn(Some(Duration::from_millis(10))).unwrap();
    }
    assert_eq!(stage.app.model().game.entry.id, "daily-2026-11-21-8puzzle");
    solve(&mut stage, Duration::ZERO);
    let text = stage.text().split_whitespace().collect::<Vec<_>>().join(" ");
    let line = "huarong 2026-11-21 8puzzle 24/24 4x5 - rush -";
    assert!(text.contains(line), "{text}");
    stage.press(Key::Esc);
    let text = stage.text();
    assert!(text.contains("Daily 2026-11-21") && text.contains("8puzzle 24/24"), "{text}");
    stage.type_in("rush hour, 2026");
    stage.press(Key::Enter);
    assert_eq!(stage.app.model().game.entry.id, "daily-2026-11-21-rush");
    drop(stage);
    let records = Records::open(Some(Dirs::at(home.path())));
    let score = records.days().score(day(), Daily::Numbers).unwrap();
    assert_eq!((score.moves, score.fewest), (24, 24));
}

#[test]
fn help_and_other_days_do_not_count() {
    let home = tempfile::tempdir().unwrap();
    let other =
        Options { today: Some("2026-11-22".parse().unwrap()), day: Some(day()), ..options() };
    let list = || Playlist::collections([Daily::Numbers.of(day())], [], 0).unwrap();
    let mut stage = kept(list(), &other, &home);
    solve(&mut stage, Duration::ZERO);
    assert!(!stage.text().contains("8puzzle 24"), "{}", stage.text());
    drop(stage);
    let today = Options { today: Some(day()), ..other };
    let mut stage = kept(list(), &today, &home);
    stage.until_known(24);
    stage.type_in("H");
    solve(&mut stage, Duration::ZERO);
    drop(stage);
    let records = Records::open(Some(Dirs::at(home.path())));
    assert_eq!(records.days().score(day(), Daily::Numbers), None);
}

/// Scrambles of 3x2 from seed 1 on.
fn scrambles() -> Playlist {
    let mut seeds = 1..;
    let mut make = move || {
        let seed = seeds.next().expect("there are seeds without end");
        let scramble = Scramble { width: 3, height: 2, seed };
        scramble.entry()
    };
    Playlist::made(make().expect("there are boards of 3x2"), make, [])
}

#[test]
fn scrambles_are_timed_from_the_first_move_and_averaged() {
    let home = tempfile::tempdir().unwrap();
    let mut stage = kept(scrambles(), &options(), &home);
    stage.pass(Duration::from_secs(100));
    for (n, tenths) in [10, 30, 20, 50, 40].into_iter().enumerate() {
        assert_eq!(figure(&stage.text(), "time").as_deref(), Some("00:00.0"));
        solve(&mut stage, Duration::from_millis(tenths * 100));
        let solves = stage.app.model().stopwatch.times.of("3x2");
        let last = solves.last().unwrap();
        assert_eq!((solves.len(), last.seed, last.solved), (n + 1, n as u64 + 1, true));
        // The clock stands from the last move on, before its pause.
        assert_eq!(last.millis, u64::from(last.steps - 1) * tenths * 100);
        if n == 4 {
            assert!(stage.text().contains("ao5"), "{}", stage.text());
        }
        stage.type_in("N");
    }
    // Begun and left: it did not finish. Not begun: nothing.
    stage.type_in("NN");
    assert_eq!(stage.app.model().stopwatch.times.of("3x2").len(), 5);
    for key in [Direction::Up, Direction::Down, Direction::Left, Direction::Right] {
        stage.press(Key::Arrow(key));
    }
    stage.type_in("N");
    let solves = stage.app.model().stopwatch.times.of("3x2");
    assert_eq!((solves.len(), solves[5].solved), (6, false));
    stage.type_in("t");
    let text = stage.text();
    for words in ["times of 3x2  6/6", "single", "mo3", "ao5", "ao12", "ao100", "DNF", "#6"] {
        assert!(text.contains(words), "{words}:\n{text}");
    }
    stage.press(Key::Esc);
    assert_eq!(stage.app.model().scope(), Scope::Play);
    drop(stage);
    let records = Records::open(Some(Dirs::at(home.path())));
    assert_eq!(records.times().of("3x2"), solves);
}

#[test]
fn against_the_clock_the_solver_is_silent_until_the_end_or_until_it_is_asked() {
    let home = tempfile::tempdir().unwrap();
    let mut stage = kept(scrambles(), &options(), &home);
    for _ in 0..2 {
        until_answered(&mut stage);
        let text = stage.text();
        assert!(!text.lines().next().unwrap_or_default().contains("par"), "{text}");
        assert!(text.contains("(B)") && figure(&text, "remaining").is_none(), "{text}");
        solve(&mut stage, Duration::from_secs(1));
        stage.type_in("N");
    }
    stage.type_in("B");
    stage.until(|text| figure(text, "remaining").is_some() && !text.contains("(B)"));
    stage.type_in("B");
    assert!(stage.text().contains("(B)"), "{}", stage.text());
    assert_eq!(stage.app.model().settings.show, Show::default());
}

/// Makes some first move.
fn begin(stage: &mut Stage) {
    for way in Direction::ALL {
        stage.press(Key::Arrow(way));
        if stage.app.model().game.session.done() > 0 {
            return;
        }
    }
}

#[test]
fn helped_and_repeated_scrambles_do_not_count() {
    let home = tempfile::tempdir().unwrap();
    let mut stage = kept(scrambles(), &options(), &home);
    until_answered(&mut stage);
    stage.type_in("HH");
    solve(&mut stage, Duration::from_secs(1));
    assert!(stage.app.model().stopwatch.times.of("3x2").is_empty());
    stage.type_in("N");
    for _ in 0..2 {
        solve(&mut stage, Duration::from_secs(1));
        stage.type_in("R");
    }
    assert_eq!(stage.app.model().stopwatch.times.of("3x2").len(), 1);
    // Help does not undo that one was begun.
    stage.type_in("N");
    until_answered(&mut stage);
    begin(&mut stage);
    stage.type_in("HHN");
    let solves = stage.app.model().stopwatch.times.of("3x2");
    assert_eq!(solves.iter().map(|solve| solve.solved).collect::<Vec<_>>(), [true, false]);
    // Nor does leaving undo that one was helped, begun or not.
    until_answered(&mut stage);
    stage.type_in("HHNP");
    solve(&mut stage, Duration::from_secs(1));
    assert_eq!(stage.app.model().stopwatch.times.of("3x2"), solves);
}

/// While a scramble can be read its clock runs, and while the terminal is away it does not.
#[test]
fn the_clock_of_a_scramble_runs_behind_settings_and_drawings() {
    let mut stage = Stage::new(scrambles(), &options(), 80, 24);
    let elapsed = |stage: &Stage| stage.app.model().game.session.elapsed(stage.time.get());
    begin(&mut stage);
    for (key, seconds) in [('o', 2), ('E', 4), ('t', 4)] {
        stage.type_in(&key.to_string());
        stage.pass(Duration::from_secs(2));
        stage.press(Key::Esc);
        assert_eq!(elapsed(&stage), Duration::from_secs(seconds), "{key}");
    }
    stage.app.sender().send(Message::Key(Chord::ctrl('z'))).unwrap();
    assert_eq!(stage.app.turn(Some(Duration::ZERO)).unwrap(), Effect::Suspend);
    stage.time.set(Duration::from_secs(100));
    stage.app.repaint();
    stage.turn();
    assert_eq!(elapsed(&stage), Duration::from_secs(4));
    stage.pass(Duration::from_secs(1));
    assert_eq!(elapsed(&stage), Duration::from_secs(5));
}

#[test]
fn when_the_time_for_looking_is_over_the_clock_starts() {
    let options = set(|settings| settings.inspection = 15);
    let mut stage = Stage::new(scrambles(), &options, 80, 24);
    assert_eq!(figure(&stage.text(), "look").as_deref(), Some("15"));
    stage.pass(Duration::from_millis(14_500));
    assert_eq!(figure(&stage.text(), "look").as_deref(), Some("1"));
    assert_eq!(stage.app.model().deadline(), Some(Duration::from_secs(15)));
    stage.pass(Duration::from_millis(500));
    assert_eq!(figure(&stage.text(), "time").as_deref(), Some("00:00.0"));
    stage.pass(Duration::from_millis(2_340));
    assert_eq!(figure(&stage.text(), "time").as_deref(), Some("00:02.3"));
    assert_eq!(stage.app.model().deadline(), Some(Duration::from_millis(17_400)));
    stage.pass(Duration::from_millis(60));
    assert_eq!(figure(&stage.text(), "time").as_deref(), Some("00:02.4"));
    let session = &stage.app.model().game.session;
    assert_eq!(session.elapsed(Duration::from_secs(17)), Duration::from_secs(2));
}

/// The three moves of a 2x3 board, played in four seconds, and then again beside them.
#[test]
fn the_best_game_plays_beside_this_one_by_moves_and_by_time() {
    let options = set(|settings| settings.ghost = Ghost::Best);
    let mut stage = Stage::new(two_by_three(), &options, 80, 24);
    stage.until_mapped(2);
    let left = Key::Arrow(Direction::Left);
    stage.press(left);
    stage.pass(Duration::from_secs(4));
    stage.press(left);
    stage.type_in("R");
    let ghost = |stage: &Stage| figure(&stage.text(), "ghost");
    assert_eq!(ghost(&stage).as_deref(), Some("2"), "{}", stage.text());
    assert!(stage.text().contains("(+0)"), "{}", stage.text());
    // Step for step: after a step down and one up again it has arrived.
    stage.press(Key::Arrow(Direction::Down));
    assert!(stage.text().contains("1 (−2)"), "{}", stage.text());
    stage.press(Key::Arrow(Direction::Up));
    assert!(stage.text().contains("0 (−2)"), "{}", stage.text());
    insta::assert_snapshot!("ghost_80x24", stage.text());
    stage.type_in("R");
    // Second for second: it waits four seconds before its last move.
    stage.type_in("g");
    assert!(stage.text().contains("second for second"), "{}", stage.text());
    // The race begins anew with the new try, whose clock waits for its first move.
    assert_eq!(ghost(&stage).as_deref(), Some("2"), "{}", stage.text());
    stage.press(Key::Arrow(Direction::Down));
    assert!(stage.app.model().deadline().is_some());
    stage.pass(Duration::from_secs(3));
    assert_eq!(ghost(&stage).as_deref(), Some("1"), "{}", stage.text());
    stage.pass(Duration::from_secs(57));
    assert_eq!(ghost(&stage).as_deref(), Some("0"), "{}", stage.text());
    // The optimal line is help.
    let hints = |stage: &Stage| stage.app.model().game.session.hints();
    stage.type_in("g");
    assert_eq!(hints(&stage), 0);
    stage.press(Key::Arrow(Direction::Up));
    assert_eq!((hints(&stage), stage.app.model().settings.ghost), (1, Ghost::Optimal));
    stage.resize(40, 15);
    insta::assert_snapshot!("ghost_40x15", stage.text());
}

#[test]
fn no_ghost_is_said_to_be_none() {
    let mut stage = Stage::new(two_by_three(), &options(), 80, 24);
    stage.until_known(2);
    stage.type_in("g");
    assert!(stage.text().contains("There is none"), "{}", stage.text());
    assert_eq!(figure(&stage.text(), "ghost"), None);
}

/// What was copied.
type Copied = Rc<RefCell<Vec<String>>>;

/// A game of the day's 8-puzzle whose calendar the test turns, and what was copied in it.
/// What is made for the list has its place from the first frame on.
#[test]
fn nothing_moves_when_the_puzzles_of_the_day_arrive() {
    let options = Options { today: Some(day()), day: Some(day()), ..options() };
    let list = Playlist::collections([], huarong::library::packs(), 3).unwrap();
    let mut stage = Stage::new(list, &options, 80, 24);
    stage.press(Key::Esc);
    let chosen = spot(&stage, "▸");
    assert!(stage.text().contains("Daily 2026-11-21"), "{}", stage.text());
    made(&mut stage, day());
    stage.turn();
    assert!(stage.text().contains("8-puzzle"), "{}", stage.text());
    assert_eq!(spot(&stage, "▸"), chosen);
}

fn daily_game(home: &tempfile::TempDir) -> (Stage, Rc<Cell<Day>>, Copied) {
    let options = Options { today: Some(day()), day: Some(day()), ..options() };
    let list = Playlist::collections([Daily::Numbers.of(day())], huarong::library::packs(), 0);
    let mut stage = kept(list.expect("there is one"), &options, home);
    let (date, copied) = (Rc::new(Cell::new(day())), Rc::new(RefCell::new(Vec::new())));
    let (calendar, clipboard) = (Rc::clone(&date), Rc::clone(&copied));
    let app = stage.app.with_calendar(move || (calendar.get(), Duration::from_secs(60)));
    stage.app = app.with_clipboard(move |text| clipboard.borrow_mut().push(text.to_owned()));
    made(&mut stage, day());
    (stage, date, copied)
}

/// Waits until the puzzles of a day are there.
fn made(stage: &mut Stage, day: Day) {
    for _ in 0..2000 {
        let offer = stage.app.model().today.offer();
        if offer.is_some_and(|(offered, made)| offered == day && !made.is_empty()) {
            return;
        }
        stage.app.turn(Some(Duration::from_millis(10))).expect("it is drawn");
    }
    panic!("there are no puzzles of {day}");
}

fn next_day() -> Day {
    "2026-11-22".parse().expect("it is a day")
}

#[test]
fn the_line_of_the_day_is_copied_where_one_of_its_puzzles_was_solved() {
    let home = tempfile::tempdir().unwrap();
    let (mut stage, _, copied) = daily_game(&home);
    stage.type_in("y");
    assert!(stage.text().contains("The board is copied"), "{}", stage.text());
    solve(&mut stage, Duration::ZERO);
    stage.type_in("y");
    let text = stage.text();
    assert!(text.contains("The line of the day is copied"), "{text}");
    // Of another position of the same puzzle it is the board's again.
    stage.type_in("uy");
    let line = "huarong 2026-11-21  8puzzle 24/24  4x5 -  rush -  streak 0";
    let copied = copied.borrow();
    assert_eq!(copied.len(), 3);
    assert_eq!((copied[0].as_str(), copied[1].as_str()), ("7 8 0/2 5 1/6 3 4", line));
    assert_eq!(copied[2], "1 2 3/4 5 6/7 0 8");
}

#[test]
fn a_puzzle_of_the_day_solved_again_counts_with_its_fewest_moves() {
    let home = tempfile::tempdir().unwrap();
    let (mut stage, _, copied) = daily_game(&home);
    for detours in [2, 0, 1] {
        // A tile up and down again.
        for key in [Key::Arrow(Direction::Up), Key::Arrow(Direction::Down)].repeat(detours) {
            stage.press(key);
        }
        solve(&mut stage, Duration::ZERO);
        stage.type_in("yR");
    }
    let line = |moves| format!("huarong 2026-11-21  8puzzle {moves}/24  4x5 -  rush -  streak 0");
    assert_eq!(*copied.borrow(), [28, 24, 24].map(line));
    drop(stage);
    let records = Records::open(Some(Dirs::at(home.path())));
    assert_eq!(records.days().shared(day()), line(24));
}

#[test]
fn past_midnight_the_list_follows_the_date_and_the_game_stays() {
    let home = tempfile::tempdir().unwrap();
    let (mut stage, date, _) = daily_game(&home);
    let played = stage.app.model().game.entry.clone();
    stage.press(Key::Esc);
    assert!(stage.text().contains("Daily 2026-11-21"), "{}", stage.text());
    date.set(next_day());
    stage.turn();
    made(&mut stage, next_day());
    stage.turn();
    let text = stage.text();
    assert!(text.contains("Daily 2026-11-22"), "{text}");
    assert!(!text.contains("Daily 2026-11-21"), "{text}");
    // The one that is played is still chosen, and it is that of the day before.
    stage.press(Key::Enter);
    assert!(Arc::ptr_eq(&played, &stage.app.model().game.entry));
    assert!(stage.text().contains("8-puzzle, 2026-11-21"), "{}", stage.text());
    solve(&mut stage, Duration::ZERO);
    let text = stage.text();
    assert!(text.contains("2026-11-21 is over"), "{text}");
    stage.press(Key::Esc);
    stage.type_in("rush hour, 2026");
    stage.press(Key::Enter);
    assert_eq!(stage.app.model().game.entry.id, "daily-2026-11-22-rush");
    drop(stage);
    let records = Records::open(Some(Dirs::at(home.path())));
    assert_eq!(records.days().score(day(), Daily::Numbers), None);
}

#[test]
fn puzzles_of_a_day_that_was_asked_for_stay() {
    let home = tempfile::tempdir().unwrap();
    let options = Options { today: Some(next_day()), day: Some(day()), ..options() };
    let list = Playlist::collections([], huarong::library::packs(), 0).unwrap();
    let mut stage = kept(list, &options, &home);
    let date = Rc::new(Cell::new(next_day()));
    let calendar = Rc::clone(&date);
    stage.app = stage.app.with_calendar(move || (calendar.get(), Duration::from_secs(60)));
    stage.press(Key::Esc);
    made(&mut stage, day());
    date.set("2026-11-23".parse().unwrap());
    stage.turn();
    stage.turn();
    let offer = stage.app.model().today.offer();
    let offered = offer.map(|(offered, made)| (offered, made.len()));
    assert_eq!(offered, Some((day(), 3)));
}

/// Moves that were taken back were made all the same.
#[test]
fn what_is_taken_back_counts_in_a_scramble() {
    let scramble = Scramble { width: 3, height: 3, seed: 1 };
    let list = Playlist::one(scramble.entry().expect("it can be made"));
    let still = set(|settings| settings.animation = false);
    let mut stage = Stage::new(list, &still, 80, 24);
    stage.turn();
    let path = loop {
        match stage.app.model().game.solution() {
            Some(path) => break path,
            None => drop(stage.app.turn(Some(Duration::from_millis(10)))),
        }
    };
    let least: usize = path.iter().map(|action| action.steps().len()).sum();
    let first = path[0].steps()[0].direction;
    stage.press(Key::Arrow(first));
    stage.pass(Duration::from_secs(7));
    stage.type_in("u");
    solve(&mut stage, Duration::ZERO);
    let solve = stage.app.model().stopwatch.session("3x3")[0].clone();
    assert_eq!((solve.steps as usize, solve.millis), (least + 2, 7000));
}

/// A new try begins with clock and counts at nothing. With it the scramble is given up, also if that is taken back.
#[test]
fn a_scramble_counts_in_its_first_try() {
    let mut stage = Stage::new(scrambles(), &options(), 80, 24);
    until_answered(&mut stage);
    // Where nothing has begun, nothing is given up.
    stage.type_in("R");
    assert!(stage.app.model().stopwatch.session("3x2").is_empty());
    begin(&mut stage);
    stage.pass(Duration::from_secs(7));
    stage.type_in("R");
    let text = stage.text();
    assert!(text.contains("DNF. ") && text.contains(" once more: a scramble"), "{text}");
    let counted = |stage: &Stage| {
        let game = &stage.app.model().game;
        let text = stage.text();
        (game.count(), game.session.hints(), figure(&text, "time"))
    };
    assert_eq!(counted(&stage), (0, 0, Some("00:00.0".into())), "{}", stage.text());
    stage.type_in("u");
    assert_eq!(counted(&stage), (1, 0, Some("00:07.0".into())), "{}", stage.text());
    solve(&mut stage, Duration::ZERO);
    let solves = stage.app.model().stopwatch.session("3x2");
    let [solve] = &solves[..] else { panic!("{solves:?}") };
    assert_eq!((solve.solved, solve.steps, solve.millis), (false, 1, 7000));
}

/// A home with these solves of 3x2, as a file of the player's has them: seconds, and the seed of the scramble.
fn with_times(solves: &[(u64, u64, Option<&str>)]) -> (tempfile::TempDir, Stage) {
    let home = tempfile::tempdir().unwrap();
    let dirs = Dirs::at(home.path());
    let solve = |(n, (seconds, seed, moves)): (usize, &(u64, u64, Option<&str>))| {
        let moves = moves.map_or(String::new(), |moves| format!(",\"moves\":\"{moves}\""));
        let millis = seconds * 1000;
        format!(
            "{{\"at\":{n},\"seed\":{seed},\"millis\":{millis},\"steps\":24,\"solved\":true{moves}}}"
        )
    };
    let all: Vec<String> = solves.iter().enumerate().map(solve).collect();
    let text = format!("{{\"version\":1,\"solves\":{{\"3x2\":[{}]}}}}", all.join(","));
    std::fs::write(dirs.times(), text).unwrap();
    let records = Records::open(Some(dirs));
    let mut stage = Stage::new(pack("rush"), &options(), 80, 24);
    stage.app = stage.app.with_records(records, None);
    stage.until_known(8);
    (home, stage)
}

/// The solves of 3x2 that the file has, as the next start of the program reads them.
fn seconds(home: &tempfile::TempDir) -> Vec<u64> {
    let records = Records::open(Some(Dirs::at(home.path())));
    records.times().of("3x2").iter().map(|solve| solve.millis / 1000).collect()
}

/// A solve is shown again on its own board, from the first move to the last, while the game that is played stays as it is.
#[test]
fn a_solve_is_replayed_and_the_game_is_there_again() {
    let home = tempfile::tempdir().unwrap();
    let mut stage = kept(scrambles(), &options(), &home);
    solve(&mut stage, Duration::from_secs(1));
    let (line, steps) = {
        let session = &stage.app.model().game.session;
        (session.line().len(), session.steps())
    };
    let left =
        Playlist::collections(pack("rush").entries().iter().map(|e| (**e).clone()), [], 0).unwrap();
    stage.send(Message::Launch(left));
    let played = stage.app.model().game.entry.id.clone();
    stage.type_in("t");
    stage.press(Key::Enter);
    assert_eq!(stage.app.model().scope(), Scope::Player);
    let text = stage.text();
    let title = text.lines().next().unwrap_or_default();
    assert!(title.contains("3x2 1 · ") && title.contains(&format!("{steps} steps")), "{text}");
    assert_eq!(stage.app.model().game.entry.id, played);
    stage.press(Key::End);
    let text = stage.text();
    assert!(text.contains(&format!(" {line}/{line} ")), "{text}");
    insta::assert_snapshot!("times_replay_80x24", text);
    // The line in the footer is that of the board that is shown.
    let board = stage.app.model().line().expect("there is one").to_owned();
    let shown = notation::read("line", &board).unwrap().entries.remove(0);
    assert!(shown.puzzle.is_solved(shown.puzzle.start()), "{board}");
    stage.press(Key::Esc);
    assert_eq!(stage.app.model().scope(), Scope::Times);
    stage.press(Key::Esc);
    assert_eq!(stage.app.model().game.entry.id, played);
    // Playing on from there is another game, with help, which counts no second time.
    stage.type_in("t");
    stage.press(Key::Enter);
    stage.press(Key::Home);
    stage.press(Key::Char('.'));
    stage.press(Key::Enter);
    let game = &stage.app.model().game;
    assert_eq!((game.scramble.map(|s| s.seed), game.session.done()), (Some(1), 1));
    assert!(game.session.hints() > 0);
}

#[test]
fn a_solve_without_moves_says_so_and_its_scramble_is_played_again() {
    let (home, mut stage) = with_times(&[(9, 1, None), (8, 2, Some("nonsense"))]);
    stage.type_in("t");
    for _ in 0..2 {
        stage.press(Key::Enter);
        assert_eq!(stage.app.model().scope(), Scope::Times);
        assert!(stage.text().contains("kept without its moves; R plays"), "{}", stage.text());
        stage.press(Key::Arrow(Direction::Down));
    }
    stage.type_in("R");
    assert_eq!(stage.app.model().scope(), Scope::Play);
    let game = &stage.app.model().game;
    assert_eq!((game.scramble.map(|s| s.seed), game.session.done()), (Some(1), 0));
    assert!(stage.text().contains("3x2 1 once more: a scramble counts the first time"));
    solve(&mut stage, Duration::from_secs(1));
    drop(stage);
    assert_eq!(seconds(&home), [9, 8]);
}

#[test]
fn a_solve_is_deleted_and_brought_back() {
    let (home, mut stage) = with_times(&[(9, 1, None), (8, 2, None), (7, 3, None)]);
    stage.type_in("t");
    stage.press(Key::Arrow(Direction::Down));
    stage.type_in("x");
    let text = stage.text();
    assert!(text.contains("8.000 is deleted; u brings it back."), "{text}");
    assert!(text.contains("times of 3x2  2/2"), "{text}");
    assert_eq!(stage.app.unkept(), None);
    assert_eq!(seconds(&home), [9, 7]);
    stage.type_in("u");
    assert!(stage.text().contains("▸#2"), "{}", stage.text());
    assert_eq!(stage.app.unkept(), None);
    assert_eq!(seconds(&home), [9, 8, 7]);
    stage.type_in("u");
    assert!(stage.text().contains("Nothing to take back."), "{}", stage.text());
    // All can go, and come back, also when the screen was left in between.
    stage.type_in("xxxx");
    assert!(stage.text().contains("no solve of this size"), "{}", stage.text());
    stage.press(Key::Enter);
    stage.press(Key::Esc);
    stage.type_in("tu");
    assert!(!stage.app.model().stopwatch.times.of("3x2").is_empty(), "{}", stage.text());
    stage.type_in("uu");
    assert!(stage.text().contains("times of 3x2  3/3"), "{}", stage.text());
    drop(stage);
    assert_eq!(seconds(&home), [9, 8, 7]);
}

/// The pictures have their places from the first solve on, and nothing of the screen moves when one is deleted.
#[test]
fn the_trend_and_the_spread_stand_beside_the_times() {
    let times: Vec<(u64, u64, Option<&str>)> =
        [12, 9, 14, 8, 8, 9, 11, 8].into_iter().zip(1..).map(|(s, seed)| (s, seed, None)).collect();
    let (_home, mut stage) = with_times(&times);
    stage.type_in("t");
    insta::assert_snapshot!("times_80x24", stage.text());
    let text = stage.text();
    assert!(text.contains("8.000 to 14.000 s, the last 8"), "{text}");
    let places =
        |stage: &Stage| (spot(stage, "╭ trend"), spot(stage, "╭ how often"), spot(stage, "#1"));
    let before = places(&stage);
    stage.type_in("x");
    let now = places(&stage);
    assert_eq!((now.0, now.1), (before.0, before.1));
    let wanted = spot(&stage, "#5");
    stage.point(Gesture::Press, wanted);
    assert!(stage.text().contains("▸#5"), "{}", stage.text());
    assert_eq!(spot(&stage, "#5"), wanted, "a click moves nothing");
    stage.press(Key::End);
    assert!(stage.text().contains("▸#1 "), "{}", stage.text());
    for (width, height) in [(40, 15), (60, 20), (120, 40), (20, 5), (1, 1)] {
        stage.resize(width, height);
        stage.press(Key::Home);
    }
    stage.resize(120, 40);
    insta::assert_snapshot!("times_120x40", stage.text());
}

/// The clock stands still there, so that moves would take no time.
#[test]
fn a_window_without_a_board_takes_no_moves() {
    let mut stage = Stage::new(scrambles(), &options(), 80, 24);
    let play_about = |stage: &mut Stage| {
        for way in Direction::ALL {
            stage.press(Key::Arrow(way));
        }
        stage.app.model().game.session.steps()
    };
    let begun = play_about(&mut stage);
    assert!(begun > 0);
    stage.resize(12, 4);
    assert_eq!(play_about(&mut stage), begun);
    stage.type_in("uR");
    assert_eq!(stage.app.model().game.session.turns().len(), begun);
    let name = stage.app.model().game.name(Lang::En);
    stage.type_in("HSPN");
    let game = &stage.app.model().game;
    assert_eq!((game.name(Lang::En), game.session.hints(), game.awaited), (name, 0, None));
    assert_eq!(stage.app.model().scope(), Scope::Play);
    stage.resize(80, 24);
    assert!(play_about(&mut stage) > begun);
}

#[test]
fn the_pace_is_that_of_the_clock_as_it_is_shown() {
    let mut stage = Stage::new(scrambles(), &options(), 80, 24);
    for way in Direction::ALL {
        stage.press(Key::Arrow(way));
    }
    let steps = stage.app.model().game.session.steps();
    stage.pass(Duration::from_millis(840));
    let pace = format!("{:.2}", steps as f64 / 0.8);
    assert_eq!(figure(&stage.text(), "steps/s"), Some(pace));
}

#[test]
fn the_editor_tells_nothing_of_a_scramble_that_is_begun() {
    let mut stage = Stage::new(scrambles(), &options(), 80, 24);
    for way in Direction::ALL {
        stage.press(Key::Arrow(way));
    }
    let tells = |stage: &Stage| stage.text().contains("slides");
    stage.type_in("E");
    for _ in 0..20 {
        stage.app.turn(Some(Duration::from_millis(10))).expect("it is drawn");
        assert!(!tells(&stage), "{}", stage.text());
    }
    // What is shown at any time is shown there too.
    let shown = set(|settings| settings.show = Show::Always);
    let mut stage = Stage::new(scrambles(), &shown, 80, 24);
    stage.type_in("E");
    stage.until(|text| text.contains("slides"));
}
