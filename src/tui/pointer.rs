//! What a mouse does, whatever library read it, and what it holds.

use crate::puzzle::{Cell, PieceId};

/// What the mouse did, and in which column and row of the window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pointer {
    /// What it did.
    pub gesture: Gesture,
    /// Column of the window, from 0.
    pub x: u16,
    /// Row of the window, from 0.
    pub y: u16,
}

/// What a mouse does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gesture {
    /// The left button goes down.
    Press,
    /// It moves while the button is down.
    Drag,
    /// The button goes up.
    Release,
    /// The wheel turns by so many notches, down being positive.
    Wheel(i16),
}

/// A block that is being dragged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Drag {
    pub(super) piece: PieceId,
    /// The cell of the board where the block is held.
    pub(super) held: Cell,
}
