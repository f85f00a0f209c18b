//! The lines that paths reached in the format of LCOV, which coverage tools read.

use std::collections::BTreeMap;
use std::fmt::Write;

use report::Report;

/// The tracefile of a report: how many paths reached each line, over all targets. Only lines of which something is known
/// are in it.
#[must_use]
pub fn lcov(report: &Report) -> String {
    let mut files: BTreeMap<&str, BTreeMap<u64, u64>> = BTreeMap::new();
    let explored = report.targets.iter().filter_map(|target| target.exploration.as_ref());
    for line in explored.flat_map(|exploration| &exploration.lines) {
        *files.entry(&line.file).or_default().entry(line.line).or_default() += line.paths;
    }
    let mut out = String::new();
    for (file, lines) in files {
        let hit = lines.values().filter(|paths| **paths > 0).count();
        let _ = writeln!(out, "TN:\nSF:{file}");
        for (line, paths) in &lines {
            let _ = writeln!(out, "DA:{line},{paths}");
        }
        let _ = writeln!(out, "LF:{}\nLH:{hit}\nend_of_record", lines.len());
    }
    out
}
