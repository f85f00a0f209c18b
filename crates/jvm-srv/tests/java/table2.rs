//! Both polarities of the properties of the paper's table 2: the verdicts are those of monitors that
//! were written by hand and run on the real Java virtual machine, over all small inputs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use crate::support::{Found, Program};
use jvm_srv::{CallAgain, Harness, Mode, Options, Replayed, Shows, generate};
use testbed::{amount, pick};

const CASES: &str = include_str!("../../../../corpus/java/table2/Cases.java");
const STREAMS: &str = include_str!("../../../../corpus/java/table2/Streams.java");
const PLAIN: &str = include_str!("../../../../corpus/java/table2/plain/Make.java");
const WATCHED: &str = include_str!("../../../../corpus/java/table2/watched/Make.java");

/// The cases and the properties that they are about.
const ABOUT: [(&str, &str); 8] = [
    ("enumeration", "enumeration"),
    ("asked", "iterator"),
    ("updated", "iterator"),
    ("reader", "reader"),
    ("readerStream", "reader"),
    ("socket", "socket"),
    ("writer", "writer"),
    ("writerStream", "writer"),
];

fn java(jdk: &Path, folder: &Path, class: &str) -> String {
    let mut java = Command::new(jdk.join("bin/java"));
    let output = java.arg("-cp").arg(folder).arg(class).output().expect("java runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it prints text")
}

/// The properties that hand-written monitors see broken in each case.
fn oracle(watched: &Program) -> BTreeMap<String, BTreeSet<String>> {
    let text = java(&watched.jdk, watched.folder.path(), "Make");
    let case = |line: &str| {
        let (name, broken) = line.split_once(' ').expect("a name and properties");
        let broken = broken.split(',').filter(|name| !name.is_empty()).map(str::to_owned);
        (name.to_owned(), broken.collect())
    };
    text.lines().map(case).collect()
}

fn broken(found: &Found) -> BTreeSet<String> {
    let violations = found.outcome.violations.iter();
    violations.map(|violation| found.properties[violation.property].name.clone()).collect()
}

#[test]
fn verdicts_are_those_of_monitors_written_by_hand() {
    let plain = [("Cases.java", CASES), ("Streams.java", STREAMS), ("Make.java", PLAIN)];
    let watched = [("Cases.java", CASES), ("Streams.java", STREAMS), ("Make.java", WATCHED)];
    let Some(program) = Program::compile(&plain) else { return };
    let Some(watched) = Program::compile(&watched) else { return };
    let expected = oracle(&watched);
    assert_eq!(expected.len(), 2 * ABOUT.len());
    let mut again = Vec::new();
    for (case, property) in ABOUT {
        for polarity in ["Bad", "Good"] {
            let name = format!("{case}{polarity}");
            let others = [Mode::Dfs, Mode::Guide, Mode::Slice];
            let usual = vec![Mode::Srv, *pick(&name, &others)];
            for mode in amount(usual, vec![Mode::Srv, Mode::Dfs, Mode::Guide, Mode::Slice]) {
                let options = Options { mode, ..Options::default() }.with_runs(500);
                let entry = format!("Cases#{name}(a: int, b: int)");
                let Some(found) = program.search(property, &entry, &[], &options) else { return };
                let outcome = &found.outcome;
                assert!(outcome.is_complete(), "{name} {mode:?} {:?}", outcome.gaps);
                assert!(outcome.distrust.is_empty(), "{name} {mode:?} {:?}", outcome.distrust);
                assert_eq!(broken(&found), expected[&name], "{name} {mode:?}");
                for violation in &outcome.violations {
                    assert_eq!(violation.replay, Replayed::Confirmed, "{name} {mode:?}");
                }
                if mode == Mode::Srv && !outcome.violations.is_empty() {
                    again.push(found);
                }
            }
        }
    }
    assert_eq!(again.len(), ABOUT.len());
    the_real_machine_sees_the_same(&watched, &again);
}

/// The programs that were written for violations break the same properties there.
fn the_real_machine_sees_the_same(watched: &Program, found: &[Found]) {
    let folder = watched.folder.path();
    let mut javac = Command::new(watched.jdk.join("bin/javac"));
    javac.args(["-nowarn", "-cp"]).arg(folder).arg("-d").arg(folder);
    let mut main = String::new();
    for (index, found) in found.iter().enumerate() {
        let name = format!("Again{index}");
        let violation = &found.outcome.violations[0];
        let values: Vec<term::Term> = violation.inputs.iter().map(|seen| seen.value).collect();
        let call = CallAgain {
            entry: &found.entry,
            descriptor: "(II)V",
            is_static: true,
            is_visible: true,
            values: &values,
        };
        let shows = Shows::Throws("java.lang.Exception");
        let text = generate(&found.pool, &call, shows, Harness::JUnit, &name, "").text;
        // The call alone, without what only JUnit needs.
        let text = text.replace("import org.junit.jupiter.api.Test;", "").replace("@Test", "");
        let file = folder.join(format!("{name}.java"));
        std::fs::write(&file, text).expect("there is room");
        javac.arg(file);
        let call = format!("try {{ new {name}().doesNotHappen(); }} catch (Throwable e) {{ }}");
        let shown = "System.out.println(String.join(\",\", Make.broken));";
        main.push_str(&format!("Make.broken.clear(); {call} {shown}\n"));
    }
    let class = format!("class Again {{ public static void main(String[] args) {{ {main} }} }}");
    let file = folder.join("Again.java");
    std::fs::write(&file, class).expect("there is room");
    let output = javac.arg(file).output().expect("javac runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = java(&watched.jdk, folder, "Again");
    let expected: Vec<String> = found
        .iter()
        .map(|found| found.properties[found.outcome.violations[0].property].name.clone())
        .collect();
    assert_eq!(text.lines().collect::<Vec<_>>(), expected);
}
