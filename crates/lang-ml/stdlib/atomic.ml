(* Atomic references: there is one thread. *)

type 'a t = { mutable held : 'a }
let make held = { held }
let get r = r.held
let set r held = r.held <- held
let exchange r held = let old = r.held in r.held <- held; old
let compare_and_set r seen held = if r.held == seen then (r.held <- held; true) else false
let fetch_and_add r n = let old = r.held in r.held <- old + n; old
let incr r = r.held <- r.held + 1
let decr r = r.held <- r.held - 1
