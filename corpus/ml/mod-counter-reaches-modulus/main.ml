(* A counter that goes round, in a closure over its own state. *)

let modulus = 3

let state = ref 0

let advance =
  let go () = if !state > modulus then state := 0 else incr state in
  go

(** unit -> (n: int)
    ensure n >= 0 && n < modulus
    ensure n = !state *)
let step () =
  advance ();
  !state
