type t = { mutable count : int }

val incr : t -> unit
(*@ incr t
    requires t.count < 1000
    modifies t.count
    ensures t.count = old t.count + 1 *)

val decr : t -> unit
(*@ decr t
    requires t.count >= 0
    ensures t.count >= 0 *)
