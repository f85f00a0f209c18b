//! All files of a definition, K's own library among them.

use std::collections::{BTreeSet, VecDeque};

use source::{Diagnostic, File, FileId, Files};

use super::{FindFile, LoadOptions, machine, projections};
use crate::assemble::ModuleSet;
use crate::outer::{Module, Selector};
use crate::{faults, outer};

/// The module whose configuration counts where a definition has none.
pub(super) const DEFAULT_CONFIGURATION: &str = "DEFAULT-CONFIGURATION";

/// Our own library, under the names of K's modules.
const LIBRARY: &[(&str, &str)] = &[
    ("kast.k", include_str!("../../prelude/kast.k")),
    ("domains.k", include_str!("../../prelude/domains.k")),
    ("substitution.k", include_str!("../../prelude/substitution.k")),
];

/// Files of K's library, by the first part of their names.
const STANDARD: &[&str] = &["domains", "substitution", "kast", "prelude"];

/// Files of K's library that a definition may have its own of.
const OPTIONAL: &[&str] = &["json", "rat", "ffi"];

/// Reads the library, the main file and everything that they require. The second result are the files
/// apart from the library.
pub(super) fn read_all(
    files: &mut Files,
    main: &File,
    options: &LoadOptions,
    find: FindFile<'_>,
) -> Result<(ModuleSet, Vec<FileId>), Vec<Diagnostic>> {
    let mut own = Vec::new();
    let (mut set, mut errors) = (ModuleSet::default(), Vec::new());
    let (mut modules, mut widths, mut texts) = (Vec::new(), BTreeSet::new(), String::new());
    let mut known: BTreeSet<String> = [main.name().to_owned()].into();
    let selector = &options.selector;
    let mut queue: VecDeque<File> = [main.clone()].into();
    for file in options.also.iter().filter(|file| known.insert(file.name().to_owned())) {
        queue.push_back(tangled(files, file, selector));
    }
    while let Some(file) = queue.pop_front() {
        own.push(file.id());
        widths.extend(machine::widths(file.text()));
        texts.push_str(file.text());
        let (tree, faults) = outer::parse(&file);
        errors.extend(faults);
        modules.extend(tree.modules);
        for (wanted, span) in tree.requires.into_iter().filter(|(name, _)| !is_standard(name)) {
            match find(file.name(), &wanted) {
                Some((name, text)) => {
                    if known.insert(name.clone()) {
                        let file = files.add(&name, &text);
                        queue.push_back(tangled(files, &file, selector));
                    }
                }
                None if is_named(&wanted, OPTIONAL) => {}
                None => errors.push(faults::missing_file(&wanted, span)),
            }
        }
    }
    projections::declare(files, &mut modules, &texts);
    set.add_prelude(library(files, &widths));
    errors.extend(modules.into_iter().filter_map(|module| set.add(module).err()).map(|e| *e));
    if errors.is_empty() { Ok((set, own)) } else { Err(errors) }
}

/// The modules of our own library, with machine integers of some widths.
fn library(files: &mut Files, widths: &BTreeSet<u32>) -> Vec<Module> {
    let mut modules = Vec::new();
    let texts = LIBRARY.iter().map(|(name, text)| (*name, (*text).to_owned()));
    for (name, text) in texts.chain([("mint.k", machine::text(widths))]) {
        let (tree, faults) = outer::parse(&files.add(name, &text));
        debug_assert!(faults.is_empty(), "our own library is sound: {faults:?}");
        modules.extend(tree.modules);
    }
    modules
}

/// A file, or of markdown a copy that has only the blocks of K, at their places: a sentence may go
/// on behind words.
pub(super) fn tangled(files: &mut Files, file: &File, selector: &Selector) -> File {
    if file.name().ends_with(".md") {
        files.add(file.name(), &outer::tangle(file.text(), selector))
    } else {
        file.clone()
    }
}

pub(crate) fn is_standard(name: &str) -> bool {
    is_named(name, STANDARD)
}

fn is_named(file: &str, names: &[&str]) -> bool {
    let stem = file.strip_suffix(".md").or_else(|| file.strip_suffix(".k"));
    stem.is_some_and(|stem| names.contains(&stem))
}
