//! The machine run on known inputs.

use lang_toy::ToyMachine;
use machine::{Exit, Machine, Step};
use num_bigint::BigInt;
use term::{Cases, Int, Model, Pool, Sort, Term};
use test_support::toy::{Answers, End, Trace};

/// More steps than the machine needs for what the interpreter does within its limits.
const FUEL: usize = 2_000_000;

/// The answer to the input with this number.
fn term(answers: &Answers, pool: &Pool, number: usize, sort: Sort) -> Term {
    match sort {
        Sort::BOOL => pool.bool(answers.bool(number)),
        _ => pool.int(Int::from(BigInt::from(answers.int(number)))),
    }
}

/// What a machine gets when it asks for an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Supply {
    /// The answer itself, as in a replay. No step may then offer a choice.
    Literals,
    /// A variable that the model gives the answer to, as in an exploration. Of the choices that a
    /// step offers, exactly one may then be true.
    Variables,
}

/// Runs a machine along the one path that the answers take.
pub(crate) fn run_machine(machine: &ToyMachine, answers: &Answers, supply: Supply) -> Trace {
    let (pool, mut model) = (Pool::new(), Model::new());
    let (mut lines, mut asked) = (Vec::new(), 0);
    let mut state = machine.start(&pool);
    for _ in 0..FUEL {
        state = match machine.step(&pool, state) {
            Step::Go(cases) => only(&pool, &model, cases, supply),
            Step::Ask(input, state) => {
                let answer = term(answers, &pool, asked, input.sort);
                lines.push(format!("{} = {}", input.name, show(&pool, answer)));
                let var = pool.var(&format!("input {asked}"), input.sort);
                model.set(var, answer);
                asked += 1;
                machine.supply(&pool, state, if supply == Supply::Literals { answer } else { var })
            }
            Step::Emit(event, state) => {
                let values = event.args.iter().map(|arg| pool.eval(*arg, &model));
                let args: Vec<String> = values.map(|value| show(&pool, value)).collect();
                lines.push(format!("{}({})", pool.name(event.op), args.join(", ")));
                state
            }
            Step::Stop(exit) => return Trace { lines, end: end(exit) },
            Step::Unsupported(gap) => {
                assert_eq!(supply, Supply::Variables, "a concrete run met a gap: {gap:?}");
                return Trace { lines, end: End::Gap };
            }
        }
    }
    Trace { lines, end: End::OutOfFuel }
}

fn only<T>(pool: &Pool, model: &Model, cases: Cases<T>, supply: Supply) -> T {
    if supply == Supply::Literals {
        assert_eq!(cases.len(), 1, "a concrete run was offered a choice");
    }
    let holds = |cond: Term| pool.eval(cond, model) == Term::TRUE;
    let mut taken: Vec<T> =
        cases.into_iter().filter(|(cond, _)| holds(*cond)).map(|(_, value)| value).collect();
    assert_eq!(taken.len(), 1, "exactly one alternative holds");
    taken.remove(0)
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
        Exit::TooManyEvents(_) | Exit::Unrolled(_) => {
            unreachable!("programs of this language count no events")
        }
    }
}
