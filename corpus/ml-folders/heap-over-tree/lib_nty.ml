val put_value : Node.t -> Elem.t -> unit
val put_child : Node.t -> Node.t -> unit
val value_of : Node.t -> Elem.t
