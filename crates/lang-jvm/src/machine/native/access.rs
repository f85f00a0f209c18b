//! Who may use what by reflection: callers, nests of classes, modules.
//!
//! The rules are those of the JDK, which are written in Java and run as they are. Here is what they
//! ask of the virtual machine.

use super::super::class::{ClassId, ClassKind};
use super::super::load::unreadable;
use super::super::object::gap;
use super::super::trap::Trap;
use super::super::value::{Ref, Value};
use super::super::vm::Vm;
use super::world::assumed;
use super::{Args, NativeFn, Outcome};
use crate::parse::ModuleInfo;

pub(super) fn find(class: &str, name: &str, descriptor: &str) -> Option<NativeFn> {
    Some(match (class, name) {
        ("jdk/internal/reflect/Reflection", "getCallerClass") => {
            |vm, _, _| match vm.calling_class() {
                Some(class) => Outcome::object(vm.mirror(class)?),
                None => Outcome::null(),
            }
        }
        ("jdk/internal/reflect/Reflection", "getClassAccessFlags") => |vm, _, args| {
            let class = vm.class_of_mirror(vm.arg_ref(args, 0))?;
            Outcome::int(vm.class(class).flags.0.into())
        },
        ("jdk/internal/reflect/Reflection", "areNestMates") => |vm, _, args| {
            let [a, b] = [0, 1].map(|slot| vm.class_of_mirror(vm.arg_ref(args, slot)));
            Outcome::bool(nest_host(vm, a?) == nest_host(vm, b?))
        },
        ("java/lang/Class", "getModule") => |vm, _, args| {
            let class = vm.class_of_mirror(vm.arg_ref(args, 0))?;
            Outcome::object(vm.module_of(class)?)
        },
        ("java/lang/Module", "isExported") => {
            |vm, _, args| is_given(vm, args, |info| &info.exports)
        }
        ("java/lang/Module", "isOpen") => |vm, _, args| is_given(vm, args, |info| &info.opens),
        ("java/lang/Module", "toString") => |vm, _, _| {
            let setting = "messages that name modules by the identity hash that they have here";
            assumed(vm, setting, Ok(Outcome::Body))
        },
        ("java/lang/Module", "getName" | "isNamed" | "<init>" | "<clinit>") => return None,
        // Layers and descriptors are not there.
        ("java/lang/Module", _) if !descriptor.is_empty() => {
            |vm, _, _| match vm.is_asked_by_application() {
                true => Err(gap("what a module says of itself")),
                false => Ok(Outcome::Body),
            }
        }
        _ => return None,
    })
}

impl Vm {
    /// The class whose method has called the method that asks. Calls by reflection lie between.
    fn calling_class(&self) -> Option<ClassId> {
        let callers = self.frames.iter().rev().skip(1).map(|frame| self.method(frame.method));
        let mut callers = callers.filter(|method| {
            let class = &*self.class(method.class).name;
            !(class.starts_with("jdk/internal/reflect/") && class.contains("MethodAccessor"))
                && (class, &*method.name) != ("java/lang/reflect/Method", "invoke")
        });
        callers.next().map(|method| method.class)
    }

    /// The module of all classes of the application, which may see everything.
    pub(in super::super) fn module(&mut self) -> Result<Ref, Trap> {
        self.singleton("\u{1}module", "java/lang/Module")
    }

    /// The module of a class. The library, but for its checks of access, looks for its own classes and
    /// resources as if it were a part of the application: that needs no layers of modules.
    fn module_of(&mut self, class: ClassId) -> Result<Ref, Trap> {
        let asks = self.frames.last().map(|frame| self.class(self.method(frame.method).class));
        let asks_for_access = asks.is_some_and(|class| {
            let is_reflection = class.name.starts_with("jdk/internal/reflect/")
                || class.name.starts_with("java/lang/reflect/");
            class.module.is_none() || is_reflection
        });
        let class = self.innermost(class);
        let name = match class.kind {
            ClassKind::Primitive(_) => Some("java.base".into()),
            ClassKind::Plain | ClassKind::Array(..) => class.module.clone(),
        };
        let Some(name) = name.filter(|_| asks_for_access) else { return self.module() };
        let module = self.singleton(&format!("\u{1}module {name}"), "java/lang/Module")?;
        if self.get_named(module, "name").as_ref().is_null() {
            let text = self.new_text(&name)?;
            self.set_named(module, "name", Value::reference(text));
        }
        Ok(module)
    }
}

/// Whether a module gives a package to all others, or to one that is named behind it.
fn is_given(
    vm: &mut Vm,
    args: Args,
    packages: fn(&ModuleInfo) -> &Vec<Box<str>>,
) -> Result<Outcome, Trap> {
    let package = vm.known_text(vm.arg_ref(args, 1), "the name of a package")?.replace('.', "/");
    let name_of = |vm: &Vm, module: Ref| vm.text(vm.get_named(module, "name").as_ref());
    let Some(module) = name_of(vm, vm.arg_ref(args, 0)) else { return Outcome::bool(true) };
    if vm.sp - args.base > 2 && name_of(vm, vm.arg_ref(args, 2)).is_some() {
        // Modules of the JDK give packages to each other.
        return match vm.is_asked_by_application() {
            true => Err(gap("what a module gives to another one")),
            false => Outcome::bool(true),
        };
    }
    let info = vm.path.module_info(&module).map_err(unreadable)?;
    Outcome::bool(info.is_some_and(|info| packages(info).iter().any(|given| **given == *package)))
}

/// The class in whose nest a class is. A lambda is in that of the class in which it is written.
fn nest_host(vm: &Vm, class: ClassId) -> &str {
    let class = vm.class(class);
    let host = class.file.as_ref().and_then(|file| file.nest_host.as_deref());
    let written = class.name.split("$$Lambda$").next().unwrap_or(&class.name);
    host.unwrap_or(written)
}
