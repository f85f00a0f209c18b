//! Trials: definitions that call a method with all that its contract mentions around the call.
//!
//! A contract may mention what only the program can compute: what its functions say of arguments and
//! result, what its variables hold before and after the call, which exception comes out. And what
//! a module keeps in variables of its own depends on earlier calls. So each method with such a
//! contract, or in such a module, gets a hidden definition beside it:
//!
//! ```text
//! let trial# calls a b =
//!   history calls;                        (* calls of the module's own functions, any of them *)
//!   note 3 (size ());                     (* what the contract mentions of before *)
//!   note 0 ();                            (* the call begins *)
//!   match f a b with
//!   | result -> note 1 0; note 2 result; note 4 (size ())
//!   | exception Full -> note 1 1; note 4 (size ())
//! ```
//!
//! It goes through inference and lowering like any other definition. Notes are events that only the
//! harness sees. All of this is done by the syntax alone, before types are known.

mod invariant;
mod make;
mod rewrite;
mod text;

use std::collections::{BTreeMap, BTreeSet};

use source::{Diagnostic, File};
use trace::syntax::ContractTree;
use trace::syntax::contract::{Clause, PlaceTree};
use trace::syntax::tree::{At, TermExpr, TermOp};

use crate::ast::{
    Ast, Binding, Expr, ExprKind, Item, ItemKind, Label, ModuleBinding, ModuleExpr, ModuleExprKind,
    ModuleType, ModuleTypeKind, Param, Pattern, PatternKind, TypeBody, TypeDecl,
};
use crate::interface;
use crate::load::library_names;
use crate::local::{self, definition_stub};
use crate::spec::contract_in;
use invariant::{Extended, TypeSpec};
pub(crate) use make::Maker;
use rewrite::labelled;
pub(crate) use rewrite::{Computed, Known, Names, Rewriter, When, mentions};
pub(crate) use text::remembered;

/// What hidden definitions begin with; nothing that a user writes does.
pub(crate) const PREFIX: &str = "trial#";

/// The notes that every trial has, by number.
pub(crate) const BEGAN: u32 = 0;
pub(crate) const OUTCOME: u32 = 1;
pub(crate) const RESULT: u32 = 2;
const FIRST_FREE: u32 = 3;

/// A trial that was added to a file.
#[derive(Clone, Debug)]
pub(crate) struct Trial {
    /// The contract, with variables in place of what the program computes.
    pub(crate) tree: ContractTree,
    /// What the program computes, with the numbers of the notes that tell it.
    pub(crate) computed: Vec<(u32, Computed)>,
    /// The exceptions that may come out, each once, with the notes of their arguments that have names.
    pub(crate) exceptions: Vec<(String, Vec<Option<u32>>)>,
    /// The calls of the module's own functions: note, name, number of arguments.
    pub(crate) own_calls: Vec<(u32, String, usize)>,
    /// Whether the contract cannot be checked without it.
    pub(crate) is_needed: bool,
    /// How many arguments the method is given.
    pub(crate) params: usize,
    /// The names of its parameters and of its result in the contract.
    pub(crate) names: (Vec<String>, Option<String>),
    /// A name that the contract mentions and that cannot be named from outside.
    pub(crate) hidden: Option<String>,
    pub(crate) faults: Vec<Diagnostic>,
    /// Where the method is defined.
    pub(crate) span: source::Span,
}

/// The trials of a file.
#[derive(Default)]
pub(crate) struct Trials {
    /// By the names of the methods with the modules around them.
    pub(crate) trials: BTreeMap<String, Trial>,
    /// The values that cannot be named from outside of their modules.
    pub(crate) hidden: BTreeSet<String>,
}

/// What hidden definitions begin with that only call a function, whatever comes of it.
const KEEPS: &str = "keeps#";

/// What hidden definitions begin with that stand for calls of a function in proofs, by its contract as the program computes it.
const STUB: &str = "stub#";
/// The same, where the contract calculates: contracts do so without bounds, and the program does where integers have none.
const IDEAL_STUB: &str = "ideal stub#";

/// The function that a hidden definition of this name stands for, and whether it does so only for integers without bound.
pub(crate) fn stub_for(name: &str) -> Option<(String, bool)> {
    let (path, last) = match name.rsplit_once('.') {
        Some((path, last)) => (format!("{path}."), last),
        None => (String::new(), name),
    };
    let of = |prefix| last.strip_prefix(prefix).map(|of| format!("{path}{of}"));
    of(STUB).map(|of| (of, false)).or_else(|| of(IDEAL_STUB).map(|of| (of, true)))
}

/// The function that a hidden definition of this name calls.
pub(crate) fn kept_by(name: &str) -> Option<String> {
    let (path, last) =
        name.rsplit_once('.').map_or((None, name), |(path, last)| (Some(path), last));
    let of = last.strip_prefix(KEEPS)?;
    Some(path.map_or_else(|| of.to_owned(), |path| format!("{path}.{of}")))
}

/// Adds a trial for each method of a file whose contract may need one; `checked` are the methods that are
/// targets without a contract. Only what the interface of the file has, if it has one, is called from
/// outside. Also returns clauses that are not decided, with the methods that they belong to.
pub(crate) fn add(
    file: &File,
    ast: &mut Ast,
    interface: Option<(&File, &Ast)>,
    checked: &BTreeSet<String>,
) -> (Trials, Vec<(String, String)>) {
    let public = interface.map(|(_, ast)| interface::values(ast));
    let files: Vec<&File> = interface.iter().map(|(file, _)| *file).chain([file]).collect();
    let mut known = Known::default();
    known.modules.extend(LIBRARY_MODULES.iter().map(|name| (*name).to_owned()));
    collect(&ast.items, "", &mut known);
    let declared = interface.map(|(file, ast)| invariant::type_specs(&ast.items, file));
    let own = invariant::type_specs(&ast.items, file);
    let types = invariant::merge(own, declared.unwrap_or_default(), &ast.items);
    let (trials, signatures, undecided) = (Trials::default(), BTreeMap::new(), Vec::new());
    let hidden_fields = interface
        .map(|(_, declared)| hidden_fields(&ast.items, &declared.items))
        .unwrap_or_default();
    let exceptions = local::exceptions(&ast.items);
    let mut adder = Adder {
        file,
        files,
        known,
        checked,
        types,
        hidden_fields,
        exceptions,
        trials,
        signatures,
        undecided,
    };
    adder.structure(&mut ast.items, &mut Vec::new(), public.as_ref());
    (adder.trials, adder.undecided)
}

/// The modules of the standard library that contracts may use.
const LIBRARY_MODULES: &[&str] = &[
    "Array", "Bool", "Buffer", "Bytes", "Char", "Either", "Fun", "Hashtbl", "Int", "Lazy", "List",
    "Option", "Printf", "Queue", "Result", "Seq", "Stack", "Stdlib", "String",
];

/// Those whose functors make modules that contracts may use.
const LIBRARY_FUNCTORS: &[&str] = &["Hashtbl", "Map", "Set"];

/// Words that make something mutable, or use it, and what tags of polymorphic variants begin with: such values
/// change on their way in.
const STATE_WORDS: &[&str] =
    &["mutable", "ref", "Array", "Hashtbl", "Queue", "Stack", "Buffer", "Bytes", "`"];

/// Notes what the items of a structure define and declare.
fn collect(items: &[Item], prefix: &str, known: &mut Known) {
    for item in items {
        match &item.kind {
            ItemKind::Let(_, bindings) => {
                for name in bindings.iter().filter_map(|binding| plain_name(&binding.pattern)) {
                    known.defined.insert(name.to_owned());
                    known.defined.insert(format!("{prefix}{name}"));
                }
            }
            ItemKind::Val { name, .. } => {
                known.declared.insert(format!("{prefix}{}", name.text));
            }
            ItemKind::Types(decls) => {
                for decl in decls {
                    if matches!(decl.body, TypeBody::Record(..) | TypeBody::Variant(..)) {
                        known.structured.insert(decl.name.text.clone());
                    }
                    let TypeBody::Record(fields, _) = &decl.body else { continue };
                    let mutable = fields.iter().filter(|field| field.mutable);
                    known.mutable.extend(mutable.map(|field| field.name.text.clone()));
                }
            }
            ItemKind::Modules(_, bindings) => {
                for binding in bindings {
                    let (Some(name), Some(body)) = (&binding.name, &binding.body) else { continue };
                    let inner = structure_of(body).or_else(|| made_by_functor(body, items));
                    if inner.is_some() || is_of_library(body) {
                        known.modules.insert(name.text.clone());
                    }
                    let inner = inner.unwrap_or_default();
                    collect(inner, &format!("{prefix}{}.", name.text), known);
                }
            }
            _ => {}
        }
    }
}

/// The items of a structure, perhaps behind a signature or the parameters of a functor.
fn structure_of(module: &ModuleExpr) -> Option<&[Item]> {
    match &module.kind {
        ModuleExprKind::Structure(items) => Some(items),
        ModuleExprKind::Typed(inner, _) | ModuleExprKind::Functor(_, inner) => structure_of(inner),
        ModuleExprKind::Path(_)
        | ModuleExprKind::Apply(..)
        | ModuleExprKind::Unpack(..)
        | ModuleExprKind::Unsupported(_) => None,
    }
}

/// The module that is applied to others, or the module itself.
fn applied(module: &ModuleExpr) -> &ModuleExpr {
    match &module.kind {
        ModuleExprKind::Apply(functor, _) | ModuleExprKind::Typed(functor, _) => applied(functor),
        _ => module,
    }
}

/// The items that a functor of the same structure makes, where a module is an application of it.
fn made_by_functor<'i>(module: &ModuleExpr, items: &'i [Item]) -> Option<&'i [Item]> {
    let ModuleExprKind::Path(path) = &applied(module).kind else { return None };
    let name = path.as_plain()?;
    let bindings = items.iter().filter_map(|item| match &item.kind {
        ItemKind::Modules(_, bindings) => Some(bindings),
        _ => None,
    });
    let is_functor =
        |binding: &&ModuleBinding| binding.name.as_ref().is_some_and(|known| known.text == name);
    let functor = bindings.flatten().find(is_functor)?;
    structure_of(functor.body.as_ref()?)
}

/// Whether a module is one of the library under another name, or made by a functor of the library.
fn is_of_library(module: &ModuleExpr) -> bool {
    let ModuleExprKind::Path(path) = &applied(module).kind else { return false };
    match path.modules.as_slice() {
        [] => LIBRARY_MODULES.contains(&path.name.text.as_str()),
        [first, ..] => LIBRARY_FUNCTORS.contains(&first.text.as_str()),
    }
}

/// As [`structure_of`], to be changed.
pub(crate) fn structure_of_mut(module: &mut ModuleExpr) -> Option<&mut Vec<Item>> {
    match &mut module.kind {
        ModuleExprKind::Structure(items) => Some(items),
        ModuleExprKind::Typed(inner, _) | ModuleExprKind::Functor(_, inner) => {
            structure_of_mut(inner)
        }
        ModuleExprKind::Path(_)
        | ModuleExprKind::Apply(..)
        | ModuleExprKind::Unpack(..)
        | ModuleExprKind::Unsupported(_) => None,
    }
}

/// The name that a pattern is, perhaps with a type.
pub(crate) fn plain_name(pattern: &Pattern) -> Option<&str> {
    match &pattern.kind {
        PatternKind::Var(name) => Some(&name.text),
        PatternKind::Typed(inner, _) => plain_name(inner),
        _ => None,
    }
}

struct Adder<'a> {
    file: &'a File,
    /// The file and its interface: contracts may stand in both.
    files: Vec<&'a File>,
    known: Known,
    /// The methods that are targets without a contract.
    checked: &'a BTreeSet<String>,
    /// What Gospel says of the types of the file.
    types: Vec<TypeSpec>,
    /// The fields of types that the interface keeps abstract.
    hidden_fields: BTreeSet<String>,
    /// The exceptions of the file, with the number of their arguments.
    exceptions: Vec<(String, usize)>,
    trials: Trials,
    /// The values that named module types have.
    signatures: BTreeMap<String, BTreeSet<String>>,
    /// Clauses that are not decided, as written, with the methods that they belong to.
    undecided: Vec<(String, String)>,
}

/// A function of a structure.
#[derive(Clone)]
struct Function {
    name: String,
    /// Labels and names of its parameters.
    params: Vec<(Label, String)>,
    tree: Option<ContractTree>,
    /// Whether the contract says more or less than what is written above it.
    is_extended: bool,
    /// Clauses that are not decided, as written.
    undecided: Vec<String>,
    /// The identifiers in its definition.
    words: BTreeSet<String>,
    /// Whether it may call a library that is known by its contracts.
    calls_library: bool,
    span: source::Span,
}

impl Adder<'_> {
    fn structure(
        &mut self,
        items: &mut Vec<Item>,
        path: &mut Vec<String>,
        public: Option<&BTreeSet<String>>,
    ) {
        let functions = self.functions(items, path);
        let state = self.state(items);
        let values = defined_values(items);
        let own = own_functions(&functions, &state, public);
        let mut added = Vec::new();
        for function in &functions {
            let Some(tree) = &function.tree else { continue };
            let Some((mut trial, item)) = self.trial(function, tree, (&own, &state)) else {
                continue;
            };
            trial.hidden = public.and_then(|public| {
                let field = || self.hidden_field(tree).filter(|_| path.is_empty());
                hidden_name(&trial, &values, public).or_else(field)
            });
            let full = full_name(path, &function.name);
            let undecided = function.undecided.iter().cloned();
            self.undecided.extend(undecided.map(|clause| (full.clone(), clause)));
            // What cannot be computed has no definition.
            if trial.faults.is_empty() {
                added.push(item);
                added.extend(self.stub(function, tree).filter(|_| trial.is_needed));
            }
            self.trials.trials.insert(full, trial);
        }
        added.extend(own.iter().filter_map(|function| self.keeper(function)));
        if let Some(public) = public {
            let hidden = values.difference(public).map(|name| full_name(path, name));
            self.trials.hidden.extend(hidden);
        }
        for item in items.iter_mut() {
            match &mut item.kind {
                ItemKind::ModuleType(name, Some(ty)) => {
                    if let Some(values) = self.values_of(ty) {
                        self.signatures.insert(name.text.clone(), values);
                    }
                }
                ItemKind::Modules(_, bindings) => {
                    bindings.iter_mut().for_each(|binding| self.module(binding, path));
                }
                _ => {}
            }
        }
        items.extend(added);
    }

    /// A field that a contract mentions and that the interface hides.
    fn hidden_field(&self, tree: &ContractTree) -> Option<String> {
        let text = |clause: &At<Clause>| {
            let file = self.files.iter().find(|file| file.id() == clause.span.file)?;
            Some(&file.text()[clause.span.range()])
        };
        let mut mentioned = tree.clauses.iter().filter_map(text).flat_map(words);
        mentioned.find(|word| self.hidden_fields.contains(word))
    }

    fn module(&mut self, binding: &mut ModuleBinding, path: &mut Vec<String>) {
        let Some(name) = binding.name.as_ref().map(|name| name.text.clone()) else { return };
        let ty = binding.ty.as_ref().or_else(|| match &binding.body.as_ref()?.kind {
            ModuleExprKind::Typed(_, ty) => Some(ty),
            _ => None,
        });
        let public = ty.and_then(|ty| self.values_of(ty));
        let Some(items) = binding.body.as_mut().and_then(structure_of_mut) else { return };
        path.push(name);
        self.structure(items, path, public.as_ref());
        path.pop();
    }

    /// The values of a signature, as far as its syntax tells.
    fn values_of(&self, ty: &ModuleType) -> Option<BTreeSet<String>> {
        match &ty.kind {
            ModuleTypeKind::Signature(items) => Some(declared_values(items)),
            ModuleTypeKind::Path(path) => self.signatures.get(path.as_plain()?).cloned(),
            ModuleTypeKind::With(inner, _) => self.values_of(inner),
            ModuleTypeKind::Functor(..)
            | ModuleTypeKind::Of(_)
            | ModuleTypeKind::Unsupported(_) => None,
        }
    }

    fn functions(&self, items: &[Item], path: &[String]) -> Vec<Function> {
        let mut all: Vec<Function> = Vec::new();
        for item in items {
            let ItemKind::Let(_, bindings) = &item.kind else { continue };
            for binding in bindings {
                let Some(name) = plain_name(&binding.pattern) else { continue };
                let params = parameters(binding);
                if params.is_empty() {
                    continue;
                }
                let full = path.iter().map(String::as_str).chain([name]).collect::<Vec<_>>();
                let is_checked = self.checked.contains(&full.join("."));
                let empty = || is_checked.then(ContractTree::default);
                all.retain(|known| known.name != name);
                let text = &self.file.text()[binding.span.range()];
                let written = contract_in(&self.files, &binding.notes).or_else(empty);
                let extended = written.map(|tree| match path {
                    [] => {
                        let Names { params, result, .. } = names(&params, &tree.places);
                        let places = (params.as_slice(), result.as_deref());
                        invariant::extend(&self.types, binding, places, tree, &self.files)
                    }
                    _ => Extended { tree, undecided: Vec::new(), is_changed: false },
                });
                let is_extended = extended.as_ref().is_some_and(|one| one.is_changed);
                let (tree, undecided) = match extended {
                    Some(Extended { tree, undecided, .. }) => (Some(tree), undecided),
                    None => (None, Vec::new()),
                };
                all.push(Function {
                    name: name.to_owned(),
                    params,
                    tree,
                    is_extended,
                    undecided,
                    words: words(text),
                    calls_library: used_modules(text).any(|module| !self.is_standard(module)),
                    span: binding.span,
                });
            }
        }
        all
    }

    /// Whether a name is that of a module of the language: the file has no other module of this name.
    fn is_standard(&self, name: &str) -> bool {
        let text = self.file.text();
        let is_own = ["module ", "("].iter().any(|before| {
            let places = text.match_indices(name).map(|(at, _)| at);
            let mut places = places.filter(|at| text[..*at].ends_with(before));
            places.any(|at| {
                *before == "module " || text[at + name.len()..].trim_start().starts_with(':')
            })
        });
        let is_known =
            LIBRARY_MODULES.contains(&name) || library_names().any(|known| known == name);
        is_known && !is_own
    }

    /// The values of a structure that may be mutable, by their names.
    fn state(&self, items: &[Item]) -> BTreeSet<String> {
        let bindings = items.iter().filter_map(|item| match &item.kind {
            ItemKind::Let(_, bindings) => Some(bindings),
            _ => None,
        });
        let values = bindings.flatten().filter(|binding| parameters(binding).is_empty());
        let names = values.filter(|binding| may_make_state(&binding.body));
        names.filter_map(|binding| plain_name(&binding.pattern)).map(str::to_owned).collect()
    }

    /// A definition that calls a function on arguments that its contract allows, whatever comes of it; none
    /// if it cannot be called in all ways.
    fn keeper(&self, function: &Function) -> Option<Item> {
        if function.given().count() < function.params.len() {
            return None;
        }
        let make = Maker(function.span);
        let names = function.names();
        let required = function.required(&self.files, &self.known).unwrap_or_default();
        let call = function.call(make, &names);
        let mut parts: Vec<Expr> =
            required.into_iter().map(|cond| make.call("tracehound__assume", vec![cond])).collect();
        parts.push(make.attempt(call, make.unit()));
        let body = names.iter().rev().fold(make.seq(parts), |body, name| {
            make.let_in(name, make.call("tracehound__thaw", vec![make.name(name)]), body)
        });
        let params: Vec<&str> = names.iter().map(String::as_str).collect();
        let binding = make.binding(&format!("{KEEPS}{}", function.name), &params, body);
        Some(Item { kind: ItemKind::Let(false, vec![binding]), span: function.span })
    }

    /// A definition that stands for calls of a function in proofs; none if its contract is about more than values.
    fn stub(&self, function: &Function, tree: &ContractTree) -> Option<Item> {
        let is_plain = function.params.iter().all(|(label, _)| *label == Label::None);
        let is_own = |clause: &At<Clause>| clause.span.file == self.file.id();
        if !is_plain || !tree.functions.is_empty() || !tree.clauses.iter().all(is_own) {
            return None;
        }
        let mut is_ideal = false;
        for clause in &tree.clauses {
            let cond = match &clause.node {
                Clause::Require(cond) | Clause::Ensure(cond) => Some(cond),
                Clause::Raises(raises) => raises.when.as_ref(),
                Clause::Pure => None,
                _ => return None,
            };
            let operators = cond.map(|cond| operators(&cond.node)).unwrap_or_default();
            // The remainder of a contract is never negative.
            if operators.iter().any(|op| matches!(op, TermOp::Div | TermOp::Mod)) {
                return None;
            }
            is_ideal |=
                operators.iter().any(|op| matches!(op, TermOp::Add | TermOp::Sub | TermOp::Mul));
        }
        let make = Maker(function.span);
        let names = names(&function.params, &tree.places);
        let args = names.params.iter().map(|name| make.name(name)).collect();
        let call = make.call(&function.name, args);
        let contract = (function.name.as_str(), names.clone());
        let body = definition_stub(self.file, &self.exceptions, contract, tree, make);
        // The call is never made; it gives the stub its type.
        let always = make.call("=", vec![make.int(0), make.int(0)]);
        let body = make.cond(always, body, call);
        let params: Vec<&str> = names.params.iter().map(String::as_str).collect();
        let prefix = if is_ideal { IDEAL_STUB } else { STUB };
        let binding = make.binding(&format!("{prefix}{}", function.name), &params, body);
        Some(Item { kind: ItemKind::Let(false, vec![binding]), span: function.span })
    }

    /// The trial of a function; none if its contract can do without.
    fn trial(
        &self,
        function: &Function,
        tree: &ContractTree,
        (own, state): (&[&Function], &BTreeSet<String>),
    ) -> Option<(Trial, Item)> {
        let names = names(&function.params, &tree.places);
        let mut rewriter = Rewriter::new(&self.files, &self.known, names.clone());
        rewriter.state.clone_from(state);
        let rewritten = rewriter.contract(tree);
        let (computed, faults) = (rewriter.computed, rewriter.faults);
        let exceptions = exceptions(tree);
        let is_needed = function.is_extended
            || !computed.is_empty()
            || !exceptions.is_empty()
            || !faults.is_empty();
        let may_be_mutable = STATE_WORDS.iter().any(|word| self.file.text().contains(word));
        if !is_needed && !may_be_mutable {
            return None;
        }
        let mut next = FIRST_FREE;
        let mut number = || {
            next += 1;
            next - 1
        };
        let computed: Vec<(u32, Computed)> =
            computed.into_iter().map(|computed| (number(), computed)).collect();
        let mut noted = |name: String| (name != "_").then(&mut number);
        let exceptions: Vec<(String, Vec<Option<u32>>)> = exceptions
            .into_iter()
            .map(|(name, arguments)| (name, arguments.into_iter().map(&mut noted).collect()))
            .collect();
        let own: Vec<(u32, &Function)> = own.iter().map(|own| (number(), *own)).collect();
        let make = Maker(function.span);
        let call = Call { files: &self.files, known: &self.known, make, names: &names };
        let body = call.body(function, &computed, &exceptions, &own, says_result(tree, &names));
        let params: Vec<&str> =
            [CALLS].into_iter().chain(names.params.iter().map(String::as_str)).collect();
        let name = format!("{PREFIX}{}", function.name);
        let item = Item {
            kind: ItemKind::Let(false, vec![make.binding(&name, &params, body)]),
            span: function.span,
        };
        let trial = Trial {
            tree: rewritten,
            computed,
            exceptions,
            own_calls: own
                .iter()
                .map(|(note, own)| (*note, own.name.clone(), own.given().count()))
                .collect(),
            is_needed,
            params: names.params.len(),
            names: (names.params, names.result),
            hidden: None,
            faults,
            span: function.span,
        };
        Some((trial, item))
    }
}

/// The operators in a condition that calculate.
fn operators(cond: &TermExpr) -> Vec<TermOp> {
    let (mut found, mut todo) = (Vec::new(), vec![cond]);
    while let Some(expr) = todo.pop() {
        match expr {
            TermExpr::Binary(op, left, right) => {
                found.push(*op);
                todo.extend([&left.node, &right.node]);
            }
            TermExpr::Minus(inner) => {
                found.push(TermOp::Sub);
                todo.push(&inner.node);
            }
            TermExpr::Not(inner) => todo.push(&inner.node),
            TermExpr::Apply(_, parts) | TermExpr::Many(_, parts) => {
                todo.extend(parts.iter().map(|part| &part.node));
            }
            TermExpr::If(cond, yes, no) => todo.extend([&cond.node, &yes.node, &no.node]),
            TermExpr::Bool(_)
            | TermExpr::Number(_)
            | TermExpr::Text(_)
            | TermExpr::Char(_)
            | TermExpr::Code(_)
            | TermExpr::Name(_) => {}
        }
    }
    found
}

/// A name with the modules around it.
fn full_name(path: &[String], name: &str) -> String {
    path.iter().map(String::as_str).chain([name]).collect::<Vec<_>>().join(".")
}

/// The names that a structure defines.
fn defined_values(items: &[Item]) -> BTreeSet<String> {
    let bindings = items.iter().filter_map(|item| match &item.kind {
        ItemKind::Let(_, bindings) => Some(bindings),
        _ => None,
    });
    bindings.flatten().filter_map(|one| plain_name(&one.pattern)).map(str::to_owned).collect()
}

/// The fields of the types of a structure that its signature keeps abstract.
fn hidden_fields(items: &[Item], declared: &[Item]) -> BTreeSet<String> {
    fn types(items: &[Item]) -> impl Iterator<Item = &TypeDecl> {
        let all = items.iter().filter_map(|item| match &item.kind {
            ItemKind::Types(decls) => Some(decls),
            _ => None,
        });
        all.flatten()
    }
    let is_hidden = |name: &str| {
        let mut shown = types(declared);
        !shown.any(|decl| decl.name.text == name && !matches!(decl.body, TypeBody::Abstract))
    };
    let fields = types(items).filter(|decl| is_hidden(&decl.name.text)).filter_map(|decl| {
        match &decl.body {
            TypeBody::Record(fields, _) => Some(fields),
            _ => None,
        }
    });
    fields.flatten().map(|field| field.name.text.clone()).collect()
}

/// A value of the structure that a contract computes with and that is not public.
fn hidden_name(
    trial: &Trial,
    values: &BTreeSet<String>,
    public: &BTreeSet<String>,
) -> Option<String> {
    let (params, result) = &trial.names;
    let is_hidden = |word: &String| {
        values.contains(word)
            && !public.contains(word)
            && !params.contains(word)
            && result.as_ref() != Some(word)
    };
    trial.computed.iter().flat_map(|(_, one)| words(&one.text)).find(is_hidden)
}

/// The values that a signature declares.
pub(crate) fn declared_values(items: &[Item]) -> BTreeSet<String> {
    let value = |item: &Item| match &item.kind {
        ItemKind::Val { name, .. } => Some(name.text.clone()),
        _ => None,
    };
    items.iter().filter_map(value).collect()
}

impl Function {
    /// The parameters that a call gives arguments for: optional ones are left out.
    fn given(&self) -> impl Iterator<Item = &(Label, String)> {
        self.params.iter().filter(|(label, _)| !matches!(label, Label::Optional(_)))
    }

    /// The names of all of its parameters in its contract.
    fn names(&self) -> Vec<String> {
        match &self.tree {
            Some(tree) => names(&self.params, &tree.places).params,
            None => self.params.iter().map(|(_, name)| name.clone()).collect(),
        }
    }

    /// A call of its body on the parameters of these names that are given; the result is left aside.
    fn call(&self, make: Maker, names: &[String]) -> Expr {
        let given = self.params.iter().zip(names);
        let given = given.filter(|((label, _), _)| !matches!(label, Label::Optional(_)));
        let args = given.map(|((label, _), name)| labelled(label, make.name(name))).collect();
        let call = make.apply(make.call("tracehound__direct", vec![make.name(&self.name)]), args);
        make.let_in("ignored#", call, make.unit())
    }

    /// What its contract requires of its arguments; none if that is more than the program knows.
    fn required(&self, files: &[&File], known: &Known) -> Option<Vec<Expr>> {
        let Some(tree) = &self.tree else { return Some(Vec::new()) };
        let mut rewriter = Rewriter::new(files, known, names(&self.params, &tree.places));
        let clauses = tree.clauses.iter();
        let has_cases = clauses.clone().any(|clause| clause.node == Clause::Case);
        let required = clauses.filter_map(|clause| match &clause.node {
            Clause::Require(cond) => Some(cond),
            _ => None,
        });
        let ghosts: Vec<&str> = ghosts(tree).collect();
        let required: Vec<_> = required.collect();
        let of_ghosts =
            required.iter().any(|cond| ghosts.iter().any(|g| rewrite::mentions(&cond.node, g)));
        if of_ghosts || (has_cases && !required.is_empty()) {
            return None;
        }
        let conditions: Vec<Expr> =
            required.into_iter().map(|cond| rewriter.program_condition(cond)).collect();
        rewriter.faults.is_empty().then_some(conditions)
    }
}

fn ghosts(tree: &ContractTree) -> impl Iterator<Item = &str> {
    let all = tree.clauses.iter().filter_map(|clause| match &clause.node {
        Clause::Ghost(ghosts) => Some(ghosts),
        _ => None,
    });
    all.flatten().map(|ghost| ghost.name.node.as_str())
}

/// The exceptions that a contract names, each once, with what is written after the first.
fn exceptions(tree: &ContractTree) -> Vec<(String, Vec<String>)> {
    let mut all: Vec<(String, Vec<String>)> = Vec::new();
    for clause in &tree.clauses {
        let Clause::Raises(raises) = &clause.node else { continue };
        let arguments = raises.arguments.iter().map(|name| name.node.clone());
        match all.iter_mut().find(|(name, _)| *name == raises.exception.node) {
            Some((_, known)) => merge(known, arguments.collect()),
            None => all.push((raises.exception.node.clone(), arguments.collect())),
        }
    }
    all
}

/// The arguments of an exception that two clauses name: each that has a name in one of them. `_` alone stands
/// for any number of them.
fn merge(known: &mut Vec<String>, other: Vec<String>) {
    let is_any = |names: &[String]| names.iter().all(|name| name == "_") && names.len() < 2;
    if is_any(known) {
        *known = other;
    } else if known.len() == other.len() {
        let unnamed = known.iter_mut().zip(other).filter(|(name, _)| *name == "_");
        unnamed.for_each(|(name, other)| *name = other);
    }
}

/// The names of the parameters and of the result in a contract.
pub(crate) fn names(params: &[(Label, String)], places: &[PlaceTree]) -> Names {
    let written = |at: usize| places.get(at)?.name.as_ref().map(|name| name.node.clone());
    let typed = places.iter().filter_map(|place| {
        Some((place.name.as_ref()?.node.clone(), place.written.as_ref()?.node.clone()))
    });
    let types = typed.collect();
    let params = params.iter().enumerate();
    let params: Vec<String> =
        params.map(|(at, (_, own))| written(at).unwrap_or_else(|| own.clone())).collect();
    let result = written(params.len()).unwrap_or_else(|| "result".to_owned());
    let hidden = params.contains(&result);
    Names { params, result: (!hidden).then_some(result), ghosts: BTreeSet::new(), types }
}

/// Whether a contract mentions the result, outside of what the program computes or within.
fn says_result(tree: &ContractTree, names: &Names) -> bool {
    // Formulas are not searched: to note a result that is not needed does no harm.
    let Some(result) = &names.result else { return false };
    tree.clauses.iter().any(|clause| match &clause.node {
        Clause::Ensure(cond) => rewrite::mentions(&cond.node, result),
        Clause::Effect(_) | Clause::After(_) | Clause::Invariant(_) => true,
        _ => false,
    })
}

/// The parameters of a definition by its syntax: labels, and names where they have one.
pub(crate) fn parameters(binding: &Binding) -> Vec<(Label, String)> {
    let mut params: Vec<&Param> = binding.params.iter().collect();
    let mut body = &binding.body;
    while let ExprKind::Fun(more, _, inner) = &body.kind {
        params.extend(more);
        body = inner;
    }
    let mut all: Vec<(Label, String)> = Vec::new();
    for param in params {
        let Param::Value { label, pattern, .. } = param else { continue };
        let own = plain_name(pattern).map(str::to_owned);
        let own = own.unwrap_or_else(|| format!("arg{}", all.len()));
        all.push((label.clone(), own));
    }
    if let ExprKind::Function(_) = &body.kind {
        all.push((Label::None, format!("arg{}", all.len())));
    }
    all
}

/// Whether an expression may make something mutable: it is no constant and no function.
fn may_make_state(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Const(_) | ExprKind::Path(_) | ExprKind::Fun(..) | ExprKind::Function(_) => false,
        ExprKind::Ctor(_, arg) => arg.as_deref().is_some_and(may_make_state),
        ExprKind::Tuple(parts) | ExprKind::List(parts) => parts.iter().any(may_make_state),
        ExprKind::Pack(module, _) => !matches!(module.kind, ModuleExprKind::Path(_)),
        ExprKind::Typed(inner, _) | ExprKind::Open(_, inner) => may_make_state(inner),
        _ => true,
    }
}

/// The identifiers of a text.
pub(crate) fn words(text: &str) -> BTreeSet<String> {
    let split = text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '\''));
    split.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The modules that a text opens or names a part of. Constructors stand in a text like modules, but no
/// dot follows them.
fn used_modules(text: &str) -> impl Iterator<Item = &str> {
    let is_inner = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
    let starts = text.char_indices().filter(move |(at, c)| {
        c.is_uppercase() && !text[..*at].ends_with(|c: char| is_inner(c) || c == '.')
    });
    starts.filter_map(move |(at, _)| {
        let (before, rest) = text.split_at(at);
        let (name, after) = rest.split_at(rest.find(|c| !is_inner(c)).unwrap_or(rest.len()));
        let is_opened = before.trim_end().ends_with("open");
        (after.starts_with('.') || is_opened).then_some(name)
    })
}

/// The public functions whose text leads to a variable of the module; if it has some, also those that
/// may lead to a library.
fn own_functions<'f>(
    functions: &'f [Function],
    state: &BTreeSet<String>,
    public: Option<&BTreeSet<String>>,
) -> Vec<&'f Function> {
    let mut reaching = state.clone();
    loop {
        let more: Vec<&Function> = functions
            .iter()
            .filter(|function| {
                !reaching.contains(&function.name) && !function.words.is_disjoint(&reaching)
            })
            .collect();
        if more.is_empty() {
            break;
        }
        reaching.extend(more.into_iter().map(|function| function.name.clone()));
    }
    let is_public = |name: &str| public.is_none_or(|public| public.contains(name));
    // What is done to a library may matter to what was kept of it.
    let uses = |function: &&Function| {
        !state.is_empty() && (reaching.contains(&function.name) || function.calls_library)
    };
    functions.iter().filter(uses).filter(|function| is_public(&function.name)).collect()
}

/// The parameter that says how many own calls there are at most.
const CALLS: &str = "calls#";
const HISTORY: &str = "history#";

/// Makes the body of a trial.
struct Call<'a> {
    files: &'a [&'a File],
    known: &'a Known,
    make: Maker,
    names: &'a Names,
}

impl Call<'_> {
    fn body(
        &self,
        function: &Function,
        computed: &[(u32, Computed)],
        exceptions: &[(String, Vec<Option<u32>>)],
        own: &[(u32, &Function)],
        says_result: bool,
    ) -> Expr {
        let make = self.make;
        let args = function.params.iter().zip(&self.names.params);
        let args = args.map(|((label, _), name)| labelled(label, make.name(name))).collect();
        let call =
            make.apply(make.call("tracehound__direct", vec![make.name(&function.name)]), args);
        let result = self.names.result.as_deref().unwrap_or("result#");
        let mut returned = vec![self.note(OUTCOME, make.int(0))];
        if says_result {
            returned.push(self.note(RESULT, make.name(result)));
        }
        returned.extend(self.notes(computed, &[When::After, When::Returned]));
        let mut cases = vec![make.case(make.variable(result), make.seq(returned))];
        for (at, (name, arguments)) in (1..).zip(exceptions) {
            let mut raised = vec![self.note(OUTCOME, make.int(at))];
            let argument = |note: u32| format!("argument#{note}");
            let noted = arguments.iter().flatten();
            raised.extend(noted.map(|note| self.note(*note, make.name(&argument(*note)))));
            raised.extend(self.notes(computed, &[When::After]));
            let parts = arguments.iter().map(|note| match note {
                Some(note) => make.variable(&argument(*note)),
                None => make.any(),
            });
            // Whether an exception that nothing is said of has arguments is not known here.
            let pattern = make.tuple_pattern(parts.collect());
            cases.push(make.case(make.exception(name, pattern), make.seq(raised)));
        }
        let began = self.note(BEGAN, make.unit());
        let mut body = make.seq(vec![began, make.matching(call, cases)]);
        for (note, computed) in computed.iter().rev() {
            if computed.when != When::Before {
                continue;
            }
            let at = Maker(computed.expr.span);
            if computed.is_noted {
                body = make.seq(vec![self.note(*note, at.unwrapped(&computed.name)), body]);
            }
            body = at.let_in(&computed.name, at.optional(computed.expr.clone()), body);
        }
        if !own.is_empty() {
            let history = make.call(HISTORY, vec![make.name(CALLS)]);
            body = make.seq(vec![history, body]);
            body = make.let_rec(HISTORY, CALLS, self.history(own), body);
        }
        self.names.params.iter().rev().fold(body, |body, param| {
            make.let_in(param, make.call("tracehound__thaw", vec![make.name(param)]), body)
        })
    }

    fn note(&self, number: u32, value: Expr) -> Expr {
        let make = Maker(value.span);
        make.call("tracehound__note", vec![make.int(i64::from(number)), value])
    }

    /// An exception in what a contract mentions is no exception of the method.
    fn guarded(&self, expr: &Expr) -> Expr {
        let make = Maker(expr.span);
        make.attempt(expr.clone(), make.call("tracehound__lost", vec![make.unit()]))
    }

    fn notes(&self, computed: &[(u32, Computed)], at: &[When]) -> Vec<Expr> {
        let noted = computed.iter().filter(|(_, one)| one.is_noted && at.contains(&one.when));
        noted.map(|(number, one)| self.note(*number, self.guarded(&one.expr))).collect()
    }

    /// `if calls > 0 then match ask with 1 -> f …; history (calls - 1) | … | _ -> ()`
    fn history(&self, own: &[(u32, &Function)]) -> Expr {
        let make = self.make;
        let mut choices = make.unit();
        for (at, (note, function)) in own.iter().enumerate().rev() {
            let Some(call) = self.own_call(*note, function) else { continue };
            let number = i64::try_from(at + 1).expect("few functions");
            let chosen = make.call("=", vec![make.name("choice#"), make.int(number)]);
            choices = make.cond(chosen, call, choices);
        }
        let ask = make.call("tracehound__ask", vec![make.text("call before")]);
        let choices = make.let_in("choice#", ask, choices);
        let more = make.call(">", vec![make.name(CALLS), make.int(0)]);
        make.cond(more, choices, make.unit())
    }

    fn own_call(&self, note: u32, function: &Function) -> Option<Expr> {
        let make = self.make;
        let required = function.required(self.files, self.known)?;
        let names = function.names();
        let given: Vec<(&Label, &String)> = function
            .params
            .iter()
            .zip(&names)
            .map(|((label, _), name)| (label, name))
            .filter(|(label, _)| !matches!(label, Label::Optional(_)))
            .collect();
        let told = given.iter().map(|(_, name)| make.name(name)).collect();
        let call = function.call(make, &names);
        let mut parts: Vec<Expr> =
            required.into_iter().map(|cond| make.call("tracehound__assume", vec![cond])).collect();
        let told = vec![make.int(i64::from(note)), make.tuple(told)];
        parts.push(make.call("tracehound__own", told));
        parts.push(make.attempt(call, make.unit()));
        let fewer = make.call("-", vec![make.name(CALLS), make.int(1)]);
        parts.push(make.call(HISTORY, vec![fewer]));
        Some(given.iter().rev().fold(make.seq(parts), |body, (_, name)| {
            let asked = format!("{name} of {}", function.name);
            let asked = make.call("tracehound__ask", vec![make.text(&asked)]);
            make.let_in(name, make.call("tracehound__thaw", vec![asked]), body)
        }))
    }
}
