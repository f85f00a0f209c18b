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

mod builtin;
mod function;
mod lift;
mod pred;
mod types;

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use source::{Diagnostic, File, Span, counted};
use syntax::{Errors, Reported};

use super::ast::{self, Item, ItemKind};
use super::logic::{
    DataSpec, FnId, Function, Local, Parameter, Pred, Refined, Signature, Specs, Stated,
};
use super::parse;
use crate::core::{Constructor, Module, Name, Type, TypeDecl};
use crate::link::Linked;

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
}

/// What annotations say.
pub struct Resolved {
    /// Those of all modules together.
    pub specs: Specs,
    /// What is wrong or worth knowing, in the order of the modules.
    pub said: Vec<Vec<Diagnostic>>,
}

/// What the annotations of modules say, each module after those that it imports. `prelude` is a file
/// with the text of [`PRELUDE`].
#[must_use]
pub fn resolve(linked: &Linked, modules: &[Annotated<'_>], prelude: &File) -> Resolved {
    let (known, faults) = parse(prelude);
    assert!(faults.is_empty(), "our own annotations are well formed: {faults:?}");
    let mut said = Vec::new();
    let Some(first) = modules.first() else { return Resolved { specs: Specs::default(), said } };
    let mut resolver = Resolver::new(linked, first.module);
    resolver.declare(&known);
    for Annotated { module, items } in modules {
        resolver.enter(module, items);
        resolver.declare(items);
        for item in *items {
            // What is wrong has been reported; the next annotation may be right.
            let _ = resolver.item(item);
        }
        said.push(resolver.take_said());
    }
    Resolved { specs: resolver.specs, said }
}

/// A part that is right, or was reported.
type Resolving<T> = Result<T, Reported>;

/// Annotations on the way to their meaning.
struct Resolver<'a> {
    linked: &'a Linked,
    module: &'a Module,
    /// The modules before it.
    earlier: Vec<&'a Module>,
    types: FxHashMap<String, Rc<ast::Alias<ast::Type>>>,
    predicates: FxHashMap<String, Rc<ast::Alias<ast::Expr>>>,
    /// Annotations of functions of the logic, by name.
    declared: BTreeMap<String, Declared>,
    /// Functions of the logic that have been met.
    functions: FxHashMap<String, FnId>,
    /// Those of them that are functions of the program.
    lifted: FxHashMap<Name, FnId>,
    specs: Specs,
    errors: Errors,
    notes: Vec<Diagnostic>,
    /// What in the present annotation we do not support.
    unsupported: Option<(String, Span)>,
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
    fn new(linked: &'a Linked, module: &'a Module) -> Resolver<'a> {
        Resolver {
            linked,
            module,
            earlier: Vec::new(),
            types: FxHashMap::default(),
            predicates: FxHashMap::default(),
            declared: BTreeMap::new(),
            functions: FxHashMap::default(),
            lifted: FxHashMap::default(),
            specs: Specs::default(),
            errors: Errors::default(),
            notes: Vec::new(),
            unsupported: None,
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
                    self.types.insert(alias.name.text.clone(), Rc::new(alias.clone()));
                }
                ItemKind::Predicate(alias) => {
                    self.predicates.insert(alias.name.text.clone(), Rc::new(alias.clone()));
                }
                ItemKind::Measure(measure) => {
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
                | ItemKind::Data(_)
                | ItemKind::Ignored(..)
                | ItemKind::Unsupported(..) => {}
            }
        }
    }

    fn item(&mut self, item: &Item) -> Resolving<()> {
        self.unsupported = None;
        match &item.kind {
            ItemKind::Signature(signature) => self.signature(signature),
            ItemKind::Measure(ast::Measure { name, .. })
            | ItemKind::Inline(name)
            | ItemKind::Reflect(name) => self.function(name).map(|_| ()),
            ItemKind::Invariant(ty) | ItemKind::Using(_, ty) => self.invariant(ty),
            ItemKind::Data(data) => self.data(data),
            ItemKind::TypeAlias(_) | ItemKind::Predicate(_) => Ok(()),
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

    /// What was said since the last time.
    fn take_said(&mut self) -> Vec<Diagnostic> {
        let mut said = std::mem::take(&mut self.errors).finish();
        said.append(&mut self.notes);
        said
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
            let imported = || self.imported(&name.text).filter(|_| signature.assumed);
            let Some(definition) = self.own(&name.text).or_else(imported) else {
                if signature.assumed {
                    self.assumed_elsewhere(name);
                    continue;
                }
                let known = self.module.definitions.iter().map(|known| known.name.occ.clone());
                let message = format!("there is no function `{}` in this module", name.text);
                let error = Diagnostic::error(message).at(name.span, "");
                let error = with_suggestion(error, &name.text, known);
                return Err(self.report(error));
            };
            let (called, ty) = (definition.name.clone(), definition.ty.clone());
            self.unsupported = None;
            let resolved = self.signature_of(called, &signature.ty, &ty, signature.assumed)?;
            self.specs.signatures.push(resolved);
        }
        Ok(())
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
        assumed: bool,
    ) -> Resolving<Signature> {
        let (mut vars, mut params) = (Vec::new(), Vec::new());
        let mut ty = ty;
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
                _ => break,
            }
        }
        let mut result = self.refined(written, ty, &Scope::default())?;
        while let Some((param, rest)) = self.arrow(&result) {
            params.push(Parameter::Value(param));
            result = rest;
        }
        let unsupported = self.unsupported.take();
        let span = written.span;
        Ok(Signature { name, span, vars, params, result, assumed, unsupported })
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
        if let Some(text) = &data.refinements {
            let message = format!("the refinement parameters `<{text}>` are not supported");
            let help = "fields that mention them are taken as unrefined";
            let warning = Diagnostic::warning(message).with_code("REF010");
            self.notes.push(warning.at(data.name.span, "").with_help(help));
        }
        let Some(decl) = self.type_named(&data.name.text) else {
            let known = self.module.types.iter().map(|decl| decl.name.occ.clone());
            let error = Diagnostic::error(format!("there is no type `{}`", data.name.text));
            let error = error.at(data.name.span, "");
            return Err(self.report(with_suggestion(error, &data.name.text, known)));
        };
        for ctor in &data.ctors {
            let fields = self.ctor_fields(decl, ctor)?;
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
        if let Some((what, span)) = self.unsupported.take() {
            let message = format!("{what} in a data type: it is neither assumed nor checked");
            self.notes.push(Diagnostic::warning(message).with_code("REF010").at(span, ""));
        }
        Ok(fields)
    }

    fn new_function(&mut self, function: Function) -> FnId {
        self.specs.functions.push(function);
        FnId(self.specs.functions.len() as u32 - 1)
    }
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
