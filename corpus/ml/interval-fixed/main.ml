(* Fields of records, parts of pairs and functions of the program in contracts. *)

type interval = { lo : int; hi : int }

let rec size = function [] -> 0 | _ :: rest -> 1 + size rest

(** (a: int) -> (b: int) -> (r: interval)
    ensure r.lo <= r.hi *)
let make a b = if a <= b then { lo = a; hi = b } else { lo = b; hi = a }

(** (p: int * int) -> (q: int * int)
    ensure fst q = snd p && snd q = fst p *)
let swap (a, b) = (b, a)

(** (x: int) -> (l: int list) -> (r: int list)
    ensure size(r) = size(l) + 1 *)
let push x l = x :: l
