//! Calls of methods: what is run, and what stands for what is not.

use harness::{Method, Operation, TrialNote, argument_name};
use lang_core::{Argument, Facet, GlobalId, Session};
use machine::Facets;
use term::{Pool, Sort, Symbol, Term};
use trace::ContractCase;

use super::Specs;
use crate::module::{self, Keeper, Keeping, Kept, Module, ReadyTrial};
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
    /// What the modules keep when the call begins.
    pub state: StateBefore,
    /// Whether integers have no bound.
    pub ideal_integers: bool,
}

/// What the modules of a program keep when a call begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StateBefore {
    /// What at most so many calls of the program itself leave.
    AfterCalls(usize),
    /// Anything that the types allow, as inputs: see [`Target::kept`].
    Any,
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
            let callees = callees.filter(|(_, method)| self.stub(pool, method).is_none());
            all.extend(callees.map(|(name, method)| match self.state {
                StateBefore::AfterCalls(_) => Operation::callee(name, method),
                StateBefore::Any => Operation::callee(name, &without_computed(pool, method)),
            }));
        }
        all
    }

    /// The call as a machine for a [`harness::Harness`].
    #[must_use]
    pub fn session(&self, pool: &Pool, facets: Facets) -> Session {
        let known = self.known(self.method);
        let trial = self.trial();
        let entry = trial.map_or(known.global, |trial| trial.global);
        let mut session = self.initialised(pool, entry);
        if trial.is_some() {
            let calls = match self.state {
                StateBefore::AfterCalls(calls) => i64::try_from(calls).expect("few calls"),
                StateBefore::Any => 0,
            };
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

    /// Whether the call may come to something that proofs cut: loops, and local functions with contracts.
    #[must_use]
    pub fn has_cuts(&self) -> bool {
        let entry = self.trial().map_or(self.global(), |trial| trial.global);
        let below = self.module.program.named_below(entry);
        let mut cuts = self.module.outline.cuts.iter();
        cuts.any(|cut| cut.global == self.global() || below.contains(&cut.global))
    }

    /// Whether everything comes to an end that proofs cut, if the call comes to it.
    #[must_use]
    pub fn cuts_end(&self) -> bool {
        let entry = self.trial().map_or(self.global(), |trial| trial.global);
        let below = self.module.program.named_below(entry);
        let cuts = self.module.outline.cuts.iter();
        let mut reached =
            cuts.filter(|cut| cut.global == self.global() || below.contains(&cut.global));
        reached.all(|cut| cut.ends)
    }

    /// The same run, where loops are cut by their invariants and local functions by their contracts.
    #[must_use]
    pub fn cut(&self, session: Session) -> Session {
        let cuts = self.module.outline.cuts.iter();
        cuts.fold(session, |session, cut| session.with_replaced(cut.global, cut.by))
    }

    /// A run of a definition once the program is initialised, and filled if it is to be.
    fn initialised(&self, pool: &Pool, entry: GlobalId) -> Session {
        let session = Session::new(self.module.program.clone(), entry)
            .with_bytes(char_sort(pool))
            .initialising(self.module.outline.init.iter().copied());
        match self.state {
            StateBefore::AfterCalls(_) => session,
            StateBefore::Any => {
                let kept = self.kept().unwrap_or_default();
                let fills = kept.iter().filter_map(|kept| kept.fill);
                self.measuring(pool, session.initialising(fills))
            }
        }
    }

    /// The same run, where what is not known at all is left open as a whole: lists, and functions that are defined by
    /// induction.
    fn measuring(&self, pool: &Pool, session: Session) -> Session {
        let measures = self.module.program.measures(pool).into_iter();
        let session = session.with_whole_lists();
        measures.fold(session, |session, (global, measure)| session.with_measure(global, measure))
    }

    /// A run that ends with the event that tells what the modules keep once the program is initialised.
    #[must_use]
    pub fn state_at_first(&self, pool: &Pool, keeping: &Keeping) -> Session {
        Session::new(self.module.program.clone(), keeping.initial)
            .with_bytes(char_sort(pool))
            .initialising(self.module.outline.init.iter().copied())
    }

    /// A run that ends with the event that tells what the modules keep after a call of a function, where that
    /// was anything before.
    #[must_use]
    pub fn state_after(&self, pool: &Pool, keeping: &Keeping, keeper: &Keeper) -> Session {
        let fills = keeping.filled().filter_map(|kept| kept.fill);
        let session = Session::new(self.module.program.clone(), keeper.global)
            .with_bytes(char_sort(pool))
            .initialising(self.module.outline.init.iter().copied())
            .initialising(fills);
        let session = self.measuring(pool, session);
        let args = keeper.params.iter().enumerate();
        args.fold(session, |session, (position, sort)| {
            session.with_arg(Argument::Ask(argument_name(position), *sort))
        })
    }

    /// What the modules keep that the call can get at.
    ///
    /// # Errors
    ///
    /// A definition whose value holds more than can be filled.
    pub fn kept(&self) -> Result<Vec<&'a Kept>, GlobalId> {
        let program = &self.module.program;
        let entry = self.trial().map_or(self.global(), |trial| trial.global);
        let keeping = self.module.outline.keeping.as_ref();
        let mut kept = Vec::new();
        for global in program.stateful(entry) {
            let mut known = keeping.into_iter().flat_map(|keeping| keeping.filled());
            let mut fixed = keeping.into_iter().flat_map(|keeping| &keeping.fixed);
            let is_fixed = fixed.any(|fixed| *fixed == global);
            match known.find(|kept| kept.global == global) {
                Some(known) => kept.push(known),
                None if is_fixed && self.module.outline.init.contains(&global) => {}
                None => return Err(global),
            }
        }
        Ok(kept)
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

    /// Whether arguments are mutable.
    #[must_use]
    pub fn has_mutable_arguments(&self) -> bool {
        self.trial().is_some_and(|trial| trial.thaws)
    }

    /// Whether several arguments are taken for different ones that could share mutable data.
    #[must_use]
    pub fn takes_arguments_apart(&self) -> bool {
        self.trial().is_some_and(|trial| trial.thaws && trial.params.len() > 1)
    }

    /// Whether values of any type are arguments and are taken for values with a total order.
    #[must_use]
    pub fn orders_anything(&self) -> bool {
        let method = self.module.outline.method(&self.method.name);
        self.module.outline.orders_anything
            && method.is_some_and(|method| {
                method.ty.params.iter().any(|param| param.text.contains('\''))
            })
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
            if let Some(stub) = self.stub(pool, method) {
                return session.with_stub(known.global, stub);
            }
            let params = known.ty.params.iter().map(|param| param.sort).collect();
            let operation = lang_core::Operation { name, params, result: known.ty.result };
            session.with_facet(known.global, facet, operation)
        })
    }

    /// What stands for calls of a method in a proof, where its contract mentions what the program computes, or
    /// exceptions. The method writes to nothing, and performs nothing.
    fn stub(&self, pool: &Pool, method: &Method) -> Option<GlobalId> {
        let stub = self.module.outline.stubs.get(&method.name)?;
        let (program, global) = (&self.module.program, self.known(method).global);
        let raises = method.cases.iter().any(|case| !case.raises.is_empty());
        let is_meant = self.state == StateBefore::Any
            && (raises || !computed(method).is_empty() || needs_computed(pool, method))
            && (self.ideal_integers || !stub.is_ideal);
        let is_function = !program.writes(global)
            && !program.performs(global)
            && program.stateful(global).is_empty();
        (is_meant && is_function).then_some(stub.global)
    }

    /// Whether the contract of a method is known to a caller, in a proof.
    #[must_use]
    pub fn is_known_by_contract(&self, pool: &Pool, method: &Method) -> bool {
        let raises = method.cases.iter().any(|case| !case.raises.is_empty());
        self.stub(pool, method).is_some() || !(raises || needs_computed(pool, method))
    }

    /// Whether the contract of a function that the call may come to is known to callers only if integers have no bound.
    #[must_use]
    pub fn calculates_in_contracts(&self, pool: &Pool) -> bool {
        let stubs = &self.module.outline.stubs;
        let callees = self.callees(pool);
        callees.iter().any(|(_, method)| stubs.get(&method.name).is_some_and(|stub| stub.is_ideal))
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

/// A method without what it ensures of values that the program computes: a caller does not compute them, so one
/// name would stand for different values in different calls.
fn without_computed(pool: &Pool, method: &Method) -> Method {
    let computed = computed(method);
    let mut method = method.clone();
    for case in &mut method.cases {
        case.ensure.retain(|stated| !mentions(pool, stated.what, &computed));
        case.always.retain(|stated| !mentions(pool, stated.what, &computed));
    }
    method
}

/// Whether a caller would have to compute something to know whether it may call a method, or what that does to
/// libraries.
#[must_use]
pub fn needs_computed(pool: &Pool, method: &Method) -> bool {
    let computed = computed(method);
    let of_events = |case: &ContractCase| {
        let stated = [&case.context, &case.effect, &case.invariant, &case.after];
        stated.iter().any(|stated| !stated.is_empty())
    };
    method.cases.iter().any(|case| {
        case.require.iter().any(|stated| mentions(pool, stated.what, &computed))
            || (!computed.is_empty() && of_events(case))
    })
}

/// The variables of a contract for what the program computes, the result left out.
fn computed(method: &Method) -> Vec<Term> {
    let notes = method.trial.iter().flat_map(|trial| &trial.notes);
    let values = notes.filter_map(|(_, note)| match note {
        TrialNote::Value(var) => Some(*var),
        TrialNote::OwnCall { .. } | TrialNote::Began | TrialNote::Unmentioned => None,
    });
    let outcome = method.trial.iter().map(|trial| trial.outcome).collect::<Vec<_>>();
    values.filter(|var| Some(*var) != method.result && !outcome.contains(var)).collect()
}

fn mentions(pool: &Pool, cond: Term, vars: &[Term]) -> bool {
    pool.free_vars(&[cond]).iter().any(|var| vars.contains(var))
}

/// Whether a contract says anything.
fn has_contract(method: &Method) -> bool {
    method.cases.iter().any(|case| *case != ContractCase::default())
}
