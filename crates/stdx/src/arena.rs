//! Append-only tables that many threads read without waiting and extend under short locks.

use std::sync::Mutex;

use hashbrown::HashTable;

/// Something that knows a hash of its own content.
pub trait Hashed {
    /// Equal content has equal hashes, in every run.
    fn content_hash(&self) -> u64;
}

/// Interned values: equal content is stored once and known by its index.
///
/// Reading takes no lock. The index of a value depends on the order of interning, which differs
/// between runs with several threads: order by content hash what an output may depend on.
pub struct Arena<T> {
    items: boxcar::Vec<T>,
    /// Indices by hash. Sharded, so that threads seldom meet at one lock.
    shards: Box<[Mutex<HashTable<u32>>]>,
}

const SHARDS: usize = 32;

impl<T: Hashed> Default for Arena<T> {
    fn default() -> Arena<T> {
        Arena::new()
    }
}

impl<T: Hashed> Arena<T> {
    /// Nothing interned yet.
    #[must_use]
    pub fn new() -> Arena<T> {
        let shards = (0..SHARDS).map(|_| Mutex::new(HashTable::new())).collect();
        Arena { items: boxcar::Vec::new(), shards }
    }

    /// The index of the value with this hash for which `same` answers yes; made if missing.
    pub fn intern(&self, hash: u64, same: impl Fn(&T) -> bool, make: impl FnOnce() -> T) -> u32 {
        // Middle bits: a hash table spends the low ones on its place and the high ones on its tag.
        let shard = &self.shards[(hash >> 40) as usize % SHARDS];
        let mut table = shard.lock().expect("no code that can panic runs under this lock");
        if let Some(&index) = table.find(hash, |&index| same(self.get(index))) {
            return index;
        }
        let index =
            u32::try_from(self.items.push(make())).expect("fewer than 2^32 interned values");
        table.insert_unique(hash, index, |&index| self.get(index).content_hash());
        index
    }

    /// The value of an index that [`Arena::intern`] returned.
    #[must_use]
    pub fn get(&self, index: u32) -> &T {
        &self.items[index as usize]
    }

    /// How many different values there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.items.count()
    }

    /// Whether nothing has been interned.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
