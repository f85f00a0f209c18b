//! Printing trees, with as few parentheses as reading back allows.

use std::fmt::Write;

use syntax::temporal::{InfixOp, PrefixOp};

use crate::syntax::parser::ITEM_WORDS;
use crate::syntax::token::Token;
use crate::syntax::tree::{
    Arg, At, BinaryOp, Binding, EventExpr, Expr, Item, ManyOp, MarkKind, Mode, Name, Pattern,
    RecordTest, RecordValue, TermExpr, TermOp, Tree, UnaryOp,
};

/// The text of a tree.
pub(crate) fn print(tree: &Tree) -> String {
    let mut out = String::new();
    for item in &tree.items {
        let _ = writeln!(out, "{}", show_item(&item.node));
    }
    out
}

fn show_item(item: &Item) -> String {
    match item {
        Item::Sort(names) => format!("sort {}", names_of(names)),
        Item::Const(bindings) => format!("const {}", bindings_of(bindings)),
        Item::Ghost(bindings) => format!("ghost {}", bindings_of(bindings)),
        Item::Fun { name, params, result } => {
            format!("fun {}({}) : {}", name.node, names_of(params), result.node)
        }
        Item::Axiom { name, vars, body } => {
            format!("axiom {}({}) := {}", name.node, bindings_of(vars), show_term(&body.node, 0))
        }
        Item::Op { name, params, result } => {
            let result = result.as_ref().map(|sort| format!(" : {}", sort.node));
            let result = result.unwrap_or_default();
            format!("op {}({}){result}", name.node, bindings_of(params))
        }
        Item::OtherOps => "op ...".to_owned(),
        Item::Event { name, args, result, tests } => {
            show_event_item(name, args, result.as_ref(), tests)
        }
        Item::Predicate { name, params, mode, body } => {
            let mode = if *mode == Mode::Regex { "regex " } else { "" };
            let (params, body) = (bindings_of(params), show_expr(&body.node, 0));
            format!("predicate {mode}{}({params}) := {body}", name.node)
        }
        Item::Property { name, mode, body } => {
            let word = if *mode == Mode::Regex { "regex" } else { "property" };
            format!("{word} {} := {}", name.node, show_expr(&body.node, 0))
        }
        Item::Automaton { name, start, kind, marked, transitions } => {
            show_automaton((name, start), *kind, marked, transitions)
        }
    }
}

fn show_event_item(
    name: &Name,
    args: &[Name],
    result: Option<&Name>,
    tests: &[RecordTest],
) -> String {
    let field = |name: &Name| field_of(&name.node);
    let args: Vec<String> = args.iter().map(field).collect();
    let result = result.map(|name| format!(" : {}", field(name))).unwrap_or_default();
    let test = |test: &RecordTest| match test {
        RecordTest::Has(name) => field(name),
        RecordTest::Is(name, value) => format!("{} == {}", field(name), literal_of(value)),
        RecordTest::IsNot(name, value) => format!("{} != {}", field(name), literal_of(value)),
    };
    let tests: Vec<String> = tests.iter().map(test).collect();
    let when =
        if tests.is_empty() { String::new() } else { format!(" when {}", tests.join(" && ")) };
    format!("event {}({}){result}{when}", name.node, args.join(", "))
}

/// A field of a record, in quotes where it is no name.
fn field_of(name: &str) -> String {
    match Token::is_name(name) && !ITEM_WORDS.contains(&name) {
        true => name.to_owned(),
        false => quote(name),
    }
}

fn literal_of(value: &RecordValue) -> String {
    match value {
        RecordValue::Bool(value) => value.to_string(),
        RecordValue::Int(int) => int.to_string(),
        RecordValue::Text(text) => quote(text),
    }
}

fn show_automaton(
    (name, start): (&Name, &Name),
    kind: MarkKind,
    marked: &[Name],
    transitions: &[(Name, At<EventExpr>, Name)],
) -> String {
    let word = match kind {
        MarkKind::Accept => "accept",
        MarkKind::Violating => "violating",
    };
    let head = format!("automaton {} {{\n  start {}\n", name.node, start.node);
    let mut out = format!("{head}  {word} {}\n", names_of(marked));
    for (from, events, to) in transitions {
        let events = show_events(&events.node, 0);
        let _ = writeln!(out, "  {} -[ {events} ]-> {}", from.node, to.node);
    }
    out.push('}');
    out
}

fn names_of(names: &[Name]) -> String {
    names.iter().map(|name| name.node.as_str()).collect::<Vec<_>>().join(", ")
}

fn bindings_of(bindings: &[Binding]) -> String {
    let show = |binding: &Binding| match &binding.sort {
        Some(sort) => format!("{}: {}", binding.name.node, sort.node),
        None => binding.name.node.clone(),
    };
    bindings.iter().map(show).collect::<Vec<_>>().join(", ")
}

fn wrapped(text: String, own: u8, around: u8) -> String {
    if own < around { format!("({text})") } else { text }
}

/// How tightly `;` binds: less than every operator of temporal logic.
const SEQUENCE: u8 = 1;

/// How tightly prefixes bind.
const PREFIX: u8 = SEQUENCE + PrefixOp::STRENGTH;

/// How tightly repetitions bind.
const POSTFIX: u8 = PREFIX + 1;

/// How tightly what needs no parentheses binds.
const ATOM: u8 = POSTFIX + 1;

/// How tightly an operator between two properties binds.
fn infix(op: InfixOp) -> u8 {
    SEQUENCE + op.strength()
}

/// `around` is how tightly the place binds; 0 is anything.
pub(crate) fn show_expr(expr: &Expr, around: u8) -> String {
    let (text, own) = match expr {
        Expr::True => ("true".to_owned(), ATOM),
        Expr::False => ("false".to_owned(), ATOM),
        Expr::Last => ("last".to_owned(), ATOM),
        Expr::Eps => ("eps".to_owned(), ATOM),
        Expr::Event(EventExpr::Many(op, parts)) => {
            let events = EventExpr::Many(*op, parts.clone());
            (format!("({})", show_events(&events, 0)), ATOM)
        }
        Expr::Event(events @ EventExpr::Not(_)) => (show_events(events, 2), PREFIX),
        Expr::Event(events) => (show_events(events, 2), ATOM),
        Expr::Call(name, args) if args.is_empty() => (name.node.clone(), ATOM),
        Expr::Call(name, args) => {
            let args: Vec<String> = args.iter().map(|arg| show_term(&arg.node, 0)).collect();
            (format!("{}({})", name.node, args.join(", ")), ATOM)
        }
        Expr::In(Mode::Ltl, inner) => (format!("ltl({})", show_expr(&inner.node, 0)), ATOM),
        Expr::In(Mode::Regex, inner) => (format!("re({})", show_expr(&inner.node, 0)), ATOM),
        Expr::Unary(op, inner) => show_unary(*op, &inner.node),
        Expr::Binary(op, left, right) => {
            let (word, own) = binary_word(*op);
            let (left, right) = (show_expr(&left.node, own + 1), show_expr(&right.node, own));
            (format!("{left} {word} {right}"), own)
        }
        Expr::Many(op, parts) => {
            let (word, own) = many_word(*op);
            let parts: Vec<String> =
                parts.iter().map(|part| show_expr(&part.node, own + 1)).collect();
            (parts.join(word), own)
        }
    };
    wrapped(text, own, around)
}

fn show_unary(op: UnaryOp, inner: &Expr) -> (String, u8) {
    let postfix = |word: &str| (format!("{}{word}", show_expr(inner, POSTFIX)), POSTFIX);
    let temporal = match op {
        UnaryOp::Star => return postfix("*"),
        UnaryOp::Plus => return postfix("+"),
        UnaryOp::Optional => return postfix("?"),
        UnaryOp::Not
        | UnaryOp::Next
        | UnaryOp::WeakNext
        | UnaryOp::StrongNext
        | UnaryOp::Finally
        | UnaryOp::Globally => op.temporal().expect("it is no repetition"),
    };
    let word = temporal.spellings()[0];
    let blank = if temporal == PrefixOp::Not { "" } else { " " };
    (format!("{word}{blank}{}", show_expr(inner, PREFIX)), PREFIX)
}

fn binary_word(op: BinaryOp) -> (&'static str, u8) {
    let op = op.temporal();
    (op.spellings()[0], infix(op))
}

fn many_word(op: ManyOp) -> (&'static str, u8) {
    match op {
        ManyOp::Then => (" ; ", SEQUENCE),
        ManyOp::Or => (" || ", infix(InfixOp::Or)),
        ManyOp::And => (" && ", infix(InfixOp::And)),
    }
}

/// `around`: 0 anything, `||` 0, `&&` 1, `~` 2.
pub(crate) fn show_events(events: &EventExpr, around: u8) -> String {
    match events {
        EventExpr::Any => "any".to_owned(),
        EventExpr::Pattern(pattern) => show_pattern(pattern),
        EventExpr::Not(inner) => format!("~{}", show_events(&inner.node, 2)),
        EventExpr::Many(op, parts) => {
            let (word, own) = if *op == ManyOp::And { (" && ", 1) } else { (" || ", 0) };
            let parts: Vec<String> =
                parts.iter().map(|part| show_events(&part.node, own + 1)).collect();
            wrapped(parts.join(word), own, around)
        }
    }
}

fn show_pattern(pattern: &Pattern) -> String {
    let mut out = String::from("<");
    if let Some(result) = &pattern.result {
        let _ = write!(out, "{} <- ", show_arg(&result.node));
    }
    out.push_str(pattern.op.as_ref().map_or("_", |name| &name.node));
    for arg in &pattern.args {
        let _ = write!(out, " {}", show_arg(&arg.node));
    }
    if let Some(cond) = &pattern.cond {
        let _ = write!(out, " | {}", show_term(&cond.node, 0));
    }
    out.push('>');
    out
}

fn show_arg(arg: &Arg) -> String {
    match arg {
        Arg::Any => "_".to_owned(),
        Arg::Is(term) => show_term(term, TIGHT),
        Arg::IsNot(term) => format!("!{}", show_term(term, TIGHT)),
    }
}

/// How tightly an argument of an event binds.
const TIGHT: u8 = 8;

/// `around`: `iff` 0, `implies` 1, `||` 2, `&&` 3, comparisons 4, `+` 5, `*` 6, prefixes 7.
fn show_term(term: &TermExpr, around: u8) -> String {
    let (text, own) = match term {
        TermExpr::Bool(value) => (value.to_string(), TIGHT),
        TermExpr::Number(digits) => (digits.clone(), TIGHT),
        TermExpr::Text(text) => (quote(text), TIGHT),
        TermExpr::Char(code) => (format!("'{}'", quoted_char(*code)), TIGHT),
        TermExpr::Code(text) => (text.clone(), TIGHT),
        TermExpr::Name(name) => (name.node.clone(), TIGHT),
        TermExpr::Apply(name, args) => {
            let args: Vec<String> = args.iter().map(|arg| show_term(&arg.node, 0)).collect();
            (format!("{}({})", name.node, args.join(", ")), TIGHT)
        }
        TermExpr::Not(inner) => (format!("!{}", show_term(&inner.node, 7)), 7),
        TermExpr::Minus(inner) => (format!("-{}", show_term(&inner.node, 7)), 7),
        TermExpr::Binary(op, left, right) => {
            // A bare `>` would close the event around it, and `<-` would be an arrow.
            let (word, own, left_binds, right_binds) = term_word(*op);
            let left = show_term(&left.node, left_binds);
            (format!("{left} {word} {}", show_term(&right.node, right_binds)), own)
        }
        TermExpr::Many(op, parts) => {
            let (word, own) = if *op == ManyOp::And { (" && ", 3) } else { (" || ", 2) };
            let parts: Vec<String> =
                parts.iter().map(|part| show_term(&part.node, own + 1)).collect();
            (parts.join(word), own)
        }
        TermExpr::If(cond, yes, no) => {
            let (cond, yes) = (show_term(&cond.node, 0), show_term(&yes.node, 0));
            (format!("if {cond} then {yes} else {}", show_term(&no.node, 0)), 0)
        }
    };
    wrapped(text, own, around)
}

/// The word, how tightly it binds, and how tightly its operands have to.
fn term_word(op: TermOp) -> (&'static str, u8, u8, u8) {
    match op {
        TermOp::Iff => ("iff", 0, 1, 0),
        TermOp::Implies => ("implies", 1, 2, 1),
        TermOp::Equal => ("==", 4, 5, 5),
        TermOp::Differs => ("!=", 4, 5, 5),
        TermOp::Less => ("<", 4, 5, 5),
        TermOp::LessEq => ("<=", 4, 5, 5),
        // What follows must begin like a value, or the `>` closes an event.
        TermOp::Greater => (">", 4, 5, TIGHT),
        TermOp::GreaterEq => (">=", 4, 5, 5),
        TermOp::Add => ("+", 5, 5, 6),
        TermOp::Sub => ("-", 5, 5, 6),
        TermOp::Mul => ("*", 6, 6, 7),
        TermOp::Div => ("/", 6, 6, 7),
        TermOp::Mod => ("mod", 6, 6, 7),
    }
}

fn quoted_char(code: u8) -> String {
    match code {
        b'\'' | b'\\' => format!("\\{}", char::from(code)),
        b' '..=b'~' => char::from(code).to_string(),
        _ => format!("\\{code:03}"),
    }
}

fn quote(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", escaped.replace('\n', "\\n").replace('\t', "\\t"))
}
