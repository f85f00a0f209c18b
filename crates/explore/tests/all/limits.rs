//! Each limit, met: what was found so far is there, what was left is counted.

use crate::common;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::common::{Brute, Instr, Program};
use explore::{Budget, EndingKind, Limit, Options, Progress, Run, Silent, Strategy, Watcher};
use machine::{Exit, Machine, Step};
use solve::{Interrupt, Model, Solver, StageStats, Verdict};
use term::{Cases, Pool, Sort, Term};

/// Fails for each of the five values of an input but finishes for the value 2: five paths.
fn five_paths() -> Program {
    Program(vec![
        Instr::Ask(0),
        Instr::IfEq(0, -2, 6),
        Instr::IfEq(0, -1, 6),
        Instr::IfEq(0, 0, 6),
        Instr::IfEq(0, 1, 6),
        Instr::Jump(99),
        Instr::Fail("FIVE"),
    ])
}

fn run(program: &Program, budget: Budget) -> Run {
    common::explore(&Pool::new(), program, &Options { budget, ..Options::default() })
}

fn ended(run: &Run) -> u64 {
    let stats = &run.stats;
    stats.finished
        + stats.violated
        + stats.unconfirmed
        + stats.discarded
        + stats.unsupported
        + stats.cut_off
}

#[test]
fn without_limits_everything_is_explored() {
    let run = run(&five_paths(), Budget::UNLIMITED);
    assert_eq!((run.stats.violated, run.stats.finished, run.stats.left), (4, 1, 0));
    assert_eq!(run.limits, []);
}

#[test]
fn as_many_paths_as_allowed() {
    for paths in 0..5 {
        let run = run(&five_paths(), Budget { paths: Some(paths), ..Budget::UNLIMITED });
        assert_eq!(run.limits, [Limit::Paths(paths)]);
        assert_eq!(ended(&run), paths);
        assert!(run.stats.left > 0);
    }
    let all = run(&five_paths(), Budget { paths: Some(5), ..Budget::UNLIMITED });
    assert_eq!((all.limits.len(), ended(&all)), (0, 5), "the limit was not in the way");
}

#[test]
fn as_many_findings_as_wanted() {
    for findings in 0..4 {
        let run = run(&five_paths(), Budget { findings: Some(findings), ..Budget::UNLIMITED });
        assert_eq!(run.limits, [Limit::Findings(findings)]);
        assert_eq!(run.stats.violated, findings);
    }
}

#[test]
fn paths_end_where_they_are_too_deep() {
    let run = run(&five_paths(), Budget { depth: Some(2), ..Budget::UNLIMITED });
    assert_eq!(run.limits, []);
    assert_eq!((run.stats.violated, run.stats.cut_off, run.stats.depth), (2, 1, 2));
    let last = run.endings.last().expect("there are endings");
    assert_eq!(last.choices, [1, 1]);
    assert_eq!(last.kind, EndingKind::CutOff(Limit::Depth(2), None));
}

#[test]
fn a_loop_without_branches_ends() {
    let run = run(&Program(vec![Instr::Jump(0)]), Budget { steps: Some(50), ..Budget::UNLIMITED });
    assert_eq!(run.stats.steps, 50);
    let kinds: Vec<&EndingKind> = run.endings.iter().map(|ending| &ending.kind).collect();
    assert_eq!(kinds, [&EndingKind::CutOff(Limit::Steps(50), None)]);
}

#[test]
fn limits_of_the_world_leave_the_path_waiting() {
    let second = Duration::from_secs(0);
    let budgets = [
        (Budget { time: Some(second), ..Budget::UNLIMITED }, Limit::Time(second)),
        (Budget { solver_time: Some(second), ..Budget::UNLIMITED }, Limit::SolverTime(second)),
        #[cfg(target_os = "linux")]
        (Budget { memory_mib: Some(1), ..Budget::UNLIMITED }, Limit::Memory(1)),
    ];
    for (budget, limit) in budgets {
        let run = run(&five_paths(), budget);
        assert_eq!(run.limits, [limit]);
        assert_eq!((run.stats.left, ended(&run)), (1, 0));
    }
}

/// Raises the flag when it is asked for the `after`-th time.
struct Impatient {
    inner: Brute,
    after: u64,
    interrupt: Interrupt,
}

impl Solver for Impatient {
    fn check(&mut self, pool: &Pool, query: &[Term]) -> Verdict {
        self.after = self.after.saturating_sub(1);
        if self.after == 0 {
            self.interrupt.raise();
        }
        self.inner.check(pool, query)
    }

    fn model(&mut self, pool: &Pool) -> Option<Model> {
        self.inner.model(pool)
    }

    fn stats(&self) -> Vec<StageStats> {
        self.inner.stats()
    }
}

#[test]
fn an_interrupted_run_keeps_what_it_found() {
    let interrupt = Interrupt::new();
    let options = Options { interrupt: interrupt.clone(), ..Options::default() };
    let solvers = || -> Box<dyn Solver> {
        let interrupt = interrupt.clone();
        Box::new(Impatient { inner: Brute::default(), after: 4, interrupt })
    };
    let pool = Pool::new();
    for script in [false, true] {
        let program = five_paths();
        let run = if script {
            explore::explore_script(&pool, &program, &options, &solvers, &Silent)
        } else {
            explore::explore(&pool, &program, &options, &solvers, &Silent)
        };
        if script {
            // The flag is still up from the first run.
            assert_eq!((ended(&run), run.stats.left), (0, 1));
        } else {
            assert_eq!((run.stats.violated, run.stats.left), (1, 2));
        }
        assert_eq!(run.limits, [Limit::Interrupted]);
    }
}

/// Splits on so many fresh inputs: all ends lie at that depth.
struct Deep(u64);

impl Machine for Deep {
    type State = (u64, Option<Term>);

    fn start(&self, _: &Pool) -> Self::State {
        (0, None)
    }

    fn step(&self, pool: &Pool, state: Self::State) -> Step<Self::State> {
        let input = machine::Input { name: "b".to_owned(), sort: Sort::BOOL, span: None };
        match state {
            (n, _) if n == self.0 => Step::Stop(Exit::Finished(None)),
            (_, None) => Step::Ask(input, state),
            (n, Some(cond)) => Step::Go(Cases::branch(pool, cond, (n + 1, None), (n + 1, None))),
        }
    }

    fn supply(&self, _: &Pool, (n, _): Self::State, answer: Term) -> Self::State {
        (n, Some(answer))
    }
}

/// Says that everything is possible.
struct Yes;

impl Solver for Yes {
    fn check(&mut self, _: &Pool, _: &[Term]) -> Verdict {
        Verdict::Sat
    }

    fn model(&mut self, _: &Pool) -> Option<Model> {
        None
    }

    fn stats(&self) -> Vec<StageStats> {
        Vec::new()
    }
}

#[test]
fn a_path_may_be_very_deep() {
    let budget = Budget { paths: Some(1), ..Budget::UNLIMITED };
    let options = Options { budget, ..Options::default() };
    let solvers = || -> Box<dyn Solver> { Box::new(Yes) };
    let run = explore::explore(&Pool::new(), &Deep(20_000), &options, &solvers, &Silent);
    assert_eq!((run.stats.finished, run.stats.depth), (1, 20_000));
    assert!(run.stats.left >= 20_000);
}

/// Where all ends lie deep, breadth alone would double the waiting paths at each split.
#[test]
fn a_few_paths_end_soon_by_every_strategy() {
    let solvers = || -> Box<dyn Solver> { Box::new(Yes) };
    for strategy in Strategy::ALL {
        let budget = Budget { paths: Some(50), ..Budget::UNLIMITED };
        let options = Options { budget, strategy, ..Options::default() };
        let run = explore::explore(&Pool::new(), &Deep(200), &options, &solvers, &Silent);
        assert_eq!((run.stats.finished, run.limits), (50, vec![Limit::Paths(50)]), "{strategy}");
        assert!(run.stats.queries < 100_000, "{strategy}: {}", run.stats.queries);
    }
}

/// Splits twice and then breaks one of its own invariants on one path.
struct Faulty;

impl Machine for Faulty {
    type State = (u8, Option<Term>);

    fn start(&self, _: &Pool) -> Self::State {
        (0, None)
    }

    fn step(&self, pool: &Pool, state: Self::State) -> Step<Self::State> {
        let input = machine::Input { name: "b".to_owned(), sort: Sort::BOOL, span: None };
        match state {
            (3, _) => panic!("the invariant does not hold"),
            (4.., _) => Step::Stop(Exit::Finished(None)),
            (_, None) => Step::Ask(input, state),
            (n, Some(cond)) => Step::Go(Cases::branch(pool, cond, (n + 2, None), (n + 1, None))),
        }
    }

    fn supply(&self, _: &Pool, (n, _): Self::State, answer: Term) -> Self::State {
        (n, Some(answer))
    }
}

#[test]
fn a_panic_of_the_program_is_a_panic_of_the_run() {
    for strategy in Strategy::ALL {
        for workers in [1, 4] {
            let options = Options { strategy, workers, ..Options::default() };
            let solvers = || -> Box<dyn Solver> { Box::new(Yes) };
            let explored = || explore::explore(&Pool::new(), &Faulty, &options, &solvers, &Silent);
            let payload = catch_unwind(AssertUnwindSafe(explored)).expect_err("it panics");
            assert_eq!(payload.downcast_ref::<&str>(), Some(&"the invariant does not hold"));
        }
    }
}

/// Runs until its watcher has been notified.
struct Patient<'a>(&'a Told);

#[derive(Default)]
struct Told {
    yes: AtomicBool,
    waiting: AtomicU64,
}

impl Watcher for Told {
    fn progress(&self, progress: &Progress) {
        self.waiting.store(progress.waiting, Ordering::SeqCst);
        self.yes.store(true, Ordering::SeqCst);
    }
}

impl Machine for Patient<'_> {
    type State = ();

    fn start(&self, _: &Pool) {}

    fn step(&self, _: &Pool, (): ()) -> Step<()> {
        std::thread::yield_now();
        if self.0.yes.load(Ordering::SeqCst) {
            return Step::Stop(Exit::Finished(None));
        }
        Step::Go(Cases::one(()))
    }

    fn supply(&self, _: &Pool, (): (), _: Term) {}
}

#[test]
fn watcher_is_notified_during_the_run() {
    let told = Told::default();
    let budget = Budget { time: Some(Duration::from_secs(60)), ..Budget::UNLIMITED };
    let options = Options { budget, ..Options::default() };
    let solvers = || -> Box<dyn Solver> { Box::new(Yes) };
    let run = explore::explore(&Pool::new(), &Patient(&told), &options, &solvers, &told);
    assert_eq!((run.stats.finished, run.limits.len()), (1, 0));
    assert_eq!(told.waiting.load(Ordering::SeqCst), 1);
}
