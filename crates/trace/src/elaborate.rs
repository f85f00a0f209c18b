//! From trees to specs: names, sorts and predicates.
//!
//! Declarations are read in order, and a name is known from its declaration on; so nothing can be
//! recursive. Predicates are expanded where they are used. Every fault has a place and, where a name
//! is unknown, the nearest one that is known.

mod contract;
mod event;
mod property;
mod value;

use std::sync::Arc;

use rustc_hash::FxHashMap;
use source::{Diagnostic, Span};
use term::{Data, Func, Pool, Sort, Term};

use crate::alphabet::Alphabet;
use crate::spec::{Axiom, Param, Property, RecordEvent, Spec};
use crate::suggest;
use crate::syntax::tree::{At, Binding, Expr, Item, Mode, Name, RecordTest, TermExpr, Tree};

pub(crate) use contract::contract;

/// A fault with its place.
pub(crate) type Fault = Box<Diagnostic>;

/// The spec of a tree, without the declarations that have faults. Sorts that it declares are those
/// given under their names, or new ones.
pub(crate) fn elaborate(
    pool: &Pool,
    tree: &Tree,
    given: &[(String, Sort)],
) -> (Spec, Vec<Diagnostic>) {
    let mut elaborator = Elaborator::new(pool);
    elaborator.given = given.to_vec();
    for item in &tree.items {
        if let Err(fault) = elaborator.item(item) {
            elaborator.diagnostics.push(*fault);
        }
    }
    (elaborator.spec, elaborator.diagnostics)
}

/// What a name stands for where values are expected.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Bound {
    /// A value.
    Value(Term),
    /// A prefix of operation names, such as `Nxt`.
    Instance(String),
    /// A constructor that waits for the sort of its place, with the names that are known where it
    /// was written.
    Written(At<TermExpr>, Arc<Locals>),
}

/// The names that are known at some place beyond the declarations: parameters and binders.
pub(crate) type Locals = FxHashMap<String, Bound>;

struct Predicate {
    params: Vec<Binding>,
    mode: Mode,
    body: At<Expr>,
}

pub(crate) struct Elaborator<'a> {
    pub(crate) pool: &'a Pool,
    pub(crate) spec: Spec,
    diagnostics: Vec<Diagnostic>,
    sorts: Vec<(String, Sort)>,
    /// What declared sorts stand for, if that is known.
    given: Vec<(String, Sort)>,
    values: FxHashMap<String, Term>,
    funcs: FxHashMap<String, Func>,
    predicates: FxHashMap<String, Predicate>,
    /// All declared names with their places.
    names: FxHashMap<String, Span>,
    /// Short names of instances, such as `Self`.
    instances: FxHashMap<String, String>,
    /// The instance whose operations need no prefix.
    scope: Option<String>,
    /// Fields of records: data type, name, place.
    fields: Vec<(Data, String, u32)>,
    /// The exceptions that may come out, with their arguments.
    exceptions: Vec<(String, Vec<Option<Term>>)>,
    /// How many predicates the current property has been expanded into.
    expansions: usize,
}

impl<'a> Elaborator<'a> {
    fn new(pool: &'a Pool) -> Elaborator<'a> {
        let built_in = [("Int", Sort::INT), ("Bool", Sort::BOOL), ("String", Sort::TEXT)];
        let spec = Spec {
            alphabet: Alphabet::new(),
            sorts: Vec::new(),
            consts: Vec::new(),
            funcs: Vec::new(),
            axioms: Vec::new(),
            ghosts: Vec::new(),
            properties: Vec::new(),
            records: Vec::new(),
        };
        Elaborator {
            pool,
            spec,
            diagnostics: Vec::new(),
            sorts: built_in.map(|(name, sort)| (name.to_owned(), sort)).into(),
            given: Vec::new(),
            values: FxHashMap::default(),
            funcs: FxHashMap::default(),
            predicates: FxHashMap::default(),
            names: FxHashMap::default(),
            instances: FxHashMap::default(),
            scope: None,
            fields: Vec::new(),
            exceptions: Vec::new(),
            expansions: 0,
        }
    }

    fn item(&mut self, item: &At<Item>) -> Result<(), Fault> {
        match &item.node {
            Item::Sort(names) => names.iter().try_for_each(|name| self.sort_item(name)),
            Item::Const(bindings) => {
                let consts = self.params(bindings)?;
                self.spec.consts.extend(consts);
                Ok(())
            }
            Item::Ghost(bindings) => {
                let ghosts = self.params(bindings)?;
                self.spec.ghosts.extend(ghosts);
                Ok(())
            }
            Item::Fun { name, params, result } => self.fun_item(name, params, result),
            Item::Axiom { name, vars, body } => self.axiom_item(name, vars, body),
            Item::Op { name, params, result } => self.op_item(name, params, result.as_ref()),
            Item::OtherOps => {
                self.spec.alphabet.set_open();
                Ok(())
            }
            Item::Event { name, args, result, tests } => {
                self.event_item(name, args, result.as_ref(), tests)
            }
            Item::Predicate { name, params, mode, body } => {
                self.predicate_item(name, params, *mode, body)
            }
            Item::Property { name, mode, body } => {
                self.declare(name)?;
                self.expansions = 0;
                let formula = self.property(*mode, body, &Locals::default())?;
                self.add_property(name, formula, item.span)
            }
            Item::Automaton { name, start, kind, marked, transitions } => {
                self.declare(name)?;
                let machine = self.machine(start, *kind, marked, transitions)?;
                self.add_property(name, machine, item.span)
            }
        }
    }

    /// Takes a name, unless it is taken.
    fn declare(&mut self, name: &Name) -> Result<(), Fault> {
        if let Some(first) = self.names.get(&name.node) {
            let message = format!("`{}` is declared twice", name.node);
            return Err(fault("SPC004", message, name.span).map_label(*first));
        }
        self.names.insert(name.node.clone(), name.span);
        Ok(())
    }

    fn sort_item(&mut self, name: &Name) -> Result<(), Fault> {
        self.declare(name)?;
        if self.sorts.iter().any(|(known, _)| *known == name.node) {
            return Err(fault("SPC004", format!("`{}` is built in", name.node), name.span));
        }
        let given = self.given.iter().find(|(known, _)| *known == name.node);
        let sort = given.map_or_else(|| self.pool.elem_sort(&name.node), |(_, sort)| *sort);
        self.sorts.push((name.node.clone(), sort));
        self.spec.sorts.push((name.node.clone(), sort));
        Ok(())
    }

    pub(crate) fn sort(&self, name: &Name) -> Result<Sort, Fault> {
        let known = self.sorts.iter().find(|(known, _)| *known == name.node);
        known.map(|(_, sort)| *sort).ok_or_else(|| {
            let message = format!("there is no sort `{}`", name.node);
            let known = self.sorts.iter().map(|(known, _)| known.as_str());
            fault("SPC005", message, name.span).suggesting(&name.node, known)
        })
    }

    /// The sort of a binding that must have one.
    fn binding_sort(&self, binding: &Binding) -> Result<Sort, Fault> {
        let sort = binding.sort.as_ref().ok_or_else(|| {
            fault("SPC005", format!("`{}` needs a sort", binding.name.node), binding.name.span)
        })?;
        self.sort(sort)
    }

    fn params(&mut self, bindings: &[Binding]) -> Result<Vec<Param>, Fault> {
        let mut params = Vec::new();
        for binding in bindings {
            let sort = self.binding_sort(binding)?;
            self.declare(&binding.name)?;
            let name = binding.name.node.clone();
            let var = self.pool.var(&name, sort);
            self.values.insert(name.clone(), var);
            params.push(Param { name, var, span: binding.name.span });
        }
        Ok(params)
    }

    fn fun_item(&mut self, name: &Name, params: &[Name], result: &Name) -> Result<(), Fault> {
        let args = params.iter().map(|param| self.sort(param)).collect::<Result<Vec<_>, _>>()?;
        let result = self.sort(result)?;
        if args.is_empty() {
            let message = format!("function `{}` has no arguments", name.node);
            let fault = fault("SPC006", message, name.span);
            return Err(fault.helping("declare it with `const`"));
        }
        self.declare(name)?;
        let func = self.pool.func(&name.node, &args, result);
        self.funcs.insert(name.node.clone(), func);
        self.spec.funcs.push((name.node.clone(), func));
        Ok(())
    }

    fn axiom_item(
        &mut self,
        name: &Name,
        vars: &[Binding],
        body: &At<TermExpr>,
    ) -> Result<(), Fault> {
        self.declare(name)?;
        let mut locals = Locals::default();
        let mut terms = Vec::new();
        for binding in vars {
            let var = self.pool.var(&binding.name.node, self.binding_sort(binding)?);
            locals.insert(binding.name.node.clone(), Bound::Value(var));
            terms.push(var);
        }
        let body = self.condition(body, &locals)?;
        let (name, span) = (name.node.clone(), name.span);
        self.spec.axioms.push(Axiom { name, vars: terms, body, span });
        Ok(())
    }

    fn op_item(
        &mut self,
        name: &Name,
        params: &[Binding],
        result: Option<&Name>,
    ) -> Result<(), Fault> {
        self.declare(name)?;
        let mut sorted: Vec<(&str, Sort)> = Vec::new();
        for param in params {
            if sorted.iter().any(|(known, _)| *known == param.name.node) {
                let message = format!("parameter `{}` stands twice", param.name.node);
                return Err(fault("SPC004", message, param.name.span));
            }
            sorted.push((&param.name.node, self.binding_sort(param)?));
        }
        let result = result.map(|sort| self.sort(sort)).transpose()?;
        let declared = self.spec.alphabet.declare(self.pool, &name.node, &sorted, result);
        declared.map(|_| ()).map_err(|error| fault("SPC004", error.to_string(), name.span))
    }

    fn event_item(
        &mut self,
        name: &Name,
        args: &[Name],
        result: Option<&Name>,
        tests: &[RecordTest],
    ) -> Result<(), Fault> {
        let Some(op) = self.spec.alphabet.find(self.pool.symbol(&name.node)) else {
            let message = format!("there is no operation `{}`", name.node);
            let known = self.spec.alphabet.ops().map(|op| self.spec.alphabet.name(self.pool, op));
            let known: Vec<&str> = known.collect();
            return Err(fault("SPC005", message, name.span).suggesting(&name.node, known));
        };
        let declared = self.spec.alphabet.op(op);
        if declared.params().len() != args.len() {
            let expected = source::counted(declared.params().len(), "argument");
            let message =
                format!("`{}` has {expected}, but {} fields are named", name.node, args.len());
            return Err(fault("SPC006", message, name.span));
        }
        if declared.result().is_some() != result.is_some() {
            let has = if result.is_some() { "no result" } else { "a result" };
            let message = format!("`{}` has {has}", name.node);
            let help = "the field with the result stands after a colon: `event get(key) : value`";
            return Err(fault("SPC006", message, name.span).helping(help));
        }
        let args = args.iter().map(|name| name.node.clone()).collect();
        let result = result.map(|name| name.node.clone());
        self.spec.records.push(RecordEvent { op, args, result, tests: tests.to_vec() });
        Ok(())
    }

    fn predicate_item(
        &mut self,
        name: &Name,
        params: &[Binding],
        mode: Mode,
        body: &At<Expr>,
    ) -> Result<(), Fault> {
        self.declare(name)?;
        let mut locals = Some(Locals::default());
        for param in params {
            let sort = param.sort.as_ref().filter(|sort| sort.node != "instance");
            match sort {
                Some(sort) => {
                    let var = self.pool.var(&param.name.node, self.sort(sort)?);
                    if let Some(locals) = &mut locals {
                        locals.insert(param.name.node.clone(), Bound::Value(var));
                    }
                }
                None => locals = None,
            }
        }
        // A body whose parameters all have sorts is checked even if the predicate is unused.
        if let Some(locals) = locals {
            self.expansions = 0;
            self.property(mode, body, &locals)?;
        }
        let predicate = Predicate { params: params.to_vec(), mode, body: body.clone() };
        self.predicates.insert(name.node.clone(), predicate);
        Ok(())
    }

    fn add_property(
        &mut self,
        name: &Name,
        formula: crate::Formula,
        span: Span,
    ) -> Result<(), Fault> {
        formula.check_depth().map_err(|error| fault("SPC002", error.to_string(), name.span))?;
        self.spec.properties.push(Property { name: name.node.clone(), formula, span });
        Ok(())
    }
}

/// A fault of a spec at a place.
pub(crate) fn fault(code: &str, message: impl Into<String>, span: Span) -> Fault {
    Box::new(Diagnostic::error(message).with_code(code).at(span, ""))
}

/// Small additions to a boxed fault.
pub(crate) trait Helping {
    /// With advice.
    fn helping(self, help: &str) -> Self;
    /// With the nearest of some names.
    fn suggesting<'a>(self, wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Self;
    /// With the place of the first declaration.
    fn map_label(self, first: Span) -> Self;
}

impl Helping for Fault {
    fn helping(self, help: &str) -> Fault {
        Box::new((*self).with_help(help))
    }

    fn suggesting<'a>(self, wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Fault {
        Box::new(suggest::add(*self, wrong, known))
    }

    fn map_label(self, first: Span) -> Fault {
        Box::new((*self).at(first, "first declared here"))
    }
}
