//! Reports: one object behind all formats.
//!
//! A [`Report`] is plain data made from runs and diagnostics by [`ReportBuilder`]; each format is a
//! function of it and nothing else, so that no format knows more than another. These are the only
//! serialised types of the project: inner types stay free to change.
//!
//! This crate does not explore, read files or print. Start reading at [`Report`], then
//! [`TargetReport::new`].

mod accepted;
mod answer_report;
mod build;
mod cond;
mod earlier;
mod engine;
mod envelope;
mod exit;
mod exploration;
mod finding;
mod github;
mod goal_answer;
mod goal_report;
mod human;
mod json;
mod jsonl;
mod junit;
mod list_answer;
mod log_report;
mod markdown;
mod message;
mod place;
mod proof_answer;
mod prove_answer;
mod prove_report;
mod replay_answer;
mod report;
mod run_answer;
mod run_report;
mod sarif;
mod shard;
mod short;
mod spec_report;
mod stats;
mod trace_answer;
mod value;
mod why;

pub use accepted::{Acceptance, Accepted, AcceptedBy, FailOn};
pub use answer_report::{AskedTarget, VerbAnswer};
pub use build::{Bounds, Detail, ExploredTarget, Plain, Scene, Teller, Words, limit_text};
pub use engine::{EngineText, Measured};
pub use envelope::{Envelope, NoAnswer, SchemaOf, schema};
pub use exit::{Answer, Outcome};
pub use exploration::{ExplorationScene, ExplorationText, LineText, NodeKind, NodeText};
pub use finding::{
    BrokenText, ByContract, CallBounds, CallText, Doubt, EventText, ExchangedText, Finding,
    InputText, PropertyText, SuggestedEdit, id as finding_id,
};
pub use github::{github, github_summary};
pub use goal_answer::{
    DiffAnswer, DifferenceText, GoalAnswer, NamedValue, SolutionValues, SolveAnswer,
};
pub use human::{Paint, diagnostics_as_text, human, problems_as_text, solver_as_text};
pub use json::{json, parse_json};
pub use jsonl::{ProgressText, jsonl, jsonl_progress, jsonl_start, jsonl_summary};
pub use junit::junit;
pub use list_answer::{ListAnswer, ListedTarget};
pub use markdown::markdown;
pub use message::{Note, Problem, ProblemKind, Tone};
pub use place::Place;
pub use proof_answer::{ProofAnswer, ProofVerdict};
pub use prove_answer::{ClaimText, ClaimVerdict, OpenPathText, ProveAnswer, RefutingRunText};
pub use replay_answer::{ReplayAnswer, ReplayVerdict, ReplayedFinding};
pub use report::{
    LimitText, ProofStatus, ProofText, Report, ReportBuilder, ReportMirror, SourceText, SpecText,
    Summary, TargetReport,
};
pub use run_answer::{
    FunctionAnswer, GivenUpText, JavaEnding, JavaRun, LassoText, PathAnswer, PathEnding,
    PathOutcome, ProgramRun, PropertyAnswer, PropertyHolds, RuleText, RunAnswer, SolutionText,
    SolutionsAnswer,
};
pub use sarif::{Pages, sarif};
pub use shard::{ShardText, ShardedTarget, TargetSaver};
pub use short::short;
pub use stats::{SolverText, StageText, StatsText, pruned_because};
pub use trace_answer::{
    ComparedSide, ComparisonAnswer, ComparisonText, LogAnswer, LogEvent, PropertySamples,
    PropertyVerdict, ProposalText, RejectedLog, SideText, SpecComparisons, SpecFaults,
    SpecProposals, SpecSamples, TableRow, TraceAnswer, TraceText,
};
pub use value::plain_value;
pub use why::{AutomatonText, MoveText, StateKindText, StateText, StepText, WhyRow, WhyText};

pub(crate) use report::SCHEMA;
