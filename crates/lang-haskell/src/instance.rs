//! Instances of classes: which types have them, and the dictionaries.

use lang_core::ExprId;

use crate::core::{Name, Type};
use crate::link::Linked;
use crate::lower::Lowering;
use crate::outside;
use crate::types::{self, Instantiation, Signature};

/// Dictionaries are made of dictionaries down to this depth.
const MAX_DEPTH: usize = 32;

/// Why a function has no instance that we could run.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("none of {tried} can stand for the type variable `{var}`: {why}")]
pub struct Unsolved {
    var: String,
    tried: String,
    why: String,
}

/// The types that stand for type variables which take no argument.
pub(crate) fn standard() -> impl Iterator<Item = Type> {
    candidates().into_iter().filter(|ty| !takes_argument(ty))
}

/// The types without parameters that the user made instances of a class.
pub(crate) fn own_types(linked: &Linked, wanted: &Type) -> Vec<Type> {
    let closed = |ty: Type| types::is_closed(&ty).then_some(ty);
    own_heads(linked, wanted).into_iter().filter_map(closed).collect()
}

/// The types that the user made instances of a class, at integers where they have parameters.
fn own_types_at_int(linked: &Linked, wanted: &Type) -> Vec<Type> {
    let at_int = |ty: Type| {
        let Type::Con(name, args) = ty else { return ty };
        let int = |arg| if types::is_closed(&arg) { arg } else { candidates().remove(0) };
        Type::Con(name, args.into_iter().map(int).collect())
    };
    own_heads(linked, wanted).into_iter().map(at_int).collect()
}

/// The types that the user made instances of a class.
fn own_heads(linked: &Linked, wanted: &Type) -> Vec<Type> {
    let Type::Con(class, _) = wanted else { return Vec::new() };
    let Some(class) = linked.class(class) else { return Vec::new() };
    let of_class = linked
        .modules()
        .filter(|module| !module.name.starts_with("Base."))
        .flat_map(|module| &module.instances)
        .filter(|instance| {
            linked.class(&instance.class).is_some_and(|known| known.name == class.name)
        });
    let only = |instance: &crate::core::Instance| match instance.types.as_slice() {
        [ty] => Some(ty.clone()),
        _ => None,
    };
    of_class.filter_map(only).collect()
}

/// Whether there is an instance for a constraint on types without variables.
pub(crate) fn is_known(linked: &Linked, wanted: &Type) -> bool {
    has_instance(linked, wanted, MAX_DEPTH)
}

/// The types that stand for type variables, the first one that has the instances.
fn candidates() -> Vec<Type> {
    let con = |module: &str, occ: &str| {
        Type::Con(Name { module: module.to_owned(), occ: occ.to_owned() }, Vec::new())
    };
    vec![
        con("GHC.Types", "Int"),
        con("GHC.Types", "Double"),
        con("GHC.Types", "Bool"),
        con("GHC.Types", "Char"),
        con("GHC.Tuple", "()"),
        con("GHC.Maybe", "Maybe"),
        con("GHC.Types", "[]"),
    ]
}

/// Types for the variables of a signature: the given ones, and for each other the first candidate
/// that has the instances.
pub(crate) fn choose(
    linked: &Linked,
    signature: &Signature,
    given: &Instantiation,
) -> Result<Instantiation, Unsolved> {
    let mut by = given.clone();
    for var in &signature.vars {
        if by.contains_key(var) {
            continue;
        }
        let higher = signature.is_higher(var);
        let plain = candidates().into_iter().filter(|ty| takes_argument(ty) == higher);
        let about = signature.context.iter().filter(|wanted| types::mentions(wanted, var));
        let own = about.flat_map(|wanted| own_types_at_int(linked, wanted));
        let own = own.filter(|ty| is_constructor(linked, ty) == higher);
        let mut plain: Vec<Type> = plain.collect();
        for ty in own {
            if !plain.contains(&ty) {
                plain.push(ty);
            }
        }
        let candidates = preferred(plain, outside::index_candidates(linked, signature, var));
        let fits = |ty: &&Type| {
            let mut by = by.clone();
            by.insert(var.clone(), (*ty).clone());
            missing(linked, signature, var, &by).is_none()
        };
        let Some(found) = candidates.iter().find(fits) else {
            let mut tried = by.clone();
            tried.extend(candidates.first().map(|ty| (var.clone(), ty.clone())));
            let why = missing(linked, signature, var, &tried);
            return Err(Unsolved {
                var: var.occ.clone(),
                tried: candidates.iter().map(types::show).collect::<Vec<_>>().join(", "),
                why: why
                    .map_or_else(String::new, |ty| format!("no instance of {}", types::show(&ty))),
            });
        };
        by.insert(var.clone(), found.clone());
    }
    Ok(by)
}

/// The usual candidates, those first that parameters have constructors for; then those alone.
fn preferred(plain: Vec<Type>, indices: Vec<Type>) -> Vec<Type> {
    let (mut first, rest): (Vec<Type>, Vec<Type>) =
        plain.into_iter().partition(|ty| indices.contains(ty));
    let more: Vec<Type> = indices.into_iter().filter(|ty| !first.contains(ty)).collect();
    first.extend(more);
    first.extend(rest);
    first
}

/// Whether a candidate is a type constructor.
fn takes_argument(ty: &Type) -> bool {
    matches!(ty, Type::Con(name, _) if name.occ == "Maybe" || name.occ == "[]")
}

/// Whether a type takes exactly one argument more.
fn is_constructor(linked: &Linked, ty: &Type) -> bool {
    let Type::Con(name, args) = ty else { return false };
    linked.type_decl(name).is_some_and(|decl| decl.params.len() == args.len() + 1)
}

/// The first constraint on a variable, and on no variable that is still open, without an instance.
fn missing(linked: &Linked, signature: &Signature, var: &Name, by: &Instantiation) -> Option<Type> {
    let about = |wanted: &&Type| types::mentions(wanted, var);
    signature
        .context
        .iter()
        .filter(about)
        .map(|wanted| types::substitute(wanted, by))
        .find(|wanted| types::is_closed(wanted) && !has_instance(linked, wanted, MAX_DEPTH))
}

/// A way to make a dictionary: the function, and the dictionaries that it takes.
struct Way {
    dictionary: Name,
    context: Vec<Type>,
}

fn has_instance(linked: &Linked, wanted: &Type, depth: usize) -> bool {
    let parts = |way: Way| way.context.iter().all(|part| has_instance(linked, part, depth - 1));
    depth > 0 && way(linked, wanted).is_some_and(parts)
}

/// How to make the dictionary of a constraint on types without variables.
fn way(linked: &Linked, wanted: &Type) -> Option<Way> {
    let Type::Con(class, args) = wanted else { return None };
    let class = &linked.class(class)?.name;
    let instances = linked.modules().flat_map(|module| &module.instances);
    let of_class = instances
        .filter(|instance| linked.class(&instance.class).is_some_and(|known| known.name == *class));
    for instance in of_class {
        let Some(found) = linked.definition(&instance.dictionary) else { continue };
        let signature = types::signature(linked, &found.definition.ty);
        let Type::Con(_, heads) = &signature.result else { continue };
        let mut by = Instantiation::default();
        let same = heads.iter().zip(args).all(|(head, arg)| fits(linked, head, arg, &mut by));
        if same {
            let context = signature.context.iter().map(|ty| types::substitute(ty, &by)).collect();
            return Some(Way { dictionary: instance.dictionary.clone(), context });
        }
    }
    None
}

/// Whether a type is an instance of a pattern, whose variables get their types.
pub(crate) fn fits(linked: &Linked, pattern: &Type, ty: &Type, by: &mut Instantiation) -> bool {
    let ty = types::without_synonyms(linked, ty);
    let pattern = types::without_synonyms(linked, pattern);
    match (&pattern, &ty) {
        (Type::Var(var), _) => match by.get(var) {
            Some(known) => *known == ty,
            None => {
                by.insert(var.clone(), ty);
                true
            }
        },
        (Type::Con(a, xs), Type::Con(b, ys)) => {
            linked.same_type(a, b)
                && xs.len() == ys.len()
                && xs.iter().zip(ys).all(|(x, y)| fits(linked, x, y, by))
        }
        (Type::Fun(a, b), Type::Fun(c, d)) => fits(linked, a, c, by) && fits(linked, b, d, by),
        _ => false,
    }
}

/// The dictionary of a constraint on types without variables.
pub(crate) fn dictionary(lowering: &mut Lowering<'_>, wanted: &Type) -> ExprId {
    dictionary_at(lowering, wanted, MAX_DEPTH)
}

fn dictionary_at(lowering: &mut Lowering<'_>, wanted: &Type, depth: usize) -> ExprId {
    let way = way(lowering.linked(), wanted).filter(|_| depth > 0);
    let Some(Way { dictionary, context }) = way else {
        let what = format!("an instance of {}, which is not known", types::show(wanted));
        return lowering.builder.unsupported(&what);
    };
    let made = lowering.value(&dictionary);
    if context.is_empty() {
        return made;
    }
    let parts: Vec<ExprId> =
        context.iter().map(|part| dictionary_at(lowering, part, depth - 1)).collect();
    lowering.builder.apply_lazy(made, parts)
}
