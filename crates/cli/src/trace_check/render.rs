//! Reports of a log.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

use anyhow::Result;
use frontend::args::{AnswerArgs, Format};
use host::limits::LimitGuard;
use host::{TOOL, output};
use report::{
    Envelope, LimitText, LogAnswer, LogEvent, Outcome, Paint, PropertyVerdict, TableRow,
    TraceAnswer, jsonl_start,
};
use serde_json::Value as Json;
use source::Files;
use spec_verbs::met_limit;
use trace::Param;
use trace_tools::{Instance, Table, Value};

use super::Watch;
use super::lines::Seen;
use crate::check;

/// What has become of a property.
pub(super) enum Verdict {
    Holds,
    /// Lost before anything happened: no log has it.
    Lost {
        instance: Instance,
    },
    /// Lost with the last event of the window.
    Broken {
        instance: Instance,
        window: Vec<Seen>,
        table: Table,
    },
    /// Not lost, but not fulfilled when the log ended. Sure if every state was decided.
    TooEarly {
        instance: Instance,
        window: Vec<Seen>,
        table: Table,
        sure: bool,
    },
    /// Not broken by the events that were read before a limit was met.
    Open {
        events: u64,
    },
}

/// A log that is followed, and how it is reported.
pub(super) struct Told {
    log: String,
    format: Format,
    /// Whether violations are reported when they happen.
    is_live: bool,
    pub(super) events: u64,
    pub(super) skipped: u64,
    /// How many lines were left out because they are no events.
    pub(super) unreadable: u64,
}

impl Told {
    pub(super) fn new(log: String, format: Format, is_live: bool) -> Told {
        Told { log, format, is_live, events: 0, skipped: 0, unreadable: 0 }
    }

    /// Whether a violation is written when it happens.
    fn streams(&self) -> bool {
        self.is_live && matches!(self.format, Format::Human | Format::Short | Format::Jsonl)
    }

    pub(super) fn begin(&self) -> Result<()> {
        if self.streams() && self.format == Format::Jsonl {
            output::to_stdout(&jsonl_start(TOOL))?;
        }
        Ok(())
    }

    /// Writes a violation that has just happened, if the format allows it.
    pub(super) fn tell_now(&self, watch: &Watch<'_>, verdict: &Verdict) -> Result<()> {
        let text = match self.format {
            _ if !self.streams() => return Ok(()),
            Format::Jsonl => self.answer(&[], None).jsonl_finding(&as_json(watch, verdict)),
            Format::Short => {
                let properties = vec![as_json(watch, verdict)];
                let answer = TraceAnswer { properties, ..self.answer(&[], None) };
                check::render(Format::Short, &answer.to_report(TOOL), &Files::new(), Paint::Plain)
            }
            _ => self.human_verdict(watch, verdict),
        };
        output::to_stdout(&text)?;
        Ok(())
    }

    fn answer(&self, watches: &[Watch<'_>], limit: Option<LimitText>) -> TraceAnswer {
        let verdicts = |watch: &Watch<'_>| -> Vec<PropertyVerdict> {
            watch.verdicts.iter().map(|verdict| as_json(watch, verdict)).collect()
        };
        TraceAnswer {
            log: self.log.clone(),
            events: self.events,
            skipped: self.skipped,
            unreadable: self.unreadable,
            properties: watches.iter().flat_map(verdicts).collect(),
            limit,
        }
    }

    pub(super) fn tell(
        &self,
        watches: &[Watch<'_>],
        paint: Paint,
        guard: &LimitGuard,
    ) -> (String, Outcome) {
        let mut outcome = Outcome::NoneFound;
        for verdict in watches.iter().flat_map(|watch| &watch.verdicts) {
            outcome = outcome.and(match verdict {
                Verdict::Holds => Outcome::NoneFound,
                Verdict::Lost { .. } | Verdict::Broken { .. } | Verdict::TooEarly { .. } => {
                    Outcome::Violation
                }
                Verdict::Open { .. } => Outcome::Inconclusive.and(guard.outcome()),
            });
        }
        if self.unreadable > 0 {
            outcome = outcome.and(Outcome::Inconclusive);
        }
        let answer = self.answer(watches, met_limit(guard));
        let text = match self.format {
            Format::Human => self.human_end(watches),
            Format::Json => Envelope::new(TOOL, outcome, answer).json(),
            Format::Jsonl if self.is_live => answer.jsonl_end(TOOL),
            Format::Short if self.is_live => {
                let mut at_end = answer;
                at_end.properties.retain(|verdict| verdict.answer != LogAnswer::Broken);
                check::render(Format::Short, &at_end.to_report(TOOL), &Files::new(), paint)
            }
            format => check::render(format, &answer.to_report(TOOL), &Files::new(), paint),
        };
        (text, outcome)
    }

    /// Writes the whole report to files, also what was written already when it happened.
    pub(super) fn write(
        &self,
        shown: &AnswerArgs,
        watches: &[Watch<'_>],
        outcome: Outcome,
        guard: &LimitGuard,
    ) -> Result<()> {
        let answer = self.answer(watches, met_limit(guard));
        let report = answer.to_report(TOOL);
        let write = |(format, path): &(Format, PathBuf)| {
            let text = match format {
                Format::Json => Envelope::new(TOOL, outcome, answer.clone()).json(),
                format => check::render(*format, &report, &Files::new(), Paint::Plain),
            };
            output::to_file(path, &text)
        };
        shown.reports.iter().try_for_each(write)
    }

    fn human_end(&self, watches: &[Watch<'_>]) -> String {
        let mut out = String::new();
        for watch in watches {
            let is_new =
                |verdict: &&Verdict| !(self.streams() && matches!(verdict, Verdict::Broken { .. }));
            let new = watch.verdicts.iter().filter(is_new);
            out.extend(new.map(|verdict| self.human_verdict(watch, verdict)));
            if watch.violations > 0 {
                let _ = writeln!(
                    out,
                    "{}: `{}` is broken {}, {}",
                    self.log,
                    watch.property.name,
                    source::counted(watch.violations, "time"),
                    source::counted(self.events, "event")
                );
            }
            let most = watch.monitor.most_instances();
            if most >= WORTH_A_NOTE {
                let _ = writeln!(
                    out,
                    "  = note: up to {most} combinations of parameter values were remembered at a time; \
                     one is forgotten when it is in the state of values that have not occurred"
                );
            }
        }
        if self.unreadable > 0 {
            let lines = source::counted(self.unreadable, "line");
            let _ = writeln!(out, "{}: {lines} left out, so nothing is sure", self.log);
        }
        out
    }

    fn human_verdict(&self, watch: &Watch<'_>, verdict: &Verdict) -> String {
        let (log, name) = (&self.log, &watch.property.name);
        let mut out = String::new();
        match verdict {
            Verdict::Holds => {
                let skipped = match self.skipped {
                    0 => String::new(),
                    n => format!(", {n} of other operations skipped"),
                };
                let _ = writeln!(
                    out,
                    "{log}: `{name}` holds, {}{skipped}",
                    source::counted(self.events, "event")
                );
            }
            Verdict::Lost { .. } => {
                let _ = writeln!(out, "{log}: `{name}` is broken from the start: no log has it");
                let _ = writeln!(out, "  = help: `tracehound spec check` says more");
            }
            Verdict::Broken { instance, window, table } => {
                if let Some(last) = window.last() {
                    let Seen { line, number, event } = last;
                    let _ = writeln!(
                        out,
                        "{log}:{line}: `{name}` is broken by event {number}: {event}"
                    );
                }
                push_instance(&mut out, watch.monitor.params(), instance);
                push_table(&mut out, window, table);
            }
            Verdict::TooEarly { instance, window, table, sure } => {
                let _ = writeln!(
                    out,
                    "{log}: `{name}` does not hold when the log ends after {}",
                    source::counted(self.events, "event")
                );
                push_instance(&mut out, watch.monitor.params(), instance);
                let note = match sure {
                    true => "no event breaks it: the log ends too early",
                    false => "whether an event breaks it for good could not be decided",
                };
                let _ = writeln!(out, "  = note: {note}");
                push_table(&mut out, window, table);
            }
            Verdict::Open { events } => {
                let _ = writeln!(
                    out,
                    "{log}: `{name}` is not decided: nothing in what was read, {}, breaks it, and the rest was not read",
                    source::counted(*events, "event")
                );
            }
        }
        out
    }
}

/// More combinations than these are worth a note.
const WORTH_A_NOTE: usize = 10_000;

fn show(value: Option<&Value<'_>>) -> String {
    value.map_or_else(|| "(a value that does not occur)".to_owned(), Value::to_string)
}

fn push_instance(out: &mut String, params: &[Param], instance: &Instance) {
    if params.is_empty() {
        return;
    }
    let values = params.iter().zip(&instance.values);
    let values: Vec<String> =
        values.map(|(param, value)| format!("{} = {}", param.name, show(value.as_ref()))).collect();
    let since = instance.since.map(|event| format!(", followed since event {event}"));
    let _ = writeln!(out, "  for {}{}", values.join(", "), since.unwrap_or_default());
}

/// Events by number, then sub-formulas with their truth from each event on.
fn push_table(out: &mut String, window: &[Seen], table: &Table) {
    if window.is_empty() || table.rows.is_empty() {
        return;
    }
    out.push_str("\n  the last events:\n");
    let digits = window.last().map_or(1, |seen| seen.number.to_string().len());
    for seen in window {
        let _ = writeln!(out, "    {:>digits$}  {}", seen.number, seen.event);
    }
    let text = |row: &trace_tools::Row| format!("{}{}", "  ".repeat(row.depth), row.text);
    let longest = table.rows.iter().map(|row| text(row).chars().count()).max().unwrap_or(0);
    let width = longest.min(WIDEST);
    let heads: Vec<String> =
        window.iter().map(|seen| format!("{:>digits$}", seen.number)).collect();
    let _ = writeln!(out, "\n  what holds (+) from each event to the end:");
    let _ = writeln!(out, "    {:width$}  {}", "", heads.join(" "));
    for row in &table.rows {
        let cell = |holds: &bool| format!("{:>digits$}", if *holds { "+" } else { "." });
        let cells: Vec<String> = row.holds.iter().map(cell).collect();
        let text = cut(&text(row), width);
        let pad = width - text.chars().count();
        let _ = writeln!(out, "    {text}{}  {}", " ".repeat(pad), cells.join(" "));
    }
    if table.left_out > 0 {
        let _ = writeln!(out, "    ({} more parts)", table.left_out);
    }
}

/// Wider columns push the marks off the screen.
const WIDEST: usize = 56;

fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

fn as_json(watch: &Watch<'_>, verdict: &Verdict) -> PropertyVerdict {
    let params = watch.monitor.params();
    let plain = |answer: LogAnswer| PropertyVerdict {
        property: watch.property.name.clone(),
        answer,
        params: None,
        event: None,
        line: None,
        events: None,
        since: None,
        window: None,
        table: None,
        violations: (watch.violations > 0).then_some(watch.violations),
    };
    match verdict {
        Verdict::Holds => plain(LogAnswer::Holds),
        Verdict::Lost { instance } => {
            let params = Some(values(params, instance));
            PropertyVerdict { params, ..plain(LogAnswer::Lost) }
        }
        Verdict::Broken { instance, window, table } => PropertyVerdict {
            event: window.last().map(|seen| seen.number),
            line: window.last().map(|seen| seen.line),
            ..evidence(params, instance, (window, table), plain(LogAnswer::Broken))
        },
        Verdict::Open { events } => {
            PropertyVerdict { events: Some(*events), ..plain(LogAnswer::Open) }
        }
        Verdict::TooEarly { instance, window, table, sure } => {
            let answer = if *sure { LogAnswer::EndsTooEarly } else { LogAnswer::FailsAtEnd };
            evidence(params, instance, (window, table), plain(answer))
        }
    }
}

fn values(params: &[Param], instance: &Instance) -> BTreeMap<String, Json> {
    let value = |value: &Value<'_>| match value {
        Value::Bool(value) => Json::from(*value),
        Value::Int(int) => Json::from(*int),
        Value::Text(text) => Json::from(text.as_ref()),
    };
    let pairs = params.iter().zip(&instance.values);
    pairs.map(|(param, v)| (param.name.clone(), v.as_ref().map_or(Json::Null, value))).collect()
}

/// A verdict with what shows it.
fn evidence(
    params: &[Param],
    instance: &Instance,
    (window, table): (&[Seen], &Table),
    verdict: PropertyVerdict,
) -> PropertyVerdict {
    let event = |seen: &Seen| LogEvent {
        event: seen.number,
        line: seen.line,
        text: seen.event.to_string(),
    };
    let rows = table.rows.iter();
    let rows = rows.map(|row| TableRow {
        part: row.text.clone(),
        depth: row.depth as u64,
        holds: row.holds.clone(),
    });
    PropertyVerdict {
        params: Some(values(params, instance)),
        since: instance.since,
        window: Some(window.iter().map(event).collect()),
        table: Some(rows.collect()),
        ..verdict
    }
}
