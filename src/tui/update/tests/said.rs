//! What is said when the solver speaks of a game that is not to be seen.

use super::known::distances;
use super::*;
use crate::tui::ScreenKey;

#[test]
fn that_a_game_is_lost_is_said_where_it_is_to_be_seen() {
    let pack = notation::read("test", "ab\n=>\nba\n").unwrap();
    let list = Playlist::collections(pack.entries, [], 0).unwrap();
    let mut model = Model::new(list, &options(false), Size::new(80, 24));
    let table = distances(&model.game).expect("it is small");
    let puzzle = model.game.session.puzzle().clone();
    let news = || {
        let report = Report::Distances(puzzle.clone(), table.clone());
        Message::News(SolverEvent { request: 0, report })
    };
    update(&mut model, Message::Act(Action::Show(ScreenKey::Editor)));
    update(&mut model, news());
    assert_eq!(model.notice, None);
    update(&mut model, Message::Act(Action::Back));
    update(&mut model, news());
    let said = model.notice.as_ref().map(|notice| notice.words(model.lang()));
    let lost = Phrase::UnsolvableAtAll.words(model.lang());
    assert_eq!(said.as_deref(), Some(lost));
}
