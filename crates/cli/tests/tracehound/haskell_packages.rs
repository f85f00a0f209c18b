//! Haskell packages: folders of modules, extensions, and what is found in a folder.

use serde_json::Value;

use crate::common::{Programs, tracehound};

const CABAL: &str = "name: queues\nversion: 1\nbuild-type: Custom\n\ncommon shared\n  \
    default-extensions: LambdaCase\n\nlibrary\n  import: shared\n  hs-source-dirs: src\n\n\
    executable run\n  import: shared\n  hs-source-dirs: app\n";

const INSIDE: &str = "module Data.Queue.Inside where\n{-@ type NE a = {v:[a] | len v > 0} @-}\n\
    {-@ first :: NE a -> a @-}\nfirst :: [a] -> a\nfirst = \\case\n  (x:_) -> x\n  [] -> error \"empty\"\n";

const QUEUE: &str = "module Data.Queue (Q (..), pop) where\nimport Data.Queue.Inside\n\
    data Q a = Q [a] [a]\n{-@ pop :: Q a -> a @-}\npop :: Q a -> a\n\
    pop (Q f b) = if null f then first (reverse b) else first f\n";

const MAIN: &str = "module Main (main, top) where\nimport Data.Queue.Inside (first)\n\
    top :: [Int] -> Int\ntop xs = first (drop 1 xs)\nmain :: IO ()\nmain = print (top [1, 2])\n";

fn json(args: &[&str]) -> Value {
    let done = tracehound(&[args, &["--format", "json"]].concat());
    serde_json::from_str(&done.stdout).unwrap_or_else(|_| panic!("{}{}", done.stdout, done.stderr))
}

fn package() -> Programs {
    let programs = Programs::new();
    programs.add("queues.cabal", CABAL);
    programs.add("src/Data/Queue/Inside.hs", INSIDE);
    programs.add("src/Data/Queue.hs", QUEUE);
    programs.add("app/Main.hs", MAIN);
    programs
}

/// The targets of a report with the codes of their findings.
fn codes(report: &Value) -> Vec<(String, Option<String>)> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let targets = report["targets"].as_array().expect("there are targets");
    let one = |target: &Value| {
        let code = text(&target["findings"][0]["code"]);
        (text(&target["name"]).expect("targets have names"), code)
    };
    targets.iter().map(one).collect()
}

#[test]
fn modules_are_found_where_the_package_says() {
    let programs = package();
    let report = |file: &str| json(&["check", &format!("{}/{file}", programs.path())]);
    let broken = |name: &str| [(name.to_owned(), Some("REF003".to_owned()))];
    assert_eq!(codes(&report("src/Data/Queue.hs")), broken("pop"));
    // `main` is an action that calls a function with a type.
    assert_eq!(
        codes(&report("app/Main.hs")),
        [&broken("top")[..], &[("main".to_owned(), None)]].concat()
    );
}

#[test]
fn a_folder_has_the_callers_of_annotated_functions() {
    let programs = package();
    let mut found = codes(&json(&["check", programs.path()]));
    found.sort();
    let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["first", "main", "pop", "top"]);
}

#[test]
fn a_package_runs_no_code() {
    let programs = Programs::new();
    let cabal =
        "library\n  default-extensions: TemplateHaskell\n  ghc-options: -F -pgmF /bin/false\n";
    programs.add("evil.cabal", cabal);
    let text = "module T where\n{-@ f :: x:Int -> {v:Int | v == x} @-}\nf :: Int -> Int\nf x = x\n";
    let path = programs.add("T.hs", text);
    let done = tracehound(&["check", &path]);
    assert_eq!(done.code, 0, "{}{}", done.stdout, done.stderr);
}
