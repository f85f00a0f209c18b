//! The imperative language against a plain interpreter.

use std::collections::BTreeMap;

use interp_langs::whilelang::{self, STMT};
use lang_interp::{Answer, Cx, FailureKind, Form, RunOutcome, Stop, Tree, Value, View};

use crate::support::{covers, ends, first, outcome, read, texts, tree};

/// Why the oracle has no store.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Wrong {
    Unassigned,
    Assertion,
    Endless,
}

type Store = BTreeMap<String, i64>;

struct Oracle {
    store: Store,
    printed: Vec<i64>,
    steps: u32,
}

fn name(view: View<'_>) -> &'static str {
    match view.form() {
        Form::Con(name) | Form::Symbol(name) => name.text(),
        _ => "",
    }
}

fn part(view: View<'_>, number: usize) -> View<'_> {
    view.child(number).expect("it has so many fields")
}

fn number(view: View<'_>) -> i64 {
    let Form::Int(int) = view.form() else { panic!("{view} is a number") };
    int.to_i64().expect("it is small")
}

impl Oracle {
    fn expr(&self, expr: View<'_>) -> Result<i64, Wrong> {
        let both = || Ok((self.expr(part(expr, 0))?, self.expr(part(expr, 1))?));
        match name(expr) {
            "Lit" => Ok(number(part(expr, 0))),
            "Var" => self.store.get(name(part(expr, 0))).copied().ok_or(Wrong::Unassigned),
            "Plus" => both().map(|(a, b)| a + b),
            "Minus" => both().map(|(a, b)| a - b),
            _ => both().map(|(a, b)| a * b),
        }
    }

    fn cond(&self, cond: View<'_>) -> Result<bool, Wrong> {
        match name(cond) {
            "Less" => Ok(self.expr(part(cond, 0))? < self.expr(part(cond, 1))?),
            "Same" => Ok(self.expr(part(cond, 0))? == self.expr(part(cond, 1))?),
            "Not" => Ok(!self.cond(part(cond, 0))?),
            // Both sides are evaluated.
            _ => {
                let (a, b) = (self.cond(part(cond, 0))?, self.cond(part(cond, 1))?);
                Ok(a && b)
            }
        }
    }

    fn exec(&mut self, stmt: View<'_>) -> Result<(), Wrong> {
        self.steps += 1;
        if self.steps > 100 {
            return Err(Wrong::Endless);
        }
        match name(stmt) {
            "Skip" => {}
            "Assign" => {
                let value = self.expr(part(stmt, 1))?;
                self.store.insert(name(part(stmt, 0)).to_owned(), value);
            }
            "Seq" => {
                self.exec(part(stmt, 0))?;
                self.exec(part(stmt, 1))?;
            }
            "If" => {
                let taken = if self.cond(part(stmt, 0))? { 1 } else { 2 };
                self.exec(part(stmt, taken))?;
            }
            "While" => {
                while self.cond(part(stmt, 0))? {
                    self.exec(part(stmt, 1))?;
                }
            }
            "Assert" => {
                if !self.cond(part(stmt, 0))? {
                    return Err(Wrong::Assertion);
                }
            }
            _ => {
                let printed = self.expr(part(stmt, 0))?;
                self.printed.push(printed);
            }
        }
        Ok(())
    }
}

fn oracle(program: View<'_>, inputs: &[(&str, i64)]) -> Result<(Store, Vec<i64>), Wrong> {
    let store = inputs.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
    let mut oracle = Oracle { store, printed: Vec::new(), steps: 0 };
    oracle.exec(program)?;
    Ok((oracle.store, oracle.printed))
}

fn is(outcome: &RunOutcome, expected: &Result<(Store, Vec<i64>), Wrong>) -> bool {
    match (outcome, expected) {
        (RunOutcome::Value(tree), Ok((store, _))) => {
            let (mut found, mut rest) = (Store::new(), tree.view());
            while name(rest) == "Set" {
                found.insert(name(part(rest, 0)).to_owned(), number(part(rest, 1)));
                rest = part(rest, 2);
            }
            found == *store
        }
        (RunOutcome::Failed(failure), Err(wrong)) => match failure.kind {
            FailureKind::Assertion => *wrong == Wrong::Assertion,
            FailureKind::Error => *wrong == Wrong::Unassigned,
            _ => false,
        },
        _ => false,
    }
}

fn unknown_program(cx: &mut Cx<'_>) -> Result<Value, Stop> {
    let program = cx.unknown("program", STMT);
    whilelang::run(cx, program, &["x"])
}

fn run_instance(answer: &Answer) -> RunOutcome {
    let given: Vec<Tree> = answer.instance.iter().map(|named| named.value.clone()).collect();
    outcome(&given, unknown_program)
}

#[test]
fn every_answer_happens() {
    let answers = ends(5, unknown_program);
    assert!(answers.len() > 100, "{}", answers.len());
    for answer in answers {
        let (program, input) = (&answer.instance[0].value, number(answer.instance[1].value.view()));
        let expected = oracle(program.view(), &[("x", input)]);
        assert!(is(&run_instance(&answer), &expected), "{answer}");
    }
}

#[test]
fn everything_that_happens_is_an_answer() {
    let answers = ends(7, unknown_program);
    let mut count = 0;
    for text in (1..=4).flat_map(|size| texts(STMT, size, &["1", "x", "y"])) {
        let (program, input) = (tree(STMT, &text), tree(lang_interp::Kind::Int, "2"));
        let expected = oracle(program.view(), &[("x", 2)]);
        if expected == Err(Wrong::Endless) {
            continue;
        }
        let found = outcome(&[program.clone(), input], unknown_program);
        assert!(is(&found, &expected), "{text}");
        let covering = |answer: &Answer| {
            matches!(answer.outcome, RunOutcome::Value(_)) == expected.is_ok()
                && covers(answer.unknowns[0].value.view(), program.view())
        };
        assert!(answers.iter().any(covering), "{text}");
        count += 1;
    }
    assert!(count > 50, "{count}");
}

/// Adds the numbers up to `n`, but forgets one case.
const SUM: &str = "Seq(Assign(s, Lit(0)), Seq(Assign(i, Lit(0)), \
    Seq(While(Less(Var(i), Var(n)), Seq(Assign(i, Plus(Var(i), Lit(1))), \
        If(Same(Var(i), Lit(2)), Skip, Assign(s, Plus(Var(s), Var(i)))))), \
    Assert(Not(Same(Var(s), Lit(4)))))))";

#[test]
fn inputs_that_break_an_assertion_are_found() {
    let program = |cx: &mut Cx<'_>| {
        let program = read(cx, STMT, SUM);
        whilelang::run(cx, program, &["n"])
    };
    // 1 + 3 is 4.
    let answers = ends(4, program);
    let broken: Vec<String> = answers
        .iter()
        .filter(|answer| matches!(answer.outcome, RunOutcome::Failed(_)))
        .map(|answer| answer.instance[0].value.to_string())
        .collect();
    assert_eq!(broken, ["3"]);
    for answer in &answers {
        let input = number(answer.instance[0].value.view());
        let expected = oracle(tree(STMT, SUM).view(), &[("n", input)]);
        assert_eq!(expected.is_err(), matches!(answer.outcome, RunOutcome::Failed(_)), "{answer}");
    }
}

#[test]
fn printed_output_is_shown() {
    let text = "If(Less(Var(x), Lit(0)), Print(Minus(Lit(0), Var(x))), Print(Var(x)))";
    let answers = ends(4, |cx| {
        let program = read(cx, STMT, text);
        whilelang::run(cx, program, &["x"])
    });
    assert_eq!(answers.len(), 2);
    assert!(answers.iter().all(|answer| answer.events.len() == 1));
    let shown = whilelang::show(&tree(STMT, text));
    assert_eq!(shown, "if x < 0 { print (0 - x) } else { print x }");
}

#[test]
fn holes_in_programs_are_filled() {
    // The larger of two numbers.
    let goal = |cx: &mut Cx<'_>| {
        let program = read(cx, STMT, "If(Less(Var(x), Var(y)), Assign(m, ?yes), Assign(m, ?no))");
        for (x, y, larger) in [(1, 2, 2), (5, 3, 5), (4, 4, 4), (0, 7, 7), (9, 8, 9)] {
            let text = format!("Set(x, {x}, Set(y, {y}, Unset))");
            let store = read(cx, lang_interp::Kind::Data(&whilelang::Store), &text);
            let store = whilelang::exec(cx, program, store)?;
            let expected = cx.int(larger);
            let name = cx.symbol("m");
            let variable = cx.make(&whilelang::Var, &[name]);
            let found = whilelang::eval(cx, variable, store)?;
            cx.unify(found, expected)?;
        }
        Ok(program)
    };
    let answer = &first(1, goal)[0];
    let filled: Vec<String> =
        answer.unknowns.iter().map(|named| whilelang::show(&named.value)).collect();
    assert_eq!(filled, ["y", "x"]);
}
