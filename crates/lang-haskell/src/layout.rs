//! Where the modules of a program are, and how a package wants them to be compiled.
//!
//! The folder that a module's name counts from is seen from its header: `src` for `src/Data/Queue.hs`,
//! which starts with `module Data.Queue`. The description of a package above it (`*.cabal`, or
//! `package.yaml`) names further folders and language extensions. Nothing else of it is followed: set-ups,
//! preprocessors and programs that it names are not run.

use std::io;
use std::path::{Component, Path, PathBuf};

/// How far above a file the description of its package is looked for.
const MOST_LEVELS: usize = 12;

/// Where GHC looks for modules, and with which options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Layout {
    /// The folders that names of modules count from, the first of them that of the file.
    pub(crate) roots: Vec<PathBuf>,
    /// Options of GHC: language extensions.
    pub(crate) options: Vec<String>,
}

/// What the description of a package says of one of its parts.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Part {
    /// The word that it begins with, and its name: `common warnings`.
    title: String,
    folders: Vec<String>,
    extensions: Vec<String>,
    /// The common parts that it takes over.
    imports: Vec<String>,
}

impl Layout {
    /// The layout around a file.
    pub(crate) fn of(file: &Path) -> io::Result<Layout> {
        let text = String::from_utf8_lossy(&std::fs::read(file)?).into_owned();
        let folder = match file.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
            Some(_) | None => PathBuf::from("."),
        };
        let own = module_name(&text).and_then(|name| root_of(file, &name)).unwrap_or(folder);
        let mut layout = Layout { roots: vec![own], options: Vec::new() };
        if let Some((package, parts)) = package_above(file)? {
            layout.add(file, &package, &parts);
        }
        Ok(layout)
    }

    /// Takes in what a package says. The part that a file belongs to says with which extensions.
    fn add(&mut self, file: &Path, package: &Path, parts: &[Part]) {
        let place = file.canonicalize().ok();
        let is_in = |folder: &String| {
            let folder = package.join(folder).canonicalize().ok();
            place.as_ref().zip(folder).is_some_and(|(place, folder)| place.starts_with(folder))
        };
        let mut taken: Vec<&Part> = parts.iter().filter(|part| part.title.is_empty()).collect();
        let depth = |part: &Part| {
            let inside = part.sources().into_iter().filter(|folder| is_in(folder));
            inside.map(|folder| Path::new(&folder).components().count()).max()
        };
        let own = parts.iter().enumerate().filter(|(_, part)| part.has_code());
        let own = own.filter_map(|(at, part)| Some((depth(part)?, std::cmp::Reverse(at), part)));
        let nearest = own.max_by_key(|(depth, at, _)| (*depth, *at));
        taken.extend(nearest.map(|(_, _, part)| part));
        let imported: Vec<&Part> = taken
            .iter()
            .flat_map(|part| &part.imports)
            .filter_map(|name| parts.iter().find(|part| part.title == format!("common {name}")))
            .collect();
        for extension in taken.iter().chain(&imported).flat_map(|part| &part.extensions) {
            let option = format!("-X{extension}");
            if is_extension(extension) && !self.options.contains(&option) {
                self.options.push(option);
            }
        }
        for folder in parts.iter().flat_map(|part| &part.folders) {
            let root = match package == Path::new(".") {
                true => PathBuf::from(folder),
                false => package.join(folder),
            };
            if root.is_dir() && !self.roots.contains(&root) {
                self.roots.push(root);
            }
        }
    }
}

/// The files of a program's folders that a file imports itself, as far as its text tells.
#[must_use]
pub fn imported_files(file: &Path) -> Vec<PathBuf> {
    let Ok(layout) = Layout::of(file) else { return Vec::new() };
    let text = std::fs::read(file).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let named = text.lines().filter_map(imported_module);
    let places = named.flat_map(|name| {
        let path = name.replace('.', "/");
        let roots = layout.roots.iter();
        let both = roots.flat_map(move |root| {
            ["hs", "lhs"].map(|ending| root.join(&path).with_extension(ending))
        });
        both.collect::<Vec<PathBuf>>()
    });
    places.filter(|path| path.is_file()).collect()
}

/// The module that a line imports.
fn imported_module(line: &str) -> Option<&str> {
    let line = line.strip_prefix('>').unwrap_or(line).trim_start();
    let mut words = line.strip_prefix("import ")?.split_whitespace();
    words.find(|word| word.starts_with(char::is_uppercase)).map(|word| {
        let belongs = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\'' | '.');
        &word[..word.find(|c| !belongs(c)).unwrap_or(word.len())]
    })
}

/// Whether a word is the name of an extension. Those that run code while a file is compiled have to be
/// asked for by the file itself, where they are checked.
fn is_extension(word: &str) -> bool {
    let runs_code = ["TemplateHaskell", "QuasiQuotes"].contains(&word);
    !runs_code && !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric())
}

/// The name that a module gives itself.
fn module_name(text: &str) -> Option<String> {
    for line in text.lines() {
        let line = line.strip_prefix('>').unwrap_or(line).trim_start();
        if let Some(rest) = line.strip_prefix("module ") {
            let rest = rest.trim_start();
            let belongs = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\'' | '.');
            let end = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
            return rest.starts_with(char::is_uppercase).then(|| rest[..end].to_owned());
        }
    }
    None
}

/// The folder that the name of a module in a file counts from, if the file lies as its name says.
fn root_of(file: &Path, name: &str) -> Option<PathBuf> {
    let mut root = file.with_extension("");
    for part in name.rsplit('.') {
        if root.file_name()? != part {
            return None;
        }
        root.pop();
    }
    Some(if root.as_os_str().is_empty() { PathBuf::from(".") } else { root })
}

/// The folder of the package that a file belongs to, named as the file is, with what it says.
fn package_above(file: &Path) -> io::Result<Option<(PathBuf, Vec<Part>)>> {
    let Some((level, description)) = description_above(file)? else { return Ok(None) };
    let text = String::from_utf8_lossy(&std::fs::read(&description)?).into_owned();
    let is_yaml = description.extension().is_some_and(|ending| ending == "yaml");
    let parts = if is_yaml { yaml_parts(&text) } else { cabal_parts(&text) };
    Ok(Some((above(file, level), parts)))
}

/// The description of the package that a file belongs to.
#[must_use]
pub fn description(file: &Path) -> Option<PathBuf> {
    description_above(file).ok().flatten().map(|(_, path)| path)
}

/// The description of the package that a file belongs to, and how many levels above it.
fn description_above(file: &Path) -> io::Result<Option<(usize, PathBuf)>> {
    let whole = file.canonicalize()?;
    for (level, folder) in whole.ancestors().skip(1).take(MOST_LEVELS).enumerate() {
        let Ok(entries) = std::fs::read_dir(folder) else { continue };
        let names = entries.filter_map(Result::ok).map(|entry| entry.path());
        let is_description = |path: &PathBuf| {
            path.extension().is_some_and(|ending| ending == "cabal")
                || path.file_name().is_some_and(|name| name == "package.yaml")
        };
        let mut found: Vec<PathBuf> = names.filter(is_description).collect();
        found.sort();
        if let Some(description) = found.into_iter().next() {
            return Ok(Some((level, description)));
        }
        if folder.join(".git").exists() {
            break;
        }
    }
    Ok(None)
}

/// The folder so many levels above that of a file, in the words of the file.
fn above(file: &Path, levels: usize) -> PathBuf {
    let mut folder = file.parent().unwrap_or(Path::new("")).to_owned();
    for _ in 0..levels {
        let last = folder.components().next_back();
        match last {
            Some(Component::Normal(_)) => {
                folder.pop();
            }
            _ => folder.push(".."),
        }
    }
    if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder }
}

/// The parts of a package as Cabal describes them. Fields within conditions count as well.
fn cabal_parts(text: &str) -> Vec<Part> {
    const PARTS: [&str; 7] =
        ["library", "executable", "test-suite", "benchmark", "common", "foreign-library", "flag"];
    let mut parts = vec![Part::default()];
    let mut field: Option<(String, usize)> = None;
    for line in text.lines() {
        let plain = line.trim();
        if plain.is_empty() || plain.starts_with("--") {
            continue;
        }
        let indent = line.len() - line.trim_start().len();
        let first = plain.split_whitespace().next().unwrap_or_default().to_lowercase();
        if indent == 0 && PARTS.contains(&first.as_str()) {
            let title = plain.split_whitespace().collect::<Vec<_>>().join(" ");
            parts.push(Part { title, ..Part::default() });
            field = None;
            continue;
        }
        let part = parts.last_mut().expect("there is always one");
        match plain.split_once(':') {
            Some((name, value)) if is_field(name) => {
                field = Some((name.to_lowercase(), indent));
                part.add(&name.to_lowercase(), value);
            }
            _ => match &field {
                Some((name, at)) if indent > *at => part.add(name, plain),
                _ => field = None,
            },
        }
    }
    parts
}

fn is_field(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}

impl Part {
    /// Whether modules belong to it.
    fn has_code(&self) -> bool {
        let word = self.title.split_whitespace().next();
        word.is_some_and(|word| word != "common" && word != "flag")
    }

    /// The folders of its modules: without a word on it that of the package.
    fn sources(&self) -> Vec<String> {
        match self.folders.is_empty() {
            true => vec![".".to_owned()],
            false => self.folders.clone(),
        }
    }

    fn add(&mut self, field: &str, values: &str) {
        let list = match field {
            "hs-source-dirs" | "hs-source-dir" | "source-dirs" => &mut self.folders,
            "default-extensions" | "extensions" => &mut self.extensions,
            "import" => &mut self.imports,
            _ => return,
        };
        let words = values.split([',', ' ', '\t']).map(|word| word.trim_matches(['"', '\'']));
        list.extend(words.filter(|word| !word.is_empty()).map(str::to_owned));
    }
}

/// The parts of a package as Hpack describes them: all in one, because each has but the common fields and
/// its folders.
fn yaml_parts(text: &str) -> Vec<Part> {
    let mut part = Part::default();
    let mut field = String::new();
    for line in text.lines() {
        let plain = line.trim();
        if let Some(item) = plain.strip_prefix("- ") {
            part.add(&field, item);
        } else if let Some((name, value)) = plain.split_once(':') {
            field = name.trim().to_owned();
            part.add(&field, value.trim().trim_start_matches('[').trim_end_matches(']'));
        }
    }
    vec![part]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_follow_from_names() {
        let root = |file: &str, name: &str| root_of(Path::new(file), name);
        assert_eq!(root("src/Data/Queue.hs", "Data.Queue"), Some(PathBuf::from("src")));
        assert_eq!(root("Data/Queue.hs", "Data.Queue"), Some(PathBuf::from(".")));
        assert_eq!(root("src/Queue.hs", "Data.Queue"), None);
        assert_eq!(root("app/Start.hs", "Main"), None);
    }

    #[test]
    fn headers_name_modules() {
        let text = "{-# LANGUAGE CPP #-}\n-- | Queues.\nmodule Data.Queue\n  ( push ) where\n";
        assert_eq!(module_name(text).as_deref(), Some("Data.Queue"));
        assert_eq!(module_name("> module A.B where\n").as_deref(), Some("A.B"));
        assert_eq!(module_name("main = print 1\n"), None);
    }

    #[test]
    fn cabal_files_have_parts() {
        let text = "name: queues\nversion: 1\n\ncommon shared\n  default-extensions: LambdaCase\n\n\
                    library\n  import: shared\n  hs-source-dirs:\n      src\n      , gen\n  -- a remark\n  \
                    if flag(fast)\n    default-extensions: BangPatterns,\n      TupleSections\n\n\
                    test-suite tests\n  hs-source-dirs: test\n  ghc-options: -F -pgmF evil\n";
        let parts = cabal_parts(text);
        let library = parts.iter().find(|part| part.title == "library").expect("it is there");
        assert_eq!(library.folders, ["src", "gen"]);
        assert_eq!(library.extensions, ["BangPatterns", "TupleSections"]);
        assert_eq!(library.imports, ["shared"]);
    }

    #[test]
    fn packages_say_where_and_how() {
        let package = tempfile::tempdir().expect("a folder can be made");
        let at = |name: &str| package.path().join(name);
        for folder in ["src/Data", "app"] {
            std::fs::create_dir_all(at(folder)).expect("a folder can be made");
        }
        let cabal = "common shared\n  default-extensions: LambdaCase, TemplateHaskell\nlibrary\n  \
                     import: shared\n  hs-source-dirs: src\nexecutable run\n  hs-source-dirs: app\n";
        std::fs::write(at("queues.cabal"), cabal).expect("a file can be written");
        std::fs::write(at("src/Data/Queue.hs"), "module Data.Queue where\n").expect("it can");
        std::fs::write(at("app/Main.hs"), "module Main where\n").expect("it can");
        let text = "module Main where\nimport qualified Data.Queue as Q\nimport Data.List(sort)\n";
        std::fs::write(at("app/Main.hs"), text).expect("it can");
        assert_eq!(imported_files(&at("app/Main.hs")), [at("src/Data/Queue.hs")]);
        let library = Layout::of(&at("src/Data/Queue.hs")).expect("it is there");
        assert_eq!(library.roots, [at("src"), at("app")]);
        assert_eq!(library.options, ["-XLambdaCase"], "code is not run because a package says so");
        let program = Layout::of(&at("app/Main.hs")).expect("it is there");
        assert_eq!(program.roots, [at("app"), at("src")]);
        assert_eq!(program.options, [""; 0]);
    }

    #[test]
    fn hpack_files_are_read() {
        let text = "name: queues\nsource-dirs: src\ndefault-extensions:\n- LambdaCase\n- GADTs\n\
                    library:\n  source-dirs: lib\n";
        let parts = yaml_parts(text);
        assert_eq!(parts[0].folders, ["src", "lib"]);
        assert_eq!(parts[0].extensions, ["LambdaCase", "GADTs"]);
    }
}
