//! `solve` and `diff`: goals and interpreters.

use testbed::sample;

use crate::common::{Programs, tracehound};

/// The lines of an answer to a goal that stands on the command line.
#[track_caller]
fn solved(options: &[&str], goal: &str, code: i32) -> Vec<String> {
    let done = tracehound(&[&["solve", "--goal", goal], options].concat());
    assert_eq!(done.code, code, "{}{}", done.stdout, done.stderr);
    done.stdout.lines().map(str::to_owned).collect()
}

#[test]
fn a_file_of_goals_is_answered() {
    let done = tracehound(&["solve", "examples/interp/append.goal"]);
    assert_eq!(done.code, 0, "{}", done.stderr);
    assert!(done.stdout.contains("q = [a, b, c, d, e]\n"), "{}", done.stdout);
    assert!(done.stdout.ends_with("x = [a, b, c, d, e], y = []\n6 answers, no others\n"));
}

#[test]
fn options_say_how_many_answers_are_wanted() {
    let goal = "exists x y. (x, y) = (1, 2) & x /= 2";
    assert_eq!(solved(&["--all"], goal, 0), ["x = 1, y = 2", "1 answer, no others"]);
    let many = "let rec f n = case n of 1 -> 1; s(m) -> f m  exists x. f x = 1";
    let many = format!("data s  {many}");
    assert_eq!(solved(&["-n", "3"], &many, 0)[3], "3 answers, there may be others");
}

#[test]
fn command_line_goals_replace_file_goals() {
    let file = "examples/interp/append.goal";
    let done = tracehound(&["solve", file, "-e", "append [a] [b] = [a, b]; exists x. x = 1"]);
    let one = "1 answer, there may be others";
    assert_eq!(done.stdout, format!("yes\n{one}\nx = 1\n{one}\n"), "{}", done.stderr);
    let done = tracehound(&["solve", file, "-e", "let x = a"]);
    assert_eq!(done.code, 2, "{}", done.stdout);
}

#[test]
fn exit_codes_of_none_and_given_up() {
    assert_eq!(solved(&["--all"], "1 = 2", 1), ["no answer, no others"]);
    let endless = "let rec f x = f x  exists x. f x = x";
    let told = solved(&["--max-steps", "1000"], endless, 3);
    assert!(told[0].starts_with("no answer, gave up: "), "{told:?}");
}

#[test]
fn open_parts_are_shown() {
    let told = solved(&[], "data a  exists x. x /= a", 0);
    assert_eq!(told[0], "x = _0 where _0 /= a");
}

#[test]
fn answers_in_json() {
    let told = solved(&["--format", "json", "--all"], "exists x. x = [1, 2]", 0).join("\n");
    let json: serde_json::Value = serde_json::from_str(&told).expect("it is JSON");
    let goal = &json["goals"][0];
    assert_eq!(goal["answers"][0]["unknowns"][0]["value"], "[1, 2]");
    assert_eq!(goal["complete"], true);
}

#[test]
fn errors_of_goals_are_shown_where_they_are() {
    let done = tracehound(&["solve", "--goal", "exists x. x = nothing"]);
    assert_eq!(done.code, 2);
    assert!(done.stderr.contains("unknown name `nothing`"), "{}", done.stderr);
    let programs = Programs::new();
    let empty = programs.add("empty.goal", "data a\n");
    let done = tracehound(&["solve", &empty]);
    assert_eq!(done.code, 2);
    assert!(done.stderr.contains("there is no goal"), "{}", done.stderr);
}

#[test]
fn interpreters_are_told_apart() {
    let done = tracehound(&["diff", "--interp", "by-value", "by-name"]);
    assert_eq!(done.code, 1, "{}", done.stderr);
    assert!(done.stdout.contains("  by-value: fails: "), "{}", done.stdout);
    let programs = Programs::new();
    let one = programs.add("one.goal", "data t f  let interp p = case p of t -> t; f -> f");
    let other = programs.add("other.goal", "data t f  let interp p = case p of t -> t; f -> t");
    let done = tracehound(&["diff", "--interp", &one, &other]);
    assert_eq!(done.code, 1, "{}", done.stderr);
    assert!(done.stdout.starts_with("f\n"), "{}", done.stdout);
    let done = tracehound(&["diff", "--interp", &one, &one]);
    assert_eq!((done.code, done.stdout.as_str()), (0, "no difference, no others\n"));
}

#[test]
fn limits_and_errors_of_programs_are_named() {
    let said = solved(&[], "(fun x -> x) = (fun x -> x)", 1).concat();
    assert!(said.contains("functions cannot be compared"), "{said}");
    let clauses: Vec<String> = (0..300).map(|number| format!("C{number} -> A")).collect();
    let many = format!("exists x. (case x of {}) = A", clauses.join(" | "));
    let said = solved(&[], &many, 3).concat();
    assert!(said.contains("256 are the most"), "{said}");
    let endless = "exists x. (let rec f n = f n in f x) = A";
    let said = solved(&["--max-steps", "1000"], endless, 3).concat();
    assert!(said.contains("no end after 1000 steps"), "{said}");
}

#[test]
fn interpreters_that_cannot_be_compared_are_refused() {
    let done = tracehound(&["diff", "--interp", "lexical", "missing"]);
    assert_eq!(done.code, 2);
    assert!(done.stderr.contains("built in are lexical, dynamic"), "{}", done.stderr);
    let done = tracehound(&["diff", "--interp", "lexical", "by-name"]);
    assert_eq!(done.code, 2, "{}", done.stderr);
}

#[test]
fn every_goal_of_the_examples_is_answered() {
    for name in ["append", "palindromes", "peano", "scopes", "stlc"] {
        let done = tracehound(&["solve", &format!("examples/interp/{name}.goal")]);
        assert_eq!(done.code, 0, "{name}: {}{}", done.stdout, done.stderr);
    }
}

#[test]
fn scoping_mistakes_of_interpreters_are_found() {
    for mistake in ["dynamic", "outer", "argument"] {
        let wrong = format!("examples/interp/stlc-{mistake}.goal");
        let interp = ["--interp", "examples/interp/stlc.goal", &wrong];
        let done = tracehound(&[&["diff", "--timeout", "10m"], &interp[..]].concat());
        assert_eq!(done.code, 1, "{mistake}: {}{}", done.stdout, done.stderr);
        assert!(done.stdout.ends_with("1 difference, there may be others\n"), "{}", done.stdout);
    }
}

#[test]
fn a_goal_is_a_text_of_its_own() {
    let programs = Programs::new();
    let file = programs.add("f.goal", "data a b\nlet f x = case x of a -> b\n");
    // The goal is no further clause of the last definition.
    let done = tracehound(&["solve", &file, "-e", "b -> a; exists x. f x = a"]);
    assert_eq!(done.code, 2, "{}", done.stdout);
    assert!(done.stderr.contains("goal:1:"), "{}", done.stderr);
    let done = tracehound(&["solve", &file, "-e", "f a = b"]);
    assert_eq!(done.code, 0, "{}", done.stderr);
    let done = tracehound(&["solve", &file, "-e", "exists x.\n f x = nothing"]);
    assert_eq!(done.code, 2, "{}", done.stdout);
    assert!(done.stderr.contains("goal:2:"), "{}", done.stderr);
}

#[test]
fn unknown_functions_are_tables() {
    let said = solved(&[], "data a b  exists f. f a = b", 0);
    assert_eq!(said[0], "f = {a -> b}");
    let said = solved(&[], "data a b c  exists f x. f a = b & f x = c & f (f x) = x", 0);
    assert_eq!(said[0], "f = {a -> b, c -> c}, x = c");
    let said = solved(&["--all"], "data a b  exists f x. (case x of a -> b; b -> f x) = b", 3);
    assert_eq!(&said[..2], ["f = _0, x = a", "f = {b -> b}, x = b"]);
    assert!(said[2].contains("only tables are tried"), "{said:?}");
    // A function of which both are demanded does not exist; that is not said where only tables were tried.
    let said = solved(&["--all"], "data a b  exists f. f a = a & f a = b", 3).concat();
    assert!(said.contains("only tables are tried"), "{said}");
    // What is known to be no function fails, as any error of the program.
    assert_eq!(solved(&["--all"], "data a b  exists x. a b = x", 1).len(), 1);
}

#[test]
fn definitions_are_imported() {
    let programs = Programs::new();
    programs.add(
        "pairs.goal",
        "import \"names.goal\"\nlet swap p = case p of (x, y) -> (y, x)\nexists x. swap (a, b) = x",
    );
    programs.add("names.goal", "data a b");
    let file = programs
        .add("f.goal", "import \"pairs.goal\"\nimport \"names.goal\"\nexists p. swap p = (a, b)");
    let done = tracehound(&["solve", &file]);
    assert_eq!((done.code, &*done.stdout), (0, "p = (b, a)\n1 answer, there may be others\n"));
    let lost = programs.add("g.goal", "import \"lost.goal\"");
    let done = tracehound(&["solve", &lost]);
    assert_eq!(done.code, 2);
    assert!(done.stderr.contains("g.goal:1:8"), "{}", done.stderr);
    let round = programs.add("round.goal", "import \"round.goal\"\ndata a");
    let done = tracehound(&["solve", &round]);
    assert!(done.code == 2 && done.stderr.contains("imports itself"), "{}", done.stderr);
}

#[test]
fn limits_of_paths_may_be_part_of_the_question() {
    let endless = "let rec f x = f x  exists x. f x = x";
    let bounds = ["--max-steps", "1000", "--within-bounds"];
    assert_eq!(solved(&bounds, endless, 1), ["no answer, no others"]);
    let either = "exists x y. (case x == y of true -> true; false -> true) = true";
    solved(&["--max-paths", "1", "--all"], either, 3);
}

#[test]
fn answers_are_the_same_for_any_number_of_threads() {
    let goals: Vec<Vec<&str>> = vec![
        vec!["solve", "examples/interp/append.goal", "--format", "json"],
        vec!["solve", "examples/interp/scopes.goal", "-n", "5"],
        vec!["solve", "examples/interp/palindromes.goal", "--strategy", "random", "--seed", "3"],
        vec!["diff", "--interp", "by-value", "by-name", "-n", "20"],
        vec!["diff", "--interp", "lexical", "dynamic", "--order", "found", "--strategy", "bfs"],
        vec!["diff", "--interp", "by-value", "by-name", "-n", "20", "--max-paths", "7"],
    ];
    for goal in sample("threads of goals", &goals, 2) {
        let told = |jobs: &str| {
            let done = tracehound(&[&goal[..], &["-j", jobs]].concat());
            (done.code, done.stdout)
        };
        let alone = told("1");
        assert!(alone.0 != 2, "{alone:?}");
        for jobs in sample("numbers of threads", &["2", "4"], 1) {
            assert_eq!(told(jobs), alone, "{goal:?} -j {jobs}");
        }
    }
}

#[test]
fn limits_of_all_paths_are_named() {
    let endless = "exists x. (let rec f n = case n of a -> b; s(m) -> f m in f x) = c";
    let endless = format!("data a b c s  {endless}");
    for (option, value, said) in [
        ("--max-paths", "5", "5 paths"),
        ("--memory", "1M", "1 MiB"),
        ("--timeout", "200ms", "200ms"),
    ] {
        for jobs in ["1", "2"] {
            let told = solved(&[option, value, "-j", jobs], &endless, 3).concat();
            assert!(told.contains("gave up: ") && told.contains(said), "{option}: {told}");
        }
    }
}

#[test]
fn a_strategy_that_would_change_nothing_is_refused() {
    let done = tracehound(&["diff", "--interp", "by-value", "by-name", "--strategy", "dfs"]);
    assert_eq!(done.code, 2);
    assert!(done.stderr.contains("it needs `--order found`"), "{}", done.stderr);
}
