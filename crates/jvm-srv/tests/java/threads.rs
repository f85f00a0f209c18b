//! The outcome of a search does not depend on the number of threads.

use explore::{Limit, Strategy};
use jvm_srv::{InputSeen, Mode, Options, SearchOutcome, Weight};
use lang_jvm::BuiltInChecks;
use term::Pool;

use crate::support::{Found, Program};

const FIGURE: &str = include_str!("../../../../corpus/java/figure/Figure.java");

/// Conditions that solvers decide in several ways: words, products, characters, a number that a run
/// goes on with; classes that are loaded in the order in which runs come to them.
const PROGRAM: &str = "import java.util.*;
class Mixed {
    static class Low { static int cut(int n) { return n / 3; } }
    static class High { static int cut(int n) { return n - 7; } }
    static class Text { static boolean isWord(String s) { return s.equals(\"ab\"); } }
    static int f(int a, int b, String s) {
        Iterator<Integer> numbers = new ArrayList<>(List.of(1, 2)).iterator();
        int sum = a > b ? High.cut(a) : Low.cut(b);
        if (a * b == 391 && a > 1 && b > 1) sum += numbers.next();
        if (Text.isWord(s)) sum += 1000 / (a - 12);
        if (sum > 100 && sum % 7 == 3) assert b != 5;
        if (s.charAt(0) > s.charAt(1)) numbers.next();
        return sum;
    }
}";

const MODES: [Mode; 4] = [Mode::Dfs, Mode::Guide, Mode::Slice, Mode::Srv];

/// Everything that is reported of a search, but for times and what solvers did.
fn told(found: &Found) -> String {
    let outcome = &found.outcome;
    let inputs =
        |inputs: &[InputSeen]| inputs.iter().map(|seen| input(&found.pool, seen)).collect();
    let violations: Vec<(usize, u64, Vec<String>, String)> = (outcome.violations.iter())
        .map(|v| (v.property, v.run, inputs(&v.inputs), format!("{:?} {:?}", v.events, v.replay)))
        .collect();
    let uncaught: Vec<(u64, u64, Vec<String>, String)> = (outcome.uncaught.iter())
        .map(|u| (u.run, u.more_runs, inputs(&u.inputs), format!("{:?} {:?}", u.failure, u.lines)))
        .collect();
    let SearchOutcome { runs, discarded, pruned, sliced, left, gaps, limits, .. } = outcome;
    let SearchOutcome { assumed, distrust, exceptions, queries, met, .. } = outcome;
    format!(
        "{violations:#?} {uncaught:#?} {runs} {discarded} {pruned:?} {sliced:?} {left} {gaps:?} \
         {limits:?} {assumed:?} {distrust:?} {exceptions:?} {queries} {met:?}"
    )
}

fn input(pool: &Pool, seen: &InputSeen) -> String {
    let other = match seen.weight {
        Weight::Nothing => "nothing".to_owned(),
        Weight::Decides(other) => pool.show(other).to_string(),
        Weight::Unclear => "unclear".to_owned(),
    };
    format!("{} = {} ({other})", seen.input.name, pool.show(seen.value))
}

/// Searches with several numbers of threads; the outcome of one.
fn same_for_all(
    search: impl Fn(&Options) -> Option<Found>,
    mut options: Options,
) -> Option<SearchOutcome> {
    options.engine.workers = 1;
    let alone = search(&options)?;
    for workers in [2, 4] {
        options.engine.workers = workers;
        assert_eq!(told(&search(&options)?), told(&alone), "{options:?}");
    }
    Some(alone.outcome)
}

#[test]
fn outcome_is_the_same_for_any_number_of_threads() {
    let Some(program) = Program::compile(&[("Mixed.java", PROGRAM)]) else { return };
    let entry = "Mixed#f(a: int, b: int, s: String[2])";
    let search = |options: &Options| program.search("iterator", entry, &[], options);
    let watch = BuiltInChecks { exceptions: true, assertions: true };
    let quiet = BuiltInChecks { exceptions: false, assertions: false };
    for mode in MODES {
        for watch in [watch, quiet] {
            let options = Options { mode, watch, ..Options::default() };
            let Some(outcome) = same_for_all(search, options) else { return };
            assert!(outcome.runs > 1 && !outcome.violations.is_empty(), "{mode:?}");
        }
    }
}

#[test]
fn limits_do_not_depend_on_threads() {
    let Some(program) = Program::compile(&[("Mixed.java", PROGRAM)]) else { return };
    let entry = "Mixed#f(a: int, b: int, s: String[2])";
    let search = |options: &Options| program.search("iterator", entry, &[], options);
    let watch = BuiltInChecks { exceptions: true, assertions: true };
    for mode in [Mode::Dfs, Mode::Srv] {
        let options = Options { mode, watch, ..Options::default() };
        let Some(outcome) = same_for_all(search, options.clone().with_runs(5)) else { return };
        assert_eq!((outcome.runs, outcome.limits.first()), (5, Some(&Limit::Paths(5))));
        let mut first = options.clone();
        first.engine.budget.findings = Some(1);
        let Some(outcome) = same_for_all(search, first) else { return };
        assert_eq!(outcome.violations.len() + outcome.uncaught.len(), 1, "{mode:?}");
        assert_eq!(outcome.limits.first(), Some(&Limit::Findings(1)), "{mode:?}");
        let mut shallow = options;
        shallow.engine.budget.depth = Some(2);
        let Some(outcome) = same_for_all(search, shallow) else { return };
        assert_eq!(outcome.limits.first(), Some(&Limit::Depth(2)), "{mode:?}");
        assert!(!outcome.is_complete());
    }
}

#[test]
fn strategies_take_all_paths_in_orders_of_their_own() {
    let Some(program) = Program::compile(&[("Figure.java", FIGURE)]) else { return };
    let entry = "Figure#test(arr: ArrayList<Integer>[4], m: int)";
    let search = |options: &Options| program.search("iterator", entry, &[], options);
    let mut firsts = std::collections::BTreeSet::new();
    for strategy in Strategy::ALL {
        let mut options = Options { mode: Mode::Dfs, ..Options::default() };
        (options.engine.strategy, options.engine.seed) = (strategy, 3);
        let Some(outcome) = same_for_all(search, options) else { return };
        assert_eq!(outcome.runs, 38, "{strategy}");
        assert!(outcome.is_complete(), "{strategy}");
        firsts.insert(outcome.violations[0].run);
    }
    assert!(firsts.len() > 1, "{firsts:?}");
}
