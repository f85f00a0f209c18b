//! A sandbox, in which untrusted code can do no harm.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Ended, run};

/// What a child may know of the environment.
const PASSED_ON: [&str; 4] = ["PATH", "LANG", "LC_ALL", "HOME"];

/// Bubblewrap: the file system is there to be read, without what other programs offer in `/tmp` and
/// `/run`; there is no network, and no process but the child's own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sandbox {
    program: PathBuf,
}

impl Sandbox {
    /// The one of this machine, if it has one that works.
    #[must_use]
    pub fn find(stop: &dyn Fn() -> bool) -> Option<Sandbox> {
        let sandbox = Sandbox { program: PathBuf::from("bwrap") };
        let mut nothing = sandbox.command(OsStr::new("true"), &[], None);
        match run(&mut nothing, stop) {
            Ok(Ended::Done(output)) if output.status.success() => Some(sandbox),
            Ok(_) | Err(_) => None,
        }
    }

    /// A program in the sandbox. It can read all files, these folders in any case, and write in
    /// `scratch` alone.
    #[must_use]
    pub fn command(&self, program: &OsStr, readable: &[&Path], scratch: Option<&Path>) -> Command {
        let mut command = Command::new(&self.program);
        command.args(["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]);
        command.args(["--tmpfs", "/tmp", "--tmpfs", "/run", "--tmpfs", "/dev/shm"]);
        for folder in readable.iter().filter_map(|folder| folder.canonicalize().ok()) {
            command.arg("--ro-bind").arg(&folder).arg(&folder);
        }
        if let Some(scratch) = scratch {
            command.arg("--bind").arg(scratch).arg(scratch);
        }
        command.args(["--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]);
        command.arg("--").arg(program).env_clear();
        for name in PASSED_ON {
            command.envs(std::env::var_os(name).map(|value| (name, value)));
        }
        if let Some(scratch) = scratch {
            command.env("TMPDIR", scratch);
        }
        command
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_scratch_folder_can_be_written() {
        // Where there is no bubblewrap, nothing runs in a sandbox.
        let Some(sandbox) = Sandbox::find(&|| false) else { return };
        let [scratch, other] = [(); 2].map(|()| tempfile::tempdir().expect("there is room"));
        std::fs::write(other.path().join("read"), "text").expect("it can be written");
        let script = format!(
            "cat {0}/read && touch {1}/made && ! touch {0}/made && ! touch /etc/made && ! touch \"$HOME/made\"",
            other.path().display(),
            scratch.path().display(),
        );
        let mut command = sandbox.command(OsStr::new("sh"), &[other.path()], Some(scratch.path()));
        let ended = run(command.args(["-c", &script]), &|| false).expect("it can be started");
        let Ended::Done(output) = ended else { panic!("it is not stopped") };
        assert!(output.status.success(), "{output:?}");
        assert!(scratch.path().join("made").exists() && !other.path().join("made").exists());
    }
}
