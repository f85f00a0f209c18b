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
    goal: impl Fn(&mut Cx<'_>) -> Result<Value, Stop>,
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
