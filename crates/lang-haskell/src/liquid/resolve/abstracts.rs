//! Refinements that are parameters.
//!
//! `forall <p :: t -> Bool>` in the type of a function is checked for all refinements at once: if the
//! function can break its type for one, it can for the one that is true of all values but the one that breaks
//! it. So `p` excludes a value of which nothing is known, which is an input beside those of the function.
//!
//! The refinement parameters of a data type are expanded where they are given: `List <{\x y -> x <= y}> a`
//! becomes a function of the logic that takes a list apart, with the predicate where the annotation of the
//! type has the parameter. The variables around the predicate are further parameters of it.

use std::collections::BTreeSet;
use std::rc::Rc;

use source::{Diagnostic, counted};

use super::{Resolver, Resolving, Scope};
use crate::core::{Constructor, Name, Type, TypeDecl, TypeKind as DeclKind};
use crate::liquid::ast::{self, Arg, Ident, Refinement, TypeKind};
use crate::liquid::logic::{Arm, FnId, Function, Local, LogicOp, Pred};
use crate::types;

/// Data types may give their parameters to others, so deep.
const MAX_DEPTH: usize = 6;

/// What stands for a refinement parameter.
#[derive(Clone)]
pub(super) enum Given {
    /// Nothing is required.
    True,
    /// What is written, in its scope.
    Lambda(Rc<ast::Lambda>, Rc<Scope>),
    /// Another one with its first values.
    Applied(Box<Given>, Vec<Pred>),
    /// What is true of all values but these.
    AllBut(Vec<Local>),
}

impl PartialEq for Given {
    fn eq(&self, other: &Given) -> bool {
        match (self, other) {
            (Given::True, Given::True) => true,
            (Given::Lambda(one, around), Given::Lambda(other, beside)) => {
                Rc::ptr_eq(one, other) && Rc::ptr_eq(around, beside)
            }
            (Given::Applied(one, first), Given::Applied(other, second)) => {
                one == other && first == second
            }
            (Given::AllBut(one), Given::AllBut(other)) => one == other,
            _ => false,
        }
    }
}

/// A requirement of a value: the predicate and what it calls the value.
#[derive(Clone)]
struct Each {
    value: Local,
    pred: Pred,
}

/// The function of the logic that a data type with given refinements is.
pub(super) struct Expanded {
    name: Name,
    given: Vec<Given>,
    id: FnId,
    around: Vec<Local>,
}

impl Resolver<'_> {
    /// What is given between angles; none if a name in it is no refinement parameter.
    pub(super) fn given(
        &mut self,
        written: &[Refinement],
        scope: &Scope,
    ) -> Resolving<Option<Vec<Given>>> {
        let mut all = Vec::new();
        for one in written {
            all.push(match one {
                Refinement::Lambda(lambda) => {
                    Given::Lambda(Rc::new(lambda.clone()), Rc::new(scope.clone()))
                }
                Refinement::Named(name, values) => {
                    let known = self.open.iter().rev().find(|(known, _)| *known == name.text);
                    let Some((_, known)) = known.cloned() else { return Ok(None) };
                    let mut first = Vec::new();
                    for value in values {
                        first.push(self.pred(value, scope)?);
                    }
                    match (&known, first.is_empty()) {
                        (Given::True, _) | (_, true) => known,
                        _ => Given::Applied(Box::new(known), first),
                    }
                }
            });
        }
        Ok(Some(all))
    }

    /// A refinement of some values.
    fn applied(&mut self, given: &Given, values: &[Pred], at: &ast::Type) -> Resolving<Pred> {
        match given {
            Given::True => Ok(Pred::Bool(true)),
            Given::Lambda(lambda, scope) => {
                self.expect_values(lambda.params.len(), values.len(), at)?;
                let mut scope = (**scope).clone();
                for (param, value) in lambda.params.iter().zip(values) {
                    scope = scope.with(&param.text, value.clone());
                }
                self.pred(&lambda.body, &scope)
            }
            Given::Applied(of, first) => {
                let all: Vec<Pred> = first.iter().chain(values).cloned().collect();
                self.applied(of, &all, at)
            }
            Given::AllBut(excluded) => {
                self.expect_values(excluded.len(), values.len(), at)?;
                let same = excluded.iter().zip(values).map(|(excluded, value)| {
                    Pred::Op(LogicOp::Eq, vec![value.clone(), Pred::Var(*excluded)])
                });
                let same = all_of(same.collect());
                Ok(Pred::Op(LogicOp::Not, vec![same]))
            }
        }
    }

    fn expect_values(&mut self, takes: usize, found: usize, at: &ast::Type) -> Resolving<()> {
        if takes == found {
            return Ok(());
        }
        let message =
            format!("this refinement is about {}, found {found}", counted(takes, "value"));
        Err(self.report(Diagnostic::error(message).at(at.span, "")))
    }

    /// What refinements that are given to a type say of a value of it.
    pub(super) fn abstract_pred(
        &mut self,
        written: &ast::Type,
        ty: &Type,
        given: &[Given],
        value: Local,
    ) -> Resolving<Option<Pred>> {
        if given.iter().all(|given| *given == Given::True) {
            return Ok(None);
        }
        let whole = types::without_synonyms(self.linked, ty);
        if let Type::Con(name, args) = &whole {
            if name.occ == "[]"
                && let [of_elements] = given
            {
                return self.ordered_list(of_elements, written, value).map(Some);
            }
            if name.occ.starts_with("(,") && given.len() + 1 == args.len() {
                return self.tuple(name, given, written, value).map(Some);
            }
            if let Some(data) = self.datas.get(&name.occ).cloned()
                && let Some(decl) = self.linked.type_decl(name)
            {
                if data.refinement_params.len() != given.len() {
                    let takes = counted(data.refinement_params.len(), "refinement");
                    let message = format!("`{}` takes {takes}, found {}", name.occ, given.len());
                    return Err(self.report(Diagnostic::error(message).at(written.span, "")));
                }
                let (id, around) = self.expanded(&data, decl, given, written)?;
                return Ok(Some(call(id, &around, value)));
            }
        }
        match given {
            [only] => {
                self.note_value_type(only, &whole);
                self.applied(only, &[Pred::Var(value)], written).map(Some)
            }
            _ => {
                self.not_supported(super::types::ABSTRACT, written);
                Ok(None)
            }
        }
    }

    /// The components of a tuple, each beside those before it.
    fn tuple(
        &mut self,
        name: &Name,
        given: &[Given],
        written: &ast::Type,
        value: Local,
    ) -> Resolving<Pred> {
        let fields: Vec<Local> = (0..=given.len()).map(|_| self.local("component")).collect();
        let mut holds = Vec::new();
        for (number, given) in given.iter().enumerate() {
            let values: Vec<Pred> = fields[..number + 2].iter().map(|at| Pred::Var(*at)).collect();
            holds.push(self.applied(given, &values, written)?);
        }
        let arm = Arm { ctor: name.clone(), fields, body: all_of(holds) };
        Ok(Pred::Case(Box::new(Pred::Var(value)), vec![arm], None))
    }

    /// Of a list that a predicate holds of each element and each that comes behind it.
    fn ordered_list(
        &mut self,
        given: &Given,
        written: &ast::Type,
        value: Local,
    ) -> Resolving<Pred> {
        let locals = ["v", "x", "xs", "v", "x", "xs"].map(|name| self.local(name));
        let [of, x, xs, all_of, y, ys] = locals;
        let earlier = self.local("earlier");
        let holds = self.applied(given, &[Pred::Var(earlier), Pred::Var(y)], written)?;
        let around = around(&holds, &[earlier, y]);
        let params = |last: &[Local]| around.iter().chain(last).copied().collect::<Vec<_>>();
        let all_around: Vec<Local> = params(&[earlier]);
        let all = super::builtin::over_list(all_of, y, ys, |id| {
            let rest = call(id, &all_around, ys);
            Pred::Op(LogicOp::And, vec![holds, rest])
        });
        let all = self.new_list_function("all later", params(&[earlier, all_of]), all);
        let ordered = super::builtin::over_list(of, x, xs, |id| {
            let mut values: Vec<Pred> = around.iter().map(|local| Pred::Var(*local)).collect();
            values.extend([Pred::Var(x), Pred::Var(xs)]);
            let later = Pred::Call(all, values);
            Pred::Op(LogicOp::And, vec![later, call(id, &around, xs)])
        });
        let ordered = self.new_list_function("ordered", params(&[of]), ordered);
        Ok(call(ordered, &around, value))
    }

    /// A new function of the logic, whose body may call it.
    fn new_list_function(
        &mut self,
        name: &str,
        params: Vec<Local>,
        body: impl FnOnce(FnId) -> Pred,
    ) -> FnId {
        let id = self.new_function(made(name, params));
        self.specs.functions[id.0 as usize].body = Some(body(id));
        id
    }

    /// The function of the logic that says of a value of a data type what its annotation requires with these
    /// refinements, and the variables around them, which it takes first.
    fn expanded(
        &mut self,
        data: &Rc<ast::Data>,
        decl: &TypeDecl,
        given: &[Given],
        written: &ast::Type,
    ) -> Resolving<(FnId, Vec<Local>)> {
        let known = self.expanded.iter().find(|one| one.name == decl.name && one.given == given);
        if let Some(known) = known {
            return Ok((known.id, known.around.clone()));
        }
        let mut mentioned = BTreeSet::new();
        for (param, given) in data.refinement_params.iter().zip(given) {
            let values: Vec<Local> = param.params.iter().map(|_| self.local("v")).collect();
            let of: Vec<Pred> = values.iter().map(|local| Pred::Var(*local)).collect();
            mentioned.extend(around(&self.applied(given, &of, written)?, &values));
        }
        let around: Vec<Local> = mentioned.into_iter().collect();
        let value = self.local("v");
        let params = around.iter().copied().chain([value]).collect();
        let id = self.new_function(made(&format!("refined {}", decl.name.occ), params));
        let (name, given) = (decl.name.clone(), given.to_vec());
        self.expanded.push(Expanded { name, given: given.clone(), id, around: around.clone() });
        if self.expanding == MAX_DEPTH {
            self.not_supported("refinements that grow inside of data", written);
            return Ok((id, around));
        }
        let names = data.refinement_params.iter().map(|param| param.name.text.clone());
        let open = std::mem::replace(&mut self.open, names.zip(given).collect());
        self.expanding += 1;
        let body = self.expanded_body(data, decl, value);
        self.expanding -= 1;
        self.open = open;
        self.specs.functions[id.0 as usize].body = Some(body?);
        Ok((id, around))
    }

    fn expanded_body(
        &mut self,
        data: &ast::Data,
        decl: &TypeDecl,
        value: Local,
    ) -> Resolving<Pred> {
        let mut arms = Vec::new();
        for ctor in decl.constructors() {
            let fields: Vec<Local> = ctor.fields.iter().map(|_| self.local("field")).collect();
            let is = |known: &&ast::DataCtor| super::unqualified(&known.name.text) == ctor.name.occ;
            let mut holds = Vec::new();
            if let Some(annotated) = data.ctors.iter().find(is) {
                let mut scope = Scope::default();
                for ((name, ty), (field, known)) in
                    annotated.fields.iter().zip(fields.iter().zip(&ctor.fields))
                {
                    holds.extend(self.of_field(ty, known, *field, &scope)?);
                    if let Some(name) = name {
                        self.specs.locals[field.0 as usize].clone_from(&name.text);
                        scope = scope.with(&name.text, Pred::Var(*field));
                    }
                }
            }
            arms.push(Arm { ctor: ctor.name.clone(), fields, body: all_of(holds) });
        }
        Ok(Pred::Case(Box::new(Pred::Var(value)), arms, None))
    }

    /// What a field requires of its value because of refinement parameters in its type.
    fn of_field(
        &mut self,
        written: &ast::Type,
        ty: &Type,
        value: Local,
        scope: &Scope,
    ) -> Resolving<Option<Pred>> {
        match &written.kind {
            TypeKind::Abstract(of, _, Some(refinements)) => {
                let mut holds: Vec<Pred> =
                    self.of_field(of, ty, value, scope)?.into_iter().collect();
                if let Some(given) = self.given(refinements, scope)? {
                    holds.extend(self.abstract_pred(written, ty, &given, value)?);
                }
                Ok((!holds.is_empty()).then(|| all_of(holds)))
            }
            TypeKind::Refined(_, base, _) => self.of_field(base, ty, value, scope),
            TypeKind::List(of) => self.of_elements(&[(**of).clone()], ty, value, scope),
            TypeKind::Tuple(parts) => self.of_elements(parts, ty, value, scope),
            TypeKind::Con(name, args) => {
                if let Some(alias) = self.types.get(&name.text).cloned() {
                    let inner = self.alias_scope(&alias.params, args, name, scope)?;
                    return self.of_field(&alias.body, ty, value, &inner);
                }
                let parts = args.iter().filter_map(|arg| match arg {
                    Arg::Type(ty) => Some(ty.clone()),
                    Arg::Value(_) => None,
                });
                self.of_elements(&parts.collect::<Vec<_>>(), ty, value, scope)
            }
            TypeKind::Fun(..) if mentions_refinement(written) => {
                self.not_supported("refinements of functions inside of data", written);
                Ok(None)
            }
            _ => Ok(None),
        }
    }

    /// What is required of the values inside a value, for each argument of its type.
    fn of_elements(
        &mut self,
        parts: &[ast::Type],
        ty: &Type,
        value: Local,
        scope: &Scope,
    ) -> Resolving<Option<Pred>> {
        let Type::Con(name, args) = types::without_synonyms(self.linked, ty) else {
            return Ok(None);
        };
        let Some(decl) = self.linked.type_decl(&name) else { return Ok(None) };
        let mut holds = Vec::new();
        for (number, (part, arg)) in parts.iter().zip(&args).enumerate() {
            let element = self.local("v");
            if let Some(pred) = self.of_field(part, arg, element, scope)? {
                let each = Each { value: element, pred };
                holds.push(self.all_inside(decl, number, &each, value, 0));
            }
        }
        Ok((!holds.is_empty()).then(|| all_of(holds)))
    }

    /// That something holds of all values in a value that stand for a parameter of its type.
    fn all_inside(
        &mut self,
        decl: &TypeDecl,
        number: usize,
        each: &Each,
        value: Local,
        depth: usize,
    ) -> Pred {
        let (Some(param), true) = (decl.params.get(number), depth < MAX_DEPTH) else {
            return Pred::Bool(true);
        };
        let around = around(&each.pred, &[each.value]);
        let of = self.local("v");
        let params = around.iter().copied().chain([of]).collect();
        let id = self.new_function(made(&format!("all in {}", decl.name.occ), params));
        let mut arms = Vec::new();
        for ctor in decl.constructors() {
            arms.push(self.all_in_fields(decl, ctor, param, each, (id, &around), depth));
        }
        let body = match &decl.kind {
            DeclKind::Newtype(ctor) => {
                let field = ctor.fields.first();
                let field = field.and_then(|ty| {
                    self.inside_field(decl, ty, param, each, (id, &around), of, depth)
                });
                field.unwrap_or(Pred::Bool(true))
            }
            _ => Pred::Case(Box::new(Pred::Var(of)), arms, None),
        };
        self.specs.functions[id.0 as usize].body = Some(body);
        call(id, &around, value)
    }

    fn all_in_fields(
        &mut self,
        decl: &TypeDecl,
        ctor: &Constructor,
        param: &Name,
        each: &Each,
        own: (FnId, &[Local]),
        depth: usize,
    ) -> Arm {
        let fields: Vec<Local> = ctor.fields.iter().map(|_| self.local("field")).collect();
        let mut holds = Vec::new();
        for (ty, field) in ctor.fields.iter().zip(&fields) {
            holds.extend(self.inside_field(decl, ty, param, each, own, *field, depth));
        }
        Arm { ctor: ctor.name.clone(), fields, body: all_of(holds) }
    }

    #[expect(clippy::too_many_arguments, reason = "a walk over two types at once")]
    fn inside_field(
        &mut self,
        decl: &TypeDecl,
        ty: &Type,
        param: &Name,
        each: &Each,
        own: (FnId, &[Local]),
        field: Local,
        depth: usize,
    ) -> Option<Pred> {
        if !types::mentions(ty, param) {
            return None;
        }
        match types::without_synonyms(self.linked, ty) {
            Type::Var(_) => {
                let value = Box::new(Pred::Var(field));
                Some(Pred::Let(each.value, value, Box::new(each.pred.clone())))
            }
            Type::Con(name, args) => {
                let inner = self.linked.type_decl(&name)?;
                let mut holds = Vec::new();
                for (number, arg) in args.iter().enumerate() {
                    if !types::mentions(arg, param) {
                        continue;
                    }
                    let is_own = inner.name == decl.name && *arg == Type::Var(param.clone());
                    holds.extend(match is_own {
                        true => Some(call(own.0, own.1, field)),
                        false => {
                            let element = self.local("v");
                            let next = depth + 1;
                            let pred =
                                self.inside_field(decl, arg, param, each, own, element, next);
                            pred.map(|pred| {
                                let each = Each { value: element, pred };
                                self.all_inside(inner, number, &each, field, next)
                            })
                        }
                    });
                }
                Some(all_of(holds))
            }
            _ => None,
        }
    }

    /// Remembers of what type the value is that a refinement parameter of a function is about.
    fn note_value_type(&mut self, given: &Given, ty: &Type) {
        let mut given = given;
        while let Given::Applied(of, _) = given {
            given = of;
        }
        if let Given::AllBut(excluded) = given
            && let Some(last) = excluded.last()
        {
            self.excluded_types.entry(*last).or_insert_with(|| ty.clone());
        }
    }

    /// The type of the program that a plain type in an annotation is, if it is clear.
    pub(super) fn plain_type(&self, written: &ast::Type) -> Option<Type> {
        let con = |name: &str, args: Vec<Type>| {
            if matches!(name, "Int" | "Char" | "Double" | "Float" | "Word" | "Bool") {
                return Some(Type::Con(super::builtin::name("GHC.Types", name), args));
            }
            let decl = self.type_named(name)?;
            Some(Type::Con(decl.name.clone(), args))
        };
        match &written.kind {
            TypeKind::Var(name) => self.type_variables.get(&name.text).cloned(),
            TypeKind::Refined(_, base, _) => self.plain_type(base),
            TypeKind::List(of) => con("[]", vec![self.plain_type(of)?]),
            TypeKind::Con(name, args) => {
                if let Some(alias) = self.types.get(&name.text).filter(|_| args.is_empty()) {
                    return self.plain_type(&alias.body);
                }
                let mut all = Vec::new();
                for arg in args {
                    let Arg::Type(ty) = arg else { return None };
                    all.push(self.plain_type(ty)?);
                }
                con(&name.text, all)
            }
            _ => None,
        }
    }

    /// The refinement parameters of a function, each as what is true of all values but some.
    pub(super) fn open_all_but(&mut self, params: &[ast::RefinementParam]) -> Vec<(String, Given)> {
        let mut open = Vec::new();
        for param in params {
            let named = |number: usize| match number + 1 == param.params.len() {
                true => format!("value without {}", param.name.text),
                false => format!("value {} without {}", number + 1, param.name.text),
            };
            let names: Vec<String> = (0..param.params.len()).map(named).collect();
            let excluded: Vec<Local> = names.iter().map(|name| self.local(name)).collect();
            self.excluded.extend(excluded.iter().copied().zip(param.params.iter().cloned()));
            open.push((param.name.text.clone(), Given::AllBut(excluded)));
        }
        open
    }
}

fn made(name: &str, params: Vec<Local>) -> Function {
    Function { name: name.to_owned(), params, body: None, span: None, measures: None }
}

fn call(id: FnId, around: &[Local], value: Local) -> Pred {
    Pred::Call(id, around.iter().chain([&value]).map(|local| Pred::Var(*local)).collect())
}

fn all_of(preds: Vec<Pred>) -> Pred {
    let both = |rest, pred| Pred::Op(LogicOp::And, vec![pred, rest]);
    preds.into_iter().rev().reduce(both).unwrap_or(Pred::Bool(true))
}

/// The variables of a predicate but for some, in order.
fn around(pred: &Pred, but: &[Local]) -> Vec<Local> {
    let mut found = BTreeSet::new();
    free(pred, &mut but.to_vec(), &mut found);
    found.into_iter().collect()
}

fn free(pred: &Pred, bound: &mut Vec<Local>, found: &mut BTreeSet<Local>) {
    let before = bound.len();
    match pred {
        Pred::Var(local) if !bound.contains(local) => {
            found.insert(*local);
        }
        Pred::Let(local, value, body) => {
            free(value, bound, found);
            bound.push(*local);
            free(body, bound, found);
        }
        Pred::Case(of, arms, default) => {
            free(of, bound, found);
            for arm in arms {
                bound.extend(&arm.fields);
                free(&arm.body, bound, found);
            }
            default.iter().for_each(|default| free(default, bound, found));
        }
        _ => pred.parts().into_iter().for_each(|part| free(part, bound, found)),
    }
    bound.truncate(before);
}

/// Whether angles are written in a type.
fn mentions_refinement(written: &ast::Type) -> bool {
    match &written.kind {
        TypeKind::Abstract(..) => true,
        TypeKind::Fun(_, a, b) => mentions_refinement(a) || mentions_refinement(b),
        TypeKind::List(of) | TypeKind::Refined(_, of, _) => mentions_refinement(of),
        TypeKind::Tuple(parts) => parts.iter().any(mentions_refinement),
        TypeKind::Con(_, args) => {
            args.iter().any(|arg| matches!(arg, Arg::Type(ty) if mentions_refinement(ty)))
        }
        _ => false,
    }
}

/// The constraints of a type that are no classes, as far as they mention refinement parameters.
pub(super) fn bounds<'t>(constraints: &'t [ast::Type], open: &[String]) -> Option<&'t ast::Type> {
    let names = |arg: &Arg| match arg {
        Arg::Type(ast::Type { kind: TypeKind::Var(Ident { text, .. }), .. }) => {
            open.iter().any(|name| name == text)
        }
        _ => false,
    };
    constraints
        .iter()
        .find(|one| matches!(&one.kind, TypeKind::Con(_, args) if args.iter().any(names)))
}
