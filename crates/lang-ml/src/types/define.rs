//! Definitions of named types.

use super::{Ty, Types};
use crate::ast::Ident;

/// A named type. Two definitions are two types, whatever their names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct TypeId(pub(crate) u32);

impl TypeId {
    pub(crate) const INT: TypeId = TypeId(0);
    pub(crate) const CHAR: TypeId = TypeId(1);
    pub(crate) const STRING: TypeId = TypeId(2);
    pub(crate) const FLOAT: TypeId = TypeId(3);
    pub(crate) const EXN: TypeId = TypeId(4);
    pub(crate) const ARRAY: TypeId = TypeId(5);
    pub(crate) const LAZY: TypeId = TypeId(6);
    pub(crate) const BOOL: TypeId = TypeId(7);
    pub(crate) const UNIT: TypeId = TypeId(8);
    pub(crate) const LIST: TypeId = TypeId(9);
    pub(crate) const OPTION: TypeId = TypeId(10);

    /// Name and number of parameters of the types above, in their order. The last four get their
    /// constructors from our own `stdlib.ml`.
    pub(crate) const BUILT_IN: &'static [(&'static str, usize)] = &[
        ("int", 0),
        ("char", 0),
        ("string", 0),
        ("float", 0),
        ("exn", 0),
        ("array", 1),
        ("lazy_t", 1),
        ("bool", 0),
        ("unit", 0),
        ("list", 1),
        ("option", 1),
    ];
}

/// What is known of a named type.
#[derive(Clone, Debug)]
pub(crate) struct TypeDef {
    /// Its name with the modules around it.
    pub(crate) name: String,
    /// How many parameters it has.
    pub(crate) params: usize,
    pub(crate) body: TypeBody,
    /// What an abstract type stands for inside of its module, if that is known. Inference does
    /// not look at it; code that needs to know what a value looks like does.
    pub(crate) hidden: Option<Ty>,
    /// Whether it is one that users wrote, not one of ours.
    pub(crate) user: bool,
}

impl TypeDef {
    pub(crate) fn opaque(name: &str, params: usize) -> TypeDef {
        let name = name.to_owned();
        TypeDef { name, params, body: TypeBody::Opaque, hidden: None, user: false }
    }
}

impl TypeDef {
    /// The constructors that are written as records, by number, with their fields.
    pub(crate) fn record_fields(&self) -> Vec<(u32, &Fields)> {
        match &self.body {
            TypeBody::Opaque | TypeBody::Alias(_) => Vec::new(),
            TypeBody::Record(fields) => vec![(0, fields)],
            TypeBody::Variant(ctors) => {
                let numbered = (0..).zip(ctors);
                numbered.filter_map(|(at, ctor)| Some((at, ctor.fields.as_ref()?))).collect()
            }
        }
    }
}

/// What a type is made of.
#[derive(Clone, Debug)]
pub(crate) enum TypeBody {
    /// Nothing is known, or it is built in.
    Opaque,
    /// The same as another type over the parameters.
    Alias(Ty),
    /// A choice of constructors. Exceptions are one such type, which grows.
    Variant(Vec<CtorDef>),
    /// Fields.
    Record(Fields),
}

/// A constructor of a variant.
#[derive(Clone, Debug)]
pub(crate) struct CtorDef {
    pub(crate) name: String,
    /// The types of its arguments, over the parameters of the type.
    pub(crate) args: Vec<Ty>,
    /// The names of the arguments, if they are written as a record.
    pub(crate) fields: Option<Fields>,
}

/// Fields of a record in order.
#[derive(Clone, Debug)]
pub(crate) struct Fields(pub(crate) Vec<FieldDef>);

/// A field of a record.
#[derive(Clone, Debug)]
pub(crate) struct FieldDef {
    pub(crate) name: Ident,
    pub(crate) mutable: bool,
    /// Over the parameters of the type.
    pub(crate) ty: Ty,
}

impl Fields {
    /// The place of a field.
    pub(crate) fn position(&self, name: &str) -> Option<usize> {
        self.0.iter().position(|field| field.name.text == name)
    }
}

/// A constructor: a type and its place in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct CtorRef {
    pub(crate) ty: TypeId,
    pub(crate) tag: usize,
}

impl Types {
    pub(crate) fn define(&mut self, def: TypeDef) -> TypeId {
        self.defs.push(def);
        TypeId(u32::try_from(self.defs.len() - 1).expect("fewer than 2^32 types"))
    }

    pub(crate) fn def(&self, id: TypeId) -> &TypeDef {
        &self.defs[id.0 as usize]
    }

    pub(crate) fn def_mut(&mut self, id: TypeId) -> &mut TypeDef {
        &mut self.defs[id.0 as usize]
    }

    /// All types in the order of their definition.
    pub(crate) fn ids(&self) -> impl Iterator<Item = TypeId> + use<> {
        (0..self.defs.len() as u32).map(TypeId)
    }

    pub(crate) fn ctor(&self, ctor: CtorRef) -> &CtorDef {
        match &self.def(ctor.ty).body {
            TypeBody::Variant(ctors) => &ctors[ctor.tag],
            _ => unreachable!("constructors belong to variants"),
        }
    }

    /// The fields of a record type.
    pub(crate) fn fields(&self, id: TypeId) -> Option<&Fields> {
        match &self.def(id).body {
            TypeBody::Record(fields) => Some(fields),
            TypeBody::Opaque | TypeBody::Alias(_) | TypeBody::Variant(_) => None,
        }
    }

    /// The constructor of this name in a variant.
    pub(crate) fn ctor_named(&self, id: TypeId, name: &str) -> Option<CtorRef> {
        match &self.def(id).body {
            TypeBody::Variant(ctors) => {
                let tag = ctors.iter().position(|ctor| ctor.name == name)?;
                Some(CtorRef { ty: id, tag })
            }
            TypeBody::Opaque | TypeBody::Alias(_) | TypeBody::Record(_) => None,
        }
    }

    /// Adds an exception.
    pub(crate) fn add_exception(&mut self, ctor: CtorDef) -> CtorRef {
        let def = self.def_mut(TypeId::EXN);
        if let TypeBody::Opaque = def.body {
            def.body = TypeBody::Variant(Vec::new());
        }
        let TypeBody::Variant(ctors) = &mut def.body else {
            unreachable!("the type of exceptions is a variant")
        };
        ctors.push(ctor);
        CtorRef { ty: TypeId::EXN, tag: ctors.len() - 1 }
    }
}
