//! Axioms, by their instances.
//!
//! The stages behind this one know nothing of quantifiers. `Unsat` with some instances of the axioms is right at once.
//! `Sat` is right if the model satisfies the axioms as they stand, which is seen by taking it for a finite
//! structure (`refute`). Where it breaks one, the instance that it breaks is added, and the stages are asked again: only
//! instances that matter to a query are made (Ge and de Moura, "Complete instantiation for quantified
//! formulas in satisfiability modulo theories", 2009). They stay as long as the path does.
//!
//! Axioms with triggers, and those over sorts that have no end of values, are instantiated before, at the terms that
//! occur so far.

mod refute;

use std::time::Instant;

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Model, Op, Pool, Term, Visit};

use self::refute::{Clause, Structure};
use super::prefix;
use crate::{Axiom, Reason, Solver, StageStats, Theory, Verdict};

/// How often an instance may give rise to terms for further instances.
const GENERATIONS: u32 = 3;
/// How many instances one path may have.
const INSTANCES: usize = 20_000;
/// How many models of one query may break axioms.
const MODELS: usize = 200;

/// The stage. See the module's description.
pub struct Axioms<S> {
    inner: S,
    stats: StageStats,
    axioms: Vec<Axiom>,
    /// The clauses of the axioms that a model can be checked for, after the first query.
    clauses: Option<Clauses>,
    query: Vec<Term>,
    /// The state of the stage before each term of `query`.
    marks: Vec<Mark>,
    /// The query with its instances, as it was handed on.
    handed_on: Vec<Term>,
    /// Terms that axioms are instantiated at, with the generation in which they appeared.
    ground: Vec<(Term, u32)>,
    known: FxHashSet<Term>,
    made: FxHashSet<Term>,
    model: Option<Model>,
}

/// What the axioms say of a model.
struct Clauses {
    all: Vec<Clause>,
    /// Whether they are all that the axioms say. Variables of some sorts have no end of values.
    are_complete: bool,
}

#[derive(Clone, Copy)]
struct Mark {
    handed_on: usize,
    ground: usize,
}

/// What a model means for the axioms.
enum Outcome {
    Holds,
    /// Instances were added that it breaks.
    Refined,
    /// It breaks some, or may, and a limit was met.
    Open,
}

impl<S: Solver> Axioms<S> {
    /// In front of stages that know the orders of `theory`, with its other axioms.
    pub fn new(theory: &Theory, inner: S) -> Axioms<S> {
        Axioms::of("axioms", theory.axioms_beyond_orders().cloned().collect(), inner)
    }

    /// In front of a solver that knows total orders only, with the laws of the partial ones.
    pub fn of_partial_orders(theory: &Theory, inner: S) -> Axioms<S> {
        Axioms::of("laws", theory.laws_of_partial_orders().cloned().collect(), inner)
    }

    fn of(name: &'static str, axioms: Vec<Axiom>, inner: S) -> Axioms<S> {
        Axioms {
            inner,
            stats: StageStats::named(name),
            axioms,
            clauses: None,
            query: Vec::new(),
            marks: Vec::new(),
            handed_on: Vec::new(),
            ground: Vec::new(),
            known: FxHashSet::default(),
            made: FxHashSet::default(),
            model: None,
        }
    }

    fn align(&mut self, pool: &Pool, query: &[Term]) {
        self.prepare(pool);
        let keep = prefix::common(&self.query, query);
        if let Some(&mark) = self.marks.get(keep) {
            self.undo(mark);
        }
        self.query.truncate(keep);
        self.marks.truncate(keep);
        for &term in &query[keep..] {
            let mark = Mark { handed_on: self.handed_on.len(), ground: self.ground.len() };
            self.query.push(term);
            self.marks.push(mark);
            self.handed_on.push(term);
            self.meet(pool, term, 0);
            self.instantiate(pool, mark.ground);
        }
    }

    /// Reads the axioms. Those about no variables are facts: they come first and stay.
    fn prepare(&mut self, pool: &Pool) {
        if self.clauses.is_some() {
            return;
        }
        let clauses: Vec<Option<Vec<Clause>>> =
            self.axioms.iter().map(|axiom| Clause::of(pool, axiom)).collect();
        let are_complete = clauses.iter().all(Option::is_some);
        self.clauses =
            Some(Clauses { all: clauses.into_iter().flatten().flatten().collect(), are_complete });
        for at in 0..self.axioms.len() {
            if self.axioms[at].vars.is_empty() {
                self.add_instance(pool, self.axioms[at].body, 0);
            }
        }
        self.instantiate(pool, 0);
    }

    fn undo(&mut self, mark: Mark) {
        for term in self.handed_on.drain(mark.handed_on..) {
            self.made.remove(&term);
        }
        for (term, _) in self.ground.drain(mark.ground..) {
            self.known.remove(&term);
        }
    }

    /// Takes in the subterms at which axioms can be instantiated.
    fn meet(&mut self, pool: &Pool, root: Term, generation: u32) {
        let (known, ground, axioms) = (&mut self.known, &mut self.ground, &self.axioms);
        pool.walk(
            &[root],
            |_| Visit::Descend,
            |term| {
                if is_wanted(pool, axioms, term) && known.insert(term) {
                    ground.push((term, generation));
                }
            },
        );
    }

    /// Makes the instances at the terms from number `from` on, and at those that they bring.
    fn instantiate(&mut self, pool: &Pool, from: usize) {
        let mut next = from;
        while let Some(&(_, generation)) = self.ground.get(next) {
            for axiom in 0..self.axioms.len() {
                for choice in choices_at(pool, &self.axioms[axiom], &self.ground, next) {
                    let Axiom { vars, body, .. } = &self.axioms[axiom];
                    let by = vars.iter().copied().zip(choice).collect();
                    self.add_instance(pool, pool.substitute(*body, &by), generation + 1);
                }
            }
            next += 1;
        }
    }

    /// Hands on an instance, unless that was done or there are too many; whether it is new.
    fn add_instance(&mut self, pool: &Pool, instance: Term, generation: u32) -> bool {
        let is_beyond =
            generation > GENERATIONS || self.handed_on.len() - self.query.len() >= INSTANCES;
        if instance == Term::TRUE || is_beyond || !self.made.insert(instance) {
            return false;
        }
        self.handed_on.push(instance);
        self.meet(pool, instance, generation);
        true
    }

    /// Looks whether the model that the inner stages found satisfies the axioms, and adds instances that it breaks.
    fn judge(&mut self, pool: &Pool) -> Outcome {
        let Some(model) = self.inner.model(pool) else { return Outcome::Open };
        let Some(Clauses { all, are_complete }) = &self.clauses else { return Outcome::Open };
        let (from, are_complete) = (self.ground.len(), *are_complete);
        let Ok(mut structure) = Structure::new(pool, model.clone(), all, &self.ground) else {
            return Outcome::Open;
        };
        let mut broken = Vec::new();
        for clause in all {
            let Ok(found) = structure.broken(clause) else { return Outcome::Open };
            broken.extend(
                found.into_iter().map(|one| (clause.at(pool, &one.choice), one.generation)),
            );
        }
        if broken.is_empty() {
            self.model = Some(model);
            return if are_complete { Outcome::Holds } else { Outcome::Open };
        }
        let mut is_refined = false;
        for (instance, generation) in broken {
            is_refined |= self.add_instance(pool, instance, generation + 1);
        }
        self.instantiate(pool, from);
        if is_refined { Outcome::Refined } else { Outcome::Open }
    }
}

impl<S: Solver> Solver for Axioms<S> {
    fn check(&mut self, pool: &Pool, query: &[Term]) -> Verdict {
        if self.axioms.is_empty() {
            return self.inner.check(pool, query);
        }
        let start = Instant::now();
        self.stats.asked += 1;
        self.align(pool, query);
        self.model = None;
        self.stats.time += start.elapsed();
        for _ in 0..MODELS {
            match self.inner.check(pool, &self.handed_on) {
                Verdict::Sat => {}
                other => return other,
            }
            let start = Instant::now();
            let outcome = self.judge(pool);
            self.stats.time += start.elapsed();
            match outcome {
                Outcome::Holds => return Verdict::Sat,
                Outcome::Refined => {}
                Outcome::Open => break,
            }
        }
        self.stats.unknown += 1;
        Verdict::Unknown(Reason::Axioms)
    }

    fn model(&mut self, pool: &Pool) -> Option<Model> {
        self.model.clone().or_else(|| self.inner.model(pool))
    }

    /// Instances are true of all models, so only terms of the query itself are to blame.
    fn blamed(&mut self) -> Option<Vec<Term>> {
        let blamed = self.inner.blamed()?;
        Some(self.query.iter().copied().filter(|term| blamed.contains(term)).collect())
    }

    fn work(&self) -> u64 {
        self.inner.work()
    }

    fn stats(&self) -> Vec<StageStats> {
        [vec![self.stats.clone()], self.inner.stats()].concat()
    }
}

/// Whether some axiom may be instantiated at a term.
fn is_wanted(pool: &Pool, axioms: &[Axiom], term: Term) -> bool {
    let is_application = matches!(pool.op(term), Op::Apply(_));
    axioms.iter().any(|axiom| {
        axiom.vars.iter().any(|var| pool.sort(*var) == pool.sort(term))
            || is_application && !axiom.triggers.is_empty()
    })
}

/// The choices of terms for the variables of an axiom in which the term number `at` takes part and
/// no later one does. None for an axiom whose instances are made on demand.
fn choices_at(pool: &Pool, axiom: &Axiom, ground: &[(Term, u32)], at: usize) -> Vec<Vec<Term>> {
    match axiom.triggers.is_empty() {
        true if refute::is_finite(pool, axiom) => Vec::new(),
        true => tuples_at(pool, axiom, ground, at),
        false => matches_at(pool, axiom, ground, at),
    }
}

fn tuples_at(pool: &Pool, axiom: &Axiom, ground: &[(Term, u32)], at: usize) -> Vec<Vec<Term>> {
    let (newest, _) = ground[at];
    let of_sort = |var: &Term, until: usize| -> Vec<Term> {
        let sort = pool.sort(*var);
        ground[..until].iter().map(|(term, _)| *term).filter(|t| pool.sort(*t) == sort).collect()
    };
    let mut tuples = Vec::new();
    for (place, var) in axiom.vars.iter().enumerate() {
        if pool.sort(*var) != pool.sort(newest) {
            continue;
        }
        // The newest term stands at `place` and not before it, so that no tuple comes twice.
        let candidates =
            axiom.vars.iter().enumerate().map(|(other, var)| match other.cmp(&place) {
                std::cmp::Ordering::Less => of_sort(var, at),
                std::cmp::Ordering::Equal => vec![newest],
                std::cmp::Ordering::Greater => of_sort(var, at + 1),
            });
        tuples.extend(product(&candidates.collect::<Vec<_>>(), INSTANCES));
    }
    tuples
}

/// All ways to take one from each list, the last varying fastest, but not more than `limit`.
fn product(lists: &[Vec<Term>], limit: usize) -> Vec<Vec<Term>> {
    lists.iter().fold(vec![Vec::new()], |tuples, list| {
        let longer = tuples
            .iter()
            .flat_map(|tuple| list.iter().map(move |term| [tuple.as_slice(), &[*term]].concat()));
        longer.take(limit).collect()
    })
}

type Binding = FxHashMap<Term, Term>;

fn matches_at(pool: &Pool, axiom: &Axiom, ground: &[(Term, u32)], at: usize) -> Vec<Vec<Term>> {
    let mut found = Vec::new();
    for first in 0..axiom.triggers.len() {
        let mut bindings = vec![Binding::default()];
        for (place, pattern) in axiom.triggers.iter().enumerate() {
            let candidates = if place == first { &ground[at..=at] } else { &ground[..=at] };
            let longer = bindings.iter().flat_map(|binding| {
                candidates.iter().filter_map(|(term, _)| {
                    let mut binding = binding.clone();
                    matches(pool, &axiom.vars, *pattern, *term, &mut binding).then_some(binding)
                })
            });
            bindings = longer.take(INSTANCES).collect();
        }
        let tuple =
            |binding: &Binding| axiom.vars.iter().map(|v| binding.get(v).copied()).collect();
        found.extend(bindings.iter().filter_map(tuple));
    }
    found
}

/// Whether `term` is `pattern` with terms in place of the variables, added to `binding`.
fn matches(pool: &Pool, vars: &[Term], pattern: Term, term: Term, binding: &mut Binding) -> bool {
    let mut todo = vec![(pattern, term)];
    while let Some((pattern, term)) = todo.pop() {
        if vars.contains(&pattern) {
            if pool.sort(pattern) != pool.sort(term)
                || *binding.entry(pattern).or_insert(term) != term
            {
                return false;
            }
        } else if pattern != term {
            let ((op, patterns), (other, terms)) = (pool.node(pattern), pool.node(term));
            if op != other || patterns.len() != terms.len() || patterns.is_empty() {
                return false;
            }
            todo.extend(patterns.iter().copied().zip(terms.iter().copied()));
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use term::Sort;

    use super::*;
    use crate::stage::tests::Scripted;

    struct Fixture {
        pool: Pool,
        sort: Sort,
    }

    impl Fixture {
        fn new() -> Fixture {
            let pool = Pool::new();
            let sort = pool.elem_sort("Path");
            Fixture { pool, sort }
        }

        fn parent(&self, of: Term) -> Term {
            let func = self.pool.func("parent", &[self.sort], self.sort);
            self.pool.apply(func, &[of])
        }

        /// Nothing is its own parent.
        fn no_loop(&self, triggers: impl Fn(Term) -> Vec<Term>) -> Theory {
            let x = self.pool.var("x", self.sort);
            let body = self.pool.not(self.pool.eq(x, self.parent(x)));
            let axiom =
                Axiom { name: "no_loop".into(), vars: vec![x], body, triggers: triggers(x) };
            Theory::new(&self.pool, vec![axiom])
        }
    }

    #[test]
    fn instances_follow_the_terms_and_leave_with_them() {
        let fixture = Fixture::new();
        let pool = &fixture.pool;
        let theory = fixture.no_loop(|x| vec![fixture.parent(x)]);
        let (a, b) = (pool.var("a", fixture.sort), pool.var("b", fixture.sort));
        let mut stage = Axioms::new(&theory, Scripted::answering(Verdict::Unsat));
        let first = pool.eq(fixture.parent(a), b);
        let second = pool.eq(fixture.parent(b), a);
        let not_own = |x| pool.not(pool.eq(x, fixture.parent(x)));
        stage.check(pool, &[first, second]);
        stage.check(pool, &[first]);
        assert_eq!(stage.inner.asked[0], [first, not_own(a), second, not_own(b)]);
        assert_eq!(stage.inner.asked[1], [first, not_own(a)]);
    }

    #[test]
    fn instances_that_a_model_breaks_are_added() {
        let fixture = Fixture::new();
        let pool = &fixture.pool;
        let theory = fixture.no_loop(|_| Vec::new());
        let [a, b] = ["a", "b"].map(|name| pool.var(name, fixture.sort));
        let cond = pool.not(pool.eq(a, b));
        let not_own = |x| pool.not(pool.eq(x, fixture.parent(x)));
        // Everything is the element 0, and so its own parent: the model breaks the axiom, and always will.
        let mut bad = Axioms::new(&theory, Scripted::answering(Verdict::Sat));
        assert_eq!(bad.check(pool, &[cond]), Verdict::Unknown(Reason::Axioms));
        assert_eq!(bad.inner.asked[..2], [vec![cond], vec![cond, not_own(a)]]);
        // Two elements that are each other's parent satisfy it.
        let mut model = Model::new();
        let [zero, one] = [0, 1].map(|n| pool.elem(fixture.sort, n));
        model.set(a, one);
        let func = pool.func("parent", &[fixture.sort], fixture.sort);
        model.func_mut(func).insert(&[zero], one);
        model.func_mut(func).insert(&[one], zero);
        let mut good = Axioms::new(&theory, Scripted::answering(Verdict::Sat).with_model(model));
        assert_eq!(good.check(pool, &[cond]), Verdict::Sat);
        assert_eq!(good.inner.asked, [vec![cond]]);
    }

    /// An element that no term of the query names is an element all the same, if a function yields it.
    #[test]
    fn what_functions_yield_is_part_of_the_structure() {
        let fixture = Fixture::new();
        let pool = &fixture.pool;
        let x = pool.var("x", fixture.sort);
        let is = pool.func("is", &[fixture.sort], Sort::BOOL);
        // Parents are something that nothing is.
        let bodies = [pool.apply(is, &[fixture.parent(x)]), pool.not(pool.apply(is, &[x]))];
        let axiom = |body| Axiom { name: "law".into(), vars: vec![x], body, triggers: vec![] };
        let theory = Theory::new(pool, bodies.map(axiom).to_vec());
        let [zero, one] = [0, 1].map(|n| pool.elem(fixture.sort, n));
        let mut model = Model::new();
        let a = pool.var("a", fixture.sort);
        model.set(a, one);
        model.func_mut(is).insert(&[one], Term::FALSE);
        model.func_mut(is).insert(&[zero], Term::TRUE);
        let inner = Scripted::answering(Verdict::Sat).with_model(model);
        let query = [pool.not(pool.eq(a, pool.var("b", fixture.sort)))];
        assert_eq!(
            Axioms::new(&theory, inner).check(pool, &query[..0]),
            Verdict::Unknown(Reason::Axioms)
        );
    }

    #[test]
    fn facts_about_no_variable_come_first_and_stay() {
        let fixture = Fixture::new();
        let pool = &fixture.pool;
        let [a, b] = ["a", "b"].map(|name| pool.var(name, fixture.sort));
        let fact = pool.eq(fixture.parent(a), b);
        let theory = Theory::new(pool, vec![Axiom::new(pool, "fact".into(), Vec::new(), fact)]);
        let mut stage = Axioms::new(&theory, Scripted::answering(Verdict::Unsat));
        let cond = pool.eq(a, b);
        stage.check(pool, &[cond]);
        stage.check(pool, &[]);
        stage.check(pool, &[pool.not(cond)]);
        assert_eq!(stage.inner.asked, [vec![fact, cond], vec![fact], vec![fact, pool.not(cond)]]);
    }

    #[test]
    fn functions_that_breed_elements_are_their_own_triggers() {
        let pool = Pool::new();
        let sort = pool.elem_sort("E");
        let [x, y] = ["x", "y"].map(|name| pool.var(name, sort));
        let add = pool.func("add", &[sort, sort], sort);
        let is = pool.func("is", &[sort], Sort::BOOL);
        let sum = pool.apply(add, &[x, y]);
        let kept = pool.implies(pool.apply(is, &[x]), pool.apply(is, &[sum]));
        assert_eq!(Axiom::new(&pool, "kept".into(), vec![x, y], kept).triggers, [sum]);
        let plain = pool.implies(pool.apply(is, &[x]), pool.apply(is, &[y]));
        assert_eq!(Axiom::new(&pool, "plain".into(), vec![x, y], plain).triggers, []);
    }

    #[test]
    fn all_choices_are_made_of_terms_without_end() {
        let pool = Pool::new();
        let rel = pool.func("rel", &[Sort::INT, Sort::INT], Sort::BOOL);
        let [x, y] = ["x", "y"].map(|name| pool.var(name, Sort::INT));
        let symmetric = pool.implies(pool.apply(rel, &[x, y]), pool.apply(rel, &[y, x]));
        let axiom =
            Axiom { name: "sym".into(), vars: vec![x, y], body: symmetric, triggers: vec![] };
        let theory = Theory::new(&pool, vec![axiom]);
        let [a, b, c] = ["a", "b", "c"].map(|name| pool.var(name, Sort::INT));
        let mut stage = Axioms::new(&theory, Scripted::answering(Verdict::Sat));
        let query = [pool.apply(rel, &[a, b]), pool.not(pool.apply(rel, &[b, c]))];
        // A model of finitely many integers says nothing of all.
        assert_eq!(stage.check(&pool, &query), Verdict::Unknown(Reason::Axioms));
        // Ordered pairs of three terms, without those of a term with itself, which say nothing.
        assert_eq!(stage.inner.asked[0].len(), 2 + 6);
    }
}
