//! All engines against an oracle by enumeration, on random contracts and straight-line methods.
//!
//! The oracle lists every history over a few elements and judges the formulas as they are written.
//! Elements are only ever compared, and there are as many as a run has variables for them, so it
//! misses nothing.

use explore::{EndingKind, Options, Silent, Strategy as Order};
use harness::{Engine, Harness, Method, Operation, Parameter, Plan, argument_name};
use machine::{Event, Exit, Input, Machine, Step};
use proptest::prelude::*;
use solve::{Solver, Theory};
use solve_chain::{Backend, Config};
use source::{File, Files};
use term::{Model, Pool, Sort, Term};
use trace::syntax::{Tree, parse_contract, parse_operation};
use trace::{Alphabet, Contract, ContractCase, Formula, Judge, Stated, Surroundings};

/// The longest history.
const HISTORY: usize = 2;
/// A history has this many elements at most, and there are the argument and the ghost.
const ELEMENTS: u32 = HISTORY as u32 + 2;

const OPS: [&str; 4] = ["add", "del", "has", "peek"];
/// What is known of `has`: everything, only when it says yes, nothing.
const HAS: [&str; 3] = [
    "case context F <add x> ensure found case context !F <add x> ensure !found",
    "context F <add x> ensure found",
    "ensure found || !found",
];
const PEEK: &str = "ghost v: Elem context F (<add v> && X G ~<add _>) ensure x = v";

/// What a method does: operations on its argument, or on what `peek` last said.
#[derive(Clone, Debug)]
struct Line {
    op: &'static str,
    on_peeked: bool,
}

struct Straight {
    lines: Vec<Line>,
    elem: Sort,
}

#[derive(Clone)]
struct At {
    line: usize,
    x: Option<Term>,
    peeked: Option<Term>,
    result: Option<Term>,
}

impl Straight {
    fn arg(&self, at: &At) -> Term {
        let x = at.x.expect("the argument is asked for first");
        if self.lines[at.line].on_peeked { at.peeked.unwrap_or(x) } else { x }
    }

    fn result_sort(&self, op: &str) -> Option<Sort> {
        match op {
            "has" => Some(Sort::BOOL),
            "peek" => Some(self.elem),
            _ => None,
        }
    }
}

impl Machine for Straight {
    type State = At;

    fn start(&self, _: &Pool) -> At {
        At { line: 0, x: None, peeked: None, result: None }
    }

    fn step(&self, pool: &Pool, at: At) -> Step<At> {
        let ask = |name: String, sort| Input { name, sort, span: None };
        if at.x.is_none() {
            return Step::Ask(ask(argument_name(0), self.elem), at);
        }
        let Some(line) = self.lines.get(at.line) else { return Step::Stop(Exit::Finished(None)) };
        let wanted = self.result_sort(line.op).filter(|_| at.result.is_none());
        if let Some(sort) = wanted {
            return Step::Ask(ask(line.op.to_owned(), sort), at);
        }
        let args = if line.op == "peek" { vec![] } else { vec![self.arg(&at)] };
        let event = Event { op: pool.symbol(line.op), args, result: at.result, span: None };
        let peeked = if line.op == "peek" { at.result } else { at.peeked };
        Step::Emit(event, At { line: at.line + 1, peeked, result: None, ..at })
    }

    fn supply(&self, _: &Pool, at: At, answer: Term) -> At {
        match at.x {
            None => At { x: Some(answer), ..at },
            Some(_) => At { result: Some(answer), ..at },
        }
    }
}

struct World {
    pool: Pool,
    elem: Sort,
    around: Surroundings,
    has: &'static str,
    contract: String,
    lines: Vec<Line>,
}

fn read(
    world: &World,
    text: &str,
    names: &[(&str, Term)],
    parse: impl Fn(&File) -> (trace::syntax::ContractTree, Vec<source::Diagnostic>),
) -> Vec<ContractCase> {
    let file = Files::new().add("contract", text);
    let (tree, faults) = parse(&file);
    assert!(faults.is_empty(), "{text}: {faults:?}");
    let mut around = world.around.clone();
    around.values = names.iter().map(|(name, var)| ((*name).to_owned(), *var)).collect();
    let (contract, faults) = Contract::of_tree(&world.pool, &around, &Tree::default(), &tree);
    assert!(faults.is_empty(), "{text}: {faults:?}");
    contract.cases
}

impl World {
    fn new(has: &'static str, contract: String, lines: Vec<Line>) -> World {
        let pool = Pool::new();
        let elem = pool.elem_sort("Elem");
        let mut alphabet = Alphabet::new();
        let mut declare = |name: &str, params: &[(&str, Sort)], result| {
            alphabet.declare(&pool, name, params, result).expect("names differ");
        };
        declare("add", &[("x", elem)], None);
        declare("del", &[("x", elem)], None);
        declare("has", &[("x", elem)], Some(Sort::BOOL));
        declare("peek", &[], Some(elem));
        let sorts = vec![("Elem".to_owned(), elem)];
        let around = Surroundings { alphabet, sorts, ..Surroundings::default() };
        World { pool, elem, around, has, contract, lines }
    }

    fn operation(&self, name: &str, text: &str, names: &[(&str, Sort)]) -> Operation {
        let vars = names.iter().map(|(name, sort)| self.pool.var(&format!("{name}#"), *sort));
        let places: Vec<Term> = vars.collect();
        let names: Vec<(&str, Term)> =
            names.iter().map(|(name, _)| *name).zip(places.iter().copied()).collect();
        let cases = read(self, text, &names, |file| parse_operation(file, 0..text.len()));
        let op = self.around.alphabet.find(self.pool.symbol(name)).expect("declared");
        Operation::declared(&self.around.alphabet, op, places, cases)
    }

    fn x(&self) -> Term {
        self.pool.var("x#method", self.elem)
    }

    fn case(&self) -> ContractCase {
        let text = self.contract.as_str();
        let mut cases =
            read(self, text, &[("x", self.x())], |file| parse_contract(file, 0..text.len()));
        cases.remove(0)
    }

    fn harness(&self, engine: Engine) -> Harness<Straight> {
        let span = Files::new().add("method", "method").span(0..1);
        let method = Method {
            name: "method".to_owned(),
            span,
            params: vec![Parameter { name: "x".to_owned(), var: self.x(), value: None }],
            result: None,
            cases: vec![self.case()],
            functions: Vec::new(),
            trial: None,
            properties: harness::Properties::default(),
        };
        let operations = vec![
            self.operation("has", self.has, &[("x", self.elem), ("found", Sort::BOOL)]),
            self.operation("peek", PEEK, &[("x", self.elem)]),
        ];
        let alphabet = self.around.alphabet.clone();
        let (history, events, any_history) = (HISTORY, self.lines.len(), false);
        let plan = Plan { alphabet, operations, method, history, events, any_history };
        let call = Straight { lines: self.lines.clone(), elem: self.elem };
        Harness::new(&self.pool, plan, call).expect("not deep").with_engine(engine)
    }

    /// Whether an engine finds a violation. All of them must be real, and everything decided.
    fn finds(&self, engine: Engine, strategy: Order) -> bool {
        let harness = self.harness(engine);
        let solvers = || -> Box<dyn Solver> {
            Config::new(Backend::None).build(&Theory::empty()).expect("it needs nothing")
        };
        let options = Options { strategy, ..Options::default() };
        let run = explore::explore(&self.pool, &harness, &options, &solvers, &Silent);
        assert_eq!((run.stats.unknown, run.limits.len()), (0, 0), "{engine:?} decides all");
        for ending in &run.endings {
            let EndingKind::Violated(failure, witness) = &ending.kind else {
                panic!("{engine:?}: {:?}", ending.kind)
            };
            let explore::Witness { inputs, functions, events } = witness;
            let told = harness.confirm(&self.pool, failure, inputs, functions, events);
            assert!(told.is_ok(), "{engine:?}: {told:?}");
        }
        run.stats.violated > 0
    }
}

/// The oracle: everything that can happen, on numbers for elements.
struct Oracle<'a> {
    world: &'a World,
    case: ContractCase,
}

#[derive(Clone, Debug)]
struct Happened {
    op: &'static str,
    /// The element, and what `has` said.
    elem: u32,
    found: bool,
}

impl Oracle<'_> {
    fn holds(&self, stated: &[Stated<Formula>], trace: &[Happened], x: u32, m: u32) -> bool {
        let (pool, alphabet) = (&self.world.pool, &self.world.around.alphabet);
        let elem = |number| pool.elem(self.world.elem, number);
        let mut model = Model::new();
        model.set(self.world.x(), elem(x));
        for ghost in &self.case.ghosts {
            model.set(ghost.var, elem(m));
        }
        let event = |happened: &Happened| {
            let (arg, found) = (elem(happened.elem), pool.bool(happened.found));
            let values = if happened.op == "has" { vec![arg, found] } else { vec![arg] };
            trace::Event { op: alphabet.find(pool.symbol(happened.op)), values }
        };
        let trace: Vec<trace::Event> = trace.iter().map(event).collect();
        let judge = Judge { pool, alphabet, model: &model, trace: &trace };
        stated.iter().all(|stated| judge.holds(&stated.what).expect("not deep"))
    }

    /// What the contracts of the libraries say, by hand.
    fn allowed(&self, before: &[Happened], next: &Happened) -> bool {
        let added = |elem: u32| before.iter().any(|e| e.op == "add" && e.elem == elem);
        let last = before.iter().rev().find(|e| e.op == "add");
        match next.op {
            "has" if self.world.has == HAS[0] => next.found == added(next.elem),
            "has" if self.world.has == HAS[1] => next.found && added(next.elem),
            "peek" => last.is_some_and(|last| last.elem == next.elem),
            _ => true,
        }
    }

    /// All that one more operation can add.
    fn longer(&self, trace: &[Happened], op: &'static str, elems: &[u32]) -> Vec<Vec<Happened>> {
        let both: &[bool] = if op == "has" { &[false, true] } else { &[false] };
        let next = elems.iter().flat_map(|elem| both.iter().map(|found| (*elem, *found)));
        let next = next.map(|(elem, found)| Happened { op, elem, found });
        let allowed = next.filter(|next| self.allowed(trace, next));
        allowed.map(|next| [trace, &[next]].concat()).collect()
    }

    fn histories(&self) -> Vec<Vec<Happened>> {
        let elems: Vec<u32> = (0..ELEMENTS).collect();
        let (mut all, mut last) = (vec![Vec::new()], vec![Vec::new()]);
        for _ in 0..HISTORY {
            let one_more = |trace: &Vec<Happened>| {
                OPS.iter().flat_map(|op| self.longer(trace, op, &elems)).collect::<Vec<_>>()
            };
            last = last.iter().flat_map(one_more).collect();
            all.extend(last.iter().cloned());
        }
        all
    }

    /// All that the method can do after a history.
    fn runs(&self, history: &[Happened], x: u32) -> Vec<Vec<Happened>> {
        let mut runs = vec![(history.to_vec(), None)];
        for line in &self.world.lines {
            let mut after = Vec::new();
            for (trace, peeked) in runs {
                let arg = if line.on_peeked { peeked.unwrap_or(x) } else { x };
                let any: Vec<u32> = (0..ELEMENTS).collect();
                let elems = if line.op == "peek" { any } else { vec![arg] };
                for longer in self.longer(&trace, line.op, &elems) {
                    let said = longer.last().map(|last| last.elem).filter(|_| line.op == "peek");
                    after.push((longer, said.or(peeked)));
                }
            }
            runs = after;
        }
        runs.into_iter().map(|(trace, _)| trace).collect()
    }

    fn finds(&self) -> bool {
        let case = &self.case;
        let before = [case.context.as_slice(), &case.invariant].concat();
        let values = || (0..ELEMENTS).flat_map(|x| (0..ELEMENTS).map(move |m| (x, m)));
        self.histories().iter().any(|history| {
            values().filter(|(x, m)| self.holds(&before, history, *x, *m)).any(|(x, m)| {
                self.runs(history, x).iter().any(|trace| {
                    !self.holds(&case.effect, &trace[history.len()..], x, m)
                        || !self.holds(&case.invariant, trace, x, m)
                })
            })
        })
    }
}

fn formula() -> impl Strategy<Value = String> {
    let letter = prop::sample::select(vec![
        "<add m>",
        "<add x>",
        "<add _>",
        "<del m>",
        "<del x>",
        "<has m true>",
        "<has x false>",
        "<peek m>",
        "<add !m>",
        "<del _>",
    ]);
    let leaf = letter.prop_map(str::to_owned);
    leaf.prop_recursive(3, 8, 2, |inner| {
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            inner.clone().prop_map(|a| format!("F ({a})")),
            inner.clone().prop_map(|a| format!("G ({a} implies X G !({a}))")),
            inner.clone().prop_map(|a| format!("!({a})")),
            inner.clone().prop_map(|a| format!("X ({a})")),
            pair.clone().prop_map(|(a, b)| format!("(({a}) && ({b}))")),
            pair.clone().prop_map(|(a, b)| format!("(({a}) || ({b}))")),
            pair.clone().prop_map(|(a, b)| format!("(({a}) W ({b}))")),
            pair.prop_map(|(a, b)| format!("(({a}) implies ({b}))")),
        ]
    })
}

fn contract() -> impl Strategy<Value = String> {
    let context = prop::option::of(formula());
    let promise = (prop::sample::select(vec!["effect", "invariant"]), formula());
    (context, promise).prop_map(|(context, (clause, promise))| {
        let context = context.map_or_else(String::new, |context| format!("context {context} "));
        format!("ghost m: Elem {context}{clause} {promise}")
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn engines_and_oracle_agree(
        has in prop::sample::select(HAS.to_vec()),
        contract in contract(),
        lines in prop::collection::vec(
            (prop::sample::select(OPS.to_vec()), any::<bool>())
                .prop_map(|(op, on_peeked)| Line { op, on_peeked }),
            1..4,
        ),
    ) {
        let world = World::new(has, contract, lines);
        let expected = Oracle { case: world.case(), world: &world }.finds();
        for (engine, strategy) in [
            (Engine::Slots, Order::Dfs),
            (Engine::Derivative, Order::Priority),
            (Engine::Naive, Order::Dfs),
        ] {
            prop_assert_eq!(world.finds(engine, strategy), expected, "{}", engine.name());
        }
    }
}
