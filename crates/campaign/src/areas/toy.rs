//! Toy programs: the engine's verdict, with random strategies and threads, against running a plain
//! interpreter on many inputs.

use std::collections::BTreeSet;

use explore::{Bias, Budget, EndingKind, Options, Run, Silent, Strategy, Witness};
use lang_toy::{load, parse};
use num_traits::ToPrimitive;
use solve::{Solver, Theory};
use solve_chain::{Backend, Config};
use solve_z3::Search;
use source::{File, Files, Span};
use term::Pool;
use test_support::Dice;
use test_support::toy::{Answers, End, interpret, program};

use super::solver::{limits, missing};
use crate::{Area, Judge, Judgement};

pub(super) const AREA: Area = Area {
    name: "toy",
    about: "exploration of Toy programs, and a plain interpreter on many inputs",
    length: 240,
    batch: 1,
    tapes: 500,
    missing,
    start: |_| Box::new(Toy { z3: Backend::auto(&Search::default()) }),
};

/// Values that inputs are given by the interpreter.
const VALUES: [i128; 5] = [0, 1, -1, 2, 3];
/// Inputs that are varied; further ones repeat them.
const VARIED: u32 = 3;

struct Toy {
    z3: Backend,
}

/// The first bytes choose how to explore, the others are the program.
fn split(tape: &[u8]) -> (Dice, String) {
    let (how, text) = tape.split_at(tape.len().min(4));
    (Dice::of_tape(how), program(text))
}

impl Judge for Toy {
    fn judge(&mut self, tapes: &[&[u8]]) -> Vec<Judgement> {
        tapes.iter().map(|tape| self.judge_one(tape)).collect()
    }

    fn files(&mut self, tape: &[u8]) -> Vec<(String, String)> {
        vec![("main.toy".to_owned(), split(tape).1)]
    }
}

type Failures = BTreeSet<(String, Span)>;

impl Toy {
    fn judge_one(&self, tape: &[u8]) -> Judgement {
        let (mut dice, text) = split(tape);
        let mut files = Files::new();
        let file = files.add("main.toy", &text);
        let program = match load(&file) {
            Ok(program) => program,
            Err(errors) => return Judgement::wrong(format!("it is not read: {errors:?}")),
        };
        let pool = Pool::new();
        let options = Options {
            strategy: *dice.pick(&Strategy::ALL),
            bias: *dice.pick(&Bias::ALL),
            workers: 1 + dice.below(3),
            seed: dice.below(256) as u64,
            budget: Budget { steps: Some(20_000), paths: Some(400), ..Budget::UNLIMITED },
            ..Options::default()
        };
        let solvers = || -> Box<dyn Solver> {
            let mut config = Config::new(self.z3.clone());
            config.limits = limits();
            config.build(&Theory::empty()).expect("the back end is loaded")
        };
        let machine = program.machine(&program.targets()[0]);
        let run = explore::explore(&pool, &machine, &options, &solvers, &Silent);
        compare(&pool, &file, &run)
    }
}

fn compare(pool: &Pool, file: &File, run: &Run) -> Judgement {
    let (ast, _) = parse(file);
    let mut found: Failures = BTreeSet::new();
    for ending in &run.endings {
        let EndingKind::Violated(failure, witness) = &ending.kind else { continue };
        let place = (failure.code.to_owned(), failure.span.expect("failures have a place"));
        if let Some(answers) = answers(pool, witness) {
            let end = interpret(&ast, 0, &answers).end;
            if end != End::Failed(place.0.clone(), place.1) && end != End::OutOfFuel {
                let what =
                    format!("{} is reported for {answers:?}, which comes to {end:?}", place.0);
                return Judgement::wrong(what);
            }
        }
        found.insert(place);
    }
    let (expected, finishes) = by_trying(&ast);
    if !is_complete(run) {
        return Judgement::open();
    }
    match expected.difference(&found).next() {
        Some((code, span)) => {
            Judgement::wrong(format!("{code} at {:?} is not found", span.range()))
        }
        None if finishes && run.stats.finished == 0 => {
            Judgement::wrong("some inputs finish, and no path does")
        }
        None => Judgement::agreed(),
    }
}

/// Whether the engine claims that it has seen everything.
fn is_complete(run: &Run) -> bool {
    let violated = |kind: &EndingKind| matches!(kind, EndingKind::Violated(..));
    run.limits.is_empty()
        && run.stats.left + run.stats.unknown == 0
        && run.endings.iter().all(|ending| violated(&ending.kind))
}

/// The failures of some inputs, and whether some other finishes.
fn by_trying(ast: &lang_toy::ast::Ast<'_>) -> (Failures, bool) {
    let (mut failures, mut finishes) = (BTreeSet::new(), false);
    for number in 0..VALUES.len().pow(VARIED) {
        let digit = |place| VALUES[number / VALUES.len().pow(place) % VALUES.len()];
        match interpret(ast, 0, &Answers((0..VARIED).map(digit).collect())).end {
            End::Failed(code, span) => _ = failures.insert((code, span)),
            End::Finished => finishes = true,
            End::Discarded | End::Gap | End::OutOfFuel => {}
        }
    }
    (failures, finishes)
}

/// The inputs of a witness; none if some number is too large for the interpreter.
fn answers(pool: &Pool, witness: &Witness) -> Option<Answers> {
    let value = |term| match (pool.as_bool(term), pool.as_literal(term)) {
        (Some(value), _) => Some(i128::from(value)),
        (None, literal) => literal?.as_int()?.to_big().to_i128(),
    };
    let values = witness.inputs.iter().map(|(_, term)| value(*term));
    values.collect::<Option<Vec<i128>>>().map(Answers)
}
