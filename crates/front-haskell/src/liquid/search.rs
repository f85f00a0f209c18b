//! Looking for counterexamples, in rounds.
//!
//! Each round of facets (`check::facet_rounds`) is itself made in rounds, with ever more turns of
//! recursion over what is not known.

use std::cell::OnceCell;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use check::{Effort, JudgedFinding, JudgedRun, Look};
use explore::{EndingKind, Limit, Options, Run};
use frontend::{Explored, Job, Proving, TestFramework};
use lang_haskell::Instance;
use lang_haskell::liquid::elaborate::{Believed, Calls, Prepared};
use lang_haskell::liquid::logic::DoubtfulType;
use lang_haskell::lower::{Approximation, Numbers, code};
use machine::{Facets, Failure};
use report::{ExchangedText, ProofStatus, ProofText, Teller};
use solve::Theory;
use source::Diagnostic;

use super::confirm::{Incident, Rerun};
use super::exchange::Exchange;
use super::render::Telling;
use super::{Liquid, proof, test};

/// Unless the user asks for a number of turns, rounds get deeper until one takes more steps than
/// this; the answer names the turns that were explored. Steps are the same on every machine.
const ENOUGH_STEPS: u64 = 60_000;

/// One search: a target with all that an exploration needs.
#[derive(Clone, Copy)]
pub(super) struct Search<'a> {
    pub(super) liquid: &'a Liquid,
    pub(super) instance: &'a Instance,
    pub(super) job: &'a Job<'a>,
    pub(super) started: Instant,
    /// How many turns of recursion over unknown data are explored.
    pub(super) turns: u32,
    /// Whether fewer are enough once a path came to an end.
    pub(super) until_seen: bool,
}

/// A counterexample with its ending.
pub(super) struct FoundIncident {
    ending: usize,
    incident: Incident,
}

impl JudgedFinding for FoundIncident {
    fn ending(&self) -> usize {
        self.ending
    }

    fn ending_mut(&mut self) -> &mut usize {
        &mut self.ending
    }

    fn abstract_calls(&self) -> usize {
        self.incident.invented.len()
    }
}

/// A round that was made.
pub(super) struct Round {
    pub(super) judged: JudgedRun<FoundIncident>,
    /// How many turns were explored.
    turns: u32,
    /// Whether nothing was left out for being too long.
    complete: bool,
    /// What is computed on ideal numbers.
    approximation: Approximation,
    /// Functions whose calls are not checked.
    unchecked: Vec<Diagnostic>,
    /// What is taken for granted besides.
    believed: Vec<Believed>,
}

impl Round {
    /// Whether the target itself is seen to break its type.
    fn is_own(&self) -> bool {
        is_own(&self.judged)
    }

    /// Whether a budget ended it, so that nothing follows from finding nothing.
    fn is_cut(&self) -> bool {
        !self.run().limits.is_empty() && !self.has_findings()
    }

    /// The same after a further round that a budget ended: what was asked for was not explored as a
    /// whole, whatever this round saw.
    fn cut_by(mut self, further: &Round) -> Round {
        let run = self.run_mut();
        run.stats.absorb_work(&further.run().stats);
        for limit in &further.run().limits {
            if !run.limits.contains(limit) {
                run.limits.push(*limit);
            }
        }
        self
    }
}

impl Look for Round {
    type Found = FoundIncident;

    fn judged(&self) -> &JudgedRun<FoundIncident> {
        &self.judged
    }

    fn judged_mut(&mut self) -> &mut JudgedRun<FoundIncident> {
        &mut self.judged
    }

    /// Where only recursive calls of the target are seen to be wrong, one round more may show the call
    /// itself.
    fn is_worth_deepening(&self) -> bool {
        let mut found = self.judged.found.iter();
        !self.complete
            && self.run().limits.is_empty()
            && found.all(|found| found.incident.is_of_recursion())
    }

    fn deepened(self, mut deeper: Round) -> ControlFlow<Round, Round> {
        if self.has_findings() && !deeper.is_own() {
            return ControlFlow::Break(self);
        }
        if deeper.is_cut() {
            return ControlFlow::Break(self.cut_by(&deeper));
        }
        deeper.run_mut().stats.absorb_work(&self.run().stats);
        ControlFlow::Continue(deeper)
    }
}

impl Search<'_> {
    /// Looks for a proof and explores the target: what is proved by types alone only until a path comes to an
    /// end, so that it is seen that there is one, and that it is no counterexample.
    pub(super) fn prove_and_explore(&self) -> Explored {
        let found = match self.job.proving {
            Proving::Fully | Proving::Briefly => Some(self.look_for_proof()),
            Proving::Never => None,
        };
        // Types that are too weak are found by exploring; a proof looks into functions without a type.
        let by_types_alone = !self.job.all_callees
            && found.as_ref().is_some_and(|(proof, facets)| {
                proof.status == ProofStatus::Proved && *facets == Facets::Modular
            });
        let mut explored = match by_types_alone {
            true => Search { until_seen: true, ..*self }.explore(Facets::Concrete),
            false => self.explore(self.job.facets),
        };
        // What breaks an assumed type by its body refutes no proof that rests on that type.
        let is_contradicted = |proof: &ProofText| {
            !explored.tellers.is_empty() && proof::rests_on_assumed_types(proof)
        };
        let proof = found.map(|(proof, _)| proof).filter(|proof| !is_contradicted(proof));
        explored.proof = proof;
        explored
    }

    fn explore(&self, facets: Facets) -> Explored {
        let last = check::facet_rounds(facets, |facets| self.deepen(facets));
        let (bound, facets) = (last.named_bound("type"), last.facets);
        let Round { judged, approximation, unchecked, believed, .. } = last.look;
        let JudgedRun { run, found } = judged;
        let time = self.started.elapsed();
        let target = self.liquid.at(self.instance);
        let has_test = |incident: &Incident| {
            test::write(self.liquid, self.instance, &target, incident, TestFramework::Plain).is_ok()
        };
        let telling = Telling {
            pool: self.job.pool,
            linked: self.liquid.program.linked(),
            specs: &self.liquid.specs,
            files: &self.liquid.files,
            facets,
            target: &target,
            code: self.liquid.function(&target).span,
            has_test: &has_test,
        };
        let mut suggested = false;
        let mut exchanged = self.exchanged(&run, &found, facets);
        let tellers = found.iter().enumerate().map(|(at, FoundIncident { ending, incident })| {
            // To find a suggestion takes many runs, and one is enough.
            let wanted = !incident.invented.is_empty() && !std::mem::replace(&mut suggested, true);
            let suggestion = if wanted { self.suggestion(incident, facets) } else { None };
            let exchanged = std::mem::take(&mut exchanged[at]);
            let teller: Box<dyn Teller> = Box::new(telling.teller(incident, exchanged, suggestion));
            (*ending, teller)
        });
        let (tellers, bounds) = (tellers.collect(), bound.into_iter().collect());
        let (mut assumptions, doubts) = (assumptions(approximation), unchecked);
        assumptions.extend(believed.iter().map(ToString::to_string));
        let theory = Some(Theory::empty());
        Explored { tellers, run, time, bounds, assumptions, doubts, theory, ..Explored::default() }
    }

    /// For each counterexample the values that could be others. To find out takes many runs, so it is
    /// done for the smallest of each kind.
    fn exchanged(
        &self,
        run: &Run,
        found: &[FoundIncident],
        facets: Facets,
    ) -> Vec<Vec<ExchangedText>> {
        let mut all: Vec<Vec<ExchangedText>> = vec![Vec::new(); found.len()];
        if found.is_empty() || !self.job.smallest {
            return all;
        }
        let (liquid, instance, pool) = (self.liquid, self.instance, self.job.pool);
        let calls = self.calls(facets);
        let prepared = &liquid.prepared(pool, instance, calls, Numbers::Ideal);
        let rerun = &Rerun { liquid, prepared, pool, instance, calls, machine: OnceCell::new() };
        let max_steps = self.job.options.budget.steps.unwrap_or(u64::MAX);
        let time = check::trial_time(self.job.options, self.started.elapsed());
        let is_late: &dyn Fn() -> bool = &|| time.is_raised();
        let kind = |FoundIncident { incident, .. }: &FoundIncident| {
            let Failure { code, message, span, .. } = &incident.failure;
            (*code, message.clone(), *span)
        };
        for at in check::smallest_of_each(found, kind, |found| found.incident.size()) {
            let FoundIncident { ending, incident } = &found[at];
            let EndingKind::Violated(_, witness) = &run.endings[*ending].kind else { continue };
            all[at] = Exchange { rerun, witness, incident, max_steps, is_late }.all();
        }
        all
    }

    fn calls(&self, facets: Facets) -> Calls {
        Calls { facets, of_all: self.job.all_callees }
    }

    /// Rounds with ever more turns, until something is found, nothing is left out, or they have taken
    /// enough steps.
    pub(super) fn deepen(&self, facets: Facets) -> Round {
        let calls = self.calls(facets);
        let prepared = self.liquid.prepared(self.job.pool, self.instance, calls, Numbers::Ideal);
        let (liquid, instance, pool) = (self.liquid, self.instance, self.job.pool);
        let (prepared, machine) = (&prepared, OnceCell::new());
        let rerun = Rerun { liquid, prepared, pool, instance, calls, machine };
        let effort = match self.job.growing.unrolling {
            true => Effort::of_steps(ENOUGH_STEPS),
            false => Effort::unbounded(),
        };
        let first = self.round(&rerun, 1);
        let effort = effort.after(first.run());
        check::deepen(first, effort, |last, effort| {
            let is_seen = self.until_seen && last.run().stats.finished > 0;
            let goes_on = last.turns < self.turns && !effort.is_used_up() && !is_seen;
            goes_on.then(|| self.round(&rerun, last.turns + 1))
        })
    }

    fn round(&self, rerun: &Rerun<'_>, turns: u32) -> Round {
        let Job { pool, solvers, watcher, .. } = *self.job;
        let session = rerun.prepared.session.clone().with_unrolling(turns);
        let solvers = || solvers(&Theory::empty());
        let mut run = explore::explore(pool, &session, &self.options(), &solvers, watcher);
        let (mut found, mut allowed) = (Vec::new(), Vec::new());
        for number in 0..run.endings.len() {
            let ending = &mut run.endings[number];
            let EndingKind::Violated(failure, witness) = &mut ending.kind else { continue };
            if self.liquid.allows_error && failure.code == code::ERROR {
                allowed.push(number);
                continue;
            }
            match rerun.confirm(failure, &witness.inputs, &witness.events) {
                Ok(mut incident) => {
                    *failure = incident.failure.clone();
                    witness.events.clear();
                    if let Some(inputs) = incident.inputs.take() {
                        witness.inputs = inputs;
                    }
                    found.push(FoundIncident { ending: number, incident });
                }
                Err(why) => run.take_back(number, why),
            }
        }
        let is_long =
            |kind: &EndingKind| matches!(kind, EndingKind::CutOff(Limit::Unrolling(_), _));
        run.stats.violated -= allowed.len() as u64;
        run.stats.finished += allowed.len() as u64;
        let mut judged = JudgedRun { run, found };
        judged.leave_out(&allowed);
        prefer_own(&mut judged);
        let complete = !judged.run.endings.iter().any(|ending| is_long(&ending.kind));
        let Prepared { approximation, unchecked, .. } = rerun.prepared;
        let unchecked = unchecked.iter().map(|(name, what, span)| {
            let message = format!("calls of `{}` are not checked: {what}", name.written());
            Diagnostic::warning(message).with_code("REF010").at(*span, "")
        });
        let doubtful = rerun.prepared.doubtful.iter().map(|doubtful| {
            let warning = Diagnostic::warning(doubted(doubtful)).with_code("REF010");
            warning.at(doubtful.span, "")
        });
        Round {
            judged,
            turns,
            complete,
            approximation: *approximation,
            unchecked: unchecked.chain(doubtful).collect(),
            believed: rerun.prepared.believed.clone(),
        }
    }

    /// The options of the call, with the time that is left of it.
    fn options(&self) -> Options {
        let mut options = self.job.options.clone();
        let left = |time: Duration| time.saturating_sub(self.started.elapsed());
        options.budget.time = options.budget.time.map(left);
        // What a type promises is asserted at the end of a call, so there is nothing to leave out.
        options.prune = false;
        options
    }
}

/// That a data type is not understood, in a sentence.
pub(super) fn doubted(doubtful: &DoubtfulType) -> String {
    format!("what holds of values of `{}` is not understood: {}", doubtful.name.occ, doubtful.why)
}

/// What is taken for granted of numbers, as LiquidHaskell does.
fn assumptions(Approximation { integers, fractions }: Approximation) -> Vec<String> {
    let integers = integers.then_some("`Int` is taken as unbounded, as LiquidHaskell does");
    let fractions = fractions
        .then_some("`Double` and `Float` are taken as exact numbers, as LiquidHaskell does");
    integers.into_iter().chain(fractions).map(str::to_owned).collect()
}

/// Whether the target itself is seen to break its type.
fn is_own(judged: &JudgedRun<FoundIncident>) -> bool {
    judged.found.iter().any(|found| found.incident.is_own())
}

/// Where the target itself can be seen to break its type, what its recursive calls do is left out.
fn prefer_own(judged: &mut JudgedRun<FoundIncident>) {
    if !is_own(judged) {
        return;
    }
    let of_recursion = judged.found.iter().filter(|found| found.incident.is_of_recursion());
    let dropped: Vec<usize> = of_recursion.map(|found| found.ending).collect();
    judged.leave_out(&dropped);
}
