//! The independent evaluator on traces that are small enough to be judged by hand.

use source::Files;
use term::{Model, Pool};
use trace::{Event, Judge, Spec};

/// Whether a formula holds on a trace, written as one letter for each event: `e` is `e(1)`, `f` is
/// `f()`.
fn holds(formula: &str, trace: &str) -> bool {
    let pool = Pool::new();
    let text = format!("op e(n: Int) op f() ghost m: Int\nproperty p := {formula}");
    let (spec, diagnostics) = Spec::read(&pool, &Files::new().add("judge.trace", &text));
    assert_eq!(diagnostics, [], "{formula}");
    let spec = spec.expect("no errors");
    let event = |c: char| {
        let op = spec.alphabet.find(pool.symbol(&c.to_string()));
        Event { op, values: if c == 'e' { vec![pool.int(1)] } else { Vec::new() } }
    };
    let trace: Vec<Event> = trace.chars().map(event).collect();
    let mut model = Model::new();
    model.set(spec.ghost("m").expect("declared"), pool.int(1));
    let judge = Judge { pool: &pool, alphabet: &spec.alphabet, model: &model, trace: &trace };
    judge.holds(&spec.properties[0].formula).expect("flat")
}

#[track_caller]
fn check(formula: &str, yes: &[&str], no: &[&str]) {
    for trace in yes {
        assert!(holds(formula, trace), "{formula} holds on `{trace}`");
    }
    for trace in no {
        assert!(!holds(formula, trace), "{formula} does not hold on `{trace}`");
    }
}

#[test]
fn events_and_the_empty_trace() {
    check("<e>", &["e", "ef"], &["", "f", "fe"]);
    check("!<e>", &["", "f", "fe"], &["e"]);
    check("~<e>", &["f", "fe"], &["", "e"]);
    check("<e m>", &["e"], &["f"]);
    check("<e !m>", &[], &["e"]);
    check("<e x | x > 1>", &[], &["e"]);
    check("<e x | x >= m>", &["e"], &[]);
    check("<_ | m == 1>", &["e", "f"], &[""]);
    check("any", &["e", "f"], &[""]);
    check("last", &["e", "f"], &["", "ef"]);
    check("eps", &[""], &["e"]);
    check("true", &["", "e"], &[]);
    check("false", &[], &["", "e"]);
}

#[test]
fn next_at_the_last_event() {
    check("X <f>", &["ef", "ff"], &["", "e", "ee"]);
    check("X true", &["e", "ef"], &[""]);
    check("X G <f>", &["e", "ef", "eff"], &["", "efe"]);
    check("X (any && G <f>)", &["ef"], &["", "e"]);
    check("N <f>", &["", "e", "f", "ef"], &["ee"]);
    check("N false", &["", "e"], &["ee"]);
}

#[test]
fn always_and_sometimes_speak_of_positions() {
    check("F <f>", &["f", "ef", "fe"], &["", "e"]);
    check("G <f>", &["", "f", "ff"], &["e", "fe"]);
    check("F G <f>", &["f", "ef"], &["", "fe"]);
    check("G F <f>", &["", "f", "ef"], &["fe"]);
    check("F true", &["e"], &[""]);
    check("G false", &[""], &["e"]);
    check("F last", &["e", "ef"], &[""]);
}

#[test]
fn until_and_its_relatives() {
    check("<e> U <f>", &["f", "ef", "eefe"], &["", "e", "ee"]);
    check("<e> W <f>", &["", "e", "ee", "ef", "f"], &[]);
    check("false W <f>", &["", "f"], &["e", "ef"]);
    check("<f> R <e>", &["", "e", "ee"], &["f", "ef"]);
    check("<e> R any", &["", "f", "ef"], &[]);
    check("last R <e>", &["", "e", "ee"], &["ef"]);
    // The left side looks past the place where the right side holds.
    check("X X <f> U <e>", &["e", "fef"], &["", "fff", "fee", "fe"]);
}

#[test]
fn concatenation_cuts_the_trace() {
    check("<e> ; <f>", &["ef", "eef", "efe"], &["", "e", "f", "fe"]);
    check("re(<e> ; <f>)", &["ef"], &["", "eef", "efe"]);
    check("G <e> ; G <f>", &["", "e", "f", "eff"], &["fe", "efe"]);
    check("(last && <e>) ; (last && <f>)", &["ef"], &["e", "eff"]);
    check("re((<e> ; <f>)*)", &["", "ef", "efef"], &["e", "efe"]);
    check("re(<e>+ ; <f>?)", &["e", "ee", "eef"], &["", "f", "ff"]);
    check("last ; last ; last", &["eee"], &["ee", "eeee"]);
}
