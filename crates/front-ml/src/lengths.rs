//! Histories by their length: the shorter ones first, until a promise is broken.
//!
//! The paper's search goes on to longer traces only where shorter ones show nothing, and ends with the
//! first violation. So does the engine `derivative`, and `slots` where one violation is all that is
//! asked for: what is found this way has the shortest history that there is. The engine `naive` ends with the
//! first violation, too, but takes histories of all lengths at once.
//!
//! Calls of the module's own functions multiply the paths. A violation after at most one of them is found in a moment, and what
//! longer histories would add to it is mostly the number of paths that break the same promise.
//!
//! Functions that recur over unknown data have more paths than there is time for, and those that are explored first may all go deep. So
//! a part of the time is kept for paths that hardly recur, in case nothing was found until then.

use check::{JudgedRun, LengthRounds};
use explore::{Limit, Run};
use frontend::Histories;
use harness::Engine;

use crate::smallest::{Found, Search};

/// At most so many calls of the module's own functions are tried before as many as were asked for.
const FEW_CALLS: usize = 1;

/// Which part of the time is kept for paths that hardly recur.
const KEPT: u32 = 4;

/// How often one branch of these is undecided at most.
const HARDLY: u32 = 2;

/// A search through histories of growing length.
pub(crate) struct ByLength {
    pub(crate) judged: JudgedRun<Found>,
    /// The bounds within which it was explored.
    pub(crate) histories: Histories,
    /// The length up to which shorter histories are known to break nothing.
    pub(crate) complete_before: Option<usize>,
}

impl Search<'_> {
    /// Explores the target, by the length of histories where the first violation is enough.
    pub(crate) fn look(&self, histories: Histories) -> ByLength {
        let judged = match (self.ends_at_first(histories.engine), histories.engine) {
            (true, Engine::Slots | Engine::Derivative) => return self.by_length(histories),
            // The baseline of the paper: one expression for all histories, whatever their length.
            (true, Engine::Naive) => {
                let mut judged = self.run_until_found(histories, (0, &Run::default()));
                self.forget_own_limit(&mut judged.run);
                judged
            }
            (false, Engine::Slots) if self.depends_on_own_calls() => {
                return self.few_calls_first(histories);
            }
            (false, Engine::Slots) => return self.small_at_last(histories, None),
            (false, _) | (true, Engine::Opaque) => self.run(histories),
        };
        ByLength { judged, histories, complete_before: None }
    }

    /// Whether calls of the module's own functions come before the call, and the user did not ask for
    /// every path. A run that is recorded for a proof is one run.
    fn depends_on_own_calls(&self) -> bool {
        let is_plain = !self.job.options.record && !self.job.every_path;
        is_plain && self.ready.target(self.target).calls_itself()
    }

    /// Explores histories as long as was asked for only if short ones break nothing.
    fn few_calls_first(&self, histories: Histories) -> ByLength {
        if histories.length <= FEW_CALLS {
            return self.small_at_last(histories, None);
        }
        let short = Histories { length: FEW_CALLS, ..histories };
        let few = self.run(short);
        if !few.found.is_empty() {
            return ByLength { judged: few, histories, complete_before: None };
        }
        let stats = few.run.stats.clone();
        let is_whole = few.run.limits.is_empty() && self.job.growing.history;
        let few =
            is_whole.then_some(ByLength { judged: few, histories: short, complete_before: None });
        let mut all = self.small_at_last(histories, few);
        if all.histories.length != FEW_CALLS {
            all.judged.run.stats.absorb_work(&stats);
        }
        all
    }

    /// Explores the target, and if the time is nearly up and nothing was found, paths of it that hardly recur, after
    /// few calls of the module's own functions. Bounds that the user did not give are then those within which
    /// everything was explored, if there are such; `few` are the paths after the fewest calls.
    fn small_at_last(&self, histories: Histories, few: Option<ByLength>) -> ByLength {
        let within = |judged, histories| ByLength { judged, histories, complete_before: None };
        let left = self.options().budget.time;
        let is_plain = self.effort.is_none() && !self.job.options.record;
        let mut small = Histories { unrolling: histories.unrolling.min(HARDLY), ..histories };
        if self.depends_on_own_calls() {
            let calls = if few.is_some() { FEW_CALLS + 1 } else { FEW_CALLS };
            small.length = small.length.min(calls);
        }
        let (Some(left), true, true) = (left, is_plain, small != histories) else {
            return within(self.run(histories), histories);
        };
        let mut options = self.job.options.clone();
        options.budget.time = options.budget.time.map(|time| time.saturating_sub(left / KEPT));
        let job = frontend::Job { options: &options, ..*self.job };
        let mut deep = Search { job: &job, ..*self }.run(histories);
        let mut is_cut = false;
        for limit in &mut deep.run.limits {
            if let Limit::Time(time) = limit {
                (*time, is_cut) = (left, true);
            }
        }
        if !is_cut || !deep.found.is_empty() {
            return within(deep, histories);
        }
        let mut shallow = self.run(small);
        if !shallow.found.is_empty() {
            shallow.run.stats.absorb_work(&deep.run.stats);
            shallow.run.limits.retain(|limit| !matches!(limit, Limit::Time(_)));
            shallow.run.limits.push(Limit::Time(left));
            return within(shallow, histories);
        }
        let growing = &self.job.growing;
        let may_be_small = (growing.unrolling || small.unrolling == histories.unrolling)
            && (growing.history || small.length == histories.length);
        if may_be_small && shallow.run.limits.is_empty() {
            shallow.run.stats.absorb_work(&deep.run.stats);
            return within(shallow, small);
        }
        if let Some(mut few) = few {
            few.judged.run.stats.absorb_work(&deep.run.stats);
            return few;
        }
        deep.run.stats.absorb_work(&shallow.run.stats);
        within(deep, histories)
    }

    /// Whether the search ends with the first violation. A run that is recorded for a proof is one run.
    fn ends_at_first(&self, engine: Engine) -> bool {
        let options = self.job.options;
        !options.record
            && match options.budget.findings {
                Some(findings) => findings == 1,
                None => engine != Engine::Slots && !self.job.every_path,
            }
    }

    fn by_length(&self, histories: Histories) -> ByLength {
        let mut all: Vec<Found> = Vec::new();
        let LengthRounds { run, complete_before } =
            check::by_length(histories.length, |length, before| {
                let histories = Histories { length, ..histories };
                let JudgedRun { mut run, mut found } =
                    self.run_until_found(histories, (length, before));
                self.forget_own_limit(&mut run);
                found.iter_mut().for_each(|found| found.ending += before.endings.len());
                all = found;
                (run, !all.is_empty())
            });
        ByLength { judged: JudgedRun { run, found: all }, histories, complete_before }
    }

    /// That a run ended with the first violation is a limit only if the user asked for it.
    fn forget_own_limit(&self, run: &mut Run) {
        if self.job.options.budget.findings.is_none() {
            run.limits.retain(|limit| !matches!(limit, Limit::Findings(_)));
        }
    }

    /// Explores histories of at least some length until a violation is found; `before` are the paths of
    /// shorter ones.
    fn run_until_found(
        &self,
        histories: Histories,
        (least_history, before): (usize, &Run),
    ) -> JudgedRun<Found> {
        let mut options = self.job.options.clone();
        options.budget.findings = Some(1);
        let given = options.budget.paths;
        let ended = before.stats.ended();
        options.budget.paths = given.map(|paths| paths.saturating_sub(ended).max(1));
        let job = frontend::Job { options: &options, ..*self.job };
        let search = Search { job: &job, least_history, ..*self };
        let mut judged = search.run(histories);
        for limit in &mut judged.run.limits {
            if let (Limit::Paths(_), Some(given)) = (&limit, given) {
                *limit = Limit::Paths(given);
            }
        }
        judged
    }
}
