//! Code of a Haskell program that would run while it is checked, and tests that are run natively.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{Programs, command, run, tracehound};

/// A module whose splice writes a file, and says in its result whether that was possible.
fn writing(file: &str) -> String {
    format!(
        "{{-# LANGUAGE TemplateHaskell #-}}
module Splice where
import Control.Exception
import Language.Haskell.TH

{{-@ f :: Int -> {{v:Int | v > 0}} @-}}
f :: Int -> Int
f x = $(do
  done <- runIO (try (writeFile {file:?} \"x\") :: IO (Either IOException ()))
  case done of
    Left _ -> [| x |]
    Right _ -> [| 1 |])
"
    )
}

#[test]
fn splices_run_only_if_allowed_in_a_sandbox() {
    let programs = Programs::new();
    let written = format!("{}/written", programs.path());
    let path = programs.add("Splice.hs", writing(&written));
    let importing = programs.add("Importing.hs", "module Importing where\nimport Splice\n");
    for args in [["check", &path], ["list", &path], ["list", &importing]] {
        let done = tracehound(&args);
        assert_eq!(done.code, 2, "{args:?}: {}{}", done.stdout, done.stderr);
        let said = format!("{}{}", done.stdout, done.stderr);
        for part in ["`TemplateHaskell` is refused", "Splice.hs:1:14", "--allow-native"] {
            assert!(said.contains(part), "{args:?}: {said}");
        }
    }
    assert_eq!(tracehound(&["run", &path, "f"]).code, 2);
    assert!(!std::path::Path::new(&written).exists(), "the splice has run");
    if Command::new("bwrap")
        .args(["--ro-bind", "/", "/", "true"])
        .status()
        .is_ok_and(|s| s.success())
    {
        let done = tracehound(&["check", &path, "--allow-native"]);
        assert_eq!(done.code, 1, "the sandbox stops it: {}{}", done.stdout, done.stderr);
        assert!(!std::path::Path::new(&written).exists(), "the sandbox has a hole");
    }
}

#[test]
fn options_that_run_programs_are_refused() {
    let programs = Programs::new();
    let touched = format!("{}/touched", programs.path());
    let script = programs.add("evil.sh", format!("#!/bin/sh\ntouch {touched}\ncp \"$2\" \"$3\"\n"));
    assert!(Command::new("chmod").args(["+x", &script]).status().expect("chmod").success());
    programs.add("hidden.h", format!("{{-# OPTIONS_GHC -F -pgmF {script} #-}}\n"));
    programs.add("Plain.hs", "module Plain where\n");
    let body = "f :: Int\nf = 1\n";
    let cases = [
        (format!("{{-# options_ghc -F -pgmF {script} #-}}\nmodule M where\n{body}"), "`-F`"),
        (
            format!("\u{feff}{{-#OPTIONS_GHC -cpp -pgmP {script}#-}}\nmodule M where\n{body}"),
            "`-pgmP`",
        ),
        (format!("{{-# LANGUAGE CPP #-}}\n#include \"hidden.h\"\nmodule M where\n{body}"), "`-F`"),
        (
            format!("{{-# OPTIONS_GHC -fplugin=Plain #-}}\nmodule M where\n{body}"),
            "`-fplugin=Plain`",
        ),
        (format!("module M where\n{{-# ANN module \"x\" #-}}\n{body}"), "`ANN`"),
    ];
    for (text, name) in cases {
        let path = programs.add("M.hs", &text);
        let done = tracehound(&["run", &path, "f"]);
        assert_eq!(done.code, 2, "{text}: {}{}", done.stdout, done.stderr);
        assert!(done.stderr.contains(name), "{text}: {}", done.stderr);
    }
    assert!(!std::path::Path::new(&touched).exists(), "a program was run");
}

#[test]
fn an_environment_file_of_the_folder_is_not_read() {
    let programs = Programs::new();
    let path = programs.add("M.hs", "module M where\nf :: Int\nf = 1\n");
    let version = run(Command::new("ghc").arg("--numeric-version")).stdout;
    let name = format!(".ghc.environment.{}-linux-{}", std::env::consts::ARCH, version.trim());
    programs.add(&name, "package-id nonsense\n");
    let done = run(command(&["run", &path, "f"]).current_dir(programs.path()));
    assert_eq!(done.code, 0, "{}{}", done.stdout, done.stderr);
}

#[test]
fn slow_compiler_is_stopped_with_its_children() {
    let programs = Programs::new();
    let pipe = format!("{}/pipe.h", programs.path());
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("there is mkfifo").success());
    let text = "{-# LANGUAGE CPP #-}\nmodule M where\n#include \"pipe.h\"\nf :: Int\nf = 1\n";
    let path = programs.add("M.hs", text);
    let started = Instant::now();
    let done = tracehound(&["run", &path, "f", "--timeout", "3s"]);
    assert_eq!(done.code, 3, "{}{}", done.stdout, done.stderr);
    assert!(
        done.stderr.contains("GHC was stopped: time limit of 3s reached (--timeout)"),
        "{}",
        done.stderr
    );
    assert!(started.elapsed() < Duration::from_secs(120), "it waited for the end");
    assert!(!is_taken(&path), "the preprocessor is still there");
}

#[test]
fn compilers_end_with_us_however_we_end() {
    for signal in ["-INT", "-KILL"] {
        let programs = Programs::new();
        let pipe = format!("{}/pipe.h", programs.path());
        assert!(Command::new("mkfifo").arg(&pipe).status().expect("there is mkfifo").success());
        let text = "{-# LANGUAGE CPP #-}\nmodule M where\n#include \"pipe.h\"\nf :: Int\nf = 1\n";
        let path = programs.add("M.hs", text);
        let mut child = command(&["check", &path, "--timeout", "none"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary can be started");
        wait_until(|| is_taken(&path));
        let id = child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().expect("kill").success());
        let ended = child.wait().expect("it ends");
        assert!(signal == "-KILL" || ended.code() == Some(130), "{ended}");
        wait_until(|| !is_taken(&path));
    }
}

/// Whether GHC or a program that it started works on a file: its name is among the arguments.
fn is_taken(path: &str) -> bool {
    let processes = std::fs::read_dir("/proc").expect("there is a list of processes");
    let lines = processes.filter_map(|one| std::fs::read(one.ok()?.path().join("cmdline")).ok());
    let lines = lines.map(|line| String::from_utf8_lossy(&line).into_owned());
    lines.filter(|line| !line.contains("tracehound")).any(|line| line.contains(path))
}

#[track_caller]
fn wait_until(done: impl Fn() -> bool) {
    let started = Instant::now();
    while !done() {
        assert!(started.elapsed() < Duration::from_secs(120), "it does not happen");
        std::thread::sleep(Duration::from_millis(20));
    }
}

const BROKEN: &str = "module Broken where
{-@ f :: Int -> {v:Int | v > 0} @-}
f :: Int -> Int
f x = if x > 1000 then 0 else 1
";

/// The report of a check of the program above.
fn report(programs: &Programs) -> String {
    let path = programs.add("Broken.hs", BROKEN);
    let report = format!("{}/report.json", programs.path());
    let done = tracehound(&["check", &path, "--report", &format!("json={report}")]);
    assert_eq!(done.code, 1, "{}{}", done.stdout, done.stderr);
    report
}

#[test]
fn a_test_that_does_not_compile_confirms_nothing() {
    let programs = Programs::new();
    let report = report(&programs);
    let compiler = programs.add("bin/ghc", "#!/bin/sh\necho 'no such module' >&2\nexit 1\n");
    assert!(Command::new("chmod").args(["+x", &compiler]).status().expect("chmod").success());
    let real = run(Command::new("sh").args(["-c", "command -v ghc"])).stdout;
    let path = std::env::var("PATH").expect("there is a PATH");
    let mut replay = command(&["replay", &report, "--native-replay"]);
    replay.env("TRACEHOUND_GHC", real.trim());
    let done = run(replay.env("PATH", format!("{}/bin:{path}", programs.path())));
    let expected = "not confirmed natively: the test does not compile\n    no such module";
    assert!(done.stdout.contains(expected), "{}{}", done.stdout, done.stderr);
    assert!(!done.stdout.contains("fails natively, too"), "{}", done.stdout);
}

#[test]
fn a_native_run_that_takes_too_long_is_stopped() {
    let programs = Programs::new();
    let report = report(&programs);
    let args = ["replay", report.as_str(), "--native-replay", "--native-timeout", "1ms"];
    let done = tracehound(&args);
    assert!(done.stdout.contains("was stopped"), "{}{}", done.stdout, done.stderr);
}
