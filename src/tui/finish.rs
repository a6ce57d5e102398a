//! What is done to a frame when it is drawn, because of what the terminal showed before it.

use super::album::Album;
use super::easel::Easel;
use super::halves::Halves;
use ratatui::buffer::Buffer;

/// What is known of the last frame.
#[derive(Default)]
pub(super) struct Finish {
    halves: Halves,
    easel: Easel,
}

impl Finish {
    /// Nothing is known any more of what the terminal shows.
    pub(super) fn forget(&mut self) {
        self.easel.forget();
    }

    /// Finishes a frame that was drawn with this album.
    pub(super) fn finish(&mut self, album: &Album, frame: &mut Buffer) {
        // Before the easel: to the other one, what it writes would be wide characters.
        self.halves.renew(frame);
        self.easel.paint(album, frame);
    }
}
