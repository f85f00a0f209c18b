//! Queries as files.
//!
//! Each query that comes by is written as a file of SMT-LIB that any solver can be given: elements
//! are constants that are different, fields of the wrong constructor have their default values, and
//! axioms are quantified. The answer stands in a comment.

use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use rustc_hash::FxHashMap;
use term::{Literal, Model, Op, Pool, Sort, Term, Visit, write_script};

use crate::{Solver, StageStats, Theory, Verdict};

/// A solver whose queries are written to files on their way.
pub struct Dump<S> {
    inner: S,
    theory: Theory,
    directory: PathBuf,
    name: String,
    stats: StageStats,
    failure: Option<io::Error>,
}

impl<S: Solver> Dump<S> {
    /// Writes `directory/name-000001.smt2` and so on. The directory must be there; solvers that
    /// share it have different names.
    pub fn new(inner: S, theory: Theory, directory: &Path, name: &str) -> Dump<S> {
        Dump {
            inner,
            theory,
            directory: directory.to_owned(),
            name: name.to_owned(),
            stats: StageStats::named("dump"),
            failure: None,
        }
    }

    /// Why the first file that could not be written could not.
    pub fn failure(&self) -> Option<&io::Error> {
        self.failure.as_ref()
    }

    fn write(&mut self, pool: &Pool, query: &[Term], verdict: &Verdict) {
        let file = self.directory.join(format!("{}-{:06}.smt2", self.name, self.stats.asked));
        let text = self_contained(pool, &self.theory, query, verdict);
        if let Err(error) = std::fs::write(file, text) {
            self.failure.get_or_insert(error);
        }
    }
}

impl<S: Solver> Solver for Dump<S> {
    fn check(&mut self, pool: &Pool, query: &[Term]) -> Verdict {
        let verdict = self.inner.check(pool, query);
        let start = Instant::now();
        self.stats.asked += 1;
        self.write(pool, query, &verdict);
        self.stats.time += start.elapsed();
        verdict
    }

    fn model(&mut self, pool: &Pool) -> Option<Model> {
        self.inner.model(pool)
    }

    fn stats(&self) -> Vec<StageStats> {
        let mut stats = vec![self.stats.clone()];
        stats.extend(self.inner.stats());
        stats
    }
}

/// The whole file of a query.
fn self_contained(pool: &Pool, theory: &Theory, query: &[Term], verdict: &Verdict) -> String {
    let answer = match verdict {
        Verdict::Sat => "sat".to_owned(),
        Verdict::Unsat => "unsat".to_owned(),
        Verdict::Unknown(reason) => format!("unknown: {}", reason.to_string().replace('\n', " ")),
    };
    let (mut asserts, elems) = standard(pool, query);
    asserts.extend(all_different(pool, &elems));
    let (script, _) = write_script(pool, &asserts);
    let axioms = show_axioms(pool, theory, &asserts);
    format!("; answered {answer}\n(set-logic ALL)\n{script}{axioms}(check-sat)\n")
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
fn show_axioms(pool: &Pool, theory: &Theory, asserts: &[Term]) -> String {
    let known = functions(pool, asserts);
    let mut out = String::new();
    for &order in theory.orders().iter().filter(|order| known.contains(&Op::Apply(**order))) {
        let sort = pool.signature(order).0[0];
        let [x, y, z] = ["x", "y", "z"].map(|name| pool.var(name, sort));
        let less = |a, b| pool.apply(order, &[a, b]);
        let through = pool.and(&[less(x, y), less(y, z)]);
        quantified(pool, &[x], pool.not(less(x, x)), &mut out);
        quantified(pool, &[x, y, z], pool.implies(through, less(x, z)), &mut out);
        quantified(pool, &[x, y], pool.or(&[less(x, y), pool.eq(x, y), less(y, x)]), &mut out);
    }
    for axiom in theory.axioms() {
        if functions(pool, &[axiom.body]).iter().all(|op| known.contains(op)) {
            quantified(pool, &axiom.vars, axiom.body, &mut out);
        }
    }
    out
}

fn quantified(pool: &Pool, vars: &[Term], body: Term, out: &mut String) {
    let bound: Vec<String> = vars
        .iter()
        .map(|var| format!("({} {})", pool.show(*var), pool.show_sort(pool.sort(*var))))
        .collect();
    let _ = writeln!(out, "(assert (forall ({}) {}))", bound.join(" "), pool.show(body));
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
    use crate::Reason;

    #[test]
    fn a_dumped_query_needs_nothing_else() {
        let pool = Pool::new();
        let sort = pool.elem_sort("S");
        let x = pool.var("x", sort);
        let query = [pool.eq(x, pool.elem(sort, 1)), pool.not(pool.eq(x, pool.elem(sort, 0)))];
        let verdict = Verdict::Unknown(Reason::NeedsBackend);
        let text = self_contained(&pool, &Theory::empty(), &query, &verdict);
        assert!(text.starts_with("; answered unknown"), "{text}");
        let script = term::read_script(&pool, &text).expect("we read what we write");
        assert_eq!(script.asserts.len(), 3, "{text}");
        assert!(!text.contains("(as @"), "{text}");
    }
}
