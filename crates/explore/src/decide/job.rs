//! One job: a path carried on for a while, and an account of what came of it.
//!
//! A job depends on its path and on nothing that other jobs do, so it does the same on any thread.

use machine::{Exit, Gap};
use source::Span;
use term::Pool;

use super::path::Trail;
use super::witness::{self, Judgement};
use super::worker::Worker;
use crate::replay::{Answers, Replay};
use crate::schedule::{Ranked, Task};
use crate::{Decided, Decision, Ending, EndingKind, Limit, PathEnd, Stats, Stretch};

/// A program as a job sees it, whether it is stepped or re-run.
pub(crate) trait Program: Sync {
    /// A path that can be carried on.
    type Path: Ranked + Send;

    /// The path that has not begun yet.
    fn start(&self, pool: &Pool) -> Self::Path;

    /// Carries `path` on until it ends or forks. New paths go to `fresh`, the one to carry on first
    /// at the front; so does the path itself if the run has to stop.
    fn advance(
        &self,
        worker: &mut Worker<'_>,
        path: Self::Path,
        fresh: &mut Vec<Self::Path>,
    ) -> Advance;

    /// Runs the program on values.
    fn replay(&self, pool: &Pool, answers: &Answers, max_steps: u64) -> Replay;
}

/// What became of a path that was carried on.
pub(crate) enum Advance {
    /// It goes on in the fresh paths.
    Forked,
    /// It ended.
    Ended(Trail, End),
}

/// How a path ended, before anything was confirmed.
pub(crate) enum End {
    Exit(Exit),
    Unsupported(Gap),
    /// A limit of the path alone, with the place it had come to if that is known.
    CutOff(Limit, Option<Span>),
    /// None of the alternatives it came to was followed; each is accounted for already.
    Dead,
}

/// An account up to the end of one path.
#[derive(Default)]
pub(crate) struct Segment {
    pub(crate) stats: Stats,
    pub(crate) endings: Vec<Ending>,
    /// Whether a path ended here. Not so for what was done on paths that wait again.
    pub(crate) ended: bool,
    /// Whether that path counts as explored: not so for one that cannot be taken after all.
    pub(crate) paths: u64,
    /// Confirmed violations.
    pub(crate) findings: u64,
    /// What was decided, if the run is recorded.
    pub(crate) record: Vec<Decision>,
    /// What was passed, if the run is observed.
    pub(crate) stretches: Vec<Stretch>,
}

/// The outcome of a job.
pub(crate) struct Done<P> {
    /// What happened, in order.
    pub(crate) segments: Vec<Segment>,
    /// Paths that wait, the one to carry on first at the front.
    pub(crate) waiting: Vec<P>,
    /// Whether this job alone used up all room.
    pub(crate) full: bool,
}

/// Carries a path and what forks off it on, depth first, as far as there is room.
pub(crate) fn run_job<P: Program>(
    worker: &mut Worker<'_>,
    program: &P,
    path: P::Path,
    task: Task,
) -> Done<P::Path> {
    worker.start_job();
    let (mut room, mut ends) = (task.room, task.ends);
    let (mut stack, mut fresh, mut segments) = (vec![path], Vec::new(), Vec::new());
    for _ in 0..task.quantum {
        if ends == 0 || room.is_used_up() || worker.must_stop() {
            break;
        }
        let Some(path) = stack.pop() else { break };
        if let Advance::Ended(trail, end) = program.advance(worker, path, &mut fresh) {
            let segment = finish(worker, program, &trail, end);
            room.use_up(segment.paths, segment.findings);
            ends -= segment.paths;
            segments.push(segment);
        }
        stack.extend(fresh.drain(..).rev());
    }
    segments.push(std::mem::take(&mut worker.segment));
    stack.reverse();
    Done { segments, waiting: stack, full: room.is_used_up() }
}

/// Books the end of a path.
fn finish<P: Program>(worker: &mut Worker<'_>, program: &P, trail: &Trail, end: End) -> Segment {
    worker.segment.ended = true;
    worker.segment.paths = 1;
    let (mut proof, is_dead) = (PathEnd::Open, matches!(end, End::Dead));
    match end {
        End::Exit(Exit::Finished(_)) => {
            worker.segment.stats.finished += 1;
            worker.segment.findings = u64::from(worker.options.until_finished);
            proof = PathEnd::Finished;
        }
        End::Exit(Exit::Discarded) => {
            worker.segment.stats.discarded += 1;
            proof = PathEnd::Discarded;
        }
        End::Exit(Exit::TooManyEvents(events)) => {
            cut_off(worker, trail, Limit::Events(events), None);
            proof = PathEnd::AtBound;
        }
        End::Exit(Exit::Unrolled(times)) => cut_off(worker, trail, Limit::Unrolling(times), None),
        End::Exit(Exit::Failed(failure)) => {
            let judgement = witness::judge(worker, program, trail, failure);
            if matches!(judgement, Judgement::Impossible) {
                proof = PathEnd::Impossible;
            }
            book_failure(worker, trail, judgement);
        }
        End::Unsupported(gap) => {
            worker.segment.stats.unsupported += 1;
            worker.segment.tell(trail, EndingKind::Unsupported(gap));
        }
        End::CutOff(limit, place) => cut_off(worker, trail, limit, place),
        // Recorded where it was decided.
        End::Dead => worker.segment.paths = 0,
    }
    if !is_dead {
        worker.record(trail, Vec::new(), Decided::End(proof));
    }
    let segment = std::mem::take(&mut worker.segment);
    worker.meter.count_path(segment.paths, segment.findings);
    segment
}

fn cut_off(worker: &mut Worker<'_>, trail: &Trail, limit: Limit, place: Option<Span>) {
    worker.segment.stats.cut_off += 1;
    worker.segment.tell(trail, EndingKind::CutOff(limit, place));
}

fn book_failure(worker: &mut Worker<'_>, trail: &Trail, judgement: Judgement) {
    let segment = &mut worker.segment;
    if let Judgement::Impossible = judgement {
        segment.stats.infeasible += 1;
        segment.paths = 0;
        return;
    }
    let (kind, findings) = judgement.into_kind();
    segment.stats.count_failure(&kind);
    segment.findings = findings;
    segment.tell(trail, kind);
}

impl Segment {
    /// Adds an ending of the path with this trail.
    pub(crate) fn tell(&mut self, trail: &Trail, kind: EndingKind) {
        self.endings.push(Ending { choices: trail.identity(), kind });
    }
}
