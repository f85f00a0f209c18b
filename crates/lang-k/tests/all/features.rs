//! Features of definitions, each by a language of a few lines: what is left when a program ends.

use term::Pool;

use crate::support::load_text;

/// The configuration that a program ends in, its white space as single blanks.
fn end_of(definition: &str, program: &str) -> String {
    let mut loaded = load_text("test.k", definition, &[]);
    let (_, _, state) = loaded.run(program, &[1, 2, 3]);
    let shown = loaded.language.show_state(&Pool::new(), &state);
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether the configuration at the end contains a text.
#[track_caller]
fn check(definition: &str, program: &str, expected: &str) {
    let end = end_of(definition, program);
    assert!(end.contains(expected), "{end}");
}

const OBJECTS: &str = r#"
module TEST-SYNTAX
  imports DOMAINS-SYNTAX
  syntax Cmd ::= "save" | "load" | "set" Int | "peek" | "bare" | "push"
  syntax Cmds ::= List{Cmd, ";"}
endmodule
module TEST
  imports TEST-SYNTAX
  imports DOMAINS
  syntax KItem ::= saved(Bag)
  configuration <T>
      <k> $PGM:Cmds </k>
      <object> <class> Object </class> <stack> .List </stack>
               <mark multiplicity="?"> 0 </mark> </object>
      <kept> .K </kept>
    </T>
  syntax Id ::= "Object" [token]
  rule C:Cmd ; Cs:Cmds => C ~> Cs
  rule .Cmds => .K
  rule <k> set N => .K ...</k> <stack> .List => ListItem(N) ...</stack>
  rule <k> save => .K ...</k> <object> O </object> <kept> _ => saved(<object> O </object>) </kept>
  rule <k> load => .K ...</k> <object> _ => O </object> <kept> saved(<object> O </object>) </kept>
  rule <k> bare => .K ...</k> <object> O </object> <kept> _ => saved(O) </kept>
  rule <k> push => .K ...</k>
       <kept> saved(<object>... <stack> .List => ListItem(9) ...</stack> ...</object>) </kept>
  rule <k> peek => X ...</k>
       <kept> saved(<class> _ </class> <stack>... ListItem(X) </stack>) </kept>
endmodule"#;

#[test]
fn cells_inside_terms_are_taken_apart() {
    check(OBJECTS, "set 1; set 2; bare; peek", "<k> 1 ~> .Cmds ~> .K </k>");
    check(OBJECTS, "set 1; save; peek", "<k> peek ~> .Cmds ~> .K </k>");
}

#[test]
fn cells_inside_terms_go_back_into_the_configuration() {
    check(OBJECTS, "set 1; save; set 2; load", "<stack> ListItem ( 1 ) </stack>");
    check(OBJECTS, "set 1; save; push; load", "<stack> ListItem ( 9 ) ListItem ( 1 ) </stack>");
}

#[test]
fn cells_of_a_term_are_shown_with_those_that_are_not_there() {
    let shown = "saved ( <T>-fragment noKCell <object> <class> Object </class> <stack> .List \
        </stack> </object> noKeptCell </T>-fragment )";
    check(OBJECTS, "save", shown);
}

const COUNTER: &str = r#"
module TEST
  imports DOMAINS
  syntax Exp ::= Int | "try" Exp | "!" Exp [strict]
               > left: Exp "+" Exp [strict] | "(" Exp ")" [bracket]
  syntax KResult ::= Int
  configuration <k> $PGM:Exp </k> <n> 0 </n> <m> .Map </m>
  rule <k> ! I:Int => 0 -Int I ...</k> <n>...</n> <m>...</m>
  rule I:Int + J:Int => I +Int J
endmodule"#;

#[test]
fn a_cell_may_hold_nothing_but_dots() {
    check(COUNTER, "! 1", "<k> -1 ~> .K </k>");
}

#[test]
fn brackets_stand_anywhere_in_whichever_block_they_are_declared() {
    check(COUNTER, "!(1 + 2)", "<k> -3 ~> .K </k>");
}

#[test]
fn what_waits_for_a_value_is_named_after_its_production() {
    let waiting = "try 1 ~> #freezer_+__TEST_Exp_Exp_Exp1_ ( 2 ~> .K ) ~> .K";
    check(COUNTER, "2 + try 1", waiting);
}

#[test]
fn parentheses_are_shown_where_the_grammar_leaves_two_readings() {
    let text = r#"
module TEST
  imports DOMAINS
  syntax Exp ::= Int | Id | "(" Exp ")" [bracket] | Exp Exp [left] | "fun" Id "." Exp
  syntax Exp ::= left: Exp "*" Exp > left: Exp "+" Exp
endmodule"#;
    check(text, "(fun x . x) (x * (f (x + 1)))", "<k> ( fun x . x ) ( x * ( f ( x + 1 ) ) ) ~> .K");
    check(text, "1 * 2 + 3", "<k> 1 * 2 + 3 ~> .K");
}

#[test]
fn variables_side_by_side_are_no_cells_where_the_language_has_such_syntax() {
    let text = r#"
module TEST
  imports DOMAINS
  syntax Stmt ::= Int ";"
  syntax Stmts ::= List{Stmt, ""}
  configuration <k> $PGM:Stmts </k> <sum> 0 </sum>
  rule S Ss => S ~> Ss
  rule .Stmts => .K
  rule <k> I:Int; => .K ...</k> <sum> N => N +Int I </sum>
endmodule"#;
    check(text, "1; 2; 3;", "<sum> 6 </sum>");
}
