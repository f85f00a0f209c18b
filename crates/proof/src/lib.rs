//! Proof objects: what an exploration decided, in a form that others can decide again.
//!
//! A [`Proof`] holds the tree of the paths of one target as plain text: the condition of each
//! alternative in SMT-LIB, and how each path ends. [`Proof::goals`] says what has to be true for the
//! tree to prove that nothing is broken; [`recheck`] asks a solver of the user's choice, in a
//! process of its own, and uses nothing of what found the proof.
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

mod goals;
mod object;
mod recheck;

pub use goals::{BrokenTree, GoalKind, ProofGoal};
pub use object::{
    BranchFate, NoProof, NodeEnd, Proof, ProofBranch, ProofError, ProofFile, ProofHead, ProofNode,
    ProofSpec, ProofStep,
};
pub use recheck::{Recheck, RecheckError, recheck};
