//! The types that GHC builds in and that no module declares.

use crate::core::{Constructor, Module, Name, Type, TypeDecl, TypeKind};

/// Tuples have at most this many fields.
const MAX_TUPLE: usize = 15;

/// A module that declares what GHC builds in.
pub(super) fn module() -> Module {
    let tuples = (2..=MAX_TUPLE).map(boxed);
    let unboxed_tuples = (2..=MAX_TUPLE).map(|fields| {
        let occ = format!("(#{}#)", ",".repeat(fields - 1));
        unboxed(name("GHC.Prim", &occ), fields)
    });
    Module {
        name: "builtin".to_owned(),
        file: None,
        exports: Vec::new(),
        types: [
            list(),
            string(),
            ordering(),
            type_constructor(),
            empty_unboxed(),
            unboxed(name("GHC.Prim", "Solo#"), 1),
        ]
        .into_iter()
        .chain(tuples)
        .chain(unboxed_tuples)
        .collect(),
        classes: Vec::new(),
        instances: Vec::new(),
        nodes: Vec::new(),
        definitions: Vec::new(),
    }
}

fn name(module: &str, occ: &str) -> Name {
    Name { module: module.to_owned(), occ: occ.to_owned() }
}

fn constructor(name: Name, universals: &[Name], fields: Vec<Type>) -> Constructor {
    let infix = name.occ == ":";
    Constructor {
        name,
        universals: universals.to_vec(),
        existentials: Vec::new(),
        equations: Vec::new(),
        context: Vec::new(),
        fields,
        labels: Vec::new(),
        strict: Vec::new(),
        infix,
    }
}

fn data(name: Name, params: Vec<Name>, constructors: Vec<Constructor>) -> TypeDecl {
    TypeDecl { name, params, kind: TypeKind::Data(constructors), place: None }
}

fn list() -> TypeDecl {
    let (list, params) = (name("GHC.Types", "[]"), [name("builtin", "a")]);
    let element = Type::Var(params[0].clone());
    let rest = Type::Con(list.clone(), vec![element.clone()]);
    let nil = constructor(list.clone(), &params, Vec::new());
    let cons = constructor(name("GHC.Types", ":"), &params, vec![element, rest]);
    data(list, params.to_vec(), vec![nil, cons])
}

fn string() -> TypeDecl {
    let char = Type::Con(name("GHC.Types", "Char"), Vec::new());
    let list = Type::Con(name("GHC.Types", "[]"), vec![char]);
    let (name, kind) = (name("GHC.Base", "String"), TypeKind::Synonym(list));
    TypeDecl { name, params: Vec::new(), kind, place: None }
}

fn ordering() -> TypeDecl {
    let value = |occ| constructor(name("GHC.Types", occ), &[], Vec::new());
    data(name("GHC.Types", "Ordering"), Vec::new(), ["LT", "EQ", "GT"].map(value).to_vec())
}

/// What stands for a type when a program runs; only its first two fields, a fingerprint, are looked
/// at.
fn type_constructor() -> TypeDecl {
    let number = Type::Con(name("GHC.Prim", "Word#"), Vec::new());
    let other = |occ| Type::Con(name("GHC.Types", occ), Vec::new());
    let rest = ["Module", "TrName", "Int#", "KindRep"].map(other);
    let fields = [number.clone(), number].into_iter().chain(rest).collect();
    let name = name("GHC.Types", "TyCon");
    data(name.clone(), Vec::new(), vec![constructor(name, &[], fields)])
}

fn empty_unboxed() -> TypeDecl {
    let empty = name("GHC.Prim", "(##)");
    data(empty.clone(), Vec::new(), vec![constructor(empty, &[], Vec::new())])
}

fn boxed(fields: usize) -> TypeDecl {
    let tuple = name("GHC.Tuple", &format!("({})", ",".repeat(fields - 1)));
    let params = params(fields);
    let types = params.iter().cloned().map(Type::Var).collect();
    let only = constructor(tuple.clone(), &params, types);
    data(tuple, params, vec![only])
}

/// An unboxed tuple has a parameter for the representation of each field before those for the types.
fn unboxed(tuple: Name, fields: usize) -> TypeDecl {
    let params = params(2 * fields);
    let types = params[fields..].iter().cloned().map(Type::Var).collect();
    let only = constructor(tuple.clone(), &params, types);
    data(tuple, params, vec![only])
}

fn params(count: usize) -> Vec<Name> {
    (0..count).map(|number| name("builtin", &format!("t{number}"))).collect()
}
