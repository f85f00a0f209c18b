//! Integers: terms as linear forms, and equalities exchanged with arithmetic.
//!
//! Each integer node that arithmetic has met has a form: a sum of variables of the simplex. What is no
//! sum, product with a literal, or remainder by a literal is a variable; products of sums are multiplied out. A
//! quotient by a literal is a variable, too, tied to its dividend by bounds; `product` ties products to their factors. One node of each class speaks for it; when two such
//! classes are merged, arithmetic learns that their forms are equal. The other way round, the closure
//! learns when a variable, or the difference of two, has only one value left. Equalities that follow in
//! other ways are found by cases, when values are given to all classes.

use smallvec::SmallVec;
use term::{Int, Literal, Op, Pool, Sort, Term};

use super::Closure;
use super::merge::Undo;
use super::node::Node;
use super::product::{Division, Product};
use super::proof::{Premise, Reason};
use crate::arith::{Form, Infeasible, Limit, Simplex, Var};

/// How many summands one term may have. Sums of sums can be much larger than they look.
const MOST_SUMMANDS: usize = 1 << 12;

/// What the closure knows of integers.
#[derive(Default)]
pub(super) struct Numbers {
    pub(super) simplex: Simplex<Reason>,
    forms: Vec<Form>,
    /// The nodes that have a form, in the order of the forms.
    met: Vec<Node>,
    /// By variable: the node that it stands for, if it is no sum.
    owners: Vec<Option<Node>>,
    /// The products of unknowns.
    pub(super) products: Vec<Product>,
    /// The quotients by unknowns.
    pub(super) divisions: Vec<Division>,
    /// Nodes in one class whose forms have not been equated yet.
    pub(super) equal: Vec<(Node, Node)>,
}

/// The sizes of everything that is taken back with a level.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    simplex: usize,
    forms: usize,
    products: usize,
    divisions: usize,
}

impl Numbers {
    pub(super) fn mark(&self) -> Mark {
        Mark {
            simplex: self.simplex.mark(),
            forms: self.forms.len(),
            products: self.products.len(),
            divisions: self.divisions.len(),
        }
    }

    pub(super) fn go_back(&mut self, mark: Mark) {
        self.simplex.go_back(mark.simplex);
        self.forms.truncate(mark.forms);
        self.met.truncate(mark.forms);
        self.products.truncate(mark.products);
        self.divisions.truncate(mark.divisions);
        self.owners.truncate(self.simplex.len());
        self.equal.clear();
    }

    /// The node that a variable stands for, if it is no sum.
    pub(super) fn owner(&self, var: Var) -> Option<Node> {
        self.owners.get(var.index()).copied().flatten()
    }

    pub(super) fn add_var(&mut self, owner: Node) -> Var {
        let var = self.simplex.add_var();
        self.owners.resize(var.index(), None);
        self.owners.push(Some(owner));
        var
    }
}

/// How arithmetic reads a term.
enum Reading {
    Literal(Int),
    Sum,
    /// A literal times a term.
    Multiple(Int, Term),
    /// What is left of a division by a literal other than zero.
    Rest(Term, Int, Term),
    /// A quotient by a literal other than zero.
    Quotient(Term, Int),
    /// A product with a sum among its factors: the sum of these products.
    Spread(SmallVec<[Term; 4]>),
    /// A product of unknowns.
    Product([Term; 2]),
    /// A quotient by an unknown.
    Division([Term; 2]),
    /// What that quotient leaves of the dividend.
    Remainder(Term, Term),
    Other,
}

fn reading(pool: &Pool, term: Term) -> Reading {
    let literal = |term: Term| match pool.as_literal(term) {
        Some(Literal::Int(int)) => Some(int.clone()),
        _ => None,
    };
    let divisor = |term: Term| literal(term).filter(|by| *by != Int::ZERO);
    let is_zero = |term: Term| literal(term) == Some(Int::ZERO);
    match pool.node(term) {
        (Op::Lit(_), _) => literal(term).map_or(Reading::Other, Reading::Literal),
        (Op::Add, _) => Reading::Sum,
        (Op::Mul, [first, rest @ ..]) => match literal(*first) {
            Some(by) => Reading::Multiple(by, pool.mul(rest)),
            None => product_reading(pool, *first, rest),
        },
        (Op::Mod, &[a, by]) => match divisor(by) {
            Some(int) => Reading::Rest(a, int, by),
            None if is_zero(by) => Reading::Other,
            None => Reading::Remainder(a, pool.raw(Op::Div, &[a, by], Sort::INT)),
        },
        (Op::Div, &[a, by]) => match divisor(by) {
            Some(int) => Reading::Quotient(a, int),
            None if is_zero(by) => Reading::Other,
            None => Reading::Division([a, by]),
        },
        _ => Reading::Other,
    }
}

/// A product becomes a sum of products of terms that are no sums, so that equal products are one term.
fn product_reading(pool: &Pool, first: Term, rest: &[Term]) -> Reading {
    let factors = || std::iter::once(first).chain(rest.iter().copied());
    let Some(sum) = factors().position(|factor| pool.op(factor) == Op::Add) else {
        return Reading::Product([first, pool.mul(rest)]);
    };
    let others: Vec<Term> =
        factors().enumerate().filter(|(at, _)| *at != sum).map(|(_, factor)| factor).collect();
    let summands = pool.args(factors().nth(sum).expect("it was found there")).iter();
    let times = |summand: &Term| pool.mul(&[&[*summand], &others[..]].concat());
    Reading::Spread(summands.map(times).collect())
}

/// Whether arithmetic knows what an operator over integers means here.
pub(super) fn is_linear(pool: &Pool, term: Term) -> bool {
    pool.sort(term) == Sort::INT && !matches!(reading(pool, term), Reading::Other)
}

impl Closure {
    /// Whether integers are more than names.
    pub(crate) fn has_numbers(&self) -> bool {
        self.numbers.simplex.len() > 0
    }

    /// `a < b` holds, or does not, for integers.
    pub(super) fn compare_terms(
        &mut self,
        pool: &Pool,
        (a, b): (Term, Term),
        holds: bool,
        why: Reason,
    ) {
        let (a, b) = (self.form_of_term(pool, a), self.form_of_term(pool, b));
        self.compare_forms(&a, &b, holds, why);
    }

    /// As [`Closure::compare_terms`], for nodes that have forms.
    pub(super) fn compare_nodes(&mut self, a: Node, b: Node, holds: bool, why: Reason) {
        let [a, b] = [a, b].map(|node| self.form(node).clone());
        self.compare_forms(&a, &b, holds, why);
    }

    fn compare_forms(&mut self, a: &Form, b: &Form, holds: bool, why: Reason) {
        match holds {
            true => self.at_most(&a.minus(b), &Int::from(-1), why),
            false => self.at_most(&b.minus(a), &Int::ZERO, why),
        }
    }

    /// `form <= limit`.
    pub(super) fn at_most(&mut self, form: &Form, limit: &Int, why: Reason) {
        let limit = limit.sub(&form.constant);
        let Some(primitive) = form.primitive() else {
            if limit.is_negative() {
                self.refute([Premise::Because(why)]);
            }
            return;
        };
        let var = self.numbers.simplex.var_of_sum(&primitive.parts);
        let outcome = match primitive.at_most(&limit) {
            Limit::AtMost(value) => self.numbers.simplex.at_most(var, value, why),
            Limit::AtLeast(value) => self.numbers.simplex.at_least(var, value, why),
        };
        self.refute_if_infeasible(outcome);
    }

    /// `form = 0`.
    pub(super) fn assert_zero(&mut self, form: &Form, why: Reason) {
        let rest = form.constant.neg();
        let value = match form.primitive() {
            None => (rest == Int::ZERO).then_some(None),
            Some(primitive) => primitive
                .equal_to(&rest)
                .map(|value| Some((self.numbers.simplex.var_of_sum(&primitive.parts), value))),
        };
        match value {
            None => self.refute([Premise::Because(why)]),
            Some(None) => {}
            Some(Some((var, value))) => {
                let outcome = self.numbers.simplex.at_most(var, value.clone(), why);
                self.refute_if_infeasible(outcome);
                let outcome = self.numbers.simplex.at_least(var, value, why);
                self.refute_if_infeasible(outcome);
            }
        }
    }

    pub(super) fn refute_if_infeasible(&mut self, outcome: Result<(), Infeasible<Reason>>) {
        if let Err(Infeasible(whys)) = outcome {
            self.refute(whys.into_iter().map(Premise::Because));
        }
    }

    /// Gives a node a form, and its class a representative.
    pub(super) fn involve(&mut self, pool: &Pool, node: Node) {
        if self.nodes[node].form.is_some() {
            return;
        }
        let form = match self.nodes[node].term.map(|term| (term, reading(pool, term))) {
            Some((term, Reading::Literal(_) | Reading::Sum | Reading::Multiple(..))) => {
                self.form_of_term(pool, term)
            }
            Some((term, Reading::Rest(..) | Reading::Spread(_) | Reading::Remainder(..))) => {
                self.form_of_term(pool, term)
            }
            Some((_, Reading::Division(operands))) => self.division(pool, node, operands),
            Some((_, Reading::Quotient(a, by))) => self.quotient(pool, node, a, &by),
            Some((_, Reading::Product(factors))) => self.product(pool, node, factors),
            Some((_, Reading::Other)) | None => Form::of_var(self.numbers.add_var(node)),
        };
        self.nodes[node].form = Some(self.numbers.forms.len() as u32);
        self.numbers.forms.push(form);
        self.numbers.met.push(node);
        self.trail.push(Undo::Form(node));
        let root = self.nodes.root(node);
        match self.nodes[root].number {
            Some(speaker) => self.numbers.equal.push((node, speaker)),
            None => {
                self.nodes[root].number = Some(node);
                self.trail.push(Undo::Number(root));
            }
        }
    }

    /// The variable of a quotient `q` of `a`: `a - by*q` is a remainder.
    fn quotient(&mut self, pool: &Pool, node: Node, a: Term, by: &Int) -> Form {
        let mut rest = self.form_of_term(pool, a);
        let var = self.numbers.add_var(node);
        rest.add_var(var, &by.neg());
        let largest = by.abs().sub(&Int::ONE);
        self.at_most(&rest, &largest, Reason::Fact);
        let negated = Form::constant(Int::ZERO).minus(&rest);
        self.at_most(&negated, &Int::ZERO, Reason::Fact);
        Form::of_var(var)
    }

    /// The classes that arithmetic has met, each once.
    pub(super) fn classes_of_numbers(&self) -> impl Iterator<Item = Node> {
        let class = |node: &Node| {
            let root = self.nodes.root(*node);
            (self.nodes[root].number == Some(*node)).then_some(root)
        };
        self.numbers.met.iter().filter_map(class)
    }

    /// The form of a node that has one.
    pub(super) fn form(&self, node: Node) -> &Form {
        let number = self.nodes[node].form.expect("asked only for nodes that arithmetic has met");
        &self.numbers.forms[number as usize]
    }

    /// A term as a form. Its sums have no nodes by themselves, its variables do.
    pub(super) fn form_of_term(&mut self, pool: &Pool, term: Term) -> Form {
        let mut form = Form::constant(Int::ZERO);
        let mut todo: SmallVec<[(Term, Int); 4]> = SmallVec::new();
        todo.push((term, Int::ONE));
        let mut left = MOST_SUMMANDS;
        while let Some((term, by)) = todo.pop() {
            left = left.saturating_sub(1);
            match reading(pool, term) {
                Reading::Literal(int) => form.constant = form.constant.add(&int.mul(&by)),
                Reading::Sum if left > 0 => {
                    let parts = pool.args(term).iter();
                    todo.extend(parts.map(|part| (*part, by.clone())));
                }
                Reading::Multiple(factor, other) if left > 0 => {
                    todo.push((other, by.mul(&factor)));
                }
                Reading::Rest(a, int, divisor) if left > 0 => {
                    todo.push((pool.div(a, divisor), by.mul(&int).neg()));
                    todo.push((a, by));
                }
                Reading::Spread(parts) if left > 0 => {
                    todo.extend(parts.into_iter().map(|part| (part, by.clone())));
                }
                Reading::Remainder(a, quotient) if left > 0 => {
                    match self.divided(pool, quotient) {
                        Some(whole) => form.add_var(whole, &by.neg()),
                        None => self.counts.gaps += 1,
                    }
                    todo.push((a, by));
                }
                Reading::Quotient(..)
                | Reading::Division(_)
                | Reading::Product(_)
                | Reading::Other => {
                    let node = self.node_of(pool, term);
                    self.involve(pool, node);
                    let known = self.form(node).clone();
                    form.add_form(&known, &by);
                }
                Reading::Sum
                | Reading::Multiple(..)
                | Reading::Rest(..)
                | Reading::Remainder(..)
                | Reading::Spread(_) => {
                    // Nothing is known of a term that is too large.
                    self.counts.gaps += 1;
                    let stranger = self.numbers.simplex.add_var();
                    form.add_var(stranger, &by);
                }
            }
        }
        form
    }

    /// Tells arithmetic that two nodes of one class are equal.
    pub(super) fn equate_numbers(&mut self, a: Node, b: Node) {
        let difference = self.form(a).minus(self.form(b));
        if difference.parts.is_empty() && difference.constant == Int::ZERO {
            return;
        }
        let why = self.lemmas.add([Premise::Equal(a, b)]);
        self.assert_zero(&difference, why);
    }

    /// Looks for values that keep all bounds.
    pub(super) fn check_bounds(&mut self) {
        let outcome = self.numbers.simplex.check();
        self.refute_if_infeasible(outcome);
    }

    /// Tells the closure what follows from a variable that has only one value left.
    pub(super) fn tell_fixed(&mut self, pool: &Pool, var: Var) {
        let simplex = &self.numbers.simplex;
        let Some(value) = simplex.limits(var).fixed() else { return };
        let equal = match simplex.sum(var) {
            None => self.numbers.owner(var).map(|node| (node, None, value.clone())),
            Some(sum) => match &sum[..] {
                [(a, one), (b, minus)]
                    if *value == Int::ZERO && *one == Int::ONE && *minus == Int::from(-1) =>
                {
                    let (a, b) = (self.numbers.owner(*a), self.numbers.owner(*b));
                    a.zip(b).map(|(a, b)| (a, Some(b), Int::ZERO))
                }
                _ => None,
            },
        };
        let Some((a, b, value)) = equal else { return };
        // Nothing follows from it for a node without uses.
        let is_used = |node: Node| {
            let slot = &self.nodes[self.nodes.root(node)];
            !slot.uses.is_empty() || !slot.apart.is_empty()
        };
        if !is_used(a) {
            return;
        }
        let b = match b {
            Some(b) => b,
            None => self.node_of(pool, pool.int(value)),
        };
        if !self.nodes.same(a, b) {
            let limits = self.numbers.simplex.limits(var);
            let bounds = limits.lower.iter().chain(&limits.upper);
            let whys: SmallVec<[Premise; 2]> =
                bounds.map(|bound| Premise::Because(bound.why)).collect();
            let why = self.lemmas.add(whys);
            self.equate(a, b, why);
        }
    }
}
