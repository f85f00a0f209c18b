//! All terminals of a grammar in one trie.

use rustc_hash::FxHashMap;

/// A set of texts, numbered in the order of their insertion.
#[derive(Debug, Default)]
pub(crate) struct Literals {
    texts: Vec<String>,
    ids: FxHashMap<String, u32>,
    edges: FxHashMap<(u32, u8), u32>,
    /// The text that ends at each node.
    ends: Vec<Option<u32>>,
}

impl Literals {
    /// The number of a text, which is made if it is new.
    pub(crate) fn insert(&mut self, text: &str) -> u32 {
        if let Some(&id) = self.ids.get(text) {
            return id;
        }
        if self.ends.is_empty() {
            self.ends.push(None);
        }
        let id = u32::try_from(self.texts.len()).expect("fewer than 2^32 terminals");
        let mut node = 0;
        for byte in text.bytes() {
            let fresh = u32::try_from(self.ends.len()).expect("fewer than 2^32 nodes");
            node = *self.edges.entry((node, byte)).or_insert(fresh);
            if node == fresh {
                self.ends.push(None);
            }
        }
        self.ends[node as usize] = Some(id);
        self.texts.push(text.to_owned());
        self.ids.insert(text.to_owned(), id);
        id
    }

    pub(crate) fn find(&self, text: &str) -> Option<u32> {
        self.ids.get(text).copied()
    }

    pub(crate) fn text(&self, id: u32) -> &str {
        &self.texts[id as usize]
    }

    pub(crate) fn len(&self) -> usize {
        self.texts.len()
    }

    /// The terminals that a text starts with, shorter ones first.
    pub(crate) fn prefixes(&self, text: &[u8], mut found: impl FnMut(u32, usize)) {
        let mut node = 0;
        for (at, &byte) in text.iter().enumerate() {
            match self.edges.get(&(node, byte)) {
                Some(&next) => node = next,
                None => return,
            }
            if let Some(id) = self.ends[node as usize] {
                found(id, at + 1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_prefixes_are_found() {
        let mut literals = Literals::default();
        for text in ["=", "==", "==K", "x"] {
            literals.insert(text);
        }
        let mut found = Vec::new();
        literals.prefixes(b"==Kx", |id, length| found.push((id, length)));
        assert_eq!(found, [(0, 1), (1, 2), (2, 3)]);
        assert_eq!(literals.find("==K"), Some(2));
    }
}
