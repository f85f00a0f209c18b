//! Our base library against the interfaces of GHC's own libraries.
//!
//! A program that was compiled against GHC's libraries is linked with ours, so whatever both define
//! must take the same dictionaries, and classes must have their methods in the same order. GHC says
//! what its libraries define (`Signatures.hs`); our library says it by its dump.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use lang_haskell::cache::Cache;
use lang_haskell::core::{Module, Name, Type, TypeKind};
use lang_haskell::ghc::How;
use lang_haskell::names;

/// Types that only their own functions look into, so that ours may be made otherwise.
const OPAQUE: &[&str] = &["Handle", "IOException", "IntMap", "IntSet", "TypeRep"];

/// What our library defines, in the words of `Signatures.hs`.
#[derive(Default)]
struct Ours {
    values: BTreeMap<Name, Vec<String>>,
    classes: BTreeMap<Name, Vec<String>>,
    types: BTreeMap<Name, Vec<String>>,
    instances: BTreeMap<Name, Vec<String>>,
}

impl Ours {
    fn new(modules: &[Module]) -> Ours {
        let mut ours = Ours::default();
        modules.iter().for_each(|module| ours.add(module));
        ours
    }

    fn add(&mut self, module: &Module) {
        for definition in &module.definitions {
            self.values.insert(definition.name.clone(), dictionaries(&definition.ty));
        }
        for class in &module.classes {
            let selectors = class.selectors.iter().map(|selector| selector.occ.clone());
            self.classes.insert(class.name.clone(), selectors.collect());
            let methods = class.methods.iter();
            self.values.extend(methods.map(|(name, ty)| (name.clone(), dictionaries(ty))));
        }
        for decl in &module.types {
            if let TypeKind::Data(constructors) = &decl.kind {
                let shown =
                    constructors.iter().map(|c| format!("{}/{}", c.name.occ, c.fields.len()));
                self.types.insert(decl.name.clone(), shown.collect());
            }
        }
        for instance in &module.instances {
            if let Some(Type::Con(name, _)) = instance.types.last() {
                let head = vec![name.module.clone(), name.occ.clone()];
                self.instances.insert(instance.dictionary.clone(), head);
            }
        }
    }

    fn of_kind(&self, kind: &str) -> &BTreeMap<Name, Vec<String>> {
        match kind {
            "value" => &self.values,
            "class" => &self.classes,
            "type" => &self.types,
            "instance" => &self.instances,
            _ => panic!("there is no such kind: {kind}"),
        }
    }

    /// The type in our library that stands for one of GHC's.
    fn counterpart(&self, head: &[String]) -> Vec<String> {
        let [module, occ] = head else { panic!("a type has a module and a name: {head:?}") };
        if occ == "FUN" {
            return vec!["GHC.Types".to_owned(), "->".to_owned()];
        }
        let real = Name { module: module.clone(), occ: occ.clone() };
        let declared = |name: &Name| {
            self.types.contains_key(name)
                || self
                    .instances
                    .values()
                    .any(|head| *head == [name.module.clone(), name.occ.clone()])
        };
        names::ours(&real, declared)
            .map_or_else(|| head.to_vec(), |ours| vec![ours.module, ours.occ])
    }
}

/// The classes of the dictionaries that a value takes before anything else.
fn dictionaries(mut ty: &Type) -> Vec<String> {
    let mut classes = Vec::new();
    loop {
        match ty {
            Type::ForAll(_, body) => ty = body,
            Type::Qualified(class, result) => {
                let Type::Con(name, _) = class.as_ref() else { panic!("a class: {class:?}") };
                classes.push(name.occ.clone());
                ty = result;
            }
            _ => return classes,
        }
    }
}

/// What GHC says of its libraries, line by line.
fn by_ghc() -> String {
    let work = tempfile::tempdir().expect("a folder can be made");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/Signatures.hs");
    let built = work.path().join("signatures");
    let mut ghc = Command::new("ghc");
    ghc.args(["-v0", "-O0", "-package", "ghc", "-outputdir"]).arg(work.path());
    let status = ghc.arg("-o").arg(&built).arg(&source).status().expect("GHC is there");
    assert!(status.success(), "it compiles");
    let libdir = Command::new("ghc").arg("--print-libdir").output().expect("GHC is there");
    let libdir = String::from_utf8_lossy(&libdir.stdout).trim().to_owned();
    // Its package hides it, so GHC does not load it by its name.
    let modules = names::modules().filter(|module| *module != "Data.Text.Show");
    let output = Command::new(built).arg(libdir).args(modules).output();
    let output = output.expect("it can be run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn our_library_is_linked_as_ghcs_own() {
    let cache = Cache::in_folder(std::env::temp_dir().join("tracehound-test-cache"));
    let library = cache
        .library(&cache.ghc(How::PLAIN).expect("GHC is there"), How::PLAIN)
        .expect("it compiles");
    let ours = Ours::new(&library);
    let mut compared = 0;
    let mut wrong = Vec::new();
    for line in by_ghc().lines() {
        let mut words = line.split(' ').map(str::to_owned);
        let mut word = || words.next().expect("each line has three words");
        let (kind, real) = (word(), Name { module: word(), occ: word() });
        let expected: Vec<String> = words.collect();
        let known = ours.of_kind(&kind);
        let Some(name) = names::ours(&real, |name| known.contains_key(name)) else { continue };
        let found = &known[&name];
        let same = match kind.as_str() {
            "instance" => *found == ours.counterpart(&expected),
            "type" => *found == expected || OPAQUE.contains(&real.occ.as_str()),
            _ => *found == expected,
        };
        compared += 1;
        if !same {
            wrong.push(format!("{line}\n  ours: {} {} {}", name.module, name.occ, found.join(" ")));
        }
    }
    assert!(wrong.is_empty(), "{} of {compared} differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(compared > 2000, "only {compared} names were compared");
}
