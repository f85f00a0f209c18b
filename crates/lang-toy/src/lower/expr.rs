//! Expressions.

use source::{Diagnostic, Span, counted};
use term::Literal;

use crate::ast::{BinaryOp, Expr, ExprKind, Name, Scalar, Type, UnaryOp};
use crate::lower::body::{Body, Checked};
use crate::lower::scope::nearest;
use crate::program::{Op, Slot, Value};
use syntax::{Reported, shown};

impl<'t> Body<'_, 't> {
    /// Computes an expression and says where its value is.
    fn value(&mut self, expr: &Expr<'t>) -> Checked<(Slot, Type)> {
        if let ExprKind::Name(text) = expr.kind {
            return self.variable(Name { text, span: expr.span });
        }
        let slot = self.claim();
        let ty = self.value_into(slot, expr)?;
        Ok((slot, ty))
    }

    /// Computes an expression that must be of this type.
    pub(crate) fn value_of(&mut self, expr: &Expr<'t>, expected: Type) -> Checked<Slot> {
        let (slot, found) = self.value(expr)?;
        if found == expected {
            return Ok(slot);
        }
        Err(self.mismatch(expr.span, &format!("`{expected}`"), found))
    }

    /// Computes an expression that must not be an array.
    pub(crate) fn scalar_value(&mut self, expr: &Expr<'t>) -> Checked<(Slot, Scalar)> {
        match self.value(expr)? {
            (slot, Type::One(scalar)) => Ok((slot, scalar)),
            (_, found @ Type::Array(_)) => Err(self.mismatch(expr.span, "`int` or `bool`", found)),
        }
    }

    /// Computes an expression into a slot that nothing else uses yet.
    pub(crate) fn value_into(&mut self, into: Slot, expr: &Expr<'t>) -> Checked<Type> {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Int(int) => {
                self.set(into, Value::Literal(Literal::Int(int.clone())), span);
                Ok(Type::INT)
            }
            ExprKind::Bool(value) => {
                self.set(into, Value::Literal(Literal::Bool(*value)), span);
                Ok(Type::BOOL)
            }
            ExprKind::Name(text) => {
                let (from, ty) = self.variable(Name { text, span })?;
                self.set(into, Value::Copy(from), span);
                Ok(ty)
            }
            ExprKind::Unary(op, operand) => self.unary(into, *op, operand, span),
            ExprKind::Binary(op, left, right) => self.binary(into, *op, left, right, span),
            ExprKind::Index(array, index) => self.element(into, array, index, span),
            ExprKind::Len(array) => {
                let (slot, ty) = self.value(array)?;
                self.element_type(ty, array.span)?;
                self.set(into, Value::Len(slot), span);
                Ok(Type::INT)
            }
            ExprKind::Call(name, args) => match self.call(Some(into), *name, args, span)? {
                Some(ty) => Ok(ty),
                None => Err(self.no_result(*name)),
            },
            ExprKind::List(items) => self.list(into, items, span),
            ExprKind::Fill(value, len) => self.fill(into, value, len, span),
            ExprKind::Read(scalar, name) => {
                self.ask(into, *scalar, name, None, span);
                Ok(Type::One(*scalar))
            }
            ExprKind::ReadArray(scalar, len, name) => {
                self.read_array(into, *scalar, len, name, span)
            }
        }
    }

    fn unary(&mut self, into: Slot, op: UnaryOp, operand: &Expr<'t>, span: Span) -> Checked<Type> {
        let ty = match op {
            UnaryOp::Neg => Type::INT,
            UnaryOp::Not => Type::BOOL,
        };
        let operand = self.value_of(operand, ty)?;
        self.set(into, Value::Unary(op, operand), span);
        Ok(ty)
    }

    fn binary(
        &mut self,
        into: Slot,
        op: BinaryOp,
        left: &Expr<'t>,
        right: &Expr<'t>,
        span: Span,
    ) -> Checked<Type> {
        let (operand, result) = match op {
            BinaryOp::And | BinaryOp::Or => return self.junction(into, op, left, right, span),
            BinaryOp::Equal | BinaryOp::NotEqual => {
                return self.equality(into, op, left, right, span);
            }
            BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual => {
                (Type::INT, Type::BOOL)
            }
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Mod => {
                (Type::INT, Type::INT)
            }
        };
        let a = self.value_of(left, operand)?;
        let b = self.value_of(right, operand)?;
        if let BinaryOp::Div | BinaryOp::Mod = op {
            let zero = self.number(0, right.span);
            let fine = self.temporary(Value::Binary(BinaryOp::NotEqual, b, zero), right.span);
            self.require(fine, "TOY003", "division by zero", span);
        }
        self.set(into, Value::Binary(op, a, b), span);
        Ok(result)
    }

    fn equality(
        &mut self,
        into: Slot,
        op: BinaryOp,
        left: &Expr<'t>,
        right: &Expr<'t>,
        span: Span,
    ) -> Checked<Type> {
        let (a, scalar) = self.scalar_value(left)?;
        let b = self.value_of(right, Type::One(scalar))?;
        self.set(into, Value::Binary(op, a, b), span);
        Ok(Type::BOOL)
    }

    /// `&&` and `||` evaluate their right side only if it matters. Where a program cannot tell the
    /// difference they are one operation, which saves splitting the path.
    fn junction(
        &mut self,
        into: Slot,
        op: BinaryOp,
        left: &Expr<'t>,
        right: &Expr<'t>,
        span: Span,
    ) -> Checked<Type> {
        let a = self.value_of(left, Type::BOOL)?;
        if is_harmless(right) {
            let b = self.value_of(right, Type::BOOL)?;
            self.set(into, Value::Binary(op, a, b), span);
            return Ok(Type::BOOL);
        }
        self.set(into, Value::Copy(a), span);
        let over = if op == BinaryOp::Or {
            self.jump_if(a, span)
        } else {
            let other = self.temporary(Value::Unary(UnaryOp::Not, a), span);
            self.jump_if(other, span)
        };
        let b = self.value_of(right, Type::BOOL)?;
        self.set(into, Value::Copy(b), span);
        self.land(over);
        Ok(Type::BOOL)
    }

    fn element(
        &mut self,
        into: Slot,
        array: &Expr<'t>,
        index: &Expr<'t>,
        span: Span,
    ) -> Checked<Type> {
        let (slot, ty) = self.value(array)?;
        let scalar = self.element_type(ty, array.span)?;
        let index = self.value_of(index, Type::INT)?;
        self.require_in_bounds(slot, index, span);
        self.set(into, Value::Element(slot, index), span);
        Ok(Type::One(scalar))
    }

    /// Fails unless an index lies in an array.
    pub(crate) fn require_in_bounds(&mut self, array: Slot, index: Slot, span: Span) {
        let fine = self.temporary(Value::InBounds(array, index), span);
        self.require(fine, "TOY002", "the index is out of bounds", span);
    }

    fn list(&mut self, into: Slot, items: &[Expr<'t>], span: Span) -> Checked<Type> {
        let (first, scalar) = self.scalar_value(&items[0])?;
        let mut slots = vec![first];
        for item in &items[1..] {
            slots.push(self.value_of(item, Type::One(scalar))?);
        }
        self.set(into, Value::List(slots), span);
        Ok(Type::Array(scalar))
    }

    fn fill(&mut self, into: Slot, value: &Expr<'t>, len: &Expr<'t>, span: Span) -> Checked<Type> {
        let (value, scalar) = self.scalar_value(value)?;
        let len = self.length(len)?;
        self.set(into, Value::Fill(value, len), span);
        Ok(Type::Array(scalar))
    }

    /// Computes the length of a new array and fails if it is negative.
    fn length(&mut self, len: &Expr<'t>) -> Checked<Slot> {
        let slot = self.value_of(len, Type::INT)?;
        let zero = self.number(0, len.span);
        let fine = self.temporary(Value::Binary(BinaryOp::LessEqual, zero, slot), len.span);
        self.require(fine, "TOY002", "the length of the array is negative", len.span);
        Ok(slot)
    }

    /// Reading an array is a loop that reads its elements, so each is an input of its own.
    fn read_array(
        &mut self,
        into: Slot,
        scalar: Scalar,
        len: &Expr<'t>,
        name: &str,
        span: Span,
    ) -> Checked<Type> {
        let len = self.length(len)?;
        let [index, one] = [0, 1].map(|number| self.number(number, span));
        let nothing = match scalar {
            Scalar::Int => index,
            Scalar::Bool => self.temporary(Value::Literal(Literal::Bool(false)), span),
        };
        self.set(into, Value::Fill(nothing, len), span);
        let top = self.here();
        let full = self.temporary(Value::Binary(BinaryOp::Equal, index, len), span);
        let to_end = self.jump_if(full, span);
        let element = self.claim();
        self.ask(element, scalar, name, Some(index), span);
        self.set(into, Value::With(into, index, element), span);
        self.set(index, Value::Binary(BinaryOp::Add, index, one), span);
        self.write(Op::Jump(top), span);
        self.land(to_end);
        Ok(Type::Array(scalar))
    }

    fn ask(&mut self, into: Slot, scalar: Scalar, name: &str, element: Option<Slot>, span: Span) {
        self.write(Op::Ask { into, scalar, name: name.to_owned(), element }, span);
    }

    /// Calls a function and says what it returns.
    pub(crate) fn call(
        &mut self,
        into: Option<Slot>,
        name: Name<'t>,
        args: &[Expr<'t>],
        span: Span,
    ) -> Checked<Option<Type>> {
        let Some((function, signature)) = self.known.find(name.text) else {
            let names = self.known.functions.iter().map(|function| function.name.text);
            return Err(self.unknown("function", name, nearest(name.text, names)));
        };
        let (expected, found) = (signature.params.len(), args.len());
        if expected != found {
            let expected = counted(expected, "argument");
            let message = format!("function {} takes {expected}, found {found}", shown(name.text));
            let diagnostic = Diagnostic::error(message)
                .at(span, format!("expected {expected}"))
                .at(signature.name.span, "defined here");
            return Err(self.errors.report(diagnostic));
        }
        let pairs = args.iter().zip(&signature.params);
        let args = pairs.map(|(arg, (_, ty))| self.value_of(arg, *ty)).collect::<Checked<_>>()?;
        self.write(Op::Call { into, function, args }, span);
        Ok(signature.result)
    }

    /// The variable of a name.
    pub(crate) fn variable(&mut self, name: Name<'t>) -> Checked<(Slot, Type)> {
        match self.scope.find(name.text) {
            Some(local) => Ok((local.slot, local.ty.ok_or(Reported)?)),
            None => {
                let meant = nearest(name.text, self.scope.names());
                Err(self.unknown("variable", name, meant))
            }
        }
    }

    /// The type of the elements of something that must be an array.
    pub(crate) fn element_type(&mut self, ty: Type, span: Span) -> Checked<Scalar> {
        match ty {
            Type::Array(scalar) => Ok(scalar),
            Type::One(_) => Err(self.mismatch(span, "an array", ty)),
        }
    }

    fn mismatch(&mut self, span: Span, expected: &str, found: Type) -> Reported {
        self.errors.report(
            Diagnostic::error(format!("expected {expected}, found `{found}`"))
                .at(span, format!("this is of type `{found}`")),
        )
    }

    fn no_result(&mut self, name: Name<'t>) -> Reported {
        self.errors.report(
            Diagnostic::error(format!("function {} has no result", shown(name.text)))
                .at(name.span, "used as a value here"),
        )
    }

    fn unknown(&mut self, what: &str, name: Name<'t>, meant: Option<&str>) -> Reported {
        let message = format!("unknown {what} {}", shown(name.text));
        let diagnostic = Diagnostic::error(message).at(name.span, "not defined here");
        self.errors.report(match meant {
            Some(meant) => diagnostic.with_help(format!("did you mean `{meant}`?")),
            None => diagnostic,
        })
    }
}

/// Whether evaluating an expression has no consequence but its value.
fn is_harmless(expr: &Expr<'_>) -> bool {
    let itself = match &expr.kind {
        ExprKind::Binary(op, ..) => !matches!(op, BinaryOp::Div | BinaryOp::Mod),
        ExprKind::Int(_)
        | ExprKind::Bool(_)
        | ExprKind::Name(_)
        | ExprKind::Unary(..)
        | ExprKind::Len(_)
        | ExprKind::List(_) => true,
        ExprKind::Index(..)
        | ExprKind::Call(..)
        | ExprKind::Fill(..)
        | ExprKind::Read(..)
        | ExprKind::ReadArray(..) => false,
    };
    itself && expr.kind.children().into_iter().all(is_harmless)
}
