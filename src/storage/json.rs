//! Files in JSON, and in plain words why one is not understood.

use serde::Deserialize;
use serde::de::DeserializeOwned;

/// What every file of ours says of itself.
#[derive(Deserialize)]
struct Head {
    version: u64,
}

/// The file in `text`, whose version is one that is known here.
///
/// # Errors
/// Why it is no such file, in one line.
pub(crate) fn read<T: DeserializeOwned>(
    text: &str,
    known: u32,
    version: impl Fn(&T) -> u32,
) -> Result<T, String> {
    let read = serde_json::from_str::<T>(text);
    let said = match &read {
        Ok(file) => Some(u64::from(version(file))),
        Err(_) => serde_json::from_str(text).ok().map(|head: Head| head.version),
    };
    match said {
        Some(said) if said > u64::from(known) => Err(format!(
            "it was written by a newer version of huarong (version {said} of the file; this one reads {known})"
        )),
        Some(said) if said < u64::from(known) => {
            Err(format!("there is no version {said} of the file"))
        }
        _ => read.map_err(|error| placed(&error)),
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
            version: u32,
            #[expect(dead_code, reason = "it only has to be there")]
            days: u32,
        }
        let why = |text| read::<File>(text, 1, |file| file.version).unwrap_err();
        assert_eq!(why("{"), "line 1, column 1: EOF while parsing an object");
        assert!(why("[]").starts_with("line 1, column 2: "), "{}", why("[]"));
        assert!(why("{\n\"version\":1}").starts_with("line 2, column 12: missing field"));
        for newer in ["{\"version\":99}", "{\"version\":99,\"days\":1}"] {
            assert!(why(newer).contains("a newer version of huarong"), "{newer}");
        }
        assert_eq!(why("{\"version\":0,\"days\":1}"), "there is no version 0 of the file");
    }
}
