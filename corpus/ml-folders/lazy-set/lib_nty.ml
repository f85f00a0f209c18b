val insert : Elem.t -> unit
val mem : Elem.t -> bool
