//! `run --def`: programs of languages that K definitions give.

use std::fs;

use crate::common::{Programs, command, piped, root, run, tracehound};

const IMP: [&str; 2] = ["--def", "examples/k/imp/imp.k"];

/// Calls `run` on a program of IMP.
fn imp(program: &str, options: &[&str]) -> crate::common::Done {
    tracehound(&[&["run", program], &IMP[..], options].concat())
}

#[test]
fn a_program_prints_and_its_last_configuration_is_shown() {
    let done = imp("examples/k/imp/sum.imp", &["--in", "10"]);
    assert_eq!(done.code, 0, "{}", done.stderr);
    assert!(done.stdout.starts_with("Sum = 55\n<T>\n"), "{}", done.stdout);
    assert!(done.stdout.contains("s |-> 55"), "{}", done.stdout);
}

#[test]
fn paths_of_symbolic_inputs_have_conditions_and_values() {
    let done = imp("examples/k/imp/sum.imp", &["--in", "n:Int", "--where", "n >Int 1"]);
    assert_eq!(done.code, 0, "{}", done.stderr);
    assert_eq!(done.stdout.matches("Solution ").count(), 5, "{}", done.stdout);
    assert!(done.stdout.contains("Input: n = 2\n"), "{}", done.stdout);
}

#[test]
fn older_flags_are_understood() {
    let options = ["-cIN=a", "-cPC=a >Int 0 andBool a <Int 10", "-ltlmc", "[] (L -> k < 4)"];
    let done = imp("examples/k/imp/log.imp", &options);
    assert_eq!((done.code, done.stdout.as_str()), (0, "The property holds.\n"), "{}", done.stderr);
}

#[test]
fn a_pattern_picks_the_solutions() {
    let pattern = "<out>... ListItem(6) ...</out>";
    let options = ["--in", "n:Int", "--where", "n <Int 9", "--pattern", pattern];
    let done = imp("examples/k/imp/sum.imp", &options);
    assert!(done.stdout.contains("Input: n = 3\n"), "{}{}", done.stdout, done.stderr);
    assert_eq!(done.stdout.matches("Solution ").count(), 1, "{}", done.stdout);
}

#[test]
fn pattern_without_solution_is_a_finding_unless_cut_off() {
    let with = |options: &[&str]| {
        let pattern = ["--in", "3", "--search", "--pattern", "<out>... ListItem(7) ...</out>"];
        imp("examples/k/imp/sum.imp", &[&pattern, options].concat())
    };
    let none = with(&[]);
    let message = "No solutions: no final configuration matches the pattern\n";
    assert_eq!((none.code, none.stdout.as_str()), (1, message), "{}", none.stderr);
    let json = with(&["--format", "json"]);
    assert_eq!(json.code, 1, "{}", json.stderr);
    assert!(json.stdout.contains("\"complete\": true"), "{}", json.stdout);
    let within = with(&["--depth", "9"]);
    assert_eq!(within.code, 1, "{}", within.stderr);
    assert!(within.stdout.ends_with("matches the pattern within 9 steps\n"), "{}", within.stdout);
    let cut_off = with(&["--max-steps", "9"]);
    assert_eq!((cut_off.code, cut_off.stdout.as_str()), (3, "No solutions\n"));
    assert!(cut_off.stderr.contains("not everything was explored"), "{}", cut_off.stderr);
}

/// Three splits on the way, and as many ends as they allow.
const SPLITS: &str = "int a, s; a = read(); s = 0; \
    if (a < 8) { s = s + 8; } else { a = a - 8; } \
    if (a < 4) { s = s + 4; } else { a = a - 4; } \
    if (a < 2) { s = s + 2; } else { a = a - 2; } print(s);";

#[test]
fn strategy_changes_order_of_paths_only() {
    let programs = Programs::new();
    let program = programs.add("splits.imp", SPLITS);
    let bounds = ["--in", "a:Int", "--where", "a >=Int 0 andBool a <Int 16", "--bound", "99"];
    let with = |strategy: &str| {
        let options = [&bounds[..], &["--strategy", strategy, "--format", "short"]].concat();
        let done = imp(&program, &options);
        assert_eq!(done.code, 0, "{strategy}: {}{}", done.stdout, done.stderr);
        let end = |line: &str| line.split_once("steps").map(|(_, end)| end.to_owned());
        done.stdout.lines().filter_map(end).collect::<Vec<_>>()
    };
    let [mut bfs, mut random, mut dfs] = ["bfs", "random", "dfs"].map(with);
    assert!(bfs.len() > 4);
    assert_ne!(bfs, random);
    for ends in [&mut bfs, &mut random, &mut dfs] {
        // The values depend on what the solver was asked before; the conditions do not.
        ends.iter_mut().for_each(|end| *end = end.rsplit_once(';').expect("conditions").1.into());
        ends.sort();
    }
    assert_eq!(bfs, random);
    assert_eq!(bfs, dfs);
}

#[test]
fn a_stuck_program_is_told_apart() {
    let programs = Programs::new();
    let program = programs.add("stuck.imp", "int x; x = 1 / x;");
    let done = imp(&program, &[]);
    assert_eq!(done.code, 1, "{}", done.stdout);
    assert!(done.stderr.contains("stuck: no rule applies to `1 / 0`"), "{}", done.stderr);
}

#[test]
fn broken_inputs_are_refused_at_their_place() {
    let programs = Programs::new();
    let program = programs.add("broken.imp", "int x; x = ;");
    let done = imp(&program, &[]);
    assert_eq!(done.code, 2, "{}", done.stdout);
    assert!(done.stderr.contains("broken.imp:1:"), "{}", done.stderr);
    let definition = programs.add("d.k", "module D\n  rule <nowhere> X </nowhere>\nendmodule");
    let done = tracehound(&["run", "examples/k/imp/sum.imp", "--def", &definition]);
    assert_eq!(done.code, 2, "{}", done.stdout);
}

/// A language whose programs have an exit code.
const EXIT: &str = "module EXIT
  imports DOMAINS
  syntax Pgm ::= \"exit\" Int
  configuration <T> <k> $PGM:Pgm </k> <code exit=\"\"> 0 </code> </T>
  rule <k> exit N => .K ...</k> <code> _ => N </code>
endmodule
";

#[test]
fn a_program_has_its_own_exit_code() {
    let programs = Programs::new();
    let definition = programs.add("exit.k", EXIT);
    for (code, text) in [(0, "exit 0"), (7, "exit 7")] {
        let program = programs.add("a.exit", text);
        let done = tracehound(&["run", &program, "--def", &definition]);
        assert_eq!(done.code, code, "{}", done.stderr);
        assert!(done.stdout.contains(&format!("<code>\n    {code}\n")), "{}", done.stdout);
    }
}

#[test]
fn a_stuck_program_tells_the_rule_that_nearly_applied() {
    let done = imp("corpus/k/imp/stuck.imp", &["--why-not", "imp.k:61"]);
    let nearest = "note: nearest: rule examples/k/imp/imp.k:60:3: its side condition does not hold: \
                   `I2:Int =/=Int 0` with I2 = 0\n";
    assert!(done.stderr.contains(nearest), "{}", done.stderr);
    let why = "rule examples/k/imp/imp.k:61:3 does not apply: the cell <k> begins with `7 / 0`, \
               and it asks for `I1:Int + I2:Int ...`\n";
    assert!(done.stderr.contains(why), "{}", done.stderr);
    let done = imp("corpus/k/imp/stuck.imp", &["--why-not", "nowhere"]);
    assert!(done.stderr.contains("there is no rule `nowhere`"), "{}", done.stderr);
}

/// The lines that a session of `--step` writes.
fn session(program: &str, options: &[&str], commands: &str) -> String {
    let args = [&["run", program, "--step"], &IMP[..], options].concat();
    let done = run(command(&args).stdin(piped(commands)));
    assert_eq!(done.code, 0, "{}", done.stderr);
    done.stdout
}

#[test]
fn a_run_is_gone_through_step_by_step() {
    let told = session("corpus/k/imp/stuck.imp", &[], "s 4\nback\ncontinue\nwhy imp.k:60\nwhat\n");
    assert!(told.starts_with("Start\n  <T>\n"), "{told}");
    let step = "Step 4, by rule examples/k/imp/imp.k:76:3\n  <T>\n    <k>\n*     y = 7 ;";
    assert!(told.contains(step), "changes are marked: {told}");
    assert!(told.contains("Step 3, by rule examples/k/imp/imp.k:87:3\n"), "{told}");
    assert!(told.contains("\nStuck: no rule applies. Nearest: rule examples"), "{told}");
    assert!(told.contains("\n`what` is not a command; `help` lists them\n"), "{told}");
    assert!(told.ends_with("\nEnd of the commands, after 13 steps.\n"), "{told}");
}

#[test]
fn a_condition_is_chosen() {
    let commands = "continue\n2\ncontinue\nquit\n";
    let told = session("examples/k/imp/sum.imp", &["--in", "n:Int"], commands);
    let choice = "Next, one of:\n  1. taking `0 <Int n`\n  2. taking `n <=Int 0`\n";
    assert!(told.contains(choice), "{told}");
    assert!(told.contains("where n <=Int 0\n"), "{told}");
    assert!(told.ends_with("\nThe program has come to its end.\n"), "{told}");
}

#[test]
fn the_symbolic_definition_is_printed_and_runs() {
    let done = tracehound(&[&["run", "--show-symbolic"], &IMP[..]].concat());
    assert_eq!(done.code, 0, "{}", done.stderr);
    let programs = Programs::new();
    let definition = programs.add("imp.k", &done.stdout);
    let program = "examples/k/imp/sum.imp";
    let done = tracehound(&["run", program, "--def", &definition, "--in", "10"]);
    assert!(done.stdout.starts_with("Sum = 55\n<T>\n"), "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("<path-condition>\n    true\n"), "{}", done.stdout);
}

#[test]
fn inputs_of_paths_are_kept_and_do_what_was_said() {
    let programs = Programs::new();
    let folder = format!("{}/kept", programs.path());
    let options = ["--in", "n:Int", "--where", "n >=Int 0", "--bound", "3", "--tests", &folder];
    let done = imp("examples/k/imp/sum.imp", &options);
    assert_eq!(done.code, 0, "{}", done.stderr);
    assert!(done.stderr.contains(&format!("3 tests in `{folder}`")), "{}", done.stderr);
    for (number, sum) in [(1, "Sum = 0\n"), (2, "Sum = 1\n"), (3, "Sum = 3\n")] {
        let file = |ending: &str| {
            let path = format!("{folder}/sum@{number}.{ending}");
            std::fs::read_to_string(path).expect("it was written")
        };
        assert_eq!(file("in"), format!("{}\n", number - 1));
        let args = [&["run", "examples/k/imp/sum.imp"], &IMP[..]].concat();
        let again = run(command(&args).stdin(piped(&file("in"))));
        assert_eq!(again.stdout, file("out"));
        assert!(again.stdout.starts_with(sum), "{}", again.stdout);
    }
}

#[test]
fn answers_are_json_if_asked_for() {
    let json = |options: &[&str], program: &str| -> serde_json::Value {
        let done = imp(program, &[options, &["--format", "json"]].concat());
        serde_json::from_str(&done.stdout).unwrap_or_else(|error| panic!("{error}: {done:?}"))
    };
    let ran = json(&["--in", "4"], "examples/k/imp/sum.imp");
    assert_eq!((&ran["kind"], &ran["ending"]), (&"run".into(), &"finished".into()));
    assert_eq!(ran["output"], "Sum = 10\n");
    let options = ["--in", "n:Int", "--where", "n >=Int 0", "--bound", "2"];
    let found = json(&options, "examples/k/imp/sum.imp");
    let second = &found["solutions"][1];
    assert_eq!(second["inputs"]["n"], "1");
    assert_eq!(second["conditions"][1], "0 <Int n");
    assert_eq!(second["path"][0]["place"], "examples/k/imp/imp.k:85:3");
    let checked = json(&["--in", "3", "--ltl", "F x == 7"], "examples/k/imp/log.imp");
    assert_eq!(checked["answer"], "broken");
    assert_eq!(checked["run"]["for_ever"], serde_json::json!([]), "the program ends");
    let stuck = json(&[], "corpus/k/imp/stuck.imp");
    assert_eq!(stuck["ending"], "stuck");
}

#[test]
fn endless_run_is_reported_as_cycle() {
    let programs = Programs::new();
    let program = programs.add("loop.imp", "int x; while (true) { x = 1; x = 0; }");
    let done = imp(&program, &["--ltl", "F G x == 1"]);
    assert_eq!(done.code, 1, "{}", done.stderr);
    let (_, cycle) = done.stdout.split_once("Then for ever:\n").expect("it does not end");
    assert!(cycle.contains("imp.k:75:3: rule <k> X = I:Int; => .K"), "{cycle}");
}

#[test]
fn a_condition_on_what_is_no_input_names_the_inputs() {
    for condition in ["m >Int 0", "n +Int 1", "n >Int", "n ==K true"] {
        let options = ["--in", "n:Int", "--where", condition];
        let done = imp("examples/k/imp/sum.imp", &options);
        assert_eq!(done.code, 2, "{condition}: {}", done.stdout);
        assert!(done.stderr.contains("the symbolic inputs are `n`"), "{}", done.stderr);
    }
}

/// The first language of the documentation is one of the corpus, so what is said of it is true.
#[test]
fn the_language_of_the_documentation_is_here() {
    let read = |path: &str| fs::read_to_string(root().join(path)).expect("it is there");
    let page = read("docs/k-definitions.md");
    let definition = read("corpus/k/count/count.k");
    assert!(page.contains(&format!("```k\n{definition}```\n")));
    let told = read("corpus/k/count/a.txt");
    let notes: Vec<&str> = told.lines().filter(|line| line.starts_with("note: ")).collect();
    assert_eq!(notes.len(), 2, "{told}");
    for note in notes {
        let note = note.replace("corpus/k/count/", "");
        assert!(page.contains(&format!("    {note}\n")), "{note}");
    }
}
