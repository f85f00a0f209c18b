//! From the definitions of a folder that have attributes to trees of contracts.

use std::collections::{BTreeMap, BTreeSet};

use source::{Diagnostic, File, FileId, counted};
use term::{Pool, Sort};
use trace::syntax::contract::{Clause, ContractTree};
use trace::syntax::tree::{At, Binding as Typed, Item, Mode, Name};

use super::contract::{Written, at_name, contract, defined, typed};
use super::fault::{Fault, fault, helped, unreadable};
use super::formula::{Shape, Shapes, formula};
use super::free;
use super::value::{Renamed, UNIT, value};
use super::walk;
use crate::ast::{Binding, Param};
use crate::module::{Operation, OperationKind, Outline, Signature};
use crate::spec::{Trees, only_value};

/// What a definition with an attribute is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Attribute {
    /// `[@pred]`
    Predicate,
    /// `[@axiom]`
    Axiom,
    /// `[@libRty]`: the contract of something that is called.
    Called,
    /// `[@assertRty]`: the contract of what is to be checked.
    Asserted,
}

/// What a definition is, if it is a specification.
pub(super) fn attribute(binding: &Binding) -> Option<Attribute> {
    let known = [
        ("pred", Attribute::Predicate),
        ("axiom", Attribute::Axiom),
        ("libRty", Attribute::Called),
        ("assertRty", Attribute::Asserted),
    ];
    known.into_iter().find(|(name, _)| binding.notes.has(name)).map(|(_, kind)| kind)
}

/// The contracts, predicates and axioms of a folder, as far as they concern one method file.
pub(super) fn trees(
    pool: &Pool,
    outline: &Outline,
    shared: &[File; 4],
    method: &File,
) -> Result<Trees, Vec<Diagnostic>> {
    let [.., invariant, contracts] = shared;
    let mut reader = Reader::new(pool, outline, (contracts.id(), method.id()));
    reader.one_invariant(invariant);
    for binding in &outline.specs {
        if let Err(fault) = reader.binding(binding) {
            reader.faults.push(*fault);
        }
    }
    if !reader.faults.is_empty() {
        return Err(reader.faults);
    }
    for ty in free::bind(&mut reader.trees, outline) {
        reader.sort(Some(&ty));
    }
    Ok(reader.trees)
}

struct Reader<'a> {
    pool: &'a Pool,
    outline: &'a Outline,
    shapes: Shapes,
    /// `lib_rty.ml`
    contracts: FileId,
    method: FileId,
    trees: Trees,
    /// The methods whose contracts stand in the files of others.
    foreign: BTreeSet<String>,
    faults: Vec<Diagnostic>,
}

impl<'a> Reader<'a> {
    fn new(
        pool: &'a Pool,
        outline: &'a Outline,
        (contracts, method): (FileId, FileId),
    ) -> Reader<'a> {
        let unit = outline.sort("unit").and_then(|sort| only_value(pool, sort));
        let values = unit.map(|unit| (UNIT.to_owned(), unit)).into_iter().collect();
        let trees = Trees { values, ..Trees::default() };
        let shapes = shapes(pool, outline);
        let (foreign, faults) = (BTreeSet::new(), Vec::new());
        Reader { pool, outline, shapes, contracts, method, trees, foreign, faults }
    }

    /// `ri.ml` holds one predicate and nothing else that could be meant.
    fn one_invariant(&mut self, file: &File) {
        let predicates = self.outline.specs.iter().filter(|binding| {
            binding.span.file == file.id() && attribute(binding) == Some(Attribute::Predicate)
        });
        let spans: Vec<_> = predicates.map(|binding| binding.span).collect();
        match spans.as_slice() {
            [_] => {}
            [] => {
                let message = "`ri.ml` holds one predicate, the invariant, but there is none";
                self.faults.push(*unreadable(file.span(0..0), message));
            }
            [first, second, ..] => {
                let message = "`ri.ml` holds one predicate, the invariant, but there are more";
                let fault = *unreadable(*second, message);
                self.faults.push(fault.at(*first, "this is the first"));
            }
        }
    }

    fn binding(&mut self, binding: &Binding) -> Result<(), Fault> {
        match attribute(binding) {
            Some(Attribute::Predicate) => self.predicate(binding),
            Some(Attribute::Axiom) => self.axiom(binding),
            Some(Attribute::Called) => self.called(binding),
            Some(Attribute::Asserted) => self.asserted(binding),
            None => {
                let message = "a definition beside a specification must be one too";
                Err(unreadable(binding.span, message))
            }
        }
    }

    fn predicate(&mut self, binding: &Binding) -> Result<(), Fault> {
        let (name, params) = (defined(binding)?, self.predicate_params(binding)?);
        let body = formula(&binding.body, &self.shapes)?;
        self.declare(Item::Predicate { name, params, mode: Mode::Ltl, body }, binding);
        Ok(())
    }

    fn axiom(&mut self, binding: &Binding) -> Result<(), Fault> {
        let (name, vars) = (defined(binding)?, self.typed_params(binding)?);
        let body = value(&binding.body, &Renamed::default())?;
        self.declare(Item::Axiom { name, vars, body }, binding);
        Ok(())
    }

    fn declare(&mut self, node: Item, binding: &Binding) {
        self.trees.named.items.push(At { node, span: binding.span });
    }

    /// The parameters of a predicate. Types are remarks, and may be missing.
    fn predicate_params(&mut self, binding: &Binding) -> Result<Vec<Typed>, Fault> {
        let mut params = Vec::new();
        for param in &binding.params {
            let pattern = match param {
                Param::Value { pattern, default: None, .. } => Some(pattern),
                Param::Value { .. } | Param::NewTypes(_) => None,
            };
            let Some((pattern, name)) = pattern.and_then(|p| Some((p, walk::name_of(p)?))) else {
                let fault = unreadable(binding.span, "a parameter of a predicate is a name");
                return Err(helped(fault, "write `(x : Elem.t)` or `x`"));
            };
            let plain = || Typed { name: at_name(name), sort: None };
            let param = typed(pattern).map_or_else(plain, |(param, _)| param);
            self.sort(param.sort.as_ref());
            params.push(param);
        }
        Ok(params)
    }

    /// The parameters of an axiom, each with its type.
    fn typed_params(&mut self, binding: &Binding) -> Result<Vec<Typed>, Fault> {
        let mut params = Vec::new();
        for param in &binding.params {
            let pattern = match param {
                Param::Value { pattern, default: None, .. } => typed(pattern),
                Param::Value { .. } | Param::NewTypes(_) => None,
            };
            let Some((param, _)) = pattern else {
                let fault = unreadable(binding.span, "a parameter here is a name with a type");
                return Err(helped(fault, "write `(x : Elem.t)`"));
            };
            self.sort(param.sort.as_ref());
            params.push(param);
        }
        Ok(params)
    }

    fn called(&mut self, binding: &Binding) -> Result<(), Fault> {
        let written = self.contract(binding)?;
        let name = written.name.node.as_str();
        if let Some(operation) = self.operation(name) {
            self.fits(&written, &operation.ty)?;
            return add(&mut self.trees.operations, written);
        }
        match self.outline.method(name) {
            // Its body is at hand; whether that or the contract is used is not for us to say.
            Some(method) => {
                self.fits(&written, &method.ty)?;
                self.add_method(binding.span.file, written)
            }
            // It is mentioned, but nothing that is needed calls it.
            None if binding.span.file != self.contracts => Ok(()),
            None => {
                let message =
                    format!("`{name}` is neither an operation of `lib_nty.ml` nor a method");
                let help = format!("the body of a method is looked for in `{name}.ml`");
                Err(helped(fault("SPC005", written.name.span, message), help))
            }
        }
    }

    /// The contract of a method. What another file says of it counts only where the file of the method says
    /// nothing.
    fn add_method(&mut self, file: FileId, written: Written) -> Result<(), Fault> {
        let name = &written.name.node;
        if file == self.method {
            if self.foreign.remove(name) {
                self.trees.methods.remove(name);
            }
        } else if self.trees.methods.contains_key(name) {
            return Ok(());
        } else {
            self.foreign.insert(name.clone());
        }
        add(&mut self.trees.methods, written)
    }

    fn asserted(&mut self, binding: &Binding) -> Result<(), Fault> {
        if binding.span.file != self.method {
            return Ok(());
        }
        let written = self.contract(binding)?;
        let name = written.name.node.as_str();
        let Some(method) = self.outline.method(name) else {
            let message = format!("there is no definition of `{name}`");
            return Err(fault("SPC005", written.name.span, message));
        };
        self.fits(&written, &method.ty)?;
        self.add_method(binding.span.file, written)
    }

    /// A contract, whose sorts are then known.
    fn contract(&mut self, binding: &Binding) -> Result<Written, Fault> {
        let written = contract(binding, &self.shapes)?;
        self.sorts_of(&written.tree);
        Ok(written)
    }

    fn sorts_of(&mut self, tree: &ContractTree) {
        for clause in &tree.clauses {
            if let Clause::Ghost(ghosts) = &clause.node {
                ghosts.iter().for_each(|ghost| self.sort(ghost.sort.as_ref()));
            }
        }
    }

    /// A type `M.t` that the program does not mention is one of which nothing is known.
    fn sort(&mut self, ty: Option<&Name>) {
        let Some(ty) = ty.filter(|ty| ty.node.contains('.')) else { return };
        let known = self.outline.sort(&ty.node).is_some()
            || self.trees.sorts.iter().any(|(known, _)| *known == ty.node);
        if !known {
            let sort = self.sort_in_use(&ty.node);
            let sort = sort.unwrap_or_else(|| self.pool.elem_sort(&ty.node));
            self.trees.sorts.push((ty.node.clone(), sort));
        }
    }

    fn sort_named(&self, name: &str) -> Option<Sort> {
        let known = || self.trees.sorts.iter().find(|(known, _)| known == name);
        let found = self.outline.sort(name).or_else(|| self.sort_in_use(name));
        found.or_else(|| known().map(|(_, sort)| *sort))
    }

    /// The sort of a type of our library, such as `Char.t`, that a function of the folder has.
    fn sort_in_use(&self, name: &str) -> Option<Sort> {
        let operations = self.outline.operations.iter().map(|operation| &operation.ty);
        let mut types = operations.chain(self.outline.methods.iter().map(|method| &method.ty));
        types.find_map(|ty| {
            let params = ty.params.iter().map(|param| (param.text.as_str(), param.sort));
            let mut all = params.chain([(ty.result_text.as_str(), ty.result)]);
            all.find(|(text, _)| *text == name).map(|(_, sort)| sort)
        })
    }

    fn operation(&self, name: &str) -> Option<&'a Operation> {
        let operation = self.outline.operation(name)?;
        matches!(operation.kind, OperationKind::Effect(_)).then_some(operation)
    }

    /// Whether a contract has as many parameters as there are, and their types.
    fn fits(&self, written: &Written, ty: &Signature) -> Result<(), Fault> {
        let (found, expected) = (written.types.len() - 1, ty.params.len());
        if found != expected {
            let name = &written.name;
            let params = counted(expected, "parameter");
            let message = format!("`{}` has {params}, found {found} specified", name.node);
            return Err(fault("SPC006", name.span, message));
        }
        let sorts = ty.params.iter().map(|param| (param.sort, param.text.as_str()));
        let sorts = sorts.chain([(ty.result, ty.result_text.as_str())]);
        for (ty, (sort, text)) in written.types.iter().zip(sorts) {
            let Some(ty) = ty else { continue };
            if self.sort_named(&ty.node) != Some(sort) {
                let message = format!("the type is `{text}`, but `{}` is specified", ty.node);
                return Err(fault("SPC007", ty.span, message));
            }
        }
        Ok(())
    }
}

fn add(all: &mut BTreeMap<String, ContractTree>, written: Written) -> Result<(), Fault> {
    let Name { node: name, span } = written.name;
    if all.contains_key(&name) {
        return Err(fault("SPC004", span, format!("`{name}` has two contracts")));
    }
    all.insert(name, written.tree);
    Ok(())
}

/// The shapes of events: those of all operations that have effects.
fn shapes(pool: &Pool, outline: &Outline) -> Shapes {
    let effects = outline.operations.iter().filter_map(|operation| match operation.kind {
        OperationKind::Effect(_) => {
            let has_result = only_value(pool, operation.ty.result).is_none();
            let shape = Shape { params: operation.ty.params.len(), has_result };
            Some((operation.name.clone(), shape))
        }
        OperationKind::Pure(_) | OperationKind::Constant(_) => None,
    });
    effects.collect()
}
