//! Proofs of Haskell functions for data of any size, by the real binary: above all what must not be proved.

use crate::common::{Programs, tracehound};
use report::{Answer, ProofStatus, ProofText, Report};

fn checked(text: &str) -> Report {
    let programs = Programs::new();
    let name = text.split_whitespace().nth(1).expect("it begins with `module NAME`");
    let file = programs.add(&format!("{name}.hs"), text);
    let args = ["check", &file, "--prove", "--timeout", "30s", "--format", "json"];
    let done = tracehound(&args);
    report::parse_json(&done.stdout).unwrap_or_else(|_| panic!("{}{}", done.stdout, done.stderr))
}

#[track_caller]
fn expect(text: &str, expected: &[(&str, Answer)]) -> Report {
    let report = checked(text);
    let answers: Vec<(&str, Answer)> =
        report.targets.iter().map(|target| (target.name.as_str(), target.answer)).collect();
    assert_eq!(answers, expected, "{report:#?}");
    report
}

fn proof(report: &Report, name: &str) -> ProofText {
    let target = report.targets.iter().find(|target| target.name == name).expect("there is one");
    target.proof.clone().expect("one was looked for")
}

#[test]
fn recursion_is_proved_by_its_own_type() {
    let text = "module Append where
{-@ append :: xs:[a] -> ys:[a] -> {v:[a] | len v = len xs + len ys} @-}
append :: [a] -> [a] -> [a]
append [] ys = ys
append (x : xs) ys = x : append xs ys
{-@ twice :: xs:[a] -> {v:[a] | len v = 2 * len xs} @-}
twice :: [a] -> [a]
twice xs = append xs xs
";
    let report = expect(text, &[("append", Answer::Proved), ("twice", Answer::Proved)]);
    assert_eq!(proof(&report, "twice").with, ["`append`"]);
    assert_eq!(proof(&report, "twice").rests_on, ["it returns", "every call in it returns"]);
}

#[test]
fn circular_measure_proves_nothing() {
    let text = "module Circular where
{-@ measure bad :: [Int] -> Int
    bad [] = 0
    bad (x : xs) = 1 + bad (x : xs) @-}
{-@ f :: xs:[Int] -> {v:Int | bad xs = 0} @-}
f :: [Int] -> Int
f [] = 7
f (_ : _) = 5
";
    let report = checked(text);
    assert_ne!(report.targets[0].answer, Answer::Proved, "{report:#?}");
}

#[test]
fn measure_without_an_equation_is_not_any_value() {
    let text = "module Partial where
{-@ measure top :: [Int] -> Int
    top (x : xs) = x @-}
{-@ f :: xs:[Int] -> {v:Int | v = top xs} @-}
f :: [Int] -> Int
f (x : _) = x
f [] = 0
";
    expect(text, &[("f", Answer::Inconclusive)]);
}

#[test]
fn callee_with_a_false_type_is_no_help() {
    let text = "module FalseCallee where
{-@ above :: n:Int -> [Int] -> {v:Int | v > n} @-}
above :: Int -> [Int] -> Int
above n [] = n + 1
above n (x : xs) = if x == 1000003 then n else above n xs
{-@ f :: n:Int -> xs:[Int] -> {v:Int | v > n + 1} @-}
f :: Int -> [Int] -> Int
f n xs = above n xs + 1
";
    expect(text, &[("above", Answer::Violation), ("f", Answer::Violation)]);
}

#[test]
fn types_that_support_each_other_need_a_base() {
    let text = "module Mutual where
{-@ ping :: n:{v:Int | v >= 0} -> {v:Int | v = n} @-}
ping :: Int -> Int
ping 0 = 0
ping n = 1 + pong (n - 1)
{-@ pong :: n:{v:Int | v >= 0} -> {v:Int | v = n} @-}
pong :: Int -> Int
pong 0 = 1
pong n = 1 + ping (n - 1)
{-@ even2 :: n:{v:Int | v >= 0} -> {v:Int | v = n} @-}
even2 :: Int -> Int
even2 0 = 0
even2 n = 1 + odd2 (n - 1)
{-@ odd2 :: n:{v:Int | v >= 0} -> {v:Int | v = n} @-}
odd2 :: Int -> Int
odd2 0 = 0
odd2 n = 1 + even2 (n - 1)
";
    let (broken, proved) = (Answer::Violation, Answer::Proved);
    expect(text, &[("ping", broken), ("pong", broken), ("even2", proved), ("odd2", proved)]);
}

#[test]
fn data_is_built_with_its_invariant() {
    let text = "module Built where
{-@ data Range = Range { low :: Int, high :: {v:Int | low <= v} } @-}
data Range = Range { low :: Int, high :: Int }
{-@ make :: Int -> Int -> Range @-}
make :: Int -> Int -> Range
make a b = if a < b then Range a b else Range b (a - 1)
{-@ width :: Range -> {v:Int | v >= 0} @-}
width :: Range -> Int
width (Range a b) = b - a
{-@ cut :: Int -> [Range] -> [Range] @-}
cut :: Int -> [Range] -> [Range]
cut _ [] = []
cut n (r : rs) = Range (low r) n : cut n rs
{-@ move :: Int -> [Range] -> [Range] @-}
move :: Int -> [Range] -> [Range]
move _ [] = []
move n (r : rs) = Range (low r + n) (high r + n) : move n rs
";
    let (broken, proved) = (Answer::Violation, Answer::Proved);
    expect(text, &[("make", broken), ("width", proved), ("cut", broken), ("move", proved)]);
}

#[test]
fn function_arguments_keep_their_types() {
    let text = "module Passed where
{-@ each :: (Int -> {v:Int | v > 0}) -> [Int] -> [{v:Int | v > 0}] @-}
each :: (Int -> Int) -> [Int] -> [Int]
each _ [] = []
each f (x : xs) = f x : each f xs
{-@ same :: [Int] -> [{v:Int | v > 0}] @-}
same :: [Int] -> [Int]
same xs = each (\\x -> x) xs
{-@ fails :: [Int] -> [Int] @-}
fails :: [Int] -> [Int]
fails xs = each (\\x -> if x == 3 then error \"three\" else 1) xs
{-@ good :: [Int] -> [{v:Int | v > 0}] @-}
good :: [Int] -> [Int]
good xs = each (\\x -> if x > 0 then x else 1) xs
";
    let (broken, proved) = (Answer::Violation, Answer::Proved);
    let report =
        expect(text, &[("each", proved), ("same", broken), ("fails", broken), ("good", proved)]);
    let given = "functions that it is given return".to_owned();
    assert!(proof(&report, "each").rests_on.contains(&given));
}

#[test]
fn arguments_and_results_are_defined() {
    let text = "module Lazy where
{-@ count :: Int -> [Int] -> {v:Int | v >= 0} @-}
count :: Int -> [Int] -> Int
count _ [] = 0
count d (x : xs) = if x == d then 1 + count d xs else count d xs
{-@ hidden :: [Int] -> {v:Int | v >= 0} @-}
hidden :: [Int] -> Int
hidden xs = count (error \"never defined\") xs
{-@ exposed :: Int -> Maybe Int @-}
exposed :: Int -> Maybe Int
exposed n = Just (if n == 12345 then error \"exposed\" else n)
{-@ unused :: x:Int -> {v:Int | v = x} @-}
unused :: Int -> Int
unused x = let y = error \"unused\" :: Int in fst (x, y)
";
    let (broken, proved) = (Answer::Violation, Answer::Proved);
    let expected = [("count", proved), ("hidden", broken), ("exposed", broken), ("unused", proved)];
    expect(text, &expected);
}

#[test]
fn what_never_returns_proves_nothing() {
    let text = "module Loop where
{-@ loop :: Int -> {v:Int | false} @-}
loop :: Int -> Int
loop n = if n == 0 then loop 1 else loop 0
{-@ count :: Int -> [Int] -> {v:Int | v >= 0} @-}
count :: Int -> [Int] -> Int
count _ [] = 0
count d (_ : xs) = 1 + count d xs
{-@ uses :: Int -> {v:Int | v = 0} @-}
uses :: Int -> Int
uses n = count (loop n) [] + 1
";
    let report = checked(text);
    let answer = |name: &str| report.targets.iter().find(|it| it.name == name).map(|it| it.answer);
    assert_ne!(answer("loop"), Some(Answer::Proved));
    assert_eq!(answer("uses"), Some(Answer::Violation));
}

#[test]
fn shadowed_names_mean_what_the_module_says() {
    let text = "module Shadow where
import Prelude hiding (max, null)
{-@ measure size @-}
size :: [Int] -> Int
size [] = 0
size (_ : xs) = 1 + max (size xs) 0
max :: Int -> Int -> Int
max a b = if a < b then a else b
{-@ f :: xs:[Int] -> {v:Int | v = size xs} @-}
f :: [Int] -> Int
f [] = 0
f (_ : xs) = 1 + f xs
{-@ measure null @-}
null :: [Int] -> Bool
null [] = False
null (_ : _) = True
{-@ g :: {xs:[Int] | not (null xs)} -> Int @-}
g :: [Int] -> Int
g (x : _) = x
{-@ h :: x:Int -> y:Int -> {v:Int | v = x} @-}
h :: Int -> Int -> Int
h x y = let x = y in x
";
    let broken = Answer::Violation;
    expect(text, &[("f", broken), ("g", broken), ("h", broken)]);
}

#[test]
fn instances_are_those_that_are_used() {
    let text = "module Law where
data Card = Card Int
instance Eq Card where
  _ == _ = True
instance Ord Card where
  compare _ _ = LT
  _ < _ = True
{-@ measure rank @-}
rank :: Card -> Int
rank (Card n) = n
{-@ higher :: a:Card -> b:Card -> {v:Card | rank v >= rank a} @-}
higher :: Card -> Card -> Card
higher a b = if a < b then b else a
{-@ smallest :: Ord a => x:a -> y:a -> {v:a | v <= x && v <= y} @-}
smallest :: Ord a => a -> a -> a
smallest x y = if x <= y then x else y
";
    let report = expect(text, &[("higher", Answer::Violation), ("smallest", Answer::Proved)]);
    assert!(proof(&report, "smallest").rests_on.contains(&"`a` is `Int`".to_owned()));
}

#[test]
fn local_functions_of_any_type_call_at_any_instance() {
    let text = "module Local where
class Big a where
  big :: a -> Int
instance Big Int where
  big _ = 5
instance Big Char where
  big _ = -5
{-@ size :: Big a => a -> [a] -> {v:Int | v > 0} @-}
size :: Big a => a -> [a] -> Int
size x [] = big x
size x (_ : ys) = size x ys
{-@ f :: [Char] -> {v:Int | v > 0} @-}
f :: [Char] -> Int
f cs = helper 'c' cs
  where
    helper y ys = size y ys
";
    let report = expect(text, &[("size", Answer::Proved), ("f", Answer::Violation)]);
    assert!(proof(&report, "size").rests_on.contains(&"`a` is `Int`".to_owned()));
}

#[test]
fn requirements_are_of_their_own_values() {
    let text = "module Poly where
{-@ below :: n:Int -> m:Int -> [{v:Int | v < n}] -> [{v:Int | v < m}] @-}
below :: Int -> Int -> [Int] -> [Int]
below n m xs = xs
data Two a b = Two [a] [b]
{-@ sides :: Two {v:Int | v > 0} Int -> Two Int {v:Int | v > 0} @-}
sides :: Two Int Int -> Two Int Int
sides t = t
{-@ kept :: n:Int -> Two {v:Int | v > n} Int -> Two {v:Int | v > n} Int @-}
kept :: Int -> Two Int Int -> Two Int Int
kept _ (Two as bs) = Two as bs
";
    let broken = Answer::Violation;
    expect(text, &[("below", broken), ("sides", broken), ("kept", Answer::Proved)]);
}

#[test]
fn assumed_types_are_named() {
    let text = "module Assumed where
{-@ assume trusted :: n:Int -> {v:Int | v > n} @-}
trusted :: Int -> Int
trusted n = n + 1
{-@ f :: n:Int -> {v:Int | v > n + 1} @-}
f :: Int -> Int
f n = trusted n + 1
";
    let report = expect(text, &[("f", Answer::Proved)]);
    let named = "`trusted` keeps its assumed type".to_owned();
    assert!(proof(&report, "f").rests_on.contains(&named));
    let wrong = text.replace("trusted n = n + 1", "trusted n = n - 1");
    let report = expect(&wrong, &[("f", Answer::Violation)]);
    assert!(report.targets[0].proof.is_none());
}

#[test]
fn recursion_without_a_type_is_named() {
    let text = "module Helper where
{-@ total :: xs:[Int] -> {v:Int | v = len xs} @-}
total :: [Int] -> Int
total xs = go 0 xs
  where
    go acc [] = acc
    go acc (_ : ys) = go (acc + 1) ys
";
    let report = expect(text, &[("total", Answer::HoldsWithinBounds)]);
    let found = proof(&report, "total");
    assert_eq!(found.status, ProofStatus::Open);
    assert!(found.why_not.expect("it says why").contains("recursion"));
}

#[test]
fn weak_types_are_not_inductive() {
    let text = "module Sorted where
{-@ measure sorted @-}
sorted :: [Int] -> Bool
sorted [] = True
sorted (x : xs) = case xs of
  [] -> True
  y : _ -> x <= y && sorted xs
{-@ insert :: Int -> {xs:[Int] | sorted xs} -> {v:[Int] | sorted v} @-}
insert :: Int -> [Int] -> [Int]
insert x [] = [x]
insert x (y : ys)
  | x <= y = x : y : ys
  | otherwise = y : insert x ys
";
    let report = checked(text);
    let target = &report.targets[0];
    assert!(
        matches!(
            target.answer,
            Answer::HoldsWithinBounds | Answer::WeakSpec | Answer::Inconclusive
        ),
        "{report:#?}"
    );
}
