//! A reading in one line, for messages: symbols in front of their arguments.

use super::tree::{TreeId, Trees};
use crate::grammar::Op;
use crate::signature::Signature;

/// What is shown of a reading is cut off behind this many bytes.
const LONGEST: usize = 300;

/// A tree as `symbol(part, part)`.
pub(crate) fn show(signature: &Signature, trees: &Trees, text: &str, root: TreeId) -> String {
    enum Piece {
        Tree(TreeId),
        Text(&'static str),
    }
    let mut result = String::new();
    let mut stack = vec![Piece::Tree(root)];
    while let Some(piece) = stack.pop() {
        if result.len() > LONGEST {
            result.push('…');
            break;
        }
        match piece {
            Piece::Text(text) => result.push_str(text),
            Piece::Tree(id) => {
                let tree = trees.get(id);
                let source = &text[tree.start as usize..tree.end as usize];
                if tree.children.is_empty() {
                    result.push_str(source);
                    continue;
                }
                result.push_str(&name(signature, tree.op));
                result.push('(');
                stack.push(Piece::Text(")"));
                for (at, child) in tree.children.iter().enumerate().rev() {
                    stack.push(Piece::Tree(*child));
                    if at > 0 {
                        stack.push(Piece::Text(", "));
                    }
                }
            }
        }
    }
    result
}

fn name(signature: &Signature, op: Op) -> String {
    match op {
        Op::Production(id) | Op::Token(id) | Op::Named(id) => {
            let production = signature.production(id);
            let label = production.label.map(|label| signature.labels[label.index()].name.as_str());
            let sort = signature.sort_name(production.sort);
            format!("{}:{sort}", label.unwrap_or("token"))
        }
        Op::ListNone(at) | Op::ListOne(at) | Op::ListMore(at) => {
            signature.sort_name(signature.lists[at].sort).to_owned()
        }
        Op::Cell { cell, .. } | Op::InitCell(cell) => format!("<{}>", signature.cells[cell].name),
        Op::Cast(sort, _) | Op::SyntacticCast(sort) => format!(":{}", signature.sort_name(sort)),
        Op::Rewrite => "=>".to_owned(),
        Op::Sequence | Op::NoSequence => "~>".to_owned(),
        Op::Cells | Op::NoCells => "cells".to_owned(),
        Op::As => "#as".to_owned(),
        Op::Or => "#Or".to_owned(),
        Op::Fun => "#fun".to_owned(),
        Op::Let => "#let".to_owned(),
        Op::InContext => "[[]]".to_owned(),
        Op::Transparent
        | Op::Variable
        | Op::ConfigVariable
        | Op::TokenLiteral
        | Op::NamedOne(..)
        | Op::NamedMore(..) => String::new(),
    }
}
