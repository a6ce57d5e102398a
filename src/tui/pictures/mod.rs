//! Pictures on the tiles of number puzzles: reading them from files, what of them each character shows, and the terminal's own
//! pixels where it has them.

mod decode;
mod exif;
mod picture;
mod pixels;
mod state;

pub use picture::Picture;
pub(crate) use picture::{NAMED, nearest};
pub use pixels::Canvas;
pub(crate) use pixels::{PixelWriter, Window, ask, farewell};
use serde::Deserialize;
pub use state::PictureState;

/// How the player wants a picture to be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Graphics {
    /// In pixels where the terminal says that it can.
    #[default]
    Auto,
    /// By kitty's protocol.
    Kitty,
    /// By sixels.
    Sixel,
    /// By half blocks.
    Blocks,
}
