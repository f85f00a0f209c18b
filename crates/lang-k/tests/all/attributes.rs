//! Attributes that decide whether and when rules are used.

use lang_k::{GivenUp, Options, Steps, Value, explore};
use term::{Pool, Sort};

use crate::support::{load_text, no_solver};

/// The configuration that a program ends in, its white space as single blanks.
fn end_of(rules: &str, program: &str) -> String {
    let definition = definition(rules);
    let mut loaded = load_text("test.k", &definition, &[]);
    let (_, _, state) = loaded.run(program, &[]);
    let shown = loaded.language.show_state(&Pool::new(), &state);
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn definition(rules: &str) -> String {
    format!(
        r#"module TEST
             imports DOMAINS
             syntax Exp ::= Int | "go" | "a" | "b" | "c" | f(Int) | twice(Exp)
             syntax Int ::= g(Int) [function] | h(Int) [function]
             configuration <k> $PGM:Exp </k> <in stream="stdin"> .List </in>
             {rules}
           endmodule"#
    )
}

#[track_caller]
fn check(rules: &str, program: &str, expected: &str) {
    let end = end_of(rules, program);
    let expected = format!("<k> {expected} ~> .K </k>");
    assert!(end.contains(&expected), "{end}");
}

#[test]
fn rules_for_provers_take_no_part_in_runs() {
    for attribute in ["simplification", "simplification(10)", "non-executable", "symbolic"] {
        check(&format!("rule <k> go => a ...</k> [{attribute}] rule go => b"), "go", "b");
        check(&format!("rule a => b rule b => c [{attribute}]"), "a", "b");
        let function =
            format!("rule g(X) => 1 +Int X [{attribute}] rule g(_) => 7 rule go => g(1)");
        check(&function, "go", "7");
    }
}

#[test]
fn lemmas_over_built_in_functions_are_left_out() {
    let lemmas = "rule X +Int 0 => X [simplification] rule 1 +Int 1 => 3 [simplification]
                  rule go => 1 +Int 1";
    check(lemmas, "go", "2");
    // Connectives of the logic need not even be read.
    check("rule #Ceil(g(@X)) => #Top [simplification] rule go => 1", "go", "1");
}

#[test]
fn modules_for_symbolic_execution_give_no_rules_to_runs() {
    let definition = r#"
        module LEMMAS [symbolic] imports INT syntax Int ::= g(Int) [function]
          rule g(X) => X +Int 1 endmodule
        module TEST imports LEMMAS imports DOMAINS
          configuration <k> $PGM:Int </k> rule g(X) => X +Int 2 rule 5 => g(5) requires true
        endmodule"#;
    let mut loaded = load_text("test.k", definition, &[]);
    let (_, _, state) = loaded.run("5", &[]);
    let shown = loaded.language.show_state(&Pool::new(), &state);
    assert!(shown.contains('7'), "{shown}");
}

#[test]
fn rules_left_out_are_listed() {
    let text = definition("rule go => a [simplification] rule go => b [non-executable]");
    let loaded = load_text("test.k", &text, &[]);
    let left_out: Vec<&str> =
        loaded.language.compiled.left_out.iter().map(|rule| rule.attribute).collect();
    assert_eq!(left_out, ["simplification", "non-executable"]);
}

#[test]
fn priorities_order_all_rules() {
    check("rule go => a rule go => b [priority(40)] rule go => c [owise]", "go", "b");
    check("rule go => c [owise] rule go => a [priority(60)]", "go", "a");
    let function =
        "rule g(_) => 1 [owise] rule g(0) => 2 rule g(X) => 3 requires X >Int 5 [priority(20)]";
    for (argument, result) in [("0", "2"), ("1", "1"), ("6", "3")] {
        check(&format!("{function} rule go => g({argument})"), "go", result);
    }
}

#[test]
fn a_macro_is_expanded_once_unless_it_is_recursive() {
    check("rule twice(X) => twice(f(1)) [macro] rule go => twice(a)", "go", "twice ( f ( 1 ) )");
    let recursive = "rule twice(f(X)) => twice(f(X -Int 1)) requires X >Int 0 [macro-rec]
                     rule go => twice(f(3))";
    check(recursive, "go", "twice ( f ( 0 ) )");
}

#[test]
fn heat_and_cool_ask_whether_the_hole_is_a_value() {
    let rules = r#"
        syntax KResult ::= Int
        syntax KItem ::= "waits"
        rule <k> twice(HOLE:Exp) => HOLE ~> waits ...</k> [heat]
        rule <k> HOLE:Exp ~> waits => twice(HOLE) ...</k> [cool]
        rule go => 4"#;
    check(rules, "twice(go)", "twice ( 4 )");
}

#[test]
fn generators_make_fresh_values() {
    let rules = r#"
        syntax Loc ::= loc(Int) | newLoc(Int) [function, freshGenerator]
        rule newLoc(I) => loc(I +Int 100)
        syntax Exp ::= Loc
        rule go => !L:Loc"#;
    check(rules, "go", "loc ( 100 )");
}

#[test]
fn a_bad_priority_or_variable_is_refused() {
    for (rules, message) in [
        ("rule go => a [priority(first)]", "`priority` takes a number from 0 on"),
        ("rule g(X) => X [symbolic(Y)]", "the left-hand side has no variable `Y`"),
    ] {
        let text = definition(rules);
        let mut files = source::Files::new();
        let main = files.add("test.k", &text);
        let loaded =
            lang_k::Language::load(&mut files, &main, &Default::default(), &mut |_, _| None, &[]);
        let errors = loaded.expect_err("it is wrong");
        assert!(errors.iter().any(|error| error.message == message), "{errors:?}");
    }
}

/// The ends of a program that reads one symbolic number, and what was given up.
fn symbolic_ends(rules: &str) -> (Vec<String>, Vec<GivenUp>) {
    let text = definition(rules);
    let mut loaded = load_text("test.k", &text, &[]);
    let pool = Pool::new();
    let input = Value::symbolic(&pool, pool.var("n", Sort::INT));
    let start = loaded.start(&pool, "go", vec![input]);
    let options = Options { steps: Steps::First, ..Options::default() };
    let program = &loaded.language.compiled.program;
    let found = explore(program, &pool, start, &[], None, &options, &no_solver);
    let shown = |end: &lang_k::Solution| {
        let text = loaded.language.show_state(&pool, &end.state);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    (found.solutions.iter().map(shown).collect(), found.given_up.into_iter().map(|g| g.0).collect())
}

const READ: &str = "rule <k> go => g(X) ...</k> <in> ListItem(X:Int) => .List ...</in>";

#[test]
fn symbolic_and_concrete_rules() {
    let both = format!("{READ} rule g(X) => X +Int 1 [concrete] rule g(X) => 0 -Int X [symbolic]");
    let (ends, given_up) = symbolic_ends(&both);
    assert_eq!((ends.len(), given_up.len()), (1, 0), "{ends:?} {given_up:?}");
    assert!(ends[0].contains("<k> -1 *Int n ~> .K </k>"), "{ends:?}");
}

#[test]
fn concrete_rule_on_symbolic_value_is_open() {
    for rules in [
        "rule g(X) => X +Int 1 [concrete]",
        "rule g(X) => X +Int 1 [concrete] rule g(_) => 7 [owise]",
    ] {
        let (ends, given_up) = symbolic_ends(&format!("{READ} {rules}"));
        assert_eq!(ends, Vec::<String>::new());
        assert!(matches!(&given_up[..], [GivenUp::Unsupported(_)]), "{given_up:?}");
    }
}
