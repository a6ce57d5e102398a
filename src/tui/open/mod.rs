//! The prompt for a file: a name that is typed and completed, and what was found under it.

pub(crate) mod state;
pub(crate) mod update;
pub(crate) mod view;
