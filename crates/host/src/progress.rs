//! Signs of life while a run is going: a line that is redrawn on a terminal, a line every few
//! seconds elsewhere, and nothing at all when the run is quick.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use explore::{Progress, Watcher};
use indicatif::{ProgressBar, ProgressStyle};
use report::{ProgressText, jsonl_progress};

use crate::output;
use crate::terminal::Terminal;

/// How long a run may take before we speak up.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often a line is written where it cannot be redrawn.
const PLAIN_EVERY: Duration = Duration::from_secs(5);

/// Tells the user how one target is coming along.
pub struct Ticker {
    title: String,
    terminal: Terminal,
    started: Instant,
    shown: Mutex<Shown>,
}

enum Shown {
    Nothing,
    Bar(ProgressBar),
    LineAt(Instant),
}

/// How often progress is written for a program to read.
const JSON_EVERY: Duration = Duration::from_secs(1);

impl Ticker {
    /// Shows progress under this title.
    #[must_use]
    pub fn new(title: String, terminal: Terminal) -> Ticker {
        let shown = Mutex::new(Shown::Nothing);
        Ticker { title, terminal, started: Instant::now(), shown }
    }

    fn text(&self, progress: &Progress) -> String {
        let elapsed = self.started.elapsed();
        let Progress { paths, waiting, depth, queries, findings, solver_time } = progress;
        let share = 100.0 * solver_time.as_secs_f64() / elapsed.as_secs_f64().max(0.001);
        // Not everybody measures the time of his solvers.
        let solver = match solver_time.is_zero() {
            true => String::new(),
            false => format!("solver {share:.0}%, "),
        };
        format!(
            "{}: {paths} paths, {waiting} waiting, depth {depth}, {queries} queries, \
             {findings} found, {solver}{}s",
            self.title,
            elapsed.as_secs()
        )
    }

    fn show(&self, shown: &mut Shown, progress: &Progress) {
        match shown {
            _ if self.terminal.json_lines => self.show_json(shown, progress),
            Shown::Nothing if self.started.elapsed() < PATIENCE => {}
            Shown::Nothing if self.terminal.live => {
                let style = ProgressStyle::with_template("{spinner} {wide_msg}")
                    .expect("the template is well formed");
                let bar = ProgressBar::new_spinner().with_style(style);
                bar.set_message(self.text(progress));
                *shown = Shown::Bar(bar);
            }
            Shown::Bar(bar) => {
                bar.set_message(self.text(progress));
                bar.tick();
            }
            Shown::LineAt(last) if last.elapsed() < PLAIN_EVERY => {}
            Shown::Nothing if self.started.elapsed() < PLAIN_EVERY => {}
            Shown::Nothing | Shown::LineAt(_) => {
                self.terminal.complain(&self.text(progress));
                *shown = Shown::LineAt(Instant::now());
            }
        }
    }

    fn show_json(&self, shown: &mut Shown, progress: &Progress) {
        let last = if let Shown::LineAt(last) = shown { *last } else { self.started };
        if last.elapsed() < JSON_EVERY {
            return;
        }
        let Progress { paths, waiting, depth, queries, findings, .. } = *progress;
        let elapsed_ms = self.started.elapsed().as_millis() as u64;
        let text = ProgressText { paths, waiting, depth, queries, findings, elapsed_ms };
        // A reader that cannot be written to is reported with the last line.
        let _ = output::to_stdout(&jsonl_progress(&self.title, text));
        *shown = Shown::LineAt(Instant::now());
    }
}

impl Watcher for Ticker {
    fn progress(&self, progress: &Progress) {
        if self.terminal.quiet {
            return;
        }
        if let Ok(mut shown) = self.shown.lock() {
            self.show(&mut shown, progress);
        }
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        if let Ok(Shown::Bar(bar)) = self.shown.get_mut() {
            bar.finish_and_clear();
        }
    }
}
