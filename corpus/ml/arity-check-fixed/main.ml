(* A calculator on a stack, which says what is wrong by exceptions. *)

exception Underflow of int

let stack : int list ref = ref []

(** (n: int) -> unit
    require 0 <= n && n < 100
    ensure List.hd !stack = n *)
let push n = stack := n :: !stack

(** Replaces the two numbers on the top by their sum.

    unit -> unit
    raises Underflow missing when List.length !stack < 2 && missing = 2 - List.length !stack
    ensure List.length !stack = old(List.length !stack) - 1 *)
let plus () =
  match !stack with
  | a :: b :: rest -> stack := (a + b) :: rest
  | [ _ ] -> raise (Underflow 1)
  | [] -> raise (Underflow 2)
