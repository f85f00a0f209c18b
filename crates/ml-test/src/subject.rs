//! The module of the method in the user's file: which functors it lies in, and what they take.
//!
//! Only the syntax is read. The parser bounds how deep it is nested, so this may recurse.

use lang_ml::ast::{
    Constraint, FunctorParam, Item, ItemKind, ModuleBinding, ModuleExpr, ModuleExprKind,
    ModuleType, ModuleTypeKind, Type, TypeBody, TypeDecl, TypeKind,
};
use lang_ml::parse::parse;
use source::File;

use crate::incident::Unwritable;

/// The types that every file knows.
const BUILT_IN: &[&str] = &["int", "bool", "string", "unit", "list", "option", "char", "float"];

/// The way to the module of a method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Subject {
    /// Definitions of modules, the last one named `Subject`.
    pub(crate) modules: Vec<String>,
    /// The modules around the method as the user writes them: `Linked_list`, perhaps nothing.
    pub(crate) prefix: String,
    /// What the functors on the way take.
    pub(crate) libraries: Vec<Library>,
}

/// A module that a functor takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Library {
    /// Its name.
    pub(crate) name: String,
    /// Definitions of its types and exceptions.
    pub(crate) types: Vec<String>,
    /// The names of its values.
    pub(crate) values: Vec<String>,
}

impl Subject {
    /// Finds the module of a method, named with the modules around it.
    pub(crate) fn find(file: &File, method: &str) -> Result<Subject, Unwritable> {
        let prefix = method.rsplit_once('.').map_or("", |(modules, _)| modules);
        let (ast, _) = parse(file);
        let mut finder = Finder { file, signatures: Vec::new(), libraries: Vec::new() };
        finder.enter(&ast.items);
        let (mut items, mut place) = (Some(ast.items.as_slice()), "Program".to_owned());
        let (mut modules, mut number): (Vec<String>, usize) = (Vec::new(), 0);
        for name in prefix.split('.').filter(|name| !name.is_empty()) {
            let binding = items.and_then(|items| module_named(items, name)).ok_or_else(|| {
                Unwritable::because(format!("the definition of the module `{name}` is not found"))
            })?;
            let (params, body) = functor(binding);
            place = format!("{place}.{name}");
            if !params.is_empty() {
                let arguments = finder.arguments(&params)?;
                number += 1;
                let applied = format!("Subject{number}");
                modules.push(format!("module {applied} = {place}{arguments}"));
                place = applied;
            }
            items = body.and_then(structure);
            finder.enter(items.unwrap_or_default());
        }
        match modules.last_mut() {
            // The last functor makes the module itself.
            Some(last) if place == format!("Subject{number}") => {
                *last = last.replacen(&place, "Subject", 1);
            }
            _ => modules.push(format!("module Subject = {place}")),
        }
        Ok(Subject { modules, prefix: prefix.to_owned(), libraries: finder.libraries })
    }

    /// Whether a module is one that a functor takes.
    pub(crate) fn takes(&self, module: &str) -> bool {
        self.libraries.iter().any(|library| library.name == module)
    }

    /// A name of the user's file, types and constructors, as the test writes it.
    pub(crate) fn path(&self, name: &str) -> String {
        let first = name.split('.').next().unwrap_or(name);
        if first != name && self.takes(first) {
            return name.to_owned();
        }
        let inside = name.strip_prefix(&self.prefix).and_then(|rest| rest.strip_prefix('.'));
        match inside {
            Some(rest) if !self.prefix.is_empty() => format!("Subject.{rest}"),
            _ => format!("Program.{name}"),
        }
    }
}

fn module_named<'i>(items: &'i [Item], name: &str) -> Option<&'i ModuleBinding> {
    let bindings = items.iter().rev().filter_map(|item| match &item.kind {
        ItemKind::Modules(_, bindings) => Some(bindings),
        _ => None,
    });
    let is = |binding: &&ModuleBinding| binding.name.as_ref().is_some_and(|n| n.text == name);
    bindings.flatten().find(is)
}

/// The parameters of a module and what it is with them.
fn functor(binding: &ModuleBinding) -> (Vec<&FunctorParam>, Option<&ModuleExpr>) {
    let mut params: Vec<&FunctorParam> = binding.params.iter().collect();
    let mut body = binding.body.as_ref();
    while let Some(ModuleExprKind::Functor(more, inner)) = body.map(|body| &body.kind) {
        params.extend(more);
        body = Some(&**inner);
    }
    (params, body)
}

fn structure(module: &ModuleExpr) -> Option<&[Item]> {
    match &module.kind {
        ModuleExprKind::Structure(items) => Some(items),
        ModuleExprKind::Typed(inner, _) => structure(inner),
        ModuleExprKind::Path(_)
        | ModuleExprKind::Functor(..)
        | ModuleExprKind::Apply(..)
        | ModuleExprKind::Unpack(..)
        | ModuleExprKind::Unsupported(_) => None,
    }
}

struct Finder<'a> {
    file: &'a File,
    /// The module types met so far.
    signatures: Vec<(String, ModuleType)>,
    libraries: Vec<Library>,
}

/// A signature with what `with` says of its types.
#[derive(Clone, Default)]
struct Signature {
    items: Vec<Item>,
    equations: Vec<(String, Type)>,
}

impl Finder<'_> {
    fn enter(&mut self, items: &[Item]) {
        for item in items {
            if let ItemKind::ModuleType(name, Some(body)) = &item.kind {
                self.signatures.push((name.text.clone(), body.clone()));
            }
        }
    }

    /// The arguments of a functor; its parameters become libraries.
    fn arguments(&mut self, params: &[&FunctorParam]) -> Result<String, Unwritable> {
        let mut text = String::new();
        for param in params {
            match (&param.name, &param.ty) {
                (_, None) => text.push_str(" ()"),
                (Some(name), Some(ty)) => {
                    let signature = self.signature(ty)?;
                    let library = self.library(&name.text, &signature)?;
                    self.libraries.push(library);
                    text.push_str(&format!(" ({})", name.text));
                }
                (None, Some(_)) => {
                    return Err(Unwritable::because("a functor takes a module without a name"));
                }
            }
        }
        Ok(text)
    }

    fn signature(&self, ty: &ModuleType) -> Result<Signature, Unwritable> {
        match &ty.kind {
            ModuleTypeKind::Signature(items) => {
                let mut all = Signature::default();
                for item in items {
                    if let ItemKind::IncludeType(inner) = &item.kind {
                        let inner = self.signature(inner)?;
                        all.items.extend(inner.items);
                        all.equations.extend(inner.equations);
                    } else {
                        all.items.push(item.clone());
                    }
                }
                Ok(all)
            }
            ModuleTypeKind::Path(path) => {
                let name = path.as_plain();
                let known = self.signatures.iter().rev().find(|(n, _)| Some(n.as_str()) == name);
                let (_, body) = known.ok_or_else(|| {
                    Unwritable::because(format!("the module type `{path}` is not found"))
                })?;
                self.signature(body)
            }
            ModuleTypeKind::With(inner, constraints) => {
                let mut all = self.signature(inner)?;
                for constraint in constraints {
                    let Constraint::Type { path, body, .. } = constraint else {
                        return Err(Unwritable::because("a module type says what a module is"));
                    };
                    all.equations.push((path.name.text.clone(), body.clone()));
                }
                Ok(all)
            }
            ModuleTypeKind::Functor(..) => Err(Unwritable::because("a functor takes a functor")),
            ModuleTypeKind::Of(_) => Err(Unwritable::because("a module type is that of a module")),
            ModuleTypeKind::Unsupported(what) => Err(Unwritable::because(what.clone())),
        }
    }

    fn library(&self, name: &str, signature: &Signature) -> Result<Library, Unwritable> {
        let (mut types, mut values) = (Vec::new(), Vec::new());
        for item in &signature.items {
            match &item.kind {
                ItemKind::Val { name, .. } => values.push(name.text.clone()),
                ItemKind::Types(decls) => {
                    for decl in decls {
                        types.push(self.type_definition(decl, signature)?);
                    }
                }
                ItemKind::Exception(_) => {
                    types.push(self.file.text()[item.span.range()].trim().to_owned());
                }
                ItemKind::Attribute(_) | ItemKind::ModuleType(..) => {}
                ItemKind::Let(..)
                | ItemKind::Eval(_)
                | ItemKind::ExceptionAlias(..)
                | ItemKind::Extend(..)
                | ItemKind::Classes(_)
                | ItemKind::Modules(..)
                | ItemKind::Open(_)
                | ItemKind::Include(_)
                | ItemKind::IncludeType(_)
                | ItemKind::Extension(_)
                | ItemKind::Unsupported(_) => {
                    let what =
                        format!("the signature of `{name}` holds more than types and values");
                    return Err(Unwritable::because(what));
                }
            }
        }
        Ok(Library { name: name.to_owned(), types, values })
    }

    fn type_definition(&self, decl: &TypeDecl, all: &Signature) -> Result<String, Unwritable> {
        let name = &decl.name.text;
        if !decl.params.is_empty() {
            let what = format!("the type `{name}` of a library has parameters");
            return Err(Unwritable::because(what));
        }
        let equation = all.equations.iter().rev().find(|(known, _)| known == name);
        let body = match (&decl.body, equation) {
            (TypeBody::Abstract, None) => "string".to_owned(),
            (TypeBody::Abstract, Some((_, ty))) => self.type_text(ty, &[])?,
            (TypeBody::Alias(ty), _) => self.type_text(ty, &own_types(all))?,
            (TypeBody::Variant(..) | TypeBody::Record(..), _) => {
                return Ok(format!("type {}", self.after_type(decl)));
            }
            (TypeBody::Open, _) => {
                let what = format!("the type `{name}` of a library can be extended");
                return Err(Unwritable::because(what));
            }
            (TypeBody::Unsupported(what), _) => return Err(Unwritable::because(what.clone())),
        };
        Ok(format!("type {name} = {body}"))
    }

    /// The text of a definition from its name on, on one line.
    fn after_type(&self, decl: &TypeDecl) -> String {
        let text = &self.file.text()[decl.name.span.range().start..decl.span.range().end];
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// A type of the user's file, seen from the test.
    fn type_text(&self, ty: &Type, own: &[&str]) -> Result<String, Unwritable> {
        match &ty.kind {
            TypeKind::Named(path, args) => {
                let args = args.iter().map(|arg| self.type_text(arg, own));
                let args = args.collect::<Result<Vec<String>, Unwritable>>()?;
                let name = path.to_string();
                let known = match path.modules.first() {
                    None => BUILT_IN.contains(&name.as_str()) || own.contains(&name.as_str()),
                    Some(module) => self.libraries.iter().any(|known| known.name == module.text),
                };
                let name = if known { name } else { format!("Program.{name}") };
                Ok(match args.as_slice() {
                    [] => name,
                    args => format!("({}) {name}", args.join(", ")),
                })
            }
            TypeKind::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.type_text(part, own));
                Ok(format!("({})", parts.collect::<Result<Vec<_>, Unwritable>>()?.join(" * ")))
            }
            TypeKind::Any
            | TypeKind::Var(_)
            | TypeKind::Arrow(..)
            | TypeKind::Poly(..)
            | TypeKind::Extension(_)
            | TypeKind::Rigid(..)
            | TypeKind::Alias(..)
            | TypeKind::Open(..)
            | TypeKind::Tags { .. }
            | TypeKind::Package(_)
            | TypeKind::Unsupported(_) => {
                let text = &self.file.text()[ty.span.range()];
                Err(Unwritable::because(format!("a library has the type `{text}`")))
            }
        }
    }
}

fn own_types(signature: &Signature) -> Vec<&str> {
    let decls = signature.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Types(decls) => Some(decls),
        _ => None,
    });
    decls.flatten().map(|decl| decl.name.text.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::Files;

    const TEXT: &str = "
        module type NODE = sig type t val null : t end
        module type BASE = sig type key val get : key -> key end
        type color = Red | Black
        module type STORE = sig
          include BASE
          type value
          type pair = key * value
          type shade = Dark | Light of int
          val put : key -> value -> unit
        end
        module Outer = struct
          module Make (Node : NODE) () (Store : STORE with type key = Node.t and type value = color) =
          struct
            let f () = ()
          end
        end";

    fn find(text: &str, method: &str) -> Result<Subject, Unwritable> {
        Subject::find(&Files::new().add("main.ml", text), method)
    }

    #[test]
    fn functors_are_applied_to_libraries() {
        let subject = find(TEXT, "Outer.Make.f").expect("it is there");
        assert_eq!(subject.modules, ["module Subject = Program.Outer.Make (Node) () (Store)"]);
        let store = &subject.libraries[1];
        let types = [
            "type key = Node.t",
            "type value = Program.color",
            "type pair = (key * value)",
            "type shade = Dark | Light of int",
        ];
        assert_eq!(store.types, types);
        assert_eq!(store.values, ["get", "put"]);
    }

    #[test]
    fn names_are_seen_from_the_test() {
        let subject = find(TEXT, "Outer.Make.f").expect("it is there");
        assert_eq!(subject.path("Store.shade"), "Store.shade");
        assert_eq!(subject.path("color"), "Program.color");
        assert_eq!(subject.path("Outer.Make.t"), "Subject.t");
    }

    #[test]
    fn what_cannot_be_played_is_refused() {
        let nested = "module type S = sig module M : sig end end
            module F (X : S) = struct let f () = () end";
        assert!(find(nested, "F.f").is_err());
        let poly = "module type S = sig type 'a t end module F (X : S) = struct let f () = () end";
        assert!(find(poly, "F.f").is_err());
        assert!(find("let f () = ()", "F.f").is_err());
    }

    #[test]
    fn a_method_outside_all_modules_is_one_of_the_file() {
        let subject = find("let f () = ()", "f").expect("it is there");
        assert_eq!(subject.modules, ["module Subject = Program"]);
        assert_eq!(subject.path("color"), "Program.color");
    }
}
