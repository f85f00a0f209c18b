//! One engine: the command line stays small, and paths wait in one place only.

use std::path::Path;

use super::Complaint;

/// The command line has fewer lines than this; what does not fit belongs below it.
const MOST_LINES_OF_CLI: usize = 6_000;

/// Lines of the sources of the command line, all files together.
pub(super) fn size(lines: usize) -> Option<Complaint> {
    (lines >= MOST_LINES_OF_CLI).then(|| {
        format!("crates/cli/src: {lines} lines, and fewer than {MOST_LINES_OF_CLI} are allowed")
    })
}

/// Whether a file is a source of the command line.
pub(super) fn is_of_cli(path: &Path) -> bool {
    path.starts_with("crates/cli/src")
}

/// The queues that are not frontiers, each with what waits in it. Paths of programs wait in `explore`
/// and nowhere else: a second frontier would need budgets, threads and an interrupt of its own.
const QUEUES: &[(&str, &str)] = &[
    ("crates/cli/src/trace_check/lines.rs", "the last lines of a log, for an excerpt"),
    ("crates/jvm-flow/src/network.rs", "places of a flow analysis whose objects have grown"),
    ("crates/k-syntax/src/load/files.rs", "files that a definition requires"),
    ("crates/lang-core/src/machine/state.rs", "suspended values of one state"),
    ("crates/lang-k/src/ltl/product.rs", "the shortest way through a known graph"),
    ("crates/lang-ml/src/lower.rs", "functions that are still to be lowered"),
    ("crates/solve-core/src/closure/model.rs", "classes that are ready for a value"),
    ("crates/solve-core/src/closure/value.rs", "sorts whose values are enumerated"),
    ("crates/solve-core/src/words/bounds.rs", "terms whose bounds have changed"),
    ("crates/test-support/src/k/naive.rs", "an oracle of tests, apart from the engine on purpose"),
    ("crates/trace-tools/src/search.rs", "states of an automaton: no program is run"),
    ("crates/trace/src/distance.rs", "states of an automaton"),
    ("crates/trace/src/draw/layout.rs", "states of a picture"),
    ("crates/trace/src/monitor.rs", "states of an automaton"),
    ("crates/trace/src/next.rs", "prefixes of an expression, which are listed by length"),
];

/// The folder in which paths wait.
const ENGINE: &str = "crates/explore";

/// Queues that stand in no list, in sources apart from tests.
pub(super) fn frontier(path: &Path, text: &str) -> Option<Complaint> {
    let is_source = path.starts_with("crates") && path.iter().any(|part| part == "src");
    let is_listed = QUEUES.iter().any(|(known, _)| path == Path::new(known));
    if !is_source || is_listed || path.starts_with(ENGINE) {
        return None;
    }
    let kind = queue_types().into_iter().find(|kind| text.contains(kind.as_str()))?;
    Some(format!(
        "{}: uses `{kind}`; paths wait in `explore`, and other queues are listed in \
         xtask/src/tidy/house.rs with a reason",
        path.display()
    ))
}

/// Entries for files that have no queue.
pub(super) fn stale(read: &dyn Fn(&Path) -> Option<String>) -> Vec<Complaint> {
    let has_queue = |path: &str| {
        let text = read(Path::new(path)).unwrap_or_default();
        queue_types().iter().any(|kind| text.contains(kind.as_str()))
    };
    let gone = QUEUES.iter().filter(|(path, _)| !has_queue(path));
    gone.map(|(path, _)| format!("xtask/src/tidy/house.rs: `{path}` has no queue")).collect()
}

/// The types of the standard library in which paths could wait, put together so that this file does
/// not contain them.
fn queue_types() -> Vec<String> {
    [["Vec", "Deque"], ["Binary", "Heap"]].iter().map(|parts| parts.concat()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_stays_small() {
        assert_eq!(size(MOST_LINES_OF_CLI - 1), None);
        assert!(size(MOST_LINES_OF_CLI).is_some());
        assert!(is_of_cli(Path::new("crates/cli/src/spec/show.rs")));
        assert!(!is_of_cli(Path::new("crates/cli/tests/corpus/main.rs")));
    }

    #[test]
    fn a_queue_outside_the_engine_needs_a_reason() {
        let text = format!("use std::collections::{};", queue_types()[1]);
        let check = |path: &str| frontier(Path::new(path), &text);
        assert!(check("crates/lang-k/src/search.rs").is_some_and(|said| said.contains("Heap")));
        assert_eq!(check("crates/explore/src/schedule.rs"), None);
        assert_eq!(check("crates/lang-k/tests/all/main.rs"), None);
        assert_eq!(check(QUEUES[0].0), None);
        assert_eq!(frontier(Path::new("crates/lang-k/src/search.rs"), "Vec<u8>"), None);
    }

    #[test]
    fn an_entry_without_a_queue_is_stale() {
        assert_eq!(stale(&|_| Some(queue_types()[0].clone())), Vec::<String>::new());
        assert_eq!(stale(&|_| None).len(), QUEUES.len());
    }
}
