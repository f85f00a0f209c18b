//! The stage that decides small queries bit by bit.
//!
//! Words, bounded integers with products and quotients of unknowns, reads of arrays and functions without
//! a definition become a circuit, and the SAT solver decides it within a limit of gates and conflicts.
//! Integers are as wide as their values, so nothing overflows. An integer without bounds is tried with
//! few bits: values that are found are values, and that there are none is not believed. Every model is
//! evaluated before it leaves.

mod circuit;
mod encode;
mod range;
mod vector;

use std::time::Instant;

use solve::{Interrupt, Solver, StageStats, Theory, Verdict};
use term::{Func, Literal, Model, Op, Pool, Term, Visit};

use crate::sat::Sat;
use encode::Encoder;
use range::Ranges;

/// Conflicts after which a query is handed on, and fewer where only a solution would count.
const MOST_CONFLICTS: u32 = 6_000;
const MOST_TRIAL_CONFLICTS: u32 = 600;
/// Conflicts before the first restart; after each one, patience grows by a tenth.
const FIRST_RESTART: u32 = 100;
/// Queries with more subterms are handed on.
const MOST_TERMS: usize = 4_000;
/// The width that integers without bounds are tried with first.
const FIRST_TRIAL: usize = 6;
/// The largest such width.
const LAST_TRIAL: usize = 40;

/// Decides small queries over words, bounded integers, arrays and functions by bits.
///
/// ```
/// use solve::{NoSolver, Solver, Theory, Verdict};
/// use solve_core::BitBlast;
/// use term::{Op, Pool, Sort};
///
/// let pool = Pool::new();
/// let x = pool.var("x", pool.bitvec_sort(32));
/// let square = pool.word(Op::BvMul, &[x, x]);
/// let mut bits = BitBlast::new(&Theory::empty(), NoSolver::new());
/// assert_eq!(bits.check(&pool, &[pool.eq(square, pool.bitvec(32, 49))]), Verdict::Sat);
/// // No square leaves a remainder of two when divided by four.
/// assert_eq!(bits.check(&pool, &[pool.eq(square, pool.bitvec(32, 50))]), Verdict::Unsat);
/// ```
pub struct BitBlast<S> {
    inner: S,
    interrupt: Interrupt,
    /// The functions of the theory, which are more than names.
    defined: Vec<Func>,
    sat: Sat,
    /// The model of the last query, if it was found here.
    found: Option<Model>,
    /// Whether the last query was decided here.
    is_own: bool,
    stats: StageStats,
}

impl<S: Solver> BitBlast<S> {
    /// The stage in front of `inner`.
    pub fn new(theory: &Theory, inner: S) -> BitBlast<S> {
        BitBlast {
            inner,
            interrupt: Interrupt::new(),
            defined: [theory.orders(), theory.partial_orders()].concat(),
            sat: Sat::default(),
            found: None,
            is_own: false,
            stats: StageStats::named("bits"),
        }
    }

    /// Looks at this flag during the search, and hands the query on when it is raised.
    #[must_use]
    pub fn with_interrupt(mut self, interrupt: Interrupt) -> BitBlast<S> {
        self.interrupt = interrupt;
        self
    }

    /// The verdict, if there is one; the model of `Sat` is in `found`.
    fn decide(&mut self, pool: &Pool, query: &[Term]) -> Option<Verdict> {
        let survey = Survey::of(pool, query)?;
        let ranges = Ranges::of(pool, query);
        let second = (survey.widest + 2).clamp(FIRST_TRIAL * 2, LAST_TRIAL);
        for trial in [FIRST_TRIAL, second] {
            let context = (&ranges, &self.defined[..], trial);
            let encoder = Encoder::of(pool, query, &mut self.sat, context)?;
            let is_narrowed = encoder.is_narrowed();
            if is_narrowed && survey.is_linear {
                // The simplex has tried harder.
                return None;
            }
            self.stats.work += encoder.size() as u64 / 8;
            let reader = encoder.into_reader();
            let most = if is_narrowed { MOST_TRIAL_CONFLICTS } else { MOST_CONFLICTS };
            match self.search(most) {
                Some(true) => {
                    let model = reader.model(pool, &self.sat);
                    self.found = model.filter(|model| pool.satisfies(model, query));
                    debug_assert!(self.found.is_some(), "bits that do not satisfy their query");
                    return self.found.is_some().then_some(Verdict::Sat);
                }
                Some(false) | None if is_narrowed => {}
                Some(false) => return Some(Verdict::Unsat),
                None => return None,
            }
        }
        None
    }

    /// Whether the clauses have an assignment; none if it takes too long to say.
    fn search(&mut self, most: u32) -> Option<bool> {
        let (mut conflicts, mut patience, mut restart) = (0, FIRST_RESTART, FIRST_RESTART);
        loop {
            let Some(conflict) = self.sat.propagate() else {
                match self.sat.decide() {
                    true => continue,
                    false => return Some(true),
                }
            };
            if !self.sat.learn(&conflict) {
                return Some(false);
            }
            conflicts += 1;
            self.stats.work += 10;
            if conflicts > most || self.interrupt.is_raised() {
                return None;
            }
            if conflicts == restart {
                self.sat.back_to(0);
                patience += patience / 10;
                restart += patience;
            }
        }
    }
}

/// What is to be known of a query before it is encoded.
struct Survey {
    /// The bits of the widest integer that it mentions.
    widest: usize,
    /// Whether it is about sums and comparisons of integers alone.
    is_linear: bool,
}

impl Survey {
    /// None if the query is too large.
    fn of(pool: &Pool, query: &[Term]) -> Option<Survey> {
        let mut survey = Survey { widest: 0, is_linear: true };
        let mut terms = 0;
        let enter = |_| {
            terms += 1;
            if terms > MOST_TERMS { Visit::Skip } else { Visit::Descend }
        };
        let unknown = |term: &&Term| pool.as_literal(**term).is_none();
        pool.walk(query, enter, |term| match pool.node(term) {
            (Op::Lit(_), _) => {
                if let Some(Literal::Int(int)) = pool.as_literal(term) {
                    survey.widest = survey.widest.max(int.to_big().bits() as usize);
                }
            }
            (Op::Mul, factors) => survey.is_linear &= factors.iter().filter(unknown).count() < 2,
            (Op::Div | Op::Mod, [_, by]) => survey.is_linear &= !unknown(&by),
            (Op::Select | Op::BvToInt | Op::IntToBv(_), _) => survey.is_linear = false,
            _ => {}
        });
        (terms <= MOST_TERMS).then_some(survey)
    }
}

impl<S: Solver> Solver for BitBlast<S> {
    fn check(&mut self, pool: &Pool, query: &[Term]) -> Verdict {
        let start = Instant::now();
        self.stats.asked += 1;
        self.found = None;
        let verdict = self.decide(pool, query);
        self.is_own = verdict.is_some();
        self.stats.time += start.elapsed();
        match verdict {
            Some(Verdict::Sat) => self.stats.sat += 1,
            Some(Verdict::Unsat) => self.stats.unsat += 1,
            Some(Verdict::Unknown(_)) | None => {}
        }
        verdict.unwrap_or_else(|| self.inner.check(pool, query))
    }

    fn model(&mut self, pool: &Pool) -> Option<Model> {
        self.found.clone().or_else(|| self.inner.model(pool))
    }

    fn blamed(&mut self) -> Option<Vec<Term>> {
        if self.is_own { None } else { self.inner.blamed() }
    }

    fn stats(&self) -> Vec<StageStats> {
        [vec![self.stats.clone()], self.inner.stats()].concat()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use solve::NoSolver;
    use term::Sort;
    use test_support::{WordStep, word_cond};

    use super::*;

    fn stage() -> BitBlast<NoSolver> {
        BitBlast::new(&Theory::empty(), NoSolver::new())
    }

    /// Asks about each beginning of a query that is longer than `known`; `exists` tries all values.
    fn check_prefixes(pool: &Pool, query: &[Term], known: usize, exists: impl Fn(&[Term]) -> bool) {
        let mut bits = stage();
        for end in known + 1..=query.len() {
            let query = &query[..end];
            let expected = if exists(query) { Verdict::Sat } else { Verdict::Unsat };
            let shown = || query.iter().map(|term| pool.show(*term)).collect::<Vec<_>>();
            assert_eq!(bits.check(pool, query), expected, "{:?}", shown());
            if expected == Verdict::Sat {
                let model = bits.model(pool).expect("what is satisfiable has a model");
                assert!(pool.satisfies(&model, query), "{:?}", shown());
            }
        }
    }

    /// Whether some values of the variables, out of these, satisfy a query.
    fn tries_all(pool: &Pool, vars: &[Term], values: &[Term], query: &[Term]) -> bool {
        (0..values.len().pow(vars.len() as u32)).any(|mut number| {
            let mut model = Model::new();
            for var in vars {
                model.set(*var, values[number % values.len()]);
                number /= values.len();
            }
            pool.satisfies(&model, query)
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn narrow_words_agree_with_enumeration(
            (width, count) in prop::sample::select(vec![
                (1_u32, 3), (2, 3), (3, 2), (4, 2), (5, 1), (6, 1), (7, 1), (8, 1),
            ]),
            conds in prop::collection::vec(prop::collection::vec(any::<WordStep>(), 1..8), 1..5),
        ) {
            let pool = Pool::new();
            let sort = pool.bitvec_sort(width);
            let vars: Vec<Term> = (0..count).map(|at| pool.var(&format!("v{at}"), sort)).collect();
            let values: Vec<Term> = (0..1 << width).map(|at| pool.bitvec(width, at)).collect();
            let query: Vec<Term> =
                conds.iter().map(|steps| word_cond(&pool, width, &vars, steps)).collect();
            check_prefixes(&pool, &query, 0, |query| tries_all(&pool, &vars, &values, query));
        }

        #[test]
        fn bounded_integers_agree_with_enumeration(
            steps in prop::collection::vec((0..8_u8, 0..9_u8, 0..9_u8), 1..12),
            conds in prop::collection::vec((0..4_u8, any::<u8>(), any::<u8>()), 1..4),
        ) {
            let pool = Pool::new();
            let vars = ["x", "y", "z"].map(|name| pool.var(name, Sort::INT));
            let values: Vec<Term> = (-3..=4).map(|value| pool.int(value)).collect();
            let mut terms = vars.to_vec();
            terms.extend([-5, -1, 0, 2, 3].map(|value| pool.int(value)));
            let at = |terms: &[Term], place: u8| terms[usize::from(place) % terms.len()];
            for (op, a, b) in steps {
                let (a, b) = (at(&terms, a), at(&terms, b));
                terms.push(match op {
                    0 | 1 => pool.add(&[a, b]),
                    2 | 3 => pool.mul(&[a, b]),
                    4 => pool.div(a, b),
                    5 => pool.modulo(a, b),
                    6 => pool.ite(pool.lt(a, b), b, vars[0]),
                    _ => pool.word(Op::BvToInt, &[pool.word(Op::IntToBv(5), &[a])]),
                });
            }
            let in_range = |var: &Term| {
                [pool.le(values[0], *var), pool.lt(*var, pool.int(5))]
            };
            let mut query: Vec<Term> = vars.iter().flat_map(in_range).collect();
            let bounds = query.len();
            query.extend(conds.into_iter().map(|(op, a, b)| {
                let last = |place: u8| terms[terms.len() - 1 - usize::from(place) % terms.len()];
                let (a, b) = (last(a), last(b));
                match op {
                    0 => pool.eq(a, b),
                    1 => pool.lt(a, b),
                    2 => pool.le(a, b),
                    _ => pool.not(pool.eq(a, b)),
                }
            }));
            check_prefixes(&pool, &query, bounds, |query| tries_all(&pool, &vars, &values, query));
        }
    }

    #[test]
    fn unbounded_products_are_found_and_never_refuted() {
        let pool = Pool::new();
        let [x, y] = ["x", "y"].map(|name| pool.var(name, Sort::INT));
        let product = pool.mul(&[x, y]);
        let beyond_one = [x, y].map(|factor| pool.lt(pool.int(1), factor));
        let mut bits = stage();
        let query = [pool.eq(product, pool.int(721)), beyond_one[0], beyond_one[1]];
        assert_eq!(bits.check(&pool, &query), Verdict::Sat);
        assert!(pool.satisfies(&bits.model(&pool).expect("a model"), &query));
        // Seven hundred and nineteen is prime, and the bounds of the factors follow from the product.
        let query = [pool.eq(product, pool.int(719)), beyond_one[0], beyond_one[1]];
        assert_eq!(bits.check(&pool, &query), Verdict::Unsat);
        let square = [pool.eq(pool.mul(&[x, x]), pool.add(&[y, y, pool.int(1)])), pool.lt(x, y)];
        assert_eq!(bits.check(&pool, &square), Verdict::Sat);
        let none =
            [pool.eq(pool.mul(&[x, x, x]), pool.mul(&[pool.int(2), y, y, y])), beyond_one[0]];
        assert!(matches!(bits.check(&pool, &none), Verdict::Unknown(_)));
    }

    #[test]
    fn arrays_and_functions_are_read_by_cases() {
        let pool = Pool::new();
        let array_sort = pool.array_sort(Sort::INT, Sort::INT);
        let [i, j] = ["i", "j"].map(|name| pool.var(name, Sort::INT));
        let array = pool.var("a", array_sort);
        let small = |term| pool.and(&[pool.le(pool.int(0), term), pool.lt(term, pool.int(3))]);
        let mut cells = pool.const_array(array_sort, pool.int(0));
        for (at, value) in [(0, 4), (1, 5), (2, 4)] {
            cells = pool.store(cells, pool.int(at), pool.int(value));
        }
        let read = pool.select(cells, i);
        let mut bits = stage();
        assert_eq!(bits.check(&pool, &[small(i), pool.eq(read, pool.int(5))]), Verdict::Sat);
        assert_eq!(bits.model(&pool).and_then(|model| model.get(i)), Some(pool.int(1)));
        assert_eq!(bits.check(&pool, &[small(i), pool.eq(read, pool.int(0))]), Verdict::Unsat);
        let written = pool.select(pool.store(array, i, pool.int(7)), j);
        let differ = pool.not(pool.eq(written, pool.int(7)));
        assert_eq!(bits.check(&pool, &[small(i), small(j), differ]), Verdict::Sat);
        let query = [small(i), small(j), pool.eq(i, j), small(written)];
        assert_ne!(bits.check(&pool, &query), Verdict::Sat);
        let word = pool.bitvec_sort(8);
        let f = pool.func("f", &[word], word);
        let [x, y] = ["x", "y"].map(|name| pool.var(name, word));
        let apart = pool.not(pool.eq(pool.apply(f, &[x]), pool.apply(f, &[y])));
        let close = pool.eq(pool.word(Op::BvXor, &[x, y]), pool.bitvec(8, 1));
        assert_eq!(bits.check(&pool, &[apart, close]), Verdict::Sat);
        let query = [apart, pool.word(Op::BvUle, &[x, y]), pool.word(Op::BvUle, &[y, x])];
        assert_eq!(bits.check(&pool, &query), Verdict::Unsat);
    }

    #[test]
    fn what_is_too_large_is_handed_on() {
        let pool = Pool::new();
        let sort = pool.bitvec_sort(300);
        let [x, y] = ["x", "y"].map(|name| pool.var(name, sort));
        let product = pool.word(Op::BvMul, &[x, pool.word(Op::BvMul, &[x, y])]);
        let mut bits = stage();
        let query = [pool.eq(product, pool.word(Op::BvUdiv, &[y, x]))];
        assert!(matches!(bits.check(&pool, &query), Verdict::Unknown(_)));
        let text = [pool.eq(pool.var("t", Sort::TEXT), pool.text("a"))];
        assert!(matches!(bits.check(&pool, &text), Verdict::Unknown(_)));
        let data = pool.declare_data("Unit", 0).expect("first declaration");
        let unit = term::Ctor { name: pool.symbol("unit"), fields: Vec::new() };
        pool.define_data(data, vec![unit]).expect("first definition");
        let sort = pool.data_sort(data, &[]);
        let equal = [pool.eq(pool.var("u", sort), pool.construct(sort, 0, &[]))];
        assert_ne!(bits.check(&pool, &equal), Verdict::Unsat);
    }
}
