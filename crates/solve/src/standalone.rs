//! Terms as SMT-LIB that needs nothing else.
//!
//! Any solver can be given the text: elements are constants that are different, fields of the wrong
//! constructor have their default values, and axioms are quantified.

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Literal, Op, Pool, Sort, Term, Visit, write_declarations};

use crate::Theory;

/// Terms as text, with everything that their meaning depends on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standalone {
    /// Commands that declare all names.
    pub declarations: String,
    /// What holds beside the terms: different elements differ, and the axioms about functions that
    /// the terms mention.
    pub facts: Vec<String>,
    /// The terms, in order.
    pub terms: Vec<String>,
}

impl Standalone {
    /// The text of `terms` under the axioms of `theory`.
    #[must_use]
    pub fn new(pool: &Pool, theory: &Theory, terms: &[Term]) -> Standalone {
        let (terms, elems) = standard(pool, terms);
        let different = all_different(pool, &elems);
        let all: Vec<Term> = terms.iter().chain(&different).copied().collect();
        let (declarations, names) = write_declarations(pool, &all);
        let show = |term: &Term| pool.show_with(*term, &names);
        let mut facts: Vec<String> = different.iter().map(show).collect();
        facts.extend(show_axioms(pool, theory, &all));
        Standalone { declarations, facts, terms: terms.iter().map(show).collect() }.plain()
    }
}

impl Standalone {
    /// The same without names between bars, which not every solver takes everywhere: cvc5 knows no
    /// such constructor where one is tested for.
    fn plain(self) -> Standalone {
        let mut names = PlainNames::default();
        let texts = self.facts.iter().chain(&self.terms).chain([&self.declarations]);
        texts.for_each(|text| names.note(text));
        let mut plain = |texts: &[String]| -> Vec<String> {
            texts.iter().map(|text| names.replace(text)).collect()
        };
        let (facts, terms) = (plain(&self.facts), plain(&self.terms));
        Standalone { declarations: names.replace(&self.declarations), facts, terms }
    }
}

/// Plain names for names between bars.
#[derive(Default)]
struct PlainNames {
    /// Words that have a meaning already.
    taken: FxHashSet<String>,
    plain: FxHashMap<String, String>,
}

impl PlainNames {
    /// Notes the words of a text.
    fn note(&mut self, text: &str) {
        pieces(text, |piece| {
            if let Piece::Word(word) = piece {
                self.taken.insert(word.to_owned());
            }
        });
    }

    /// The text with plain names in place of those between bars.
    fn replace(&mut self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        pieces(text, |piece| match piece {
            Piece::Word(text) | Piece::Other(text) => out.push_str(text),
            Piece::Quoted(name) => out.push_str(self.plain(name)),
        });
        out
    }

    fn plain(&mut self, name: &str) -> &str {
        let PlainNames { taken, plain } = self;
        plain.entry(name.to_owned()).or_insert_with(|| {
            let simple = |c: char| if c.is_ascii_alphanumeric() || c == '.' { c } else { '_' };
            let stem: String = name.chars().map(simple).collect();
            let number = (1..).find(|n: &u32| taken.insert(format!("q{n}_{stem}")));
            format!("q{}_{stem}", number.expect("there are more numbers than names"))
        })
    }
}

/// A part of a text of SMT-LIB.
enum Piece<'a> {
    Word(&'a str),
    /// A name, without its bars.
    Quoted(&'a str),
    /// Strings, parentheses and space.
    Other(&'a str),
}

/// Calls `see` for each part of a text, in order.
fn pieces<'a>(text: &'a str, mut see: impl FnMut(Piece<'a>)) {
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let closed = |mark: char| rest[1..].find(mark).map_or(rest.len(), |at| at + 2);
        let is_end = |c: char| c.is_whitespace() || "()|\"".contains(c);
        let len = match first {
            '|' | '"' => closed(first),
            _ if is_end(first) => first.len_utf8(),
            _ => rest.find(is_end).unwrap_or(rest.len()),
        };
        let (piece, after) = rest.split_at(len);
        see(match first {
            '|' => Piece::Quoted(piece.trim_matches('|')),
            _ if is_end(first) => Piece::Other(piece),
            _ => Piece::Word(piece),
        });
        rest = after;
    }
}

/// The query in terms that mean in SMT-LIB what they mean here, and the constants that stand for
/// elements in it.
fn standard(pool: &Pool, query: &[Term]) -> (Vec<Term>, Vec<Term>) {
    let mut elems = Vec::new();
    let mut done: FxHashMap<Term, Term> = FxHashMap::default();
    let mut order = Vec::new();
    pool.walk(query, |_| Visit::Descend, |term| order.push(term));
    for term in order {
        let made = match pool.as_literal(term) {
            Some(Literal::Elem(sort, number)) => elem_constant(pool, *sort, *number, &mut elems),
            _ => {
                let args: Vec<Term> = pool.args(term).iter().map(|arg| done[arg]).collect();
                let plain = pool.make(pool.op(term), &args, pool.sort(term));
                guarded(pool, term, &args, plain, &mut elems)
            }
        };
        done.insert(term, made);
    }
    (query.iter().map(|term| done[term]).collect(), elems)
}

/// A field with its default value for other constructors.
fn guarded(pool: &Pool, term: Term, args: &[Term], plain: Term, elems: &mut Vec<Term>) -> Term {
    let Op::Field(ctor, _) = pool.op(term) else { return plain };
    match pool.default_value(pool.sort(term)) {
        Some(default) => {
            let default = pool.replace(default, |part| match pool.as_literal(part) {
                Some(Literal::Elem(sort, number)) => {
                    Some(elem_constant(pool, *sort, *number, elems))
                }
                _ => None,
            });
            pool.ite(pool.is(ctor, args[0]), plain, default)
        }
        None => plain,
    }
}

fn elem_constant(pool: &Pool, sort: Sort, number: u32, elems: &mut Vec<Term>) -> Term {
    let constant = pool.var(&format!("element!{number}"), sort);
    if !elems.contains(&constant) {
        elems.push(constant);
    }
    constant
}

fn all_different(pool: &Pool, elems: &[Term]) -> Vec<Term> {
    let mut parts = Vec::new();
    for (at, a) in elems.iter().enumerate() {
        let others = elems[at + 1..].iter().filter(|b| pool.sort(*a) == pool.sort(**b));
        parts.extend(others.map(|b| pool.not(pool.eq(*a, *b))));
    }
    parts
}

/// The axioms about functions that the query mentions: others would need declarations, and say
/// nothing about it.
fn show_axioms(pool: &Pool, theory: &Theory, asserts: &[Term]) -> Vec<String> {
    let known = functions(pool, asserts);
    let mut out = Vec::new();
    for &order in theory.orders().iter().filter(|order| known.contains(&Op::Apply(**order))) {
        let sort = pool.signature(order).0[0];
        let [x, y, z] = ["x", "y", "z"].map(|name| pool.var(name, sort));
        let less = |a, b| pool.apply(order, &[a, b]);
        let through = pool.and(&[less(x, y), less(y, z)]);
        let one_way = pool.or(&[less(x, y), pool.eq(x, y), less(y, x)]);
        out.push(quantified(pool, &[x], pool.not(less(x, x))));
        out.push(quantified(pool, &[x, y, z], pool.implies(through, less(x, z))));
        out.push(quantified(pool, &[x, y], one_way));
    }
    for axiom in theory.axioms() {
        if functions(pool, &[axiom.body]).iter().all(|op| known.contains(op)) {
            out.push(quantified(pool, &axiom.vars, axiom.body));
        }
    }
    out
}

fn quantified(pool: &Pool, vars: &[Term], body: Term) -> String {
    let bound: Vec<String> = vars
        .iter()
        .map(|var| format!("({} {})", pool.show(*var), pool.show_sort(pool.sort(*var))))
        .collect();
    format!("(forall ({}) {})", bound.join(" "), pool.show(body))
}

fn functions(pool: &Pool, roots: &[Term]) -> Vec<Op> {
    let mut found = Vec::new();
    pool.walk(
        roots,
        |_| Visit::Descend,
        |term| {
            let op = pool.op(term);
            if matches!(op, Op::Apply(_)) && !found.contains(&op) {
                found.push(op);
            }
        },
    );
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_between_bars_become_plain_and_stay_apart() {
        let pool = Pool::new();
        let names = ["a b", "a#b", "q1_a_b", "plain"];
        let vars = names.map(|name| pool.var(name, Sort::BOOL));
        let text = Standalone::new(&pool, &Theory::empty(), &vars);
        assert_eq!(text.terms, ["q2_a_b", "q3_a_b", "q1_a_b", "plain"]);
        assert!(!text.declarations.contains('|'), "{}", text.declarations);
    }
}
