//! Proofs that cut loops by their invariants and local functions by their contracts, by the real binary.

use crate::common::{Programs, tracehound};
use report::{Answer, ProofStatus, Report};

fn checked(file: &str) -> Report {
    let options =
        ["--prove", "--history", "1", "--unroll", "4", "--timeout", "60s", "--format", "json"];
    let done = tracehound(&[&["check", file][..], &options].concat());
    report::parse_json(&done.stdout).unwrap_or_else(|_| panic!("{}{}", done.stdout, done.stderr))
}

/// The methods that are proved.
fn proved(text: &str) -> Vec<String> {
    let programs = Programs::new();
    let report = checked(&programs.add("cuts.ml", text));
    let proved = report.targets.iter().filter(|target| target.answer == Answer::Proved);
    proved.map(|target| target.name.clone()).collect()
}

/// Loops with invariants that are enough.
const LOOPS: &str = r#"
(** (n: int) -> (r: int)
    require 0 <= n && n <= 1000
    ensure r = n *)
let count n =
  let i = ref 0 in
  while !i < n do
    (** invariant 0 <= !i && !i <= n
        variant n - !i *)
    incr i
  done;
  !i

(** (a: int array) -> (key: int) -> (r: int)
    ensure 0 <= r && r <= Array.length a *)
let lower_bound a key =
  let lo = ref 0 and hi = ref (Array.length a) in
  while !lo < !hi do
    (** invariant 0 <= !lo && !lo <= !hi
        invariant !hi <= Array.length a
        variant !hi - !lo *)
    let mid = !lo + (!hi - !lo) / 2 in
    if a.(mid) < key then lo := mid + 1 else hi := mid
  done;
  !lo

(** (a: int array) -> (i: int) -> (j: int) -> unit
    require i >= 0 && i < Array.length a && j >= 0 && j < Array.length a
    ensure a.(i) = old a.(j) && a.(j) = old a.(i) *)
let swap a i j =
  let x = a.(i) in
  a.(i) <- a.(j);
  a.(j) <- x

(** (a: int array) -> (x: int) -> unit
    require Array.length a > 0
    ensure a.(0) = x *)
let fill a x =
  for i = 0 to Array.length a - 1 do
    (** invariant i > 0 implies a.(0) = x *)
    a.(i) <- x
  done

(** (a: int array) -> (x: int) -> unit
    require Array.length a > 0
    ensure a.(0) = x *)
let fill_wrong a x =
  for i = 0 to Array.length a - 1 do
    (** invariant i > 1 implies a.(0) = x *)
    a.(i) <- x
  done
"#;

#[test]
fn loops_are_proved_by_their_invariants() {
    assert_eq!(proved(LOOPS), ["count", "lower_bound", "swap", "fill"]);
}

/// Local functions with contracts that are enough, by which their calls are taken.
const LOCAL: &str = r#"
exception Beyond
(** (x: int) -> (l: int list) -> (r: int list)
    ensure List.length r <= List.length l *)
let places x l =
  (** (at: int) -> (rest: int list) -> (r: int list)
      require at >= 1
      ensure List.length r <= List.length rest *)
  let rec from at rest =
    match rest with
    | [] -> []
    | y :: rest -> if x = y then at :: from (at + 1) rest else from (at + 1) rest
  in
  from 1 l

(** (l: int list) -> (n: int) -> (r: int option)
    raises Invalid_argument m when n < 0 *)
let find l n =
  (** (rest: int list) -> (at: int) -> (x: int)
      require at >= 0
      raises Beyond when at >= List.length rest *)
  let rec go rest at =
    match rest with
    | [] -> raise Beyond
    | x :: rest -> if at = 0 then x else go rest (at - 1)
  in
  if n < 0 then invalid_arg "find";
  match go l n with x -> Some x | exception Beyond -> None

(** (n: int) -> (r: int)
    require n >= 0
    ensure r >= n *)
let sum n =
  (** (i: int) -> (acc: int) -> (r: int)
      require i >= 0
      ensure r >= acc + i *)
  let rec go i acc = if i = 0 then acc else go (i - 1) (acc + i) in
  go n 0
"#;

#[test]
fn local_functions_are_proved_with_their_callers() {
    assert_eq!(proved(LOCAL), ["places", "find", "sum"]);
}

/// What goes wrong here does so after more turns than the search makes: writes to what the text of a loop does not name,
/// and contracts that do not hold.
const WRONG: &str = r#"
(** (n: int) -> (r: int)
    ensure r = n *)
let endless n =
  let s = ref 0 in
  while true do s := !s + 1 done;
  n + !s

(** (n: int) -> (r: int)
    ensure r = 0 *)
let another_name n =
  let x = ref 0 in
  let y = x in
  for i = 1 to n do if i > 90 then y := 1 done;
  !x

(** (n: int) -> (r: int)
    ensure r = 0 *)
let closure n =
  let x = ref 0 in
  let set () = x := 1 in
  for i = 1 to n do if i > 90 then set () done;
  !x

(** (n: int) -> (r: int)
    ensure r = 0 *)
let given_to_library n =
  let x = ref 0 in
  for i = 1 to n do if i > 90 then List.iter (fun v -> x := v) [ 1 ] done;
  !x

let apply f v = f v

(** (n: int) -> (r: int)
    ensure r = 0 *)
let writes_to_argument n =
  let x = ref 0 in
  let set v = v := 1 in
  for i = 1 to n do if i > 90 then apply set x done;
  !x

type t = { mutable c : int; d : int ref }

(** (n: int) -> (r: int)
    ensure r = 0 *)
let cell_of_record n =
  let t = { c = 0; d = ref 0 } in
  for i = 1 to n do if i > 90 then t.d := 1 done;
  !(t.d)

(** (n: int) -> (r: int)
    ensure r = 0 *)
let field_by_function n =
  let t = { c = 0; d = ref 0 } in
  let set r v = r.c <- v in
  for i = 1 to n do if i > 90 then set t 1 done;
  t.c

(** (n: int) -> (r: int)
    ensure r = 0 *)
let mutual n =
  let x = ref 0 in
  let rec f k = if k > 0 then g (k - 1)
  and g k =
    x := 1;
    f k
  in
  for i = 1 to n do if i > 90 then f 1 done;
  !x

(** (n: int) -> (r: int)
    ensure r = 0 *)
let kept_function n =
  let x = ref 0 in
  let fs = ref (fun () -> ()) in
  fs := (fun () -> x := 1);
  for i = 1 to n do if i > 90 then !fs () done;
  !x

(** (n: int) -> (r: int)
    ensure r = 0 *)
let array_by_another_name n =
  let a = Array.make 3 0 in
  let b = a in
  for i = 1 to n do if i > 90 then b.(1) <- 1 done;
  a.(1)

(** (n: int) -> (r: int)
    ensure r = 0 *)
let exception_out n =
  let x = ref 0 in
  (try for i = 1 to n do if i > 90 then (x := i; raise Exit) done with Exit -> ());
  !x

(** (n: int) -> (r: int)
    ensure r = 0 *)
let pair n =
  let x = ref 0 in
  for i = 1 to n do
    let p = (x, i) in
    if i > 90 then fst p := 1
  done;
  !x

(** (n: int) -> (r: int)
    ensure r = 0 *)
let by_way_of_a_cell n =
  let x = ref 0 in
  let q = ref (ref 5) in
  for i = 1 to n do
    if i > 90 then begin
      q := x;
      !q := 1
    end
  done;
  !x

(** (n: int) -> (r: int)
    ensure r = 0 *)
let outer_and_inner n =
  let x = ref 0 in
  for i = 1 to n do
    let j = ref 0 in
    while !j < 2 do
      if i > 90 then x := 1;
      incr j
    done
  done;
  !x

(** (n: int) -> (r: int)
    ensure r = 0 *)
let not_kept n =
  let x = ref 0 in
  for i = 1 to n do
    (** invariant !x = 0 *)
    if i > 90 then x := 1
  done;
  !x

(** (n: int) -> (r: int)
    require n >= 0
    ensure r <= n *)
let past n =
  let last = ref 0 in
  for i = 0 to n do if i > 90 then last := i + 1 done;
  !last

(** (n: int) -> (r: int)
    ensure r = 0 *)
let up_to_the_largest n =
  if n > 5 then 0
  else begin
    for i = n to max_int do ignore i done;
    1
  end

(** (n: int) -> (r: int)
    require n >= 0
    ensure r <= 90 *)
let body_breaks n =
  (** (k: int) -> (r: int)
      require k >= 0
      ensure r <= 90 *)
  let rec f k = if k = 0 then 0 else 1 + f (k - 1) in
  f n

(** (n: int) -> (r: int)
    require n >= 0
    ensure r = 0 *)
let writes_of_function n =
  let x = ref 0 in
  (** (k: int) -> (d: int) -> (r: int)
      require k >= 0
      ensure r >= 0 *)
  let rec f k d = if d > 90 then (x := 1; 0) else if k = 0 then 0 else f (k - 1) (d + 1) in
  ignore (f n 0);
  !x

(** (n: int) -> (r: bool)
    require n >= 0
    ensure r *)
let exception_of_function n =
  (** (k: int) -> (d: int) -> (r: int)
      require k >= 0
      raises Not_found when k + d > 90 *)
  let rec f k d = if d > 90 then raise Not_found else if k = 0 then 0 else f (k - 1) (d + 1) in
  match f n 0 with _ -> true | exception Not_found -> false

(** (n: int) -> (r: int)
    require n >= 0
    ensure r = 0 *)
let other_exception n =
  (** (k: int) -> (d: int) -> (r: int)
      require k >= 0 *)
  let rec f k d = if d > 90 then raise Exit else if k = 0 then 0 else f (k - 1) (d + 1) in
  try f n 0 with Exit -> 1

(** (n: int) -> (r: int)
    require n >= 0
    ensure r = 0 *)
let later_state n =
  let x = ref 0 in
  (** (k: int) -> (r: int)
      ensure r = 0 *)
  let use k = if k > 0 then !x else 0 in
  let first = use n in
  for i = 1 to n do if i > 90 then x := 1 done;
  first + use n
"#;

const WRONG_KEPT: &str = r#"
let cell = ref 0
let get_cell () = cell

(** (n: int) -> (r: int)
    ensure !cell = old !cell *)
let handed_out n =
  for i = 1 to n do
    let c = get_cell () in
    if i > 90 then c := !c + 1
  done;
  0

(** (n: int) -> (r: int)
    ensure !cell = old !cell *)
let by_name n =
  for i = 1 to n do if i > 90 then incr cell done;
  0

(** (n: int) -> (r: int)
    ensure !cell = old !cell *)
let by_pattern n =
  let l = lazy (cell := 5; 1) in
  for i = 1 to n do if i > 90 then (match l with lazy k -> ignore k) done;
  0

(** (n: int) -> (r: int)
    ensure !cell = old !cell *)
let suspended n =
  let l = lazy (cell := 5; 1) in
  for i = 1 to n do if i > 90 then ignore (Lazy.force l) done;
  0

let stash = ref []
let put c = stash := [ c ]
let get () = List.hd !stash

(** (n: int) -> (r: int)
    ensure r = 0 *)
let by_way_of_the_module n =
  let x = ref 0 in
  for i = 1 to n do
    if i > 90 then begin
      put x;
      get () := 1
    end
  done;
  !x
"#;

const WRONG_ARRAYS: &str = r#"
(** (a: int array) -> (n: int) -> (r: int)
    require Array.length a > 2
    ensure r = 0 *)
let overlapping a n =
  a.(0) <- 0;
  for i = 0 to n do
    if i > 90 then a.(i mod 2) <- 1
  done;
  a.(0)

(** (a: int array) -> (n: int) -> (r: int)
    ensure r = 0 *)
let outside a n =
  for i = 0 to n do
    if i > 90 then ignore a.(i)
  done;
  0

(** (a: int array) -> (j: int) -> (n: int) -> (r: int)
    require j >= 0 && j < Array.length a
    ensure r = 0 *)
let aliases a j n =
  let r = ref 0 in
  a.(0) <- 1;
  a.(j) <- 2;
  for k = 0 to n do
    (** invariant k <= 90 implies !r = 0 *)
    if k > 90 then r := a.(0) - 1
  done;
  !r
"#;

#[test]
fn what_loops_and_local_functions_break_is_not_proved() {
    for text in [WRONG, WRONG_KEPT, WRONG_ARRAYS] {
        let programs = Programs::new();
        let report = checked(&programs.add("wrong.ml", text));
        for target in &report.targets {
            let proof = target
                .proof
                .as_ref()
                .unwrap_or_else(|| panic!("{}: {:?}", target.name, target.answer));
            assert_ne!(proof.status, ProofStatus::Proved, "{}", target.name);
        }
    }
}
