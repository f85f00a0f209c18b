//! Ways to write definitions that the user manual of K describes, each in a language of a few lines.

use term::Pool;

use crate::support::load_text;

/// What the program `go` comes to where these sentences say what that is.
#[track_caller]
fn check(sentences: &str, expected: &str) {
    let definition = format!(
        "module TEST-SYNTAX
           syntax Go ::= \"go\"
         endmodule
         module TEST
           imports TEST-SYNTAX
           imports DOMAINS
           {sentences}
         endmodule"
    );
    check_whole(&definition, "go", &format!("<k> {expected} ~> .K </k>"));
}

#[track_caller]
fn check_whole(definition: &str, program: &str, expected: &str) {
    let mut loaded = load_text("test.k", definition, &[]);
    let (_, _, state) = loaded.run(program, &[]);
    let shown = loaded.language.show_state(&Pool::new(), &state);
    let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(shown.contains(expected), "{shown}");
}

#[test]
fn names_may_stand_apart_from_their_parentheses() {
    let text = "syntax Int ::= twice (Int) [function] | sum
                  (x: Int, Y: Int) [function]
                rule twice(I) => 2 *Int I   rule sum(I, J) => I +Int J
                rule go => twice(sum(1, 2))";
    check(text, "6");
}

#[test]
fn labels_may_stand_apart_from_their_colons() {
    check("rule [start] : go => 1 [label(start)]", "1");
}

#[test]
fn regular_expressions_have_parts_with_names() {
    let definition = r#"module TEST-SYNTAX
        syntax lexical Digit = r"[0-9]"
        syntax lexical Number = r"{Digit}+"
        syntax Version ::= r"v{Number}(\\.{Number})*" [token]
      endmodule
      module TEST imports TEST-SYNTAX imports DOMAINS rule V:Version => "version" endmodule"#;
    check_whole(definition, "v1.20.3", "<k> \"version\" ~> .K </k>");
}

#[test]
fn conditions_may_be_words_of_the_language() {
    let definition = r#"module TEST-SYNTAX
        imports DOMAINS-SYNTAX
        syntax Spec ::= "requires" Int ";" | "ensures" Int
      endmodule
      module TEST
        imports TEST-SYNTAX imports DOMAINS
        rule requires I ; => ensures I requires I >Int 0
        rule ensures I => I
      endmodule"#;
    check_whole(definition, "requires 7 ;", "<k> 7 ~> .K </k>");
    check_whole(definition, "requires 0 ;", "<k> requires 0 ; ~> .K </k>");
}

#[test]
fn arguments_have_names() {
    let text = "syntax Pair ::= pair(left: Int, right: Int)
                syntax Int ::= leftOf(Pair) [function]
                rule leftOf(pair(... left: L)) => L
                rule go => leftOf(pair(... right: 1, left: 2))";
    check(text, "2");
    check(
        "syntax Box ::= \"box\" inner: Int [symbol(box)]
           rule go => box(... inner: 3)  rule box I => I",
        "3",
    );
}

#[test]
fn functions_stand_where_they_are_used() {
    check("rule go => #let X = 2 +Int 3 #in X *Int X", "25");
    check("rule go => #fun(X => X +Int 1)(41)", "42");
    check(
        "syntax P ::= p(Int, Int)  syntax Int ::= f(P, Int) [function]
           rule f(Q, Z) => #let p(X, Y) = Q #in X -Int Y +Int Z
           rule go => f(p(9, 4), 100)",
        "105",
    );
    check("rule go => #let X = 1 #in #let Y = X +Int 1 #in X +Int Y", "3");
}

#[test]
fn patterns_are_asked_for() {
    let text = "syntax E ::= a(Int) | \"b\"
                rule go => (a(_) :=K a(1)) andBool (a(_) :/=K b) andBool notBool (a(_) :=K b)";
    check(text, "true");
}

#[test]
fn alternatives_stand_for_rules() {
    let text = "syntax E ::= \"a\" | \"b\" | \"c\"
                syntax Int ::= f(E) [function]
                rule f(a #Or b) => 1
                rule f(c) => 2
                rule go => f(a) +Int f(b) *Int 10 +Int f(c) *Int 100";
    check(text, "211");
}

#[test]
fn patterns_with_names_have_sorts() {
    let text = "syntax P ::= \"(\" Int \",\" Int \")\"
                syntax K ::= f(P) [function]
                rule f((X, Y) #as Q:P) => Q ~> X +Int Y
                rule go => f((1, 2))";
    check(text, "( 1 , 2 ) ~> 3");
}

const ACCOUNTS: &str = r#"module TEST-SYNTAX
    imports DOMAINS-SYNTAX
    syntax Cmd ::= "ask" Int | "reset"
  endmodule
  module TEST
    imports TEST-SYNTAX
    imports DOMAINS
    configuration <k> $PGM:Cmd </k>
      <accounts>
        <account multiplicity="*" type="Map" initial=""> <id> 7 </id> <balance> 50 </balance> </account>
      </accounts>
      <last> <count> 3 </count> <kept> .List </kept> </last>
    syntax Int ::= balance(Int) [function] | seen() [function]
    rule [[ balance(I) => B ]] <account> <id> I </id> <balance> B </balance> </account>
    rule balance(_) => 0 [owise]
    rule [[ seen() => N ]] <count> N </count>
    rule <k> ask I => balance(I) +Int seen() ...</k> <count> N => N +Int 1 </count>
    rule <k> reset => .K ...</k> (<last> _ </last> => initLastCell)
  endmodule"#;

#[test]
fn functions_look_at_cells() {
    check_whole(ACCOUNTS, "ask 7", "<k> 53 ~> .K </k>");
    check_whole(ACCOUNTS, "ask 8", "<k> 3 ~> .K </k>");
    check_whole(ACCOUNTS, "ask 8", "<count> 4 </count>");
}

#[test]
fn cells_are_what_they_were_at_first() {
    let changed = ACCOUNTS.replace("reset => .K", "reset => ask 7");
    check_whole(&changed, "reset", "<k> 53 ~> .K </k>");
}

#[test]
fn contexts_have_aliases() {
    let definition = r#"module TEST-SYNTAX
        imports DOMAINS-SYNTAX
        syntax Exp ::= Int | Exp "+" Exp [seqstrict(value; 1, 2), left] | "(" Exp ")" [bracket]
      endmodule
      module TEST
        imports TEST-SYNTAX
        imports DOMAINS
        syntax KResult ::= Int
        configuration <k> $PGM:Exp </k> <on> true </on>
        context alias [value]: <k> HERE:K ...</k> <on> true </on>
        rule I:Int + J:Int => I +Int J
      endmodule"#;
    check_whole(definition, "1 + (2 + 3) + 4", "<k> 10 ~> .K </k>");
    let off =
        definition.replace("<on> true </on>\n        context", "<on> false </on>\n        context");
    check_whole(&off, "1 + (2 + 3)", "<k> 1 + ( 2 + 3 ) ~> .K </k>");
}

#[test]
fn modules_with_configurations_know_maps() {
    let definition = "module TEST-SYNTAX imports INT-SYNTAX endmodule
        module TEST imports TEST-SYNTAX
          configuration <k> $PGM:Int </k> <env> 1 |-> 2 </env>
        endmodule";
    check_whole(definition, "1", "<env> 1 |-> 2 </env>");
}

#[test]
fn variables_are_as_general_as_they_can_be() {
    // `K : V` is an entry of any value, and bytes only where both are.
    let text = "syntax J ::= Int | Name | K2 \":\" J [symbol(entry)]
                syntax K2 ::= Int | Name  syntax Name ::= \"n\"
                syntax B ::= Int \":\" B [symbol(bytes)] | \"none\"
                syntax J ::= B
                syntax Int ::= f(J) [function]
                rule f(K : V) => 1
                rule go => f(n : n)";
    check(text, "1");
}

#[test]
fn elements_are_lists_of_one_only_where_nothing_else_fits() {
    let text = "syntax G ::= \"a\" | \"b\"  syntax Gs ::= NeList{G, \";\"}
                syntax C ::= A2 \";\" B2  syntax A2 ::= \"a\"  syntax B2 ::= \"b\"
                syntax G ::= A2 | B2
                syntax Int ::= f(K) [function]
                rule f(X:C) => 1
                rule f(_) => 2 [owise]
                rule go => f(a ; b)";
    // Both readings have sorts: the one without a list of one is meant.
    check(text, "1");
}

#[test]
fn several_sorts_may_be_hooked_to_lists() {
    let text = "syntax Ns [hook(LIST.List)]
                syntax Ns ::= Ns Ns [left, function, total, hook(LIST.concat), symbol(_Ns_), assoc,
                                     unit(.Ns), element(N)]
                            | \".Ns\" [function, total, hook(LIST.unit), symbol(.Ns)]
                            | n(Int) [function, total, hook(LIST.element), symbol(N)]
                syntax Int ::= first(Ns) [function] | f(Ns) [function]
                rule first(n(I:Int) _) => I
                rule f(L:Ns) => first(L)
                rule go => f(n(4) n(5))";
    check(text, "4");
}

#[test]
fn bytes() {
    let all = [
        (r#"lengthBytes(b"ab\x00")"#, "3"),
        (r#"b"ab" +Bytes b"c""#, "b\"abc\""),
        (r#"Bytes2Int(b"\x01\x02", BE, Unsigned)"#, "258"),
        (r#"Bytes2Int(b"\x01\x02", LE, Unsigned)"#, "513"),
        (r#"Bytes2Int(b"\xff", BE, Signed)"#, "-1"),
        ("Int2Bytes(3, 258, BE)", r#"b"\x00\x01\x02""#),
        ("Int2Bytes(2, -1, LE)", r#"b"\xff\xff""#),
        ("Int2Bytes(128, BE, Signed)", r#"b"\x00\x80""#),
        ("Int2Bytes(-128, BE, Signed)", r#"b"\x80""#),
        ("Int2Bytes(0, BE, Unsigned)", r#"b"""#),
        (r#"substrBytes(b"hello", 1, 3)"#, "b\"el\""),
        (r#"replaceAtBytes(b"hello", 1, b"ua")"#, "b\"hualo\""),
        (r#"memsetBytes(b"hello", 1, 2, 120)"#, "b\"hxxlo\""),
        (r#"padRightBytes(b"a", 3, 46)"#, "b\"a..\""),
        (r#"padLeftBytes(b"a", 3, 46)"#, "b\"..a\""),
        (r#"reverseBytes(b"abc")"#, "b\"cba\""),
        (r#"b"abc"[1]"#, "98"),
        (r#"b"abc"[1 <- 120]"#, "b\"axc\""),
        (r#"String2Bytes("é")"#, r#"b"\xe9""#),
        (r#"Bytes2String(b"\xe9")"#, "\"é\""),
        (r#"encodeBytes("UTF-8", "é")"#, r#"b"\xc3\xa9""#),
        (r#"decodeBytes("UTF-8", b"\xc3\xa9")"#, "\"é\""),
        (r#"isBytes(b"a") andBool notBool isString(b"a")"#, "true"),
        (r#".Bytes ==K b"""#, "true"),
    ];
    for (term, expected) in all {
        check(&format!("imports BYTES rule go => {term}"), expected);
    }
}

#[test]
fn json_arrays_fractions_and_buffers() {
    let all = [
        (
            "JSON",
            r#"JSON2String(String2JSON("{\"a\": [1, null, true, \"x\"]}"))"#,
            r#""{\"a\":[1,null,true,\"x\"]}""#,
        ),
        ("ARRAY", "(makeArray(3, 0)[1 <- 5])[1]", "5"),
        ("ARRAY", "(makeArray(3, 9)[1 <- 5])[2]", "9"),
        ("ARRAY", "2 in_keys(makeArray(2, 0))", "false"),
        ("RAT", "(1 /Rat 2) +Rat (1 /Rat 3) ==Rat (5 /Rat 6)", "true"),
        ("RAT", "floorRat(-7 /Rat 2)", "-4"),
        (
            "STRING-BUFFER",
            "StringBuffer2String(.StringBuffer +String \"ab\" +String \"c\")",
            "\"abc\"",
        ),
        ("FLOAT", "roundFloat(0.1, 24, 8)", "0.1f"),
        ("FLOAT", "sqrtFloat(2.25)", "1.5"),
        ("FLOAT", "precisionFloat(1.0f)", "24"),
    ];
    for (module, term, expected) in all {
        check(&format!("imports {module} rule go => {term}"), expected);
    }
}

#[test]
fn functions_that_are_not_modelled_end_a_run_where_they_are_used() {
    let mut loaded = load_text(
        "test.k",
        "module TEST-SYNTAX imports DOMAINS-SYNTAX endmodule
         module TEST imports TEST-SYNTAX imports DOMAINS rule 0 => #system(\"ls\") endmodule",
        &[],
    );
    assert_eq!(loaded.run("1", &[]).1, lang_k::Ending::Stuck);
    let (_, ending, _) = loaded.run("0", &[]);
    let lang_k::Ending::Halted(lang_k::Halt::Unsupported(what)) = ending else {
        panic!("{ending:?}")
    };
    assert!(what.contains("#system"), "{what}");
}
