//! Checking the events of a program against a monitor.

use std::hash::Hash;

use explore::{
    Answers, Ending, EndingKind, Limit, Monitored, ReplayEnd, Run, Unconfirmed, Watcher, Witness,
};
use machine::{Event, Exit, Failure, Gap, Input, Monitor, Observed};
use term::{Model, Pool, Term};

use super::follow::{Broken, States};
use super::rerun::{Rerun, Start};
use super::{Ends, Events, Follow, Followed, WatchId};
use crate::context::{Ctx, Halt};
use crate::explorer::{Found, Options, Solvers, explore_following};
use crate::given_up::GivenUp;
use crate::program::Program;
use crate::state::State;

/// As many paths that were given up for one reason are listed one by one.
const MOST_LISTED: u64 = 1_000;

/// A program whose events are checked.
pub struct EventQuestion<'a> {
    /// The compiled definition.
    pub program: &'a Program,
    /// Where symbolic terms live.
    pub pool: &'a Pool,
    /// Which steps are events.
    pub events: &'a Events,
    /// The first configuration.
    pub start: State,
    /// Conditions that hold at first.
    pub assumed: &'a [Term],
    /// The symbolic inputs, with the variables that stand for them in the first configuration.
    pub inputs: &'a [(Input, Term)],
    /// Makes the first configuration from values of the inputs, or says why there is none.
    pub restart: Start<'a>,
    /// Which ends are as they should be.
    pub ends: Ends,
    /// Who watches how far it has come.
    pub watcher: &'a dyn Watcher,
}

/// What is known of the events of a program.
#[derive(Clone, Debug)]
pub struct EventCheck {
    /// What was explored, as of any program of the engine.
    pub run: Run,
    /// The bound on steps at which paths were cut off, if one was met.
    pub cut_off: Option<u64>,
    /// Configurations visited.
    pub states: u64,
}

/// Explores a program under a monitor. Each violation was run again on values, and judged by the
/// monitor a second time.
pub fn check_events<W: Monitor<State: Hash + Eq>>(
    question: &EventQuestion<'_>,
    monitor: &W,
    options: &Options,
    solvers: Solvers<'_>,
) -> EventCheck {
    let EventQuestion { program, pool, events, assumed, inputs, restart, ends, .. } = *question;
    let own: Vec<(Input, Term)> =
        monitor.inputs().into_iter().map(|input| own_input(pool, input)).collect();
    let vars: Vec<Term> = own.iter().map(|(_, var)| *var).collect();
    let all: Vec<Term> = vars.iter().copied().chain(inputs.iter().map(|(_, var)| *var)).collect();
    let listed: Vec<Input> = inputs.iter().map(|(input, _)| input.clone()).collect();
    let steps = options.steps;
    let rerun = Rerun { program, events, inputs: &listed, start: restart, steps, ends };
    let states = States::new(pool, monitor, &vars);
    let watched = Watched { pool, monitor, states, rerun, inputs: all, own: own.len(), options };
    let found = explore_following(
        program,
        pool,
        question.start.clone(),
        assumed,
        &watched,
        options,
        (solvers, question.watcher),
    );
    summary(found)
}

/// A parameter of the monitor with its variable. No input of a program has a `#` in its name.
fn own_input(pool: &Pool, input: Input) -> (Input, Term) {
    let var = pool.var(&format!("{}#spec", input.name), input.sort);
    (input, var)
}

/// A program under a monitor.
struct Watched<'a, W: Monitor> {
    pool: &'a Pool,
    monitor: &'a W,
    states: States<'a, W>,
    rerun: Rerun<'a>,
    /// The variables of all inputs, those of the monitor first.
    inputs: Vec<Term>,
    /// How many inputs are those of the monitor.
    own: usize,
    options: &'a Options,
}

impl<W: Monitor<State: Hash + Eq>> Follow for Watched<'_, W> {
    fn events(&self) -> &Events {
        self.rerun.events
    }

    fn read(&self, ctx: &Ctx<'_>, from: WatchId, events: &[Event]) -> Result<Followed, Halt> {
        self.states.read(ctx, from, events)
    }

    fn is_harmless(&self, at: WatchId) -> bool {
        self.states.is_harmless(at)
    }

    fn distance(&self, at: WatchId) -> u64 {
        self.states.distance(at)
    }

    fn broken_at_end(
        &self,
        at: WatchId,
        state: &State,
        undefined: Option<&str>,
    ) -> Option<Failure> {
        let Rerun { program, ends, .. } = self.rerun;
        let broken = self.states.broken_at_end(at);
        broken.or_else(|| ends.failure(program, self.pool, state, undefined))
    }

    fn confirm(&self, broken: Broken<'_>) -> EndingKind {
        match self.run_again(&broken) {
            Ok((failure, witness)) => match self.judge(&failure, &witness) {
                Ok(()) => EndingKind::Violated(failure, witness),
                Err(why) => EndingKind::Unconfirmed(failure, Unconfirmed::Undecided(why)),
            },
            Err(why) => EndingKind::Unconfirmed(broken.failure, why),
        }
    }
}

impl<W: Monitor<State: Hash + Eq>> Watched<'_, W> {
    /// Runs the program on the values of the model, along the same choices.
    fn run_again(&self, broken: &Broken<'_>) -> Result<(Failure, Witness), Unconfirmed> {
        let Broken { failure, model, choices, steps } = broken;
        let pool = self.pool;
        let value =
            |var: &Term| model.value(pool, *var).or_else(|| pool.default_value(pool.sort(*var)));
        let values = self.inputs.iter().map(value).collect::<Option<Vec<Term>>>();
        let mut inputs = values.ok_or(Unconfirmed::NoModel)?;
        inputs.extend(choices.iter().map(|number| pool.int(i64::from(*number))));
        let mut functions = Model::new();
        model.funcs(pool).into_iter().for_each(|func| functions.take_func(model, func));
        let answers = Answers { inputs, functions };
        let monitored = Monitored::new(&self.rerun, self.monitor, None);
        // Each step shows a few events at most; the slack is for programs that go another way.
        let most = steps.saturating_mul(16).saturating_add(10_000);
        let is_late = || self.options.meter.met().is_some();
        let replay = explore::replay_until(pool, &monitored, &answers, most, &is_late);
        match replay.end {
            ReplayEnd::Exit(Exit::Failed(again)) if same_failure(&again, failure) => {
                let (inputs, events) = (replay.inputs, replay.events);
                Ok((again, Witness { inputs, functions: answers.functions, events }))
            }
            ReplayEnd::Late => {
                Err(Unconfirmed::Undecided("there was no time left to run it again".to_owned()))
            }
            other => Err(Unconfirmed::Replay(format!("expected {}, but {other}", failure.code))),
        }
    }

    /// Judges the events of the replay by the definition of the property.
    fn judge(&self, failure: &Failure, witness: &Witness) -> Result<(), String> {
        let own = witness.inputs.iter().take(self.own);
        let inputs: Vec<Term> = own.map(|(_, value)| *value).collect();
        let Witness { functions, events, .. } = witness;
        self.monitor.confirm(self.pool, failure, &Observed { inputs: &inputs, functions, events })
    }
}

fn same_failure(a: &Failure, b: &Failure) -> bool {
    (a.code, a.span, &a.message) == (b.code, b.span, &b.message)
}

/// What was found, in the words of the engine.
fn summary(found: Found) -> EventCheck {
    let Found { violations, given_up, stats, .. } = found;
    let mut run = Run::default();
    run.stats.finished = stats.paths;
    violations.iter().for_each(|ending| run.stats.count_failure(&ending.kind));
    run.stats.pruned = stats.pruned;
    run.stats.infeasible = stats.infeasible;
    run.stats.steps = stats.steps;
    run.stats.depth = stats.splits;
    run.stats.queries = stats.queries;
    let mut cut_off = None;
    run.endings = violations;
    for (why, times) in given_up {
        if let GivenUp::Steps(steps) = why {
            cut_off = Some(steps);
            continue;
        }
        let kind = match why {
            // There is no path, which the count of those that no input takes says.
            GivenUp::NoInput => continue,
            GivenUp::Limit(limit @ (Limit::Steps(_) | Limit::Depth(_))) => {
                EndingKind::CutOff(limit, None)
            }
            GivenUp::Limit(limit) => {
                run.limits.push(limit);
                continue;
            }
            GivenUp::Solutions(count) => {
                run.limits.push(Limit::Findings(count));
                continue;
            }
            GivenUp::Solver(reason) => EndingKind::Unknown(reason),
            other => EndingKind::Unsupported(Gap { what: without_prefix(&other), span: None }),
        };
        match &kind {
            EndingKind::CutOff(..) => run.stats.cut_off += times,
            EndingKind::Unknown(_) => run.stats.unknown += times,
            _ => run.stats.unsupported += times,
        }
        let ending = Ending { choices: Vec::new(), kind };
        run.endings.extend(std::iter::repeat_n(ending, times.min(MOST_LISTED) as usize));
    }
    EventCheck { run, cut_off, states: stats.states }
}

/// The reason as a noun phrase, as gaps are named.
fn without_prefix(why: &GivenUp) -> String {
    match why {
        GivenUp::Unsupported(what) => what.clone(),
        GivenUp::TooDeep(depth) => format!("a function that nests deeper than {depth}"),
        other => other.to_string(),
    }
}
