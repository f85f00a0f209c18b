(* Filling an array from a place on. *)

(** (a: int array) -> (from: int) -> (x: int) -> unit
    require Array.length a >= 1 && Array.length a <= 3
    require from >= 0 && from < Array.length a
    ensure a.(Array.length a - 1) = x *)
let fill_from a from x =
  for i = from to Array.length a - 1 do
    a.(i) <- x
  done
