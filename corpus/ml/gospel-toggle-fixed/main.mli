val is_on : unit -> bool

val toggle : unit -> unit
(*@ toggle ()
    ensures is_on () <> old (is_on ()) *)

val off : unit -> unit
(*@ off ()
    ensures not (is_on ()) *)
