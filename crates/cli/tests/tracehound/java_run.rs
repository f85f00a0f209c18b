//! `run` on Java programs: what `java` does with them.

use std::process::Command;

use crate::common::{Done, Programs, command, piped, run, tracehound};

const MAIN: &str = r#"
package shop;
import java.util.*;
public class Main {
    public static void main(String[] args) {
        Map<String, Integer> seen = new TreeMap<>();
        for (String arg : args) seen.merge(arg, 1, Integer::sum);
        System.out.println(seen);
        System.err.println(args.length + " given");
        if (args.length == 1) System.exit(3);
        if (args.length == 2) throw new IllegalStateException("two");
    }
}
"#;

/// A folder with the compiled program.
fn compiled() -> Programs {
    let programs = Programs::new();
    let source = programs.add("Main.java", MAIN);
    let done = Command::new("javac").args(["-d", programs.path(), &source]).output();
    let done = done.expect("javac is installed: `apt-get install default-jdk-headless`");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    programs
}

fn java(programs: &Programs, args: &[&str]) -> (i32, String) {
    let done = Command::new("java").args(["-cp", programs.path(), "shop.Main"]).args(args).output();
    let done = done.expect("java is installed");
    let stdout = String::from_utf8(done.stdout).expect("it prints UTF-8");
    (done.status.code().expect("it ends by itself"), stdout)
}

fn ours(programs: &Programs, args: &[&str]) -> Done {
    tracehound(&[&["run", programs.path(), "shop.Main", "--"], args].concat())
}

#[test]
fn programs_print_and_end_as_with_java() {
    let programs = compiled();
    for args in [&[][..], &["a"], &["a", "b"], &["b", "a", "b"]] {
        let done = ours(&programs, args);
        assert_eq!((done.code, done.stdout), java(&programs, args), "{args:?}: {}", done.stderr);
        assert!(done.stderr.starts_with(&format!("{} given\n", args.len())), "{}", done.stderr);
    }
    let done = ours(&programs, &["a", "b"]);
    assert!(done.stderr.contains("IllegalStateException: two"), "{}", done.stderr);
}

const TALK: &str = r#"
import java.util.Scanner;
public class Talk {
    public static void main(String[] args) {
        if (args.length > 0) { System.out.println(System.getenv(args[0])); return; }
        Scanner lines = new Scanner(System.in);
        while (true) {
            String line = lines.nextLine();
            if (line.equals("end")) throw new IllegalStateException(line);
            System.out.println(line.length());
        }
    }
}
"#;

#[test]
fn programs_read_the_standard_input() {
    let programs = Programs::new();
    let source = programs.add("Talk.java", TALK);
    // Longer than what is read at once.
    let long = "x".repeat(20_000);
    let mut talk = command(&["run", &source, "Talk"]);
    let done = run(talk.stdin(piped(&format!("one\n{long}\nend\n"))));
    assert_eq!((done.code, done.stdout.as_str()), (1, "3\n20000\n"), "{}", done.stderr);
    assert!(done.stderr.contains("IllegalStateException: end"), "{}", done.stderr);
    assert!(!done.stderr.contains("standard input"), "{}", done.stderr);
}

#[test]
fn what_is_not_as_on_the_users_machine_is_named() {
    let programs = Programs::new();
    let source = programs.add("Talk.java", TALK);
    let done = tracehound(&["run", &source, "Talk", "--", "PATH"]);
    assert_eq!((done.code, done.stdout.as_str()), (0, "null\n"), "{}", done.stderr);
    let note = "note: assumed: an environment without `PATH`";
    assert!(done.stderr.contains(note), "{}", done.stderr);
}

#[test]
fn missing_classes_are_reported() {
    let programs = compiled();
    let done = tracehound(&["run", programs.path(), "shop.Man"]);
    assert_ne!(done.code, 0);
    assert!(done.stderr.contains("shop"), "{}", done.stderr);
    assert!(done.stderr.contains("error"), "{}", done.stderr);
}

#[test]
fn sources_are_compiled_on_the_way() {
    let programs = Programs::new();
    let source = programs.add("Main.java", MAIN);
    let done = tracehound(&["run", &source, "shop.Main"]);
    assert_eq!((done.code, done.stdout.as_str()), (0, "{}\n"), "{}", done.stderr);
    let broken = programs.add("Broken.java", "class Broken { int f() { return x; } }");
    let done = tracehound(&["run", &broken, "Broken"]);
    assert_ne!(done.code, 0);
    assert!(done.stderr.contains("Broken.java:1"), "{}", done.stderr);
}
