//! Who ends a process group when we are gone.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

/// A shell that waits until a pipe closes, which it does with us at the latest, and then kills the group that it leads.
///
/// It is started before the child that joins its group, and the child holds the other end of the pipe, too, until it has
/// joined: at no moment is there a child that would be missed.
pub(crate) struct Guard {
    shell: Child,
}

impl Guard {
    /// Begins a group that is guarded.
    pub(crate) fn of_new_group() -> io::Result<Guard> {
        // In a group of its own, Ctrl-C does not reach it before it has done its work.
        let shell = Command::new("sh")
            .args(["-c", "read _; kill -s KILL -- \"-$$\" 2>/dev/null"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        Ok(Guard { shell })
    }

    /// Starts a command in the group.
    pub(crate) fn spawn(&self, command: &mut Command) -> io::Result<Child> {
        let group = i32::try_from(self.shell.id()).map_err(io::Error::other)?;
        command.process_group(group).spawn()
    }

    /// The child has ended by itself: nothing is to be killed.
    pub(crate) fn dismiss(mut self) {
        let _ = self.shell.kill();
        let _ = self.shell.wait();
    }

    /// Kills the group.
    pub(crate) fn strike(mut self) {
        drop(self.shell.stdin.take());
        let _ = self.shell.wait();
    }
}
