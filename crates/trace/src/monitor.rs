//! Properties of a spec as a [`Monitor`]: what is left of each is followed by derivatives.
//!
//! A state is one expression for each property: what the rest of the trace has to match. The
//! parameters of the spec are inputs, so a run is checked for every value of them. How far a state
//! is from a violation is read off the expressions that can follow it, whatever the arguments of
//! events are: a bound that holds for every program.
//!
//! A violation is judged a second time by [`Judge`], which knows neither expressions nor derivatives.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use machine::{EventNames, Failure, Gap, Input, Monitor, Observed};
use rustc_hash::{FxHashMap, FxHashSet};
use source::Span;
use term::{Cases, Model, Pool, Term};

use crate::ahead::{can_break, formal_events, successors};
use crate::alphabet::{Event, OpId};
use crate::context::Context;
use crate::formula::TooDeep;
use crate::judge::Judge;
use crate::regex::{Regex, RegexPool};
use crate::spec::{Property, Spec};

/// A property that is left and the operations that may still be performed; `None` is any other one.
type Continuation = (Regex, Vec<Option<OpId>>);

/// Follows the events of a run by properties of a spec.
///
/// A path ends at the first property that it breaks. The events must be those of the spec: see
/// [`Spec::misfits`](crate::Spec::misfits).
pub struct SpecMonitor {
    spec: Spec,
    properties: Vec<Property>,
    regexes: RegexPool,
    starts: Vec<Regex>,
    /// The ghosts and constants that the properties mention, with their variables.
    params: Vec<(Term, Input)>,
    prospects: Mutex<FxHashMap<Regex, Prospect>>,
    /// Whether an expression can be left by events of some operations alone.
    breakable: Mutex<FxHashMap<Continuation, bool>>,
}

/// What can become of a trace of which this expression is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Prospect {
    /// Whether some continuation, perhaps none, is accepted.
    can_hold: bool,
    /// The least number of events after which the trace is not accepted; none if it always is.
    distance: Option<u64>,
}

/// Expressions from which more others can be reached than this are not looked through.
const MOST_STATES: usize = 256;

/// Longer traces are not judged a second time: that takes time in the third power of their length.
const LONGEST_JUDGED: usize = 1_000;

impl SpecMonitor {
    /// The code of a run whose events break a property.
    pub const CODE: &'static str = "EVT001";

    /// The monitor of some properties of a spec, which must have been read with this pool.
    pub fn new(pool: &Pool, spec: &Spec, properties: &[&Property]) -> Result<SpecMonitor, TooDeep> {
        let regexes = RegexPool::new(pool);
        let starts = properties.iter().map(|property| regexes.of_formula(pool, &property.formula));
        let starts = starts.collect::<Result<Vec<Regex>, TooDeep>>()?;
        let params = spec.params_of(pool, properties).into_iter().map(|param| {
            let sort = pool.sort(param.var);
            (param.var, Input { name: param.name.clone(), sort, span: Some(param.span) })
        });
        let params = params.collect();
        let properties = properties.iter().map(|property| (*property).clone()).collect();
        let (spec, prospects, breakable) = (spec.clone(), Mutex::default(), Mutex::default());
        Ok(SpecMonitor { spec, properties, regexes, starts, params, prospects, breakable })
    }

    /// The properties that no trace can break, so that there is nothing to follow.
    #[must_use]
    pub fn unbreakable(&self, pool: &Pool) -> Vec<&Property> {
        let both = self.properties.iter().zip(&self.starts);
        let unbreakable = both.filter(|(_, start)| self.prospect(pool, **start).distance.is_none());
        unbreakable.map(|(property, _)| property).collect()
    }

    /// The states of the properties, of which one is broken or not.
    fn first(&self, states: &[Regex], is_broken: impl Fn(Regex) -> bool) -> Option<&Property> {
        let mut both = self.properties.iter().zip(states);
        both.find(|(_, state)| is_broken(**state)).map(|(property, _)| property)
    }

    fn prospect(&self, pool: &Pool, regex: Regex) -> Prospect {
        let known =
            self.prospects.lock().unwrap_or_else(PoisonError::into_inner).get(&regex).copied();
        known.unwrap_or_else(|| {
            let found = self.look_ahead(pool, regex);
            let mut prospects = self.prospects.lock().unwrap_or_else(PoisonError::into_inner);
            *prospects.entry(regex).or_insert(found)
        })
    }

    /// Looks through the expressions that can follow. Conditions on the values of events are taken to
    /// be possible, so what is said to be out of reach is.
    fn look_ahead(&self, pool: &Pool, regex: Regex) -> Prospect {
        let (mut queue, mut met) = (VecDeque::from([(regex, 0)]), FxHashSet::from_iter([regex]));
        let mut prospect = Prospect { can_hold: false, distance: None };
        while let Some((state, distance)) = queue.pop_front() {
            match self.regexes.nullable(state) {
                true => prospect.can_hold = true,
                false => prospect.distance = prospect.distance.or(Some(distance)),
            }
            if prospect.can_hold && prospect.distance.is_some() {
                break;
            }
            if met.len() > MOST_STATES {
                return Prospect { can_hold: true, distance: prospect.distance.or(Some(distance)) };
            }
            let next = self.successors(pool, state).into_iter();
            queue.extend(next.filter(|next| met.insert(*next)).map(|next| (next, distance + 1)));
        }
        prospect
    }

    /// What can be left after one more event.
    fn successors(&self, pool: &Pool, regex: Regex) -> Vec<Regex> {
        let events = formal_events(&self.spec.alphabet, &EventNames::Any);
        successors(self.ctx(pool), regex, &events.expect("the alphabet has all events"))
    }

    fn ctx<'a>(&'a self, pool: &'a Pool) -> Context<'a> {
        Context { pool, alphabet: &self.spec.alphabet, regexes: &self.regexes }
    }

    /// Whether events like these can lead from an expression to one that does not accept.
    fn is_breakable(&self, pool: &Pool, regex: Regex, events: &[Event]) -> bool {
        let key = (regex, events.iter().map(|event| event.op).collect());
        let mut known = self.breakable.lock().unwrap_or_else(PoisonError::into_inner);
        *known.entry(key).or_insert_with(|| can_break(self.ctx(pool), [regex], events))
    }

    /// An event of a program as one of the spec.
    fn event(&self, pool: &Pool, event: &machine::Event) -> Result<Event, Gap> {
        let gap = |what: String| Gap { what, span: event.span };
        let read = self.spec.alphabet.event(pool, event);
        let read =
            read.map_err(|error| gap(format!("an event that does not fit the spec: {error}")))?;
        match read.op {
            None if !self.spec.alphabet.is_open() => {
                let name = pool.name(event.op);
                Err(gap(format!("an event `{name}`, which the spec does not declare")))
            }
            _ => Ok(read),
        }
    }
}

fn broken_by(property: &Property) -> String {
    format!("this event breaks the property `{}`", property.name)
}

fn broken_at_end(property: &Property) -> String {
    format!("the run ends, and the property `{}` does not hold", property.name)
}

impl Monitor for SpecMonitor {
    type State = Arc<[Regex]>;

    fn code(&self) -> &'static str {
        SpecMonitor::CODE
    }

    fn inputs(&self) -> Vec<Input> {
        self.params.iter().map(|(_, input)| input.clone()).collect()
    }

    fn start(&self, pool: &Pool, inputs: &[Term]) -> Arc<[Regex]> {
        let vars = self.params.iter().map(|(var, _)| *var);
        let values: FxHashMap<Term, Term> = vars.zip(inputs.iter().copied()).collect();
        let starts = self.starts.iter();
        starts.map(|start| self.regexes.substitute(pool, *start, &values)).collect()
    }

    fn read(
        &self,
        pool: &Pool,
        state: &Arc<[Regex]>,
        event: &machine::Event,
    ) -> Result<Cases<Arc<[Regex]>>, Gap> {
        let event = self.event(pool, event)?;
        let mut cases = Cases::one(Vec::new());
        for regex in state.iter() {
            cases = cases.then(pool, |before: Vec<Regex>| {
                let read = self.regexes.derivative(pool, &self.spec.alphabet, *regex, &event);
                read.map(|after| before.iter().copied().chain([after]).collect())
            });
        }
        Ok(cases.map(Arc::from))
    }

    fn broken_by(
        &self,
        pool: &Pool,
        state: &Arc<[Regex]>,
        event: &machine::Event,
    ) -> Option<Failure> {
        let property = self.first(state, |regex| !self.prospect(pool, regex).can_hold)?;
        Some(Failure::new(SpecMonitor::CODE, broken_by(property), event.span))
    }

    fn broken_at_end(
        &self,
        _: &Pool,
        state: &Arc<[Regex]>,
        place: Option<Span>,
    ) -> Option<Failure> {
        let property = self.first(state, |regex| !self.regexes.nullable(regex))?;
        Some(Failure::new(SpecMonitor::CODE, broken_at_end(property), place))
    }

    /// An event that the spec does not know is a gap where it is read, so it can break everything.
    fn can_break(&self, pool: &Pool, state: &Arc<[Regex]>, events: &EventNames) -> bool {
        let Some(events) = formal_events(&self.spec.alphabet, events) else { return true };
        state.iter().any(|regex| self.is_breakable(pool, *regex, &events))
    }

    fn distance(&self, pool: &Pool, state: &Arc<[Regex]>) -> u64 {
        let distances = state.iter().filter_map(|regex| self.prospect(pool, *regex).distance);
        distances.min().unwrap_or(u64::MAX)
    }

    fn confirm(&self, pool: &Pool, failure: &Failure, run: &Observed<'_>) -> Result<(), String> {
        if run.events.len() > LONGEST_JUDGED {
            let events = run.events.len();
            return Err(format!("{events} events are too many to be judged a second time"));
        }
        let events = run.events.iter().map(|event| self.event(pool, event));
        let trace: Vec<Event> = events.collect::<Result<_, Gap>>().map_err(|gap| gap.what)?;
        let mut model: Model = run.functions.clone();
        for ((var, _), value) in self.params.iter().zip(run.inputs) {
            model.set(*var, *value);
        }
        let alphabet = &self.spec.alphabet;
        let judge = Judge { pool, alphabet, model: &model, trace: &trace };
        let is_meant = |property: &&Property| {
            [broken_by(property), broken_at_end(property)].contains(&failure.message)
        };
        let property = self.properties.iter().find(is_meant);
        let property = property.ok_or("no property of this spec fails in this way")?;
        match judge.holds(&property.formula) {
            Ok(false) => Ok(()),
            Ok(true) => {
                Err(format!("by its definition, the events have the property `{}`", property.name))
            }
            Err(TooDeep) => Err(TooDeep.to_string()),
        }
    }
}
