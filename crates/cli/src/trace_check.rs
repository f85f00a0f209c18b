//! `trace check`: properties over recorded events.
//!
//! The log is read once, line by line, and nothing of it is kept but the last few lines, which show
//! why a property is broken. A log that is followed as it grows is read on after that, and what breaks a property is
//! reported at once.

mod lines;
mod render;

use std::ffi::OsStr;
use std::path::PathBuf;

use anyhow::{Context as _, Result, anyhow, ensure};
use clap::{Args, Subcommand};
use frontend::Publisher;
use frontend::args::{AnswerArgs, LimitArgs, SolverArgs};
use host::{Terminal, output};
use report::Outcome;
use solve::Interrupt;
use source::Files;
use spec_verbs::{LoadedSpec, solver, tell_limit};
use term::{Pool, Sort};
use trace::{Context, Param, Property};
use trace_tools::{
    Break, Instance, LineRead, LogFormat, LogMonitor, MonitorError, Oracle, RecordReader, Step,
    Table, Value,
};

use lines::{Lines, Window};
use render::{Told, Verdict};

/// What can be done with recorded events.
#[derive(Subcommand, Debug)]
pub(crate) enum TraceVerb {
    /// Check properties over a log and point at the event that breaks one
    Check(Check),
}

#[derive(Args, Debug)]
#[command(mut_arg("timeout", |timeout| timeout.default_value_if("follow", "true", "none")))]
pub(crate) struct Check {
    /// The log, one event to a line; `-` is standard input
    #[arg(value_name = "LOG")]
    log: PathBuf,
    /// Wait for what is added to the file, also when it is rotated, and report violations when they happen
    #[arg(long)]
    follow: bool,
    /// Go on after a violation, and report each with its values; so do `-` and --follow
    #[arg(long)]
    every: bool,
    /// The spec
    #[arg(long, value_name = "FILE")]
    spec: PathBuf,
    /// How lines are read: json, csv, tsv, logfmt, or a pattern such as '{time} opened {path}'; csv and tsv also by the
    /// name of the file
    #[arg(long, value_name = "FORMAT|PATTERN")]
    log_format: Option<LogFormat>,
    /// This property alone
    #[arg(long, value_name = "NAME")]
    property: Option<String>,
    /// The value of a parameter or constant; without it a parameter stands for every value
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = binding)]
    params: Vec<(String, String)>,
    /// Skip events of operations that the spec does not declare
    #[arg(long)]
    ignore_unknown: bool,
    #[command(flatten)]
    shown: AnswerArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    solving: SolverArgs,
}

fn binding(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("write it like `name=value`")?;
    Ok((name.to_owned(), value.to_owned()))
}

impl TraceVerb {
    /// How the answer is shown.
    pub(crate) fn shown(&self) -> AnswerArgs {
        let TraceVerb::Check(args) = self;
        args.shown.clone()
    }
}

/// Does it.
pub(crate) fn trace(verb: &TraceVerb, terminal: &Publisher) -> Result<Outcome> {
    match verb {
        TraceVerb::Check(args) => check(args, terminal),
    }
}

fn check(args: &Check, terminal: &Publisher) -> Result<Outcome> {
    let guard = terminal.guard(args.limits.budget(), &args.shown);
    let (pool, mut files) = (Pool::new(), Files::new());
    let Some(loaded) = LoadedSpec::read(&pool, &mut files, &args.spec, terminal)? else {
        return Ok(Outcome::BadInput);
    };
    let mut solver = solver(&args.solving, &loaded.theory(&pool), &guard)?;
    let mut oracle = Oracle::until(&mut *solver, guard.stop());
    let regexes = oracle.regexes(&pool);
    let ctx = Context { pool: &pool, alphabet: &loaded.spec.alphabet, regexes: &regexes };
    let params: Vec<Param> =
        loaded.spec.ghosts.iter().chain(&loaded.spec.consts).cloned().collect();
    let given = given(&pool, &params, &args.params)?;
    let mut watches = Vec::new();
    for property in loaded.properties(args.property.as_deref())? {
        let ghosts = loaded.spec.ghosts.len();
        let formula = &property.formula;
        let monitor = LogMonitor::new(ctx, formula, &params, ghosts, given.clone());
        let monitor = monitor.map_err(|error| advise(&error, &property.name))?;
        watches.push(Watch::new(property, monitor));
    }
    ensure!(!watches.is_empty(), "`{}` has no properties", loaded.name);
    let told = Told::new(lines::name_of(&args.log), args.shown.format, args.goes_on());
    let reader = RecordReader::new(ctx, args.log_format(), &loaded.spec.records);
    let mut log = Log { args, ctx, reader, window: Window::default(), told, terminal };
    log.told.begin()?;
    log.follow(&mut watches, &mut oracle, guard.stop())?;
    let (text, outcome) = log.told.tell(&watches, terminal.stdout, &guard);
    tell_limit(&guard, terminal);
    output::to_stdout(&text)?;
    terminal.is_published();
    log.told.write(&args.shown, &watches, outcome, &guard)?;
    Ok(outcome)
}

/// A property with what has become of it.
struct Watch<'a> {
    property: &'a Property,
    monitor: LogMonitor<'a>,
    /// What is known so far; in a log that is read on after a violation, the first violations.
    verdicts: Vec<Verdict>,
    /// How often it was broken.
    violations: u64,
    is_over: bool,
}

/// More violations than these are only counted by formats that are written at the end.
const MAX_KEPT: usize = 1_000;
/// More violations than these are reported without what shows why.
const MAX_EXPLAINED: u64 = 20;

impl<'a> Watch<'a> {
    fn new(property: &'a Property, monitor: LogMonitor<'a>) -> Watch<'a> {
        Watch { property, monitor, verdicts: Vec::new(), violations: 0, is_over: false }
    }

    fn ends(&mut self, verdict: Verdict) {
        self.verdicts.push(verdict);
        self.is_over = true;
    }
}

impl Check {
    fn log_format(&self) -> LogFormat {
        let by_name = || match self.log.extension().and_then(OsStr::to_str) {
            Some("csv") => LogFormat::Table(','),
            Some("tsv") => LogFormat::Table('\t'),
            _ => LogFormat::Json,
        };
        self.log_format.clone().unwrap_or_else(by_name)
    }

    /// Whether violations are reported when they happen, and the log is read on.
    fn goes_on(&self) -> bool {
        self.every || self.follow || self.log.as_os_str() == "-"
    }
}

struct Log<'a> {
    args: &'a Check,
    ctx: Context<'a>,
    reader: RecordReader<'a>,
    window: Window,
    told: Told,
    terminal: &'a Terminal,
}

impl Log<'_> {
    fn follow(
        &mut self,
        watches: &mut [Watch<'_>],
        oracle: &mut Oracle<'_>,
        stop: Interrupt,
    ) -> Result<()> {
        let mut lines = Lines::open(&self.args.log, self.args.follow, stop)?;
        for watch in watches.iter_mut() {
            if let Step::Broken(broken) = watch.monitor.start(oracle) {
                watch.ends(Verdict::Lost { instance: broken.instance });
            }
        }
        while watches.iter().any(|watch| !watch.is_over) {
            let line = lines.next()?;
            if oracle.is_stopped() {
                self.open(watches);
                return Ok(());
            }
            let Some((number, line)) = line else { break };
            match self.read(number, line, watches, oracle) {
                Err(error) if self.args.goes_on() => {
                    self.terminal.complain(&format!("warning: {error:#}"));
                    self.told.unreadable += 1;
                }
                done => done?,
            }
        }
        for watch in watches.iter_mut().filter(|watch| !watch.is_over) {
            match watch.monitor.end() {
                None if watch.violations == 0 => watch.ends(Verdict::Holds),
                None => watch.is_over = true,
                Some(instance) => {
                    let verdict = self.too_early(watch, instance)?;
                    watch.ends(verdict);
                }
            }
        }
        Ok(())
    }

    fn read(
        &mut self,
        number: u64,
        line: &[u8],
        watches: &mut [Watch<'_>],
        oracle: &mut Oracle<'_>,
    ) -> Result<()> {
        let place = || format!("{}:{number}", lines::name_of(&self.args.log));
        let event = match self.reader.read(line).with_context(place)? {
            LineRead::Event(event) => event,
            LineRead::Other => {
                self.told.skipped += 1;
                return Ok(());
            }
            LineRead::Head => return Ok(()),
        };
        let known = watches.iter().any(|watch| watch.monitor.declares(&event.op));
        if !known && self.args.ignore_unknown {
            self.told.skipped += 1;
            return Ok(());
        }
        self.told.events += 1;
        self.window.push(number, self.told.events, line);
        for watch in watches.iter_mut().filter(|watch| !watch.is_over) {
            let step = watch.monitor.read(&event, oracle);
            let step = step.map_err(|error| advise(&error, &watch.property.name));
            if let Step::Broken(broken) = step.with_context(place)? {
                self.violated(watch, broken)?;
            }
        }
        Ok(())
    }

    fn violated(&self, watch: &mut Watch<'_>, broken: Break) -> Result<()> {
        if !self.args.goes_on() {
            let verdict = self.broken(watch, broken.instance)?;
            watch.ends(verdict);
            return Ok(());
        }
        for instance in std::iter::once(broken.instance).chain(broken.also) {
            let verdict = self.broken(watch, instance)?;
            watch.violations += 1;
            self.told.tell_now(watch, &verdict)?;
            if watch.verdicts.len() < MAX_KEPT {
                watch.verdicts.push(verdict);
            }
        }
        watch.violations += broken.unlisted as u64;
        Ok(())
    }

    /// The rest of the log was not read, so nothing is said of what is not yet broken.
    fn open(&self, watches: &mut [Watch<'_>]) {
        for watch in watches.iter_mut().filter(|watch| !watch.is_over) {
            watch.ends(Verdict::Open { events: self.told.events });
        }
    }

    fn broken(&self, watch: &Watch<'_>, instance: Instance) -> Result<Verdict> {
        let window = self.window.events(&self.reader)?;
        if watch.violations >= MAX_EXPLAINED {
            let table = Table { rows: Vec::new(), left_out: 0 };
            return Ok(Verdict::Broken { instance, window, table });
        }
        let formula = &watch.property.formula;
        let events: Vec<_> = window.iter().map(|seen| seen.event.clone()).collect();
        let params = watch.monitor.params();
        let table = trace_tools::why(self.ctx, formula, params, &instance, &events)?;
        Ok(Verdict::Broken { instance, window, table })
    }

    fn too_early(&self, watch: &Watch<'_>, instance: Instance) -> Result<Verdict> {
        let Verdict::Broken { instance, window, table } = self.broken(watch, instance)? else {
            unreachable!("`broken` answers so")
        };
        let sure = !watch.monitor.has_doubts();
        Ok(Verdict::TooEarly { instance, window, table, sure })
    }
}

/// The values that were given, in the order of the parameters.
fn given(
    pool: &Pool,
    params: &[Param],
    bindings: &[(String, String)],
) -> Result<Vec<Option<Value<'static>>>> {
    let mut given = vec![None; params.len()];
    for (name, text) in bindings {
        let Some(at) = params.iter().position(|param| param.name == *name) else {
            let known: Vec<&str> = params.iter().map(|param| param.name.as_str()).collect();
            return Err(anyhow!("there is no parameter `{name}`; there are {}", known.join(", ")));
        };
        given[at] = Some(value(pool, &params[at], text)?);
    }
    Ok(given)
}

/// A value as it is written after `--param NAME=`: quotes make a string of anything.
fn value(pool: &Pool, param: &Param, text: &str) -> Result<Value<'static>> {
    let sort = pool.sort(param.var);
    let quoted = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    let wrong =
        || anyhow!("`{text}` is not a value of {} for `{}`", pool.show_sort(sort), param.name);
    let number = text.parse::<i64>().ok().filter(|_| quoted.is_none());
    match sort {
        Sort::BOOL => Ok(Value::Bool(text.parse().map_err(|_| wrong())?)),
        Sort::INT => number.map(Value::Int).ok_or_else(wrong),
        _ => Ok(match number.filter(|_| sort != Sort::TEXT) {
            Some(number) => Value::Int(number),
            None => Value::Text(quoted.unwrap_or(text).to_owned().into()),
        }),
    }
}

fn advise(error: &MonitorError, property: &str) -> anyhow::Error {
    let text = format!("`{property}`: {error}");
    match (error, error.wants_value_of()) {
        (_, Some(name)) => anyhow!("{text}\n  = help: give it with --param {name}=VALUE"),
        (MonitorError::UnknownOperation(_), _) => {
            anyhow!(
                "{error}\n  = help: --ignore-unknown skips such events, and `op ...` in the spec allows them"
            )
        }
        (MonitorError::TooMany(_) | MonitorError::TooManyParams(_), _) => {
            anyhow!("{text}\n  = help: give some parameters with --param NAME=VALUE")
        }
        _ => anyhow!(text),
    }
}
