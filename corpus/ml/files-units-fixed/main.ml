(* Durations as hours and minutes. *)

(** (total: int) -> (r: int)
    require total >= 0 && total <= 1000
    ensure r >= 0 && r < 60 *)
let minutes total = Units.rest_of total
