//! Queries as files.
//!
//! Each query that comes by is written as a file of SMT-LIB that any solver can be given. The
//! answer stands in a comment.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use term::{Model, Pool, Term};

use crate::{Solver, StageStats, Standalone, Theory, Verdict};

/// A solver whose queries are written to files on their way.
pub struct Dump<S> {
    inner: S,
    theory: Theory,
    directory: PathBuf,
    name: String,
    stats: StageStats,
    failure: Option<io::Error>,
}

impl<S: Solver> Dump<S> {
    /// Writes `directory/name-000001.smt2` and so on. The directory must be there; solvers that
    /// share it have different names.
    pub fn new(inner: S, theory: Theory, directory: &Path, name: &str) -> Dump<S> {
        Dump {
            inner,
            theory,
            directory: directory.to_owned(),
            name: name.to_owned(),
            stats: StageStats::named("dump"),
            failure: None,
        }
    }

    /// Why the first file that could not be written could not.
    pub fn failure(&self) -> Option<&io::Error> {
        self.failure.as_ref()
    }

    fn write(&mut self, pool: &Pool, query: &[Term], verdict: &Verdict) {
        let file = self.directory.join(format!("{}-{:06}.smt2", self.name, self.stats.asked));
        let text = self_contained(pool, &self.theory, query, verdict);
        if let Err(error) = std::fs::write(file, text) {
            self.failure.get_or_insert(error);
        }
    }
}

impl<S: Solver> Solver for Dump<S> {
    fn check(&mut self, pool: &Pool, query: &[Term]) -> Verdict {
        let verdict = self.inner.check(pool, query);
        let start = Instant::now();
        self.stats.asked += 1;
        self.write(pool, query, &verdict);
        self.stats.time += start.elapsed();
        verdict
    }

    fn model(&mut self, pool: &Pool) -> Option<Model> {
        self.inner.model(pool)
    }

    fn stats(&self) -> Vec<StageStats> {
        let mut stats = vec![self.stats.clone()];
        stats.extend(self.inner.stats());
        stats
    }
}

/// The whole file of a query.
fn self_contained(pool: &Pool, theory: &Theory, query: &[Term], verdict: &Verdict) -> String {
    let answer = match verdict {
        Verdict::Sat => "sat".to_owned(),
        Verdict::Unsat => "unsat".to_owned(),
        Verdict::Unknown(reason) => format!("unknown: {}", reason.to_string().replace('\n', " ")),
    };
    let Standalone { declarations, facts, terms } = Standalone::new(pool, theory, query);
    let asserted = terms.iter().chain(&facts).map(|text| format!("(assert {text})\n"));
    let asserted: String = asserted.collect();
    format!("; answered {answer}\n(set-logic ALL)\n{declarations}{asserted}(check-sat)\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Reason;

    #[test]
    fn a_dumped_query_needs_nothing_else() {
        let pool = Pool::new();
        let sort = pool.elem_sort("S");
        let x = pool.var("x", sort);
        let query = [pool.eq(x, pool.elem(sort, 1)), pool.not(pool.eq(x, pool.elem(sort, 0)))];
        let verdict = Verdict::Unknown(Reason::NeedsBackend);
        let text = self_contained(&pool, &Theory::empty(), &query, &verdict);
        assert!(text.starts_with("; answered unknown"), "{text}");
        let script = term::read_script(&pool, &text).expect("we read what we write");
        assert_eq!(script.asserts.len(), 3, "{text}");
        assert!(!text.contains("(as @"), "{text}");
    }
}
