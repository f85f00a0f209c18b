//! Programs of others that we start, such as compilers and tests.
//!
//! [`run`] waits for one and takes in what it writes, and ends it as soon as we are asked to stop.
//! A child never outlives us, however we end: it joins the process group of a guard, a shell that
//! waits at a pipe whose other end is ours and kills the group when the pipe closes.
//!
//! [`run_with_lines`] hands on what it writes while it runs. [`installed`] finds a program. [`processor_time`] says how much of the processor a process has taken. [`Sandbox`] is for children that run code that has not been reviewed.

mod guard;
mod installed;
mod processor;
mod sandbox;
mod shell;

use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use guard::Guard;
pub use installed::{installed, program_folders};
pub use processor::processor_time;
pub use sandbox::Sandbox;
pub use shell::shell_word;

/// The pauses between two looks at a child and at whether we are to stop.
const SHORTEST_PAUSE: Duration = Duration::from_millis(1);
const LONGEST_PAUSE: Duration = Duration::from_millis(20);
/// What a child writes beyond this many bytes is dropped.
const MOST_OUTPUT: u64 = 1 << 30;

/// How a child ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ended {
    /// By itself.
    Done(Output),
    /// It was killed, because we were asked to stop.
    Stopped,
}

/// Runs a command to its end, with nothing to read, or until `stop` says so.
///
/// # Errors
///
/// If it cannot be started.
pub fn run(command: &mut Command, stop: &dyn Fn() -> bool) -> io::Result<Ended> {
    run_with_lines(command, stop, |_| ())
}

/// The same, where each line of standard output is handed on as soon as it is written, on another
/// thread.
///
/// # Errors
///
/// If it cannot be started.
pub fn run_with_lines(
    command: &mut Command,
    stop: &dyn Fn() -> bool,
    line: impl FnMut(&str) + Send + 'static,
) -> io::Result<Ended> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let guard = Guard::of_new_group()?;
    let mut child = match guard.spawn(command) {
        Ok(child) => child,
        Err(error) => {
            guard.dismiss();
            return Err(error);
        }
    };
    let (sender, written) = channel();
    let stdout = child.stdout.take().expect("it is piped");
    let stderr = child.stderr.take().expect("it is piped");
    take_in(Stream::Out, Tee { from: stdout, begun: Vec::new(), line }, sender.clone());
    take_in(Stream::Err, stderr, sender);
    let mut streams = Streams::default();
    let ended = wait(&mut child, &written, &mut streams, stop).map(|status| match status {
        Some(status) => collect(status, &written, streams, stop),
        None => Ended::Stopped,
    });
    match ended {
        Ok(Ended::Done(_)) => guard.dismiss(),
        Ok(Ended::Stopped) | Err(_) => {
            guard.strike();
            let _ = child.wait();
        }
    }
    ended
}

/// One of the two streams that a child writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stream {
    Out,
    Err,
}

/// Reads a stream to its end in a thread of its own, so that the child never waits for us.
fn take_in(stream: Stream, mut from: impl Read + Send + 'static, to: Sender<(Stream, Vec<u8>)>) {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = from.by_ref().take(MOST_OUTPUT).read_to_end(&mut bytes);
        let _ = io::copy(&mut from, &mut io::sink());
        // The receiver is gone any more if the child was stopped.
        let _ = to.send((stream, bytes));
    });
}

/// What is read is also handed on, line by line. A last line without an end is not one.
struct Tee<R, F> {
    from: R,
    /// The line that has begun.
    begun: Vec<u8>,
    line: F,
}

impl<R: Read, F: FnMut(&str)> Read for Tee<R, F> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let len = self.from.read(buf)?;
        for part in buf[..len].split_inclusive(|byte| *byte == b'\n') {
            self.begun.extend_from_slice(part);
            if part.ends_with(b"\n") {
                (self.line)(String::from_utf8_lossy(&self.begun).trim_end());
                self.begun.clear();
            }
        }
        Ok(len)
    }
}

/// What has come of the two streams so far.
#[derive(Default)]
struct Streams {
    stdout: Option<Vec<u8>>,
    stderr: Option<Vec<u8>>,
}

impl Streams {
    fn take(&mut self, (stream, bytes): (Stream, Vec<u8>)) {
        match stream {
            Stream::Out => self.stdout = Some(bytes),
            Stream::Err => self.stderr = Some(bytes),
        }
    }
}

/// Waits for the end of a child; none if we are asked to stop first. A stream that closes is a sign of the end, so
/// the pauses are short again from there on.
fn wait(
    child: &mut Child,
    written: &Receiver<(Stream, Vec<u8>)>,
    streams: &mut Streams,
    stop: &dyn Fn() -> bool,
) -> io::Result<Option<ExitStatus>> {
    let mut pause = SHORTEST_PAUSE;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if stop() {
            return Ok(None);
        }
        match written.recv_timeout(pause) {
            Ok(closed) => {
                streams.take(closed);
                pause = SHORTEST_PAUSE;
                continue;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => thread::sleep(pause),
        }
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// What a child has written. A child of its own may still hold the streams open.
fn collect(
    status: ExitStatus,
    written: &Receiver<(Stream, Vec<u8>)>,
    mut streams: Streams,
    stop: &dyn Fn() -> bool,
) -> Ended {
    loop {
        match written.recv_timeout(LONGEST_PAUSE) {
            Ok(closed) => streams.take(closed),
            Err(RecvTimeoutError::Timeout) if stop() => return Ended::Stopped,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                let Streams { stdout, stderr } = streams;
                let (stdout, stderr) = (stdout.unwrap_or_default(), stderr.unwrap_or_default());
                return Ended::Done(Output { status, stdout, stderr });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn lines_come_while_the_child_runs() {
        let (sender, lines) = channel();
        let line = move |line: &str| sender.send((Instant::now(), line.to_owned())).expect("read");
        let script = "printf 'a\\nb'; sleep 0.3; echo c; printf d";
        let ended = run_with_lines(&mut shell(script), &|| false, line).expect("it starts");
        let Ended::Done(output) = ended else { panic!("nothing stops it") };
        assert_eq!(output.stdout, b"a\nbc\nd");
        let lines: Vec<(Instant, String)> = lines.iter().collect();
        let texts: Vec<&str> = lines.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(texts, ["a", "bc"]);
        assert!(lines[1].0 - lines[0].0 >= Duration::from_millis(150), "{lines:?}");
    }

    #[test]
    fn finished_child_gives_its_output() {
        let ended = run(&mut shell("echo out; echo err >&2; exit 3"), &|| false);
        let Ok(Ended::Done(output)) = ended else { panic!("{ended:?}") };
        assert_eq!(output.status.code(), Some(3));
        assert_eq!(
            (output.stdout.as_slice(), output.stderr.as_slice()),
            (&b"out\n"[..], &b"err\n"[..])
        );
    }

    #[test]
    fn much_output_is_no_trouble() {
        let ended =
            run(&mut shell("head -c 3000000 /dev/zero; head -c 3000000 /dev/zero >&2"), &|| false);
        let Ok(Ended::Done(output)) = ended else { panic!("{ended:?}") };
        assert_eq!((output.stdout.len(), output.stderr.len()), (3_000_000, 3_000_000));
    }

    #[test]
    fn a_child_is_stopped_with_its_own_children() {
        let folder = tempfile::tempdir().expect("there is room");
        let alive = folder.path().join("alive");
        let script =
            format!("(while :; do date +%N > '{}'; sleep 0.02; done) & sleep 600", alive.display());
        let (started, file) = (Instant::now(), alive.clone());
        let stop = move || file.exists() || started.elapsed() > Duration::from_secs(60);
        let ended = run(&mut shell(&script), &stop).expect("there is a shell");
        assert_eq!(ended, Ended::Stopped);
        assert!(started.elapsed() < Duration::from_secs(300), "it did not wait for the end");
        thread::sleep(Duration::from_millis(300));
        let before = std::fs::read(&alive).expect("it was written");
        thread::sleep(Duration::from_millis(300));
        assert_eq!(std::fs::read(&alive).expect("it is there"), before, "a process still writes");
    }

    #[test]
    fn what_is_not_there_is_an_error() {
        assert!(run(&mut Command::new("/nonexistent"), &|| false).is_err());
    }
}
