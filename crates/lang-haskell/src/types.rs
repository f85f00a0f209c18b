//! Types: what they are at heart, with variables replaced, and in Haskell's words.

use lang_core::FloatWidth;
use rustc_hash::FxHashMap;

use crate::core::{Name, Type, TypeDecl, TypeKind};
use crate::link::Linked;

/// Newtypes and synonyms are looked through this often: a newtype may be recursive.
pub(crate) const MAX_UNWRAPPED: usize = 64;

/// What a type is at heart: without synonyms and newtypes around it.
#[derive(Debug)]
pub enum Head<'l> {
    /// Integers of any kind, boxed or not.
    Number,
    /// Characters.
    Char,
    /// Floating-point numbers of a width.
    Float(FloatWidth),
    /// `Bool`
    Truth,
    /// `()`
    Unit,
    /// A type variable.
    Var(Name),
    /// A data type with at least one constructor, and its arguments.
    Data(&'l TypeDecl, Vec<Type>),
    /// A function: its parameters and its result, which is none.
    Function(Vec<Type>, Type),
    /// Something of which we know no values.
    Opaque,
}

/// Types for type variables.
pub type Instantiation = FxHashMap<Name, Type>;

/// What a type is at heart.
#[must_use]
pub fn head<'l>(linked: &'l Linked, ty: &Type) -> Head<'l> {
    let mut ty = ty.clone();
    for _ in 0..MAX_UNWRAPPED {
        match unwrapped(linked, &ty) {
            Some(inner) => ty = inner,
            None => return bare_head(linked, ty),
        }
    }
    Head::Opaque
}

/// The type behind a synonym or a newtype.
pub(crate) fn unwrapped(linked: &Linked, ty: &Type) -> Option<Type> {
    let Type::Con(name, args) = ty else { return None };
    let decl = linked.type_decl(name)?;
    let inner = match &decl.kind {
        TypeKind::Synonym(inner) => inner,
        TypeKind::Newtype(constructor) => constructor.fields.first()?,
        TypeKind::Data(_) => return None,
    };
    if args.len() < decl.params.len() {
        return None;
    }
    let by = decl.params.iter().cloned().zip(args.iter().cloned()).collect();
    let inner = substitute(inner, &by);
    let rest = args[decl.params.len()..].iter().cloned();
    Some(rest.fold(inner, |whole, arg| Type::App(Box::new(whole), Box::new(arg))))
}

fn bare_head<'l>(linked: &'l Linked, ty: Type) -> Head<'l> {
    match ty {
        Type::Var(name) => Head::Var(name),
        Type::Con(name, args) => match scalar(&name) {
            Some(head) => head,
            None => match linked.type_decl(&name) {
                Some(decl) if !decl.constructors().is_empty() => Head::Data(decl, args),
                Some(_) | None => Head::Opaque,
            },
        },
        Type::Fun(..) => {
            let (params, result) = function(ty);
            Head::Function(params, result)
        }
        Type::App(..)
        | Type::Qualified(..)
        | Type::ForAll(..)
        | Type::Number(_)
        | Type::Text(_)
        | Type::Coercion => Head::Opaque,
    }
}

fn scalar<'l>(name: &Name) -> Option<Head<'l>> {
    Some(match (name.module.as_str(), name.occ.as_str()) {
        ("GHC.Types", "Int" | "Word")
        | ("GHC.Prim", "Int#" | "Word#")
        | ("GHC.Num.Integer", "Integer")
        | ("GHC.Num.Natural", "Natural") => Head::Number,
        ("GHC.Types", "Char") | ("GHC.Prim", "Char#") => Head::Char,
        ("GHC.Types", "Double") | ("GHC.Prim", "Double#") => Head::Float(FloatWidth::Double),
        ("GHC.Types", "Float") | ("GHC.Prim", "Float#") => Head::Float(FloatWidth::Single),
        ("GHC.Types", "Bool") => Head::Truth,
        ("GHC.Tuple", "()") => Head::Unit,
        _ => return None,
    })
}

/// The parameters of a function type and its result.
fn function(mut ty: Type) -> (Vec<Type>, Type) {
    let mut params = Vec::new();
    while let Type::Fun(param, result) = ty {
        params.push(*param);
        ty = *result;
    }
    (params, ty)
}

/// A type with types in place of variables. Types are as deep as people write them.
#[must_use]
pub fn substitute(ty: &Type, by: &Instantiation) -> Type {
    let go = |ty: &Type| Box::new(substitute(ty, by));
    match ty {
        Type::Var(name) => by.get(name).cloned().unwrap_or_else(|| ty.clone()),
        Type::Con(name, args) => {
            Type::Con(name.clone(), args.iter().map(|arg| substitute(arg, by)).collect())
        }
        Type::App(f, x) => applied(substitute(f, by), substitute(x, by)),
        Type::Fun(a, b) => Type::Fun(go(a), go(b)),
        Type::Qualified(a, b) => Type::Qualified(go(a), go(b)),
        Type::ForAll(name, body) => Type::ForAll(name.clone(), go(body)),
        Type::Number(_) | Type::Text(_) | Type::Coercion => ty.clone(),
    }
}

/// A type applied to another: an argument more for a constructor.
fn applied(f: Type, x: Type) -> Type {
    match f {
        Type::Con(name, mut args) => {
            args.push(x);
            Type::Con(name, args)
        }
        f => Type::App(Box::new(f), Box::new(x)),
    }
}

/// A type in Haskell's words.
#[must_use]
pub fn show(ty: &Type) -> String {
    show_at(ty, Around::Nothing)
}

/// A type in Haskell's words to the left of an arrow.
#[must_use]
pub fn show_param(ty: &Type) -> String {
    show_at(ty, Around::Arrow)
}

/// What stands around a type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
enum Around {
    Nothing,
    Arrow,
    Application,
}

fn show_at(ty: &Type, around: Around) -> String {
    let parens = |inner: String, least: Around| {
        if around >= least { format!("({inner})") } else { inner }
    };
    match ty {
        Type::Var(name) => name.occ.clone(),
        Type::Con(name, args) => show_con(name, args, around),
        Type::App(f, x) => {
            let inner =
                format!("{} {}", show_at(f, Around::Arrow), show_at(x, Around::Application));
            parens(inner, Around::Application)
        }
        Type::Fun(a, b) => {
            let inner = format!("{} -> {}", show_at(a, Around::Arrow), show_at(b, Around::Nothing));
            parens(inner, Around::Arrow)
        }
        Type::Qualified(a, b) => {
            let inner = format!("{} => {}", show_at(a, Around::Arrow), show_at(b, Around::Nothing));
            parens(inner, Around::Arrow)
        }
        Type::ForAll(_, body) => show_at(body, around),
        Type::Number(number) => number.clone(),
        Type::Text(text) => format!("{text:?}"),
        Type::Coercion => "_".to_owned(),
    }
}

fn show_con(name: &Name, args: &[Type], around: Around) -> String {
    let is_tuple = name.module == "GHC.Tuple" && args.len() > 1;
    match (name.occ.as_str(), args) {
        ("[]", [element]) => format!("[{}]", show(element)),
        (_, args) if is_tuple => {
            let args: Vec<String> = args.iter().map(show).collect();
            format!("({})", args.join(", "))
        }
        (occ, []) => occ.to_owned(),
        (occ, args) => {
            let args: Vec<String> =
                args.iter().map(|arg| show_at(arg, Around::Application)).collect();
            let inner = format!("{occ} {}", args.join(" "));
            if around == Around::Application { format!("({inner})") } else { inner }
        }
    }
}

/// A type taken apart: what a function of this type takes and gives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// The type variables.
    pub vars: Vec<Name>,
    /// The constraints, in order.
    pub context: Vec<Type>,
    /// The types of the parameters.
    pub params: Vec<Type>,
    /// The type of the result.
    pub result: Type,
}

/// Takes a type apart. Constraints behind a parameter are left in the result.
#[must_use]
pub fn signature(linked: &Linked, ty: &Type) -> Signature {
    let (mut vars, mut context, mut params) = (Vec::new(), Vec::new(), Vec::new());
    let mut rest = without_synonyms(linked, ty);
    loop {
        rest = match rest {
            Type::ForAll(var, body) if params.is_empty() => {
                vars.push(var);
                *body
            }
            Type::Qualified(wanted, body) if params.is_empty() => {
                context.push(*wanted);
                *body
            }
            Type::Fun(param, result) => {
                params.push(*param);
                *result
            }
            result => return Signature { vars, context, params, result },
        };
        rest = without_synonyms(linked, &rest);
    }
}

impl Signature {
    /// Whether a type variable is applied to types.
    #[must_use]
    pub fn is_higher(&self, var: &Name) -> bool {
        let types = self.params.iter().chain(&self.context).chain([&self.result]);
        let classes = self.context.iter();
        types.into_iter().any(|ty| is_applied(ty, var))
            || classes.into_iter().any(|ty| takes(ty, var))
    }
}

/// Whether a constraint is one on type constructors: by the classes that everyone knows.
fn takes(constraint: &Type, var: &Name) -> bool {
    const HIGHER: [&str; 9] = [
        "Functor",
        "Applicative",
        "Monad",
        "Foldable",
        "Traversable",
        "Alternative",
        "MonadPlus",
        "MonadFail",
        "MonadIO",
    ];
    match constraint {
        Type::Con(name, args) => {
            HIGHER.contains(&name.occ.as_str()) && args.contains(&Type::Var(var.clone()))
        }
        _ => false,
    }
}

fn is_applied(ty: &Type, var: &Name) -> bool {
    let below = |ty: &Type| is_applied(ty, var);
    match ty {
        Type::App(f, x) => **f == Type::Var(var.clone()) || below(f) || below(x),
        Type::Con(_, args) => args.iter().any(below),
        Type::Fun(a, b) | Type::Qualified(a, b) => below(a) || below(b),
        Type::ForAll(_, body) => below(body),
        Type::Var(_) | Type::Number(_) | Type::Text(_) | Type::Coercion => false,
    }
}

/// Whether a type variable stands in a type.
#[must_use]
pub fn mentions(ty: &Type, var: &Name) -> bool {
    any_var(ty, &|found| found == var)
}

/// Whether no type variable stands in a type.
#[must_use]
pub fn is_closed(ty: &Type) -> bool {
    !any_var(ty, &|_| true)
}

fn any_var(ty: &Type, is: &dyn Fn(&Name) -> bool) -> bool {
    match ty {
        Type::Var(name) => is(name),
        Type::Con(_, args) => args.iter().any(|arg| any_var(arg, is)),
        Type::App(a, b) | Type::Fun(a, b) | Type::Qualified(a, b) => {
            any_var(a, is) || any_var(b, is)
        }
        Type::ForAll(_, body) => any_var(body, is),
        Type::Number(_) | Type::Text(_) | Type::Coercion => false,
    }
}

/// A type without synonyms at its head.
#[must_use]
pub fn without_synonyms(linked: &Linked, ty: &Type) -> Type {
    let mut ty = ty.clone();
    for _ in 0..MAX_UNWRAPPED {
        match &ty {
            Type::Con(name, _)
                if linked
                    .type_decl(name)
                    .is_some_and(|decl| matches!(decl.kind, TypeKind::Synonym(_))) =>
            {
                match unwrapped(linked, &ty) {
                    Some(inner) => ty = inner,
                    None => return ty,
                }
            }
            _ => return ty,
        }
    }
    ty
}

/// Whether a type is that of actions.
#[must_use]
pub fn is_action(ty: &Type) -> bool {
    matches!(ty, Type::Con(name, _) if name.module == "GHC.Types" && name.occ == "IO")
}

/// The type of the result of an action; any other type itself.
#[must_use]
pub fn action_result(ty: &Type) -> &Type {
    match ty {
        Type::Con(_, args) if is_action(ty) => args.first().unwrap_or(ty),
        _ => ty,
    }
}
