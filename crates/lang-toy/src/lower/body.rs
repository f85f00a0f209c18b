//! The body of one function or check: statements.

use machine::Failure;
use source::{Diagnostic, Span};
use term::{Int, Literal};

use crate::ast::{Block, Element, Expr, Name, Stmt, StmtKind, Type};
use crate::lower::Signatures;
use crate::lower::scope::{Local, Scope};
use crate::program::{Function, Instr, Op, Slot, Value};
use syntax::{Errors, Reported};

/// A part of the program, unless it is wrong, which has then been reported.
pub(crate) type Checked<T> = Result<T, Reported>;

/// The instructions of one function while they are being written.
///
/// Slots are handed out like a stack: a variable holds its slot until its block ends, a temporary
/// value until its statement does.
pub(crate) struct Body<'a, 't> {
    pub(crate) known: &'a Signatures<'a, 't>,
    pub(crate) errors: &'a mut Errors,
    pub(crate) scope: Scope<'t>,
    result: Option<Type>,
    instrs: Vec<Instr>,
    next_slot: usize,
    most_slots: usize,
}

/// A jump whose target is not known yet.
pub(crate) struct OpenJump(usize);

impl<'a, 't> Body<'a, 't> {
    /// An empty body of a function with this result.
    pub(crate) fn new(
        known: &'a Signatures<'a, 't>,
        errors: &'a mut Errors,
        result: Option<Type>,
    ) -> Body<'a, 't> {
        let (scope, instrs) = (Scope::default(), Vec::new());
        Body { known, errors, scope, result, instrs, next_slot: 0, most_slots: 0 }
    }

    /// Declares the next parameter.
    pub(crate) fn param(&mut self, name: Name<'t>, ty: Type) {
        if self.scope.find(name.text).is_some() {
            let message = format!("parameter `{}` is defined twice", name.text);
            self.errors.report(Diagnostic::error(message).at(name.span, "second definition"));
        }
        let slot = self.claim();
        self.scope.declare(name.text, Local { slot, ty: Some(ty) });
    }

    /// The function with this body.
    pub(crate) fn finish(mut self, block: &Block<'t>) -> Function {
        self.block(block);
        self.write(Op::Return(None), block.end);
        Function { instrs: self.instrs, slots: self.most_slots }
    }

    fn block(&mut self, block: &Block<'t>) {
        let (opened, first_slot) = (self.scope.open(), self.next_slot);
        for stmt in &block.stmts {
            if self.errors.is_full() {
                break;
            }
            // A wrong statement has been reported; the next one may be wrong too.
            let _: Checked<()> = self.statement(stmt);
        }
        self.scope.close(opened);
        self.next_slot = first_slot;
    }

    fn statement(&mut self, stmt: &Stmt<'t>) -> Checked<()> {
        let first_slot = self.next_slot;
        let done = match &stmt.kind {
            // The slot of a new variable outlives the statement.
            StmtKind::Let(name, value) => return self.let_statement(*name, value),
            StmtKind::Assign(name, value) => self.assign(*name, value),
            StmtKind::AssignAt(element, value) => self.assign_at(element, value, stmt.span),
            StmtKind::If(cond, yes, no) => self.if_statement(cond, yes, no.as_ref()),
            StmtKind::While(cond, body) => self.while_statement(cond, body),
            StmtKind::Return(value) => self.return_statement(value.as_ref(), stmt.span),
            StmtKind::Assume(cond) => self.assume(cond, stmt.span),
            StmtKind::Assert(cond, message) => self.assert(cond, *message, stmt.span),
            StmtKind::Emit(event, args) => self.emit(*event, args, stmt.span),
            StmtKind::Call(name, args) => self.call(None, *name, args, stmt.span).map(|_| ()),
        };
        self.next_slot = first_slot;
        done
    }

    fn let_statement(&mut self, name: Name<'t>, value: &Expr<'t>) -> Checked<()> {
        let slot = self.claim();
        let ty = self.value_into(slot, value);
        self.next_slot = slot.0 + 1;
        self.scope.declare(name.text, Local { slot, ty: ty.ok() });
        ty.map(|_| ())
    }

    fn assign(&mut self, name: Name<'t>, value: &Expr<'t>) -> Checked<()> {
        let (variable, expected) = self.variable(name)?;
        // Not computed in place: the value may be read after a part of it is written.
        let from = self.value_of(value, expected)?;
        self.set(variable, Value::Copy(from), value.span);
        Ok(())
    }

    fn assign_at(&mut self, element: &Element<'t>, value: &Expr<'t>, span: Span) -> Checked<()> {
        let (array, ty) = self.variable(element.array)?;
        let scalar = self.element_type(ty, element.array.span)?;
        let index = self.value_of(&element.index, Type::INT)?;
        let value = self.value_of(value, Type::One(scalar))?;
        self.require_in_bounds(array, index, element.span);
        self.set(array, Value::With(array, index, value), span);
        Ok(())
    }

    fn if_statement(
        &mut self,
        cond: &Expr<'t>,
        yes: &Block<'t>,
        no: Option<&Block<'t>>,
    ) -> Checked<()> {
        let cond_slot = self.condition(cond);
        let to_yes = self.jump_if(cond_slot, cond.span);
        if let Some(no) = no {
            self.block(no);
        }
        let to_end = self.jump(cond.span);
        self.land(to_yes);
        self.block(yes);
        self.land(to_end);
        Ok(())
    }

    fn while_statement(&mut self, cond: &Expr<'t>, body: &Block<'t>) -> Checked<()> {
        let top = self.here();
        let cond_slot = self.condition(cond);
        let to_body = self.jump_if(cond_slot, cond.span);
        let to_end = self.jump(cond.span);
        self.land(to_body);
        self.block(body);
        self.write(Op::Jump(top), cond.span);
        self.land(to_end);
        Ok(())
    }

    /// The condition of blocks that are to be checked even if it is wrong; the program will not be
    /// run then, and any slot does.
    fn condition(&mut self, cond: &Expr<'t>) -> Slot {
        self.value_of(cond, Type::BOOL).unwrap_or_else(|Reported| self.claim())
    }

    fn return_statement(&mut self, value: Option<&Expr<'t>>, span: Span) -> Checked<()> {
        let slot = match (value, self.result) {
            (None, None) => None,
            (Some(value), Some(expected)) => Some(self.value_of(value, expected)?),
            (Some(value), None) => {
                return Err(self.errors.report(
                    Diagnostic::error("there is no result to return here")
                        .at(value.span, "unexpected value")
                        .with_help("a function with a result says so: `fn name() -> int`"),
                ));
            }
            (None, Some(expected)) => {
                return Err(self.errors.report(
                    Diagnostic::error("a result is missing")
                        .at(span, format!("expected a value of type `{expected}`")),
                ));
            }
        };
        self.write(Op::Return(slot), span);
        Ok(())
    }

    fn assume(&mut self, cond: &Expr<'t>, span: Span) -> Checked<()> {
        let cond = self.value_of(cond, Type::BOOL)?;
        self.unless(cond, Op::Discard, span);
        Ok(())
    }

    fn assert(&mut self, cond: &Expr<'t>, message: Option<&str>, span: Span) -> Checked<()> {
        let cond = self.value_of(cond, Type::BOOL)?;
        self.require(cond, "TOY001", message.unwrap_or("the assertion does not hold"), span);
        Ok(())
    }

    fn emit(&mut self, event: Name<'t>, args: &[Expr<'t>], span: Span) -> Checked<()> {
        let args = args.iter().map(|arg| self.scalar_value(arg)).collect::<Checked<_>>()?;
        self.write(Op::Emit { event: event.text.to_owned(), args }, span);
        Ok(())
    }

    /// Fails with `code` unless the condition holds.
    pub(crate) fn require(&mut self, cond: Slot, code: &'static str, message: &str, span: Span) {
        let failure = Failure::new(code, message, Some(span));
        self.unless(cond, Op::Fail(failure), span);
    }

    /// Does `op`, which ends the run, unless the condition holds.
    fn unless(&mut self, cond: Slot, op: Op, span: Span) {
        let over = self.jump_if(cond, span);
        self.write(op, span);
        self.land(over);
    }

    /// A new slot.
    pub(crate) fn claim(&mut self) -> Slot {
        let slot = Slot(self.next_slot);
        self.next_slot += 1;
        self.most_slots = self.most_slots.max(self.next_slot);
        slot
    }

    /// A new slot with a number in it.
    pub(crate) fn number(&mut self, number: i64, span: Span) -> Slot {
        let slot = self.claim();
        self.set(slot, Value::Literal(Literal::Int(Int::from(number))), span);
        slot
    }

    /// A new slot with a value in it.
    pub(crate) fn temporary(&mut self, value: Value, span: Span) -> Slot {
        let slot = self.claim();
        self.set(slot, value, span);
        slot
    }

    /// Computes a value into a slot.
    pub(crate) fn set(&mut self, into: Slot, value: Value, span: Span) {
        self.write(Op::Set(into, value), span);
    }

    /// Appends an instruction.
    pub(crate) fn write(&mut self, op: Op, span: Span) {
        self.instrs.push(Instr { op, span });
    }

    /// Where the next instruction will stand.
    pub(crate) fn here(&self) -> usize {
        self.instrs.len()
    }

    /// A jump to a place that [`Body::land`] names.
    pub(crate) fn jump(&mut self, span: Span) -> OpenJump {
        self.write(Op::Jump(0), span);
        OpenJump(self.here() - 1)
    }

    /// A conditional jump to a place that [`Body::land`] names.
    pub(crate) fn jump_if(&mut self, cond: Slot, span: Span) -> OpenJump {
        self.write(Op::JumpIf(cond, 0), span);
        OpenJump(self.here() - 1)
    }

    /// Makes a jump lead to the next instruction.
    pub(crate) fn land(&mut self, OpenJump(at): OpenJump) {
        let here = self.here();
        match &mut self.instrs[at].op {
            Op::Jump(to) | Op::JumpIf(_, to) => *to = here,
            other => unreachable!("{other:?} is no jump"),
        }
    }
}
