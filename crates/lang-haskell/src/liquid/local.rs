//! Functions under `where` and `let` with annotations of their own.
//!
//! Such a function is lifted to the top of a module of its own: what it uses of its surroundings becomes
//! parameters, and the function around it calls it there. From then on it is a function like any other,
//! whose annotation may mention what its parameters are called.

use rustc_hash::FxHashSet;
use source::Span;

use super::ast::{Ident, Item, ItemKind};
use super::print::type_text;
use crate::core::{Alt, Binder, Definition, Expr, Module, Name, Node, Param, Type, Var};
use crate::program::Program;

/// Code that is nested deeper is left as it is.
const MOST_NESTED: u32 = 2000;

/// A local function that was lifted.
#[derive(Clone, Debug)]
pub struct LocalFunction {
    /// Its name in its annotation.
    pub span: Span,
    /// What it is called now.
    pub name: Name,
    /// The function around it.
    pub owner: Name,
    /// Its type, without what it uses of its surroundings.
    pub ty: Type,
    /// The type variables around it.
    pub vars: Vec<Name>,
    /// What it uses of its surroundings: names and types, dictionaries first.
    pub outer: Vec<(String, Type)>,
}

/// A local function in its module.
struct Found {
    ident: Ident,
    /// The definition around it, among those of the module.
    owner: usize,
    binder: Binder,
    value: Node,
    vars: Vec<Name>,
    /// What is in scope where it is defined.
    scope: Vec<Binder>,
    /// What it uses of that, by itself and by way of other local functions.
    outer: Vec<Binder>,
}

/// Lifts the local functions of a module of the program that are annotated: a module with them and with
/// what calls them, and what they are.
#[must_use]
pub fn lift(
    program: &Program,
    module: &Module,
    items: &[Item],
) -> Option<(Module, Vec<LocalFunction>)> {
    let mut found: Vec<Found> = Vec::new();
    for item in items {
        let ItemKind::Signature(signature) = &item.kind else { continue };
        for ident in &signature.names {
            let is_known = |known: &Definition| known.name.occ == ident.text;
            if signature.assumed || module.definitions.iter().any(is_known) {
                continue;
            }
            let text = type_text(&signature.ty);
            if let Some(local) = find(program, module, ident, &text)
                && found.iter().all(|known| known.binder.var != local.binder.var)
            {
                found.push(local);
            }
        }
    }
    close(module, &mut found);
    found.retain(|local| local.can_be_lifted() && depth(module, local.owner) < MOST_NESTED);
    if found.is_empty() {
        return None;
    }
    let mut lifting = Lifting { module, found: &found, nodes: Vec::new() };
    let mut definitions = Vec::new();
    for local in &found {
        definitions.push(lifting.lifted(local));
    }
    let mut owners: Vec<usize> = found.iter().map(|local| local.owner).collect();
    owners.sort_unstable();
    owners.dedup();
    for owner in owners {
        let definition = &module.definitions[owner];
        let value = lifting.copy(definition.value);
        definitions.push(Definition { value, ..definition.clone() });
    }
    let locals = found.iter().map(|local| local.told(module)).collect();
    let lifted = Module {
        name: format!("{} lifted", module.name),
        file: None,
        exports: Vec::new(),
        types: Vec::new(),
        classes: Vec::new(),
        instances: Vec::new(),
        nodes: lifting.nodes,
        definitions,
    };
    Some((lifted, locals))
}

/// The local function that an annotation is about: in the definition that the annotation stands in, the
/// first one of its name behind it.
fn find(program: &Program, module: &Module, ident: &Ident, annotation: &str) -> Option<Found> {
    let mut nearest: Option<(u32, Found)> = None;
    let start = |definition: &Definition| {
        let span = program.sources().span(definition.place.as_ref()?)?;
        let is_before = span.file == ident.span.file && span.start < ident.span.start;
        is_before.then_some(span.start)
    };
    let around = module.definitions.iter().filter_map(start).max()?;
    let owners = module.definitions.iter().enumerate();
    for (owner, definition) in owners.filter(|(_, known)| start(known) == Some(around)) {
        let mut search =
            Search { program, module, ident, vars: Vec::new(), scope: Vec::new(), depth: 0 };
        let mut all = Vec::new();
        search.walk(definition.value, &mut all);
        for (start, mut local) in all {
            if nearest.as_ref().is_none_or(|(known, _)| start < *known) {
                local.owner = owner;
                nearest = Some((start, local));
            }
        }
    }
    let (_, mut local) = nearest?;
    let free = free_vars(module, local.value);
    let word = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
    let mentions = |name: &str| annotation.split(|c| !word(c)).any(|part| part == name);
    let mut names = FxHashSet::default();
    // Of variables of one name the innermost is meant.
    for binder in local.scope.iter().rev() {
        let is_named = names.insert(binder.name.clone()) && mentions(&binder.name);
        if free.contains(&binder.var) || is_named {
            local.outer.push(binder.clone());
        }
    }
    Some(local)
}

/// Adds to what local functions use what the local functions that they call use.
fn close(module: &Module, found: &mut [Found]) {
    for _ in 0..found.len() {
        for at in 0..found.len() {
            let free = free_vars(module, found[at].value);
            let called = found.iter().filter(|other| free.contains(&other.binder.var));
            let needed: Vec<Binder> =
                called.flat_map(|other| other.outer.iter().cloned()).collect();
            let local = &mut found[at];
            for binder in needed {
                if local.outer.iter().all(|known| known.var != binder.var) {
                    local.outer.push(binder);
                }
            }
        }
    }
    let lifted: Vec<Var> = found.iter().map(|local| local.binder.var).collect();
    for local in found {
        local.outer.retain(|binder| !lifted.contains(&binder.var));
        // Dictionaries are what a type takes first.
        local.outer.sort_by_key(|binder| !is_dictionary(binder));
    }
}

/// GHC calls dictionaries so.
fn is_dictionary(binder: &Binder) -> bool {
    binder.name.starts_with("$d")
}

impl Found {
    /// Whether its type can be that of a function at the top: types that it takes itself stand before
    /// all values.
    fn can_be_lifted(&self) -> bool {
        let is_plain = !matches!(self.binder.ty, Some(Type::ForAll(..) | Type::Qualified(..)));
        let known = self.outer.iter().all(|binder| {
            binder.ty.is_some() && self.scope.iter().any(|around| around.var == binder.var)
        });
        known && self.binder.ty.is_some() && (is_plain || self.outer.is_empty())
    }

    fn name(&self, module: &Module) -> Name {
        let owner = &module.definitions[self.owner].name;
        let occ = format!("{}.{}", owner.written(), self.binder.name);
        Name { module: module.name.clone(), occ }
    }

    fn told(&self, module: &Module) -> LocalFunction {
        let outer =
            self.outer.iter().filter_map(|binder| Some((binder.name.clone(), binder.ty.clone()?)));
        LocalFunction {
            span: self.ident.span,
            name: self.name(module),
            owner: module.definitions[self.owner].name.clone(),
            ty: self.binder.ty.clone().expect("only functions with a type are lifted"),
            vars: self.vars.clone(),
            outer: outer.collect(),
        }
    }

    /// Its type with all that it takes.
    fn whole_type(&self) -> Type {
        let mut whole = self.binder.ty.clone().expect("only functions with a type are lifted");
        for binder in self.outer.iter().rev() {
            let ty = Box::new(binder.ty.clone().expect("what it uses has types"));
            whole = match is_dictionary(binder) {
                true => Type::Qualified(ty, Box::new(whole)),
                false => Type::Fun(ty, Box::new(whole)),
            };
        }
        self.vars.iter().rev().fold(whole, |whole, var| Type::ForAll(var.clone(), Box::new(whole)))
    }
}

/// A walk through a definition to the functions of a name in it.
struct Search<'a> {
    program: &'a Program,
    module: &'a Module,
    ident: &'a Ident,
    vars: Vec<Name>,
    scope: Vec<Binder>,
    depth: u32,
}

impl Search<'_> {
    fn walk(&mut self, node: Node, found: &mut Vec<(u32, Found)>) {
        if self.depth == MOST_NESTED {
            return;
        }
        self.depth += 1;
        let (vars, scope) = (self.vars.len(), self.scope.len());
        match self.module.expr(node) {
            Expr::Lam(params, body) => {
                for param in params {
                    match param {
                        Param::Type(name) => self.vars.push(name.clone()),
                        Param::Value(binder) => self.scope.push(binder.clone()),
                    }
                }
                self.walk(*body, found);
            }
            Expr::Let(recursive, bindings, body) => {
                let bound = bindings.iter().map(|(binder, _)| binder.clone());
                if *recursive {
                    self.scope.extend(bound.clone());
                }
                for (binder, value) in bindings {
                    self.consider(binder, *value, found);
                    self.walk(*value, found);
                }
                if !recursive {
                    self.scope.extend(bound);
                }
                self.walk(*body, found);
            }
            Expr::Case(of, binder, alts) => {
                self.walk(*of, found);
                self.scope.push(binder.clone());
                for Alt { fields, body, .. } in alts {
                    let before = self.scope.len();
                    self.scope.extend(fields.iter().cloned());
                    self.walk(*body, found);
                    self.scope.truncate(before);
                }
            }
            expr => parts(expr).into_iter().for_each(|part| self.walk(part, found)),
        }
        self.vars.truncate(vars);
        self.scope.truncate(scope);
        self.depth -= 1;
    }

    /// Takes a binding that the annotation may be about.
    fn consider(&self, binder: &Binder, value: Node, found: &mut Vec<(u32, Found)>) {
        if binder.name != self.ident.text {
            return;
        }
        let Some(span) = self.first_place(value) else { return };
        if span.file != self.ident.span.file || span.start <= self.ident.span.start {
            return;
        }
        let local = Found {
            ident: self.ident.clone(),
            owner: 0,
            binder: binder.clone(),
            value,
            vars: self.vars.clone(),
            scope: self.scope.clone(),
            outer: Vec::new(),
        };
        found.push((span.start, local));
    }

    /// The place of the first code of a value that has one.
    fn first_place(&self, value: Node) -> Option<Span> {
        let mut todo = vec![value];
        let mut first: Option<Span> = None;
        while let Some(node) = todo.pop() {
            let expr = self.module.expr(node);
            if let Expr::At(place, _) = expr {
                let span = self.program.sources().span(place);
                let is_first = |span: &Span| first.is_none_or(|known| span.start < known.start);
                first = span.filter(is_first).or(first);
            } else {
                todo.extend(parts(expr));
            }
        }
        first
    }
}

/// The expressions directly inside.
fn parts(expr: &Expr) -> Vec<Node> {
    match expr {
        Expr::App(callee, args) => [*callee].into_iter().chain(args.iter().copied()).collect(),
        Expr::Lam(_, body) | Expr::Cast(body, _) | Expr::At(_, body) => vec![*body],
        Expr::Let(_, bindings, body) => {
            bindings.iter().map(|(_, value)| *value).chain([*body]).collect()
        }
        Expr::Case(of, _, alts) => {
            [*of].into_iter().chain(alts.iter().map(|alt| alt.body)).collect()
        }
        Expr::Local(_)
        | Expr::Global(_)
        | Expr::Con(_)
        | Expr::Wrapper(_)
        | Expr::Select(..)
        | Expr::Prim(_)
        | Expr::Foreign(_)
        | Expr::Lit(_)
        | Expr::Type(_)
        | Expr::Coercion => Vec::new(),
    }
}

/// How deep the code of a definition is. Its expressions stand behind their parts.
fn depth(module: &Module, definition: usize) -> u32 {
    let value = |at: usize| module.definitions[at].value.0 as usize;
    let first = definition.checked_sub(1).map_or(0, |before| value(before) + 1);
    let mut depths: Vec<u32> = Vec::new();
    for expr in &module.nodes[first..=value(definition)] {
        let below = parts(expr).into_iter().map(|part| depths[part.0 as usize - first]);
        depths.push(below.max().unwrap_or(0) + 1);
    }
    depths.last().copied().unwrap_or(0)
}

/// The variables that an expression mentions. Those that it binds have numbers of their own.
fn free_vars(module: &Module, value: Node) -> FxHashSet<Var> {
    let (mut found, mut todo) = (FxHashSet::default(), vec![value]);
    while let Some(node) = todo.pop() {
        match module.expr(node) {
            Expr::Local(var) => {
                found.insert(*var);
            }
            expr => todo.extend(parts(expr)),
        }
    }
    found
}

/// Copies code in which local functions are those at the top.
struct Lifting<'a> {
    module: &'a Module,
    found: &'a [Found],
    nodes: Vec<Expr>,
}

impl Lifting<'_> {
    fn push(&mut self, expr: Expr) -> Node {
        self.nodes.push(expr);
        Node(self.nodes.len() as u32 - 1)
    }

    fn lifted(&mut self, local: &Found) -> Definition {
        let body = self.copy(local.value);
        let types = local.vars.iter().cloned().map(Param::Type);
        let params: Vec<Param> =
            types.chain(local.outer.iter().cloned().map(Param::Value)).collect();
        let value = match params.is_empty() {
            true => body,
            false => self.push(Expr::Lam(params, body)),
        };
        Definition {
            name: local.name(self.module),
            value,
            ty: local.whole_type(),
            place: None,
            exported: false,
        }
    }

    /// A call of a lifted function, with further arguments.
    fn call(&mut self, local: &Found, more: Vec<Node>) -> Node {
        let mut args: Vec<Node> = Vec::new();
        for var in &local.vars {
            args.push(self.push(Expr::Type(Type::Var(var.clone()))));
        }
        for binder in &local.outer {
            args.push(self.push(Expr::Local(binder.var)));
        }
        args.extend(more);
        let callee = self.push(Expr::Global(local.name(self.module)));
        if args.is_empty() { callee } else { self.push(Expr::App(callee, args)) }
    }

    fn local(&self, node: Node) -> Option<&Found> {
        match self.module.expr(node) {
            Expr::Local(var) => self.found.iter().find(|local| local.binder.var == *var),
            Expr::At(_, inner) | Expr::Cast(inner, _) => self.local(*inner),
            _ => None,
        }
    }

    /// Code is as deep here as the search has followed it.
    fn copy(&mut self, node: Node) -> Node {
        let found = self.found;
        let module = self.module;
        let known = |var: Var| found.iter().find(|local| local.binder.var == var);
        let expr = match module.expr(node) {
            Expr::Local(var) => match known(*var) {
                Some(local) => return self.call(local, Vec::new()),
                None => Expr::Local(*var),
            },
            Expr::App(callee, args) => {
                let copied: Vec<Node> = args.iter().map(|arg| self.copy(*arg)).collect();
                if let Some(at) = self.local(*callee).map(|local| local.binder.var) {
                    let local = known(at).expect("it was found just now");
                    return self.call(local, copied);
                }
                Expr::App(self.copy(*callee), copied)
            }
            Expr::Lam(params, body) => Expr::Lam(params.clone(), self.copy(*body)),
            Expr::Let(recursive, bindings, body) => {
                let kept = bindings.iter().filter(|(binder, _)| known(binder.var).is_none());
                let kept: Vec<(Binder, Node)> =
                    kept.map(|(binder, value)| (binder.clone(), self.copy(*value))).collect();
                let body = self.copy(*body);
                if kept.is_empty() {
                    return body;
                }
                Expr::Let(*recursive, kept, body)
            }
            Expr::Case(of, binder, alts) => {
                let of = self.copy(*of);
                let alts = alts.iter().map(|alt| Alt { body: self.copy(alt.body), ..alt.clone() });
                Expr::Case(of, binder.clone(), alts.collect())
            }
            Expr::Cast(value, ty) => Expr::Cast(self.copy(*value), ty.clone()),
            Expr::At(place, value) => Expr::At(place.clone(), self.copy(*value)),
            other => other.clone(),
        };
        self.push(expr)
    }
}
