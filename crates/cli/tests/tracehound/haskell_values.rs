//! Haskell values that can exist, annotations of other modules, and numbers, by the real binary.

use std::time::Duration;

use serde_json::Value;

use crate::common::{Done, Programs, command, tracehound};
use crate::processes::timed;

fn json(args: &[&str]) -> Value {
    let Done { stdout, stderr, .. } = tracehound(&[args, &["--format", "json"]].concat());
    serde_json::from_str(&stdout).unwrap_or_else(|error| panic!("{error}: {stdout}{stderr}"))
}

/// The call and the name of the one finding of a target.
fn found(target: &str) -> (String, String) {
    let report = json(&["check", target]);
    let finding = &report["targets"][0]["findings"][0];
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    (text(&finding["call"]["text"]), text(&finding["id"]))
}

#[test]
fn written_values_fail_in_ghc() {
    let cases = [
        ("Containers.hs:listOfMaps", "listOfMaps [fromList [("),
        ("Containers.hs:threeQuarters", "threeQuarters (3 % 4) = False"),
        ("Containers.hs:secondOfArray", "secondOfArray (listArray (3,4) ["),
        ("TypedExpr.hs:notFive", "notFive (IntE 5) = 5"),
    ];
    for (target, call) in cases {
        let (text, id) = found(&format!("corpus/hs/{target}"));
        assert!(text.starts_with(call), "{target}: {text}");
        let native = tracehound(&["replay", &id, "--native-replay"]);
        let said = format!("{}{}", native.stdout, native.stderr);
        assert!(said.contains("fails natively, too"), "{target}: {said}");
    }
}

#[test]
fn an_imported_annotation_that_cannot_be_read_is_named() {
    let programs = Programs::new();
    let helper = "module Helper where\n{-@ next :: {v:Int | v > } -> Int @-}\nnext :: Int -> Int\nnext n = n + 1\n";
    programs.add("Helper.hs", helper);
    let main = "module Main where\nimport Helper\n{-@ f :: Int -> {v:Int | v = 1} @-}\nf :: Int -> Int\nf n = next n - n\nmain :: IO ()\nmain = return ()\n";
    let path = programs.add("Main.hs", main);
    let report = json(&["check", &path]);
    let target = &report["targets"][0];
    assert_eq!(target["answer"], "inconclusive");
    let doubt = &target["doubts"][0];
    assert_eq!(doubt["code"], "REF010");
    assert!(doubt["place"]["file"].as_str().is_some_and(|file| file.ends_with("Helper.hs")));
}

#[test]
fn imported_call_is_blamed_at_its_type() {
    let report = json(&["check", "corpus/hs/ImportsBounds.hs:passedOn"]);
    let finding = &report["targets"][0]["findings"][0];
    assert_eq!(finding["code"], "REF003");
    let place = finding["place"]["file"].as_str().unwrap_or_default();
    assert!(place.ends_with("Limits.hs"), "{finding}");
}

#[test]
fn ideal_integers_are_named_in_the_answer() {
    let programs = Programs::new();
    let text = "module T where\n{-@ up :: x:Int -> {v:Int | v > x} @-}\nup :: Int -> Int\nup x = x + 1\n{-@ same :: x:Int -> {v:Int | v = x} @-}\nsame :: Int -> Int\nsame x = x\n";
    let path = programs.add("T.hs", text);
    let report = json(&["check", &path]);
    let said = "`Int` is taken as unbounded, as LiquidHaskell does";
    assert_eq!(report["targets"][0]["answer"], "proved");
    assert_eq!(report["targets"][0]["assumptions"][0], said);
    assert_eq!(report["targets"][1]["assumptions"], Value::Null);
    let human = tracehound(&["check", &path]);
    assert_eq!(human.stdout.matches(said).count(), 1, "{}", human.stdout);
}

#[test]
fn plain_properties_use_machine_integers() {
    let programs = Programs::new();
    let text = "module P where\n\
        grows :: Int -> Bool\ngrows x = x + 1 > x\n\
        middle :: Int -> Int -> Bool\nmiddle x y = x < 0 || y < x || (x + y) `div` 2 >= x\n\
        small :: Int -> Bool\nsmall x = x < 0 || x > 1000 || x * 3 >= x\n\
        large :: Int -> Bool\nlarge x = x <= 9223372036854775807\n\
        big :: Integer -> Bool\nbig x = x < 9223372036854775808\n\
        split :: Int -> Int -> Bool\nsplit x y = y == 0 || x == y * div x y + mod x y\n\
        lazy :: Int -> Bool\nlazy x = snd (x `quotRem` (-1)) == 0\n\
        ups :: [Int] -> Bool\nups [] = True\nups (x : xs) = x + 1 > x && ups xs\n";
    let path = programs.add("P.hs", text);
    let run = |function: &str, more: &[&str]| {
        tracehound(&[&["run", &path, function, "--returns-true"], more].concat())
    };
    for (function, code, said) in [
        ("grows", 1, "grows 9223372036854775807 = False"),
        ("middle", 1, "middle "),
        ("small", 0, "no others"),
        ("large", 0, "no others"),
        ("big", 1, "big 9223372036854775808 = False"),
        ("split", 1, "split (-9223372036854775808) (-1) = error  -- HS004: arithmetic overflow"),
        ("lazy", 0, "no others"),
        // There is no end of lists, and the search on integers without bound must not take all time.
        ("ups", 1, "ups [9223372036854775807"),
    ] {
        let done = run(function, &["--timeout", "8s"]);
        assert_eq!(done.code, code, "{function}: {}{}", done.stdout, done.stderr);
        assert!(done.stdout.contains(said), "{function}: {}", done.stdout);
    }
    let ideal = run("grows", &["--int", "ideal"]);
    assert_eq!(ideal.code, 0, "{}{}", ideal.stdout, ideal.stderr);
    assert!(ideal.stdout.contains("if numbers are unbounded"), "{}", ideal.stdout);
}

#[test]
fn time_holds_inside_of_the_solver() {
    let programs = Programs::new();
    let text = "module P where\nmultiple :: Int -> Int -> Bool\nmultiple a b = lcm a b >= 0\n";
    let path = programs.add("P.hs", text);
    let args = ["run", &path, "multiple", "--returns-true", "--timeout", "4s"];
    let (done, spent) = timed(&mut command(&args));
    assert_ne!(done.code, 0, "{}{}", done.stdout, done.stderr);
    assert!(spent < Duration::from_secs(8), "{spent:?}");
}

#[test]
fn a_function_that_must_not_be_called_is_not_vacuous() {
    let programs = Programs::new();
    let text = "module D where\n{-@ die :: {v:String | false} -> a @-}\ndie :: String -> a\ndie s = error s\n{-@ never :: {v:Int | v > 0 && v < 0} -> Int @-}\nnever :: Int -> Int\nnever n = n\n";
    let path = programs.add("D.hs", text);
    let done = tracehound(&["check", &format!("{path}:die")]);
    assert_eq!((done.code, done.stdout.contains("warning")), (0, false), "{}", done.stdout);
    let never = tracehound(&["check", &format!("{path}:never")]);
    assert_eq!(never.code, 3, "{}", never.stdout);
}
