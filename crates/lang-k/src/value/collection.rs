//! Maps, lists and sets.

use imbl::shared_ptr::ArcTK;
use imbl::{GenericOrdMap, GenericOrdSet, GenericVector};

use super::Value;

/// A list, cheap to change at both ends.
pub type List = GenericVector<Value, ArcTK>;

/// A set, in the order of values.
pub type Set = GenericOrdSet<Value, ArcTK>;

/// A map: known entries, and calls of functions that stand for further entries.
///
/// A function that builds a map by recursion over a symbolic bound (`N ... M |-> V`) cannot be
/// evaluated to its end. Its call is kept as a *chunk* and unfolded one step when a lookup may fall
/// into it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Map {
    /// The entries that are known.
    pub entries: GenericOrdMap<Value, Value, ArcTK>,
    /// Calls whose entries are not known yet.
    pub chunks: Vec<Value>,
}

impl Map {
    /// Whether all known keys are plain values. The order puts others last.
    pub(crate) fn has_plain_keys(&self) -> bool {
        self.entries.get_max().is_none_or(|(last, _)| last.is_plain())
    }

    /// The map with these entries and no chunk.
    #[must_use]
    pub fn of(entries: impl IntoIterator<Item = (Value, Value)>) -> Map {
        Map { entries: entries.into_iter().collect(), chunks: Vec::new() }
    }
}
