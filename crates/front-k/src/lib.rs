//! The front end of languages that K definitions give.
//!
//! Programs are checked as those of any language (`program.rs`), and run. Without symbolic inputs and without a search this is an interpreter: what the program prints goes
//! to standard output, then its last configuration. With them, each solution is reported with the
//! conditions under which it is reached, values that satisfy them, and the rules that led there.

mod deepen;
mod inputs;
mod json;
mod last_words;
mod program;
mod prove;
mod regression;
mod render;
mod shown;
mod step;
mod subject;
mod tests;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, anyhow};
use explore::{Budget as Limits, Meter, Strategy};
use frontend::args::{
    BudgetArgs, ConfigurationForm, DefinitionArgs, KArgs, KProgramArgs, ProveArgs, RunArgs,
    RunFormat,
};
use frontend::{Frontend, Reader, RunEnd, SolverCounters, SolverFactory};
use host::limits::SoFar;
use host::{Terminal, Ticker, output, read, signal};
use lang_k::{
    Done, Ending, ExchangeForm, Found, Halt, Language, Options, Solution, State, Steps, Value,
    Watch, Which,
};
use report::{Outcome, Paint, diagnostics_as_text};
use rustc_hash::FxHashMap;
use solve::{Solver, Theory};
use source::{Diagnostic, Files, counted};
use term::Pool;

use inputs::Inputs;
use last_words::{KSoFar, watched};
use program::KReader;

/// The front end.
pub struct K;

impl Frontend for K {
    fn language(&self) -> frontend::Language {
        frontend::Language::K
    }

    fn runs(&self, args: &RunArgs) -> bool {
        args.k.def.is_some()
    }

    fn reader(&self, k: &KProgramArgs) -> Option<Box<dyn Reader>> {
        Some(Box::new(KReader::new(k)))
    }

    fn prove(&self, args: &ProveArgs, terminal: &Terminal) -> Result<Outcome> {
        prove::prove(args, terminal)
    }

    fn run(&self, args: &RunArgs, terminal: &Terminal) -> Result<RunEnd> {
        if args.k.spec.is_some() && !args.k.show_symbolic {
            return Ok(RunEnd::Check(Box::new(args.as_check())));
        }
        run(args, terminal).map(RunEnd::Told)
    }
}

/// The parts of a call that belong together.
struct Job<'a> {
    args: &'a KArgs,
    language: Language,
    files: Files,
    pool: Pool,
    /// The program, as a value.
    program: Value,
    inputs: Inputs,
    start: State,
    meter: Arc<Meter>,
    /// Whether the limits on one path are part of the question.
    within_bounds: bool,
    /// How many solutions were asked for.
    bound: Option<u64>,
    form: RunFormat,
    strategy: Strategy,
    /// How many threads explore.
    workers: usize,
    /// The counters of the solvers.
    counters: SolverCounters,
}

/// Runs, searches or checks a program.
fn run(call: &RunArgs, terminal: &Terminal) -> Result<Outcome> {
    let (args, budget) = (&call.k, &call.budget);
    let meter = Arc::new(Meter::new(limits(budget), signal::stop_on_signal()));
    let mut files = Files::new();
    let refuse = |files: &Files, problems: &[Diagnostic]| match meter.met() {
        Some(limit) => Ok(render::cut_off(limit, terminal)),
        None => {
            terminal.complain(diagnostics_as_text(files, problems, Paint::Plain).trim_end());
            Ok(Outcome::BadInput)
        }
    };
    let language =
        match load(&args.definition, args.pattern.as_deref(), &meter, terminal, &mut files)? {
            Ok((language, warnings)) => {
                if !warnings.is_empty() {
                    terminal
                        .complain(diagnostics_as_text(&files, &warnings, Paint::Plain).trim_end());
                }
                if terminal.verbose {
                    render::left_out(&language, &files, terminal);
                }
                language
            }
            Err(problems) => return refuse(&files, &problems),
        };
    if args.show_symbolic {
        return output::to_stdout(&language.symbolic_text(&files));
    }
    let path = call.file.as_deref();
    let job = match prepare(args, path, language, &meter, &mut files)? {
        Ok(job) => job.of_call(call, files),
        Err(problem) => return refuse(&files, &[*problem]),
    };
    let solvers = SolverFactory::new(&call.solving)?;
    let job = Job { counters: solvers.counters(terminal), ..job };
    let make = || solvers.make(&Theory::empty(), &meter.interrupt());
    let path = path.or(args.def.as_deref()).unwrap_or(Path::new("-"));
    let outcome = job.answer(path, &make, terminal)?;
    if job.form != RunFormat::Json {
        job.counters.show(terminal);
    }
    Ok(outcome)
}

/// The limits of a run. The steps of a program on known values have no limit unless one is given.
fn limits(budget: &BudgetArgs) -> Limits {
    Limits {
        time: budget.timeout.time(),
        paths: budget.max_paths,
        depth: budget.max_depth,
        steps: budget.max_steps,
        solver_time: budget.solver_time,
        memory_mib: budget.memory,
        findings: None,
    }
}

/// A language with warnings, or what is wrong with its definition.
type Loaded = std::result::Result<(Language, Vec<Diagnostic>), Vec<Diagnostic>>;

/// Reads the definition.
fn load(
    args: &DefinitionArgs,
    pattern: Option<&str>,
    meter: &Arc<Meter>,
    terminal: &Terminal,
    files: &mut Files,
) -> Result<Loaded> {
    let def = args.def.as_ref().expect("asked for by the dispatch");
    load_files(args, def, &[], pattern, meter, terminal, files)
}

/// Reads a definition that begins with a file, and others with it.
fn load_files(
    args: &DefinitionArgs,
    def: &Path,
    also: &[&Path],
    pattern: Option<&str>,
    meter: &Arc<Meter>,
    terminal: &Terminal,
    files: &mut Files,
) -> Result<Loaded> {
    let main = files.add(&def.to_string_lossy(), &text(def)?);
    let mut others = Vec::new();
    for path in also {
        others.push(files.add(&path.to_string_lossy(), &text(path)?));
    }
    let patterns: Vec<_> = pattern.iter().map(|pattern| files.add("--pattern", pattern)).collect();
    let selector = match &args.md_selector {
        None => k_syntax::Selector::default(),
        Some(text) => match k_syntax::Selector::parse(text) {
            Some(selector) => selector,
            None => return Ok(Err(vec![malformed_selector(text)])),
        },
    };
    let options = k_syntax::LoadOptions {
        module: args.main_module.clone(),
        syntax_module: args.syntax_module.clone(),
        selector,
        also: others.clone(),
        all_errors: terminal.verbose,
        stop: lang_k::stop(meter),
    };
    // A file that is required by several paths is read under the first of them.
    let mut names: BTreeMap<PathBuf, String> = BTreeMap::new();
    names.extend(def.canonicalize().ok().map(|path| (path, main.name().to_owned())));
    for (path, file) in also.iter().zip(&others) {
        names.extend(path.canonicalize().ok().map(|path| (path, file.name().to_owned())));
    }
    let mut find = |from: &str, wanted: &str| {
        let beside = Path::new(from).with_file_name(wanted);
        let included = args.include.iter().map(|folder| folder.join(wanted));
        let found = |path: PathBuf| Some((read::source_text(&path).ok()?, path));
        let (text, path) = [beside].into_iter().chain(included).find_map(found)?;
        let name = path.to_string_lossy().into_owned();
        let name = match path.canonicalize() {
            Ok(file) => names.entry(file).or_insert(name).clone(),
            Err(_) => name,
        };
        Some((name, text))
    };
    Ok(Language::load(files, &main, &options, &mut find, &patterns))
}

fn malformed_selector(text: &str) -> Diagnostic {
    Diagnostic::error(format!("`{text}` selects no blocks of markdown"))
        .with_help("write tags with `!`, `&`, `|` and parentheses, as in `k & ! symbolic`")
}

fn text(path: &Path) -> Result<String> {
    read::source_text(path).map_err(|error| anyhow!(error))
}

type Prepared<'a> = std::result::Result<Job<'a>, Box<Diagnostic>>;

fn prepare<'a>(
    args: &'a KArgs,
    program: Option<&Path>,
    language: Language,
    meter: &Arc<Meter>,
    files: &mut Files,
) -> Result<Prepared<'a>> {
    // The empty text may be a program, such as one without statements.
    let text = program.map(read::text).transpose().map_err(|error| anyhow!(error))?;
    let program = program.zip(text);
    let program = program.map(|(path, text)| files.add(&path.to_string_lossy(), &text));
    let pool = Pool::new();
    let mut started = || {
        let inputs = Inputs::read(args, &language, &pool, files, meter)?;
        let value = match (&program, inputs.given.get("PGM")) {
            (Some(program), _) => {
                language.value_for(&pool, "PGM", program, &FxHashMap::default(), meter)?
            }
            (None, Some(given)) => given.clone(),
            (None, None) => without_program(&language)?,
        };
        let start = inputs.start(&language, &pool, value.clone())?;
        Ok((inputs, value, start))
    };
    let (inputs, program, start) = match started() {
        Ok(started) => started,
        Err(problem) => return Ok(Err(problem)),
    };
    Ok(Ok(Job {
        args,
        language,
        files: Files::new(),
        pool,
        program,
        inputs,
        start,
        meter: Arc::clone(meter),
        within_bounds: false,
        bound: args.bound,
        form: RunFormat::Human,
        strategy: Strategy::Bfs,
        workers: 1,
        counters: SolverCounters::default(),
    }))
}

/// The program of a configuration that asks for none.
fn without_program(language: &Language) -> std::result::Result<Value, Box<Diagnostic>> {
    let variables = language.compiled.configuration.variables();
    match variables.iter().any(|(name, _)| name == "PGM") {
        true => Err(Diagnostic::error("the configuration asks for a program")
            .with_help("name its file, or give its text with `-cPGM=…`")
            .into()),
        false => Ok(Value::Empty),
    }
}

impl Job<'_> {
    /// The same with what all languages are asked with.
    fn of_call(self, call: &RunArgs, files: Files) -> Self {
        Job {
            files,
            within_bounds: call.budget.within_bounds,
            bound: self.bound.or(call.given_count()),
            form: call.format,
            strategy: call.strategy,
            workers: usize::from(call.jobs),
            ..self
        }
    }

    /// Does what the arguments ask for.
    fn answer(
        &self,
        program: &Path,
        solvers: lang_k::Solvers<'_>,
        terminal: &Terminal,
    ) -> Result<Outcome> {
        let args = self.args;
        let solver = &mut *solvers();
        if args.step {
            return step::step(self, solver);
        }
        if let Some(formula) = &args.ltl {
            let watch = self.watch(program, terminal);
            return render::property(self, formula, watch, solver, terminal);
        }
        let explores = args.explores_all()
            || args.pattern.is_some()
            || self.language.compiled.program.makes_unknowns();
        if self.inputs.symbols.is_empty() && !explores {
            return self.run(solver, terminal);
        }
        let guard = watched(&SoFar::new(KSoFar::of_search(self.form)), &self.meter);
        let found = self.explore(solvers, self.watch(program, terminal));
        drop(guard);
        if terminal.verbose {
            let stats = &found.stats;
            terminal.complain(&format!(
                "{} configurations, {} steps, {} paths, {} queries",
                stats.states, stats.steps, stats.paths, stats.queries
            ));
        }
        let left = match self.form {
            RunFormat::Human => render::solutions(self, &found, solver)?,
            RunFormat::Short => render::short_solutions(self, &found)?,
            RunFormat::Json => json::solutions(self, &found, solver)?,
        };
        let outcome = render::outcome(self, &found, left);
        if let Some(folder) = &args.tests {
            let written = tests::write(self, program, folder, &found, solver, terminal)?;
            terminal.complain(&format!("{} in `{}`", counted(written, "test"), folder.display()));
        }
        render::open_ends(&found, left, terminal);
        Ok(outcome)
    }

    /// Runs on known values.
    fn run(&self, solver: &mut dyn Solver, terminal: &Terminal) -> Result<Outcome> {
        let mut state = self.start.clone();
        let so_far = SoFar::new(KSoFar::of_run(self.form));
        let guard = watched(&so_far, &self.meter);
        let mut printer = Printer { job: self, terminal, printed: 0, written: (0, 0), so_far };
        let (depth, stop) = (self.args.depth, &self.meter);
        let (program, pool) = (&self.language.compiled.program, &self.pool);
        let mut watch = |state: &State, steps: u64| printer.print(state, steps);
        let (mut steps, mut ending) = match self.args.execute_to_branch {
            true => lang_k::run_to_branch(program, pool, &mut state, depth, stop, &mut watch),
            false => lang_k::run(program, pool, &mut state, depth, stop, &mut watch),
        };
        // A program may wait for input that has not been asked for yet.
        if ending == Ending::Stuck && self.args.input.is_none() {
            let waits = self.language.stream(&state, "stdin").is_empty();
            let items = if waits { inputs::from_stdin(pool, stop)? } else { Some(Vec::new()) };
            if let (None, Some(limit)) = (&items, stop.met()) {
                ending = Ending::Limit(limit);
            }
            let items = items.unwrap_or_default();
            if !items.is_empty() && self.language.feed(&mut state, "stdin", items) {
                let left = depth.map(|depth| depth.saturating_sub(steps));
                let (more, then) = lang_k::run(program, pool, &mut state, left, stop, &mut watch);
                (steps, ending) = (steps + more, then);
            }
        }
        drop(guard);
        if let Some(error) = printer.so_far.change(|so_far| so_far.broken.take()) {
            return Err(error);
        }
        let outcome = render::ending_outcome(&ending);
        // The program has its own exit code, which need not be one of ours.
        let own = self.language.exit_code(&state).filter(|code| *code != 0);
        let own = own.map(|code| u8::try_from(code & 0xff).expect("a byte"));
        let exit = own.unwrap_or(outcome.exit_code());
        output::to_stdout(&match self.form {
            RunFormat::Human | RunFormat::Short if self.args.output == ConfigurationForm::None => {
                String::new()
            }
            RunFormat::Human | RunFormat::Short => {
                format!("{}\n", self.at_end(&state, &ending))
            }
            RunFormat::Json => json::run(self, (&state, steps), &ending, (outcome, exit)),
        })?;
        self.notes(&state, &ending, solver, terminal);
        if terminal.verbose {
            terminal.complain(&counted(steps, "step"));
        }
        if let Some(code) = own {
            std::process::exit(i32::from(code));
        }
        Ok(outcome)
    }

    /// The configuration that a run came to.
    fn at_end(&self, state: &State, ending: &Ending) -> String {
        match ending {
            _ if self.exchange_form().is_some() => self.configuration(state),
            Ending::Limit(_) | Ending::Halted(Halt::Limit(_)) => {
                self.language.show_cut_off(&self.pool, state)
            }
            Ending::Finished
            | Ending::Stuck
            | Ending::Depth(_)
            | Ending::Branch(_)
            | Ending::Halted(_) => self.language.show_state(&self.pool, state),
        }
    }

    /// The form for other tools that was asked for.
    fn exchange_form(&self) -> Option<ExchangeForm> {
        match self.args.output {
            ConfigurationForm::Kast => Some(ExchangeForm::Kast),
            ConfigurationForm::Json => Some(ExchangeForm::Json),
            ConfigurationForm::Kore => Some(ExchangeForm::Kore),
            ConfigurationForm::Pretty | ConfigurationForm::Program | ConfigurationForm::None => {
                None
            }
        }
    }

    /// A configuration in the form that was asked for.
    fn configuration(&self, state: &State) -> String {
        match self.exchange_form() {
            Some(form) => self.language.exchanged(&self.pool, state, form),
            None => self.language.show_state(&self.pool, state),
        }
    }

    /// What there is to say of the end of a run.
    fn notes(&self, state: &State, ending: &Ending, solver: &mut dyn Solver, terminal: &Terminal) {
        if let Some(note) = render::ending_note(self, state, ending, solver) {
            terminal.complain(&note);
        }
        if let Some(rule) = &self.args.why_not {
            terminal.complain(&render::why_not(self, state, &[], rule, solver));
        }
    }

    /// What a configuration has printed.
    fn printed(&self, state: &State) -> String {
        let items = self.language.stream(state, "stdout");
        let items: String = items.iter().map(|item| self.text(item)).collect();
        let written = state.files.as_ref().map_or("", |files| files.output.as_str());
        items + written
    }

    /// The steps that led to a solution.
    fn path(&self, end: &Solution) -> Vec<Done> {
        if !end.path.is_empty() {
            return end.path.clone();
        }
        let program = &self.language.compiled.program;
        lang_k::trace(program, &self.pool, self.start.clone(), &end.decided, end.depth).path
    }

    /// What an item of the output stream prints.
    fn text(&self, value: &Value) -> String {
        match value {
            Value::Str(text) => text.to_string(),
            other => self.language.show_value(&self.pool, other),
        }
    }

    /// Who watches how far the run has come: no one, unless it can be drawn in place.
    fn watch(&self, program: &Path, terminal: &Terminal) -> Watch {
        if terminal.quiet || !terminal.live {
            return Watch::default();
        }
        Watch::new(Arc::new(Ticker::new(program.display().to_string(), *terminal)))
    }

    fn explore(&self, solvers: lang_k::Solvers<'_>, watch: Watch) -> Found {
        let args = self.args;
        let steps = if args.explores_all() { Steps::All } else { Steps::First };
        let which = match args {
            _ if args.search_all => Which::All,
            _ if args.search_one_or_more_steps => Which::Later,
            _ if args.search_one_step => Which::Next,
            _ => Which::Final,
        };
        // Loops over symbolic inputs have paths without end: a few of them tell the story.
        let some = (!args.explores_all() && args.pattern.is_none()).then_some(5);
        let options = Options {
            steps,
            which,
            bound: self.bound.or(some),
            depth: if args.search_one_step { Some(1) } else { args.depth },
            states: None,
            engine: explore::Options {
                strategy: self.strategy,
                workers: self.workers,
                ..explore::Options::default()
            },
            meter: Arc::clone(&self.meter),
            watch,
            reduce: !args.no_reduction,
        };
        let compiled = &self.language.compiled;
        let goal = compiled.goals.first();
        let start = self.start.clone();
        let assumed = &self.inputs.assumed;
        lang_k::explore(&compiled.program, &self.pool, start, assumed, goal, &options, solvers)
    }
}

/// Prints what a run writes, as it writes it.
struct Printer<'j, 'a> {
    job: &'j Job<'a>,
    terminal: &'j Terminal,
    /// How many items were printed.
    printed: usize,
    /// How much of what was written to standard output and standard error as files.
    written: (usize, usize),
    so_far: SoFar<KSoFar>,
}

impl Printer<'_, '_> {
    fn print(&mut self, state: &State, steps: u64) {
        let items = self.job.language.stream(state, "stdout");
        let new = &items[self.printed.min(items.len())..];
        let text: String = new.iter().map(|item| self.job.text(item)).collect();
        self.printed = items.len();
        let text = match &state.files {
            Some(files) => {
                let (out, errors) = self.written;
                self.written = (files.output.len(), files.errors.len());
                if files.errors.len() > errors {
                    self.terminal.complain(files.errors[errors..].trim_end());
                }
                text + &files.output[out..]
            }
            None => text,
        };
        self.so_far.change(|so_far| so_far.print(&text, steps));
    }
}
