//! Built-in functions, by the names that K gives them.
//!
//! A hook takes its arguments by a slice of which it may take the values out, so that a map that
//! nobody else holds is updated in place. A hook over symbolic numbers, truth values or strings
//! gives a term; over collections it decides what it must and works on what is there.

mod boolean;
mod integer;
mod list;
mod map;
mod set;
mod text;
mod universal;

use crate::context::{Ctx, Halt};
use crate::value::Value;

pub(crate) use map::{settle, unfold};
pub(crate) use set::find as find_item;

/// A built-in function.
pub type Hook = fn(&Ctx<'_>, &mut [Value]) -> Result<Value, Halt>;

/// A row of a table of hooks.
type Row = (&'static str, Hook);

/// The built-in function of this name, such as `INT.add`.
#[must_use]
pub fn by_name(name: &str) -> Option<Hook> {
    let tables: [&[Row]; 7] = [
        integer::HOOKS,
        boolean::HOOKS,
        text::HOOKS,
        map::HOOKS,
        list::HOOKS,
        set::HOOKS,
        universal::HOOKS,
    ];
    tables.into_iter().flatten().find(|(own, _)| *own == name).map(|(_, hook)| *hook)
}

/// The error of a hook that was given values of other sorts.
fn wrong_sort<T>(name: &str) -> Result<T, Halt> {
    Err(Halt::Undefined(format!("{name} of values of other sorts")))
}
