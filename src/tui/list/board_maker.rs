//! Boards by difficulty, made on the spot: on a thread of their own, for as long as somebody waits for them.

use crate::generate::{Kind, Maker, Order, any_seed, seed_text};
use crate::notation::{Entry, Text};
use crate::solver::Limits;
use crate::text::{Lang, Phrase};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What is being made, and of which level the next one shall be.
#[derive(Debug)]
pub(crate) struct BoardMaker {
    /// The level that is chosen.
    pub(crate) level: u8,
    /// How many were ordered so far: a board of an order that was taken back is not wanted any more.
    orders: u64,
    making: Option<Making>,
}

#[derive(Debug)]
struct Making {
    /// What is to be handed out; it is once.
    job: Option<Job>,
    stop: Arc<AtomicBool>,
}

/// A board to be made.
#[derive(Debug)]
pub(crate) struct Job {
    number: u64,
    level: u8,
    seed: u64,
    stop: Arc<AtomicBool>,
}

/// The levels that there are.
const LEVELS: std::ops::RangeInclusive<u8> = 1..=5;

impl Default for BoardMaker {
    fn default() -> BoardMaker {
        BoardMaker { level: 2, orders: 0, making: None }
    }
}

impl BoardMaker {
    /// Chooses another level, so much harder. What was being made is not wanted any more.
    pub(crate) fn change(&mut self, by: i8) {
        self.stop();
        self.level = self.level.saturating_add_signed(by).clamp(*LEVELS.start(), *LEVELS.end());
    }

    /// Whether one is being made.
    pub(crate) fn is_busy(&self) -> bool {
        self.making.is_some()
    }

    /// Has one of this level made, unless one is being made.
    pub(crate) fn order(&mut self, level: u8) {
        if self.is_busy() {
            return;
        }
        self.level = level;
        self.orders += 1;
        let stop = Arc::new(AtomicBool::new(false));
        let job = Job { number: self.orders, level, seed: any_seed(), stop: Arc::clone(&stop) };
        self.making = Some(Making { job: Some(job), stop });
    }

    /// Nobody waits any more.
    pub(crate) fn stop(&mut self) {
        if let Some(making) = self.making.take() {
            making.stop.store(true, Ordering::Relaxed);
        }
    }

    /// The order, handed out once.
    pub(crate) fn take_job(&mut self) -> Option<Job> {
        self.making.as_mut()?.job.take()
    }

    /// Whether the board of this order is the one that is waited for, which then is no more.
    pub(crate) fn finish(&mut self, number: u64) -> bool {
        self.orders == number && self.making.take().is_some()
    }
}

impl Job {
    /// Makes the board within `limits`; its number, and nothing if it was stopped or there is none.
    pub(crate) fn run(self, limits: &Limits) -> (u64, Option<Entry>) {
        let (kind, width, height) = kind(self.level, self.seed);
        let order = Order { kind, width, height, min_moves: 1, seed: self.seed };
        let made = Maker::new(order).make_rated(self.level, limits, &mut &*self.stop);
        (self.number, made.ok().map(|entry| self.named(entry)))
    }

    fn named(&self, mut entry: Entry) -> Entry {
        let words = |lang| Phrase::RandomBoard.with(lang, &[&seed_text(self.seed)]);
        entry.name = Text { en: words(Lang::En), zh: Some(words(Lang::Zh)) };
        entry
    }
}

/// What boards of a level are made of: of the harder ones only what reaches so far.
fn kind(level: u8, seed: u64) -> (Kind, usize, usize) {
    let blocks = (Kind::Blocks { concave: false }, 4, 5);
    let all = [blocks, (Kind::Rush, 6, 6), (Kind::Numbers, 3, 3)];
    let most = match level {
        1 | 2 => 3,
        3 => 2,
        _ => 1,
    };
    all[(seed % most) as usize]
}
