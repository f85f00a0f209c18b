//! Specifications in comments: the contracts of operations and methods.
//!
//! A documentation comment above a `val` or a `let` may hold a contract, and a comment that begins
//! with `predicate` or `axiom` holds declarations that all contracts of the file may use. Prose may
//! stand before a contract: it begins at the first line that starts with a clause word, a named
//! parameter, or a type and an arrow. The format is that of [`trace::syntax::contract`]; everything that the program
//! declares can be named in it. In the contract of an operation, the operations of the same
//! instance need no prefix, and the instance itself is called `Self`.

mod call;
mod comment;
mod function;
mod place;
mod written;

use std::collections::BTreeMap;

use harness::{Method, Operation, Parameter, Properties, TrialNote};
use source::{Diagnostic, File, Severity, Span};
use term::{Pool, Sort, Term};
use trace::syntax::{ContractTree, Tree, contract::Clause, tree::At};
use trace::{Alphabet, Axiom, Contract, ContractCase, Surroundings};

use crate::INT_BITS;
use crate::ast::Notes;
use crate::local::is_local_code;
use crate::module::{self, Module, OperationKind, ReadyTrial, Signature};
use crate::patience::{LoadError, Patience, Stop};
use crate::trial;
pub(crate) use comment::{code_parts, loop_comments, loop_start};
use place::Named;
use written::{Owner, Written};
pub(crate) use written::{Trees, contract_in, has_contract, read_contract, written_places};

pub use call::{StateBefore, Target, needs_computed};

/// The contracts of a program.
#[derive(Clone, Debug)]
pub struct Specs {
    /// The operations with effects.
    pub alphabet: Alphabet,
    /// The contracts of those that have one.
    pub operations: Vec<Operation>,
    /// The methods that have a contract, in the order of the text.
    pub methods: Vec<Method>,
    /// The functions without a contract that perform operations and take no functions, in the order of
    /// the text, each with a contract that demands and promises nothing.
    pub plain: Vec<Method>,
    /// What is known of pure functions.
    pub axioms: Vec<Axiom>,
    /// Clauses that are not decided, as written, with the methods that they belong to.
    pub undecided: Vec<(String, String)>,
    /// Names in contracts that nothing binds, which stand for any value.
    pub free: Vec<String>,
    /// How the contracts of methods that are called with all that they mention can be checked by the
    /// program itself, by the names of the methods.
    pub trial_texts: BTreeMap<String, TrialText>,
}

/// A contract that mentions more than arguments, result and events, in words of the program.
#[derive(Clone, Debug)]
pub struct TrialText {
    /// The names of the parameters in what is computed.
    pub params: Vec<String>,
    /// The name of the result in what is computed.
    pub result: Option<String>,
    /// What the program computes, in order.
    pub computed: Vec<ComputedText>,
    /// The exceptions that are outcomes, in the order of their numbers, with the variables for their
    /// arguments.
    pub exceptions: Vec<(String, Vec<Option<Term>>)>,
    /// A name that the contract mentions and that cannot be named from outside.
    pub hidden: Option<String>,
}

/// Something that the program computes for a contract.
#[derive(Clone, Debug)]
pub struct ComputedText {
    /// Its name in other expressions: of a function that takes nothing.
    pub name: String,
    /// The variable of the contract that stands for it; none if only other expressions mention it.
    pub var: Option<Term>,
    /// When it is computed.
    pub when: ComputedWhen,
    /// The expression, over parameters, result, and what was computed before the call; none if there is no
    /// text for it.
    pub expr: Option<String>,
}

/// When the program computes something for a contract.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ComputedWhen {
    /// Before the call.
    Before,
    /// After it, however it ended.
    After,
    /// After it, if it returned.
    Returned,
}

impl Specs {
    /// Reads the contracts in the comments of a file that was loaded as a module.
    pub fn read(pool: &Pool, file: &File, module: &Module) -> Result<Specs, Vec<Diagnostic>> {
        Specs::read_until(pool, file, module, &|| false).map_err(LoadError::into_faults)
    }

    /// As [`Specs::read`], but it is given up as soon as `stop` says so.
    pub fn read_until(
        pool: &Pool,
        file: &File,
        module: &Module,
        stop: &Stop<'_>,
    ) -> Result<Specs, LoadError> {
        Specs::of(pool, Written::Comments(file, &module.outline.sources), module, stop)
    }

    /// Gives contracts that were read elsewhere their meaning.
    pub(crate) fn of_trees(
        pool: &Pool,
        trees: &Trees,
        module: &Module,
        stop: &Stop<'_>,
    ) -> Result<Specs, LoadError> {
        Specs::of(pool, Written::Trees(trees), module, stop)
    }

    fn of(
        pool: &Pool,
        written: Written<'_>,
        module: &Module,
        stop: &Stop<'_>,
    ) -> Result<Specs, LoadError> {
        let patience = &Patience::new(stop);
        let mut reader = Reader::new(pool, written, module, patience);
        let axioms = reader.axioms();
        let operations = reader.operations();
        let (methods, plain) = reader.methods();
        reader.strays();
        reader.local();
        patience.check()?;
        let mut faults: Vec<Diagnostic> = Vec::new();
        for fault in reader.faults {
            if fault.severity == Severity::Error && !faults.contains(&fault) {
                faults.push(fault);
            }
        }
        if !faults.is_empty() {
            return Err(faults.into());
        }
        let mut undecided = module.outline.local.undecided.clone();
        for method in &module.outline.methods {
            for clause in written::undecided(&module.outline.sources, &method.notes) {
                let text = clause.node.split_whitespace().collect::<Vec<_>>().join(" ");
                undecided.push((method.name.clone(), text));
            }
        }
        Ok(Specs {
            alphabet: reader.around.alphabet,
            operations,
            methods,
            plain,
            axioms,
            undecided,
            free: match written {
                Written::Trees(trees) => trees.free.iter().cloned().collect(),
                Written::Comments(..) => Vec::new(),
            },
            trial_texts: reader.trial_texts,
        })
    }
}

struct Reader<'a> {
    pool: &'a Pool,
    written: Written<'a>,
    module: &'a Module,
    patience: &'a Patience<'a>,
    /// What every contract can name.
    around: Surroundings,
    /// Predicates and axioms.
    named: Tree,
    faults: Vec<Diagnostic>,
    trial_texts: BTreeMap<String, TrialText>,
}

impl<'a> Reader<'a> {
    fn new(
        pool: &'a Pool,
        written: Written<'a>,
        module: &'a Module,
        patience: &'a Patience<'a>,
    ) -> Reader<'a> {
        let (named, faults) = written.named();
        let around = Surroundings::default();
        let trial_texts = BTreeMap::new();
        let mut reader =
            Reader { pool, written, module, patience, around, named, faults, trial_texts };
        reader.declare();
        if let Written::Trees(trees) = written {
            reader.around.sorts.extend(trees.sorts.iter().cloned());
            reader.around.values.extend(trees.values.iter().cloned());
        }
        reader
    }

    /// Contracts that would never be checked.
    fn strays(&mut self) {
        let outline = &self.module.outline;
        let methods = outline.methods.iter().filter_map(|method| method.notes.doc.as_ref());
        let operations = outline.operations.iter().filter_map(|one| one.notes.doc.as_ref());
        let own = methods.chain(operations).map(|doc| doc.span);
        let known: Vec<Span> = own.chain(outline.local.read.iter().copied()).collect();
        self.faults.extend(self.written.strays(&known));
    }

    /// Refuses contracts inside of functions that perform operations: to check one must not be an event.
    fn local(&mut self) {
        let program = &self.module.program;
        for (id, cond, code) in program.stated() {
            let Some(span) = program.span(id).filter(|_| is_local_code(code)) else { continue };
            if program.performs_in(cond) {
                let message = "this condition calls an operation of a library, which is an event";
                self.faults.push(Diagnostic::error(message).with_code("SPC016").at(span, ""));
            }
        }
    }

    /// Everything that the program declares at its top, and the operations.
    fn declare(&mut self) {
        let outline = &self.module.outline;
        self.around.sorts =
            outline.types.iter().rev().map(|ty| (ty.name.clone(), ty.sort)).collect();
        self.around.values = extremes(self.pool);
        self.around.fields = outline.notation.all_fields();
        for operation in &outline.operations {
            match operation.kind {
                OperationKind::Constant(term) => {
                    self.around.values.push((operation.name.clone(), term));
                }
                OperationKind::Pure(func) => self.around.funcs.push((operation.name.clone(), func)),
                OperationKind::Effect(_) => {
                    let tree =
                        self.contract_tree(Owner::Operation(&operation.name), &operation.notes);
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

    fn contract_tree(&mut self, owner: Owner<'_>, notes: &Notes) -> Option<ContractTree> {
        if self.patience.is_over() {
            return None;
        }
        let (tree, faults) = self.written.contract(owner, notes);
        self.faults.extend(faults);
        tree
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
            let owner = Owner::Operation(&operation.name);
            let Some(tree) = self.contract_tree(owner, &operation.notes) else { continue };
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
            self.refuse_clauses_of_methods(&tree);
            self.check_no_functions(&tree);
            let cases = self.cases(&around, &tree);
            let places = places.into_iter().map(|(_, var)| var).collect();
            all.push(Operation::declared(&self.around.alphabet, op, places, cases));
        }
        all
    }

    /// The methods that have a contract, and those without one that perform something.
    fn methods(&mut self) -> (Vec<Method>, Vec<Method>) {
        let (mut all, mut plain) = (Vec::new(), Vec::new());
        for method in &self.module.outline.methods {
            let owner = Owner::Method(&method.name);
            let before = self.faults.len();
            let tree = self.contract_tree(owner, &method.notes);
            if self.faults.len() > before {
                // What cannot be read means nothing, and a second fault would say nothing new.
                continue;
            }
            let is_checked = self.module.outline.local.checked.contains(&method.name);
            let said = tree.filter(|tree| !tree.clauses.is_empty());
            let empty = || is_checked.then(ContractTree::default);
            let Some(mut tree) = said.or_else(empty) else {
                plain.extend(self.without_contract(method));
                continue;
            };
            if let Some(faults) = self.module.outline.refused.get(&method.name) {
                self.faults.extend(faults.iter().cloned());
                continue;
            }
            let ready = self.used_trial(method);
            self.check_trial(&tree, ready, before);
            if let Some(ready) = ready {
                tree = ready.trial.tree.clone();
            }
            let named = Named::new(&told_type(method, ready), &tree.places);
            self.faults.extend(named.check(&tree.places, method.span));
            let mut around = self.around_place(&method.name, &named);
            let has_result = self.result_sort(&told_type(method, ready)).is_some();
            let mut places = named.variables(self.pool, has_result);
            let result = places.split_off(method.ty.params.len()).pop();
            around.values.extend(places.iter().cloned());
            let trial = ready.map(|ready| {
                let result = result.as_ref().map(|(_, var)| *var);
                self.trial_notes(ready, result, &mut around)
            });
            if let Some(ready) = ready {
                let text = trial_text(ready, &around);
                self.trial_texts.insert(method.name.clone(), text);
            }
            let outside_result = around.clone();
            around.values.extend(result.iter().cloned());
            let result = result.map(|(_, var)| var);
            let cases = self.cases(&around, &tree);
            let functions = self.functions(method, &named, &tree, &outside_result, &cases);
            let params = places.into_iter().zip(&method.ty.params).map(|((name, var), param)| {
                let value = self.fixed_value(&name, param.sort);
                Parameter { name, var, value }
            });
            let mentioned = |var: &Term| mentions(self.pool, &cases, *var);
            all.push(Method {
                name: method.name.clone(),
                span: method.span,
                params: params.collect(),
                result: result.filter(mentioned),
                cases,
                functions,
                properties: Properties::default(),
                trial,
            });
        }
        (all, plain)
    }

    /// A method without a contract as one whose contract says nothing, if it performs something and
    /// takes values only.
    fn without_contract(&self, method: &module::Method) -> Option<Method> {
        let program = &self.module.program;
        let mut params = method.ty.params.iter();
        if params.len() == 0 || params.any(|param| program.arrow(param.sort).is_some()) {
            return None;
        }
        let places = Named::new(&method.ty, &[]).variables(self.pool, false);
        let params = places.into_iter().zip(&method.ty.params).map(|((name, var), param)| {
            let value = self.fixed_value(&name, param.sort);
            Parameter { name, var, value }
        });
        program.performs(method.global).then(|| Method {
            name: method.name.clone(),
            span: method.span,
            params: params.collect(),
            result: None,
            cases: vec![ContractCase::default()],
            functions: Vec::new(),
            properties: Properties::default(),
            trial: None,
        })
    }

    /// The trial by which a method is called, if it is: the contract needs it, or what the call does
    /// depends on mutable data from outside.
    fn used_trial(&self, method: &module::Method) -> Option<&'a ReadyTrial> {
        let ready = self.module.outline.trials.get(&method.name)?;
        if ready.trial.params != method.ty.params.len() {
            return None;
        }
        let keeps_state = || {
            !ready.trial.own_calls.is_empty()
                && !self.module.program.stateful(method.global).is_empty()
        };
        let is_mutable = ready.thaws || ready.tells_mutable;
        (ready.trial.is_needed || is_mutable || keeps_state()).then_some(ready)
    }

    /// Refuses clauses that need a trial where there is none. `before` are the faults so far: where the
    /// contract has others, those say enough.
    fn check_trial(&mut self, tree: &ContractTree, ready: Option<&ReadyTrial>, before: usize) {
        let needs =
            |clause: &&At<Clause>| matches!(clause.node, Clause::Raises(_) | Clause::Modifies(_));
        if ready.is_some() || self.faults.len() > before {
            return;
        }
        if let Some(clause) = tree.clauses.iter().find(needs) {
            let message = "this clause needs a definition with all of its parameters";
            let fault = Diagnostic::error(message).with_code("SPC009").at(clause.span, "");
            self.faults.push(fault);
        }
    }

    /// What a trial tells; the variables for it become known.
    fn trial_notes(
        &self,
        ready: &ReadyTrial,
        result: Option<Term>,
        around: &mut Surroundings,
    ) -> harness::Trial {
        let pool = self.pool;
        let sort = |number: u32| {
            ready.notes.iter().find(|(known, _)| *known == number).map(|(_, sort)| *sort)
        };
        let outcome = pool.var("outcome#", Sort::INT);
        let mut notes =
            vec![(trial::BEGAN, TrialNote::Began), (trial::OUTCOME, TrialNote::Value(outcome))];
        notes.push((trial::RESULT, result.map_or(TrialNote::Unmentioned, TrialNote::Value)));
        for (number, computed) in &ready.trial.computed {
            let Some(sort) = sort(*number) else {
                notes.push((*number, TrialNote::Unmentioned));
                continue;
            };
            let var = pool.var(&format!("{}#{number}", computed.text), sort);
            around.values.push((computed.name.clone(), var));
            notes.push((*number, TrialNote::Value(var)));
        }
        for (exception, numbers) in &ready.trial.exceptions {
            let mut argument = |number: u32| {
                let var = sort(number)
                    .map(|sort| pool.var(&format!("argument of {exception}#{number}"), sort));
                notes.push((number, var.map_or(TrialNote::Unmentioned, TrialNote::Value)));
                var
            };
            let arguments = numbers.iter().map(|number| number.and_then(&mut argument)).collect();
            around.exceptions.push((exception.clone(), arguments));
        }
        for (number, name, args) in &ready.trial.own_calls {
            notes.push((*number, TrialNote::OwnCall { name: name.clone(), args: *args }));
        }
        let named =
            |(number, note): (u32, TrialNote)| (pool.symbol(&format!("note#{number}")), note);
        harness::Trial { notes: notes.into_iter().map(named).collect(), outcome }
    }

    /// The value of a parameter that is not asked for: it can have but one, or it is a function.
    fn fixed_value(&self, name: &str, sort: Sort) -> Option<Term> {
        let function = || self.module.program.arrow(sort).map(|_| self.pool.var(name, sort));
        only_value(self.pool, sort).or_else(function)
    }

    /// What a contract at some name can mention: the program, with the names of the modules
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
            let operations = self.module.outline.operations.iter();
            let instances = operations.filter_map(|known| known.name.rsplit_once('.'));
            around.instances.extend(
                instances.filter_map(|(instance, _)| Some((inner(instance)?, instance.to_owned()))),
            );
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

    fn refuse_clauses_of_methods(&mut self, tree: &ContractTree) {
        for clause in &tree.clauses {
            let message = match clause.node {
                Clause::Invariant(_) => "an operation has no invariant: write `context`",
                Clause::Raises(_) => "an operation of a library raises no exceptions here",
                Clause::Modifies(_) => "an operation of a library modifies nothing of the program",
                _ => continue,
            };
            let fault = Diagnostic::error(message).with_code("SPC009").at(clause.span, "");
            self.faults.push(fault);
        }
    }
}

/// The type of a method as its contract sees it: a trial may know more of what is left open.
fn told_type(method: &module::Method, ready: Option<&ReadyTrial>) -> Signature {
    let mut ty = method.ty.clone();
    let Some(ready) = ready else { return ty };
    for (param, sort) in ty.params.iter_mut().zip(&ready.params) {
        param.sort = *sort;
    }
    if let Some((_, sort)) = ready.notes.iter().find(|(number, _)| *number == trial::RESULT) {
        ty.result = *sort;
    }
    ty
}

/// The smallest and the largest integer, which contracts need to say where arithmetic is safe.
fn extremes(pool: &Pool) -> Vec<(String, Term)> {
    let half = 1i64 << (INT_BITS - 1);
    let named = |name: &str, value: i64| (name.to_owned(), pool.int(value));
    let [least, most] = [-half, half - 1];
    vec![
        named("min_int", least),
        named("max_int", most),
        named("Int.min_int", least),
        named("Int.max_int", most),
    ]
}

/// A contract in words of the program; the variables for what it computes are among what is around it.
fn trial_text(ready: &ReadyTrial, around: &Surroundings) -> TrialText {
    let computed = ready.trial.computed.iter().map(|(_, one)| ComputedText {
        name: trial::remembered(&one.name),
        var: around.values.iter().rev().find(|(name, _)| *name == one.name).map(|(_, var)| *var),
        when: match one.when {
            trial::When::Before => ComputedWhen::Before,
            trial::When::After => ComputedWhen::After,
            trial::When::Returned => ComputedWhen::Returned,
        },
        expr: one.written.clone(),
    });
    let (params, result) = ready.trial.names.clone();
    TrialText {
        params,
        result,
        computed: computed.collect(),
        exceptions: around.exceptions.clone(),
        hidden: ready.trial.hidden.clone(),
    }
}

/// Whether what must hold after a call mentions a variable.
fn mentions(pool: &Pool, cases: &[ContractCase], var: Term) -> bool {
    let ensured = cases.iter().flat_map(|case| &case.ensure).map(|stated| stated.what);
    let formulas = cases.iter().flat_map(|case| [&case.effect, &case.after, &case.invariant]);
    let conditions = formulas.flatten().flat_map(|stated| stated.what.conditions());
    let all: Vec<Term> = ensured.chain(conditions).collect();
    pool.free_vars(&all).contains(&var)
}

/// The value of a sort that has but one: a data type with one constructor and no fields.
pub(crate) fn only_value(pool: &Pool, sort: Sort) -> Option<Term> {
    let (data, _) = pool.as_data(sort)?;
    match pool.ctors(data) {
        [ctor] if ctor.fields.is_empty() => Some(pool.construct(sort, 0, &[])),
        _ => None,
    }
}
