//! The machine around the machine of a call.
//!
//! It asks for a history and for ghosts, lets the call begin, and then stands between the call and
//! the engine: each event of a library has to be allowed by its contract, and when the call returns
//! the promises of the method are compared with what happened. Ways that a contract excludes are
//! discarded: they are neither good nor bad.

use std::sync::Arc;

use machine::{Event, Exit, Failure, Gap, Input, Machine, Step};
use rustc_hash::FxHashMap;
use source::Span;
use term::{Cases, Pool, Term};
use trace::{Context, OpId, Regex, RegexPool, TooDeep};

use crate::compile::{Asked, By, Library, Promise, PromiseKind, joined};
use crate::history::{Chosen, History};
use crate::plan::{Plan, argument_name};

/// A call of a method after an unknown history, as a machine.
pub struct Harness<M> {
    pub(crate) plan: Plan,
    inner: M,
    regexes: RegexPool,
    pub(crate) history: History,
    /// History and ghosts of the method, in the order of asking.
    pub(crate) inputs: Vec<Asked>,
    libraries: FxHashMap<OpId, Library>,
    /// What holds of the history: contexts and invariants.
    before: Option<Regex>,
    pub(crate) promises: Vec<Promise>,
    /// How many arguments the call asks for.
    pub(crate) asked_args: usize,
}

/// A state of a [`Harness`].
#[derive(Clone)]
pub struct State<S> {
    phase: Phase<S>,
    /// The answers to the inputs of the harness itself.
    answers: Arc<Vec<Term>>,
    /// The arguments that the call has asked for so far, by their position.
    args: Arc<Vec<(usize, Term)>>,
    /// What the call has done so far.
    events: Arc<Vec<trace::Event>>,
}

#[derive(Clone)]
enum Phase<S> {
    /// History and ghosts are asked for.
    Preparing(S),
    /// The call asks for its arguments; perhaps it has just asked for this one.
    Entering(S, Option<usize>),
    /// The call runs.
    Running(S),
    /// An operation is performed; the ghosts of its contract so far.
    Performing(Box<Performance<S>>),
    /// An operation was performed.
    Performed(Box<Performance<S>>),
    /// The call has returned.
    Returned(Option<Term>),
    /// The call has returned, and people know what.
    Judged(Option<Term>),
    /// All promises are kept.
    Kept(Option<Term>),
    /// The promise with this number is broken.
    Broken(usize),
    /// A contract excludes this way.
    Discarded,
}

#[derive(Clone)]
struct Performance<S> {
    shown: Event,
    event: trace::Event,
    ghosts: Vec<Term>,
    next: S,
}

impl<S> State<S> {
    fn with(&self, phase: Phase<S>) -> State<S> {
        let (answers, args) = (self.answers.clone(), self.args.clone());
        State { phase, answers, args, events: self.events.clone() }
    }
}

impl<M: Machine> Harness<M> {
    /// A harness around the machine of the call, which asks for its arguments first, under the
    /// names of [`argument_name`].
    pub fn new(pool: &Pool, plan: Plan, inner: M) -> Result<Harness<M>, TooDeep> {
        let regexes = RegexPool::new(pool);
        let history = History::new(pool, &plan);
        let mut inputs = history.inputs(pool);
        inputs.extend(plan.method.case.ghosts.iter().map(|ghost| {
            let (name, sort) = (ghost.name.clone(), pool.sort(ghost.var));
            Asked { input: Input { name, sort, span: None }, var: ghost.var }
        }));
        let case = &plan.method.case;
        let before = [case.context.as_slice(), &case.invariant].concat();
        Ok(Harness {
            libraries: Library::all(pool, &regexes, &plan.operations)?,
            before: joined(pool, &regexes, &before)?,
            promises: Promise::all(pool, &regexes, case)?,
            asked_args: plan.method.params.iter().filter(|param| param.value.is_none()).count(),
            plan,
            inner,
            regexes,
            history,
            inputs,
        })
    }

    fn ctx<'a>(&'a self, pool: &'a Pool) -> Context<'a> {
        Context { pool, alphabet: &self.plan.alphabet, regexes: &self.regexes }
    }

    /// What stands for the variables of the method's contract and of the history.
    fn values<S>(&self, state: &State<S>, result: Option<Term>) -> By {
        let asked = self.inputs.iter().map(|asked| asked.var);
        let mut by: By = asked.zip(state.answers.iter().copied()).collect();
        for (position, param) in self.plan.method.params.iter().enumerate() {
            let given = state.args.iter().find(|(at, _)| *at == position).map(|(_, arg)| *arg);
            by.extend(given.or(param.value).map(|value| (param.var, value)));
        }
        by.extend(self.plan.method.result.zip(result));
        by
    }

    fn chosen<S>(&self, pool: &Pool, state: &State<S>) -> Chosen {
        self.history.choose(pool, &self.values(state, None))
    }

    /// The condition under which the call may be made.
    fn may_begin<S>(&self, pool: &Pool, state: &State<S>) -> Term {
        let (ctx, by) = (self.ctx(pool), self.values(state, None));
        let chosen = self.history.choose(pool, &by);
        let require = self.plan.method.case.require.iter();
        let mut parts: Vec<Term> =
            require.map(|stated| pool.substitute(stated.what, &by)).collect();
        parts.push(chosen.counts(ctx, &self.libraries));
        if let Some(before) = self.before {
            let before = self.regexes.substitute(pool, before, &by);
            parts.push(ctx.accept(&chosen.slots, &[], before));
        }
        pool.and(&parts)
    }

    fn enter(&self, pool: &Pool, state: State<M::State>, inner: M::State) -> Step<State<M::State>> {
        if state.args.len() == self.asked_args {
            let cond = self.may_begin(pool, &state);
            let (yes, no) = (Phase::Running(inner), Phase::Discarded);
            return Step::Go(Cases::branch(pool, cond, state.with(yes), state.with(no)));
        }
        match self.inner.step(pool, inner) {
            Step::Go(cases) => Step::Go(cases.map(|s| state.with(Phase::Entering(s, None)))),
            Step::Ask(mut input, inner) => {
                let params = self.plan.method.params.iter().enumerate();
                let wanted = params.into_iter().find(|(at, _)| input.name == argument_name(*at));
                if let Some((_, param)) = wanted {
                    input.name.clone_from(&param.name);
                }
                let position = wanted.map(|(position, _)| position);
                Step::Ask(input, state.with(Phase::Entering(inner, position)))
            }
            Step::Emit(event, _) => {
                let what = "an operation that is performed before the call begins".to_owned();
                Step::Unsupported(Gap { what, span: event.span })
            }
            Step::Stop(exit) => Step::Stop(exit),
            Step::Unsupported(gap) => Step::Unsupported(gap),
        }
    }

    fn run(&self, pool: &Pool, state: State<M::State>, inner: M::State) -> Step<State<M::State>> {
        match self.inner.step(pool, inner) {
            Step::Go(cases) => Step::Go(cases.map(|s| state.with(Phase::Running(s)))),
            Step::Ask(input, inner) => Step::Ask(input, state.with(Phase::Running(inner))),
            Step::Emit(shown, next) => self.meet(pool, &state, shown, next),
            Step::Stop(Exit::Finished(result)) => {
                Step::Go(Cases::one(state.with(Phase::Returned(result))))
            }
            Step::Stop(exit) => Step::Stop(exit),
            Step::Unsupported(gap) => Step::Unsupported(gap),
        }
    }

    /// The call performs an operation.
    fn meet(
        &self,
        pool: &Pool,
        state: &State<M::State>,
        shown: Event,
        next: M::State,
    ) -> Step<State<M::State>> {
        let event = match self.plan.alphabet.event(pool, &shown) {
            Ok(event) => event,
            Err(error) => {
                return Step::Unsupported(Gap { what: error.to_string(), span: shown.span });
            }
        };
        if state.events.len() >= self.plan.events {
            return Step::Stop(Exit::Discarded);
        }
        let known = event.op.is_some_and(|op| self.libraries.contains_key(&op));
        let performance = Box::new(Performance { shown, event, ghosts: Vec::new(), next });
        let phase = match known {
            true => Phase::Performing(performance),
            false => Phase::Performed(performance),
        };
        Step::Go(Cases::one(state.with(phase)))
    }

    /// Asks for the ghosts of a contract, then splits on whether it allows the event.
    fn perform(
        &self,
        pool: &Pool,
        state: State<M::State>,
        performance: Box<Performance<M::State>>,
    ) -> Step<State<M::State>> {
        let op = performance.event.op.expect("only declared operations have contracts");
        let library = &self.libraries[&op];
        if let Some(ghost) = library.ghosts().nth(performance.ghosts.len()) {
            let name = format!("{} of {}", ghost.name, pool.name(performance.shown.op));
            let (sort, span) = (pool.sort(ghost.var), performance.shown.span);
            let input = Input { name, sort, span };
            return Step::Ask(input, state.with(Phase::Performing(performance)));
        }
        let history = self.chosen(pool, &state).slots;
        let before = (&history, state.events.as_slice());
        let ctx = self.ctx(pool);
        let allowed = library.allows(ctx, before, &performance.event, &performance.ghosts);
        let yes = state.with(Phase::Performed(performance));
        Step::Go(Cases::branch(pool, allowed, yes, state.with(Phase::Discarded)))
    }

    /// People see what the call returned if the contract speaks of it.
    fn show_result(
        &self,
        pool: &Pool,
        state: State<M::State>,
        result: Option<Term>,
    ) -> Step<State<M::State>> {
        let next = state.with(Phase::Judged(result));
        match (self.plan.method.result, result) {
            (None, _) => Step::Go(Cases::one(next)),
            (Some(_), Some(value)) => {
                let (op, span) = (pool.symbol("return"), Some(self.plan.method.span));
                Step::Emit(Event { op, args: vec![value], result: None, span }, next)
            }
            (Some(_), None) => {
                let what = "a result that is no value, of which the contract speaks".to_owned();
                Step::Unsupported(Gap { what, span: Some(self.plan.method.span) })
            }
        }
    }

    /// Splits on which promise is the first that is broken.
    fn compare(
        &self,
        pool: &Pool,
        state: State<M::State>,
        result: Option<Term>,
    ) -> Step<State<M::State>> {
        let (ctx, by) = (self.ctx(pool), self.values(&state, result));
        let history = self.chosen(pool, &state).slots;
        let (mut cases, mut kept) = (Vec::new(), Vec::new());
        for (number, promise) in self.promises.iter().enumerate() {
            let accept = |history: &trace::Slots, regex: Regex| {
                let regex = self.regexes.substitute(pool, regex, &by);
                ctx.accept(history, &state.events, regex)
            };
            let holds = match &promise.kind {
                PromiseKind::Effect(regex, _) => accept(&history.first(0), *regex),
                PromiseKind::Invariant(regex, _) | PromiseKind::After(regex, _) => {
                    accept(&history, *regex)
                }
                PromiseKind::Ensure(cond) => pool.substitute(*cond, &by),
            };
            let broken = pool.and(&[pool.and(&kept), pool.not(holds)]);
            cases.push((broken, state.with(Phase::Broken(number))));
            kept.push(holds);
        }
        cases.push((pool.and(&kept), state.with(Phase::Kept(result))));
        Step::Go(Cases::new(cases))
    }

    fn failure(&self, number: usize) -> Failure {
        let promise = &self.promises[number];
        let message = promise.broken(&self.plan.method.name);
        Failure { code: promise.code(), message, span: Some(promise.span) }
    }
}

impl<M: Machine> Machine for Harness<M> {
    type State = State<M::State>;

    fn start(&self, pool: &Pool) -> State<M::State> {
        State {
            phase: Phase::Preparing(self.inner.start(pool)),
            answers: Arc::default(),
            args: Arc::default(),
            events: Arc::default(),
        }
    }

    fn step(&self, pool: &Pool, mut state: State<M::State>) -> Step<State<M::State>> {
        let phase = std::mem::replace(&mut state.phase, Phase::Discarded);
        match phase {
            Phase::Preparing(inner) => match self.inputs.get(state.answers.len()) {
                Some(asked) => Step::Ask(asked.input.clone(), state.with(Phase::Preparing(inner))),
                None => Step::Go(Cases::one(state.with(Phase::Entering(inner, None)))),
            },
            Phase::Entering(inner, _) => self.enter(pool, state, inner),
            Phase::Running(inner) => self.run(pool, state, inner),
            Phase::Performing(performance) => self.perform(pool, state, performance),
            Phase::Performed(performance) => {
                let Performance { shown, event, next, .. } = *performance;
                Arc::make_mut(&mut state.events).push(event);
                Step::Emit(shown, state.with(Phase::Running(next)))
            }
            Phase::Returned(result) => self.show_result(pool, state, result),
            Phase::Judged(result) => self.compare(pool, state, result),
            Phase::Kept(result) => Step::Stop(Exit::Finished(result)),
            Phase::Broken(number) => Step::Stop(Exit::Failed(self.failure(number))),
            Phase::Discarded => Step::Stop(Exit::Discarded),
        }
    }

    fn supply(&self, pool: &Pool, mut state: State<M::State>, answer: Term) -> State<M::State> {
        let phase = std::mem::replace(&mut state.phase, Phase::Discarded);
        state.phase = match phase {
            Phase::Preparing(inner) => {
                Arc::make_mut(&mut state.answers).push(answer);
                Phase::Preparing(inner)
            }
            Phase::Entering(inner, position) => {
                if let Some(position) = position {
                    Arc::make_mut(&mut state.args).push((position, answer));
                }
                Phase::Entering(self.inner.supply(pool, inner, answer), None)
            }
            Phase::Running(inner) => Phase::Running(self.inner.supply(pool, inner, answer)),
            Phase::Performing(mut performance) => {
                performance.ghosts.push(answer);
                Phase::Performing(performance)
            }
            Phase::Performed(_)
            | Phase::Returned(_)
            | Phase::Judged(_)
            | Phase::Kept(_)
            | Phase::Broken(_)
            | Phase::Discarded => unreachable!("only a machine that asks is answered"),
        };
        state
    }

    fn place(&self, state: &State<M::State>) -> Option<Span> {
        match &state.phase {
            Phase::Preparing(inner) | Phase::Entering(inner, _) | Phase::Running(inner) => {
                self.inner.place(inner)
            }
            Phase::Performing(performance) | Phase::Performed(performance) => {
                performance.shown.span
            }
            Phase::Returned(_)
            | Phase::Judged(_)
            | Phase::Kept(_)
            | Phase::Broken(_)
            | Phase::Discarded => Some(self.plan.method.span),
        }
    }
}
