//! Claims: what is proved, what is refuted, and what is left open.

mod languages;

use explore::Meter;
use lang_k::{Claim, ClaimAnswer, Prover};
use proptest::prelude::*;
use term::Pool;

use crate::support::{Loaded, folder, load_text, solver};

fn load(definition: &str, claims: &str) -> Loaded {
    let folder = folder().join("imp");
    let name = folder.join("spec.k").to_string_lossy().into_owned();
    load_text(
        &name,
        &format!("{definition} module SPEC imports {} {claims} endmodule", main_of(definition)),
        &[],
    )
}

/// The module that claims import: the last one of a definition.
fn main_of(definition: &str) -> &str {
    if definition.contains("imp.k") { "IMP" } else { "MINI" }
}

const IMP: &str = "requires \"imp.k\"";

/// What came of the claims, in their order.
fn answers(loaded: &Loaded) -> Vec<(String, ClaimAnswer)> {
    let compiled = &loaded.language.compiled;
    let claims: Vec<&Claim> =
        compiled.claims.iter().map(|claim| claim.as_ref().expect("supported")).collect();
    let (pool, meter) = (Pool::new(), Meter::default());
    let prover = Prover::new(compiled, &pool, claims.clone(), &meter, 2_000);
    let mut solver = solver();
    let untrusted = claims.iter().filter(|claim| !claim.trusted);
    untrusted.map(|claim| (claim.name.clone(), prover.prove(claim, &mut *solver))).collect()
}

fn word(answer: &ClaimAnswer) -> &'static str {
    match answer {
        ClaimAnswer { vacuous: true, .. } => "vacuous",
        ClaimAnswer { refuted: Some(_), .. } => "refuted",
        answer if answer.residuals.is_empty() => "proved",
        _ => "open",
    }
}

#[track_caller]
fn check_in(definition: &str, claim: &str, expected: &str) {
    let loaded = load(definition, claim);
    for (name, answer) in answers(&loaded) {
        assert_eq!(word(&answer), expected, "{name}: {claim}\n{answer:?}");
    }
}

#[track_caller]
fn check(claim: &str, expected: &str) {
    check_in(IMP, claim, expected);
}

#[test]
fn straight_programs_are_proved() {
    check(
        "claim <k> t = a; a = b; b = t; => .K ...</k>
           <state>... a |-> (A:Int => B) b |-> (B:Int => A) t |-> (_ => A) ...</state>",
        "proved",
    );
    check(
        "claim <k> if (a <= b) { m = b; } else { m = a; } => .K ...</k>
           <state> a |-> A:Int b |-> B:Int m |-> (_ => maxInt(A, B)) </state>",
        "proved",
    );
    check("claim <k> 1 + A:Int => A +Int 1 ...</k>", "proved");
    check(
        "claim <k> a / b => A /Int B ...</k> <state> a |-> A:Int b |-> B:Int </state>
           requires B =/=Int 0",
        "proved",
    );
    check(
        "claim <k> a = read(); => .K ...</k> <state> a |-> (_ => X) </state>
           <in> ListItem(X:Int) => .List </in>",
        "proved",
    );
    check(
        "claim <k> a = a * a; => .K ...</k> <state> a |-> (A:Int => ?B:Int) ...</state>
           ensures ?B >=Int 0",
        "proved",
    );
}

const SUM: &str = "while (!(n <= 0)) { s = s + n; n = n + -1; }";

#[test]
fn loops_are_proved_by_their_invariants() {
    check(
        &format!(
            "claim <k> {SUM} => .K ...</k>
        <state> n |-> (N:Int => 0) s |-> (S:Int => S +Int (N +Int 1) *Int N /Int 2) </state>
        requires N >=Int 0"
        ),
        "proved",
    );
    check(
        "claim <k> while (i < n) { p = p + m; i = i + 1; } => .K ...</k>
        <state> i |-> (I:Int => N) n |-> N:Int m |-> M:Int p |-> (P:Int => P +Int (N -Int I) *Int M) </state>
        requires I <=Int N",
        "proved",
    );
    check("claim <k> while (!(a == b)) { if (a < b) { b = b - a; } else { a = a - b; } } => .K ...</k>
        <state> a |-> (A:Int => ?G:Int) b |-> (B:Int => ?G) </state>
        requires A >Int 0 andBool B >Int 0 ensures ?G >Int 0", "proved");
}

#[test]
fn a_program_rests_on_the_claim_of_its_loop() {
    let claims = format!(
        "
        claim [loop]: <k> {SUM} => .K ...</k>
          <state> n |-> (N:Int => 0) s |-> (S:Int => S +Int (N +Int 1) *Int N /Int 2) </state>
          requires N >=Int 0
        claim [whole]: <k> int n, s; n = 10; s = 0; {SUM} => .K </k>
          <state> .Map => n |-> 0 s |-> 55 </state>"
    );
    let answers = answers(&load(IMP, &claims));
    assert_eq!(answers.iter().map(|(_, answer)| word(answer)).collect::<Vec<_>>(), ["proved"; 2]);
    assert_eq!(answers[1].1.used, [0]);
    assert!(answers[1].1.steps < 40, "the loop is not unrolled: {}", answers[1].1.steps);
}

#[test]
fn claims_depend_on_each_other() {
    let claims = "
        claim [outer]: <k> while (0 < n) { n = n - 1; while (0 < m) { m = m - 1; } } => .K ...</k>
          <state> n |-> (N:Int => ?X:Int) m |-> (_:Int => ?Y:Int) </state>
          ensures ?X <=Int 0
        claim [inner]: <k> while (0 < m) { m = m - 1; } => .K ...</k>
          <state>... m |-> (_:Int => ?Y:Int) ...</state> ensures ?Y <=Int 0";
    let answers = answers(&load(IMP, claims));
    assert_eq!(answers.iter().map(|(_, answer)| word(answer)).collect::<Vec<_>>(), ["proved"; 2]);
}

#[test]
fn wrong_claims_are_refuted_by_a_run() {
    check(
        &format!(
            "claim <k> {SUM} => .K ...</k>
        <state> n |-> (N:Int => 0) s |-> (S:Int => S +Int N) </state> requires N >=Int 0"
        ),
        "refuted",
    );
    check(
        "claim <k> if (a <= b) { m = b; } else { m = a; } => .K ...</k>
        <state> a |-> A:Int b |-> B:Int m |-> (_:Int => A) </state>",
        "refuted",
    );
    check(
        "claim <k> a / b => A /Int B ...</k> <state> a |-> A:Int b |-> B:Int </state>",
        "refuted",
    );
    check(
        "claim <k> t = a; a = b; b = a; => .K ...</k>
        <state> a |-> (A:Int => B) b |-> (B:Int => A) t |-> (_:Int => A) </state>",
        "refuted",
    );
}

#[test]
fn what_looks_into_the_unknown_is_left_open() {
    check("claim <k> {} ~> B:Block => .K </k>", "open");
    check(
        "claim <k> t = X:Id; => .K ...</k> <state>... a |-> A:Int t |-> (_ => ?T) ...</state>",
        "open",
    );
    check("claim <k> 1 => 2 ...</k>", "refuted");
    check("claim <k> X:Id => 1 ...</k> <state>... a |-> 1 ...</state>", "open");
    // The invariant is too weak: nothing is known of `s` behind the loop.
    check(
        "claim <k> while (0 < n) { n = n - 1; s = s + 1; } => .K ...</k>
        <state> n |-> (N:Int => ?N:Int) s |-> (S:Int => S +Int N) </state> requires N >=Int 0
        ensures ?N <Int 0",
        "refuted",
    );
}

#[test]
fn nothing_is_proved_of_nothing() {
    check(
        "claim <k> a => 1 ...</k> <state> a |-> A:Int </state>
           requires A <Int 0 andBool A >Int 0",
        "vacuous",
    );
}

#[test]
fn a_loop_is_no_proof_of_itself_without_a_step() {
    // What runs for ever comes to no end that could break a promise.
    check("claim <k> while (true) {} => .K ...</k>", "proved");
    // One step is made, and the same configuration is not reached again.
    check("claim <k> {} => 1 ...</k>", "refuted");
}

/// A language with functions, and one in which a thing is done in any of several orders.
const MINI: &str = r#"
module MINI-SYNTAX
  imports DOMAINS-SYNTAX
  syntax Exp ::= Int | Exp "+" Exp [strict, left] | "pick" | "mystery" | "fact" Int | "len" Ints | "sum" Ints
  syntax Ints ::= List{Int, ","}
endmodule
module MINI
  imports MINI-SYNTAX
  imports DOMAINS
  syntax KResult ::= Int
  configuration <k> $PGM:Exp </k> <n> 0 </n> <l> .List </l>
  rule I:Int + J:Int => I +Int J
  rule pick => 1
  rule pick => 2
  syntax Int ::= fac(Int) [function]
  rule fac(0) => 1
  rule fac(N) => N *Int fac(N -Int 1) requires N >Int 0
  rule fact N => fac(N)
  syntax Exp ::= "count" Int | "count2" Int
  rule <k> count N => count2 (N -Int 1) ...</k> <n> M => M +Int 1 </n> requires N >Int 0
  rule count 0 => 0
  rule <k> count2 N => count (N -Int 1) ...</k> <n> M => M +Int 1 </n> requires N >Int 0
  rule count2 0 => 1
  syntax Exp ::= "push" Int
  rule <k> push I => I ...</k> <l> .List => ListItem(I) ...</l>
endmodule"#;

#[test]
fn all_orders_and_choices_count() {
    check_in(
        MINI,
        "claim <k> pick + 10 => ?X:Int ...</k> ensures ?X ==Int 11 orBool ?X ==Int 12",
        "proved",
    );
    check_in(MINI, "claim <k> pick => 1 ...</k>", "open");
    check_in(MINI, "claim <k> fact 5 => 120 ...</k>", "proved");
    check_in(
        MINI,
        "claim <k> push X:Int => X ...</k> <l> ListItem(Y) => ListItem(X) ListItem(Y) </l>",
        "proved",
    );
    check_in(
        MINI,
        "claim <k> push X:Int => X ...</k> <l> ListItem(Y:Int) => ListItem(Y) ListItem(X) </l>",
        "refuted",
    );
    check_in(MINI, "claim <k> push 1 => 1 ...</k> <l> L:List => ListItem(1) L </l>", "open");
}

#[test]
fn two_claims_prove_each_other() {
    let claims = "
        claim <k> count N:Int => ?X:Int ...</k> <n> M:Int => M +Int N </n> requires N >=Int 0
        claim <k> count2 N:Int => ?X:Int ...</k> <n> M:Int => M +Int N </n> requires N >=Int 0";
    let answers = answers(&load(MINI, claims));
    assert_eq!(answers.iter().map(|(_, answer)| word(answer)).collect::<Vec<_>>(), ["proved"; 2]);
    let alone =
        "claim <k> count N:Int => ?X:Int ...</k> <n> M:Int => M +Int 1 </n> requires N >Int 0";
    check_in(MINI, alone, "refuted");
}

#[test]
fn a_claim_that_does_not_help_is_not_used() {
    let claims = "
        claim [left-out]: <k> 1 + 1 => 2 ...</k>
        claim [whole]: <k> 1 + 1 + 1 => 3 ...</k> <l> ListItem(7) => ListItem(7) </l>";
    let answers = answers(&load(MINI, claims));
    assert_eq!(answers.iter().map(|(_, answer)| word(answer)).collect::<Vec<_>>(), ["proved"; 2]);
    assert!(answers[1].1.used.is_empty());
}

#[test]
fn arbitrary_lists_are_not_taken_apart() {
    // The list may be empty or not, and the second rule may apply only because the first seems not to.
    let text = r#"module MINI-SYNTAX imports DOMAINS-SYNTAX syntax Exp ::= "go" endmodule
        module MINI imports MINI-SYNTAX imports DOMAINS
          configuration <T> <k> $PGM:Exp </k> <l> .List </l> </T>
          rule <k> go => 1 ...</k> <l> ListItem(_) ...</l>
          rule <k> go => 2 ...</k> [priority(60)]
        endmodule"#;
    let loaded = load(text, "claim <k> go => 2 ...</k> <l> L:List </l>");
    assert_ne!(word(&answers(&loaded)[0].1), "proved");
}

#[test]
fn cells_that_a_claim_leaves_out_may_change() {
    let trusted = "claim [trusted]: <k> mystery => 1 ...</k> [trusted]";
    let claim = |list: &str| {
        format!("{trusted} claim <k> 0 + mystery => 1 ...</k> <l> .List => {list} </l>")
    };
    check_in(MINI, &claim("?L:List"), "proved");
    // Used as a rule, the trusted one says nothing of the list; by itself, nothing is done.
    check_in(MINI, &claim(".List"), "refuted");
}

#[test]
fn claims_over_repeated_cells_are_refused() {
    let text = r#"module MINI-SYNTAX imports DOMAINS-SYNTAX endmodule
        module MINI imports MINI-SYNTAX imports DOMAINS
          configuration <T> <t multiplicity="*" type="Set"> <k> $PGM:Int </k> </t> </T>
          rule 1 => 2
        endmodule"#;
    let loaded = load(text, "claim <k> 1 => 2 </k>");
    let refused = loaded.language.compiled.claims[0].as_ref().expect_err("it has repeated cells");
    assert!(refused.message.contains("not supported"), "{refused:?}");
}

fn statement() -> impl Strategy<Value = String> {
    let variable = || prop_oneof![Just("a"), Just("b"), Just("c")];
    let operand =
        prop_oneof![variable().prop_map(str::to_owned), (0..5_i32).prop_map(|n| n.to_string())];
    let operator = prop_oneof![Just("+"), Just("*"), Just("-")];
    let assign = (variable(), operand.clone(), operator, operand)
        .prop_map(|(to, x, op, y)| format!("{to} = {x} {op} {y};"));
    let choice = (variable(), variable(), assign.clone(), assign.clone())
        .prop_map(|(x, y, one, other)| format!("if ({x} < {y}) {{ {one} }} else {{ {other} }}"));
    prop_oneof![2 => assign, 1 => choice]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// The claim that a program comes to what its run on values comes to must be proved, and one that
    /// says something else must not.
    #[test]
    fn the_end_of_a_run_is_proved(
        statements in prop::collection::vec(statement(), 1..5),
        values in prop::array::uniform3(-3..4_i64),
    ) {
        let [a, b, c] = values;
        let body = statements.join(" ");
        let mut imp = load(IMP, "");
        let program = format!("int a, b, c; a = 0 + {a}; b = 0 + {b}; c = 0 + {c}; {body}").replace("+ -", "- ");
        let (_, _, end) = imp.run(&program, &[]);
        let shown = imp.language.show_state(&Pool::new(), &end);
        let value = |name: &str| {
            let line = shown.lines().find(|line| line.trim_start().starts_with(&format!("{name} |->")));
            let text = line.and_then(|line| line.split("|->").nth(1)).expect("a value");
            text.trim().parse::<i64>().expect("a number")
        };
        let claim = |shift: i64| format!(
            "claim <k> {body} => .K ...</k> <state> a |-> ({a} => {}) b |-> ({b} => {}) c |-> ({c} => {}) </state>",
            value("a") + shift, value("b"), value("c")
        );
        let mut words = Vec::new();
        for shift in [0, 1] {
            words.push(word(&answers(&load(IMP, &claim(shift)))[0].1));
        }
        prop_assert_eq!(words, ["proved", "refuted"], "{}", body);
    }
}
