//! Jars that name further jars in their manifests, as Java virtual machines and compilers follow them.

use std::path::{Path, PathBuf};

use crate::class_path::{ClassPathError, Entry};

/// The header of a manifest that names further folders and jars.
const CLASS_PATH: &str = "Class-Path:";

/// Folders and jars with those that the manifests of the jars name, each followed by its own. What is
/// not there is left out, as everywhere in Java.
pub fn with_manifests(entries: &[PathBuf]) -> Result<Vec<PathBuf>, ClassPathError> {
    let (mut all, mut open): (Vec<PathBuf>, Vec<PathBuf>) = (Vec::new(), entries.to_vec());
    open.reverse();
    while let Some(entry) = open.pop() {
        if !all.contains(&entry) {
            let mut named = named_by(&entry)?;
            named.reverse();
            all.push(entry);
            open.extend(named);
        }
    }
    Ok(all)
}

fn named_by(entry: &Path) -> Result<Vec<PathBuf>, ClassPathError> {
    if entry.is_dir() {
        return Ok(Vec::new());
    }
    let manifest = Entry::open(entry)?.read("META-INF/MANIFEST.MF")?.unwrap_or_default();
    let folder = entry.parent().unwrap_or(Path::new(""));
    let names = class_path_of(&String::from_utf8_lossy(&manifest));
    Ok(names.iter().map(|name| folder.join(name)).filter(|path| path.exists()).collect())
}

/// The names in a manifest. A line that begins with a space goes on with the one before.
fn class_path_of(manifest: &str) -> Vec<String> {
    let whole = manifest.replace("\r\n", "\n").replace("\n ", "");
    let header = whole.lines().find_map(|line| line.strip_prefix(CLASS_PATH));
    header.into_iter().flat_map(str::split_whitespace).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_go_on_after_a_space() {
        let manifest = "Manifest-Version: 1.0\r\nClass-Path: a.jar lib/lo\r\n ng.jar\r\nX: y\r\n";
        assert_eq!(class_path_of(manifest), ["a.jar", "lib/long.jar"]);
        assert!(class_path_of("Manifest-Version: 1.0\n").is_empty());
    }
}
