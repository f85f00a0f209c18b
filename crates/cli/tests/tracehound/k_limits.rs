//! `run --def`: limits, signals, names in formulas, and what the exit code says of it.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::common::{Programs, command, tracehound};
use crate::processes::timed;

const LANGUAGE: &str = r#"module SPIN
  imports DOMAINS
  syntax Pgm ::= List{Stmt, ";"}
  syntax Stmt ::= "loop" | "spin" | "grow" | Id ":" Stmt | Id "=" Int | "say" String | "fail"
  syntax Int ::= endless(Int) [function]
  syntax Bool ::= small(Int) [function]
  configuration <k> $PGM:Pgm </k> <state> .Map </state> <n> 0 </n>
                <out stream="stdout"> .List </out>
  rule S:Stmt ; Ss:Pgm => S ~> Ss
  rule .Pgm => .K
  rule endless(X) => endless(X +Int 1)
  rule small(X) => X <Int 3
  rule _:Id : S:Stmt => S
  rule <k> X:Id = I:Int => .K ...</k> <state> M => M[X <- I] </state>
  rule <k> say T => .K ...</k> <out>... .List => ListItem(T) </out>
  rule <k> loop => loop ...</k> <n> N => N +Int 1 </n>
  rule <k> spin => .K ...</k> <n> _ => endless(0) </n>
endmodule
"#;

/// The definition and programs of the language, in a folder of their own.
fn programs(texts: &[(&str, &str)]) -> (Programs, String, Vec<String>) {
    let programs = Programs::new();
    let definition = programs.add("spin.k", LANGUAGE);
    let paths = texts.iter().map(|(name, text)| programs.add(name, text)).collect();
    (programs, definition, paths)
}

#[test]
fn a_run_without_end_is_cut_off_and_what_it_did_is_shown() {
    let (_folder, definition, paths) =
        programs(&[("a.spin", "say \"first\\n\"; loop"), ("b.spin", "x = 1; spin")]);
    for path in &paths {
        let done = tracehound(&["run", path, "--def", &definition, "--timeout", "1s"]);
        assert_eq!(done.code, 3, "{}{}", done.stdout, done.stderr);
        assert!(done.stderr.contains("time limit of 1s reached"), "{}", done.stderr);
        assert!(done.stdout.contains("<k>"), "{}", done.stdout);
    }
    for options in [&["--search"][..], &["--search-all"], &["--ltl", "G small(x)"]] {
        for path in &paths {
            let args = [&["run", path, "--def", &definition, "--timeout", "1s"], options].concat();
            let done = tracehound(&args);
            // Only the second program has the variable.
            let code = if options[0] == "--ltl" && path == &paths[0] { 2 } else { 3 };
            assert_eq!(done.code, code, "{options:?}: {}{}", done.stdout, done.stderr);
        }
    }
}

/// Each of the configurations has a long output, and there is no end of them: showing all takes
/// many times as long as finding them.
#[test]
fn time_limit_holds_while_solutions_are_shown() {
    let text = format!("say \"{}\"; loop", "x".repeat(20_000));
    let (_folder, definition, paths) = programs(&[("large.spin", &text)]);
    for format in ["human", "short", "json"] {
        let options = ["--search-all", "--timeout", "1s", "--format", format];
        let args = [&["run", &paths[0], "--def", &definition], &options[..]].concat();
        let (done, spent) = timed(&mut command(&args));
        assert_eq!(done.code, 3, "{format}: {}", done.stderr);
        if format == "human" {
            assert!(done.stderr.contains("further solutions were found and are not shown"));
        }
        if format == "json" {
            assert!(done.stdout.contains("\"complete\": false"));
        }
        // More than is promised: tests are built with few optimisations.
        assert!(spent < Duration::from_secs(4), "{format}: {spent:?}");
    }
}

#[test]
fn a_large_program_is_not_read_beyond_the_limit() {
    let text = "x = 1; ".repeat(400_000);
    let (_folder, definition, paths) = programs(&[("large.spin", &text)]);
    let done = tracehound(&["run", &paths[0], "--def", &definition, "--timeout", "200ms"]);
    assert_eq!(done.code, 3, "{}", done.stderr);
    assert!(
        done.stderr.contains("gave up while reading: time limit of 200ms reached"),
        "{}",
        done.stderr
    );
}

#[test]
fn a_program_that_is_stuck_or_without_a_value_has_failed() {
    let (_folder, definition, paths) =
        programs(&[("stuck.spin", "x = 1; fail"), ("done.spin", "x = 1"), ("empty.spin", "")]);
    for (path, code) in paths.iter().zip([1, 0, 0]) {
        for options in [&[][..], &["--search"]] {
            let done = tracehound(&[&["run", path, "--def", &definition], options].concat());
            assert_eq!(done.code, code, "{path}: {}{}", done.stdout, done.stderr);
        }
    }
}

#[test]
fn unknown_names_in_formulas() {
    let (_folder, definition, paths) = programs(&[("a.spin", "x = 1; here: y = 2")]);
    for (formula, said) in [
        ("G nope(x)", "no function `nope`"),
        ("G nope(x)", "`small(Int)`"),
        ("G small(x, 1)", "takes other arguments; known: `small(Int)`"),
        ("G small(z)", "no variable `z`; known: "),
        ("F z == 1", "no variable `z`; known: "),
        ("F there", "no statement with the label `there`; known: `here`"),
    ] {
        let done = tracehound(&["run", &paths[0], "--def", &definition, "--ltl", formula]);
        assert_eq!(done.code, 2, "{formula}: {}{}", done.stdout, done.stderr);
        assert!(done.stderr.contains(said), "{formula}: {}", done.stderr);
    }
    for (formula, code) in [("F y == 2", 0), ("F here", 0), ("G !(x == 1)", 1), ("F small(y)", 0)] {
        let done = tracehound(&["run", &paths[0], "--def", &definition, "--ltl", formula]);
        assert_eq!(done.code, code, "{formula}: {}{}", done.stdout, done.stderr);
    }
}

#[test]
fn a_file_that_is_required_by_two_paths_is_read_once() {
    let programs = Programs::new();
    programs.add("base.k", "module BASE imports DOMAINS syntax Pgm ::= \"a\" | \"b\" endmodule");
    programs.add("sub/more.k", "requires \"../base.k\" module MORE imports BASE endmodule");
    let main = "requires \"base.k\" requires \"sub/more.k\" requires \"sub/../base.k\"
        module MAIN imports MORE configuration <k> $PGM:Pgm </k> rule a => b endmodule";
    let definition = programs.add("main.k", main);
    let program = programs.add("p", "a");
    let done = tracehound(&["run", &program, "--def", &definition]);
    assert_eq!(done.code, 0, "{}", done.stderr);
}

#[test]
fn rules_for_provers_are_named_where_more_is_asked_for() {
    let programs = Programs::new();
    let text = "module L imports DOMAINS syntax Pgm ::= \"a\" | \"b\"
        configuration <k> $PGM:Pgm </k>
        rule a => b [simplification]
        rule #Ceil(@X) => #Top [simplification]
    endmodule";
    let definition = programs.add("l.k", text);
    let program = programs.add("p", "a");
    let done = tracehound(&["run", &program, "--def", &definition, "-v"]);
    assert!(done.stdout.contains("a ~> .K"), "{}", done.stdout);
    assert!(done.stderr.contains("l.k:3:9 is `simplification`"), "{}", done.stderr);
}

/// Starts a call, waits for its first line, interrupts it, and returns its exit code.
fn interrupted(args: &[&str]) -> Option<i32> {
    let mut child = command(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary can be started");
    let mut stdout = BufReader::new(child.stdout.take().expect("it is piped"));
    let mut line = String::new();
    stdout.read_line(&mut line).expect("it says something");
    assert!(!line.is_empty(), "{args:?} ended by itself");
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("there is a `kill`").success());
    std::io::copy(&mut stdout, &mut std::io::sink()).expect("the rest can be read");
    child.wait().expect("it ends").code()
}

#[test]
fn interrupted_calls_exit_with_130() {
    let (folder, definition, paths) = programs(&[("a.spin", "say \"first\\n\"; loop")]);
    let none = ["--timeout", "none"];
    let run = ["run", &paths[0], "--def", &definition];
    assert_eq!(interrupted(&[&run[..], &none].concat()), Some(130));
    let lists = "let rec f x = case x of [] -> []; _ :: r -> f r  exists x. f x = []";
    let solve = ["solve", "--all", "-e", lists];
    assert_eq!(interrupted(&[&solve[..], &none].concat()), Some(130));
    let one = folder.add("one.goal", "let rec interp p = case p of [] -> []; _ :: r -> interp r");
    let other =
        folder.add("other.goal", "let rec interp p = case p of [] -> 1; _ :: r -> interp r");
    let diff = ["diff", "--interp", &one, &other, "-n", "100000000", "--order", "found"];
    assert_eq!(interrupted(&[&diff[..], &none].concat()), Some(130));
}

#[test]
fn missing_stdin_ends_with_time_limit() {
    let programs = Programs::new();
    let definition = programs.add(
        "take.k",
        r#"module TAKE
  imports DOMAINS
  syntax Pgm ::= "take"
  configuration <k> $PGM:Pgm </k> <in stream="stdin"> .List </in>
  rule <k> take => .K ...</k> <in> ListItem(_:Int) => .List ...</in>
endmodule
"#,
    );
    let program = programs.add("a.take", "take");
    let mut silent = command(&["run", &program, "--def", &definition, "--timeout", "1s"]);
    silent.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = silent.spawn().expect("the binary can be started");
    // Held open for much longer than the limit, and nothing is written to it.
    let stdin = child.stdin.take();
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_secs(30));
        drop(stdin);
    });
    let done = child.wait_with_output().expect("it ends");
    assert_eq!(done.status.code(), Some(3));
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(said.contains("time limit of 1s reached"), "{said}");
}
