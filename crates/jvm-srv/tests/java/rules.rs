//! The rules about the JDK's classes, with code that keeps and code that breaks each, and what the language of
//! properties says beyond the order of calls.

use std::fmt::Write;

use crate::support::Program;
use jvm_srv::{Mode, Options, Replayed};
use lang_jvm::BuiltInChecks;
use source::Files;
use testbed::sample;
use typestate::{JdkRule, read, rules};

/// The rules of which the usual run takes a sample.
const USUAL: usize = 12;

fn method(rule: &JdkRule) -> String {
    rule.name.replace(['.', '-'], "_")
}

fn examples() -> String {
    let mut text = "import java.io.*;\nimport java.util.*;\nimport java.util.concurrent.*;\n\
         import java.util.concurrent.locks.*;\nimport java.util.stream.*;\npublic class Rules {\n"
        .to_owned();
    for rule in rules() {
        let name = method(rule);
        let (good, bad) = (rule.good, rule.bad);
        let _ = writeln!(text, "static void {name}_good() throws Exception {{ {good} }}");
        let _ = writeln!(text, "static void {name}_bad() throws Exception {{ {bad} }}");
    }
    text + "}\n"
}

#[test]
fn rules_are_kept_by_right_code_and_broken_by_wrong_code() {
    let text = examples();
    let Some(program) = Program::compile(&[("Rules.java", &text)]) else { return };
    for rule in sample("rules of the JDK", rules(), USUAL) {
        for (polarity, count) in [("good", 0), ("bad", 1)] {
            let entry = format!("Rules#{}_{polarity}()", method(rule));
            let found = program.search(rule.name, &entry, &[], &Options::default());
            let found = found.expect("the tests need libz3").outcome;
            let violations = &found.violations;
            assert_eq!(violations.len(), count, "{entry}: {:?}", found.gaps);
            assert!(violations.iter().all(|one| one.replay == Replayed::Confirmed), "{entry}");
        }
    }
}

const USES: &str = "public class Uses {
    static class Box {
        int limit;
        void put(int n) { if (n > 90) throw new IllegalStateException(); }
        void put(int n, String why) { }
        void open() { }
        void close() { }
        void put(byte[] bytes, int from, int count) { }
    }
    static void sizes(int n) { new Box().put(n); }
    static void ranges(int n) { new Box().put(new byte[4], 1, n); }
    static void reasons(boolean b) { new Box().put(1, b ? null : \"why\"); }
    static void fails(int n) { Box b = new Box(); try { b.put(n); } catch (IllegalStateException e) { } }
    static void ends(boolean b) { Box box = new Box(); box.open(); if (b) box.close(); }
    static void twice(int n) { Box box = new Box(); box.open(); if (n == 7) box.open(); box.close(); }
}
";

/// Properties in the words of JavaMOP, the method that is checked, and whether one of its inputs breaks it.
const SAID: [(&str, &str, bool); 13] = [
    (
        "P() { event put before(int n) : call(* Box.put(int)) && args(n) && condition(n * 2 + 1 == 15 && n > 0) {} ere: put @match {} }",
        "Uses#sizes(n: int)",
        true,
    ),
    (
        "P() { event put before(int n) : call(* Box.put(int)) && args(n) && condition(n > 3 && n < 4) {} ere: put @match {} }",
        "Uses#sizes(n: int)",
        false,
    ),
    (
        "P() { event put before(byte[] b, int from, int n) : call(* put(byte[], ..)) && args(b, from, n) && condition(n > b.length - from) { System.err.println(\"no room\"); } }",
        "Uses#ranges(n: int)",
        true,
    ),
    (
        "P() { event put before(int n) : call(* put(.., int)) && args(.., n) && condition(n < 0) { System.err.println(\"less\"); } }",
        "Uses#ranges(n: int)",
        true,
    ),
    (
        "P() { event put before(String s) : call(* Box.put(int, String)) && args(.., s) && condition(s == null) { System.err.println(\"no reason\"); } }",
        "Uses#reasons(b: boolean)",
        true,
    ),
    (
        "P() { event put before(String s) : call(* Box.put(int, String)) && args(int, s) && condition(s != null && s.length() != 3) { System.err.println(\"no reason\"); } }",
        "Uses#reasons(b: boolean)",
        false,
    ),
    (
        "P(Box b) { event fail after(Box b) throwing (Exception e) : call(* Box.put(..)) && target(b) {} ere: fail @match {} }",
        "Uses#fails(n: int)",
        true,
    ),
    (
        "P(Box b) { event done after(Box b) throwing : call(* Box.open()) && target(b) {} ere: done @match {} }",
        "Uses#twice(n: int)",
        false,
    ),
    (
        "P(Box b) { event open before(Box b) : call(* Box.open()) && target(b) {} event close before(Box b) : call(* Box.close()) && target(b) {} \
         event end before() : endProgram() {} ere: open end @match {} }",
        "Uses#ends(b: boolean)",
        true,
    ),
    (
        "P(Box b, Thread t) { event open before(Box b, Thread t) : call(* Box.open()) && target(b) && thread(t) {} ere: open open @match {} }",
        "Uses#twice(n: int)",
        true,
    ),
    (
        "full-binding P(Box b, Thread t) { event open before(Box b) : call(* Box.open()) && target(b) {} event other before(Thread t) : call(* Box.gone()) && thread(t) {} ere: open @match {} }",
        "Uses#twice(n: int)",
        false,
    ),
    (
        "suffix P(Box b) { event open before(Box b) : call(* Box.open()) && target(b) {} event close before(Box b) : call(* Box.close()) && target(b) {} ere: open close @match {} }",
        "Uses#twice(n: int)",
        true,
    ),
    (
        "P(Box b) { event open before(Box b) : call(* Box.open()) && target(b) {} event close before(Box b) : call(* Box.close()) && target(b) {} ptltl: open => !(*) open @violation {} }",
        "Uses#twice(n: int)",
        true,
    ),
];

#[test]
fn what_javamop_says_beyond_the_order_of_calls_is_followed() {
    let Some(program) = Program::compile(&[("Uses.java", USES)]) else { return };
    for (text, entry, expected) in SAID {
        let properties = read(&Files::new().add("t.mop", text));
        let properties = properties.unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
        for mode in [Mode::Dfs, Mode::Srv] {
            let options = Options { mode, ..Options::default() };
            let found = program.search_for(properties.clone(), entry, &[], &options);
            let found = found.expect("the tests need libz3").outcome;
            let broken = found.violations.iter().filter(|one| one.replay == Replayed::Confirmed);
            assert_eq!(broken.count() > 0, expected, "{text} in {mode:?}: {:?}", found.gaps);
            assert_eq!(found.violations.is_empty(), !expected, "{text}");
            assert!(expected || found.gaps.is_empty(), "{text}: {:?}", found.gaps);
        }
    }
}

const TEXTS: &str = "public class Texts {
    static void replaced(String s) {
        String t = s.replace('a', 'b');
        assert t.length() == s.length() && t.indexOf('a') < 0;
        assert (t == s) == (s.indexOf('a') < 0);
        assert !t.equals(\"xbybzbxb\") || s.startsWith(\"x\");
    }
    static void found(String s) { assert !s.replace('o', '0').equals(\"f00\"); }
}
";

#[test]
fn a_character_is_replaced_in_two_paths() {
    let Some(program) = Program::compile(&[("Texts.java", TEXTS)]) else { return };
    let search = |entry| {
        let watch = BuiltInChecks { exceptions: true, assertions: true };
        let options = Options { watch, ..Options::default() };
        let found = program.search_for(Vec::new(), entry, &[], &options);
        found.expect("the tests need libz3").outcome
    };
    let replaced = search("Texts#replaced(s: String[8])");
    assert!(replaced.uncaught.is_empty() && replaced.gaps.is_empty(), "{:?}", replaced.gaps);
    assert!(replaced.runs <= 6, "{}", replaced.runs);
    assert!(!search("Texts#found(s: String[3])").uncaught.is_empty());
}
