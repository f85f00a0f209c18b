//! Where a model breaks axioms.
//!
//! A model is read as a finite structure: its elements are the values of the terms at hand, and what the functions in
//! the axioms make of them. An axiom that holds for every choice of these holds in the structure. A choice for which it
//! does not is one of terms, too, since each element is the value of one.

use rustc_hash::FxHashMap;
use term::{Model, Op, Pool, Sort, SortNode, Term, Visit};

use crate::Axiom;

/// Elements that a structure may have.
const MOST_ELEMENTS: usize = 400;
/// Evaluations that one search for broken choices may take.
const MOST_STEPS: usize = 200_000;
/// Choices that are reported of one clause: the next model breaks others.
const MOST_BROKEN: usize = 128;

/// A conjunct of an axiom, as it is evaluated.
#[derive(Clone, Debug)]
pub(super) struct Clause {
    vars: Vec<Term>,
    body: Term,
    /// Its disjuncts, each with the number of variables, from the first, that it needs.
    disjuncts: Vec<(usize, Term)>,
    /// Its parts that name elements, each with the variables in it.
    made: Vec<(Term, Vec<Term>)>,
}

impl Clause {
    /// The clauses of an axiom. None if its variables have no end of values.
    pub(super) fn of(pool: &Pool, axiom: &Axiom) -> Option<Vec<Clause>> {
        let conjuncts = match pool.node(axiom.body) {
            (Op::And, parts) => parts.to_vec(),
            _ => vec![axiom.body],
        };
        let clause = |body: Term| Clause {
            vars: axiom.vars.clone(),
            body,
            disjuncts: disjuncts(pool, &axiom.vars, body),
            made: made(pool, &axiom.vars, body),
        };
        is_finite(pool, axiom).then(|| conjuncts.into_iter().map(clause).collect())
    }

    /// The clause at some terms.
    pub(super) fn at(&self, pool: &Pool, choice: &[Term]) -> Term {
        pool.substitute(self.body, &self.vars.iter().copied().zip(choice.iter().copied()).collect())
    }
}

/// Whether a finite structure has finitely many choices for the variables of an axiom.
pub(super) fn is_finite(pool: &Pool, axiom: &Axiom) -> bool {
    let is_finite =
        |var: &Term| matches!(pool.sort_node(pool.sort(*var)), SortNode::Elem(_) | SortNode::Bool);
    axiom.vars.iter().all(is_finite)
}

fn disjuncts(pool: &Pool, vars: &[Term], body: Term) -> Vec<(usize, Term)> {
    let parts: Vec<Term> = match pool.node(body) {
        (Op::Or, parts) => parts.to_vec(),
        (Op::Not, &[inner]) if pool.op(inner) == Op::And => {
            pool.args(inner).iter().map(|part| pool.not(*part)).collect()
        }
        _ => vec![body],
    };
    let needs = |part: Term| {
        let used = used(pool, vars, part);
        vars.iter().rposition(|var| used.contains(var)).map_or(0, |last| last + 1)
    };
    parts.into_iter().map(|part| (needs(part), part)).collect()
}

fn made(pool: &Pool, vars: &[Term], body: Term) -> Vec<(Term, Vec<Term>)> {
    let mut made = Vec::new();
    pool.walk(
        &[body],
        |_| Visit::Descend,
        |part| {
            let is_element = matches!(pool.sort_node(pool.sort(part)), SortNode::Elem(_));
            if is_element && !vars.contains(&part) {
                made.push((part, used(pool, vars, part)));
            }
        },
    );
    made
}

/// The variables in a term.
fn used(pool: &Pool, vars: &[Term], term: Term) -> Vec<Term> {
    let mut used = Vec::new();
    pool.walk(
        &[term],
        |_| Visit::Descend,
        |part| used.extend(vars.contains(&part).then_some(part)),
    );
    used
}

/// An element, and a term whose value it is.
#[derive(Clone, Copy)]
struct Element {
    value: Term,
    term: Term,
    generation: u32,
}

/// A model as a structure.
pub(super) struct Structure<'a> {
    pool: &'a Pool,
    model: Model,
    elements: FxHashMap<Sort, Vec<Element>>,
    /// Evaluations that are left.
    steps: usize,
}

/// A choice of terms for which a clause is false, and the largest of their generations.
pub(super) struct Broken {
    pub(super) choice: Vec<Term>,
    pub(super) generation: u32,
}

/// The structure or the search in it is larger than it may be.
#[derive(Debug)]
pub(super) struct TooLarge;

/// What is done with each choice of elements.
type Visitor<'v, 'a> = dyn FnMut(&mut Structure<'a>, &[Element]) -> Result<(), TooLarge> + 'v;

impl<'a> Structure<'a> {
    /// The structure over the values of these terms, each with its generation.
    pub(super) fn new(
        pool: &'a Pool,
        model: Model,
        clauses: &[Clause],
        ground: &[(Term, u32)],
    ) -> Result<Structure<'a>, TooLarge> {
        let mut structure =
            Structure { pool, model, elements: FxHashMap::default(), steps: MOST_STEPS };
        let mut values = FxHashMap::default();
        for &(term, generation) in ground {
            if let SortNode::Elem(_) = pool.sort_node(pool.sort(term)) {
                let value = pool.eval_with(term, &structure.model, &mut values);
                structure.add(Element { value, term, generation })?;
            }
        }
        // No sort is empty.
        for var in clauses.iter().flat_map(|clause| &clause.vars) {
            let sort = pool.sort(*var);
            let is_empty = structure.elements.get(&sort).is_none_or(Vec::is_empty);
            if is_empty && matches!(pool.sort_node(sort), SortNode::Elem(_)) {
                let value = pool.elem(sort, 0);
                structure.add(Element { value, term: value, generation: 0 })?;
            }
        }
        structure.close(clauses)?;
        Ok(structure)
    }

    /// Adds an element unless it is known; whether it was added.
    fn add(&mut self, element: Element) -> Result<bool, TooLarge> {
        let known = self.elements.entry(self.pool.sort(element.value)).or_default();
        if known.iter().any(|other| other.value == element.value) {
            return Ok(false);
        }
        if known.len() == MOST_ELEMENTS {
            return Err(TooLarge);
        }
        known.push(element);
        Ok(true)
    }

    /// Adds what the clauses name by the elements, until nothing is new.
    fn close(&mut self, clauses: &[Clause]) -> Result<(), TooLarge> {
        let parts = || clauses.iter().flat_map(|clause| &clause.made);
        let mut is_closed = false;
        while !is_closed {
            is_closed = true;
            for (part, vars) in parts() {
                let mut found = Vec::new();
                self.choices(vars, &mut Vec::new(), &mut |structure, chosen| {
                    let value = structure.eval(*part)?;
                    let by = vars.iter().copied().zip(chosen.iter().map(|one| one.term)).collect();
                    let generation = chosen.iter().map(|one| one.generation).max().unwrap_or(0) + 1;
                    let term = structure.pool.substitute(*part, &by);
                    found.push(Element { value, term, generation });
                    Ok(())
                })?;
                for element in found {
                    is_closed &= !self.add(element)?;
                }
            }
        }
        Ok(())
    }

    /// Visits all choices of elements for some variables, which have these values in the model then.
    fn choices(
        &mut self,
        vars: &[Term],
        chosen: &mut Vec<Element>,
        visit: &mut Visitor<'_, 'a>,
    ) -> Result<(), TooLarge> {
        let Some(var) = vars.get(chosen.len()) else { return visit(self, chosen) };
        self.for_each_element(*var, |structure, element| {
            chosen.push(element);
            let outcome = structure.choices(vars, chosen, visit);
            chosen.pop();
            outcome
        })
    }

    /// Visits all elements that a variable may be, which has that value in the model then. Afterwards it has the one
    /// that it had before: a term of the query may have the same name.
    fn for_each_element(
        &mut self,
        var: Term,
        mut visit: impl FnMut(&mut Structure<'a>, Element) -> Result<(), TooLarge>,
    ) -> Result<(), TooLarge> {
        let before = self.model.value(self.pool, var);
        let outcome = self.domain(var).into_iter().try_for_each(|element| {
            self.model.set(var, element.value);
            visit(self, element)
        });
        before.into_iter().for_each(|before| self.model.set(var, before));
        outcome
    }

    fn domain(&self, var: Term) -> Vec<Element> {
        let sort = self.pool.sort(var);
        if sort == Sort::BOOL {
            let element = |value| Element { value, term: value, generation: 0 };
            return [Term::FALSE, Term::TRUE].map(element).to_vec();
        }
        self.elements.get(&sort).cloned().unwrap_or_default()
    }

    fn eval(&mut self, term: Term) -> Result<Term, TooLarge> {
        self.steps = self.steps.checked_sub(1).ok_or(TooLarge)?;
        Ok(self.pool.eval(term, &self.model))
    }

    /// Some choices for which a clause is false; none if it holds for all.
    pub(super) fn broken(&mut self, clause: &Clause) -> Result<Vec<Broken>, TooLarge> {
        let mut found = Vec::new();
        self.search(clause, &mut Vec::new(), &mut found)?;
        Ok(found)
    }

    /// A disjunct that holds is evaluated as soon as its variables have values: the others then do not matter.
    fn search(
        &mut self,
        clause: &Clause,
        chosen: &mut Vec<Element>,
        found: &mut Vec<Broken>,
    ) -> Result<(), TooLarge> {
        for (_, disjunct) in clause.disjuncts.iter().filter(|(needs, _)| *needs == chosen.len()) {
            if self.eval(*disjunct)? == Term::TRUE {
                return Ok(());
            }
        }
        let Some(var) = clause.vars.get(chosen.len()) else {
            let generation = chosen.iter().map(|one| one.generation).max().unwrap_or(0);
            found.push(Broken { choice: chosen.iter().map(|one| one.term).collect(), generation });
            return Ok(());
        };
        self.for_each_element(*var, |structure, element| {
            if found.len() == MOST_BROKEN {
                return Ok(());
            }
            chosen.push(element);
            let outcome = structure.search(clause, chosen, found);
            chosen.pop();
            outcome
        })
    }
}
