(* A stack from which two values are taken at once, or none. *)

exception Too_few

let stack : int list ref = ref []

(** (x: int) -> unit
    ensure !stack = x :: old !stack *)
let push x = stack := x :: !stack

(** unit -> (pair: int * int)
    raises Too_few when List.length !stack < 2
    ensure List.length !stack = old (List.length !stack) - 2
    ensure fst pair = List.hd (old !stack) *)
let pop_two () =
  match !stack with
  | a :: b :: rest ->
      stack := rest;
      (a, b)
  | _ -> raise Too_few
