//! Specifications in attributes, in folders: one for each data type and representation.
//!
//! A folder holds `lib_nty.ml` (the types of the library's operations), `lib_rty.ml` (their
//! contracts), `automata_preds.ml` (predicates), `ri.ml` (the invariant of the representation) and one
//! file for each method, with its definition, its contract and perhaps those of methods that it calls.
//! What is written there becomes the same trees that contracts in comments become, so that
//! everything after this point is shared. Operators that the files take for granted are declared
//! in our own prelude. The format is described in `docs/attribute-specs.md`.

mod contract;
pub(crate) mod cycle;
mod fault;
mod formula;
mod free;
mod prelude;
mod read;
mod value;
pub(crate) mod walk;

use std::collections::BTreeSet;

use source::{Diagnostic, File, FileId, Files};
use term::Pool;

use crate::ast::{Ast, Binding};
use crate::load::{Layout, load_until, with_deep_stack};
use crate::module::Module;
use crate::parse::{parse, parse_until};
use crate::patience::{LoadError, Patience, Stop};
use crate::spec::Specs;

/// The files that every folder has besides its methods.
pub const SHARED: [&str; 4] = ["lib_nty.ml", "automata_preds.ml", "ri.ml", "lib_rty.ml"];

/// The files of a folder.
#[derive(Clone, Debug)]
pub struct Folder {
    /// Those of [`SHARED`], in that order.
    pub shared: [File; 4],
    /// Those of the methods.
    pub methods: Vec<File>,
}

/// A method file that was read with its folder.
#[derive(Debug)]
pub struct Loaded {
    /// The program: the method and those of the folder that it calls.
    pub module: Module,
    /// The contracts: of methods first those of the file itself, then those that it calls.
    pub specs: Specs,
}

impl Folder {
    /// Reads a method file with its folder. Our prelude is added to `files`.
    pub fn load(
        &self,
        pool: &Pool,
        files: &mut Files,
        method: &File,
    ) -> Result<Loaded, Vec<Diagnostic>> {
        self.load_until(pool, files, method, &|| false).map_err(LoadError::into_faults)
    }

    /// As [`Folder::load`], but it is given up as soon as `stop` says so.
    pub fn load_until(
        &self,
        pool: &Pool,
        files: &mut Files,
        method: &File,
        stop: &Stop<'_>,
    ) -> Result<Loaded, LoadError> {
        with_deep_stack(|| self.load_here(pool, files, method, stop))
    }

    fn load_here(
        &self,
        pool: &Pool,
        files: &mut Files,
        method: &File,
        stop: &Stop<'_>,
    ) -> Result<Loaded, LoadError> {
        let sources = self.sources(method, &Patience::new(stop))?;
        let asts: Vec<Ast> = sources.iter().map(|file| parse(file).0).collect();
        let texts: Vec<&str> = sources.iter().map(File::text).collect();
        let prelude = files.add("prelude.ml", &prelude::text(&asts, &texts));
        let mut all = vec![prelude];
        all.extend(sources);
        let module = load_until(pool, files, &all, Layout::Flat, stop)?;
        let trees = read::trees(pool, &module.outline, &self.shared, method)?;
        let mut specs = Specs::of_trees(pool, &trees, &module, stop)?;
        specs.methods.sort_by_key(|known| known.span.file != method.id());
        Ok(Loaded { module, specs })
    }

    /// The files that a method needs, each after those that it needs itself.
    fn sources(&self, method: &File, patience: &Patience<'_>) -> Result<Vec<File>, LoadError> {
        let mut sources = self.shared.to_vec();
        let library = parsed(&self.shared[0], patience)?;
        let library: BTreeSet<&str> = library.items.iter().filter_map(prelude::declared).collect();
        // A file is met twice: first it says what it needs, then it is added.
        let mut todo = vec![(method, Visit::Needs)];
        let mut begun: BTreeSet<FileId> = BTreeSet::new();
        while let Some((file, visit)) = todo.pop() {
            if visit == Visit::Add {
                sources.push(file.clone());
            } else if begun.insert(file.id()) {
                let ast = parsed(file, patience)?;
                let called = called(&ast);
                let called = called.iter().filter(|name| !library.contains(name.as_str()));
                let needed: Vec<&File> = called.filter_map(|name| self.method_file(name)).collect();
                todo.push((file, Visit::Add));
                todo.extend(needed.into_iter().rev().map(|file| (file, Visit::Needs)));
            }
        }
        Ok(sources)
    }

    /// The file that is named after a method.
    fn method_file(&self, method: &str) -> Option<&File> {
        let is_it = |file: &&File| {
            let base = file.name().rsplit(['/', '\\']).next();
            base.and_then(|base| base.strip_suffix(".ml")) == Some(method)
        };
        self.methods.iter().find(is_it)
    }
}

/// What to do with a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    Needs,
    Add,
}

fn parsed(file: &File, patience: &Patience<'_>) -> Result<Ast, LoadError> {
    let (ast, faults) = parse_until(file, patience)?;
    if faults.is_empty() { Ok(ast) } else { Err(faults.into()) }
}

/// Whether a definition is a specification, and no part of the program.
#[must_use]
pub fn is_specification(binding: &Binding) -> bool {
    read::attribute(binding).is_some()
}

/// The names that the definitions of a file use without defining them.
fn called(ast: &Ast) -> BTreeSet<String> {
    &cycle::used(ast) - &cycle::defined(ast)
}
