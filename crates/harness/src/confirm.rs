//! The second opinion on a violation.
//!
//! The history, the arguments and the events of a witness are values. The contract of the method and
//! those of the operations are judged on them by [`trace::Judge`], straight from the definition of the
//! formulas.

use machine::{Failure, Input, Machine};
use source::Span;
use term::{Model, Pool, Term};
use trace::{Event, Formula, Judge, Stated};

use crate::broken::{Broken, BrokenFormula, BrokenPart, plain_name};
use crate::compile::{Promise, PromiseKind, RETURNED};
use crate::judged::{ContractJudge, LibraryCall};
use crate::machine::Harness;
use crate::perform::REFUSED;
use crate::rerun::{Performed, Rerun};

/// A witness in the words of the method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// Which case of the method's contract.
    pub case: usize,
    /// What happened before the call, calls of the program itself included.
    pub history: Vec<machine::Event>,
    /// How many of these happened before the program was called for the first time.
    pub past: usize,
    /// The calls of the program itself among them, in order.
    pub own_calls: Vec<machine::Event>,
    /// What happened in the call, the events of blocks included, and perhaps its result.
    pub call: Vec<machine::Event>,
    /// The ghosts of the method by name.
    pub ghosts: Vec<(String, Term)>,
    /// The arguments by name, those that can have but one value included.
    pub args: Vec<(String, Term)>,
    /// What is broken; none if it is no promise of the method.
    pub broken: Option<Broken>,
}

/// A witness taken apart.
pub(crate) struct Parts {
    pub(crate) case: usize,
    pub(crate) history: Vec<Event>,
    pub(crate) performed: Vec<Performed>,
    /// How many of these were performed before the call began.
    pub(crate) before: usize,
    /// The values of the variables of the method's contract and of the history.
    pub(crate) model: Model,
    told: Told,
}

impl<M: Machine> Harness<M> {
    /// Judges a violation again. The error says why it is none.
    ///
    /// `inputs` are all inputs with their values in the order of asking, `functions` the tables of
    /// undefined functions, and `events` what was seen. A failure that the program itself states
    /// (an uncaught exception) breaks no promise: of it only the start and the contracts
    /// of the operations are judged.
    pub fn confirm(
        &self,
        pool: &Pool,
        failure: &Failure,
        inputs: &[(Input, Term)],
        functions: &Model,
        events: &[machine::Event],
    ) -> Result<Told, String> {
        let mut parts = self.take_apart(pool, inputs, functions, events)?;
        self.judge_start(pool, &parts)?;
        self.judge_history(pool, functions, &parts)?;
        self.judge_call(pool, functions, &parts)?;
        let promises = &self.goals[parts.case].promises;
        let broken = match failure.code {
            REFUSED => parts.performed.last().is_some_and(|last| !last.allowed),
            code if promises.iter().any(|promise| promise.code() == code) => {
                parts.told.broken = self.broken_promise(pool, &parts)?;
                parts.told.broken.is_some()
            }
            _ => true,
        };
        match broken {
            true => Ok(parts.told),
            false => Err("the independent evaluator finds every promise kept".to_owned()),
        }
    }

    /// The contract covers the history and the arguments.
    fn judge_start(&self, pool: &Pool, parts: &Parts) -> Result<(), String> {
        let case = &self.plan.method.cases[parts.case];
        let properties = self.plan.method.properties.all.iter().map(|(_, stated)| stated);
        let before = parts.performed[..parts.before].iter().flat_map(|done| done.added.clone());
        let history: Vec<Event> = parts.history.iter().cloned().chain(before).collect();
        for Stated { what, .. } in case.context.iter().chain(&case.invariant).chain(properties) {
            if !self.judge(pool, &parts.model, &history, what)? {
                return Err("the history is not one that the contract covers".to_owned());
            }
        }
        let is_true = |term: Term| pool.eval(term, &parts.model) == Term::TRUE;
        if !case.require.iter().all(|stated| is_true(stated.what)) {
            return Err("the arguments are not those that the contract covers".to_owned());
        }
        Ok(())
    }

    /// The libraries could have produced the history.
    fn judge_history(&self, pool: &Pool, functions: &Model, parts: &Parts) -> Result<(), String> {
        let judge = ContractJudge { pool, alphabet: &self.plan.alphabet, functions };
        let past = self.history.past(pool, &self.plan, &parts.model, &parts.history);
        let past = past.ok_or("the history is cut where no operation begins")?;
        for done in past {
            let call = LibraryCall {
                before: &parts.history[..done.events.start],
                values: &done.values,
                ghosts: &done.ghosts,
                added: &parts.history[done.events],
                known: &[],
            };
            if !judge.allows(done.operation, &call)? {
                let name = pool.name(done.operation.name);
                return Err(format!("the contract of `{name}` does not allow the history"));
            }
        }
        Ok(())
    }

    /// The operations did in the call what their contracts say.
    fn judge_call(&self, pool: &Pool, functions: &Model, parts: &Parts) -> Result<(), String> {
        let judge = ContractJudge { pool, alphabet: &self.plan.alphabet, functions: &parts.model };
        let mentioned: Vec<Term> =
            parts.told.ghosts.iter().chain(&parts.told.args).map(|(_, value)| *value).collect();
        let mut before = parts.history.clone();
        for done in &parts.performed {
            let named = |name| name == done.shown.op;
            let known = self.plan.operations.iter().find(|operation| named(operation.name));
            if let Some(operation) = known {
                let Performed { values, ghosts, added, allowed, .. } = done;
                let call =
                    LibraryCall { before: &before, values, ghosts, added, known: &mentioned };
                let agreed = match allowed {
                    true => judge.allows(operation, &call)?,
                    false => judge.refuses(operation, &call)?,
                };
                if !agreed {
                    let name = pool.name(operation.name);
                    return Err(format!("the contract of `{name}` says something else"));
                }
            }
            if let Some(model) = &done.effects {
                self.judge_part(pool, functions, (&before, &done.added), model)?;
            }
            before.extend(done.added.iter().cloned());
        }
        Ok(())
    }

    /// The libraries could have produced what a function did that was run by its contract.
    fn judge_part(
        &self,
        pool: &Pool,
        functions: &Model,
        (before, added): (&[Event], &[Event]),
        model: &Model,
    ) -> Result<(), String> {
        let judge = ContractJudge { pool, alphabet: &self.plan.alphabet, functions };
        let past = self.effects.past(pool, &self.plan, model, added);
        for done in past.ok_or("the events are cut where no operation begins")? {
            let before = [before, &added[..done.events.start]].concat();
            let (values, ghosts) = (&done.values, &done.ghosts);
            let added = &added[done.events];
            let call = LibraryCall { before: &before, values, ghosts, added, known: &[] };
            if !judge.allows(done.operation, &call)? {
                let name = pool.name(done.operation.name);
                return Err(format!("the contract of `{name}` does not allow what was done"));
            }
        }
        Ok(())
    }

    /// The first promise that is broken.
    fn broken_promise(&self, pool: &Pool, parts: &Parts) -> Result<Option<Broken>, String> {
        for promise in &self.goals[parts.case].promises {
            if let Some(broken) = self.broken(pool, promise, parts)? {
                return Ok(Some(broken));
            }
        }
        Ok(None)
    }

    pub(crate) fn judge(
        &self,
        pool: &Pool,
        model: &Model,
        trace: &[Event],
        formula: &Formula,
    ) -> Result<bool, String> {
        let judge = Judge { pool, alphabet: &self.plan.alphabet, model, trace };
        judge.holds(formula).map_err(|error| error.to_string())
    }

    /// What of a promise is broken; none if it is kept.
    fn broken(
        &self,
        pool: &Pool,
        promise: &Promise,
        parts: &Parts,
    ) -> Result<Option<Broken>, String> {
        let (alphabet, model) = (&self.plan.alphabet, &parts.model);
        let blame = |trace: &[Event], formula: &Formula, first: usize| {
            let judge = Judge { pool, alphabet, model, trace };
            BrokenFormula::new(self.ctx(pool), judge, formula, first)
        };
        let added = |done: &[Performed]| {
            done.iter().flat_map(|done| done.added.clone()).collect::<Vec<Event>>()
        };
        let (own, call) = parts.performed.split_at(parts.before);
        let (history, call) = ([parts.history.as_slice(), &added(own)].concat(), added(call));
        let before = history.len();
        let part = match &promise.kind {
            PromiseKind::Effect(_, formula) => {
                blame(&call, formula, before)?.map(BrokenPart::Formula)
            }
            PromiseKind::Invariant(_, formula)
            | PromiseKind::After(_, formula)
            | PromiseKind::Property(_, formula, _) => {
                let whole = [history.as_slice(), &call].concat();
                blame(&whole, formula, 0)?.map(BrokenPart::Formula)
            }
            PromiseKind::Ensure(cond) | PromiseKind::Raises(cond, _) => {
                let outcome = self.plan.method.trial.as_ref().map(|trial| trial.outcome);
                let returned = outcome.map(|outcome| pool.eval(outcome, model));
                let holds = matches!(promise.kind, PromiseKind::Raises(..))
                    && returned == Some(pool.int(RETURNED));
                broken_condition(pool, model, *cond, outcome)
                    .map(|values| BrokenPart::Condition { values, holds })
            }
        };
        Ok(part.map(|part| Broken { span: promise.span, part }))
    }

    pub(crate) fn take_apart(
        &self,
        pool: &Pool,
        inputs: &[(Input, Term)],
        functions: &Model,
        events: &[machine::Event],
    ) -> Result<Parts, String> {
        let Rerun { performed, case, emitted, told: noted, before } =
            self.rerun(pool, inputs, functions)?;
        if !emitted.iter().eq(events.iter().map(|event| &event.op)) {
            return Err("the run on these values shows other events".to_owned());
        }
        let case = case.ok_or("the call did not begin")?;
        let own = self.inputs.iter().chain(&self.goals[case].ghosts);
        let asked = self.inputs.len() + self.goals[case].ghosts.len();
        if inputs.len() < asked + self.asked_args {
            return Err("the call did not begin".to_owned());
        }
        let mut model = functions.clone();
        for (asked, (_, value)) in own.zip(inputs) {
            model.set(asked.var, *value);
        }
        let mut given = inputs[asked..].iter().map(|(_, value)| *value);
        let mut args = Vec::new();
        for param in &self.plan.method.params {
            let value = param.value.or_else(|| given.next()).expect("counted above");
            model.set(param.var, value);
            args.push((param.name.clone(), value));
        }
        for (var, value) in &noted.values {
            model.set(*var, pool.eval(*value, functions));
        }
        let returned = self.returned(pool, events, &mut model)?;
        let history = self.history.slots().history(pool, &self.plan.alphabet, &model);
        let ghosts = self.goals[case].ghosts.iter();
        let ghosts = ghosts
            .filter_map(|ghost| Some((ghost.input.name.clone(), model.value(pool, ghost.var)?)));
        let own_calls = noted.calls.iter().map(|(at, call)| {
            let args = call.args.iter().map(|arg| pool.eval(*arg, functions)).collect();
            (at - 1, machine::Event { args, ..call.clone() })
        });
        let own_calls: Vec<(usize, machine::Event)> = own_calls.collect();
        let mut shown: Vec<machine::Event> =
            history.iter().map(|event| self.show(event, None)).collect();
        for at in 0..=before {
            let calls = own_calls.iter().filter(|(before, _)| *before == at);
            shown.extend(calls.map(|(_, call)| call.clone()));
            shown.extend(performed[..before].get(at).into_iter().flat_map(|done| self.shown(done)));
        }
        let call = performed[before..].iter().flat_map(|done| self.shown(done));
        let told = Told {
            case,
            history: shown,
            past: history.len(),
            own_calls: own_calls.into_iter().map(|(_, call)| call).collect(),
            call: call.chain(returned).collect(),
            ghosts: ghosts.collect(),
            args,
            broken: None,
        };
        Ok(Parts { case, history, performed, before, model, told })
    }

    /// The event that shows the result of the call, if there is one.
    fn returned(
        &self,
        pool: &Pool,
        events: &[machine::Event],
        model: &mut Model,
    ) -> Result<Option<machine::Event>, String> {
        let Some(result) = self.plan.method.result else { return Ok(None) };
        let last = events.last().filter(|event| event.op == pool.symbol("return"));
        if let Some(shown) = last {
            model.set(result, *shown.args.first().ok_or("the call did not return")?);
        }
        Ok(last.cloned())
    }

    /// What people see of a performance: its own event, or those of its block at its place.
    fn shown(&self, done: &Performed) -> Vec<machine::Event> {
        match (done.allowed, done.is_own) {
            (false, _) => vec![machine::Event { result: None, ..done.shown.clone() }],
            (true, true) => vec![done.shown.clone()],
            (true, false) => {
                done.added.iter().map(|event| self.show(event, done.shown.span)).collect()
            }
        }
    }

    fn show(&self, event: &Event, span: Option<Span>) -> machine::Event {
        let op = event.op.expect("histories and blocks hold declared operations only");
        let declared = self.plan.alphabet.op(op);
        let (args, result) = event.values.split_at(declared.params().len());
        let (args, result) = (args.to_vec(), result.first().copied());
        machine::Event { op: declared.name, args, result, span }
    }
}

/// The values with which a condition fails, in the order of the names; none if it holds.
fn broken_condition(
    pool: &Pool,
    model: &Model,
    cond: Term,
    hidden: Option<Term>,
) -> Option<Vec<(String, Term)>> {
    if pool.eval(cond, model) == Term::TRUE {
        return None;
    }
    let mut vars = pool.free_vars(&[cond]);
    vars.retain(|var| Some(*var) != hidden);
    let value = |var: &Term| Some((plain_name(pool, *var), model.value(pool, *var)?));
    let mut values: Vec<(String, Term)> = vars.iter().filter_map(value).collect();
    values.sort_by(|(a, _), (b, _)| a.cmp(b));
    Some(values)
}
