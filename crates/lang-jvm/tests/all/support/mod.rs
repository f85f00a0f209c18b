//! What the tests share: the installed JDK, compiling, starting a machine.

use std::path::{Path, PathBuf};
use std::process::Command;

use lang_jvm::{ClassPath, Vm, VmOptions, find_jdk};

/// The installed JDK; none if there is none, which is told.
pub(crate) fn jdk() -> Option<PathBuf> {
    let named = std::env::var_os("JAVA_HOME").map(PathBuf::from);
    let search = std::env::var_os("PATH").unwrap_or_default();
    let search: Vec<PathBuf> = std::env::split_paths(&search).collect();
    let found =
        find_jdk(named.as_deref(), &search).ok().filter(|jdk| jdk.join("bin/javac").exists());
    if found.is_none() {
        eprintln!("no JDK is installed: nothing is compared");
    }
    found
}

/// Compiles sources into a folder.
pub(crate) fn compile(jdk: &Path, sources: &[PathBuf], folder: &Path) {
    compile_with(jdk, sources, folder, &[]);
}

/// Compiles sources that use jars into a folder.
pub(crate) fn compile_with(jdk: &Path, sources: &[PathBuf], folder: &Path, jars: &[PathBuf]) {
    let path = std::env::join_paths(jars).expect("no colons in names");
    let mut javac = Command::new(jdk.join("bin/javac"));
    javac.args(["-g", "-nowarn", "-Xlint:none", "-encoding", "UTF-8", "-cp"]).arg(path);
    javac.arg("-d").arg(folder);
    let output = javac.args(sources).output().expect("javac runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// A machine over the classes of a folder.
pub(crate) fn boot(jdk: &Path, folder: &Path, options: VmOptions) -> Vm {
    let path =
        ClassPath::open(jdk, &[folder.to_owned()]).expect("the folder and the JDK can be read");
    Vm::boot(path, options).expect("the JDK starts")
}
