(* A stopwatch over a clock that others tell. *)

type state = Stopped | Running of int

let state = ref Stopped
let elapsed = ref 0

(** (now: int) -> unit
    require now >= 0 && now <= 100
    modifies state
    ensure old !state <> Stopped implies !state = old !state *)
let start now =
  match !state with
  | Stopped -> state := Running now
  | Running since -> ignore since

(** (now: int) -> unit
    require now >= 0 && now <= 100
    ensure !state = Stopped *)
let stop now =
  (match !state with Running since -> elapsed := !elapsed + (now - since) | Stopped -> ());
  state := Stopped
