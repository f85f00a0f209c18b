//! Strings.

use smallvec::SmallVec;

use crate::build::WIDE;
use crate::op::Op;
use crate::pool::{Pool, Term};
use crate::sort::Sort;

impl Pool {
    /// An operator on strings (or between strings and integers), given by its [`Op`].
    pub fn text_op(&self, op: Op, args: &[Term]) -> Term {
        self.word(op, args)
    }

    /// Concatenation of any number of strings.
    pub fn text_concat(&self, terms: &[Term]) -> Term {
        let mut parts: SmallVec<[Term; 8]> = SmallVec::new();
        for &term in terms {
            match self.node(term) {
                (Op::TextConcat, inner) if inner.len() <= WIDE => {
                    inner.iter().for_each(|part| self.push_part(&mut parts, *part));
                }
                _ => self.push_part(&mut parts, term),
            }
        }
        match parts[..] {
            [] => self.text(""),
            [part] => part,
            _ => self.intern(Op::TextConcat, &parts, Sort::TEXT),
        }
    }

    /// Appends a part; two literals side by side become one, and the empty string disappears.
    fn push_part(&self, parts: &mut SmallVec<[Term; 8]>, part: Term) {
        if part == self.text("") {
            return;
        }
        let joined = parts.last().and_then(|last| self.folded(Op::TextConcat, &[*last, part]));
        match joined {
            Some(joined) => {
                parts.pop();
                parts.push(joined);
            }
            None => parts.push(part),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbouring_literals_join() {
        let pool = Pool::new();
        let s = pool.var("s", Sort::TEXT);
        let left = pool.text_concat(&[s, pool.text("a")]);
        let all = pool.text_concat(&[left, pool.text(""), pool.text("b")]);
        assert_eq!(all, pool.text_concat(&[s, pool.text("ab")]));
        assert_eq!(pool.text_concat(&[]), pool.text(""));
    }
}
