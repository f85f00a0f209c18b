//! The events of a program: rules that have a label, and what is printed.
//!
//! A rule with a label is an event of that name wherever it is applied. Its arguments are the values
//! of variables of the rule, those that the declaration of the event names. Each item that a step
//! adds to the standard output is an event as well: `output.Int(n)`, `output.Bool(b)` or
//! `output.String(s)`. A step that does both shows the label first.
//!
//! `follow.rs` keeps the state of a monitor beside each configuration, `rerun.rs` runs a program on
//! values for the engine, and [`check_events`] puts both together.

mod check;
mod ends;
mod follow;
mod rerun;

use machine::{Event, EventKind};
use source::{Diagnostic, Files, Span};
use term::{Pool, Sort, Symbol, Term};

use crate::context::{Ctx, Halt};
use crate::language::Language;
use crate::machine::Done;
use crate::pattern::Reg;
use crate::program::RuleId;
use crate::state::State;
use crate::value::Value;

pub use check::{EventCheck, EventQuestion, check_events};
pub use ends::{Ends, NoProperty};
pub(crate) use follow::{Broken, Follow, Followed, WatchId};
pub use rerun::Rerun;

/// An event as it is declared: its name and its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declared {
    /// The name.
    pub op: String,
    /// The names and sorts of the arguments.
    pub args: Vec<(String, Sort)>,
}

/// Which steps of a language are events.
#[derive(Debug)]
pub struct Events {
    /// By the numbers of rules.
    rules: Vec<Option<RuleEvent>>,
    /// Where each rule begins: the first line of its text.
    places: Vec<Option<Span>>,
    /// The slot of the standard output.
    output: Option<usize>,
    names: OutputNames,
}

/// The event of a rule.
#[derive(Debug)]
struct RuleEvent {
    op: Symbol,
    args: Vec<(String, Sort)>,
    regs: Vec<Reg>,
}

/// The names of events of the output, by the sort of what is printed.
#[derive(Debug)]
struct OutputNames {
    int: Symbol,
    bool: Symbol,
    text: Symbol,
}

/// The names of events of the output, with the sorts of their only argument.
const OUTPUT: [(&str, Sort); 3] =
    [("output.Int", Sort::INT), ("output.Bool", Sort::BOOL), ("output.String", Sort::TEXT)];

impl Events {
    /// The events of a language, with arguments as they are declared.
    ///
    /// # Errors
    ///
    /// Arguments that are no variables of their rules, and names of rules that make no step.
    pub fn new(
        language: &Language,
        files: &Files,
        pool: &Pool,
        declared: &[Declared],
    ) -> Result<Events, Vec<Diagnostic>> {
        let mut faults = Vec::new();
        let program = &language.compiled.program;
        let rules = program.rules.iter().map(|rule| {
            let label = Some(&rule.info.name).filter(|name| !name.is_empty())?;
            let args = declared.iter().find(|declared| declared.op == *label);
            let args = args.map(|declared| declared.args.clone()).unwrap_or_default();
            let mut regs = Vec::new();
            for (name, _) in &args {
                match variable(&rule.names, name) {
                    Some(reg) => regs.push(reg),
                    None => faults.push(no_variable(name, label, &rule.names, rule.info.span)),
                }
            }
            Some(RuleEvent { op: pool.symbol(label), args, regs })
        });
        let rules: Vec<Option<RuleEvent>> = rules.collect();
        for function in &program.functions {
            for rule in &function.rules {
                let is_declared = |declared: &&Declared| declared.op == rule.info.name;
                if declared.iter().any(|known| is_declared(&known)) {
                    faults.push(no_step(&rule.info.name, rule.info.span));
                }
            }
        }
        let [int, bool, text] = OUTPUT.map(|(name, _)| pool.symbol(name));
        let names = OutputNames { int, bool, text };
        let output = language.stream_slot("stdout");
        let places = program.rules.iter().map(|rule| Some(first_line(files, rule.info.span?)));
        let places = places.collect();
        if faults.is_empty() { Ok(Events { rules, places, output, names }) } else { Err(faults) }
    }

    /// No step is an event.
    #[must_use]
    pub fn none(language: &Language, pool: &Pool) -> Events {
        let rules = language.compiled.program.rules.iter();
        let [int, bool, text] = OUTPUT.map(|(name, _)| pool.symbol(name));
        Events {
            places: rules.clone().map(|_| None).collect(),
            rules: rules.map(|_| None).collect(),
            output: None,
            names: OutputNames { int, bool, text },
        }
    }

    /// The kinds of events that programs of the language perform. Those of the output are listed
    /// where they are declared: what a program prints is not known before it runs.
    #[must_use]
    pub fn kinds(&self, language: &Language, pool: &Pool, declared: &[Declared]) -> Vec<EventKind> {
        let program = &language.compiled.program;
        let place = |span: Option<Span>| span.or_else(|| first_span(language));
        let rules = self.rules.iter().zip(&program.rules).filter_map(|(event, rule)| {
            let RuleEvent { op, args, .. } = event.as_ref()?;
            let args = args.iter().map(|(_, sort)| *sort).collect();
            let (op, span) = (pool.name(*op).to_owned(), place(rule.info.span)?);
            Some(EventKind { op, args, result: None, span })
        });
        let printed = OUTPUT.iter().filter_map(|(name, sort)| {
            self.output?;
            let is_declared = declared.iter().any(|declared| declared.op == *name);
            let (op, args) = ((*name).to_owned(), vec![*sort]);
            let span = place(None).filter(|_| is_declared)?;
            Some(EventKind { op, args, result: None, span })
        });
        rules.chain(printed).collect()
    }

    /// The registers with the arguments of the event of a rule.
    pub(crate) fn registers(&self, id: RuleId) -> &[Reg] {
        self.rules[id.index()].as_ref().map_or(&[], |event| &event.regs)
    }

    /// How many items were printed.
    pub(crate) fn printed(&self, state: &State) -> usize {
        match self.output.map(|slot| &state.slots[slot]) {
            Some(Value::List(items)) => items.len(),
            _ => 0,
        }
    }

    /// The events of a step: those of its rule with these arguments, and of what it has printed
    /// beyond the first items.
    pub(crate) fn shown(
        &self,
        ctx: &Ctx<'_>,
        done: Done,
        args: &[Value],
        printed: usize,
        after: &State,
    ) -> Result<Vec<Event>, Halt> {
        let Done::Rule(id) = done else { return Ok(Vec::new()) };
        let span = self.places[id.index()];
        let mut events = Vec::new();
        if let Some(event) = &self.rules[id.index()] {
            let both = event.args.iter().zip(args);
            let args =
                both.map(|((name, sort), value)| argument(ctx, event.op, name, *sort, value));
            let args = args.collect::<Result<_, Halt>>()?;
            events.push(Event { op: event.op, args, result: None, span });
        }
        if let Some(Value::List(items)) = self.output.map(|slot| &after.slots[slot]) {
            for item in items.iter().skip(printed) {
                let (op, value) = self.output_event(ctx, item)?;
                events.push(Event { op, args: vec![value], result: None, span });
            }
        }
        Ok(events)
    }

    fn output_event(&self, ctx: &Ctx<'_>, item: &Value) -> Result<(Symbol, Term), Halt> {
        let term = term_of(ctx, item);
        let term = term.ok_or_else(|| {
            Halt::Unsupported("output that is no number, truth value or string".to_owned())
        })?;
        let op = match ctx.pool.sort(term) {
            Sort::INT => self.names.int,
            Sort::BOOL => self.names.bool,
            _ => self.names.text,
        };
        Ok((op, term))
    }
}

/// The variable that an argument names. Letters that are operators of formulas are no names in specs,
/// so capitals need not be written.
fn variable(names: &[(String, Reg)], argument: &str) -> Option<Reg> {
    let exact = names.iter().find(|(own, _)| own == argument);
    let found = exact.or_else(|| names.iter().find(|(own, _)| own.eq_ignore_ascii_case(argument)));
    found.map(|(_, reg)| *reg)
}

/// The term of an argument, which must have the sort that was declared.
fn argument(
    ctx: &Ctx<'_>,
    op: Symbol,
    name: &str,
    sort: Sort,
    value: &Value,
) -> Result<Term, Halt> {
    term_of(ctx, value).filter(|term| ctx.pool.sort(*term) == sort).ok_or_else(|| {
        let (op, sort) = (ctx.pool.name(op), ctx.pool.show_sort(sort));
        Halt::Unsupported(format!("the event `{op}` where its argument `{name}` is no {sort}"))
    })
}

/// The term of a number, truth value or string. Names of the program are strings, too.
fn term_of(ctx: &Ctx<'_>, value: &Value) -> Option<Term> {
    match value {
        Value::Token(_, text) => Some(ctx.pool.text(&ctx.program.signature.text(*text))),
        other => ctx.term(other),
    }
}

fn no_variable(name: &str, label: &str, known: &[(String, Reg)], span: Option<Span>) -> Diagnostic {
    let message = format!("the rule `{label}` has no variable `{name}`");
    let known: Vec<String> = known.iter().map(|(name, _)| format!("`{name}`")).collect();
    let fault = Diagnostic::error(message).with_code("EVT010").with_note(match known.is_empty() {
        true => "it has no variables, so its event has no arguments".to_owned(),
        false => format!("arguments of its event are named like variables: {}", known.join(", ")),
    });
    match span {
        Some(span) => fault.at(span, "this rule"),
        None => fault,
    }
}

fn no_step(label: &str, span: Option<Span>) -> Diagnostic {
    let message = format!("the rule `{label}` is no step of a program, so it is no event");
    let fault = Diagnostic::error(message).with_code("EVT010");
    match span {
        Some(span) => fault.at(span, "a rule of a function, or one that applies anywhere"),
        None => fault,
    }
}

/// The first line of a text: rules end only where the next one begins.
fn first_line(files: &Files, span: Span) -> Span {
    let text = &files.get(span.file).text()[span.range()];
    let length = text.lines().next().unwrap_or_default().trim_end().len();
    let start = span.range().start;
    Span::new(span.file, start, start + length)
}

/// A place that stands for the definition.
fn first_span(language: &Language) -> Option<Span> {
    language.compiled.program.rules.iter().find_map(|rule| rule.info.span)
}
