//! Random programs of the language of goals against an evaluator that knows nothing of the library.

use std::rc::Rc;

use interp_langs::caselang::tree::{Expr, ExprKind, FALSE, Pattern, PatternKind, Program, TRUE};
use interp_langs::caselang::{Query, parse};
use lang_interp::{Answer, Confirmed, Cx, Form, Heap, Options, Summary, View, solve};
use proptest::prelude::*;
use source::Files;

/// A value of the evaluator.
#[derive(Clone)]
enum Val {
    Con(String, Vec<Val>),
    Int(i64),
    /// What an unknown that may be anything is grounded to; no pattern names it.
    Symbol(String),
    Fun(Rc<Closure>),
}

struct Closure {
    param: String,
    body: Expr,
    env: Vec<(String, Val)>,
}

/// Why there is no value.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Wrong {
    /// An error of the program.
    Error,
    /// Functions are compared, where it depends on the order of comparisons what happens.
    Functions,
}

/// A value as text; none if there is a function in it. Equal values have equal texts.
fn text(value: &Val) -> Option<String> {
    match value {
        Val::Int(number) => Some(number.to_string()),
        Val::Symbol(name) => Some(format!("'{name}")),
        Val::Fun(_) => None,
        Val::Con(name, parts) => {
            let parts: Option<Vec<String>> = parts.iter().map(text).collect();
            Some(format!("{name}[{}]", parts?.join(" ")))
        }
    }
}

fn of_view(view: View<'_>) -> Val {
    match view.form() {
        Form::Con(name) => Val::Con(name.text().to_owned(), view.children().map(of_view).collect()),
        Form::Int(int) => Val::Int(int.to_i64().expect("it is small")),
        Form::Symbol(name) => Val::Symbol(name.text().to_owned()),
        other => panic!("an instance is known: {other:?}"),
    }
}

type Env = Vec<(String, Val)>;

fn eval(expr: &Expr, env: &Env) -> Result<Val, Wrong> {
    match &expr.node {
        ExprKind::Con(name, args) => {
            let args: Result<_, _> = args.iter().map(|arg| eval(arg, env)).collect();
            Ok(Val::Con(name.clone(), args?))
        }
        ExprKind::Int(number) => Ok(Val::Int(*number)),
        ExprKind::Var(name) => {
            let found = env.iter().rev().find(|(known, _)| known == name);
            Ok(found.expect("the parser has looked at names").1.clone())
        }
        ExprKind::Lam(param, body) => {
            let (param, body, env) = (param.clone(), (**body).clone(), env.clone());
            Ok(Val::Fun(Rc::new(Closure { param, body, env })))
        }
        ExprKind::App(function, argument) => {
            let (function, argument) = (eval(function, env)?, eval(argument, env)?);
            let Val::Fun(closure) = function else { return Err(Wrong::Error) };
            let mut inner = closure.env.clone();
            inner.push((closure.param.clone(), argument));
            eval(&closure.body, &inner)
        }
        ExprKind::Case(value, clauses) => {
            let value = eval(value, env)?;
            for (pattern, body) in clauses {
                let mut inner = env.clone();
                if matches(pattern, &value, &mut inner) {
                    return eval(body, &inner);
                }
            }
            Err(Wrong::Error)
        }
        ExprKind::Let(bindings, body) => {
            let mut inner = env.clone();
            for (name, value) in bindings {
                inner.push((name.clone(), eval(value, env)?));
            }
            eval(body, &inner)
        }
        ExprKind::Equal(left, right) => {
            let (left, right) = (eval(left, env)?, eval(right, env)?);
            let (Some(left), Some(right)) = (text(&left), text(&right)) else {
                return Err(Wrong::Functions);
            };
            Ok(Val::Con(if left == right { TRUE } else { FALSE }.to_owned(), Vec::new()))
        }
        ExprKind::LetRec(..) => panic!("none is made"),
    }
}

fn matches(pattern: &Pattern, value: &Val, env: &mut Env) -> bool {
    match (&pattern.node, value) {
        (PatternKind::Any, _) => true,
        (PatternKind::Var(name), _) => {
            env.push((name.clone(), value.clone()));
            true
        }
        (PatternKind::Int(wanted), Val::Int(number)) => wanted == number,
        (PatternKind::Con(wanted, patterns), Val::Con(name, parts)) => {
            wanted == name
                && patterns.len() == parts.len()
                && patterns.iter().zip(parts).all(|(pattern, part)| matches(pattern, part, env))
        }
        _ => false,
    }
}

/// Writes random programs: every byte of the tape is a decision.
struct Writer<'t> {
    tape: std::slice::Iter<'t, u8>,
    names: usize,
}

impl Writer<'_> {
    fn pick(&mut self, count: usize) -> usize {
        usize::from(self.tape.next().copied().unwrap_or(0)) % count
    }

    fn fresh(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    fn leaf(&mut self, scope: &[String]) -> String {
        match self.pick(2 + 2 * scope.len()) {
            0 => "a".to_owned(),
            1 => ["b", "7", "[]"][self.pick(3)].to_owned(),
            number => scope[(number - 2) % scope.len()].clone(),
        }
    }

    fn expr(&mut self, scope: &[String], depth: usize) -> String {
        if depth == 0 {
            return self.leaf(scope);
        }
        let depth = depth - 1;
        match self.pick(8) {
            0 => self.leaf(scope),
            1 => format!("f({}, {})", self.expr(scope, depth), self.expr(scope, depth)),
            2 => format!("({} :: {})", self.expr(scope, depth), self.expr(scope, depth)),
            3 => format!("({} == {})", self.expr(scope, depth), self.expr(scope, depth)),
            4 => {
                let (name, value) = (self.fresh(), self.expr(scope, depth));
                let body = self.expr(&with(scope, &[&name]), depth);
                format!("(let {name} = {value} in {body})")
            }
            5 => {
                let (name, argument) = (self.fresh(), self.expr(scope, depth));
                let body = self.expr(&with(scope, &[&name]), depth);
                format!("((fun {name} -> {body}) {argument})")
            }
            _ => self.case(scope, depth),
        }
    }

    fn case(&mut self, scope: &[String], depth: usize) -> String {
        let value = self.expr(scope, depth);
        let mut clauses = Vec::new();
        for _ in 0..=self.pick(3) {
            let (one, two) = (self.fresh(), self.fresh());
            let (pattern, bound) = match self.pick(6) {
                0 => ("a".to_owned(), vec![]),
                1 => ("true".to_owned(), vec![]),
                2 => (format!("f({one}, {two})"), vec![one.as_str(), two.as_str()]),
                3 => (format!("{one} :: {two}"), vec![one.as_str(), two.as_str()]),
                4 => (format!("f(_, {one})"), vec![one.as_str()]),
                _ => (one.clone(), vec![one.as_str()]),
            };
            clauses.push(format!("{pattern} -> {}", self.expr(&with(scope, &bound), depth)));
        }
        format!("(case {value} of {})", clauses.join("; "))
    }
}

fn with(scope: &[String], names: &[&str]) -> Vec<String> {
    scope.iter().cloned().chain(names.iter().map(|name| (*name).to_owned())).collect()
}

fn program(unknowns: &[&str], tape: &[u8]) -> Program {
    let scope = with(&[], unknowns);
    let expr = Writer { tape: tape.iter(), names: 0 }.expr(&scope, 4);
    let text = format!("data a b f  exists {} q. {expr} = q", unknowns.join(" "));
    let file = Files::new().add("random.goal", &text);
    parse::parse(&file).unwrap_or_else(|errors| panic!("{text}: {errors:?}"))
}

fn answers(program: &Program) -> (Vec<Answer>, Summary) {
    let query = Query::new(program, &program.goals[0]);
    let options = Options::default().take(30);
    solve(&mut Heap::new(), &options, |cx: &mut Cx<'_>| query.run(cx))
}

/// What the left side of the only goal comes to.
fn left(program: &Program, env: &Env) -> Result<Val, Wrong> {
    eval(&program.goals[0].conditions[0].left, env)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn concrete_programs_do_what_they_should(tape in prop::collection::vec(any::<u8>(), 60)) {
        let program = program(&[], &tape);
        let expected = left(&program, &Vec::new());
        prop_assume!(!matches!(expected, Err(Wrong::Functions)));
        let (found, summary) = answers(&program);
        prop_assert!(summary.is_complete(), "{:?}", summary);
        match expected {
            Ok(value) => {
                prop_assert_eq!(found.len(), 1);
                if let Some(expected) = text(&value) {
                    prop_assert_eq!(text(&of_view(found[0].unknowns[0].value.view())), Some(expected));
                }
            }
            Err(_) => prop_assert_eq!((found.len(), summary.stats.failures), (0, 1)),
        }
    }

    #[test]
    fn every_answer_happens(tape in prop::collection::vec(any::<u8>(), 60)) {
        let program = program(&["x", "y"], &tape);
        for answer in answers(&program).0 {
            prop_assert_eq!(&answer.confirmed, &Confirmed::Yes);
            // A function in an answer cannot be written down.
            if answer.instance.iter().any(|named| named.value.to_string().contains('#')) {
                continue;
            }
            let values: Vec<Val> =
                answer.instance.iter().map(|named| of_view(named.value.view())).collect();
            let env = vec![("x".to_owned(), values[0].clone()), ("y".to_owned(), values[1].clone())];
            let found = left(&program, &env).map(|value| text(&value));
            prop_assert_eq!(found, Ok(text(&values[2])), "{}", answer);
        }
    }

    #[test]
    fn everything_that_happens_is_an_answer(tape in prop::collection::vec(any::<u8>(), 60)) {
        let program = program(&["x"], &tape);
        let (found, summary) = answers(&program);
        prop_assume!(summary.is_complete());
        for x in universe() {
            let Ok(value) = left(&program, &vec![("x".to_owned(), x.clone())]) else { continue };
            let Some(expected) = text(&value) else { continue };
            let fits = |answer: &Answer| {
                let mut bound = Vec::new();
                covers(answer.unknowns[0].value.view(), &x, &mut bound)
                    && covers(answer.unknowns[1].value.view(), &value, &mut bound)
            };
            prop_assert!(found.iter().any(fits), "{:?} comes to {}", text(&x), expected);
        }
    }
}

/// Small values.
fn universe() -> Vec<Val> {
    let con = |name: &str, parts: &[&Val]| {
        Val::Con(name.to_owned(), parts.iter().map(|part| (*part).clone()).collect())
    };
    let atoms = ["a", "b", "true", "false", "nil"].map(|name| con(name, &[]));
    let mut all: Vec<Val> = atoms.to_vec();
    for (first, second) in atoms.iter().flat_map(|one| atoms.iter().map(move |two| (one, two))) {
        all.extend([con("f", &[first, second]), con("cons", &[first, second])]);
    }
    all.push(Val::Int(7));
    all
}

/// Whether what is known of a value allows this one; what is open must be the same everywhere.
fn covers(known: View<'_>, value: &Val, bound: &mut Vec<(u32, Option<String>)>) -> bool {
    match (known.form(), value) {
        (Form::Unknown(number), value) => {
            let own = text(value);
            if let Some((_, other)) = bound.iter().find(|(known, _)| *known == number) {
                return *other == own;
            }
            bound.push((number, own));
            true
        }
        (Form::Con(name), Val::Con(own, parts)) => {
            name.text() == own
                && known.children().len() == parts.len()
                && known.children().zip(parts).all(|(known, part)| covers(known, part, bound))
        }
        (Form::Int(int), Val::Int(number)) => int.to_i64() == Some(*number),
        (Form::Symbol(name), Val::Symbol(own)) => name.text() == own,
        _ => false,
    }
}
