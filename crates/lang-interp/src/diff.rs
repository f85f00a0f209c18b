//! Programs on which two interpreters differ.

use std::ops::ControlFlow;

use crate::{Answer, Cx, Failure, Heap, Kind, Options, Stop, Summary, Symbol, Value, search};

/// An interpreter of programs that are values. All threads of a search share it.
pub trait Interpreter: Sync {
    /// Runs a program to its value.
    fn eval(&self, cx: &mut Cx<'_>, program: Value) -> Result<Value, Stop>;

    /// What can be seen of a value. Functions cannot be compared: an interpreter whose values may be
    /// functions shows here what they do, by applying them, or that they are functions.
    fn observe(&self, _: &mut Cx<'_>, value: Value) -> Result<Value, Stop> {
        Ok(value)
    }
}

/// A function is an interpreter whose values are seen as they are.
impl<F: Fn(&mut Cx<'_>, Value) -> Result<Value, Stop> + Sync> Interpreter for F {
    fn eval(&self, cx: &mut Cx<'_>, program: Value) -> Result<Value, Stop> {
        self(cx, program)
    }
}

/// Finds programs on which two interpreters differ; those of the smallest size first, if the options
/// say so ([`Options::smallest_first`]).
///
/// They differ if both come to values and these are seen to be different, or if one fails and the
/// other does not. The value of an answer is the pair of what was seen: `seen(left, right)`, with
/// `fails` for a failure.
///
/// ```
/// use std::ops::ControlFlow;
/// use lang_interp::{Cx, Heap, Options, Stop, Value, case, data, diff, Kind};
///
/// data! { pub Expr = Lit(Bool) | Not(Expr) | And(Expr, Expr); }
///
/// fn right(cx: &mut Cx<'_>, expr: Value) -> Result<Value, Stop> {
///     case!(cx, expr; {
///         Lit(value) => Ok(value),
///         Not(a) => {
///             let a = cx.call(|cx| right(cx, a))?;
///             cx.not(a)
///         }
///         And(a, b) => {
///             let (a, b) = (cx.call(|cx| right(cx, a))?, cx.call(|cx| right(cx, b))?);
///             cx.and(a, b)
///         }
///     })
/// }
///
/// // Forgets the negation.
/// fn wrong(cx: &mut Cx<'_>, expr: Value) -> Result<Value, Stop> {
///     case!(cx, expr; {
///         Not(a) => cx.call(|cx| wrong(cx, a)),
///         other => right(cx, other),
///     })
/// }
///
/// let backend = || {
///     let config = solve_chain::Config::new(solve_chain::Backend::None);
///     config.build(&solve::Theory::empty()).expect("nothing has to be loaded")
/// };
/// let options = Options::default().take(1).with_solvers(backend);
/// let mut programs = Vec::new();
/// diff(&mut Heap::new(), &options, Kind::Data(&Expr), &right, &wrong, |answer| {
///     programs.push(answer.unknowns[0].value.to_string());
///     ControlFlow::Continue(())
/// });
/// assert_eq!(programs, ["Not(Lit(_0))"]);
/// ```
pub fn diff(
    heap: &mut Heap,
    options: &Options,
    programs: Kind,
    left: &dyn Interpreter,
    right: &dyn Interpreter,
    tell: impl FnMut(&Answer) -> ControlFlow<()>,
) -> Summary {
    let differ = |cx: &mut Cx<'_>| {
        let program = cx.unknown("program", programs);
        let a = cx.catch(|cx| seen(cx, left, program))?;
        let b = cx.catch(|cx| seen(cx, right, program))?;
        demand_difference(cx, a, b)
    };
    search(heap, options, differ, tell)
}

fn seen(cx: &mut Cx<'_>, interpreter: &dyn Interpreter, program: Value) -> Result<Value, Stop> {
    let value = interpreter.eval(cx, program)?;
    interpreter.observe(cx, value)
}

fn demand_difference(
    cx: &mut Cx<'_>,
    left: Result<Value, Failure>,
    right: Result<Value, Failure>,
) -> Result<Value, Stop> {
    match (&left, &right) {
        (Ok(left), Ok(right)) => cx.differ(*left, *right)?,
        // Which failure it is does not count: messages are not part of a language.
        (Err(_), Err(_)) => return Err(cx.discard()),
        (Ok(_), Err(_)) | (Err(_), Ok(_)) => {}
    }
    let fails = cx.con(Symbol::new("fails"), &[]);
    let pair = [left.unwrap_or(fails), right.unwrap_or(fails)];
    Ok(cx.con(Symbol::new("seen"), &pair))
}
