//! Native methods, and models of methods of the JDK.
//!
//! A model is asked before the code of its method, native or not; it may leave the work to the code.
//! Native methods that are not here end the path, or, where they return nothing, do nothing, which is
//! reported in the notes.

mod access;
mod character;
mod checksum;
mod class;
mod digits;
mod io;
mod lang;
mod loader;
mod math;
mod order;
mod path;
mod reflect;
mod runtime;
mod task;
mod text;
mod unsafe_memory;
mod var_handle;
mod verifier;
mod wall;
mod world;
mod zone;

pub(crate) use character::Tables;
pub(super) use task::RUNNING;
pub(crate) use var_handle::{Access, Variable};

use machine::Host;

use super::class::MethodId;
use super::invoke::Slots;
use super::trap::Trap;
use super::value::{Ref, Value};
use super::vm::{FrameKind, Vm};

/// A model of a method.
pub(crate) type NativeFn = fn(&mut Vm, &mut dyn Host, Args) -> Result<Outcome, Trap>;

/// The arguments of a call, on the stack.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Args {
    pub(super) base: usize,
}

/// How a model goes on.
pub(crate) enum Outcome {
    /// Returns nothing.
    Void,
    /// Returns a value of one slot.
    One(Value),
    /// Returns a long or double.
    Wide(Value),
    /// Leaves the work to the code of the method.
    Body,
    /// Calls another method with these arguments and returns what it returns.
    Then(MethodId, Slots),
    /// Opens a frame of a kind of its own.
    Enter(MethodId, Slots, FrameKind),
}

impl Outcome {
    fn int(int: i32) -> Result<Outcome, Trap> {
        Ok(Outcome::One(Value::int(int)))
    }

    fn bool(bool: bool) -> Result<Outcome, Trap> {
        Ok(Outcome::One(Value::bool(bool)))
    }

    fn object(object: Ref) -> Result<Outcome, Trap> {
        Ok(Outcome::One(Value::reference(object)))
    }

    fn null() -> Result<Outcome, Trap> {
        Ok(Outcome::One(Value::NULL))
    }

    fn long(long: i64) -> Result<Outcome, Trap> {
        Ok(Outcome::Wide(Value::long(long)))
    }

    fn double(double: f64) -> Result<Outcome, Trap> {
        Ok(Outcome::Wide(Value::double(double)))
    }
}

/// Classes whose initialisers are left out: they start threads or set up method handles and loaders,
/// and we have none of them.
pub(super) const UNINITIALIZED: [&str; 7] = [
    "java/lang/ref/Reference",
    "java/lang/ref/Finalizer",
    "java/lang/invoke/MethodHandles",
    "java/lang/invoke/MethodHandles$Lookup",
    "java/lang/invoke/VarHandle",
    "jdk/internal/loader/BootLoader",
    "jdk/internal/loader/ClassLoaders",
];

/// The model of a method, if there is one.
pub(super) fn find(class: &str, name: &str, descriptor: &str) -> Option<NativeFn> {
    if name == "registerNatives" || name == "initIDs" {
        return Some(|_, _, _| Ok(Outcome::Void));
    }
    world::find(class, name, descriptor)
        .or_else(|| order::find(class, name, descriptor))
        .or_else(|| lang::find(class, name, descriptor))
        .or_else(|| access::find(class, name, descriptor))
        .or_else(|| class::find(class, name, descriptor))
        .or_else(|| loader::find(class, name, descriptor))
        .or_else(|| task::find(class, name, descriptor))
        .or_else(|| text::find(class, name, descriptor))
        .or_else(|| digits::find(class, name, descriptor))
        .or_else(|| math::find(class, name))
        .or_else(|| unsafe_memory::find(class, name))
        .or_else(|| runtime::find(class, name))
        .or_else(|| reflect::find(class, name))
        .or_else(|| io::find(class, name, descriptor))
        .or_else(|| var_handle::find(class, name))
        .or_else(|| character::find(class, name, descriptor))
        .or_else(|| checksum::find(class, name, descriptor))
        .or_else(|| path::find(class, name))
        .or_else(|| zone::find(class, name, descriptor))
        .or_else(|| wall::find(class, name))
        .or_else(|| verifier::find(class, name, descriptor))
}

impl Vm {
    /// An argument by its slot; the receiver is the first.
    pub(super) fn arg(&self, args: Args, slot: usize) -> Value {
        self.stack[args.base + slot]
    }

    pub(super) fn arg_ref(&self, args: Args, slot: usize) -> Ref {
        self.arg(args, slot).as_ref()
    }

    /// An int argument that has to be known.
    pub(super) fn arg_int(
        &mut self,
        host: &mut dyn Host,
        args: Args,
        slot: usize,
    ) -> Result<i32, Trap> {
        Ok(self.known_value(host, self.arg(args, slot), "an argument of a native method")?.as_int())
    }
}
