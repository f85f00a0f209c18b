//! Z3 is fetched into a cache of the user. Nothing else ever downloads anything.
//!
//! The library comes out of the wheel that the Z3 project publishes, by `pip`, which is given the
//! checksums and refuses anything else.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use report::Outcome;

use crate::cache::{Z3_VERSION, z3_folder};
use crate::output;

/// SHA-256 of the wheels of that version: Linux and macOS, x86-64 and ARM.
const Z3_WHEELS: &[&str] = &[
    "7e103a6f203f505b8b8b8e5c931cc407c95b61556512d4921c1ddc0b3f41b08e",
    "62c7e9cbdd711932301f29919ad9158de9b2f58b4d281dd259bbcd0a2f408ba1",
    "00bd10c5a6a5f6112d3a9a810d0799227e52f76caa860dafa5e00966bb47eb13",
    "407e825cc9211f95ef46bdc8d151bf630e7ab2d62a21d24cd74c09cc5b73f3aa",
];

/// Fetches the library, unless it is there.
///
/// # Errors
///
/// If it cannot be fetched or kept.
pub fn setup_z3() -> Result<Outcome> {
    let folder = z3_folder().context("neither XDG_CACHE_HOME nor HOME names a folder")?;
    if folder.is_dir() {
        return output::to_stdout(&format!("Z3 {Z3_VERSION} is already in {}\n", folder.display()));
    }
    // Everything happens in a draft folder next to the final one, which appears when it is complete.
    let draft = folder.with_extension(format!("part-{}", std::process::id()));
    fs::create_dir_all(&draft).with_context(|| format!("cannot make `{}`", draft.display()))?;
    let fetched = fetch(&draft).and_then(|()| Ok(fs::rename(&draft, &folder)?));
    if let Err(error) = fetched {
        let _ = fs::remove_dir_all(&draft);
        return Err(error.context(format!("Z3 {Z3_VERSION} could not be fetched")));
    }
    output::to_stdout(&format!("Z3 {Z3_VERSION} is now in {}\n", folder.display()))
}

/// Leaves the library, and nothing else, in `draft`.
fn fetch(draft: &Path) -> Result<()> {
    let (wheels, unpacked) = (draft.join("wheels"), draft.join("unpacked"));
    let wanted = draft.join("requirements.txt");
    fs::write(&wanted, requirements())?;
    let pip = ["-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--require-hashes"];
    python(
        Command::new("python3").args(pip).arg("-r").arg(&wanted).arg("-d").arg(&wheels),
        "this needs pip and a network; on Debian, `apt-get install libz3-4` does as well",
    )?;
    let wheel = only_file(&wheels)?;
    python(
        Command::new("python3").args(["-m", "zipfile", "-e"]).arg(&wheel).arg(&unpacked),
        "the file that was fetched cannot be unpacked",
    )?;
    keep_library(&unpacked.join("z3").join("lib"), draft)?;
    fs::remove_dir_all(&wheels)?;
    fs::remove_dir_all(&unpacked)?;
    Ok(fs::remove_file(&wanted)?)
}

fn requirements() -> String {
    let hashes = Z3_WHEELS.iter().map(|hash| format!(" --hash=sha256:{hash}"));
    format!("z3-solver=={Z3_VERSION}.0{}\n", hashes.collect::<String>())
}

fn python(command: &mut Command, hint: &str) -> Result<()> {
    let done = command.stdin(Stdio::null()).output();
    let done = done.with_context(|| format!("cannot run python3; {hint}"))?;
    let said = String::from_utf8_lossy(&done.stderr);
    let last = said.lines().rfind(|line| line.starts_with("ERROR")).unwrap_or("no reason given");
    ensure!(done.status.success(), "{last}\n  = help: {hint}");
    Ok(())
}

fn only_file(folder: &Path) -> Result<PathBuf> {
    let mut entries = fs::read_dir(folder)?;
    match (entries.next(), entries.next()) {
        (Some(entry), None) => Ok(entry?.path()),
        _ => bail!("expected exactly one file in `{}`", folder.display()),
    }
}

fn keep_library(from: &Path, to: &Path) -> Result<()> {
    for name in ["libz3.so", "libz3.dylib"] {
        if from.join(name).is_file() {
            fs::copy(from.join(name), to.join(name))?;
            return Ok(());
        }
    }
    bail!("there is no library in what was fetched")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_wheel_is_pinned_by_its_checksum() {
        let text = requirements();
        assert_eq!(text.matches("--hash=sha256:").count(), Z3_WHEELS.len());
        assert!(Z3_WHEELS.iter().all(|hash| hash.len() == 64));
    }
}
