//! Specifications in comments: the contracts of operations and methods.
//!
//! A documentation comment above a `val` or a `let` may hold a contract, and a comment that begins
//! with `predicate` or `axiom` holds declarations that all contracts of the file may use. Prose may
//! stand before a contract: it begins at the first line that starts with a clause word, a named
//! parameter, or a type and an arrow. The format is that of [`trace::syntax::contract`]; everything that the program
//! declares can be named in it. In the contract of an operation, the operations of the same
//! instance need no prefix, and the instance itself is called `Self`.

mod comment;
mod place;

use std::ops::Range;

use harness::{Method, Operation, Parameter, argument_name};
use lang_core::{Argument, Session};
use source::{Diagnostic, File, Severity};
use term::{Pool, Sort, Term};
use trace::syntax::{
    ContractTree, Tree, contract::Clause, parse_contract, parse_operation, parse_within,
};
use trace::{Alphabet, Axiom, Contract, ContractCase, Surroundings};

use crate::ast::Notes;
use crate::module::{Module, OperationKind, Signature};
use place::Named;

/// The contracts of a program.
#[derive(Debug)]
pub struct Specs {
    /// The operations with effects.
    pub alphabet: Alphabet,
    /// The contracts of those that have one.
    pub operations: Vec<Operation>,
    /// The methods that have a contract, in the order of the text.
    pub methods: Vec<Method>,
    /// What is known of pure functions.
    pub axioms: Vec<Axiom>,
}

impl Specs {
    /// Reads the contracts in the comments of a file that was loaded as a module.
    pub fn read(pool: &Pool, file: &File, module: &Module) -> Result<Specs, Vec<Diagnostic>> {
        let mut reader = Reader::new(pool, file, module);
        let axioms = reader.axioms();
        let operations = reader.operations();
        let methods = reader.methods();
        let mut faults: Vec<Diagnostic> = Vec::new();
        for fault in reader.faults {
            if fault.severity == Severity::Error && !faults.contains(&fault) {
                faults.push(fault);
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(Specs { alphabet: reader.around.alphabet, operations, methods, axioms })
    }
}

/// A call of a method as a machine for a [`harness::Harness`].
///
/// # Panics
///
/// If the module has no method of that name.
#[must_use]
pub fn session(module: &Module, method: &Method) -> Session {
    let known = module.outline.method(&method.name).expect("contracts belong to methods");
    let mut session = Session::new(module.program.clone(), known.global)
        .initialising(module.outline.init.iter().copied());
    if method.result.is_some() {
        session = session.returning(known.ty.result);
    }
    for (position, (param, contract)) in known.ty.params.iter().zip(&method.params).enumerate() {
        session = session.with_arg(match contract.value {
            Some(value) => Argument::Given(value),
            None => Argument::Ask(argument_name(position), param.sort),
        });
    }
    session
}

type ParseContract = fn(&File, Range<usize>) -> (ContractTree, Vec<Diagnostic>);

struct Reader<'a> {
    pool: &'a Pool,
    file: &'a File,
    module: &'a Module,
    /// What every contract can name.
    around: Surroundings,
    /// Predicates and axioms.
    named: Tree,
    faults: Vec<Diagnostic>,
}

impl<'a> Reader<'a> {
    fn new(pool: &'a Pool, file: &'a File, module: &'a Module) -> Reader<'a> {
        let (around, named) = (Surroundings::default(), Tree::default());
        let mut reader = Reader { pool, file, module, around, named, faults: Vec::new() };
        for range in comment::declarations(file.text()) {
            let (tree, faults) = parse_within(file, range);
            reader.named.items.extend(tree.items);
            reader.faults.extend(faults);
        }
        reader.declare();
        reader
    }

    /// Everything that the program declares at its top, and the operations.
    fn declare(&mut self) {
        let outline = &self.module.outline;
        self.around.sorts =
            outline.types.iter().rev().map(|ty| (ty.name.clone(), ty.sort)).collect();
        for operation in &outline.operations {
            match operation.kind {
                OperationKind::Constant(term) => {
                    self.around.values.push((operation.name.clone(), term));
                }
                OperationKind::Pure(func) => self.around.funcs.push((operation.name.clone(), func)),
                OperationKind::Effect(_) => {
                    let tree = self.contract_tree(&operation.notes, parse_operation);
                    let places = tree.map(|tree| tree.places);
                    let named = Named::new(&operation.ty, &places.unwrap_or_default());
                    let params = named.params_for_declaration();
                    let result = self.result_sort(&operation.ty);
                    let (pool, alphabet) = (self.pool, &mut self.around.alphabet);
                    if let Err(error) = alphabet.declare(pool, &operation.name, &params, result) {
                        let fault = Diagnostic::error(error.to_string());
                        self.faults.push(fault.with_code("SPC004").at(operation.span, ""));
                    }
                }
            }
        }
    }

    /// The sort of a result that says something.
    fn result_sort(&self, ty: &Signature) -> Option<Sort> {
        (only_value(self.pool, ty.result).is_none()).then_some(ty.result)
    }

    fn contract_tree(&mut self, notes: &Notes, parse: ParseContract) -> Option<ContractTree> {
        let doc = notes.doc.as_ref()?;
        if doc.span.file != self.file.id() {
            return None;
        }
        let start = comment::contract_start(&doc.text)?;
        let range = doc.span.range();
        let (tree, faults) = parse(self.file, range.start + start..range.end);
        self.faults.extend(faults);
        let promises = tree.clauses.iter().any(|clause| clause.node != Clause::Pure);
        (promises || !tree.places.is_empty()).then_some(tree)
    }

    fn axioms(&mut self) -> Vec<Axiom> {
        let tree = ContractTree::default();
        let (contract, faults) = Contract::of_tree(self.pool, &self.around, &self.named, &tree);
        self.faults.extend(faults);
        contract.axioms
    }

    fn operations(&mut self) -> Vec<Operation> {
        let mut all = Vec::new();
        for operation in &self.module.outline.operations {
            let OperationKind::Effect(_) = operation.kind else { continue };
            let Some(tree) = self.contract_tree(&operation.notes, parse_operation) else {
                continue;
            };
            let Some(op) = self.around.alphabet.find(self.pool.symbol(&operation.name)) else {
                continue;
            };
            let named = Named::new(&operation.ty, &tree.places);
            self.faults.extend(named.check(&tree.places, operation.span));
            let mut around = self.around_place(&operation.name, &named);
            let instance = operation.name.rsplit_once('.').map(|(instance, _)| instance.to_owned());
            around.instances.extend(instance.iter().map(|name| ("Self".to_owned(), name.clone())));
            around.scope = instance;
            let has_result = self.result_sort(&operation.ty).is_some();
            let places = named.variables(self.pool, has_result);
            around.values.extend(places.iter().cloned());
            self.refuse_invariants(&tree);
            let cases = self.cases(&around, &tree);
            let places = places.into_iter().map(|(_, var)| var).collect();
            all.push(Operation::declared(&self.around.alphabet, op, places, cases));
        }
        all
    }

    fn methods(&mut self) -> Vec<Method> {
        let mut all = Vec::new();
        for method in &self.module.outline.methods {
            let Some(tree) = self.contract_tree(&method.notes, parse_contract) else { continue };
            if tree.clauses.is_empty() {
                continue;
            }
            let named = Named::new(&method.ty, &tree.places);
            self.faults.extend(named.check(&tree.places, method.span));
            let mut around = self.around_place(&method.name, &named);
            let has_result = self.result_sort(&method.ty).is_some();
            let mut places = named.variables(self.pool, has_result);
            around.values.extend(places.iter().cloned());
            let result = places.split_off(method.ty.params.len()).pop().map(|(_, var)| var);
            let cases = self.cases(&around, &tree);
            let params = places.into_iter().zip(&method.ty.params).map(|((name, var), param)| {
                Parameter { name, var, value: only_value(self.pool, param.sort) }
            });
            let spoken_of = |var: &Term| mentions(self.pool, &cases, *var);
            all.push(Method {
                name: method.name.clone(),
                span: method.span,
                params: params.collect(),
                result: result.filter(spoken_of),
                cases,
            });
        }
        all
    }

    /// What a contract at some name can speak of: the program, with the names of the modules
    /// around it left out, and the types of its first line.
    fn around_place(&self, name: &str, named: &Named) -> Surroundings {
        let mut around = self.around.clone();
        let mut prefix = name;
        let mut local = named.types();
        while let Some((outer, _)) = prefix.rsplit_once('.') {
            let inner = |known: &str| {
                known.strip_prefix(outer).and_then(|rest| rest.strip_prefix('.')).map(str::to_owned)
            };
            let sorts = self.around.sorts.iter();
            local.extend(sorts.filter_map(|(name, sort)| Some((inner(name)?, *sort))));
            let values = self.around.values.iter();
            around.values.extend(values.filter_map(|(name, term)| Some((inner(name)?, *term))));
            let funcs = self.around.funcs.iter();
            around.funcs.extend(funcs.filter_map(|(name, func)| Some((inner(name)?, *func))));
            prefix = outer;
        }
        local.append(&mut around.sorts);
        around.sorts = local;
        around
    }

    fn cases(&mut self, around: &Surroundings, tree: &ContractTree) -> Vec<ContractCase> {
        let (contract, faults) = Contract::of_tree(self.pool, around, &self.named, tree);
        self.faults.extend(faults);
        contract.cases
    }

    fn refuse_invariants(&mut self, tree: &ContractTree) {
        for clause in &tree.clauses {
            if let Clause::Invariant(_) = clause.node {
                let message = "an operation has no invariant: write `context`";
                let fault = Diagnostic::error(message).with_code("SPC009").at(clause.span, "");
                self.faults.push(fault);
            }
        }
    }
}

/// Whether what must hold after a call speaks of a variable.
fn mentions(pool: &Pool, cases: &[ContractCase], var: Term) -> bool {
    let ensured: Vec<Term> =
        cases.iter().flat_map(|case| &case.ensure).map(|stated| stated.what).collect();
    pool.free_vars(&ensured).contains(&var)
}

/// The value of a sort that has but one: a data type with one constructor and no fields.
fn only_value(pool: &Pool, sort: Sort) -> Option<Term> {
    let (data, _) = pool.as_data(sort)?;
    match pool.ctors(data) {
        [ctor] if ctor.fields.is_empty() => Some(pool.construct(sort, 0, &[])),
        _ => None,
    }
}
