(* A log without repetitions. *)

let lines : string list ref = ref []

let rec count x = function [] -> 0 | y :: rest -> (if x = y then 1 else 0) + count x rest

(** (line: string) -> unit
    ensure count line !lines = 1 *)
let log line =
  let known = match !lines with last :: _ -> last = line | [] -> false in
  if not known then lines := line :: !lines
