//! The interpreter: ordinary code over a context, for values that are known and for those that are
//! not.
//!
//! Where it is known what an expression must come to, it is evaluated towards that: a constructor
//! that does not fit ends the path before its arguments are computed. This is why `append x y = [a]`
//! has an end. From the outside in, that is known of more (`expect.rs`).

use lang_interp::{Cx, Shape, Stop, Symbol, Value};

use super::code::{Code, Functions};
use super::table::{self, TABLE};
use super::tree::{FALSE, Operator, TRUE};

/// The values of the variables around, the innermost last.
pub(crate) type Frame = Vec<Value>;

/// What an expression must come to, if that is known.
pub(crate) type Aim = Option<Value>;

/// Runs expressions. Recursion in it goes through [`Cx::call`], which looks after the stack.
#[derive(Clone, Copy)]
pub(crate) struct Interpreter<'c> {
    pub(crate) functions: &'c Functions,
    /// Whether values are computed towards the patterns that they have to match. Then a run that goes wrong may be
    /// left out before it does.
    pub(crate) outside_in: bool,
}

impl Interpreter<'_> {
    pub(crate) fn eval(
        self,
        cx: &mut Cx<'_>,
        frame: &mut Frame,
        code: &Code,
        aim: Aim,
    ) -> Result<Value, Stop> {
        match code {
            Code::Con(name, args) => self.construct(cx, frame, *name, args, aim),
            Code::Int(number) => {
                let value = cx.int(*number);
                meet(cx, value, aim)
            }
            Code::Local(place) => meet(cx, frame[*place], aim),
            Code::Lam(number) => {
                let lambda = &self.functions.lambdas[*number];
                let function = cx.function(lambda.name, &taken(frame, &lambda.captured));
                meet(cx, function, aim)
            }
            Code::App(function, argument) => {
                let function = self.nested(cx, frame, function, None)?;
                let argument = self.nested(cx, frame, argument, None)?;
                cx.call(|cx| self.apply(cx, function, argument, aim))
            }
            Code::Case(value, clauses) => {
                let expected = match aim {
                    Some(aim) if self.outside_in && !value.is_plain() => {
                        self.expected(cx, frame, clauses, aim)?
                    }
                    _ => None,
                };
                let value = self.nested(cx, frame, value, expected)?;
                let (clause, parts) = cx.split(value, &clauses.patterns)?;
                self.within(cx, frame, &parts, &clauses.bodies[clause], aim)
            }
            Code::Let(values, body) => {
                let values = self.eval_all(cx, frame, values)?;
                self.within(cx, frame, &values, body, aim)
            }
            Code::LetRec(group, body) => {
                let captured = taken(frame, &self.functions.groups[*group].captured);
                let members = self.members(cx, *group, captured)?;
                self.within(cx, frame, &members, body, aim)
            }
            Code::Equal(left, right) if self.outside_in && is_true(cx, aim) => {
                let (first, second) = if right.is_plain() { (right, left) } else { (left, right) };
                let first = self.nested(cx, frame, first, None)?;
                self.nested(cx, frame, second, Some(first))?;
                Ok(cx.con(Symbol::new(TRUE), &[]))
            }
            Code::Equal(left, right) => {
                let left = self.nested(cx, frame, left, None)?;
                let right = self.nested(cx, frame, right, None)?;
                let name = if cx.eq(left, right)? { TRUE } else { FALSE };
                let truth = cx.con(Symbol::new(name), &[]);
                meet(cx, truth, aim)
            }
            Code::Binary(operator, left, right) => {
                let left = self.nested(cx, frame, left, None)?;
                let right = self.nested(cx, frame, right, None)?;
                let result = compute(cx, *operator, left, right)?;
                match operator.compares() {
                    true => self.decide(cx, result, aim),
                    false => meet(cx, result, aim),
                }
            }
            Code::Emit(event, args, body) => {
                let args = self.eval_all(cx, frame, args)?;
                cx.emit(*event, &args)?;
                self.nested(cx, frame, body, aim)
            }
        }
    }

    /// A truth value as a constructor: that which it must be, if that is known, and otherwise a choice.
    fn decide(self, cx: &mut Cx<'_>, truth: Value, aim: Aim) -> Result<Value, Stop> {
        if self.outside_in && is_true(cx, aim) {
            cx.assume(truth)?;
            return Ok(cx.con(Symbol::new(TRUE), &[]));
        }
        let name = if cx.branch(truth)? { TRUE } else { FALSE };
        let truth = cx.con(Symbol::new(name), &[]);
        meet(cx, truth, aim)
    }

    fn construct(
        self,
        cx: &mut Cx<'_>,
        frame: &mut Frame,
        name: Symbol,
        args: &[Code],
        aim: Aim,
    ) -> Result<Value, Stop> {
        let known = aim.filter(|aim| cx.shape(*aim) == Shape::Con(name, args.len()));
        let Some(aim) = known else {
            if aim.is_some_and(|aim| cx.shape(aim) != Shape::Unknown) {
                return Err(cx.discard());
            }
            let args = self.eval_all(cx, frame, args)?;
            let value = cx.con(name, &args);
            return meet(cx, value, aim);
        };
        for (number, arg) in args.iter().enumerate() {
            let field = cx.field(aim, number);
            self.nested(cx, frame, arg, field)?;
        }
        Ok(aim)
    }

    fn nested(
        self,
        cx: &mut Cx<'_>,
        frame: &mut Frame,
        code: &Code,
        aim: Aim,
    ) -> Result<Value, Stop> {
        match code {
            Code::Int(_) | Code::Local(_) | Code::Lam(_) => self.eval(cx, frame, code, aim),
            _ => cx.call(|cx| self.eval(cx, frame, code, aim)),
        }
    }

    fn eval_all(
        self,
        cx: &mut Cx<'_>,
        frame: &mut Frame,
        codes: &[Code],
    ) -> Result<Vec<Value>, Stop> {
        codes.iter().map(|code| self.nested(cx, frame, code, None)).collect()
    }

    /// Runs a body in a frame with further values.
    fn within(
        self,
        cx: &mut Cx<'_>,
        frame: &mut Frame,
        values: &[Value],
        body: &Code,
        aim: Aim,
    ) -> Result<Value, Stop> {
        let known = frame.len();
        frame.extend_from_slice(values);
        let result = self.nested(cx, frame, body, aim);
        frame.truncate(known);
        result
    }

    /// The values of a `let rec`, made from what they capture.
    pub(crate) fn members(
        self,
        cx: &mut Cx<'_>,
        group: usize,
        mut captured: Frame,
    ) -> Result<Vec<Value>, Stop> {
        self.eval_all(cx, &mut captured, &self.functions.groups[group].members)
    }

    pub(crate) fn apply(
        self,
        cx: &mut Cx<'_>,
        function: Value,
        argument: Value,
        aim: Aim,
    ) -> Result<Value, Stop> {
        let (name, captured) = match cx.shape(function) {
            Shape::Fun(name, _) if name.text() == TABLE => {
                let value = table::look_up(cx, function, argument)?;
                return meet(cx, value, aim);
            }
            Shape::Fun(name, captured) => (name, captured),
            Shape::Unknown => {
                let value = table::begin(cx, function, argument)?;
                return meet(cx, value, aim);
            }
            _ => {
                let what = cx.show(function);
                return Err(cx.fail(format!("{what} is applied, which is not a function")));
            }
        };
        let number = self.functions.numbers[&name];
        let lambda = &self.functions.lambdas[number];
        let field = |number| cx.field(function, number).expect("the shape told how many there are");
        let mut frame: Frame = (0..captured).map(field).collect();
        if let Some(group) = lambda.group {
            let members = self.members(cx, group, frame.clone())?;
            frame.extend(members);
        }
        frame.push(argument);
        self.eval(cx, &mut frame, &lambda.body, aim)
    }
}

fn compute(cx: &mut Cx<'_>, operator: Operator, left: Value, right: Value) -> Result<Value, Stop> {
    match operator {
        Operator::Add => cx.add(left, right),
        Operator::Sub => cx.sub(left, right),
        Operator::Mul => cx.mul(left, right),
        Operator::Div => cx.div(left, right),
        Operator::Rem => cx.rem(left, right),
        Operator::Less => cx.lt(left, right),
        Operator::AtMost => cx.le(left, right),
        Operator::Greater => cx.lt(right, left),
        Operator::AtLeast => cx.le(right, left),
    }
}

/// Whether it is known that the result must be true.
fn is_true(cx: &mut Cx<'_>, aim: Aim) -> bool {
    aim.is_some_and(|aim| cx.shape(aim) == Shape::Con(Symbol::new(TRUE), 0))
}

/// The values at some places of a frame.
pub(crate) fn taken(frame: &[Value], places: &[usize]) -> Frame {
    places.iter().map(|place| frame[*place]).collect()
}

/// A value that was computed, where it is what it must be.
fn meet(cx: &mut Cx<'_>, value: Value, aim: Aim) -> Result<Value, Stop> {
    if let Some(aim) = aim {
        cx.unify(value, aim)?;
    }
    Ok(value)
}
