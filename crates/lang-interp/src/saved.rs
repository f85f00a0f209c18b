//! Values as text, from which they are read again: what a witness is made of.
//!
//! The parts of a value come one after the other, separated by spaces, each after its own parts:
//! `s:tea c:nil c0,1:cons` is the list of the symbol `tea`. A part that occurs twice is written once.

use crate::heap::Heap;
use crate::tree::Stored;
use crate::{Symbol, Tree, Value};

impl Tree {
    /// The value as text for [`Heap::read_tree`]; none if it is a function, has one in it, or is not
    /// known.
    ///
    /// ```
    /// use lang_interp::{Heap, Symbol};
    ///
    /// let mut heap = Heap::new();
    /// let (one, nil) = (heap.int(1), heap.con(Symbol::new("nil"), &[]));
    /// let list = heap.con(Symbol::new("cons"), &[one, nil]);
    /// let tree = heap.tree(list);
    /// let text = tree.save().expect("nothing in it is unknown");
    /// assert_eq!(text, "i:1 c:nil c0,1:cons");
    /// assert_eq!(Heap::new().read_tree(&text), Some(tree));
    /// ```
    #[must_use]
    pub fn save(&self) -> Option<String> {
        let parts = self.nodes.iter().map(|node| match node {
            Stored::Int(int) => Some(format!("i:{int}")),
            Stored::Bool(truth) => Some(format!("b:{truth}")),
            Stored::Symbol(symbol) => Some(format!("s:{}", word(*symbol)?)),
            Stored::Con(name, start, len) => {
                let fields = &self.children[*start as usize..(start + len) as usize];
                let fields: Vec<String> = fields.iter().map(u32::to_string).collect();
                Some(format!("c{}:{}", fields.join(","), word(*name)?))
            }
            Stored::Fun(..) | Stored::Unknown(_) | Stored::Constrained(_) | Stored::Wildcard => {
                None
            }
        });
        Some(parts.collect::<Option<Vec<String>>>()?.join(" "))
    }
}

impl Heap {
    /// The value that [`Tree::save`] has written; none if the text is something else.
    pub fn read_tree(&mut self, text: &str) -> Option<Tree> {
        let mut parts: Vec<Value> = Vec::new();
        for part in text.split(' ') {
            let (kind, name) = part.split_once(':')?;
            let value = match kind {
                "i" => self.int(name.parse().ok()?),
                "b" => Value::from(name.parse::<bool>().ok()?),
                "s" => self.symbol(name),
                _ => {
                    let fields = kind.strip_prefix('c')?.split(',').filter(|part| !part.is_empty());
                    let field = |number: &str| parts.get(number.parse::<usize>().ok()?).copied();
                    let fields = fields.map(field).collect::<Option<Vec<Value>>>()?;
                    self.con(Symbol::new(name), &fields)
                }
            };
            parts.push(value);
        }
        parts.last().map(|root| self.tree(*root))
    }
}

/// A name without spaces.
fn word(name: Symbol) -> Option<&'static str> {
    Some(name.text()).filter(|text| !text.contains(' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_they_were_saved() {
        let mut heap = Heap::new();
        let (a, b, n) = (heap.symbol("a"), Value::TRUE, heap.int(-7));
        let pair = heap.con(Symbol::new("(,)"), &[a, b]);
        let both = heap.con(Symbol::new("f"), &[pair, pair, n]);
        for value in [a, b, n, pair, both] {
            let tree = heap.tree(value);
            let text = tree.save().expect("it is known");
            assert_eq!(Heap::new().read_tree(&text), Some(tree), "{text}");
        }
    }

    #[test]
    fn a_symbol_is_no_constructor() {
        let mut heap = Heap::new();
        let (symbol, con) = (heap.symbol("a"), heap.con(Symbol::new("a"), &[]));
        let (symbol, con) = (heap.tree(symbol), heap.tree(con));
        assert_ne!(symbol.save(), con.save());
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "x", "c1:f", "c0:f", "i:x", "b:maybe", "i:1  i:2", "q:1"] {
            assert_eq!(Heap::new().read_tree(text), None, "{text:?}");
        }
    }
}
