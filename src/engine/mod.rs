//! The solver beside the game: questions of the player's board are answered on threads in the background.

pub(crate) mod fault_injection;
pub(crate) mod knowledge;
mod trail;
pub mod worker;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What `work` on a thread in the background gives, or what it said when it panicked: a fault there is told to the player
/// instead of tearing the game down. Whatever `work` was changing must not be trusted then.
pub(crate) fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| panic_text(&*panic))
}

/// What a panic said, given what was caught.
fn panic_text(panic: &(dyn Any + Send)) -> String {
    // A plain message of `panic!` is a `&str`, a formatted one a `String`.
    let text = panic.downcast_ref::<&str>().map(|s| (*s).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "the solver broke off".to_owned())
}
