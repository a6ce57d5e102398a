//! What was drawn last of something large: it takes longer than a frame may.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, Weak};

/// What was made last.
#[derive(Debug)]
pub(crate) struct Cache<S, K, T: ?Sized>(RefCell<Option<Made<S, K, T>>>);

/// What was made, of which source and by which key.
#[derive(Debug)]
struct Made<S, K, T: ?Sized> {
    source: Weak<S>,
    key: K,
    made: Rc<T>,
}

impl<S, K, T: ?Sized> Default for Cache<S, K, T> {
    fn default() -> Cache<S, K, T> {
        Cache(RefCell::default())
    }
}

impl<S, K: PartialEq, T: ?Sized> Cache<S, K, T> {
    /// What is made of `source` by `key`, unless that was made last.
    pub(crate) fn get(&self, source: &Arc<S>, key: K, make: impl FnOnce() -> Rc<T>) -> Rc<T> {
        let mut last = self.0.borrow_mut();
        // What was freed keeps its address as long as there is a weak pointer to it, so that equal addresses are equal sources.
        let is_this =
            |last: &&Made<S, K, T>| last.source.as_ptr() == Arc::as_ptr(source) && last.key == key;
        if let Some(last) = last.as_ref().filter(is_this) {
            return Rc::clone(&last.made);
        }
        let made = make();
        *last = Some(Made { source: Arc::downgrade(source), key, made: Rc::clone(&made) });
        made
    }
}
