//! Maude as a program beside us: a command goes in, its own figures come out.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Maude with the rules of IMP.
pub(super) struct Maude {
    rules: PathBuf,
}

/// What Maude says of a command.
pub(super) struct Told {
    pub(super) states: u64,
    pub(super) rewrites: u64,
    /// The time of the processor.
    pub(super) time: Duration,
}

impl Maude {
    /// Maude, if it is installed.
    pub(super) fn find() -> Option<Maude> {
        let version = Command::new("maude").arg("--version").output().ok()?;
        println!("Maude {}", String::from_utf8_lossy(&version.stdout).trim());
        let rules = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/k/imp.maude");
        Some(Maude { rules })
    }

    /// The figures of the fastest of some runs of a command.
    pub(super) fn fastest(&self, command: &str, turns: usize) -> Told {
        let told = (0..turns).map(|_| self.run(command));
        told.min_by_key(|told| told.time).expect("there is a turn")
    }

    fn run(&self, command: &str) -> Told {
        let mut maude = Command::new("maude");
        maude.args(["-no-banner", "-no-advise", "-batch", "-no-wrap", "-no-ansi-color"]);
        let maude = maude.arg(&self.rules).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut maude = maude.expect("Maude was found");
        let mut input = maude.stdin.take().expect("asked for above");
        writeln!(input, "{command}\nquit").expect("Maude reads its commands");
        drop(input);
        let output = maude.wait_with_output().expect("Maude ends");
        let text = String::from_utf8_lossy(&output.stdout);
        told(&text).unwrap_or_else(|| panic!("Maude tells no figures:\n{text}"))
    }
}

/// The last figures in an answer: `states: 1509  rewrites: 3211 in 12ms cpu (…)`, without states
/// for a run.
fn told(text: &str) -> Option<Told> {
    let line = text.lines().rfind(|line| line.contains("rewrites: "))?;
    let after = |key: &str| line.split_once(key)?.1.split([' ', 'm']).next()?.parse().ok();
    let rewrites = after("rewrites: ")?;
    let states = after("states: ").unwrap_or(0);
    Some(Told { states, rewrites, time: Duration::from_millis(after(" in ")?) })
}
