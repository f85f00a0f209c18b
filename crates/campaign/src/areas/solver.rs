//! Queries of every theory: the chain with random stages left out, with and without Z3 at its end.
//!
//! A model is a proof: the naive evaluator looks whether it makes the query true as it was drawn. That
//! there is none is compared with bare Z3 on the query as it was drawn, with a search through small
//! values, and now and then with cvc5. Beside that it is counted how many literals of the core's
//! explanations could be left out.

use std::collections::BTreeSet;
use std::time::Duration;

use solve::{QueryLimits, Solver, Verdict};
use solve_chain::{Backend, Config, Stage};
use solve_core::explanation;
use solve_z3::Search;
use term::{Func, Op, Pool, Term, Visit};
use test_support::{Dice, Drawn, Family, Terms, World};

use crate::naive::{Env, Evaluator, Told, Unknown, Value, has_model};
use crate::{Area, Judge, Judgement, Setup};

pub(super) const AREA: Area = Area {
    name: "solver",
    about: "the chain of solvers; a naive evaluator of models, bare Z3 and small values",
    length: 400,
    batch: 1,
    tapes: 500,
    missing,
    start: |setup| Box::new(Solvers::new(setup)),
};

/// How long cvc5 may take for one question.
const CVC5_TIME: Duration = Duration::from_secs(2);
/// Questions asked along one path.
const QUERIES: usize = 10;
/// Of how many tapes on which the chain is right about a refutation cvc5 is asked one.
const CVC5_EVERY: u64 = 16;

/// Why the area cannot be tried.
pub(super) fn missing(_: &Setup) -> Option<String> {
    Backend::z3(&Search::default()).err().map(|error| error.to_string())
}

/// What a question may cost: an amount of work, so that answers do not depend on the machine.
pub(super) fn limits() -> QueryLimits {
    QueryLimits { work: Some(30_000), memory_mib: Some(1024), ..QueryLimits::default() }
}

struct Solvers {
    z3: Backend,
    /// Whether cvc5 is installed.
    has_cvc5: bool,
    scale: usize,
    judged: u64,
}

/// What a tape describes.
struct Case {
    pool: Pool,
    world: World,
    off: Vec<Stage>,
    /// Without Z3 behind the stages.
    alone: bool,
    /// The questions of the path, one after another.
    path: Vec<Vec<Drawn>>,
}

fn case(tape: &[u8], scale: usize) -> Case {
    let mut dice = Dice::of_tape(tape);
    let family = *dice.pick(&Family::ALL);
    let narrow = 1 + dice.below(40) as u32;
    let wide = narrow + 1 + dice.below((64 - narrow) as usize) as u32;
    let wide = if dice.percent(30) && narrow <= 32 { 2 * narrow } else { wide };
    let off = Stage::ALL.into_iter().filter(|_| dice.percent(30)).collect();
    let alone = dice.percent(50);
    let pool = Pool::new();
    let world = World::with_words(&pool, narrow, wide).scaled(scale);
    let mut terms = Terms::drawn_by(&pool, &world, family, dice);
    let mut path: Vec<Vec<Drawn>> = Vec::new();
    for _ in 0..QUERIES * scale {
        let next = grown(&pool, path.last().cloned().unwrap_or_default(), &mut terms, scale);
        path.push(next);
    }
    Case { pool, off, alone, path, world }
}

/// A path grows, shrinks, and repeats itself, as an exploration makes it.
fn grown(pool: &Pool, mut path: Vec<Drawn>, terms: &mut Terms<'_>, scale: usize) -> Vec<Drawn> {
    if terms.dice().percent(25) {
        let length = terms.dice().below(path.len() + 1);
        path.truncate(length);
    }
    let next = match path.first() {
        Some(known) if terms.dice().percent(10) => Drawn {
            raw: pool.raw(Op::Not, &[known.raw], pool.sort(known.raw)),
            made: pool.not(known.made),
        },
        _ => {
            let size = 1 + terms.dice().below(5 * scale);
            terms.term(term::Sort::BOOL, size)
        }
    };
    path.push(next);
    path
}

impl Judge for Solvers {
    fn judge(&mut self, tapes: &[&[u8]]) -> Vec<Judgement> {
        tapes.iter().map(|tape| self.judge_one(&case(tape, self.scale))).collect()
    }

    fn files(&mut self, tape: &[u8]) -> Vec<(String, String)> {
        let case = case(tape, self.scale);
        let off: Vec<String> = case.off.iter().map(Stage::to_string).collect();
        let mut text = format!("; without the stages: {}\n", off.join(", "));
        for query in &case.path {
            let raw: Vec<Term> = query.iter().map(|drawn| drawn.raw).collect();
            text.push_str(&format!("; ---\n{}", term::write_script(&case.pool, &raw).0));
        }
        vec![("queries.smt2".to_owned(), text)]
    }
}

impl Solvers {
    fn new(setup: &Setup) -> Solvers {
        let has_cvc5 = child::installed("cvc5").is_some();
        let z3 = Backend::auto(&Search::default());
        Solvers { z3, has_cvc5, scale: setup.scale, judged: 0 }
    }

    fn judge_one(&mut self, case: &Case) -> Judgement {
        let build = |backend: Backend, off: &[Stage]| {
            let mut config = Config::new(backend).without(off);
            config.limits = limits();
            config.build(&case.world.theory).expect("the back end is loaded")
        };
        let end = if case.alone { Backend::None } else { self.z3.clone() };
        let mut chain = build(end, &case.off);
        let mut bare = build(self.z3.clone(), &Stage::ALL);
        let mut all = Judgement::default();
        for query in &case.path {
            all.add(ask(case, &mut *chain, &mut *bare, query));
            if all.wrong.is_some() {
                return all;
            }
        }
        self.judged += 1;
        if self.has_cvc5 && self.judged.is_multiple_of(CVC5_EVERY) {
            all.add(ask_cvc5(case, &mut *chain));
        }
        all.add(explained(case));
        all
    }
}

/// The last query of a path, asked of cvc5 as it was drawn.
fn ask_cvc5(case: &Case, chain: &mut dyn Solver) -> Judgement {
    let (pool, Some(query)) = (&case.pool, case.path.last()) else { return Judgement::default() };
    let raw: Vec<Term> = query.iter().map(|drawn| drawn.raw).collect();
    let made: Vec<Term> = query.iter().map(|drawn| drawn.made).collect();
    let mut config = Config::new(Backend::Process("cvc5".to_owned())).without(&Stage::ALL);
    config.limits = QueryLimits { time: Some(CVC5_TIME), ..limits() };
    let Ok(mut cvc5) = config.build(&case.world.theory) else { return Judgement::default() };
    match (chain.check(pool, &made), cvc5.check(pool, &raw)) {
        (Verdict::Unknown(_), _) | (_, Verdict::Unknown(_)) => Judgement::open(),
        (ours, others) if ours == others => {
            Judgement::agreed().counting("answers that cvc5 shares", 1)
        }
        (ours, others) => {
            let shown: String =
                raw.iter().map(|term| format!("\n  {}", pool.show(*term))).collect();
            Judgement::wrong(format!("{ours:?}, but cvc5 says {others:?} of{shown}"))
        }
    }
}

/// How small the explanations of refutations are: each literal is left out for a trial.
fn explained(case: &Case) -> Judgement {
    let (pool, theory) = (&case.pool, &case.world.theory);
    let mut all = Judgement::default();
    for query in &case.path {
        let made: Vec<Term> = query.iter().map(|drawn| drawn.made).collect();
        let Some(places) = explanation(pool, theory, &made) else { continue };
        let literals: Vec<Term> = places.iter().map(|at| made[*at]).collect();
        if explanation(pool, theory, &literals).is_none() {
            return Judgement::wrong("an explanation that explains nothing");
        }
        let without = |at: usize| {
            let mut rest = literals.clone();
            rest.remove(at);
            rest
        };
        let needless = (0..literals.len())
            .filter(|at| explanation(pool, theory, &without(*at)).is_some())
            .count();
        all = all
            .counting("explanations", 1)
            .counting("literals of explanations", literals.len() as u64)
            .counting("of these literals could each be left out", needless as u64);
    }
    all
}

fn ask(case: &Case, chain: &mut dyn Solver, bare: &mut dyn Solver, query: &[Drawn]) -> Judgement {
    let pool = &case.pool;
    let raw: Vec<Term> = query.iter().map(|drawn| drawn.raw).collect();
    let made: Vec<Term> = query.iter().map(|drawn| drawn.made).collect();
    let order = case.world.order();
    let shown = || raw.iter().map(|term| format!("\n  {}", pool.show(*term))).collect::<String>();
    let wrong = |what: String| Judgement::wrong(format!("{what} of{}", shown()));
    match chain.check(pool, &made) {
        Verdict::Unknown(_) => Judgement::open(),
        Verdict::Sat => match chain.model(pool) {
            None => Judgement::open(),
            Some(model) => match fault(pool, order, &Told::new(pool, &model), &raw) {
                Some(fault) => wrong(fault),
                None => Judgement::agreed(),
            },
        },
        Verdict::Unsat => match (bare.check(pool, &raw), has_model(pool, order, &raw)) {
            (Verdict::Sat, _) => wrong("Unsat, but Z3 says Sat".to_owned()),
            (_, Some(model)) => wrong(format!("Unsat, but there is the model {model:?}")),
            (Verdict::Unknown(_), None) => Judgement::open(),
            (Verdict::Unsat, None) => Judgement::agreed(),
        },
    }
}

/// What is wrong with a model: a term that is not true, or an order that is none.
fn fault(pool: &Pool, order: Func, told: &Told<'_>, raw: &[Term]) -> Option<String> {
    let evaluator = Evaluator { pool, env: told };
    let value = |term: &Term| evaluator.eval(*term);
    let odd = raw.iter().find(|term| value(term) != Ok(Value::Bool(true)));
    if let Some(term) = odd {
        return Some(format!("the model {:?} makes {} false", told.model, pool.show(*term)));
    }
    // An order that the query does not depend on is not in the model.
    told.model.func(order)?;
    let is_order = |term: Term| matches!(pool.op(term), Op::Apply(func) if func == order);
    let mut elems = BTreeSet::new();
    pool.walk(
        raw,
        |_| Visit::Descend,
        |term| {
            if is_order(term) {
                elems.extend(pool.node(term).1.iter().filter_map(|arg| evaluator.eval(*arg).ok()));
            }
        },
    );
    let before = |a: &Value, b: &Value| {
        told.look_up(&Unknown::At(order, vec![a.clone(), b.clone()])) == Some(Value::Bool(true))
    };
    // Elements that the query does not depend on need not be ordered, so it may be partial.
    let chained = |a, b| elems.iter().all(|c| !(before(a, b) && before(b, c)) || before(a, c));
    let transitive = elems.iter().all(|a| elems.iter().all(|b| chained(a, b)));
    let irreflexive = elems.iter().all(|a| !before(a, a));
    (!(transitive && irreflexive)).then(|| format!("no order: {:?}", told.model))
}
