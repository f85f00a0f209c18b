//! What the searches came to, as lines of a table.

use std::path::PathBuf;
use std::time::Duration;

use jvm_srv::Mode;

use crate::program::Cost;

/// The modes in the order of the table. The first is what the others are compared with, the last is
/// what is compared with the others.
pub(crate) const MODES: [Mode; 4] = [Mode::Dfs, Mode::Guide, Mode::Slice, Mode::Srv];

/// A task in all modes.
pub(crate) struct Row {
    pub(crate) number: usize,
    pub(crate) task: String,
    pub(crate) version: String,
    pub(crate) costs: [Cost; MODES.len()],
}

/// The table as far as it is known. It is printed and, if that is wanted, written to a file.
pub(crate) struct Page {
    limit: Duration,
    file: Option<PathBuf>,
    text: String,
    rows: Vec<Row>,
}

impl Page {
    pub(crate) fn new(limit: Duration, file: Option<PathBuf>) -> Page {
        let mut page = Page { limit, file, text: String::new(), rows: Vec::new() };
        page.say(&format!(
            "Completed within {} seconds: runs and seconds, with reading the classes except for dfs. \
             In parentheses: the runs of a search that was not completed. First violation: its run, \
             and seconds.\n",
            limit.as_secs()
        ));
        page.say("| task | program, property | version | reading | dfs | guide | slice | srv | first: dfs | guide | slice | srv |");
        page.say("|---|---|---|---|---|---|---|---|---|---|---|---|");
        page
    }

    /// Prints a line.
    pub(crate) fn say(&mut self, line: &str) {
        println!("{line}");
        self.text.push_str(line);
        self.text.push('\n');
        if let Some(file) = &self.file
            && let Err(error) = std::fs::write(file, &self.text)
        {
            println!("{} cannot be written: {error}", file.display());
            self.file = None;
        }
    }

    pub(crate) fn add(&mut self, row: Row) {
        let total = row.costs.iter().map(total_of);
        let first = row.costs.iter().map(first_of);
        let cells: Vec<String> = total.chain(first).collect();
        let reading = row.costs.last().map_or(0.0, |cost| cost.analysis.as_secs_f64());
        self.say(&format!(
            "| {} | {} | {} | {reading:.1} | {} |",
            row.number,
            row.task,
            row.version,
            cells.join(" | ")
        ));
        self.rows.push(row);
    }

    /// How many tasks each mode completed, and how much faster the last one was than the others. A
    /// search that was not completed took at least the limit.
    pub(crate) fn finish(mut self) {
        self.say("");
        for (index, mode) in MODES.into_iter().enumerate() {
            let all = self.rows.iter();
            let completed = all.clone().filter(|row| row.costs[index].is_completed()).count();
            let found = all.filter(|row| row.costs[index].first().is_some()).count();
            let ratio = |row: &&Row| self.charged(&row.costs[index]) / self.charged(srv(row));
            let by_srv = self.rows.iter().filter(|row| srv(row).is_completed());
            let ratios: Vec<f64> = by_srv.clone().map(|row| ratio(&row)).collect();
            let hard = by_srv.filter(|row| !row.costs[0].is_completed());
            let hard: Vec<f64> = hard.map(|row| ratio(&row)).collect();
            let mut line = format!(
                "* {}: {completed} of {} tasks completed, a violation found in {found}",
                name(mode),
                self.rows.len()
            );
            if index + 1 < MODES.len() {
                line.push_str(&format!(
                    "; srv is {} on the {} tasks that it completes, {} on the {} of them that dfs does not complete",
                    times(&ratios),
                    ratios.len(),
                    times(&hard),
                    hard.len()
                ));
            }
            self.say(&line);
        }
    }

    fn charged(&self, cost: &Cost) -> f64 {
        let took = cost.total;
        if cost.is_completed() { took } else { took.max(self.limit) }.as_secs_f64().max(0.001)
    }
}

fn srv(row: &Row) -> &Cost {
    row.costs.last().expect("there are modes")
}

fn name(mode: Mode) -> &'static str {
    let named = Mode::NAMES.iter().find(|(_, known)| *known == mode);
    named.expect("every mode has a name").0
}

fn total_of(cost: &Cost) -> String {
    let (runs, seconds) = (cost.outcome.runs, cost.total.as_secs_f64());
    match cost.is_completed() {
        true => format!("{runs}, {seconds:.1}"),
        false if cost.has_gap() => format!("gap ({runs})"),
        false => format!("({runs})"),
    }
}

fn first_of(cost: &Cost) -> String {
    match cost.first() {
        Some((run, after)) => format!("{run}, {:.1}", after.as_secs_f64()),
        None if cost.is_completed() => "none".to_owned(),
        None => "?".to_owned(),
    }
}

/// How many times as fast, on average: of the ratios, and of their logarithms.
fn times(ratios: &[f64]) -> String {
    let count = ratios.len().max(1) as f64;
    let mean = ratios.iter().sum::<f64>() / count;
    let geometric = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / count).exp();
    if ratios.is_empty() {
        return "not compared".to_owned();
    }
    format!("{mean:.1} times as fast (geometric mean {geometric:.1})")
}
