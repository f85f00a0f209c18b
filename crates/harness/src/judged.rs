//! Contracts of operations judged on values: the rule of [`crate::Operation`], read word by word.
//!
//! It shares nothing with [`crate::library`] but the contracts as written.

use rustc_hash::FxHashSet;
use term::{Model, Pool, Term};
use trace::{Alphabet, ContractCase, Event, Formula, Judge, Stated};

use crate::callee::instances;
use crate::ghosts::values as all_values;
use crate::plan::{Effect, Operation, Role};

/// Judges calls of library operations by their contracts.
#[derive(Clone, Copy)]
pub(crate) struct ContractJudge<'a> {
    pub(crate) pool: &'a Pool,
    pub(crate) alphabet: &'a Alphabet,
    /// The tables of undefined functions, and perhaps the values of what the caller mentions.
    pub(crate) functions: &'a Model,
}

/// A call of a library operation, on values.
pub(crate) struct LibraryCall<'a> {
    pub(crate) before: &'a [Event],
    pub(crate) values: &'a [Term],
    /// The ghosts of all cases in order.
    pub(crate) ghosts: &'a [Term],
    pub(crate) added: &'a [Event],
    /// The values that the caller mentions.
    pub(crate) known: &'a [Term],
}

/// The statements of one case.
struct Said {
    context: bool,
    require: bool,
    demands: bool,
    /// The requirements hold that do not mention the result.
    needs: bool,
    kept: bool,
    has_ghosts: bool,
}

impl ContractJudge<'_> {
    /// Whether a contract allows what was done.
    pub(crate) fn allows(
        &self,
        operation: &Operation,
        call: &LibraryCall<'_>,
    ) -> Result<bool, String> {
        let said = self.said(operation, call)?;
        let one = said.iter().any(|said| said.context && said.require && said.kept);
        let bound = |said: &Said| !said.has_ghosts && said.context && said.require;
        let all = one && said.iter().all(|said| !bound(said) || said.kept);
        match operation.role {
            Role::Library => Ok(all),
            Role::Callee => Ok(all && self.kept_for_known(operation, call)?),
        }
    }

    /// Whether the contract of a function of the program is kept for all ghosts that caller and
    /// call mention.
    fn kept_for_known(
        &self,
        operation: &Operation,
        call: &LibraryCall<'_>,
    ) -> Result<bool, String> {
        let known = [call.known, call.values].concat();
        for case in &operation.cases {
            let ghosts: Vec<Term> = case.ghosts.iter().map(|ghost| ghost.var).collect();
            for chosen in instances(self.pool, &ghosts, &known) {
                let mut model = self.model(operation, call);
                let chosen = ghosts.iter().filter_map(|ghost| Some((ghost, chosen.get(ghost)?)));
                chosen.for_each(|(ghost, value)| model.set(*ghost, *value));
                let said = self.case(operation, case, &model, call)?;
                if said.context && said.require && !said.kept {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Whether some context holds, but the arguments are not allowed.
    pub(crate) fn refuses(
        &self,
        operation: &Operation,
        call: &LibraryCall<'_>,
    ) -> Result<bool, String> {
        if operation.role == Role::Callee {
            return Ok(!self.fits(operation, call)?);
        }
        let said = self.said(operation, call)?;
        let met = |said: &Said| said.demands && (said.has_ghosts || said.context);
        Ok(said.iter().any(|said| said.context) && !said.iter().any(met))
    }

    /// Whether the contract of a function of the program allows a call for some ghosts: those that
    /// were chosen, and all values that occur.
    fn fits(&self, operation: &Operation, call: &LibraryCall<'_>) -> Result<bool, String> {
        let mut values = [call.ghosts, call.known, call.values].concat();
        values.extend(call.before.iter().flat_map(|event| &event.values));
        let few = operation.cases.iter().flat_map(|case| &case.ghosts);
        values.extend(
            few.filter_map(|ghost| all_values(self.pool, self.pool.sort(ghost.var))).flatten(),
        );
        let mut seen = FxHashSet::default();
        values.retain(|value| seen.insert(*value));
        for case in &operation.cases {
            let ghosts: Vec<Term> = case.ghosts.iter().map(|ghost| ghost.var).collect();
            for chosen in instances(self.pool, &ghosts, &values) {
                let mut model = self.model(operation, call);
                let chosen = ghosts.iter().filter_map(|ghost| Some((ghost, chosen.get(ghost)?)));
                chosen.for_each(|(ghost, value)| model.set(*ghost, *value));
                let said = self.case(operation, case, &model, call)?;
                if said.context && said.needs {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn said(&self, operation: &Operation, call: &LibraryCall<'_>) -> Result<Vec<Said>, String> {
        let mut ghosts = call.ghosts.iter().copied();
        let mut all = Vec::new();
        for case in &operation.cases {
            let mut model = self.model(operation, call);
            let chosen = case.ghosts.iter().zip(ghosts.by_ref());
            chosen.for_each(|(ghost, value)| model.set(ghost.var, value));
            all.push(self.case(operation, case, &model, call)?);
        }
        Ok(all)
    }

    /// The values of the variables of a contract, ghosts left out.
    fn model(&self, operation: &Operation, call: &LibraryCall<'_>) -> Model {
        let mut model = self.functions.clone();
        let places = operation.places.iter().zip(call.values);
        places.for_each(|(place, value)| model.set(*place, *value));
        model
    }

    fn case(
        &self,
        operation: &Operation,
        case: &ContractCase,
        model: &Model,
        call: &LibraryCall<'_>,
    ) -> Result<Said, String> {
        let is_true = |stated: &&Stated<Term>| self.pool.eval(stated.what, model) == Term::TRUE;
        let of_result = |stated: &&Stated<Term>| {
            let free = self.pool.free_vars(&[stated.what]);
            free.iter().any(|var| operation.places[operation.params..].contains(var))
        };
        let of_ghosts = |stated: &&Stated<Term>| {
            let free = self.pool.free_vars(&[stated.what]);
            free.iter().any(|var| case.ghosts.iter().any(|ghost| ghost.var == *var))
        };
        let needs: Vec<&Stated<Term>> =
            case.require.iter().filter(|stated| !of_result(stated)).collect();
        let effect = match (operation.effect, case.effect.is_empty()) {
            (Effect::Block, true) => self.is_own(operation, call.added),
            (Effect::Block | Effect::Own(_), _) => self.holds(&case.effect, model, call.added)?,
        };
        let after = [call.before, call.added].concat();
        let invariant = self.holds(&case.invariant, model, call.before)?;
        Ok(Said {
            context: invariant && self.holds(&case.context, model, call.before)?,
            require: case.require.iter().all(|stated| is_true(&stated)),
            demands: needs.iter().filter(|stated| !of_ghosts(stated)).all(is_true),
            needs: needs.iter().all(is_true),
            kept: effect
                && self.holds(&case.invariant, model, &after)?
                && self.holds(&case.after, model, &after)?
                && case.ensure.iter().all(|stated| is_true(&stated)),
            has_ghosts: !case.ghosts.is_empty(),
        })
    }

    /// Without a stated effect, a declared operation has its own event, and others have any.
    fn is_own(&self, operation: &Operation, added: &[Event]) -> bool {
        match (self.alphabet.find(operation.name), added) {
            (None, _) => true,
            (own @ Some(_), [event]) => event.op == own,
            (Some(_), _) => false,
        }
    }

    fn holds(
        &self,
        stated: &[Stated<Formula>],
        model: &Model,
        trace: &[Event],
    ) -> Result<bool, String> {
        let judge = Judge { pool: self.pool, alphabet: self.alphabet, model, trace };
        for Stated { what, .. } in stated {
            if !judge.holds(what).map_err(|error| error.to_string())? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
