//! The printed form: SMT-LIB 2, with `let` for shared subterms.
//!
//! A printed term is as long as the term has distinct subterms, whatever the sharing, and printing
//! never recurses on terms. [`crate::read_script`] reads it back.

use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::literal::{Literal, Text};
use crate::op::Op;
use crate::pool::{Pool, Term};
use crate::sort::{Data, Sort, SortNode};
use crate::symbol::Symbol;
use crate::walk::Visit;

/// Other names for variables than their own, for writers that must keep names apart.
pub type Names = FxHashMap<Term, String>;

impl Pool {
    /// The term as text, for people and for tests.
    pub fn show(&self, term: Term) -> String {
        self.show_with(term, &Names::default())
    }

    /// The term as text, with other names for some variables.
    pub fn show_with(&self, term: Term, names: &Names) -> String {
        let bound = FxHashMap::default();
        Printer { pool: self, names, bound, mark: String::new(), out: String::new() }.print(term)
    }

    /// A sort as text.
    pub fn show_sort(&self, sort: Sort) -> String {
        match self.sort_node(sort) {
            SortNode::Bool => "Bool".into(),
            SortNode::Int => "Int".into(),
            SortNode::Real => "Real".into(),
            SortNode::Text => "String".into(),
            SortNode::BitVec(width) => format!("(_ BitVec {width})"),
            SortNode::Elem(name) => quote(self.name(*name)),
            SortNode::Data(data, args) => {
                let name = quote(self.name(self.data_name(*data)));
                let args: Vec<String> = args.iter().map(|arg| self.show_sort(*arg)).collect();
                if args.is_empty() { name } else { format!("({name} {})", args.join(" ")) }
            }
            SortNode::Array(index, value) => {
                format!("(Array {} {})", self.show_sort(*index), self.show_sort(*value))
            }
            SortNode::Param(number) => format!("T{number}"),
        }
    }
}

impl Pool {
    /// The printed name of a constructor. It carries the name of its type, because different types
    /// may have constructors of one name.
    pub fn show_ctor(&self, data: Data, ctor: u32) -> String {
        self.show_member(data, self.ctors(data)[ctor as usize].name)
    }

    /// The printed name of the selector of a field.
    pub fn show_field(&self, data: Data, ctor: u32, field: u32) -> String {
        self.show_member(data, self.ctors(data)[ctor as usize].fields[field as usize].name)
    }

    fn show_member(&self, data: Data, member: Symbol) -> String {
        quote(&format!("{}.{}", self.name(self.data_name(data)), self.name(member)))
    }
}

/// A name as a symbol of SMT-LIB: in bars unless it is a simple one.
pub(crate) fn quote(name: &str) -> String {
    let simple = |c: char| c.is_ascii_alphanumeric() || "~!@$^&*_-+=<>.?/".contains(c);
    let starts_well = !name.starts_with(|c: char| c.is_ascii_digit());
    if !name.is_empty() && starts_well && name.chars().all(simple) && !RESERVED.contains(&name) {
        return name.to_owned();
    }
    // A bar or a backslash cannot stand between bars; such names are escaped, and read back so. The
    // sign of an escape is never simple: bars do not count, so `%7C` would be the name of a bar.
    let inner = name.replace('%', "%25").replace('|', "%7C").replace('\\', "%5C");
    format!("|{inner}|")
}

/// The inverse of what [`quote`] does between bars.
pub(crate) fn unquote(inner: &str) -> String {
    inner.replace("%7C", "|").replace("%5C", "\\").replace("%25", "%")
}

/// Names that mean something else when they stand without bars.
const RESERVED: &[&str] =
    &["let", "as", "_", "true", "false", "par", "forall", "exists", "match", "!", "char"];

struct Printer<'a> {
    pool: &'a Pool,
    names: &'a Names,
    /// Shared subterms that have been given a name.
    bound: FxHashMap<Term, usize>,
    /// The beginning of the given names: more question marks than any name of the user.
    mark: String,
    out: String,
}

enum Piece {
    Term(Term),
    Text(&'static str),
}

impl Printer<'_> {
    fn print(mut self, root: Term) -> String {
        let shared = self.shared(root);
        if !shared.is_empty() {
            self.mark = "?".repeat(1 + self.longest_mark(root));
        }
        for (number, term) in shared.iter().enumerate() {
            let _ = write!(self.out, "(let (({}{number} ", self.mark);
            self.body(*term);
            self.out.push_str(")) ");
            self.bound.insert(*term, number);
        }
        self.body(root);
        self.out.extend(std::iter::repeat_n(')', shared.len()));
        self.out
    }

    /// Subterms that occur at several places, operands first; leaves and small ones stay in place.
    fn shared(&self, root: Term) -> Vec<Term> {
        let mut once = FxHashSet::default();
        let mut often = FxHashSet::default();
        let mut order = Vec::new();
        self.pool.walk(
            &[root],
            |_| Visit::Descend,
            |term| {
                for arg in self.pool.args(term) {
                    if !self.is_small(*arg) && !once.insert(*arg) {
                        often.insert(*arg);
                    }
                }
                order.push(term);
            },
        );
        order.retain(|term| often.contains(term));
        order
    }

    /// The most question marks that a name below a term begins with.
    fn longest_mark(&self, root: Term) -> usize {
        let marks = |name: &str| name.bytes().take_while(|byte| *byte == b'?').count();
        let mut longest = 0;
        self.pool.walk(
            &[root],
            |_| Visit::Descend,
            |term| {
                longest = longest.max(match self.pool.op(term) {
                    Op::Var(symbol) => marks(self.pool.name(symbol)),
                    Op::Apply(func) => marks(self.pool.name(self.pool.func_name(func))),
                    _ => 0,
                });
            },
        );
        longest
    }

    fn is_small(&self, term: Term) -> bool {
        let args = self.pool.args(term);
        args.len() <= 2 && args.iter().all(|arg| self.pool.args(*arg).is_empty())
    }

    fn body(&mut self, root: Term) {
        let mut todo = vec![Piece::Term(root)];
        while let Some(piece) = todo.pop() {
            match piece {
                Piece::Text(text) => self.out.push_str(text),
                Piece::Term(term) => match self.bound.get(&term) {
                    Some(number) => {
                        let _ = write!(self.out, "{}{number}", self.mark);
                    }
                    None => self.open(term, &mut todo),
                },
            }
        }
    }

    /// Writes the head of a term and leaves its operands to do.
    fn open(&mut self, term: Term, todo: &mut Vec<Piece>) {
        let (op, args) = self.pool.node(term);
        let head = self.head(term, op);
        if args.is_empty() {
            self.out.push_str(&head);
            return;
        }
        self.out.push('(');
        self.out.push_str(&head);
        todo.push(Piece::Text(")"));
        for arg in args.iter().rev() {
            todo.push(Piece::Term(*arg));
            todo.push(Piece::Text(" "));
        }
    }

    fn head(&self, term: Term, op: Op) -> String {
        let pool = self.pool;
        let name = op.info().name;
        match op {
            Op::Lit(_) => self.literal(pool.as_literal(term).expect("a literal")),
            Op::Var(symbol) => self.var(term, symbol),
            Op::Apply(func) => quote(pool.name(pool.func_name(func))),
            Op::BvExtract(high, low) => format!("(_ {name} {high} {low})"),
            Op::BvZeroExtend(n) | Op::BvSignExtend(n) | Op::IntToBv(n) => format!("(_ {name} {n})"),
            Op::ConstArray => format!("(as const {})", pool.show_sort(pool.sort(term))),
            Op::Construct(ctor) => {
                let sort = pool.sort(term);
                let (data, args) = pool.as_data(sort).expect("a data sort");
                let ctor = pool.show_ctor(data, ctor);
                // Only a constructor that does not mention its parameters leaves them open, but
                // saying the sort always is what every reader understands.
                if args.is_empty() { ctor } else { format!("(as {ctor} {})", pool.show_sort(sort)) }
            }
            Op::Field(ctor, field) => {
                let (data, _) = pool.as_data(pool.sort(pool.args(term)[0])).expect("a data sort");
                pool.show_field(data, ctor, field)
            }
            Op::Is(ctor) => {
                let (data, _) = pool.as_data(pool.sort(pool.args(term)[0])).expect("a data sort");
                format!("(_ is {})", pool.show_ctor(data, ctor))
            }
            _ => name.to_owned(),
        }
    }

    fn var(&self, term: Term, symbol: Symbol) -> String {
        match self.names.get(&term) {
            Some(name) => quote(name),
            None => quote(self.pool.name(symbol)),
        }
    }

    fn literal(&self, literal: &Literal) -> String {
        match literal {
            Literal::Bool(value) => value.to_string(),
            Literal::Int(int) if int.is_negative() => format!("(- {})", int.abs()),
            Literal::Int(int) => int.to_string(),
            Literal::Real(real) => {
                let (numer, denom) = (real.numer(), real.denom());
                let sign = numer.sign() == num_bigint::Sign::Minus;
                let magnitude = numer.magnitude();
                let plain = match denom == &num_bigint::BigInt::from(1) {
                    true => format!("{magnitude}.0"),
                    false => format!("(/ {magnitude}.0 {denom}.0)"),
                };
                if sign { format!("(- {plain})") } else { plain }
            }
            Literal::BitVec(word) => format!("(_ bv{} {})", word.unsigned(), word.width()),
            Literal::Text(text) => show_text(text),
            Literal::Elem(sort, number) => {
                format!("(as @{number} {})", self.pool.show_sort(*sort))
            }
        }
    }
}

/// A string literal: printable ASCII as it is, quotes doubled, the rest as `\u{…}`.
fn show_text(text: &Text) -> String {
    let mut out = String::from("\"");
    for &code in text.codes() {
        match char::from_u32(code) {
            Some('"') => out.push_str("\"\""),
            Some(c @ ' '..='~') if c != '\\' => out.push(c),
            _ => {
                let _ = write!(out, "\\u{{{code:x}}}");
            }
        }
    }
    out.push('"');
    out
}
