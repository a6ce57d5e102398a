//! The keys as they are when nobody has changed them, and the commands that are typed: `assets/keys.toml`, read once.

use super::{Action, Chord, Row, Scope};
use crate::text::Words;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use toml::Spanned;

/// What the file holds.
static FILE: LazyLock<File> = LazyLock::new(|| {
    let raw = toml::from_str(include_str!("../../../assets/keys.toml"));
    let file = raw.map_err(|error| error.to_string()).and_then(Raw::checked);
    file.expect("the built-in file never changes, and a test has read it")
});

/// Every key of the game.
pub static TABLE: LazyLock<&'static [Row]> = LazyLock::new(|| &FILE.rows);

/// The commands of a screen, in the order of their help.
pub(crate) fn commands(scope: Scope) -> &'static [Command] {
    FILE.commands.get(scope.name()).map_or(&[], Vec::as_slice)
}

/// Where keys hold, and what the help calls that, in its order.
pub(crate) fn headings() -> &'static [(Scope, Words)] {
    &FILE.headings
}

struct File {
    headings: Vec<(Scope, Words)>,
    rows: Vec<Row>,
    commands: BTreeMap<String, Vec<Command>>,
}

/// A command of the game by typed lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Command {
    /// Its English word, which is its name.
    pub(crate) name: &'static str,
    /// Its Chinese word.
    pub(crate) zh: &'static str,
    /// What it does, in words.
    pub(crate) help: Words,
    /// The action whose keys, if they are letters, are the command too.
    pub(crate) action: Option<Action>,
}

/// Where a row is of use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Only {
    /// In puzzles of blocks: tiles are never selected.
    Blocks,
    /// In number puzzles: only they show pictures.
    Numbers,
    /// Where there is a map.
    Map,
}

/// A table of TOML keeps no order; the places of its names in the text do.
type Table<T> = BTreeMap<Spanned<String>, T>;

/// The file as it is written. Its words are borrowed from the text, which lives in the program itself.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'static"))]
struct Raw {
    scopes: Table<Words>,
    keys: BTreeMap<String, Table<RawKeys>>,
    commands: BTreeMap<String, Table<RawCommand>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum RawKeys {
    /// As in a player's settings: one more action of the row above.
    Keys(#[serde(borrow)] Vec<&'static str>),
    /// The first action of a row.
    Row(RawRow),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRow {
    #[serde(borrow)]
    keys: Vec<&'static str>,
    words: Words,
    rank: Option<u8>,
    short: Option<Words>,
    only: Option<Only>,
    order: Option<&'static str>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCommand {
    #[serde(borrow)]
    zh: &'static str,
    help: Words,
    action: Option<&'static str>,
}

impl Raw {
    /// The file in its own order, or which name in it means nothing.
    fn checked(self) -> Result<File, String> {
        let mut entries = Vec::new();
        for (scope, actions) in self.keys {
            let scope = named(&scope)?;
            entries.extend(actions.into_iter().map(|(name, keys)| (name, scope, keys)));
        }
        entries.sort_by_key(|(name, ..)| name.span().start);
        let mut rows = Vec::new();
        for (name, scope, keys) in entries {
            extend(&mut rows, scope, action(name.get_ref())?, keys)?;
        }
        let of = |(scope, table)| Ok((scope, commands_of(table)?));
        let commands: Result<_, String> = self.commands.into_iter().map(of).collect();
        let heading = |(name, words): (Spanned<String>, Words)| Ok((named(name.get_ref())?, words));
        let headings: Result<_, String> = in_order(self.scopes).map(heading).collect();
        Ok(File { headings: headings?, rows, commands: commands? })
    }
}

/// Begins another row, or adds keys to the last one.
fn extend(rows: &mut Vec<Row>, scope: Scope, action: Action, entry: RawKeys) -> Result<(), String> {
    let keys = match entry {
        RawKeys::Keys(keys) => keys,
        RawKeys::Row(row) => {
            let footer = row.rank.map(|rank| (rank, row.short.unwrap_or(row.words)));
            let (words, only, order) = (row.words, row.only, row.order.unwrap_or_default());
            rows.push(Row { scope, keys: Vec::new(), words, footer, only, order });
            row.keys
        }
    };
    let row = rows.last_mut().filter(|row| row.scope == scope);
    let row = row.ok_or_else(|| format!("no row above {}", action.name()))?;
    for key in keys {
        row.keys.push((key.parse::<Chord>()?, action));
    }
    let place = |chord: &Chord| row.order.split(' ').position(|key| key == chord.label(true));
    // Without an order all places are `None`, and the sort is stable: the keys stay as the file has them.
    row.keys.sort_by_cached_key(|(chord, _)| place(chord));
    Ok(())
}

fn commands_of(table: Table<RawCommand>) -> Result<Vec<Command>, String> {
    let command = |(name, raw): (Spanned<String>, RawCommand)| {
        let action = raw.action.map(action).transpose()?;
        // Once in a run, for as long as it lasts.
        let name = name.into_inner().leak();
        Ok(Command { name, zh: raw.zh, help: raw.help, action })
    };
    in_order(table).map(command).collect()
}

/// A table in the order of the file.
fn in_order<T>(table: Table<T>) -> impl Iterator<Item = (Spanned<String>, T)> {
    let mut entries: Vec<_> = table.into_iter().collect();
    entries.sort_by_key(|(name, _)| name.span().start);
    entries.into_iter()
}

fn named(scope: &str) -> Result<Scope, String> {
    Scope::named(scope).ok_or_else(|| format!("no scope: {scope}"))
}

fn action(name: &str) -> Result<Action, String> {
    Action::named(name).ok_or_else(|| format!("no action: {name}"))
}
