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
fn missing_cells_of_a_term_are_shown() {
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
fn brackets_are_free_of_priorities() {
    check(COUNTER, "!(1 + 2)", "<k> -3 ~> .K </k>");
}

#[test]
fn what_waits_for_a_value_is_named_after_its_production() {
    let waiting = "try 1 ~> #freezer_+__TEST_Exp_Exp_Exp1_ ( 2 ~> .K ) ~> .K";
    check(COUNTER, "2 + try 1", waiting);
}

#[test]
fn ambiguous_terms_are_shown_in_parentheses() {
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
fn adjacent_variables_are_no_cells() {
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

#[test]
fn sort_predicates_exist_in_rules_only() {
    let text = r#"
module TEST-SYNTAX
  imports DOMAINS-SYNTAX
  syntax Exp ::= Int | Id | "both" "(" Exp "," Exp ")"
endmodule
module TEST
  imports TEST-SYNTAX
  imports DOMAINS
  rule both(X:Exp, Y:Exp) => isInt(X) andBool isId(Y)
endmodule"#;
    check(text, "both(1, isInt)", "<k> true ~> .K </k>");
    check(text, "both(a, isId)", "<k> false ~> .K </k>");
}

#[test]
fn a_cell_becomes_what_a_name_stands_for() {
    let text = r#"
module TEST
  imports DOMAINS
  syntax Exp ::= "keep" | "change" | "back"
  syntax KItem ::= kept(NCell)
  syntax Exps ::= List{Exp, ";"}
  configuration <T> <k> $PGM:Exps </k> <n> 1 </n> <m> 2 </m> <old> .K </old>
      <note multiplicity="?" initial=""> 7 </note> <none multiplicity="?"> 8 </none> </T>
  rule E:Exp ; Es:Exps => E ~> Es
  rule .Exps => .K
  rule <k> keep => .K ...</k> <n> N </n> <old> _ => kept(<n> N </n>) </old>
  rule <k> change => .K ...</k> <n> N => N +Int 5 </n> <note> X => X +Int 1 </note>
  rule <k> back => .K ...</k> (<n> _ </n> => Old) <old> kept(Old) </old>
endmodule"#;
    check(text, "keep; change", "<n> 6 </n> <m> 2 </m>");
    check(text, "keep; change; back", "<n> 1 </n> <m> 2 </m>");
    check(text, "change", "<note> 8 </note> </T>");
}

#[test]
fn contexts_of_one_production_wait_in_places_of_their_own() {
    let text = r#"
module TEST
  imports DOMAINS
  syntax Exp ::= Int | Id | pick(Exp, Exp) | at(Exp)
  syntax Place ::= Id
  syntax Exp ::= Place
  syntax KResult ::= Int
  configuration <k> $PGM:Exp </k> <env> .Map [ #token("a", "Id") <- 3 ] </env>
  context pick(HOLE:Place, _)
  context pick(HOLE:Int => at(HOLE), I:Int) requires I >Int 5
  context pick(_, HOLE)
  rule <k> X:Id => V ...</k> <env>... X |-> V ...</env>
  rule pick(I:Int, J:Int) => I +Int J
endmodule"#;
    check(text, "pick(a, a)", "<k> 6 ~> .K </k>");
    check(text, "pick(1, pick(a, 2))", "<k> 6 ~> .K </k>");
}

#[test]
fn claims_are_read_and_warned_of() {
    let text = "module TEST imports INT rule 1 => 2 claim 3 => 4 endmodule";
    let mut files = source::Files::new();
    let main = files.add("test.k", text);
    let mut find = |_: &str, _: &str| None;
    let loaded = lang_k::Language::load(&mut files, &main, &Default::default(), &mut find, &[]);
    let (_, warnings) = loaded.expect("claims are no errors");
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    check(text, "1", "<k> 2 ~> .K </k>");
    check(text, "3", "<k> 3 ~> .K </k>");
}

#[test]
fn anywhere_rule_heats_argument() {
    let text = r#"
module TEST-SYNTAX
  imports DOMAINS-SYNTAX
  syntax Exp ::= Int | Id > Exp "[" Exps "]" [strict]
  syntax Exps ::= List{Exp, ","} [overload(exps), strict]
  syntax Val
  syntax Vals ::= List{Val, ","} [overload(exps)]
endmodule
module TEST
  imports TEST-SYNTAX
  imports DOMAINS
  configuration <k> $PGM:Exp </k>
  syntax Val ::= Int
  syntax Exp ::= Val
  syntax Exps ::= Vals
  syntax KResult ::= Val | Vals
  rule _:Id => 3
  rule I:Int[J:Int] => I +Int J [anywhere]
endmodule"#;
    check(text, "1[i]", "<k> 4 ~> .K </k>");
}

const MODES: &str = r#"
module TEST
  imports DOMAINS
  syntax Exp ::= Int | "strictly" Exp | "lazily" Exp | "context" Exp | "rule" Exp
               | "(" Exp ")" [bracket] | Exp "+" Exp [strict, left]
  syntax Exps ::= List{Exp, ";"}
  syntax KResult ::= Int
  configuration <k> $PGM:Exps </k> <mode> 0 </mode> <context> 5 </context>
  rule E:Exp ; Es:Exps => E ~> Es
  rule I:Int + J:Int => I +Int J
  context <k> strictly HOLE ...</k> <mode> 1 </mode>
  rule <k> context I:Int => C +Int I ...</k> <context> C </context>
  rule <k> rule I:Int => I *Int 2 ...</k>
endmodule"#;

#[test]
fn a_context_over_cells_heats_where_they_match() {
    check(MODES, "strictly (1 + 2)", "<k> strictly ( 1 + 2 ) ~> .Exps ~> .K </k>");
    let switched = MODES.replace("<mode> 0 </mode>", "<mode> 1 </mode>");
    check(&switched, "strictly (1 + 2)", "<k> strictly 3 ~> .Exps ~> .K </k>");
}

#[test]
fn keywords_of_k_may_be_words_and_cells_of_a_language() {
    check(MODES, "context 3", "<k> 8 ~> .Exps ~> .K </k>");
    check(MODES, "rule 3", "<k> 6 ~> .Exps ~> .K </k>");
}

#[test]
fn powers_and_products_are_exact_or_not_computed() {
    let language = r#"
    module TEST imports DOMAINS configuration <k> $PGM:Exp </k>
      syntax Exp ::= Int | Int "^" Int rule <k> A ^ B => A ^Int B ...</k>
    endmodule"#;
    check(language, "-1 ^ 10000000000000000000001", "<k> -1 ~> .K </k>");
    check(language, "0 ^ 10000000000000000000000", "<k> 0 ~> .K </k>");
    check(language, "0 ^ 0", "<k> 1 ~> .K </k>");
    check(language, "-3 ^ 3", "<k> -27 ~> .K </k>");
    check(language, "2 ^ 10000000000000000000000", "^ 10000000000000000000000 ~> .K </k>");
}
