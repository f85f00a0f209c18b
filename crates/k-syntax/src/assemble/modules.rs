//! Which modules a definition uses, and which of them see which.

use rustc_hash::FxHashMap;
use source::Diagnostic;

use crate::faults::{self, Fault};
use crate::outer::{Import, Module, Sentence};
use crate::signature::ModuleSight;

/// Imported by every module without being asked.
pub(super) const IMPLICIT: &str = "BASIC-K";

/// Imported by every module with a configuration without being asked.
const MAPS: &str = "MAP";

/// All modules that were read, by name.
#[derive(Debug, Default)]
pub(crate) struct ModuleSet {
    modules: Vec<Module>,
    by_name: FxHashMap<String, usize>,
    /// How many of the first are the prelude's, which a definition may replace.
    prelude: usize,
}

impl ModuleSet {
    /// Takes in the modules of the prelude.
    pub(crate) fn add_prelude(&mut self, modules: Vec<Module>) {
        for module in modules {
            self.insert(module);
        }
        self.prelude = self.modules.len();
    }

    /// Takes in a module of the definition. One with a configuration knows maps without asking.
    pub(crate) fn add(&mut self, mut module: Module) -> Result<(), Fault> {
        let configures = |sentence: &Sentence| matches!(sentence, Sentence::Configuration(_));
        if module.sentences.iter().any(configures) {
            let import = Import { name: MAPS.to_owned(), private: false, span: module.span };
            module.imports.push(import);
        }
        match self.by_name.get(&module.name) {
            Some(&first) if first >= self.prelude => {
                let first = self.modules[first].span;
                Err(faults::repeated_module(&module.name, module.span, first).into())
            }
            Some(_) | None => {
                self.insert(module);
                Ok(())
            }
        }
    }

    fn insert(&mut self, module: Module) {
        self.by_name.insert(module.name.clone(), self.modules.len());
        self.modules.push(module);
    }

    pub(crate) fn contains(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// The names of the definition's own modules in the order of the source.
    pub(crate) fn own_names(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.modules[self.prelude..].iter().map(|module| module.name.as_str())
    }

    /// The last module of a file.
    pub(crate) fn last_of(&self, file: source::FileId) -> Option<&str> {
        let own = self.modules[self.prelude..].iter().rev();
        own.filter(|module| module.span.file == file).map(|module| module.name.as_str()).next()
    }

    /// The modules that `roots` need, imported ones first, and what each of them sees.
    pub(crate) fn close(
        &self,
        roots: &[&str],
    ) -> Result<(Vec<&Module>, Vec<ModuleSight>), Vec<Diagnostic>> {
        let mut walk = Walk { set: self, state: FxHashMap::default(), order: Vec::new() };
        let mut errors = Vec::new();
        for name in [IMPLICIT].iter().chain(roots) {
            if let Some(&root) = self.by_name.get(*name) {
                walk.visit(root, &mut errors);
            }
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let modules: Vec<&Module> = walk.order.iter().map(|&index| &self.modules[index]).collect();
        let sights = sights(&modules);
        Ok((modules, sights))
    }

    fn import(&self, module: &Module, number: usize) -> Result<usize, Fault> {
        let import = &module.imports[number];
        self.by_name.get(&import.name).copied().ok_or_else(|| {
            let known = self.modules.iter().map(|module| module.name.as_str());
            let close = faults::closest(&import.name, known);
            faults::unknown_module(&import.name, import.span, close).into()
        })
    }
}

/// A walk along imports, depth first, on a stack of its own.
struct Walk<'s> {
    set: &'s ModuleSet,
    /// Whether a module that was met is finished.
    state: FxHashMap<usize, bool>,
    order: Vec<usize>,
}

impl Walk<'_> {
    fn visit(&mut self, root: usize, errors: &mut Vec<Diagnostic>) {
        if self.state.contains_key(&root) {
            return;
        }
        self.state.insert(root, false);
        let mut stack = vec![(root, 0)];
        while let Some((index, next)) = stack.pop() {
            let module = &self.set.modules[index];
            if next == module.imports.len() {
                self.state.insert(index, true);
                self.order.push(index);
                continue;
            }
            stack.push((index, next + 1));
            match self.set.import(module, next) {
                Err(error) => errors.push(*error),
                Ok(import) => match self.state.get(&import) {
                    Some(true) => {}
                    Some(false) => errors.push(self.circle(&stack, import, next)),
                    None => {
                        self.state.insert(import, false);
                        stack.push((import, 0));
                    }
                },
            }
        }
    }

    fn circle(&self, stack: &[(usize, usize)], import: usize, next: usize) -> Diagnostic {
        let name = |index: usize| self.set.modules[index].name.as_str();
        let from = stack.iter().position(|(index, _)| *index == import).unwrap_or(0);
        let mut names: Vec<&str> = stack[from..].iter().map(|(index, _)| name(*index)).collect();
        names.push(name(import));
        let last = stack.last().expect("the importing module is on the stack").0;
        faults::cyclic_modules(&names, self.set.modules[last].imports[next].span)
    }
}

/// What each module sees: itself, and what its imports pass on.
fn sights(modules: &[&Module]) -> Vec<ModuleSight> {
    let index: FxHashMap<&str, usize> =
        modules.iter().enumerate().map(|(at, module)| (module.name.as_str(), at)).collect();
    let mut sights: Vec<ModuleSight> = Vec::new();
    let mut passed_on: Vec<Vec<bool>> = Vec::new();
    for (own, module) in modules.iter().enumerate() {
        let (mut sees, mut passes) = (vec![false; modules.len()], vec![false; modules.len()]);
        (sees[own], passes[own]) = (true, true);
        if let Some(&implicit) = index.get(IMPLICIT) {
            sees[implicit] = true;
        }
        for import in &module.imports {
            let from = passed_on[index[import.name.as_str()]].clone();
            for (at, seen) in from.into_iter().enumerate() {
                sees[at] |= seen;
                passes[at] |= seen && !import.private;
            }
        }
        sights.push(ModuleSight { name: module.name.clone(), sees });
        passed_on.push(passes);
    }
    sights
}
