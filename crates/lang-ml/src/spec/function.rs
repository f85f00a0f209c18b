//! Contracts of parameters that are functions.
//!
//! Nothing is known of a function that a caller brings along, unless `where` says it below the
//! contract of the method. A contract there may mention the other parameters of the method and of
//! its ghosts. It is used as the contracts of other methods are that a method calls.

use harness::{Effect, Operation, Role};
use lang_core::Arrow;
use source::Diagnostic;
use term::Sort;
use trace::syntax::ContractTree;
use trace::syntax::contract::FunctionTree;
use trace::{ContractCase, Param, Surroundings};

use super::Reader;
use super::place::Named;
use crate::ast::Label;
use crate::module::{Method, Parameter, Signature};

impl Reader<'_> {
    /// The contracts of the parameters of a method that are functions. `around` is what the
    /// contract of the method can name before its ghosts, the result left out.
    pub(super) fn functions(
        &mut self,
        method: &Method,
        named: &Named,
        tree: &ContractTree,
        around: &Surroundings,
        cases: &[ContractCase],
    ) -> Vec<Operation> {
        let mut around = around.clone();
        around.values.extend(shared_ghosts(cases).map(|ghost| (ghost.name.clone(), ghost.var)));
        let mut all = Vec::new();
        let mut known: Vec<String> = Vec::new();
        for (param, (name, sort)) in method.ty.params.iter().zip(named.params_for_declaration()) {
            let Some(arrow) = self.module.program.arrow(sort).cloned() else { continue };
            known.push(name.to_owned());
            match tree.functions.iter().find(|function| function.name.node == name) {
                Some(function) => all.push(self.function(function, &arrow, param, &around)),
                None => self.faults.push(untold(name, method)),
            }
        }
        for FunctionTree { name, .. } in &tree.functions {
            if !known.contains(&name.node) {
                let message = format!(
                    "`{}` has no parameter `{}` that is a function",
                    method.name, name.node
                );
                self.faults.push(Diagnostic::error(message).with_code("SPC010").at(name.span, ""));
            }
        }
        all
    }

    fn function(
        &mut self,
        function: &FunctionTree,
        arrow: &Arrow,
        param: &Parameter,
        around: &Surroundings,
    ) -> Operation {
        let FunctionTree { name, contract } = function;
        let symbol = self.pool.symbol(&name.node);
        if self.around.alphabet.find(symbol).is_some() {
            let message = format!("the parameter `{}` has the name of an operation", name.node);
            let fault = Diagnostic::error(message).with_code("SPC010").at(name.span, "");
            self.faults.push(fault.with_help("give it another name"));
        }
        let ty = signature(arrow, param);
        let named = Named::new(&ty, &contract.places);
        self.faults.extend(named.check(&contract.places, name.span));
        let has_result = self.result_sort(&ty).is_some();
        let places = named.variables(self.pool, has_result);
        let mut around = around.clone();
        around.sorts.splice(0..0, named.types());
        around.values.extend(places.iter().cloned());
        let cases = self.cases(&around, contract);
        let places = places.into_iter().map(|(_, var)| var).collect();
        let (params, effect, role) = (arrow.params.len(), Effect::Block, Role::Callee);
        Operation { name: symbol, places, params, cases, effect, role }
    }

    /// Only methods have parameters with contracts.
    pub(super) fn check_no_functions(&mut self, tree: &ContractTree) {
        for FunctionTree { name, .. } in &tree.functions {
            let message = "a library operation with a function as its parameter is not supported";
            self.faults.push(Diagnostic::error(message).with_code("SPC010").at(name.span, ""));
        }
    }
}

/// The ghosts that every case of a contract has: whichever case is checked, they have values.
fn shared_ghosts(cases: &[ContractCase]) -> impl Iterator<Item = &Param> {
    let (first, others) = cases.split_first().map_or((None, &[][..]), |(f, o)| (Some(f), o));
    let shared = move |ghost: &&Param| {
        others.iter().all(|case| case.ghosts.iter().any(|other| other.var == ghost.var))
    };
    first.into_iter().flat_map(|case| &case.ghosts).filter(shared)
}

fn signature(arrow: &Arrow, param: &Parameter) -> Signature {
    let place = |sort: &Sort| Parameter {
        name: None,
        label: Label::None,
        sort: *sort,
        text: String::new(),
    };
    Signature {
        text: param.text.clone(),
        params: arrow.params.iter().map(place).collect(),
        result: arrow.result,
        result_text: String::new(),
    }
}

fn untold(name: &str, method: &Method) -> Diagnostic {
    let message = format!("the parameter `{name}` is a function, and nothing says what it does");
    let help = format!(
        "write `where {name}: …` with its parameters and clauses below the contract; \
         `effect !any` says that it does nothing to the libraries"
    );
    Diagnostic::error(message).with_code("SPC010").at(method.span, "").with_help(help)
}
