//! Haskell with refinement types, by the real binary and the real GHC.

use crate::common::{Done, Programs, run, tracehound};

const LISTS: &str = "module Lists where
import Prelude hiding (concat, zipWith)
infixr 9 :+:
data List a = Emp | (:+:) a (List a)

{-@ measure size @-}
size :: List a -> Int
size Emp = 0
size (_ :+: xs) = 1 + size xs

{-@ measure sumsize :: List (List a) -> Int
      sumsize (Emp) = 0
      sumsize ((:+:) x xs) = size x + sumsize xs @-}

{-@ concat :: x:List (List a) -> {v:List a | size v = sumsize x} @-}
concat :: List (List a) -> List a
concat Emp = Emp
concat (xs :+: Emp) = xs
concat (xs :+: (ys :+: xss)) = concat (append xs ys :+: xss)

{-@ append :: List a -> List a -> List a @-}
append :: List a -> List a -> List a
append Emp ys = ys
append (x :+: xs) ys = x :+: append xs ys

{-@ die :: {v:String | false} -> a @-}
die :: String -> a
die message = error message

{-@ zipWith :: (a -> b -> c) -> xs:List a -> {ys:List b | size xs > 0 => size ys > 0} -> List c @-}
zipWith :: (a -> b -> c) -> List a -> List b -> List c
zipWith _ Emp Emp = Emp
zipWith f (x :+: xs) (y :+: ys) = f x y :+: zipWith f xs ys
zipWith _ _ _ = die \"Bad call to zipWith\"

{-@ distance :: Int -> Int -> {v:Int | v > 0} @-}
distance :: Int -> Int -> Int
distance x y = if x > y then x - y else y - x

{-@ data Span = Span { low :: Int, high :: {v:Int | low <= v} } @-}
data Span = Span { low :: Int, high :: Int }

{-@ shifted :: [Span] -> Int -> [Span] @-}
shifted :: [Span] -> Int -> [Span]
shifted spans n = [span { low = low span + n } | span <- spans]
";

fn report(programs: &Programs, target: &str, more: &[&str]) -> report::Report {
    let path = programs.add("Lists.hs", LISTS);
    let target = format!("{path}:{target}");
    let args = [&["check", target.as_str(), "--format", "json"], more].concat();
    let Done { stdout, stderr, .. } = tracehound(&args);
    report::parse_json(&stdout).unwrap_or_else(|error| panic!("{error}: {stdout}{stderr}"))
}

#[test]
fn code_that_breaks_its_type_is_reported() {
    let programs = Programs::new();
    let report = report(&programs, "distance", &[]);
    let finding = &report.targets[0].findings[0];
    assert_eq!((finding.code.as_str(), report.exit), ("REF001", 1));
    assert_eq!(finding.call.as_ref().expect("it is a call").text, "distance 0 0 = 0");
    assert_eq!(finding.broken.as_ref().expect("a part is broken").part, "v > 0");
    for (args, said) in [(vec!["replay"], "still fails"), (vec!["explain"], "REF001:")] {
        let done = tracehound(&[args.as_slice(), &[finding.id.as_str()]].concat());
        assert!(done.stdout.contains(said), "{}{}", done.stdout, done.stderr);
    }
    let native = tracehound(&["replay", &finding.id, "--native-replay"]);
    assert!(native.stdout.contains("fails natively, too"), "{}{}", native.stdout, native.stderr);
}

#[test]
fn call_that_breaks_callee_type_is_reported() {
    let programs = Programs::new();
    let report = report(&programs, "zipWith", &[]);
    let finding = &report.targets[0].findings[0];
    assert_eq!(finding.code, "REF003");
    assert_eq!(finding.message, "`zipWith` makes a call that breaks the type of `die`");
    assert!(finding.notes[0].contains("die \"Bad call to zipWith\""), "{:?}", finding.notes);
}

#[test]
fn a_weak_type_is_blamed_and_strengthened() {
    let programs = Programs::new();
    assert_eq!(report(&programs, "concat", &["--facets", "concrete"]).exit, 0);
    let report = report(&programs, "concat", &[]);
    let finding = &report.targets[0].findings[0];
    assert_eq!((finding.code.as_str(), report.exit), ("REF002", 1));
    assert_eq!(finding.weak_specs, ["append"]);
    assert!(!finding.message.contains("bug"));
    let suggested = finding.notes.iter().any(|note| note.contains("size v == size x1 + size x2"));
    assert!(suggested, "{:?}", finding.notes);
    let edit = finding.suggestion.as_ref().expect("the annotation can be changed");
    let place = &edit.place;
    let mut text = std::fs::read_to_string(&place.file).expect("it is the program");
    text.replace_range(place.start_byte as usize..place.end_byte as usize, &edit.text);
    let repaired = programs.add("Repaired.hs", text);
    let done = tracehound(&["check", &format!("{repaired}:concat")]);
    assert_eq!(done.code, 0, "{}{}", done.stdout, done.stderr);
}

#[test]
fn kept_tests_fail_in_ghc() {
    let programs = Programs::new();
    for (function, call) in [("distance", "distance 0 0"), ("shifted", "shifted [Span")] {
        let report = report(&programs, function, &[]);
        let id = &report.targets[0].findings[0].id;
        let done = tracehound(&["test", id, "--write"]);
        assert_eq!(done.code, 0, "{}{}", done.stdout, done.stderr);
        let command = done.stdout.lines().last().expect("it says how to run it").trim();
        let ghc = run(std::process::Command::new("sh").args(["-c", command]));
        assert_eq!(ghc.code, 1, "{command}: {}{}", ghc.stdout, ghc.stderr);
        assert!(ghc.stdout.contains(call), "{}", ghc.stdout);
    }
}

#[test]
fn broken_annotation_costs_its_function_only() {
    let programs = Programs::new();
    let text = "module T where\n{-@ f :: {v:Int | v > siz 1} -> @-}\nf :: Int -> Int\nf x = x\n\
                {-@ g :: Int -> {v:Int | v > 0} @-}\ng :: Int -> Int\ng x = x\n";
    let path = programs.add("T.hs", text);
    let only = format!("{path}:f");
    let done = tracehound(&["check", &only, "--format", "short"]);
    assert_eq!(done.code, 3, "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("expected a type"), "{}", done.stdout);
    let done = tracehound(&["check", &path, "--format", "short"]);
    assert_eq!(done.code, 1, "{}{}", done.stdout, done.stderr);
}

#[test]
fn functions_without_annotation_are_checked_where_they_call_others() {
    let programs = Programs::new();
    let text = "module T where\n{-@ half :: {v:Int | v >= 0} -> Int @-}\nhalf :: Int -> Int\n\
                half x = x `div` 2\nuse :: Int -> Int\nuse x = half x\nlone :: [Int] -> Int\n\
                lone (x:_) = x\n";
    let path = programs.add("T.hs", text);
    let codes = |target: &str| {
        let done = tracehound(&["check", target, "--format", "json"]);
        let report = report::parse_json(&done.stdout).expect("it is a report");
        report
            .targets
            .iter()
            .map(|target| {
                (target.name.clone(), target.findings.first().map(|found| found.code.to_string()))
            })
            .collect::<Vec<_>>()
    };
    let found = |name: &str, code: &str| (name.to_owned(), Some(code.to_owned()));
    assert_eq!(codes(&path), [("half".to_owned(), None), found("use", "REF003")]);
    assert_eq!(codes(&format!("{path}:lone")), [found("lone", "REF001")]);
}

#[test]
fn unsupported_annotations_leave_module_open() {
    let programs = Programs::new();
    let checked = |annotation: &str| {
        let text = format!(
            "module T where\n{{-@ {annotation} @-}}\n{{-@ f :: Int -> {{v:Int | v = 1}} @-}}\nf :: Int -> Int\nf _ = 1\n"
        );
        let path = programs.add("T.hs", &text);
        tracehound(&["check", &path, "--format", "short"])
    };
    // The second is a type for a method of a class from elsewhere.
    for annotation in [
        "relational f ~ f :: Int -> Int ~ Int -> Int ~~ true",
        "class Sized a where size :: a -> {v:Int | v >= 0}",
    ] {
        let done = checked(annotation);
        assert_eq!(done.code, 3, "{annotation}: {}{}", done.stdout, done.stderr);
        assert!(done.stdout.contains("REF010"), "{annotation}: {}", done.stdout);
    }
}

/// Functions that break their types on long lists only.
fn long(count: u32) -> String {
    let function = |number: u32| {
        format!(
            "{{-@ f{number} :: [Int] -> {{v:Int | v < 13}} @-}}\nf{number} :: [Int] -> Int\n\
             f{number} [] = 0\n\
             f{number} (x:xs) = (if x*x - {}*x > 17 then 1 else 2) + f{number} xs\n",
            number + 3
        )
    };
    format!("module Long where\n{}", (0..count).map(function).collect::<String>())
}

#[test]
fn time_that_runs_out_decides_nothing() {
    let programs = Programs::new();
    let path = programs.add("Long.hs", long(12));
    let args = ["check", &path, "--timeout", "3s", "--format", "json"];
    let done = tracehound(&args);
    let report = report::parse_json(&done.stdout).expect("it is a report");
    for target in &report.targets {
        let answer = target.answer;
        let undecided = [report::Answer::Inconclusive, report::Answer::Violation];
        assert!(undecided.contains(&answer), "{}: {answer:?}", target.name);
        if answer == report::Answer::Inconclusive {
            assert_eq!(target.limits[0].kind, "time");
            let message = &target.limits[0].message;
            let is_share = message.contains("the share of this target in --timeout 3s");
            let is_late = message.contains("targets before it left nothing of --timeout 3s");
            assert!(is_share || is_late, "{message}");
        }
    }
    assert_ne!(done.code, 0);
}

#[test]
fn paths_that_run_out_decide_nothing() {
    let programs = Programs::new();
    let path = programs.add("Long.hs", long(1));
    let done = tracehound(&["check", &path, "--max-paths", "20", "--format", "short"]);
    assert_eq!(done.code, 3, "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("limit of 20 paths reached"), "{}", done.stdout);
}

#[test]
fn a_test_is_offered_only_if_it_can_be_written() {
    let programs = Programs::new();
    for (function, code) in [("distance", 0), ("zipWith", 2), ("shifted", 0)] {
        let path = programs.add("Lists.hs", LISTS);
        let done = tracehound(&["check", &format!("{path}:{function}")]);
        let hint = done.stdout.split("| tracehound test ").nth(1);
        assert_eq!(hint.is_some(), code == 0, "{}", done.stdout);
        let report = report(&programs, function, &[]);
        let id = &report.targets[0].findings[0].id;
        assert_eq!(tracehound(&["test", id]).code, code);
    }
    let hidden = "module Hidden (Kind, f) where\ndata Kind = One | Two\n\
                  {-@ f :: Kind -> {v:Int | v > 0} @-}\nf :: Kind -> Int\nf One = 1\nf Two = 0\n\
                  {-@ g :: Int -> {v:Int | v > 0} @-}\ng :: Int -> Int\ng x = x\n";
    let done = tracehound(&["check", &programs.add("Hidden.hs", hidden)]);
    assert!(done.stdout.contains("2 violations"), "{}", done.stdout);
    assert!(!done.stdout.contains("tracehound test"), "{}", done.stdout);
}
