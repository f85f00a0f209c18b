//! Every option with every language: it has an effect, or it is refused.
//!
//! Which is which stands in docs/features.md, which is made from the registry of front ends.

use std::collections::BTreeMap;

use crate::common::{Done, Programs, command, root, run};

/// A row of a table: the option or verb, and for each language whether there is a `yes`.
type Row = (String, Vec<(String, bool)>);

/// The tables of the page by their titles.
fn tables() -> BTreeMap<String, Vec<Row>> {
    let page = std::fs::read_to_string(root().join("docs/features.md")).expect("it is there");
    let (mut tables, mut title, mut languages) = (BTreeMap::new(), String::new(), Vec::new());
    for line in page.lines() {
        if let Some(found) = line.strip_prefix("## ") {
            title = found.trim_start_matches("Options of ").trim_matches('`').to_owned();
        }
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, name, cells @ .., _] = cells.as_slice() else { continue };
        match *name {
            "option" | "verb" => languages = cells.iter().map(ToString::to_string).collect(),
            name if name.starts_with('`') => {
                let cells = cells.iter().map(|cell| *cell == "yes");
                let row = languages.iter().cloned().zip(cells).collect();
                let rows: &mut Vec<Row> = tables.entry(title.clone()).or_default();
                rows.push((name.trim_matches('`').to_owned(), row));
            }
            _ => {}
        }
    }
    tables
}

const TOY: &str = "check main {
    let x = read int \"x\";
    if x > 10 { if x < 20 { assert x == 11; } }
    assert x != 3;
}
check empty { let x = read int \"x\"; assume x > 0; assume x < 0; }";

const HASKELL: &str = "module Main where
{-@ f :: x:Int -> {v:Int | v > x} @-}
f :: Int -> Int
f x = if x > 10 then (if x < 20 then x else x + 1) else x - 1
{-@ g :: n:Int -> {v:Int | v >= n} @-}
g :: Int -> Int
g n = go n
  where
    go k = if k > 3 then k else go (k + 1)
big :: Int -> Bool
big x = x > 5
main :: IO ()
main = print (f 1)
";

const JAVA: &str = "class A {
    static int f(int x) {
        if (x > 10) {
            if (x < 20) throw new RuntimeException(\"x\");
            return 1;
        }
        assert x != 3;
        int n = 2;
        for (int i = 0; i < 3000; i++) n += i;
        return n;
    }
    public static void main(String[] args) {
        int n = 0;
        for (int i = 0; i < 1000000; i++) n += i;
        System.out.println(\"args \" + args.length + n);
    }
}
";

const IMP: &str = "int n, x;
n = read();
if (n <= 0) { x = 1 / 0; } else { }
while (n > 1) { n = n - 1; }
x = 2 / 0;
";

/// A folder with a program of each language.
fn programs() -> Programs {
    let programs = Programs::new();
    programs.add("a.toy", TOY);
    programs.add("Main.hs", HASKELL);
    programs.add("A.java", JAVA);
    programs.add("hurry.imp", IMP);
    for (name, file) in [
        ("main.ml", "corpus/ml/set-insert/main.ml"),
        ("a.goal", "examples/interp/vending.goal"),
        ("a.trace", "examples/interp/vending.trace"),
        ("imp.k", "examples/k/imp/imp.k"),
        ("sum.imp", "examples/k/imp/sum.imp"),
    ] {
        programs.add(name, std::fs::read(root().join(file)).expect("it is there"));
    }
    programs
}

/// How a program of a language is named to a verb.
fn target(verb: &str, language: &str) -> Vec<&'static str> {
    match (verb, language) {
        (_, "Toy") => vec!["a.toy"],
        (_, "OCaml") => vec!["main.ml"],
        ("run", "Haskell") => vec!["Main.hs", "f"],
        (_, "Haskell") => vec!["Main.hs"],
        ("list", "Java") => vec!["A.java"],
        ("list", "K") => vec!["sum.imp", "--def", "imp.k"],
        ("run", "Java") => vec!["A.java", "A"],
        (_, "Java") => vec!["A.java", "A#f(x: int)"],
        ("list", "interpreters") => vec!["a.goal"],
        (_, "interpreters") => vec!["a.goal", "--spec", "a.trace"],
        // It gets stuck on every path.
        ("check", "K") => vec!["hurry.imp", "--def", "imp.k", "--in", "n:Int"],
        (_, "K") => vec!["sum.imp", "--def", "imp.k", "--in", "n:Int", "--where", "n <=Int 2"],
        _ => panic!("{verb} {language}"),
    }
}

/// What an option is tried with, and what shows that it was read.
struct Trial {
    args: Vec<&'static str>,
    shows: Shows,
}

enum Shows {
    /// The answer is another one than without it.
    Other,
    /// The call is refused with this word in the message.
    Refused(&'static str),
    /// The answer has this word in it.
    Says(&'static str),
    /// A file or folder is made.
    File(&'static str),
    /// The answer may be the same, for this reason.
    Same,
}

/// An option of what is no queue.
fn of_queue(args: &[&'static str]) -> Trial {
    let args = [&["--queue", "http://127.0.0.1:1"], args].concat();
    Trial { args, shows: Shows::Refused("queue") }
}

fn trial(verb: &str, option: &str, language: &str) -> Trial {
    use Shows::{File, Other, Refused, Same, Says};
    let other = |args: &[&'static str]| Trial { args: args.to_vec(), shows: Other };
    let same = |args: &[&'static str]| Trial { args: args.to_vec(), shows: Same };
    match option {
        // By themselves these change how an answer is found, or nothing that can be seen here.
        "--lang" => same(&["--lang", by_name(language)]),
        "--seed" => same(&["--seed", "7"]),
        "-j" => same(&["-j", "2"]),
        "--strategy" => same(&["--strategy", "bfs"]),
        "--bias" => same(&["--bias", "find-bugs"]),
        "--mode" => same(&["--mode", "dfs"]),
        "--allow-native" => same(&["--allow-native"]),
        "--allow-vacuous" => same(&["--allow-vacuous"]),
        // Outside of a project nothing is kept.
        "--no-cache" => same(&["--no-cache"]),
        "--fail-on" => same(&["--fail-on", "never"]),
        "--shard" => same(&["--shard", "1/1"]),
        // Its targets stand in the file.
        "--from" => Trial { args: vec!["--from", "nowhere"], shows: Refused("--from") },
        "--checkpoint" => Trial { args: vec!["--checkpoint", "kept"], shows: File("kept") },
        "--resume" => Trial { args: vec!["--checkpoint", "kept", "--resume"], shows: File("kept") },
        // What is no server; a build without the feature says that there are no queues.
        "--queue" => Trial { args: vec!["--queue", "http://127.0.0.1:1"], shows: Refused("queue") },
        "--queue-creds" => of_queue(&["--queue-creds", "nowhere"]),
        "--queue-ca" => of_queue(&["--queue-ca", "nowhere"]),
        "--queue-cert" | "--queue-key" => of_queue(&["--queue-cert", "no", "--queue-key", "no"]),
        "--profile" => Trial { args: vec!["--profile", "ci"], shows: Refused("ci") },
        "--changed" => Trial { args: vec!["--changed", "HEAD"], shows: Refused("git") },
        "--baseline" => Trial { args: vec!["--baseline", "nowhere"], shows: Refused("nowhere") },
        "--sources" => same(&["--sources", "."]),
        "--no-stage" => same(&["--no-stage", "slice"]),
        "--solver-timeout" => same(&["--solver-timeout", "5s"]),
        "--solver-memory" => same(&["--solver-memory", "2G"]),
        "--within-bounds" => same(&["--within-bounds"]),
        "--facets" => same(&["--facets", "both"]),
        "--any-history" => same(&["--any-history"]),
        "--prove" => same(&["--prove"]),
        "--no-prove" => same(&["--no-prove"]),
        "--no-prune" => same(&["--no-prune"]),
        "--force" => same(&["--write", "--out", "tests", "--force"]),
        "--native-timeout" => same(&["--native-timeout", "30s"]),
        "--int" if language == "Haskell" => same(&["--int", "ideal"]),
        "--show-path" => same(&["--show-path"]),
        "--no-reduction" => same(&["--search", "--no-reduction"]),
        "--main-module" => same(&["--main-module", "IMP"]),
        "-I" => same(&["-I", "."]),
        "--md-selector" => Trial { args: vec!["--md-selector", "k &"], shows: Refused("k &") },
        "--solver-time" => same(&["--solver-time", "10s"]),
        "--syntax-module" => {
            Trial { args: vec!["--syntax-module", "NONE"], shows: Refused("NONE") }
        }
        // The readers of these refuse impossible values.
        "--z3" => Trial { args: vec!["--z3", "nowhere.so"], shows: Refused("nowhere.so") },
        "--solver" => Trial { args: vec!["--solver", "z4-is-nowhere"], shows: Refused("z4-is") },
        "--audit" => Trial { args: vec!["--audit", "core"], shows: Refused("audit") },
        "--property" => Trial { args: vec!["--property", "nothing"], shows: Refused("nothing") },
        // The goals have one, and no option may be given twice.
        "--spec" if language == "interpreters" => same(&[]),
        "--spec" => Trial { args: vec!["--spec", "nowhere.trace"], shows: Refused("nowhere") },
        "--input" => Trial { args: vec!["--input", "y=1"], shows: Refused("--input y") },
        // The program of K has both.
        "--in" | "--def" if language == "K" => same(&[]),
        "--where" if language == "K" && verb == "run" => same(&[]),
        // Its rules apply in one order only.
        "--search" if verb == "check" => same(&["--search"]),
        "--in" => other(&["--in", "1"]),
        "-c" => Trial { args: vec!["-c", "M=1"], shows: Refused("M") },
        "--why-not" => other(&["--why-not", "nothing"]),
        "--ltl" => other(&["--ltl", "[] true"]),
        "--step" => other(&["--step"]),
        // These write.
        "--report" => Trial { args: vec!["--report", "json=r.json"], shows: File("r.json") },
        "--save-run" => Trial { args: vec!["--save-run", "saved"], shows: File("saved/run.json") },
        "--def" => other(&["--def", "imp.k"]),
        "--proof" => Trial { args: vec!["--proof", "proof.json"], shows: File("proof.json") },
        "--dump-smt" => Trial { args: vec!["--dump-smt", "smt"], shows: File("smt") },
        "--tests" if language == "K" => {
            Trial { args: vec!["--tests", "kept"], shows: File("kept/sum@1.out") }
        }
        "--tests" => Trial { args: vec!["--tests", "kept"], shows: File("kept") },
        "--out" => Trial { args: vec!["--write", "--out", "tests"], shows: File("tests") },
        "--write" => other(&["--write", "--out", "written"]),
        // These change the answer.
        "--format" => other(&["--format", "json"]),
        "--max-findings" => match language {
            "Java" | "Toy" => other(&["--max-findings", "1"]),
            _ => other(&["--max-findings", "all"]),
        },
        // Small programs are done within a millisecond on a quiet machine.
        "--timeout" => other(&["--timeout", "1us"]),
        "--memory" => other(&["--memory", "1M"]),
        "--max-paths" => other(&["--max-paths", "1"]),
        "--max-depth" => other(&["--max-depth", "0"]),
        "--max-steps" => other(&["--max-steps", "1"]),
        "--engine" => Trial {
            args: vec!["--engine", "all", "--format", "json"],
            shows: Says("\"engine\": \"naive\""),
        },
        "--history" => other(&["--history", "0"]),
        "--events" => other(&["--events", "0"]),
        // That program has no loop.
        "--unroll" if language == "OCaml" => same(&["--unroll", "0"]),
        "--unroll" => other(&["--unroll", "0"]),
        "--int" => other(&["--int", "ideal"]),
        "--first" => other(&["--first"]),
        "--native-replay" => other(&["--native-replay"]),
        "--framework" => other(&["--framework", framework(language)]),
        "-n" => other(&["-n", "1"]),
        "--assume" => other(&["--assume", "big"]),
        "--assert" => other(&["--assert", "nothing"]),
        "--returns-true" => other(&["--returns-true"]),
        "--reaches" => other(&["--reaches", "nothing"]),
        "--where" => other(&["--where", "n >Int 7"]),
        "--search" => other(&["--search"]),
        "--search-all" => other(&["--search-all"]),
        "--search-one-step" => other(&["--search-one-step"]),
        "--search-one-or-more-steps" => other(&["--search-one-or-more-steps"]),
        // That program has one way to go on.
        "--execute-to-branch" => same(&["--execute-to-branch"]),
        "-o" | "--output" => other(&["--output", "kast"]),
        "--pattern" => other(&["--pattern", "<n> X </n>"]),
        "--bound" => other(&["--bound", "1"]),
        "--depth" => other(&["--depth", "1"]),
        "--show-symbolic" => other(&["--show-symbolic"]),
        "ARGUMENTS" => other(&["--", "one"]),
        _ => panic!("`{verb}` has a new option {option}: say how it is tried"),
    }
}

fn by_name(language: &str) -> &'static str {
    match language {
        "Toy" => "toy",
        "OCaml" => "ml",
        "Haskell" => "haskell",
        "Java" => "java",
        "K" => "k",
        "interpreters" => "interp",
        _ => panic!("{language}"),
    }
}

fn framework(language: &str) -> &'static str {
    match language {
        "OCaml" => "alcotest",
        "Haskell" => "hunit",
        _ => "junit5",
    }
}

fn call(programs: &Programs, args: &[&str]) -> Done {
    run(command(args).current_dir(programs.path()))
}

/// Without the folder that a call was made in and the time that it took.
fn answer(done: &Done) -> (i32, &str, &str) {
    (done.code, &done.stdout, &done.stderr)
}

/// Tries an option on a language; what is wrong, if something is.
fn try_option(verb: &str, option: &str, language: &str, honoured: bool) -> Result<(), String> {
    let programs = programs();
    let Trial { args, shows } = trial(verb, option, language);
    let plain = [&[verb][..], &target(verb, language)].concat();
    let with = [&plain[..], &args].concat();
    let done = call(&programs, &with);
    let told = format!("{}{}", done.stdout, done.stderr);
    let is_refused = done.code == 2 && told.contains("has no effect on programs of");
    let names_others = told.contains("honours it for");
    let is_right = match shows {
        _ if !honoured => is_refused && names_others,
        _ if told.contains("has no effect") => false,
        Shows::Other => answer(&done) != answer(&call(&programs, &plain)),
        Shows::Refused(word) => done.code == 2 && told.contains(word),
        Shows::Says(word) => told.contains(word),
        Shows::File(name) => std::path::Path::new(programs.path()).join(name).exists(),
        Shows::Same => done.code != 101,
    };
    match is_right {
        true => Ok(()),
        false => Err(format!("{with:?} ended with {}:\n{told}", done.code)),
    }
}

/// Tries all options of a verb on one language.
#[track_caller]
fn check(verb: &str, language: &str) {
    let tables = tables();
    // `--def` is what makes a program of `run` one of K, and `--show-symbolic` needs it; `--properties` goes without programs.
    let skipped = |option: &str| match option {
        "TARGETS" | "FILE" | "FUNCTION" | "NAME" | "--properties" => true,
        "--def" => verb == "run",
        "--show-symbolic" => language != "K",
        _ => false,
    };
    let mut wrong = Vec::new();
    for (option, cells) in tables[verb].iter().filter(|(option, _)| !skipped(option)) {
        let (_, honoured) =
            cells.iter().find(|(known, _)| known == language).expect("the verb takes it");
        wrong.extend(try_option(verb, option, language, *honoured).err());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn check_with_toy() {
    check("check", "Toy");
}

#[test]
fn check_with_ocaml() {
    check("check", "OCaml");
}

#[test]
fn check_with_haskell() {
    check("check", "Haskell");
}

#[test]
fn check_with_java() {
    check("check", "Java");
}

#[test]
fn check_with_k() {
    check("check", "K");
}

#[test]
fn check_with_interpreters() {
    check("check", "interpreters");
}

#[test]
fn run_with_haskell() {
    check("run", "Haskell");
}

#[test]
fn run_with_java() {
    check("run", "Java");
}

#[test]
fn run_with_k() {
    check("run", "K");
}

#[test]
fn list_with_every_language() {
    for language in ["Toy", "OCaml", "Haskell", "Java", "K", "interpreters"] {
        check("list", language);
    }
}

/// What `test` does with the options of a search is what `check` does with them.
#[test]
fn test_refuses_what_check_refuses() {
    for (verb, language, option) in [
        ("test", "OCaml", "--property"),
        ("test", "Java", "--history"),
        ("test", "Haskell", "--int"),
    ] {
        try_option(verb, option, language, false).expect("it is refused");
    }
}

#[test]
fn refused_verb_names_its_languages() {
    let tables = tables();
    for (verb, cells) in &tables["Verbs"] {
        for (language, takes) in cells {
            let file = match (language.as_str(), verb.as_str()) {
                _ if *takes => continue,
                // The interpreters of `diff` are named by an option, and findings by ids.
                (_, "diff" | "replay") => continue,
                ("K", _) => "imp.k",
                ("interpreters", _) => "a.goal",
                (language, _) => target("list", language)[0],
            };
            let programs = programs();
            programs.add("a.goal", "true == true;");
            let args = if verb == "run" { vec![verb, file, "f"] } else { vec![verb, file] };
            let done = call(&programs, &args);
            let told = format!("{}{}", done.stdout, done.stderr);
            assert_eq!(done.code, 2, "{args:?}: {told}");
            assert!(told.contains(&format!("takes no programs of {language}")), "{args:?}: {told}");
        }
    }
}

/// A folder may have programs of several languages: what only some honour is said.
#[test]
fn an_option_for_some_languages_of_a_folder_is_a_remark() {
    let programs = Programs::new();
    programs.add("a.toy", TOY);
    programs.add(
        "main.ml",
        std::fs::read(root().join("corpus/ml/set-insert/main.ml")).expect("it is there"),
    );
    let done = call(&programs, &["check", ".", "--history", "3"]);
    assert_eq!(done.code, 1, "{}", done.stdout);
    assert!(
        done.stdout.contains("`--history` has no effect on programs of Toy"),
        "{}",
        done.stdout
    );
}

#[test]
fn a_folder_without_contracts_in_some_files_is_no_error() {
    let programs = Programs::new();
    programs.add("a.toy", "check main { assert 2 > 1; }");
    programs.add("b.toy", "");
    programs.add("plain.ml", "let twice x = x + x");
    let done = call(&programs, &["check", "."]);
    assert_eq!(done.code, 0, "{}", done.stdout);
    assert!(done.stdout.contains("2 files in `.` have nothing to check"), "{}", done.stdout);
    let named = call(&programs, &["check", "plain.ml"]);
    assert_eq!(named.code, 4, "{}", named.stdout);
    assert!(named.stdout.contains("a contract in a comment"), "{}", named.stdout);
}

#[test]
fn a_folder_with_nothing_to_check_says_what_to_do() {
    let programs = Programs::new();
    programs.add("plain.ml", "let twice x = x + x");
    let done = call(&programs, &["check", "."]);
    assert_eq!(done.code, 4, "{}", done.stdout);
    assert!(done.stdout.contains("a contract in a comment"), "{}", done.stdout);
}

#[test]
fn mixed_folder_is_listed_and_checked() {
    let programs = programs();
    let listed = call(&programs, &["list", "."]);
    assert_eq!(listed.code, 0, "{listed:?}");
    for target in ["a.toy:main", "main.ml:Set.insert", "Main.hs:f", "A#f("] {
        assert!(listed.stdout.contains(target), "{target}: {}", listed.stdout);
    }
    assert!(listed.stderr.contains("1 K file was left out"), "{}", listed.stderr);
    let both = call(&programs, &["check", "a.toy:main", "A.java", "A#f(x: int)"]);
    assert_eq!(both.code, 1, "{both:?}");
    for code in ["TOY001", "JVM001", "JVM002"] {
        assert!(both.stdout.contains(code), "{code}: {}", both.stdout);
    }
}

#[test]
fn missing_files_are_reported_as_json() {
    for file in ["nofile.java", "nofile.ml"] {
        let done = call(&Programs::new(), &["check", file, "--format", "json"]);
        let report: serde_json::Value = serde_json::from_str(&done.stdout).expect("JSON");
        assert_eq!((done.code, report["exit"].as_i64()), (2, Some(2)), "{file}");
    }
}
