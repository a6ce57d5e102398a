//! The question for a puzzle: a size, a name, a board, or a file whose name is completed; and what is wrong with it.
//!
//! What is on the disk is looked up by the loop: the screen only says what it wants to know, as a [`Wish`], and hears what
//! was [`Found`].

use crate::atomic_file;
use crate::lookup::{self, LookupError, path};
use crate::tui::list::playlist::Playlist;
use crate::tui::widgets::input::Input;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The question as it is shown.
#[derive(Debug, Default)]
pub(crate) struct OpenScreen {
    /// What was typed.
    pub typed: Input,
    /// Whether a size is asked for, so that no files are listed.
    pub is_size: bool,
    /// What begins so, in the folder that was typed: files, and folders with a stroke behind.
    pub names: Vec<String>,
    /// Which of them is chosen.
    pub chosen: Option<usize>,
    /// What is wrong with the file.
    pub errors: Vec<LookupError>,
    /// How many rows of it are scrolled away.
    pub scroll: usize,
    /// What it wants to know.
    pub(crate) wish: Option<Wish>,
}

/// What the screen wants to know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Wish {
    /// Which names begin with what was typed.
    List(String),
    /// What is in this file.
    Read(String),
    /// This shall be written.
    Write(Write),
}

/// A text that shall be a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Write {
    pub(crate) name: String,
    pub(crate) text: String,
    /// Whether it may take the place of a file that is there.
    pub(crate) replace: bool,
}

/// What was found on the disk.
#[derive(Debug)]
pub enum Found {
    /// What begins with what was typed.
    Names {
        /// What was typed.
        typed: String,
        /// The last parts of the names.
        names: Vec<String>,
    },
    /// What is to be played.
    Puzzles(Playlist),
    /// Why what was typed stands for nothing, or for nothing that can be written.
    Error(Vec<LookupError>),
    /// Why the file of this name cannot be written.
    NotWritten(String, io::Error),
    /// The file of this name is written.
    Written(String),
    /// A file of the name is there already, and was left alone.
    Exists,
}

/// The longest name that can be typed.
pub(crate) const LONGEST: usize = 1000;
/// More names than this are not listed.
const MOST_NAMES: usize = 1000;

impl OpenScreen {
    /// Types something else.
    pub(crate) fn set(&mut self, typed: &str) {
        self.typed = Input::of(typed);
        self.look();
    }

    /// What is typed has changed: names and faults belong to what it was before.
    pub(crate) fn look(&mut self) {
        self.chosen = None;
        self.hear_errors(Vec::new());
        let typed = self.typed.text().to_owned();
        self.wish = (!self.is_size).then_some(Wish::List(typed));
    }

    /// Shows what is wrong with the file, from the first row on.
    pub(crate) fn hear_errors(&mut self, errors: Vec<LookupError>) {
        self.errors = errors;
        self.scroll = 0;
    }

    /// What was typed up to the last folder.
    fn folder(&self) -> &str {
        let end = self.typed.text().rfind('/').map_or(0, |at| at + 1);
        &self.typed.text()[..end]
    }

    /// The name that is chosen, from the root on or from here.
    fn whole(&self) -> String {
        match self.chosen.and_then(|at| self.names.get(at)) {
            Some(name) => format!("{}{name}", self.folder()),
            None => self.typed.text().to_owned(),
        }
    }

    /// Adds what all names have in common; takes over the one that is chosen.
    pub(crate) fn complete(&mut self) {
        let common = match self.chosen {
            Some(_) => self.whole(),
            None => format!("{}{}", self.folder(), common(&self.names)),
        };
        if common.len() > self.typed.text().len() || self.chosen.is_some() {
            self.set(&common);
        }
    }

    /// A click on a name: it is chosen, and at the second click entered.
    pub(crate) fn click(&mut self, at: usize) {
        if self.chosen == Some(at) {
            self.enter();
        } else {
            self.chosen = Some(at);
        }
    }

    pub(crate) fn choose(&mut self, by: i16) {
        let Some(last) = self.names.len().checked_sub(1) else {
            return;
        };
        self.chosen = match self.chosen {
            None if by > 0 => Some(0),
            None => Some(last),
            Some(at) => Some(at.saturating_add_signed(by.into()).min(last)),
        };
    }

    /// Goes into the folder that is named, or reads the file.
    pub(crate) fn enter(&mut self) {
        let whole = self.whole();
        let named = whole.rsplit('/').next().unwrap_or_default();
        if whole.ends_with('/') || self.names.contains(&format!("{named}/")) {
            let stroke = if whole.ends_with('/') { "" } else { "/" };
            self.set(&format!("{whole}{stroke}"));
        } else {
            self.set(&whole);
            // There is one wish: to read takes the place of listing names, which `set` has just wished.
            self.wish = Some(Wish::Read(whole));
        }
    }
}

/// What all names begin with.
fn common(names: &[String]) -> String {
    let first = names.first().map_or("", String::as_str);
    let shared = |end: &usize| names.iter().all(|name| name.starts_with(&first[..*end]));
    let ends = first.char_indices().map(|(at, c)| at + c.len_utf8());
    let end = ends.take_while(shared).last().unwrap_or(0);
    first[..end].to_owned()
}

/// Looks it up, or does it. This is the only place of the screen where files are read and written.
pub(crate) fn look(wish: Wish) -> Found {
    match wish {
        Wish::List(typed) => Found::Names { names: list(&typed), typed },
        Wish::Read(name) => match read(&name) {
            Ok(playlist) => Found::Puzzles(playlist),
            Err(wrong) => Found::Error(wrong),
        },
        Wish::Write(file) if is_special(&path(&file.name)) => {
            Found::Error(vec![LookupError::NotAFile(file.name)])
        }
        Wish::Write(file) => match write(&file) {
            Ok(()) => Found::Written(file.name),
            Err(exists) if exists.kind() == io::ErrorKind::AlreadyExists => Found::Exists,
            Err(why) => Found::NotWritten(file.name, why),
        },
    }
}

/// Writes the whole file or nothing; another one's place is taken only if that is allowed.
fn write(file: &Write) -> io::Result<()> {
    let path = path(&file.name);
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let put = if file.replace { atomic_file::put } else { atomic_file::put_new };
    put(&path, file.text.as_bytes())
}

/// Whether something else than a file or a folder is there: to write into a pipe would wait until somebody reads.
fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir())
}

/// What begins with what was typed; hidden files only if a dot was typed. A folder that cannot be read holds nothing.
fn list(typed: &str) -> Vec<String> {
    let (folder, begin) = match typed.rfind('/') {
        Some(at) => (path(&typed[..=at]), &typed[at + 1..]),
        None => (PathBuf::from("."), typed),
    };
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let shown = |name: &String| {
        name.starts_with(begin) && (begin.starts_with('.') || !name.starts_with('.'))
    };
    let name = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().ok().filter(shown)?;
        let stroke = if entry.path().is_dir() { "/" } else { "" };
        Some(name + stroke)
    };
    // The names are cut before they are sorted: a huge folder must not hold up the loop, which lists it.
    let mut names: Vec<String> = entries.flatten().filter_map(name).take(MOST_NAMES).collect();
    names.sort();
    names
}

/// What a text stands for, or everything that is wrong with it.
fn read(text: &str) -> Result<Playlist, Vec<LookupError>> {
    let is_name = lookup::scramble(text).is_some() || lookup::built_in(text).is_some();
    let file = if is_name { None } else { lookup::file(text) };
    match file.and_then(|(name, _)| Some((name, fs::metadata(path(name)).ok()?))) {
        // To open a pipe would wait until somebody writes, and a device may never end.
        Some((name, found)) if !found.is_file() => {
            Err(vec![LookupError::NotAFile(name.to_owned())])
        }
        // The system's own files say that they are empty, and some of them never end either.
        Some((name, found)) if found.len() == 0 => {
            Err(lookup::parse(name, b"").err().unwrap_or_default())
        }
        _ => Playlist::named(text, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{self, Lang};

    #[test]
    fn names_are_completed_as_far_as_they_agree() {
        let mut screen = OpenScreen::default();
        screen.set("a/b");
        screen.names = vec!["boards.toml".to_owned(), "boxes/".to_owned()];
        screen.complete();
        assert_eq!(screen.typed.text(), "a/bo");
        screen.choose(1);
        screen.choose(1);
        screen.complete();
        assert_eq!((screen.typed.text(), screen.chosen), ("a/boxes/", None));
        assert_eq!(screen.wish, Some(Wish::List("a/boxes/".to_owned())));
    }

    #[test]
    fn where_a_size_is_asked_for_no_files_are_listed() {
        let mut screen = OpenScreen::for_size();
        screen.set("7x");
        assert_eq!(screen.wish, None);
        screen.set("7x5");
        screen.enter();
        assert_eq!(screen.wish, Some(Wish::Read("7x5".to_owned())));
    }

    #[test]
    fn a_file_is_written_and_none_is_replaced_unasked() {
        let folder = tempfile::tempdir().unwrap();
        let name = format!("{}/board.toml", folder.path().display());
        let file = |text: &str, replace| {
            look(Wish::Write(Write { name: name.clone(), text: text.to_owned(), replace }))
        };
        let there = || fs::read_to_string(&name).unwrap();
        assert!(matches!(file("one", false), Found::Written(_)));
        assert!(matches!(file("two", false), Found::Exists));
        assert_eq!(there(), "one");
        assert!(matches!(file("two", true), Found::Written(_)));
        assert_eq!((there().as_str(), fs::read_dir(folder.path()).unwrap().count()), ("two", 1));
        let inside = look(Wish::Write(Write {
            name: format!("{name}/board.toml"),
            text: String::new(),
            replace: true,
        }));
        assert!(matches!(inside, Found::NotWritten(..)));
        let device = Write { name: "/dev/null".to_owned(), text: String::new(), replace: true };
        assert!(matches!(look(Wish::Write(device)), Found::Error(_)));
        if let Some(home) = std::env::var_os("HOME") {
            assert_eq!(
                [path("~"), path("~/x")],
                [PathBuf::from(&home), Path::new(&home).join("x")]
            );
            let name = "~".to_owned();
            let home = look(Wish::Write(Write { name, text: String::new(), replace: true }));
            assert!(matches!(home, Found::NotWritten(..)));
        }
    }

    #[test]
    fn files_are_listed_and_read_and_faults_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| format!("{}/{name}", folder.path().display());
        fs::write(at("good.txt"), "[[1,2],[0,3]]").unwrap();
        fs::write(at("bad.txt"), "ab\nba\n").unwrap();
        fs::create_dir(at("games")).unwrap();
        fs::write(at(".hidden"), "").unwrap();
        assert_eq!(list(&at("")), ["bad.txt", "games/", "good.txt"]);
        assert_eq!(list(&at("g")), ["games/", "good.txt"]);
        assert_eq!(list(&at(".")), [".hidden"]);
        assert_eq!(read(&at("good.txt")).unwrap().current().puzzle.size().to_string(), "2x2");
        let wrong =
            |name: &str| text::lookup_error(Lang::En, &read(&at(name)).unwrap_err()[0], &[]);
        assert!(wrong("bad.txt").contains("expected"));
        assert!(wrong("games").ends_with("not a file"));
        fs::write(at("empty"), "").unwrap();
        assert!(wrong("empty#1").starts_with(&format!("{}:1:1: ", at("empty"))));
        assert_eq!(read(&at("good.txt#1")).unwrap().current().puzzle.size().to_string(), "2x2");
        assert!(list(&at("none/")).is_empty());
        let typed = |lang| text::lookup_error(lang, &read("1 2 3/4 q 0").unwrap_err()[0], &[]);
        assert!(typed(Lang::En).starts_with("character 9: "), "{}", typed(Lang::En));
        assert!(typed(Lang::Zh).starts_with("第 9 个字符："), "{}", typed(Lang::Zh));
    }
}
