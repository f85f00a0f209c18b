//! The classes of a program: those of the application, and of the library what is needed to know
//! how classes are related.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeSet;
use std::sync::Arc;

use lang_jvm::ClassPath;
use lang_jvm::code::{Body, Member};
use lang_jvm::parse::{ClassFile, Flags, MethodInfo, Type};
use rustc_hash::{FxHashMap, FxHashSet};

/// The class of all objects.
pub(crate) const OBJECT: &str = "java/lang/Object";

/// A class that was read.
#[derive(Debug)]
pub(crate) struct Class {
    pub(crate) file: ClassFile,
    pub(crate) is_library: bool,
}

/// A method of a class that was read.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) class: Arc<Class>,
    pub(crate) index: usize,
}

impl Found {
    pub(crate) fn info(&self) -> &MethodInfo {
        &self.class.file.methods[self.index]
    }

    /// Its code, if it has some that can be read.
    pub(crate) fn body(&self) -> Option<Body> {
        let file = &self.class.file;
        let code = self.info().code.as_ref()?;
        Body::read_with(code, &file.constants, &file.bootstraps).ok()
    }

    pub(crate) fn is_static(&self) -> bool {
        self.info().flags.has(Flags::STATIC)
    }

    pub(crate) fn is_abstract(&self) -> bool {
        self.info().flags.has(Flags::ABSTRACT)
    }
}

/// Names of classes.
type Names = Arc<[Box<str>]>;

/// Classes that are read when they are asked for, and then kept.
pub(crate) struct Hierarchy {
    path: ClassPath,
    classes: RefCell<FxHashMap<Box<str>, Option<Arc<Class>>>>,
    supertypes: RefCell<FxHashMap<Box<str>, Names>>,
    names: OnceCell<Vec<String>>,
}

impl Hierarchy {
    pub(crate) fn new(path: ClassPath) -> Hierarchy {
        Hierarchy {
            path,
            classes: RefCell::default(),
            supertypes: RefCell::default(),
            names: OnceCell::new(),
        }
    }

    /// The names of all classes, of the library and of the application, as programs write them.
    pub(crate) fn all_names(&self) -> &[String] {
        self.names.get_or_init(|| {
            let mut names = self.path.jdk_classes();
            names.extend(self.path.own_classes());
            names.iter().map(|name| name.replace('/', ".")).collect()
        })
    }

    /// The classes of the application.
    pub(crate) fn own_classes(&self) -> Vec<String> {
        self.path.own_classes()
    }

    pub(crate) fn class(&self, name: &str) -> Option<Arc<Class>> {
        if let Some(known) = self.classes.borrow().get(name) {
            return known.clone();
        }
        let read = || {
            let (bytes, is_library) = self.path.class(name).ok().flatten()?;
            let file = ClassFile::parse(&bytes).ok()?;
            Some(Arc::new(Class { file, is_library }))
        };
        let class = read();
        self.classes.borrow_mut().insert(name.into(), class.clone());
        class
    }

    /// Whether a class is not of the application. What cannot be found is not.
    pub(crate) fn is_library(&self, name: &str) -> bool {
        self.class(name).is_none_or(|class| class.is_library)
    }

    /// A class and everything that it extends and implements.
    pub(crate) fn supertypes(&self, name: &str) -> Arc<[Box<str>]> {
        if let Some(known) = self.supertypes.borrow().get(name) {
            return known.clone();
        }
        let mut found: Vec<Box<str>> = Vec::new();
        let mut seen: FxHashSet<Box<str>> = FxHashSet::default();
        let mut waiting: Vec<Box<str>> = vec![name.into()];
        while let Some(next) = waiting.pop() {
            if !seen.insert(next.clone()) {
                continue;
            }
            if let Some(class) = self.class(&next) {
                waiting.extend(class.file.interfaces.iter().rev().cloned());
                waiting.extend(class.file.super_name.clone());
            }
            found.push(next);
        }
        if seen.insert(OBJECT.into()) {
            found.push(OBJECT.into());
        }
        let found: Arc<[Box<str>]> = found.into();
        self.supertypes.borrow_mut().insert(name.into(), found.clone());
        found
    }

    /// Whether objects of the first class are of the second.
    pub(crate) fn is_a(&self, name: &str, other: &str) -> bool {
        if name == other || other == OBJECT {
            return true;
        }
        if name.starts_with('[') {
            let like_all = matches!(other, "java/lang/Cloneable" | "java/io/Serializable");
            return like_all || other.starts_with('[');
        }
        self.supertypes(name).iter().any(|known| &**known == other)
    }

    /// Whether an object that is known to be of the first class may be of the second.
    pub(crate) fn may_be_a(&self, known: &Kind, other: &str) -> bool {
        if self.is_a(&known.class, other) {
            return true;
        }
        if known.exact || known.class.starts_with('[') || other.starts_with('[') {
            return &*known.class == OBJECT && !known.exact;
        }
        // What the library made is of a class of the library.
        if self.is_library(&known.class) && !self.is_library(other) {
            return false;
        }
        if let (Some(mine), Some(others)) = (self.family(&known.class), self.family(other))
            && mine != others
        {
            return false;
        }
        let flags =
            |name: &str| self.class(name).map_or(Flags::default(), |class| class.file.flags);
        let (mine, others) = (flags(&known.class), flags(other));
        if self.is_a(other, &known.class) {
            return true;
        }
        // Something below both may exist if neither is final and one of them is an interface.
        let closed = mine.has(Flags::FINAL) || others.has(Flags::FINAL);
        !closed && (mine.has(Flags::INTERFACE) || others.has(Flags::INTERFACE))
    }

    /// Kinds of which no class of the library is two.
    fn family(&self, class: &str) -> Option<usize> {
        const FAMILIES: [&[&str]; 5] = [
            &["java/util/Collection"],
            &["java/util/Enumeration", "java/util/Iterator"],
            &["java/util/Map"],
            &["java/util/Map$Entry"],
            &["java/lang/CharSequence", "java/lang/Number"],
        ];
        FAMILIES.iter().position(|family| family.iter().any(|name| self.is_a(class, name)))
    }

    /// The method that a call finds in a class: its own, that of a superclass, then a default one.
    pub(crate) fn resolve(&self, class: &str, name: &str, descriptor: &str) -> Option<Found> {
        let own = |class: &Arc<Class>| {
            let mut methods = class.file.methods.iter();
            methods.position(|info| &*info.name == name && &*info.descriptor == descriptor)
        };
        let supertypes =
            if class.starts_with('[') { self.supertypes(OBJECT) } else { self.supertypes(class) };
        let mut abstract_one = None;
        let classes = supertypes.iter().filter_map(|name| self.class(name));
        // Classes come before interfaces, and what has code before what has none.
        let (plain, interfaces): (Vec<_>, Vec<_>) =
            classes.partition(|class| !class.file.flags.has(Flags::INTERFACE));
        for class in plain.into_iter().chain(interfaces) {
            let Some(index) = own(&class) else { continue };
            let found = Found { class, index };
            if !found.is_abstract() {
                return Some(found);
            }
            abstract_one.get_or_insert(found);
        }
        abstract_one
    }

    /// The methods that a class of the application has from classes of the library.
    pub(crate) fn inherited_from_library(&self, class: &str) -> BTreeSet<(Box<str>, Box<str>)> {
        let supertypes = self.supertypes(class);
        let classes = supertypes.iter().filter_map(|name| self.class(name));
        let mut found = BTreeSet::new();
        for class in classes.filter(|class| class.is_library) {
            for info in class.file.methods.iter().filter(|info| !info.name.starts_with('<')) {
                found.insert((info.name.clone(), info.descriptor.clone()));
            }
        }
        found
    }

    /// Whether objects of a class are functions.
    pub(crate) fn is_function(&self, class: &str) -> bool {
        self.supertypes(class).iter().any(|name| {
            name.starts_with("java/util/function/")
                || matches!(
                    &**name,
                    "java/lang/Runnable" | "java/util/Comparator" | "java/util/concurrent/Callable"
                )
        })
    }

    /// Whether a class extends or implements something of `java.io`.
    pub(crate) fn is_stream(&self, class: &str) -> bool {
        let is_stream = |name: &str| name.starts_with("java/io/") && name != "java/io/Serializable";
        self.supertypes(class).iter().any(|name| is_stream(name))
    }

    /// The class that declares a field, and whether it is of the library.
    pub(crate) fn field_owner(&self, member: &Member) -> (Box<str>, bool) {
        let has = |name: &str| {
            let class = self.class(name)?;
            let mut fields = class.file.fields.iter();
            fields
                .any(|field| field.name == member.name)
                .then(|| (Box::from(name), class.is_library))
        };
        let found = self.supertypes(&member.class).iter().find_map(|name| has(name));
        found.unwrap_or_else(|| (member.class.clone(), true))
    }
}

/// What is known of the class of an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Kind {
    pub(crate) class: Box<str>,
    /// Whether it is that class and not one below it.
    pub(crate) exact: bool,
}

impl Kind {
    pub(crate) fn exactly(class: &str) -> Kind {
        Kind { class: class.into(), exact: true }
    }

    pub(crate) fn below(class: &str) -> Kind {
        Kind { class: class.into(), exact: false }
    }
}

/// The class that values of a type are of; none for numbers.
pub(crate) fn class_of(kind: &Type) -> Option<&str> {
    match kind {
        Type::Reference(name) => Some(name),
        Type::Boolean | Type::Byte | Type::Char | Type::Short => None,
        Type::Int | Type::Long | Type::Float | Type::Double => None,
    }
}

/// Whether objects of a class never change, so that there is nothing to know but who they are.
pub(crate) fn is_immutable(class: &str) -> bool {
    const IMMUTABLE: [&str; 10] = [
        "Boolean",
        "Byte",
        "Character",
        "Class",
        "Double",
        "Float",
        "Integer",
        "Long",
        "Short",
        "String",
    ];
    class.strip_prefix("java/lang/").is_some_and(|name| IMMUTABLE.contains(&name))
}
