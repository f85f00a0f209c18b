//! Longer histories and calls than were asked for.

use check::{Effort, JudgedRun, Look};
use explore::{EndingKind, Limit};
use frontend::{Growing, Histories, Job};
use term::Pool;

use crate::Ready;
use crate::facets::Round;
use crate::smallest::{Found, Search};

/// The longest history that is explored unless the user asks for more.
const MOST_HISTORY: usize = 16;

impl Look for Round {
    type Found = Found;

    fn judged(&self) -> &JudgedRun<Found> {
        &self.judged
    }

    fn judged_mut(&mut self) -> &mut JudgedRun<Found> {
        &mut self.judged
    }
}

impl Search<'_> {
    /// Explores the target within larger bounds than those of a first look, while that costs little.
    /// Deeper looks get the program from `reread`, in a pool of its own: how the work goes
    /// depends on the order of terms, and so would depend on threads and on targets before this one.
    pub(crate) fn deepen<'o>(
        &self,
        first: Round,
        reread: impl Fn() -> Option<&'o (Pool, Ready)>,
    ) -> Round {
        if self.job.options.record {
            // A proof for longer histories is more than other solvers can check in a moment.
            return first;
        }
        let asked = first.histories;
        let last = check::deepen(first, Effort::new(Effort::USUAL), |last, effort| {
            let histories = self.grown(last, effort)?;
            let (pool, ready) = reread()?;
            let (job, theory) = (&Job { pool, ..*self.job }, &ready.theory(pool));
            let search = Search { ready, theory, job, effort: Some(effort), ..*self };
            Some(Round { complete_before: Some(last.histories.length), ..search.rounds(histories) })
        });
        if last.histories == asked || !last.has_findings() {
            return last;
        }
        // What was found there is found again here, where it is reported.
        let mut round = self.rounds(last.histories);
        round.run_mut().stats.absorb_work(&last.run().stats);
        Round { complete_before: last.complete_before, ..round }
    }

    /// Larger bounds than those of a round, as far as some may grow and may matter: histories do if
    /// there are events, the others if they cut a path off.
    fn grown(&self, last: &Round, effort: &Effort) -> Option<Histories> {
        let cut_off = |by: fn(&Limit) -> bool| {
            let mut endings = last.run().endings.iter();
            endings.any(|end| matches!(&end.kind, EndingKind::CutOff(limit, _) if by(limit)))
        };
        let Growing { history, events, unrolling } = self.job.growing;
        let is_short = last.histories.length < MOST_HISTORY;
        let history = history && is_short && !self.ready.specs.alphabet.is_empty();
        let events = events && cut_off(|limit| matches!(limit, Limit::Events(_)));
        let unrolling = unrolling && cut_off(|limit| matches!(limit, Limit::Unrolling(_)));
        let mut grown = last.histories;
        let more = effort.growth(grown.length);
        if history {
            grown.length = MOST_HISTORY.min(grown.length + more);
        }
        if events {
            grown.events += more;
        }
        if unrolling {
            grown.unrolling += more as u32;
        }
        (grown != last.histories).then_some(grown)
    }
}
