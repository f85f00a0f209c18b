//! Searches in which independent threads go one after the other find what all orders find.

use std::collections::BTreeSet;
use std::fmt;

use lang_k::{Found, GivenUp, Options, Which, explore};
use proptest::prelude::*;
use term::Pool;

use crate::support::{Loaded, folder, load, load_text, no_solver};

/// Threads with steps of every kind: in their own cells, in a cell that all share, in one that
/// no rule changes, in another thread, and on the threads themselves.
const THREADS: &str = r#"
module THREADS-SYNTAX
  imports INT-SYNTAX
  syntax Act ::= "skip" | "inc" | "double" | "share" | "fetch" | "same"
               | "send" | "receive" | "poke" | "fork" | "end" | "either" | "number" | "base"
  syntax Acts ::= List{Act, ""}
  syntax Pgm ::= List{Thread, ""}
  syntax Thread ::= "{" Acts "}"
endmodule
module THREADS
  imports THREADS-SYNTAX
  imports INT
  imports LIST
  configuration
    <T>
      <load> $PGM:Pgm </load>
      <thread multiplicity="*" type="Set"> <k> .K </k> <own> 0 </own> <poked> 0 </poked> </thread>
      <shared> 1 </shared>
      <constant> 7 </constant>
      <log> .List </log>
    </T>
  rule <load> { A:Acts } P:Pgm => P </load>
       (.Bag => <thread>... <k> A </k> ...</thread>)
  rule A:Act As:Acts => A ~> As
  rule .Acts => .K
  rule skip => .K
  rule <k> inc => .K ...</k> <own> N => N +Int 1 </own>
  rule <k> double => .K ...</k> <own> N => N *Int 2 </own>
  rule <k> base => .K ...</k> <own> N => N +Int B </own> <constant> B </constant>
  rule <k> either => inc ...</k>
  rule <k> either => double ...</k>
  rule <k> share => .K ...</k> <own> N </own> <shared> S => S *Int 3 +Int N </shared>
  rule <k> fetch => .K ...</k> <own> _ => S </own> <shared> S </shared>
  rule <k> same => .K ...</k> <own> N </own> <shared> S </shared> requires N ==Int S
  rule <k> send => .K ...</k> <own> N </own>
       <k> receive => .K ...</k> <own> M => M +Int N </own>
  rule <k> poke => .K ...</k> <poked> _ => P +Int 1 </poked> <poked> P </poked>
  rule <k> fork => .K ...</k>
       (.Bag => <thread>... <k> inc ~> share </k> ...</thread>)
  rule <k> number => .K ...</k> <own> _ => !N:Int </own>
  rule (<thread>... <k> end ...</k> <own> N </own> ...</thread> => .Bag)
       <log>... .List => ListItem(N) </log>
endmodule
"#;

const ACTS: [&str; 14] = [
    "skip", "inc", "double", "share", "fetch", "same", "send", "receive", "poke", "fork", "end",
    "either", "number", "base",
];

#[derive(Clone, Debug)]
struct Threads(Vec<Vec<&'static str>>);

impl fmt::Display for Threads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|acts| write!(f, "{{ {} }} ", acts.join(" ")))
    }
}

fn threads() -> impl Strategy<Value = Threads> {
    let acts = prop::collection::vec(prop::sample::select(&ACTS[..]), 0..4);
    prop::collection::vec(acts, 1..4).prop_map(Threads)
}

fn searched(language: &mut Loaded, program: &str, options: &Options) -> Found {
    let pool = Pool::new();
    let state = language.start(&pool, program, Vec::new());
    explore(&language.language.compiled.program, &pool, state, &[], None, options, &no_solver)
}

/// The final configurations, as they are shown, and how each came to its end.
fn ends(language: &Loaded, found: &Found) -> BTreeSet<String> {
    let shown = |end: &lang_k::Solution| {
        let state = language.language.show_state(&Pool::new(), &end.state);
        format!("{:?} {state}", end.ending)
    };
    found.solutions.iter().map(shown).collect()
}

/// Both searches of a program: with all orders, and reduced.
fn both(language: &mut Loaded, program: &str) -> [Found; 2] {
    [false, true].map(|reduce| {
        let states = Some(200_000);
        searched(language, program, &Options { reduce, states, ..Options::default() })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn reduced_search_has_same_final_configurations(program in threads()) {
        let mut language = load_text("threads.k", THREADS, &[]);
        let [all, reduced] = both(&mut language, &program.to_string());
        prop_assume!(all.is_complete());
        prop_assert!(reduced.is_complete());
        prop_assert_eq!(ends(&language, &all), ends(&language, &reduced));
        prop_assert!(reduced.stats.states <= all.stats.states);
    }
}

#[test]
fn each_kind_of_step_is_reduced_or_not() {
    let mut language = load_text("threads.k", THREADS, &[]);
    let mut counts = |act: &str| {
        let program = Threads(vec![vec![Box::leak(act.to_owned().into_boxed_str()); 2]; 3]);
        let [all, reduced] = both(&mut language, &program.to_string());
        (all.stats.states, reduced.stats.states)
    };
    let own: Vec<_> = ["skip", "inc", "base", "either"].map(&mut counts).to_vec();
    let shared: Vec<_> = ["share", "fetch", "poke", "number"].map(&mut counts).to_vec();
    assert_eq!(own, OWN, "steps in cells of the thread alone are made one thread after the other");
    assert_eq!(
        shared, SHARED,
        "steps in cells that others change are made in all orders, those around them are not"
    );
}

/// Configurations of all orders, and of the reduced search.
const OWN: [(u64, u64); 4] = [(259, 24), (259, 24), (259, 24), (6175, 250)];
const SHARED: [(u64, u64); 4] = [(259, 124), (259, 124), (2943, 905), (1475, 412)];

#[test]
fn examples_have_same_final_configurations_and_fewer_on_the_way() {
    let count = |definition: &str, program: &str| {
        let text = std::fs::read_to_string(folder().join(program)).expect("the example is there");
        let mut language = load(definition, &[]);
        let [all, reduced] = both(&mut language, &text);
        assert!(all.is_complete() && reduced.is_complete(), "{program}");
        assert_eq!(ends(&language, &all), ends(&language, &reduced), "{program}");
        (all.stats.states, reduced.stats.states)
    };
    assert_eq!(count("rendezvous/channel.k", "rendezvous/sieve.channel"), (10_294, 1_082));
}

/// A thread that goes on for ever in its own cells does not keep an error of another from being
/// found.
#[test]
fn a_thread_without_end_puts_no_other_off_for_ever() {
    let text = THREADS
        .replace("\"base\"", "\"base\" | \"loop\" | \"fail\"")
        .replace(
            "rule skip =>",
            "rule <k> loop => loop ...</k> <own> N => N +Int 1 </own>\n  rule skip =>",
        )
        .replace(
            "rule skip =>",
            "rule <k> fail => .K ...</k> <own> N => 1 /Int N </own>\n  rule skip =>",
        );
    let mut language = load_text("threads.k", &text, &[]);
    let options = Options { states: Some(5_000), ..Options::default() };
    let found = searched(&mut language, "{ loop } { fail }", &options);
    assert!(!found.solutions.is_empty(), "{:?}", found.stats);
    assert_eq!(found.given_up, [(GivenUp::States(5_000), 1)]);
    // The same where the thread comes back to where it was.
    let text = text
        .replace("<own> N => N +Int 1 </own>\n  rule <k> fail", "<own> N </own>\n  rule <k> fail");
    let mut language = load_text("threads.k", &text, &[]);
    let found = searched(&mut language, "{ loop } { fail }", &Options::default());
    assert!(found.is_complete() && !found.solutions.is_empty(), "{:?}", found.stats);
}

#[test]
fn what_looks_at_configurations_on_the_way_is_not_reduced() {
    let mut language = load_text("threads.k", THREADS, &[]);
    let program = "{ inc inc } { double double }";
    let mut states = |options: Options| searched(&mut language, program, &options).stats.states;
    let all = states(Options { reduce: false, ..Options::default() });
    assert!(states(Options::default()) < all);
    assert_eq!(states(Options { which: Which::All, ..Options::default() }), all);
    assert_eq!(states(Options { depth: Some(100), ..Options::default() }), all);
}
