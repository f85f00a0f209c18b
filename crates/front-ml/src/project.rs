//! The files around a file: modules that it names, and its interface.
//!
//! A module of another file is found by its name in the folder of the file, or in a library of the
//! same dune project that the folder says it uses. Only what is named is read, and what those files
//! name in turn. A module that has an interface and no source is known by its interface alone.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use host::read;
use lang_ml::mentioned_modules;
use source::{File, Files};

/// More files than these are not read for one program.
const MOST_FILES: usize = 400;

/// How far up the root of a project is looked for.
const MOST_LEVELS: usize = 8;

/// The files that a file needs, those that others need first, and the file itself last.
pub(super) fn sources(files: &mut Files, file: &File) -> Vec<File> {
    let path = Path::new(file.name());
    let folder = path.parent().unwrap_or(Path::new(""));
    let own = module_name(path);
    let mut modules = Modules::of_folder(folder);
    modules.restrict(folder, &own);
    modules.add_libraries(folder);
    modules.known.remove(&own);
    let mut gatherer = Gatherer { files, modules, seen: BTreeSet::from([own]), found: Vec::new() };
    gatherer.visit(file.text());
    let interface = path.with_extension("mli");
    if let Ok(text) = read::source_text(&interface) {
        gatherer.visit(&text);
        gatherer.add(&interface, &text);
    }
    let mut found = gatherer.found;
    found.push(file.clone());
    found
}

struct Gatherer<'a> {
    files: &'a mut Files,
    modules: Modules,
    /// The modules that were visited, or are being visited.
    seen: BTreeSet<String>,
    found: Vec<File>,
}

impl Gatherer<'_> {
    fn add(&mut self, path: &Path, text: &str) {
        self.found.push(self.files.add(&path.to_string_lossy(), text));
    }

    /// Gathers the modules that a text names. Modules that name each other are no program; what is
    /// met first of them is gathered last.
    fn visit(&mut self, text: &str) {
        for name in mentioned_modules(text) {
            if self.found.len() >= MOST_FILES || self.seen.contains(&name) {
                continue;
            }
            match self.modules.known.get(&name).cloned() {
                Some(Place::File(path)) => {
                    self.seen.insert(name);
                    self.module(&path);
                }
                Some(Place::Library(path, inner)) => {
                    self.seen.insert(name);
                    self.library(&path, &inner);
                }
                None => {}
            }
        }
    }

    fn module(&mut self, path: &Path) {
        let source = read::source_text(path).ok();
        let interface = path.with_extension("mli");
        let interface = read::source_text(&interface).ok().map(|text| (interface, text));
        let texts = source.iter().chain(interface.iter().map(|(_, text)| text));
        let texts: Vec<String> = texts.cloned().collect();
        texts.iter().for_each(|text| self.visit(text));
        if let Some((path, text)) = interface {
            self.add(&path, &text);
        }
        if let Some(text) = source {
            self.add(path, &text);
        }
    }

    /// A library whose modules are seen through one of its name.
    fn library(&mut self, path: &Path, inner: &[(String, PathBuf)]) {
        for (name, path) in inner {
            if self.seen.insert(name.clone()) {
                self.module(path);
            }
        }
        let aliases: Vec<String> =
            inner.iter().map(|(name, _)| format!("module {name} = {name}\n")).collect();
        self.add(path, &aliases.concat());
    }
}

/// Where a module is.
#[derive(Clone)]
enum Place {
    /// In a file, which may have an interface alone.
    File(PathBuf),
    /// It stands for a library: a file that is made up, and the modules of the library.
    Library(PathBuf, Vec<(String, PathBuf)>),
}

/// The modules that a file can name.
#[derive(Default)]
struct Modules {
    known: BTreeMap<String, Place>,
}

impl Modules {
    fn of_folder(folder: &Path) -> Modules {
        let files = modules_in(folder).into_iter();
        Modules { known: files.map(|(name, path)| (name, Place::File(path))).collect() }
    }

    /// Leaves out the modules of the folder that belong to another stanza.
    fn restrict(&mut self, folder: &Path, own: &str) {
        let stanzas = stanzas(folder);
        let lists: Vec<Vec<String>> =
            stanzas.iter().filter_map(|stanza| stanza.field("modules")).collect();
        if let Some(list) = lists.iter().find(|list| is_listed(list, own)) {
            self.known.retain(|name, _| is_listed(list, name));
        }
    }

    /// Adds the libraries of the project that the stanzas of a folder use, and those that these use.
    fn add_libraries(&mut self, folder: &Path) {
        let used: BTreeSet<String> = stanzas(folder)
            .iter()
            .flat_map(|stanza| stanza.field("libraries").unwrap_or_default())
            .collect();
        if used.is_empty() {
            return;
        }
        let Some(root) = root_of(folder) else { return };
        for library in used_libraries(libraries_below(&root), used) {
            let inner: Vec<(String, PathBuf)> = library.modules().into_iter().collect();
            let main = capitalised(&library.name);
            if !library.wrapped || inner.iter().any(|(name, _)| *name == main) {
                let places = inner.into_iter().map(|(name, path)| (name, Place::File(path)));
                places.for_each(|(name, place)| {
                    self.known.entry(name).or_insert(place);
                });
                continue;
            }
            let path = library.folder.join(format!("{}.ml", library.name));
            self.known.entry(main).or_insert(Place::Library(path, inner));
        }
    }
}

/// The libraries that are used by these names, directly or by others that are.
fn used_libraries(mut all: Vec<Library>, mut used: BTreeSet<String>) -> Vec<Library> {
    let mut found: Vec<Library> = Vec::new();
    while let Some(at) = all.iter().position(|library| library.is_named_in(&used)) {
        let library = all.remove(at);
        used.extend(library.uses.iter().cloned());
        found.push(library);
    }
    found
}

/// The modules of a folder by name; a file with an interface alone counts.
fn modules_in(folder: &Path) -> BTreeMap<String, PathBuf> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = read::listed(folder, &["ml", "mli"]).unwrap_or_default();
    let paths = entries.into_iter().map(|entry| entry.path);
    let sources = paths.filter(|path| read::has_ending(path, &["ml", "mli"]));
    sources.map(|path| (module_name(&path), path.with_extension("ml"))).collect()
}

fn module_name(path: &Path) -> String {
    capitalised(&path.file_stem().unwrap_or_default().to_string_lossy())
}

fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The folder of the project, which has a file `dune-project`.
fn root_of(folder: &Path) -> Option<PathBuf> {
    let start = std::path::absolute(folder).ok()?;
    let mut folders = start.ancestors().take(MOST_LEVELS);
    folders.find(|folder| read::is_file(&folder.join("dune-project"))).map(Path::to_owned)
}

/// A library of a project.
struct Library {
    name: String,
    public_name: Option<String>,
    folder: PathBuf,
    /// Whether its modules are seen through one of its name.
    wrapped: bool,
    /// The libraries that it uses.
    uses: Vec<String>,
    /// What its field `modules` says.
    listed: Option<Vec<String>>,
}

impl Library {
    fn is_named_in(&self, names: &BTreeSet<String>) -> bool {
        let own = [Some(&self.name), self.public_name.as_ref()];
        own.into_iter().flatten().any(|name| names.contains(name))
    }

    fn modules(&self) -> BTreeMap<String, PathBuf> {
        let mut modules = modules_in(&self.folder);
        if let Some(listed) = &self.listed {
            modules.retain(|name, _| is_listed(listed, name));
        }
        modules
    }
}

/// Whether a field `modules` has a module: `a b`, `:standard`, `:standard \\ a b`.
fn is_listed(words: &[String], module: &str) -> bool {
    let (with, without) = match words.iter().position(|word| word == "\\") {
        Some(at) => (&words[..at], &words[at + 1..]),
        None => (words, &[][..]),
    };
    let has = |words: &[String]| words.iter().any(|word| capitalised(word) == module);
    (has(with) || with.iter().any(|word| word == ":standard")) && !has(without)
}

fn libraries_below(root: &Path) -> Vec<Library> {
    let (mut todo, mut found) = (vec![root.to_owned()], Vec::new());
    while let Some(folder) = todo.pop() {
        for stanza in stanzas(&folder).iter().filter(|stanza| stanza.kind == "library") {
            let public_name = stanza.field("public_name").and_then(|name| name.into_iter().next());
            let name = stanza.field("name").and_then(|name| name.into_iter().next());
            let Some(name) = name.or_else(|| public_name.clone()) else { continue };
            let wrapped = stanza.field("wrapped").is_none_or(|value| value != ["false"]);
            let uses = stanza.field("libraries").unwrap_or_default();
            let listed = stanza.field("modules");
            let folder = folder.clone();
            found.push(Library { name, public_name, folder, wrapped, uses, listed });
        }
        for read::FolderEntry { path, is_folder } in read::listed(&folder, &[]).unwrap_or_default()
        {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if is_folder && !name.starts_with(['.', '_']) {
                todo.push(path.clone());
            }
        }
    }
    found
}

/// A stanza of a `dune` file.
#[derive(Debug, PartialEq, Eq)]
struct Stanza {
    kind: String,
    fields: Vec<(String, Vec<String>)>,
}

impl Stanza {
    /// The words of a field.
    fn field(&self, name: &str) -> Option<Vec<String>> {
        self.fields.iter().find(|(known, _)| known == name).map(|(_, words)| words.clone())
    }
}

fn stanzas(folder: &Path) -> Vec<Stanza> {
    read::text(&folder.join("dune")).map_or_else(|_| Vec::new(), |text| parse_dune(&text))
}

/// Reads the stanzas of a `dune` file: `(kind (field word …) …)`. Deeper lists are taken as their words.
fn parse_dune(text: &str) -> Vec<Stanza> {
    let plain: String = text.lines().map(|line| line.split(';').next().unwrap_or("")).fold(
        String::new(),
        |mut all, line| {
            all.push_str(line);
            all.push('\n');
            all
        },
    );
    let spaced = plain.replace('(', " ( ").replace(')', " ) ");
    let (mut depth, mut stanzas): (usize, Vec<Stanza>) = (0, Vec::new());
    for word in spaced.split_whitespace() {
        match word {
            "(" => {
                depth += 1;
                match (depth, stanzas.last_mut()) {
                    (1, _) => stanzas.push(Stanza { kind: String::new(), fields: Vec::new() }),
                    (2, Some(stanza)) => stanza.fields.push((String::new(), Vec::new())),
                    _ => {}
                }
            }
            ")" => depth = depth.saturating_sub(1),
            word => {
                let Some(stanza) = stanzas.last_mut() else { continue };
                match (depth, stanza.fields.last_mut()) {
                    (1, _) if stanza.kind.is_empty() => stanza.kind = word.to_owned(),
                    (2.., Some((name, _))) if name.is_empty() => *name = word.to_owned(),
                    (2.., Some((_, words))) => words.push(word.to_owned()),
                    _ => {}
                }
            }
        }
    }
    stanzas
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stanzas_are_read_with_their_fields() {
        let text = "; a comment\n(library\n (name store) (public_name my.store)\n (libraries base fmt)\n (wrapped false))\n(test (name t) (modules t))";
        let stanzas = parse_dune(text);
        assert_eq!(stanzas.len(), 2);
        assert_eq!(stanzas[0].kind, "library");
        assert_eq!(stanzas[0].field("libraries"), Some(vec!["base".to_owned(), "fmt".to_owned()]));
        assert_eq!(stanzas[0].field("wrapped"), Some(vec!["false".to_owned()]));
        assert_eq!(stanzas[1].field("modules"), Some(vec!["t".to_owned()]));
    }

    #[test]
    fn modules_are_listed_with_exceptions() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert!(is_listed(&words("store item"), "Item"));
        assert!(!is_listed(&words("store"), "Item"));
        assert!(is_listed(&words(":standard \\ main"), "Item"));
        assert!(!is_listed(&words(":standard \\ main"), "Main"));
    }

    #[test]
    fn libraries_are_used_through_others() {
        let library = |name: &str, uses: &[&str]| Library {
            name: name.to_owned(),
            public_name: None,
            folder: PathBuf::new(),
            wrapped: true,
            uses: uses.iter().map(|name| (*name).to_owned()).collect(),
            listed: None,
        };
        let all = vec![
            library("c", &[]),
            library("d", &["c"]),
            library("a", &["b"]),
            library("b", &["c", "a"]),
        ];
        let found = used_libraries(all, BTreeSet::from(["a".to_owned()]));
        let names: Vec<&str> = found.iter().map(|library| library.name.as_str()).collect();
        assert_eq!(names, ["a", "b", "c"]);
    }

    #[test]
    fn broken_files_are_read_as_far_as_they_go() {
        assert_eq!(parse_dune(")))").len(), 0);
        assert_eq!(parse_dune("(library (name").len(), 1);
    }
}
