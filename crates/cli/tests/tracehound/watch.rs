//! `watch`, by touching files.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::Receiver;
use std::time::Duration;

use crate::common::{ENDLESS, FAILS, HOLDS, Programs, command, run};
use crate::processes::{end, lines, spent};

const PATIENCE: Duration = Duration::from_secs(60);

struct Watched {
    process: Child,
    lines: Receiver<String>,
}

impl Watched {
    fn new(folder: &str, args: &[&str]) -> Watched {
        let mut command = command(&[&["watch"], args].concat());
        command.current_dir(folder).stdout(Stdio::piped()).env("XDG_STATE_HOME", folder);
        let mut process = command.spawn().expect("the binary can be started");
        let lines = lines(process.stdout.take().expect("it is piped"));
        Watched { process, lines }
    }

    /// The next summary.
    fn summary(&self) -> String {
        let mut text = String::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("only {text}"));
            let is_last = line.contains("waiting for changes");
            text.push_str(&line);
            if is_last {
                return text;
            }
        }
    }

    /// Presses Ctrl-C; the exit code and the time of the processor that the end took.
    fn interrupt(&mut self) -> (Option<i32>, Duration) {
        let before = spent(&self.process);
        let process = self.process.id().to_string();
        run(Command::new("kill").args(["-INT", &process]));
        let (code, in_all) = end(&mut self.process, before);
        (code.expect("it does not hang"), in_all.saturating_sub(before))
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn changes_are_checked_and_the_rest_is_kept() {
    let programs = Programs::new();
    programs.add("a.toy", FAILS);
    let b = programs.add("b.toy", HOLDS);
    let mut watched = Watched::new(programs.path(), &[]);
    let first = watched.summary();
    assert!(first.contains("a.toy:1:") && first.contains("1 violation,"), "{first}");
    assert!(first.contains("1 holds") && first.contains("checked everything"), "{first}");
    programs.add("notes.txt", "nothing to us");
    programs.add("b.toy", FAILS);
    let second = watched.summary();
    assert!(second.contains("2 violations,"), "{second}");
    assert!(second.contains("checked again after changes of b.toy ("), "{second}");
    programs.add("a.toy", HOLDS);
    assert!(watched.summary().contains("1 violation,"));
    programs.add("b.toy", "check main {");
    let broken = watched.summary();
    assert!(broken.contains("error: ") && broken.contains("b.toy:1"), "{broken}");
    std::fs::remove_file(&b).expect("it is there");
    let last = watched.summary();
    assert!(last.contains("0 violations,") && !last.contains("b.toy:1"), "{last}");
    let (code, time) = watched.interrupt();
    assert_eq!(code, Some(130));
    assert!(time < Duration::from_secs(5), "{time:?}");
}

#[test]
fn change_and_interruption_end_a_check() {
    let programs = Programs::new();
    programs.add("a.toy", ENDLESS);
    let mut watched = Watched::new(programs.path(), &["a.toy", "--", "--timeout", "1h"]);
    std::thread::sleep(Duration::from_millis(700));
    programs.add("a.toy", FAILS);
    assert!(watched.summary().contains("1 violation,"));
    programs.add("a.toy", ENDLESS);
    std::thread::sleep(Duration::from_millis(700));
    let (code, time) = watched.interrupt();
    assert_eq!(code, Some(130));
    assert!(time < Duration::from_secs(5), "{time:?}");
}

#[test]
fn nothing_to_watch_is_an_error() {
    let done = run(&mut command(&["watch", "nowhere.toy"]));
    assert_eq!(done.code, 2);
    assert!(done.stderr.contains("there is no such file"), "{}", done.stderr);
    assert!(!Path::new("nowhere.toy").exists());
}
