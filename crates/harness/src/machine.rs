//! The machine around the machine of a call.
//!
//! It asks for a history and for ghosts, lets the call begin, and then stands between the call and
//! the engine: each event of a library has to be allowed by its contract ([`crate::perform`]), and
//! when the call returns the promises of the method are compared with what happened. Ways that a
//! contract excludes are discarded: they are neither good nor bad.

use std::sync::{Arc, OnceLock};

use machine::{Event, Exit, Failure, Gap, Input, Machine, Pruned, Step};
use source::Span;
use term::{Cases, Pool, Sort, Term};
use trace::{Context, Item, Raises, RegexPool, Slots, TooDeep};

use crate::callee::Caller;
use crate::compile::{Asked, By, Ends, Goal, Scope};
use crate::engine::Engine;
use crate::history::{History, enumeration};
use crate::library::{Libraries, libraries};
use crate::memory::Memory;
use crate::opaque::Memberships;
use crate::past::Asking;
use crate::plan::{Plan, argument_name};
use crate::question::known_events;
use crate::relevance::Relevant;
use crate::residual::Compass;
use crate::settled::LeftByHistories;
use crate::trial::Noted;
use crate::unfold::Choosing;

/// A call of a method after an unknown history, as a machine.
pub struct Harness<M> {
    pub(crate) plan: Plan,
    pub(crate) inner: M,
    pub(crate) engine: Engine,
    regexes: RegexPool,
    pub(crate) history: History,
    /// What chooses the history and the case, in the order of asking.
    pub(crate) inputs: Vec<Asked>,
    pub(crate) libraries: Libraries,
    /// The variables of a block as long as any can be.
    pub(crate) block: Slots,
    /// What a function does that is run by its contract, as long as it can be.
    pub(crate) effects: History,
    /// The cases of the method.
    pub(crate) goals: Vec<Goal>,
    /// How many arguments the call asks for.
    pub(crate) asked_args: usize,
    pub(crate) compass: Compass,
    /// What histories leave of promises, as far as it was asked for.
    pub(crate) left: LeftByHistories,
    /// How many events a history has at least.
    pub(crate) least_history: usize,
    /// The histories that matter, once they were asked for.
    relevant: OnceLock<Relevant>,
    /// The memberships that variables stand for.
    pub(crate) memberships: Memberships,
}

/// A state of a [`Harness`].
#[derive(Clone)]
pub struct State<S> {
    pub(crate) phase: Phase<S>,
    /// The case that is checked, once it is chosen.
    pub(crate) case: Option<usize>,
    /// The answers to the inputs of the harness itself.
    pub(crate) answers: Arc<Vec<Term>>,
    /// The arguments that the call has asked for so far, by their position.
    args: Arc<Vec<(usize, Term)>>,
    /// The history once the call has begun, and then what the call has done so far.
    pub(crate) trace: Arc<Vec<Item>>,
    /// What the engine remembers besides.
    pub(crate) memory: Memory,
    /// The notes of the call's machine besides its events.
    pub(crate) told: Arc<Noted>,
}

#[derive(Clone)]
pub(crate) enum Phase<S> {
    /// History, case and ghosts are asked for.
    Preparing(S),
    /// The call asks for its arguments; perhaps it has just asked for this one.
    Entering(S, Option<usize>),
    /// The call runs.
    Running(S),
    /// An operation is performed; the ghosts of its contract are asked for.
    Performing(Box<Performance<S>>),
    /// What a callee needs whatever its ghosts are holds; do some ghosts fit?
    Fitting(Box<Performance<S>>),
    /// The arguments of an operation are allowed; the events of its block are asked for.
    Producing(Box<Performance<S>>),
    /// The operations of its block are chosen.
    Choosing(Box<Choosing<S>>),
    /// They are chosen.
    Chosen(Box<Performance<S>>),
    /// An operation was performed.
    Performed(Box<Performance<S>>),
    /// What it leaves of the promises is known.
    Followed(Box<Performance<S>>),
    /// An operation does not allow its arguments.
    Refused(Box<Performance<S>>),
    /// The operation in this slot of the history is chosen; then comes another phase.
    Unfolding(usize, Box<Phase<S>>),
    /// The history is chosen; could the libraries have produced it?
    Counting(Box<Phase<S>>),
    /// A question is answered event by event.
    Asking(Box<Asking<S>>),
    /// The history is chosen; what was put off is asked now.
    Owing(Box<Phase<S>>),
    /// The call has returned.
    Returned(Option<Term>),
    /// The call has returned, and people know what.
    Judged(Option<Term>),
    /// All promises are kept.
    Kept(Option<Term>),
    /// A contract is broken.
    Broken(Failure),
    /// The call ended in another way than by returning.
    Stopped(Exit),
    /// The call came to something that is not modelled.
    Stuck(Gap),
    /// A contract excludes this way.
    Discarded,
}

/// An operation that the call performs.
#[derive(Clone)]
pub(crate) struct Performance<S> {
    pub(crate) shown: Event,
    /// Arguments, then perhaps the result.
    pub(crate) values: Vec<Term>,
    pub(crate) adds: Adds,
    /// The ghosts of its contract so far.
    pub(crate) ghosts: Vec<Term>,
    pub(crate) next: S,
}

/// The events that a performance adds to the trace.
#[derive(Clone)]
pub(crate) enum Adds {
    /// One event.
    Event(trace::Event),
    /// A block of at most so many events; the answers that choose it so far.
    Block(usize, Vec<Term>),
    /// At most so many events, which the libraries allow; the answers that choose them so far.
    Effects(usize, Vec<Term>),
}

impl<S> State<S> {
    pub(crate) fn with(&self, phase: Phase<S>) -> State<S> {
        let (answers, args) = (self.answers.clone(), self.args.clone());
        let (trace, memory) = (self.trace.clone(), self.memory.clone());
        let told = self.told.clone();
        State { phase, case: self.case, answers, args, trace, memory, told }
    }

    pub(crate) fn remembering(&self, memory: Memory) -> State<S>
    where
        S: Clone,
    {
        State { memory, ..self.clone() }
    }
}

impl<M: Machine> Harness<M> {
    /// A harness around the machine of the call, which asks for its arguments first, under the
    /// names of [`argument_name`].
    pub fn new(pool: &Pool, plan: Plan, inner: M) -> Result<Harness<M>, TooDeep> {
        let regexes = RegexPool::new(pool);
        let history = History::new(pool, &plan, "history");
        let mut inputs = history.inputs(pool, "history");
        let cases = &plan.method.cases;
        inputs.extend((cases.len() > 1).then(|| case_input(pool, cases.len())));
        let goals = cases.iter();
        let raises: Vec<Raises> = cases.iter().flat_map(|case| case.raises.clone()).collect();
        let outcome = plan.method.trial.as_ref().map(|trial| trial.outcome);
        let ends = outcome.map(|outcome| Ends { outcome, raises: &raises });
        let goals =
            goals.map(|case| Goal::new(pool, &regexes, (case, ends), &plan.method.properties));
        Ok(Harness {
            goals: goals.collect::<Result<_, TooDeep>>()?,
            libraries: libraries(pool, &regexes, &plan)?,
            asked_args: plan.method.params.iter().filter(|param| param.value.is_none()).count(),
            effects: History::new(pool, &plan, "doing"),
            block: Slots::new(pool, &plan.alphabet, "block#", plan.events),
            plan,
            inner,
            engine: Engine::default(),
            regexes,
            history,
            inputs,
            compass: Compass::default(),
            left: LeftByHistories::default(),
            least_history: 0,
            relevant: OnceLock::new(),
            memberships: Memberships::default(),
        })
    }

    /// The same harness with another engine.
    #[must_use]
    pub fn with_engine(self, engine: Engine) -> Harness<M> {
        Harness { engine, ..self }
    }

    /// The same harness for histories of at least so many events.
    #[must_use]
    pub fn with_least_history(self, least_history: usize) -> Harness<M> {
        Harness { least_history, ..self }
    }

    /// The same harness that leaves no operation out of histories: each is judged as it is, and not by a shorter
    /// one that comes to the same.
    #[must_use]
    pub fn with_every_operation(self) -> Harness<M> {
        let relevant = OnceLock::from(Relevant::all(self.plan.alphabet.ops().collect()));
        Harness { relevant, ..self }
    }

    /// The histories that are enumerated where they are. The engine `naive` leaves none out.
    pub(crate) fn enumerated(&self, pool: &Pool) -> &Relevant {
        self.relevant.get_or_init(|| match self.engine {
            Engine::Derivative => self.relevant_histories(pool),
            Engine::Slots | Engine::Naive | Engine::Opaque => {
                Relevant::all(self.plan.alphabet.ops().collect())
            }
        })
    }

    pub(crate) fn ctx<'a>(&'a self, pool: &'a Pool) -> Context<'a> {
        Context { pool, alphabet: &self.plan.alphabet, regexes: &self.regexes }
    }

    /// The case that a state looks at.
    pub(crate) fn goal<S>(&self, state: &State<S>) -> &Goal {
        &self.goals[state.case.expect("a case is chosen before the call begins")]
    }

    /// What stands for the variables of the method's contract and of the history.
    pub(crate) fn values<S>(&self, state: &State<S>, result: Option<Term>) -> By {
        let ghosts = state.case.into_iter().flat_map(|case| &self.goals[case].ghosts);
        let asked = self.inputs.iter().chain(ghosts).map(|asked| asked.var);
        let mut by: By = asked.zip(state.answers.iter().copied()).collect();
        for (position, param) in self.plan.method.params.iter().enumerate() {
            let given = state.args.iter().find(|(at, _)| *at == position).map(|(_, arg)| *arg);
            by.extend(given.or(param.value).map(|value| (param.var, value)));
        }
        by.extend(self.plan.method.result.zip(result));
        by.extend(state.told.values.iter().copied());
        by
    }

    /// The method as one that calls others.
    pub(crate) fn caller<S>(&self, state: &State<S>) -> Caller {
        let by = self.values(state, None);
        let ghosts = self.goal(state).ghosts.iter().map(|ghost| ghost.var);
        let mentioned = ghosts.chain(self.plan.method.params.iter().map(|param| param.var));
        let mut known: Vec<Term> = Vec::new();
        for value in mentioned.filter_map(|var| by.get(&var).copied()) {
            if !known.contains(&value) {
                known.push(value);
            }
        }
        Caller { by, known }
    }

    /// Asks for the history, the case and its ghosts.
    fn prepare(
        &self,
        pool: &Pool,
        state: State<M::State>,
        inner: M::State,
    ) -> Step<State<M::State>> {
        let answered = state.answers.len();
        if let Some(asked) = self.inputs.get(answered) {
            return Step::Ask(asked.input.clone(), state.with(Phase::Preparing(inner)));
        }
        let Some(case) = state.case else {
            let chosen = *state.answers.last().expect("the case was asked for last");
            let cases = (0..self.goals.len()).map(|case| {
                let ctor = u32::try_from(case).expect("fewer than 2^32 cases");
                let state = state.with(Phase::Preparing(inner.clone()));
                (pool.is(ctor, chosen), State { case: Some(case), ..state })
            });
            return Step::Go(Cases::new(cases));
        };
        match self.goals[case].ghosts.get(answered - self.inputs.len()) {
            Some(ghost) => Step::Ask(ghost.input.clone(), state.with(Phase::Preparing(inner))),
            None => Step::Go(Cases::one(state.with(Phase::Entering(inner, None)))),
        }
    }

    fn enter(&self, pool: &Pool, state: State<M::State>, inner: M::State) -> Step<State<M::State>> {
        if state.args.len() == self.asked_args {
            return self.begin(pool, state, inner);
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
            Step::Emit(shown, next) => match self.note(shown.op) {
                Some(note) => self.take_note(pool, state, (note, &shown), next),
                None => self.meet(pool, &state, shown, next),
            },
            Step::Stop(Exit::Finished(result)) => {
                let result = self.returned_value(&state, result);
                Step::Go(Cases::one(self.recall(&state, Phase::Returned(result))))
            }
            Step::Stop(exit) => Step::Go(Cases::one(self.recall(&state, Phase::Stopped(exit)))),
            Step::Unsupported(gap) => Step::Go(Cases::one(self.recall(&state, Phase::Stuck(gap)))),
        }
    }

    /// People see what the call returned if the contract mentions it.
    fn show_result(
        &self,
        pool: &Pool,
        state: State<M::State>,
        result: Option<Term>,
    ) -> Step<State<M::State>> {
        let next = state.with(Phase::Judged(result));
        match (self.plan.method.result, result) {
            (None, _) => Step::Go(Cases::one(next)),
            // An exception came out of it.
            (Some(_), None) if self.plan.method.trial.is_some() => Step::Go(Cases::one(next)),
            (Some(_), Some(value)) => {
                let (op, span) = (pool.symbol("return"), Some(self.plan.method.span));
                Step::Emit(Event { op, args: vec![value], result: None, span }, next)
            }
            (Some(_), None) => {
                let what =
                    "a result that is not a value, but is mentioned by the contract".to_owned();
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
        let (mut cases, mut kept) = (Vec::new(), Vec::new());
        for (number, promise) in self.goal(&state).promises.iter().enumerate() {
            let residuals = state.memory.residuals();
            let followed = residuals.and_then(|residuals| residuals.kept(ctx, number));
            let belongs = |scope, regex| {
                let start = match scope {
                    Scope::Call => state.begun(),
                    Scope::History => 0,
                };
                self.belongs(pool, &state.trace, start..state.trace.len(), regex)
            };
            let unfollowed = || promise.kept(ctx, belongs, &by);
            let holds = followed.map_or_else(unfollowed, |kept| pool.bool(kept));
            let broken = pool.and(&[pool.and(&kept), pool.not(holds)]);
            let message = promise.broken(&self.plan.method.name);
            let failure = Failure::new(promise.code(), message, Some(promise.span));
            cases.push((broken, state.with(Phase::Broken(failure))));
            kept.push(holds);
        }
        cases.push((pool.and(&kept), state.with(Phase::Kept(result))));
        Step::Go(Cases::new(cases))
    }
}

/// The input that chooses a case of the method.
fn case_input(pool: &Pool, count: usize) -> Asked {
    let names = (1..=count).map(|case| format!("case {case}"));
    let sort: Sort = enumeration(pool, &format!("cases#{count}"), names);
    let input = Input { name: "case of the contract".to_owned(), sort, span: None };
    Asked { input, var: pool.var("case#", sort) }
}

impl<M: Machine> Machine for Harness<M> {
    type State = State<M::State>;

    fn start(&self, pool: &Pool) -> State<M::State> {
        State {
            phase: Phase::Preparing(self.inner.start(pool)),
            case: (self.goals.len() == 1).then_some(0),
            answers: Arc::default(),
            args: Arc::default(),
            trace: Arc::default(),
            memory: Memory::Terms,
            told: Arc::default(),
        }
    }

    fn step(&self, pool: &Pool, mut state: State<M::State>) -> Step<State<M::State>> {
        let phase = std::mem::replace(&mut state.phase, Phase::Discarded);
        match phase {
            Phase::Preparing(inner) => self.prepare(pool, state, inner),
            Phase::Entering(inner, _) => self.enter(pool, state, inner),
            Phase::Running(inner) => self.run(pool, state, inner),
            Phase::Performing(performance) => self.perform(pool, state, performance),
            Phase::Fitting(performance) => self.fit(pool, &state, performance),
            Phase::Producing(performance) => self.produce(pool, state, performance),
            Phase::Choosing(choosing) => self.unfold_block(pool, &state, &choosing),
            Phase::Chosen(performance) => self.allow(pool, &state, performance),
            Phase::Performed(performance) => self.follow(pool, &state, performance),
            Phase::Followed(performance) => self.add(pool, state, *performance),
            Phase::Unfolding(slot, then) => self.unfold(pool, &state, slot, &then),
            Phase::Counting(then) => self.count(pool, &state, *then),
            Phase::Asking(asking) => self.ask(pool, &state, &asking),
            Phase::Owing(then) => self.settle(pool, &state, *then),
            Phase::Refused(performance) => self.refuse(pool, &state, *performance),
            Phase::Returned(result) => self.show_result(pool, state, result),
            Phase::Judged(result) => self.compare(pool, state, result),
            Phase::Kept(result) => Step::Stop(Exit::Finished(result)),
            Phase::Broken(failure) => Step::Stop(Exit::Failed(failure)),
            Phase::Stopped(exit) => Step::Stop(exit),
            Phase::Stuck(gap) => Step::Unsupported(gap),
            Phase::Discarded => Step::Stop(Exit::Discarded),
        }
    }

    /// Values of histories and ghosts are those of the language, too.
    fn assumed(&self, pool: &Pool, input: &Input, answer: Term) -> Term {
        self.inner.assumed(pool, input, answer)
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
            Phase::Producing(mut performance) => {
                performance.adds.answer(answer);
                Phase::Producing(performance)
            }
            Phase::Fitting(_)
            | Phase::Choosing(_)
            | Phase::Chosen(_)
            | Phase::Performed(_)
            | Phase::Followed(_)
            | Phase::Refused(_)
            | Phase::Unfolding(..)
            | Phase::Counting(_)
            | Phase::Asking(_)
            | Phase::Owing(_)
            | Phase::Returned(_)
            | Phase::Judged(_)
            | Phase::Kept(_)
            | Phase::Broken(_)
            | Phase::Stopped(_)
            | Phase::Stuck(_)
            | Phase::Discarded => unreachable!("only a machine that asks is answered"),
        };
        state
    }

    /// The way to where a promise is beyond repair, then that to where the context of the method is
    /// met, then the length of the trace.
    fn rank(&self, pool: &Pool, state: &State<M::State>) -> u64 {
        let Some(residuals) = state.memory.residuals() else { return 0 };
        let ctx = self.ctx(pool);
        let events = known_events(ctx, &state.trace).len() as u64;
        let (dead, accepted) = residuals.distances(ctx, &self.compass);
        (dead << 32) | (accepted << 24) | events
    }

    fn prune(&self, pool: &Pool, state: &State<M::State>) -> Option<Pruned> {
        self.is_settled(pool, state).then_some(Pruned::Harmless)
    }

    fn place(&self, state: &State<M::State>) -> Option<Span> {
        match &state.phase {
            Phase::Preparing(inner) | Phase::Entering(inner, _) | Phase::Running(inner) => {
                self.inner.place(inner)
            }
            Phase::Performing(performance)
            | Phase::Fitting(performance)
            | Phase::Producing(performance)
            | Phase::Chosen(performance)
            | Phase::Performed(performance)
            | Phase::Followed(performance)
            | Phase::Refused(performance) => performance.shown.span,
            Phase::Choosing(choosing) => choosing.performance().shown.span,
            Phase::Unfolding(..)
            | Phase::Counting(_)
            | Phase::Asking(_)
            | Phase::Owing(_)
            | Phase::Returned(_)
            | Phase::Judged(_)
            | Phase::Kept(_)
            | Phase::Broken(_)
            | Phase::Stopped(_)
            | Phase::Stuck(_)
            | Phase::Discarded => Some(self.plan.method.span),
        }
    }
}
