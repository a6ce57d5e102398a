//! What several screens draw: boards, labels, panels, bars of text and of figures.

pub(crate) mod bars;
pub(crate) mod board;
pub(crate) mod hint_arrows;
pub(crate) mod input;
pub(crate) mod label;
#[cfg(test)]
mod legibility;
pub(crate) mod moves;
pub(crate) mod outline;
pub(crate) mod painter;
pub(crate) mod panel;
pub(crate) mod picture_tile;
pub(crate) mod raster;
pub(crate) mod sparkline;
pub(crate) mod target;
