//! Names, interned.

use stdx::hash;

use stdx::arena::Hashed;

/// A name. Two symbols of one pool are equal exactly when their texts are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symbol(pub(crate) u32);

/// The text behind a symbol.
pub(crate) struct SymbolText {
    pub(crate) hash: u64,
    pub(crate) text: Box<str>,
}

impl SymbolText {
    pub(crate) fn hash_of(text: &str) -> u64 {
        hash::bytes(text.as_bytes())
    }
}

impl Hashed for SymbolText {
    fn content_hash(&self) -> u64 {
        self.hash
    }
}
