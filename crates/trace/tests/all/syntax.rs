//! The text format: what is printed reads back, nothing panics, and faults are reported well.

use crate::support::{WORLD, formula, model, trace};
use proptest::prelude::*;
use source::{Diagnostic, Files, Span};
use term::Pool;
use trace::syntax::tree::{
    Arg, At, BinaryOp, EventExpr, Expr, Item, ManyOp, Mode, Pattern, RecordTest, RecordValue,
    TermExpr, TermOp, Tree, UnaryOp,
};
use trace::{Judge, Spec, syntax};

fn nowhere() -> Span {
    Files::new().add("", "").span(0..0)
}

fn at<T>(node: T) -> At<T> {
    At { node, span: nowhere() }
}

fn name() -> impl Strategy<Value = At<String>> {
    prop_oneof![Just("a"), Just("k'"), Just("Nxt.put"), Just("accept"), Just("x_1")]
        .prop_map(|text| at(text.to_owned()))
}

fn field() -> impl Strategy<Value = At<String>> {
    let text =
        prop_oneof!["[a-z.]{1,4}", "[ -~\n]{0,5}", Just("when".to_owned()), Just("op".to_owned())];
    text.prop_map(at)
}

fn record_test() -> impl Strategy<Value = RecordTest> {
    let value = || {
        prop_oneof![
            any::<bool>().prop_map(RecordValue::Bool),
            any::<i64>().prop_map(RecordValue::Int),
            "[ -~\n]{0,5}".prop_map(RecordValue::Text),
        ]
    };
    prop_oneof![
        field().prop_map(RecordTest::Has),
        (field(), value()).prop_map(|(field, value)| RecordTest::Is(field, value)),
        (field(), value()).prop_map(|(field, value)| RecordTest::IsNot(field, value)),
    ]
}

fn term() -> BoxedStrategy<TermExpr> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(TermExpr::Bool),
        any::<u16>().prop_map(|n| TermExpr::Number(n.to_string())),
        "[ -~\n\t]{0,6}".prop_map(TermExpr::Text),
        name().prop_map(TermExpr::Name),
    ];
    leaf.prop_recursive(4, 16, 3, |inner| {
        let part = || inner.clone().prop_map(at);
        let boxed = || part().prop_map(Box::new);
        let ops = proptest::sample::select(vec![
            TermOp::Implies,
            TermOp::Iff,
            TermOp::Equal,
            TermOp::Differs,
            TermOp::Less,
            TermOp::LessEq,
            TermOp::Greater,
            TermOp::GreaterEq,
            TermOp::Add,
            TermOp::Sub,
            TermOp::Mul,
            TermOp::Div,
            TermOp::Mod,
        ]);
        let many = proptest::sample::select(vec![ManyOp::And, ManyOp::Or]);
        prop_oneof![
            boxed().prop_map(TermExpr::Not),
            boxed().prop_map(TermExpr::Minus),
            (ops, boxed(), boxed()).prop_map(|(op, a, b)| TermExpr::Binary(op, a, b)),
            (many, proptest::collection::vec(part(), 2..4))
                .prop_map(|(op, parts)| TermExpr::Many(op, parts)),
            (name(), proptest::collection::vec(part(), 0..3))
                .prop_map(|(name, args)| TermExpr::Apply(name, args)),
            (boxed(), boxed(), boxed()).prop_map(|(c, a, b)| TermExpr::If(c, a, b)),
        ]
    })
    .boxed()
}

fn arg() -> impl Strategy<Value = At<Arg>> {
    prop_oneof![Just(Arg::Any), term().prop_map(Arg::Is), term().prop_map(Arg::IsNot),].prop_map(at)
}

fn events() -> BoxedStrategy<EventExpr> {
    let pattern = (
        proptest::option::of(arg()),
        proptest::option::weighted(0.9, name()),
        proptest::collection::vec(arg(), 0..3),
        proptest::option::of(term().prop_map(at)),
    )
        .prop_map(|(result, op, args, cond)| {
            EventExpr::Pattern(Box::new(Pattern { result, op, args, cond }))
        });
    let leaf = prop_oneof![Just(EventExpr::Any), pattern];
    leaf.prop_recursive(3, 6, 2, |inner| {
        let part = || inner.clone().prop_map(at);
        let many = proptest::sample::select(vec![ManyOp::And, ManyOp::Or]);
        prop_oneof![
            part().prop_map(|inner| EventExpr::Not(Box::new(inner))),
            (many, proptest::collection::vec(part(), 2..4))
                .prop_map(|(op, parts)| EventExpr::Many(op, parts)),
        ]
    })
    .boxed()
}

/// Properties that can be written: operators of the other kind stand under `ltl` or `re`.
fn expr(mode: Mode) -> BoxedStrategy<Expr> {
    let event = events().prop_filter_map("only `~` and patterns stand alone", |events| {
        (!matches!(events, EventExpr::Many(..))).then_some(Expr::Event(events))
    });
    let leaf = prop_oneof![
        4 => event,
        1 => Just(Expr::True),
        1 => Just(Expr::False),
        1 => Just(Expr::Last),
        1 => Just(Expr::Eps),
        1 => (name(), proptest::collection::vec(term().prop_map(at), 0..2))
            .prop_map(|(name, args)| Expr::Call(name, args)),
    ];
    leaf.prop_recursive(4, 12, 3, move |inner| {
        let part = || inner.clone().prop_map(at);
        let boxed = || part().prop_map(Box::new);
        let unary = match mode {
            Mode::Ltl => vec![
                UnaryOp::Not,
                UnaryOp::Next,
                UnaryOp::WeakNext,
                UnaryOp::StrongNext,
                UnaryOp::Finally,
                UnaryOp::Globally,
            ],
            Mode::Regex => vec![UnaryOp::Not, UnaryOp::Star, UnaryOp::Plus, UnaryOp::Optional],
        };
        let binary = match mode {
            Mode::Ltl => vec![
                BinaryOp::Implies,
                BinaryOp::Iff,
                BinaryOp::Until,
                BinaryOp::WeakUntil,
                BinaryOp::Release,
            ],
            Mode::Regex => vec![BinaryOp::Implies, BinaryOp::Iff],
        };
        let many = proptest::sample::select(vec![ManyOp::And, ManyOp::Or, ManyOp::Then]);
        prop_oneof![
            (proptest::sample::select(unary), boxed()).prop_map(|(op, a)| Expr::Unary(op, a)),
            (proptest::sample::select(binary), boxed(), boxed())
                .prop_map(|(op, a, b)| Expr::Binary(op, a, b)),
            (many, proptest::collection::vec(part(), 2..4))
                .prop_map(|(op, parts)| Expr::Many(op, parts)),
            boxed().prop_map(move |inner| Expr::In(mode, inner)),
        ]
    })
    .boxed()
}

fn parse(text: &str) -> (Tree, Vec<Diagnostic>) {
    syntax::parse(&Files::new().add("test.trace", text))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn what_is_printed_reads_back(
        formula in expr(Mode::Ltl), regex in expr(Mode::Regex), events in events(),
        axiom in term(), fields in proptest::collection::vec(field(), 1..3),
        tests in proptest::collection::vec(record_test(), 0..3),
    ) {
        let name = || at("it".to_owned());
        let state = || at("s".to_owned());
        let items = vec![
            Item::Property { name: name(), mode: Mode::Ltl, body: at(formula) },
            Item::Property { name: name(), mode: Mode::Regex, body: at(regex) },
            Item::Axiom { name: name(), vars: Vec::new(), body: at(axiom) },
            Item::Event { name: name(), result: fields.last().cloned(), args: fields, tests },
            Item::Automaton {
                name: name(),
                start: state(),
                kind: syntax::tree::MarkKind::Accept,
                marked: vec![state()],
                transitions: vec![(state(), at(events), state())],
            },
        ];
        let tree = Tree { items: items.into_iter().map(at).collect() };
        let text = syntax::print(&tree);
        let (read, diagnostics) = parse(&text);
        prop_assert_eq!(diagnostics, vec![], "{}", text);
        prop_assert_eq!(read, tree, "{}", text);
    }

    #[test]
    fn no_text_makes_it_panic(text in "[ -~\n]{0,80}") {
        let pool = Pool::new();
        let _ = Spec::read(&pool, &Files::new().add("noise.trace", &text));
    }

    #[test]
    fn no_damaged_spec_makes_it_panic(
        at in any::<prop::sample::Index>(), len in 0..12usize,
        junk in prop::sample::select(vec!["", "<", ">", "(", "_", "|", "!", " op ", "ß", "9", "\""]),
    ) {
        let start = at.index(GOOD.len());
        let end = (start + len).min(GOOD.len());
        let damaged = format!("{}{junk}{}", &GOOD[..start], &GOOD[end..]);
        let pool = Pool::new();
        let (spec, diagnostics) = Spec::read(&pool, &Files::new().add("d.trace", &damaged));
        prop_assert!(spec.is_some() || !diagnostics.is_empty());
    }

    #[test]
    fn what_is_shown_to_people_means_the_same(
        formula in formula(), model in model(), trace in trace(),
    ) {
        let regex = WORLD.regexes.of_formula(&WORLD.pool, &formula).expect("flat");
        let shown = WORLD.ctx().show_regex(regex, u64::MAX).expect("there is no limit");
        let shown = (shown, WORLD.ctx().show_formula(&formula));
        // An explicit automaton has no text of its own.
        prop_assume!(!shown.0.contains("automaton") && !shown.1.contains("automaton"));
        let text = format!("{DECLARATIONS}\nregex r := {}\nproperty p := {}", shown.0, shown.1);
        let (spec, diagnostics) = Spec::read(&WORLD.pool, &Files::new().add("r.trace", &text));
        prop_assert_eq!(diagnostics, vec![], "{}", text);
        let spec = spec.expect("no errors");
        let judge = |alphabet, formula| {
            Judge { pool: &WORLD.pool, alphabet, model: &model, trace: &trace }
                .holds(formula)
                .expect("flat enough")
        };
        let expected = judge(&WORLD.alphabet, &formula);
        for property in &spec.properties {
            prop_assert_eq!(judge(&spec.alphabet, &property.formula), expected, "{}", text);
        }
    }
}

/// The operations of the world of the property tests, as text.
const DECLARATIONS: &str = "
    sort Key
    op put(key: Key, val: Int)
    op get(key: Key) : Int
    op flip(on: Bool)
    op tick()
    fun odd(Int) : Bool
    ghost a: Key, b: Key, n: Int
";

const GOOD: &str = "
sort Node, Elem
const null: Node
fun before(Elem, Elem) : Bool
axiom irreflexive(x: Elem) := !before(x, x)
op put(key: Node, val: Elem)
op get(key: Node) : Elem
op ...
ghost a: Node, v: Elem
predicate stored(k: Node, v: Elem) := F (<put k v> && X G ~<put k _>)
property p := stored(a, v) && !<x <- get !a | before(x, v) && key != null>
regex r := (~<put a _>)* ; <get a v>? ; any+
automaton m {
  start q
  violating bad
  q -[ <put a _> || <v <- get a> ]-> q
  q -[ <_ | a == null> ]-> bad
}
";

#[test]
fn the_example_is_good_and_its_layout_is_stable() {
    let pool = Pool::new();
    let (spec, diagnostics) = Spec::read(&pool, &Files::new().add("good.trace", GOOD));
    assert_eq!(diagnostics, []);
    let spec = spec.expect("no errors");
    assert_eq!(spec.properties.len(), 3);
    assert!(spec.alphabet.is_open());
    assert_eq!(spec.axioms.len(), 1);
    let (tree, _) = parse(GOOD);
    assert_eq!(syntax::print(&tree).trim(), GOOD.trim());
}

#[test]
fn the_examples_of_the_manual_are_good() {
    let manual = include_str!("../../../../docs/trace-specs.md");
    let blocks: Vec<&str> =
        manual.split("```trace\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(blocks.len() >= 4, "the manual has examples");
    for block in blocks {
        let (spec, diagnostics) = Spec::read(&Pool::new(), &Files::new().add("manual", block));
        assert_eq!(diagnostics, [], "{block}");
        let spec = spec.expect("no errors");
        let printed = syntax::print(&parse(block).0);
        assert_eq!(parse(&printed).0, parse(block).0);
        assert!(!spec.properties.is_empty());
    }
}

#[track_caller]
fn check_fault(extra: &str, expected: &str) {
    let text = format!("{GOOD}{extra}\n");
    let mut files = Files::new();
    let file = files.add("spec.trace", &text);
    let (spec, diagnostics) = Spec::read(&Pool::new(), &file);
    assert!(spec.is_none(), "{extra} is wrong");
    let first_line = GOOD.lines().count() + 1;
    let show = |d: &Diagnostic| {
        let place = file.position(d.labels[0].span.start);
        let helps: String = d.helps.iter().map(|help| format!("; {help}")).collect();
        format!("{}:{}: {}{helps}", place.line + 1 - first_line, place.column, d.message)
    };
    let shown: Vec<String> = diagnostics.iter().map(show).collect();
    assert_eq!(shown.join("\n"), expected);
}

#[test]
fn faults_have_a_place_a_reason_and_advice() {
    check_fault(
        "proprety q := true",
        "1:1: expected a declaration, found `proprety`; did you mean `property`?",
    );
    check_fault(
        "property q := F <putt a v>",
        "1:18: there is no operation `putt`; did you mean `put`?",
    );
    check_fault(
        "property q := <put a>",
        "1:16: `put` takes 2 arguments, found 1; write `_` for any value, or no arguments at all",
    );
    check_fault(
        "property q := <get>\nproperty r2 := <get a v w>",
        "2:17: `get` takes 1 or 2 arguments, found 3; write `_` for any value, or no arguments at all",
    );
    check_fault("property q := <put v a>", "1:20: expected a value of sort Node, found Elem");
    check_fault(
        "property q := <put c v>",
        "1:20: `c` is not declared; did you mean `a`?; write `_` for any value",
    );
    check_fault(
        "property q := storde(a, v)",
        "1:15: there is no predicate or property `storde`; did you mean `stored`?",
    );
    check_fault("property q := stored(a)", "1:15: `stored` takes 2 arguments, found 1");
    check_fault("property q := <get a> &&", "1:25: expected a property, found the end of the file");
    check_fault("property q := (<get a>", "1:23: expected `)`, found the end of the file");
    check_fault(
        "property q := <get a | key == v>",
        "1:31: expected a value of sort Node, found Elem",
    );
    check_fault(
        "regex q := F <get a>",
        "1:12: `F` is an LTLf operator, which a regular expression cannot hold; wrap that part in `ltl(…)`",
    );
    check_fault(
        "property q := <get a>*",
        "1:22: `*` is for regular expressions, and this is an LTLf formula; wrap that part in `re(…)`",
    );
    check_fault("ghost a: Node", "1:7: `a` is declared twice");
    check_fault("ghost w: Nod", "1:10: there is no sort `Nod`; did you mean `Node`?");
    check_fault("ghost X: Node", "1:7: expected the name of a ghost, found `X`");
    check_fault("fun one() : Int", "1:5: function `one` has no arguments; declare it with `const`");
    check_fault("property q := <v <- put a v>", "1:21: `put` has no result");
    check_fault(
        "property q := <_ a>",
        "1:15: any operation has no arguments or result that could be named; write `any` or `<_ | condition>`",
    );
    check_fault(
        "automaton z { start s accept t s -[ any ]-> s }",
        "1:30: no transition mentions state `t`; did you mean `s`?",
    );
    check_fault("property q := $ true", "1:15: unexpected character `$`");
    check_fault(
        "property q := \"abc",
        "1:15: this string is not closed on its line\n1:14: expected a property, found the end of the file",
    );
}

#[test]
fn several_faults_are_reported_at_once() {
    check_fault(
        "property q := )\nghost y: Nope\nproperty z := F",
        "1:15: expected a property, found `)`\n3:16: expected a property, found the end of the file\n2:10: there is no sort `Nope`; did you mean `Node`?",
    );
}

#[test]
fn a_fault_in_a_predicate_says_where_it_is_used() {
    let text = "sort A sort B op f(x: A) ghost b: B\npredicate p(x) := <f x>\nproperty q := G p(b)";
    let (spec, diagnostics) = Spec::read(&Pool::new(), &Files::new().add("p.trace", text));
    assert!(spec.is_none());
    assert_eq!(diagnostics.len(), 1);
    assert_eq!(diagnostics[0].message, "expected a value of sort A, found B");
    assert_eq!(diagnostics[0].labels.len(), 2);
    assert_eq!(diagnostics[0].labels[1].text, "in this use of the predicate");
}

#[test]
fn deep_or_explosive_specs_are_refused() {
    let pool = Pool::new();
    let read = |text: &str| Spec::read(&pool, &Files::new().add("deep.trace", text));
    for (open, close) in [("(", ")"), ("!", ""), ("X ", ""), ("ltl(", ")"), ("re(ltl(", "))")] {
        let text = format!("property p := {}true{}", open.repeat(50_000), close.repeat(50_000));
        let (spec, diagnostics) = read(&text);
        assert!(spec.is_none());
        assert!(diagnostics[0].message.starts_with("this is nested more than"));
    }
    for chain in ["true U ", "true implies ", "true iff "] {
        let (spec, _) = read(&format!("property p := {}true", chain.repeat(50_000)));
        assert!(spec.is_none());
    }
    let long = format!("op e() property p := {} <e>", "<e> && ".repeat(50_000));
    assert!(read(&long).0.is_some(), "a long row is not deep");
    let doubling: String =
        (1..40).map(|n| format!("predicate p{n}() := p{} && p{}\n", n - 1, n - 1)).collect();
    let (spec, diagnostics) = read(&format!("predicate p0() := true\n{doubling}"));
    assert!(spec.is_none());
    assert!(diagnostics[0].message.contains("expands to more than"));
}

#[test]
fn a_greater_sign_closes_an_event_unless_a_value_follows() {
    let text = "op f(n: Int) ghost m: Int\nproperty p := <f x | x > 3> && <f x | x > m>\nproperty q := <f x | x>= 3>";
    let (spec, diagnostics) = Spec::read(&Pool::new(), &Files::new().add("g.trace", text));
    assert_eq!(diagnostics, []);
    assert!(spec.is_some());
}
