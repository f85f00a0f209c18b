//! The version, which several files name.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::workspace::read;

/// The version that all files and the tag of the commit agree on.
pub(super) fn agreed(root: &Path) -> Result<String> {
    let mut wrong = disagreements(root)?;
    let version = stated(&read(root, "Cargo.toml")?)?;
    let tags =
        Command::new("git").current_dir(root).args(["tag", "--points-at", "HEAD"]).output()?;
    let tags = String::from_utf8_lossy(&tags.stdout).into_owned();
    let versions: Vec<&str> = tags.lines().filter(|tag| tag.starts_with('v')).collect();
    wrong.extend(tag_disagrees(&version, &versions));
    match wrong.is_empty() {
        true if versions.is_empty() => eprintln!("xtask: no tag yet: `git tag v{version}`"),
        true => {}
        false => bail!("the version is {version} and:\n  {}", wrong.join("\n  ")),
    }
    Ok(version)
}

/// What names another version than Cargo.toml.
pub(crate) fn disagreements(root: &Path) -> Result<Vec<String>> {
    let version = stated(&read(root, "Cargo.toml")?)?;
    let mut wrong = Vec::new();
    for (file, expected) in [
        ("CHANGELOG.md", format!("\n## [{version}] - ")),
        ("editors/vscode/package.json", format!("\"version\": \"{version}\"")),
        ("docs/ci.md", format!("rev: v{version}")),
    ] {
        if !read(root, file)?.contains(&expected) {
            wrong.push(format!("{file} does not have `{}`", expected.trim()));
        }
    }
    Ok(wrong)
}

/// The version that the manifest of the workspace states.
fn stated(manifest: &str) -> Result<String> {
    let line = manifest.lines().find_map(|line| line.strip_prefix("version = \""));
    let version = line.and_then(|rest| rest.split('"').next());
    Ok(version.context("Cargo.toml states no version")?.to_owned())
}

fn tag_disagrees(version: &str, tags: &[&str]) -> Option<String> {
    let is_fine = tags.is_empty() || tags.contains(&format!("v{version}").as_str());
    (!is_fine).then(|| format!("the commit has the tag {}", tags.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_version_of_a_manifest_is_that_of_the_workspace() {
        let manifest =
            "[workspace.package]\nversion = \"1.2.3\"\n\n[dependencies]\nversion = \"4\"\n";
        assert_eq!(stated(manifest).expect("it states one"), "1.2.3");
        assert!(stated("[workspace]\n").is_err());
    }

    #[test]
    fn a_tag_of_another_version_is_wrong() {
        assert_eq!(tag_disagrees("1.2.3", &[]), None);
        assert_eq!(tag_disagrees("1.2.3", &["v1.2.3", "vote"]), None);
        assert!(tag_disagrees("1.2.3", &["v1.2.2"]).is_some());
    }
}
