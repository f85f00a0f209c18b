(* How many values fall into each of three bins of ten. *)

let bins = Array.make 3 0

let total () = Array.fold_left ( + ) 0 bins

(** (value: int) -> unit
    require value >= 0 && value <= 30
    ensure total () = old (total ()) + 1 *)
let record value =
  let bin = min 2 (value / 10) in
  bins.(bin) <- bins.(bin) + 1
