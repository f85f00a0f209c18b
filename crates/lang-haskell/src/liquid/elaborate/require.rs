//! What a refined type requires of a value, as conditions.

use lang_core::{Alt, ExprId, GlobalId, Pattern, VarId};
use source::Span;

use super::{Elaborator, Env, Obligation, Vars};
use crate::core::{Constructor, Name, Type, TypeDecl, TypeKind};
use crate::liquid::logic::{DataSpec, Inside, Refined};
use crate::lower::con::Con;
use crate::types::{self, Head};

impl Elaborator<'_, '_> {
    /// What has to be true of a value. Later requirements may mention the value.
    pub(super) fn obligations(
        &mut self,
        refined: &Refined,
        value: VarId,
        env: &mut Env,
        vars: &Vars,
    ) -> Vec<Obligation> {
        env.insert(refined.var, value);
        match types::head(self.lowering.linked(), &refined.ty) {
            Head::Float(width) => {
                self.fractions.insert(refined.var, width);
            }
            Head::Data(..) => {
                self.datas.insert(refined.var);
            }
            _ => {}
        }
        let mut all = Vec::new();
        for stated in &refined.preds {
            let cond = self.pred(&stated.pred, env);
            all.push(Obligation { span: Some(stated.span), cond });
        }
        if let Some(cond) = self.inside(refined, value, env, vars) {
            all.push(Obligation { span: self.first_span(refined), cond });
        }
        all
    }

    /// The place of the first requirement inside a value.
    fn first_span(&self, refined: &Refined) -> Option<Span> {
        let Inside::Args(args) = &refined.inside else { return None };
        args.iter().find_map(|arg| {
            arg.preds.first().map(|stated| stated.span).or_else(|| self.first_span(arg))
        })
    }

    pub(super) fn holds(
        &mut self,
        refined: &Refined,
        value: VarId,
        env: &Env,
        vars: &Vars,
    ) -> Option<ExprId> {
        let mut env = env.clone();
        let all = self.obligations(refined, value, &mut env, vars);
        self.all(all.into_iter().map(|obligation| obligation.cond).collect())
    }

    /// What has to be true inside a value, if that is anything.
    fn inside(
        &mut self,
        refined: &Refined,
        value: VarId,
        env: &Env,
        vars: &Vars,
    ) -> Option<ExprId> {
        if self.induction.is_some() {
            return self.inside_unknown(refined, value, env);
        }
        match types::without_synonyms(self.lowering.linked(), &refined.ty) {
            Type::Var(name) => {
                let required = *vars.get(&name)?;
                let (callee, value) = (self.var(required), self.var(value));
                Some(self.lowering.builder.apply(callee, [value]))
            }
            Type::Con(name, types) => {
                let args: Vec<Refined> = match &refined.inside {
                    Inside::Args(args) => args.clone(),
                    Inside::Nothing | Inside::Function(..) => {
                        types.iter().map(Refined::plain).collect()
                    }
                };
                self.inside_data(&name, &args, value, env, vars)
            }
            _ => None,
        }
    }

    fn inside_data(
        &mut self,
        name: &Name,
        args: &[Refined],
        value: VarId,
        env: &Env,
        vars: &Vars,
    ) -> Option<ExprId> {
        let decl = self.lowering.linked().type_decl(name)?;
        let needed: Vec<bool> = args.iter().map(|arg| self.needs(arg, vars)).collect();
        if !needed.contains(&true) && !self.data_needs(&decl.name, &mut Vec::new()) {
            return None;
        }
        let mut values = Vec::new();
        for (arg, _) in args.iter().zip(&needed).filter(|(_, needed)| **needed) {
            let x = self.lowering.builder.fresh("x");
            let holds = self.holds(arg, x, env, vars).expect("it was found to be needed");
            values.push(self.lowering.builder.lambda([x], holds));
        }
        let walk = self.walk(decl, needed);
        values.push(self.var(value));
        let callee = self.lowering.builder.global(walk);
        Some(self.lowering.builder.apply(callee, values))
    }

    /// Whether anything is required of the values of a refined type.
    pub(super) fn needs(&self, refined: &Refined, vars: &Vars) -> bool {
        if !refined.preds.is_empty() {
            return true;
        }
        match types::without_synonyms(self.lowering.linked(), &refined.ty) {
            Type::Var(name) => vars.contains_key(&name),
            Type::Con(name, types) => {
                let inside = match &refined.inside {
                    Inside::Args(args) => args.iter().any(|arg| self.needs(arg, vars)),
                    Inside::Nothing | Inside::Function(..) => {
                        types.iter().any(|ty| self.needs(&Refined::plain(ty), vars))
                    }
                };
                inside || self.data_needs(&name, &mut Vec::new())
            }
            _ => false,
        }
    }

    /// Whether something is required of all values of a data type.
    pub(super) fn data_needs(&self, name: &Name, seen: &mut Vec<Name>) -> bool {
        let Some(decl) = self.lowering.linked().type_decl(name) else { return false };
        if seen.contains(&decl.name) {
            return false;
        }
        seen.push(decl.name.clone());
        let fields = decl.constructors().iter().flat_map(|ctor| &ctor.fields);
        self.spec(&decl.name).is_some() || fields.into_iter().any(|ty| self.type_needs(ty, seen))
    }

    fn type_needs(&self, ty: &Type, seen: &mut Vec<Name>) -> bool {
        match types::without_synonyms(self.lowering.linked(), ty) {
            Type::Con(name, args) => {
                self.data_needs(&name, seen) || args.iter().any(|arg| self.type_needs(arg, seen))
            }
            _ => false,
        }
    }

    fn spec(&self, name: &Name) -> Option<&DataSpec> {
        let linked = self.lowering.linked();
        self.specs.datas.iter().find(|data| linked.same_type(&data.name, name))
    }

    /// The function that looks at all of a value: it takes what is required of the parameters for
    /// which that is needed, and the value.
    fn walk(&mut self, decl: &TypeDecl, needed: Vec<bool>) -> GlobalId {
        let key = (decl.name.clone(), needed);
        if let Some(known) = self.walks.get(&key) {
            return *known;
        }
        let walk = self.lowering.builder.declare(&format!("all of {}", decl.name.occ));
        let (mut vars, mut params) = (Vars::new(), Vec::new());
        for (name, _) in decl.params.iter().zip(&key.1).filter(|(_, needed)| **needed) {
            let var = self.lowering.builder.fresh("required");
            vars.insert(name.clone(), var);
            params.push(var);
        }
        self.walks.insert(key, walk);
        let value = self.lowering.builder.fresh("value");
        params.push(value);
        let invariants = self.invariants(&decl.name, value);
        let fields = match &decl.kind {
            TypeKind::Newtype(ctor) => {
                let fields = self.fields(&decl.name, ctor);
                fields.first().and_then(|field| self.holds(field, value, &Env::default(), &vars))
            }
            TypeKind::Data(ctors) => Some(self.look(&decl.name, ctors, value, &vars)),
            TypeKind::Synonym(_) => None,
        };
        let all = self.all(invariants.into_iter().chain(fields).collect());
        let body = all.unwrap_or_else(|| self.lowering.builder.bool(true));
        let function = self.lowering.builder.lambda(params, body);
        self.lowering.builder.define(walk, function);
        walk
    }

    pub(super) fn invariants(&mut self, name: &Name, value: VarId) -> Vec<ExprId> {
        let invariants = self.spec(name).map(|spec| spec.invariants.clone()).unwrap_or_default();
        let mut all = Vec::new();
        for (var, stated) in invariants {
            let env: Env = [(var, value)].into_iter().collect();
            all.push(self.pred(&stated.pred, &env));
        }
        all
    }

    pub(super) fn fields(&self, name: &Name, ctor: &Constructor) -> Vec<Refined> {
        DataSpec::fields(self.spec(name), ctor)
    }

    /// Looks at the constructor of a value and at its fields.
    fn look(&mut self, name: &Name, ctors: &[Constructor], value: VarId, vars: &Vars) -> ExprId {
        let mut alts = Vec::new();
        for ctor in ctors {
            let Con::Data(id, arity, _) = self.lowering.con(&ctor.name) else { continue };
            let (mut env, mut conds) = (Env::default(), Vec::new());
            let mut named = vec![None; arity - ctor.fields.len().min(arity)];
            for field in self.fields(name, ctor) {
                let var = self.lowering.builder.fresh("field");
                named.push(Some(var));
                let all = self.obligations(&field, var, &mut env, vars);
                conds.extend(all.into_iter().map(|obligation| obligation.cond));
            }
            let all = self.all(conds);
            let body = all.unwrap_or_else(|| self.lowering.builder.bool(true));
            alts.push(Alt { pattern: Pattern::Ctor(id, named.into()), body });
        }
        let of = self.var(value);
        let otherwise = self.lowering.builder.bool(true);
        self.lowering.builder.case(of, None, alts, Some(otherwise))
    }
}
