//! The stage that decides conditions on machine words as programs make them.
//!
//! Most of them compare a variable with a constant or with another variable, and most variables have
//! nothing to do with each other. So a query falls into parts that share no variable, and each part
//! is decided by the cheapest way that does: values that were found before are tried; a part about
//! one narrow variable is tried on all its values; comparisons give bounds, from which values are
//! proposed. Only what was evaluated is called satisfiable, and only what has no value or no bounds
//! is called unsatisfiable. Everything else is handed to the stage that this one owns.

mod bounds;
mod domain;
mod narrow;
mod plan;
mod program;
mod range;
mod sets;
mod table;

pub use narrow::Narrow;

use std::sync::Arc;
use std::time::Instant;

use rustc_hash::{FxHashMap, FxHashSet};
use solve::{Solver, StageStats, Verdict};
use term::{Model, Pool, Sort, SortNode, Term, Visit};

use bounds::{Bounds, Comparison, Contradiction};
use domain::{Domain, Domains};
use program::{LANES, Program, Registers, Variable, mask};
use range::Range;
use sets::{SetId, Sets};

/// How much is kept of each kind before it is dropped: bounds the memory.
const KEPT: usize = 20_000;
/// How many other values are tried where the proposed ones do not do.
const MOST_TRIES: usize = 256;
/// How many blocks of scattered values are tried after that.
const MOST_BLOCKS: usize = 16;

/// Decides conditions on words of at most 64 bits.
///
/// ```
/// use solve::{NoSolver, Solver, Theory, Verdict};
/// use solve_core::Words;
/// use term::{Op, Pool};
///
/// let pool = Pool::new();
/// let [x, y] = ["x", "y"].map(|name| pool.var(name, pool.bitvec_sort(32)));
/// let below = pool.word(Op::BvSlt, &[x, y]);
/// let above = pool.word(Op::BvSlt, &[y, pool.word(Op::BvAdd, &[x, pool.bitvec(32, 1)])]);
/// let small = pool.word(Op::BvSlt, &[x, pool.bitvec(32, 100)]);
/// let mut words = Words::new(NoSolver::new());
/// assert_eq!(words.check(&pool, &[below, small]), Verdict::Sat);
/// assert_eq!(words.check(&pool, &[below, small, above]), Verdict::Unsat);
/// ```
pub struct Words<S> {
    inner: S,
    stats: StageStats,
    /// The last query.
    query: Vec<Term>,
    /// How many of its conjuncts, from the first, have no word in them.
    wordless: usize,
    facts: FxHashMap<Term, Arc<Fact>>,
    sets: Sets,
    /// What became of parts: values, or that there are none.
    known: FxHashMap<Box<[Term]>, Option<Values>>,
    /// The values of the last model.
    last: FxHashMap<Term, u64>,
    /// Whether values are looked for from those on.
    goes_on: bool,
    /// The values of the parts that were decided here.
    found: Vec<(Variable, u64)>,
    /// Whether the next stage was asked about the rest of the last query.
    has_asked: bool,
    one: Registers<1>,
    block: Registers<LANES>,
}

type Values = Arc<[(Variable, u64)]>;

/// A conjunct.
struct Fact {
    /// None if it is not about words alone.
    program: Option<Program>,
    vars: Vec<Term>,
    comparisons: Vec<Comparison>,
}

impl Fact {
    fn of(pool: &Pool, term: Term) -> Fact {
        match Program::of(pool, term) {
            Some(program) => Fact {
                vars: program.vars.iter().map(|var| var.term).collect(),
                comparisons: Comparison::all_of(pool, term),
                program: Some(program),
            },
            None => Fact { program: None, vars: pool.free_vars(&[term]), comparisons: Vec::new() },
        }
    }
}

/// What is found out about a part.
enum Decision {
    Values(Values),
    None,
    NotDecided,
}

impl<S: Solver> Words<S> {
    /// The stage in front of `inner`.
    pub fn new(inner: S) -> Words<S> {
        Words {
            inner,
            stats: StageStats::named("words"),
            query: Vec::new(),
            wordless: 0,
            facts: FxHashMap::default(),
            sets: Sets::default(),
            known: FxHashMap::default(),
            last: FxHashMap::default(),
            goes_on: true,
            found: Vec::new(),
            has_asked: false,
            one: Registers::default(),
            block: Registers::default(),
        }
    }

    /// The same, but the values that it tells do not depend on earlier queries.
    pub fn repeatable(inner: S) -> Words<S> {
        Words { goes_on: false, ..Words::new(inner) }
    }

    /// Whether there is a word in the query. Most queries of most languages have none, so this costs
    /// no more than looking at what is new in the query.
    fn has_words(&mut self, pool: &Pool, query: &[Term]) -> bool {
        if !pool.has_words() {
            return false;
        }
        let same = self.query.iter().zip(query).take_while(|(a, b)| a == b).count();
        self.query.truncate(same);
        self.query.extend_from_slice(&query[same..]);
        self.wordless = self.wordless.min(same);
        let next = query[self.wordless..].iter().take_while(|term| !mentions_word(pool, **term));
        self.wordless += next.count();
        self.wordless < query.len()
    }

    fn fact(&mut self, pool: &Pool, term: Term) -> Arc<Fact> {
        if self.facts.len() >= KEPT && !self.facts.contains_key(&term) {
            self.facts.clear();
        }
        Arc::clone(self.facts.entry(term).or_insert_with(|| Arc::new(Fact::of(pool, term))))
    }

    /// The conjuncts that are left to the next stage; none if the query has no model.
    fn reduce(&mut self, pool: &Pool, query: &[Term]) -> Option<Vec<Term>> {
        self.found.clear();
        let facts: Vec<Arc<Fact>> = query.iter().map(|term| self.fact(pool, *term)).collect();
        if facts.iter().all(|fact| fact.program.is_none()) {
            return Some(query.to_vec());
        }
        let mut rest: FxHashSet<usize> = FxHashSet::default();
        for part in parts(&facts) {
            match self.decide(query, &facts, &part) {
                Decision::Values(values) => {
                    if self.goes_on {
                        self.last.extend(values.iter().map(|(var, value)| (var.term, *value)));
                    }
                    self.found.extend(values.iter().copied());
                }
                Decision::None => return None,
                Decision::NotDecided => rest.extend(part),
            }
        }
        let left = query.iter().enumerate().filter(|(at, _)| rest.contains(at));
        Some(left.map(|(_, term)| *term).collect())
    }

    fn decide(&mut self, query: &[Term], facts: &[Arc<Fact>], part: &[usize]) -> Decision {
        let programs: Option<Vec<(Term, &Program, &Fact)>> = part
            .iter()
            .map(|at| Some((query[*at], facts[*at].program.as_ref()?, &*facts[*at])))
            .collect();
        let Some(programs) = programs else { return Decision::NotDecided };
        let key: Box<[Term]> = part.iter().map(|at| query[*at]).collect();
        match self.known.get(&key) {
            Some(Some(values)) => return Decision::Values(Arc::clone(values)),
            Some(None) => return Decision::None,
            None => {}
        }
        let decision = self.find(&programs);
        let kept = match &decision {
            Decision::Values(values) => Some(Arc::clone(values)),
            Decision::None => None,
            Decision::NotDecided => return decision,
        };
        if self.known.len() >= KEPT {
            self.known.clear();
        }
        self.known.insert(key, kept);
        decision
    }

    fn find(&mut self, part: &[(Term, &Program, &Fact)]) -> Decision {
        let vars = variables(part);
        let values: FxHashMap<Term, u64> = vars
            .iter()
            .map(|var| (var.term, self.last.get(&var.term).copied().unwrap_or(0)))
            .collect();
        if self.all_hold(part, &values) {
            return told(&vars, &values);
        }
        let domains = self.narrow(part);
        if let [var] = vars.as_slice()
            && let Some(domain) = domains.get(&var.term)
        {
            return match domain.nearest(values[&var.term]) {
                Some(value) => Decision::Values(Arc::new([(*var, value)])),
                None => Decision::None,
            };
        }
        self.solve(part, &vars, &domains, values)
    }

    /// Looks for values of several variables, or of a wide one, from these on.
    fn solve(
        &mut self,
        part: &[(Term, &Program, &Fact)],
        vars: &[Variable],
        domains: &Domains,
        mut values: FxHashMap<Term, u64>,
    ) -> Decision {
        let comparisons: Vec<Comparison> =
            part.iter().flat_map(|(_, _, fact)| fact.comparisons.iter().copied()).collect();
        if domains.values().any(|domain| domain.first_from(0).is_none()) {
            return Decision::None;
        }
        let mut bounds = match Bounds::of(&comparisons, domains) {
            Ok(bounds) => bounds,
            Err(Contradiction) => return Decision::None,
        };
        let ranges: FxHashMap<Term, Range> = vars
            .iter()
            .map(|var| (var.term, bounds.range(var.term).unwrap_or((0, mask(var.width)))))
            .collect();
        if !part
            .iter()
            .all(|(_, program, _)| program.may_hold(|place| ranges[&program.vars[place].term]))
        {
            return Decision::None;
        }
        if let Some(proposed) = bounds.propose(|var| values[&var]) {
            values.extend(proposed);
        }
        let found = self.all_hold(part, &values)
            || self.try_others(part, vars, &ranges, &mut values)
            || self.sample(part, &ranges, domains, &mut values);
        if found { told(vars, &values) } else { Decision::NotDecided }
    }

    fn all_hold(
        &mut self,
        part: &[(Term, &Program, &Fact)],
        values: &FxHashMap<Term, u64>,
    ) -> bool {
        part.iter().all(|(_, program, _)| program.holds(&mut self.one, |var| values[&var]))
    }

    /// The values of narrow variables that conditions on them alone allow. If there is only one
    /// variable, all conditions are among them.
    fn narrow(&mut self, part: &[(Term, &Program, &Fact)]) -> Domains {
        self.sets.tidy();
        let mut found: FxHashMap<Term, SetId> = FxHashMap::default();
        for (term, program, _) in part {
            let Some(var) = program.only_narrow() else { continue };
            let known = found.entry(var.term).or_insert_with(|| self.sets.all(var.width));
            match self.sets.left(*known, *term, || *program) {
                Some(left) => *known = left,
                // A set that leaves out a condition could not be distinguished from one that does not.
                None => return Domains::default(),
            }
        }
        found.into_iter().map(|(var, set)| (var, Arc::clone(self.sets.domain(set)))).collect()
    }

    /// Tries scattered values of the variables of which conditions do not hold yet, many at once.
    fn sample(
        &mut self,
        part: &[(Term, &Program, &Fact)],
        ranges: &FxHashMap<Term, Range>,
        domains: &Domains,
        values: &mut FxHashMap<Term, u64>,
    ) -> bool {
        let one = &mut self.one;
        let failing = part.iter().filter(|(_, program, _)| !program.holds(one, |var| values[&var]));
        let moved: Vec<Term> =
            failing.flat_map(|(_, program, _)| program.vars.iter().map(|var| var.term)).collect();
        let value = |var: Term, at: u64| match moved.iter().position(|moved| *moved == var) {
            Some(index) => scattered(
                at * 7 + index as u64 * 1_000_003,
                ranges[&var],
                domains.get(&var).map(|domain| &**domain),
            ),
            None => values[&var],
        };
        let mut found = None;
        for block in 0..MOST_BLOCKS {
            let lane = |at: usize| (block * LANES + at) as u64;
            let mut hold = [true; LANES];
            for (_, program, _) in part {
                let truths = program.run(&mut self.block, |place| {
                    std::array::from_fn(|at| value(program.vars[place].term, lane(at)))
                });
                hold.iter_mut().zip(truths).for_each(|(hold, truth)| *hold &= truth != 0);
            }
            found = hold.iter().position(|hold| *hold).map(lane);
            if found.is_some() {
                break;
            }
        }
        let Some(at) = found else { return false };
        let sampled: Vec<(Term, u64)> = moved.iter().map(|var| (*var, value(*var, at))).collect();
        values.extend(sampled);
        true
    }

    /// Changes one variable at a time, to values near it and to those that the conditions mention.
    fn try_others(
        &mut self,
        part: &[(Term, &Program, &Fact)],
        vars: &[Variable],
        ranges: &FxHashMap<Term, Range>,
        values: &mut FxHashMap<Term, u64>,
    ) -> bool {
        let mut left = MOST_TRIES;
        for var in vars {
            let before = values[&var.term];
            let mentioned = part.iter().filter(|(_, program, _)| program.vars.contains(var));
            let constants = mentioned.flat_map(|(_, program, _)| program.constants.iter().copied());
            let near = [before, 0].into_iter().chain(constants).flat_map(around);
            let (low, high) = ranges[&var.term];
            let tried: Vec<u64> =
                near.chain([low, high]).map(|value| value & mask(var.width)).collect();
            let mut seen = FxHashSet::default();
            for value in tried.into_iter().filter(|value| seen.insert(*value)) {
                if left == 0 {
                    return false;
                }
                left -= 1;
                values.insert(var.term, value);
                if self.all_hold(part, values) {
                    return true;
                }
            }
            values.insert(var.term, before);
        }
        false
    }
}

/// Whether a term has a machine word in it.
fn mentions_word(pool: &Pool, term: Term) -> bool {
    let mut found = false;
    let enter = |term: Term| {
        found |= matches!(pool.sort_node(pool.sort(term)), SortNode::BitVec(_));
        if found { Visit::Skip } else { Visit::Descend }
    };
    pool.walk(&[term], enter, |_| {});
    found
}

/// Values of a variable, far apart from each other and always the same for the same place.
fn scattered(at: u64, range: Range, domain: Option<&Domain>) -> u64 {
    let (low, high) = range;
    let mixed = (at + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let size = (high - low).wrapping_add(1);
    let value = low + if size == 0 { mixed } else { (mixed >> 16) % size };
    domain.and_then(|domain| domain.nearest(value)).unwrap_or(value)
}

/// A number and its neighbours, and the same below zero.
fn around(value: u64) -> [u64; 4] {
    [value, value.wrapping_add(1), value.wrapping_sub(1), value.wrapping_neg()]
}

fn told(vars: &[Variable], values: &FxHashMap<Term, u64>) -> Decision {
    Decision::Values(vars.iter().map(|var| (*var, values[&var.term])).collect())
}

/// The variables of a part, each once, in the order of the path.
fn variables(part: &[(Term, &Program, &Fact)]) -> Vec<Variable> {
    let mut seen = FxHashSet::default();
    let all = part.iter().flat_map(|(_, program, _)| program.vars.iter().copied());
    all.filter(|var| seen.insert(var.term)).collect()
}

/// The conjuncts that hang together by their variables, as places in the query.
fn parts(facts: &[Arc<Fact>]) -> Vec<Vec<usize>> {
    let mut groups: Vec<usize> = (0..facts.len()).collect();
    let mut owner: FxHashMap<Term, usize> = FxHashMap::default();
    for (at, fact) in facts.iter().enumerate() {
        for var in &fact.vars {
            let first = *owner.entry(*var).or_insert(at);
            let (a, b) = (root(&mut groups, first), root(&mut groups, at));
            groups[a.max(b)] = a.min(b);
        }
    }
    let mut parts: Vec<Vec<usize>> = Vec::new();
    let mut part_of: FxHashMap<usize, usize> = FxHashMap::default();
    for at in 0..facts.len() {
        let part = *part_of.entry(root(&mut groups, at)).or_insert(parts.len());
        if part == parts.len() {
            parts.push(Vec::new());
        }
        parts[part].push(at);
    }
    parts
}

fn root(groups: &mut [usize], at: usize) -> usize {
    let mut root = at;
    while groups[root] != root {
        groups[root] = groups[groups[root]];
        root = groups[root];
    }
    root
}

impl<S: Solver> Solver for Words<S> {
    fn check(&mut self, pool: &Pool, query: &[Term]) -> Verdict {
        let start = Instant::now();
        if !self.has_words(pool, query) {
            self.stats.time += start.elapsed();
            self.found.clear();
            self.has_asked = true;
            return self.inner.check(pool, query);
        }
        self.stats.asked += 1;
        let rest = self.reduce(pool, query);
        self.stats.time += start.elapsed();
        self.has_asked = rest.as_ref().is_some_and(|rest| !rest.is_empty());
        match rest {
            None => {
                self.stats.unsat += 1;
                Verdict::Unsat
            }
            Some(rest) if rest.is_empty() => {
                self.stats.sat += 1;
                Verdict::Sat
            }
            Some(rest) => self.inner.check(pool, &rest),
        }
    }

    fn model(&mut self, pool: &Pool) -> Option<Model> {
        let mut model = if self.has_asked { self.inner.model(pool)? } else { Model::new() };
        for (var, value) in &self.found {
            let is_truth = pool.sort(var.term) == Sort::BOOL;
            let value =
                if is_truth { pool.bool(*value != 0) } else { pool.bitvec(var.width, *value) };
            model.set(var.term, value);
        }
        Some(model)
    }

    fn blamed(&mut self) -> Option<Vec<Term>> {
        if self.has_asked { self.inner.blamed() } else { None }
    }

    fn work(&self) -> u64 {
        self.inner.work()
    }

    fn stats(&self) -> Vec<StageStats> {
        [vec![self.stats.clone()], self.inner.stats()].concat()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use solve::{NoSolver, Verdict};
    use term::Op;
    use test_support::{WordStep, word_cond};

    use super::*;

    /// A comparison of narrow words, by numbers: small enough to try all values.
    fn cond(pool: &Pool, width: u32, (op, a, b, offset): (u8, u8, u8, u8)) -> Term {
        let narrow = pool.bitvec_sort(width);
        let word = |at: u8| {
            let var = pool.var(&format!("v{}", at % 3), narrow);
            match at / 3 % 4 {
                0 => pool.word(Op::BvSignExtend(8 - width), &[var]),
                1 => pool.word(Op::BvZeroExtend(8 - width), &[var]),
                2 => {
                    let wide = pool.word(Op::BvSignExtend(8 - width), &[var]);
                    pool.word(Op::BvAdd, &[wide, pool.bitvec(8, u64::from(offset))])
                }
                _ => pool.bitvec(8, u64::from(offset)),
            }
        };
        let (a, b) = (word(a), word(b));
        let test = match op % 6 {
            0 => pool.eq(a, b),
            1 => pool.word(Op::BvSlt, &[a, b]),
            2 => pool.word(Op::BvSle, &[a, b]),
            3 => pool.word(Op::BvUlt, &[a, b]),
            4 => pool.eq(pool.word(Op::BvSrem, &[a, pool.bitvec(8, 3)]), b),
            _ => pool.word(Op::BvUlt, &[pool.word(Op::BvMul, &[a, b]), pool.bitvec(8, 9)]),
        };
        if op / 6 % 2 == 0 { test } else { pool.not(test) }
    }

    /// Whether any values of the three variables satisfy a query.
    fn oracle(pool: &Pool, width: u32, query: &[Term]) -> bool {
        let size = 1_u64 << width;
        (0..size * size * size).any(|all| {
            let mut model = Model::new();
            for (name, value) in [("v0", all), ("v1", all / size), ("v2", all / size / size)] {
                let var = pool.var(name, pool.bitvec_sort(width));
                model.set(var, pool.bitvec(width, value % size));
            }
            pool.satisfies(&model, query)
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn what_is_decided_is_what_trying_all_values_says(
            conds in prop::collection::vec(any::<(u8, u8, u8, u8)>(), 1..7),
        ) {
            let pool = Pool::new();
            let mut words = Words::new(NoSolver::new());
            let conds: Vec<Term> = conds.into_iter().map(|made| cond(&pool, 3, made)).collect();
            for end in 1..=conds.len() {
                let query = &conds[..end];
                let expected = oracle(&pool, 3, query);
                match words.check(&pool, query) {
                    Verdict::Sat => {
                        prop_assert!(expected);
                        let model = words.model(&pool).expect("what is satisfiable has a model");
                        prop_assert!(pool.satisfies(&model, query));
                    }
                    Verdict::Unsat => prop_assert!(!expected),
                    Verdict::Unknown(_) => {}
                }
            }
        }
    }

    /// Whether any values of these variables satisfy a query.
    fn has_values(pool: &Pool, width: u32, vars: &[Term], query: &[Term]) -> bool {
        (0..1_u64 << (width * vars.len() as u32)).any(|all| {
            let mut model = Model::new();
            for (place, var) in vars.iter().enumerate() {
                let value = (all >> (width * place as u32)) & mask(width);
                model.set(*var, pool.bitvec(width, value));
            }
            pool.satisfies(&model, query)
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn narrow_words_agree_with_enumeration(
            (width, count) in prop::sample::select(vec![
                (1_u32, 3), (2, 3), (3, 2), (4, 2), (5, 1), (6, 1), (7, 1), (8, 1),
            ]),
            conds in prop::collection::vec(
                prop::collection::vec(any::<WordStep>(), 1..8), 1..5,
            ),
        ) {
            let pool = Pool::new();
            let sort = pool.bitvec_sort(width);
            let vars: Vec<Term> = (0..count).map(|at| pool.var(&format!("v{at}"), sort)).collect();
            let mut words = Words::new(NoSolver::new());
            let query: Vec<Term> =
                conds.iter().map(|steps| word_cond(&pool, width, &vars, steps)).collect();
            for end in 1..=query.len() {
                let query = &query[..end];
                let verdict = words.check(&pool, query);
                let expected = has_values(&pool, width, &vars, query);
                prop_assert!(verdict != Verdict::Sat || expected);
                prop_assert!(verdict != Verdict::Unsat || !expected);
                if verdict == Verdict::Sat {
                    let model = words.model(&pool).expect("what is satisfiable has a model");
                    prop_assert!(pool.satisfies(&model, query));
                }
            }
        }
    }

    #[test]
    fn comparisons_of_ints_need_no_other_solver() {
        let pool = Pool::new();
        let int = pool.bitvec_sort(32);
        let vars: Vec<Term> = (0..20).map(|at| pool.var(&format!("x{at}"), int)).collect();
        let less = |a, b| pool.word(Op::BvSlt, &[a, b]);
        let mut query: Vec<Term> = vars.windows(2).map(|pair| less(pair[0], pair[1])).collect();
        query.push(pool.not(pool.eq(vars[3], pool.bitvec(32, 7))));
        query.push(less(pool.bitvec(32, 6), vars[3]));
        let mut words = Words::new(NoSolver::new());
        assert_eq!(words.check(&pool, &query), Verdict::Sat);
        assert!(pool.satisfies(&words.model(&pool).expect("a model"), &query));
        query.push(less(vars[19], pool.bitvec(32, 24)));
        assert_eq!(words.check(&pool, &query), Verdict::Unsat);
        query.pop();
        query.push(less(vars[19], vars[0]));
        assert_eq!(words.check(&pool, &query), Verdict::Unsat);
    }

    #[test]
    fn query_without_words_is_only_looked_through() {
        let pool = Pool::new();
        let (x, p) = (pool.var("x", Sort::INT), pool.var("p", Sort::BOOL));
        let word = pool.var("w", pool.bitvec_sort(8));
        let wordless = [p, pool.lt(x, pool.int(3))];
        let mut words = Words::new(NoSolver::new());
        assert!(matches!(words.check(&pool, &wordless), Verdict::Unknown(_)));
        assert_eq!(words.stats()[0].asked, 0, "no word, no question");
        let with_word = [p, pool.word(Op::BvUlt, &[word, pool.bitvec(8, 3)])];
        assert_eq!(words.check(&pool, &with_word), Verdict::Sat);
        assert_eq!(words.stats()[0].asked, 1);
    }

    #[test]
    fn foreign_terms_are_handed_on() {
        let pool = Pool::new();
        let sort = pool.bitvec_sort(32);
        let f = pool.func("f", &[sort], sort);
        let (x, y) = (pool.var("x", sort), pool.var("y", sort));
        let zero = pool.bitvec(32, 0);
        let strange = pool.eq(pool.apply(f, &[x]), zero);
        let (tied, free) = (pool.word(Op::BvSlt, &[x, zero]), pool.word(Op::BvSlt, &[y, zero]));
        let mut words = Words::new(NoSolver::new());
        assert_eq!(words.check(&pool, &[tied, free]), Verdict::Sat);
        assert!(matches!(words.check(&pool, &[strange, tied, free]), Verdict::Unknown(_)));
        assert_eq!(words.stats()[1].asked, 1);
    }
}
