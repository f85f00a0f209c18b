(* Dice: random numbers are any that the real ones could be. *)

let last = ref 1

(** unit -> (r: int)
    ensure 1 <= r && r <= 6
    ensure r = !last *)
let throw () =
  last := Random.int 6;
  !last
