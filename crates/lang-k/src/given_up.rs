//! Why part of what was asked for was not explored.

use std::fmt;

use explore::Limit;
use solve::Reason;

use crate::context::Halt;

/// A reason to leave something out. What was found besides stays true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GivenUp {
    /// No input satisfies the conditions that hold at first, so there is no path.
    NoInput,
    /// As many solutions were found as were asked for.
    Solutions(u64),
    /// A path made as many steps as were asked for.
    Steps(u64),
    /// As many configurations were visited as were asked for.
    States(u64),
    /// A limit of the whole run, or of one path.
    Limit(Limit),
    /// The solver could not tell whether a path can be taken.
    Solver(Reason),
    /// A run that breaks a property, if any input takes it, which the solver could not tell.
    Unsure,
    /// A run that breaks a property on symbolic values and was not seen to do so on known ones.
    Unconfirmed,
    /// Something is not modelled.
    Unsupported(String),
    /// Something has no value.
    Undefined(String),
    /// Functions call each other deeper than this.
    TooDeep(usize),
}

impl GivenUp {
    /// Whether the question itself asks for no more.
    #[must_use]
    pub fn is_asked_for(&self) -> bool {
        matches!(self, GivenUp::Solutions(_) | GivenUp::Steps(_))
    }
}

impl From<Halt> for GivenUp {
    fn from(halt: Halt) -> GivenUp {
        match halt {
            Halt::Undecided(_) => {
                GivenUp::Unsupported("what depends on a symbolic value here".to_owned())
            }
            Halt::Undefined(what) => GivenUp::Undefined(what),
            Halt::Unsupported(what) => GivenUp::Unsupported(what),
            Halt::TooDeep(depth) => GivenUp::TooDeep(depth),
            Halt::Limit(limit) => GivenUp::Limit(limit),
        }
    }
}

impl fmt::Display for GivenUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GivenUp::NoInput => f.write_str("no input satisfies the conditions"),
            GivenUp::Solutions(_) => f.write_str("enough solutions"),
            GivenUp::Steps(_) => f.write_str("the limit on steps was met"),
            GivenUp::States(_) => f.write_str("the limit on configurations was met"),
            GivenUp::Limit(limit) => write!(f, "{limit:?}"),
            GivenUp::Solver(reason) => write!(f, "the solver could not tell: {reason}"),
            GivenUp::Unsure => f.write_str(
                "a run would break it, but the solver could not tell whether any input takes it",
            ),
            GivenUp::Unconfirmed => f.write_str(
                "a run would break it, but did not do so again on the values found for it",
            ),
            GivenUp::Unsupported(what) => write!(f, "not supported: {what}"),
            GivenUp::Undefined(what) => write!(f, "there is no value: {what}"),
            GivenUp::TooDeep(depth) => write!(f, "functions nest deeper than {depth}"),
        }
    }
}

/// Reasons, each once and with how often it came up, in the order in which they did.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reasons(pub(crate) Vec<(GivenUp, u64)>);

impl Reasons {
    /// Takes in a reason.
    pub(crate) fn add(&mut self, reason: GivenUp) {
        match self.0.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, times)) => *times += 1,
            None => self.0.push((reason, 1)),
        }
    }
}
