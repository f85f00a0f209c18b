//! A language of a dozen instructions, offered both as a machine and as a script, and solvers that
//! try every value: what the tests of the engine run on.

pub(crate) mod random;

use explore::{EndingKind, Options, Run, Silent};
use machine::{Event, Exit, Failure, Gap, Halt, Host, Input, Machine, Outlook, Script, Step};
use solve::{Reason, Solver, StageStats, Verdict};
use term::{Cases, Model, Pool, Sort, Term};

/// All values of an input.
pub(crate) const DOMAIN: std::ops::RangeInclusive<i64> = -2..=2;
/// A program that asks for more inputs than this finishes instead.
pub(crate) const MAX_INPUTS: usize = 3;
/// Number of registers.
pub(crate) const REGS: usize = 3;

/// An instruction. Targets beyond the end of the program finish it.
#[derive(Clone, Debug)]
pub(crate) enum Instr {
    Ask(usize),
    Set(usize, i64),
    Add(usize, usize, usize),
    AddConst(usize, i64),
    /// To the target if the first register is below the second.
    IfLess(usize, usize, usize),
    /// To the target if the register has this value.
    IfEq(usize, i64, usize),
    /// To one of three targets by the sign of a register.
    Sign(usize, [usize; 3]),
    Jump(usize),
    Emit(usize),
    Assume(usize, i64),
    Fail(&'static str),
    Gap,
}

/// A program; every branch shows an event, so that events tell paths apart.
#[derive(Clone, Debug)]
pub(crate) struct Program(pub(crate) Vec<Instr>);

#[derive(Clone)]
pub(crate) struct State {
    pc: usize,
    regs: [Term; REGS],
    asked: usize,
    /// The branch that was taken and is yet to be shown.
    label: Option<String>,
    /// Whether an assumption failed.
    discarded: bool,
}

impl State {
    fn new(pool: &Pool) -> State {
        State { pc: 0, regs: [pool.int(0); REGS], asked: 0, label: None, discarded: false }
    }

    fn to(&self, pc: usize) -> State {
        State { pc, ..self.clone() }
    }

    fn taken(&self, alternative: usize, target: usize) -> State {
        State { label: Some(format!("at{}took{alternative}", self.pc)), ..self.to(target) }
    }

    fn with(&self, reg: usize, value: Term) -> State {
        let mut state = self.to(self.pc + 1);
        state.regs[reg] = value;
        state
    }
}

fn event(pool: &Pool, op: &str, args: Vec<Term>) -> Event {
    Event { op: pool.symbol(op), args, result: None, span: None }
}

fn input(reg: usize) -> Input {
    Input { name: format!("r{reg}"), sort: Sort::INT, span: None }
}

fn failure(code: &'static str) -> Exit {
    Exit::Failed(Failure::new(code, "fails", None))
}

impl Machine for Program {
    type State = State;

    fn start(&self, pool: &Pool) -> State {
        State::new(pool)
    }

    fn step(&self, pool: &Pool, mut state: State) -> Step<State> {
        if let Some(label) = state.label.take() {
            return Step::Emit(event(pool, &label, vec![]), state);
        }
        if state.discarded {
            return Step::Stop(Exit::Discarded);
        }
        let Some(instr) = self.0.get(state.pc) else { return Step::Stop(Exit::Finished(None)) };
        let regs = state.regs;
        let go = |state: State| Step::Go(Cases::one(state));
        let next = state.pc + 1;
        match *instr {
            Instr::Ask(_) if state.asked == MAX_INPUTS => Step::Stop(Exit::Finished(None)),
            Instr::Ask(reg) => Step::Ask(input(reg), state),
            Instr::Set(reg, value) => go(state.with(reg, pool.int(value))),
            Instr::Add(to, a, b) => go(state.with(to, pool.add(&[regs[a], regs[b]]))),
            Instr::AddConst(reg, by) => go(state.with(reg, pool.add(&[regs[reg], pool.int(by)]))),
            Instr::IfLess(..) | Instr::IfEq(..) | Instr::Sign(..) => {
                let (conds, targets) = alternatives(pool, instr, &regs, next);
                let states = (0..targets.len()).map(|at| state.taken(at, targets[at]));
                Step::Go(Cases::new(conds.into_iter().zip(states)))
            }
            Instr::Jump(target) => go(state.to(target)),
            Instr::Emit(reg) => Step::Emit(event(pool, "show", vec![regs[reg]]), state.to(next)),
            Instr::Assume(reg, value) => {
                let holds = pool.eq(regs[reg], pool.int(value));
                let stopped = State { discarded: true, ..state.clone() };
                Step::Go(Cases::branch(pool, holds, state.taken(0, next), stopped))
            }
            Instr::Fail(code) => Step::Stop(failure(code)),
            Instr::Gap => Step::Unsupported(Gap { what: "a gap".to_owned(), span: None }),
        }
    }

    fn supply(&self, _: &Pool, state: State, answer: Term) -> State {
        let Instr::Ask(reg) = self.0[state.pc] else { unreachable!("only `Ask` asks") };
        State { asked: state.asked + 1, ..state.with(reg, answer) }
    }

    fn outlook(&self, pool: &Pool, state: &State) -> Outlook {
        let mut outlook = Outlook::default();
        state.label.iter().for_each(|label| outlook.events.insert(pool.symbol(label)));
        let (mut todo, mut met) = (vec![state.pc], vec![false; self.0.len()]);
        while let Some(pc) = todo.pop() {
            let Some(instr) = self.0.get(pc).filter(|_| !std::mem::replace(&mut met[pc], true))
            else {
                continue;
            };
            let mut shown = |alternatives: usize| {
                let labels = (0..alternatives).map(|at| pool.symbol(&format!("at{pc}took{at}")));
                labels.for_each(|label| outlook.events.insert(label));
            };
            match *instr {
                Instr::Jump(target) => todo.push(target),
                Instr::IfLess(_, _, target) | Instr::IfEq(_, _, target) => {
                    shown(2);
                    todo.extend([target, pc + 1]);
                }
                Instr::Sign(_, targets) => {
                    shown(3);
                    todo.extend(targets);
                }
                Instr::Fail(_) | Instr::Gap => outlook.fails = true,
                Instr::Emit(_) => {
                    outlook.events.insert(pool.symbol("show"));
                    todo.push(pc + 1);
                }
                Instr::Assume(..) => {
                    shown(1);
                    todo.push(pc + 1);
                }
                Instr::Ask(_) | Instr::Set(..) | Instr::Add(..) | Instr::AddConst(..) => {
                    todo.push(pc + 1);
                }
            }
        }
        outlook
    }
}

/// The conditions and targets of a branch.
fn alternatives(
    pool: &Pool,
    instr: &Instr,
    regs: &[Term; REGS],
    next: usize,
) -> (Vec<Term>, Vec<usize>) {
    let two = |cond: Term, target: usize| (vec![cond, pool.not(cond)], vec![target, next]);
    match *instr {
        Instr::IfLess(a, b, target) => two(pool.lt(regs[a], regs[b]), target),
        Instr::IfEq(reg, value, target) => two(pool.eq(regs[reg], pool.int(value)), target),
        Instr::Sign(reg, targets) => {
            let (value, zero) = (regs[reg], pool.int(0));
            let conds = vec![pool.lt(value, zero), pool.eq(value, zero), pool.lt(zero, value)];
            (conds, targets.to_vec())
        }
        _ => unreachable!("not a branch"),
    }
}

/// The same language as a script: plain code that tells its host what it does.
impl Script for Program {
    fn run(&self, host: &mut dyn Host) -> Result<Exit, Halt> {
        let mut regs = [host.pool().int(0); REGS];
        let (mut pc, mut asked) = (0, 0);
        while let Some(instr) = self.0.get(pc) {
            host.tick()?;
            let mut next = pc + 1;
            match *instr {
                Instr::Ask(_) if asked == MAX_INPUTS => break,
                Instr::Ask(reg) => {
                    regs[reg] = host.ask(input(reg))?;
                    asked += 1;
                }
                Instr::Set(reg, value) => regs[reg] = host.pool().int(value),
                Instr::Add(to, a, b) => regs[to] = host.pool().add(&[regs[a], regs[b]]),
                Instr::AddConst(reg, by) => {
                    regs[reg] = host.pool().add(&[regs[reg], host.pool().int(by)]);
                }
                Instr::IfLess(..) | Instr::IfEq(..) | Instr::Sign(..) => {
                    let (conds, targets) = alternatives(host.pool(), instr, &regs, next);
                    let at = host.choose(&conds)?;
                    next = targets[at];
                    show_branch(host, pc, at)?;
                }
                Instr::Jump(target) => next = target,
                Instr::Emit(reg) => {
                    let event = event(host.pool(), "show", vec![regs[reg]]);
                    host.emit(event)?;
                }
                Instr::Assume(reg, value) => {
                    let holds = host.pool().eq(regs[reg], host.pool().int(value));
                    if !host.branch(holds)? {
                        return Ok(Exit::Discarded);
                    }
                    show_branch(host, pc, 0)?;
                }
                Instr::Fail(code) => return Ok(failure(code)),
                Instr::Gap => {
                    return Err(host.unsupported(Gap { what: "a gap".to_owned(), span: None }));
                }
            }
            pc = next;
        }
        Ok(Exit::Finished(None))
    }
}

fn show_branch(host: &mut dyn Host, pc: usize, at: usize) -> Result<(), Halt> {
    let event = event(host.pool(), &format!("at{pc}took{at}"), vec![]);
    host.emit(event)
}

/// Tries all values of all variables.
#[derive(Default)]
pub(crate) struct Brute {
    model: Option<Model>,
    asked: u64,
    /// Pretends not to know one query in this many; which ones depends on the query alone.
    forgets_one_in: Option<u64>,
}

impl Brute {
    /// A solver that does not know one query in so many; one in one means none at all.
    pub(crate) fn forgetting(one_in: Option<u64>) -> Brute {
        Brute { forgets_one_in: one_in, ..Brute::default() }
    }
}

impl Solver for Brute {
    fn check(&mut self, pool: &Pool, query: &[Term]) -> Verdict {
        self.asked += 1;
        let hash = query.iter().fold(0, |acc: u64, term| acc ^ pool.content_hash(*term));
        if self.forgets_one_in.is_some_and(|many| hash.is_multiple_of(many)) {
            return Verdict::Unknown(Reason::Incomplete("forgot".to_owned()));
        }
        let vars = pool.free_vars(query);
        // From the far end, so that there is something to make smaller.
        self.model = all_values(pool, vars.len())
            .rev()
            .map(|values| {
                let mut model = Model::new();
                vars.iter().zip(values).for_each(|(var, value)| model.set(*var, value));
                model
            })
            .find(|model| pool.satisfies(model, query));
        if self.model.is_some() { Verdict::Sat } else { Verdict::Unsat }
    }

    fn model(&mut self, _: &Pool) -> Option<Model> {
        self.model.clone()
    }

    fn stats(&self) -> Vec<StageStats> {
        vec![StageStats { asked: self.asked, ..StageStats::named("brute") }]
    }
}

/// All tuples of values.
pub(crate) fn all_values(pool: &Pool, count: usize) -> impl DoubleEndedIterator<Item = Vec<Term>> {
    let base = DOMAIN.count();
    (0..base.pow(count as u32)).map(move |number| {
        let digit = |place: usize| (number / base.pow(place as u32)) % base;
        (0..count).map(|place| pool.int(DOMAIN.start() + digit(place) as i64)).collect()
    })
}

/// Makes solvers that know everything.
pub(crate) fn brute() -> Box<dyn Solver> {
    Box::new(Brute::default())
}

/// Makes solvers that do not know one query in four.
pub(crate) fn forgetful() -> Box<dyn Solver> {
    Box::new(Brute::forgetting(Some(4)))
}

/// Explores with solvers that know everything.
pub(crate) fn explore(pool: &Pool, program: &Program, options: &Options) -> Run {
    explore::explore(pool, program, options, &brute, &Silent)
}

/// Everything that has to be the same for any number of workers, without handles.
pub(crate) fn show(pool: &Pool, run: &Run) -> String {
    let mut lines = vec![format!("{:?} {:?}", run.limits, run.reproducible().stats)];
    for ending in &run.endings {
        let what = match &ending.kind {
            EndingKind::Violated(failure, witness) => {
                let terms = |terms: &[Term]| -> Vec<String> {
                    terms.iter().map(|term| pool.show(*term)).collect()
                };
                let inputs = witness.inputs.iter().map(|(input, value)| (&input.name, *value));
                let inputs: Vec<String> =
                    inputs.map(|(name, value)| format!("{name}={}", pool.show(value))).collect();
                let events: Vec<String> = (witness.events.iter())
                    .map(|event| format!("{}{:?}", pool.name(event.op), terms(&event.args)))
                    .collect();
                format!("violated {} {inputs:?} {events:?}", failure.code)
            }
            other => format!("{other:?}"),
        };
        lines.push(format!("{:?} {what}", ending.choices));
    }
    lines.join("\n")
}
