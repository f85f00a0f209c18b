//! The object itself: what is written to a file.

use explore::{Decided, Decision, Fate, PathEnd, Run};
use serde::{Deserialize, Serialize};
use solve::{Standalone, Theory};
use term::{Pool, Term};

use crate::close::NotClosed;
use crate::histories::HistoryProof;

/// The version of the format that this crate writes and reads.
const VERSION: u32 = 2;
const FORMAT: &str = "tracehound-proof";

/// A file of proofs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProofFile {
    format: String,
    version: u32,
    /// Name and version of the tool that wrote it.
    pub tool: String,
    /// One proof for each target that has one.
    pub proofs: Vec<Proof>,
}

/// The tree of the paths of one target, all of which end well.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Proof {
    /// What it is about.
    #[serde(flatten)]
    pub head: ProofHead,
    /// Commands of SMT-LIB that declare all names in the conditions.
    pub declarations: String,
    /// What holds beside the conditions: axioms, and that different elements differ.
    pub facts: Vec<String>,
    /// The tree, in the order of the choices.
    pub nodes: Vec<ProofNode>,
    /// Why no history takes the paths that do not end well, if it is about histories of any length.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub histories: Option<HistoryProof>,
    /// The proofs of the functions that are taken by their contracts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<Proof>,
}

/// What a proof is about.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ProofHead {
    /// The file of the program.
    pub file: String,
    /// Its text when the proof was made.
    pub text: String,
    /// The name of the target in it.
    pub target: String,
    /// The language of the program.
    pub language: String,
    /// Bounds within which the proof holds.
    pub bounds: Vec<String>,
    /// What is taken for granted of the machine that the program runs on.
    pub assumptions: Vec<String>,
    /// The trace spec that the events of the program have to obey, if it was checked against one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spec: Option<ProofSpec>,
}

/// A trace spec in a proof.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ProofSpec {
    /// Its file.
    pub file: String,
    /// Its text when the proof was made.
    pub text: String,
    /// The properties that the proof is about.
    pub properties: Vec<String>,
}

/// One place in the tree of paths.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProofNode {
    /// The alternatives that lead there, from the start.
    pub at: Vec<u32>,
    /// What is true of the inputs that were asked for since the place before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assumed: Vec<String>,
    /// What is true of the parts of inputs that the conditions mention: they are values of the
    /// language, whose integers may have a range.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<String>,
    /// How it goes on.
    #[serde(flatten)]
    pub step: ProofStep,
}

/// How a path goes on at a place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProofStep {
    /// By one of these alternatives.
    Split(Vec<ProofBranch>),
    /// Not at all.
    End(NodeEnd),
}

/// One alternative of a split.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProofBranch {
    /// Its number, the next one in [`ProofNode::at`].
    pub index: u32,
    /// The condition under which it is taken.
    #[serde(rename = "if")]
    pub cond: String,
    /// Whether it leads on.
    pub then: BranchFate,
}

/// Whether an alternative leads on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BranchFate {
    /// To the place of its number.
    Followed,
    /// No input takes it.
    Impossible,
}

/// How a path ends well.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NodeEnd {
    /// The program ran to its end and broke nothing.
    Finished,
    /// An assumption of the program excludes it.
    Discarded,
    /// It met a bound that is part of the question: see [`ProofHead::bounds`].
    AtBound,
    /// No input takes the whole path.
    Impossible,
    /// It does not end well, but no history takes it: see [`PathRefutation`](crate::PathRefutation).
    Refuted,
}

/// Why a run proves nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoProof {
    /// A limit ended the run.
    #[error("a limit ended the exploration before every path was followed")]
    CutOff,
    /// Paths ended in another way than well.
    #[error("{0} of its paths did not end well or could not be decided")]
    Open(usize),
    /// The run was not recorded.
    #[error("the exploration of this target is not recorded")]
    NotRecorded,
    /// The time was over.
    #[error("the time was over before the proof was written down")]
    Late,
    /// A proof for every history mentions an explicit automaton.
    #[error("a proof with an automaton cannot be written down yet")]
    Automaton,
    /// It needs invariants of what a module keeps, which are proved by other means.
    #[error("a proof with invariants of what a module keeps cannot be written down yet")]
    Invariants,
    /// The states of a proof for every history could not be made.
    #[error(transparent)]
    NotClosed(#[from] NotClosed),
}

/// A file that holds no proofs.
#[derive(Debug, thiserror::Error)]
pub enum ProofError {
    /// It is no JSON, or other JSON.
    #[error("not a proof object: {0}")]
    Json(#[from] serde_json::Error),
    /// Another format.
    #[error("not a proof object: its format is `{0}`, not `{FORMAT}`")]
    Format(String),
    /// A newer or older version.
    #[error("version {0} of the format is not supported, only {VERSION}")]
    Version(u32),
}

impl Proof {
    /// The proof that a recorded run is.
    ///
    /// # Errors
    ///
    /// If the run proves nothing, with the reason.
    pub fn new(pool: &Pool, theory: &Theory, head: ProofHead, run: &Run) -> Result<Proof, NoProof> {
        if run.record.is_empty() {
            return Err(NoProof::NotRecorded);
        }
        if !run.limits.is_empty() || run.stats.left > 0 {
            return Err(NoProof::CutOff);
        }
        let open = run.record.iter().filter(|decision| is_open(decision)).count();
        if open > 0 {
            return Err(NoProof::Open(open));
        }
        let conds: Vec<Term> = run.record.iter().flat_map(conds_of).collect();
        let Standalone { declarations, facts, terms } = Standalone::new(pool, theory, &conds);
        let mut texts = terms.into_iter();
        let nodes = run.record.iter().map(|decision| place(decision, &mut texts)).collect();
        Ok(Proof { head, declarations, facts, nodes, histories: None, with: Vec::new() })
    }
}

impl Proof {
    /// How many paths it has, those that no input takes not counted.
    #[must_use]
    pub fn ends(&self) -> usize {
        let is_end = |node: &&ProofNode| match node.step {
            ProofStep::Split(_) | ProofStep::End(NodeEnd::Impossible | NodeEnd::Refuted) => false,
            ProofStep::End(_) => true,
        };
        self.nodes.iter().filter(is_end).count()
    }
}

/// The tree of a record in which each path that did not end well is refuted. `text` says how a condition is written.
pub fn tree(record: &[Decision], mut text: impl FnMut(Term) -> String) -> Vec<ProofNode> {
    let mut nodes = Vec::new();
    for decision in record {
        let conds = conds_of(decision);
        let mut texts = conds.into_iter().map(&mut text);
        let mut node = place(decision, &mut texts);
        if let Decided::End(PathEnd::Open | PathEnd::AtBound) = &decision.what {
            node.step = ProofStep::End(NodeEnd::Refuted);
        }
        if let (Decided::Split(alternatives), ProofStep::Split(ways)) =
            (&decision.what, &mut node.step)
        {
            for (alternative, way) in alternatives.iter().zip(ways) {
                if alternative.fate == Fate::Undecided {
                    way.then = BranchFate::Followed;
                    let at = [decision.at.as_slice(), &[alternative.index]].concat();
                    let step = ProofStep::End(NodeEnd::Refuted);
                    nodes.push(ProofNode { at, assumed: Vec::new(), given: Vec::new(), step });
                }
            }
        }
        nodes.push(node);
    }
    nodes
}

fn is_open(decision: &Decision) -> bool {
    match &decision.what {
        Decided::Split(alternatives) => alternatives
            .iter()
            .any(|alternative| matches!(alternative.fate, Fate::Undecided | Fate::LeftOut(_))),
        Decided::End(end) => *end == PathEnd::Open,
    }
}

/// The conditions of a decision in the order in which [`place`] takes their texts.
fn conds_of(decision: &Decision) -> Vec<Term> {
    let mut conds: Vec<Term> = decision.assumed.iter().chain(&decision.given).copied().collect();
    if let Decided::Split(alternatives) = &decision.what {
        conds.extend(alternatives.iter().map(|alternative| alternative.cond));
    }
    conds
}

fn place(decision: &Decision, texts: &mut impl Iterator<Item = String>) -> ProofNode {
    let mut next = || texts.next().expect("there is a text for each condition");
    let assumed = decision.assumed.iter().map(|_| next()).collect();
    let given = decision.given.iter().map(|_| next()).collect();
    let step = match &decision.what {
        Decided::Split(alternatives) => {
            let written = alternatives.iter().map(|alternative| ProofBranch {
                index: alternative.index,
                cond: next(),
                then: match alternative.fate {
                    Fate::Followed => BranchFate::Followed,
                    Fate::Impossible | Fate::Undecided | Fate::LeftOut(_) => BranchFate::Impossible,
                },
            });
            ProofStep::Split(written.collect())
        }
        Decided::End(PathEnd::Finished) => ProofStep::End(NodeEnd::Finished),
        Decided::End(PathEnd::Discarded) => ProofStep::End(NodeEnd::Discarded),
        Decided::End(PathEnd::AtBound) => ProofStep::End(NodeEnd::AtBound),
        Decided::End(PathEnd::Impossible | PathEnd::Open) => ProofStep::End(NodeEnd::Impossible),
    };
    ProofNode { at: decision.at.clone(), assumed, given, step }
}

impl ProofNode {
    /// All conditions of the place, as they are written.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        let ways: &[ProofBranch] = match &self.step {
            ProofStep::Split(ways) => ways,
            ProofStep::End(_) => &[],
        };
        self.assumed
            .iter()
            .chain(&self.given)
            .chain(ways.iter().map(|way| &way.cond))
            .map(String::as_str)
    }
}

impl ProofFile {
    /// A file by the tool of this name and version.
    #[must_use]
    pub fn new(tool: impl Into<String>, proofs: Vec<Proof>) -> ProofFile {
        ProofFile { format: FORMAT.to_owned(), version: VERSION, tool: tool.into(), proofs }
    }

    /// One JSON object, indented, with a line end.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self)
            .expect("a proof holds only strings, numbers and lists, which JSON can hold");
        text.push('\n');
        text
    }

    /// Reads what [`ProofFile::to_json`] writes.
    ///
    /// # Errors
    ///
    /// If it is no such text.
    pub fn read(text: &str) -> Result<ProofFile, ProofError> {
        let file: ProofFile = serde_json::from_str(text)?;
        match (file.format.as_str(), file.version) {
            (FORMAT, VERSION) => Ok(file),
            (FORMAT, other) => Err(ProofError::Version(other)),
            (other, _) => Err(ProofError::Format(other.to_owned())),
        }
    }
}
