//! What `proof check` says.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt::Write;

use crate::Outcome;

/// The answer of `proof check`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ProofAnswer {
    /// The solver that was asked.
    pub solver: String,
    /// The proofs, in the order of the file.
    pub proofs: Vec<ProofVerdict>,
}

/// What came of one proof.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ProofVerdict {
    /// What it is about: the file and the name of the target.
    pub target: String,
    /// How many of its questions were answered as the proof says.
    pub confirmed: usize,
    /// What is wrong with it.
    pub refuted: Vec<String>,
    /// What could not be decided, each with the reason.
    pub undecided: Vec<String>,
    /// Bounds within which it holds.
    pub bounds: Vec<String>,
    /// What it takes for granted.
    pub assumptions: Vec<String>,
}

impl ProofAnswer {
    /// What the answer comes to.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        let of = |proof: &ProofVerdict| match (&proof.refuted[..], &proof.undecided[..]) {
            ([_, ..], _) => Outcome::Violation,
            ([], [_, ..]) => Outcome::Inconclusive,
            ([], []) => Outcome::NoneFound,
        };
        self.proofs.iter().map(of).fold(Outcome::NoneFound, Outcome::and)
    }

    /// The answer for people.
    #[must_use]
    pub fn human(&self) -> String {
        let mut out = String::new();
        for proof in &self.proofs {
            let (target, confirmed) = (&proof.target, proof.confirmed);
            let verdict = match (proof.refuted.is_empty(), proof.undecided.is_empty()) {
                (false, _) => "not a proof",
                (true, false) => "not decided",
                (true, true) => "confirmed",
            };
            let _ = writeln!(out, "{target}: {verdict} ({confirmed} answers of {})", self.solver);
            let wrong = proof.refuted.iter().map(|text| ("error", text));
            for (tone, text) in wrong.chain(proof.undecided.iter().map(|text| ("warning", text))) {
                let _ = writeln!(out, "  {tone}: {text}");
            }
            for bound in &proof.bounds {
                let _ = writeln!(out, "  = note: within {bound}");
            }
            for assumption in &proof.assumptions {
                let _ = writeln!(out, "  = note: {assumption}");
            }
        }
        out.push_str(
            "  = note: that the conditions are those of the program is not checked here\n",
        );
        out
    }
}
