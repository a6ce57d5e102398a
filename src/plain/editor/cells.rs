//! What a line says of cells: a character each, or a word each with blanks or commas between them.

use crate::notation::printable;
use crate::puzzle::Family;
use crate::text::{Lang, Spoken};
use crate::tui::{Draft, Layer, Name, Spot};

/// The greatest number that the editor has room to show.
const GREATEST: u16 = 999;

/// What so many cells shall hold.
///
/// # Errors
/// Which word means nothing, or that there are too many or too few of them; in the player's language.
pub(crate) fn read(
    text: &str,
    count: usize,
    draft: &Draft,
    lang: Lang,
) -> Result<Vec<Spot>, String> {
    // Keyboards for Chinese write commas of their own.
    let is_between = |c: char| c.is_whitespace() || matches!(c, ',' | '，' | '、');
    let words = text.split(is_between).filter(|word| !word.is_empty());
    let mut words: Vec<String> = words.map(str::to_owned).collect();
    // A single word is a character a cell. Only one that names ground, such as `wall`, is a word for one cell, unless it has just
    // as many characters as there are cells.
    if let ([word], Family::Blocks) = (&words[..], draft.family())
        && (count > 1 || word.chars().count() != 1)
        && (word.chars().count() == count || named(word).is_none())
    {
        words = word.chars().map(String::from).collect();
    }
    if words.len() != count {
        return Err(Spoken::CellsAre.with(lang, &[count.to_string(), words.len().to_string()]));
    }
    words.iter().map(|word| spot(word, draft, lang)).collect()
}

/// What a cell shall hold that is called so.
///
/// # Errors
/// That the word means nothing, in the player's language.
pub(crate) fn spot(word: &str, draft: &Draft, lang: Lang) -> Result<Spot, String> {
    let is_tiles = draft.family() == Family::Numbers;
    let found = match (word, is_tiles) {
        // Zero is the blank in number notation; among blocks it may be the name of a piece.
        ("0", true) => Some(Spot::Empty),
        ("." | "_", _) => Some(Spot::Empty),
        ("#", _) => Some(Spot::Wall),
        ("-", false) => Some(Spot::Gate),
        _ => named(word)
            .filter(|spot| !is_tiles || *spot != Spot::Gate)
            .or_else(|| piece(word, draft).map(Spot::Piece)),
    };
    let expected = match is_tiles {
        true => Spoken::TileWords,
        false => Spoken::BlockWords,
    };
    found.ok_or_else(|| {
        // A word may be as long as a line may be.
        let word: String = word.chars().take(20).collect();
        Spoken::NoCell.with(lang, &[&printable::masked(&word), expected.words(lang)])
    })
}

/// The name that a piece may have.
pub(crate) fn piece(word: &str, draft: &Draft) -> Option<Name> {
    draft.name(word).filter(|name| match name {
        Name::Letter(letter) => letter.is_alphanumeric(),
        Name::Number(number) => (1..=GREATEST).contains(number),
    })
}

/// The ground that is called so.
fn named(word: &str) -> Option<Spot> {
    if Spoken::Floor.is(word) || Spoken::Blank.is(word) {
        Some(Spot::Empty)
    } else if Spoken::Wall.is(word) {
        Some(Spot::Wall)
    } else {
        Spoken::Gate.is(word).then_some(Spot::Gate)
    }
}

/// Puts `spot` on `cell`. A number brought to the goal trades places, so that none is there twice.
pub(crate) fn put(draft: &mut Draft, layer: Layer, cell: crate::puzzle::Cell, spot: Spot) {
    match (layer, spot) {
        (Layer::Goal, Spot::Piece(name @ Name::Number(_))) => draft.bring(name, cell),
        _ => draft.paint(layer, cell, spot),
    };
}
