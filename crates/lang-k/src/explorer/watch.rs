//! A watcher that is notified how far an exploration has come.

use std::fmt;
use std::rc::Rc;

use explore::{Silent, Watcher};

/// A watcher, or none.
#[derive(Clone, Default)]
pub struct Watch(Option<Rc<dyn Watcher>>);

impl Watch {
    /// Tells this watcher.
    #[must_use]
    pub fn new(watcher: Rc<dyn Watcher>) -> Watch {
        Watch(Some(watcher))
    }

    /// The watcher; without one, nothing is reported.
    pub(crate) fn watcher(&self) -> &dyn Watcher {
        self.0.as_deref().unwrap_or(&Silent)
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Watch(some)" } else { "Watch(none)" })
    }
}
