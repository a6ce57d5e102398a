//! The one table of keys: which key, what it does, in which words. Input, footer and help are all read from it.

pub(crate) mod action;
pub(crate) mod chord;
mod rows;
mod screens;
mod table;

use crate::puzzle::Family;
pub use crate::storage::Changes;
use crate::storage::no_such;
use crate::text::Phrase;
pub use action::{Action, Scope};
use chord::Chord;
use std::collections::BTreeMap;
use std::str::FromStr;
pub use table::TABLE;

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// Where it holds.
    pub scope: Scope,
    /// The keys, each with what it does.
    pub keys: &'static [(Chord, Action)],
    /// What they do, in words.
    pub words: Phrase,
    /// Its rank and its words in the footer if it is named there: the smaller the rank, the longer it stays when room
    /// gets short.
    pub footer: Option<(u8, Phrase)>,
}

/// A row of the keys that are in force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Where it holds.
    pub scope: Scope,
    /// The keys, each with what it does.
    pub keys: Vec<(Chord, Action)>,
    /// What they do, in words.
    pub words: Phrase,
    /// Its rank and its words in the footer, as in [`Binding::footer`].
    pub footer: Option<(u8, Phrase)>,
}

/// The keys that are in force: [`TABLE`], and what the player has changed in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Keymap {
    rows: Vec<Row>,
}

impl Default for Keymap {
    fn default() -> Keymap {
        let row = |binding: &Binding| Row {
            scope: binding.scope,
            keys: binding.keys.to_vec(),
            words: binding.words,
            footer: binding.footer,
        };
        Keymap { rows: TABLE.iter().map(row).collect() }
    }
}

impl Keymap {
    /// The usual keys with `changes`, and what is wrong with those: a scope, an action or a key that does not exist, which
    /// changes nothing; or a key that would mean two things, and then none is changed.
    ///
    /// ```
    /// use huarong::tui::Keymap;
    /// use std::collections::BTreeMap;
    /// let undo = BTreeMap::from([("undo".to_owned(), vec!["Backspace".to_owned()])]);
    /// let (_, wrong) = Keymap::with(&BTreeMap::from([("play".to_owned(), undo)]));
    /// assert!(wrong.is_empty());
    /// ```
    #[must_use]
    pub fn with(changes: &Changes) -> (Keymap, Vec<String>) {
        let mut map = Keymap::default();
        let mut wrong = Vec::new();
        for (name, actions) in changes {
            match Scope::named(name) {
                Some(scope) => {
                    let changed = actions.iter().map(|(name, keys)| map.change(scope, name, keys));
                    wrong.extend(changed.filter_map(Result::err));
                }
                None => wrong.push(no_scope(name)),
            }
        }
        if let Err(why) = map.check() {
            wrong.push(format!("{why}, so that all keys are as usual"));
            map = Keymap::default();
        }
        (map, wrong)
    }

    fn change(&mut self, scope: Scope, name: &str, keys: &[String]) -> Result<(), String> {
        let parsed: Result<Vec<Chord>, String> = keys.iter().map(|k| Chord::from_str(k)).collect();
        let parsed = parsed?;
        let mut found = false;
        for row in self.rows.iter_mut().filter(|row| row.scope == scope) {
            let Some(at) = row.keys.iter().position(|(_, a)| a.name() == name) else {
                continue;
            };
            let action = row.keys[at].1;
            row.keys.retain(|(_, a)| a.name() != name);
            let fresh = parsed.iter().map(|&chord| (chord, action));
            let at = at.min(row.keys.len());
            row.keys.splice(at..at, fresh);
            found = true;
        }
        match found {
            true => Ok(()),
            false => Err(self.no_action(scope, name)),
        }
    }

    /// That no key of `scope` does what is called `name`, and what may have been meant.
    fn no_action(&self, scope: Scope, name: &str) -> String {
        let rows = self.rows.iter().filter(|row| row.scope == scope);
        let names = rows.flat_map(|row| &row.keys).map(|(_, a)| a.name());
        let names: Vec<String> = names.collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        no_such(&format!("action of {}", scope.name()), name, &names)
    }

    /// No key may mean two things at once.
    fn check(&self) -> Result<(), String> {
        for scope in Scope::ALL {
            let mut seen: BTreeMap<String, String> = BTreeMap::new();
            for (chord, action) in self.rows(scope).flat_map(|row| &row.keys) {
                let before = seen.insert(chord.label(true), action.name());
                if let Some(before) = before {
                    let (key, name) = (chord.label(true), action.name());
                    return Err(format!(
                        "the key {key} means both {before} and {name} in {}",
                        scope.name()
                    ));
                }
            }
        }
        Ok(())
    }

    /// All rows in order.
    #[must_use]
    pub fn all(&self) -> &[Row] {
        &self.rows
    }

    /// What `chord` does in `scope`.
    #[must_use]
    pub fn action(&self, scope: Scope, chord: Chord) -> Option<Action> {
        self.rows(scope)
            .flat_map(|row| &row.keys)
            .find(|(key, _)| *key == chord)
            .map(|&(_, action)| action)
    }

    /// The rows that hold in `scope`, its own before those that hold everywhere. Where characters are typed, no row with a
    /// character holds.
    pub fn rows(&self, scope: Scope) -> impl Iterator<Item = &Row> {
        let of = move |wanted| self.rows.iter().filter(move |row| row.scope == wanted);
        let typed = |row: &&Row| row.keys.iter().all(|(chord, _)| chord.ctrl);
        let everywhere =
            move |row: &&Row| scope != Scope::Always && (!scope.is_typed() || typed(row));
        of(scope).chain(of(Scope::Always).filter(everywhere)).filter(|row| !row.keys.is_empty())
    }
}

fn no_scope(name: &str) -> String {
    let names: Vec<&str> = Scope::ALL.iter().map(|scope| scope.name()).collect();
    format!("{name:?} is none of {}", names.join(", "))
}

impl Row {
    /// Whether the row is of no use without a map.
    #[must_use]
    pub fn is_about_land(&self) -> bool {
        matches!(self.words, Phrase::ChooseDistance | Phrase::PlayRandom | Phrase::PlayHardest)
    }

    /// Whether the row is of any use in a puzzle of `family`: tiles are never selected, and only they show pictures.
    #[must_use]
    pub fn concerns(&self, family: Family) -> bool {
        let selects =
            matches!(self.words, Phrase::NextPiece | Phrase::PreviousPiece | Phrase::PickPiece);
        match family {
            Family::Blocks => self.words != Phrase::Numbers,
            Family::Numbers => !selects,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Direction;
    use crate::tui::keys::chord::Key;

    /// The keys with one change, or what is wrong with it.
    fn changed(scope: &str, action: &str, keys: &[&str]) -> Result<Keymap, Vec<String>> {
        let keys = keys.iter().map(|&key| key.to_owned()).collect();
        let actions = BTreeMap::from([(action.to_owned(), keys)]);
        let (map, wrong) = Keymap::with(&BTreeMap::from([(scope.to_owned(), actions)]));
        if wrong.is_empty() {
            return Ok(map);
        }
        assert_eq!(map, Keymap::default());
        Err(wrong)
    }

    #[test]
    fn no_key_means_two_things_at_once() {
        assert_eq!(Keymap::default().check(), Ok(()));
    }

    #[test]
    fn every_action_has_a_name_of_its_own_where_it_holds() {
        for row in Keymap::default().all() {
            for (_, action) in &row.keys {
                let same = |other: &Row| {
                    let named = other.keys.iter().filter(|(_, a)| a.name() == action.name());
                    named.clone().all(|(_, a)| a == action)
                };
                let map = Keymap::default();
                let mut others = map.all().iter().filter(|other| other.scope == row.scope);
                assert!(others.all(same), "{action:?}");
            }
        }
    }

    #[test]
    fn keys_are_changed_taken_away_and_refused() {
        let map = changed("play", "undo", &["Backspace", "Ctrl-U"]).unwrap();
        let undo = |key| map.action(Scope::Play, key) == Some(Action::Undo);
        assert!(undo(Chord::plain(Key::Backspace)) && undo(Chord::ctrl('u')));
        assert!(!undo(Chord::char('u')));
        let left = changed("play", "left", &["Shift-Tab"]);
        assert_eq!(
            left.unwrap_err(),
            [
                "the key Shift-Tab means both left and previous-piece in play, so that all keys are as usual"
            ]
        );
        for (scope, action, key, error) in [
            (
                "plai",
                "undo",
                "u",
                "\"plai\" is none of always, play, player, help, home, map, open, times, editor, save, export",
            ),
            ("play", "undoo", "u", "there is no action of play \"undoo\" (did you mean \"undo\"?)"),
            ("play", "undo", "Ctrl-", "\"Ctrl-\" is no key"),
        ] {
            assert_eq!(changed(scope, action, &[key]).unwrap_err(), [error]);
        }
        assert!(
            changed("play", "hint", &[]).unwrap().action(Scope::Play, Chord::char('H')).is_none()
        );
    }

    /// The first column of the README's table of keys, as it names them.
    fn keys_of_the_readme() -> Vec<&'static str> {
        let readme = include_str!("../../../README.md");
        let table = readme.lines().skip_while(|line| !line.starts_with("| key |"));
        let rows = table.skip(2).take_while(|line| line.starts_with('|'));
        let keys = rows.filter_map(|row| row.split('|').nth(1));
        keys.flat_map(|keys| keys.split('`').skip(1).step_by(2)).collect()
    }

    #[test]
    fn the_readme_names_the_keys_there_are() {
        let named = keys_of_the_readme();
        let (moving, named): (Vec<&str>, Vec<&str>) =
            named.into_iter().partition(|key| ["hjkl", "wasd"].contains(key));
        assert_eq!(moving, ["hjkl", "wasd"]);
        let map = Keymap::default();
        for key in &named {
            let chord: Chord = key.parse().unwrap();
            let mut scopes = [Scope::Play, Scope::Always, Scope::Player].into_iter();
            assert!(scopes.any(|scope| map.action(scope, chord).is_some()), "{key}");
        }
        let rows = TABLE.iter().filter(|row| matches!(row.scope, Scope::Play | Scope::Always));
        for (chord, action) in rows.flat_map(|row| row.keys) {
            let is_move = matches!(action, Action::Go(_) | Action::GoFar(_));
            let label = chord.label(true);
            assert!(is_move || named.contains(&label.as_str()), "{label}");
        }
    }

    #[test]
    fn letters_that_move_do_nothing_else() {
        for letter in "hjklwasd".chars() {
            let found = Keymap::default().action(Scope::Play, Chord::char(letter));
            assert!(matches!(found, Some(Action::Go(_))), "{letter}");
        }
    }

    #[test]
    fn chords_are_written_as_people_write_them() {
        assert_eq!(Chord::ctrl('r').label(false), "Ctrl-R");
        assert_eq!(Chord::shift(Key::Tab).label(false), "Shift-Tab");
        assert_eq!(Chord::plain(Key::Arrow(Direction::Up)).label(true), "Up");
        assert_eq!(Chord::char('U').label(false), "U");
    }

    #[test]
    fn every_key_is_read_as_it_is_written() {
        for (chord, _) in TABLE.iter().flat_map(|row| row.keys) {
            assert_eq!(chord.label(true).parse(), Ok(*chord));
        }
    }
}
