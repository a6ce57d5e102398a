//! Errors that detection hides: each text is read in the form that its golden file is named after, though `detect` would
//! choose another.

use super::format::Format;
use super::format::klotski::{Code, Twenty};
use super::format::rush::Rush;
use super::format::tatham::Tatham;
use super::source::source_chars;
use super::{Flaw, TextPos, report};
use std::path::{Path, PathBuf};

/// What is said about a text in a form.
fn said(form: &dyn Format, name: &str, text: &str) -> String {
    let board = form.board(&source_chars(text, TextPos::FIRST), TextPos::FIRST);
    let flaws: Vec<Flaw> = board.map_or_else(|flaws| flaws, |_| Vec::new());
    let errors = report(name, flaws);
    errors.iter().map(|error| format!("{error}\n")).collect()
}

#[test]
fn every_form_refuses_what_it_cannot_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/told");
    let entries = std::fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let inputs: Vec<PathBuf> = paths.filter(|p| p.extension().is_some_and(|e| e == "in")).collect();
    assert!(inputs.len() >= 10);
    for path in inputs {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        // Of the table of all forms each would be compiled into these tests.
        let form: &dyn Format = match name.split('-').next() {
            Some("code") => &Code,
            Some("rush") => &Rush,
            Some("tatham") => &Tatham,
            Some("twenty") => &Twenty,
            _ => unreachable!("{name}"),
        };
        let said = said(form, &name, &std::fs::read_to_string(&path).unwrap());
        let golden = path.with_extension("txt");
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::write(&golden, &said).unwrap();
        }
        assert_eq!(said, std::fs::read_to_string(golden).unwrap(), "{name}");
    }
}
