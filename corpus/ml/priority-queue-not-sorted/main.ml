(* A priority queue as a sorted list. *)

exception Nothing

let queue : int list ref = ref []

let rec sorted = function
  | a :: (b :: _ as rest) -> a <= b && sorted rest
  | _ -> true

let rec insert x = function
  | y :: rest when y < x - 1 -> y :: insert x rest
  | rest -> x :: rest

(** (x: int) -> unit
    ensure sorted !queue
    ensure List.length !queue = old (List.length !queue) + 1 *)
let push x = queue := insert x !queue

(** unit -> (least: int)
    raises Nothing when !queue = []
    ensure old !queue = least :: !queue *)
let pop () =
  match !queue with
  | [] -> raise Nothing
  | least :: rest ->
      queue := rest;
      least
