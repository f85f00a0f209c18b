//! Unknown functions: tables of what they were applied to and what they returned.
//!
//! An unknown that is applied becomes a table without an end. Each argument that differs from those before it gets a line
//! with an unknown result; what the rest of the table is stays open. Functions that no table stands for are not tried, such as those
//! that are applied to functions, so a search with tables is never the last word.

use lang_interp::{Cx, Kind, Shape, Stop, Symbol, Unsearched, Value};

/// The function that a table is; its field is the first line.
pub(crate) const TABLE: &str = "table";
/// A line: an argument, the result, and the next line.
pub(crate) const LINE: &str = "line";

/// The result of an unknown, which becomes a table.
pub(crate) fn begin(cx: &mut Cx<'_>, unknown: Value, argument: Value) -> Result<Value, Stop> {
    let first = cx.fresh(Kind::Any);
    cx.make_function(unknown, Symbol::new(TABLE), &[first])?;
    look_up(cx, unknown, argument)
}

/// The result of a table for an argument.
pub(crate) fn look_up(cx: &mut Cx<'_>, table: Value, argument: Value) -> Result<Value, Stop> {
    if has_function(cx, argument) {
        return Err(cx.unsearched(Unsearched::Functions));
    }
    let field = |cx: &mut Cx<'_>, of, number| cx.field(of, number).expect("a table has its fields");
    let mut line = field(cx, table, 0);
    loop {
        match cx.shape(line) {
            Shape::Con(..) => {
                let known = field(cx, line, 0);
                if cx.eq(argument, known)? {
                    return Ok(field(cx, line, 1));
                }
                line = field(cx, line, 2);
            }
            Shape::Unknown => {
                let (result, rest) = (cx.fresh(Kind::Any), cx.fresh(Kind::Any));
                let new = cx.con(Symbol::new(LINE), &[argument, result, rest]);
                cx.unify(line, new)?;
                return Ok(result);
            }
            _ => {
                let argument = cx.show(argument);
                return Err(
                    cx.fail(format!("the table of the function has no line for {argument}"))
                );
            }
        }
    }
}

/// Whether a function is known to be in a value.
fn has_function(cx: &mut Cx<'_>, value: Value) -> bool {
    let mut todo = vec![value];
    while let Some(value) = todo.pop() {
        match cx.shape(value) {
            Shape::Fun(..) => return true,
            Shape::Con(_, count) => todo.extend((0..count).filter_map(|at| cx.field(value, at))),
            _ => {}
        }
    }
    false
}
