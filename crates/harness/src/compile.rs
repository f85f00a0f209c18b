//! Contracts made ready: formulas as expressions, clauses joined, inputs counted.

use machine::Input;
use rustc_hash::FxHashMap;
use source::Span;
use term::{Pool, Sort, Term};
use trace::{
    Context, ContractCase, Event, Formula, OpId, Param, Regex, RegexPool, Slots, Stated, TooDeep,
};

use crate::plan::{Operation, Plan};

/// Terms in place of variables.
pub(crate) type By = FxHashMap<Term, Term>;

/// A group of clauses that an operation is allowed by.
pub(crate) struct Allowed {
    pub(crate) ghosts: Vec<Param>,
    context: Option<Regex>,
    conditions: Term,
}

impl Allowed {
    pub(crate) fn new(
        pool: &Pool,
        regexes: &RegexPool,
        case: &ContractCase,
    ) -> Result<Allowed, TooDeep> {
        let conditions: Vec<Term> =
            case.require.iter().chain(&case.ensure).map(|stated| stated.what).collect();
        Ok(Allowed {
            ghosts: case.ghosts.clone(),
            context: joined(pool, regexes, &case.context)?,
            conditions: pool.and(&conditions),
        })
    }

    /// The condition under which the clauses hold after a history and some events.
    pub(crate) fn holds(
        &self,
        ctx: Context<'_>,
        before: &Slots,
        events: &[Event],
        by: &By,
    ) -> Term {
        let pool = ctx.pool;
        let conditions = pool.substitute(self.conditions, by);
        let Some(context) = self.context.filter(|_| conditions != Term::FALSE) else {
            return conditions;
        };
        let context = ctx.regexes.substitute(pool, context, by);
        pool.and(&[conditions, ctx.accept(before, events, context)])
    }
}

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

/// The contract of an operation, ready for use.
pub(crate) struct Library {
    places: Vec<Term>,
    pub(crate) cases: Vec<Allowed>,
}

impl Library {
    pub(crate) fn all(
        pool: &Pool,
        regexes: &RegexPool,
        operations: &[Operation],
    ) -> Result<FxHashMap<OpId, Library>, TooDeep> {
        let mut all = FxHashMap::default();
        for operation in operations {
            let cases = operation.cases.iter().map(|case| Allowed::new(pool, regexes, case));
            let cases = cases.collect::<Result<Vec<Allowed>, TooDeep>>()?;
            all.insert(operation.op, Library { places: operation.places.clone(), cases });
        }
        Ok(all)
    }

    /// The ghosts of all cases in order.
    pub(crate) fn ghosts(&self) -> impl Iterator<Item = &Param> {
        self.cases.iter().flat_map(|case| &case.ghosts)
    }

    /// The condition under which an event is allowed after a history and some events; the values
    /// of the ghosts are in the order of [`Library::ghosts`].
    pub(crate) fn allows(
        &self,
        ctx: Context<'_>,
        (before, events): (&Slots, &[Event]),
        event: &Event,
        ghosts: &[Term],
    ) -> Term {
        let mut by: By = self.places.iter().copied().zip(event.values.iter().copied()).collect();
        let mut ghosts = ghosts.iter().copied();
        let mut ways = Vec::new();
        for case in &self.cases {
            by.extend(case.ghosts.iter().map(|ghost| ghost.var).zip(ghosts.by_ref()));
            ways.push(case.holds(ctx, before, events, &by));
        }
        ctx.pool.or(&ways)
    }
}

/// A promise of the method: what must hold when it has returned.
pub(crate) struct Promise {
    pub(crate) kind: PromiseKind,
    pub(crate) span: Span,
}

pub(crate) enum PromiseKind {
    /// The events of the call.
    Effect(Regex, Formula),
    /// History and events.
    Invariant(Regex, Formula),
    /// History and events, nothing being known of the history alone.
    After(Regex, Formula),
    /// Arguments and result.
    Ensure(Term),
}

impl Promise {
    pub(crate) fn all(
        pool: &Pool,
        regexes: &RegexPool,
        case: &ContractCase,
    ) -> Result<Vec<Promise>, TooDeep> {
        let mut all = Vec::new();
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
        let ensure = case.ensure.iter();
        all.extend(ensure.map(|s| Promise { kind: PromiseKind::Ensure(s.what), span: s.span }));
        Ok(all)
    }

    /// The stable code of a violation.
    pub(crate) fn code(&self) -> &'static str {
        match self.kind {
            PromiseKind::Effect(..) | PromiseKind::Invariant(..) | PromiseKind::After(..) => {
                "ADT001"
            }
            PromiseKind::Ensure(_) => "ADT002",
        }
    }

    /// What a violation comes to, as one sentence without a full stop.
    pub(crate) fn broken(&self, method: &str) -> String {
        match self.kind {
            PromiseKind::Effect(..) => {
                format!("`{method}` can do what its effect does not allow")
            }
            PromiseKind::Invariant(..) => {
                format!("the invariant can hold before a call of `{method}` and not after it")
            }
            PromiseKind::After(..) => {
                format!("what must hold after a call of `{method}` can fail to")
            }
            PromiseKind::Ensure(_) => {
                format!("`{method}` can return without what it ensures")
            }
        }
    }
}

/// An input of the harness itself, with the variable that stands for it in terms built beforehand.
pub(crate) struct Asked {
    pub(crate) input: Input,
    pub(crate) var: Term,
}

/// The ghosts of one slot: operations share them by sort, because an event is of one operation.
pub(crate) fn slot_ghosts(pool: &Pool, plan: &Plan, slot: usize) -> Vec<Term> {
    let mut needed: Vec<(Sort, usize)> = Vec::new();
    for operation in &plan.operations {
        let ghosts: Vec<Sort> = ghost_sorts(pool, operation);
        for sort in &ghosts {
            let count = ghosts.iter().filter(|other| *other == sort).count();
            match needed.iter_mut().find(|(known, _)| known == sort) {
                Some((_, known)) => *known = count.max(*known),
                None => needed.push((*sort, count)),
            }
        }
    }
    let each = |(sort, count): (Sort, usize)| {
        (0..count).map(move |at| {
            let name = format!("ghost#{slot}.{at}.{}", pool.show_sort(sort));
            pool.var(&name, sort)
        })
    };
    needed.into_iter().flat_map(each).collect()
}

fn ghost_sorts(pool: &Pool, operation: &Operation) -> Vec<Sort> {
    let ghosts = operation.cases.iter().flat_map(|case| &case.ghosts);
    ghosts.map(|ghost| pool.sort(ghost.var)).collect()
}

/// The shared ghosts that stand for those of one operation, in its order.
pub(crate) fn pick_ghosts(pool: &Pool, library: &Library, shared: &[Term]) -> Vec<Term> {
    let mut left = shared.to_vec();
    let pick = |ghost: &Param| {
        let sort = pool.sort(ghost.var);
        let at = left.iter().position(|var| pool.sort(*var) == sort);
        left.remove(at.expect("there are as many as any operation needs"))
    };
    library.ghosts().map(pick).collect()
}
