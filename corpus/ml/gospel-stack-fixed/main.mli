val push : int -> unit
(*@ push x
    ensures size () = old (size ()) + 1
    ensures top () = x *)

val top : unit -> int
(*@ x = top ()
    raises Not_found -> size () = 0 *)

val size : unit -> int
(*@ n = size ()
    pure
    ensures n >= 0 *)
