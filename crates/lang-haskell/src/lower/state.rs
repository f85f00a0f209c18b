//! Primitives with a state: mutable variables and exceptions.
//!
//! The token of the state is unit and carries nothing: an effect happens where its call is evaluated,
//! and Core says in which order that is. What a mutable variable holds may be unevaluated, so it is
//! kept in a one-tuple.

use lang_core::{Alt, CtorId, ExprId, Pattern, Prim};

use super::known::{Known, of};
use super::{Lowered, Lowering};
use crate::core::Name;

/// What is known of a primitive with a state.
pub(super) fn primop(name: &str) -> Option<Known> {
    match name {
        "newMutVar#" => of(2, |lower, _, args| lower.new_variable(args[0], args[1])),
        "readMutVar#" => of(2, |lower, _, args| lower.read_variable(args[0], args[1])),
        "writeMutVar#" => of(3, |lower, _, args| lower.write_variable(args)),
        "sameMutVar#" => of(2, |lower, _, args| {
            let args = lower.plain_all(args);
            Lowered::truth(lower.builder.prim(Prim::Same, args))
        }),
        "raise#" => of(1, |lower, _, args| lower.raise(args[0])),
        "raiseIO#" => of(2, |lower, _, args| lower.raise(args[0])),
        "catch#" => of(3, |lower, _, args| lower.catch(args)),
        "seq#" => of(2, |lower, _, args| {
            let (value, var) = (lower.plain(args[0]), lower.builder.fresh("value"));
            let result = Lowered::any(lower.builder.var(var));
            let pair = lower.with_token(result);
            Lowered::any(lower.builder.let_strict(var, value, pair))
        }),
        "noDuplicate#" => of(1, |_, _, args| args[0]),
        "touch#" => of(2, |_, _, args| args[1]),
        "maskAsyncExceptions#" | "unmaskAsyncExceptions#" | "maskUninterruptible#" => {
            of(2, |lower, _, args| {
                let (action, token) = (lower.plain(args[0]), lower.plain(args[1]));
                Lowered::any(lower.builder.apply(action, [token]))
            })
        }
        "getMaskingState#" => of(1, |lower, _, args| {
            let zero = Lowered::cheap(lower.builder.int(0));
            let pair = lower.with_token(zero);
            lower.after(args[0], pair)
        }),
        _ => None,
    }
}

impl Lowering<'_> {
    /// An unboxed tuple.
    pub(super) fn unboxed_tuple(&mut self, fields: &[Lowered]) -> ExprId {
        let occ = match fields.len() {
            0 => "(##)".to_owned(),
            1 => "Solo#".to_owned(),
            count => format!("(#{}#)", ",".repeat(count - 1)),
        };
        let ctor = self.tuple_ctor(&occ);
        let fields = self.operands(fields);
        self.builder.construct(ctor, fields)
    }

    pub(super) fn tuple_ctor(&mut self, occ: &str) -> CtorId {
        let name = Name { module: "GHC.Prim".to_owned(), occ: occ.to_owned() };
        let decl = self.linked.type_decl(&name).expect("primitives return small tuples");
        CtorId { data: self.data(decl), index: 0 }
    }

    /// A state and a result.
    pub(super) fn with_token(&mut self, result: Lowered) -> ExprId {
        let token = Lowered::cheap(self.builder.unit());
        self.unboxed_tuple(&[token, result])
    }

    /// Something that happens after a state is reached.
    pub(super) fn after(&mut self, token: Lowered, then: ExprId) -> Lowered {
        let token = self.plain(token);
        Lowered::any(self.builder.seq(token, then))
    }

    fn new_variable(&mut self, value: Lowered, token: Lowered) -> Lowered {
        let content = self.unboxed_tuple(&[value]);
        let (cell, var) = (self.builder.prim(Prim::RefNew, [content]), self.builder.fresh("cell"));
        let result = Lowered::any(self.builder.var(var));
        let pair = self.with_token(result);
        let made = self.builder.let_strict(var, cell, pair);
        self.after(token, made)
    }

    fn read_variable(&mut self, cell: Lowered, token: Lowered) -> Lowered {
        let cell = self.plain(cell);
        let content = self.builder.prim(Prim::RefGet, [cell]);
        let var = self.builder.fresh("content");
        let result = Lowered::any(self.builder.var(var));
        let pair = self.with_token(result);
        let ctor = self.tuple_ctor("Solo#");
        let alt = Alt { pattern: Pattern::Ctor(ctor, [Some(var)].into()), body: pair };
        let read = self.builder.case(content, None, [alt], None);
        self.after(token, read)
    }

    fn write_variable(&mut self, args: &[Lowered]) -> Lowered {
        let cell = self.plain(args[0]);
        let content = self.unboxed_tuple(&[args[1]]);
        let written = self.builder.prim(Prim::RefSet, [cell, content]);
        self.after(args[2], written)
    }

    fn raise(&mut self, exception: Lowered) -> Lowered {
        let exception = self.plain(exception);
        Lowered::any(self.builder.raise(exception))
    }

    /// `catch# action handler token`
    fn catch(&mut self, args: &[Lowered]) -> Lowered {
        self.catches = true;
        let [action, handler] = [args[0], args[1]].map(|arg| self.plain(arg));
        let (token, caught) = (self.builder.fresh("token"), self.builder.fresh("exception"));
        let [before, behind] = [(); 2].map(|()| self.builder.var(token));
        let body = self.builder.apply(action, [before]);
        let exception = self.builder.var(caught);
        let handled = self.builder.apply(handler, [exception, behind]);
        let whole = self.builder.try_with(body, caught, handled);
        let start = self.plain(args[2]);
        Lowered::any(self.builder.let_strict(token, start, whole))
    }
}
