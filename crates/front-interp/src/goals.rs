//! What the verbs over interpreters share: how they search, and how they say how a search ended.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Result;
use explore::Limit;
use frontend::args::{BudgetArgs, InterpSearchArgs, SolverArgs};
use frontend::{SolverCounters, SolverFactory};
use host::{Terminal, read, signal};
use interp_langs::caselang::parse;
use interp_langs::caselang::tree::Program;
use lang_interp::{Confirmed, Cut, Ended, Options, Summary};
use report::{Outcome, Paint, diagnostics_as_text};
use solve::Theory;
use source::{Diagnostic, File, Files};

/// A search that ends with its budget or at a signal, and the counters of its solvers.
pub(crate) fn options(
    searching: &InterpSearchArgs,
    solving: &SolverArgs,
    given: &BudgetArgs,
    terminal: &Terminal,
) -> Result<(Options, SolverCounters)> {
    let solvers = Arc::new(SolverFactory::new(solving)?);
    let counters = solvers.counters(terminal);
    let stop = signal::stop_on_signal();
    let mut options = Options::default();
    options.explore.interrupt = stop.clone();
    options.explore.strategy = searching.strategy.unwrap_or(options.explore.strategy);
    options.explore.seed = searching.seed;
    options.explore.workers = usize::from(searching.jobs);
    let mut options = options.with_solvers(move || solvers.make(&Theory::empty(), &stop));
    let budget = &mut options.explore.budget;
    budget.time = given.timeout.time();
    budget.solver_time = given.solver_time;
    budget.paths = given.max_paths;
    budget.depth = given.max_depth;
    budget.steps = given.max_steps.or(budget.steps);
    budget.memory_mib = given.memory;
    Ok((options, counters))
}

/// What a search has to say, with limits of single paths left out where they are part of the
/// question.
pub(crate) fn asked(mut summary: Summary, given: &BudgetArgs) -> Summary {
    if given.within_bounds {
        summary.cuts.retain(|cut| !matches!(cut, Cut::Steps(_) | Cut::Depth(_)));
    }
    summary
}

/// What a call comes to that was perhaps interrupted.
pub(crate) fn outcome(found: Outcome, summary: &Summary) -> Outcome {
    match summary.ended {
        Ended::Limit(Limit::Interrupted) => found.and(Outcome::Interrupted),
        Ended::Limit(_) | Ended::Exhausted | Ended::Enough => found,
    }
}

/// The tree of a file that sees what is known already, and what it imports. None if there are errors, which have then been
/// reported on standard error.
pub(crate) fn parsed(
    file: &File,
    known: &Program,
    files: &mut Files,
    terminal: &Terminal,
) -> Option<Program> {
    parse_with_imports(file, known, files)
        .map_err(|errors| {
            terminal.complain(diagnostics_as_text(files, &errors, Paint::Plain).trim_end())
        })
        .ok()
}

/// The tree of a file that sees what is known already, and the definitions of the files that it imports. Goals are those of
/// the file alone.
pub(crate) fn parse_with_imports(
    file: &File,
    known: &Program,
    files: &mut Files,
) -> Result<Program, Vec<Diagnostic>> {
    let mut imports = Imports { files, seen: vec![PathBuf::from(file.name())], open: Vec::new() };
    imports.parse(file, known.clone())
}

/// Files that are read because others import them.
struct Imports<'f> {
    files: &'f mut Files,
    /// Those that were met.
    seen: Vec<PathBuf>,
    /// Those among them that are not known yet, because what they import is being read.
    open: Vec<PathBuf>,
}

impl Imports<'_> {
    fn parse(&mut self, file: &File, mut known: Program) -> Result<Program, Vec<Diagnostic>> {
        let own = PathBuf::from(file.name());
        self.open.push(own.clone());
        for (name, span) in parse::imports(file) {
            let path = own.parent().unwrap_or(Path::new("")).join(&name);
            let wrong =
                |message: String| vec![Diagnostic::error(message).at(span, "imported here")];
            if self.open.contains(&path) {
                return Err(wrong(format!("`{name}` imports itself")));
            }
            if !self.seen.contains(&path) {
                self.seen.push(path.clone());
                let text = read::source_text(&path).map_err(wrong)?;
                let imported = self.files.add(&path.display().to_string(), &text);
                known = self.parse(&imported, known)?;
                known.goals.clear();
            }
        }
        self.open.pop();
        parse::parse_after(file, &known)
    }
}

/// What was found in a search, and what was looked for.
#[derive(Clone, Copy)]
pub(crate) struct Count {
    /// Found and confirmed.
    pub(crate) confirmed: u64,
    /// Found, but not confirmed.
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
            Ended::Exhausted | Ended::Enough => {
                let unconfirmed = || format!("one {what} could not be confirmed");
                format!("gave up: {}", summary.doubt().unwrap_or_else(unconfirmed))
            }
        };
        format!("{count}, {others}")
    }
}
