//! Packages: everything that can be built on this machine, each tried once.
//!
//! What cannot be built here is named with its reason, and is no failure: another machine builds it.

mod debian;
mod version;
mod wheel;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};

use crate::workspace::read;

pub(crate) use version::disagreements;

/// How large the tool should be at most, without names of functions. It is not there yet: the tables of the two
/// grammars of OCaml alone have eight million bytes.
const AIM: u64 = 24_000_000;

/// The release that is being made.
struct Release<'a> {
    root: &'a Path,
    version: String,
    /// Where packages are written.
    folder: PathBuf,
    /// The tool without names of functions.
    binary: PathBuf,
}

/// How a package of one kind is made.
type Maker = fn(&Release<'_>) -> Result<Made>;

/// A package that was made, or why it was not.
enum Made {
    Package(PathBuf),
    Skipped(&'static str),
}

/// Builds and tries all packages.
pub(crate) fn release(root: &Path) -> Result<()> {
    let version = version::agreed(root)?;
    run(Command::new("cargo").current_dir(root).args([
        "build",
        "--release",
        "--locked",
        "--bin",
        "tracehound",
    ]))?;
    let folder = root.join("target/packages");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let binary = stripped(root, &folder)?;
    let release = Release { root, version, folder, binary };
    release.extras()?;
    let kinds: [(&str, Maker); 5] = [
        ("sources", sources),
        ("formula", formula),
        ("wheel", wheel::wheel),
        ("deb", debian::deb),
        ("container", container),
    ];
    for (kind, make) in kinds {
        match make(&release).with_context(|| kind.to_owned())? {
            Made::Package(path) => eprintln!("xtask: {kind}: {}", path.display()),
            Made::Skipped(why) => eprintln!("xtask: {kind}: skipped: {why}"),
        }
    }
    Ok(())
}

/// The tool without names of functions.
fn stripped(root: &Path, folder: &Path) -> Result<PathBuf> {
    let binary = folder.join("tracehound");
    fs::copy(root.join("target/release/tracehound"), &binary)?;
    run(Command::new("strip").arg(&binary))?;
    let size = fs::metadata(&binary)?.len();
    eprintln!("xtask: the binary has {size} bytes; the aim is {AIM}");
    Ok(binary)
}

impl Release<'_> {
    /// Whether a copy of the tool that came out of a package says that it is this version and finds something.
    fn try_out(&self, tool: &Path) -> Result<()> {
        let said = Command::new(tool).arg("--version").output();
        let said = said.with_context(|| format!("`{}` cannot be run", tool.display()))?;
        let said = String::from_utf8_lossy(&said.stdout).into_owned();
        let expected = format!("tracehound {}", self.version);
        ensure!(said.trim() == expected, "the packaged tool says `{}`", said.trim());
        let example = self.root.join("examples/toy/average.toy");
        let found = Command::new(tool).arg("check").arg(example).output()?;
        ensure!(
            found.status.code() == Some(1),
            "the packaged tool does not find the first example"
        );
        Ok(())
    }

    /// What the tool writes for shells and for `man`, beside it.
    fn extras(&self) -> Result<()> {
        for (args, name) in [
            (&["man"][..], "tracehound.1"),
            (&["completions", "bash"], "tracehound.bash"),
            (&["completions", "zsh"], "_tracehound"),
            (&["completions", "fish"], "tracehound.fish"),
        ] {
            let text = Command::new(&self.binary).args(args).output()?.stdout;
            ensure!(!text.is_empty(), "`tracehound {}` says nothing", args.join(" "));
            fs::write(self.folder.join(name), text)?;
        }
        Ok(())
    }

    fn archive(&self) -> PathBuf {
        self.folder.join(format!("tracehound-{}.tar.gz", self.version))
    }
}

/// The sources as they were committed.
fn sources(release: &Release<'_>) -> Result<Made> {
    let prefix = format!("--prefix=tracehound-{}/", release.version);
    let mut archive = Command::new("git");
    archive.current_dir(release.root).args(["archive", "--format=tar.gz", &prefix, "-o"]);
    run(archive.arg(release.archive()).arg("HEAD"))?;
    Ok(Made::Package(release.archive()))
}

/// The formula for Homebrew, which builds these sources.
fn formula(release: &Release<'_>) -> Result<Made> {
    let checksum = hex(&Sha256::digest(fs::read(release.archive())?));
    let text = read(release.root, "packaging/tracehound.rb")?;
    let text = text.split_once('\n').map_or(text.as_str(), |(_, text)| text);
    let text = text.replace("VERSION", &release.version).replace("CHECKSUM", &checksum);
    let path = release.folder.join("tracehound.rb");
    fs::write(&path, text)?;
    if answers("ruby", &["--version"]) {
        run(Command::new("ruby").arg("-c").arg(&path))?;
    }
    Ok(Made::Package(path))
}

/// The image of a container, where a daemon builds such images.
fn container(release: &Release<'_>) -> Result<Made> {
    if !answers("docker", &["info"]) {
        return Ok(Made::Skipped("no daemon of Docker answers"));
    }
    let name = format!("tracehound:{}", release.version);
    let mut build = Command::new("docker");
    build.current_dir(release.root).args(["build", "-f", "packaging/Dockerfile", "-t", &name]);
    run(build.arg("."))?;
    run(Command::new("docker").args(["run", "--rm", &name, "--version"]))?;
    Ok(Made::Package(PathBuf::from(name)))
}

/// Whether a program is there and content.
fn answers(program: &str, args: &[&str]) -> bool {
    Command::new(program).args(args).output().is_ok_and(|done| done.status.success())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The newest version of the C library of Linux that a program names.
fn glibc(program: &[u8]) -> Option<(u32, u32)> {
    const NAME: &[u8] = b"GLIBC_";
    let names = program.windows(NAME.len()).enumerate().filter(|(_, bytes)| *bytes == NAME);
    let version = |at: usize| {
        let rest = &program[at + NAME.len()..];
        let end = rest.iter().position(|c| !c.is_ascii_digit() && *c != b'.')?;
        let mut numbers = std::str::from_utf8(&rest[..end]).ok()?.split('.').map(str::parse);
        Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
    };
    names.filter_map(|(at, _)| version(at)).max()
}

fn run(command: &mut Command) -> Result<()> {
    eprintln!("$ {command:?}");
    let status = command.status().with_context(|| format!("cannot run {command:?}"))?;
    ensure!(status.success(), "{command:?} failed");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_c_library_counts() {
        assert_eq!(glibc(b"..GLIBC_2.9\0GLIBC_2.34\0GLIBC_2.4\0GLIBC_PRIVATE\0"), Some((2, 34)));
        assert_eq!(glibc(b"none"), None);
    }
}
