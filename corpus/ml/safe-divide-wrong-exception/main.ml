(* Division with an exception that says what was divided. *)

exception By_zero of int

(** (a: int) -> (b: int) -> (q: int)
    raises By_zero x when b = 0 && x = a
    ensure b <> 0 *)
let divide a b = if b = 0 then raise (By_zero a) else a / b

(** (a: int) -> (b: int) -> (r: int)
    raises By_zero x when b = 0 && x = a
    ensure b <> 0 *)
let remainder a b = match a with 0 -> 0 mod b | _ -> if b = 0 then raise (By_zero a) else a mod b
