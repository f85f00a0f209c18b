//! Projects: their file, what is checked in them, and what is kept between calls.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::common::{Done, FAILS, HOLDS, Programs, command, run};

/// A project with a cache of its own.
struct Project {
    programs: Programs,
    cache: TempDir,
}

impl Project {
    fn new(settings: &str) -> Project {
        let programs = Programs::new();
        programs.add("tracehound.toml", settings);
        Project { programs, cache: TempDir::new().expect("there is room") }
    }

    fn add(&self, name: &str, text: &str) {
        self.programs.add(name, text);
    }

    fn call_in(&self, folder: &str, args: &[&str]) -> Done {
        let mut command = command(args);
        command.current_dir(Path::new(self.programs.path()).join(folder));
        command.env("TRACEHOUND_CACHE", self.cache.path());
        run(&mut command)
    }

    fn call(&self, args: &[&str]) -> Done {
        self.call_in(".", args)
    }

    fn json(&self, args: &[&str]) -> Value {
        let done = self.call(&[args, &["--format", "json"]].concat());
        serde_json::from_str(&done.stdout).unwrap_or_else(|_| panic!("{done:?}"))
    }

    fn git(&self, args: &[&str]) {
        let mut git = std::process::Command::new("git");
        git.args(["-c", "user.name=t", "-c", "user.email=t@t"]).args(args);
        let done = git.current_dir(self.programs.path()).output().expect("git is there");
        assert!(done.status.success(), "{done:?}");
    }
}

/// The titles of the targets of a report.
fn titles(report: &Value) -> Vec<String> {
    let targets = report["targets"].as_array().expect("there are targets");
    let title = |target: &Value| {
        let text = |key: &str| target[key].as_str().expect("it is a string").to_owned();
        format!("{}:{}", text("file"), text("name"))
    };
    targets.iter().map(title).collect()
}

#[test]
fn a_call_without_targets_checks_the_project() {
    let project = Project::new("targets = ['src', 'one.toy']\n");
    project.add("src/a.toy", HOLDS);
    project.add("src/nothing.toy", "fn f() -> int { return 1; }");
    project.add("src/plain.ml", "let x = 1 + \"a\" (* does not even have a type *)");
    project.add("src/target/b.toy", FAILS);
    project.add("src/.gitignore", "c.toy\n");
    project.add("src/c.toy", FAILS);
    project.add("one.toy", HOLDS);
    project.add("other.toy", FAILS);
    let done = project.call(&["check"]);
    assert_eq!(done.code, 0, "{done:?}");
    assert!(done.stdout.contains("2 files have nothing to check"), "{}", done.stdout);
    assert!(done.stdout.contains("2 hold"), "{}", done.stdout);
    assert_eq!(titles(&project.json(&["check"])), ["one.toy:main", "src/a.toy:main"]);
    let from_below = project.call_in("src", &["check", "--format", "json"]);
    let report: Value = serde_json::from_str(&from_below.stdout).expect("it is JSON");
    assert_eq!(titles(&report), ["../one.toy:main", "../src/a.toy:main"]);
}

#[test]
fn a_named_file_without_targets_is_an_error_that_helps() {
    let project = Project::new("");
    project.add("nothing.ml", "let f x = x + 1\n");
    let done = project.call(&["check", "nothing.ml"]);
    assert_eq!(done.code, 4, "{done:?}");
    assert!(done.stdout.contains("a target is a function with a contract"), "{}", done.stdout);
    let whole = project.call(&["check"]);
    assert_eq!(whole.code, 4, "{whole:?}");
    assert!(whole.stdout.contains("nothing to check"), "{}", whole.stdout);
}

#[test]
fn settings_and_their_order() {
    let deep = "check main { let i = 0; while i < 9 { if read bool \"b\" { i = i + 1; } else { i = i + 2; } } assert i >= 0; }";
    let settings = "max-depth = 2\n[profile.ci]\nmax-depth = 3\n[[path]]\nfiles = 'deep/*'\nmax-depth = 1\nwithin-bounds = true\n";
    let project = Project::new(settings);
    project.add("a.toy", deep);
    project.add("deep/b.toy", deep);
    let bounds = |args: &[&str]| {
        let report = project.json(args);
        let of = |at: usize| report["targets"][at].to_string();
        let depth = |text: String| {
            (1..=9).find(|n| {
                text.contains(&format!("depth ≤ {n}"))
                    || text.contains(&format!("limit of {n} split"))
            })
        };
        (depth(of(0)), depth(of(1)))
    };
    assert_eq!(bounds(&["check"]), (Some(2), Some(1)));
    assert_eq!(bounds(&["check", "--profile", "ci"]), (Some(3), Some(3)));
    assert_eq!(bounds(&["check", "--profile", "ci", "--max-depth", "4"]), (Some(4), Some(4)));
    let done = project.call(&["check", "--profile", "cj"]);
    assert_eq!(done.code, 2, "{done:?}");
    assert!(done.stderr.contains("did you mean `ci`?"), "{done:?}");
}

#[test]
fn a_wrong_project_file_is_shown_with_its_place() {
    for (text, place, why) in [
        ("\ntimout = '5s'\n", "tracehound.toml:2:1", "did you mean `timeout`?"),
        ("history = 'many'\n", "tracehound.toml:1:11", "invalid value 'many'"),
        ("z3 = 'x.so'\n", "tracehound.toml:1:1", "only the command line"),
        ("[[path]]\nhistory = 3\n", "tracehound.toml:1:1", "`files` is missing"),
        ("a = [", "tracehound.toml:1:", "array"),
    ] {
        let project = Project::new(text);
        project.add("a.toy", HOLDS);
        let done = project.call(&["check"]);
        assert_eq!(done.code, 2, "{text}: {done:?}");
        assert!(done.stderr.contains(place) && done.stderr.contains(why), "{text}: {done:?}");
        let json = project.call(&["check", "--format", "json"]);
        assert_eq!(json.code, 2, "{json:?}");
        assert!(json.stdout.contains("bad-input"), "{json:?}");
    }
}

#[test]
fn a_line_names_the_target_around_it() {
    let project = Project::new("");
    project.add("a.toy", "check one {\n  assert true;\n}\n\ncheck two {\n  assert true;\n}\n");
    for (line, name) in [("1", "one"), ("2", "one"), ("5", "two"), ("6", "two")] {
        let target = format!("a.toy:{line}");
        assert_eq!(titles(&project.json(&["check", &target])), [format!("a.toy:{name}")]);
    }
}

fn is_cached(report: &Value) -> Vec<bool> {
    let targets = report["targets"].as_array().expect("there are targets");
    targets.iter().map(|target| target["cached"] == Value::Bool(true)).collect()
}

#[test]
fn what_has_not_changed_is_not_explored_again() {
    let project = Project::new("");
    project.add("a.toy", FAILS);
    project.add("b.toy", HOLDS);
    let first = project.call(&["check"]);
    let second = project.call(&["check"]);
    assert_eq!((first.code, second.code), (1, 1));
    let note = "  = note: 2 of 2 targets are unchanged, from the cache\n";
    assert_eq!(second.stdout, format!("{}{note}", first.stdout));
    assert_eq!(is_cached(&project.json(&["check"])), [true, true]);
    assert_eq!(is_cached(&project.json(&["check", "--no-cache"])), [false, false]);
    assert_eq!(is_cached(&project.json(&["check", "--max-depth", "7"])), [false, false]);
    project.add("b.toy", &format!("{HOLDS} "));
    assert_eq!(is_cached(&project.json(&["check"])), [true, false]);
    assert_eq!(is_cached(&project.json(&["check"])), [true, true]);
    assert_eq!(is_cached(&project.json(&["check", "a.toy"])), [true]);
}

#[test]
fn what_was_cut_off_is_not_kept() {
    let project = Project::new("");
    project.add("a.toy", crate::common::ENDLESS);
    for _ in 0..2 {
        let report = project.json(&["check", "--max-paths", "3"]);
        assert_eq!(is_cached(&report), [false], "{report}");
    }
}

#[test]
fn what_a_file_uses_is_part_of_it() {
    let project = Project::new("");
    project.add("dune-project", "(lang dune 3.0)\n");
    project.add("dune", "(library (name x))\n");
    project.add("limits.ml", "let limit = 3\n");
    project.add("user.ml", "(** (n: int) -> (r: int)\n    require n < 2\n    ensure r < 9 *)\nlet next n = n + Limits.limit\n");
    let first = project.json(&["check"]);
    assert_eq!(
        first["targets"][0]["answer"],
        project.json(&["check", "--no-cache"])["targets"][0]["answer"]
    );
    assert_eq!(is_cached(&project.json(&["check"])), [true], "{first}");
    project.add("limits.ml", "let limit = 30\n");
    let changed = project.json(&["check"]);
    assert_eq!(is_cached(&changed), [false]);
    assert_eq!(changed["targets"][0]["answer"], "violation", "{changed}");
}

/// Random edits: an answer from the cache is the one that is found anew.
#[test]
fn cached_answers_are_fresh_answers() {
    let project = Project::new("[[path]]\nfiles = 'b*'\nspec = 's.trace'\n");
    let texts = [
        FAILS.to_owned(),
        HOLDS.to_owned(),
        "check main { emit open(); }".to_owned(),
        "check main { emit open(); emit close(); } check two { assert 1 > 2; }".to_owned(),
        "check main { let x = read int \"x\"; assert x != 3; }".to_owned(),
        "check main { this is no program".to_owned(),
    ];
    let specs = [
        "op open()\nop close()\nproperty closed := G (<open> implies X F <close>)\n",
        "op open()\nop close()\nproperty never := G (not <open>)\n",
    ];
    let mut seed =
        std::env::var("TRACEHOUND_TEST_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(1_u64);
    let mut pick = |count: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % count
    };
    let plain = |mut report: Value| {
        for target in report["targets"].as_array_mut().into_iter().flatten() {
            target.as_object_mut().expect("an object").remove("cached");
        }
        report["summary"]["cached"] = Value::Null;
        report
    };
    project.add("s.trace", specs[0]);
    let mut hits = 0;
    for _ in 0..25 {
        match pick(5) {
            0 => project.add("s.trace", specs[pick(2)]),
            1 => {
                let _ = fs::remove_file(format!("{}/a{}.toy", project.programs.path(), pick(3)));
            }
            2 => project.add(&format!("b{}.toy", pick(2)), &texts[pick(texts.len())]),
            _ => project.add(&format!("a{}.toy", pick(3)), &texts[pick(texts.len())]),
        }
        let cached = project.json(&["check"]);
        hits += cached["summary"]["cached"].as_u64().unwrap_or(0);
        assert_eq!(plain(cached), plain(project.json(&["check", "--no-cache"])));
    }
    assert!(hits > 10, "the cache is never used: {hits}");
}

#[test]
fn threads_do_not_change_the_report() {
    let project = Project::new("no-cache = true\n");
    for number in 0..9 {
        let text = if number % 3 == 0 { FAILS } else { HOLDS };
        project.add(&format!("p{number}.toy"), text);
    }
    let one = project.call(&["check", "--format", "json"]);
    assert_eq!(one.stdout, project.call(&["check", "--format", "json", "-j", "4"]).stdout);
    let lines = project.call(&["check", "--format", "jsonl"]).stdout;
    assert_eq!(lines, project.call(&["check", "--format", "jsonl", "-j", "3"]).stdout);
}

#[test]
fn parts_of_several_machines_are_the_whole() {
    let project = Project::new("");
    (0..7).for_each(|number| project.add(&format!("p{number}.toy"), HOLDS));
    let mut all: Vec<String> = ["1/3", "2/3", "3/3"]
        .iter()
        .flat_map(|part| titles(&project.json(&["check", "--shard", part])))
        .collect();
    all.sort();
    assert_eq!(all, titles(&project.json(&["check"])));
    assert_eq!(project.call(&["check", "--shard", "4/3"]).code, 2);
}

#[test]
fn a_change_touches_files_and_what_uses_them() {
    let project = Project::new("");
    project.add("a.toy", HOLDS);
    project.add("b.toy", HOLDS);
    project.add("limits.ml", "let limit = 3\n");
    project.add("user.ml", "(** (n: int) -> (r: int)\n    require n < 2\n    ensure r < 9 *)\nlet next n = n + Limits.limit\n");
    project.git(&["init", "-q"]);
    project.git(&["add", "."]);
    project.git(&["commit", "-qm", "one"]);
    assert!(titles(&project.json(&["check", "--changed", "HEAD"])).is_empty());
    project.add("b.toy", &format!("{HOLDS} "));
    project.add("c.toy", HOLDS);
    let touched = project.json(&["check", "--changed", "HEAD"]);
    assert_eq!(titles(&touched), ["b.toy:main", "c.toy:main"]);
    project.add("limits.ml", "let limit = 4\n");
    let touched = project.json(&["check", "--changed", "HEAD"]);
    assert_eq!(titles(&touched), ["b.toy:main", "c.toy:main", "user.ml:next"]);
    let wrong = project.call(&["check", "--changed", "no-such-revision"]);
    assert_eq!(wrong.code, 2, "{wrong:?}");
    assert!(wrong.stderr.contains("git cannot say"), "{wrong:?}");
}

#[test]
fn known_findings_are_shown_and_do_not_fail() {
    let project = Project::new("");
    project.add("a.toy", FAILS);
    project.add("b.toy", HOLDS);
    assert_eq!(project.call(&["baseline", "check"]).code, 2, "there is none yet");
    let written = project.call(&["baseline", "write"]);
    assert_eq!(
        (written.code, written.stdout.lines().next()),
        (0, Some("1 finding written to `tracehound-baseline.toml`"))
    );
    let done = project.call(&["check"]);
    assert_eq!(done.code, 0, "{done:?}");
    assert!(
        done.stdout.contains("note[TOY001]")
            && done.stdout.contains("known: it is in the baseline"),
        "{}",
        done.stdout
    );
    assert!(done.stdout.contains("0 violations, 1 known or allowed"), "{}", done.stdout);
    assert!(
        project.call(&["check", "--format", "junit"]).stdout.contains("<skipped message=\"known: ")
    );
    assert!(project.call(&["check", "--format", "sarif"]).stdout.contains("\"suppressions\""));
    project.add("b.toy", "check main { assert 1 > 3; }");
    assert_eq!(project.call(&["check"]).code, 1, "it is new");
    assert_eq!(project.call(&["baseline", "check"]).code, 1);
    assert_eq!(project.call(&["check", "a.toy"]).code, 0);
    assert_eq!(project.call(&["check", "a.toy", "--baseline", "none"]).code, 1);
    project.add("a.toy", HOLDS);
    let gone = project.call(&["check"]);
    assert!(gone.stdout.contains("is in the baseline and was not found"), "{}", gone.stdout);
    project.add("tracehound-baseline.toml", "[[finding]]\nid = 3\n");
    let broken = project.call(&["check"]);
    assert_eq!(broken.code, 2, "{broken:?}");
    assert!(broken.stderr.contains("tracehound-baseline.toml:1:1"), "{broken:?}");
}

#[test]
fn comments_allow_findings_and_say_why() {
    let project = Project::new("");
    let fails = |comment: &str| format!("check main {{\n  {comment}\n  assert 1 > 2;\n}}\n");
    const ALLOWS: &str = "// tracehound: allow TOY001 we know";
    project.add("a.toy", &fails(ALLOWS));
    let done = project.call(&["check"]);
    assert_eq!(done.code, 0, "{done:?}");
    assert!(done.stdout.contains("allowed by a comment: we know"), "{}", done.stdout);
    for (comment, warning) in [
        ("// tracehound: allow TOY001", "has to say why"),
        ("// tracehound: allow TOY002 other", "this comment allows nothing"),
        ("// tracehound: allow TOY01 other", "did you mean `TOY001`?"),
    ] {
        project.add("a.toy", &fails(comment));
        let done = project.call(&["check"]);
        assert_eq!(done.code, 1, "{comment}: {done:?}");
        assert!(done.stdout.contains(warning), "{comment}: {}", done.stdout);
    }
    project.add("a.toy", &format!("{}check other {{ assert true; }}", fails(ALLOWS)));
    let part = project.call(&["check", "a.toy:other"]);
    assert!(part.code == 0 && !part.stdout.contains("allows nothing"), "{part:?}");
    project.add("a.toy", FAILS);
    project
        .add("tracehound.toml", "[[allow]]\ncode = 'TOY001'\nfiles = '*.toy'\nreason = 'later'\n");
    let done = project.call(&["check"]);
    assert_eq!(done.code, 0, "{done:?}");
    assert!(done.stdout.contains("allowed by the project: later"), "{}", done.stdout);
}

#[test]
fn the_user_says_what_fails() {
    let project = Project::new("no-cache = true\n");
    let vacuous = "check main { let x = read int \"x\"; assume x > 0; assume x < 0; }";
    for (text, codes) in [
        (FAILS, [0, 1, 1, 1, 1]),
        (vacuous, [0, 0, 0, 0, 3]),
        (crate::common::ENDLESS, [0, 0, 0, 3, 3]),
    ] {
        project.add("a.toy", text);
        for (level, code) in
            ["never", "violation", "weak", "inconclusive", "vacuous"].iter().zip(codes)
        {
            let done = project.call(&["check", "--fail-on", level, "--max-paths", "5"]);
            assert_eq!(done.code, code, "{text} {level}: {done:?}");
        }
    }
    project.add("a.toy", "check, but no program");
    assert_eq!(project.call(&["check", "--fail-on", "never"]).code, 2);
}

#[test]
fn init_writes_a_file_once() {
    let programs = Programs::new();
    programs.add("src/a.toy", HOLDS);
    let call = |args: &[&str]| run(command(args).current_dir(programs.path()));
    assert_eq!(call(&["init"]).code, 0);
    let text =
        fs::read_to_string(format!("{}/tracehound.toml", programs.path())).expect("it is there");
    assert!(text.contains("targets = [\"src\"]"), "{text}");
    assert_eq!(call(&["check", "--no-cache"]).code, 0);
    assert_eq!(call(&["init"]).code, 2, "it is never written over");
    assert_eq!(call(&["init", "--print"]).stdout, text);
}

#[test]
fn the_schema_of_the_file_names_its_keys() {
    let done = run(&mut command(&["schema", "config"]));
    let schema: Value = serde_json::from_str(&done.stdout).expect("it is JSON");
    let keys = &schema["properties"];
    for key in ["targets", "profile", "path", "allow", "history", "timeout", "prove"] {
        assert!(keys[key].is_object(), "{key}");
    }
    assert!(keys["z3"].is_null() && keys["allow-native"].is_null());
    assert!(keys["path"]["items"]["properties"]["timeout"].is_null());
}

/// The values of an old counterexample are tried before the search.
#[test]
fn old_counterexamples_are_tried_first() {
    let project = Project::new("");
    let fails = "check main { let x = read int \"x\"; assert x != 77; }";
    project.add("a.toy", fails);
    assert_eq!(project.call(&["check"]).code, 1);
    project.add("a.toy", &format!("// moved\n{fails}"));
    let done = project.call(&["check"]);
    assert_eq!(done.code, 1, "{done:?}");
    assert!(
        done.stderr.contains("a.toy:main: `TOY001-") && done.stderr.contains("still fails"),
        "{done:?}"
    );
    assert!(done.stdout.contains("a.toy:2:"), "the place is that of now: {}", done.stdout);
    project.add("a.toy", "check main { let x = read int \"x\"; assert x != x + 1; }");
    let repaired = project.call(&["check"]);
    assert_eq!((repaired.code, repaired.stderr.as_str()), (0, ""), "{repaired:?}");
}
