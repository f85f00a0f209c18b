//! Random formulas of specs are read as they were meant, in every spelling.

use proptest::prelude::*;
use source::Files;
use syntax::temporal::{InfixOp, PrefixOp, TemporalLogic, pairwise};
use test_support::{Dice, TemporalFormula};
use trace::syntax::tree::{At, BinaryOp, Expr, Item, ManyOp, UnaryOp};

const ATOMS: [&str; TemporalFormula::ATOMS] = ["<put k _ | k <> 1>", "p", "next(k)", "last"];

fn read(text: &str) -> Expr {
    let text = format!("property it := {text}");
    let (mut tree, diagnostics) = trace::syntax::parse(&Files::new().add("t.trace", &text));
    assert_eq!(diagnostics, [], "{text}");
    match tree.items.pop().expect("there is a property").node {
        Item::Property { body, .. } => body.node,
        other => panic!("{other:?} is no property"),
    }
}

/// What is wrong with a formula first, and the text at that place.
fn wrong(text: &str) -> (String, String) {
    let file = Files::new().add("t.trace", &format!("property it := {text}"));
    let (_, diagnostics) = trace::syntax::parse(&file);
    let place = diagnostics[0].labels[0].span.range();
    (file.text()[place].to_owned(), diagnostics[0].message.clone())
}

fn boxed(node: Expr) -> Box<At<Expr>> {
    Box::new(at(node))
}

fn at(node: Expr) -> At<Expr> {
    At { node, span: Files::new().add("", "").span(0..0) }
}

fn prefix(op: PrefixOp, inner: Expr) -> Expr {
    let op = match op {
        PrefixOp::Not => UnaryOp::Not,
        PrefixOp::Next => UnaryOp::Next,
        PrefixOp::WeakNext => UnaryOp::WeakNext,
        PrefixOp::StrongNext => UnaryOp::StrongNext,
        PrefixOp::Finally => UnaryOp::Finally,
        PrefixOp::Globally => UnaryOp::Globally,
        _ => panic!("{op:?} is not in this logic"),
    };
    Expr::Unary(op, boxed(inner))
}

fn infix(op: InfixOp, left: Expr, right: Expr) -> Expr {
    let op = match op {
        InfixOp::Iff => BinaryOp::Iff,
        InfixOp::Implies => BinaryOp::Implies,
        InfixOp::Until => BinaryOp::Until,
        InfixOp::WeakUntil => BinaryOp::WeakUntil,
        InfixOp::Release => BinaryOp::Release,
        _ => panic!("{op:?} stands in rows or is not in this logic"),
    };
    Expr::Binary(op, boxed(left), boxed(right))
}

fn row(op: InfixOp, parts: Vec<Expr>) -> Expr {
    let differ = |left, right| prefix(PrefixOp::Not, infix(InfixOp::Iff, left, right));
    match op {
        InfixOp::And => Expr::Many(ManyOp::And, parts.into_iter().map(at).collect()),
        InfixOp::Or => Expr::Many(ManyOp::Or, parts.into_iter().map(at).collect()),
        _ => pairwise(parts, &mut { differ }),
    }
}

proptest! {
    #[test]
    fn formulas_in_any_spelling_are_read_back(tape in prop::collection::vec(any::<u8>(), 0..80)) {
        let mut dice = Dice::of_tape(&tape);
        let drawn = TemporalFormula::draw(&mut dice, TemporalLogic::Specs, 5);
        let text = drawn.print(&mut dice, &ATOMS);
        let expected = drawn.fold(&|atom| read(ATOMS[atom]), &prefix, &infix, &row);
        prop_assert_eq!(read(&text), expected, "{}", text);
    }
}

#[test]
fn words_of_the_logic_may_be_names() {
    assert_eq!(read("next && o"), read("(next) && (o)"));
    assert_eq!(read("always next(k) until once(a, b)"), read("(G next(k)) U once(a, b)"));
    assert_eq!(read("eventually (next)"), read("F next"));
    assert_eq!(read("re((next)* ; o)"), read("re(next* ; o)"));
    assert_eq!(read("~(<a> or <b> and <c>)"), read("~(<a> || (<b> && <c>))"));
}

#[test]
fn the_past_is_refused_at_its_place() {
    let place = |text: &str| wrong(text).0;
    assert_eq!(wrong("G (*) p").1, "`(*)` (before) is not an operator of trace specs");
    assert_eq!((place("G (*) p"), place("[*] p")), ("(*)".to_owned(), "[*]".to_owned()));
    assert_eq!(wrong("p S q").1, "`S` (since) is not an operator of trace specs");
    assert_eq!((place("p S q"), place("once p")), ("S".to_owned(), "once".to_owned()));
}

#[test]
fn signs_of_the_logic_are_refused_in_regular_expressions() {
    for text in ["re([] <a>)", "re(<a> until <b>)", "re(<> <a>)"] {
        assert!(wrong(text).1.contains("is an LTLf operator"), "{text}: {:?}", wrong(text));
    }
}
