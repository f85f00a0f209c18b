//! Which inputs matter, compared with trying all small values.

use crate::support::Program;
use jvm_srv::{Options, SearchOutcome, Weight, bits};
use lang_jvm::BuiltInChecks;

/// Each method throws under a condition on its inputs.
const PROGRAM: &str = "class Weights {
    static void either(int a, int b, int c) {
        if (a == 3 || b == 3) throw new IllegalStateException();
    }
    static void both(int a, int b, int c) {
        if (a > 10 && b < -2 && c < 1000) throw new IllegalStateException();
    }
    static void sum(int a, int b, int c) {
        if (a + b > 100 && a < 60) throw new IllegalStateException();
    }
    static void any(int a, int b, int c) {
        int d = a > b ? c : -c;
        throw new IllegalStateException(\"\" + (d > 0));
    }
}";

/// The same conditions.
type Throws = fn(i32, i32, i32) -> bool;

const METHODS: [(&str, Throws); 4] = [
    ("either", |a, b, _| a == 3 || b == 3),
    ("both", |a, b, c| a > 10 && b < -2 && c < 1000),
    ("sum", |a, b, _| a.wrapping_add(b) > 100 && a < 60),
    ("any", |_, _, _| true),
];

fn search(program: &Program, method: &str) -> Option<(term::Pool, SearchOutcome)> {
    let watch = BuiltInChecks { exceptions: true, assertions: true };
    let options = Options { watch, relevance: true, ..Options::default() };
    let entry = format!("Weights#{method}(a: int, b: int, c: int)");
    let found = program.search_for(Vec::new(), &entry, &[], &options)?;
    Some((found.pool, found.outcome))
}

#[test]
fn weights_are_those_of_trying_all_small_values() {
    let Some(program) = Program::compile(&[("Weights.java", PROGRAM)]) else { return };
    for (method, throws) in METHODS {
        let Some((pool, outcome)) = search(&program, method) else { return };
        assert!(!outcome.uncaught.is_empty(), "{method}");
        for found in &outcome.uncaught {
            let number = |value| bits(&pool, value) as i32;
            let values: Vec<i32> = found.inputs.iter().map(|seen| number(seen.value)).collect();
            let with = |at: usize, other: i32| {
                let mut values = values.clone();
                values[at] = other;
                throws(values[0], values[1], values[2])
            };
            assert!(throws(values[0], values[1], values[2]), "{method}: {values:?}");
            for (at, seen) in found.inputs.iter().enumerate() {
                let always = (-1100..1100).all(|other| with(at, other));
                match seen.weight {
                    Weight::Nothing => assert!(always, "{method}: {values:?} {at}"),
                    Weight::Decides(other) => assert!(!with(at, number(other)), "{method} {at}"),
                    Weight::Unclear => assert!(always, "{method}: {values:?} {at} is not found"),
                }
            }
        }
    }
}
