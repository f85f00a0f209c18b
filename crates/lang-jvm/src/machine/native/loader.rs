//! Class loaders, resources and services.
//!
//! There is one loader for all classes of the application. A resource is a file of the class path;
//! a service is found as in the days before modules, by a resource that names its providers.

use machine::Host;

use super::super::class::Method;
use super::super::files::RESOURCE_FOLDER;
use super::super::heap::{Array, Body, Elems};
use super::super::load::unreadable;
use super::super::object::gap;
use super::super::trap::{Trap, null_pointer};
use super::super::value::{Ref, Value};
use super::super::vm::Vm;
use super::{Args, NativeFn, Outcome};
use crate::note::Note;

const APP_LOADER: &str = "jdk/internal/loader/ClassLoaders$AppClassLoader";

pub(super) fn find(class: &str, name: &str, descriptor: &str) -> Option<NativeFn> {
    Some(match (class, name) {
        (
            "java/lang/ClassLoader",
            "getSystemClassLoader" | "getPlatformClassLoader" | "getBuiltinAppClassLoader",
        ) => |vm, _, _| Outcome::object(vm.app_loader()?),
        ("java/lang/Thread", "getContextClassLoader") => |vm, _, args| {
            let chosen = vm.get_named(vm.arg_ref(args, 0), "contextClassLoader");
            if chosen.as_ref().is_null() {
                return Outcome::object(vm.app_loader()?);
            }
            Ok(Outcome::One(chosen))
        },
        ("java/lang/ClassLoader", "findLoadedClass0" | "findInitiatingLoaderClass") => {
            |_, _, _| Outcome::null()
        }
        ("java/lang/ClassLoader", "findBootstrapClass") => |vm, _, args| {
            let name = vm.known_text(vm.arg_ref(args, 0), "the name of a class")?;
            match vm.class_by_name(&name) {
                Ok(class) if vm.class(class).module.is_some() => Outcome::object(vm.mirror(class)?),
                Ok(_) | Err(Trap::Raise(_)) => Outcome::null(),
                Err(other) => Err(other),
            }
        },
        ("java/lang/ClassLoader", "getUnnamedModule") => |vm, _, _| Outcome::object(vm.module()?),
        (APP_LOADER, "loadClass") => |vm, _, args| {
            let name = vm.known_text(vm.arg_ref(args, 1), "the name of a class")?;
            let class = vm.class_by_name(&name)?;
            Outcome::object(vm.mirror(class)?)
        },
        ("java/lang/ClassLoader", "getResourceAsStream") => {
            |vm, host, args| match own_resource(vm, args, 1)? {
                Some(name) => resource_stream(vm, host, None, &name),
                None => Ok(Outcome::Body),
            }
        }
        ("sun/util/resources/BreakIteratorResourceBundle", "getResourceAsStream") => {
            |vm, host, args| {
                let class = vm.class_of(vm.arg_ref(args, 0));
                let module = vm.class(class).module.clone();
                let name = vm.known_text(vm.arg_ref(args, 1), "the name of a resource")?;
                resource_stream(vm, host, module.as_deref(), &name)
            }
        }
        ("java/lang/ClassLoader", "getResource") => {
            |vm, host, args| match own_resource(vm, args, 1)? {
                Some(name) => resource_url(vm, host, &name),
                None => Ok(Outcome::Body),
            }
        }
        ("java/lang/ClassLoader", "getResources") => resources,
        ("jdk/internal/loader/BootLoader", "getUnnamedModule") => {
            |vm, _, _| Outcome::object(vm.module()?)
        }
        ("jdk/internal/loader/BootLoader", "findResource" | "findResourceAsStream") => {
            |_, _, _| Outcome::null()
        }
        ("jdk/internal/loader/BootLoader", "loadLibrary") => |_, _, _| Ok(Outcome::Void),
        ("jdk/internal/loader/BootLoader" | "jdk/internal/loader/ClassLoaders", _) => {
            |_, _, _| Err(gap("a class loader"))
        }
        ("java/util/ServiceLoader", "load") if descriptor.starts_with("(Ljava/lang/Class;") => {
            |vm, _, args| {
                let loader = vm.app_loader()?;
                service_loader(vm, args, loader)
            }
        }
        ("java/util/ServiceLoader", "loadInstalled") => {
            |vm, _, args| service_loader(vm, args, Ref::NULL)
        }
        ("java/util/ServiceLoader", "load") => |_, _, _| Err(gap("services of a module layer")),
        ("java/util/ServiceLoader", "iterator") => services,
        ("java/util/ServiceLoader", "reload") => |_, _, _| Ok(Outcome::Void),
        ("java/util/ServiceLoader", "stream") => stream_of_services,
        ("java/util/ResourceBundle", "loadBundle")
            if descriptor.ends_with("Module;)Ljava/util/ResourceBundle;") =>
        {
            load_bundle
        }
        _ => return None,
    })
}

impl Vm {
    /// The loader of all classes of the application.
    pub(in super::super) fn app_loader(&mut self) -> Result<Ref, Trap> {
        self.singleton("\u{1}loader", APP_LOADER)
    }

    /// The only object of a class, made without its constructor, under a name that no text has.
    pub(in super::super) fn singleton(&mut self, key: &str, class: &str) -> Result<Ref, Trap> {
        let text = self.text_id(&key.encode_utf16().collect::<Vec<u16>>());
        let known = self.interned[text as usize];
        if !known.is_null() {
            return Ok(known);
        }
        let class = self.load(class)?;
        let object = self.new_instance(class);
        self.interned[text as usize] = object;
        Ok(object)
    }

    /// A new array of bytes.
    pub(super) fn byte_array(&mut self, bytes: &[u8]) -> Result<Ref, Trap> {
        let class = self.load("[B")?;
        let bytes: Vec<i8> = bytes.iter().map(|byte| *byte as i8).collect();
        Ok(self.heap.add(class, Body::Array(Array::new(Elems::Bytes(bytes.into())))))
    }
}

/// The name of a resource that is asked of the loader of the application; none if another is asked.
fn own_resource(vm: &mut Vm, args: Args, slot: usize) -> Result<Option<String>, Trap> {
    if vm.arg_ref(args, slot).is_null() {
        return Err(null_pointer());
    }
    let own = vm.app_loader()?;
    if vm.arg_ref(args, 0) != own {
        return Ok(None);
    }
    vm.known_text(vm.arg_ref(args, slot), "the name of a resource").map(Some)
}

/// A stream over a file next to classes, of the JDK's module if one is named; null if there is none.
pub(super) fn resource_stream(
    vm: &mut Vm,
    host: &mut dyn Host,
    module: Option<&str>,
    name: &str,
) -> Result<Outcome, Trap> {
    let bytes = match module {
        Some(module) => vm.path.jdk_resource(module, name),
        None => vm.path.resource(name).map_err(unreadable)?,
    };
    let Some(bytes) = bytes else { return no_resource(vm, name) };
    let bytes = Value::reference(vm.byte_array(&bytes)?);
    Outcome::object(vm.construct(host, "java/io/ByteArrayInputStream", "([B)V", &[bytes])?)
}

/// Where a resource seems to be; null if there is none.
pub(super) fn resource_url(vm: &mut Vm, host: &mut dyn Host, name: &str) -> Result<Outcome, Trap> {
    if vm.path.resource(name).map_err(unreadable)?.is_none() {
        return no_resource(vm, name);
    }
    Outcome::object(url(vm, host, name)?)
}

/// Null for a file that is not there.
fn no_resource(vm: &mut Vm, name: &str) -> Result<Outcome, Trap> {
    note_absent(vm, name);
    Outcome::null()
}

/// Notes that a file is not there: which files are put next to the classes is up to those who build the
/// program. What the library looks for and what no class path has is not noted.
fn note_absent(vm: &mut Vm, name: &str) {
    if vm.is_asked_by_application() && !name.split('/').any(|part| part == "..") {
        vm.note(Note::NoResource(name.to_owned()));
    }
}

fn url(vm: &mut Vm, host: &mut dyn Host, name: &str) -> Result<Ref, Trap> {
    let text = vm.new_text(&format!("file:{RESOURCE_FOLDER}/{name}"))?;
    vm.construct(host, "java/net/URL", "(Ljava/lang/String;)V", &[Value::reference(text)])
}

fn resources(vm: &mut Vm, host: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let Some(name) = own_resource(vm, args, 1)? else { return Ok(Outcome::Body) };
    let found = match vm.path.resources(&name).map_err(unreadable)?.len() {
        0 => {
            note_absent(vm, &name);
            Vec::new()
        }
        1 => vec![url(vm, host, &name)?],
        // They would all have the same address.
        _ => return Err(gap("a resource that several folders or jars have")),
    };
    let list = list_of(vm, host, &found)?;
    let kind = "(Ljava/util/Collection;)Ljava/util/Enumeration;";
    let list = [Value::reference(list)];
    let all = vm.call_named(host, "java/util/Collections", "enumeration", kind, &list)?;
    Ok(Outcome::One(all.unwrap_or(Value::NULL)))
}

fn list_of(vm: &mut Vm, host: &mut dyn Host, objects: &[Ref]) -> Result<Ref, Trap> {
    let list = vm.construct(host, "java/util/ArrayList", "()V", &[])?;
    for object in objects {
        let args = [Value::reference(list), Value::reference(*object)];
        vm.call_named(host, "java/util/ArrayList", "add", "(Ljava/lang/Object;)Z", &args)?;
    }
    Ok(list)
}

/// Services that a loader sees; without one, those of the JDK alone.
fn service_loader(vm: &mut Vm, args: Args, from: Ref) -> Result<Outcome, Trap> {
    let service = vm.arg(args, 0);
    if service.as_ref().is_null() {
        return Err(null_pointer());
    }
    let class = vm.load("java/util/ServiceLoader")?;
    let loader = vm.new_instance(class);
    vm.set_named(loader, "service", service);
    vm.set_named(loader, "loader", Value::reference(from));
    Outcome::object(loader)
}

/// The providers of a service: those of the modules of the JDK, then those that the class path names.
fn services(vm: &mut Vm, host: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let mut providers = Vec::new();
    for class in provider_names(vm, args)? {
        let made = provider(vm, host, &class);
        // What fails in the JDK fails for want of something here, not by a fault of the program.
        let is_jdk = vm.load(&class).is_ok_and(|id| vm.class(id).module.is_some());
        providers.push(match made {
            Err(Trap::Throw(_) | Trap::Raise(_)) if is_jdk => {
                return Err(gap(&format!("the service provider {}", class.replace('/', "."))));
            }
            made => made?,
        });
    }
    let list = list_of(vm, host, &providers)?;
    let kind = "()Ljava/util/Iterator;";
    let list = [Value::reference(list)];
    let all = vm.call_named(host, "java/util/ArrayList", "iterator", kind, &list)?;
    Ok(Outcome::One(all.unwrap_or(Value::NULL)))
}

/// A provider, made as its class wants it.
fn provider(vm: &mut Vm, host: &mut dyn Host, class: &str) -> Result<Ref, Trap> {
    let id = vm.load(class)?;
    let own = vm.class(id).methods.iter().map(|method| vm.method(*method));
    let makes = |method: &Method| {
        &*method.name == "provider" && method.is_static() && method.kind.params.is_empty()
    };
    // Only modules may do that.
    let maker = own.clone().find(|method| makes(method)).filter(|_| vm.class(id).module.is_some());
    match maker.map(|method| method.kind.to_string()) {
        Some(kind) => {
            let made = vm.call_named(host, class, "provider", &kind, &[])?;
            Ok(made.unwrap_or(Value::NULL).as_ref())
        }
        None => vm.construct(host, class, "()V", &[]),
    }
}

/// The classes of the providers of a service.
fn provider_names(vm: &Vm, args: Args) -> Result<Vec<String>, Trap> {
    let loader = vm.arg_ref(args, 0);
    let service = vm.class(vm.class_of_mirror(vm.get_named(loader, "service").as_ref())?);
    let name = service.source_name();
    let mut names = Vec::new();
    for provider in vm.path.jdk_providers(&service.name).map_err(unreadable)? {
        names.push(provider.into());
    }
    if vm.get_named(loader, "loader").as_ref().is_null() {
        return Ok(names);
    }
    for file in vm.path.resources(&format!("META-INF/services/{name}")).map_err(unreadable)? {
        for line in String::from_utf8_lossy(&file).lines() {
            let provider = line.split('#').next().unwrap_or_default().trim();
            if !provider.is_empty() {
                names.push(provider.replace('.', "/"));
            }
        }
    }
    Ok(names)
}

fn stream_of_services(vm: &mut Vm, host: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    if !provider_names(vm, args)?.is_empty() {
        return Err(gap("a stream of services"));
    }
    let kind = "()Ljava/util/stream/Stream;";
    let empty = vm.call_named(host, "java/util/stream/Stream", "empty", kind, &[])?;
    Ok(Outcome::One(empty.unwrap_or(Value::NULL)))
}

/// A bundle of one locale: a class or a file of properties, whose names `ResourceBundle` makes.
fn load_bundle(vm: &mut Vm, host: &mut dyn Host, args: Args) -> Result<Outcome, Trap> {
    let (key, control) = (vm.arg_ref(args, 0), vm.arg(args, 2));
    let [base, locale] = ["name", "locale"].map(|field| vm.get_named(key, field));
    let kind = "(Ljava/lang/String;Ljava/util/Locale;)Ljava/lang/String;";
    let name = "java/util/ResourceBundle$Control";
    let name = vm.call_named(host, name, "toBundleName", kind, &[control, base, locale])?;
    let name = vm.known_text(name.unwrap_or(Value::NULL).as_ref(), "the name of a bundle")?;
    if let Ok(class) = vm.class_by_name(&name) {
        let bundle = vm.load("java/util/ResourceBundle")?;
        if vm.is_subclass(class, bundle) {
            let class = name.replace('.', "/");
            return Outcome::object(vm.construct(host, &class, "()V", &[])?);
        }
    }
    let file = format!("{}.properties", name.replace('.', "/"));
    let Outcome::One(stream) = resource_stream(vm, host, None, &file)? else {
        return Outcome::null();
    };
    if stream.as_ref().is_null() {
        return Outcome::null();
    }
    let (class, kind) = ("java/util/PropertyResourceBundle", "(Ljava/io/InputStream;)V");
    Outcome::object(vm.construct(host, class, kind, &[stream])?)
}
