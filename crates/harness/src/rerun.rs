//! The run of a witness once more, to learn what was performed with which ghosts and events.
//!
//! Nothing is decided here that matters for the verdict: what is learned is judged elsewhere.

use machine::{Input, Machine, Step};
use term::{Model, Pool, Symbol, Term};
use trace::{Event, Item};

use crate::machine::{Adds, Harness, Performance, Phase, State};
use crate::trial::Noted;

/// No witness takes as many steps; a run on values that were never replayed might.
const MAX_STEPS: u64 = 10_000_000;

/// An operation that the call performed, on values.
pub(crate) struct Performed {
    /// What people see of it.
    pub(crate) shown: machine::Event,
    /// Arguments, then perhaps the result.
    pub(crate) values: Vec<Term>,
    /// The ghosts of its contract.
    pub(crate) ghosts: Vec<Term>,
    /// What it added to the trace.
    pub(crate) added: Vec<Event>,
    /// Whether that is its own event, and not a block.
    pub(crate) is_own: bool,
    /// Whether its arguments are allowed.
    pub(crate) allowed: bool,
    /// Who did what it added, if it is a function that was run by its contract.
    pub(crate) effects: Option<Model>,
}

/// The record of a run.
pub(crate) struct Rerun {
    pub(crate) performed: Vec<Performed>,
    /// The case of the contract, once it is chosen.
    pub(crate) case: Option<usize>,
    /// The names of all events that were emitted.
    pub(crate) emitted: Vec<Symbol>,
    /// The notes of the machine besides its events, on values.
    pub(crate) told: Noted,
    /// How many operations were performed before the call began.
    pub(crate) before: usize,
}

impl<M: Machine> Harness<M> {
    /// Runs the machine on values until it ends. The error says why it does not get there.
    pub(crate) fn rerun(
        &self,
        pool: &Pool,
        inputs: &[(Input, Term)],
        functions: &Model,
    ) -> Result<Rerun, String> {
        let (mut state, mut asked) = (self.start(pool), 0);
        let mut run = Rerun {
            performed: Vec::new(),
            case: None,
            emitted: Vec::new(),
            told: Noted::default(),
            before: 0,
        };
        for _ in 0..MAX_STEPS {
            run.case = run.case.or(state.case);
            if run.told.begun.is_none() && state.told.begun.is_some() {
                run.before = run.performed.len();
            }
            run.told = (*state.told).clone();
            run.performed.extend(self.performed(pool, &state, functions));
            state = match self.step(pool, state) {
                Step::Go(cases) => {
                    let holds = |cond: Term| pool.eval(cond, functions) == Term::TRUE;
                    let mut ways = cases.into_iter();
                    ways.find(|(cond, _)| holds(*cond)).ok_or("no way goes on")?.1
                }
                Step::Ask(input, state) => {
                    let (_, answer) = inputs
                        .get(asked)
                        .ok_or_else(|| format!("`{}` has no value", input.name))?;
                    asked += 1;
                    self.supply(pool, state, *answer)
                }
                Step::Emit(event, state) => {
                    run.emitted.push(event.op);
                    state
                }
                Step::Stop(_) | Step::Unsupported(_) => return Ok(run),
            };
        }
        Err(format!("it was still running after {MAX_STEPS} steps"))
    }

    /// What was performed, if a state has just come from that.
    fn performed(
        &self,
        pool: &Pool,
        state: &State<M::State>,
        functions: &Model,
    ) -> Option<Performed> {
        let (performance, allowed) = match &state.phase {
            Phase::Performed(performance) => (performance, true),
            Phase::Refused(performance) => (performance, false),
            Phase::Preparing(_)
            | Phase::Entering(..)
            | Phase::Running(_)
            | Phase::Performing(_)
            | Phase::Fitting(_)
            | Phase::Producing(_)
            | Phase::Choosing(_)
            | Phase::Chosen(_)
            | Phase::Followed(_)
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
            | Phase::Discarded => return None,
        };
        let Performance { shown, values, adds, ghosts, .. } = &**performance;
        let eval = |term: &Term| pool.eval(*term, functions);
        let all = |terms: &[Term]| terms.iter().map(eval).collect::<Vec<Term>>();
        let added = match self.added(pool, adds) {
            _ if !allowed => Vec::new(),
            Item::Event(event) => vec![Event { op: event.op, values: all(&event.values) }],
            Item::Block(slots) => slots.history(pool, &self.plan.alphabet, functions),
        };
        let mut shown = shown.clone();
        shown.args = all(&shown.args);
        shown.result = shown.result.as_ref().map(eval);
        let (values, ghosts) = (all(values), all(ghosts));
        let is_own = matches!(adds, Adds::Event(_));
        let effects = match adds {
            Adds::Effects(room, answers) => {
                Some(self.effects.first(*room).model(pool, functions, &all(answers)))
            }
            Adds::Event(_) | Adds::Block(..) => None,
        };
        Some(Performed { shown, values, ghosts, added, is_own, allowed, effects })
    }
}
