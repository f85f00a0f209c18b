//! A Haskell program that is ready to be asked about: its functions, their types, and runs of them.

use source::{Span, counted};
use term::Pool;

use crate::core::{Definition, Module, Name, Type};
use crate::instance::{self, Unsolved};
use crate::link::Linked;
use crate::lower::{Lowering, Numbers};
use crate::place::Sources;
use crate::types::{self, Head, Instantiation, Signature};

/// Modules of a program and of our library, linked.
#[derive(Debug)]
pub struct Program {
    linked: Linked,
    sources: Sources,
    /// The modules of the user.
    own: Vec<String>,
}

/// A function of the user, or a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Type,
    /// Where it is defined.
    pub span: Option<Span>,
}

/// A function with types in place of its type variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    /// The function.
    pub name: Name,
    /// Types for its type variables.
    pub by: Vec<(Name, Type)>,
    /// The dictionaries that it takes first.
    pub context: Vec<Type>,
    /// The types of its parameters.
    pub params: Vec<Type>,
    /// The type of its result.
    pub result: Type,
}

/// A function that is not there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Missing {
    name: String,
    /// Names that are nearly the same.
    known: Vec<String>,
}

impl std::fmt::Display for Missing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "there is no function `{}`", self.name)?;
        let known: Vec<String> = self.known.iter().map(|name| format!("`{name}`")).collect();
        if known.is_empty() { Ok(()) } else { write!(f, "; did you mean {}?", known.join(" or ")) }
    }
}

impl std::error::Error for Missing {}

impl Program {
    /// A program of the user's modules and those of the library.
    #[must_use]
    pub fn new(own: Vec<Module>, library: Vec<Module>, sources: Sources) -> Program {
        let names = own.iter().map(|module| module.name.clone()).collect();
        let modules = library.into_iter().chain(own).collect();
        Program { linked: Linked::new(modules), sources, own: names }
    }

    /// The same program with a further module, whose definitions count where there are several.
    #[must_use]
    pub fn with(&self, module: Module) -> Program {
        let linked = self.linked.with(module);
        Program { linked, sources: self.sources.clone(), own: self.own.clone() }
    }

    /// The modules of the user.
    pub fn own_modules(&self) -> impl Iterator<Item = &Module> {
        self.linked.modules().filter(|module| self.own.contains(&module.name))
    }

    /// The modules, linked.
    #[must_use]
    pub fn linked(&self) -> &Linked {
        &self.linked
    }

    /// The files of the user.
    #[must_use]
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// The functions and values that the user wrote, in the order of the modules and of the text.
    #[must_use]
    pub fn functions(&self) -> Vec<Function> {
        let own = self.linked.modules().filter(|module| self.own.contains(&module.name));
        let mut functions: Vec<Function> = own
            .flat_map(|module| &module.definitions)
            .filter(|definition| is_written(definition))
            .map(|definition| self.function(definition))
            .collect();
        functions.sort_by_key(|function| {
            let module = self.own.iter().position(|own| *own == function.name.module);
            (module, function.span)
        });
        functions
    }

    /// The function of a name, with or without its module.
    pub fn find(&self, name: &str) -> Result<Function, Missing> {
        let functions = self.functions();
        let is = |function: &&Function| {
            let Name { module, occ } = &function.name;
            occ == name || format!("{module}.{occ}") == name
        };
        if let Some(found) = functions.iter().rev().find(is) {
            return Ok(found.clone());
        }
        let near = |occ: &String| strsim::jaro_winkler(occ, name) > 0.75;
        let occs = functions.into_iter().map(|function| function.name.occ);
        let mut known: Vec<String> = occs.filter(near).collect();
        known.sort_by_key(|occ| strsim::damerau_levenshtein(occ, name));
        known.truncate(3);
        Err(Missing { name: name.to_owned(), known })
    }

    fn function(&self, definition: &Definition) -> Function {
        let span = definition.place.as_ref().and_then(|place| self.sources.span(place));
        Function { name: definition.name.clone(), ty: definition.ty.clone(), span }
    }

    /// A function with types for its variables: those that are given, and for the others the first
    /// of some common types that has the instances.
    pub fn instance(&self, function: &Function, by: &Instantiation) -> Result<Instance, Unsolved> {
        let signature = types::signature(&self.linked, &function.ty);
        let by = instance::choose(&self.linked, &signature, by)?;
        let Signature { vars, context, params, result } = signature;
        let at = |ty: &Type| types::substitute(ty, &by);
        let chosen = |var: Name| by.get(&var).cloned().map(|ty| (var, ty));
        Ok(Instance {
            name: function.name.clone(),
            by: vars.into_iter().filter_map(chosen).collect(),
            context: context.iter().map(at).collect(),
            params: params.iter().map(at).collect(),
            result: at(&result),
        })
    }

    /// A function as a predicate on values of these types, or why it is none.
    pub fn predicate(&self, function: &Function, args: &[Type]) -> Result<Instance, String> {
        let signature = types::signature(&self.linked, &function.ty);
        let name = &function.name.occ;
        if signature.params.len() != args.len() {
            let takes = counted(signature.params.len(), "argument");
            return Err(format!("`{name}` takes {takes}, but there are {}", args.len()));
        }
        let mut by = Instantiation::default();
        for (param, arg) in signature.params.iter().zip(args) {
            if !instance::fits(&self.linked, param, arg, &mut by) {
                let (param, arg) = (types::show(param), types::show(arg));
                return Err(format!("`{name}` takes a value of {param}, and this is one of {arg}"));
            }
        }
        let instance = self.instance(function, &by).map_err(|error| error.to_string())?;
        match types::head(&self.linked, &instance.result) {
            Head::Truth => Ok(instance),
            _ => Err(format!("`{name}` is not a predicate: its result is not of type Bool")),
        }
    }

    /// A new program of `lang-core` in which something of this program is to be run.
    #[must_use]
    pub fn lowering<'a>(&'a self, pool: &'a Pool, numbers: Numbers) -> Lowering<'a> {
        Lowering::new(pool, &self.linked, &self.sources, numbers)
    }
}

/// Whether a definition is one that the user wrote: not a dictionary or what GHC made.
fn is_written(definition: &Definition) -> bool {
    let occ = &definition.name.occ;
    !occ.starts_with('$') && !occ.contains('~') && definition.place.is_some()
}
