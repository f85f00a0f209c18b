//! Properties of the events of a run.

use source::Span;
use term::{Cases, Model, Pool, Term};

use crate::{Event, EventNames, Failure, Gap, Input};

/// Follows the events of a run and says when they break a property.
///
/// A monitor is to events what a [`Machine`](crate::Machine) is to instructions: reading an event
/// leads to one of several states, each under a condition on the values of the event, and it is the
/// engine that decides which of them are followed. It never asks the solver. `explore::Monitored`
/// runs any machine or script under any monitor; an explorer with states of its own keeps a
/// [`Monitor::State`] beside each of them, and
///
/// 1. asks for [`Monitor::inputs`] before the run, and begins with [`Monitor::start`];
/// 2. splits on [`Monitor::read`] at each event (one that runs on values takes the case whose
///    condition holds, and keeps that condition as one of its branches);
/// 3. ends the path where [`Monitor::broken_by`] tells a failure, and at the end of the program asks
///    [`Monitor::broken_at_end`];
/// 4. before it reports the failure, lets [`Monitor::confirm`] judge the run on values.
///
/// ```
/// use machine::{Event, Failure, Gap, Monitor, Observed};
/// use source::Span;
/// use term::{Cases, Pool, Sort, Term};
///
/// /// Amounts that are paid must add up to at most ten.
/// struct Purse;
///
/// impl Monitor for Purse {
///     type State = Term;
///
///     fn code(&self) -> &'static str {
///         "PURSE"
///     }
///
///     fn start(&self, pool: &Pool, _: &[Term]) -> Term {
///         pool.int(0)
///     }
///
///     fn read(&self, pool: &Pool, spent: &Term, event: &Event) -> Result<Cases<Term>, Gap> {
///         Ok(Cases::one(pool.add(&[*spent, event.args[0]])))
///     }
///
///     fn broken_by(&self, pool: &Pool, spent: &Term, event: &Event) -> Option<Failure> {
///         let is_over = pool.lt(pool.int(10), *spent) == Term::TRUE;
///         is_over.then(|| Failure::new(self.code(), "the purse is empty", event.span))
///     }
///
///     fn broken_at_end(&self, _: &Pool, _: &Term, _: Option<Span>) -> Option<Failure> {
///         None
///     }
///
///     fn confirm(&self, pool: &Pool, _: &Failure, run: &Observed<'_>) -> Result<(), String> {
///         let paid: Vec<Term> = run.events.iter().map(|event| event.args[0]).collect();
///         match pool.lt(pool.int(10), pool.add(&paid)) {
///             Term::TRUE => Ok(()),
///             _ => Err("the amounts add up to no more than ten".to_owned()),
///         }
///     }
/// }
///
/// let (pool, mut spent) = (Pool::new(), Purse.start(&Pool::new(), &[]));
/// let pay = |amount| Event { op: pool.symbol("pay"), args: vec![pool.int(amount)], result: None, span: None };
/// for event in [pay(4), pay(7)] {
///     let cases = Purse.read(&pool, &spent, &event).expect("an event that it knows");
///     (_, spent) = cases.into_iter().next().expect("there is one case");
/// }
/// assert!(Purse.broken_by(&pool, &spent, &pay(7)).is_some());
/// ```
pub trait Monitor: Sync {
    /// What has been seen so far, as far as it matters.
    type State: Clone + Send + Sync;

    /// The code of its failures. No program fails with it by itself.
    fn code(&self) -> &'static str;

    /// The parameters of the property, which has to hold for every choice of them.
    fn inputs(&self) -> Vec<Input> {
        Vec::new()
    }

    /// The state before the first event, for these values of [`Monitor::inputs`].
    fn start(&self, pool: &Pool, inputs: &[Term]) -> Self::State;

    /// The states that an event leads to, each under its condition; in any model exactly one of
    /// these holds. An event of which the property cannot say anything is a gap.
    fn read(
        &self,
        pool: &Pool,
        state: &Self::State,
        event: &Event,
    ) -> Result<Cases<Self::State>, Gap>;

    /// The failure of a run that came to this state by `event` and breaks the property however it
    /// goes on.
    fn broken_by(&self, pool: &Pool, state: &Self::State, event: &Event) -> Option<Failure>;

    /// The failure of a run that ends in this state, at a place that stands for its end.
    fn broken_at_end(
        &self,
        pool: &Pool,
        state: &Self::State,
        place: Option<Span>,
    ) -> Option<Failure>;

    /// Whether some run that goes on from this state with events of these operations alone, or ends
    /// here, may break the property.
    fn can_break(&self, _: &Pool, _: &Self::State, _: &EventNames) -> bool {
        true
    }

    /// How many events it takes at least to break the property; the smallest is followed first.
    fn distance(&self, _: &Pool, _: &Self::State) -> u64 {
        0
    }

    /// Judges a run on values that ended in `failure` a second time, by the definition of the property
    /// and not by the states of this monitor. Says why the failure is not confirmed.
    fn confirm(&self, pool: &Pool, failure: &Failure, run: &Observed<'_>) -> Result<(), String>;
}

/// What a monitor has seen of a run on values.
#[derive(Clone, Copy, Debug)]
pub struct Observed<'a> {
    /// The values of [`Monitor::inputs`].
    pub inputs: &'a [Term],
    /// The tables of undefined functions.
    pub functions: &'a Model,
    /// The events in order; their arguments are values.
    pub events: &'a [Event],
}
