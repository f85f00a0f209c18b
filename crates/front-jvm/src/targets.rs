//! What a user names: methods, and folders, jars and sources in which they are.

use std::path::{Path, PathBuf};

use frontend::args::{JavaArgs, WantedArgs};
use frontend::{Language, Parted};
use host::read;

use super::tests::is_generated;

/// Whether a file is something that Java programs are in.
pub(super) fn is_class_path(file: &Path) -> bool {
    let several = file.to_str().is_some_and(|text| text.contains(':')) && !file.exists();
    several || file.is_dir() || read::has_ending(file, &["jar", "java"])
}

/// All that there is of Java, and all of other languages.
pub(super) fn part_all(wanted: &WantedArgs) -> Parted {
    let parted = part(wanted, &JavaArgs::default());
    let is_mixed = |target: &&String| wanted.lang.is_none() && Claim::new(target).java;
    let mixed = parted.others.iter().filter(is_mixed).cloned();
    Parted { own: parted.own.into_iter().chain(mixed).collect(), others: parted.others }
}

/// Targets are Java programs by what they are. Where a method or a property is named, so is a
/// folder with some, and all that no other language claims.
pub(super) fn part(wanted: &WantedArgs, java: &JavaArgs) -> Parted {
    let targets = &wanted.targets;
    match wanted.lang {
        Some(Language::Java) => return Parted { own: targets.clone(), others: Vec::new() },
        Some(_) => return Parted { own: Vec::new(), others: targets.clone() },
        None => {}
    }
    let asked = !java.property.is_empty() || targets.iter().any(is_method);
    let mut parted = Parted::default();
    for target in targets {
        let claim = Claim::new(target);
        if claim.java && (asked || !claim.others) || asked && !claim.others {
            parted.own.push(target.clone());
        }
        if claim.others || !claim.java && !asked {
            parted.others.push(target.clone());
        }
    }
    parted
}

/// Who claims a target.
struct Claim {
    java: bool,
    others: bool,
}

impl Claim {
    fn new(target: &String) -> Claim {
        if is_method(target) {
            return Claim { java: true, others: false };
        }
        let path = Path::new(target);
        let has = |endings: &[&str]| {
            read::programs_below(path, endings).is_ok_and(|files| !files.is_empty())
        };
        if path.is_dir() {
            return Claim { java: has(ENDINGS), others: has(&Language::all_endings()) };
        }
        let entries: Vec<PathBuf> = std::env::split_paths(target).collect();
        let is_java = |entry: &PathBuf| {
            read::has_ending(entry, &["java", "jar"]) || entry.is_dir() && Claim::is_java(entry)
        };
        let file = target.rsplit_once(':').map_or(target.as_str(), |(file, _)| file);
        let is_other = |path: &Path| read::has_ending(path, &Language::all_endings());
        Claim {
            java: entries.iter().all(is_java),
            others: is_other(path) || is_other(Path::new(file)),
        }
    }

    /// Whether a folder has Java programs and no others.
    fn is_java(folder: &Path) -> bool {
        let claim = Claim::new(&folder.to_string_lossy().into_owned());
        claim.java && !claim.others
    }
}

/// The endings of sources, classes and archives.
const ENDINGS: &[&str] = &["class", "jar", "java"];

/// How many sources, classes and archives of Java programs lie below a folder.
pub(super) fn files_in(folder: &Path) -> usize {
    let own = read::programs_below(folder, ENDINGS).unwrap_or_default();
    let is_program = |path: &&PathBuf| {
        let is_source = read::has_ending(path, &["java"]);
        !is_source || read::source_text(path).is_ok_and(|text| !is_generated(&text))
    };
    own.iter().filter(is_program).count()
}

/// Whether a target is a method such as `com.acme.Report#total(m: int)`. Names of other languages may
/// end in a `#`.
pub(super) fn is_method(target: &String) -> bool {
    let behind = target.split_once('#').and_then(|(_, method)| method.chars().next());
    behind.is_some_and(|first| first.is_alphabetic() || "_$<".contains(first))
        && !Path::new(target).exists()
}

/// Methods, and folders, jars and sources. A method may stand behind its classes and a colon, as
/// reports and `list` write it.
pub(super) fn split(targets: &[String]) -> (Vec<String>, Vec<String>) {
    let (mut methods, mut classes): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for target in targets {
        let Some((before, _)) = target.split_once('#').filter(|_| is_method(target)) else {
            classes.push(target.clone());
            continue;
        };
        match before.rsplit_once(':') {
            Some((around, _)) => {
                if !classes.iter().any(|known| known == around) {
                    classes.push(around.to_owned());
                }
                methods.push(target[around.len() + 1..].to_owned());
            }
            None => methods.push(target.clone()),
        }
    }
    (methods, classes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_differ_from_other_languages() {
        for (target, expected) in [
            ("a.B#f(x: int)", true),
            ("classes:a.B$C#main", true),
            ("Main.hs:plus#", false),
            ("main.ml:add", false),
        ] {
            assert_eq!(is_method(&target.to_owned()), expected, "{target}");
        }
    }

    #[test]
    fn classes_in_front_of_a_method_are_named_once() {
        let targets = ["lib.jar", "out:a.B#f()", "out:a.B#g()", "a.B#h()"].map(str::to_owned);
        let (methods, classes) = split(&targets);
        assert_eq!(methods, ["a.B#f()", "a.B#g()", "a.B#h()"]);
        assert_eq!(classes, ["lib.jar", "out"]);
    }
}
