//! Search: all orders of evaluation, all interleavings.

use std::collections::BTreeSet;
use std::sync::Arc;

use explore::{Budget, Limit, Meter, Strategy};
use lang_k::{Found, GivenUp, Options, Solution, Steps, Which, explore};
use solve::Interrupt;
use term::Pool;

use crate::support::{Loaded, load, load_text, no_solver};

/// Two threads that race for a variable.
const RACE: &str = "var x = 0; function main() { \
                    var t = spawn { x = x + 1; }; x = x + 2; join t; print(x); }";

/// Explores a program of a language.
fn searched(language: &mut Loaded, program: &str, options: &Options) -> Found {
    let pool = Pool::new();
    let state = language.start(&pool, program, Vec::new());
    let compiled = &language.language.compiled.program;
    explore(compiled, &pool, state, &[], None, options, &no_solver)
}

/// Everything that a program can print.
fn prints(definition: &str, program: &str) -> BTreeSet<String> {
    let mut language = load(definition, &[]);
    let options = Options { steps: Steps::All, ..Options::default() };
    let found = searched(&mut language, program, &options);
    assert!(found.is_complete(), "{:?}", found.given_up);
    found.solutions.iter().map(|end| language.printed(&end.state)).collect()
}

/// A heated argument is evaluated to its end before it is put back, in any order.
#[test]
fn arguments_are_evaluated_in_any_order_but_not_in_turns() {
    let program = "function main() { var x = 1; var y = 0; y = ++x / (++x / x); print(y); }";
    let printed = prints("simple/simple.md", program);
    assert_eq!(printed, BTreeSet::from(["1", "2", "3"].map(str::to_owned)));
}

#[test]
fn threads_without_a_lock_lose_updates() {
    let printed = prints("simple/simple.md", RACE);
    assert_eq!(printed, BTreeSet::from(["1", "2", "3"].map(str::to_owned)));
}

/// Threads whose rules make tokens and keep them in a map, from which any entry may be taken: the
/// order of steps depends on the order of tokens.
const TOKENS: &str = r#"
module TOKENS-SYNTAX
  imports INT-SYNTAX
  imports ID-SYNTAX
  syntax Pgm ::= "go" Int
  syntax Act ::= "make" Int | "take"
endmodule
module TOKENS
  imports TOKENS-SYNTAX
  imports INT
  imports STRING
  imports MAP
  imports ID
  configuration
    <T>
      <thread multiplicity="*" type="Set"> <k> $PGM:Pgm </k> </thread>
      <made> .Map </made>
      <taken> .List </taken>
    </T>
  rule <k> go N:Int => make N ~> take </k>
       (.Bag => <thread> <k> go (N -Int 1) </k> </thread>) requires N >Int 0
  rule <k> go 0 => .K </k>
  rule <k> make N:Int => .K ... </k>
       <made> M:Map => M [ String2Id("x" +String Int2String(N)) <- N ] </made>
  rule <k> take => .K </k> <made> (_:Id |-> N:Int => .Map) ... </made>
       <taken> ... (.List => ListItem(N)) </taken>
endmodule
"#;

#[test]
fn threads_find_same_solutions_in_same_order() {
    let check = |language: &mut Loaded, program: &str, which| {
        let mut with = |workers| {
            let mut options = Options { which, ..Options::default() };
            options.engine.workers = workers;
            let found = searched(language, program, &options);
            let end = |end: &Solution| {
                let state = language.language.show_state(&Pool::new(), &end.state);
                (state, end.path.clone(), end.depth)
            };
            (found.solutions.iter().map(end).collect::<Vec<_>>(), found.stats, found.given_up)
        };
        let alone = with(1);
        assert!(alone.0.len() > 1, "{:?}", alone.1);
        for workers in [2, 5] {
            assert_eq!(with(workers), alone, "{workers} threads");
        }
    };
    for which in [Which::Final, Which::All] {
        // Each language is loaded anew: tokens that were made once would be known.
        check(&mut load_text("tokens.k", TOKENS, &[]), "go 3", which);
        check(&mut load("simple/simple.md", &[]), RACE, which);
    }
}

#[test]
fn every_strategy_finds_the_same() {
    let mut simple = load("simple/simple.md", &[]);
    let mut with = |strategy| {
        let mut options = Options::default();
        (options.engine.strategy, options.engine.seed) = (strategy, 7);
        let found = searched(&mut simple, RACE, &options);
        assert!(found.is_complete(), "{:?}", found.given_up);
        let ends: BTreeSet<String> =
            found.solutions.iter().map(|end| simple.printed(&end.state)).collect();
        (ends, found.stats.states, found.stats.paths, found.solutions[0].depth)
    };
    let [dfs, bfs, random, priority] = Strategy::ALL.map(&mut with);
    assert_eq!((&dfs.0, dfs.1, dfs.2), (&bfs.0, bfs.1, bfs.2));
    assert_eq!((&random.0, random.1), (&bfs.0, bfs.1));
    assert_eq!((&priority.0, priority.1), (&bfs.0, bfs.1));
    assert!(bfs.3 <= dfs.3, "breadth first, the shortest way comes first");
}

#[test]
fn limits_of_the_engine_hold() {
    let mut simple = load("simple/simple.md", &[]);
    let mut with = |budget, interrupt| {
        let meter = Arc::new(Meter::new(budget, interrupt));
        searched(&mut simple, RACE, &Options { meter, ..Options::default() })
    };
    let few = with(Budget { paths: Some(2), ..Budget::UNLIMITED }, Interrupt::new());
    assert_eq!(few.stats.paths, 2);
    assert_eq!(few.given_up, [(GivenUp::Limit(Limit::Paths(2)), 1)]);
    let interrupt = Interrupt::new();
    interrupt.raise();
    let none = with(Budget::UNLIMITED, interrupt);
    assert_eq!((none.stats.states, none.solutions.len()), (0, 0));
    assert_eq!(none.given_up, [(GivenUp::Limit(Limit::Interrupted), 1)]);
}

#[test]
fn enough_solutions_end_the_search() {
    let mut simple = load("simple/simple.md", &[]);
    let all = searched(&mut simple, RACE, &Options::default());
    let bound = Some(1);
    let first = searched(&mut simple, RACE, &Options { bound, ..Options::default() });
    assert_eq!(first.given_up, [(GivenUp::Solutions(1), 1)]);
    assert_eq!(first.solutions.len(), 1);
    assert_eq!(first.solutions[0].path, all.solutions[0].path);
    assert!(first.stats.states < all.stats.states);
}
