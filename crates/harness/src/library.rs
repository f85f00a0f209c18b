//! The contracts of operations made ready: what a performance needs, and what it does.
//!
//! A performance is as one of the cases says, for some ghosts; and a case without ghosts binds
//! whenever its context and its requirements hold. Where a context holds but no requirement on the
//! arguments does, it is the caller who is wrong. Where no context of an operation of a library holds
//! nothing is known, and the path is not explored. A function of the program that is run by its
//! contract has to find a case and ghosts that fit: if there are none, it is the caller who is wrong.

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Op, Pool, Symbol, Term};
use trace::{
    Context, ContractCase, Event, EventSet, Formula, Item, OpId, Param, Regex, RegexPool, Stated,
    TooDeep,
};

use crate::callee::{Caller, count_instances, instances, longest};
use crate::compile::{By, joined};
use crate::ghosts::{Ghosts, values, values_of_trace};
use crate::machine::Adds;
use crate::plan::{Effect, Operation, Plan, Role};
use crate::question::{Belongs, Part};

/// One case of the contract of an operation.
struct Clauses {
    ghosts: Vec<Param>,
    /// What holds before, invariants included.
    context: Option<Regex>,
    /// The same, part by part.
    contexts: Vec<Regex>,
    /// The part of the context that does not depend on ghosts.
    demanded: Option<Regex>,
    /// What holds after, invariants included.
    after: Option<Regex>,
    require: Term,
    /// The part of `require` that mentions the arguments alone.
    demands: Term,
    /// The part of `require` that does not mention the result.
    needs: Term,
    /// What is known of its ghosts.
    fitting: Ghosts,
    ensure: Term,
    /// None if it demands nothing.
    effect: Option<Regex>,
}

/// The statements of one case about one performance.
struct Said {
    context: Term,
    require: Term,
    /// Result and events are as promised.
    kept: Term,
}

/// The contract of an operation, ready for use.
pub(crate) struct Library {
    pub(crate) effect: Effect,
    pub(crate) role: Role,
    /// How many events a function adds at most that is run by its contract.
    pub(crate) longest: usize,
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
    /// Who performs it.
    pub(crate) caller: &'a Caller,
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
    let ready =
        |operation: &Operation| Ok((operation.name, Library::new(ctx, operation, plan.history)?));
    plan.operations.iter().map(ready).collect()
}

/// Where the contract of an operation allows its own event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// The operation.
    pub op: OpId,
    /// The variables of the contract for the values of an event.
    pub places: Vec<Term>,
    /// Its cases.
    pub cases: Vec<AllowanceCase>,
}

/// A case of an [`Allowance`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AllowanceCase {
    /// What happened before: each of these.
    pub context: Vec<Regex>,
    /// What the case is about.
    pub require: Term,
    /// What it says of the result.
    pub ensure: Term,
    /// Whether it depends on values that the event does not give.
    pub has_ghosts: bool,
}

impl Library {
    /// Where the operation has its event. None if it adds other events than its own.
    pub(crate) fn allowance(&self, ctx: Context<'_>) -> Option<Allowance> {
        let Effect::Own(op) = self.effect else { return None };
        let cases = self.cases.iter().map(|case| case.allowance(ctx, &self.places)).collect();
        Some(Allowance { op, places: self.places.clone(), cases })
    }

    fn new(ctx: Context<'_>, operation: &Operation, bound: usize) -> Result<Library, TooDeep> {
        let cases = operation.cases.iter().map(|case| Clauses::new(ctx, operation, case));
        let cases = cases.collect::<Result<Vec<Clauses>, TooDeep>>()?;
        Ok(Library {
            effect: operation.effect,
            role: operation.role,
            longest: cases.iter().map(|case| longest(ctx, case.effect, bound)).max().unwrap_or(0),
            places: operation.places.clone(),
            cases,
        })
    }

    /// What a performance adds whose effect is a block, where there is room for so many events.
    pub(crate) fn adds(&self, room: usize) -> Adds {
        match self.role {
            Role::Library => Adds::Block(room, Vec::new()),
            Role::Callee => Adds::Effects(room.min(self.longest), Vec::new()),
        }
    }

    /// Whether a performance may be the mistake of who performs it, or add other events than its own.
    pub(crate) fn may_refuse(&self) -> bool {
        let is_demanding = |case: &Clauses| case.demands != Term::TRUE;
        self.role == Role::Callee
            || self.effect == Effect::Block
            || self.cases.iter().any(is_demanding)
    }

    /// The expressions that what happened before has to match, perhaps with what is added.
    pub(crate) fn asked_of_the_past(&self) -> Vec<Regex> {
        self.cases.iter().flat_map(|case| case.context.into_iter().chain(case.after)).collect()
    }

    /// The ghosts of all cases in order.
    pub(crate) fn ghosts(&self) -> impl Iterator<Item = &Param> {
        self.cases.iter().flat_map(|case| &case.ghosts)
    }

    /// What some case lets a performance add to the trace.
    pub(crate) fn effect(
        &self,
        ctx: Context<'_>,
        (values, ghosts): (&[Term], &[Term]),
        caller: &Caller,
    ) -> Regex {
        let effects = self.each_case((values, ghosts), caller, |case, by| match case.effect {
            Some(effect) => ctx.regexes.substitute(ctx.pool, effect, by),
            None => Regex::ALL,
        });
        ctx.regexes.or(ctx.pool, &effects)
    }

    /// Looks at each case with what stands for its variables.
    fn each_case<T>(
        &self,
        (values, ghosts): (&[Term], &[Term]),
        caller: &Caller,
        mut look: impl FnMut(&Clauses, &By) -> T,
    ) -> Vec<T> {
        let mut by = self.by(values, caller);
        let mut ghosts = ghosts.iter().copied();
        let each = |case: &Clauses| {
            by.extend(case.ghosts.iter().map(|ghost| ghost.var).zip(ghosts.by_ref()));
            look(case, &by)
        };
        self.cases.iter().map(each).collect()
    }

    /// What stands for the variables of the contract, ghosts left out.
    fn by(&self, values: &[Term], caller: &Caller) -> By {
        let mut by = caller.by.clone();
        by.extend(self.places.iter().copied().zip(values.iter().copied()));
        by
    }

    /// The condition under which the caller must not perform it now.
    pub(crate) fn refuses(&self, ctx: Context<'_>, act: &Act<'_>) -> Term {
        match self.role {
            Role::Library => self.refuses_arguments(ctx, act),
            Role::Callee => self.refuses_call(ctx, act),
        }
    }

    /// The condition under which what no case can do without does not hold.
    fn refuses_call(&self, ctx: Context<'_>, act: &Act<'_>) -> Term {
        let by = self.by(act.values, act.caller);
        let ways = self.cases.iter().map(|case| {
            let demands = ctx.pool.substitute(case.demands, &by);
            let demanded = case.demanded.map_or(Term::TRUE, |regex| {
                (act.belongs)(Part::Before, ctx.regexes.substitute(ctx.pool, regex, &by))
            });
            ctx.pool.and(&[demands, demanded])
        });
        ctx.pool.not(ctx.pool.or(&ways.collect::<Vec<Term>>()))
    }

    /// Whether what a callee needs depends on its ghosts, so that one has to be found that fits.
    pub(crate) fn needs_ghosts(&self) -> bool {
        self.role == Role::Callee && self.cases.iter().any(Clauses::needs_ghosts)
    }

    /// The condition under which none of the ghosts that are tried fits the call, and whether no
    /// ghost fits then.
    pub(crate) fn fits_none(
        &self,
        ctx: Context<'_>,
        act: &Act<'_>,
        trace: &[Item],
    ) -> (Term, bool) {
        let (mut parts, mut decided) = (Vec::new(), true);
        let mut given = act.ghosts.iter().copied();
        for case in &self.cases {
            let given: Vec<Term> = given.by_ref().take(case.ghosts.len()).collect();
            let by = self.by(act.values, act.caller);
            if !case.needs_ghosts() {
                parts.push(ctx.pool.not(case.fits(ctx, act.belongs, &by)));
                continue;
            }
            let mut known = values_of_trace(ctx.alphabet, trace);
            known.extend(act.caller.known.iter().chain(act.values));
            known.extend(case.fitting.compared.iter().map(|term| ctx.pool.substitute(*term, &by)));
            let tried = Tried::new(ctx.pool, case, &given, known);
            decided &= case.fitting.decided && tried.complete;
            parts.extend(tried.new);
            for chosen in tried.instances {
                let mut by = by.clone();
                by.extend(chosen);
                parts.push(ctx.pool.not(case.fits(ctx, act.belongs, &by)));
            }
        }
        (ctx.pool.and(&parts), decided)
    }

    /// The condition under which the arguments are such that no case allows them, although the
    /// context of one holds.
    fn refuses_arguments(&self, ctx: Context<'_>, act: &Act<'_>) -> Term {
        if self.cases.iter().all(|case| case.demands == Term::TRUE) {
            return Term::FALSE;
        }
        // Nothing was added yet, so nothing can be asked of it.
        let before = |case: &Clauses, by: &By| {
            (case.context(ctx, act.belongs, by), ctx.pool.substitute(case.demands, by))
        };
        let before = self.each_case((act.values, act.ghosts), act.caller, before);
        let contexts: Vec<Term> = before.iter().map(|(context, _)| *context).collect();
        let mut parts = vec![ctx.pool.or(&contexts)];
        for (case, (context, demands)) in self.cases.iter().zip(before) {
            // With other ghosts the context of a case might hold: only without is it known not to.
            let met = match case.ghosts.is_empty() {
                true => ctx.pool.and(&[context, demands]),
                false => demands,
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
        if self.role == Role::Callee {
            parts.extend(self.kept_for_known(ctx, act));
        }
        pool.and(&parts)
    }

    /// A contract of the program holds for all values of the ghosts: those that caller and call
    /// mention are among them.
    fn kept_for_known(&self, ctx: Context<'_>, act: &Act<'_>) -> Vec<Term> {
        let mut known = act.caller.known.clone();
        known.extend(act.values.iter().filter(|value| !act.caller.known.contains(value)));
        let mut parts = Vec::new();
        for case in self.cases.iter().filter(|case| !case.ghosts.is_empty()) {
            let ghosts: Vec<Term> = case.ghosts.iter().map(|ghost| ghost.var).collect();
            for chosen in instances(ctx.pool, &ghosts, &known) {
                let mut by = self.by(act.values, act.caller);
                by.extend(chosen);
                let said = case.said(ctx, act.belongs, &by);
                let bound = ctx.pool.and(&[said.context, said.require]);
                parts.push(ctx.pool.implies(bound, said.kept));
            }
        }
        parts
    }

    fn said(&self, ctx: Context<'_>, act: &Act<'_>) -> Vec<Said> {
        let look = |case: &Clauses, by: &By| case.said(ctx, act.belongs, by);
        self.each_case((act.values, act.ghosts), act.caller, look)
    }
}

/// The ghosts of a case that are tried for a call.
struct Tried {
    instances: Vec<By>,
    /// The conditions under which the ghosts that were asked for are values that occur nowhere else.
    new: Vec<Term>,
    /// Whether none was left out.
    complete: bool,
}

impl Tried {
    fn new(pool: &Pool, case: &Clauses, given: &[Term], known: Vec<Term>) -> Tried {
        let vars: Vec<Term> = case.ghosts.iter().map(|ghost| ghost.var).collect();
        let (mut all, mut new): (Vec<Term>, Vec<Term>) = (Vec::new(), Vec::new());
        for given in given {
            let sort = pool.sort(*given);
            if let Some(values) = values(pool, sort) {
                all.extend(values);
                continue;
            }
            let others = known.iter().filter(|value| pool.sort(**value) == sort);
            new.extend(others.map(|other| pool.not(pool.eq(*given, *other))));
            all.push(*given);
        }
        all.extend(known);
        let mut seen = FxHashSet::default();
        all.retain(|value| seen.insert(*value));
        let instances = instances(pool, &vars, &all);
        let complete = instances.len() == count_instances(pool, &vars, &all);
        Tried { instances, new, complete }
    }
}

impl Clauses {
    /// Where it allows an event with values for these places. A ghost that equals something of the
    /// event is that.
    fn allowance(&self, ctx: Context<'_>, places: &[Term]) -> AllowanceCase {
        let pool = ctx.pool;
        let mut by = By::default();
        for ghost in &self.ghosts {
            let value = equal_to(pool, ghost.var, &[self.require, self.ensure], places);
            by.extend(value.map(|value| (ghost.var, value)));
        }
        let put = |regex: &Regex| ctx.regexes.substitute(pool, *regex, &by);
        AllowanceCase {
            context: self.contexts.iter().map(put).collect(),
            require: pool.substitute(self.require, &by),
            ensure: pool.substitute(self.ensure, &by),
            has_ghosts: by.len() < self.ghosts.len(),
        }
    }

    /// Whether what it needs depends on its ghosts.
    fn needs_ghosts(&self) -> bool {
        self.context != self.demanded || self.needs != self.demands
    }

    /// The condition under which its context and its requirements hold, as far as the result does not
    /// matter.
    fn fits(&self, ctx: Context<'_>, belongs: &Belongs<'_>, by: &By) -> Term {
        ctx.pool.and(&[self.context(ctx, belongs, by), ctx.pool.substitute(self.needs, by)])
    }

    fn new(
        ctx: Context<'_>,
        operation: &Operation,
        case: &ContractCase,
    ) -> Result<Clauses, TooDeep> {
        let pool = ctx.pool;
        let require: Vec<Term> = case.require.iter().map(|stated| stated.what).collect();
        let ensure: Vec<Term> = case.ensure.iter().map(|stated| stated.what).collect();
        let mentions = |cond: &Term, vars: &[Term]| {
            let free = pool.free_vars(&[*cond]);
            vars.iter().any(|var| free.contains(var))
        };
        let ghosts: Vec<Term> = case.ghosts.iter().map(|ghost| ghost.var).collect();
        let result = &operation.places[operation.params..];
        let needs: Vec<Term> =
            require.iter().copied().filter(|cond| !mentions(cond, result)).collect();
        let demands: Vec<Term> =
            needs.iter().copied().filter(|cond| !mentions(cond, &ghosts)).collect();
        let context = [case.context.as_slice(), &case.invariant].concat();
        let after = [case.invariant.as_slice(), &case.after].concat();
        Ok(Clauses {
            ghosts: case.ghosts.clone(),
            context: joined(pool, ctx.regexes, &context)?,
            contexts: parts(ctx, &context)?,
            demanded: joined(pool, ctx.regexes, &without_ghosts(ctx, case, context)?)?,
            after: joined(pool, ctx.regexes, &after)?,
            require: pool.and(&require),
            demands: pool.and(&demands),
            needs: pool.and(&needs),
            fitting: Ghosts::new(pool, ctx.alphabet, case),
            ensure: pool.and(&ensure),
            effect: effect(ctx, operation, case)?,
        })
    }

    /// The condition under which its context holds.
    fn context(&self, ctx: Context<'_>, belongs: &Belongs<'_>, by: &By) -> Term {
        accept(ctx, belongs, (Part::Before, self.context), by)
    }

    fn said(&self, ctx: Context<'_>, belongs: &Belongs<'_>, by: &By) -> Said {
        let put = |cond: Term| ctx.pool.substitute(cond, by);
        let accept = |part: Part, regex: Option<Regex>| accept(ctx, belongs, (part, regex), by);
        Said {
            context: self.context(ctx, belongs, by),
            require: put(self.require),
            kept: ctx.pool.and(&[
                put(self.ensure),
                accept(Part::Added, self.effect),
                accept(Part::After, self.after),
            ]),
        }
    }
}

/// The condition under which a part of the trace is in `regex`, if that demands something.
fn accept(
    ctx: Context<'_>,
    belongs: &Belongs<'_>,
    (part, regex): (Part, Option<Regex>),
    by: &By,
) -> Term {
    regex.map_or(Term::TRUE, |regex| belongs(part, ctx.regexes.substitute(ctx.pool, regex, by)))
}

/// The parts of some formulas that all have to hold.
fn parts(ctx: Context<'_>, stated: &[Stated<Formula>]) -> Result<Vec<Regex>, TooDeep> {
    let mut todo: Vec<&Formula> = stated.iter().map(|stated| &stated.what).collect();
    let mut all = Vec::new();
    while let Some(formula) = todo.pop() {
        match formula {
            Formula::And(parts) => todo.extend(parts),
            part => all.push(ctx.regexes.of_formula(ctx.pool, part)?),
        }
    }
    Ok(all)
}

/// What some conditions say that a variable equals, in terms of others.
fn equal_to(pool: &Pool, var: Term, conds: &[Term], others: &[Term]) -> Option<Term> {
    let mut todo = conds.to_vec();
    while let Some(cond) = todo.pop() {
        match (pool.op(cond), pool.args(cond)) {
            (Op::And, parts) => todo.extend(parts),
            (Op::Eq, [left, right]) => {
                for (one, value) in [(left, right), (right, left)] {
                    let known = |free: &Term| others.contains(free);
                    if *one == var && pool.free_vars(&[*value]).iter().all(known) {
                        return Some(*value);
                    }
                }
            }
            _ => {}
        }
    }
    None
}

/// The formulas that do not depend on the ghosts of a case.
fn without_ghosts(
    ctx: Context<'_>,
    case: &ContractCase,
    stated: Vec<Stated<Formula>>,
) -> Result<Vec<Stated<Formula>>, TooDeep> {
    let pool = ctx.pool;
    let other = |var: Term| pool.var("other#ghost", pool.sort(var));
    let others: By = case.ghosts.iter().map(|ghost| (ghost.var, other(ghost.var))).collect();
    let mut free = Vec::new();
    for stated in stated {
        let regex = ctx.regexes.of_formula(pool, &stated.what)?;
        if ctx.regexes.substitute(pool, regex, &others) == regex {
            free.push(stated);
        }
    }
    Ok(free)
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
