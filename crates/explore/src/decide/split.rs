//! Where paths fork: the one place.

use machine::{Gap, Pruned};
use solve::Verdict;
use term::{Op, Pool, Term, Visit};

use super::job::End;
use super::path::{Choice, Trail};
use super::worker::Worker;
use crate::{Alternative, Bias, Decided, EndingKind, Fate, Limit, PathEnd};

/// Whether to follow a path. Every combination is spelled out: this is the soundness of the tool.
#[must_use]
pub fn follow(verdict: &Verdict, bias: Bias) -> bool {
    match (verdict, bias) {
        (Verdict::Sat, Bias::Verify | Bias::FindBugs) => true,
        (Verdict::Unsat, Bias::Verify | Bias::FindBugs) => false,
        // Nothing real is missed; whether it is real is asked again before it is reported.
        (Verdict::Unknown(_), Bias::Verify) => true,
        // No work for what may not be real; the path is reported as unknown.
        (Verdict::Unknown(_), Bias::FindBugs) => false,
    }
}

/// What a choice means for the path that came to it.
pub(crate) enum Way {
    /// The alternative with this index is plainly the one: the path goes on as it is.
    Straight(usize),
    /// One trail for each alternative that is followed, with its index; at least one.
    Forked(Vec<(usize, Trail)>),
    /// The path ends here.
    Ended(End),
}

/// Decides which alternatives of a choice are followed.
///
/// In any model exactly one condition holds. So a condition that is plainly true ends the matter
/// without a choice, and where all but the last alternative are impossible on a path that is known
/// to be possible, the last one need not be asked about.
///
/// Every other choice is recorded, even if the solver then leaves only one alternative: the
/// identity of a path depends on the program alone, not on how much a solver knows.
///
/// An alternative that the guide leaves out is not asked about, so it may not be possible at all.
///
/// `known` says what is true of a part of an input, for the record.
pub(crate) fn split(
    worker: &mut Worker<'_>,
    trail: &Trail,
    (conds, left_out): (&[Term], &[Option<Pruned>]),
    known: &dyn Fn(&Pool, Term) -> Term,
) -> Way {
    if let Some(plain) = conds.iter().position(|cond| *cond == Term::TRUE) {
        return Way::Straight(plain);
    }
    let open: Vec<usize> = (0..conds.len()).filter(|at| conds[*at] != Term::FALSE).collect();
    if open.is_empty() {
        return no_alternative(worker, trail);
    }
    if let Some(limit) = worker.options.budget.depth
        && trail.depth() >= limit
    {
        return Way::Ended(End::CutOff(Limit::Depth(limit), None));
    }
    let (mut followed, mut alternatives) = (Vec::new(), Vec::new());
    let mut rest_impossible = trail.sure;
    let noted = worker.options.record || worker.options.observe;
    for (nth, at) in open.iter().enumerate() {
        if let Some(why) = left_out[*at] {
            worker.segment.stats.pruned.count(why);
            rest_impossible = false;
            if noted {
                let fate = Fate::LeftOut(why);
                alternatives.push(Alternative { index: number(*at), cond: conds[*at], fate });
            }
            continue;
        }
        let must_hold = rest_impossible && nth + 1 == open.len();
        let verdict = if must_hold { Verdict::Sat } else { worker.ask(trail, conds[*at]) };
        rest_impossible &= verdict == Verdict::Unsat;
        let index = number(*at);
        let child =
            trail.forked(Choice { index: Some(index), cond: conds[*at] }, verdict == Verdict::Sat);
        let is_impossible = verdict == Verdict::Unsat;
        let is_followed = book(worker, &child, verdict);
        if noted {
            let fate = match (is_followed, is_impossible) {
                (true, _) => Fate::Followed,
                (false, true) => Fate::Impossible,
                (false, false) => Fate::Undecided,
            };
            alternatives.push(Alternative { index, cond: conds[*at], fate });
        }
        if is_followed {
            followed.push((*at, child));
        }
    }
    if noted {
        let given = match worker.options.record {
            true => given(worker.pool, conds, known),
            false => Vec::new(),
        };
        worker.record(trail, given, Decided::Split(alternatives));
    }
    if followed.is_empty() { Way::Ended(End::Dead) } else { Way::Forked(followed) }
}

fn number(at: usize) -> u32 {
    u32::try_from(at).expect("a choice has fewer than 2^32 alternatives")
}

/// What is true of the fields that some conditions mention, where they are fields at all.
fn given(pool: &Pool, conds: &[Term], known: &dyn Fn(&Pool, Term) -> Term) -> Vec<Term> {
    let mut fields = Vec::new();
    pool.walk(conds, |_| Visit::Descend, |term| fields.push(term));
    let facts = fields.into_iter().filter_map(|field| {
        let Op::Field(ctor, _) = pool.op(field) else { return None };
        Some(pool.implies(pool.is(ctor, pool.args(field)[0]), known(pool, field)))
    });
    facts.filter(|fact| *fact != Term::TRUE).collect()
}

/// A choice without alternatives is never reached. On a path of which it is not known whether it
/// can be taken, it is the proof that it cannot; otherwise the program broke its word.
fn no_alternative(worker: &mut Worker<'_>, trail: &Trail) -> Way {
    if trail.sure {
        let what = "a choice of which no alternative can hold".to_owned();
        return Way::Ended(End::Unsupported(Gap { what, span: None }));
    }
    worker.segment.stats.infeasible += 1;
    worker.record(trail, Vec::new(), Decided::End(PathEnd::Impossible));
    Way::Ended(End::Dead)
}

/// Books the verdict on an alternative and says whether to follow it.
fn book(worker: &mut Worker<'_>, child: &Trail, verdict: Verdict) -> bool {
    let followed = follow(&verdict, worker.options.bias);
    let segment = &mut worker.segment;
    segment.stats.depth = segment.stats.depth.max(child.depth());
    match verdict {
        Verdict::Sat => {}
        Verdict::Unsat => segment.stats.infeasible += 1,
        Verdict::Unknown(reason) => {
            segment.stats.unknown += 1;
            if !followed {
                segment.tell(child, EndingKind::Unknown(reason));
            }
        }
    }
    followed
}
