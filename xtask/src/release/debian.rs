//! The package for Debian and Ubuntu, from what `crates/cli/Cargo.toml` says to cargo-deb.

use std::fmt::Write;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use cargo_metadata::MetadataCommand;
use serde_json::Value;

use super::{Made, Release, answers, glibc, run};

/// Makes the package, takes it apart again and tries what is in it.
pub(super) fn deb(release: &Release<'_>) -> Result<Made> {
    if !answers("dpkg-deb", &["--version"]) {
        return Ok(Made::Skipped("there is no dpkg-deb"));
    }
    let said = stated(release.root)?;
    let arch = Command::new("dpkg").arg("--print-architecture").output()?.stdout;
    let arch = String::from_utf8_lossy(&arch).trim().to_owned();
    let tree = release.folder.join("deb");
    for asset in assets(&said)? {
        install(release, &tree, &asset)?;
    }
    let libc = glibc(&fs::read(&release.binary)?).context("the binary names no C library")?;
    fs::create_dir_all(tree.join("DEBIAN"))?;
    fs::write(tree.join("DEBIAN/control"), control(&said, &release.version, &arch, libc)?)?;
    let path = release.folder.join(format!("tracehound_{}_{arch}.deb", release.version));
    let mut build = Command::new("dpkg-deb");
    build.args(["--root-owner-group", "--build"]).arg(&tree).arg(&path);
    run(&mut build)?;
    fs::remove_dir_all(&tree)?;
    let unpacked = tempfile::tempdir()?;
    run(Command::new("dpkg-deb").arg("-x").arg(&path).arg(unpacked.path()))?;
    release.try_out(&unpacked.path().join("usr/bin/tracehound"))?;
    Ok(Made::Package(path))
}

/// What the manifest of the tool says of the package.
fn stated(root: &Path) -> Result<Value> {
    let metadata = MetadataCommand::new()
        .manifest_path(root.join("crates/cli/Cargo.toml"))
        .no_deps()
        .exec()?;
    let tool = metadata.packages.iter().find(|package| package.name == "cli");
    let said = tool.and_then(|tool| tool.metadata.get("deb").cloned());
    said.context("crates/cli/Cargo.toml says nothing of the package")
}

/// A file of the package: what it is, where it goes, and what may be done with it.
#[derive(PartialEq, Eq, Debug)]
struct Asset {
    from: String,
    to: String,
    mode: u32,
}

fn assets(said: &Value) -> Result<Vec<Asset>> {
    let list = said["assets"].as_array().context("no assets are listed")?;
    let asset = |one: &Value| {
        let part = |at: usize| one[at].as_str().context("an asset has three parts");
        let mode = u32::from_str_radix(part(2)?, 8)?;
        Ok(Asset { from: part(0)?.to_owned(), to: part(1)?.to_owned(), mode })
    };
    list.iter().map(asset).collect()
}

/// Puts a file where it will be installed.
fn install(release: &Release<'_>, tree: &Path, asset: &Asset) -> Result<()> {
    let from = match asset.from.as_str() {
        "target/release/tracehound" => release.binary.clone(),
        other => release.root.join("crates/cli").join(other),
    };
    let mut to = tree.join(&asset.to);
    if asset.to.ends_with('/') {
        to.push(from.file_name().context("an asset is a file")?);
    }
    fs::create_dir_all(to.parent().context("it lies in a folder")?)?;
    fs::copy(&from, &to).with_context(|| from.display().to_string())?;
    fs::set_permissions(&to, fs::Permissions::from_mode(asset.mode))?;
    Ok(())
}

/// The description of the package. `$auto` stands for the C library that the binary needs.
fn control(said: &Value, version: &str, arch: &str, libc: (u32, u32)) -> Result<String> {
    let text = |key: &str| said[key].as_str().with_context(|| format!("`{key}` is missing"));
    let depends =
        text("depends")?.replace("$auto", &format!("libc6 (>= {}.{}), libgcc-s1", libc.0, libc.1));
    let mut control = format!("Package: tracehound\nVersion: {version}\nArchitecture: {arch}\n");
    for (field, value) in [
        ("Maintainer", text("maintainer")?),
        ("Section", text("section")?),
        ("Priority", text("priority")?),
        ("Depends", &depends),
        ("Recommends", text("recommends")?),
        ("Suggests", text("suggests")?),
        ("Description", "finds executions that break a stated property"),
    ] {
        let _ = writeln!(control, "{field}: {value}");
    }
    for line in text("extended-description")?.trim().lines() {
        let _ = writeln!(control, " {}", if line.is_empty() { "." } else { line });
    }
    ensure!(!control.contains("\n\n"), "a field of the package has an empty line");
    Ok(control)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::workspace::root;

    #[test]
    fn the_manifest_describes_the_package() {
        let said = stated(&root()).expect("it is there");
        let control = control(&said, "1.2.3", "amd64", (2, 34)).expect("nothing is missing");
        assert!(control.starts_with("Package: tracehound\nVersion: 1.2.3\nArchitecture: amd64\n"));
        assert!(control.contains("\nDepends: libc6 (>= 2.34), libgcc-s1\n"), "{control}");
        let assets = assets(&said).expect("they are listed");
        let is_own = |asset: &&Asset| !asset.from.contains("target/");
        let own: Vec<PathBuf> = assets
            .iter()
            .filter(is_own)
            .map(|one| root().join("crates/cli").join(&one.from))
            .collect();
        assert!(!own.is_empty() && own.iter().all(|path| path.is_file()), "{own:?}");
    }
}
