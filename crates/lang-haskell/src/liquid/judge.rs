//! The judge: refinements on concrete values, from their meaning.
//!
//! A plain evaluator over a tree of owned values. It shares nothing with the engine or with the
//! elaboration of refinements into programs, so that what those two find can be checked here. What
//! it cannot decide it says ([`Doubt`]), and it never guesses.

mod eval;
mod term;

use std::collections::BTreeMap;
use std::rc::Rc;

use num_rational::BigRational;
use source::Span;

use super::logic::{DataSpec, Inside, Local, Refined, Specs, Stated};
use crate::core::{Constructor, Name, Type, TypeKind};
use crate::link::Linked;
use crate::outside;
use crate::types;

pub use self::term::value_of;

/// How deep evaluation may nest. Longer values end in a doubt.
const MAX_DEPTH: u32 = 1000;

/// A value of a Haskell program.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// A number; a character is its code.
    Number(BigRational),
    /// A value of a data type. Newtypes have no values of their own.
    Data(Name, Vec<Rc<Value>>),
    /// A set: ascending, without repetitions.
    Set(Vec<Rc<Value>>),
    /// Something opaque: a function, or what was never evaluated.
    Opaque,
}

/// Why nothing can be said.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Doubt {
    /// A value is needed that cannot be looked into.
    #[error("a predicate depends on a value that is not known")]
    Opaque,
    /// Nothing is known of a function of the logic.
    #[error("nothing is known of `{0}`")]
    Unknown(String),
    /// A function of the logic has no value here.
    #[error("a measure has no equation for `{0}`")]
    Partial(String),
    /// Values are too large.
    #[error("the values are nested too deeply")]
    TooDeep,
    /// The operands do not fit the operator.
    #[error("a predicate compares or computes with values of different kinds")]
    IllTyped,
    /// A division by zero, which the logic leaves open.
    #[error("a predicate divides by zero")]
    DivisionByZero,
}

/// What a judgement says.
pub type Judged<T> = Result<T, Doubt>;

/// The requirement that a value breaks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// Where the predicate is written.
    pub span: Span,
    /// The values of the variables in it, in the order of their first use.
    pub values: Vec<(Local, Value)>,
}

/// The values of variables.
#[derive(Clone, Default, Debug)]
pub struct Env(BTreeMap<Local, Rc<Value>>);

impl Env {
    /// The same with a further value.
    #[must_use]
    pub fn with(&self, local: Local, value: Rc<Value>) -> Env {
        let mut env = self.clone();
        env.0.insert(local, value);
        env
    }
}

/// Evaluates refinements.
#[derive(Clone, Copy)]
pub struct Judge<'a> {
    /// What the annotations say.
    pub specs: &'a Specs,
    /// The types of the program.
    pub linked: &'a Linked,
}

/// A requirement with the values that it mentions, and what is required of the values of type
/// variables in it.
#[derive(Clone)]
struct Required {
    refined: Rc<Refined>,
    env: Env,
    vars: Rc<Vars>,
}

/// What is required of the values that stand for type variables.
type Vars = BTreeMap<Name, Required>;

impl Judge<'_> {
    /// The first requirement that a value does not fulfil. `env` has the values of the variables
    /// that the requirements mention, besides the value itself.
    pub fn broken(
        &self,
        refined: &Refined,
        value: &Rc<Value>,
        env: &Env,
    ) -> Judged<Option<Broken>> {
        let (refined, vars) = (Rc::new(refined.clone()), Rc::new(Vars::new()));
        self.check(&Required { refined, env: env.clone(), vars }, value, 0)
    }

    fn check(&self, required: &Required, value: &Rc<Value>, depth: u32) -> Judged<Option<Broken>> {
        if depth == MAX_DEPTH {
            return Err(Doubt::TooDeep);
        }
        let refined = &required.refined;
        let env = required.env.with(refined.var, value.clone());
        if let Some(broken) = self.first_broken(refined.preds.iter(), &env)? {
            return Ok(Some(broken));
        }
        let ty = types::without_synonyms(self.linked, &refined.ty);
        match &ty {
            Type::Var(name) => match required.vars.get(name) {
                Some(inner) => self.check(inner, value, depth + 1),
                None => Ok(None),
            },
            Type::Con(name, args) => {
                let args = self.arguments(required, args, &env);
                self.inside(name, args, value, depth)
            }
            _ => Ok(None),
        }
    }

    fn first_broken<'s>(
        &self,
        mut all: impl Iterator<Item = &'s Stated>,
        env: &Env,
    ) -> Judged<Option<Broken>> {
        all.find_map(|stated| match self.holds(&stated.pred, env) {
            Ok(true) => None,
            Ok(false) => {
                let values = eval::used(&stated.pred, env);
                Some(Ok(Broken { span: stated.span, values }))
            }
            Err(doubt) => Some(Err(doubt)),
        })
        .transpose()
    }

    /// What is required of the arguments of a type constructor.
    fn arguments(&self, required: &Required, args: &[Type], env: &Env) -> Vec<Required> {
        let refined = match &required.refined.inside {
            Inside::Args(refined) => refined.iter().cloned().map(Rc::new).collect(),
            Inside::Nothing | Inside::Function(..) => {
                args.iter().map(|ty| Rc::new(Refined::plain(ty))).collect::<Vec<_>>()
            }
        };
        let vars = &required.vars;
        let with = |refined| Required { refined, env: env.clone(), vars: vars.clone() };
        refined.into_iter().map(with).collect()
    }

    /// Looks at a value of a data type, and at its fields.
    fn inside(
        &self,
        name: &Name,
        args: Vec<Required>,
        value: &Rc<Value>,
        depth: u32,
    ) -> Judged<Option<Broken>> {
        let Some(decl) = self.linked.type_decl(name) else { return Ok(None) };
        let is = |data: &&DataSpec| self.linked.same_type(&data.name, &decl.name);
        let spec = self.specs.datas.iter().find(is);
        for (var, stated) in spec.iter().flat_map(|spec| &spec.invariants) {
            let env = Env::default().with(*var, value.clone());
            if let Some(broken) = self.first_broken(std::iter::once(stated), &env)? {
                return Ok(Some(broken));
            }
        }
        let vars: Rc<Vars> = Rc::new(decl.params.iter().cloned().zip(args).collect());
        let params = decl.params.iter().cloned().map(Type::Var).collect();
        if let Some((_, of)) = outside::view(self.linked, &Type::Con(decl.name.clone(), params)) {
            let (refined, env) = (Rc::new(Refined::plain(&of)), Env::default());
            return self.check(&Required { refined, env, vars }, value, depth + 1);
        }
        if let TypeKind::Newtype(ctor) = &decl.kind {
            let fields = DataSpec::fields(spec, ctor);
            return match fields.first() {
                Some(field) => {
                    let (refined, env) = (Rc::new(field.clone()), Env::default());
                    self.check(&Required { refined, env, vars }, value, depth + 1)
                }
                None => Ok(None),
            };
        }
        let Value::Data(made_by, values) = &**value else { return Ok(None) };
        let is = |ctor: &&Constructor| ctor.name.occ == made_by.occ;
        let Some(ctor) = decl.constructors().iter().find(is) else { return Ok(None) };
        // Dictionaries that a constructor holds come first, and have no requirements.
        let values = &values[values.len().saturating_sub(ctor.fields.len())..];
        let mut env = Env::default();
        for (field, value) in DataSpec::fields(spec, ctor).into_iter().zip(values) {
            let var = field.var;
            let required =
                Required { refined: Rc::new(field), env: env.clone(), vars: vars.clone() };
            if let Some(broken) = self.check(&required, value, depth + 1)? {
                return Ok(Some(broken));
            }
            env = env.with(var, value.clone());
        }
        Ok(None)
    }
}
