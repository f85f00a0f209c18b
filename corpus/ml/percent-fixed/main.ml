(* A percentage as a type of its own. *)

type t = Percent of int

exception Out_of_range of { value : int }

(** (n: int) -> (p: t)
    raises Out_of_range when n < 0 || n > 100
    ensure p = Percent n *)
let percent n = if n < 0 || n > 100 then raise (Out_of_range { value = n }) else Percent n
