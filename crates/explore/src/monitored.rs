//! A program under a monitor: the product of any program with any [`Monitor`].
//!
//! The product is a program of the same kind, so everything that is done with programs is done with
//! it, replays included. An event of the program is shown as before, and is then read: what the
//! monitor makes of it is a choice under conditions, which is split where all choices are. A path on
//! which neither the program nor the events that it can still perform break anything is
//! [left out](Machine::prune).

use std::sync::Arc;

use machine::{
    Event, Exit, Failure, Gap, Halt, Host, Input, Machine, Monitor, Observed, Pruned, Script, Step,
};
use source::Span;
use term::{Pool, Term};

use crate::decide::{explore, explore_script};
use crate::{Ending, EndingKind, Options, Run, Unconfirmed, Watcher, Witness};

/// A machine or a script whose events are followed by a monitor.
///
/// It first asks for the inputs of the monitor, and then runs the program. A run whose events break
/// the property fails with the code of the monitor, at the event, or at the end of the program.
pub struct Monitored<'a, P, W> {
    program: &'a P,
    monitor: &'a W,
    inputs: Vec<Input>,
    end: Option<Span>,
}

/// A state of a machine with what its monitor has seen.
#[derive(Clone)]
pub struct MonitoredState<S, W> {
    program: S,
    watch: Watch<W>,
}

#[derive(Clone)]
enum Watch<W> {
    /// The monitor needs its inputs and has these so far.
    Asking(Vec<Term>),
    /// It waits for an event.
    Following(W),
    /// An event was shown, and it has not read it yet.
    Reading { state: W, event: Arc<Event> },
    /// The property is broken.
    Broken(Box<Failure>),
}

impl<'a, P, W: Monitor> Monitored<'a, P, W> {
    /// The product. `end` is the place of runs that break the property by ending.
    pub fn new(program: &'a P, monitor: &'a W, end: Option<Span>) -> Monitored<'a, P, W> {
        Monitored { program, monitor, inputs: monitor.inputs(), end }
    }

    /// Where a program that has come to its end has broken the property.
    fn at_end(&self, pool: &Pool, state: &W::State, exit: Exit) -> Exit {
        match exit {
            Exit::Finished(_) => match self.monitor.broken_at_end(pool, state, self.end) {
                Some(failure) => Exit::Failed(failure),
                None => exit,
            },
            Exit::Failed(_) | Exit::Discarded | Exit::TooManyEvents(_) | Exit::Unrolled(_) => exit,
        }
    }

    /// Lets the monitor judge a violation a second time, if it is one of its property.
    ///
    /// # Errors
    ///
    /// If the monitor does not confirm it.
    pub fn judge(
        &self,
        pool: &Pool,
        failure: &Failure,
        witness: &Witness,
    ) -> Result<(), Unconfirmed> {
        if failure.code != self.monitor.code() {
            return Ok(());
        }
        let Witness { inputs, functions, events } = witness;
        let own = inputs.iter().take(self.inputs.len());
        let inputs: Vec<Term> = own.map(|(_, value)| *value).collect();
        let run = Observed { inputs: &inputs, functions, events };
        self.monitor.confirm(pool, failure, &run).map_err(Unconfirmed::Undecided)
    }

    fn confirm(&self, pool: &Pool, ending: &mut Ending) {
        let EndingKind::Violated(failure, witness) = &ending.kind else { return };
        if let Err(why) = self.judge(pool, failure, witness) {
            ending.kind = EndingKind::Unconfirmed(failure.clone(), why);
        }
    }

    fn confirm_all(&self, pool: &Pool, run: &mut Run) {
        run.endings.iter_mut().for_each(|ending| self.confirm(pool, ending));
    }
}

/// Explores a machine under a monitor. As [`explore()`]; and a violation of the property is one only
/// if the monitor confirms it by its definition.
pub fn explore_monitored<M: Machine, W: Monitor>(
    pool: &Pool,
    monitored: &Monitored<'_, M, W>,
    options: &Options,
    solvers: &(dyn Fn() -> Box<dyn solve::Solver> + Sync),
    watcher: &dyn Watcher,
) -> Run {
    let mut run = explore(pool, monitored, options, solvers, watcher);
    monitored.confirm_all(pool, &mut run);
    run
}

/// As [`explore_monitored`], for scripts.
pub fn explore_monitored_script<S: Script, W: Monitor>(
    pool: &Pool,
    monitored: &Monitored<'_, S, W>,
    options: &Options,
    solvers: &(dyn Fn() -> Box<dyn solve::Solver> + Sync),
    watcher: &dyn Watcher,
) -> Run {
    let mut run = explore_script(pool, monitored, options, solvers, watcher);
    monitored.confirm_all(pool, &mut run);
    run
}

impl<M: Machine, W: Monitor> Machine for Monitored<'_, M, W> {
    type State = MonitoredState<M::State, W::State>;

    fn start(&self, pool: &Pool) -> Self::State {
        MonitoredState { program: self.program.start(pool), watch: Watch::Asking(Vec::new()) }
    }

    fn step(&self, pool: &Pool, state: Self::State) -> Step<Self::State> {
        let MonitoredState { program, watch } = state;
        match watch {
            Watch::Asking(answers) => match self.inputs.get(answers.len()) {
                Some(input) => {
                    let watch = Watch::Asking(answers);
                    Step::Ask(input.clone(), MonitoredState { program, watch })
                }
                None => {
                    let watch = Watch::Following(self.monitor.start(pool, &answers));
                    self.step(pool, MonitoredState { program, watch })
                }
            },
            Watch::Following(state) => self.step_program(pool, program, state),
            Watch::Reading { state, event } => self.read(pool, program, &state, &event),
            Watch::Broken(failure) => Step::Stop(Exit::Failed(*failure)),
        }
    }

    fn supply(&self, pool: &Pool, state: Self::State, answer: Term) -> Self::State {
        let MonitoredState { program, watch } = state;
        match watch {
            Watch::Asking(mut answers) => {
                answers.push(answer);
                MonitoredState { program, watch: Watch::Asking(answers) }
            }
            watch => MonitoredState { program: self.program.supply(pool, program, answer), watch },
        }
    }

    fn assumed(&self, pool: &Pool, input: &Input, answer: Term) -> Term {
        match self.inputs.contains(input) {
            true => Term::TRUE,
            false => self.program.assumed(pool, input, answer),
        }
    }

    /// The distance of the monitor first, then what the program says.
    fn rank(&self, pool: &Pool, state: &Self::State) -> u64 {
        let distance = match &state.watch {
            Watch::Following(state) | Watch::Reading { state, .. } => {
                self.monitor.distance(pool, state).min(u64::from(u32::MAX))
            }
            Watch::Asking(_) | Watch::Broken(_) => 0,
        };
        let own = self.program.rank(pool, &state.program).min(u64::from(u32::MAX));
        (distance << 32) | own
    }

    fn prune(&self, pool: &Pool, state: &Self::State) -> Option<Pruned> {
        let Watch::Following(watched) = &state.watch else { return None };
        let ahead = self.program.outlook(pool, &state.program);
        let is_harmless = !ahead.fails && !self.monitor.can_break(pool, watched, &ahead.events);
        is_harmless.then_some(Pruned::Harmless)
    }

    fn place(&self, state: &Self::State) -> Option<Span> {
        self.program.place(&state.program)
    }
}

impl<M: Machine, W: Monitor> Monitored<'_, M, W> {
    fn step_program(
        &self,
        pool: &Pool,
        program: M::State,
        state: W::State,
    ) -> Step<MonitoredState<M::State, W::State>> {
        let with = |program, state| MonitoredState { program, watch: Watch::Following(state) };
        match self.program.step(pool, program) {
            Step::Go(cases) => Step::Go(cases.map(|program| with(program, state.clone()))),
            Step::Ask(input, program) => Step::Ask(input, with(program, state)),
            Step::Emit(event, program) => {
                let watch = Watch::Reading { state, event: Arc::new(event.clone()) };
                Step::Emit(event, MonitoredState { program, watch })
            }
            Step::Stop(exit) => Step::Stop(self.at_end(pool, &state, exit)),
            Step::Unsupported(gap) => Step::Unsupported(gap),
        }
    }

    fn read(
        &self,
        pool: &Pool,
        program: M::State,
        state: &W::State,
        event: &Event,
    ) -> Step<MonitoredState<M::State, W::State>> {
        match self.monitor.read(pool, state, event) {
            Ok(cases) => Step::Go(cases.map(|state| {
                let watch = match self.monitor.broken_by(pool, &state, event) {
                    Some(failure) => Watch::Broken(Box::new(failure)),
                    None => Watch::Following(state),
                };
                MonitoredState { program: program.clone(), watch }
            })),
            Err(gap) => Step::Unsupported(gap),
        }
    }
}

impl<S: Script, W: Monitor> Script for Monitored<'_, S, W> {
    fn run(&self, host: &mut dyn Host) -> Result<Exit, Halt> {
        let answers: Result<Vec<Term>, Halt> =
            self.inputs.iter().map(|input| host.ask(input.clone())).collect();
        let state = self.monitor.start(host.pool(), &answers?);
        let mut watching = Watching { host, monitor: self.monitor, state, broken: None };
        let ended = self.program.run(&mut watching);
        match watching.broken {
            Some(failure) => Ok(Exit::Failed(failure)),
            None => ended.map(|exit| self.at_end(watching.host.pool(), &watching.state, exit)),
        }
    }
}

/// The host of a script whose events are followed: halts it where the property is broken.
struct Watching<'h, W: Monitor> {
    host: &'h mut dyn Host,
    monitor: &'h W,
    state: W::State,
    broken: Option<Failure>,
}

impl<W: Monitor> Watching<'_, W> {
    /// Nothing more happens after the property was broken.
    fn live(&mut self) -> Result<&mut dyn Host, Halt> {
        match self.broken {
            Some(_) => Err(Halt::by_host()),
            None => Ok(&mut *self.host),
        }
    }
}

impl<W: Monitor> Host for Watching<'_, W> {
    fn pool(&self) -> &Pool {
        self.host.pool()
    }

    fn ask(&mut self, input: Input) -> Result<Term, Halt> {
        self.live()?.ask(input)
    }

    fn choose(&mut self, conds: &[Term]) -> Result<usize, Halt> {
        self.live()?.choose(conds)
    }

    fn emit(&mut self, event: Event) -> Result<(), Halt> {
        self.live()?.emit(event.clone())?;
        let read = self.monitor.read(self.host.pool(), &self.state, &event);
        let cases = read.map_err(|gap| self.host.unsupported(gap))?;
        let (conds, states): (Vec<Term>, Vec<W::State>) = cases.into_iter().unzip();
        let at = self.host.choose(&conds)?;
        self.state = states.into_iter().nth(at).expect("the index of one of the alternatives");
        self.broken = self.monitor.broken_by(self.host.pool(), &self.state, &event);
        self.live().map(drop)
    }

    fn tick(&mut self) -> Result<(), Halt> {
        self.live()?.tick()
    }

    fn unsupported(&mut self, gap: Gap) -> Halt {
        match self.live() {
            Ok(host) => host.unsupported(gap),
            Err(halt) => halt,
        }
    }

    fn value_of(&mut self, term: Term) -> Option<Term> {
        self.host.value_of(term)
    }
}
