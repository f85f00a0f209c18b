val newcell : unit -> Cell.t
val setnext : Cell.t -> Cell.t -> unit
val hasnext : Cell.t -> bool
val getnext : Cell.t -> Cell.t
