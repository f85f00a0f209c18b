//! Functions whose calls are watched, and the call that is checked.
//!
//! The target is called on inputs that its type admits, and what it returns has to be what its type
//! promises. Every function with a refined type that is called on the way is wrapped: its arguments
//! have to be what its type asks for, and its result what it promises. Where the type may stand for
//! the body, a call splits in two: by the body, or with an invented result of which only the type is
//! known. Before a run fails, and where a result is invented, an event tells of the call.

use std::collections::BTreeSet;

use lang_core::{Argument, ExprId, Facet, GlobalId, Meaning, OpId, Operation, Session, VarId};
use machine::Facets;
use source::Span;
use term::{Pool, Sort, Symbol};

use super::inductive::Induction;
use super::{Elaborator, Env, Obligation, Vars};
use crate::core::{Expr, Name, Type, TypeKind};
use crate::link::Linked;
use crate::liquid::logic::{DoubtfulType, Inside, Parameter, Refined, Signature, Specs};
use crate::liquid::specialise::{Version, specialise};
use crate::lower::{Approximation, Lowering, Numbers};
use crate::outside;
use crate::program::{Instance, Program};
use crate::question::Question;
use crate::types::{self, Head};

/// The codes of what can be wrong.
pub mod code {
    /// The code of a function does not keep its own type.
    pub const RESULT: &str = "REF001";
    /// The type of a callee is too weak.
    pub const WEAK: &str = "REF002";
    /// A call breaks the type of the callee.
    pub const CALL: &str = "REF003";
}

/// So many suspended parts of a result are computed.
const MOST_COMPUTED: usize = 50;

/// A question about a function.
#[derive(Clone, Copy)]
pub struct Check<'c> {
    /// The program.
    pub program: &'c Program,
    /// What its annotations say.
    pub specs: &'c Specs,
    /// The function.
    pub target: &'c Instance,
    /// Which calls are run by types.
    pub calls: Calls,
    /// How numbers behave.
    pub numbers: Numbers,
}

/// Which calls are run by the types of the functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Calls {
    /// How many of them.
    pub facets: Facets,
    /// Whether functions of which nothing is written are among them: by what GHC says of them.
    pub of_all: bool,
}

impl Calls {
    /// Calls of functions with a refined type.
    #[must_use]
    pub fn annotated(facets: Facets) -> Calls {
        Calls { facets, of_all: false }
    }
}

/// A question, ready to be explored.
pub struct Prepared {
    /// The run.
    pub session: Session,
    /// What the events of the run mean.
    pub calls: Vec<Called>,
    /// The type of the target at the types of the run.
    pub signature: Signature,
    /// What is computed in it that is ideal here and not in GHC.
    pub approximation: Approximation,
    /// The functions at types whose calls are by their types alone, in a proof.
    pub by_type: Vec<Version>,
    /// Whether the target may be called again by its own code.
    pub is_recursive: bool,
    /// Functions that may be called whose types are not understood, so that their calls are not
    /// checked, with what is not.
    pub unchecked: Vec<(Name, String, Span)>,
    /// Data types that the run may have to do with and whose annotations are not understood.
    pub doubtful: Vec<DoubtfulType>,
    /// Those of which there may be values among the inputs.
    pub doubtful_inputs: Vec<DoubtfulType>,
    /// What is taken for granted besides.
    pub believed: Vec<Believed>,
}

/// What is taken for granted in a run.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Believed {
    /// That a function keeps its assumed type.
    Type(String),
    /// That an action which ends with an exception of input or output, or leaves the program, breaks nothing.
    Action,
}

impl std::fmt::Display for Believed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Believed::Type(name) => write!(f, "`{name}` keeps its assumed type"),
            Believed::Action => {
                f.write_str("input and output may fail, and the program may be left by `exitWith`")
            }
        }
    }
}

/// What an event tells of a call.
#[derive(Clone, Debug)]
pub struct Called {
    /// The operation of the event. Its arguments are those of the call, then its result unless its
    /// arguments are what is broken; what cannot be shown is unit.
    pub op: Symbol,
    /// Why it is reported.
    pub why: Why,
    /// The type of the function at the types of the call.
    pub signature: Signature,
    /// What function it is.
    pub callee: Callee,
}

/// The function that a call is of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A function of the program with a refined type of its own.
    Annotated,
    /// A function that the target was given. Its type may mention the first so many arguments of
    /// the target, which come before those of the call.
    Given(usize),
    /// A function that was given to an annotated function of this name, of whose first arguments its
    /// type may speak.
    Passed(String, usize),
}

impl Callee {
    /// How many arguments of an event are not those of the call.
    #[must_use]
    pub fn outer(&self) -> usize {
        match self {
            Callee::Annotated => 0,
            Callee::Given(outer) | Callee::Passed(_, outer) => *outer,
        }
    }
}

/// Why a call is reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// Its arguments are not what the type of the callee asks for.
    Arguments,
    /// Its result is not what the type of the callee promises.
    Result,
    /// Its result was invented.
    Invented,
}

/// Makes a run of a question. A function without annotation has no refined type to be checked.
///
/// # Panics
///
/// If there is a mistake in the lowering itself, or the function is not annotated.
#[must_use]
pub fn prepare(pool: &Pool, check: Check<'_>) -> Prepared {
    let Check { program, specs, target, calls: Calls { facets: asked, of_all }, numbers } = check;
    let of_all = of_all && asked != Facets::Concrete && !is_proof(asked);
    let watched = |name: &Name| is_watched(specs, name, of_all);
    let types: Vec<Type> = target.by.iter().map(|(_, ty)| ty.clone()).collect();
    let special = specialise(program, &target.name, &types, &watched);
    let program = program.with(special.module);
    let mut lowering = program.lowering(pool, numbers);
    let mut elaborator = Elaborator::new(&mut lowering, specs);
    elaborator.induction = is_proof(asked).then(Induction::default);
    let mut watcher = Watcher {
        elaborator,
        asked,
        calls: Vec::new(),
        facets: Vec::new(),
        by_type: Vec::new(),
        believed: Vec::new(),
    };
    for version in special.versions.iter().filter(|version| version.body != version.name) {
        let is_recursive = version.is_recursive(&special.versions);
        watcher.wrap(version, is_recursive);
    }
    let root = &special.versions[0];
    let is_recursive = root.is_recursive(&special.versions);
    watcher.by_type.retain(|version| is_recursive || version.name != root.name);
    let unchecked = unchecked(specs, &special.versions[1..]);
    let signature = specs.signature(&root.origin).expect("targets are annotated");
    let signature = signature.own().at(&types).performed();
    let entry = watcher.entry(target, root, &signature);
    let result = watcher.is_shown(&signature.result.ty);
    let (doubtful, doubtful_inputs) = doubtful(&program, specs, &signature);
    let Watcher { elaborator, calls, facets, by_type, mut believed, .. } = watcher;
    if types::is_action(&target.result) {
        believed.push(Believed::Action);
    }
    believed.sort();
    believed.dedup();
    let measures = elaborator.induction.map(|induction| induction.measures).unwrap_or_default();
    let result = result.then(|| lowering.outside_sort(&signature.result.ty));
    let yes = constant(&mut lowering, "by its type", true);
    let args: Vec<Argument> = inputs(&mut lowering, &signature);
    let (made, approximation) = lowering.finish_telling();
    let made = made.unwrap_or_else(|errors| {
        panic!("the elaboration of refinements is wrong: {:?}", errors.first())
    });
    let session = args.into_iter().fold(Session::new(made, entry), Session::with_arg);
    // What is never needed is never called: the result is computed, but it may have no end.
    let session = match result {
        Some(sort) if is_proof(asked) => session.returning(sort),
        Some(sort) => session.returning_within(sort, MOST_COMPUTED),
        None => session,
    };
    let session = with_facets(session, asked, facets, yes);
    let session = measures
        .into_iter()
        .fold(session, |session, (global, measure)| session.with_measure(global, measure));
    Prepared {
        session,
        calls,
        signature,
        approximation,
        by_type,
        is_recursive,
        unchecked,
        doubtful,
        doubtful_inputs,
        believed,
    }
}

/// The data types that are not understood and that the code of a run, whose module comes last, or its
/// target has to do with; and those of them whose values may be inside inputs.
fn doubtful(
    program: &Program,
    specs: &Specs,
    signature: &Signature,
) -> (Vec<DoubtfulType>, Vec<DoubtfulType>) {
    if specs.doubtful.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let linked = program.linked();
    let mut inputs = BTreeSet::new();
    for refined in signature.values() {
        types_inside(linked, &refined.ty, &mut inputs);
    }
    let mut all = inputs.clone();
    types_inside(linked, &signature.result.ty, &mut all);
    let code = linked.modules().last().into_iter().flat_map(|module| &module.nodes);
    for expr in code {
        let ctors: Vec<&Name> = match expr {
            Expr::Con(name) | Expr::Wrapper(name) => vec![name],
            Expr::Case(_, _, alts) => alts.iter().filter_map(|alt| alt.pattern.ctor()).collect(),
            _ => Vec::new(),
        };
        let owners = ctors.into_iter().filter_map(|ctor| linked.constructor(ctor));
        all.extend(owners.map(|(decl, _)| decl.name.clone()));
    }
    let among = |names: &BTreeSet<Name>| {
        let known = specs.doubtful.iter().filter(|known| names.contains(&known.name));
        known.cloned().collect()
    };
    (among(&all), among(&inputs))
}

/// The data types of which there may be values inside a value.
fn types_inside(linked: &Linked, ty: &Type, found: &mut BTreeSet<Name>) {
    match ty {
        Type::Con(name, args) => {
            args.iter().for_each(|arg| types_inside(linked, arg, found));
            let Some(decl) = linked.type_decl(name) else { return };
            if found.insert(decl.name.clone()) {
                let fields = decl.constructors().iter().flat_map(|ctor| &ctor.fields);
                fields.for_each(|field| types_inside(linked, field, found));
                if let TypeKind::Synonym(inner) = &decl.kind {
                    types_inside(linked, inner, found);
                }
            }
        }
        Type::App(a, b) | Type::Fun(a, b) | Type::Qualified(a, b) => {
            types_inside(linked, a, found);
            types_inside(linked, b, found);
        }
        Type::ForAll(_, body) => types_inside(linked, body, found),
        Type::Var(_) | Type::Number(_) | Type::Text(_) | Type::Coercion => {}
    }
}

/// Whether a run is about data of any size, so that it proves something.
fn is_proof(asked: Facets) -> bool {
    match asked {
        Facets::Modular | Facets::Recursive => true,
        Facets::Concrete | Facets::AtMost(_) | Facets::Abstract => false,
    }
}

/// Whether calls of a function are checked.
fn is_watched(specs: &Specs, name: &Name, of_all: bool) -> bool {
    specs.signature(name).is_some_and(|signature| {
        signature.unsupported.is_none()
            && (!signature.implied || of_all && !types::is_action(&signature.result.ty))
    })
}

/// The functions among some whose types are not understood.
fn unchecked(specs: &Specs, versions: &[Version]) -> Vec<(Name, String, Span)> {
    let mut found: Vec<(Name, String, Span)> = Vec::new();
    for version in versions {
        let signature = specs.signature(&version.origin);
        let why = signature.and_then(|known| known.unsupported.clone().or(known.partly.clone()));
        if let Some((what, span)) = why
            && found.iter().all(|(name, ..)| *name != version.origin)
        {
            found.push((version.origin.clone(), what, span));
        }
    }
    found
}

/// A function of unit that is always the same truth value.
fn constant(lowering: &mut Lowering<'_>, name: &str, value: bool) -> GlobalId {
    let global = lowering.builder.declare(name);
    let unit = lowering.builder.fresh("unit");
    let value = lowering.builder.bool(value);
    let function = lowering.builder.lambda([unit], value);
    lowering.builder.define(global, function);
    global
}

/// The inputs of a run: the parameters that are values.
fn inputs(lowering: &mut Lowering<'_>, signature: &Signature) -> Vec<Argument> {
    let values: Vec<&Refined> = signature.values().collect();
    let asked = |(number, refined): (usize, &Refined)| {
        Argument::Ask(Question::input_name(number), lowering.outside_sort(&refined.ty))
    };
    values.into_iter().enumerate().map(asked).collect()
}

fn with_facets(
    session: Session,
    asked: Facets,
    facets: Vec<(GlobalId, Operation)>,
    yes: GlobalId,
) -> Session {
    let (facet, session) = match asked {
        Facets::Concrete => return session,
        Facets::AtMost(most) => (Facet::Either, session.with_abstract_limit(most)),
        Facets::Abstract | Facets::Modular | Facets::Recursive => (Facet::Contract, session),
    };
    facets.into_iter().fold(session, |session, (global, operation)| {
        let session = session.with_facet(global, facet, operation);
        let op = session.facet(global).expect("the facet was given just now");
        session.with_meaning(op, Meaning::Body(yes))
    })
}

struct Watcher<'e, 'a> {
    elaborator: Elaborator<'e, 'a>,
    asked: Facets,
    calls: Vec<Called>,
    /// The globals that say whether a call is by its type, with the operations that stand for them.
    facets: Vec<(GlobalId, Operation)>,
    /// The functions whose calls are by their types alone.
    by_type: Vec<Version>,
    /// What is taken for granted.
    believed: Vec<Believed>,
}

/// A call that is watched: its parameters, of which some are values with types.
struct Call<'s> {
    signature: &'s Signature,
    callee: Callee,
    params: Vec<VarId>,
    env: Env,
}

impl Watcher<'_, '_> {
    /// The call that is checked: of the body, on inputs that the type admits.
    fn entry(&mut self, target: &Instance, version: &Version, signature: &Signature) -> GlobalId {
        let entry = self.elaborator.lowering.builder.declare("entry");
        let refined: Vec<&Refined> = signature.values().collect();
        let params: Vec<VarId> = refined.iter().map(|refined| self.fresh(refined)).collect();
        let asked: Vec<VarId> =
            params.iter().map(|_| self.elaborator.lowering.builder.fresh("asked")).collect();
        let (mut env, mut assumed) = (Env::default(), Vec::new());
        let (mut given, mut guards) = (Vec::new(), Guards::new(Side::Outside, signature.span));
        for (refined, param) in refined.iter().zip(&params) {
            let all = self.elaborator.obligations(refined, *param, &mut env, &Vars::new());
            assumed.extend(all.into_iter().map(|obligation| obligation.cond));
            given.push(self.guard(refined, *param, &env, &mut guards));
        }
        let instance = Instance { name: version.body.clone(), ..target.clone() };
        let args = &given[signature.ghosts..];
        let result = self.elaborator.lowering.call_of(&instance, args);
        let mut result = self.elaborator.lowering.performed(&instance, result);
        if types::is_action(&instance.result) {
            result = self.elaborator.lowering.unless_ended(result);
        }
        let result = self.with_guards(guards, result);
        let call = Call { signature, callee: Callee::Annotated, params: params.clone(), env };
        let checked = self.checked(&call, &params, result);
        let checked = match is_proof(self.asked) && !self.is_shown(&signature.result.ty) {
            true => {
                let what = "a result with functions in it";
                let unsupported = self.elaborator.lowering.builder.unsupported(what);
                self.elaborator.lowering.builder.seq(checked, unsupported)
            }
            false => self.leaving(&signature.result.ty, checked),
        };
        let mut body = self.assuming(assumed, checked);
        for (refined, (param, asked)) in refined.iter().zip(params.iter().zip(&asked)) {
            let lowering = &mut *self.elaborator.lowering;
            let asked = lowering.builder.var(*asked);
            let entered = lowering.entering(&refined.ty, asked);
            body = lowering.builder.let_lazy(*param, entered, body);
        }
        let builder = &mut self.elaborator.lowering.builder;
        let value = if asked.is_empty() { body } else { builder.lambda(asked, body) };
        builder.define(entry, value);
        entry
    }

    /// The result of the target as it is shown, computed first: it is checked in any case.
    fn leaving(&mut self, ty: &Type, result: ExprId) -> ExprId {
        let lowering = &mut *self.elaborator.lowering;
        if lowering.stays(ty) || !is_shown(lowering.linked(), ty) {
            return result;
        }
        let var = lowering.builder.fresh("result");
        let value = lowering.builder.var(var);
        let left = lowering.leaving(ty, value);
        lowering.builder.let_strict(var, result, left)
    }

    fn fresh(&mut self, refined: &Refined) -> VarId {
        let name = self.elaborator.specs.local_name(refined.var);
        self.elaborator.lowering.builder.fresh(name)
    }

    fn assuming(&mut self, conds: Vec<ExprId>, then: ExprId) -> ExprId {
        conds.into_iter().rev().fold(then, |then, cond| {
            let assume = self.elaborator.lowering.builder.assume(cond);
            self.elaborator.lowering.builder.seq(assume, then)
        })
    }

    /// Lets all calls of a version be checked.
    fn wrap(&mut self, version: &Version, is_recursive: bool) {
        let signature = self.elaborator.specs.signature(&version.origin);
        let signature = signature.expect("only annotated functions are watched").at(&version.types);
        let is_action = types::is_action(&signature.result.ty);
        let signature = signature.performed();
        if is_action && signature.assumed && !signature.result.is_plain() {
            self.believed.push(Believed::Type(signature.name.written().to_owned()));
        }
        let global = self.elaborator.lowering.builder.declare(&version.name.occ);
        self.elaborator.lowering.provide(&version.name, global);
        let (mut params, mut values) = (Vec::new(), Vec::new());
        let side = Side::Inside(signature.name.written().to_owned());
        let (mut given, mut guards) = (Vec::new(), Guards::new(side, signature.span));
        let (mut env, mut asked) = (Env::default(), Vec::new());
        for param in &signature.params {
            let var = match param {
                Parameter::Dictionary(_) => self.elaborator.lowering.builder.fresh("dictionary"),
                Parameter::Value(refined) => self.fresh(refined),
            };
            params.push(var);
            let Parameter::Value(refined) = param else {
                given.push(var);
                continue;
            };
            values.push(var);
            let none = Vars::new();
            asked.extend(self.elaborator.obligations(refined, var, &mut env, &none));
            given.push(self.guard(refined, var, &env, &mut guards));
        }
        let call = Call { signature: &signature, callee: Callee::Annotated, params: given, env };
        let by_body = match is_action {
            true => self.by_action(&call, version, &values),
            false => self.by_body(&call, version, &values),
        };
        let by_body = self.with_guards(guards, by_body);
        // Of a function of the logic everything is known, and functions are not made up.
        let is_lifted = self.elaborator.specs.lifted(&version.origin).is_some()
            || signature.implied && !self.is_shown(&signature.result.ty)
            || signature.partly.is_some()
            || signature.universal.is_some();
        let run = match self.asked {
            Facets::Concrete => by_body,
            _ if is_action => by_body,
            Facets::Recursive if !is_recursive && !signature.assumed => by_body,
            Facets::Modular | Facets::Recursive => {
                self.by_type.push(version.clone());
                self.by_type_alone(&call, version, &values)
            }
            Facets::AtMost(_) | Facets::Abstract if is_lifted => by_body,
            Facets::AtMost(_) | Facets::Abstract => {
                let generic = self.elaborator.specs.signature(&version.origin);
                let generic = generic.expect("only annotated functions are watched");
                let by_type = self.by_type(&call, generic, &values);
                self.choose(version, by_body, by_type)
            }
        };
        let body = self.demand(&call, &values, Why::Arguments, asked, run);
        let builder = &mut self.elaborator.lowering.builder;
        let value = if params.is_empty() { body } else { builder.lambda(params, body) };
        builder.define(global, value);
    }

    /// Runs the body and checks its result.
    fn by_body(&mut self, call: &Call<'_>, version: &Version, values: &[VarId]) -> ExprId {
        let result = self.result_of_body(call, version);
        match call.signature.assumed {
            true => result,
            false => self.checked(call, values, result),
        }
    }

    /// The action that the body returns, whose result is checked when it is performed.
    fn by_action(&mut self, call: &Call<'_>, version: &Version, values: &[VarId]) -> ExprId {
        let action = self.result_of_body(call, version);
        if call.signature.result.is_plain() {
            return action;
        }
        let value = self.elaborator.lowering.builder.fresh("value");
        let result = self.elaborator.var(value);
        let then = self.kept(call, values, result);
        self.elaborator.lowering.performing(action, value, then)
    }

    fn result_of_body(&mut self, call: &Call<'_>, version: &Version) -> ExprId {
        let lowering = &mut *self.elaborator.lowering;
        let callee = lowering.value(&version.body);
        let args: Vec<ExprId> = call.params.iter().map(|var| lowering.builder.var(*var)).collect();
        match args.is_empty() {
            true => callee,
            false => lowering.builder.apply_lazy(callee, args),
        }
    }

    /// The result of an action, which is checked, or believed to be what an assumed type promises: what the
    /// world answers is not for the body to say.
    fn kept(&mut self, call: &Call<'_>, values: &[VarId], result: ExprId) -> ExprId {
        if !call.signature.assumed {
            return self.checked(call, values, result);
        }
        let promised = &call.signature.result;
        let (var, mut env) = (self.fresh(promised), call.env.clone());
        let promised = self.elaborator.obligations(promised, var, &mut env, &Vars::new());
        let promised = promised.into_iter().map(|obligation| obligation.cond).collect();
        let then = self.elaborator.var(var);
        let then = self.assuming(promised, then);
        self.elaborator.lowering.builder.let_strict(var, result, then)
    }

    /// A result that has to be what the type promises.
    fn checked(&mut self, call: &Call<'_>, values: &[VarId], result: ExprId) -> ExprId {
        let var = self.fresh(&call.signature.result);
        let mut env = call.env.clone();
        let promised = &call.signature.result;
        let promised = self.elaborator.obligations(promised, var, &mut env, &Vars::new());
        let shown: Vec<VarId> = values.iter().copied().chain([var]).collect();
        let then = self.elaborator.var(var);
        let body = self.demand(call, &shown, Why::Result, promised, then);
        self.elaborator.lowering.builder.let_strict(var, result, body)
    }

    /// Goes on where all obligations are met, and fails otherwise after telling of the call.
    fn demand(
        &mut self,
        call: &Call<'_>,
        shown: &[VarId],
        why: Why,
        obligations: Vec<Obligation>,
        then: ExprId,
    ) -> ExprId {
        if obligations.is_empty() {
            return then;
        }
        let op = self.operation(call, why);
        obligations.into_iter().rev().fold(then, |then, Obligation { span, cond }| {
            let told = (!is_proof(self.asked)).then(|| self.tell(call, op, shown, span));
            let (code, message) = complaint(call, why);
            let builder = self.elaborator.lowering.builder.at(span.unwrap_or(call.signature.span));
            let failed = builder.fail(code, &message);
            // In a proof what is shown could keep the failure from being met.
            let broken = told.map_or(failed, |told| builder.seq(told, failed));
            builder.cond(cond, then, broken)
        })
    }

    /// The result as any value of which the type is true.
    fn by_type(&mut self, call: &Call<'_>, generic: &Signature, values: &[VarId]) -> ExprId {
        let result = &call.signature.result;
        let sort = self.elaborator.lowering.outside_sort(&result.ty);
        let name = format!("result of {}", call.signature.name.written());
        let asked = self.elaborator.lowering.builder.fresh("asked");
        let ask = self.elaborator.lowering.builder.ask(&name, sort);
        let invented = self.elaborator.var(asked);
        let invented = self.elaborator.lowering.entering(&result.ty, invented);
        let var = self.fresh(result);
        let mut env = call.env.clone();
        let promised = self.elaborator.obligations(result, var, &mut env, &Vars::new());
        let promised = promised.into_iter().map(|obligation| obligation.cond);
        let parametric = self.elaborator.parametric(generic, values, var);
        let promised = parametric.into_iter().chain(promised).collect();
        let op = self.operation(call, Why::Invented);
        let shown: Vec<VarId> = values.iter().copied().chain([var]).collect();
        let told = self.tell(call, op, &shown, None);
        let then = self.elaborator.var(var);
        let then = self.elaborator.lowering.builder.seq(told, then);
        let then = self.assuming(promised, then);
        let then = self.elaborator.lowering.builder.let_strict(var, invented, then);
        self.elaborator.lowering.builder.let_strict(asked, ask, then)
    }

    /// The result as any value of which the type is true, in a proof: arguments have to be defined, and those
    /// that are functions have to keep their types, since no body is there to find out.
    fn by_type_alone(&mut self, call: &Call<'_>, version: &Version, values: &[VarId]) -> ExprId {
        let result = &call.signature.result;
        let var = self.fresh(result);
        let mut env = call.env.clone();
        let promised = self.elaborator.obligations(result, var, &mut env, &Vars::new());
        let promised = promised.into_iter().map(|obligation| obligation.cond).collect();
        let op = self.operation(call, Why::Invented);
        let shown: Vec<VarId> = values.iter().copied().chain([var]).collect();
        let told = self.tell(call, op, &shown, None);
        let then = self.elaborator.var(var);
        let then = self.elaborator.lowering.builder.seq(told, then);
        let then = self.assuming(promised, then);
        let invented = match self.as_measure(version, values) {
            Some(measure) => measure,
            None => {
                self.any_value(&format!("result of {}", call.signature.name.written()), &result.ty)
            }
        };
        let then = self.elaborator.lowering.builder.let_strict(var, invented, then);
        self.with_defined_arguments(call, values, then)
    }

    /// A function of the logic, as what it is there.
    fn as_measure(&mut self, version: &Version, values: &[VarId]) -> Option<ExprId> {
        let id = self.elaborator.specs.lifted(&version.origin)?;
        if self.elaborator.specs.function(id).params.len() != values.len() {
            return None;
        }
        let values = values.iter().map(|var| self.elaborator.var(*var)).collect();
        self.elaborator.measure_of(id, values)
    }

    /// Any value of a type.
    fn any_value(&mut self, name: &str, ty: &Type) -> ExprId {
        let sort = self.elaborator.lowering.outside_sort(ty);
        let asked = self.elaborator.lowering.builder.fresh("asked");
        let ask = self.elaborator.lowering.builder.ask(name, sort);
        let value = self.elaborator.var(asked);
        let value = self.elaborator.lowering.entering(ty, value);
        self.elaborator.lowering.builder.let_strict(asked, ask, value)
    }

    /// Goes on once all arguments of a call are computed as a whole. What functions do among them is seen on
    /// paths of its own, on any arguments that they may be given.
    fn with_defined_arguments(
        &mut self,
        call: &Call<'_>,
        values: &[VarId],
        then: ExprId,
    ) -> ExprId {
        let refined: Vec<Refined> = call.signature.values().cloned().collect();
        let op = self.operation(call, Why::Arguments);
        let told = self.tell(call, op, values, None);
        let mut then = self.elaborator.lowering.builder.seq(told, then);
        for (refined, value) in refined.iter().zip(values).rev() {
            if self.is_shown(&refined.ty) {
                continue;
            }
            let checked = match types::head(self.elaborator.lowering.linked(), &refined.ty) {
                Head::Function(..) => self.any_call(call, refined, *value),
                _ => self.elaborator.lowering.builder.unsupported("data with functions in it"),
            };
            let choice = self.elaborator.lowering.builder.ask("calls an argument", Sort::BOOL);
            then = self.elaborator.lowering.builder.cond(choice, checked, then);
        }
        then
    }

    /// A call of a function that is given to another one, on any arguments that its type admits. Nothing
    /// comes after it.
    fn any_call(&mut self, call: &Call<'_>, refined: &Refined, function: VarId) -> ExprId {
        let (params, result) = self.flattened(refined);
        let vars: Vec<VarId> = params.iter().map(|param| self.fresh_like(param)).collect();
        let (mut env, mut assumed) = (call.env.clone(), Vec::new());
        for (param, var) in params.iter().zip(&vars) {
            if matches!(param.inside, Inside::Function(..)) && !param.is_plain() {
                let what = "a function whose arguments are functions with refined types";
                return self.elaborator.lowering.builder.unsupported(what);
            }
            let all = self.elaborator.obligations(param, *var, &mut env, &Vars::new());
            assumed.extend(all.into_iter().map(|obligation| obligation.cond));
        }
        if !self.is_shown(&result.ty) {
            let what = "a function whose result has functions in it";
            return self.elaborator.lowering.builder.unsupported(what);
        }
        let value = self.fresh_like(&result);
        let promised = self.elaborator.obligations(&result, value, &mut env, &Vars::new());
        let signature = Signature {
            name: Name { module: String::new(), occ: call.signature.name.written().to_owned() },
            params: params.iter().cloned().map(Parameter::Value).collect(),
            result: result.clone(),
            ..call.signature.clone()
        };
        let passed = Callee::Passed(call.signature.name.written().to_owned(), 0);
        let given = Call { signature: &signature, callee: passed, params: vars.clone(), env };
        let op = self.operation(&given, Why::Result);
        let shown: Vec<VarId> = vars.iter().copied().chain([value]).collect();
        let told = self.tell(&given, op, &shown, None);
        let no = self.elaborator.lowering.builder.bool(false);
        let over = self.elaborator.lowering.builder.assume(no);
        let over = self.elaborator.lowering.builder.seq(told, over);
        let checked = self.demand(&given, &shown, Why::Result, promised, over);
        let args: Vec<ExprId> = vars.iter().map(|var| self.elaborator.var(*var)).collect();
        let callee = self.elaborator.var(function);
        let called = self.elaborator.lowering.builder.apply_lazy(callee, args);
        let body = self.elaborator.lowering.builder.let_strict(value, called, checked);
        let mut body = self.assuming(assumed, body);
        for (param, var) in params.iter().zip(&vars).rev() {
            let any = self.any_value("argument of a function", &param.ty);
            body = self.elaborator.lowering.builder.let_strict(*var, any, body);
        }
        body
    }

    /// The parameters of a function and its result.
    fn flattened(&self, refined: &Refined) -> (Vec<Refined>, Refined) {
        let (mut params, mut rest) = (Vec::new(), refined);
        while let Inside::Function(param, result) = &rest.inside {
            params.push((**param).clone());
            rest = result;
        }
        match types::head(self.elaborator.lowering.linked(), &rest.ty) {
            Head::Function(more, result) => {
                params.extend(more.iter().map(Refined::plain));
                (params, Refined::plain(&result))
            }
            _ => (params, rest.clone()),
        }
    }

    fn fresh_like(&mut self, refined: &Refined) -> VarId {
        match refined.var == Refined::UNNAMED {
            true => self.elaborator.lowering.builder.fresh("value"),
            false => self.fresh(refined),
        }
    }

    /// By the body or by the type, as the session decides.
    fn choose(&mut self, version: &Version, by_body: ExprId, by_type: ExprId) -> ExprId {
        let name = format!("{} by its type", version.name.occ);
        let lowering = &mut *self.elaborator.lowering;
        let global = constant(lowering, &name, false);
        let pool = lowering.builder.pool();
        let params = [lowering.builder.unit_sort()].into();
        let operation = Operation { name: pool.symbol(&name), params, result: Sort::BOOL };
        self.facets.push((global, operation));
        let (callee, unit) = (lowering.builder.global(global), lowering.builder.unit());
        let chosen = lowering.builder.apply(callee, [unit]);
        lowering.builder.cond(chosen, by_type, by_body)
    }

    /// The operation whose events tell of calls of a function.
    fn operation(&mut self, call: &Call<'_>, why: Why) -> OpId {
        let signature = call.signature;
        let mut types: Vec<&Type> = signature.values().map(|refined| &refined.ty).collect();
        if why != Why::Arguments {
            types.push(&signature.result.ty);
        }
        let sorts: Vec<Sort> = types.into_iter().map(|ty| self.shown_sort(ty)).collect();
        let number = self.calls.len();
        let name = format!("{} #{number}", signature.name.written());
        let builder = &mut self.elaborator.lowering.builder;
        let unit = builder.unit_sort();
        let id = builder.operation(&name, &sorts, unit);
        let op = builder.pool().symbol(&name);
        let (signature, callee) = (signature.clone(), call.callee.clone());
        self.calls.push(Called { op, why, signature, callee });
        id
    }

    /// The sort of a value that can be shown; unit otherwise.
    fn shown_sort(&mut self, ty: &Type) -> Sort {
        match self.is_shown(ty) {
            true => self.elaborator.lowering.outside_sort(ty),
            false => self.elaborator.lowering.builder.unit_sort(),
        }
    }

    fn is_shown(&self, ty: &Type) -> bool {
        is_shown(self.elaborator.lowering.linked(), ty)
    }

    fn tell(&mut self, call: &Call<'_>, op: OpId, shown: &[VarId], span: Option<Span>) -> ExprId {
        let signature = call.signature;
        let types = signature.values().map(|refined| &refined.ty);
        let types: Vec<&Type> = types.chain([&signature.result.ty]).collect();
        let mut args = Vec::new();
        for (var, ty) in shown.iter().zip(types) {
            args.push(match self.is_shown(ty) {
                true => {
                    let value = self.elaborator.var(*var);
                    self.elaborator.lowering.leaving(ty, value)
                }
                false => self.elaborator.lowering.builder.unit(),
            });
        }
        self.elaborator.lowering.builder.at(span).perform(op, args)
    }
}

/// Whether values of a type can be shown: there are no functions among its arguments.
fn is_shown(linked: &Linked, ty: &Type) -> bool {
    match types::head(linked, ty) {
        Head::Function(..) | Head::Var(_) | Head::Opaque => false,
        Head::Data(..) if !outside::is_manifest(linked, ty) => false,
        Head::Data(_, args) => {
            let is_index = |arg: &Type| *arg == outside::open();
            args.iter().all(|arg| is_index(arg) || is_shown(linked, arg))
        }
        Head::Number | Head::Char | Head::Float(_) | Head::Truth | Head::Unit => true,
    }
}

/// Who has to see to it that a function argument keeps its type.
#[derive(Clone, PartialEq, Eq)]
enum Side {
    /// The world, which gives the target its arguments.
    Outside,
    /// The program, which calls the function of this name.
    Inside(String),
}

/// Arguments of one call, those that are functions under new names.
struct Guards {
    side: Side,
    /// Where the type of the function is written that they are given to.
    span: Span,
    /// The arguments so far with their types: later types may mention them.
    outer: Vec<(Refined, VarId)>,
    /// Functions that keep their types.
    guarded: Vec<(VarId, ExprId)>,
}

impl Guards {
    fn new(side: Side, span: Span) -> Guards {
        Guards { side, span, outer: Vec::new(), guarded: Vec::new() }
    }

    /// What a call of an argument is called in events.
    fn callee(&self) -> Callee {
        match &self.side {
            Side::Outside => Callee::Given(self.outer.len()),
            Side::Inside(to) => Callee::Passed(to.clone(), self.outer.len()),
        }
    }
}

/// Arguments that are functions with refined types of their own.
impl Watcher<'_, '_> {
    /// A function argument that keeps its type, under a new name; any other argument as it is.
    fn guard(&mut self, refined: &Refined, var: VarId, env: &Env, guards: &mut Guards) -> VarId {
        let is_function = matches!(refined.inside, Inside::Function(..));
        if !is_function || refined.is_plain() {
            let plain = Refined { preds: Vec::new(), inside: Inside::Nothing, ..refined.clone() };
            guards.outer.push((plain, var));
            return var;
        }
        let (mut params, mut result) = (Vec::new(), refined);
        while let Inside::Function(param, rest) = &result.inside {
            params.push(&**param);
            result = rest;
        }
        let vars: Vec<VarId> = params.iter().map(|param| self.fresh(param)).collect();
        let (mut env, mut asked) = (env.clone(), Vec::new());
        for (param, var) in params.iter().zip(&vars) {
            asked.extend(self.elaborator.obligations(param, *var, &mut env, &Vars::new()));
        }
        let signature = self.signature_of(refined, &params, result, guards);
        let call = Call { signature: &signature, callee: guards.callee(), params: vars, env };
        let body = self.guarded_call(&call, var, asked, guards);
        let guarded = self.elaborator.lowering.builder.fresh("guarded");
        let function = self.elaborator.lowering.builder.lambda(call.params, body);
        guards.guarded.push((guarded, function));
        guarded
    }

    /// The type of a function argument, as that of a function of what it may mention, too.
    fn signature_of(
        &self,
        refined: &Refined,
        params: &[&Refined],
        result: &Refined,
        guards: &Guards,
    ) -> Signature {
        let occ = self.elaborator.specs.local_name(refined.var).to_owned();
        let outer = guards.outer.iter().map(|(refined, _)| refined.clone());
        let all = outer.chain(params.iter().map(|param| (*param).clone()));
        let stated = params.iter().copied().chain([result]).find_map(|part| part.preds.first());
        Signature {
            name: Name { module: String::new(), occ },
            span: stated.map_or(guards.span, |stated| stated.span),
            vars: Vec::new(),
            params: all.map(Parameter::Value).collect(),
            result: result.clone(),
            assumed: false,
            unsupported: None,
            partly: None,
            implied: false,
            property: false,
            ghosts: 0,
            universal: None,
        }
    }

    /// A call of a function argument. What the target was given keeps its promise, and has to be
    /// given what it asks for; with what the program gives to others it is the other way round.
    fn guarded_call(
        &mut self,
        call: &Call<'_>,
        function: VarId,
        asked: Vec<Obligation>,
        guards: &Guards,
    ) -> ExprId {
        let args: Vec<ExprId> = call.params.iter().map(|var| self.elaborator.var(*var)).collect();
        let callee = self.elaborator.var(function);
        let called = self.elaborator.lowering.builder.apply_lazy(callee, args);
        let result = &call.signature.result;
        let (value, mut env) = (self.fresh(result), call.env.clone());
        let promised = self.elaborator.obligations(result, value, &mut env, &Vars::new());
        let outer = guards.outer.iter().map(|(_, var)| *var);
        let mut shown: Vec<VarId> = outer.chain(call.params.iter().copied()).collect();
        let then = self.elaborator.var(value);
        match &guards.side {
            Side::Outside => {
                let promised = promised.into_iter().map(|obligation| obligation.cond).collect();
                let then = self.assuming(promised, then);
                let body = self.elaborator.lowering.builder.let_strict(value, called, then);
                self.demand(call, &shown, Why::Arguments, asked, body)
            }
            Side::Inside(_) => {
                shown.push(value);
                let checked = self.demand(call, &shown, Why::Result, promised, then);
                // A function that is given something else has promised nothing.
                let asked = asked.into_iter().map(|obligation| obligation.cond).collect();
                let body = match self.elaborator.all(asked) {
                    Some(asked) => {
                        let unchecked = self.elaborator.var(value);
                        self.elaborator.lowering.builder.cond(asked, checked, unchecked)
                    }
                    None => checked,
                };
                self.elaborator.lowering.builder.let_strict(value, called, body)
            }
        }
    }

    fn with_guards(&mut self, guards: Guards, body: ExprId) -> ExprId {
        guards.guarded.into_iter().rev().fold(body, |body, (var, guard)| {
            self.elaborator.lowering.builder.let_lazy(var, guard, body)
        })
    }
}

/// What is wrong if an obligation is not met.
fn complaint(call: &Call<'_>, why: Why) -> (&'static str, String) {
    let name = call.signature.name.written();
    match (&call.callee, why) {
        (_, Why::Arguments) => {
            (code::CALL, format!("a call breaks the refinement type of `{name}`"))
        }
        (Callee::Annotated, Why::Result | Why::Invented) => {
            (code::RESULT, format!("`{name}` returns what its refinement type excludes"))
        }
        (Callee::Given(_) | Callee::Passed(..), Why::Result | Why::Invented) => {
            let message = "a function argument does not keep its refinement type";
            (code::CALL, message.to_owned())
        }
    }
}
