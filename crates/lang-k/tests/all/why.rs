//! Why rules do not apply: every reason, on a language made for it.

use lang_k::{Asked, Known, State, Value, nearest_rule, rule_title, trace, why_not};
use term::{Pool, Sort, Term};

use crate::support::{Loaded, load, load_text, solver};

const WHY: &str = r#"module WHY
  imports DOMAINS
  syntax Exp ::= Int | Id | Exp "+" Exp [strict] | Exp "&" Exp | "half" Exp [strict]
  syntax Pgm ::= Exp | "get" Id | "need" Int | "pop" | "twice" Int Int | "member" Int
               | "flag" Bool | "spawn" | "meet"
  syntax KResult ::= Int
  configuration <T> <k> $PGM:Pgm </k> <env> (x |-> 1):Map </env> <mode> 3 </mode>
                    <queue> .List </queue> <set> SetItem(7) </set>
                    <things> <thing multiplicity="*"> <id> 0 </id> </thing> </things> </T>
  rule [add]:    I:Int + J:Int => I +Int J
  rule [both]:   I:Int & J:Int => I &Int J
  rule [half]:   half I => I /Int 2  requires I >Int 0 andBool I %Int 2 ==Int 0
  rule [get]:    <k> get X => V ...</k> <env>... X |-> V ...</env>
  rule [one]:    <k> get X => 1 ...</k> <env>... X |-> 2 ...</env>
  rule [need]:   <k> need N => .K ...</k> <mode> N </mode>
  rule [mode]:   <k> need _ => .K ...</k> <mode> 4 </mode>
  rule [pop]:    <k> pop => I ...</k> <queue> ListItem(I) => .List ...</queue>
  rule [twice]:  twice N N => .K
  rule [member]: <k> member N => .K ...</k> <set>... SetItem(N) ...</set>
  rule [yes]:    flag true => .K
  rule [other]:  flag _ => .K [owise]
  rule [meet]:   <k> meet => .K ...</k> <thing>... <id> _ </id> ...</thing>
endmodule
"#;

/// The configuration of a program where nothing can be done any more, or after so many steps.
fn state_after(why: &mut Loaded, pool: &Pool, program: &str, steps: u64) -> State {
    let start = why.start(pool, program, Vec::new());
    trace(&why.language.compiled.program, pool, start, &[], steps).state
}

/// What is said of a rule at the end of a program.
#[track_caller]
fn check(program: &str, rule: &str, expected: &str) {
    check_after(program, u64::MAX, rule, expected);
}

#[track_caller]
fn check_after(program: &str, steps: u64, rule: &str, expected: &str) {
    let (mut why, pool) = (load_text("why.k", WHY, &[]), Pool::new());
    let state = state_after(&mut why, &pool, program, steps);
    let Loaded { language, files } = &why;
    let known = Known::default();
    let asked = Asked { language, files, pool: &pool, state: &state, known: &known };
    let told = why_not(asked, rule, &mut |_| true).expect("there is such a rule");
    let told = told.split_once(") ").map_or(told.as_str(), |(_, behind)| behind);
    assert_eq!(told, expected);
}

#[test]
fn the_top_of_a_cell_differs() {
    let told = "does not apply: the cell <k> holds `pop`, and it asks for `I:Int + J:Int ...`";
    check("pop", "add", told);
}

#[test]
fn a_cell_holds_something_else() {
    check("need 9", "mode", "does not apply: the cell <mode> holds `3`, and it asks for `4`");
    let told = "does not apply: the cell <mode> holds `3`, and it asks for `N:Int`: \
                `3` is not `9`, which the same variable stands for elsewhere";
    check("need 9", "need", told);
}

#[test]
fn a_part_has_another_sort_because_it_is_never_evaluated() {
    let told = "does not apply: the cell <k> holds `x & 2`, and it asks for `I:Int & J:Int ...`: \
                `x` is not of sort Int, and argument 1 of `_&_` is never evaluated: \
                it is not strict there";
    check("x & 2", "both", told);
}

#[test]
fn an_argument_that_is_stuck_is_no_fault_of_strictness() {
    // `x` has no rule of its own, so it is taken out and stays there.
    let told = "does not apply: the cell <k> begins with `x`, and it asks for `I:Int + J:Int ...`";
    check("x + 2", "add", told);
}

#[test]
fn failing_part_of_condition_is_reported() {
    let told =
        "does not apply: its side condition does not hold: `I:Int %Int 2 ==Int 0` with I = 3";
    check("half 3", "half", told);
    let told = "does not apply: its side condition does not hold: `I:Int >Int 0` with I = -2";
    check("half -2", "half", told);
}

#[test]
fn a_key_is_missing() {
    check("get y", "get", "does not apply: the cell <env> has no entry for `y`");
}

#[test]
fn an_entry_has_another_value() {
    check_after(
        "get x",
        0,
        "one",
        "does not apply: the entry of `x` in the cell <env>: `1` is not `2`",
    );
}

#[test]
fn a_list_is_too_short() {
    check("pop", "pop", "does not apply: the cell <queue> has 0 items, and it asks for 1");
}

#[test]
fn an_item_is_missing() {
    check("member 8", "member", "does not apply: `8` is not in the cell <set>");
}

#[test]
fn a_variable_stands_for_two_values() {
    let told = "does not apply: the cell <k> holds `twice 1 2`, and it asks for \
                `twice N:Int N:Int ...`: `2` is not `1`, which the same variable stands for elsewhere";
    check("twice 1 2", "twice", told);
}

#[test]
fn another_rule_comes_first() {
    let told = "matches, but rule yes (why.k:20:3) applies as well and comes first: its priority is 50, \
                that of this rule is 200";
    check_after("flag true", 0, "other", told);
    check_after("flag true", 0, "yes", "applies");
}

#[test]
fn a_repeated_cell_is_missing() {
    check("meet", "meet", "does not apply: no other cell <thing> fits what it asks for");
}

#[test]
fn a_condition_may_contradict_the_path() {
    let (mut why, pool) = (load_text("why.k", WHY, &[]), Pool::new());
    let mut state = state_after(&mut why, &pool, "half 3", 0);
    let n = pool.var("n", Sort::INT);
    // The program reads no input, so the number is put in by hand.
    let half = why.language.compiled.program.signature.label("half_").expect("it is declared");
    state.slots[0] = Value::apply(half, vec![Value::Sym(n)]);
    let conds = [pool.lt(n, pool.int(0))];
    let known = Known::default().with(&pool, conds[0]);
    let Loaded { language, files } = &why;
    let asked = Asked { language, files, pool: &pool, state: &state, known: &known };
    let mut solver = solver();
    let mut possible = |cond: Term| solver.check(&pool, &[conds[0], cond]) != solve::Verdict::Unsat;
    let told = why_not(asked, "half", &mut possible).expect("there is such a rule");
    assert!(told.ends_with("which contradicts the path condition"), "{told}");
}

#[test]
fn rules_are_found_by_label_place_and_number() {
    let (mut why, pool) = (load_text("defs/why.k", WHY, &[]), Pool::new());
    let state = state_after(&mut why, &pool, "pop", 0);
    let Loaded { language, files } = &why;
    let known = Known::default();
    let asked = Asked { language, files, pool: &pool, state: &state, known: &known };
    let by_label = why_not(asked, "add", &mut |_| true);
    assert!(by_label.is_some());
    for name in ["why.k:10", "defs/why.k:10", "1"] {
        assert_eq!(why_not(asked, name, &mut |_| true), by_label, "{name}");
    }
    assert_eq!(why_not(asked, "unknown-rule", &mut |_| true), None);
    assert_eq!(why_not(asked, "other.k:10", &mut |_| true), None);
}

/// The rule that came nearest at the end of a program.
fn nearest(loaded: &mut Loaded, program: &str) -> Option<String> {
    let pool = Pool::new();
    let state = state_after(loaded, &pool, program, u64::MAX);
    let Loaded { language, files } = loaded;
    let known = Known::default();
    let asked = Asked { language, files, pool: &pool, state: &state, known: &known };
    let (rule, why) = nearest_rule(asked, &mut |_| true)?;
    Some(format!("{}: {why}", rule_title(language, files, rule)))
}

#[test]
fn a_stuck_configuration_has_a_nearest_rule() {
    let mut why = load_text("why.k", WHY, &[]);
    let told =
        "rule half (why.k:12:3): its side condition does not hold: `I:Int >Int 0` with I = -2";
    assert_eq!(nearest(&mut why, "half -2").as_deref(), Some(told));
    let told = "rule get (why.k:13:3): the cell <env> has no entry for `y`";
    assert_eq!(nearest(&mut why, "get y").as_deref(), Some(told));
    assert_eq!(nearest(&mut why, "spawn"), None, "no rule begins like this");
    let mut imp = load("imp/imp.k", &[]);
    let told = nearest(&mut imp, "int x; x = y;").expect("a rule on variables is near");
    assert!(told.ends_with("the cell <state> has no entry for `y`"), "{told}");
}
