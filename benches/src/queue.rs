//! Workers at a queue: what two of them are worth, what a job costs, and what thousands of them would be worth.
//!
//! `bench-queue measure BINARY` starts a NATS server and workers of a `tracehound` that was built with
//! `--features queue`. It times a question with one and with two workers, predicts the latter from the times of the targets, and times
//! short jobs with and without the queue. The ratios are the result; they need a machine with nothing else to do.
//!
//! `bench-queue simulate BINARY FILE…` lets the binary explore the files, records the trees of their paths, and plays through
//! how workers would share searches as large as it takes, where the unit is the prefix of a path (docs/workers.md).
//! The assumptions stand at [`simulation::Costs`].
#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[path = "queue/measure.rs"]
mod measure;
#[path = "queue/simulation.rs"]
mod simulation;
#[path = "queue/trees.rs"]
mod trees;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["measure", binary] => measure::measure(binary),
        ["simulate", binary, files @ ..] if !files.is_empty() => {
            simulation::simulate(&trees::recorded(binary, files));
        }
        _ => println!("bench-queue measure BINARY | bench-queue simulate BINARY FILE…"),
    }
}
