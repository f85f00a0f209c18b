//! Operations that the call performs: what their contracts make of them.

use std::sync::Arc;

use machine::{Event, Exit, Failure, Gap, Input, Machine, Step};
use term::{Cases, Pool, Term};
use trace::Item;

use crate::compile::By;
use crate::history::Chosen;
use crate::library::{Act, Library};
use crate::machine::{Adds, Harness, Performance, Phase, State};
use crate::plan::{Effect, Role};
use crate::question::Question;
use crate::unfold::Choosing;

/// The code of a call with arguments that an operation does not allow.
pub const REFUSED: &str = "ADT003";

impl Adds {
    /// Takes the next value of the block.
    pub(crate) fn answer(&mut self, answer: Term) {
        match self {
            Adds::Block(_, answers) | Adds::Effects(_, answers) => answers.push(answer),
            Adds::Event(_) => unreachable!("nothing about a known event is asked for"),
        }
    }
}

impl<M: Machine> Harness<M> {
    /// The call performs an operation.
    pub(crate) fn meet(
        &self,
        pool: &Pool,
        state: &State<M::State>,
        shown: Event,
        next: M::State,
    ) -> Step<State<M::State>> {
        let known = state.trace.iter().filter(|item| matches!(item, Item::Event(_))).count();
        if known >= self.plan.events {
            let exit = Exit::TooManyEvents(self.plan.events as u64);
            return Step::Go(Cases::one(self.recall(state, Phase::Stopped(exit))));
        }
        let library = self.libraries.get(&shown.op);
        let met = match library {
            Some(library) if library.effect == Effect::Block => {
                let adds = library.adds(self.plan.events - known);
                values_of(pool, library, &shown).map(|values| (values, adds))
            }
            Some(_) | None => self
                .plan
                .alphabet
                .event(pool, &shown)
                .map(|event| (event.values.clone(), Adds::Event(event)))
                .map_err(|error| error.to_string()),
        };
        let (values, adds) = match met {
            Ok(met) => met,
            Err(what) => {
                return Step::Go(Cases::one(
                    self.recall(state, Phase::Stuck(Gap { what, span: shown.span })),
                ));
            }
        };
        let ghosts = Vec::new();
        let performance = Box::new(Performance { shown, values, adds, ghosts, next });
        let phase = match library {
            Some(_) => Phase::Performing(performance),
            None => Phase::Performed(performance),
        };
        Step::Go(Cases::one(state.with(phase)))
    }

    /// Asks for the ghosts of a contract, then splits on whether it refuses the arguments.
    pub(crate) fn perform(
        &self,
        pool: &Pool,
        state: State<M::State>,
        performance: Box<Performance<M::State>>,
    ) -> Step<State<M::State>> {
        let library = &self.libraries[&performance.shown.op];
        if let Some(ghost) = library.ghosts().nth(performance.ghosts.len()) {
            let name = format!("{} of {}", ghost.name, pool.name(performance.shown.op));
            let (sort, span) = (pool.sort(ghost.var), performance.shown.span);
            let input = Input { name, sort, span };
            return Step::Ask(input, state.with(Phase::Performing(performance)));
        }
        let (caller, Performance { values, ghosts, .. }) = (&self.caller(&state), &*performance);
        let refused = Question::new(pool, state.trace.len(), |belongs| {
            library.refuses(self.ctx(pool), &Act { belongs, values, ghosts, caller })
        });
        if refused.plain(pool).is_none() && self.owes(&state) {
            return Step::Go(Cases::one(self.recall(&state, Phase::Performing(performance))));
        }
        let on = match library.needs_ghosts() {
            true => Phase::Fitting(performance.clone()),
            false => Phase::Producing(performance.clone()),
        };
        self.decide(pool, &state, (refused, None), (Phase::Refused(performance), on))
    }

    /// Splits on whether no ghosts fit a call: then the contract does not allow it. Where other ghosts
    /// fit than those that were asked for, those are another path.
    pub(crate) fn fit(
        &self,
        pool: &Pool,
        state: &State<M::State>,
        performance: Box<Performance<M::State>>,
    ) -> Step<State<M::State>> {
        if self.owes(state) {
            return Step::Go(Cases::one(self.recall(state, Phase::Fitting(performance))));
        }
        let library = &self.libraries[&performance.shown.op];
        let (caller, Performance { values, ghosts, .. }) = (&self.caller(state), &*performance);
        let mut decided = true;
        let none = Question::new(pool, state.trace.len(), |belongs| {
            let act = Act { belongs, values, ghosts, caller };
            let (none, is_decided) = library.fits_none(self.ctx(pool), &act, &state.trace);
            decided = is_decided;
            none
        });
        let refused = match decided {
            true => Phase::Refused(performance.clone()),
            false => Phase::Stuck(no_ghost_known(pool, &performance.shown)),
        };
        self.decide(pool, state, (none, None), (refused, Phase::Producing(performance)))
    }

    /// Asks for the events of a block, then splits on whether the contract allows them.
    pub(crate) fn produce(
        &self,
        pool: &Pool,
        state: State<M::State>,
        performance: Box<Performance<M::State>>,
    ) -> Step<State<M::State>> {
        if let Some(asked) = self.asked(pool, &performance) {
            return Step::Ask(asked, state.with(Phase::Producing(performance)));
        }
        let Performance { shown, values, ghosts, adds, .. } = &*performance;
        if state.memory.residuals().is_some() && !matches!(adds, Adds::Event(_)) {
            let (library, caller) = (&self.libraries[&shown.op], self.caller(&state));
            let effect = library.effect(self.ctx(pool), (values, ghosts), &caller);
            let choosing = Box::new(Choosing::new(effect, *performance));
            return Step::Go(Cases::one(state.with(Phase::Choosing(choosing))));
        }
        self.allow(pool, &state, performance)
    }

    /// Splits on whether the contract allows a performance.
    pub(crate) fn allow(
        &self,
        pool: &Pool,
        state: &State<M::State>,
        performance: Box<Performance<M::State>>,
    ) -> Step<State<M::State>> {
        let (ctx, library) = (self.ctx(pool), &self.libraries[&performance.shown.op]);
        let added = self.added(pool, &performance.adds);
        let (caller, Performance { values, ghosts, .. }) = (&self.caller(state), &*performance);
        let counts = match (&performance.adds, &added) {
            (Adds::Effects(room, answers), _) => {
                let chosen = self.effects_chosen(pool, *room, answers);
                chosen.counts_after(ctx, &self.plan, &self.libraries, &state.trace)
            }
            (_, Item::Event(_)) => Term::TRUE,
            (_, Item::Block(slots)) => slots.in_order(pool),
        };
        let allowed = Question::new(pool, state.trace.len(), |belongs| {
            pool.and(&[counts, library.allows(ctx, &Act { belongs, values, ghosts, caller })])
        });
        self.demand(pool, state, (allowed, Some(added)), Phase::Performed(performance))
    }

    /// What is to be asked next about the events of a performance.
    fn asked(&self, pool: &Pool, performance: &Performance<M::State>) -> Option<Input> {
        let name = format!("event of {}", pool.name(performance.shown.op));
        let span = performance.shown.span;
        match &performance.adds {
            Adds::Event(_) => None,
            Adds::Block(room, answers) => {
                let variables = self.block.first(*room).variables();
                let (_, var) = variables.get(answers.len())?;
                Some(Input { name, sort: pool.sort(*var), span })
            }
            Adds::Effects(room, answers) => {
                let mut inputs = self.effects.first(*room).inputs(pool, &name).into_iter();
                let input = inputs.nth(answers.len())?.input;
                Some(Input { span, ..input })
            }
        }
    }

    /// The events of a function that is run by its contract.
    fn effects_chosen(&self, pool: &Pool, room: usize, answers: &[Term]) -> Chosen {
        let effects = self.effects.first(room);
        let variables = effects.inputs(pool, "").into_iter().map(|asked| asked.var);
        effects.choose(pool, &variables.zip(answers.iter().copied()).collect())
    }

    /// What a performance adds to the trace, once everything about it is answered.
    pub(crate) fn added(&self, pool: &Pool, adds: &Adds) -> Item {
        match adds {
            Adds::Event(event) => Item::Event(event.clone()),
            Adds::Block(room, answers) => {
                let slots = self.block.first(*room);
                let variables = slots.variables().into_iter().map(|(_, var)| var);
                let by: By = variables.zip(answers.iter().copied()).collect();
                Item::Block(slots.substitute(pool, &by))
            }
            Adds::Effects(room, answers) => {
                Item::Block(self.effects_chosen(pool, *room, answers).slots)
            }
        }
    }

    /// An operation was performed.
    pub(crate) fn add(
        &self,
        pool: &Pool,
        mut state: State<M::State>,
        performance: Performance<M::State>,
    ) -> Step<State<M::State>> {
        let added = self.added(pool, &performance.adds);
        Arc::make_mut(&mut state.trace).push(added);
        Step::Emit(performance.shown, state.with(Phase::Running(performance.next)))
    }

    /// An operation does not allow its arguments. It is not performed, so it has no result.
    pub(crate) fn refuse(
        &self,
        pool: &Pool,
        state: &State<M::State>,
        performance: Performance<M::State>,
    ) -> Step<State<M::State>> {
        let shown = Event { result: None, ..performance.shown };
        let (method, op) = (&self.plan.method.name, pool.name(shown.op));
        let message = match self.libraries[&shown.op].role {
            Role::Library => {
                format!("`{method}` can call `{op}` with arguments that it does not allow")
            }
            Role::Callee => {
                format!("`{method}` can call `{op}` where its contract does not allow that")
            }
        };
        let span = shown.span.or(Some(self.plan.method.span));
        let failure = Failure::new(REFUSED, message, span);
        Step::Emit(shown, self.recall(state, Phase::Broken(failure)))
    }
}

/// What to say where no ghosts fit that were tried, but others may.
fn no_ghost_known(pool: &Pool, shown: &Event) -> Gap {
    let name = pool.name(shown.op);
    let what = format!("a call of `{name}` for which no value of its ghosts is known to fit");
    Gap { what, span: shown.span }
}

/// The values of a performance that has no event of its own; the error says why there are none.
fn values_of(pool: &Pool, library: &Library, shown: &Event) -> Result<Vec<Term>, String> {
    let values: Vec<Term> = shown.args.iter().copied().chain(shown.result).collect();
    let fits = |(place, value): (&Term, &Term)| pool.sort(*place) == pool.sort(*value);
    if values.len() < library.places.len() || !library.places.iter().zip(&values).all(fits) {
        let name = pool.name(shown.op);
        return Err(format!("a call of `{name}` that does not fit its contract"));
    }
    Ok(values[..library.places.len()].to_vec())
}
