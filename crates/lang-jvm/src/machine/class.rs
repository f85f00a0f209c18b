//! Classes, fields and methods as the machine knows them.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::native::NativeFn;
use crate::lower::{Elem, Guard};
use crate::parse::{ClassFile, Flags, MethodType, Type};

/// A class, by the order of loading.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct ClassId(pub(crate) u32);

/// A method, by the order of loading.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct MethodId(pub(crate) u32);

/// A name together with a descriptor.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct SigId(pub(crate) u32);

/// A loaded class, array class or primitive type.
#[derive(Clone, Debug)]
pub(crate) struct Class {
    pub(crate) name: Arc<str>,
    pub(crate) flags: Flags,
    pub(crate) kind: ClassKind,
    pub(crate) super_class: Option<ClassId>,
    pub(crate) interfaces: Vec<ClassId>,
    /// All classes and interfaces above it and itself, ascending.
    pub(crate) ancestors: Box<[ClassId]>,
    pub(crate) file: Option<Arc<ClassFile>>,
    /// Its own fields, static and not.
    pub(crate) fields: Vec<Field>,
    /// Its own methods.
    pub(crate) methods: Vec<MethodId>,
    /// How many slots an instance has.
    pub(crate) slots: u32,
    /// The methods that calls by the class of the receiver find.
    pub(crate) vtable: Vec<MethodId>,
    pub(crate) vindex: Arc<FxHashMap<SigId, u16>>,
    pub(crate) initializer: Option<MethodId>,
    /// The module of the JDK that it belongs to; none for classes of the application.
    pub(crate) module: Option<Box<str>>,
}

/// What kind of class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ClassKind {
    /// A class or interface.
    Plain,
    /// An array: how its elements are stored, and their class.
    Array(Elem, ClassId),
    /// A primitive type or `void`.
    Primitive(Option<Type>),
}

/// A field.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) name: Box<str>,
    pub(crate) kind: Type,
    pub(crate) flags: Flags,
    /// Place in the object, or among all static variables.
    pub(crate) slot: u32,
    /// Index of the constant with which it starts.
    pub(crate) constant: Option<u16>,
}

/// A method.
#[derive(Clone, Debug)]
pub(crate) struct Method {
    pub(crate) class: ClassId,
    pub(crate) name: Arc<str>,
    pub(crate) sig: SigId,
    pub(crate) kind: Arc<MethodType>,
    pub(crate) flags: Flags,
    /// Slots of the arguments, receiver included.
    pub(crate) args: u16,
    pub(crate) entry: Entry,
    /// A model of the method, asked before its code.
    pub(crate) model: Option<NativeFn>,
    /// Place in the class file; none for methods that we make.
    pub(crate) index: Option<u16>,
    pub(crate) guards: Arc<[Guard]>,
    /// The offset in the class file of each instruction.
    pub(crate) offsets: Arc<[u16]>,
}

/// How a method is entered.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Entry {
    /// Its code was not read yet.
    Unready,
    /// Code that can be run.
    Code(Code),
    /// Nothing to run: an abstract method, or a native one that is not implemented.
    Nothing,
}

/// Where the code of a method is and what its frame needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Code {
    pub(crate) start: u32,
    pub(crate) locals: u16,
    pub(crate) stack: u16,
}

impl Class {
    pub(crate) fn is_interface(&self) -> bool {
        self.flags.has(Flags::INTERFACE)
    }

    /// Whether the class belongs to the application, not to the JDK.
    pub(crate) fn is_ours(&self) -> bool {
        self.module.is_none() && self.file.is_some()
    }

    /// The name as programs write it.
    pub(crate) fn source_name(&self) -> String {
        self.name.replace('/', ".")
    }
}

impl Method {
    pub(crate) fn is_static(&self) -> bool {
        self.flags.has(Flags::STATIC)
    }
}
