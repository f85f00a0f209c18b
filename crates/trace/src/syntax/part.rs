//! Where the parts of a property were written.

use source::{File, Span};

use crate::syntax::parser::Parser;
use crate::syntax::tree::{At, Expr, Mode, UnaryOp};

/// The place of a part of a property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PartPlace {
    /// Where the part is written, or the smallest place around it.
    pub span: Span,
    /// Whether it is the part itself that is written there.
    pub is_exact: bool,
}

/// The place of a part of the property that was written at `whole`; `path` leads to the part by
/// the numbers of [`crate::Formula::parts`]. Inside of a predicate that is the place where the
/// predicate is used. The whole, if the text there is no property.
#[must_use]
pub fn part_place(file: &File, whole: Span, path: &[usize]) -> PartPlace {
    let Ok(mut at) = Parser::within(file, whole.range()).expr(Mode::Ltl) else {
        return PartPlace { span: whole, is_exact: path.is_empty() };
    };
    for number in path {
        at = unwrapped(at);
        match child(&at, *number) {
            Some(part) => at = part,
            None => return PartPlace { span: at.span, is_exact: false },
        }
    }
    PartPlace { span: at.span, is_exact: true }
}

/// `ltl(…)` and `re(…)` leave no trace in the meaning.
fn unwrapped(mut at: At<Expr>) -> At<Expr> {
    while let Expr::In(_, inner) = at.node {
        at = *inner;
    }
    at
}

/// The part with this number; none if the meaning has other parts than the text.
fn child(at: &At<Expr>, number: usize) -> Option<At<Expr>> {
    match &at.node {
        Expr::True | Expr::False | Expr::Last | Expr::Eps | Expr::Event(_) | Expr::Call(..) => None,
        Expr::In(_, inner) => Some((**inner).clone()),
        Expr::Unary(UnaryOp::Plus | UnaryOp::Optional, _) => None,
        Expr::Unary(_, inner) => (number == 0).then(|| (**inner).clone()),
        Expr::Binary(_, left, right) => [left, right].get(number).map(|part| (***part).clone()),
        Expr::Many(_, parts) => parts.get(number).cloned(),
    }
}

#[cfg(test)]
mod tests {
    use source::Files;

    use super::*;

    #[track_caller]
    fn check(text: &str, path: &[usize], expected: &str, exact: bool) {
        let file = Files::new().add("a.ml", &format!("(** effect {text} *)"));
        let whole = file.span(11..11 + text.len());
        let found = part_place(&file, whole, path);
        assert_eq!(&file.text()[found.span.range()], expected);
        assert_eq!(found.is_exact, exact);
    }

    #[test]
    fn parts_stand_where_they_were_written() {
        check("G (<a> implies X <b>)", &[], "G (<a> implies X <b>)", true);
        check("G (<a> implies X <b>)", &[0, 1, 0], "<b>", true);
        check("~<Nxt.put !a b> W <Nxt.put a !b>", &[0], "~<Nxt.put !a b>", true);
        check("<a> && <b> && F <c>", &[2, 0], "<c>", true);
        check("re(<a> ; <b>)", &[1], "<b>", true);
    }

    #[test]
    fn what_lies_in_a_predicate_is_placed_at_its_use() {
        check("G !stored(S, k)", &[0, 0, 0, 1], "stored(S, k)", false);
    }

    #[test]
    fn text_that_is_no_property_is_taken_as_a_whole() {
        check("_G (not (Put v))", &[0], "_G (not (Put v))", false);
    }
}
