//! `java.lang.Class`.

use machine::Host;

use super::super::class::{Class, ClassId, ClassKind};
use super::super::heap::{Array, Body, Elems};
use super::super::invoke::Slots;
use super::super::trap::{Trap, null_pointer, raise};
use super::super::value::{Ref, Value};
use super::super::vm::Vm;
use super::{Args, NativeFn, Outcome, loader};
use crate::note::Note;
use crate::parse::{Enclosing, Flags, Type};

pub(super) fn find(class: &str, name: &str, descriptor: &str) -> Option<NativeFn> {
    if class != "java/lang/Class" {
        return None;
    }
    Some(match name {
        "forName" if descriptor.starts_with("(Ljava/lang/Module;") => for_name_in_module,
        "getPrimitiveClass" => primitive_class,
        "desiredAssertionStatus" => |vm, _, args| {
            let class = vm.class_of_mirror(vm.arg_ref(args, 0))?;
            Outcome::bool(vm.options.assertions && vm.class(class).is_ours())
        },
        "forName" | "forName0" => for_name,
        "initClassName" => |vm, _, args| {
            let class = vm.class_of_mirror(vm.arg_ref(args, 0))?;
            if is_lambda(vm, class) {
                vm.note(Note::Fixed("the name of the class of a lambda"));
            }
            let name = vm.class(class).source_name();
            let text = vm.intern(&name.encode_utf16().collect::<Vec<u16>>())?;
            vm.set_named(vm.arg_ref(args, 0), "name", Value::reference(text));
            Outcome::object(text)
        },
        "isArray" => |vm, _, args| is_kind(vm, args, |kind| matches!(kind, ClassKind::Array(..))),
        "isPrimitive" => {
            |vm, _, args| is_kind(vm, args, |kind| matches!(kind, ClassKind::Primitive(_)))
        }
        "isInterface" => |vm, _, args| {
            let class = vm.class_of_mirror(vm.arg_ref(args, 0))?;
            Outcome::bool(vm.class(class).is_interface())
        },
        "isHidden" => |vm, _, args| {
            let class = vm.class_of_mirror(vm.arg_ref(args, 0))?;
            Outcome::bool(is_lambda(vm, class))
        },
        "isRecord0" | "isRecord" => |vm, _, args| {
            let class = vm.class_of_mirror(vm.arg_ref(args, 0))?;
            Outcome::bool(vm.class(class).file.as_ref().is_some_and(|file| file.record.is_some()))
        },
        "isInstance" => |vm, _, args| {
            let class = vm.class_of_mirror(vm.arg_ref(args, 0))?;
            let object = vm.arg_ref(args, 1);
            Outcome::bool(!object.is_null() && vm.is_subclass(vm.class_of(object), class))
        },
        "isAssignableFrom" => |vm, _, args| {
            let to = vm.class_of_mirror(vm.arg_ref(args, 0))?;
            let from = vm.class_of_mirror(vm.arg_ref(args, 1))?;
            Outcome::bool(vm.is_subclass(from, to))
        },
        "getSuperclass" => |vm, _, args| {
            let class = vm.class_of_mirror(vm.arg_ref(args, 0))?;
            let class = vm.class(class);
            let above = class.super_class.filter(|_| !class.is_interface());
            optional_mirror(vm, above)
        },
        "getInterfaces0" => |vm, _, args| {
            let class = vm.class_of_mirror(vm.arg_ref(args, 0))?;
            let interfaces = vm.class(class).interfaces.clone();
            mirrors(vm, &interfaces)
        },
        "getModifiers" => modifiers,
        "getDeclaringClass0" => |vm, _, args| {
            let class = vm.class_of_mirror(vm.arg_ref(args, 0))?;
            let outer = inner_entry(vm, class).and_then(|inner| inner.outer.clone());
            named_mirror(vm, outer)
        },
        "getSimpleBinaryName0" => |vm, _, args| {
            let class = vm.class_of_mirror(vm.arg_ref(args, 0))?;
            match inner_entry(vm, class).and_then(|inner| inner.simple.clone()) {
                Some(name) => Outcome::object(vm.new_text(&name)?),
                None => Outcome::null(),
            }
        },
        "getEnclosingMethod0" => enclosing_method,
        "getNestHost0" | "getNestHost" => nest_host,
        "getClassLoader" | "getClassLoader0" => |vm, _, args| {
            let class = vm.class_of_mirror(vm.arg_ref(args, 0))?;
            if vm.innermost(class).module.is_some() {
                return Outcome::null();
            }
            Outcome::object(vm.app_loader()?)
        },
        "getPackage" => package,
        "getSigners" | "getProtectionDomain0" | "getRawAnnotations" | "getConstantPool" => {
            |_, _, _| Outcome::null()
        }
        "checkMemberAccess" | "checkPackageAccess" => |_, _, _| Ok(Outcome::Void),
        "getEnumConstantsShared" => enum_constants,
        "getResourceAsStream" => |vm, host, args| {
            let name = resource_name(vm, args)?;
            let class = vm.class_of_mirror(vm.arg_ref(args, 0))?;
            let module = vm.class(class).module.clone();
            loader::resource_stream(vm, host, module.as_deref(), &name)
        },
        "getResource" => |vm, host, args| {
            let name = resource_name(vm, args)?;
            loader::resource_url(vm, host, &name)
        },
        _ => return None,
    })
}

/// Whether a class was made for a lambda.
fn is_lambda(vm: &Vm, class: ClassId) -> bool {
    let class = vm.class(class);
    matches!(class.kind, ClassKind::Plain) && class.file.is_none()
}

fn primitive_class(vm: &mut Vm, _: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let name = vm.known_text(vm.arg_ref(args, 0), "the name of a type")?;
    let kinds = ["Z", "B", "C", "S", "I", "J", "F", "D"];
    let kind =
        kinds.iter().filter_map(|kind| Type::parse(kind)).find(|kind| kind.source_name() == name);
    let class = vm.primitive(kind)?;
    Outcome::object(vm.mirror(class)?)
}

/// `forName(name)`, `forName(name, initialize, loader)` and what both call.
fn for_name(vm: &mut Vm, _: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let name = vm.known_text(vm.arg_ref(args, 0), "the name of a class")?;
    let class = vm.class_by_name(&name)?;
    // Only the short form has nothing to say on initialisation.
    let initializes = vm.sp - args.base == 1 || vm.arg(args, 1).as_bool();
    if initializes {
        vm.ensure_ready(class)?;
    }
    Outcome::object(vm.mirror(class)?)
}

fn for_name_in_module(vm: &mut Vm, _: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let name = vm.known_text(vm.arg_ref(args, 1), "the name of a class")?;
    match vm.class_by_name(&name) {
        Ok(class) => Outcome::object(vm.mirror(class)?),
        Err(Trap::Raise(_)) => Outcome::null(),
        Err(other) => Err(other),
    }
}

impl Vm {
    /// The class of a name with dots between its parts, as programs write it.
    pub(in super::super) fn class_by_name(&mut self, name: &str) -> Result<ClassId, Trap> {
        let missing = || raise("java/lang/ClassNotFoundException", name);
        if name.contains('/') {
            return Err(missing());
        }
        let class = self.load(&name.replace('.', "/")).map_err(|trap| match trap {
            Trap::Raise(raised) if raised.class == "java/lang/NoClassDefFoundError" => missing(),
            trap => trap,
        })?;
        match self.class(class).kind {
            ClassKind::Plain | ClassKind::Array(..) => Ok(class),
            ClassKind::Primitive(_) => Err(missing()),
        }
    }

    /// The class itself, or what an array of arrays has in the end.
    pub(super) fn innermost(&self, class: ClassId) -> &Class {
        let mut class = class;
        while let Some(component) = self.component(class) {
            class = component;
        }
        self.class(class)
    }
}

fn is_kind(vm: &Vm, args: Args, is: fn(&ClassKind) -> bool) -> Result<Outcome, Trap> {
    let class = vm.class_of_mirror(vm.arg_ref(args, 0))?;
    Outcome::bool(is(&vm.class(class).kind))
}

fn optional_mirror(vm: &mut Vm, class: Option<ClassId>) -> Result<Outcome, Trap> {
    match class {
        Some(class) => Outcome::object(vm.mirror(class)?),
        None => Outcome::null(),
    }
}

fn named_mirror(vm: &mut Vm, name: Option<Box<str>>) -> Result<Outcome, Trap> {
    match name {
        Some(name) => {
            let class = vm.load(&name)?;
            Outcome::object(vm.mirror(class)?)
        }
        None => Outcome::null(),
    }
}

/// An array of classes.
pub(super) fn mirror_array(vm: &mut Vm, classes: &[ClassId]) -> Result<Ref, Trap> {
    let array_class = vm.load("[Ljava/lang/Class;")?;
    let refs = classes.iter().map(|class| vm.mirror(*class)).collect::<Result<Vec<Ref>, Trap>>()?;
    Ok(vm.heap.add(array_class, Body::Array(Array::new(Elems::Refs(refs.into())))))
}

fn mirrors(vm: &mut Vm, classes: &[ClassId]) -> Result<Outcome, Trap> {
    Outcome::object(mirror_array(vm, classes)?)
}

fn inner_entry(vm: &Vm, class: ClassId) -> Option<&crate::parse::InnerClass> {
    let class = vm.class(class);
    let file = class.file.as_ref()?;
    file.inner_classes.iter().find(|inner| *inner.name == *class.name)
}

fn modifiers(vm: &mut Vm, _: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    /// Set in class files, and no modifier of the language.
    const SUPER: u16 = 0x0020;
    let class = vm.class_of_mirror(vm.arg_ref(args, 0))?;
    let flags = inner_entry(vm, class).map_or(vm.class(class).flags, |inner| inner.flags);
    Outcome::int((flags.0 & !SUPER).into())
}

fn enclosing_method(vm: &mut Vm, _: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let class = vm.class_of_mirror(vm.arg_ref(args, 0))?;
    let enclosing = vm.class(class).file.as_ref().and_then(|file| file.enclosing.clone());
    let Some(Enclosing { class: outer, method }) = enclosing else { return Outcome::null() };
    let outer = vm.load(&outer)?;
    let mut refs = vec![vm.mirror(outer)?, Ref::NULL, Ref::NULL];
    if let Some((name, descriptor)) = method {
        refs[1] = vm.new_text(&name)?;
        refs[2] = vm.new_text(&descriptor)?;
    }
    let array_class = vm.load("[Ljava/lang/Object;")?;
    Outcome::object(vm.heap.add(array_class, Body::Array(Array::new(Elems::Refs(refs.into())))))
}

fn nest_host(vm: &mut Vm, _: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let class = vm.class_of_mirror(vm.arg_ref(args, 0))?;
    let host = vm.class(class).file.as_ref().and_then(|file| file.nest_host.clone());
    match host {
        Some(host) => named_mirror(vm, Some(host)),
        None => Outcome::object(vm.mirror(class)?),
    }
}

/// The package of a class: one object for all classes in it.
fn package(vm: &mut Vm, host: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let class = vm.class_of_mirror(vm.arg_ref(args, 0))?;
    if !matches!(vm.class(class).kind, ClassKind::Plain) {
        return Outcome::null();
    }
    let name = vm.class(class).name.clone();
    let name = name.rsplit_once('/').map_or("", |(package, _)| package).replace('/', ".");
    let package = vm.singleton(&format!("\u{1}package {name}"), "java/lang/Package")?;
    if vm.get_named(package, "name").as_ref().is_null() {
        let (text, module) = (vm.new_text(&name)?, vm.module()?);
        let args = [package, text, module].map(Value::reference);
        let kind = "(Ljava/lang/String;Ljava/lang/Module;)V";
        vm.initialize_now(host, "java/lang/Package")?;
        vm.call_named(host, "java/lang/Package", "<init>", kind, &args)?;
    }
    Outcome::object(package)
}

/// The constants of an enum: what its own `values` returns.
fn enum_constants(vm: &mut Vm, _: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    /// Set for enums.
    const ENUM: u16 = 0x4000;
    let class = vm.class_of_mirror(vm.arg_ref(args, 0))?;
    if !vm.class(class).flags.has(ENUM) {
        return Outcome::null();
    }
    let sig = vm.sig("values", &format!("()[L{};", vm.class(class).name.clone()));
    match vm.own_method(class, sig) {
        Some(values) if vm.method(values).flags.has(Flags::STATIC) => {
            vm.ensure_ready(class)?;
            Ok(Outcome::Then(values, Slots::new()))
        }
        Some(_) | None => Outcome::null(),
    }
}

/// The name of a file next to a class, as the class path knows it.
fn resource_name(vm: &Vm, args: Args) -> Result<String, Trap> {
    let class = vm.class_of_mirror(vm.arg_ref(args, 0))?;
    if vm.arg_ref(args, 1).is_null() {
        return Err(null_pointer());
    }
    let name = vm.known_text(vm.arg_ref(args, 1), "the name of a resource")?;
    Ok(match (name.strip_prefix('/'), vm.class(class).name.rsplit_once('/')) {
        (Some(absolute), _) => absolute.to_owned(),
        (None, Some((package, _))) => format!("{package}/{name}"),
        (None, None) => name,
    })
}
