//! Types as OCaml writes them.

use super::{Node, Tags, Ty, Types};
use crate::ast::Label;

/// A type with more parts than this is shown in part: some types are exponentially large.
const MAX_PARTS: usize = 200;

/// Where a type stands, which decides whether it needs parentheses.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Place {
    Anywhere,
    Domain,
    Component,
    Argument,
}

struct Printer<'a> {
    types: &'a Types,
    unknowns: Vec<Ty>,
    parts: usize,
    out: String,
}

impl Types {
    /// A type as OCaml writes it; unknown types are `'_a`, parameters `'a`.
    pub(crate) fn show(&self, ty: Ty) -> String {
        self.show_all(&[ty]).remove(0)
    }

    /// Several types that share the names of their unknowns.
    pub(crate) fn show_all(&self, tys: &[Ty]) -> Vec<String> {
        let mut printer =
            Printer { types: self, unknowns: Vec::new(), parts: 0, out: String::new() };
        let mut shown = Vec::new();
        for ty in tys {
            printer.parts = 0;
            printer.print(*ty, Place::Anywhere);
            shown.push(std::mem::take(&mut printer.out));
        }
        shown
    }
}

impl Printer<'_> {
    fn print(&mut self, ty: Ty, place: Place) {
        self.parts += 1;
        if self.parts > MAX_PARTS {
            return self.out.push('…');
        }
        let ty = self.types.find(ty);
        match self.types.node(ty) {
            Node::Param(number) => self.out.push_str(&variable("'", *number as usize)),
            Node::Unknown { .. } | Node::Link(_) => {
                let number = self.number_of(ty);
                self.out.push_str(&variable("'_", number));
            }
            Node::Any => self.out.push('_'),
            Node::Tags(tags) => {
                let tags = self.types.all_tags(tags);
                self.tags(&tags);
            }
            Node::Named(id, args) => {
                self.arguments(args);
                self.out.push_str(&self.types.def(*id).name);
            }
            Node::Arrow(label, from, to) => {
                let (label, from, to) = (label.clone(), *from, *to);
                self.wrapped(place >= Place::Domain, |p| p.arrow(&label, from, to));
            }
            Node::Tuple(parts) => {
                self.wrapped(place >= Place::Component, |p| {
                    p.separated(parts, " * ", Place::Component);
                });
            }
        }
    }

    fn tags(&mut self, tags: &Tags) {
        self.out.push_str(if tags.rest.is_some() { "[> " } else { "[ " });
        for (number, (tag, ty)) in tags.known.iter().enumerate() {
            self.out.push_str(if number > 0 { " | `" } else { "`" });
            self.out.push_str(tag);
            if let Some(ty) = ty {
                self.out.push_str(" of ");
                self.print(*ty, Place::Domain);
            }
        }
        self.out.push_str(" ]");
    }

    fn number_of(&mut self, unknown: Ty) -> usize {
        let known = self.unknowns.iter().position(|known| *known == unknown);
        known.unwrap_or_else(|| {
            self.unknowns.push(unknown);
            self.unknowns.len() - 1
        })
    }

    fn arguments(&mut self, args: &[Ty]) {
        match args {
            [] => return,
            [only] => self.print(*only, Place::Argument),
            _ => self.wrapped(true, |p| p.separated(args, ", ", Place::Anywhere)),
        }
        self.out.push(' ');
    }

    fn arrow(&mut self, label: &Label, from: Ty, to: Ty) {
        match label {
            Label::None => {}
            Label::Named(name) => self.out.push_str(&format!("{name}:")),
            Label::Optional(name) => self.out.push_str(&format!("?{name}:")),
        }
        let from = match (label, self.types.node(from)) {
            // An optional parameter is an option inside; OCaml writes what it is an option of.
            (Label::Optional(_), Node::Named(_, args)) if args.len() == 1 => args[0],
            _ => from,
        };
        self.print(from, Place::Domain);
        self.out.push_str(" -> ");
        self.print(to, Place::Anywhere);
    }

    fn separated(&mut self, parts: &[Ty], separator: &str, place: Place) {
        for (number, part) in parts.iter().enumerate() {
            if number > 0 {
                self.out.push_str(separator);
            }
            self.print(*part, place);
        }
    }

    fn wrapped(&mut self, wrap: bool, inner: impl FnOnce(&mut Self)) {
        if wrap {
            self.out.push('(');
        }
        inner(self);
        if wrap {
            self.out.push(')');
        }
    }
}

/// `a`, `b`, …, `z`, `a1`, …
fn variable(quote: &str, number: usize) -> String {
    let letter = char::from(b'a' + (number % 26) as u8);
    match number / 26 {
        0 => format!("{quote}{letter}"),
        round => format!("{quote}{letter}{round}"),
    }
}
