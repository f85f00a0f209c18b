//! The contract of the method made ready: formulas as expressions, clauses joined.

use machine::Input;
use rustc_hash::FxHashMap;
use source::Span;
use term::{Pool, Term};
use trace::{
    Context, ContractCase, Formula, Param, Raises, Regex, RegexPool, SpecMonitor, Stated, TooDeep,
};

use crate::plan::Properties;

/// Terms in place of variables.
pub(crate) type By = FxHashMap<Term, Term>;

/// All formulas as one expression; none if nothing is demanded.
pub(crate) fn joined(
    pool: &Pool,
    regexes: &RegexPool,
    stated: &[Stated<Formula>],
) -> Result<Option<Regex>, TooDeep> {
    let parts = stated.iter().map(|stated| regexes.of_formula(pool, &stated.what));
    let parts = parts.collect::<Result<Vec<Regex>, TooDeep>>()?;
    Ok((!parts.is_empty()).then(|| regexes.and(pool, &parts)))
}

/// One case of the contract of the method, ready for use.
pub(crate) struct Goal {
    /// Its ghosts, in the order of asking.
    pub(crate) ghosts: Vec<Asked>,
    /// What holds of the history: contexts and invariants.
    before: Option<Regex>,
    /// What holds of the arguments.
    require: Term,
    pub(crate) promises: Vec<Promise>,
}

impl Goal {
    pub(crate) fn new(
        pool: &Pool,
        regexes: &RegexPool,
        (case, ends): (&ContractCase, Option<Ends<'_>>),
        properties: &Properties,
    ) -> Result<Goal, TooDeep> {
        let stated = properties.all.iter().map(|(_, stated)| stated.clone());
        let stated: Vec<Stated<Formula>> = stated.collect();
        let before = [case.context.as_slice(), &case.invariant, &stated].concat();
        let require: Vec<Term> = case.require.iter().map(|stated| stated.what).collect();
        let ghost = |ghost: &Param| {
            let (name, sort) = (ghost.name.clone(), pool.sort(ghost.var));
            Asked { input: Input { name, sort, span: None }, var: ghost.var }
        };
        Ok(Goal {
            ghosts: case.ghosts.iter().chain(&properties.params).map(ghost).collect(),
            before: joined(pool, regexes, &before)?,
            require: pool.and(&require),
            promises: Promise::all(pool, regexes, (case, ends), properties)?,
        })
    }

    /// The condition under which the contract covers a call with these arguments.
    pub(crate) fn required(&self, pool: &Pool, by: &By) -> Term {
        pool.substitute(self.require, by)
    }

    /// What has to hold of the history, over the variables of the contract; none if nothing has to.
    pub(crate) fn formal_before(&self) -> Option<Regex> {
        self.before
    }

    /// What has to hold of the history for the contract to cover it.
    pub(crate) fn before(&self, ctx: Context<'_>, by: &By) -> Regex {
        self.before.map_or(Regex::ALL, |before| ctx.regexes.substitute(ctx.pool, before, by))
    }
}

/// A promise of the method: what must hold when it has returned.
pub(crate) struct Promise {
    pub(crate) kind: PromiseKind,
    pub(crate) span: Span,
}

/// The events that a promise is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Scope {
    /// Those of the call.
    Call,
    /// Those of the history, too.
    History,
}

pub(crate) enum PromiseKind {
    /// The events of the call.
    Effect(Regex, Formula),
    /// History and events.
    Invariant(Regex, Formula),
    /// History and events, nothing being known of the history alone.
    After(Regex, Formula),
    /// History and events, by a property of a spec with this name.
    Property(Regex, Formula, String),
    /// Arguments and result.
    Ensure(Term),
    /// The exception that comes out of the call, or that none does. What holds, and which exception
    /// it is about.
    Raises(Term, String),
}

impl Promise {
    fn all(
        pool: &Pool,
        regexes: &RegexPool,
        (case, ends): (&ContractCase, Option<Ends<'_>>),
        properties: &Properties,
    ) -> Result<Vec<Promise>, TooDeep> {
        let mut all = raises(pool, case, ends);
        for Stated { what, span } in &case.effect {
            let kind = PromiseKind::Effect(regexes.of_formula(pool, what)?, what.clone());
            all.push(Promise { kind, span: *span });
        }
        for Stated { what, span } in &case.invariant {
            let kind = PromiseKind::Invariant(regexes.of_formula(pool, what)?, what.clone());
            all.push(Promise { kind, span: *span });
        }
        for Stated { what, span } in &case.after {
            let kind = PromiseKind::After(regexes.of_formula(pool, what)?, what.clone());
            all.push(Promise { kind, span: *span });
        }
        // What is ensured is ensured of calls that return.
        let ensured = |cond: Term| match ends {
            Some(Ends { outcome, .. }) => pool.implies(pool.eq(outcome, pool.int(RETURNED)), cond),
            None => cond,
        };
        let ensure = case.ensure.iter();
        all.extend(
            ensure.map(|s| Promise { kind: PromiseKind::Ensure(ensured(s.what)), span: s.span }),
        );
        let always = case.always.iter();
        all.extend(always.map(|s| Promise { kind: PromiseKind::Ensure(s.what), span: s.span }));
        for (name, Stated { what, span }) in &properties.all {
            let regex = regexes.of_formula(pool, what)?;
            let kind = PromiseKind::Property(regex, what.clone(), name.clone());
            all.push(Promise { kind, span: *span });
        }
        Ok(all)
    }

    /// The expression that it is, and whether histories count; none if it is about more than traces.
    pub(crate) fn on_traces(&self) -> Option<(Regex, Scope)> {
        match &self.kind {
            PromiseKind::Effect(regex, _) => Some((*regex, Scope::Call)),
            PromiseKind::Invariant(regex, _)
            | PromiseKind::After(regex, _)
            | PromiseKind::Property(regex, ..) => Some((*regex, Scope::History)),
            PromiseKind::Ensure(_) | PromiseKind::Raises(..) => None,
        }
    }

    /// The condition under which it is kept, where `belongs` says whether the events in a scope belong to
    /// an expression.
    pub(crate) fn kept(
        &self,
        ctx: Context<'_>,
        belongs: impl Fn(Scope, Regex) -> Term,
        by: &By,
    ) -> Term {
        match &self.kind {
            PromiseKind::Effect(regex, _) => {
                belongs(Scope::Call, ctx.regexes.substitute(ctx.pool, *regex, by))
            }
            PromiseKind::Invariant(regex, _)
            | PromiseKind::After(regex, _)
            | PromiseKind::Property(regex, ..) => {
                belongs(Scope::History, ctx.regexes.substitute(ctx.pool, *regex, by))
            }
            PromiseKind::Ensure(cond) | PromiseKind::Raises(cond, _) => {
                ctx.pool.substitute(*cond, by)
            }
        }
    }

    /// The stable code of a violation.
    pub(crate) fn code(&self) -> &'static str {
        match self.kind {
            PromiseKind::Effect(..) | PromiseKind::Invariant(..) | PromiseKind::After(..) => {
                "ADT001"
            }
            PromiseKind::Ensure(_) => "ADT002",
            PromiseKind::Raises(..) => "ADT004",
            PromiseKind::Property(..) => SpecMonitor::CODE,
        }
    }

    /// What a violation comes to, as one sentence without a full stop.
    pub(crate) fn broken(&self, method: &str) -> String {
        match &self.kind {
            PromiseKind::Effect(..) => format!("`{method}` can break its effect"),
            PromiseKind::Invariant(..) => format!("`{method}` can break its invariant"),
            PromiseKind::After(..) => format!("`{method}` can break its postcondition"),
            PromiseKind::Ensure(_) => format!("`{method}` can break what it ensures"),
            PromiseKind::Raises(_, exception) => {
                format!("`{method}` can break what it says of the exception `{exception}`")
            }
            PromiseKind::Property(_, _, name) => {
                format!("`{method}` can break the property `{name}`")
            }
        }
    }
}

/// The outcome of a call that returned.
pub(crate) const RETURNED: i64 = 0;

/// What `raises` clauses promise: an exception comes out where its condition holds, and only there;
/// where the conditions of several hold, any of them may. Other cases of the contract may name others.
fn raises(pool: &Pool, case: &ContractCase, ends: Option<Ends<'_>>) -> Vec<Promise> {
    let Some(Ends { outcome, raises }) = ends else { return Vec::new() };
    let is = |number: i64| pool.eq(outcome, pool.int(number));
    let raised = |raises: &Raises| is(i64::try_from(raises.number + 1).expect("fewer than 2^63"));
    let promise = |holds: Term, raises: &Raises, span: Span| Promise {
        kind: PromiseKind::Raises(holds, raises.exception.clone()),
        span,
    };
    let mut all = Vec::new();
    for own in &case.raises {
        let Some(when) = &own.when else { continue };
        let only = pool.implies(raised(own), when.what);
        let always = match own.due {
            Some(due) => pool.implies(due, pool.not(is(RETURNED))),
            None => Term::TRUE,
        };
        all.push(promise(pool.and(&[only, always]), own, when.span));
    }
    let is_own = |other: &&Raises| case.raises.iter().any(|own| own.number == other.number);
    for other in raises.iter().filter(|other| !is_own(other)) {
        all.push(promise(pool.not(raised(other)), other, other.span));
    }
    all
}

/// How a call can end.
#[derive(Clone, Copy)]
pub(crate) struct Ends<'a> {
    /// Which way it was.
    pub(crate) outcome: Term,
    /// The exceptions that some case of the contract names.
    pub(crate) raises: &'a [Raises],
}

/// An input of the harness itself, with the variable that stands for it in terms built beforehand.
pub(crate) struct Asked {
    pub(crate) input: Input,
    pub(crate) var: Term,
}
