//! Reflection: members as objects, and calls through them.

use machine::Host;

use super::super::class::{ClassId, ClassKind, MethodId};
use super::super::heap::{Array, Body, Elems};
use super::super::invoke::Slots;
use super::super::trap::{Trap, null_pointer, raise, raise_bare};
use super::super::value::{Ref, Value};
use super::super::vm::{FrameKind, Vm};
use super::class::mirror_array;
use super::{Args, NativeFn, Outcome};
use crate::parse::{Flags, InnerClass, MethodType, Type};

pub(super) fn find(class: &str, name: &str) -> Option<NativeFn> {
    Some(match (class, name) {
        ("java/lang/Class", "getDeclaredFields0") => declared_fields,
        ("java/lang/Class", "getDeclaredMethods0") => declared_methods,
        ("java/lang/Class", "getDeclaredConstructors0") => declared_constructors,
        ("java/lang/Class", "getDeclaredClasses0") => declared_classes,
        ("java/lang/Class", "getRecordComponents0") => record_components,
        ("java/lang/Class", "getGenericSignature0") => |vm, _, args| {
            let class = vm.class_of_mirror(vm.arg_ref(args, 0))?;
            let signature = vm.class(class).file.as_ref().and_then(|file| file.signature.clone());
            Ok(Outcome::One(optional_text(vm, signature.as_deref())?))
        },
        ("jdk/internal/reflect/NativeMethodAccessorImpl", "invoke0") => invoke_method,
        // The real machine makes a class for what is called often; that shows in boxes only.
        ("jdk/internal/reflect/ReflectionFactory", "inflationThreshold") => {
            |_, _, _| Outcome::int(i32::MAX)
        }
        ("jdk/internal/reflect/NativeConstructorAccessorImpl", "newInstance0") => new_instance,
        ("java/lang/reflect/Array", "newArray") => new_array,
        ("java/lang/reflect/Array", "multiNewArray") => multi_new_array,
        ("java/lang/reflect/Array", "getLength") => {
            |vm, _, args| match vm.heap.array(vm.arg_ref(args, 0)) {
                Some(array) => Outcome::int(array.len() as i32),
                None if vm.arg_ref(args, 0).is_null() => Err(null_pointer()),
                None => Err(not_an_array()),
            }
        }
        ("java/lang/reflect/Array", "get") => get_element,
        ("java/lang/reflect/Array", "set") => set_element,
        _ => return None,
    })
}

fn not_an_array() -> Trap {
    raise("java/lang/IllegalArgumentException", "Argument is not an array")
}

fn refs(vm: &mut Vm, class: &str, objects: Vec<Ref>) -> Result<Outcome, Trap> {
    let class = vm.load(class)?;
    Outcome::object(vm.heap.add(class, Body::Array(Array::new(Elems::Refs(objects.into())))))
}

/// A text as an object; null for none.
fn optional_text(vm: &mut Vm, text: Option<&str>) -> Result<Value, Trap> {
    Ok(match text {
        Some(text) => Value::reference(vm.new_text(text)?),
        None => Value::NULL,
    })
}

/// The classes that are members of a class.
fn declared_classes(vm: &mut Vm, _: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let class = vm.class_of_mirror(vm.arg_ref(args, 0))?;
    let name = vm.class(class).name.clone();
    let inner = vm.class(class).file.as_ref().map_or(&[][..], |file| &file.inner_classes);
    let is_member = |inner: &&InnerClass| inner.outer.as_deref() == Some(&*name);
    let names: Vec<Box<str>> = inner.iter().filter(is_member).map(|one| one.name.clone()).collect();
    let classes = names.iter().map(|name| vm.load(name)).collect::<Result<Vec<ClassId>, Trap>>()?;
    Outcome::object(mirror_array(vm, &classes)?)
}

/// The components of a record; null for other classes.
fn record_components(vm: &mut Vm, _: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let mirror = vm.arg_ref(args, 0);
    let class = vm.class_of_mirror(mirror)?;
    let parts = vm.class(class).file.as_ref().and_then(|file| file.record.clone());
    let Some(parts) = parts else { return Outcome::null() };
    let mut objects = Vec::new();
    for part in parts {
        let component_class = vm.load("java/lang/reflect/RecordComponent")?;
        let object = vm.new_instance(component_class);
        let kind = Type::parse(&part.descriptor).unwrap_or(Type::named("java/lang/Object"));
        let kind = vm.class_of_type(&kind)?;
        let kind = vm.mirror(kind)?;
        let name = vm.intern(&part.name.encode_utf16().collect::<Vec<u16>>())?;
        let sig = vm.sig(&part.name, &format!("(){}", part.descriptor));
        let accessor = match vm.own_method(class, sig) {
            Some(accessor) => method_object(vm, accessor)?,
            None => Ref::NULL,
        };
        for (at, value) in
            [("clazz", mirror), ("name", name), ("type", kind), ("accessor", accessor)]
        {
            vm.set_named(object, at, Value::reference(value));
        }
        objects.push(object);
    }
    refs(vm, "[Ljava/lang/reflect/RecordComponent;", objects)
}

fn declared_fields(vm: &mut Vm, _: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let mirror = vm.arg_ref(args, 0);
    let class = vm.class_of_mirror(mirror)?;
    let public_only = vm.arg(args, 1).as_bool();
    let mut objects = Vec::new();
    let signatures: Vec<Option<Box<str>>> = match &vm.class(class).file {
        Some(file) => file.fields.iter().map(|field| field.signature.clone()).collect(),
        None => Vec::new(),
    };
    // Fields stand in the order of the file.
    let signatures = signatures.into_iter().chain(std::iter::repeat(None));
    for (field, signature) in vm.class(class).fields.clone().into_iter().zip(signatures) {
        if public_only && !field.flags.has(Flags::PUBLIC) {
            continue;
        }
        let field_class = vm.load("java/lang/reflect/Field")?;
        let object = vm.new_instance(field_class);
        let kind = vm.class_of_type(&field.kind)?;
        let kind = vm.mirror(kind)?;
        let name = vm.intern(&field.name.encode_utf16().collect::<Vec<u16>>())?;
        let signature = optional_text(vm, signature.as_deref())?;
        for (at, value) in [
            ("signature", signature),
            ("clazz", Value::reference(mirror)),
            ("slot", Value::int(field.slot as i32)),
            ("name", Value::reference(name)),
            ("type", Value::reference(kind)),
            ("modifiers", Value::int(field.flags.0.into())),
            ("trustedFinal", Value::bool(is_trusted_final(vm, class, field.flags))),
        ] {
            vm.set_named(object, at, value);
        }
        objects.push(object);
    }
    refs(vm, "[Ljava/lang/reflect/Field;", objects)
}

/// Whether nothing may change a field, not even reflection that was given access to it.
fn is_trusted_final(vm: &Vm, class: ClassId, flags: Flags) -> bool {
    let is_record = vm.class(class).file.as_ref().is_some_and(|file| file.record.is_some());
    flags.has(Flags::FINAL) && (flags.has(Flags::STATIC) || is_record)
}

fn declared_methods(vm: &mut Vm, _: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let executables = executables(vm, args, |name| !name.starts_with('<'))?;
    let mut objects = Vec::new();
    for id in executables {
        objects.push(method_object(vm, id)?);
    }
    refs(vm, "[Ljava/lang/reflect/Method;", objects)
}

/// The `java.lang.reflect.Method` of a method.
fn method_object(vm: &mut Vm, id: MethodId) -> Result<Ref, Trap> {
    let object = executable(vm, "java/lang/reflect/Method", id)?;
    let method = vm.method(id);
    let (name, result) = (method.name.clone(), method.kind.result.clone());
    let name = vm.intern(&name.encode_utf16().collect::<Vec<u16>>())?;
    let result = match result {
        Some(kind) => vm.class_of_type(&kind)?,
        None => vm.primitive(None)?,
    };
    let result = vm.mirror(result)?;
    vm.set_named(object, "name", Value::reference(name));
    vm.set_named(object, "returnType", Value::reference(result));
    Ok(object)
}

fn declared_constructors(vm: &mut Vm, _: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let executables = executables(vm, args, |name| name == "<init>")?;
    let mut objects = Vec::new();
    for id in executables {
        objects.push(executable(vm, "java/lang/reflect/Constructor", id)?);
    }
    refs(vm, "[Ljava/lang/reflect/Constructor;", objects)
}

fn executables(vm: &Vm, args: Args, is: fn(&str) -> bool) -> Result<Vec<MethodId>, Trap> {
    let class = vm.class_of_mirror(vm.arg_ref(args, 0))?;
    let public_only = vm.arg(args, 1).as_bool();
    let methods = vm.class(class).methods.iter().copied();
    let wanted = methods.filter(|id| {
        let method = vm.method(*id);
        is(&method.name) && (!public_only || method.flags.has(Flags::PUBLIC))
    });
    Ok(wanted.collect())
}

fn executable(vm: &mut Vm, class: &str, id: MethodId) -> Result<Ref, Trap> {
    let object_class = vm.load(class)?;
    let object = vm.new_instance(object_class);
    let method = vm.method(id);
    let (owner, flags, kind) = (method.class, method.flags, method.kind.clone());
    let mirror = vm.mirror(owner)?;
    let params = classes_of(vm, &kind)?;
    let params = mirror_array(vm, &params)?;
    let (signature, thrown) = declared(vm, id);
    let thrown = thrown.iter().map(|name| vm.load(name)).collect::<Result<Vec<ClassId>, Trap>>()?;
    let exceptions = mirror_array(vm, &thrown)?;
    let signature = optional_text(vm, signature.as_deref())?;
    for (at, value) in [
        ("signature", signature),
        ("clazz", Value::reference(mirror)),
        ("slot", Value::int(id.0 as i32)),
        ("modifiers", Value::int(flags.0.into())),
        ("parameterTypes", Value::reference(params)),
        ("exceptionTypes", Value::reference(exceptions)),
    ] {
        vm.set_named(object, at, value);
    }
    Ok(object)
}

/// The generic type of a method and the exceptions that it declares.
fn declared(vm: &Vm, id: MethodId) -> (Option<Box<str>>, Vec<Box<str>>) {
    let method = vm.method(id);
    let file = vm.class(method.class).file.as_ref();
    let info = file.zip(method.index).and_then(|(file, at)| file.methods.get(at as usize));
    info.map_or((None, Vec::new()), |info| (info.signature.clone(), info.exceptions.clone()))
}

fn classes_of(vm: &mut Vm, kind: &MethodType) -> Result<Vec<ClassId>, Trap> {
    kind.params.iter().map(|param| vm.class_of_type(param)).collect()
}

/// The method that an object of reflection stands for.
fn target(vm: &Vm, object: Ref) -> Result<MethodId, Trap> {
    let slot = vm.get_named(object, "slot").as_int() as u32;
    if (slot as usize) < vm.methods.len() {
        Ok(MethodId(slot))
    } else {
        Err(raise_bare("java/lang/IllegalArgumentException"))
    }
}

/// The slots of arguments that are given as an array of objects.
fn unpack(vm: &mut Vm, kind: &MethodType, array: Ref, slots: &mut Slots) -> Result<(), Trap> {
    let count = vm.heap.array(array).map_or(0, Array::len);
    if count != kind.params.len() {
        return Err(raise("java/lang/IllegalArgumentException", "wrong number of arguments"));
    }
    for (at, param) in kind.params.iter().enumerate() {
        let object = vm.heap.array(array).map_or(Ref::NULL, |array| array.get(at).as_ref());
        slots.push(unpacked(vm, param, object)?);
        if param.is_wide() {
            slots.push(Value::ZERO);
        }
    }
    Ok(())
}

/// An object as a value of a type, widened where Java would.
fn unpacked(vm: &mut Vm, kind: &Type, object: Ref) -> Result<Value, Trap> {
    let mismatch = || raise("java/lang/IllegalArgumentException", "argument type mismatch");
    if kind.is_reference() {
        let class = vm.class_of_type(kind)?;
        let fits = object.is_null() || vm.is_subclass(vm.class_of(object), class);
        return if fits { Ok(Value::reference(object)) } else { Err(mismatch()) };
    }
    if object.is_null() {
        return Err(raise_bare("java/lang/IllegalArgumentException"));
    }
    let (from, value) = vm.unwrap(object).ok_or_else(mismatch)?;
    match (&from, kind) {
        (from, to) if from == to => Ok(value),
        (Type::Byte, Type::Short) | (Type::Byte | Type::Short | Type::Char, Type::Int) => Ok(value),
        (from, to) if !widens(from, to) => Err(mismatch()),
        _ if value.shadow.is_some() => {
            Err(Trap::Gap("an unknown number that reflection converts".to_owned()))
        }
        (Type::Long, Type::Float) => Ok(Value::float(value.as_long() as f32)),
        (Type::Long, _) => Ok(Value::double(value.as_long() as f64)),
        (Type::Float, _) => Ok(Value::double(value.as_float().into())),
        (_, Type::Long) => Ok(Value::long(value.as_int().into())),
        (_, Type::Float) => Ok(Value::float(value.as_int() as f32)),
        _ => Ok(Value::double(value.as_int().into())),
    }
}

/// Whether a number becomes one of a type for which a conversion of bits is needed.
fn widens(from: &Type, to: &Type) -> bool {
    match from {
        Type::Byte | Type::Short | Type::Char | Type::Int => {
            matches!(to, Type::Long | Type::Float | Type::Double)
        }
        Type::Long => matches!(to, Type::Float | Type::Double),
        Type::Float => *to == Type::Double,
        Type::Boolean | Type::Double | Type::Reference(_) => false,
    }
}

fn invoke_method(vm: &mut Vm, host: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let mut id = target(vm, vm.arg_ref(args, 0))?;
    let receiver = vm.arg_ref(args, 1);
    let method = vm.method(id);
    let (kind, class, sig) = (method.kind.clone(), method.class, method.sig);
    let mut slots = Slots::new();
    if method.is_static() {
        vm.ensure_ready(class)?;
    } else {
        if receiver.is_null() {
            return Err(null_pointer());
        }
        if !vm.is_subclass(vm.class_of(receiver), class) {
            let message = "object is not an instance of declaring class";
            return Err(raise("java/lang/IllegalArgumentException", message));
        }
        if !method.flags.has(Flags::PRIVATE) {
            id = vm.select(vm.class_of(receiver), sig).unwrap_or(id);
        }
        slots.push(Value::reference(receiver));
    }
    unpack(vm, &kind, vm.arg_ref(args, 2), &mut slots)?;
    vm.ready_cache(kind.result.as_ref())?;
    match vm.method(id).model {
        Some(model) => invoke_model(vm, host, id, model, slots),
        None => Ok(Outcome::Enter(id, slots, FrameKind::Reflect)),
    }
}

/// Calls a method that has a model: its arguments are put on the stack, where it looks for them.
fn invoke_model(
    vm: &mut Vm,
    host: &mut dyn Host,
    id: MethodId,
    model: NativeFn,
    slots: Slots,
) -> Result<Outcome, Trap> {
    let base = vm.sp;
    slots.iter().for_each(|slot| vm.push_room(*slot));
    let outcome = model(vm, host, Args { base });
    vm.sp = base;
    let result = vm.method(id).kind.result.clone();
    match outcome {
        Ok(Outcome::Void) => Outcome::null(),
        Ok(Outcome::One(value) | Outcome::Wide(value)) => {
            Ok(Outcome::One(vm.reflected(result.as_ref(), value)?))
        }
        Ok(Outcome::Body) => Ok(Outcome::Enter(id, slots, FrameKind::Reflect)),
        Ok(Outcome::Then(..) | Outcome::Enter(..)) => {
            Err(Trap::Gap("a native method called by reflection".to_owned()))
        }
        Err(Trap::Throw(object)) => Err(Trap::Throw(vm.invocation_error(object)?)),
        Err(Trap::Raise(raise)) => {
            let object = vm.make_exception(raise)?;
            Err(Trap::Throw(vm.invocation_error(object)?))
        }
        Err(other) => Err(other),
    }
}

fn new_instance(vm: &mut Vm, _: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let id = target(vm, vm.arg_ref(args, 0))?;
    let (kind, class) = (vm.method(id).kind.clone(), vm.method(id).class);
    vm.check_instantiable(class)?;
    vm.ensure_ready(class)?;
    let mut slots = Slots::from_slice(&[Value::NULL]);
    unpack(vm, &kind, vm.arg_ref(args, 1), &mut slots)?;
    let object = vm.new_instance(class);
    slots[0] = Value::reference(object);
    Ok(Outcome::Enter(id, slots, FrameKind::Construct(object)))
}

fn new_array(vm: &mut Vm, host: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let component = vm.class_of_mirror(vm.arg_ref(args, 0))?;
    let len = vm.arg_int(host, args, 1)?;
    let class = vm.array_of(component)?;
    match vm.class(class).kind {
        ClassKind::Array(elem, _) => Outcome::object(vm.new_array(class, elem, len)?),
        ClassKind::Plain | ClassKind::Primitive(_) => Err(not_an_array()),
    }
}

fn multi_new_array(vm: &mut Vm, host: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let mut class = vm.class_of_mirror(vm.arg_ref(args, 0))?;
    let array = vm.heap.array(vm.arg_ref(args, 1)).ok_or_else(null_pointer)?;
    let lens: Vec<Value> = (0..array.len()).map(|at| array.get(at)).collect();
    let lens = lens.into_iter().map(|len| vm.known_value(host, len, "the length of an array"));
    let lens = lens.map(|len| Ok(len?.as_int())).collect::<Result<Vec<i32>, Trap>>()?;
    for _ in &lens {
        class = vm.array_of(class)?;
    }
    Outcome::object(vm.nested_arrays(host, class, &lens)?)
}

fn get_element(vm: &mut Vm, host: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let (array, index) = (vm.arg_ref(args, 0), vm.arg_int(host, args, 1)?);
    let value = match vm.heap.array(array) {
        Some(found) if (index as u32 as usize) < found.len() => found.get(index as usize),
        Some(_) => return Err(vm.bad_access(array, index)),
        None => return Err(not_an_array()),
    };
    let kind = element_type(vm, array);
    Ok(Outcome::One(vm.wrap(Some(&kind), value)?))
}

fn set_element(vm: &mut Vm, host: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let (array, index) = (vm.arg_ref(args, 0), vm.arg_int(host, args, 1)?);
    let value = unpacked(vm, &element_type(vm, array), vm.arg_ref(args, 2))?;
    vm.set_element(array, index, value)?;
    Ok(Outcome::Void)
}

fn element_type(vm: &Vm, array: Ref) -> Type {
    let object = || Type::named("java/lang/Object");
    match vm.component(vm.class_of(array)).map(|component| &vm.class(component).kind) {
        Some(ClassKind::Primitive(Some(kind))) => kind.clone(),
        Some(ClassKind::Primitive(None) | ClassKind::Plain | ClassKind::Array(..)) | None => {
            object()
        }
    }
}
