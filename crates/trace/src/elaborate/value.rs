//! Values and conditions: names resolved, sorts checked.

use source::Span;
use term::{Pool, Sort, Term};

use crate::elaborate::{Bound, Elaborator, Fault, Helping, Locals, fault};
use crate::syntax::tree::{At, ManyOp, Name, TermExpr, TermOp};

impl Elaborator<'_> {
    /// A condition.
    pub(crate) fn condition(&self, expr: &At<TermExpr>, locals: &Locals) -> Result<Term, Fault> {
        let term = self.value(expr, locals)?;
        self.expect_sort(term, Sort::BOOL, expr.span)?;
        Ok(term)
    }

    /// A value of any sort.
    pub(crate) fn value(&self, expr: &At<TermExpr>, locals: &Locals) -> Result<Term, Fault> {
        let pool = self.pool;
        match &expr.node {
            TermExpr::Bool(value) => Ok(pool.bool(*value)),
            TermExpr::Number(digits) => parse_int(pool, digits)
                .ok_or_else(|| fault("SPC007", "this number is too large", expr.span)),
            TermExpr::Text(text) => Ok(pool.text(text)),
            TermExpr::Name(name) => self.named(name, locals),
            TermExpr::Apply(name, args) => self.apply(name, args, locals),
            TermExpr::Not(inner) => Ok(pool.not(self.condition(inner, locals)?)),
            TermExpr::Minus(inner) => Ok(pool.neg(self.number(inner, locals)?)),
            TermExpr::Binary(op, left, right) => self.binary(*op, left, right, locals),
            TermExpr::Many(op, parts) => {
                let parts: Vec<Term> = parts
                    .iter()
                    .map(|part| self.condition(part, locals))
                    .collect::<Result<_, _>>()?;
                Ok(if *op == ManyOp::And { pool.and(&parts) } else { pool.or(&parts) })
            }
            TermExpr::If(cond, yes, no) => {
                let cond = self.condition(cond, locals)?;
                let yes = self.value(yes, locals)?;
                let otherwise = self.value(no, locals)?;
                self.expect_sort(otherwise, pool.sort(yes), no.span)?;
                Ok(pool.ite(cond, yes, otherwise))
            }
        }
    }

    fn number(&self, expr: &At<TermExpr>, locals: &Locals) -> Result<Term, Fault> {
        let term = self.value(expr, locals)?;
        self.expect_sort(term, Sort::INT, expr.span)?;
        Ok(term)
    }

    fn binary(
        &self,
        op: TermOp,
        left: &At<TermExpr>,
        right: &At<TermExpr>,
        locals: &Locals,
    ) -> Result<Term, Fault> {
        let pool = self.pool;
        let (a, b) = match op {
            TermOp::Implies | TermOp::Iff => {
                (self.condition(left, locals)?, self.condition(right, locals)?)
            }
            TermOp::Equal | TermOp::Differs => {
                let (a, b) = (self.value(left, locals)?, self.value(right, locals)?);
                self.expect_sort(b, pool.sort(a), right.span)?;
                (a, b)
            }
            TermOp::Less
            | TermOp::LessEq
            | TermOp::Greater
            | TermOp::GreaterEq
            | TermOp::Add
            | TermOp::Sub
            | TermOp::Mul
            | TermOp::Div
            | TermOp::Mod => (self.number(left, locals)?, self.number(right, locals)?),
        };
        Ok(join(pool, op, a, b))
    }

    fn apply(&self, name: &Name, args: &[At<TermExpr>], locals: &Locals) -> Result<Term, Fault> {
        let Some(&func) = self.funcs.get(&name.node) else {
            let message = format!("there is no function `{}`", name.node);
            let known = self.spec.funcs.iter().map(|(name, _)| name.as_str());
            return Err(fault("SPC005", message, name.span).suggesting(&name.node, known));
        };
        let (sorts, _) = self.pool.signature(func);
        if sorts.len() != args.len() {
            let message =
                format!("`{}` takes {} arguments, found {}", name.node, sorts.len(), args.len());
            return Err(fault("SPC006", message, name.span));
        }
        let mut terms = Vec::new();
        for (arg, sort) in args.iter().zip(sorts) {
            let term = self.value(arg, locals)?;
            self.expect_sort(term, *sort, arg.span)?;
            terms.push(term);
        }
        Ok(self.pool.apply(func, &terms))
    }

    /// What a name stands for, if it is known.
    pub(crate) fn known(&self, name: &str, locals: &Locals) -> Option<Bound> {
        let local = locals.get(name).cloned();
        local.or_else(|| self.values.get(name).copied().map(Bound::Value))
    }

    fn named(&self, name: &Name, locals: &Locals) -> Result<Term, Fault> {
        match self.known(&name.node, locals) {
            Some(Bound::Value(term)) => Ok(term),
            Some(Bound::Instance(_)) => {
                let message = format!("`{}` is an instance, not a value", name.node);
                Err(fault("SPC007", message, name.span))
            }
            None => Err(self.unknown_value(name, locals)),
        }
    }

    pub(crate) fn unknown_value(&self, name: &Name, locals: &Locals) -> Fault {
        let mut known: Vec<&str> = locals.keys().map(String::as_str).collect();
        known.sort_unstable();
        let declared = self.spec.ghosts.iter().chain(&self.spec.consts);
        known.extend(declared.map(|param| param.name.as_str()));
        let message = format!("`{}` is not declared", name.node);
        fault("SPC005", message, name.span).suggesting(&name.node, known)
    }

    pub(crate) fn expect_sort(&self, term: Term, sort: Sort, span: Span) -> Result<(), Fault> {
        let found = self.pool.sort(term);
        if found == sort {
            return Ok(());
        }
        let (expected, found) = (self.pool.show_sort(sort), self.pool.show_sort(found));
        Err(fault("SPC007", format!("expected a value of sort {expected}, found {found}"), span))
    }
}

fn join(pool: &Pool, op: TermOp, a: Term, b: Term) -> Term {
    match op {
        TermOp::Implies => pool.implies(a, b),
        TermOp::Iff | TermOp::Equal => pool.eq(a, b),
        TermOp::Differs => pool.not(pool.eq(a, b)),
        TermOp::Less => pool.lt(a, b),
        TermOp::LessEq => pool.le(a, b),
        TermOp::Greater => pool.lt(b, a),
        TermOp::GreaterEq => pool.le(b, a),
        TermOp::Add => pool.add(&[a, b]),
        TermOp::Sub => pool.sub(a, b),
        TermOp::Mul => pool.mul(&[a, b]),
        TermOp::Div => pool.div(a, b),
        TermOp::Mod => pool.modulo(a, b),
    }
}

/// Nobody writes longer numbers by hand.
const MAX_DIGITS: usize = 1000;

/// The number that digits write.
fn parse_int(pool: &Pool, digits: &str) -> Option<Term> {
    if let Ok(small) = digits.parse::<i64>() {
        return Some(pool.int(small));
    }
    if digits.len() > MAX_DIGITS {
        return None;
    }
    let ten = pool.int(10);
    let digit = |total: Term, c: char| {
        Some(pool.add(&[pool.mul(&[total, ten]), pool.int(i64::from(c.to_digit(10)?))]))
    };
    digits.chars().try_fold(pool.int(0), digit)
}
