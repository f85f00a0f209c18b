//! Blocks, cases and intersections against an oracle by enumeration: a history is whatever a sequence
//! of calls can have left behind, and a call adds whatever its contract allows. All choices of the
//! harness together must give exactly that.

use std::collections::BTreeSet;

use harness::{Effect, Engine, Harness, Method, Operation, Parameter, Plan, Role, argument_name};
use machine::{Event, Exit, Failure, Input, Machine, Step};
use source::{File, Files};
use term::{Cases, Model, Pool, Sort, Term};
use trace::syntax::{Tree, parse_contract, parse_operation};
use trace::{Alphabet, Contract, ContractCase, Surroundings};

const EVENTS: usize = 2;

/// Only `pair` ticks.
const TICK: &str = "context false effect <tick x>";
const PAIR: &str = "context !F <add x> effect <tick x> ; <add x>?";
/// The cases overlap, and leave room.
const MEM: &str = "case context F <add x> ensure found case context !F <tick x> ensure !found";
/// Says more about its own event than that it is one.
const POKE: &str = "require x = zero effect <poke x true>";
const ANY: &str = "effect <add x>";
/// Broken by every call that gets there.
const NEVER: &str = "ensure false";

/// A call that performs one operation on its argument.
struct Caller {
    op: &'static str,
    elem: Sort,
}

#[derive(Clone)]
enum Doing {
    Start,
    Given(Term),
    Answered(Term, Option<Term>),
    Done,
}

impl Machine for Caller {
    type State = Doing;

    fn start(&self, _: &Pool) -> Doing {
        Doing::Start
    }

    fn step(&self, pool: &Pool, state: Doing) -> Step<Doing> {
        let ask = |name: String, sort| Input { name, sort, span: None };
        match state {
            Doing::Start => Step::Ask(ask(argument_name(0), self.elem), Doing::Start),
            Doing::Given(x) if self.op == "mem" || self.op == "poke" => {
                Step::Ask(ask(self.op.to_owned(), Sort::BOOL), Doing::Given(x))
            }
            Doing::Given(x) => Step::Go(Cases::one(Doing::Answered(x, None))),
            Doing::Answered(x, result) => {
                let event = Event { op: pool.symbol(self.op), args: vec![x], result, span: None };
                Step::Emit(event, Doing::Done)
            }
            Doing::Done => Step::Stop(Exit::Finished(None)),
        }
    }

    fn supply(&self, _: &Pool, state: Doing, answer: Term) -> Doing {
        match state {
            Doing::Start => Doing::Given(answer),
            Doing::Given(x) => Doing::Answered(x, Some(answer)),
            Doing::Answered(..) | Doing::Done => unreachable!("asks nothing"),
        }
    }
}

struct World {
    pool: Pool,
    file: File,
    elem: Sort,
    around: Surroundings,
}

impl World {
    fn new() -> World {
        let pool = Pool::new();
        let elem = pool.elem_sort("Elem");
        let mut alphabet = Alphabet::new();
        let mut declare = |name: &str, params: &[(&str, Sort)], result| {
            alphabet.declare(&pool, name, params, result).expect("names differ");
        };
        declare("add", &[("x", elem)], None);
        declare("tick", &[("x", elem)], None);
        declare("pair", &[("x", elem)], None);
        declare("mem", &[("x", elem)], Some(Sort::BOOL));
        declare("poke", &[("x", elem)], Some(Sort::BOOL));
        let sorts = vec![("Elem".to_owned(), elem)];
        let around = Surroundings { alphabet, sorts, ..Surroundings::default() };
        let texts = [TICK, PAIR, MEM, POKE, ANY, NEVER];
        World { file: Files::new().add("contracts", &texts.join("\n")), elem, around, pool }
    }

    /// A contract in which these names stand for values.
    fn contract(&self, text: &str, names: &[(&str, Term)]) -> Vec<ContractCase> {
        let start = self.file.text().find(text).expect("it is in the file");
        let parse = if text == ANY || text == NEVER { parse_contract } else { parse_operation };
        let (tree, faults) = parse(&self.file, start..start + text.len());
        assert!(faults.is_empty(), "{faults:?}");
        let mut around = self.around.clone();
        around.values = names.iter().map(|(name, var)| ((*name).to_owned(), *var)).collect();
        around.values.push(("zero".to_owned(), self.pool.elem(self.elem, 0)));
        let (contract, faults) = Contract::of_tree(&self.pool, &around, &Tree::default(), &tree);
        assert!(faults.is_empty(), "{faults:?}");
        contract.cases
    }

    fn operation(&self, name: &str, text: &str, names: &[(&str, Sort)]) -> Operation {
        let vars = names.iter().map(|(name, sort)| self.pool.var(&format!("{name}#"), *sort));
        let places: Vec<Term> = vars.collect();
        let names: Vec<(&str, Term)> =
            names.iter().map(|(name, _)| *name).zip(places.iter().copied()).collect();
        let alphabet = &self.around.alphabet;
        let cases = self.contract(text, &names);
        match alphabet.find(self.pool.symbol(name)) {
            Some(op) => Operation::declared(alphabet, op, places, cases),
            None => {
                let (name, params) = (self.pool.symbol(name), places.len());
                Operation {
                    name,
                    places,
                    params,
                    cases,
                    effect: Effect::Block,
                    role: Role::Library,
                }
            }
        }
    }

    fn harness(&self, op: &'static str, history: usize) -> Harness<Caller> {
        let var = self.pool.var("x#", self.elem);
        let method = Method {
            name: "call".to_owned(),
            span: self.file.span(0..1),
            params: vec![Parameter { name: "x".to_owned(), var, value: None }],
            result: None,
            cases: self.contract(NEVER, &[]),
            functions: Vec::new(),
            trial: None,
            properties: harness::Properties::default(),
        };
        let x = ("x", self.elem);
        let operations = vec![
            self.operation("tick", TICK, &[x]),
            self.operation("pair", PAIR, &[x]),
            self.operation("mem", MEM, &[x, ("found", Sort::BOOL)]),
            self.operation("poke", POKE, &[x, ("done", Sort::BOOL)]),
            self.operation("helper", ANY, &[x]),
        ];
        let alphabet = self.around.alphabet.clone();
        let (events, any_history) = (EVENTS, false);
        let plan = Plan { alphabet, operations, method, history, events, any_history };
        let machine = Caller { op, elem: self.elem };
        Harness::new(&self.pool, plan, machine).expect("not deep")
    }

    fn values(&self, sort: Sort) -> Vec<Term> {
        match self.pool.as_data(sort) {
            Some((data, _)) => {
                let ctors = 0..self.pool.ctors(data).len() as u32;
                ctors.map(|ctor| self.pool.construct(sort, ctor, &[])).collect()
            }
            None if sort == Sort::BOOL => vec![Term::FALSE, Term::TRUE],
            None => (0..2).map(|number| self.pool.elem(sort, number)).collect(),
        }
    }

    /// Everything that the harness can do: the argument, the history and what the call added.
    fn all_runs(&self, harness: &Harness<Caller>) -> BTreeSet<(u8, Vec<String>, Vec<String>)> {
        let (pool, mut found) = (&self.pool, BTreeSet::new());
        let mut waiting = vec![(harness.start(pool), Vec::new(), Vec::new())];
        while let Some((state, inputs, mut events)) = waiting.pop() {
            match harness.step(pool, state) {
                Step::Go(cases) => {
                    let mut ways = cases.into_iter();
                    let (cond, next) = ways.next().expect("some way goes on");
                    assert_eq!((cond, ways.count()), (Term::TRUE, 0), "values decide everything");
                    waiting.push((next, inputs, events));
                }
                Step::Ask(input, next) => {
                    for value in self.values(input.sort) {
                        let mut inputs = inputs.clone();
                        inputs.push((input.clone(), value));
                        let state = harness.supply(pool, next.clone(), value);
                        waiting.push((state, inputs, events.clone()));
                    }
                }
                Step::Emit(event, next) => {
                    events.push(event);
                    waiting.push((next, inputs, events));
                }
                Step::Stop(Exit::Failed(failure)) => {
                    found.insert(self.told(harness, &failure, &inputs, &events));
                }
                Step::Stop(Exit::Discarded) => {}
                Step::Stop(exit) => panic!("the promise cannot be kept: {exit:?}"),
                Step::Unsupported(gap) => panic!("{}", gap.what),
            }
        }
        found
    }

    fn told(
        &self,
        harness: &Harness<Caller>,
        failure: &Failure,
        inputs: &[(Input, Term)],
        events: &[Event],
    ) -> (u8, Vec<String>, Vec<String>) {
        let told = harness.confirm(&self.pool, failure, inputs, &Model::new(), events);
        let told = told.expect("the second opinion agrees");
        let show = |event: &Event| self.show(event);
        let mut call: Vec<String> = told.call.iter().map(show).collect();
        if failure.code == "ADT003" {
            call.push("refused".to_owned());
        }
        let x = u8::from(told.args[0].1 != self.pool.elem(self.elem, 0));
        (x, told.history.iter().map(show).collect(), call)
    }

    fn show(&self, event: &Event) -> String {
        let value = |term: &Term| match self.pool.sort(*term) == self.elem {
            true => u8::from(*term != self.pool.elem(self.elem, 0)).to_string(),
            false => self.pool.show(*term),
        };
        let values: Vec<String> = event.args.iter().chain(&event.result).map(value).collect();
        format!("{} {}", self.pool.name(event.op), values.join(" "))
    }
}

/// What a call of an operation can add after a history, read from the contracts by hand.
fn outcomes(history: &[String], op: &str, x: u8) -> Vec<Vec<String>> {
    let has = |event: String| history.contains(&event);
    let event = |text: String| vec![vec![text]];
    match op {
        "add" => event(format!("add {x}")),
        "pair" if has(format!("add {x}")) => vec![],
        "pair" => {
            let tick = format!("tick {x}");
            vec![vec![tick.clone()], vec![tick, format!("add {x}")]]
        }
        "mem" => match (has(format!("add {x}")), has(format!("tick {x}"))) {
            (true, true) => event(format!("mem {x} true")),
            (false, false) => event(format!("mem {x} false")),
            // Both cases bind and contradict each other, or none applies.
            (true, false) | (false, true) => vec![],
        },
        "poke" if x == 0 => event("poke 0 true".to_owned()),
        "poke" => vec![vec![format!("poke {x}"), "refused".to_owned()]],
        // It only has to begin with an add.
        "helper" => {
            let add = format!("add {x}");
            let longer = any_event().into_iter().map(|event| vec![add.clone(), event]);
            [vec![add.clone()]].into_iter().chain(longer).collect()
        }
        other => panic!("{other} is never called"),
    }
}

fn any_event() -> Vec<String> {
    let of = |x: u8| {
        let mems = ["true", "false"].map(|found| format!("mem {x} {found}"));
        let pokes = ["true", "false"].map(|done| format!("poke {x} {done}"));
        let others = ["add", "tick", "pair"].map(|op| format!("{op} {x}"));
        others.into_iter().chain(mems).chain(pokes)
    };
    [0, 1].into_iter().flat_map(of).collect()
}

/// The histories that sequences of calls leave behind.
fn histories(length: usize) -> BTreeSet<Vec<String>> {
    let mut known = BTreeSet::from([Vec::new()]);
    let mut waiting = vec![Vec::new()];
    while let Some(history) = waiting.pop() {
        for (op, x) in ["add", "pair", "mem", "poke"].into_iter().flat_map(|op| [(op, 0), (op, 1)])
        {
            for added in outcomes(&history, op, x) {
                let longer = [history.clone(), added].concat();
                let happened = !longer.contains(&"refused".to_owned());
                if happened && longer.len() <= length && known.insert(longer.clone()) {
                    waiting.push(longer);
                }
            }
        }
    }
    known
}

#[track_caller]
fn check(op: &'static str, length: usize) {
    check_engine(op, length, Engine::Slots);
    // They ask for everything before they look at anything, so there are many more runs.
    for engine in [Engine::Derivative, Engine::Naive] {
        check_engine(op, length - 1, engine);
    }
}

#[track_caller]
fn check_engine(op: &'static str, length: usize, engine: Engine) {
    let world = World::new();
    let found = world.all_runs(&world.harness(op, length).with_engine(engine));
    let mut expected = BTreeSet::new();
    for history in histories(length) {
        for x in [0, 1] {
            for added in outcomes(&history, op, x) {
                expected.insert((x, history.clone(), added));
            }
        }
    }
    let missing: Vec<_> = expected.difference(&found).take(3).collect();
    let invented: Vec<_> = found.difference(&expected).take(3).collect();
    assert!(
        missing.is_empty() && invented.is_empty(),
        "{}: missing {missing:?}, invented {invented:?}",
        engine.name()
    );
    assert!(expected.len() > 1, "the oracle says something");
}

#[test]
fn an_own_event_after_histories_with_blocks() {
    check("add", 2);
}

#[test]
fn a_call_adds_a_block() {
    check("pair", 1);
}

#[test]
fn every_case_without_ghosts_binds() {
    check("mem", 2);
}

#[test]
fn effect_and_requirement_scopes() {
    check("poke", 2);
}

#[test]
fn what_has_no_event_of_its_own_adds_a_block_all_the_same() {
    check("helper", 1);
}
