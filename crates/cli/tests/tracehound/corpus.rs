//! Every program of the corpus, by the real binary: the verdict that the case demands, and the
//! report word for word. `cargo xtask bless` rewrites the reports.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{Done, root, tracehound};
use toml::{Table, Value};

/// A case of the corpus.
struct Case {
    folder: PathBuf,
    table: Table,
}

impl Case {
    fn all() -> Vec<Case> {
        ["toy", "ml", "ml-folders"].into_iter().flat_map(Case::of_language).collect()
    }

    fn of_language(language: &str) -> Vec<Case> {
        let mut folders: Vec<PathBuf> = fs::read_dir(root().join("corpus").join(language))
            .expect("the corpus is there")
            .map(|entry| entry.expect("it can be listed").path())
            .filter(|path| path.is_dir())
            .collect();
        folders.sort();
        assert!(!folders.is_empty());
        folders.into_iter().map(Case::read).collect()
    }

    fn read(folder: PathBuf) -> Case {
        let text = fs::read_to_string(folder.join("case.toml")).expect("a case is described");
        Case { folder, table: text.parse().expect("descriptions are TOML") }
    }

    /// The path of the program, from the root of the project: it stands in the report. A case of
    /// attribute specs is a folder.
    fn program(&self) -> String {
        let folder = self.folder.strip_prefix(root()).expect("the corpus is in the project");
        let mains = ["main.ml", "main.toy"].into_iter();
        let main = mains.clone().find(|main| self.folder.join(main).exists());
        main.map_or(folder.display().to_string(), |main| format!("{}/{main}", folder.display()))
    }

    /// The methods of a folder with the verdict of each.
    fn methods(&self) -> Vec<(String, Value)> {
        let methods = self.table.get("methods").and_then(Value::as_table).cloned();
        methods.into_iter().flatten().collect()
    }

    fn options(&self) -> Vec<String> {
        let limits = self.table.get("limits").and_then(Value::as_table).cloned();
        let option = |(name, value): (String, Value)| match name.as_str() {
            "steps" => format!("--max-steps={value}"),
            "depth" => format!("--max-depth={value}"),
            "paths" => format!("--max-paths={value}"),
            "history" => format!("--history={value}"),
            "events" => format!("--events={value}"),
            "solver_ms" => format!("--solver-timeout={value}ms"),
            other => panic!("unknown limit {other} in {}", self.folder.display()),
        };
        let facets = self.table.get("facets").and_then(Value::as_str);
        let facets = facets.map(|facets| format!("--facets={facets}"));
        limits.into_iter().flatten().map(option).chain(facets).collect()
    }

    fn check(&self, further: &[&str]) -> Done {
        let (program, options) = (self.program(), self.options());
        let mut args = vec!["check", &program];
        args.extend(options.iter().map(String::as_str));
        args.extend(further);
        tracehound(&args)
    }

    /// As [`Case::check`], but with the bounds of the caller instead of those of the case.
    fn check_bounded(&self, args: &[&str]) -> Done {
        let program = self.program();
        tracehound(&[&["check", program.as_str()], args].concat())
    }

    fn exit(&self) -> i32 {
        exit_of(&self.table["verdict"])
    }
}

fn exit_of(verdict: &Value) -> i32 {
    match verdict.as_str() {
        Some("holds") => 0,
        Some("violation" | "weak-spec") => 1,
        Some("bad-input") => 2,
        Some("inconclusive" | "vacuous") => 3,
        other => panic!("unknown verdict {other:?}"),
    }
}

#[test]
fn verdicts_and_reports_are_those_of_the_cases() {
    let mut wrong = Vec::new();
    for case in Case::all() {
        let done = case.check(&[]);
        let name = case.program();
        if done.code != case.exit() {
            wrong.push(format!("{name}: exit {} instead of {}", done.code, case.exit()));
        } else if !same_report(&case.folder.join("report.txt"), &done.stdout) {
            wrong.push(format!("{name}: another report than report.txt:\n{}", done.stdout));
        }
    }
    assert!(wrong.is_empty(), "{} cases differ\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn each_method_of_a_folder_has_its_verdict() {
    let mut seen = 0;
    for case in Case::of_language("ml-folders") {
        let listed = tracehound(&["list", &case.program()]).stdout;
        assert_eq!(listed.lines().count(), case.methods().len(), "{listed}");
        for (method, verdict) in case.methods() {
            let path = format!("{}/{method}.ml:{method}", case.program());
            let options = case.options();
            let mut args = vec!["check", &path];
            args.extend(options.iter().map(String::as_str));
            let done = tracehound(&args);
            assert_eq!(done.code, exit_of(&verdict), "{path}: {}{}", done.stdout, done.stderr);
            seen += 1;
        }
    }
    assert!(seen > 12, "{seen}");
}

/// Whether the report is the golden one, which is written instead if `BLESS` is set.
fn same_report(golden: &Path, report: &str) -> bool {
    if std::env::var_os("BLESS").is_some() {
        fs::write(golden, report).expect("golden files can be written");
        return true;
    }
    fs::read_to_string(golden).is_ok_and(|expected| expected == report)
}

#[test]
fn violations_carry_the_code_of_the_case() {
    for case in Case::all() {
        let Some(code) = case.table.get("code").and_then(Value::as_str) else { continue };
        let done = case.check(&["--format", "short"]);
        let found = done.stdout.lines().any(|line| line.contains(&format!("error[{code}]")));
        assert!(found, "{}: no {code} in\n{}", case.program(), done.stdout);
    }
}

#[test]
fn threads_and_strategies_change_no_verdict() {
    for case in Case::all() {
        let expected = case.check(&["--format", "json"]);
        let threads = case.check(&["--format", "json", "-j3"]);
        assert_eq!(threads.stdout, expected.stdout, "{} with three threads", case.program());
        // Where a limit cuts the search short, the order decides what is seen before.
        if case.table.get("limits").is_some() {
            continue;
        }
        for strategy in ["bfs", "random", "priority"] {
            let other = case.check(&["--strategy", strategy, "--seed", "7"]);
            assert_eq!(other.code, expected.code, "{} with {strategy}", case.program());
        }
    }
}

/// What an engine has to say of the only target of each method, as its name on the command line.
fn answers(case: &Case, engine: &str) -> Vec<(String, String)> {
    // Enumerating engines need small bounds; what they do not decide in time is no answer.
    let bounds = ["--history=2", "--events=5", "--timeout=4s"];
    let args =
        [&["--engine", engine, "--format", "json", "--max-findings=1"], &bounds[..]].concat();
    let done = case.check_bounded(&args);
    let report: serde_json::Value = serde_json::from_str(&done.stdout).expect("it is JSON");
    let text = |value: &serde_json::Value| value.as_str().expect("it is a text").to_owned();
    let targets = report["targets"].as_array().expect("there are targets");
    targets.iter().map(|target| (text(&target["name"]), text(&target["answer"]))).collect()
}

#[test]
fn engines_agree_on_every_case() {
    let engines = ["slots", "derivative", "naive"];
    let (mut answered, mut all) = (0, 0);
    for case in Case::of_language("ml") {
        let said = engines.map(|engine| answers(&case, engine));
        for ((name, slots), others) in said[0].iter().zip(said[1].iter().zip(&said[2])) {
            let told = [slots, &others.0.1, &others.1.1];
            let has = |wanted: &str| told.iter().any(|answer| answer.starts_with(wanted));
            let title = format!("{}:{name}", case.program());
            assert!(!(has("violation") && has("holds")), "{title}: {engines:?} say {told:?}");
            all += 1;
            answered += usize::from(!has("inconclusive"));
        }
    }
    assert!(answered * 2 > all, "only {answered} of {all} targets are decided by all engines");
}
