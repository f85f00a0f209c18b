//! Why a run stops.

use std::fmt;
use std::panic::Location;

use explore::Limit;

/// The run has to end; hand it on with `?`.
///
/// The context remembers the reason, so a `Stop` is only a token. Code that ignores it gains
/// nothing: from then on every operation of the context stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stop(());

impl Stop {
    pub(crate) fn token() -> Stop {
        Stop(())
    }
}

/// Something that went wrong in the interpreted program or in the interpreter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// What kind of failure it is.
    pub kind: FailureKind,
    /// What is wrong, as one sentence without a full stop.
    pub message: String,
    /// Where in the interpreter it happened.
    pub site: Option<Site>,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.code(), self.message)
    }
}

/// Kinds of failures.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FailureKind {
    /// Two functions were compared.
    Functions,
    /// No clause of a `case!` matches.
    NoMatch,
    /// A value of another kind was expected.
    WrongKind,
    /// The interpreter reported an error of the program.
    Error,
    /// An assertion does not hold.
    Assertion,
    /// The events of the program break a property.
    Spec,
    /// The interpreter does other things when it is run again.
    NotRepeatable,
    /// The interpreter panicked.
    Panic,
    /// A run without unknowns met a choice.
    NotConcrete,
}

impl FailureKind {
    /// All kinds.
    pub const ALL: [FailureKind; 9] = [
        FailureKind::Functions,
        FailureKind::NoMatch,
        FailureKind::WrongKind,
        FailureKind::Error,
        FailureKind::Assertion,
        FailureKind::Spec,
        FailureKind::NotRepeatable,
        FailureKind::Panic,
        FailureKind::NotConcrete,
    ];

    /// Its stable code.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            FailureKind::Functions => "INT001",
            FailureKind::NoMatch => "INT002",
            FailureKind::WrongKind => "INT003",
            FailureKind::Error => "INT004",
            FailureKind::Assertion => "INT005",
            FailureKind::NotRepeatable => "INT006",
            FailureKind::Panic => "INT007",
            FailureKind::NotConcrete => "INT008",
            FailureKind::Spec => "INT009",
        }
    }

    /// Whether the interpreted program is to blame: such a failure is an outcome like any other and
    /// can be caught. The others are faults of the interpreter.
    #[must_use]
    pub fn is_of_program(self) -> bool {
        match self {
            FailureKind::Functions
            | FailureKind::NoMatch
            | FailureKind::WrongKind
            | FailureKind::Error
            | FailureKind::Assertion
            | FailureKind::Spec => true,
            FailureKind::NotRepeatable | FailureKind::Panic | FailureKind::NotConcrete => false,
        }
    }
}

/// A place in the interpreter where a choice is made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Site(pub(crate) &'static Location<'static>);

impl Site {
    /// The file.
    #[must_use]
    pub fn file(self) -> &'static str {
        self.0.file()
    }

    /// The line, from one.
    #[must_use]
    pub fn line(self) -> u32 {
        self.0.line()
    }

    /// The column, from one.
    #[must_use]
    pub fn column(self) -> u32 {
        self.0.column()
    }
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Debug for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Why the context stopped a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Halt {
    /// An assumption does not hold: neither good nor bad.
    Discarded,
    /// The path waits in the frontier.
    Suspended,
    /// Something went wrong.
    Failed(Failure),
    /// The run alone met a limit.
    CutOff(Cut),
    /// The whole search has to end.
    Ended(Limit),
}

/// A limit that ends one path and not the search.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cut {
    /// So many steps without an end: perhaps the interpreter diverges.
    Steps(u64),
    /// So many choices.
    Depth(u64),
    /// So many nested calls, or no stack left.
    Calls(u64),
    /// A choice among so many options.
    Options(u64),
    /// The path goes on only for values that are not searched for.
    Unsearched(Unsearched),
}

/// Values that an unknown may stand for and that no search tries.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Unsearched {
    /// Functions.
    Functions,
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cut::Steps(limit) => {
                write!(f, "no end after {limit} steps: does the interpreter diverge?")
            }
            Cut::Depth(limit) => write!(f, "more than {limit} choices on one path"),
            Cut::Calls(depth) => {
                write!(f, "recursion {depth} calls deep: does the interpreter diverge?")
            }
            Cut::Unsearched(Unsearched::Functions) => f.write_str(
                "an unknown is applied as a function: of functions, only tables are tried",
            ),
            Cut::Options(count) => write!(f, "a choice among {count} options: 256 are the most"),
        }
    }
}
