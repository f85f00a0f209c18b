//! The README and the pages it leads to show what the tool really says.

use crate::common::{root, tracehound};
use crate::java::has_jdk;

#[test]
fn the_first_example_is_real_and_needs_no_other_solver() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("there is a README");
    let command = "cargo run --release --bin tracehound -- check examples/toy/average.toy";
    assert!(readme.contains(command));
    for solver in ["core", "auto"] {
        let done = tracehound(&["check", "examples/toy/average.toy", "--solver", solver]);
        assert_eq!(done.code, 1);
        assert!(readme.contains(done.stdout.trim_end()), "{solver}:\n{}", done.stdout);
    }
}

#[test]
fn java_example_has_two_distinct_findings() {
    let page = std::fs::read_to_string(root().join("docs/java.md")).expect("there is a page");
    let [file, method] = [
        "examples/java/Payment.java",
        "Payment#pay(amount: int, express: boolean, code: String[2])",
    ];
    let property = "examples/java/transaction.mop";
    assert!(page.contains(&format!("check {file} --property {property} \\\n        '{method}'")));
    let done = tracehound(&["check", file, "--property", property, method]);
    assert_eq!(done.code, 1, "{}", done.stderr);
    let ids = done.stdout.split_whitespace().filter(|word| word.starts_with("JVM003-"));
    let ids: std::collections::BTreeSet<&str> = ids.collect();
    assert_eq!(ids.len(), 2, "{}", done.stdout);
    for id in ids {
        let done = tracehound(&["replay", id]);
        assert_eq!(done.code, 1, "{id}: {}{}", done.stdout, done.stderr);
    }
}

/// One question for every language that has events, and each example breaks its property.
#[test]
fn commands_with_specs_find_violations_in_every_language() {
    let page = std::fs::read_to_string(root().join("docs/check-spec.md")).expect("there is a page");
    let lines = page.lines().filter_map(|line| line.strip_prefix("    "));
    let commands: Vec<&str> = lines.filter(|line| line.starts_with("tracehound check")).collect();
    assert_eq!(commands.len(), 5, "{commands:#?}");
    for command in commands.into_iter().filter(|one| !one.contains(".java") || has_jdk()) {
        let tool = env!("CARGO_BIN_EXE_tracehound");
        let mut shell = std::process::Command::new("sh");
        let shell = shell.args(["-c", &command.replacen("tracehound", tool, 1)]);
        shell.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
        let done = shell.current_dir(root()).output().expect("there is a shell");
        let told = String::from_utf8_lossy(&done.stdout);
        assert_eq!(done.status.code(), Some(1), "{command}: {told}");
        assert!(told.contains("EVT001"), "{command}: {told}");
    }
}
