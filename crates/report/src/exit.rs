//! Answers and the exit codes that stand for them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The answer for one target.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// A property does not hold: a witness was found and replayed.
    Violation,
    /// Only a callee's stated property is to blame, not the code.
    WeakSpec,
    /// No call breaks a property, whatever happened before and however large its inputs are: there is a
    /// proof, and the report says what it rests on.
    Proved,
    /// Every path was explored, nothing was unknown or unsupported.
    Holds,
    /// As `Holds`, up to the bounds that the user set and the report states.
    HoldsWithinBounds,
    /// Something was unknown, unsupported, not confirmed or cut off; the report says what.
    Inconclusive,
    /// Nothing was checked: no input satisfies the precondition, or no path ends.
    Vacuous,
}

/// The outcome of a whole call, which decides its exit code.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Debug,
    Default,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Everything was decided and nothing was found.
    #[default]
    NoneFound,
    /// Of some target nothing was checked, and everything else was decided.
    Vacuous,
    /// Something was left undecided.
    Inconclusive,
    /// No target has the name that was asked for.
    NoTarget,
    /// Some input could not be used.
    BadInput,
    /// At least one violation or weak specification.
    Violation,
    /// The user stopped the run; the report is partial.
    Interrupted,
    /// We broke one of our own invariants.
    Bug,
}

impl Answer {
    /// Whether something was found, in the code or in a specification.
    #[must_use]
    pub fn is_finding(self) -> bool {
        matches!(self, Answer::Violation | Answer::WeakSpec)
    }

    /// Whether every path was explored and nothing was found, at least within the stated bounds.
    #[must_use]
    pub fn holds(self) -> bool {
        matches!(self, Answer::Proved | Answer::Holds | Answer::HoldsWithinBounds)
    }

    /// The outcome of a call with this one answer.
    #[must_use]
    pub fn outcome(self) -> Outcome {
        match self {
            Answer::Violation | Answer::WeakSpec => Outcome::Violation,
            Answer::Proved | Answer::Holds | Answer::HoldsWithinBounds => Outcome::NoneFound,
            Answer::Inconclusive => Outcome::Inconclusive,
            Answer::Vacuous => Outcome::Vacuous,
        }
    }
}

impl Outcome {
    /// Of two outcomes of one call, the one that its exit code tells.
    ///
    /// A violation is true whatever else went wrong, so it wins over input that could not be read
    /// and over what was left undecided; an interruption wins because the report is partial.
    #[must_use]
    pub fn and(self, other: Outcome) -> Outcome {
        self.max(other)
    }

    /// The exit code of the process. The numbers are a promise to scripts.
    #[must_use]
    pub fn exit_code(self) -> u8 {
        match self {
            Outcome::NoneFound => 0,
            Outcome::Violation => 1,
            Outcome::BadInput => 2,
            Outcome::Inconclusive | Outcome::Vacuous => 3,
            Outcome::NoTarget => 4,
            Outcome::Bug => 101,
            Outcome::Interrupted => 130,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_violation_wins_over_what_is_undecided_or_unread() {
        use Outcome::{BadInput, Inconclusive, NoTarget, NoneFound, Vacuous};
        for other in [NoneFound, Vacuous, Inconclusive, NoTarget, BadInput] {
            assert_eq!(Outcome::Violation.and(other), Outcome::Violation);
            assert_eq!(other.and(Outcome::Violation), Outcome::Violation);
        }
    }

    #[test]
    fn an_undecided_target_is_never_hidden_by_one_that_holds() {
        assert_eq!(Outcome::NoneFound.and(Outcome::Inconclusive), Outcome::Inconclusive);
        assert_eq!(Outcome::Violation.and(Outcome::Interrupted), Outcome::Interrupted);
    }
}
