//! What is seen of a concrete run, and the machine run concretely.

use lang_toy::ToyMachine;
use machine::{Exit, Machine, Step};
use num_bigint::BigInt;
use source::Span;
use term::{Cases, Int, Pool, Sort, Term};

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// By itself.
    Finished,
    /// At a property that does not hold, with its code.
    Failed(String, Span),
    /// At an assumption that does not hold.
    Discarded,
    /// It took too long for a test.
    OutOfFuel,
}

/// Inputs and events in order, as text, and the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Trace {
    pub(crate) lines: Vec<String>,
    pub(crate) end: End,
}

/// The answers to the inputs of a run: the numbers over and over, an odd one for true.
#[derive(Clone, Debug)]
pub(crate) struct Answers(pub(crate) Vec<i128>);

impl Answers {
    pub(crate) fn int(&self, number: usize) -> i128 {
        if self.0.is_empty() { 0 } else { self.0[number % self.0.len()] }
    }

    pub(crate) fn bool(&self, number: usize) -> bool {
        self.int(number) % 2 != 0
    }
}

/// Runs a machine on literal answers. No step may offer a choice, because everything is known.
pub(crate) fn run_machine(machine: &ToyMachine, answers: &Answers, fuel: usize) -> Trace {
    let pool = Pool::new();
    let (mut lines, mut asked) = (Vec::new(), 0);
    let mut state = machine.start(&pool);
    for _ in 0..fuel {
        state = match machine.step(&pool, state) {
            Step::Go(cases) => only(cases),
            Step::Ask(input, state) => {
                let answer = match input.sort {
                    Sort::BOOL => pool.bool(answers.bool(asked)),
                    _ => pool.int(Int::from(BigInt::from(answers.int(asked)))),
                };
                asked += 1;
                lines.push(format!("{} = {}", input.name, show(&pool, answer)));
                machine.supply(&pool, state, answer)
            }
            Step::Emit(event, state) => {
                let args: Vec<String> = event.args.iter().map(|arg| show(&pool, *arg)).collect();
                lines.push(format!("{}({})", pool.name(event.op), args.join(", ")));
                state
            }
            Step::Stop(exit) => return Trace { lines, end: end(exit) },
            Step::Unsupported(gap) => panic!("a concrete run met a gap: {gap:?}"),
        }
    }
    Trace { lines, end: End::OutOfFuel }
}

fn only<T>(cases: Cases<T>) -> T {
    assert_eq!(cases.len(), 1, "a concrete run was offered a choice");
    let (cond, value) = cases.into_iter().next().expect("one alternative");
    assert_eq!(cond, Term::TRUE, "a concrete condition did not fold");
    value
}

fn show(pool: &Pool, term: Term) -> String {
    match (pool.as_literal(term).and_then(|literal| literal.as_int()), pool.as_bool(term)) {
        (Some(int), _) => int.to_string(),
        (_, Some(value)) => value.to_string(),
        _ => panic!("{} is not a value", pool.show(term)),
    }
}

fn end(exit: Exit) -> End {
    match exit {
        Exit::Finished(_) => End::Finished,
        Exit::Failed(failure) => {
            End::Failed(failure.code.to_owned(), failure.span.expect("failures have a place"))
        }
        Exit::Discarded => End::Discarded,
    }
}
