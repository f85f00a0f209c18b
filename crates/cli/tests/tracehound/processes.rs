//! Children of the tests: what they print, when they end, and how much of the processor they take.
//!
//! Time is the processor's where the system tells, because the machine may be busy.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use crate::common::Done;

/// A call that has not ended by then, or not come to what it finds first, hangs.
pub(crate) const HANGS: Duration = Duration::from_secs(100);

/// Runs a command to its end. Returns what it left behind and the time of the processor that it took.
pub(crate) fn timed(command: &mut Command) -> (Done, Duration) {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary can be started");
    let stdout = lines(child.stdout.take().expect("it is piped"));
    let stderr = lines(child.stderr.take().expect("it is piped"));
    let (code, spent) = end(&mut child, Duration::ZERO);
    let code = code.expect("it does not hang").expect("it was not killed");
    (Done { code, stdout: stdout.iter().collect(), stderr: stderr.iter().collect() }, spent)
}

/// The lines of a stream, read by a thread of their own.
pub(crate) fn lines(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = mpsc::channel();
    std::thread::spawn(move || {
        let mut stream = BufReader::new(stream);
        let mut line = Vec::new();
        while stream.read_until(b'\n', &mut line).is_ok_and(|bytes| bytes > 0) {
            if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                return;
            }
            line.clear();
        }
    });
    lines
}

/// Waits for the end. Returns the exit code, none of a call that hangs and no code of one that a signal
/// killed, and the time of the processor in all.
pub(crate) fn end(child: &mut Child, spent_before: Duration) -> (Option<Option<i32>>, Duration) {
    let started = Instant::now();
    let mut last = spent_before;
    loop {
        last = last.max(spent(child));
        if let Some(status) = child.try_wait().expect("it is a child of this process") {
            return (Some(status.code()), last);
        }
        if started.elapsed() > HANGS {
            child.kill().expect("it runs");
            child.wait().expect("it ends");
            return (None, last);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The time of the processor that a process and the children that it waited for have taken, where the system
/// tells.
pub(crate) fn spent(child: &Child) -> Duration {
    let read = || {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
        let (_, fields) = stat.rsplit_once(')')?;
        let ticks = fields.split_whitespace().skip(11).take(4).map(|ticks| ticks.parse::<u64>());
        Some(Duration::from_millis(10 * ticks.sum::<Result<u64, _>>().ok()?))
    };
    read().unwrap_or_default()
}
