//! How values of a language are written: a template for each constructor.

use lang_interp::{Form, Tree, View};

/// A part of a template.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Text as it is.
    Text(&'static str),
    /// A field of the constructor, by its number.
    Field(usize),
}

enum Piece<'t> {
    Text(&'static str),
    Value(View<'t>),
}

/// Writes a value by the templates of a language; a constructor without one is written as the
/// library does it, with its fields in parentheses. What is open is `_0`, `_1` and so on.
#[must_use]
pub fn write(tree: &Tree, template: fn(&str) -> &'static [Part]) -> String {
    let mut text = String::new();
    let mut todo = vec![Piece::Value(tree.view())];
    while let Some(piece) = todo.pop() {
        match piece {
            Piece::Text(part) => text.push_str(part),
            Piece::Value(view) => {
                let parts = match view.form() {
                    Form::Con(name) | Form::Fun(name) => template(name.text()),
                    _ => &[],
                };
                if parts.is_empty() {
                    text.push_str(&view.to_string());
                }
                todo.extend(parts.iter().rev().map(|part| piece_of(view, *part)));
            }
        }
    }
    text
}

fn piece_of(view: View<'_>, part: Part) -> Piece<'_> {
    match part {
        Part::Text(text) => Piece::Text(text),
        Part::Field(number) => match view.child(number) {
            Some(field) => Piece::Value(field),
            // Another language has a constructor of this name with fewer fields.
            None => Piece::Text("?"),
        },
    }
}
