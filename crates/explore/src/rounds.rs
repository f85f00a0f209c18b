//! Rounds of jobs: the same ones for any number of threads.
//!
//! A round takes a batch of paths off the frontier, runs one job for each on whichever worker is
//! free, and books the outcomes in the order of the batch once all are there. The size of the batch
//! and the length of a job depend on the strategy and on what waits, so the run is the same however the
//! jobs were spread.

use term::Pool;

use crate::budget::Meter;
use crate::crew::{self, Crew, Setting};
use crate::frontier::Frontier;
use crate::job::{Done, Program, Room, Task};
use crate::worker::Solvers;
use crate::{Limit, Options, Run, Watcher};

/// How often a job that looks for the end of one path may carry it on. Doubled while no path ends:
/// a limit, because another path may have its end nearer.
const FIRST_DIVE: u64 = 64;

/// Explores a program.
pub(crate) fn run<P: Program>(
    pool: &Pool,
    program: &P,
    options: &Options,
    solvers: Solvers<'_>,
    watcher: &dyn Watcher,
) -> Run {
    let meter = Meter::new(options.budget, options.interrupt.clone());
    let setting = Setting { pool, program, options, meter: &meter, solvers };
    let (mut run, stages) =
        crew::with(&setting, watcher, |crew| explore_rounds(pool, program, options, &meter, crew));
    run.stats.absorb_stages(&stages);
    run
}

/// Round after round until nothing waits or a limit is met.
fn explore_rounds<P: Program>(
    pool: &Pool,
    program: &P,
    options: &Options,
    meter: &Meter,
    crew: &mut Crew<'_, P::Path>,
) -> Run {
    let mut frontier = Frontier::new(options);
    frontier.add(vec![program.start(pool)]);
    let budget = options.budget;
    let mut room = Room { paths: budget.paths, findings: budget.findings };
    let mut run = Run::default();
    let mut dive = FIRST_DIVE;
    while frontier.len() > 0 && !room.is_used_up() && !meter.poll(0) {
        let crowded = frontier.is_crowded(room.paths);
        let batch = frontier.take(frontier.batch());
        let task = match crowded {
            false => Task { quantum: frontier.quantum(batch.len()), ends: u64::MAX, room },
            true => Task { quantum: dive, ends: 1, room },
        };
        let (before, mut waiting) = (room.paths, Vec::new());
        for done in crew.round(batch, task, frontier.len()) {
            waiting.extend(book(&mut run, &mut room, done));
        }
        if crowded && room.paths == before {
            dive = dive.saturating_mul(2);
        }
        frontier.add(waiting);
    }
    run.stats.left += frontier.len() as u64;
    if run.stats.left > 0 {
        run.limits.extend(limit_met(options, room, meter));
    }
    run.endings.sort_by(|a, b| a.choices.cmp(&b.choices));
    run
}

/// Adds the outcome of a job to the run as far as there is room, and returns the paths that wait.
///
/// A job for which there is no room at all counts as the one path that it began with, whatever it
/// did: so it may be skipped.
fn book<P>(run: &mut Run, room: &mut Room, done: Done<P>) -> Vec<P> {
    if room.is_used_up() {
        run.stats.left += 1;
        return Vec::new();
    }
    for segment in done.segments {
        if room.is_used_up() {
            run.stats.left += u64::from(segment.ended);
            continue;
        }
        room.use_up(&segment);
        run.stats.absorb(&segment.stats);
        run.endings.extend(segment.endings);
    }
    done.waiting
}

/// The limit because of which paths were left.
fn limit_met(options: &Options, room: Room, meter: &Meter) -> Option<Limit> {
    let used_up = |room: Option<u64>| room == Some(0);
    let paths = options.budget.paths.filter(|_| used_up(room.paths)).map(Limit::Paths);
    let findings = options.budget.findings.filter(|_| used_up(room.findings)).map(Limit::Findings);
    findings.or(paths).or(meter.met())
}
