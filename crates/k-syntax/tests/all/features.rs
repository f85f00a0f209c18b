//! What rules may be written with, feature by feature.

use k_syntax::{
    CastKind, Definition, LoadOptions, ProgramParser, Term, TermId, Terms, VariableKind, load,
};
use source::Files;

fn definition(files: &mut Files, text: &str) -> Definition {
    let main = files.add("t.k", text);
    match load(files, &main, &LoadOptions::default(), &mut |_, _| None) {
        Ok((definition, warnings)) => {
            assert!(warnings.is_empty(), "{warnings:#?}");
            definition
        }
        Err(errors) => {
            let shown: Vec<_> = errors
                .iter()
                .map(|error| {
                    let span = error.labels[0].span;
                    let at = files.describe(span);
                    format!("{at}: {} {:?} {:?}", error.message, files.excerpt(span), error.notes)
                })
                .collect();
            panic!("{shown:#?}")
        }
    }
}

/// A term in one line, symbols in front.
fn shown(definition: &Definition, terms: &Terms, id: TermId) -> String {
    let show = |id: &TermId| shown(definition, terms, *id);
    let all = |ids: &[TermId]| ids.iter().map(show).collect::<Vec<_>>().join(", ");
    let sort = |sort| definition.sort(sort).name.clone();
    match terms.get(id) {
        Term::Apply { label, args } => format!("{}({})", definition.label(*label).name, all(args)),
        Term::Token { text, sort: of } => format!("{text}'{}", sort(*of)),
        Term::Variable { name, sort: of, kind } => match kind {
            VariableKind::Plain => format!("{name}:{}", sort(*of)),
            VariableKind::Anonymous => format!("_:{}", sort(*of)),
            VariableKind::Fresh => format!("!{name}:{}", sort(*of)),
            VariableKind::Exists => format!("?{name}:{}", sort(*of)),
            VariableKind::Config => format!("${name}:{}", sort(*of)),
        },
        Term::Rewrite { left, right } => format!("{} => {}", show(left), show(right)),
        Term::Sequence(parts) => format!("~>[{}]", all(parts)),
        Term::Bag(parts) => format!("bag[{}]", all(parts)),
        Term::Cell { name, open_left, open_right, contents } => {
            let dots = |open: &bool| if *open { "..." } else { "" };
            format!("<{name}>{}{}{}", dots(open_left), show(contents), dots(open_right))
        }
        Term::Cast { kind: CastKind::Semantic, sort: of, term } => {
            format!("({}):{}", show(term), sort(*of))
        }
        Term::Cast { kind: CastKind::Projection, sort: of, term } => {
            format!("{{{}}}:>{}", show(term), sort(*of))
        }
        Term::As { pattern, alias } => format!("{} #as {}", show(pattern), show(alias)),
    }
}

const LANGUAGE: &str = r#"
  imports DOMAINS
  syntax Id ::= "main" [token]
  syntax Val ::= Int | Bool
  syntax Exp ::= Val | Id | "(" Exp ")" [bracket]
               | "[" Exp "]" [bracket]
               | call(Id, Exps) | Exp "?" Exp ":" Exp [klabel(cond), symbol]
               > Exp "(" Exps ")"
               > left: Exp "+" Exp [klabel(plus)]
               > right: Id "=" Exp
  syntax Vals ::= List{Val, ","}
  syntax Ids  ::= List{Id, ","}
  syntax Exps ::= List{Exp, ","} | Vals | Ids
  syntax KItem ::= (Map, K, ControlCellFragment) | frame(Map, Bag)
  syntax Exps ::= args(Exps) [function]
  syntax Int ::= size2(Vals) [function]
  syntax KItem ::= done(Exp, Vals)
  configuration <T> <k> $PGM:Exp </k> <env> .Map </env>
                    <control> <fstack> .List </fstack> <mode> main:Id </mode> </control>
                    <ids> <id multiplicity="*"> 0 </id> </ids> </T>
"#;

/// The body of a rule of the language above.
#[track_caller]
fn check(rule: &str, expected: &str) {
    let mut files = Files::new();
    let definition = definition(&mut files, &format!("module T {LANGUAGE} rule {rule} endmodule"));
    let rule = definition.rules.last().expect("there is a rule");
    let mut found = shown(&definition, &definition.terms, rule.body);
    if let Some(condition) = rule.requires {
        found = format!("{found} requires {}", shown(&definition, &definition.terms, condition));
    }
    assert_eq!(found, expected);
}

#[test]
fn units() {
    check("1 => .", "1'Int => ~>[]");
    check("<env> _ => .Map </env>", "<env>_:Map => .Map()");
    check("<ids> .Bag => <id> !I </id> </ids>", "<ids>bag[] => <id>!I:Int");
    check("args(.Exps) => .Vals", "args(.List{\"_,_\"}()) => .List{\"_,_\"}()");
}

#[test]
fn sorts_are_inferred() {
    check("X + Y => X +Int Y", "plus(X:Int, Y:Int) => _+Int_(X:Int, Y:Int)");
    check("X + _ => X", "plus(X:Exp, _:Exp) => X:Exp");
    check(
        "X => Y requires X ==K Y andBool Y",
        "X:K => Y:Bool requires _andBool_(_==K_(X:K, Y:Bool), Y:Bool)",
    );
    check("<env> X |-> V M => M </env>", "<env>_Map_(_|->_(X:KItem, V:KItem), M:Map) => M:Map");
    check("<k> F:Id(Es) ...</k> <mode> F </mode>", "bag[<k>_(_)(F:Id, Es:Exps)..., <mode>F:Id]");
}

#[test]
fn lists_end_with_the_empty_list() {
    check("size2(V) => 1", "size2(V:Vals) => 1'Int");
    check("size2(V:Val) => 1", "size2(_,_(V:Val, .List{\"_,_\"}())) => 1'Int");
    check("size2(1, true) => 2", "size2(_,_(1'Int, _,_(true'Bool, .List{\"_,_\"}()))) => 2'Int");
    check("args(E, Es) => Es", "args(_,_(E:Exp, Es:Exps)) => Es:Exps");
    check("done(V, (V, Vs)) => V", "done(V:Val, _,_(V:Val, Vs:Vals)) => V:Val");
    check("args((X => 1), Es)", "args(_,_(X:Exp => 1'Int, Es:Exps))");
    check("args(X, Es => Es)", "args(_,_(X:Exp, Es:Exps) => Es:Exps)");
    check("args(X:Id => 1)", "args(_,_(X:Id, .List{\"_,_\"}()) => _,_(1'Int, .List{\"_,_\"}()))");
}

#[test]
fn casts() {
    check("X:Int + Y", "plus(X:Int, Y:Exp)");
    check("(X + 1):Exp", "(plus(X:Exp, 1'Int)):Exp");
    check("X::Exp + {Y}:>Int", "plus(X:Exp, {Y:K}:>Int)");
    check("A:K ~> B", "~>[A:K, B:K]");
}

#[test]
fn rewrites_bind_loosest() {
    check("1 + 2 => 3 ~> 4", "plus(1'Int, 2'Int) => ~>[3'Int, 4'Int]");
    check("(1 => 2) + 3", "plus(1'Int => 2'Int, 3'Int)");
    check("(X:Id => V:Val)(_:Exps)", "_(_)(X:Id => V:Val, _:Exps)");
    check("<env>... X |-> (_ => 1) ...</env>", "<env>..._|->_(X:KItem, _:KItem => 1'Int)...");
}

#[test]
fn prefix_forms_and_tokens() {
    check("plus(1, X)", "plus(1'Int, X:Exp)");
    check("`plus`(1, X)", "plus(1'Int, X:Exp)");
    check("cond(X, 1, 2)", "cond(X:Exp, 1'Int, 2'Int)");
    check("call(main, #token(\"Abc\", \"Id\"))", "call(main'Id, _,_(Abc'Id, .List{\"_,_\"}()))");
    check(
        "#if_#then_#else_#fi(true, X, 1 + 2)",
        "#if_#then_#else_#fi(true'Bool, X:K, plus(1'Int, 2'Int))",
    );
    check(
        "#if B #then 1 #else X:Int #fi + 2",
        "plus(#if_#then_#else_#fi(B:Bool, 1'Int, X:Int), 2'Int)",
    );
}

#[test]
fn sorts_may_have_two_names() {
    let text =
        "module T syntax E ::= \"a\" syntax F = E syntax G ::= F F rule X:F X => X endmodule";
    let definition = definition(&mut Files::new(), text);
    assert_eq!(definition.find_sort("F"), definition.find_sort("E"));
    let body = definition.rules[0].body;
    assert_eq!(shown(&definition, &definition.terms, body), "__(X:E, X:E) => X:E");
}

#[test]
fn what_is_declared_twice_counts_once() {
    let twice = "syntax Id ::= \"main\" [token] syntax Exp ::= Exp \"+\" Exp [left]";
    let text = format!(
        "module A imports ID-SYNTAX {twice} syntax Exp ::= Id endmodule
         module T imports A {twice} rule main + X => X endmodule"
    );
    let mut files = Files::new();
    let definition = definition(&mut files, &text);
    let body = definition.rules[0].body;
    assert_eq!(shown(&definition, &definition.terms, body), "_+_(main'Id, X:Exp) => X:Exp");
    let parser = ProgramParser::new(&definition).expect("the expressions are fine");
    let program = files.add("p", "main + main");
    let k = definition.find_sort("K").expect("it is always there");
    let mut terms = Terms::default();
    let root = parser.parse(&program, k, &mut terms).expect("programs may be of sort K");
    assert_eq!(shown(&definition, &terms, root), "_+_(main'Id, main'Id)");
}

#[test]
fn tokens_that_look_like_variables() {
    let text = "module T imports BUILTIN-ID-TOKENS
        syntax Name ::= #UpperId [token] | #LowerId [token]
        syntax Constructor ::= r\"[A-Z][a-z]*\" [token, prec(1)]
        syntax E ::= \"n\" Name | \"c\" Constructor | E \"+\" E
        rule n Abc + c Abd => n abc
    endmodule";
    let mut files = Files::new();
    let definition = definition(&mut files, text);
    let body = definition.rules[0].body;
    let expected = "_+_(n_(Abc:Name), c_(Abd:Constructor)) => n_(abc'Name)";
    assert_eq!(shown(&definition, &definition.terms, body), expected);
    let parser = ProgramParser::new(&definition).expect("the expressions are fine");
    let sort = definition.find_sort("E").expect("it is declared");
    let mut terms = Terms::default();
    let root = parser.parse(&files.add("p", "c Abc + n Abc"), sort, &mut terms).expect("fine");
    assert_eq!(shown(&definition, &terms, root), "_+_(c_(Abc'Constructor), n_(Abc'Name))");
}

#[test]
fn a_rule_may_go_on_behind_words() {
    let text = "# T\n```k\nmodule T\n  syntax E ::= \"a\" | \"b\"\n  rule a\n```\nis\n```k\n=> b\nendmodule\n```\n";
    let mut files = Files::new();
    let main = files.add("t.md", text);
    let loaded = load(&mut files, &main, &LoadOptions::default(), &mut |_, _| None);
    let (definition, _) = loaded.expect("the definition is sound");
    assert_eq!(shown(&definition, &definition.terms, definition.rules[0].body), "a() => b()");
    assert_eq!(files.describe(definition.rules[0].span), "t.md:5:3");
}

#[test]
fn brackets_leave_nothing() {
    check("[[X]] + ((1))", "plus(X:Exp, 1'Int)");
    check("x = [y = 1]", "_=_(x'Id, _=_(y'Id, 1'Int))");
}

#[test]
fn cells_are_terms() {
    check(
        "<control> <fstack> .List => ListItem((Env, K, C)) </fstack> C </control> <env> Env </env>",
        "bag[<control>bag[<fstack>.List() => ListItem((_,_,_)(Env:Map, K:K, C:ControlCellFragment)), \
         C:ControlCellFragment], <env>Env:Map]",
    );
    check(
        "frame(M, <mode> X </mode> B) => <control> B </control>",
        "frame(M:Map, bag[<mode>X:K, B:Bag]) => <control>B:Bag",
    );
    check("X + Y #as Z => Z", "plus(X:Exp, Y:Exp) #as Z:K => Z:K");
}

#[test]
fn types_in_front_of_names() {
    let text = r#"module T
      imports DOMAINS
      syntax Type ::= "void" | "int" | Type "[" "]" | "(" Type ")" [bracket] > Types "->" Type
      syntax Types ::= List{Type, ","}      [overload(exps)]
      syntax Param ::= Type Id
      syntax Params ::= List{Param, ","}
      syntax Exp ::= Val | Id | "(" Exp ")" [bracket] | "++" Exp
                   > Exp "[" Exps "]" > Exp "(" Exps ")"
                   > left: Exp "<" Exp | Exp "-" Exp
                   > Exp "=" Exp            [right]
      syntax Exps ::= List{Exp, ","}        [overload(exps)]
      syntax Val ::= Int | array(Type, Int, Int) | lambda(Type, Params, Stmt)
      syntax Vals ::= List{Val, ","}        [overload(exps)]
      syntax Exps ::= Vals
      syntax Block ::= "{" "}" | "{" Stmt "}"
      syntax Stmt ::= Type Exps ";"         [avoid]
                    | Type Id "(" Params ")" Block
                    | Block | Exp ";" | "for" "(" Stmt Exp ";" Exp ")" Block
      syntax Stmt ::= Stmt Stmt             [right]
      syntax Id ::= "$1" [token] | "$2" [token]
      rule T:Type E1:Exp, E2:Exp, Es:Exps; => T E1; T E2, Es;  [anywhere]
      rule T:Type X:Id = E; => T X; X = E;                     [anywhere]
      context _:Type _::Exp[HOLE::Exps];
      syntax Type ::= Type "<" Vals ">"     [klabel(_<_>)]
      rule T:Type<_, Vs:Vals> => T[]<Vs>
      rule T:Type<.Vals> => T
      rule T:Type X:Id[N1:Int, N2:Int, Vs:Vals];
        => T[]<Vs> X[N1]; { T[][]<Vs> $1 = X; for (int $2 = 0; $2 < N1; ++$2) { T X[N2, Vs]; $1[$2] = X; } }
      syntax Type ::= typeOf(K)             [function]
      rule typeOf(_:Int) => int
      rule typeOf(array(T, _, _)) => (T[])
      rule typeOf(lambda(T, Ps, _)) => getTypes(Ps) -> T
      syntax Types ::= getTypes(Params)     [function]
      rule getTypes(T:Type _:Id) => T, .Types
      rule getTypes(T:Type _:Id, P, Ps) => T, getTypes(P, Ps)
      rule getTypes(.Params) => void, .Types
      syntax Stmt ::= mkDecls(Params, Vals) [function]
      rule mkDecls((T:Type X:Id, Ps:Params), (V:Val, Vs:Vals)) => T X=V; mkDecls(Ps, Vs)
    endmodule"#;
    let mut files = Files::new();
    let definition = definition(&mut files, text);
    let last = definition.rules.last().expect("there are rules");
    assert_eq!(
        shown(&definition, &definition.terms, last.body),
        "mkDecls(_,_(__@Param(T:Type, X:Id), Ps:Params), exps@Exps(V:Val, Vs:Vals)) => \
         __@Stmt(__;(T:Type, exps@Exps(_=_(X:Id, V:Val), .List{\"exps@Exps\"}())), \
         mkDecls(Ps:Params, Vs:Vals))"
    );
    let parser = ProgramParser::new(&definition).expect("the expressions are fine");
    let program = files.add("p", "int f(int x, int[] a) { int y = x-1, z; a[y] = z; } int g;");
    let sort = definition.find_sort("Stmt").expect("it is declared");
    let parsed = parser.parse(&program, sort, &mut Terms::default());
    assert!(parsed.is_ok(), "{parsed:?}");
}

#[test]
fn programs_use_layout_and_tokens_of_their_module() {
    let text = r#"
      module T-SYNTAX
        syntax #Layout ::= r"[ \\n]+" | r"--[^\\n]*"
        syntax Word ::= r"[a-z]+" [token] | "the" [token, prefer]
        syntax Text ::= NeList{Word, "-"}
      endmodule
      module T imports T-SYNTAX imports INT syntax Word ::= Int endmodule"#;
    let mut files = Files::new();
    let definition = definition(&mut files, text);
    assert_eq!(definition.syntax_module, "T-SYNTAX");
    let parser = ProgramParser::new(&definition).expect("the expressions are fine");
    let sort = definition.find_sort("Text").expect("it is declared");
    let mut read = |program: &str| {
        let file = files.add("p", program);
        let mut terms = Terms::default();
        let root = parser.parse(&file, sort, &mut terms).ok()?;
        Some(shown(&definition, &terms, root))
    };
    let list = "_-_(the'Word, _-_(b'Word, .List{\"_-_\"}()))";
    assert_eq!(read("the - b -- // no comment of K").as_deref(), Some(list));
    assert_eq!(read("// a"), None);
    assert_eq!(read("-- nothing"), None);
    assert_eq!(read("1"), None, "numbers are not of the syntax module");
}
