//! What contracts say of the events that came about in unknown parts of a trace.
//!
//! An operation of a library has an event only where its contract allows it. That is asked for at values which
//! the path mentions: then the context of the contract is one more expression to follow, and there are
//! finitely many.

use harness::Allowance;
use rustc_hash::FxHashMap;
use term::{Pool, Term};
use trace::{Context, Event, OpId, Regex};

use crate::course::Course;

/// The contract of an operation at some values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Constraint {
    pub(crate) op: OpId,
    /// The values of its places, as far as they are given.
    pub(crate) given: Vec<Option<Term>>,
    /// The condition on the values of an event under which it is one of those meant.
    meant: Term,
    cases: Vec<ConstraintCase>,
}

/// A case of a contract at some values.
#[derive(Clone, PartialEq, Eq, Debug)]
struct ConstraintCase {
    /// The tracks of what has to have happened before.
    context: Vec<usize>,
    require: Term,
    ensure: Term,
    /// Whether what it ensures holds wherever its context and its requirements do.
    binds: bool,
}

impl Constraint {
    /// The contract of an operation at these values of its places, as far as they are given. What it says
    /// of other places is left out.
    pub(crate) fn new(
        ctx: Context<'_>,
        course: &mut Course,
        allowance: &Allowance,
        given: &[Option<Term>],
    ) -> Constraint {
        let event = ctx.alphabet.formal_event(allowance.op);
        let (mut by, mut open, mut meant) = (FxHashMap::default(), Vec::new(), Vec::new());
        for ((place, formal), given) in allowance.places.iter().zip(&event.values).zip(given) {
            match given {
                Some(value) => {
                    by.insert(*place, *value);
                    meant.push(ctx.pool.eq(*formal, *value));
                }
                None => {
                    by.insert(*place, *formal);
                    open.push(*place);
                }
            }
        }
        let last = course.trace.len();
        let mut cases = Vec::new();
        for case in &allowance.cases {
            let is_known = |regex: &&Regex| {
                !case.has_ghosts && !open.iter().any(|place| mentions(ctx, **regex, *place))
            };
            let known: Vec<&Regex> = case.context.iter().filter(is_known).collect();
            let is_whole = known.len() == case.context.len();
            let context = known
                .into_iter()
                .map(|regex| course.follow(0, ctx.regexes.substitute(ctx.pool, *regex, &by), last));
            let context = context.collect();
            let (require, ensure) = match case.has_ghosts {
                true => (Term::TRUE, Term::TRUE),
                false => (case.require, case.ensure),
            };
            cases.push(ConstraintCase {
                context,
                require: ctx.pool.substitute(require, &by),
                ensure: ctx.pool.substitute(ensure, &by),
                binds: is_whole && !case.has_ghosts,
            });
        }
        Constraint { op: allowance.op, given: given.to_vec(), meant: ctx.pool.and(&meant), cases }
    }

    /// What an event of the operation has to be like after what left these of the tracks.
    pub(crate) fn allows(&self, ctx: Context<'_>, rests: &[Regex]) -> Term {
        let pool = ctx.pool;
        let holds = |case: &ConstraintCase| {
            case.context.iter().all(|track| ctx.regexes.nullable(rests[*track]))
        };
        let ways = self.cases.iter().filter(|case| holds(case));
        let ways: Vec<Term> = ways.map(|case| pool.and(&[case.require, case.ensure])).collect();
        let binding = self.cases.iter().filter(|case| case.binds && holds(case));
        let bound = binding.map(|case| pool.implies(case.require, case.ensure));
        let allowed: Vec<Term> = bound.chain([pool.or(&ways)]).collect();
        pool.implies(self.meant, pool.and(&allowed))
    }
}

/// Whether an expression mentions a variable.
fn mentions(ctx: Context<'_>, regex: Regex, var: Term) -> bool {
    let other = ctx.pool.var("another value#", ctx.pool.sort(var));
    ctx.regexes.substitute(ctx.pool, regex, &FxHashMap::from_iter([(var, other)])) != regex
}

/// Whether a contract allows an event after others, on values. Cases with ghosts allow anything.
pub(crate) fn is_allowed(
    ctx: Context<'_>,
    allowance: &Allowance,
    before: &[trace::Item],
    event: &Event,
    is_true: impl Fn(Term) -> bool,
) -> bool {
    let by: FxHashMap<Term, Term> =
        allowance.places.iter().copied().zip(event.values.iter().copied()).collect();
    let put = |pool: &Pool, cond: Term| pool.substitute(cond, &by);
    let (mut allowed, mut bound) = (false, true);
    for case in &allowance.cases {
        if case.has_ghosts {
            allowed = true;
            continue;
        }
        let context = case.context.iter().all(|context| {
            let regex = ctx.regexes.substitute(ctx.pool, *context, &by);
            is_true(ctx.accept_items(before, regex))
        });
        let applies = context && is_true(put(ctx.pool, case.require));
        let kept = is_true(put(ctx.pool, case.ensure));
        allowed |= applies && kept;
        bound &= !applies || kept;
    }
    allowed && bound
}
