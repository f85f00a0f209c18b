//! Proofs with functions that are defined by induction, and with calls by contracts that compute, by the real binary.

use crate::common::{Programs, tracehound};
use report::{Answer, ProofStatus, Report};

fn checked(text: &str) -> Report {
    let programs = Programs::new();
    let file = programs.add("induction.ml", text);
    let options =
        ["--prove", "--history", "1", "--unroll", "2", "--timeout", "60s", "--format", "json"];
    let done = tracehound(&[&["check", &file][..], &options].concat());
    report::parse_json(&done.stdout).unwrap_or_else(|_| panic!("{}{}", done.stdout, done.stderr))
}

/// What the proof of each method rests on that has one.
fn proved(text: &str) -> Vec<(String, Vec<String>)> {
    let targets = checked(text).targets.into_iter();
    let proved = targets.filter_map(|target| {
        let proof = target.proof.filter(|proof| proof.status == ProofStatus::Proved)?;
        assert_eq!(target.answer, Answer::Proved, "{}", target.name);
        Some((target.name, proof.rests_on))
    });
    proved.collect()
}

const RIGHT: &str = r#"
let rec sorted = function a :: (b :: _ as r) -> a <= b && sorted r | _ -> true

(** (l: int list) -> (r: int list) require sorted l ensure sorted r *)
let rest l = match l with [] -> [] | _ :: r -> r

(** (x: int) -> (l: int list) -> (r: int list) ensure List.mem x r *)
let with_it x l = if List.mem x l then l else x :: l

type tree = Leaf | Node of tree * int * tree
let rec has x = function Leaf -> false | Node (l, y, r) -> x = y || has x l || has x r

(** (x: int) -> (t: tree) -> (r: tree) ensure has x r *)
let plant x t = Node (t, x, Leaf)

exception None_there
(** (l: int list) -> (r: int) raises None_there when l = [] ensure List.mem r l *)
let rec last l = match l with [] -> raise None_there | [ x ] -> x | _ :: r -> last r

(** (l: int list) -> (r: int) ensure r = 0 || List.mem r l *)
let last_or_zero l = try last l with None_there -> 0

(** (x: int) -> (l: int list) -> (r: int list) ensure not (List.mem x r) *)
let rec without x l = match l with [] -> [] | y :: r -> if x = y then without x r else y :: without x r
"#;

#[test]
fn functions_by_induction_and_contracts_that_compute_are_enough() {
    let names: Vec<String> = proved(RIGHT).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["rest", "with_it", "plant", "last", "last_or_zero", "without"]);
}

/// Methods whose contracts do not hold, or hold for no reason that a proof may use: functions that do not end, that raise, that
/// read what changes, helpers that do less than they say, writes of callees, calls that are not allowed, numbers that overflow.
const WRONG: &str = r#"
let rec endless l = match l with [] -> 0 | _ :: _ -> 1 + endless l
(** (l: int list) -> (r: bool) ensure r || endless l = 5 *)
let of_endless l = match l with [] -> true | _ :: _ -> false

let rec growing l = match l with [] -> 0 | x :: _ -> 1 + growing (x :: l)
(** (l: int list) -> (r: bool) ensure r || growing l = 5 *)
let of_growing l = match l with [] -> true | _ :: _ -> false

let rec only l = match l with [] -> raise Not_found | [ x ] -> x | _ :: r -> only r
(** (l: int list) -> (r: int) ensure r = only l *)
let of_raising l = match l with [] -> 0 | x :: _ -> x

let rec total l = match l with [] -> 0 | r :: rest -> !r + total rest
(** (l: int ref list) -> unit ensure total l = old(total l) *)
let of_cells l = match l with [] -> () | r :: _ -> r := 7

let base = ref 0
let items : int list ref = ref []
let rec above_base l = match l with [] -> true | x :: r -> x > !base && above_base r
let add x = items := x :: !items
(** unit -> unit require above_base !items && !base < 1000 ensure above_base !items *)
let raise_base () = incr base

(** (l: int list) -> (r: int) ensure List.mem r l *)
let rec careless l = match l with [] -> 0 | [ x ] -> x | _ :: r -> careless r
(** (l: int list) -> (r: int) ensure List.mem r l *)
let of_careless l = careless l

let calls = ref 0
exception Empty
(** (l: int list) -> (r: int) raises Empty when l = [] ensure List.mem r l *)
let rec counted l =
  if !calls < 100 then incr calls;
  match l with [] -> raise Empty | [ x ] -> x | _ :: r -> counted r
(** (l: int list) -> (r: int) require l <> [] ensure !calls = old(!calls) *)
let of_counted l = counted l

(** (l: int list) -> (r: int) require not (List.mem 0 l) && l <> [] ensure List.mem r l *)
let rec allowed l = match l with [] -> 1 | [ x ] -> x | _ :: r -> allowed r
(** (l: int list) -> (r: int) require l <> [] ensure List.mem r l *)
let of_not_allowed l = allowed l

(** (l: int list) -> (r: int) raises Empty when l = [] ensure List.mem r l *)
let rec other_exception l = match l with [] -> raise Empty | [ 3 ] -> raise Exit | [ x ] -> x | _ :: r -> other_exception r
(** (l: int list) -> (r: int) ensure r = 0 || List.mem r l *)
let of_other_exception l = try other_exception l with Empty -> 0

let rec sorted = function a :: (b :: _ as r) -> a <= b && sorted r | _ -> true
(** (l: int list) -> (r: int list) require sorted l ensure sorted r *)
let turned l = match l with [] -> [] | x :: r -> r @ [ x ]
(** (l: int list) -> (m: int list) -> (r: int list) require sorted l && sorted m ensure sorted r *)
let rec glued l m = match l with [] -> m | x :: r -> x :: glued r m

let rec size l = match l with [] -> 0 | _ :: r -> 1 + size r
(** (l: int list) -> (m: int list) -> (r: bool) ensure r = (size l = size m) *)
let same_size l m = match l, m with [], [] -> true | _ :: l, _ :: m -> size l <= size m | _ -> false
"#;

#[test]
fn what_does_not_hold_is_never_proved() {
    assert_eq!(proved(WRONG), []);
}

const COUNTS: &str = r#"
let rec count = function [] -> 0 | _ :: r -> 1 + count r

(** (x: int) -> (l: int list) -> (r: int list) ensure count r = count l + 1 *)
let rec at_end x l = match l with [] -> [ x ] | y :: r -> y :: at_end x r

(** (x: int) -> (l: int list) -> (r: int list) ensure count r = count l + 2 *)
let twice x l = at_end x (at_end x l)
"#;

#[test]
fn contracts_that_calculate_are_used_without_bounds_only() {
    let proved = proved(COUNTS);
    let names: Vec<&str> = proved.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["at_end", "twice"]);
    for (name, rests_on) in &proved {
        assert!(rests_on.iter().any(|one| one == "integers have no bound"), "{name}: {rests_on:?}");
    }
}
