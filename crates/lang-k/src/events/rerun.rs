//! A program as a machine of the engine: its inputs are asked for, its events are shown.
//!
//! Violations are run again by it, on values and without a solver. It takes the rules that a run
//! takes, or, where all orders of rules count, asks which step comes next: the answers are part of
//! a witness.

use std::sync::Arc;

use machine::{Event, Exit, Gap, Input, Machine, Step};
use term::{Cases, Pool, Sort, Term};

use super::{Ends, Events};
use crate::context::{Ctx, Halt, Known};
use crate::explorer::Steps;
use crate::machine::Done;
use crate::program::Program;
use crate::state::State;
use crate::value::Value;

/// Makes the first configuration from the values of the inputs, or says why there is none.
pub(crate) type Start<'a> = &'a (dyn Fn(&[Term]) -> Result<State, String> + Sync);

/// A program that is run on values, with its events.
pub struct Rerun<'a> {
    /// The compiled definition.
    pub program: &'a Program,
    /// Which steps are events.
    pub events: &'a Events,
    /// The symbolic inputs.
    pub inputs: &'a [Input],
    /// Makes the first configuration from their values, or says why there is none.
    pub start: Start<'a>,
    /// Which steps are taken.
    pub steps: Steps,
    /// Which ends are as they should be.
    pub ends: Ends,
}

/// Where such a run has come to.
#[derive(Clone)]
pub enum RerunState {
    /// It needs its inputs and has these so far.
    Asking(Vec<Term>),
    /// In a configuration, with events that were not shown yet, the last one first.
    Running(Box<State>, Vec<Event>),
    /// There are several steps, each with the arguments of its event.
    Choosing(Box<State>, Arc<Vec<(Done, State, Vec<Value>)>>),
    /// There is no such step.
    Lost,
}

impl Rerun<'_> {
    fn ctx<'c>(&'c self, pool: &'c Pool, known: &'c Known) -> Ctx<'c> {
        Ctx::new(self.program, pool, known).following(Some(self.events))
    }

    fn go(&self, pool: &Pool, state: State) -> Step<RerunState> {
        let known = Known::default();
        let mut ctx = self.ctx(pool, &known);
        match self.steps {
            Steps::First => {
                let mut next = state.clone();
                match ctx.step(&mut next) {
                    Ok(Some(done)) => {
                        let args = std::mem::take(&mut ctx.event_args);
                        self.stepped(&ctx, &state, done, &args, next)
                    }
                    Ok(None) => self.ended(pool, &state, None),
                    Err(halt) => self.halted(pool, &state, halt),
                }
            }
            Steps::All => match ctx.successors(&state) {
                Ok(found) if found.is_empty() => self.ended(pool, &state, None),
                Ok(found) => {
                    let args = std::mem::take(&mut ctx.listed_args);
                    let both = found.into_iter().zip(args);
                    let mut all: Vec<(Done, State, Vec<Value>)> =
                        both.map(|((done, next), args)| (done, next, args)).collect();
                    if all.len() == 1 {
                        let (done, next, args) = all.remove(0);
                        return self.stepped(&ctx, &state, done, &args, next);
                    }
                    let input = Input { name: "step".to_owned(), sort: Sort::INT, span: None };
                    Step::Ask(input, RerunState::Choosing(Box::new(state), Arc::new(all)))
                }
                Err(halt) => self.halted(pool, &state, halt),
            },
        }
    }

    fn stepped(
        &self,
        ctx: &Ctx<'_>,
        before: &State,
        done: Done,
        args: &[Value],
        next: State,
    ) -> Step<RerunState> {
        match self.events.shown(ctx, done, args, self.events.printed(before), &next) {
            Ok(mut events) => {
                events.reverse();
                Step::Go(Cases::one(RerunState::Running(Box::new(next), events)))
            }
            Err(halt) => self.halted(ctx.pool, before, halt),
        }
    }

    /// The end of the program, with the reason where a term has no value.
    fn ended(&self, pool: &Pool, state: &State, undefined: Option<&str>) -> Step<RerunState> {
        let failure = self.ends.failure(self.program, pool, state, undefined);
        Step::Stop(failure.map_or(Exit::Finished(None), Exit::Failed))
    }

    /// As in K, a term without a value stops a program where it is.
    fn halted(&self, pool: &Pool, state: &State, halt: Halt) -> Step<RerunState> {
        let gap = |what: String| Step::Unsupported(Gap { what, span: None });
        match halt {
            Halt::Undefined(what) => self.ended(pool, state, Some(&what)),
            Halt::Undecided(_) => gap("a step that depends on a symbolic value".to_owned()),
            Halt::Unsupported(what) => gap(what),
            Halt::TooDeep(depth) => gap(format!("functions that nest deeper than {depth}")),
            Halt::Limit(_) => gap("a limit that was met".to_owned()),
        }
    }
}

impl Machine for Rerun<'_> {
    type State = RerunState;

    fn start(&self, _: &Pool) -> RerunState {
        RerunState::Asking(Vec::new())
    }

    fn step(&self, pool: &Pool, at: RerunState) -> Step<RerunState> {
        match at {
            RerunState::Asking(values) => match self.inputs.get(values.len()) {
                Some(input) => Step::Ask(input.clone(), RerunState::Asking(values)),
                None => match (self.start)(&values) {
                    Ok(state) => {
                        Step::Go(Cases::one(RerunState::Running(Box::new(state), Vec::new())))
                    }
                    Err(what) => Step::Unsupported(Gap { what, span: None }),
                },
            },
            RerunState::Running(state, mut events) => match events.pop() {
                Some(event) => Step::Emit(event, RerunState::Running(state, events)),
                None => self.go(pool, *state),
            },
            RerunState::Choosing(..) | RerunState::Lost => {
                let what = "a choice among steps that are not there".to_owned();
                Step::Unsupported(Gap { what, span: None })
            }
        }
    }

    fn supply(&self, pool: &Pool, at: RerunState, answer: Term) -> RerunState {
        match at {
            RerunState::Asking(mut values) => {
                values.push(answer);
                RerunState::Asking(values)
            }
            RerunState::Choosing(before, all) => {
                let number = pool.as_literal(answer).and_then(|literal| literal.as_int()?.to_i64());
                let number = number.and_then(|number| usize::try_from(number).ok());
                let chosen = number.and_then(|number| all.get(number.checked_sub(1)?));
                let Some((done, next, args)) = chosen else { return RerunState::Lost };
                let known = Known::default();
                match self.stepped(&self.ctx(pool, &known), &before, *done, args, next.clone()) {
                    Step::Go(cases) => {
                        cases.into_iter().next().map_or(RerunState::Lost, |(_, running)| running)
                    }
                    _ => RerunState::Lost,
                }
            }
            RerunState::Running(..) | RerunState::Lost => RerunState::Lost,
        }
    }
}
