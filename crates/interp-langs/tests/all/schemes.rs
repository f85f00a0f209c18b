//! The small Scheme, its classics checked by a plain evaluator of s-expressions.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::rc::Rc;

use interp_langs::scheme::{self, Scope};
use interp_langs::{ComparedInterpreter, Difference, Seen, diff};
use lang_interp::{Cx, Heap, Kind, Options, Stop, Value};

use crate::support::{first, with_numbers};

/// An s-expression.
#[derive(Clone, PartialEq, Debug)]
enum Sexp {
    Atom(String),
    Number(i64),
    List(Vec<Sexp>),
}

/// A value: data, or a function with the names around it.
#[derive(Clone, Debug)]
enum Val {
    Atom(String),
    Number(i64),
    List(Vec<Val>),
    Closure(String, Sexp, Env),
}

type Env = Option<Rc<Frame>>;

#[derive(Debug)]
struct Frame {
    name: String,
    value: Val,
    rest: Env,
}

fn parse(text: &str) -> Sexp {
    let mut rest = text;
    let sexp = parse_part(&mut rest);
    assert_eq!(rest.trim(), "", "in {text}");
    sexp
}

fn parse_part(rest: &mut &str) -> Sexp {
    *rest = rest.trim_start();
    if let Some(behind) = rest.strip_prefix('\'') {
        *rest = behind;
        return Sexp::List(vec![Sexp::Atom("quote".to_owned()), parse_part(rest)]);
    }
    if let Some(behind) = rest.strip_prefix('(') {
        *rest = behind;
        let mut items = Vec::new();
        loop {
            *rest = rest.trim_start();
            if let Some(behind) = rest.strip_prefix(')') {
                *rest = behind;
                return Sexp::List(items);
            }
            items.push(parse_part(rest));
        }
    }
    let end = rest.find([' ', '(', ')']).unwrap_or(rest.len());
    let word = &rest[..end];
    assert!(!word.is_empty() && word != ".", "{rest}");
    *rest = &rest[end..];
    word.parse().map_or_else(|_| Sexp::Atom(word.to_owned()), Sexp::Number)
}

/// Ordinary recursive evaluation; none is an error.
fn eval(scope: Scope, expr: &Sexp, env: &Env) -> Option<Val> {
    match expr {
        Sexp::Number(number) => Some(Val::Number(*number)),
        Sexp::Atom(name) => {
            let mut env = env.as_ref();
            while let Some(frame) = env {
                if frame.name == *name {
                    return Some(frame.value.clone());
                }
                env = frame.rest.as_ref();
            }
            None
        }
        Sexp::List(items) => match items.as_slice() {
            [Sexp::Atom(word), datum] if word == "quote" => Some(quote(datum)),
            [Sexp::Atom(word), Sexp::List(params), body] if word == "lambda" => {
                let [Sexp::Atom(name)] = params.as_slice() else { return None };
                Some(Val::Closure(name.clone(), body.clone(), env.clone()))
            }
            [Sexp::Atom(word), args @ ..] if word == "list" => {
                args.iter().map(|arg| eval(scope, arg, env)).collect::<Option<_>>().map(Val::List)
            }
            [fun, arg] => {
                let Val::Closure(name, body, captured) = eval(scope, fun, env)? else {
                    return None;
                };
                let value = eval(scope, arg, env)?;
                let rest = if scope == Scope::Lexical { captured } else { env.clone() };
                eval(scope, &body, &Some(Rc::new(Frame { name, value, rest })))
            }
            _ => None,
        },
    }
}

fn quote(datum: &Sexp) -> Val {
    match datum {
        Sexp::Atom(name) => Val::Atom(name.clone()),
        Sexp::Number(number) => Val::Number(*number),
        Sexp::List(items) => Val::List(items.iter().map(quote).collect()),
    }
}

/// A value as data; none if there is a function in it.
fn data(value: &Val) -> Option<Sexp> {
    match value {
        Val::Atom(name) => Some(Sexp::Atom(name.clone())),
        Val::Number(number) => Some(Sexp::Number(*number)),
        Val::List(items) => items.iter().map(data).collect::<Option<_>>().map(Sexp::List),
        Val::Closure(..) => None,
    }
}

fn value_of(scope: Scope, program: &str) -> Option<Sexp> {
    data(&eval(scope, &parse(program), &None)?)
}

/// The first programs that answer a goal, each without unknowns.
fn programs(
    count: u64,
    goal: impl Fn(&mut Cx<'_>) -> Result<Value, Stop> + Sync,
) -> Vec<Vec<String>> {
    let shown = |answer: lang_interp::Answer| {
        answer.instance.iter().map(|named| scheme::show::sexp(&named.value)).collect()
    };
    let all: Vec<Vec<String>> = first(count, goal).into_iter().map(shown).collect();
    let different: HashSet<&Vec<String>> = all.iter().collect();
    assert_eq!(different.len(), all.len(), "no program is told twice");
    all
}

#[test]
fn quines_evaluate_to_themselves() {
    for found in programs(2, scheme::quine) {
        let program = &found[0];
        assert_eq!(value_of(Scope::Lexical, program), Some(parse(program)), "{program}");
    }
}

/// A twine whose second program is `((lambda (x) (list _ _)) _)`: the search for both programs from
/// nothing takes a minute and is left to the benchmark.
fn twine_with_a_hint(cx: &mut Cx<'_>) -> Result<Value, Stop> {
    let [first, second] = ["first", "second"].map(|name| cx.unknown(name, scheme::SEXP));
    let parts: Vec<Value> = (0..2).map(|_| cx.fresh(scheme::SEXP)).collect();
    let (name, list, lambda) = (cx.symbol("x"), cx.symbol("list"), cx.symbol("lambda"));
    let [name, list, lambda] = [name, list, lambda].map(|word| cx.make(&scheme::Atom, &[word]));
    let body = sexps(cx, &[list, parts[0], parts[1]]);
    let params = sexps(cx, &[name]);
    let fun = sexps(cx, &[lambda, params, body]);
    let arg = cx.fresh(scheme::SEXP);
    let program = sexps(cx, &[fun, arg]);
    cx.unify(second, program)?;
    scheme::twine_of(cx, first, second)
}

fn sexps(cx: &mut Cx<'_>, items: &[Value]) -> Value {
    let empty = cx.make(&scheme::Empty, &[]);
    items.iter().rev().fold(empty, |rest, item| cx.make(&scheme::Pair, &[*item, rest]))
}

#[test]
fn twines_evaluate_to_each_other() {
    let found = &programs(1, twine_with_a_hint)[0];
    let (one, other) = (&found[0], &found[1]);
    assert_ne!(one, other);
    assert_eq!(value_of(Scope::Lexical, one), Some(parse(other)));
    assert_eq!(value_of(Scope::Lexical, other), Some(parse(one)));
}

#[test]
fn a_hundred_programs_evaluate_to_six() {
    for found in programs(100, |cx| scheme::evaluates_to(cx, 6)) {
        assert_eq!(value_of(Scope::Lexical, &found[0]), Some(Sexp::Number(6)), "{found:?}");
    }
}

#[test]
fn programs_are_two_numbers_under_two_scopes() {
    for found in programs(2, |cx| scheme::scopes_differ(cx, 1, 2)) {
        assert_eq!(value_of(Scope::Lexical, &found[0]), Some(Sexp::Number(1)), "{found:?}");
        assert_eq!(value_of(Scope::Dynamic, &found[0]), Some(Sexp::Number(2)), "{found:?}");
    }
}

fn is_seen(seen: &Seen, value: Option<Val>) -> bool {
    match (seen, value) {
        (Seen::Fails(_), None) => true,
        (Seen::Value(text), Some(value)) => match data(&value) {
            Some(sexp) => parse(text) == sexp,
            None => text.contains("#<procedure>"),
        },
        _ => false,
    }
}

#[test]
fn a_hundred_programs_differ_between_the_scopes() {
    let subject = |name| ComparedInterpreter::built_in(name).expect("it is built in");
    let (lexical, dynamic) = (subject("lexical"), subject("dynamic"));
    let mut found: Vec<Difference> = Vec::new();
    let summary = diff(&mut Heap::new(), &with_numbers().take(100), &lexical, &dynamic, |one| {
        found.push(one.clone());
        ControlFlow::Continue(())
    });
    assert!(summary.is_ok());
    assert_eq!(found.len(), 100);
    for difference in found {
        let program = parse(&difference.instance);
        assert!(is_seen(&difference.left, eval(Scope::Lexical, &program, &None)), "{difference:?}");
        assert!(
            is_seen(&difference.right, eval(Scope::Dynamic, &program, &None)),
            "{difference:?}"
        );
    }
}

#[test]
fn the_keywords_cannot_be_bound() {
    let goal = |cx: &mut Cx<'_>| {
        let name = cx.unknown("name", Kind::Symbol);
        let (atom, empty) = (cx.make(&scheme::Atom, &[name]), cx.make(&scheme::Empty, &[]));
        let params = cx.make(&scheme::Pair, &[atom, empty]);
        let body = cx.make(&scheme::Pair, &[atom, empty]);
        let tail = cx.make(&scheme::Pair, &[params, body]);
        let word = cx.symbol("lambda");
        let word = cx.make(&scheme::Atom, &[word]);
        let lambda = cx.make(&scheme::Pair, &[word, tail]);
        let (top, out) = (cx.make(&scheme::Top, &[]), cx.fresh(Kind::Any));
        scheme::eval(cx, Scope::Lexical, lambda, top, out)?;
        Ok(lambda)
    };
    let (answers, _) = lang_interp::solve(&mut Heap::new(), &Options::default(), goal);
    let told = "name = _0 where _0 /= quote, _0 /= lambda, _0 /= list";
    assert_eq!(answers[0].to_string(), told);
}
