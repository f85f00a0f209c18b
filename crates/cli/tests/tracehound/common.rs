//! Running the real binary.

use std::io::{Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// What a call of the binary left behind.
#[derive(Debug)]
pub(crate) struct Done {
    /// The exit code.
    pub(crate) code: i32,
    /// All of standard output.
    pub(crate) stdout: String,
    /// All of standard error.
    pub(crate) stderr: String,
}

/// The folder of the whole project.
pub(crate) fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.ancestors().nth(2).expect("the crate lies two folders below the root").to_owned()
}

/// The binary, called from the folder of the project without colours asked for or forbidden.
pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tracehound"));
    command.current_dir(root()).env_remove("NO_COLOR").args(args).stdin(Stdio::null());
    command.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command
}

/// Runs a command to its end.
pub(crate) fn run(command: &mut Command) -> Done {
    let output = command.output().expect("the binary can be started");
    Done {
        code: output.status.code().expect("it was not killed"),
        stdout: String::from_utf8(output.stdout).expect("its report is UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("its messages are UTF-8"),
    }
}

/// A text as standard input.
pub(crate) fn piped(text: &str) -> Stdio {
    let mut file = tempfile::tempfile().expect("there is room for scratch files");
    file.write_all(text.as_bytes()).expect("scratch files can be written");
    file.rewind().expect("scratch files have a start");
    Stdio::from(file)
}

/// Calls the binary.
pub(crate) fn tracehound(args: &[&str]) -> Done {
    run(&mut command(args))
}

/// Programs in a folder of their own.
pub(crate) struct Programs(TempDir);

impl Programs {
    /// No programs yet.
    pub(crate) fn new() -> Programs {
        Programs(TempDir::new().expect("there is room for scratch files"))
    }

    /// Writes a program and returns its path.
    pub(crate) fn add(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.0.path().join(name);
        let folder = path.parent().expect("it lies in a folder");
        std::fs::create_dir_all(folder).expect("folders can be made");
        std::fs::write(&path, text).expect("scratch files can be written");
        path.to_str().expect("scratch paths are UTF-8").to_owned()
    }

    /// The folder.
    pub(crate) fn path(&self) -> &str {
        self.0.path().to_str().expect("scratch paths are UTF-8")
    }
}

/// Fails without any solver.
pub(crate) const FAILS: &str = "check main { emit step(1); assert 1 > 2; }";
/// Holds without any solver.
pub(crate) const HOLDS: &str = "check main { assert 2 > 1; }";
/// Has 2^60 paths, none of which needs arithmetic.
pub(crate) const ENDLESS: &str = "check main {
    let i = 0;
    let n = 0;
    while i < 60 {
        if read bool \"b\" {
            n = n + 1;
        }
        i = i + 1;
    }
    assert n <= 60;
}";
