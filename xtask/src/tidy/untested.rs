//! Libraries whose tests are not built: building them costs time where there are none, so there must be none.

use super::Complaint;

/// What of a library is not built and run as tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Untested {
    /// Its unit tests: `test = false` in its manifest.
    pub(crate) tests: bool,
    /// The examples in its documentation: `doctest = false`.
    pub(crate) examples: bool,
}

/// Complains about tests in a file of a library that would never run.
pub(crate) fn check(path: &str, text: &str, untested: Untested) -> Vec<Complaint> {
    let mut all = Vec::new();
    let lines = || text.lines().map(str::trim_start);
    if untested.tests && lines().any(|line| line.starts_with("#[test]")) {
        all.push(format!("{path}: a test in a library with `test = false`, which is never run"));
    }
    let is_example = |line: &str| line.starts_with("/// ```") || line.starts_with("//! ```");
    if untested.examples && lines().any(is_example) {
        all.push(format!(
            "{path}: an example in a library with `doctest = false`, which is never run"
        ));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEST: &str = "mod tests {\n    #[test]\n    fn f() {}\n}\n";
    const EXAMPLE: &str = "/// ```\n/// f();\n/// ```\nfn f() {}\n";

    #[test]
    fn tests_that_are_never_run_are_named() {
        let untested = Untested { tests: true, examples: true };
        assert_eq!(check("a.rs", TEST, untested).len(), 1);
        assert_eq!(check("a.rs", EXAMPLE, untested).len(), 1);
        assert!(check("a.rs", "fn f() {}", untested).is_empty());
    }

    #[test]
    fn tests_that_are_run_are_none_of_it() {
        let untested = Untested { tests: false, examples: false };
        assert!(check("a.rs", TEST, untested).is_empty());
        assert!(check("a.rs", EXAMPLE, untested).is_empty());
    }
}
