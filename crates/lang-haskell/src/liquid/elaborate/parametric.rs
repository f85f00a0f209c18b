//! Parametricity: a value of type `a` that a function returns can only be one that it was given.
//!
//! When the result of a call is invented, the values in it that stand for a type variable are taken
//! from those in the arguments. The values are gathered as sets, so that this is a condition and
//! never a split. Where a function could have got such values in other ways (a function argument, a
//! class that makes values) nothing is said about them.

use lang_core::{Alt, ExprId, GlobalId, Pattern, VarId};

use super::{Elaborator, Vars};
use crate::core::{Name, Type, TypeDecl, TypeKind};
use crate::liquid::logic::{LogicOp, Parameter, Signature};
use crate::lower::con::Con;
use crate::types;

/// Classes whose methods make no values of the type.
const WATCHING: [&str; 3] = ["Eq", "Ord", "Show"];

impl Elaborator<'_, '_> {
    /// What is true of an invented result because the function knows nothing of its type variables.
    pub(super) fn parametric(
        &mut self,
        signature: &Signature,
        values: &[VarId],
        result: VarId,
    ) -> Vec<ExprId> {
        let vars: Vec<Name> =
            signature.vars.iter().filter(|var| is_blind(signature, var)).cloned().collect();
        vars.iter().filter_map(|var| self.drawn(signature, var, values, result)).collect()
    }

    /// The values of one variable in the result are among those in the arguments.
    fn drawn(
        &mut self,
        signature: &Signature,
        var: &Name,
        values: &[VarId],
        result: VarId,
    ) -> Option<ExprId> {
        let [of_result, of_args] = ["one", "one"].map(|name| self.lowering.builder.fresh(name));
        let found =
            self.gather(&signature.result.ty, &[(var.clone(), of_result)].into(), result)?;
        let known: Vars = [(var.clone(), of_args)].into();
        let mut given = self.empty_set();
        let params: Vec<Type> = signature.values().map(|refined| refined.ty.clone()).collect();
        for (ty, value) in params.iter().zip(values) {
            if let Some(more) = self.gather(ty, &known, *value) {
                given = self.set_operator(LogicOp::SetUnion, more, given);
            }
        }
        let drawn = self.set_operator(LogicOp::SetSubset, found, given);
        let drawn = self.with_single(of_args, drawn);
        Some(self.with_single(of_result, drawn))
    }

    /// Binds the function that makes a set of one value.
    fn with_single(&mut self, var: VarId, body: ExprId) -> ExprId {
        let x = self.lowering.builder.fresh("x");
        let value = self.var(x);
        let single = self.single_set(value);
        let function = self.lowering.builder.lambda([x], single);
        self.lowering.builder.let_strict(var, function, body)
    }

    /// The set of the values inside a value that stand for some type variables; none if the type
    /// mentions none of them.
    fn gather(&mut self, ty: &Type, vars: &Vars, value: VarId) -> Option<ExprId> {
        match types::without_synonyms(self.lowering.linked(), ty) {
            Type::Var(name) => {
                let (callee, value) = (self.var(*vars.get(&name)?), self.var(value));
                Some(self.lowering.builder.apply(callee, [value]))
            }
            Type::Con(name, args) => {
                let decl = self.lowering.linked().type_decl(&name)?;
                let (mut needed, mut values) = (Vec::new(), Vec::new());
                for arg in &args {
                    let x = self.lowering.builder.fresh("x");
                    let inside = self.gather(arg, vars, x);
                    needed.push(inside.is_some());
                    values.extend(inside.map(|set| self.lowering.builder.lambda([x], set)));
                }
                if values.is_empty() {
                    return None;
                }
                let walk = self.gathering(decl, needed);
                values.push(self.var(value));
                let callee = self.lowering.builder.global(walk);
                Some(self.lowering.builder.apply(callee, values))
            }
            _ => None,
        }
    }

    /// The function that gathers the values of some parameters of a data type.
    fn gathering(&mut self, decl: &TypeDecl, needed: Vec<bool>) -> GlobalId {
        let key = (decl.name.clone(), needed);
        if let Some(known) = self.gathers.get(&key) {
            return *known;
        }
        let walk = self.lowering.builder.declare(&format!("values in {}", decl.name.occ));
        let (mut vars, mut params) = (Vars::new(), Vec::new());
        for (name, _) in decl.params.iter().zip(&key.1).filter(|(_, needed)| **needed) {
            let var = self.lowering.builder.fresh("gather");
            vars.insert(name.clone(), var);
            params.push(var);
        }
        self.gathers.insert(key, walk);
        let value = self.lowering.builder.fresh("value");
        params.push(value);
        let body = match &decl.kind {
            TypeKind::Newtype(ctor) => {
                let field = ctor.fields.first();
                field.and_then(|field| self.gather(field, &vars, value))
            }
            TypeKind::Data(_) => Some(self.gather_fields(decl, &vars, value)),
            TypeKind::Synonym(_) => None,
        };
        let body = body.unwrap_or_else(|| self.empty_set());
        let function = self.lowering.builder.lambda(params, body);
        self.lowering.builder.define(walk, function);
        walk
    }

    fn gather_fields(&mut self, decl: &TypeDecl, vars: &Vars, value: VarId) -> ExprId {
        let mut alts = Vec::new();
        for ctor in decl.constructors() {
            let Con::Data(id, arity, _) = self.lowering.con(&ctor.name) else { continue };
            let mut named = vec![None; arity - ctor.fields.len().min(arity)];
            let mut all = self.empty_set();
            for ty in &ctor.fields {
                let field = self.lowering.builder.fresh("field");
                named.push(Some(field));
                if let Some(more) = self.gather(ty, vars, field) {
                    all = self.set_operator(LogicOp::SetUnion, more, all);
                }
            }
            alts.push(Alt { pattern: Pattern::Ctor(id, named.into()), body: all });
        }
        let of = self.var(value);
        let otherwise = self.empty_set();
        self.lowering.builder.case(of, None, alts, Some(otherwise))
    }
}

/// Whether a function has no way to make values of a type variable.
fn is_blind(signature: &Signature, var: &Name) -> bool {
    signature.params.iter().all(|param| match param {
        Parameter::Dictionary(ty) => {
            let watches = matches!(ty, Type::Con(name, _) if WATCHING.contains(&name.occ.as_str()));
            watches || !types::mentions(ty, var)
        }
        Parameter::Value(refined) => !makes(&refined.ty, var),
    })
}

/// Whether a function in a value could make values of a type variable.
fn makes(ty: &Type, var: &Name) -> bool {
    match ty {
        Type::Fun(_, result) => types::mentions(result, var),
        Type::Con(_, args) => args.iter().any(|arg| makes(arg, var)),
        Type::App(f, x) => types::mentions(f, var) || types::mentions(x, var),
        Type::Qualified(..) | Type::ForAll(..) => types::mentions(ty, var),
        Type::Var(_) | Type::Number(_) | Type::Text(_) | Type::Coercion => false,
    }
}
