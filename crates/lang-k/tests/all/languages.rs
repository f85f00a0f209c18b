//! The other languages of `examples/k`, on programs whose output is known.

use lang_k::Ending;
use term::Pool;

use crate::support::{folder, load};

/// Runs a program of the examples and compares what it prints.
#[track_caller]
fn check(definition: &str, program: &str, input: &[i64], expected: &str) {
    let mut language = load(definition, &[]);
    let path = folder().join(definition).with_file_name(program);
    let text = std::fs::read_to_string(path).expect("the example is there");
    let (printed, ending, state) = language.run(&text, input);
    let shown = language.language.show_state(&Pool::new(), &state);
    assert_eq!((printed.as_str(), ending), (expected, Ending::Finished), "{shown}");
}

#[test]
fn exceptions_loops_and_arrays_of_simple() {
    let printed = "caught zero\n3 -1\n0\n1\n2\n7\n";
    check("simple/simple.md", "exceptions.simple", &[], printed);
}

#[test]
fn threads_of_simple_share_the_store() {
    check("simple/simple.md", "threads.simple", &[], "2\n");
}

#[test]
fn processes_meet() {
    check("rendezvous/channel.k", "sieve.channel", &[], "4\n6\n8\n10\n12\n14\n");
}

#[test]
fn substitution_does_not_catch_variables() {
    let mut lambda = load("lambda/lambda.k", &[]);
    let (_, _, state) = lambda.run("(lambda x . (lambda y . (x y))) (lambda z . y)", &[]);
    let shown = lambda.language.show_state(&Pool::new(), &state);
    assert!(shown.contains("lambda y0 ."), "{shown}");
}

#[test]
fn a_fixed_point_computes_a_factorial() {
    let mut lambda = load("lambda/lambda.k", &[]);
    let path = folder().join("lambda/factorial.lambda");
    let text = std::fs::read_to_string(path).expect("the example is there");
    let (_, _, state) = lambda.run(&text, &[]);
    let shown = lambda.language.show_state(&Pool::new(), &state);
    assert_eq!(shown, "<T>\n  <k>\n    3628800 ~> .K\n  </k>\n</T>");
}

#[test]
fn lists_of_kool() {
    let mut kool = load("kool/kool.k", &[]);
    let path = folder().join("kool/lists.kool");
    let text = std::fs::read_to_string(path).expect("the example is there");
    let (printed, ending, state) = kool.run(&text, &[5, 2, 5]);
    let shown = kool.language.show_state(&Pool::new(), &state);
    assert_eq!((printed.as_str(), ending), ("moved\n2\n", Ending::Finished), "{shown}");
}
