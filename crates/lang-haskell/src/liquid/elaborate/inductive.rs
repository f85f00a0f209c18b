//! Data of any size: what is left open of it.
//!
//! In a proof a recursive function of the logic, and what is required inside of data, are *measures*
//! ([`lang_core::DataMeasure`]): of unknown data they are left open, and their equations hold where the
//! constructor is known.
//!
//! What is required inside of data has two parts. The type itself says something of all its values: refined
//! fields and invariants. And an argument of the type says something of the values that stand for it:
//! `[{v:Int | v > 0}]`. The first is a function of the value, and so is the second for each requirement,
//! with what the requirement mentions besides as further arguments. Requirements that say the same of
//! different places are one function, so that what was assumed at one place helps at another.

use std::collections::BTreeMap;

use lang_core::{Alt, DataMeasure, ExprId, GlobalId, Pattern, VarId};
use rustc_hash::FxHashMap;
use term::Sort;

use super::{Elaborator, Env, Vars};
use crate::core::{Name, Type, TypeDecl, TypeKind};
use crate::liquid::canonical::Canonical;
use crate::liquid::induction::{Inductive, Kind, inductive};
use crate::liquid::logic::{FnId, Inside, Local, Pred, Refined};
use crate::lower::con::Con;
use crate::types;

/// Types are followed so deep: a type may have itself, at ever larger types, as a field.
const MAX_DEPTH: u32 = 8;

/// What is required of the fields of a constructor, which is known by its number.
type OfFields<'c, E> = dyn FnMut(&mut E, usize, &[VarId]) -> Vec<ExprId> + 'c;

/// What is left open in a proof.
#[derive(Default)]
pub(super) struct Induction {
    /// Functions that are measures of their last argument.
    pub(super) measures: Vec<(GlobalId, DataMeasure)>,
    functions: FxHashMap<FnId, GlobalId>,
    /// Functions that say whether a value is in the set that a function gives.
    members: FxHashMap<FnId, GlobalId>,
    /// What is required of all values of a type.
    types: BTreeMap<Name, GlobalId>,
    /// What is required of the values for an argument of a type.
    elements: BTreeMap<(Name, usize, String), GlobalId>,
    /// The value by which sets are told apart.
    pub(super) any_element: Option<GlobalId>,
    depth: u32,
}

impl Elaborator<'_, '_> {
    fn induction(&mut self) -> &mut Induction {
        self.induction.as_mut().expect("this is a proof")
    }

    fn truth(&mut self, global: GlobalId) {
        let measure = DataMeasure { sort: Sort::BOOL, natural: false };
        self.induction().measures.push((global, measure));
    }

    /// A call of a function that is defined by induction, in a proof.
    pub(super) fn measured(&mut self, id: FnId, args: &[Pred], env: &Env) -> Option<ExprId> {
        self.induction.as_ref()?;
        inductive(self.specs, id)?;
        let mut values = Vec::new();
        for arg in args {
            values.push(self.value(arg, env));
        }
        self.measure_of(id, values)
    }

    /// A function that is defined by induction, of some values.
    pub(super) fn measure_of(&mut self, id: FnId, values: Vec<ExprId>) -> Option<ExprId> {
        let Inductive { kind, natural, .. } = inductive(self.specs, id)?;
        let sort = match kind {
            Kind::Int => Sort::INT,
            Kind::Truth => Sort::BOOL,
            Kind::Set => return Some(self.lowering.builder.unsupported("a set as a value")),
        };
        let global = match self.induction().functions.get(&id) {
            Some(known) => *known,
            None => self.measure(id, DataMeasure { sort, natural }),
        };
        let values = self.measured_last(id, values);
        let callee = self.lowering.builder.global(global);
        Some(self.lowering.builder.apply(callee, values))
    }

    /// The arguments of a function, or its parameters, with the one last that it takes apart.
    pub(super) fn measured_last<T>(&self, id: FnId, mut args: Vec<T>) -> Vec<T> {
        if let Some(Inductive { on, .. }) = inductive(self.specs, id)
            && on < args.len()
        {
            let measured = args.remove(on);
            args.push(measured);
        }
        args
    }

    fn measure(&mut self, id: FnId, measure: DataMeasure) -> GlobalId {
        let function = self.specs.function(id);
        let global = self.lowering.builder.declare(&format!("measure {}", function.name));
        self.induction().functions.insert(id, global);
        self.induction().measures.push((global, measure));
        let (params, env) = self.params(id);
        let body = function.body.as_ref().expect("what is inductive has equations");
        let body = self.value(body, &env);
        let function = self.lowering.builder.lambda(params, body);
        self.lowering.builder.define(global, function);
        global
    }

    fn params(&mut self, id: FnId) -> (Vec<VarId>, Env) {
        let (mut env, mut params) = (Env::default(), Vec::new());
        for param in self.measured_last(id, self.specs.function(id).params.clone()) {
            let (var, with) = self.bound(param, &env);
            params.push(var);
            env = with;
        }
        (params, env)
    }

    /// The function that says whether a value is in the set that a function gives: it takes the value first.
    pub(super) fn member_function(&mut self, id: FnId) -> GlobalId {
        if let Some(known) = self.induction().members.get(&id) {
            return *known;
        }
        let function = self.specs.function(id);
        let global = self.lowering.builder.declare(&format!("member of {}", function.name));
        self.induction().members.insert(id, global);
        if inductive(self.specs, id).is_some() {
            self.truth(global);
        }
        let element = self.lowering.builder.fresh("element");
        let (params, env) = self.params(id);
        let body = match &function.body {
            Some(body) => self.is_in(body, element, &env),
            None => self.lowering.builder.unsupported("a set of which nothing is known"),
        };
        let params: Vec<VarId> = std::iter::once(element).chain(params).collect();
        let function = self.lowering.builder.lambda(params, body);
        self.lowering.builder.define(global, function);
        global
    }

    /// What has to be true inside a value of which nothing may be known.
    pub(super) fn inside_unknown(
        &mut self,
        refined: &Refined,
        value: VarId,
        env: &Env,
    ) -> Option<ExprId> {
        let ty = types::without_synonyms(self.lowering.linked(), &refined.ty);
        let Type::Con(name, types) = ty else { return None };
        let linked = self.lowering.linked();
        let decl = linked.type_decl(&name)?;
        let mut conds = Vec::new();
        if self.data_needs(&decl.name, &mut Vec::new()) {
            conds.extend(self.invariants(&decl.name, value));
            conds.push(self.fields_hold(decl, value));
        }
        let args: Vec<Refined> = match &refined.inside {
            Inside::Args(args) => args.clone(),
            Inside::Nothing | Inside::Function(..) => types.iter().map(Refined::plain).collect(),
        };
        for (number, arg) in args.iter().enumerate() {
            if self.needs(arg, &Vars::new()) {
                conds.push(self.elements_hold(decl, number, arg, value, env));
            }
        }
        self.all(conds)
    }

    /// What a type says of the fields of all of its values.
    fn fields_hold(&mut self, decl: &TypeDecl, value: VarId) -> ExprId {
        let global = match self.induction().types.get(&decl.name) {
            Some(known) => *known,
            None => self.fields_function(decl),
        };
        let (callee, value) = (self.lowering.builder.global(global), self.var(value));
        self.lowering.builder.apply(callee, [value])
    }

    fn fields_function(&mut self, decl: &TypeDecl) -> GlobalId {
        let global = self.lowering.builder.declare(&format!("all of {}", decl.name.occ));
        self.induction().types.insert(decl.name.clone(), global);
        self.truth(global);
        let value = self.lowering.builder.fresh("value");
        let name = decl.name.clone();
        let body = self.of_each_field(decl, value, &mut |elaborator, ctor, vars| {
            let (mut env, mut conds) = (Env::default(), Vec::new());
            let ctor = &decl.constructors()[ctor];
            for (field, var) in elaborator.fields(&name, ctor).iter().zip(vars) {
                let all = elaborator.obligations(field, *var, &mut env, &Vars::new());
                conds.extend(all.into_iter().map(|obligation| obligation.cond));
            }
            conds
        });
        let function = self.lowering.builder.lambda([value], body);
        self.lowering.builder.define(global, function);
        global
    }

    /// Looks at the constructor of a value, and requires what `conds` says of the fields.
    fn of_each_field(
        &mut self,
        decl: &TypeDecl,
        value: VarId,
        conds: &mut OfFields<'_, Self>,
    ) -> ExprId {
        if let TypeKind::Newtype(_) = decl.kind {
            let conds = conds(self, 0, &[value]);
            let all = self.all(conds);
            return all.unwrap_or_else(|| self.lowering.builder.bool(true));
        }
        let mut alts = Vec::new();
        for (number, ctor) in decl.constructors().iter().enumerate() {
            let Con::Data(id, arity, _) = self.lowering.con(&ctor.name) else { continue };
            let vars: Vec<VarId> =
                ctor.fields.iter().map(|_| self.lowering.builder.fresh("field")).collect();
            let held = vec![None; arity - ctor.fields.len().min(arity)];
            let named: Vec<Option<VarId>> =
                held.into_iter().chain(vars.iter().copied().map(Some)).collect();
            let conds = conds(self, number, &vars);
            let all = self.all(conds);
            let body = all.unwrap_or_else(|| self.lowering.builder.bool(true));
            alts.push(Alt { pattern: Pattern::Ctor(id, named.into()), body });
        }
        let of = self.var(value);
        let otherwise = self.lowering.builder.bool(true);
        self.lowering.builder.case(of, None, alts, Some(otherwise))
    }

    /// What is required of the values in a value that stand for an argument of its type.
    fn elements_hold(
        &mut self,
        decl: &TypeDecl,
        number: usize,
        required: &Refined,
        value: VarId,
        env: &Env,
    ) -> ExprId {
        let Canonical { text, free } = Canonical::of(required);
        let key = (decl.name.clone(), number, text);
        let global = match self.induction().elements.get(&key) {
            Some(known) => *known,
            None => self.elements_function(decl, number, required, &free, key),
        };
        let mut values = Vec::new();
        for local in free {
            values.push(self.pred(&Pred::Var(local), env));
        }
        values.push(self.var(value));
        let callee = self.lowering.builder.global(global);
        self.lowering.builder.apply(callee, values)
    }

    fn elements_function(
        &mut self,
        decl: &TypeDecl,
        number: usize,
        required: &Refined,
        free: &[Local],
        key: (Name, usize, String),
    ) -> GlobalId {
        let global = self.lowering.builder.declare(&format!("all in {}", decl.name.occ));
        self.induction().elements.insert(key, global);
        self.truth(global);
        let (mut env, mut params) = (Env::default(), Vec::new());
        for local in free {
            let (var, with) = self.bound(*local, &env);
            params.push(var);
            env = with;
        }
        let value = self.lowering.builder.fresh("value");
        params.push(value);
        self.induction().depth += 1;
        let body = match (self.induction().depth > MAX_DEPTH, decl.params.get(number)) {
            (false, Some(param)) => {
                let param = param.clone();
                self.of_each_field(decl, value, &mut |elaborator, ctor, vars| {
                    let fields = &decl.constructors()[ctor].fields;
                    let fields = fields.iter().zip(vars).filter_map(|(ty, var)| {
                        elaborator.field_holds(ty, &param, required, *var, &env)
                    });
                    fields.collect()
                })
            }
            _ => self.lowering.builder.unsupported("a type that has itself at larger types inside"),
        };
        self.induction().depth -= 1;
        let function = self.lowering.builder.lambda(params, body);
        self.lowering.builder.define(global, function);
        global
    }

    /// What is required of a field whose type mentions a parameter.
    fn field_holds(
        &mut self,
        ty: &Type,
        param: &Name,
        required: &Refined,
        field: VarId,
        env: &Env,
    ) -> Option<ExprId> {
        if !types::mentions(ty, param) {
            return None;
        }
        match types::without_synonyms(self.lowering.linked(), ty) {
            Type::Var(_) => self.holds(required, field, env, &Vars::new()),
            Type::Con(name, args) => {
                let linked = self.lowering.linked();
                let Some(decl) = linked.type_decl(&name) else {
                    return Some(self.lowering.builder.unsupported("data of an unknown type"));
                };
                let mut conds = Vec::new();
                for (number, arg) in args.iter().enumerate() {
                    if types::mentions(arg, param) {
                        let arg = put(arg, param, required);
                        conds.push(self.elements_hold(decl, number, &arg, field, env));
                    }
                }
                self.all(conds)
            }
            _ => Some(self.lowering.builder.unsupported("a requirement inside a function")),
        }
    }
}

/// A type with a requirement for one of its variables.
fn put(ty: &Type, param: &Name, required: &Refined) -> Refined {
    match ty {
        Type::Var(name) if name == param => required.clone(),
        Type::Con(_, args) => {
            let inside = args.iter().map(|arg| put(arg, param, required)).collect();
            Refined { inside: Inside::Args(inside), ..Refined::plain(ty) }
        }
        _ => Refined::plain(ty),
    }
}
