val length : unit -> int

val push : string -> unit
(*@ push x
    ensures length () = old (length ()) + 1 *)

val pop : unit -> string
(*@ x = pop ()
    raises Not_found -> length () = 0
    ensures length () = old (length ()) - 1 *)
