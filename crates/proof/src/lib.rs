//! Proof objects: what an exploration decided, in a form that others can decide again.
//!
//! A [`Proof`] holds the tree of the paths of one target as plain text: the condition of each
//! alternative in SMT-LIB, and how each path ends. [`Proof::goals`] says what has to be true for the
//! tree to prove that nothing is broken; [`recheck`] asks a solver of the user's choice, in a
//! process of its own, and uses nothing of what found the proof.
//!
//! A proof for histories of any length has [`HistoryProof`] beside its tree: closed sets of states which show that no history takes
//! the paths that do not end well. They are made by [`Closing`] and checked by reading every event once more in
//! every state, both with regular expressions of their own that know nothing of how the proof was found.
//!
//! What is not checked here: that the conditions in the object are those of the program.
//!
//! ```
//! use explore::{Decided, Decision, PathEnd, Run};
//! use proof::{ProofHead, Proof};
//! use solve::Theory;
//! use term::Pool;
//!
//! let end = Decided::End(PathEnd::Finished);
//! let record = vec![Decision { at: vec![], assumed: vec![], given: vec![], what: end }];
//! let run = Run { record, ..Run::default() };
//! let proof = Proof::new(&Pool::new(), &Theory::empty(), ProofHead::default(), &run)?;
//! // One path and no choice: there is nothing to ask.
//! assert_eq!(proof.goals()?.len(), 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod close;
mod condition;
mod course;
mod expression;
mod goals;
mod histories;
mod object;
mod product;
mod recheck;
mod sexp;
mod show;
mod verify;

pub use close::{CaseQuestion, CaseSolver, Closing, NotClosed};
pub use condition::{CondId, CondLiteral, Conditions, Made};
pub use course::BrokenHistories;
pub use goals::{BrokenTree, GoalKind, ProofGoal};
pub use histories::{
    AllowanceCaseText, AllowanceInstance, AllowanceText, HistoryProof, LeftOutEdge, MembershipText,
    OperationNames, PathRefutation, ProductStateText, RefutedCase, Remembered, TraceItem,
};
pub use object::{
    BranchFate, NoProof, NodeEnd, Proof, ProofBranch, ProofError, ProofFile, ProofHead, ProofNode,
    ProofSpec, ProofStep, tree,
};
pub use product::Rows;
pub use recheck::{Recheck, RecheckError, recheck};
