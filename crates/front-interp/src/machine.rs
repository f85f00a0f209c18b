//! A goal as a machine of the engine: the values of its unknowns are asked for, the interpreter runs on
//! them, and its events are shown.
//!
//! Violations are run again by it, without a solver and under the same monitor as programs of any other
//! language. Values are inputs in the form of [`Tree::save`].

use std::sync::Arc;

use interp_langs::caselang::Query;
use interp_langs::caselang::tree::Goal;
use lang_interp::{Heap, NoOutcome, Options, RunOutcome, SpecTrace, Tree, trace_on};
use machine::{Event, Exit, Gap, Input, Machine, Step};
use source::Span;
use term::{Literal, Pool, Sort, Term};
use trace::Spec;

/// A goal that is run on values.
pub(crate) struct GoalMachine<'a> {
    pub(crate) pool: &'a Arc<Pool>,
    pub(crate) query: &'a Query,
    pub(crate) goal: &'a Goal,
    pub(crate) spec: &'a Spec,
    /// The limits of one run.
    pub(crate) options: &'a Options,
    /// Where the program performs events, by their names.
    pub(crate) places: &'a [(&'a str, usize, Span)],
}

/// Where such a run has come to.
#[derive(Clone)]
pub(crate) enum GoalState {
    /// It needs its inputs and has these so far.
    Asking(Vec<Term>),
    /// It has ended, with events that were not shown yet, the last one first.
    Ended(Vec<Event>, GoalEnd),
}

/// The end of a run.
#[derive(Clone)]
pub(crate) enum GoalEnd {
    /// The goal holds.
    Holds,
    /// The program went wrong, so that more events could have followed.
    Failed(String),
}

impl GoalMachine<'_> {
    /// The run on these values; none if they are no values.
    pub(crate) fn trace(&self, values: &[Term]) -> Option<Result<SpecTrace, NoOutcome>> {
        let mut heap = Heap::with_pool(Arc::clone(self.pool));
        let read = |value: &Term| tree(&mut heap, self.pool, *value);
        let given = values.iter().map(read).collect::<Option<Vec<Tree>>>()?;
        let run = |cx: &mut lang_interp::Cx<'_>| self.query.run(cx);
        Some(trace_on(&mut heap, self.options, self.spec, &given, run))
    }

    fn run(&self, values: &[Term]) -> Step<GoalState> {
        let gap = |what: String| Step::Unsupported(Gap { what, span: None });
        let Some(traced) = self.trace(values) else {
            return gap("an input that is no value of the language".to_owned());
        };
        let SpecTrace { events, outcome, .. } = match traced {
            Ok(traced) => traced,
            Err(NoOutcome::Discarded) => return Step::Stop(Exit::Discarded),
            Err(NoOutcome::CutOff(cut)) => return gap(cut.to_string()),
            Err(NoOutcome::Limit(_)) => return gap("a limit that was met".to_owned()),
        };
        let end = match outcome {
            RunOutcome::Value(_) => GoalEnd::Holds,
            RunOutcome::Failed(failure) if !failure.kind.is_of_program() || events.is_empty() => {
                return gap(failure.to_string());
            }
            RunOutcome::Failed(failure) => GoalEnd::Failed(failure.to_string()),
        };
        let events = events.into_iter().rev();
        let events = events.map(|(name, event)| self.event(name.text(), event)).collect();
        Step::Go(term::Cases::one(GoalState::Ended(events, end)))
    }

    /// An event in the words of the engine. Its place is known where only one expression performs it.
    fn event(&self, name: &str, event: trace::Event) -> Event {
        let mut args = event.values;
        let declared = event.op.map(|op| self.spec.alphabet.op(op));
        let has_result = declared.is_some_and(|op| op.result().is_some());
        let result = if has_result { args.pop() } else { None };
        let mut own = self.places.iter().filter(|(known, ..)| *known == name);
        let span = own.next().map(|(_, _, span)| *span).filter(|_| own.next().is_none());
        Event { op: self.pool.symbol(name), args, result, span }
    }
}

/// The value that an input stands for.
pub(crate) fn tree(heap: &mut Heap, pool: &Pool, value: Term) -> Option<Tree> {
    match pool.as_literal(value)? {
        Literal::Text(text) => heap.read_tree(&text.to_string()),
        _ => None,
    }
}

impl Machine for GoalMachine<'_> {
    type State = GoalState;

    fn start(&self, _: &Pool) -> GoalState {
        GoalState::Asking(Vec::new())
    }

    fn step(&self, _: &Pool, at: GoalState) -> Step<GoalState> {
        match at {
            GoalState::Asking(values) => match self.goal.unknowns.get(values.len()) {
                Some(unknown) => {
                    let input = Input { name: unknown.name.clone(), sort: Sort::TEXT, span: None };
                    Step::Ask(input, GoalState::Asking(values))
                }
                None => self.run(&values),
            },
            GoalState::Ended(mut events, end) => match (events.pop(), end) {
                (Some(event), end) => Step::Emit(event, GoalState::Ended(events, end)),
                (None, GoalEnd::Holds) => Step::Stop(Exit::Finished(None)),
                (None, GoalEnd::Failed(what)) => Step::Unsupported(Gap {
                    what: format!("what would follow an error of the program ({what})"),
                    span: None,
                }),
            },
        }
    }

    fn supply(&self, _: &Pool, at: GoalState, answer: Term) -> GoalState {
        match at {
            GoalState::Asking(mut values) => {
                values.push(answer);
                GoalState::Asking(values)
            }
            ended @ GoalState::Ended(..) => ended,
        }
    }
}
