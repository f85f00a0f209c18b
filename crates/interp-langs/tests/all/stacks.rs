//! The stack machine against a plain one.

use interp_langs::stack::{self, CODE, STACK};
use lang_interp::{Answer, Cx, Form, RunOutcome, Stop, Tree, Value, View};

use crate::support::{covers, ends, first, outcome, read, texts, tree};

/// The items of a list of constructors, each with its number if it has one.
fn items(mut list: View<'_>) -> Vec<(String, i64)> {
    let mut all = Vec::new();
    while let (Some(item), Some(rest)) = (list.child(0), list.child(1)) {
        let number = |view: View<'_>| match view.form() {
            Form::Int(int) => int.to_i64(),
            _ => None,
        };
        let inside = number(item).or_else(|| item.child(0).and_then(number)).unwrap_or(0);
        let name = match item.form() {
            Form::Con(name) => name.text().to_owned(),
            _ => String::new(),
        };
        all.push((name, inside));
        list = rest;
    }
    all
}

/// The stack at the end, its top last; none if the machine fails. Endless runs are not for it.
fn oracle(code: &[(String, i64)]) -> Option<Vec<i64>> {
    let (mut counter, mut stack) = (0_usize, Vec::new());
    while counter < code.len() {
        let (name, number) = &code[counter];
        counter += 1;
        match name.as_str() {
            "Push" => stack.push(*number),
            "Add" | "Sub" => {
                let (right, left): (i64, i64) = (stack.pop()?, stack.pop()?);
                stack.push(if name == "Add" { left + right } else { left - right });
            }
            "Dup" => stack.push(*stack.last()?),
            "Swap" => {
                let (top, below) = (stack.pop()?, stack.pop()?);
                stack.extend([top, below]);
            }
            "Pop" | "Out" => drop(stack.pop()?),
            "Jump" => counter = usize::try_from(*number).ok()?,
            "JumpIfZero" => {
                if stack.pop()? == 0 {
                    counter = usize::try_from(*number).ok()?;
                }
            }
            _ => return Some(stack),
        }
    }
    (counter == code.len()).then_some(stack)
}

fn is(outcome: &RunOutcome, expected: Option<Vec<i64>>) -> bool {
    match (outcome, expected) {
        (RunOutcome::Value(tree), Some(mut stack)) => {
            stack.reverse();
            items(tree.view()).into_iter().map(|(_, number)| number).collect::<Vec<_>>() == stack
        }
        (RunOutcome::Failed(failure), None) => failure.kind.is_of_program(),
        _ => false,
    }
}

fn unknown_program(cx: &mut Cx<'_>) -> Result<Value, Stop> {
    let code = cx.unknown("code", CODE);
    let stack = read(cx, STACK, "Bottom");
    stack::run(cx, code, stack)
}

fn run_instance(answer: &Answer) -> RunOutcome {
    let given: Vec<Tree> = answer.instance.iter().map(|named| named.value.clone()).collect();
    outcome(&given, unknown_program)
}

#[test]
fn every_answer_happens() {
    let answers = ends(10, unknown_program);
    assert!(answers.len() > 50, "{}", answers.len());
    for answer in answers {
        let expected = oracle(&items(answer.instance[0].value.view()));
        assert!(is(&run_instance(&answer), expected), "{answer}");
    }
}

#[test]
fn small_programs_run_as_they_should() {
    let mut count = 0;
    for text in (1..=7).step_by(2).flat_map(|size| texts(CODE, size, &["0", "2"])) {
        // Programs of at most three instructions that go back are endless.
        if text.contains("Jump(0)") || text.contains("JumpIfZero(0)") {
            continue;
        }
        let code = tree(CODE, &text);
        let endless = text.contains("Jump(2)") || text.contains("JumpIfZero(2)");
        if endless && items(code.view()).get(2).is_some_and(|(name, _)| name.starts_with("Jump")) {
            continue;
        }
        let found = outcome(std::slice::from_ref(&code), unknown_program);
        assert!(is(&found, oracle(&items(code.view()))), "{text}");
        count += 1;
    }
    assert!(count > 1000, "{count}");
}

/// Whether a program of at most two instructions goes back.
fn is_endless(code: &[(String, i64)]) -> bool {
    let back = |(address, (name, target)): (usize, &(String, i64))| {
        name.starts_with("Jump") && usize::try_from(*target).is_ok_and(|target| target <= address)
    };
    code.iter().enumerate().any(back)
}

#[test]
fn everything_that_happens_is_an_answer() {
    let answers = ends(10, unknown_program);
    let mut count = 0;
    for text in [1, 3, 5].into_iter().flat_map(|size| texts(CODE, size, &["0", "1", "2", "3"])) {
        let code = tree(CODE, &text);
        if is_endless(&items(code.view())) {
            continue;
        }
        let expected = oracle(&items(code.view()));
        let covering = |answer: &&Answer| {
            matches!(answer.outcome, RunOutcome::Value(_)) == expected.is_some()
                && covers(answer.unknowns[0].value.view(), code.view())
        };
        let found = answers.iter().find(covering).unwrap_or_else(|| panic!("{text}"));
        // Where the answer leaves nothing open, it tells the very stack.
        if found.conds.is_empty() && found.unknowns[0].value.is_ground() {
            assert!(is(&found.outcome, expected), "{text}: {found}");
        }
        count += 1;
    }
    assert!(count > 200, "{count}");
}

#[test]
fn inputs_that_reach_an_address_are_found() {
    // Is the input three more than four?
    let text = "Next(Push(3), Next(Sub, Next(Push(4), Next(Sub, Next(JumpIfZero(7), Next(Push(0), \
                Next(Halt, Next(Push(1), Next(Halt, Last)))))))))";
    let goal = |cx: &mut Cx<'_>| {
        let (code, stack) = (read(cx, CODE, text), read(cx, STACK, "On(?input, Bottom)"));
        stack::run(cx, code, stack)
    };
    let answers = ends(4, goal);
    let ends: Vec<(String, bool)> = answers
        .iter()
        .map(|answer| {
            let RunOutcome::Value(stack) = &answer.outcome else { panic!("{answer}") };
            (stack::show(stack), answer.instance[0].value.to_string() == "7")
        })
        .collect();
    assert_eq!(ends, [("1 |".to_owned(), true), ("0 |".to_owned(), false)]);
}

#[test]
fn holes_in_programs_are_filled() {
    // Twice the input, whatever it is.
    let goal = |cx: &mut Cx<'_>| {
        let code = read(cx, CODE, "Next(?first, Next(?second, Last))");
        for (input, twice) in [(3, 6), (5, 10)] {
            let stack = read(cx, STACK, &format!("On({input}, Bottom)"));
            let expected = read(cx, STACK, &format!("On({twice}, Bottom)"));
            let found = stack::run(cx, code, stack)?;
            cx.unify(found, expected)?;
        }
        Ok(code)
    };
    let answer = &first(1, goal)[0];
    let filled: Vec<String> =
        answer.unknowns.iter().map(|named| stack::show(&named.value)).collect();
    assert_eq!(filled, ["dup", "add"]);
}
