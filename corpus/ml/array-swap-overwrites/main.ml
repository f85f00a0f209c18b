(* Swapping two places of an array. *)

(** (a: int array) -> (i: int) -> (j: int) -> unit
    require Array.length a = 3
    require i >= 0 && i < 3 && j >= 0 && j < 3
    ensure a.(i) = old a.(j) && a.(j) = old a.(i) *)
let swap a i j =
  a.(i) <- a.(j);
  a.(j) <- a.(i)
