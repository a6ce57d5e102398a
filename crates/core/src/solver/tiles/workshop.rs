//! Which tables are being made, so that nobody begins with one that somebody else is at.

use crate::solver::{Budget, StopReason};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How long a search that needs a table waits before it looks again whether somebody else has made it.
const A_LOOK: Duration = Duration::from_millis(1);

/// The tables that are being made, by what tells them apart.
pub(crate) struct Workshop<K: 'static> {
    making: Mutex<Vec<K>>,
}

/// A table that is being made, until this goes.
pub(crate) struct Begun<K: PartialEq + 'static>(&'static Workshop<K>, K);

impl<K: Clone + PartialEq> Workshop<K> {
    pub(crate) const fn new() -> Workshop<K> {
        Workshop { making: Mutex::new(Vec::new()) }
    }

    fn making(&self) -> MutexGuard<'_, Vec<K>> {
        // A panic leaves the list whole: it only ever gains and loses one entry.
        self.making.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it is being made.
    pub(crate) fn is_at(&self, table: &K) -> bool {
        self.making().contains(table)
    }

    /// Says that it is being made now.
    pub(crate) fn begin(&'static self, table: K) -> Begun<K> {
        self.making().push(table.clone());
        Begun(self, table)
    }

    /// Waits until nobody is at it.
    ///
    /// # Errors
    /// The limit that was reached meanwhile.
    pub(crate) fn wait(&self, table: &K, budget: &mut Budget<'_>) -> Result<(), StopReason> {
        while self.is_at(table) {
            budget.check()?;
            thread::sleep(A_LOOK);
        }
        Ok(())
    }
}

impl<K: PartialEq> Drop for Begun<K> {
    fn drop(&mut self) {
        let mut making = self.0.making.lock().unwrap_or_else(PoisonError::into_inner);
        let place = making.iter().position(|begun| *begun == self.1);
        place.map(|place| making.swap_remove(place));
    }
}
