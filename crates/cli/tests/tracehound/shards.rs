//! Questions that several calls share: the same bytes as from one call, and nothing lost in silence.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::common::{Done, Programs, command, root, run};

/// A project with programs in several languages.
fn project() -> Programs {
    let programs = Programs::new();
    for (name, file) in [
        ("src/average.toy", "examples/toy/average.toy"),
        ("src/files.toy", "examples/toy/files.toy"),
        ("src/set.ml", "corpus/ml/set-insert/main.ml"),
        ("src/Transfer.java", "examples/java/Transfer.java"),
    ] {
        programs.add(name, fs::read(root().join(file)).expect("it is there"));
    }
    programs
}

fn call(programs: &Programs, args: &[&str]) -> Done {
    run(command(args).current_dir(programs.path()))
}

/// The shards of `src`, by their paths from the folder of the project.
fn split(programs: &Programs, count: usize, options: &[&str]) -> Vec<String> {
    let count = count.to_string();
    let args = [&["split", "src", "--into", &count, "-o", "shards", "--"], options].concat();
    let done = call(programs, &args);
    assert_eq!(done.code, 0, "{done:?}");
    done.stdout.lines().map(str::to_owned).collect()
}

/// Answers shards; returns the names of the reports.
fn answered(programs: &Programs, shards: &[String]) -> Vec<String> {
    let answer = |(number, shard): (usize, &String)| {
        let done = call(programs, &["check", "--from", shard, "--format", "json"]);
        assert!((0..=3).contains(&done.code), "{done:?}");
        let name = format!("report-{number}.json");
        programs.add(&name, &done.stdout);
        name
    };
    shards.iter().enumerate().map(answer).collect()
}

fn merged(programs: &Programs, reports: &[String], options: &[&str]) -> Done {
    let reports: Vec<&str> = reports.iter().map(String::as_str).collect();
    call(programs, &[&["merge"], reports.as_slice(), options].concat())
}

#[test]
fn any_division_has_the_bytes_of_one_call() {
    let programs = project();
    for format in ["human", "json", "sarif", "junit"] {
        let whole = call(&programs, &["check", "src", "--format", format]);
        assert_eq!(whole.code, 1, "{whole:?}");
        for count in [1, 2, 3, 7] {
            let shards = split(&programs, count, &[]);
            assert_eq!(shards.len(), count);
            let mut reports = answered(&programs, &shards);
            // Nor does it depend on the order in which they come.
            reports.rotate_left(count / 2);
            let done = merged(&programs, &reports, &["--format", format]);
            assert_eq!((&done.stdout, done.code), (&whole.stdout, whole.code), "{count} {format}");
        }
    }
}

#[test]
fn options_stand_in_the_shard() {
    let programs = project();
    let whole = call(&programs, &["check", "src", "--first", "--max-depth", "7"]);
    let shards = split(&programs, 2, &["--first", "--max-depth", "7"]);
    let done = merged(&programs, &answered(&programs, &shards), &[]);
    assert_eq!((done.stdout, done.code), (whole.stdout, whole.code));
    let done = call(&programs, &["check", "--from", &shards[0], "--max-depth", "9"]);
    assert_eq!(done.code, 2);
    assert!(done.stderr.contains("`--max-depth` does not go with --from"), "{done:?}");
}

#[test]
fn targets_of_a_missing_or_damaged_shard_are_undecided_and_named() {
    let programs = project();
    let reports = answered(&programs, &split(&programs, 3, &[]));
    let done = merged(&programs, &reports[1..], &["--format", "short"]);
    let named = done.stdout.lines().filter(|line| line.contains("ENG007")).count();
    assert!(named >= 2 && done.stdout.contains("shard 1 of 3 is missing"), "{done:?}");
    // Cut off in the middle, as by a full disk.
    let text =
        fs::read_to_string(Path::new(programs.path()).join(&reports[0])).expect("it is there");
    programs.add(&reports[0], &text[..text.len() / 2]);
    let done = merged(&programs, &reports, &["--format", "short"]);
    assert!(done.stdout.contains("shard 1 of 3 is missing: `report-0.json`"), "{done:?}");
    // A report that lost a target is as good as none for that target.
    let mut report: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    let lost = report["targets"].as_array_mut().expect("there are targets").remove(0);
    programs.add(&reports[0], report.to_string());
    let done = merged(&programs, &reports, &["--format", "short"]);
    let name = lost["name"].as_str().expect("it has a name");
    let is_named = |line: &str| line.contains("ENG007") && line.contains(name);
    assert!(done.stdout.lines().any(is_named), "{done:?}");
}

#[test]
fn a_missing_shard_is_no_pass() {
    let programs = Programs::new();
    programs.add("src/a.toy", "check one { assert 2 > 1; }\ncheck two { assert 3 > 1; }");
    let reports = answered(&programs, &split(&programs, 2, &[]));
    assert_eq!(merged(&programs, &reports, &[]).code, 0);
    assert_eq!(merged(&programs, &reports[..1], &[]).code, 3);
    assert_eq!(merged(&programs, &[reports[0].clone(), reports[0].clone()], &[]).code, 3);
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let programs = project();
    let shards = split(&programs, 2, &[]);
    let mut reports = answered(&programs, &shards);
    let other = split(&programs, 2, &["--first"]);
    let done = call(&programs, &["check", "--from", &other[1], "--format", "json"]);
    programs.add("report-1.json", &done.stdout);
    let done = merged(&programs, &reports, &[]);
    assert_eq!(done.code, 2);
    assert!(done.stderr.contains("are about different questions"), "{done:?}");
    let plain = call(&programs, &["check", "src/average.toy", "--format", "json"]);
    reports[1] = "plain.json".to_owned();
    programs.add("plain.json", &plain.stdout);
    let done = merged(&programs, &reports, &[]);
    assert_eq!(done.code, 2);
    assert!(done.stderr.contains("is not the report of a shard"), "{done:?}");
}

#[test]
fn a_shard_of_a_program_that_has_changed_is_refused() {
    let programs = project();
    let shards = split(&programs, 2, &[]);
    for (name, text) in [("src/files.toy", "check other { }"), ("src/Transfer.java", "class A { }")]
    {
        let before = fs::read(Path::new(programs.path()).join(name)).expect("it is there");
        programs.add(name, text);
        let done = call(&programs, &["check", "--from", &shards[0]]);
        assert_eq!(done.code, 2, "{done:?}");
        assert!(done.stderr.contains(&format!("`{name}` has changed")), "{done:?}");
        programs.add(name, before);
    }
    assert_ne!(call(&programs, &["check", "--from", &shards[0]]).code, 2);
}

/// A shell that finds the binary.
fn shell(script: &str, programs: &Programs) -> Command {
    let bin = PathBuf::from(env!("CARGO_BIN_EXE_tracehound"));
    let folder = bin.parent().expect("it lies in a folder").to_owned();
    let path = std::env::var("PATH").expect("there is one");
    let mut shell = Command::new("sh");
    shell.args(["-c", script]).env("PATH", format!("{}:{path}", folder.display()));
    shell.current_dir(programs.path());
    shell
}

/// Blocks of the page that are run as they stand there, on other names: here, instead of on hosts that are named.
#[test]
fn recipes_of_the_page_work() {
    let page = fs::read_to_string(root().join("docs/shards.md")).expect("it is there");
    let blocks = page.split("```bash\n").skip(1).filter_map(|rest| rest.split_once("```"));
    let blocks: Vec<&str> = blocks.map(|(block, _)| block).collect();
    let programs = project();
    let whole = call(&programs, &["check", "src"]);
    let mut seen = 0;
    for (start, tool) in [
        ("tracehound split src --into 3", None),
        ("xargs", None),
        ("parallel", Some(testbed::Tool::Parallel)),
    ] {
        let block = blocks.iter().find(|block| block.contains(start)).expect("it is on the page");
        if !tool.is_none_or(testbed::Tool::is_there) {
            continue;
        }
        let script = block.replace("\ntracehound check --from", "\n! tracehound check --from");
        let script = script.replace("-- --timeout 10m", "");
        let script = script.replace("--sshlogin host1,host2", "--will-cite --sshlogin :");
        let done = run(&mut shell(&script, &programs));
        assert_eq!(
            (done.stdout.contains(&whole.stdout), done.code),
            (true, 1),
            "{script}\n{done:?}"
        );
        fs::remove_dir_all(Path::new(programs.path()).join("shards")).expect("it was made");
        seen += 1;
    }
    assert!(seen >= 2);
}

/// Each job of the matrix divides the question by itself, in a copy of the project of its own.
#[test]
fn the_matrix_of_the_page_works() {
    let page = fs::read_to_string(root().join("docs/shards.md")).expect("it is there");
    let block = page.split("```yaml\n").nth(1).and_then(|rest| rest.split_once("```"));
    let (block, _) = block.expect("it is on the page");
    let steps: Vec<&str> =
        block.lines().filter_map(|line| line.trim().strip_prefix("- run: ")).collect();
    let (merge, jobs) = steps.split_last().expect("it has steps");
    let merging = project();
    for job in 1..=4 {
        let programs = project();
        for step in jobs {
            let script = step.replace("${{ matrix.shard }}", &job.to_string());
            let done = run(&mut shell(&script, &programs));
            assert_eq!(done.code, 0, "{script}\n{done:?}");
        }
        let name = format!("report-{job}.json");
        let report = fs::read(Path::new(programs.path()).join(&name)).expect("it was written");
        merging.add(&name, report);
    }
    let done = run(&mut shell(merge, &merging));
    let whole = call(&merging, &["check", "--format", "github"]);
    assert_eq!((done.stdout, done.code), (whole.stdout, whole.code), "{}", done.stderr);
    assert!(Path::new(merging.path()).join("tracehound.sarif").exists());
}

#[test]
fn forms_that_show_more_are_named_when_the_question_is_divided() {
    let programs = project();
    for format in ["html", "lcov", "jsonl"] {
        let whole = call(&programs, &["check", "src", "--format", format]);
        let reports = answered(&programs, &split(&programs, 2, &["--format", format]));
        let done = merged(&programs, &reports, &["--format", format]);
        assert_eq!((done.stdout, done.code), (whole.stdout, whole.code), "{format}");
    }
    let args = ["check", "src", "--checkpoint", "kept", "--format", "jsonl"];
    let whole = call(&programs, &["check", "src", "--format", "jsonl"]);
    assert_eq!(call(&programs, &args).stdout, whole.stdout);
}

#[test]
fn a_shard_that_was_changed_is_refused() {
    let programs = project();
    let shards = split(&programs, 2, &["--max-depth", "7"]);
    let path = Path::new(programs.path()).join(&shards[0]);
    let text = fs::read_to_string(&path).expect("it was written");
    programs.add(&shards[0], text.replace("\"7\"", "\"9\""));
    let done = call(&programs, &["check", "--from", &shards[0]]);
    assert_eq!(done.code, 2);
    assert!(done.stderr.contains("was changed"), "{done:?}");
    let done = call(&programs, &["split", "src", "--into", "2", "-o", "s", "--", "--proof", "p"]);
    assert_eq!(done.code, 2);
    assert!(done.stderr.contains("--proof is written by one call"), "{done:?}");
}

/// Programs that take a while each, the first of which fails.
fn slow(programs: &Programs, count: usize) {
    for number in 0..count {
        let text = format!(
            "check slow_{number} {{ let i = 0; let n = 0; while i < 9 {{ if read bool \"b\" {{ n = n + 1; }} i = i + 1; }} \
             assert n != {}; }}",
            if number == 0 { 5 } else { 10 }
        );
        programs.add(&format!("src/p{number}.toy"), text);
    }
}

#[test]
fn a_check_that_was_killed_goes_on() {
    let programs = Programs::new();
    slow(&programs, 12);
    let whole = call(&programs, &["check", "src", "-j", "1"]);
    assert_eq!(whole.code, 1, "{whole:?}");
    let args = ["check", "src", "-j", "1", "--checkpoint", "kept", "--resume"];
    let kept = Path::new(programs.path()).join("kept");
    let answers = || {
        let entries = fs::read_dir(&kept).into_iter().flatten().flatten();
        entries.filter(|entry| entry.file_name().to_string_lossy().starts_with("target-")).count()
    };
    let mut before = 0;
    for _ in 0..3 {
        let mut call = command(&args);
        call.current_dir(programs.path()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = call.spawn().expect("the binary can be started");
        // Until there is something to lose.
        while answers() <= before && child.try_wait().expect("it can be asked").is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        child.kill().expect("it can be killed");
        child.wait().expect("it was killed");
        assert!(answers() > before, "answers are written as soon as they are there");
        before = answers();
    }
    let done = call(&programs, &args);
    assert_eq!((done.stdout, done.code), (whole.stdout.clone(), whole.code));
    assert!(done.stderr.contains(&format!("{before} targets of 12 known")), "{}", done.stderr);
    assert_eq!(answers(), 12);
    let done = call(&programs, &args);
    assert_eq!((done.stdout, done.code), (whole.stdout, whole.code));
    assert!(done.stderr.contains("12 targets of 12 known"), "{}", done.stderr);
}

#[test]
fn a_checkpoint_is_for_one_question() {
    let programs = Programs::new();
    slow(&programs, 2);
    let first = call(&programs, &["check", "src", "--checkpoint", "kept"]);
    assert_eq!(first.code, 1, "{first:?}");
    let again = call(&programs, &["check", "src", "--checkpoint", "kept"]);
    assert_eq!(again.code, 2);
    assert!(again.stderr.contains("--resume goes on with it"), "{again:?}");
    let other = call(&programs, &["check", "src", "--checkpoint", "kept", "--resume", "--first"]);
    assert_eq!(other.code, 2);
    assert!(other.stderr.contains("is about another question"), "{other:?}");
    programs.add("src/p1.toy", "check slow_1 { }");
    let changed = call(&programs, &["check", "src", "--checkpoint", "kept", "--resume"]);
    assert_eq!(changed.code, 2);
    assert!(changed.stderr.contains("has changed"), "{changed:?}");
    let damaged = Path::new(programs.path()).join("kept/target-1.json");
    slow(&programs, 2);
    fs::write(damaged, "[{").expect("there is room");
    let done = call(&programs, &["check", "src", "--checkpoint", "kept", "--resume"]);
    assert_eq!((done.stdout, done.code), (first.stdout, first.code));
}
