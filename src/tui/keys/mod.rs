//! The keys: which key does what, where, and in which words. Input, footer and help are all read from one table.
//!
//! What is true of the keys stands in `assets/keys.toml`, in the form of a player's own settings; [`table`] reads it, and
//! [`Keymap`] holds it with what the player has changed.

mod action;
pub(crate) mod chord;
mod table;

pub(crate) use super::Scope;
use crate::puzzle::Family;
pub use crate::storage::Changes;
use crate::storage::no_such;
use crate::text::Words;
pub use action::Action;
pub(crate) use action::named;
use chord::Chord;
use std::str::FromStr;
use table::Only;
pub use table::TABLE;
pub(crate) use table::{Command, commands, headings};

/// A row of the keys: a line of the help, and of the footer where it has a rank.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Where it holds.
    pub scope: Scope,
    /// The keys, each with what it does.
    pub keys: Vec<(Chord, Action)>,
    /// What they do, in words.
    pub words: Words,
    /// Its rank and its words in the footer if it is named there: the smaller the rank, the longer it stays when room
    /// gets short.
    pub footer: Option<(u8, Words)>,
    /// Where it is of use, if not everywhere.
    only: Option<Only>,
    /// The usual keys as the help shows them, if that is not the order of the file.
    order: &'static str,
}

/// The keys that are in force: [`TABLE`], and what the player has changed in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Keymap {
    rows: Vec<Row>,
}

impl Default for Keymap {
    fn default() -> Keymap {
        Keymap { rows: TABLE.to_vec() }
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
        // The keys are checked when all changes are in: two that swap their meanings would clash in between.
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
            let Some(at) = row.keys.iter().position(|(_, action)| action.name() == name) else {
                continue;
            };
            let action = row.keys[at].1;
            // The new keys take the place of the old ones, so that help and footer keep their order.
            row.keys.retain(|(_, other)| *other != action);
            let fresh = parsed.iter().map(|&chord| (chord, action));
            // The row may have become shorter than that place.
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
        let names: Vec<&str> = rows.flat_map(|row| &row.keys).map(|(_, a)| a.name()).collect();
        no_such(&format!("action of {}", scope.name()), name, &names)
    }

    /// No key may mean two things at once, and one must leave the game, which nothing else does in raw mode.
    fn check(&self) -> Result<(), String> {
        if self.chord(Scope::Always, Action::Quit).is_none() {
            return Err("no key means quit in always".to_owned());
        }
        for (place, scope) in Scope::names() {
            let keys: Vec<_> = self.rows(scope).flat_map(|row| &row.keys).collect();
            for (at, (chord, action)) in keys.iter().enumerate() {
                if let Some((_, before)) = keys[..at].iter().find(|(other, _)| other == chord) {
                    let (key, before, name) = (chord.label(true), before.name(), action.name());
                    return Err(format!("the key {key} means both {before} and {name} in {place}"));
                }
            }
        }
        Ok(())
    }

    /// All rows in order.
    pub fn all(&self) -> &[Row] {
        &self.rows
    }

    /// What `chord` does in `scope`.
    pub fn action(&self, scope: Scope, chord: Chord) -> Option<Action> {
        self.rows(scope)
            .flat_map(|row| &row.keys)
            .find(|(key, _)| *key == chord)
            .map(|&(_, action)| action)
    }

    /// The first key of an action of `scope`.
    pub(crate) fn chord(&self, scope: Scope, action: Action) -> Option<Chord> {
        let mut keys = self.rows(scope).flat_map(|row| &row.keys);
        keys.find(|(_, its)| *its == action).map(|(chord, _)| *chord)
    }

    /// How the first key of an action of `scope` is called; nothing if it has none.
    pub(crate) fn label(&self, scope: Scope, action: Action, ascii: bool) -> String {
        self.chord(scope, action).map_or_else(String::new, |chord| chord.label(ascii))
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
    let names: Vec<&str> = Scope::names().map(|(name, _)| name).collect();
    format!("{name:?} is none of {}", names.join(", "))
}

impl Row {
    /// Whether the row is of no use without a map.
    pub fn needs_map(&self) -> bool {
        self.only == Some(Only::Map)
    }

    /// Whether the row is of any use in a puzzle of `family`.
    pub fn concerns(&self, family: Family) -> bool {
        match self.only {
            Some(Only::Blocks) => family == Family::Blocks,
            Some(Only::Numbers) => family == Family::Numbers,
            Some(Only::Map) | None => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Direction;
    use crate::tui::keys::chord::Key;
    use std::collections::BTreeMap;

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

    /// The file is read, so that nothing in it is unknown; and each thing has one name and at least one key.
    #[test]
    fn every_action_has_a_name_of_its_own_and_a_key() {
        for (at, (name, action)) in Action::names().enumerate() {
            assert!(Action::names().take(at).all(|(n, a)| n != name && a != action), "{name}");
            let mut keys = TABLE.iter().flat_map(|row| &row.keys);
            assert!(keys.any(|&(_, bound)| bound == action), "{name} has no key");
        }
        for (name, scope) in Scope::names() {
            assert!(TABLE.iter().any(|row| row.scope == scope), "{name} has no key");
            let heading = headings().iter().find(|(its, _)| *its == scope);
            assert!(heading.is_some_and(|(_, words)| words.is_whole()), "{name} has no heading");
        }
    }

    /// `order` sorts all keys of its row or none, and every word is there in both languages.
    #[test]
    fn rows_are_whole() {
        for row in TABLE.iter() {
            let keys: Vec<String> = row.keys.iter().map(|(chord, _)| chord.label(true)).collect();
            assert!(row.order.is_empty() || row.order == keys.join(" "), "{keys:?}");
            let words = [row.words, row.footer.map_or(row.words, |(_, short)| short)];
            assert!(words.iter().all(|words| words.is_whole()), "{keys:?}");
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
        assert_eq!(
            changed("always", "quit", &[]).unwrap_err(),
            ["no key means quit in always, so that all keys are as usual"]
        );
        for (scope, action, key, error) in [
            (
                "plai",
                "undo",
                "u",
                "\"plai\" is none of always, play, player, help, home, map, space, open, times, settings, editor, save, export",
            ),
            ("play", "undoo", "u", "there is no action of play \"undoo\" (did you mean \"undo\"?)"),
            ("play", "undo", "Ctrl-", "\"Ctrl-\" is no key"),
            ("play", "undo", "\u{200b}", "\"\\u{200b}\" is no key"),
            ("play", "undo", "\u{301}", "\"\\u{301}\" is no key"),
            ("play", "undo", "Ctrl-1", "\"Ctrl-1\" is no key that terminals report"),
            ("play", "undo", "Ctrl-H", "\"Ctrl-H\" is reported by terminals as Backspace"),
            ("play", "undo", "Ctrl-i", "\"Ctrl-i\" is reported by terminals as Tab"),
            ("play", "undo", "Ctrl-M", "\"Ctrl-M\" is reported by terminals as Enter"),
            ("play", "undo", "Ctrl-[", "\"Ctrl-[\" is reported by terminals as Esc"),
            ("play", "undo", "Ctrl-4", "\"Ctrl-4\" is reported by terminals as Ctrl-\\"),
        ] {
            assert_eq!(changed(scope, action, &[key]).unwrap_err(), [error]);
        }
        assert!(
            changed("play", "hint", &[]).unwrap().action(Scope::Play, Chord::char('H')).is_none()
        );
    }

    /// The first column of a page's table of keys, as it names them, but for the letters that move.
    fn keys_of(page: &str) -> Vec<&str> {
        let table = page.lines().skip_while(|line| !line.starts_with("| key |"));
        let rows = table.skip(2).take_while(|line| line.starts_with('|'));
        let keys = rows.filter_map(|row| row.split('|').nth(1));
        let named = keys.flat_map(|keys| keys.split('`').skip(1).step_by(2)).collect::<Vec<_>>();
        let (moving, named): (Vec<&str>, _) =
            named.into_iter().partition(|key| ["hjkl", "wasd"].contains(key));
        assert_eq!(moving, ["hjkl", "wasd"]);
        named
    }

    #[test]
    fn the_pages_name_the_keys_there_are() {
        let all = keys_of(include_str!("../../../docs/playing.md"));
        let map = Keymap::default();
        for key in keys_of(include_str!("../../../README.md")).iter().chain(&all) {
            let chord: Chord = key.parse().unwrap();
            let mut scopes = [Scope::Play, Scope::Always, Scope::Player].into_iter();
            assert!(scopes.any(|scope| map.action(scope, chord).is_some()), "{key}");
        }
        let rows = TABLE.iter().filter(|row| matches!(row.scope, Scope::Play | Scope::Always));
        for (chord, action) in rows.flat_map(|row| &row.keys) {
            let is_move = matches!(action, Action::Go(_) | Action::GoFar(_));
            let label = chord.label(true);
            assert!(is_move || all.contains(&label.as_str()), "{label}");
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
        let table = TABLE.iter().flat_map(|row| &row.keys).map(|(chord, _)| *chord);
        for chord in table.chain((0..=0x7f).filter_map(Chord::of_control)) {
            assert_eq!(chord.label(true).parse(), Ok(chord));
        }
    }
}
