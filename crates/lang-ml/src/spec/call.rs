//! Calls of methods: what is run, and what stands for what is not.

use harness::{Method, Operation, argument_name};
use lang_core::{Argument, Facet, GlobalId, Session};
use machine::Facets;
use term::{Pool, Sort, Symbol};
use trace::ContractCase;

use super::Specs;
use crate::module::{self, Module, ReadyTrial};
use crate::value::char_sort;

/// A method with a contract that is to be checked.
#[derive(Clone, Copy)]
pub struct Target<'a> {
    /// The program.
    pub module: &'a Module,
    /// The contracts of the program.
    pub specs: &'a Specs,
    /// The method.
    pub method: &'a Method,
    /// How many calls of the program itself come before the call at most.
    pub own_calls: usize,
}

impl<'a> Target<'a> {
    /// The methods with contracts that a call of this one may call, itself included, with the names
    /// under which they are performed. Those that take functions are always run by their bodies.
    #[must_use]
    pub fn callees(&self, pool: &Pool) -> Vec<(Symbol, &'a Method)> {
        let below = self.module.program.named_below(self.global());
        let is_called = |method: &&Method| {
            let known = self.known(method);
            has_contract(method)
                && !known.ty.params.is_empty()
                && method.functions.is_empty()
                && below.contains(&known.global)
        };
        let methods = self.specs.methods.iter().filter(is_called);
        methods.map(|method| (self.operation_name(pool, method), method)).collect()
    }

    /// A method of the name of an operation is told from it by a prime.
    fn operation_name(&self, pool: &Pool, method: &Method) -> Symbol {
        let name = pool.symbol(&method.name);
        match self.specs.alphabet.find(name) {
            None => name,
            Some(_) => pool.symbol(&format!("{}'", method.name)),
        }
    }

    /// The contracts of everything that the call may perform.
    #[must_use]
    pub fn operations(&self, pool: &Pool, facets: Facets) -> Vec<Operation> {
        let mut all = self.specs.operations.clone();
        all.extend(self.method.functions.iter().cloned());
        if facets != Facets::Concrete {
            let callees = self.callees(pool).into_iter();
            all.extend(callees.map(|(name, method)| Operation::callee(name, method)));
        }
        all
    }

    /// The call as a machine for a [`harness::Harness`].
    #[must_use]
    pub fn session(&self, pool: &Pool, facets: Facets) -> Session {
        let known = self.known(self.method);
        let trial = self.trial();
        let entry = trial.map_or(known.global, |trial| trial.global);
        let mut session = Session::new(self.module.program.clone(), entry)
            .with_bytes(char_sort(pool))
            .initialising(self.module.outline.init.iter().copied());
        if trial.is_some() {
            let calls = i64::try_from(self.own_calls).expect("few calls");
            session = session.with_arg(Argument::Given(pool.int(calls)));
        } else if self.method.result.is_some() {
            session = session.returning(known.ty.result);
        }
        for position in 0..known.ty.params.len() {
            let sort = trial.map_or(known.ty.params[position].sort, |trial| trial.params[position]);
            session = session.with_arg(self.argument(pool, sort, position));
        }
        match facets {
            Facets::Concrete => session,
            Facets::Abstract => self.facing(pool, session, Facet::Returns),
            Facets::AtMost(most) => {
                self.facing(pool, session, Facet::Either).with_abstract_limit(most)
            }
            // Exceptions of a callee that nothing handles are found where the callee is proved.
            Facets::Modular => self.facing(pool, session, Facet::Contract),
            Facets::Recursive => {
                self.facing_some(pool, session, Facet::Contract, |method| self.is_recursive(method))
            }
        }
    }

    /// What calls the method, if it is not called by itself.
    fn trial(&self) -> Option<&'a ReadyTrial> {
        self.method.trial.as_ref()?;
        self.module.outline.trials.get(&self.method.name)
    }

    /// Whether the program may call itself before the call.
    #[must_use]
    pub fn calls_itself(&self) -> bool {
        self.trial().is_some_and(|trial| !trial.trial.own_calls.is_empty())
    }

    /// Whether several arguments are taken for different ones that could share mutable data.
    #[must_use]
    pub fn takes_arguments_apart(&self) -> bool {
        self.trial().is_some_and(|trial| trial.thaws && trial.params.len() > 1)
    }

    fn argument(&self, pool: &Pool, sort: Sort, position: usize) -> Argument {
        let contract = &self.method.params[position];
        if let Some(arrow) = self.module.program.arrow(sort) {
            let (params, result) = (arrow.params.clone(), arrow.result);
            let name = pool.symbol(&contract.name);
            return Argument::Opaque(lang_core::Operation { name, params, result });
        }
        match contract.value {
            Some(value) => Argument::Given(value),
            None => Argument::Ask(argument_name(position), sort),
        }
    }

    /// Whether a method may call itself, perhaps by way of others.
    #[must_use]
    pub fn is_recursive(&self, method: &Method) -> bool {
        let global = self.known(method).global;
        self.module.program.named_below(global).contains(&global)
    }

    fn facing(&self, pool: &Pool, session: Session, facet: Facet) -> Session {
        self.facing_some(pool, session, facet, |_| true)
    }

    fn facing_some(
        &self,
        pool: &Pool,
        session: Session,
        facet: Facet,
        is_meant: impl Fn(&Method) -> bool,
    ) -> Session {
        let callees = self.callees(pool).into_iter().filter(|(_, method)| is_meant(method));
        callees.fold(session, |session, (name, method)| {
            let known = self.known(method);
            let params = known.ty.params.iter().map(|param| param.sort).collect();
            let operation = lang_core::Operation { name, params, result: known.ty.result };
            session.with_facet(known.global, facet, operation)
        })
    }

    /// The definition of the method in the program.
    #[must_use]
    pub fn global(&self) -> GlobalId {
        self.known(self.method).global
    }

    fn known(&self, method: &Method) -> &'a module::Method {
        self.module.outline.method(&method.name).expect("contracts belong to methods")
    }
}

/// Whether a contract says anything.
fn has_contract(method: &Method) -> bool {
    method.cases.iter().any(|case| *case != ContractCase::default())
}
