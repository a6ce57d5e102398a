//! What is known of the map of a puzzle in one metric: nothing yet, how far the survey has come, or all of it; and how the map is
//! looked at.

use crate::solver::{Neck, Necks, Shape, StateSpace, StopReason};
use std::sync::Arc;
use std::time::Duration;

/// The map of everything that can be reached.
#[derive(Clone, Debug, Default)]
pub enum MapData {
    /// Nobody has asked for it.
    #[default]
    Unasked,
    /// It is being surveyed: so many positions so far.
    Surveyed(u64),
    /// It is there.
    Mapped(Arc<StateSpace>),
    /// There will be none: too many positions, or no engine can list them.
    Endless,
    /// There will be none: the survey broke, a fault of the program.
    Broken(String),
}

impl MapData {
    /// The map, if it is there.
    pub fn space(&self) -> Option<&Arc<StateSpace>> {
        match self {
            MapData::Mapped(space) => Some(space),
            _ => None,
        }
    }

    /// Whether nothing more is to come.
    pub fn is_final(&self) -> bool {
        matches!(self, MapData::Mapped(_) | MapData::Endless | MapData::Broken(_))
    }

    /// What a survey has brought.
    pub fn of(result: Result<Arc<StateSpace>, StopReason>) -> MapData {
        match result {
            Ok(space) => MapData::Mapped(space),
            // A survey that was stopped says nothing about the puzzle, which may be surveyed again.
            Err(StopReason::Cancelled) => MapData::Unasked,
            Err(_) => MapData::Endless,
        }
    }
}

/// What is found out about a map once it is there.
#[derive(Clone, Debug)]
pub enum Finding {
    /// Where solutions come together.
    Necks(Arc<Necks>),
    /// Where each position is in space, or why none has a place.
    Shape(Result<Arc<Shape>, StopReason>),
    /// Nothing: a fault of the program.
    Broken(String),
}

/// All that was found out about a map so far.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// Where solutions come together.
    pub necks: Option<Arc<Necks>>,
    /// Where each position is in space, or why none has a place.
    pub shape: Option<Result<Arc<Shape>, StopReason>>,
}

impl Findings {
    /// Where several shortest ways come together, from the start on; none as long as nothing is known.
    pub(crate) fn gatherings(&self) -> impl Iterator<Item = &Neck> {
        self.necks.iter().flat_map(|necks| necks.gatherings())
    }
}

/// The map as it is shown: which positions are meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MapScreen {
    /// Moves to the goal, of which a position can be asked for.
    pub chosen: u32,
    /// Moves from the start, if only positions so far from it are meant.
    pub from: Option<u32>,
    /// How it is looked at in space; `None` while it is shown flat.
    pub look: Option<Camera>,
}

/// How the map in space is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Camera {
    /// Thousandths of a degree that it is turned about its upright axis, when it stands still or began to turn by itself.
    pub turned: i32,
    /// Thousandths of a degree that it leans towards the one who looks.
    pub tilted: i32,
    /// How often it was brought nearer, or farther if less than 0.
    pub nearer: i8,
    /// Since when it turns by itself.
    pub since: Option<Duration>,
    /// Whether it waits for the window to have the keys, to go on turning.
    pub waits: bool,
    /// The number of the frame that was drawn last.
    pub frame: u128,
    /// The index of the dot that was chosen.
    pub dot: Option<usize>,
}

/// Thousandths of a degree of a whole turn.
const WHOLE: i32 = 360_000;

impl Camera {
    /// How long a whole turn takes.
    pub(crate) const TURN: Duration = Duration::from_secs(24);

    /// From frame to frame.
    pub(crate) const FRAME: Duration = Duration::from_millis(33);

    /// How far it leans at first: enough to tell what is in front.
    const TILT: i32 = 20_000;

    /// Thousandths of a degree by which a key turns it.
    const STEP: i32 = 6_000;

    /// The most that it leans: one looks at it from straight above or below.
    const MOST_TILT: i32 = 90_000;

    /// How often it can be brought nearer or farther.
    const MOST_NEARER: i8 = 10;

    /// From the front; it turns by itself from `since` on.
    pub(crate) fn new(since: Option<Duration>) -> Camera {
        Camera {
            turned: 0,
            tilted: Camera::TILT,
            nearer: 0,
            since,
            waits: false,
            frame: 0,
            dot: None,
        }
    }

    /// Thousandths of a degree that it is turned by now.
    pub(crate) fn turned_at(&self, now: Duration) -> i32 {
        let passed = self.since.map_or(0, |since| now.saturating_sub(since).as_millis());
        let by = passed * WHOLE as u128 / Camera::TURN.as_millis() % WHOLE as u128;
        (self.turned + by as i32).rem_euclid(WHOLE)
    }

    /// Stops where it is.
    pub(crate) fn stop(&mut self, now: Duration) {
        self.turned = self.turned_at(now);
        (self.since, self.waits) = (None, false);
    }

    /// Turns it by hand, so many steps to the right and up.
    pub(crate) fn turn(&mut self, (right, up): (i32, i32)) {
        self.turned = (self.turned + right * Camera::STEP).rem_euclid(WHOLE);
        let tilted = self.tilted + up * Camera::STEP;
        self.tilted = tilted.clamp(-Camera::MOST_TILT, Camera::MOST_TILT);
    }

    /// Brings it nearer.
    pub(crate) fn come(&mut self, by: i8) {
        let nearer = self.nearer.saturating_add(by);
        self.nearer = nearer.clamp(-Camera::MOST_NEARER, Camera::MOST_NEARER);
    }

    /// The number of the frame at a time.
    pub(crate) fn frame_at(now: Duration) -> u128 {
        now.as_millis() / Camera::FRAME.as_millis()
    }
}
