//! Values as they come into a program, and as they leave it.
//!
//! An unknown value is a term, and terms know nothing of invariants: a map could have a size that is
//! not that of its tree, and a value of a GADT could be made by a constructor that its type excludes.
//! So what is asked for, and what is shown, are not the values that programs compute with, but what
//! people would write down: a map is a list of entries in ascending order (`View`), and a value of a
//! data type is made by one of the constructors that its type admits (`Possible`). Most types are
//! the same inside and outside. The code that leads from one to the other is made in `lower`.

use rustc_hash::FxHashSet;

use crate::core::{Constructor, Name, Type, TypeDecl, TypeKind};
use crate::instance;
use crate::link::Linked;
use crate::types::{self, Instantiation};

/// Types nest at most so deeply: a constructor may have a field of a larger type than its own.
const MAX_DEPTH: usize = 20;
/// The same for types that say which constructors are possible, of which there can be many.
const MAX_INDEX_DEPTH: usize = 5;
/// How many types, at most, are tried in place of a type variable of a constructor.
const MAX_INSTANTIATIONS: usize = 16;

/// What the values of a type are from outside.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    /// The same as inside.
    Plain,
    /// Made by the functions of a library.
    View(&'static View, Type),
    /// A number that is not negative, and below a power of two.
    Unsigned(Option<u32>),
    /// Made by one of these constructors.
    Data(Vec<Possible>),
    /// A function whose parameters or result are not the same as inside.
    Function(Vec<Type>, Type),
    /// Something of which we know no values.
    Opaque,
}

/// A constructor that values of a type may be made by.
#[derive(Clone, Debug)]
pub(crate) struct Possible {
    /// The constructor.
    pub(crate) ctor: Constructor,
    /// The types of its fields.
    pub(crate) fields: Vec<Type>,
    /// The dictionaries that it holds.
    pub(crate) context: Vec<Type>,
    /// Why such a value cannot be made, as a noun phrase.
    pub(crate) unknown: Option<String>,
}

/// A type with hidden constructors: what its values are made of, and by which functions.
#[derive(Debug)]
pub(crate) struct View {
    /// The type in our library.
    home: (&'static str, &'static str),
    /// The class of the first parameter, by which values are made.
    class: Option<(&'static str, &'static str)>,
    /// What its functions in `Base.View` are called after.
    name: &'static str,
    /// What a value is made of.
    of: fn(&[Type]) -> Option<Type>,
    /// How a value is written.
    pub(crate) notation: Notation,
}

/// How a value is written that has no constructor.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Notation {
    /// A function of a module, applied to the view.
    Call(&'static str, &'static str),
    /// A function of a module, applied to the parts of the view.
    Spread(&'static str, &'static str),
    /// An operator of a module between the parts of the first part of the view; its precedence.
    Operator(&'static str, &'static str, u8),
    /// The number that the view is; the module of the type.
    Number(&'static str),
}

impl Notation {
    /// The module that has to be imported.
    pub(crate) fn module(self) -> &'static str {
        let (Notation::Call(module, _)
        | Notation::Spread(module, _)
        | Notation::Operator(module, ..)
        | Notation::Number(module)) = self;
        module
    }
}

const ORD: Option<(&str, &str)> = Some(("GHC.Classes", "Ord"));

/// All types whose values are made by the functions of a library.
static VIEWS: [View; 17] = [
    View {
        home: ("Base.Map", "Map"),
        class: ORD,
        name: "Map",
        of: |args| Some(list(pair(args.first()?.clone(), args.get(1)?.clone()))),
        notation: Notation::Call("Data.Map", "fromList"),
    },
    View {
        home: ("Base.Set", "Set"),
        class: ORD,
        name: "Set",
        of: |args| Some(list(args.first()?.clone())),
        notation: Notation::Call("Data.Set", "fromList"),
    },
    View {
        home: ("Base.IntMap", "IntMap"),
        class: None,
        name: "IntMap",
        of: |args| Some(list(pair(int(), args.first()?.clone()))),
        notation: Notation::Call("Data.IntMap", "fromList"),
    },
    View {
        home: ("Base.IntSet", "IntSet"),
        class: None,
        name: "IntSet",
        of: |_| Some(list(int())),
        notation: Notation::Call("Data.IntSet", "fromList"),
    },
    View {
        home: ("Base.Sequence", "Seq"),
        class: None,
        name: "Seq",
        of: |args| Some(list(args.first()?.clone())),
        notation: Notation::Call("Data.Sequence", "fromList"),
    },
    View {
        home: ("Base.Array", "Array"),
        class: Some(("GHC.Ix", "Ix")),
        name: "Array",
        of: |args| {
            let (index, element) = (args.first()?.clone(), args.get(1)?.clone());
            Some(pair(pair(index.clone(), index), list(element)))
        },
        notation: Notation::Spread("Data.Array", "listArray"),
    },
    View {
        home: ("Base.Num", "Ratio"),
        class: Some(("GHC.Real", "Integral")),
        name: "Ratio",
        of: |args| {
            let whole = args.first()?.clone();
            let two = pair(whole.clone(), whole);
            Some(pair(two.clone(), two))
        },
        notation: Notation::Operator("Data.Ratio", "%", 7),
    },
    View {
        home: ("Base.Text", "Text"),
        class: None,
        name: "Text",
        of: |_| Some(list(char())),
        notation: Notation::Call("Data.Text", "pack"),
    },
    View {
        home: ("Base.ByteString", "ByteString"),
        class: None,
        name: "ByteString",
        of: |_| Some(list(char())),
        notation: Notation::Call("Data.ByteString.Char8", "pack"),
    },
    sized("Data.Int", "Int8"),
    sized("Data.Int", "Int16"),
    sized("Data.Int", "Int32"),
    sized("Data.Int", "Int64"),
    sized("Data.Word", "Word8"),
    sized("Data.Word", "Word16"),
    sized("Data.Word", "Word32"),
    View {
        home: ("Base.Sized", "Word64"),
        class: None,
        name: "Word64",
        of: |_| Some(Type::Con(name("GHC.Types", "Word"), Vec::new())),
        notation: Notation::Number("Data.Word"),
    },
];

/// A type of integers that are kept in one of the machine.
const fn sized(module: &'static str, name: &'static str) -> View {
    View {
        home: ("Base.Sized", name),
        class: None,
        name,
        of: |_| Some(int()),
        notation: Notation::Number(module),
    }
}

impl View {
    /// The function that says whether something is the view of a value.
    pub(crate) fn test(&self) -> Name {
        self.function("is")
    }

    /// The function that makes the value of a view.
    pub(crate) fn make(&self) -> Name {
        self.function("to")
    }

    /// The function that makes the view of a value.
    pub(crate) fn take(&self) -> Name {
        self.function("of")
    }

    fn function(&self, prefix: &str) -> Name {
        name("Base.View", &format!("{prefix}{}", self.name))
    }

    /// Whether values are numbers to those who judge them.
    pub(crate) fn is_number(&self) -> bool {
        matches!(self.notation, Notation::Operator(..))
    }

    /// The constraint whose dictionary those functions take.
    pub(crate) fn constraint(&self, args: &[Type]) -> Option<Type> {
        let (module, occ) = self.class?;
        Some(Type::Con(name(module, occ), vec![args.first()?.clone()]))
    }
}

fn name(module: &str, occ: &str) -> Name {
    Name { module: module.to_owned(), occ: occ.to_owned() }
}

fn int() -> Type {
    Type::Con(name("GHC.Types", "Int"), Vec::new())
}

fn char() -> Type {
    Type::Con(name("GHC.Types", "Char"), Vec::new())
}

fn list(element: Type) -> Type {
    Type::Con(name("GHC.Types", "[]"), vec![element])
}

fn pair(one: Type, other: Type) -> Type {
    Type::Con(name("GHC.Tuple", "(,)"), vec![one, other])
}

/// A type argument of which nothing is known: it only says which constructors are possible.
pub(crate) fn open() -> Type {
    Type::Var(name("open", "_"))
}

/// A type without synonyms and without newtypes around it, up to one that has a view.
pub(crate) fn stripped(linked: &Linked, ty: &Type) -> Type {
    let mut ty = types::without_synonyms(linked, ty);
    for _ in 0..types::MAX_UNWRAPPED {
        if view_named(linked, &ty).is_some() {
            return ty;
        }
        match types::unwrapped(linked, &ty) {
            Some(inner) => ty = inner,
            None => break,
        }
    }
    ty
}

fn view_named(linked: &Linked, ty: &Type) -> Option<&'static View> {
    let Type::Con(found, _) = ty else { return None };
    VIEWS.iter().find(|view| {
        let home = name(view.home.0, view.home.1);
        found.occ == home.occ && linked.same_type(found, &home)
    })
}

/// The view of a type, and what it is of.
pub(crate) fn view(linked: &Linked, ty: &Type) -> Option<(&'static View, Type)> {
    let ty = types::without_synonyms(linked, ty);
    let view = view_named(linked, &ty)?;
    let Type::Con(_, args) = &ty else { return None };
    Some((view, (view.of)(args)?))
}

/// What the values of a type without variables are from outside.
pub(crate) fn shape(linked: &Linked, ty: &Type) -> Shape {
    if !crosses(linked, ty) {
        return Shape::Plain;
    }
    let ty = stripped(linked, ty);
    if is_too_deep(linked, &ty) {
        return Shape::Opaque;
    }
    if let Some((view, of)) = view(linked, &ty) {
        return Shape::View(view, of);
    }
    match &ty {
        Type::Con(name, args) => match unsigned(name) {
            Some(bits) => Shape::Unsigned(bits),
            None => match linked.type_decl(name) {
                Some(decl) => data(linked, decl, args),
                None => Shape::Plain,
            },
        },
        Type::Fun(..) => {
            let (mut params, mut rest) = (Vec::new(), ty);
            while let Type::Fun(param, result) = rest {
                params.push(*param);
                rest = *result;
            }
            Shape::Function(params, rest)
        }
        _ => Shape::Plain,
    }
}

fn data(linked: &Linked, decl: &TypeDecl, args: &[Type]) -> Shape {
    if !matches!(decl.kind, TypeKind::Data(_)) || args.len() != decl.params.len() {
        return Shape::Opaque;
    }
    let possible: Vec<Possible> =
        decl.constructors().iter().flat_map(|ctor| possible(linked, ctor, args)).collect();
    if possible.is_empty() { Shape::Opaque } else { Shape::Data(possible) }
}

/// The type of numbers that are not negative: below which power of two they are.
fn unsigned(name: &Name) -> Option<Option<u32>> {
    match (name.module.as_str(), name.occ.as_str()) {
        ("GHC.Types", "Word") => Some(Some(64)),
        ("GHC.Num.Natural", "Natural") => Some(None),
        _ => None,
    }
}

/// Whether a value of a type may be something else from outside than inside.
pub(crate) fn crosses(linked: &Linked, ty: &Type) -> bool {
    let (mut seen, mut todo) = (FxHashSet::default(), vec![ty.clone()]);
    while let Some(ty) = todo.pop() {
        match ty {
            Type::Con(ref name, ref args) => {
                if view_named(linked, &ty).is_some() || unsigned(name).is_some() {
                    return true;
                }
                todo.extend(args.iter().cloned());
                let Some(decl) = linked.type_decl(name) else { continue };
                if !seen.insert(decl.name.clone()) {
                    continue;
                }
                if let TypeKind::Synonym(inner) = &decl.kind {
                    todo.push(inner.clone());
                }
                if decl.constructors().iter().any(is_refining) {
                    return true;
                }
                todo.extend(decl.constructors().iter().flat_map(|ctor| ctor.fields.clone()));
            }
            Type::App(a, b) | Type::Fun(a, b) => todo.extend([*a, *b]),
            Type::Var(_)
            | Type::Qualified(..)
            | Type::ForAll(..)
            | Type::Number(_)
            | Type::Text(_)
            | Type::Coercion => {}
        }
    }
    false
}

/// Whether a constructor makes something known of types.
fn is_refining(ctor: &Constructor) -> bool {
    !ctor.equations.is_empty() || !ctor.existentials.is_empty()
}

/// Whether a type may be one of a series that has no end.
fn is_too_deep(linked: &Linked, ty: &Type) -> bool {
    let is_deep_index = match ty {
        Type::Con(name, args) => linked.type_decl(name).is_some_and(|decl| {
            let indices = args.iter().enumerate().filter(|(at, _)| is_index(decl, *at));
            indices.into_iter().any(|(_, arg)| depth(arg) > MAX_INDEX_DEPTH)
        }),
        _ => false,
    };
    is_deep_index || depth(ty) > MAX_DEPTH
}

fn depth(ty: &Type) -> usize {
    match ty {
        Type::Con(_, args) => 1 + args.iter().map(depth).max().unwrap_or(0),
        Type::App(a, b) | Type::Fun(a, b) | Type::Qualified(a, b) => 1 + depth(a).max(depth(b)),
        Type::ForAll(_, body) => depth(body),
        Type::Var(_) | Type::Number(_) | Type::Text(_) | Type::Coercion => 0,
    }
}

/// The ways in which a constructor can make values of a type with these arguments.
fn possible(linked: &Linked, ctor: &Constructor, args: &[Type]) -> Vec<Possible> {
    let mut by = Instantiation::default();
    let is_open = |ty: &Type| matches!(ty, Type::Var(_));
    for (var, arg) in ctor.universals.iter().zip(args) {
        if !is_open(arg) {
            by.insert(var.clone(), arg.clone());
        }
    }
    let mut unknown = None;
    for (var, ty) in &ctor.equations {
        match by.get(var).cloned() {
            None => {
                by.insert(var.clone(), ty.clone());
            }
            Some(actual) => match meet(linked, ty, &actual, &mut by) {
                Meeting::Same => {}
                Meeting::Different => return Vec::new(),
                Meeting::Unknown => {
                    unknown = Some("a type that is computed from others".to_owned());
                }
            },
        }
    }
    if ctor.context.iter().any(is_equation) {
        unknown = Some("a constructor that asks for equal types".to_owned());
    }
    let free = ctor.universals.iter().chain(&ctor.existentials);
    let free: Vec<Name> = free.filter(|var| !by.contains_key(*var)).cloned().collect();
    let mut all = instantiations(linked, ctor, &free, by.clone());
    if all.is_empty() {
        unknown = Some(format!("a value that `{}` makes of no known type", ctor.name.occ));
        all.push(by);
    }
    let made = |by: Instantiation| {
        // The right side of an equation may name what is found for other variables.
        let at = |ty: &Type| types::substitute(&types::substitute(ty, &by), &by);
        Possible {
            ctor: ctor.clone(),
            fields: ctor.fields.iter().map(at).collect(),
            context: ctor.context.iter().map(at).collect(),
            unknown: unknown.clone(),
        }
    };
    all.into_iter().map(made).collect()
}

/// A constraint that two types are the same.
fn is_equation(constraint: &Type) -> bool {
    matches!(constraint, Type::Con(name, _) if ["~", "~~", "Coercible"].contains(&name.occ.as_str()))
}

/// Whether two types can be the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Meeting {
    Same,
    Different,
    Unknown,
}

/// Compares what a constructor says of a type with what it is. Variables of the constructor get
/// their types; those of the type mean anything.
fn meet(linked: &Linked, pattern: &Type, actual: &Type, by: &mut Instantiation) -> Meeting {
    let pattern = types::without_synonyms(linked, pattern);
    let actual = types::without_synonyms(linked, actual);
    match (&pattern, &actual) {
        (Type::Var(var), _) => match by.get(var).cloned() {
            Some(known) => meet(linked, &known, &actual, by),
            None => {
                by.insert(var.clone(), actual);
                Meeting::Same
            }
        },
        (_, Type::Var(_)) => Meeting::Same,
        (Type::Con(a, xs), Type::Con(b, ys)) if linked.same_type(a, b) && xs.len() == ys.len() => {
            meet_all(linked, xs.iter().zip(ys), by)
        }
        (Type::Con(a, _), Type::Con(b, _)) => match is_rigid(linked, a) && is_rigid(linked, b) {
            true => Meeting::Different,
            false => Meeting::Unknown,
        },
        (Type::Fun(a, b), Type::Fun(c, d)) => {
            meet_all(linked, [(&**a, &**c), (b, d)].into_iter(), by)
        }
        (Type::Number(a), Type::Number(b)) | (Type::Text(a), Type::Text(b)) if a != b => {
            Meeting::Different
        }
        (a, b) if a == b => Meeting::Same,
        (Type::Con(a, _), Type::Fun(..)) | (Type::Fun(..), Type::Con(a, _)) => {
            if is_rigid(linked, a) { Meeting::Different } else { Meeting::Unknown }
        }
        _ => Meeting::Unknown,
    }
}

fn meet_all<'t>(
    linked: &Linked,
    pairs: impl Iterator<Item = (&'t Type, &'t Type)>,
    by: &mut Instantiation,
) -> Meeting {
    let mut all = Meeting::Same;
    for (pattern, actual) in pairs {
        match meet(linked, pattern, actual, by) {
            Meeting::Same => {}
            Meeting::Different => return Meeting::Different,
            Meeting::Unknown => all = Meeting::Unknown,
        }
    }
    all
}

/// Whether a name is that of a type or of a constructor, and not of a function on types.
fn is_rigid(linked: &Linked, name: &Name) -> bool {
    const BUILT_IN: [&str; 3] = ["GHC.Types", "GHC.Prim", "GHC.Tuple"];
    BUILT_IN.contains(&name.module.as_str())
        || name.module.starts_with("GHC.Num.")
        || linked.type_decl(name).is_some()
        || linked.constructor(name).is_some()
}

/// Types for the variables of a constructor that the type of its values leaves open.
fn instantiations(
    linked: &Linked,
    ctor: &Constructor,
    free: &[Name],
    by: Instantiation,
) -> Vec<Instantiation> {
    let mut all = vec![by];
    for var in free {
        let candidates = candidates(linked, ctor, var);
        let with = |by: Instantiation| {
            candidates.iter().map(move |ty| {
                let mut by = by.clone();
                by.insert(var.clone(), ty.clone());
                by
            })
        };
        all = all.into_iter().flat_map(with).take(MAX_INSTANTIATIONS).collect();
    }
    let fits = |by: &Instantiation| {
        let wanted = ctor.context.iter().map(|ty| types::substitute(ty, by));
        wanted
            .filter(types::is_closed)
            .all(|ty| instance::is_known(linked, &ty) || is_equation(&ty))
    };
    all.retain(fits);
    all
}

/// The types that may stand for a variable of a constructor: what a value of it can be used for is
/// decided by the classes, and by the constructors that its type admits.
fn candidates(linked: &Linked, ctor: &Constructor, var: &Name) -> Vec<Type> {
    let wanted: Vec<&Type> = ctor.context.iter().filter(|ty| types::mentions(ty, var)).collect();
    let types = ctor.fields.iter();
    let indices: Vec<(&TypeDecl, usize)> =
        types.clone().flat_map(|ty| indexed(linked, ty, var)).collect();
    let uses: usize = types.map(|ty| occurrences(ty, var)).sum();
    if wanted.is_empty() && uses == indices.len() && uses == 1 {
        return vec![open()];
    }
    let mut all: Vec<Type> = vec![int()];
    all.extend(indices.iter().flat_map(|(decl, at)| index_types(decl, *at)));
    for wanted in &wanted {
        all.extend(instance::own_types(linked, wanted));
    }
    let fits = |ty: &Type| {
        let by: Instantiation = [(var.clone(), ty.clone())].into_iter().collect();
        let wanted = wanted.iter().map(|wanted| types::substitute(wanted, &by));
        wanted.filter(types::is_closed).all(|wanted| instance::is_known(linked, &wanted))
    };
    let mut distinct: Vec<Type> = Vec::new();
    for ty in all.into_iter().filter(fits) {
        if !distinct.contains(&ty) {
            distinct.push(ty);
        }
    }
    if distinct.is_empty() {
        distinct.extend(instance::standard().find(fits));
    }
    distinct
}

/// The data types in a type that have a variable in an argument which says what constructors are
/// possible, and which argument it is; one for each place of the variable.
fn indexed<'l>(linked: &'l Linked, ty: &Type, var: &Name) -> Vec<(&'l TypeDecl, usize)> {
    let (mut found, mut todo) = (Vec::new(), vec![ty]);
    while let Some(ty) = todo.pop() {
        match ty {
            Type::Con(name, args) => {
                let decl = linked.type_decl(name);
                for (at, arg) in args.iter().enumerate() {
                    match decl.filter(|decl| is_index(decl, at)) {
                        Some(decl) => {
                            found.extend(std::iter::repeat_n((decl, at), occurrences(arg, var)));
                        }
                        None => todo.push(arg),
                    }
                }
            }
            Type::App(a, b) | Type::Fun(a, b) => todo.extend([&**a, b]),
            _ => {}
        }
    }
    found
}

/// Whether an argument of a data type says what constructors are possible.
fn is_index(decl: &TypeDecl, at: usize) -> bool {
    decl.constructors().iter().any(|ctor| equation(ctor, at).is_some())
}

fn equation(ctor: &Constructor, at: usize) -> Option<&Type> {
    let universal = ctor.universals.get(at)?;
    ctor.equations.iter().find(|(var, _)| var == universal).map(|(_, ty)| ty)
}

/// Types for which a data type has constructors of its own; those with variables at two of the
/// others, the larger ones first.
fn index_types(decl: &TypeDecl, at: usize) -> Vec<Type> {
    let said: Vec<&Type> =
        decl.constructors().iter().filter_map(|ctor| equation(ctor, at)).collect();
    let mut all: Vec<Type> =
        said.iter().filter(|ty| types::is_closed(ty)).map(|ty| (*ty).clone()).collect();
    for _ in 0..2 {
        let Some(inner) = all.first().cloned() else { break };
        let larger = said.iter().filter(|ty| !types::is_closed(ty));
        let larger: Vec<Type> = larger.map(|ty| filled(ty, &inner)).collect();
        all.splice(0..0, larger);
    }
    all
}

/// A type with another one in place of all variables.
pub(crate) fn filled(ty: &Type, by: &Type) -> Type {
    let go = |ty: &Type| Box::new(filled(ty, by));
    match ty {
        Type::Var(_) => by.clone(),
        Type::Con(name, args) => {
            Type::Con(name.clone(), args.iter().map(|arg| filled(arg, by)).collect())
        }
        Type::App(a, b) => Type::App(go(a), go(b)),
        Type::Fun(a, b) => Type::Fun(go(a), go(b)),
        Type::Qualified(..)
        | Type::ForAll(..)
        | Type::Number(_)
        | Type::Text(_)
        | Type::Coercion => ty.clone(),
    }
}

fn occurrences(ty: &Type, var: &Name) -> usize {
    match ty {
        Type::Var(name) => usize::from(name == var),
        Type::Con(_, args) => args.iter().map(|arg| occurrences(arg, var)).sum(),
        Type::App(a, b) | Type::Fun(a, b) | Type::Qualified(a, b) => {
            occurrences(a, var) + occurrences(b, var)
        }
        Type::ForAll(_, body) => occurrences(body, var),
        Type::Number(_) | Type::Text(_) | Type::Coercion => 0,
    }
}

/// The types that a function should be run at because of what its parameters are: one that is left
/// open if it only says which constructors are possible, or types that have constructors.
pub(crate) fn index_candidates(
    linked: &Linked,
    signature: &types::Signature,
    var: &Name,
) -> Vec<Type> {
    let params: Vec<(&TypeDecl, usize)> =
        signature.params.iter().flat_map(|ty| indexed(linked, ty, var)).collect();
    let all = signature.params.iter().chain(&signature.context).chain([&signature.result]);
    let uses: usize = all.map(|ty| occurrences(ty, var)).sum();
    match params.as_slice() {
        [] => Vec::new(),
        [_] if uses == 1 => vec![open()],
        several => several.iter().flat_map(|(decl, at)| index_types(decl, *at)).collect(),
    }
}

/// Whether a type variable of a function says which constructors its parameters may be made by.
pub(crate) fn is_index_of(linked: &Linked, signature: &types::Signature, var: &Name) -> bool {
    signature.params.iter().any(|ty| !indexed(linked, ty, var).is_empty())
}

/// Whether a type leaves open which constructors its values are made by.
#[must_use]
pub fn is_open(ty: &Type) -> bool {
    match ty {
        ty if *ty == open() => true,
        Type::Con(_, args) => args.iter().any(is_open),
        Type::App(f, x) | Type::Fun(f, x) => is_open(f) || is_open(x),
        _ => false,
    }
}

/// Whether a function can be run at one type for a variable of many that make a difference: the
/// variable says which constructors its parameters may be made by.
#[must_use]
pub fn is_narrowed(linked: &Linked, signature: &types::Signature, var: &Name) -> bool {
    let candidates = index_candidates(linked, signature, var);
    !candidates.is_empty() && candidates != [open()]
}

/// Whether what is inside a value of a type can be told from its type: a constructor may hold values
/// of types of its own.
pub(crate) fn is_manifest(linked: &Linked, ty: &Type) -> bool {
    let (mut seen, mut todo) = (FxHashSet::default(), vec![ty.clone()]);
    while let Some(ty) = todo.pop() {
        let ty = stripped(linked, &ty);
        if !seen.insert(key(&ty)) {
            continue;
        }
        match shape(linked, &ty) {
            Shape::View(_, of) => todo.push(of),
            Shape::Data(possible) => {
                for Possible { ctor, fields, .. } in possible {
                    let hides = |field: &Type| {
                        ctor.existentials.iter().any(|var| is_held(linked, field, var))
                    };
                    if ctor.fields.iter().any(hides) {
                        return false;
                    }
                    todo.extend(fields);
                }
            }
            Shape::Plain | Shape::Unsigned(_) | Shape::Function(..) | Shape::Opaque => {}
        }
    }
    true
}

/// Whether values of a type variable are inside values of a type.
fn is_held(linked: &Linked, ty: &Type, var: &Name) -> bool {
    occurrences(ty, var) > indexed(linked, ty, var).len()
}

/// Whether all integers in values of a type have the range of `Int`, those that functions in it
/// return included.
#[must_use]
pub fn has_machine_integers(linked: &Linked, ty: &Type) -> bool {
    let (mut seen, mut todo) = (FxHashSet::default(), vec![ty.clone()]);
    while let Some(ty) = todo.pop() {
        match ty {
            Type::Con(name, args) => {
                let is_integer = name.module == "GHC.Num.Integer" && name.occ == "Integer";
                if is_integer || unsigned(&name).is_some() {
                    return false;
                }
                todo.extend(args);
                let Some(decl) = linked.type_decl(&name) else { continue };
                if !seen.insert(decl.name.clone()) {
                    continue;
                }
                if let TypeKind::Synonym(inner) = &decl.kind {
                    todo.push(inner.clone());
                }
                todo.extend(decl.constructors().iter().flat_map(|ctor| ctor.fields.clone()));
            }
            Type::App(a, b) | Type::Fun(a, b) | Type::Qualified(a, b) => todo.extend([*a, *b]),
            Type::ForAll(_, body) => todo.push(*body),
            Type::Var(_) | Type::Number(_) | Type::Text(_) | Type::Coercion => {}
        }
    }
    true
}

/// A type in words that no other type has.
pub(crate) fn key(ty: &Type) -> String {
    match ty {
        Type::Con(name, args) if args.is_empty() => format!("{}.{}", name.module, name.occ),
        Type::Con(name, args) => {
            let args: Vec<String> = args.iter().map(key).collect();
            format!("({}.{} {})", name.module, name.occ, args.join(" "))
        }
        Type::Fun(a, b) => format!("({} -> {})", key(a), key(b)),
        Type::App(a, b) => format!("({} {})", key(a), key(b)),
        Type::Var(_) => "_".to_owned(),
        Type::Qualified(..)
        | Type::ForAll(..)
        | Type::Number(_)
        | Type::Text(_)
        | Type::Coercion => format!("{ty:?}"),
    }
}

/// The modules that have to be imported to write down values of a type.
#[must_use]
pub fn imports(linked: &Linked, ty: &Type) -> Vec<&'static str> {
    let (mut seen, mut todo, mut modules) = (FxHashSet::default(), vec![ty.clone()], Vec::new());
    while let Some(ty) = todo.pop() {
        let view = view_named(linked, &ty);
        modules.extend(view.map(|view| view.notation.module()));
        match ty {
            Type::Con(ref name, args) => {
                todo.extend(args);
                if view.is_some() {
                    continue;
                }
                let Some(decl) = linked.type_decl(name) else { continue };
                if !seen.insert(decl.name.clone()) {
                    continue;
                }
                if let TypeKind::Synonym(inner) = &decl.kind {
                    todo.push(inner.clone());
                }
                todo.extend(decl.constructors().iter().flat_map(|ctor| ctor.fields.clone()));
            }
            Type::App(a, b) | Type::Fun(a, b) | Type::Qualified(a, b) => todo.extend([*a, *b]),
            Type::ForAll(_, body) => todo.push(*body),
            Type::Var(_) | Type::Number(_) | Type::Text(_) | Type::Coercion => {}
        }
    }
    modules.sort_unstable();
    modules.dedup();
    modules
}

#[cfg(test)]
mod tests {
    use super::*;

    fn con(occ: &str, args: Vec<Type>) -> Type {
        Type::Con(name("T", occ), args)
    }

    fn var(occ: &str) -> Type {
        Type::Var(name("v", occ))
    }

    fn ctor(
        occ: &str,
        existentials: &[&str],
        equation: Option<Type>,
        fields: Vec<Type>,
    ) -> Constructor {
        Constructor {
            name: name("T", occ),
            universals: vec![name("v", "a")],
            existentials: existentials.iter().map(|occ| name("v", occ)).collect(),
            equations: equation.into_iter().map(|ty| (name("v", "a"), ty)).collect(),
            context: Vec::new(),
            fields,
            labels: Vec::new(),
            strict: Vec::new(),
            infix: false,
        }
    }

    /// `Expr a` with numbers, pairs and a choice that works at any type.
    fn linked() -> Linked {
        let expr = |of: Type| con("Expr", vec![of]);
        let both = pair(var("b"), var("c"));
        let decl = TypeDecl {
            name: name("T", "Expr"),
            params: vec![name("v", "a")],
            kind: TypeKind::Data(vec![
                ctor("Number", &[], Some(int()), vec![int()]),
                ctor("Both", &["b", "c"], Some(both), vec![expr(var("b")), expr(var("c"))]),
                ctor("Either", &[], None, vec![expr(var("a")), expr(var("a"))]),
                ctor("First", &["b"], None, vec![expr(pair(var("a"), var("b")))]),
            ]),
            place: None,
        };
        let module = crate::core::Module {
            name: "T".to_owned(),
            file: None,
            exports: Vec::new(),
            types: vec![decl],
            classes: Vec::new(),
            instances: Vec::new(),
            nodes: Vec::new(),
            definitions: Vec::new(),
        };
        Linked::new(vec![module])
    }

    /// The constructors of a type with the types of their fields.
    fn shown(linked: &Linked, ty: &Type) -> Vec<String> {
        let Shape::Data(possible) = shape(linked, ty) else { panic!("it has constructors") };
        let shown = possible.iter().map(|Possible { ctor, fields, .. }| {
            let fields: Vec<String> = fields.iter().map(types::show).collect();
            format!("{} {}", ctor.name.occ, fields.join(", "))
        });
        shown.collect()
    }

    #[test]
    fn constructors_are_those_that_a_type_admits() {
        let linked = linked();
        let expected = ["Number Int", "Either Expr Int, Expr Int", "First Expr (Int, _)"];
        assert_eq!(shown(&linked, &con("Expr", vec![int()])), expected);
        let two = con("Expr", vec![pair(int(), int())]);
        let expected = [
            "Both Expr Int, Expr Int",
            "Either Expr (Int, Int), Expr (Int, Int)",
            "First Expr ((Int, Int), _)",
        ];
        assert_eq!(shown(&linked, &two), expected);
    }

    #[test]
    fn open_type_admits_all_constructors() {
        let linked = linked();
        let all = shown(&linked, &con("Expr", vec![open()]));
        assert_eq!(all[..2], ["Number Int", "Both Expr _, Expr _"]);
        assert!(all.contains(&"Either Expr Int, Expr Int".to_owned()), "{all:?}");
        let pairs = "Either Expr (Int, Int), Expr (Int, Int)".to_owned();
        assert!(all.contains(&pairs), "{all:?}");
    }

    #[test]
    fn every_view_has_its_functions() {
        let text = include_str!("../base/Base/View.hs");
        for view in &VIEWS {
            for function in [view.test(), view.make(), view.take()] {
                let signature = format!("\n{} :: ", function.occ);
                assert!(text.contains(&signature), "{} is missing", function.occ);
            }
        }
    }
}
