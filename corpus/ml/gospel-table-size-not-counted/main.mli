val mem : int -> bool
val size : unit -> int

val set : int -> string -> unit
(*@ set k v
    ensures mem k
    ensures old (mem k) -> size () = old (size ())
    ensures not (old (mem k)) -> size () = old (size ()) + 1 *)

val remove : int -> unit
(*@ remove k
    ensures not (mem k) *)
