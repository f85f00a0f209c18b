//! `java.lang.invoke.VarHandle`, without method handles.
//!
//! A handle is an object of which we know the variable. A call through it is read by the name of the
//! access and the types at the call site; with one thread, all memory orders are the same.

use machine::Host;

use super::super::object::gap;
use super::super::trap::{Trap, null_pointer, raise};
use super::super::value::{Ref, Value};
use super::super::vm::Vm;
use super::unsafe_memory::{self, is_same};
use super::{Args, NativeFn, Outcome};
use crate::lower::{Instr, IntOp};
use crate::parse::{Flags, Member, MethodType, Type};

/// What a handle stands for.
#[derive(Clone, Debug)]
pub(crate) enum Variable {
    /// A field of an object, by its place.
    Field(u32, Type),
    /// A static variable, by its place.
    Static(u32, Type),
    /// An element of an array.
    Element(Type),
    /// A number of this type in an array of bytes, whose highest byte comes first or last.
    View(Type, bool),
}

/// A call through a handle.
#[derive(Clone, Debug)]
pub(crate) struct Access {
    mode: Mode,
    kind: MethodType,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    Get,
    Set,
    CompareAndSet,
    CompareAndExchange,
    GetAndSet,
    GetAndUpdate(IntOp),
}

pub(super) fn find(class: &str, name: &str) -> Option<NativeFn> {
    Some(match (class, name) {
        ("java/lang/invoke/MethodHandles", "lookup" | "publicLookup") => lookup,
        ("java/lang/invoke/MethodHandles", "privateLookupIn") => lookup,
        ("java/lang/invoke/MethodHandles", "arrayElementVarHandle") => array_handle,
        ("java/lang/invoke/MethodHandles", "byteArrayViewVarHandle") => view_handle,
        ("java/lang/invoke/MethodHandles$Lookup", "findVarHandle" | "findStaticVarHandle") => {
            field_handle
        }
        ("java/lang/invoke/MethodHandles$Lookup", name)
            if name.starts_with("find") || name.starts_with("unreflect") =>
        {
            |_, _, _| Err(gap("a method handle"))
        }
        ("java/lang/invoke/VarHandle", "withInvokeExactBehavior" | "withInvokeBehavior") => {
            |vm, _, args| Ok(Outcome::One(vm.arg(args, 0)))
        }
        (
            "java/lang/invoke/VarHandle",
            "fullFence" | "acquireFence" | "releaseFence" | "loadLoadFence" | "storeStoreFence",
        ) => |_, _, _| Ok(Outcome::Void),
        _ => return None,
    })
}

fn lookup(vm: &mut Vm, _: &mut dyn Host, _: Args) -> Result<Outcome, Trap> {
    let class = vm.load("java/lang/invoke/MethodHandles$Lookup")?;
    Outcome::object(vm.new_instance(class))
}

fn array_handle(vm: &mut Vm, _: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let element = element_named(vm, args)?;
    handle(vm, Variable::Element(element))
}

fn view_handle(vm: &mut Vm, host: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let element = element_named(vm, args)?;
    vm.initialize_now(host, "java/nio/ByteOrder")?;
    let big = vm.static_named("java/nio/ByteOrder", "BIG_ENDIAN")?.as_ref();
    let is_big = vm.arg_ref(args, 1) == big;
    handle(vm, Variable::View(element, is_big))
}

/// The type of the elements of the array class that is the first argument.
fn element_named(vm: &Vm, args: Args) -> Result<Type, Trap> {
    let array = vm.class_of_mirror(vm.arg_ref(args, 0))?;
    let element = vm.class(array).name.strip_prefix('[').and_then(Type::parse);
    element.ok_or_else(|| raise("java/lang/IllegalArgumentException", "not an array type"))
}

fn field_handle(vm: &mut Vm, _: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let class = vm.class_of_mirror(vm.arg_ref(args, 1))?;
    let name = vm.known_text(vm.arg_ref(args, 2), "the name of a field")?;
    let field = vm.class(class).fields.iter().find(|field| *field.name == *name);
    let Some(field) = field.cloned() else {
        return Err(raise("java/lang/NoSuchFieldException", name));
    };
    handle(
        vm,
        if field.flags.has(Flags::STATIC) {
            Variable::Static(field.slot, field.kind)
        } else {
            Variable::Field(field.slot, field.kind)
        },
    )
}

fn handle(vm: &mut Vm, variable: Variable) -> Result<Outcome, Trap> {
    let class = vm.load("java/lang/invoke/VarHandle")?;
    let object = vm.new_instance(class);
    vm.handles.insert(object, variable);
    Outcome::object(object)
}

/// The mode that the name of a method of handles says.
fn mode(name: &str) -> Option<Mode> {
    let name = ["Volatile", "Opaque", "Acquire", "Release", "Plain"]
        .iter()
        .find_map(|order| name.strip_suffix(order))
        .unwrap_or(name);
    Some(match name {
        "get" => Mode::Get,
        "set" => Mode::Set,
        "compareAndSet" | "weakCompareAndSet" => Mode::CompareAndSet,
        "compareAndExchange" => Mode::CompareAndExchange,
        "getAndSet" => Mode::GetAndSet,
        "getAndAdd" => Mode::GetAndUpdate(IntOp::Add),
        "getAndBitwiseOr" => Mode::GetAndUpdate(IntOp::Or),
        "getAndBitwiseAnd" => Mode::GetAndUpdate(IntOp::And),
        "getAndBitwiseXor" => Mode::GetAndUpdate(IntOp::Xor),
        _ => return None,
    })
}

impl Vm {
    /// The instruction for a call of a method of handles, whose types are those of the call site.
    pub(in super::super) fn link_handle(&mut self, member: &Member) -> Option<Result<Instr, Trap>> {
        match &*member.class {
            "java/lang/invoke/VarHandle" => {
                let mode = mode(&member.name)?;
                let kind = MethodType::parse(&member.descriptor)?;
                self.accesses.push(Access { mode, kind });
                Some(Ok(Instr::Access(self.accesses.len() as u32 - 1)))
            }
            "java/lang/invoke/MethodHandle" if member.name.starts_with("invoke") => {
                Some(Err(gap("a call of a method handle")))
            }
            _ => None,
        }
    }

    /// Runs a call through a handle.
    pub(in super::super) fn access(&mut self, host: &mut dyn Host, at: u32) -> Result<(), Trap> {
        let Access { mode, kind } = self.accesses[at as usize].clone();
        let base = self.sp - kind.param_slots() - 1;
        let handle = self.stack[base].as_ref();
        let Some(variable) = self.handles.get(&handle).cloned() else {
            return Err(if handle.is_null() {
                null_pointer()
            } else {
                gap("a handle of unknown kind")
            });
        };
        let result = match &variable {
            Variable::View(of, is_big) => self.view(host, mode, of, *is_big, base + 1)?,
            Variable::Field(_, of) | Variable::Static(_, of) | Variable::Element(of) => {
                let (object, offset, first) = self.locate(host, &variable, base + 1)?;
                self.perform(host, mode, (object, offset), of, first)?
            }
        };
        self.sp = base;
        match &kind.result {
            None => {}
            Some(result_kind) if result_kind.is_wide() => self.push_wide(result),
            Some(_) => self.push(result),
        }
        Ok(())
    }

    /// The object and offset of a variable, and where the values on the stack start.
    fn locate(
        &mut self,
        host: &mut dyn Host,
        variable: &Variable,
        first: usize,
    ) -> Result<(Ref, Value, usize), Trap> {
        match variable {
            Variable::Static(slot, _) => {
                self.ensure_ready(self.statics[*slot as usize].class)?;
                Ok((Ref::NULL, unsafe_memory::static_offset(*slot), first))
            }
            Variable::Field(slot, _) => {
                Ok((self.stack[first].as_ref(), Value::long((*slot).into()), first + 1))
            }
            Variable::Element(_) | Variable::View(..) => {
                let array = self.stack[first].as_ref();
                let index = self.known_value(host, self.stack[first + 1], "an index")?.as_int();
                let len = self.heap.array(array).map_or(0, super::super::heap::Array::len);
                if index as u32 as usize >= len {
                    return Err(self.bad_access(array, index));
                }
                Ok((array, unsafe_memory::element_offset(self, array, index), first + 2))
            }
        }
    }

    /// Reads or writes a number in an array of bytes; array, index and value start at `first`.
    fn view(
        &mut self,
        host: &mut dyn Host,
        mode: Mode,
        of: &Type,
        is_big: bool,
        first: usize,
    ) -> Result<Value, Trap> {
        let array = self.stack[first].as_ref();
        let index = self.known_value(host, self.stack[first + 1], "an index")?.as_int();
        let width = match of {
            Type::Short | Type::Char => 2,
            Type::Int | Type::Float => 4,
            Type::Long | Type::Double => 8,
            Type::Boolean | Type::Byte | Type::Reference(_) => {
                return Err(gap("a handle of unknown kind"));
            }
        };
        let len = self.heap.array(array).ok_or_else(null_pointer)?.len() as i32;
        if index < 0 || index > len - width {
            let message = format!("Index {index} out of bounds for length {}", len - width + 1);
            return Err(raise("java/lang/IndexOutOfBoundsException", message));
        }
        // The place of each byte, the lowest first.
        let places = (0..width).map(|at| index + if is_big { width - 1 - at } else { at });
        match mode {
            Mode::Get => self.viewed(array, of, &places.collect::<Vec<i32>>()),
            Mode::Set => {
                let value = self.stack[first + 2];
                if value.shadow.is_some() {
                    return Err(gap("an unknown number that is stored as bytes"));
                }
                for (shift, place) in (0..).zip(places) {
                    let byte = (value.bits >> (8 * shift)) as i8;
                    self.set_element(array, place, Value::int(byte.into()))?;
                }
                Ok(Value::ZERO)
            }
            Mode::CompareAndSet
            | Mode::CompareAndExchange
            | Mode::GetAndSet
            | Mode::GetAndUpdate(_) => Err(gap("a handle of unknown kind")),
        }
    }

    fn viewed(&self, array: Ref, of: &Type, places: &[i32]) -> Result<Value, Trap> {
        let array = self.heap.array(array).ok_or_else(null_pointer)?;
        let mut bits = 0_u64;
        for (shift, place) in (0..).zip(places) {
            let byte = array.get(*place as usize);
            if byte.shadow.is_some() {
                return Err(gap("a number made of unknown bytes"));
            }
            bits |= u64::from(byte.bits as u8) << (8 * shift);
        }
        Ok(match of {
            Type::Short => Value::int((bits as i16).into()),
            _ => Value::bits(bits),
        })
    }

    /// Reads and writes a variable; the values start at `first` on the stack.
    fn perform(
        &mut self,
        host: &mut dyn Host,
        mode: Mode,
        (object, offset): (Ref, Value),
        of: &Type,
        first: usize,
    ) -> Result<Value, Trap> {
        let width = if of.is_wide() { 64 } else { 32 };
        let old = unsafe_memory::read(self, object, offset)?;
        let value = |vm: &Vm, nth: usize| vm.stack[first + nth * of.slots()];
        match mode {
            Mode::Get => Ok(old),
            Mode::Set | Mode::GetAndSet => {
                unsafe_memory::write(self, object, offset, value(self, 0))?;
                Ok(old)
            }
            Mode::CompareAndSet | Mode::CompareAndExchange => {
                let expected = value(self, 0);
                let same = is_same(self, host, old, expected, of)?;
                if same {
                    unsafe_memory::write(self, object, offset, value(self, 1))?;
                }
                Ok(if mode == Mode::CompareAndSet { Value::bool(same) } else { old })
            }
            Mode::GetAndUpdate(op) => {
                let new = self.updated(host, op, old, value(self, 0), width)?;
                unsafe_memory::write(self, object, offset, new)?;
                Ok(old)
            }
        }
    }

    fn updated(
        &mut self,
        host: &mut dyn Host,
        op: IntOp,
        old: Value,
        by: Value,
        width: u32,
    ) -> Result<Value, Trap> {
        use super::super::arith::{int_op, long_op};
        match (old.shadow, by.shadow, width) {
            (None, None, 64) => Ok(Value::long(long_op(op, old.as_long(), by.as_long())?)),
            (None, None, _) => Ok(Value::int(int_op(op, old.as_int(), by.as_int())?)),
            _ => self.symbolic_op(host, op, old, by, width),
        }
    }
}
