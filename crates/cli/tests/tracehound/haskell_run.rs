//! `run`: inputs and outputs of Haskell functions.

use crate::common::{Done, Programs, command, run};

const PROGRAM: &str = r#"module Sample where

data Nat = Z | S Nat deriving (Eq, Show)

add :: Nat -> Nat -> Nat
add Z n = n
add (S m) n = S (add m n)

partial :: Int -> Int
partial x
  | x > 3 = 1
  | x < 0 = error "negative"

choose :: (Int -> Bool) -> Int -> Int -> Int
choose p x y = if p x then x else if p y then y else 0

sorted :: [Int] -> Bool
sorted (x : y : r) = x <= y && sorted (y : r)
sorted _ = True

insert :: Int -> [Int] -> [Int]
insert x [] = [x]
insert x (y : ys)
  | x <= y = x : y : ys
  | otherwise = y : insert x ys

given :: Int -> [Int] -> Bool
given _ xs = sorted xs

kept :: Int -> [Int] -> [Int] -> Bool
kept _ _ ys = sorted ys

wrapsAround :: Int -> Int
wrapsAround x
  | x < 4611686018427387904 = 0
  | x + x > 0 = 1
  | otherwise = error "too large"

vowel :: Char -> Bool
vowel c = c `elem` "ae"

forever :: Int -> [Int]
forever x = x : forever x

never :: Int -> Int
never x = never (x + 1)

action :: Int -> IO Int
action x = return (x + 1)

pairs :: Ord a => a -> a -> Bool
pairs x y = x < y

needsWord :: Bool -> String
needsWord b = if b then "yes" else map succ "no"
"#;

/// Calls `run` on the program above; dumps are kept between tests.
fn told(args: &[&str]) -> Done {
    let programs = Programs::new();
    let file = programs.add("Sample.hs", PROGRAM);
    told_of(&file, args)
}

fn told_of(file: &str, args: &[&str]) -> Done {
    let args = [&["run", file], args].concat();
    let cache = std::env::temp_dir().join("tracehound-test-cache");
    run(command(&args).env("TRACEHOUND_CACHE", cache))
}

/// The paths that are reported, in the order of the alphabet.
#[track_caller]
fn paths(args: &[&str], code: i32) -> Vec<String> {
    let done = told(&[args, &["--format", "short"]].concat());
    assert_eq!(done.code, code, "{}{}", done.stdout, done.stderr);
    let mut lines: Vec<String> = done.stdout.lines().map(str::to_owned).collect();
    lines.sort();
    lines
}

#[test]
fn paths_are_calls_with_results() {
    let expected = ["add (S (S Z)) Z = S (S Z)", "add (S Z) Z = S Z", "add Z Z = Z"];
    assert_eq!(paths(&["add", "-n", "3"], 0), expected);
    assert_eq!(paths(&["action"], 0), ["action 0 = 1"]);
    assert_eq!(paths(&["needsWord"], 0), ["needsWord False = \"op\"", "needsWord True = \"yes\""]);
    assert_eq!(paths(&["pairs"], 0), ["pairs 0 0 = False", "pairs 0 1 = True"]);
}

#[test]
fn errors_have_a_code_and_a_place() {
    let found = paths(&["partial"], 0);
    assert_eq!(found[2], "partial 4 = 1");
    assert!(found[0].starts_with("partial (-1) = error  -- HS001: error: negative, "), "{found:?}");
    assert!(found[0].ends_with("Sample.hs:12:13"), "{found:?}");
    assert!(
        found[1].starts_with("partial 0 = error  -- HS003: no pattern fits in function partial")
    );
}

#[test]
fn functions_are_lambdas() {
    let found = paths(&["choose"], 0);
    let expected = [
        "choose (\\_ -> False) 0 0 = 0",
        "choose (\\_ -> True) 0 0 = 0",
        "choose (\\x -> case x of { 0 -> False; _ -> True }) 0 1 = 1",
    ];
    assert_eq!(found, expected);
}

#[test]
fn assertions_are_broken_by_reported_calls() {
    let done = told(&["insert", "--assert", "kept", "-n", "1"]);
    assert_eq!(done.code, 1, "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("HS009: the assertion `kept` does not hold"), "{}", done.stdout);
    let bounded = ["insert", "--assume", "given", "--assert", "kept", "--max-paths", "12"];
    let done = told(&bounded);
    assert_eq!(done.code, 3, "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("`kept` holds on "), "{}", done.stdout);
}

#[test]
fn some_paths_are_looked_for() {
    let found = paths(&["sorted", "--returns-true", "-n", "1"], 1);
    assert!(found[0].starts_with("sorted [1,0] = False"), "{found:?}");
    assert_eq!(paths(&["given", "--reaches", "sorted", "-n", "1"], 0), ["given 0 []"]);
    assert_eq!(paths(&["insert", "--reaches", "sorted", "--max-depth", "4"], 3), [] as [&str; 0]);
}

#[test]
fn results_without_an_end_are_cut() {
    let found = paths(&["forever"], 0);
    assert!(
        found[0].starts_with("forever 0 = 0 : 0 : 0") && found[0].ends_with(" : _"),
        "{found:?}"
    );
}

#[test]
fn what_differs_on_machine_numbers_does_not_count() {
    let done = told(&["wrapsAround"]);
    assert_eq!(done.code, 3, "{}{}", done.stdout, done.stderr);
    let expected = "not confirmed: on 64-bit numbers it ends otherwise: error: too large";
    assert!(done.stdout.contains(expected), "{}", done.stdout);
}

#[test]
fn a_function_without_an_end_is_given_up() {
    let done = told(&["never", "--max-steps", "2000"]);
    assert_eq!(done.code, 3, "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("open: a path was cut off"), "{}", done.stdout);
}

#[test]
fn characters_are_characters() {
    let found = paths(&["vowel"], 0);
    let told = |path: &str| found.iter().any(|found| found == path);
    assert!(told("vowel 'a' = True") && told("vowel 'e' = True"), "{found:?}");
}

#[test]
fn answers_in_json() {
    let done = told(&["partial", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&done.stdout).expect("it is JSON");
    assert_eq!(json["type"], "Int -> Int");
    let outcomes: Vec<&str> = json["answers"]
        .as_array()
        .expect("there are answers")
        .iter()
        .filter_map(|answer| answer["outcome"].as_str())
        .collect();
    assert_eq!(outcomes.iter().filter(|outcome| **outcome == "error").count(), 2);
    assert_eq!(json["complete"], true);
}

#[test]
fn missing_or_broken_files_are_reported() {
    let done = told(&["sortd"]);
    assert_eq!(done.code, 4);
    assert!(done.stderr.contains("did you mean `sorted`?"), "{}", done.stderr);
    let done = told(&["add", "--assert", "sorted"]);
    assert_eq!(done.code, 2);
    assert!(done.stderr.contains("`sorted` takes 1 argument, but there are 3"), "{}", done.stderr);
    let programs = Programs::new();
    let file = programs.add("Broken.hs", "module Broken where\nf :: Int\nf = True\n");
    let done = told_of(&file, &["f"]);
    assert_eq!(done.code, 2);
    assert!(done.stderr.contains("Broken.hs:3:5"), "{}", done.stderr);
    assert!(done.stderr.contains("Couldn't match"), "{}", done.stderr);
}

#[test]
fn failing_function_breaks_its_assertion() {
    let program = "module Sample where
checked :: Int -> Bool
checked x | x > 3 = error \"too large\"
          | otherwise = True
half :: Int -> Int
half x | x == 7 = error \"odd\"
       | otherwise = 1
fine :: Int -> Int -> Bool
fine _ r = r == 1
";
    for options in [&["checked", "--returns-true"][..], &["half", "--assert", "fine"]] {
        let programs = Programs::new();
        let file = programs.add("Sample.hs", program);
        let done = run(&mut command(&[&["run", file.as_str()], options].concat()));
        assert_eq!(done.code, 1, "{options:?}: {}{}", done.stdout, done.stderr);
        // Without the assertion the same is an answer like any other.
        let done = run(&mut command(&["run", file.as_str(), options[0]]));
        assert_eq!(done.code, 0, "{options:?}: {}{}", done.stdout, done.stderr);
    }
}

const ACTIONS: &str = r#"module Actions where

import Control.Exception
import Data.IORef
import System.IO

say :: Int -> IO Int
say n = do
  putStr "n is "
  print n
  hPutStrLn stderr "done"
  return (n + 1)

greet :: IO Bool
greet = do
  line <- getLine
  putStrLn ("hello, " ++ line)
  return (line == "a")

copy :: IO ()
copy = do
  end <- isEOF
  if end then putStrLn "end" else getLine >>= putStrLn >> copy

shout :: IO ()
shout = interact (map succ)

count :: Bool -> IO Int
count b = do
  r <- newIORef 1
  (if b then throwIO (userError "no") else writeIORef r 5) `catch` \e ->
    putStrLn ("caught " ++ show (e :: IOException))
  readIORef r

files :: IO String
files = readFile "/etc/passwd"

endless :: IO ()
endless = putStrLn "again" >> endless
"#;

/// Calls `run` on the actions.
fn performed(args: &[&str], code: i32) -> String {
    let programs = Programs::new();
    let file = programs.add("Actions.hs", ACTIONS);
    let done = told_of(&file, args);
    assert_eq!(done.code, code, "{}{}", done.stdout, done.stderr);
    done.stdout
}

#[test]
fn output_is_shown_and_input_unknown() {
    let said = performed(&["say", "-n", "1"], 0);
    assert!(said.contains("writes \"n is ") && said.contains("error \"done\\n\""), "{said}");
    let said = performed(&["greet", "--returns-true", "-n", "3"], 1);
    assert!(said.contains("greet = False") && said.contains("writes \"hello, "), "{said}");
    let said = performed(&["copy", "-n", "2"], 0);
    assert!(said.contains("copy = ()  -- reads \"\", writes \"end\\n\""), "{said}");
    let said = performed(&["shout", "-n", "2"], 0);
    assert!(said.contains("shout = ()  -- reads \"\", writes \"\""), "{said}");
    let said = performed(&["count"], 0);
    assert!(said.contains("count True = 1  -- writes \"caught user error (no)\\n\""), "{said}");
    assert!(said.contains("count False = 5"), "{said}");
}

#[test]
fn what_is_not_modelled_of_the_world_is_named() {
    let said = performed(&["files"], 3);
    assert!(said.contains("not modelled: the library function System.IO.readFile"), "{said}");
    let said = performed(&["endless", "--max-steps", "2000"], 3);
    assert!(said.contains("open: a path was cut off"), "{said}");
}
