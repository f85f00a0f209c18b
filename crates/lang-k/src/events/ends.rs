//! Which ends of a program are as they should be.

use machine::{Event, Failure, Gap, Monitor, Observed};
use source::Span;
use term::{Cases, Pool, Term};

use crate::machine::computations;
use crate::program::Program;
use crate::run::{Ending, rest};
use crate::state::State;

/// The code of a program to which no rule applies any more although it is not done.
const STUCK: &str = "KST001";
/// The code of a program that stops at a term without a value.
const UNDEFINED: &str = "KST002";

/// Which ends of a program are as they should be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ends {
    /// Every end: only the events count.
    Any,
    /// Those where nothing is left to do.
    Finished,
}

impl Ends {
    /// The failure of a program that ends in a configuration; with the reason, where a term has no
    /// value there.
    #[must_use]
    pub fn failure(
        self,
        program: &Program,
        pool: &Pool,
        state: &State,
        undefined: Option<&str>,
    ) -> Option<Failure> {
        match (self, undefined) {
            (Ends::Any, _) => None,
            (Ends::Finished, Some(what)) => {
                let message = "the program stops at a term that has no value";
                let detail = Some(format!("{message}: {what}"));
                Some(Failure { detail, ..Failure::new(UNDEFINED, message, None) })
            }
            (Ends::Finished, None) => {
                let is_stuck = rest(program, pool, state) == Ending::Stuck;
                is_stuck.then(|| Failure::new(STUCK, stuck(program, state), None))
            }
        }
    }
}

/// The message names the constructors that wait, and no values: with the code it tells one failure
/// from another.
fn stuck(program: &Program, state: &State) -> String {
    let fronts = computations(program, state).into_iter().filter_map(|computation| {
        let (label, _) = computation.uncons()?.0.as_apply()?;
        Some(format!("`{}`", program.signature.label_info(label).name))
    });
    let mut fronts: Vec<String> = fronts.collect();
    fronts.dedup();
    match fronts.is_empty() {
        true => "the program is stuck: no rule applies".to_owned(),
        false => format!("the program is stuck: no rule applies to {}", fronts.join(", ")),
    }
}

/// Asks nothing of the events.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoProperty;

impl Monitor for NoProperty {
    type State = ();

    fn code(&self) -> &'static str {
        "EVT001"
    }

    fn start(&self, _: &Pool, _: &[Term]) {}

    fn read(&self, _: &Pool, (): &(), _: &Event) -> Result<Cases<()>, Gap> {
        Ok(Cases::one(()))
    }

    fn broken_by(&self, _: &Pool, (): &(), _: &Event) -> Option<Failure> {
        None
    }

    fn broken_at_end(&self, _: &Pool, (): &(), _: Option<Span>) -> Option<Failure> {
        None
    }

    fn confirm(&self, _: &Pool, _: &Failure, _: &Observed<'_>) -> Result<(), String> {
        Ok(())
    }
}
