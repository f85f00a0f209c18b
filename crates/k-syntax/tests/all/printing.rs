//! What is printed can be read again.

use k_syntax::{Definition, LoadOptions, PatternParser, Term, TermId, Terms, Unparser, load};
use proptest::prelude::*;
use source::{File, FileId, Files, Span};

const LANGUAGE: &str = r#"
module T
  imports DOMAINS
  syntax Exp  ::= Int | Bool
                | "(" Exp ")"             [bracket]
                | "f" "(" Exps ")"        [format(%1%2%3%4)]
                > Exp "!"
                > "-" Exp
                > left: Exp "*" Exp | Exp "/" Exp
                > left: Exp "+" Exp
                > right: Exp "=" Exp
                > non-assoc: Exp "<" Exp
                > "if" Exp "then" Exp "else" Exp
  syntax Exps ::= List{Exp, ","}
  syntax Stmt ::= Exp ";" | "{" Stmt "}"  [format(%1%i%n%2%d%n%3)]
                > Stmt Stmt               [right, format(%1%n%2)]
  configuration <T> <k> $PGM:Stmt </k> <env> .Map </env> <out> .List </out> </T>
endmodule"#;

/// A term, before it has a definition: a symbol, a number below its number of arguments each.
#[derive(Clone, Debug)]
enum Plan {
    Number(u8),
    Node(&'static str, Vec<Plan>),
}

fn exp() -> impl Strategy<Value = Plan> {
    let leaf = any::<u8>().prop_map(Plan::Number);
    leaf.prop_recursive(5, 40, 3, |inner| {
        let one = (prop_oneof![Just("-_"), Just("_!")], inner.clone())
            .prop_map(|(label, a)| Plan::Node(label, vec![a]));
        let labels = prop_oneof![Just("_*_"), Just("_/_"), Just("_+_"), Just("_=_"), Just("_<_")];
        let two = (labels, inner.clone(), inner.clone())
            .prop_map(|(label, a, b)| Plan::Node(label, vec![a, b]));
        let three = (inner.clone(), inner.clone(), inner.clone())
            .prop_map(|(a, b, c)| Plan::Node("if_then_else_", vec![a, b, c]));
        let call = prop::collection::vec(inner, 0..4).prop_map(|elements| {
            let nil = Plan::Node(".List{\"_,_\"}", vec![]);
            let list = elements
                .into_iter()
                .rfold(nil, |rest, element| Plan::Node("_,_", vec![element, rest]));
            Plan::Node("f(_)", vec![list])
        });
        prop_oneof![one, two, three, call]
    })
}

fn stmt() -> impl Strategy<Value = Plan> {
    let leaf = exp().prop_map(|exp| Plan::Node("_;", vec![exp]));
    leaf.prop_recursive(4, 12, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|s| Plan::Node("{_}", vec![s])),
            (inner.clone(), inner).prop_map(|(s, t)| Plan::Node("__", vec![s, t])),
        ]
    })
}

struct Language {
    files: Files,
    definition: Definition,
}

fn language() -> Language {
    let mut files = Files::new();
    let main = files.add("t.k", LANGUAGE);
    let loaded = load(&mut files, &main, &LoadOptions::default(), &mut |_, _| None);
    let (definition, _) = loaded.expect("the language is sound");
    Language { files, definition }
}

fn build(definition: &Definition, terms: &mut Terms, file: FileId, plan: &Plan) -> TermId {
    let span = Span::new(file, 0, 0);
    let term = match plan {
        Plan::Number(n) => {
            Term::Token { text: n.to_string(), sort: definition.find_sort("Int").expect("Int") }
        }
        Plan::Node(name, parts) => {
            let args = parts.iter().map(|part| build(definition, terms, file, part)).collect();
            Term::Apply { label: definition.find_label(name).expect(name), args }
        }
    };
    terms.add(term, span)
}

/// Whether two terms are equal but for their places.
fn same(one: (&Terms, TermId), other: (&Terms, TermId)) -> bool {
    let mut stack = vec![(one.1, other.1)];
    while let Some((a, b)) = stack.pop() {
        let (a, b) = (one.0.get(a), other.0.get(b));
        let alike = match (a, b) {
            (Term::Apply { label: l, .. }, Term::Apply { label: m, .. }) => l == m,
            (Term::Cell { name: l, .. }, Term::Cell { name: m, .. }) => l == m,
            (Term::Token { text: s, sort: x }, Term::Token { text: t, sort: y }) => {
                (s, x) == (t, y)
            }
            (Term::Bag(_), Term::Bag(_)) | (Term::Sequence(_), Term::Sequence(_)) => true,
            _ => false,
        };
        let (parts, others) = (a.children(), b.children());
        if !alike || parts.len() != others.len() {
            return false;
        }
        stack.extend(parts.into_iter().zip(others));
    }
    true
}

fn reread(language: &mut Language, text: &str, sort: &str) -> (Terms, TermId) {
    let file: File = language.files.add("printed", text);
    let parser = PatternParser::new(&language.definition).expect("the expressions are fine");
    let sort = language.definition.find_sort(sort).expect("it is declared");
    let mut terms = Terms::default();
    match parser.parse(&language.files, &file, sort, &mut terms) {
        Ok(pattern) => (terms, pattern.body),
        Err(error) => panic!("{}\n{text}", error.message),
    }
}

proptest! {
    #[test]
    fn terms_can_be_read_again(plan in stmt()) {
        let mut language = language();
        let mut terms = Terms::default();
        let file = language.files.iter().next().expect("there is a file").id();
        let root = build(&language.definition, &mut terms, file, &plan);
        let text = Unparser::new(&language.definition, &terms).print(root);
        let (again, parsed) = reread(&mut language, &text, "Stmt");
        prop_assert!(same((&terms, root), (&again, parsed)), "{}", text);
    }
}

/// What is printed for a text.
#[track_caller]
fn check(text: &str, expected: &str) {
    let mut language = language();
    let (terms, root) = reread(&mut language, text, "K");
    assert_eq!(Unparser::new(&language.definition, &terms).print(root), expected);
}

#[test]
fn cells_indent_and_collections_are_sorted() {
    check(
        "<T> <k> 1; ~> { 2; 3; } </k> <env> (10 |-> 1) (9 |-> true) .Map </env>
         <out> ListItem(2) ListItem(1) </out> </T>",
        "<T>\n  <k>\n    1 ; ~> {\n      2 ;\n      3 ;\n    } ~> .K\n  </k>\n  <env>\n    9 |-> true\n    \
         10 |-> 1\n  </env>\n  <out>\n    ListItem ( 2 )\n    ListItem ( 1 )\n  </out>\n</T>",
    );
    check("<k> .K </k>", "<k>\n  .K\n</k>");
}

#[test]
fn parentheses_stand_where_they_are_needed() {
    check("(1 + 2) * f(1 = (2 = 3), .Exps)", "( 1 + 2 ) * f(1 = 2 = 3 , .Exps)");
    check("(1 = 2) = 3 + - 4", "( 1 = 2 ) = 3 + - 4");
    check("1 + (X => Y:Int)", "1 + ( X:Exp => Y:Int )");
    check("<env>... M:Map (1 |-> _) </env>", "<env>\n  ... 1 |-> _:KItem\n  M:Map\n</env>");
}
