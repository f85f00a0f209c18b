//! Temporal properties of random graphs, against their meaning on runs that come back to themselves.

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use explore::{Budget, Meter};
use lang_k::ltl::{Checked, Lasso, check};
use lang_k::{Options, trace};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use solve::{Interrupt, NoSolver};
use term::Pool;

use crate::support::{Loaded, load_text, property};

/// A language whose programs are graphs, and whose runs are walks.
const GRAPH: &str = r#"module GRAPH
  imports DOMAINS
  syntax Edge  ::= Int "->" Int
  syntax Edges ::= List{Edge, ";"}
  syntax KItem ::= "walk"
  configuration <T> <k> $PGM:Edges ~> walk </k> <state> (n |-> 0):Map </state>
                    <edges> .Set </edges> </T>
  rule <k> E:Edge ; Es => Es ...</k> <edges>... .Set => SetItem(E) ...</edges>
  rule .Edges ~> walk => walk
  rule <k> walk ...</k> <state> _ |-> (I => J) </state> <edges>... SetItem(I -> J) ...</edges>
endmodule
"#;

/// Nodes of the graphs.
const NODES: u8 = 3;
/// The longest runs that are tried.
const LONGEST: usize = 6;

#[derive(Clone, Debug)]
enum Formula {
    At(u8),
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
    Implies(Box<Formula>, Box<Formula>),
    Iff(Box<Formula>, Box<Formula>),
    Xor(Box<Formula>, Box<Formula>),
    Next(Box<Formula>),
    Finally(Box<Formula>),
    Globally(Box<Formula>),
    Until(Box<Formula>, Box<Formula>),
    WeakUntil(Box<Formula>, Box<Formula>),
    Release(Box<Formula>, Box<Formula>),
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Formula::At(node) => write!(f, "n == {node}"),
            Formula::Not(a) => write!(f, "! ({a})"),
            Formula::And(a, b) => write!(f, "({a}) && ({b})"),
            Formula::Or(a, b) => write!(f, "({a}) || ({b})"),
            Formula::Implies(a, b) => write!(f, "({a}) -> ({b})"),
            Formula::Iff(a, b) => write!(f, "({a}) <-> ({b})"),
            Formula::Xor(a, b) => write!(f, "({a}) xor ({b})"),
            Formula::Next(a) => write!(f, "X ({a})"),
            Formula::Finally(a) => write!(f, "F ({a})"),
            Formula::Globally(a) => write!(f, "G ({a})"),
            Formula::Until(a, b) => write!(f, "({a}) U ({b})"),
            Formula::WeakUntil(a, b) => write!(f, "({a}) W ({b})"),
            Formula::Release(a, b) => write!(f, "({a}) R ({b})"),
        }
    }
}

/// A run: the nodes, and the one that the last leads back to.
struct Walk {
    nodes: Vec<u8>,
    back_to: usize,
}

impl Walk {
    fn after(&self, at: usize) -> usize {
        if at + 1 == self.nodes.len() { self.back_to } else { at + 1 }
    }

    /// At which nodes a formula holds, by its definition: what lies ahead is followed for as many
    /// steps as there are nodes, which is all there is to see.
    fn holds(&self, formula: &Formula) -> Vec<bool> {
        let all = 0..self.nodes.len();
        let both = |a: &Formula, b: &Formula, op: fn(bool, bool) -> bool| -> Vec<bool> {
            let (a, b) = (self.holds(a), self.holds(b));
            a.into_iter().zip(b).map(|(a, b)| op(a, b)).collect()
        };
        match formula {
            Formula::At(node) => self.nodes.iter().map(|own| own == node).collect(),
            Formula::Not(a) => self.holds(a).into_iter().map(|a| !a).collect(),
            Formula::And(a, b) => both(a, b, |a, b| a && b),
            Formula::Or(a, b) => both(a, b, |a, b| a || b),
            Formula::Implies(a, b) => both(a, b, |a, b| !a || b),
            Formula::Iff(a, b) => both(a, b, |a, b| a == b),
            Formula::Xor(a, b) => both(a, b, |a, b| a != b),
            Formula::Next(a) => {
                let a = self.holds(a);
                all.map(|at| a[self.after(at)]).collect()
            }
            Formula::Finally(a) => {
                let a = self.holds(a);
                all.map(|at| self.ahead(at).any(|at| a[at])).collect()
            }
            Formula::Globally(a) => {
                let a = self.holds(a);
                all.map(|at| self.ahead(at).all(|at| a[at])).collect()
            }
            Formula::Until(a, b) => {
                let (a, b) = (self.holds(a), self.holds(b));
                let until = |at: usize| {
                    let ahead: Vec<usize> = self.ahead(at).collect();
                    let met = ahead.iter().position(|at| b[*at]);
                    met.is_some_and(|met| ahead[..met].iter().all(|at| a[*at]))
                };
                all.map(until).collect()
            }
            Formula::WeakUntil(a, b) => {
                let for_ever = self.holds(&Formula::Globally(a.clone()));
                let until = self.holds(&Formula::Until(a.clone(), b.clone()));
                until.into_iter().zip(for_ever).map(|(until, ever)| until || ever).collect()
            }
            Formula::Release(a, b) => {
                let (a, b) = (self.holds(a), self.holds(b));
                let release = |at: usize| {
                    let ahead: Vec<usize> = self.ahead(at).collect();
                    let freed = |nth: usize| ahead[..nth].iter().any(|before| a[*before]);
                    (0..ahead.len()).all(|nth| b[ahead[nth]] || freed(nth))
                };
                all.map(release).collect()
            }
        }
    }

    /// Every node that is met from one on.
    fn ahead(&self, at: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(at), |at| Some(self.after(*at))).take(2 * self.nodes.len())
    }

    fn satisfies(&self, formula: &Formula) -> bool {
        self.holds(formula)[0]
    }
}

type Edges = std::collections::BTreeSet<(u8, u8)>;

/// Where a node leads; a run that ends stays where it is.
fn next(edges: &Edges, node: u8) -> Vec<u8> {
    let to: Vec<u8> = edges.iter().filter(|(from, _)| *from == node).map(|(_, to)| *to).collect();
    if to.is_empty() { vec![node] } else { to }
}

/// A short run that breaks a formula.
fn broken_by(edges: &Edges, formula: &Formula) -> Option<Walk> {
    let mut todo = vec![vec![0]];
    while let Some(nodes) = todo.pop() {
        let last = *nodes.last().expect("a run has a start");
        for to in next(edges, last) {
            for back_to in (0..nodes.len()).filter(|at| nodes[*at] == to) {
                let walk = Walk { nodes: nodes.clone(), back_to };
                if !walk.satisfies(formula) {
                    return Some(walk);
                }
            }
            if nodes.len() < LONGEST {
                todo.push(nodes.iter().copied().chain([to]).collect());
            }
        }
    }
    None
}

fn checked(graph: &mut Loaded, edges: &Edges, formula: &Formula) -> Checked {
    let program: Vec<String> = edges.iter().map(|(from, to)| format!("{from} -> {to}")).collect();
    let pool = Pool::new();
    let start = graph.start(&pool, &program.join(" ; "), Vec::new());
    // The edges are taken in first: walks begin behind that.
    let loading = edges.len() as u64 + 1;
    let start = trace(&graph.language.compiled.program, &pool, start, &[], loading).state;
    let property = property(&formula.to_string());
    let options = Options::default();
    check(&graph.language, &pool, start, &[], &property, &options, &mut NoSolver::new())
}

/// The nodes of a run that was reported.
fn walk(graph: &Loaded, run: &Lasso) -> Walk {
    let node = |state| {
        let shown = graph.language.show_state(&Pool::new(), state);
        let (_, behind) = shown.split_once("n |-> ").expect("the state is shown");
        behind[..1].parse().expect("nodes have one digit")
    };
    let nodes = run.moments.iter().map(|(_, state)| node(state)).collect();
    Walk { nodes, back_to: run.back_to }
}

fn formula() -> impl Strategy<Value = Formula> {
    let boxed = |formula: Formula| Box::new(formula);
    (0..NODES).prop_map(Formula::At).prop_recursive(4, 12, 2, move |inner| {
        let one = inner.clone().prop_map(boxed);
        let two = (inner.clone().prop_map(boxed), inner.prop_map(boxed));
        prop_oneof![
            one.clone().prop_map(Formula::Not),
            one.clone().prop_map(Formula::Next),
            one.clone().prop_map(Formula::Finally),
            one.prop_map(Formula::Globally),
            two.clone().prop_map(|(a, b)| Formula::And(a, b)),
            two.clone().prop_map(|(a, b)| Formula::Or(a, b)),
            two.clone().prop_map(|(a, b)| Formula::Implies(a, b)),
            two.clone().prop_map(|(a, b)| Formula::Iff(a, b)),
            two.clone().prop_map(|(a, b)| Formula::Xor(a, b)),
            two.clone().prop_map(|(a, b)| Formula::Until(a, b)),
            two.clone().prop_map(|(a, b)| Formula::WeakUntil(a, b)),
            two.prop_map(|(a, b)| Formula::Release(a, b)),
        ]
    })
}

#[test]
fn properties_are_broken_by_runs_that_break_them() {
    let graph = RefCell::new(load_text("graph.k", GRAPH, &[]));
    let edges = proptest::collection::btree_set((0..NODES, 0..NODES), 0..6);
    let config = Config { cases: 256, failure_persistence: None, ..Config::default() };
    let outcome = TestRunner::new(config).run(&(edges, formula()), |(edges, formula)| {
        let mut graph = graph.borrow_mut();
        let told = checked(&mut graph, &edges, &formula);
        let naive = broken_by(&edges, &formula);
        match &told {
            Checked::Broken(run) => {
                let walk = walk(&graph, run);
                let last = *walk.nodes.last().expect("a run has a start");
                let back = walk.nodes[walk.back_to];
                let steps = walk.nodes.windows(2).all(|two| next(&edges, two[0]).contains(&two[1]));
                prop_assert!(steps && next(&edges, last).contains(&back), "{:?}", walk.nodes);
                prop_assert!(!walk.satisfies(&formula), "{:?} breaks {}", walk.nodes, formula);
            }
            Checked::Holds => {
                let nodes = naive.map(|walk| walk.nodes);
                prop_assert!(nodes.is_none(), "{:?} breaks {}", nodes, formula);
            }
            Checked::HoldsWithin(why) => prop_assert!(false, "{:?}", why),
        }
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

/// A run that gets stuck at a step without a value is a run: what it never reaches, it never reaches.
#[test]
fn a_run_that_gets_stuck_counts() {
    let text = "module STUCK\n  imports DOMAINS\n  syntax Pgm ::= \"go\" | \"done\"\n  \
                configuration <T> <k> $PGM:Pgm </k> <state> (n |-> 0):Map </state> </T>\n  \
                rule <k> go => 1 /Int 0 ~> done ...</k>\nendmodule\n";
    let mut stuck = load_text("stuck.k", text, &[]);
    let pool = Pool::new();
    let start = stuck.start(&pool, "go", Vec::new());
    let property = property("F n == 1");
    let options = Options::default();
    let told = check(&stuck.language, &pool, start, &[], &property, &options, &mut NoSolver::new());
    assert!(matches!(told, Checked::Broken(_)), "{told:?}");
}

/// `<->` and `W` need both of their operands twice. That may not double with each level.
#[test]
fn deep_equivalences_are_no_larger_than_they_are_written() {
    for op in ["<->", "W", "xor"] {
        let deep = format!("n == 0 {op} ({}", "n == 1 U n == 0 OP (".replace("OP", op).repeat(60));
        let text = format!("G ({deep}n == 0{})", ")".repeat(61));
        let mut graph = load_text("graph.k", GRAPH, &[]);
        let pool = Pool::new();
        let start = graph.start(&pool, "0 -> 0", Vec::new());
        let budget = Budget { time: Some(Duration::from_millis(200)), ..Budget::UNLIMITED };
        let meter = Arc::new(Meter::new(budget, Interrupt::new()));
        let options = Options { meter, ..Options::default() };
        // What matters is that it ends.
        check(&graph.language, &pool, start, &[], &property(&text), &options, &mut NoSolver::new());
    }
}
