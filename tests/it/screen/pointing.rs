//! The mouse on every screen: the list, the map, the player, the charts.

use super::*;

fn click(stage: &mut Stage, place: (u16, u16)) {
    stage.point(Gesture::Press, place);
    stage.point(Gesture::Release, place);
}

#[test]
fn a_name_in_the_list_is_chosen_and_then_played() {
    let mut stage = Stage::new(pack("rush"), &options(), 80, 24);
    stage.until_known(8);
    stage.press(Key::Esc);
    let concave = spot(&stage, "Concave");
    click(&mut stage, concave);
    assert_eq!(stage.app.model().scope(), Scope::Home);
    assert!(stage.text().contains("▸  Concave"), "{}", stage.text());
    click(&mut stage, concave);
    assert_eq!(stage.app.model().scope(), Scope::Play);
    assert_eq!(stage.app.model().game.entry.id, "concave");
    // The preview plays what it shows; the title and the empty rows mean nothing.
    stage.press(Key::Esc);
    let four = spot(&stage, "four");
    click(&mut stage, four);
    click(&mut stage, (1, 0));
    click(&mut stage, (1, 20));
    click(&mut stage, (78, 23));
    assert_eq!(stage.app.model().scope(), Scope::Home);
    click(&mut stage, (60, 10));
    assert_eq!(stage.app.model().game.entry.id, "four");
}

#[test]
fn the_wheel_takes_back_and_plays_again() {
    let mut stage = Stage::new(pack("rush"), &options(), 80, 24);
    let inside = spot(&stage, "║");
    let inside = (inside.0 + 2, inside.1 + 2);
    stage.type_in("fqkfch");
    let moves = |stage: &Stage| stage.app.model().game.session.done();
    let most = moves(&stage);
    assert!(most > 1, "{}", stage.text());
    stage.point(Gesture::Wheel(-1), inside);
    assert!(moves(&stage) < most);
    // Beyond the ends there is nothing, and beside the board the wheel means nothing.
    stage.point(Gesture::Wheel(-9), inside);
    assert_eq!(moves(&stage), 0);
    stage.point(Gesture::Wheel(9), (79, 0));
    assert_eq!(moves(&stage), 0);
    stage.point(Gesture::Wheel(9), inside);
    assert_eq!(moves(&stage), most);
}

#[test]
fn a_long_list_is_chosen_from_where_it_is_scrolled_to() {
    let board = Setup::numbers(3, 2, &[1, 2, 3, 0, 4, 5]).build().unwrap();
    let entries = (0..60).map(|n| {
        let mut entry = notation::Entry::of(board.clone());
        entry.id = format!("board-{n:02}");
        entry
    });
    let list = Playlist::collections(entries, [], 30).unwrap();
    let mut stage = Stage::new(list, &options(), 40, 15);
    stage.press(Key::Esc);
    let wanted = spot(&stage, "board-33");
    click(&mut stage, wanted);
    assert!(stage.text().contains("▸  board-33"), "{}", stage.text());
    assert_eq!(spot(&stage, "board-33"), wanted, "a click moves nothing");
    stage.point(Gesture::Wheel(2), (1, 1));
    assert!(stage.text().contains("▸  board-35"), "{}", stage.text());
    assert_eq!(spot(&stage, "board-33"), wanted, "what is in sight is reached without scrolling");
    stage.press(Key::End);
    assert_eq!(spot(&stage, "board-59").1, 13);
    stage.press(Key::Home);
    assert_eq!(spot(&stage, "▸  Continue").1, 1);
    let second = spot(&stage, "board-01");
    click(&mut stage, second);
    click(&mut stage, second);
    assert_eq!(stage.app.model().game.entry.id, "board-01");
}

#[test]
fn the_first_rows_of_the_list_are_what_one_can_do() {
    let mut stage = Stage::new(pack("rush"), &options(), 80, 24);
    let open = |stage: &mut Stage, words: &str| {
        stage.press(Key::Esc);
        stage.press(Key::Home);
        let place = spot(stage, words);
        click(stage, place);
        if stage.app.model().scope() == Scope::Home {
            click(stage, place);
        }
    };
    open(&mut stage, "Continue");
    assert_eq!(stage.app.model().game.entry.id, "rush");
    assert_eq!(stage.app.model().scope(), Scope::Play);
    open(&mut stage, "Against the clock: 3x3");
    assert_eq!(stage.app.model().scope(), Scope::Play);
    assert!(stage.text().contains("3x3 "), "{}", stage.text());
    open(&mut stage, "Help");
    assert_eq!(stage.app.model().scope(), Scope::Help);
    stage.press(Key::Esc);
    stage.press(Key::Esc);
    open(&mut stage, "Draw a puzzle");
    assert_eq!(stage.app.model().scope(), Scope::Editor);
}

/// The name of a collection stays in the first row, and is not chosen.
#[test]
fn a_long_collection_keeps_its_name_in_sight() {
    let list = Playlist::collections([], huarong::library::packs(), 60).unwrap();
    let mut stage = Stage::new(list, &options(), 80, 24);
    stage.press(Key::Esc);
    let second = |stage: &Stage| stage.text().lines().nth(1).unwrap().to_owned();
    assert!(second(&stage).contains("Huarong Dao  0/126"), "{}", stage.text());
    let chosen = stage.text();
    click(&mut stage, (3, 1));
    assert_eq!(stage.text(), chosen);
    stage.press(Key::Tab);
    assert!(second(&stage).contains("Huarong Dao  0/126"), "{}", stage.text());
}

#[test]
fn a_click_on_the_map_chooses_a_spot_and_the_next_one_plays_it() {
    let mut stage = Stage::new(pack("hengdaolima"), &options(), 120, 40);
    stage.until_mapped(81);
    stage.type_in("M");
    for place in [(20, 30), (60, 30), (85, 37), (1, 2)] {
        click(&mut stage, place);
        let text = stage.text();
        let chosen: u32 = figure(&text, "chosen distance").unwrap().parse().unwrap();
        let (x, y) = spot(&stage, "◇");
        assert!(x.abs_diff(place.0) < 40 && y.abs_diff(place.1) < 20, "{text}");
        click(&mut stage, place);
        stage.until_known(chosen);
        let game = &stage.app.model().game;
        let space = game.map_data.space().unwrap();
        let there = space.place(game.session.position()).unwrap();
        assert_eq!(there.1, Some(chosen));
        stage.type_in("uM");
    }
}

#[test]
fn a_click_on_the_histogram_chooses_a_distance() {
    let mut stage = Stage::new(pack("hengdaolima"), &options(), 120, 40);
    stage.until_mapped(81);
    stage.type_in("M");
    let (x, y) = spot(&stage, "╭ positions by distance");
    // 94 distances in 26 columns: four each.
    for (column, chosen) in [(1, "0"), (3, "8"), (24, "92")] {
        click(&mut stage, (x + column, y + 2));
        assert_eq!(figure(&stage.text(), "chosen distance").as_deref(), Some(chosen));
    }
    click(&mut stage, (x + 26, y + 2));
    assert_eq!(figure(&stage.text(), "chosen distance").as_deref(), Some("92"));
}

#[test]
fn the_board_beside_the_map_is_played_with_the_mouse() {
    for (width, height, five) in [(80, 24, " 5 "), (40, 15, "╭5╶╮")] {
        let mut stage = Stage::new(two_by_three(), &options(), width, height);
        stage.until_mapped(2);
        stage.type_in("M");
        let (x, y) = spot(&stage, five);
        click(&mut stage, (x + 1, y));
        assert!(stage.app.model().game.session.is_solved(), "{}", stage.text());
    }
}

#[test]
fn a_click_on_the_small_map_opens_the_large_one() {
    let mut stage = Stage::new(pack("hengdaolima"), &options(), 80, 24);
    stage.until_mapped(81);
    let (x, y) = spot(&stage, "╭ map");
    click(&mut stage, (x + 9, y + 3));
    assert_eq!(stage.app.model().scope(), Scope::Map);
}

#[test]
fn a_click_on_the_progress_bar_goes_there() {
    let mut stage = Stage::new(pack("hengdaolima"), &options(), 80, 24);
    stage.until_mapped(81);
    stage.type_in("S");
    let (x, y) = spot(&stage, "0/81 ");
    let first = x + 5;
    let row = stage.text().lines().nth(y.into()).unwrap().to_owned();
    let width = row.chars().filter(|c| "█░".contains(*c)).count() as u16;
    for column in [0, width / 2, width - 1] {
        click(&mut stage, (first + column, y));
        let cursor = format!("{:2}/81", (column * 81 + (width - 1) / 2) / (width - 1));
        assert!(stage.text().contains(&cursor), "{cursor}: {}", stage.text());
    }
    click(&mut stage, (first + width, y));
    assert!(stage.text().contains("81/81"), "{}", stage.text());
}

#[test]
fn a_click_on_the_distances_of_the_review_goes_to_that_moment() {
    let mut stage = Stage::new(two_by_three(), &options(), 100, 30);
    stage.until_mapped(2);
    stage.type_in("hjkhV");
    assert!(stage.text().contains("1/4 "), "{}", stage.text());
    let (x, y) = spot(&stage, "╭ distance to goal");
    for (column, cursor) in [(1, "0/4 "), (4, "3/4 "), (3, "2/4 "), (5, "4/4 ")] {
        click(&mut stage, (x + column, y + 2));
        assert!(stage.text().contains(cursor), "{cursor}: {}", stage.text());
    }
    // On the frame there is no moment.
    click(&mut stage, (x + 1, y + 2));
    for place in [(x, y + 2), (x + 1, y)] {
        click(&mut stage, place);
        assert!(stage.text().contains("0/4 "), "{}", stage.text());
    }
}

#[test]
fn clicks_mean_nothing_where_there_is_nothing() {
    let mut stage = Stage::new(pack("hengdaolima"), &options(), 80, 24);
    stage.until_mapped(81);
    for keys in ["?", "\u{1b}Ozzz", "\u{1b}V"] {
        for key in keys.chars() {
            match key {
                '\u{1b}' => stage.press(Key::Esc),
                key => stage.press(Key::Char(key)),
            };
        }
        let before = stage.text();
        for place in [(0, 0), (79, 23), (40, 12), (200, 200)] {
            click(&mut stage, place);
        }
        assert_eq!(stage.app.model().game.session.done(), 0);
        if keys != "\u{1b}V" {
            assert_eq!(stage.text(), before);
        }
    }
}

/// All of a long game is in the row of distances.
#[test]
fn the_distances_begin_with_the_first_move_however_long_the_game_is() {
    let mut stage = Stage::new(two_by_three(), &options(), 80, 24);
    stage.until_mapped(2);
    for _ in 0..100 {
        stage.type_in("jk");
    }
    let (x, y) = spot(&stage, "╭ distance to goal");
    click(&mut stage, (x + 44, y + 1));
    assert_eq!(stage.app.model().game.session.done(), 200);
    click(&mut stage, (x + 1, y + 1));
    assert_eq!(stage.app.model().game.session.done(), 0);
}

#[test]
fn a_file_is_chosen_and_opened_with_the_mouse() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("boards")).unwrap();
    let board = folder.path().join("boards").join("good.txt");
    std::fs::write(board, "[[1,2,3],[0,4,5]]").unwrap();
    let mut stage = Stage::new(pack("rush"), &options(), 100, 24);
    stage.type_in("O");
    stage.type_in(&format!("{}/", folder.path().display()));
    click(&mut stage, (5, 2));
    assert!(stage.text().contains("▸ boards/"), "{}", stage.text());
    click(&mut stage, (5, 2));
    stage.until_seen("good.txt");
    click(&mut stage, (5, 9));
    stage.point(Gesture::Wheel(1), (5, 9));
    assert!(stage.text().contains("▸ good.txt"), "{}", stage.text());
    click(&mut stage, (5, 2));
    stage.until_known(2);
}
