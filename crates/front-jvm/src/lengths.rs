//! Lengths of arrays, texts and lists that the user did not give.
//!
//! For a method that the user does not name, lengths are proposed. They are a guess, so longer inputs are
//! explored as well while that costs few runs, and the answer names the lengths that were reached.

use std::ops::ControlFlow;

use check::{Effort, JudgedRun, Look};
use explore::{Run, Stats};
use lang_jvm::{Element, Entry, Param, Shape};
use report::{Answer, StatsText, TargetReport};

/// The length that is proposed for texts, arrays and lists.
pub(super) const USUAL_LENGTH: u32 = 3;
/// The longest that is explored unless the user asks for more.
const MOST_LENGTH: u32 = 8;
/// Longer inputs are explored until all runs of the method together are this many.
const ENOUGH_RUNS: u64 = 64;
/// The bound of a call whose lengths are part of the question.
const AS_GIVEN: &str = "lengths of inputs as given";
/// The bound of a call with objects that were made for it.
const AS_MADE: &str = "objects as they are made";

/// What limits an answer about this method to the inputs in it: their lengths, and that no method was called on
/// their objects before.
pub(super) fn bounds(entry: &Entry) -> Vec<String> {
    let lengths = has_lengths(entry).then_some(AS_GIVEN);
    let is_made = |param: &Param| matches!(param.shape, Shape::Object { .. });
    let objects = entry.params.iter().any(is_made).then_some(AS_MADE);
    lengths.into_iter().chain(objects).map(str::to_owned).collect()
}

fn has_lengths(entry: &Entry) -> bool {
    have_lengths(&entry.params)
}

fn have_lengths(params: &[Param]) -> bool {
    params.iter().any(|param| match &param.shape {
        Shape::Scalar(_) | Shape::Constant { .. } => false,
        Shape::Text(_) | Shape::Array(..) | Shape::List { .. } => true,
        Shape::Object { args, .. } => have_lengths(args),
    })
}

/// The same method with inputs of another length.
fn with_length(mut entry: Entry, length: u32) -> Entry {
    set_lengths(&mut entry.params, length);
    entry
}

fn set_lengths(params: &mut [Param], length: u32) {
    for param in params {
        match &mut param.shape {
            Shape::Scalar(_) | Shape::Constant { .. } => {}
            Shape::Text(len) => *len = length,
            Shape::Array(element, len) | Shape::List { element, len, .. } => {
                *len = length;
                if let Element::Text(len) = element {
                    *len = length;
                }
            }
            Shape::Object { args, .. } => set_lengths(args, length),
        }
    }
}

/// Checks a method whose lengths were proposed: with these, and then with longer ones while that costs
/// little. `check` is given the method and how much effort is left, which limits a longer look.
pub(super) fn deepen<E>(
    entry: &Entry,
    mut check: impl FnMut(&str, Option<&Effort>) -> Result<TargetReport, E>,
) -> Result<TargetReport, E> {
    let first = check(&entry.to_string(), None)?;
    if !has_lengths(entry) {
        return Ok(first);
    }
    let first = LengthLook::new(USUAL_LENGTH, first);
    let effort = Effort::of_steps(ENOUGH_RUNS).after(first.run());
    let last = check::deepen(first, effort, |last, effort| {
        let length = last.to + 1;
        if effort.is_used_up() || length > MOST_LENGTH {
            return None;
        }
        let longer = with_length(entry.clone(), length).to_string();
        Some(LengthLook::new(length, check(&longer, Some(effort)).ok()?))
    });
    Ok(last.into_report())
}

/// The answer for inputs of some lengths.
struct LengthLook {
    from: u32,
    to: u32,
    report: TargetReport,
    /// The runs, as the work that they are.
    runs: JudgedRun<usize>,
}

impl LengthLook {
    fn new(length: u32, report: TargetReport) -> LengthLook {
        let StatsText { finished, violated, discarded, .. } = report.stats;
        let stats = Stats { steps: finished + violated + discarded, ..Stats::default() };
        let runs = JudgedRun::of_violations(Run { stats, ..Run::default() });
        LengthLook { from: length, to: length, report, runs }
    }

    /// The report, with the lengths that were reached.
    fn into_report(self) -> TargetReport {
        let LengthLook { from, to, mut report, .. } = self;
        let reached = match from == to {
            true => format!("lengths of inputs = {from}"),
            false => format!("lengths of inputs from {from} to {to}"),
        };
        for bound in report.bounds.iter_mut().filter(|bound| *bound == AS_GIVEN) {
            bound.clone_from(&reached);
        }
        report
    }

    /// Adds what a look at longer inputs saw, which found nothing.
    fn absorb(&mut self, longer: &TargetReport) {
        for bound in &longer.bounds {
            if !self.report.bounds.contains(bound) {
                self.report.bounds.push(bound.clone());
            }
        }
        let (own, stats) = (&mut self.report.stats, &longer.stats);
        own.finished += stats.finished;
        own.discarded += stats.discarded;
        own.pruned += stats.pruned;
        own.infeasible += stats.infeasible;
        own.steps += stats.steps;
        for (reason, count) in &stats.pruned_because {
            *own.pruned_because.entry(reason.clone()).or_default() += count;
        }
    }
}

impl Look for LengthLook {
    type Found = usize;

    fn judged(&self) -> &JudgedRun<usize> {
        &self.runs
    }

    fn judged_mut(&mut self) -> &mut JudgedRun<usize> {
        &mut self.runs
    }

    fn has_findings(&self) -> bool {
        !self.report.findings.is_empty()
    }

    fn is_worth_deepening(&self) -> bool {
        self.report.answer.holds()
    }

    /// What longer inputs show counts; if they leave something open, that was not asked for.
    fn deepened(mut self, longer: LengthLook) -> ControlFlow<LengthLook, LengthLook> {
        match longer.report.answer {
            Answer::Violation | Answer::WeakSpec => ControlFlow::Break(longer),
            Answer::Proved | Answer::Holds | Answer::HoldsWithinBounds => {
                self.absorb(&longer.report);
                ControlFlow::Continue(LengthLook { to: longer.to, ..self })
            }
            _ => ControlFlow::Break(self),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_lengths_of_a_method_grow() {
        let entry = Entry::parse(
            "A#f(this: A(t: String[3]), a: int[3], n: int, s: String[3][3], l: ArrayList<Integer>[3])",
        );
        let longer = with_length(entry.expect("a method"), 5).to_string();
        assert_eq!(
            longer,
            "A#f(this: A(t: String[5]), a: int[5], n: int, s: String[5][5], l: ArrayList<int>[5])"
        );
    }
}
