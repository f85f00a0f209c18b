//! The harness against a plain reading of the contracts, on random histories and answers.

use harness::{Engine, Harness, Method, Operation, Parameter, Plan, argument_name};
use machine::{Event, Exit, Input, Machine, Step};
use proptest::prelude::*;
use source::{File, Files};
use term::{Cases, Model, Op, Pool, Sort, Term};
use trace::syntax::{Tree, parse_contract};
use trace::{Alphabet, Contract, ContractCase, Surroundings};

const HISTORY: usize = 3;

const MEM: &str = "case context F <add x> ensure found case context !F <add x> ensure !found";
const LATEST: &str = "ghost v: Elem context F (<add v> && X G ~<add _>) ensure x = v";
const INSERT: &str = "ghost m: Elem invariant G (<add m> implies X G ~<add m>)";

/// Inserts an element into a bag, perhaps without asking whether it is there.
struct Insert {
    careful: bool,
    elem: Sort,
}

#[derive(Clone)]
enum Doing {
    Start,
    Asked(Term),
    Answered(Term, Term),
    Adding(Term),
    Done,
}

fn event(pool: &Pool, op: &str, arg: Term, result: Option<Term>) -> Event {
    Event { op: pool.symbol(op), args: vec![arg], result, span: None }
}

impl Machine for Insert {
    type State = Doing;

    fn start(&self, _: &Pool) -> Doing {
        Doing::Start
    }

    fn step(&self, pool: &Pool, state: Doing) -> Step<Doing> {
        let ask = |name: String, sort| Input { name, sort, span: None };
        match state {
            Doing::Start => Step::Ask(ask(argument_name(0), self.elem), Doing::Start),
            Doing::Asked(x) if self.careful => {
                Step::Ask(ask("mem".to_owned(), Sort::BOOL), Doing::Asked(x))
            }
            Doing::Asked(x) => Step::Go(Cases::one(Doing::Adding(x))),
            Doing::Answered(x, found) => {
                // The event comes first, so the result is read when it is known.
                let next = if found == Term::TRUE { Doing::Done } else { Doing::Adding(x) };
                Step::Emit(event(pool, "mem", x, Some(found)), next)
            }
            Doing::Adding(x) => Step::Emit(event(pool, "add", x, None), Doing::Done),
            Doing::Done => Step::Stop(Exit::Finished(None)),
        }
    }

    fn supply(&self, _: &Pool, state: Doing, answer: Term) -> Doing {
        match state {
            Doing::Start => Doing::Asked(answer),
            Doing::Asked(x) => Doing::Answered(x, answer),
            Doing::Answered(..) | Doing::Adding(_) | Doing::Done => unreachable!("asks nothing"),
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
        declare("mem", &[("x", elem)], Some(Sort::BOOL));
        declare("latest", &[], Some(elem));
        let sorts = vec![("Elem".to_owned(), elem)];
        let around = Surroundings { alphabet, sorts, ..Surroundings::default() };
        let file = Files::new().add("contracts", &[MEM, LATEST, INSERT].join("\n"));
        World { file, elem, around, pool }
    }

    /// A contract in which these names stand for values.
    fn contract(&self, text: &str, names: &[(&str, Term)]) -> Vec<ContractCase> {
        let start = self.file.text().find(text).expect("it is in the file");
        let (tree, faults) = parse_contract(&self.file, start..start + text.len());
        assert!(faults.is_empty(), "{faults:?}");
        let mut around = self.around.clone();
        around.values = names.iter().map(|(name, var)| ((*name).to_owned(), *var)).collect();
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
        let op = alphabet.find(self.pool.symbol(name)).expect("declared");
        Operation::declared(alphabet, op, places, self.contract(text, &names))
    }

    fn harness(&self, careful: bool, any_history: bool) -> Harness<Insert> {
        self.bounded(careful, any_history, 4)
    }

    fn bounded(&self, careful: bool, any_history: bool, events: usize) -> Harness<Insert> {
        let var = self.pool.var("x#", self.elem);
        let cases = self.contract(INSERT, &[("x", var)]);
        let method = Method {
            name: "insert".to_owned(),
            span: self.file.span(0..1),
            params: vec![Parameter { name: "x".to_owned(), var, value: None }],
            result: None,
            cases,
            functions: Vec::new(),
            trial: None,
            properties: harness::Properties::default(),
        };
        let operations = vec![
            self.operation("mem", MEM, &[("x", self.elem), ("found", Sort::BOOL)]),
            self.operation("latest", LATEST, &[("x", self.elem)]),
        ];
        let alphabet = self.around.alphabet.clone();
        let plan = Plan { alphabet, operations, method, history: HISTORY, events, any_history };
        let machine = Insert { careful, elem: self.elem };
        Harness::new(&self.pool, plan, machine).expect("not deep")
    }

    fn value(&self, sort: Sort, choice: u8) -> Term {
        match self.pool.as_data(sort) {
            Some((data, _)) => {
                let ctor = usize::from(choice) % self.pool.ctors(data).len();
                self.pool.construct(sort, ctor as u32, &[])
            }
            None if sort == Sort::BOOL => self.pool.bool(choice.is_multiple_of(2)),
            None => self.pool.elem(sort, u32::from(choice % 2)),
        }
    }
}

struct Played {
    inputs: Vec<(Input, Term)>,
    events: Vec<Event>,
    exit: Exit,
}

/// Runs the machine on values that the choices give.
fn play(world: &World, harness: &Harness<Insert>, choices: &[u8]) -> Played {
    let pool = &world.pool;
    let (mut state, mut inputs, mut events) = (harness.start(pool), Vec::new(), Vec::new());
    loop {
        state = match harness.step(pool, state) {
            Step::Go(cases) => {
                let mut ways = cases.into_iter();
                let (cond, next) = ways.next().expect("some way goes on");
                assert_eq!((cond, ways.count()), (Term::TRUE, 0), "values decide everything");
                next
            }
            Step::Ask(input, next) => {
                let value = world.value(input.sort, choices[inputs.len() % choices.len()]);
                inputs.push((input, value));
                harness.supply(pool, next, value)
            }
            Step::Emit(event, next) => {
                events.push(event);
                next
            }
            Step::Stop(exit) => return Played { inputs, events, exit },
            Step::Unsupported(gap) => panic!("{}", gap.what),
        }
    }
}

/// What the contracts say, read by hand.
#[derive(PartialEq, Debug)]
enum Expected {
    Discarded,
    Finished,
    Failed,
}

fn expected(pool: &Pool, played: &Played, careful: bool, any_history: bool) -> Expected {
    // Each slot: tag, the element, the answer of `mem`, the answer of `latest`.
    let value = |at: usize| played.inputs[at].1;
    let ghosts = if any_history { 0 } else { HISTORY };
    let (m, x) = (value(4 * HISTORY + ghosts), value(4 * HISTORY + ghosts + 1));
    let mut added: Vec<Term> = Vec::new();
    let mut ended = false;
    for slot in 0..HISTORY {
        let Op::Construct(tag) = pool.op(value(4 * slot)) else { panic!("tags are constructors") };
        let (elem, found, latest) = (value(4 * slot + 1), value(4 * slot + 2), value(4 * slot + 3));
        let allowed = match tag {
            0 => true,
            1 => true,
            2 => (found == Term::TRUE) == added.contains(&elem),
            _ => {
                any_history
                    || (added.last() == Some(&latest) && value(4 * HISTORY + slot) == latest)
            }
        };
        if (ended && tag != 0) || !(allowed || any_history) {
            return Expected::Discarded;
        }
        ended |= tag == 0;
        if tag == 1 {
            added.push(elem);
        }
    }
    let twice = |added: &[Term]| added.iter().filter(|elem| **elem == m).count() > 1;
    let there = added.contains(&x);
    if twice(&added) || (careful && (value(4 * HISTORY + ghosts + 2) == Term::TRUE) != there) {
        return Expected::Discarded;
    }
    if !careful || !there {
        added.push(x);
    }
    if twice(&added) { Expected::Failed } else { Expected::Finished }
}

proptest! {
    #[test]
    fn the_harness_says_what_the_contracts_say(
        choices in prop::collection::vec(any::<u8>(), 24),
        careful in any::<bool>(),
        any_history in any::<bool>(),
        engine in prop::sample::select(Engine::ALL.to_vec()),
    ) {
        let world = World::new();
        let harness = world.harness(careful, any_history).with_engine(engine).with_every_operation();
        let played = play(&world, &harness, &choices);
        let found = match &played.exit {
            Exit::Finished(_) => Expected::Finished,
            Exit::Discarded => Expected::Discarded,
            Exit::Unrolled(_) => unreachable!("the calls have no branches"),
            Exit::TooManyEvents(most) => panic!("no call has more than {most} events"),
            Exit::Failed(failure) => {
                prop_assert_eq!(failure.code, "ADT001");
                let (pool, model) = (&world.pool, Model::new());
                let told = harness.confirm(pool, failure, &played.inputs, &model, &played.events);
                prop_assert!(told.is_ok(), "{:?}", told);
                Expected::Failed
            }
        };
        // A way that is discarded early has not asked for everything.
        let asked = 4 * HISTORY + usize::from(!any_history) * HISTORY + 2 + usize::from(careful);
        if played.inputs.len() < asked {
            prop_assert_eq!(found, Expected::Discarded);
        } else {
            prop_assert_eq!(found, expected(&world.pool, &played, careful, any_history));
        }
    }
}

/// A short way to a history: a tag and an element for each slot.
fn choices(slots: [(u8, u8); HISTORY], m: u8, x: u8) -> Vec<u8> {
    let slots = slots.iter().flat_map(|(tag, elem)| [*tag, *elem, 0, 0]);
    slots.chain([0; HISTORY]).chain([m, x]).chain([0; 8]).collect()
}

#[test]
fn a_second_opinion_contradicts_what_is_no_violation() {
    let world = World::new();
    let harness = world.harness(false, false);
    let bad = play(&world, &harness, &choices([(1, 0), (0, 0), (0, 0)], 0, 0));
    let Exit::Failed(failure) = &bad.exit else { panic!("{:?}", bad.exit) };
    let (pool, model) = (&world.pool, Model::new());
    let told = harness.confirm(pool, failure, &bad.inputs, &model, &bad.events).expect("it is one");
    assert_eq!(told.history.len(), 1);
    assert_eq!((told.ghosts[0].0.as_str(), told.args[0].0.as_str()), ("m", "x"));
    let none = harness.confirm(pool, failure, &bad.inputs, &model, &[]);
    assert!(none.is_err_and(|why| why.contains("other events")));
    let good = play(&world, &harness, &choices([(1, 0), (1, 0), (0, 0)], 0, 1));
    assert_eq!(good.exit, Exit::Discarded, "the invariant does not hold before the call");
    let why = harness.confirm(pool, failure, &good.inputs, &model, &good.events);
    assert!(why.is_err_and(|why| why.contains("history")));
}

#[test]
fn longer_calls_are_not_explored() {
    let world = World::new();
    for (events, exit) in [(1, Exit::Finished(None)), (0, Exit::TooManyEvents(0))] {
        let harness = world.bounded(false, false, events);
        let played = play(&world, &harness, &choices([(0, 0); HISTORY], 0, 0));
        assert_eq!(played.exit, exit, "at most {events} events");
    }
}
