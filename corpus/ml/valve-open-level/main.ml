(* A valve, as a polymorphic variant. *)

type valve = [ `Shut | `Open | `Part of int ]

(** (v: valve) -> (r: int)
    require v <> `Part 0 && v <> `Part 100
    ensure (v = `Shut) iff (r = 0) *)
let flow (v : valve) = match v with `Shut -> 0 | `Open -> 0 | `Part n -> if n <= 0 then 1 else n

(** (v: valve) -> (r: valve)
    ensure v = `Open implies r = `Shut
    ensure v = `Shut implies r = `Open *)
let turn (v : valve) : valve = match v with `Shut -> `Open | `Open -> `Shut | `Part n -> `Part n
