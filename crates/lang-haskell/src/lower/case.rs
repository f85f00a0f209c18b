//! `case`: evaluates, binds and chooses.

use lang_core::{Alt as CoreAlt, ExprId, VarId};
use term::{Op, Term};

use super::body::Body;
use super::con::Con;
use super::{Lowered, Lowering, Numbers};
use crate::core::{Alt, Binder, Literal, Node, Pattern};

impl<'a> Body<'_, 'a> {
    pub(super) fn case(&mut self, scrutinee: Node, binder: &Binder, alts: &'a [Alt]) -> Lowered {
        let scrutinee = self.take(scrutinee);
        let var = self.var(binder);
        let (default, others) = match alts {
            [Alt { pattern: Pattern::Default, body, .. }, others @ ..] => (Some(*body), others),
            others => (None, others),
        };
        let Some(first) = others.first() else {
            return self.evaluate(scrutinee, var, default);
        };
        match &first.pattern {
            Pattern::Con(name) => match self.lower.con(name) {
                Con::Vanishes => self.evaluate(scrutinee, var, Some(first.body)),
                Con::Char => self.evaluate_char(scrutinee, var, first.body),
                Con::Unknown(what) => self.lower.unsupported(&what),
                Con::Truth(_) | Con::Unit | Con::Data(..) => {
                    let scrutinee = self.lower.plain(scrutinee);
                    self.choose(scrutinee, var, others, default)
                }
            },
            Pattern::Lit(_) => {
                let scrutinee = self.lower.plain(scrutinee);
                self.choose(scrutinee, var, others, default)
            }
            Pattern::Default => unreachable!("there is one default, and it comes first"),
        }
    }

    /// Only evaluates. Without a body there is no value at all.
    fn evaluate(&mut self, scrutinee: Lowered, var: VarId, body: Option<Node>) -> Lowered {
        let scrutinee = self.lower.plain(scrutinee);
        let Some(body) = body else {
            return Lowered::any(self.lower.builder.case(scrutinee, None, [], None));
        };
        let body = self.take(body);
        let body = self.lower.plain(body);
        Lowered::any(self.lower.builder.let_strict(var, scrutinee, body))
    }

    /// As [`Body::evaluate`]; a symbolic character is a code point, and here one is examined.
    fn evaluate_char(&mut self, scrutinee: Lowered, var: VarId, body: Node) -> Lowered {
        let scrutinee = self.lower.plain(scrutinee);
        let body = self.take(body);
        let body = self.lower.plain(body);
        let body = self.lower.assume_char(var, body);
        Lowered::any(self.lower.builder.let_strict(var, scrutinee, body))
    }

    fn choose(
        &mut self,
        scrutinee: ExprId,
        var: VarId,
        alts: &'a [Alt],
        default: Option<Node>,
    ) -> Lowered {
        let mut lowered = Vec::new();
        for alt in alts {
            let body = self.take(alt.body);
            let body = self.lower.plain(body);
            match self.alt(alt, body) {
                Ok(alt) => lowered.push(alt),
                Err(what) => return self.lower.unsupported(&what),
            }
        }
        let default = default.map(|body| {
            let body = self.take(body);
            self.lower.plain(body)
        });
        Lowered::any(self.lower.builder.case(scrutinee, Some(var), lowered, default))
    }

    fn alt(&mut self, alt: &Alt, body: ExprId) -> Result<CoreAlt, String> {
        let builder = &self.lower.builder;
        match &alt.pattern {
            Pattern::Lit(literal) => {
                let term = self.lower.pattern_term(literal)?;
                Ok(builder.alt_lit(term, body))
            }
            Pattern::Con(name) => match self.lower.con(name) {
                Con::Truth(truth) => {
                    let truth = if truth { Term::TRUE } else { Term::FALSE };
                    Ok(self.lower.builder.alt_lit(truth, body))
                }
                Con::Unit => {
                    let unit = self.lower.builder.unit_ctor();
                    Ok(self.lower.builder.alt(unit, [], body))
                }
                Con::Data(ctor, ..) => {
                    let fields: Vec<VarId> = alt.fields.iter().map(|f| self.var(f)).collect();
                    Ok(self.lower.builder.alt(ctor, fields, body))
                }
                Con::Vanishes | Con::Char => Err("the inside of a number".to_owned()),
                Con::Unknown(what) => Err(what),
            },
            Pattern::Default => unreachable!("there is one default, and it comes first"),
        }
    }
}

impl Lowering<'_> {
    /// A body that is computed only where a variable is a code point. What a program computes is one
    /// by itself, so nothing is lost; machine numbers are known anyway.
    fn assume_char(&mut self, var: VarId, body: ExprId) -> ExprId {
        if self.numbers == Numbers::Machine {
            return body;
        }
        let (least, most) = (self.builder.int(0), self.builder.int(0x10_ffff));
        let (low, high) = (self.builder.var(var), self.builder.var(var));
        let low = self.builder.op(Op::Le, [least, low]);
        let high = self.builder.op(Op::Le, [high, most]);
        let both = self.builder.op(Op::And, [low, high]);
        let assumed = self.builder.assume(both);
        self.builder.seq(assumed, body)
    }

    fn pattern_term(&self, literal: &Literal) -> Result<Term, String> {
        match literal {
            Literal::Float(..) | Literal::Double(..) => {
                Err("a floating-point number as a pattern".to_owned())
            }
            Literal::Bytes(_) | Literal::Opaque => Err("an address as a pattern".to_owned()),
            Literal::Char(_)
            | Literal::Int(_)
            | Literal::Word(_)
            | Literal::Integer(_)
            | Literal::Natural(_) => Ok(self.constant(literal)),
        }
    }
}
