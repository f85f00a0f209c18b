//! Application with labels.
//!
//! The known parameters of the function are gone through in order, and each takes the argument
//! that fits it. An optional parameter that is passed by gets its default; a labelled one that is
//! not given yet stays a parameter of the result. A function whose type is not known takes its
//! arguments as they come.

use source::Span;

use super::Infer;
use crate::ast::{self, Label};
use crate::resolved::{Def, Expr, ExprKind, Pattern};
use crate::types::{Node, Ty, TypeId};

/// What a parameter of the function gets.
enum Slot {
    Given(Expr),
    /// Stays a parameter of the result.
    Left(Label, Ty),
}

/// Arguments that have not found their parameter yet.
type Waiting<'a> = Vec<&'a (Label, ast::Expr)>;

impl Infer<'_> {
    pub(super) fn apply(
        &mut self,
        function: &ast::Expr,
        args: &[(Label, ast::Expr)],
        span: Span,
        want: Ty,
    ) -> ExprKind {
        let ty = self.types.fresh();
        let function = self.expr(function, ty);
        let (slots, result) = self.slots(&function, ty, args);
        let mut whole = result;
        for slot in slots.iter().rev() {
            if let Slot::Left(label, from) = slot {
                whole = self.types.arrow(label.clone(), *from, whole);
            }
        }
        self.expect(span, whole, want);
        self.application(function, slots, span)
    }

    /// What each parameter gets, up to the last one that gets something, and the type of the rest.
    fn slots(&mut self, function: &Expr, ty: Ty, args: &[(Label, ast::Expr)]) -> (Vec<Slot>, Ty) {
        let positional = self.omits_labels(ty, args);
        let mut waiting: Waiting = args.iter().collect();
        let (mut slots, mut at) = (Vec::new(), ty);
        while let Some(first) = waiting.first().copied() {
            let Some((label, from, to)) = self.types.as_arrow(at, &first.0) else {
                self.too_many(function, ty, first);
                self.ignore(&waiting);
                return (slots, self.types.fresh());
            };
            let label_to_match = if positional { &Label::None } else { &label };
            slots.push(match self.argument(label_to_match, from, &mut waiting) {
                Some(value) => Slot::Given(value),
                None => Slot::Left(label.clone(), from),
            });
            at = to;
            // A parameter list that is exhausted without a taker for a label would loop forever
            // over unknown types.
            if slots.len() > args.len() + 1000 {
                break;
            }
        }
        (slots, at)
    }

    /// A complete application may leave out all labels, if nothing is optional.
    fn omits_labels(&mut self, ty: Ty, args: &[(Label, ast::Expr)]) -> bool {
        if args.iter().any(|(label, _)| *label != Label::None) {
            return false;
        }
        let (params, result) = self.types.uncurry(ty);
        let labelled = params.iter().any(|(label, _)| matches!(label, Label::Named(_)));
        let optional = params.iter().any(|(label, _)| matches!(label, Label::Optional(_)));
        let known = !matches!(self.types.node(result), Node::Unknown { .. });
        labelled && !optional && known && params.len() == args.len()
    }

    /// The argument for a parameter, if there is one or a default.
    fn argument(&mut self, label: &Label, from: Ty, waiting: &mut Waiting) -> Option<Expr> {
        let mut take = |wanted: &Label| {
            let found = waiting.iter().position(|(label, _)| label == wanted)?;
            Some(waiting.remove(found))
        };
        match label {
            Label::None => take(&Label::None).map(|(_, value)| self.expr(value, from)),
            Label::Named(_) => take(label).map(|(_, value)| self.expr(value, from)),
            Label::Optional(name) => {
                if let Some((_, value)) = take(label) {
                    return Some(self.expr(value, from));
                }
                if let Some((_, value)) = take(&Label::Named(name.clone())) {
                    return Some(self.given_option(value, from));
                }
                let passed_by = waiting.iter().any(|(label, _)| *label == Label::None);
                let span = waiting.first().map(|(_, value)| value.span);
                span.filter(|_| passed_by).map(|span| self.option(None, span))
            }
        }
    }

    /// `~x:value` for an optional parameter is `Some value`.
    fn given_option(&mut self, value: &ast::Expr, from: Ty) -> Expr {
        let inner = self.types.fresh();
        let option = self.types.named(TypeId::OPTION, vec![inner]);
        self.expect(value.span, option, from);
        let value = self.expr(value, inner);
        let span = value.span;
        self.option(Some(value), span)
    }

    fn option(&mut self, value: Option<Expr>, span: Span) -> Expr {
        let name = if value.is_some() { "Some" } else { "None" };
        let ctor = self.types.ctor_named(TypeId::OPTION, name);
        let ctor = ctor.expect("our library defines options before anything that uses them");
        Expr::new(ExprKind::Ctor(ctor, value.into_iter().collect()), span)
    }

    fn ignore(&mut self, waiting: &Waiting) {
        for (_, value) in waiting {
            let ignored = self.types.fresh();
            self.expr(value, ignored);
        }
    }

    fn too_many(&mut self, function: &Expr, ty: Ty, first: &(Label, ast::Expr)) {
        let shown = self.types.show(ty);
        let is_function = matches!(self.types.head(ty).1, Node::Arrow(..));
        let (message, span) = match (&first.0, is_function) {
            (_, false) => (format!("this has type `{shown}` and is not a function"), function.span),
            (Label::None, true) => {
                (format!("this function of type `{shown}` gets too many arguments"), first.1.span)
            }
            (Label::Named(name) | Label::Optional(name), true) => (
                format!("this function of type `{shown}` has no argument labelled `{name}`"),
                first.1.span,
            ),
        };
        self.error("ML012", span, message);
    }

    /// The call itself. Parameters that stay open before one that gets its argument make a
    /// function that waits for them.
    fn application(&mut self, function: Expr, slots: Vec<Slot>, span: Span) -> ExprKind {
        if slots.iter().all(|slot| matches!(slot, Slot::Given(_))) {
            let args: Vec<Expr> = slots.into_iter().filter_map(given).collect();
            if args.is_empty() {
                return function.kind;
            }
            return ExprKind::Apply(Box::new(function), args);
        }
        let mut defs = Vec::new();
        let callee = self.named(function, &mut defs);
        let (mut params, mut args) = (Vec::new(), Vec::new());
        for slot in slots {
            match slot {
                Slot::Given(value) => args.push(self.named(value, &mut defs)),
                Slot::Left(..) => {
                    let var = self.new_var("arg");
                    params.push(Pattern::Var(var));
                    args.push(Expr::new(ExprKind::Var(var), span));
                }
            }
        }
        // OCaml evaluates the last argument first.
        defs.reverse();
        let call = Expr::new(ExprKind::Apply(Box::new(callee), args), span);
        let fun = Expr::new(ExprKind::Fun(params, Box::new(call)), span);
        ExprKind::Let(defs, Box::new(fun))
    }

    /// A name for a value, so that it is computed before the function that waits is made.
    fn named(&mut self, value: Expr, defs: &mut Vec<Def>) -> Expr {
        let span = value.span;
        let var = self.new_var("arg");
        defs.push(Def::Value(Pattern::Var(var), value));
        Expr::new(ExprKind::Var(var), span)
    }
}

fn given(slot: Slot) -> Option<Expr> {
    match slot {
        Slot::Given(value) => Some(value),
        Slot::Left(..) => None,
    }
}
