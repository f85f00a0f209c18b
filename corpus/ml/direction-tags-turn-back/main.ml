(* A robot that looks in one of four directions. *)

type direction = [ `North | `East | `South | `West ]

let facing : direction ref = ref `North

let right : direction -> direction = function
  | `North -> `East
  | `East -> `South
  | `South -> `East
  | `West -> `North

let degrees : direction -> int = function
  | `North -> 0
  | `East -> 90
  | `South -> 180
  | `West -> 270

let heading () = degrees !facing

(** unit -> unit
    ensure heading () = (old(heading ()) + 90) mod 360 *)
let turn () = facing := right !facing
