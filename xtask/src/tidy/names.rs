//! Public type names that mean one thing in the workspace.
//!
//! A reader who meets `Outcome` should know which one it is. Names that several crates define anyway
//! stand in `names.txt`, each below its reason. The list may only get shorter: a new clash is an
//! error, and so is a line for a clash that is gone.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::Complaint;

/// The clashes that stay.
pub(super) const SHARED: &str = include_str!("names.txt");

/// The crates that define a name, by that name.
pub(super) type Definitions = BTreeMap<String, BTreeSet<String>>;

/// Adds the public types of a source file.
pub(super) fn collect(path: &Path, text: &str, all: &mut Definitions) {
    let mut parts = path.iter().map(|part| part.to_string_lossy());
    let (Some("crates"), Some(own), Some("src")) =
        (parts.next().as_deref(), parts.next(), parts.next().as_deref())
    else {
        return;
    };
    for name in text.lines().filter_map(defined) {
        all.entry(name.to_owned()).or_default().insert(own.clone().into_owned());
    }
}

/// The public type that a line at the outermost level defines.
fn defined(line: &str) -> Option<&str> {
    let (kind, rest) = line.strip_prefix("pub ")?.split_once(' ')?;
    let is_type = matches!(kind, "struct" | "enum" | "trait" | "type" | "union");
    let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
    is_type.then_some(&rest[..end])
}

/// Compares the names that several crates define with the list of those that stay.
pub(super) fn check(all: &Definitions, shared: &str) -> Vec<Complaint> {
    let (allowed, mut complaints) = allowed(shared);
    let clashes = all.iter().filter(|(_, crates)| crates.len() > 1);
    for (name, crates) in clashes {
        let fresh: Vec<&str> = match allowed.get(name.as_str()) {
            Some(known) => {
                crates.iter().map(String::as_str).filter(|own| !known.contains(own)).collect()
            }
            None => crates.iter().map(String::as_str).collect(),
        };
        if !fresh.is_empty() {
            let fresh = fresh.join(", ");
            complaints.push(format!(
                "{name}: a public type of this name exists elsewhere, too ({fresh})"
            ));
        }
    }
    for (name, crates) in allowed {
        let stale = |own: &&&str| !all.get(name).is_some_and(|found| found.contains(**own));
        let gone: Vec<&str> = crates.iter().filter(stale).copied().collect();
        if !gone.is_empty() || crates.len() < 2 {
            let gone = gone.join(", ");
            complaints
                .push(format!("xtask/src/tidy/names.txt: `{name}` is no clash any more ({gone})"));
        }
    }
    complaints
}

/// The entries of the list, and what is wrong with its form.
fn allowed(text: &str) -> (BTreeMap<&str, Vec<&str>>, Vec<Complaint>) {
    let (mut all, mut complaints, mut has_reason) = (BTreeMap::new(), Vec::new(), false);
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        match line.split_once(':') {
            _ if line.starts_with('#') => has_reason = true,
            Some((name, crates)) if has_reason => {
                all.insert(name, crates.split_whitespace().collect());
            }
            _ => complaints.push(format!("xtask/src/tidy/names.txt: `{line}` has no reason")),
        }
    }
    (all, complaints)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn definitions(of: &[(&str, &str)]) -> Definitions {
        let mut all = Definitions::new();
        for (path, text) in of {
            collect(Path::new(path), text, &mut all);
        }
        all
    }

    fn clash() -> Definitions {
        let source = "pub struct Place<T>(T);\npub(crate) enum Own {}\n    pub type Inner = u8;\n";
        definitions(&[("crates/a/src/lib.rs", source), ("crates/b/src/x/y.rs", "pub enum Place {")])
    }

    #[test]
    fn only_public_types_of_two_crates_clash() {
        let said = check(&clash(), "");
        assert_eq!(said, ["Place: a public type of this name exists elsewhere, too (a, b)"]);
        let tests =
            [("crates/a/tests/x.rs", "pub struct Place;"), ("xtask/src/y.rs", "pub enum Place {")];
        assert_eq!(check(&definitions(&tests), ""), Vec::<String>::new());
    }

    #[test]
    fn a_clash_that_stays_has_a_reason_and_names_its_crates() {
        assert_eq!(check(&clash(), "# why\nPlace: a b\n"), Vec::<String>::new());
        assert_eq!(check(&clash(), "Place: a b\n").len(), 2);
        assert_eq!(check(&clash(), "# why\nPlace: a\n").len(), 2);
    }

    #[test]
    fn a_clash_that_is_gone_leaves_the_list() {
        let said = check(&clash(), "# why\nPlace: a b c\n");
        assert_eq!(said, ["xtask/src/tidy/names.txt: `Place` is no clash any more (c)"]);
    }
}
