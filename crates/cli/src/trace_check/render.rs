//! Reports of a log.

use std::collections::BTreeMap;
use std::fmt::Write;

use frontend::args::Format;
use host::TOOL;
use host::limits::LimitGuard;
use report::{
    Envelope, LogAnswer, LogEvent, Outcome, Paint, PropertyVerdict, TableRow, TraceAnswer,
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

/// A log that was followed.
pub(super) struct Told {
    pub(super) log: String,
    pub(super) events: u64,
    pub(super) skipped: u64,
}

impl Told {
    pub(super) fn tell(
        &self,
        watches: &[Watch<'_>],
        (format, paint): (Format, Paint),
        guard: &LimitGuard,
    ) -> (String, Outcome) {
        let mut outcome = Outcome::NoneFound;
        for watch in watches {
            outcome = outcome.and(match verdict(watch) {
                Verdict::Holds => Outcome::NoneFound,
                Verdict::Lost { .. } | Verdict::Broken { .. } | Verdict::TooEarly { .. } => {
                    Outcome::Violation
                }
                Verdict::Open { .. } => Outcome::Inconclusive.and(guard.outcome()),
            });
        }
        let answer = TraceAnswer {
            log: self.log.clone(),
            events: self.events,
            skipped: self.skipped,
            properties: watches.iter().map(as_json).collect(),
            limit: met_limit(guard),
        };
        let text = match format {
            Format::Human => watches.iter().map(|watch| self.human(watch)).collect(),
            Format::Json => Envelope::new(TOOL, outcome, answer).json(),
            format => check::render(format, &answer.to_report(TOOL), &Files::new(), paint),
        };
        (text, outcome)
    }

    fn human(&self, watch: &Watch<'_>) -> String {
        let (log, name) = (&self.log, &watch.property.name);
        let mut out = String::new();
        match verdict(watch) {
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
                    "{log}: `{name}` does not hold when the log ends after {} events",
                    self.events
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
                    "{log}: `{name}` is not decided: the first {events} events do not break it, \
                     and the rest was not read"
                );
            }
        }
        if !watch.monitor.forgets() {
            let kept = watch.monitor.instances();
            let _ = writeln!(
                out,
                "  = note: {kept} combinations of parameter values are kept, and none is forgotten"
            );
        }
        out
    }
}

fn verdict<'w>(watch: &'w Watch<'_>) -> &'w Verdict {
    watch.verdict.as_ref().expect("every property has a verdict when the log has ended")
}

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
    if window.is_empty() {
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

fn as_json(watch: &Watch<'_>) -> PropertyVerdict {
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
    };
    match verdict(watch) {
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
