//! What the verbs over interpreters share: how they search, and how they say how a search ended.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use interp_langs::caselang::parse;
use interp_langs::caselang::tree::Program;
use lang_interp::{Confirmed, Ended, Options, Summary};
use report::Paint;
use solve::Theory;
use source::{File, Files};

use crate::args::Solving;
use crate::quantity::{self, Timeout};
use crate::signal;
use crate::solver::Solvers;
use crate::spec::draw;
use crate::terminal::Terminal;

/// When a search ends.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Budget")]
pub(crate) struct Searching {
    /// Wall-clock time of the whole call, such as 30s or 5m; `none` is no limit
    #[arg(long, value_name = "TIME|none", value_parser = quantity::timeout, default_value = "60s")]
    pub(crate) timeout: Timeout,
    /// Time in the solver, for each goal
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    solver_time: Option<Duration>,
    /// Steps of one run; a million unless told otherwise
    #[arg(long, value_name = "N")]
    max_steps: Option<u64>,
    /// Memory of the process, such as 512M or 4G
    #[arg(long, value_name = "SIZE", value_parser = quantity::mebibytes)]
    memory: Option<u64>,
}

/// A search that ends with its budget or at a signal.
pub(crate) fn options(solving: &Solving, searching: &Searching) -> Result<Options> {
    let solvers = Arc::new(Solvers::new(solving)?);
    let stop = signal::stop_on_signal();
    let mut options = Options { interrupt: stop.clone(), ..Options::default() }
        .with_solvers(move || solvers.make(&Theory::empty(), &stop));
    let budget = &mut options.budget;
    budget.time = searching.timeout.time();
    budget.solver_time = searching.solver_time;
    budget.steps = searching.max_steps.or(budget.steps);
    budget.memory_mib = searching.memory;
    Ok(options)
}

/// The tree of a file. None if it has errors, which have then been told on standard error.
pub(crate) fn parsed(file: &File, files: &Files, terminal: &Terminal) -> Option<Program> {
    parse::parse(file)
        .map_err(|errors| terminal.complain(draw(files, &errors, Paint::Plain).trim_end()))
        .ok()
}

/// What was found in a search, and what was looked for.
#[derive(Clone, Copy)]
pub(crate) struct Count {
    /// Found and confirmed.
    pub(crate) confirmed: u64,
    /// Found, but nobody could confirm it.
    unconfirmed: u64,
    /// How many were wanted; none means all.
    wanted: Option<u64>,
}

impl Count {
    /// Nothing was found yet.
    pub(crate) fn new(wanted: Option<u64>) -> Count {
        Count { confirmed: 0, unconfirmed: 0, wanted }
    }

    /// One more was found.
    pub(crate) fn add(&mut self, confirmed: &Confirmed) {
        match confirmed {
            Confirmed::Yes => self.confirmed += 1,
            Confirmed::NoInstance(_) | Confirmed::Differs(_) => self.unconfirmed += 1,
        }
    }

    /// Whether as many were found as were wanted.
    pub(crate) fn is_enough(self) -> bool {
        self.wanted.is_some_and(|wanted| self.confirmed >= wanted)
    }

    /// Whether what was confirmed is all there is.
    pub(crate) fn is_all(self, summary: &Summary) -> bool {
        summary.is_complete() && self.unconfirmed == 0
    }

    /// How many there are and whether there may be others, with the reason.
    pub(crate) fn said(self, what: &str, summary: &Summary) -> String {
        let count = match self.confirmed {
            0 => format!("no {what}"),
            1 => format!("1 {what}"),
            many => format!("{many} {what}s"),
        };
        let others = match summary.ended {
            _ if self.is_all(summary) => "no others".to_owned(),
            _ if self.is_enough() => "there may be others".to_owned(),
            Ended::Limit(limit) => {
                let limit = report::limit_text(limit).message;
                let cut = summary.cuts.first().map(|cut| format!("; on one path: {cut}"));
                format!("gave up: {limit}{}", cut.unwrap_or_default())
            }
            Ended::Exhausted | Ended::Enough => format!("gave up: {}", doubt(what, summary)),
        };
        format!("{count}, {others}")
    }
}

/// Why an exhausted search is not the last word.
fn doubt(what: &str, summary: &Summary) -> String {
    let broken = summary.broken.iter().map(ToString::to_string);
    let cuts = summary.cuts.iter().map(ToString::to_string);
    let unknown = summary.unknown.iter().map(ToString::to_string);
    let first = broken.chain(cuts).chain(unknown).next();
    first.unwrap_or_else(|| format!("one {what} could not be confirmed"))
}
