//! Equalities and disequalities against all assignments from a small universe.

use lang_interp::{
    Confirmed, Cx, Form, Heap, Kind, Options, Stop, Symbol, Tree, Value, View, solve,
};
use proptest::prelude::*;

/// A term over three unknowns.
#[derive(Clone, Debug)]
enum Simple {
    Unknown(usize),
    Atom(usize),
    Pair(Box<Simple>, Box<Simple>),
}

const ATOMS: [&str; 2] = ["a", "b"];

fn simple() -> impl Strategy<Value = Simple> {
    let leaf =
        prop_oneof![(0..3_usize).prop_map(Simple::Unknown), (0..2_usize).prop_map(Simple::Atom)];
    leaf.prop_recursive(2, 6, 2, |inner| {
        (inner.clone(), inner).prop_map(|(a, b)| Simple::Pair(Box::new(a), Box::new(b)))
    })
}

fn build(cx: &mut Cx<'_>, term: &Simple, unknowns: &[Value]) -> Value {
    match term {
        Simple::Unknown(number) => unknowns[*number],
        Simple::Atom(number) => cx.symbol(ATOMS[*number]),
        Simple::Pair(a, b) => {
            let fields = [build(cx, a, unknowns), build(cx, b, unknowns)];
            cx.con(Symbol::new("pair"), &fields)
        }
    }
}

/// A term as text under an assignment: equal terms have equal texts.
fn under(term: &Simple, assignment: &[String]) -> String {
    match term {
        Simple::Unknown(number) => assignment[*number].clone(),
        Simple::Atom(number) => ATOMS[*number].to_owned(),
        Simple::Pair(a, b) => format!("pair({}, {})", under(a, assignment), under(b, assignment)),
    }
}

type Condition = (Simple, bool, Simple);

fn holds(conditions: &[Condition], assignment: &[String]) -> bool {
    let check = |(left, equal, right): &Condition| {
        (under(left, assignment) == under(right, assignment)) == *equal
    };
    conditions.iter().all(check)
}

/// Everything up to two pairs deep over three atoms would be large; one level is enough to find
/// solutions of most satisfiable sets.
fn universe() -> Vec<String> {
    let atoms = ["a", "b", "c"].map(str::to_owned);
    let pairs = atoms.iter().flat_map(|a| atoms.iter().map(move |b| format!("pair({a}, {b})")));
    atoms.iter().cloned().chain(pairs).collect()
}

fn some_assignment_holds(conditions: &[Condition]) -> bool {
    let all = universe();
    let triples = all.iter().flat_map(|x| {
        all.iter().flat_map(move |y| universe().into_iter().map(move |z| [x.clone(), y.clone(), z]))
    });
    triples.into_iter().any(|assignment| holds(conditions, &assignment))
}

fn text(view: View<'_>) -> String {
    assert!(!matches!(view.form(), Form::Unknown(_)), "an instance has no unknowns");
    view.to_string()
}

fn run(cx: &mut Cx<'_>, conditions: &[Condition], choosing: bool) -> Result<Value, Stop> {
    let unknowns = ["x", "y", "z"].map(|name| cx.unknown(name, Kind::Any));
    for (left, equal, right) in conditions {
        let (left, right) = (build(cx, left, &unknowns), build(cx, right, &unknowns));
        match (choosing, equal) {
            (true, equal) => {
                if cx.eq(left, right)? != *equal {
                    return Err(cx.discard());
                }
            }
            (false, true) => cx.unify(left, right)?,
            (false, false) => cx.differ(left, right)?,
        }
    }
    Ok(Value::TRUE)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn constraints_are_decided_as_by_trying(
        conditions in prop::collection::vec((simple(), any::<bool>(), simple()), 1..5),
        choosing in any::<bool>(),
    ) {
        let goal = |cx: &mut Cx<'_>| run(cx, &conditions, choosing);
        let (answers, summary) = solve(&mut Heap::new(), &Options::default(), goal);
        prop_assert!(summary.is_complete());
        prop_assert!(answers.len() <= 1, "equalities leave no choice");
        if answers.is_empty() {
            prop_assert!(!some_assignment_holds(&conditions), "a solution was missed");
        }
        for answer in &answers {
            prop_assert_eq!(&answer.confirmed, &Confirmed::Yes);
            let values = answer.instance.iter().map(|named| text(Tree::view(&named.value)));
            let assignment: Vec<String> = values.collect();
            prop_assert!(holds(&conditions, &assignment), "{:?}", assignment);
        }
    }
}
