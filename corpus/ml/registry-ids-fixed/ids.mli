type t

val fresh : unit -> t
val peek : unit -> t
