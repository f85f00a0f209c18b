//! Witnesses: small values, replayed, and no violation without them.

use crate::common;
use crate::common::{Instr, Program};
use explore::{Answers, EndingKind, Options, ReplayEnd, Silent, Unconfirmed, replay};
use machine::{Event, Exit, Failure, Input, Machine, Step};
use solve::{Reason, Solver};
use term::{Cases, Pool, Sort, Term};

/// Asks for one integer and then follows a function of the answer.
struct Lie<F>(F);

/// The answer, once it was given, and how far the machine has come.
type State = (Option<Term>, Phase);

impl<F: Fn(&Pool, Term, Phase) -> Step<State> + Sync> Machine for Lie<F> {
    type State = State;

    fn start(&self, _: &Pool) -> Self::State {
        (None, Phase::Before)
    }

    fn step(&self, pool: &Pool, (answer, phase): Self::State) -> Step<Self::State> {
        let input = Input { name: "n".to_owned(), sort: Sort::INT, span: None };
        match answer {
            None => Step::Ask(input, (None, phase)),
            Some(answer) => (self.0)(pool, answer, phase),
        }
    }

    fn supply(&self, _: &Pool, (_, phase): Self::State, answer: Term) -> Self::State {
        (Some(answer), phase)
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Phase {
    Before,
    Bad,
    Good,
}

fn fails() -> Exit {
    Exit::Failed(Failure::new("LIE", "fails", None))
}

/// Splits by the two conditions that `conds` makes of the answer; the first alternative fails.
fn fail_if(
    conds: impl Fn(&Pool, Term) -> Vec<Term> + Sync,
) -> Lie<impl Fn(&Pool, Term, Phase) -> Step<State> + Sync> {
    Lie(move |pool: &Pool, answer: Term, phase: Phase| match phase {
        Phase::Before => {
            let states = [Phase::Bad, Phase::Good].map(|phase| (Some(answer), phase));
            Step::Go(Cases::new(conds(pool, answer).into_iter().zip(states)))
        }
        Phase::Bad => Step::Stop(fails()),
        Phase::Good => Step::Stop(Exit::Finished(None)),
    })
}

/// Why the only failure of a machine is not confirmed.
#[track_caller]
fn unconfirmed<M: Machine>(machine: &M) -> Unconfirmed {
    let run = explore::explore(&Pool::new(), machine, &Options::default(), &common::brute, &Silent);
    match &run.endings[..] {
        [explore::Ending { kind: EndingKind::Unconfirmed(failure, why), .. }] => {
            assert_eq!(failure.code, "LIE");
            assert_eq!((run.stats.violated, run.stats.unconfirmed), (0, 1));
            why.clone()
        }
        other => panic!("expected one unconfirmed failure, found {other:?}"),
    }
}

fn positive(pool: &Pool, term: Term) -> Term {
    pool.lt(pool.int(0), term)
}

#[test]
fn an_honest_machine_is_confirmed() {
    let pool = Pool::new();
    let honest = fail_if(|pool, n| vec![positive(pool, n), pool.not(positive(pool, n))]);
    let run = explore::explore(&pool, &honest, &Options::default(), &common::brute, &Silent);
    let [explore::Ending { kind: EndingKind::Violated(_, witness), .. }] = &run.endings[..] else {
        panic!("expected a violation, found {:?}", run.endings);
    };
    let values: Vec<Term> = witness.inputs.iter().map(|(_, value)| *value).collect();
    assert_eq!(values, [pool.int(1)]);
}

#[test]
fn diverging_replay_is_not_believed() {
    let two_faced = fail_if(|pool, n| {
        let cond = if pool.is_ground(n) { Term::FALSE } else { positive(pool, n) };
        vec![cond, pool.not(cond)]
    });
    let why = "expected LIE, but it finished without a failure";
    assert_eq!(unconfirmed(&two_faced), Unconfirmed::Replay(why.to_owned()));
}

#[test]
fn alternatives_that_hold_together_are_noticed() {
    let overlapping = fail_if(|pool, n| vec![positive(pool, n), pool.lt(pool.int(-1), n)]);
    let why = "expected LIE, but two alternatives of a choice hold at once";
    assert_eq!(unconfirmed(&overlapping), Unconfirmed::Replay(why.to_owned()));
}

#[test]
fn a_gap_between_alternatives_is_noticed() {
    // The first is impossible in the domain of the solver, so the second is taken unasked.
    let gap = Lie(|pool: &Pool, answer: Term, phase: Phase| match phase {
        Phase::Before => {
            let conds = [100, 200].map(|bound| pool.lt(pool.int(bound), answer));
            let states = [Phase::Good, Phase::Bad].map(|phase| (Some(answer), phase));
            Step::Go(Cases::new(conds.into_iter().zip(states)))
        }
        Phase::Bad => Step::Stop(fails()),
        Phase::Good => Step::Stop(Exit::Finished(None)),
    });
    let Unconfirmed::Unknown(Reason::Disagreement(_)) = unconfirmed(&gap) else {
        panic!("a path that cannot be taken as a whole was believed");
    };
}

#[test]
fn events_that_are_not_values_are_noticed() {
    let vague = Lie(|pool: &Pool, answer: Term, phase: Phase| match phase {
        Phase::Before => {
            let args = vec![pool.add(&[answer, pool.var("hidden", Sort::INT)])];
            let event = Event { op: pool.symbol("show"), args, result: None, span: None };
            Step::Emit(event, (Some(answer), Phase::Bad))
        }
        Phase::Bad | Phase::Good => Step::Stop(fails()),
    });
    let why = "an event shows what is not a value: hidden";
    assert_eq!(unconfirmed(&vague), Unconfirmed::Replay(why.to_owned()));
}

#[test]
fn undefined_functions_are_looked_up_in_the_answers() {
    let pool = Pool::new();
    let f = pool.func("f", &[Sort::INT], Sort::INT);
    let curious = fail_if(|pool, n| {
        let f = pool.func("f", &[Sort::INT], Sort::INT);
        let cond = pool.eq(pool.apply(f, &[n]), pool.int(7));
        vec![cond, pool.not(cond)]
    });
    let mut answers = Answers::from(&[pool.int(1)][..]);
    let end = |answers: &Answers| replay(&pool, &curious, answers, 100).end;
    assert_eq!(end(&answers), ReplayEnd::Exit(Exit::Finished(None)));
    answers.functions.func_mut(f).insert(&[pool.int(1)], pool.int(7));
    assert_eq!(end(&answers), ReplayEnd::Exit(fails()));
}

#[test]
fn a_solver_without_models_confirms_nothing() {
    struct Mute(common::Brute);
    impl Solver for Mute {
        fn check(&mut self, pool: &Pool, query: &[Term]) -> solve::Verdict {
            self.0.check(pool, query)
        }
        fn model(&mut self, _: &Pool) -> Option<solve::Model> {
            None
        }
        fn stats(&self) -> Vec<solve::StageStats> {
            self.0.stats()
        }
    }
    let solvers = || -> Box<dyn Solver> { Box::new(Mute(common::Brute::default())) };
    let program = Program(vec![Instr::Ask(0), Instr::IfEq(0, 1, 9), Instr::Fail("T")]);
    let run = explore::explore(&Pool::new(), &program, &Options::default(), &solvers, &Silent);
    let kinds: Vec<&EndingKind> = run.endings.iter().map(|ending| &ending.kind).collect();
    let [EndingKind::Unconfirmed(_, Unconfirmed::NoModel)] = kinds[..] else {
        panic!("expected a failure without a model, found {kinds:?}");
    };
}

#[test]
fn a_replay_says_what_is_missing_or_wrong() {
    let pool = Pool::new();
    let program = Program(vec![Instr::Ask(0), Instr::Ask(1), Instr::Fail("T")]);
    let end =
        |answers: &[Term], steps: u64| replay(&pool, &program, &Answers::from(answers), steps).end;
    let (one, wrong, open) = (pool.int(1), pool.text("one"), pool.var("x", Sort::INT));
    let name = |end: ReplayEnd| match end {
        ReplayEnd::OutOfAnswers(input) => format!("out of answers at {}", input.name),
        ReplayEnd::WrongAnswer(input) => format!("wrong answer at {}", input.name),
        other => other.to_string(),
    };
    assert_eq!(name(end(&[one, one], 3)), "it failed with T: fails");
    assert_eq!(name(end(&[one, one], 2)), "it was still running after 2 steps");
    assert_eq!(name(end(&[one], 9)), "out of answers at r1");
    assert_eq!(name(end(&[wrong], 9)), "wrong answer at r0");
    assert_eq!(name(end(&[one, open], 9)), "wrong answer at r1");
    let answers = Answers::from(&[one, one][..]);
    let late = explore::replay_until(&pool, &program, &answers, 9, &|| true);
    assert_eq!((late.end, late.steps), (ReplayEnd::Late, 0));
}

#[test]
fn a_choice_without_alternatives_is_reported() {
    let machine = fail_if(|_, _| vec![Term::FALSE, Term::FALSE]);
    let run =
        explore::explore(&Pool::new(), &machine, &Options::default(), &common::brute, &Silent);
    let [explore::Ending { kind: EndingKind::Unsupported(gap), .. }] = &run.endings[..] else {
        panic!("expected a gap, found {:?}", run.endings);
    };
    assert_eq!(gap.what, "a choice of which no alternative can hold");
}
