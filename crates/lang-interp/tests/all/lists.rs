//! Functions on lists: forwards, backwards, and with both sides unknown.

use lang_interp::{Cx, Heap, Kind, Options, Stop, Summary, Value, case, data, solve};

data! {
    pub List = Nil() | Cons(Any, List);
}

pub(crate) fn append(cx: &mut Cx<'_>, xs: Value, ys: Value) -> Result<Value, Stop> {
    case!(cx, xs; {
        Nil() => Ok(ys),
        Cons(head, tail) => {
            let rest = cx.call(|cx| append(cx, tail, ys))?;
            Ok(cx.make(&Cons, &[head, rest]))
        }
    })
}

fn reverse(cx: &mut Cx<'_>, xs: Value, done: Value) -> Result<Value, Stop> {
    case!(cx, xs; {
        Nil() => Ok(done),
        Cons(head, tail) => {
            let done = cx.make(&Cons, &[head, done]);
            cx.call(|cx| reverse(cx, tail, done))
        }
    })
}

fn list(heap: &mut Heap, names: &str) -> Value {
    let nil = heap.make(&Nil, &[]);
    names.chars().rev().fold(nil, |rest, name| {
        let name = heap.symbol(&name.to_string());
        heap.make(&Cons, &[name, rest])
    })
}

const LIST: Kind = Kind::Data(&List);

/// The answers of a goal as text, with what the search says of them.
fn answers(
    heap: &mut Heap,
    options: &Options,
    goal: impl Fn(&mut Cx<'_>) -> Result<Value, Stop> + Sync,
) -> (Vec<String>, Summary) {
    let (answers, summary) = solve(heap, options, goal);
    for answer in &answers {
        assert_eq!(answer.confirmed, lang_interp::Confirmed::Yes, "{answer}");
    }
    (answers.iter().map(ToString::to_string).collect(), summary)
}

#[test]
fn append_runs_forwards_and_backwards() {
    let mut heap = Heap::new();
    let (abc, de, abcde) =
        (list(&mut heap, "abc"), list(&mut heap, "de"), list(&mut heap, "abcde"));
    let forwards = |cx: &mut Cx<'_>| {
        let q = cx.unknown("q", LIST);
        let all = append(cx, abc, de)?;
        cx.unify(all, q).map(|()| q)
    };
    let (found, summary) = answers(&mut heap, &Options::default(), forwards);
    assert_eq!(found, ["q = Cons(a, Cons(b, Cons(c, Cons(d, Cons(e, Nil)))))"]);
    assert!(summary.is_complete());
    let backwards = |cx: &mut Cx<'_>| {
        let q = cx.unknown("q", LIST);
        let all = append(cx, q, de)?;
        cx.unify(all, abcde).map(|()| q)
    };
    let (found, summary) = answers(&mut heap, &Options::default().take(1), backwards);
    assert_eq!(found, ["q = Cons(a, Cons(b, Cons(c, Nil)))"]);
    assert_eq!(summary.ended, lang_interp::Ended::Enough);
}

/// As `append`, into a place that is given: what is expected there ends the search early.
fn append_into(cx: &mut Cx<'_>, xs: Value, ys: Value, out: Value) -> Result<(), Stop> {
    case!(cx, xs; {
        Nil() => cx.unify(out, ys),
        Cons(head, tail) => {
            let rest = cx.fresh(LIST);
            let cell = cx.make(&Cons, &[head, rest]);
            cx.unify(out, cell)?;
            cx.call(|cx| append_into(cx, tail, ys, rest))
        }
    })
}

#[test]
fn append_backwards_has_six_answers() {
    let mut heap = Heap::new();
    let abcde = list(&mut heap, "abcde");
    let goal = |cx: &mut Cx<'_>| {
        let (x, y) = (cx.unknown("x", LIST), cx.unknown("y", LIST));
        append_into(cx, x, y, abcde).map(|()| x)
    };
    let (found, summary) = answers(&mut heap, &Options::default().take(7), goal);
    assert_eq!(found.len(), 6);
    assert_eq!(found[0], "x = Nil, y = Cons(a, Cons(b, Cons(c, Cons(d, Cons(e, Nil)))))");
    assert_eq!(found[5], "x = Cons(a, Cons(b, Cons(c, Cons(d, Cons(e, Nil))))), y = Nil");
    assert!(summary.is_complete(), "{summary:?}");
    let (_, first) = answers(&mut heap, &Options::default().take(6), goal);
    assert!(!first.is_complete(), "six were enough, so others were not searched for");
}

#[test]
fn palindromes_come_by_length() {
    let mut heap = Heap::new();
    let goal = |cx: &mut Cx<'_>| {
        let xs = cx.unknown("xs", LIST);
        let nil = cx.make(&Nil, &[]);
        let ys = reverse(cx, xs, nil)?;
        cx.unify(xs, ys).map(|()| xs)
    };
    let (found, _) = answers(&mut heap, &Options::default().take(4), goal);
    let expected = [
        "xs = Nil",
        "xs = Cons(_0, Nil)",
        "xs = Cons(_0, Cons(_0, Nil))",
        "xs = Cons(_0, Cons(_1, Cons(_0, Nil)))",
    ];
    assert_eq!(found, expected);
}

#[test]
fn every_strategy_finds_the_same_answers() {
    let mut heap = Heap::new();
    let abcde = list(&mut heap, "abcde");
    let goal = |cx: &mut Cx<'_>| {
        let (x, y) = (cx.unknown("x", LIST), cx.unknown("y", LIST));
        append_into(cx, x, y, abcde).map(|()| x)
    };
    let mut sets = explore::Strategy::ALL.map(|strategy| {
        let mut options = Options::default();
        (options.explore.strategy, options.explore.seed) = (strategy, 7);
        let (mut found, summary) = answers(&mut heap, &options, goal);
        assert!(summary.is_complete());
        found.sort();
        found
    });
    let first = sets[0].clone();
    assert_eq!(first.len(), 6);
    assert!(sets.iter_mut().all(|set| *set == first));
}

#[test]
fn long_lists_need_no_stack() {
    let mut heap = Heap::new();
    let long = list(&mut heap, &"ab".repeat(2_000));
    let goal = |cx: &mut Cx<'_>| {
        let q = cx.unknown("q", LIST);
        let nil = cx.make(&Nil, &[]);
        append_into(cx, long, nil, q).map(|()| q)
    };
    let (found, summary) = answers(&mut heap, &Options::default(), goal);
    assert!(found[0].starts_with("q = Cons(a, Cons(b, "));
    assert!(summary.is_complete(), "{:?}", summary.cuts);
}

#[test]
fn a_path_leads_to_the_same_answer_again() {
    let mut heap = Heap::new();
    let abcde = list(&mut heap, "abcde");
    let goal = |cx: &mut Cx<'_>| {
        let (x, y) = (cx.unknown("x", LIST), cx.unknown("y", LIST));
        append_into(cx, x, y, abcde).map(|()| x)
    };
    let (all, _) = solve(&mut heap, &Options::default(), goal);
    for answer in all {
        let path = answer.path.to_string().parse().expect("a path is printed as it is read");
        let again = lang_interp::replay(&mut heap, &Options::default(), &path, goal);
        let again = again.expect("the path is still there");
        assert_eq!((again.unknowns, again.confirmed), (answer.unknowns, answer.confirmed));
    }
}
