(* The n-th element of a list, with an exception of its own. *)

exception No_such_index of int

(** (l: int list) -> (n: int) -> (x: int)
    require List.length l <= 3
    raises No_such_index i when i = n && (n < 0 || n >= List.length l) *)
let nth l n =
  if n >= List.length l || n < 0 then raise (No_such_index n) else List.nth l n
