//! `jdk.internal.misc.Unsafe`: fields and elements by offset.
//!
//! The offset of a field is its slot. The offset of an element is a fixed start plus its index times
//! the width of an element, as programs of the JDK compute it. Memory outside of objects is not
//! there.

use machine::Host;
use term::{Op, Pool};

use super::super::class::{ClassId, ClassKind};
use super::super::heap::{Array, Body};
use super::super::object::gap;
use super::super::shadow::{bytes_of_char, char_of_bytes, low_bits, term_of, value_of};
use super::super::trap::{Trap, null_pointer, raise};
use super::super::value::{Ref, Value};
use super::super::vm::Vm;
use super::{Args, NativeFn, Outcome};
use crate::lower::Elem;
use crate::parse::{Flags, Type};

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
    if let Some(access) = plain_access(name.strip_suffix("Volatile").unwrap_or(name)) {
        return Some(access);
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
        "compareAndSetInt" => {
            |vm, host, args| swap_if(vm, host, args, &Type::Int).map(|(_, done)| Outcome::One(done))
        }
        "compareAndSetReference" => |vm, host, args| {
            swap_if(vm, host, args, &object_type()).map(|(_, done)| Outcome::One(done))
        },
        "compareAndSetLong" => |vm, host, args| {
            swap_if(vm, host, args, &Type::Long).map(|(_, done)| Outcome::One(done))
        },
        "compareAndExchangeInt" => {
            |vm, host, args| swap_if(vm, host, args, &Type::Int).map(|(old, _)| Outcome::One(old))
        }
        "compareAndExchangeReference" => |vm, host, args| {
            swap_if(vm, host, args, &object_type()).map(|(old, _)| Outcome::One(old))
        },
        "compareAndExchangeLong" => {
            |vm, host, args| swap_if(vm, host, args, &Type::Long).map(|(old, _)| Outcome::Wide(old))
        }
        "throwException" => |vm, _, args| match vm.arg_ref(args, 1) {
            object if object.is_null() => Err(null_pointer()),
            object => Err(Trap::Throw(object)),
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
        "copyMemory0" => |vm, host, args| copy(vm, host, args, 1),
        "copySwapMemory0" => |vm, host, args| {
            let width = vm.arg(args, 9).as_long();
            copy(vm, host, args, width.clamp(1, 8) as usize)
        },
        "allocateMemory0" | "setMemory0" => |_, _, _| Err(gap("memory outside of objects")),
        _ => return None,
    })
}

/// Reading and writing of a variable of one type.
fn plain_access(name: &str) -> Option<NativeFn> {
    Some(match name {
        "getReference" => |vm, host, args| get(vm, host, args, &object_type()),
        "getBoolean" => |vm, host, args| get(vm, host, args, &Type::Boolean),
        "getByte" => |vm, host, args| get(vm, host, args, &Type::Byte),
        "getChar" => |vm, host, args| get(vm, host, args, &Type::Char),
        "getShort" => |vm, host, args| get(vm, host, args, &Type::Short),
        "getInt" => |vm, host, args| get(vm, host, args, &Type::Int),
        "getFloat" => |vm, host, args| get(vm, host, args, &Type::Float),
        "getLong" => |vm, host, args| get(vm, host, args, &Type::Long),
        "getDouble" => |vm, host, args| get(vm, host, args, &Type::Double),
        "putReference" => |vm, host, args| put(vm, host, args, &object_type()),
        "putBoolean" => |vm, host, args| put(vm, host, args, &Type::Boolean),
        "putByte" => |vm, host, args| put(vm, host, args, &Type::Byte),
        "putChar" => |vm, host, args| put(vm, host, args, &Type::Char),
        "putShort" => |vm, host, args| put(vm, host, args, &Type::Short),
        "putInt" => |vm, host, args| put(vm, host, args, &Type::Int),
        "putFloat" => |vm, host, args| put(vm, host, args, &Type::Float),
        "putLong" => |vm, host, args| put(vm, host, args, &Type::Long),
        "putDouble" => |vm, host, args| put(vm, host, args, &Type::Double),
        _ => return None,
    })
}

fn get(vm: &mut Vm, host: &mut dyn Host, args: Args, of: &Type) -> Result<Outcome, Trap> {
    let (object, offset) = (vm.arg_ref(args, 1), vm.arg(args, 2));
    let value = match bytes_at(vm, object, offset, of)? {
        None => read(vm, object, offset)?,
        Some(first) => {
            let array = vm.heap.array(object).ok_or_else(null_pointer)?;
            let bytes: Vec<Value> = (first..first + size_of(of)).map(|at| array.get(at)).collect();
            joined(host.pool(), &bytes, of)
        }
    };
    Ok(if of.is_wide() { Outcome::Wide(value) } else { Outcome::One(value) })
}

fn put(vm: &mut Vm, host: &mut dyn Host, args: Args, of: &Type) -> Result<Outcome, Trap> {
    let (object, offset, value) = (vm.arg_ref(args, 1), vm.arg(args, 2), vm.arg(args, 4));
    match bytes_at(vm, object, offset, of)? {
        None => write(vm, object, offset, value)?,
        Some(first) => {
            let bytes = taken_apart(host.pool(), value, of);
            let array = vm.heap.array_mut(object).ok_or_else(null_pointer)?;
            for (at, byte) in (first..).zip(bytes) {
                array.set(at, byte);
            }
        }
    }
    Ok(Outcome::Void)
}

/// Copies bytes between arrays; of each group of `swapped` bytes the order is turned around.
fn copy(vm: &mut Vm, host: &mut dyn Host, args: Args, swapped: usize) -> Result<Outcome, Trap> {
    let (from, to) = (vm.arg_ref(args, 1), vm.arg_ref(args, 4));
    let [from_at, to_at, len] = [2, 5, 7].map(|slot| vm.arg(args, slot));
    if [from_at, to_at, len].iter().any(|value| value.shadow.is_some()) {
        return Err(gap("memory at an unknown offset"));
    }
    let outside = || gap("memory outside of objects");
    let place = |value: Value| usize::try_from(value.as_long() - ARRAY_START).ok();
    let len = usize::try_from(len.as_long()).map_err(|_| outside())?;
    vm.charge(host, len)?;
    let from_at = place(from_at).ok_or_else(outside)?;
    let mut bytes = vm.bytes_of(from, from_at, len).ok_or_else(outside)?;
    if swapped > 1 {
        bytes.chunks_mut(swapped).for_each(<[u8]>::reverse);
    }
    let to_at = place(to_at).ok_or_else(outside)?;
    vm.set_bytes(to, to_at, &bytes).ok_or_else(outside)?;
    Ok(Outcome::Void)
}

impl Vm {
    /// Bytes of an array of numbers, if all of them are known.
    fn bytes_of(&self, array: Ref, from: usize, len: usize) -> Option<Vec<u8>> {
        let width = self.width_of_numbers(array)?;
        let array = self.heap.array(array).filter(|array| !array.has_shadows())?;
        let end = from.checked_add(len).filter(|end| *end <= array.len() * width)?;
        let byte = |at: usize| array.get(at / width).bits.to_le_bytes()[at % width];
        Some((from..end).map(byte).collect())
    }

    /// Replaces bytes of an array of numbers.
    fn set_bytes(&mut self, array: Ref, from: usize, bytes: &[u8]) -> Option<()> {
        let width = self.width_of_numbers(array)?;
        let array = self.heap.array_mut(array)?;
        from.checked_add(bytes.len()).filter(|end| *end <= array.len() * width)?;
        for (at, byte) in (from..).zip(bytes) {
            let old = array.get(at / width);
            old.shadow.is_none().then_some(())?;
            let mut parts = old.bits.to_le_bytes();
            parts[at % width] = *byte;
            array.set(at / width, Value::bits(u64::from_le_bytes(parts)));
        }
        Some(())
    }

    /// How many bytes an element of an array of numbers takes.
    fn width_of_numbers(&self, array: Ref) -> Option<usize> {
        let class = self.class_of(array);
        match self.class(class).kind {
            ClassKind::Array(Elem::Ref, _) | ClassKind::Plain | ClassKind::Primitive(_) => None,
            ClassKind::Array(..) => usize::try_from(scale_of(self, class)).ok(),
        }
    }
}

/// Where in an array of bytes a value of a larger type lies; none if the memory is made of such
/// values.
fn bytes_at(vm: &Vm, object: Ref, offset: Value, of: &Type) -> Result<Option<usize>, Trap> {
    let ClassKind::Array(elem, _) = vm.class(vm.class_of(object)).kind else { return Ok(None) };
    let size = size_of(of);
    if scale_of(vm, vm.class_of(object)) == size as i64 {
        return Ok(None);
    }
    let len = vm.heap.array(object).map_or(0, Array::len);
    let first = usize::try_from(offset.as_long() - ARRAY_START).ok();
    let first = first.filter(|first| first.checked_add(size).is_some_and(|end| end <= len));
    match first.filter(|_| offset.shadow.is_none() && elem == Elem::Byte) {
        Some(first) => Ok(Some(first)),
        None => Err(gap("memory inside of an array by bytes")),
    }
}

/// How many bytes a value takes in memory.
fn size_of(of: &Type) -> usize {
    match of {
        Type::Boolean | Type::Byte => 1,
        Type::Char | Type::Short => 2,
        Type::Int | Type::Float | Type::Reference(_) => 4,
        Type::Long | Type::Double => 8,
    }
}

/// The value whose bytes these are, lowest first.
fn joined(pool: &Pool, bytes: &[Value], of: &Type) -> Value {
    if let (Type::Char, [low, high]) = (of, bytes) {
        return char_of_bytes(pool, *low, *high);
    }
    let parts = bytes.iter().map(|byte| low_bits(pool, term_of(pool, *byte, 32), 8));
    let whole = parts.reduce(|low, high| pool.word(Op::BvConcat, &[high, low]));
    let whole = whole.expect("every type takes some bytes");
    value_of(
        pool,
        match of {
            Type::Short => pool.word(Op::BvSignExtend(16), &[whole]),
            _ => whole,
        },
    )
}

/// The bytes of a value, lowest first.
fn taken_apart(pool: &Pool, value: Value, of: &Type) -> Vec<Value> {
    let term = term_of(pool, value, if of.is_wide() { 64 } else { 32 });
    if *of == Type::Char {
        let (low, high) = bytes_of_char(pool, term);
        return vec![low, high];
    }
    let byte = |at: u32| {
        let bits = pool.word(Op::BvExtract(8 * at + 7, 8 * at), &[term]);
        value_of(pool, pool.word(Op::BvSignExtend(24), &[bits]))
    };
    (0..size_of(of) as u32).map(byte).collect()
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
    if offset.shadow.is_some() {
        return Err(gap("memory at an unknown offset"));
    }
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
        Body::Fields(_) | Body::Open(_) => Err(gap("memory outside of an object")),
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

fn object_type() -> Type {
    Type::named("java/lang/Object")
}

/// Replaces a value if it is the expected one. Gives the old value, and whether it was replaced.
fn swap_if(
    vm: &mut Vm,
    host: &mut dyn Host,
    args: Args,
    of: &Type,
) -> Result<(Value, Value), Trap> {
    let (object, offset) = (vm.arg_ref(args, 1), vm.arg(args, 2));
    let (expected, new) = (vm.arg(args, 4), vm.arg(args, 4 + of.slots()));
    let old = read(vm, object, offset)?;
    let same = is_same(vm, host, old, expected, of)?;
    if same {
        write(vm, object, offset, new)?;
    }
    Ok((old, Value::bool(same)))
}

/// Whether two values of a type are the same on this path.
pub(super) fn is_same(
    vm: &mut Vm,
    host: &mut dyn Host,
    a: Value,
    b: Value,
    of: &Type,
) -> Result<bool, Trap> {
    if of.is_reference() {
        return vm.is_same_object(host, a, b);
    }
    let width = if of.is_wide() { 64 } else { 32 };
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
