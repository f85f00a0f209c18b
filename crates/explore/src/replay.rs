//! Running a program on values, without any solver.
//!
//! The same code of the front end runs as in an exploration, but every input is a value, so every
//! condition folds to true or false. What does not fold stops the replay and is reported.

use machine::{Event, Exit, Gap, Halt, Host, Input, Machine, Script, Step};
use term::{Model, Pool, Term};

use crate::Witness;

/// What a program is answered when it is run on values.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Answers {
    /// The values of its inputs, in the order of asking.
    pub inputs: Vec<Term>,
    /// The tables of undefined functions; variables in it are ignored.
    pub functions: Model,
}

impl From<&[Term]> for Answers {
    /// Values of inputs, for a program in which every function is defined.
    fn from(inputs: &[Term]) -> Answers {
        Answers { inputs: inputs.to_vec(), functions: Model::new() }
    }
}

impl From<&Witness> for Answers {
    /// The answers that lead down the path of a witness.
    fn from(witness: &Witness) -> Answers {
        let inputs = witness.inputs.iter().map(|(_, value)| *value).collect();
        Answers { inputs, functions: witness.functions.clone() }
    }
}

/// What a program did on some values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    /// How it ended.
    pub end: ReplayEnd,
    /// The inputs that it asked for, with their values.
    pub inputs: Vec<(Input, Term)>,
    /// What was seen of it.
    pub events: Vec<Event>,
    /// How many steps it made.
    pub steps: u64,
}

/// How a replay ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplayEnd {
    /// The program ended by itself.
    Exit(Exit),
    /// The front end does not model what comes next.
    Unsupported(Gap),
    /// The program was still running after this many steps.
    OutOfSteps(u64),
    /// The caller did not want to wait any longer.
    Late,
    /// The program asks for more than was given.
    OutOfAnswers(Input),
    /// The value for this input is no value of its sort, or not one that it can have.
    WrongAnswer(Input),
    /// Not exactly one alternative of a choice holds; says why.
    Stuck(String),
}

impl std::fmt::Display for ReplayEnd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ReplayEnd::Exit(Exit::Finished(_)) => write!(f, "it finished without a failure"),
            ReplayEnd::Exit(Exit::Discarded) => write!(f, "an assumption excludes it"),
            ReplayEnd::Exit(Exit::TooManyEvents(events)) => {
                write!(f, "it performed more than {}", source::counted(*events, "event"))
            }
            ReplayEnd::Exit(Exit::Unrolled(_)) => write!(f, "a branch was not decided"),
            ReplayEnd::Exit(Exit::Failed(failure)) => {
                write!(f, "it failed with {}: {}", failure.code, failure.text())
            }
            ReplayEnd::Unsupported(gap) => write!(f, "it came to {}", gap.what),
            ReplayEnd::OutOfSteps(steps) => {
                write!(f, "it was still running after {}", source::counted(*steps, "step"))
            }
            ReplayEnd::Late => write!(f, "it was still running when there was no time left"),
            ReplayEnd::OutOfAnswers(input) => {
                write!(f, "it asked for `{}`, which has no value", input.name)
            }
            ReplayEnd::WrongAnswer(input) => {
                write!(f, "the value for `{}` is none of its type", input.name)
            }
            ReplayEnd::Stuck(why) => write!(f, "{why}"),
        }
    }
}

/// Runs a machine on values.
pub fn replay<M: Machine>(pool: &Pool, machine: &M, answers: &Answers, max_steps: u64) -> Replay {
    replay_until(pool, machine, answers, max_steps, &|| false)
}

/// How often the clock is read, in steps.
const LOOK_EVERY: u64 = 64;

/// As [`replay`], but it is given up when it `is_late`.
pub fn replay_until<M: Machine>(
    pool: &Pool,
    machine: &M,
    answers: &Answers,
    max_steps: u64,
    is_late: &dyn Fn() -> bool,
) -> Replay {
    let mut player = Player::new(pool, answers, max_steps);
    let mut state = machine.start(pool);
    let end = loop {
        if player.steps.is_multiple_of(LOOK_EVERY) && is_late() {
            break ReplayEnd::Late;
        }
        if let Err(end) = player.step() {
            break end;
        }
        let next = match machine.step(pool, state) {
            Step::Go(cases) => {
                let (conds, states): (Vec<Term>, Vec<M::State>) = cases.into_iter().unzip();
                player.choose(&conds).map(|at| {
                    states.into_iter().nth(at).expect("the index of one of the alternatives")
                })
            }
            Step::Ask(input, state) => {
                let assumed = |input: &Input, answer| machine.assumed(pool, input, answer);
                player.answer(input, assumed).map(|answer| machine.supply(pool, state, answer))
            }
            Step::Emit(event, state) => {
                player.show(event);
                Ok(state)
            }
            Step::Stop(exit) => Err(ReplayEnd::Exit(exit)),
            Step::Unsupported(gap) => Err(ReplayEnd::Unsupported(gap)),
        };
        match next {
            Ok(next) => state = next,
            Err(end) => break end,
        }
    };
    player.into_replay(end)
}

/// Runs a script on values.
pub fn replay_script<S: Script>(
    pool: &Pool,
    script: &S,
    answers: &Answers,
    max_steps: u64,
) -> Replay {
    let mut host = PlayerHost { player: Player::new(pool, answers, max_steps), halted: None };
    let result = script.run(&mut host);
    let end = match (host.halted, result) {
        (Some(end), _) => end,
        (None, Ok(exit)) => ReplayEnd::Exit(exit),
        (None, Err(_)) => ReplayEnd::Stuck("the script halted by itself".to_owned()),
    };
    host.player.into_replay(end)
}

/// Answers a program with values and keeps what it does.
struct Player<'a> {
    pool: &'a Pool,
    answers: &'a Answers,
    max_steps: u64,
    inputs: Vec<(Input, Term)>,
    events: Vec<Event>,
    steps: u64,
}

impl<'a> Player<'a> {
    fn new(pool: &'a Pool, answers: &'a Answers, max_steps: u64) -> Player<'a> {
        Player { pool, answers, max_steps, inputs: Vec::new(), events: Vec::new(), steps: 0 }
    }

    fn step(&mut self) -> Result<(), ReplayEnd> {
        if self.steps >= self.max_steps {
            return Err(ReplayEnd::OutOfSteps(self.max_steps));
        }
        self.steps += 1;
        Ok(())
    }

    fn answer(
        &mut self,
        input: Input,
        assumed: impl Fn(&Input, Term) -> Term,
    ) -> Result<Term, ReplayEnd> {
        let Some(&answer) = self.answers.inputs.get(self.inputs.len()) else {
            return Err(ReplayEnd::OutOfAnswers(input));
        };
        let fits = self.pool.sort(answer) == input.sort && self.pool.is_ground(answer);
        if !fits || self.value(assumed(&input, answer)) != Term::TRUE {
            return Err(ReplayEnd::WrongAnswer(input));
        }
        self.inputs.push((input, answer));
        Ok(answer)
    }

    /// The one alternative that holds.
    fn choose(&self, conds: &[Term]) -> Result<usize, ReplayEnd> {
        let conds: Vec<Term> = conds.iter().map(|cond| self.value(*cond)).collect();
        if let Some(open) = conds.iter().find(|cond| self.pool.as_bool(**cond).is_none()) {
            let shown = self.pool.show(*open);
            return Err(ReplayEnd::Stuck(format!("a condition is not decided by values: {shown}")));
        }
        let holds = |at: &usize| conds[*at] == Term::TRUE;
        let mut holding = (0..conds.len()).filter(holds);
        match (holding.next(), holding.next()) {
            (Some(at), None) => Ok(at),
            (Some(_), Some(_)) => {
                Err(ReplayEnd::Stuck("two alternatives of a choice hold at once".to_owned()))
            }
            (None, _) => Err(ReplayEnd::Stuck("no alternative of a choice holds".to_owned())),
        }
    }

    /// The value of a term over values and functions. A term with a variable has none: it would be
    /// given the default value of its sort, and a program that made the variable would go unnoticed.
    fn value(&self, term: Term) -> Term {
        match self.pool.is_ground(term) || !self.pool.free_vars(&[term]).is_empty() {
            true => term,
            false => self.pool.eval(term, &self.answers.functions),
        }
    }

    fn show(&mut self, mut event: Event) {
        let terms = event.args.iter_mut().chain(&mut event.result);
        terms.for_each(|term| *term = self.value(*term));
        self.events.push(event);
    }

    fn into_replay(self, end: ReplayEnd) -> Replay {
        Replay { end, inputs: self.inputs, events: self.events, steps: self.steps }
    }
}

/// A [`Player`] as the host of a script: remembers why it halted.
struct PlayerHost<'a> {
    player: Player<'a>,
    halted: Option<ReplayEnd>,
}

impl<'a> PlayerHost<'a> {
    /// One call of the script: counts as a step, and nothing more happens after a halt.
    fn call<T>(
        &mut self,
        what: impl FnOnce(&mut Player<'a>) -> Result<T, ReplayEnd>,
    ) -> Result<T, Halt> {
        if self.halted.is_some() {
            return Err(Halt::by_host());
        }
        let player = &mut self.player;
        player.step().and_then(|()| what(player)).map_err(|end| {
            self.halted = Some(end);
            Halt::by_host()
        })
    }
}

impl Host for PlayerHost<'_> {
    fn pool(&self) -> &Pool {
        self.player.pool
    }

    fn ask(&mut self, input: Input) -> Result<Term, Halt> {
        self.call(|player| player.answer(input, |_, _| Term::TRUE))
    }

    fn choose(&mut self, conds: &[Term]) -> Result<usize, Halt> {
        self.call(|player| player.choose(conds))
    }

    fn emit(&mut self, event: Event) -> Result<(), Halt> {
        self.call(|player| {
            player.show(event);
            Ok(())
        })
    }

    fn tick(&mut self) -> Result<(), Halt> {
        self.call(|_| Ok(()))
    }

    fn unsupported(&mut self, gap: Gap) -> Halt {
        self.halted.get_or_insert(ReplayEnd::Unsupported(gap));
        Halt::by_host()
    }
}
