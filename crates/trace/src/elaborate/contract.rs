//! Contracts: their clauses with names resolved and sorts checked.

use source::Diagnostic;
use term::{Op, Pool, Sort, Term};

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
        let known = |(name, _): &(String, Vec<Option<Term>>)| *name == tree.exception.node;
        // A contract that cannot be used has no exceptions; the front end says why.
        let number = self.exceptions.iter().position(known);
        let values = number.map(|number| self.exceptions[number].1.clone()).unwrap_or_default();
        let mut locals = Locals::default();
        for (name, value) in tree.arguments.iter().zip(&values) {
            if let Some(value) = value.filter(|_| name.node != "_") {
                locals.insert(name.node.clone(), Bound::Value(value));
            }
        }
        let number = number.unwrap_or_default();
        let when = match &tree.when {
            Some(when) => Some(Stated { what: self.condition(when, &locals)?, span: when.span }),
            None => None,
        };
        let arguments: Vec<Term> = values.into_iter().flatten().collect();
        let stated = when.as_ref().filter(|_| tree.exact);
        let due = stated.and_then(|stated| self.without_arguments(stated.what, &arguments));
        let (exception, span) = (tree.exception.node.clone(), tree.exception.span);
        Ok(Raises { exception, number, when, due, span })
    }

    /// What a condition says of all but the arguments of an exception, if some arguments fit whatever else
    /// holds: where no exception comes out, there are none that a condition could be about.
    fn without_arguments(&self, cond: Term, arguments: &[Term]) -> Option<Term> {
        let pool = self.pool;
        let is_of = |term: Term| pool.free_vars(&[term]).iter().any(|var| arguments.contains(var));
        let parts = match pool.node(cond) {
            (Op::And, parts) => parts.to_vec(),
            _ => vec![cond],
        };
        let (of_arguments, free): (Vec<Term>, Vec<Term>) =
            parts.into_iter().partition(|part| is_of(*part));
        let mut defined = Vec::new();
        for part in &of_arguments {
            let (Op::Eq, [one, other]) = pool.node(*part) else { return None };
            let argument = match (arguments.contains(one), arguments.contains(other)) {
                (true, false) if !is_of(*other) => one,
                (false, true) if !is_of(*one) => other,
                _ => return None,
            };
            if defined.contains(argument) {
                return None;
            }
            defined.push(*argument);
        }
        let is_plain = of_arguments.is_empty() || !free.is_empty();
        is_plain.then(|| pool.and(&free))
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

    fn stated_condition(&mut self, cond: &At<TermExpr>) -> Result<Stated<Term>, Fault> {
        let what = self.condition(cond, &Locals::default())?;
        Ok(Stated { what, span: cond.span })
    }
}
