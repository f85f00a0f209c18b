//! Stages of the chain that need no theory of their own.
//!
//! Each is a [`Solver`](crate::Solver) that owns the next one. It answers what it can and hands on
//! the rest, so that taking a stage out changes the speed and never an answer.

mod afresh;
mod audit;
mod axioms;
mod cache;
mod dump;
mod guess;
mod lookup;
mod prefix;
mod recall;
mod reuse;
mod slice;
mod tally;

pub use afresh::Afresh;
pub use audit::{Audit, Disagreement};
pub use axioms::Axioms;
pub use cache::Cache;
pub use dump::Dump;
pub use guess::Guess;
pub use lookup::Lookup;
pub use recall::Recall;
pub use reuse::Reuse;
pub use slice::Slice;
pub use tally::{Counted, Tally};

#[cfg(test)]
mod tests {
    //! A solver for the tests of the stages.

    use term::{Model, Pool, Term};

    use crate::{Solver, StageStats, Verdict};

    /// Gives one answer to everything and remembers what it was asked.
    pub(super) struct Scripted {
        pub(super) answer: Verdict,
        pub(super) asked: Vec<Vec<Term>>,
        model: Model,
    }

    impl Scripted {
        pub(super) fn answering(answer: Verdict) -> Scripted {
            Scripted { answer, asked: Vec::new(), model: Model::new() }
        }

        pub(super) fn with_model(mut self, model: Model) -> Scripted {
            self.model = model;
            self
        }
    }

    impl Solver for Scripted {
        fn check(&mut self, _: &Pool, query: &[Term]) -> Verdict {
            self.asked.push(query.to_vec());
            self.answer.clone()
        }

        fn model(&mut self, _: &Pool) -> Option<Model> {
            Some(self.model.clone())
        }

        fn stats(&self) -> Vec<StageStats> {
            Vec::new()
        }
    }
}
