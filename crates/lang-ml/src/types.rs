//! Types: what inference computes with.
//!
//! A [`Ty`] is a handle into [`Types`], where unknown types are solved by linking. Schemes have
//! numbered parameters ([`Node::Param`]) instead of bound names, and so do type definitions.
//! Named types are [`TypeId`]s: two types are the same exactly when their numbers are, however
//! they are spelled, which is what makes abstract types abstract.
//!
//! This module knows types only: programs are walked by `infer`.

mod define;
mod show;
mod size;
mod tags;
mod unify;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::ast::Label;

pub(crate) use define::{CtorDef, CtorRef, FieldDef, Fields, Made, TypeBody, TypeDef, TypeId};
pub(crate) use tags::Tags;
pub(crate) use unify::Mismatch;

/// A handle to a type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Ty(u32);

/// What a type looks like.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    /// Not known yet. Variables of a higher level than the present one may be generalised.
    Unknown { level: u32 },
    /// The same as another type.
    Link(Ty),
    /// A parameter of the scheme or definition that the type stands in.
    Param(u32),
    /// A named type with its arguments.
    Named(TypeId, Vec<Ty>),
    /// A function from one argument.
    Arrow(Label, Ty, Ty),
    /// Two or more components.
    Tuple(Vec<Ty>),
    /// A polymorphic variant.
    Tags(Tags),
    /// A type that we cannot say. It fits every type and teaches nothing about it.
    Any,
}

/// How the names of the types of first-class modules begin.
pub(crate) const PACKAGE: &str = "(module ";

/// A type with parameters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scheme {
    /// How many parameters there are.
    pub(crate) params: u32,
    pub(crate) ty: Ty,
}

impl Scheme {
    /// A type without parameters.
    pub(crate) fn plain(ty: Ty) -> Scheme {
        Scheme { params: 0, ty }
    }
}

/// All types of a run of inference.
#[derive(Default)]
pub(crate) struct Types {
    nodes: Vec<Node>,
    defs: Vec<TypeDef>,
    /// Pairs of types, one of them an abbreviation, that were found or made equal.
    equal: FxHashSet<(Ty, Ty)>,
    /// How many generalising definitions we are inside of.
    level: u32,
}

impl Types {
    /// The built-in types, and no others. Their order is that of the constants on [`TypeId`].
    pub(crate) fn new() -> Types {
        let mut types = Types::default();
        for (name, params) in TypeId::BUILT_IN {
            types.define(TypeDef::opaque(name, *params));
        }
        types
    }

    fn add(&mut self, node: Node) -> Ty {
        let ty = Ty(u32::try_from(self.nodes.len()).expect("fewer than 2^32 types"));
        self.nodes.push(node);
        ty
    }

    /// A type not known yet.
    pub(crate) fn fresh(&mut self) -> Ty {
        let level = self.level;
        self.add(Node::Unknown { level })
    }

    pub(crate) fn param(&mut self, number: u32) -> Ty {
        self.add(Node::Param(number))
    }

    pub(crate) fn named(&mut self, id: TypeId, args: Vec<Ty>) -> Ty {
        self.add(Node::Named(id, args))
    }

    /// A named type without arguments.
    pub(crate) fn plain(&mut self, id: TypeId) -> Ty {
        self.named(id, Vec::new())
    }

    pub(crate) fn arrow(&mut self, label: Label, from: Ty, to: Ty) -> Ty {
        self.add(Node::Arrow(label, from, to))
    }

    pub(crate) fn tuple(&mut self, parts: Vec<Ty>) -> Ty {
        self.add(Node::Tuple(parts))
    }

    /// A type that we cannot say.
    pub(crate) fn any(&mut self) -> Ty {
        self.add(Node::Any)
    }

    /// The handle at the end of the links.
    pub(crate) fn find(&self, ty: Ty) -> Ty {
        let mut at = ty;
        while let Node::Link(next) = self.nodes[at.0 as usize] {
            at = next;
        }
        at
    }

    /// What a type looks like, links followed; never [`Node::Link`].
    pub(crate) fn node(&self, ty: Ty) -> &Node {
        &self.nodes[self.find(ty).0 as usize]
    }

    fn link(&mut self, from: Ty, to: Ty) {
        if from != to {
            self.nodes[from.0 as usize] = Node::Link(to);
        }
    }

    /// What a type looks like when abbreviations at its head are expanded.
    pub(crate) fn head(&mut self, ty: Ty) -> (Ty, Node) {
        let mut at = self.find(ty);
        // An abbreviation is defined before it is used, so the chain ends; the bound guards
        // against cycles that a wrong program may try.
        for _ in 0..1000 {
            let Node::Named(id, args) = self.node(at) else { break };
            let TypeBody::Alias(body) = self.def(*id).body else { break };
            let args = args.clone();
            at = self.substitute(body, &args);
            at = self.find(at);
        }
        (at, self.node(at).clone())
    }

    /// The named type at the head, if there is one.
    pub(crate) fn head_id(&mut self, ty: Ty) -> Option<(TypeId, Vec<Ty>)> {
        match self.head(ty).1 {
            Node::Named(id, args) => Some((id, args)),
            _ => None,
        }
    }

    /// A type with other types in place of its parameters.
    pub(crate) fn substitute(&mut self, ty: Ty, args: &[Ty]) -> Ty {
        self.rebuild(ty, args, &mut FxHashMap::default())
    }

    fn rebuild(&mut self, ty: Ty, args: &[Ty], done: &mut FxHashMap<Ty, Ty>) -> Ty {
        let ty = self.find(ty);
        if let Some(known) = done.get(&ty) {
            return *known;
        }
        let node = self.node(ty).clone();
        let result = match node {
            Node::Param(number) => args.get(number as usize).copied().unwrap_or(ty),
            Node::Unknown { .. } | Node::Link(_) | Node::Any => ty,
            Node::Tags(tags) => {
                let tags = tags.map(|part| self.rebuild(part, args, done));
                self.add(Node::Tags(tags))
            }
            Node::Named(_, ref inner) if inner.is_empty() => ty,
            Node::Named(id, inner) => {
                let inner = inner.iter().map(|arg| self.rebuild(*arg, args, done)).collect();
                self.named(id, inner)
            }
            Node::Arrow(label, from, to) => {
                let from = self.rebuild(from, args, done);
                let to = self.rebuild(to, args, done);
                self.arrow(label, from, to)
            }
            Node::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.rebuild(*part, args, done)).collect();
                self.tuple(parts)
            }
        };
        done.insert(ty, result);
        result
    }

    /// A scheme with unknown types in place of its parameters.
    pub(crate) fn instantiate(&mut self, scheme: Scheme) -> Ty {
        if scheme.params == 0 {
            return scheme.ty;
        }
        let args: Vec<Ty> = (0..scheme.params).map(|_| self.fresh()).collect();
        self.substitute(scheme.ty, &args)
    }

    /// Runs `f` one level deeper, so that the unknown types it makes can be generalised.
    pub(crate) fn enter(&mut self) {
        self.level += 1;
    }

    pub(crate) fn leave(&mut self) {
        self.level -= 1;
    }

    /// The unknown types of a type that belong to the level just left, in order of appearance.
    pub(crate) fn generalisable(&self, ty: Ty) -> Vec<Ty> {
        let mut found = Vec::new();
        self.visit(ty, &mut |at, node| {
            if let Node::Unknown { level } = node
                && *level > self.level
                && !found.contains(&at)
            {
                found.push(at);
            }
        });
        found
    }

    /// Makes unknown types the parameters of a scheme, numbered in this order.
    pub(crate) fn quantify(&mut self, unknowns: &[Ty]) {
        for (number, unknown) in (0..).zip(unknowns) {
            let param = self.param(number);
            self.link(*unknown, param);
        }
    }

    /// Keeps unknown types from being generalised by definitions further out: each is one type,
    /// whatever it turns out to be.
    pub(crate) fn keep_unknown(&mut self, unknowns: &[Ty]) {
        for unknown in unknowns {
            self.nodes[unknown.0 as usize] = Node::Unknown { level: self.level };
        }
    }

    /// Makes an abstract type an unknown one wherever it stands.
    pub(crate) fn loosen(&mut self, ty: Ty) {
        self.nodes[ty.0 as usize] = Node::Unknown { level: self.level };
    }

    /// Replaces the abbreviations in a type by what they stand for.
    pub(crate) fn expose(&mut self, ty: Ty) {
        let mut seen: FxHashSet<Ty> = FxHashSet::default();
        let mut todo = vec![ty];
        while let Some(ty) = todo.pop() {
            let ty = self.find(ty);
            let (head, node) = self.head(ty);
            if matches!(node, Node::Tags(_)) {
                continue;
            }
            // Several abbreviations may stand for the same.
            if ty != head {
                self.link(ty, head);
            }
            if !seen.insert(head) {
                continue;
            }
            match node {
                Node::Named(_, parts) | Node::Tuple(parts) => todo.extend(parts),
                Node::Arrow(_, from, to) => todo.extend([from, to]),
                Node::Tags(_)
                | Node::Unknown { .. }
                | Node::Link(_)
                | Node::Param(_)
                | Node::Any => {}
            }
        }
    }

    /// Calls `f` on every part of a type, each once.
    pub(crate) fn visit(&self, ty: Ty, f: &mut dyn FnMut(Ty, &Node)) {
        let mut seen: FxHashMap<Ty, ()> = FxHashMap::default();
        let mut todo = vec![ty];
        while let Some(ty) = todo.pop() {
            let ty = self.find(ty);
            if seen.insert(ty, ()).is_some() {
                continue;
            }
            let node = self.node(ty);
            f(ty, node);
            match node {
                Node::Unknown { .. } | Node::Link(_) | Node::Param(_) | Node::Any => {}
                Node::Named(_, parts) | Node::Tuple(parts) => todo.extend(parts.iter().rev()),
                Node::Tags(tags) => todo.extend(tags.parts().rev()),
                Node::Arrow(_, from, to) => todo.extend([*to, *from]),
            }
        }
    }

    /// The parameters of a function type with their labels, and its result.
    pub(crate) fn uncurry(&mut self, ty: Ty) -> (Vec<(Label, Ty)>, Ty) {
        let (mut params, mut at) = (Vec::new(), ty);
        loop {
            let (head, node) = self.head(at);
            let Node::Arrow(label, from, to) = node else { return (params, head) };
            params.push((label, from));
            at = to;
        }
    }
}
