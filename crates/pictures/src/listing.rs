//! Source text with what happened at its lines: events of a finding, and how many paths reached them.

use std::collections::BTreeMap;
use std::fmt::Write;

use report::{Finding, LineText, Place, Report, TargetReport};
use source::Files;

/// A longer file is shown around the lines that matter only.
const LONGEST: usize = 160;
/// How many lines are shown around one that matters.
const AROUND: usize = 5;

/// One file of a listing.
pub(crate) struct Listing<'a> {
    pub(crate) file: String,
    pub(crate) rows: Vec<Row<'a>>,
    /// The most paths that reach a line of it.
    pub(crate) most_paths: u64,
}

/// A line of a listing, or lines that are left out.
pub(crate) enum Row<'a> {
    Line(Line<'a>),
    Gap,
}

/// A line of source text.
pub(crate) struct Line<'a> {
    /// From one.
    pub(crate) number: usize,
    pub(crate) text: &'a str,
    /// The numbers of the events that were performed here.
    pub(crate) events: Vec<usize>,
    /// Whether the finding shows here.
    pub(crate) is_bad: bool,
    /// The part of the line at which it shows, as bytes.
    pub(crate) mark: Option<(usize, usize)>,
    /// How many paths reached it; none if that is not known.
    pub(crate) heat: Option<&'a LineText>,
}

/// The files that a finding, or the run of a target, is about: that of the target first.
pub(crate) fn listings<'a>(
    files: &'a Files,
    target: &'a TargetReport,
    finding: Option<&Finding>,
) -> Vec<Listing<'a>> {
    let mut events: BTreeMap<(&str, usize), Vec<usize>> = BTreeMap::new();
    for (number, event) in (1..).zip(finding.iter().flat_map(|finding| &finding.events)) {
        if let Some(place) = &event.place {
            events.entry((&place.file, place.line)).or_default().push(number);
        }
    }
    let shows: Vec<&Place> = finding
        .iter()
        .flat_map(|finding| {
            finding.place.iter().chain(finding.broken.iter().map(|broken| &broken.place))
        })
        .collect();
    let lines = target.exploration.iter().flat_map(|exploration| &exploration.lines);
    let heat: BTreeMap<(&str, u64), &LineText> =
        lines.map(|line| ((line.file.as_str(), line.line), line)).collect();
    let is_mentioned = |name: &str| {
        events.keys().any(|(file, _)| *file == name)
            || shows.iter().any(|place| place.file == name)
            || heat.keys().any(|(file, _)| *file == name)
    };
    let mut known: Vec<&source::File> =
        files.iter().filter(|file| is_mentioned(file.name())).collect();
    known.sort_by_key(|file| (file.name() != target.file, file.name().to_owned()));
    let listing = |file: &&'a source::File| {
        let name = file.name();
        let line = |(number, text): (usize, &'a str)| Line {
            number,
            text,
            events: events.get(&(name, number)).cloned().unwrap_or_default(),
            is_bad: shows.iter().any(|place| {
                place.file == name && place.line <= number && number <= place.end_line
            }),
            mark: shows.iter().find_map(|place| mark(place, name, number, text)),
            heat: heat.get(&(name, number as u64)).copied(),
        };
        let rows: Vec<Line<'a>> = (1..).zip(file.text().lines()).map(line).collect();
        let most_paths = rows.iter().filter_map(|row| row.heat).map(|heat| heat.paths).max();
        Listing { file: name.to_owned(), rows: windows(rows), most_paths: most_paths.unwrap_or(0) }
    };
    known.iter().map(listing).collect()
}

/// The part of a line that a place covers, if it is on this line alone.
fn mark(place: &Place, file: &str, number: usize, text: &str) -> Option<(usize, usize)> {
    if place.file != file || place.line != number || place.end_line != number {
        return None;
    }
    let byte = |column: usize| text.char_indices().nth(column - 1).map_or(text.len(), |(at, _)| at);
    let (start, end) = (byte(place.column.max(1)), byte(place.end_column.max(1)));
    (start < end).then_some((start, end))
}

/// The lines of a short file; of a long one those around what matters.
fn windows(lines: Vec<Line<'_>>) -> Vec<Row<'_>> {
    if lines.len() <= LONGEST {
        return lines.into_iter().map(Row::Line).collect();
    }
    let matters = |line: &Line<'_>| line.is_bad || !line.events.is_empty();
    let mut wanted: Vec<usize> = (0..lines.len()).filter(|at| matters(&lines[*at])).collect();
    if wanted.is_empty() {
        wanted = (0..lines.len()).filter(|at| lines[*at].heat.is_some()).collect();
    }
    let is_near = |at: usize| {
        let next = wanted.partition_point(|known| *known < at.saturating_sub(AROUND));
        wanted.get(next).is_some_and(|known| *known <= at + AROUND)
    };
    let mut rows: Vec<Row<'_>> = Vec::new();
    for (at, line) in lines.into_iter().enumerate() {
        match (is_near(at), rows.last()) {
            (true, _) => rows.push(Row::Line(line)),
            (false, Some(Row::Line(_)) | None) => rows.push(Row::Gap),
            (false, Some(Row::Gap)) => {}
        }
    }
    rows
}

/// The lines of the targets of a report with the number of paths that reached them, for a terminal.
#[must_use]
pub fn coverage_text(report: &Report, files: &Files) -> String {
    let mut out = String::new();
    for target in &report.targets {
        let _ = writeln!(out, "{}", target.title());
        for listing in listings(files, target, None) {
            let _ = writeln!(out, "  {}", listing.file);
            for row in &listing.rows {
                let Row::Line(line) = row else {
                    let _ = writeln!(out, "  {:>8}", "…");
                    continue;
                };
                let paths = match line.heat {
                    Some(heat) if heat.paths == 0 => "never".to_owned(),
                    Some(heat) => heat.paths.to_string(),
                    None => String::new(),
                };
                let _ = writeln!(out, "  {paths:>8} {:>5}  {}", line.number, line.text);
            }
        }
        for missing in target.exploration.iter().flat_map(|exploration| &exploration.missing) {
            let _ = writeln!(out, "  ({missing})");
        }
    }
    out
}
