//! Small values instead of those that a solver happens to find.
//!
//! Values are replaced by simpler ones as long as the condition of the path still holds: first
//! equal values together, since programs compare their inputs, then each by itself. This asks no
//! solver, is the same each time, and gives up after a fixed number of trials.

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Int, Literal, Model, Op, Pool, Term, Text, Visit};

/// How often the condition is evaluated for one witness.
const MAX_TRIALS: usize = 600;
/// How many subterms are evaluated for one witness: about a second of work.
const MAX_WORK: usize = 5_000_000;
/// How many simpler values are tried for one value that consists of others.
const MAX_CANDIDATES: usize = 64;

/// A model of `cond` with simpler values for `vars` than `model` has: as simple as can be found until
/// `is_late`.
pub(crate) fn smallest(
    pool: &Pool,
    cond: &[Term],
    vars: &[Term],
    model: &Model,
    is_late: &dyn Fn() -> bool,
) -> Model {
    let mut shrinker = Shrinker::new(pool, cond, vars, model, is_late);
    loop {
        let groups = shrinker.equal_values();
        let singles = (0..vars.len()).map(|var| vec![var]);
        let mut changed = false;
        for group in groups.into_iter().chain(singles) {
            while shrinker.improve(&group) {
                changed = true;
            }
        }
        if !changed || shrinker.trials_left == 0 {
            return shrinker.model;
        }
    }
}

struct Shrinker<'a> {
    pool: &'a Pool,
    vars: &'a [Term],
    /// For each variable the parts of the condition that it occurs in.
    uses: Vec<Vec<Term>>,
    model: Model,
    /// Elements that occur in the values. The tables of functions, such as an order, mention them
    /// and need not make sense for others.
    elements: FxHashSet<Term>,
    trials_left: usize,
    /// Whether what was found so far has to do.
    is_late: &'a dyn Fn() -> bool,
}

impl<'a> Shrinker<'a> {
    fn new(
        pool: &'a Pool,
        cond: &[Term],
        vars: &'a [Term],
        model: &Model,
        is_late: &'a dyn Fn() -> bool,
    ) -> Shrinker<'a> {
        let index: FxHashMap<Term, usize> =
            vars.iter().enumerate().map(|(at, var)| (*var, at)).collect();
        let mut uses = vec![Vec::new(); vars.len()];
        for part in cond {
            for var in pool.free_vars(&[*part]) {
                if let Some(at) = index.get(&var) {
                    uses[*at].push(*part);
                }
            }
        }
        let mut size = 1;
        pool.walk(cond, |_| Visit::Descend, |_| size += 1);
        let trials_left = MAX_TRIALS.min(MAX_WORK / size);
        let values: Vec<Term> = vars.iter().filter_map(|var| model.value(pool, *var)).collect();
        let elements = elements_in(pool, &values).into_iter().collect();
        Shrinker { pool, vars, uses, model: model.clone(), elements, trials_left, is_late }
    }

    fn value(&self, var: usize) -> Term {
        let value = self.model.value(self.pool, self.vars[var]);
        value.expect("only inputs of sorts with values are asked for")
    }

    /// Variables that have the same value, where there are several.
    fn equal_values(&self) -> Vec<Vec<usize>> {
        let mut groups: Vec<(Term, Vec<usize>)> = Vec::new();
        let mut known: FxHashMap<Term, usize> = FxHashMap::default();
        for var in 0..self.vars.len() {
            let value = self.value(var);
            let at = *known.entry(value).or_insert(groups.len());
            if at == groups.len() {
                groups.push((value, Vec::new()));
            }
            groups[at].1.push(var);
        }
        groups.into_iter().map(|(_, group)| group).filter(|group| group.len() > 1).collect()
    }

    /// Gives all variables of a group one simpler value; false if none is found.
    fn improve(&mut self, group: &[usize]) -> bool {
        let value = self.value(group[0]);
        if group.iter().any(|var| self.value(*var) != value) {
            return false;
        }
        for candidate in simpler(self.pool, value) {
            if (self.is_late)() {
                self.trials_left = 0;
            }
            if self.trials_left == 0 {
                return false;
            }
            self.trials_left -= 1;
            if !self.is_known(candidate) {
                continue;
            }
            if self.put(group, candidate) {
                return true;
            }
            self.put_back(group, value);
        }
        false
    }

    /// Whether the functions of the model are known to make sense for a value.
    fn is_known(&self, value: Term) -> bool {
        self.model.funcs(self.pool).is_empty()
            || elements_in(self.pool, &[value]).iter().all(|elem| self.elements.contains(elem))
    }

    /// Sets the variables and says whether the condition still holds.
    fn put(&mut self, group: &[usize], value: Term) -> bool {
        self.put_back(group, value);
        let parts: Vec<Term> = group.iter().flat_map(|var| self.uses[*var].clone()).collect();
        self.pool.satisfies(&self.model, &parts)
    }

    fn put_back(&mut self, group: &[usize], value: Term) {
        for var in group {
            self.model.set(self.vars[*var], value);
        }
    }
}

/// The elements of uninterpreted sorts that occur in some values.
fn elements_in(pool: &Pool, values: &[Term]) -> Vec<Term> {
    let mut elements = Vec::new();
    pool.walk(
        values,
        |_| Visit::Descend,
        |term| {
            if let Some(Literal::Elem(..)) = pool.as_literal(term) {
                elements.push(term);
            }
        },
    );
    elements
}

/// Values simpler than `value`, simplest first.
fn simpler(pool: &Pool, value: Term) -> Vec<Term> {
    let own = weight(pool, value);
    let mut weighed: Vec<(Weight, Term)> = candidates(pool, value)
        .into_iter()
        .map(|candidate| (weight(pool, candidate), candidate))
        .filter(|(weight, _)| *weight < own)
        .collect();
    weighed.sort_by(|(a, _), (b, _)| a.cmp(b));
    weighed.dedup_by_key(|(_, candidate)| *candidate);
    weighed.into_iter().map(|(_, candidate)| candidate).collect()
}

/// How simple a value is: not the default, length when written, the writing, the sign. A number
/// weighs by its absolute value, and among two with the same one the positive is simpler.
type Weight = (bool, usize, String, bool);

fn weight(pool: &Pool, value: Term) -> Weight {
    let special = pool.default_value(pool.sort(value)) != Some(value);
    let number = match pool.as_literal(value) {
        Some(Literal::Int(int)) => Some(int.clone()),
        Some(Literal::BitVec(word)) => Some(word.signed()),
        _ => None,
    };
    let shown = number.as_ref().map_or_else(|| pool.show(value), |int| int.abs().to_string());
    (special, shown.len(), shown, number.is_some_and(|int| int.is_negative()))
}

/// Values that may be simpler, in no order.
fn candidates(pool: &Pool, value: Term) -> Vec<Term> {
    match pool.as_literal(value) {
        Some(literal) => leaf_candidates(pool, literal),
        None => compound_candidates(pool, value),
    }
}

fn leaf_candidates(pool: &Pool, literal: &Literal) -> Vec<Term> {
    match literal {
        Literal::Bool(_) => vec![Term::FALSE],
        Literal::Int(int) => nearer_zero(int).into_iter().map(|int| pool.int(int)).collect(),
        Literal::Real(_) => {
            let floor = pool.floor(pool.literal(literal.clone()));
            let whole = pool.as_literal(floor).and_then(Literal::as_int).cloned();
            let ints = whole.iter().flat_map(|whole| {
                let next = whole.add(&Int::ONE);
                nearer_zero(whole).into_iter().chain([whole.clone(), next])
            });
            ints.map(|int| pool.to_real(pool.int(int))).collect()
        }
        Literal::BitVec(word) => nearer_zero(&word.signed())
            .into_iter()
            .map(|int| pool.word(Op::IntToBv(word.width()), &[pool.int(int)]))
            .collect(),
        Literal::Text(text) => {
            shorter(text).into_iter().map(|text| pool.literal(Literal::Text(text))).collect()
        }
        Literal::Elem(sort, number) => {
            (0..*number).take(MAX_CANDIDATES).map(|number| pool.elem(*sort, number)).collect()
        }
    }
}

/// Zero, the small numbers, and what lies between zero and the number by halves.
fn nearer_zero(int: &Int) -> Vec<Int> {
    let two = Int::from(2);
    let mut nearer: Vec<Int> = (0..=9).flat_map(|n: i64| [Int::from(n), Int::from(-n)]).collect();
    nearer.push(int.neg());
    let mut gap = int.abs();
    while gap != Int::ZERO && nearer.len() < MAX_CANDIDATES {
        let closer = int.abs().sub(&gap);
        nearer.push(if int.is_negative() { closer.neg() } else { closer });
        gap = gap.div_euclid(&two);
    }
    nearer
}

/// Prefixes by halves, and the same length with plain letters.
fn shorter(text: &Text) -> Vec<Text> {
    const PLAIN: u32 = 'a' as u32;
    let codes = text.codes();
    let mut shorter = vec![Text::new([]), Text::new([PLAIN]), Text::new(vec![PLAIN; codes.len()])];
    let mut gap = codes.len();
    while gap > 0 {
        shorter.push(Text::new(&codes[..codes.len() - gap]));
        gap /= 2;
    }
    for at in 0..codes.len().min(MAX_CANDIDATES) {
        let mut plainer = codes.to_vec();
        plainer[at] = PLAIN;
        shorter.push(Text::new(plainer));
    }
    shorter
}

/// The default, the parts that could stand for the whole, and the whole with one part simpler.
fn compound_candidates(pool: &Pool, value: Term) -> Vec<Term> {
    let sort = pool.sort(value);
    let mut parts = Vec::new();
    pool.walk(&[value], |_| Visit::Descend, |part| parts.push(part));
    let mut found: Vec<Term> = pool.default_value(sort).into_iter().collect();
    found.extend(parts.iter().copied().filter(|part| pool.sort(*part) == sort && *part != value));
    for part in parts {
        if found.len() > MAX_CANDIDATES {
            break;
        }
        let others = match pool.as_literal(part) {
            Some(literal) => leaf_candidates(pool, literal),
            None => pool.default_value(pool.sort(part)).into_iter().collect(),
        };
        let with = |other: Term| pool.replace(value, |term| (term == part).then_some(other));
        found.extend(others.into_iter().filter(|other| *other != part).map(with));
    }
    found
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use term::{Ctor, Field, Sort};

    use super::*;

    /// The smallest values, printed, that `smallest` finds for variables of these sorts.
    #[track_caller]
    fn check(
        sorts: &[Sort],
        pool: &Pool,
        cond: impl Fn(&[Term]) -> Vec<Term>,
        start: &[Term],
    ) -> String {
        let vars: Vec<Term> =
            (0..sorts.len()).map(|n| pool.var(&format!("v{n}"), sorts[n])).collect();
        let cond = cond(&vars);
        let mut model = Model::new();
        vars.iter().zip(start).for_each(|(var, value)| model.set(*var, *value));
        assert!(pool.satisfies(&model, &cond), "the start is a model");
        let small = smallest(pool, &cond, &vars, &model, &|| false);
        assert!(pool.satisfies(&small, &cond), "the result is a model");
        let shown: Vec<String> = (vars.iter())
            .map(|var| pool.show(small.value(pool, *var).expect("it has a value")))
            .collect();
        shown.join(" ")
    }

    #[test]
    fn numbers_go_to_the_edge_of_what_is_allowed() {
        let pool = Pool::new();
        let at_least = |bound: i64| {
            let pool = &pool;
            move |vars: &[Term]| vec![pool.le(pool.int(bound), vars[0])]
        };
        let start = [pool.int(123_456_789)];
        assert_eq!(check(&[Sort::INT], &pool, at_least(-5), &start), "0");
        assert_eq!(check(&[Sort::INT], &pool, at_least(7), &start), "7");
        assert_eq!(check(&[Sort::INT], &pool, at_least(1000), &start), "1000");
        let below = |vars: &[Term]| vec![pool.lt(vars[0], pool.int(-41))];
        assert_eq!(check(&[Sort::INT], &pool, below, &[pool.int(-987)]), "(- 42)");
    }

    #[test]
    fn who_is_late_keeps_what_there_is() {
        let pool = Pool::new();
        let var = pool.var("v", Sort::INT);
        let cond = [pool.lt(pool.int(3), var)];
        let mut model = Model::new();
        model.set(var, pool.int(1_000_000));
        for (patience, expected) in [(0, "1000000"), (usize::MAX, "4")] {
            let asked = std::cell::Cell::new(0);
            let is_late = || {
                asked.set(asked.get() + 1);
                asked.get() > patience
            };
            let small = smallest(&pool, &cond, &[var], &model, &is_late);
            let value = small.value(&pool, var).expect("it has a value");
            assert_eq!(pool.show(value), expected);
        }
    }

    #[test]
    fn equal_inputs_shrink_together() {
        let pool = Pool::new();
        let cond = |vars: &[Term]| vec![pool.eq(vars[0], vars[1]), pool.lt(pool.int(3), vars[0])];
        let start = [pool.int(77), pool.int(77)];
        assert_eq!(check(&[Sort::INT; 2], &pool, cond, &start), "4 4");
    }

    #[test]
    fn other_sorts_shrink_too() {
        let pool = Pool::new();
        let word = pool.bitvec_sort(8);
        let elem = pool.elem_sort("E");
        let sorts = [Sort::BOOL, Sort::TEXT, word, elem, Sort::REAL];
        let cond = |vars: &[Term]| {
            let length = pool.text_op(Op::TextLen, &[vars[1]]);
            vec![
                pool.lt(pool.int(1), length),
                pool.not(pool.eq(vars[3], pool.elem(elem, 0))),
                pool.lt(pool.real_ratio(1, 2), vars[4]),
            ]
        };
        let start = [
            pool.bool(true),
            pool.text("some words"),
            pool.bitvec(8, 0x93),
            pool.elem(elem, 9),
            pool.real_ratio(22, 7),
        ];
        let shown = check(&sorts, &pool, cond, &start);
        assert_eq!(shown, format!("false \"aa\" (_ bv0 8) {} 1.0", pool.show(pool.elem(elem, 1))));
    }

    #[test]
    fn data_loses_what_does_not_matter() {
        let pool = Pool::new();
        let data = pool.declare_data("List", 0).expect("a new type");
        let list = pool.data_sort(data, &[]);
        let field = |name: &str, sort: Sort| Field { name: pool.symbol(name), sort };
        let fields = vec![field("head", Sort::INT), field("tail", list)];
        let ctors = vec![
            Ctor { name: pool.symbol("Nil"), fields: vec![] },
            Ctor { name: pool.symbol("Cons"), fields },
        ];
        pool.define_data(data, ctors).expect("a new type");
        let of = |items: &[i64]| {
            let nil = pool.construct(list, 0, &[]);
            items.iter().rev().fold(nil, |tail, n| pool.construct(list, 1, &[pool.int(*n), tail]))
        };
        let cond = |vars: &[Term]| {
            let head = pool.field(1, 0, vars[0]);
            vec![pool.is(1, vars[0]), pool.lt(pool.int(4), head)]
        };
        let shown = check(&[list], &pool, cond, &[of(&[70, 8, 9])]);
        assert_eq!(shown, pool.show(of(&[5])));
    }

    proptest! {
        #[test]
        fn every_candidate_is_simpler(start: i64, text in ".{0,12}") {
            let pool = Pool::new();
            for value in [pool.int(start), pool.text(&text), pool.bitvec(64, start as u64)] {
                let own = weight(&pool, value);
                let found = simpler(&pool, value);
                prop_assert!(found.iter().all(|candidate| weight(&pool, *candidate) < own));
                prop_assert_eq!(found.is_empty(), !own.0, "only the default is simplest");
            }
        }
    }
}
