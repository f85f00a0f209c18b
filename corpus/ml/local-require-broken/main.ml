(* The places of a value in a list, counted from one. *)

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
  from 0 l
