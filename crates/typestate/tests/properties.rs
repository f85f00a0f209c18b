//! Properties as text, and what they say about runs.

use source::Files;
use term::Pool;
use typestate::{
    Call, EventDecl, EventWorld, Monitors, Object, Occurrence, Property, TypePattern, Value, When,
    built_in, read,
};

/// A call of a program without a program: the class of its receiver with its supertypes, and values.
struct Step {
    classes: &'static [&'static str],
    method: &'static str,
    params: &'static [&'static str],
    returns: &'static str,
    target: Option<u64>,
    args: Vec<u64>,
    result: Option<Value>,
}

const ITERATOR: &[&str] = &["java.util.ArrayList$Itr", "java.util.Iterator", "java.lang.Object"];
const LIST: &[&str] =
    &["java.util.ArrayList", "java.util.List", "java.util.Collection", "java.lang.Object"];

fn on(classes: &'static [&'static str], target: u64, method: &'static str) -> Step {
    let (params, returns) = (&[] as &[&str], "java.lang.Object");
    Step { classes, method, params, returns, target: Some(target), args: Vec::new(), result: None }
}

fn asked(iterator: u64, answer: bool) -> Step {
    let result = Some(Value::Word(POOL.with(|pool| pool.bitvec(32, u64::from(answer)))));
    Step { returns: "boolean", result, ..on(ITERATOR, iterator, "hasNext") }
}

thread_local! {
    static POOL: Pool = Pool::new();
}

struct TestWorld<'p>(&'p Pool);

impl EventWorld for TestWorld<'_> {
    fn pool(&self) -> &Pool {
        self.0
    }

    fn is_a(&mut self, object: Object, pattern: &TypePattern) -> bool {
        is_a(object, pattern)
    }
}

/// Objects of the tests are told apart by their numbers: iterators from 100 on, streams from 200 on.
fn is_a(object: Object, pattern: &TypePattern) -> bool {
    let classes = match object.0 {
        100..200 => ITERATOR,
        200..300 => &["java.io.FileInputStream", "java.io.InputStream", "java.lang.Object"],
        300..400 => &["java.io.InputStreamReader", "java.io.Reader", "java.lang.Object"],
        _ => LIST,
    };
    classes.iter().any(|class| pattern.matches(class))
}

/// The numbers of the steps that break a property.
fn broken(property: &Property, steps: &[Step]) -> Vec<usize> {
    let creates = property.events.iter().any(|event| event.creation);
    let mut monitors = Monitors::new(&property.automaton, creates);
    let mut broken = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        let classes: Vec<String> = step.classes.iter().map(|class| (*class).to_owned()).collect();
        let params: Vec<String> = step.params.iter().map(|param| (*param).to_owned()).collect();
        let (method, returns) = (step.method, step.returns);
        let call = Call { classes: &classes, method, params: &params, returns, is_static: false };
        let args: Vec<Value> = step.args.iter().map(|arg| Value::Object(Object(*arg))).collect();
        let target = step.target.map(Object);
        let happened = Occurrence { target, args: &args, result: step.result, thread: None };
        let events: Vec<&EventDecl> = property.events_of(&call).collect();
        for event in events {
            let bound = POOL.with(|pool| property.bind(event, &happened, &mut TestWorld(pool)));
            let Ok(Some(objects)) = bound else { continue };
            let moved = monitors.read(event.letter, &objects, event.creation);
            if moved.iter().any(|moved| property.automaton.is_violating(moved.to)) {
                broken.push(number);
            }
        }
    }
    broken
}

fn only(text: &str) -> Property {
    let mut properties = read(&Files::new().add("t.mop", text)).unwrap_or_else(|errors| {
        panic!("{:?}", errors.iter().map(|error| error.message.clone()).collect::<Vec<_>>())
    });
    assert_eq!(properties.len(), 1);
    properties.remove(0)
}

fn named(name: &str, number: usize) -> Property {
    built_in(name, &mut Files::new()).expect("it is built in").swap_remove(number)
}

#[test]
fn an_iterator_is_asked_before_each_element() {
    let property = named("iterator", 0);
    let good = [asked(100, true), on(ITERATOR, 100, "next"), asked(100, false)];
    assert_eq!(broken(&property, &good), Vec::<usize>::new());
    let bad = [asked(100, true), on(ITERATOR, 100, "next"), on(ITERATOR, 100, "next")];
    assert_eq!(broken(&property, &bad), vec![2]);
    let two = [asked(100, true), on(ITERATOR, 101, "next")];
    assert_eq!(broken(&property, &two), vec![1]);
}

fn iterator_of(list: u64, iterator: u64) -> Step {
    let result = Some(Value::Object(Object(iterator)));
    Step { returns: "java.util.Iterator", result, ..on(LIST, list, "iterator") }
}

#[test]
fn a_collection_is_left_alone_while_it_is_iterated() {
    let property = named("iterator", 1);
    let update = || Step { params: &["int"], ..on(LIST, 1, "remove") };
    let next = || on(ITERATOR, 100, "next");
    let bad = [update(), iterator_of(1, 100), next(), update(), next()];
    assert_eq!(broken(&property, &bad), vec![4]);
    let other = [iterator_of(2, 100), update(), next()];
    assert_eq!(broken(&property, &other), Vec::<usize>::new());
}

#[test]
fn a_reader_is_not_read_when_its_stream_is_closed() {
    let property = named("reader", 1);
    let stream = &["java.io.FileInputStream", "java.io.InputStream", "java.lang.Object"];
    let reader = &["java.io.InputStreamReader", "java.io.Reader", "java.lang.Object"];
    let make = || Step {
        method: "new",
        params: &["java.io.InputStream"],
        args: vec![200],
        target: None,
        result: Some(Value::Object(Object(300))),
        ..on(reader, 0, "new")
    };
    let close = || Step { returns: "void", ..on(stream, 200, "close") };
    let read = || Step { returns: "int", ..on(reader, 300, "read") };
    assert_eq!(broken(&property, &[make(), read(), close(), read()]), vec![3]);
    assert_eq!(broken(&property, &[make(), read(), close()]), Vec::<usize>::new());
}

#[test]
fn formulas_may_mention_the_past() {
    let text = "import java.util.*;
        HasNext(Iterator i) {
            event hasNext after(Iterator i) returning(boolean b) : call(* Iterator.hasNext()) && target(i) && condition(b) { }
            event next before(Iterator i) : call(* Iterator.next()) && target(i) { }
            ltl: [](next => (*) hasNext)
            @violation { System.out.println(\"} is no end\"); }
        }";
    let property = only(text);
    assert_eq!(property.events[0].when, When::After);
    let next = || on(ITERATOR, 100, "next");
    assert_eq!(broken(&property, &[asked(100, true), next(), asked(100, false), next()]), vec![3]);
    assert_eq!(broken(&property, &[asked(100, true), next()]), Vec::<usize>::new());
}

#[test]
fn the_short_form_says_the_same() {
    let text = "property asked(java.util.Iterator i) {
            event yes = Iterator.hasNext() on i returns true
            event next = Iterator.next() on i
            always [](next => (*) yes)
        }";
    let property = only(text);
    let next = || on(ITERATOR, 100, "next");
    assert_eq!(broken(&property, &[asked(100, true), next(), asked(100, false), next()]), vec![3]);
}

#[test]
fn never_means_nowhere_in_a_run() {
    let text = "property twice(java.util.Iterator i) {
            event next = Iterator.next() on i
            event asked = Iterator.hasNext() on i
            never next next
        }";
    let property = only(text);
    let next = || on(ITERATOR, 100, "next");
    assert_eq!(broken(&property, &[next(), asked(100, true), next(), next()]), vec![3]);
    assert_eq!(broken(&property, &[next(), asked(100, true), next()]), Vec::<usize>::new());
}

#[test]
fn runs_must_not_end_in_the_middle() {
    let text = "property paired(Lock l) {
            event lock = Lock.lock() on l
            event unlock = Lock.unlock() on l
            always [](lock => o <> unlock)
        }";
    let automaton = only(text).automaton;
    let letter = |name: &str| only(text).events[usize::from(name == "unlock")].letter;
    let locked = automaton.step(automaton.start(), letter("lock")).expect("it matters");
    assert!(automaton.is_unfinished(locked) && !automaton.is_violating(locked));
    assert!(!automaton.is_unfinished(automaton.start()));
}
