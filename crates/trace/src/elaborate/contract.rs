//! Contracts: their clauses with names resolved and sorts checked.

use source::Diagnostic;
use term::{Pool, Sort};

use crate::contract::{Contract, ContractCase, Raises, Stated, Surroundings};
use crate::elaborate::{Bound, Elaborator, Fault, Locals, fault};
use crate::spec::Param;
use crate::syntax::Tree;
use crate::syntax::contract::{Clause, ContractTree, RaisesTree};
use crate::syntax::tree::{At, Binding, Expr, Mode, TermExpr};

/// The meaning of a contract; `named` holds the predicates that it may use.
pub(crate) fn contract(
    pool: &Pool,
    around: &Surroundings,
    named: &Tree,
    tree: &ContractTree,
) -> (Contract, Vec<Diagnostic>) {
    let mut elaborator = Elaborator::new(pool);
    elaborator.surround(around);
    for item in &named.items {
        if let Err(fault) = elaborator.item(item) {
            elaborator.diagnostics.push(*fault);
        }
    }
    let outside = elaborator.values.clone();
    let mut cases = vec![ContractCase::default()];
    for clause in &tree.clauses {
        let case = cases.last_mut().expect("there is always one");
        match &clause.node {
            Clause::Case if *case == ContractCase::default() => {}
            Clause::Case => {
                elaborator.values.clone_from(&outside);
                cases.push(ContractCase::default());
            }
            _ => {
                if let Err(fault) = elaborator.clause(clause, case) {
                    elaborator.diagnostics.push(*fault);
                }
            }
        }
    }
    let axioms = elaborator.spec.axioms;
    (Contract { cases, axioms }, elaborator.diagnostics)
}

impl Elaborator<'_> {
    fn surround(&mut self, around: &Surroundings) {
        self.spec.alphabet = around.alphabet.clone();
        self.sorts.extend(around.sorts.iter().cloned());
        self.values.extend(around.values.iter().cloned());
        self.funcs.extend(around.funcs.iter().cloned());
        self.spec.funcs.extend(around.funcs.iter().cloned());
        self.instances.extend(around.instances.iter().cloned());
        self.scope.clone_from(&around.scope);
        self.fields.clone_from(&around.fields);
        self.exceptions.clone_from(&around.exceptions);
    }

    fn clause(&mut self, clause: &At<Clause>, case: &mut ContractCase) -> Result<(), Fault> {
        match &clause.node {
            Clause::Ghost(bindings) => {
                for binding in bindings {
                    let ghost = self.ghost(binding)?;
                    case.ghosts.push(ghost);
                }
            }
            Clause::Context(expr) => case.context.push(self.stated(expr)?),
            Clause::Effect(expr) => case.effect.push(self.stated(expr)?),
            Clause::Invariant(expr) => case.invariant.push(self.stated(expr)?),
            Clause::After(expr) => case.after.push(self.stated(expr)?),
            Clause::Require(cond) => case.require.push(self.stated_condition(cond)?),
            Clause::Ensure(cond) => case.ensure.push(self.stated_condition(cond)?),
            Clause::Always(cond) => case.always.push(self.stated_condition(cond)?),
            Clause::Raises(raises) => {
                let raised = self.raises(raises)?;
                case.raises.push(raised);
            }
            // What does not change is computed by the program, and the front end says how.
            Clause::Modifies(_) | Clause::Case | Clause::Pure => {}
        }
        Ok(())
    }

    /// When an exception comes out. The front end knows the exceptions and what stands for their
    /// arguments.
    fn raises(&mut self, tree: &RaisesTree) -> Result<Raises, Fault> {
        let known = |(name, _): &(String, Option<term::Term>)| *name == tree.exception.node;
        // A contract that cannot be used has no exceptions; the front end says why.
        let number = self.exceptions.iter().position(known);
        let value = number.and_then(|number| self.exceptions[number].1);
        let mut locals = Locals::default();
        let argument = tree.argument.as_ref().filter(|name| name.node != "_");
        if let (Some(name), Some(value)) = (argument, value) {
            locals.insert(name.node.clone(), Bound::Value(value));
        }
        let number = number.unwrap_or_default();
        let when = match &tree.when {
            Some(when) => Some(Stated { what: self.condition(when, &locals)?, span: when.span }),
            None => None,
        };
        // Where no exception comes out there is no argument that a condition could be about.
        let is_of_argument = |stated: &Stated<term::Term>| {
            value.is_some_and(|value| self.pool.free_vars(&[stated.what]).contains(&value))
        };
        let exact = tree.exact && !when.as_ref().is_some_and(is_of_argument);
        let (exception, span) = (tree.exception.node.clone(), tree.exception.span);
        Ok(Raises { exception, number, when, exact, span })
    }

    /// A ghost hides whatever else has its name.
    fn ghost(&mut self, binding: &Binding) -> Result<Param, Fault> {
        let name = binding.name.node.clone();
        let sort: Sort = self.binding_sort(binding)?;
        // A `#` cannot stand in any name that a user writes, so nothing is ever captured.
        let var = self.pool.var(&format!("{name}#ghost"), sort);
        self.values.insert(name.clone(), var);
        Ok(Param { name, var, span: binding.name.span })
    }

    fn stated(&mut self, expr: &At<Expr>) -> Result<Stated<crate::Formula>, Fault> {
        self.expansions = 0;
        let what = self.property(Mode::Ltl, expr, &Locals::default())?;
        what.check_depth().map_err(|error| fault("SPC002", error.to_string(), expr.span))?;
        Ok(Stated { what, span: expr.span })
    }

    fn stated_condition(&mut self, cond: &At<TermExpr>) -> Result<Stated<term::Term>, Fault> {
        let what = self.condition(cond, &Locals::default())?;
        Ok(Stated { what, span: cond.span })
    }
}
