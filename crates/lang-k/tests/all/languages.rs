//! The other languages of `examples/k`, on programs whose output is known.

use lang_k::Ending;

use crate::support::{folder, load};

/// Runs a program of the examples and compares what it prints.
#[track_caller]
fn check(definition: &str, program: &str, input: &[i64], expected: &str) {
    let mut language = load(definition, &[]);
    let path = folder().join(definition).with_file_name(program);
    let text = std::fs::read_to_string(path).expect("the example is there");
    let (printed, ending, state) = language.run(&text, input);
    let fronts = language.fronts(&state);
    assert_eq!((printed.as_str(), ending), (expected, Ending::Finished), "{fronts}");
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
