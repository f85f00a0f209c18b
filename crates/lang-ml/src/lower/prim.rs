//! Primitives and opaque values, applied or not.

use lang_core::{BitOp, CtorOrder, ExprId, VarId, Whole};
use source::Span;
use term::{Op, Term};

use super::sort::Field;
use super::{Lower, Outside};
use crate::INT_BITS;
use crate::ast::Notes;
use crate::prim::Prim;
use crate::resolved::{Expr, OpaqueId};
use crate::types::{Ty, TypeId};
use crate::value::char_sort;

type Core = lang_core::Prim;

/// `Sys.max_string_length` where words have 64 bits.
const LONGEST_TEXT: i64 = (1 << 57) - 9;

/// How values of a type are compared.
#[derive(Clone, Copy, PartialEq)]
enum Order {
    Number,
    /// By their codes.
    Char,
    Text,
    Structure,
}

impl<'i> Lower<'_, 'i> {
    /// A primitive with some arguments.
    pub(super) fn prim_call(
        &mut self,
        prim: Prim,
        ty: Ty,
        args: &[&'i Expr],
        span: Span,
    ) -> ExprId {
        if prim == Prim::Unsupported {
            let what = format!("`{}`", self.files.excerpt(span));
            return self.builder.at(span).unsupported(&what);
        }
        if prim.is_of_trials() {
            return self.trial_call(prim, ty, args, span);
        }
        let arity = prim.arity();
        if args.len() < arity {
            let function = self.eta(arity, span, |lower, ids| lower.prim(prim, ty, ids, span));
            return self.call(function, args, span);
        }
        let (own, more) = args.split_at(arity);
        let result = self.ordered(own, |lower, ids| lower.prim(prim, ty, ids, span));
        self.call(result, more, span)
    }

    /// Gives arguments, if there are any, to a function that is computed already.
    pub(super) fn call(&mut self, function: ExprId, args: &[&'i Expr], span: Span) -> ExprId {
        if args.is_empty() {
            return function;
        }
        self.ordered(args, |lower, ids| lower.builder.at(span).apply(function, ids))
    }

    /// A function of so many parameters.
    fn eta(
        &mut self,
        arity: usize,
        span: Span,
        body: impl FnOnce(&mut Self, Vec<ExprId>) -> ExprId,
    ) -> ExprId {
        let params: Vec<VarId> = (0..arity).map(|_| self.builder.fresh("arg")).collect();
        let ids = params.iter().map(|param| self.builder.at(span).var(*param)).collect();
        let body = body(self, ids);
        self.builder.at(span).lambda(params, body)
    }

    fn prim(&mut self, prim: Prim, ty: Ty, ids: Vec<ExprId>, span: Span) -> ExprId {
        let pool = self.pool();
        let b = self.builder.at(span);
        match (prim, &ids[..]) {
            (Prim::Add, _) => self.machine(Core::Op(Op::Add), ids, span),
            (Prim::Sub, _) => self.machine(Core::Sub, ids, span),
            (Prim::Mul, _) => self.machine(Core::Op(Op::Mul), ids, span),
            (Prim::Neg, _) => self.machine(Core::Neg, ids, span),
            (Prim::Quot, _) => b.prim(Core::Quot, ids),
            (Prim::Rem, _) => b.prim(Core::Rem, ids),
            (Prim::IdealNeg, _) => b.prim(Core::Neg, ids),
            (Prim::BitAnd, _) => b.prim(Core::Bits(BitOp::And, INT_BITS), ids),
            (Prim::BitOr, _) => b.prim(Core::Bits(BitOp::Or, INT_BITS), ids),
            (Prim::BitXor, _) => b.prim(Core::Bits(BitOp::Xor, INT_BITS), ids),
            (Prim::ShiftLeft, _) => b.prim(Core::Bits(BitOp::ShiftLeft, INT_BITS), ids),
            (Prim::ShiftRight, _) => b.prim(Core::Bits(BitOp::ShiftRight, INT_BITS), ids),
            (Prim::ShiftRightSigned, _) => {
                b.prim(Core::Bits(BitOp::ShiftRightSigned, INT_BITS), ids)
            }
            (Prim::Not, _) => b.op(Op::Not, ids),
            (Prim::Eq, _) => self.equal(ty, ids, span),
            (Prim::Ne, _) => {
                let equal = self.equal(ty, ids, span);
                self.builder.at(span).op(Op::Not, [equal])
            }
            (Prim::Lt, &[x, y]) => self.less(ty, x, y, Strict::Yes, span),
            (Prim::Le, &[x, y]) => self.less(ty, x, y, Strict::No, span),
            (Prim::Gt, &[x, y]) => self.less(ty, y, x, Strict::Yes, span),
            (Prim::Ge, &[x, y]) => self.less(ty, y, x, Strict::No, span),
            (Prim::Compare, _) => b.prim(Core::Compare(CtorOrder::ConstantsFirst), ids),
            (Prim::Same, &[x, y]) => self.same(ty, x, y, span),
            (Prim::NotSame, &[x, y]) => {
                let same = self.same(ty, x, y, span);
                self.builder.at(span).op(Op::Not, [same])
            }
            (Prim::Raise, &[exception]) => b.raise(exception),
            (Prim::Concat, _) => b.op(Op::TextConcat, ids),
            (Prim::TextLen, _) => {
                let length = b.op(Op::TextLen, ids);
                b.prim(Core::Between(0, LONGEST_TEXT), [length])
            }
            (Prim::TextGet, _) => {
                let at = b.op(Op::TextAt, ids);
                let code = b.op(Op::TextToCode, [at]);
                let code = b.prim(Core::Between(0, 255), [code]);
                b.prim(Core::Pack(char_sort(pool)), [code])
            }
            (Prim::TextSub, _) => b.op(Op::TextSub, ids),
            (Prim::TextIndexOf, _) => b.op(Op::TextIndexOf, ids),
            (Prim::TextContains, _) => b.op(Op::TextContains, ids),
            (Prim::TextPrefix, _) => b.op(Op::TextPrefix, ids),
            (Prim::TextSuffix, _) => b.op(Op::TextSuffix, ids),
            (Prim::IntToText, _) => b.prim(Core::IntToText, ids),
            (Prim::TextToInt, _) => b.op(Op::TextToInt, ids),
            (Prim::CharToText, _) => {
                let code = b.prim(Core::Unpack, ids);
                b.op(Op::TextFromCode, [code])
            }
            (Prim::CharCode, _) => b.prim(Core::Unpack, ids),
            (Prim::CharOfCode, _) => b.prim(Core::Pack(char_sort(pool)), ids),
            (Prim::Wrap, _) => b.prim(Core::Wrap, ids),
            (Prim::IdealAdd, _) => b.op(Op::Add, ids),
            (Prim::IdealMul, _) => b.op(Op::Mul, ids),
            (Prim::Identity, &[value]) => value,
            (Prim::Ref, &[value]) => self.new_ref(ty, value, span),
            (Prim::ArrayNew, _) => b.prim(Core::ArrayNew, ids),
            (Prim::ArrayGet, _) => b.prim(Core::ArrayGet, ids),
            (Prim::ArraySet, _) => b.prim(Core::ArraySet, ids),
            (Prim::ArrayLen, _) => b.prim(Core::ArrayLen, ids),
            (Prim::ListIsUnknown, _) => b.prim(Core::Whole(Whole::IsUnknown), ids),
            (Prim::ListLength, _) => b.prim(Core::Whole(Whole::Length), ids),
            (Prim::ListHolds, _) => b.prim(Core::Whole(Whole::Holds), ids),
            (Prim::ListBound, _) => b.prim(Core::Whole(Whole::Bound), ids),
            (Prim::ListWithout, _) => b.prim(Core::Whole(Whole::Without), ids),
            (Prim::Force, &[value]) => self.force(value, span),
            _ => unreachable!("a primitive is called with as many operands as it takes"),
        }
    }

    /// Arithmetic on machine integers.
    fn machine(&mut self, prim: Core, ids: Vec<ExprId>, span: Span) -> ExprId {
        let b = self.builder.at(span);
        let ideal = b.prim(prim, ids);
        b.prim(Core::Wrap, [ideal])
    }

    /// `x < y` or `x <= y` at the type that the comparison is used at.
    fn less(&mut self, ty: Ty, x: ExprId, y: ExprId, strict: Strict, span: Span) -> ExprId {
        let order = self.order_of(ty);
        let b = self.builder.at(span);
        let op = match (order, strict) {
            (Order::Number | Order::Char | Order::Structure, Strict::Yes) => Op::Lt,
            (Order::Number | Order::Char | Order::Structure, Strict::No) => Op::Le,
            (Order::Text, Strict::Yes) => Op::TextLt,
            (Order::Text, Strict::No) => Op::TextLe,
        };
        match order {
            Order::Number | Order::Text => return b.op(op, [x, y]),
            Order::Char => {
                let (x, y) = (b.prim(Core::Unpack, [x]), b.prim(Core::Unpack, [y]));
                return b.op(op, [x, y]);
            }
            Order::Structure => {}
        }
        let compared = b.prim(Core::Compare(CtorOrder::ConstantsFirst), [x, y]);
        let zero = b.int(0);
        b.op(op, [compared, zero])
    }

    /// `x = y`. Numbers and texts need no look at their structure, which a function might hide in.
    fn equal(&mut self, ty: Ty, ids: Vec<ExprId>, span: Span) -> ExprId {
        let order = self.order_of(ty);
        let b = self.builder.at(span);
        match order {
            Order::Number | Order::Text => b.op(Op::Eq, ids),
            Order::Char | Order::Structure => b.prim(Core::Equal, ids),
        }
    }

    fn order_of(&mut self, ty: Ty) -> Order {
        let (params, _) = self.types.uncurry(ty);
        let first = params.first().and_then(|(_, ty)| self.types.head_id(*ty));
        match first {
            Some((TypeId::INT, _)) => Order::Number,
            Some((TypeId::CHAR, _)) => Order::Char,
            Some((TypeId::STRING, _)) => Order::Text,
            Some(_) | None => Order::Structure,
        }
    }

    /// `x == y`. Two mutable records are one if a cell of theirs is.
    fn same(&mut self, ty: Ty, x: ExprId, y: ExprId, span: Span) -> ExprId {
        let (params, _) = self.types.uncurry(ty);
        let record = params.first().and_then(|(_, ty)| self.types.head_id(*ty));
        let fields = record.and_then(|(id, _)| Some((id, self.types.fields(id)?)));
        let mutable = fields
            .and_then(|(id, fields)| Some((id, fields.0.iter().position(|field| field.mutable)?)));
        let (x, y) = match mutable {
            Some((id, field)) => {
                (self.raw_field(id, field, x, span), self.raw_field(id, field, y, span))
            }
            None => (x, y),
        };
        self.builder.at(span).prim(Core::Same, [x, y])
    }

    /// A `lazy` value holds a suspended one, which is computed where it is needed.
    fn force(&mut self, value: ExprId, span: Span) -> ExprId {
        let ctor = self.helper("lazy", &[("lazy", Field::Value)])[0];
        let var = self.builder.fresh("forced");
        let forced = self.builder.at(span).var(var);
        let alt = self.builder.alt(ctor, [var], forced);
        self.builder.at(span).case(value, None, [alt], None)
    }

    pub(super) fn opaque_call(&mut self, id: OpaqueId, args: &[&'i Expr], span: Span) -> ExprId {
        let outside = self.outside(id);
        let arity = match outside {
            Outside::Operation(_, arity) | Outside::Function(_, arity) => arity,
            Outside::Constant(term) => {
                let constant = self.constant(term, span);
                return self.call(constant, args, span);
            }
        };
        if args.len() < arity {
            let function = self.eta(arity, span, |lower, ids| lower.reach(outside, ids, span));
            return self.call(function, args, span);
        }
        let (own, more) = args.split_at(arity);
        let result = self.ordered(own, |lower, ids| lower.reach(outside, ids, span));
        self.call(result, more, span)
    }

    fn reach(&mut self, outside: Outside, ids: Vec<ExprId>, span: Span) -> ExprId {
        let b = self.builder.at(span);
        match outside {
            Outside::Operation(op, _) => b.perform(op, ids),
            Outside::Function(func, _) => {
                let value = b.op(Op::Apply(func), ids);
                b.prim(Core::Known, [value])
            }
            Outside::Constant(term) => self.constant(term, span),
        }
    }

    fn constant(&mut self, term: Term, span: Span) -> ExprId {
        let b = self.builder.at(span);
        let value = b.lit(term);
        b.prim(Core::Known, [value])
    }

    /// What an opaque value becomes: a function is an operation unless it is said to be pure, and
    /// anything else is a constant.
    pub(crate) fn outside(&mut self, id: OpaqueId) -> Outside {
        if let Some(known) = self.outside.get(&id) {
            return *known;
        }
        let opaque = &self.opaques[id.0 as usize];
        let (params, result) = self.types.uncurry(opaque.scheme.ty);
        let sorts: Vec<_> = params.iter().map(|(_, ty)| self.sort(*ty)).collect();
        let result = self.sort(result);
        let pool = self.pool();
        let outside = if sorts.is_empty() {
            let func = pool.func(&opaque.name, &[], result);
            Outside::Constant(pool.apply(func, &[]))
        } else if is_pure(&opaque.notes) {
            Outside::Function(pool.func(&opaque.name, &sorts, result), sorts.len())
        } else {
            Outside::Operation(self.builder.operation(&opaque.name, &sorts, result), sorts.len())
        };
        self.outside.insert(id, outside);
        outside
    }
}

/// Whether a comparison excludes equality.
#[derive(Clone, Copy)]
enum Strict {
    Yes,
    No,
}

/// A function is pure if it carries the attribute `pure` or its comment has a line that says so.
pub(crate) fn is_pure(notes: &Notes) -> bool {
    let said = |text: &str| text.lines().any(|line| line.trim() == "pure");
    notes.has("pure") || notes.doc.as_ref().is_some_and(|doc| said(&doc.text))
}
