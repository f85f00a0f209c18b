//! Proofs for histories of any length.
//!
//! The body of a method is run once, with nothing known of the history, and functions that have a contract
//! are run by it, the method itself among them. If no history takes a path that ends badly
//! ([`prove::Refuter`]), the contract is kept by every call that returns, provided that those functions
//! keep theirs: so they are proved, too, all together.

use check::Effort;
use explore::{EndingKind, Limit, Options, Run};
use frontend::{Histories, Integers, Job, Proving};
use harness::{Engine, Method};
use machine::Facets;
use prove::{OpenPath, Refuter, Unrefuted, Word, open_paths};
use report::{ProofStatus, ProofText};
use solve::Solver;
use source::Span;
use term::Pool;

use crate::Ready;
use crate::smallest::Search;

/// How many events a call has at most in a proof. A longer one is not proved.
const MOST_EVENTS: usize = 64;

/// The proof of a method so far.
#[derive(Default)]
struct MethodProof {
    /// The functions that were run by contract, and are proved with it.
    with: Vec<String>,
    /// What it rests on.
    rests_on: Vec<String>,
}

impl Search<'_> {
    /// Looks for a proof of the method and of all functions that it calls by contract, in a pool of its own:
    /// how the work goes depends on the order of terms.
    pub(crate) fn look_for_proof(&self, (pool, ready): &(Pool, Ready)) -> ProofText {
        let (job, theory) = (&Job { pool, ..*self.job }, &ready.theory(pool));
        let effort = match self.job.proving {
            Proving::Fully => Effort::unbounded(),
            Proving::Briefly | Proving::Never => Effort::new(Effort::USUAL),
        };
        let search = Search { ready, theory, job, effort: Some(&effort), ..*self };
        let asked = self.job.proving == Proving::Fully;
        let proof = search.prove().map_or_else(
            |open| *open,
            |MethodProof { with, rests_on }| ProofText {
                rests_on,
                with,
                ..no_proof(ProofStatus::Proved, None)
            },
        );
        ProofText { asked, ..proof }
    }

    /// Takes all functions by their contracts; where these do not say enough, those that do not call
    /// themselves by their bodies.
    fn prove(&self) -> Result<MethodProof, Box<ProofText>> {
        self.prove_with(Facets::Modular).or_else(|weak| {
            let target = self.ready.target(self.target);
            let mut callees = target.callees(self.job.pool).into_iter();
            let has_plain = callees.any(|(_, method)| !target.is_recursive(method));
            match has_plain {
                true => self.prove_with(Facets::Recursive).map_err(|_| weak),
                false => Err(weak),
            }
        })
    }

    fn prove_with(&self, facets: Facets) -> Result<MethodProof, Box<ProofText>> {
        let mut proof = MethodProof::default();
        let mut known = vec![self.target];
        let mut next = 0;
        while let Some(target) = known.get(next).copied() {
            next += 1;
            let search = Search { target, ..*self };
            search.prove_one(facets)?;
            for condition in search.taken_for_granted() {
                if !proof.rests_on.contains(&condition) {
                    proof.rests_on.push(condition);
                }
            }
            for callee in search.callees_by_contract(facets) {
                if !known.contains(&callee) {
                    proof.with.push(format!("`{}`", self.ready.specs.methods[callee].name));
                    known.push(callee);
                }
            }
        }
        Ok(proof)
    }

    /// The functions that the method calls by their contracts, by number.
    fn callees_by_contract(&self, facets: Facets) -> Vec<usize> {
        let target = self.ready.target(self.target);
        let mut callees = target.callees(self.job.pool);
        if facets == Facets::Recursive {
            callees.retain(|(_, method)| target.is_recursive(method));
        }
        let number = |wanted: &Method| {
            self.ready.specs.methods.iter().position(|method| method.name == wanted.name)
        };
        callees.iter().filter_map(|(_, method)| number(method)).collect()
    }

    fn prove_one(&self, facets: Facets) -> Result<(), Box<ProofText>> {
        self.provable(facets)?;
        let pool = self.job.pool;
        let harness = self.ready.harness(pool, self.target, self.any_histories(facets));
        let solvers = || self.proof_solver();
        let run =
            explore::explore(pool, &harness, &self.proof_options(), &solvers, self.job.watcher);
        if let Some(limit) = run.limits.first() {
            return Err(open(limit_reached(limit)));
        }
        let memberships = harness.memberships();
        let mut solver = self.proof_solver();
        let is_late = || self.is_late();
        let allowances = harness.allowances(pool);
        let ctx = harness.context(pool);
        let mut refuter = Refuter::new(ctx, &memberships, allowances, &mut *solver, &is_late);
        for path in open_paths(&run.record) {
            if let Err(why) = refuter.refute(&path.conditions) {
                return Err(self.unrefuted(&run, &path, &why, facets));
            }
        }
        Ok(())
    }

    fn proof_solver(&self) -> Box<dyn Solver> {
        match (self.job.proving, self.effort) {
            (Proving::Briefly, Some(effort)) => {
                effort.solver((self.job.quick_solvers)(self.theory))
            }
            _ => (self.job.solvers)(self.theory),
        }
    }

    /// Whether the method is one that proofs are about.
    fn provable(&self, facets: Facets) -> Result<(), Box<ProofText>> {
        let pool = self.job.pool;
        let method = &self.ready.specs.methods[self.target];
        let name = &method.name;
        if self.ready.state_bound(pool, self.target, self.any_histories(facets)).is_some() {
            return Err(open(format!("`{name}` depends on what the module itself keeps")));
        }
        for callee in self.callees_by_contract(facets) {
            let callee = &self.ready.specs.methods[callee];
            if callee.cases.iter().any(|case| !case.raises.is_empty()) {
                let callee = &callee.name;
                return Err(open(format!(
                    "`{name}` calls `{callee}`, whose contract names exceptions"
                )));
            }
        }
        let mut undecided = self.ready.specs.undecided.iter();
        if let Some((_, clause)) = undecided.find(|(known, _)| known == name) {
            return Err(open(format!("`{clause}` is not decided")));
        }
        Ok(())
    }

    /// What a proof of the method rests on.
    fn taken_for_granted(&self) -> Vec<String> {
        let mut all = vec!["it returns".to_owned()];
        if self.ready.target(self.target).takes_arguments_apart() {
            all.push("its arguments share no mutable data".to_owned());
        }
        if self.job.histories.integers == Integers::Ideal {
            all.push("integers have no bound".to_owned());
        }
        let specs = &self.ready.specs;
        let operations = specs.operations.iter().chain(&specs.methods[self.target].functions);
        let mut cases = operations.flat_map(|operation| &operation.cases);
        if cases.any(|case| !case.context.is_empty() || !case.invariant.is_empty()) {
            all.push("operations are called where a context of theirs holds".to_owned());
        }
        all.extend(specs.free.iter().map(|name| format!("`{name}` is any value")));
        all
    }

    fn any_histories(&self, facets: Facets) -> Histories {
        Histories {
            length: 0,
            events: MOST_EVENTS,
            any: true,
            engine: Engine::Opaque,
            facets,
            ..self.job.histories
        }
    }

    fn proof_options(&self) -> Options {
        let mut options = self.options();
        options.record = true;
        options.workers = 1;
        options.budget.findings = None;
        options
    }

    /// What keeps a path from being impossible.
    fn unrefuted(
        &self,
        run: &Run,
        path: &OpenPath,
        why: &Unrefuted,
        facets: Facets,
    ) -> Box<ProofText> {
        let ending = run.endings.iter().find(|ending| ending.choices == path.at);
        let (what, helps) = match ending.map(|ending| &ending.kind) {
            Some(EndingKind::Violated(failure, _) | EndingKind::Unconfirmed(failure, _)) => {
                (failure.message.to_string(), Vec::new())
            }
            Some(EndingKind::Unsupported(gap)) => (gap.what.clone(), Vec::new()),
            Some(EndingKind::Unknown(reason)) => (reason.to_string(), Vec::new()),
            Some(EndingKind::CutOff(Limit::Unrolling(_), span)) => self.unbounded(*span),
            Some(EndingKind::CutOff(limit, _)) => (limit_reached(limit), Vec::new()),
            None => ("the solver could not decide a path".to_owned(), Vec::new()),
        };
        let is_broken = matches!(
            ending.map(|ending| &ending.kind),
            Some(EndingKind::Violated(..) | EndingKind::Unconfirmed(..))
        );
        match why {
            Unrefuted::Possible(word) if is_broken => {
                let callees = self.callees_by_contract(facets);
                let names = callees.iter().map(|callee| &self.ready.specs.methods[*callee].name);
                let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
                let weak = match names.as_slice() {
                    [] => String::new(),
                    names => format!(
                        ", as far as is known of histories and of {} by contract",
                        names.join(", ")
                    ),
                };
                let mut text = no_proof(ProofStatus::NotInductive, Some(format!("{what}{weak}")));
                text.events = self.events_of(word);
                text.helps.push(
                    "say in a context or an invariant what excludes such a history".to_owned(),
                );
                Box::new(text)
            }
            Unrefuted::Possible(_) | Unrefuted::Confused => {
                Box::new(ProofText { helps, ..*open(what) })
            }
            Unrefuted::Unknown => open(format!("{what}: not decided for all histories")),
            Unrefuted::TooManyStates(most) => {
                open(format!("{what}: it takes more than {most} states of what was said to decide"))
            }
            Unrefuted::Late => open(format!("{what}: the time was over")),
        }
    }

    /// A loop or a recursion that nothing bounds.
    fn unbounded(&self, span: Option<Span>) -> (String, Vec<String>) {
        let place = span.map(|span| {
            let file = self.job.files.get(span.file);
            let line = file.position(span.start).line;
            format!(" at {}:{line}", file.name())
        });
        let what = format!("a loop or a recursion{} has no bound", place.unwrap_or_default());
        let help =
            "give the function that calls itself a contract, by which its calls are then taken";
        (what, vec![help.to_owned()])
    }

    /// The events of a history and of a call, in the words of the contract.
    fn events_of(&self, word: &Word) -> Vec<String> {
        let (pool, alphabet) = (self.job.pool, &self.ready.specs.alphabet);
        let shown = |event: &trace::Event| {
            let op = event.op.map_or("another operation", |op| pool.name(alphabet.op(op).name));
            let values = event.values.iter().map(|value| pool.show(*value));
            values.fold(op.to_owned(), |text, value| format!("{text} {value}"))
        };
        word.events.iter().flatten().map(shown).collect()
    }
}

fn limit_reached(limit: &Limit) -> String {
    match limit {
        Limit::Events(most) => format!("a call has more than {most} events"),
        _ => "not all paths were explored".to_owned(),
    }
}

fn no_proof(status: ProofStatus, why_not: Option<String>) -> ProofText {
    let (rests_on, with, events, helps) = Default::default();
    ProofText { status, rests_on, with, why_not, events, helps, asked: false }
}

fn open(why: String) -> Box<ProofText> {
    Box::new(no_proof(ProofStatus::Open, Some(why)))
}
