val put : Key.t -> Elem.t -> unit
val has : Key.t -> bool
val get : Key.t -> Elem.t
