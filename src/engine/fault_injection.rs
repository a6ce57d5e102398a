//! A seam for tests: faults that never happen by themselves, so that the program itself can be seen to survive them.
//!
//! `HUARONG_FAULT` names a thread (`main`, `keys`, `signals`, `solver`, `distances`, `map`), which then panics once, at the
//! next thing that the screen has to do with it, or of a command before its work; or it is `error`, and the next picture after a
//! key cannot be drawn. Without that variable nothing here does anything.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{io, thread};

/// The variable.
const NAME: &str = "HUARONG_FAULT";
/// The value that asks for an error.
const ERROR: &str = "error";

/// What is asked for, and whether it has happened.
struct Fault {
    what: String,
    happened: AtomicBool,
}

impl Fault {
    /// Whether `what` is asked for and has not happened yet; now it has.
    fn strikes(&self, what: &str) -> bool {
        // The swap lets one thread alone have the fault. The ordering does not matter: the flag guards no other memory.
        self.what == what && !self.happened.swap(true, Ordering::SeqCst)
    }
}

fn strikes(what: &str) -> bool {
    static FAULT: OnceLock<Option<Fault>> = OnceLock::new();
    // The environment is read once and not at every key.
    let fault = FAULT.get_or_init(|| {
        let what = std::env::var(NAME).ok()?;
        let happened = AtomicBool::new(false);
        Some(Fault { what, happened })
    });
    fault.as_ref().is_some_and(|fault| fault.strikes(what))
}

/// Panics if that is asked for of this thread.
pub(crate) fn panic_if_asked() {
    if let Some(name) = thread::current().name().filter(|name| strikes(name)) {
        panic!("{NAME} asks thread {name} to panic");
    }
}

/// The error that is asked for.
pub(crate) fn error_if_asked() -> io::Result<()> {
    match strikes(ERROR) {
        true => Err(io::Error::other(format!("{NAME} asks for an error"))),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_happens_once_and_only_where_it_is_asked_for() {
        let fault = Fault { what: "solver".to_owned(), happened: AtomicBool::new(false) };
        let struck = ["main", "solver", "solver"].map(|what| fault.strikes(what));
        assert_eq!(struck, [false, true, false]);
    }

    #[test]
    fn nothing_happens_by_itself() {
        panic_if_asked();
        error_if_asked().unwrap();
    }
}
