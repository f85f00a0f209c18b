//! The report as a Markdown table: one row for each target, with the cost of each engine; then the
//! findings.

use std::fmt::Write;

use source::counted;

use crate::human::{answer_name, result_line};
use crate::{EngineText, Report, TargetReport};

/// The report as a table. Costs are there if they were measured.
///
/// The last rows give totals, medians over the targets, and how many times the cost of the first
/// engine the others have, in the median over the targets that both decided.
#[must_use]
pub fn markdown(report: &Report) -> String {
    let engines = engines(report);
    let mut out = String::new();
    push_row(&mut out, header(&engines));
    let rule = |column: String| if column.starts_with('f') { "---" } else { "---:" }.to_owned();
    push_row(&mut out, header(&engines).into_iter().map(rule).collect());
    for target in &report.targets {
        push_row(&mut out, row(target, &engines));
    }
    for (name, summed) in [("total", sum as fn(Vec<u64>) -> Option<u64>), ("median", median)] {
        push_row(&mut out, closing(report, &engines, name, summed));
    }
    for engine in engines.iter().skip(1) {
        out.push_str(&ratios(report, engines[0], engine));
    }
    out.push('\n');
    for problem in &report.problems {
        let _ = writeln!(out, "- {}", problem.message);
    }
    for finding in report.targets.iter().flat_map(|target| &target.findings) {
        let place = finding.place.as_ref().map_or(String::new(), |place| format!("{place}: "));
        let _ = writeln!(out, "- {place}{} (`{}`)", finding.message.replace('\n', " "), finding.id);
    }
    let _ = writeln!(out, "\n{}", result_line(report));
    out
}

/// The engines that said something, in the order of the first target of each.
fn engines(report: &Report) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for text in report.targets.iter().flat_map(|target| &target.engines) {
        if !names.contains(&text.engine.as_str()) {
            names.push(&text.engine);
        }
    }
    names
}

/// The cost of something for an engine, if it was measured.
type Cost = fn(&EngineText) -> Option<u64>;

/// The columns of one engine.
const COSTS: [(&str, Cost); 3] = [
    ("ms", |text| text.time_us),
    ("queries", |text| text.queries),
    ("paths", |text| Some(text.paths)),
];

fn header(engines: &[&str]) -> Vec<String> {
    let mut columns = ["file", "method", "answer", "events"].map(str::to_owned).to_vec();
    for engine in engines {
        columns.extend(COSTS.iter().map(|(cost, _)| format!("{engine}: {cost}")));
    }
    columns
}

fn row(target: &TargetReport, engines: &[&str]) -> Vec<String> {
    let events = target.engines.iter().filter_map(|text| text.events).min();
    let mut cells = vec![
        target.file.clone(),
        target.name.clone(),
        answer_name(target.answer).to_owned(),
        events.map_or_else(String::new, |events| events.to_string()),
    ];
    for engine in engines {
        let text = target.engines.iter().find(|text| text.engine == *engine);
        let undecided = text.is_some_and(|text| text.answer != target.answer);
        for (name, cost) in COSTS {
            let mark = if undecided && name == "ms" { " ?" } else { "" };
            let cell = text.and_then(cost).map(|cost| shown(name, cost) + mark);
            cells.push(cell.unwrap_or_default());
        }
    }
    cells
}

fn closing(
    report: &Report,
    engines: &[&str],
    name: &str,
    summed: fn(Vec<u64>) -> Option<u64>,
) -> Vec<String> {
    let mut cells = vec![name.to_owned(), String::new(), String::new(), String::new()];
    for engine in engines {
        for (name, cost) in COSTS {
            let texts = report.targets.iter().flat_map(|target| &target.engines);
            let costs = texts.filter(|text| text.engine == *engine).filter_map(cost);
            cells.push(summed(costs.collect()).map_or_else(String::new, |cost| shown(name, cost)));
        }
    }
    cells
}

/// One line on how much more an engine costs than the first.
fn ratios(report: &Report, first: &str, other: &str) -> String {
    let mut said = Vec::new();
    for (name, cost) in COSTS {
        let both = |target: &TargetReport| {
            let of = |engine| {
                let text = target.engines.iter().find(|text| text.engine == engine)?;
                (text.answer == target.answer).then(|| cost(text))?
            };
            Some((of(first)?, of(other)?))
        };
        let thousandth = |(a, b): (u64, u64)| b.saturating_mul(1000) / a.max(1);
        let all: Vec<u64> = report.targets.iter().filter_map(both).map(thousandth).collect();
        let count = all.len();
        said.extend(median(all).map(|median| {
            let ratio = median as f64 / 1000.0;
            let name = if name == "ms" { "time" } else { name };
            format!("{name} × {ratio:.1} ({})", counted(count, "target"))
        }));
    }
    format!("\n{other} against {first}, in the median: {}\n", said.join(", "))
}

fn sum(all: Vec<u64>) -> Option<u64> {
    (!all.is_empty()).then(|| all.iter().sum())
}

fn median(mut all: Vec<u64>) -> Option<u64> {
    all.sort_unstable();
    all.get(all.len() / 2).copied()
}

fn shown(cost: &str, value: u64) -> String {
    if cost == "ms" { format!("{:.1}", value as f64 / 1000.0) } else { value.to_string() }
}

fn push_row(out: &mut String, cells: Vec<String>) {
    let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
    let _ = writeln!(out, "| {} |", cells.join(" | "));
}
