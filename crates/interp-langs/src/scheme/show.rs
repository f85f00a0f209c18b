//! Programs and values as Scheme writes them.

use lang_interp::{Form, Tree, View};

enum Piece<'t> {
    Text(&'static str),
    Datum(View<'t>),
    /// What stands behind the first element of a list.
    Rest(View<'t>),
}

/// An s-expression: `((lambda (x) (list x x)) 'a)`. What is open is `_0`, `_1` and so on.
#[must_use]
pub fn sexp(tree: &Tree) -> String {
    let mut text = String::new();
    let mut todo = vec![Piece::Datum(tree.view())];
    while let Some(piece) = todo.pop() {
        match piece {
            Piece::Text(part) => text.push_str(part),
            Piece::Datum(view) => datum(view, &mut text, &mut todo),
            Piece::Rest(view) => rest(view, &mut text, &mut todo),
        }
    }
    text
}

fn datum<'t>(view: View<'t>, text: &mut String, todo: &mut Vec<Piece<'t>>) {
    if let Some(quoted) = quoted(view) {
        text.push('\'');
        todo.push(Piece::Datum(quoted));
        return;
    }
    let Form::Con(name) = view.form() else {
        text.push_str(&view.to_string());
        return;
    };
    match (name.text(), view.child(0)) {
        ("Pair", Some(first)) => {
            text.push('(');
            let tail = view.child(1).expect("a pair has two fields");
            todo.extend([Piece::Text(")"), Piece::Rest(tail), Piece::Datum(first)]);
        }
        ("Atom" | "Number", Some(inside)) => text.push_str(&inside.to_string()),
        ("Closure" | "Procedure", _) => text.push_str("#<procedure>"),
        ("Empty", _) => text.push_str("()"),
        _ => text.push_str(&view.to_string()),
    }
}

fn rest<'t>(view: View<'t>, text: &mut String, todo: &mut Vec<Piece<'t>>) {
    match view.form() {
        Form::Con(name) if name.text() == "Pair" => {
            text.push(' ');
            let part = |number| view.child(number).expect("a pair has two fields");
            todo.extend([Piece::Rest(part(1)), Piece::Datum(part(0))]);
        }
        Form::Con(name) if name.text() == "Empty" => {}
        _ => {
            text.push_str(" . ");
            todo.push(Piece::Datum(view));
        }
    }
}

/// What is behind the quote of `(quote x)`.
fn quoted(view: View<'_>) -> Option<View<'_>> {
    let (head, tail) = pair(view)?;
    let is_quote = is(head, "Atom")
        && matches!(head.child(0)?.form(), Form::Symbol(name) if name.text() == "quote");
    let (datum, end) = pair(tail)?;
    (is_quote && is(end, "Empty")).then_some(datum)
}

fn pair(view: View<'_>) -> Option<(View<'_>, View<'_>)> {
    if is(view, "Pair") { Some((view.child(0)?, view.child(1)?)) } else { None }
}

fn is(view: View<'_>, ctor: &str) -> bool {
    matches!(view.form(), Form::Con(name) if name.text() == ctor)
}
