(* A value that counts how often it changed. *)

type 'a observed = { mutable value : 'a; mutable changes : int }

let temperature = { value = 0; changes = 0 }

(** (v: int) -> unit
    ensure temperature.value = v
    ensure v <> old temperature.value implies temperature.changes = old temperature.changes + 1
    ensure v = old temperature.value implies temperature.changes = old temperature.changes *)
let set v =
  if temperature.value <> v && v <> 0 then temperature.changes <- temperature.changes + 1;
  temperature.value <- v
