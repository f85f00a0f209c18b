//! The table of operators.

use TemporalLogic::{Paths, Properties, Specs};

/// The logics that share the operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TemporalLogic {
    /// Formulas of trace specs, over finite traces.
    Specs,
    /// Formulas of typestate properties, over finite runs, with a past.
    Properties,
    /// Formulas of K's `--ltl`, over infinite paths.
    Paths,
}

impl TemporalLogic {
    /// The logic as messages name it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Specs => "trace specs",
            Properties => "typestate properties",
            Paths => "`--ltl`",
        }
    }
}

/// An operator in front of one formula.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PrefixOp {
    /// It does not hold.
    Not,
    /// There is a next position, and it holds there.
    Next,
    /// It holds at the next position, if there is one.
    WeakNext,
    /// There is a next position that has an event, and it holds there.
    StrongNext,
    /// It holds at this position or a later one.
    Finally,
    /// It holds at this position and all later ones.
    Globally,
    /// There is a position before, and it held there.
    Before,
    /// It holds at this position or held at one before.
    Once,
    /// It holds at this position and held at all before.
    Historically,
}

/// An operator between two formulas.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum InfixOp {
    /// Both hold or neither does.
    Iff,
    /// The second holds if the first does.
    Implies,
    /// At least one holds.
    Or,
    /// Exactly one holds.
    Xor,
    /// Both hold.
    And,
    /// The second holds at some position, and the first at all before it.
    Until,
    /// As [`InfixOp::Until`], or the first holds at all positions.
    WeakUntil,
    /// The second holds up to and including the first position where the first does, or always.
    Release,
    /// The second held at some position, and the first at all since.
    Since,
}

/// What is known of an operator: its name, how it is written, with the usual spelling first, and which
/// logics have it.
struct Entry {
    name: &'static str,
    spellings: &'static [&'static str],
    logics: &'static [TemporalLogic],
}

/// All logics.
const ALL: &[TemporalLogic] = &[Specs, Properties, Paths];

const fn entry(
    name: &'static str,
    spellings: &'static [&'static str],
    logics: &'static [TemporalLogic],
) -> Entry {
    Entry { name, spellings, logics }
}

static NOT: Entry = entry("not", &["!", "not", "¬"], ALL);
static NEXT: Entry = entry("next", &["X", "next", "o", "○"], ALL);
static WEAK_NEXT: Entry = entry("weak next", &["N", "weak_next"], &[Specs, Properties]);
static STRONG_NEXT: Entry = entry("strong next", &["X[!]", "strong_next"], &[Specs]);
static FINALLY: Entry = entry("finally", &["F", "finally", "eventually", "<>", "◇"], ALL);
static GLOBALLY: Entry = entry("globally", &["G", "globally", "always", "[]", "□"], ALL);
static BEFORE: Entry = entry("before", &["(*)", "previously"], &[Properties]);
static ONCE: Entry = entry("once", &["<*>", "once"], &[Properties]);
static HISTORICALLY: Entry = entry("historically", &["[*]", "historically"], &[Properties]);

static IFF: Entry = entry("iff", &["iff", "<->", "<=>", "↔"], ALL);
static IMPLIES: Entry = entry("implies", &["implies", "->", "=>", "→"], ALL);
static OR: Entry = entry("or", &["||", "or", "\\/", "|", "∨"], ALL);
static XOR: Entry = entry("xor", &["xor", "⊕"], ALL);
static AND: Entry = entry("and", &["&&", "and", "/\\", "&", "∧"], ALL);
static UNTIL: Entry = entry("until", &["U", "until"], ALL);
static WEAK_UNTIL: Entry = entry("weak until", &["W", "unless"], ALL);
static RELEASE: Entry = entry("release", &["R", "release"], ALL);
static SINCE: Entry = entry("since", &["S", "since"], &[Properties]);

impl PrefixOp {
    /// All operators in front of one formula.
    pub const ALL: [PrefixOp; 9] = [
        PrefixOp::Not,
        PrefixOp::Next,
        PrefixOp::WeakNext,
        PrefixOp::StrongNext,
        PrefixOp::Finally,
        PrefixOp::Globally,
        PrefixOp::Before,
        PrefixOp::Once,
        PrefixOp::Historically,
    ];

    /// How tightly these operators bind: more than every operator between two formulas.
    pub const STRENGTH: u8 = 7;

    fn entry(self) -> &'static Entry {
        match self {
            PrefixOp::Not => &NOT,
            PrefixOp::Next => &NEXT,
            PrefixOp::WeakNext => &WEAK_NEXT,
            PrefixOp::StrongNext => &STRONG_NEXT,
            PrefixOp::Finally => &FINALLY,
            PrefixOp::Globally => &GLOBALLY,
            PrefixOp::Before => &BEFORE,
            PrefixOp::Once => &ONCE,
            PrefixOp::Historically => &HISTORICALLY,
        }
    }

    /// The operator that is written so.
    #[must_use]
    pub fn spelled(text: &str) -> Option<PrefixOp> {
        PrefixOp::ALL.into_iter().find(|op| op.spellings().contains(&text))
    }

    /// All spellings, the usual one first.
    #[must_use]
    pub fn spellings(self) -> &'static [&'static str] {
        self.entry().spellings
    }

    /// The operator in words.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// The logics that have it.
    #[must_use]
    pub fn logics(self) -> &'static [TemporalLogic] {
        self.entry().logics
    }

    /// Whether it is about what was before.
    #[must_use]
    pub fn is_past(self) -> bool {
        matches!(self, PrefixOp::Before | PrefixOp::Once | PrefixOp::Historically)
    }

    /// Whether it is about what comes.
    #[must_use]
    pub fn is_future(self) -> bool {
        !self.is_past() && self != PrefixOp::Not
    }
}

impl InfixOp {
    /// All operators between two formulas, the loosest first.
    pub const ALL: [InfixOp; 9] = [
        InfixOp::Iff,
        InfixOp::Implies,
        InfixOp::Or,
        InfixOp::Xor,
        InfixOp::And,
        InfixOp::Until,
        InfixOp::WeakUntil,
        InfixOp::Release,
        InfixOp::Since,
    ];

    fn entry(self) -> &'static Entry {
        match self {
            InfixOp::Iff => &IFF,
            InfixOp::Implies => &IMPLIES,
            InfixOp::Or => &OR,
            InfixOp::Xor => &XOR,
            InfixOp::And => &AND,
            InfixOp::Until => &UNTIL,
            InfixOp::WeakUntil => &WEAK_UNTIL,
            InfixOp::Release => &RELEASE,
            InfixOp::Since => &SINCE,
        }
    }

    /// How tightly it binds: operators of a larger number take their operands first.
    #[must_use]
    pub fn strength(self) -> u8 {
        match self {
            InfixOp::Iff => 1,
            InfixOp::Implies => 2,
            InfixOp::Or => 3,
            InfixOp::Xor => 4,
            InfixOp::And => 5,
            InfixOp::Until | InfixOp::WeakUntil | InfixOp::Release | InfixOp::Since => 6,
        }
    }

    /// Whether it is associative, so that several in a row have no order. The others group to the
    /// right. No two operators of one strength are associative.
    #[must_use]
    pub fn is_associative(self) -> bool {
        matches!(self, InfixOp::Or | InfixOp::Xor | InfixOp::And)
    }

    /// The operator that is written so.
    #[must_use]
    pub fn spelled(text: &str) -> Option<InfixOp> {
        InfixOp::ALL.into_iter().find(|op| op.spellings().contains(&text))
    }

    /// All spellings, the usual one first.
    #[must_use]
    pub fn spellings(self) -> &'static [&'static str] {
        self.entry().spellings
    }

    /// The operator in words.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// The logics that have it.
    #[must_use]
    pub fn logics(self) -> &'static [TemporalLogic] {
        self.entry().logics
    }

    /// Whether it is about what was before.
    #[must_use]
    pub fn is_past(self) -> bool {
        self == InfixOp::Since
    }

    /// Whether it is about what comes.
    #[must_use]
    pub fn is_future(self) -> bool {
        matches!(self, InfixOp::Until | InfixOp::WeakUntil | InfixOp::Release)
    }
}

/// Whether a spelling in front of a formula is an ordinary word, such as `next`, that may as well be
/// a name of the text. It is an operator only in front of an operand.
#[must_use]
pub fn may_be_name(spelling: &str) -> bool {
    spelling != "not" && spelling.starts_with(|c: char| c.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_spelling_is_of_one_operator() {
        let prefixes = PrefixOp::ALL.iter().flat_map(|op| op.spellings());
        let infixes = InfixOp::ALL.iter().flat_map(|op| op.spellings());
        let all: Vec<&str> = prefixes.chain(infixes).copied().collect();
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
        let found =
            |op: &PrefixOp| op.spellings().iter().all(|s| PrefixOp::spelled(s) == Some(*op));
        assert!(PrefixOp::ALL.iter().all(found));
        let found = |op: &InfixOp| op.spellings().iter().all(|s| InfixOp::spelled(s) == Some(*op));
        assert!(InfixOp::ALL.iter().all(found));
    }

    #[test]
    fn operators_are_listed_from_loose_to_tight() {
        let strengths: Vec<u8> = InfixOp::ALL.iter().map(|op| op.strength()).collect();
        assert!(strengths.is_sorted() && strengths.iter().all(|s| *s < PrefixOp::STRENGTH));
    }

    #[test]
    fn logics_without_past_have_no_past_operator() {
        for op in PrefixOp::ALL {
            assert_eq!(op.is_past(), op.logics() == [Properties], "{op:?}");
        }
        for op in InfixOp::ALL {
            assert_eq!(op.is_past(), op.logics() == [Properties], "{op:?}");
        }
    }
}
