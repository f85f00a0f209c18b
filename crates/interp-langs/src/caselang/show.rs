//! Values in the syntax of the language.

use std::fmt::Write;

use lang_interp::{Answer, Apart, Form, Named, Tree, View};

use super::table::{LINE, TABLE};
use super::tree::{CONS, NIL, TUPLE};

/// A piece of text, or a value that still has to become text.
enum Piece<'t> {
    Text(&'static str),
    Value(View<'t>),
    /// The rest of a list whose first elements are shown in brackets or before `::`.
    Rest(View<'t>),
}

/// A value as an expression of the language; what is open is `_0`, `_1` and so on. Values of any
/// depth are shown without recursion.
#[must_use]
pub fn value(tree: &Tree) -> String {
    let mut text = String::new();
    let mut todo = vec![Piece::Value(tree.view())];
    while let Some(piece) = todo.pop() {
        match piece {
            Piece::Text(part) => text.push_str(part),
            Piece::Value(view) => show(view, &mut text, &mut todo),
            Piece::Rest(view) => show_rest(view, &mut text, &mut todo),
        }
    }
    text
}

fn show<'t>(view: View<'t>, text: &mut String, todo: &mut Vec<Piece<'t>>) {
    match view.form() {
        Form::Con(name) if is_list(view) && name.text() != NIL => {
            let proper = is_proper(view);
            text.push_str(if proper { "[" } else { "(" });
            todo.push(Piece::Text(if proper { "]" } else { ")" }));
            let (head, tail) = parts(view);
            todo.extend([Piece::Rest(tail), Piece::Value(head)]);
        }
        Form::Con(name) if name.text() == NIL && view.children().len() == 0 => text.push_str("[]"),
        Form::Fun(name) if name.text() == TABLE => show_table(view, todo),
        Form::Con(name) | Form::Fun(name) => {
            let called = name.text();
            let tuple = called == TUPLE;
            if !tuple {
                text.push_str(if called.starts_with("fun#") { "<function>" } else { called });
            }
            if tuple || (view.children().len() > 0 && !called.starts_with("fun#")) {
                text.push('(');
                todo.push(Piece::Text(")"));
                for (number, child) in view.children().enumerate().rev().collect::<Vec<_>>() {
                    todo.push(Piece::Value(child));
                    if number > 0 {
                        todo.push(Piece::Text(", "));
                    }
                }
            }
        }
        other => show_leaf(&other, text),
    }
}

/// `{a -> b, c -> d}`: the lines of a function that is a table. For all else, it may return anything.
fn show_table<'t>(table: View<'t>, todo: &mut Vec<Piece<'t>>) {
    let is_line = |view: &View<'_>| matches!(view.form(), Form::Con(name) if name.text() == LINE);
    let mut pieces = vec![Piece::Text("{")];
    let mut line = table.child(0).filter(is_line);
    while let Some(at) = line {
        let part = |number| Piece::Value(at.child(number).expect("a line has three fields"));
        if pieces.len() > 1 {
            pieces.push(Piece::Text(", "));
        }
        pieces.extend([part(0), Piece::Text(" -> "), part(1)]);
        line = at.child(2).filter(is_line);
    }
    pieces.push(Piece::Text("}"));
    todo.extend(pieces.into_iter().rev());
}

fn show_leaf(form: &Form<'_>, text: &mut String) {
    let written = match form {
        Form::Unknown(number) => write!(text, "_{number}"),
        Form::Int(number) => write!(text, "{number}"),
        Form::Bool(truth) => write!(text, "{truth}"),
        Form::Symbol(symbol) => write!(text, "{}", symbol.text()),
        Form::Constrained(formula) => write!(text, "{formula}"),
        Form::Wildcard => write!(text, "_"),
        Form::Con(_) | Form::Fun(_) => unreachable!("shown by the caller, which knows its fields"),
    };
    written.expect("writing to a text does not fail");
}

/// `, x, y` up to the end of a list, or ` :: x :: rest` if its end is no `nil`.
fn show_rest<'t>(view: View<'t>, text: &mut String, todo: &mut Vec<Piece<'t>>) {
    let proper = is_proper(view);
    if is_list(view) && view.children().len() == 2 {
        text.push_str(if proper { ", " } else { " :: " });
        let (head, tail) = parts(view);
        todo.extend([Piece::Rest(tail), Piece::Value(head)]);
    } else if !proper {
        text.push_str(" :: ");
        todo.push(Piece::Value(view));
    }
}

/// Whether it is a list as far as its first constructor tells.
fn is_list(view: View<'_>) -> bool {
    match view.form() {
        Form::Con(name) => matches!((name.text(), view.children().len()), (NIL, 0) | (CONS, 2)),
        _ => false,
    }
}

/// Whether it is a list that ends in `nil`.
fn is_proper(mut view: View<'_>) -> bool {
    while is_list(view) && view.children().len() == 2 {
        view = parts(view).1;
    }
    is_list(view)
}

fn parts(view: View<'_>) -> (View<'_>, View<'_>) {
    let part = |number| view.child(number).expect("a cons has two fields");
    (part(0), part(1))
}

/// An answer: `x = [a], y = _0 where _0 /= a`. Where numbers must satisfy something, with an example.
#[must_use]
pub fn answer(answer: &Answer) -> String {
    let named = |named: &Named| format!("{} = {}", named.name, value(&named.value));
    let mut text = answer.unknowns.iter().map(named).collect::<Vec<_>>().join(", ");
    if text.is_empty() {
        text.push_str("yes");
    }
    let conditions = conditions(answer);
    if !conditions.is_empty() {
        let _ = write!(text, " where {}", conditions.join(", "));
    }
    if !answer.conds.is_empty() && !answer.instance.is_empty() {
        let example: Vec<String> = answer.instance.iter().map(named).collect();
        let _ = write!(text, " (for example {})", example.join(", "));
    }
    text
}

/// What must hold of what an answer leaves open.
#[must_use]
pub fn conditions(answer: &Answer) -> Vec<String> {
    let apart = answer.apart.iter().map(differences);
    let absent = answer.absent.iter();
    let absent =
        absent.map(|known| format!("absent {} in {}", value(&known.part), value(&known.whole)));
    apart.chain(absent).chain(answer.conds.iter().cloned()).collect()
}

/// What must stay different; of several pairs one.
fn differences(apart: &Apart) -> String {
    let pair = |(left, right): &(Tree, Tree)| format!("{} /= {}", value(left), value(right));
    apart.0.iter().map(pair).collect::<Vec<_>>().join(" or ")
}
