(* Exceptions inside, results outside. *)

exception Negative
exception Too_big

let check n = if n < 0 then raise Negative else if n > 9 then raise Too_big else n

(** (n: int) -> (r: (int, string) result)
    ensure n < 0 || n > 9 implies r <> Ok n *)
let read n =
  match check n with
  | n -> Ok n
  | exception Negative -> Error "negative"
  | exception Too_big -> Error "too big"
