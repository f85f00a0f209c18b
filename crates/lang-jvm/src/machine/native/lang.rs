//! `java.lang`: objects, arrays, numbers, the boxes of numbers.

use machine::Host;

use super::super::class::ClassKind;
use super::super::heap::{Array, Body};
use super::super::trap::{Trap, is_of_unknown, null_pointer, raise, raise_bare};
use super::super::value::{Ref, Value};
use super::super::vm::Vm;
use super::world::assumed;
use super::{Args, NativeFn, Outcome};
use crate::lower::Elem;
use crate::note::Note;
use crate::parse::Type;

pub(super) fn find(class: &str, name: &str, descriptor: &str) -> Option<NativeFn> {
    Some(match (class, name) {
        ("java/lang/Object", "getClass") => |vm, _, args| {
            let class = vm.class_of(vm.arg_ref(args, 0));
            Outcome::object(vm.mirror(class)?)
        },
        ("java/lang/Object", "hashCode") | ("java/lang/System", "identityHashCode") => {
            |vm, _, args| {
                vm.check_identity(vm.arg_ref(args, 0))?;
                // Tables ask for it, too: their order is then one of many.
                if vm.is_asked_by_application() {
                    vm.note(Note::Fixed("the hash of an object by its identity"));
                } else if vm.is_of_application(vm.arg_ref(args, 0)) {
                    vm.note(Note::Setting("tables with objects in the order that they have here"));
                }
                Outcome::int(identity_hash(vm.arg_ref(args, 0)))
            }
        }
        ("java/lang/Object", "clone") => clone,
        // Monitors are not followed, so nothing is known of their owners.
        ("java/lang/Object", "notify" | "notifyAll") => |vm, _, _| {
            let setting = "threads that own the monitors by which they notify others";
            assumed(vm, setting, Ok(Outcome::Void))
        },
        ("java/lang/Object", "wait") => {
            |_, _, _| Err(Trap::Gap("a thread that waits for another one".to_owned()))
        }
        ("java/lang/System", "arraycopy") => arraycopy,
        ("java/lang/System", "currentTimeMillis") => |vm, _, _| {
            note_clock(vm);
            Outcome::long(FIXED_MILLIS)
        },
        ("java/lang/System", "nanoTime") => |vm, _, _| {
            note_clock(vm);
            Outcome::long(i64::from(vm.inputs))
        },
        ("java/lang/System", "setIn0") => |vm, _, args| set_stream(vm, args, "in"),
        ("java/lang/System", "setOut0") => |vm, _, args| set_stream(vm, args, "out"),
        ("java/lang/System", "setErr0") => |vm, _, args| set_stream(vm, args, "err"),
        ("java/lang/Float", "floatToRawIntBits") => |vm, _, args| Ok(Outcome::One(vm.arg(args, 0))),
        ("java/lang/Double", "doubleToRawLongBits") => {
            |vm, _, args| Ok(Outcome::Wide(vm.arg(args, 0)))
        }
        ("java/lang/Float", "intBitsToFloat") => |vm, _, args| Ok(Outcome::One(vm.arg(args, 0))),
        ("java/lang/Double", "longBitsToDouble") => {
            |vm, _, args| Ok(Outcome::Wide(vm.arg(args, 0)))
        }
        // Its digits come by too many cases.
        ("jdk/internal/math/FloatingDecimal", "getBinaryToASCIIConverter") => |vm, host, args| {
            let number = vm.arg(args, 0);
            let what = "a floating-point number that is written";
            vm.stack[args.base] = vm.taken(host, number, 64, what)?;
            Ok(Outcome::Body)
        },
        ("java/lang/Integer", "valueOf") if descriptor.starts_with("(I)") => {
            |vm, _, args| box_symbolic(vm, args, &Type::Int)
        }
        ("java/lang/Long", "valueOf") if descriptor.starts_with("(J)") => {
            |vm, _, args| box_symbolic(vm, args, &Type::Long)
        }
        ("java/lang/Short", "valueOf") if descriptor.starts_with("(S)") => {
            |vm, _, args| box_symbolic(vm, args, &Type::Short)
        }
        ("java/lang/Byte", "valueOf") if descriptor.starts_with("(B)") => {
            |vm, _, args| box_symbolic(vm, args, &Type::Byte)
        }
        ("java/lang/Character", "valueOf") if descriptor.starts_with("(C)") => {
            |vm, _, args| box_symbolic(vm, args, &Type::Char)
        }
        ("java/lang/Throwable", "fillInStackTrace") if descriptor.starts_with("(I)") => {
            |vm, _, args| {
                let object = vm.arg_ref(args, 0);
                vm.fill_stack_trace(object)?;
                Outcome::object(object)
            }
        }
        // What a machine says of a number is not known where the number is not.
        ("java/lang/Throwable", "getMessage") => |vm, _, args| {
            let message = vm.get_named(vm.arg_ref(args, 0), "detailMessage").as_ref();
            if vm.text(message).is_some_and(|text| is_of_unknown(&text)) {
                let what = "the message of an exception about an unknown index or length";
                vm.note(Note::Pinned(what.to_owned()));
            }
            Ok(Outcome::Body)
        },
        ("java/lang/StackTraceElement", "initStackTraceElements") => stack_trace_elements,
        ("java/lang/StackTraceElement", "computeFormat") => |_, _, _| Ok(Outcome::Void),
        ("java/lang/NullPointerException", "getExtendedNPEMessage") => {
            |vm, _, args| match vm.null_message(vm.arg_ref(args, 0))? {
                Some(message) => Outcome::object(vm.new_text(&message)?),
                None => Outcome::null(),
            }
        }
        _ => return None,
    })
}

/// What clocks say: a moment in 2024.
pub(super) const FIXED_MILLIS: i64 = 1_704_067_200_000;

/// A number for an object that does not change while it lives.
fn identity_hash(object: Ref) -> i32 {
    // Spread out, so that tables by identity are not all collisions.
    (object.0.wrapping_mul(0x9E37_79B1) >> 1) as i32
}

fn set_stream(vm: &mut Vm, args: Args, name: &str) -> Result<Outcome, Trap> {
    let stream = vm.arg(args, 0);
    vm.set_static_named("java/lang/System", name, stream)?;
    Ok(Outcome::Void)
}

fn clone(vm: &mut Vm, host: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let size = vm.heap.object(vm.arg_ref(args, 0)).body.size();
    vm.room_for(size)?;
    vm.charge(host, size)?;
    let object = vm.heap.object(vm.arg_ref(args, 0)).clone();
    let cloneable = vm.load("java/lang/Cloneable")?;
    if matches!(object.body, Body::Null) {
        return Err(null_pointer());
    }
    if !vm.is_subclass(object.class, cloneable) {
        let name = vm.class(object.class).source_name();
        return Err(raise("java/lang/CloneNotSupportedException", name));
    }
    Outcome::object(vm.heap.add(object.class, object.body))
}

/// A box for a number that is not known, without a look into the cache of boxes: that would split
/// the path before anything depends on it.
fn box_symbolic(vm: &mut Vm, args: Args, kind: &Type) -> Result<Outcome, Trap> {
    let value = vm.arg(args, 0);
    if value.shadow.is_none() {
        return Ok(Outcome::Body);
    }
    Ok(Outcome::One(vm.unknown_box(kind, value)?))
}

fn arraycopy(vm: &mut Vm, host: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let (from, to) = (vm.arg_ref(args, 0), vm.arg_ref(args, 2));
    let [from_at, to_at, len] = [1, 3, 4].map(|slot| vm.arg_int(host, args, slot));
    let (from_at, to_at, len) = (from_at?, to_at?, len?);
    if from.is_null() || to.is_null() {
        return Err(null_pointer());
    }
    let (Some(source), Some(target)) = (vm.heap.array(from), vm.heap.array(to)) else {
        return Err(raise_bare("java/lang/ArrayStoreException"));
    };
    let fits = |at: i32, array: &Array| {
        at >= 0 && len >= 0 && i64::from(at) + i64::from(len) <= array.len() as i64
    };
    if !fits(from_at, source) || !fits(to_at, target) {
        let (a, b) = (source.len(), target.len());
        let [from, to] = [(from, a), (to, b)].map(|(array, len)| vm.array_size(array, len));
        let message = copy_message((from_at, a, &from), (to_at, b, &to), len);
        return Err(raise("java/lang/ArrayIndexOutOfBoundsException", message));
    }
    let (from_at, to_at, len) = (from_at as usize, to_at as usize, len as usize);
    vm.charge(host, len)?;
    if from == to {
        copy_within(vm, from, from_at, to_at, len);
        return Ok(Outcome::Void);
    }
    if !vm.is_subclass(vm.class_of(from), vm.class_of(to)) {
        return copy_checked(vm, (from, from_at), (to, to_at), len);
    }
    // Only what is copied, which may be a little of a large array.
    let source = source.part(from_at, len);
    let from_at = 0;
    if let Some(target) = vm.heap.array_mut(to) {
        target.elems.copy_from(to_at, &source.elems, from_at, len);
        if source.shadows.is_some() || target.shadows.is_some() {
            (0..len).for_each(|at| target.set(to_at + at, source.get(from_at + at)));
        }
    }
    Ok(Outcome::Void)
}

/// What is said when a range does not lie in an array: place, length and name of both.
fn copy_message(from: (i32, usize, &str), to: (i32, usize, &str), len: i32) -> String {
    if len < 0 {
        return format!("arraycopy: length {len} is negative");
    }
    let is_bad = |(at, bound, _): (i32, usize, &str)| {
        at < 0 || i64::from(at) + i64::from(len) > bound as i64
    };
    let (place, (at, _, name)) = if is_bad(from) { ("source", from) } else { ("destination", to) };
    if at < 0 {
        return format!("arraycopy: {place} index {at} out of bounds for {name}");
    }
    let end = i64::from(at) + i64::from(len);
    format!("arraycopy: last {place} index {end} out of bounds for {name}")
}

impl Vm {
    /// An array with its length, as messages of `arraycopy` name it.
    fn array_size(&self, array: Ref, len: usize) -> String {
        match self.class(self.class_of(array)).kind {
            ClassKind::Array(Elem::Ref, _) => format!("object array[{len}]"),
            ClassKind::Array(_, component) => format!("{}[{len}]", self.class(component).name),
            ClassKind::Plain | ClassKind::Primitive(_) => String::new(),
        }
    }
}

fn copy_within(vm: &mut Vm, array: Ref, from: usize, to: usize, len: usize) {
    if let Some(array) = vm.heap.array_mut(array) {
        array.elems.copy_within(from, to, len);
        if let Some(shadows) = &mut array.shadows {
            shadows.copy_within(from..from + len, to);
        }
    }
}

/// Copies references one by one, since not every element may fit.
fn copy_checked(
    vm: &mut Vm,
    (from, from_at): (Ref, usize),
    (to, to_at): (Ref, usize),
    len: usize,
) -> Result<Outcome, Trap> {
    let ClassKind::Array(Elem::Ref, component) = vm.class(vm.class_of(to)).kind else {
        return Err(raise_bare("java/lang/ArrayStoreException"));
    };
    if !matches!(vm.class(vm.class_of(from)).kind, ClassKind::Array(Elem::Ref, _)) {
        return Err(raise_bare("java/lang/ArrayStoreException"));
    }
    for at in 0..len {
        let value = vm.heap.array(from).map_or(Value::NULL, |array| array.get(from_at + at));
        let class = vm.class_of(value.as_ref());
        if !value.as_ref().is_null() && !vm.is_subclass(class, component) {
            let name = vm.class(class).source_name();
            return Err(raise("java/lang/ArrayStoreException", name));
        }
        vm.set_element(to, (to_at + at) as i32, value)?;
    }
    Ok(Outcome::Void)
}

/// Fills stack trace elements from the calls that an exception has noted.
fn stack_trace_elements(vm: &mut Vm, _: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let (elements, exception) = (vm.arg_ref(args, 0), vm.arg_ref(args, 1));
    let trace = vm.trace_of(exception);
    if trace.iter().any(|(method, _)| vm.class(vm.method(*method).class).module.is_some()) {
        vm.note(Note::Setting("stack traces without the calls of native methods"));
    }
    for (at, (method, pc)) in trace.into_iter().enumerate() {
        let Some(element) = vm.heap.array(elements).filter(|array| at < array.len()) else { break };
        let element = element.get(at).as_ref();
        let class = vm.class(vm.method(method).class);
        let (class_name, module) = (class.source_name(), class.module.clone());
        let file = class.file.as_ref().and_then(|file| file.source_file.clone());
        let name = vm.method(method).name.to_string();
        let line = vm.line(method, pc).map_or(-1, i32::from);
        let texts = [
            ("declaringClass", Some(class_name)),
            ("methodName", Some(name)),
            ("fileName", file.map(String::from)),
            ("moduleName", module.map(String::from)),
        ];
        for (field, text) in texts {
            if let Some(text) = text {
                let text = vm.intern(&text.encode_utf16().collect::<Vec<u16>>())?;
                vm.set_named(element, field, Value::reference(text));
            }
        }
        vm.set_named(element, "lineNumber", Value::int(line));
        // Neither the loader nor the version of the module is shown.
        vm.set_named(element, "format", Value::int(3));
    }
    Ok(Outcome::Void)
}

/// Tells that clocks stand still, unless it is the library that asks for the order of sets that never
/// change: no order is promised there.
pub(super) fn note_clock(vm: &mut Vm) {
    let asks = vm.frames.last().map(|frame| vm.class(vm.method(frame.method).class).name.clone());
    if asks.as_deref() != Some("java/util/ImmutableCollections") {
        vm.note(Note::Fixed("the time of the day"));
    }
}
