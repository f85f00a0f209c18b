//! No text breaks the front end: no panic, no overflow of the stack, no endless list of errors.

use lang_toy::{MAX_DEPTH, load, lower, parse};
use proptest::prelude::*;
use source::{Diagnostic, Files};

/// Loads a text, and lowers its tree even if it did not parse.
fn survive(text: &str) -> Vec<Diagnostic> {
    let mut files = Files::new();
    let file = files.add("soup.toy", text);
    let (ast, errors) = parse(&file);
    let lowered = lower(&ast);
    for diagnostic in errors.iter().chain(lowered.as_ref().err().into_iter().flatten()) {
        let span = diagnostic.labels.first().expect("every error has a place").span;
        assert!(text.get(span.range()).is_some(), "{diagnostic:?} lies outside of the text");
    }
    let all = if errors.is_empty() { lowered.err().unwrap_or_default() } else { errors };
    assert!(all.len() <= 20, "{} errors", all.len());
    assert_eq!(load(&file).err().unwrap_or_default(), all);
    all
}

const TOKENS: [&str; 60] = [
    "fn",
    "check",
    "let",
    "if",
    "else",
    "while",
    "return",
    "read",
    "assume",
    "assert",
    "emit",
    "len",
    "true",
    "false",
    "int",
    "bool",
    "x",
    "y",
    "f",
    "0",
    "17",
    "\"t\"",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ",",
    ";",
    ":",
    "->",
    "=",
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "+",
    "-",
    "*",
    "/",
    "%",
    "&&",
    "||",
    "!",
    "@",
    "\"",
    "1.5",
    "//",
    "\n",
    "check c {",
    "fn f() {",
    "let x =",
    "if x {",
    "};",
    "int[]",
    "read int \"n\"",
    "é",
];

proptest! {
    #[test]
    fn bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        survive(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn characters(text in "\\PC{0,200}") {
        survive(&text);
    }

    #[test]
    fn tokens(tokens in prop::collection::vec(prop::sample::select(&TOKENS[..]), 0..200)) {
        survive(&tokens.join(" "));
        survive(&format!("check c {{ {} }}", tokens.join(" ")));
    }

    #[test]
    fn damaged_programs(
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        cut in any::<prop::sample::Index>(),
        token in prop::sample::select(&TOKENS[..]),
    ) {
        let text = test_support::toy::program(&bytes);
        let cut = cut.index(text.len());
        survive(&format!("{} {token} {}", &text[..cut], &text[cut..]));
        survive(&text[..cut]);
    }
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let found = survive(text);
    assert!(found.iter().any(|d| d.message.contains(expected)), "{found:#?}");
}

#[test]
fn deep_nesting_is_an_error() {
    const DEEP: usize = 100_000;
    check(&format!("check c {{ let x = {}1; }}", "(".repeat(DEEP)), "nested too deeply");
    check(&format!("check c {{ let x = {}1; }}", "-".repeat(DEEP)), "nested too deeply");
    check(&format!("check c {{ let x = {}1; }}", "[".repeat(DEEP)), "nested too deeply");
    check(&format!("check c {{ let x = 1{}; }}", "[0]".repeat(DEEP)), "nested too deeply");
    check(&format!("check c {{ let x = 1{}; }}", " + 1".repeat(DEEP)), "nested too deeply");
    check(&format!("check c {{ {}", "if true { ".repeat(DEEP)), "nested too deeply");
    check(&format!("check c {{ {}", "if true { } else ".repeat(DEEP)), "nested too deeply");
    check(&format!("check c {{ x({}", "f(".repeat(DEEP)), "nested too deeply");
}

#[test]
fn chains_inside_of_chains_are_no_way_around_the_limit() {
    let layer = |inner: String| format!("({inner}{})", " + 1".repeat(100));
    let text = (0..100).fold("1".to_owned(), |inner, _| layer(inner));
    check(&format!("check c {{ let x = {text}; }}"), "nested too deeply");
}

#[test]
fn what_is_just_shallow_enough_is_read() {
    let most = MAX_DEPTH as usize - 2;
    let text = format!("check c {{ let x = {}1{}; }}", "(".repeat(most), ")".repeat(most));
    assert_eq!(survive(&text), []);
}

#[test]
fn long_texts_take_no_long_time() {
    const LONG: usize = 1_000_000;
    check(&"@".repeat(LONG), "unknown character");
    check(&"(".repeat(LONG), "expected `fn` or `check`");
    check(&"é\0\u{202e}".repeat(LONG / 4), "unknown character");
    check(&format!("check {} {{ assert y; }}", "x".repeat(LONG)), "unknown variable `y`");
    check(&format!("check c {{ assert {}; }}", "x".repeat(LONG)), "unknown variable `xxx");
    check(&format!("check c {{ assert {}; }}", "9".repeat(LONG)), "too long");
    check(&format!("check c {{ let s = \"{}; }}", "x".repeat(LONG)), "not closed");
    check(&format!("// {}", "x".repeat(LONG)), "nothing to run");
    check(&" \n".repeat(LONG), "nothing to run");
    check(&"fn f() { } ".repeat(LONG / 20), "defined twice");
    check(&"check c { } } ".repeat(LONG / 20), "expected `fn` or `check`");
}

#[test]
fn many_statements_and_variables_take_no_long_time() {
    use std::fmt::Write;
    let mut text = "check c { let x0 = 1; ".to_owned();
    for number in 1..30_000 {
        let _ = write!(text, "let x{number} = x{} + 1; ", number - 1);
    }
    assert_eq!(survive(&format!("{text} }}")), []);
    assert_eq!(survive(&format!("check c {{ {} }}", "let x = 1; ".repeat(30_000))), []);
}
