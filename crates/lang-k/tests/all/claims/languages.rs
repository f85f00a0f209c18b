//! Claims in three languages: IMP, functions that call each other, and statements with a heap and procedures. What must come of each
//! stands beside it.

use super::{answers, load, word};

const FUNCTIONS: &str = r#"
module MINI-SYNTAX
  imports INT-SYNTAX
  imports ID-SYNTAX
  syntax Exp ::= Int | Id | "(" Exp ")" [bracket] | Id "[" Exp "]" [strict(2)]
               > left: Exp "*" Exp [seqstrict]
               > left: Exp "+" Exp [seqstrict] | Exp "-" Exp [seqstrict]
               > "if0" Exp "then" Exp "else" Exp [strict(1)]
               > "let" Id "=" Exp "in" Exp [strict(2)]
  syntax Defs ::= List{Def, ""}
  syntax Def ::= "fun" Id Id "=" Exp ";"
  syntax Pgm ::= Defs "run" Exp
endmodule
module MINI
  imports MINI-SYNTAX
  imports INT
  imports MAP
  imports LIST
  syntax KResult ::= Int
  syntax KItem ::= fn(Id, Exp) | back(Map)
  configuration <T> <k> $PGM:Pgm </k> <env> .Map </env> <funs> .Map </funs> </T>
  rule <k> (fun F X = E; Ds:Defs) run R => Ds run R </k> <funs> M => M [F <- fn(X, E)] </funs>
  rule .Defs run R => R
  rule <k> X:Id => I ...</k> <env>... X |-> I ...</env>
  rule A:Int + B:Int => A +Int B
  rule A:Int - B:Int => A -Int B
  rule A:Int * B:Int => A *Int B
  rule if0 0 then E else _ => E
  rule if0 I:Int then _ else E => E requires I =/=Int 0
  rule <k> let X = I:Int in E => E ~> back(M) ...</k> <env> M => M [X <- I] </env>
  rule <k> I:Int ~> back(M) => I ...</k> <env> _ => M </env>
  rule <k> F:Id [ I:Int ] => E ~> back(M) ...</k> <env> M => X |-> I </env> <funs>... F |-> fn(X, E) ...</funs>
endmodule
"#;

const HEAP: &str = r#"
module MINI-SYNTAX
  imports INT-SYNTAX
  imports ID-SYNTAX
  syntax Exp ::= Int | Id | "(" Exp ")" [bracket] | "*" Exp [strict] | "new" Exp [strict] | Id "(" ")"
               > left: Exp "+" Exp [seqstrict] | Exp "-" Exp [seqstrict]
               > Exp "<" Exp [seqstrict]
  syntax Stmt ::= Id "=" Exp ";" [strict(2)] | "*" Exp "=" Exp ";" [seqstrict] | "{" Stmts "}" | "if" "(" Exp ")" Stmt "else" Stmt [strict(1)]
                | "while" "(" Exp ")" Stmt | "return" Exp ";" [strict] | "out" Exp ";" [strict] | Exp ";" [strict] | "throw" Int ";"
  syntax Stmts ::= List{Stmt, ""}
endmodule
module MINI
  imports MINI-SYNTAX
  imports BOOL
  imports INT
  imports MAP
  imports LIST
  syntax KResult ::= Int | Bool
  syntax Exp ::= Bool
  syntax KItem ::= call(Map, K) | proc(Stmts)
  configuration <T> <k> $PGM:Stmts </k> <vars> .Map </vars> <heap> .Map </heap> <next> 0 </next> <procs> .Map </procs> <stack> .List </stack> <o> .List </o> </T>
  rule S:Stmt Ss:Stmts => S ~> Ss
  rule .Stmts => .K
  rule { Ss } => Ss
  rule <k> X:Id => I ...</k> <vars>... X |-> I:Int ...</vars>
  rule A:Int + B:Int => A +Int B
  rule A:Int - B:Int => A -Int B
  rule A:Int < B:Int => A <Int B
  rule <k> X:Id = I:Int; => .K ...</k> <vars> M => M [X <- I] </vars>
  rule <k> * A:Int => V ...</k> <heap>... A |-> V:Int ...</heap>
  rule <k> * A:Int = V:Int; => .K ...</k> <heap>... A |-> (_ => V) ...</heap>
  rule <k> new I:Int => N ...</k> <next> N:Int => N +Int 1 </next> <heap> H => H [N <- I] </heap>
  rule if (true) S else _ => S
  rule if (false) _ else S => S
  rule while (E) S => if (E) { S while (E) S } else { .Stmts }
  rule _:Int; => .K
  rule <k> out I:Int; => .K ...</k> <o>... .List => ListItem(I) </o>
  rule <k> F:Id ( ) ~> K => B </k> <vars> M => .Map </vars> <procs>... F |-> proc(B) ...</procs> <stack> .List => ListItem(call(M, K)) ...</stack>
  rule <k> return I:Int; ~> _ => I ~> K </k> <vars> _ => M </vars> <stack> ListItem(call(M, K)) => .List ...</stack>
endmodule
"#;

#[track_caller]
fn check(definition: &str, claims: &str, expected: &str) {
    let loaded = load(definition, claims);
    let found = answers(&loaded);
    let told = found.iter().map(|(name, answer)| format!("{name} {}", word(answer)));
    let told: Vec<String> = told.collect();
    let expected: Vec<&str> = expected.split(',').map(str::trim).collect();
    assert_eq!(told, expected, "{found:?}");
}

#[test]
fn claims_in_imp() {
    check(
        super::IMP,
        r#"  claim [sum]: <k> while (1 <= n) { s = s + n; n = n + -1; } => .K ...</k>
    <state> n |-> (N:Int => 0) s |-> (S:Int => S +Int N *Int (N +Int 1) /Int 2) </state> requires N >=Int 0
  claim [sum-program]: <k> int n, s; n = 10; s = 0; while (1 <= n) { s = s + n; n = n + -1; } => .K </k>
    <state> .Map => n |-> 0 s |-> 55 </state>
  claim [max]: <k> if (a <= b) { m = b; } else { m = a; } => .K ...</k>
    <state> a |-> A:Int b |-> B:Int m |-> (_ => ?M:Int) </state> ensures ?M >=Int A andBool ?M >=Int B
  claim [swap]: <k> t = a; a = b; b = t; => .K ...</k> <state> a |-> (A:Int => B) b |-> (B:Int => A) t |-> (_ => A) </state>
  claim [swap-rest]: <k> t = a; a = b; b = t; => .K ...</k> <state> a |-> (A:Int => B) b |-> (B:Int => A) t |-> (_ => A) ...</state>
  claim [double]: <k> x = x + x; => .K ...</k> <state>... x |-> (X:Int => 2 *Int X) ...</state>
  claim [abs]: <k> if (x < 0) { x = 0 - x; } else { } => .K ...</k> <state>... x |-> (X:Int => absInt(X)) ...</state>
  claim [copy]: <k> while (0 < n) { n = n - 1; m = m + 1; } => .K ...</k>
    <state> n |-> (N:Int => 0) m |-> (M:Int => M +Int N) </state> requires N >=Int 0
  claim [product]: <k> while (0 < n) { p = p + m; n = n - 1; } => .K ...</k>
    <state> n |-> (N:Int => 0) m |-> M:Int p |-> (P:Int => P +Int N *Int M) </state> requires N >=Int 0
  claim [forever]: <k> while (true) { } => 1 ...</k>
  claim [read]: <k> x = read(); => .K ...</k> <state>... x |-> (_ => I) ...</state> <in> ListItem(I:Int) => .List </in>
  claim [print]: <k> print(x, 2); => .K ...</k> <state>... x |-> X:Int ...</state> <out> .List => ListItem(X) ListItem(2) </out>
  claim [sign-wrong]: <k> if (x < 0) { s = 0 - 1; } else { s = 1; } => .K ...</k>
    <state> x |-> X:Int s |-> (_ => ?S:Int) </state> ensures ?S *Int X >Int 0
  claim [countdown-subtle]: <k> while (!(n == 0)) { n = n - 2; } => .K ...</k> <state> n |-> (N:Int => 0) </state> requires N >=Int 0"#,
        "sum proved, sum-program proved, max proved, swap proved, swap-rest proved, double proved, abs proved, copy proved, \
         product proved, forever proved, read proved, print proved, sign-wrong refuted, countdown-subtle open",
    );
}

#[test]
fn claims_in_a_functional_language() {
    check(
        FUNCTIONS,
        r#"  claim [sum]: <k> sum[N:Int] => N *Int (N +Int 1) /Int 2 ...</k> <env> _ => ?_ </env>
    <funs> sum |-> fn(n, if0 n then 0 else n + sum[n - 1]) </funs> requires N >=Int 0
  claim [twice]: <k> let x = A:Int in x + x => 2 *Int A ...</k> <env> .Map </env>
  claim [even]: <k> ev[N:Int] => 1 ...</k> <env> M:Map => M </env>
    <funs> ev |-> fn(n, if0 n then 1 else od[n - 1]) od |-> fn(n, if0 n then 0 else ev[n - 1]) </funs>
    requires N >=Int 0 andBool N modInt 2 ==Int 0
  claim [odd]: <k> od[N:Int] => 1 ...</k> <env> M:Map => M </env>
    <funs> ev |-> fn(n, if0 n then 1 else od[n - 1]) od |-> fn(n, if0 n then 0 else ev[n - 1]) </funs>
    requires N >=Int 1 andBool N modInt 2 ==Int 1
  claim [square]: <k> sq[N:Int] => N *Int N ...</k> <env> M:Map => M </env> <funs> sq |-> fn(n, n * n) </funs>
  claim [const]: <k> k[_:Int] => 7 ...</k> <env> M:Map => M </env> <funs> k |-> fn(n, 7) ...</funs>
  claim [acc]: <k> let a = A:Int in let b = B:Int in a - b => A -Int B ...</k> <env> .Map </env>
  claim [zero]: <k> if0 X:Int - X then 1 else 2 => 1 ...</k>
  claim [shadow]: <k> let x = 1 in let x = x + 1 in x => 2 ...</k> <env> .Map </env>
  claim [wrong]: <k> let x = A:Int in x * x => A ...</k> <env> .Map </env>"#,
        "sum proved, twice proved, even proved, odd proved, square proved, const proved, acc proved, zero proved, shadow proved, \
         wrong refuted",
    );
}

#[test]
fn claims_about_a_heap_and_procedures() {
    check(
        HEAP,
        r#"  claim [heap-write]: <k> *p = *p + 1; => .K ...</k> <vars>... p |-> P:Int ...</vars> <heap>... P |-> (V:Int => V +Int 1) ...</heap>
  claim [heap-swap]: <k> t = *p; *p = *q; *q = t; => .K ...</k> <vars> p |-> P:Int q |-> Q:Int t |-> (_ => A) </vars>
    <heap> P |-> (A:Int => B) Q |-> (B:Int => A) </heap>
  claim [alloc]: <k> x = new 5; => .K ...</k> <vars> .Map => x |-> N </vars> <heap> .Map => N |-> 5 </heap> <next> N:Int => N +Int 1 </next>
  claim [loop]: <k> while (i < n) { s = s + 2; i = i + 1; } => .K ...</k>
    <vars> i |-> (I:Int => N) n |-> N:Int s |-> (S:Int => S +Int 2 *Int (N -Int I)) </vars> requires I <=Int N
  claim [call]: <k> f() => 42 ...</k> <vars> M:Map => M </vars> <procs> f |-> proc(return 42; .Stmts) </procs> <stack> .List </stack>
  claim [out]: <k> out x + 1; => .K ...</k> <vars>... x |-> X:Int ...</vars> <o> .List => ListItem(X +Int 1) </o>
  claim [branch]: <k> if (x < y) z = y; else z = x; => .K ...</k> <vars> x |-> X:Int y |-> Y:Int z |-> (_ => maxInt(X, Y)) </vars>
  claim [keep]: <k> x = 1; => .K ...</k> <vars> x |-> (_ => 1) R:Map </vars>
  claim [apart]: <k> *p = 1; *q = 2; x = *p; => .K ...</k> <vars> p |-> P:Int q |-> Q:Int x |-> (_ => 1) </vars>
    <heap> P |-> (_:Int => 1) Q |-> (_:Int => 2) </heap>
  claim [off-by-one]: <k> while (i < n) { i = i + 1; } => .K ...</k> <vars> i |-> (I:Int => N) n |-> N:Int </vars>"#,
        "heap-write proved, heap-swap proved, alloc proved, loop proved, call proved, out proved, branch proved, keep proved, \
         apart proved, off-by-one refuted",
    );
}
