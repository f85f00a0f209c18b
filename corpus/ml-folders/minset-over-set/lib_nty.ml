val add : Elem.t -> unit
val mem : Elem.t -> bool
val setmin : Elem.t -> unit
val hasmin : unit -> bool
val getmin : unit -> Elem.t
