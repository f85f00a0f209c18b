//! Functions of the program at the types they are used at.
//!
//! Types vanish when a program is lowered, but code that invents the result of a call, or shows its
//! arguments, has to know them. So the functions that a target reaches in the user's modules are
//! copied, one version for each choice of types, before anything is lowered; library functions stay
//! as they are. The copies make a module of their own that is linked behind the others.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::core::{Alt, Class, Definition, Expr, Module, Name, Node, Param, Type};
use crate::link::{Linked, LinkedDefinition};
use crate::outside;
use crate::program::Program;
use crate::types::{self, Instantiation};

/// More versions than this are not made: a function that calls itself at ever larger types has no
/// end of them. Calls beyond are by the function as it is.
const MAX_VERSIONS: usize = 300;

/// The ending of the name of a version whose calls are watched.
const BODY: &str = "~body";

/// A function at some types.
#[derive(Clone, Debug)]
pub struct Version {
    /// The function in the program.
    pub origin: Name,
    /// Types for its type variables, in their order.
    pub types: Vec<Type>,
    /// What calls refer to.
    pub name: Name,
    /// Where its code is: somewhere else if its calls are watched.
    pub body: Name,
    /// The versions that its code names.
    pub calls: Vec<Name>,
    /// Whether a call of it is at types that are not known, as in a local function that has any type.
    pub guessed: bool,
}

/// The versions of functions that a target needs.
#[derive(Debug)]
pub struct Special {
    /// Their definitions.
    pub module: Module,
    /// The versions, the target first.
    pub versions: Vec<Version>,
}

impl Version {
    /// Whether its code may come back to it by way of these versions.
    #[must_use]
    pub fn is_recursive(&self, versions: &[Version]) -> bool {
        let (mut seen, mut todo) = (BTreeSet::new(), self.calls.clone());
        while let Some(name) = todo.pop() {
            if name == self.name {
                return true;
            }
            if seen.insert(name.clone()) {
                let called = versions.iter().find(|known| known.name == name);
                todo.extend(called.iter().flat_map(|known| known.calls.iter().cloned()));
            }
        }
        false
    }
}

/// Versions of a function at some types and of all that it reaches in the user's modules. Calls of
/// functions that are `watched` lead to a name of which only an alias is defined.
#[must_use]
pub fn specialise(
    program: &Program,
    root: &Name,
    root_types: &[Type],
    watched: &dyn Fn(&Name) -> bool,
) -> Special {
    let own = program.own_modules().map(|module| module.name.clone()).collect();
    let module = Module {
        name: "special".to_owned(),
        file: None,
        exports: Vec::new(),
        types: Vec::new(),
        classes: Vec::new(),
        instances: Vec::new(),
        nodes: Vec::new(),
        definitions: Vec::new(),
    };
    let mut work = Work { program, own, watched, module, versions: Vec::new() };
    work.version(root, root_types.to_vec());
    let mut done = 0;
    while let Some(version) = work.versions.get(done).cloned() {
        work.versions[done].calls = work.copy(&version);
        done += 1;
    }
    Special { module: work.module, versions: work.versions }
}

struct Work<'a> {
    program: &'a Program,
    own: BTreeSet<String>,
    watched: &'a dyn Fn(&Name) -> bool,
    module: Module,
    versions: Vec<Version>,
}

impl<'a> Work<'a> {
    /// The name of a version, which is made if it is not there.
    fn version(&mut self, origin: &Name, types: Vec<Type>) -> Option<Name> {
        if let Some(known) = self.versions.iter().find(|v| v.origin == *origin && v.types == types)
        {
            return Some(known.name.clone());
        }
        if self.versions.len() == MAX_VERSIONS {
            return None;
        }
        let shown: Vec<String> = types.iter().map(|ty| format!("@{}", types::show(ty))).collect();
        let occ = [std::slice::from_ref(&origin.occ), &shown].concat().join(" ");
        let name = Name { module: origin.module.clone(), occ };
        let body = match (self.watched)(origin) {
            true => Name { occ: format!("{}{BODY}", name.occ), ..name.clone() },
            false => name.clone(),
        };
        let (origin, calls) = (origin.clone(), Vec::new());
        let version = Version { origin, types, name: name.clone(), body, calls, guessed: false };
        self.versions.push(version);
        Some(name)
    }

    /// Copies the code of a version, and gives the versions that it names.
    fn copy(&mut self, version: &Version) -> Vec<Name> {
        let program = self.program;
        let Some(found) = program.linked().definition(&version.origin) else {
            return self.pass_on(version);
        };
        if !self.own.contains(&version.origin.module) {
            return self.pass_on(version);
        }
        let by = type_params(found).into_iter().zip(version.types.iter().cloned()).collect();
        let called = self.callees(found, &by);
        let base = self.module.nodes.len() as u32;
        let moved = Moved { first: found.first, base, by: &by };
        for (node, expr) in found.nodes() {
            let expr = match called.get(&node) {
                Some(name) => Expr::Global(name.clone()),
                None => moved.expr(expr),
            };
            self.module.nodes.push(expr);
        }
        let value = moved.node(found.definition.value);
        self.define(&version.body, value, found);
        if version.body != version.name {
            let alias = Node(self.module.nodes.len() as u32);
            self.module.nodes.push(Expr::Global(version.body.clone()));
            self.define(&version.name, alias, found);
        }
        called.into_values().collect::<BTreeSet<Name>>().into_iter().collect()
    }

    /// Lets a version be what the library has, or the method of whatever dictionary it is given.
    fn pass_on(&mut self, version: &Version) -> Vec<Name> {
        let linked = self.program.linked();
        let expr = match linked.definition(&version.origin) {
            Some(found) => Expr::Global(found.definition.name.clone()),
            None => match class_of(linked, &version.origin) {
                Some(class) => Expr::Select(class.name.clone(), version.origin.clone()),
                None => return Vec::new(),
            },
        };
        for name in [&version.body, &version.name] {
            let value = Node(self.module.nodes.len() as u32);
            self.module.nodes.push(expr.clone());
            self.module.definitions.push(Definition {
                name: name.clone(),
                value,
                ty: Type::Coercion,
                place: None,
                exported: false,
            });
        }
        Vec::new()
    }

    fn define(&mut self, name: &Name, value: Node, found: LinkedDefinition<'_>) {
        let Definition { ty, place, .. } = found.definition;
        let (ty, place, name) = (ty.clone(), place.clone(), name.clone());
        self.module.definitions.push(Definition { name, value, ty, place, exported: false });
    }

    /// The nodes of a definition that call functions of the user, with the versions they call.
    fn callees(&mut self, found: LinkedDefinition<'a>, by: &Instantiation) -> FxHashMap<u32, Name> {
        let mut called = FxHashMap::default();
        for (node, expr) in found.nodes() {
            match expr {
                // Those with types are met again as callees.
                Expr::Global(name) => {
                    if let Some(version) = self.callee(name, Vec::new()) {
                        called.insert(node, version);
                    }
                }
                Expr::App(callee, args) => {
                    let type_at = |arg: &Node| match found.module.expr(*arg) {
                        Expr::Type(ty) => Some(types::substitute(ty, by)),
                        _ => None,
                    };
                    let (node, version) = match bare_callee(found, *callee) {
                        (node, Some(Expr::Global(name))) => {
                            let types = args.iter().map_while(type_at).collect();
                            (node, self.callee(name, types))
                        }
                        // Dictionaries stand between the types.
                        (node, Some(Expr::Select(class, selector))) => (
                            node,
                            self.method(class, selector, args.iter().filter_map(type_at).collect()),
                        ),
                        _ => continue,
                    };
                    if let Some(version) = version {
                        called.insert(node, version);
                    }
                }
                _ => {}
            }
        }
        called
    }

    /// The version of a method whose calls are watched, at some types.
    fn method(&mut self, class: &Name, selector: &Name, mut types: Vec<Type>) -> Option<Name> {
        let linked = self.program.linked();
        let mut methods = linked.class(class)?.methods.iter();
        let (method, ty) = methods.find(|(name, _)| name.occ == selector.occ)?;
        if !(self.watched)(method) {
            return None;
        }
        let vars = types::signature(linked, ty).vars.len();
        if types.len() < vars {
            return None;
        }
        types.truncate(vars);
        let types = types.iter().map(closed).collect();
        self.version(method, types)
    }

    /// The version of a function of the user at some types, if it has as many type variables.
    fn callee(&mut self, name: &Name, types: Vec<Type>) -> Option<Name> {
        let found = self.program.linked().definition(name)?;
        let name = &found.definition.name;
        let is_copied = self.own.contains(&name.module) || (self.watched)(name);
        if !is_copied || type_params(found).len() != types.len() {
            return None;
        }
        let signature = types::signature(self.program.linked(), &found.definition.ty);
        let mut vars = signature.vars.iter();
        let close = |ty: &Type| match vars.next() {
            Some(var) if outside::is_index_of(self.program.linked(), &signature, var) => {
                outside::filled(ty, &outside::open())
            }
            _ => closed(ty),
        };
        let guessed = types.iter().any(|ty| !types::is_closed(ty));
        let types = types.iter().map(close).collect();
        let name = self.version(name, types)?;
        if let Some(version) = self.versions.iter_mut().find(|version| version.name == name) {
            version.guessed |= guessed;
        }
        Some(name)
    }
}

/// The function or method that is called at a node, with the node that names it.
fn bare_callee<'m>(found: LinkedDefinition<'m>, node: Node) -> (u32, Option<&'m Expr>) {
    let mut node = node;
    loop {
        match found.module.expr(node) {
            Expr::At(_, inner) | Expr::Cast(inner, _) => node = *inner,
            callee @ (Expr::Global(_) | Expr::Select(..)) => return (node.0, Some(callee)),
            _ => return (node.0, None),
        }
    }
}

/// The class of a method.
fn class_of<'l>(linked: &'l Linked, selector: &Name) -> Option<&'l Class> {
    let is = |class: &&Class| class.methods.iter().any(|(name, _)| name == selector);
    linked.modules().flat_map(|module| &module.classes).find(is)
}

/// The type variables that a definition binds first.
fn type_params(found: LinkedDefinition<'_>) -> Vec<Name> {
    let mut vars = Vec::new();
    let mut node = found.definition.value;
    loop {
        match found.module.expr(node) {
            Expr::At(_, inner) | Expr::Cast(inner, _) => node = *inner,
            Expr::Lam(params, body) => {
                for param in params {
                    match param {
                        Param::Type(name) => vars.push(name.clone()),
                        Param::Value(_) => return vars,
                    }
                }
                node = *body;
            }
            _ => return vars,
        }
    }
}

/// A type with `Int` for variables of which nothing is known: those of local functions.
fn closed(ty: &Type) -> Type {
    let int = || Type::Con(Name { module: "GHC.Types".into(), occ: "Int".into() }, Vec::new());
    match ty {
        Type::Var(_) => int(),
        Type::Con(name, args) => Type::Con(name.clone(), args.iter().map(closed).collect()),
        Type::App(f, x) => Type::App(Box::new(closed(f)), Box::new(closed(x))),
        Type::Fun(a, b) => Type::Fun(Box::new(closed(a)), Box::new(closed(b))),
        Type::Qualified(..) | Type::ForAll(..) => ty.clone(),
        Type::Number(_) | Type::Text(_) | Type::Coercion => ty.clone(),
    }
}

/// Nodes at other places of another table.
struct Moved<'b> {
    first: u32,
    base: u32,
    by: &'b Instantiation,
}

impl Moved<'_> {
    fn node(&self, node: Node) -> Node {
        Node(node.0 - self.first + self.base)
    }

    fn expr(&self, expr: &Expr) -> Expr {
        let all = |nodes: &[Node]| nodes.iter().map(|node| self.node(*node)).collect();
        match expr {
            Expr::App(callee, args) => Expr::App(self.node(*callee), all(args)),
            Expr::Lam(params, body) => Expr::Lam(params.clone(), self.node(*body)),
            Expr::Let(recursive, bindings, body) => {
                let bindings = bindings.iter();
                let bindings = bindings.map(|(binder, value)| (binder.clone(), self.node(*value)));
                Expr::Let(*recursive, bindings.collect(), self.node(*body))
            }
            Expr::Case(of, binder, alts) => {
                let alt = |alt: &Alt| Alt { body: self.node(alt.body), ..alt.clone() };
                Expr::Case(self.node(*of), binder.clone(), alts.iter().map(alt).collect())
            }
            Expr::Cast(value, ty) => Expr::Cast(self.node(*value), ty.clone()),
            Expr::At(place, value) => Expr::At(place.clone(), self.node(*value)),
            Expr::Type(ty) => Expr::Type(types::substitute(ty, self.by)),
            Expr::Local(_)
            | Expr::Global(_)
            | Expr::Con(_)
            | Expr::Wrapper(_)
            | Expr::Select(..)
            | Expr::Prim(_)
            | Expr::Foreign(_)
            | Expr::Lit(_)
            | Expr::Coercion => expr.clone(),
        }
    }
}
