//! Values that combinations name, as numbers. A value is forgotten with the last combination that names it.

use std::hash::{Hash, Hasher};

use hashbrown::{Equivalent, HashMap};
use rustc_hash::FxBuildHasher;

use crate::log::Value;

/// Stands in a combination for every value that no other combination names in its place.
pub(super) const BLANK: u32 = u32::MAX;

#[derive(Default)]
pub(super) struct Ids {
    by_value: HashMap<Value<'static>, u32, FxBuildHasher>,
    /// Each value with the number of combinations that name it.
    values: Vec<(Value<'static>, u32)>,
    free: Vec<u32>,
}

/// Lookup without owning the text.
struct Key<'x, 'v>(&'x Value<'v>);

impl Hash for Key<'_, '_> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.hash(hasher);
    }
}

impl Equivalent<Value<'static>> for Key<'_, '_> {
    fn equivalent(&self, key: &Value<'static>) -> bool {
        self.0 == key
    }
}

impl Ids {
    pub(super) fn find(&self, value: &Value<'_>) -> Option<u32> {
        self.by_value.get(&Key(value)).copied()
    }

    pub(super) fn value(&self, id: u32) -> &Value<'static> {
        &self.values[id as usize].0
    }

    /// The number of a value, which is kept while it is held.
    pub(super) fn of(&mut self, value: &Value<'_>) -> u32 {
        if let Some(id) = self.find(value) {
            return id;
        }
        let value = value.clone().into_owned();
        let id = match self.free.pop() {
            Some(id) => {
                self.values[id as usize] = (value.clone(), 0);
                id
            }
            None => {
                self.values.push((value.clone(), 0));
                (self.values.len() - 1) as u32
            }
        };
        self.by_value.insert(value, id);
        id
    }

    pub(super) fn hold(&mut self, id: u32) {
        self.values[id as usize].1 += 1;
    }

    pub(super) fn release(&mut self, id: u32) {
        let (value, held) = &mut self.values[id as usize];
        *held -= 1;
        if *held == 0 {
            self.by_value.remove(&Key(value));
            *value = Value::Bool(false);
            self.free.push(id);
        }
    }
}
