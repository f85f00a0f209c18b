(* A counter in a record with a limit of its own. *)

type counter = { mutable value : int; limit : int }

exception Limit

(** (c: counter) -> (by: int) -> unit
    require by > 0 && by <= 10
    require c.value >= 0 && c.value <= c.limit && c.limit <= 100
    raises Limit when c.value + by > c.limit
    ensure c.value = old c.value + by *)
let bump c ~by = if c.value + by > c.limit + 1 then raise Limit else c.value <- c.value + by
