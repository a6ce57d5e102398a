//! What a player does without any thought: keys of the screen, arrows, the mouse, the size of the window.
//!
//! The names of the game come from the module above, which may be one of the library's own.

use super::{Chord, Direction, Gesture, Key, Pointer, Scope, Size, TABLE};
use rand::{Rng, RngExt};

/// Windows, the usual ones more often.
pub(crate) const SIZES: [(u16, u16); 9] =
    [(120, 40), (80, 24), (80, 24), (60, 20), (40, 12), (20, 5), (7, 3), (1, 1), (200, 60)];

/// One of these.
pub(crate) fn any<T: Clone>(random: &mut impl Rng, of: &[T]) -> T {
    of[random.random_range(0..of.len())].clone()
}

/// A key that means something on the screen that has this scope.
pub(crate) fn key_of(random: &mut impl Rng, scope: Scope) -> Chord {
    let here = |s: Scope| s == scope || s == Scope::Always;
    let rows: Vec<_> = TABLE.iter().filter(|row| here(row.scope)).collect();
    let row = any(random, &rows);
    any(random, &row.keys).0
}

/// An arrow, now and then with Shift.
pub(crate) fn arrow(random: &mut impl Rng) -> Chord {
    let key = Key::Arrow(any(random, &Direction::ALL));
    any(random, &[Chord::plain(key), Chord::plain(key), Chord::shift(key)])
}

/// Anything that the mouse does, in the window or just beyond its edges.
pub(crate) fn pointer(random: &mut impl Rng, window: Size) -> Pointer {
    let gestures =
        [Gesture::Press, Gesture::Drag, Gesture::Release, Gesture::Wheel(1), Gesture::Wheel(-1)];
    Pointer {
        gesture: any(random, &gestures),
        x: random.random_range(0..window.width + 2),
        y: random.random_range(0..window.height + 2),
    }
}
