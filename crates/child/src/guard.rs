//! Who ends a process group when we are gone.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

/// A shell that waits until a pipe closes, which it does with us at the latest, and then kills.
pub(crate) struct Guard {
    shell: Child,
}

impl Guard {
    /// Guards the group of this leader.
    pub(crate) fn of_group(leader: u32) -> io::Result<Guard> {
        // In a group of its own, Ctrl-C does not reach it before it has done its work.
        let shell = Command::new("sh")
            .args([
                "-c",
                "read _; kill -s KILL -- \"-$1\" 2>/dev/null",
                "guard",
                &leader.to_string(),
            ])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        Ok(Guard { shell })
    }

    /// The group has ended by itself: nothing is to be killed, also not under a number that the
    /// system gives again.
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
