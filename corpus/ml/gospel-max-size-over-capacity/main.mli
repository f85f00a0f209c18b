val capacity : int
val size : unit -> int
(*@ n = size ()
    ensures n <= capacity *)

val add : int -> bool
(*@ b = add x
    ensures size () <= capacity
    ensures b <-> size () = old (size ()) + 1 *)

val clear : unit -> unit
(*@ clear ()
    ensures size () = 0 *)
