//! Regular expressions over events, read off their texts, and their derivatives.
//!
//! ```text
//! empty  eps  all  (cat A B…)  (star A)  (not A)  (and A B…)  (or A B…)  (until A B)
//! (letter (put COND) (mem COND) (else COND))      one event, with the condition for each operation
//! ```
//!
//! It is written for being obviously right: no tables of derivatives, no choices under conditions. A derivative is
//! taken under a row of conditions that hold or do not.

use std::collections::{BTreeSet, HashMap};

use crate::condition::{CondId, Conditions};
use crate::sexp::Sexp;

/// An expression, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Expr(usize);

impl Expr {
    pub(crate) const EMPTY: Expr = Expr(0);
    pub(crate) const EPS: Expr = Expr(1);
    pub(crate) const ALL: Expr = Expr(2);
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Shape {
    Empty,
    Eps,
    All,
    /// The condition of each operation that has one of its own, and that of all others.
    Letter(Vec<(usize, CondId)>, CondId),
    Cat(Expr, Expr),
    Star(Expr),
    Not(Expr),
    And(BTreeSet<Expr>),
    Or(BTreeSet<Expr>),
    Until(Expr, Expr),
}

/// All expressions of a proof, each once.
pub(crate) struct Expressions {
    shapes: Vec<Shape>,
    known: HashMap<Shape, Expr>,
}

impl Expressions {
    pub(crate) fn new() -> Expressions {
        let mut all = Expressions { shapes: Vec::new(), known: HashMap::new() };
        for shape in [Shape::Empty, Shape::Eps, Shape::All] {
            all.intern(shape);
        }
        all
    }

    fn intern(&mut self, shape: Shape) -> Expr {
        if let Some(known) = self.known.get(&shape) {
            return *known;
        }
        let made = Expr(self.shapes.len());
        self.shapes.push(shape.clone());
        self.known.insert(shape, made);
        made
    }

    /// The expression that a text is, over operations of these names.
    pub(crate) fn read(
        &mut self,
        conditions: &mut Conditions,
        operations: &[String],
        text: &Sexp,
    ) -> Option<Expr> {
        let parts = match text {
            Sexp::Atom(name) => {
                return match name.as_str() {
                    "empty" => Some(Expr::EMPTY),
                    "eps" => Some(Expr::EPS),
                    "all" => Some(Expr::ALL),
                    _ => None,
                };
            }
            Sexp::List(parts) => parts,
        };
        let (Sexp::Atom(head), rest) = parts.split_first()? else { return None };
        if head == "letter" {
            return self.read_letter(conditions, operations, rest);
        }
        let mut read = Vec::new();
        for part in rest {
            read.push(self.read(conditions, operations, part)?);
        }
        match (head.as_str(), &read[..]) {
            ("cat", parts) => {
                Some(parts.iter().rev().fold(Expr::EPS, |all, part| self.cat(*part, all)))
            }
            ("and", parts) => {
                Some(parts.iter().fold(Expr::ALL, |all, part| self.and(&[all, *part])))
            }
            ("or", parts) => {
                Some(parts.iter().fold(Expr::EMPTY, |all, part| self.or(&[all, *part])))
            }
            ("star", [inner]) => Some(self.star(*inner)),
            ("not", [inner]) => Some(self.not(*inner)),
            ("until", [left, right]) => Some(self.intern(Shape::Until(*left, *right))),
            _ => None,
        }
    }

    fn read_letter(
        &mut self,
        conditions: &mut Conditions,
        operations: &[String],
        cases: &[Sexp],
    ) -> Option<Expr> {
        let (mut own, mut others) = (Vec::new(), None);
        for case in cases {
            let Sexp::List(case) = case else { return None };
            let [Sexp::Atom(name), cond] = &case[..] else { return None };
            let cond = conditions.text(cond);
            match name.as_str() {
                "else" if others.is_none() => others = Some(cond),
                name => {
                    let op = operations.iter().position(|known| known == name)?;
                    if own.iter().any(|(known, _)| *known == op) {
                        return None;
                    }
                    own.push((op, cond));
                }
            }
        }
        own.sort();
        Some(self.intern(Shape::Letter(own, others?)))
    }

    /// The text of an expression.
    pub(crate) fn show(
        &self,
        conditions: &Conditions,
        operations: &[String],
        expr: Expr,
    ) -> String {
        let of = |expr: &Expr| self.show(conditions, operations, *expr);
        let list = |head: &str, parts: Vec<String>| format!("({head} {})", parts.join(" "));
        match &self.shapes[expr.0] {
            Shape::Empty => "empty".to_owned(),
            Shape::Eps => "eps".to_owned(),
            Shape::All => "all".to_owned(),
            Shape::Letter(own, others) => {
                let case = |name: &str, cond: CondId| format!("({name} {})", conditions.show(cond));
                let mut cases: Vec<String> =
                    own.iter().map(|(op, cond)| case(&operations[*op], *cond)).collect();
                cases.push(case("else", *others));
                list("letter", cases)
            }
            Shape::Cat(a, b) => list("cat", vec![of(a), of(b)]),
            Shape::Star(a) => list("star", vec![of(a)]),
            Shape::Not(a) => list("not", vec![of(a)]),
            Shape::And(parts) => list("and", parts.iter().map(of).collect()),
            Shape::Or(parts) => list("or", parts.iter().map(of).collect()),
            Shape::Until(a, b) => list("until", vec![of(a), of(b)]),
        }
    }

    /// The expression with others in place of its conditions.
    pub(crate) fn map(&mut self, expr: Expr, f: &mut dyn FnMut(CondId) -> CondId) -> Expr {
        match self.shapes[expr.0].clone() {
            Shape::Empty | Shape::Eps | Shape::All => expr,
            Shape::Letter(own, others) => {
                let own = own.into_iter().map(|(op, cond)| (op, f(cond))).collect();
                let others = f(others);
                self.intern(Shape::Letter(own, others))
            }
            Shape::Cat(a, b) => {
                let (a, b) = (self.map(a, f), self.map(b, f));
                self.cat(a, b)
            }
            Shape::Star(a) => {
                let a = self.map(a, f);
                self.star(a)
            }
            Shape::Not(a) => {
                let a = self.map(a, f);
                self.not(a)
            }
            Shape::And(parts) => {
                let parts: Vec<Expr> = parts.into_iter().map(|part| self.map(part, f)).collect();
                self.and(&parts)
            }
            Shape::Or(parts) => {
                let parts: Vec<Expr> = parts.into_iter().map(|part| self.map(part, f)).collect();
                self.or(&parts)
            }
            Shape::Until(a, b) => {
                let (a, b) = (self.map(a, f), self.map(b, f));
                self.intern(Shape::Until(a, b))
            }
        }
    }

    /// Whether the empty trace belongs.
    pub(crate) fn has_empty(&self, expr: Expr) -> bool {
        match &self.shapes[expr.0] {
            Shape::Empty | Shape::Letter(..) | Shape::Until(..) => false,
            Shape::Eps | Shape::All | Shape::Star(_) => true,
            Shape::Cat(a, b) => self.has_empty(*a) && self.has_empty(*b),
            Shape::Not(a) => !self.has_empty(*a),
            Shape::And(parts) => parts.iter().all(|part| self.has_empty(*part)),
            Shape::Or(parts) => parts.iter().any(|part| self.has_empty(*part)),
        }
    }

    /// The conditions that decide what an event of an operation leaves.
    pub(crate) fn heads(&self, expr: Expr, op: Option<usize>, all: &mut BTreeSet<CondId>) {
        match &self.shapes[expr.0] {
            Shape::Empty | Shape::Eps | Shape::All => {}
            Shape::Letter(own, others) => {
                all.insert(condition(own, *others, op));
            }
            Shape::Cat(a, b) => {
                self.heads(*a, op, all);
                if self.has_empty(*a) {
                    self.heads(*b, op, all);
                }
            }
            Shape::Star(a) | Shape::Not(a) => self.heads(*a, op, all),
            Shape::And(parts) | Shape::Or(parts) => {
                parts.iter().for_each(|part| self.heads(*part, op, all));
            }
            Shape::Until(a, b) => {
                self.heads(*a, op, all);
                self.heads(*b, op, all);
            }
        }
    }

    /// What an event of an operation leaves, if `holds` says which of its [`Expressions::heads`] hold.
    pub(crate) fn after(
        &mut self,
        expr: Expr,
        op: Option<usize>,
        holds: &mut dyn FnMut(CondId) -> bool,
    ) -> Expr {
        match self.shapes[expr.0].clone() {
            Shape::Empty | Shape::Eps => Expr::EMPTY,
            Shape::All => Expr::ALL,
            Shape::Letter(own, others) => match holds(condition(&own, others, op)) {
                true => Expr::EPS,
                false => Expr::EMPTY,
            },
            Shape::Cat(a, b) => {
                let first = self.after(a, op, holds);
                let through = self.cat(first, b);
                match self.has_empty(a) {
                    false => through,
                    true => {
                        let past = self.after(b, op, holds);
                        self.or(&[through, past])
                    }
                }
            }
            Shape::Star(a) => {
                let first = self.after(a, op, holds);
                self.cat(first, expr)
            }
            Shape::Not(a) => {
                let inner = self.after(a, op, holds);
                self.not(inner)
            }
            Shape::And(parts) => {
                let all: Vec<Expr> =
                    parts.into_iter().map(|part| self.after(part, op, holds)).collect();
                self.and(&all)
            }
            Shape::Or(parts) => {
                let all: Vec<Expr> =
                    parts.into_iter().map(|part| self.after(part, op, holds)).collect();
                self.or(&all)
            }
            Shape::Until(a, b) => {
                let (now, stays) = (self.after(b, op, holds), self.after(a, op, holds));
                let later = self.and(&[stays, expr]);
                self.or(&[now, later])
            }
        }
    }

    fn cat(&mut self, a: Expr, b: Expr) -> Expr {
        match (&self.shapes[a.0], &self.shapes[b.0]) {
            (Shape::Empty, _) | (_, Shape::Empty) => Expr::EMPTY,
            (Shape::Eps, _) => b,
            (_, Shape::Eps) => a,
            (Shape::All, _) if self.has_empty(b) => Expr::ALL,
            (_, Shape::All) if self.has_empty(a) => Expr::ALL,
            (Shape::Cat(first, second), _) => {
                let (first, second) = (*first, *second);
                let rest = self.cat(second, b);
                self.cat(first, rest)
            }
            _ => self.intern(Shape::Cat(a, b)),
        }
    }

    fn star(&mut self, a: Expr) -> Expr {
        match self.shapes[a.0] {
            Shape::Empty | Shape::Eps => Expr::EPS,
            Shape::All => Expr::ALL,
            Shape::Star(_) => a,
            _ => self.intern(Shape::Star(a)),
        }
    }

    fn not(&mut self, a: Expr) -> Expr {
        match self.shapes[a.0] {
            Shape::Empty => Expr::ALL,
            Shape::All => Expr::EMPTY,
            Shape::Not(inner) => inner,
            _ => self.intern(Shape::Not(a)),
        }
    }

    fn and(&mut self, parts: &[Expr]) -> Expr {
        let mut all = BTreeSet::new();
        for part in parts {
            match &self.shapes[part.0] {
                Shape::Empty => return Expr::EMPTY,
                Shape::All => {}
                Shape::And(inner) => all.extend(inner),
                _ => {
                    all.insert(*part);
                }
            }
        }
        if all
            .iter()
            .any(|part| matches!(&self.shapes[part.0], Shape::Not(inner) if all.contains(inner)))
        {
            return Expr::EMPTY;
        }
        // The derivatives of `until` alternate both connectives, one level deeper with each event; multiplied out there
        // are finitely many.
        if let Some(sum) = all.iter().copied().find(|part| self.is_sum_of_untils(*part)) {
            all.remove(&sum);
            let Shape::Or(ways) = self.shapes[sum.0].clone() else { return Expr::EMPTY };
            let others: Vec<Expr> = all.into_iter().collect();
            let products: Vec<Expr> = ways
                .into_iter()
                .map(|way| self.and(&[others.as_slice(), &[way]].concat()))
                .collect();
            return self.or(&products);
        }
        // What a part says beside others that say it already: A ∧ (A ∨ B) is A.
        let says_more = |part: &Expr| !matches!(&self.shapes[part.0], Shape::Or(ways) if ways.iter().any(|way| all.contains(way)));
        let all: BTreeSet<Expr> = all.iter().copied().filter(says_more).collect();
        match all.len() {
            0 => Expr::ALL,
            1 => *all.iter().next().unwrap_or(&Expr::ALL),
            _ => self.intern(Shape::And(all)),
        }
    }

    fn is_sum_of_untils(&self, expr: Expr) -> bool {
        let is_until = |part: &Expr| matches!(self.shapes[part.0], Shape::Until(..));
        let Shape::Or(ways) = &self.shapes[expr.0] else { return false };
        ways.iter().any(|way| match &self.shapes[way.0] {
            Shape::And(parts) => parts.iter().any(is_until),
            _ => is_until(way),
        })
    }

    fn or(&mut self, parts: &[Expr]) -> Expr {
        let mut all = BTreeSet::new();
        for part in parts {
            match &self.shapes[part.0] {
                Shape::All => return Expr::ALL,
                Shape::Empty => {}
                Shape::Or(inner) => all.extend(inner),
                _ => {
                    all.insert(*part);
                }
            }
        }
        if all
            .iter()
            .any(|part| matches!(&self.shapes[part.0], Shape::Not(inner) if all.contains(inner)))
        {
            return Expr::ALL;
        }
        // A ∨ (A ∧ B) is A, and what else accepts the empty trace needs no ε.
        let adds = |part: &Expr| match &self.shapes[part.0] {
            Shape::And(parts) => !parts.iter().any(|part| all.contains(part)),
            Shape::Eps => !all.iter().any(|other| *other != Expr::EPS && self.has_empty(*other)),
            _ => true,
        };
        let all: BTreeSet<Expr> = all.iter().copied().filter(adds).collect();
        match all.len() {
            0 => Expr::EMPTY,
            1 => *all.iter().next().unwrap_or(&Expr::EMPTY),
            _ => self.intern(Shape::Or(all)),
        }
    }
}

/// The condition of a letter on events of an operation.
fn condition(own: &[(usize, CondId)], others: CondId, op: Option<usize>) -> CondId {
    let case = own.iter().find(|(known, _)| Some(*known) == op);
    case.map_or(others, |(_, cond)| *cond)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Expressions, Conditions, Expr) {
        let (mut all, mut conditions) = (Expressions::new(), Conditions::new());
        let operations = ["put".to_owned(), "mem".to_owned()];
        let sexp = Sexp::parse(text).expect("one expression");
        let expr = all.read(&mut conditions, &operations, &sexp).expect("an expression");
        (all, conditions, expr)
    }

    /// Whether events of operations belong, where all conditions that are asked for hold.
    fn accepts(text: &str, events: &[usize]) -> bool {
        let (mut all, _, mut expr) = read(text);
        for op in events {
            expr = all.after(expr, Some(*op), &mut |cond| cond != CondId::FALSE);
        }
        all.has_empty(expr)
    }

    #[test]
    fn derivatives_follow_the_events() {
        let put = "(letter (put true) (else false))";
        let finally = format!("(cat all {put} all)");
        assert!(!accepts(&finally, &[1, 1]) && accepts(&finally, &[1, 0, 1]));
        let once = format!("(not (cat all {put} all {put} all))");
        assert!(accepts(&once, &[1, 0, 1]) && !accepts(&once, &[0, 1, 0]));
        let until = format!("(until (cat (letter (mem c) (else false)) all) (cat {put} all))");
        assert!(accepts(&until, &[1, 1, 0, 1]) && !accepts(&until, &[1, 1]));
        assert!(accepts(&format!("(star {put})"), &[0, 0]));
    }

    #[test]
    fn heads_decide_what_an_event_leaves() {
        let (mut all, conditions, expr) = read("(cat (letter (put (= a b)) (else false)) all)");
        let mut heads = BTreeSet::new();
        all.heads(expr, Some(0), &mut heads);
        let texts: Vec<String> = heads.iter().map(|cond| conditions.show(*cond)).collect();
        assert_eq!(texts, ["(= a b)"]);
        assert_eq!(all.after(expr, Some(0), &mut |_| true), Expr::ALL);
        assert_eq!(all.after(expr, Some(0), &mut |_| false), Expr::EMPTY);
    }

    #[test]
    fn texts_are_read_as_they_are_written() {
        let text = "(not (cat all (letter (put (= a b)) (else false)) (or eps (and (star (letter (else c))) (until all eps)))))";
        let (mut all, mut conditions, expr) = read(text);
        let operations = ["put".to_owned(), "mem".to_owned()];
        let shown = all.show(&conditions, &operations, expr);
        let sexp = Sexp::parse(&shown).expect("one");
        assert_eq!(all.read(&mut conditions, &operations, &sexp), Some(expr), "{shown}");
    }
}
