//! Built-in functions, by the names that K gives them.
//!
//! A hook takes its arguments by a slice of which it may take the values out, so that a map that
//! that is not shared is updated in place. A hook over symbolic numbers, truth values or strings
//! gives a term; over collections it decides what it must and works on what is there.

mod boolean;
mod buffer;
mod bytes;
mod files;
mod float;
mod integer;
mod json;
mod list;
mod map;
mod set;
mod substitute;
mod text;
mod universal;

use crate::context::{Ctx, Halt};
use crate::value::Value;

pub use files::MemoryFiles;
pub(crate) use map::{find_key, settle, unfold};
pub(crate) use set::find as find_item;
pub(crate) use universal::{IS_SYMBOLIC, NEEDS_CONCRETE};

/// A built-in function.
#[derive(Clone, Copy, Debug)]
pub struct Hook {
    run: Run,
    /// Whether it has a value for all arguments of its sorts, symbolic ones aside.
    pub(crate) is_total: bool,
}

type Run = fn(&Ctx<'_>, &mut [Value]) -> Result<Value, Halt>;

/// A row of a table of hooks.
type Row = (&'static str, Run);

impl Hook {
    /// Its value. The arguments may be taken out.
    pub fn apply(self, ctx: &Ctx<'_>, args: &mut [Value]) -> Result<Value, Halt> {
        (self.run)(ctx, args)
    }
}

/// Hooks without a value for some arguments of their sorts.
const PARTIAL: &[&str] = &[
    "INT.tdiv",
    "INT.tmod",
    "INT.ediv",
    "INT.emod",
    "INT.pow",
    "INT.powmod",
    "INT.shl",
    "INT.shr",
    "INT.log2",
    "INT.divides",
    "MAP.concat",
    "MAP.lookup",
    "MAP.choice",
    "SET.choice",
    "LIST.get",
    "LIST.update",
    "LIST.set",
    "LIST.range",
    "LIST.make",
    "LIST.fill",
    "LIST.updateAll",
    "STRING.substr",
    "STRING.string2int",
    "STRING.base2string",
    "STRING.string2base",
    "STRING.ord",
    "STRING.chr",
    "STRING.string2bool",
    "STRING.replace",
    "STRING.string2float",
    "FLOAT.float2int",
    "INT.bitRange",
    "INT.signExtendBitRange",
    "KEQUAL.ite",
    "BYTES.string2bytes",
    "BYTES.encodeBytes",
    "BYTES.decodeBytes",
    "BYTES.update",
    "BYTES.get",
    "BYTES.substr",
    "BYTES.replaceAt",
    "BYTES.memset",
    "BYTES.padRight",
    "BYTES.padLeft",
    "BYTES.int2bytes",
    "JSON.json2string",
    "JSON.string2json",
    "FLOAT.round",
    "FLOAT.root",
    "FLOAT.maxValue",
    "FLOAT.minValue",
    "FLOAT.int2float",
    "FLOAT.exponent",
    "IO.close",
    "IO.remove",
    "IO.log",
    "IO.logString",
    "IO.open",
    "IO.openDefault",
    "IO.tell",
    "IO.seek",
    "IO.seekEnd",
    "IO.getc",
    "IO.read",
    "IO.putc",
    "IO.write",
    "IO.lock",
    "IO.unlock",
    "IO.mkstemp",
];

/// The built-in function of this name, such as `INT.add`.
#[must_use]
pub fn by_name(name: &str) -> Option<Hook> {
    let tables: [&[Row]; 13] = [
        integer::HOOKS,
        float::HOOKS,
        boolean::HOOKS,
        text::HOOKS,
        map::HOOKS,
        list::HOOKS,
        set::HOOKS,
        universal::HOOKS,
        substitute::HOOKS,
        bytes::HOOKS,
        buffer::HOOKS,
        json::HOOKS,
        files::HOOKS,
    ];
    let (_, run) = tables.into_iter().flatten().find(|(own, _)| *own == name)?;
    Some(Hook { run: *run, is_total: !PARTIAL.contains(&name) })
}

/// The error of a hook that was given values of other sorts.
fn wrong_sort<T>(name: &str) -> Result<T, Halt> {
    Err(Halt::Undefined(format!("{name} of values of other sorts")))
}
