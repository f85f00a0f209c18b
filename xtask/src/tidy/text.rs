//! Rules on the lines of files.

use std::path::Path;

use super::Complaint;

/// Every source file says at its top what it is.
pub(super) fn header(path: &Path, text: &str) -> Option<Complaint> {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let fine = first.strip_prefix("//!").is_some_and(|words| !words.trim().is_empty());
    (!fine).then(|| format!("{}:1: no module header (`//! …`)", path.display()))
}

/// Lines of Rust that should not be there.
pub(super) fn source_lines(path: &Path, text: &str) -> Vec<Complaint> {
    let mut all = prose_lines(path, text);
    all.extend(lines(path, text, |line| {
        let code = line.trim_start();
        let comment = code.starts_with("//");
        (!comment && code.contains(&debug_macro())).then_some("a debugging macro was left behind")
    }));
    all.extend(wall_clock(path, text));
    all
}

/// The only place that looks at the clock on the wall: it compares the times of files with that of a
/// compiler's start, and keeps nothing if in doubt.
const MAY_LOOK_AT_THE_WALL: &str = "crates/lang-haskell/src/cache.rs";

/// Limits are measured with `Instant`, which does not jump when the clock is set.
fn wall_clock(path: &Path, text: &str) -> Vec<Complaint> {
    if path.ends_with(MAY_LOOK_AT_THE_WALL) {
        return Vec::new();
    }
    lines(path, text, |line| {
        line.contains(&wall_clock_type()).then_some("depends on a clock that may jump")
    })
}

/// Lines of any text that should not be there.
pub(super) fn prose_lines(path: &Path, text: &str) -> Vec<Complaint> {
    let mut all = lines(path, text, |line| {
        let open = line.find(&to_do()).is_some_and(|at| !names_issue(&line[at..]));
        open.then_some("says what is to be done without naming an issue, as in `(#12)`")
    });
    all.extend(lines(path, text, |line| {
        let found = machine_paths().iter().any(|path| line.contains(path.as_str()));
        found.then_some("names a folder of one machine")
    }));
    all
}

fn lines(path: &Path, text: &str, rule: impl Fn(&str) -> Option<&'static str>) -> Vec<Complaint> {
    let numbered = text.lines().zip(1..);
    numbered
        .filter_map(|(line, number)| Some(format!("{}:{number}: {}", path.display(), rule(line)?)))
        .collect()
}

/// Whether an open task is followed by the number of its issue.
fn names_issue(task: &str) -> bool {
    let after = task[to_do().len()..].trim_start();
    after.strip_prefix("(#").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

// The words that are looked for are put together here, so that this file does not contain them.

fn to_do() -> String {
    ["TO", "DO"].concat()
}

fn debug_macro() -> String {
    ["dbg", "!("].concat()
}

fn wall_clock_type() -> String {
    ["System", "Time"].concat()
}

fn machine_paths() -> Vec<String> {
    ["home", "root", "work", "Users"].iter().map(|folder| format!("/{folder}/")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(text: &str) -> usize {
        source_lines(Path::new("a.rs"), text).len()
    }

    #[test]
    fn no_decision_depends_on_the_clock_on_the_wall() {
        let line = format!("let now = std::time::{}::now();", wall_clock_type());
        assert_eq!(complaints(&line), 1);
        assert_eq!(complaints("let now = std::time::Instant::now();"), 0);
        assert!(wall_clock(Path::new(MAY_LOOK_AT_THE_WALL), &line).is_empty());
    }

    #[test]
    fn a_file_needs_a_header_that_says_something() {
        let path = Path::new("a.rs");
        assert_eq!(header(path, "//! Values.\nfn f() {}"), None);
        assert!(header(path, "//!\nfn f() {}").is_some());
        assert!(header(path, "fn f() {}").is_some());
        assert!(header(path, "").is_some());
    }

    #[test]
    fn open_tasks_name_their_issue() {
        assert_eq!(complaints(&format!("// {} (#12): later", to_do())), 0);
        assert_eq!(complaints(&format!("// {}: later", to_do())), 1);
    }

    #[test]
    fn leftovers_are_reported() {
        assert_eq!(complaints(&format!("    {}x);", debug_macro())), 1);
        assert_eq!(complaints(&format!("// see {}me/notes", machine_paths()[0])), 1);
        assert_eq!(complaints("let framework = 1; // work/life"), 0);
    }
}
