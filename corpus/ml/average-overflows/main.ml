(* The sum of two large numbers wraps around, so their average is not between them. *)

(** (x: int) -> (y: int) -> (middle: int)
    require 0 <= x && x <= y
    ensure x <= middle && middle <= y *)
let average x y = (x + y) / 2
