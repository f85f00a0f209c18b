//! Whatever a user may hand us: read, or refused with a clear message.

use crate::common::{Done, FAILS, HOLDS, Programs, tracehound};

/// The call is refused as bad input, and says why.
#[track_caller]
fn refused(done: &Done, why: &str) {
    assert_eq!(done.code, 2, "{done:?}");
    assert!(done.stdout.contains(why), "{done:?}");
    assert!(!done.stderr.contains("panicked"), "{done:?}");
}

fn check_text(text: impl AsRef<[u8]>) -> Done {
    let programs = Programs::new();
    tracehound(&["check", &programs.add("a.toy", text)])
}

#[test]
fn a_missing_file() {
    refused(
        &tracehound(&["check", "no/such.toy"]),
        "cannot read `no/such.toy`: there is no such file",
    );
    refused(&tracehound(&["check", "nowhere"]), "there is no such file");
}

#[test]
fn an_empty_file() {
    refused(&check_text(""), "is empty");
    refused(&check_text("\u{feff}"), "is empty");
}

#[test]
fn bytes_that_are_no_text() {
    refused(&check_text(b"check main {\n \xff }"), "is not UTF-8: byte 14 is 0xff");
    refused(&check_text(b"check main { }\xe2\x82"), "is not UTF-8: byte 14 is 0xe2");
}

#[test]
fn a_file_that_is_too_large() {
    refused(&check_text(vec![b'x'; 100_000_000]), "is larger than 64 MiB");
}

#[test]
fn a_large_file_of_garbage() {
    let garbage: Vec<u8> = (0..4_000_000_u64)
        .map(|i| {
            b" 
#(\"{%x9"[(i * i % 9) as usize]
        })
        .collect();
    let done = check_text(garbage);
    assert_eq!(done.code, 2, "{}", done.stderr);
    assert!(done.stdout.len() < 100_000, "{} bytes of report", done.stdout.len());
}

#[test]
fn deep_nesting() {
    let (open, close) = ("(".repeat(100_000), ")".repeat(100_000));
    let done = check_text(format!("check main {{ assert {open}true{close}; }}"));
    refused(&done, "error");
    assert!(done.stdout.len() < 10_000, "{} bytes of report", done.stdout.len());
    let blocks = "if true {".repeat(100_000);
    refused(&check_text(format!("check main {{ {blocks}")), "error");
}

#[test]
fn a_folder_without_programs() {
    let programs = Programs::new();
    programs.add("notes.txt", "nothing to run");
    programs.add(".hidden/a.toy", FAILS);
    refused(&tracehound(&["check", programs.path()]), "there is no program in");
}

#[test]
fn a_folder_is_walked_in_the_order_of_names() {
    let programs = Programs::new();
    for name in ["b.toy", "a/z.toy", "c.txt", "a/a.toy"] {
        programs.add(name, HOLDS);
    }
    let done = tracehound(&["list", programs.path()]);
    let names: Vec<&str> =
        done.stdout.lines().filter_map(|line| line.strip_prefix(programs.path())).collect();
    assert_eq!(names, ["/a/a.toy:main", "/a/z.toy:main", "/b.toy:main"]);
}

#[test]
fn an_unknown_ending_needs_the_language() {
    let programs = Programs::new();
    let path = programs.add("a.txt", HOLDS);
    refused(&tracehound(&["check", &path]), "cannot tell the language");
    assert_eq!(tracehound(&["check", &path, "--lang", "toy"]).code, 0);
}

#[test]
fn byte_order_marks_and_foreign_line_ends_do_not_matter() {
    let text = "check main {\r\n  assert 1 > 2;\r\n}\r\n";
    let programs = Programs::new();
    let plain = programs.add("plain.toy", text.replace('\r', ""));
    let odd = programs.add("odd.toy", format!("\u{feff}{text}"));
    let report = |path: &str| tracehound(&["check", path]).stdout.replace(path, "FILE");
    let strip_id =
        |text: String| text.lines().filter(|l| !l.contains("help:")).collect::<Vec<_>>().join("\n");
    assert_eq!(strip_id(report(&odd)), strip_id(report(&plain)));
    assert!(report(&odd).contains("FILE:2:3"));
}

#[test]
fn an_error_of_syntax_is_shown_where_it_is() {
    let done = check_text("check main {\n  assert ;\n}");
    refused(&done, "a.toy:2:10");
    assert!(done.stdout.contains("2 |   assert ;"), "{}", done.stdout);
}

#[test]
fn what_can_be_read_is_checked_beside_what_cannot() {
    let programs = Programs::new();
    let (bad, fails) = (programs.add("bad.toy", "check {"), programs.add("fails.toy", FAILS));
    let done = tracehound(&["check", &bad, &fails]);
    assert_eq!(done.code, 1, "a violation is true whatever else is wrong");
    assert!(done.stdout.contains("1 input problem, 1 violation"), "{}", done.stdout);
}

#[test]
fn a_file_named_twice_is_checked_once() {
    let programs = Programs::new();
    let path = programs.add("a.toy", HOLDS);
    let done = tracehound(&["check", &path, &path, &format!("{path}:main")]);
    assert!(done.stdout.contains("1 holds"), "{}", done.stdout);
}
