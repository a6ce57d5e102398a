//! What is drawn, character by character, in windows of every size.

use super::*;

#[test]
fn the_list_filters_previews_and_plays() {
    let mut stage = Stage::new(pack("rush"), &options(), 80, 24);
    stage.until_known(8);
    stage.type_in("fo");
    stage.press(Key::Esc);
    insta::assert_snapshot!("home_80x24", stage.text());
    stage.type_in("heq");
    assert!(stage.text().contains("No puzzle matches."), "{}", stage.text());
    stage.press(Key::Backspace);
    stage.press(Key::Enter);
    stage.until_known(81);
    stage.press(Key::Esc);
    stage.press(Key::Arrow(Direction::Down));
    stage.press(Key::Enter);
    stage.until_known(8);
    stage.press(Key::Esc);
    stage.press(Key::Esc);
    stage.until_known(8);
}

/// The window sizes that every board is drawn in.
const SIZES: [(u16, u16); 5] = [(200, 60), (120, 40), (80, 24), (60, 20), (40, 15)];

/// The picture of `id` in a window of each of these sizes once the solver has said `remaining`.
fn pictures_of(id: &str, sizes: &[(u16, u16)], remaining: u32, options: &Options) -> Vec<String> {
    let (width, height) = sizes[0];
    let mut stage = Stage::new(pack(id), options, width, height);
    if !["four", "ten"].contains(&id) {
        stage.until_land();
    }
    let name = if options.settings.lang == Lang::Zh { "剩余" } else { "remaining" };
    let mut picture = |&(width, height): &(u16, u16)| {
        stage.resize(width, height);
        stage.until(|text| figure(text, name) == Some(remaining.to_string()));
        stage.text()
    };
    sizes.iter().map(&mut picture).collect()
}

/// The picture of `id` in a window of this size once the solver has said `remaining`.
fn picture(id: &str, width: u16, height: u16, remaining: u32, options: &Options) -> String {
    pictures_of(id, &[(width, height)], remaining, options).concat()
}

/// The boards of all layouts, each with what remains: 4x4, 10x10 numbers, 4x5, 6x6, 20x20. 10x6 comes after them.
const BOARDS: [(&str, u32); 5] =
    [("four", 12), ("ten", 2), ("hengdaolima", 81), ("rush", 8), ("large", LARGE)];

/// A number puzzle that is much wider than high, two steps before its end, in windows of all sizes.
fn wide(sizes: &[(u16, u16)], options: &Options) -> Vec<String> {
    let mut numbers: Vec<u32> = (1..=59).collect();
    numbers.insert(57, 0);
    let puzzle = Setup::numbers(10, 6, &numbers).build().expect("it is playable");
    let list = Playlist::one(notation::Entry::of(puzzle));
    let (width, height) = sizes[0];
    let mut stage = Stage::new(list, options, width, height);
    let is_known = |stage: &Stage| stage.app.model().game.remaining().exact() == Some(2);
    for _ in 0..2000 {
        if is_known(&stage) {
            let mut picture = |&(width, height): &(u16, u16)| {
                stage.resize(width, height);
                stage.turn();
                stage.text()
            };
            return sizes.iter().map(&mut picture).collect();
        }
        stage.app.turn(Some(Duration::from_millis(10))).expect("it is drawn");
    }
    panic!("the solver never knew:\n{}", stage.text());
}

/// All boards in windows of all sizes. A board is solved once, and its window takes one size after the other.
fn pictures(lang: Lang) {
    let options = set(|settings| settings.lang = lang);
    // Between the largest windows languages differ in nothing that the smaller ones do not show.
    let sizes = if lang == Lang::En { &SIZES[..] } else { &SIZES[1..] };
    let boards = BOARDS.iter();
    let mut drawn: Vec<_> =
        boards.map(|&(id, remaining)| pictures_of(id, sizes, remaining, &options)).collect();
    drawn.push(wide(sizes, &options));
    for (size, (width, height)) in sizes.iter().enumerate() {
        let of_size: Vec<&str> = drawn.iter().map(|pictures| pictures[size].as_str()).collect();
        insta::assert_snapshot!(format!("{width}x{height}_{lang:?}"), of_size.join("\n"));
    }
}

#[test]
fn pictures_in_english() {
    pictures(Lang::En);
}

#[test]
fn pictures_in_chinese() {
    pictures(Lang::Zh);
}

#[test]
fn pictures_of_windows_that_are_too_small() {
    let mut all = String::new();
    for lang in [Lang::En, Lang::Zh] {
        for (id, _) in BOARDS {
            let stage = Stage::new(pack(id), &set(|settings| settings.lang = lang), 24, 6);
            all += &(stage.text() + "\n");
        }
    }
    insta::assert_snapshot!("24x6", all);
}

#[test]
fn the_picture_of_a_piece_with_a_hole_in_its_side() {
    insta::assert_snapshot!("concave", picture("concave", 80, 24, 2, &options()));
}

#[test]
fn the_map_is_a_screen_of_its_own() {
    let mut stage = Stage::new(pack("hengdaolima"), &options(), 80, 24);
    stage.until_mapped(81);
    stage.type_in("M");
    insta::assert_snapshot!("map_80x24", stage.text());
    stage.resize(40, 15);
    insta::assert_snapshot!("map_40x15", stage.text());
    stage.resize(120, 40);
    stage.type_in("jjj");
    assert!(stage.text().contains("Cao Cao"), "the board stands beside it");
    stage.resize(1, 1);
    stage.resize(80, 24);
    stage.type_in("X");
    assert!(stage.text().contains("93 to go from here"), "{}", stage.text());
    stage.until_known(93);
    assert_eq!(figure(&stage.text(), "par"), Some("93".to_owned()));
    let hardest = stage.app.model().game.session.position().clone();
    stage.type_in("M");
    for _ in 0..90 {
        stage.press(Key::Arrow(Direction::Down));
    }
    stage.press(Key::Enter);
    stage.until_known(3);
    stage.type_in("u");
    assert_eq!(stage.app.model().game.session.position(), &hardest);
    stage.type_in("u");
    stage.until_known(81);
}

#[test]
fn a_picture_in_plain_characters() {
    let mut options = options();
    options.settings.ascii = true;
    let picture = picture("hengdaolima", 80, 24, 81, &options);
    assert!(picture.is_ascii(), "{picture}");
    insta::assert_snapshot!("hengdaolima_ascii", picture);
}

#[test]
fn colours_of_the_dark_theme() {
    let mut stage = Stage::new(two_by_three(), &options(), 40, 10);
    stage.until_known(2);
    insta::assert_debug_snapshot!("two_by_three_colours", stage.app.backend().buffer());
}

#[test]
fn help_can_be_read_to_its_last_line() {
    let mut stage = Stage::new(two_by_three(), &options(), 40, 12);
    stage.type_in("?");
    insta::assert_snapshot!("help_40x12", stage.text());
    assert!(!stage.text().contains("Ctrl-C"));
    // The keys end with it, and what the mouse does comes after them.
    for _ in 0..120 {
        if !stage.text().contains("Ctrl-C") {
            stage.press(Key::Arrow(Direction::Down));
        }
    }
    assert!(stage.text().contains("Ctrl-C"), "{}", stage.text());
    stage.press(Key::Esc);
    assert!(stage.text().contains("remaining"));
}

#[test]
fn the_whole_help_at_80x40() {
    let mut stage = Stage::new(pack("hengdaolima"), &options(), 80, 72);
    stage.type_in("?");
    insta::assert_snapshot!("help_80x50", stage.text());
}

#[test]
fn too_small_a_window_says_how_large_it_must_be() {
    let mut stage = Stage::new(pack("hengdaolima"), &options(), 40, 8);
    insta::assert_snapshot!("too_small", stage.text());
    stage.resize(20, 10);
    stage.until_seen("AAASSSSSSBBB");
}

#[test]
fn without_colour_nothing_is_coloured_and_everything_is_there() {
    let mut options = options();
    options.depth = Depth::None;
    let mut stage = Stage::new(pack("rush"), &options, 80, 24);
    stage.until_mapped(8);
    let buffer = stage.app.backend().buffer();
    let colours = |c: &ratatui::buffer::Cell| (c.fg, c.bg);
    let reset = (ratatui::style::Color::Reset, ratatui::style::Color::Reset);
    assert!(buffer.content().iter().all(|c| colours(c) == reset));
    // Only the aim names a colour where there are some.
    let coloured = picture("rush", 80, 24, 8, &self::options());
    let others = |text: &str| {
        text.lines().filter(|line| !line.contains("Drive")).collect::<Vec<_>>().join("\n")
    };
    // In the map a sign tells what is on a shortest way, where there is no colour for it.
    let (plain, coloured) = (others(&stage.text()), others(&coloured));
    let told: String =
        plain.chars().zip(coloured.chars()).map(|(p, c)| if p == '=' { c } else { p }).collect();
    assert!(plain.contains('=') && !coloured.contains('='), "{plain}");
    assert_eq!(told, coloured);
    assert!(stage.text().contains("Drive car X out ▶"), "{}", stage.text());
}

/// In the list and beside it stand the bounds, and who needs fewer moves than anybody before has the star.
#[test]
fn of_a_puzzle_that_is_open_the_bounds_are_shown() {
    let claims = "optimal = { step = [1, 3] }\nsolution = 'LRL'";
    let mut stage = odd(&format!("id = 'open'\nboard = '1 2/0 3'\n{claims}"));
    stage.press(Key::Esc);
    let row = |stage: &Stage| {
        let text = stage.text();
        let row = text.lines().find(|line| line.contains("≤3")).map(str::to_owned);
        assert!(text.contains("1 to 3 steps"), "{text}");
        row.unwrap_or_else(|| panic!("{text}"))
    };
    assert!(!row(&stage).contains('★'));
    stage.press(Key::Esc);
    stage.press(Key::Arrow(Direction::Left));
    stage.pass(Duration::from_secs(2));
    stage.press(Key::Esc);
    assert!(row(&stage).contains('★'), "{}", row(&stage));
}
