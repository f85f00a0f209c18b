//! What annotations mean for the modules that they stand in.
//!
//! A module sees what those before it declare: aliases, measures, data types. What it declares itself
//! wins, and the types of functions belong to the functions, wherever they are called.
//!
//! A refined type is laid beside the type that GHC knows of the same thing, and both are walked
//! together: GHC's type says what the names are, the annotation says what is required. Aliases are
//! expanded on the way, each in the scope in which it was written, so that no name is captured.
//!
//! Measures and other functions of the logic are made in `function`, predicates in `pred`, and
//! functions of the program are taken over into the logic in `lift`.

mod abstracts;
mod builtin;
mod function;
mod lift;
mod pred;
mod types;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::FxHashMap;
use source::{Diagnostic, File, FileId, Span, counted};
use syntax::{Errors, Reported};

use super::ast::{self, Ident, Item, ItemKind, ItemTopic, UnreadItem};
use super::local::LocalFunction;
use super::logic::{
    DataSpec, DoubtfulType, FnId, Function, Local, Parameter, Pred, Refined, Signature, Specs,
    Stated,
};
use super::parse;
use crate::core::{Class, Constructor, Definition, Expr, Module, Name, Type, TypeDecl};
use crate::link::Linked;
use crate::types as program_types;

/// The text of the annotations that come with LiquidHaskell.
pub const PRELUDE: &str = include_str!("prelude.lhs");
/// What the file of that text is called.
pub const PRELUDE_NAME: &str = "liquid-prelude.lhs";

/// A module with its annotations.
#[derive(Clone, Copy)]
pub struct Annotated<'a> {
    /// The module.
    pub module: &'a Module,
    /// Its annotations.
    pub items: &'a [Item],
    /// Those of its annotations that cannot be read.
    pub unread: &'a [UnreadItem],
    /// Its local functions that are annotated.
    pub locals: &'a [LocalFunction],
}

/// What annotations say.
pub struct Resolved {
    /// Those of all modules together.
    pub specs: Specs,
    /// What is worth knowing, in the order of the modules.
    pub said: Vec<Vec<Diagnostic>>,
    /// The annotations of each module that are not understood, but for those of its functions, whose
    /// signatures say so.
    pub unread: Vec<Vec<UnreadItem>>,
}

/// What the annotations of modules say, each module after those that it imports. `prelude` is a file
/// with the text of [`PRELUDE`].
#[must_use]
pub fn resolve(linked: &Linked, modules: &[Annotated<'_>], prelude: &File) -> Resolved {
    let (known, faults) = parse(prelude);
    assert!(faults.is_empty(), "our own annotations are well formed: {faults:?}");
    let (mut said, mut left) = (Vec::new(), Vec::new());
    let Some(first) = modules.first() else {
        return Resolved { specs: Specs::default(), said, unread: left };
    };
    let mut resolver = Resolver::new(linked, first.module, prelude.id());
    resolver.declare(&known);
    for Annotated { module, items, unread, locals } in modules {
        resolver.enter(module, items);
        resolver.locals = locals;
        resolver.declare(items);
        for one in *unread {
            resolver.leave_out(one.clone());
        }
        for item in *items {
            if resolver.item(item).is_err() {
                let why = resolver.take_fault();
                resolver.leave_out(UnreadItem { topic: topic(&item.kind), why, span: item.span });
            }
        }
        said.push(std::mem::take(&mut resolver.notes));
        left.push(std::mem::take(&mut resolver.unread));
    }
    let mut specs = resolver.specs;
    for signature in &mut specs.signatures {
        signature.assumed |= specs.trusted.contains(&signature.name);
    }
    Resolved { specs, said, unread: left }
}

/// What an annotation is about.
fn topic(kind: &ItemKind) -> ItemTopic {
    match kind {
        ItemKind::Signature(signature) => ItemTopic::Functions(signature.names.clone()),
        ItemKind::TypeAlias(alias) => ItemTopic::TypeAlias(alias.name.clone()),
        ItemKind::Predicate(alias) => ItemTopic::Logic(alias.name.clone()),
        ItemKind::Measure(ast::Measure { name, .. })
        | ItemKind::Inline(name)
        | ItemKind::Reflect(name) => ItemTopic::Logic(name.clone()),
        ItemKind::Data(data) => ItemTopic::Data(data.name.clone()),
        ItemKind::Invariant(ty) | ItemKind::Using(ty, _) => match head_ident(ty) {
            Some(name) => ItemTopic::Data(name.clone()),
            None => ItemTopic::Other,
        },
        ItemKind::Trusted(name) => ItemTopic::Functions(vec![name.clone()]),
        ItemKind::Methods(_, methods) => {
            let names = methods.iter().flat_map(|method| &method.names).cloned();
            ItemTopic::Functions(names.collect())
        }
        ItemKind::Ignored(..) | ItemKind::Unsupported(..) => ItemTopic::Other,
    }
}

/// The name of the type constructor of a type, within refinements.
fn head_ident(ty: &ast::Type) -> Option<&Ident> {
    match &ty.kind {
        ast::TypeKind::Con(name, _) => Some(name),
        ast::TypeKind::Refined(_, base, _) => head_ident(base),
        _ => None,
    }
}

/// A part that is right, or was reported.
type Resolving<T> = Result<T, Reported>;

/// Annotations on the way to their meaning.
struct Resolver<'a> {
    linked: &'a Linked,
    module: &'a Module,
    /// Local functions of the module.
    locals: &'a [LocalFunction],
    /// The modules before it.
    earlier: Vec<&'a Module>,
    types: FxHashMap<String, Rc<ast::Alias<ast::Type>>>,
    predicates: FxHashMap<String, Rc<ast::Alias<ast::Expr>>>,
    /// Annotations of functions of the logic, by name.
    declared: BTreeMap<String, Declared>,
    /// Names that annotations give to fields: constructors with the numbers of their fields.
    labels: BTreeMap<String, Vec<(String, usize)>>,
    /// The file of the annotations that come with LiquidHaskell, whose places tell users nothing.
    prelude: FileId,
    /// Where an alias of that file is used.
    site: Option<Span>,
    /// Measures that have equations for several types, which are declared with the type behind their name.
    class_measures: BTreeSet<String>,
    /// The types of variables, as far as they are noted.
    local_types: BTreeMap<Local, Type>,
    /// Functions of the logic that have been met.
    functions: FxHashMap<String, FnId>,
    /// Those of them that are functions of the program.
    lifted: FxHashMap<Name, FnId>,
    specs: Specs,
    errors: Errors,
    notes: Vec<Diagnostic>,
    /// Annotations of the present module that are not understood.
    unread: Vec<UnreadItem>,
    /// The names of aliases and functions of the logic among them.
    misread: BTreeSet<String>,
    /// Why the present annotation is not understood, as a clause, if it is not.
    unsupported: Option<(String, Span)>,
    /// Why it is understood in part only.
    partly: Option<(String, Span)>,
    /// The refinement parameters that are in scope.
    open: Vec<(String, abstracts::Given)>,
    /// Annotations of data types with refinement parameters.
    datas: FxHashMap<String, Rc<ast::Data>>,
    /// What those are with given refinements.
    expanded: Vec<abstracts::Expanded>,
    /// How many of those are being made.
    expanding: usize,
    /// Whether the present type has refinement parameters.
    has_refinement_params: bool,
    /// Whether these may be any refinements.
    universally: bool,
    /// The values that these exclude, with the types that are written of them.
    excluded: Vec<(Local, ast::Type)>,
    /// The types that some of them are seen to have.
    excluded_types: BTreeMap<Local, Type>,
    /// What the type variables of the present annotation are in the program.
    type_variables: BTreeMap<String, Type>,
}

/// How a function of the logic is declared.
#[derive(Clone)]
enum Declared {
    /// By equations, or by its type alone.
    Equations(Rc<ast::Measure>),
    /// As a function of the program.
    Lifted(Span),
}

/// What names mean at a place of an annotation.
#[derive(Clone, Default)]
struct Scope(FxHashMap<String, Binding>);

/// What a name means.
#[derive(Clone)]
enum Binding {
    /// A value.
    Value(Pred),
    /// A type, in its own scope.
    Type(Rc<ast::Type>, Rc<Scope>),
}

impl Scope {
    fn with(&self, name: &str, value: Pred) -> Scope {
        let mut scope = self.clone();
        scope.0.insert(name.to_owned(), Binding::Value(value));
        scope
    }

    fn value(&self, name: &str) -> Option<&Pred> {
        match self.0.get(name)? {
            Binding::Value(value) => Some(value),
            Binding::Type(..) => None,
        }
    }
}

impl<'a> Resolver<'a> {
    fn new(linked: &'a Linked, module: &'a Module, prelude: FileId) -> Resolver<'a> {
        Resolver {
            labels: BTreeMap::new(),
            locals: &[],
            prelude,
            site: None,
            linked,
            module,
            earlier: Vec::new(),
            types: FxHashMap::default(),
            predicates: FxHashMap::default(),
            declared: BTreeMap::new(),
            class_measures: BTreeSet::new(),
            local_types: BTreeMap::new(),
            functions: FxHashMap::default(),
            lifted: FxHashMap::default(),
            specs: Specs::default(),
            errors: Errors::default(),
            notes: Vec::new(),
            unread: Vec::new(),
            misread: BTreeSet::new(),
            unsupported: None,
            partly: None,
            open: Vec::new(),
            datas: FxHashMap::default(),
            expanded: Vec::new(),
            expanding: 0,
            has_refinement_params: false,
            universally: false,
            excluded: Vec::new(),
            excluded_types: BTreeMap::new(),
            type_variables: BTreeMap::new(),
        }
    }

    /// Goes on to a module. What it declares itself hides what others declare under that name.
    fn enter(&mut self, module: &'a Module, items: &[Item]) {
        if self.module.name != module.name {
            self.earlier.push(self.module);
        }
        self.module = module;
        // A type of the program that is called like an alias is what people mean.
        self.types.retain(|name, _| module.types.iter().all(|decl| decl.name.occ != *name));
        for item in items {
            if let ItemKind::Measure(ast::Measure { name, .. })
            | ItemKind::Inline(name)
            | ItemKind::Reflect(name) = &item.kind
            {
                self.functions.remove(&name.text);
            }
        }
    }

    /// Takes in what other annotations may refer to. Later ones win over earlier ones.
    fn declare(&mut self, items: &[Item]) {
        for item in items {
            match &item.kind {
                ItemKind::TypeAlias(alias) => {
                    self.misread.remove(&alias.name.text);
                    self.types.insert(alias.name.text.clone(), Rc::new(alias.clone()));
                }
                ItemKind::Predicate(alias) => {
                    self.misread.remove(&alias.name.text);
                    self.predicates.insert(alias.name.text.clone(), Rc::new(alias.clone()));
                }
                ItemKind::Measure(measure) => {
                    self.misread.remove(&measure.name.text);
                    if measure.of_instance {
                        self.class_measures.insert(measure.name.text.clone());
                        if let Some(name) = instance_measure(measure) {
                            let mut one = measure.clone();
                            one.name.text.clone_from(&name);
                            self.declared.insert(name, Declared::Equations(Rc::new(one)));
                        }
                        continue;
                    }
                    let declared = match (&measure.ty, measure.equations.is_empty()) {
                        (None, true) => Declared::Lifted(measure.name.span),
                        // A measure may be given the type of the Haskell function it is.
                        (Some(_), true) if self.own(&measure.name.text).is_some() => {
                            Declared::Lifted(measure.name.span)
                        }
                        _ => Declared::Equations(Rc::new(measure.clone())),
                    };
                    self.declared.insert(measure.name.text.clone(), declared);
                }
                ItemKind::Inline(name) | ItemKind::Reflect(name) => {
                    self.declared.insert(name.text.clone(), Declared::Lifted(name.span));
                }
                ItemKind::Signature(_)
                | ItemKind::Invariant(_)
                | ItemKind::Using(..)
                | ItemKind::Trusted(_)
                | ItemKind::Methods(..)
                | ItemKind::Ignored(..)
                | ItemKind::Unsupported(..) => {}
                ItemKind::Data(data) => {
                    if !data.refinement_params.is_empty() {
                        self.datas.insert(data.name.text.clone(), Rc::new(data.clone()));
                    }
                    for ctor in &data.ctors {
                        let named = ctor.fields.iter().enumerate();
                        let named = named.filter_map(|(at, (name, _))| Some((name.as_ref()?, at)));
                        for (name, at) in named {
                            let field = (ctor.name.text.clone(), at);
                            self.labels.entry(name.text.clone()).or_default().push(field);
                        }
                    }
                }
            }
        }
    }

    fn item(&mut self, item: &Item) -> Resolving<()> {
        self.unsupported = None;
        match &item.kind {
            ItemKind::Signature(signature) => self.signature(signature),
            ItemKind::Measure(measure) if measure.of_instance => match instance_measure(measure) {
                Some(text) => self.function(&Ident { text, ..measure.name.clone() }).map(|_| ()),
                None => {
                    let message = "an instance of a measure needs the type that it is for";
                    Err(self.report(Diagnostic::error(message).at(measure.name.span, "")))
                }
            },
            ItemKind::Measure(ast::Measure { name, .. })
                if self.class_measures.contains(&name.text) =>
            {
                Ok(())
            }
            ItemKind::Measure(ast::Measure { name, .. })
            | ItemKind::Inline(name)
            | ItemKind::Reflect(name) => self.function(name).map(|_| ()),
            ItemKind::Invariant(ty) | ItemKind::Using(_, ty) => self.invariant(ty),
            ItemKind::Data(data) => self.data(data),
            ItemKind::TypeAlias(_) | ItemKind::Predicate(_) => Ok(()),
            ItemKind::Trusted(name) => match self.own(&name.text) {
                Some(definition) => {
                    self.specs.trusted.push(definition.name.clone());
                    Ok(())
                }
                None => Err(self.no_function(name)),
            },
            ItemKind::Methods(of, methods) => self.methods(of.as_ref(), methods),
            ItemKind::Ignored(word, _) => {
                let note = format!("`{}` changes no answer here and is ignored", word.text);
                self.notes.push(Diagnostic::note(note).at(item.span, ""));
                Ok(())
            }
            ItemKind::Unsupported(word, _) => {
                let message = format!("`{}` annotations are not supported", word.text);
                let help = "what it says is neither assumed nor checked";
                let warning = Diagnostic::warning(message).with_code("REF010").at(item.span, "");
                self.notes.push(warning.with_help(help));
                Ok(())
            }
        }
    }

    /// What was found to be wrong first.
    fn take_fault(&mut self) -> Diagnostic {
        let faults = std::mem::take(&mut self.errors).finish();
        faults.into_iter().next().expect("what is wrong is reported")
    }

    /// Takes note of an annotation that is not understood, so that what depends on it is not taken for
    /// decided.
    fn leave_out(&mut self, mut unread: UnreadItem) {
        match &unread.topic {
            ItemTopic::Functions(names) => {
                for name in names {
                    self.leave_out_function(name, &unread);
                }
                return;
            }
            ItemTopic::TypeAlias(name) | ItemTopic::Logic(name) => {
                self.misread.insert(name.text.clone());
            }
            ItemTopic::Data(name) => match self.type_named(&name.text) {
                Some(decl) => {
                    let (name, why) = (decl.name.clone(), unread.why.message.clone());
                    self.specs.doubtful.push(DoubtfulType { name, why, span: unread.span });
                }
                None => unread.topic = ItemTopic::Other,
            },
            ItemTopic::Other => {}
        }
        self.unread.push(unread);
    }

    /// A function of which only GHC's type is known, although more is written.
    fn leave_out_function(&mut self, name: &Ident, unread: &UnreadItem) {
        let Some(definition) = self.own(&name.text) else {
            let topic = ItemTopic::Functions(vec![name.clone()]);
            self.unread.push(UnreadItem { topic, ..unread.clone() });
            return;
        };
        let span = unread.why.labels.first().map_or(unread.span, |label| label.span);
        let mut signature = implied(self.linked, &definition.name, &definition.ty, span);
        signature.implied = false;
        signature.unsupported = Some((unread.why.message.clone(), span));
        self.specs.signatures.push(signature);
    }

    fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        self.errors.report(diagnostic)
    }

    /// A new variable.
    fn local(&mut self, name: &str) -> Local {
        self.specs.locals.push(name.to_owned());
        Local(self.specs.locals.len() as u32 - 1)
    }

    /// A definition of the module itself.
    fn own(&self, name: &str) -> Option<&'a crate::core::Definition> {
        let plain = unqualified(name);
        self.module.definitions.iter().find(|definition| definition.name.occ == plain)
    }

    /// A definition of one of the user's modules that come before.
    fn imported(&self, name: &str) -> Option<&'a crate::core::Definition> {
        let plain = unqualified(name);
        let modules = self.earlier.iter().rev();
        let mut all = modules.flat_map(|module| &module.definitions);
        all.find(|definition| definition.exported && definition.name.occ == plain)
    }

    fn signature(&mut self, signature: &ast::Signature) -> Resolving<()> {
        for name in &signature.names {
            if self.one_signature(name, signature).is_err() {
                let (topic, why) = (ItemTopic::Functions(vec![name.clone()]), self.take_fault());
                self.leave_out(UnreadItem { topic, why, span: signature.ty.span });
            }
        }
        Ok(())
    }

    fn one_signature(&mut self, name: &Ident, signature: &ast::Signature) -> Resolving<()> {
        let locals = self.locals;
        if let Some(local) = locals.iter().find(|local| local.span == name.span) {
            return self.local_signature(local, signature);
        }
        let imported = || self.imported(&name.text).filter(|_| signature.assumed);
        let Some(definition) = self.own(&name.text).or_else(imported) else {
            if signature.assumed {
                self.assumed_elsewhere(name);
                return Ok(());
            }
            let methods = self.methods_of_instances(&name.text);
            if methods.is_empty() {
                return Err(self.no_function(name));
            }
            for method in methods {
                self.add_signature(method, signature)?;
            }
            return Ok(());
        };
        self.add_signature(definition, signature)
    }

    fn add_signature(
        &mut self,
        definition: &Definition,
        signature: &ast::Signature,
    ) -> Resolving<()> {
        let (called, ty) = (definition.name.clone(), definition.ty.clone());
        self.unsupported = None;
        let scope = Scope::default();
        let resolved = self.signature_of(called, &signature.ty, &ty, &scope)?;
        self.specs.signatures.push(Signature { assumed: signature.assumed, ..resolved });
        Ok(())
    }

    /// The type of a local function, which may mention what is around it.
    fn local_signature(
        &mut self,
        local: &LocalFunction,
        signature: &ast::Signature,
    ) -> Resolving<()> {
        let (mut params, mut named) = (Vec::new(), Vec::new());
        for (name, ty) in &local.outer {
            let refined = self.plain(ty);
            self.specs.locals[refined.var.0 as usize].clone_from(name);
            named.push((name, refined.var));
            params.push(match name.starts_with("$d") {
                true => Parameter::Dictionary(ty.clone()),
                false => Parameter::Value(refined),
            });
        }
        // Of two variables of one name the inner one, which comes first, is meant.
        let outside_in = named.into_iter().rev();
        let scope = outside_in
            .fold(Scope::default(), |scope, (name, var)| scope.with(name, Pred::Var(var)));
        self.unsupported = None;
        let own = self.signature_of(local.name.clone(), &signature.ty, &local.ty, &scope)?;
        params.extend(own.params);
        let vars = local.vars.iter().cloned().chain(own.vars).collect();
        self.specs.signatures.push(Signature { params, vars, universal: None, ..own });
        Ok(())
    }

    fn no_function(&mut self, name: &Ident) -> Reported {
        let known = self.module.definitions.iter().map(|known| known.name.occ.clone());
        let message = format!("there is no function `{}` in this module", name.text);
        let error = Diagnostic::error(message).at(name.span, "");
        self.report(with_suggestion(error, &name.text, known))
    }

    /// What a method of a class of this module is in the instances of this module.
    fn methods_of_instances(&self, name: &str) -> Vec<&'a Definition> {
        let plain = unqualified(name);
        let Some(class) = self.class_with(plain) else { return Vec::new() };
        let own = self.module.instances.iter().filter(|instance| instance.class == class.name);
        let dictionaries: Vec<&Name> = own.map(|instance| &instance.dictionary).collect();
        let mut found = BTreeSet::new();
        let mut first = 0;
        for definition in &self.module.definitions {
            let last = definition.value.0 as usize;
            if dictionaries.contains(&&definition.name) {
                found.extend(self.module.nodes[first..=last].iter().filter_map(
                    |expr| match expr {
                        Expr::Global(name) if name.method() == Some(plain) => Some(name),
                        _ => None,
                    },
                ));
            }
            first = last + 1;
        }
        let definitions = self.module.definitions.iter();
        definitions.filter(|definition| found.contains(&definition.name)).collect()
    }

    /// The class of this module with this method.
    fn class_with(&self, method: &str) -> Option<&'a Class> {
        let has = |class: &&Class| class.methods.iter().any(|(name, _)| name.occ == method);
        self.module.classes.iter().find(has)
    }

    /// A type for a function of a library: that of `error` is believed, others are noted.
    fn assumed_elsewhere(&mut self, name: &ast::Ident) {
        let message = format!("`{}` is not defined in this module, and is run as it is", name.text);
        self.notes.push(Diagnostic::note(message).at(name.span, ""));
    }

    fn signature_of(
        &mut self,
        name: Name,
        written: &ast::Type,
        ty: &Type,
        scope: &Scope,
    ) -> Resolving<Signature> {
        self.has_refinement_params = false;
        self.type_variables.clear();
        let plain = self.one_signature_of(name.clone(), written, ty, scope)?;
        if !self.has_refinement_params || plain.unsupported.is_some() || plain.partly.is_some() {
            return Ok(plain);
        }
        self.universally = true;
        let open = self.one_signature_of(name, written, ty, scope);
        self.universally = false;
        let (excluded, seen) =
            (std::mem::take(&mut self.excluded), std::mem::take(&mut self.excluded_types));
        let mut open = open?;
        let mut ghosts = Vec::new();
        for (var, written) in excluded {
            let Some(ty) = seen.get(&var).cloned().or_else(|| self.plain_type(&written)) else {
                let partly = Some((types::ABSTRACT.to_owned(), written.span));
                return Ok(Signature { partly, ..plain });
            };
            ghosts.push(Refined { var, ..Refined::plain(&ty) });
        }
        // What the function cannot take is no excuse.
        if open.unsupported.is_some() {
            let partly = open.unsupported;
            return Ok(Signature { partly, ..plain });
        }
        open.ghosts = ghosts.len();
        let first = open.params.iter().take_while(|one| matches!(one, Parameter::Dictionary(_)));
        let at = first.count();
        open.params.splice(at..at, ghosts.into_iter().map(Parameter::Value));
        Ok(Signature { universal: Some(Box::new(open)), ..plain })
    }

    fn one_signature_of(
        &mut self,
        name: Name,
        written: &ast::Type,
        ty: &Type,
        scope: &Scope,
    ) -> Resolving<Signature> {
        let (vars, mut params, ty) = quantified(ty);
        let mut result = self.refined(written, ty, scope)?;
        while let Some((param, rest)) = self.arrow(&result) {
            params.push(Parameter::Value(param));
            result = rest;
        }
        let mut signature = implied(self.linked, &name, &result.ty, written.span);
        signature.unsupported = self.unsupported.take();
        signature.partly = self.partly.take();
        Ok(Signature { vars, params, result, implied: false, ..signature })
    }

    /// The types of the methods of a class, or of one of its instances.
    fn methods(&mut self, of: Option<&Ident>, methods: &[ast::Signature]) -> Resolving<()> {
        for method in methods {
            for name in &method.names {
                if self.class_with(unqualified(&name.text)).is_none() {
                    let message = format!("no class of this module has a method `{}`", name.text);
                    let why = Diagnostic::error(message).at(name.span, "");
                    let topic = ItemTopic::Functions(vec![name.clone()]);
                    self.unread.push(UnreadItem { topic, why, span: name.span });
                    continue;
                }
                let mut all = self.methods_of_instances(&name.text);
                if let Some(of) = of {
                    all.retain(|definition| self.is_method_of(definition, &of.text));
                }
                // A class without instances here has nothing to check.
                for definition in all {
                    if self.add_signature(definition, method).is_err() {
                        let why = self.take_fault();
                        let topic = ItemTopic::Functions(vec![name.clone()]);
                        self.unread.push(UnreadItem { topic, why, span: method.ty.span });
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether a method belongs to the instance for a type constructor.
    fn is_method_of(&self, definition: &Definition, head: &str) -> bool {
        let instance = super::callees::instance_of(self.module, &definition.name);
        let ty = instance.and_then(|instance| instance.types.first());
        matches!(ty, Some(Type::Con(name, _)) if name.occ == unqualified(head))
    }

    /// `invariant {v:T a | p}`: it belongs to the type constructor.
    fn invariant(&mut self, ty: &ast::Type) -> Resolving<()> {
        let ast::TypeKind::Refined(binder, base, pred) = &ty.kind else {
            let error = Diagnostic::error("an invariant is a refinement of a type").at(ty.span, "");
            return Err(self.report(error.with_help("write `invariant {v:T | p}`")));
        };
        let Some(name) = self.head_of(base) else {
            let error = Diagnostic::error("this invariant is of no data type").at(base.span, "");
            return Err(self.report(error));
        };
        let var = self.local(&binder.text);
        let scope = Scope::default().with(&binder.text, Pred::Var(var));
        let stated = Stated { pred: self.pred(pred, &scope)?, span: pred.span };
        self.data_spec(&name).invariants.push((var, stated));
        Ok(())
    }

    /// The type constructor that an annotation means, if it is that of a data type.
    fn head_of(&self, ty: &ast::Type) -> Option<Name> {
        match &ty.kind {
            ast::TypeKind::Con(name, _) => {
                self.type_named(&name.text).map(|decl| decl.name.clone())
            }
            ast::TypeKind::List(_) => Some(builtin::name("GHC.Types", "[]")),
            ast::TypeKind::Tuple(parts) if parts.len() > 1 => {
                Some(builtin::name("GHC.Tuple", &format!("({})", ",".repeat(parts.len() - 1))))
            }
            _ => None,
        }
    }

    /// A type by the name that it has here: of this module, or of another one.
    fn type_named(&self, name: &str) -> Option<&'a TypeDecl> {
        let plain = unqualified(name);
        let is = |decl: &&TypeDecl| decl.name.occ == plain;
        let user = [self.module].into_iter().chain(self.earlier.iter().rev().copied());
        let own = user.flat_map(|module| &module.types).find(is);
        own.or_else(|| self.linked.modules().flat_map(|module| &module.types).find(is))
    }

    /// A constructor by the name that it has here.
    fn ctor_named(&self, name: &str) -> Option<&'a Constructor> {
        let plain = unqualified(name);
        let all = |module: &'a Module| module.types.iter().flat_map(TypeDecl::constructors);
        let is = |ctor: &&Constructor| ctor.name.occ == plain;
        let user = [self.module].into_iter().chain(self.earlier.iter().rev().copied());
        let own = user.flat_map(all).find(is);
        own.or_else(|| self.linked.modules().flat_map(all).find(is))
    }

    fn data_spec(&mut self, name: &Name) -> &mut DataSpec {
        if let Some(at) = self.specs.datas.iter().position(|data| data.name == *name) {
            return &mut self.specs.datas[at];
        }
        let params = self.linked.type_decl(name).map(|decl| decl.params.clone());
        let params = params.unwrap_or_default();
        let (ctors, invariants) = (Vec::new(), Vec::new());
        self.specs.datas.push(DataSpec { name: name.clone(), params, ctors, invariants });
        self.specs.datas.last_mut().expect("it was pushed just now")
    }

    fn data(&mut self, data: &ast::Data) -> Resolving<()> {
        let Some(decl) = self.type_named(&data.name.text) else {
            let known = self.module.types.iter().map(|decl| decl.name.occ.clone());
            let error = Diagnostic::error(format!("there is no type `{}`", data.name.text));
            let error = error.at(data.name.span, "");
            return Err(self.report(with_suggestion(error, &data.name.text, known)));
        };
        for ctor in &data.ctors {
            let names = data.refinement_params.iter().map(|param| param.name.text.clone());
            self.open = names.map(|name| (name, abstracts::Given::True)).collect();
            let fields = self.ctor_fields(decl, ctor);
            self.open.clear();
            let fields = fields?;
            // Refinement parameters that a type does not give are true of everything.
            self.unsupported = self.unsupported.take().filter(|_| data.refinements.is_none());
            if let Some((why, span)) = self.unsupported.take() {
                self.specs.doubtful.push(DoubtfulType { name: decl.name.clone(), why, span });
            }
            if fields.iter().any(|field| !field.is_plain()) {
                let name = fields_owner(decl, &ctor.name.text).expect("its fields were found");
                let name = name.name.clone();
                self.data_spec(&decl.name).ctors.push((name, fields));
            }
        }
        Ok(())
    }

    fn ctor_fields(&mut self, decl: &TypeDecl, ctor: &ast::DataCtor) -> Resolving<Vec<Refined>> {
        let Some(known) = fields_owner(decl, &ctor.name.text) else {
            let all = decl.constructors().iter().map(|known| known.name.occ.clone());
            let message = format!("`{}` has no constructor `{}`", decl.name.occ, ctor.name.text);
            let error = Diagnostic::error(message).at(ctor.name.span, "");
            return Err(self.report(with_suggestion(error, &ctor.name.text, all)));
        };
        if known.fields.len() != ctor.fields.len() {
            let message = format!(
                "`{}` has {}, found {} annotated",
                ctor.name.text,
                counted(known.fields.len(), "field"),
                ctor.fields.len()
            );
            return Err(self.report(Diagnostic::error(message).at(ctor.name.span, "")));
        }
        let mut scope = Scope::default();
        let mut fields = Vec::new();
        for ((name, written), ty) in ctor.fields.iter().zip(&known.fields) {
            let field = self.refined(written, ty, &scope)?;
            if let Some(name) = name {
                self.specs.locals[field.var.0 as usize].clone_from(&name.text);
                scope = scope.with(&name.text, Pred::Var(field.var));
            }
            fields.push(field);
        }
        Ok(fields)
    }

    fn new_function(&mut self, function: Function) -> FnId {
        self.specs.functions.push(function);
        FnId(self.specs.functions.len() as u32 - 1)
    }
}

/// The type variables and dictionaries of a type, and the type without them.
fn quantified(ty: &Type) -> (Vec<Name>, Vec<Parameter>, &Type) {
    let (mut vars, mut params, mut ty) = (Vec::new(), Vec::new(), ty);
    loop {
        match ty {
            Type::ForAll(var, body) => {
                vars.push(var.clone());
                ty = body;
            }
            Type::Qualified(dictionary, body) => {
                params.push(Parameter::Dictionary((**dictionary).clone()));
                ty = body;
            }
            _ => return (vars, params, ty),
        }
    }
}

/// The refined type of a function of which nothing is written: it requires nothing. Its parameters are
/// called what no predicate mentions.
#[must_use]
pub fn implied(linked: &Linked, name: &Name, ty: &Type, span: Span) -> Signature {
    let program_types::Signature { vars, context, params, result } =
        program_types::signature(linked, ty);
    let values = params.iter().map(Refined::plain).map(Parameter::Value);
    let params = context.into_iter().map(Parameter::Dictionary).chain(values).collect();
    let (name, result) = (name.clone(), Refined::plain(&result));
    let (assumed, unsupported, partly, implied) = (false, None, None, true);
    let (property, ghosts, universal) = (false, 0, None);
    Signature {
        name,
        span,
        vars,
        params,
        result,
        assumed,
        unsupported,
        partly,
        implied,
        property,
        ghosts,
        universal,
    }
}

/// What the equations of a measure for one type are declared as.
fn instance_measure(measure: &ast::Measure) -> Option<String> {
    let mut ty = measure.ty.as_ref()?;
    loop {
        ty = match &ty.kind {
            ast::TypeKind::ForAll(_, body) | ast::TypeKind::Context(_, body) => body,
            ast::TypeKind::Fun(_, param, _) => {
                let head = match &param.kind {
                    ast::TypeKind::List(_) => "[]",
                    ast::TypeKind::Con(name, _) => unqualified(&name.text),
                    ast::TypeKind::Tuple(parts) if parts.len() == 2 => "(,)",
                    _ => return None,
                };
                return Some(at_type(&measure.name.text, head));
            }
            _ => return None,
        };
    }
}

/// What a measure of several types is declared as for one of them.
fn at_type(measure: &str, head: &str) -> String {
    format!("{measure} of {head}")
}

/// The constructor of a type with this name.
fn fields_owner<'d>(decl: &'d TypeDecl, name: &str) -> Option<&'d Constructor> {
    decl.constructors().iter().find(|known| known.name.occ == unqualified(name))
}

/// A name without the modules before it.
fn unqualified(name: &str) -> &str {
    let starts = |c: char| c.is_alphanumeric() || c == '_';
    match name.rsplit_once('.') {
        Some((modules, plain))
            if modules.starts_with(char::is_uppercase) && plain.starts_with(starts) =>
        {
            plain
        }
        _ => name,
    }
}

/// An error with the known name that is most like the one that is not.
fn with_suggestion(
    error: Diagnostic,
    name: &str,
    known: impl Iterator<Item = String>,
) -> Diagnostic {
    let scored = known.map(|other| (strsim::jaro_winkler(name, &other), other));
    let close = scored.filter(|(score, other)| *score > 0.8 && other != name);
    let best = close.max_by(|(a, x), (b, y)| a.total_cmp(b).then_with(|| y.cmp(x)));
    match best {
        Some((_, other)) => error.with_help(format!("did you mean `{other}`?")),
        None => error,
    }
}
