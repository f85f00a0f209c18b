//! Values as solvers print them, as ground terms.
//!
//! What is printed in a form that we do not know is no value.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use solve::{Base, Elements, Key, Shape, read_value};
use term::{BitVec, Int, Literal, Pool, Sort, SortNode, Term, Text};

use crate::encode::Encoder;
use crate::sexp::{Node, Tree};

/// Reads printed values.
pub(crate) struct Values<'a> {
    pub(crate) pool: &'a Pool,
    pub(crate) encoder: &'a Encoder,
    pub(crate) tree: &'a Tree,
}

impl Values<'_> {
    /// The term of a value of a sort.
    pub(crate) fn read(&self, elements: &mut Elements, node: usize, sort: Sort) -> Option<Term> {
        read_value(self.pool, node, sort, |node, sort| match self.pool.sort_node(sort) {
            SortNode::Data(..) => self.data(node, sort),
            SortNode::Array(..) => self.array(node),
            _ => self.leaf(elements, node, sort).map(Shape::Leaf),
        })
    }

    /// A head with its operands: `c`, `(c x y)`, `(as c S)` and `((as c S) x y)`.
    fn parts(&self, node: usize) -> Option<(&str, &[usize])> {
        let Some(members) = self.tree.list(node) else {
            return self.tree.word(node).map(|word| (word, &[][..]));
        };
        match members {
            [head, name, _] if self.tree.word(*head) == Some("as") => {
                Some((self.tree.word(*name)?, &[]))
            }
            [head, operands @ ..] => match self.tree.list(*head) {
                Some([_, name, ..]) => Some((self.tree.word(*name)?, operands)),
                Some(_) => None,
                None => Some((self.tree.word(*head)?, operands)),
            },
            [] => None,
        }
    }

    fn data(&self, node: usize, sort: Sort) -> Option<Shape<usize>> {
        let (data, _) = self.pool.as_data(sort)?;
        let (name, fields) = self.parts(node)?;
        let prefix = format!("c{}_", self.encoder.data_number(data)?);
        let ctor: u32 = name.strip_prefix(&prefix)?.parse().ok()?;
        Some(Shape::Construct(ctor, fields.to_vec()))
    }

    fn array(&self, node: usize) -> Option<Shape<usize>> {
        match self.parts(node)? {
            ("const", &[value]) => Some(Shape::Array(Vec::new(), Base::Everywhere(value))),
            ("store", &[array, index, value]) => {
                Some(Shape::Array(vec![(index, value)], Base::Array(array)))
            }
            _ => None,
        }
    }

    fn leaf(&self, elements: &mut Elements, node: usize, sort: Sort) -> Option<Term> {
        let pool = self.pool;
        match pool.sort_node(sort) {
            SortNode::Bool => match self.tree.word(node)? {
                "true" => Some(Term::TRUE),
                "false" => Some(Term::FALSE),
                _ => None,
            },
            SortNode::Int => {
                let number = self.number(node)?;
                number.is_integer().then(|| pool.int(Int::from(number.to_integer())))
            }
            SortNode::Real => self.number(node).map(|number| pool.real(number)),
            SortNode::BitVec(width) => {
                let word = BitVec::new(*width, self.bits(node)?);
                Some(pool.literal(Literal::BitVec(word)))
            }
            SortNode::Text => match self.tree.node(node) {
                Node::Text(inner) => {
                    Text::unescape(inner).map(|text| pool.literal(Literal::Text(text)))
                }
                Node::Word(_) | Node::List(_) => None,
            },
            SortNode::Elem(_) => {
                let key = self.key(node, sort)?;
                Some(elements.get(pool, sort, key))
            }
            SortNode::Data(..) | SortNode::Array(..) | SortNode::Param(_) => None,
        }
    }

    /// What the solver calls an element.
    pub(crate) fn key(&self, node: usize, sort: Sort) -> Option<Key> {
        if self.encoder.theory().order_of(self.pool, sort).is_some() {
            return self.number(node).map(Key::Rank);
        }
        self.parts(node).map(|(name, _)| Key::Name(name.to_owned()))
    }

    /// `7`, `7.5`, `(- 7)`, `(/ 1 3)`, `(/ (- 1.0) 3.0)`, `(- (/ 1 3))`; at most a few levels.
    fn number(&self, node: usize) -> Option<BigRational> {
        self.number_within(node, 4)
    }

    fn number_within(&self, node: usize, levels: u32) -> Option<BigRational> {
        let inner = |node: usize| self.number_within(node, levels.checked_sub(1)?);
        match self.parts(node)? {
            ("-", &[a]) => Some(-inner(a)?),
            ("/", &[a, b]) => {
                let (numer, denom) = (inner(a)?, inner(b)?);
                (denom != BigRational::from(BigInt::ZERO)).then(|| numer / denom)
            }
            (digits, []) => decimal(digits),
            _ => None,
        }
    }

    /// `#xff`, `#b01` or `(_ bv5 8)`.
    fn bits(&self, node: usize) -> Option<BigUint> {
        if let Some(&[head, value, _]) = self.tree.list(node) {
            let value = (self.tree.word(head)? == "_").then(|| self.tree.word(value))??;
            return value.strip_prefix("bv")?.parse().ok();
        }
        let word = self.tree.word(node)?;
        let (digits, radix) = match word.split_at_checked(2)? {
            ("#x", digits) => (digits, 16),
            ("#b", digits) => (digits, 2),
            _ => return None,
        };
        BigUint::parse_bytes(digits.as_bytes(), radix)
    }
}

fn decimal(text: &str) -> Option<BigRational> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = format!("{whole}{part}");
    if whole.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let denom = BigInt::from(10).pow(u32::try_from(part.len()).ok()?);
    Some(BigRational::new(digits.parse().ok()?, denom))
}

#[cfg(test)]
mod tests {
    use solve::Theory;

    use super::*;

    #[track_caller]
    fn check(text: &str, sort: Sort, expected: impl Fn(&Pool) -> Option<Term>) {
        let pool = Pool::new();
        let encoder = Encoder::new(Theory::empty());
        let tree = Tree::parse(text).expect("one value");
        let values = Values { pool: &pool, encoder: &encoder, tree: &tree };
        let read = values.read(&mut Elements::new(), tree.root(), sort);
        assert_eq!(read, expected(&pool), "{text}");
    }

    #[test]
    fn numbers_of_every_shape() {
        check("(- 7)", Sort::INT, |pool| Some(pool.int(-7)));
        check("7.0", Sort::INT, |pool| Some(pool.int(7)));
        check("(- (/ 1 3))", Sort::REAL, |pool| Some(pool.real_ratio(-1, 3)));
        check("(/ (- 1.0) 3.0)", Sort::REAL, |pool| Some(pool.real_ratio(-1, 3)));
        check("(/ 1 0)", Sort::REAL, |_| None);
        check("(root-obj (+ (^ x 2) (- 2)) 1)", Sort::REAL, |_| None);
        check("0.5", Sort::INT, |_| None);
    }

    #[test]
    fn strings_have_escapes() {
        check("\"a\"\"\\u{62}\"", Sort::TEXT, |pool| Some(pool.text("a\"b")));
    }
}
