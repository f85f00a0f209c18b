//! Looking for counterexamples, in rounds.
//!
//! The first rounds run everything by its body, with ever more turns of recursion over what is not
//! known; a counterexample there is one of the code. Then calls of functions with refined types are
//! also run by their types, at most one on a path, then two, and so on: what is found there shows
//! that those types are too weak. The first round that finds something is the last.

use std::cell::OnceCell;
use std::time::{Duration, Instant};

use check::{leave_endings_out, same_paths};
use explore::{EndingKind, Limit, Options, Run};
use frontend::{Explored, Facets, Job, TestFramework};
use lang_haskell::Instance;
use lang_haskell::liquid::elaborate::{Choices, Prepared};
use lang_haskell::lower::{Approximation, Numbers, code};
use report::Teller;
use solve::Theory;
use source::Diagnostic;

use super::confirm::{Incident, Rerun};
use super::render::Telling;
use super::{Liquid, test};

/// How many calls of a path are by their types at most.
const MOST_BY_TYPE: u32 = 2;
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
}

/// A round that was made.
pub(super) struct Round {
    pub(super) run: Run,
    pub(super) found: Vec<(usize, Incident)>,
    choices: Choices,
    /// Whether nothing was left out for being too long.
    complete: bool,
    /// What is computed on ideal numbers.
    approximation: Approximation,
    /// Functions whose calls are not checked.
    unchecked: Vec<Diagnostic>,
    /// What "holds" is limited to, because a further way to run calls was not tried.
    bound: Option<String>,
}

impl Round {
    /// Whether the target itself is seen to break its type.
    fn is_own(&self) -> bool {
        self.found.iter().any(|(_, incident)| incident.is_own())
    }

    /// Whether a budget ended it, so that nothing follows from finding nothing.
    fn is_cut(&self) -> bool {
        !self.run.limits.is_empty() && self.found.is_empty()
    }

    /// Whether a deeper round is not worth making.
    fn is_enough(&self, most_steps: u64) -> bool {
        let only_recursion = self.found.iter().all(|(_, incident)| incident.is_of_recursion());
        self.complete
            || !self.run.limits.is_empty()
            || self.run.stats.steps > most_steps
            || !self.found.is_empty() && !only_recursion
    }

    /// The same after a further round that a budget ended: what was asked for was not explored as a
    /// whole, whatever this round saw.
    fn cut_by(mut self, further: &Round) -> Round {
        self.run.stats.absorb_work(&further.run.stats);
        for limit in &further.run.limits {
            if !self.run.limits.contains(limit) {
                self.run.limits.push(*limit);
            }
        }
        self
    }
}

impl Search<'_> {
    pub(super) fn explore(&self) -> Explored {
        let Round { run, found, choices, bound, approximation, unchecked, .. } = self.rounds();
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
            choices,
            target: &target,
            has_test: &has_test,
        };
        let mut suggested = false;
        let tellers = found.iter().map(|(ending, incident)| {
            // To find a suggestion takes many runs, and one is enough.
            let wanted = !incident.invented.is_empty() && !std::mem::replace(&mut suggested, true);
            let suggestion = if wanted { self.suggestion(incident, choices) } else { None };
            let teller: Box<dyn Teller> = Box::new(telling.teller(incident, suggestion));
            (*ending, teller)
        });
        let (tellers, bounds) = (tellers.collect(), bound.into_iter().collect());
        let (assumptions, doubts) = (assumptions(approximation), unchecked);
        let theory = Some(Theory::empty());
        Explored { tellers, run, time, bounds, assumptions, doubts, theory, ..Explored::default() }
    }

    /// Rounds for each way to run calls. Where a budget runs out for one, what was seen is that of the
    /// way before, and nothing is decided.
    fn rounds(&self) -> Round {
        let mut last: Option<Round> = None;
        for choices in ways(self.job.facets) {
            let round = self.deepen(choices);
            last = Some(match last {
                Some(mut before) if round.is_cut() => {
                    before.bound = Some(by_type(before.choices));
                    return before.cut_by(&round);
                }
                Some(mut before) if same_paths(&before.run.stats, &round.run.stats) => {
                    before.run.stats.absorb_work(&round.run.stats);
                    return before;
                }
                _ if round.is_cut() || !round.found.is_empty() => return round,
                _ => round,
            });
        }
        last.expect("there is a first way to run calls")
    }

    /// Rounds with ever more turns, until something is found or nothing is left out. Where only
    /// recursive calls of the target are seen to be wrong, one round more may show the call itself.
    pub(super) fn deepen(&self, choices: Choices) -> Round {
        let prepared = self.liquid.prepared(self.job.pool, self.instance, choices, Numbers::Ideal);
        let (liquid, instance, pool) = (self.liquid, self.instance, self.job.pool);
        let (prepared, machine) = (&prepared, OnceCell::new());
        let rerun = Rerun { liquid, prepared, pool, instance, choices, machine };
        let most_steps = if self.job.growing.unrolling { ENOUGH_STEPS } else { u64::MAX };
        let mut last: Option<Round> = None;
        for turns in 1..=self.turns.max(1) {
            let mut round = self.round(&rerun, turns);
            if let Some(before) = last.take() {
                let no_better = !before.found.is_empty() && !round.is_own();
                if no_better {
                    return before;
                }
                if round.is_cut() {
                    return before.cut_by(&round);
                }
                round.run.stats.absorb_work(&before.run.stats);
            }
            if round.is_enough(most_steps) {
                return round;
            }
            last = Some(round);
        }
        last.expect("there is a first round")
    }

    fn round(&self, rerun: &Rerun<'_>, turns: u32) -> Round {
        let Job { pool, solvers, watcher, .. } = *self.job;
        let session = rerun.prepared.session.clone().with_unrolling(turns);
        let solvers = || solvers(&Theory::empty());
        let mut run = explore::explore(pool, &session, &self.options(), &solvers, watcher);
        let (mut found, mut allowed) = (Vec::new(), Vec::new());
        for (number, ending) in run.endings.iter_mut().enumerate() {
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
                    found.push((number, incident));
                }
                Err(why) => {
                    ending.kind = EndingKind::Unconfirmed(failure.clone(), why);
                }
            }
        }
        let is_long =
            |kind: &EndingKind| matches!(kind, EndingKind::CutOff(Limit::Unrolling(_), _));
        run.stats.violated -= allowed.len() as u64;
        run.stats.finished += allowed.len() as u64;
        leave_out(&mut run, &mut found, &allowed);
        prefer_own(&mut run, &mut found);
        let complete = !run.endings.iter().any(|ending| is_long(&ending.kind));
        let Prepared { approximation, unchecked, .. } = rerun.prepared;
        let unchecked = unchecked.iter().map(|(name, what, span)| {
            let message =
                format!("calls of `{}` are not checked: {what} are not supported", name.occ);
            Diagnostic::warning(message).with_code("REF010").at(*span, "")
        });
        Round {
            run,
            found,
            choices: rerun.choices,
            complete,
            approximation: *approximation,
            unchecked: unchecked.collect(),
            bound: None,
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

/// What is taken for granted of numbers, as LiquidHaskell does.
fn assumptions(Approximation { integers, fractions }: Approximation) -> Vec<String> {
    let integers = integers.then_some("`Int` is taken as unbounded, as LiquidHaskell does");
    let fractions = fractions
        .then_some("`Double` and `Float` are taken as exact numbers, as LiquidHaskell does");
    integers.into_iter().chain(fractions).map(str::to_owned).collect()
}

/// Where the target itself can be seen to break its type, what its recursive calls do is left out.
fn prefer_own(run: &mut Run, found: &mut Vec<(usize, Incident)>) {
    if !found.iter().any(|(_, incident)| incident.is_own()) {
        return;
    }
    let dropped: Vec<usize> = found
        .iter()
        .filter(|(_, incident)| incident.is_of_recursion())
        .map(|(ending, _)| *ending)
        .collect();
    leave_out(run, found, &dropped);
}

/// Leaves some endings out of a run, by their numbers.
fn leave_out(run: &mut Run, found: &mut Vec<(usize, Incident)>, dropped: &[usize]) {
    found.retain(|(ending, _)| !dropped.contains(ending));
    leave_endings_out(run, found.iter_mut().map(|(ending, _)| ending), dropped);
}

/// How many calls of a path were by their types at most, as a bound.
fn by_type(choices: Choices) -> String {
    match choices {
        Choices::None => "calls by type ≤ 0".to_owned(),
        Choices::Either { at_most } => format!("calls by type ≤ {at_most}"),
        Choices::All => "calls by type".to_owned(),
    }
}

/// How calls are run in the rounds.
fn ways(facets: Facets) -> Vec<Choices> {
    match facets {
        Facets::Concrete => vec![Choices::None],
        Facets::Abstract => vec![Choices::All],
        Facets::Both => {
            let by_type = (1..=MOST_BY_TYPE).map(|at_most| Choices::Either { at_most });
            [Choices::None].into_iter().chain(by_type).collect()
        }
    }
}
