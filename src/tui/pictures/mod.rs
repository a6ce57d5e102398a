//! Pictures on the tiles of number puzzles: reading them from files, what of them each character shows, and, if the program is
//! built with the feature `pixels`, the terminal's own pixels.

mod decode;
mod exif;
mod picture;
#[cfg(all(unix, feature = "pixels"))]
mod pixels;
#[cfg(not(all(unix, feature = "pixels")))]
#[path = "no_pixels.rs"]
mod pixels;
mod state;

pub use picture::Picture;
pub(crate) use picture::{NAMED, nearest};
pub use pixels::Canvas;
pub(crate) use pixels::{PixelWriter, Window, ask, farewell};
pub use state::PictureState;

/// How the player wants a picture to be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Graphics {
    /// In pixels where the terminal says that it can, and the program is built for it.
    #[default]
    Auto,
    /// By kitty's protocol.
    Kitty,
    /// By sixels.
    Sixel,
    /// By half blocks.
    Blocks,
}

impl Graphics {
    /// Whether this program can draw so in some terminal: kitty's protocol and sixels take the feature `pixels`.
    #[must_use]
    pub fn is_built(self) -> bool {
        pixels::ARE_BUILT || matches!(self, Graphics::Auto | Graphics::Blocks)
    }
}
