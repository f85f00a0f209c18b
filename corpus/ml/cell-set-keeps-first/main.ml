(* A cell that a module keeps. The fault shows from the second call on: the first state is not enough. *)

let cell : int option ref = ref None
let writes = ref 0

(** Raises Not_found if there is nothing: prose, and no clause.

    unit -> unit
    raises Not_found when !cell = None
    ensure !cell = None *)
let clear () = if !cell = None then raise Not_found else cell := None

(** (x: int) -> unit
    modifies cell, writes
    ensure !cell = Some x *)
let set x =
  incr writes;
  match !cell with None -> cell := Some x | Some _ -> ()
