//! The formats that puzzles are written in, a file each.

pub(crate) mod collection;
pub(crate) mod gnome;
pub mod grid;
pub(crate) mod json;
pub(crate) mod klotski_code;
pub(crate) mod klotski_letters;
pub(crate) mod leetcode;
pub(crate) mod numbers;
pub(crate) mod rush;
pub(crate) mod slide;
pub(crate) mod tatham;
pub(crate) mod toml;
pub(crate) mod toml_fields;
pub(crate) mod toml_strings;
