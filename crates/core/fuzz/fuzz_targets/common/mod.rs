//! What must hold of every text, whatever form it was meant to have.

use huarong_core::notation::{self, Form};

/// Reads a text whole. What is refused is refused with clean errors; what is read is written in every form that can hold it,
/// which reads its own text back to check it.
pub fn check(text: &str) {
    match notation::read("fuzz", text) {
        Err(errors) => {
            assert!(!errors.is_empty() && errors.len() <= notation::MAX_ERRORS);
            for error in errors {
                let printed = error.to_string();
                assert!(printed.len() < 1 << 16, "{} bytes", printed.len());
                assert!(!printed.contains(|c: char| c.is_control() && c != '\n'), "{printed:?}");
            }
        }
        Ok(pack) => {
            for entry in pack.entries.iter().take(8) {
                for form in Form::ALL {
                    let _ = notation::write(form, entry, entry.puzzle.start());
                }
            }
        }
    }
}

/// The text with every character replaced by one of `letters`, so that the short codes are met at once.
#[allow(dead_code, reason = "each target includes this file and uses a part of it")]
pub fn folded(text: &str, letters: &str) -> String {
    let letters: Vec<char> = letters.chars().collect();
    let fold = |c: char| letters[c as usize % letters.len()];
    text.chars().map(fold).collect()
}
