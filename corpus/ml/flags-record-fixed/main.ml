(* Two flags of a record that is given. *)

type flags = { mutable read : bool; mutable write : bool }
type which = Read | Write

(** (f: flags) -> (w: which) -> unit
    ensure w = Read implies f.write = old f.write
    ensure w = Write implies f.read = old f.read && not f.write *)
let clear f = function
  | Read -> f.read <- false
  | Write ->
      f.write <- false
