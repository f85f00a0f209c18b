(* A pool of connections: some are idle, some are in use. *)

type pool = { mutable idle : int; mutable in_use : int; size : int }

exception Exhausted

let pool = { idle = 2; in_use = 0; size = 2 }

let balanced () = pool.idle + pool.in_use = pool.size

(** unit -> unit
    raises Exhausted when pool.idle = 0
    ensure balanced ()
    ensure pool.idle = old pool.idle - 1 *)
let take () =
  if pool.idle = 0 then raise Exhausted;
  pool.idle <- pool.idle - 1;
  pool.in_use <- pool.in_use + 1

(** (broken: bool) -> unit
    require pool.in_use > 0
    ensure balanced () *)
let give_back ~broken =
  pool.in_use <- pool.in_use - 1;
  if not broken then pool.idle <- pool.idle + 1
