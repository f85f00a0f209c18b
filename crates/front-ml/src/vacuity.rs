//! Answers that say nothing: contracts that no call within the bounds can fulfil, and axioms that
//! contradict each other.

use check::Silence;
use frontend::Histories;
use harness::{Beginning, Engine, Harness, Method};
use lang_core::Session;
use rustc_hash::FxHashMap;
use solve::{Solver, Theory, Verdict};
use source::{Diagnostic, File, Span};
use term::{Pool, Sort, Term};
use trace::{Axiom, ContractCase};

use crate::facets::Round;
use crate::smallest::Search;
use crate::theory_of;

impl Search<'_> {
    /// What keeps a run from saying anything about the method, or about a case of its contract.
    pub(crate) fn vacuity(&self, Round { judged, histories, .. }: &Round) -> Vec<Diagnostic> {
        let method = &self.ready.specs.methods[self.target];
        let never_ends = Silence::of(&judged.run) == Silence::Complete;
        if !never_ends && method.cases.len() == 1 {
            return Vec::new();
        }
        let histories = Histories { engine: Engine::Slots, ..*histories };
        let harness = self.ready.harness(self.job.pool, self.target, histories);
        let cases = method.cases.iter().enumerate();
        let mut faults: Vec<Diagnostic> = cases
            .filter(|(number, _)| self.never_begins(&harness, *number))
            .map(|(_, case)| self.no_history(case, method.span, histories.length))
            .collect();
        if never_ends && faults.is_empty() {
            let message = format!(
                "every way through `{}` is excluded by the contract of an operation, so nothing \
                 was checked",
                method.name
            );
            let help = "no `context` of some operation that it calls can hold there";
            let fault = Diagnostic::warning(message).with_code("SPC012");
            faults.push(fault.at(method.span, "").with_help(help));
        }
        faults
    }

    fn never_begins(&self, harness: &Harness<Session>, case: usize) -> bool {
        let job = self.job;
        let beginning = Beginning { harness, case };
        let options = self.options();
        let solvers = || (job.solvers)(self.theory);
        let run = explore::explore(job.pool, &beginning, &options, &solvers, job.watcher);
        Silence::of(&run) == Silence::Complete
    }

    fn no_history(&self, case: &ContractCase, method: Span, length: usize) -> Diagnostic {
        let name = &self.ready.specs.methods[self.target].name;
        let message = format!(
            "the contract of `{name}` covers no call within history ≤ {length}, so nothing was \
             checked"
        );
        let formulas = case.context.iter().chain(&case.invariant).map(|stated| stated.span);
        let place = formulas.chain(case.require.iter().map(|stated| stated.span)).next();
        let help = "a larger --history may show one; or the clauses contradict each other, or the \
                    contracts of the operations";
        let fault = Diagnostic::warning(message).with_code("SPC011");
        fault.at(place.unwrap_or(method), "").with_help(help)
    }
}

/// Whether the precondition of a method is `false` as written, in every case of its contract.
pub(crate) fn forbids_calls(method: &Method, file: &File) -> bool {
    let is_false =
        |span: Span| span.file == file.id() && file.text()[span.range()].trim() == "false";
    method.cases.iter().all(|case| {
        let context = case.context.iter().map(|stated| stated.span);
        context.chain(case.require.iter().map(|stated| stated.span)).any(is_false)
    })
}

/// Axioms that cannot all hold: the first that contradicts those before it.
pub(crate) fn contradiction(
    pool: &Pool,
    axioms: &[Axiom],
    solver: &dyn Fn(&Theory) -> Box<dyn Solver>,
) -> Option<Diagnostic> {
    let contradicts = |count: usize| {
        let axioms = &axioms[..count];
        let query: Vec<Term> = axioms.iter().map(|axiom| instance(pool, axiom)).collect();
        solver(&theory_of(pool, axioms)).check(pool, &query) == Verdict::Unsat
    };
    let first = check::first_contradiction(axioms.len(), contradicts)?;
    let axiom = &axioms[first];
    let message = match first {
        0 => format!("axiom `{}` can never hold", axiom.name),
        _ => format!("axiom `{}` contradicts the axioms before it", axiom.name),
    };
    Some(Diagnostic::error(message).with_code("SPC013").at(axiom.span, ""))
}

/// What an axiom says of one value of each sort, the same for all axioms.
fn instance(pool: &Pool, axiom: &Axiom) -> Term {
    let some = |sort: Sort| pool.var(&format!("some#{}", pool.show_sort(sort)), sort);
    let by: FxHashMap<Term, Term> =
        axiom.vars.iter().map(|var| (*var, some(pool.sort(*var)))).collect();
    pool.substitute(axiom.body, &by)
}
