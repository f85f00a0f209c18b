val append : nat -> Elem.t -> unit
val length : unit -> nat
val read : nat -> Elem.t
