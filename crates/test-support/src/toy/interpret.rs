//! A plain interpreter of the tree over concrete values: the oracle of the machine.
//!
//! It shares nothing with `lower` and `machine`: no slots, no jumps, no terms. Recursion over the
//! tree is the call stack, a block is a table of names, an array is a vector.

use std::collections::HashMap;

use lang_toy::ast::{Ast, BinaryOp, Block, Expr, ExprKind, Name, Scalar, Stmt, StmtKind, UnaryOp};
use num_bigint::{BigInt, Sign};
use source::Span;

use super::trace::{Answers, End, Trace};

const MOST_STEPS: usize = 20_000;
const MOST_CALLS: usize = 30;
const MOST_BITS: u64 = 4_000;

/// Runs the check with this number.
#[must_use]
pub fn interpret(ast: &Ast<'_>, check: usize, answers: &Answers) -> Trace {
    let mut run =
        Run { ast, answers, asked: 0, lines: Vec::new(), scopes: Vec::new(), steps: 0, calls: 0 };
    let end = match run.block(&ast.checks[check].body) {
        Ok(()) | Err(Stop::Return(_)) => End::Finished,
        Err(Stop::End(end)) => end,
    };
    Trace { lines: run.lines, end }
}

#[derive(Clone, PartialEq, Debug)]
enum Value {
    Int(BigInt),
    Bool(bool),
    Array(Vec<Value>),
}

impl Value {
    fn int(self) -> BigInt {
        let Value::Int(int) = self else { panic!("expected a number: {self:?}") };
        int
    }

    fn bool(self) -> bool {
        let Value::Bool(value) = self else { panic!("expected a truth value: {self:?}") };
        value
    }

    fn array(self) -> Vec<Value> {
        let Value::Array(items) = self else { panic!("expected an array: {self:?}") };
        items
    }

    fn show(&self) -> String {
        match self {
            Value::Int(int) => int.to_string(),
            Value::Bool(value) => value.to_string(),
            Value::Array(_) => panic!("arrays are not shown"),
        }
    }
}

/// Why a block was left.
enum Stop {
    Return(Option<Value>),
    End(End),
}

type Result<T> = std::result::Result<T, Stop>;

struct Run<'a, 't> {
    ast: &'a Ast<'t>,
    answers: &'a Answers,
    asked: usize,
    lines: Vec<String>,
    /// The blocks of the running function, innermost last.
    scopes: Vec<HashMap<&'t str, Value>>,
    steps: usize,
    calls: usize,
}

fn fail<T>(code: &str, span: Span) -> Result<T> {
    Err(Stop::End(End::Failed(code.to_owned(), span)))
}

impl<'t> Run<'_, 't> {
    fn block(&mut self, block: &Block<'t>) -> Result<()> {
        self.scopes.push(HashMap::new());
        let done = block.stmts.iter().try_for_each(|stmt| self.statement(stmt));
        self.scopes.pop();
        done
    }

    fn statement(&mut self, Stmt { kind, span }: &Stmt<'t>) -> Result<()> {
        match kind {
            StmtKind::Let(name, value) => {
                let value = self.expr(value)?;
                self.scopes.last_mut().expect("in a block").insert(name.text, value);
            }
            StmtKind::Assign(name, value) => *self.variable(name.text) = self.expr(value)?,
            StmtKind::AssignAt(element, value) => {
                let at = self.expr(&element.index)?.int();
                let value = self.expr(value)?;
                let Value::Array(items) = self.variable(element.array.text) else {
                    panic!("no array")
                };
                match usize::try_from(at).ok().and_then(|at| items.get_mut(at)) {
                    Some(item) => *item = value,
                    None => return fail("TOY002", element.span),
                }
            }
            StmtKind::If(cond, yes, no) => match (self.expr(cond)?.bool(), no) {
                (true, _) => self.block(yes)?,
                (false, Some(no)) => self.block(no)?,
                (false, None) => {}
            },
            StmtKind::While(cond, body) => {
                while self.expr(cond)?.bool() {
                    self.block(body)?;
                }
            }
            StmtKind::Return(None) => return Err(Stop::Return(None)),
            StmtKind::Return(Some(value)) => return Err(Stop::Return(Some(self.expr(value)?))),
            StmtKind::Assume(cond) => {
                if !self.expr(cond)?.bool() {
                    return Err(Stop::End(End::Discarded));
                }
            }
            StmtKind::Assert(cond, _) => {
                if !self.expr(cond)?.bool() {
                    return fail("TOY001", *span);
                }
            }
            StmtKind::Emit(event, args) => {
                let args = self.exprs(args)?;
                let args: Vec<String> = args.iter().map(Value::show).collect();
                self.lines.push(format!("{}({})", event.text, args.join(", ")));
            }
            StmtKind::Call(name, args) => drop(self.call(*name, args)?),
        }
        Ok(())
    }

    fn variable(&mut self, name: &str) -> &mut Value {
        let found = self.scopes.iter_mut().rev().find_map(|scope| scope.get_mut(name));
        found.expect("names were checked")
    }

    fn exprs(&mut self, exprs: &[Expr<'t>]) -> Result<Vec<Value>> {
        exprs.iter().map(|expr| self.expr(expr)).collect()
    }

    fn expr(&mut self, expr: &Expr<'t>) -> Result<Value> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return Err(Stop::End(End::OutOfFuel));
        }
        Ok(match &expr.kind {
            ExprKind::Int(int) => Value::Int(int.to_big()),
            ExprKind::Bool(value) => Value::Bool(*value),
            ExprKind::Name(name) => self.variable(name).clone(),
            ExprKind::Unary(UnaryOp::Neg, a) => Value::Int(-self.expr(a)?.int()),
            ExprKind::Unary(UnaryOp::Not, a) => Value::Bool(!self.expr(a)?.bool()),
            ExprKind::Binary(BinaryOp::And, a, b) => {
                Value::Bool(self.expr(a)?.bool() && self.expr(b)?.bool())
            }
            ExprKind::Binary(BinaryOp::Or, a, b) => {
                Value::Bool(self.expr(a)?.bool() || self.expr(b)?.bool())
            }
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.expr(a)?, self.expr(b)?);
                binary(*op, a, b, expr.span)?
            }
            ExprKind::Index(array, index) => {
                let items = self.expr(array)?.array();
                let at = usize::try_from(self.expr(index)?.int()).ok();
                match at.and_then(|at| items.get(at)) {
                    Some(item) => item.clone(),
                    None => return fail("TOY002", expr.span),
                }
            }
            ExprKind::Len(array) => Value::Int(self.expr(array)?.array().len().into()),
            ExprKind::Call(name, args) => self.call(*name, args)?.expect("a result"),
            ExprKind::List(items) => Value::Array(self.exprs(items)?),
            ExprKind::Fill(value, len) => {
                let value = self.expr(value)?;
                Value::Array(vec![value; self.length(len)?])
            }
            ExprKind::Read(scalar, name) => self.ask(*scalar, (*name).to_owned()),
            ExprKind::ReadArray(scalar, len, name) => {
                let len = self.length(len)?;
                Value::Array(
                    (0..len).map(|at| self.ask(*scalar, format!("{name}[{at}]"))).collect(),
                )
            }
        })
    }

    fn length(&mut self, len: &Expr<'t>) -> Result<usize> {
        let value = self.expr(len)?.int();
        match usize::try_from(&value) {
            Ok(len) if len <= 1000 => Ok(len),
            _ if value.sign() == Sign::Minus => fail("TOY002", len.span),
            _ => Err(Stop::End(End::OutOfFuel)),
        }
    }

    fn ask(&mut self, scalar: Scalar, name: String) -> Value {
        let value = match scalar {
            Scalar::Int => Value::Int(self.answers.int(self.asked).into()),
            Scalar::Bool => Value::Bool(self.answers.bool(self.asked)),
        };
        self.asked += 1;
        self.lines.push(format!("{name} = {}", value.show()));
        value
    }

    fn call(&mut self, name: Name<'t>, args: &[Expr<'t>]) -> Result<Option<Value>> {
        let args = self.exprs(args)?;
        if self.calls == MOST_CALLS {
            return Err(Stop::End(End::OutOfFuel));
        }
        let function = self.ast.functions.iter().find(|f| f.name.text == name.text);
        let function = function.expect("names were checked");
        let params = function.params.iter().map(|(name, _)| name.text);
        let outer = std::mem::replace(&mut self.scopes, vec![params.zip(args).collect()]);
        self.calls += 1;
        let done = self.block(&function.body);
        self.calls -= 1;
        self.scopes = outer;
        match done {
            Ok(()) => Ok(None),
            Err(Stop::Return(value)) => Ok(value),
            Err(stop) => Err(stop),
        }
    }
}

fn binary(op: BinaryOp, a: Value, b: Value, span: Span) -> Result<Value> {
    match op {
        BinaryOp::Equal => return Ok(Value::Bool(a == b)),
        BinaryOp::NotEqual => return Ok(Value::Bool(a != b)),
        _ => {}
    }
    let (a, b) = (a.int(), b.int());
    let zero = BigInt::ZERO;
    let int = match op {
        BinaryOp::Less => return Ok(Value::Bool(a < b)),
        BinaryOp::LessEqual => return Ok(Value::Bool(a <= b)),
        BinaryOp::Greater => return Ok(Value::Bool(a > b)),
        BinaryOp::GreaterEqual => return Ok(Value::Bool(a >= b)),
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        BinaryOp::Div | BinaryOp::Mod if b == zero => return fail("TOY003", span),
        // `/` of big integers rounds towards zero; ours leaves a remainder of at least zero.
        BinaryOp::Div | BinaryOp::Mod => {
            let rest = ((&a % &b) + magnitude(&b)) % magnitude(&b);
            if op == BinaryOp::Mod { rest } else { (a - rest) / b }
        }
        BinaryOp::Or | BinaryOp::And | BinaryOp::Equal | BinaryOp::NotEqual => {
            unreachable!("done above")
        }
    };
    if int.bits() > MOST_BITS { Err(Stop::End(End::OutOfFuel)) } else { Ok(Value::Int(int)) }
}

fn magnitude(int: &BigInt) -> BigInt {
    BigInt::from(int.magnitude().clone())
}
