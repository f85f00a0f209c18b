//! Regular expressions against a matcher that tries everything.

use interp_langs::regex::{self, RE, TEXT};
use lang_interp::{Cx, Form, Heap, Options, RunOutcome, Stop, Value, View, solve};

use crate::support::{covers, ends, first, outcome, read, texts, tree};

/// The rests of a text that an expression leaves, by trying all ways. A star goes round at most once
/// for each letter.
fn rests<'t>(re: View<'_>, text: &'t [String]) -> Vec<&'t [String]> {
    let Form::Con(ctor) = re.form() else { panic!("{re} is an expression") };
    let part = |number| re.child(number).expect("it has so many fields");
    let mut all = match ctor.text() {
        "Never" => Vec::new(),
        "Nothing" => vec![text],
        "Letter" => match text.split_first() {
            Some((letter, rest)) if *letter == part(0).to_string() => vec![rest],
            _ => Vec::new(),
        },
        "Both" => {
            let behind = rests(part(0), text).into_iter();
            behind.flat_map(|rest| rests(part(1), rest)).collect()
        }
        "Either" => [rests(part(0), text), rests(part(1), text)].concat(),
        _ => {
            let shorter = |rest: &&[String]| rest.len() < text.len();
            let once = rests(part(0), text).into_iter().filter(shorter);
            once.flat_map(|rest| rests(re, rest)).chain([text]).collect()
        }
    };
    all.sort_by_key(|rest| rest.len());
    all.dedup();
    all
}

fn oracle(re: View<'_>, text: View<'_>) -> bool {
    let (mut letters, mut rest) = (Vec::new(), text);
    while let (Some(letter), Some(behind)) = (rest.child(0), rest.child(1)) {
        letters.push(letter.to_string());
        rest = behind;
    }
    rests(re, &letters).iter().any(|rest| rest.is_empty())
}

fn both_unknown(cx: &mut Cx<'_>) -> Result<Value, Stop> {
    let (re, text) = (cx.unknown("re", RE), cx.unknown("text", TEXT));
    regex::matches(cx, re, text).map(Value::from)
}

fn is(outcome: &RunOutcome, truth: bool) -> bool {
    matches!(outcome, RunOutcome::Value(tree) if tree.view().form() == Form::Bool(truth))
}

#[test]
fn every_answer_happens() {
    let answers = ends(5, both_unknown);
    assert!(answers.len() > 100, "{}", answers.len());
    for answer in answers {
        let (re, text) = (answer.instance[0].value.view(), answer.instance[1].value.view());
        assert!(is(&answer.outcome, oracle(re, text)), "{answer}");
    }
}

#[test]
fn everything_that_happens_is_an_answer() {
    let answers = ends(9, both_unknown);
    let texts_of = |kind, sizes: std::ops::RangeInclusive<usize>| -> Vec<_> {
        let all = sizes.flat_map(|size| texts(kind, size, &["a", "b"]));
        all.map(|text| tree(kind, &text)).collect()
    };
    for re in texts_of(RE, 1..=3) {
        for text in texts_of(TEXT, 1..=2) {
            let expected = oracle(re.view(), text.view());
            let found = outcome(&[re.clone(), text.clone()], both_unknown);
            assert!(is(&found, expected), "{re} {text}");
            let covering = answers.iter().any(|answer| {
                is(&answer.outcome, expected)
                    && covers(answer.unknowns[0].value.view(), re.view())
                    && covers(answer.unknowns[1].value.view(), text.view())
            });
            assert!(covering, "{re} {text}");
        }
    }
}

#[test]
fn texts_that_match_are_listed() {
    let ab_or_c = "Star(Either(Both(Letter(a), Letter(b)), Letter(c)))";
    let goal = |cx: &mut Cx<'_>| {
        let re = read(cx, RE, ab_or_c);
        regex::matching(cx, re)
    };
    let options = Options::default().take(4).smallest_first();
    let (answers, _) = solve(&mut Heap::new(), &options, goal);
    let mut found: Vec<String> =
        answers.iter().map(|answer| regex::show(&answer.unknowns[0].value)).collect();
    found.sort();
    assert_eq!(found, ["\"\"", "ab\"\"", "c\"\"", "cc\"\""]);
}

#[test]
fn expressions_differ_on_a_text() {
    let differ = |first: &'static str, second: &'static str| {
        move |cx: &mut Cx<'_>| {
            let (first, second) = (read(cx, RE, first), read(cx, RE, second));
            regex::differing(cx, first, second)
        }
    };
    let found = &first(1, differ("Star(Letter(a))", "Both(Letter(a), Star(Letter(a)))"))[0];
    assert_eq!(regex::show(&found.unknowns[0].value), "\"\"");
    // Equal expressions without a star: there is no text, and the search says so.
    let equal = differ("Either(Letter(a), Nothing)", "Either(Nothing, Letter(a))");
    let mut options = Options::default();
    options.explore.budget.depth = Some(8);
    let (answers, _) = solve(&mut Heap::new(), &options, equal);
    assert!(answers.is_empty(), "{answers:?}");
}

#[test]
fn holes_in_expressions_are_filled() {
    let goal = |cx: &mut Cx<'_>| {
        let re = read(cx, RE, "Both(?hole, Letter(b))");
        for (text, expected) in [("Then(a, Then(b, End))", true), ("Then(b, End)", false)] {
            let text = read(cx, TEXT, text);
            if regex::matches(cx, re, text)? != expected {
                return Err(cx.discard());
            }
        }
        Ok(re)
    };
    let found = first(1, goal);
    assert_eq!(regex::show(&found[0].unknowns[0].value), "a");
}
