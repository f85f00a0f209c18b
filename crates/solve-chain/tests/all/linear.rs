//! Arithmetic of integers in the core, with functions and data, against Z3.

use solve::{QueryLimits, Solver, Theory, Verdict};
use solve_chain::{Backend, Config, Stage};
use solve_z3::Search;
use term::{Ctor, Field, Func, Int, Pool, Sort, Term};
use test_support::Dice;
use testbed::amount;

/// Paths of each kind, usually and in a nightly run.
const PATHS: (u64, u64) = (8, 2000);
const QUERIES: usize = 8;

/// What the conditions of a path are made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// Bounds and differences.
    Differences,
    /// Sums with small coefficients.
    Linear,
    /// The same with coefficients and constants around the ends of machine words.
    Large,
    /// Quotients and remainders by literals.
    Quotients,
    /// Products and quotients of unknowns, of which some have bounds.
    Products,
    /// Integers inside functions, data and conditionals.
    Mixed,
    /// The same below connectives.
    Clauses,
    /// Lists of integers: constructors, fields and bounds below connectives.
    Lists,
}

struct World<'a> {
    pool: &'a Pool,
    kind: Kind,
    vars: Vec<Term>,
    f: Func,
    g: Func,
    pair: Sort,
    list: Sort,
}

impl<'a> World<'a> {
    fn new(pool: &'a Pool, kind: Kind, dice: &mut Dice) -> World<'a> {
        let count = 1 + dice.below(5);
        let vars = (0..count).map(|at| pool.var(&format!("x{at}"), Sort::INT)).collect();
        let f = pool.func("f", &[Sort::INT], Sort::INT);
        let pair = pair_sort(pool);
        let g = pool.func("g", &[pair, Sort::INT], Sort::BOOL);
        let list = list_sort(pool);
        World { pool, kind, vars, f, g, pair, list }
    }

    fn condition(&self, dice: &mut Dice) -> Term {
        let pool = self.pool;
        if matches!(self.kind, Kind::Clauses | Kind::Lists) && dice.percent(60) {
            let parts: Vec<Term> = (0..2 + dice.below(3)).map(|_| self.atom(dice)).collect();
            return if dice.percent(80) { pool.or(&parts) } else { pool.eq(parts[0], parts[1]) };
        }
        self.atom(dice)
    }

    fn atom(&self, dice: &mut Dice) -> Term {
        let pool = self.pool;
        if self.kind == Kind::Lists && dice.percent(75) {
            let atom = match dice.below(3) {
                0 => pool.is(dice.below(2) as u32, self.list(dice, 1)),
                _ => pool.eq(self.list(dice, 2), self.list(dice, 2)),
            };
            return if dice.percent(65) { atom } else { pool.not(atom) };
        }
        if self.kind == Kind::Products && dice.percent(50) {
            let (var, bound) = (*dice.pick(&self.vars), pool.int(dice.below(24) as i64 - 8));
            return if dice.percent(50) { pool.lt(var, bound) } else { pool.lt(bound, var) };
        }
        let is_mixed = matches!(self.kind, Kind::Mixed | Kind::Clauses);
        let atom = match dice.below(if is_mixed { 6 } else { 4 }) {
            0 => pool.lt(self.sum(dice), self.sum(dice)),
            1 => pool.le(self.sum(dice), self.sum(dice)),
            2 | 3 => pool.eq(self.sum(dice), self.sum(dice)),
            4 => pool.eq(self.pair(dice), self.pair(dice)),
            _ => pool.apply(self.g, &[self.pair(dice), self.sum(dice)]),
        };
        if dice.percent(50) { atom } else { pool.not(atom) }
    }

    fn pair(&self, dice: &mut Dice) -> Term {
        let pool = self.pool;
        if dice.percent(40) {
            return pool.var(["p", "q"][dice.below(2)], self.pair);
        }
        pool.construct(self.pair, 0, &[self.sum(dice), self.operand(dice)])
    }

    fn list(&self, dice: &mut Dice, depth: u32) -> Term {
        let pool = self.pool;
        match dice.below(if depth == 0 { 2 } else { 6 }) {
            0 if depth == 0 => pool.construct(self.list, 0, &[]),
            0..3 => pool.var(["k", "l", "m"][dice.below(3)], self.list),
            3 => pool.field(1, 1, self.list(dice, depth - 1)),
            _ => {
                let fields = [self.operand(dice), self.list(dice, depth - 1)];
                pool.construct(self.list, 1, &fields)
            }
        }
    }

    fn sum(&self, dice: &mut Dice) -> Term {
        let pool = self.pool;
        if self.kind == Kind::Lists {
            return self.operand(dice);
        }
        let most = if self.kind == Kind::Differences { 1 } else { 3 };
        let mut parts = vec![pool.int(self.constant(dice))];
        for _ in 0..1 + dice.below(most) {
            let factor = pool.int(self.coefficient(dice));
            parts.push(pool.mul(&[factor, self.operand(dice)]));
        }
        pool.add(&parts)
    }

    fn operand(&self, dice: &mut Dice) -> Term {
        let (pool, var) = (self.pool, *dice.pick(&self.vars));
        match self.kind {
            Kind::Differences | Kind::Linear | Kind::Large => var,
            Kind::Quotients => {
                let by = pool.int(*dice.pick(&[2, 3, 5, -2, -7, 10]));
                match dice.below(4) {
                    0 => pool.div(pool.add(&[var, pool.int(dice.below(4) as i64)]), by),
                    1 => pool.modulo(pool.add(&[var, *dice.pick(&self.vars)]), by),
                    _ => var,
                }
            }
            Kind::Lists => match dice.below(4) {
                0 => pool.field(1, 0, self.list(dice, 1)),
                1 => pool.int(dice.below(3) as i64),
                _ => var,
            },
            Kind::Products => match dice.below(8) {
                0 | 1 => pool.mul(&[var, *dice.pick(&self.vars)]),
                2 => pool.mul(&[var, pool.add(&[*dice.pick(&self.vars), pool.int(1)])]),
                3 if dice.percent(30) => pool.div(var, *dice.pick(&self.vars)),
                4 if dice.percent(30) => pool.modulo(var, *dice.pick(&self.vars)),
                _ => var,
            },
            Kind::Mixed | Kind::Clauses => match dice.below(8) {
                0 | 1 => pool.apply(self.f, &[var]),
                2 => pool.apply(self.f, &[pool.add(&[var, pool.int(1)])]),
                3 => pool.field(0, dice.below(2) as u32, pool.var("p", self.pair)),
                4 => pool.ite(pool.lt(var, pool.int(3)), *dice.pick(&self.vars), pool.int(2)),
                _ => var,
            },
        }
    }

    fn coefficient(&self, dice: &mut Dice) -> Int {
        match self.kind {
            Kind::Differences => Int::ONE,
            Kind::Large if dice.percent(50) => edge(dice),
            _ => Int::from(*dice.pick(&[1, 1, 1, -1, -1, 2, -2, 3, -3, 5])),
        }
    }

    fn constant(&self, dice: &mut Dice) -> Int {
        match self.kind {
            Kind::Large => edge(dice),
            _ => Int::from(dice.below(14) as i64 - 7),
        }
    }
}

/// An integer around an end of a machine word, or beyond it.
fn edge(dice: &mut Dice) -> Int {
    let ends = [0, 1, i64::MAX, i64::MIN, i64::MAX - 1, 1 << 32, -(1 << 62)];
    let end = Int::from(*dice.pick(&ends));
    match dice.below(4) {
        0 => end.mul(&Int::from(i64::MAX)),
        1 => end.mul(&end).mul(&Int::from(-3)),
        _ => end,
    }
}

fn pair_sort(pool: &Pool) -> Sort {
    let data = pool.declare_data("Pair", 0).expect("first declaration");
    let field = |name: &str| Field { name: pool.symbol(name), sort: Sort::INT };
    let made = Ctor { name: pool.symbol("pair"), fields: vec![field("left"), field("right")] };
    pool.define_data(data, vec![made]).expect("first definition");
    pool.data_sort(data, &[])
}

fn list_sort(pool: &Pool) -> Sort {
    let data = pool.declare_data("List", 0).expect("first declaration");
    let list = pool.data_sort(data, &[]);
    let field = |name: &str, sort| Field { name: pool.symbol(name), sort };
    let cons = vec![field("head", Sort::INT), field("tail", list)];
    let ctors = [("nil", Vec::new()), ("cons", cons)];
    let ctors = ctors.map(|(name, fields)| Ctor { name: pool.symbol(name), fields });
    pool.define_data(data, ctors.to_vec()).expect("first definition");
    list
}

fn show(pool: &Pool, query: &[Term]) -> String {
    query.iter().map(|term| format!("\n  {}", pool.show(*term))).collect()
}

/// The core alone says what Z3 says, with models; and it leaves few queries open.
fn check(kind: Kind, most_open_percent: usize) {
    let z3 = Backend::z3(&Search::default()).expect("the tests need libz3");
    let (mut decided, mut open) = (0, 0);
    for seed in 0..amount(PATHS.0, PATHS.1) {
        let pool = Pool::new();
        let mut dice = Dice::new(seed);
        let world = World::new(&pool, kind, &mut dice);
        let theory = Theory::empty();
        let mut core = Config::new(Backend::None).build(&theory).expect("it needs nothing");
        let mut bare = Config::new(z3.clone()).without(&Stage::ALL);
        bare.limits = QueryLimits { work: Some(300_000), ..QueryLimits::default() };
        let mut bare = bare.build(&theory).expect("the back end is loaded");
        let mut path = Vec::new();
        for _ in 0..QUERIES {
            if dice.percent(20) {
                path.truncate(dice.below(path.len() + 1));
            }
            path.push(world.condition(&mut dice));
            let verdict = core.check(&pool, &path);
            if verdict == Verdict::Sat {
                let model = core.model(&pool).expect("every sat has a model");
                assert!(pool.satisfies(&model, &path), "seed {seed}: {}", show(&pool, &path));
            }
            match (verdict, bare.check(&pool, &path)) {
                (Verdict::Unknown(_), Verdict::Unknown(_)) => {}
                (Verdict::Unknown(_), _) => open += 1,
                (Verdict::Sat, Verdict::Unsat) | (Verdict::Unsat, Verdict::Sat) => {
                    panic!("{kind:?}, seed {seed}: not what Z3 says of {}", show(&pool, &path))
                }
                (verdict, _) => {
                    decided += 1;
                    if verdict == Verdict::Unsat {
                        path.pop();
                    }
                }
            }
        }
    }
    eprintln!("{kind:?}: {decided} decided, {open} open");
    assert!(open * 100 <= most_open_percent * (decided + open), "{kind:?}: {open} were left open");
}

#[test]
fn bounds_and_differences() {
    check(Kind::Differences, 0);
}

#[test]
fn sums() {
    check(Kind::Linear, 1);
}

#[test]
fn sums_of_large_numbers() {
    check(Kind::Large, 20);
}

#[test]
fn quotients_and_remainders() {
    // Bounds that follow from sums count as cases; with a budget of their own it would be 5.
    check(Kind::Quotients, 10);
}

#[test]
fn products_of_unknowns() {
    check(Kind::Products, 10);
}

#[test]
fn functions_data_and_conditionals() {
    check(Kind::Mixed, 5);
}

#[test]
fn clauses() {
    check(Kind::Clauses, 5);
}

#[test]
fn lists_and_clauses() {
    check(Kind::Lists, 5);
}
