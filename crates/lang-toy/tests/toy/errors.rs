//! What the front end says about wrong programs, and where.

use lang_toy::load;
use source::Files;

/// Loads a wrong program and compares its errors, each as `line:column: message`, with advice
/// behind an arrow.
#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let mut files = Files::new();
    let file = files.add("t.toy", text);
    let found = load(&file).map(|_| ()).expect_err("the program is wrong");
    let lines: Vec<String> = found
        .iter()
        .map(|diagnostic| {
            let place = files.describe(diagnostic.labels[0].span);
            let place = place.trim_start_matches("t.toy:");
            let help: String = diagnostic.helps.iter().map(|help| format!(" -> {help}")).collect();
            format!("{place}: {}{help}", diagnostic.message)
        })
        .collect();
    assert_eq!(lines, expected);
}

#[test]
fn unknown_names_come_with_a_suggestion() {
    check(
        "check c {\n  let balance = 3;\n  assert balanse > 0;\n  missing = 1;\n}",
        &[
            "3:10: unknown variable `balanse` -> did you mean `balance`?",
            "4:3: unknown variable `missing`",
        ],
    );
    check(
        "fn twice(n: int) -> int { return 2 * n; }\ncheck c { assert twise(1) == 2; }",
        &["2:18: unknown function `twise` -> did you mean `twice`?"],
    );
}

#[test]
fn a_variable_ends_with_its_block() {
    check("check c { if true { let x = 1; } assert x == 1; }", &["1:41: unknown variable `x`"]);
}

#[test]
fn several_wrong_statements_are_reported_in_one_run() {
    check(
        "check c {\n  let = 1;\n  let x 2;\n  if x { y; }\n  assert x\n}\ncheck d { 1 + ; }",
        &[
            "2:7: expected a name, found `=`",
            "3:9: expected `=`, found `2`",
            "4:10: this statement has no effect",
            "6:1: expected `;`, found `}`",
            "7:15: expected an expression, found `;`",
        ],
    );
}

#[test]
fn a_missing_brace_does_not_hide_the_next_item() {
    check(
        "fn f() { if true { f();\nfn g( { }\ncheck c { g(1) }",
        &[
            "2:1: expected `}`, found `fn`",
            "2:7: expected a name, found `{`",
            "3:16: expected `;`, found `}`",
        ],
    );
}

#[test]
fn lexical_errors_say_what_is_wrong() {
    check("check c { let x = 1 @ 2; }", &["1:21: unknown character `@`"]);
    check("check é { }", &["1:7: unknown character `é`"]);
    check("check c { let x = 1.5; }", &["1:19: `1.5` is not a whole number"]);
    check("check c { let x = read int \"n; }\n}", &["1:28: this text is not closed on its line"]);
    check(
        &format!("check c {{ let x = {}; }}", "9".repeat(1001)),
        &["1:19: this number is too long"],
    );
}

#[test]
fn types_are_checked_everywhere() {
    check(
        "fn f(n: int) -> bool { return n; }\nfn g() { }\ncheck c {\n  let a = [1, true];\n  \
         let n = 1 + false;\n  if 3 { assert 4; }\n  while n { }\n  let b = [1];\n  b = 2;\n  \
         b[true] = 1;\n  b[0] = true;\n  emit e(b);\n  assert b == b;\n  let x = g();\n  \
         let y = f(true);\n  assert 1[0] == 2;\n  let z = len(5);\n  assert x;\n  return 1;\n}",
        &[
            "1:31: expected `bool`, found `int`",
            "4:15: expected `int`, found `bool`",
            "5:15: expected `int`, found `bool`",
            "6:6: expected `bool`, found `int`",
            "6:17: expected `bool`, found `int`",
            "9:7: expected `int[]`, found `int`",
            "10:5: expected `int`, found `bool`",
            "11:10: expected `int`, found `bool`",
            "12:10: expected `int` or `bool`, found `int[]`",
            "13:10: expected `int` or `bool`, found `int[]`",
            "14:11: function `g` has no result",
            "15:13: expected `int`, found `bool`",
            "16:10: expected an array, found `int`",
            "17:15: expected an array, found `int`",
            "19:10: there is no result to return here -> a function with a result says so: \
             `fn name() -> int`",
        ],
    );
}

#[test]
fn definitions_and_calls_must_agree() {
    check(
        "fn f(a: int, a: int) { }\nfn f() { }\ncheck c { f(1); }\ncheck c { }",
        &[
            "1:14: parameter `a` is defined twice",
            "2:4: function `f` is defined twice",
            "3:11: function `f` takes 2 arguments, found 1",
            "4:7: check `c` is defined twice",
        ],
    );
}

#[test]
fn a_function_with_a_result_must_return_it() {
    check(
        "fn f(n: int) -> int {\n  if n > 0 { return 1; } else if n < 0 { return 2; }\n}\n\
         fn g() -> int { return; }\ncheck c { }",
        &["3:1: function `f` can end without a result", "4:17: a result is missing"],
    );
}

#[test]
fn a_file_without_a_check_has_nothing_to_run() {
    let help = "add an entry point: `check name { … }`";
    check("", &[&format!("1:1: there is nothing to run -> {help}")]);
    check("fn f() { }\n", &[&format!("2:1: there is nothing to run -> {help}")]);
}

#[test]
fn only_variables_and_their_elements_can_be_assigned_to() {
    check(
        "check c { 1 = 2; [1][0] = 3; }",
        &["1:11: this cannot be assigned to", "1:18: this cannot be assigned to"],
    );
}
