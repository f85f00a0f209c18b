//! A solver process: lines go in, answers come out, and nothing waits for ever.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use solve::{Interrupt, Reason};

use crate::Command;
use crate::sexp::Balance;

/// How often an interrupt is looked for.
const TICK: Duration = Duration::from_millis(5);

/// A running solver. Dropping it kills it.
pub(crate) struct Process {
    child: Child,
    /// Text for the process. It may not read while it works, so another thread waits for it.
    input: Sender<String>,
    lines: Receiver<String>,
}

/// When to stop waiting.
#[derive(Clone, Copy)]
pub(crate) struct Patience<'a> {
    pub(crate) deadline: Option<(Instant, Duration)>,
    pub(crate) interrupt: &'a Interrupt,
}

impl Process {
    pub(crate) fn start(command: &Command) -> std::io::Result<Process> {
        let mut child = std::process::Command::new(&command.program)
            .args(&command.args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let input = child.stdin.take().expect("the input is a pipe");
        let output = child.stdout.take().expect("the output is a pipe");
        let (sender, lines) = channel();
        let (commands, texts) = channel();
        let process = Process { child, input: commands, lines };
        // Both threads end when the process does.
        let thread = |name: &str| std::thread::Builder::new().name(name.to_owned());
        thread("smtlib-read").spawn(move || forward(BufReader::new(output), &sender))?;
        thread("smtlib-write").spawn(move || write(input, &texts))?;
        Ok(process)
    }

    /// Sends commands that have no answer.
    pub(crate) fn send(&mut self, text: &str) -> Result<(), Reason> {
        let sent = self.input.send(text.to_owned());
        sent.map_err(|_| Reason::Failed("the solver takes no more input".to_owned()))
    }

    /// The next answer: a word or a list in parentheses.
    pub(crate) fn answer(&mut self, patience: Patience<'_>) -> Result<String, Reason> {
        let mut answer = String::new();
        let mut balance = Balance::default();
        loop {
            let line = self.line(patience)?;
            balance.read(&line);
            answer.push_str(&line);
            if balance.is_closed() && !answer.trim().is_empty() {
                return Ok(answer.trim().to_owned());
            }
        }
    }

    fn line(&mut self, patience: Patience<'_>) -> Result<String, Reason> {
        loop {
            match self.lines.recv_timeout(TICK) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Reason::Failed("the solver ended without an answer".to_owned()));
                }
                Err(RecvTimeoutError::Timeout) => {
                    patience.check()?;
                }
            }
        }
    }
}

impl Patience<'_> {
    fn check(&self) -> Result<(), Reason> {
        match self.deadline {
            _ if self.interrupt.is_raised() => Err(Reason::Interrupted),
            Some((deadline, time)) if Instant::now() >= deadline => Err(Reason::Timeout(time)),
            _ => Ok(()),
        }
    }
}

fn forward(mut output: impl BufRead, lines: &Sender<String>) {
    let mut bytes = Vec::new();
    while output.read_until(b'\n', &mut bytes).is_ok_and(|count| count > 0) {
        let line = String::from_utf8_lossy(&bytes).into_owned();
        bytes.clear();
        if lines.send(line).is_err() {
            return;
        }
    }
}

/// A process that is gone is noticed by those who wait for its answers.
fn write(mut input: ChildStdin, texts: &Receiver<String>) {
    for text in texts {
        if input.write_all(text.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // A process that has ended by itself cannot be killed, which is just as well.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
