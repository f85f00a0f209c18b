//! Axioms, by their instances.
//!
//! The stages behind this one know nothing of quantifiers. For every conjunct of the path they get
//! the instances of the axioms at the terms that occur so far. `Unsat` is then right at once. `Sat`
//! is right if nothing was left out: either every choice of known terms was instantiated and made
//! no new terms, or the model, checked element by element, satisfies the axioms as they stand.

use std::time::Instant;

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Model, Op, Pool, Sort, SortNode, Term, Visit};

use super::prefix;
use crate::{Axiom, Reason, Solver, StageStats, Theory, Verdict};

/// How often an instance may give rise to terms for further instances.
const GENERATIONS: u32 = 3;
/// How many instances one path may have.
const INSTANCES: usize = 20_000;
/// How many choices of elements one axiom is checked for in a model.
const CHOICES: usize = 50_000;

/// The stage. See the module's description.
pub struct Axioms<S> {
    inner: S,
    stats: StageStats,
    axioms: Vec<Axiom>,
    query: Vec<Term>,
    /// The state of the stage before each term of `query`.
    marks: Vec<Mark>,
    /// The query with its instances, as it was handed on.
    handed_on: Vec<Term>,
    /// Terms that axioms are instantiated at, with the generation in which they appeared.
    ground: Vec<(Term, u32)>,
    known: FxHashSet<Term>,
    made: FxHashSet<Term>,
    /// Some instance was left out because of a limit.
    cut: bool,
    /// Whether the axioms about no variables were handed on.
    closed_stated: bool,
    model: Option<Model>,
}

#[derive(Clone, Copy)]
struct Mark {
    handed_on: usize,
    ground: usize,
    cut: bool,
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
            query: Vec::new(),
            marks: Vec::new(),
            handed_on: Vec::new(),
            ground: Vec::new(),
            known: FxHashSet::default(),
            made: FxHashSet::default(),
            cut: false,
            closed_stated: false,
            model: None,
        }
    }

    fn align(&mut self, pool: &Pool, query: &[Term]) {
        self.state_closed(pool);
        let keep = prefix::common(&self.query, query);
        if let Some(&mark) = self.marks.get(keep) {
            self.undo(mark);
        }
        self.query.truncate(keep);
        self.marks.truncate(keep);
        for &term in &query[keep..] {
            let mark =
                Mark { handed_on: self.handed_on.len(), ground: self.ground.len(), cut: self.cut };
            self.query.push(term);
            self.marks.push(mark);
            self.handed_on.push(term);
            self.meet(pool, term, 0);
            self.instantiate(pool, mark.ground);
        }
    }

    /// Axioms about no variables are facts: they come first and stay.
    fn state_closed(&mut self, pool: &Pool) {
        if self.closed_stated {
            return;
        }
        self.closed_stated = true;
        for at in 0..self.axioms.len() {
            if self.axioms[at].vars.is_empty() {
                self.add_instance(pool, at, &[], 0);
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
        self.cut = mark.cut;
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
                    self.add_instance(pool, axiom, &choice, generation + 1);
                }
            }
            next += 1;
        }
    }

    fn add_instance(&mut self, pool: &Pool, axiom: usize, choice: &[Term], generation: u32) {
        let axiom = &self.axioms[axiom];
        let by = axiom.vars.iter().copied().zip(choice.iter().copied()).collect();
        let instance = pool.substitute(axiom.body, &by);
        if instance == Term::TRUE || self.made.contains(&instance) {
            return;
        }
        if generation > GENERATIONS || self.handed_on.len() - self.query.len() >= INSTANCES {
            self.cut = true;
            return;
        }
        self.made.insert(instance);
        self.handed_on.push(instance);
        self.meet(pool, instance, generation);
    }

    /// Whether the instances handed on say all that the axioms say.
    fn is_saturated(&self, pool: &Pool) -> bool {
        let plain = |axiom: &Axiom| {
            let uninterpreted =
                |var: &Term| matches!(pool.sort_node(pool.sort(*var)), SortNode::Elem(_));
            axiom.triggers.is_empty() && axiom.vars.iter().all(uninterpreted)
        };
        !self.cut && self.axioms.iter().all(plain)
    }

    /// Whether the model that the inner stages found satisfies the axioms as they stand.
    fn confirm(&mut self, pool: &Pool) -> bool {
        let Some(model) = self.inner.model(pool) else { return false };
        let elements = Elements::of(pool, &model, &self.handed_on);
        let holds = self.axioms.iter().all(|axiom| elements.satisfy(pool, &model, axiom));
        self.model = Some(model);
        holds
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
        match self.inner.check(pool, &self.handed_on) {
            Verdict::Sat if self.is_saturated(pool) || self.confirm(pool) => Verdict::Sat,
            Verdict::Sat => {
                self.stats.unknown += 1;
                Verdict::Unknown(Reason::Axioms)
            }
            other => other,
        }
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
    axioms.iter().any(|axiom| match axiom.triggers.is_empty() {
        true => axiom.vars.iter().any(|var| pool.sort(*var) == pool.sort(term)),
        false => is_application,
    })
}

/// The choices of terms for the variables of an axiom in which the term number `at` takes part and
/// no later one does.
fn choices_at(pool: &Pool, axiom: &Axiom, ground: &[(Term, u32)], at: usize) -> Vec<Vec<Term>> {
    match axiom.triggers.is_empty() {
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

/// The elements of the uninterpreted sorts that occur in a model.
struct Elements(FxHashMap<Sort, Vec<Term>>);

impl Elements {
    fn of(pool: &Pool, model: &Model, query: &[Term]) -> Elements {
        let mut elements = Elements(FxHashMap::default());
        let mut values = FxHashMap::default();
        pool.walk(
            query,
            |_| Visit::Descend,
            |term| {
                if let SortNode::Elem(_) = pool.sort_node(pool.sort(term)) {
                    elements.add(pool, pool.eval_with(term, model, &mut values));
                }
            },
        );
        for func in model.funcs(pool) {
            let table = model.func(func).expect("listed functions have tables");
            for (args, value) in table.rows(pool) {
                args.iter().chain([&value]).for_each(|term| elements.add(pool, *term));
            }
            table.otherwise().into_iter().for_each(|term| elements.add(pool, term));
        }
        elements
    }

    fn add(&mut self, pool: &Pool, value: Term) {
        let sort = pool.sort(value);
        if let SortNode::Elem(_) = pool.sort_node(sort) {
            let known = self.0.entry(sort).or_default();
            if !known.contains(&value) {
                known.push(value);
            }
        }
    }

    /// Whether the axiom holds for every choice of elements. A sort of which none occurs has one
    /// element, the default value. Variables of other sorts have no end of values: not checked.
    fn satisfy(&self, pool: &Pool, model: &Model, axiom: &Axiom) -> bool {
        let domain = |var: &Term| -> Option<Vec<Term>> {
            let sort = pool.sort(*var);
            match pool.sort_node(sort) {
                SortNode::Elem(_) => {
                    Some(self.0.get(&sort).cloned().unwrap_or_else(|| vec![pool.elem(sort, 0)]))
                }
                SortNode::Bool => Some(vec![Term::FALSE, Term::TRUE]),
                _ => None,
            }
        };
        let Some(domains) = axiom.vars.iter().map(domain).collect::<Option<Vec<_>>>() else {
            return false;
        };
        let choices: usize = domains.iter().map(Vec::len).product();
        choices <= CHOICES
            && product(&domains, CHOICES).iter().all(|choice| {
                let by = axiom.vars.iter().copied().zip(choice.iter().copied()).collect();
                pool.eval(pool.substitute(axiom.body, &by), model) == Term::TRUE
            })
    }
}

#[cfg(test)]
mod tests {
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
    fn endless_instances_are_cut_and_the_model_is_checked() {
        let fixture = Fixture::new();
        let pool = &fixture.pool;
        let theory = fixture.no_loop(|_| Vec::new());
        let a = pool.var("a", fixture.sort);
        let cond = pool.eq(a, a);
        let cond = pool.or(&[pool.not(cond), pool.not(pool.eq(a, pool.var("b", fixture.sort)))]);
        // Everything is the element 0, and so its own parent: the model breaks the axiom.
        let mut bad = Axioms::new(&theory, Scripted::answering(Verdict::Sat));
        assert_eq!(bad.check(pool, &[cond]), Verdict::Unknown(Reason::Axioms));
        // Two elements that are each other's parent satisfy it.
        let mut model = Model::new();
        let [zero, one] = [0, 1].map(|n| pool.elem(fixture.sort, n));
        model.set(a, one);
        let func = pool.func("parent", &[fixture.sort], fixture.sort);
        model.func_mut(func).insert(&[zero], one);
        model.func_mut(func).insert(&[one], zero);
        let inner = Scripted::answering(Verdict::Sat).with_model(model);
        assert_eq!(Axioms::new(&theory, inner).check(pool, &[cond]), Verdict::Sat);
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
    fn all_choices_are_made_without_triggers() {
        let pool = Pool::new();
        let sort = pool.elem_sort("E");
        let rel = pool.func("rel", &[sort, sort], Sort::BOOL);
        let (x, y) = (pool.var("x", sort), pool.var("y", sort));
        let symmetric = pool.implies(pool.apply(rel, &[x, y]), pool.apply(rel, &[y, x]));
        let axiom =
            Axiom { name: "sym".into(), vars: vec![x, y], body: symmetric, triggers: vec![] };
        let theory = Theory::new(&pool, vec![axiom]);
        let [a, b, c] = ["a", "b", "c"].map(|name| pool.var(name, sort));
        let mut stage = Axioms::new(&theory, Scripted::answering(Verdict::Sat));
        let query = [pool.apply(rel, &[a, b]), pool.not(pool.apply(rel, &[b, c]))];
        assert_eq!(stage.check(&pool, &query), Verdict::Sat);
        // Ordered pairs of three terms, without those of a term with itself, which say nothing.
        assert_eq!(stage.inner.asked[0].len(), 2 + 6);
    }
}
