//! The wheel for Python's package index, which carries the binary and no Python.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::{Made, Release, answers, glibc, run};
use crate::workspace::read;

const SUMMARY: &str = "Finds, confirms and explains executions that break a stated property";

/// Makes the wheel, and installs it into an environment of its own.
pub(super) fn wheel(release: &Release<'_>) -> Result<Made> {
    let binary = fs::read(&release.binary)?;
    let Some(platform) = platform(&binary) else {
        return Ok(Made::Skipped("wheels have no name for this system"));
    };
    let tag = format!("py3-none-{platform}");
    let version = &release.version;
    let path = release.folder.join(format!("tracehound-{version}-{tag}.whl"));
    let readme = read(release.root, "README.md")?;
    write(&path, version, &tag, &readme, &binary)?;
    if !answers("python3", &["-m", "venv", "--help"]) {
        return Ok(Made::Skipped(
            "it was written and not tried: Python cannot make environments here",
        ));
    }
    let home = tempfile::tempdir()?;
    run(Command::new("python3").args(["-m", "venv"]).arg(home.path()))?;
    let pip = home.path().join("bin/pip");
    run(Command::new(pip).args(["install", "--quiet", "--no-index"]).arg(&path))?;
    release.try_out(&home.path().join("bin/tracehound"))?;
    Ok(Made::Package(path))
}

/// What wheels call this system.
fn platform(binary: &[u8]) -> Option<String> {
    let arch = std::env::consts::ARCH;
    match std::env::consts::OS {
        "linux" => {
            let (major, minor) = glibc(binary)?;
            Some(format!("manylinux_{major}_{minor}_{arch}"))
        }
        "macos" if arch == "aarch64" => Some("macosx_11_0_arm64".to_owned()),
        "macos" => Some(format!("macosx_11_0_{arch}")),
        _ => None,
    }
}

/// Writes a wheel: the binary as a script, what it is, and a list of everything with checksums.
fn write(path: &Path, version: &str, tag: &str, readme: &str, binary: &[u8]) -> Result<()> {
    let info = format!("tracehound-{version}.dist-info");
    let metadata = format!(
        "Metadata-Version: 2.1\nName: tracehound\nVersion: {version}\nSummary: {SUMMARY}\n\
         License: MIT OR Apache-2.0\nRequires-Python: >=3.8\n\
         Description-Content-Type: text/markdown\n\n{readme}"
    );
    let about =
        format!("Wheel-Version: 1.0\nGenerator: tracehound\nRoot-Is-Purelib: false\nTag: {tag}\n");
    let files = [
        (format!("tracehound-{version}.data/scripts/tracehound"), binary, 0o755),
        (format!("{info}/METADATA"), metadata.as_bytes(), 0o644),
        (format!("{info}/WHEEL"), about.as_bytes(), 0o644),
    ];
    let mut archive = ZipWriter::new(File::create(path).context("the wheel cannot be written")?);
    let mut record = String::new();
    for (name, bytes, mode) in files {
        archive.start_file(&name, SimpleFileOptions::default().unix_permissions(mode))?;
        archive.write_all(bytes)?;
        let _ =
            writeln!(record, "{name},sha256={},{}", base64(&Sha256::digest(bytes)), bytes.len());
    }
    let name = format!("{info}/RECORD");
    let _ = writeln!(record, "{name},,");
    archive.start_file(&name, SimpleFileOptions::default().unix_permissions(0o644))?;
    archive.write_all(record.as_bytes())?;
    archive.finish()?;
    ensure!(path.is_file(), "the wheel was not written");
    Ok(())
}

/// Base 64 for addresses, without padding, as wheels write checksums.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let byte = |at: usize| u32::from(three.get(at).copied().unwrap_or_default());
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..=three.len() {
            let at = bits >> (18 - 6 * digit) & 63;
            text.push(char::from(DIGITS[at as usize]));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn checksums_are_written_as_wheels_write_them() {
        for (bytes, text) in
            [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foobar", "Zm9vYmFy"), ("\u{fb}", "w7s")]
        {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
        assert_eq!(base64(&[0xfb, 0xff]), "-_8");
    }

    #[test]
    fn a_wheel_lists_what_it_has() {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("a.whl");
        write(&path, "1.2.3", "py3-none-any", "# Read me", b"binary").expect("it can be written");
        let file = File::open(&path).expect("it was written");
        let mut wheel = zip::ZipArchive::new(file).expect("it is an archive");
        let tool = wheel.by_name("tracehound-1.2.3.data/scripts/tracehound").expect("it is there");
        assert_eq!(tool.unix_mode().map(|mode| mode & 0o777), Some(0o755));
        drop(tool);
        let names = wheel.file_names().map(|name| name.expect("it is text").into_owned());
        let names: Vec<String> = names.collect();
        let mut record = String::new();
        let mut entry = wheel.by_name("tracehound-1.2.3.dist-info/RECORD").expect("it is there");
        entry.read_to_string(&mut record).expect("it is text");
        assert_eq!(record.lines().count(), names.len());
        assert!(names.iter().all(|name| record.contains(&format!("{name},"))), "{record}");
    }
}
