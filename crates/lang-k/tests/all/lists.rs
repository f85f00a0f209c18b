//! User lists whose sorts are below each other: `Ids` and `Vals` below `Exps`.

use proptest::prelude::*;
use term::Pool;

use crate::support::{Loaded, load_text};

const CALLS: &str = r#"
module TEST-SYNTAX
  imports DOMAINS-SYNTAX
  syntax Val  ::= Int | Bool
  syntax Exp  ::= Val | Id | "[" Exps "]" | Id "(" Exps ")" [strict(2)] | "fun" "(" Ids ")" Exp
                | "kind" "(" Exps ")" | "first" "(" Exps ")" | "(" Exp ")" [bracket]
                > left: Exp "+" Exp [strict]
  syntax Ids  ::= List{Id, ","}
  syntax Vals ::= List{Val, ","}
  syntax Exps ::= List{Exp, ","} [strict]
  syntax Exps ::= Ids | Vals
endmodule
module TEST
  imports TEST-SYNTAX
  imports DOMAINS
  syntax KResult ::= Val | Vals
  syntax Exp ::= kindOf(Exps) [function] | "ids" | "vals" | "mixed" | "empty"
  configuration <k> $PGM:Exp </k> <env> x |-> 10 y |-> 20 </env>
  syntax Id ::= "x" [token] | "y" [token]
  rule <k> X:Id => V ...</k> <env>... X |-> V ...</env>
  rule I:Int + J:Int => I +Int J
  rule kind(Es) => kindOf(Es)
  rule kindOf(.Exps) => empty
  rule kindOf(_:Ids) => ids [priority(60)]
  rule kindOf(_:Vals) => vals [priority(60)]
  rule kindOf(_) => mixed [owise]
  rule first(E, _) => E
  rule _F:Id ( Vs:Vals ) => sum(Vs)
  syntax Int ::= sum(Vals) [function]
  rule sum(.Vals) => 0
  rule sum((I:Int, Vs)) => I +Int sum(Vs)
  rule sum((true, Vs)) => 1 +Int sum(Vs)
  rule sum((false, Vs)) => sum(Vs)
endmodule"#;

#[track_caller]
fn check(loaded: &mut Loaded, program: &str, expected: &str) {
    let (_, _, state) = loaded.run(program, &[]);
    let shown = loaded.language.show_state(&Pool::new(), &state);
    let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(shown.contains(&format!("<k> {expected} ~> .K </k>")), "{program}: {shown}");
}

#[test]
fn mixed_lists_have_the_sort_of_the_larger_list() {
    let mut loaded = load_text("test.k", CALLS, &[]);
    for (program, kind) in [
        ("kind()", "empty"),
        ("kind(x)", "ids"),
        ("kind(1)", "vals"),
        ("kind(x, y)", "ids"),
        ("kind(1, true)", "vals"),
        ("kind(x, 1)", "mixed"),
        ("kind(1, x)", "mixed"),
        ("kind(x, y, x, 1)", "mixed"),
        ("kind(x, 1, y)", "mixed"),
        ("kind(x + 1, y)", "mixed"),
        ("kind([x, 1], y)", "mixed"),
        ("kind([], x)", "mixed"),
    ] {
        check(&mut loaded, program, kind);
    }
}

#[test]
fn calls_with_mixed_arguments_run() {
    let mut loaded = load_text("test.k", CALLS, &[]);
    for (program, result) in [
        ("f()", "0"),
        ("f(x)", "10"),
        ("f(x, 1)", "11"),
        ("f(1, x, true, y)", "32"),
        ("f(x, y, x + y, 1)", "61"),
        ("f(f(x, 1), f(1, y))", "32"),
        ("first(x, 1)", "10"),
        ("first(1, x)", "1"),
    ] {
        check(&mut loaded, program, result);
    }
}

/// A production that is declared for a list and for a larger one.
const OVERLOADED: &str = r#"
module TEST
  imports DOMAINS
  syntax Exp  ::= Int | Id
  syntax Ids  ::= List{Id, ","}
  syntax Exps ::= List{Exp, ","} | Ids
  syntax Decl ::= "names" Ids
  syntax Stmt ::= Decl | "names" Exps | "size" Stmt
  syntax Int  ::= length(Exps) [function]
  rule length(.Exps) => 0
  rule length((_, Es)) => 1 +Int length(Es)
  configuration <k> $PGM:Stmt </k>
  syntax KItem ::= "declares" Int | "uses" Int
  rule size (names Is:Ids)  => declares length(Is)
  rule size (names Es:Exps) => uses length(Es) [owise]
endmodule"#;

#[test]
fn a_list_under_an_overloaded_production_stays_a_list() {
    let mut loaded = load_text("test.k", OVERLOADED, &[]);
    for (program, expected) in [
        ("size names", "declares 0"),
        ("size names x", "declares 1"),
        ("size names x, y, z", "declares 3"),
        ("size names x, 1", "uses 2"),
        ("size names 1, x, y", "uses 3"),
        ("size names 7", "uses 1"),
    ] {
        check(&mut loaded, program, expected);
    }
}

#[test]
fn rules_may_write_lists_of_one_element_and_of_several() {
    let definition = r#"
    module TEST imports DOMAINS
      syntax Exp ::= Int | Id
      syntax Ids ::= List{Id, ","}
      syntax Exps ::= List{Exp, ","} | Ids
      syntax Arg ::= Ids
      syntax Pgm ::= "one" | "two" | "arg" | "none" | show(Exps) | only(Arg)
      syntax Id ::= "p" [token] | "q" [token]
      rule one => show(1)
      rule two => show(p, 1)
      rule none => show(.Ids)
      rule arg => only(p)
      syntax Pgm ::= "got" Int | "wrong"
      rule show(.Exps) => got 0
      rule show((_:Exp, .Exps)) => got 1
      rule show((p, 1)) => got 2
      rule only((p, .Ids)) => got 3
      configuration <k> $PGM:Pgm </k>
    endmodule"#;
    let mut loaded = load_text("test.k", definition, &[]);
    for (program, expected) in
        [("one", "got 1"), ("two", "got 2"), ("none", "got 0"), ("arg", "got 3")]
    {
        check(&mut loaded, program, expected);
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Element {
    Id,
    Int,
    Bool,
    Nested,
}

impl Element {
    fn text(self) -> &'static str {
        match self {
            Element::Id => "x",
            Element::Int => "7",
            Element::Bool => "true",
            Element::Nested => "[x, 1]",
        }
    }
}

/// The oracle: the smallest list whose elements all elements are.
fn kind(elements: &[Element]) -> &'static str {
    let all = |kinds: &[Element]| elements.iter().all(|element| kinds.contains(element));
    match elements {
        [] => "empty",
        _ if all(&[Element::Id]) => "ids",
        _ if all(&[Element::Int, Element::Bool]) => "vals",
        _ => "mixed",
    }
}

fn element() -> impl Strategy<Value = Element> {
    prop_oneof![
        3 => Just(Element::Id),
        2 => Just(Element::Int),
        2 => Just(Element::Bool),
        1 => Just(Element::Nested),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_list_has_the_sorts_that_its_elements_allow(
        lists in proptest::collection::vec(proptest::collection::vec(element(), 0..6), 1..6),
    ) {
        let mut loaded = load_text("test.k", CALLS, &[]);
        for elements in lists {
            let texts: Vec<&str> = elements.iter().map(|element| element.text()).collect();
            check(&mut loaded, &format!("kind({})", texts.join(", ")), kind(&elements));
        }
    }
}
