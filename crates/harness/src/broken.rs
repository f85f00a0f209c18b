//! Which promise a concrete call breaks, and what of it.

use source::Span;
use term::{Pool, Term};
use trace::{Context, Formula, Judge};

/// A promise that is broken by a concrete call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// Where the promise stands.
    pub span: Span,
    /// What of it is broken.
    pub part: BrokenPart,
}

/// The part of a promise that is broken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BrokenPart {
    /// A part of a property of traces.
    Formula(BrokenFormula),
    /// A condition on values.
    Condition {
        /// The variables of the condition by name, with their values.
        values: Vec<(String, Term)>,
        /// Whether it is the condition of an exception that did not come out although it holds.
        holds: bool,
    },
}

/// The part of a property of traces that is to blame: see [`trace::Blame`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BrokenFormula {
    /// The way to the part.
    pub path: Vec<usize>,
    /// The part as text.
    pub text: String,
    /// Whether it holds although it must not; otherwise it must hold and fails.
    pub holds: bool,
    /// Whether one event decides it, so that this event is to blame.
    pub one_event: bool,
    /// The event from which on it is judged, counted from the start of the history; none if there
    /// are no more events.
    pub event: Option<usize>,
    /// Events at which the conditions of implications hold that lead to the part.
    pub since: Vec<usize>,
}

impl BrokenFormula {
    /// The part of a formula that is to blame on a trace, which begins with event `first`.
    pub(crate) fn new(
        ctx: Context<'_>,
        judge: Judge<'_>,
        formula: &Formula,
        first: usize,
    ) -> Result<Option<BrokenFormula>, String> {
        let blame = judge.blame(formula).map_err(|error| error.to_string())?;
        let Some(blame) = blame else { return Ok(None) };
        let at = |position: usize| (position < judge.trace.len()).then_some(first + position);
        Ok(Some(BrokenFormula {
            text: ctx.show_formula(blame.formula),
            holds: blame.holds,
            one_event: matches!(blame.formula, Formula::Event(_)),
            event: at(blame.from),
            since: blame.since.iter().filter_map(|since| at(since.from)).collect(),
            path: blame.path,
        }))
    }
}

/// The name that people gave to a variable of a contract.
pub(crate) fn plain_name(pool: &Pool, var: Term) -> String {
    let name = pool.show(var);
    let name = name.trim_matches('|');
    name.split('#').next().unwrap_or(name).to_owned()
}
