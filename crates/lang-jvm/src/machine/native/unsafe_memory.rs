//! `jdk.internal.misc.Unsafe`: fields and elements by offset.
//!
//! The offset of a field is its slot. The offset of an element is a fixed start plus its index times
//! the width of an element, as programs of the JDK compute it. Memory outside of objects is not
//! there.

use machine::Host;

use super::super::class::{ClassId, ClassKind};
use super::super::heap::Body;
use super::super::object::gap;
use super::super::trap::{Trap, null_pointer, raise};
use super::super::value::{Ref, Value};
use super::super::vm::Vm;
use super::{Args, NativeFn, Outcome};
use crate::lower::Elem;
use crate::parse::Flags;

/// Where the elements of an array start.
const ARRAY_START: i64 = 16;
/// Added to the place of a static variable, so that it is the offset of no field.
const STATIC_START: i64 = 1 << 32;

pub(super) fn find(class: &str, name: &str) -> Option<NativeFn> {
    if class == "jdk/internal/util/ArraysSupport" && name == "vectorizedMismatch" {
        // Nothing was compared: the caller compares all by itself.
        return Some(|vm, host, args| Outcome::int(!vm.arg_int(host, args, 6)?));
    }
    if class != "jdk/internal/misc/Unsafe" {
        return None;
    }
    Some(match name {
        "arrayBaseOffset0" => |_, _, _| Outcome::int(ARRAY_START as i32),
        "arrayIndexScale0" => |vm, _, args| {
            let class = vm.class_of_mirror(vm.arg_ref(args, 1))?;
            Outcome::int(scale_of(vm, class) as i32)
        },
        "addressSize0" => |_, _, _| Outcome::int(8),
        "pageSize" => |_, _, _| Outcome::int(4096),
        "isBigEndian0" | "unalignedAccess0" => |_, _, _| Outcome::bool(false),
        "objectFieldOffset1" => named_offset,
        "objectFieldOffset0" | "staticFieldOffset0" => |vm, _, args| {
            let field = vm.arg_ref(args, 1);
            let slot = i64::from(vm.get_named(field, "slot").as_int());
            let flags = Flags(vm.get_named(field, "modifiers").as_int() as u16);
            Outcome::long(if flags.has(Flags::STATIC) { slot + STATIC_START } else { slot })
        },
        "staticFieldBase0" => |vm, _, args| {
            let field = vm.arg_ref(args, 1);
            Ok(Outcome::One(vm.get_named(field, "clazz")))
        },
        "compareAndSetInt" | "compareAndSetReference" => {
            |vm, host, args| swap_if(vm, host, args, 1).map(|(_, done)| Outcome::One(done))
        }
        "compareAndSetLong" => {
            |vm, host, args| swap_if(vm, host, args, 2).map(|(_, done)| Outcome::One(done))
        }
        "compareAndExchangeInt" | "compareAndExchangeReference" => {
            |vm, host, args| swap_if(vm, host, args, 1).map(|(old, _)| Outcome::One(old))
        }
        "compareAndExchangeLong" => {
            |vm, host, args| swap_if(vm, host, args, 2).map(|(old, _)| Outcome::Wide(old))
        }
        "getInt"
        | "getIntVolatile"
        | "getReference"
        | "getReferenceVolatile"
        | "getBoolean"
        | "getBooleanVolatile"
        | "getByte"
        | "getByteVolatile"
        | "getChar"
        | "getCharVolatile"
        | "getShort"
        | "getShortVolatile"
        | "getFloat"
        | "getFloatVolatile" => {
            |vm, _, args| Ok(Outcome::One(read(vm, vm.arg_ref(args, 1), vm.arg(args, 2))?))
        }
        "getLong" | "getLongVolatile" | "getDouble" | "getDoubleVolatile" => {
            |vm, _, args| Ok(Outcome::Wide(read(vm, vm.arg_ref(args, 1), vm.arg(args, 2))?))
        }
        "putInt"
        | "putIntVolatile"
        | "putReference"
        | "putReferenceVolatile"
        | "putBoolean"
        | "putBooleanVolatile"
        | "putByte"
        | "putByteVolatile"
        | "putChar"
        | "putCharVolatile"
        | "putShort"
        | "putShortVolatile"
        | "putFloat"
        | "putFloatVolatile"
        | "putLong"
        | "putLongVolatile"
        | "putDouble"
        | "putDoubleVolatile" => |vm, _, args| {
            write(vm, vm.arg_ref(args, 1), vm.arg(args, 2), vm.arg(args, 4))?;
            Ok(Outcome::Void)
        },
        "allocateInstance" => |vm, _, args| {
            let class = vm.class_of_mirror(vm.arg_ref(args, 1))?;
            vm.check_instantiable(class)?;
            vm.ensure_ready(class)?;
            Outcome::object(vm.new_instance(class))
        },
        "shouldBeInitialized0" => |_, _, _| Outcome::bool(false),
        "ensureClassInitialized0" => |vm, _, args| {
            let class = vm.class_of_mirror(vm.arg_ref(args, 1))?;
            vm.ensure_ready(class)?;
            Ok(Outcome::Void)
        },
        "fullFence" | "loadFence" | "storeFence" | "park" | "unpark" => |_, _, _| Ok(Outcome::Void),
        "allocateMemory0" | "copyMemory0" | "setMemory0" => {
            |_, _, _| Err(gap("memory outside of objects"))
        }
        _ => return None,
    })
}

fn named_offset(vm: &mut Vm, _: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let class = vm.class_of_mirror(vm.arg_ref(args, 1))?;
    let name = vm.known_text(vm.arg_ref(args, 2), "the name of a field")?;
    let field = vm.class(class).fields.iter().find(|field| *field.name == *name);
    match field {
        Some(field) => Outcome::long(field.slot.into()),
        None => Err(raise("java/lang/InternalError", name)),
    }
}

fn scale_of(vm: &Vm, class: ClassId) -> i64 {
    match vm.class(class).kind {
        ClassKind::Array(elem, _) => match elem {
            Elem::Boolean | Elem::Byte => 1,
            Elem::Char | Elem::Short => 2,
            Elem::Int | Elem::Float | Elem::Ref => 4,
            Elem::Long | Elem::Double => 8,
        },
        ClassKind::Plain | ClassKind::Primitive(_) => 0,
    }
}

/// The offset of a static variable.
pub(super) fn static_offset(slot: u32) -> Value {
    Value::long(STATIC_START + i64::from(slot))
}

/// The offset of an element.
pub(super) fn element_offset(vm: &Vm, array: Ref, index: i32) -> Value {
    let scale = scale_of(vm, vm.class_of(array));
    Value::long(ARRAY_START + i64::from(index) * scale)
}

/// A place by object and offset.
enum Place {
    Field(usize),
    Element(usize),
    Static(usize),
}

fn place(vm: &Vm, object: Ref, offset: Value) -> Result<Place, Trap> {
    let offset = offset.as_long();
    if offset >= STATIC_START {
        return Ok(Place::Static((offset - STATIC_START) as usize));
    }
    let body = &vm.heap.object(object).body;
    let scale = scale_of(vm, vm.class_of(object));
    match body {
        Body::Null => Err(null_pointer()),
        Body::Fields(fields) if (offset as usize) < fields.len() => {
            Ok(Place::Field(offset as usize))
        }
        Body::Array(array) => {
            let index = (offset - ARRAY_START) / scale;
            let exact = (offset - ARRAY_START) % scale == 0;
            match usize::try_from(index) {
                Ok(index) if exact && index < array.len() => Ok(Place::Element(index)),
                _ => Err(gap("memory inside of an array by bytes")),
            }
        }
        Body::Fields(_) => Err(gap("memory outside of an object")),
    }
}

pub(super) fn read(vm: &Vm, object: Ref, offset: Value) -> Result<Value, Trap> {
    Ok(match place(vm, object, offset)? {
        Place::Field(slot) => vm.heap.fields(object).map_or(Value::ZERO, |fields| fields[slot]),
        Place::Element(at) => vm.heap.array(object).map_or(Value::ZERO, |array| array.get(at)),
        Place::Static(slot) => vm.statics.get(slot).map_or(Value::ZERO, |variable| variable.value),
    })
}

pub(super) fn write(vm: &mut Vm, object: Ref, offset: Value, value: Value) -> Result<(), Trap> {
    match place(vm, object, offset)? {
        Place::Field(slot) => {
            if let Some(fields) = vm.heap.fields_mut(object) {
                fields[slot] = value;
            }
        }
        Place::Element(at) => {
            if let Some(array) = vm.heap.array_mut(object) {
                array.set(at, value);
            }
        }
        Place::Static(slot) => {
            if let Some(variable) = vm.statics.get_mut(slot) {
                variable.value = value;
            }
        }
    }
    Ok(())
}

/// Replaces a value if it is the expected one. Gives the old value, and whether it was replaced.
fn swap_if(
    vm: &mut Vm,
    host: &mut dyn Host,
    args: Args,
    slots: usize,
) -> Result<(Value, Value), Trap> {
    let (object, offset) = (vm.arg_ref(args, 1), vm.arg(args, 2));
    let (expected, new) = (vm.arg(args, 4), vm.arg(args, 4 + slots));
    let old = read(vm, object, offset)?;
    let same = is_same(vm, host, old, expected, if slots == 2 { 64 } else { 32 })?;
    if same {
        write(vm, object, offset, new)?;
    }
    Ok((old, Value::bool(same)))
}

/// Whether two values are the same on this path.
pub(super) fn is_same(
    vm: &mut Vm,
    host: &mut dyn Host,
    a: Value,
    b: Value,
    width: u32,
) -> Result<bool, Trap> {
    match (a.shadow, b.shadow) {
        (None, None) => Ok(a.bits == b.bits),
        _ => {
            let pool = host.pool();
            let [a, b] = [a, b].map(|value| super::super::shadow::term_of(pool, value, width));
            let cond = pool.eq(a, b);
            Ok(vm.decide(host, cond)?)
        }
    }
}
