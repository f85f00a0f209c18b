(* The average of two numbers by half of their distance, which cannot wrap around if neither is negative. *)

(** (x: int) -> (y: int) -> (middle: int)
    require 0 <= x && x <= y
    ensure x <= middle && middle <= y *)
let average x y = x + ((y - x) / 2)
