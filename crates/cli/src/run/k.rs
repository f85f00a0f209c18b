//! `run --def`: programs of a language that a K definition gives.
//!
//! Without symbolic inputs and without a search this is an interpreter: what the program prints goes
//! to standard output, then its last configuration. With them, each solution is told with the
//! conditions under which it is reached, values that satisfy them, and the rules that led there.

mod inputs;
mod told;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use clap::Args;
use explore::Bias;
use lang_k::{Ending, Found, Language, Options, State, Steps, Value, Which};
use report::{Outcome, Paint};
use rustc_hash::FxHashMap;
use solve::{Interrupt, Theory};
use source::{Diagnostic, Files};
use term::{Pool, Term};

use crate::args::{Budget, Solving};
use crate::solver::Solvers;
use crate::spec::draw;
use crate::terminal::Terminal;
use crate::{output, read, signal};
use inputs::Inputs;

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Languages defined in K")]
pub(crate) struct KRun {
    /// The definition of the language, in K: then FILE is a program in it
    #[arg(long, value_name = "DEF.k|DEF.md")]
    pub(crate) def: Option<PathBuf>,
    /// The main module, instead of the one named like the file
    #[arg(long, value_name = "MODULE", requires = "def")]
    main_module: Option<String>,
    /// The module with the syntax of programs, instead of MAIN-SYNTAX
    #[arg(long, value_name = "MODULE", requires = "def")]
    syntax_module: Option<String>,
    /// Standard input of the program: numbers, "strings", and symbolic values such as n:Int
    #[arg(long = "in", value_name = "ITEMS", requires = "def")]
    input: Option<String>,
    /// The value of a variable of the configuration: NAME=VALUE; IN is a symbolic input and PC a
    /// condition on it
    #[arg(short = 'c', value_name = "NAME=VALUE", requires = "def")]
    config: Vec<String>,
    /// A condition on symbolic inputs, such as "n >Int 0"
    #[arg(long = "where", value_name = "COND", requires = "def")]
    conditions: Vec<String>,
    /// Explore all orders of rules, and tell the final configurations
    #[arg(long, requires = "def")]
    search: bool,
    /// The same, and tell all configurations that are reached
    #[arg(long, requires = "def")]
    search_all: bool,
    /// Tell only configurations that match: cells, perhaps with `requires` and a condition
    #[arg(long, value_name = "PATTERN", requires = "def")]
    pattern: Option<String>,
    /// Stop after so many solutions
    #[arg(long, value_name = "N", requires = "def")]
    bound: Option<u64>,
    /// Make at most so many steps along a path
    #[arg(long, value_name = "N", requires = "def")]
    depth: Option<u64>,
    /// Say why this rule, by its label, did not apply at the end
    #[arg(long, value_name = "RULE", requires = "def")]
    why_not: Option<String>,
    /// A property of all runs, in linear temporal logic over labels and conditions on variables
    #[arg(long, value_name = "FORMULA", requires = "def")]
    ltl: Option<String>,
}

/// Flags that K has written with one dash.
const OLD_FLAGS: [(&str, &str); 6] = [
    ("-search", "--search"),
    ("-search-all", "--search-all"),
    ("-pattern", "--pattern"),
    ("-ltlmc", "--ltl"),
    ("-bound", "--bound"),
    ("-depth", "--depth"),
];

/// An argument with the flags of older versions of K as they are written today.
pub(crate) fn modern_flag(argument: OsString) -> OsString {
    let Some(text) = argument.to_str() else { return argument };
    let (flag, value) = text.split_once('=').map_or((text, None), |(flag, v)| (flag, Some(v)));
    match (OLD_FLAGS.iter().find(|(old, _)| *old == flag), value) {
        (None, _) => argument,
        (Some((_, modern)), None) => OsString::from(modern),
        (Some((_, modern)), Some(value)) => OsString::from(format!("{modern}={value}")),
    }
}

/// The parts of a call that belong together.
struct Job<'a> {
    args: &'a KRun,
    language: Language,
    files: Files,
    pool: Pool,
    start: State,
    assumed: Vec<Term>,
    symbols: Vec<Term>,
    interrupt: Interrupt,
}

/// Runs, searches or checks a program.
pub(crate) fn run(
    args: &KRun,
    program: &Path,
    budget: &Budget,
    solving: &Solving,
    terminal: &Terminal,
) -> Result<Outcome> {
    let mut files = Files::new();
    let job = match prepare(args, program, budget, &mut files)? {
        Ok(job) => Job { files, ..job },
        Err(problems) => {
            terminal.complain(draw(&files, &problems, Paint::Plain).trim_end());
            return Ok(Outcome::BadInput);
        }
    };
    let solvers = Solvers::new(solving)?;
    let mut solver = solvers.make(&Theory::empty(), &job.interrupt);
    if let Some(formula) = &args.ltl {
        return told::property(&job, formula, &mut *solver, terminal);
    }
    if job.symbols.is_empty() && !args.search && !args.search_all && args.pattern.is_none() {
        return job.run(terminal);
    }
    let found = job.explore(&mut *solver);
    if terminal.verbose {
        let stats = &found.stats;
        terminal.complain(&format!(
            "{} configurations, {} steps, {} paths, {} queries",
            stats.states, stats.steps, stats.paths, stats.queries
        ));
    }
    output::to_stdout(&told::solutions(&job, &found))?;
    Ok(told::outcome(&job, &found, terminal))
}

type Prepared<'a> = std::result::Result<Job<'a>, Vec<Diagnostic>>;

fn prepare<'a>(
    args: &'a KRun,
    program: &Path,
    budget: &Budget,
    files: &mut Files,
) -> Result<Prepared<'a>> {
    let def = args.def.as_ref().expect("asked for by the dispatch");
    let text = |path: &Path| read::source_text(path).map_err(|error| anyhow!(error));
    let main = files.add(&def.to_string_lossy(), &text(def)?);
    let patterns: Vec<_> =
        args.pattern.iter().map(|pattern| files.add("--pattern", pattern)).collect();
    let options = k_syntax::LoadOptions {
        module: args.main_module.clone(),
        syntax_module: args.syntax_module.clone(),
    };
    let mut find = |from: &str, wanted: &str| {
        let path = Path::new(from).with_file_name(wanted);
        let text = read::source_text(&path).ok()?;
        Some((path.to_string_lossy().into_owned(), text))
    };
    let language = match Language::load(files, &main, &options, &mut find, &patterns) {
        Ok((language, _)) => language,
        Err(problems) => return Ok(Err(problems)),
    };
    let program = files.add(&program.to_string_lossy(), &text(program)?);
    let pool = Pool::new();
    let inputs = match Inputs::read(args, &language, &pool, files) {
        Ok(inputs) => inputs,
        Err(problem) => return Ok(Err(vec![*problem])),
    };
    let none = FxHashMap::default();
    let value = match language.value_for(&pool, "PGM", &program, &none) {
        Ok(value) => value,
        Err(problem) => return Ok(Err(vec![*problem])),
    };
    let start = match inputs.start(&language, &pool, value) {
        Ok(start) => start,
        Err(problem) => return Ok(Err(vec![*problem])),
    };
    let deadline = budget.timeout.time().map(|time| std::time::Instant::now() + time);
    let interrupt = signal::stop_on_signal()?;
    let interrupt = deadline.map_or(interrupt.clone(), |deadline| interrupt.until(deadline));
    let Inputs { assumed, symbols, .. } = inputs;
    let files = Files::new();
    Ok(Ok(Job { args, language, files, pool, start, assumed, symbols, interrupt }))
}

impl Job<'_> {
    /// Runs on known values.
    fn run(&self, terminal: &Terminal) -> Result<Outcome> {
        let mut state = self.start.clone();
        let program = &self.language.compiled.program;
        let mut printed = 0;
        let mut broken = None;
        let mut watch = |state: &State, _: u64| {
            let items = self.language.stream(state, "stdout");
            let text: String =
                items[printed.min(items.len())..].iter().map(|v| self.text(v)).collect();
            printed = items.len();
            if !text.is_empty() {
                broken = output::to_stdout(&text).err();
            }
        };
        let (depth, stop) = (self.args.depth, &self.interrupt);
        let (mut steps, mut ending) =
            lang_k::run(program, &self.pool, &mut state, depth, stop, &mut watch);
        // A program may wait for input that nobody has asked for yet.
        if ending == Ending::Stuck && self.args.input.is_none() {
            let waits = self.language.stream(&state, "stdin").is_empty();
            let items = if waits { inputs::from_stdin(&self.pool)? } else { Vec::new() };
            if !items.is_empty() && self.language.feed(&mut state, "stdin", items) {
                let left = depth.map(|depth| depth.saturating_sub(steps));
                let (more, then) =
                    lang_k::run(program, &self.pool, &mut state, left, stop, &mut watch);
                (steps, ending) = (steps + more, then);
            }
        }
        if let Some(error) = broken {
            return Err(error);
        }
        output::to_stdout(&format!("{}\n", self.language.show_state(&self.pool, &state)))?;
        if let Some(note) = told::ending_note(&self.language, &self.pool, &state, &ending) {
            terminal.complain(&note);
        }
        if let Some(rule) = &self.args.why_not {
            terminal.complain(&told::why_not(self, &state, rule));
        }
        if terminal.verbose {
            terminal.complain(&format!("{steps} steps"));
        }
        if let Some(code) = self.language.exit_code(&state).filter(|code| *code != 0) {
            // The program has its own exit code, which need not be one of ours.
            std::process::exit(i32::try_from(code & 0xff).expect("a byte"));
        }
        Ok(match ending {
            Ending::Finished | Ending::Stuck | Ending::Depth(_) => Outcome::NoneFound,
            Ending::Halted(lang_k::Halt::Undefined(_)) => Outcome::NoneFound,
            Ending::Halted(_) => Outcome::Inconclusive,
            Ending::Interrupted => Outcome::Interrupted,
        })
    }

    /// What an item of the output stream prints.
    fn text(&self, value: &Value) -> String {
        match value {
            Value::Str(text) => text.to_string(),
            other => self.language.show_value(&self.pool, other),
        }
    }

    fn explore(&self, solver: &mut dyn solve::Solver) -> Found {
        let args = self.args;
        let steps = if args.search || args.search_all { Steps::All } else { Steps::First };
        let which = if args.search_all { Which::All } else { Which::Final };
        // Loops over symbolic inputs have paths without end: a few of them tell the story.
        let some = (!args.search && !args.search_all && args.pattern.is_none()).then_some(5);
        let options = Options {
            steps,
            which,
            bound: args.bound.or(some),
            depth: args.depth,
            states: None,
            bias: Bias::default(),
            interrupt: self.interrupt.clone(),
        };
        let compiled = &self.language.compiled;
        let goal = compiled.goals.first();
        let start = self.start.clone();
        lang_k::explore(&compiled.program, &self.pool, start, &self.assumed, goal, &options, solver)
    }
}
