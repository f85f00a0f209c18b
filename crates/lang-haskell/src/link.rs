//! Modules that find each other by name.
//!
//! A program and our base library come as modules that refer to GHC's own names. Here a name leads to
//! what it means: its own definition if there is one, otherwise that of our library ([`names`]). What
//! the machine knows by itself (lists, tuples, truth values) is declared in `builtin`.

mod builtin;

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::core::{Class, Constructor, Definition, Expr, Module, Name, TypeDecl, TypeKind};
use crate::names;

/// Modules with an index of their names.
#[derive(Clone, Debug)]
pub struct Linked {
    modules: Vec<Arc<Module>>,
    definitions: FxHashMap<Name, (usize, usize)>,
    types: FxHashMap<Name, (usize, usize)>,
    classes: FxHashMap<Name, (usize, usize)>,
    /// Constructors of data and of newtypes, by the type that declares them.
    constructors: FxHashMap<Name, Name>,
    /// Constructors of dictionaries, by their class.
    dictionaries: FxHashMap<Name, Name>,
}

/// A definition with the module that its nodes are in.
#[derive(Clone, Copy, Debug)]
pub struct LinkedDefinition<'m> {
    /// The module.
    pub module: &'m Module,
    /// The definition.
    pub definition: &'m Definition,
    /// The first of its nodes; the last one is its value.
    pub first: u32,
}

impl Linked {
    /// Links modules. Of two definitions of a name the later one counts.
    #[must_use]
    pub fn new(mut modules: Vec<Module>) -> Linked {
        modules.push(builtin::module());
        let mut linked = Linked {
            modules: Vec::new(),
            definitions: FxHashMap::default(),
            types: FxHashMap::default(),
            classes: FxHashMap::default(),
            constructors: FxHashMap::default(),
            dictionaries: FxHashMap::default(),
        };
        for (number, module) in modules.iter().enumerate() {
            linked.index(number, module);
        }
        linked.modules = modules.into_iter().map(Arc::new).collect();
        linked
    }

    /// The same with a further module, whose definitions count where there are several.
    #[must_use]
    pub fn with(&self, module: Module) -> Linked {
        let mut linked = self.clone();
        linked.index(linked.modules.len(), &module);
        linked.modules.push(Arc::new(module));
        linked
    }

    fn index(&mut self, number: usize, module: &Module) {
        for (at, definition) in module.definitions.iter().enumerate() {
            self.definitions.insert(definition.name.clone(), (number, at));
        }
        for (at, decl) in module.types.iter().enumerate() {
            self.types.insert(decl.name.clone(), (number, at));
            for constructor in decl.constructors() {
                self.constructors.insert(constructor.name.clone(), decl.name.clone());
            }
        }
        for (at, class) in module.classes.iter().enumerate() {
            self.classes.insert(class.name.clone(), (number, at));
            self.dictionaries.insert(class.constructor.clone(), class.name.clone());
        }
    }

    /// The modules, those of the program and of the library.
    pub fn modules(&self) -> impl Iterator<Item = &Module> {
        self.modules.iter().map(|module| &**module)
    }

    /// What defines a name, be it GHC's or ours.
    #[must_use]
    pub fn definition(&self, name: &Name) -> Option<LinkedDefinition<'_>> {
        let (module, at) = lookup(&self.definitions, name)?;
        let module = &self.modules[module];
        let before = at.checked_sub(1).map(|before| module.definitions[before].value.0 + 1);
        let definition = &module.definitions[at];
        Some(LinkedDefinition { module, definition, first: before.unwrap_or(0) })
    }

    /// The declaration of a type.
    #[must_use]
    pub fn type_decl(&self, name: &Name) -> Option<&TypeDecl> {
        lookup(&self.types, name).map(|(module, at)| &self.modules[module].types[at])
    }

    /// Whether two names, GHC's or ours, are those of one type.
    #[must_use]
    pub fn same_type(&self, a: &Name, b: &Name) -> bool {
        let known = |name: &Name| lookup(&self.types, name);
        a == b || known(a).is_some_and(|a| Some(a) == known(b))
    }

    /// The declaration of a class.
    #[must_use]
    pub fn class(&self, name: &Name) -> Option<&Class> {
        lookup(&self.classes, name).map(|(module, at)| &self.modules[module].classes[at])
    }

    /// The type that a constructor belongs to, and its number there.
    #[must_use]
    pub fn constructor(&self, name: &Name) -> Option<(&TypeDecl, usize)> {
        let decl = self.type_decl(&lookup(&self.constructors, name)?)?;
        let is = |constructor: &Constructor| constructor.name.occ == name.occ;
        Some((decl, decl.constructors().iter().position(is)?))
    }

    /// The class whose dictionaries a constructor makes.
    #[must_use]
    pub fn dictionary(&self, constructor: &Name) -> Option<&Class> {
        self.class(&lookup(&self.dictionaries, constructor)?)
    }
}

/// What an index knows of a name, or else of that of our library.
fn lookup<T: Clone>(index: &FxHashMap<Name, T>, name: &Name) -> Option<T> {
    let known = index.get(name).cloned();
    known.or_else(|| index.get(&names::ours(name, |ours| index.contains_key(ours))?).cloned())
}

impl TypeDecl {
    /// Its constructors; a synonym has none.
    #[must_use]
    pub fn constructors(&self) -> &[Constructor] {
        match &self.kind {
            TypeKind::Synonym(_) => &[],
            TypeKind::Newtype(constructor) => std::slice::from_ref(constructor),
            TypeKind::Data(constructors) => constructors,
        }
    }
}

impl Class {
    /// Whether its dictionaries are nothing but their one field.
    #[must_use]
    pub fn is_bare(&self) -> bool {
        self.selectors.len() == 1
    }
}

impl<'m> LinkedDefinition<'m> {
    /// The expressions of the definition with their numbers, each after its parts.
    pub fn nodes(self) -> impl DoubleEndedIterator<Item = (u32, &'m Expr)> {
        let range = self.first..=self.definition.value.0;
        range.map(move |node| (node, &self.module.nodes[node as usize]))
    }
}
