//! What is written is there again, whatever else happens to the files.

use super::*;
use crate::puzzle::{Direction, Move, Setup};
use crate::text::Lang;
use std::cell::Cell;
use std::fs;
use std::sync::Arc;

const NOW: Duration = Duration::ZERO;

fn entry() -> Entry {
    Entry::of(Setup::numbers(3, 2, &[1, 2, 3, 0, 4, 5]).build().unwrap())
}

fn play(session: &mut Session, name: &str, way: Direction) {
    let piece = session.puzzle().piece_named(name).unwrap();
    session.play(Move::of(piece, &[way]), NOW).unwrap();
}

/// A game with a restart in it and a turn taken back.
fn session(entry: &Entry) -> Session {
    let mut session = Session::new(Arc::new(entry.puzzle.clone()));
    play(&mut session, "1", Direction::Down);
    session.restart(NOW);
    play(&mut session, "4", Direction::Left);
    play(&mut session, "2", Direction::Down);
    session.undo(NOW);
    session.note_hint();
    let there = session.position().clone();
    session.restart(NOW);
    session.note_hint();
    session.note_hint();
    // There is nothing to go back from but the hints.
    session.restart(NOW);
    session.note_hint();
    session.note_hint();
    session.jump(there, NOW);
    session
}

#[test]
fn the_game_that_was_left_comes_back_whole() {
    let home = tempfile::tempdir().unwrap();
    let dirs = Dirs::at(home.path());
    let (entry, at) = (entry(), Duration::from_millis(1500));
    let left = session(&entry);
    let mut records = Records::open(Some(dirs.clone()));
    assert!(records.left().is_none());
    records.keep_game(&entry, Metric::Slide, &left, at, "journey", &|| ()).unwrap();
    let saved = Records::open(Some(dirs)).left().unwrap();
    assert_eq!(saved.course, "journey");
    assert_eq!((&saved.entry.puzzle, saved.metric), (&entry.puzzle, Metric::Slide));
    assert_eq!(saved.session.turns(), left.turns());
    assert_eq!((saved.session.done(), saved.session.hints()), (left.done(), 2));
    let late = Duration::from_secs(99);
    assert_eq!((saved.session.elapsed(late), saved.session.steps()), (at, left.steps()));
    let tries = saved.session.tries(late);
    let tries: Vec<_> = tries.map(|spent| (spent.hints, spent.time, spent.steps)).collect();
    assert_eq!(tries.len(), 4);
    for (told, of_it) in tries.iter().zip([(0, NOW), (1, NOW), (2, NOW), (2, at)]) {
        assert_eq!((told.0, told.1), of_it);
    }
    let steps = left.tries(at).map(|spent| spent.steps);
    assert!(tries.iter().map(|told| told.2).eq(steps));
}

/// A board is what was left, whether anything was played on it or not.
#[test]
fn a_game_without_a_move_comes_back() {
    let home = tempfile::tempdir().unwrap();
    let dirs = Dirs::at(home.path());
    let entry = entry();
    let left = Session::new(Arc::new(entry.puzzle.clone()));
    Records::open(Some(dirs.clone()))
        .keep_game(&entry, Metric::Move, &left, NOW, "", &|| ())
        .unwrap();
    let saved = Records::open(Some(dirs)).left().unwrap();
    assert_eq!((&saved.entry.puzzle, saved.metric), (&entry.puzzle, Metric::Move));
    assert!(saved.session.turns().is_empty() && !saved.session.has_begun());
}

/// One clock and one count of hints held for all tries of a game of an earlier version.
#[test]
fn a_game_of_an_earlier_version_comes_back() {
    let home = tempfile::tempdir().unwrap();
    let dirs = Dirs::at(home.path());
    let (entry, at) = (entry(), Duration::from_millis(1500));
    let left = session(&entry);
    Records::open(Some(dirs.clone()))
        .keep_game(&entry, Metric::Step, &left, at, "", &|| ())
        .unwrap();
    let text = fs::read_to_string(dirs.game()).unwrap();
    let mut file: serde_json::Value = serde_json::from_str(&text).unwrap();
    let fields = file.as_object_mut().unwrap();
    assert!(fields.remove("tries").is_some() && fields.remove("made").is_some());
    fs::write(dirs.game(), file.to_string()).unwrap();
    let old = Records::open(Some(dirs)).left().unwrap().session;
    assert_eq!((old.hints(), old.elapsed(NOW)), (2, at));
    let steps: Vec<_> = old.tries(NOW).filter_map(|spent| spent.steps).collect();
    assert_eq!(steps, [1, 1, 0, 0]);
}

/// Checks that one file was set aside, which still holds `text`.
fn assert_aside(problems: &[FileProblem], text: &str) {
    let [FileProblem { kind: ProblemKind::SetAside(kept), .. }] = problems else {
        panic!("{text:?}: {problems:?}");
    };
    assert_eq!(fs::read_to_string(kept).unwrap(), text);
}

#[test]
fn garbage_is_set_aside_and_nothing_else_is_lost() {
    let home = tempfile::tempdir().unwrap();
    let dirs = Dirs::at(home.path());
    let mut records = Records::open(Some(dirs.clone()));
    let mut bests = Bests::default();
    bests.note(&entry().puzzle, [2, 1, 1], NOW, ("", ""));
    records.keep_bests(&bests).unwrap();
    for garbage in ["", "{\"version\":1,\"puz", "[]", "\u{0}\u{1}"] {
        fs::write(dirs.game(), garbage).unwrap();
        let mut again = Records::open(Some(dirs.clone()));
        assert!(again.left().is_none());
        assert_aside(&again.problems(), garbage);
        assert!(!dirs.game().exists());
        assert_eq!(again.bests(), &bests);
    }
}

#[test]
fn two_games_at_once_keep_each_other_s_results() {
    let home = tempfile::tempdir().unwrap();
    let dirs = Dirs::at(home.path());
    let mut one = Records::open(Some(dirs.clone()));
    let mut two = Records::open(Some(dirs.clone()));
    let other = Setup::numbers(3, 2, &[1, 2, 3, 4, 0, 5]).build().unwrap();
    let (mut a, mut b) = (Bests::default(), Bests::default());
    a.note(&entry().puzzle, [2, 1, 1], NOW, ("", ""));
    b.note(&other, [1, 1, 1], NOW, ("", ""));
    one.keep_bests(&a).unwrap();
    two.keep_bests(&b).unwrap();
    let both = Records::open(Some(dirs));
    let best = |puzzle| both.bests().get(puzzle, Metric::Step).map(|b| b.moves);
    assert_eq!((best(&entry().puzzle), best(&other)), (Some(2), Some(1)));
}

#[test]
fn results_that_many_games_write_at_once_are_all_kept() {
    let home = tempfile::tempdir().unwrap();
    let dirs = Dirs::at(home.path());
    let boards: Vec<_> = (2..=9).map(tiles).collect();
    std::thread::scope(|games| {
        for board in &boards {
            let dirs = dirs.clone();
            games.spawn(move || {
                let mut records = Records::open(Some(dirs));
                for moves in (1..=5).rev() {
                    let mut bests = Bests::default();
                    bests.note(board, [moves, moves, moves], NOW, ("", ""));
                    records.keep_bests(&bests).unwrap();
                }
            });
        }
    });
    let all = Records::open(Some(dirs));
    for board in &boards {
        let best = all.bests().get(board, Metric::Slide);
        assert_eq!(best.map(|best| best.moves), Some(1));
    }
}

/// Two rows of tiles with the blank in the corner.
fn tiles(columns: u16) -> crate::puzzle::Puzzle {
    let numbers: Vec<u32> = (0..2 * u32::from(columns)).collect();
    let board = Setup::numbers(columns.into(), 2, &numbers);
    board.build().unwrap()
}

#[test]
fn results_that_could_not_be_written_are_written_later() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("records");
    fs::write(&file, "in the way").unwrap();
    let dirs = Dirs::at(&file);
    let mut records = Records::open(Some(dirs.clone()));
    records.problems();
    let mut bests = Bests::default();
    bests.note(&entry().puzzle, [2, 1, 1], NOW, ("", ""));
    records.keep_bests(&bests).unwrap_err();
    fs::remove_file(&file).unwrap();
    records.keep_bests(&bests).unwrap();
    assert_eq!(Records::open(Some(dirs)).bests(), &bests);
}

#[test]
fn results_that_turn_into_garbage_are_set_aside_and_written_anew() {
    let home = tempfile::tempdir().unwrap();
    let dirs = Dirs::at(home.path());
    let mut records = Records::open(Some(dirs.clone()));
    let mut bests = Bests::default();
    for (columns, garbage) in [(2, ""), (3, "{\"version\":1,\"be"), (4, "\u{0}\u{1}")] {
        fs::write(dirs.bests(), garbage).unwrap();
        bests.note(&tiles(columns), [2, 1, 1], NOW, ("", ""));
        records.keep_bests(&bests).unwrap();
        assert_aside(&records.problems(), garbage);
        assert_eq!(Records::open(Some(dirs.clone())).bests(), &bests);
    }
}

#[test]
fn settings_that_are_garbage_are_set_aside_and_the_game_and_the_results_stay() {
    let home = tempfile::tempdir().unwrap();
    let dirs = Dirs::at(home.path());
    let (entry, mut bests) = (entry(), Bests::default());
    bests.note(&entry.puzzle, [2, 1, 1], NOW, ("", ""));
    let mut records = Records::open(Some(dirs.clone()));
    records.keep_bests(&bests).unwrap();
    let left = session(&entry);
    records.keep_game(&entry, Metric::Step, &left, NOW, "", &|| ()).unwrap();
    for garbage in ["lang = ", "[[[", "\u{0}"] {
        fs::write(dirs.settings(), garbage).unwrap();
        let mut again = Records::open(Some(dirs.clone()));
        assert_eq!(again.settings(Settings::default(), |_| vec![]), Settings::default());
        assert_aside(&again.problems(), garbage);
        assert_eq!(again.bests(), &bests);
        assert_eq!(again.left().unwrap().session.turns(), left.turns());
    }
}

#[test]
fn choices_go_into_the_settings_once() {
    let home = tempfile::tempdir().unwrap();
    let dirs = Dirs::at(&home.path().join("new"));
    let mut records = Records::open(Some(dirs.clone()));
    let usual = Settings { ascii: true, ..Settings::default() };
    records.begin_with(&usual);
    records.keep_settings(&usual).unwrap();
    assert!(!dirs.settings().exists());
    let choices = Settings { theme: Palette::Light, ..usual };
    records.keep_settings(&choices).unwrap();
    let text = || fs::read_to_string(dirs.settings()).unwrap();
    assert_eq!(text(), "theme = \"light\"\n");
    // What the player writes in the meantime is not undone by a choice that was kept already.
    fs::write(dirs.settings(), "theme = \"mono\" # mine").unwrap();
    records.keep_settings(&choices).unwrap();
    assert_eq!(text(), "theme = \"mono\" # mine");
    fs::write(dirs.settings(), "theme = ").unwrap();
    let other = Settings { lang: Lang::Zh, ..choices };
    let refused = records.keep_settings(&other).unwrap_err();
    assert!(refused.kind == ProblemKind::NotWritten, "{refused}");
    assert_eq!(text(), "theme = ");
}

#[test]
fn settings_that_lie_elsewhere_stay_there() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let home = tempfile::tempdir().unwrap();
    let dirs = Dirs::at(home.path());
    let real = home.path().join("dotfiles.toml");
    fs::write(&real, "clock = false\n").unwrap();
    fs::set_permissions(&real, fs::Permissions::from_mode(0o644)).unwrap();
    symlink(&real, dirs.settings()).unwrap();
    let choices = Settings { lang: Lang::Zh, ..Settings::default() };
    let mut records = Records::open(Some(dirs.clone()));
    records.keep_settings(&choices).unwrap();
    assert_eq!(fs::read_to_string(&real).unwrap(), "clock = false\nlang = \"zh\"\n");
    assert!(fs::symlink_metadata(dirs.settings()).unwrap().is_symlink());
    assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o644);
}

#[test]
fn the_times_of_the_moves_come_back_too() {
    let home = tempfile::tempdir().unwrap();
    let dirs = Dirs::at(home.path());
    let entry = entry();
    let mut left = Session::new(Arc::new(entry.puzzle.clone()));
    let step = |session: &Session, name: &str, way| {
        Move::of(session.puzzle().piece_named(name).unwrap(), &[way])
    };
    let at = Duration::from_millis;
    let (down, up) = (Direction::Down, Direction::Up);
    left.play(step(&left, "1", down), at(700)).unwrap();
    left.play(step(&left, "1", up), at(1900)).unwrap();
    left.restart(at(2500));
    let mut records = Records::open(Some(dirs.clone()));
    records.keep_game(&entry, Metric::Step, &left, at(3000), "", &|| ()).unwrap();
    let saved = Records::open(Some(dirs.clone())).left().unwrap();
    let times = |session: &Session| session.turns().iter().map(|t| t.at()).collect::<Vec<_>>();
    assert_eq!(times(&left), [at(0), at(1200), at(0)]);
    assert_eq!(times(&saved.session), times(&left));
    // A file of an earlier version has no times.
    let text = fs::read_to_string(dirs.game()).unwrap();
    let (before, after) = text.split_once("\"times\"").unwrap();
    let (_, after) = after.split_once("],").unwrap();
    fs::write(dirs.game(), format!("{before}{after}")).unwrap();
    let old = Records::open(Some(dirs)).left().unwrap();
    assert_eq!(times(&old.session), [at(0); 3]);
}

/// A program that is killed may have written the game, and not yet put it in its place.
#[test]
fn a_game_on_its_way_to_its_place_is_the_one_that_was_left() {
    let home = tempfile::tempdir().unwrap();
    let dirs = Dirs::at(home.path());
    let (entry, mut records) = (entry(), Records::open(Some(dirs.clone())));
    let (left, mut later) = (session(&entry), session(&entry));
    later.undo(NOW);
    let seen = Cell::new(0);
    let safe = || {
        let text = fs::read_to_string(dirs.next_game()).unwrap();
        assert!(Saved::of_text(&text).is_ok());
        seen.set(seen.get() + 1);
    };
    for session in [&left, &later] {
        let kept = records.keep_game(&entry, Metric::Step, session, NOW, "", &safe);
        kept.unwrap();
        assert!(!dirs.next_game().exists());
    }
    assert_eq!(seen.get(), 2);
    let text = fs::read_to_string(dirs.game()).unwrap();
    records.keep_game(&entry, Metric::Step, &left, NOW, "", &|| ()).unwrap();
    let done = || {
        let mut again = Records::open(Some(dirs.clone()));
        let saved = again.left().unwrap();
        assert!(again.problems().is_empty() && !dirs.next_game().exists());
        saved.session.done()
    };
    assert_eq!(done(), left.done());
    fs::write(dirs.next_game(), &text).unwrap();
    assert_eq!(done(), later.done());
    for half in [&text[..text.len() / 2], "", "\u{0}"] {
        fs::write(dirs.next_game(), half).unwrap();
        assert_eq!(done(), later.done());
    }
}

/// What a game does with pipes in the place of its files: to open one would wait for ever.
#[test]
fn pipes_in_the_place_of_files_are_refused_at_once() {
    let home = tempfile::tempdir().unwrap();
    let dirs = Dirs::at(home.path());
    let pipe = |name: &str| {
        let made = std::process::Command::new("mkfifo").arg(home.path().join(name)).status();
        assert!(made.unwrap().success());
    };
    ["game.json", "game.next.json", "drawing.json", "settings.toml"].into_iter().for_each(pipe);
    let mut records = Records::open(Some(dirs.clone()));
    assert!(records.left().is_none() && records.drawing().is_none());
    let asides = records.problems();
    let aside = |problem: &&FileProblem| matches!(problem.kind, ProblemKind::SetAside(_));
    assert_eq!(asides.iter().filter(aside).count(), 2, "{asides:?}");
    let settings = records.settings(Settings::default(), |_| Vec::new());
    assert_eq!(settings, Settings::default());
    assert!(matches!(&records.problems()[..], [FileProblem { kind: ProblemKind::NotRead, .. }]));
    let entry = entry();
    records.keep_game(&entry, Metric::Step, &session(&entry), NOW, "", &|| ()).unwrap();
    assert!(Records::open(Some(dirs.clone())).left().is_some());

    // Those that several games write stay where they are, and so does what is in them.
    ["records.json", "records.lock"].into_iter().for_each(pipe);
    let mut records = Records::open(Some(dirs.clone()));
    assert!(matches!(&records.problems()[..], [FileProblem { kind: ProblemKind::NotRead, .. }]));
    let mut bests = Bests::default();
    bests.note(&entry.puzzle, [2, 1, 1], NOW, ("", ""));
    let refused = records.keep_bests(&bests).unwrap_err().to_string();
    assert!(refused.contains("no plain file"), "{refused}");
    fs::remove_file(home.path().join("records.lock")).unwrap();
    records.keep_bests(&bests).unwrap_err();
    assert!(!dirs.bests().is_file());
}

#[test]
fn a_file_without_end_is_not_read_to_the_end() {
    let home = tempfile::tempdir().unwrap();
    let dirs = Dirs::at(home.path());
    fs::File::create(dirs.game()).unwrap().set_len(1 << 40).unwrap();
    let mut records = Records::open(Some(dirs.clone()));
    assert!(records.left().is_none());
    assert!(matches!(
        &records.problems()[..],
        [FileProblem { kind: ProblemKind::SetAside(_), .. }]
    ));
}

/// The folder is gone, and with it every name that a file is written under on its way.
#[test]
fn errors_name_the_file_and_not_the_one_on_its_way() {
    let home = tempfile::tempdir().unwrap();
    let dirs = Dirs::at(&home.path().join("a"));
    fs::write(home.path().join("a"), "a file in the place of the folder").unwrap();
    let entry = entry();
    let mut records = Records::open(Some(dirs.clone()));
    let kept = records.keep_game(&entry, Metric::Step, &session(&entry), NOW, "", &|| ());
    let said = kept.unwrap_err();
    assert!(said.kind == ProblemKind::NotWritten, "{said:?}");
    let said = said.to_string();
    assert!(said.contains("game.json") && !said.contains("unfinished"), "{said}");
}
