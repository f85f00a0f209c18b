//! Programs that are re-run for each path.
//!
//! What waits is a trail. To carry it on, the script is run from its start along the choices of the
//! trail, without asking the solver, and then freely: at each new choice it takes the first
//! alternative that is followed, and the others wait as trails of their own.

use machine::{Event, Exit, Gap, Halt, Host, Input, Script};
use term::{Pool, Term};

use super::explore_program;
use super::job::{Advance, End, Program};
use super::path::{Choice, Trail};
use super::split::{Way, split};
use super::worker::{Solvers, Worker};
use crate::replay::{Answers, Replay, replay_script};
use crate::schedule::{Rank, Ranked};
use crate::{Limit, Options, Run, Watcher};

/// Explores a script. As [`crate::explore`], which says more.
///
/// A script that does other things when it is run again along the same choices is told of as
/// unsupported.
///
/// # Panics
///
/// If the script or a solver panics, with the same payload, once all workers have stopped.
pub fn explore_script<S: Script>(
    pool: &Pool,
    script: &S,
    options: &Options,
    solvers: Solvers<'_>,
    watcher: &dyn Watcher,
) -> Run {
    explore_program(pool, &Scripted { script }, options, solvers, watcher)
}

struct Scripted<'a, S> {
    script: &'a S,
}

impl Ranked for Trail {
    fn rank(&self) -> Rank {
        Rank { promise: 0, splits: self.depth(), steps: self.steps }
    }
}

impl<S: Script> Program for Scripted<'_, S> {
    type Path = Trail;

    fn start(&self, _: &Pool) -> Trail {
        Trail::new()
    }

    fn advance(&self, worker: &mut Worker<'_>, path: Trail, fresh: &mut Vec<Trail>) -> Advance {
        let mut guide = Guide::new(worker, path);
        let result = self.script.run(&mut guide);
        guide.into_advance(result, fresh)
    }

    fn replay(&self, pool: &Pool, answers: &Answers, max_steps: u64) -> Replay {
        replay_script(pool, self.script, answers, max_steps)
    }
}

/// The host of one run: leads the script along a trail, then lets it go on.
struct Guide<'r, 'w> {
    worker: &'r mut Worker<'w>,
    /// The trail to follow first.
    target: Trail,
    /// Its choices.
    prefix: Vec<Choice>,
    /// What this run has been through.
    trail: Trail,
    /// Alternatives that this run did not take, one list for each split.
    siblings: Vec<Vec<Trail>>,
    halted: Option<Stop>,
}

/// Why the host calls a halt.
enum Stop {
    /// The path ended.
    Ended(End),
    /// The whole run has to end; this path waits.
    Paused,
}

impl<'r, 'w> Guide<'r, 'w> {
    fn new(worker: &'r mut Worker<'w>, target: Trail) -> Guide<'r, 'w> {
        let prefix = target.choices.to_vec();
        let (trail, siblings) = (Trail::new(), Vec::new());
        Guide { worker, target, prefix, trail, siblings, halted: None }
    }

    /// Whether the recorded choices are not all made yet.
    fn is_led(&self) -> bool {
        self.trail.choices.len() < self.prefix.len()
    }

    fn into_advance(self, result: Result<Exit, Halt>, fresh: &mut Vec<Trail>) -> Advance {
        let led = self.is_led();
        let stop = match (self.halted, result) {
            (Some(stop), _) => stop,
            (None, Ok(_)) if led => Stop::Ended(End::Unsupported(differs())),
            (None, Ok(exit)) => Stop::Ended(End::Exit(exit)),
            (None, Err(_)) => Stop::Ended(End::Unsupported(halts_itself())),
        };
        // The newest alternatives come first, as in a program that is stepped depth first.
        let siblings = self.siblings.into_iter().rev().flatten();
        match stop {
            Stop::Ended(end) => {
                fresh.extend(siblings);
                Advance::Ended(if led { self.target } else { self.trail }, end)
            }
            Stop::Paused => {
                fresh.push(if led { self.target } else { self.trail });
                fresh.extend(siblings);
                Advance::Forked
            }
        }
    }

    /// One call of the script: counts as a step, and nothing more happens after a halt.
    fn call<T>(&mut self, what: impl FnOnce(&mut Self) -> Result<T, Stop>) -> Result<T, Halt> {
        if self.halted.is_some() {
            return Err(Halt::by_host());
        }
        self.step().and_then(|()| what(self)).map_err(|stop| {
            self.halted = Some(stop);
            Halt::by_host()
        })
    }

    fn step(&mut self) -> Result<(), Stop> {
        if self.worker.must_stop() {
            return Err(Stop::Paused);
        }
        if let Some(limit) = self.worker.options.budget.steps
            && self.trail.steps >= limit
        {
            return Err(Stop::Ended(End::CutOff(Limit::Steps(limit), None)));
        }
        self.trail.steps += 1;
        // What is done again on the way to the end of the trail was counted the first time.
        if self.trail.steps > self.target.steps {
            self.worker.segment.stats.steps += 1;
        }
        Ok(())
    }

    fn pick(&mut self, conds: &[Term]) -> Result<usize, Stop> {
        if let Some(plain) = conds.iter().position(|cond| *cond == Term::TRUE) {
            return Ok(plain);
        }
        if self.is_led() { self.pick_recorded(conds) } else { self.pick_new(conds) }
    }

    fn pick_recorded(&mut self, conds: &[Term]) -> Result<usize, Stop> {
        let choice = self.prefix[self.trail.choices.len()];
        let index = choice.index.map(|index| index as usize);
        let taken = index.filter(|index| conds.get(*index) == Some(&choice.cond));
        let Some(index) = taken else {
            return Err(Stop::Ended(End::Unsupported(differs())));
        };
        self.trail.take(choice);
        if !self.is_led() {
            self.arrive()?;
        }
        Ok(index)
    }

    /// The last recorded choice is made: this run has to be where the trail was recorded.
    fn arrive(&mut self) -> Result<(), Stop> {
        if !self.trail.has_same_past(&self.target) {
            return Err(Stop::Ended(End::Unsupported(differs())));
        }
        // Equal in content; the recorded one shares its past with its siblings.
        self.trail = self.target.clone();
        Ok(())
    }

    fn pick_new(&mut self, conds: &[Term]) -> Result<usize, Stop> {
        match split(self.worker, &self.trail, conds, &|_, _| Term::TRUE) {
            Way::Straight(at) => Ok(at),
            Way::Forked(followed) => {
                let mut followed = followed.into_iter();
                let (at, trail) = followed.next().expect("a fork has a first alternative");
                self.trail = trail;
                self.siblings.push(followed.map(|(_, trail)| trail).collect());
                Ok(at)
            }
            Way::Ended(end) => Err(Stop::Ended(end)),
        }
    }
}

impl Host for Guide<'_, '_> {
    fn pool(&self) -> &Pool {
        self.worker.pool
    }

    fn ask(&mut self, input: Input) -> Result<Term, Halt> {
        self.call(|guide| {
            let asked = guide.trail.ask(guide.worker.pool, input).map(|asked| asked.var);
            asked.map_err(|gap| Stop::Ended(End::Unsupported(gap)))
        })
    }

    fn choose(&mut self, conds: &[Term]) -> Result<usize, Halt> {
        self.call(|guide| guide.pick(conds))
    }

    fn emit(&mut self, event: Event) -> Result<(), Halt> {
        self.call(|guide| {
            guide.trail.events.push(event);
            Ok(())
        })
    }

    fn tick(&mut self) -> Result<(), Halt> {
        self.call(|_| Ok(()))
    }

    fn unsupported(&mut self, gap: Gap) -> Halt {
        self.halted.get_or_insert(Stop::Ended(End::Unsupported(gap)));
        Halt::by_host()
    }
}

fn differs() -> Gap {
    let what = "a program that does other things when it is run again on the same choices";
    Gap { what: what.to_owned(), span: None }
}

fn halts_itself() -> Gap {
    Gap { what: "a script that halted without being told to".to_owned(), span: None }
}
