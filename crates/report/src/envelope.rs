//! The JSON of every verb: the same head, and a part of its own.
//!
//! `check` has its [`Report`](crate::Report), whose head is the same. The fields are a promise: see
//! `docs/json.md`.

use schemars::{JsonSchema, schema_for};
use serde::{Deserialize, Serialize};

use crate::{Outcome, Report, SCHEMA, SolverText};

/// The answer of a verb with its head.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Envelope<T> {
    /// Version of this format.
    pub schema: u32,
    /// Name and version of the tool.
    pub tool: String,
    /// The outcome of the call.
    pub outcome: Outcome,
    /// The exit code of the process.
    pub exit: u8,
    /// The counters of the solver; only on request.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub solver_stats: Option<SolverText>,
    /// The answer of the verb.
    #[serde(flatten)]
    pub answer: T,
}

impl<T: Serialize> Envelope<T> {
    /// An answer by the tool of this name and version.
    ///
    /// ```
    /// use report::{DiffAnswer, Envelope, Outcome};
    ///
    /// let answer = DiffAnswer { differences: Vec::new(), said: "no difference".into(), smaller: 0 };
    /// let text = Envelope::new("tracehound 0.1.0", Outcome::NoneFound, answer).json();
    /// assert!(text.contains("\"outcome\": \"none-found\""));
    /// ```
    pub fn new(tool: impl Into<String>, outcome: Outcome, answer: T) -> Envelope<T> {
        let (tool, exit, solver_stats) = (tool.into(), outcome.exit_code(), None);
        Envelope { schema: SCHEMA, tool, outcome, exit, solver_stats, answer }
    }

    /// The same with the counters of the solver.
    #[must_use]
    pub fn with_solver(self, solver: Option<SolverText>) -> Envelope<T> {
        Envelope { solver_stats: solver, ..self }
    }

    /// One JSON object, indented, with a line end.
    #[must_use]
    pub fn json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self)
            .expect("an answer holds only strings, numbers and lists, which JSON can hold");
        text.push('\n');
        text
    }
}

/// No answer: the call came to nothing, and standard error says why.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct NoAnswer {}

/// The verbs that answer in JSON besides `check`, each with a part of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SchemaOf {
    /// `check`.
    Check,
    /// `list`.
    List,
    /// `run`.
    Run,
    /// `solve`.
    Solve,
    /// `diff`.
    Diff,
    /// `trace check`.
    TraceCheck,
    /// `spec check`.
    SpecCheck,
    /// `spec compare`.
    SpecCompare,
    /// `spec sample`.
    SpecSample,
    /// `prove`.
    Prove,
    /// `proof check`.
    ProofCheck,
}

/// The JSON Schema of what a verb says.
#[must_use]
pub fn schema(of: SchemaOf) -> String {
    let schema = match of {
        SchemaOf::Check => schema_for!(Report),
        SchemaOf::List => schema_for!(Envelope<crate::ListAnswer>),
        SchemaOf::Run => schema_for!(Envelope<crate::RunAnswer>),
        SchemaOf::Solve => schema_for!(Envelope<crate::SolveAnswer>),
        SchemaOf::Diff => schema_for!(Envelope<crate::DiffAnswer>),
        SchemaOf::TraceCheck => schema_for!(Envelope<crate::TraceAnswer>),
        SchemaOf::SpecCheck => schema_for!(Envelope<crate::SpecFaults>),
        SchemaOf::SpecCompare => schema_for!(Envelope<crate::SpecComparisons>),
        SchemaOf::SpecSample => schema_for!(Envelope<crate::SpecSamples>),
        SchemaOf::Prove => schema_for!(Envelope<crate::ProveAnswer>),
        SchemaOf::ProofCheck => schema_for!(Envelope<crate::ProofAnswer>),
    };
    let mut text = serde_json::to_string_pretty(&schema).expect("a schema is a JSON value");
    text.push('\n');
    text
}
