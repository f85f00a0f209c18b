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
    pub(crate) const INT32: TypeId = TypeId(11);
    pub(crate) const INT64: TypeId = TypeId(12);
    pub(crate) const NATIVEINT: TypeId = TypeId(13);
    pub(crate) const FORMAT: TypeId = TypeId(15);

    /// Name and number of parameters of the types above, in their order. Those from `bool` on get
    /// their constructors from our own `stdlib.ml`.
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
        ("int32", 0),
        ("int64", 0),
        ("nativeint", 0),
        ("bytes", 0),
        ("format6", 6),
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
    /// The parameters of an abstract type that are said to be only produced.
    pub(crate) covariant: Vec<bool>,
    /// The constructor that a record type is written in: its values are those of the constructor.
    pub(crate) inline: Option<CtorRef>,
    /// Whether constructors can be added to it.
    pub(crate) extensible: bool,
    /// Whether it stands for a type variable, which a match may equate with another type.
    pub(crate) rigid: bool,
}

impl TypeDef {
    pub(crate) fn opaque(name: &str, params: usize) -> TypeDef {
        let name = name.to_owned();
        TypeDef {
            name,
            params,
            body: TypeBody::Opaque,
            hidden: None,
            user: false,
            covariant: Vec::new(),
            inline: None,
            extensible: false,
            rigid: false,
        }
    }
}

impl TypeDef {
    /// A type of its own that stands for a type variable.
    pub(crate) fn rigid(name: &str) -> TypeDef {
        TypeDef { rigid: true, ..TypeDef::opaque(name, 0) }
    }

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
    /// The record type of these fields.
    pub(crate) inline: Option<TypeId>,
    /// What it makes, if that is not the type over all its parameters.
    pub(crate) made: Option<Made>,
}

/// The type that a constructor of a generalized algebraic data type makes.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    /// How many type variables the constructor has of its own. They are numbered from zero, and the
    /// types of its arguments are over them.
    pub(crate) variables: usize,
    /// The arguments of the type.
    pub(crate) args: Vec<Ty>,
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

    /// Adds a constructor to a type that can be extended.
    pub(crate) fn add_ctor(&mut self, ty: TypeId, ctor: CtorDef) -> CtorRef {
        let def = self.def_mut(ty);
        def.extensible = true;
        if let TypeBody::Opaque = def.body {
            def.body = TypeBody::Variant(Vec::new());
        }
        let TypeBody::Variant(ctors) = &mut def.body else {
            unreachable!("only variants are extended")
        };
        ctors.push(ctor);
        CtorRef { ty, tag: ctors.len() - 1 }
    }

    /// Whether a constructor of this type says more of the type than that it is one.
    pub(crate) fn is_generalized(&self, id: TypeId) -> bool {
        match &self.def(id).body {
            TypeBody::Variant(ctors) => ctors.iter().any(|ctor| ctor.made.is_some()),
            TypeBody::Opaque | TypeBody::Alias(_) | TypeBody::Record(_) => false,
        }
    }

    /// Whether values of a type only produce values of one of its arguments, as lists do and cells do not.
    pub(crate) fn is_covariant(&self, id: TypeId, number: usize) -> bool {
        self.produces(id, number, &mut Vec::new())
    }

    fn produces(&self, id: TypeId, number: usize, seen: &mut Vec<(TypeId, usize)>) -> bool {
        if seen.contains(&(id, number)) {
            return true;
        }
        seen.push((id, number));
        let def = self.def(id);
        let said = def.covariant.get(number).copied().unwrap_or(false);
        match &def.body {
            _ if said || id == TypeId::LAZY => true,
            TypeBody::Opaque => false,
            TypeBody::Alias(body) => self.only_produced(*body, number, seen),
            TypeBody::Variant(ctors) => ctors.iter().all(|ctor| {
                let fixed = ctor.fields.as_ref().is_none_or(|f| f.0.iter().all(|f| !f.mutable));
                ctor.made.is_none()
                    && fixed
                    && ctor.args.iter().all(|arg| self.only_produced(*arg, number, seen))
            }),
            TypeBody::Record(fields) => fields.0.iter().all(|field| {
                self.only_produced(field.ty, number, seen)
                    && (!field.mutable || !self.mentions(field.ty, number))
            }),
        }
    }

    fn mentions(&self, ty: Ty, number: usize) -> bool {
        let mut found = false;
        self.visit(ty, &mut |_, node| {
            found |= matches!(node, super::Node::Param(at) if *at as usize == number);
        });
        found
    }

    fn only_produced(&self, ty: Ty, number: usize, seen: &mut Vec<(TypeId, usize)>) -> bool {
        use super::Node;
        match self.node(ty) {
            Node::Unknown { .. } | Node::Link(_) | Node::Param(_) | Node::Any => true,
            Node::Arrow(_, from, to) => {
                !self.mentions(*from, number) && self.only_produced(*to, number, seen)
            }
            Node::Tuple(parts) => parts.iter().all(|part| self.only_produced(*part, number, seen)),
            Node::Tags(tags) => tags.parts().all(|part| self.only_produced(part, number, seen)),
            Node::Named(id, args) => args.iter().enumerate().all(|(at, arg)| {
                !self.mentions(*arg, number)
                    || (self.only_produced(*arg, number, seen) && self.produces(*id, at, seen))
            }),
        }
    }
}
