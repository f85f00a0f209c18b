//! The contracts of operations made ready: what a performance needs, and what it does.
//!
//! A performance is as one of the cases says, for some ghosts; and a case without ghosts binds
//! whenever its context and its requirements hold. Where a context holds but no requirement on the
//! arguments does, it is the caller who is wrong. Where no context holds nothing is known, and the
//! way is not looked at.

use rustc_hash::FxHashMap;
use term::{Pool, Symbol, Term};
use trace::{
    Context, ContractCase, Event, EventSet, Formula, Item, Param, Regex, RegexPool, TooDeep,
};

use crate::compile::{By, joined};
use crate::plan::{Effect, Operation, Plan};
use crate::question::{Belongs, Part};

/// One case of the contract of an operation.
struct Clauses {
    ghosts: Vec<Param>,
    context: Option<Regex>,
    require: Term,
    /// The part of `require` that speaks of the arguments alone.
    demands: Term,
    ensure: Term,
    /// None if it demands nothing.
    effect: Option<Regex>,
}

/// What one case says about one performance.
struct Said {
    context: Term,
    require: Term,
    demands: Term,
    /// Result and events are as promised.
    kept: Term,
}

/// The contract of an operation, ready for use.
pub(crate) struct Library {
    pub(crate) effect: Effect,
    pub(crate) places: Vec<Term>,
    cases: Vec<Clauses>,
}

/// A performance of an operation that is to be judged.
pub(crate) struct Act<'a> {
    /// Which parts of the trace belong to which expressions.
    pub(crate) belongs: &'a Belongs<'a>,
    /// Arguments, then perhaps the result.
    pub(crate) values: &'a [Term],
    /// The values of the ghosts of all cases, in the order of [`Library::ghosts`].
    pub(crate) ghosts: &'a [Term],
}

/// All contracts by name.
pub(crate) type Libraries = FxHashMap<Symbol, Library>;

/// Makes the contracts of a plan ready.
pub(crate) fn libraries(
    pool: &Pool,
    regexes: &RegexPool,
    plan: &Plan,
) -> Result<Libraries, TooDeep> {
    let ctx = Context { pool, alphabet: &plan.alphabet, regexes };
    let ready = |operation: &Operation| Ok((operation.name, Library::new(ctx, operation)?));
    plan.operations.iter().map(ready).collect()
}

impl Library {
    fn new(ctx: Context<'_>, operation: &Operation) -> Result<Library, TooDeep> {
        let cases = operation.cases.iter().map(|case| Clauses::new(ctx, operation, case));
        Ok(Library {
            effect: operation.effect,
            places: operation.places.clone(),
            cases: cases.collect::<Result<_, TooDeep>>()?,
        })
    }

    /// The ghosts of all cases in order.
    pub(crate) fn ghosts(&self) -> impl Iterator<Item = &Param> {
        self.cases.iter().flat_map(|case| &case.ghosts)
    }

    /// What some case lets a performance add to the trace.
    pub(crate) fn effect(&self, ctx: Context<'_>, values: &[Term], ghosts: &[Term]) -> Regex {
        let effects = self.each_case(values, ghosts, |case, by| match case.effect {
            Some(effect) => ctx.regexes.substitute(ctx.pool, effect, by),
            None => Regex::ALL,
        });
        ctx.regexes.or(ctx.pool, &effects)
    }

    /// Looks at each case with what stands for its variables.
    fn each_case<T>(
        &self,
        values: &[Term],
        ghosts: &[Term],
        mut look: impl FnMut(&Clauses, &By) -> T,
    ) -> Vec<T> {
        let mut by: By = self.places.iter().copied().zip(values.iter().copied()).collect();
        let mut ghosts = ghosts.iter().copied();
        let each = |case: &Clauses| {
            by.extend(case.ghosts.iter().map(|ghost| ghost.var).zip(ghosts.by_ref()));
            look(case, &by)
        };
        self.cases.iter().map(each).collect()
    }

    /// The condition under which the arguments are such that no case allows them, although the
    /// context of one holds.
    pub(crate) fn refuses(&self, ctx: Context<'_>, act: &Act<'_>) -> Term {
        if self.cases.iter().all(|case| case.demands == Term::TRUE) {
            return Term::FALSE;
        }
        let said = self.said(ctx, act);
        let contexts: Vec<Term> = said.iter().map(|said| said.context).collect();
        let mut parts = vec![ctx.pool.or(&contexts)];
        for (case, said) in self.cases.iter().zip(&said) {
            // With other ghosts the context of a case might hold: only without is it known not to.
            let met = match case.ghosts.is_empty() {
                true => ctx.pool.and(&[said.context, said.demands]),
                false => said.demands,
            };
            parts.push(ctx.pool.not(met));
        }
        ctx.pool.and(&parts)
    }

    /// The condition under which the contract allows a performance.
    pub(crate) fn allows(&self, ctx: Context<'_>, act: &Act<'_>) -> Term {
        let (pool, said) = (ctx.pool, self.said(ctx, act));
        let ways = said.iter().map(|said| pool.and(&[said.context, said.require, said.kept]));
        let mut parts = vec![pool.or(&ways.collect::<Vec<Term>>())];
        if self.cases.len() > 1 {
            for (case, said) in self.cases.iter().zip(&said) {
                let bound = pool.and(&[said.context, said.require]);
                parts.extend(case.ghosts.is_empty().then(|| pool.implies(bound, said.kept)));
            }
        }
        pool.and(&parts)
    }

    fn said(&self, ctx: Context<'_>, act: &Act<'_>) -> Vec<Said> {
        self.each_case(act.values, act.ghosts, |case, by| case.said(ctx, act.belongs, by))
    }
}

impl Clauses {
    fn new(
        ctx: Context<'_>,
        operation: &Operation,
        case: &ContractCase,
    ) -> Result<Clauses, TooDeep> {
        let pool = ctx.pool;
        let require: Vec<Term> = case.require.iter().map(|stated| stated.what).collect();
        let ensure: Vec<Term> = case.ensure.iter().map(|stated| stated.what).collect();
        let of_arguments = |cond: &Term| {
            let not_chosen = case.ghosts.iter().map(|ghost| ghost.var);
            let mut other = not_chosen.chain(operation.places[operation.params..].iter().copied());
            let free = pool.free_vars(&[*cond]);
            !other.any(|var| free.contains(&var))
        };
        let demands: Vec<Term> = require.iter().copied().filter(of_arguments).collect();
        Ok(Clauses {
            ghosts: case.ghosts.clone(),
            context: joined(pool, ctx.regexes, &case.context)?,
            require: pool.and(&require),
            demands: pool.and(&demands),
            ensure: pool.and(&ensure),
            effect: effect(ctx, operation, case)?,
        })
    }

    fn said(&self, ctx: Context<'_>, belongs: &Belongs<'_>, by: &By) -> Said {
        let put = |cond: Term| ctx.pool.substitute(cond, by);
        let accept = |part: Part, regex: Option<Regex>| match regex {
            None => Term::TRUE,
            Some(regex) => belongs(part, ctx.regexes.substitute(ctx.pool, regex, by)),
        };
        Said {
            context: accept(Part::Before, self.context),
            require: put(self.require),
            demands: put(self.demands),
            kept: ctx.pool.and(&[put(self.ensure), accept(Part::Added, self.effect)]),
        }
    }
}

/// What the effect of a case demands of the events that are added.
fn effect(
    ctx: Context<'_>,
    operation: &Operation,
    case: &ContractCase,
) -> Result<Option<Regex>, TooDeep> {
    let stated = joined(ctx.pool, ctx.regexes, &case.effect)?;
    match (operation.effect, stated) {
        (Effect::Block, Some(_)) => Ok(stated),
        (Effect::Block, None) => {
            let own = ctx.alphabet.find(operation.name);
            let own = own.map(|op| Formula::One(EventSet::Call(op, Term::TRUE)));
            own.map(|own| ctx.regexes.of_formula(ctx.pool, &own)).transpose()
        }
        (Effect::Own(_), None) => Ok(None),
        (Effect::Own(op), Some(regex)) => {
            // Most effects only name the places of the event, and hold of each.
            let any = Event { op: Some(op), values: operation.places.clone() };
            let holds = ctx.accept_items([&Item::Event(any)], regex);
            Ok(stated.filter(|_| holds != Term::TRUE))
        }
    }
}
