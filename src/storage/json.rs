//! Files in JSON, and in plain words why one is not understood.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The version of the files that are written here, the same for all of them so far.
const VERSION: u32 = 1;

/// The first field of a file: which version it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Version(u32);

impl Default for Version {
    fn default() -> Version {
        Version(VERSION)
    }
}

/// What every file of ours says of itself, whatever its version.
#[derive(Deserialize)]
struct Head {
    // Wider than the number that is written, so that a far greater version is still read as a newer one.
    version: u64,
}

/// The file in `text`, if its version is the one that is known here.
///
/// # Errors
/// Why it is no such file, in one line.
pub(crate) fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    // The version first: of a newer file nothing else has to be as it is here.
    match serde_json::from_str(text).map(|head: Head| head.version) {
        Ok(said) if said > VERSION.into() => Err(format!(
            "it was written by a newer version of huarong (version {said} of the file; this one reads {VERSION})"
        )),
        Ok(said) if said < VERSION.into() => Err(format!("there is no version {said} of the file")),
        _ => serde_json::from_str(text).map_err(|error| placed(&error)),
    }
}

/// `line 1, column 2: expected ...`.
fn placed(error: &serde_json::Error) -> String {
    let (line, column, said) = (error.line(), error.column(), error.to_string());
    let end = format!(" at line {line} column {column}");
    let why = said.strip_suffix(&end).unwrap_or(&said);
    format!("line {line}, column {column}: {why}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reason_names_the_place_or_the_newer_version() {
        #[derive(Deserialize, Debug)]
        struct File {
            #[expect(dead_code, reason = "it only has to be there")]
            days: u32,
        }
        let why = |text| read::<File>(text).unwrap_err();
        assert_eq!(why("{"), "line 1, column 1: EOF while parsing an object");
        assert!(why("[]").starts_with("line 1, column 2: "), "{}", why("[]"));
        assert!(why("{\n\"version\":1}").starts_with("line 2, column 12: missing field"));
        for newer in ["{\"version\":99}", "{\"version\":99,\"days\":1}"] {
            assert!(why(newer).contains("a newer version of huarong"), "{newer}");
        }
        assert_eq!(why("{\"version\":0,\"days\":1}"), "there is no version 0 of the file");
    }
}
